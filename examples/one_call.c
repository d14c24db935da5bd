/* SPDX-License-Identifier: MIT
 *
 * Prints the best move in xiangqi, at the beginning or in the position of the argument (FEN), by a single call.
 *
 *     cc one_call.c $(pkg-config --cflags --libs boyi) -o one_call
 */
#include <boyi/boyi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    by_text move = {0};
    by_error error;

    if (by_best_move("xiangqi", argc > 1 ? argv[1] : NULL, "depth 5", &move, &error))
        return fprintf(stderr, "one_call: %s\n", error.message), 1;
    puts(by_text_string(&move));
    by_text_free(&move);
    return 0;
}
