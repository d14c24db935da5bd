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
    int repetition; /* 0 is the first */
};

/* Called when another process has kept the database locked for some seconds. The wait goes on, but not for ever. */
struct lab_waiting {
    void *context;
    void (*report)(void *context, long process); /* 0: it is not known which */
};

/* Opens a database. If there is none, it is created, or, with `only_read`, that is an error. Reading needs no right
 * to write, neither to the file nor to its folder. `waiting` is lent, and may be NULL. */
by_status lab_database_open(const char *path, bool only_read, const struct lab_waiting *waiting, lab_database **out,
                            by_error *error);

/* Limits the database to about so many bytes; a row that does not fit is an error. */
by_status lab_database_bound(lab_database *database, size_t bytes, by_error *error);

/* From now on rows of other versions of the program count where there is none of our own. */
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

/* Adds the curve of a row behind the points that are there. */
by_status lab_database_curve(lab_database *database, int64_t row, struct solve_curve *out, by_error *error);

/* ---- Runs: which rows an experiment had when ------------------------------------------------------------------- */

/* Begins a run, to which rows are linked as they are found or made; rows that are added from now on are linked without
 * being asked. Continues a run that was not completed, of the same text and program and with as many workers. A run
 * that used just the rows of an earlier one of that text is forgotten when it ends. */
by_status lab_database_begin_run(lab_database *database, const struct lab_experiment *experiment, int workers,
                                 int64_t *run, by_error *error);
/* Links those of the tasks whose rows are there. */
by_status lab_database_link_all(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                                const struct lab_task *tasks, size_t count, by_error *error);
by_status lab_database_end_run(lab_database *database, int64_t run, by_error *error);

struct lab_run_info {
    int64_t id;
    const char *experiment, *sources, *compiler, *flags, *processor, *started_at;
    const char *fingerprint; /* of the experiment's text at that time */
    const char *text;        /* which was this; "" in runs of earlier forms */
    int workers;
    bool is_quick, is_complete; /* when it ended; rows may have been deleted since */
    size_t rows;
    size_t foreign_rows;  /* of these, made before it by another program, processor or number of workers */
    const char *last_at;  /* when its last row was finished; "" if it has none */
    const char *last_row; /* which that is: variant, limit and position; "" if it has none */
};

/* Zero-initialise it. */
struct lab_runs {
    struct lab_run_info *list;
    size_t count;
    struct by__arena arena;
};

/* The runs of an experiment, the newest first; NULL: of all. */
by_status lab_database_runs(lab_database *database, const char *experiment, struct lab_runs *out, by_error *error);
void lab_runs_free(struct lab_runs *runs);

/* Adds the names of the variants that a run has rows of, each with a newline behind it. */
by_status lab_database_variants(lab_database *database, int64_t run, by_text *out, by_error *error);

/* From now on rows are those of a run, whatever program made them; 0: by their keys again. */
void lab_database_use_run(lab_database *database, int64_t run);

/* ---- Everything, for other programs ---------------------------------------------------------------------------- */

enum lab_export { LAB_EXPORT_ROWS, LAB_EXPORT_COUNTERS, LAB_EXPORT_POINTS, LAB_EXPORT_RUNS };

/* What is kept of the experiment's rows, as CSV, and the runs that these belong to. */
by_status lab_database_export(lab_database *database, const struct lab_experiment *experiment, enum lab_export what,
                              by_text *out, by_error *error);

/* Accepts NULL. */
void lab_database_close(lab_database *database);

#endif
