/* SPDX-License-Identifier: MIT
 *
 * A method with its options, as in requests: {"method", "preset", "options"}.
 */
#ifndef SERVER_METHOD_H
#define SERVER_METHOD_H

#include <stddef.h>

#include "boyi/search.h"
#include "server/limits.h"
#include "server/position.h"
#include "server/request.h"

struct server_method_fields {
    const char *method; /* NULL: the game's default */
    const char *preset;
    const struct json_value *options; /* on top of the preset */
};

/* The rows of a table of fields, for a struct `type` that has a server_method_fields called `method`. */
#define SERVER_METHOD_AT(type, member) .offset = offsetof(type, method) + offsetof(struct server_method_fields, member)
#define SERVER_METHOD_ROWS(type)                                                                                       \
    {.name = "method", .kind = SERVER_TEXT, .most = 32, SERVER_METHOD_AT(type, method)},                               \
        {.name = "preset", .kind = SERVER_TEXT, .most = 64, SERVER_METHOD_AT(type, preset)},                           \
    {                                                                                                                  \
        .name = "options", .kind = SERVER_SETTINGS, .most = SERVER_SETTINGS_MOST, SERVER_METHOD_AT(type, options)      \
    }

struct server_method {
    const by_method *method;
    by_options *options;
};

/* Finds the method for games from this position, and makes its options. Options beyond the server's limits are lowered
 * if they are defaults, else refused. Free it in any case. */
by_status server_method_open(const struct server_method_fields *fields, by_position *position,
                             const struct server_limits *limits, struct server_method *out, struct server_fault *fault);
void server_method_free(struct server_method *method);

/* The number of threads of its search. */
int server_method_threads(const struct server_method *method);

/* Creates the search, so that we refuse options that conflict before the run. The run allocates large tables. */
by_status server_method_search(const struct server_method *method, const by_game *game, by_search **out,
                               struct server_fault *fault);

/* Refuses a number beyond the server's limit; `field` is its name. */
by_status server_bound_number(const char *field, int64_t number, int64_t most, struct server_fault *fault);

/* Lowers the maximum and the default of an option to the server's limits. */
void server_bound_option(const struct server_limits *limits, struct by_option *row);

#endif
