/* SPDX-License-Identifier: MIT
 *
 * One transaction writes a row and its counters, and SQLite makes it durable before it returns. So killing the program
 * loses no reported row. If two runs make the same row, the unique key keeps one.
 */
#include "lab/database.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/build.h"
#include "lab/database_sql.h"

enum {
    APPLICATION = 0x424F5949, /* "BOYI", so that we recognise our own databases */
    SCHEMA = 4,
};

static const char schema[] =
    "CREATE TABLE result ("
    "  id INTEGER PRIMARY KEY,"
    "  key TEXT NOT NULL,"                     /* hash of everything that determines the outcome */
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

/* From form 1, which had no answers and no curves, to form 2. A new database starts with form 1 and takes this upgrade
 * too, so that both paths end in the same schema. Infinite numbers are NULL. */
static const char from_first_form[] =
    "ALTER TABLE result ADD COLUMN answer TEXT NOT NULL DEFAULT 'none';"
    "CREATE TABLE point ("
    "  result INTEGER NOT NULL REFERENCES result (id) ON DELETE CASCADE,"
    "  number INTEGER NOT NULL,"
    "  nodes INTEGER NOT NULL, time_us INTEGER NOT NULL, depth INTEGER NOT NULL, evaluation INTEGER NOT NULL,"
    "  proof_number INTEGER, disproof_number INTEGER,"
    "  PRIMARY KEY (result, number)) WITHOUT ROWID;"
    /* SQLite cascades manual deletions only on request, and it reuses row ids. */
    "CREATE TRIGGER forget AFTER DELETE ON result BEGIN"
    "  DELETE FROM counter WHERE result = old.id;"
    "  DELETE FROM point WHERE result = old.id;"
    " END;";

/* ---- Opening --------------------------------------------------------------------------------------------------- */

by_status lab_database_settle(lab_database *database, by_status status, by_error *error)
{
    if (!status)
        status = lab_sql_execute(database, "COMMIT", error);
    if (status)
        (void)lab_sql_execute(database, "ROLLBACK", NULL);
    return status;
}

/* The number that a statement returns. */
static by_status ask_number(lab_database *database, const char *sql, int64_t *out, by_error *error)
{
    struct lab_query query = lab_query_begin(database, sql, error);

    if (lab_query_next(&query))
        *out = lab_query_number_at(&query, 0);
    return lab_query_end(&query);
}

/* Upgrades a database of an earlier form; form 0 has no tables yet. */
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
    status = lab_database_settle(database, check_schema(database, true, error), error);
    /* A write-ahead log makes adding rows three times as fast and is as durable. Some network file systems lack it; the
     * default journal works there too. */
    if (!status)
        (void)lab_sql_execute(database, "PRAGMA journal_mode = WAL", NULL);
    return status;
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
    status = lab_sql_open(path, only_read, waiting, &database->sql, error);
    if (!status)
        status = only_read ? check_schema(database, false, error) : create_or_check(database, error);
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
    database->accepts_other_versions = true;
}

void lab_database_close(lab_database *database)
{
    if (!database)
        return;
    lab_sql_close(database->sql);
    by_text_free(&database->processor);
    free(database);
}

/* ---- Finding rows ---------------------------------------------------------------------------------------------- */

/* Counters are named after the rival, so its name is part of the key. */
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
    hash = lab_hash(hash, lab_task_seeding(experiment, task).settings);
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
    if (experiment->is_alone) /* a search that runs beside others takes a different time */
        hash = lab_hash(hash, "alone");
    lab_hash_print(hash, key);
}

/* The key of a row. A repetition with another seed is another search, so it needs no number. */
static void bind_key(struct lab_query *query, const struct lab_experiment *experiment, const struct lab_task *task)
{
    char key[LAB_FINGERPRINT_SIZE];

    print_key(experiment, task, key);
    lab_query_text(query, ":key", key);
    lab_query_text(query, ":sources", lab_build_sources());
    lab_query_number(query, ":repetition", experiment->variants[task->variant].seedings ? 0 : task->repetition);
}

