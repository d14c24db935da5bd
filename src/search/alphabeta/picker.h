/* SPDX-License-Identifier: MIT
 *
 * The move picker gives the moves of a node one by one, the most promising first. It has two forms:
 *
 *     list     the hash move, then all the others: listed at once, each time the best of those that are left
 *     staged   hash move   good captures   killers and counter move   quiet moves   losing captures
 *
 * Most nodes that are cut are cut by one of their first moves, so the staged form lists what comes later only when it
 * is needed. The hash move needs no list if the game can tell whether it is legal. What makes a move promising is in
 * order.c.
 */
#ifndef BOYI_SEARCH_ALPHABETA_PICKER_H
#define BOYI_SEARCH_ALPHABETA_PICKER_H

#include "boyi/game.h"

struct ab;
struct ab_node;

/* Quiet moves that refuted the last move elsewhere: the killers of the ply and the counter move. */
enum { AB_RECENT_KILLERS = 2, AB_REFUTATIONS = AB_RECENT_KILLERS + 1 };

/* In place of a move's score: it was searched. */
#define AB_SEARCHED INT32_MAX

struct ab_picker {
    enum by_moves_kind kind; /* which moves are wanted */
    bool is_staged;
    bool is_listed;       /* `moves` is filled */
    bool hash_move_tried; /* it came before the list, which lacks it */
    bool skips_quiet;     /* the search wants no more quiet moves */
    uint8_t stage;
    struct by_move_info hash_move;
    struct by_moves moves; /* those before `next` have been given; if staged, captures and then quiet moves */
    int next;

    /* Of the staged form */
    int first_losing; /* captures from here on lose material */
    int first_quiet;
    uint8_t refutation_count, refutation_next;
    struct by_move_info refutations[AB_REFUTATIONS];
};

/* Begins to go through the moves of a node. */
void by__ab_begin_moves(const struct ab *s, struct ab_node *n, enum by_moves_kind kind);
/* The next move; the search sets its score to AB_SEARCHED once it has searched it. NULL: there is none left. */
struct by_move_info *by__ab_next_move(struct ab *s, struct ab_node *n);
/* The number of moves. This lists them, so do not call it in the staged form. */
int by__ab_count_moves(struct ab *s, struct ab_node *n);

#endif
