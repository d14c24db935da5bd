/* SPDX-License-Identifier: MIT
 *
 * Texts of explicit trees: whatever can be read can be written and read again, at the root and after some moves.
 */
#include "boyi/game.h"
#include "input.h"

/* Trees are kept small, generated ones too. */
static by_game *open_small_trees(void)
{
    const by_game_type *type;
    by_options *options;
    by_game *game;

    REQUIRE(by_game_type_find("tree", &type, NULL) == BY_OK);
    REQUIRE(by_options_create(type->options, &options, NULL) == BY_OK);
    REQUIRE(by_options_set_number(options, "nodes_most", 1000, NULL) == BY_OK);
    REQUIRE(by_game_open(type, options, &game, NULL) == BY_OK);
    by_options_destroy(options);
    return game;
}

/* The print is read as an equal position: same print, same node, same number of moves. */
static void check_position(const by_game *game, by_position *position)
{
    struct by_node node, again;
    struct by_moves moves = {0}, moves_again = {0};
    by_text text = {0}, text_again = {0};
    by_position *copy;

    by_position_print(position, &text);
    REQUIRE(by_position_create(game, &copy, NULL) == BY_OK);
    REQUIRE(by_position_parse(copy, by_text_string(&text), NULL) == BY_OK);
    by_position_print(copy, &text_again);
    REQUIRE(strcmp(by_text_string(&text), by_text_string(&text_again)) == 0);
    by_position_node(position, &node);
    by_position_node(copy, &again);
    REQUIRE(node.side == again.side && node.is_over == again.is_over && node.value == again.value && node.key);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    by_position_moves(copy, BY_MOVES_ALL, &moves_again);
    REQUIRE(moves.count == moves_again.count && (moves.count == 0) == node.is_over);
    by_text_clear(&text);
    by_position_draw(copy, 0, &text);
    by_position_destroy(copy);
    by_text_free(&text);
    by_text_free(&text_again);
}

/* Goes down as the bytes of the input say. */
static void walk(const by_game *game, by_position *position, const uint8_t *data, size_t size)
{
    struct by_extent extent;

    by_position_extent(position, &extent);
    check_position(game, position);
    for (size_t i = 0; i < size && i < 8; i++) {
        struct by_moves moves = {0};

        by_position_moves(position, BY_MOVES_ALL, &moves);
        REQUIRE(moves.count <= extent.max_moves);
        if (!moves.count)
            break;
        REQUIRE((int)i < extent.max_plies);
        REQUIRE(by_position_push(position, (by_move)(data[i] % moves.count), NULL) == BY_OK);
        check_position(game, position);
    }
    while (by_position_pop(position, NULL) == BY_OK)
        ;
    check_position(game, position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    by_game *game = open_small_trees();
    by_position *position;
    by_error error = {0};
    by_move move;

    REQUIRE(by_position_create(game, &position, NULL) == BY_OK);
    if (by_position_parse(position, text, &error) == BY_OK)
        walk(game, position, data, size);
    else
        REQUIRE(error.status < 0 && error.message[0]);
    if (by_position_parse_move(position, text, &move, &error) == BY_OK)
        REQUIRE(by_position_push(position, move, NULL) == BY_OK);
    by_position_destroy(position);
    by_game_close(game);
    free(text);
    return 0;
}