struct lab_query lab_query_of_task(lab_database *database, const struct lab_experiment *experiment,
                                   const struct lab_task *task, const char *columns, bool with_counters,
                                   by_error *error)
{
    const char *condition =
        database->used_run ? "id = (SELECT result FROM used WHERE run = :run AND variant = :variant AND position = :id"
                             " AND limit_value = :limit AND repetition = :repetition)"
        : database->accepts_other_versions ? "id = (SELECT id FROM result WHERE key = :key AND repetition = :repetition"
                                             " ORDER BY sources = :sources DESC, id DESC LIMIT 1)"
                                           : "key = :key AND repetition = :repetition AND sources = :sources";
    char sql[LAB_SQL_SIZE];
    struct lab_query query;

    if (lab_go_on(experiment, error))
        return (struct lab_query){.database = database, .status = BY_ERROR_LIMIT, .error = error};
    (void)snprintf(sql, sizeof sql, "SELECT %s%s WHERE %s", columns,
                   with_counters ? ", name, counter.value FROM result LEFT JOIN counter ON counter.result = id"
                                 : " FROM result",
                   condition);
    query = lab_query_begin(database, sql, error);
    if (database->used_run) {
        lab_query_number(&query, ":run", database->used_run);
        lab_query_place(&query, experiment, task);
    } else {
        bind_key(&query, experiment, task);
    }
    return query;
}

by_status lab_database_find(lab_database *database, const struct lab_experiment *experiment,
                            const struct lab_task *task, int64_t *row, int64_t *time_us, by_error *error)
{
    struct lab_query query = lab_query_of_task(database, experiment, task, "id, time_us", false, error);
    bool is_found = lab_query_next(&query);

    *row = is_found ? lab_query_number_at(&query, 0) : 0;
    *time_us = is_found ? lab_query_number_at(&query, 1) : 0;
    return lab_query_end(&query);
}

/* A number that may be infinite; 0 in a point of an iteration, which has none. */
static uint64_t proof_number_at(const struct lab_query *query, int column, const struct solve_point *point)
{
    if (point->depth)
        return 0;
    return lab_query_is_null(query, column) ? UINT64_MAX : (uint64_t)lab_query_number_at(query, column);
}

