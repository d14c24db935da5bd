/* SPDX-License-Identifier: MIT
 *
 * The root's moves in a search by bounds as JSON: node 0 is the root, the others are its moves, the most promising
 * first. There are no steps.
 */
#include <math.h>
#include <stdlib.h>

#include "trace/kind.h"

static void free_moves(trace_any *any)
{
    free(any->moves.list);
}

static bool is_there(const trace_any *any, int node)
{
    return node < any->tree.node_count;
}

static void print_value(struct json *json, const char *key, by_value value, bool is_known)
{
    trace_member_number(json, key, value, is_known && value < BY_INFINITE && value > -BY_INFINITE);
}

static void print_summary(const trace_any *any, struct json *json)
{
    const struct trace_moves *moves = &any->moves;
    by_text words = {0};

    print_value(json, "value", any->tree.value, any->tree.kind != BY_KIND_UNKNOWN);
    json_member_string(json, "kind", by_kind_name(any->tree.kind));
    if (moves->count) {
        trace_add_move(&any->tree, moves->best + 1, &words);
        json_member_printed(json, "best", &words);
        trace_moves_add_verdict(moves, &words);
        json_member_printed(json, "verdict", &words);
    } else {
        json_member_string(json, "best", NULL);
        json_member_string(json, "verdict", NULL);
    }
    by_text_free(&words);
}

static void print_move(struct json *json, const struct trace_moves *moves, int index)
{
    const struct trace_move *move = &moves->list[index];

    print_value(json, "pessimistic", move->pess, true);
    print_value(json, "estimate", move->real, moves->has_chances);
    print_value(json, "optimistic", move->opt, true);
    json_put_key(json, "chance");
    if (moves->has_chances)
        json_put_thousandths(json, llround(move->chance * 1000));
    else
        json_put_string(json, NULL);
    json_member_bool(json, "open", trace_move_is_open(moves, index));
    json_member_bool(json, "best", index == moves->best);
}

static void print_head(const trace_any *any, int node, struct json *json)
{
    if (node)
        print_move(json, &any->moves, node - 1);
}

static bool list_rows(const trace_any *any, int part, const struct trace_text *asked, struct trace_rows *rows)
{
    (void)asked;
    for (int i = 0; part == 0 && i < any->moves.count; i++)
        trace_rows_add(rows, &(struct trace_row){.number = i, .node = i + 1});
    return part == 0;
}

const struct trace_kind trace_kind_moves = {
    .name = "moves",
    .record = trace_moves_record,
    .free = free_moves,
    .is_there = is_there,
    .print_summary = print_summary,
    .print_head = print_head,
    .columns = trace_moves_columns,
    .list_rows = list_rows,
    .print_text = trace_moves_print_text,
    .draw = trace_moves_draw,
};
