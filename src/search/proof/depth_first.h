/* SPDX-License-Identifier: MIT
 *
 * The inside of depth-first proof-number search: one path from the root, on it for each node the list of its moves with
 * what is known behind each, and the table for all that is not on the path.
 *
 *     frames     ply 0   [ key, side, limits ... ] --> children   [ c c c c c | c c c | c c c c c c | ... ]
 *                ply 1   [ key, side, limits ... ] ----------------------------^       ^
 *                ply 2   [ ... ] ------------------------------------------------------|
 */
#ifndef BOYI_SEARCH_PROOF_DEPTH_FIRST_H
#define BOYI_SEARCH_PROOF_DEPTH_FIRST_H

#include "search/proof/proof.h"
#include "search/proof/table.h"

/* A move of a node on the path, with what is known of the position behind it. As long as the node stays on the path
 * this is kept here, whatever becomes of the table. */
struct pr_child {
    uint64_t key;
    by_move move;
    struct pr_fact fact;
    uint32_t work;
    uint8_t side;
    bool is_old; /* it was met no further from the root than its parent: a cycle may lead there */
};

/* A node on the path. */
struct pr_frame {
    uint64_t key; /* 0: nothing is to be stored of it */
    uint64_t path_code;
    struct pr_child *children;
    int count;
    int current; /* the child that is being searched */
    by_move via; /* the move that led here */
    pr_number proof_limit, disproof_limit;
    struct pr_fact before; /* what was known on entering it */
    uint32_t work_before;
    uint32_t twin;
    uint64_t nodes_before;
    uint16_t least_ply;    /* at which it was ever met */
    int16_t list_path_ply; /* what a missing move depends on; PR_NO_PATH: none is missing because of the path */
    uint8_t side;
    bool is_or;
    bool is_partial;     /* the list lacks moves that could change the value */
    bool was_met_before; /* it was searched before */
};

enum pr_counter {
    PR_EXPANSIONS,
    PR_REEXPANSIONS,
    PR_TABLE_HITS,
    PR_TWIN_HITS,
    PR_SIMULATIONS,
    PR_SIMULATIONS_DONE,
    PR_COLLECTIONS,
    PR_COUNTER_COUNT,
};

enum { PR_FILTER = 256 };

/* One thread of a search. */
struct pr_walk {
    const struct pr_options *opt;
    const struct by_game_type *type;
    const struct by_rules *rules;
    struct pr_table *table;
    struct by__run *run;
    struct by__control *control;
    void *state;
    struct pr_question question;
    bool only_proof; /* limits are set to proof numbers alone: pn* */
    int plies;       /* how far below the root lines may go */

    struct pr_frame *frames;    /* for plies 0 to plies */
    struct pr_child *children;  /* of all frames, one behind the other */
    size_t child_room;          /* how many there may be */
    struct by_move_info *list;  /* the moves of one node */
    uint16_t filter[PR_FILTER]; /* how many keys on the path end so; a quick look whether a position may be there */
    uint64_t next_power;        /* the number of nodes at which the root's numbers are told of again */
    uint64_t count[PR_COUNTER_COUNT];
};

/* What is known of the position that was just made, at `ply`, without searching it (look.c). */
void by__pr_look(struct pr_walk *w, int ply, struct pr_child *child);

/* The code of a path with one more move. */
uint64_t by__pr_path_code(uint64_t code, by_move move, int ply);

/* Searches the root until it is solved or its numbers reach the limits (depth_first.c). */
struct pr_fact by__pr_search_root(struct pr_walk *w, pr_number proof_limit, pr_number disproof_limit);

#endif
