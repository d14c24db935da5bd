/* SPDX-License-Identifier: MIT
 *
 * Lists of moves of nodes that were left and may soon be come back to by the same path. A depth-first search leaves and
 * enters a node again and again; its list with what is behind each move need not be made each time.
 *
 *     ring     [ list | list | list | free ...        | list | list ]    the oldest gives way
 *                             ^head
 *     marks    by path: where in the ring, how many
 *
 * The path is the same, and with it everything that verdicts and legality may depend on. Threads share the lists, since
 * the one that comes back is often not the one that has left; so that they do not wait for each other, there are
 * several shelves with a ring each.
 */
#ifndef BOYI_SEARCH_PROOF_LISTS_H
#define BOYI_SEARCH_PROOF_LISTS_H

#include <pthread.h>

#include "search/proof/walk.h"

struct pr_mark {
    uint64_t code; /* of the path, the position and the run */
    uint64_t at;   /* of all children that the run has put into the ring, the number of its first */
    int32_t count;
    int16_t path_ply;
    bool is_partial;
};

struct pr_shelf {
    struct pr_child *ring;
    struct pr_mark *marks;
    size_t room; /* children */
    size_t mark_count;
    uint64_t head;        /* children that the run has put into it, with those that were left out at its end */
    pthread_mutex_t lock; /* of lists that are shared */
};

enum { PR_SHELVES = 16 };

struct pr_lists {
    struct pr_shelf shelves[PR_SHELVES];
    int count;      /* of shelves; 0: no lists are kept */
    bool is_shared; /* by threads */
    uint64_t run;   /* lists of earlier runs are ignored */
};

/* Creates lists within `bytes`; too few bytes give no lists. False: out of memory. */
bool by__pr_lists_create(struct pr_lists *lists, size_t bytes, bool is_shared);
void by__pr_lists_destroy(struct pr_lists *lists);

/* The bytes that the lists occupy. */
size_t by__pr_lists_bytes(const struct pr_lists *lists);

/* Begins a run and forgets all lists. Even for the same question they may depend on the moves before the root, which no
 * key contains. */
void by__pr_lists_begin(struct pr_lists *lists);

/* Stores the children of a node that the search leaves. */
void by__pr_lists_store(struct pr_lists *lists, const struct pr_frame *f);

/* Restores the children of a node that the search enters again, if they were kept and fit into `room`. */
bool by__pr_lists_restore(struct pr_lists *lists, struct pr_frame *f, size_t room);

#endif
