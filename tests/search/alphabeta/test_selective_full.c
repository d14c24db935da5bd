/* SPDX-License-Identifier: MIT
 *
 * The selective search of the defaults. It may err except in wins, losses and proved values; random trees with invented
 * captures, checks and prices test that. Each technique has to react to its option, and the staged picker has to give
 * every move.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "search/alphabeta/alphabeta.h"
#include "support/check.h"
#include "support/reference.h"
#include "support/search.h"

static const char middlegame[] = "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w";

/* ---- Trees with captures and checks ------------------------------------------------------------------------------ */

static const by_value prices[] = {0, 20, 60, 150};

enum { KINDS = sizeof prices / sizeof prices[0] };

static const by_game_type *tree;

static uint64_t key_of(void *state)
{
    struct by_node node;

    tree->rules->node(state, 0, &node);
    return node.key;
}

/* The properties of a move are random, but always the same in a position. */
static unsigned lot(void *state, by_move move, unsigned kind, unsigned below)
{
    return (unsigned)(by_random_word(key_of(state) + 64 * (uint64_t)move + kind) % below);
}

enum { LOT_CAPTURE = 1, LOT_VICTIM, LOT_CHECK, LOT_EXCHANGE, LOT_IN_CHECK };

static void dress(void *state, struct by_move_info *move)
{
    if (lot(state, move->move, LOT_CAPTURE, 3))
        return;
    move->flags |= BY_MOVE_CAPTURE;
    move->victim = (uint8_t)lot(state, move->move, LOT_VICTIM, KINDS);
}

static bool describe(void *state, by_move move, struct by_move_info *out)
{
    if (!tree->tactics->describe(state, move, out))
        return false;
    dress(state, out);
    return true;
}

static void list_moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    struct by_move_info all[64];
    struct by_moves moves = {.list = all};

    tree->rules->moves(state, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        bool is_capture;

        dress(state, &all[i]);
        is_capture = all[i].flags & BY_MOVE_CAPTURE;
        if (kind != BY_MOVES_ALL && is_capture != (kind == BY_MOVES_TACTICAL))
            continue;
        if (out->list)
            out->list[out->count] = all[i];
        out->count++;
    }
}

static void tell_node(void *state, int ply, struct by_node *out)
{
    tree->rules->node(state, ply, out);
    out->in_check = !out->is_over && lot(state, 0, LOT_IN_CHECK, 8) == 0;
}

static bool see_at_least(void *state, by_move move, by_value least)
{
    return (int)lot(state, move, LOT_EXCHANGE, 300) - 150 >= least;
}

static bool gives_check(void *state, by_move move)
{
    return lot(state, move, LOT_CHECK, 4) == 0;
}

/* An almost won position has the maximum score, far from those of the leaves: it is clamped to their range. */
static by_value evaluate_plainly(void *state)
{
    enum { LEAVES_MOST = 300 };
    by_value value = tree->evaluation->evaluate(state);

    return value > LEAVES_MOST ? LEAVES_MOST : value < -LEAVES_MOST ? -LEAVES_MOST : value;
}

/* The tree game, dressed up; it has to stay in place as long as the game is open. */
struct disguise {
    by_game_type type;
    struct by_rules rules;
    struct by_tactics tactics;
    struct by_evaluation evaluation;
};

static void open_disguised(struct disguise *disguise, struct bench *bench)
{
    assert_int_equal(by_game_type_find("tree", &tree, NULL), BY_OK);
    disguise->type = *tree;
    disguise->rules = *tree->rules;
    disguise->rules.moves = list_moves;
    disguise->rules.node = tell_node;
    disguise->tactics = (struct by_tactics){BY_SIZE(by_tactics), .describe = describe, .prices = prices,
                                            .see_at_least = see_at_least, .gives_check = gives_check};
    disguise->evaluation = *tree->evaluation;
    disguise->evaluation.evaluate = evaluate_plainly;
    disguise->type.evaluation = &disguise->evaluation;
    disguise->type.rules = &disguise->rules;
    disguise->type.tactics = &disguise->tactics;
    *bench = (struct bench){0};
    assert_int_equal(by_game_open(&disguise->type, NULL, &bench->game, NULL), BY_OK);
    assert_int_equal(by_position_create(bench->game, &bench->position, NULL), BY_OK);
}

