/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search on several threads: what holds in the tree that they have made together, limits, proofs.
 */
#include <stdio.h>

#include "boyi/boyi.h"
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

static uint64_t visits_of_moves(const struct mc_search *s)
{
    uint32_t block = mc_block_of(&s->tree.cells[MC_ROOT].node);
    uint64_t visits = 0;

    for (uint32_t i = block + 1; i <= block + s->tree.cells[block].block.count; i++)
        visits += mc_visits_of(&s->tree.cells[i].node);
    return visits;
}

/* With any options: every iteration is a visit of the root and of one of its moves, none is lost or counted twice, and
 * no virtual visits stay in the tree. */
static void test_visits(void **state)
{
    static const char *const settings[] = {
        "threads=4",
        "threads=4 virtual_loss=3 solver=on reuse=on",
        "threads=3 rave=on priors=on first_play_urgency=900 playouts=informed",
        "threads=4 implicit_minimax=40 playout_plies=6 expand_visits=3",
        "threads=4 memory_kib=1 solver=on",
        "threads=2 widening=on selection=puct virtual_loss=1000",
    };

    (void)state;
    for (int i = 0; i < GAMES; i++)
        for (size_t j = 0; j < sizeof settings / sizeof settings[0]; j++) {
            struct rig rig;
            uint64_t nodes;

            rig_open(&rig, games[i].game, games[i].text, "plain", settings[j]);
            rig_run(&rig, 800);
            nodes = rig.run.control.nodes + rig.run.control.ended_nodes;
            check_tree(rig.self, nodes, false);
            assert_int_equal(visits_of_moves(rig.self), nodes);
            if (rig.run.control.reason == BY_STOPPED_NODES)
                assert_int_equal(nodes, 800);
            else
                assert_true(mc_is_solved(&rig.self->tree.cells[MC_ROOT].node));
            assert_true(rig.run.lines.count > 0);
            rig_end_run(&rig);
            rig_close(&rig);
        }
}

static void test_few_nodes(void **state)
{
    (void)state;
    check_few_nodes("threads=8");
}

static void test_other_limits(void **state)
{
    (void)state;
    check_other_limits("threads=4");
}

static void test_solver(void **state)
{
    (void)state;
    assert_in_range(check_solver("threads=4", 200, 20000), 190, 200);
}

/* When the tree is full, threads meet to drop a part of it; and a thread that ends does not block the others. */
static void test_collections(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        struct rig rig;

        rig_open(&rig, "tictactoe", NULL, "plain", "memory_kib=64 threads=4");
        rig_run(&rig, (uint64_t)(10000 + 1000 * i));
        check_tree(rig.self, (uint64_t)(10000 + 1000 * i), false);
        assert_in_range(rig.self->walk.count[MC_COUNT_COLLECTIONS], 2, 10000);
        rig_end_run(&rig);
        rig_close(&rig);
    }
}

/* A tree that several threads have made goes on with the next run. */
static void test_reuse(void **state)
{
    struct rig rig;
    uint64_t kept;

    (void)state;
    rig_open(&rig, "connect4", NULL, "plain", "reuse=on threads=3");
    rig_run(&rig, 3000);
    kept = rig.run.lines.lines[0].visits;
    assert_int_equal(by_position_push(rig.bench.position, rig.run.lines.lines[0].moves[0], NULL), BY_OK);
    rig_end_run(&rig);
    rig_run(&rig, 500);
    check_tree(rig.self, kept + 500, false);
    rig_end_run(&rig);
    rig_close(&rig);
}

static void count_event(void *context, const struct by_event *event)
{
    int *counts = context;

    if (event->kind == BY_EVENT_ENTER && event->ply == 0)
        counts[0]++;
    if (event->kind == BY_EVENT_ITERATION) {
        counts[1]++;
        assert_true(event->line->mean >= 0);
        assert_true(event->line->length > 0);
    }
}

/* One thread reports the iterations and the state while the others continue. */
static void test_events(void **state)
{
    int counts[2] = {0};
    struct by_observer observer = {BY_SIZE(by_observer), .notify = count_event, .context = counts,
                                   .wants = BY_EVENT_ENTER | BY_EVENT_ITERATION};
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 20000, .lines = 7};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4", NULL);
    bench_method(&bench, "mcts", NULL, "threads=3");
    result = bench_observe(&bench, &limits, &observer);
    assert_in_range(counts[0], 1, 20000);
    assert_true(counts[1] >= 7);
    assert_int_equal(result.nodes, 20000);
    bench_close(&bench);
}

/* On one thread a virtual loss changes nothing. */
static void test_virtual_loss_alone(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 2000, .lines = 7};
    uint64_t visits[7];
    struct bench bench;

    (void)state;
    bench_open(&bench, "connect4", NULL);
    for (int i = 0; i < 2; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, "mcts", "plain", i ? "rave=on virtual_loss=50" : "rave=on");
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
        cmocka_unit_test(test_visits), cmocka_unit_test(test_few_nodes),          cmocka_unit_test(test_other_limits),
        cmocka_unit_test(test_solver), cmocka_unit_test(test_collections),        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_events), cmocka_unit_test(test_virtual_loss_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
