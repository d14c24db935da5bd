/* SPDX-License-Identifier: MIT
 *
 * GTP: the board, the moves, the handicap, the clocks, files.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/gtp_file.h"
#include "protocol/gtp_session.h"
#include "protocol/words.h"

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
    by_text_add(&gtp->name, colour == GTP_BLACK ? "B " : "W ");
    gtp_print_vertex(&gtp->start, point, &gtp->name);
    (void)by_position_parse_move_as(gtp->names, by_text_string(&gtp->name), 0, &move, NULL);
    return move;
}

/* On the empty board, where it is Black's turn, only White's moves are written with their colour. */
void gtp_move_of(struct gtp *gtp, by_move move, int *colour, int *point)
{
    const char *name;

    by_text_clear(&gtp->name);
    by_position_print_move_as(gtp->names, move, 0, &gtp->name);
    name = by_text_string(&gtp->name);
    *colour = strncmp(name, "W ", 2) == 0 ? GTP_WHITE : GTP_BLACK;
    *point = GTP_PASS;
    (void)gtp_read_vertex(name + (*colour == GTP_WHITE ? 2 : 0), gtp->start.size, point);
}

bool gtp_play(struct gtp *gtp, int colour, int point)
{
    by_error error = {0};
    by_status status = by_position_push(gtp->position, gtp_move_at(gtp, colour, point), &error);

    if (status == BY_ERROR_MEMORY)
        gtp_fail_error(gtp, &error);
    return !status;
}

void gtp_take_back(struct gtp *gtp)
{
    (void)by_position_pop(gtp->position, NULL);
}

