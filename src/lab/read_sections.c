/* SPDX-License-Identifier: MIT
 *
 * The sections of an experiment, its measures, and the figures of the paper. A section begins with the word of its
 * kind, a name for its files (tables are numbered instead) and a title; the lines below belong to it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/reading.h"

enum { PARTS_MOST = 200 }; /* besides tables */

/* The number of variants and measures of a kind of section; 0: one or more. */
static const struct {
    size_t variants, measures;
} sizes[LAB_KINDS] = {
    [LAB_TABLE] = {0, 1},  [LAB_DUEL] = {2, 1},    [LAB_WITHIN] = {0, 1},
    [LAB_CURVES] = {1, 0}, [LAB_PICTURE] = {2, 1}, [LAB_PROGRESS] = {0, 1},
    [LAB_GROWTH] = {0, 1}, [LAB_GROUPED] = {0, 1}, [LAB_OVER] = {0, 1},
};

/* ---- The first line -------------------------------------------------------------------------------------------- */

/* The files of tables need no names: table-1 and so on. */
static bool is_like_table(const char *name)
{
    static const char begin[] = "table-";
    const char *number = name + strlen(begin);

    return strncmp(name, begin, strlen(begin)) == 0 && *number && !number[strspn(number, "0123456789")];
}

static const char *read_name(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;
    char *name = lab_next_word(reading);

    if (!name)
        LAB_REFUSE(reading, reading->rest, "expected a name for the files of this part, and its title");
    if (reading->status || !lab_check_name(reading, name, "part"))
        return "";
    if (is_like_table(name))
        LAB_REFUSE(reading, name, "files of tables are called '%.40s': expected another name", name);
    for (size_t i = 0; i < experiment->section_count; i++)
        if (strcmp(experiment->sections[i].name, name) == 0)
            LAB_REFUSE(reading, name, "there is another part %s in line %d", name, experiment->sections[i].line);
    return name;
}

void lab_read_section(struct lab_reading *reading, enum lab_kind kind)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_section section = {
        .kind = kind, .line = reading->line, .most = 4, .at = 50, .base = LAB_NO_VARIANT, .rival = LAB_NO_VARIANT};
    size_t tables = 0;
    char number[32];

    for (size_t i = 0; i < experiment->section_count; i++)
        tables += experiment->sections[i].kind == LAB_TABLE;
    (void)snprintf(number, sizeof number, "table-%zu", tables + 1);
    section.name = lab_copy(reading, kind == LAB_TABLE ? number : read_name(reading));
    if (kind != LAB_TABLE && experiment->section_count - tables >= PARTS_MOST)
        LAB_REFUSE(reading, reading->begin, "more than %d parts", PARTS_MOST);
    section.title = lab_copy_rest(reading, "the title of this part");
    if (LAB_GROW(reading, experiment->sections, experiment->section_count))
        experiment->sections[experiment->section_count++] = section;
}

/* ---- Variants -------------------------------------------------------------------------------------------------- */

static void add_variant(struct lab_reading *reading, const char *name, size_t variant, const char *set)
{
    struct lab_section *section = lab_current_section(reading);

    for (size_t i = 0; i < section->variant_count; i++)
        if (section->variants[i] == variant && lab_is_same(section->sets[i], set))
            LAB_REFUSE(reading, name, "%s is given twice", reading->experiment->variants[variant].name);
    if (!LAB_GROW(reading, section->variants, section->variant_count) ||
        !LAB_GROW(reading, section->sets, section->variant_count))
        return;
    section->variants[section->variant_count] = variant;
    section->sets[section->variant_count++] = set;
}

/* Cuts the set off from VARIANT@SET, which only sections by groups have. */
static const char *cut_off_set(struct lab_reading *reading, char *word)
{
    char *at = lab_current_section(reading)->kind == LAB_GROUPED ? strchr(word, '@') : NULL;

    if (!at)
        return NULL;
    *at = 0;
    if (!at[1])
        LAB_REFUSE(reading, at + 1, "expected the name of a set behind the @");
    return lab_copy(reading, at + 1);
}

