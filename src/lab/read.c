/* SPDX-License-Identifier: MIT
 *
 * Reading an experiment line by line. Whatever a line names has to stand above it, so that one pass is enough and each
 * mistake is told where it was made.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/experiment.h"

enum {
    LIMITS_MOST = 1000, /* of one variant */
    VARIANTS_MOST = 1000,
    POSITIONS_MOST = 10000,
    NAME_MOST = 40, /* longer names would not fit into a table, nor into a message */
};

#define NODES_MOST INT64_C(1000000000000000)

struct reading {
    struct lab_experiment *experiment;
    const struct lab_reader *reader;
    by_error *error;
    uint64_t hash;
    int line;
    char *begin; /* of the line */
    char *rest;  /* what is not yet read of it */
    int limit_line;
    bool has_no_memory;
};

static int column_of(const struct reading *reading, const char *place)
{
    return (int)(place - reading->begin) + 1;
}

#define REFUSE(reading, place, ...)                                                                                    \
    by_error_set_at((reading)->error, BY_ERROR_INPUT, (reading)->line, column_of((reading), (place)), __VA_ARGS__)

/* Passes on what a part of the library said, at its place in the experiment. */
static by_status refuse_because(struct reading *reading, const char *place, const by_error *reason)
{
    return by_error_set_at(reading->error, reason->status, reading->line, column_of(reading, place), "%s",
                           reason->message);
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

static void skip_blanks(struct reading *reading)
{
    reading->rest += strspn(reading->rest, " \t");
}

/* The next word of the line, cut off from the rest; NULL at its end. */
static char *next_word(struct reading *reading)
{
    char *word;

    skip_blanks(reading);
    word = reading->rest;
    if (!*word)
        return NULL;
    reading->rest += strcspn(word, " \t");
    if (*reading->rest)
        *reading->rest++ = 0;
    return word;
}

/* All that is left of the line; the empty text if nothing is. */
static char *rest_of_line(struct reading *reading)
{
    skip_blanks(reading);
    return reading->rest;
}

static by_status copy_rest(struct reading *reading, const char *what, const char **out)
{
    char *text = rest_of_line(reading);

    if (!*text)
        return REFUSE(reading, text, "expected %s", what);
    *out = lab_arena_text(&reading->experiment->arena, text);
    return *out ? BY_OK : by_error_no_memory(reading->error);
}

static void *grow(struct reading *reading, void *list, size_t count, size_t item_size)
{
    void *larger = lab_arena_grow(&reading->experiment->arena, list, count, item_size);

    reading->has_no_memory = !larger;
    return larger ? larger : list;
}

/* Makes room for one more item; the list may move. After a failure it is as it was. */
#define GROW(reading, list, count)                                                                                     \
    ((list) = grow((reading), (list), (count), sizeof *(list)),                                                        \
     (reading)->has_no_memory ? by_error_no_memory((reading)->error) : BY_OK)

/* Names stand in tables, in lists and before `=`. */
static by_status check_name(struct reading *reading, const char *name, const char *what)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-_.+", *c))
            return REFUSE(reading, c, "'%.60s' is no name of a %s, expected letters, digits and - _ . +", name, what);
    if (strlen(name) > NAME_MOST)
        return REFUSE(reading, name, "the name of a %s has at most %d characters", what, NAME_MOST);
    return BY_OK;
}

static by_status refuse_unknown(struct reading *reading, const char *word, const char *what, const char *const *words)
{
    const char *nearest = by_text_nearest(word, words);

    if (nearest)
        return REFUSE(reading, word, "unknown %s '%.60s', did you mean '%s'?", what, word, nearest);
    return REFUSE(reading, word, "unknown %s '%.60s'", what, word);
}

static by_status refuse_variant(struct reading *reading, const char *name)
{
    const struct lab_experiment *experiment = reading->experiment;
    const char **names = calloc(experiment->variant_count + 1, sizeof *names);
    by_status status;

    if (!names)
        return by_error_no_memory(reading->error);
    for (size_t i = 0; i < experiment->variant_count; i++)
        names[i] = experiment->variants[i].name;
    status = refuse_unknown(reading, name, "variant", names);
    free(names);
    return status;
}

static by_status find_variant(struct reading *reading, const char *name, size_t *out)
{
    for (*out = 0; *out < reading->experiment->variant_count; ++*out)
        if (strcmp(reading->experiment->variants[*out].name, name) == 0)
            return BY_OK;
    return refuse_variant(reading, name);
}

