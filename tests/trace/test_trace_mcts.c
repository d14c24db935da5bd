/* SPDX-License-Identifier: MIT
 *
 * `boyi trace` of Monte Carlo tree search, from outside (tests/support/trace.h), and the events that it is made from.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/search.h"
#include "support/trace.h"

#if defined(__has_include)
#if __has_include(<jansson.h>)
#include <jansson.h>
#define HAS_JANSSON 1
#endif
#endif

/* ---- Events ---------------------------------------------------------------------------------------------------- */

enum { PLIES_MOST = 300, MOVES_MOST = 400 };

/* The totals of the events so far. */
struct heard {
    enum by_event_kind last; /* of this iteration; 0: none yet */
    bool has_solver;
    uint64_t iterations, grown, simulated;
    int plies; /* of the path, as selected */
    int backed_ply;
    by_move path[PLIES_MOST]; /* by the ply that a move leads to */
    double result;            /* for the first side */
    /* The moves of the node that is selected from. */
    int count, ply;
    bool has_selected;
    double most, selected;
    uint64_t visits_of_moves;
    /* The moves of the root, by what was backed up. */
    struct {
        by_move move;
        uint64_t visits;
        double mean;
    } moves[MOVES_MOST];
    int move_count;
    uint64_t root_visits;
    double root_mean;
};

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-6;
}

/* At every node one move is selected: of those that may be, none is more urgent. */
static void end_selection(struct heard *heard)
{
    if (!heard->count)
        return;
    assert_true(heard->has_selected);
    assert_true(heard->selected >= heard->most);
    if (heard->ply == 1)
        assert_int_equal(heard->visits_of_moves, heard->root_visits);
    heard->count = 0;
    heard->has_selected = false;
    heard->visits_of_moves = 0;
    heard->most = -1;
}

static void hear_selection(struct heard *heard, const struct by_event *event)
{
    const struct by_sample *sample = event->sample;
    double rest;

    assert_true(heard->last == 0 || heard->last == BY_EVENT_SELECT);
    if (event->ply != heard->ply)
        end_selection(heard);
    assert_int_equal(event->ply, heard->count ? heard->ply : heard->plies + 1);
    heard->ply = event->ply;
    heard->count++;
    heard->visits_of_moves += sample->visits;
    assert_in_range(sample->mean * 1000, 0, 1000);
    assert_true(sample->low <= sample->high);
    if (!isinf(sample->urgency) && sample->visits && sample->estimate < 0) {
        rest = (1 - sample->rave_weight) * sample->mean + sample->rave_weight * sample->rave_mean;
        assert_true(is_near(sample->urgency, rest + sample->exploration + sample->bias));
    }
    if (sample->is_open && !(heard->has_solver && sample->low == sample->high) && sample->urgency > heard->most)
        heard->most = sample->urgency;
    if (!sample->is_selected)
        return;
    assert_false(heard->has_selected);
    heard->has_selected = true;
    heard->selected = sample->urgency;
    assert_in_range(++heard->plies, 1, PLIES_MOST - 1);
    heard->path[heard->plies] = event->move;
}

static void hear_growth(struct heard *heard, const struct by_event *event)
{
    end_selection(heard);
    assert_int_equal(heard->last, BY_EVENT_SELECT);
    assert_int_equal(event->ply, heard->plies);
    assert_int_equal(event->move, heard->path[event->ply]);
    assert_int_equal(event->sample->visits, 0);
    heard->grown++;
}

static void hear_simulation(struct heard *heard, const struct by_event *event)
{
    end_selection(heard);
    assert_true(heard->last == BY_EVENT_SELECT || heard->last == BY_EVENT_GROW);
    assert_int_equal(event->ply, heard->plies);
    assert_int_equal(event->move, heard->path[event->ply]);
    assert_true(event->result >= 0 && event->result <= 1);
    assert_true(event->playout_moves <= event->playout_plies);
    if (event->reason == BY_REASON_OVER || event->reason == BY_REASON_SEARCHED)
        assert_int_equal(event->playout_plies, 0);
    if (event->sample->is_over)
        assert_int_equal(event->reason, BY_REASON_OVER);
    heard->result = event->result;
    heard->backed_ply = heard->plies + 1;
    heard->simulated++;
}

