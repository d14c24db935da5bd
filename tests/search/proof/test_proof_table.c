/* SPDX-License-Identifier: MIT
 *
 * The table of depth-first proof-number searches: entries, path entries, what gives way to what, and what is forgotten
 * when.
 */
#include "boyi/random.h"
#include "search/proof/table.h"
#include "support/check.h"

static struct pr_entry entry_of(pr_number proof, pr_number disproof, uint32_t work)
{
    return (struct pr_entry){.fact = {.proof = proof, .disproof = disproof, .path_ply = PR_NO_PATH},
                             .work = work,
                             .move = 7,
                             .other_path = 5};
}

static void store(struct pr_table *table, uint64_t key, pr_number proof, pr_number disproof, uint32_t work)
{
    struct pr_entry entry = entry_of(proof, disproof, work);

    by__pr_table_store(table, key, &entry);
}

static bool knows(const struct pr_table *table, uint64_t key)
{
    struct pr_entry entry;

    return by__pr_table_find(table, key, &entry);
}

static void open_table(struct pr_table *table, bool collects)
{
    assert_true(by__pr_table_create(table, 0, collects));
    by__pr_table_begin(table, true);
    assert_int_equal(table->windows * PR_WINDOW, 64);
}

/* Stored entries are found unchanged. */
static void test_entries(void **state)
{
    struct pr_entry out, doubtful = entry_of(0, PR_INFINITE, 99);
    struct pr_table table;

    (void)state;
    open_table(&table, false);
    store(&table, 12345, 17, PR_INFINITE - 1, UINT32_MAX);
    assert_true(by__pr_table_find(&table, 12345, &out));
    assert_int_equal(out.fact.proof, 17);
    assert_int_equal(out.fact.disproof, PR_INFINITE - 1);
    assert_int_equal(out.fact.path_ply, PR_NO_PATH);
    assert_false(out.fact.is_doubtful || out.fact.is_open);
    assert_int_equal(out.work, UINT32_MAX);
    assert_int_equal(out.move, 7);
    assert_int_equal(out.other_path, 5);
    assert_false(knows(&table, 12346));
    doubtful.fact.is_doubtful = true;
    doubtful.move = BY_MOVE_NONE;
    by__pr_table_store(&table, 12345, &doubtful); /* in the same place */
    assert_true(by__pr_table_find(&table, 12345, &out));
    assert_true(pr_is_solved(&out.fact) && out.fact.is_doubtful);
    assert_int_equal(out.move, BY_MOVE_NONE);
    assert_int_equal(by__pr_table_permille(&table), 1000 / 64);
    by__pr_table_destroy(&table);
}

/* A lookup finds only the solution of its own path; a separate lookup finds that of another path. */
static void test_path_entries(void **state)
{
    uint64_t path = 0x123456789ABCDEF1u, like_it = path ^ 0xFF; /* with the same short code */
    struct pr_entry out, solution = entry_of(PR_INFINITE, 0, 50);
    struct pr_table table;

    (void)state;
    open_table(&table, false);
    solution.fact.path_ply = -3;
    solution.fact.is_open = true;
    by__pr_table_store_path(&table, 77, path, &solution);
    assert_false(knows(&table, 77));
    assert_true(by__pr_table_find_path(&table, 77, path, &out));
    assert_int_equal(out.fact.proof, PR_INFINITE);
    assert_int_equal(out.fact.disproof, 0);
    assert_int_equal(out.fact.path_ply, -3);
    assert_true(out.fact.is_open);
    assert_int_equal(pr_short_code(path), pr_short_code(like_it));
    assert_false(by__pr_table_find_path(&table, 77, like_it, &out));
    assert_false(by__pr_table_find_path(&table, 78, path, &out));
    assert_true(by__pr_table_find_other_path(&table, 77, pr_short_code(like_it), &out));
    by__pr_table_destroy(&table);
}

/* In a full window the least work gives way, however little the newcomer has done. */
static void test_replacement(void **state)
{
    struct pr_table table;

    (void)state;
    open_table(&table, false);
    for (uint32_t i = 1; i <= PR_WINDOW; i++)
        store(&table, i, 1, 1, i == 3 ? 10 : 100 * i); /* small keys share the first window */
    store(&table, 9, 1, 1, 1);
    assert_false(knows(&table, 3));
    assert_true(knows(&table, 1) && knows(&table, 2) && knows(&table, 4) && knows(&table, 9));
    by__pr_table_destroy(&table);
}

/* A new run forgets path entries, a new question everything. */
static void test_runs(void **state)
{
    struct pr_entry out, solution = entry_of(0, PR_INFINITE, 50);
    struct pr_table table;

    (void)state;
    open_table(&table, false);
    store(&table, 1, 16, 16, 1);
    by__pr_table_store_path(&table, 1, 42, &solution);
    assert_int_equal(by__pr_table_permille(&table), 2000 / 64);
    by__pr_table_begin(&table, false);
    assert_true(knows(&table, 1));
    assert_false(by__pr_table_find_path(&table, 1, 42, &out));
    assert_int_equal(by__pr_table_permille(&table), 1000 / 64);
    by__pr_table_begin(&table, true);
    assert_false(knows(&table, 1));
    assert_int_equal(by__pr_table_permille(&table), 0);
    by__pr_table_destroy(&table);
}

/* When the stamps of runs are used up they start again, and no old entry returns. */
static void test_stamps_run_out(void **state)
{
    struct pr_table table;

    (void)state;
    open_table(&table, false);
    for (int run = 0; run < 200000; run++) {
        uint64_t key = 1 + (uint64_t)run % 7;

        by__pr_table_begin(&table, true);
        for (uint64_t old = 1; old <= 7; old++)
            assert_false(knows(&table, old));
        store(&table, key, 16, 16, 1);
        assert_true(knows(&table, key));
    }
    by__pr_table_destroy(&table);
}

