/* SPDX-License-Identifier: MIT
 *
 * Asks for the best move in tic-tac-toe, at the beginning or in the position of the argument, such as x.o/.x./..o
 *
 *     cc best_move.c $(pkg-config --cflags --libs boyi) -o best_move
 */
#include <boyi/boyi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    const by_game_type *type;
    const by_method *method;
    by_game *game = NULL;
    by_position *position = NULL;
    by_search *search = NULL;
    struct by_result result;
    by_text move = {0};
    by_error error;
    by_status status;

    if ((status = by_game_type_find("tictactoe", &type, &error)) == BY_OK &&
        (status = by_game_open(type, NULL, &game, &error)) == BY_OK &&
        (status = by_position_create(game, &position, &error)) == BY_OK &&
        (status = argc > 1 ? by_position_parse(position, argv[1], &error) : BY_OK) == BY_OK &&
        (status = by_method_find("alphabeta", &method, &error)) == BY_OK &&
        (status = by_search_create(game, method, NULL, &search, &error)) == BY_OK &&
        (status = by_search_run(search, position, NULL, NULL, &result, &error)) == BY_OK) {
        if (result.best != BY_MOVE_NONE)
            by_position_print_move(position, result.best, &move);
        printf("best %s, value %d (%s)\n", by_text_string(&move), (int)result.value, by_kind_name(result.kind));
    } else {
        fprintf(stderr, "best_move: %s\n", error.message);
    }
    by_text_free(&move);
    by_search_destroy(search);
    by_position_destroy(position);
    by_game_close(game);
    return status ? 1 : 0;
}
