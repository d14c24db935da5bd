/* SPDX-License-Identifier: MIT
 *
 * An engine session inside the fuzzer: small searches, and output that has to be whole lines.
 */
#ifndef BOYI_FUZZ_SESSION_H
#define BOYI_FUZZ_SESSION_H

#include "input.h"
#include "protocol/session.h"

static inline void check_lines(void *context, const char *lines, size_t length)
{
    (void)context;
    REQUIRE(length > 0 && lines[length - 1] == '\n' && !memchr(lines, 0, length));
}

static inline struct protocol_session *small_session(const struct protocol_dialect *dialect)
{
    static const struct protocol_bounds bounds = {.nodes = 200, .memory_kib = 1024};
    struct protocol_session *session;

    REQUIRE(protocol_session_create(&session, dialect, &bounds, check_lines, NULL, NULL) == BY_OK);
    return session;
}

/* The next line of the input, cut off; NULL behind the last. */
static inline char *next_line(char **rest)
{
    char *line = *rest, *end;

    if (!line)
        return NULL;
    end = strchr(line, '\n');
    *rest = end ? end + 1 : NULL;
    if (end)
        *end = 0;
    return line;
}

/* After any input the session has a position that can be written and read, and no thread is blocked. */
static inline void check_session(struct protocol_session *session)
{
    by_text text = {0};

    session->dialect->settle(session);
    REQUIRE(!protocol_is_thinking(session));
    by_position_print(session->position, &text);
    REQUIRE(by_position_parse(session->position, by_text_string(&text), NULL) == BY_OK);
    by_text_free(&text);
    protocol_session_destroy(session);
}

/* Runs the lines of the input, and checks the session. */
static inline void run_lines(const struct protocol_dialect *dialect, const uint8_t *data, size_t size)
{
    struct protocol_session *session = small_session(dialect);
    char *text = text_of(data, size), *rest = text, *line;
    bool goes_on = true;

    while (goes_on && (line = next_line(&rest)) != NULL)
        goes_on = protocol_session_run_line(session, line);
    check_session(session);
    free(text);
}

#endif