static void note_move(struct heard *heard, const struct by_event *event)
{
    int at = 0;

    while (at < heard->move_count && heard->moves[at].move != event->move)
        at++;
    assert_in_range(at, 0, MOVES_MOST - 1);
    heard->move_count += at == heard->move_count;
    assert_int_equal(event->sample->visits, heard->moves[at].visits + 1);
    heard->moves[at].move = event->move;
    heard->moves[at].visits = event->sample->visits;
    heard->moves[at].mean = event->sample->mean;
}

/* Every node of the path, and none else, from its end to the root. */
static void hear_back_up(struct heard *heard, const struct by_event *event)
{
    double sum = heard->root_mean * (double)heard->root_visits;

    assert_true(heard->last == BY_EVENT_SIMULATE || heard->last == BY_EVENT_BACK_UP);
    assert_int_equal(event->ply, --heard->backed_ply);
    assert_int_equal(event->move, event->ply ? heard->path[event->ply] : BY_MOVE_NONE);
    assert_true(is_near(event->result, heard->result) || is_near(event->result, 1 - heard->result));
    if (event->ply == 1)
        note_move(heard, event);
    if (event->ply)
        return;
    assert_int_equal(event->sample->visits, heard->root_visits + 1);
    assert_true(is_near(event->sample->mean * (double)event->sample->visits, sum + event->result));
    heard->root_visits = event->sample->visits;
    heard->root_mean = event->sample->mean;
    heard->iterations++;
    heard->plies = 0;
}

static void hear(void *context, const struct by_event *event)
{
    struct heard *heard = context;

    assert_non_null(event->sample);
    if (event->kind == BY_EVENT_SELECT)
        hear_selection(heard, event);
    else if (event->kind == BY_EVENT_GROW)
        hear_growth(heard, event);
    else if (event->kind == BY_EVENT_SIMULATE)
        hear_simulation(heard, event);
    else
        hear_back_up(heard, event);
    heard->last = event->kind == BY_EVENT_BACK_UP && event->ply == 0 ? 0 : event->kind;
}

/* The lines of the result say the same of the root's moves as the events. */
static void check_lines(const struct heard *heard, const struct by_result *result)
{
    uint64_t visits = 0;

    assert_int_equal(result->line_count, heard->move_count);
    for (size_t i = 0; i < result->line_count; i++) {
        int at = 0;

        while (at < heard->move_count && heard->moves[at].move != result->lines[i].moves[0])
            at++;
        assert_in_range(at, 0, heard->move_count - 1);
        assert_int_equal(result->lines[i].visits, heard->moves[at].visits);
        assert_true(is_near((double)result->lines[i].mean, heard->moves[at].mean));
        visits += result->lines[i].visits;
    }
    assert_int_equal(visits, result->nodes);
}

static const struct search_case {
    const char *game, *position, *preset, *settings;
    uint64_t nodes;
} cases[] = {
    {"tictactoe", NULL, "plain", "playouts=moves", 400},
    {"tictactoe", "xox/o.x/...", NULL, "", 400},
    {"tictactoe", NULL, "full", "", 400},
    {"tictactoe", NULL, NULL, "widening=on widening_c=4", 400},
    {"tictactoe", NULL, NULL, "selection=puct priors=on progressive_bias=500", 400},
    {"tictactoe", NULL, NULL, "implicit_minimax=40 first_play_urgency=800", 400},
    {"connect4", NULL, "plain", "expand_visits=5", 500},
    {"connect4", NULL, "plain", "playouts=moves playout_plies=4", 500},
    {"connect4", NULL, "plain", "memory_kib=64", 1500},
    {"tree", NULL, "plain", "", 100},
    {"tree", "random width=3 depth=5 values=-3..3 seed=7", NULL, "", 300},
    {"pairs", NULL, NULL, "", 300},
    {"go", "9", "rave", "", 200},
    {"xiangqi", NULL, "evaluated", "", 100},
};

