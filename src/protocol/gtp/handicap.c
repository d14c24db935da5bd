/* SPDX-License-Identifier: MIT
 *
 * GTP: the stones of a handicap.
 */
#include <stdlib.h>

#include "base/split.h"
#include "protocol/gtp/session.h"

/* Where the handicap stones stand by custom, in the order in which they are laid: rows and columns from the bottom left
 * as 0, 1 and 2 for the lower line, the middle and the upper one. The middle point belongs to odd numbers. */
static int custom_points(int size, int64_t count, int out[9])
{
    static const int places[][2] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}, {1, 0}, {1, 2}, {0, 1}, {2, 1}};
    int near = size >= 12 ? 3 : 2, lines[3] = {near, size / 2, size - 1 - near};
    int max = size < 7 ? 0 : size % 2 == 0 || size == 7 ? 4 : 9;
    bool has_middle = count >= 5 && count % 2;

    if (count < 2 || count > max)
        return 0;
    for (int i = 0; i < (int)count - has_middle; i++)
        out[i] = (size - 1 - lines[places[i][0]]) * size + lines[places[i][1]];
    if (has_middle)
        out[count - 1] = lines[1] * size + lines[1];
    return (int)count;
}

/* Fails the command unless the board is empty. */
static bool look_at_empty(struct gtp *gtp, struct gtp_board *board)
{
    if (!gtp_look(gtp, board))
        return false;
    for (int i = 0; i < board->size * board->size; i++) {
        if (board->stones[i] == GTP_EMPTY)
            continue;
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
    if (!gtp_set_up(gtp, board))
        return;
    gtp->handicap = count;
    for (int i = 0; i < board->size * board->size && lists; i++) {
        if (board->stones[i] == GTP_EMPTY)
            continue;
        by_text_printf(&gtp->answer, "%s%s", blank, gtp_vertex(board, i).text);
        blank = " ";
    }
}

static void run_fixed_handicap(struct gtp *gtp, struct gtp_arguments *a)
{
    struct gtp_board board;
    int points[9], laid;
    int64_t count;

    if (!gtp_read_number(gtp, &a->rest, "a number of stones", INT32_MIN, INT32_MAX, &count) ||
        !gtp_read_end(gtp, a->rest) || !look_at_empty(gtp, &board))
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
    int min = 2 * board->size;

    for (int i = 0; i < board->size * board->size; i++) {
        int steps = abs(i % board->size - point % board->size) + abs(i / board->size - point / board->size);

        if (board->stones[i] != GTP_EMPTY && steps < min)
            min = steps;
    }
    return min;
}

static bool is_on_edge(const struct gtp_board *board, int point)
{
    int row = point / board->size, column = point % board->size, last = board->size - 1;

    return row == 0 || row == last || column == 0 || column == last;
}

/* The point farthest from all stones, off the edge; GTP_NO_POINT: none that is not beside a stone. */
static int farthest_point(const struct gtp_board *board)
{
    int best = GTP_NO_POINT, max = 1;

    for (int i = 0; i < board->size * board->size; i++) {
        int steps = distance_to_stones(board, i);

        if (steps > max && (board->size < 5 || !is_on_edge(board, i))) {
            max = steps;
            best = i;
        }
    }
    return best;
}

/* By custom as far as that goes, then always where most room is; perhaps fewer than were asked for. */
static void run_place_free_handicap(struct gtp *gtp, struct gtp_arguments *a)
{
    struct gtp_board board;
    int points[GTP_MAX_POINTS], laid = 0, point;
    int64_t count;

    if (!gtp_read_number(gtp, &a->rest, "a number of stones", INT32_MIN, INT32_MAX, &count) ||
        !gtp_read_end(gtp, a->rest) || !look_at_empty(gtp, &board))
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

static void run_set_free_handicap(struct gtp *gtp, struct gtp_arguments *a)
{
    struct gtp_board board;
    int points[GTP_MAX_POINTS], count = 0;
    char *word;

    if (!look_at_empty(gtp, &board))
        return;
    while ((word = by__next_word(&a->rest)) != NULL) {
        int point;
        bool is_good = count < board.size * board.size - 1 && gtp_parse_vertex(word, board.size, &point) &&
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

const struct gtp_command gtp_handicap_commands[] = {
    {"fixed_handicap", run_fixed_handicap, 0},
    {"place_free_handicap", run_place_free_handicap, 0},
    {"set_free_handicap", run_set_free_handicap, 0},
    {0},
};
