/* SPDX-License-Identifier: MIT
 *
 * The board for a terminal:
 *
 *      5 ┌─○─┬─┬─┐         5 . O . . .
 *      4 ├─┼[●]┼─┤         4 . .[X]. .
 *      3 ├─┼─╋─┼─┤         3 . . + . .
 *      2 ├─┼─┼─┼─┤         2 . . . . .
 *      1 └─┴─┴─┴─┘         1 . . . . .
 *        A B C D E           A B C D E
 *
 * Points are two columns apart. The stone that was played last is in brackets, which stand in the columns beside it.
 */
#include "games/go/notation.h"

/* The characters of lines and stones. */
struct pen {
    const char *along;
    const char *points[3][3]; /* where lines meet: by rows from the top, by columns from the left */
    const char *star;
    const char *stones[2];
};

static const struct pen boxes = {
    .along = "─",
    .points = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
    .star = "╋",
    .stones = {"●", "○"},
};

static const struct pen ascii = {
    .along = " ",
    .points = {{".", ".", "."}, {".", ".", "."}, {".", ".", "."}},
    .star = "+",
    .stones = {"X", "O"},
};

/* A blue and an orange of the 256-colour palette that are neither too dark nor too light for any background. */
static const char *const colours[2] = {"\033[1;38;5;26m", "\033[1;38;5;172m"};
static const char plain[] = "\033[0m";

/* A drawing under way. Rows and columns count as they are seen, from the top left. */
struct picture {
    const struct go *s;
    const struct pen *pen;
    unsigned style;
    int last; /* where a stone was played last; GO_NO_POINT: none */
    by_text *out;
};

static int point_at(const struct picture *p, int row, int column)
{
    int size = p->s->size;

    return p->style & BY_DRAW_TURNED ? row * size + size - 1 - column : (size - 1 - row) * size + column;
}

static void draw_empty(const struct picture *p, int row, int column)
{
    int last = p->s->size - 1;

    if (by_board_has_star(p->s->size, row, column))
        by_text_add(p->out, p->pen->star);
    else
        by_text_add(p->out, p->pen->points[row == 0      ? 0
                                           : row == last ? 2
                                                         : 1][column == 0      ? 0
                                                              : column == last ? 2
                                                                               : 1]);
}

static void draw_stone(const struct picture *p, int colour)
{
    bool has_colour = p->style & BY_DRAW_COLOUR;

    by_text_add(p->out, has_colour ? colours[colour] : "");
    by_text_add(p->out, p->pen->stones[colour]);
    by_text_add(p->out, has_colour ? plain : "");
}

static void draw_row(const struct picture *p, int row)
{
    bool was_last = false;

    by_text_printf(p->out, "%2d", point_at(p, row, 0) / p->s->size + 1);
    for (int column = 0; column < p->s->size; column++) {
        int point = point_at(p, row, column);
        bool is_last = point == p->last;

        by_text_add(p->out, is_last ? "[" : was_last ? "]" : column ? p->pen->along : " ");
        if (p->s->board[point] == GO_EMPTY)
            draw_empty(p, row, column);
        else
            draw_stone(p, p->s->board[point]);
        was_last = is_last;
    }
    by_text_add(p->out, was_last ? "]\n" : "\n");
}

void by__go_draw(const void *state, unsigned style, by_text *out)
{
    const struct go *s = state;
    struct picture p = {s, style & BY_DRAW_LETTERS ? &ascii : &boxes, style, GO_NO_POINT, out};

    if (s->length)
        p.last = go_point(s->undo[s->length - 1].move);
    for (int row = 0; row < s->size; row++)
        draw_row(&p, row);
    by_text_add(out, "  ");
    for (int column = 0; column < s->size; column++)
        by_text_printf(out, " %c", go_column_letter(point_at(&p, 0, column) % s->size));
    by_text_add_char(out, '\n');
}
