/* SPDX-License-Identifier: MIT
 *
 * Tables of options and presets for people; front/option_json.h has them for programs.
 */
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include "boyi/option.h"
#include "boyi/search.h"

/* Each accepts NULL for a table without rows. */
void option_table_print(const struct by_option *table);
void option_table_print_presets(const struct by_preset *presets);

#endif