enum { CASES = sizeof cases / sizeof cases[0] };

static const unsigned phases = BY_EVENT_SELECT | BY_EVENT_GROW | BY_EVENT_SIMULATE | BY_EVENT_BACK_UP;

/* The phases come in their order, numbers add up, and a search that is watched finds what it finds alone. */
static void events_come_in_their_order_and_add_up(void **state)
{
    (void)state;
    for (int i = 0; i < CASES; i++) {
        static struct heard heard;
        const struct by_limits limits = {BY_SIZE(by_limits), .nodes = cases[i].nodes, .lines = MOVES_MOST};
        const struct by_observer observer = {BY_SIZE(by_observer), .wants = phases, .context = &heard, .notify = hear};
        struct bench bench = {0};
        struct by_result result = {BY_SIZE(by_result)};
        uint64_t nodes, visits;
        by_move best;

        heard = (struct heard){.most = -1, .has_solver = cases[i].preset == NULL || strcmp(cases[i].preset, "plain")};
        bench_open(&bench, cases[i].game, cases[i].position);
        bench_method(&bench, "mcts", cases[i].preset, cases[i].settings);
        result = bench_run(&bench, &limits);
        nodes = result.nodes;
        visits = result.lines[0].visits;
        best = result.best;
        by_search_clear(bench.search);
        result = bench_observe(&bench, &limits, &observer);
        assert_int_equal(heard.iterations, result.nodes);
        assert_int_equal(heard.simulated, result.nodes);
        assert_true(heard.grown > 0 && heard.grown <= result.nodes);
        check_lines(&heard, &result);
        assert_int_equal(result.nodes, nodes);
        assert_int_equal(result.lines[0].visits, visits);
        assert_int_equal(result.best, best);
        bench_close(&bench);
    }
}

static void count(void *context, const struct by_event *event)
{
    int *counts = context;

    assert_int_equal(event->kind, counts[0]);
    counts[1]++;
}