/* ---- Wins and losses stay proofs --------------------------------------------------------------------------------- */

/* If everything takes ten times as long. */
static bool is_slow(void)
{
    const char *sanitizers = getenv("SANITIZE");

    return sanitizers && *sanitizers;
}

static int tree_count(void)
{
    return is_slow() ? 300 : getenv("BOYI_LONG") ? 50000 : 4000;
}

static void draw_tree(struct bench *bench, struct by_random *random, int seed, char text[200])
{
    unsigned depth = 2 + by_random_below(random, 5), width = depth > 5 ? 3 : depth > 4 ? 4 : 6;
    by_error error = {0};

    (void)snprintf(text, 200,
                   "random width=%u depth=%u vary=on leaf=%u values=-300..300 wins=%u same=%u graph=%s "
                   "estimates=on seed=%d",
                   width, depth, 10 * by_random_below(random, 3), 30 * by_random_below(random, 3),
                   by_random_below(random, 3) ? 0 : 20, by_random_below(random, 2) ? "on" : "off", seed);
    if (by_position_parse(bench->position, text, &error))
        fail_msg("%s: %s", text, error.message);
}

/* Options with small numbers act in small trees already. Each is tested alone too, since others may hide it. */
static void draw_settings(struct by_random *random, char text[400])
{
    static const char *const rows[] = {
        "reverse_futility",   "razoring",    "probcut",  "futility",        "late_pruning",    "history_pruning",
        "internal_reduction", "see_pruning", "singular", "late_reductions", "quiescence_delta"};
    static const char *const switches[] = {"multicut", "quiescence", "quiescence_see", "quiescence_hash"};
    enum { ROWS = sizeof rows / sizeof rows[0], SWITCHES = sizeof switches / sizeof switches[0] };
    unsigned form = by_random_below(random, 3), only = by_random_below(random, ROWS);
    int length;

    text[0] = 0;
    if (form == 0)
        return;
    length = snprintf(text, 400, "picker=%s hash_path=%s ", by_random_below(random, 4) ? "staged" : "list",
                      by_random_below(random, 4) ? "move" : "skip");
    for (unsigned i = 0; i < ROWS; i++) {
        unsigned value = form == 1 ? by_random_below(random, 4) : i == only;

        length += snprintf(text + length, 400 - (size_t)length, "%s=%u ", rows[i],
                           i == 9 /* hundredths */ ? 100 * value : value);
    }
    for (unsigned i = 0; i < SWITCHES; i++)
        length += snprintf(text + length, 400 - (size_t)length, "%s=%s ", switches[i],
                           by_random_below(random, 2) ? "on" : "off");
}

static int sign_of(by_value value)
{
    return by_value_is_win(value) ? 1 : by_value_is_loss(value) ? -1 : 0;
}

/* How much of it was there to be seen. */
struct tally {
    int decided, proved, undecided;
    uint64_t passed_over;
};

static void check_result(const struct by_result *result, by_value truth, const char *what, struct tally *tally)
{
    bool is_decided = result->kind == BY_KIND_WIN || result->kind == BY_KIND_LOSS;

    if (is_decided && sign_of(result->value) != sign_of(truth))
        fail_msg("%s: %d is called a %s, the truth is %d", what, result->value, by_kind_name(result->kind), truth);
    if (result->is_proved && !is_decided && result->value != truth)
        fail_msg("%s: %d is called proved, the truth is %d", what, result->value, truth);
    tally->decided += is_decided;
    tally->proved += result->is_proved;
    tally->undecided += !is_decided && !result->is_proved;
    tally->passed_over += bench_counter(result, "late_pruning_moves") + bench_counter(result, "futility_moves") +
                          bench_counter(result, "see_pruning_moves") + bench_counter(result, "history_pruning_moves");
}

