/* SPDX-License-Identifier: MIT
 *
 * What an experiment searches, and how: its game, its variants one by one and in families, which differ in one option,
 * their limits and repetitions, and their opponents in games.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lab/reading.h"

enum {
    LIMITS_MOST = 1000, /* of one variant */
    VARIANTS_MOST = 1000,
    VALUES_MOST = 64, /* of a family */
};

/* ---- The game -------------------------------------------------------------------------------------------------- */

/* The reader's bound for the nodes of a tree, if the game has such an option; 0: none. */
static int tree_bound(const struct lab_reading *reading, const by_options *options)
{
    return options && reading->reader && by_option_find(by_options_table(options), "nodes_most")
               ? reading->reader->bounds.tree_nodes
               : 0;
}

/* Sets options by the text after the game's name: a preset, if the first word is no setting, and settings. */
static void set_game_options(struct lab_reading *reading, by_options *options)
{
    char *settings = lab_rest_of_line(reading);
    size_t length = strcspn(settings, " \t");
    int bound = tree_bound(reading, options);
    by_error reason;

    if (*settings && !options)
        LAB_REFUSE(reading, settings, "the game %s has no options", reading->experiment->type->name);
    if (!lab_check_settings(reading, settings) || !options)
        return;
    if (length && !memchr(settings, '=', length) &&
        by_game_apply_preset(reading->experiment->type, lab_next_word(reading), options, &reason))
        lab_refuse_because(reading, settings, &reason);
    if (bound)
        (void)by_options_set_number(options, "nodes_most", bound, NULL);
    settings = lab_rest_of_line(reading);
    if (*settings && by_options_set_all(options, settings, &reason))
        lab_refuse_because(reading, settings, &reason);
    if (bound && by_options_number(options, "nodes_most") > bound)
        LAB_REFUSE(reading, settings, "a tree has at most %d nodes here", bound);
}

/* Opens the game with the text after its name. */
static struct lab_game open_game(struct lab_reading *reading, const char *place)
{
    const struct by_game_type *type = reading->experiment->type;
    struct lab_game game = {0};
    by_options *options = NULL;
    by_error reason;

    if (type->options && by_options_create(type->options, &options, &reason))
        lab_refuse_because(reading, place, &reason);
    else
        set_game_options(reading, options);
    game.settings = lab_print_settings(reading, options, false);
    if (!reading->status && by_game_open(type, options, &game.game, &reason))
        lab_refuse_because(reading, place, &reason);
    by_options_destroy(options);
    return game;
}

static void give_game(struct lab_reading *reading, struct lab_variant *variant, const void *what, const char *name)
{
    const struct lab_game *game = what;

    if (variant->game)
        LAB_REFUSE(reading, name, "variant %s already has a game of its own", variant->name);
    variant->game = game->game;
    variant->game_settings = game->settings;
}

/* The game with other options, for the named variants. */
static void read_other_game(struct lab_reading *reading, const char *name, char *variants)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_game *game;

    if (strcmp(name, experiment->type->name) != 0)
        LAB_REFUSE(reading, name, "the game is %s, only its options may differ", experiment->type->name);
    if (!LAB_GROW(reading, experiment->games, experiment->game_count))
        return;
    game = &experiment->games[experiment->game_count++];
    *game = open_game(reading, name);
    reading->rest = variants;
    if (!reading->status)
        lab_give(reading, give_game, game);
}

void lab_read_game(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *name = lab_next_word(reading);
    char *variants = lab_cut_off_after(reading->rest, "for", false);
    struct lab_game game;
    by_error reason;

    if (experiment->game && variants) {
        read_other_game(reading, name, variants);
        return;
    }
    if (experiment->game)
        LAB_REFUSE(reading, reading->begin, "`game` was already given");
    if (variants)
        LAB_REFUSE(reading, variants, "the game of all variants has to stand above that of some");
    if (!reading->status && by_game_type_find(name, &experiment->type, &reason))
        lab_refuse_because(reading, name, &reason);
    if (reading->status)
        return;
    game = open_game(reading, name);
    experiment->game = game.game;
    experiment->game_settings = game.settings;
}

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

