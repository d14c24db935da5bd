/* SPDX-License-Identifier: MIT
 *
 * The board for a terminal:
 *
 *      9  車──馬──象──士──將──士──象──馬──車           9  r---n---b---a---k---a---b---n---r
 *         │   │   │   │ ╲ │ ╱ │   │   │   │               |   |   |   | \ | / |   |   |   |
 *      8  ├───┼───┼───┼───┼───┼───┼───┼───┤            8  +---+---+---+---+---+---+---+---+
 *
 * Files are four columns apart. Chinese characters take two of them. So that the sides differ without colour too, the
 * characters are those on real pieces, which differ for every kind. The square that the last move left and the piece
 * that came are in brackets, which stand in the columns beside a point.
 */
#include "games/xiangqi/notation.h"

/* The characters of lines. */
struct pen {
    bool is_wide;             /* pieces take two columns */
    const char *along, *down; /* of ranks and files */
    const char *falling, *rising;
    const char *points[3][3]; /* where lines meet: by rows from the top, by columns from the left */
    const char *river;        /* 31 columns */
};

static const struct pen boxes = {
    .is_wide = true,
    .along = "─",
    .down = "│",
    .falling = "╲",
    .rising = "╱",
    .points = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}},
    .river = "     楚   河       漢   界     ",
};

static const struct pen ascii = {
    .along = "-",
    .down = "|",
    .falling = "\\",
    .rising = "/",
    .points = {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}},
    .river = "           r i v e r           ",
};

/* A red and a green of the 256-colour palette that are neither too dark nor too light for any background. */
static const char *const colours[2] = {"\033[1;38;5;160m", "\033[1;38;5;28m"};
static const char plain[] = "\033[0m";

/* A drawing under way. Rows and columns count as they are seen, from the top left. */
struct picture {
    const struct xq *s;
    const struct pen *pen;
    unsigned style;
    int from, to; /* of the last move; XQ_OFF: none */
    by_text *out;
};

static int square_at(const struct picture *p, int row, int column)
{
    return p->style & BY_DRAW_TURNED ? row * XQ_FILES + XQ_FILES - 1 - column
                                     : (XQ_RANKS - 1 - row) * XQ_FILES + column;
}

static void draw_piece(const struct picture *p, int piece)
{
    int side = xq_side_of(piece);
    bool has_colour = p->style & BY_DRAW_COLOUR;

    by_text_add(p->out, has_colour ? colours[side] : "");
    if (p->pen->is_wide)
        by_text_add(p->out, by__xq_pieces[by__xq_kind_of[piece]].glyphs[side]);
    else
        by_text_add_char(p->out, by__xq_letter_of(piece));
    by_text_add(p->out, has_colour ? plain : "");
}

/* Where lines meet: files end at the river, but for the two at the edges. */
static void draw_empty(const struct picture *p, int row, int column)
{
    bool is_last = column == XQ_FILES - 1, is_edge = column == 0 || is_last;
    int top = row == 0 || (row == 5 && !is_edge), bottom = row == 9 || (row == 4 && !is_edge);

    by_text_add(p->out, p->pen->points[top ? 0 : bottom ? 2 : 1][column == 0 ? 0 : is_last ? 2 : 1]);
    if (p->pen->is_wide && !is_last)
        by_text_add(p->out, p->pen->along);
}

static void draw_point(const struct picture *p, int row, int column)
{
    int square = square_at(p, row, column), piece = p->s->board[square];
    bool is_marked = square == p->from || square == p->to, is_last = column == XQ_FILES - 1;

    by_text_add(p->out, is_marked ? "[" : column == 0 ? " " : p->pen->along);
    if (piece != XQ_NONE)
        draw_piece(p, piece);
    else if (is_marked)
        by_text_add(p->out, p->pen->is_wide ? "  " : " ");
    else
        draw_empty(p, row, column);
    by_text_add(p->out, is_marked ? "]" : is_last ? "" : p->pen->along);
    if (!p->pen->is_wide && !is_last)
        by_text_add(p->out, p->pen->along);
}

/* The lines between two rows. The palaces are crossed in the middle three files of the first and last three rows. */
static void draw_between(const struct picture *p, int row)
{
    const struct pen *pen = p->pen;
    bool crosses_out = row == 0 || row == 7, crosses_in = row == 1 || row == 8;

    by_text_add(p->out, "    ");
    by_text_add(p->out, pen->down);
    if (row == 4) {
        by_text_printf(p->out, "%s%s\n", pen->river, pen->down);
        return;
    }
    for (int column = 0; column < XQ_FILES - 1; column++) {
        const char *line = " ";

        if (column == 3 && (crosses_out || crosses_in))
            line = crosses_out ? pen->falling : pen->rising;
        if (column == 4 && (crosses_out || crosses_in))
            line = crosses_out ? pen->rising : pen->falling;
        by_text_printf(p->out, " %s %s", line, pen->down);
    }
    by_text_add_char(p->out, '\n');
}

static void draw_files(const struct picture *p)
{
    by_text_add(p->out, "    ");
    for (int column = 0; column < XQ_FILES; column++)
        by_text_printf(p->out, "%c%s", 'a' + square_at(p, 0, column) % XQ_FILES, column < XQ_FILES - 1 ? "   " : "\n");
}

void by__xq_draw(const void *state, unsigned style, by_text *out)
{
    const struct xq *s = state;
    struct picture p = {s, style & BY_DRAW_LETTERS ? &ascii : &boxes, style, XQ_OFF, XQ_OFF, out};

    if (s->length) {
        p.from = xq_from(s->undo[s->length - 1].move);
        p.to = xq_to(s->undo[s->length - 1].move);
    }
    for (int row = 0; row < XQ_RANKS; row++) {
        by_text_printf(out, " %d ", square_at(&p, row, 0) / XQ_FILES);
        for (int column = 0; column < XQ_FILES; column++)
            draw_point(&p, row, column);
        by_text_add_char(out, '\n');
        if (row < XQ_RANKS - 1)
            draw_between(&p, row);
    }
    draw_files(&p);
}
