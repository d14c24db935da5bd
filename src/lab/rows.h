/* SPDX-License-Identifier: MIT
 *
 * The rows of an experiment in memory. They are loaded once; every measure, mean and origin is then computed from them
 * and cannot fail.
 */
#ifndef LAB_ROWS_H
#define LAB_ROWS_H

#include "lab/database.h"
#include "lab/experiment.h"

/* The program and the machine that made a row. */
struct lab_maker {
    const char *version, *sources, *compiler, *flags, *processor; /* some are "" in rows of earlier forms */
    int64_t workers;                                              /* number of parallel searches; 0: unknown */
};

struct lab_row {
    int64_t id; /* 0: no such row */
    uint64_t key;
    enum by_answer answer; /* BY_ANSWER_NONE: in rows of form 1 */
    bool is_right_move;    /* the best move is one of the position's right moves */
    const char *best;      /* the best move as the game writes it */
    const struct lab_maker *maker;
    double *numbers; /* by enum lab_number, and then the measured counters; NAN: not counted */
};

enum lab_number {
    LAB_NODES,
    LAB_EVALUATIONS,
    LAB_TIME_US,
    LAB_VALUE,
    LAB_DEPTH,
    LAB_SELECTIVE_DEPTH,
    LAB_COUNTERS, /* from here on */
};

/* Zero-initialise it. */
struct lab_rows {
    const struct lab_experiment *experiment;
    lab_database *database; /* borrowed, for curves and runs */
    struct lab_task *tasks; /* all of them, in the order of the run */
    size_t count;
    struct lab_row *list; /* by variant, limit, position and repetition */
    size_t *first_of;     /* by variant: index of its first row */
    const char **counters;
    size_t counter_count;
    const struct lab_maker *maker; /* of the row loaded last */
    struct by__arena arena;
};

/* Lists all tasks without rows yet; loads the row of one, or of all. */
by_status lab_rows_prepare(struct lab_rows *rows, const struct lab_experiment *experiment, lab_database *database,
                           by_error *error);
by_status lab_rows_load_one(struct lab_rows *rows, const struct lab_task *task, by_error *error);
by_status lab_rows_load(struct lab_rows *rows, const struct lab_experiment *experiment, lab_database *database,
                        by_error *error);
void lab_rows_free(struct lab_rows *rows);

/* The row of a task; its id is 0 if there is none. */
const struct lab_row *lab_row_of(const struct lab_rows *rows, const struct lab_task *task);

/* The value of a counter that some measure needs; NAN: not counted. */
double lab_row_counter(const struct lab_rows *rows, const struct lab_row *row, const char *name);

/* The number of existing rows. */
size_t lab_rows_done(const struct lab_rows *rows);

#endif