/* An observer may ask for one kind only. */
static void an_observer_may_ask_for_one_kind(void **state)
{
    static const enum by_event_kind kinds[] = {BY_EVENT_SELECT, BY_EVENT_GROW, BY_EVENT_SIMULATE, BY_EVENT_BACK_UP};
    const struct by_limits limits = {BY_SIZE(by_limits), .nodes = 50};

    (void)state;
    for (int i = 0; i < 4; i++) {
        int counts[2] = {(int)kinds[i], 0};
        const struct by_observer observer = {BY_SIZE(by_observer), .wants = kinds[i], .context = counts,
                                             .notify = count};
        struct bench bench = {0};

        bench_open(&bench, "tictactoe", NULL);
        bench_method(&bench, "mcts", "plain", "");
        bench_observe(&bench, &limits, &observer);
        assert_true(kinds[i] == BY_EVENT_GROW || kinds[i] == BY_EVENT_SIMULATE ? counts[1] == 50 : counts[1] > 50);
        bench_close(&bench);
    }
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

/* The worked example of docs/methods/mcts.md. */
#define EXAMPLE "tictactoe xo./.x./..o --method mcts --preset plain --set playouts=moves"

/* Every number follows from the visits and means: sqrt(2 ln 18 / 5) = 1.075, and so on; the new node is o's, who gets
 * half a point, and x's move into its parent (4 * 0.875 + 0.5) / 5. */
static const char example[] = "iteration 19\n"
                              "select    at root, x to move, 18 visits\n"
                              "            move  visits   mean  exploration  urgency\n"
                              "            2          5  0.800        1.075    1.875\n"
                              "            3          3  0.667        1.388    2.055\n"
                              "            5          3  0.667        1.388    2.055\n"
                              "          > 6          4  0.875        1.202    2.077\n"
                              "            7          3  0.667        1.388    2.055\n"
                              "          at root 6, o to move, 4 visits\n"
                              "            move  visits   mean  exploration  urgency\n"
                              "            2          1  0.500        1.665    2.165\n"
                              "          > 3          0      –                     ∞\n"
                              "            5          1  0.000        1.665    1.665\n"
                              "            7          1  0.000        1.665    1.665\n"
                              "expand    root 6 3 becomes a node\n"
                              "simulate  5 2 7 (3 plies: draw)\n"
                              "back up   root 6 3  visits 0 → 1, mean – → 0.500\n"
                              "          root 6    visits 4 → 5, mean 0.875 → 0.800\n"
                              "          root      visits 18 → 19, mean 0.750 → 0.737\n"
                              "\n"
                              "tree after iteration 19 of 100, 20 nodes\n"
                              "  node   visits   mean  since  tried\n"
                              "* root       19  0.737      1  5 of 5\n";

static void the_worked_example_has_its_numbers(void **state)
{
    (void)state;
    assert_int_equal(trace_run(EXAMPLE " --iteration 19"), 0);
    assert_says(example);
    assert_says("\n*   6         5  0.800 ");
    assert_says("\n*     3       1  0.500     19\n");
    assert_int_equal(trace_count("\niteration "), 1);
    assert_says("\niterations    100\n");
}

static void iterations_are_shown_by_range(void **state)
{
    (void)state;
    assert_int_equal(trace_run(EXAMPLE " --iteration 17-19"), 0);
    assert_int_equal(trace_count("\niteration "), 3);
    assert_says(example);
    assert_int_equal(trace_run(EXAMPLE " --iteration 19 --steps"), 0);
    assert_int_equal(trace_count("\niteration "), 19);
    assert_int_equal(trace_count("\nselect "), 19);
    assert_int_equal(trace_count("\nexpand "), 19);
    assert_int_equal(trace_count("\nsimulate "), 19);
    assert_int_equal(trace_count("\nback up "), 19);
    assert_says(example);
    /* A search that makes no more is as far then. */
    assert_int_equal(trace_run(EXAMPLE " --nodes 19"), 0);
    assert_int_equal(trace_count("\niteration "), 1);
    assert_says("\n          root      visits 18 → 19, mean 0.750 → 0.737\n");
    assert_int_equal(trace_run(EXAMPLE " --set iterations=19 --steps"), 0);
    assert_int_equal(trace_count("\niteration "), 19);
}

/* Proved nodes, finished games, closed nodes, and nodes that need no playout. */
static void proofs_ends_and_playouts_have_words(void **state)
{
    (void)state;
    assert_int_equal(trace_run("tictactoe xox/o.x/... --method mcts --set playouts=moves --steps"), 0);
    assert_says("; over: x wins\n");
    assert_says("; proved: x wins\n");
    assert_says("\nsimulate  the game is over: x wins\n");
    assert_says("  x wins\n          > ");
    assert_says("draw, proved\n");
    assert_int_equal(trace_run("tictactoe --method mcts --set widening=on --set widening_c=4 --iteration 50"), 0);
    assert_says("            not open yet: 6 7 8\n");
    assert_says(" 6 of 9, 6 open\n");
    assert_int_equal(trace_run("connect4 --method mcts --set expand_visits=5 --iteration 20"), 0);
    assert_says("is a node already, and gets no moves yet\n");
    assert_int_equal(trace_run("xiangqi --method mcts --set playouts=none --nodes 10"), 0);
    assert_says("\nsimulate  0 plies and an evaluation: 0.");
    assert_int_equal(trace_run("go --method mcts --preset rave --position 9 --nodes 60"), 0);
    assert_says("RAVE mean  weight");
    assert_says("more that are less urgent\n");
    assert_says("played by the game itself\n");
    assert_says(" of them with few visits not shown; --json has them all\n");
}

static void letters_are_ascii(void **state)
{
    (void)state;
    assert_int_equal(trace_run(EXAMPLE " --steps --letters"), 0);
    for (const char *at = trace_out; *at; at++)
        assert_true((unsigned char)*at < 128);
    assert_says("visits 18 -> 19, mean 0.750 -> 0.737");
}

/* ---- Mistakes and limits --------------------------------------------------------------------------------------- */

static void ranges_that_make_no_sense_are_refused(void **state)
{
    static const char *const bad[] = {"0", "-3", "x", "5x", "9-5", "5-", "-", "''", "3-5-7", "99999999999"};
    char arguments[256];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        (void)snprintf(arguments, sizeof arguments, EXAMPLE " --iteration=%s", bad[i]);
        assert_int_equal(trace_run(arguments), 2);
        assert_says("expected the number of an iteration, from 1 on, or a range such as 5-9");
    }
    assert_int_equal(trace_run(EXAMPLE " --iteration 101"), 2);
    assert_says("there are 100 iterations, and number 101 is asked for");
    assert_int_equal(trace_run(EXAMPLE " --iteration 90-101 --json"), 2);
    assert_says("there are 100 iterations, and number 101 is asked for");
    assert_int_equal(trace_run(EXAMPLE " --iteration 3-5 --steps"), 2);
    assert_says("--steps prints all iterations, --iteration 3-5 some");
    assert_int_equal(trace_run("tictactoe --iteration 3"), 2);
    assert_says("--iteration is for the method mcts");
    assert_int_equal(trace_run("tictactoe xxx/oo./... --method mcts"), 2);
    assert_says("the game is over in this position");
    assert_int_equal(trace_run(EXAMPLE " --step 3"), 2);
    assert_says("--step is for methods that prove");
}

