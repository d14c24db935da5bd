/* SPDX-License-Identifier: MIT
 *
 * Talking to SQLite. Only database_sql.c knows its interface; without SQLite database_none.c takes its place.
 *
 * A query keeps the first error it meets, and does nothing more after that, so that it is asked for its status once:
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
    int64_t running;  /* the run that rows are added for; 0: none */
    int workers;      /* of that run; 0: not known */
    int64_t used_run; /* whose rows are read; 0: rows are found by their keys */
};

/* ---- The connection -------------------------------------------------------------------------------------------- */

/* Opens a file, read only if neither it nor its folder can be written. `waiting` is lent, and may be NULL. */
by_status lab_sql_open(const char *path, bool only_read, const struct lab_waiting *waiting, struct lab_sql **out,
                       by_error *error);

/* Accepts NULL. */
void lab_sql_close(struct lab_sql *sql);

/* Runs statements that have neither parameters nor answers. */
by_status lab_sql_execute(lab_database *database, const char *statements, by_error *error);

/* How many rows the last statement changed, and the number of the last row that was added. */
int lab_sql_changes(const lab_database *database);
int64_t lab_sql_last_row(const lab_database *database);

/* ---- Queries --------------------------------------------------------------------------------------------------- */

struct lab_query {
    const lab_database *database;
    struct sqlite3_stmt *statement;
    by_status status;
    by_error *error;
};

/* Each statement is prepared once and kept as long as the database is open. */
struct lab_query lab_query_begin(lab_database *database, const char *sql, by_error *error);

/* Sets a parameter; a statement that lacks it is left as it is. */
void lab_query_text(struct lab_query *query, const char *name, const char *text);
void lab_query_number(struct lab_query *query, const char *name, int64_t number);
void lab_query_null(struct lab_query *query, const char *name);

/* Goes to the next row of the answer; false at its end and after an error. */
bool lab_query_next(struct lab_query *query);

/* Ends the answer, so that the same can be asked with other parameters. */
void lab_query_again(struct lab_query *query);

/* Runs a statement that answers nothing. */
static inline void lab_query_run(struct lab_query *query)
{
    (void)lab_query_next(query);
    lab_query_again(query);
}

by_status lab_query_end(struct lab_query *query);

/* Columns of the current row. A text is lent until the next step, and "" where the column is NULL. */
int lab_query_columns(const struct lab_query *query);
const char *lab_query_name_of(const struct lab_query *query, int column);
const char *lab_query_text_at(const struct lab_query *query, int column);
int64_t lab_query_number_at(const struct lab_query *query, int column);
bool lab_query_is_null(const struct lab_query *query, int column);

/* ---- What the files of the database share ---------------------------------------------------------------------- */

/* Ends a transaction: commits it, or, if `status` is an error, takes all of it back. */
by_status lab_database_settle(lab_database *database, by_status status, by_error *error);

/* The statements that upgrade a database of the second and of the third form. */
extern const char lab_database_from_second_form[];
extern const char lab_database_from_third_form[];

/* Binds version, sources, compiler, flags, processor and workers. */
void lab_query_program(struct lab_query *query);

/* Binds the names by which a run knows a task: variant, id of the position, limit and repetition. */
void lab_query_place(struct lab_query *query, const struct lab_experiment *experiment, const struct lab_task *task);

/* Asks for columns of a task's row, or of the row that the run that is read has in its place. It has one row or none.
 */
enum { LAB_SQL_SIZE = 640 };
struct lab_query lab_query_of_task(lab_database *database, const struct lab_experiment *experiment,
                                   const struct lab_task *task, const char *columns, by_error *error);

/* The number of the row with a task's key; 0: there is none. */
by_status lab_database_row_by_key(lab_database *database, const struct lab_experiment *experiment,
                                  const struct lab_task *task, int64_t *row, by_error *error);

/* Links a task to a row. */
by_status lab_database_use_row(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                               const struct lab_task *task, int64_t row, by_error *error);

#endif
