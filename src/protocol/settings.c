/* SPDX-License-Identifier: MIT */
#include "protocol/settings.h"

#include <stdio.h>
#include <string.h>

#include "protocol/words.h"

enum { KIB_PER_MIB = 1024 };

static const char *const variants[] = {"xiangqi", NULL};

/* `Hash` and `Threads` get their defaults and ranges from the methods' memory_kib and threads, `Method` its words from
 * the list of methods, `Preset` its from the methods' presets. */
static const struct by_option own_rows[] = {
    {.name = "Hash", .kind = BY_OPTION_NUMBER},
    {.name = "Threads", .kind = BY_OPTION_NUMBER},
    {.name = "Ponder", .kind = BY_OPTION_SWITCH},
    {.name = "MultiPV", .kind = BY_OPTION_NUMBER, .initial = 1, .least = 1, .most = 128},
    {.name = "Move Overhead", .kind = BY_OPTION_NUMBER, .initial = 30, .least = 0, .most = 5000},
    {.name = "Skill Level", .kind = BY_OPTION_NUMBER, .initial = 20, .least = 0, .most = 20},
    {.name = "Skill Seed", .kind = BY_OPTION_NUMBER, .initial = 1, .least = 0, .most = 1000000},
    {.name = "Method", .kind = BY_OPTION_CHOICE},
    {.name = "Preset", .kind = BY_OPTION_CHOICE},
    {.name = "UCI_ShowWDL", .kind = BY_OPTION_SWITCH},
    {.name = "UCI_AnalyseMode", .kind = BY_OPTION_SWITCH},
    {.name = "UCI_Variant", .kind = BY_OPTION_CHOICE, .choices = variants},
    {.name = "Expert", .kind = BY_OPTION_SWITCH},
};

_Static_assert(sizeof own_rows / sizeof own_rows[0] == PROTOCOL_OWN_ROWS, "the header says how many there are");

/* ---- A life ------------------------------------------------------------------------------------------------------ */

static struct by_option *own_row(struct protocol_settings *settings, const char *name)
{
    for (int i = 0; i < PROTOCOL_OWN_ROWS; i++)
        if (strcmp(settings->rows[i].name, name) == 0)
            return &settings->rows[i];
    return NULL;
}

/* Methods that search for a move; methods that answer questions cannot play. */
static void list_methods(struct protocol_settings *settings)
{
    const by_method *method;

    for (size_t i = 0; settings->method_count < PROTOCOL_METHODS_MOST && (method = by_method_at(i)) != NULL; i++) {
        if (by_method_proves(method))
            continue;
        settings->methods[settings->method_count] = method;
        settings->method_names[settings->method_count] = by_method_name(method);
        settings->method_count++;
    }
}

static void add_preset(struct protocol_settings *settings, const char *name)
{
    int count = 0;

    for (; settings->preset_names[count]; count++)
        if (strcmp(settings->preset_names[count], name) == 0)
            return;
    if (count < PROTOCOL_PRESETS_MOST)
        settings->preset_names[count] = name;
}

/* The presets of all methods; `full` is the default. */
static void list_presets(struct protocol_settings *settings)
{
    struct by_option *row = own_row(settings, "Preset");

    for (int i = 0; i < settings->method_count; i++)
        for (const struct by_preset *preset = by_method_presets(settings->methods[i]); preset->name; preset++)
            add_preset(settings, preset->name);
    row->choices = settings->preset_names;
    for (int i = 0; settings->preset_names[i]; i++)
        if (strcmp(settings->preset_names[i], "full") == 0)
            row->initial = i;
}

static void fill_rows(struct protocol_settings *settings)
{
    const struct by_option *memory = by_option_find(by_method_options(settings->methods[0]), "memory_kib");
    struct by_option *hash, *threads;

    memcpy(settings->rows, own_rows, sizeof own_rows);
    list_presets(settings);
    threads = own_row(settings, "Threads");
    threads->initial = threads->least = threads->most = 1;
    for (int i = 0; i < settings->method_count; i++) {
        const struct by_option *row = by_option_find(by_method_options(settings->methods[i]), "threads");

        if (row && row->most > threads->most)
            threads->most = row->most;
    }
    own_row(settings, "Method")->choices = settings->method_names;
    for (int i = 0; i < settings->method_count; i++)
        if (strcmp(settings->method_names[i], "alphabeta") == 0)
            own_row(settings, "Method")->initial = i;
    hash = own_row(settings, "Hash");
    hash->initial = memory->initial / KIB_PER_MIB;
    hash->least = 1;
    hash->most = memory->most / KIB_PER_MIB;
}

static bool has_preset(const by_method *method, const char *name)
{
    for (const struct by_preset *preset = by_method_presets(method); preset->name; preset++)
        if (strcmp(preset->name, name) == 0)
            return true;
    return false;
}