static void test_wins_are_proofs(void **state)
{
    struct by_random random = {17};
    struct disguise disguise;
    struct tally tally = {0};
    struct bench bench;
    int trees = tree_count();

    (void)state;
    open_disguised(&disguise, &bench);
    for (int i = 0; i < trees; i++) {
        char text[200], settings[400], what[700];
        by_value truth;

        draw_tree(&bench, &random, i, text);
        draw_settings(&random, settings);
        truth = reference_value(bench.position, -1, 0);
        bench_small_method(&bench, "alphabeta", NULL, settings);
        for (int depth = 1; depth <= 9; depth += 2) {
            struct by_limits limits = {BY_SIZE(by_limits), .depth = depth};
            struct by_result result = bench_run(&bench, &limits);

            (void)snprintf(what, sizeof what, "%s, %sto depth %d", text, settings, depth);
            check_result(&result, truth, what, &tally);
        }
    }
    assert_true(tally.decided > trees / 4);
    assert_true(tally.proved > trees / 4);
    assert_true(tally.undecided > trees / 4);
    assert_true(tally.passed_over > (uint64_t)trees);
    bench_close(&bench);
}

/* A position that was once searched wrongly. */
static void test_checks_after_late_pruning_are_searched(void **state)
{
    static const char text[] = "random width=4 depth=5 vary=on leaf=20 values=-300..300 estimates=on seed=641";
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 7};
    struct disguise disguise;
    struct tally tally = {0};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    open_disguised(&disguise, &bench);
    assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
    bench_method(&bench, "alphabeta", "exact", "late_pruning=1 captures=see picker=staged");
    result = bench_run(&bench, &limits);
    check_result(&result, reference_value(bench.position, -1, 0), text, &tally);
    assert_true(tally.passed_over > 0);
    bench_close(&bench);
}

/* ---- Windows of wins and losses ---------------------------------------------------------------------------------- */

enum { SHARP_TREES = 200 };

/* A tree with many wins, and quiet moves enough to prune. */
static void draw_sharp_tree(struct bench *bench, struct by_random *random, int seed, char text[200])
{
    int depth = 3 + (int)by_random_below(random, 4);
    by_error error = {0};

    (void)snprintf(text, 200, "random width=%d depth=%d vary=on values=-300..300 wins=%u estimates=on seed=%d",
                   depth > 4 ? 4 : 6, depth, 20 + 20 * by_random_below(random, 4), seed);
    if (by_position_parse(bench->position, text, &error))
        fail_msg("%s: %s", text, error.message);
}

/* Wins and losses keep the distance of the leaves. All other values stay within the range of estimates, which the mean
 * of a win and an estimate would leave. */
static void check_plain(by_value value, const char *text, const char *settings)
{
    enum { LEAVES_MOST = 6, SCORE_MOST = 400 };

    if (sign_of(value) ? by_value_plies_to_end(value) > LEAVES_MOST : abs(value) > SCORE_MOST)
        fail_msg("%s, %s: %d", text, settings, value);
}

/* A search to the leaves by `settings` places the value on the side of alpha where it is. */
static void check_side(struct bench *bench, const char *text, const char *settings, by_value alpha, by_value truth)
{
    struct by_limits limits = {BY_SIZE(by_limits), .alpha = alpha, .beta = alpha + 1};
    struct by_result result = {BY_SIZE(by_result)};

    (void)sscanf(text, "random width=%*d depth=%d", &limits.depth);
    bench_small_method(bench, "alphabeta", "exact", settings);
    result = bench_run(bench, &limits);
    if ((result.value > alpha) != (truth > alpha))
        fail_msg("%s, %s: %d with alpha %d, the truth is %d", text, settings, result.value, alpha, truth);
    check_plain(result.value, text, settings);
}

/* With a window of wins or losses the result is exact: nothing is estimated or pruned, since no estimate is so high or
 * low. */
