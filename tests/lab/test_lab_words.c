/* SPDX-License-Identifier: MIT
 *
 * The words that say a lot in one line (families, repetitions, trees, columns of files), the part of them that a quick
 * run keeps, and the measures computed from rows.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/measure.h"
#include "support/allocation.h"
#include "support/check.h"

/* ---- Reading --------------------------------------------------------------------------------------------------- */

static const char *const files[][2] = {
    {"known.tsv", "# id, kind, position, best, plies, set\n"
                  "a\tmiddle\tx../.../...\t4,8 draws\t3\tmain\tof a book\n"
                  "b\tedge\t.x./.../...\t0\t5\tother\n"},
    {"plain as day.tsv", "a\tx../.../...\n"},
};

static char *read_listed(void *context, const char *name, const char **why)
{
    (void)context;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        size_t size = strlen(files[i][1]) + 1;
        char *copy = strcmp(files[i][0], name) == 0 ? malloc(size) : NULL;

        if (copy)
            return memcpy(copy, files[i][1], size);
    }
    *why = "no memory";
    return NULL;
}

static const struct lab_reader reader = {.read = read_listed};

static struct lab_experiment *read_good(const char *text)
{
    struct lab_experiment *experiment;
    by_error error;

    if (lab_experiment_read("test", text, &reader, &experiment, &error))
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    return experiment;
}

#define GAME "title t\ngame tictactoe\n"
#define END  "table x\ncolumns v\nmeasure nodes\n"

/* The cost that an experiment declares; the text stays unchanged. */
static void test_cost(void **state)
{
    static const char text[] = "cost 3900 2\nalone\n" GAME "position p initial\nvariant v minimax\ndepths 1\n" END;
    struct lab_experiment *it = read_good(text);

    (void)state;
    assert_int_equal(it->cost, 3900);
    assert_int_equal(it->quick_cost, 2);
    assert_true(it->is_alone);
    assert_string_equal(it->text, text);
    lab_experiment_destroy(it);
    it = read_good(GAME "cost 7\nposition p initial\nvariant v minimax\ndepths 1\n" END);
    assert_int_equal(it->cost, 7);
    assert_int_equal(it->quick_cost, 0);
    assert_false(it->is_alone);
    lab_experiment_destroy(it);
}

/* Games that are draws after a number of plies. */
static void test_plies(void **state)
{
    struct lab_experiment *it =
        read_good("title t\ngame xiangqi\nplies 300\nposition p initial\nvariant v minimax\ndepths 1\nplays v\n" END);

    (void)state;
    assert_int_equal(it->plies, 300);
    lab_experiment_destroy(it);
}

/* Games that may not end are refused before the first one, with the line that asks for them. */
static void test_endless_games(void **state)
{
    static const char head[] = "title t\ngame xiangqi\nposition p initial\nvariant v minimax\ndepths 1\nplays v\n" END;
    struct lab_experiment *it = read_good(head);
    by_error error;

    (void)state;
    assert_int_equal(lab_experiment_try(it, &error), BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "position p: only games that surely end within 1000 moves are played"));
    assert_int_equal(error.line, 6);
    assert_int_equal(error.column, 1);
    it->plies = 300;
    assert_int_equal(lab_experiment_try(it, &error), BY_OK);
    lab_experiment_destroy(it);
}

