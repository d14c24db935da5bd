/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search: what holds in its tree after every run, whatever the game and the options; what it plays.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "core/game.h"
#include "search/mcts/mcts.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/games.h"
#include "support/mcts.h"
#include "support/reference.h"
#include "support/search.h"

static const struct {
    const char *game, *text;
} games[] = {
    {"tictactoe", NULL},  {"tictactoe", "x.o/.x./..o"},
    {"pairs", NULL},      {"pairs width=5 height=4 line=4", NULL},
    {"xiangqi", NULL},    {"go size=2", NULL},
    {"go size=5", NULL},  {"go size=9", NULL},
    {"go-capture", NULL}, {"tree", NULL},
};

enum { GAMES = sizeof games / sizeof games[0] };

/* The visits of the root are the iterations, those of a node one more than its moves', means are from 0 to 1. */
static void test_visits(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct rig rig;

        rig_open(&rig, games[i].game, games[i].text, "plain", "");
        rig_run(&rig, 700);
        assert_int_equal(rig.run.control.nodes, 700);
        check_tree(rig.self, 700, true);
        rig_end_run(&rig);
        rig_close(&rig);
    }
}

/* Every move of the root is tried before one is tried again. */
static void test_every_move_is_tried(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .lines = 100};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "mcts", "plain", "");
    for (limits.nodes = 1; limits.nodes <= 44; limits.nodes += 6) {
        struct by_result result = bench_run(&bench, &limits);

        assert_int_equal(result.line_count, limits.nodes);
        for (size_t i = 0; i < result.line_count; i++)
            assert_int_equal(result.lines[i].visits, 1);
    }
    limits.nodes = 45;
    assert_int_equal(bench_run(&bench, &limits).lines[0].visits, 2);
    bench_close(&bench);
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

/* Coulom's numbers: c = 40, d = 1.4. */
static void test_widening_numbers(void **state)
{
    static const uint64_t expected[] = {0, 40, 96, 175, 285, 439};
    struct mc_options read;
    by_options *options;

    (void)state;
    assert_int_equal(by_options_create(by__mcts.options, &options, NULL), BY_OK);
    assert_int_equal(by_options_set(options, "widening", "on", NULL), BY_OK);
    by__mc_options_read(&read, options);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(read.opens_at[i], expected[i]);
        assert_int_equal(by__mc_open(&read, (uint32_t)expected[i], 9), i + 1);
        assert_int_equal(by__mc_open(&read, (uint32_t)expected[i], 3), i < 3 ? i + 1 : 3);
        if (i)
            assert_int_equal(by__mc_open(&read, (uint32_t)expected[i] - 1, 9), i);
    }
    assert_int_equal(by__mc_open(&read, UINT32_MAX, 1000) < 1000, 1);
    by_options_destroy(options);
}

/* The number of visits of a node determines the number of moves tried. */
static void test_widening(void **state)
{
    struct rig rig;

    (void)state;
    rig_open(&rig, "xiangqi", NULL, "plain", "widening=on");
    rig_run(&rig, 440);
    check_tree(rig.self, 440, true);
    assert_int_equal(rig.run.lines.count, 6);
    rig_end_run(&rig);
    rig_run(&rig, 438); /* the last iteration begins with 437 visits */
    assert_int_equal(rig.run.lines.count, 5);
    rig_end_run(&rig);
    rig_close(&rig);
}

static uint64_t prune(struct bench *bench, const char *pruning, int seed, by_move *best)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 3000};
    struct by_result result = {BY_SIZE(by_result)};
    char settings[80];

    (void)snprintf(settings, sizeof settings, "seed=%d absolute_pruning=%s", seed, pruning);
    bench_method(bench, "mcts", "plain", settings);
    result = bench_run(bench, &limits);
    assert_int_equal(result.stopped, result.nodes == 3000 ? BY_STOPPED_NODES : BY_STOPPED_DECIDED);
    *best = result.best;
    return result.nodes;
}

/* Absolute pruning saves iterations and leaves the most visited move what it would have been. */
static void test_absolute_pruning(void **state)
{
    int saved_by_half = 0, saved_by_lead = 0;
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    for (int seed = 0; seed < 60; seed++) {
        by_move all, half, lead;

        assert_int_equal(by_position_parse(bench.position, seed % 2 ? "x../.o./..." : "xx./oo./...", NULL), BY_OK);
        assert_int_equal(prune(&bench, "off", seed, &all), 3000);
        saved_by_half += prune(&bench, "half", seed, &half) < 3000;
        saved_by_lead += prune(&bench, "lead", seed, &lead) < 3000;
        assert_int_equal(half, all);
        assert_int_equal(lead, all);
    }
    assert_in_range(saved_by_half, 1, 60);
    assert_in_range(saved_by_lead, saved_by_half, 60);
    bench_close(&bench);
}

