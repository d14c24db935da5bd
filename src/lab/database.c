/* SPDX-License-Identifier: MIT
 *
 * A row and its counters are written in one transaction, which SQLite makes durable before it returns: whoever kills
 * the program loses no row that was reported. The unique key makes a row that two runs made a single one.
 */
#define _POSIX_C_SOURCE 200809L
#include "lab/database.h"

#include <ctype.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "lab/build.h"
#include "lab/database_inside.h"

#ifdef __linux__
#include <sys/sysmacros.h>
#endif

enum {
    APPLICATION = 0x424F5949, /* "BOYI", so that no other database is taken for ours */
    SCHEMA = 4,
    BUSY_MS = 60000, /* how long to wait for another process that is just writing */
    TELL_MS = 3000,  /* after which that is told */
};

static const char schema[] =
    "CREATE TABLE result ("
    "  id INTEGER PRIMARY KEY,"
    "  key TEXT NOT NULL,"                     /* hash of what determines the outcome */
    "  sources TEXT NOT NULL,"                 /* checksum of the library's sources */
    "  repetition INTEGER NOT NULL DEFAULT 0," /* for measuring the same search several times */
    "  game TEXT NOT NULL, game_options TEXT NOT NULL,"
    "  position TEXT NOT NULL,"
    "  method TEXT NOT NULL, options TEXT NOT NULL,"
    "  limit_kind TEXT NOT NULL, limit_value INTEGER NOT NULL,"
    "  nodes INTEGER NOT NULL, evaluations INTEGER NOT NULL, time_us INTEGER NOT NULL,"
    "  value INTEGER NOT NULL, kind TEXT NOT NULL, is_proved INTEGER NOT NULL,"
    "  depth INTEGER NOT NULL, selective_depth INTEGER NOT NULL, best TEXT NOT NULL, stopped TEXT NOT NULL,"
    "  version TEXT NOT NULL, compiler TEXT NOT NULL, system TEXT NOT NULL,"
    "  experiment TEXT NOT NULL, experiment_fingerprint TEXT NOT NULL, finished_at TEXT NOT NULL,"
    "  UNIQUE (key, sources, repetition));"
    "CREATE TABLE counter ("
    "  result INTEGER NOT NULL REFERENCES result (id) ON DELETE CASCADE,"
    "  name TEXT NOT NULL, value INTEGER NOT NULL,"
    "  PRIMARY KEY (result, name)) WITHOUT ROWID;";

/* From the first form, which had no answers and no curves, to the second. A new database gets the first and then this,
 * so that both ways lead to the same. Numbers that are infinite are NULL. */
static const char from_first_form[] =
    "ALTER TABLE result ADD COLUMN answer TEXT NOT NULL DEFAULT 'none';"
    "CREATE TABLE point ("
    "  result INTEGER NOT NULL REFERENCES result (id) ON DELETE CASCADE,"
    "  number INTEGER NOT NULL,"
    "  nodes INTEGER NOT NULL, time_us INTEGER NOT NULL, depth INTEGER NOT NULL, evaluation INTEGER NOT NULL,"
    "  proof_number INTEGER, disproof_number INTEGER,"
    "  PRIMARY KEY (result, number)) WITHOUT ROWID;"
    /* Who deletes rows by hand has no cascades unless he asks for them, and numbers of rows come back. */
    "CREATE TRIGGER forget AFTER DELETE ON result BEGIN"
    "  DELETE FROM counter WHERE result = old.id;"
    "  DELETE FROM point WHERE result = old.id;"
    " END;";

/* ---- Waiting --------------------------------------------------------------------------------------------------- */

#ifdef __linux__
/* The process other than ours that has locked a file, as Linux lists it; 0 if that cannot be known. To ask by fcntl one
 * would have to open the file, and closing it again would drop the locks that SQLite has. */
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

/* Who keeps us waiting: with a log that is written ahead the locks are on the file beside the database. */
static long find_locker(const lab_database *database)
{
    by_text beside = {0};
    long process;

    by_text_printf(&beside, "%s-shm", database->path);
    process = locker_of(by_text_string(&beside));
    by_text_free(&beside);
    return process ? process : locker_of(database->path);
}

