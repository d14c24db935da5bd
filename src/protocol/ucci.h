/* SPDX-License-Identifier: MIT
 *
 * UCCI 3.0, the protocol of Chinese programs (xqbase.com, 2004 to 2007). An engine is booting until it hears `ucci`,
 * then idle, and thinking from `go` until `bestmove` or `nobestmove`. Words of UCI are understood where programs are
 * known to send them: names of options, `go movetime`.
 */
#ifndef BOYI_PROTOCOL_UCCI_H
#define BOYI_PROTOCOL_UCCI_H

#include "protocol/session.h"

extern const struct protocol_manner ucci_manner;

/* What UCCI keeps besides the session. */
struct ucci {
    struct protocol_session *session;
    by_options *options; /* of its own table */
    bool is_booted;
    bool is_answered; /* the last `go` was answered and no `stop` has come since */
    bool is_batch;    /* the last `go` was part of a batch: whatever comes next waits for its end */
    by_move banned[PROTOCOL_MOVES_MOST];
    size_t banned_count;
};

by_status ucci_init(struct ucci *ucci, struct protocol_session *session, by_error *error);

/* Waits until what is part of a batch is done, and stops what is not. */
void ucci_settle(struct ucci *ucci);

/* Does what a line asks for, which is cut up. False: it was `quit`. */
bool ucci_line(struct ucci *ucci, char *line);

void ucci_done(struct ucci *ucci);

#endif
