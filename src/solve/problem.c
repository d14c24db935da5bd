/* SPDX-License-Identifier: MIT
 *
 * Problems: what their readers share, and how answers are judged.
 *
 *   problem_text.c   plain text
 *   problem_sgf.c    SGF
 */
#include "solve/problem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/problem_inside.h"

static const char columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/* ---- For the readers ------------------------------------------------------------------------------------------- */

char *solve_copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);

    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

size_t solve_mark_of_utf8(const char *text)
{
    return strncmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

int solve_line_at(const char *text, size_t offset)
{
    int line = 1;

    for (size_t i = 0; i < offset; i++)
        line += text[i] == '\n';
    return line;
}

int solve_read_vertex(int size, const char *word, size_t length)
{
    const char *column = length ? strchr(columns, toupper((unsigned char)*word)) : NULL;
    int row = 0;

    if (!column || column - columns >= size || length < 2 || length > 3)
        return -1;
    for (size_t i = 1; i < length; i++) {
        if (!isdigit((unsigned char)word[i]))
            return -1;
        row = row * 10 + word[i] - '0';
    }
    return row < 1 || row > size ? -1 : (row - 1) * size + (int)(column - columns);
}

void solve_print_vertex(int size, int point, char *out, size_t room)
{
    (void)snprintf(out, room, "%c%d", columns[point % size], point / size + 1);
}

char solve_stone_at(by_position *position, int point, int *size)
{
    struct by_board board;
    struct by_square squares[BY_MAX_SQUARES];

    *size = 0;
    if (by_position_board(position, &board, NULL) || by_position_squares(position, squares, NULL))
        return '.';
    *size = board.columns;
    if (point < 0 || point >= board.columns * board.rows || !squares[point].piece)
        return '.';
    return squares[point].side ? 'O' : 'X';
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

void solve_problem_destroy(struct solve_problem *problem)
{
    if (!problem)
        return;
    by_position_destroy(problem->position);
    free(problem->id);
    free(problem->source);
    free(problem->note);
    free(problem->moves);
    free(problem);
}

/* SGF begins with a parenthesis, which no line of ours does. */
static bool is_sgf(const char *text)
{
    text += solve_mark_of_utf8(text);
    return text[strspn(text, " \t\r\n")] == '(';
}

static by_status set_if_missing(char **place, const char *text, by_error *error)
{
    if (!*place)
        *place = solve_copy_text(text, strlen(text));
    return *place ? BY_OK : by_error_no_memory(error);
}

by_status solve_problem_read(const by_game *go, const char *text, size_t *offset, struct solve_problem **out,
                             by_error *error)
{
    struct solve_problem *problem = calloc(1, sizeof *problem);
    bool is_there = false;
    by_status status;

    *out = NULL;
    if (!problem)
        return by_error_no_memory(error);
    status = is_sgf(text) ? solve_read_sgf(go, text, offset, problem, &is_there, error)
                          : solve_read_text(go, text, offset, problem, &is_there, error);
    if (!status)
        status = set_if_missing(&problem->id, "", error);
    if (!status)
        status = set_if_missing(&problem->source, "", error);
    if (!status)
        status = set_if_missing(&problem->note, "", error);
    if (!status)
        status = set_if_missing(&problem->moves, "", error);
    if (status || !is_there)
        solve_problem_destroy(problem);
    else
        *out = problem;
    return status;
}

/* ---- Judging --------------------------------------------------------------------------------------------------- */

static bool equals_ignoring_case(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return true;
}

static bool is_any(const char *word, size_t length)
{
    return length == 1 && *word == '*';
}

static bool has_move(const char *moves, const char *move)
{
    while (*moves) {
        size_t length = strcspn(moves, " ");

        if (is_any(moves, length) || (length == strlen(move) && equals_ignoring_case(moves, move, length)))
            return true;
        moves += length;
        moves += strspn(moves, " ");
    }
    return false;
}

enum solve_verdict solve_judge(const struct solve_problem *problem, enum solve_code code, const char *move)
{
    if (code == SOLVE_UNKNOWN || !problem->codes)
        return SOLVE_NOT_JUDGED;
    if (!(problem->codes >> code & 1))
        return SOLVE_WRONG;
    return code == SOLVE_NO || !*problem->moves || has_move(problem->moves, *move ? move : "pass") ? SOLVE_RIGHT
                                                                                                   : SOLVE_WRONG;
}