/* Called by SQLite while another process has the database locked; 0 gives up. */
static int wait_for_others(void *context, int tries)
{
    const struct timespec pause = {.tv_nsec = tries < 20 ? 1000000 : 20000000};
    lab_database *database = context;
    int64_t waited_ms;

    if (tries == 0) {
        database->busy_since_ms = by__clock_ms();
        database->has_told = false;
    }
    waited_ms = by__clock_ms() - database->busy_since_ms;
    if (waited_ms >= BUSY_MS)
        return 0;
    if (waited_ms >= TELL_MS && !database->has_told && database->waiting) {
        database->has_told = true;
        database->waiting->tell(database->waiting->context, find_locker(database));
    }
    nanosleep(&pause, NULL);
    return 1;
}

/* ---- Opening --------------------------------------------------------------------------------------------------- */

/* A number that a statement answers. */
static by_status ask_number(lab_database *database, const char *sql, int64_t *out, by_error *error)
{
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    if (status)
        return status;
    if (sqlite3_step(statement) == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    else
        status = lab_sql_failed(database, error);
    lab_sql_release(statement);
    return status;
}

/* Brings a database of an earlier form into this one; form 0 has no tables yet. */
static by_status upgrade(lab_database *database, int64_t form, by_error *error)
{
    const char *const steps[SCHEMA] = {schema, from_first_form, lab_database_from_second_form,
                                       lab_database_from_third_form};
    by_status status = BY_OK;
    char marks[96];

    (void)snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, SCHEMA);
    for (; form < SCHEMA && !status; form++)
        status = lab_sql_execute(database, steps[form], error);
    return status ? status : lab_sql_execute(database, marks, error);
}

static by_status check_schema(lab_database *database, bool may_write, by_error *error)
{
    int64_t application = 0, version = 0, tables = 0;

    if (ask_number(database, "PRAGMA application_id", &application, error) ||
        ask_number(database, "PRAGMA user_version", &version, error) ||
        ask_number(database, "SELECT count(*) FROM sqlite_master", &tables, error))
        return BY_ERROR_INPUT;
    if (application == APPLICATION && version == SCHEMA)
        return BY_OK;
    if (application == APPLICATION && version >= 1 && version < SCHEMA)
        return may_write ? upgrade(database, version, error)
                         : by_error_set(error, BY_ERROR_UNSUPPORTED,
                                        "the database has form %" PRId64 ", `boyi lab run` brings it into form %d",
                                        version, SCHEMA);
    if (application == APPLICATION)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "the database has form %" PRId64 ", this program knows forms up to %d", version, SCHEMA);
    if (tables || application)
        return by_error_set(error, BY_ERROR_INPUT, "this is a database of another program");
    return may_write ? upgrade(database, 0, error)
                     : by_error_set(error, BY_ERROR_INPUT, "the database is empty, `boyi lab run` fills it");
}

/* Two runs may meet here: the second waits and then finds the tables. */
static by_status create_or_check(lab_database *database, by_error *error)
{
    by_status status = lab_sql_execute(database, "BEGIN IMMEDIATE", error);

    if (status)
        return status;
    status = lab_sql_end(database, check_schema(database, true, error), error);
    /* A log that is written ahead makes adding rows three times as fast and no less durable. Where it cannot be had, on
     * some network file systems, the usual journal does as well. */
    if (!status)
        (void)lab_sql_execute(database, "PRAGMA journal_mode = WAL", NULL);
    return status;
}

/* The folder of a path with a slash behind it; the empty text is the current one. */
static void print_folder(const char *path, by_text *out)
{
    const char *slash = strrchr(path, '/');

    by_text_printf(out, "%.*s", slash ? (int)(slash - path + 1) : 0, path);
}

