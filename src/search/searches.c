/* SPDX-License-Identifier: MIT
 *
 * The list of the methods: a new method is a file or a folder and a line here.
 */
#include <string.h>

#include "search/alphabeta/alphabeta.h"
#include "search/best/best.h"
#include "search/mcts/mcts.h"
#include "search/method.h"
#include "search/minimax.h"
#include "search/proof/proof.h"

static const by_method *const methods[] = {
    &by__alphabeta, &by__best_bsp, &by__best_bstar, &by__pr_df_pn,   &by__pr_df_pn_plus,
    &by__mcts,      &by__minimax,  &by__pr_pn,      &by__pr_pn_star, &by__pr_pn_plus,
};

enum { METHOD_COUNT = sizeof methods / sizeof methods[0] };

const by_method *by_method_at(size_t index)
{
    return index < METHOD_COUNT ? methods[index] : NULL;
}

by_status by_method_find(const char *name, const by_method **out, by_error *error)
{
    const char *names[METHOD_COUNT + 1] = {0};
    const char *nearest;

    for (size_t i = 0; i < METHOD_COUNT; i++) {
        names[i] = methods[i]->name;
        if (strcmp(name, names[i]) == 0) {
            *out = methods[i];
            return BY_OK;
        }
    }
    nearest = by_text_nearest(name, names);
    if (nearest)
        return by_error_set(error, BY_ERROR_UNKNOWN, "unknown method '%.60s', did you mean '%s'?", name, nearest);
    return by_error_set(error, BY_ERROR_UNKNOWN, "unknown method '%.60s', see `boyi methods`", name);
}
