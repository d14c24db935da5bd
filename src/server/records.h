/* SPDX-License-Identifier: MIT
 *
 * Texts with records, as in requests.
 */
#ifndef SERVER_RECORDS_H
#define SERVER_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/game.h"
#include "boyi/record.h"
#include "front/json.h"

enum {
    SERVER_RECORD_BYTES = 1024 * 1024,                        /* of a file */
    SERVER_RECORD_BODY = 2 * SERVER_RECORD_BYTES + 64 * 1024, /* both may be escaped in JSON */
    SERVER_RECORD_INDEX = 100000,                             /* of the last record that a client can request */
};

struct server_call;

/* Reads records for a call. Limits the processor time of this thread, and ends with the server. */
struct server_reading {
    struct server_call *call;
    int64_t until_ms;
    struct by_patience patience; /* for games that read records: ends with the reading */
};

/* The patience points to the reading, which must not move. */
void server_reading_begin(struct server_reading *reading, struct server_call *call);

/* True if it is over; then refuse the call or put it off. */
bool server_reading_is_over(const struct server_reading *reading);

/* The member `tags` of an object: the tags of a node, up to the limit. */
void server_put_tags(struct json *json, const by_record *record, int node);

/* The members of an object that describe an error in a text and its place. */
void server_put_damage(struct json *json, const by_error *damage);

#endif