static double merit(const struct by_line *line, int final)
{
    double visits = (double)line->visits, mean = (double)line->mean;

    return final == MC_ROBUST ? visits : final == MC_MAX ? mean : mean - 2 / sqrt(visits);
}

/* The lines are ordered by what the final choice goes by. */
static void test_final_choice(void **state)
{
    static const char *const finals[] = {"robust_child", "max_child", "secure_child"};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 500, .lines = 44};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    for (int final = 0; final < 3; final++) {
        struct by_result result = {BY_SIZE(by_result)};
        char settings[80];

        (void)snprintf(settings, sizeof settings, "final=%s secure=2000 playout_plies=4", finals[final]);
        bench_method(&bench, "mcts", "plain", settings);
        result = bench_run(&bench, &limits);
        assert_int_equal(result.line_count, 44);
        assert_int_equal(result.best, result.lines[0].moves[0]);
        for (int i = 1; i < 44; i++)
            assert_true(merit(&result.lines[i - 1], final) >= merit(&result.lines[i], final) - 1e-6);
    }
    bench_close(&bench);
}

/* The same seed gives the same run, another seed another. */
static void test_seed(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000, .lines = 9};
    struct by_line lines[9];
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    for (int i = 0; i < 4; i++) {
        struct by_result result = {BY_SIZE(by_result)};
        bool is_same = true;

        bench_method(&bench, "mcts", "plain", i < 3 ? "seed=7" : "seed=8");
        if (i == 1)
            bench_run(&bench, &limits);
        result = bench_run(&bench, &limits);
        assert_int_equal(result.line_count, 9);
        for (int j = 0; j < 9; j++) {
            is_same = is_same && (i == 0 || lines[j].visits == result.lines[j].visits);
            lines[j] = result.lines[j];
        }
        assert_int_equal(is_same, i < 3);
    }
    bench_close(&bench);
}

/* A run that nothing else limits has the iterations of the option. */
static void test_iterations(void **state)
{
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    bench_method(&bench, "mcts", "plain", "iterations=1234");
    result = bench_run(&bench, NULL);
    assert_int_equal(result.nodes, 1234);
    assert_int_equal(result.stopped, BY_STOPPED_NODES);
    assert_false(result.is_proved);
    bench_close(&bench);
}

/* Without visits a move has the urgency of first play: a small one keeps a good move from waiting for all others. */
static void test_first_play_urgency(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 44, .lines = 44};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "mcts", "plain", "first_play_urgency=100");
    assert_true(bench_run(&bench, &limits).line_count < 44);
    bench_method(&bench, "mcts", "plain", "first_play_urgency=100000");
    assert_int_equal(bench_run(&bench, &limits).line_count, 44);
    bench_close(&bench);
}

/* With PUCT and equal priors the visits of a move that always wins outgrow all others'. */
static void test_puct(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 300, .lines = 9};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tree", "(1 -1 -1 -1 -1 -1)");
    bench_method(&bench, "mcts", "plain", "selection=puct");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.best, 0);
    assert_in_range(result.lines[0].visits, 200, 300);
    bench_close(&bench);
}

/* A playout that is cut off is evaluated, once. */
static void test_playouts_cut_off(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 500};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "mcts", "plain", "playout_plies=3");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.evaluations, 500);
    assert_int_equal(bench_counter(&result, "playout_plies"), 1500);
    assert_true(result.lines[0].mean > 0.2F && result.lines[0].mean < 0.8F);
    bench_close(&bench);
}

/* Evaluations favour the better side: an extra cannon shows in the means. */
static void test_estimates(void **state)
{
    static const char *const texts[] = {
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w",
        "rnbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b",
        "rnbakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
    };
    static const char *const settings[] = {"playout_plies=1", "playout_plies=2 implicit_minimax=50"};

    (void)state;
    for (int i = 0; i < 8; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000};
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;
        bool is_ahead = i % 4 == 1 || i % 4 == 2;

        bench_open(&bench, "xiangqi", texts[i % 4]);
        bench_method(&bench, "mcts", "plain", settings[i / 4]);
        result = bench_run(&bench, &limits);
        assert_int_equal(result.lines[0].mean > 0.5F, is_ahead);
        assert_int_equal(result.value > 0, is_ahead);
        bench_close(&bench);
    }
}

