/* SPDX-License-Identifier: MIT
 *
 * Conversations: lines in, lines out, until `quit` or the end of the input.
 */
#ifndef BOYI_PROTOCOL_PROTOCOL_H
#define BOYI_PROTOCOL_PROTOCOL_H

#include <stdio.h>

#include "boyi/error.h"
#include "protocol/settings.h"

/* The lines of a stream. A line may be long, but what is beyond a bound is dropped. */
struct protocol_reader {
    FILE *in;
    char *line; /* the last one, without its end; NULL before the first and behind the last */
    size_t room;
};

/* Reads a line; false at the end of the input. A byte of 0 becomes a blank. */
bool protocol_read_line(struct protocol_reader *reader);

void protocol_reader_done(struct protocol_reader *reader);

/* Which protocol begins with this line; false: none that is known. */
bool protocol_is_heard(const char *line, enum protocol_dialect *out);

/* Holds a conversation. If the reader has a line already, it begins with that. */
by_status protocol_serve(enum protocol_dialect dialect, struct protocol_reader *reader, FILE *out, by_error *error);

#endif
