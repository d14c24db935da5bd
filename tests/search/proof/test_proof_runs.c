/* SPDX-License-Identifier: MIT
 *
 * Runs of proof-number searches: what they expand, what they keep, what their limits and lists do to the answer, and
 * what they tell.
 */
#define _DEFAULT_SOURCE /* strsep */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "search/proof/lists.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/games.h"
#include "support/search.h"

static void for_each_prover(void (*check)(const char *method))
{
    const by_method *method;

    for (size_t i = 0; (method = by_method_at(i)); i++)
        if (by_method_proves(method))
            check(by_method_name(method));
}

/* ---- What is expanded ------------------------------------------------------------------------------------------ */

enum { PATHS_MOST = 20000 };

/* The nodes that a search has entered, as codes of the paths that lead there. */
struct entered {
    uint64_t path[64];
    uint64_t codes[PATHS_MOST];
    size_t count;
};

static void note_node(void *context, const struct by_event *event)
{
    struct entered *entered = context;
    uint64_t above = event->ply ? entered->path[event->ply - 1] : 1;

    assert_in_range(event->ply, 0, 63);
    entered->path[event->ply] = by_random_word(above ^ ((uint64_t)event->move << 8));
    for (size_t i = 0; i < entered->count; i++)
        if (entered->codes[i] == entered->path[event->ply])
            return;
    assert_in_range(entered->count, 0, PATHS_MOST - 1);
    entered->codes[entered->count++] = entered->path[event->ply];
}

static int compare_codes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static void watch(struct bench *bench, const char *method, const char *settings, uint64_t nodes,
                  struct entered *entered)
{
    struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_ENTER, .context = entered,
                                   .notify = note_node};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};

    entered->count = 0;
    bench_method(bench, method, NULL, settings);
    bench_observe(bench, &limits, &observer);
    qsort(entered->codes, entered->count, sizeof *entered->codes, compare_codes);
}

/* Turns off every other feature that could lead df-pn away from the most-proving leaf. */
static const char *without_short_cuts(void)
{
    const by_method *method;

    assert_int_equal(by_method_find("df-pn", &method, NULL), BY_OK);
    return by_option_find(by_method_options(method), "similar") ? "epsilon_percent=0 similar=off" : "epsilon_percent=0";
}

/* On trees df-pn without delay expands the nodes that best-first search does, no other and none less. */
static void test_same_nodes_as_best_first(void **state)
{
    static struct entered best_first, depth_first;
    size_t most = 0;

    (void)state;
    for (unsigned seed = 1; seed <= 300; seed++) {
        static const char *const sums[] = {"weak", "plain", "damped"};
        const char *sum = sums[seed % 3];
        char text[120], of_pn[60], of_df_pn[100];
        struct bench bench;

        (void)snprintf(text, sizeof text, "random width=%u depth=%u vary=%s leaf=10 values=-3..3 seed=%u", 2 + seed % 4,
                       3 + seed % 5, seed % 2 ? "on" : "off", seed);
        (void)snprintf(of_pn, sizeof of_pn, "threshold=%d sum=%s rest_percent=%u", (int)(seed % 5) - 2, sum,
                       seed * 7 % 101);
        (void)snprintf(of_df_pn, sizeof of_df_pn, "%s %s", of_pn, without_short_cuts());
        bench_open(&bench, "tree", text);
        watch(&bench, "pn", of_pn, 0, &best_first);
        watch(&bench, "df-pn", of_df_pn, 0, &depth_first);
        assert_int_equal(best_first.count, depth_first.count);
        assert_memory_equal(best_first.codes, depth_first.codes, best_first.count * sizeof(uint64_t));
        most = best_first.count > most ? best_first.count : most;
        bench_close(&bench);
    }
    assert_in_range(most, 100, PATHS_MOST);
}

/* ---- What is kept ---------------------------------------------------------------------------------------------- */

static void play_at_random(by_position *position, int plies)
{
    struct by_random random = {7};

    for (int i = 0; i < plies; i++) {
        struct by_move_info list[256];
        struct by_moves moves = {.list = list};

        by_position_moves(position, BY_MOVES_ALL, &moves);
        assert_int_equal(by_position_push(position, list[by_random_below(&random, (uint32_t)moves.count)].move, NULL),
                         BY_OK);
    }
}

/* A cleared search behaves like a new one, whatever the history of its earlier roots: a longer history leaves less
 * memory for the tree. */
