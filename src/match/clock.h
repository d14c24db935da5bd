/* SPDX-License-Identifier: MIT
 *
 * Time: the limits of a move, and the clock of a player in a game.
 */
#ifndef MATCH_CLOCK_H
#define MATCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/text.h"

enum match_limit_kind {
    MATCH_LIMIT_NONE, /* not given */
    MATCH_LIMIT_NODES,
    MATCH_LIMIT_DEPTH,
    MATCH_LIMIT_TIME,  /* for each move */
    MATCH_LIMIT_CLOCK, /* for a number of moves, or for the game, with an increment */
    MATCH_LIMIT_CPU,   /* for each move, in CPU time of the engine's process */
};

struct match_limit {
    enum match_limit_kind kind;
    int64_t amount;       /* nodes, plies or microseconds */
    int64_t base_us;      /* of a clock: for `moves` moves, or for all */
    int64_t increment_us; /* after every move */
    int moves;            /* 0: the whole game */
};

/* Reads a clock like "60+0.6" or "40/300+2": seconds, with moves before the slash. */
by_status match_limit_read_clock(const char *text, struct match_limit *out, by_error *error);

/* "100 ms a move", "40/300+2 s". */
struct match_words {
    char text[80];
};

struct match_words match_limit_words(const struct match_limit *limit);

/* A player's clock. */
struct match_clock {
    int64_t left_us;
    int moves_left; /* until the next session; 0: there is none */
};

void match_clock_start(struct match_clock *clock, const struct match_limit *limit);

/* Subtracts the time of a move. False: the player has lost on time, beyond the margin. */
bool match_clock_press(struct match_clock *clock, const struct match_limit *limit, int64_t used_us, int64_t margin_us);

#endif
