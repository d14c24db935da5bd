/* SPDX-License-Identifier: MIT
 *
 * Members of objects in replies.
 */
#ifndef SERVER_PUT_H
#define SERVER_PUT_H

#include <stdbool.h>
#include <stdint.h>

#include "front/json.h"

void server_put_text(struct json *json, const char *key, const char *text); /* NULL is written as null */
void server_put_number(struct json *json, const char *key, int64_t number);
void server_put_bool(struct json *json, const char *key, bool truth);

/* What was printed into `text`, which is freed; out of memory there, the JSON is too. */
void server_put_printed(struct json *json, const char *key, by_text *text);

/* A value that is JSON already. */
void server_put_json(struct json *json, const char *key, const by_text *text);

/* Words in a list that NULL ends; NULL: an empty one. */
void server_put_words(struct json *json, const char *key, const char *const *words);

#endif
