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

by_status lab_database_curve(lab_database *database, const struct lab_experiment *experiment,
                             const struct lab_task *task, struct solve_curve *out, by_error *error)
{
    (void)experiment;
    (void)task;
    (void)out;
    return lab_database_open("", true, NULL, &database, error);
}

void lab_database_close(lab_database *database)
{
    (void)database;
}