static void test_windows_of_wins(void **state)
{
    static const char *const settings[] = {"captures=see picker=staged late_pruning=1", "futility=1", "see_pruning=1",
                                           "history_gain=gravity history_pruning=1", "reverse_futility=1 razoring=1"};
    enum { SETTINGS = sizeof settings / sizeof settings[0] };
    struct by_random random = {18};
    struct disguise disguise;
    struct bench bench;
    int wins = 0;

    (void)state;
    open_disguised(&disguise, &bench);
    for (int i = 0; i < SHARP_TREES; i++) {
        char text[200];
        by_value truth;

        draw_sharp_tree(&bench, &random, i, text);
        truth = reference_value(bench.position, -1, 0);
        wins += by_value_is_win(truth);
        for (int j = 0; j < SETTINGS; j++)
            for (int plies = 2; plies <= 6; plies += 2) {
                check_side(&bench, text, settings[j], BY_WIN - plies, truth);
                check_side(&bench, text, settings[j], plies - BY_WIN, truth);
            }
    }
    assert_in_range(wins, SHARP_TREES / 8, SHARP_TREES * 7 / 8);
    bench_close(&bench);
}

/* The same for cuts of nodes at the border between wins and scores: only one side of the window is a win. */
static void test_borders_of_wins(void **state)
{
    static const char *const settings[] = {"reverse_futility=1", "razoring=1", "captures=see probcut=1"};
    struct by_random random = {19};
    struct disguise disguise;
    struct bench bench;

    (void)state;
    open_disguised(&disguise, &bench);
    for (int i = 0; i < SHARP_TREES; i++) {
        char text[200];
        by_value truth;

        draw_sharp_tree(&bench, &random, i, text);
        truth = reference_value(bench.position, -1, 0);
        for (int j = 0; j < 3; j++) {
            check_side(&bench, text, settings[j], BY_MIN_WIN - 1, truth);
            check_side(&bench, text, settings[j], -BY_MIN_WIN, truth);
        }
    }
    bench_close(&bench);
}

/* In windows of scores: a reported win or loss is one, whatever was pruned, and no value mixes a win and a score. */
static void test_windows_of_scores(void **state)
{
    static const char *const settings[] = {"captures=see picker=staged late_pruning=1", "futility=1 see_pruning=1",
                                           "reverse_futility=1 quiescence=on quiescence_hash=on",
                                           "razoring=1 quiescence=on quiescence_hash=on",
                                           "captures=see probcut=40 deepening=0"};
    static const struct by_limits windows[] = {{.depth = 9},
                                               {.depth = 9, .alpha = -299, .beta = -298},
                                               {.depth = 9, .alpha = -1, .beta = 0},
                                               {.depth = 9, .alpha = 298, .beta = 299}};
    enum { SETTINGS = sizeof settings / sizeof settings[0], WINDOWS = sizeof windows / sizeof windows[0] };
    struct by_random random = {20};
    struct disguise disguise;
    struct bench bench;

    (void)state;
    open_disguised(&disguise, &bench);
    for (int i = 0; i < SHARP_TREES; i++) {
        char text[200];
        by_value truth;

        draw_sharp_tree(&bench, &random, i, text);
        truth = reference_value(bench.position, -1, 0);
        for (int j = 0; j < SETTINGS * WINDOWS; j++) {
            const struct by_limits *limits = &windows[j % WINDOWS];
            struct by_result result = {BY_SIZE(by_result)};

            bench_small_method(&bench, "alphabeta", "exact", settings[j / WINDOWS]);
            result = bench_run(&bench, limits);
            check_plain(result.value, text, settings[j / WINDOWS]);
            if (sign_of(result.value) &&
                result.kind != (sign_of(result.value) > 0 ? BY_KIND_AT_MOST : BY_KIND_AT_LEAST))
                assert_int_equal(sign_of(result.value), sign_of(truth));
        }
    }
    bench_close(&bench);
}

/* No move of the root is pruned: a search of one ply is the same with and without pruning. */
static void test_root_is_whole(void **state)
{
    static const char *const settings[] = {"captures=see picker=staged late_pruning=1", "futility=1", "see_pruning=1"};
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 1};
    struct by_random random = {21};
    struct disguise disguise;
    struct bench bench;

    (void)state;
    open_disguised(&disguise, &bench);
    for (int i = 0; i < SHARP_TREES; i++) {
        char text[200];

        draw_sharp_tree(&bench, &random, i, text);
        for (int j = 0; j < 3; j++) {
            bench_small_method(&bench, "alphabeta", "exact", settings[j]);
            assert_int_equal(bench_run(&bench, &limits).value, reference_value(bench.position, 1, 0));
        }
    }
    bench_close(&bench);
}