static void test_cleared_sizes(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 6000};
    struct by_result fresh, cleared;
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    play_at_random(bench.position, 40);
    bench_method(&bench, "pn", NULL, "memory_kib=64");
    fresh = bench_run(&bench, &limits);
    assert_int_equal(fresh.stopped, BY_STOPPED_MEMORY);
    bench_method(&bench, "pn", NULL, "memory_kib=64");
    for (int i = 0; i < 40; i++)
        by_position_pop(bench.position, NULL);
    bench_run(&bench, &limits);
    by_search_clear(bench.search);
    play_at_random(bench.position, 40);
    cleared = bench_run(&bench, &limits);
    assert_int_equal(cleared.nodes, fresh.nodes);
    bench_close(&bench);
}

/* A second run begins with what the first has found, a cleared search with nothing. */
static void test_knowledge(void **state)
{
    static const char *const methods[] = {"df-pn", "df-pn+", "pn*"};

    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        struct by_result first, second, third;
        struct bench bench;

        bench_open(&bench, "tictactoe", NULL);
        bench_method(&bench, methods[i], NULL, "threshold=0");
        first = bench_run(&bench, NULL);
        assert_int_equal(first.answer, BY_ANSWER_YES);
        second = bench_run(&bench, NULL);
        assert_int_equal(second.answer, BY_ANSWER_YES);
        assert_true(second.nodes <= 9);
        by_search_clear(bench.search);
        third = bench_run(&bench, NULL);
        assert_int_equal(third.nodes, first.nodes);
        assert_int_equal(third.best, first.best);

        /* A search that was stopped goes on where it was. */
        by_search_clear(bench.search);
        bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = first.nodes / 2});
        second = bench_run(&bench, NULL);
        assert_int_equal(second.answer, BY_ANSWER_YES);
        assert_true(second.nodes < first.nodes * 3 / 4);
        bench_close(&bench);
    }
}

/* With the side to move as prover, its opponent's turn is another question. */
static void test_another_question(void **state)
{
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", "x../.../..o");
    bench_method(&bench, "df-pn", NULL, "prover=mover");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(by_position_parse(bench.position, "x../.../..o", NULL), BY_OK);
        assert_int_equal(bench_run(&bench, NULL).answer, BY_ANSWER_YES);
        assert_int_equal(by_position_parse(bench.position, "x.x/.../..o", NULL), BY_OK);
        assert_int_equal(bench_run(&bench, NULL).answer, BY_ANSWER_NO);
    }
    bench_close(&bench);
}

/* Asks about the same block with other rights to retake a ko. */
static struct by_result ask_of_block(struct bench *bench, const char *retaker)
{
    char text[100];

    (void)snprintf(text, sizeof text, "black A1 %s 7 5 O.O.X/.OO../OXXXO/X.X.X/X.OOO w - 7.5 0 1 0", retaker);
    assert_int_equal(by_position_parse(bench->position, text, NULL), BY_OK);
    return bench_run(bench, NULL);
}

/* A solution of a position below one root is tried below the next, where most lines are the same. */
static void test_earlier_roots(void **state)
{
    static const char *const retakers[] = {"owner", "none"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct by_result with, without;
        struct bench bench;

        bench_open(&bench, "go-capture", NULL);
        bench_method(&bench, "df-pn+", NULL, "sum=damped earlier=off");
        ask_of_block(&bench, retakers[i]);
        without = ask_of_block(&bench, retakers[1 - i]);
        bench_method(&bench, "df-pn+", NULL, "sum=damped");
        ask_of_block(&bench, retakers[i]);
        with = ask_of_block(&bench, retakers[1 - i]);
        assert_int_equal(without.answer, BY_ANSWER_NO);
        assert_int_equal(with.answer, BY_ANSWER_NO);
        /* A block that escapes though nobody retakes does so in nearly the same way if its owner may */
        assert_true(with.nodes < (i == 0 ? without.nodes : without.nodes / 2));
        bench_close(&bench);
    }
}

