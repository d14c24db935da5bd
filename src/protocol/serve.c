/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "protocol/gtp/gtp.h"
#include "protocol/protocol.h"
#include "protocol/session.h"
#include "protocol/ucci.h"
#include "protocol/uci.h"
#include "protocol/words.h"

bool protocol_is_heard(const char *line, enum protocol_name *out)
{
    static const struct {
        const char *word;
        enum protocol_name protocol;
    } first_words[] = {{"uci", PROTOCOL_UCI},      {"ucci", PROTOCOL_UCCI},     {"isready", PROTOCOL_UCI},
                       {"position", PROTOCOL_UCI}, {"setoption", PROTOCOL_UCI}, {"go", PROTOCOL_UCI},
                       {"startpos", PROTOCOL_UCI}, {"fen", PROTOCOL_UCI},       {"ucinewgame", PROTOCOL_UCI},
                       {"quit", PROTOCOL_UCI},     {"stop", PROTOCOL_UCI}};
    size_t start = strspn(line, " \t\r"), length = strcspn(line + start, " \t\r");

    for (size_t i = 0; i < sizeof first_words / sizeof first_words[0]; i++) {
        if (strlen(first_words[i].word) == length && strncmp(line + start, first_words[i].word, length) == 0) {
            *out = first_words[i].protocol;
            return true;
        }
    }
    *out = PROTOCOL_GTP;
    return gtp_is_heard(line);
}

/* ---- Talking ----------------------------------------------------------------------------------------------------- */

struct listener {
    FILE *out;
    struct protocol_reader *reader;
};

/* If output fails, end the session. If the other side has closed the pipe, that is no error. */
static void write_lines(void *context, const char *lines, size_t length)
{
    struct listener *listener = context;

    if (fwrite(lines, 1, length, listener->out) == length && !fflush(listener->out))
        return;
    if (errno == EPIPE)
        clearerr(listener->out);
    protocol_reader_end(listener->reader);
}

static bool answer(enum protocol_name protocol, struct protocol_session *session, struct ucci *ucci, char *line)
{
    return protocol == PROTOCOL_UCI ? uci_line(session, line) : ucci_line(ucci, line);
}

static by_status serve_xiangqi(enum protocol_name protocol, struct protocol_reader *reader, FILE *out, by_error *error)
{
    const struct protocol_dialect *dialect = protocol == PROTOCOL_UCI ? &uci_dialect : &ucci_dialect;
    struct protocol_session *session = NULL;
    struct listener listener = {out, reader};
    struct ucci ucci = {0};
    by_status status = protocol_session_create(&session, dialect, NULL, write_lines, &listener, error);
    bool goes_on = true;

    if (!status)
        status = ucci_init(&ucci, session, error);
    if (!status)
        status = protocol_reader_open_end(reader, error);
    if (!status) {
        ucci.reader = reader;
        if (reader->line)
            goes_on = answer(protocol, session, &ucci, reader->line);
        while (goes_on && protocol_read_line(reader))
            goes_on = answer(protocol, session, &ucci, reader->line);
        if (protocol == PROTOCOL_UCCI && goes_on && ucci_end_of_input(&ucci))
            protocol_reader_wait_for_end(reader, fileno(out));
    }
    ucci_done(&ucci);
    protocol_session_destroy(session);
    return status;
}

/* A thread that watches for the end of the session during a search. */
struct watch {
    struct protocol_reader *reader;
    int out;
    by_stop *stop;
    pthread_t thread;
    bool has_thread;
};

static void *wait_for_end(void *context)
{
    struct watch *watch = context;

    protocol_reader_wait_for_end(watch->reader, watch->out);
    by_stop_set(watch->stop);
    return NULL;
}

/* Without a watcher the last search runs to its limits for nothing. */
static by_status start_watch(struct watch *watch, struct protocol_reader *reader, FILE *out, by_error *error)
{
    by_status status = by_stop_create(&watch->stop, error);

    watch->reader = reader;
    watch->out = fileno(out);
    if (!status)
        status = protocol_reader_open_end(reader, error);
    if (!status)
        watch->has_thread = !pthread_create(&watch->thread, NULL, wait_for_end, watch);
    return status;
}

static void end_watch(struct watch *watch)
{
    if (watch->has_thread) {
        protocol_reader_end(watch->reader);
        pthread_join(watch->thread, NULL);
    }
    by_stop_destroy(watch->stop);
}

static bool has_input(void *context, int wait_ms)
{
    return protocol_reader_has_input(context, wait_ms);
}

/* In GTP an answer is ready before the next line is read, and a byte of 0 is a control character like others. */
static by_status serve_gtp(struct protocol_reader *reader, FILE *out, by_error *error)
{
    struct listener listener = {out, reader};
    struct watch watch = {0};
    struct gtp *gtp = NULL;
    by_status status = start_watch(&watch, reader, out, error);
    bool goes_on = true;

    reader->zero = '\r';
    if (!status)
        status = gtp_create(&gtp, &gtp_real_solve,
                            &(struct gtp_bounds){.stop = watch.stop, .has_input = has_input, .context = reader},
                            write_lines, &listener, error);
    if (!status) {
        if (reader->line)
            goes_on = gtp_line(gtp, reader->line);
        while (goes_on && protocol_read_line(reader))
            goes_on = gtp_line(gtp, reader->line);
    }
    end_watch(&watch);
    gtp_destroy(gtp);
    return status;
}

by_status protocol_serve(enum protocol_name protocol, struct protocol_reader *reader, FILE *out, by_error *error)
{
    if (protocol == PROTOCOL_GTP)
        return serve_gtp(reader, out, error);
    return serve_xiangqi(protocol, reader, out, error);
}