void lab_read_variants(struct lab_reading *reading)
{
    const struct lab_section *section = lab_current_section(reading);
    size_t wanted = sizes[section->kind].variants;

    if (section->variant_count)
        LAB_REFUSE(reading, reading->begin, "`variants` was already given for this part");
    for (char *name = lab_next_word(reading); name && !reading->status; name = lab_next_word(reading)) {
        const char *set = cut_off_set(reading, name);
        struct lab_range range = lab_find_variants(reading, name);

        for (size_t i = range.first; i < range.end && !reading->status; i++)
            add_variant(reading, name, i, set);
    }
    if (wanted && section->variant_count != wanted)
        LAB_REFUSE(reading, reading->begin,
                   wanted == 1 ? "a part `%s` is about %zu variant, not %zu"
                               : "a part `%s` is about %zu variants, not %zu",
                   lab_kind_name(section->kind), wanted, section->variant_count);
}

void lab_read_against(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;
    struct lab_section *section = lab_current_section(reading);
    size_t variant = lab_read_one_variant(reading);

    for (size_t i = 0; i < experiment->rival_count; i++)
        if (experiment->rivals[i].variant == (int)variant)
            section->rival = (int)i;
    if (section->rival == LAB_NO_VARIANT && !reading->status)
        LAB_REFUSE(reading, reading->begin, "no games are played against %s: name it in a line `plays` above",
                   experiment->variants[variant].name);
}

/* ---- Measures -------------------------------------------------------------------------------------------------- */

static struct lab_measure make_measure(struct lab_reading *reading, const char *word)
{
    (void)lab_check_name(reading, word, "measure");
    return (struct lab_measure){
        .line = reading->line, .column = lab_column_of(reading, word), .name = lab_copy(reading, word)};
}

static void refuse_no_measure(struct lab_reading *reading)
{
    by_text names = {0};

    lab_measure_print_names(&names);
    LAB_REFUSE(reading, reading->rest, "expected what to measure: %s or a counter", by_text_string(&names));
    by_text_free(&names);
}

static void add_measures(struct lab_reading *reading, bool are_numbers, struct lab_measure **list, size_t *count)
{
    char *word = lab_next_word(reading);

    if (!word)
        refuse_no_measure(reading);
    for (; word && !reading->status; word = lab_next_word(reading)) {
        if (are_numbers && !lab_measure_is_number(word))
            LAB_REFUSE(reading, word, "means are shown here, and %.40s is no number", word);
        for (size_t i = 0; i < *count; i++)
            if (strcmp((*list)[i].name, word) == 0)
                LAB_REFUSE(reading, word, "%.40s is given twice", word);
        if (LAB_GROW(reading, *list, *count))
            (*list)[(*count)++] = make_measure(reading, word);
    }
}

/* Outside of sections: the columns of each row in the list. */
void lab_read_measure(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_section *section = lab_current_section(reading);
    size_t wanted = section ? sizes[section->kind].measures : 0;

    if (section)
        add_measures(reading, true, &section->measures, &section->measure_count);
    else
        add_measures(reading, false, &experiment->measures, &experiment->measure_count);
    if (wanted && section->measure_count != wanted)
        LAB_REFUSE(reading, reading->begin, "a part `%s` has one measure", lab_kind_name(section->kind));
}

/* ---- Lists of numbers ------------------------------------------------------------------------------------------ */

/* Decimal numbers, optionally in rising order; returns how many there are. */
static size_t read_decimals(struct lab_reading *reading, double *list, size_t most, bool is_rising)
{
    size_t count = 0;

    for (char *word = lab_next_word(reading); word && !reading->status; word = lab_next_word(reading), count++) {
        if (count >= most)
            LAB_REFUSE(reading, word, "more than %zu numbers", most);
        else if (!lab_read_decimal(word, &list[count]) || list[count] < 0)
            LAB_REFUSE(reading, word, "'%.40s' is no number that fits here, expected decimal digits", word);
        else if (is_rising && count && list[count] <= list[count - 1])
            LAB_REFUSE(reading, word, "the numbers have to rise");
    }
    return count;
}

void lab_read_steps(struct lab_reading *reading)
{
    struct lab_section *section = lab_current_section(reading);

    section->step_count = read_decimals(reading, section->steps, LAB_STEPS_MOST, true);
}

void lab_read_counted(struct lab_reading *reading)
{
    struct lab_section *section = lab_current_section(reading);

    section->has_counts = true;
    if (read_decimals(reading, section->counts, LAB_COUNTS, false) != LAB_COUNTS)
        LAB_REFUSE(reading, reading->begin, "expected three numbers: the first better, the second, level");
}

/* ---- Figures of the paper -------------------------------------------------------------------------------------- */

