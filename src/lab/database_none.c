/* SPDX-License-Identifier: MIT
 *
 * Replaces database_sql.c where SQLite is not installed: no database opens, so nothing else is ever called.
 */
#include "lab/database_sql.h"

by_status lab_sql_open(const char *path, bool only_read, const struct lab_waiting *waiting, struct lab_sql **out,
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

void lab_sql_close(struct lab_sql *sql)
{
    (void)sql;
}

by_status lab_sql_execute(lab_database *database, const char *statements, by_error *error)
{
    (void)database;
    (void)statements;
    return by_error_set(error, BY_ERROR_UNSUPPORTED, "there is no database");
}

int lab_sql_changes(const lab_database *database)
{
    (void)database;
    return 0;
}

int64_t lab_sql_last_row(const lab_database *database)
{
    (void)database;
    return 0;
}

struct lab_query lab_query_begin(lab_database *database, const char *sql, by_error *error)
{
    return (struct lab_query){.database = database, .status = lab_sql_execute(database, sql, error), .error = error};
}

void lab_query_text(struct lab_query *query, const char *name, const char *text)
{
    (void)query;
    (void)name;
    (void)text;
}

void lab_query_number(struct lab_query *query, const char *name, int64_t number)
{
    (void)query;
    (void)name;
    (void)number;
}

void lab_query_null(struct lab_query *query, const char *name)
{
    (void)query;
    (void)name;
}

bool lab_query_next(struct lab_query *query)
{
    (void)query;
    return false;
}

void lab_query_again(struct lab_query *query)
{
    (void)query;
}

by_status lab_query_end(struct lab_query *query)
{
    return query->status;
}

int lab_query_columns(const struct lab_query *query)
{
    (void)query;
    return 0;
}

const char *lab_query_name_of(const struct lab_query *query, int column)
{
    (void)query;
    (void)column;
    return "";
}

const char *lab_query_text_at(const struct lab_query *query, int column)
{
    return lab_query_name_of(query, column);
}

int64_t lab_query_number_at(const struct lab_query *query, int column)
{
    (void)query;
    (void)column;
    return 0;
}

bool lab_query_is_null(const struct lab_query *query, int column)
{
    return lab_query_number_at(query, column) == 0;
}
