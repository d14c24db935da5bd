/* SPDX-License-Identifier: MIT
 *
 * The header of an experiment, scanned from its text without making its positions: enough for a list.
 */
#ifndef LAB_HEADER_H
#define LAB_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/text.h"

struct lab_header {
    by_text title, paper; /* empty: it has none */
    by_text about;        /* the comments at its beginning, as one line */
    by_text game;         /* its name */
    by_text positions;    /* the lines `positions` and `problems`, a newline after each */
    int64_t cost, quick_cost;
    bool has_quick;
};

/* Free it in any case; false: out of memory. */
bool lab_header_scan(const char *text, struct lab_header *out);
void lab_header_free(struct lab_header *header);

#endif
