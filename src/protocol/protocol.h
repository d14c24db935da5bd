/* SPDX-License-Identifier: MIT
 *
 * Conversations: lines in, lines out, until `quit` or the end of the input. A protocol is a table of functions, and
 * `protocol_serve` knows none of them:
 *
 *     protocol_uci, protocol_ucci     sessions that search (session.h) in two dialects: uci.c, ucci.c
 *     gtp_protocol                    gtp/gtp.h
 */
#ifndef BOYI_PROTOCOL_PROTOCOL_H
#define BOYI_PROTOCOL_PROTOCOL_H

#include <stdbool.h>
#include <stdio.h>

#include "boyi/error.h"
#include "protocol/output.h"
#include "protocol/reader.h"

/* The two ends of a conversation. */
struct protocol_link {
    struct protocol_reader *reader; /* a conversation may end it */
    int out;                        /* descriptor of the output */
    protocol_write *write;
    void *context; /* of `write` */
};

struct protocol {
    const struct protocol_dialect *dialect; /* of a session; NULL: it holds none */
    char zero;                              /* what a byte of 0 in the input becomes; 0: a blank */
    /* Whether the line begins a conversation in this protocol. */
    bool (*is_heard)(const char *line);
    by_status (*begin)(const struct protocol *self, const struct protocol_link *link, void **conversation,
                       by_error *error);
    /* Runs a line, which it modifies. False: the conversation is over. */
    bool (*run_line)(void *conversation, char *line);
    /* No line follows. True: some wait, and the conversation ends the reader when they are done. NULL: none wait. */
    bool (*end_of_input)(void *conversation);
    /* Accepts NULL. */
    void (*end)(void *conversation);
};

extern const struct protocol protocol_uci, protocol_ucci;

/* The protocol that begins with this line; NULL: unknown. */
const struct protocol *protocol_find_heard(const char *line);

/* Holds a conversation. If the reader already holds a line, begins with that. Ends as soon as output fails; the
 * stream's error stays set unless the other side has closed it. */
by_status protocol_serve(const struct protocol *protocol, struct protocol_reader *reader, FILE *out, by_error *error);

#endif
