/* SPDX-License-Identifier: MIT
 *
 * Problems as SGF: a task or a mark in the main line of a game. See problem.h.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/problem_inside.h"

/* "attack D4" */
static bool read_sgf_task(const char *task, struct solve_problem *problem)
{
    char word[8], vertex[8], more;

    if (sscanf(task, "%7s %7s %c", word, vertex, &more) != 2 ||
        (strcmp(word, "attack") != 0 && strcmp(word, "defend") != 0))
        return false;
    problem->is_attack = strcmp(word, "attack") == 0;
    (void)snprintf(problem->vertex, sizeof problem->vertex, "%s", vertex);
    problem->vertex[0] = (char)toupper((unsigned char)problem->vertex[0]);
    return true;
}

/* Two letters from the top left; -1 if they are no point of the board. */
static int point_of_letters(const char *letters, int size)
{
    int column = letters[0] - 'a', row = letters[0] ? letters[1] - 'a' : -1;

    return column < 0 || column >= size || row < 0 || row >= size ? -1 : (size - 1 - row) * size + column;
}

/* The point of the stone that a mark is on; -1: it is on none. */
static int point_of_mark(const by_position *position, const char *letters, int *size, char *stone)
{
    int point;

    (void)solve_stone_at(position, -1, size);
    point = point_of_letters(letters, *size);
    *stone = solve_stone_at(position, point, size);
    return *stone == '.' ? -1 : point;
}

/* The task by a mark on a stone, if this node has one. */
static bool find_mark(const by_record *record, int node, by_position *position, struct solve_problem *problem)
{
    static const char *const marks[] = {"TR", "SQ", "CR", "MA"};
    struct by_node facts;

    for (int i = 0; i < 4; i++) {
        const char *name, *value;

        for (int j = 0; by_record_tag_at(record, node, j, &name, &value); j++) {
            int size = 0, point = -1;
            char stone = '.';

            if (strcmp(name, marks[i]) == 0)
                point = point_of_mark(position, value, &size, &stone);
            if (point < 0)
                continue;
            by_position_node(position, &facts);
            problem->is_attack = (stone == 'O') != facts.side;
            solve_print_vertex(size, point, problem->vertex, sizeof problem->vertex);
            return true;
        }
    }
    return false;
}

/* Brings the position from the one above a node to that of the node. Only where stones were set up it is made anew: a
 * game may be long. */
static by_status advance(const by_game *go, const by_record *record, int node, struct solve_problem *problem,
                         by_error *error)
{
    if (problem->position && !by_record_position_text(record, node))
        return by_record_move(record, node) == BY_MOVE_NONE
                   ? BY_OK
                   : by_position_push(problem->position, by_record_move(record, node), error);
    by_position_destroy(problem->position);
    problem->position = NULL;
    return by_record_position(record, node, go, &problem->position, error);
}

/* The first node of the main line that has a task, with its position; BY_RECORD_NONE: none. */
static by_status find_task(const by_game *go, const by_record *record, struct solve_problem *problem, int *node,
                           by_error *error)
{
    for (*node = BY_RECORD_ROOT; *node != BY_RECORD_NONE; *node = by_record_child(record, *node)) {
        const char *task = by_record_tag(record, *node, "TASK");
        by_status status = advance(go, record, *node, problem, error);

        if (status)
            return status;
        if (task && !read_sgf_task(task, problem))
            return by_error_set_at(error, BY_ERROR_INPUT, problem->line, 1,
                                   "'%.40s' is no task, expected one like 'attack D4' or 'defend D4'", task);
        if (task || find_mark(record, *node, problem->position, problem))
            return BY_OK;
    }
    return by_error_set_at(error, BY_ERROR_INPUT, problem->line, 1,
                           "this game asks nothing: expected TASK[attack D4] or a mark (TR, SQ, CR, MA) on a stone");
}

static by_status read_sgf_results(const by_record *record, int node, struct solve_problem *problem, by_error *error)
{
    const char *name, *value;

    for (int i = 0; by_record_tag_at(record, node, i, &name, &value); i++) {
        if (strcmp(name, "RESULT") != 0)
            continue;
        if (*value < '0' || *value > '3' || value[1])
            return by_error_set_at(error, BY_ERROR_INPUT, problem->line, 1,
                                   "'%.40s' is no result, expected 0, 1, 2 or 3", value);
        problem->codes |= 1u << (*value - '0');
    }
    return BY_OK;
}

/* The moves of the children that are marked as good. */
static by_status read_sgf_moves(const by_record *record, int node, struct solve_problem *problem, by_error *error)
{
    by_text all = {0};
    by_status status;

    for (int child = by_record_child(record, node); child != BY_RECORD_NONE; child = by_record_next(record, child)) {
        if (by_record_move(record, child) == BY_MOVE_NONE || !by_record_tag(record, child, "TE"))
            continue;
        by_text_add(&all, all.length ? " " : "");
        by_position_print_move(problem->position, by_record_move(record, child), &all);
    }
    problem->moves = solve_copy_text(by_text_string(&all), all.length);
    status = problem->moves && !all.failed ? BY_OK : by_error_no_memory(error);
    by_text_free(&all);
    return status;
}

static by_status fill_from_record(const by_game *go, const by_record *record, struct solve_problem *problem,
                                  by_error *error)
{
    const char *name = by_record_tag(record, BY_RECORD_ROOT, "GN"),
               *source = by_record_tag(record, BY_RECORD_ROOT, "SO");
    int node;
    by_status status = find_task(go, record, problem, &node, error);

    if (!status)
        status = read_sgf_results(record, node, problem, error);
    if (!status)
        status = read_sgf_moves(record, node, problem, error);
    if (status)
        return status;
    problem->id = name ? solve_copy_text(name, strlen(name)) : NULL;
    problem->source = source ? solve_copy_text(source, strlen(source)) : NULL;
    return (name && !problem->id) || (source && !problem->source) ? by_error_no_memory(error) : BY_OK;
}

/* Whether the vertex has a stone, which a task by its name need not. */
static by_status check_stone(const struct solve_problem *problem, by_error *error)
{
    int size, point;

    (void)solve_stone_at(problem->position, -1, &size);
    point = solve_read_vertex(size, problem->vertex, strlen(problem->vertex));
    if (solve_stone_at(problem->position, point, &size) != '.')
        return BY_OK;
    return by_error_set_at(error, BY_ERROR_INPUT, problem->line, 1, "there is no stone on %s", problem->vertex);
}

by_status solve_read_sgf(const by_game *go, const char *text, size_t *offset, struct solve_problem *problem,
                         bool *is_there, by_error *error)
{
    by_record *record;
    size_t begin = *offset + strspn(text + *offset, " \t\r\n");
    by_status status;

    problem->line = solve_line_at(text, begin);
    status = by_record_read(go, text, strlen(text), offset, &record, error);
    *is_there = record != NULL;
    if (!status && record)
        status = fill_from_record(go, record, problem, error);
    if (!status && record)
        status = check_stone(problem, error);
    by_record_destroy(record);
    return status;
}
