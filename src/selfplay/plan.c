/* SPDX-License-Identifier: MIT */
#include "selfplay/plan.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/scan.h"
#include "boyi/version.h"
#include "selfplay/format.h"

/* ---- Checking a plan -------------------------------------------------------------------------------------------- */

by_status selfplay_plan_check(const struct selfplay_plan *plan, uint64_t games, by_error *error)
{
    const struct by_option *threads = by_option_find(by_method_options(plan->method), "threads");
    size_t openings = match_openings_count(plan->openings);

    if (threads && by_options_number(plan->options, "threads") > 1)
        return by_error_set(error, BY_ERROR_INPUT,
                            "threads=%d: on several threads no search is like another, expected 1 (jobs play side by "
                            "side)",
                            by_options_number(plan->options, "threads"));
    if (!plan->nodes)
        return by_error_set(error, BY_ERROR_INPUT, "0 nodes a move, expected 1 at least");
    if (plan->adjudication.win_plies && plan->adjudication.win_score < 1)
        return by_error_set(error, BY_ERROR_INPUT, "a win by a score of %d, expected 1 at least",
                            plan->adjudication.win_score);
    if (!plan->random_plies && games > openings)
        return by_error_set(error, BY_ERROR_INPUT,
                            "%" PRIu64 " games from %zu opening%s would play the same again, expected random plies or "
                            "%zu games at most",
                            games, openings, openings == 1 ? "" : "s", openings);
    return BY_OK;
}

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

static by_status print_options(const char *prefix, const by_options *options, by_text *out, by_error *error)
{
    if (!options)
        return BY_OK;
    for (const struct by_option *row = by_options_table(options); row->name; row++) {
        size_t start;

        by_text_printf(out, "%s.%s=", prefix, row->name);
        start = out->length;
        by_options_print(options, row, out);
        if (!out->failed && strchr(by_text_string(out) + start, '\n'))
            return by_error_set(error, BY_ERROR_INPUT, "the option %s has a line break, expected none", row->name);
        by_text_add_char(out, '\n');
    }
    return BY_OK;
}

/* The name of a file without its folders, so that a run can go on from elsewhere. */
static void print_file_name(const char *path, by_text *out)
{
    const char *slash = strrchr(path, '/');

    for (const char *at = slash ? slash + 1 : path; *at; at++)
        by_text_add_char(out, (unsigned char)*at < ' ' ? '?' : *at);
}

static uint32_t checksum_of(const struct match_openings *openings)
{
    uint32_t checksum = 0;

    for (size_t i = 0; i < match_openings_count(openings); i++) {
        const char *text = match_openings_text(openings, i);

        checksum = selfplay_checksum(checksum, text, strlen(text) + 1);
    }
    return checksum;
}

static void print_openings(const struct selfplay_plan *plan, by_text *out)
{
    by_text_add(out, "openings=");
    if (plan->openings_name)
        print_file_name(plan->openings_name, out);
    by_text_printf(out, "\nopenings_count=%zu\nopenings_checksum=%08" PRIx32 "\n", match_openings_count(plan->openings),
                   checksum_of(plan->openings));
}

/* The limits by their names in the text, which printing and reading share. */
struct limit_row {
    const char *name;
    size_t offset;
};

#define AT(field) offsetof(struct selfplay_adjudication, field)

static const struct limit_row limit_rows[] = {
    {"win_score", AT(win_score)},   {"win_plies", AT(win_plies)}, {"draw_score", AT(draw_score)},
    {"draw_plies", AT(draw_plies)}, {"draw_from", AT(draw_from)}, {"max_plies", AT(max_plies)},
};

enum { LIMIT_COUNT = sizeof limit_rows / sizeof limit_rows[0] };

_Static_assert(sizeof(by_value) == sizeof(int), "the rows of limits take all of them for int");

by_status selfplay_plan_print(const struct selfplay_plan *plan, by_text *out, by_error *error)
{
    by_status status;

    by_text_printf(out, "boyi=%s\ngame=%s\n", by_version(), by_game_type_of(plan->game)->name);
    status = print_options("game", plan->game_options, out, error);
    if (status)
        return status;
    by_text_printf(out, "method=%s\n", by_method_name(plan->method));
    status = print_options("method", plan->options, out, error);
    if (status)
        return status;
    by_text_printf(out, "nodes=%" PRIu64 "\nseed=%" PRIu64 "\nrandom_plies=%d\n", plan->nodes, plan->seed,
                   plan->random_plies);
    print_openings(plan, out);
    for (int i = 0; i < LIMIT_COUNT; i++) {
        const char *place = (const char *)&plan->adjudication + limit_rows[i].offset;

        by_text_printf(out, "%s=%d\n", limit_rows[i].name, *(const int *)(const void *)place);
    }
    return out->failed ? by_error_no_memory(error) : BY_OK;
}

/* ---- Lines of settings ------------------------------------------------------------------------------------------- */

/* A line without its end; the text behind it, NULL behind the last. */
struct line {
    const char *text;
    size_t length;
    const char *next;
};

static bool line_at(const char *text, struct line *line)
{
    if (!text || !*text)
        return false;
    line->text = text;
    line->length = strcspn(text, "\n");
    line->next = text[line->length] ? text + line->length + 1 : NULL;
    return true;
}

static bool find_line(const char *settings, const char *name, size_t length, struct line *line)
{
    for (const char *at = settings; line_at(at, line); at = line->next)
        if (line->length > length && line->text[length] == '=' && strncmp(line->text, name, length) == 0)
            return true;
    return false;
}