/* If a root has only some of its moves, nothing is kept, and it is not a repetition of itself. */
static void test_some_root_moves(void **state)
{
    const by_move poor[] = {1};
    struct by_limits limits = {BY_SIZE(by_limits), .root_moves = poor, .root_move_count = 1};
    const by_method *method;

    (void)state;
    for (size_t i = 0; (method = by_method_at(i)); i++) {
        struct bench bench;

        if (!by_method_proves(method))
            continue;
        bench_open(&bench, "tree", "(5,-5)");
        bench_method(&bench, by_method_name(method), NULL, "threshold=1");
        assert_int_equal(bench_run(&bench, &limits).answer, BY_ANSWER_NO);
        assert_int_equal(bench_run(&bench, NULL).answer, BY_ANSWER_YES);
        assert_int_equal(bench_run(&bench, &limits).answer, BY_ANSWER_NO);
        assert_int_equal(bench_run(&bench, &limits).best, 1);
        bench_close(&bench);
    }
}

/* A run with some moves begins with what was found with the same moves, and with nothing else. */
static void test_knowledge_of_some_root_moves(void **state)
{
    static const by_move moves[] = {0, 4, 8};
    struct by_limits two = {BY_SIZE(by_limits), .root_moves = moves, .root_move_count = 2},
                     others = {.root_moves = moves + 1, .root_move_count = 2};
    struct by_result first, second, third;
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    bench_method(&bench, "df-pn", NULL, "threshold=0");
    first = bench_run(&bench, &two);
    second = bench_run(&bench, &two);
    assert_true(second.nodes < first.nodes / 10);
    third = bench_run(&bench, &others);
    by_search_clear(bench.search);
    first = bench_run(&bench, &others);
    assert_int_equal(third.nodes, first.nodes);
    bench_run(&bench, NULL);
    third = bench_run(&bench, &others);
    assert_int_equal(third.nodes, first.nodes);
    bench_close(&bench);
}

/* The answer with some moves does not become that of the position, when it is met below another root. */
static void test_some_root_moves_below(void **state)
{
    const by_move poor[] = {5};
    struct by_limits limits = {BY_SIZE(by_limits), .root_moves = poor, .root_move_count = 1};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", "xo./.x./..o");
    bench_method(&bench, "df-pn", NULL, "prover=first");
    assert_int_equal(bench_run(&bench, &limits).answer, BY_ANSWER_NO);
    assert_int_equal(by_position_parse(bench.position, "xo./.x./...", NULL), BY_OK);
    assert_int_equal(bench_run(&bench, NULL).answer, BY_ANSWER_YES);
    bench_close(&bench);
}

/* Lists of moves are kept for one run: they may depend on events before the root, such as a count of plies, and no key
 * shows whether the next run has the same. */
static void test_lists_of_one_run(void **state)
{
    struct pr_child put[2] = {{.key = 7, .move = 1}, {.key = 8, .move = 2}}, taken[2];
    struct pr_frame left = {.key = 5, .path_code = 6, .children = put, .count = 2};
    struct pr_frame entered = {.key = 5, .path_code = 6, .children = taken};
    struct pr_lists lists;

    (void)state;
    for (int is_shared = 0; is_shared < 2; is_shared++) {
        assert_true(by__pr_lists_create(&lists, 1 << 22, is_shared));
        by__pr_lists_begin(&lists);
        by__pr_lists_store(&lists, &left);
        assert_false(by__pr_lists_restore(&lists, &entered, 1)); /* no room */
        assert_true(by__pr_lists_restore(&lists, &entered, 2));
        assert_int_equal(entered.count, 2);
        assert_memory_equal(taken, put, sizeof put);
        entered.path_code = 9;
        assert_false(by__pr_lists_restore(&lists, &entered, 2));
        entered.path_code = 6;
        by__pr_lists_begin(&lists);
        assert_false(by__pr_lists_restore(&lists, &entered, 2));
        by__pr_lists_destroy(&lists);
    }
}

/* Many small runs of one search: it asks for no memory beyond that of every run, and stamps run out and start again. */
static void test_many_runs(void **state)
{
    struct bench bench;
    size_t most;

    (void)state;
    bench_open(&bench, "tictactoe", "xo./.x./..o");
    bench_method(&bench, "df-pn", NULL, "memory_kib=64");
    bench_run(&bench, NULL);
    allocation_reset();
    bench_run(&bench, NULL);
    most = allocation_count();
    assert_in_range(most, 1, 3); /* the root's moves, and the lines with their moves */
    for (int i = 0; i < 70000; i++) {
        bool is_won = i % 3 == 0; /* then two runs on the other */

        if (i % 3 < 2)
            assert_int_equal(by_position_parse(bench.position, is_won ? "xox/.../.o." : "xo./.x./...", NULL), BY_OK);
        assert_int_equal(bench_run(&bench, NULL).answer, is_won ? BY_ANSWER_YES : BY_ANSWER_NO);
    }
    bench_close(&bench);
}

