/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search in which each thread has a tree of its own: what is added up, limits, proofs, trees that are
 * kept.
 */
#include <stdio.h>

#include "boyi/boyi.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/mcts.h"
#include "support/reference.h"
#include "support/search.h"

static const struct {
    const char *game, *text;
} games[] = {
    {"tictactoe", NULL},
    {"tictactoe", "x.o/.x./..o"},
    {"pairs width=5 height=4 line=4", NULL},
    {"connect4", NULL},
    {"xiangqi", NULL},
    {"go size=5", NULL},
    {"go-capture", NULL},
    {"tree", "random width=4 depth=6 estimates=on seed=3"},
};

enum { GAMES = sizeof games / sizeof games[0] };

static uint32_t visits_of_root(const struct mc_tree *tree)
{
    return mc_visits_of(&tree->cells[MC_ROOT].node);
}

/* The move of a root by its place. */
static struct mc_node *root_move(struct mc_tree *tree, uint32_t place)
{
    return &tree->cells[mc_block_of(&tree->cells[MC_ROOT].node) + 1 + place].node;
}

static uint32_t count_of_moves(const struct mc_tree *tree)
{
    return tree->cells[mc_block_of(&tree->cells[MC_ROOT].node)].block.count;
}

/* Every tree is in order, as one thread leaves it, and all visits are in the sums and in the lines. */
static void check_forest(struct rig *rig, uint64_t visits, bool is_whole, bool has_table)
{
    uint64_t in_trees = 0, in_lines = 0;

    for (int i = 0; i < rig->self->opt.trees; i++) {
        struct mc_tree *tree = mc_tree_at(rig->self, i);

        in_trees += visits_of_root(tree);
        if (!has_table)
            check_one_tree(tree, visits_of_root(tree), is_whole);
    }
    assert_int_equal(in_trees, visits);
    assert_int_equal(visits_of_root(mc_top_of(rig->self)), visits);
    for (int i = 0; i < rig->run.lines.count; i++)
        in_lines += rig->run.lines.lines[i].visits;
    if (is_whole)
        assert_int_equal(in_lines, visits);
    else /* a root that was no root before has a visit of its own */
        assert_in_range(in_lines, visits - (uint64_t)rig->self->opt.trees, visits);
}

static uint64_t nodes_of(const struct rig *rig)
{
    return rig->run.control.nodes + rig->run.control.ended_nodes;
}

/* With any options: every iteration is a visit in one of the trees, none is lost or counted twice. */
static void test_visits(void **state)
{
    static const struct {
        const char *settings;
        bool is_whole, has_table;
    } rows[] = {
        {"threads=4", true, false},
        {"threads=4 virtual_loss=3 solver=on reuse=on", true, false},
        {"threads=3 rave=on priors=on first_play_urgency=900 playouts=informed", true, false},
        {"threads=4 implicit_minimax=40 playout_plies=6 expand_visits=3", false, false},
        {"threads=4 memory_kib=1 solver=on", false, false},
        {"threads=2 widening=on selection=puct virtual_loss=1000", true, false},
        {"threads=3 transpositions=on solver=on", false, true},
    };

    (void)state;
    for (int i = 0; i < GAMES; i++)
        for (size_t j = 0; j < sizeof rows / sizeof rows[0]; j++) {
            char settings[120];
            struct rig rig;

            (void)snprintf(settings, sizeof settings, "parallel=root %s", rows[j].settings);
            rig_open(&rig, games[i].game, games[i].text, "plain", settings);
            rig_run(&rig, 800);
            check_forest(&rig, nodes_of(&rig), rows[j].is_whole, rows[j].has_table);
            if (rig.run.control.reason == BY_STOPPED_NODES)
                assert_int_equal(nodes_of(&rig), 800);
            else
                assert_true(mc_is_solved(&rig.self->sums.cells[MC_ROOT].node));
            rig_end_run(&rig);
            rig_close(&rig);
        }
}

static void test_few_nodes(void **state)
{
    (void)state;
    check_few_nodes("threads=8 parallel=root");
}

