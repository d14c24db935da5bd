/* SPDX-License-Identifier: MIT
 *
 * Lets each allocation of every call that sets something up fail in turn. Each time the call has to say so, to leave
 * no memory behind and to leave what it was given as it was.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/games.h"

/* The objects for the calls; each uses some of them. */
struct context {
    const struct by_option *table;
    by_options *options;
    const by_game_type *type;
    by_game *game;
    by_position *position;
    const char *text;
    by_move move;
    const by_method *method;
};

typedef by_status fallible(struct context *context, by_error *error);

/* Calls until no allocation is left to fail. */
static void fail_each(const char *name, fallible *call, struct context *context)
{
    for (size_t n = 1;; n++) {
        size_t before = allocation_current();
        by_error error = {0};
        by_status status;
        bool has_failed;

        allocation_reset();
        allocation_fail_at(n);
        status = call(context, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (!has_failed) {
            if (status)
                fail_msg("%s: %s", name, error.message);
            return;
        }
        if (status != BY_ERROR_MEMORY || error.status != BY_ERROR_MEMORY)
            fail_msg("%s, allocation %zu: status %d, '%s'", name, n, status, error.message);
        if (allocation_current() != before)
            fail_msg("%s, allocation %zu: %zu bytes before, %zu after", name, n, before, allocation_current());
    }
}

#define FAIL_EACH(call, context) fail_each(#call, call, context)

/* ---- Options --------------------------------------------------------------------------------------------------- */

static by_status create_options(struct context *context, by_error *error)
{
    by_options *options = NULL;
    by_status status = by_options_create(context->table, &options, error);

    by_options_destroy(options);
    return status;
}

static by_status copy_options(struct context *context, by_error *error)
{
    by_options *options = NULL;
    by_status status = by_options_copy(context->options, &options, error);

    by_options_destroy(options);
    return status;
}

static by_status set_option(struct context *context, by_error *error)
{
    return by_options_set(context->options, "file", "as long as the other", error);
}

static by_status set_all_options(struct context *context, by_error *error)
{
    return by_options_set_all(context->options, "depth=3 file=as_long_as_the_other", error);
}

/* Options are created, copied and set, or say that they could not be. */
static void test_options(void **state)
{
    static const struct by_option table[] = {
        {.name = "depth", .kind = BY_OPTION_NUMBER, .max = 9},
        {.name = "file", .kind = BY_OPTION_TEXT},
        {.name = "note", .kind = BY_OPTION_TEXT},
        {0},
    };
    struct context context = {.table = table};

    (void)state;
    FAIL_EACH(create_options, &context);
    assert_int_equal(by_options_create(table, &context.options, NULL), BY_OK);
    assert_int_equal(by_options_set_all(context.options, "file=as_long_as_the_other note=x", NULL), BY_OK);
    FAIL_EACH(copy_options, &context);
    FAIL_EACH(set_option, &context);
    FAIL_EACH(set_all_options, &context);
    by_options_destroy(context.options);
}

/* ---- Games and positions --------------------------------------------------------------------------------------- */

static by_status open_game(struct context *context, by_error *error)
{
    by_game *game = NULL;
    by_status status = by_game_open(context->type, NULL, &game, error);

    by_game_close(game);
    return status;
}

static by_status create_position(struct context *context, by_error *error)
{
    by_position *position = NULL;
    by_status status = by_position_create(context->game, &position, error);

    by_position_destroy(position);
    return status;
}

static by_status copy_position(struct context *context, by_error *error)
{
    by_position *position = NULL;
    by_status status = by_position_copy(context->position, &position, error);

    by_position_destroy(position);
    return status;
}

static by_status parse_position(struct context *context, by_error *error)
{
    return by_position_parse(context->position, context->text, error);
}

static by_status parse_move(struct context *context, by_error *error)
{
    by_move move;

    return by_position_parse_move(context->position, context->text, &move, error);
}

/* The first legal move, BY_MOVE_NONE if there is none. */
static by_move first_move(by_position *position)
{
    struct by_extent extent;
    struct by_moves moves = {0};
    by_move first;

    by_position_extent(position, &extent);
    moves.list = calloc((size_t)extent.max_moves + 1, sizeof *moves.list);
    assert_non_null(moves.list);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    first = moves.count ? moves.list[0].move : BY_MOVE_NONE;
    free(moves.list);
    return first;
}

static by_status push_and_pop(struct context *context, by_error *error)
{
    by_status status = by_position_push(context->position, context->move, error);

    return status ? status : by_position_pop(context->position, error);
}

static void assert_prints(const by_position *position, const char *expected)
{
    by_text text = {0};

    by_position_print(position, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

static void check_moves(struct context *context)
{
    by_text text = {0};

    context->move = first_move(context->position);
    if (context->move == BY_MOVE_NONE)
        return;
    by_position_print_move(context->position, context->move, &text);
    context->text = by_text_string(&text);
    FAIL_EACH(parse_move, context);
    FAIL_EACH(push_and_pop, context);
    by_text_free(&text);
}

/* Every game is opened, and its positions are created, copied, read and moved on. */
static void test_games(void **state)
{
    (void)state;
    for (size_t i = 0; by_game_type_at(i); i++) {
        struct context context = {.type = by_game_type_at(i)};
        by_text text = {0};

        FAIL_EACH(open_game, &context);
        assert_int_equal(by_game_open(context.type, NULL, &context.game, NULL), BY_OK);
        FAIL_EACH(create_position, &context);
        assert_int_equal(by_position_create(context.game, &context.position, NULL), BY_OK);
        FAIL_EACH(copy_position, &context);
        by_position_print(context.position, &text);
        context.text = by_text_string(&text);
        FAIL_EACH(parse_position, &context);
        assert_prints(context.position, by_text_string(&text));
        check_moves(&context);
        assert_prints(context.position, by_text_string(&text));
        by_position_destroy(context.position);
        by_game_close(context.game);
        by_text_free(&text);
    }
}

/* ---- Positions that grow with every move ------------------------------------------------------------------------- */

/* Pushes as soon as there is memory; until then nothing changes. */
static void push_with_failures(by_position *position)
{
    by_status status = BY_ERROR_MEMORY;
    size_t before, after;

    by_position_history(position, &before);
    for (size_t n = 1; status; n++) {
        allocation_reset();
        allocation_fail_at(n);
        status = by_position_push(position, 1, NULL);
        allocation_reset();
        by_position_history(position, &after);
        assert_int_equal(after, status ? before : before + 1);
        assert_true(status == BY_OK || status == BY_ERROR_MEMORY);
    }
}

/* A position makes room for ever more moves; where that fails it stays as it was. */
static void test_growing_position(void **state)
{
    struct context context = {.type = &walk_game};
    size_t before = allocation_current();

    (void)state;
    assert_int_equal(by_game_open(&walk_game, NULL, &context.game, NULL), BY_OK);
    assert_int_equal(by_position_create(context.game, &context.position, NULL), BY_OK);
    for (int ply = 0; ply < 300; ply++) {
        push_with_failures(context.position);
        FAIL_EACH(copy_position, &context);
    }
    for (int ply = 0; ply < 300; ply++)
        assert_int_equal(by_position_pop(context.position, NULL), BY_OK);
    assert_int_equal(by_position_pop(context.position, NULL), BY_ERROR_INPUT);
    by_position_destroy(context.position);
    by_game_close(context.game);
    assert_int_equal(allocation_current(), before);
}

/* ---- Searches -------------------------------------------------------------------------------------------------- */

static const struct by_limits limits = {BY_SIZE(by_limits), .depth = 3, .nodes = 2000};

static by_status create_and_run(struct context *context, by_error *error)
{
    by_search *search = NULL;
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = by_search_create(context->game, context->method, context->options, &search, error);

    if (!status)
        status = by_search_run(search, context->position, &limits, NULL, &result, error);
    by_search_destroy(search);
    return status;
}

/* A search whose run had no memory can be run again and then finds what it would have found. */
static void check_run_again(struct context *context)
{
    by_search *search;
    struct by_result result = {BY_SIZE(by_result)};
    uint64_t nodes;
    by_status status = BY_ERROR_MEMORY;

    assert_int_equal(by_search_create(context->game, context->method, context->options, &search, NULL), BY_OK);
    assert_int_equal(by_search_run(search, context->position, &limits, NULL, &result, NULL), BY_OK);
    nodes = result.nodes;
    by_search_destroy(search);

    assert_int_equal(by_search_create(context->game, context->method, context->options, &search, NULL), BY_OK);
    for (size_t n = 1; status; n++) {
        allocation_reset();
        allocation_fail_at(n);
        status = by_search_run(search, context->position, &limits, NULL, &result, NULL);
        allocation_reset();
        assert_true(status == BY_OK || status == BY_ERROR_MEMORY);
    }
    assert_int_equal(result.nodes, nodes);
    by_search_destroy(search);
}

static void check_method(struct context *context)
{
    const struct by_preset *preset = by_method_presets(context->method);

    FAIL_EACH(create_and_run, context);
    assert_int_equal(by_options_create(by_method_options(context->method), &context->options, NULL), BY_OK);
    for (; preset->name; preset++) {
        assert_int_equal(by_method_apply_preset(context->method, preset->name, context->options, NULL), BY_OK);
        FAIL_EACH(create_and_run, context);
        check_run_again(context);
    }
    by_options_destroy(context->options);
    context->options = NULL;
}

/* Every method with each of its presets is created for and run on every game. */
static void test_searches(void **state)
{
    (void)state;
    for (size_t i = 0; by_game_type_at(i); i++) {
        struct context context = {.type = by_game_type_at(i)};

        assert_int_equal(by_game_open(context.type, NULL, &context.game, NULL), BY_OK);
        assert_int_equal(by_position_create(context.game, &context.position, NULL), BY_OK);
        for (size_t m = 0; by_method_at(m); m++) {
            context.method = by_method_at(m);
            check_method(&context);
        }
        by_position_destroy(context.position);
        by_game_close(context.game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_growing_position),
        cmocka_unit_test(test_searches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