/* ---- Plies ----------------------------------------------------------------------------------------------------- */

/* Open lines give no answer to either side; other lines give one. */
static void check_plies(const char *method)
{
    static const struct {
        const char *tree;
        int depth;
        enum by_answer answer;
    } rows[] = {
        {"(((((9)))))", 3, BY_ANSWER_UNKNOWN},
        {"(((((9)))))", 5, BY_ANSWER_YES},
        {"(((((-9)))))", 3, BY_ANSWER_UNKNOWN},
        {"(((((-9)))))", 5, BY_ANSWER_NO},
        {"((((9))),7)", 1, BY_ANSWER_YES}, /* one move is enough */
        {"((((9))),-7)", 2, BY_ANSWER_UNKNOWN},
        {"(((((9))),-7),-8)", 2, BY_ANSWER_NO},       /* every move has its answer */
        {"((-3,((9))),(-1,((9))))", 2, BY_ANSWER_NO}, /* though another line is open */
        {"((3,((9))),(1,((9))))", 2, BY_ANSWER_UNKNOWN},
        {"((((((9)))),((-7))))", 4, BY_ANSWER_NO}, /* though an open line comes first */
        {"((((((-9)))),((7))))", 4, BY_ANSWER_UNKNOWN},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = rows[i].depth};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;

        bench_open(&bench, "tree", rows[i].tree);
        bench_method(&bench, method, NULL, "threshold=1");
        for (int run = 0; run < 2; run++) {
            result = bench_run(&bench, &limits);
            if (result.answer != rows[i].answer)
                fail_msg("%s: %s to %d plies: %s", method, rows[i].tree, rows[i].depth, by_answer_name(result.answer));
            assert_int_equal(result.stopped, rows[i].answer == BY_ANSWER_UNKNOWN ? BY_STOPPED_DEPTH : BY_STOPPED_DONE);
            assert_int_equal(result.is_proved, rows[i].answer != BY_ANSWER_UNKNOWN);
        }
        /* And without the limit the answer is that of the whole tree. */
        assert_int_not_equal(bench_run(&bench, NULL).answer, BY_ANSWER_UNKNOWN);
        bench_close(&bench);
    }
}

static void test_plies(void **state)
{
    (void)state;
    for_each_prover(check_plies);
}

/* A search that was stopped halfway with one limit of plies says with the next what a new one says, or what it knows of
 * the whole tree from a deeper one. */
static void test_other_plies(void **state)
{
    static const int depths[] = {4, 8, 3, 6, 9};
    int unknown = 0;

    (void)state;
    for (unsigned seed = 0; seed < 300; seed++) {
        struct bench kept, fresh;
        char text[160];

        (void)snprintf(text, sizeof text, "random width=3 depth=8 vary=on leaf=10 values=-3..3 graph=on seed=%u", seed);
        bench_open(&kept, "tree", text);
        bench_open(&fresh, "tree", text);
        bench_method(&kept, "df-pn", NULL, "threshold=1");
        for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
            struct by_limits limits = {BY_SIZE(by_limits), .depth = depths[i]};
            enum by_answer answer, found;

            bench_method(&fresh, "df-pn", NULL, "threshold=1");
            answer = bench_run(&fresh, &limits).answer;
            for (limits.nodes = 10; limits.nodes < 200; limits.nodes += 10 + limits.nodes / 4)
                (void)bench_run(&kept, &limits);
            limits.nodes = 0;
            found = bench_run(&kept, &limits).answer;
            assert_true(found == answer || (answer == BY_ANSWER_UNKNOWN && found == bench_run(&fresh, NULL).answer));
            unknown += found == BY_ANSWER_UNKNOWN;
        }
        bench_close(&kept);
        bench_close(&fresh);
    }
    assert_in_range(unknown, 100, 1400);
}

/* A position of any kind that is over is an answer without a search. */
static void check_over(const char *method)
{
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    bench_open(&bench, "tictactoe", "xxx/oo./...");
    bench_method(&bench, method, NULL, "prover=first");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.answer, BY_ANSWER_YES);
    assert_int_equal(result.proof_number, 0);
    assert_int_equal(result.disproof_number, UINT64_MAX);
    bench_method(&bench, method, NULL, "prover=mover");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.answer, BY_ANSWER_NO);
    assert_int_equal(result.proof_number, UINT64_MAX);
    assert_int_equal(result.disproof_number, 0);
    bench_close(&bench);
}

