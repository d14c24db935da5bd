/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "boyi/option.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"

/* The value of a row; values have the order of the table. */
struct value {
    int number;
    char *text; /* owned; NULL: the default, or not a text */
};

struct by_options {
    const struct by_option *table;
    size_t count;
    struct value values[];
};

static size_t row_count(const struct by_option *table)
{
    size_t count = 0;

    while (table[count].name)
        count++;
    return count;
}

const struct by_option *by_option_find(const struct by_option *table, const char *name)
{
    for (const struct by_option *row = table; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

void by_option_print_range(const struct by_option *row, by_text *out)
{
    switch (row->kind) {
    case BY_OPTION_SWITCH:
        by_text_add(out, "on|off");
        break;
    case BY_OPTION_NUMBER:
        by_text_printf(out, "%d..%d", row->min, row->max);
        break;
    case BY_OPTION_CHOICE:
        for (const char *const *word = row->choices; *word; word++)
            by_text_printf(out, "%s%s", word == row->choices ? "" : "|", *word);
        break;
    case BY_OPTION_TEXT:
        by_text_add(out, "a text");
        break;
    }
}

/* ---- A life ---------------------------------------------------------------------------------------------------- */

by_status by_options_create(const struct by_option *table, by_options **out, by_error *error)
{
    size_t count = row_count(table);
    by_options *options = calloc(1, sizeof *options + count * sizeof options->values[0]);

    if (!options)
        return by_error_no_memory(error);
    options->table = table;
    options->count = count;
    for (size_t i = 0; i < count; i++)
        options->values[i].number = table[i].initial;
    *out = options;
    return BY_OK;
}

static char *copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);

    if (copy)
        memcpy(copy, text, size);
    return copy;
}

by_status by_options_copy(const by_options *options, by_options **out, by_error *error)
{
    by_options *copy;
    by_status status = by_options_create(options->table, &copy, error);

    if (status)
        return status;
    for (size_t i = 0; i < options->count; i++) {
        copy->values[i].number = options->values[i].number;
        if (!options->values[i].text)
            continue;
        copy->values[i].text = copy_of(options->values[i].text);
        if (!copy->values[i].text) {
            by_options_destroy(copy);
            return by_error_no_memory(error);
        }
    }
    *out = copy;
    return BY_OK;
}

void by_options_destroy(by_options *options)
{
    if (!options)
        return;
    for (size_t i = 0; i < options->count; i++)
        free(options->values[i].text);
    free(options);
}

/* ---- Reading values -------------------------------------------------------------------------------------------- */

static by_status unfit(const struct by_option *row, const char *value, by_error *error)
{
    by_text range = {0};

    by_option_print_range(row, &range);
    by_error_set(error, BY_ERROR_INPUT, "option %s: '%.60s' does not fit, expected %.120s", row->name, value,
                 by_text_string(&range));
    by_text_free(&range);
    return BY_ERROR_INPUT;
}

static bool read_switch(const char *value, int *number)
{
    static const char *const words[] = {"off", "on", "false", "true", "0", "1", "no", "yes"};

    for (int i = 0; i < (int)(sizeof words / sizeof words[0]); i++) {
        if (strcmp(value, words[i]) == 0) {
            *number = i & 1;
            return true;
        }
    }
    return false;
}

static bool read_number(const char *value, const struct by_option *row, int *number)
{
    int64_t read;

    if (!by__scan_integer(value, row->min, row->max, &read))
        return false;
    *number = (int)read;
    return true;
}

static bool read_choice(const char *value, const char *const *choices, int *number)
{
    for (int i = 0; choices[i]; i++) {
        if (strcmp(value, choices[i]) == 0) {
            *number = i;
            return true;
        }
    }
    return false;
}

static bool read_value(const struct by_option *row, const char *value, int *number)
{
    switch (row->kind) {
    case BY_OPTION_SWITCH:
        return read_switch(value, number);
    case BY_OPTION_NUMBER:
        return read_number(value, row, number);
    case BY_OPTION_CHOICE:
        return read_choice(value, row->choices, number);
    case BY_OPTION_TEXT:
        break;
    }
    return false;
}

enum { NAMES_ROOM = 120 };

/* Lists the names of a table, as far as there is room. */
static void list_names(const struct by_option *table, char out[NAMES_ROOM])
{
    static const char more[] = "|...";
    size_t length = 0;

    out[0] = '\0';
    for (const struct by_option *row = table; row->name; row++) {
        size_t next = length + (length > 0) + strlen(row->name);

        if (next + sizeof more > NAMES_ROOM) {
            strcpy(out + length, more);
            return;
        }
        snprintf(out + length, NAMES_ROOM - length, "%s%s", length ? "|" : "", row->name);
        length = next;
    }
}

/* The row called `name`; NULL fills the error. */
static const struct by_option *find_row(const struct by_option *table, const char *name, by_error *error)
{
    const struct by_option *row = by_option_find(table, name);
    const char *nearest = NULL;
    char names[NAMES_ROOM];

    if (row)
        return row;
    for (row = table; row->name; row++)
        nearest = by_text_nearest(name, (const char *const[]){nearest ? nearest : row->name, row->name, NULL});
    if (nearest) {
        by_error_set(error, BY_ERROR_UNKNOWN, "unknown option '%.60s', did you mean '%s'?", name, nearest);
    } else if (table->name) {
        list_names(table, names);
        by_error_set(error, BY_ERROR_UNKNOWN, "unknown option '%.60s', expected %s", name, names);
    } else {
        by_error_set(error, BY_ERROR_UNKNOWN, "unknown option '%.60s', there are none", name);
    }
    return NULL;
}

