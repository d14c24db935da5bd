/* SPDX-License-Identifier: MIT */
#include "protocol/options.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/scan.h"

enum { KIB_PER_MIB = 1024 };

static const char *const variants[] = {"xiangqi", NULL};

/* `Hash` and `Threads` get their defaults and ranges from the methods' memory_kib and threads, `Method` its words from
 * the list of methods, `Preset` its from the methods' presets. */
static const struct by_option own_rows[] = {
    {.name = "Hash", .kind = BY_OPTION_NUMBER},
    {.name = "Threads", .kind = BY_OPTION_NUMBER},
    {.name = "Ponder", .kind = BY_OPTION_SWITCH},
    {.name = "MultiPV", .kind = BY_OPTION_NUMBER, .initial = 1, .min = 1, .max = 128},
    {.name = "Move Overhead", .kind = BY_OPTION_NUMBER, .initial = 30, .min = 0, .max = 5000},
    {.name = "Skill Level", .kind = BY_OPTION_NUMBER, .initial = 20, .min = 0, .max = 20},
    {.name = "Skill Seed", .kind = BY_OPTION_NUMBER, .initial = 1, .min = 0, .max = 1000000},
    {.name = "Method", .kind = BY_OPTION_CHOICE},
    {.name = "Preset", .kind = BY_OPTION_CHOICE},
    {.name = "UCI_ShowWDL", .kind = BY_OPTION_SWITCH},
    {.name = "UCI_AnalyseMode", .kind = BY_OPTION_SWITCH},
    {.name = "UCI_Variant", .kind = BY_OPTION_CHOICE, .choices = variants},
    {.name = "Expert", .kind = BY_OPTION_SWITCH},
};

_Static_assert(sizeof own_rows / sizeof own_rows[0] == PROTOCOL_OWN_ROWS, "the header says how many there are");

/* ---- Names ------------------------------------------------------------------------------------------------------- */

static int folded(char c)
{
    return tolower((unsigned char)c);
}

static const char *skip_fill(const char *name)
{
    while (*name == '_' || isspace((unsigned char)*name))
        name++;
    return name;
}

bool protocol_same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        a = skip_fill(a);
        b = skip_fill(b);
        if (folded(*a) != folded(*b))
            return false;
        if (!*a)
            return true;
    }
}

/* ---- A life ------------------------------------------------------------------------------------------------------ */

static struct by_option *own_row(struct protocol_options *options, const char *name)
{
    for (int i = 0; i < PROTOCOL_OWN_ROWS; i++)
        if (strcmp(options->rows[i].name, name) == 0)
            return &options->rows[i];
    return NULL;
}

/* Methods that search for a move; methods that answer questions cannot play. */
static void list_methods(struct protocol_options *options)
{
    const by_method *method;

    for (size_t i = 0; options->method_count < PROTOCOL_MAX_METHODS && (method = by_method_at(i)) != NULL; i++) {
        if (by_method_proves(method))
            continue;
        options->methods[options->method_count] = method;
        options->method_names[options->method_count] = by_method_name(method);
        options->method_count++;
    }
}

static void add_preset(struct protocol_options *options, const char *name)
{
    int count = 0;

    for (; options->preset_names[count]; count++)
        if (strcmp(options->preset_names[count], name) == 0)
            return;
    if (count < PROTOCOL_MAX_PRESETS)
        options->preset_names[count] = name;
}

/* The presets of all methods; `full` is the default. */
static void list_presets(struct protocol_options *options)
{
    struct by_option *row = own_row(options, "Preset");

    for (int i = 0; i < options->method_count; i++)
        for (const struct by_preset *preset = by_method_presets(options->methods[i]); preset->name; preset++)
            add_preset(options, preset->name);
    row->choices = options->preset_names;
    for (int i = 0; options->preset_names[i]; i++)
        if (strcmp(options->preset_names[i], "full") == 0)
            row->initial = i;
}

static void fill_rows(struct protocol_options *options)
{
    const struct by_option *memory = by_option_find(by_method_options(options->methods[0]), "memory_kib");
    struct by_option *hash, *threads;

    memcpy(options->rows, own_rows, sizeof own_rows);
    list_presets(options);
    threads = own_row(options, "Threads");
    threads->initial = threads->min = threads->max = 1;
    for (int i = 0; i < options->method_count; i++) {
        const struct by_option *row = by_option_find(by_method_options(options->methods[i]), "threads");

        if (row && row->max > threads->max)
            threads->max = row->max;
    }
    own_row(options, "Method")->choices = options->method_names;
    for (int i = 0; i < options->method_count; i++)
        if (strcmp(options->method_names[i], "alphabeta") == 0)
            own_row(options, "Method")->initial = i;
    hash = own_row(options, "Hash");
    hash->initial = memory->initial / KIB_PER_MIB;
    hash->min = 1;
    hash->max = memory->max / KIB_PER_MIB;
}

static bool has_preset(const by_method *method, const char *name)
{
    for (const struct by_preset *preset = by_method_presets(method); preset->name; preset++)
        if (strcmp(preset->name, name) == 0)
            return true;
    return false;
}

