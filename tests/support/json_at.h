/* SPDX-License-Identifier: MIT
 *
 * Values inside JSON, by their path: "lines[0].moves[2]", or "[go].options[size].default", where a word in brackets is
 * the `name` or the `move` of an object in an array.
 */
#ifndef BOYI_TESTS_SUPPORT_JSON_AT_H
#define BOYI_TESTS_SUPPORT_JSON_AT_H

#include <stdbool.h>

#include "front/json_read.h"

/* NULL: there is none. */
const struct json_value *find_at(const struct json_value *value, const char *path);

/* The same, and fails if there is none, or if it is of another kind. */
const struct json_value *value_at(const struct json_value *value, const char *path);
const char *text_at(const struct json_value *value, const char *path);
int64_t number_at(const struct json_value *value, const char *path);
bool truth_at(const struct json_value *value, const char *path);
bool is_null_at(const struct json_value *value, const char *path);

/* The item of an array with this number. */
const struct json_value *item_at(const struct json_value *array, int number);

/* The members of an array or object. */
int count_at(const struct json_value *value, const char *path);

#endif
