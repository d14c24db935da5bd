/* SPDX-License-Identifier: MIT
 *
 * The table of a depth-first proof-number search: numbers of positions, and solutions.
 *
 *     base entry   one for each position: its numbers while it is unsolved, or a solution that holds on every path
 *     path entry   a solution that depends on the path above its node: found by position and code of the path
 *                  (Kishimoto & Müller 2004). The base entry names the path of the last one, whose solution may
 *                  also hold on other paths.
 *
 * Entries stand in windows of four; a new one takes a free place of its window, else that of the least work, of entries
 * that were made below another root first. What belongs to an earlier question, and path entries of earlier runs, count
 * as free: a stamp tells, so that nothing has to be wiped out between runs. A new question begins with few of the
 * windows, which the caches hold, and when they fill up their number is doubled, so that a small search is as fast with
 * a large table as with a small one.
 *
 * Threads may share it without a lock: an entry is four words, the first mixed with the others and the key, so that
 * parts of two entries do not pass for one (Hyatt & Mann 2002).
 */
#ifndef BOYI_SEARCH_PROOF_TABLE_H
#define BOYI_SEARCH_PROOF_TABLE_H

#include <stdatomic.h>

#include "search/proof/proof.h"

struct pr_entry {
    struct pr_fact fact;
    uint32_t work;       /* nodes that were spent on it */
    by_move move;        /* the best one, where it is solved by all its moves the one that took the most work */
    uint32_t other_path; /* of a base entry: the short code of the path of its last path entry; 0: none */
};

struct pr_slot {
    _Atomic uint64_t words[4];
};

struct pr_table {
    void *memory;
    struct pr_slot *slots; /* in `memory`, where a line of the cache begins */
    size_t windows;        /* that are in use */
    size_t first_windows;  /* of a new question */
    size_t max_windows;
    size_t touched;        /* windows that have ever been in use */
    uint64_t nodes;        /* that earlier runs have spent on what is in it */
    uint16_t stamp;        /* of the run */
    uint16_t root;         /* that it asks about, as a number */
    uint16_t first_stamp;  /* of the first run with this question */
    bool is_shared;        /* by threads: the windows in use stay as many as they are */
    bool collects;         /* whether the smallest trees are dropped when it is full */
    uint8_t apart[64];     /* what threads read all the time is in another line of the cache than what they write */
    _Atomic uint64_t used; /* places taken by entries that count */
    _Atomic uint64_t path_entries; /* of them by path entries */
    _Atomic uint64_t collections;
    _Atomic bool is_collecting;
};

enum { PR_WINDOW = 4 };

/* A table in at most `bytes`, but with room for 64 entries. False: no memory. */
bool by__pr_table_create(struct pr_table *table, size_t bytes, bool collects);

/* The size of a table that may use `bytes`. */
size_t by__pr_table_bytes(size_t bytes);

/* Begins a run: forgets path entries, and everything if the question is new. */
void by__pr_table_begin(struct pr_table *table, bool is_new_question);

/* Takes enough windows into use for `entries` more entries and shares the table between threads; a shared table does
 * not grow. The other function ends the sharing. */
void by__pr_table_share(struct pr_table *table, uint64_t entries);
void by__pr_table_unshare(struct pr_table *table);

/* Prefetches the entry of a position. */
void by__pr_table_prefetch(const struct pr_table *table, uint64_t key);

bool by__pr_table_find(const struct pr_table *table, uint64_t key, struct pr_entry *out);
/* The solution of a position on the path with this code. */
bool by__pr_table_find_path(const struct pr_table *table, uint64_t key, uint64_t path_code, struct pr_entry *out);
/* The solution on a path of which only the short code is known. */
bool by__pr_table_find_other_path(const struct pr_table *table, uint64_t key, uint32_t path, struct pr_entry *out);

void by__pr_table_store(struct pr_table *table, uint64_t key, const struct pr_entry *entry);
void by__pr_table_store_path(struct pr_table *table, uint64_t key, uint64_t path_code, const struct pr_entry *entry);

/* The short form of a path's code, never 0. */
static inline uint32_t pr_short_code(uint64_t path_code)
{
    return (uint32_t)(path_code >> 32) | 1;
}

/* The share that is in use. */
int by__pr_table_permille(const struct pr_table *table);

void by__pr_table_destroy(struct pr_table *table);

#endif
