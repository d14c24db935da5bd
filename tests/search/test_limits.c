/* SPDX-License-Identifier: MIT
 *
 * Limits: nodes, time, clock, stop, memory. Every method keeps every one of them.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/game.h"
#include "search/control.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/games.h"
#include "support/search.h"

static void open_endless(struct bench *bench)
{
    *bench = (struct bench){0};
    assert_int_equal(by_game_open(&endless_game, NULL, &bench->game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench->game, &bench->position, NULL), BY_OK);
}

/* Calls `check` for every method there is. */
static void for_each_method(void (*check)(const char *method))
{
    const by_method *method;

    for (size_t i = 0; (method = by_method_at(i)); i++)
        check(by_method_name(method));
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------- */

static void check_nodes(const char *method)
{
    struct bench bench;

    bench_open(&bench, "tictactoe", NULL);
    for (uint64_t nodes = 1; nodes < 30000; nodes = nodes * 3 / 2 + 1) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
        struct by_result first = {BY_SIZE(by_result)}, second = {BY_SIZE(by_result)};

        bench_method(&bench, method, NULL, "");
        first = bench_run(&bench, &limits);
        assert_in_range(first.nodes, 1, nodes);
        if (first.stopped == BY_STOPPED_NODES)
            assert_int_equal(first.nodes, nodes);
        assert_int_not_equal(first.best, BY_MOVE_NONE);
        bench_method(&bench, method, NULL, "");
        second = bench_run(&bench, &limits);
        assert_int_equal(first.nodes, second.nodes);
        assert_int_equal(first.best, second.best);
        assert_int_equal(first.value, second.value);
        assert_int_equal(first.kind, second.kind);
    }
    bench_close(&bench);
}

/* A limit of nodes is never exceeded, is used up, and gives the same answer twice. */
static void test_nodes(void **state)
{
    (void)state;
    for_each_method(check_nodes);
}

/* ---- Evaluations ----------------------------------------------------------------------------------------------- */

/* Runs to a limit of evaluations, or of nodes where nothing is estimated. */
static void check_evaluations(const char *game, const char *method, const char *settings)
{
    struct bench bench;

    bench_open(&bench, game, NULL);
    for (uint64_t evaluations = 1; evaluations < 5000; evaluations = evaluations * 3 / 2 + 1) {
        struct by_limits limits = {BY_SIZE(by_limits), .evaluations = evaluations, .nodes = 200000};
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, method, NULL, settings);
        result = bench_run(&bench, &limits);
        assert_int_equal(result.stopped, BY_STOPPED_EVALUATIONS);
        assert_int_equal(result.evaluations, evaluations);
        assert_int_not_equal(result.best, BY_MOVE_NONE);
    }
    bench_close(&bench);
}

/* A limit of evaluations is used up and not exceeded, by playouts either; with several threads they share it. */
static void test_evaluations(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .evaluations = 1000};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    check_evaluations("xiangqi", "alphabeta", "");
    check_evaluations("xiangqi", "alphabeta", "quiescence=off");
    check_evaluations("xiangqi", "bsp", "");
    check_evaluations("xiangqi", "bstar", "");
    check_evaluations("xiangqi", "mcts", "playout_plies=4");
    check_evaluations("connect4", "mcts", "playouts=moves solver=off");
    check_evaluations("go size=5", "mcts", "");
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "alphabeta", NULL, "threads=2");
    result = bench_run(&bench, &limits);
    assert_in_range(result.evaluations, 1, 1000);
    limits.depth = 6;
    bench_method(&bench, "minimax", NULL, "");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.evaluations, 1000);
    assert_int_equal(result.stopped, BY_STOPPED_EVALUATIONS);
    assert_string_equal(by_stop_reason_name(result.stopped), "evaluations");
    bench_close(&bench);
}

/* ---- Stop and time --------------------------------------------------------------------------------------------- */

struct stopper {
    by_stop *stop;
    uint64_t at; /* node */
};

static void stop_at(void *context, const struct by_event *event)
{
    struct stopper *stopper = context;

    if (event->nodes >= stopper->at)
        by_stop_set(stopper->stop);
}

