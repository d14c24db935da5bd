/* SPDX-License-Identifier: MIT
 *
 * A request and its reply as the server sees them, free of sockets; and the fields of a body, read by a table:
 *
 *     struct solve_fields { const char *game; int64_t nodes; };
 *
 *     static const struct server_field fields[] = {
 *         {.name = "game", .kind = SERVER_TEXT, .most = 32, .is_needed = true, .offset = offsetof(struct solve_fields,
 * game)},
 *         {.name = "nodes", .kind = SERVER_NUMBER, .least = 1, .most = 1000000, ...},
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

/* All is lent. Headers that were not sent are NULL. */
struct server_request {
    const char *method, *path;
    const char *query; /* behind the question mark, as it was sent; NULL: none */
    const char *body;  /* ended by 0 */
    size_t length;
    const char *host, *origin, *fetch_site, *type, *cookie, *authorization, *client, *if_none_match, *accept_encoding,
        *last_event;
    const char *address; /* whose the connection is, see server_address_print; NULL: not known */
    bool has_two_hosts;
    bool has_two_lengths; /* or a length and chunks, or a length that is no number, or another encoding: where it ends
                             is not sure */
    bool is_malformed;    /* a header has a name that is none */
    bool is_too_long;     /* the body was longer than its route allows, and is not here */
    bool can_be_put_off;  /* what takes longer than SERVER_SOON_MS may say so, and is asked again where there is time */
};

struct server_reply {
    int status;
    const char *type; /* of the body; NULL: it has none */
    by_text body;
    const struct server_asset *asset; /* in place of a body */
    bool is_gzip;                     /* of an asset: its packed form */
    bool is_stream;                   /* events follow, of `client`, which belongs to the reply */
    server_client *client;
    char cookie[96];    /* to set; "": none */
    const char *policy; /* of content security; NULL: the usual one of a page or of data */
    const char *allow;  /* with 405 */
    char allowed[32];   /* room for it */
    int retry_s;        /* with 429 and 503 */
    /* The reply can be sent, but whoever asks would rather wait so long for the end of a job, and be answered then. */
    int64_t wait_ms;
    uint64_t awaited_job;
    bool is_put_off; /* the answer takes longer than could be put off: this is none */
};

/* Frees what a reply has. */
void server_reply_free(struct server_reply *reply);

/* Why a request is refused. */
struct server_fault {
    int status; /* of HTTP */
    char field[64];
    by_error error;
};

/* Fills a fault and returns the status of its error, so that a function can end with it. `field` may be NULL. */
by_status server_refuse(struct server_fault *fault, int status, const char *field, const char *format, ...)
    BY_PRINTF(4, 5);

/* A fault from an error of the library: 422 for what it does not accept, 503 for memory. */
by_status server_refuse_error(struct server_fault *fault, const char *field, const by_error *error);

/* Makes the reply that says what is wrong: {"error", "field", "line", "column"}. */
void server_reply_fault(struct server_reply *reply, const struct server_fault *fault);

/* Makes the text of `json`, which is used up, the body of the reply. */
void server_reply_json(struct server_reply *reply, int status, struct json *json);

enum server_field_kind {
    SERVER_TEXT,     /* const char *: one line, `least` to `most` bytes, without control characters */
    SERVER_LINES,    /* const char *: the same, but lines and tabulators are allowed */
    SERVER_NUMBER,   /* int64_t, `least` to `most`; unchanged if it is not there */
    SERVER_PAIR,     /* int64_t[2]: an array of two numbers, `least` to `most` */
    SERVER_SWITCH,   /* bool */
    SERVER_TEXTS,    /* struct server_texts: `least` to `most` */
    SERVER_SETTINGS, /* const struct json_value *: an object of texts, numbers and switches; at most `most` */
    SERVER_OBJECT,   /* a struct at this offset, by the table `fields` */
    SERVER_ANY,      /* const struct json_value * */
};

/* Texts in a list; each at most 256 bytes, without control characters. */
struct server_texts {
    const struct json_value *first; /* the others are `next`; NULL: none */
    int count;
};

struct server_field {
    const char *name; /* NULL ends a table */
    enum server_field_kind kind;
    int64_t least, most;
    bool is_needed;
    size_t offset;
    const struct server_field *fields;
};

/* Reads `object` into the struct `out`, whose texts and values are lent from the document. */
by_status server_read_fields(const struct json_document *document, const struct json_value *object,
                             const struct server_field *table, void *out, struct server_fault *fault);

/* The text of a file with the mark of UTF-8 before it, into `out`: in JSON it is that, whatever the file says of the
 * encoding that it once had. */
by_status server_mark_as_utf8(const char *text, by_text *out, struct server_fault *fault);

/* The value of `name` in a query such as "step=3&first=0", as it was sent, into `out`; false: it is not there, or does
 * not fit. */
bool server_query_text(const char *query, const char *name, char *out, size_t room);

/* The same for a whole number from `least`, which is not below 0, to `most`; anything else is a fault. `out` is left as
 * it is if the name is not there. */
by_status server_query_number(const char *query, const char *name, int64_t least, int64_t most, int64_t *out,
                              struct server_fault *fault);

#endif
