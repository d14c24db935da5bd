/* SPDX-License-Identifier: MIT */
#include "selfplay/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

const char *selfplay_end_name(enum selfplay_end end)
{
    static const char *const names[SELFPLAY_END_COUNT] = {
        "no move", "rule", "history", "adjudicated win", "adjudicated draw", "length",
    };

    return names[end];
}

void selfplay_game_clear(struct selfplay_game *game)
{
    by_text_clear(&game->start);
    game->start.failed = false;
    game->number = 0;
    game->ply_count = 0;
    game->opening_plies = 0;
    game->value = 0;
    game->end = SELFPLAY_END_NO_MOVE;
}

by_status selfplay_game_add(struct selfplay_game *game, by_move move, by_value score, by_error *error)
{
    struct selfplay_ply *plies = by__array_grown(game->plies, game->ply_count + 1, &game->ply_capacity, sizeof *plies);

    if (!plies)
        return by_error_no_memory(error);
    game->plies = plies;
    game->plies[game->ply_count++] = (struct selfplay_ply){move, score};
    return BY_OK;
}

void selfplay_game_free(struct selfplay_game *game)
{
    by_text_free(&game->start);
    free(game->plies);
    *game = (struct selfplay_game){0};
}

by_status selfplay_game_set_start(const struct selfplay_game *game, const by_position *initial, by_position *position,
                                  by_error *error)
{
    if (game->start.length)
        return by_position_parse(position, by_text_string(&game->start), error);
    return by_position_assign(position, initial, error);
}

/* ---- In a file ------------------------------------------------------------------------------------------------- */

by_status selfplay_game_put(const struct selfplay_game *game, struct selfplay_bytes *out, by_error *error)
{
    selfplay_bytes_add_number(out, game->number);
    selfplay_bytes_add_number(out, game->start.length);
    selfplay_bytes_add(out, by_text_string(&game->start), game->start.length);
    selfplay_bytes_add_number(out, selfplay_fold(game->value));
    selfplay_bytes_add_number(out, game->end);
    selfplay_bytes_add_number(out, game->opening_plies);
    selfplay_bytes_add_number(out, game->ply_count - game->opening_plies);
    for (size_t i = 0; i < game->ply_count; i++) {
        by_value score = game->plies[i].score;

        selfplay_bytes_add_number(out, game->plies[i].move);
        if (i >= game->opening_plies)
            selfplay_bytes_add_number(out, score == SELFPLAY_NO_SCORE ? 0 : selfplay_fold(score) + 1);
    }
    return out->failed || game->start.failed ? by_error_no_memory(error) : BY_OK;
}

static by_value read_score(struct selfplay_cursor *cursor)
{
    uint64_t number = selfplay_read_number(cursor, selfplay_fold(BY_WIN) + 1);

    return number ? (by_value)selfplay_unfold(number - 1) : SELFPLAY_NO_SCORE;
}

static by_status read_start(struct selfplay_cursor *cursor, by_text *start, by_error *error)
{
    size_t length = (size_t)selfplay_read_number(cursor, SELFPLAY_PAYLOAD_MOST);
    const char *bytes = selfplay_read_bytes(cursor, length);

    if (!bytes)
        return BY_OK;
    if (memchr(bytes, 0, length))
        cursor->failed = true;
    for (size_t i = 0; i < length; i++)
        by_text_add_char(start, bytes[i]);
    return start->failed ? by_error_no_memory(error) : BY_OK;
}

static by_status read_plies(struct selfplay_cursor *cursor, struct selfplay_game *game, size_t count, by_error *error)
{
    by_status status = BY_OK;

    for (size_t i = 0; i < count && !status && !cursor->failed; i++) {
        by_move move = (by_move)selfplay_read_number(cursor, BY_MAX_MOVE);
        by_value score = i < game->opening_plies ? SELFPLAY_NO_SCORE : read_score(cursor);

        status = selfplay_game_add(game, move, score, error);
    }
    return status;
}

by_status selfplay_game_get(struct selfplay_game *game, const uint8_t *payload, size_t length, by_error *error)
{
    struct selfplay_cursor cursor = {.at = payload, .end = payload + length};
    size_t played;
    by_status status;

    selfplay_game_clear(game);
    game->number = selfplay_read_number(&cursor, UINT64_MAX);
    status = read_start(&cursor, &game->start, error);
    if (status)
        return status;
    game->value = (by_value)selfplay_unfold(selfplay_read_number(&cursor, selfplay_fold(BY_WIN)));
    game->end = (enum selfplay_end)selfplay_read_number(&cursor, SELFPLAY_END_COUNT - 1);
    game->opening_plies = (size_t)selfplay_read_number(&cursor, length);
    played = (size_t)selfplay_read_number(&cursor, length);
    status = read_plies(&cursor, game, game->opening_plies + played, error);
    if (status)
        return status;
    if (cursor.failed || cursor.at != cursor.end)
        return by_error_set(error, BY_ERROR_INPUT, "a game that is not written as the format says");
    return BY_OK;
}
