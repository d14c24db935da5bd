/* SPDX-License-Identifier: MIT
 *
 * In place of database.c where SQLite is not installed.
 */
#include "lab/database.h"

by_status lab_database_open(const char *path, bool only_read, const struct lab_waiting *waiting, lab_database **out,
                            by_error *error)
{
    (void)path;
    (void)only_read;
    (void)waiting;
    *out = NULL;
    return by_error_set(
        error, BY_ERROR_UNSUPPORTED,
        "this program was built without SQLite, which keeps the rows: install libsqlite3-dev (on Debian "
        "and Ubuntu `apt-get install libsqlite3-dev`) and build again with `make`");
}

void lab_database_accept_other_versions(lab_database *database)
{
    (void)database;
}

by_status lab_database_find(lab_database *database, const struct lab_experiment *experiment,
                            const struct lab_task *task, bool *is_found, int64_t *time_us, by_error *error)
{
    (void)experiment;
    (void)task;
    (void)time_us;
    *is_found = false;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_bound(lab_database *database, size_t bytes, by_error *error)
{
    (void)bytes;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_add(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           const struct lab_finding *finding, by_error *error)
{
    (void)experiment;
    (void)task;
    (void)finding;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_measure(lab_database *database, const struct lab_experiment *experiment,
                               const struct lab_task *task, const char *measure, by_text *out, by_error *error)
{
    (void)experiment;
    (void)task;
    (void)measure;
    (void)out;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_origin(lab_database *database, const struct lab_experiment *experiment,
                              const struct lab_task *task, enum lab_origin what, by_text *out, by_error *error)
{
    (void)experiment;
    (void)task;
    (void)what;
    (void)out;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_key(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           by_text *out, by_error *error)
{
    (void)experiment;
    (void)task;
    (void)out;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_curve(lab_database *database, const struct lab_experiment *experiment,
                             const struct lab_task *task, struct solve_curve *out, by_error *error)
{
    (void)experiment;
    (void)task;
    (void)out;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_begin_run(lab_database *database, const struct lab_experiment *experiment, int workers,
                                 int64_t *run, by_error *error)
{
    (void)experiment;
    (void)workers;
    *run = 0;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_link(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                            const struct lab_task *task, by_error *error)
{
    return lab_database_link_all(database, run, experiment, task, 1, error);
}

by_status lab_database_link_all(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                                const struct lab_task *tasks, size_t count, by_error *error)
{
    (void)run;
    (void)experiment;
    (void)tasks;
    (void)count;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_end_run(lab_database *database, int64_t run, by_error *error)
{
    (void)run;
    return lab_database_open("", true, NULL, &database, error);
}

by_status lab_database_runs(lab_database *database, const char *experiment, struct lab_run_info **out, size_t *count,
                            by_error *error)
{
    (void)experiment;
    *out = NULL;
    *count = 0;
    return lab_database_open("", true, NULL, &database, error);
}

void lab_runs_free(struct lab_run_info *runs, size_t count)
{
    (void)runs;
    (void)count;
}

by_status lab_database_variants(lab_database *database, int64_t run, by_text *out, by_error *error)
{
    (void)run;
    (void)out;
    return lab_database_open("", true, NULL, &database, error);
}

void lab_database_use_run(lab_database *database, int64_t run)
{
    (void)database;
    (void)run;
}

by_status lab_database_export(lab_database *database, const struct lab_experiment *experiment, enum lab_export what,
                              by_text *out, by_error *error)
{
    (void)experiment;
    (void)what;
    (void)out;
    return lab_database_open("", true, NULL, &database, error);
}

void lab_database_close(lab_database *database)
{
    (void)database;
}
