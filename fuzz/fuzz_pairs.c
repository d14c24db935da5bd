/* SPDX-License-Identifier: MIT
 *
 * Settings, positions and moves of pairs: the first line is the settings, the second a position, each further one a
 * move.
 */
#include "boyi/game.h"
#include "input.h"

/* A position that was read can be printed, and the text is read as the same position. */
static void check_position(by_position *position)
{
    struct by_node node, again;
    struct by_moves moves = {0}, moves_again = {0};
    by_position *copy;
    by_text text = {0};

    REQUIRE(by_position_create(by_position_game(position), &copy, NULL) == BY_OK);
    by_position_verdict(position, &node);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    by_position_print(position, &text);
    REQUIRE(by_position_parse(copy, by_text_string(&text), NULL) == BY_OK);
    by_position_verdict(copy, &again);
    by_position_moves(copy, BY_MOVES_ALL, &moves_again);
    REQUIRE(node.key == again.key && node.index_key == again.index_key && node.side == again.side);
    REQUIRE(node.is_over == again.is_over && node.value == again.value && moves.count == moves_again.count);
    by_position_draw(copy, 0, &text);
    by_text_free(&text);
    by_position_destroy(copy);
}

static void play(by_position *position, char *moves)
{
    for (char *line = moves; line;) {
        char *end = strchr(line, '\n');
        by_move move;
        by_error error = {0};

        if (end)
            *end = 0;
        if (by_position_parse_move(position, line, &move, &error) == BY_OK) {
            REQUIRE(by_position_push(position, move, NULL) == BY_OK);
            check_position(position);
        } else {
            REQUIRE(error.status < 0 && error.message[0]);
        }
        line = end ? end + 1 : NULL;
    }
    while (by_position_pop(position, NULL) == BY_OK)
        ;
    check_position(position);
}

/* Cuts the text at its first end of line and gives what follows. */
static char *cut_line(char *text)
{
    char *end = strchr(text, '\n');

    if (!end)
        return text + strlen(text);
    *end = 0;
    return end + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    char *board = cut_line(text), *moves = cut_line(board);
    const by_game_type *type;
    by_options *options;
    by_game *game;
    by_position *position;
    by_error error = {0};

    REQUIRE(by_game_type_find("pairs", &type, NULL) == BY_OK);
    REQUIRE(by_options_create(type->options, &options, NULL) == BY_OK);
    by_options_set_all(options, text, NULL);
    REQUIRE(by_game_open(type, options, &game, NULL) == BY_OK);
    REQUIRE(by_position_create(game, &position, NULL) == BY_OK);
    if (by_position_parse(position, board, &error) == BY_OK)
        check_position(position);
    else
        REQUIRE(error.status < 0 && error.message[0]);
    play(position, moves);
    by_position_destroy(position);
    by_game_close(game);
    by_options_destroy(options);
    free(text);
    return 0;
}