static void check_stop(const char *method)
{
    struct stopper stopper = {.at = 5000};
    struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_ENTER, .context = &stopper,
                                   .notify = stop_at};
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    assert_int_equal(by_stop_create(&stopper.stop, NULL), BY_OK);
    limits.stop = stopper.stop;
    open_endless(&bench);
    bench_method(&bench, method, NULL, "");
    result = bench_observe(&bench, &limits, &observer);
    assert_int_equal(result.stopped, BY_STOPPED_ASKED);
    assert_in_range(result.nodes, 5000, 5000 + 1024);
    assert_int_not_equal(result.best, BY_MOVE_NONE);

    /* It stays set: the next run ends at once, and after clearing it the one after that does not. */
    result = bench_run(&bench, &limits);
    assert_int_equal(result.stopped, BY_STOPPED_ASKED);
    assert_in_range(result.nodes, 0, 1024);
    by_stop_clear(stopper.stop);
    limits.nodes = 5000;
    assert_int_equal(bench_run(&bench, &limits).stopped, BY_STOPPED_NODES);
    bench_close(&bench);
    by_stop_destroy(stopper.stop);
}

/* The stop flag is noticed within 1,024 nodes, and a move is given all the same. */
static void test_stop(void **state)
{
    (void)state;
    for_each_method(check_stop);
}

/* A flag below another ends its own run alone, and the one above ends all. */
static void test_stop_below(void **state)
{
    by_stop *above, *below, *beside;
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 5000};
    struct bench bench;

    (void)state;
    assert_int_equal(by_stop_create(&above, NULL), BY_OK);
    assert_int_equal(by_stop_create_below(above, &below, NULL), BY_OK);
    assert_int_equal(by_stop_create_below(above, &beside, NULL), BY_OK);
    open_endless(&bench);
    bench_method(&bench, "alphabeta", NULL, "");
    by_stop_set(below);
    limits.stop = below;
    assert_int_equal(bench_run(&bench, &limits).stopped, BY_STOPPED_ASKED);
    limits.stop = beside;
    assert_int_equal(bench_run(&bench, &limits).stopped, BY_STOPPED_NODES);
    by_stop_set(above);
    assert_int_equal(bench_run(&bench, &limits).stopped, BY_STOPPED_ASKED);
    bench_close(&bench);
    by_stop_destroy(beside);
    by_stop_destroy(below);
    by_stop_destroy(above);
}

static void check_time(const char *method)
{
    struct by_limits by_time = {BY_SIZE(by_limits), .time_ms = 30};
    struct by_limits by_clock = {BY_SIZE(by_limits), .clock_ms = {900, 900}, .increment_ms = {0, 0}};
    struct by_limits by_moves = {BY_SIZE(by_limits), .clock_ms = {550, 550}, .moves_to_go = 4};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    open_endless(&bench);
    bench_method(&bench, method, NULL, "memory_kib=1048576"); /* so that a search that keeps its tree has room */
    result = bench_run(&bench, &by_time);
    assert_int_equal(result.stopped, BY_STOPPED_TIME);
    assert_in_range(result.time_us, 30000, 1000000);
    result = bench_run(&bench, &by_clock);
    assert_int_equal(result.stopped, BY_STOPPED_TIME);
    assert_in_range(result.time_us, 1000, 900000);
    result = bench_run(&bench, &by_moves);
    assert_int_equal(result.stopped, BY_STOPPED_TIME);
    assert_in_range(result.time_us, 20000, 1000000);
    bench_close(&bench);
}

/* A search on time ends with it; on a clock it takes a share. (The upper bounds only catch a search that hangs.) */
static void test_time(void **state)
{
    (void)state;
    for_each_method(check_time);
}

struct ponderer {
    by_stop *ponder;
    int depth; /* after which the time is over; 0: it is from the beginning */
    bool is_over;
    uint64_t nodes; /* when it ended to ponder */
};

static void sleep_ms(long time_ms)
{
    nanosleep(&(struct timespec){.tv_sec = time_ms / 1000, .tv_nsec = time_ms % 1000 * 1000000}, NULL);
}

