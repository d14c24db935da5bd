/* SPDX-License-Identifier: MIT
 *
 * The clocks of GTP: a main time, then Canadian byo-yomi, periods for a number of stones each.
 */
#ifndef BOYI_PROTOCOL_GTP_CLOCK_H
#define BOYI_PROTOCOL_GTP_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct gtp_clock {
    bool is_set;            /* else there is no clock */
    int64_t period_ms;      /* of byo-yomi; 0: there is none */
    int64_t stones;         /* for a period */
    int64_t left_ms[2];     /* by colour */
    int64_t left_stones[2]; /* in the period that runs; 0: it is the main time */
};

/* As `time_settings` has it, in seconds. */
void gtp_clock_set(struct gtp_clock *clock, int64_t main_s, int64_t period_s, int64_t stones);

/* As `time_left` has it. It sets the clock of this side if there was none. */
void gtp_clock_set_left(struct gtp_clock *clock, int colour, int64_t seconds, int64_t stones);

/* Subtracts the time used for a move of `colour` and starts its next period if due. */
void gtp_clock_spend(struct gtp_clock *clock, int colour, int64_t ms);
void gtp_clock_move(struct gtp_clock *clock, int colour);

/* How long the next move of `colour` may take, if the game lasts about `moves` more of its moves; at least 1. 0: there
 * is no clock. */
int64_t gtp_clock_share(const struct gtp_clock *clock, int colour, int moves);

#endif
