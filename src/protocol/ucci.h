/* SPDX-License-Identifier: MIT
 *
 * UCCI 3.0, the protocol of Chinese programs (xqbase.com, 2004 to 2007). An engine is booting until it hears `ucci`,
 * then idle, and thinking from `go` until `bestmove` or `nobestmove`. Words of UCI are understood where programs are
 * known to send them: names of options, `go movetime`.
 *
 * The reader never waits for a search. In a batch, a line that must wait is queued, and so are those after it;
 * `isready` and `stop` are still answered immediately.
 */
#ifndef BOYI_PROTOCOL_UCCI_H
#define BOYI_PROTOCOL_UCCI_H

#include <stdatomic.h>

#include "protocol/batch.h"
#include "protocol/session.h"

struct protocol_reader;

extern const struct protocol_dialect ucci_dialect;

/* The state of UCCI besides the session. While the batch is busy, all but the first group belongs to its thread. */
struct ucci {
    struct protocol_session *session;
    struct protocol_batch *batch;
    struct protocol_reader *reader; /* ended by a `quit` that had to wait; NULL: none */
    bool is_booted;
    bool is_quitting;     /* a `quit` waits */
    bool lacks_position;  /* a line was refused, and no `position` was taken since */
    uint64_t read_count;  /* of each `go` that was taken */
    atomic_uint refusals; /* of each `go` that waits for its `nobestmove`; shared with the batch */

    by_options *options; /* of its own table */
    bool has_quit;
    uint64_t run_count; /* of each `go` that was run */
    bool is_answered;   /* the last `go` was answered and no `stop` has come since */
    bool is_batch;      /* the last `go` was part of a batch: the next line waits for its end */
    by_move banned[PROTOCOL_MOVES_MOST];
    size_t banned_count;
};

by_status ucci_init(struct ucci *ucci, struct protocol_session *session, by_error *error);

/* Waits until the batch and all waiting lines are done; stops a search that is not part of it. */
void ucci_settle(struct ucci *ucci);

/* Runs a line, which it modifies, or queues it. False after a `quit` that was run. */
bool ucci_line(struct ucci *ucci, char *line);

/* No line follows. True: some wait, and the reader is ended when they are done. */
bool ucci_end_of_input(struct ucci *ucci);

/* Before the session is destroyed. Drops the lines that wait; accepts zeros. */
void ucci_done(struct ucci *ucci);

#endif
