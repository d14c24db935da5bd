/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of the goal of Go. The second line is a position, or a question such as `attack B2 none` about a
 * position of Go, which is the third line.
 */
#include "board.h"

static by_status import(by_position *position, const char *question, const char *text, by_error *error)
{
    by_game *go = open_with("go", "");
    by_position *board;
    by_status status;

    REQUIRE(by_position_create(go, &board, NULL) == BY_OK);
    status = by_position_parse(board, text, error);
    if (!status)
        status = by_position_import(position, board, question, error);
    by_position_destroy(board);
    by_game_close(go);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), *rest = text, *line;
    by_game *game = open_with("go-capture", cut_line(&rest));
    by_position *position;
    by_error error = {0};
    by_status status;

    REQUIRE(by_position_create(game, &position, NULL) == BY_OK);
    line = cut_line(&rest);
    if (strncmp(line, "attack ", 7) == 0 || strncmp(line, "defend ", 7) == 0)
        status = import(position, line, cut_line(&rest), &error);
    else
        status = by_position_parse(position, line, &error);
    if (status)
        REQUIRE(error.status < 0 && error.message[0]);
    else
        check_position(position);
    play_lines(position, rest);
    by_position_destroy(position);
    by_game_close(game);
    free(text);
    return 0;
}
