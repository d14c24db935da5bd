/* SPDX-License-Identifier: MIT
 *
 * The hash table: which entries each replacement scheme keeps and replaces; its memory.
 */
#define _DEFAULT_SOURCE /* mincore */
#include "core/hash_table.h"

#include <sys/mman.h>
#include <unistd.h>

#include "boyi/random.h"
#include "support/check.h"

enum { ONE_BUCKET = 0 }; /* bytes; a table has one bucket at least */

static struct by__hash_table table_of(enum by__hash_scheme scheme, int ways, size_t bytes)
{
    struct by__hash_table table;

    assert_true(by__hash_create(&table, scheme, BY__HASH_SINGLE, ways, bytes));
    return table;
}

static void store(struct by__hash_table *table, uint64_t key, int depth)
{
    struct by__hash_entry entry = {
        .move = (by_move)key, .value = (by_value)key, .depth = depth, .bound = BY__BOUND_EXACT};

    by__hash_store(table, key, 0, &entry);
}

/* The depth stored for a key, -1 if it is not there. */
static int depth_of(const struct by__hash_table *table, uint64_t key)
{
    struct by__hash_entry entry;

    if (!by__hash_probe(table, key, 0, &entry))
        return -1;
    assert_int_equal(entry.move, key);
    assert_int_equal(entry.value, key);
    return entry.depth;
}

/* Everything that is stored comes back, at the ends of every range. */
static void test_entries_come_back(void **state)
{
    static const by_value values[] = {-BY_INFINITE, -BY_WIN, -1, 0, 1, BY_MAX_SCORE, BY_WIN, BY_INFINITE};
    static const by_move moves[] = {0, 1, 0x123456, BY_MAX_MOVE, BY_MOVE_NONE};
    static const int depths[] = {0, 1, 12, BY__HASH_MAX_DEPTH};
    struct by__hash_table table = table_of(BY__HASH_ALWAYS, 1, 1 << 12);

    (void)state;
    for (size_t v = 0; v < 8; v++)
        for (size_t m = 0; m < 5; m++)
            for (size_t d = 0; d < 4; d++)
                for (int b = BY__BOUND_LOWER; b <= BY__BOUND_EXACT; b++) {
                    struct by__hash_entry in = {.move = moves[m], .value = values[v], .depth = depths[d]}, out;
                    uint64_t key = by_random_word(v * 1000 + m * 100 + d * 10 + (uint64_t)b);

                    in.bound = (enum by__bound)b;
                    in.is_settled = b & 1;
                    in.is_doubtful = b & 2;
                    by__hash_store(&table, key, 0, &in);
                    assert_true(by__hash_probe(&table, key, 0, &out));
                    assert_int_equal(out.move, in.move);
                    assert_int_equal(out.value, in.value);
                    assert_int_equal(out.depth, in.depth);
                    assert_int_equal(out.bound, in.bound);
                    assert_int_equal(out.is_settled, in.is_settled);
                    assert_int_equal(out.is_doubtful, in.is_doubtful);
                    assert_int_equal(out.evaluation, BY__HASH_NO_EVALUATION);
                }
    by__hash_destroy(&table);
}

/* Depths that do not fit are stored as less, never as more. */
static void test_depths_saturate(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_ALWAYS, 1, ONE_BUCKET);

    (void)state;
    store(&table, 1, 5000);
    assert_int_equal(depth_of(&table, 1), BY__HASH_MAX_DEPTH);
    store(&table, 1, -7);
    assert_int_equal(depth_of(&table, 1), 0);
    by__hash_destroy(&table);
}

/* always: the latest stays. */
static void test_always_keeps_the_latest(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_ALWAYS, 1, ONE_BUCKET);

    (void)state;
    store(&table, 1, 9);
    store(&table, 2, 3);
    assert_int_equal(depth_of(&table, 1), -1);
    assert_int_equal(depth_of(&table, 2), 3);
    by__hash_destroy(&table);
}

/* depth: a shallower one does not replace, one as deep does. */
static void test_depth_keeps_the_deeper(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_DEPTH, 1, ONE_BUCKET);

    (void)state;
    store(&table, 1, 5);
    store(&table, 2, 4);
    assert_int_equal(depth_of(&table, 1), 5);
    assert_int_equal(depth_of(&table, 2), -1);
    store(&table, 3, 5);
    assert_int_equal(depth_of(&table, 1), -1);
    assert_int_equal(depth_of(&table, 3), 5);
    by__hash_destroy(&table);
}