static bool may_write(const char *path)
{
    by_text folder = {0};
    bool may;

    print_folder(path, &folder);
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

/* Reading may write too: SQLite keeps files beside a database that is read, and what a killed run left half done is
 * taken back by whoever comes next. Who may not write can do without, if nothing was left and nobody is just writing.
 */
static bool is_at_rest(const char *path)
{
    return access(path, R_OK) == 0 && !may_write(path) && !has_beside(path, "-wal") && !has_beside(path, "-journal");
}

/* The path as a URI that tells SQLite to take the file as it is. */
static void print_immutable(const char *path, by_text *out)
{
    by_text_add(out, *path == '/' ? "file://" : "file:");
    for (; *path; path++)
        by_text_printf(out, isalnum((unsigned char)*path) || strchr("/-_.~", *path) ? "%c" : "%%%02X",
                       (unsigned char)*path);
    by_text_add(out, "?immutable=1");
}

static by_status open_file(lab_database *database, const char *path, bool only_read, by_error *error)
{
    int flags = SQLITE_OPEN_READWRITE | (only_read ? 0 : SQLITE_OPEN_CREATE);
    by_text name = {0};
    bool has_no_memory;
    int code = SQLITE_OK;

    if (only_read && is_at_rest(path)) {
        print_immutable(path, &name);
        flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    } else {
        by_text_add(&name, path);
    }
    has_no_memory = name.failed;
    if (!has_no_memory)
        code = sqlite3_open_v2(by_text_string(&name), &database->connection, flags, NULL);
    by_text_free(&name);
    if (has_no_memory)
        return by_error_no_memory(error);
    if (code != SQLITE_OK)
        return by_error_set(error, BY_ERROR_INPUT, "cannot open %.120s: %s", path,
                            sqlite3_errmsg(database->connection));
    return BY_OK;
}

by_status lab_database_open(const char *path, bool only_read, const struct lab_waiting *waiting, lab_database **out,
                            by_error *error)
{
    lab_database *database = calloc(1, sizeof *database);
    by_status status;

    *out = NULL;
    if (!database)
        return by_error_no_memory(error);
    (void)uname(&database->system);
    lab_processor(&database->processor);
    database->waiting = waiting;
    database->path = malloc(strlen(path) + 1);
    if (database->path)
        memcpy(database->path, path, strlen(path) + 1);
    status = database->path ? open_file(database, path, only_read, error) : by_error_no_memory(error);
    if (!status) {
        sqlite3_busy_handler(database->connection, wait_for_others, database);
        status = only_read ? check_schema(database, false, error) : create_or_check(database, error);
    }
    if (status)
        lab_database_close(database);
    else
        *out = database;
    return status;
}

by_status lab_database_bound(lab_database *database, size_t bytes, by_error *error)
{
    char sql[64];
    int64_t page = 4096;
    by_status status = ask_number(database, "PRAGMA page_size", &page, error);

    (void)snprintf(sql, sizeof sql, "PRAGMA max_page_count = %" PRId64, (int64_t)bytes / (page > 0 ? page : 4096));
    return status ? status : lab_sql_execute(database, sql, error);
}

void lab_database_accept_other_versions(lab_database *database)
{
    database->takes_other_versions = true;
}

void lab_database_close(lab_database *database)
{
    if (!database)
        return;
    lab_sql_forget(database);
    sqlite3_close(database->connection);
    by_text_free(&database->processor);
    free(database->path);
    free(database);
}

/* ---- Looking for rows ------------------------------------------------------------------------------------------ */

/* The counters are named after the rival, so that its name counts too. */
static uint64_t hash_rival(uint64_t hash, const struct lab_experiment *experiment, const struct lab_rival *rival)
{
    const struct lab_variant *variant;
    char limit[32];

    hash = lab_hash(hash, rival->won);
    if (rival->variant == LAB_EVERY_LINE)
        return hash;
    variant = &experiment->variants[rival->variant];
    (void)snprintf(limit, sizeof limit, "%" PRId64, lab_greatest_limit(variant));
    hash = lab_hash(hash, variant->game_settings);
    hash = lab_hash(hash, by_method_name(variant->method));
    hash = lab_hash(hash, variant->settings);
    return lab_hash(hash, limit);
}

static void print_key(const struct lab_experiment *experiment, const struct lab_task *task,
                      char key[LAB_FINGERPRINT_SIZE])
{
    const struct lab_variant *variant = &experiment->variants[task->variant];
    char limit[32];
    uint64_t hash = LAB_HASH_START;

    (void)snprintf(limit, sizeof limit, "%s %" PRId64, lab_limit_name(experiment->limit), task->limit);
    hash = lab_hash(hash, experiment->type->name);
    hash = lab_hash(hash, variant->game_settings);
    hash = lab_hash(hash, experiment->positions[task->position].text);
    hash = lab_hash(hash, by_method_name(variant->method));
    hash = lab_hash(hash, lab_task_settings(experiment, task));
    hash = lab_hash(hash, limit);
    if (experiment->is_decided) {
        (void)snprintf(limit, sizeof limit, "decided %" PRId64, experiment->beyond);
        hash = lab_hash(hash, limit);
    }
    if (experiment->rival_count && experiment->plies) {
        (void)snprintf(limit, sizeof limit, "plies %" PRId64, experiment->plies);
        hash = lab_hash(hash, limit);
    }
    for (size_t i = 0; i < experiment->rival_count; i++)
        hash = hash_rival(hash, experiment, &experiment->rivals[i]);
    if (experiment->is_alone) /* the time of a search that ran beside others is another */
        hash = lab_hash(hash, "alone");
    lab_hash_print(hash, key);
}

/* What a row is found by. A repetition with another seed is another search, so that it needs no number. */
static void bind_key(sqlite3_stmt *statement, const struct lab_experiment *experiment, const struct lab_task *task)
{
    const struct lab_variant *variant = &experiment->variants[task->variant];
    char key[LAB_FINGERPRINT_SIZE];

    print_key(experiment, task, key);
    lab_sql_text(statement, ":key", key);
    lab_sql_text(statement, ":sources", lab_build_sources());
    lab_sql_number(statement, ":repetition", variant->seedings ? 0 : task->repetition);
}

/* A row whose number a statement answers; 0 if it answers none. */
static by_status ask_row(lab_database *database, sqlite3_stmt *statement, int64_t *row, by_error *error)
{
    int code = sqlite3_step(statement);
    by_status status = code == SQLITE_ROW || code == SQLITE_DONE ? BY_OK : lab_sql_failed(database, error);

    *row = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    lab_sql_release(statement);
    return status;
}

/* Of several rows our own counts, else, where those of other versions are taken, the latest. */
by_status lab_database_row_by_key(lab_database *database, const struct lab_experiment *experiment,
                                  const struct lab_task *task, int64_t *row, by_error *error)
{
    static const char own[] = "SELECT id FROM result WHERE key = :key AND repetition = :repetition AND sources = "
                              ":sources";
    static const char any[] = "SELECT id FROM result WHERE key = :key AND repetition = :repetition ORDER BY sources = "
                              ":sources DESC, id DESC LIMIT 1";
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, database->takes_other_versions ? any : own, &statement, error);

    if (status)
        return status;
    bind_key(statement, experiment, task);
    return ask_row(database, statement, row, error);
}