/* The estimate of a node is the best of its moves' that were looked at. */
static void test_implicit_minimax(void **state)
{
    struct rig rig;
    const union mc_cell *cells;

    (void)state;
    rig_open(&rig, "tree", "random width=3 depth=7 estimates=on seed=3", "plain", "implicit_minimax=40");
    rig_run(&rig, 900);
    cells = rig.self->tree.cells;
    check_tree(rig.self, 900, true);
    for (uint32_t at = MC_FIRST_BLOCK; at < rig.self->tree.used; at += cells[at].block.count + 1) {
        float best = cells[at].block.side == 0 ? -1 : 2;

        for (uint32_t i = at + 1; i <= at + cells[at].block.count; i++)
            if (cells[i].node.visits)
                best = cells[at].block.side == 0 ? fmaxf(best, cells[i].node.estimate)
                                                 : fminf(best, cells[i].node.estimate);
        assert_true(fabsf(best - cells[cells[at].block.parent].node.estimate) < 1e-6F);
    }
    rig_end_run(&rig);
    rig_close(&rig);
}

/* All moves as first: every visit of a move counts, and later ones of the same side besides. */
static void test_rave(void **state)
{
    const union mc_cell *cells;
    uint64_t more = 0;
    struct rig rig;

    (void)state;
    rig_open(&rig, "tictactoe", NULL, "plain", "rave=on");
    rig_run(&rig, 600);
    cells = rig.self->tree.cells;
    check_tree(rig.self, 600, true);
    for (uint32_t i = 1; i <= 9; i++) {
        const struct mc_node *node = &cells[cells[MC_ROOT].node.block + i].node;

        assert_true(mc_amaf_of(node).visits >= node->visits);
        assert_true(mc_amaf_of(node).sum >= node->sum);
        more += mc_amaf_of(node).visits;
    }
    /* The first side makes three to five moves a game, each another one. */
    assert_in_range(more, 3 * 600, 5 * 600);
    rig_end_run(&rig);
    rig_close(&rig);
}

/* ---- The solver -------------------------------------------------------------------------------------------------- */

static int sign(by_value value)
{
    return (value > 0) - (value < 0);
}

/* On random trees what is proved has the sign of minimax's value, the move keeps it, and the run ends there. */
static void test_solver_on_trees(void **state)
{
    struct bench bench;
    int proved = 0;

    (void)state;
    bench_open(&bench, "tree", NULL);
    for (int seed = 1; seed <= 600; seed++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 5000};
        struct by_node root, child;
        struct by_result result = {BY_SIZE(by_result)};
        by_value truth, after;
        char text[120];

        (void)snprintf(text, sizeof text,
                       "random width=%d depth=%d vary=on leaf=10 values=-2..2 wins=%d same=%d seed=%d", 2 + seed % 3,
                       1 + seed % 6, seed % 2 ? 30 : 0, seed % 3 ? 0 : 30, seed);
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        bench_method(&bench, "mcts", seed % 4 < 2 ? "plain" : "full",
                     seed % 8 < 4 ? "solver=on" : "solver=on widening=on");
        result = bench_run(&bench, &limits);
        truth = reference_value(bench.position, -1, 0);
        if (!result.is_proved)
            continue;
        proved++;
        assert_true(result.stopped == BY_STOPPED_DONE || result.stopped == BY_STOPPED_DECIDED);
        assert_true(result.nodes < 5000);
        assert_int_equal(sign(result.value), sign(truth));
        if (result.kind == BY_KIND_WIN)
            assert_true(by_value_is_win(truth));
        if (result.kind == BY_KIND_LOSS)
            assert_true(by_value_is_loss(truth));
        by_position_node(bench.position, &root);
        assert_int_equal(by_position_push(bench.position, result.best, NULL), BY_OK);
        by_position_node(bench.position, &child);
        after = reference_value(bench.position, -1, 1);
        assert_int_equal(sign(child.side == root.side ? after : -after), sign(truth));
    }
    assert_in_range(proved, 590, 600);
    bench_close(&bench);
}

