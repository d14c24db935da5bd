/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of Go.
 */
#include "board.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), *rest = text;
    by_game *game = open_with("go", cut_line(&rest));
    by_position *position;
    by_error error = {0};

    REQUIRE(by_position_create(game, &position, NULL) == BY_OK);
    if (by_position_parse(position, cut_line(&rest), &error))
        REQUIRE(error.status < 0 && error.message[0] && error.column > 0);
    else
        check_position(position);
    play_lines(position, rest);
    by_position_destroy(position);
    by_game_close(game);
    free(text);
    return 0;
}
