/* SPDX-License-Identifier: MIT */
#include "server/record_walk.h"

#include <stdlib.h>

enum { MAX_POSITIONS = 1000 }; /* nodes of a record that may have their own position */

static void walk_up(struct server_walk *walk)
{
    struct server_walk_stop *left = &walk->path[--walk->depth];

    if (left->has_move)
        (void)by_position_pop(walk->here, NULL);
    if (!left->own)
        return;
    by_position_destroy(left->own);
    walk->here = NULL;
    for (int i = walk->depth; i > 0 && !walk->here; i--)
        walk->here = walk->path[i - 1].own;
}

void server_walk_free(struct server_walk *walk)
{
    while (walk->depth)
        walk_up(walk);
    free(walk->path);
}

bool server_walk_back(struct server_walk *walk, int above)
{
    while (walk->depth && walk->path[walk->depth - 1].node != above)
        walk_up(walk);
    return walk->depth;
}

/* Starts again at a node below, from the position `text`; NULL: the initial one. */
static by_status walk_set_up(struct server_walk *walk, int node, int place, const char *text, by_error *error)
{
    by_position *position;
    by_status status = by_position_create(walk->game, &position, error);

    if (status)
        return status;
    if (text)
        status = by_position_parse(position, text, error);
    if (status) {
        by_position_destroy(position);
        return status;
    }
    walk->here = position;
    walk->path[walk->depth++] = (struct server_walk_stop){.node = node, .place = place, .own = position};
    return BY_OK;
}

by_status server_walk_begin(struct server_walk *walk, const by_game *game, const char *start, by_error *error)
{
    *walk = (struct server_walk){.game = game, .path = malloc(SERVER_RECORD_NODES * sizeof *walk->path)};
    return walk->path ? walk_set_up(walk, BY_RECORD_ROOT, 0, start, error) : by_error_no_memory(error);
}

by_status server_walk_down(struct server_walk *walk, int node, int place, by_move move, const char *text,
                           by_error *error)
{
    by_status status = BY_OK;

    if (text && ++walk->positions > MAX_POSITIONS)
        return by_error_set(error, BY_ERROR_LIMIT, "the record sets up more than %d positions", MAX_POSITIONS);
    if (text)
        return walk_set_up(walk, node, place, text, error);
    if (move != BY_MOVE_NONE)
        status = by_position_push(walk->here, move, error);
    if (!status)
        walk->path[walk->depth++] =
            (struct server_walk_stop){.node = node, .place = place, .has_move = move != BY_MOVE_NONE};
    return status;
}