/* Tic-tac-toe is solved, as a draw; `plain` never says so. */
static void test_solver_on_tictactoe(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 200000};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    bench_method(&bench, "mcts", NULL, "");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.stopped, BY_STOPPED_DONE);
    assert_int_equal(result.kind, BY_KIND_DRAW);
    assert_true(result.is_proved);
    assert_in_range(bench_counter(&result, "solver_nodes"), 100, 200000);
    limits.nodes = 5000;
    bench_method(&bench, "mcts", "plain", "");
    assert_false(bench_run(&bench, &limits).is_proved);
    bench_close(&bench);
}

/* ---- Play -------------------------------------------------------------------------------------------------------- */

/* Moves that were found already, by the three values that a cell may have. */
enum { BOARDS = 19683 };

struct player {
    struct bench bench;
    by_move found[BOARDS]; /* and one; 0: not yet */
    int side;
    int games;
};

static int board_number(const by_position *position)
{
    by_text text = {0};
    int number = 0;

    by_position_print(position, &text);
    for (const char *c = by_text_string(&text); *c && *c != ' '; c++)
        if (*c != '/')
            number = 3 * number + (*c == 'x' ? 1 : *c == 'o' ? 2 : 0);
    by_text_free(&text);
    return number;
}

static by_move choose(struct player *player)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 10000};
    int number = board_number(player->bench.position);

    if (!player->found[number])
        player->found[number] = bench_run(&player->bench, &limits).best + 1;
    return player->found[number] - 1;
}

/* Plays on against every line of the opponent; no game may be lost. */
static void play_all(struct player *player)
{
    by_position *position = player->bench.position;
    struct by_move_info list[9];
    struct by_moves moves = {.list = list};
    struct by_node node;

    by_position_verdict(position, &node);
    if (node.is_over) {
        player->games++;
        if (sign(node.side == player->side ? node.value : -node.value) < 0) {
            by_text text = {0};

            by_position_print(position, &text);
            fail_msg("lost as %d: %s", player->side, by_text_string(&text));
        }
        return;
    }
    if (node.side == player->side)
        by_moves_add(&moves, choose(player));
    else
        by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        play_all(player);
        by_position_pop(position, NULL);
    }
}

/* With 10,000 iterations a move tic-tac-toe is lost on no line, by either side. */
static void test_tictactoe_is_not_lost(void **state)
{
    static const char *const presets[] = {"plain", "full", NULL};

    (void)state;
    for (int i = 0; i < 3; i++)
        for (int side = 0; side < 2; side++) {
            struct player *player = calloc(1, sizeof *player);

            assert_non_null(player);
            player->side = side;
            bench_open(&player->bench, "tictactoe", NULL);
            bench_method(&player->bench, "mcts", presets[i], "");
            play_all(player);
            assert_in_range(player->games, 20, 5000);
            bench_close(&player->bench);
            free(player);
        }
}

/* A win in one is found. */
static void test_wins_in_one(void **state)
{
    static const struct {
        const char *game, *text, *move;
    } rows[] = {
        {"tictactoe", "xx./oo./...", "2"},
        {"tictactoe", "x.o/xo./..x", "6"},
        {"xiangqi", "3k5/9/9/9/9/9/9/9/8R/4K3R w", "i1i9"},
        {"tree", "(-1 (-1 -1) -1 (1 1) -1)", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int preset = 0; preset < 2; preset++) {
            struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000};
            struct by_result result = {BY_SIZE(by_result)};
            struct bench bench;
            by_move expected = 3;

            bench_open(&bench, rows[i].game, rows[i].text);
            bench_method(&bench, "mcts", preset ? "full" : "plain", "");
            result = bench_run(&bench, &limits);
            if (rows[i].move)
                assert_int_equal(by_position_parse_move(bench.position, rows[i].move, &expected, NULL), BY_OK);
            if (rows[i].move && strcmp(rows[i].game, "xiangqi") == 0) /* there may be several */
                assert_true(!preset || by_value_is_win(result.value));
            else
                assert_int_equal(result.best, expected);
            bench_close(&bench);
        }
}

/* ---- What a game knows ------------------------------------------------------------------------------------------- */

