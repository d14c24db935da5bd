/* SPDX-License-Identifier: MIT
 *
 * A walk through a record with its positions. Nodes stand in reading order, children before siblings, so that one
 * position is enough, and one for each node that sets up its own.
 */
#ifndef SERVER_RECORD_WALK_H
#define SERVER_RECORD_WALK_H

#include <stdbool.h>

#include "boyi/game.h"
#include "boyi/record.h"
#include "server/question.h"

enum { SERVER_RECORD_NODES = SERVER_MOVES }; /* of a record, so that a client can request each of its positions */

/* A node on the path from the root to the current one. */
struct server_walk_stop {
    int node;         /* in the record */
    int place;        /* in the list of nodes that a client sees */
    by_position *own; /* the position from here on; NULL: that of the node above */
    bool has_move;
};

struct server_walk {
    const by_game *game;
    struct server_walk_stop *path;
    int depth;
    by_position *here;
    int positions; /* setups so far */
};

/* Begins at the root, with the position `start`; NULL: the initial one. Free it in any case. */
by_status server_walk_begin(struct server_walk *walk, const by_game *game, const char *start, by_error *error);
void server_walk_free(struct server_walk *walk);

/* Goes to a node below, which has a move, its own position `text`, or neither. */
by_status server_walk_down(struct server_walk *walk, int node, int place, by_move move, const char *text,
                           by_error *error);

/* Goes back to the node `above`; false: it is not on the path. */
bool server_walk_back(struct server_walk *walk, int above);

#endif
