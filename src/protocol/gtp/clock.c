/* SPDX-License-Identifier: MIT */
#include "protocol/gtp/clock.h"

#include <string.h>

/* The reserve per move for the communication between programs, at most a twentieth of the time left. */
enum { LAG_MS = 50 };

void gtp_clock_set(struct gtp_clock *clock, int64_t main_s, int64_t period_s, int64_t stones)
{
    memset(clock, 0, sizeof *clock);
    /* The protocol's value for no limit; 0 0 0 means it, too. */
    if (stones == 0 && (period_s > 0 || main_s == 0))
        return;
    clock->is_set = true;
    clock->period_ms = period_s * 1000;
    clock->stones = period_s > 0 ? stones : 0;
    for (int colour = 0; colour < 2; colour++) {
        clock->left_ms[colour] = main_s > 0 ? main_s * 1000 : clock->period_ms;
        clock->left_stones[colour] = main_s > 0 ? 0 : clock->stones;
    }
}

void gtp_clock_set_left(struct gtp_clock *clock, int colour, int64_t seconds, int64_t stones)
{
    if (!clock->is_set) {
        clock->is_set = true;
        clock->left_ms[colour ^ 1] = seconds * 1000;
        clock->left_stones[colour ^ 1] = stones;
    }
    clock->left_ms[colour] = seconds * 1000;
    clock->left_stones[colour] = stones;
}

void gtp_clock_spend(struct gtp_clock *clock, int colour, int64_t ms)
{
    clock->left_ms[colour] -= ms;
}

void gtp_clock_move(struct gtp_clock *clock, int colour)
{
    int64_t *left = &clock->left_ms[colour], *stones = &clock->left_stones[colour];

    if (!clock->is_set)
        return;
    if (*stones > 0 && --*stones == 0) { /* the stones of the period are played: the next one begins */
        *left = clock->period_ms;
        *stones = clock->stones;
    } else if (*stones == 0 && *left <= 0 && clock->period_ms) { /* the main time is over */
        *left += clock->period_ms;
        *stones = clock->stones;
    }
}

static int64_t without_lag(int64_t ms)
{
    int64_t lag = ms / 20 < LAG_MS ? ms / 20 : LAG_MS;

    return ms - lag > 1 ? ms - lag : 1;
}

int64_t gtp_clock_share(const struct gtp_clock *clock, int colour, int moves)
{
    int64_t left = clock->left_ms[colour], stones = clock->left_stones[colour], share;

    if (!clock->is_set)
        return 0;
    if (stones > 0)
        return without_lag(left / stones);
    share = left / (moves > 1 ? moves : 1);
    if (clock->stones && share < clock->period_ms / clock->stones) /* saving the main time gains nothing */
        share = clock->period_ms / clock->stones;
    return without_lag(share);
}
