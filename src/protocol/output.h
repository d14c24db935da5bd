/* SPDX-License-Identifier: MIT
 *
 * Output. The reading and the searching thread both write; lines do not mix.
 */
#ifndef BOYI_PROTOCOL_OUTPUT_H
#define BOYI_PROTOCOL_OUTPUT_H

#include <pthread.h>
#include <stddef.h>

#include "boyi/text.h"

/* Receives whole lines and sends them immediately. Never called by two threads at the same time. */
typedef void protocol_write(void *context, const char *lines, size_t length);

struct protocol_output {
    pthread_mutex_t lock;
    protocol_write *write;
    void *context;
};

void protocol_output_init(struct protocol_output *output, protocol_write *write, void *context);

/* Writes a line; the newline is added. */
void protocol_send(struct protocol_output *output, const char *format, ...) BY_PRINTF(2, 3);

/* Writes lines, adds a newline if there is none, and frees `text`. */
void protocol_send_text(struct protocol_output *output, by_text *text);

/* The same, but keeps the memory of `text`, which is empty then. */
void protocol_send_lines(struct protocol_output *output, by_text *text);

void protocol_output_done(struct protocol_output *output);

#endif