/* ProbCut does nothing if the raised beta is a win. At a depth of six only the root's children are deep
 * enough for it; their beta is minus the root's alpha. */
static void test_probcut_raises_to_no_win(void **state)
{
    const by_value far = BY_MAX_SCORE / 2;
    struct by_limits near_window = {BY_SIZE(by_limits), .depth = 6, .alpha = -1, .beta = 0};
    struct by_limits far_window = {BY_SIZE(by_limits), .depth = 6, .alpha = -far - 1, .beta = -far};
    struct by_random random = {22};
    struct disguise disguise;
    uint64_t tries = 0;
    struct bench bench;

    (void)state;
    open_disguised(&disguise, &bench);
    for (int i = 0; i < 50; i++) {
        char text[200], settings[100];
        struct by_result result = {BY_SIZE(by_result)};

        draw_sharp_tree(&bench, &random, i, text);
        (void)snprintf(settings, sizeof settings, "captures=see deepening=0 probcut=%d", BY_MAX_SCORE);
        bench_small_method(&bench, "alphabeta", "exact", settings);
        result = bench_run(&bench, &near_window);
        tries += bench_counter(&result, "probcut_tries");
        by_search_clear(bench.search);
        result = bench_run(&bench, &far_window);
        assert_int_equal(bench_counter(&result, "probcut_tries"), 0);
    }
    assert_true(tries > 0);
    bench_close(&bench);
}

/* ---- Each row turns its technique on and off --------------------------------------------------------------------- */

static void test_options_turn_techniques_on_and_off(void **state)
{
    static const struct {
        const char *off, *counter;
    } rows[] = {
        {"quiescence_see=off", "quiescence_see_moves"},
        {"quiescence_delta=0", "quiescence_delta_moves"},
        {"reverse_futility=0", "reverse_futility_cuts"},
        {"razoring=0", "razoring_cuts"},
        {"probcut=0", "probcut_tries"},
        {"probcut=0", "probcut_cuts"},
        {"futility=0", "futility_moves"},
        {"late_pruning=0", "late_pruning_moves"},
        {"see_pruning=0", "see_pruning_moves"},
        {"history_pruning=0", "history_pruning_moves"},
        {"late_reductions=0", "late_reductions_moves"},
        {"late_reductions=0", "late_reductions_researches"},
        {"internal_reduction=0", "internal_reduction_nodes"},
        {"singular=0", "singular_tries"},
        {"singular=0", "singular_extensions"},
        {"singular=0", "multicut_cuts"},
        {"multicut=off", "multicut_cuts"},
        {"null_move=off", "null_move_tries"},
        {"null_move=off", "null_move_cuts"},
    };
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 60000};
    struct bench with, without;
    struct by_result all = {BY_SIZE(by_result)};

    (void)state;
    bench_open(&with, "xiangqi", middlegame);
    bench_open(&without, "xiangqi", middlegame);
    bench_method(&with, "alphabeta", NULL, "memory_kib=8192");
    all = bench_run(&with, &limits);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        if (!bench_counter(&all, rows[i].counter))
            fail_msg("%s is 0 by default", rows[i].counter);
        bench_method(&without, "alphabeta", NULL, rows[i].off);
        result = bench_run(&without, &limits);
        if (bench_counter(&result, rows[i].counter))
            fail_msg("%s is not 0 with %s", rows[i].counter, rows[i].off);
    }
    bench_close(&with);
    bench_close(&without);
}

/* Options without counters change the tree too. */
static void test_options_without_counters_change_the_tree(void **state)
{
    static const char *const rows[] = {"",
                                       "correction=off",
                                       "quiescence_checks=off",
                                       "continuation=off",
                                       "capture_history=off",
                                       "counter_move=off",
                                       "quiescence_hash=off",
                                       "aspiration_widening=whole",
                                       "hash_scheme=m_way"};
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 9};
    uint64_t nodes[sizeof rows / sizeof rows[0]];
    struct bench bench;

    (void)state;
    bench_open(&bench, "xiangqi", middlegame);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_method(&bench, "alphabeta", NULL, rows[i]);
        nodes[i] = bench_run(&bench, &limits).nodes;
        if (i && nodes[i] == nodes[0])
            fail_msg("%s changes nothing: %llu nodes", rows[i], (unsigned long long)nodes[i]);
    }
    bench_close(&bench);
}