/* LIMIT=FIGURE */
static void add_figure(struct lab_reading *reading, struct lab_figure figure, const char *word)
{
    struct lab_experiment *experiment = reading->experiment;
    const char *equals;

    figure.line = reading->line;
    figure.column = lab_column_of(reading, word);
    if (!lab_read_number(word, &equals, LAB_NODES_MOST, &figure.limit) || *equals != '=')
        LAB_REFUSE(reading, word, "'%.40s' is no figure, expected LIMIT=NUMBER such as 3=5198", word);
    else if (!lab_read_decimal(equals + 1, &figure.value))
        LAB_REFUSE(reading, equals + 1, "'%.40s' is no number, expected decimal digits such as 5198 or 1.5e6",
                   equals + 1);
    else if (lab_reads_on(reading) && lab_figure_find(experiment, figure.variant, figure.measure.name, figure.limit))
        LAB_REFUSE(reading, word, "the figure for %" PRId64 " was already given", figure.limit);
    if (LAB_GROW(reading, experiment->figures, experiment->figure_count))
        experiment->figures[experiment->figure_count++] = figure;
}

void lab_read_published(struct lab_reading *reading)
{
    char *variant = lab_next_word(reading), *measure = lab_next_word(reading), *word = lab_next_word(reading);
    struct lab_figure model = {0};

    if (!word) {
        LAB_REFUSE(reading, reading->rest, "expected %-s", reading->keyword->help);
        return;
    }
    model.variant = lab_find_variant(reading, variant);
    if (!lab_measure_is_number(measure))
        LAB_REFUSE(reading, measure, "figures are numbers, and %s is none", measure);
    model.measure = make_measure(reading, measure);
    for (; word && !reading->status; word = lab_next_word(reading))
        add_figure(reading, model, word);
}

/* ---- Checks of sections ---------------------------------------------------------------------------------------- */

#define REFUSE_SECTION(reading, section, ...) LAB_REFUSE_AT(reading, (section)->line, 1, __VA_ARGS__)

/* A table without a measure shows the first of the rows' measures. */
static void give_measure(struct lab_reading *reading, struct lab_section *section)
{
    struct lab_experiment *experiment = reading->experiment;

    if (section->measure_count)
        return;
    if (!experiment->measure_count)
        REFUSE_SECTION(reading, section, "this table has no measure");
    else if (!lab_measure_is_number(experiment->measures[0].name))
        REFUSE_SECTION(reading, section, "a table shows means, and %s is no number: give this one a measure",
                       experiment->measures[0].name);
    section->measures = experiment->measures;
    section->measure_count = experiment->measure_count ? 1 : 0;
}

/* True if some position is in a group, and in a set if one is named. */
static bool has_group(const struct lab_experiment *experiment, const char *set)
{
    for (size_t i = 0; i < experiment->position_count; i++) {
        const struct lab_position *position = &experiment->positions[i];

        if (position->group && (!set || lab_is_same(position->set, set)))
            return true;
    }
    return false;
}

static void check_groups(struct lab_reading *reading, const struct lab_section *section)
{
    const struct lab_experiment *experiment = reading->experiment;

    if (!has_group(experiment, NULL))
        REFUSE_SECTION(reading, section, "this part shows groups of positions, and no position is in a group");
    for (size_t i = 0; i < section->variant_count; i++)
        if (!has_group(experiment, section->sets[i]))
            REFUSE_SECTION(reading, section, "no position of a group is in the set %.40s", section->sets[i]);
    for (size_t i = 0; i < experiment->position_count && section->beside; i++)
        if (!experiment->positions[i].width)
            REFUSE_SECTION(reading, section, "only uniform trees have a minimal tree, and position %.40s is none",
                           experiment->positions[i].id);
}

static void check_families(struct lab_reading *reading, const struct lab_section *section)
{
    for (size_t i = 0; i < section->variant_count; i++) {
        const struct lab_variant *variant = &reading->experiment->variants[section->variants[i]];

        if (!variant->family)
            REFUSE_SECTION(reading, section, "this part is about families, and variant %s is in none", variant->name);
    }
}