bool gtp_is_legal(struct gtp *gtp, int colour, int point)
{
    if (!gtp_play(gtp, colour, point))
        return false;
    gtp_take_back(gtp);
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

/* Takes over a position that began with `start`, and an empty board to go with it. */
static by_status take_over(struct gtp *gtp, by_position *position, const struct gtp_board *start, by_error *error)
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

by_status gtp_set_up(struct gtp *gtp, const struct gtp_board *board, by_error *error)
{
    by_position *position = NULL;
    by_status status = read_board(gtp->game, board, &position, error);

    if (!status)
        status = take_over(gtp, position, board, error);
    if (status)
        by_position_destroy(position);
    return status;
}

/* The same for a command. */
static bool set_up(struct gtp *gtp, const struct gtp_board *board)
{
    by_error error;

    if (!gtp_set_up(gtp, board, &error))
        return true;
    gtp_fail_error(gtp, &error);
    return false;
}

/* Reports the illegal move as "move 3, white A1, ...". */
static by_status refuse_move(struct gtp *gtp, size_t number, by_move move, by_error *error)
{
    by_text vertex = {0};
    int colour, point;
    by_status status;

    gtp_move_of(gtp, move, &colour, &point);
    gtp_print_vertex(&gtp->start, point, &vertex);
    status = by_error_set(error, BY_ERROR_INPUT, "move %zu of the game, %s %s, would not be legal then", number,
                          gtp_colour_names[colour], by_text_string(&vertex));
    by_text_free(&vertex);
    return status;
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
        status = take_over(gtp, position, start, error);
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

static void run_boardsize(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    const char *word = protocol_take_word(&rest);
    int64_t size;

    if (!word || !protocol_number(word, &size)) {
        gtp_fail(gtp, "syntax error: expected a size, a whole number from %d to %d", GTP_SIZE_LEAST, GTP_SIZE_MOST);
        return;
    }
    if (!gtp_take_end(gtp, rest))
        return;
    if (size < GTP_SIZE_LEAST || size > GTP_SIZE_MOST) {
        gtp_fail(gtp, "unacceptable size");
        return;
    }
    gtp_board_clear(&board, (int)size, gtp->start.komi_half);
    set_up(gtp, &board);
}

static void run_clear_board(struct gtp *gtp, char *rest)
{
    struct gtp_board board;

    if (!gtp_take_end(gtp, rest))
        return;
    gtp_board_clear(&board, gtp->start.size, gtp->start.komi_half);
    set_up(gtp, &board);
}

static void run_query_boardsize(struct gtp *gtp, char *rest)
{
    if (gtp_take_end(gtp, rest))
        by_text_printf(&gtp->answer, "%d", gtp->start.size);
}

static void run_showboard(struct gtp *gtp, char *rest)
{
    struct gtp_board board;

    if (!gtp_take_end(gtp, rest) || !gtp_look(gtp, &board))
        return;
    by_text_add_char(&gtp->answer, '\n');
    by_position_draw(gtp->position, BY_DRAW_LETTERS, &gtp->answer);
    by_text_printf(&gtp->answer, "Black (X) has taken %d, White (O) has taken %d; %s to move",
                   board.prisoners[GTP_BLACK], board.prisoners[GTP_WHITE], gtp_colour_names[board.side]);
}

/* ---- Komi -------------------------------------------------------------------------------------------------------- */

enum { KOMI_MOST = 500 };

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

static void run_komi(struct gtp *gtp, char *rest)
{
    const char *word = protocol_take_word(&rest);
    char *end = NULL;
    double komi = word ? strtod(word, &end) : 0;

    if (!word || *end || !(fabs(komi) <= KOMI_MOST))
        gtp_fail(gtp, "syntax error: expected a komi, a number from -%d to %d", KOMI_MOST, KOMI_MOST);
    else if (gtp_take_end(gtp, rest))
        set_komi(gtp, komi);
}

/* As GNU Go writes it, in four columns. */
static void run_get_komi(struct gtp *gtp, char *rest)
{
    if (gtp_take_end(gtp, rest))
        by_text_printf(&gtp->answer, fmod(gtp->komi * 10, 1) == 0 ? "%4.1f" : "%g", gtp->komi);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

static void run_play(struct gtp *gtp, char *rest)
{
    int colour, point;

    if (!gtp_take_colour(gtp, &rest, &colour) || !gtp_take_vertex(gtp, &rest, true, &point) || !gtp_take_end(gtp, rest))
        return;
    if (!gtp_play(gtp, colour, point) && !gtp->has_failed)
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
            gtp_take_back(gtp);
}

static void run_undo(struct gtp *gtp, char *rest)
{
    if (gtp_take_end(gtp, rest))
        undo(gtp, 1);
}

static void run_gg_undo(struct gtp *gtp, char *rest)
{
    int64_t count = 1;

    if (rest[strspn(rest, " ")] && !gtp_take_number(gtp, &rest, "how many moves", 0, INT32_MAX, &count))
        return;
    if (gtp_take_end(gtp, rest))
        undo(gtp, count);
}

/* All of the moves or none. */
static void run_play_sequence(struct gtp *gtp, char *rest)
{
    int made = 0;

    while (rest[strspn(rest, " ")]) {
        int colour, point;
        bool is_read = gtp_take_colour(gtp, &rest, &colour) && gtp_take_vertex(gtp, &rest, true, &point);

        if (is_read && gtp_play(gtp, colour, point)) {
            made++;
            continue;
        }
        if (!gtp->has_failed)
            gtp_fail(gtp, "illegal move: the one with number %d", made + 1);
        while (made--)
            gtp_take_back(gtp);
        return;
    }
}

/* ---- Handicap ---------------------------------------------------------------------------------------------------- */

/* Where the handicap stones stand by custom, in the order in which they are laid: rows and columns from the bottom left
 * as 0, 1 and 2 for the lower line, the middle and the upper one. The middle point belongs to odd numbers. */
static int custom_points(int size, int64_t count, int out[9])
{
    static const int places[][2] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}, {1, 0}, {1, 2}, {0, 1}, {2, 1}};
    int near = size >= 12 ? 3 : 2, lines[3] = {near, size / 2, size - 1 - near};
    int most = size < 7 ? 0 : size % 2 == 0 || size == 7 ? 4 : 9;
    bool has_middle = count >= 5 && count % 2;

    if (count < 2 || count > most)
        return 0;
    for (int i = 0; i < (int)count - has_middle; i++)
        out[i] = (size - 1 - lines[places[i][0]]) * size + lines[places[i][1]];
    if (has_middle)
        out[count - 1] = lines[1] * size + lines[1];
    return (int)count;
}

static bool is_empty(const struct gtp_board *board)
{
    for (int i = 0; i < board->size * board->size; i++)
        if (board->stones[i] != GTP_EMPTY)
            return false;
    return true;
}

/* Fails the command unless the board is empty. */
static bool look_at_empty(struct gtp *gtp, struct gtp_board *board)
{
    if (!gtp_look(gtp, board))
        return false;
    if (!is_empty(board)) {
        gtp_fail(gtp, "board not empty");
        return false;
    }
    gtp_board_clear(board, board->size, board->komi_half);
    return true;
}

/* Lays the stones, White is to move, and lists them. */
static void lay_handicap(struct gtp *gtp, struct gtp_board *board, const int *points, int count, bool lists)
{
    const char *blank = "";

    for (int i = 0; i < count; i++)
        board->stones[points[i]] = GTP_BLACK;
    board->side = GTP_WHITE;
    if (!set_up(gtp, board))
        return;
    gtp->handicap = count;
    for (int i = 0; i < board->size * board->size && lists; i++) {
        if (board->stones[i] == GTP_EMPTY)
            continue;
        by_text_add(&gtp->answer, blank);
        gtp_print_vertex(board, i, &gtp->answer);
        blank = " ";
    }
}

static void run_fixed_handicap(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    int points[9], laid;
    int64_t count;

    if (!gtp_take_number(gtp, &rest, "a number of stones", INT32_MIN, INT32_MAX, &count) || !gtp_take_end(gtp, rest))
        return;
    if (!look_at_empty(gtp, &board))
        return;
    laid = custom_points(board.size, count, points);
    if (laid)
        lay_handicap(gtp, &board, points, laid, true);
    else
        gtp_fail(gtp, "invalid number of stones");
}

/* How far a point is from the nearest stone, in steps; from an empty board, everything is as far as can be. */
static int distance_to_stones(const struct gtp_board *board, int point)
{
    int least = 2 * board->size;

    for (int i = 0; i < board->size * board->size; i++) {
        int steps = abs(i % board->size - point % board->size) + abs(i / board->size - point / board->size);

        if (board->stones[i] != GTP_EMPTY && steps < least)
            least = steps;
    }
    return least;
}

static bool is_on_edge(const struct gtp_board *board, int point)
{
    int row = point / board->size, column = point % board->size, last = board->size - 1;

    return row == 0 || row == last || column == 0 || column == last;
}

/* The point farthest from all stones, off the edge; GTP_NO_POINT: none that is not beside a stone. */
static int farthest_point(const struct gtp_board *board)
{
    int best = GTP_NO_POINT, most = 1;

    for (int i = 0; i < board->size * board->size; i++) {
        int steps = distance_to_stones(board, i);

        if (steps > most && (board->size < 5 || !is_on_edge(board, i))) {
            most = steps;
            best = i;
        }
    }
    return best;
}

/* By custom as far as that goes, then always where most room is; perhaps fewer than were asked for. */
static void run_place_free_handicap(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    int points[GTP_POINTS_MOST], laid = 0, point;
    int64_t count;

    if (!gtp_take_number(gtp, &rest, "a number of stones", INT32_MIN, INT32_MAX, &count) || !gtp_take_end(gtp, rest) ||
        !look_at_empty(gtp, &board))
        return;
    if (count < 2 || count >= board.size * board.size) {
        gtp_fail(gtp, "invalid number of stones");
        return;
    }
    for (int64_t n = count < 9 ? count : 9; n >= 2 && !laid; n--)
        laid = custom_points(board.size, n, points);
    for (int i = 0; i < laid; i++)
        board.stones[points[i]] = GTP_BLACK;
    while (laid < count && (point = farthest_point(&board)) != GTP_NO_POINT) {
        board.stones[point] = GTP_BLACK;
        points[laid++] = point;
    }
    lay_handicap(gtp, &board, points, laid, true);
}

static void run_set_free_handicap(struct gtp *gtp, char *rest)
{
    struct gtp_board board;
    int points[GTP_POINTS_MOST], count = 0;
    char *word;

    if (!look_at_empty(gtp, &board))
        return;
    while ((word = protocol_take_word(&rest)) != NULL) {
        int point;
        bool is_good = count < board.size * board.size - 1 && gtp_read_vertex(word, board.size, &point) &&
                       point != GTP_PASS && board.stones[point] == GTP_EMPTY;

        if (!is_good) {
            gtp_fail(gtp, "bad vertex list");
            return;
        }
        board.stones[point] = GTP_BLACK;
        points[count++] = point;
    }
    if (count < 2)
        gtp_fail(gtp, "bad vertex list");
    else
        lay_handicap(gtp, &board, points, count, false);
}

/* ---- Clocks ------------------------------------------------------------------------------------------------------ */

static void run_time_settings(struct gtp *gtp, char *rest)
{
    static const char *const names[] = {"a main time", "a time for byo-yomi", "stones for byo-yomi"};
    int64_t numbers[3];

    for (int i = 0; i < 3; i++)
        if (!gtp_take_number(gtp, &rest, names[i], 0, INT32_MAX, &numbers[i]))
            return;
    if (gtp_take_end(gtp, rest))
        gtp_clock_set(&gtp->clock, numbers[0], numbers[1], numbers[2]);
}

static void run_time_left(struct gtp *gtp, char *rest)
{
    int64_t seconds, stones;
    int colour;

    if (gtp_take_colour(gtp, &rest, &colour) && gtp_take_number(gtp, &rest, "a time", INT32_MIN, INT32_MAX, &seconds) &&
        gtp_take_number(gtp, &rest, "a number of stones", 0, INT32_MAX, &stones) && gtp_take_end(gtp, rest))
        gtp_clock_set_left(&gtp->clock, colour, seconds, stones);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* The last node before the move with this number. */
static int node_before(const by_record *record, int64_t number)
{
    int node = BY_RECORD_ROOT, child;

    while ((child = by_record_child(record, node)) != BY_RECORD_NONE) {
        if (by_record_move(record, child) != BY_MOVE_NONE && --number < 1)
            break;
        node = child;
    }
    return node;
}

/* The set-up before the moves of a position. */
static by_status find_start(const by_position *position, struct gtp_board *out, by_error *error)
{
    by_position *copy = NULL;
    size_t length;
    by_status status = by_position_copy(position, &copy, error);

    for ((void)by_position_history(position, &length); length && !status; length--)
        status = by_position_pop(copy, error);
    if (!status)
        status = gtp_board_read(copy, out, error);
    by_position_destroy(copy);
    return status;
}

/* A komi that is no half point stays a tag of the record. */
static double komi_of(const by_record *record, const struct gtp_board *start)
{
    const char *tag = by_record_tag(record, BY_RECORD_ROOT, "KM");
    char *end = NULL;
    double komi = tag ? strtod(tag, &end) : 0;

    return tag && end != tag && fabs(komi) <= KOMI_MOST ? komi : start->komi_half / 2.0;
}

static by_status take_record(struct gtp *gtp, const by_record *record, int64_t number, by_error *error)
{
    by_position *position = NULL;
    struct gtp_board start;
    by_status status = by_record_position(record, node_before(record, number), gtp->game, &position, error);

    if (!status)
        status = find_start(position, &start, error);
    if (!status)
        status = take_over(gtp, position, &start, error);
    if (status)
        by_position_destroy(position);
    else
        gtp->komi = komi_of(record, &start);
    return status;
}

/* The first game of a file, up to the move with this number. Of a damaged one nothing is taken. */
static by_status load(struct gtp *gtp, const char *path, int64_t number, by_error *error)
{
    by_record *record = NULL;
    size_t offset = 0;
    by_text text = {0};
    by_status status = gtp_read_file(path, &text, error);

    if (!status)
        status = by_record_read(gtp->game, by_text_string(&text), text.length, &offset, &record, error);
    if (!status && !record)
        status = by_error_set(error, BY_ERROR_INPUT, "there is no game in it");
    if (!status)
        status = take_record(gtp, record, number, error);
    by_record_destroy(record);
    by_text_free(&text);
    return status;
}

static void run_loadsgf(struct gtp *gtp, char *rest)
{
    const char *path = protocol_take_word(&rest);
    int64_t number = INT32_MAX;
    struct gtp_board board;
    by_error error = {0};

    if (!path) {
        gtp_fail(gtp, "syntax error: expected the name of a file");
        return;
    }
    if (rest[strspn(rest, " ")] && !gtp_take_number(gtp, &rest, "the number of a move", 1, INT32_MAX, &number))
        return;
    if (!gtp_take_end(gtp, rest))
        return;
    if (gtp->bounds.has_no_files)
        gtp_fail(gtp, "cannot load file");
    else if (load(gtp, path, number, &error) && error.line)
        gtp_fail(gtp, "cannot load file: line %d, column %d: %s", error.line, error.column, error.message);
    else if (error.status)
        gtp_fail(gtp, "cannot load file: %s", error.message);
    else if (gtp_look(gtp, &board))
        by_text_add(&gtp->answer, gtp_colour_names[board.side]);
}

static by_status add_tag(by_record *record, const char *name, by_error *error, const char *format, ...) BY_PRINTF(4, 5);

static by_status add_tag(by_record *record, const char *name, by_error *error, const char *format, ...)
{
    char value[64];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    return by_record_set_tag(record, BY_RECORD_ROOT, name, value, error);
}

/* The komi is written as it was set, even if it is no half point, and even if it is the usual one: others may have
 * another that is usual. */
static by_status write_record(struct gtp *gtp, by_text *out, by_error *error)
{
    by_record *record = NULL;
    by_status status = by_record_from_position(gtp->position, &record, error);

    if (!status)
        status = add_tag(record, "AP", error, "Boyi:%s", by_version());
    if (!status)
        status = add_tag(record, "KM", error, "%.10g", gtp->komi);
    if (!status && gtp->handicap)
        status = add_tag(record, "HA", error, "%d", gtp->handicap);
    if (!status)
        status = by_record_write(gtp->game, record, -1, out, error);
    if (!status && out->failed)
        status = by_error_no_memory(error);
    by_record_destroy(record);
    return status;
}

static void run_printsgf(struct gtp *gtp, char *rest)
{
    const char *path = protocol_take_word(&rest);
    by_text text = {0};
    by_error error = {0};

    if (!gtp_take_end(gtp, rest))
        return;
    if (path && gtp->bounds.has_no_files)
        gtp_fail(gtp, "cannot write file");
    else if (write_record(gtp, &text, &error))
        gtp_fail_error(gtp, &error);
    else if (!path)
        by_text_add(&gtp->answer, by_text_string(&text));
    else if (gtp_write_file(path, &text, &error))
        gtp_fail(gtp, "cannot write file: %s", error.message);
    by_text_free(&text);
}

const struct gtp_command gtp_game_commands[] = {
    {"boardsize", run_boardsize},
    {"query_boardsize", run_query_boardsize},
    {"clear_board", run_clear_board},
    {"komi", run_komi},
    {"get_komi", run_get_komi},
    {"fixed_handicap", run_fixed_handicap},
    {"place_free_handicap", run_place_free_handicap},
    {"set_free_handicap", run_set_free_handicap},
    {"play", run_play},
    {"undo", run_undo},
    {"gg-undo", run_gg_undo},
    {"gogui-play_sequence", run_play_sequence},
    {"time_settings", run_time_settings},
    {"time_left", run_time_left},
    {"loadsgf", run_loadsgf},
    {"printsgf", run_printsgf},
    {"showboard", run_showboard},
    {0},
};
