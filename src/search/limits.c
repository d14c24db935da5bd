/* SPDX-License-Identifier: MIT
 *
 * The text form of limits: a table of names and units.
 */
#include <stdio.h>
#include <string.h>

#include "base/scan.h"
#include "boyi/search.h"
#include "core/size.h"

/* More digits than any number has. A longer word is no number and no name. */
enum { WORD_SIZE = 64 };

static const int64_t max_time_ms = INT64_MAX / 4000;

enum kind {
    NUMBER,      /* an int */
    LONG_NUMBER, /* 64 bits */
    TIME,
    TIMES, /* of both sides, equal if there is only one */
    FLAG,
};

static const struct row {
    const char *name;
    enum kind kind;
    size_t offset;
    int64_t min, max;
} rows[] = {
    {"depth", NUMBER, offsetof(struct by_limits, depth), 0, BY_MAX_PLY},
    {"nodes", LONG_NUMBER, offsetof(struct by_limits, nodes), 0, INT64_MAX},
    {"evaluations", LONG_NUMBER, offsetof(struct by_limits, evaluations), 0, INT64_MAX},
    {"time", TIME, offsetof(struct by_limits, time_ms), 0, 0},
    {"clock", TIMES, offsetof(struct by_limits, clock_ms), 0, 0},
    {"increment", TIMES, offsetof(struct by_limits, increment_ms), 0, 0},
    {"moves_to_go", NUMBER, offsetof(struct by_limits, moves_to_go), 0, 1000},
    {"lines", NUMBER, offsetof(struct by_limits, lines), 0, 1000},
    {"alpha", NUMBER, offsetof(struct by_limits, alpha), -BY_INFINITE, BY_INFINITE},
    {"beta", NUMBER, offsetof(struct by_limits, beta), -BY_INFINITE, BY_INFINITE},
    {"plays_on", FLAG, offsetof(struct by_limits, plays_on), 0, 0},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct unit {
    const char *name;
    int64_t ms;
} units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}};

enum { UNITS = sizeof units / sizeof units[0] };

/* ---- Fields ---------------------------------------------------------------------------------------------------- */

/* The value of a row; `side` counts only for times of both sides. */
static int64_t get(const struct by_limits *limits, const struct row *row, int side)
{
    const char *field = (const char *)limits + row->offset;
    int64_t number;
    int small;
    bool flag;

    switch (row->kind) {
    case NUMBER:
        memcpy(&small, field, sizeof small);
        return small;
    case FLAG:
        memcpy(&flag, field, sizeof flag);
        return flag;
    case LONG_NUMBER:
    case TIME:
    case TIMES:
        break;
    }
    memcpy(&number, field + (size_t)(row->kind == TIMES ? side : 0) * sizeof number, sizeof number);
    return number;
}

static void set(struct by_limits *limits, const struct row *row, int side, int64_t number)
{
    char *field = (char *)limits + row->offset;
    int small = (int)number;
    bool flag = number != 0;

    if (row->kind == NUMBER)
        memcpy(field, &small, sizeof small);
    else if (row->kind == FLAG)
        memcpy(field, &flag, sizeof flag);
    else
        memcpy(field + (size_t)(row->kind == TIMES ? side : 0) * sizeof number, &number, sizeof number);
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

struct reader {
    const char *text, *at; /* the whole text, and the rest */
    const char *begin;     /* of the word */
    char word[WORD_SIZE];  /* "" at the end */
    by_error *error;
};

static void read_word(struct reader *r)
{
    static const char blanks[] = " \t\r\n";
    size_t length;

    r->begin = r->at + strspn(r->at, blanks);
    length = strcspn(r->begin, blanks);
    r->at = r->begin + length;
    (void)snprintf(r->word, sizeof r->word, "%.*s", (int)(length < WORD_SIZE ? length : WORD_SIZE - 1), r->begin);
}

static int column(const struct reader *r)
{
    return by_text_column(r->text, r->begin);
}

static const struct row *find_row(const struct reader *r)
{
    const char *names[ROWS + 1] = {NULL};
    const char *nearest;

    for (int i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, r->word) == 0)
            return &rows[i];
        names[i] = rows[i].name;
    }
    nearest = by_text_nearest(r->word, names);
    if (nearest)
        by_error_set_at(r->error, BY_ERROR_UNKNOWN, 1, column(r), "unknown limit '%s', did you mean '%s'?", r->word,
                        nearest);
    else
        by_error_set_at(r->error, BY_ERROR_UNKNOWN, 1, column(r),
                        "unknown limit '%s', expected one like 'depth 8', 'nodes 10000' or 'time 1s'", r->word);
    return NULL;
}

