/* SPDX-License-Identifier: MIT
 *
 * Tables of options and presets for programs.
 */
#ifndef FRONT_OPTION_JSON_H
#define FRONT_OPTION_JSON_H

#include "boyi/option.h"
#include "boyi/text.h"
#include "front/json.h"

/* An array with an object for each row. Each accepts NULL for a table without rows. */
void option_json_table(const struct by_option *table, struct json *json);
void option_json_presets(const struct by_preset *presets, struct json *json);

/* An object of one row. */
void option_json_row(const struct by_option *row, struct json *json);

/* "exact", "selective", ... */
const char *option_effect_name(enum by_option_effect effect);

/* Adds the settings that differ from `usual`, NULL: the defaults, as "rules=asian move_limit=60". Accepts NULL for no
 * options. False: no memory. */
bool option_add_differences(const by_options *options, const by_options *usual, by_text *out);

/* The default as it would be written in a setting. */
void option_add_default(const struct by_option *row, by_text *out);

#endif