/* two_tier: a deep one pushes the first tier's entry into the second, a shallow one goes into the second. */
static void test_two_tier_keeps_deepest_and_latest(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_TWO_TIER, 1, ONE_BUCKET);

    (void)state;
    store(&table, 1, 5);
    store(&table, 2, 3); /* 1 | 2 */
    assert_int_equal(depth_of(&table, 1), 5);
    assert_int_equal(depth_of(&table, 2), 3);
    store(&table, 3, 5); /* 3 | 1: as deep is deep enough */
    assert_int_equal(depth_of(&table, 3), 5);
    assert_int_equal(depth_of(&table, 1), 5);
    assert_int_equal(depth_of(&table, 2), -1);
    store(&table, 4, 4); /* 3 | 4: the second tier takes anything */
    assert_int_equal(depth_of(&table, 3), 5);
    assert_int_equal(depth_of(&table, 4), 4);
    assert_int_equal(depth_of(&table, 1), -1);
    by__hash_destroy(&table);
}

/* m_way: free places first, then the shallowest goes, whatever the depth of the new one. */
static void test_m_way_replaces_the_shallowest(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_M_WAY, 3, ONE_BUCKET);

    (void)state;
    store(&table, 1, 5);
    store(&table, 2, 3);
    store(&table, 3, 4);
    assert_int_equal(depth_of(&table, 2), 3);
    store(&table, 4, 1);
    assert_int_equal(depth_of(&table, 2), -1);
    assert_int_equal(depth_of(&table, 4), 1);
    assert_int_equal(depth_of(&table, 1), 5);
    assert_int_equal(depth_of(&table, 3), 4);
    by__hash_destroy(&table);
}

/* linear: up to 8 neighbours are tried, round the end of the table; then the shallowest of them goes. */
static void test_linear_probes_neighbours(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_LINEAR, 1, 10 * 16);
    uint64_t last = 0xF0000000u; /* the high half gives the place: keys with these bits belong to the last of 10 */

    (void)state;
    assert_int_equal(table.buckets, 10);
    for (uint64_t i = 1; i <= 8; i++) {
        struct by__hash_entry entry = {.move = (by_move)i, .value = 0, .depth = (int)i + 3, .bound = BY__BOUND_EXACT};

        by__hash_store(&table, last << 32 | i, 0, &entry);
    }
    assert_int_not_equal(table.slots[9].word, 0);
    assert_int_not_equal(table.slots[6].word, 0);
    assert_int_equal(table.slots[7].word, 0);
    assert_int_equal(table.slots[8].word, 0);
    for (uint64_t i = 1; i <= 8; i++) {
        struct by__hash_entry entry;

        assert_true(by__hash_probe(&table, last << 32 | i, 0, &entry));
        assert_int_equal(entry.move, i);
    }
    by__hash_store(&table, last << 32 | 9, 0,
                   &(struct by__hash_entry){.move = 9, .depth = 1, .bound = BY__BOUND_LOWER});
    assert_false(by__hash_probe(&table, last << 32 | 1, 0, &(struct by__hash_entry){0}));
    assert_true(by__hash_probe(&table, last << 32 | 9, 0, &(struct by__hash_entry){0}));
    by__hash_destroy(&table);
}

/* The same position is updated in place in every scheme, even by a shallower entry, and never stands twice. */
static void test_same_key_is_updated(void **state)
{
    (void)state;
    for (int scheme = BY__HASH_ALWAYS; scheme <= BY__HASH_CLUSTERED; scheme++) {
        struct by__hash_table table = table_of((enum by__hash_scheme)scheme, 4, 16 * 16);
        int found = 0;

        store(&table, 7, 9);
        store(&table, 7, 2);
        assert_int_equal(depth_of(&table, 7), 2);
        for (size_t i = 0; i < table.buckets * table.ways; i++)
            found += table.slots[i].word != 0;
        assert_int_equal(found, 1);
        by__hash_destroy(&table);
    }
}

