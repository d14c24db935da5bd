/* SPDX-License-Identifier: MIT
 *
 * Proof-number searches: their answers are the truth of the AND/OR tree, whoever is asked about, whatever is to be
 * reached, and on graphs with cycles too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/games.h"
#include "support/provers.h"
#include "support/reference.h"
#include "support/search.h"

/* ---- Trees ----------------------------------------------------------------------------------------------------- */

/* Without distances, as a question sees values. */
static by_value plain_value(by_value value)
{
    return by_value_is_win(value) ? BY_WIN : by_value_is_loss(value) ? -BY_WIN : value;
}

static by_value value_for(by_position *position, int side)
{
    by_value value = plain_value(reference_value(position, -1, 0));
    struct by_node node;

    by_position_node(position, &node);
    return node.side == side ? value : -value;
}

/* The first move of an answer keeps it: the prover's if he reaches the threshold, his opponent's if not. */
static void check_move(struct bench *bench, const struct by_result *result, int prover, by_value threshold)
{
    struct by_node node;
    bool is_chooser;

    by_position_node(bench->position, &node);
    is_chooser = (node.side == prover) == (result->answer == BY_ANSWER_YES);
    assert_int_equal(by_position_push(bench->position, result->best, NULL), BY_OK);
    if (is_chooser)
        assert_int_equal(value_for(bench->position, prover) >= threshold, result->answer == BY_ANSWER_YES);
    by_position_pop(bench->position, NULL);
}

static void check_position(struct bench *bench, const char *method, const char *settings, int prover,
                           by_value threshold)
{
    bool truth = value_for(bench->position, prover) >= threshold;
    struct by_result result = {BY_SIZE(by_result)};

    ask(bench, method, settings, prover, threshold);
    result = bench_run(bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 3000000});
    /* Best-first search may lack the memory. */
    if (result.answer == BY_ANSWER_UNKNOWN && result.stopped == BY_STOPPED_MEMORY)
        return;
    if (result.answer != (truth ? BY_ANSWER_YES : BY_ANSWER_NO)) {
        by_text text = {0};

        by_position_print(bench->position, &text);
        fail_msg("%s %s: %s for side %d and %d of %.200s", method, settings, by_answer_name(result.answer), prover,
                 threshold, by_text_string(&text));
    }
    check_numbers(&result);
    assert_true(result.is_proved);
    assert_int_equal(result.stopped, BY_STOPPED_DONE);
    if (result.best != BY_MOVE_NONE)
        check_move(bench, &result, prover, threshold);
}

static void try_tree(const char *method, const char *settings, uint64_t seed)
{
    struct by_random random = {seed * 77};
    struct bench bench;
    char text[200];

    (void)snprintf(
        text, sizeof text, "random width=%u depth=%u vary=%s leaf=%u values=-3..3 wins=%u same=%u graph=%s seed=%u",
        1 + by_random_below(&random, 4), 1 + by_random_below(&random, 6), by_random_below(&random, 2) ? "on" : "off",
        10 * by_random_below(&random, 3), by_random_below(&random, 2) ? 0 : 25, by_random_below(&random, 2) ? 0 : 30,
        by_random_below(&random, 2) ? "on" : "off", (unsigned)seed);
    bench_open(&bench, "tree", text);
    check_position(&bench, method, settings, (int)by_random_below(&random, 2),
                   by_random_below(&random, 3) ? (by_value)by_random_below(&random, 9) - 4 : BY_MIN_WIN);
    bench_close(&bench);
}

/* On random trees and graphs without cycles every method gives the truth, for either side and any threshold. */
static void test_trees(void **state)
{
    (void)state;
    for_each_prover(try_tree, sample_count(4000));
}

static void try_pairs(const char *method, const char *settings, uint64_t seed)
{
    struct by_random random = {seed};
    struct bench bench;

    bench_open(&bench, "pairs width=3 height=3", NULL);
    for (unsigned plies = by_random_below(&random, 6); plies--;) {
        struct by_move_info list[64];
        struct by_moves moves = {.list = list};

        by_position_moves(bench.position, BY_MOVES_ALL, &moves);
        if (!moves.count)
            break;
        assert_int_equal(
            by_position_push(bench.position, list[by_random_below(&random, (uint32_t)moves.count)].move, NULL), BY_OK);
    }
    check_position(&bench, method, settings, (int)by_random_below(&random, 2),
                   by_random_below(&random, 2) ? (by_value)by_random_below(&random, 5) - 2 : BY_MIN_WIN);
    bench_close(&bench);
}