/* Playouts of the game itself have the means of those through its lists. */
static void test_playouts_of_the_game(void **state)
{
    static const char *const playouts[] = {"playouts=moves", "playouts=uniform", "playouts=uniform rave=on"};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20000, .lines = 9};
    struct by_result result = {BY_SIZE(by_result)};
    double means[3] = {0};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    for (int i = 0; i < 3; i++) {
        char settings[80];

        (void)snprintf(settings, sizeof settings, "exploration=100000 expand_visits=1000000 %s", playouts[i]);
        bench_method(&bench, "mcts", "plain", settings);
        result = bench_run(&bench, &limits);
        for (int j = 0; j < 9; j++)
            means[i] += (double)result.lines[j].mean / 9;
        assert_in_range(bench_counter(&result, "playout_plies"), 20000 * 6, 20000 * 8);
    }
    assert_true(fabs(means[0] - means[1]) < 0.02 && fabs(means[0] - means[2]) < 0.02);
    /* Known from all games: 737/1260 wins and 8/63 draws. */
    assert_true(fabs(means[1] - 0.648) < 0.02);
    bench_close(&bench);
}

/* The move with the highest prior is tried first, and with PUCT and bias before moves without one. */
static void test_priors(void **state)
{
    static const char *const settings[] = {"priors=on", "priors=on selection=puct",
                                           "priors=on first_play_urgency=500 progressive_bias=5000",
                                           "priors=on rave=on first_play_urgency=1 exploration=0"};

    (void)state;
    for (int i = 0; i < 4; i++)
        for (int seed = 0; seed < 10; seed++) {
            struct by_limits limits = {BY_SIZE(by_limits), .nodes = i ? 20 : 1};
            struct bench bench;
            char text[120];

            bench_open(&bench, "tictactoe", "xx./oo./...");
            (void)snprintf(text, sizeof text, "%s seed=%d", settings[i], seed);
            bench_method(&bench, "mcts", "plain", text);
            assert_int_equal(bench_run(&bench, &limits).best, 2);
            bench_close(&bench);
        }
}

static void leave_out_corners(void *state, const struct by_moves *moves, struct by_prior *out)
{
    (void)state;
    for (int i = 0; i < moves->count; i++)
        out[i] = (struct by_prior){.weight = moves->list[i].move % 2 || moves->list[i].move == 4 ? 1 : 0};
}

/* A limit of evaluations alone ends a run also where all is known and nothing is left to evaluate. */
static void test_evaluations_come_to_an_end(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .evaluations = 500};
    struct bench bench;

    (void)state;
    bench_open(&bench, "tictactoe", "xox/oxo/.x.");
    bench_method(&bench, "mcts", "plain", "");
    assert_int_equal(bench_run(&bench, &limits).stopped, BY_STOPPED_EVALUATIONS);
    bench_close(&bench);
}

/* Prior knowledge of a move decides as long as there are no results. */
static void test_hints(void **state)
{
    struct by_hint hints[2] = {{.mean = 1, .visits = 1000}, {.move = 12345, .mean = 1, .visits = 1000}};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1, .hints = hints, .hint_count = 2};
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4", NULL);
    bench_method(&bench, "mcts", "plain", "rave=on first_play_urgency=500 exploration=0");
    for (int column = 0; column < 7; column++) {
        char name[] = {(char)('a' + column), 0};

        assert_int_equal(by_position_parse_move(bench.position, name, &hints[0].move, NULL), BY_OK);
        assert_int_equal(bench_run(&bench, &limits).best, hints[0].move);
    }
    hints[0].mean = NAN; /* is none */
    assert_int_equal(bench_run(&bench, &limits).line_count, 1);
    hints[0].mean = 0; /* against the last one, which is then not even tried */
    limits.nodes = 6;
    limits.lines = 7;
    for (size_t i = 0; i < bench_run(&bench, &limits).line_count; i++)
        assert_int_not_equal(bench_run(&bench, &limits).lines[i].moves[0], hints[0].move);
    bench_close(&bench);
}

/* The search skips moves that the game would not consider, and then proves nothing. If the game would consider none, it
 * searches all. */
static void test_moves_left_out(void **state)
{
    const by_game_type *tictactoe;
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20000, .lines = 9};
    struct by_sampling sampling = {BY_SIZE(by_sampling), .priors = leave_out_corners};
    by_game_type type;
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench = {0};

    (void)state;
    assert_int_equal(by_game_type_find("tictactoe", &tictactoe, NULL), BY_OK);
    type = *tictactoe;
    type.sampling = &sampling;
    assert_int_equal(by_game_open(&type, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    bench_method(&bench, "mcts", NULL, "priors=on");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.line_count, 5);
    for (size_t i = 0; i < 5; i++)
        assert_true(result.lines[i].moves[0] % 2 || result.lines[i].moves[0] == 4);
    assert_int_equal(result.stopped, BY_STOPPED_DONE);
    assert_false(result.is_proved);
    bench_close(&bench);
}

