/* SPDX-License-Identifier: MIT
 *
 * Search results as members of objects in replies.
 */
#ifndef SERVER_LINES_H
#define SERVER_LINES_H

#include <stdbool.h>

#include "boyi/display.h"
#include "boyi/search.h"
#include "front/json.h"
#include "server/request.h"

enum { SERVER_MOVES_SHOWN = 64, SERVER_NO_NOTATION = -1 };

/* Expected results of a thousand games: certain for a proved win; else from the mean of a method that samples, which
 * has no draws; else from the value. False: unknown. */
bool server_line_chances(const by_game_type *type, const struct by_line *line, struct by_chances *out);

/* "value", "kind" and "proved". */
void server_put_value(struct json *json, by_value value, enum by_kind kind, bool is_proved);

/* "wdl": [won, drawn, lost], or null. */
void server_put_chances(struct json *json, const by_game_type *type, const struct by_line *line);

/* The moves of a line from `walker`, in the notation with this index. */
void server_put_moves(struct json *json, const char *key, by_position *walker, const struct by_line *line,
                      int notation);

/* The whole line: "depth", "wdl", "moves" in the first notation, and "texts" in another unless that is
 * SERVER_NO_NOTATION; "visits" and "mean" of a sampled line. */
void server_put_line(struct json *json, by_position *walker, const struct by_line *line, int notation);

/* "best": a move in the first notation, or null. */
void server_put_best(struct json *json, by_position *walker, by_move best);

/* "nodes", "time_ms" and "selective_depth". */
void server_put_effort(struct json *json, uint64_t nodes, int64_t time_us, int selective_depth);

/* Replaces `place` by the first line of `text`, which is one line of JSON. If `text` ran out of memory, `place` fails
 * too. */
void server_keep_json(by_text *place, const by_text *text);

/* The index of the notation for "texts"; `name` NULL: SERVER_NO_NOTATION. */
by_status server_texts_notation(const by_game *game, const char *name, int *out, struct server_fault *fault);

#endif