/* A whole number in decimal digits up to `most`. */
static bool read_number(const char *text, const char **end, int64_t most, int64_t *out)
{
    *out = 0;
    *end = text;
    for (; isdigit((unsigned char)**end); ++*end) {
        *out = *out * 10 + (**end - '0');
        if (*out > most)
            return false;
    }
    return *end > text && *out >= 1;
}

/* All options with their values, as they could be set. */
static const char *print_settings(struct reading *reading, const by_options *options)
{
    by_text text = {0};
    const char *copy;

    for (const struct by_option *row = options ? by_options_table(options) : NULL; row && row->name; row++) {
        by_text_printf(&text, "%s%s=", text.length ? " " : "", row->name);
        by_options_print(options, row, &text);
    }
    copy = text.failed ? NULL : lab_arena_text(&reading->experiment->arena, by_text_string(&text));
    by_text_free(&text);
    return copy;
}

/* ---- Title, paper, game ---------------------------------------------------------------------------------------- */

static by_status read_title(struct reading *reading)
{
    if (reading->experiment->title)
        return REFUSE(reading, reading->begin, "the title was already given");
    return copy_rest(reading, "a title", &reading->experiment->title);
}

static by_status read_paper(struct reading *reading)
{
    if (reading->experiment->paper)
        return REFUSE(reading, reading->begin, "the paper was already given");
    return copy_rest(reading, "where the figures come from", &reading->experiment->paper);
}

static by_status open_game(struct reading *reading, by_options *options, char *place)
{
    struct lab_experiment *experiment = reading->experiment;
    char *settings = rest_of_line(reading);
    by_error reason;

    if (*settings && !options)
        return REFUSE(reading, settings, "the game %s has no options", experiment->type->name);
    if (*settings && by_options_set_all(options, settings, &reason))
        return refuse_because(reading, settings, &reason);
    if (by_game_open(experiment->type, options, &experiment->game, &reason))
        return refuse_because(reading, place, &reason);
    experiment->game_settings = print_settings(reading, options);
    return experiment->game_settings ? BY_OK : by_error_no_memory(reading->error);
}

static by_status read_game(struct reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *name = next_word(reading);
    by_options *options = NULL;
    by_error reason;
    by_status status;

    if (experiment->game)
        return REFUSE(reading, reading->begin, "the game was already given");
    if (!name)
        return REFUSE(reading, reading->rest, "expected the name of a game");
    if (by_game_type_find(name, &experiment->type, &reason))
        return refuse_because(reading, name, &reason);
    if (experiment->type->options && by_options_create(experiment->type->options, &options, &reason))
        return refuse_because(reading, name, &reason);
    status = open_game(reading, options, name);
    by_options_destroy(options);
    return status;
}

/* ---- Positions ------------------------------------------------------------------------------------------------- */

/* Where a position was written: in the experiment, or in a file that it names. */
struct place {
    const char *file; /* NULL: the experiment itself */
    int line;
    char *word; /* in the experiment's line */
};

static by_status refuse_position(struct reading *reading, const struct place *place, const char *id, const char *reason)
{
    if (place->file)
        return REFUSE(reading, place->word, "%.80s, line %d: position %.40s: %s", place->file, place->line, id, reason);
    return REFUSE(reading, place->word, "position %.40s: %s", id, reason);
}

/* The same for what the game said of it. */
static by_status refuse_text(struct reading *reading, const struct place *place, const char *id, const by_error *reason)
{
    char words[sizeof reason->message + 32];

    if (reason->status == BY_ERROR_MEMORY)
        return refuse_because(reading, place->word, reason);
    if (reason->column)
        (void)snprintf(words, sizeof words, "column %d: %s", reason->column, reason->message);
    else
        (void)snprintf(words, sizeof words, "%s", reason->message);
    return refuse_position(reading, place, id, words);
}

