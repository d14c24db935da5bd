/* SPDX-License-Identifier: MIT
 *
 * Explanations in words, line by line.
 */
#ifndef BOYI_CORE_WORDS_H
#define BOYI_CORE_WORDS_H

#include "boyi/text.h"

/* Adds a message that is a line. */
#define by__add_line(out, ...) (by_text_add_message(out, __VA_ARGS__), by_text_add_char(out, '\n'))

/* Frees a text that became a part of another one, which takes over its lack of memory. */
static inline void by__free_part(by_text *part, by_text *out)
{
    out->failed |= part->failed;
    by_text_free(part);
}

#endif