/* In the paper's form the 32-bit hash chooses the place and the 64-bit key is the check. */
static void test_paper_keys(void **state)
{
    struct by__hash_table table;
    struct by__hash_entry entry = {.move = 1, .depth = 1, .bound = BY__BOUND_EXACT}, out;

    (void)state;
    assert_true(by__hash_create(&table, BY__HASH_ALWAYS, BY__HASH_PAPER, 1, 100 * 16));
    by__hash_store(&table, 12345, 207, &entry);
    assert_int_not_equal(table.slots[7].word, 0);
    assert_true(by__hash_probe(&table, 12345, 207, &out));
    assert_true(by__hash_probe(&table, 12345, 7, &out));
    assert_false(by__hash_probe(&table, 12345, 8, &out));
    assert_false(by__hash_probe(&table, 12346, 207, &out));
    by__hash_destroy(&table);
}

/* A table stays within its bytes, and begins empty. */
static void test_size(void **state)
{
    (void)state;
    for (int scheme = BY__HASH_ALWAYS; scheme <= BY__HASH_CLUSTERED; scheme++) {
        struct by__hash_table table = table_of((enum by__hash_scheme)scheme, 3, 10000);

        assert_in_range(table.buckets * table.ways * sizeof *table.slots, 9900, 10000);
        for (size_t i = 0; i < table.buckets * table.ways; i++)
            assert_int_equal(table.slots[i].word, 0);
        by__hash_destroy(&table);
    }
}

/* The use of the table is reported in thousandths. */
static void test_permille(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_ALWAYS, 1, 10 * sizeof(struct by__hash_slot));

    (void)state;
    assert_int_equal(by__hash_permille(&table), 0);
    store(&table, 1, 1);
    assert_int_equal(by__hash_permille(&table), 100);
    by__hash_destroy(&table);
}

/* ---- Clustered --------------------------------------------------------------------------------------------------- */

static void expect_equal(const struct by__hash_entry *out, const struct by__hash_entry *in)
{
    assert_int_equal(out->move, in->move);
    assert_int_equal(out->value, in->value);
    assert_int_equal(out->depth, in->depth);
    assert_int_equal(out->bound, in->bound);
    assert_int_equal(out->is_settled, in->is_settled);
    assert_int_equal(out->is_doubtful, in->is_doubtful);
    assert_int_equal(out->evaluation, in->evaluation);
}

/* Everything that is stored comes back here too, at the ends of every range and with every single flag. */
static void test_clustered_entries_come_back(void **state)
{
    static const by_value values[] = {-BY_INFINITE, -BY_WIN, -1, 0, 1, BY_MAX_SCORE, BY_WIN, BY_INFINITE};
    static const by_value evaluations[] = {-32767, -1, 0, 1, 32767, BY__HASH_NO_EVALUATION};
    static const by_move moves[] = {0, 0xFFFF, 0x123456, BY_MAX_MOVE, BY_MOVE_NONE};
    struct by__hash_table table = table_of(BY__HASH_CLUSTERED, 9, 1 << 16);
    struct by__hash_entry in, out;

    (void)state;
    assert_int_equal(table.ways, 4);
    assert_int_equal(table.buckets, (1 << 16) / 64);
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t chance = by_random_word(i), key = by_random_word(chance);

        in = (struct by__hash_entry){.move = moves[chance % 5],
                                     .value = values[chance >> 8 & 7],
                                     .depth = (int)(chance >> 16) & BY__HASH_MAX_DEPTH,
                                     .bound = (enum by__bound)(chance >> 32 & 3),
                                     .is_settled = chance >> 34 & 1,
                                     .is_doubtful = chance >> 35 & 1,
                                     .evaluation = evaluations[(chance >> 40) % 6]};
        if (i % 100 == 0)
            by__hash_new_search(&table);
        by__hash_store(&table, key, 0, &in);
        assert_true(by__hash_probe(&table, key, 0, &out));
        if (in.bound != BY__BOUND_NONE && (by_value_is_win(in.value) || by_value_is_loss(in.value)))
            in.evaluation = BY__HASH_NO_EVALUATION;
        expect_equal(&out, &in);
        assert_false(out.is_earlier);
        assert_false(by__hash_probe(&table, key ^ (uint64_t)1 << i % 32, 0, &out));
    }
    in = (struct by__hash_entry){.depth = BY__HASH_MAX_DEPTH + 1, .bound = BY__BOUND_EXACT, .evaluation = 32768};
    by__hash_store(&table, 5, 0, &in);
    assert_true(by__hash_probe(&table, 5, 0, &out));
    assert_int_equal(out.depth, BY__HASH_MAX_DEPTH);
    assert_int_equal(out.evaluation, BY__HASH_NO_EVALUATION);
    by__hash_destroy(&table);
}

