/* SPDX-License-Identifier: MIT
 *
 * GTP: questions about the board as it stands, as GNU Go answers them.
 */
#include "protocol/gtp/session.h"

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

void gtp_add_points(struct gtp *gtp, const struct gtp_board *board, const int *points, int count)
{
    for (int i = 0; i < count; i++) {
        by_text_add(&gtp->answer, i ? " " : "");
        gtp_print_vertex(board, points[i], &gtp->answer);
    }
}

/* The arguments of a question about a point; GNU Go's words where there is none, or no stone. */
bool gtp_take_point(struct gtp *gtp, char *rest, bool wants_stone, struct gtp_board *board, int *point)
{
    if (!gtp_take_vertex(gtp, &rest, false, point) || !gtp_take_end(gtp, rest) || !gtp_look(gtp, board))
        return false;
    if (wants_stone && board->stones[*point] == GTP_EMPTY)
        gtp_fail(gtp, "vertex must not be empty");
    return !wants_stone || board->stones[*point] != GTP_EMPTY;
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static void run_color(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    int point;

    if (gtp_take_point(gtp, rest, false, &board, &point))
        by_text_add(&gtp->answer, gtp_colour_names[board.stones[point]]);
}

static void run_countlib(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    struct gtp_block block;
    int point;

    if (!gtp_take_point(gtp, rest, true, &board, &point))
        return;
    gtp_block_at(&board, point, &block);
    by_text_printf(&gtp->answer, "%d", block.liberty_count);
}

static void run_findlib(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    struct gtp_block block;
    int point;

    if (!gtp_take_point(gtp, rest, true, &board, &point))
        return;
    gtp_block_at(&board, point, &block);
    gtp_add_points(gtp, &board, block.liberties, block.liberty_count);
}

static void run_is_legal(struct gtp *gtp, char *rest)
{
    int colour, point;

    if (gtp_take_colour(gtp, &rest, &colour) && gtp_take_vertex(gtp, &rest, true, &point) && gtp_take_end(gtp, rest))
        by_text_add(&gtp->answer, gtp_is_legal(gtp, colour, point) ? "1" : gtp->has_failed ? "" : "0");
}

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

/* The only argument of a question about a side. */
static bool take_side(struct gtp *gtp, char *rest, struct gtp_board *board, int *colour)
{
    return gtp_take_colour(gtp, &rest, colour) && gtp_take_end(gtp, rest) && gtp_look(gtp, board);
}

static void run_all_legal(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    int colour, points[GTP_POINTS_MOST], count = 0;

    if (!take_side(gtp, rest, &board, &colour))
        return;
    for (int i = 0; i < board.size * board.size; i++)
        if (board.stones[i] == GTP_EMPTY && gtp_is_legal(gtp, colour, i))
            points[count++] = i;
    if (!gtp->has_failed)
        gtp_add_points(gtp, &board, points, count);
}

static void run_captures(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    int colour;

    if (take_side(gtp, rest, &board, &colour))
        by_text_printf(&gtp->answer, "%d", board.prisoners[colour]);
}

static void run_list_stones(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    int colour, points[GTP_POINTS_MOST], count = 0;

    if (!take_side(gtp, rest, &board, &colour))
        return;
    for (int i = 0; i < board.size * board.size; i++)
        if (board.stones[i] == colour)
            points[count++] = i;
    gtp_add_points(gtp, &board, points, count);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

static void add_move(struct gtp *gtp, by_move move)
{
    int colour, point;

    gtp_move_of(gtp, move, &colour, &point);
    by_text_printf(&gtp->answer, "%s ", gtp_colour_names[colour]);
    gtp_print_vertex(&gtp->start, point, &gtp->answer);
}

static void run_last_move(struct gtp *gtp, char *rest)
{
    size_t length;
    const by_move *moves = by_position_history(gtp->position, &length);

    if (!gtp_take_end(gtp, rest))
        return;
    if (length)
        add_move(gtp, moves[length - 1]);
    else
        gtp_fail(gtp, "no previous move known");
}

/* The last one first. */
static void run_move_history(struct gtp *gtp, char *rest)
{
    size_t length;
    const by_move *moves = by_position_history(gtp->position, &length);

    if (!gtp_take_end(gtp, rest))
        return;
    while (length--) {
        add_move(gtp, moves[length]);
        by_text_add_char(&gtp->answer, '\n');
    }
}

const struct gtp_command gtp_query_commands[] = {
    {"color", run_color},
    {"what_color", run_color},
    {"countlib", run_countlib},
    {"findlib", run_findlib},
    {"is_legal", run_is_legal},
    {"all_legal", run_all_legal},
    {"captures", run_captures},
    {"list_stones", run_list_stones},
    {"last_move", run_last_move},
    {"move_history", run_move_history},
    {0},
};
