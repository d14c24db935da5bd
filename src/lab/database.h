/* SPDX-License-Identifier: MIT
 *
 * The rows of experiments in a file that survives whatever happens to the program: SQLite. A row is one search. It is
 * found again by a key made of all that determines its outcome: game, position, method, every option, limit. Who it
 * was made for is noted but is no part of the key, so that experiments share rows.
 *
 * The outcome also depends on the program. `sources` tells one from another (lab/build.h); rows of others are kept and
 * left out, unless they are asked for.
 */
#ifndef LAB_DATABASE_H
#define LAB_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/search.h"
#include "boyi/text.h"
#include "lab/experiment.h"
#include "solve/curve.h"

typedef struct lab_database lab_database;

/* A search that an experiment wants: indices into it, and the limit. */
struct lab_task {
    size_t position;
    size_t variant;
    int64_t limit;
};

/* Who is told that another process has kept the database locked for some seconds. The wait goes on, but not for ever.
 */
struct lab_waiting {
    void *context;
    void (*tell)(void *context, long process); /* 0: it is not known which */
};

/* Opens a database; if there is none, it is created, or, `only_read`, that is an error. Reading needs no right
 * to write, neither the file nor its folder. `waiting` is lent, and may be NULL. */
by_status lab_database_open(const char *path, bool only_read, const struct lab_waiting *waiting, lab_database **out,
                            by_error *error);

/* From now on rows of other versions of the program are as good as our own; our own go first. */
void lab_database_accept_other_versions(lab_database *database);

/* Whether the row of a task is there, and how long its search took. */
by_status lab_database_find(lab_database *database, const struct lab_experiment *experiment,
                            const struct lab_task *task, bool *is_found, int64_t *time_us, by_error *error);

/* What a search found. */
struct lab_finding {
    const struct by_result *result;
    const char *best; /* the best move as the game writes it */
    enum by_answer answer;
    const struct solve_curve *curve;
};

/* Adds the row of a task, all of it or nothing. If it is there already, nothing happens. */
by_status lab_database_add(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           const struct lab_finding *finding, by_error *error);

/* What a row says of a measure, as text with a decimal point where needed; adds nothing if there is no such row. */
by_status lab_database_measure(lab_database *database, const struct lab_experiment *experiment,
                               const struct lab_task *task, const char *measure, by_text *out, by_error *error);

/* The curve of a row, behind the points that are there; adds nothing if there is no such row. */
by_status lab_database_curve(lab_database *database, const struct lab_experiment *experiment,
                             const struct lab_task *task, struct solve_curve *out, by_error *error);

/* Accepts NULL. */
void lab_database_close(lab_database *database);

#endif
