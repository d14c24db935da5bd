/* SPDX-License-Identifier: MIT
 *
 * A game of self-play: where it began, its moves with their scores, how it ended; and its form in a file.
 */
#ifndef SELFPLAY_GAME_H
#define SELFPLAY_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/game.h"
#include "boyi/text.h"
#include "boyi/value.h"
#include "selfplay/format.h"

/* Why a game ended. The numbers stand in files. */
enum selfplay_end {
    SELFPLAY_END_NO_MOVE, /* the side to move has none */
    SELFPLAY_END_RULE,    /* a rule that looks at the position and its counters */
    SELFPLAY_END_HISTORY, /* a rule that looks at the moves before, such as repetition */
    SELFPLAY_END_WIN,     /* adjudicated: the scores of both sides agreed for long enough */
    SELFPLAY_END_DRAW,    /* adjudicated, too */
    SELFPLAY_END_LENGTH,  /* the longest that was allowed; counts as a draw */
    SELFPLAY_END_COUNT,
};

/* "no move", "rule", ... */
const char *selfplay_end_name(enum selfplay_end end);

/* Marks a missing score. */
enum { SELFPLAY_NO_SCORE = INT32_MIN };

/* A ply: `score` is from the view of the side that moves. */
struct selfplay_ply {
    by_move move;
    by_value score;
};

/* Zero-initialise it; clear it before each use; free it. */
struct selfplay_game {
    uint64_t number;
    by_text start; /* the position; "": the initial one */
    struct selfplay_ply *plies;
    size_t ply_count, ply_capacity;
    size_t opening_plies; /* of these: moves of the opening and random ones, which have no scores */
    by_value value;       /* of the end from the view of side 0: BY_WIN, 0, -BY_WIN, or points */
    enum selfplay_end end;
};

void selfplay_game_clear(struct selfplay_game *game);
by_status selfplay_game_add(struct selfplay_game *game, by_move move, by_value score, by_error *error);
void selfplay_game_free(struct selfplay_game *game);

/* Makes `position` the one where the game began. `initial` is an initial position of the same game. */
by_status selfplay_game_set_start(const struct selfplay_game *game, const by_position *initial, by_position *position,
                                  by_error *error);

/* 1, 0, -1: a win of side 0, a draw, a win of side 1. */
static inline int selfplay_game_result(const struct selfplay_game *game)
{
    return (game->value > 0) - (game->value < 0);
}

/* Adds the payload of a game's frame to `out`. */
by_status selfplay_game_put(const struct selfplay_game *game, struct selfplay_bytes *out, by_error *error);

/* Reads such a payload, all of it. BY_ERROR_INPUT if it is none. */
by_status selfplay_game_get(struct selfplay_game *game, const uint8_t *payload, size_t length, by_error *error);

#endif
