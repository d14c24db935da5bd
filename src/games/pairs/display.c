/* SPDX-License-Identifier: MIT
 *
 * The display of pairs. Its cells are numbered from the top left, the squares of boards from the bottom left.
 */
#include "core/display.h"
#include "games/pairs/board.h"

static const struct by_piece pieces[] = {
    {.name = "stone", .shapes = {"cross", "ring"}, .letters = {'x', 'o'}},
    {0},
};

static int square_of(const struct pairs_tables *t, int cell)
{
    return (t->height - 1 - cell / t->width) * t->width + cell % t->width;
}

static void board(const void *state, struct by_board *out)
{
    const struct pairs_tables *t = ((const struct pairs *)state)->tables;

    *out = (struct by_board){
        .kind = BY_BOARD_CELLS,
        .columns = t->width,
        .rows = t->height,
        .column_names = "abcdefgh",
        .first_row = 1,
    };
}

/* The cells of lines that these stones hold. */
static uint64_t cells_of_lines(const struct pairs_tables *t, uint64_t stones)
{
    uint64_t cells = 0;

    for (int i = 0; i < t->line_count; i++)
        if ((stones & t->lines[i]) == t->lines[i])
            cells |= t->lines[i];
    return cells;
}

static void squares(void *state, struct by_square *out)
{
    const struct pairs *s = state;
    uint64_t lines = cells_of_lines(s->tables, s->stones[0]) | cells_of_lines(s->tables, s->stones[1]);

    for (int cell = 0; cell < s->tables->cells; cell++) {
        bool is_o = s->stones[1] >> cell & 1, is_taken = is_o || (s->stones[0] >> cell & 1);

        out[square_of(s->tables, cell)] = (struct by_square){
            .piece = is_taken,
            .side = is_o,
            .marks = lines >> cell & 1 ? BY_MARK_LINE : 0,
        };
    }
}

static void gesture(const void *state, by_move move, struct by_gesture *out)
{
    const struct pairs *s = state;

    *out = (struct by_gesture){.from = BY_NO_SQUARE, .to = square_of(s->tables, (int)move), .piece = 1};
}

static void compose(const void *initial, const struct by_board *shape, const struct by_square *set, int side,
                    by_text *out)
{
    (void)initial;
    (void)side;
    by__display_add_rows(shape, set, pairs_letters, out);
}

const struct by_display by__pairs_display = {
    .pieces = pieces,
    .turn_follows = true,
    .board = board,
    .squares = squares,
    .gesture = gesture,
    .compose = compose,
};
