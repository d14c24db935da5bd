/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of a game, for targets: the first line is a position, the second a move.
 */
#ifndef BOYI_FUZZ_POSITION_H
#define BOYI_FUZZ_POSITION_H

#include "boyi/game.h"
#include "input.h"

/* A position that was read can be printed, and the text is read as the same position. */
static inline void check_position(by_position *position)
{
    struct by_node node, again;
    by_text text = {0};

    by_position_verdict(position, &node);
    by_position_print(position, &text);
    REQUIRE(by_position_parse(position, by_text_string(&text), NULL) == BY_OK);
    by_position_verdict(position, &again);
    REQUIRE(node.key == again.key && node.side == again.side && node.is_over == again.is_over);
    by_text_free(&text);
}

/* Reads both lines as those of a built-in game. */
static inline void read_position(const char *name, const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    char *end = strchr(text, '\n');
    const by_game_type *type;
    by_game *game;
    by_position *position;
    by_error error = {0};
    by_move move;

    if (end)
        *end = 0;
    REQUIRE(by_game_type_find(name, &type, NULL) == BY_OK);
    REQUIRE(by_game_open(type, NULL, &game, NULL) == BY_OK);
    REQUIRE(by_position_create(game, &position, NULL) == BY_OK);
    if (by_position_parse(position, text, &error) == BY_OK)
        check_position(position);
    else
        REQUIRE(error.status < 0 && error.message[0]);
    if (by_position_parse_move(position, end ? end + 1 : "", &move, &error) == BY_OK) {
        REQUIRE(by_position_push(position, move, NULL) == BY_OK);
        check_position(position);
    }
    by_position_destroy(position);
    by_game_close(game);
    free(text);
}

#endif
