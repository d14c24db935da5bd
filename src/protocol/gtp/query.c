/* SPDX-License-Identifier: MIT
 *
 * GTP: questions about the board as it stands, as GNU Go answers them.
 */
#include "protocol/gtp/session.h"

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

void gtp_add_points(struct gtp *gtp, const struct gtp_board *board, const int *points, int count)
{
    for (int i = 0; i < count; i++)
        by_text_printf(&gtp->answer, "%s%s", i ? " " : "", gtp_vertex(board, points[i]).text);
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static void run_color(struct gtp *gtp, struct gtp_arguments *a)
{
    by_text_add(&gtp->answer, gtp_colour_names[a->board.stones[a->point]]);
}

static void run_countlib(struct gtp *gtp, struct gtp_arguments *a)
{
    struct gtp_block block;

    gtp_block_at(&a->board, a->point, &block);
    by_text_printf(&gtp->answer, "%d", block.liberty_count);
}

static void run_findlib(struct gtp *gtp, struct gtp_arguments *a)
{
    struct gtp_block block;

    gtp_block_at(&a->board, a->point, &block);
    gtp_add_points(gtp, &a->board, block.liberties, block.liberty_count);
}

static void run_is_legal(struct gtp *gtp, struct gtp_arguments *a)
{
    by_text_add(&gtp->answer, gtp_is_legal(gtp, a->colour, a->point) ? "1" : gtp->has_failed ? "" : "0");
}

/* ---- Sides ------------------------------------------------------------------------------------------------------- */

static void run_all_legal(struct gtp *gtp, struct gtp_arguments *a)
{
    int points[GTP_MAX_POINTS], count = 0;

    for (int i = 0; i < a->board.size * a->board.size; i++)
        if (a->board.stones[i] == GTP_EMPTY && gtp_is_legal(gtp, a->colour, i))
            points[count++] = i;
    if (!gtp->has_failed)
        gtp_add_points(gtp, &a->board, points, count);
}

static void run_captures(struct gtp *gtp, struct gtp_arguments *a)
{
    by_text_printf(&gtp->answer, "%d", a->board.prisoners[a->colour]);
}

static void run_list_stones(struct gtp *gtp, struct gtp_arguments *a)
{
    int points[GTP_MAX_POINTS], count = 0;

    for (int i = 0; i < a->board.size * a->board.size; i++)
        if (a->board.stones[i] == a->colour)
            points[count++] = i;
    gtp_add_points(gtp, &a->board, points, count);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

static void add_move(struct gtp *gtp, by_move move)
{
    struct gtp_move at = gtp_move_of(gtp, move);

    by_text_printf(&gtp->answer, "%s %s", gtp_colour_names[at.colour], at.vertex.text);
}

static void run_last_move(struct gtp *gtp, struct gtp_arguments *a)
{
    size_t length;
    const by_move *moves = by_position_history(gtp->position, &length);

    (void)a;
    if (length)
        add_move(gtp, moves[length - 1]);
    else
        gtp_fail(gtp, "no previous move known");
}

/* The last one first. */
static void run_move_history(struct gtp *gtp, struct gtp_arguments *a)
{
    size_t length;
    const by_move *moves = by_position_history(gtp->position, &length);

    (void)a;
    while (length--) {
        add_move(gtp, moves[length]);
        by_text_add_char(&gtp->answer, '\n');
    }
}

const struct gtp_command gtp_query_commands[] = {
    {"color", run_color, GTP_ON_POINT},
    {"what_color", run_color, GTP_ON_POINT},
    {"countlib", run_countlib, GTP_ON_STONE},
    {"findlib", run_findlib, GTP_ON_STONE},
    {"is_legal", run_is_legal, GTP_COLOUR | GTP_VERTEX | GTP_END},
    {"all_legal", run_all_legal, GTP_ON_SIDE},
    {"captures", run_captures, GTP_ON_SIDE},
    {"list_stones", run_list_stones, GTP_ON_SIDE},
    {"last_move", run_last_move, GTP_END},
    {"move_history", run_move_history, GTP_END},
    {0},
};