bool selfplay_settings_find(const char *settings, const char *name, by_text *value)
{
    struct line line;
    size_t length = strlen(name);

    if (!find_line(settings, name, length, &line))
        return false;
    by_text_printf(value, "%.*s", (int)(line.length - length - 1), line.text + length + 1);
    return true;
}

/* ---- Comparing --------------------------------------------------------------------------------------------------- */

static size_t name_length(const struct line *line)
{
    const char *equals = memchr(line->text, '=', line->length);

    return equals ? (size_t)(equals - line->text) : line->length;
}

/* How a line of one text stands in another: there, with another value, or not at all. */
static bool is_in(const struct line *line, const char *settings, struct line *other)
{
    if (!find_line(settings, line->text, name_length(line), other)) {
        *other = (struct line){0};
        return false;
    }
    return other->length == line->length && strncmp(other->text, line->text, line->length) == 0;
}

/* Keeps the first difference and counts them. */
struct difference {
    int count;
    struct line in_file, wanted; /* no text: no such line */
};

static void record_difference(struct difference *difference, const struct line *in_file, const struct line *wanted)
{
    if (!difference->count++) {
        difference->in_file = *in_file;
        difference->wanted = *wanted;
    }
}

static by_status report_difference(const struct difference *difference, by_error *error)
{
    const struct line none = {.text = "nothing", .length = 7};
    const struct line *in_file = difference->in_file.text ? &difference->in_file : &none;
    const struct line *wanted = difference->wanted.text ? &difference->wanted : &none;
    char others[48] = "";

    if (difference->count > 1)
        (void)snprintf(others, sizeof others, " (and %d more differ)", difference->count - 1);
    return by_error_set(error, BY_ERROR_INPUT, "other settings: the file has %.*s, asked for is %.*s%s",
                        (int)(in_file->length < 70 ? in_file->length : 70), in_file->text,
                        (int)(wanted->length < 70 ? wanted->length : 70), wanted->text, others);
}

by_status selfplay_settings_compare(const char *in_file, const char *wanted, by_error *error)
{
    const struct line none = {0};
    struct difference difference = {0};
    struct line line, other;

    for (const char *at = wanted; line_at(at, &line); at = line.next)
        if (!is_in(&line, in_file, &other))
            record_difference(&difference, &other, &line);
    for (const char *at = in_file; line_at(at, &line); at = line.next)
        if (!find_line(wanted, line.text, name_length(&line), &other))
            record_difference(&difference, &line, &none);
    if (difference.count)
        return report_difference(&difference, error);
    if (strcmp(in_file, wanted) != 0)
        return by_error_set(error, BY_ERROR_INPUT, "other settings: the same lines in another order");
    return BY_OK;
}

/* ---- What a file says of its games ------------------------------------------------------------------------------- */

/* Sets an option of the game from a line like game.rules=asian. */
static by_status set_option(by_options *options, const struct line *line, by_error *error)
{
    const size_t prefix = strlen("game.");
    size_t length = name_length(line);
    by_text name = {0}, value = {0};
    by_status status;

    by_text_printf(&name, "%.*s", (int)(length - prefix), line->text + prefix);
    if (length < line->length)
        by_text_printf(&value, "%.*s", (int)(line->length - length - 1), line->text + length + 1);
    if (name.failed || value.failed)
        status = by_error_no_memory(error);
    else
        status = by_options_set(options, by_text_string(&name), by_text_string(&value), error);
    by_text_free(&name);
    by_text_free(&value);
    return status;
}

static by_status set_options(const char *settings, by_options *options, by_error *error)
{
    struct line line;
    by_status status = BY_OK;

    for (const char *at = settings; !status && line_at(at, &line); at = line.next)
        if (strncmp(line.text, "game.", strlen("game.")) == 0)
            status = set_option(options, &line, error);
    return status;
}

by_status selfplay_settings_open_game(const char *settings, by_game **out, by_error *error)
{
    const by_game_type *type = NULL;
    by_options *options = NULL;
    by_text name = {0};
    by_status status;

    if (!selfplay_settings_find(settings, "game", &name))
        return by_error_set(error, BY_ERROR_INPUT, "the settings name no game, expected a line game=NAME");
    status = name.failed ? by_error_no_memory(error) : by_game_type_find(by_text_string(&name), &type, error);
    by_text_free(&name);
    if (!status && type->options)
        status = by_options_create(type->options, &options, error);
    if (!status && options)
        status = set_options(settings, options, error);
    if (!status)
        status = by_game_open(type, options, out, error);
    by_options_destroy(options);
    return status;
}

static by_status read_limit(const char *settings, const struct limit_row *row, int *out, by_error *error)
{
    by_text value = {0};
    int64_t number = -1;
    bool is_known = selfplay_settings_find(settings, row->name, &value);

    if (is_known && !by__scan_integer(by_text_string(&value), 0, INT32_MAX, &number))
        number = -1;
    is_known = !value.failed;
    by_text_free(&value);
    if (!is_known)
        return by_error_no_memory(error);
    if (number < 0)
        return by_error_set(error, BY_ERROR_INPUT, "the settings have no number for %s, expected a line %s=N",
                            row->name, row->name);
    *out = (int)number;
    return BY_OK;
}

by_status selfplay_settings_adjudication(const char *settings, struct selfplay_adjudication *out, by_error *error)
{
    by_status status = BY_OK;

    for (int i = 0; i < LIMIT_COUNT && !status; i++) {
        char *place = (char *)out + limit_rows[i].offset;

        status = read_limit(settings, &limit_rows[i], (int *)(void *)place, error);
    }
    return status;
}
