/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support/gtp.h"

#include <stdlib.h>
#include <string.h>

#include "support/fake_solver.h"

static void hear(void *context, const char *lines, size_t length)
{
    by_text *said = context;

    assert_true(length > 0 && lines[length - 1] == '\n');
    for (size_t i = 0; i < length; i++)
        by_text_add_char(said, lines[i]);
}

void gtp_talk_start(struct gtp_talk *talk, const struct gtp_bounds *bounds)
{
    gtp_talk_start_with(talk, &fake_solve, bounds);
}

void gtp_talk_start_with(struct gtp_talk *talk, const struct gtp_solve *solve, const struct gtp_bounds *bounds)
{
    by_error error;

    memset(talk, 0, sizeof *talk);
    assert_int_equal(gtp_create(&talk->gtp, solve, bounds, hear, &talk->said, &error), BY_OK);
}

void gtp_talk_end(struct gtp_talk *talk)
{
    gtp_destroy(talk->gtp);
    by_text_free(&talk->said);
}

/* A sign, and the first empty line at the end. */
static bool is_whole_answer(const char *said)
{
    const char *end = strstr(said, "\n\n");

    return (*said == '=' || *said == '?') && end && !end[2];
}

const char *gtp_talk_ask(struct gtp_talk *talk, const char *line)
{
    char *copy = strdup(line);
    const char *said;

    by_text_clear(&talk->said);
    talk->has_quit = !gtp_line(talk->gtp, copy);
    free(copy);
    said = by_text_string(&talk->said);
    if (*said && !is_whole_answer(said)) {
        print_message("'%s' is answered by '%s'\n", line, said);
        fail();
    }
    return said;
}

static const char *result_of(struct gtp_talk *talk, const char *line, char sign)
{
    const char *said = gtp_talk_ask(talk, line);

    if (said[0] != sign || said[1] != ' ') {
        print_message("'%s' is answered by '%s'\n", line, said);
        fail();
    }
    talk->said.data[talk->said.length - 2] = 0;
    return said + 2;
}

const char *gtp_talk_result(struct gtp_talk *talk, const char *line)
{
    return result_of(talk, line, '=');
}

const char *gtp_talk_failure(struct gtp_talk *talk, const char *line)
{
    return result_of(talk, line, '?');
}

void gtp_talk_expect(struct gtp_talk *talk, const char *line, const char *result)
{
    const char *heard = gtp_talk_result(talk, line);

    if (strcmp(heard, result) != 0)
        print_message("'%s':\n", line);
    assert_string_equal(heard, result);
}

void gtp_talk_expect_failure(struct gtp_talk *talk, const char *line, const char *beginning)
{
    const char *heard = gtp_talk_failure(talk, line);

    if (strncmp(heard, beginning, strlen(beginning)) != 0) {
        print_message("'%s' fails with '%s', expected '%s'\n", line, heard, beginning);
        fail();
    }
}

void gtp_talk_do(struct gtp_talk *talk, const char *lines)
{
    char *copy = strdup(lines), *state = NULL;

    for (char *line = strtok_r(copy, "\n", &state); line; line = strtok_r(NULL, "\n", &state))
        (void)gtp_talk_result(talk, line);
    free(copy);
}