/* Waits for the time to be over, and then, at a node, ends the pondering. */
static void ponder_until(void *context, const struct by_event *event)
{
    struct ponderer *ponderer = context;

    if (event->kind == BY_EVENT_ITERATION && event->depth == ponderer->depth - 1)
        sleep_ms(700);
    if (event->kind == BY_EVENT_ITERATION && event->depth == ponderer->depth)
        ponderer->is_over = true;
    if (event->kind != BY_EVENT_ENTER || ponderer->nodes || event->nodes < 20000 * (ponderer->depth == 0) ||
        (ponderer->depth && !ponderer->is_over))
        return;
    if (!ponderer->depth)
        sleep_ms(10);
    ponderer->nodes = event->nodes;
    by_stop_clear(ponderer->ponder);
}

static void check_ponder(const char *method)
{
    struct ponderer ponderer = {0};
    struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_ENTER, .context = &ponderer,
                                   .notify = ponder_until};
    struct by_limits limits = {BY_SIZE(by_limits), .clock_ms = {1, 1}};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    assert_int_equal(by_stop_create(&ponderer.ponder, NULL), BY_OK);
    by_stop_set(ponderer.ponder);
    limits.ponder = ponderer.ponder;
    open_endless(&bench);
    bench_method(&bench, method, NULL, "memory_kib=1048576");
    result = bench_observe(&bench, &limits, &observer);
    assert_int_equal(result.stopped, BY_STOPPED_TIME);
    assert_in_range(result.nodes, 20000, ponderer.nodes + 1024);
    bench_close(&bench);
    by_stop_destroy(ponderer.ponder);
}

/* A pondering search exceeds its time, and stops as soon as pondering ends. */
static void test_ponder(void **state)
{
    (void)state;
    for_each_method(check_ponder);
}

/* An iteration that would not have been begun without pondering is not brought to its end after it: the share of the
 * clock is 995 ms, three fifths of it are enough, and an iteration may take three shares. */
static void test_enough_while_pondering(void **state)
{
    struct ponderer ponderer = {.depth = 4};
    struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_ENTER | BY_EVENT_ITERATION,
                                   .context = &ponderer, .notify = ponder_until};
    struct by_limits limits = {BY_SIZE(by_limits), .clock_ms = {30000, 30000}};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    assert_int_equal(by_stop_create(&ponderer.ponder, NULL), BY_OK);
    by_stop_set(ponderer.ponder);
    limits.ponder = ponderer.ponder;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "alphabeta", NULL, "time_by_stability=off");
    result = bench_observe(&bench, &limits, &observer);
    assert_int_equal(result.stopped, BY_STOPPED_TIME);
    assert_int_equal(result.depth, 4);
    assert_in_range(result.nodes, ponderer.nodes, ponderer.nodes + 1024);
    bench_close(&bench);
    by_stop_destroy(ponderer.ponder);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

static void check_peak(const char *method, const char *game, const char *more, int limit_kib)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 3000, .lines = 3};
    char settings[64];
    struct bench bench;
    size_t before;

    (void)snprintf(settings, sizeof settings, "memory_kib=%d%s", limit_kib, more);
    bench_open(&bench, game, NULL);
    allocation_reset();
    before = allocation_current();
    bench_method(&bench, method, NULL, settings);
    bench_run(&bench, &limits);
    assert_in_range(allocation_peak() - before, 1, (size_t)limit_kib * 1024 + (1 << 20));
    by_search_destroy(bench.search);
    bench.search = NULL;
    assert_int_equal(allocation_current(), before);
    bench_close(&bench);
}

static void check_memory_of(const char *method, const char *more)
{
    static const int limits_kib[] = {1, 64, 1024, 4096, 65536};

    for (size_t i = 0; i < sizeof limits_kib / sizeof limits_kib[0]; i++) {
        check_peak(method, "tictactoe", more, limits_kib[i]);
        check_peak(method, "tree", more, limits_kib[i]);
    }
}

static void check_memory(const char *method)
{
    check_memory_of(method, "");
}

