/* SPDX-License-Identifier: MIT
 *
 * A proof-number search with all it owns, from run to run.
 */
#ifndef BOYI_SEARCH_PROOF_RUN_H
#define BOYI_SEARCH_PROOF_RUN_H

#include "search/crew.h"
#include "search/proof/best_first.h"
#include "search/proof/lists.h"

enum pr_form { PR_BEST_FIRST, PR_DEPTH_FIRST, PR_STAR };

struct pr_helper {
    struct pr_team *team;
    struct pr_walk walk;
    struct by__helper own;
    struct pr_fact root; /* what it has found */
    int number;          /* 1, 2, ... */
};

/* State that the threads of a search share besides the table. */
struct pr_team {
    struct pr_helper *helpers;
    int count;
    by_stop *helpers_stop; /* ends the helpers' runs */
    by_stop *found;        /* a helper has solved the root: ends the first thread's */
    _Atomic int winner;    /* the number of that helper; 0: none */
    _Atomic uint64_t pool; /* what is left of a limit of nodes */
    bool has_started;
    struct by__crew *crew;         /* the threads of the helpers, which start when they are needed first */
    _Atomic uint8_t busy[PR_BUSY]; /* how many threads are below a position, by its key */
};

struct pr_search {
    enum pr_form form;
    struct pr_options opt;
    bool walks;            /* walks through solutions wherever they are used */
    int threads;           /* that search then */
    struct pr_table table; /* of a depth-first search */
    struct pr_tree tree;   /* of a best-first search */
    struct pr_lists lists;
    struct pr_walk walk;
    struct pr_team *team;         /* NULL: one thread */
    struct pr_question asked;     /* the question that the table is about */
    uint64_t roots[PR_ROOTS];     /* and the codes of the roots that it is about, */
    uint64_t root_keys[PR_ROOTS]; /* and by which keys it knows these positions */
    int root_count;               /* 0: nothing was asked yet */
    bool is_bare;                 /* these have no moves before them, and none is left out */
    bool has_cut_lists;           /* the table rests on lists that the path has cut, */
    bool has_own_draws;           /* on repetitions that the game has not judged, */
    bool has_path_verdicts;       /* on verdicts that depend on which side closes a cycle */
    by_move *line;
    int plies, max_moves; /* the capacities */
    size_t bytes;         /* that were left for the table or the tree, and the lists */
    struct by_counter counters[PR_COUNTER_COUNT];
};

/* ---- Memory (memory.c) ----------------------------------------------------------------------------------------- */

by_status by__pr_reserve(void *self, const struct by__run *run, by_error *error);

/* Frees everything: the next run allocates like a first run. */
void by__pr_release(struct pr_search *s);

/* ---- Threads (threads.c) --------------------------------------------------------------------------------------- */

/* Allocates the helpers' copies of the position, so that they can start inside the search. */
by_status by__pr_prepare_helpers(struct pr_search *s, const struct by__run *run, by_error *error);

/* A team of `count` helpers, which have no memory to search with yet. NULL: out of memory. */
struct pr_team *by__pr_team_create(int count);

/* The helpers are idle; the memory that they search with is not the team's own. */
void by__pr_team_destroy(struct pr_team *team);

/* Ends the helpers' work, if they were called. If one of them solved the root, its walk and its fact replace those of
 * the first thread. */
struct pr_walk *by__pr_end_helpers(struct pr_search *s, struct pr_fact *root);

#endif