/* A game with an evaluation is searched by means of it, though a method may do without. */
static void begin_with_evaluation(struct protocol_options *options, const by_game_type *type)
{
    static const char preset[] = "evaluated";

    for (int i = 0; i < options->method_count && type->evaluation; i++)
        if (has_preset(options->methods[i], preset))
            (void)by_method_apply_preset(options->methods[i], preset, options->of_method[i], NULL);
}

by_status protocol_options_create(struct protocol_options *options, const by_game_type *type, by_error *error)
{
    by_status status;

    *options = (struct protocol_options){0};
    list_methods(options);
    fill_rows(options);
    status = by_options_create(options->rows, &options->own, error);
    if (!status)
        status = by_options_create(by_game_options(type), &options->game, error);
    for (int i = 0; i < options->method_count && !status; i++)
        status = by_options_create(by_method_options(options->methods[i]), &options->of_method[i], error);
    if (status)
        protocol_options_destroy(options);
    else
        begin_with_evaluation(options, type);
    return status;
}

void protocol_options_destroy(struct protocol_options *options)
{
    by_options_destroy(options->own);
    by_options_destroy(options->game);
    for (int i = 0; i < options->method_count; i++)
        by_options_destroy(options->of_method[i]);
    *options = (struct protocol_options){0};
}

/* ---- Using ------------------------------------------------------------------------------------------------------- */

int protocol_option(const struct protocol_options *options, const char *name)
{
    return by_options_number(options->own, name);
}

const by_method *protocol_options_method(const struct protocol_options *options, const by_options **values)
{
    int method = protocol_option(options, "Method");

    *values = options->of_method[method];
    return options->methods[method];
}

/* A mate takes an odd number of plies, and the first depth at which it is seen is its length. */
by_status protocol_options_thorough(const struct protocol_options *options, const by_method **method,
                                    by_options **values, by_error *error)
{
    static const struct {
        const char *name;
        int value;
    } wanted[] = {{"deepening", 2}, {"form", 0}, {"mtdf", 0}};
    by_status status = by_method_find("alphabeta", method, error);

    for (int i = 0; i < options->method_count && !status; i++)
        if (options->methods[i] == *method)
            status = by_options_copy(options->of_method[i], values, error);
    if (status)
        return status;
    for (const struct by_option *row = by_method_options(*method); row->name; row++)
        if (row->effect == BY_EFFECT_SELECTIVE)
            (void)by_options_set_number(*values, row->name, row->min, NULL);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        (void)by_options_set_number(*values, wanted[i].name, wanted[i].value, NULL);
    return BY_OK;
}

/* ---- Setting ----------------------------------------------------------------------------------------------------- */

/* The number that a value stands for in this row; false: it does not fit. */
static bool read_value(const struct by_option *row, const char *value, int64_t *out)
{
    static const char *const switches[] = {"false", "true", "off", "on", "0", "1", "no", "yes", NULL};
    const char *const *words = row->kind == BY_OPTION_SWITCH ? switches : row->choices;

    if (row->kind == BY_OPTION_NUMBER)
        return by__scan_clamped(value, out);
    for (*out = 0; words[*out]; ++*out) {
        if (strcasecmp(words[*out], value) == 0) {
            *out = row->kind == BY_OPTION_SWITCH ? *out & 1 : *out;
            return true;
        }
    }
    return false;
}

static by_status unfit(const struct by_option *row, const char *value, by_error *error)
{
    by_text range = {0};

    by_option_print_range(row, &range);
    by_error_set(error, BY_ERROR_INPUT, "option %s: '%.40s' does not fit, expected %.120s", row->name, value,
                 by_text_string(&range));
    by_text_free(&range);
    return BY_ERROR_INPUT;
}

by_status protocol_set_row(by_options *values, const struct by_option *row, const char *value, by_error *error)
{
    int64_t number, nearest;

    if (row->kind == BY_OPTION_TEXT)
        return by_options_set(values, row->name, value, error);
    if (!read_value(row, value, &number))
        return unfit(row, value, error);
    nearest = number;
    if (row->kind == BY_OPTION_NUMBER)
        nearest = number < row->min ? row->min : number > row->max ? row->max : number;
    if (nearest != number)
        by_error_set(error, BY_OK, "option %s: %.40s is not in %d..%d, taken as %d", row->name, value, row->min,
                     row->max, (int)nearest);
    return by_options_set_number(values, row->name, (int)nearest, NULL);
}

static void set_in_methods(struct protocol_options *options, const char *name, int value)
{
    for (int i = 0; i < options->method_count; i++)
        if (by_option_find(by_method_options(options->methods[i]), name))
            (void)by_options_set_number(options->of_method[i], name, value, NULL);
}

/* How many threads a method can use. */
static int max_threads(const by_method *method)
{
    const struct by_option *row = by_option_find(by_method_options(method), "threads");

    return row ? row->max : 1;
}

