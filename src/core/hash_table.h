/* SPDX-License-Identifier: MIT
 *
 * The transposition table: what is known of positions that were met before, with the replacement schemes of the
 * literature (Breuker, Uiterwijk, van den Herik 1994) as Yue and Feng describe them, to be chosen at run time.
 *
 *     bucket   always, depth   one entry
 *              two_tier        [ deepest | latest ]
 *              m_way           [ e1 | e2 | ... | em ]
 *              linear          entries stand alone; a search for one looks at up to 8 neighbours
 *              clustered       [ e1 | e2 | e3 | e4 ]: a cache line, entries know in which search they were made
 *
 * Invariant: a key stands at most once among the entries where it is looked for.
 *
 * Threads may share a table without a lock. The halves of a slot are read and written whole, but not together; the key
 * is stored mixed with the word, so that halves of two entries do not pass for one (Hyatt & Mann 2002).
 */
#ifndef BOYI_CORE_HASH_TABLE_H
#define BOYI_CORE_HASH_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/value.h"

enum by__hash_scheme {
    BY__HASH_ALWAYS,   /* the new entry overwrites */
    BY__HASH_DEPTH,    /* it overwrites one that is not deeper */
    BY__HASH_TWO_TIER, /* deep enough, it goes to the first tier, whose entry moves to the second; else to the second */
    BY__HASH_M_WAY,    /* it overwrites the shallowest of m */
    BY__HASH_LINEAR,   /* the first free one of 8 neighbours, else the shallowest */
    BY__HASH_CLUSTERED, /* it overwrites the shallowest of 4, entries of earlier searches first */
};

enum by__hash_key {
    BY__HASH_SINGLE, /* the index is taken from the high half of the 64-bit key */
    BY__HASH_PAPER,  /* the index is an independent 32-bit hash modulo the size, the 64-bit key is the check; clustered
                        has no room for it and takes the other */
};

enum by__bound { BY__BOUND_NONE, BY__BOUND_LOWER, BY__BOUND_UPPER, BY__BOUND_EXACT };

/* What is stored of a position. */
struct by__hash_entry {
    by_move move;   /* BY_MOVE_NONE: no move worth trying first is known */
    by_value value; /* relative to the position */
    int depth;      /* in the search's units, 0 to BY__HASH_DEPTH_MOST; deeper is stored as that */
    enum by__bound bound;
    bool is_settled;  /* no estimate at a horizon has gone into the value */
    bool is_doubtful; /* nor is it sure if it is a win or a loss */

    by_value evaluation; /* without search, relative to the position; it comes back from clustered only, and if it fits
                            into 16 bits and the value is neither a win nor a loss */
    bool is_earlier;     /* out: an earlier search may have found the value */
};

#define BY__HASH_DEPTH_MOST    4095
#define BY__HASH_NO_EVALUATION (-32768)

/* 16 bytes: everything but the key in one word, and the key mixed with it. An empty slot has a word of 0. */
struct by__hash_slot {
    _Atomic uint64_t mixed_key;
    _Atomic uint64_t word;
};

struct by__hash_table {
    enum by__hash_scheme scheme;
    enum by__hash_key key_form;
    size_t ways;                 /* slots of a bucket */
    size_t buckets;              /* at least 1, below 2^32 */
    struct by__hash_slot *slots; /* from the beginning of a cache line */
    size_t bytes;                /* that the slots have room in, perhaps for more of them */
    void *memory;                /* where they are */
    bool is_touched;             /* all of it has been written to */

    /* Of clustered */
    int ply_units; /* of depth, in a ply; 1 at first, for who creates the table to set */
    unsigned age;  /* of this search: 0 to 15, and again from 0 */

    unsigned searches; /* the number of this one since the table was empty: 2, 4, ..., 65534, and again from 4. It is
                          odd once wins are forgotten, for each thread by itself */
};

/* Sets up a table in at most `bytes`, but with one bucket at least. `ways` counts for m_way only. False: no memory. */
bool by__hash_create(struct by__hash_table *table, enum by__hash_scheme scheme, enum by__hash_key key_form, int ways,
                     size_t bytes);

/* Gives an empty table the size that by__hash_create would give it. False: its memory is too small, or is more than
 * `most`; then it is as it was. */
bool by__hash_resize(struct by__hash_table *table, size_t bytes, size_t most);

/* Writes to all the memory of an empty table, which the system else gives page by page as the search comes by. A table
 * of more than half of the machine's memory is left alone. */
void by__hash_touch(struct by__hash_table *table);

/* Makes the table empty. One that was not touched is destroyed: new memory is empty too, and comes page by page. */
void by__hash_clear(struct by__hash_table *table);

/* The bytes of one bucket, the least that a table takes. */
size_t by__hash_bucket_bytes(enum by__hash_scheme scheme, int ways);

/* Looks a position up. */
bool by__hash_probe(const struct by__hash_table *table, uint64_t key, uint32_t index_key, struct by__hash_entry *out);

/* The greatest depth that can be stored. */
int by__hash_depth_most(const struct by__hash_table *table);

/* Another search begins: what earlier ones have stored may be replaced before what this one stores. Of no effect but
 * with clustered. Threads that share the table are told by who has them begin. */
void by__hash_new_search(struct by__hash_table *table);

/* From now on wins and losses that were stored before count as those of earlier searches. */
void by__hash_forget_wins(struct by__hash_table *table);

/* Stores by the table's scheme. An entry of the same position is updated in place, whatever its depth; of clustered
 * only if it is exact, not more than 3 plies shallower, or the old one of an earlier search, and with the move and the
 * evaluation of the old one where the new one has none.
 * Without a bound there is a move and an evaluation, but no value. Only clustered stores such entries, beside the value
 * that it has already. */
void by__hash_store(struct by__hash_table *table, uint64_t key, uint32_t index_key, const struct by__hash_entry *entry);

/* Begins to fetch the bucket of a key. */
void by__hash_prefetch(const struct by__hash_table *table, uint64_t key);

/* How much of the table is in use, judged by a sample. */
int by__hash_permille(const struct by__hash_table *table);

void by__hash_destroy(struct by__hash_table *table);

#endif
