/* SPDX-License-Identifier: MIT
 *
 * Structs of programs and games that were compiled against an older or a newer header work or are refused with a
 * reason. An older struct lies in memory that ends with its last field, so that sanitizers notice any access behind it.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "support/check.h"

/* The size of a struct that ended before this field. */
#define SIZE_BEFORE(type, field) (offsetof(type, field) / sizeof(size_t) * sizeof(size_t))

/* A copy with another size: cut, or with `filler` behind. */
static void *resized(const void *sized, size_t old_size, size_t size, int filler)
{
    volatile size_t room = size; /* hides from the compiler that a cut struct is one */
    unsigned char *copy = malloc(room);

    assert_non_null(copy);
    memset(copy, filler, size);
    memcpy(copy, sized, size < old_size ? size : old_size);
    memcpy(copy, &size, sizeof size);
    return copy;
}

struct bench {
    by_game *game;
    by_position *position;
    by_search *search;
};

static by_status open_bench(const by_game_type *type, struct bench *bench, by_error *error)
{
    const by_method *method;
    by_status status = by_game_open(type, NULL, &bench->game, error);

    if (status)
        return status;
    assert_int_equal(by_position_create(bench->game, &bench->position, NULL), BY_OK);
    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    assert_int_equal(by_search_create(bench->game, method, NULL, &bench->search, NULL), BY_OK);
    return BY_OK;
}

static void close_bench(struct bench *bench)
{
    by_search_destroy(bench->search);
    by_position_destroy(bench->position);
    by_game_close(bench->game);
}

static const by_game_type *find_type(const char *name)
{
    const by_game_type *type;

    assert_int_equal(by_game_type_find(name, &type, NULL), BY_OK);
    return type;
}

static uint64_t nodes_within(struct bench *bench, const struct by_limits *limits)
{
    struct by_result result = {BY_SIZE(by_result)};

    by_search_clear(bench->search);
    assert_int_equal(by_search_run(bench->search, bench->position, limits, NULL, &result, NULL), BY_OK);
    return result.nodes;
}

/* ---- Programs -------------------------------------------------------------------------------------------------- */

/* The fields that it has count, the others are 0. */
static void test_older_limits(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 5, .lines = 2};
    struct by_limits depth_only = {BY_SIZE(by_limits), .depth = 5};
    struct by_limits *older = resized(&limits, sizeof limits, SIZE_BEFORE(struct by_limits, evaluations), 0);
    struct bench bench;

    (void)state;
    assert_int_equal(open_bench(find_type("tictactoe"), &bench, NULL), BY_OK);
    assert_int_equal(nodes_within(&bench, older), nodes_within(&bench, &depth_only));
    assert_int_not_equal(nodes_within(&bench, older), nodes_within(&bench, &limits));
    close_bench(&bench);
    free(older);
}

/* Its fields are filled, nothing behind them; the rest of a newer one is set to 0. */
static void test_older_and_newer_results(void **state)
{
    static const struct by_result empty = {BY_SIZE(by_result)};
    struct by_result *older = resized(&empty, sizeof empty, SIZE_BEFORE(struct by_result, lines), 0);
    struct by_result *newer = resized(&empty, sizeof empty, sizeof empty + 64, 0xAA), same = empty;
    struct bench bench;

    (void)state;
    assert_int_equal(open_bench(find_type("tictactoe"), &bench, NULL), BY_OK);
    assert_int_equal(by_search_run(bench.search, bench.position, NULL, NULL, older, NULL), BY_OK);
    assert_int_equal(older->size, SIZE_BEFORE(struct by_result, lines));
    by_search_clear(bench.search);
    assert_int_equal(by_search_run(bench.search, bench.position, NULL, NULL, newer, NULL), BY_OK);
    assert_int_equal(newer->size, sizeof empty + 64);
    for (int i = 0; i < 64; i++)
        assert_int_equal(((unsigned char *)newer)[sizeof empty + (size_t)i], 0);
    by_search_clear(bench.search);
    assert_int_equal(by_search_run(bench.search, bench.position, NULL, NULL, &same, NULL), BY_OK);
    assert_int_equal(older->nodes, same.nodes);
    assert_int_equal(newer->nodes, same.nodes);
    assert_int_equal(newer->line_count, same.line_count);
    close_bench(&bench);
    free(older);
    free(newer);
}

/* A newer struct works as long as it does not use what this library lacks. */
static void test_newer_limits(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 3};
    struct by_limits *plain = resized(&limits, sizeof limits, sizeof limits + 64, 0);
    struct by_limits *special = resized(&limits, sizeof limits, sizeof limits + 64, 1);
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;
    by_error error;

    (void)state;
    assert_int_equal(open_bench(find_type("tictactoe"), &bench, NULL), BY_OK);
    assert_int_equal(nodes_within(&bench, plain), nodes_within(&bench, &limits));
    assert_int_equal(by_search_run(bench.search, bench.position, special, NULL, &result, &error), BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "needs a newer library"));
    close_bench(&bench);
    free(plain);
    free(special);
}

/* Sizes that no version can have: forgotten, without a field, odd, from memory that was never set. */
static const size_t wrong_sizes[] = {0, sizeof(size_t), 8 * sizeof(size_t) + 1, (size_t)1 << 40};

