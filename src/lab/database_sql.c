/* SPDX-License-Identifier: MIT
 *
 * Most of a statement's cost is its preparation, and a report runs the same few queries for thousands of rows. So we
 * prepare each statement once and keep it while the database is open.
 */
#define _POSIX_C_SOURCE 200809L
#include "lab/database_sql.h"

#include <ctype.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"

#ifdef __linux__
#include <sys/sysmacros.h>
#endif

enum {
    BUSY_MS = 60000,  /* time limit of a wait for another process */
    REPORT_MS = 3000, /* after this time we tell the caller */
};

struct lab_sql {
    sqlite3 *connection;
    sqlite3_stmt **statements;
    size_t statement_count, statement_room;
    char *path;
    const struct lab_waiting *waiting;
    int64_t busy_since_ms; /* start of the current wait */
    bool has_reported;
};

static by_status refuse(const struct lab_sql *sql, by_error *error)
{
    int code = sqlite3_errcode(sql->connection);
    by_status status = code == SQLITE_NOMEM ? BY_ERROR_MEMORY : BY_ERROR_INPUT;

    if (code == SQLITE_BUSY)
        return by_error_set(error, status, "another process keeps the database locked");
    if (code == SQLITE_FULL)
        return by_error_set(error, BY_ERROR_LIMIT, "the rows take more than the database may have");
    return by_error_set(error, status, "the database says: %s", sqlite3_errmsg(sql->connection));
}

/* ---- Waiting --------------------------------------------------------------------------------------------------- */

#ifdef __linux__
/* The other process that has locked a file, as Linux lists it; 0 if unknown. With fcntl we would have to open the file,
 * and closing it again would drop SQLite's own locks. */
static long locker_of(const char *path)
{
    struct stat about;
    FILE *list = stat(path, &about) == 0 ? fopen("/proc/locks", "r") : NULL;
    char line[256];
    long found = 0;

    while (list && !found && fgets(line, sizeof line, list)) {
        long process;
        unsigned major_device, minor_device;
        unsigned long long inode;

        if (sscanf(line, "%*s POSIX %*s WRITE %ld %x:%x:%llu", &process, &major_device, &minor_device, &inode) == 4 &&
            inode == about.st_ino && makedev(major_device, minor_device) == about.st_dev && process != getpid())
            found = process;
    }
    if (list)
        (void)fclose(list);
    return found > 0 ? found : 0;
}
#else
static long locker_of(const char *path)
{
    (void)path;
    return 0;
}
#endif

/* Finds the process that we wait for. With a write-ahead log the locks are on the file beside the database. */
static long find_locker(const struct lab_sql *sql)
{
    by_text beside = {0};
    long process;

    by_text_printf(&beside, "%s-shm", sql->path);
    process = locker_of(by_text_string(&beside));
    by_text_free(&beside);
    return process ? process : locker_of(sql->path);
}

