/* SPDX-License-Identifier: MIT
 *
 * A Go position as a picture: a board of wood, stones with some light on them, coordinates on all sides. The block in
 * question has a red square on each stone, the last move a ring, candidates stand in small discs, moves of the line are
 * stones with numbers.
 */
#include <stdio.h>
#include <string.h>

#include "render/board.h"
#include "render/svg.h"

/* All in pixels. */
enum {
    CELL = 32,
    EDGE = 24,   /* of the wood around the lines */
    LABELS = 20, /* for the coordinates outside of the wood */
    MARGIN = 14,
    TITLE = 26,
    SUBTITLE = 20,
    BELOW = 22,        /* a line of text below the board */
    TITLE_LETTER = 12, /* as wide as letters are in wide fonts */
    LETTER = 8,
};

struct picture {
    const struct board *board;
    by_text *out;
    int left, top; /* of the upper left point */
    int width, height;
};

static int x_of(const struct picture *p, int point)
{
    return p->left + CELL * (point % p->board->size);
}

static int y_of(const struct picture *p, int point)
{
    return p->top + CELL * (p->board->size - 1 - point / p->board->size);
}

/* ---- The board ------------------------------------------------------------------------------------------------- */

static const char style[] = "text{fill:#3a2c17}\n"
                            ".title{font-size:17px;font-weight:bold;fill:#222}\n"
                            ".subtitle,.below{font-size:13px;fill:#444}\n"
                            ".label{font-size:12px;text-anchor:middle;fill:#6b5a3d}\n"
                            ".number{text-anchor:middle;font-weight:bold}\n"
                            ".d1{font-size:15px}.d2{font-size:13px}.d3{font-size:10px}\n"
                            ".on-black{fill:#fff}.on-white{fill:#111}.on-wood{fill:#12507b}\n"
                            "line{stroke:#4a3719;stroke-width:1;stroke-linecap:square}\n";

/* The grain of the wood, and the light on the stones. */
static const char definitions[] =
    "<defs>\n"
    "<linearGradient id=\"wood\" x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\">"
    "<stop offset=\"0\" stop-color=\"#edc884\"/><stop offset=\"0.5\" stop-color=\"#e3b96c\"/>"
    "<stop offset=\"1\" stop-color=\"#dbac5b\"/></linearGradient>\n"
    "<radialGradient id=\"black\" cx=\"0.36\" cy=\"0.32\" r=\"0.75\">"
    "<stop offset=\"0\" stop-color=\"#6a6a6a\"/><stop offset=\"0.45\" stop-color=\"#2a2a2a\"/>"
    "<stop offset=\"1\" stop-color=\"#0b0b0b\"/></radialGradient>\n"
    "<radialGradient id=\"white\" cx=\"0.36\" cy=\"0.32\" r=\"0.8\">"
    "<stop offset=\"0\" stop-color=\"#ffffff\"/><stop offset=\"0.7\" stop-color=\"#f1efe9\"/>"
    "<stop offset=\"1\" stop-color=\"#cfccc2\"/></radialGradient>\n"
    "</defs>\n";

static void add_lines(const struct picture *p)
{
    int size = p->board->size, end = CELL * (size - 1);

    for (int i = 0; i < size; i++) {
        by_text_printf(p->out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", p->left, p->top + CELL * i,
                       p->left + end, p->top + CELL * i);
        by_text_printf(p->out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", p->left + CELL * i, p->top,
                       p->left + CELL * i, p->top + end);
    }
    for (int point = 0; point < size * size; point++)
        if (board_is_star(p->board, point))
            by_text_printf(p->out, "<circle cx=\"%d\" cy=\"%d\" r=\"3.2\" fill=\"#4a3719\"/>\n", x_of(p, point),
                           y_of(p, point));
}

static void add_labels(const struct picture *p)
{
    int size = p->board->size, end = CELL * (size - 1), away = EDGE + LABELS / 2;

    for (int i = 0; i < size; i++) {
        by_text name = {0};
        char letter[2] = {0};
        char number[12];

        board_print_point(p->board, i, &name);
        letter[0] = *by_text_string(&name);
        p->out->failed = p->out->failed || name.failed;
        by_text_free(&name);
        (void)snprintf(number, sizeof number, "%d", size - i);
        svg_add_text(p->out, "label", p->left + CELL * i, p->top - away + 4, letter);
        svg_add_text(p->out, "label", p->left + CELL * i, p->top + end + away + 4, letter);
        svg_add_text(p->out, "label", p->left - away, p->top + CELL * i + 4, number);
        svg_add_text(p->out, "label", p->left + end + away, p->top + CELL * i + 4, number);
    }
}

/* ---- Stones and marks ------------------------------------------------------------------------------------------ */

