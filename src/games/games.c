/* SPDX-License-Identifier: MIT
 *
 * The list of the games: a new game is a folder and a line here.
 */
#include <stddef.h>
#include <string.h>

#include "games/connect4/connect4.h"
#include "games/go/go.h"
#include "games/pairs/pairs.h"
#include "games/tictactoe/tictactoe.h"
#include "games/tree/tree.h"
#include "games/xiangqi/xiangqi.h"

static const by_game_type *const games[] = {
    &by__connect4, &by__go, &by__go_capture, &by__pairs, &by__tictactoe, &by__tree, &by__xiangqi,
};

enum { GAME_COUNT = sizeof games / sizeof games[0] };

const by_game_type *by_game_type_at(size_t index)
{
    return index < GAME_COUNT ? games[index] : NULL;
}

by_status by_game_type_find(const char *name, const by_game_type **out, by_error *error)
{
    const char *names[GAME_COUNT + 1] = {0};
    const char *nearest;

    for (size_t i = 0; i < GAME_COUNT; i++) {
        names[i] = games[i]->name;
        if (strcmp(name, names[i]) == 0) {
            *out = games[i];
            return BY_OK;
        }
    }
    nearest = by_text_nearest(name, names);
    if (nearest)
        return by_error_set(error, BY_ERROR_UNKNOWN, "unknown game '%.60s', did you mean '%s'?", name, nearest);
    return by_error_set(error, BY_ERROR_UNKNOWN, "unknown game '%.60s', see `boyi games`", name);
}