/* A win is known to be of an earlier search, however many have begun since, and whatever is added to the entry. */
static void test_wins_of_earlier_searches(void **state)
{
    (void)state;
    for (int scheme = BY__HASH_ALWAYS; scheme <= BY__HASH_CLUSTERED; scheme++) {
        struct by__hash_table table = table_of((enum by__hash_scheme)scheme, 3, 10000);
        struct by__hash_entry win = {.move = 1, .value = BY_WIN - 5, .depth = 4, .bound = BY__BOUND_LOWER}, out;
        struct by__hash_entry move = {.move = 2, .bound = BY__BOUND_NONE, .evaluation = 7};
        struct by__hash_table other;

        by__hash_new_search(&table);
        by__hash_store(&table, 1, 1, &win);
        assert_true(by__hash_probe(&table, 1, 1, &out));
        assert_false(out.is_earlier);
        for (int search = 0; search < 100; search++) {
            by__hash_new_search(&table);
            assert_true(by__hash_probe(&table, 1, 1, &out));
            assert_true(out.is_earlier);
        }
        by__hash_store(&table, 1, 1, &move);
        assert_true(by__hash_probe(&table, 1, 1, &out));
        assert_true(out.is_earlier || out.bound == BY__BOUND_NONE);
        other = table; /* another thread forgets and stores by itself */
        by__hash_forget_wins(&other);
        by__hash_store(&other, 1, 1, &win);
        by__hash_new_search(&table);
        assert_true(by__hash_probe(&table, 1, 1, &out));
        assert_true(out.is_earlier);
        by__hash_destroy(&table);
    }
}

static void store_bound(struct by__hash_table *table, uint64_t key, int depth, enum by__bound bound)
{
    struct by__hash_entry entry = {.move = (by_move)key,
                                   .value = (by_value)key,
                                   .depth = depth,
                                   .bound = bound,
                                   .evaluation = BY__HASH_NO_EVALUATION};

    by__hash_store(table, key, 0, &entry);
}

/* The shallowest entry is replaced first; one of the search before counts as 8 plies shallower. */
static void test_clustered_replaces_old_and_shallow_entries(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_CLUSTERED, 4, ONE_BUCKET);

    (void)state;
    table.ply_units = 12;
    by__hash_new_search(&table);
    store_bound(&table, 1, 120, BY__BOUND_LOWER);
    store_bound(&table, 2, 36, BY__BOUND_LOWER);
    store_bound(&table, 3, 40, BY__BOUND_LOWER);
    store_bound(&table, 4, 37, BY__BOUND_LOWER);
    assert_int_equal(by__hash_permille(&table), 1000);
    store_bound(&table, 5, 0, BY__BOUND_LOWER);
    assert_int_equal(depth_of(&table, 2), -1);
    store_bound(&table, 6, 200, BY__BOUND_LOWER);
    assert_int_equal(depth_of(&table, 5), -1);
    by__hash_new_search(&table);
    assert_int_equal(by__hash_permille(&table), 0);
    store_bound(&table, 7, 22, BY__BOUND_LOWER); /* 4 and 3 are of the search before */
    store_bound(&table, 8, 23, BY__BOUND_LOWER);
    assert_int_equal(depth_of(&table, 4), -1);
    assert_int_equal(depth_of(&table, 3), -1);
    assert_int_equal(by__hash_permille(&table), 500);
    store_bound(&table, 9, 30, BY__BOUND_LOWER); /* 120 - 96 are still more than 22 */
    assert_int_equal(depth_of(&table, 1), 120);
    assert_int_equal(depth_of(&table, 7), -1);
    store_bound(&table, 10, 30, BY__BOUND_LOWER);
    store_bound(&table, 11, 30, BY__BOUND_LOWER); /* but less than 30 */
    assert_int_equal(depth_of(&table, 8), -1);
    assert_int_equal(depth_of(&table, 1), -1);
    assert_int_equal(depth_of(&table, 6), 200);
    by__hash_destroy(&table);
}

