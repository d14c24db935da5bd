/* SPDX-License-Identifier: MIT
 *
 * Many positions of random games of xiangqi, each searched to a low depth with random options: under sanitizers this
 * looks for unforeseen errors. A result has a legal move, and repeats itself.
 */
#include <stdlib.h>

#include "boyi/random.h"
#include "support/check.h"
#include "support/search.h"

enum { GAME_PLIES = 120, MOVES_MOST = 128, GREAT_RANGE = 1000 };

static int position_count(void)
{
    return getenv("BOYI_LONG") ? 20000 : 600;
}

static int choice_count(const struct by_option *row)
{
    int count = 0;

    while (row->choices[count])
        count++;
    return count;
}

/* A preset with some rows changed, within what a search to a low depth can bear. */
static by_options *random_options(const by_method *method, struct by_random *random)
{
    const struct by_preset *presets = by_method_presets(method);
    uint32_t count = 0;
    by_options *options;

    while (presets[count].name)
        count++;
    assert_int_equal(by_options_create(by_method_options(method), &options, NULL), BY_OK);
    by_method_apply_preset(method, presets[by_random_below(random, count)].name, options, NULL);
    for (const struct by_option *row = by_method_options(method); row->name; row++) {
        int value = row->min;

        if (by_random_below(random, 6) || row->effect == BY_EFFECT_RESOURCE)
            continue;
        if (row->kind == BY_OPTION_SWITCH)
            value = (int)by_random_below(random, 2);
        else if (row->kind == BY_OPTION_CHOICE)
            value = (int)by_random_below(random, (uint32_t)choice_count(row));
        else if (row->max - row->min < GREAT_RANGE)
            value += (int)by_random_below(random, (uint32_t)(row->max - row->min + 1));
        assert_int_equal(by_options_set_number(options, row->name, value, NULL), BY_OK);
    }
    by_options_set_number(options, "memory_kib", 2048, NULL);
    return options;
}

static bool is_legal(by_position *position, by_move move)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};

    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++)
        if (list[i].move == move)
            return true;
    return false;
}

static void search_twice(struct bench *bench, const by_method *method, struct by_random *random)
{
    const struct by_limits limits = {BY_SIZE(by_limits), .depth = 1 + (int)by_random_below(random, 3), .nodes = 3000};
    by_options *options = random_options(method, random);
    struct by_result first, second;
    by_error error = {0};

    by_search_destroy(bench->search);
    bench->search = NULL;
    if (by_search_create(bench->game, method, options, &bench->search, &error))
        fail_msg("%s", error.message);
    first = bench_run(bench, &limits);
    assert_true(is_legal(bench->position, first.best));
    by_search_clear(bench->search);
    second = bench_run(bench, &limits);
    assert_int_equal(first.best, second.best);
    assert_int_equal(first.value, second.value);
    assert_int_equal(first.nodes, second.nodes);
    by_options_destroy(options);
}

static void test_many_positions(void **state)
{
    struct by_random random = {2026};
    const by_method *method;
    struct bench bench;

    (void)state;
    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    bench_open(&bench, "xiangqi", NULL);
    for (int i = 0, ply = 0; i < position_count(); ply++) {
        struct by_move_info list[MOVES_MOST];
        struct by_moves moves = {.list = list};
        struct by_node node;

        by_position_verdict(bench.position, &node);
        by_position_moves(bench.position, BY_MOVES_ALL, &moves);
        if (node.is_over || ply == GAME_PLIES) {
            bench_close(&bench);
            bench_open(&bench, i % 2 ? "xiangqi rules=asian" : "xiangqi", NULL);
            ply = 0;
            continue;
        }
        search_twice(&bench, method, &random);
        i++;
        assert_int_equal(
            by_position_push(bench.position, list[by_random_below(&random, (uint32_t)moves.count)].move, NULL), BY_OK);
    }
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_many_positions)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
