/* SPDX-License-Identifier: MIT
 *
 * Boards for a terminal, by the display of the game:
 *
 *      5 ┌─○─┬─┬─┐         5 . O . . .          9  車──馬──象──士──將         9  r---n---b---a---k
 *      4 ├─┼[●]┼─┤         4 . .[X]. .             │   │   │   │ ╲ │             |   |   |   | \ |
 *      3 ├─┼─╋─┼─┤         3 . . + . .          8  ├───┼───┼───┼───┼          8  +---+---+---+---+
 *        A B C D E           A B C D E
 *
 * Points are two columns apart, or four if the pieces have characters of their own: Chinese ones take two columns, and
 * between the rows there is a line for palaces and the river. The squares of the last move are in brackets, which stand
 * in the columns beside it. Cells have no lines.
 */
#include <string.h>

#include "core/display.h"
#include "core/game.h"

/* The characters of lines. */
struct pen {
    const char *along, *down;
    const char *falling, *rising;
    const char *points[3][3]; /* where lines meet: by rows from the top, by columns from the left */
    const char *star;
    const char *river; /* 31 columns */
};

#define ALL(point)                                                                                                     \
    {                                                                                                                  \
        {point, point, point}, {point, point, point}, {point, point, point},                                           \
    }

static const struct pen boxes = {
    .along = "─",
    .down = "│",
    .falling = "╲",
    .rising = "╱",
    .points = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
    .star = "╋",
    .river = "     楚   河       漢   界     ",
};
static const struct pen narrow_ascii = {.along = " ", .points = ALL("."), .star = "+"};
static const struct pen wide_ascii = {
    .along = "-",
    .down = "|",
    .falling = "\\",
    .rising = "/",
    .points = ALL("+"),
    .river = "           r i v e r           ",
};

/* Colours of the 256-colour palette that are neither too dark nor too light for any background. */
static const struct {
    const char *side, *codes[2]; /* the name of a side, and the colour of the first and of the second side */
} colours[] = {
    {"red", {"\033[1;38;5;160m", "\033[1;38;5;160m"}},
    {"white", {"\033[1;38;5;172m", "\033[1;38;5;172m"}},
    {NULL, {"\033[1;38;5;26m", "\033[1;38;5;28m"}},
};

/* A drawing under way. Rows and columns count as they are seen, from the top left. */
struct drawing {
    const by_game_type *type;
    const struct pen *pen;
    struct by_board board;
    struct by_square squares[BY_MAX_SQUARES];
    struct by_gesture last; /* the last move */
    unsigned style;
    bool is_wide; /* pieces have characters of their own */
    by_text *out;
};

static int square_at(const struct drawing *d, int row, int column)
{
    int columns = d->board.columns;

    return d->style & BY_DRAW_TURNED ? row * columns + columns - 1 - column
                                     : (d->board.rows - 1 - row) * columns + column;
}

static bool has_decoration(const struct drawing *d, const char *name)
{
    const char *const *decoration = d->type->display->decorations;

    while (decoration && *decoration && strcmp(*decoration, name) != 0)
        decoration++;
    return decoration && *decoration;
}

static const char *colour_of(const struct drawing *d, int side)
{
    const char *name = d->type->side_names ? d->type->side_names[side] : "";
    size_t i = 0;

    while (colours[i].side && strcmp(colours[i].side, name) != 0)
        i++;
    return colours[i].codes[side];
}

static void draw_piece(const struct drawing *d, const struct by_square *square)
{
    static const char *const stones[] = {"●", "○"};
    const struct by_piece *piece = &d->type->display->pieces[square->piece - 1];
    const char letter[2] = {piece->letters[square->side]}, *glyph = piece->glyphs[square->side];
    bool has_colour = d->style & BY_DRAW_COLOUR;

    if (!glyph && strcmp(piece->shapes[square->side], "stone") == 0)
        glyph = stones[square->side];
    by_text_add(d->out, has_colour ? colour_of(d, square->side) : "");
    by_text_add(d->out, d->style & BY_DRAW_LETTERS || !glyph ? letter : glyph);
    by_text_add(d->out, has_colour ? "\033[0m" : "");
}

/* Where lines meet: all but the outer ones end at the river. */
static void draw_crossing(const struct drawing *d, int row, int column)
{
    int rows = d->board.rows, columns = d->board.columns;
    bool is_last = column == columns - 1, ends = column && !is_last && has_decoration(d, "river");
    int top = row == 0 || (ends && row == rows / 2), bottom = row == rows - 1 || (ends && row == rows / 2 - 1);

    if (rows == columns && has_decoration(d, "stars") && by_board_has_star(rows, row, column))
        by_text_add(d->out, d->pen->star);
    else
        by_text_add(d->out, d->pen->points[top ? 0 : bottom ? 2 : 1][column == 0 ? 0 : is_last ? 2 : 1]);
}