/* A position is lost if all moves lose: the doubt of each counts. Here A1 loses only because a ko that is retaken at
 * once is held to be lost, while passing loses by the rules. In truth the kos go round for ever, and no side loses. */
static void test_doubt_of_other_moves(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "go-capture attacker_moves=all owner_moves=all safe_liberties=0 reader=nothing",
               "black B2 attacker 0 3 ..X/OX./.OX b");
    for (int threads = 1; threads <= 2; threads++) {
        bench_method(&bench, "mcts", NULL, threads == 1 ? "" : "threads=2 parallel=root");
        result = bench_run(&bench, &limits);
        assert_true(by_value_is_loss(result.value));
        assert_false(result.is_proved);
    }
    bench_close(&bench);
}

/* ---- Trees that outlive a run ------------------------------------------------------------------------------------ */

/* The tree below the moves that were made is kept, as it was: visits add up. */
static void test_reuse(void **state)
{
    static const char *const reused[] = {"tictactoe", "pairs", "xiangqi", "go size=5"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct by__run *run;
        struct rig rig;
        uint32_t kept;

        rig_open(&rig, reused[i], NULL, "plain", "reuse=on");
        run = &rig.run;
        rig_run(&rig, 3000);
        check_tree(rig.self, 3000, true);
        kept = (uint32_t)run->lines.lines[0].visits;
        assert_int_equal(by_position_push(rig.bench.position, run->lines.lines[0].moves[0], NULL), BY_OK);
        rig_end_run(&rig);
        rig_run(&rig, 500);
        assert_true(kept > 500 / 9);
        /* The new root was a node, which has a visit more than its moves. */
        check_tree(rig.self, kept + 500, false);
        assert_int_equal(run->control.nodes, 500);
        /* The same position again: all of it is kept. */
        rig_end_run(&rig);
        rig_run(&rig, 100);
        check_tree(rig.self, kept + 600, false);
        /* Another game: nothing is. */
        rig_end_run(&rig);
        assert_int_equal(by_position_pop(rig.bench.position, NULL), BY_OK);
        rig_run(&rig, 100);
        check_tree(rig.self, 100, true);
        rig_end_run(&rig);
        by__mcts.clear(rig.self);
        rig_run(&rig, 100);
        check_tree(rig.self, 100, true);
        rig_end_run(&rig);
        rig_close(&rig);
    }
}

static uint64_t visits_after(struct bench *bench, const char *start)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 100, .lines = 3};
    struct by_result result = {BY_SIZE(by_result)};
    uint64_t visits = 0;

    assert_int_equal(by_position_parse(bench->position, start, NULL), BY_OK);
    assert_int_equal(by_position_push(bench->position, 0, NULL), BY_OK);
    result = bench_run(bench, &limits);
    for (size_t i = 0; i < result.line_count; i++)
        visits += result.lines[i].visits;
    return visits;
}

/* Nor is a position that the same move leads to from two others the same in both games: there is another past that may
 * be repeated. In this graph the first way leads from 0 and from 3 to the same place. */
