/* SPDX-License-Identifier: MIT
 *
 * A trace as text: for each iteration a table with a row for each visit, in the order in which the visits were
 * completed, and what was read; then what the search has found.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/trace.h"
#include "front/words.h"

enum { LINE_WIDTH = 100, FIELD_WIDTH = 14 };

#define DASH "\xE2\x80\x93"

/* ---- Table ----------------------------------------------------------------------------------------------------- */

/* A table of the visits that an iteration completed. */
struct table {
    const struct trace *trace;
    const struct trace_iteration *iteration;
    bool with_leaves;
    int column_count;
    int widths[TRACE_COLUMNS];
};

static void measure(struct table *table)
{
    by_text cell = {0};

    for (int c = 0; c < table->column_count; c++)
        table->widths[c] = trace_width(trace_column_title(table->trace, c));
    for (int i = table->iteration->first_step; i < table->iteration->end_step; i++) {
        int visit = trace_row_of(table->trace, i, table->with_leaves);

        for (int c = 0; visit != TRACE_NONE && c < table->column_count; c++) {
            int width;

            by_text_clear(&cell);
            trace_add_cell(table->trace, c, visit, &cell);
            if (table->trace->letters)
                trace_spell(&cell);
            width = trace_width(by_text_string(&cell));
            table->widths[c] = width > table->widths[c] ? width : table->widths[c];
        }
    }
    by_text_free(&cell);
}

/* The last cell of a line is not filled up with blanks. */
static void write_cell(const struct table *table, int column, const char *text, by_text *out)
{
    bool is_last = column == table->column_count - 1;

    by_text_printf(out, "%s%*s%s", text, is_last ? 0 : table->widths[column] - trace_width(text) + 2, "",
                   is_last ? "\n" : "");
}

static void write_table(const struct table *table, by_text *out)
{
    by_text cell = {0};

    for (int c = 0; c < table->column_count; c++)
        write_cell(table, c, trace_column_title(table->trace, c), out);
    for (int i = table->iteration->first_step; i < table->iteration->end_step; i++) {
        int visit = trace_row_of(table->trace, i, table->with_leaves);

        for (int c = 0; visit != TRACE_NONE && c < table->column_count; c++) {
            by_text_clear(&cell);
            trace_add_cell(table->trace, c, visit, &cell);
            if (table->trace->letters)
                trace_spell(&cell);
            write_cell(table, c, by_text_string(&cell), out);
        }
    }
    by_text_free(&cell);
}

/* ---- Fields ---------------------------------------------------------------------------------------------------- */

void trace_write_field(const char *name, const char *words, by_text *out)
{
    int at = FIELD_WIDTH;

    by_text_printf(out, "%-*s", FIELD_WIDTH, name);
    while (*words) {
        size_t length = strcspn(words, " ");
        char *word = malloc(length + 1);

        if (!word) {
            out->failed = true;
            return;
        }
        memcpy(word, words, length);
        word[length] = 0;
        if (at > FIELD_WIDTH && at + 1 + trace_width(word) > LINE_WIDTH) {
            by_text_printf(out, "\n%*s", FIELD_WIDTH, "");
            at = FIELD_WIDTH;
        }
        by_text_printf(out, "%s%s", at > FIELD_WIDTH ? " " : "", word);
        at += trace_width(word) + (at > FIELD_WIDTH);
        words += length + strspn(words + length, " ");
        free(word);
    }
    by_text_add_char(out, '\n');
}

static void write_leaves_read(const struct trace *trace, const struct trace_iteration *iteration, by_text *out)
{
    by_text words = {0};
    bool any = false;

    for (int i = iteration->first_step; i < iteration->end_step; i++) {
        const struct trace_visit *visit = &trace->visits[trace->steps[i].visit];

        if (trace->steps[i].kind != BY_EVENT_LEAVE || !trace_is_leaf_visit(visit))
            continue;
        by_text_add(&words, any ? ", " : "");
        trace_add_value(visit->value, &words);
        any = true;
    }
    trace_write_field("leaves read", any ? by_text_string(&words) : DASH, out);
    by_text_free(&words);
}

static void write_counts(const struct trace *trace, by_text *out)
{
    by_text words = {0};
    int visited, all;

    trace_count_nodes(trace, false, &visited, &all);
    by_text_printf(&words, "%d of %d", visited, all);
    trace_count_nodes(trace, true, &visited, &all);
    by_text_printf(&words, ", leaves %d of %d", visited, all);
    if (trace->iteration_count > 1 || trace_has_phases(trace))
        by_text_printf(&words, ", %d visits", trace->visit_count);
    trace_write_field("nodes visited", by_text_string(&words), out);
    by_text_free(&words);
}

