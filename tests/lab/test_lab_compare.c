/* SPDX-License-Identifier: MIT
 *
 * Two runs side by side. The rows are invented, so that we know what has changed.
 */
#include "lab/compare.h"

#include <stdlib.h>
#include <string.h>

#include "lab/differences.h"
#include "lab/run.h"
#include "support/check.h"

static const char text[] = "title Two\ngame tictactoe\n"
                           "position p1 initial\nposition p2 x../.../...\nposition p3 x../.o./...\n"
                           "position p4 x../.o./x..\nposition p5 .x./.../...\nposition p6 .../.x./...\n"
                           "position p7 .../x../...\n"
                           "measure nodes time best solved\n"
                           "variant a alphabeta plain\nvariant b minimax\ndepths 1 2\ndepths 3 for b\n"
                           "table x\ncolumns a\nmeasure value\n";

enum { POSITIONS = 7 };

static struct lab_experiment *experiment;
static lab_database *before, *after;

static struct lab_run_info first = {.id = 3,
                                    .sources = "old",
                                    .compiler = "gcc 1",
                                    .flags = "-O2",
                                    .processor = "P, 2 cores",
                                    .started_at = "2026-01-01T00:00:00Z",
                                    .fingerprint = "another",
                                    .text = "title Two\nsame\nold line\nsame\n",
                                    .workers = 1,
                                    .is_complete = true,
                                    .rows = 21};
static struct lab_run_info second = {.id = 8,
                                     .sources = "new",
                                     .compiler = "gcc 1",
                                     .flags = "-O2",
                                     .processor = "P, 2 cores",
                                     .started_at = "2026-02-01T00:00:00Z",
                                     .text = "title Two\nsame\nnew line",
                                     .workers = 1,
                                     .rows = 19};

static void add(lab_database *database, size_t position, size_t variant, int64_t limit, uint64_t nodes,
                const char *best, enum by_answer answer)
{
    static const struct solve_curve none = {0};
    const struct by_result result = {BY_SIZE(by_result), .nodes = nodes, .time_us = (int64_t)nodes * 10,
                                     .value = database == after && limit == 2 ? 6 : 5};
    const struct lab_finding finding = {.result = &result, .best = best, .answer = answer, .curve = &none};
    const struct lab_task task = {.position = position, .variant = variant, .limit = limit};

    assert_int_equal(lab_database_add(database, experiment, &task, &finding, NULL), BY_OK);
}

/* At depth 1 nothing changes. At depth 2 six positions take half the nodes and gain value, one is missing, and one of
 * the six has another move. b takes a tenth more, and solves one more position and one less. */
static void add_rows(void)
{
    for (size_t i = 0; i < POSITIONS; i++) {
        add(before, i, 0, 1, 9, "4", BY_ANSWER_YES);
        add(after, i, 0, 1, 9, "4", BY_ANSWER_YES);
        add(before, i, 0, 2, 200 + 20 * i, "4", BY_ANSWER_YES);
        if (i < 6)
            add(after, i, 0, 2, 100 + 11 * i, i == 2 ? "0" : "4", BY_ANSWER_YES);
        add(before, i, 1, 3, 1000, "4", i == 1 ? BY_ANSWER_UNKNOWN : BY_ANSWER_YES);
        if (i < 6)
            add(after, i, 1, 3, 1100, "4", i == 2 ? BY_ANSWER_UNKNOWN : BY_ANSWER_YES);
    }
}

static int open_both(void **state)
{
    by_error error = {0};

    (void)state;
    before = after = NULL;
    if (lab_experiment_read("two", text, NULL, &experiment, &error))
        return -1;
    second.fingerprint = experiment->fingerprint;
    if (lab_database_open(":memory:", false, NULL, &before, &error) == BY_ERROR_UNSUPPORTED)
        return 0;
    return lab_database_open(":memory:", false, NULL, &after, &error) ? -1 : 0;
}

static int close_both(void **state)
{
    (void)state;
    lab_database_close(before);
    lab_database_close(after);
    lab_experiment_destroy(experiment);
    return 0;
}

/* Turns the existing rows into those of run 1, and makes the database use them. */
static void link_all(lab_database *database)
{
    struct lab_task *tasks;
    size_t count;
    int64_t run;

    assert_int_equal(lab_list_tasks(experiment, &tasks, &count, NULL), BY_OK);
    assert_int_equal(lab_database_begin_run(database, experiment, 1, &run, NULL), BY_OK);
    assert_int_equal(run, 1);
    assert_int_equal(lab_database_link_all(database, run, experiment, tasks, count, NULL), BY_OK);
    lab_database_use_run(database, run);
    free(tasks);
}