/* Methods that prove have proof numbers and no iterations; the others have iterations and no proof numbers. */
static void check_curves(struct lab_reading *reading, const struct lab_section *section)
{
    const struct lab_variant *variant = &reading->experiment->variants[section->variants[0]];
    bool proves = by_method_proves(variant->method);

    if (proves != (section->shows == LAB_SHOWS_NUMBERS))
        REFUSE_SECTION(reading, section,
                       proves
                           ? "%s proves, so that there is no evaluation to show of variant %s: expected `shows numbers`"
                           : "%s does not prove, so that there are no proof numbers to show of variant %s: expected "
                             "`shows evaluation`",
                       by_method_name(variant->method), variant->name);
}

/* Checks that it has all required lines. */
static void check_lines(struct lab_reading *reading, const struct lab_section *section)
{
    if (!section->variant_count)
        REFUSE_SECTION(reading, section, "this part has no line `variants`");
    for (const struct lab_keyword *it = lab_keywords; it->name; it++)
        if (it->needed & 1u << section->kind && !(section->given & UINT64_C(1) << (it - lab_keywords)))
            REFUSE_SECTION(reading, section, "this part has no line `%s`", it->name);
    if (section->base != LAB_NO_VARIANT && !lab_section_has(section, (size_t)section->base))
        REFUSE_SECTION(reading, section, "the base %s is no variant of this part",
                       reading->experiment->variants[section->base].name);
}

void lab_check_sections(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->section_count && !reading->status; i++) {
        struct lab_section *section = &experiment->sections[i];

        check_lines(reading, section);
        if (reading->status)
            return;
        if (section->kind == LAB_TABLE)
            give_measure(reading, section);
        else if (section->kind == LAB_GROUPED)
            check_groups(reading, section);
        else if (section->kind == LAB_CURVES)
            check_curves(reading, section);
        else if (section->kind == LAB_OVER)
            check_families(reading, section);
        else if (section->kind == LAB_GROWTH && experiment->limit != LAB_LIMIT_DEPTH)
            REFUSE_SECTION(reading, section, "this part is about plies, and the limits are %s: expected `depths`",
                           lab_limit_name(experiment->limit));
    }
}

/* ---- Checks of measures ---------------------------------------------------------------------------------------- */

#define REFUSE_MEASURE(reading, measure, ...) LAB_REFUSE_AT(reading, (measure)->line, (measure)->column, __VA_ARGS__)

static void check_need(struct lab_reading *reading, const struct lab_measure *measure, const struct lab_need *need)
{
    const struct lab_experiment *experiment = reading->experiment;
    bool is_met = !need->is_of_one;

    if (experiment->rival_count)
        REFUSE_MEASURE(reading, measure, "%s is about searches, and with `plays` rows are games", measure->name);
    for (size_t i = 0; i < experiment->position_count && is_met != need->is_of_one; i++) {
        is_met = need->has(&experiment->positions[i]);
        if (!is_met && !need->is_of_one)
            REFUSE_MEASURE(reading, measure, "%s needs of each position %-s; %.40s lacks it", measure->name, need->what,
                           experiment->positions[i].id);
    }
    if (!is_met)
        REFUSE_MEASURE(reading, measure, "%s needs of some position %-s; none has it", measure->name, need->what);
}

/* The report shows a figure beside its measure; without that measure nobody would see it. */
static void check_figure(struct lab_reading *reading, const struct lab_measure *measure)
{
    const struct lab_measure *other;
    const char *nearest = NULL;

    for (size_t i = 0; (other = lab_experiment_measure(reading->experiment, i)) != NULL; i++) {
        if (strcmp(other->name, measure->name) == 0)
            return;
        nearest =
            by_text_nearest(measure->name, (const char *const[]){nearest ? nearest : other->name, other->name, NULL});
    }
    if (nearest)
        REFUSE_MEASURE(reading, measure, "%s is not measured here, did you mean '%s'?", measure->name, nearest);
    REFUSE_MEASURE(reading, measure, "%s is not measured here: no line `measure` names it", measure->name);
}

void lab_check_measures(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;
    const struct lab_measure *measure;

    for (size_t i = 0; (measure = lab_experiment_measure(experiment, i)) != NULL && !reading->status; i++) {
        const struct lab_need *need = lab_measure_need(measure->name);

        if (lab_measure_is_agreement(measure->name) && experiment->reference == LAB_NO_VARIANT)
            REFUSE_MEASURE(reading, measure, "agrees needs a reference: a line `reference VARIANT`");
        if (need)
            check_need(reading, measure, need);
    }
    for (size_t i = 0; i < experiment->figure_count && lab_reads_on(reading); i++)
        check_figure(reading, &experiment->figures[i].measure);
}