static void draw_point(const struct drawing *d, int row, int column, bool is_marked)
{
    const struct by_square *square = &d->squares[square_at(d, row, column)];
    bool is_glyph = d->is_wide && !(d->style & BY_DRAW_LETTERS), is_last = column == d->board.columns - 1;

    if (square->piece) {
        draw_piece(d, square);
    } else if (is_marked && d->is_wide) {
        by_text_add(d->out, is_glyph ? "  " : " ");
    } else {
        draw_crossing(d, row, column);
        by_text_add(d->out, is_glyph && !is_last ? d->pen->along : "");
    }
}

/* Brackets stand for the lines beside a point. */
static void draw_points(const struct drawing *d, int row)
{
    bool was_marked = false;

    by_text_add(d->out, d->is_wide ? " " : "");
    for (int column = 0; column < d->board.columns; column++) {
        int square = square_at(d, row, column);
        bool is_marked = square == d->last.from || square == d->last.to;

        if (d->is_wide && column) {
            by_text_add(d->out, was_marked ? "]" : d->pen->along);
            by_text_add(d->out, d->style & BY_DRAW_LETTERS ? d->pen->along : "");
            was_marked = false;
        }
        by_text_add(d->out, is_marked ? "[" : was_marked ? "]" : column ? d->pen->along : " ");
        draw_point(d, row, column, is_marked);
        was_marked = is_marked;
    }
    by_text_add(d->out, was_marked ? "]\n" : "\n");
}

/* The lines between two rows. Palaces are crossed in the middle three files of the first and last three rows. */
static void draw_between(const struct drawing *d, int row)
{
    const struct pen *pen = d->pen;
    int rows = d->board.rows, middle = d->board.columns / 2;
    bool crosses_out = row == 0 || row == rows - 3, crosses = crosses_out || row == 1 || row == rows - 2;

    by_text_printf(d->out, "    %s", pen->down);
    if (row == rows / 2 - 1 && d->board.columns == 9 && has_decoration(d, "river")) {
        by_text_printf(d->out, "%s%s\n", pen->river, pen->down);
        return;
    }
    for (int column = 0; column < d->board.columns - 1; column++) {
        bool is_palace = crosses && has_decoration(d, "palace") && (column == middle - 1 || column == middle);
        const char *line = (column == middle) == crosses_out ? pen->rising : pen->falling;

        by_text_printf(d->out, " %s %s", is_palace ? line : " ", pen->down);
    }
    by_text_add_char(d->out, '\n');
}

/* Small boards without names have their empty cells numbered from the top left. */
static void draw_cells(const struct drawing *d, int row)
{
    const struct by_board *board = &d->board;

    for (int column = 0; column < board->columns; column++) {
        const struct by_square *square = &d->squares[square_at(d, row, column)];
        bool has_number = !board->column_names && board->rows * board->columns <= 10;

        by_text_add_char(d->out, ' ');
        if (square->piece)
            draw_piece(d, square);
        else
            by_text_add_char(d->out, has_number ? (char)('0' + row * board->columns + column) : '.');
    }
    by_text_add_char(d->out, '\n');
}

static void draw_rows(const struct drawing *d)
{
    const struct by_board *board = &d->board;
    bool has_points = board->kind == BY_BOARD_POINTS;

    for (int row = 0; row < board->rows; row++) {
        if (board->column_names)
            by_text_printf(d->out, "%2d", square_at(d, row, 0) / board->columns + board->first_row);
        else
            by_text_add_char(d->out, ' ');
        if (has_points)
            draw_points(d, row);
        else
            draw_cells(d, row);
        if (has_points && d->is_wide && row < board->rows - 1)
            draw_between(d, row);
    }
    if (!board->column_names)
        return;
    by_text_add(d->out, has_points && d->is_wide ? "   " : "  ");
    for (int column = 0; column < board->columns; column++)
        by_text_printf(d->out, "%s%c", column && has_points && d->is_wide ? "   " : " ",
                       board->column_names[square_at(d, 0, column) % board->columns]);
    by_text_add_char(d->out, '\n');
}

void by__display_draw(const by_position *position, unsigned style, by_text *out)
{
    const struct by_display *display = position->game->type->display;
    struct drawing d = {.type = position->game->type, .last = {BY_NO_SQUARE, BY_NO_SQUARE, 0}, .out = out};
    by_position *copy;
    size_t length;
    const by_move *moves = by_position_history(position, &length);

    if (by_position_copy(position, &copy, NULL)) {
        out->failed = true;
        return;
    }
    display->board(copy->state, &d.board);
    display->squares(copy->state, d.squares);
    if (length && !by_position_pop(copy, NULL))
        display->gesture(copy->state, moves[length - 1], &d.last);
    d.style = d.board.kind == BY_BOARD_POINTS ? style : style & ~(unsigned)BY_DRAW_TURNED;
    d.is_wide = display->pieces[0].glyphs[0];
    d.pen = !(style & BY_DRAW_LETTERS) ? &boxes : d.is_wide ? &wide_ascii : &narrow_ascii;
    draw_rows(&d);
    by_position_destroy(copy);
}
