/* SPDX-License-Identifier: MIT
 *
 * Local features of the playout board: ataris, self-atari, and the 3x3 patterns of Gelly, Wang, Munos and Teytaud
 * (2006). Playouts and priors use them.
 */
#ifndef BOYI_GAMES_GO_PATTERN_H
#define BOYI_GAMES_GO_PATTERN_H

#include "games/go/playout_board.h"

/* Points of the playout board to choose from. Drops points when full. */
struct go_playout_choice {
    int points[32];
    int count;
};

static inline void go_playout_choose(struct go_playout_choice *choice, int point)
{
    if (choice->count < (int)(sizeof choice->points / sizeof choice->points[0]))
        choice->points[choice->count++] = point;
}

/* Whether there is a stone of a chain in atari. */
static inline bool go_playout_in_atari(const struct go_playout_board *b, int point)
{
    return b->colour[point] < GO_EMPTY && go_playout_is_atari(&b->chains[b->chain_of[point]]);
}

/* The only liberty of a chain in atari. */
static inline int go_playout_last_liberty(const struct go_playout_chain *chain)
{
    return (int)(chain->sum / chain->count);
}

/* The liberties of the chain of a stone after a stone beside it takes one at `point`: 0 none, 1 one, which `left` gets,
 * 2 more. */
int by__go_playout_liberties_without(const struct go_playout_board *b, int stone, int point, int *left);

/* Whether a stone of the side to move there would have only one liberty, or none. */
bool by__go_playout_is_self_atari(const struct go_playout_board *b, int point);

/* Moves that save an own chain in atari: capturing a neighbour, or extending. */
void by__go_playout_add_rescues(const struct go_playout_board *b, int chain, struct go_playout_choice *choice);

/* Captures and rescues of the chains in atari at the last two moves and beside them. */
void by__go_playout_add_ataris(const struct go_playout_board *b, struct go_playout_choice *choice);

/* Fills the table of the 3x3 patterns, which is all zero: a bit for each way to fill the eight points around. */
void by__go_fill_patterns(uint8_t *table);

/* Whether the surroundings of an empty point are such a pattern. */
bool by__go_playout_has_pattern(const struct go_playout_board *b, const uint8_t *patterns, int point);

#endif
