/* SPDX-License-Identifier: MIT
 *
 * Tables of options and presets, as text and as JSON.
 */
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include "boyi/option.h"
#include "boyi/search.h"
#include "front/json.h"

/* Each accepts NULL for a table without rows. */
void option_table_print(const struct by_option *table);
void option_table_print_presets(const struct by_preset *presets);
void option_table_json(const struct by_option *table, struct json *json);
void option_table_json_presets(const struct by_preset *presets, struct json *json);

#endif
