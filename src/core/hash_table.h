/* SPDX-License-Identifier: MIT
 *
 * The transposition table: the stored results of earlier positions. The replacement schemes are those of the literature
 * (Breuker, Uiterwijk, van den Herik 1994), as Yue and Feng describe them; they are chosen at run time.
 *
 *     bucket   always, depth   one entry
 *              two_tier        [ deepest | latest ]
 *              m_way           [ e1 | e2 | ... | em ]
 *              linear          entries stand alone; a lookup probes up to 8 neighbours
 *              clustered       [ e1 | e2 | e3 | e4 ]: a cache line, entries know in which search they were made
 *
 * All schemes store the same entries. A scheme decides which slot a new entry takes, and clustered also what an entry
 * keeps of an older one of the same position.
 *
 * Invariant: a key stands at most once among the entries where it is looked for.
 *
 * Threads may share a table without a lock. The halves of a slot are read and written whole, but not together; the half
 * with the key is stored mixed with the other, so that halves of two entries do not pass for one (Hyatt & Mann 2002).
 */
#ifndef BOYI_CORE_HASH_TABLE_H
#define BOYI_CORE_HASH_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/value.h"

enum by__hash_scheme {
    BY__HASH_ALWAYS,    /* the new entry overwrites */
    BY__HASH_DEPTH,     /* it overwrites one that is not deeper */
    BY__HASH_TWO_TIER,  /* if it is deep enough it goes to the first tier, whose entry moves to the second; otherwise it
                           goes to the second tier */
    BY__HASH_M_WAY,     /* it overwrites the shallowest of m */
    BY__HASH_LINEAR,    /* it takes the first free one of 8 neighbours, otherwise it overwrites the shallowest */
    BY__HASH_CLUSTERED, /* it overwrites the shallowest of 4, entries of earlier searches first */
};

enum by__hash_key {
    BY__HASH_SINGLE, /* the index is taken from the high half of the 64-bit key */
    BY__HASH_PAPER,  /* the index is an independent 32-bit hash modulo the size, the 64-bit key is the check; clustered
                        always uses the single key */
};

enum by__bound { BY__BOUND_NONE, BY__BOUND_LOWER, BY__BOUND_UPPER, BY__BOUND_EXACT };

/* The entry of a position. */
struct by__hash_entry {
    by_move move;   /* BY_MOVE_NONE: no move worth trying first is known */
    by_value value; /* relative to the position */
    int depth;      /* in the search's units, 0 to BY__HASH_MAX_DEPTH; a deeper one is stored as that */
    enum by__bound bound;
    bool is_settled;  /* the value rests on no estimate at a horizon */
    bool is_doubtful; /* if the value is a win or a loss, that is not certain */

    by_value evaluation; /* the static evaluation, relative to the position. Only clustered returns it, if it fits into
                            16 bits and the value is neither a win nor a loss */
    bool is_earlier;     /* out: an earlier search may have found the value */
};

#define BY__HASH_MAX_DEPTH     4095
#define BY__HASH_NO_EVALUATION (-32768)

/* 16 bytes; hash_table.c has the layout. An empty slot has a word of 0. */
struct by__hash_slot {
    _Atomic uint64_t mixed_check; /* the check, which holds the key, mixed with the word */
    _Atomic uint64_t word;
};

struct by__hash_table {
    enum by__hash_scheme scheme;
    enum by__hash_key key_form;
    size_t ways;                 /* slots of a bucket */
    size_t buckets;              /* at least 1, below 2^32 */
    struct by__hash_slot *slots; /* aligned to a cache line */
    size_t bytes;                /* size of the slots' memory, which may have room for more buckets */
    void *memory;                /* the allocation that holds the slots */
    bool is_touched;             /* all of it has been written to */

    int ply_units;     /* units of depth in a ply; 1 until the owner of the table sets it */
    unsigned age;      /* of this search: 0 to 15, and again from 0 */
    unsigned searches; /* number of this search since the table was empty: 2, 4, ..., 65534, and again from 4. It is odd
                          once wins are forgotten, for each thread by itself */
};

/* Sets up a table of at most `bytes`, but with at least one bucket. Only m_way uses `ways`. False: no memory. */
bool by__hash_create(struct by__hash_table *table, enum by__hash_scheme scheme, enum by__hash_key key_form, int ways,
                     size_t bytes);

/* Gives an empty table the size that by__hash_create would give it, in the memory that it has. False: that memory is
 * too small or larger than `max_bytes`; the table is unchanged. */
bool by__hash_resize(struct by__hash_table *table, size_t bytes, size_t max_bytes);

/* Writes to all the memory of an empty table; otherwise the system provides it page by page during the search. Does
 * nothing if the table takes more than half of the machine's memory. */
void by__hash_touch(struct by__hash_table *table);

/* Empties the table. A table that was not touched is destroyed: new memory is empty too. */
void by__hash_clear(struct by__hash_table *table);

/* The bytes of one bucket, which is the smallest table. */
size_t by__hash_bucket_bytes(enum by__hash_scheme scheme, int ways);

/* Looks a position up. */
bool by__hash_probe(const struct by__hash_table *table, uint64_t key, uint32_t index_key, struct by__hash_entry *out);

/* Begins a new search. Clustered replaces entries of earlier searches first. Threads that share the slots have a copy
 * of the table each; call this before they copy it. */
void by__hash_new_search(struct by__hash_table *table);

/* From now on wins and losses that were stored before count as those of earlier searches. */
void by__hash_forget_wins(struct by__hash_table *table);

/* Stores by the table's scheme. An entry of the same position is updated in place, whatever its depth. Clustered does
 * so only if the new entry is exact, is at most 3 plies shallower, or the old one is of an earlier search; where the
 * new entry lacks a move or an evaluation it takes that of the old one. An entry without a bound has a move and an
 * evaluation, but no value. Only clustered stores such entries, and keeps the value that it already has. */
void by__hash_store(struct by__hash_table *table, uint64_t key, uint32_t index_key, const struct by__hash_entry *entry);

/* Prefetches the bucket of a key. */
void by__hash_prefetch(const struct by__hash_table *table, uint64_t key);

/* How full the table is, estimated from a sample. */
int by__hash_permille(const struct by__hash_table *table);

void by__hash_destroy(struct by__hash_table *table);

#endif
