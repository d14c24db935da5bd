/* SPDX-License-Identifier: MIT
 *
 * Positions of a game of Go or of its goal, for targets: the first line is the game's settings, the second a position,
 * each further one a move.
 */
#ifndef BOYI_FUZZ_BOARD_H
#define BOYI_FUZZ_BOARD_H

#include "boyi/game.h"
#include "input.h"

enum { MOVES_PLAYED_MOST = 24, MOVES_CHECKED_MOST = 12 };

/* Cuts the first line off and gives it back; "" behind the last. */
static inline char *cut_line(char **text)
{
    char *line = *text, *end = strchr(line, '\n');

    *text = end ? end + 1 : line + strlen(line);
    if (end)
        *end = 0;
    return line;
}

/* Settings that do not fit are left out, all of them. */
static inline by_game *open_with(const char *name, const char *settings)
{
    const by_game_type *type;
    by_options *options;
    by_game *game;

    REQUIRE(by_game_type_find(name, &type, NULL) == BY_OK);
    REQUIRE(by_options_create(type->options, &options, NULL) == BY_OK);
    (void)by_options_set_all(options, settings, NULL);
    REQUIRE(by_game_open(type, options, &game, NULL) == BY_OK);
    by_options_destroy(options);
    return game;
}

/* The printed text is read as the same position, except for its history. */
static inline void check_text(by_position *position)
{
    by_text once = {0}, twice = {0};
    struct by_node node, again;
    by_position *copy;

    by_position_print(position, &once);
    REQUIRE(by_position_create(by_position_game(position), &copy, NULL) == BY_OK);
    REQUIRE(by_position_parse(copy, by_text_string(&once), NULL) == BY_OK);
    by_position_print(copy, &twice);
    REQUIRE(strcmp(by_text_string(&once), by_text_string(&twice)) == 0);
    by_position_node(position, &node);
    by_position_node(copy, &again);
    REQUIRE(node.side == again.side);
    for (unsigned style = 0; style < 4; style++)
        by_position_draw(copy, style, &twice);
    (void)by_position_explain(copy, &twice, NULL);
    by_position_destroy(copy);
    by_text_free(&once);
    by_text_free(&twice);
}

/* Every listed move is one in every notation, and leaves the position as it was when it is taken back. */
static inline void check_move(by_position *position, by_move move)
{
    const by_game_type *type = by_game_type_of(by_position_game(position));
    by_text text = {0}, again = {0};
    struct by_node node, after;
    by_move read;

    for (int notation = 0; type->notations && type->notations[notation]; notation++) {
        by_text_clear(&text);
        by_position_print_move_as(position, move, notation, &text);
        REQUIRE(by_position_parse_move_as(position, by_text_string(&text), notation, &read, NULL) == BY_OK);
        REQUIRE(read == move);
    }
    by_text_clear(&text);
    by_position_node(position, &node);
    by_position_print(position, &text);
    REQUIRE(by_position_push(position, move, NULL) == BY_OK);
    by_position_node(position, &after);
    REQUIRE(by_position_pop(position, NULL) == BY_OK);
    by_position_node(position, &after);
    by_position_print(position, &again);
    REQUIRE(node.key == after.key && node.is_over == after.is_over && node.value == after.value);
    REQUIRE(strcmp(by_text_string(&text), by_text_string(&again)) == 0);
    by_text_free(&text);
    by_text_free(&again);
}

static inline void check_moves(by_position *position)
{
    struct by_extent extent;
    struct by_moves counted = {0}, moves = {0};
    struct by_node node;

    by_position_verdict(position, &node);
    by_position_extent(position, &extent);
    by_position_moves(position, BY_MOVES_ALL, &counted);
    REQUIRE(counted.count <= extent.max_moves);
    moves.list = calloc((size_t)extent.max_moves + 1, sizeof *moves.list);
    REQUIRE(moves.list);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    REQUIRE(moves.count == counted.count);
    for (int i = 0; i < moves.count && i < MOVES_CHECKED_MOST; i++)
        check_move(position, moves.list[(long)i * moves.count / MOVES_CHECKED_MOST % moves.count].move);
    free(moves.list);
}

static inline void check_position(by_position *position)
{
    const by_game_type *type = by_game_type_of(by_position_game(position));

    check_text(position);
    check_moves(position);
    if (type->evaluation)
        (void)by_position_evaluate(position);
}

/* Plays what is a move, and takes it all back. */
static inline void play_lines(by_position *position, char *lines)
{
    by_text before = {0}, after = {0};

    by_position_print(position, &before);
    for (int i = 0; *lines && i < MOVES_PLAYED_MOST; i++) {
        by_error error = {0};
        by_move move;

        if (by_position_parse_move(position, cut_line(&lines), &move, &error) == BY_OK)
            REQUIRE(by_position_push(position, move, NULL) == BY_OK);
        else
            REQUIRE(error.status < 0 && error.message[0]);
    }
    check_position(position);
    while (by_position_pop(position, NULL) == BY_OK)
        ;
    by_position_print(position, &after);
    REQUIRE(strcmp(by_text_string(&before), by_text_string(&after)) == 0);
    by_text_free(&before);
    by_text_free(&after);
}

#endif
