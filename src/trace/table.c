/* SPDX-License-Identifier: MIT */
#include "trace/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "boyi/message.h"
#include "front/json_message.h"
#include "trace/words.h"

enum { MAX_COLUMNS = 16 };

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

void trace_rows_add(struct trace_rows *rows, const struct trace_row *row)
{
    struct trace_row *list = by__array_grown(rows->list, (size_t)rows->count + 1, &rows->room, sizeof *list);

    rows->failed |= !list;
    if (!list)
        return;
    rows->list = list;
    list[rows->count++] = *row;
}

void trace_rows_free(struct trace_rows *rows)
{
    free(rows->list);
    *rows = (struct trace_rows){0};
}

/* ---- Columns --------------------------------------------------------------------------------------------------- */

/* The columns of a form of the table. Returns their number. */
static int list_columns(const struct trace_table *table, enum trace_form_of_table form,
                        const struct trace_column *used[MAX_COLUMNS])
{
    int count = 0;

    for (const struct trace_column *column = table->columns; column->title && count < MAX_COLUMNS; column++)
        if ((!column->only || column->only == (unsigned)form) && (!column->is_used || column->is_used(table->any)))
            used[count++] = column;
    return count;
}

/* ---- As text --------------------------------------------------------------------------------------------------- */

/* The table that is being written. The row NULL holds the titles. */
struct writing {
    const struct trace_table *table;
    const struct trace_text_style *style;
    const struct trace_column *columns[MAX_COLUMNS];
    int widths[MAX_COLUMNS], count;
    by_text cell;
    bool failed; /* no memory */
};

static int make_cell(struct writing *w, int column, const struct trace_row *row)
{
    by_text_clear(&w->cell);
    if (row)
        w->columns[column]->print(w->table->any, row->number, &w->cell);
    else
        by_text_add(&w->cell, w->columns[column]->title);
    if (w->style->is_ascii)
        trace_spell(&w->cell);
    w->failed |= w->cell.failed;
    return trace_width(by_text_string(&w->cell));
}

static void widen(struct writing *w, const struct trace_row *row)
{
    for (int c = 0; c < w->count; c++) {
        int width = make_cell(w, c, row);

        w->widths[c] = width > w->widths[c] ? width : w->widths[c];
    }
}

static void drop_empty(struct writing *w)
{
    int count = 0;

    for (int c = 0; c < w->count; c++) {
        if (w->columns[c]->is_optional && !w->widths[c])
            continue;
        w->columns[count] = w->columns[c];
        w->widths[count++] = w->widths[c];
    }
    w->count = count;
}

/* Blanks are written only before more text. A first column without a title has marks of one character. */
static void print_row(struct writing *w, const struct trace_row *row, by_text *out)
{
    int owed = w->style->margin;

    for (int c = 0; c < w->count; c++) {
        int blanks = w->widths[c] - make_cell(w, c, row);

        if (w->cell.length) {
            by_text_printf(out, "%*s%s", owed + (w->columns[c]->is_number ? blanks : 0), "", by_text_string(&w->cell));
            owed = w->columns[c]->is_number ? 0 : blanks;
        } else {
            owed += blanks;
        }
        owed += c || *w->columns[c]->title ? 2 : 1;
    }
    by_text_add_char(out, '\n');
}

void trace_table_print(const struct trace_table *table, const struct trace_rows *rows,
                       const struct trace_text_style *style, by_text *out)
{
    struct writing w = {.table = table, .style = style};

    w.count = list_columns(table, TRACE_AS_TEXT, w.columns);
    for (int i = 0; i < rows->count; i++)
        widen(&w, &rows->list[i]);
    drop_empty(&w);
    widen(&w, NULL);
    w.widths[0] = w.widths[0] ? w.widths[0] : 1;
    print_row(&w, NULL, out);
    for (int i = 0; i < rows->count; i++)
        print_row(&w, &rows->list[i], out);
    out->failed |= w.failed || rows->failed;
    by_text_free(&w.cell);
}

/* ---- As JSON --------------------------------------------------------------------------------------------------- */

void trace_table_print_titles(const struct trace_table *table, struct json *json)
{
    const struct trace_column *columns[MAX_COLUMNS];
    int count = list_columns(table, TRACE_AS_JSON, columns);

    for (int c = 0; c < count; c++)
        json_put_string(json, columns[c]->title);
}

void trace_table_print_rows(const struct trace_table *table, const struct trace_rows *rows, struct json *json)
{
    const struct trace_column *columns[MAX_COLUMNS];
    int count = list_columns(table, TRACE_AS_JSON, columns);
    by_text cell = {.keeps_parts = true};

    for (int i = 0; i < rows->count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_integer(json, "node", rows->list[i].node);
        json_member_array(json, "cells", JSON_ON_ONE_LINE);
        for (int c = 0; c < count; c++) {
            columns[c]->print(table->any, rows->list[i].number, &cell);
            if (strchr(by_text_string(&cell), BY_MESSAGE_BEGIN))
                json_put_message(json, by_text_string(&cell));
            else
                json_put_string(json, by_text_string(&cell));
            json->text.failed |= cell.failed;
            by_text_clear(&cell);
        }
        json_put_end(json);
        if (rows->list[i].step)
            json_member_integer(json, "step", rows->list[i].step);
        json_put_end(json);
    }
    json->text.failed |= rows->failed;
    by_text_free(&cell);
}
