/* SPDX-License-Identifier: MIT
 *
 * Texts with records, as in requests.
 */
#ifndef SERVER_RECORDS_H
#define SERVER_RECORDS_H

#include "boyi/record.h"

enum {
    SERVER_RECORD_BYTES = 1024 * 1024,                        /* of a file */
    SERVER_RECORD_BODY = 2 * SERVER_RECORD_BYTES + 64 * 1024, /* both may be escaped in JSON */
    SERVER_RECORD_INDEX = 100000,                             /* of the last record that a client can request */
    SERVER_REMARKS = BY_REMARK_MARKS + 1,
    SERVER_NO_PARENT = -1,
};

#define SERVER_BLANKS " \t\r\n\v\f"

/* By enum by_outcome; NULL ends them. */
extern const char *const server_outcome_names[];

/* The names of comments, by enum by_remark. */
extern const char *const server_remark_names[SERVER_REMARKS];

#endif