static by_status row_of_run(lab_database *database, const struct lab_experiment *experiment,
                            const struct lab_task *task, int64_t *row, by_error *error)
{
    static const char sql[] = "SELECT result FROM used WHERE run = :run AND variant = :variant AND position = :id AND "
                              "limit_value = :limit AND repetition = :repetition";
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    if (status)
        return status;
    lab_sql_number(statement, ":run", database->used_run);
    lab_sql_place(statement, experiment, task);
    return ask_row(database, statement, row, error);
}

by_status lab_database_row(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           int64_t *row, by_error *error)
{
    if (lab_go_on(experiment, error))
        return BY_ERROR_LIMIT;
    return database->used_run ? row_of_run(database, experiment, task, row, error)
                              : lab_database_row_by_key(database, experiment, task, row, error);
}

/* Prepares a statement about the row of a task, which is :row; 0 is the number of none. */
static by_status prepare_of_row(lab_database *database, const struct lab_experiment *experiment,
                                const struct lab_task *task, const char *sql, sqlite3_stmt **out, by_error *error)
{
    int64_t row;
    by_status status = lab_database_row(database, experiment, task, &row, error);

    if (!status)
        status = lab_sql_prepare(database, sql, out, error);
    if (!status)
        lab_sql_number(*out, ":row", row);
    return status;
}