static void add_limit(struct lab_reading *reading, struct lab_limits *limits, int64_t limit, const char *word)
{
    size_t at = limits->count;

    if (at >= LIMITS_MOST)
        LAB_REFUSE(reading, word, "more than %d limits", LIMITS_MOST);
    for (size_t i = 0; i < at; i++)
        if (limits->list[i] == limit)
            LAB_REFUSE(reading, word, "%" PRId64 " is given twice", limit);
    if (!LAB_GROW(reading, limits->list, at))
        return;
    for (; at > 0 && limits->list[at - 1] > limit; at--)
        limits->list[at] = limits->list[at - 1];
    limits->list[at] = limit;
    limits->count++;
}

/* Adds a number or a range like 1-9. */
static void add_limits(struct lab_reading *reading, struct lab_limits *limits, const char *word, int64_t most)
{
    const char *end;
    int64_t first, last;
    bool is_good = lab_read_number(word, &end, most, &first);

    last = first;
    if (is_good && *end == '-')
        is_good = lab_read_number(end + 1, &end, most, &last);
    if (!is_good || *end)
        LAB_REFUSE(reading, word, "'%.40s' does not fit, expected numbers from 1 to %" PRId64 " or ranges like 1-9",
                   word, most);
    else if (last < first)
        LAB_REFUSE(reading, word, "the range %.40s runs backwards", word);
    for (int64_t limit = first; limit <= last && !reading->status; limit++)
        add_limit(reading, limits, limit, word);
}

static void give_limits(struct lab_reading *reading, struct lab_variant *variant, const void *what, const char *name)
{
    (void)name;
    if (variant->has_own_limits)
        LAB_REFUSE(reading, reading->begin, "variant %s already has limits of its own", variant->name);
    variant->has_own_limits = true;
    variant->limits = *(const struct lab_limits *)what;
}

void lab_read_limits(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    enum lab_limit kind = (enum lab_limit)reading->keyword->first;
    struct lab_limits limits = {0};
    char *word = NULL;

    if (experiment->limit != LAB_LIMIT_NONE && experiment->limit != kind)
        LAB_REFUSE(reading, reading->begin,
                   "an experiment is limited by depth, by nodes or by evaluations, and line %d says %s",
                   reading->limit_line, lab_limit_name(experiment->limit));
    experiment->limit = kind;
    reading->limit_line = reading->line;
    while (!reading->status && (word = lab_next_word(reading)) != NULL && strcmp(word, "for") != 0)
        add_limits(reading, &limits, word, reading->keyword->numbers[0].most);
    if (!limits.count)
        LAB_REFUSE(reading, word ? word : reading->rest, "expected %-s", reading->keyword->help);
    if (!word && experiment->limits.count)
        LAB_REFUSE(reading, reading->begin,
                   "the limits were already given; those of single variants end in `for NAME`");
    if (reading->status)
        return;
    if (word)
        lab_give(reading, give_limits, &limits);
    else
        experiment->limits = limits;
}

/* ---- Variants -------------------------------------------------------------------------------------------------- */

static void set_options(struct lab_reading *reading, struct lab_variant *variant)
{
    by_error reason;

    for (char *word = lab_next_word(reading), *first = word; word && !reading->status; word = lab_next_word(reading)) {
        by_status status = BY_OK;

        if (strchr(word, '='))
            status = by_options_set_all(variant->options, word, &reason);
        else if (word == first)
            status = by_method_apply_preset(variant->method, word, variant->options, &reason);
        else
            LAB_REFUSE(reading, word, "'%.60s' is no setting, expected name=value", word);
        if (status)
            lab_refuse_because(reading, word, &reason);
    }
    variant->settings = lab_print_settings(reading, variant->options, true);
}

