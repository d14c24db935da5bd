/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of xiangqi: the first line is a FEN, or empty for the initial position, each further line a move
 * in any notation. Moves are written in every notation and read again.
 */
#include "boyi/game.h"
#include "input.h"

enum { MOVES_MOST = 32, NOTATIONS = 6 };

/* A position that was read can be printed, and the text is read as the same position; every position can be drawn. */
static void check_position(const by_game *game, by_position *position)
{
    struct by_node node, again;
    by_position *copy;
    by_text text = {0};

    for (unsigned style = 0; style < 8; style++)
        by_position_draw(position, style, &text);
    by_text_clear(&text);
    by_position_verdict(position, &node);
    by_position_print(position, &text);
    REQUIRE(by_position_create(game, &copy, NULL) == BY_OK);
    REQUIRE(by_position_parse(copy, by_text_string(&text), NULL) == BY_OK);
    by_position_verdict(copy, &again);
    REQUIRE(node.key == again.key && node.side == again.side && node.in_check == again.in_check);
    by_position_destroy(copy);
    by_text_free(&text);
}

static void check_move(by_position *position, by_move move)
{
    by_text text = {0};
    by_move again;

    for (int notation = 0; notation < NOTATIONS; notation++) {
        by_text_clear(&text);
        by_position_print_move_as(position, move, notation, &text);
        REQUIRE(by_position_parse_move_as(position, by_text_string(&text), notation, &again, NULL) == BY_OK);
        REQUIRE(again == move);
    }
    by_text_free(&text);
}

/* A text that is a move in one notation is also read without naming the notation; the reverse gives the same moves. */
static void read_move(const by_game *game, by_position *position, const char *line)
{
    by_error error = {0};
    by_move move, strict;
    bool is_any = by_position_parse_move(position, line, &move, &error) == BY_OK, is_strict = false, is_same = false;

    REQUIRE(is_any || (error.status < 0 && error.message[0]));
    for (int notation = 0; notation < NOTATIONS; notation++) {
        if (by_position_parse_move_as(position, line, notation, &strict, NULL) != BY_OK)
            continue;
        check_move(position, strict);
        is_strict = true;
        is_same |= is_any && strict == move;
    }
    REQUIRE(is_any == is_strict && is_any == is_same);
    if (is_any) {
        REQUIRE(by_position_push(position, move, NULL) == BY_OK);
        check_position(game, position);
    }
}

/* Cuts the first line off and gives it back; NULL if there is none. */
static char *next_line(char **text)
{
    char *line = *text;
    char *end = line ? strchr(line, '\n') : NULL;

    if (end)
        *end = 0;
    *text = end ? end + 1 : NULL;
    return line;
}

/* The tables of a game are large: it is opened once for all inputs. */
static const by_game *opened_game(void)
{
    static by_game *game;
    const by_game_type *type;

    if (!game) {
        REQUIRE(by_game_type_find("xiangqi", &type, NULL) == BY_OK);
        REQUIRE(by_game_open(type, NULL, &game, NULL) == BY_OK);
    }
    return game;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), *rest = text, *line;
    const by_game *game = opened_game();
    by_position *position;
    by_error error = {0};

    REQUIRE(by_position_create(game, &position, NULL) == BY_OK);
    line = next_line(&rest);
    if (*line && by_position_parse(position, line, &error))
        REQUIRE(error.status < 0 && error.message[0]);
    check_position(game, position);
    for (int i = 0; i < MOVES_MOST && (line = next_line(&rest)); i++)
        read_move(game, position, line);
    by_position_destroy(position);
    free(text);
    return 0;
}
