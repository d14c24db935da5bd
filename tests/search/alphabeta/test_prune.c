/* SPDX-License-Identifier: MIT
 *
 * Pruning of a single node: how it treats a win from the hash table or by a capture. A whole search shows that only
 * where no other technique cuts the node.
 */
#include <limits.h>

#include "search/alphabeta/alphabeta.h"
#include "support/check.h"

enum { PLIES = 16, STATIC_EVAL = 40 };

static by_value evaluate(void *state)
{
    (void)state;
    return STATIC_EVAL;
}

/* ---- A game of one capture, which wins --------------------------------------------------------------------------- */

static void list_capture(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    (void)state;
    (void)kind;
    out->list[out->count++] = (struct by_move_info){.move = 1, .flags = BY_MOVE_CAPTURE};
}

static void make_nothing(void *state, by_move move)
{
    (void)state;
    (void)move;
}

static void tell_loss(void *state, int ply, struct by_node *out)
{
    (void)state;
    *out = (struct by_node){.side = (uint8_t)(ply & 1), .is_over = true, .value = -BY_WIN};
}

static bool wins_material(void *state, by_move move, by_value least)
{
    (void)state;
    (void)move;
    (void)least;
    return true;
}

struct bare {
    struct ab s;
    struct by_rules rules;
    struct by_tactics tactics;
    struct by__control control;
    struct by__run run;
    struct by_limits limits;
    struct ab_killers killers[PLIES + 1];
    struct ab_node nodes[PLIES];
};

static void set_up(struct bare *bare, struct ab_options options)
{
    *bare = (struct bare){0};
    bare->rules = (struct by_rules){BY_SIZE(by_rules), .moves = list_capture, .push = make_nothing, .pop = make_nothing,
                                    .node = tell_loss};
    bare->tactics.see_at_least = wins_material;
    bare->control = (struct by__control){.limits = &bare->limits, .next_check = UINT64_MAX};
    bare->run.plies = PLIES;
    bare->s.rules = &bare->rules;
    bare->s.tactics = &bare->tactics;
    bare->s.evaluate = evaluate;
    bare->s.control = &bare->control;
    bare->s.run = &bare->run;
    bare->s.opt = options;
    bare->s.killers = bare->killers;
    bare->s.plies = PLIES;
    assert_true(by__stack_create(&bare->s.stack, PLIES, 1));
}

/* A node with a null window above `alpha`. */
static struct ab_node *node_above(struct bare *bare, by_value alpha)
{
    struct ab_node *n = &bare->nodes[2];

    *n = (struct ab_node){.ply = 2,
                          .depth = 6 * AB_PLY,
                          .alpha = alpha,
                          .alpha_given = alpha,
                          .beta = alpha + 1,
                          .hash_move = BY_MOVE_NONE,
                          .best_move = BY_MOVE_NONE,
                          .excluded = BY_MOVE_NONE,
                          .path_ply = INT_MAX};
    return n;
}

/* ---- Wins ------------------------------------------------------------------------------------------------------- */

/* A score of the table replaces the evaluation as the estimate if its bound allows; a win or a loss never does. */
static void test_estimates_are_scores(void **state)
{
    static const struct {
        by_value value;
        enum by__bound bound;
        by_value estimate;
    } cases[] = {
        {STATIC_EVAL + 30, BY__BOUND_LOWER, STATIC_EVAL + 30},
        {STATIC_EVAL + 30, BY__BOUND_UPPER, STATIC_EVAL},
        {STATIC_EVAL - 30, BY__BOUND_UPPER, STATIC_EVAL - 30},
        {STATIC_EVAL - 30, BY__BOUND_LOWER, STATIC_EVAL},
        {BY_WIN - 9, BY__BOUND_LOWER, STATIC_EVAL},
        {9 - BY_WIN, BY__BOUND_UPPER, STATIC_EVAL},
        {BY_WIN - 9, BY__BOUND_EXACT, STATIC_EVAL},
        {9 - BY_WIN, BY__BOUND_EXACT, STATIC_EVAL},
    };
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){0});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ab_node *n = node_above(&bare, 0);

        n->has_entry = true;
        n->entry = (struct by__hash_entry){
            .value = cases[i].value, .bound = cases[i].bound, .evaluation = BY__HASH_NO_EVALUATION};
        by__ab_evaluate(&bare.s, n);
        assert_int_equal(n->static_eval, STATIC_EVAL);
        assert_int_equal(n->estimate, cases[i].estimate);
    }
    by__stack_destroy(&bare.s.stack);
}

/* If a capture wins the game, ProbCut returns beta: subtracting the margin from a win would change its distance. */
static void test_probcut_by_a_win(void **state)
{
    by_value value = 0;
    struct ab_node *n;
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){.probcut = 150});
    n = node_above(&bare, 200);
    by__ab_evaluate(&bare.s, n);
    assert_true(by__ab_try_probcut(&bare.s, n, &value));
    assert_int_equal(value, 201);
    assert_true(n->met_horizon);
    by__stack_destroy(&bare.s.stack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimates_are_scores),
        cmocka_unit_test(test_probcut_by_a_win),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
