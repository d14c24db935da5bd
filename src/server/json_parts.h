/* SPDX-License-Identifier: MIT
 *
 * Parts of replies that several routes have: moves, values and lines of searches, tags of records, errors.
 */
#ifndef SERVER_JSON_PARTS_H
#define SERVER_JSON_PARTS_H

#include <stdbool.h>

#include "boyi/display.h"
#include "boyi/record.h"
#include "boyi/search.h"
#include "front/json.h"

enum { SERVER_MOVES_SHOWN = 64, SERVER_MAX_TAGS = 1000, SERVER_NO_NOTATION = -1 };

/* ---- Moves and lines ------------------------------------------------------------------------------------------- */

/* "move", in the first notation, and "text", in the one with this index. */
void server_add_move(struct json *json, by_position *position, by_move move, int notation);

/* A move in the first notation, or null. */
void server_add_best(struct json *json, const char *key, by_position *position, by_move best);

/* The moves of a line from `walker`, in the notation with this index. */
void server_add_moves(struct json *json, const char *key, by_position *walker, const struct by_line *line,
                      int notation);

/* Expected results of a thousand games: certain for a proved win; else from the mean of a method that samples, which
 * has no draws; else from the value. False: unknown. */
bool server_line_chances(const by_game_type *type, const struct by_line *line, struct by_chances *out);

/* "value", "kind" and "proved". */
void server_add_value(struct json *json, by_value value, enum by_kind kind, bool is_proved);

/* The whole line: its value, "wdl": [won, drawn, lost] or null, "depth", "moves" in the first notation, and "texts" in
 * another unless that is SERVER_NO_NOTATION; "visits" and "mean" of a sampled line. */
void server_add_line(struct json *json, by_position *walker, const struct by_line *line, int notation);

/* "nodes", "time_ms" and "selective_depth". */
void server_add_effort(struct json *json, uint64_t nodes, int64_t time_us, int selective_depth);

/* ---- Records and errors ---------------------------------------------------------------------------------------- */

/* The tags of a node as the member `tags`, up to the limit. */
void server_add_tags(struct json *json, const by_record *record, int node);

/* "error", "line" and "column" of an error in a text. */
void server_add_damage(struct json *json, const by_error *damage);

#endif