/* A trace that needs too much memory is refused, with a way out. */
static void what_is_too_large_is_refused_with_a_way_out(void **state)
{
    (void)state;
    assert_int_equal(trace_run("connect4 --method mcts --nodes 500 --limit 300"), 2);
    assert_says("the tree has more than 300 nodes: ask for an earlier --iteration");
    assert_int_equal(trace_run("connect4 --method mcts --nodes 500 --limit 300 --iteration 299"), 0);
    assert_says("tree after iteration 299 of 500, 300 nodes\n");
    assert_int_equal(trace_run("go --position 9 --method mcts --nodes 9000 --limit 10000 --steps"), 2);
    assert_says("the iterations have too many moves to be shown: ask for an earlier --iteration");
}

/* ---- All formats ----------------------------------------------------------------------------------------------- */

static const char *const searches[] = {
    EXAMPLE " --iteration 19",
    "tictactoe --method mcts",
    "tictactoe --method mcts --preset full --nodes 400",
    "tictactoe xox/o.x/... --method mcts --iteration 14-16",
    "tree --method mcts --nodes 30",
    "tree 'A(B(3,12,8),C(2,4,6),D(14,5,2))' --method mcts --preset plain --nodes 20",
    "connect4 --method mcts --nodes 300",
    "pairs --method mcts",
    "go --position 9 --method mcts --preset rave --nodes 100",
    "xiangqi --method mcts --preset evaluated --nodes 60",
    "tictactoe --method mcts --set transpositions=on --nodes 1000",
};

enum { SEARCHES = sizeof searches / sizeof searches[0] };