static void test_wrong_sizes_are_errors(void **state)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 3};
    struct by_observer observer = {BY_SIZE(by_observer)};
    struct by_result result = {BY_SIZE(by_result)};
    struct {
        size_t *size;
        const char *advice;
    } all[] = {{&limits.size, "begin it with BY_SIZE(by_limits)"},
               {&observer.size, "begin it with BY_SIZE(by_observer)"},
               {&result.size, "begin it with BY_SIZE(by_result)"}};
    struct bench bench;

    (void)state;
    assert_int_equal(open_bench(find_type("tictactoe"), &bench, NULL), BY_OK);
    for (size_t i = 0; i < sizeof all / sizeof all[0] * 4; i++) {
        size_t right = *all[i / 4].size;
        by_error error;

        *all[i / 4].size = wrong_sizes[i % 4];
        assert_int_equal(by_search_run(bench.search, bench.position, &limits, &observer, &result, &error),
                         BY_ERROR_INPUT);
        assert_non_null(strstr(error.message, all[i / 4].advice));
        *all[i / 4].size = right;
    }
    close_bench(&bench);
}

/* Without a valid size, limits say nothing about time. */
static void test_time_of_limits_without_size(void **state)
{
    struct by_limits limits = {.time_ms = 30};

    (void)state;
    assert_int_equal(by_limits_time_ms(&limits, 0), 0);
    limits.size = sizeof limits;
    assert_int_equal(by_limits_time_ms(&limits, 0), 30);
}

/* ---- Games ----------------------------------------------------------------------------------------------------- */

/* A game whose description ends after its evaluation, and whose groups end early, is searched as ever. */
static void test_older_game(void **state)
{
    const by_game_type *type = find_type("tictactoe");
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 6};
    by_game_type *older = resized(type, sizeof *type, SIZE_BEFORE(by_game_type, words), 0);
    struct by_rules *rules = resized(type->rules, sizeof *rules, SIZE_BEFORE(struct by_rules, accepts), 0);
    struct by_evaluation *evaluation =
        resized(type->evaluation, sizeof *evaluation, SIZE_BEFORE(struct by_evaluation, terms), 0);
    struct by_tactics *tactics = resized(type->tactics, sizeof *tactics, SIZE_BEFORE(struct by_tactics, parts), 0);
    struct bench ours, bench;
    struct by_chances chances;
    by_text text = {0};

    (void)state;
    older->rules = rules;
    older->evaluation = evaluation;
    older->tactics = tactics;
    assert_int_equal(open_bench(type, &ours, NULL), BY_OK);
    assert_int_equal(open_bench(older, &bench, NULL), BY_OK);
    assert_int_equal(by_game_check(bench.game, 1, 20, NULL), BY_OK);
    assert_int_equal(nodes_within(&bench, &limits), nodes_within(&ours, &limits));
    assert_null(by_game_type_of(bench.game)->display);
    assert_ptr_equal(by_game_type_of(ours.game), type);
    assert_int_equal(by_position_explain(bench.position, &text, NULL), BY_ERROR_UNSUPPORTED);
    assert_false(by_type_chances(older, 100, &chances));
    assert_ptr_equal(by_game_options(older), type->options);
    close_bench(&ours);
    close_bench(&bench);
    free(older);
    free(rules);
    free(evaluation);
    free(tactics);
}

/* Opens a game whose group or description was made without a size, and expects the advice. */
static void expect_advice(const by_game_type *type, by_status status, const char *advice)
{
    struct bench bench;
    by_error error = {0};

    assert_int_equal(open_bench(type, &bench, &error), status);
    if (!strstr(error.message, advice))
        fail_msg("'%s', expected '%s'", error.message, advice);
}

static void test_forgotten_size_of_a_game(void **state)
{
    by_game_type type = *find_type("tictactoe");
    struct by_rules rules = *type.rules;
    struct by_display display = *type.display;

    (void)state;
    type.size = 0;
    expect_advice(&type, BY_ERROR_INPUT, "begin by_game_type with BY_GAME_TYPE");
    type.size = sizeof type;
    type.layout = 0;
    expect_advice(&type, BY_ERROR_INPUT, "begin by_game_type with BY_GAME_TYPE");
    type.layout = BY_GAME_LAYOUT + 1;
    expect_advice(&type, BY_ERROR_UNSUPPORTED, "compile it with the headers of this library");
    type.layout = BY_GAME_LAYOUT;
    rules.size = 0;
    type.rules = &rules;
    expect_advice(&type, BY_ERROR_INPUT, "begin it with BY_SIZE(by_rules)");
    type.rules = find_type("tictactoe")->rules;
    display.size = 3;
    type.display = &display;
    expect_advice(&type, BY_ERROR_INPUT, "begin it with BY_SIZE(by_display)");
}

/* Descriptions inside of groups have sizes, too. */
static void test_forgotten_size_in_a_group(void **state)
{
    by_game_type type = *find_type("xiangqi");
    struct by_evaluation evaluation = *type.evaluation;
    struct by_tuning tuning = *evaluation.tuning;
    struct by_records records = *type.records;
    struct by_pgn pgn = *records.pgn;

    (void)state;
    pgn.size = 0;
    records.pgn = &pgn;
    type.records = &records;
    expect_advice(&type, BY_ERROR_INPUT, "begin it with BY_SIZE(by_pgn)");
    type.records = find_type("xiangqi")->records;
    tuning.size = 1;
    evaluation.tuning = &tuning;
    type.evaluation = &evaluation;
    expect_advice(&type, BY_ERROR_INPUT, "begin it with BY_SIZE(by_tuning)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_older_limits),
        cmocka_unit_test(test_older_and_newer_results),
        cmocka_unit_test(test_newer_limits),
        cmocka_unit_test(test_wrong_sizes_are_errors),
        cmocka_unit_test(test_time_of_limits_without_size),
        cmocka_unit_test(test_older_game),
        cmocka_unit_test(test_forgotten_size_of_a_game),
        cmocka_unit_test(test_forgotten_size_in_a_group),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
