/* SPDX-License-Identifier: MIT */
#include "cli/trace_moves.h"

#include "cli/trace.h"

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