static void assert_move(const struct lab_position *position, size_t number, const char *expected)
{
    by_text text = {0};

    by_position_print_move(position->position, position->best[number], &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

/* The line names the columns of a file; the default is unchanged. */
static void test_columns(void **state)
{
    struct lab_experiment *it = read_good(GAME "positions known.tsv  as id group position best wins set\n"
                                               "variant v minimax\ndepths 1\n" END);
    const struct lab_position *a = &it->positions[0], *b = &it->positions[1];

    (void)state;
    assert_int_equal(it->position_count, 2);
    assert_string_equal(a->id, "a");
    assert_string_equal(a->text, "x../.../...");
    assert_string_equal(a->group, "middle");
    assert_string_equal(a->set, "main");
    assert_int_equal(a->best_count, 2);
    assert_move(a, 0, "4");
    assert_move(a, 1, "8");
    assert_int_equal(a->wins, 3);
    assert_string_equal(b->group, "edge");
    assert_string_equal(b->set, "other");
    assert_int_equal(b->best_count, 1);
    assert_int_equal(b->wins, 5);
    lab_experiment_destroy(it);
    it = read_good(GAME "positions known.tsv as id - position -\nvariant v minimax\ndepths 1\n" END);
    assert_string_equal(it->positions[1].text, ".x./.../...");
    assert_null(it->positions[1].group);
    assert_null(it->positions[1].set);
    assert_int_equal(it->positions[1].best_count, 0);
    assert_int_equal(it->positions[1].wins, 0);
    lab_experiment_destroy(it);
}

/* A file may have that name too, if the columns are named. */
static void test_file_name(void **state)
{
    struct lab_experiment *it =
        read_good(GAME "positions plain as day.tsv as id position\nvariant v minimax\ndepths 1\n" END);

    (void)state;
    assert_int_equal(it->position_count, 1);
    lab_experiment_destroy(it);
}

#define TREES                                                                                                          \
    "title t\ngame tree\ntrees random 2 3 width=2 depth=2 order=random\n"                                              \
    "trees random 10 2 width=8 depth=5 distinct=on graph=off leaf=0\ntrees odd 2 1 width=2 depth=3 vary=on\n"          \
    "variant v minimax\ndepths 20\n" END

/* Generated trees have names, are in their group, differ from each other, and large ones keep their definition as
 * text. */
static void test_trees(void **state)
{
    struct lab_experiment *it = read_good(TREES);
    const struct lab_position *at = it->positions;

    (void)state;
    assert_int_equal(it->position_count, 6);
    assert_string_equal(at[0].id, "random-2-1");
    assert_string_equal(at[2].id, "random-2-3");
    assert_string_equal(at[2].set, "random");
    assert_string_equal(at[2].group, "2");
    assert_int_equal(at[2].width, 2);
    assert_int_equal(at[2].depth, 2);
    assert_string_not_equal(at[0].text, at[1].text);
    assert_null(strstr(at[0].text, "random")); /* it is short enough to print */
    assert_string_equal(at[4].text, "random width=8 depth=5 distinct=on graph=off leaf=0 seed=2");
    assert_int_equal(at[4].width, 8);
    assert_int_equal(at[4].depth, 5);
    assert_string_equal(at[5].set, "odd");
    assert_int_equal(at[5].width, 0);
    assert_int_equal(at[5].depth, 0);
    lab_experiment_destroy(it);
}

/* The text of a position that was kept as written gives the same position again. */
static void test_long_positions(void **state)
{
    struct lab_experiment *it = read_good("title t\ngame tree\nposition p random width=8 depth=5\nvariant v minimax\n"
                                          "variant w minimax\ngame tree bounds=3 for w\ndepths 3\n" END);
    by_text first = {0}, second = {0};
    by_position *position;

    (void)state;
    assert_string_equal(it->positions[0].text, "random width=8 depth=5");
    assert_int_equal(lab_position_open(it, &it->variants[1], 0, &position, NULL), BY_OK);
    by_position_print(it->positions[0].position, &first);
    by_position_print(position, &second);
    assert_true(first.length > 4096);
    assert_string_equal(by_text_string(&first), by_text_string(&second));
    by_text_free(&first);
    by_text_free(&second);
    by_position_destroy(position);
    lab_experiment_destroy(it);
}

/* A root with `leaves` leaves, written with a blank that printing omits. Returns true if it was kept as written. */
static bool is_kept_as_written(int leaves, size_t *printed_length)
{
    by_text text = {0}, printed = {0};
    struct lab_experiment *it;
    bool is_kept;

    by_text_add(&text, "title t\ngame tree\nposition p A( 1");
    for (int i = 1; i < leaves; i++)
        by_text_add(&text, ",1");
    by_text_add(&text, ")\nvariant v minimax\ndepths 1\n" END);
    it = read_good(by_text_string(&text));
    by_position_print(it->positions[0].position, &printed);
    *printed_length = printed.length;
    is_kept = strncmp(it->positions[0].text, "A( ", 3) == 0;
    by_text_free(&text);
    by_text_free(&printed);
    lab_experiment_destroy(it);
    return is_kept;
}

/* A position of up to 4,096 characters is stored as printed. */
static void test_length_of_positions(void **state)
{
    size_t length;

    (void)state;
    assert_false(is_kept_as_written(2047, &length));
    assert_int_equal(length, 4096);
    assert_true(is_kept_as_written(2048, &length));
    assert_int_equal(length, 4098);
}

#define FAMILY                                                                                                         \
    GAME "position p initial\nvariant v minimax\nfamily f memory_kib 300 512 4096 : alphabeta plain hash=on\n"         \
         "family g memory_kib 600 : minimax\nvariant w minimax\n"

/* A family is variants that differ in one option. */
static void test_family(void **state)
{
    struct lab_experiment *it = read_good(FAMILY "depths 3\n" END);
    const struct lab_variant *at = it->variants;

    (void)state;
    assert_int_equal(it->variant_count, 6);
    assert_string_equal(at[1].name, "f-300");
    assert_string_equal(at[3].name, "f-4096");
    assert_string_equal(at[3].family, "f");
    assert_string_equal(at[3].words, "alphabeta plain hash=on memory_kib=4096");
    assert_true(at[3].at == 4096);
    assert_int_equal(by_options_number(at[3].options, "memory_kib"), 4096);
    assert_int_equal(by_options_number(at[1].options, "memory_kib"), 300);
    assert_int_equal(by_options_number(at[2].options, "hash"), 1);
    assert_non_null(strstr(at[2].settings, "memory_kib=512"));
    assert_string_equal(at[4].family, "g");
    assert_null(at[0].family);
    assert_null(at[5].family);
    lab_experiment_destroy(it);
}

/* In lists of variants the name of a family means all of it. */
static void test_family_in_lists(void **state)
{
    struct lab_experiment *it = read_good(FAMILY "depths 3\ndepths 4 for f w\nrepetitions 2 for f\n"
                                                 "game tictactoe values=plain for f\nplays f\n"
                                                 "table x\ncolumns w f v\nmeasure nodes\n");

    (void)state;
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(it->variants[i].limits.list[0], 4);
        assert_int_equal(it->variants[i].repetitions, 2);
        assert_ptr_not_equal(it->variants[i].game, it->game);
        assert_int_equal(it->sections[0].variants[i], i);
        assert_int_equal(it->rivals[i - 1].variant, i);
    }
    assert_string_equal(it->rivals[2].won, "f-4096_won");
    assert_int_equal(it->rival_count, 3);
    assert_int_equal(it->sections[0].variant_count, 5);
    assert_int_equal(it->variants[4].limits.list[0], 3);
    assert_int_equal(it->variants[4].repetitions, 1);
    assert_int_equal(it->variants[5].limits.list[0], 4);
    lab_experiment_destroy(it);
}

#define SEEDS                                                                                                          \
    GAME "position p initial\nvariant v minimax\nvariant m mcts plain seed=7\nvariant w minimax\nnodes 100\n"          \
         "repetitions 3\nrepetitions 2 for w\n" END

static int seed_of(const struct lab_experiment *it, size_t variant, int repetition)
{
    const struct lab_task task = {.variant = variant, .repetition = repetition};

    return by_options_number(lab_task_seeding(it, &task).options, "seed");
}

/* Repetitions have different seeds if the method has one; without it they are the same search again. */
static void test_repetitions(void **state)
{
    struct lab_experiment *it = read_good(SEEDS);
    const struct lab_task third = {.variant = 1, .repetition = 2}, last = {.variant = 2, .repetition = 1};

    (void)state;
    assert_int_equal(it->variants[0].repetitions, 3);
    assert_int_equal(it->variants[1].repetitions, 3);
    assert_int_equal(it->variants[2].repetitions, 2);
    assert_int_equal(seed_of(it, 1, 0), 7);
    assert_int_equal(seed_of(it, 1, 2), 9);
    assert_non_null(strstr(lab_task_seeding(it, &third).settings, "seed=9"));
    assert_string_equal(it->variants[1].seedings[0].settings, it->variants[1].settings);
    assert_null(it->variants[2].seedings);
    assert_ptr_equal(lab_task_seeding(it, &last).options, it->variants[2].options);
    assert_ptr_equal(lab_task_seeding(it, &last).settings, it->variants[2].settings);
    lab_experiment_destroy(it);
}

/* Each allocation fails in turn: the error is reported, and no memory leaks. */
static void assert_no_memory_is_told(const char *text)
{
    bool has_failed = true;

    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current();
        struct lab_experiment *experiment;
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = lab_experiment_read("test", text, &reader, &experiment, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        lab_experiment_destroy(experiment);
        if ((status == BY_OK) == has_failed && !strstr(error.message, "no memory"))
            fail_msg("allocation %zu: status %d, '%s'", n, status, error.message);
        assert_int_equal(allocation_current(), before);
    }
}

static void test_no_memory(void **state)
{
    (void)state;
    assert_no_memory_is_told(FAMILY "depths 3\n" END);
    assert_no_memory_is_told(SEEDS);
    assert_no_memory_is_told("title t\ngame tree\ntrees s 2 2 width=2 depth=2\nvariant v minimax\ndepths 9\n" END);
    assert_no_memory_is_told(GAME "positions known.tsv as id group position best wins set\n"
                                  "variant v minimax\ndepths 1\n" END);
}

/* ---- Quick runs ------------------------------------------------------------------------------------------------ */

static void assert_positions(const struct lab_experiment *it, const char *expected)
{
    by_text text = {0};

    for (size_t i = 0; i < it->position_count; i++)
        by_text_printf(&text, "%s ", it->positions[i].id);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

/* A quick run keeps a given number of positions of each set and group, spread over them, and makes each search once. */
static void test_quick_groups(void **state)
{
    struct lab_experiment *it =
        read_good("title t\ngame tree\nquick 2 5\ntrees s 1 5 depth=1\ntrees s 2 1 depth=1\ntrees r 1 4 depth=2\n"
                  "position p A(1,2)\nposition q A(1,3)\nposition r A(1,4)\n"
                  "variant m mcts\nvariant v minimax\nnodes 1 9\nrepetitions 4\n" END);

    (void)state;
    assert_false(it->is_quick);
    assert_int_equal(lab_experiment_make_quick(it, NULL), BY_OK);
    assert_true(it->is_quick);
    assert_positions(it, "s-1-1 s-1-3 s-2-1 r-1-1 r-1-3 p q ");
    assert_int_equal(it->variants[0].repetitions, 1);
    assert_int_equal(it->variants[1].repetitions, 1);
    assert_int_equal(seed_of(it, 0, 0), by_options_number(it->variants[0].options, "seed"));
    assert_int_equal(it->variants[0].limits.count, 1);
    lab_experiment_destroy(it);
}

/* ---- Measures -------------------------------------------------------------------------------------------------- */

static struct lab_experiment *experiment;
static lab_database *database;

struct row {
    size_t position;
    int repetition;
    const char *best;
    by_value value;
    uint64_t nodes;
    int64_t time_us;
};

/* Opens an experiment with rows of its first variant and limit. */
static void open_rows(const char *text, const struct row *rows, size_t count)
{
    static const struct solve_curve none = {0};

    experiment = read_good(text);
    assert_int_equal(lab_database_open(":memory:", false, NULL, &database, NULL), BY_OK);
    for (size_t i = 0; i < count; i++) {
        const struct by_result result = {BY_SIZE(by_result), .nodes = rows[i].nodes, .time_us = rows[i].time_us,
                                         .value = rows[i].value};
        const struct lab_finding finding = {.result = &result, .best = rows[i].best, .curve = &none};
        const struct lab_task task = {.position = rows[i].position,
                                      .limit = experiment->variants[0].limits.list[0],
                                      .repetition = rows[i].repetition};

        assert_int_equal(lab_database_add(database, experiment, &task, &finding, NULL), BY_OK);
    }
}

static void close_rows(void)
{
    lab_database_close(database);
    lab_experiment_destroy(experiment);
}

static void assert_measure(size_t position, const char *measure, const char *expected)
{
    const struct lab_task task = {.position = position, .limit = experiment->variants[0].limits.list[0]};
    struct lab_rows loaded;
    by_text text = {0};

    assert_int_equal(lab_rows_load(&loaded, experiment, database, NULL), BY_OK);
    lab_measure_print(&loaded, &task, measure, &text);
    lab_rows_free(&loaded);
    if (strcmp(by_text_string(&text), expected) != 0)
        fail_msg("%s of position %zu: expected '%s', got '%s'", measure, position, expected, by_text_string(&text));
    by_text_free(&text);
}

/* The tests need SQLite. */
static int need_database(void **state)
{
    lab_database *opened = NULL;
    by_status status = lab_database_open(":memory:", false, NULL, &opened, NULL);

    lab_database_close(opened);
    *state = status == BY_ERROR_UNSUPPORTED ? (void *)files : NULL;
    return 0;
}

#define NEED_DATABASE()                                                                                                \
    do {                                                                                                               \
        if (*state)                                                                                                    \
            skip();                                                                                                    \
    } while (0)

#define KNOWN                                                                                                          \
    GAME "positions known.tsv as id group position best wins set\nposition p initial\nvariant v minimax\ndepths "      \
         "5\n" END

/* A move is right if it is any of the right ones; a win is seen if it is no longer than needed. */
static void test_right_moves(void **state)
{
    static const struct row right[] = {{0, 0, "8", BY_WIN - 3, 10, 5}, {1, 0, "4", BY_WIN - 6, 10, 5}};
    static const struct row wrong[] = {{0, 0, "5", 300, 10, 5}, {1, 0, "0", BY_WIN - 1, 10, 5}};

    NEED_DATABASE();
    open_rows(KNOWN, right, 2);
    assert_measure(0, "finds", "1");
    assert_measure(0, "misses", "0");
    assert_measure(0, "sees", "1");
    assert_measure(0, "errs", "0");
    assert_measure(1, "finds", "0");
    assert_measure(1, "misses", "1");
    assert_measure(1, "sees", "0");
    assert_measure(1, "errs", "1");
    for (int i = 0; i < 4; i++)
        assert_measure(2, (const char *const[]){"finds", "misses", "sees", "errs"}[i], ""); /* no row */
    close_rows();
    open_rows(KNOWN, wrong, 2);
    assert_measure(0, "finds", "0");
    assert_measure(0, "sees", "0");
    assert_measure(1, "finds", "1");
    assert_measure(1, "sees", "1");
    close_rows();
}

/* Trees of width 4 have 4, 7, 19 and 31 minimal nodes on their plies; a tree of width 1 and depth 3 has three. */
static void test_minimal(void **state)
{
    static const struct row rows[] = {
        {0, 0, "a", 0, 4, 5}, {1, 0, "a", 0, 22, 5}, {2, 0, "a", 0, 61, 5}, {3, 0, "a", 0, 3, 5}, {4, 0, "a", 0, 9, 5}};

    NEED_DATABASE();
    open_rows("title t\ngame tree\ntrees s 1 1 width=4 depth=1\ntrees s 2 1 width=4 depth=2\n"
              "trees s 4 1 width=4 depth=4\ntrees s 3 1 width=1 depth=3\ntrees s 6 1 width=4 depth=6\n"
              "trees s 7 1 width=3 depth=2\nvariant v minimax\ndepths 4\n" END,
              rows, 5);
    assert_measure(0, "minimal", "4");
    assert_measure(0, "over_minimal", "1.000000");
    assert_measure(1, "minimal", "11");
    assert_measure(1, "over_minimal", "2.000000");
    assert_measure(2, "minimal", "61");
    assert_measure(3, "minimal", "3");
    assert_measure(4, "minimal", "61"); /* the search ends before the leaves */
    assert_measure(5, "minimal", "");
    assert_measure(5, "over_minimal", "");
    close_rows();
}

/* Alpha-beta with the best child first enters exactly the minimal tree. */
static void test_minimal_is_reached(void **state)
{
    struct lab_experiment *it = read_good("title t\ngame tree\ntrees s 4 3 width=5 depth=4 distinct=on order=best\n"
                                          "variant v alphabeta plain deepening=0\ndepths 4\n" END);
    by_search *search;

    (void)state;
    assert_int_equal(by_search_create(it->game, it->variants[0].method, it->variants[0].options, &search, NULL), BY_OK);
    for (size_t i = 0; i < it->position_count; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = 4};
        struct by_result result = {BY_SIZE(by_result)};

        assert_int_equal(by_search_run(search, it->positions[i].position, &limits, NULL, &result, NULL), BY_OK);
        assert_int_equal(result.nodes, 5 + 9 + 29 + 49);
    }
    by_search_destroy(search);
    lab_experiment_destroy(it);
}

static void test_speed(void **state)
{
    static const struct row rows[] = {{0, 0, "4", 0, 3000, 1500}, {1, 0, "4", 0, 7, 0}};

    NEED_DATABASE();
    open_rows(KNOWN, rows, 2);
    assert_measure(0, "speed", "2000000");
    assert_measure(1, "speed", "7000000"); /* a search takes a microsecond at least */
    assert_measure(2, "speed", "");
    close_rows();
}

static double mean_of(size_t position, const char *measure)
{
    const struct lab_task task = {.position = position, .limit = experiment->variants[0].limits.list[0]};
    struct lab_rows loaded;
    double mean;

    assert_int_equal(lab_rows_load(&loaded, experiment, database, NULL), BY_OK);
    mean = lab_measure_mean(&loaded, &task, measure);
    lab_rows_free(&loaded);
    return mean;
}

/* A measure over repetitions is their mean, for times their median, and nothing while one is missing. */
static void check_repetitions(const char *variant)
{
    static const struct row rows[] = {{0, 0, "4", 0, 100, 3000},
                                      {0, 1, "5", 0, 200, 90000},
                                      {0, 2, "8", 0, 600, 1000},
                                      {1, 0, "1", 0, 100, 2000},
                                      {1, 2, "1", 0, 300, 1000}};
    struct lab_rows loaded;
    char text[512];
    double mean;
    size_t known;

    (void)snprintf(text, sizeof text,
                   GAME "positions known.tsv as id group position best\nvariant v %s\nnodes 500\nrepetitions 3\n" END,
                   variant);
    open_rows(text, rows, 5);
    assert_true(mean_of(0, "nodes") == 300);
    assert_true(mean_of(0, "time") == 3);
    assert_true(fabs(mean_of(0, "finds") - 2.0 / 3) < 1e-6);
    assert_true(mean_of(0, "speed") == 33333);
    assert_true(isnan(mean_of(1, "nodes")));
    assert_int_equal(lab_rows_load(&loaded, experiment, database, NULL), BY_OK);
    mean = lab_mean(&loaded, 0, 500, "nodes", &known);
    lab_rows_free(&loaded);
    assert_int_equal(known, 1);
    assert_true(mean == 300);
    close_rows();
}

static void test_means(void **state)
{
    NEED_DATABASE();
    check_repetitions("minimax");
    check_repetitions("mcts plain seed=4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_plies),
        cmocka_unit_test(test_endless_games),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_file_name),
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_long_positions),
        cmocka_unit_test(test_length_of_positions),
        cmocka_unit_test(test_family),
        cmocka_unit_test(test_family_in_lists),
        cmocka_unit_test(test_repetitions),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_quick_groups),
        cmocka_unit_test_setup(test_right_moves, need_database),
        cmocka_unit_test_setup(test_minimal, need_database),
        cmocka_unit_test(test_minimal_is_reached),
        cmocka_unit_test_setup(test_speed, need_database),
        cmocka_unit_test_setup(test_means, need_database),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
