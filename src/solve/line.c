/* SPDX-License-Identifier: MIT */
#include "solve/line.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "solve/prove.h"

enum { MAX_EXTENSION = 100, STEP_NODES = 2000 };

static const char small_memory[] = "memory_kib=1024"; /* enough for so few nodes */

static by_status prepare(struct solve_lines *lines, const struct solve_settings *settings, by_error *error)
{
    const by_method *method;
    by_options *options = NULL;
    by_status status = lines->goal ? BY_OK : solve_open_goal(settings->goal, "", &lines->goal, error);

    if (status || lines->search)
        return status;
    status = by_method_find("df-pn+", &method, error);
    if (!status)
        status = by_options_create(by_method_options(method), &options, error);
    if (!status)
        status = by_options_set_all(options, small_memory, error);
    if (!status)
        status = by_search_create(lines->goal, method, options, &lines->search, error);
    by_options_destroy(options);
    return status;
}

/* Copies the line that the solver lends, with room for more. */
static by_status copy_line(struct solve_lines *lines, struct solve_answer *answer, by_error *error)
{
    by_move *moves = by__array_grown(lines->moves, (size_t)answer->length + MAX_EXTENSION, &lines->room, sizeof *moves);

    if (!moves)
        return by_error_no_memory(error);
    lines->moves = moves;
    if (answer->length)
        memmove(lines->moves, answer->line, (size_t)answer->length * sizeof *lines->moves);
    answer->line = lines->moves;
    return BY_OK;
}

static bool is_end(by_position *position)
{
    struct by_moves count = {0};

    by_position_moves(position, BY_MOVES_ALL, &count);
    return count.count == 0;
}

/* Goes on after the line as long as small searches say that the block is captured. */
static by_status extend(struct solve_lines *lines, const struct solve_settings *settings, by_position *position,
                        struct solve_answer *answer, by_error *error)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = STEP_NODES, .stop = settings->stop};
    by_status status = BY_OK;

    if (settings->nodes && settings->nodes < limits.nodes)
        limits.nodes = settings->nodes;
    for (int i = 0; i < answer->length; i++)
        if (by_position_push(position, lines->moves[i], NULL))
            return BY_OK;
    for (int more = 0; more < MAX_EXTENSION && !is_end(position); more++) {
        struct by_result result = {BY_SIZE(by_result)};

        status = by_search_run(lines->search, position, &limits, NULL, &result, error);
        if (status || result.answer != BY_ANSWER_YES || by_position_push(position, result.best, NULL))
            break;
        lines->moves[answer->length++] = result.best;
    }
    return status;
}

/* A block that is captured for certain is, though its owner retakes kos at once. */
static by_status play_out(struct solve_lines *lines, const struct solve_settings *settings,
                          const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    struct by_goal_question asked = solve_goal_question(question, BY_THREATS_OPPONENT, 0);
    by_position *position = NULL;
    by_status status = by_position_create(lines->goal, &position, error);

    if (!status)
        status = by_position_set_question(position, question->position, &asked, error);
    if (!status)
        status = extend(lines, settings, position, answer, error);
    by_position_destroy(position);
    return status;
}

/* Ends the line before a move that the rules of the game do not have. */
static by_status cut(const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    by_position *walker = NULL;
    int made = 0;
    by_status status = by_position_copy(question->position, &walker, error);

    if (status)
        return status;
    while (made < answer->length && !by_position_push(walker, answer->line[made], NULL))
        made++;
    answer->length = made;
    by_position_destroy(walker);
    return BY_OK;
}

by_status solve_finish_line(struct solve_lines *lines, const struct solve_settings *settings,
                            const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    bool is_captured = answer->code == (question->is_attack ? SOLVE_YES : SOLVE_NO);
    by_status status = copy_line(lines, answer, error);

    if (!status && is_captured)
        status = prepare(lines, settings, error);
    if (!status && is_captured)
        status = play_out(lines, settings, question, answer, error);
    return status ? status : cut(question, answer, error);
}

void solve_lines_free(struct solve_lines *lines)
{
    by_search_destroy(lines->search);
    by_game_close(lines->goal);
    free(lines->moves);
    *lines = (struct solve_lines){0};
}
