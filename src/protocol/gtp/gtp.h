/* SPDX-License-Identifier: MIT
 *
 * GTP, the Go Text Protocol of Gunnar Farnebäck, version 2 (draft 2, 2002), with those extensions of GNU Go and GoGui
 * that people test Go programs with. docs/gtp.md lists the commands.
 *
 * A line is answered before the next one is read:
 *
 *     3 play black D4   # comment          =3
 *                                          (an empty line)
 */
#ifndef BOYI_PROTOCOL_GTP_GTP_H
#define BOYI_PROTOCOL_GTP_GTP_H

#include "protocol/protocol.h"
#include "solve/line.h"

struct gtp;

extern const struct protocol gtp_protocol;

/* The solver for questions about blocks: the functions of solve/solve.h and solve/line.h, or those of a test. */
struct gtp_solve {
    by_status (*create)(const struct solve_settings *settings, solver **out, by_error *error);
    by_status (*ask)(solver *s, const struct solve_question *question, struct solve_answer *answer, by_error *error);
    by_status (*finish_line)(struct solve_lines *lines, const struct solve_settings *settings,
                             const struct solve_question *question, struct solve_answer *answer, by_error *error);
    void (*destroy)(solver *s);
    const char *(*code_name)(enum solve_code code);
    const char *(*prediction_name)(enum solve_prediction prediction);
};

/* Limits of a session. */
struct gtp_bounds {
    const by_stop *stop; /* ends questions; NULL: none */
    bool has_no_files;   /* for tests: neither reads nor writes any */
    uint64_t nodes;      /* for tests: for a question; 0: as many as were set */
    /* Whether a line is available within `wait_ms` milliseconds. NULL: commands that run until the next line stop after
     * one short step. */
    bool (*has_input)(void *context, int wait_ms);
    void *context;
};

extern const struct gtp_solve gtp_real_solve;

/* Opens Go on an empty board of 19 lines. `solve` is lent; `bounds` may be NULL. */
by_status gtp_create(struct gtp **out, const struct gtp_solve *solve, const struct gtp_bounds *bounds,
                     protocol_write *write, void *context, by_error *error);

/* Runs a line, which it modifies, and answers. False after `quit`. */
bool gtp_line(struct gtp *gtp, char *line);

/* Whether a line, perhaps with an id before it, begins with a command of GTP. */
bool gtp_is_heard(const char *line);

/* Accepts NULL. */
void gtp_destroy(struct gtp *gtp);

#endif