#define NEED_DATABASE()                                                                                                \
    do {                                                                                                               \
        if (!before)                                                                                                   \
            skip();                                                                                                    \
    } while (0)

/* Loads the rows of both runs and compares them. */
static by_status compare(enum lab_format format, by_text *out, by_error *error)
{
    struct lab_rows rows[2];
    const struct lab_side sides[] = {{&rows[0], &first}, {&rows[1], &second}};
    by_status status;

    assert_int_equal(lab_rows_load(&rows[0], experiment, before, NULL), BY_OK);
    assert_int_equal(lab_rows_load(&rows[1], experiment, after, NULL), BY_OK);
    status = lab_compare_runs(experiment, &sides[0], &sides[1], format, out, error);
    lab_rows_free(&rows[0]);
    lab_rows_free(&rows[1]);
    return status;
}

static void assert_compared(enum lab_format format, const char *expected)
{
    by_text out = {0};
    by_error error = {0};

    if (compare(format, &out, &error))
        fail_msg("%s", error.message);
    if (!strstr(by_text_string(&out), expected))
        fail_msg("expected\n%s\nin\n%s", expected, by_text_string(&out));
    by_text_free(&out);
}

/* The text for people shows the changes, below both runs. Six pairs in one direction have p = 2 / 64 alone, and twice
 * that if a measure has two such lines. */
static void test_for_people(void **state)
{
    (void)state;
    NEED_DATABASE();
    add_rows();
    assert_compared(
        LAB_FORMAT_TEXT,
        "Two: two runs\n\n"
        "run        3 (before)            8 (after)\n"
        "started    2026-01-01T00:00:00Z  2026-02-01T00:00:00Z\n"
        "sources    old                   new\n"
        "compiler   gcc 1                 gcc 1\n"
        "flags      -O2                   -O2\n"
        "processor  P, 2 cores            P, 2 cores\n"
        "text       another               as now\n"
        "workers    1                     1\n"
        "rows       21                    19, not complete\n"
        "\n"
        "In what the texts differ, before (-) and after (+):\n\n"
        "    - old line\n"
        "    + new line\n"
        "\n"
        "Of 15 figures, each of a measure, a variant and a limit, 8 are unchanged at every position; the "
        "others:\n\n"
        "measure  variant  depth  positions  changed  more  less  before  after  change %  ratio         p\n"
        "nodes    a            2     6 of 7        6     0     6     250  127.5     -49.0  0.510    0.0625\n"
        "nodes    b            3     6 of 7        6     6     0   1,000  1,100     +10.0  1.100    0.0625\n"
        "time     a            2     6 of 7        6     0     6     2.5  1.275     -49.0  0.510    0.0625\n"
        "time     b            3     6 of 7        6     6     0      10     11     +10.0  1.100    0.0625\n"
        "best     a            2     6 of 7        1     -     -       -      -         -      -         -\n"
        "solved   b            3     6 of 7        2     1     1   0.833  0.833      +0.0      -    1.0000\n"
        "value    a            2     6 of 7        6     6     0       5      6     +20.0  1.200  0.0312 *\n"
        "\nBefore and after: means");
    assert_compared(LAB_FORMAT_MARKDOWN, "# Two: two runs\n\n| run | 3 (before) | 8 (after) |\n|---|---|---|\n");
}

/* Programs get every line, with both p. */
static void test_for_programs(void **state)
{
    (void)state;
    NEED_DATABASE();
    add_rows();
    assert_compared(LAB_FORMAT_CSV, "measure,variant,limit_kind,limit,positions,changed,more,less,before,after,"
                                    "change_percent,ratio_median,test,p,p_adjusted,caveat\n"
                                    "nodes,a,depth,1,7,0,0,0,9,9,0,1,,,,\n"
                                    "nodes,a,depth,2,6,6,0,6,250,127.5,-49,0.509935897436,ranks,0.03125,0.0625,\n"
                                    "nodes,b,depth,3,6,6,6,0,1000,1100,10,1.1,ranks,0.03125,0.0625,\n");
    assert_compared(LAB_FORMAT_CSV, "\nbest,a,depth,2,6,1,1,0,,,,,,,,\n");
    assert_compared(LAB_FORMAT_CSV, "\nvalue,a,depth,1,7,0,0,0,5,5,0,1,,,,\n");
    assert_compared(LAB_FORMAT_CSV, "\nsolved,b,depth,3,6,2,1,1,0.833333333333,0.833333333333,0,,signs,1,1,\n");
}

