/* SPDX-License-Identifier: MIT
 *
 * Recorded searches, and their JSON, parsed again.
 */
#ifndef BOYI_TESTS_SUPPORT_TRACED_H
#define BOYI_TESTS_SUPPORT_TRACED_H

#include <stdbool.h>
#include <stdint.h>

#include "front/json_read.h"
#include "support/opened.h"
#include "trace/trace.h"

#define OI_WIKI "H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))"

/* ---- Making ---------------------------------------------------------------------------------------------------- */

struct traced {
    struct opened opened;
    by_options *options;
    struct trace_question question;
};

struct traced traced_ask(const char *game, const char *settings, const char *position, const char *method,
                         const char *preset);
void traced_forget(struct traced *asked);
trace_any *traced_make(const struct traced *asked);

enum { TRACED_FORMS = TRACE_MOVES + 1 };

/* A small one of each form. */
struct traced traced_ask_form(enum trace_form form);

/* ---- Reading --------------------------------------------------------------------------------------------------- */

/* The answer is valid until the next question, or until it is dropped. */
const struct json_value *traced_summary(trace_any *trace);
const struct json_value *traced_children(trace_any *trace, int node, int step, int first, int count);
const struct json_value *traced_node(trace_any *trace, int node, int step);
const struct json_value *traced_steps(trace_any *trace, int first, int count);
const struct json_value *traced_table(trace_any *trace);
void traced_forget_told(void);

/* The same as text. */
const char *traced_told(void);

/* Members, which have to be there and of their kind; a text that is null is "null". */
const struct json_value *told_member(const struct json_value *object, const char *name);
int64_t told_number(const struct json_value *object, const char *name);
const char *told_text(const struct json_value *object, const char *name);
bool told_truth(const struct json_value *object, const char *name);
bool told_null(const struct json_value *object, const char *name);

int told_length(const struct json_value *array);
const struct json_value *told_item(const struct json_value *array, int index);

/* The cells of a row of a table, with | between them. */
void assert_cells(const struct json_value *row, const char *expected);

#endif