/* Fills a position in from its text. */
static by_status fill_position(struct reading *reading, struct lab_position *position, const char *text,
                               const struct place *place)
{
    struct lab_experiment *experiment = reading->experiment;
    by_text printed = {0};
    struct by_node node;
    by_error reason;

    if (by_position_create(experiment->game, &position->position, &reason))
        return refuse_text(reading, place, position->id, &reason);
    if (strcmp(text, "initial") != 0 && by_position_parse(position->position, text, &reason))
        return refuse_text(reading, place, position->id, &reason);
    by_position_verdict(position->position, &node);
    if (node.is_over)
        return refuse_position(reading, place, position->id, "the game is over, there is nothing to search");
    by_position_print(position->position, &printed);
    if (!printed.failed)
        position->text = lab_arena_text(&experiment->arena, by_text_string(&printed));
    by_text_free(&printed);
    return position->text ? BY_OK : by_error_no_memory(reading->error);
}

static by_status add_position(struct reading *reading, const char *id, const char *text, const struct place *place)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_position *position;

    for (size_t i = 0; i < experiment->position_count; i++)
        if (strcmp(experiment->positions[i].id, id) == 0)
            return refuse_position(reading, place, id, "there is another of this name");
    if (experiment->position_count >= POSITIONS_MOST)
        return refuse_position(reading, place, id, "there are too many");
    if (GROW(reading, experiment->positions, experiment->position_count))
        return BY_ERROR_MEMORY;
    position = &experiment->positions[experiment->position_count];
    *position = (struct lab_position){.id = lab_arena_text(&experiment->arena, id)};
    if (!position->id)
        return by_error_no_memory(reading->error);
    experiment->position_count++;
    return fill_position(reading, position, text, place);
}

static by_status need_game(struct reading *reading)
{
    return reading->experiment->game ? BY_OK
                                     : REFUSE(reading, reading->begin, "the game has to be named above its positions");
}

static by_status read_position(struct reading *reading)
{
    char *id = next_word(reading);
    char *text = rest_of_line(reading);
    struct place place = {.word = text};
    by_status status = need_game(reading);

    if (status)
        return status;
    if (!id)
        return REFUSE(reading, reading->rest, "expected the name of a position and its text");
    status = check_name(reading, id, "position");
    if (status)
        return status;
    if (!*text)
        return REFUSE(reading, text, "expected the text of position %.40s, or the word initial", id);
    return add_position(reading, id, text, &place);
}

/* A line of a file of positions: name, text and where it is from, separated by tabs. */
static by_status read_position_line(struct reading *reading, char *line, const struct place *place)
{
    char *text = strchr(line, '\t');
    by_status status;

    line[strcspn(line, "\r")] = 0;
    if (!*line || *line == '#')
        return BY_OK;
    if (!text)
        return REFUSE(reading, place->word, "%.80s, line %d: expected a name, a tab and a position", place->file,
                      place->line);
    *text++ = 0;
    text[strcspn(text, "\t")] = 0;
    status = *line ? BY_OK : refuse_position(reading, place, "", "it has no name");
    return status ? status : add_position(reading, line, text, place);
}

static by_status read_position_lines(struct reading *reading, char *text, struct place *place)
{
    by_status status = BY_OK;
    size_t before = reading->experiment->position_count;

    reading->hash = lab_hash(reading->hash, text);
    for (char *line = text; line && !status;) {
        char *end = strchr(line, '\n');

        if (end)
            *end++ = 0;
        place->line++;
        status = read_position_line(reading, line, place);
        line = end;
    }
    if (!status && reading->experiment->position_count == before)
        status = REFUSE(reading, place->word, "there are no positions in %.120s", place->file);
    return status;
}