static void set_threads(struct protocol_options *options, int threads)
{
    for (int i = 0; i < options->method_count; i++) {
        int max = max_threads(options->methods[i]);

        if (max > 1)
            (void)by_options_set_number(options->of_method[i], "threads", threads < max ? threads : max, NULL);
    }
}

/* Warns if the method in force cannot use all threads. */
static void report_spare_threads(const struct protocol_options *options, by_error *error)
{
    int threads = protocol_option(options, "Threads"), max;
    const by_options *values;
    const by_method *method = protocol_options_method(options, &values);

    max = max_threads(method);
    if (threads > max)
        by_error_set(error, BY_OK, "option Threads: the method %s searches on %d at most, not on %d",
                     by_method_name(method), max, threads);
}

/* Presets do not set resources of the machine. */
static void set_resources(struct protocol_options *options)
{
    set_in_methods(options, "memory_kib", protocol_option(options, "Hash") * KIB_PER_MIB);
    set_threads(options, protocol_option(options, "Threads"));
}

static void set_preset(struct protocol_options *options)
{
    const char *name = options->preset_names[protocol_option(options, "Preset")];

    for (int i = 0; i < options->method_count; i++)
        if (has_preset(options->methods[i], name))
            (void)by_method_apply_preset(options->methods[i], name, options->of_method[i], NULL);
    set_resources(options);
}

/* Options of the protocols' own that change the search. */
static bool apply_to_search(struct protocol_options *options, const char *name)
{
    if (protocol_same_name(name, "Hash") || protocol_same_name(name, "Threads"))
        set_resources(options);
    else if (protocol_same_name(name, "Preset"))
        set_preset(options);
    else
        return protocol_same_name(name, "Method");
    return true;
}

static const struct by_option *find_row(const by_options *values, const char *name)
{
    for (const struct by_option *row = by_options_table(values); row->name; row++)
        if (protocol_same_name(row->name, name))
            return row;
    return NULL;
}

/* Sets the option where it exists. Keeps the error of the first table that knows it. */
static bool try_table(by_options *values, const char *name, const char *value, by_error *error)
{
    const struct by_option *row = find_row(values, name);
    by_error own = {0};

    if (!row)
        return false;
    if (protocol_set_row(values, row, value, &own)) {
        if (error->status != BY_ERROR_INPUT)
            *error = own;
        return false;
    }
    *error = own;
    return true;
}

/* The same option of several methods is one option: it is set in all of them. `METHOD.NAME` is that of one. */
static bool try_methods(struct protocol_options *options, const char *name, const char *value, by_error *error)
{
    const char *dot = strchr(name, '.');
    bool is_set = false;

    for (int i = 0; i < options->method_count; i++) {
        by_error unwanted = {.status = BY_ERROR_INPUT};
        char method[64];

        (void)snprintf(method, sizeof method, "%.*s", dot && dot - name < 60 ? (int)(dot - name) : 0, name);
        if (dot && strcasecmp(method, options->method_names[i]) != 0)
            continue;
        if (try_table(options->of_method[i], dot ? dot + 1 : name, value, is_set ? &unwanted : error))
            is_set = true;
    }
    return is_set;
}

/* Refuses a preset that only other methods have: it would not change the search. */
static bool refuse_preset(const struct protocol_options *options, const char *name, const char *value, by_error *error)
{
    const struct by_option *row = find_row(options->own, name);
    const by_options *values;
    const by_method *method = protocol_options_method(options, &values);
    by_text names = {0};
    int64_t preset;

    if (!row || row->choices != options->preset_names || !read_value(row, value, &preset) ||
        has_preset(method, options->preset_names[preset]))
        return false;
    for (const struct by_preset *own = by_method_presets(method); own->name; own++)
        by_text_printf(&names, "%s%s", names.length ? ", " : "", own->name);
    by_error_set(error, BY_ERROR_INPUT, "option %s: '%.40s' is no preset of the method %s, expected one of %.160s",
                 row->name, value, by_method_name(method), by_text_string(&names));
    by_text_free(&names);
    return true;
}

by_status protocol_options_set(struct protocol_options *options, const char *name, const char *value,
                               enum protocol_change *change, by_error *error)
{
    *error = (by_error){.status = BY_ERROR_UNKNOWN};
    if (refuse_preset(options, name, value, error))
        return error->status;
    if (try_table(options->own, name, value, error)) {
        *change = apply_to_search(options, name) ? PROTOCOL_CHANGED_SEARCH : PROTOCOL_CHANGED_OWN;
        if (!error->message[0] && (protocol_same_name(name, "Method") || protocol_same_name(name, "Threads")))
            report_spare_threads(options, error);
        return BY_OK;
    }
    if (try_methods(options, name, value, error)) {
        *change = PROTOCOL_CHANGED_SEARCH;
        return BY_OK;
    }
    if (try_table(options->game, name, value, error)) {
        *change = PROTOCOL_CHANGED_GAME;
        return BY_OK;
    }
    if (error->status == BY_ERROR_UNKNOWN)
        by_error_set(error, BY_ERROR_UNKNOWN, "unknown option '%.60s'", name);
    return error->status;
}