by_status lab_database_curve(lab_database *database, int64_t row, struct solve_curve *out, by_error *error)
{
    static const char sql[] = "SELECT nodes, time_us, depth, evaluation, proof_number, disproof_number FROM point"
                              " WHERE result = :row ORDER BY number";
    struct lab_query query = lab_query_begin(database, sql, error);
    by_status status;

    lab_query_number(&query, ":row", row);
    while (lab_query_next(&query)) {
        struct solve_point point = {
            .nodes = (uint64_t)lab_query_number_at(&query, 0),
            .time_us = lab_query_number_at(&query, 1),
            .depth = (int)lab_query_number_at(&query, 2),
            .evaluation = (int)lab_query_number_at(&query, 3),
        };

        point.proof_number = proof_number_at(&query, 4, &point);
        point.disproof_number = proof_number_at(&query, 5, &point);
        solve_curve_add(out, &point);
    }
    status = lab_query_end(&query);
    return status || !out->failed ? status : by_error_no_memory(error);
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

static void bind_task(struct lab_query *query, const struct lab_experiment *experiment, const struct lab_task *task)
{
    const struct lab_variant *variant = &experiment->variants[task->variant];

    bind_key(query, experiment, task);
    lab_query_text(query, ":game", experiment->type->name);
    lab_query_text(query, ":game_options", variant->game_settings);
    lab_query_text(query, ":position", experiment->positions[task->position].text);
    lab_query_text(query, ":method", by_method_name(variant->method));
    lab_query_text(query, ":options", lab_task_seeding(experiment, task).settings);
    lab_query_text(query, ":limit_kind", lab_limit_name(experiment->limit));
    lab_query_number(query, ":limit_value", task->limit);
    lab_query_text(query, ":experiment", experiment->name);
    lab_query_text(query, ":fingerprint", experiment->fingerprint);
}

static void bind_finding(struct lab_query *query, const struct lab_finding *finding)
{
    const struct by_result *result = finding->result;

    lab_query_number(query, ":nodes", (int64_t)result->nodes);
    lab_query_number(query, ":evaluations", (int64_t)result->evaluations);
    lab_query_number(query, ":time_us", result->time_us);
    lab_query_number(query, ":value", result->value);
    lab_query_text(query, ":kind", by_kind_name(result->kind));
    lab_query_number(query, ":is_proved", result->is_proved);
    lab_query_number(query, ":depth", result->depth);
    lab_query_number(query, ":selective_depth", result->selective_depth);
    lab_query_text(query, ":best", finding->best);
    lab_query_text(query, ":answer", by_answer_name(finding->answer));
    lab_query_text(query, ":stopped", by_stop_reason_name(result->stopped));
}

static void bind_system(struct lab_query *query)
{
    const struct utsname *system = &query->database->system;
    char words[3 * sizeof system->sysname];

    (void)snprintf(words, sizeof words, "%s %s %s", system->sysname, system->release, system->machine);
    lab_query_text(query, ":system", words);
}

static by_status add_counters(lab_database *database, int64_t row, const struct by_result *result, by_error *error)
{
    struct lab_query query = lab_query_begin(database, "INSERT INTO counter VALUES (:result, :name, :value)", error);

    for (size_t i = 0; i < result->counter_count; i++) {
        lab_query_number(&query, ":result", row);
        lab_query_text(&query, ":name", result->counters[i].name);
        lab_query_number(&query, ":value", (int64_t)result->counters[i].value);
        lab_query_run(&query);
    }
    return lab_query_end(&query);
}

/* NULL: infinite, or a point of an iteration. */
static void bind_proof_number(struct lab_query *query, const char *name, uint64_t number, const struct solve_point *of)
{
    if (of->depth || number > INT64_MAX)
        lab_query_null(query, name);
    else
        lab_query_number(query, name, (int64_t)number);
}

static by_status add_curve(lab_database *database, int64_t row, const struct solve_curve *curve, by_error *error)
{
    static const char sql[] = "INSERT INTO point VALUES (:result, :number, :nodes, :time_us, :depth, :evaluation,"
                              " :proof_number, :disproof_number)";
    struct lab_query query = lab_query_begin(database, sql, error);

    for (size_t i = 0; i < curve->length; i++) {
        const struct solve_point *point = &curve->points[i];

        lab_query_number(&query, ":result", row);
        lab_query_number(&query, ":number", (int64_t)i);
        lab_query_number(&query, ":nodes", (int64_t)point->nodes);
        lab_query_number(&query, ":time_us", point->time_us);
        lab_query_number(&query, ":depth", point->depth);
        lab_query_number(&query, ":evaluation", point->evaluation);
        bind_proof_number(&query, ":proof_number", point->proof_number, point);
        bind_proof_number(&query, ":disproof_number", point->disproof_number, point);
        lab_query_run(&query);
    }
    return lab_query_end(&query);
}

/* Adds a row with its counters and curve, unless it exists, and links it to the current run. */
static by_status add_all(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                         const struct lab_finding *finding, by_error *error)
{
    struct lab_query query = lab_query_begin(database, add_row, error);
    int64_t row = 0, time_us;
    by_status status;

    bind_task(&query, experiment, task);
    bind_finding(&query, finding);
    bind_system(&query);
    lab_query_program(&query);
    lab_query_run(&query);
    status = lab_query_end(&query);
    if (!status && lab_sql_changes(database) > 0) {
        row = lab_sql_last_row(database);
        status = add_counters(database, row, finding->result, error);
        if (!status)
            status = add_curve(database, row, finding->curve, error);
    } else if (!status) {
        status = lab_database_find(database, experiment, task, &row, &time_us, error);
    }
    return status || !database->running
               ? status
               : lab_database_use_row(database, database->running, experiment, task, row, error);
}

by_status lab_database_add(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           const struct lab_finding *finding, by_error *error)
{
    by_status status = lab_sql_execute(database, "BEGIN IMMEDIATE", error);

    return status ? status : lab_database_settle(database, add_all(database, experiment, task, finding, error), error);
}