static void test_other_limits(void **state)
{
    (void)state;
    check_other_limits("threads=4 parallel=root");
}

static void test_solver(void **state)
{
    (void)state;
    assert_in_range(check_solver("threads=4 parallel=root", 100, 40000), 95, 100);
}

static void set_bounds(struct mc_node *node, int low, int high, int distance, uint32_t flags)
{
    node->bounds = mc_word_of_bounds(
        (struct mc_bounds){.low = (int8_t)low, .high = (int8_t)high, .distance = (int16_t)distance, .flags = flags});
}

/* A move that one tree has solved is solved, and what several have solved together solves the root. */
static void test_proofs_add_up(void **state)
{
    struct mc_bounds bounds;
    struct mc_tree *sums;
    struct rig rig;

    (void)state;
    rig_open(&rig, "connect4", NULL, "plain", "threads=3 parallel=root solver=on");
    rig_run(&rig, 30);
    sums = &rig.self->sums;
    for (uint32_t i = 0; i < 7; i++)
        set_bounds(root_move(mc_tree_at(rig.self, (int)(i % 3)), i), -1, -1, 3 + (int)i, 0);
    by__mc_add_up(rig.self);
    for (uint32_t i = 0; i < 7; i++) {
        bounds = mc_bounds_of(root_move(sums, i));
        assert_int_equal(bounds.high, -1);
        assert_int_equal(bounds.distance, 3 + (int)i);
    }
    bounds = mc_bounds_of(&sums->cells[MC_ROOT].node);
    assert_int_equal(bounds.high, -1);
    assert_int_equal(bounds.distance, 10);

    /* At least a draw in one tree, at most one in another: a draw. */
    set_bounds(root_move(mc_tree_at(rig.self, 0), 0), 0, 1, 0, 0);
    set_bounds(root_move(mc_tree_at(rig.self, 1), 0), -1, 0, 0, MC_DOUBTFUL);
    by__mc_add_up(rig.self);
    bounds = mc_bounds_of(root_move(sums, 0));
    assert_true(bounds.low == 0 && bounds.high == 0);
    assert_int_equal(bounds.flags & MC_DOUBTFUL, MC_DOUBTFUL);

    /* If two agree, it suffices that one has no doubt. */
    set_bounds(root_move(mc_tree_at(rig.self, 0), 1), 1, 1, 5, MC_DOUBTFUL);
    set_bounds(root_move(mc_tree_at(rig.self, 1), 1), 1, 1, 7, 0);
    by__mc_add_up(rig.self);
    bounds = mc_bounds_of(root_move(sums, 1));
    assert_true(bounds.distance == 7 && bounds.flags == 0);

    /* Two that contradict each other: the first counts. */
    set_bounds(root_move(mc_tree_at(rig.self, 0), 0), 1, 1, 5, 0);
    set_bounds(root_move(mc_tree_at(rig.self, 1), 0), -1, -1, 5, MC_DOUBTFUL);
    by__mc_add_up(rig.self);
    bounds = mc_bounds_of(root_move(sums, 0));
    assert_true(bounds.low == 1 && bounds.high == 1 && bounds.flags == 0);
    rig_end_run(&rig);
    rig_close(&rig);
}

/* The moves are added up by what they are, not by where they stand; one that only another tree has is there too. */
static void test_moves_in_any_order(void **state)
{
    uint32_t visits[7] = {0};
    by_move moves[7];
    struct mc_tree *second;
    struct mc_node first;
    struct rig rig;

    (void)state;
    rig_open(&rig, "connect4", NULL, "plain", "threads=2 parallel=root");
    rig_run(&rig, 500);
    second = mc_tree_at(rig.self, 1);
    for (uint32_t i = 0; i < 7; i++) {
        moves[i] = root_move(&rig.self->tree, i)->move;
        visits[i] = mc_visits_of(root_move(&rig.self->tree, i)) + mc_visits_of(root_move(second, i));
    }
    first = *root_move(second, 0);
    for (uint32_t i = 0; i < 6; i++)
        *root_move(second, i) = *root_move(second, i + 1);
    *root_move(second, 6) = first;
    rig.self->tree.cells[MC_FIRST_BLOCK].block.count = 6;
    visits[6] -= mc_visits_of(root_move(&rig.self->tree, 6));
    by__mc_add_up(rig.self);
    assert_int_equal(count_of_moves(&rig.self->sums), 7);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(root_move(&rig.self->sums, i)->move, moves[i]);
        assert_int_equal(mc_visits_of(root_move(&rig.self->sums, i)), visits[i]);
    }
    rig.self->tree.cells[MC_FIRST_BLOCK].block.count = 7;
    rig_end_run(&rig);
    rig_close(&rig);
}