by_status by_options_set(by_options *options, const char *name, const char *value, by_error *error)
{
    const struct by_option *row = find_row(options->table, name, error);
    struct value *place;

    if (!row)
        return BY_ERROR_UNKNOWN;
    place = &options->values[row - options->table];
    if (row->kind == BY_OPTION_TEXT) {
        char *text = copy_of(value);

        if (!text)
            return by_error_no_memory(error);
        free(place->text);
        place->text = text;
        return BY_OK;
    }
    return read_value(row, value, &place->number) ? BY_OK : unfit(row, value, error);
}

/* The range of the number that stands for a value: 0 or 1, the range, or the indices of the words. */
static void number_range(const struct by_option *row, int *least, int *most)
{
    *least = row->kind == BY_OPTION_NUMBER ? row->min : 0;
    *most = row->kind == BY_OPTION_NUMBER ? row->max : 1;
    if (row->kind == BY_OPTION_CHOICE)
        for (*most = 0; row->choices[*most + 1];)
            ++*most;
}

by_status by_options_set_number(by_options *options, const char *name, int value, by_error *error)
{
    const struct by_option *row = find_row(options->table, name, error);
    int least, most;

    if (!row)
        return BY_ERROR_UNKNOWN;
    if (row->kind == BY_OPTION_TEXT)
        return by_error_set(error, BY_ERROR_INPUT, "option %s is a text, not a number", name);
    number_range(row, &least, &most);
    if (value < least || value > most)
        return by_error_set(error, BY_ERROR_INPUT, "option %s: %d does not fit, expected %d..%d", name, value, least,
                            most);
    options->values[row - options->table].number = value;
    return BY_OK;
}

/* Sets the options named in `settings`, which it overwrites. */
static by_status set_each(by_options *options, char *settings, by_error *error)
{
    char *rest = settings;

    for (char *word = strtok_r(rest, " \t\r\n", &rest); word; word = strtok_r(NULL, " \t\r\n", &rest)) {
        char *equals = strchr(word, '=');
        by_status status;

        if (!equals)
            return by_error_set(error, BY_ERROR_INPUT, "'%.60s' is no setting, expected name=value", word);
        *equals = 0;
        status = by_options_set(options, word, equals + 1, error);
        if (status)
            return status;
    }
    return BY_OK;
}

by_status by_options_set_all(by_options *options, const char *settings, by_error *error)
{
    by_options *trial = NULL;
    char *text = copy_of(settings);
    by_status status = text ? by_options_copy(options, &trial, error) : by_error_no_memory(error);

    if (!status)
        status = set_each(trial, text, error);
    if (!status) {
        for (size_t i = 0; i < options->count; i++) {
            struct value old = options->values[i];

            options->values[i] = trial->values[i];
            trial->values[i] = old;
        }
    }
    by_options_destroy(trial);
    free(text);
    return status;
}

/* ---- Using values ---------------------------------------------------------------------------------------------- */

int by_options_number(const by_options *options, const char *name)
{
    const struct by_option *row = by_option_find(options->table, name);

    assert(row && row->kind != BY_OPTION_TEXT);
    return row ? options->values[row - options->table].number : 0;
}

static const char *text_of(const by_options *options, const struct by_option *row)
{
    const char *text = options->values[row - options->table].text;

    return text ? text : row->initial_text ? row->initial_text : "";
}

const char *by_options_text(const by_options *options, const char *name)
{
    const struct by_option *row = by_option_find(options->table, name);

    assert(row && row->kind == BY_OPTION_TEXT);
    return row ? text_of(options, row) : "";
}

/* The bytes are copied, since the field of a number that is never negative may also be unsigned, or an enum. */
static void read_row(const by_options *options, const struct by_option *row, void *field)
{
    int number = options->values[row - options->table].number;
    bool is_on = number != 0;
    const char *text = text_of(options, row);

    switch (row->kind) {
    case BY_OPTION_SWITCH:
        memcpy(field, &is_on, sizeof is_on);
        break;
    case BY_OPTION_NUMBER:
    case BY_OPTION_CHOICE:
        memcpy(field, &number, sizeof number);
        break;
    case BY_OPTION_TEXT:
        memcpy(field, &text, sizeof text);
        break;
    }
}

void by_options_read(const by_options *options, void *out)
{
    for (const struct by_option *row = options->table; row->name; row++)
        read_row(options, row, (char *)out + row->offset);
}

void by_options_print(const by_options *options, const struct by_option *row, by_text *out)
{
    int number = options->values[row - options->table].number;

    switch (row->kind) {
    case BY_OPTION_SWITCH:
        by_text_add(out, number ? "on" : "off");
        break;
    case BY_OPTION_NUMBER:
        by_text_printf(out, "%d", number);
        break;
    case BY_OPTION_CHOICE:
        by_text_add(out, row->choices[number]);
        break;
    case BY_OPTION_TEXT:
        by_text_add(out, text_of(options, row));
        break;
    }
}

const struct by_option *by_options_table(const by_options *options)
{
    return options->table;
}
