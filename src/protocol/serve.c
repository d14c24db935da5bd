/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>

#include "protocol/gtp/gtp.h"
#include "protocol/protocol.h"

/* Several may begin with the same word, such as `quit`; the first counts. */
static const struct protocol *const protocols[] = {&protocol_uci, &protocol_ucci, &gtp_protocol};

const struct protocol *protocol_find_heard(const char *line)
{
    for (size_t i = 0; i < sizeof protocols / sizeof protocols[0]; i++)
        if (protocols[i]->is_heard(line))
            return protocols[i];
    return NULL;
}

struct listener {
    FILE *out;
    struct protocol_reader *reader;
};

/* If output fails, end the conversation. If the other side has closed the pipe, that is no error. */
static void write_lines(void *context, const char *lines, size_t length)
{
    struct listener *listener = context;

    if (fwrite(lines, 1, length, listener->out) == length && !fflush(listener->out))
        return;
    if (errno == EPIPE)
        clearerr(listener->out);
    protocol_reader_end(listener->reader);
}

by_status protocol_serve(const struct protocol *protocol, struct protocol_reader *reader, FILE *out, by_error *error)
{
    struct listener listener = {out, reader};
    struct protocol_link link = {reader, fileno(out), write_lines, &listener};
    void *conversation = NULL;
    bool goes_on = true;
    by_status status = protocol_reader_open_end(reader, error);

    reader->zero = protocol->zero;
    if (!status)
        status = protocol->begin(protocol, &link, &conversation, error);
    if (!status) {
        if (reader->line)
            goes_on = protocol->run_line(conversation, reader->line);
        while (goes_on && protocol_read_line(reader))
            goes_on = protocol->run_line(conversation, reader->line);
        if (goes_on && protocol->end_of_input && protocol->end_of_input(conversation))
            protocol_reader_wait_for_end(reader, link.out);
    }
    protocol->end(conversation);
    return status;
}