static void test_over(void **state)
{
    (void)state;
    for_each_prover(check_over);
}

/* ---- Doubt ----------------------------------------------------------------------------------------------------- */

/* tree, but the lists of the second side lack moves. */
static void moves_of_second_lack_some(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const by_game_type *tree;
    struct by_node node;

    by_game_type_find("tree", &tree, NULL);
    tree->rules->node(state, 0, &node);
    tree->rules->moves(state, kind, out);
    out->is_partial = node.side == 1 && out->count;
}

/* A list that lacks moves casts doubt on a solution that needs all moves, and on no other. */
static void check_doubt(const char *method)
{
    static const struct {
        const char *tree, *prover;
        enum by_answer answer;
        bool is_proved;
    } rows[] = {
        {"((4,5),-1)", "first", BY_ANSWER_YES, false},  /* the second side might have had a better move */
        {"((4,-5),-1)", "first", BY_ANSWER_NO, true},   /* it has one that does */
        {"((4,-5),-1)", "second", BY_ANSWER_YES, true}, /* the same, asked of the other */
        {"((4,5),8)", "first", BY_ANSWER_YES, true},    /* there is a way round the doubtful one */
    };
    const by_game_type *tree;
    struct by_rules rules;
    by_game_type partial;

    assert_int_equal(by_game_type_find("tree", &tree, NULL), BY_OK);
    rules = *tree->rules;
    rules.moves = moves_of_second_lack_some;
    partial = *tree;
    partial.rules = &rules;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench bench = {0};
        struct by_result result = {BY_SIZE(by_result)};
        char settings[60];

        (void)snprintf(settings, sizeof settings, "threshold=1 prover=%s", rows[i].prover);
        assert_int_equal(by_game_open(&partial, NULL, &bench.game, NULL), BY_OK);
        assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
        assert_int_equal(by_position_parse(bench.position, rows[i].tree, NULL), BY_OK);
        bench_method(&bench, method, NULL, settings);
        for (int run = 0; run < 2; run++) { /* doubt is remembered too */
            result = bench_run(&bench, NULL);
            assert_int_equal(result.answer, rows[i].answer);
            assert_int_equal(result.is_proved, rows[i].is_proved);
        }
        bench_close(&bench);
    }
}

/* tree, but who wins by 4 does so by rule of thumb only. */
static void node_doubts_four(void *state, int ply, struct by_node *out)
{
    const by_game_type *tree;

    by_game_type_find("tree", &tree, NULL);
    tree->rules->node(state, ply, out);
    out->is_estimate = out->is_over && (out->value == 4 || out->value == -4);
}

/* A solution without doubt wins over another one, in either order. */
static void check_choice(const char *method)
{
    static const char *const trees[] = {"(4,8)", "(8,4)", "(-1,4,8,4)", "(((4)),((8)),4,8)"};
    const by_game_type *tree;
    struct by_rules rules;
    by_game_type doubtful;

    assert_int_equal(by_game_type_find("tree", &tree, NULL), BY_OK);
    rules = *tree->rules;
    rules.node = node_doubts_four;
    doubtful = *tree;
    doubtful.rules = &rules;
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        struct bench bench = {0};
        struct by_result result = {BY_SIZE(by_result)};

        assert_int_equal(by_game_open(&doubtful, NULL, &bench.game, NULL), BY_OK);
        assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
        assert_int_equal(by_position_parse(bench.position, trees[i], NULL), BY_OK);
        bench_method(&bench, method, NULL, "threshold=1");
        result = bench_run(&bench, NULL);
        assert_int_equal(result.answer, BY_ANSWER_YES);
        assert_true(result.is_proved);
        bench_close(&bench);
    }
}

static void test_doubt(void **state)
{
    (void)state;
    for_each_prover(check_doubt);
    for_each_prover(check_choice);
}

/* ---- Long lines ------------------------------------------------------------------------------------------------ */

/* A chain of moves without an end. */
static void only_move(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    (void)state;
    if (kind != BY_MOVES_TACTICAL)
        by_moves_add(out, 0);
}

