/* SPDX-License-Identifier: MIT
 *
 * Texts with records, as requests have them.
 */
#ifndef SERVER_RECORDS_H
#define SERVER_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/record.h"
#include "front/json.h"

enum {
    SERVER_RECORD_BYTES = 1024 * 1024,                        /* of a file */
    SERVER_RECORD_BODY = 2 * SERVER_RECORD_BYTES + 64 * 1024, /* where each of them may be escaped */
    SERVER_RECORD_INDEX = 100000,                             /* of the last record that can be had */
};

struct server_call;

/* When reading records for a call has to be over, by the processor's time of this thread. */
int64_t server_reading_end(const struct server_call *call);

/* Whether it is, or the server is about to end; the call is then refused. */
bool server_reading_is_over(struct server_call *call, int64_t until_ms);

/* The member `tags` of an object: those of a node, as many as may be told. */
void server_put_tags(struct json *json, const by_record *record, int node);

/* The members of an object that tell what is wrong with a text, and where in it. */
void server_put_damage(struct json *json, const by_error *damage);

#endif
