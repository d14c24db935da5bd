/* SPDX-License-Identifier: MIT
 *
 * Plain minimax: see minimax.c.
 */
#ifndef BOYI_SEARCH_MINIMAX_H
#define BOYI_SEARCH_MINIMAX_H

#include "search/method.h"

extern const by_method by__minimax;

/* Fields have the names of the rows. */
struct minimax_options {
    int form;
    int question;
    by_value threshold;
    int memory_kib;
};

#endif
