/* SPDX-License-Identifier: MIT
 *
 * The root's moves in a search by bounds: node 0 is the root, the others are its moves, the most promising first. There
 * are no steps.
 */
#include <math.h>

#include "trace/any.h"

static by_status make(trace_any *any, const struct trace_question *question, by_error *error)
{
    by_status status = trace_run_open(&any->moves.run, question, error);

    return status ? status : trace_moves_record(&any->moves, error);
}

static void free_moves(trace_any *any)
{
    trace_moves_free(&any->moves);
}

static int steps(const trace_any *any)
{
    (void)any;
    return 0;
}

static bool is_there(const trace_any *any, int node, int step)
{
    (void)step;
    return node <= any->moves.count;
}

static void put_value(struct json *json, const char *key, by_value value, bool is_known)
{
    json_put_key(json, key);
    if (!is_known || value >= BY_INFINITE || value <= -BY_INFINITE)
        json_put_string(json, NULL);
    else
        json_put_integer(json, value);
}

static void put_summary(const trace_any *any, struct json *json)
{
    const struct trace_moves *moves = &any->moves;
    by_text words = {0};

    put_value(json, "value", trace_for_max(moves->value, moves->side), moves->kind != BY_KIND_UNKNOWN);
    json_member_string(json, "kind", by_kind_name(trace_kind_for_max(moves->kind, moves->side)));
    json_member_string(json, "stopped", by_stop_reason_name(moves->stopped));
    json_member_unsigned(json, "searched", moves->nodes);
    json_member_string(json, "best", moves->count ? moves->list[moves->best].text : NULL);
    if (moves->count)
        trace_moves_add_verdict(moves, &words);
    json_member_string(json, "verdict", moves->count ? by_text_string(&words) : NULL);
    json->text.failed |= words.failed;
    by_text_free(&words);
}

static void put_move(struct json *json, const struct trace_moves *moves, int index)
{
    const struct trace_move *move = &moves->list[index];

    put_value(json, "pessimistic", move->pess, true);
    put_value(json, "estimate", move->real, moves->has_chances);
    put_value(json, "optimistic", move->opt, true);
    json_put_key(json, "chance");
    if (moves->has_chances)
        json_put_thousandths(json, llround(move->chance * 1000));
    else
        json_put_string(json, NULL);
    json_member_bool(json, "open", trace_move_is_open(moves, index));
    json_member_bool(json, "best", index == moves->best);
}

static void put_head(const trace_any *any, int node, int step, struct json *json)
{
    const struct trace_moves *moves = &any->moves;

    (void)step;
    json_member_integer(json, "id", node);
    json_member_string(json, "label", node ? moves->list[node - 1].text : "root");
    json_member_string(json, "move", node ? moves->list[node - 1].text : NULL);
    if (node)
        put_move(json, moves, node - 1);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

static int count_rows(const trace_any *any)
{
    return any->moves.count;
}

static void put_columns(const trace_any *any, struct json *json)
{
    json_put_string(json, "move");
    json_put_string(json, "pessimistic");
    if (any->moves.has_chances)
        json_put_string(json, "estimate");
    json_put_string(json, "optimistic");
    if (any->moves.has_chances)
        json_put_string(json, "chance");
}

static void put_value_cell(struct json *json, by_value value, by_text *cell)
{
    trace_add_value(value, cell);
    trace_any_put_cell(json, cell);
}

static void put_row(struct json *json, const struct trace_moves *moves, int index)
{
    const struct trace_move *move = &moves->list[index];
    by_text cell = {0};

    trace_any_begin_row(json, index + 1);
    json_put_string(json, move->text);
    put_value_cell(json, move->pess, &cell);
    if (moves->has_chances)
        put_value_cell(json, move->real, &cell);
    put_value_cell(json, move->opt, &cell);
    if (moves->has_chances) {
        by_text_printf(&cell, "%.3f", move->chance);
        trace_any_put_cell(json, &cell);
    }
    json_put_end(json);
    json_put_end(json);
    by_text_free(&cell);
}

static void put_parts(trace_any *any, struct json *json)
{
    json_put_object(json, JSON_ON_LINES);
    trace_any_begin_rows(json);
    for (int i = 0; i < any->moves.count; i++)
        put_row(json, &any->moves, i);
    json_put_end(json);
    json_put_end(json);
}

const struct trace_kind trace_kind_moves = {
    .name = "moves",
    .make = make,
    .free = free_moves,
    .steps = steps,
    .is_there = is_there,
    .put_summary = put_summary,
    .put_head = put_head,
    .count_rows = count_rows,
    .put_columns = put_columns,
    .put_parts = put_parts,
};
