/* SPDX-License-Identifier: MIT
 *
 * The lines of a stream. A line may be long, but what is beyond a bound is dropped.
 */
#ifndef BOYI_PROTOCOL_READER_H
#define BOYI_PROTOCOL_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"

struct protocol_reader {
    int in;     /* a file's descriptor */
    char *line; /* the last one, without its end; NULL before the first */
    size_t room;
    char buffer[4096]; /* what was read and is in no line yet: from `next` to `filled` */
    size_t next, filled;
    char zero;    /* what a byte of 0 becomes; 0: a blank */
    bool has_end; /* `end` is a pipe; what is written into it ends the reading */
    int end[2];
};

/* Reads a line; false at the end of the input. */
bool protocol_read_line(struct protocol_reader *reader);

/* Whether input or its end arrives within `wait_ms` milliseconds. */
bool protocol_reader_has_input(const struct protocol_reader *reader, int wait_ms);

/* Lets other threads end the reading. */
by_status protocol_reader_open_end(struct protocol_reader *reader, by_error *error);

/* Ends the input for current and future reads. Called from any thread. */
void protocol_reader_end(struct protocol_reader *reader);

/* Waits until another thread ends the reading, or the reader of the descriptor `out` has closed it. */
void protocol_reader_wait_for_end(struct protocol_reader *reader, int out);

void protocol_reader_done(struct protocol_reader *reader);

#endif
