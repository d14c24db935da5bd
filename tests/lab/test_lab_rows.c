/* SPDX-License-Identifier: MIT
 *
 * The rows of experiments from inside: how they are found again, by key and by run, and how many workers make them in
 * parallel. Tests that are not about searching use invented rows.
 */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lab/build.h"
#include "lab/database.h"
#include "lab/games.h"
#include "lab/measure.h"
#include "lab/run.h"
#include "support/check.h"

#if defined(__has_include)
#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#define HAS_SQLITE 1
#endif
#endif

#ifdef HAS_SQLITE

/* ---- A database in a file -------------------------------------------------------------------------------------- */

static char path[] = "/tmp/boyi-rows-XXXXXX";

static int make_file(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static int empty_file(void **state)
{
    FILE *file = fopen(path, "w");

    (void)state;
    return file ? fclose(file) : -1;
}

static int remove_file(void **state)
{
    (void)state;
    return remove(path);
}

/* Runs a statement, or queries a number. */
static long ask(const char *sql)
{
    sqlite3 *connection;
    sqlite3_stmt *statement;
    long answer = -1;

    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(connection, sql, -1, &statement, NULL), SQLITE_OK);
    if (sqlite3_step(statement) == SQLITE_ROW)
        answer = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(connection);
    return answer;
}

static lab_database *open_file(void)
{
    lab_database *database;
    by_error error;

    if (lab_database_open(path, false, NULL, &database, &error))
        fail_msg("%s", error.message);
    return database;
}

static struct lab_experiment *read_experiment(const char *name, const char *text)
{
    struct lab_experiment *experiment;
    by_error error;

    if (lab_experiment_read(name, text, NULL, &experiment, &error))
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    return experiment;
}

/* A value of a row; -1 if there is no row. */
static long measured(lab_database *database, const struct lab_experiment *experiment, struct lab_task task,
                     const char *measure)
{
    struct lab_rows rows;
    double value;

    assert_int_equal(lab_rows_load(&rows, experiment, database, NULL), BY_OK);
    value = lab_measure(&rows, &task, measure);
    lab_rows_free(&rows);
    return isnan(value) ? -1 : (long)value;
}

static void add_row(lab_database *database, const struct lab_experiment *experiment, struct lab_task task,
                    uint64_t nodes)
{
    static const struct solve_curve none = {0};
    const struct by_counter counter = {"made_up", nodes + 1};
    const struct by_result result = {BY_SIZE(by_result), .nodes = nodes, .time_us = 7, .counters = &counter,
                                     .counter_count = 1};
    const struct lab_finding finding = {.result = &result, .best = "a,\"b", .answer = BY_ANSWER_YES, .curve = &none};

    assert_int_equal(lab_database_add(database, experiment, &task, &finding, NULL), BY_OK);
}

/* ---- Rows of earlier forms ------------------------------------------------------------------------------------- */