/* Threads that help have to do with the same memory. */
static void test_memory_of_threads(void **state)
{
    (void)state;
    check_memory_of("alphabeta", " threads=3");
    check_peak("alphabeta", "xiangqi", " threads=8", 16384);
    check_memory_of("df-pn", " threads=3 threads_after=9");
    check_peak("df-pn", "xiangqi", " threads=8 threads_after=9", 16384);
    check_memory_of("mcts", " threads=3");
    check_memory_of("mcts", " transpositions=on");
    check_memory_of("mcts", " threads=3 parallel=root");
    check_peak("mcts", "xiangqi", " threads=8 transpositions=on parallel=root", 16384);
    check_peak("mcts", "xiangqi", " threads=8 transpositions=on", 16384);
}

/* A line of an iteration that was not completed is a lower bound, and no proof. */
static void test_unfinished_lines(void **state)
{
    int unfinished = 0;
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (int nodes = 100; nodes < 6000; nodes += 150) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = (uint64_t)nodes};
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, "alphabeta", NULL, "");
        result = bench_run(&bench, &limits);
        if (!result.line_count || result.lines[0].depth <= result.depth)
            continue;
        unfinished++;
        assert_int_equal(result.kind, BY_KIND_AT_LEAST);
        assert_false(result.is_proved);
    }
    assert_in_range(unfinished, 3, 100);
    bench_close(&bench);
}

/* The peak of all allocations is at most the limit and 1 MiB, and everything is given back. */
static void test_memory(void **state)
{
    (void)state;
    for_each_method(check_memory);
}

/* A tree whose stacks take most of the limit, and runs that ask for more than the run before. */
static void check_memory_of_later_runs(const char *method)
{
    size_t limit = (size_t)48 << 20;
    struct bench bench;
    size_t before;
    by_text text = {0};

    /* A root of 991 children, of which one leads down a path of 900 nodes */
    by_text_add_char(&text, '(');
    for (int i = 0; i < 990; i++)
        by_text_printf(&text, "%d ", i);
    for (int i = 0; i < 900; i++)
        by_text_add_char(&text, '(');
    by_text_add_char(&text, '7');
    for (int i = 0; i < 901; i++)
        by_text_add_char(&text, ')');
    bench_open(&bench, "tree", by_text_string(&text));
    by_text_free(&text);
    allocation_reset();
    before = allocation_current();
    bench_method(&bench, method, NULL, "memory_kib=49152");
    for (int lines = 1; lines <= 1000; lines += 333) {
        struct by_limits limits = {BY_SIZE(by_limits), .lines = lines, .nodes = 2000};

        bench_run(&bench, &limits);
        assert_in_range(allocation_peak() - before, 1, limit + (1 << 20));
    }
    bench_close(&bench);
}

static void test_memory_of_later_runs(void **state)
{
    (void)state;
    for_each_method(check_memory_of_later_runs);
}

/* A state with a large undo stack counts too: such a search says what it needs before it takes it. */
static void check_memory_of_positions(const char *method)
{
    struct by_rules rules = *endless_game.rules;
    by_game_type heavy = endless_game;
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 100, .depth = 200};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench = {0};
    by_error error = {0};
    size_t before = allocation_current();

    rules.undo_size = 16384;
    heavy.rules = &rules;
    assert_int_equal(by_game_open(&heavy, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    allocation_reset();
    bench_method(&bench, method, NULL, "memory_kib=2048");
    assert_int_equal(by_search_run(bench.search, bench.position, &limits, NULL, &result, &error), BY_ERROR_LIMIT);
    assert_in_range(allocation_peak() - before, 1, (size_t)5 << 20);
    bench_method(&bench, method, NULL, "memory_kib=8192");
    allocation_reset();
    bench_run(&bench, &limits);
    assert_in_range(allocation_peak() - before, 1, (size_t)(8 + 1 + 1) << 20); /* the position itself is 1 MiB */

    /* After many moves, a search of one ply needs room for one more */
    for (int i = 0; i < 600; i++)
        assert_int_equal(by_position_push(bench.position, 0, NULL), BY_OK);
    before = allocation_current();
    bench_method(&bench, method, NULL, "memory_kib=12288");
    limits.depth = 1;
    allocation_reset();
    bench_run(&bench, &limits);
    assert_in_range(allocation_peak() - before, 1, (size_t)(12 + 1) << 20);
    bench_close(&bench);
}

static void test_memory_of_positions(void **state)
{
    (void)state;
    for_each_method(check_memory_of_positions);
}

/* The limit is made use of: the hash table takes what is left of it. */
static void test_memory_is_used(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 100};
    struct bench bench;
    size_t before;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    allocation_reset();
    before = allocation_current();
    bench_method(&bench, "alphabeta", NULL, "memory_kib=8192");
    bench_run(&bench, &limits);
    assert_in_range(allocation_peak() - before, 8000 * 1024, 9216 * 1024);
    bench_close(&bench);
}