/* A game with an evaluation is searched by means of it, though a method may do without. */
static void begin_with_evaluation(struct protocol_settings *settings, const by_game_type *type)
{
    static const char preset[] = "evaluated";

    for (int i = 0; i < settings->method_count && type->evaluation; i++)
        if (has_preset(settings->methods[i], preset))
            (void)by_method_apply_preset(settings->methods[i], preset, settings->of_method[i], NULL);
}

by_status protocol_settings_create(struct protocol_settings *settings, const by_game_type *type, by_error *error)
{
    by_status status;

    *settings = (struct protocol_settings){0};
    list_methods(settings);
    fill_rows(settings);
    status = by_options_create(settings->rows, &settings->own, error);
    if (!status)
        status = by_options_create(by_game_options(type), &settings->game, error);
    for (int i = 0; i < settings->method_count && !status; i++)
        status = by_options_create(by_method_options(settings->methods[i]), &settings->of_method[i], error);
    if (status)
        protocol_settings_destroy(settings);
    else
        begin_with_evaluation(settings, type);
    return status;
}

void protocol_settings_destroy(struct protocol_settings *settings)
{
    by_options_destroy(settings->own);
    by_options_destroy(settings->game);
    for (int i = 0; i < settings->method_count; i++)
        by_options_destroy(settings->of_method[i]);
    *settings = (struct protocol_settings){0};
}

/* ---- Using ------------------------------------------------------------------------------------------------------- */

int protocol_setting(const struct protocol_settings *settings, const char *name)
{
    return by_options_number(settings->own, name);
}

const by_method *protocol_settings_method(const struct protocol_settings *settings, const by_options **options)
{
    int method = protocol_setting(settings, "Method");

    *options = settings->of_method[method];
    return settings->methods[method];
}

/* A mate takes an odd number of plies, and the first depth at which it is seen is its length. */
by_status protocol_settings_thorough(const struct protocol_settings *settings, const by_method **method,
                                     by_options **options, by_error *error)
{
    static const struct {
        const char *name;
        int value;
    } wanted[] = {{"deepening", 2}, {"form", 0}, {"mtdf", 0}};
    by_status status = by_method_find("alphabeta", method, error);

    for (int i = 0; i < settings->method_count && !status; i++)
        if (settings->methods[i] == *method)
            status = by_options_copy(settings->of_method[i], options, error);
    if (status)
        return status;
    for (const struct by_option *row = by_method_options(*method); row->name; row++)
        if (row->effect == BY_EFFECT_SELECTIVE)
            (void)by_options_set_number(*options, row->name, row->least, NULL);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        (void)by_options_set_number(*options, wanted[i].name, wanted[i].value, NULL);
    return BY_OK;
}

/* ---- Setting ----------------------------------------------------------------------------------------------------- */

