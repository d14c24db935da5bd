/* SPDX-License-Identifier: MIT */
#include "selfplay/check.h"

#include <inttypes.h>

#include "selfplay/plan.h"
#include "selfplay/referee.h"

static by_status wrong(const struct selfplay_reader *reader, const struct selfplay_game *game, size_t ply,
                       const char *what, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "game %" PRIu64 " at byte %" PRIu64 ", ply %zu: %s", game->number,
                        selfplay_reader_offset(reader), ply, what);
}

/* The end has to be the one that the referee sees. */
static by_status check_end(struct selfplay_reader *reader, const struct selfplay_game *game,
                           const struct selfplay_referee *referee, by_error *error)
{
    enum selfplay_end end;
    by_value value;

    if (!selfplay_referee_ends(referee, selfplay_reader_last(reader), &end, &value))
        return wrong(reader, game, game->ply_count, "the game is not over here", error);
    if (end != game->end)
        return wrong(reader, game, game->ply_count, "the game did not end for the reason that the file has", error);
    if (value != game->value)
        return wrong(reader, game, game->ply_count, "the game did not end with the value that the file has", error);
    return BY_OK;
}

static by_status check_game(struct selfplay_reader *reader, const struct selfplay_game *game,
                            const struct selfplay_adjudication *limits, struct selfplay_checked *checked,
                            by_error *error)
{
    struct selfplay_referee referee = {.limits = limits};
    struct selfplay_position at;
    enum selfplay_end end;
    by_value value;
    by_status status;

    while (!(status = selfplay_reader_step(reader, &at, error)) && at.position) {
        if (selfplay_referee_ends(&referee, at.position, &end, &value))
            return wrong(reader, game, at.ply, "the game was over here and goes on", error);
        if (at.ply < game->opening_plies)
            continue;
        selfplay_referee_record(&referee, at.side, at.score);
        checked->positions += at.score != SELFPLAY_NO_SCORE;
    }
    return status ? status : check_end(reader, game, &referee, error);
}

by_status selfplay_check(struct selfplay_reader *reader, struct selfplay_checked *checked, by_error *error)
{
    struct selfplay_adjudication limits = {0};
    const struct selfplay_game *game;
    by_status status = selfplay_settings_adjudication(selfplay_reader_settings(reader), &limits, error);

    *checked = (struct selfplay_checked){.bytes = selfplay_reader_next_offset(reader)};
    while (!status && !(status = selfplay_reader_next(reader, &game, error)) && game) {
        status = check_game(reader, game, &limits, checked, error);
        if (status)
            break;
        checked->games++;
        checked->bytes = selfplay_reader_next_offset(reader);
    }
    return status;
}