static void load(const char *file)
{
    static char text[1 << 16];
    FILE *opened = fopen(file, "r");
    sqlite3 *connection;
    size_t length;

    assert_non_null(opened);
    length = fread(text, 1, sizeof text - 1, opened);
    assert_in_range(length, 1, sizeof text - 2);
    text[length] = 0;
    (void)fclose(opened);
    assert_int_equal(sqlite3_open(path, &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
}

/* The options that the method had then, whatever it has now. */
static void set_old_options(struct lab_experiment *experiment)
{
    for (size_t i = 0; i < experiment->variant_count; i++)
        experiment->variants[i].settings = "form=negamax question=value threshold=1 memory_kib=16384";
}

/* All rows are found, with the same total of nodes. */
static void assert_found(lab_database *database, const char *text, long nodes_then)
{
    struct lab_experiment *experiment = read_experiment("old", text);
    struct lab_task *tasks;
    size_t count;
    long nodes = 0;

    set_old_options(experiment);
    assert_int_equal(lab_list_tasks(experiment, &tasks, &count, NULL), BY_OK);
    for (size_t i = 0; i < count; i++)
        nodes += measured(database, experiment, tasks[i], "nodes");
    assert_int_equal(nodes, nodes_then);
    free(tasks);
    lab_experiment_destroy(experiment);
}

/* Rows from before runs existed are found by their keys. */
static void test_old_rows(void **state)
{
    lab_database *database;
    char sql[128];

    (void)state;
    load("tests/data/lab_form2.sql");
    (void)snprintf(sql, sizeof sql, "UPDATE result SET sources = '%s'", lab_build_sources());
    (void)ask(sql);
    database = open_file();
    assert_found(database,
                 "title t\ngame tictactoe values=plain\nposition start initial\nposition later x../.o./...\n"
                 "variant all minimax\ndepths 1 3\nmeasure nodes\ntable x\ncolumns all\n",
                 9 + 7 + 585 + 259);
    assert_found(database,
                 "title t\ngame tictactoe\nposition start initial\nvariant all minimax\nvariant plain minimax\n"
                 "game tictactoe values=plain for plain\nnodes 20\ndecided 3\nmeasure nodes\ntable x\ncolumns all\n",
                 20 + 20);
    assert_found(database,
                 "title t\ngame tictactoe values=plain\nposition p x../.o./...\nvariant best minimax\n"
                 "variant weak minimax\ndepths 9\ndepths 1 for weak\nplays lines best\nmeasure lines_won\n"
                 "progress p T\nvariants best weak\nmeasure lines_lost\n",
                 8945 + 34205);
    lab_database_close(database);
    assert_int_equal(ask("SELECT user_version FROM pragma_user_version"), 4);
    assert_int_equal(ask("SELECT count(*) FROM result WHERE processor = '' AND flags = '' AND workers = 0"), 8);
    assert_int_equal(ask("SELECT count(*) FROM used"), 0);
}

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

static const char small[] =
    "title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\n"
    "variant a minimax\nvariant b minimax\ndepths 1 2\nmeasure nodes made_up\ntable x\ncolumns a b\n";

static const struct lab_task first = {.position = 0, .variant = 0, .limit = 1};
static const struct lab_task second = {.position = 1, .variant = 0, .limit = 1};

static int64_t begin(lab_database *database, const struct lab_experiment *experiment)
{
    int64_t run;

    assert_int_equal(lab_database_begin_run(database, experiment, 2, &run, NULL), BY_OK);
    return run;
}

/* Two versions of the program: each run keeps its rows, though the key finds only those of this version. */
static void test_two_versions(void **state)
{
    struct lab_experiment *experiment = read_experiment("small", small);
    lab_database *database = open_file();
    struct lab_runs runs;
    int64_t before, after;

    (void)state;
    before = begin(database, experiment);
    add_row(database, experiment, first, 10);
    add_row(database, experiment, second, 20);
    assert_int_equal(lab_database_end_run(database, before, NULL), BY_OK);
    (void)ask("UPDATE run SET sources = 'older'");
    (void)ask("UPDATE result SET sources = 'older', key = 'x' || key");
    after = begin(database, experiment);
    assert_int_not_equal(before, after);
    add_row(database, experiment, first, 11);

    assert_int_equal(lab_database_runs(database, "small", &runs, NULL), BY_OK);
    assert_int_equal(runs.count, 2);
    assert_int_equal(runs.list[0].id, after);
    assert_int_equal(runs.list[1].id, before);
    assert_false(runs.list[0].is_complete);
    assert_true(runs.list[1].is_complete);
    assert_int_equal(runs.list[0].rows, 1);
    assert_int_equal(runs.list[1].rows, 2);
    assert_int_equal(runs.list[0].workers, 2);
    assert_false(runs.list[0].is_quick);
    assert_string_equal(runs.list[1].sources, "older");
    assert_string_equal(runs.list[0].sources, lab_build_sources());
    assert_string_equal(runs.list[0].flags, lab_build_flags());
    assert_true(runs.list[0].processor[0] && runs.list[0].compiler[0] && runs.list[0].started_at[0]);
    lab_runs_free(&runs);
    assert_int_equal(lab_database_runs(database, "another", &runs, NULL), BY_OK);
    assert_int_equal(runs.count, 0);
    lab_runs_free(&runs);

    assert_int_equal(measured(database, experiment, first, "nodes"), 11);
    assert_int_equal(measured(database, experiment, second, "nodes"), -1);
    lab_database_use_run(database, before);
    assert_int_equal(measured(database, experiment, first, "nodes"), 10);
    assert_int_equal(measured(database, experiment, second, "nodes"), 20);
    assert_int_equal(measured(database, experiment, second, "made_up"), 21);
    lab_database_use_run(database, after);
    assert_int_equal(measured(database, experiment, first, "made_up"), 12);
    assert_int_equal(measured(database, experiment, second, "nodes"), -1);
    lab_database_use_run(database, 0);
    assert_int_equal(measured(database, experiment, first, "nodes"), 11);
    lab_database_close(database);
    lab_experiment_destroy(experiment);
}

/* An incomplete run continues; asking for existing rows makes no new run. */
static void test_runs_go_on(void **state)
{
    struct lab_experiment *experiment = read_experiment("small", small);
    lab_database *database = open_file();
    int64_t run, again;

    (void)state;
    run = begin(database, experiment);
    add_row(database, experiment, first, 10);
    again = begin(database, experiment);
    assert_int_equal(run, again);
    assert_int_equal(lab_database_end_run(database, run, NULL), BY_OK);
    again = begin(database, experiment);
    assert_int_not_equal(run, again);
    assert_int_equal(lab_database_link_all(database, again, experiment, &first, 1, NULL), BY_OK);
    assert_int_equal(ask("SELECT count(*) FROM run"), 2);
    assert_int_equal(ask("SELECT count(*) FROM used"), 2);
    assert_int_equal(lab_database_end_run(database, again, NULL), BY_OK);
    assert_int_equal(ask("SELECT count(*) FROM run"), 1);
    assert_int_equal(ask("SELECT count(*) FROM used"), 1);
    /* A forgotten run takes no rows, and its number is not used again. */
    assert_int_equal(lab_database_link_all(database, again, experiment, &first, 1, NULL), BY_OK);
    assert_int_equal(ask("SELECT count(*) FROM used"), 1);
    /* Nor with other workers, as long as nothing is searched. */
    assert_int_equal(lab_database_begin_run(database, experiment, 3, &run, NULL), BY_OK);
    assert_true(run > again);
    assert_int_equal(lab_database_link_all(database, run, experiment, &first, 1, NULL), BY_OK);
    assert_int_equal(lab_database_end_run(database, run, NULL), BY_OK);
    assert_int_equal(ask("SELECT count(*) FROM run"), 1);
    assert_int_equal(lab_database_begin_run(database, experiment, 3, &run, NULL), BY_OK);
    /* With a row that the other run lacks, it stays. */
    add_row(database, experiment, second, 20);
    assert_int_equal(lab_database_end_run(database, run, NULL), BY_OK);
    assert_int_equal(ask("SELECT count(*) FROM run WHERE finished_at IS NOT NULL"), 2);
    assert_int_equal(ask("SELECT count(*) FROM result WHERE workers = 3"), 1);
    lab_database_close(database);
    lab_experiment_destroy(experiment);
}

/* Deleting rows and runs by hand deletes their links too. */
static void test_deleted(void **state)
{
    struct lab_experiment *experiment = read_experiment("small", small);
    lab_database *database = open_file();

    (void)state;
    (void)begin(database, experiment);
    add_row(database, experiment, first, 10);
    add_row(database, experiment, second, 20);
    lab_database_close(database);
    assert_int_equal(ask("SELECT count(*) FROM used"), 2);
    (void)ask("DELETE FROM result WHERE nodes = 10");
    assert_int_equal(ask("SELECT count(*) FROM used"), 1);
    (void)ask("DELETE FROM run");
    assert_int_equal(ask("SELECT count(*) FROM used"), 0);
    assert_int_equal(ask("SELECT count(*) FROM result"), 1);
    lab_experiment_destroy(experiment);
}

/* ---- Repetitions ----------------------------------------------------------------------------------------------- */

/* All positions once, then all again; a variant with one repetition is searched once. */
static void test_order_of_repetitions(void **state)
{
    static const struct lab_task expected[] = {{0, 0, 1, 0}, {1, 0, 1, 0}, {0, 0, 1, 1}, {1, 0, 1, 1},
                                               {0, 1, 1, 0}, {1, 1, 1, 0}, {0, 0, 2, 0}, {1, 0, 2, 0},
                                               {0, 0, 2, 1}, {1, 0, 2, 1}, {0, 1, 2, 0}, {1, 1, 2, 0}};
    struct lab_experiment *experiment = read_experiment("small", small);
    struct lab_task *tasks;
    size_t count;

    (void)state;
    experiment->variants[0].repetitions = 2;
    experiment->variants[1].repetitions = 1;
    assert_int_equal(lab_list_tasks(experiment, &tasks, &count, NULL), BY_OK);
    assert_int_equal(count, sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(tasks[i].position, expected[i].position);
        assert_int_equal(tasks[i].variant, expected[i].variant);
        assert_int_equal(tasks[i].limit, expected[i].limit);
        assert_int_equal(tasks[i].repetition, expected[i].repetition);
    }
    free(tasks);
    lab_experiment_destroy(experiment);
}

/* Without a seed a repetition is a separate row with the same key; with one it is the row of that seed. */
static void test_repetitions(void **state)
{
    struct lab_experiment *experiment = read_experiment("small", small);
    struct lab_seeding seedings[] = {{experiment->variants[1].options, "seed=1"},
                                     {experiment->variants[1].options, "seed=2"}};
    const struct lab_task again = {.position = 0, .variant = 0, .limit = 1, .repetition = 1};
    const struct lab_task seeded = {.position = 0, .variant = 1, .limit = 1, .repetition = 1};
    lab_database *database = open_file();
    int64_t run = begin(database, experiment);

    (void)state;
    experiment->variants[0].repetitions = experiment->variants[1].repetitions = 2;
    experiment->variants[1].seedings = seedings;
    add_row(database, experiment, first, 10);
    assert_int_equal(measured(database, experiment, again, "nodes"), -1);
    add_row(database, experiment, again, 11);
    add_row(database, experiment, again, 99); /* it exists already */
    add_row(database, experiment, seeded, 12);
    assert_int_equal(measured(database, experiment, first, "nodes"), 10);
    assert_int_equal(measured(database, experiment, again, "nodes"), 11);
    assert_int_equal(measured(database, experiment, seeded, "nodes"), 12);
    lab_database_use_run(database, run);
    assert_int_equal(measured(database, experiment, first, "nodes"), 10);
    assert_int_equal(measured(database, experiment, again, "nodes"), 11);
    assert_int_equal(measured(database, experiment, seeded, "nodes"), 12);
    lab_database_use_run(database, 0);
    assert_int_equal(ask("SELECT count(*) FROM result WHERE repetition = 1 AND nodes = 11"), 1);
    assert_int_equal(ask("SELECT count(*) FROM result WHERE repetition = 0 AND options = 'seed=2'"), 1);
    /* A variant that is written with this seed shares the row. */
    experiment->variants[1].seedings = NULL;
    experiment->variants[1].settings = "seed=2";
    assert_int_equal(measured(database, experiment, (struct lab_task){.variant = 1, .limit = 1}, "nodes"), 12);
    lab_database_close(database);
    lab_experiment_destroy(experiment);
}

/* ---- Export ---------------------------------------------------------------------------------------------------- */

static void assert_exported(lab_database *database, const struct lab_experiment *experiment, enum lab_export what,
                            const char *expected)
{
    by_text text = {0};

    assert_int_equal(lab_database_export(database, experiment, what, &text, NULL), BY_OK);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

/* Begins with these lines and ends in this. */
static void assert_rows_exported(lab_database *database, const struct lab_experiment *experiment, const char *head,
                                 const char *line, const char *end)
{
    by_text text = {0};
    const char *at;

    assert_int_equal(lab_database_export(database, experiment, LAB_EXPORT_ROWS, &text, NULL), BY_OK);
    at = by_text_string(&text);
    assert_int_equal(strncmp(at, head, strlen(head)), 0);
    at = strchr(at, '\n') + 1;
    if (strncmp(at, line, strlen(line)) != 0)
        fail_msg("expected '%s', got '%s'", line, at);
    assert_non_null(strstr(at, end));
    assert_int_equal(strlen(strchr(at, '\n')), 1);
    by_text_free(&text);
}

/* Every column, after the names of the experiment; values with commas or quotes are quoted. */
static void test_export(void **state)
{
    struct solve_point points[] = {{.nodes = 5, .time_us = 6, .depth = 7, .evaluation = -8},
                                   {.nodes = 9, .time_us = 7, .proof_number = 9, .disproof_number = UINT64_MAX},
                                   {.nodes = 10, .time_us = 8, .proof_number = 0, .disproof_number = 4}};
    const struct solve_curve curve = {.points = points, .length = 3};
    struct solve_curve kept = {0};
    const struct by_result result = {BY_SIZE(by_result), .nodes = 10};
    const struct lab_finding finding = {.result = &result, .best = "", .answer = BY_ANSWER_NO, .curve = &curve};
    struct lab_experiment *experiment = read_experiment("small", small);
    lab_database *database = open_file();
    int64_t run = begin(database, experiment);

    (void)state;
    experiment->positions[0].set = "x,y";
    experiment->positions[1].group = "3";
    assert_exported(database, experiment, LAB_EXPORT_COUNTERS,
                    "variant,position_id,set,group,limit,repetition,name,value\n");
    add_row(database, experiment, first, 10);
    experiment->variants[1].settings = "other";
    assert_exported(database, experiment, LAB_EXPORT_COUNTERS,
                    "variant,position_id,set,group,limit,repetition,name,value\n"
                    "a,p1,\"x,y\",,1,0,made_up,11\n");
    assert_rows_exported(database, experiment,
                         "variant,position_id,set,group,limit,repetition,row,nodes,evaluations,time_us,depth,",
                         "a,p1,\"x,y\",,1,0,1,10,0,7,0,0,0,unknown,0,\"a,\"\"b\",yes,", ",small,");
    assert_int_equal(lab_database_add(database, experiment, &second, &finding, NULL), BY_OK);
    assert_exported(database, experiment, LAB_EXPORT_POINTS,
                    "variant,position_id,set,group,limit,repetition,number,nodes,time_us,depth,evaluation,"
                    "proof_number,disproof_number\na,p2,,3,1,0,0,5,6,7,-8,,\na,p2,,3,1,0,1,9,7,0,0,9,\n"
                    "a,p2,,3,1,0,2,10,8,0,0,0,4\n");
    assert_int_equal(lab_database_curve(database, ask("SELECT max(id) FROM result"), &kept, NULL), BY_OK);
    assert_int_equal(kept.length, 3);
    assert_memory_equal(kept.points, points, sizeof points);
    solve_curve_free(&kept);
    /* For a run that has none of them */
    lab_database_use_run(database, run + 1);
    assert_exported(database, experiment, LAB_EXPORT_COUNTERS,
                    "variant,position_id,set,group,limit,repetition,name,value\n");
    lab_database_close(database);
    lab_experiment_destroy(experiment);
}

/* ---- Games ----------------------------------------------------------------------------------------------------- */

static const char games_of_xiangqi[] = "title t\ngame xiangqi\nposition even initial\n"
                                       "position mate 4k4/R8/1R7/9/9/9/9/9/9/3K5 w\n"
                                       "variant deep alphabeta memory_kib=2048\nvariant low minimax\nnodes 400\n"
                                       "plays low\nmeasure low_won\nprogress p T\nvariants deep\nmeasure low_won\n";

/* Games without a bound are draws after the limit of plies; two rooks win within three with one colour and lose with
 * the other. The nodes, which include every move, reveal the lengths. */
static void test_plies(void **state)
{
    const struct lab_task even = {.position = 0, .variant = 0, .limit = 400};
    const struct lab_task mate = {.position = 1, .variant = 0, .limit = 400};
    struct lab_experiment *experiment = read_experiment("games", games_of_xiangqi);
    struct by_counter *games = NULL;
    struct by_result result = {BY_SIZE(by_result)};
    by_error error;

    (void)state;
    assert_int_equal(lab_games_play(experiment, &even, NULL, &games, &result, &error), BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "`plies`"));
    free(games);
    experiment->plies = 4;
    assert_int_equal(lab_games_play(experiment, &even, NULL, &games, &result, &error), BY_OK);
    assert_int_equal(result.counters[0].value, 0);
    assert_int_equal(result.counters[1].value, 2);
    assert_int_equal(result.counters[2].value, 0);
    assert_int_equal(result.nodes, 2 * 4 * 400);
    free(games);
    assert_int_equal(lab_games_play(experiment, &mate, NULL, &games, &result, &error), BY_OK);
    assert_int_equal(result.counters[0].value, 1);
    assert_int_equal(result.counters[1].value + result.counters[2].value, 1);
    free(games);
    lab_experiment_destroy(experiment);
}

/* The same games each time: a player that searches again keeps no data of its last move. With another limit of plies
 * they are other rows. */
static void test_games_again(void **state)
{
    const struct lab_task even = {.position = 0, .variant = 0, .limit = 400};
    struct lab_experiment *experiment = read_experiment("games", games_of_xiangqi);
    struct by_result results[3];
    lab_database *database = open_file();

    (void)state;
    experiment->plies = 40;
    for (int i = 0; i < 3; i++) {
        struct by_counter *games = NULL;

        assert_int_equal(lab_games_play(experiment, &even, NULL, &games, &results[i], NULL), BY_OK);
        free(games);
        assert_int_equal(results[i].nodes, results[0].nodes);
        assert_int_equal(results[i].evaluations, results[0].evaluations);
    }
    add_row(database, experiment, even, 1);
    assert_int_equal(measured(database, experiment, even, "nodes"), 1);
    experiment->plies = 41;
    assert_int_equal(measured(database, experiment, even, "nodes"), -1);
    lab_database_close(database);
    lab_experiment_destroy(experiment);
}

/* Plays a game with a new search for each move, and returns how often both estimated. */
static uint64_t play_with_fresh_searches(const struct lab_experiment *experiment, int own_side)
{
    const struct by_limits limits = lab_search_limits(experiment, 400);
    by_position *position;
    uint64_t evaluations = 0;

    assert_int_equal(by_position_copy(experiment->positions[0].position, &position, NULL), BY_OK);
    for (int64_t ply = 0; ply < experiment->plies; ply++) {
        struct by_node node;
        struct by_result result = {BY_SIZE(by_result)};
        const struct lab_variant *variant;
        by_search *search;

        by_position_verdict(position, &node);
        if (node.is_over)
            break;
        variant = &experiment->variants[node.side == own_side ? 0 : 1];
        assert_int_equal(by_search_create(variant->game, variant->method, variant->options, &search, NULL), BY_OK);
        assert_int_equal(by_search_run(search, position, &limits, NULL, &result, NULL), BY_OK);
        evaluations += result.evaluations;
        assert_int_equal(by_position_push(position, result.best, NULL), BY_OK);
        by_search_destroy(search);
    }
    by_position_destroy(position);
    return evaluations;
}

/* Clearing a search is as good as creating a new one. */
static void test_players_are_fresh(void **state)
{
    const struct lab_task even = {.position = 0, .variant = 0, .limit = 400};
    struct lab_experiment *experiment = read_experiment("games", games_of_xiangqi);
    struct by_counter *games = NULL;
    struct by_result result = {BY_SIZE(by_result)};

    (void)state;
    experiment->plies = 60;
    assert_int_equal(lab_games_play(experiment, &even, NULL, &games, &result, NULL), BY_OK);
    assert_int_equal(result.evaluations,
                     play_with_fresh_searches(experiment, 0) + play_with_fresh_searches(experiment, 1));
    free(games);
    lab_experiment_destroy(experiment);
}

/* ---- Workers --------------------------------------------------------------------------------------------------- */

/* The maximum number of searches that ran at the same time. */
struct seen {
    size_t begun, most;
};

static void watch(void *context, const struct lab_progress *progress)
{
    struct seen *seen = context;

    if (!progress->current)
        return;
    seen->begun++;
    if (seen->begun - (progress->done - progress->found) > seen->most)
        seen->most = seen->begun - (progress->done - progress->found);
}

static const char threaded[] = "title t\ngame tictactoe\nposition p1 initial\nposition p2 x../.../...\n"
                               "position p3 .x./.../...\nposition p4 .../.x./...\nnondeterministic\n"
                               "variant v alphabeta threads=%d memory_kib=65536\ndepths 3-5\n"
                               "measure nodes\ntable x\ncolumns v\n";

enum { THREADED_ROWS = 4 * 3 };

/* Runs the experiment in a new database, and returns how many searches ran at the same time. */
static size_t most_at_once(int threads, int jobs, bool is_alone)
{
    char text[512];
    struct seen seen = {0};
    struct lab_run_settings settings = {.jobs = jobs, .watch = watch, .context = &seen};
    struct lab_experiment *experiment;
    lab_database *database;
    bool is_complete;
    by_error error;

    (void)snprintf(text, sizeof text, threaded, threads);
    experiment = read_experiment("threaded", text);
    experiment->is_alone = is_alone;
    assert_int_equal(empty_file(NULL), 0);
    database = open_file();
    if (lab_run(experiment, database, &settings, &is_complete, &error))
        fail_msg("%s", error.message);
    assert_true(is_complete);
    assert_int_equal(seen.begun, THREADED_ROWS);
    lab_database_close(database);
    lab_experiment_destroy(experiment);
    assert_int_equal(ask("SELECT count(*) FROM result"), THREADED_ROWS);
    assert_int_equal(ask("SELECT count(*) FROM used WHERE run = 1"), THREADED_ROWS);
    assert_int_equal(ask("SELECT count(*) FROM run WHERE finished_at IS NOT NULL"), 1);
    return seen.most;
}

/* Threads share the limit of parallel searches: no more than processors or, if that is more, than the user wanted. */
static void test_places(void **state)
{
    size_t places = lab_processor_count() > 8 ? (size_t)lab_processor_count() : 8;

    (void)state;
    assert_in_range(most_at_once(1, 8, false), 1, 8);
    assert_in_range(most_at_once(3, 8, false), 1, places / 3);
    assert_in_range(most_at_once(8, 8, false), 1, places / 8);
    assert_int_equal(most_at_once(8, 1, false), 1);
}

/* Rows made beside other searches do not count in an experiment about times; it makes its own, and finds them again. */
static void test_alone_rows(void **state)
{
    static const struct {
        bool is_alone;
        int rows; /* now there are */
    } runs[] = {
        {false, THREADED_ROWS}, {true, 2 * THREADED_ROWS}, {true, 2 * THREADED_ROWS}, {false, 2 * THREADED_ROWS}};
    const struct lab_run_settings settings = {.jobs = 2};
    char text[512];

    (void)state;
    (void)snprintf(text, sizeof text, threaded, 1);
    assert_int_equal(empty_file(NULL), 0);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct lab_experiment *experiment = read_experiment("threaded", text);
        lab_database *database = open_file();
        bool is_complete;

        experiment->is_alone = runs[i].is_alone;
        assert_int_equal(lab_run(experiment, database, &settings, &is_complete, NULL), BY_OK);
        lab_database_close(database);
        lab_experiment_destroy(experiment);
        assert_int_equal(ask("SELECT count(*) FROM result"), runs[i].rows);
    }
    assert_int_equal(ask("SELECT count(*) FROM result WHERE workers = 1"), THREADED_ROWS);
}

/* All rows of a run in a new database, without their times. */
static void run_for_text(const struct lab_experiment *experiment, int jobs, by_text *out)
{
    static const char *const measures[] = {"nodes", "evaluations", "value", "best", "depth"};
    const struct lab_run_settings settings = {.jobs = jobs};
    lab_database *database;
    struct lab_rows rows;
    bool is_complete;
    by_error error;

    assert_int_equal(empty_file(NULL), 0);
    database = open_file();
    if (lab_run(experiment, database, &settings, &is_complete, &error))
        fail_msg("%s", error.message);
    assert_true(is_complete);
    assert_int_equal(lab_rows_load(&rows, experiment, database, NULL), BY_OK);
    for (size_t i = 0; i < rows.count; i++)
        for (size_t j = 0; j < sizeof measures / sizeof measures[0]; j++) {
            by_text_add_char(out, ' ');
            lab_measure_print(&rows, &rows.tasks[i], measures[j], out);
        }
    assert_int_equal(lab_database_export(database, experiment, LAB_EXPORT_COUNTERS, out, NULL), BY_OK);
    lab_rows_free(&rows);
    lab_database_close(database);
}

static void assert_same_with_workers(const struct lab_experiment *experiment)
{
    by_text with_one = {0}, with_four = {0};

    run_for_text(experiment, 1, &with_one);
    run_for_text(experiment, 4, &with_four);
    assert_true(with_one.length > 100);
    assert_string_equal(by_text_string(&with_one), by_text_string(&with_four));
    by_text_free(&with_one);
    by_text_free(&with_four);
}

/* The rows do not depend on the number of workers: repetitions, with other seeds and without, and games. */
static void test_same_rows(void **state)
{
    enum { SEEDS = 3 };
    struct lab_experiment *experiment =
        read_experiment("seeded", "title t\ngame connect4\nposition p initial\nposition q "
                                  "......./......./......./......./......./...x...\nvariant m mcts\n"
                                  "variant a alphabeta\nnodes 50 200\nmeasure nodes\ntable x\ncolumns m\n");
    struct lab_seeding seedings[SEEDS];
    char settings[SEEDS][16];

    (void)state;
    for (int i = 0; i < SEEDS; i++) {
        assert_int_equal(by_options_copy(experiment->variants[0].options, &seedings[i].options, NULL), BY_OK);
        assert_int_equal(by_options_set_number(seedings[i].options, "seed", i + 1, NULL), BY_OK);
        (void)snprintf(settings[i], sizeof settings[i], "seed=%d", i + 1);
        seedings[i].settings = settings[i];
    }
    experiment->variants[0].repetitions = SEEDS;
    experiment->variants[0].seedings = seedings;
    experiment->variants[1].repetitions = 2;
    assert_same_with_workers(experiment);
    assert_int_equal(ask("SELECT count(*) FROM result"), 2 * 2 * (SEEDS + 2));
    assert_int_equal(ask("SELECT count(DISTINCT options) FROM result WHERE method = 'mcts'"), SEEDS);
    /* Other seeds give other searches, not only other names */
    assert_int_equal(ask("SELECT count(DISTINCT value) > 1 FROM result WHERE method = 'mcts' AND limit_value = 50"), 1);
    for (int i = 0; i < SEEDS; i++)
        by_options_destroy(seedings[i].options);
    experiment->variants[0].seedings = NULL;
    lab_experiment_destroy(experiment);

    experiment = read_experiment("games", games_of_xiangqi);
    experiment->plies = 20;
    assert_same_with_workers(experiment);
    lab_experiment_destroy(experiment);
}

/* By default there are as many workers as processors; an experiment about times runs one search at a time. */
static void test_workers(void **state)
{
    size_t processors = (size_t)lab_processor_count();

    (void)state;
    assert_in_range(most_at_once(1, LAB_JOBS_AUTO, false), 1, processors);
    assert_int_equal(ask("SELECT workers FROM run"), processors < LAB_JOBS_MOST ? processors : LAB_JOBS_MOST);
    assert_int_equal(most_at_once(1, 8, true), 1);
    assert_int_equal(ask("SELECT workers FROM run"), 1);
    assert_int_equal(ask("SELECT count(*) FROM result WHERE workers = 1"), THREADED_ROWS);
}
#endif

/* The processor has a name, and the build has its flags. */
static void test_build(void **state)
{
    by_text processor = {0};

    (void)state;
    lab_processor(&processor);
    assert_true(processor.length > strlen(", 1 core"));
    assert_non_null(strstr(by_text_string(&processor), " core"));
    assert_null(strchr(by_text_string(&processor), '\n'));
    by_text_free(&processor);
    assert_non_null(strstr(lab_build_flags(), "-std=c17"));
    assert_null(strstr(lab_build_flags(), "-W"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_build),
#ifdef HAS_SQLITE
        cmocka_unit_test_setup(test_old_rows, empty_file),
        cmocka_unit_test_setup(test_two_versions, empty_file),
        cmocka_unit_test_setup(test_runs_go_on, empty_file),
        cmocka_unit_test_setup(test_deleted, empty_file),
        cmocka_unit_test_setup(test_order_of_repetitions, empty_file),
        cmocka_unit_test_setup(test_repetitions, empty_file),
        cmocka_unit_test_setup(test_export, empty_file),
        cmocka_unit_test_setup(test_plies, empty_file),
        cmocka_unit_test_setup(test_games_again, empty_file),
        cmocka_unit_test_setup(test_players_are_fresh, empty_file),
        cmocka_unit_test_setup(test_places, empty_file),
        cmocka_unit_test_setup(test_alone_rows, empty_file),
        cmocka_unit_test_setup(test_same_rows, empty_file),
        cmocka_unit_test_setup(test_workers, empty_file),
    };

    return cmocka_run_group_tests(tests, make_file, remove_file);
#else
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
#endif
}