static void pictures_have_all_phases(void **state)
{
    char arguments[256];

    (void)state;
    for (int i = 0; i < SEARCHES; i++) {
        (void)snprintf(arguments, sizeof arguments, "%s --svg", searches[i]);
        assert_int_equal(trace_run(arguments), 0);
        assert_well_formed(trace_out);
        assert_in_range(assert_no_overlap(trace_out), 3, 60); /* those of the path are all there, however many */
        assert_says("class=\"edge playout\"");
        assert_says("class=\"up\"");
    }
    assert_int_equal(trace_run(EXAMPLE " --iteration 19 --svg"), 0);
    assert_int_equal(assert_no_overlap(trace_out), 20 + 1); /* all nodes, and the playout's result */
    assert_says(">4 → 5<");
    assert_says(">0.875 → 0.800<");
    assert_says(">3 plies: draw<");
    assert_int_equal(trace_count("class=\"edge selected\" x1=\"0\""), 1); /* in the legend */
    assert_int_equal(trace_count("class=\"edge selected\""), 1 + 1);
    assert_int_equal(trace_count("class=\"edge expanded\""), 1);
    assert_int_equal(trace_run("connect4 --method mcts --nodes 300 --svg"), 0);
    assert_says("of them with few visits not shown");
}

/* The picture in the documentation is what the program draws. */
static void the_documented_picture_is_what_is_drawn(void **state)
{
    static char stored[1 << 16];
    FILE *file = fopen("docs/img/mcts.svg", "r");
    size_t length;

    (void)state;
    if (!file)
        skip(); /* away from the source */
    length = fread(stored, 1, sizeof stored - 1, file);
    assert_int_equal(fclose(file), 0);
    stored[length] = 0;
    assert_int_equal(trace_run(EXAMPLE " --iteration 19 --svg"), 0);
    assert_string_equal(trace_out, stored);
}

/* The same seed gives the same trace, another another one. */
static void the_same_seed_gives_the_same_trace(void **state)
{
    static const char *const formats[] = {"text", "json", "svg"};
    char arguments[256], *first;

    (void)state;
    for (int i = 0; i < 3; i++) {
        (void)snprintf(arguments, sizeof arguments, EXAMPLE " --steps --iteration 30 --format %s", formats[i]);
        assert_int_equal(trace_run(arguments), 0);
        first = malloc(strlen(trace_out) + 1);
        assert_non_null(first);
        strcpy(first, trace_out);
        assert_int_equal(trace_run(arguments), 0);
        assert_string_equal(first, trace_out);
        (void)snprintf(arguments, sizeof arguments, EXAMPLE " --steps --iteration 30 --format %s --set seed=77",
                       formats[i]);
        assert_int_equal(trace_run(arguments), 0);
        assert_string_not_equal(first, trace_out);
        free(first);
    }
}

#ifdef HAS_JANSSON

static int integer_of(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return (int)json_integer_value(json_object_get(object, key));
}

/* The path of the tree, from the root on; how many nodes. */
static int path_of(const json_t *node, int *path, int count)
{
    const json_t *child;
    size_t i;

    if (!json_is_true(json_object_get(node, "on_path")))
        return count;
    path[count++] = integer_of(node, "id");
    json_array_foreach(json_object_get(node, "children"), i, child)
    {
        count = path_of(child, path, count);
    }
    return count;
}

/* If nodes are expanded on their first visit, a node has one visit more than its moves together, and the root has the
 * same number; means are from 0 to 1. Returns the number of nodes. */
static int check_node(const json_t *node, bool is_root)
{
    int visits = integer_of(node, "visits"), below = 0, nodes = 1;
    const json_t *child;
    size_t i;

    assert_in_range(json_number_value(json_object_get(node, "mean")) * 1000, 0, 1000);
    json_array_foreach(json_object_get(node, "children"), i, child)
    {
        below += integer_of(child, "visits");
        nodes += check_node(child, false);
    }
    assert_true(is_root ? below == visits : below == 0 || below == visits - 1);
    return nodes;
}

