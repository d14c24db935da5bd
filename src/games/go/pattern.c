/* SPDX-License-Identifier: MIT
 *
 * Ataris and 3x3 patterns on the playout board: see pattern.h.
 */
#include "games/go/pattern.h"

#include <string.h>

/* ---- Atari ------------------------------------------------------------------------------------------------------- */

int by__go_playout_liberties_without(const struct go_playout_board *b, int stone, int point, int *left)
{
    const struct go_playout_chain *chain = &b->chains[b->chain_of[stone]];
    uint32_t p = (uint32_t)point, times = 0, count, sum, squares;

    for (int i = 0; i < 4; i++) {
        int n = point + b->steps[i];

        times += b->colour[n] == b->colour[stone] && b->chain_of[n] == b->chain_of[stone];
    }
    count = chain->count - times;
    sum = chain->sum - times * p;
    squares = chain->squares - times * p * p;
    if (!count)
        return 0;
    *left = (int)(sum / count);
    return (uint64_t)count * squares == (uint64_t)sum * sum ? 1 : 2;
}

bool by__go_playout_is_self_atari(const struct go_playout_board *b, int point)
{
    int found = 0; /* a liberty */

    for (int k = 0; k < 4; k++) {
        int n = point + b->steps[k], left = 0, liberties = 1;

        if (b->colour[n] == GO_FRAME)
            continue;
        if (b->colour[n] == GO_EMPTY) {
            left = n;
        } else if (b->colour[n] == b->side) {
            liberties = by__go_playout_liberties_without(b, n, point, &left);
        } else if (go_playout_in_atari(b, n)) {
            left = n; /* it is taken */
        } else {
            continue;
        }
        if (liberties > 1 || (liberties && found && left != found))
            return false;
        if (liberties)
            found = left;
    }
    return true;
}

void by__go_playout_add_rescues(const struct go_playout_board *b, int chain, struct go_playout_choice *choice)
{
    int p = chain, run = go_playout_last_liberty(&b->chains[chain]);

    do {
        for (int k = 0; k < 4; k++) {
            int n = p + b->steps[k];

            if (b->colour[n] == (b->side ^ 1) && go_playout_in_atari(b, n))
                go_playout_choose(choice, go_playout_last_liberty(&b->chains[b->chain_of[n]]));
        }
        p = b->next[p];
    } while (p != chain);
    if (!by__go_playout_is_self_atari(b, run))
        go_playout_choose(choice, run);
}

static void add_ataris_at(const struct go_playout_board *b, int point, struct go_playout_choice *choice)
{
    if (!go_playout_in_atari(b, point))
        return;
    if (b->colour[point] == b->side)
        by__go_playout_add_rescues(b, b->chain_of[point], choice);
    else
        go_playout_choose(choice, go_playout_last_liberty(&b->chains[b->chain_of[point]]));
}

void by__go_playout_add_ataris(const struct go_playout_board *b, struct go_playout_choice *choice)
{
    for (int i = 0; i < 2; i++) {
        if (!b->last[i])
            continue;
        add_ataris_at(b, b->last[i], choice);
        for (int k = 0; k < 4; k++)
            add_ataris_at(b, b->last[i] + b->steps[k], choice);
    }
}

/* ---- Patterns ---------------------------------------------------------------------------------------------------- */

bool by__go_playout_has_pattern(const struct go_playout_board *b, const uint8_t *patterns, int point)
{
    unsigned code = 0;

    for (int k = 0; k < 8; k++)
        code |= (unsigned)b->colour[point + b->steps[k]] << 2 * k;
    return patterns[code / 8] >> code % 8 & 1;
}

/* ---- The table of patterns --------------------------------------------------------------------------------------- */

/* Patterns that invite a move in the middle: X and O are stones, x and o anything but these, # the edge, ? anything.
 * They match rotated, mirrored, and with colours swapped. Gelly et al. 2006: hane, cuts, and moves along the edge. */
static const char *const patterns[] = {
    "XOX...???", "XO....?.?", "XO?X..x.?", ".O.X.....", "XO?O.o?o?", "XO?O.X???", "?X?O.Oooo",
    "OX?o.O???", "X.?O.?###", "OX?X.O###", "?X?x.O###", "?XOx.x###", "?OXX.O###",
};

/* The points of a drawing around its middle, in the order of the playout board's steps. */
static const uint8_t around[8] = {1, 3, 5, 7, 0, 2, 6, 8};

/* The colours, a bit for each, that a symbol stands for, also with black and white exchanged. */
static uint8_t colours_of(char symbol, bool is_exchanged)
{
    static const char symbols[] = "XOxo.#?";
    static const uint8_t colours[2][7] = {{1, 2, 14, 13, 4, 8, 15}, {2, 1, 13, 14, 4, 8, 15}};

    return colours[is_exchanged][strchr(symbols, symbol) - symbols];
}

/* All ways to fill the neighbours from number `k` on with these colours. */
static void fill(uint8_t *table, const uint8_t colours[8], int k, unsigned code)
{
    if (k == 8) {
        table[code / 8] |= (uint8_t)(1 << code % 8);
        return;
    }
    for (int colour = GO_BLACK; colour <= GO_FRAME; colour++)
        if (colours[k] >> colour & 1)
            fill(table, colours, k + 1, code | (unsigned)colour << 2 * k);
}

void by__go_fill_patterns(uint8_t *table)
{
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        for (int way = 0; way < 16; way++) {
            uint8_t colours[8];

            for (int k = 0; k < 8; k++) {
                int row = way & 1 ? 2 - around[k] / 3 : around[k] / 3;
                int column = way & 2 ? 2 - around[k] % 3 : around[k] % 3;

                colours[k] = colours_of(patterns[i][way & 4 ? 3 * column + row : 3 * row + column], way & 8);
            }
            fill(table, colours, 0, 0);
        }
}