static void write_options(const struct trace_question *question, by_text *out)
{
    by_options *defaults = NULL;
    by_text words = {0}, usual = {0}, now = {0};

    by_text_add(&words, by_method_name(question->method));
    if (!by_options_create(by_method_options(question->method), &defaults, NULL)) {
        for (const struct by_option *row = by_options_table(defaults); row->name; row++) {
            by_text_clear(&usual);
            by_text_clear(&now);
            by_options_print(defaults, row, &usual);
            by_options_print(question->options, row, &now);
            if (strcmp(by_text_string(&usual), by_text_string(&now)) != 0)
                by_text_printf(&words, " %s=%s", row->name, by_text_string(&now));
        }
    }
    trace_write_field("method", by_text_string(&words), out);
    by_options_destroy(defaults);
    by_text_free(&words);
    by_text_free(&usual);
    by_text_free(&now);
}

void trace_write_question(const struct trace_run *run, by_text *out)
{
    by_text words = {0};

    by_position_print(run->question.position, &words);
    trace_write_field("game", run->type->name, out);
    trace_write_field("position", by_text_string(&words), out);
    write_options(&run->question, out);
    by_text_free(&words);
}

static void write_sides(const struct trace *trace, by_text *out)
{
    const by_game_type *type = trace->run.type;
    by_text words = {0};

    if (strcmp(words_side(type, 0), "max") != 0) {
        by_text_printf(&words, "MAX is %s, MIN is %s", words_side(type, 0), words_side(type, 1));
        trace_write_field("sides", by_text_string(&words), out);
    }
    by_text_free(&words);
}

static void write_answer(const struct trace *trace, by_text *out)
{
    by_text words = {0};

    if (trace->kind == BY_KIND_AT_LEAST || trace->kind == BY_KIND_AT_MOST || trace->kind == BY_KIND_UNKNOWN)
        by_text_printf(&words, "%s ", by_kind_name(trace->kind));
    if (trace->kind != BY_KIND_UNKNOWN)
        trace_add_value(trace->value, &words);
    trace_write_field("value", by_text_string(&words), out);
    by_text_clear(&words);
    trace_add_variation(trace, &words);
    trace_write_field("variation", by_text_string(&words), out);
    if (trace->stopped > BY_STOPPED_DEPTH)
        trace_write_field("stopped by", by_stop_reason_name(trace->stopped), out);
    by_text_free(&words);
}

/* ---- What the words mean --------------------------------------------------------------------------------------- */

static bool any_end(const struct trace *trace)
{
    for (int i = 0; i < trace->node_count; i++)
        if (by_value_is_win(trace->nodes[i].truth) || by_value_is_loss(trace->nodes[i].truth))
            return true;
    return false;
}

static bool any_again(const struct trace *trace)
{
    for (int i = 0; i < trace->visit_count; i++)
        if (trace->visits[i].verdict == TRACE_CASE_AGAIN)
            return true;
    return false;
}

static void write_notes(const struct trace *trace, by_text *out)
{
    bool has_end = any_end(trace), has_several = trace->iteration_count > 1;

    if (trace->has_windows || has_end || has_several)
        by_text_add_char(out, '\n');
    if (trace->has_windows) {
        trace_write_field("case 1", "the value is strictly inside the parent's window: exact", out);
        trace_write_field("case 2", "it reaches the bound of the parent's opponent: the parent cuts", out);
        trace_write_field("case 3", "it is no better for the parent than what the parent has: it changes nothing", out);
    }
    if (any_again(trace))
        trace_write_field("again", "a null window was failed, so the move is searched once more", out);
    if (has_end)
        trace_write_field("win N", "MAX wins N plies from the root; loss N: MIN does", out);
    if (has_several)
        trace_write_field("true value", "that of the whole tree, not of a shallower iteration", out);
}

/* ---- All ------------------------------------------------------------------------------------------------------- */

static void write_iteration(const struct trace *trace, int number, bool with_leaves, bool with_steps, by_text *out)
{
    struct table table = {.trace = trace,
                          .iteration = &trace->iterations[number],
                          .with_leaves = with_leaves,
                          .column_count = trace_columns(trace)};

    if (trace->iteration_count > 1) {
        by_text_printf(out, "iteration %d: depth %d, value ", number + 1, table.iteration->depth);
        trace_add_value(table.iteration->value, out);
        by_text_add(out, "\n\n");
    }
    if (with_steps) {
        trace_write_steps(trace, table.iteration, out);
        by_text_add_char(out, '\n');
    }
    measure(&table);
    write_table(&table, out);
    by_text_add_char(out, '\n');
    write_leaves_read(trace, table.iteration, out);
    if (trace->iteration_count > 1)
        by_text_add_char(out, '\n');
}

void trace_write_text(const struct trace *trace, bool with_leaves, bool with_steps, by_text *out)
{
    trace_write_question(&trace->run, out);
    write_sides(trace, out);
    by_text_add_char(out, '\n');
    for (int i = 0; i < trace->iteration_count; i++)
        write_iteration(trace, i, with_leaves, with_steps, out);
    write_counts(trace, out);
    write_answer(trace, out);
    if (trace->iteration_count)
        write_notes(trace, out);
}
