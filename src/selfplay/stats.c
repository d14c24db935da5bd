/* SPDX-License-Identifier: MIT */
#include "selfplay/stats.h"

#include <stdlib.h>

/* ---- Positions that were seen ------------------------------------------------------------------------------------ */

/* Linear probing; the table is at most half full. True if the key is new. */
static bool insert(uint64_t *keys, uint64_t room, uint64_t key)
{
    uint64_t at = key & (room - 1);

    while (keys[at] && keys[at] != key)
        at = (at + 1) & (room - 1);
    if (keys[at])
        return false;
    keys[at] = key;
    return true;
}

static bool make_room(struct selfplay_stats *stats)
{
    uint64_t room = stats->key_room ? stats->key_room * 2 : 1024;
    uint64_t *keys;

    if (stats->distinct * 2 < stats->key_room)
        return true;
    keys = calloc((size_t)room, sizeof *keys);
    if (!keys)
        return false;
    for (uint64_t i = 0; i < stats->key_room; i++)
        if (stats->keys[i])
            insert(keys, room, stats->keys[i]);
    free(stats->keys);
    stats->keys = keys;
    stats->key_room = room;
    return true;
}

static by_status count_key(struct selfplay_stats *stats, uint64_t key, by_error *error)
{
    if (!key)
        return BY_OK;
    if (!make_room(stats))
        return by_error_no_memory(error);
    stats->distinct += insert(stats->keys, stats->key_room, key);
    return BY_OK;
}

/* ---- Scores ------------------------------------------------------------------------------------------------------ */

static void set_classes(struct selfplay_stats *stats)
{
    static const by_value most[SELFPLAY_SCORES] = {
        -BY_WIN_LEAST, -1001, -501, -201, -101, -51, -21, 20, 50, 100, 200, 500, 1000, BY_SCORE_MOST, BY_WIN,
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
    return count_key(stats, node.key, error);
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
    free(stats->keys);
    stats->keys = NULL;
    stats->key_room = 0;
}
