/* SPDX-License-Identifier: MIT
 *
 * The root's moves in a search by bounds as a table: the most promising first.
 */
#include "trace/kind.h"

static void print_move(const trace_any *any, int row, by_text *out)
{
    trace_add_move(&any->tree, row + 1, out);
}

static void print_pessimistic(const trace_any *any, int row, by_text *out)
{
    trace_add_value(any->moves.list[row].pess, out);
}

static void print_estimate(const trace_any *any, int row, by_text *out)
{
    trace_add_value(any->moves.list[row].real, out);
}

static void print_optimistic(const trace_any *any, int row, by_text *out)
{
    trace_add_value(any->moves.list[row].opt, out);
}

static void print_chance(const trace_any *any, int row, by_text *out)
{
    by_text_printf(out, "%.3f", any->moves.list[row].chance);
}

static bool has_chances(const trace_any *any)
{
    return any->moves.has_chances;
}

const struct trace_column trace_moves_columns[] = {
    {.title = "move", .print = print_move},
    {.title = "pessimistic", .print = print_pessimistic},
    {.title = "estimate", .print = print_estimate, .is_used = has_chances},
    {.title = "optimistic", .print = print_optimistic},
    {.title = "chance", .print = print_chance, .is_used = has_chances},
    {0},
};

void trace_moves_print_text(trace_any *any, const struct trace_text *asked, by_text *out)
{
    const struct trace_moves *moves = &any->moves;

    trace_print_part(any, 0, asked, out);
    by_text_add_char(out, '\n');
    if (!moves->count)
        return;
    trace_moves_add_verdict(moves, out);
    by_text_printf(out, ". The search takes %s.\n", moves->tree.nodes[moves->best + 1].move_text);
}