/* Fills in method and options from the rest of the line. */
static void fill_variant(struct lab_reading *reading, struct lab_variant *variant)
{
    char *words = lab_rest_of_line(reading), *method;
    by_error reason;

    if (!*words)
        LAB_REFUSE(reading, words, "expected a method, and then a preset and settings if wanted");
    if (!lab_check_settings(reading, words))
        return;
    variant->words = lab_copy(reading, words);
    method = lab_next_word(reading);
    if (by_method_find(method, &variant->method, &reason) ||
        by_options_create(by_method_options(variant->method), &variant->options, &reason))
        lab_refuse_because(reading, method, &reason);
    else
        set_options(reading, variant);
}

static void check_is_new(struct lab_reading *reading, const char *name, const char *place, bool is_family)
{
    const struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count; i++) {
        const struct lab_variant *other = &experiment->variants[i];

        if (strcmp(other->name, name) == 0)
            LAB_REFUSE(reading, place,
                       is_family ? "there is a variant %s in line %d" : "there is another variant %s in line %d", name,
                       other->line);
        else if (lab_is_same(other->family, name))
            LAB_REFUSE(reading, place,
                       is_family ? "there is another family %s in line %d" : "there is a family %s in line %d", name,
                       other->line);
    }
}

/* Adds a variant that has only a name so far; mistakes are reported at `place`. NULL after a mistake. */
static struct lab_variant *add_variant(struct lab_reading *reading, const char *name, const char *place)
{
    struct lab_experiment *experiment = reading->experiment;
    size_t most = lab_at_most(reading->reader ? reading->reader->bounds.variants : 0, VARIANTS_MOST);
    struct lab_variant variant = {.line = reading->line};

    check_is_new(reading, name, place, false);
    if (experiment->variant_count >= most)
        LAB_REFUSE(reading, place, "more than %zu variants", most);
    variant.name = lab_copy(reading, name);
    if (!LAB_GROW(reading, experiment->variants, experiment->variant_count))
        return NULL;
    experiment->variants[experiment->variant_count] = variant;
    return &experiment->variants[experiment->variant_count++];
}

void lab_read_variant(struct lab_reading *reading)
{
    char *name = lab_next_word(reading);
    struct lab_variant *variant = lab_check_name(reading, name, "variant") ? add_variant(reading, name, name) : NULL;

    if (variant)
        fill_variant(reading, variant);
}

/* ---- Families -------------------------------------------------------------------------------------------------- */

/* A line `family NAME OPTION VALUE[=SHOWN] … : METHOD …`. The model has the options that its variants share. */
struct family {
    char *name, *option;
    char *values[VALUES_MOST];
    double shown[VALUES_MOST]; /* their labels in reports: the values, or other names */
    size_t value_count;
    struct lab_variant model;
};

/* VALUE or VALUE=SHOWN; cuts the word before the `=`. */
static void add_value(struct lab_reading *reading, struct family *family, char *word)
{
    char *equals = strchr(word, '=');
    double shown = 0;

    if (family->value_count >= VALUES_MOST)
        LAB_REFUSE(reading, word, "more than %d values", VALUES_MOST);
    if (equals)
        *equals = 0;
    if (!lab_read_decimal(word, &shown))
        LAB_REFUSE(reading, word, "'%.40s' is no number, expected values of %s and then ` : METHOD`", word,
                   family->option);
    if (equals && !lab_read_decimal(equals + 1, &shown))
        LAB_REFUSE(reading, equals + 1, "'%.40s' is no number, expected what %s is shown as", equals + 1, word);
    if (strlen(family->name) + 1 + strlen(word) > LAB_NAME_MOST)
        LAB_REFUSE(reading, word, "the name of a variant has at most %d characters, and %s-%s has more", LAB_NAME_MOST,
                   family->name, word);
    for (size_t i = 0; i < family->value_count; i++)
        if (family->shown[i] == shown && strcmp(family->values[i], word) != 0)
            LAB_REFUSE(reading, equals ? equals + 1 : word, "%s is shown as that too", family->values[i]);
    if (reading->status)
        return;
    family->values[family->value_count] = word;
    family->shown[family->value_count++] = shown;
}