/* If more than the sources differs, times appear without a verdict and do not count as changes. The text names the
 * differences. */
static void test_unlike_runs(void **state)
{
    (void)state;
    NEED_DATABASE();
    add_rows();
    second.workers = 4;
    assert_compared(LAB_FORMAT_TEXT, "1.275     -49.0  0.510  other workers\n");
    assert_compared(LAB_FORMAT_TEXT, "127.5     -49.0  0.510         0.0625\n");
    assert_compared(LAB_FORMAT_TEXT, "\nTimes are not judged, since the runs differ in: workers.\n");
    assert_compared(LAB_FORMAT_CSV, "\ntime,a,depth,2,6,6,0,6,2.5,1.275,-49,0.509935897436,,,,other workers\n");
    assert_compared(LAB_FORMAT_CSV, "\nnodes,a,depth,2,6,6,0,6,250,127.5,-49,0.509935897436,ranks,0.03125,0.0625,\n");
    second.processor = "Q, 2 cores";
    assert_compared(LAB_FORMAT_CSV, "0.509935897436,,,,\"other processor, workers\"\n");
    second.processor = first.processor;
    second.workers = 1;
    second.foreign_rows = 3;
    assert_compared(LAB_FORMAT_TEXT, "1.275     -49.0  0.510  foreign rows\n");
    assert_compared(LAB_FORMAT_TEXT, " had made: 0 before, 3 after.\n");
    second.foreign_rows = 0;
}

/* Times also differ between runs of one program, which proves nothing. */
static void test_same_program(void **state)
{
    const char *sources = second.sources;

    (void)state;
    NEED_DATABASE();
    add_rows();
    second.sources = first.sources;
    assert_compared(LAB_FORMAT_TEXT, "1.275     -49.0  0.510  same program\n");
    assert_compared(LAB_FORMAT_TEXT, "127.5     -49.0  0.510        0.0625\n");
    assert_compared(LAB_FORMAT_TEXT, "\nTimes are not judged, since both runs are of the same program: ");
    assert_compared(LAB_FORMAT_CSV, "0.509935897436,,,,same program\n");
    second.sources = sources;
}

/* With other options it is another search, whose times are judged; the others are then ignored. */
static void test_other_searches(void **state)
{
    const char *sources = second.sources;

    (void)state;
    NEED_DATABASE();
    for (size_t i = 0; i < 6; i++) {
        add(before, i, 0, 1, 100 + i, "4", BY_ANSWER_YES);
        add(before, i, 1, 3, 100 + i, "4", BY_ANSWER_YES);
        add(after, i, 1, 3, 200 + i, "4", BY_ANSWER_YES);
    }
    link_all(before);
    experiment->variants[0].settings = "other";
    for (size_t i = 0; i < 6; i++)
        add(after, i, 0, 1, 200 + i, "4", BY_ANSWER_YES);
    link_all(after);
    second.sources = first.sources;
    first.id = second.id = 1;
    assert_compared(LAB_FORMAT_CSV, "time,a,depth,1,6,6,6,0,1.025,2.025,97.5609756098,1.97563297164,ranks,0.03125,");
    assert_compared(LAB_FORMAT_CSV, "time,b,depth,3,6,6,6,0,1.025,2.025,97.5609756098,1.97563297164,,,,same program\n");
    assert_compared(LAB_FORMAT_TEXT, "\nTimes are not judged where the searches are the same, since both runs are of "
                                     "the same program: ");
    assert_compared(LAB_FORMAT_TEXT, "\np of times says whether the runs differ, and not why: ");
    assert_compared(LAB_FORMAT_TEXT, "pairs of runs are those of the searches.\n");
    second.sources = sources;
    first.id = 3;
    second.id = 8;
}

/* Means of the same numbers in another order are equal; a change too small to show has no sign. */
static void test_equal_means(void **state)
{
    static const uint64_t nodes[] = {1, 3, 5, 8, 13, 20, 47};

    (void)state;
    NEED_DATABASE();
    for (size_t i = 0; i < POSITIONS; i++) {
        add(before, i, 0, 1, nodes[i], "4", BY_ANSWER_YES);
        add(after, i, 0, 1, nodes[POSITIONS - 1 - i], "4", BY_ANSWER_YES);
        add(before, i, 0, 2, i ? 10000 : 10001, "4", BY_ANSWER_YES);
        add(after, i, 0, 2, 10000, "4", BY_ANSWER_YES);
    }
    assert_compared(LAB_FORMAT_CSV, "nodes,a,depth,1,7,6,3,3,13.8571428571,13.8571428571,0,");
    assert_compared(LAB_FORMAT_TEXT, "  10,000  10,000      +0.0  ");
}

