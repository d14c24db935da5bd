/* SPDX-License-Identifier: MIT */
#include "support/mcts.h"

#include <stdio.h>
#include <stdlib.h>

#include "boyi/boyi.h"
#include "core/game.h"
#include "support/check.h"
#include "support/reference.h"

static void rig_method(struct rig *rig, const char *preset, const char *settings)
{
    by_options *options;
    by_error error = {0};

    assert_int_equal(by_options_create(by__mcts.options, &options, NULL), BY_OK);
    assert_int_equal(by_method_apply_preset(&by__mcts, preset, options, NULL), BY_OK);
    if (by_options_set_all(options, settings, &error))
        fail_msg("%s", error.message);
    rig->self = calloc(1, by__mcts.size);
    assert_non_null(rig->self);
    by__mcts.init(rig->self, &by__mcts, rig->bench.game, options);
    by_options_destroy(options);
}

void rig_run(struct rig *rig, uint64_t nodes)
{
    struct by__run *run = &rig->run;
    by_position *position = rig->bench.position;
    const by_game_type *type = by_game_type_of(rig->bench.game);

    *run = (struct by__run){.type = type, .state = position->state, .position = position, .result = &rig->result};
    rig->limits.nodes = nodes;
    type->rules->extent(position->state, &run->extent);
    run->plies = run->depth = run->extent.max_plies ? run->extent.max_plies : BY__PLIES_DEFAULT;
    assert_int_equal(by__mcts.reserve(rig->self, run, NULL), BY_OK);
    assert_int_equal(by__position_reserve(position, (size_t)run->plies, NULL), BY_OK);
    run->state = position->state;
    type->rules->node(run->state, 0, &run->root);
    run->root_moves.list = calloc((size_t)run->extent.max_moves, sizeof *run->root_moves.list);
    type->rules->moves(run->state, BY_MOVES_ALL, &run->root_moves);
    by__control_start(&run->control, &rig->limits, NULL, run->root.side);
    assert_true(by__lines_create(&run->lines, run->root_moves.count, run->plies));
    assert_int_equal(by__mcts.run(rig->self, run, NULL), BY_OK);
}

void rig_end_run(struct rig *rig)
{
    free(rig->run.root_moves.list);
    by__lines_destroy(&rig->run.lines);
}

void rig_open(struct rig *rig, const char *game, const char *text, const char *preset, const char *settings)
{
    *rig = (struct rig){0};
    bench_open(&rig->bench, game, text);
    rig_method(rig, preset, settings);
}

void rig_close(struct rig *rig)
{
    by__mcts.release(rig->self);
    free(rig->self);
    bench_close(&rig->bench);
}

/* ---- What holds in a tree ---------------------------------------------------------------------------------------- */

/* Visits, means, bounds and links of one node; `is_whole`: nothing was collected and nodes are expanded at once. */
static void check_node(const struct mc_tree *tree, const struct mc_node *node, bool is_root, bool is_whole)
{
    const union mc_cell *cells = tree->cells;
    struct mc_bounds bounds = mc_bounds_of(node);
    uint64_t visits = 0;
    uint32_t tried = 0;

    assert_true(node->sum <= (uint64_t)MC_WIN * node->visits);
    assert_true(mc_amaf_of(node).sum <= (uint64_t)MC_WIN * mc_amaf_of(node).visits);
    assert_true(-1 <= bounds.low && bounds.low <= bounds.high && bounds.high <= 1);
    assert_true(node->estimate >= 0 && node->estimate <= 1);
    if (!node->block)
        return;
    for (uint32_t i = node->block + 1; i <= node->block + cells[node->block].block.count; i++)
        visits += cells[i].node.visits;
    for (uint32_t i = node->block + 1; i <= node->block + cells[node->block].block.count; i++)
        tried += cells[i].node.visits > 0;
    assert_int_equal(cells[node->block].block.tried, tried);
    if (is_whole)
        assert_int_equal(node->visits, visits + !is_root);
    else
        assert_true(node->visits >= visits + !is_root);
}