/* The nodes of xiangqi when its positions take more than they need, with a table so small that its size shows. */
static uint64_t nodes_of_grown(size_t state_growth, size_t undo_growth)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 5};
    const by_game_type *type;
    struct by_rules rules;
    by_game_type grown;
    struct bench bench = {0};
    uint64_t nodes;

    assert_int_equal(by_game_type_find("xiangqi", &type, NULL), BY_OK);
    rules = *type->rules;
    rules.state_size += state_growth;
    rules.undo_size += undo_growth;
    grown = *type;
    grown.rules = &rules;
    assert_int_equal(by_game_open(&grown, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    bench_method(&bench, "alphabeta", "classic", "memory_kib=820");
    nodes = bench_run(&bench, &limits).nodes;
    bench_close(&bench);
    return nodes;
}

/* A position that grows by some bytes leaves the hash table, and with it the nodes, as they were. */
static void test_small_growth_of_a_position_keeps_the_nodes(void **state)
{
    uint64_t nodes = nodes_of_grown(0, 0);

    (void)state;
    assert_int_equal(nodes_of_grown(64, 0), nodes);
    assert_int_not_equal(nodes_of_grown(64, 256), nodes);
}

static bool keeps_tree(const by_method *method)
{
    static const char *const names[] = {"bstar", "bsp", "mcts"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(by_method_name(method), names[i]) == 0)
            return true;
    return false;
}

/* A search that cannot do with its memory says how much it needs. */
static void test_too_little_memory(void **state)
{
    const by_method *method;

    (void)state;
    for (size_t i = 0; (method = by_method_at(i)); i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = BY_MAX_PLY, .nodes = 1000};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;
        by_error error = {0};

        if (by_method_proves(method) || keeps_tree(method)) /* keeps no variations, and gets by */
            continue;
        open_endless(&bench);
        bench_method(&bench, by_method_name(method), NULL, "memory_kib=16");
        assert_int_equal(by_search_run(bench.search, bench.position, &limits, NULL, &result, &error), BY_ERROR_LIMIT);
        assert_non_null(strstr(error.message, "KiB"));
        bench_close(&bench);
    }
}

/* ---- The shares of a clock -------------------------------------------------------------------------------------- */

/* The deadline is the time of the limits, or up to three shares of the clock, to the microsecond; after six tenths of
 * a share nothing is begun. */