/* A node that was backed up is on the path, in its place; it has one visit more, and what the tree says. */
static void check_back_up(const json_t *iteration, const int *path, int count)
{
    const json_t *back_up = json_object_get(iteration, "back_up"), *stop;
    size_t i;

    assert_int_equal(json_array_size(back_up), count);
    json_array_foreach(back_up, i, stop)
    {
        const json_t *visits = json_object_get(stop, "visits");

        assert_int_equal(integer_of(stop, "node"), path[count - 1 - (int)i]);
        assert_int_equal(json_integer_value(json_array_get(visits, 1)),
                         json_integer_value(json_array_get(visits, 0)) + 1);
    }
}

/* The mean of the root's move that was chosen is what the search says, and `made` what it has counted. */
static void json_has_the_path_and_what_was_backed_up(void **state)
{
    char arguments[256];

    (void)state;
    for (int i = 0; i < SEARCHES; i++) {
        const json_t *iterations, *last, *tree, *summary;
        int path[64], count;
        json_error_t error;
        json_t *whole;

        (void)snprintf(arguments, sizeof arguments, "%s --json", searches[i]);
        assert_int_equal(trace_run(arguments), 0);
        whole = json_loads(trace_out, 0, &error);
        assert_non_null(whole);
        summary = json_object_get(whole, "trace");
        iterations = json_object_get(whole, "steps");
        tree = json_object_get(whole, "tree");
        last = json_array_get(iterations, json_array_size(iterations) - 1);
        assert_int_equal(integer_of(last, "step"), integer_of(summary, "after_iteration"));
        assert_int_equal(integer_of(tree, "visits"), integer_of(summary, "after_iteration"));
        assert_int_equal(integer_of(summary, "made"), integer_of(summary, "searched"));
        if (!strstr(searches[i], "transpositions")) /* whose nodes share their moves */
            assert_true(check_node(tree, true) <= integer_of(summary, "after_iteration") + 1);
        count = path_of(tree, path, 0);
        check_back_up(last, path, count);
        assert_int_equal(json_array_size(json_object_get(last, "select")), count - 1);
        json_decref(whole);
    }
}

/* At the end the tree says the same of the root's moves as `boyi analyse`. */
static void the_answer_agrees_with_the_tree(void **state)
{
    const json_t *child;
    json_error_t error;
    json_t *whole;
    const char *answer;
    char words[64];
    size_t i;
    bool is_there = false;

    (void)state;
    assert_int_equal(trace_run("connect4 --method mcts --nodes 700 --json"), 0);
    whole = json_loads(trace_out, 0, &error);
    assert_non_null(whole);
    answer = json_string_value(json_object_get(json_object_get(whole, "trace"), "answer"));
    json_array_foreach(json_object_get(json_object_get(whole, "tree"), "children"), i, child)
    {
        (void)snprintf(words, sizeof words, "%s, %d visits, mean %.3f, ",
                       json_string_value(json_object_get(child, "move")), integer_of(child, "visits"),
                       json_number_value(json_object_get(child, "mean")));
        is_there |= strncmp(answer, words, strlen(words)) == 0;
    }
    assert_true(is_there);
    json_decref(whole);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_come_in_their_order_and_add_up),
        cmocka_unit_test(an_observer_may_ask_for_one_kind),
        cmocka_unit_test(the_worked_example_has_its_numbers),
        cmocka_unit_test(iterations_are_shown_by_range),
        cmocka_unit_test(proofs_ends_and_playouts_have_words),
        cmocka_unit_test(letters_are_ascii),
        cmocka_unit_test(ranges_that_make_no_sense_are_refused),
        cmocka_unit_test(what_is_too_large_is_refused_with_a_way_out),
        cmocka_unit_test(pictures_have_all_phases),
        cmocka_unit_test(the_documented_picture_is_what_is_drawn),
        cmocka_unit_test(the_same_seed_gives_the_same_trace),
#ifdef HAS_JANSSON
        cmocka_unit_test(json_has_the_path_and_what_was_backed_up),
        cmocka_unit_test(the_answer_agrees_with_the_tree),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