static void read_values(struct lab_reading *reading, struct family *family)
{
    char *word = lab_next_word(reading);

    for (; word && strcmp(word, ":") != 0 && !reading->status; word = lab_next_word(reading))
        add_value(reading, family, word);
    if (!family->value_count)
        LAB_REFUSE(reading, word ? word : reading->rest, "expected values of %s", family->option);
    if (!word)
        LAB_REFUSE(reading, reading->rest, "expected ` : METHOD` behind the values");
}

/* The option must be a number of the method, and not be set for all of the family. */
static void check_option(struct lab_reading *reading, struct family *family, char *settings)
{
    const struct by_option *row;
    size_t length = strlen(family->option);
    by_error reason;

    for (char *at = settings; *at; at += strspn(at, " \t")) {
        if (strncmp(at, family->option, length) == 0 && at[length] == '=')
            LAB_REFUSE(reading, at, "%s is what the variants of this family differ in", family->option);
        at += strcspn(at, " \t");
    }
    fill_variant(reading, &family->model);
    if (reading->status)
        return;
    row = by_option_find(by_options_table(family->model.options), family->option);
    if (!row && by_options_set(family->model.options, family->option, family->values[0], &reason))
        lab_refuse_because(reading, family->option, &reason);
    else if (row && row->kind != BY_OPTION_NUMBER)
        LAB_REFUSE(reading, family->option, "a family differs in a number, and %s is none", family->option);
}

static void add_member(struct lab_reading *reading, const struct family *family, size_t index)
{
    char *value = family->values[index];
    char name[LAB_NAME_MOST + 1];
    struct lab_variant *variant;
    by_text words = {0};
    by_error reason;

    (void)snprintf(name, sizeof name, "%s-%s", family->name, value);
    variant = add_variant(reading, name, value);
    if (!variant)
        return;
    variant->method = family->model.method;
    if (by_options_copy(family->model.options, &variant->options, &reason) ||
        by_options_set(variant->options, family->option, value, &reason))
        lab_refuse_because(reading, value, &reason);
    variant->at = family->shown[index];
    variant->family = lab_copy(reading, family->name);
    by_text_printf(&words, "%s %s=%s", family->model.words, family->option, value);
    variant->words = lab_copy_made(reading, &words);
    variant->settings = lab_print_settings(reading, variant->options, true);
}

void lab_read_family(struct lab_reading *reading)
{
    struct family family = {.name = lab_next_word(reading), .option = lab_next_word(reading)};

    if (!family.option) {
        LAB_REFUSE(reading, reading->rest, "expected %-s", reading->keyword->help);
        return;
    }
    check_is_new(reading, family.name, family.name, true);
    if (lab_check_name(reading, family.name, "family"))
        read_values(reading, &family);
    if (!reading->status)
        check_option(reading, &family, lab_rest_of_line(reading));
    for (size_t i = 0; i < family.value_count && !reading->status; i++)
        add_member(reading, &family, i);
    by_options_destroy(family.model.options);
}

/* ---- Repetitions ----------------------------------------------------------------------------------------------- */

static void give_repetitions(struct lab_reading *reading, struct lab_variant *variant, const void *what,
                             const char *name)
{
    if (variant->repetitions)
        LAB_REFUSE(reading, name, "variant %s already has repetitions of its own", variant->name);
    variant->repetitions = (int)*(const int64_t *)what;
}