static void test_no_reuse_from_elsewhere(void **state)
{
    struct bench bench = {0};
    struct by_node first, other;
    uint64_t fresh;

    (void)state;
    assert_int_equal(by_game_open(&walk_game, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    bench_method(&bench, "mcts", "plain", "reuse=on solver=off");
    fresh = visits_after(&bench, "1 0");
    by_position_node(bench.position, &first);
    assert_true(visits_after(&bench, "1 0") > fresh);
    assert_int_equal(visits_after(&bench, "1 3"), fresh);
    by_position_node(bench.position, &other);
    assert_int_equal(first.key, other.key);
    bench_close(&bench);
}

/* The same moves from another position are another game. */
static void test_no_reuse(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 400, .lines = 44};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    uint64_t visits = 0;

    (void)state;
    bench_open(&bench, "xiangqi", NULL);
    bench_method(&bench, "mcts", "plain", "reuse=on playout_plies=5");
    bench_run(&bench, &limits);
    assert_int_equal(
        by_position_parse(bench.position, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w", NULL), BY_OK);
    result = bench_run(&bench, &limits);
    for (size_t i = 0; i < result.line_count; i++)
        visits += result.lines[i].visits;
    assert_int_equal(visits, 400);
    bench_close(&bench);
}

/* If a repetition is a draw, a search with a kept tree proves the same as one without. */
static void test_reuse_and_paths(void **state)
{
    int proved = 0;

    (void)state;
    for (int seed = 1; seed <= 150; seed++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 3000};
        struct bench kept = {0}, fresh = {0};
        struct by_node node;
        char text[20];

        assert_int_equal(by_game_open(&walk_game, NULL, &kept.game, NULL), BY_OK);
        assert_int_equal(by_position_create(kept.game, &kept.position, NULL), BY_OK);
        (void)snprintf(text, sizeof text, "%d", seed);
        assert_int_equal(by_position_parse(kept.position, text, NULL), BY_OK);
        fresh = kept;
        bench_method(&kept, "mcts", NULL, "");
        bench_method(&fresh, "minimax", NULL, "");
        by_position_verdict(kept.position, &node);
        for (int move = 0; move < 5 && !node.is_over; move++) {
            struct by_result result = bench_run(&kept, &limits);

            if (result.is_proved) {
                struct by_limits deep = {BY_SIZE(by_limits), .depth = 2 * WALK_PLACES + 2};

                proved++;
                assert_int_equal(sign(result.value), sign(bench_run(&fresh, &deep).value));
            }
            assert_int_equal(by_position_push(kept.position, result.best, NULL), BY_OK);
            by_position_verdict(kept.position, &node);
        }
        by_search_destroy(fresh.search);
        bench_close(&kept);
    }
    assert_in_range(proved, 150, 5 * 150);
}

/* Two plies below the root, wherever that is, the side to move has lost by a verdict on the path. */
static void node_that_looks_back(void *state, int ply, struct by_node *out)
{
    endless_game.rules->node(state, ply, out);
    out->is_over = ply == 2;
    out->value = out->is_over ? -BY_WIN : 0;
    out->path_plies = out->is_over ? 2 : 0;
    out->can_move = !out->is_over;
}

/* Path-dependent results are dropped when the root moves on. */
static void test_reuse_forgets_paths(void **state)
{
    struct by_rules rules = *endless_game.rules;
    by_game_type type = endless_game;
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000};
    struct bench bench = {0};

    (void)state;
    rules.node = node_that_looks_back;
    type.rules = &rules;
    assert_int_equal(by_game_open(&type, NULL, &bench.game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
    bench_method(&bench, "mcts", NULL, "");
    for (int i = 0; i < 4; i++) {
        struct by_result result = bench_run(&bench, &limits);

        assert_int_equal(result.kind, BY_KIND_LOSS);
        assert_int_equal(result.value, 2 - BY_WIN);
        assert_int_equal(by_position_push(bench.position, result.best, NULL), BY_OK);
    }
    bench_close(&bench);
}

/* ---- Memory and any options at all --------------------------------------------------------------------------------
 */

/* When the tree is full, its least visited part is dropped, and the run goes on. */
static void test_little_memory(void **state)
{
    static const char *const presets[] = {"plain", "full"};

    (void)state;
    for (int i = 0; i < 2 * GAMES; i++) {
        struct rig rig;

        rig_open(&rig, games[i / 2].game, games[i / 2].text, presets[i % 2], "memory_kib=1 absolute_pruning=off");
        rig_run(&rig, 3000);
        check_tree(rig.self, rig.run.control.nodes, false);
        if (rig.run.control.is_stopped)
            assert_int_equal(rig.run.control.nodes, 3000);
        assert_true(rig.run.lines.count > 0);
        rig_end_run(&rig);
        rig_close(&rig);
    }
}

/* Collections keep the tree in order, and leave enough to play well. */
static void test_collection(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20000};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    struct rig rig;

    (void)state;
    rig_open(&rig, "tictactoe", NULL, "plain", "memory_kib=64");
    rig_run(&rig, 20000);
    check_tree(rig.self, 20000, false);
    assert_in_range(rig.self->walk.count[MC_COUNT_COLLECTIONS], 2, 1000);
    rig_end_run(&rig);
    rig_close(&rig);

    bench_open(&bench, "tictactoe", "x../.o./..x");
    bench_method(&bench, "mcts", "plain", "memory_kib=16");
    result = bench_run(&bench, &limits);
    assert_int_equal(result.best % 2, 1); /* an edge: a corner loses */
    bench_close(&bench);
}

static void random_options(by_options *options, struct by_random *random)
{
    for (const struct by_option *row = by__mcts.options; row->name; row++) {
        int span = row->kind == BY_OPTION_NUMBER ? row->max - row->min + 1 : 2, least = row->min;

        if (row->kind == BY_OPTION_CHOICE)
            for (span = 0, least = 0; row->choices[span];)
                span++;
        if (row->kind == BY_OPTION_SWITCH)
            least = 0;
        if (by_random_below(random, 2))
            assert_int_equal(
                by_options_set_number(options, row->name,
                                      least + (int)by_random_below(random, span < 1500 ? (uint32_t)span : 1500), NULL),
                BY_OK);
    }
}

/* With any options, in every game: a legal move within the limits. */
static void test_any_options(void **state)
{
    struct by_random random = {5};

    (void)state;
    for (int i = 0; i < 300; i++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 150,
                                   .depth = by_random_below(&random, 3) ? 0 : 1 + i % 5, .lines = 1 + i % 4};
        struct by_result result = {BY_SIZE(by_result)};
        by_options *options;
        struct bench bench;
        by_error error = {0};

        bench_open(&bench, games[i % GAMES].game, games[i % GAMES].text);
        assert_int_equal(by_options_create(by__mcts.options, &options, NULL), BY_OK);
        random_options(options, &random);
        assert_int_equal(by_options_set_number(options, "threads", 1 + i % 3, NULL), BY_OK);
        assert_int_equal(by_search_create(bench.game, &by__mcts, options, &bench.search, NULL), BY_OK);
        by_options_destroy(options);
        for (int run = 0; run < 2; run++) {
            if (by_search_run(bench.search, bench.position, &limits, NULL, &result, &error))
                fail_msg("%s", error.message);
            assert_in_range(result.nodes, 1, 150);
            assert_in_range(result.line_count, 1, (unsigned)limits.lines);
            for (size_t j = 0; j < result.line_count; j++)
                assert_in_range(result.lines[j].length, 1, limits.depth ? limits.depth : BY_MAX_PLY);
            assert_int_equal(by_position_push(bench.position, result.best, &error), BY_OK);
            by_position_pop(bench.position, NULL);
        }
        bench_close(&bench);
    }
}

/* Playouts of the game itself go to its end, however far that is, unless a depth is asked for. */
static void test_long_playouts(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "go", "19");
    bench_method(&bench, "mcts", "plain", "playouts=uniform rave=on");
    result = bench_run(&bench, &limits);
    assert_true(bench_counter(&result, "playout_plies") > 20 * 300);
    limits.depth = 50;
    result = bench_run(&bench, &limits);
    assert_in_range(bench_counter(&result, "playout_plies"), 20 * 40, 20 * 50);
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visits),
        cmocka_unit_test(test_every_move_is_tried),
        cmocka_unit_test(test_widening_numbers),
        cmocka_unit_test(test_widening),
        cmocka_unit_test(test_absolute_pruning),
        cmocka_unit_test(test_final_choice),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_iterations),
        cmocka_unit_test(test_first_play_urgency),
        cmocka_unit_test(test_puct),
        cmocka_unit_test(test_playouts_cut_off),
        cmocka_unit_test(test_estimates),
        cmocka_unit_test(test_implicit_minimax),
        cmocka_unit_test(test_rave),
        cmocka_unit_test(test_solver_on_trees),
        cmocka_unit_test(test_solver_on_tictactoe),
        cmocka_unit_test(test_doubt_of_other_moves),
        cmocka_unit_test(test_tictactoe_is_not_lost),
        cmocka_unit_test(test_wins_in_one),
        cmocka_unit_test(test_playouts_of_the_game),
        cmocka_unit_test(test_priors),
        cmocka_unit_test(test_evaluations_come_to_an_end),
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_moves_left_out),
        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_no_reuse),
        cmocka_unit_test(test_no_reuse_from_elsewhere),
        cmocka_unit_test(test_reuse_and_paths),
        cmocka_unit_test(test_reuse_forgets_paths),
        cmocka_unit_test(test_little_memory),
        cmocka_unit_test(test_collection),
        cmocka_unit_test(test_any_options),
        cmocka_unit_test(test_long_playouts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
