/* SPDX-License-Identifier: MIT
 *
 * A position, as in requests: {"game", "settings", "start", "moves"}.
 */
#ifndef SERVER_POSITION_H
#define SERVER_POSITION_H

#include <stddef.h>

#include "boyi/game.h"
#include "server/request.h"

enum {
    SERVER_POSITION_TEXT = 64 * 1024, /* bytes of a start */
    SERVER_MOVES = 20000,             /* after the start: as many as a record has nodes */
    SERVER_SETTINGS_MOST = 64,
    SERVER_TREE_NODES = 100000, /* of an explicit tree */
};

struct server_position_fields {
    const char *game;
    const struct json_value *settings;
    const char *start;
    struct server_texts moves;
};

/* The rows of a table of fields, for a struct `type` that has a server_position_fields called `position`. */
#define SERVER_POSITION_AT(type, member)                                                                               \
    .offset = offsetof(type, position) + offsetof(struct server_position_fields, member)
#define SERVER_POSITION_ROWS(type)                                                                                     \
    {.name = "game", .kind = SERVER_TEXT, .most = 32, .is_needed = true, SERVER_POSITION_AT(type, game)},              \
        {.name = "settings",                                                                                           \
         .kind = SERVER_SETTINGS,                                                                                      \
         .most = SERVER_SETTINGS_MOST,                                                                                 \
         SERVER_POSITION_AT(type, settings)},                                                                          \
        {.name = "start", .kind = SERVER_LINES, .most = SERVER_POSITION_TEXT, SERVER_POSITION_AT(type, start)},        \
    {                                                                                                                  \
        .name = "moves", .kind = SERVER_TEXTS, .most = SERVER_MOVES, SERVER_POSITION_AT(type, moves)                   \
    }

struct server_position {
    by_game *game;
    by_position *position;
};

/* Opens the game and makes the position. After a fault there is nothing to free. */
by_status server_position_open(const struct server_position_fields *fields, struct server_position *out,
                               struct server_fault *fault);
void server_position_free(struct server_position *position);

/* The memory it needs beyond that of every job, roughly: an explicit tree can be large. */
size_t server_position_bytes(const struct server_position *position);

/* Opens a game by the name and the settings of a request. */
by_status server_game_open(const char *name, const struct json_value *settings, by_game **out,
                           struct server_fault *fault);

/* The index of a notation of the game; `name` NULL: the first. */
by_status server_notation_find(const by_game *game, const char *name, int *out, struct server_fault *fault);

/* Sets options from an object of settings, which may be NULL; `field` is its name in the request. */
by_status server_apply_settings(by_options *options, const struct json_value *settings, const char *field,
                                struct server_fault *fault);

#endif
