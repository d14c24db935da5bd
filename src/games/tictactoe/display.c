/* SPDX-License-Identifier: MIT
 *
 * The display of tic-tac-toe. Its cells are numbered from the top left, the squares of boards from the bottom left.
 */
#include "core/display.h"
#include "games/tictactoe/board.h"

enum { SIZE = 3 };

static const struct by_piece pieces[] = {
    {.name = "stone", .shapes = {"cross", "ring"}, .letters = {'x', 'o'}},
    {0},
};

static int square_of(int cell)
{
    return (SIZE - 1 - cell / SIZE) * SIZE + cell % SIZE;
}

static void board(const void *state, struct by_board *out)
{
    (void)state;
    *out = (struct by_board){.kind = BY_BOARD_CELLS, .columns = SIZE, .rows = SIZE};
}

/* The cells of lines that these stones hold. */
static unsigned cells_of_lines(unsigned stones)
{
    unsigned cells = 0;

    for (int i = 0; i < TICTACTOE_LINES; i++)
        if ((stones & tictactoe_lines[i]) == tictactoe_lines[i])
            cells |= tictactoe_lines[i];
    return cells;
}

static void squares(void *state, struct by_square *out)
{
    const struct tictactoe *s = state;
    unsigned lines = cells_of_lines(s->stones[0]) | cells_of_lines(s->stones[1]);

    for (int cell = 0; cell < TICTACTOE_CELLS; cell++) {
        bool is_o = s->stones[1] >> cell & 1, is_taken = is_o || (s->stones[0] >> cell & 1);

        out[square_of(cell)] = (struct by_square){
            .piece = is_taken,
            .side = is_o,
            .marks = lines >> cell & 1 ? BY_MARK_LINE : 0,
        };
    }
}

static void gesture(const void *state, by_move move, struct by_gesture *out)
{
    (void)state;
    *out = (struct by_gesture){.from = BY_NO_SQUARE, .to = square_of((int)move), .piece = 1};
}

static void compose(const void *initial, const struct by_board *shape, const struct by_square *set, int side,
                    by_text *out)
{
    (void)initial;
    (void)side;
    by__display_add_rows(shape, set, tictactoe_letters, out);
}

const struct by_display by__tictactoe_display = {
    .pieces = pieces,
    .turn_follows = true,
    .board = board,
    .squares = squares,
    .gesture = gesture,
    .compose = compose,
};
