/* SPDX-License-Identifier: MIT
 *
 * Plain minimax: see minimax.c.
 */
#ifndef BOYI_SEARCH_MINIMAX_H
#define BOYI_SEARCH_MINIMAX_H

#include "search/method.h"

extern const by_method by__minimax;

#endif