/* Without a limit of depth lines end after 256 plies where the game has no bound; what is open is unknown. */
static void check_long_lines(const char *method)
{
    static const int depths[] = {0, 255, 256, 257, 1000, BY_MAX_PLY};
    struct by_rules rules = *endless_game.rules;
    by_game_type game = endless_game;
    struct bench bench = {0};

    rules.moves = only_move;
    game.rules = &rules;
    assert_int_equal(by_game_open(&game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    bench_method(&bench, method, NULL, "");
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        struct by_result result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .depth = depths[i]});

        assert_int_equal(result.answer, BY_ANSWER_UNKNOWN);
        assert_int_equal(result.stopped, BY_STOPPED_DEPTH);
        assert_int_equal(result.selective_depth, (depths[i] ? depths[i] : 256) - 1); /* the last that has moves */
    }
    bench_close(&bench);
}

static void test_long_lines(void **state)
{
    (void)state;
    for_each_prover(check_long_lines);
}

/* ---- Lists that depend on the path ----------------------------------------------------------------------------- */

/* The moves since the root of the one search that runs. */
static by_move trail[8];
static int trail_length;

static const struct by_rules *tree_rules(void)
{
    const by_game_type *tree;

    assert_int_equal(by_game_type_find("tree", &tree, NULL), BY_OK);
    return tree->rules;
}

static void push_on_trail(void *state, by_move move)
{
    assert_in_range(trail_length, 0, 7);
    trail[trail_length++] = move;
    tree_rules()->push(state, move);
}

static void pop_from_trail(void *state, by_move move)
{
    trail_length--;
    tree_rules()->pop(state, move);
}

/* At the node below, the last move is forbidden after the first one. */
static void moves_by_trail(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    tree_rules()->moves(state, kind, out);
    if (trail_length == 2 && trail[0] == 0 && out->count == 2) {
        out->count = 1;
        out->path_plies = 2;
    }
}

static void extent_by_trail(const void *state, struct by_extent *out)
{
    tree_rules()->extent(state, out);
    out->path_forbids_moves = true;
}

/* A move that is forbidden on one path only: what follows from its absence does not hold on the other. Whether it is
 * proved: a game has to announce such lists, or solutions are not walked through; best-first search has no need to. */
static void check_forbidden_with(const char *method, bool is_announced)
{
    /* From A the second side cannot reach -5, from C it can. */
    static const char tree[] = "R:min(A:max(B:min(5,-5)),C:max(B))";
    struct by_rules rules = *tree_rules();
    by_game_type game;
    const by_game_type *type;
    struct bench bench = {0};
    bool is_proved = is_announced || strcmp(method, "pn") == 0 || strcmp(method, "pn+") == 0;

    assert_int_equal(by_game_type_find("tree", &type, NULL), BY_OK);
    game = *type;
    if (is_announced)
        rules.extent = extent_by_trail;
    rules.push = push_on_trail;
    rules.pop = pop_from_trail;
    rules.moves = moves_by_trail;
    game.rules = &rules;
    assert_int_equal(by_game_open(&game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench.position, tree, NULL), BY_OK);
    bench_method(&bench, method, NULL, "prover=first threshold=1");
    trail_length = 0;
    for (int run = 0; run < 2; run++) { /* what the first run has met the second need not see */
        struct by_result result = bench_run(&bench, NULL);

        assert_int_equal(result.answer, BY_ANSWER_NO);
        assert_int_equal(result.is_proved, is_proved);
    }
    by_search_clear(bench.search);
    for (by_move move = 0; move < 2; move++) /* what holds by the first does not decide the second */
        assert_int_equal(bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .root_moves = (by_move[]){move},
                                                               .root_move_count = 1})
                             .answer,
                         move ? BY_ANSWER_NO : BY_ANSWER_YES);
    assert_int_equal(trail_length, 0);
    bench_close(&bench);
}

static void check_forbidden(const char *method)
{
    check_forbidden_with(method, false);
    check_forbidden_with(method, true);
}

static void test_forbidden_moves(void **state)
{
    (void)state;
    for_each_prover(check_forbidden);
}

/* Announces such lists for some positions: those after an odd number of moves. */
static void extent_by_length(const void *state, struct by_extent *out)
{
    tree_rules()->extent(state, out);
    out->path_forbids_moves = trail_length % 2;
}

/* One search for positions with and without walks through solutions. One thread searches the first, as if the others
 * did not exist. */