by_status lab_database_find(lab_database *database, const struct lab_experiment *experiment,
                            const struct lab_task *task, bool *is_found, int64_t *time_us, by_error *error)
{
    static const char sql[] = "SELECT time_us FROM result WHERE id = :row";
    sqlite3_stmt *statement;
    by_status status = prepare_of_row(database, experiment, task, sql, &statement, error);
    int code;

    *is_found = false;
    if (status)
        return status;
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *is_found = true;
        *time_us = sqlite3_column_int64(statement, 0);
    } else if (code != SQLITE_DONE) {
        status = lab_sql_failed(database, error);
    }
    lab_sql_release(statement);
    return status;
}

/* What a measure that every result has is in SQL. Time is told in milliseconds. */
static const char *column_of(const char *measure)
{
    if (strcmp(measure, "time") == 0)
        return "printf('%.3f', time_us / 1000.0)";
    if (strcmp(measure, "solved") == 0)
        return "answer IN ('yes', 'no')";
    if (strcmp(measure, "right") == 0)
        return "answer IN ('yes', 'no') AND answer = :known";
    if (strcmp(measure, "wrong") == 0)
        return "answer IN ('yes', 'no') AND :known IN ('yes', 'no') AND answer <> :known";
    return strcmp(measure, "failed") == 0 ? "answer NOT IN ('yes', 'no')" : measure;
}

by_status lab_database_measure(lab_database *database, const struct lab_experiment *experiment,
                               const struct lab_task *task, const char *measure, by_text *out, by_error *error)
{
    const char *counted = "SELECT value FROM counter WHERE name = :measure AND result = :row";
    sqlite3_stmt *statement;
    by_status status;
    char sql[256];
    int code;

    (void)snprintf(sql, sizeof sql, "SELECT %s FROM result WHERE id = :row", column_of(measure));
    status =
        prepare_of_row(database, experiment, task, lab_measure_is_common(measure) ? sql : counted, &statement, error);
    if (status)
        return status;
    lab_sql_text(statement, ":measure", measure);
    lab_sql_text(statement, ":known", by_answer_name(experiment->positions[task->position].known));
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        by_text_add(out, (const char *)sqlite3_column_text(statement, 0));
    else if (code != SQLITE_DONE)
        status = lab_sql_failed(database, error);
    lab_sql_release(statement);
    return status;
}

/* Rows of earlier forms tell neither flags nor processor. */
static const char *origin_column(enum lab_origin what)
{
    switch (what) {
    case LAB_ORIGIN_PROGRAM:
        return "'boyi ' || version || ', sources ' || sources";
    case LAB_ORIGIN_SOURCES:
        return "sources";
    case LAB_ORIGIN_COMPILER:
        return "compiler || CASE WHEN flags = '' THEN '' ELSE ', flags ' || flags END";
    case LAB_ORIGIN_WORKERS:
        return "CASE WHEN workers = 0 THEN 'unknown' ELSE workers END";
    case LAB_ORIGIN_PROCESSOR:
        break;
    }
    return "CASE WHEN processor = '' THEN 'unknown' ELSE processor END";
}

/* What a row has in a column, or what is computed of several. */
static by_status add_column(lab_database *database, const struct lab_experiment *experiment,
                            const struct lab_task *task, const char *column, by_text *out, by_error *error)
{
    sqlite3_stmt *statement;
    by_status status;
    char sql[256];
    int code;

    (void)snprintf(sql, sizeof sql, "SELECT %s FROM result WHERE id = :row", column);
    status = prepare_of_row(database, experiment, task, sql, &statement, error);
    if (status)
        return status;
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        by_text_add(out, (const char *)sqlite3_column_text(statement, 0));
    else if (code != SQLITE_DONE)
        status = lab_sql_failed(database, error);
    lab_sql_release(statement);
    return status;
}

by_status lab_database_origin(lab_database *database, const struct lab_experiment *experiment,
                              const struct lab_task *task, enum lab_origin what, by_text *out, by_error *error)
{
    return add_column(database, experiment, task, origin_column(what), out, error);
}

by_status lab_database_key(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           by_text *out, by_error *error)
{
    return add_column(database, experiment, task, "key", out, error);
}

/* A number that may be infinite; 0 in a point of an iteration, which has none. */
static uint64_t column_number(sqlite3_stmt *statement, int column, const struct solve_point *point)
{
    if (point->depth)
        return 0;
    return sqlite3_column_type(statement, column) == SQLITE_NULL ? UINT64_MAX
                                                                 : (uint64_t)sqlite3_column_int64(statement, column);
}

