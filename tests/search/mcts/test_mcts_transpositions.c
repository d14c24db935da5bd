/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search where positions that are reached in several ways share their moves.
 */
#include <stdio.h>

#include "boyi/boyi.h"
#include "boyi/random.h"
#include "core/game.h"
#include "support/check.h"
#include "support/games.h"
#include "support/mcts.h"
#include "support/search.h"

static void check_links(const struct mc_tree *tree, const struct mc_node *node)
{
    uint32_t block = node->block;

    assert_true(block == 0 || (block >= MC_FIRST_BLOCK && block < tree->used));
    if (block)
        assert_int_equal(tree->cells[tree->cells[block].block.parent].node.block, block);
}

/* The invariants of shared moves: every link is to a block that knows a node which links to it, and its visits are
 * those of its moves. */
static void check_graph(const struct mc_search *s, uint64_t iterations)
{
    const struct mc_tree *tree = &s->tree;
    const union mc_cell *cells = tree->cells;

    check_links(tree, &cells[MC_ROOT].node);
    assert_int_equal(cells[MC_ROOT].node.visits, iterations);
    for (uint32_t at = MC_FIRST_BLOCK; at < tree->used; at += cells[at].block.count + 1) {
        uint64_t visits = 0;
        uint32_t tried = 0;

        for (uint32_t i = at + 1; i <= at + cells[at].block.count; i++) {
            check_links(tree, &cells[i].node);
            assert_true(cells[i].node.sum <= (uint64_t)MC_WIN * cells[i].node.visits);
            visits += cells[i].node.visits;
            tried += cells[i].node.visits > 0;
        }
        assert_int_equal(cells[at].block.visits, visits);
        assert_int_equal(cells[at].block.tried, tried);
    }
}

static const struct {
    const char *game, *text;
} games[] = {
    {"tictactoe", NULL}, {"connect4", NULL},  {"pairs", NULL},
    {"xiangqi", NULL},   {"go size=5", NULL}, {"xiangqi", "3k5/9/9/9/9/9/9/9/8R/4K3R w"},
};

enum { GAMES = sizeof games / sizeof games[0] };

/* In every game, with room and without, on one thread and on several. */
static void test_graph(void **state)
{
    static const char *const settings[] = {
        "transpositions=on",
        "transpositions=on rave=on solver=on priors=on",
        "transpositions=on memory_kib=1 selection=puct",
        "transpositions=on memory_kib=1 solver=on threads=3",
        "transpositions=on widening=on implicit_minimax=30 threads=4",
    };

    (void)state;
    for (int i = 0; i < GAMES; i++)
        for (size_t j = 0; j < sizeof settings / sizeof settings[0]; j++) {
            struct rig rig;

            rig_open(&rig, games[i].game, games[i].text, "plain", settings[j]);
            rig_run(&rig, 800);
            check_graph(rig.self, rig.run.control.nodes + rig.run.control.ended_nodes);
            assert_true(rig.run.lines.count > 0);
            rig_end_run(&rig);
            rig_close(&rig);
        }
}

/* There are fewer blocks than without, and collections keep the graph in order. */
static void test_fewer_blocks(void **state)
{
    static const char *const names[] = {"tictactoe", "connect4"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        uint64_t expansions[2];

        for (int is_on = 0; is_on < 2; is_on++) {
            struct rig rig;

            rig_open(&rig, names[i], NULL, "plain", is_on ? "transpositions=on" : "");
            rig_run(&rig, 20000);
            expansions[is_on] = rig.self->walk.count[MC_COUNT_EXPANSIONS];
            if (is_on)
                check_graph(rig.self, 20000);
            assert_int_equal(rig.self->walk.count[MC_COUNT_TRANSPOSITIONS] > 1000, is_on);
            rig_end_run(&rig);
            rig_close(&rig);
        }
        assert_true(expansions[1] < expansions[0]);
    }
    for (int threads = 1; threads <= 3; threads += 2) {
        struct rig rig;
        char settings[80];

        (void)snprintf(settings, sizeof settings, "transpositions=on memory_kib=16 threads=%d", threads);
        rig_open(&rig, "connect4", NULL, "plain", settings);
        rig_run(&rig, 100000);
        check_graph(rig.self, 100000);
        assert_in_range(rig.self->walk.count[MC_COUNT_COLLECTIONS], 2, 10000);
        rig_end_run(&rig);
        rig_close(&rig);
    }
}

/* Tic-tac-toe has 5,478 positions: no more blocks than these are made, however long the run. */
static void test_every_position_once(void **state)
{
    struct rig rig;

    (void)state;
    rig_open(&rig, "tictactoe", NULL, "plain", "transpositions=on exploration=100000");
    rig_run(&rig, 300000);
    assert_in_range(rig.self->walk.count[MC_COUNT_EXPANSIONS], 2000, 5478);
    rig_end_run(&rig);
    rig_close(&rig);
}

/* Results of shared moves reach all their nodes on the next visit: proofs are shorter, by more than the positions that
 * are saved. */
static void test_proofs_are_shorter(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = 200000};
    struct bench bench;
    uint64_t alone;

    (void)state;
    bench_open(&bench, "tictactoe", NULL);
    bench_method(&bench, "mcts", NULL, "");
    alone = bench_run(&bench, &limits).nodes;
    bench_method(&bench, "mcts", NULL, "transpositions=on");
    assert_in_range(bench_run(&bench, &limits).nodes, 1, alone / 3);
    bench_close(&bench);
}

