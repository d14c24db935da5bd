/* SPDX-License-Identifier: MIT
 *
 * What a request is about: a game and its settings, a position, a method and its options, and limits of the search.
 * A route's table of fields takes the rows that it needs:
 *
 *     struct search_fields { struct server_question question; ... };
 *
 *     static const struct server_field search_fields[] = {SERVER_POSITION_ROWS, SERVER_METHOD_ROWS, ..., {0}};
 */
#ifndef SERVER_QUESTION_H
#define SERVER_QUESTION_H

#include <stddef.h>

#include "boyi/game.h"
#include "boyi/search.h"
#include "server/limits.h"
#include "server/request.h"

enum {
    SERVER_POSITION_TEXT = 64 * 1024, /* bytes of a start */
    SERVER_MOVES = 20000,             /* after the start: as many as a record has nodes */
    SERVER_MAX_SETTINGS = 64,
    SERVER_TREE_NODES = 100000, /* of an explicit tree */
};

/* The first member of the fields of every route that opens a game or a position. What is absent is NULL or 0. */
struct server_question {
    const char *game;
    const struct json_value *settings;
    const char *start;
    struct server_texts moves;
    const char *notation;
    const char *method; /* NULL: the game's default */
    const char *preset;
    const struct json_value *options; /* on top of the preset */
    int64_t depth, nodes, time_ms;
};

#define SERVER_AT(member)        .offset = offsetof(struct server_question, member)
#define SERVER_SETTINGS_AT(name) .kind = SERVER_SETTINGS, .max = SERVER_MAX_SETTINGS, SERVER_AT(name)
#define SERVER_COUNT_AT(name)    .kind = SERVER_NUMBER, .min = 1, .max = INT64_MAX, SERVER_AT(name)

#define SERVER_GAME_ROWS                                                                                               \
    {.name = "game", .kind = SERVER_TEXT, .max = 32, .is_needed = true, SERVER_AT(game)},                              \
    {                                                                                                                  \
        .name = "settings", SERVER_SETTINGS_AT(settings)                                                               \
    }
#define SERVER_POSITION_ROWS                                                                                           \
    SERVER_GAME_ROWS, {.name = "start", .kind = SERVER_LINES, .max = SERVER_POSITION_TEXT, SERVER_AT(start)},          \
    {                                                                                                                  \
        .name = "moves", .kind = SERVER_TEXTS, .max = SERVER_MOVES, SERVER_AT(moves)                                   \
    }
#define SERVER_NOTATION_ROW                                                                                            \
    {                                                                                                                  \
        .name = "notation", .kind = SERVER_TEXT, .max = 64, SERVER_AT(notation)                                        \
    }
#define SERVER_METHOD_ROWS                                                                                             \
    {.name = "method", .kind = SERVER_TEXT, .max = 32, SERVER_AT(method)},                                             \
        {.name = "preset", .kind = SERVER_TEXT, .max = 64, SERVER_AT(preset)},                                         \
    {                                                                                                                  \
        .name = "options", SERVER_SETTINGS_AT(options)                                                                 \
    }
#define SERVER_DEPTH_ROW                                                                                               \
    {                                                                                                                  \
        .name = "depth", .kind = SERVER_NUMBER, .min = 1, .max = BY_MAX_PLY, SERVER_AT(depth)                          \
    }
#define SERVER_EFFORT_ROWS                                                                                             \
    {.name = "nodes", SERVER_COUNT_AT(nodes)},                                                                         \
    {                                                                                                                  \
        .name = "time_ms", SERVER_COUNT_AT(time_ms)                                                                    \
    }

/* ---- Position -------------------------------------------------------------------------------------------------- */

struct server_position {
    by_game *game;
    by_position *position;
};

/* Opens the game, and the position if `has_position`. After a fault there is nothing to free. */
by_status server_position_open(const struct server_question *question, bool has_position, struct server_position *out,
                               struct server_fault *fault);
void server_position_free(struct server_position *position);

/* The memory it needs beyond that of every job, roughly: an explicit tree can be large. */
size_t server_position_bytes(const struct server_position *position);

/* The index of the question's notation; the first if it names none. */
by_status server_notation_find(const by_game *game, const char *name, int *out, struct server_fault *fault);

/* ---- Method ---------------------------------------------------------------------------------------------------- */

struct server_method {
    const by_method *method;
    by_options *options;
};

/* Finds the method for games from this position, and makes its options. Options beyond the server's limits are lowered
 * if they are defaults, else refused. Free it in any case. */
by_status server_method_open(const struct server_question *question, by_position *position,
                             const struct server_limits *limits, struct server_method *out, struct server_fault *fault);
void server_method_free(struct server_method *method);

/* The number of threads of a search with these options. */
int server_method_threads(const by_options *options);

/* Creates the search, so that we refuse options that conflict before the run. The run allocates large tables. */
by_status server_method_search(const struct server_method *method, const by_game *game, by_search **out,
                               struct server_fault *fault);

/* Lowers the maximum and the default of an option to the server's limits. */
void server_bound_option(const struct server_limits *limits, struct by_option *row);

/* The first option whose value is beyond the server's limits, and the maximum; NULL: none. */
const char *server_option_beyond(const by_options *options, const struct server_limits *limits, int *most);

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

/* Refuses a number beyond the server's limit; `field` is its name. */
by_status server_bound_number(const char *field, int64_t number, int64_t most, struct server_fault *fault);

/* The limits of the question's search. `usual_ms` is for one without time, `usual_nodes` for one that also has no
 * nodes (0: any number). Refuses what is beyond the server's limits. */
by_status server_question_limits(const struct server_question *question, const struct server_limits *most,
                                 int64_t usual_ms, int64_t usual_nodes, struct by_limits *out,
                                 struct server_fault *fault);

/* Lowers the limits of a search to those of the server. */
void server_bound_limits(const struct server_limits *most, struct by_limits *limits);

#endif