by_status lab_database_curve(lab_database *database, const struct lab_experiment *experiment,
                             const struct lab_task *task, struct solve_curve *out, by_error *error)
{
    static const char sql[] = "SELECT nodes, time_us, depth, evaluation, proof_number, disproof_number FROM point"
                              " WHERE result = :row ORDER BY number";
    sqlite3_stmt *statement;
    by_status status = prepare_of_row(database, experiment, task, sql, &statement, error);
    int code;

    if (status)
        return status;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct solve_point point = {
            .nodes = (uint64_t)sqlite3_column_int64(statement, 0),
            .time_us = sqlite3_column_int64(statement, 1),
            .depth = sqlite3_column_int(statement, 2),
            .evaluation = sqlite3_column_int(statement, 3),
        };

        point.proof_number = column_number(statement, 4, &point);
        point.disproof_number = column_number(statement, 5, &point);
        solve_curve_add(out, &point);
    }
    if (code != SQLITE_DONE)
        status = lab_sql_failed(database, error);
    else if (out->failed)
        status = by_error_no_memory(error);
    lab_sql_release(statement);
    return status;
}

/* ---- Adding a row ---------------------------------------------------------------------------------------------- */

static const char add_row[] =
    "INSERT INTO result (key, sources, repetition, game, game_options, position, method, options, limit_kind, "
    "limit_value,"
    " nodes, evaluations, time_us, value, kind, is_proved, depth, selective_depth, best, stopped, answer,"
    " version, compiler, flags, system, processor, workers, experiment, experiment_fingerprint, finished_at)"
    " VALUES (:key, :sources, :repetition, :game, :game_options, :position, :method, :options, :limit_kind, "
    ":limit_value,"
    " :nodes, :evaluations, :time_us, :value, :kind, :is_proved, :depth, :selective_depth, :best, :stopped, :answer,"
    " :version, :compiler, :flags, :system, :processor, :workers, :experiment, :fingerprint, "
    "strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))"
    " ON CONFLICT DO NOTHING";

static void bind_task(sqlite3_stmt *statement, const struct lab_experiment *experiment, const struct lab_task *task)
{
    const struct lab_variant *variant = &experiment->variants[task->variant];

    lab_sql_text(statement, ":game", experiment->type->name);
    lab_sql_text(statement, ":game_options", variant->game_settings);
    lab_sql_text(statement, ":position", experiment->positions[task->position].text);
    lab_sql_text(statement, ":method", by_method_name(variant->method));
    lab_sql_text(statement, ":options", lab_task_settings(experiment, task));
    lab_sql_text(statement, ":limit_kind", lab_limit_name(experiment->limit));
    lab_sql_number(statement, ":limit_value", task->limit);
    lab_sql_text(statement, ":experiment", experiment->name);
    lab_sql_text(statement, ":fingerprint", experiment->fingerprint);
}

static void bind_finding(sqlite3_stmt *statement, const struct lab_finding *finding)
{
    const struct by_result *result = finding->result;

    lab_sql_number(statement, ":nodes", (int64_t)result->nodes);
    lab_sql_number(statement, ":evaluations", (int64_t)result->evaluations);
    lab_sql_number(statement, ":time_us", result->time_us);
    lab_sql_number(statement, ":value", result->value);
    lab_sql_text(statement, ":kind", by_kind_name(result->kind));
    lab_sql_number(statement, ":is_proved", result->is_proved);
    lab_sql_number(statement, ":depth", result->depth);
    lab_sql_number(statement, ":selective_depth", result->selective_depth);
    lab_sql_text(statement, ":best", finding->best);
    lab_sql_text(statement, ":answer", by_answer_name(finding->answer));
    lab_sql_text(statement, ":stopped", by_stop_reason_name(result->stopped));
}

static void bind_system(const lab_database *database, sqlite3_stmt *statement)
{
    char system[3 * sizeof database->system.sysname];

    (void)snprintf(system, sizeof system, "%s %s %s", database->system.sysname, database->system.release,
                   database->system.machine);
    lab_sql_text(statement, ":system", system);
}

