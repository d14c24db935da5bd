/* SPDX-License-Identifier: MIT
 *
 * Tables of traces: a list of columns that write their cells, and the rows that are shown. The same columns serve as
 * text and as JSON, unless they are for one form only.
 */
#ifndef TRACE_TABLE_H
#define TRACE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/text.h"
#include "front/json.h"
#include "trace/question.h"

enum trace_form_of_table { TRACE_AS_TEXT = 1, TRACE_AS_JSON = 2 };

struct trace_column {
    const char *title;                                          /* NULL ends a list */
    void (*print)(const trace_any *any, int row, by_text *out); /* nothing: the cell is empty */
    unsigned only;                                              /* of trace_form_of_table; 0: in both */
    bool is_number;                                             /* ends at the right */
    bool is_optional;                                           /* in text: left out if all its cells are empty */
    bool (*is_used)(const trace_any *any);                      /* NULL: always */
};

/* `number` identifies the row for the columns; `step` completes it, 0: not known. */
struct trace_row {
    int number, node, step;
};

struct trace_rows {
    struct trace_row *list;
    int count;
    size_t room;
    bool failed; /* no memory */
};

struct trace_table {
    const trace_any *any;
    const struct trace_column *columns;
};

void trace_rows_add(struct trace_rows *rows, const struct trace_row *row);
void trace_rows_free(struct trace_rows *rows);

/* How a table is written as text. */
struct trace_text_style {
    int margin;    /* at the left */
    bool is_ascii; /* see trace_spell */
};

/* The widths of the columns are those of the longest cells. */
void trace_table_print(const struct trace_table *table, const struct trace_rows *rows,
                       const struct trace_text_style *style, by_text *out);

/* Titles as strings of the array that is open; rows as objects of it. */
void trace_table_print_titles(const struct trace_table *table, struct json *json);
void trace_table_print_rows(const struct trace_table *table, const struct trace_rows *rows, struct json *json);

#endif
