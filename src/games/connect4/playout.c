/* SPDX-License-Identifier: MIT
 *
 * Random playouts of connect four on bitboards.
 */
#include <string.h>

#include "games/connect4/board.h"

/* Columns are drawn a few bits at a time, so that a random word lasts for many moves. */
struct draws {
    struct by_random *random;
    uint64_t word;
    int left; /* how many bits of the word were not used */
};

/* Draws one of the cells uniformly: draws again if a column has none or does not exist. */
static uint64_t draw(const struct c4_tables *t, struct draws *draws, uint64_t cells)
{
    for (;;) {
        uint64_t cell;

        if (draws->left < t->column_bits) {
            draws->word = by_random_next(draws->random);
            draws->left = C4_BITS;
        }
        cell = cells & t->columns[draws->word & ((1U << t->column_bits) - 1)];
        draws->word >>= t->column_bits;
        draws->left -= t->column_bits;
        if (cell)
            return cell;
    }
}

/* An informed side wins if it can, else blocks an immediate win of the other side, else avoids cells below one where
 * the other side wins. */
by_value by__c4_playout(const void *state, struct by_random *random, struct by_playout *out)
{
    struct c4_state s = *(const struct c4_state *)state;
    struct draws draws = {.random = random};
    uint64_t playable = c4_playable(&s), stones[2];
    int begun = s.count, most = out->max_plies ? out->max_plies : C4_BITS;
    bool is_lost = false;
    by_value value;

    out->count = 0;
    while (playable && !is_lost && s.count - begun < most) {
        struct c4_threats threats = {.safe = playable};
        uint64_t cell;

        if (out->style == BY_PLAYOUT_INFORMED)
            threats = c4_threats_of(&s, playable);
        cell = draw(s.tables, &draws, threats.wins ? threats.wins : threats.safe ? threats.safe : playable);
        if (out->slots && out->count < out->room)
            out->slots[out->count++] = (uint16_t)c4_slot(&s, cell);
        c4_put(&s, cell);
        is_lost = c4_is_lost(&s);
        playable = c4_playable(&s);
    }
    by__c4_stones(&s, stones);
    by__stones_own(stones, C4_BITS, out->owner);
    out->plies = s.count - begun;
    out->is_cut = playable && !is_lost;
    value = is_lost ? -BY_WIN : out->is_cut ? c4_estimate(&s) : 0;
    return out->plies % 2 ? -value : value;
}
