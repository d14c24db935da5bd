/* SPDX-License-Identifier: MIT */
#include "support/traced.h"

#include "boyi/boyi.h"
#include "support/check.h"

#define PROOF "A(B(C(loss,E(win,F(loss,loss))),D(win)),G(H(I(win,win),loss),J(K(win,L(win,loss)),M(win))))"

/* ---- Making ---------------------------------------------------------------------------------------------------- */

struct traced traced_ask(const char *game, const char *settings, const char *position, const char *method,
                         const char *preset)
{
    struct traced asked = {.opened = open_position(game, settings, position)};
    by_error error = {0};

    if (by_method_find(method, &asked.question.method, &error) ||
        by_options_create(by_method_options(asked.question.method), &asked.options, &error) ||
        (preset && by_method_apply_preset(asked.question.method, preset, asked.options, &error)))
        fail_msg("%s", error.message);
    asked.question.game = asked.opened.game;
    asked.question.position = asked.opened.position;
    asked.question.options = asked.options;
    return asked;
}

void traced_forget(struct traced *asked)
{
    by_options_destroy(asked->options);
    close_position(&asked->opened);
}

trace_any *traced_make(const struct traced *asked)
{
    trace_any *trace = NULL;
    by_error error = {0};

    if (trace_make(&asked->question, &trace, &error))
        fail_msg("%s", error.message);
    return trace;
}

struct traced traced_ask_form(enum trace_form form)
{
    struct traced asked;

    switch (form) {
    case TRACE_TREE:
        asked = traced_ask("tree", "", OI_WIKI, "alphabeta", "oi-wiki");
        asked.question.wants_truth = true;
        return asked;
    case TRACE_PROOF:
        return traced_ask("tree", "", PROOF, "pn", NULL);
    case TRACE_MCTS:
        asked = traced_ask("tictactoe", "", "xo./.x./..o", "mcts", "plain");
        assert_int_equal(by_options_set(asked.options, "playouts", "moves", NULL), BY_OK);
        asked.question.limits.nodes = 30;
        return asked;
    case TRACE_MOVES:
        break;
    }
    asked = traced_ask("tree", "", "root(B~2[0..10](1,2,10),A~8[0..10](7,9,10))", "bsp", NULL);
    assert_int_equal(by_options_set(asked.options, "probe_depth", "0", NULL), BY_OK);
    asked.question.limits.nodes = 2;
    return asked;
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

/* The last printed text, and the same parsed again. */
static by_text put;
static struct json_document document;

void traced_forget_told(void)
{
    json_document_free(&document);
    by_text_free(&put);
    document = (struct json_document){0};
}

static const struct json_value *read_put(struct json *json)
{
    by_error error = {0};

    traced_forget_told();
    put = json->text;
    if (json_read(by_text_string(&put), &document, &error))
        fail_msg("line %d, column %d: %s in %s", error.line, error.column, error.message, by_text_string(&put));
    assert_int_equal(document.root->kind, JSON_OBJECT);
    return document.root;
}

const char *traced_told(void)
{
    return by_text_string(&put);
}

const struct json_value *traced_summary(trace_any *trace)
{
    struct json json = {0};

    assert_int_equal(trace_print_summary(trace, &json, NULL), BY_OK);
    return read_put(&json);
}

const struct json_value *traced_children(trace_any *trace, int node, int step, int first, int count)
{
    struct json json = {0};

    assert_int_equal(trace_print_node(trace, node, step, first, count, &json, NULL), BY_OK);
    return read_put(&json);
}

const struct json_value *traced_node(trace_any *trace, int node, int step)
{
    return traced_children(trace, node, step, 0, TRACE_CHILDREN_MOST);
}

const struct json_value *traced_steps(trace_any *trace, int first, int count)
{
    struct json json = {0};

    assert_int_equal(trace_print_steps(trace, first, count, &json, NULL), BY_OK);
    return read_put(&json);
}

const struct json_value *traced_table(trace_any *trace)
{
    struct json json = {0};

    assert_int_equal(trace_print_table(trace, &json, NULL), BY_OK);
    return read_put(&json);
}

const struct json_value *told_member(const struct json_value *object, const char *name)
{
    const struct json_value *value = json_member(object, name);

    if (!value)
        fail_msg("no '%s' in %s", name, by_text_string(&put));
    return value;
}

int64_t told_number(const struct json_value *object, const char *name)
{
    const struct json_value *value = told_member(object, name);

    if (value->kind != JSON_NUMBER)
        fail_msg("'%s' is %s in %s", name, json_kind_name(value->kind), by_text_string(&put));
    return value->integer;
}

const char *told_text(const struct json_value *object, const char *name)
{
    const struct json_value *value = told_member(object, name);

    return value->kind == JSON_STRING ? value->text : "null";
}

bool told_truth(const struct json_value *object, const char *name)
{
    assert_int_equal(told_member(object, name)->kind, JSON_BOOL);
    return told_member(object, name)->truth;
}

bool told_null(const struct json_value *object, const char *name)
{
    return told_member(object, name)->kind == JSON_NULL;
}

int told_length(const struct json_value *array)
{
    int count = 0;

    assert_int_equal(array->kind, JSON_ARRAY);
    for (const struct json_value *v = array->child; v; v = v->next)
        count++;
    return count;
}

const struct json_value *told_item(const struct json_value *array, int index)
{
    const struct json_value *value = array->child;

    assert_in_range(index, 0, told_length(array) - 1);
    while (index--)
        value = value->next;
    return value;
}

void assert_cells(const struct json_value *row, const char *expected)
{
    by_text cells = {0};

    for (const struct json_value *cell = told_member(row, "cells")->child; cell; cell = cell->next)
        by_text_printf(&cells, "%s%s", cells.length ? "|" : "", cell->text ? cell->text : told_text(cell, "message"));
    assert_string_equal(by_text_string(&cells), expected);
    by_text_free(&cells);
}
