/* SPDX-License-Identifier: MIT
 *
 * Asks for the best move in xiangqi, at the beginning or in the position of the argument (FEN).
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
    struct by_limits limits = {BY_SIZE(by_limits), .depth = 5};
    struct by_result result = {BY_SIZE(by_result), .best = BY_MOVE_NONE};
    by_text move = {0};
    by_error error = {0};

    if (by_game_type_find("xiangqi", &type, &error) || by_game_open(type, NULL, &game, &error) ||
        by_position_create(game, &position, &error) || (argc > 1 && by_position_parse(position, argv[1], &error)) ||
        by_method_find("alphabeta", &method, &error) || by_search_create(game, method, NULL, &search, &error) ||
        by_search_run(search, position, &limits, NULL, &result, &error))
        fprintf(stderr, "best_move: %s\n", error.message);
    else if (result.best == BY_MOVE_NONE)
        printf("the game is over: %s\n", by_kind_name(result.kind));
    else
        by_position_print_move(position, result.best, &move), printf("%s\n", by_text_string(&move));
    by_text_free(&move);
    by_search_destroy(search);
    by_position_destroy(position);
    by_game_close(game);
    return error.status ? 1 : 0;
}
