/* SPDX-License-Identifier: MIT
 *
 * The interface to SQLite. Only database_sql.c uses it directly; without SQLite database_none.c replaces that file.
 *
 * A query keeps the first error it meets and does nothing more after that, so you check its status once:
 *
 *     struct lab_query query = lab_query_begin(database, "SELECT id FROM run WHERE experiment = :name", error);
 *     lab_query_text(&query, ":name", name);
 *     while (lab_query_next(&query))
 *         use(lab_query_number_at(&query, 0));
 *     status = lab_query_end(&query);
 */
#ifndef LAB_DATABASE_SQL_H
#define LAB_DATABASE_SQL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/utsname.h>

#include "lab/database.h"

struct lab_database {
    struct lab_sql *sql; /* the connection */
    bool accepts_other_versions;
    struct utsname system;
    by_text processor;
    int64_t running;  /* the run that new rows belong to; 0: none */
    int workers;      /* of that run; 0: unknown */
    int64_t used_run; /* the run whose rows we read; 0: we find rows by their keys */
};

/* ---- The connection -------------------------------------------------------------------------------------------- */

/* Opens a file, read-only if neither it nor its folder is writable. `waiting` is borrowed and may be NULL. */
by_status lab_sql_open(const char *path, bool only_read, const struct lab_waiting *waiting, struct lab_sql **out,
                       by_error *error);

/* Accepts NULL. */
void lab_sql_close(struct lab_sql *sql);

/* Runs statements without parameters and results. */
by_status lab_sql_execute(lab_database *database, const char *statements, by_error *error);

/* The number of rows that the last statement changed, and the number of the last row added. */
int lab_sql_changes(const lab_database *database);
int64_t lab_sql_last_row(const lab_database *database);

/* ---- Queries --------------------------------------------------------------------------------------------------- */

struct lab_query {
    const lab_database *database;
    struct sqlite3_stmt *statement;
    by_status status;
    by_error *error;
};

/* Each statement is prepared once and kept while the database is open. */
struct lab_query lab_query_begin(lab_database *database, const char *sql, by_error *error);

/* Sets a parameter; does nothing if the statement lacks it. */
void lab_query_text(struct lab_query *query, const char *name, const char *text);
void lab_query_number(struct lab_query *query, const char *name, int64_t number);
void lab_query_null(struct lab_query *query, const char *name);

/* Goes to the next row of the result; false at its end and after an error. */
bool lab_query_next(struct lab_query *query);

/* Ends the result, so that you can run the query with other parameters. */
void lab_query_again(struct lab_query *query);

/* Runs a statement without a result. */
static inline void lab_query_run(struct lab_query *query)
{
    (void)lab_query_next(query);
    lab_query_again(query);
}

by_status lab_query_end(struct lab_query *query);

/* Columns of the current row. A text is valid until the next step, and "" where the column is NULL. */
int lab_query_columns(const struct lab_query *query);
const char *lab_query_name_of(const struct lab_query *query, int column);
const char *lab_query_text_at(const struct lab_query *query, int column);
int64_t lab_query_number_at(const struct lab_query *query, int column);
bool lab_query_is_null(const struct lab_query *query, int column);

/* ---- What the files of the database share ---------------------------------------------------------------------- */

/* Ends a transaction: commits it, or rolls it back if `status` is an error. */
by_status lab_database_settle(lab_database *database, by_status status, by_error *error);

/* The statements that upgrade a database of form 2 and of form 3. */
extern const char lab_database_from_second_form[];
extern const char lab_database_from_third_form[];

/* Binds version, sources, compiler, flags, processor and workers. */
void lab_query_program(struct lab_query *query);

/* Binds the run's names of a task: variant, id of the position, limit and repetition. */
void lab_query_place(struct lab_query *query, const struct lab_experiment *experiment, const struct lab_task *task);

/* Queries columns of a task's row, or of the row that the run being read has in its place: our own, else the latest of
 * other versions if the caller accepts those. The result has at most one row; with counters one for each, whose name
 * and value follow the columns. */
enum { LAB_SQL_SIZE = 640 };
struct lab_query lab_query_of_task(lab_database *database, const struct lab_experiment *experiment,
                                   const struct lab_task *task, const char *columns, bool with_counters,
                                   by_error *error);

/* Links a task to a row. */
by_status lab_database_use_row(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                               const struct lab_task *task, int64_t row, by_error *error);

#endif
