/* SPDX-License-Identifier: MIT
 *
 * GTP as a protocol that `protocol_serve` can hold: a session, and a thread that watches for the end of the
 * conversation, since an answer is ready before the next line is read.
 */
#include <pthread.h>
#include <stdlib.h>

#include "protocol/gtp/gtp.h"

struct conversation {
    struct gtp *gtp;
    struct protocol_reader *reader;
    int out;
    by_stop *stop; /* set when the other side has gone */
    pthread_t watcher;
    bool has_watcher;
};

static void *watch_for_end(void *argument)
{
    struct conversation *conversation = argument;

    protocol_reader_wait_for_end(conversation->reader, conversation->out);
    by_stop_set(conversation->stop);
    return NULL;
}

static bool has_input(void *context, int wait_ms)
{
    return protocol_reader_has_input(context, wait_ms);
}

static void end(void *argument)
{
    struct conversation *conversation = argument;

    if (!conversation)
        return;
    if (conversation->has_watcher) {
        protocol_reader_end(conversation->reader);
        pthread_join(conversation->watcher, NULL);
    }
    gtp_destroy(conversation->gtp);
    by_stop_destroy(conversation->stop);
    free(conversation);
}

/* Without a watcher the last search runs to its limits for nothing. */
static by_status begin(const struct protocol *self, const struct protocol_link *link, void **out, by_error *error)
{
    struct conversation *conversation = calloc(1, sizeof *conversation);
    by_status status;

    (void)self;
    if (!conversation)
        return by_error_no_memory(error);
    conversation->reader = link->reader;
    conversation->out = link->out;
    status = by_stop_create(&conversation->stop, error);
    if (!status)
        status = gtp_create(
            &conversation->gtp, &gtp_real_solve,
            &(struct gtp_bounds){.stop = conversation->stop, .has_input = has_input, .context = link->reader},
            link->write, link->context, error);
    if (status) {
        end(conversation);
        return status;
    }
    conversation->has_watcher = !pthread_create(&conversation->watcher, NULL, watch_for_end, conversation);
    *out = conversation;
    return BY_OK;
}

static bool run_line(void *conversation, char *line)
{
    return gtp_line(((struct conversation *)conversation)->gtp, line);
}

/* A byte of 0 is a control character like others. */
const struct protocol gtp_protocol = {
    .zero = '\r', .is_heard = gtp_is_heard, .begin = begin, .run_line = run_line, .end = end};
