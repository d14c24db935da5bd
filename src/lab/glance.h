/* SPDX-License-Identifier: MIT
 *
 * What an experiment says of itself, read from its text without making its positions: enough for a list.
 */
#ifndef LAB_GLANCE_H
#define LAB_GLANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/text.h"

struct lab_glance {
    by_text title, paper; /* empty: it has none */
    by_text about;        /* the remarks at its beginning, as one line */
    by_text game;         /* its name */
    by_text positions;    /* the lines `positions` and `problems`, each with a newline behind it */
    int64_t cost, quick_cost;
    bool has_quick;
};

/* To be freed, whatever it says. */
void lab_glance(const char *text, struct lab_glance *out);
void lab_glance_free(struct lab_glance *glance);

/* Out of memory. */
bool lab_glance_failed(const struct lab_glance *glance);

#endif
