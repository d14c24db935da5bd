/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/trace_moves.h"

#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "cli/trace.h"

/* ---- Recording ------------------------------------------------------------------------------------------------- */

static void note(void *context, const struct by_event *event)
{
    struct trace_moves *moves = context;
    bool is_same_side = event->side == moves->side;
    int place = 0;

    /* What the last pass says counts */
    while (place < moves->count && moves->list[place].move != event->move)
        place++;
    if (place == moves->room)
        return;
    moves->count += place == moves->count;
    moves->list[place] = (struct trace_move){.move = event->move,
                                             .pess = is_same_side ? event->alpha : -event->beta,
                                             .real = is_same_side ? event->value : -event->value,
                                             .opt = is_same_side ? event->beta : -event->alpha,
                                             .chance = event->chance};
    moves->has_chances |= event->chance >= 0;
}

/* By the estimate, or what could be reached; of equals as they are listed. */
static bool goes_before(const struct trace_moves *moves, const struct trace_move *a, const struct trace_move *b)
{
    return moves->has_chances ? a->real > b->real : a->opt > b->opt;
}

static void sort(struct trace_moves *moves)
{
    for (int i = 1; i < moves->count; i++) {
        struct trace_move move = moves->list[i];
        int place = i;

        for (; place > 0 && goes_before(moves, &move, &moves->list[place - 1]); place--)
            moves->list[place] = moves->list[place - 1];
        moves->list[place] = move;
    }
}

static bool write_moves(struct trace_moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        by_text text = {0};

        by_position_print_move(moves->setup->walker, moves->list[i].move, &text);
        moves->list[i].text = strdup(by_text_string(&text));
        by_text_free(&text);
        if (!moves->list[i].text)
            return false;
    }
    return true;
}

static void sum_up(struct trace_moves *moves, by_move best)
{
    sort(moves);
    moves->target = moves->list[0].real + 1;
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].move == best)
            moves->best = i;
}

int trace_moves_record(struct trace_moves *moves)
{
    struct setup *setup = moves->setup;
    const struct by_observer observer = {.wants = BY_EVENT_CHILD, .context = moves, .notify = note};
    struct by_extent extent;
    struct by_node root;
    struct by_result result;
    by_error error;

    if (by_method_proves(setup->method)) {
        say_problem(setup->command, "--intervals is for methods that work with bounds: bstar, bsp");
        return SAY_BAD_USE;
    }
    by_position_extent(setup->position, &extent);
    by_position_node(setup->position, &root);
    moves->side = root.side;
    moves->room = extent.max_moves;
    moves->list = calloc((size_t)extent.max_moves + 1, sizeof *moves->list);
    if (!moves->list)
        return say_error(setup->command, NULL, (by_error_no_memory(&error), &error));
    if (by_search_run(setup->search, setup->position, &setup->limits, &observer, &result, &error))
        return say_error(setup->command, NULL, &error);
    if (!moves->count) {
        say_problem(setup->command,
                    "%s told of no moves: --intervals is for methods that work with bounds (bstar, bsp), "
                    "and needs time to look at each move once",
                    by_method_name(setup->method));
        return SAY_FAILED;
    }
    sum_up(moves, result.best);
    if (!write_moves(moves))
        return say_error(setup->command, NULL, (by_error_no_memory(&error), &error));
    return 0;
}

void trace_moves_free(struct trace_moves *moves)
{
    for (int i = 0; i < moves->count; i++)
        free(moves->list[i].text);
    free(moves->list);
}

/* ---- As text --------------------------------------------------------------------------------------------------- */

bool trace_move_is_open(const struct trace_moves *moves, int index)
{
    for (int i = 0; i < moves->count; i++)
        if (i != index && moves->list[i].pess > moves->list[index].opt)
            return false;
    return true;
}

void trace_moves_add_verdict(const struct trace_moves *moves, by_text *out)
{
    enum { NAMED_MOST = 5 };
    int open = 0;

    by_text_add(out, "By their bounds: ");
    for (int i = 0; i < moves->count; i++) {
        if (!trace_move_is_open(moves, i))
            continue;
        if (open < NAMED_MOST)
            by_text_printf(out, "%s%s", open ? ", " : "", moves->list[i].text);
        open++;
    }
    if (open > NAMED_MOST)
        by_text_printf(out, " and %d more", open - NAMED_MOST);
    by_text_add(out, open > 1 ? " cannot be told apart" : " is the best");
}

static void add_cell(const char *cell, int width, by_text *out)
{
    by_text_add(out, cell);
    for (int blanks = width - trace_width(cell); blanks > 0; blanks--)
        by_text_add_char(out, ' ');
}

static void add_value_cell(by_value value, by_text *out)
{
    by_text text = {0};

    trace_add_value(value, &text);
    add_cell(by_text_string(&text), 13, out);
    by_text_free(&text);
}

void trace_moves_write_text(const struct trace_moves *moves, by_text *out)
{
    add_cell("move", 10, out);
    add_cell("pessimistic", 13, out);
    if (moves->has_chances)
        add_cell("estimate", 13, out);
    add_cell("optimistic", 13, out);
    by_text_add(out, moves->has_chances ? "chance\n" : "\n");
    for (int i = 0; i < moves->count; i++) {
        const struct trace_move *move = &moves->list[i];

        add_cell(move->text, 10, out);
        add_value_cell(move->pess, out);
        if (moves->has_chances)
            add_value_cell(move->real, out);
        add_value_cell(move->opt, out);
        if (moves->has_chances)
            by_text_printf(out, "%.3f", move->chance);
        by_text_add_char(out, '\n');
    }
    by_text_add_char(out, '\n');
    trace_moves_add_verdict(moves, out);
    by_text_printf(out, ". The search takes %s.\n", moves->list[moves->best].text);
}
