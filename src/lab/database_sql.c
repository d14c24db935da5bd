/* SPDX-License-Identifier: MIT
 *
 * Talking to SQLite. What a statement costs is mostly its preparation, and a report asks the same few questions of
 * thousands of rows: each statement is prepared once and kept as long as the database is open.
 */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "lab/database_inside.h"

by_status lab_sql_failed(const lab_database *database, by_error *error)
{
    int code = sqlite3_errcode(database->connection);
    by_status status = code == SQLITE_NOMEM ? BY_ERROR_MEMORY : BY_ERROR_INPUT;

    if (code == SQLITE_BUSY)
        return by_error_set(error, status, "another process keeps the database locked");
    if (code == SQLITE_FULL)
        return by_error_set(error, BY_ERROR_LIMIT, "the rows take more than the database may have");
    return by_error_set(error, status, "the database says: %s", sqlite3_errmsg(database->connection));
}

by_status lab_sql_execute(lab_database *database, const char *sql, by_error *error)
{
    return sqlite3_exec(database->connection, sql, NULL, NULL, NULL) == SQLITE_OK ? BY_OK
                                                                                  : lab_sql_failed(database, error);
}

by_status lab_sql_end(lab_database *database, by_status status, by_error *error)
{
    if (!status)
        status = lab_sql_execute(database, "COMMIT", error);
    if (status)
        (void)lab_sql_execute(database, "ROLLBACK", NULL);
    return status;
}

/* ---- Statements ------------------------------------------------------------------------------------------------ */

static bool has_room(lab_database *database)
{
    sqlite3_stmt **more =
        by__array_grown(database->statements, database->statement_count + 1, &database->statement_room, sizeof *more);

    database->statements = more ? more : database->statements;
    return more;
}

/* The statement with this text; NULL: there is none yet. */
static sqlite3_stmt *find_statement(const lab_database *database, const char *sql)
{
    for (size_t i = 0; i < database->statement_count; i++)
        if (strcmp(sqlite3_sql(database->statements[i]), sql) == 0)
            return database->statements[i];
    return NULL;
}

by_status lab_sql_prepare(lab_database *database, const char *sql, sqlite3_stmt **out, by_error *error)
{
    *out = find_statement(database, sql);
    if (*out)
        return BY_OK;
    if (!has_room(database))
        return by_error_no_memory(error);
    if (sqlite3_prepare_v2(database->connection, sql, -1, out, NULL) != SQLITE_OK)
        return lab_sql_failed(database, error);
    database->statements[database->statement_count++] = *out;
    return BY_OK;
}

void lab_sql_release(sqlite3_stmt *statement)
{
    if (!statement)
        return;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

void lab_sql_forget(lab_database *database)
{
    for (size_t i = 0; i < database->statement_count; i++)
        sqlite3_finalize(database->statements[i]);
    free(database->statements);
    database->statements = NULL;
    database->statement_count = database->statement_room = 0;
}

by_status lab_sql_step(lab_database *database, sqlite3_stmt *statement, by_error *error)
{
    return sqlite3_step(statement) == SQLITE_DONE ? BY_OK : lab_sql_failed(database, error);
}

void lab_sql_text(sqlite3_stmt *statement, const char *name, const char *text)
{
    sqlite3_bind_text(statement, sqlite3_bind_parameter_index(statement, name), text, -1, SQLITE_TRANSIENT);
}

void lab_sql_number(sqlite3_stmt *statement, const char *name, int64_t number)
{
    sqlite3_bind_int64(statement, sqlite3_bind_parameter_index(statement, name), number);
}