static by_status read_positions(struct reading *reading)
{
    char *name = rest_of_line(reading);
    struct place place = {.file = name, .word = name};
    by_status status = need_game(reading);
    const char *why = "files cannot be read here";
    char *text;

    if (status)
        return status;
    if (!*name)
        return REFUSE(reading, name, "expected the name of a file");
    text = reading->reader ? reading->reader->read(reading->reader->context, name, &why) : NULL;
    if (!text)
        return REFUSE(reading, name, "cannot read %.120s: %s", name, why);
    status = read_position_lines(reading, text, &place);
    free(text);
    return status;
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

static by_status add_limit(struct reading *reading, struct lab_limits *limits, int64_t limit, const char *word)
{
    size_t at = limits->count;

    if (at >= LIMITS_MOST)
        return REFUSE(reading, word, "more than %d limits", LIMITS_MOST);
    for (size_t i = 0; i < at; i++)
        if (limits->list[i] == limit)
            return REFUSE(reading, word, "%" PRId64 " is given twice", limit);
    if (GROW(reading, limits->list, at))
        return BY_ERROR_MEMORY;
    for (; at > 0 && limits->list[at - 1] > limit; at--)
        limits->list[at] = limits->list[at - 1];
    limits->list[at] = limit;
    limits->count++;
    return BY_OK;
}

/* Adds a number or a range like 1-9. */
static by_status add_limits(struct reading *reading, struct lab_limits *limits, const char *word, int64_t most)
{
    const char *end;
    int64_t first, last;
    by_status status = BY_OK;
    bool is_good = read_number(word, &end, most, &first);

    last = first;
    if (is_good && *end == '-')
        is_good = read_number(end + 1, &end, most, &last);
    if (!is_good || *end)
        return REFUSE(reading, word, "'%.40s' does not fit, expected numbers from 1 to %" PRId64 " or ranges like 1-9",
                      word, most);
    if (last < first)
        return REFUSE(reading, word, "the range %.40s runs backwards", word);
    for (int64_t limit = first; limit <= last && !status; limit++)
        status = add_limit(reading, limits, limit, word);
    return status;
}

/* The limits are those of the variants that follow. */
static by_status give_limits(struct reading *reading, const struct lab_limits *limits, const char *place)
{
    char *name = next_word(reading);
    size_t index;
    by_status status;

    if (!name)
        return REFUSE(reading, reading->rest, "expected names of variants behind `for`");
    for (; name; name = next_word(reading)) {
        struct lab_variant *variant;

        status = find_variant(reading, name, &index);
        if (status)
            return status;
        variant = &reading->experiment->variants[index];
        if (variant->has_own_limits)
            return REFUSE(reading, place, "variant %s already has limits of its own", variant->name);
        variant->has_own_limits = true;
        variant->limits = *limits;
    }
    return BY_OK;
}

static by_status set_limit_kind(struct reading *reading, enum lab_limit kind)
{
    struct lab_experiment *experiment = reading->experiment;

    if (experiment->limit != LAB_LIMIT_NONE && experiment->limit != kind)
        return REFUSE(reading, reading->begin, "an experiment is limited by depth or by nodes, and line %d says %s",
                      reading->limit_line, lab_limit_name(experiment->limit));
    experiment->limit = kind;
    reading->limit_line = reading->line;
    return BY_OK;
}

static by_status read_limits(struct reading *reading, enum lab_limit kind, int64_t most)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_limits limits = {0};
    by_status status = set_limit_kind(reading, kind);
    char *word;

    while (!status && (word = next_word(reading)) != NULL && strcmp(word, "for") != 0)
        status = add_limits(reading, &limits, word, most);
    if (status)
        return status;
    if (!limits.count)
        return REFUSE(reading, word ? word : reading->rest, "expected numbers or ranges like 1-9");
    if (word)
        return give_limits(reading, &limits, reading->begin);
    if (experiment->limits.count)
        return REFUSE(reading, reading->begin,
                      "the limits were already given; those of single variants end in `for "
                      "NAME`");
    experiment->limits = limits;
    return BY_OK;
}

static by_status read_depths(struct reading *reading)
{
    return read_limits(reading, LAB_LIMIT_DEPTH, BY_MAX_PLY);
}

static by_status read_nodes(struct reading *reading)
{
    return read_limits(reading, LAB_LIMIT_NODES, NODES_MOST);
}

/* ---- Variants -------------------------------------------------------------------------------------------------- */

static by_status set_options(struct reading *reading, struct lab_variant *variant)
{
    by_error reason;

    for (char *word = next_word(reading), *first = word; word; word = next_word(reading)) {
        bool is_setting = strchr(word, '=') != NULL;
        by_status status = BY_OK;

        if (is_setting)
            status = by_options_set_all(variant->options, word, &reason);
        else if (word == first)
            status = by_method_apply_preset(variant->method, word, variant->options, &reason);
        else
            return REFUSE(reading, word, "'%.60s' is no setting, expected name=value", word);
        if (status)
            return refuse_because(reading, word, &reason);
    }
    variant->settings = print_settings(reading, variant->options);
    return variant->settings ? BY_OK : by_error_no_memory(reading->error);
}