/* Known results hold: tic-tac-toe is a draw, and small boards of connect four are what minimax says. */
static void test_solved_games(void **state)
{
    static const struct {
        const char *game, *text;
    } rows[] = {
        {"tictactoe", NULL},
        {"tictactoe", "x../.o./..x"},
        {"tictactoe", "x../.../..."},
        {"connect4 width=4 height=4", NULL},
        {"connect4 width=4 height=4 connect=3", NULL},
        {"connect4 width=3 height=4 connect=3", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int threads = 1; threads <= 3; threads += 2) {
            struct by_limits limits = {BY_SIZE(by_limits), .nodes = 1000000};
            struct by_result result = {BY_SIZE(by_result)};
            struct bench bench;
            char settings[80];
            int expected;

            bench_open(&bench, rows[i].game, rows[i].text);
            bench_method(&bench, "alphabeta", NULL, "");
            expected = (int)bench_run(&bench, NULL).value;
            (void)snprintf(settings, sizeof settings, "transpositions=on threads=%d", threads);
            bench_method(&bench, "mcts", NULL, settings);
            result = bench_run(&bench, &limits);
            assert_true(result.is_proved);
            assert_int_equal((result.value > 0) - (result.value < 0), (expected > 0) - (expected < 0));
            bench_close(&bench);
        }
}

/* If a repetition is a draw, the path matters: every proof is right, and nothing is proved where shared moves led to
 * such a draw. */
static void test_paths(void **state)
{
    int proved = 0;

    (void)state;
    for (int seed = 1; seed <= 300; seed++) {
        struct by_limits limits = {BY_SIZE(by_limits), .nodes = 3000}, deep = {.depth = 2 * WALK_PLACES + 2};
        struct bench bench = {0};
        struct by_result result = {BY_SIZE(by_result)};
        struct by_node node;
        by_value value;
        char text[20];

        assert_int_equal(by_game_open(&walk_game, NULL, &bench.game, NULL), BY_OK);
        assert_int_equal(by_position_create(bench.game, &bench.position, NULL), BY_OK);
        (void)snprintf(text, sizeof text, "%d", seed);
        assert_int_equal(by_position_parse(bench.position, text, NULL), BY_OK);
        by_position_verdict(bench.position, &node);
        bench_method(&bench, "mcts", NULL, "transpositions=on");
        result = bench_run(&bench, &limits);
        if (!node.is_over && result.is_proved) {
            proved++;
            value = result.value;
            bench_method(&bench, "minimax", NULL, "");
            result = bench_run(&bench, &deep);
            assert_int_equal((value > 0) - (value < 0), (result.value > 0) - (result.value < 0));
        }
        bench_close(&bench);
    }
    assert_in_range(proved, 50, 120);
}

/* A graph that was kept goes on with the next run. */
static void test_reuse(void **state)
{
    struct rig rig;
    uint64_t kept = 0;

    (void)state;
    rig_open(&rig, "connect4", NULL, "plain", "reuse=on transpositions=on");
    for (int i = 0; i < 6; i++) {
        rig_run(&rig, 5000);
        check_graph(rig.self, kept + 5000);
        kept = rig.run.lines.lines[0].visits;
        assert_int_equal(by_position_push(rig.bench.position, rig.run.lines.lines[0].moves[0], NULL), BY_OK);
        rig_end_run(&rig);
    }
    rig_close(&rig);
}

/* Wins are wins, however soon: a tree need not know the shortest. */
static by_value without_distance(by_value value)
{
    return by_value_is_win(value) ? BY_WIN : by_value_is_loss(value) ? -BY_WIN : value;
}

/* Proved results of the kept graph are true: a search without a table agrees. */
static void check_proved(struct bench *kept, uint64_t nodes, int *proved)
{
    struct by_result result = bench_run(kept, &(struct by_limits){BY_SIZE(by_limits), .nodes = nodes}), truth;
    struct bench plain = {.game = kept->game, .position = kept->position};

    if (!result.is_proved)
        return;
    ++*proved;
    bench_small_method(&plain, "minimax", NULL, "");
    truth = bench_run(&plain, &(struct by_limits){BY_SIZE(by_limits)});
    assert_true(truth.is_proved);
    if (result.kind != BY_KIND_AT_MOST)
        assert_true(without_distance(truth.value) >= without_distance(result.value));
    if (result.kind != BY_KIND_AT_LEAST)
        assert_true(without_distance(truth.value) <= without_distance(result.value));
    by_search_destroy(plain.search);
}

/* A root whose moves the graph has dropped does not end the search by their bounds. */
static void test_reused_proofs(void **state)
{
    struct by_random random = {1};
    int proved = 0;

    (void)state;
    for (int seed = 0; seed < 300; seed++) {
        struct bench bench = {0};
        char text[80];
        (void)snprintf(text, sizeof text, "random width=3 depth=5 graph=on wins=30 values=-3..3 seed=%d", seed);
        bench_open(&bench, "tree", text);
        bench_small_method(&bench, "mcts", NULL, "transpositions=on");
        for (;;) {
            struct by_move_info list[8];
            struct by_moves moves = {.list = list};

            by_position_moves(bench.position, BY_MOVES_ALL, &moves);
            if (!moves.count)
                break;
            check_proved(&bench, 1 + by_random_below(&random, 700), &proved);
            assert_int_equal(
                by_position_push(bench.position, list[by_random_below(&random, (uint32_t)moves.count)].move, NULL),
                BY_OK);
        }
        bench_close(&bench);
    }
    assert_true(proved > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_fewer_blocks),
        cmocka_unit_test(test_every_position_once),
        cmocka_unit_test(test_proofs_are_shorter),
        cmocka_unit_test(test_solved_games),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_reuse),
        cmocka_unit_test(test_reused_proofs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