static void test_walking_by_position(void **state)
{
    struct by_rules rules = *tree_rules();
    const by_game_type *type;
    by_game_type game;
    struct bench bench = {0};
    uint64_t nodes = 0;

    (void)state;
    assert_int_equal(by_game_type_find("tree", &type, NULL), BY_OK);
    game = *type;
    rules.extent = extent_by_length;
    game.rules = &rules;
    assert_int_equal(by_game_open(&game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench.position, "random width=4 depth=7 values=-4..4 seed=3", NULL), BY_OK);
    bench_method(&bench, "df-pn", NULL, "prover=first threshold=0 threads=3 threads_after=0");
    for (trail_length = 1; trail_length <= 6; trail_length++) {
        struct by_result result = bench_run(&bench, NULL);

        assert_true(result.is_proved);
        if (trail_length == 1)
            nodes = result.nodes;
        else if (trail_length % 2)
            assert_int_equal(result.nodes, nodes);
    }
    trail_length = 0;
    bench_close(&bench);
}

/* ---- Reports to observers -------------------------------------------------------------------------------------- */

struct heard {
    uint64_t numbers, next_power, last_proof, last_disproof, nodes;
    int depth; /* how many nodes are entered and not left */
    uint64_t entered;
};

static void hear(void *context, const struct by_event *event)
{
    struct heard *heard = context;

    assert_int_equal(event->proof_number == 0, event->disproof_number == UINT64_MAX);
    assert_int_equal(event->disproof_number == 0, event->proof_number == UINT64_MAX);
    if (event->kind == BY_EVENT_NUMBERS) {
        assert_true(event->nodes >= heard->nodes);
        heard->numbers++;
        heard->nodes = event->nodes;
        heard->last_proof = event->proof_number;
        heard->last_disproof = event->disproof_number;
        return;
    }
    heard->depth -= event->kind == BY_EVENT_LEAVE;
    assert_int_equal(heard->depth, event->ply);
    heard->depth += event->kind == BY_EVENT_ENTER;
    heard->entered += event->kind == BY_EVENT_ENTER;
}

/* The root's numbers are reported at powers of two and at the end; nodes are entered and left in nested order. */
static void check_events(const char *method)
{
    struct heard heard = {0};
    struct by_observer observer = {BY_SIZE(by_observer), .wants = BY_EVENT_NUMBERS | BY_EVENT_ENTER | BY_EVENT_LEAVE,
                                   .context = &heard, .notify = hear};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    uint64_t silent;

    bench_open(&bench, "tictactoe", NULL);
    bench_method(&bench, method, NULL, "threshold=0");
    result = bench_observe(&bench, NULL, &observer);
    assert_int_equal(heard.depth, 0);
    assert_in_range(heard.numbers, 5, 20);
    assert_int_equal(heard.nodes, result.nodes);
    assert_int_equal(heard.last_proof, result.proof_number);
    assert_int_equal(heard.last_disproof, result.disproof_number);
    assert_true(heard.entered > 10);
    silent = result.nodes;
    bench_method(&bench, method, NULL, "threshold=0");
    assert_int_equal(bench_run(&bench, NULL).nodes, silent); /* an observer changes nothing */
    bench_close(&bench);
}

static void test_events(void **state)
{
    (void)state;
    for_each_prover(check_events);
}

/* The line of a won answer leads to the end of the game. */
static void check_line(const char *method)
{
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    struct by_node node;

    bench_open(&bench, "tictactoe", "xo./.x./..o");
    bench_method(&bench, method, NULL, "");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.answer, BY_ANSWER_YES);
    assert_int_equal(result.kind, BY_KIND_WIN);
    assert_int_equal(result.line_count, 1);
    assert_int_equal(result.lines[0].length, 3);
    for (int i = 0; i < result.lines[0].length; i++)
        assert_int_equal(by_position_push(bench.position, result.lines[0].moves[i], NULL), BY_OK);
    by_position_verdict(bench.position, &node);
    assert_true(node.is_over);
    assert_int_equal(node.value, -BY_WIN);
    bench_close(&bench);
}

static void test_line(void **state)
{
    (void)state;
    for_each_prover(check_line);
}

/* ---- Xiangqi --------------------------------------------------------------------------------------------------- */

