/* SPDX-License-Identifier: MIT
 *
 * GTP: the board, the komi, the moves, the clocks.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "base/split.h"
#include "protocol/gtp/session.h"

const char *const gtp_colour_names[] = {"black", "white", "empty"};

/* ---- The position ------------------------------------------------------------------------------------------------ */

bool gtp_look(struct gtp *gtp, struct gtp_board *out)
{
    by_error error;

    if (gtp_board_read(gtp->position, out, &error)) {
        gtp_fail_error(gtp, &error);
        return false;
    }
    return true;
}

/* `name` has room for these, so they cannot fail. */
by_move gtp_move_at(struct gtp *gtp, int colour, int point)
{
    by_move move = BY_MOVE_NONE;

    by_text_clear(&gtp->name);
    by_text_printf(&gtp->name, "%c %s", "BW"[colour], gtp_vertex(&gtp->start, point).text);
    (void)by_position_parse_move_as(gtp->names, by_text_string(&gtp->name), 0, &move, NULL);
    return move;
}

/* On the empty board, where it is Black's turn, only White's moves are written with their colour. */
struct gtp_move gtp_move_of(struct gtp *gtp, by_move move)
{
    struct gtp_move out = {.point = GTP_PASS};
    const char *name;

    by_text_clear(&gtp->name);
    if (move != BY_MOVE_NONE)
        by_position_print_move_as(gtp->names, move, 0, &gtp->name);
    name = by_text_string(&gtp->name);
    out.colour = strncmp(name, "W ", 2) == 0 ? GTP_WHITE : GTP_BLACK;
    (void)gtp_parse_vertex(name + (out.colour == GTP_WHITE ? 2 : 0), gtp->start.size, &out.point);
    out.vertex = gtp_vertex(&gtp->start, out.point);
    return out;
}

bool gtp_play(struct gtp *gtp, int colour, int point)
{
    by_error error = {0};
    by_status status = by_position_push(gtp->position, gtp_move_at(gtp, colour, point), &error);

    if (status == BY_ERROR_MEMORY)
        gtp_fail_error(gtp, &error);
    return !status;
}

void gtp_undo(struct gtp *gtp)
{
    (void)by_position_pop(gtp->position, NULL);
}

bool gtp_is_legal(struct gtp *gtp, int colour, int point)
{
    if (!gtp_play(gtp, colour, point))
        return false;
    gtp_undo(gtp);
    return true;
}

static by_status read_board(const by_game *game, const struct gtp_board *board, by_position **out, by_error *error)
{
    by_text text = {0};
    by_status status = by_position_create(game, out, error);

    gtp_board_print(board, &text);
    if (!status)
        status = text.failed ? by_error_no_memory(error) : by_position_parse(*out, text.data, error);
    by_text_free(&text);
    return status;
}

by_status gtp_replace_position(struct gtp *gtp, by_position *position, const struct gtp_board *start, by_error *error)
{
    by_position *names = NULL;
    struct gtp_board empty;
    by_status status;

    gtp_board_clear(&empty, start->size, 0);
    status = read_board(gtp->game, &empty, &names, error);
    if (status) {
        by_position_destroy(names);
        return status;
    }
    by_position_destroy(gtp->names);
    by_position_destroy(gtp->position);
    gtp->names = names;
    gtp->position = position;
    gtp->start = *start;
    gtp->handicap = 0;
    return BY_OK;
}

bool gtp_set_up(struct gtp *gtp, const struct gtp_board *board)
{
    by_position *position = NULL;
    by_error error = {0};
    by_status status = read_board(gtp->game, board, &position, &error);

    if (!status)
        status = gtp_replace_position(gtp, position, board, &error);
    if (!status)
        return true;
    by_position_destroy(position);
    gtp_fail_error(gtp, &error);
    return false;
}

