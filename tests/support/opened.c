/* SPDX-License-Identifier: MIT */
#include "support/opened.h"

#include "support/check.h"

static void assert_good(by_status status, const by_error *error)
{
    if (status)
        fail_msg("line %d, column %d: %s", error->line, error->column, error->message);
}

struct opened open_position(const char *game, const char *settings, const char *text)
{
    struct opened opened = {0};
    const by_game_type *type = NULL;
    by_options *options = NULL;
    by_error error = {0};

    assert_good(by_game_type_find(game, &type, &error), &error);
    if (*settings) {
        assert_good(by_options_create(type->options, &options, &error), &error);
        assert_good(by_options_set_all(options, settings, &error), &error);
    }
    assert_good(by_game_open(type, options, &opened.game, &error), &error);
    by_options_destroy(options);
    assert_good(by_position_create(opened.game, &opened.position, &error), &error);
    if (text)
        assert_good(by_position_parse(opened.position, text, &error), &error);
    return opened;
}

void close_position(struct opened *opened)
{
    by_position_destroy(opened->position);
    by_game_close(opened->game);
}

void push_text(by_position *position, const char *text)
{
    by_error error = {0};
    by_move move = BY_MOVE_NONE;

    assert_good(by_position_parse_move(position, text, &move, &error), &error);
    assert_good(by_position_push(position, move, &error), &error);
}

void assert_position_text(const by_position *position, const char *expected)
{
    by_text text = {0};

    by_position_print(position, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}