/* A line goes on in the tree that has proved its move, else in the one that knows most of it. */
static void test_lines(void **state)
{
    const struct mc_node *sum, *node;
    struct rig rig;

    (void)state;
    rig_open(&rig, "connect4", NULL, "plain", "threads=3 parallel=root solver=on");
    rig_run(&rig, 300);
    sum = root_move(&rig.self->sums, 2);
    for (int i = 0; i < 3; i++)
        root_move(mc_tree_at(rig.self, i), 2)->visits = i == 1 ? 1000 : 10;
    assert_ptr_equal(by__mc_follow(rig.self, sum, &node), mc_tree_at(rig.self, 1));
    assert_ptr_equal(node, root_move(mc_tree_at(rig.self, 1), 2));
    set_bounds(root_move(mc_tree_at(rig.self, 2), 2), 1, 1, 5, 0);
    assert_ptr_equal(by__mc_follow(rig.self, sum, &node), mc_tree_at(rig.self, 2));
    assert_ptr_equal(node, root_move(mc_tree_at(rig.self, 2), 2));
    rig_end_run(&rig);
    rig_close(&rig);
}

/* Each thread makes room in its own tree, while the first reads the roots of all. */
static void test_collections(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct rig rig;

        rig_open(&rig, "tictactoe", NULL, "plain", "memory_kib=64 threads=4 parallel=root");
        rig_run(&rig, (uint64_t)(40000 + 1000 * i));
        check_forest(&rig, (uint64_t)(40000 + 1000 * i), false, false);
        assert_in_range(rig.self->walk.count[MC_COUNT_COLLECTIONS], 4, 100000);
        rig_end_run(&rig);
        rig_close(&rig);
    }
}

/* The trees of all threads go on with the next run, each from where it has the position; hints go into all of them. */
static void test_reuse(void **state)
{
    struct by_hint hint = {.mean = 1, .visits = 100000};
    uint64_t kept = 0;
    uint32_t place = 0;
    struct rig rig;

    (void)state;
    rig_open(&rig, "connect4", NULL, "plain", "reuse=on rave=on threads=3 parallel=root");
    rig_run(&rig, 60000); /* enough for all threads to get some */
    hint.move = rig.run.lines.lines[0].moves[0];
    kept = rig.run.lines.lines[0].visits;
    assert_int_equal(by_position_push(rig.bench.position, hint.move, NULL), BY_OK);
    rig_end_run(&rig);
    rig.limits.hints = &hint;
    rig.limits.hint_count = 1;
    rig_run(&rig, 500);
    check_forest(&rig, kept + 500, false, false);
    while (root_move(&rig.self->tree, place)->move != hint.move)
        place++;
    for (int i = 0; i < 3; i++)
        assert_in_range(mc_amaf_of(root_move(mc_tree_at(rig.self, i), place)).visits, 100000, 160500);
    rig_end_run(&rig);
    by__mcts.clear(rig.self);
    rig_run(&rig, 500);
    check_forest(&rig, 500, true, false);
    rig_end_run(&rig);
    rig_close(&rig);
}

struct seen {
    int roots, lines;
};

static void note_event(void *context, const struct by_event *event)
{
    struct seen *seen = context;

    seen->roots += event->kind == BY_EVENT_ENTER && event->ply == 0;
    if (event->kind == BY_EVENT_ITERATION) {
        seen->lines++;
        assert_true(event->line->mean >= 0 && event->line->mean <= 1);
        assert_true(event->line->length > 0);
        assert_in_range(event->hash_permille, 0, 1000);
    }
}