/* SQLite calls it while another process has the database locked; 0 gives up. */
static int wait_for_others(void *context, int tries)
{
    const struct timespec pause = {.tv_nsec = tries < 20 ? 1000000 : 20000000};
    struct lab_sql *sql = context;
    int64_t waited_ms;

    if (tries == 0) {
        sql->busy_since_ms = by__clock_ms();
        sql->has_reported = false;
    }
    waited_ms = by__clock_ms() - sql->busy_since_ms;
    if (waited_ms >= BUSY_MS)
        return 0;
    if (waited_ms >= REPORT_MS && !sql->has_reported && sql->waiting) {
        sql->has_reported = true;
        sql->waiting->report(sql->waiting->context, find_locker(sql));
    }
    nanosleep(&pause, NULL);
    return 1;
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

static bool may_write(const char *path)
{
    const char *slash = strrchr(path, '/');
    by_text folder = {0};
    bool may;

    by_text_printf(&folder, "%.*s", slash ? (int)(slash - path + 1) : 0, path);
    may = access(path, W_OK) == 0 && access(folder.length ? by_text_string(&folder) : ".", W_OK) == 0;
    by_text_free(&folder);
    return may;
}

static bool has_beside(const char *path, const char *ending)
{
    by_text name = {0};
    bool is_there;

    by_text_printf(&name, "%s%s", path, ending);
    is_there = access(by_text_string(&name), F_OK) == 0;
    by_text_free(&name);
    return is_there;
}

/* Reading may write too: SQLite keeps files beside the database, and rolls back what a killed process left incomplete.
 * Without permission to write it can do without them, if nothing was left and no process writes. */
static bool is_at_rest(const char *path)
{
    return access(path, R_OK) == 0 && !may_write(path) && !has_beside(path, "-wal") && !has_beside(path, "-journal");
}

/* The path as a URI, so that SQLite takes it literally. */
static void print_immutable(const char *path, by_text *out)
{
    by_text_add(out, *path == '/' ? "file://" : "file:");
    for (; *path; path++)
        by_text_printf(out, isalnum((unsigned char)*path) || strchr("/-_.~", *path) ? "%c" : "%%%02X",
                       (unsigned char)*path);
    by_text_add(out, "?immutable=1");
}

static by_status open_file(struct lab_sql *sql, bool only_read, by_error *error)
{
    bool is_immutable = only_read && is_at_rest(sql->path);
    int flags = is_immutable ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                             : SQLITE_OPEN_READWRITE | (only_read ? 0 : SQLITE_OPEN_CREATE);
    by_text name = {0};
    by_status status = BY_OK;

    if (is_immutable)
        print_immutable(sql->path, &name);
    else
        by_text_add(&name, sql->path);
    if (name.failed)
        status = by_error_no_memory(error);
    else if (sqlite3_open_v2(by_text_string(&name), &sql->connection, flags, NULL) != SQLITE_OK)
        status =
            by_error_set(error, BY_ERROR_INPUT, "cannot open %.120s: %s", sql->path, sqlite3_errmsg(sql->connection));
    else
        sqlite3_busy_handler(sql->connection, wait_for_others, sql);
    by_text_free(&name);
    return status;
}

by_status lab_sql_open(const char *path, bool only_read, const struct lab_waiting *waiting, struct lab_sql **out,
                       by_error *error)
{
    struct lab_sql *sql = calloc(1, sizeof *sql);
    by_status status = BY_OK;

    *out = NULL;
    if (sql)
        sql->path = malloc(strlen(path) + 1);
    if (!sql || !sql->path) {
        status = by_error_no_memory(error);
    } else {
        memcpy(sql->path, path, strlen(path) + 1);
        sql->waiting = waiting;
        status = open_file(sql, only_read, error);
    }
    if (status)
        lab_sql_close(sql);
    else
        *out = sql;
    return status;
}

void lab_sql_close(struct lab_sql *sql)
{
    if (!sql)
        return;
    for (size_t i = 0; i < sql->statement_count; i++)
        sqlite3_finalize(sql->statements[i]);
    free(sql->statements);
    sqlite3_close(sql->connection);
    free(sql->path);
    free(sql);
}

by_status lab_sql_execute(lab_database *database, const char *statements, by_error *error)
{
    int code = sqlite3_exec(database->sql->connection, statements, NULL, NULL, NULL);

    return code == SQLITE_OK ? BY_OK : refuse(database->sql, error);
}

int lab_sql_changes(const lab_database *database)
{
    return sqlite3_changes(database->sql->connection);
}

int64_t lab_sql_last_row(const lab_database *database)
{
    return sqlite3_last_insert_rowid(database->sql->connection);
}

/* ---- Queries --------------------------------------------------------------------------------------------------- */

/* The statement with this text; NULL: not prepared yet. */
static sqlite3_stmt *find_statement(const struct lab_sql *sql, const char *text)
{
    for (size_t i = 0; i < sql->statement_count; i++)
        if (strcmp(sqlite3_sql(sql->statements[i]), text) == 0)
            return sql->statements[i];
    return NULL;
}

static by_status prepare(struct lab_sql *sql, const char *text, sqlite3_stmt **out, by_error *error)
{
    sqlite3_stmt **more;

    *out = find_statement(sql, text);
    if (*out)
        return BY_OK;
    more = by__array_grown(sql->statements, sql->statement_count + 1, &sql->statement_room, sizeof(sqlite3_stmt *));
    if (!more)
        return by_error_no_memory(error);
    sql->statements = more;
    if (sqlite3_prepare_v2(sql->connection, text, -1, out, NULL) != SQLITE_OK)
        return refuse(sql, error);
    sql->statements[sql->statement_count++] = *out;
    return BY_OK;
}

struct lab_query lab_query_begin(lab_database *database, const char *sql, by_error *error)
{
    struct lab_query query = {.database = database, .error = error};

    query.status = prepare(database->sql, sql, &query.statement, error);
    return query;
}

/* The number of a parameter; 0, which binds nothing, if the statement lacks it or failed. */
static int parameter(const struct lab_query *query, const char *name)
{
    return query->status ? 0 : sqlite3_bind_parameter_index(query->statement, name);
}

void lab_query_text(struct lab_query *query, const char *name, const char *text)
{
    int index = parameter(query, name);

    if (index && sqlite3_bind_text(query->statement, index, text, -1, SQLITE_TRANSIENT) != SQLITE_OK)
        query->status = refuse(query->database->sql, query->error);
}

void lab_query_number(struct lab_query *query, const char *name, int64_t number)
{
    int index = parameter(query, name);

    if (index)
        sqlite3_bind_int64(query->statement, index, number);
}

void lab_query_null(struct lab_query *query, const char *name)
{
    int index = parameter(query, name);

    if (index)
        sqlite3_bind_null(query->statement, index);
}

bool lab_query_next(struct lab_query *query)
{
    int code = query->status ? SQLITE_DONE : sqlite3_step(query->statement);

    if (code != SQLITE_ROW && code != SQLITE_DONE)
        query->status = refuse(query->database->sql, query->error);
    return code == SQLITE_ROW;
}

void lab_query_again(struct lab_query *query)
{
    if (query->statement)
        sqlite3_reset(query->statement);
}

by_status lab_query_end(struct lab_query *query)
{
    lab_query_again(query);
    if (query->statement)
        sqlite3_clear_bindings(query->statement);
    return query->status;
}

int lab_query_columns(const struct lab_query *query)
{
    return query->status ? 0 : sqlite3_column_count(query->statement);
}

const char *lab_query_name_of(const struct lab_query *query, int column)
{
    return sqlite3_column_name(query->statement, column);
}

const char *lab_query_text_at(const struct lab_query *query, int column)
{
    const char *text = (const char *)sqlite3_column_text(query->statement, column);

    return text ? text : "";
}

int64_t lab_query_number_at(const struct lab_query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

bool lab_query_is_null(const struct lab_query *query, int column)
{
    return sqlite3_column_type(query->statement, column) == SQLITE_NULL;
}
