/* SPDX-License-Identifier: MIT
 *
 * A method with its options as requests have it: {"method", "preset", "options"}.
 */
#ifndef SERVER_METHOD_H
#define SERVER_METHOD_H

#include <stddef.h>

#include "boyi/search.h"
#include "server/limits.h"
#include "server/position.h"
#include "server/request.h"

struct server_method_fields {
    const char *method; /* NULL: the usual one of the game */
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

/* Finds the method for games from this position, and makes its options: within the server's limits, and refused if
 * somebody asks for more. To be freed in any case. */
by_status server_method_open(const struct server_method_fields *fields, by_position *position,
                             const struct server_limits *limits, struct server_method *out, struct server_fault *fault);
void server_method_free(struct server_method *method);

/* How many threads a search by it takes. */
int server_method_threads(const struct server_method *method);

/* Creates the search, so that what does not go together is refused at once. Large tables come with its first run. */
by_status server_method_search(const struct server_method *method, const by_game *game, by_search **out,
                               struct server_fault *fault);

/* Refuses a number that is more than the server gives; `field` is its name. */
by_status server_bound_number(const char *field, int64_t number, int64_t most, struct server_fault *fault);

/* Lowers the most and the default of a row of a method's options to what the server gives. */
void server_bound_option(const struct server_limits *limits, struct by_option *row);

#endif