/* ---- Moves in stages --------------------------------------------------------------------------------------------- */

#define ORDERED "captures=see history_gain=gravity continuation=on capture_history=on counter_move=on "

/* Reads the next position of a table; NULL: there is none left. */
static const char *next_position(FILE *file, char line[1024])
{
    do
        if (!fgets(line, 1024, file))
            return NULL;
    while (line[0] == '#');
    line = strchr(line, '\t');
    assert_non_null(line);
    line++;
    line[strcspn(line, "\t\n")] = 0;
    return line;
}

/* Without pruning the value is that of minimax, in any order of moves. */
static void test_stages_change_no_value(void **state)
{
    static const char *const settings[] = {"hash_depth=equal " ORDERED "picker=list",
                                           "hash_depth=equal " ORDERED "picker=staged"};
    FILE *file = fopen("tests/data/xiangqi_middlegames.tsv", "r");
    char line[1024];
    const char *text;
    int rows = 0;

    (void)state;
    assert_non_null(file);
    for (; (text = next_position(file, line)) && rows < 12; rows++) {
        struct by_limits limits = {BY_SIZE(by_limits), .depth = rows < 2 && !is_slow() ? 4 : 3};
        struct bench bench;
        by_value truth;

        bench_open(&bench, "xiangqi", text);
        bench_method(&bench, "alphabeta", "plain", "");
        truth = bench_run(&bench, &limits).value;
        for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
            by_value value;

            bench_method(&bench, "alphabeta", "exact", settings[i]);
            value = bench_run(&bench, &limits).value;
            if (value != truth)
                fail_msg("%s with %s: %d, expected %d", text, settings[i], value, truth);
        }
        bench_close(&bench);
    }
    (void)fclose(file);
    assert_int_equal(rows, 12);
}

/* The moves that are searched after each move of the root. */
struct answers {
    by_position *position;
    by_move first, searched[128];
    int count;
    int compared, wrong;
};

/* Whether each legal move has come once. */
static bool is_whole(struct answers *answers)
{
    struct by_move_info list[128];
    struct by_moves legal = {.list = list};
    bool is_good = true;

    assert_int_equal(by_position_push(answers->position, answers->first, NULL), BY_OK);
    by_position_moves(answers->position, BY_MOVES_ALL, &legal);
    assert_int_equal(by_position_pop(answers->position, NULL), BY_OK);
    for (int i = 0; i < legal.count; i++) {
        int times = 0;

        for (int j = 0; j < answers->count; j++)
            times += answers->searched[j] == list[i].move;
        is_good &= times == 1;
    }
    return is_good && answers->count == legal.count;
}

static void note_answer(void *context, const struct by_event *event)
{
    struct answers *answers = context;

    if (event->ply == 1 && event->kind == BY_EVENT_ENTER) {
        answers->first = event->move;
        answers->count = 0;
    } else if (event->ply == 2 && event->kind == BY_EVENT_ENTER && answers->count < 128) {
        answers->searched[answers->count++] = event->move;
    } else if (event->ply == 1 && event->reason == BY_REASON_SEARCHED) {
        answers->compared++;
        answers->wrong += !is_whole(answers);
    }
}

static void test_stages_leave_no_move_out(void **state)
{
    FILE *file = fopen("tests/data/xiangqi_middlegames.tsv", "r");
    struct by_limits limits = {BY_SIZE(by_limits), .depth = is_slow() ? 3 : 4};
    char line[1024];
    const char *text;
    int compared = 0;

    (void)state;
    assert_non_null(file);
    while ((text = next_position(file, line))) {
        struct answers answers = {0};
        const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ENTER | BY_EVENT_LEAVE, &answers,
                                             note_answer};
        struct bench bench;

        bench_open(&bench, "xiangqi", text);
        bench_method(&bench, "alphabeta", "exact", "pvs=off picker=staged " ORDERED);
        assert_int_equal(by_position_copy(bench.position, &answers.position, NULL), BY_OK);
        (void)bench_observe(&bench, &limits, &observer);
        by_position_destroy(answers.position);
        bench_close(&bench);
        if (answers.wrong)
            fail_msg("%s: of %d lists %d are not the legal moves", text, answers.compared, answers.wrong);
        compared += answers.compared;
    }
    (void)fclose(file);
    assert_in_range(compared, 20, 1000000);
}