/* Lines that only one of two texts has; moved lines do not count, and long lists are cut. */
static void test_differences(void **state)
{
    static const struct {
        const char *before, *after, *expected;
    } tried[] = {
        {"a\nb\n", "b\na", ""},
        {"", "", ""},
        {"a\nb\n", "a\nbb\nc\n", "    - b\n    + bb\n    + c\n"},
        {"1\n2\n3\n4\n", "", "    - 1\n    - 2\n    - and 2 more\n"},
        {"a\n\nb", "a\nb", "    - \n"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        by_text out = {0};

        lab_add_differences(tried[i].before, tried[i].after, 2, &out);
        assert_string_equal(by_text_string(&out), tried[i].expected);
        by_text_free(&out);
    }
}

/* Parallel searches disturb each other: times are judged, but get no star. */
static void test_several_workers(void **state)
{
    (void)state;
    NEED_DATABASE();
    for (size_t i = 0; i < 6; i++) {
        add(before, i, 0, 2, 200 + 20 * i, "4", BY_ANSWER_YES);
        add(after, i, 0, 2, 100 + 11 * i, "4", BY_ANSWER_YES);
    }
    assert_compared(LAB_FORMAT_TEXT, "1.275     -49.0  0.510  0.0312 *\n");
    assert_compared(LAB_FORMAT_TEXT, "\np of times says whether the runs differ, and not why: ");
    first.workers = second.workers = 2;
    assert_compared(LAB_FORMAT_TEXT, "127.5     -49.0  0.510           0.0312 *\n");
    assert_compared(LAB_FORMAT_TEXT, "1.275     -49.0  0.510  0.0312, 2 workers\n");
    assert_compared(LAB_FORMAT_TEXT, "\nThese were taken with 2 searches at once");
    assert_compared(LAB_FORMAT_CSV, "0.509935897436,ranks,0.03125,0.03125,2 workers\n");
    first.workers = second.workers = 1;
}

static void assert_differ(const struct lab_run_info *other, const char *expected)
{
    by_text causes = {0};

    lab_times_differ_in(&first, other, &causes);
    assert_string_equal(by_text_string(&causes), expected);
    by_text_free(&causes);
}

/* Reasons why times are not comparable. */
static void test_times_differ(void **state)
{
    struct lab_run_info other = first;

    (void)state;
    assert_differ(&second, ""); /* of other sources */
    other.processor = "Q, 2 cores";
    assert_differ(&other, "processor");
    other.workers = 3;
    assert_differ(&other, "processor, workers");
    other = first;
    other.compiler = "gcc 2";
    assert_differ(&other, "compiler");
    other.flags = "-O3";
    assert_differ(&other, "compiler, flags");
}

/* One sentence covers everything unchanged; runs without common rows are refused. */
static void test_nothing(void **state)
{
    by_text out = {0};
    by_error error = {0};

    (void)state;
    NEED_DATABASE();
    add(before, 0, 0, 1, 9, "4", BY_ANSWER_YES);
    add(after, 1, 0, 1, 9, "4", BY_ANSWER_YES);
    assert_int_equal(compare(LAB_FORMAT_TEXT, &out, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "no position of any variant and limit in common"));
    by_text_free(&out);
    add(after, 0, 0, 1, 9, "4", BY_ANSWER_YES);
    assert_compared(LAB_FORMAT_TEXT,
                    "\nOf 5 figures, each of a measure, a variant and a limit, 5 are unchanged at every position.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_for_people, open_both, close_both),
        cmocka_unit_test_setup_teardown(test_for_programs, open_both, close_both),
        cmocka_unit_test_setup_teardown(test_unlike_runs, open_both, close_both),
        cmocka_unit_test_setup_teardown(test_same_program, open_both, close_both),
        cmocka_unit_test_setup_teardown(test_several_workers, open_both, close_both),
        cmocka_unit_test_setup_teardown(test_other_searches, open_both, close_both),
        cmocka_unit_test_setup_teardown(test_equal_means, open_both, close_both),
        cmocka_unit_test(test_differences),
        cmocka_unit_test(test_times_differ),
        cmocka_unit_test_setup_teardown(test_nothing, open_both, close_both),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