void lab_read_repetitions(struct lab_reading *reading)
{
    char *number = lab_next_word(reading), *word = lab_next_word(reading);
    int64_t repetitions;

    if (!lab_read_number(number, NULL, LAB_REPETITIONS_MOST, &repetitions))
        LAB_REFUSE(reading, number, "expected %-s", reading->keyword->help);
    else if (word && strcmp(word, "for") != 0)
        LAB_REFUSE(reading, word, "expected nothing more, or `for` and names of variants");
    else if (word)
        lab_give(reading, give_repetitions, &repetitions);
    else if (reading->repetitions)
        LAB_REFUSE(reading, reading->begin,
                   "the repetitions were already given; those of single variants end in `for NAME`");
    else
        reading->repetitions = (int)repetitions;
}

/* The variant's options with the seeds after its own. */
static void make_seedings(struct lab_reading *reading, struct lab_variant *variant)
{
    size_t count = (size_t)variant->repetitions;
    struct lab_seeding *seedings = by__arena_take(&reading->experiment->arena, count * sizeof *seedings);
    int seed = by_options_number(variant->options, "seed");
    by_error reason;

    if (!lab_has_memory(reading, seedings))
        return;
    variant->seedings = seedings;
    for (size_t i = 0; i < count && lab_reads_on(reading); i++) {
        char text[32];

        (void)snprintf(text, sizeof text, "%" PRId64, (int64_t)seed + (int64_t)i);
        if (by_options_copy(variant->options, &seedings[i].options, &reason) ||
            by_options_set(seedings[i].options, "seed", text, &reason))
            reading->status = by_error_set_at(reading->error, reason.status, variant->line, 1,
                                              "variant %s, repetition %zu: %-s", variant->name, i + 1, reason.parts);
        else
            seedings[i].settings = lab_print_settings(reading, seedings[i].options, true);
    }
}

void lab_complete_variants(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count && !reading->status; i++) {
        struct lab_variant *variant = &experiment->variants[i];

        if (!variant->has_own_limits)
            variant->limits = experiment->limits;
        if (!variant->game) {
            variant->game = experiment->game;
            variant->game_settings = experiment->game_settings;
        }
        if (!variant->repetitions)
            variant->repetitions = reading->repetitions ? reading->repetitions : 1;
        if (!variant->limits.count)
            LAB_REFUSE_AT(reading, variant->line, 1,
                          "variant %s has no limits: none of `depths`, `nodes` and `evaluations` is given",
                          variant->name);
        else if (variant->repetitions > 1 && by_option_find(by_options_table(variant->options), "seed"))
            make_seedings(reading, variant);
    }
}

/* ---- Rivals ---------------------------------------------------------------------------------------------------- */

static const char *counter_name(struct lab_reading *reading, const char *rival, const char *what)
{
    char name[64];

    (void)snprintf(name, sizeof name, "%.40s_%s", rival, what);
    return lab_copy(reading, name);
}

static void add_rival(struct lab_reading *reading, int variant, const char *name, const char *place)
{
    struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->rival_count; i++)
        if (experiment->rivals[i].variant == variant)
            LAB_REFUSE(reading, place, "%s is given twice", name);
    if (!LAB_GROW(reading, experiment->rivals, experiment->rival_count))
        return;
    experiment->rivals[experiment->rival_count++] = (struct lab_rival){.variant = variant,
                                                                       .won = counter_name(reading, name, "won"),
                                                                       .drawn = counter_name(reading, name, "drawn"),
                                                                       .lost = counter_name(reading, name, "lost")};
}

/* `lines` means every line of an opponent. */
void lab_read_plays(struct lab_reading *reading)
{
    reading->experiment->plays_line = reading->line;
    for (char *name = lab_next_word(reading); name && !reading->status; name = lab_next_word(reading)) {
        struct lab_range range = {0, 0};

        if (strcmp(name, "lines") == 0)
            add_rival(reading, LAB_EVERY_LINE, name, name);
        else
            range = lab_find_variants(reading, name);
        for (size_t i = range.first; i < range.end; i++)
            add_rival(reading, (int)i, reading->experiment->variants[i].name, name);
    }
}
