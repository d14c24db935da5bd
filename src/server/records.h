/* SPDX-License-Identifier: MIT
 *
 * Texts with records, as requests have them.
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
    SERVER_RECORD_BODY = 2 * SERVER_RECORD_BYTES + 64 * 1024, /* where each of them may be escaped */
    SERVER_RECORD_INDEX = 100000,                             /* of the last record that can be had */
};

struct server_call;

/* Reading records for a call: at most so much of the processor's time of this thread, and not beyond the end of the
 * server. */
struct server_reading {
    struct server_call *call;
    int64_t until_ms;
    struct by_patience patience; /* for games whose records are read: it is over when the reading is */
};

/* The reading is lent to its patience and must not move. */
void server_reading_begin(struct server_reading *reading, struct server_call *call);

/* Whether it is over; the call is then refused or put off. */
bool server_reading_is_over(const struct server_reading *reading);

/* The member `tags` of an object: those of a node, as many as may be told. */
void server_put_tags(struct json *json, const by_record *record, int node);

/* The members of an object that tell what is wrong with a text, and where in it. */
void server_put_damage(struct json *json, const by_error *damage);

#endif
