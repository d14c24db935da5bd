/* SPDX-License-Identifier: MIT */
#include "server/json_parts.h"

#include "front/json_message.h"
#include "front/words.h"

/* ---- Moves and lines ------------------------------------------------------------------------------------------- */

void server_add_move(struct json *json, by_position *position, by_move move, int notation)
{
    by_text name = {0}, text = {0};

    by_position_print_move(position, move, &name);
    by_position_print_move_as(position, move, notation, &text);
    json_member_printed(json, "move", &name);
    json_member_printed(json, "text", &text);
}

void server_add_best(struct json *json, const char *key, by_position *position, by_move best)
{
    by_text text = {0};

    if (best == BY_MOVE_NONE) {
        json_member_string(json, key, NULL);
        return;
    }
    by_position_print_move(position, best, &text);
    json_member_printed(json, key, &text);
}

void server_add_moves(struct json *json, const char *key, by_position *walker, const struct by_line *line, int notation)
{
    by_text text = {0};
    int made = 0;

    json_member_array(json, key, JSON_ON_ONE_LINE);
    while (made < line->length && made < SERVER_MOVES_SHOWN && words_step(walker, line->moves[made], notation, &text)) {
        json_put_string(json, by_text_string(&text));
        /* Clearing it would erase its failure. */
        json->text.failed |= text.failed;
        by_text_clear(&text);
        made++;
    }
    words_rewind(walker, made);
    json->text.failed |= text.failed;
    json_put_end(json);
    by_text_free(&text);
}

bool server_line_chances(const by_game_type *type, const struct by_line *line, struct by_chances *out)
{
    *out = (struct by_chances){0};
    switch (line->kind) {
    case BY_KIND_WIN:
        out->won = 1000;
        return true;
    case BY_KIND_LOSS:
        out->lost = 1000;
        return true;
    case BY_KIND_DRAW:
        out->drawn = 1000;
        return true;
    case BY_KIND_UNKNOWN:
        return false;
    case BY_KIND_EXACT:
    case BY_KIND_AT_LEAST:
    case BY_KIND_AT_MOST:
        break;
    }
    if (!line->visits)
        return by_type_chances(type, line->value, out);
    out->won = (int)((double)line->mean * 1000 + 0.5);
    out->lost = 1000 - out->won;
    return true;
}

void server_add_value(struct json *json, by_value value, enum by_kind kind, bool is_proved)
{
    json_member_integer(json, "value", value);
    json_member_string(json, "kind", by_kind_name(kind));
    json_member_bool(json, "proved", is_proved);
}

void server_add_line(struct json *json, by_position *walker, const struct by_line *line, int notation)
{
    struct by_chances chances;

    server_add_value(json, line->value, line->kind, line->is_proved);
    if (server_line_chances(by_game_type_of(by_position_game(walker)), line, &chances)) {
        json_member_array(json, "wdl", JSON_ON_ONE_LINE);
        json_put_integer(json, chances.won);
        json_put_integer(json, chances.drawn);
        json_put_integer(json, chances.lost);
        json_put_end(json);
    } else {
        json_member_string(json, "wdl", NULL);
    }
    json_member_integer(json, "depth", line->depth);
    if (line->visits) {
        json_member_unsigned(json, "visits", line->visits);
        json_member_thousandths(json, "mean", (int64_t)((double)line->mean * 1000 + 0.5));
    }
    server_add_moves(json, "moves", walker, line, 0);
    if (notation != SERVER_NO_NOTATION)
        server_add_moves(json, "texts", walker, line, notation);
}

void server_add_effort(struct json *json, uint64_t nodes, int64_t time_us, int selective_depth)
{
    json_member_unsigned(json, "nodes", nodes);
    json_member_thousandths(json, "time_ms", time_us);
    json_member_integer(json, "selective_depth", selective_depth);
}

/* ---- Records and errors ---------------------------------------------------------------------------------------- */

void server_add_tags(struct json *json, const by_record *record, int node)
{
    const char *name, *value;

    json_member_array(json, "tags", JSON_ON_ONE_LINE);
    for (int i = 0; i < SERVER_MAX_TAGS && by_record_tag_at(record, node, i, &name, &value); i++) {
        json_put_array(json, JSON_ON_ONE_LINE);
        json_put_string(json, name);
        json_put_string(json, value);
        json_put_end(json);
    }
    json_put_end(json);
}

void server_add_damage(struct json *json, const by_error *damage)
{
    json_member_message(json, "error", damage->parts);
    json_member_integer(json, "line", damage->line);
    json_member_integer(json, "column", damage->column);
}
