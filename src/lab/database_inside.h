/* SPDX-License-Identifier: MIT
 *
 * What the files of the database share: the connection, and talking to SQLite.
 */
#ifndef LAB_DATABASE_INSIDE_H
#define LAB_DATABASE_INSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/utsname.h>

#include "lab/database.h"

/* As SQLite has them, so that this header can be read where it is not installed. */
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

struct lab_database {
    sqlite3 *connection;
    sqlite3_stmt **statements; /* that were prepared, each once */
    size_t statement_count, statement_room;
    bool takes_other_versions;
    struct utsname system;
    by_text processor;
    char *path;
    const struct lab_waiting *waiting;
    int64_t busy_since_ms; /* of the wait that is under way */
    bool has_told;
    int64_t running;  /* the run that rows are added for; 0: none */
    int workers;      /* of that run; 0: not known */
    int64_t used_run; /* whose rows are looked at; 0: rows are found by their keys */
};

/* The error that SQLite has just met. */
by_status lab_sql_failed(const lab_database *database, by_error *error);

by_status lab_sql_execute(lab_database *database, const char *sql, by_error *error);

/* A statement that nobody else is using: to be released, and kept for whoever asks for the same. After an error it is
 * NULL, which can be released too. */
by_status lab_sql_prepare(lab_database *database, const char *sql, sqlite3_stmt **out, by_error *error);
void lab_sql_release(sqlite3_stmt *statement);

/* Gives back all statements. */
void lab_sql_forget(lab_database *database);

/* Runs a statement that answers nothing. */
by_status lab_sql_step(lab_database *database, sqlite3_stmt *statement, by_error *error);

/* A statement that lacks the parameter is left as it is. */
void lab_sql_text(sqlite3_stmt *statement, const char *name, const char *text);
void lab_sql_number(sqlite3_stmt *statement, const char *name, int64_t number);

/* Ends a transaction: all of it, or, if `status` is an error, nothing. */
by_status lab_sql_end(lab_database *database, by_status status, by_error *error);

/* What makes the third form of the second: runs and where rows come from. */
extern const char lab_database_from_second_form[];

/* And the fourth of the third: what experiments said. */
extern const char lab_database_from_third_form[];

/* Binds version, sources, compiler, flags, processor and workers. */
void lab_sql_program(const lab_database *database, sqlite3_stmt *statement);

/* Binds the names by which a run knows a task: variant, id of the position, limit and repetition. */
void lab_sql_place(sqlite3_stmt *statement, const struct lab_experiment *experiment, const struct lab_task *task);

/* The row of a task, whoever uses it; 0: there is none. */
by_status lab_database_row_by_key(lab_database *database, const struct lab_experiment *experiment,
                                  const struct lab_task *task, int64_t *row, by_error *error);

/* The same, or what the run that is used has in its place. */
by_status lab_database_row(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           int64_t *row, by_error *error);

/* Links a task to a row. */
by_status lab_database_use_row(lab_database *database, int64_t run, const struct lab_experiment *experiment,
                               const struct lab_task *task, int64_t row, by_error *error);

#endif