static void test_deadlines(void **state)
{
    static const struct {
        struct by_limits limits;
        int64_t share_ms, deadline_ms, enough_ms;
    } rows[] = {
        {{.time_ms = 30}, 30, 30, 0},
        {{.clock_ms = {30150, 0}}, 1000, 3000, 600},                           /* a thirtieth, less the reserve */
        {{.clock_ms = {30150, 0}, .increment_ms = {400, 0}}, 1300, 3900, 780}, /* and three quarters of the increment */
        {{.clock_ms = {30150, 0}, .moves_to_go = 10}, 3000, 9000, 1800},       /* spread over the moves to come */
        {{.clock_ms = {1150, 0}, .moves_to_go = 1}, 800, 800, 480},            /* at most four fifths */
        {{.clock_ms = {100, 0}, .increment_ms = {12, 0}}, 3, 3, 0},            /* a small clock is to grow */
        {{.clock_ms = {10, 0}}, 1, 1, 0},                                      /* nor less than one */
        {{.clock_ms = {INT64_MAX / 4000, 0}, .moves_to_go = 1},
         (INT64_MAX / 4000 - 150) * 4 / 5,
         (INT64_MAX / 4000 - 150) * 4 / 5,
         0},                                                       /* any at all */
        {{.time_ms = 500, .clock_ms = {30150, 0}}, 500, 500, 600}, /* the tighter of two */
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct by_limits limits = rows[i].limits;
        struct by__control control;

        limits.size = sizeof limits;
        by__control_start(&control, &limits, NULL, 0);
        assert_int_equal(control.deadline_us - control.start_us, rows[i].deadline_ms * 1000);
        assert_int_equal(by_limits_time_ms(&limits, 0), rows[i].share_ms);
        assert_int_equal(by_limits_time_ms(&limits, 1), limits.time_ms);
        if (rows[i].enough_ms)
            assert_int_equal(control.enough_us, rows[i].enough_ms * 1000);
    }
}

/* ---- What is refused, and what needs no search ------------------------------------------------------------------ */

/* Limits that make no sense are errors, not guesses. */
static void test_wrong_limits(void **state)
{
    const struct by_limits wrong[] = {
        {.depth = -1},
        {.depth = BY_MAX_PLY + 1},
        {.time_ms = -5},
        {.clock_ms = {-1, 0}},
        {.lines = -2},
        {.lines = 100000},
        {.time_ms = INT64_MAX},
        {.alpha = 5, .beta = 5},
        {.alpha = -BY_INFINITE - 1, .beta = 0},
        {.alpha = 6, .beta = 5},
        {.alpha = 0, .beta = BY_INFINITE + 1},
    };
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    bench_method(&bench, "alphabeta", NULL, "");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct by_result result = {BY_SIZE(by_result)};
        by_error error = {0};

        assert_int_equal(by_search_run(bench.search, bench.position, &wrong[i], NULL, &result, &error), BY_ERROR_INPUT);
        assert_int_not_equal(error.message[0], 0);
    }
    bench_close(&bench);
}

/* A finished game has no move and its own value. */
static void test_finished_game(void **state)
{
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", "xxx/oo./...");
    bench_method(&bench, "alphabeta", NULL, "");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.best, BY_MOVE_NONE);
    assert_int_equal(result.kind, BY_KIND_LOSS);
    assert_int_equal(by_value_plies_to_end(result.value), 0);
    assert_int_equal(result.line_count, 0);
    bench_close(&bench);
}

/* Options of one method or game are not taken for another's. */
static void test_foreign_options(void **state)
{
    const by_method *minimax, *alphabeta;
    by_options *options;
    by_search *search;
    by_game *game;
    struct bench bench;
    by_error error = {0};

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    assert_int_equal(by_method_find("minimax", &minimax, NULL), BY_OK);
    assert_int_equal(by_method_find("alphabeta", &alphabeta, NULL), BY_OK);
    assert_int_equal(by_options_create(by_method_options(minimax), &options, NULL), BY_OK);
    assert_int_equal(by_search_create(bench.game, alphabeta, options, &search, &error), BY_ERROR_INPUT);
    assert_int_equal(by_game_open(by_game_type_of(bench.game), options, &game, &error), BY_ERROR_INPUT);
    by_options_destroy(options);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_evaluations),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_stop_below),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_ponder),
        cmocka_unit_test(test_enough_while_pondering),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_memory_of_later_runs),
        cmocka_unit_test(test_memory_of_positions),
        cmocka_unit_test(test_memory_of_threads),
        cmocka_unit_test(test_unfinished_lines),
        cmocka_unit_test(test_memory_is_used),
        cmocka_unit_test(test_small_growth_of_a_position_keeps_the_nodes),
        cmocka_unit_test(test_too_little_memory),
        cmocka_unit_test(test_deadlines),
        cmocka_unit_test(test_wrong_limits),
        cmocka_unit_test(test_finished_game),
        cmocka_unit_test(test_foreign_options),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
