/* SPDX-License-Identifier: MIT */
#include "selfplay/stats.h"

/* ---- Scores ------------------------------------------------------------------------------------------------------ */

static void set_classes(struct selfplay_stats *stats)
{
    static const by_value most[SELFPLAY_SCORES] = {
        -BY_MIN_WIN, -1001, -501, -201, -101, -51, -21, 20, 50, 100, 200, 500, 1000, BY_MAX_SCORE, BY_WIN,
    };

    for (int i = 0; i < SELFPLAY_SCORES; i++) {
        stats->scores[i].least = i ? most[i - 1] + 1 : -BY_WIN;
        stats->scores[i].most = most[i];
    }
}

static by_status count_position(struct selfplay_stats *stats, const struct selfplay_position *at, by_error *error)
{
    struct by_node node;
    struct selfplay_score_class *class = stats->scores;
    bool is_new;

    if (at->score == SELFPLAY_NO_SCORE)
        return BY_OK;
    while (at->score > class->most)
        class ++;
    class->wins += at->result > 0;
    class->draws += at->result == 0;
    class->losses += at->result < 0;
    stats->positions++;
    if (at->score && at->result) {
        bool is_with = (at->score > 0) == (at->result > 0);

        stats->agreeing += is_with;
        stats->opposed += !is_with;
    }
    by_position_node(at->position, &node);
    return node.key ? selfplay_keys_add(&stats->distinct, node.key, &is_new, error) : BY_OK;
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static void count_game(struct selfplay_stats *stats, const struct selfplay_game *game)
{
    uint64_t length = game->ply_count;
    uint64_t class = length / SELFPLAY_LENGTH_STEP;

    stats->shortest = !stats->games || length < stats->shortest ? length : stats->shortest;
    stats->longest = length > stats->longest ? length : stats->longest;
    stats->games++;
    stats->plies += length;
    stats->results[1 - selfplay_game_result(game)]++;
    stats->ends[game->end]++;
    stats->lengths[class < SELFPLAY_LENGTHS ? class : SELFPLAY_LENGTHS - 1]++;
}

by_status selfplay_stats_add(struct selfplay_stats *stats, struct selfplay_reader *reader, by_error *error)
{
    const struct selfplay_game *game;
    by_status status = BY_OK;

    set_classes(stats);
    stats->files++;
    while (!status && !(status = selfplay_reader_next(reader, &game, error)) && game) {
        struct selfplay_position at;

        count_game(stats, game);
        while (!(status = selfplay_reader_step(reader, &at, error)) && at.position)
            if ((status = count_position(stats, &at, error)))
                break;
    }
    stats->bytes += selfplay_reader_next_offset(reader);
    return status;
}

void selfplay_stats_free(struct selfplay_stats *stats)
{
    selfplay_keys_free(&stats->distinct);
}