static by_status add_counters(lab_database *database, int64_t id, const struct by_result *result, by_error *error)
{
    sqlite3_stmt *statement;
    by_status status =
        lab_sql_prepare(database, "INSERT INTO counter VALUES (:result, :name, :value)", &statement, error);

    for (size_t i = 0; i < result->counter_count && !status; i++) {
        lab_sql_number(statement, ":result", id);
        lab_sql_text(statement, ":name", result->counters[i].name);
        lab_sql_number(statement, ":value", (int64_t)result->counters[i].value);
        status = lab_sql_step(database, statement, error);
        sqlite3_reset(statement);
    }
    lab_sql_release(statement);
    return status;
}

/* NULL: infinite, or a point of an iteration. */
static void bind_proof_number(sqlite3_stmt *statement, const char *name, uint64_t number, const struct solve_point *of)
{
    if (of->depth || number > INT64_MAX)
        sqlite3_bind_null(statement, sqlite3_bind_parameter_index(statement, name));
    else
        lab_sql_number(statement, name, (int64_t)number);
}

static by_status add_curve(lab_database *database, int64_t id, const struct solve_curve *curve, by_error *error)
{
    static const char sql[] = "INSERT INTO point VALUES (:result, :number, :nodes, :time_us, :depth, :evaluation,"
                              " :proof_number, :disproof_number)";
    sqlite3_stmt *statement;
    by_status status = lab_sql_prepare(database, sql, &statement, error);

    for (size_t i = 0; i < curve->length && !status; i++) {
        const struct solve_point *point = &curve->points[i];

        lab_sql_number(statement, ":result", id);
        lab_sql_number(statement, ":number", (int64_t)i);
        lab_sql_number(statement, ":nodes", (int64_t)point->nodes);
        lab_sql_number(statement, ":time_us", point->time_us);
        lab_sql_number(statement, ":depth", point->depth);
        lab_sql_number(statement, ":evaluation", point->evaluation);
        bind_proof_number(statement, ":proof_number", point->proof_number, point);
        bind_proof_number(statement, ":disproof_number", point->disproof_number, point);
        status = lab_sql_step(database, statement, error);
        sqlite3_reset(statement);
    }
    lab_sql_release(statement);
    return status;
}

/* What belongs to a row that was just added. */
static by_status add_rest(lab_database *database, int64_t id, const struct lab_finding *finding, by_error *error)
{
    by_status status = add_counters(database, id, finding->result, error);

    return status ? status : add_curve(database, id, finding->curve, error);
}

/* The row that is there now is one of the run that is under way. */
static by_status link_added(lab_database *database, const struct lab_experiment *experiment,
                            const struct lab_task *task, by_error *error)
{
    int64_t row;
    by_status status;

    if (!database->running)
        return BY_OK;
    status = lab_database_row_by_key(database, experiment, task, &row, error);
    return status ? status : lab_database_use_row(database, database->running, experiment, task, row, error);
}

static by_status prepare_row(lab_database *database, const struct lab_experiment *experiment,
                             const struct lab_task *task, const struct lab_finding *finding, sqlite3_stmt **out,
                             by_error *error)
{
    by_status status = lab_sql_prepare(database, add_row, out, error);

    if (status)
        return status;
    bind_key(*out, experiment, task);
    bind_task(*out, experiment, task);
    bind_finding(*out, finding);
    bind_system(database, *out);
    lab_sql_program(database, *out);
    return BY_OK;
}

by_status lab_database_add(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           const struct lab_finding *finding, by_error *error)
{
    sqlite3_stmt *statement;
    by_status status = prepare_row(database, experiment, task, finding, &statement, error);

    if (status)
        return status;
    status = lab_sql_execute(database, "BEGIN IMMEDIATE", error);
    if (!status) {
        status = lab_sql_step(database, statement, error);
        if (!status && sqlite3_changes(database->connection) > 0)
            status = add_rest(database, sqlite3_last_insert_rowid(database->connection), finding, error);
        if (!status)
            status = link_added(database, experiment, task, error);
        sqlite3_reset(statement);
        status = lab_sql_end(database, status, error);
    }
    lab_sql_release(statement);
    return status;
}
