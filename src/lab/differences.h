/* SPDX-License-Identifier: MIT
 *
 * In which lines two texts differ.
 */
#ifndef LAB_DIFFERENCES_H
#define LAB_DIFFERENCES_H

#include <stdbool.h>

#include "boyi/text.h"

/* Whether a text has this line, which ends at its newline. */
bool lab_has_line(const char *text, const char *line);

/* Adds the lines that only one of them has, indented: first those of `before`, with a minus, then those of `after`,
 * with a plus; of each at most so many, and how many more there are. Lines that have only been moved are none of
 * them. */
void lab_add_differences(const char *before, const char *after, int most, by_text *out);

#endif