/* If a side moves twice in a row, OR nodes follow OR nodes. */
static void test_pairs(void **state)
{
    (void)state;
    for_each_prover(try_pairs, sample_count(60));
}

static void try_tictactoe(const char *method, const char *settings, uint64_t seed)
{
    int prover = (int)seed % 2;
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    bench_open(&bench, "tictactoe", NULL);
    ask(&bench, method, settings, prover, BY_MIN_WIN);
    result = bench_run(&bench, NULL);
    check_numbers(&result);
    assert_true(result.answer == BY_ANSWER_NO || result.stopped == BY_STOPPED_MEMORY);
    ask(&bench, method, settings, prover, 0);
    result = bench_run(&bench, NULL);
    check_numbers(&result);
    assert_true(result.answer == BY_ANSWER_YES || result.stopped == BY_STOPPED_MEMORY);
    bench_close(&bench);
}

/* Nobody wins tic-tac-toe, and both can draw. */
static void test_tictactoe(void **state)
{
    (void)state;
    for_each_prover(try_tictactoe, prover_settings());
}

/* ---- Graphs with cycles ---------------------------------------------------------------------------------------- */

/* Features that the searches on all graphs used. */
struct uses {
    uint64_t path_hits, simulations, simulations_done, collections;
};

static void add_uses(struct uses *uses, const struct by_result *result)
{
    uses->path_hits += bench_counter(result, "path_hits");
    uses->simulations += bench_counter(result, "simulations");
    uses->simulations_done += bench_counter(result, "simulations_done");
    uses->collections += bench_counter(result, "collections");
}

static struct uses uses_on_graphs;

static void check_digraph(struct bench *bench, const char *method, const char *settings, int prover, by_value threshold)
{
    bool truth = digraph_truth(bench->position, prover, threshold);
    struct by_result result = bench_run(bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 400000});

    check_numbers(&result);
    if (result.counter_count)
        add_uses(&uses_on_graphs, &result);
    /* Best-first search knows no transpositions and may need more, and so may pn* with a table of 64 entries. */
    if (result.answer == BY_ANSWER_UNKNOWN && (strcmp(method, "pn") == 0 || strcmp(method, "pn+") == 0 ||
                                               (strcmp(method, "pn*") == 0 && strstr(settings, "memory_kib=1"))))
        return;
    if (result.answer != (truth ? BY_ANSWER_YES : BY_ANSWER_NO)) {
        by_text text = {0};

        by_position_print(bench->position, &text);
        fail_msg("%s %s: %s for side %d and %d at %s, %llu nodes", method, settings, by_answer_name(result.answer),
                 prover, threshold, by_text_string(&text), (unsigned long long)result.nodes);
    }
}

