/* SPDX-License-Identifier: MIT
 *
 * Problems as SGF: a task or a mark in the main line of a game. See problem.h.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/problem_inside.h"

/* A game under way. */
struct game {
    const by_game *go;
    const char *text;  /* of the whole file */
    size_t begin, end; /* of the game in it */
    const by_record *record;
    struct solve_problem *problem;
    by_error *error;
};

/* ---- Places ---------------------------------------------------------------------------------------------------- */

/* Behind a value, whose first byte is at `at`, and blanks. */
static size_t behind_value(const struct game *g, size_t at)
{
    while (at < g->end && g->text[at] != ']')
        at += g->text[at] == '\\' ? 2 : 1;
    return at < g->end ? at + 1 + strspn(g->text + at + 1, " \t\r\n") : g->end;
}

/* Where this value of the property that begins at `at` stands; 0: it has none such. */
static size_t find_among_values(const struct game *g, size_t at, const char *value)
{
    size_t length = strlen(value);

    for (at += strspn(g->text + at, " \t\r\n"); at < g->end && g->text[at] == '['; at = behind_value(g, at + 1))
        if (strncmp(g->text + at + 1, value, length) == 0 && g->text[at + 1 + length] == ']')
            return at + 1;
    return 0;
}

/* Where the value of a property stands. A record does not keep that, so that it is looked for in the text; what is not
 * found there stands where the game begins. */
static size_t find_value(const struct game *g, const char *name, const char *value)
{
    size_t length = strlen(name);

    for (size_t at = g->begin + 1; at + length < g->end; at++) {
        size_t found = strncmp(g->text + at, name, length) == 0 && !isalnum((unsigned char)g->text[at - 1])
                           ? find_among_values(g, at + length, value)
                           : 0;

        if (found)
            return found;
    }
    return g->begin;
}

static by_status refuse(const struct game *g, size_t at, const char *format, ...) BY_PRINTF(3, 4);

static by_status refuse(const struct game *g, size_t at, const char *format, ...)
{
    size_t mark = solve_mark_of_utf8(g->text), line = at;
    va_list arguments;
    by_status status;

    while (line > mark && g->text[line - 1] != '\n')
        line--;
    va_start(arguments, format);
    status = by_error_set_list(g->error, BY_ERROR_INPUT, solve_line_at(g->text, at),
                               by_text_column(g->text + line, g->text + at), format, arguments);
    va_end(arguments);
    return status;
}

/* ---- The task -------------------------------------------------------------------------------------------------- */

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
static int point_of_mark(by_position *position, const char *letters, int *size, char *stone)
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
            problem->point = point;
            solve_print_vertex(size, point, problem->vertex, sizeof problem->vertex);
            return true;
        }
    }
    return false;
}

/* Brings the position from the one above a node to that of the node. Only where stones were set up it is made again: a
 * game may be long. */
static by_status advance(const struct game *g, int node)
{
    by_position **position = &g->problem->position;
    by_move move = by_record_move(g->record, node);

    if (*position && !by_record_position_text(g->record, node))
        return move == BY_MOVE_NONE ? BY_OK : by_position_push(*position, move, g->error);
    by_position_destroy(*position);
    *position = NULL;
    return by_record_position(g->record, node, g->go, position, g->error);
}

/* The task by its name, if this node has one: then `is_there` is set. */
static by_status find_named(const struct game *g, int node, bool *is_there)
{
    const char *name, *value, *task = by_record_tag(g->record, node, "TASK");
    int count = 0;

    *is_there = task != NULL;
    if (!task)
        return BY_OK;
    for (int i = 0; by_record_tag_at(g->record, node, i, &name, &value); i++)
        if (strcmp(name, "TASK") == 0 && ++count > 1)
            return refuse(g, find_value(g, "TASK", value), "a second task in one node, expected one");
    if (!read_sgf_task(task, g->problem))
        return refuse(g, find_value(g, "TASK", task),
                      "'%.40s' is no task, expected one like 'attack D4' or 'defend D4'", task);
    return BY_OK;
}

/* The first node of the main line that has a task, with its position. */
static by_status find_task(const struct game *g, int *node)
{
    for (*node = BY_RECORD_ROOT; *node != BY_RECORD_NONE; *node = by_record_child(g->record, *node)) {
        bool is_there = false;
        by_status status = advance(g, *node);

        if (!status)
            status = find_named(g, *node, &is_there);
        if (status || is_there || find_mark(g->record, *node, g->problem->position, g->problem))
            return status;
    }
    return refuse(g, g->begin,
                  "this game asks nothing: expected TASK[attack D4] or a mark (TR, SQ, CR, MA) on a stone");
}