/* Reads a number with its unit. Returns what follows; NULL: this is no time. */
static const char *scan_time(const char *text, int64_t *ms)
{
    int64_t number;
    const char *unit = by__scan_digits(text, max_time_ms, &number);
    size_t length = unit ? strcspn(unit, "/") : 0;

    for (int i = 0; i < UNITS && unit; i++) {
        if (strlen(units[i].name) != length || strncmp(unit, units[i].name, length) != 0)
            continue;
        *ms = number * units[i].ms;
        return number > max_time_ms / units[i].ms ? NULL : unit + length;
    }
    return NULL;
}

static by_status read_times(const struct reader *r, const struct row *row, struct by_limits *limits)
{
    int64_t ms[2] = {0, 0};
    const char *end = scan_time(r->word, &ms[0]);

    ms[1] = ms[0];
    if (end && *end == '/' && row->kind == TIMES)
        end = scan_time(end + 1, &ms[1]);
    if (!end || *end)
        return by_error_set_at(r->error, BY_ERROR_INPUT, 1, column(r),
                               "limit %s: '%s' does not fit, expected a number and ms, s, m or h, such as 500ms%-s",
                               row->name, r->word,
                               row->kind == TIMES ? BY_WORDS(", or one for each side, such as 5m/3m") : "");
    set(limits, row, 0, ms[0]);
    if (row->kind == TIMES)
        set(limits, row, 1, ms[1]);
    return BY_OK;
}

static by_status read_number(const struct reader *r, const struct row *row, struct by_limits *limits)
{
    int64_t number;

    if (!by__scan_integer(r->word, row->min, row->max, &number))
        return by_error_set_at(r->error, BY_ERROR_INPUT, 1, column(r),
                               "limit %s: '%s' does not fit, expected %lld..%lld", row->name, r->word,
                               (long long)row->min, (long long)row->max);
    set(limits, row, 0, number);
    return BY_OK;
}

static by_status read_limit(struct reader *r, struct by_limits *limits)
{
    const struct row *row = find_row(r);

    if (!row)
        return BY_ERROR_UNKNOWN;
    if (row->kind == FLAG) {
        set(limits, row, 0, true);
        return BY_OK;
    }
    read_word(r);
    return row->kind == TIME || row->kind == TIMES ? read_times(r, row, limits) : read_number(r, row, limits);
}

by_status by_limits_parse(const char *text, struct by_limits *limits, by_error *error)
{
    struct reader r = {.text = text, .at = text, .error = error};
    struct by_limits own;
    by_status status = by__size_read(limits, &own, sizeof own, "by_limits", error);

    for (read_word(&r); !status && *r.word; read_word(&r))
        status = read_limit(&r, &own);
    if (!status)
        by__size_write(&own, sizeof own, limits);
    return status;
}

/* ---- Printing -------------------------------------------------------------------------------------------------- */

/* In milliseconds or in whole seconds. */
static void print_time(int64_t ms, by_text *out)
{
    if (ms % 1000)
        by_text_printf(out, "%lldms", (long long)ms);
    else
        by_text_printf(out, "%llds", (long long)ms / 1000);
}

static void print_row(const struct by_limits *limits, const struct row *row, by_text *out)
{
    int64_t first = get(limits, row, 0), second = get(limits, row, 1);

    by_text_printf(out, "%s%s", out->length ? " " : "", row->name);
    if (row->kind == NUMBER || row->kind == LONG_NUMBER)
        by_text_printf(out, " %lld", (long long)first);
    if (row->kind == TIME || row->kind == TIMES) {
        by_text_add_char(out, ' ');
        print_time(first, out);
    }
    if (row->kind == TIMES && second != first) {
        by_text_add_char(out, '/');
        print_time(second, out);
    }
}

void by_limits_print(const struct by_limits *limits, by_text *out)
{
    struct by_limits own;
    by_text text = {0};

    if (by__size_read(limits, &own, sizeof own, "by_limits", NULL))
        return;
    for (int i = 0; i < ROWS; i++)
        if (get(&own, &rows[i], 0) || get(&own, &rows[i], 1))
            print_row(&own, &rows[i], &text);
    by_text_add(out, by_text_string(&text));
    out->failed = out->failed || text.failed;
    by_text_free(&text);
}