/* Mates of the tactical suite are proved by their moves, within few nodes. */
static void test_mates(void **state)
{
    FILE *file = fopen("tests/data/xiangqi_tactics.tsv", "r");
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 30000};
    int mates = 0, solved = 0;
    char line[1024];
    struct bench bench;

    (void)state;
    assert_non_null(file);
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "df-pn", NULL, "");
    while (fgets(line, sizeof line, file)) {
        char *columns[5] = {0}, *rest = line;
        struct by_result result = {BY_SIZE(by_result)};
        by_text move = {0};

        for (int i = 0; i < 5 && rest; i++)
            columns[i] = strsep(&rest, "\t");
        if (line[0] == '#' || !columns[4] || strcmp(columns[2], "mate") != 0)
            continue;
        mates++;
        assert_int_equal(by_position_parse(bench.position, columns[1], NULL), BY_OK);
        result = bench_run(&bench, &limits);
        assert_int_not_equal(result.answer, BY_ANSWER_NO);
        if (result.answer != BY_ANSWER_YES)
            continue;
        solved++;
        assert_true(result.is_proved);
        assert_int_equal(result.kind, BY_KIND_WIN);
        /* A longer mate may begin with another move, one in three plies not. */
        by_position_print_move(bench.position, result.best, &move);
        if (result.lines[0].length == atoi(columns[4]))
            assert_non_null(strstr(columns[3], by_text_string(&move)));
        by_text_free(&move);
    }
    (void)fclose(file);
    assert_int_equal(mates, 48);
    assert_in_range(solved, 36, 48);
    bench_close(&bench);
}

/* If the game returns to the root of the search, its verdict decides and not the search's own draw: here one side can
 * only give check, until that loses. */
static void test_returns_to_the_root(void **state)
{
    static const char *const positions[] = {
        "3P1a3/4k4/6R2/p8/9/r8/9/4Bn3/4p4/3K1AB2 w - - 15 59",
        "3Rkab2/9/4b4/p7p/2p6/P1P3C2/2n6/3KB4/2r1A4/c4AB2 b",
        "3akRb2/9/3ab4/9/8p/9/3r4P/4B4/6nc1/5K3 b",
    };
    const by_method *method;

    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
        for (size_t m = 0; (method = by_method_at(m)); m++) {
            struct bench bench;
            struct by_result result = {BY_SIZE(by_result)};

            if (!by_method_proves(method))
                continue;
            bench_open(&bench, "xiangqi", positions[i]);
            bench_method(&bench, by_method_name(method), NULL, "prover=first threshold=0");
            result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 100000});
            assert_int_not_equal(result.answer, BY_ANSWER_YES);
            if (strncmp(by_method_name(method), "df-pn", 5) == 0)
                assert_true(result.answer == BY_ANSWER_NO && result.is_proved);
            bench_close(&bench);
        }
}

/* The move count ends what a repetition leaves open: no proof goes on past it, and none rests on a repetition that
 * would come too late. */
static void test_move_count_ends_repetitions(void **state)
{
    static const char *const moves[] = {"f9e9", "f6e6", "e9d9", "e6f6", "d9e9"};
    const by_method *method;

    (void)state;
    for (size_t m = 0; (method = by_method_at(m)); m++) {
        struct bench bench;

        if (!by_method_proves(method))
            continue;
        bench_open(&bench, "xiangqi", "5k3/9/9/5R3/9/9/9/5K3/4c4/9 b - - 114 90");
        for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
            by_move move;

            assert_int_equal(by_position_parse_move(bench.position, moves[i], &move, NULL), BY_OK);
            assert_int_equal(by_position_push(bench.position, move, NULL), BY_OK);
        }
        bench_method(&bench, by_method_name(method), NULL, "prover=first");
        assert_int_equal(bench_run(&bench, NULL).answer, BY_ANSWER_NO);
        bench_method(&bench, by_method_name(method), NULL, "prover=second threshold=0");
        assert_int_equal(bench_run(&bench, NULL).answer, BY_ANSWER_YES);
        bench_close(&bench);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_nodes_as_best_first),
        cmocka_unit_test(test_knowledge),
        cmocka_unit_test(test_cleared_sizes),
        cmocka_unit_test(test_another_question),
        cmocka_unit_test(test_earlier_roots),
        cmocka_unit_test(test_some_root_moves),
        cmocka_unit_test(test_knowledge_of_some_root_moves),
        cmocka_unit_test(test_some_root_moves_below),
        cmocka_unit_test(test_many_runs),
        cmocka_unit_test(test_plies),
        cmocka_unit_test(test_other_plies),
        cmocka_unit_test(test_lists_of_one_run),
        cmocka_unit_test(test_over),
        cmocka_unit_test(test_doubt),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_forbidden_moves),
        cmocka_unit_test(test_walking_by_position),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_mates),
        cmocka_unit_test(test_returns_to_the_root),
        cmocka_unit_test(test_move_count_ends_repetitions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