/* Reports the illegal move as "move 3, white A1, ...". */
static by_status refuse_move(struct gtp *gtp, size_t number, by_move move, by_error *error)
{
    struct gtp_move at = gtp_move_of(gtp, move);

    return by_error_set(error, BY_ERROR_INPUT, "move %zu of the game, %s %s, would not be legal then", number,
                        gtp_colour_names[at.colour], at.vertex.text);
}

by_status gtp_begin_with(struct gtp *gtp, const struct gtp_board *start, by_error *error)
{
    by_position *position = NULL;
    int handicap = gtp->handicap;
    size_t length;
    const by_move *moves = by_position_history(gtp->position, &length);
    by_status status = read_board(gtp->game, start, &position, error);

    for (size_t i = 0; i < length && !status; i++) {
        status = by_position_push(position, moves[i], error);
        if (status == BY_ERROR_INPUT)
            status = refuse_move(gtp, i + 1, moves[i], error);
    }
    if (!status)
        status = gtp_replace_position(gtp, position, start, error);
    if (status)
        by_position_destroy(position);
    else
        gtp->handicap = handicap;
    return status;
}

by_status gtp_reopen(struct gtp *gtp, const by_options *rules, by_error *error)
{
    struct gtp_board start = gtp->start;
    by_game *old = gtp->game, *game = NULL;
    by_status status = by_game_open(by_game_type_of(old), rules, &game, error);

    if (status)
        return status;
    gtp->game = game;
    status = gtp_begin_with(gtp, &start, error);
    if (status)
        gtp->game = old;
    else
        gtp_forget_player(gtp);
    by_game_close(status ? game : old);
    return status;
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static void run_boardsize(struct gtp *gtp, struct gtp_arguments *a)
{
    struct gtp_board board;
    const char *word = by__next_word(&a->rest);
    int64_t size;

    if (!word || !by__scan_clamped(word, &size)) {
        gtp_fail(gtp, "syntax error: expected a size, a whole number from %d to %d", GTP_MIN_SIZE, GTP_MAX_SIZE);
        return;
    }
    if (!gtp_read_end(gtp, a->rest))
        return;
    if (size < GTP_MIN_SIZE || size > GTP_MAX_SIZE) {
        gtp_fail(gtp, "unacceptable size");
        return;
    }
    gtp_board_clear(&board, (int)size, gtp->start.komi_half);
    gtp_set_up(gtp, &board);
}

static void run_clear_board(struct gtp *gtp, struct gtp_arguments *a)
{
    gtp_board_clear(&a->board, gtp->start.size, gtp->start.komi_half);
    gtp_set_up(gtp, &a->board);
}

static void run_query_boardsize(struct gtp *gtp, struct gtp_arguments *a)
{
    (void)a;
    by_text_printf(&gtp->answer, "%d", gtp->start.size);
}

static void run_showboard(struct gtp *gtp, struct gtp_arguments *a)
{
    const struct gtp_board *board = &a->board;

    by_text_add_char(&gtp->answer, '\n');
    by_position_draw(gtp->position, BY_DRAW_LETTERS, &gtp->answer);
    by_text_printf(&gtp->answer, "Black (X) has taken %d, White (O) has taken %d; %s to move",
                   board->prisoners[GTP_BLACK], board->prisoners[GTP_WHITE], gtp_colour_names[board->side]);
}

/* ---- Komi -------------------------------------------------------------------------------------------------------- */

/* The position gets the nearest half point, since it is with halves that the game counts. */
static void set_komi(struct gtp *gtp, double komi)
{
    struct gtp_board start = gtp->start;
    by_error error;

    start.komi_half = (int)lround(2 * komi);
    if (gtp_begin_with(gtp, &start, &error))
        gtp_fail_error(gtp, &error);
    else
        gtp->komi = komi;
}

static void run_komi(struct gtp *gtp, struct gtp_arguments *a)
{
    const char *word = by__next_word(&a->rest);
    char *end = NULL;
    double komi = word ? strtod(word, &end) : 0;

    if (!word || *end || !(fabs(komi) <= GTP_MAX_KOMI))
        gtp_fail(gtp, "syntax error: expected a komi, a number from -%d to %d", GTP_MAX_KOMI, GTP_MAX_KOMI);
    else if (gtp_read_end(gtp, a->rest))
        set_komi(gtp, komi);
}

/* As GNU Go writes it, in four columns. */
static void run_get_komi(struct gtp *gtp, struct gtp_arguments *a)
{
    (void)a;
    by_text_printf(&gtp->answer, fmod(gtp->komi * 10, 1) == 0 ? "%4.1f" : "%g", gtp->komi);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

static void run_play(struct gtp *gtp, struct gtp_arguments *a)
{
    if (!gtp_play(gtp, a->colour, a->point) && !gtp->has_failed)
        gtp_fail(gtp, "illegal move");
}

/* Undoes `count` moves, or none. */
static void undo(struct gtp *gtp, int64_t count)
{
    size_t length;

    (void)by_position_history(gtp->position, &length);
    if ((size_t)count > length)
        gtp_fail(gtp, "cannot undo");
    else
        while (count--)
            gtp_undo(gtp);
}

static void run_undo(struct gtp *gtp, struct gtp_arguments *a)
{
    (void)a;
    undo(gtp, 1);
}

static void run_gg_undo(struct gtp *gtp, struct gtp_arguments *a)
{
    int64_t count = 1;

    if (a->rest[strspn(a->rest, " ")] && !gtp_read_number(gtp, &a->rest, "how many moves", 0, INT32_MAX, &count))
        return;
    if (gtp_read_end(gtp, a->rest))
        undo(gtp, count);
}

/* All of the moves or none. */
static void run_play_sequence(struct gtp *gtp, struct gtp_arguments *a)
{
    int made = 0;

    while (a->rest[strspn(a->rest, " ")]) {
        if (gtp_read_arguments(gtp, GTP_COLOUR | GTP_VERTEX, a) && gtp_play(gtp, a->colour, a->point)) {
            made++;
            continue;
        }
        if (!gtp->has_failed)
            gtp_fail(gtp, "illegal move: the one with number %d", made + 1);
        while (made--)
            gtp_undo(gtp);
        return;
    }
}

/* ---- Clocks ------------------------------------------------------------------------------------------------------ */

static void run_time_settings(struct gtp *gtp, struct gtp_arguments *a)
{
    static const char *const names[] = {"a main time", "a time for byo-yomi", "stones for byo-yomi"};
    int64_t numbers[3];

    for (int i = 0; i < 3; i++)
        if (!gtp_read_number(gtp, &a->rest, names[i], 0, INT32_MAX, &numbers[i]))
            return;
    if (gtp_read_end(gtp, a->rest))
        gtp_clock_set(&gtp->clock, numbers[0], numbers[1], numbers[2]);
}

static void run_time_left(struct gtp *gtp, struct gtp_arguments *a)
{
    int64_t seconds, stones;

    if (gtp_read_number(gtp, &a->rest, "a time", INT32_MIN, INT32_MAX, &seconds) &&
        gtp_read_number(gtp, &a->rest, "a number of stones", 0, INT32_MAX, &stones) && gtp_read_end(gtp, a->rest))
        gtp_clock_set_left(&gtp->clock, a->colour, seconds, stones);
}

const struct gtp_command gtp_position_commands[] = {
    {"boardsize", run_boardsize, 0},
    {"query_boardsize", run_query_boardsize, GTP_END},
    {"clear_board", run_clear_board, GTP_END},
    {"komi", run_komi, 0},
    {"get_komi", run_get_komi, GTP_END},
    {"play", run_play, GTP_COLOUR | GTP_VERTEX | GTP_END},
    {"undo", run_undo, GTP_END},
    {"gg-undo", run_gg_undo, 0},
    {"gogui-play_sequence", run_play_sequence, 0},
    {"time_settings", run_time_settings, 0},
    {"time_left", run_time_left, GTP_COLOUR},
    {"showboard", run_showboard, GTP_END | GTP_BOARD},
    {0},
};