static by_status fill_variant(struct reading *reading, struct lab_variant *variant)
{
    char *words = rest_of_line(reading);
    char *method;
    by_error reason;

    if (!*words)
        return REFUSE(reading, words, "expected a method, and then a preset and settings if wanted");
    variant->words = lab_arena_text(&reading->experiment->arena, words);
    if (!variant->words)
        return by_error_no_memory(reading->error);
    method = next_word(reading);
    if (by_method_find(method, &variant->method, &reason))
        return refuse_because(reading, method, &reason);
    if (by_options_create(by_method_options(variant->method), &variant->options, &reason))
        return refuse_because(reading, method, &reason);
    return set_options(reading, variant);
}

static by_status read_variant(struct reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *name = next_word(reading);
    struct lab_variant *variant;
    by_status status;

    if (!name)
        return REFUSE(reading, reading->rest, "expected a name, a method, and then a preset and settings if wanted");
    status = check_name(reading, name, "variant");
    if (status)
        return status;
    for (size_t i = 0; i < experiment->variant_count; i++)
        if (strcmp(experiment->variants[i].name, name) == 0)
            return REFUSE(reading, name, "there is another variant %s in line %d", name, experiment->variants[i].line);
    if (experiment->variant_count >= VARIANTS_MOST)
        return REFUSE(reading, name, "more than %d variants", VARIANTS_MOST);
    if (GROW(reading, experiment->variants, experiment->variant_count))
        return BY_ERROR_MEMORY;
    variant = &experiment->variants[experiment->variant_count];
    *variant = (struct lab_variant){.name = lab_arena_text(&experiment->arena, name), .line = reading->line};
    if (!variant->name)
        return by_error_no_memory(reading->error);
    experiment->variant_count++;
    return fill_variant(reading, variant);
}

/* ---- Measures and figures -------------------------------------------------------------------------------------- */

static struct lab_table *current_table(const struct reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    return experiment->table_count ? &experiment->tables[experiment->table_count - 1] : NULL;
}

static by_status make_measure(struct reading *reading, const char *word, struct lab_measure *out)
{
    by_status status = check_name(reading, word, "measure");

    if (status)
        return status;
    *out = (struct lab_measure){.line = reading->line, .column = column_of(reading, word)};
    out->name = lab_arena_text(&reading->experiment->arena, word);
    return out->name ? BY_OK : by_error_no_memory(reading->error);
}

static by_status measure_table(struct reading *reading, struct lab_table *table, char *word)
{
    char *further = next_word(reading);

    if (further)
        return REFUSE(reading, further, "a table shows one measure");
    if (table->measure.name)
        return REFUSE(reading, reading->begin, "the measure of this table was already given");
    if (!lab_measure_is_number(word))
        return REFUSE(reading, word, "a table shows means, and %s is no number", word);
    return make_measure(reading, word, &table->measure);
}

/* Above the first table: what is listed of each row. */
static by_status read_measure(struct reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *word = next_word(reading);
    by_status status = BY_OK;

    if (!word)
        return REFUSE(reading, reading->rest,
                      "expected what to measure: nodes, evaluations, time, value, best, depth, "
                      "selective_depth or a counter");
    if (current_table(reading))
        return measure_table(reading, current_table(reading), word);
    for (; word && !status; word = next_word(reading)) {
        for (size_t i = 0; i < experiment->measure_count; i++)
            if (strcmp(experiment->measures[i].name, word) == 0)
                return REFUSE(reading, word, "%.40s is given twice", word);
        if (GROW(reading, experiment->measures, experiment->measure_count))
            return BY_ERROR_MEMORY;
        status = make_measure(reading, word, &experiment->measures[experiment->measure_count]);
        experiment->measure_count += !status;
    }
    return status;
}

/* LIMIT=FIGURE */
static by_status add_figure(struct reading *reading, const struct lab_figure *model, char *word)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_figure figure = *model;
    const char *equals;
    char *end;

    if (!read_number(word, &equals, NODES_MOST, &figure.limit) || *equals != '=')
        return REFUSE(reading, word, "'%.40s' is no figure, expected LIMIT=NUMBER such as 3=5198", word);
    errno = 0;
    figure.value = strtod(equals + 1, &end);
    if (end == equals + 1 || *end || errno || !isfinite(figure.value))
        return REFUSE(reading, equals + 1, "'%.40s' is no number", equals + 1);
    if (lab_figure_find(experiment, figure.variant, figure.measure, figure.limit))
        return REFUSE(reading, word, "the figure for %" PRId64 " was already given", figure.limit);
    figure.line = reading->line;
    figure.column = column_of(reading, word);
    if (GROW(reading, experiment->figures, experiment->figure_count))
        return BY_ERROR_MEMORY;
    experiment->figures[experiment->figure_count++] = figure;
    return BY_OK;
}