/* The number that a value stands for in this row; false: it does not fit. */
static bool read_value(const struct by_option *row, const char *value, int64_t *out)
{
    static const char *const switches[] = {"false", "true", "off", "on", "0", "1", "no", "yes", NULL};
    const char *const *words = row->kind == BY_OPTION_SWITCH ? switches : row->choices;

    if (row->kind == BY_OPTION_NUMBER)
        return protocol_number(value, out);
    for (*out = 0; words[*out]; ++*out) {
        if (protocol_same(words[*out], value)) {
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

by_status protocol_set_row(by_options *options, const struct by_option *row, const char *value, by_error *error)
{
    int64_t number, nearest;

    if (row->kind == BY_OPTION_TEXT)
        return by_options_set(options, row->name, value, error);
    if (!read_value(row, value, &number))
        return unfit(row, value, error);
    nearest = number;
    if (row->kind == BY_OPTION_NUMBER)
        nearest = number < row->least ? row->least : number > row->most ? row->most : number;
    if (nearest != number)
        by_error_set(error, BY_OK, "option %s: %.40s is not in %d..%d, taken as %d", row->name, value, row->least,
                     row->most, (int)nearest);
    return by_options_set_number(options, row->name, (int)nearest, NULL);
}

static void set_in_methods(struct protocol_settings *settings, const char *name, int value)
{
    for (int i = 0; i < settings->method_count; i++)
        if (by_option_find(by_method_options(settings->methods[i]), name))
            (void)by_options_set_number(settings->of_method[i], name, value, NULL);
}

/* How many threads a method can use. */
static int most_threads(const by_method *method)
{
    const struct by_option *row = by_option_find(by_method_options(method), "threads");

    return row ? row->most : 1;
}

static void set_threads(struct protocol_settings *settings, int threads)
{
    for (int i = 0; i < settings->method_count; i++) {
        int most = most_threads(settings->methods[i]);

        if (most > 1)
            (void)by_options_set_number(settings->of_method[i], "threads", threads < most ? threads : most, NULL);
    }
}

/* Warns if the method in force cannot use all threads. */
static void report_spare_threads(const struct protocol_settings *settings, by_error *error)
{
    int threads = protocol_setting(settings, "Threads"), most;
    const by_options *options;
    const by_method *method = protocol_settings_method(settings, &options);

    most = most_threads(method);
    if (threads > most)
        by_error_set(error, BY_OK, "option Threads: the method %s searches on %d at most, not on %d",
                     by_method_name(method), most, threads);
}

/* Presets do not set resources of the machine. */
static void set_resources(struct protocol_settings *settings)
{
    set_in_methods(settings, "memory_kib", protocol_setting(settings, "Hash") * KIB_PER_MIB);
    set_threads(settings, protocol_setting(settings, "Threads"));
}

static void set_preset(struct protocol_settings *settings)
{
    const char *name = settings->preset_names[protocol_setting(settings, "Preset")];

    for (int i = 0; i < settings->method_count; i++)
        if (has_preset(settings->methods[i], name))
            (void)by_method_apply_preset(settings->methods[i], name, settings->of_method[i], NULL);
    set_resources(settings);
}

/* Options of the protocols' own that change the search. */
static bool apply_to_search(struct protocol_settings *settings, const char *name)
{
    if (protocol_same_name(name, "Hash") || protocol_same_name(name, "Threads"))
        set_resources(settings);
    else if (protocol_same_name(name, "Preset"))
        set_preset(settings);
    else
        return protocol_same_name(name, "Method");
    return true;
}

static const struct by_option *find_row(const by_options *options, const char *name)
{
    for (const struct by_option *row = by_options_table(options); row->name; row++)
        if (protocol_same_name(row->name, name))
            return row;
    return NULL;
}

/* Sets the option where it exists. Keeps the error of the first table that knows it. */
static bool try_table(by_options *options, const char *name, const char *value, by_error *error)
{
    const struct by_option *row = find_row(options, name);
    by_error own = {0};

    if (!row)
        return false;
    if (protocol_set_row(options, row, value, &own)) {
        if (error->status != BY_ERROR_INPUT)
            *error = own;
        return false;
    }
    *error = own;
    return true;
}

/* The same option of several methods is one option: it is set in all of them. `METHOD.NAME` is that of one. */
static bool try_methods(struct protocol_settings *settings, const char *name, const char *value, by_error *error)
{
    const char *dot = strchr(name, '.');
    bool is_set = false;

    for (int i = 0; i < settings->method_count; i++) {
        by_error unwanted = {.status = BY_ERROR_INPUT};
        char method[64];

        (void)snprintf(method, sizeof method, "%.*s", dot && dot - name < 60 ? (int)(dot - name) : 0, name);
        if (dot && !protocol_same(method, settings->method_names[i]))
            continue;
        if (try_table(settings->of_method[i], dot ? dot + 1 : name, value, is_set ? &unwanted : error))
            is_set = true;
    }
    return is_set;
}

/* Refuses a preset that only other methods have: it would not change the search. */
static bool refuse_preset(const struct protocol_settings *settings, const char *name, const char *value,
                          by_error *error)
{
    const struct by_option *row = find_row(settings->own, name);
    const by_options *options;
    const by_method *method = protocol_settings_method(settings, &options);
    by_text names = {0};
    int64_t preset;

    if (!row || row->choices != settings->preset_names || !read_value(row, value, &preset) ||
        has_preset(method, settings->preset_names[preset]))
        return false;
    for (const struct by_preset *own = by_method_presets(method); own->name; own++)
        by_text_printf(&names, "%s%s", names.length ? ", " : "", own->name);
    by_error_set(error, BY_ERROR_INPUT, "option %s: '%.40s' is no preset of the method %s, expected one of %.160s",
                 row->name, value, by_method_name(method), by_text_string(&names));
    by_text_free(&names);
    return true;
}

by_status protocol_settings_set(struct protocol_settings *settings, const char *name, const char *value,
                                enum protocol_change *change, by_error *error)
{
    *error = (by_error){.status = BY_ERROR_UNKNOWN};
    if (refuse_preset(settings, name, value, error))
        return error->status;
    if (try_table(settings->own, name, value, error)) {
        *change = apply_to_search(settings, name) ? PROTOCOL_CHANGED_SEARCH : PROTOCOL_CHANGED_OWN;
        if (!error->message[0] && (protocol_same_name(name, "Method") || protocol_same_name(name, "Threads")))
            report_spare_threads(settings, error);
        return BY_OK;
    }
    if (try_methods(settings, name, value, error)) {
        *change = PROTOCOL_CHANGED_SEARCH;
        return BY_OK;
    }
    if (try_table(settings->game, name, value, error)) {
        *change = PROTOCOL_CHANGED_GAME;
        return BY_OK;
    }
    if (error->status == BY_ERROR_UNKNOWN)
        by_error_set(error, BY_ERROR_UNKNOWN, "unknown option '%.60s'", name);
    return error->status;
}