/* A much shallower bound does not replace an entry of the same position, unless that is of an earlier search. */
static void test_clustered_keeps_much_deeper_entries(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_CLUSTERED, 4, ONE_BUCKET);

    (void)state;
    table.ply_units = 12;
    store_bound(&table, 1, 100, BY__BOUND_UPPER);
    store_bound(&table, 1, 63, BY__BOUND_LOWER);
    assert_int_equal(depth_of(&table, 1), 100);
    store_bound(&table, 1, 64, BY__BOUND_LOWER);
    assert_int_equal(depth_of(&table, 1), 64);
    store_bound(&table, 1, 2, BY__BOUND_EXACT);
    assert_int_equal(depth_of(&table, 1), 2);
    store_bound(&table, 1, 90, BY__BOUND_EXACT);
    by__hash_new_search(&table);
    store_bound(&table, 1, 3, BY__BOUND_LOWER);
    assert_int_equal(depth_of(&table, 1), 3);
    assert_int_equal(by__hash_permille(&table), 250);
    by__hash_destroy(&table);
}

/* A new entry takes the move and the evaluation that it lacks from the old one; one without a bound changes only these.
 */
static void test_clustered_keeps_moves(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_CLUSTERED, 4, ONE_BUCKET);
    struct by__hash_entry out, no_bound = {.move = 7, .value = 55, .depth = 90, .evaluation = -12};
    struct by__hash_entry bound = {.move = BY_MOVE_NONE,
                                   .value = -3,
                                   .depth = 24,
                                   .bound = BY__BOUND_UPPER,
                                   .is_settled = true,
                                   .evaluation = BY__HASH_NO_EVALUATION};

    (void)state;
    table.ply_units = 12;
    by__hash_store(&table, 1, 0, &no_bound);
    assert_true(by__hash_probe(&table, 1, 0, &out));
    expect_equal(&out, &no_bound);
    by__hash_store(&table, 1, 0, &bound); /* shallower, but there was no value */
    assert_true(by__hash_probe(&table, 1, 0, &out));
    bound.move = 7;
    bound.evaluation = -12;
    expect_equal(&out, &bound);
    no_bound.move = bound.move = 8;
    no_bound.evaluation = bound.evaluation = 13;
    by__hash_store(&table, 1, 0, &no_bound);
    assert_true(by__hash_probe(&table, 1, 0, &out));
    expect_equal(&out, &bound);
    by__hash_destroy(&table);
}

/* Halves of two entries of the same position do not pass for one, even where they differ in the lowest bits only. */
static void test_clustered_rejects_torn_entries(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_CLUSTERED, 4, ONE_BUCKET);
    struct by__hash_entry out, entry = {.move = 1, .bound = BY__BOUND_EXACT, .evaluation = 100};
    uint64_t mixed_check;

    (void)state;
    by__hash_store(&table, 77, 0, &entry);
    for (by_move move = 2; move < (1 << 24); move += 1 + move / 64) {
        entry.move = move;
        mixed_check = table.slots[0].mixed_check;
        by__hash_store(&table, 77, 0, &entry);
        table.slots[0].mixed_check = mixed_check;
        assert_false(by__hash_probe(&table, 77, 0, &out));
        table.slots[0].word = 0;
        by__hash_store(&table, 77, 0, &entry);
    }
    by__hash_destroy(&table);
}

/* The other schemes store nothing without a bound. */
static void test_no_bound_is_not_stored(void **state)
{
    (void)state;
    for (int scheme = BY__HASH_ALWAYS; scheme < BY__HASH_CLUSTERED; scheme++) {
        struct by__hash_table table = table_of((enum by__hash_scheme)scheme, 4, 1 << 10);

        store_bound(&table, 1, 5, BY__BOUND_NONE);
        assert_int_equal(depth_of(&table, 1), -1);
        store_bound(&table, 1, 5, BY__BOUND_LOWER);
        store_bound(&table, 1, 6, BY__BOUND_NONE);
        assert_int_equal(depth_of(&table, 1), 5);
        by__hash_destroy(&table);
    }
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Every table is aligned to a cache line, so that a bucket of four slots is one. */
static void test_alignment(void **state)
{
    (void)state;
    for (size_t bytes = 1; bytes < (8 << 20); bytes = bytes * 3 + 1)
        for (int scheme = BY__HASH_ALWAYS; scheme <= BY__HASH_CLUSTERED; scheme++) {
            struct by__hash_table table = table_of((enum by__hash_scheme)scheme, 4, bytes);

            assert_int_equal((uintptr_t)table.slots % 64, 0);
            for (size_t i = 0; i < table.buckets * table.ways; i++) /* to the last one it is ours */
                assert_int_equal(table.slots[i].word, 0);
            by__hash_destroy(&table);
        }
}

/* An empty table takes any size that fits into its memory, unless the memory is larger than allowed. */
static void test_resize(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_M_WAY, 4, 100 * 64 + 7), none = {0};

    (void)state;
    assert_int_equal(table.buckets, 100);
    assert_true(by__hash_resize(&table, 80 * 64 + 63, 100 * 64));
    assert_int_equal(table.buckets, 80);
    assert_true(by__hash_resize(&table, 100 * 64, 100 * 64));
    assert_int_equal(table.buckets, 100);
    assert_false(by__hash_resize(&table, 101 * 64, 200 * 64));
    assert_false(by__hash_resize(&table, 80 * 64, 99 * 64));
    assert_int_equal(table.buckets, 100);
    assert_true(by__hash_resize(&table, 0, 100 * 64));
    assert_int_equal(table.buckets, 1);
    assert_false(by__hash_resize(&none, 0, 1000));
    by__hash_destroy(&table);
}

