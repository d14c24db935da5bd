/* SPDX-License-Identifier: MIT
 *
 * A request and its reply as the server sees them, free of sockets; and the fields of a body, read by a table:
 *
 *     struct solve_fields { const char *game; int64_t nodes; };
 *
 *     static const struct server_field fields[] = {
 *         {.name = "game", .kind = SERVER_TEXT, .max = 32, .is_needed = true, .offset = offsetof(struct solve_fields,
 * game)},
 *         {.name = "nodes", .kind = SERVER_NUMBER, .min = 1, .max = 1000000, ...},
 *         {0},
 *     };
 *
 * What the table does not know, a kind that does not fit, a number out of range and a field that is missing are faults
 * with the field's name and place.
 */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/text.h"
#include "front/json_read.h"

struct server_asset;
struct json;
typedef struct server_client server_client;

/* Everything is borrowed. Absent headers are NULL. */
struct server_request {
    const char *method, *path;
    const char *query; /* after the question mark, as sent; NULL: none */
    const char *body;  /* ended by 0 */
    size_t length;
    const char *host, *origin, *fetch_site, *type, *cookie, *authorization, *client, *if_none_match, *accept_encoding,
        *last_event;
    const char *address; /* of the client, see server_address_print; NULL: unknown */
    bool has_two_hosts;
    bool has_two_lengths; /* the body's end is unclear: two lengths, length and chunks, a bad length or encoding */
    bool is_malformed;    /* a header has an invalid name */
    bool is_too_long;     /* the body was longer than its route allows, and was dropped */
    bool can_be_put_off;  /* a request over SERVER_SOON_MS may ask to move to the slow queue */
    bool (*has_hung_up)(const void *connection); /* whether the client has; NULL: we cannot ask */
    const void *connection;
};

struct server_reply {
    int status;
    const char *type; /* of the body; NULL: it has none */
    by_text body;
    const struct server_asset *asset; /* replaces the body */
    bool is_gzip;                     /* of an asset: its packed form */
    bool is_stream;                   /* events of `client`, which belongs to the reply, follow */
    server_client *client;
    char cookie[96];    /* to set; "": none */
    const char *policy; /* content security; NULL: the default for pages and data */
    const char *allow;  /* with 405 */
    char allowed[32];   /* storage for it */
    int retry_s;        /* with 429 and 503 */
    /* The reply is valid, but the client prefers to wait up to `wait_ms` for the end of a job and to be answered
     * then. */
    int64_t wait_ms;
    uint64_t awaited_job;
    bool is_put_off; /* the answer takes too long: no reply yet, ask again in the slow queue */
};

/* Frees the contents of a reply. */
void server_reply_free(struct server_reply *reply);

/* The reason for refusing a request. */
struct server_fault {
    int status; /* HTTP status */
    char field[64];
    by_error error;
};

/* Fills a fault and returns the status of its error, so that a function can end with it. `field` may be NULL. */
by_status server_refuse(struct server_fault *fault, int status, const char *field, const char *format, ...)
    BY_PRINTF(4, 5);

/* A fault from an error of the library: 422 for bad input, 503 for memory. */
by_status server_refuse_error(struct server_fault *fault, const char *field, const by_error *error);

/* Makes the reply that describes the fault: {"error", "field", "line", "column"}. */
void server_reply_fault(struct server_reply *reply, const struct server_fault *fault);

/* Makes the text of `json` the body of the reply. Consumes `json`. */
void server_reply_json(struct server_reply *reply, int status, struct json *json);

enum server_field_kind {
    SERVER_TEXT,     /* const char *: one line, `min` to `max` bytes, without control characters */
    SERVER_LINES,    /* const char *: the same, but lines and tabulators are allowed */
    SERVER_NUMBER,   /* int64_t, `min` to `max`; unchanged if absent */
    SERVER_PAIR,     /* int64_t[2]: an array of two numbers, `min` to `max` */
    SERVER_SWITCH,   /* bool */
    SERVER_TEXTS,    /* struct server_texts: `min` to `max` */
    SERVER_SETTINGS, /* const struct json_value *: an object of texts, numbers and switches; at most `max` */
    SERVER_OBJECT,   /* a struct at this offset, by the table `fields` */
    SERVER_ANY,      /* const struct json_value * */
};

/* A list of texts, each at most 256 bytes, without control characters. */
struct server_texts {
    const struct json_value *first; /* the others are `next`; NULL: none */
    int count;
};

struct server_field {
    const char *name; /* NULL ends a table */
    enum server_field_kind kind;
    int64_t min, max;
    bool is_needed;
    size_t offset;
    const struct server_field *fields;
};

/* Reads `object` into the struct `out`. Its texts and values belong to the document. */
by_status server_read_fields(const struct json_document *document, const struct json_value *object,
                             const struct server_field *table, void *out, struct server_fault *fault);

/* Copies the value of `name` in a query such as "step=3&first=0" to `out`, as sent; false: absent or too long. */
bool server_query_text(const char *query, const char *name, char *out, size_t room);

/* The same for an integer from `min`, which is not below 0, to `max`; anything else is a fault. `out` stays
 * unchanged if the name is absent. */
by_status server_query_number(const char *query, const char *name, int64_t min, int64_t max, int64_t *out,
                              struct server_fault *fault);

#endif
