/* SPDX-License-Identifier: MIT
 *
 * The lines in which two texts differ.
 */
#ifndef LAB_DIFFERENCES_H
#define LAB_DIFFERENCES_H

#include <stdbool.h>

#include "boyi/text.h"

/* True if a text has this line, which ends at its newline. */
bool lab_has_line(const char *text, const char *line);

/* Adds the lines that only one of the texts has, indented: first those of `before`, with a minus, then those of
 * `after`, with a plus. It limits both, and says how many lines it left out. Moved lines do not count. */
void lab_add_differences(const char *before, const char *after, int most, by_text *out);

#endif