/* A cleared table is empty; one that was touched keeps its memory. */
static void test_clear(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_M_WAY, 4, 1 << 16);
    struct by__hash_slot *slots = table.slots;

    (void)state;
    by__hash_touch(&table);
    for (uint64_t i = 1; i < 1000; i++)
        store(&table, by_random_word(i) & ~(uint64_t)0xFFFFFF, 5);
    assert_in_range(by__hash_permille(&table), 1, 1000);
    by__hash_clear(&table);
    assert_ptr_equal(table.slots, slots);
    assert_int_equal(table.bytes, 1 << 16);
    for (size_t i = 0; i < table.buckets * table.ways; i++) {
        assert_int_equal(table.slots[i].word, 0);
        assert_int_equal(table.slots[i].mixed_check, 0);
    }
    by__hash_destroy(&table);

    table = table_of(BY__HASH_M_WAY, 4, 1 << 16);
    by__hash_clear(&table);
    assert_null(table.slots);
    assert_int_equal(table.bytes, 0);
}

/* Whether all pages of the table are in memory. */
static bool is_resident(const struct by__hash_table *table)
{
    enum { PAGES = 4096 };
    static unsigned char pages[PAGES];
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)table->slots & ~(page - 1);
    size_t bytes = (uintptr_t)table->slots + table->bytes - begin;

    assert_in_range(bytes / page, 1, PAGES - 1);
    assert_int_equal(mincore((char *)table->slots - ((uintptr_t)table->slots - begin), bytes, pages), 0);
    for (size_t i = 0; i < (bytes + page - 1) / page; i++)
        if (!(pages[i] & 1))
            return false;
    return true;
}

/* Touched memory is resident; the system provides the rest later, a page at a time. */
static void test_touch(void **state)
{
    struct by__hash_table table = table_of(BY__HASH_M_WAY, 4, 12 << 20);

    (void)state;
    assert_false(is_resident(&table));
    by__hash_touch(&table);
    assert_true(table.is_touched);
    assert_true(is_resident(&table));
    by__hash_destroy(&table);
    assert_false(table.is_touched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries_come_back),
        cmocka_unit_test(test_depths_saturate),
        cmocka_unit_test(test_always_keeps_the_latest),
        cmocka_unit_test(test_depth_keeps_the_deeper),
        cmocka_unit_test(test_two_tier_keeps_deepest_and_latest),
        cmocka_unit_test(test_m_way_replaces_the_shallowest),
        cmocka_unit_test(test_linear_probes_neighbours),
        cmocka_unit_test(test_same_key_is_updated),
        cmocka_unit_test(test_paper_keys),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_permille),
        cmocka_unit_test(test_clustered_entries_come_back),
        cmocka_unit_test(test_clustered_replaces_old_and_shallow_entries),
        cmocka_unit_test(test_clustered_keeps_much_deeper_entries),
        cmocka_unit_test(test_clustered_keeps_moves),
        cmocka_unit_test(test_clustered_rejects_torn_entries),
        cmocka_unit_test(test_no_bound_is_not_stored),
        cmocka_unit_test(test_wins_of_earlier_searches),
        cmocka_unit_test(test_alignment),
        cmocka_unit_test(test_resize),
        cmocka_unit_test(test_clear),
        cmocka_unit_test(test_touch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
