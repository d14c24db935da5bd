/* SPDX-License-Identifier: MIT
 *
 * The rows of experiments in an SQLite file, which survives a crash of the program. A row is one search. Its key
 * consists of everything that determines its outcome: game, position, method, every option, limit. The row also names
 * the experiment, but the key does not, so that experiments share rows.
 *
 * The outcome also depends on the program. `sources` distinguishes versions (lab/build.h). Rows of other versions stay
 * in the file, but we ignore them unless the caller wants them.
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
    int repetition; /* 0 is the first */
};

/* Called when another process has kept the database locked for some seconds. The wait continues for a limited time. */
struct lab_waiting {
    void *context;
    void (*report)(void *context, long process); /* 0: unknown */
};

/* Opens a database. If there is none, creates it, or fails if `only_read` is set. Reading needs no permission to write
 * the file or its folder. `waiting` is borrowed and may be NULL. */
by_status lab_database_open(const char *path, bool only_read, const struct lab_waiting *waiting, lab_database **out,
                            by_error *error);

/* Limits the size of the database to about this number of bytes; a row that does not fit is an error. */
by_status lab_database_bound(lab_database *database, size_t bytes, by_error *error);

/* From now on rows of other versions of the program count where our own are missing. */
void lab_database_accept_other_versions(lab_database *database);

/* The row of a task and the duration of its search; 0: there is none. */
by_status lab_database_find(lab_database *database, const struct lab_experiment *experiment,
                            const struct lab_task *task, int64_t *row, int64_t *time_us, by_error *error);

/* The result of a search. */
struct lab_finding {
    const struct by_result *result;
    const char *best; /* the best move as the game writes it */
    enum by_answer answer;
    const struct solve_curve *curve;
};

/* Adds the row of a task, completely or not at all. Does nothing if it exists already. */
by_status lab_database_add(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           const struct lab_finding *finding, by_error *error);

/* Appends the curve of a row to `out`. */
by_status lab_database_curve(lab_database *database, int64_t row, struct solve_curve *out, by_error *error);

/* ---- Runs: which rows an experiment had when ------------------------------------------------------------------- */

/* Begins a run and links it to rows as they are found or made; rows added from now on are linked automatically.
 * Continues an incomplete run of the same text, program and number of workers. If a run uses only rows of an earlier
 * one of that text, we forget it when it ends. */
by_status lab_database_begin_run(lab_database *database, const struct lab_experiment *experiment, int workers,
                                 int64_t *run, by_error *error);
/* Links the tasks whose rows exist. */
by_status lab_database_link_all(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                                const struct lab_task *tasks, size_t count, by_error *error);
by_status lab_database_end_run(lab_database *database, int64_t run, by_error *error);

struct lab_run_info {
    int64_t id;
    const char *experiment, *sources, *compiler, *flags, *processor, *started_at;
    const char *fingerprint; /* of the experiment's text at that time */
    const char *text;        /* that text; "" in runs of earlier forms */
    int workers;
    bool is_quick, is_complete; /* at its end; rows may have been deleted since */
    size_t rows;
    size_t foreign_rows;  /* of these, made before it by another program, processor or number of workers */
    const char *last_at;  /* time of its last row; "" if it has none */
    const char *last_row; /* the variant, limit and position of that row; "" if it has none */
};

/* Zero-initialise it. */
struct lab_runs {
    struct lab_run_info *list;
    size_t count;
    struct by__arena arena;
};

/* The runs of an experiment, the newest first; NULL: of all experiments. */
by_status lab_database_runs(lab_database *database, const char *experiment, struct lab_runs *out, by_error *error);
void lab_runs_free(struct lab_runs *runs);

/* Adds the names of the variants that have rows in a run, a newline after each. */
by_status lab_database_variants(lab_database *database, int64_t run, by_text *out, by_error *error);

/* From now on rows are those of a run, whatever program made them; 0: found by key again. */
void lab_database_use_run(lab_database *database, int64_t run);

/* ---- Everything, for other programs ---------------------------------------------------------------------------- */

enum lab_export { LAB_EXPORT_ROWS, LAB_EXPORT_COUNTERS, LAB_EXPORT_POINTS, LAB_EXPORT_RUNS };

/* The experiment's stored rows, as CSV, and their runs. */
by_status lab_database_export(lab_database *database, const struct lab_experiment *experiment, enum lab_export what,
                              by_text *out, by_error *error);

/* Accepts NULL. */
void lab_database_close(lab_database *database);

#endif