static by_status read_published(struct reading *reading)
{
    struct lab_figure model = {0};
    char *variant = next_word(reading);
    char *measure = next_word(reading);
    char *word = next_word(reading);
    struct lab_measure checked;
    by_status status;

    if (!word)
        return REFUSE(reading, reading->rest, "expected a variant, a measure and figures such as 3=5198");
    status = find_variant(reading, variant, &model.variant);
    if (!status)
        status = make_measure(reading, measure, &checked);
    if (status)
        return status;
    model.measure = checked.name;
    for (; word && !status; word = next_word(reading))
        status = add_figure(reading, &model, word);
    return status;
}

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

static by_status read_table(struct reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_table *table;
    by_status status;

    if (GROW(reading, experiment->tables, experiment->table_count))
        return BY_ERROR_MEMORY;
    table = &experiment->tables[experiment->table_count];
    *table = (struct lab_table){.base = LAB_NO_COLUMN, .line = reading->line};
    status = copy_rest(reading, "the title of the table", &table->title);
    experiment->table_count += !status;
    return status;
}

static by_status need_table(struct reading *reading)
{
    return current_table(reading) ? BY_OK : REFUSE(reading, reading->begin, "this belongs below the line of a table");
}

static by_status read_columns(struct reading *reading)
{
    struct lab_table *table = current_table(reading);
    by_status status = need_table(reading);
    char *name = next_word(reading);

    if (status)
        return status;
    if (table->column_count)
        return REFUSE(reading, reading->begin, "the columns of this table were already given");
    if (!name)
        return REFUSE(reading, reading->rest, "expected names of variants");
    for (; name && !status; name = next_word(reading)) {
        size_t variant;

        status = find_variant(reading, name, &variant);
        for (size_t i = 0; i < table->column_count && !status; i++)
            if (table->columns[i] == variant)
                status = REFUSE(reading, name, "%s is given twice", name);
        if (!status)
            status = GROW(reading, table->columns, table->column_count);
        if (!status)
            table->columns[table->column_count++] = variant;
    }
    return status;
}

static by_status read_base(struct reading *reading)
{
    struct lab_table *table = current_table(reading);
    by_status status = need_table(reading);
    char *name = next_word(reading);
    size_t variant;

    if (status)
        return status;
    if (!name)
        return REFUSE(reading, reading->rest, "expected the name of a column");
    if (*rest_of_line(reading))
        return REFUSE(reading, reading->rest, "a table has one base");
    if (table->base != LAB_NO_COLUMN)
        return REFUSE(reading, reading->begin, "the base of this table was already given");
    status = find_variant(reading, name, &variant);
    for (size_t i = 0; i < table->column_count && !status; i++)
        if (table->columns[i] == variant)
            table->base = (int)i;
    if (!status && table->base == LAB_NO_COLUMN)
        status = REFUSE(reading, name, "%s is no column of this table; the columns stand above the base", name);
    return status;
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

struct keyword {
    const char *name;
    by_status (*read)(struct reading *reading);
};

static const struct keyword keywords[] = {
    {"title", read_title},         {"paper", read_paper},         {"game", read_game},   {"position", read_position},
    {"positions", read_positions}, {"depths", read_depths},       {"nodes", read_nodes}, {"variant", read_variant},
    {"measure", read_measure},     {"published", read_published}, {"table", read_table}, {"columns", read_columns},
    {"base", read_base},
};

enum { KEYWORD_COUNT = sizeof keywords / sizeof keywords[0] };

/* Only what an editor shows may stand in a line: what follows a byte that it hides would be read differently from how
 * it looks. */
static by_status check_characters(struct reading *reading)
{
    for (const char *c = reading->begin; *c;) {
        int length = by_text_character(c);

        if (length == 0)
            return REFUSE(reading, c, "this is no UTF-8");
        if (((unsigned char)*c < ' ' && *c != '\t') || *c == 127)
            return REFUSE(reading, c, "control characters other than tabs have no place here");
        c += length;
    }
    return BY_OK;
}

static by_status read_line(struct reading *reading)
{
    const char *names[KEYWORD_COUNT + 1] = {0};
    by_status status = check_characters(reading);
    char *word;

    if (status)
        return status;
    for (size_t end = strlen(reading->begin); end && strchr(" \t", reading->begin[end - 1]); end--)
        reading->begin[end - 1] = 0;
    word = next_word(reading);
    if (!word || *word == '#')
        return BY_OK;
    for (int i = 0; i < KEYWORD_COUNT; i++) {
        if (strcmp(word, keywords[i].name) == 0)
            return keywords[i].read(reading);
        names[i] = keywords[i].name;
    }
    return refuse_unknown(reading, word, "word", names);
}

static by_status read_lines(struct reading *reading, char *text)
{
    by_status status = BY_OK;

    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    for (char *line = text; line && !status;) {
        char *end = strchr(line, '\n');

        if (end) {
            if (end > line && end[-1] == '\r')
                end[-1] = 0;
            *end++ = 0;
        }
        reading->line++;
        reading->begin = line;
        reading->rest = line;
        status = read_line(reading);
        line = end;
    }
    return status;
}

static by_status check_tables(struct reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->table_count; i++) {
        struct lab_table *table = &experiment->tables[i];

        if (!table->column_count)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, table->line, 1, "this table has no columns");
        if (!table->measure.name && experiment->measure_count)
            table->measure = experiment->measures[0];
        if (!table->measure.name)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, table->line, 1, "this table has no measure");
        if (!lab_measure_is_number(table->measure.name))
            return by_error_set_at(reading->error, BY_ERROR_INPUT, table->line, 1,
                                   "a table shows means, and %s is no number: give this one a measure",
                                   table->measure.name);
    }
    return BY_OK;
}