void check_one_tree(const struct mc_tree *tree, uint64_t iterations, bool is_whole)
{
    uint32_t at = MC_FIRST_BLOCK;

    assert_int_equal(tree->cells[MC_ROOT].node.visits, iterations);
    check_node(tree, &tree->cells[MC_ROOT].node, true, is_whole);
    while (at < tree->used) {
        const struct mc_block *block = &tree->cells[at].block;

        assert_int_equal(tree->cells[block->parent].node.block, at);
        assert_true(block->parent_block < at);
        for (uint32_t i = at + 1; i <= at + block->count; i++)
            check_node(tree, &tree->cells[i].node, false, is_whole);
        at += block->count + 1;
    }
    assert_int_equal(at, tree->used);
    assert_true(tree->used <= tree->room);
}

void check_tree(const struct mc_search *s, uint64_t iterations, bool is_whole)
{
    check_one_tree(&s->tree, iterations, is_whole);
}

/* ---- Threads ------------------------------------------------------------------------------------------------------
 */

void check_few_nodes(const char *settings)
{
    struct bench bench;

    bench_open(&bench, "connect4", NULL);
    bench_method(&bench, "mcts", "plain", settings);
    for (uint64_t nodes = 1; nodes < 40; nodes++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
        struct by_result result = bench_run(&bench, &limits);

        assert_int_equal(result.nodes, nodes);
        assert_int_equal(result.stopped, BY_STOPPED_NODES);
        assert_in_range(result.line_count, 1, 1);
    }
    bench_close(&bench);
}

void check_other_limits(const char *settings)
{
    struct by_limits limits = {BY_SIZE(by_limits), .time_ms = 30};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    by_stop *stop;

    bench_open(&bench, "connect4", NULL);
    bench_method(&bench, "mcts", "plain", settings);
    result = bench_run(&bench, &limits);
    assert_int_equal(result.stopped, BY_STOPPED_TIME);
    assert_true(result.nodes > 0);
    assert_int_equal(by_stop_create(&stop, NULL), BY_OK);
    by_stop_set(stop);
    limits = (struct by_limits){BY_SIZE(by_limits), .stop = stop};
    result = bench_run(&bench, &limits);
    assert_int_equal(result.stopped, BY_STOPPED_ASKED);
    by_stop_destroy(stop);
    limits = (struct by_limits){BY_SIZE(by_limits), .evaluations = 300};
    result = bench_run(&bench, &limits);
    assert_int_equal(result.stopped, BY_STOPPED_EVALUATIONS);
    assert_int_equal(result.evaluations, 300);
    bench_close(&bench);
}

static int sign(by_value value)
{
    return (value > 0) - (value < 0);
}

int check_solver(const char *settings, int trees, uint64_t nodes)
{
    struct bench bench;
    int proved = 0;

    bench_open(&bench, "tree", NULL);
    for (int seed = 1; seed <= trees; seed++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
        struct by_result result = {BY_SIZE(by_result)};
        char text[120], all[120];

        (void)snprintf(text, sizeof text,
                       "random width=%d depth=%d vary=on leaf=10 values=-2..2 wins=%d same=%d seed=%d", 2 + seed % 3,
                       1 + seed % 6, seed % 2 ? 30 : 0, seed % 3 ? 0 : 30, seed);
        (void)snprintf(all, sizeof all, "solver=on absolute_pruning=off %s", settings);
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        bench_method(&bench, "mcts", seed % 4 < 2 ? "plain" : "full", all);
        result = bench_run(&bench, &limits);
        if (!result.is_proved)
            continue;
        proved++;
        assert_true(result.stopped == BY_STOPPED_DONE || result.stopped == BY_STOPPED_DECIDED);
        assert_true(result.nodes < nodes);
        assert_int_equal(sign(result.value), sign(reference_value(bench.position, -1, 0)));
    }
    bench_close(&bench);
    return proved;
}