static void add_stone(const struct picture *p, int point, int stone)
{
    int x = x_of(p, point), y = y_of(p, point);

    by_text_printf(p->out, "<circle cx=\"%d\" cy=\"%d\" r=\"15\" fill=\"#3a2c17\" fill-opacity=\"0.28\"/>\n", x + 1,
                   y + 2);
    by_text_printf(p->out,
                   "<circle cx=\"%d\" cy=\"%d\" r=\"15\" fill=\"url(#%s)\" stroke=\"%s\" stroke-width=\"0.7\"/>\n", x,
                   y, stone == BOARD_BLACK ? "black" : "white", stone == BOARD_BLACK ? "#000" : "#8d897c");
}

static void add_number(const struct picture *p, int point, int number, const char *on)
{
    char text[12], class[32];
    int digits = number < 10 ? 1 : number < 100 ? 2 : 3;

    (void)snprintf(text, sizeof text, "%d", number);
    (void)snprintf(class, sizeof class, "number d%d on-%s", digits, on);
    svg_add_text(p->out, class, x_of(p, point), y_of(p, point) + (digits == 1 ? 5 : digits == 2 ? 5 : 4), text);
}

static void add_marks(const struct picture *p, int point)
{
    const struct board *board = p->board;
    int x = x_of(p, point), y = y_of(p, point);
    bool is_black = board->stones[point] == BOARD_BLACK;

    if (board->is_target[point])
        by_text_printf(p->out,
                       "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" rx=\"1.5\" fill=\"%s\" stroke=\"#fff\" "
                       "stroke-width=\"%s\"/>\n",
                       x - 6, y - 6, is_black ? "#ff4d40" : "#d81e10", is_black ? "0.6" : "0");
    else if (point == board->last)
        by_text_printf(p->out, "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                       x, y, is_black ? "#fff" : "#111");
}

static void add_point(const struct picture *p, int point)
{
    const struct board *board = p->board;
    int number = board_line_number(board, point), candidate = board_candidate_number(board, point);

    if (board->stones[point] != BOARD_EMPTY) {
        add_stone(p, point, board->stones[point]);
        add_marks(p, point);
    } else if (number) {
        int stone = (int)board->line[number - 1].stone;

        add_stone(p, point, stone);
        add_number(p, point, number, stone == BOARD_BLACK ? "black" : "white");
    } else if (candidate) {
        by_text_printf(p->out,
                       "<circle cx=\"%d\" cy=\"%d\" r=\"11\" fill=\"#f3d9a4\" stroke=\"#12507b\" "
                       "stroke-width=\"1.3\"/>\n",
                       x_of(p, point), y_of(p, point));
        add_number(p, point, candidate, "wood");
    }
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

static void measure(struct picture *p, bool has_below)
{
    const struct board *board = p->board;
    int side = CELL * (board->size - 1) + 2 * (EDGE + LABELS);
    int head = (board->title ? TITLE : 0) + (board->subtitle ? SUBTITLE : 0);
    size_t longest = board->title ? strlen(board->title) * TITLE_LETTER : 0;
    int text_width;

    if (board->subtitle && strlen(board->subtitle) * LETTER > longest)
        longest = strlen(board->subtitle) * LETTER;
    text_width = LABELS + (longest > 2000 ? 2000 : (int)longest);
    p->width = 2 * MARGIN + (side > text_width ? side : text_width);
    p->height = 2 * MARGIN + head + side + (has_below ? BELOW : 0);
    p->left = MARGIN + LABELS + EDGE;
    p->top = MARGIN + head + LABELS + EDGE;
}

void board_svg(const struct board *board, by_text *out)
{
    struct picture p = {.board = board, .out = out};
    by_text below = {0};
    int wood = CELL * (board->size - 1) + 2 * EDGE;

    board_print_hidden(board, &below);
    measure(&p, below.length > 0);
    svg_begin(out, p.width, p.height, style, "#fff");
    by_text_add(out, definitions);
    if (board->title)
        svg_add_text(out, "title", MARGIN + LABELS, MARGIN + 16, board->title);
    if (board->subtitle)
        svg_add_text(out, "subtitle", MARGIN + LABELS, MARGIN + (board->title ? TITLE : 0) + 14, board->subtitle);
    by_text_printf(
        out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"url(#wood)\" stroke=\"#b98d43\"/>\n",
        p.left - EDGE, p.top - EDGE, wood, wood);
    add_lines(&p);
    add_labels(&p);
    for (int point = 0; point < board->size * board->size; point++)
        add_point(&p, point);
    if (below.length)
        svg_add_text(out, "below", MARGIN + LABELS, p.height - MARGIN, by_text_string(&below));
    svg_end(out);
    out->failed = out->failed || below.failed;
    by_text_free(&below);
}
