/* SPDX-License-Identifier: MIT
 *
 * Input. We do not use stdio, because another thread cannot end its wait for a line.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/reader.h"

/* A game of 100,000 moves. */
enum { MAX_LINE = 1 << 20, ROOM_AT_FIRST = 1024, END_OF_INPUT = -1 };

/* A program started without standard streams gets their numbers for its first files, and other code would read or write
 * those. Move ours to higher numbers. */
static bool move_off_standard(int *descriptor)
{
    int moved = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    if (moved < 0)
        return false;
    close(*descriptor);
    *descriptor = moved;
    return true;
}

by_status protocol_reader_open_end(struct protocol_reader *reader, by_error *error)
{
    int *end = reader->end;

    if (pipe(end))
        return by_error_set(error, BY_ERROR_LIMIT, "a conversation needs a pipe: %s", strerror(errno));
    reader->has_end = true;
    /* Writers must not block: one byte is enough, and a full pipe already holds one. */
    if (!move_off_standard(&end[0]) || !move_off_standard(&end[1]) || fcntl(end[1], F_SETFL, O_NONBLOCK))
        return by_error_set(error, BY_ERROR_LIMIT, "a conversation needs a pipe: %s", strerror(errno));
    return BY_OK;
}

void protocol_reader_end(struct protocol_reader *reader)
{
    while (write(reader->end[1], "", 1) < 0 && errno == EINTR)
        ;
}

void protocol_reader_wait_for_end(struct protocol_reader *reader, int out)
{
    /* Without requested events, poll reports only errors of the output. */
    struct pollfd sources[] = {{.fd = reader->end[0], .events = POLLIN}, {.fd = out}};

    while (reader->has_end && poll(sources, 2, -1) < 0 && (errno == EINTR || errno == EAGAIN))
        ;
}

/* Waits for input. False: end of input, or another thread has ended the reading. */
static bool fill(struct protocol_reader *reader)
{
    struct pollfd sources[] = {{.fd = reader->has_end ? reader->end[0] : -1, .events = POLLIN},
                               {.fd = reader->in, .events = POLLIN}};

    do {
        ssize_t got = -1;

        if (poll(sources, 2, -1) > 0) {
            if (sources[0].revents)
                return false;
            got = read(reader->in, reader->buffer, sizeof reader->buffer);
        }
        if (got >= 0) {
            reader->next = 0;
            reader->filled = (size_t)got;
            return got > 0;
        }
    } while (errno == EINTR || errno == EAGAIN);
    return false;
}

bool protocol_reader_has_input(const struct protocol_reader *reader, int wait_ms)
{
    struct pollfd sources[] = {{.fd = reader->has_end ? reader->end[0] : -1, .events = POLLIN},
                               {.fd = reader->in, .events = POLLIN}};

    return reader->next < reader->filled || poll(sources, 2, wait_ms) > 0;
}

static int next_byte(struct protocol_reader *reader)
{
    if (reader->next == reader->filled && !fill(reader))
        return END_OF_INPUT;
    return (unsigned char)reader->buffer[reader->next++];
}

static bool make_room(struct protocol_reader *reader, size_t length)
{
    size_t room = reader->room ? reader->room * 2 : ROOM_AT_FIRST;
    char *line;

    if (length + 1 < reader->room)
        return true;
    if (room > MAX_LINE)
        return false;
    line = realloc(reader->line, room);
    if (!line)
        return false;
    reader->line = line;
    reader->room = room;
    return true;
}

bool protocol_read_line(struct protocol_reader *reader)
{
    char zero = reader->zero ? reader->zero : ' ';
    size_t length = 0;
    int c = next_byte(reader);

    if (c == END_OF_INPUT || !make_room(reader, 0))
        return false;
    for (; c != END_OF_INPUT && c != '\n'; c = next_byte(reader))
        if (make_room(reader, length))
            reader->line[length++] = c ? (char)c : zero;
    reader->line[length] = 0;
    return true;
}

void protocol_reader_done(struct protocol_reader *reader)
{
    free(reader->line);
    reader->line = NULL;
    reader->room = 0;
    if (reader->has_end) {
        close(reader->end[0]);
        close(reader->end[1]);
    }
    reader->has_end = false;
}
