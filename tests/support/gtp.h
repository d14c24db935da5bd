/* SPDX-License-Identifier: MIT
 *
 * A GTP session inside the test program, with a fake solver: what is said to it, and what it answers.
 */
#ifndef BOYI_TESTS_SUPPORT_GTP_H
#define BOYI_TESTS_SUPPORT_GTP_H

#include "protocol/gtp/gtp.h"
#include "support/check.h"

struct gtp_talk {
    struct gtp *gtp;
    by_text said; /* since the last line that was asked */
    bool has_quit;
};

void gtp_talk_start(struct gtp_talk *talk, const struct gtp_bounds *bounds);
/* The same with another solver. */
void gtp_talk_start_with(struct gtp_talk *talk, const struct gtp_solve *solve, const struct gtp_bounds *bounds);
void gtp_talk_end(struct gtp_talk *talk);

/* Sends a line and returns all that is said to it, lent until the next. Fails the test if that is not one whole answer,
 * or for an empty line none. */
const char *gtp_talk_ask(struct gtp_talk *talk, const char *line);

/* The same for a line that succeeds, or fails; returns what stands behind the sign, without the newlines at the end. */
const char *gtp_talk_result(struct gtp_talk *talk, const char *line);
const char *gtp_talk_failure(struct gtp_talk *talk, const char *line);

/* Sends the line, and wants just this result, or a failure that begins so. */
void gtp_talk_expect(struct gtp_talk *talk, const char *line, const char *result);
void gtp_talk_expect_failure(struct gtp_talk *talk, const char *line, const char *beginning);

/* Sends lines that all succeed: commands separated by newlines. */
void gtp_talk_do(struct gtp_talk *talk, const char *lines);

#endif