static by_status check_limits(struct reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count; i++) {
        struct lab_variant *variant = &experiment->variants[i];

        if (!variant->has_own_limits)
            variant->limits = experiment->limits;
        if (!variant->limits.count)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, variant->line, 1,
                                   "variant %s has no limits: neither `depths` nor `nodes` is given", variant->name);
    }
    for (size_t i = 0; i < experiment->figure_count; i++) {
        const struct lab_figure *figure = &experiment->figures[i];
        const struct lab_variant *variant = &experiment->variants[figure->variant];

        if (!lab_variant_has(variant, figure->limit))
            return by_error_set_at(reading->error, BY_ERROR_INPUT, figure->line, figure->column,
                                   "variant %s is not searched with %s %" PRId64, variant->name,
                                   lab_limit_name(experiment->limit), figure->limit);
    }
    return BY_OK;
}

/* What can be known only at the end. */
static by_status check_whole(struct reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    const char *missing = !experiment->title            ? "title"
                          : !experiment->game           ? "game"
                          : !experiment->position_count ? "positions"
                          : !experiment->variant_count  ? "variants"
                          : !experiment->table_count    ? "table"
                                                        : NULL;
    by_status status;

    if (missing)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, reading->line, 1, "the experiment ends without %s%s",
                               missing[strlen(missing) - 1] == 's' ? "" : "a ", missing);
    status = check_limits(reading);
    return status ? status : check_tables(reading);
}

static by_status read_all(struct reading *reading, const char *name, const char *text)
{
    struct lab_experiment *experiment = reading->experiment;
    char *copy = lab_arena_text(&experiment->arena, text);
    by_status status;

    experiment->name = lab_arena_text(&experiment->arena, name);
    if (!copy || !experiment->name)
        return by_error_no_memory(reading->error);
    status = read_lines(reading, copy);
    if (!status)
        status = check_whole(reading);
    lab_hash_print(reading->hash, experiment->fingerprint);
    return status;
}

by_status lab_experiment_read(const char *name, const char *text, const struct lab_reader *reader,
                              struct lab_experiment **out, by_error *error)
{
    struct reading reading = {.reader = reader, .error = error, .hash = lab_hash(LAB_HASH_START, text)};
    by_status status;

    *out = NULL;
    reading.experiment = calloc(1, sizeof *reading.experiment);
    if (!reading.experiment)
        return by_error_no_memory(error);
    status = read_all(&reading, name, text);
    if (status)
        lab_experiment_destroy(reading.experiment);
    else
        *out = reading.experiment;
    return status;
}