/* A killer that cuts is counted and moves to the front, also where there is nothing to capture. */
static void test_killers_in_stages(void **state)
{
    static const char *const pickers[] = {"picker=list ", "picker=staged "};
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 6};
    uint64_t cuts[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        char settings[200];
        struct by_result result = {BY_SIZE(by_result)};
        struct bench bench;

        (void)snprintf(settings, sizeof settings, "hash=off %s" ORDERED, pickers[i]);
        bench_open(&bench, "xiangqi", "3k5/9/9/9/9/9/9/9/4A4/3AK1R2 w");
        bench_method(&bench, "alphabeta", "exact", settings);
        result = bench_run(&bench, &limits);
        cuts[i] = bench_counter(&result, "killers_cuts");
        bench_close(&bench);
    }
    assert_true(cuts[0] > 0);
    assert_true(cuts[1] > cuts[0] / 2);
}

/* ---- The hash table ---------------------------------------------------------------------------------------------- */

/* If the value rests on the path, only the move is stored: no value that cuts, and no evaluation if there is none. */
static void test_move_without_value(void **state)
{
    struct by__run run = {0};
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct ab s = {.opt = {.hash = 1, .hash_path = AB_PATH_MOVE}, .control = &run.control};
    struct ab_node n = {.ply = 3, .path_ply = 1, .best_move = 7, .info = {.key = 99}, .alpha_given = 0, .beta = 1};
    struct by__hash_entry entry;
    static const by_game_type type = {BY_GAME_TYPE, .has_index_key = true};

    (void)state;
    run.control.limits = &limits;
    s.type = &type;
    assert_true(by__hash_create(&s.hash, BY__HASH_CLUSTERED, BY__HASH_SINGLE, 4, 1024));
    by__ab_store_hash(&s, &n, 5);
    assert_true(by__hash_probe(&s.hash, 99, 0, &entry));
    assert_int_equal(entry.move, 7);
    assert_int_equal(entry.evaluation, BY__HASH_NO_EVALUATION);
    n.has_static_eval = true;
    n.raw_eval = -12;
    by__ab_store_hash(&s, &n, 5);
    assert_true(by__hash_probe(&s.hash, 99, 0, &entry));
    assert_int_equal(entry.evaluation, -12);
    by__hash_destroy(&s.hash);
}

/* ---- Determinism ------------------------------------------------------------------------------------------------- */

static void test_repeated_searches_are_the_same(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 11};
    struct by_result first, again;
    struct bench bench, other;

    (void)state;
    bench_open(&bench, "xiangqi", middlegame);
    bench_open(&other, "xiangqi", middlegame);
    bench_method(&bench, "alphabeta", NULL, "");
    bench_method(&other, "alphabeta", "full", "");
    first = bench_run(&bench, &limits);
    again = bench_run(&other, &limits);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(again.nodes, first.nodes);
        assert_int_equal(again.value, first.value);
        assert_int_equal(again.best, first.best);
        by_search_clear(other.search);
        again = bench_run(&other, &limits);
    }
    bench_close(&bench);
    bench_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wins_are_proofs),
        cmocka_unit_test(test_checks_after_late_pruning_are_searched),
        cmocka_unit_test(test_windows_of_wins),
        cmocka_unit_test(test_borders_of_wins),
        cmocka_unit_test(test_windows_of_scores),
        cmocka_unit_test(test_root_is_whole),
        cmocka_unit_test(test_probcut_raises_to_no_win),
        cmocka_unit_test(test_options_turn_techniques_on_and_off),
        cmocka_unit_test(test_options_without_counters_change_the_tree),
        cmocka_unit_test(test_stages_change_no_value),
        cmocka_unit_test(test_stages_leave_no_move_out),
        cmocka_unit_test(test_killers_in_stages),
        cmocka_unit_test(test_move_without_value),
        cmocka_unit_test(test_repeated_searches_are_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