/* At four fifths of its room the table drops the smallest trees, about three tenths of all, and no great one. */
static void test_small_tree_gc(void **state)
{
    struct by_random random = {1};
    struct pr_table table;
    uint64_t keys[4096];
    int count = 0, small = 0, great = 0;

    (void)state;
    assert_true(by__pr_table_create(&table, 4096 * sizeof(struct pr_slot), true));
    by__pr_table_begin(&table, true);
    while (!table.collections) {
        keys[count] = by_random_next(&random) | 1;
        store(&table, keys[count], 16, 16, count % 10 < 3 ? 5 : 1000);
        count++;
        assert_in_range(count, 1, 4095);
    }
    for (int i = 0; i < count; i++) {
        small += i % 10 < 3 && knows(&table, keys[i]);
        great += i % 10 >= 3 && knows(&table, keys[i]);
    }
    assert_int_equal(small, 0);
    assert_in_range(great, count * 5 / 10, count * 7 / 10); /* some found no room in their window */
    assert_in_range(by__pr_table_permille(&table), 540, 560);
    by__pr_table_destroy(&table);
}

/* Counts the stored entries that are found unchanged. */
static int count_known(const struct pr_table *table, uint64_t seed, uint32_t count)
{
    struct by_random random = {seed};
    struct pr_entry out;
    int known = 0;

    for (uint32_t i = 0; i < count; i++)
        if (by__pr_table_find(table, by_random_next(&random), &out)) {
            assert_int_equal(out.fact.proof, 1 + i);
            assert_int_equal(out.work, i);
            known++;
        }
    return known;
}

/* A table of many windows begins with few and takes more into use; on the way no entry is lost but for want of room in
 * its window, and a new question begins with few again. */
static void test_growing(void **state)
{
    enum { COUNT = 60000 };
    struct by_random random = {9};
    struct pr_entry out, solution = entry_of(PR_INFINITE, 0, 1 << 20);
    struct pr_table table;
    size_t first;
    int found;

    (void)state;
    assert_true(by__pr_table_create(&table, (size_t)300000 * sizeof(struct pr_slot), true));
    by__pr_table_begin(&table, true);
    first = table.windows;
    assert_in_range(first, 1024, 2047);
    by__pr_table_store_path(&table, 5, 6, &solution);
    for (uint32_t i = 0; i < COUNT; i++)
        store(&table, by_random_next(&random), 1 + i, 2, i);
    assert_true(table.windows > first && table.windows < table.max_windows);
    found = count_known(&table, 9, COUNT);
    assert_in_range(found, COUNT * 95 / 100, COUNT);
    assert_true(by__pr_table_find_path(&table, 5, 6, &out));
    first = table.windows;
    by__pr_table_share(&table, 0);
    assert_int_equal(table.windows, first);
    by__pr_table_share(&table, first * PR_WINDOW);
    assert_in_range(table.windows, 2 * first, 8 * first);
    assert_int_equal(count_known(&table, 9, COUNT), found);
    assert_true(by__pr_table_find_path(&table, 5, 6, &out));
    by__pr_table_share(&table, UINT32_MAX);
    assert_int_equal(table.windows, table.max_windows);
    assert_int_equal(count_known(&table, 9, COUNT), found);
    assert_true(by__pr_table_find_path(&table, 5, 6, &out));
    by__pr_table_begin(&table, true);
    assert_int_equal(table.windows, table.first_windows);
    by__pr_table_destroy(&table);
}

/* While threads share the table it does not grow: it drops small trees instead. Entries from before the sharing remain,
 * and an old question's entries do not return. */
static void test_sharing(void **state)
{
    enum { COUNT = 1000 };
    struct by_random random = {1000000};
    struct pr_table table;
    size_t windows;
    int found;

    (void)state;
    assert_true(by__pr_table_create(&table, (size_t)300000 * sizeof(struct pr_slot), true));
    by__pr_table_begin(&table, true);
    for (uint32_t i = 0; i < 100000; i++)
        store(&table, by_random_next(&random), 1, 2, 77);
    by__pr_table_begin(&table, true);
    random.state = 4;
    for (uint32_t i = 0; i < COUNT; i++)
        store(&table, by_random_next(&random), 1 + i, 2, i);
    found = count_known(&table, 4, COUNT);
    assert_in_range(found, COUNT * 95 / 100, COUNT);
    assert_int_equal(table.windows, table.first_windows);
    by__pr_table_share(&table, 5000);
    windows = table.windows;
    assert_in_range(windows * PR_WINDOW, 6000, 30000);
    assert_int_equal(count_known(&table, 4, COUNT), found);
    random.state = 1000000;
    for (uint32_t i = 0; i < 100000; i++)
        assert_false(knows(&table, by_random_next(&random)));
    for (uint32_t i = 0; i < 100000; i++)
        store(&table, by_random_next(&random), 1, 2, i);
    assert_int_equal(table.windows, windows);
    assert_true(table.collections > 0);
    by__pr_table_unshare(&table);
    by__pr_table_begin(&table, false);
    for (uint32_t i = 0; i < 10000; i++)
        store(&table, by_random_next(&random), 1, 2, i);
    assert_true(table.windows > windows);
    by__pr_table_destroy(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries), cmocka_unit_test(test_path_entries),   cmocka_unit_test(test_replacement),
        cmocka_unit_test(test_runs),    cmocka_unit_test(test_stamps_run_out), cmocka_unit_test(test_small_tree_gc),
        cmocka_unit_test(test_growing), cmocka_unit_test(test_sharing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