/* One search is asked about every place of the graph in turn, so that what it keeps has to be right too. */
static void try_digraph(const char *method, const char *settings, uint64_t seed)
{
    static const by_value thresholds[] = {BY_MIN_WIN, 1, 0, -BY_MIN_WIN + 1, BY_MIN_WIN};
    by_value threshold = thresholds[seed % 5];
    int prover = (int)(seed / 5 % 2);
    struct bench bench = {0};

    assert_int_equal(by_game_open(&digraph_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    ask(&bench, method, settings, prover, threshold);
    for (int place = 0; place < DIGRAPH_PLACES; place++) {
        char text[40];

        (void)snprintf(text, sizeof text, "%u %d", (unsigned)seed, place);
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        check_digraph(&bench, method, settings, prover, threshold);
    }
    bench_close(&bench);
}

/* Proved answers hold whatever the estimates and the missing moves are worth. */
static struct {
    uint64_t proved, doubtful, similar, simulations;
} doubts;

static void check_doubts(struct bench *bench, const char *method, const char *settings, int prover, by_value threshold)
{
    struct by_result result = bench_run(bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 3000});
    bool is_yes = result.answer == BY_ANSWER_YES;

    check_numbers(&result);
    if (result.counter_count) {
        doubts.similar += bench_counter(&result, "similar_done");
        doubts.simulations += bench_counter(&result, "simulations_done");
    }
    if (result.answer == BY_ANSWER_UNKNOWN)
        return;
    doubts.proved += result.is_proved;
    doubts.doubtful += !result.is_proved;
    if (is_yes != doubtful_truth(bench->position, prover, threshold, 0))
        fail_msg("%s %s: %s", method, settings, by_answer_name(result.answer));
    if (result.is_proved && is_yes != doubtful_truth(bench->position, prover, threshold, is_yes ? -1 : 1)) {
        by_text text = {0};

        by_position_print(bench->position, &text);
        fail_msg("%s %s: %s is called proved for side %d and %d at %s", method, settings, by_answer_name(result.answer),
                 prover, threshold, by_text_string(&text));
    }
}

static void try_doubts(const char *method, const char *settings, uint64_t seed)
{
    static const by_value thresholds[] = {BY_MIN_WIN, 1, 0, -BY_MIN_WIN + 1, BY_MIN_WIN};
    by_value threshold = thresholds[seed % 5];
    int prover = (int)(seed / 5 % 2);
    struct bench bench = {0};

    if (method[0] == 'p' && method[strlen(method) - 1] != '*')
        return; /* trees of graphs are large, and have none of the ways to take a solution over */
    assert_int_equal(by_game_open(&doubtful_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    ask(&bench, method, settings, prover, threshold);
    for (unsigned at = 0; at < 40; at++) {
        char text[40];

        (void)snprintf(text, sizeof text, "%u %u", (unsigned)seed, 7 * at);
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        check_doubts(&bench, method, settings, prover, threshold);
    }
    bench_close(&bench);
}

static void test_doubts_on_graphs(void **state)
{
    (void)state;
    for_each_prover(try_doubts, sample_count(800));
    assert_true(doubts.proved > 0 && doubts.doubtful > 0);
    assert_true(doubts.similar > 0 && doubts.simulations > 0);
}

/* On graphs with cycles the answer is that of retrograde analysis. */
static void test_cycles(void **state)
{
    (void)state;
    for_each_prover(try_digraph, sample_count(6000));
    assert_true(uses_on_graphs.path_hits > 0 && uses_on_graphs.collections > 0);
    assert_true(uses_on_graphs.simulations_done > 0 && uses_on_graphs.simulations > uses_on_graphs.simulations_done);
}

/* ---- Verdicts of the game on the path -------------------------------------------------------------------------- */

/* The truth by the rules, with the history: a place that was left before the root counts as repeated too. */
static bool walk_truth(by_position *position, int prover, by_value threshold)
{
    struct by_move_info list[8];
    struct by_moves moves = {.list = list};
    struct by_node node;
    bool is_or, truth;

    by_position_moves(position, BY_MOVES_ALL, &moves);
    by_position_node(position, &node);
    is_or = node.side == prover;
    truth = !is_or;
    for (int i = 0; i < moves.count && truth == !is_or; i++) {
        struct by_node child;

        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        by_position_node(position, &child);
        truth = child.is_over ? (child.side == prover ? child.value : -child.value) >= threshold
                              : walk_truth(position, prover, threshold);
        by_position_pop(position, NULL);
    }
    return truth;
}

/* One search is asked about the positions of a game in turn, each of which has those before it behind it. */
static void try_walk(const char *method, const char *settings, uint64_t seed)
{
    by_value threshold = (by_value)(seed % 9) - 4;
    int prover = (int)(seed / 9 % 2);
    struct bench bench = {0};
    char text[40];

    (void)snprintf(text, sizeof text, "%u", (unsigned)seed);
    assert_int_equal(by_game_open(&walk_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
    ask(&bench, method, settings, prover, threshold);
    for (by_move move = 0; move < 12; move++) {
        bool truth = walk_truth(bench.position, prover, threshold);
        struct by_result result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 400000});
        struct by_node node;

        check_numbers(&result);
        if (result.answer != (truth ? BY_ANSWER_YES : BY_ANSWER_NO) && result.stopped != BY_STOPPED_MEMORY)
            fail_msg("%s %s: %s for side %d and %d after %u moves of %s", method, settings,
                     by_answer_name(result.answer), prover, threshold, move, text);
        assert_int_equal(by_position_push(bench.position, (by_move)(by_random_word(seed * 100 + move) % 3), NULL),
                         BY_OK);
        by_position_node(bench.position, &node);
        if (node.is_over)
            break;
    }
    bench_close(&bench);
}

/* If the game itself judges repetitions, including those with positions before the root, its verdicts hold. */
static void test_verdicts_on_the_path(void **state)
{
    (void)state;
    for_each_prover(try_walk, sample_count(3000));
    try_walk("df-pn", "sum=weak", 16485); /* wrong if what holds without the moves played is kept */
}

/* The truth if only some of the moves at the root are considered. */
static bool walk_truth_of(by_position *position, int prover, by_value threshold, const by_move *moves, size_t count)
{
    struct by_node node;
    bool is_or, truth;

    by_position_node(position, &node);
    is_or = node.side == prover;
    truth = !is_or;
    for (size_t i = 0; i < count && truth == !is_or; i++) {
        struct by_node child;

        assert_int_equal(by_position_push(position, moves[i], NULL), BY_OK);
        by_position_node(position, &child);
        truth = child.is_over ? (child.side == prover ? child.value : -child.value) >= threshold
                              : walk_truth(position, prover, threshold);
        by_position_pop(position, NULL);
    }
    return truth;
}

/* One search is asked about the places of a graph in turn, with all moves of the root or with some. */
static void try_root_moves(const char *method, const char *settings, uint64_t seed)
{
    static const by_move all[] = {0, 1, 2};
    by_value threshold = (by_value)(seed % 9) - 4;
    int prover = (int)(seed / 9 % 2);
    struct by_random random = {seed};
    struct bench bench = {0};
    char text[40];

    assert_int_equal(by_game_open(&walk_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    ask(&bench, method, settings, prover, threshold);
    for (int run = 0; run < 12; run++) {
        uint32_t first = by_random_below(&random, 3), count = 1 + by_random_below(&random, 3 - first);
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 400000, .root_moves = all + first,
                                   .root_move_count = count};
        struct by_result result = {BY_SIZE(by_result)};
        struct by_node node;
        bool truth;

        (void)snprintf(text, sizeof text, "%u %u", (unsigned)seed, by_random_below(&random, WALK_PLACES));
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        by_position_node(bench.position, &node);
        if (node.is_over)
            continue;
        if (by_random_below(&random, 2))
            limits.root_moves = NULL;
        truth = limits.root_moves ? walk_truth_of(bench.position, prover, threshold, all + first, count)
                                  : walk_truth(bench.position, prover, threshold);
        result = bench_run(&bench, &limits);
        if (result.answer != (truth ? BY_ANSWER_YES : BY_ANSWER_NO) && result.stopped != BY_STOPPED_MEMORY)
            fail_msg("%s %s: %s for side %d and %d in run %d at %s with %s", method, settings,
                     by_answer_name(result.answer), prover, threshold, run, text,
                     limits.root_moves ? "some moves" : "all moves");
    }
    bench_close(&bench);
}

/* Solutions from other roots do not hold if moves are left out of a root that is on the path. */
static void test_root_moves(void **state)
{
    (void)state;
    for_each_prover(try_root_moves, sample_count(3000));
}

/* pn* begins at the root again and again; with a table that forgets in between it comes to an end too. */
static void test_forgetful_table(void **state)
{
    struct bench bench = {0};

    (void)state;
    assert_int_equal(by_game_open(&walk_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench.position, "70", NULL), BY_OK);
    ask(&bench, "pn*", "memory_kib=1", 0, 4);
    assert_false(walk_truth(bench.position, 0, 4));
    assert_int_equal(bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 1000000}).answer, BY_ANSWER_NO);
    bench_close(&bench);
}

/* ---- Superko; a repetition that loses -------------------------------------------------------------------------- */

/* The truth by the rules, on the path that led here. */
static bool path_truth(by_position *position, int prover, by_value threshold)
{
    struct by_move_info list[8];
    struct by_moves moves = {.list = list};
    struct by_node node;
    bool is_or, truth;

    by_position_verdict(position, &node);
    is_or = node.side == prover;
    if (node.is_over)
        return (is_or ? node.value : -node.value) >= threshold;
    by_position_moves(position, BY_MOVES_ALL, &moves);
    truth = !is_or;
    for (int i = 0; i < moves.count && truth == !is_or; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        truth = path_truth(position, prover, threshold);
        by_position_pop(position, NULL);
    }
    return truth;
}

/* One search is asked about the positions of a game in turn, where what was before forbids moves or decides. */
static void try_on_path(const by_game_type *type, const char *method, const char *settings, uint64_t seed)
{
    static const by_value thresholds[] = {BY_MIN_WIN, 1, 0, -BY_MIN_WIN + 1};
    by_value threshold = thresholds[seed % 4];
    int prover = (int)(seed / 4 % 2);
    struct bench bench = {0};
    struct by_node node;
    char text[100];

    (void)snprintf(text, sizeof text, "%u 0", (unsigned)seed);
    assert_int_equal(by_game_open(type, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
    ask(&bench, method, settings, prover, threshold);
    for (int made = 0; made < 6; made++) {
        bool truth = path_truth(bench.position, prover, threshold);
        struct by_result result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 400000});
        struct by_move_info list[8];
        struct by_moves moves = {.list = list};

        check_numbers(&result);
        if (result.answer != (truth ? BY_ANSWER_YES : BY_ANSWER_NO) && result.stopped != BY_STOPPED_MEMORY)
            fail_msg("%s %s: %s for side %d and %d after %d moves of %u", method, settings,
                     by_answer_name(result.answer), prover, threshold, made, (unsigned)seed);
        assert_int_equal(result.is_proved, result.answer != BY_ANSWER_UNKNOWN);
        by_position_verdict(bench.position, &node);
        if (node.is_over)
            break;
        by_position_moves(bench.position, BY_MOVES_ALL, &moves);
        assert_int_equal(by_position_push(bench.position, list[seed % (unsigned)moves.count].move, NULL), BY_OK);
        by_position_node(bench.position, &node);
        if (node.is_over && node.path_plies)
            break; /* what is searched there is the game that goes on all the same */
    }
    bench_close(&bench);
}

static void try_superko(const char *method, const char *settings, uint64_t seed)
{
    try_on_path(&superko_game, method, settings, seed);
}

static void try_repeater(const char *method, const char *settings, uint64_t seed)
{
    const by_game_type *const types[] = {&repeater_game, &mixed_game, &odd_game, &payoff_game};

    try_on_path(types[seed / 8 % 4], method, settings, seed);
}

/* If moves are forbidden on some paths, as the game says, solutions are walked through and are right. */
static void test_superko(void **state)
{
    (void)state;
    for_each_prover(try_superko, sample_count(6000));
}

/* If it matters which side closes a cycle, or which cycles it belongs to, no solution with a cycle is assumed to hold
 * on every path. */
static void test_repeater(void **state)
{
    (void)state;
    for_each_prover(try_repeater, sample_count(20000));
}

/* ---- Many roots ----------------------------------------------------------------------------------------------------
 */

/* The best move keeps what was proved, by the rules on this path. */
static void check_best(struct bench *bench, const struct by_result *result, int prover, by_value threshold,
                       const char *what)
{
    bool is_yes = result->answer == BY_ANSWER_YES;
    struct by_node node;

    by_position_node(bench->position, &node);
    if (result->answer == BY_ANSWER_UNKNOWN || (node.side == prover) != is_yes)
        return; /* who loses has no best move */
    assert_int_equal(by_position_push(bench->position, result->best, NULL), BY_OK);
    if (path_truth(bench->position, prover, threshold) != is_yes)
        fail_msg("%s: the move %u loses what was proved", what, (unsigned)result->best);
    by_position_pop(bench->position, NULL);
}

/* So does every move of the line, for both sides. */
static void check_line(struct bench *bench, const struct by_result *result, int prover, by_value threshold,
                       const char *what)
{
    const struct by_line *line = result->line_count ? &result->lines[0] : NULL;

    for (int i = 0; line && i < line->length; i++) {
        assert_int_equal(by_position_push(bench->position, line->moves[i], NULL), BY_OK);
        if (result->answer != BY_ANSWER_UNKNOWN &&
            path_truth(bench->position, prover, threshold) != (result->answer == BY_ANSWER_YES))
            fail_msg("%s: the line loses what was proved by move %d, %u", what, i + 1, (unsigned)line->moves[i]);
    }
    for (int i = 0; line && i < line->length; i++)
        by_position_pop(bench->position, NULL);
}

/* One search, many roots of one graph: the places by themselves, and each after the same move, which may lead to one
 * place from several. Results of one root are not used for another. */
static void try_roots(const char *method, const char *settings, uint64_t seed)
{
    const by_game_type *const types[] = {&repeater_game, &superko_game, &mixed_game, &payoff_game};
    by_value threshold = seed % 3 ? BY_MIN_WIN : 0;
    int prover = (int)(seed / 3 % 2);
    struct bench bench = {0};

    assert_int_equal(by_game_open(types[seed % 4], NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    ask(&bench, method, settings, prover, threshold);
    for (int i = 0; i < 12; i++) {
        struct by_move_info list[8];
        struct by_moves moves = {.list = list};
        struct by_result result = {BY_SIZE(by_result)};
        struct by_node node;
        char text[100];

        (void)snprintf(text, sizeof text, "%u %d", (unsigned)(seed / 2),
                       (int)(by_random_word(seed + (unsigned)i) % 12));
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        by_position_verdict(bench.position, &node);
        by_position_moves(bench.position, BY_MOVES_ALL, &moves);
        if (i >= 6 && !node.is_over)
            assert_int_equal(by_position_push(bench.position, list[0].move, NULL), BY_OK);
        by_position_verdict(bench.position, &node);
        if (node.is_over)
            continue;
        result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 400000});
        if (result.answer != (path_truth(bench.position, prover, threshold) ? BY_ANSWER_YES : BY_ANSWER_NO) &&
            result.stopped != BY_STOPPED_MEMORY)
            fail_msg("%s %s: %s for side %d and %d at %s", method, settings, by_answer_name(result.answer), prover,
                     threshold, text);
        check_best(&bench, &result, prover, threshold, text);
        if (seed % 4 != 3) /* where cycles decide, solutions of other paths are taken to hold, which the line may not */
            check_line(&bench, &result, prover, threshold, text);
    }
    bench_close(&bench);
}

static void test_many_roots(void **state)
{
    (void)state;
    for_each_prover(try_roots, sample_count(8000));
}

/* Superko in Go: what is solved on one path need not hold on another, and what holds on the others is not taken for
 * proved where it was not walked through. */
static void test_superko_in_go(void **state)
{
    static const char *const methods[] = {"pn", "df-pn", "df-pn+", "pn*"};
    struct bench bench;

    (void)state;
    bench_open(&bench, "go ko=situational komi_half=-2", "2 X./X. b");
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, methods[i], NULL, "threshold=1");
        result = bench_run(&bench, NULL);
        assert_int_equal(result.answer, BY_ANSWER_NO);
        assert_true(result.is_proved);
        if (i == 0)
            continue; /* a tree knows its paths */
        bench_method(&bench, methods[i], NULL, "threshold=1 walk_solutions=off");
        result = bench_run(&bench, NULL);
        assert_int_not_equal(result.answer, BY_ANSWER_UNKNOWN);
        assert_false(result.is_proved);
        bench_method(&bench, methods[i], NULL, "threshold=1 walk_solutions=on");
        result = bench_run(&bench, NULL);
        assert_int_equal(result.answer, BY_ANSWER_NO);
        assert_true(result.is_proved);
    }
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trees),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_tictactoe),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_doubts_on_graphs),
        cmocka_unit_test(test_verdicts_on_the_path),
        cmocka_unit_test(test_root_moves),
        cmocka_unit_test(test_forgetful_table),
        cmocka_unit_test(test_superko),
        cmocka_unit_test(test_superko_in_go),
        cmocka_unit_test(test_repeater),
        cmocka_unit_test(test_many_roots),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