/* One thread reports the iterations and the state of all while they continue, collections included. */
static void test_events(void **state)
{
    struct seen seen = {0};
    struct by_observer observer = {BY_SIZE(by_observer), .notify = note_event, .context = &seen,
                                   .wants = BY_EVENT_ENTER | BY_EVENT_ITERATION};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 50000, .lines = 7};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4", NULL);
    bench_method(&bench, "mcts", NULL, "threads=3 parallel=root memory_kib=64");
    result = bench_observe(&bench, &limits, &observer);
    assert_in_range(seen.roots, 1, 50000);
    assert_true(seen.lines >= 7);
    assert_int_equal(result.nodes, 50000);
    assert_int_equal(result.line_count, 7);
    bench_close(&bench);
}

/* A run ends early only if what remains cannot change the choice of all trees together. */
static void test_absolute_pruning(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 100000};
    struct mc_pace pace = {0};
    struct by_result result = {BY_SIZE(by_result)};
    struct by__lines lines;
    struct bench bench;
    struct rig rig;

    (void)state;
    rig_open(&rig, "tictactoe", "xx./oo./...", "plain", "threads=3 parallel=root absolute_pruning=lead");
    rig_run(&rig, 3000);
    lines = rig.run.lines;
    assert_int_equal(lines.lines[0].moves[0], 2);
    pace.planned = 3000 + lines.lines[0].visits - lines.lines[1].visits;
    assert_false(by__mc_is_decided(&rig.self->walk, mc_top_of(rig.self), &pace));
    pace.planned--;
    assert_true(by__mc_is_decided(&rig.self->walk, mc_top_of(rig.self), &pace));
    rig_end_run(&rig);
    rig_close(&rig);

    bench_open(&bench, "tictactoe", "xx./oo./...");
    bench_method(&bench, "mcts", "plain", "threads=3 parallel=root absolute_pruning=lead");
    result = bench_run(&bench, &limits);
    assert_true(result.stopped == BY_STOPPED_DECIDED || result.nodes == limits.nodes); /* before the first could look */
    assert_int_equal(result.best, 2);
    bench_close(&bench);
}

/* The run reports every failed allocation, loses nothing, and the next one succeeds. */
static void test_allocation_failures(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 500};
    by_status status = BY_ERROR_MEMORY;
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    size_t n;

    (void)state;
    bench_open(&bench, "connect4", NULL);
    for (n = 1; status; n++) {
        bench_method(&bench, "mcts", "plain", "threads=3 parallel=root transpositions=on reuse=on");
        allocation_reset();
        allocation_fail_at(n);
        status = by_search_run(bench.search, bench.position, &limits, NULL, &result, NULL);
        allocation_reset();
        assert_true(status == BY_OK || status == BY_ERROR_MEMORY);
        assert_int_equal(bench_run(&bench, &limits).nodes, 500);
    }
    assert_in_range(n, 30, 100);
    bench_close(&bench);
}

/* On one thread there is one tree, and all is as ever. */
static void test_alone(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 2000, .lines = 7};
    uint64_t visits[7];
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4", NULL);
    for (int i = 0; i < 2; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, "mcts", "plain", i ? "rave=on parallel=root" : "rave=on");
        result = bench_run(&bench, &limits);
        assert_int_equal(result.line_count, 7);
        for (int j = 0; j < 7; j++) {
            if (i)
                assert_int_equal(result.lines[j].visits, visits[j]);
            visits[j] = result.lines[j].visits;
        }
    }
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visits),
        cmocka_unit_test(test_few_nodes),
        cmocka_unit_test(test_other_limits),
        cmocka_unit_test(test_solver),
        cmocka_unit_test(test_proofs_add_up),
        cmocka_unit_test(test_moves_in_any_order),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_collections),
        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_events),
        cmocka_unit_test(test_absolute_pruning),
        cmocka_unit_test(test_allocation_failures),
        cmocka_unit_test(test_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