/* Whether the vertex has a stone, which a task by its name need not. */
static by_status check_stone(const struct game *g, int node)
{
    struct solve_problem *problem = g->problem;
    const char *task = by_record_tag(g->record, node, "TASK");
    int size;

    (void)solve_stone_at(problem->position, -1, &size);
    if (task)
        problem->point = solve_read_vertex(size, problem->vertex, strlen(problem->vertex));
    if (solve_stone_at(problem->position, problem->point, &size) != '.')
        return BY_OK;
    return refuse(g, task ? find_value(g, "TASK", task) : g->begin, "there is no stone on %s", problem->vertex);
}

/* ---- The answer ------------------------------------------------------------------------------------------------ */

static by_status read_sgf_results(const struct game *g, int node)
{
    const char *name, *value;

    for (int i = 0; by_record_tag_at(g->record, node, i, &name, &value); i++) {
        if (strcmp(name, "RESULT") != 0)
            continue;
        if (*value < '0' || *value > '3' || value[1])
            return refuse(g, find_value(g, "RESULT", value), "'%.40s' is no result, expected 0, 1, 2 or 3", value);
        g->problem->codes |= 1u << (*value - '0');
    }
    return BY_OK;
}

/* Moves that retake a ko and are good, but may be made only after a threat: no child of the node can have them. */
static by_status read_retakes(const struct game *g, int node, by_text *all)
{
    const char *name, *value;
    int size;

    (void)solve_stone_at(g->problem->position, -1, &size);
    for (int i = 0; by_record_tag_at(g->record, node, i, &name, &value); i++) {
        if (strcmp(name, "RETAKE") != 0)
            continue;
        if (solve_read_vertex(size, value, strlen(value)) < 0)
            return refuse(g, find_value(g, "RETAKE", value), "'%.40s' is no point, expected one like D4", value);
        by_text_printf(all, "%s%s", all->length ? " " : "", value);
    }
    return BY_OK;
}

/* The moves of the children that are marked as good. */
static by_status read_sgf_moves(const struct game *g, int node)
{
    struct solve_problem *problem = g->problem;
    by_text all = {0};
    by_status status = read_retakes(g, node, &all);

    for (int child = by_record_child(g->record, node); child != BY_RECORD_NONE;
         child = by_record_next(g->record, child)) {
        if (by_record_move(g->record, child) == BY_MOVE_NONE || !by_record_tag(g->record, child, "TE"))
            continue;
        by_text_add(&all, all.length ? " " : "");
        by_position_print_move(problem->position, by_record_move(g->record, child), &all);
    }
    problem->moves = solve_copy_text(by_text_string(&all), all.length);
    if (!status && (!problem->moves || all.failed))
        status = by_error_no_memory(g->error);
    by_text_free(&all);
    return status;
}

static by_status fill(const struct game *g)
{
    struct solve_problem *problem = g->problem;
    const char *name = by_record_tag(g->record, BY_RECORD_ROOT, "GN"),
               *source = by_record_tag(g->record, BY_RECORD_ROOT, "SO");
    int node;
    by_status status = find_task(g, &node);

    if (!status)
        status = check_stone(g, node);
    if (!status)
        status = read_sgf_results(g, node);
    if (!status)
        status = read_sgf_moves(g, node);
    if (status)
        return status;
    problem->id = name ? solve_copy_text(name, strlen(name)) : NULL;
    problem->source = source ? solve_copy_text(source, strlen(source)) : NULL;
    return (name && !problem->id) || (source && !problem->source) ? by_error_no_memory(g->error) : BY_OK;
}

by_status solve_read_sgf(const by_game *go, const char *text, size_t *offset, struct solve_problem *problem,
                         bool *is_there, by_error *error)
{
    by_record *record;
    size_t begin = *offset ? *offset : solve_mark_of_utf8(text);
    by_status status;

    begin += strspn(text + begin, " \t\r\n");
    problem->line = solve_line_at(text, begin);
    status = by_record_read(go, text, strlen(text), offset, &record, error);
    *is_there = record != NULL;
    if (!status && record)
        status = fill(&(struct game){go, text, begin, *offset, record, problem, error});
    by_record_destroy(record);
    return status;
}
