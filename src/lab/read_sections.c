/* SPDX-License-Identifier: MIT
 *
 * The sections of an experiment, and the figures of the paper. A section begins with the word of its kind, a name for
 * its files (tables are numbered instead) and a title; the lines below belong to it.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
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

static by_status read_name(struct lab_reading *reading, const char **out)
{
    const struct lab_experiment *experiment = reading->experiment;
    char *name = lab_next_word(reading);
    by_status status;

    if (!name)
        return LAB_REFUSE(reading, reading->rest, "expected a name for the files of this part, and its title");
    status = lab_check_name(reading, name, "part");
    if (!status && is_like_table(name))
        status = LAB_REFUSE(reading, name, "files of tables are called '%.40s': expected another name", name);
    for (size_t i = 0; i < experiment->section_count && !status; i++)
        if (strcmp(experiment->sections[i].name, name) == 0)
            status =
                LAB_REFUSE(reading, name, "there is another part %s in line %d", name, experiment->sections[i].line);
    *out = name;
    return status;
}

static size_t count_tables(const struct lab_experiment *experiment)
{
    size_t count = 0;

    for (size_t i = 0; i < experiment->section_count; i++)
        count += experiment->sections[i].kind == LAB_TABLE;
    return count;
}

by_status lab_read_section(struct lab_reading *reading, enum lab_kind kind)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_section section = {
        .kind = kind, .line = reading->line, .most = 4, .at = 50, .base = LAB_NO_VARIANT, .rival = LAB_NO_VARIANT};
    size_t tables = count_tables(experiment);
    char number[32];
    const char *name = number;
    by_status status = BY_OK;

    if (kind == LAB_TABLE)
        (void)snprintf(number, sizeof number, "table-%zu", tables + 1);
    else
        status = read_name(reading, &name);
    if (!status && kind != LAB_TABLE && experiment->section_count - tables >= PARTS_MOST)
        status = LAB_REFUSE(reading, reading->begin, "more than %d parts", PARTS_MOST);
    if (!status)
        status = lab_copy_rest(reading, "the title of this part", &section.title);
    if (!status)
        status = LAB_GROW(reading, experiment->sections, experiment->section_count);
    if (status)
        return status;
    section.name = by__arena_text(&experiment->arena, name);
    if (!section.name)
        return by_error_no_memory(reading->error);
    experiment->sections[experiment->section_count++] = section;
    return BY_OK;
}

/* ---- Variants -------------------------------------------------------------------------------------------------- */

static by_status add_variant(struct lab_reading *reading, const char *name, size_t variant, const char *set)
{
    struct lab_section *section = lab_current_section(reading);

    for (size_t i = 0; i < section->variant_count; i++) {
        bool is_same_set = set && section->sets[i] ? strcmp(section->sets[i], set) == 0 : !set && !section->sets[i];

        if (section->variants[i] == variant && is_same_set)
            return LAB_REFUSE(reading, name, "%s is given twice", reading->experiment->variants[variant].name);
    }
    if (LAB_GROW(reading, section->variants, section->variant_count) ||
        LAB_GROW(reading, section->sets, section->variant_count))
        return BY_ERROR_MEMORY;
    section->variants[section->variant_count] = variant;
    section->sets[section->variant_count++] = set;
    return BY_OK;
}

/* Cuts the set off from VARIANT@SET, which only sections by groups have. */
static by_status cut_off_set(struct lab_reading *reading, char *word, const char **set)
{
    char *at = lab_current_section(reading)->kind == LAB_GROUPED ? strchr(word, '@') : NULL;

    *set = NULL;
    if (!at)
        return BY_OK;
    *at = 0;
    if (!at[1])
        return LAB_REFUSE(reading, at + 1, "expected the name of a set behind the @");
    *set = by__arena_text(&reading->experiment->arena, at + 1);
    return *set ? BY_OK : by_error_no_memory(reading->error);
}

by_status lab_read_variants(struct lab_reading *reading)
{
    const struct lab_section *section = lab_current_section(reading);
    size_t wanted = sizes[section->kind].variants;
    by_status status = BY_OK;

    if (section->variant_count)
        return LAB_REFUSE(reading, reading->begin, "`variants` was already given for this part");
    for (char *name = lab_next_word(reading); name && !status; name = lab_next_word(reading)) {
        struct lab_range range = {0, 0};
        const char *set;

        status = cut_off_set(reading, name, &set);
        if (!status)
            status = lab_find_variants(reading, name, &range);
        for (size_t i = range.first; i < range.end && !status; i++)
            status = add_variant(reading, name, i, set);
    }
    if (!status && wanted && section->variant_count != wanted)
        status = LAB_REFUSE(reading, reading->begin,
                            wanted == 1 ? "a part `%s` is about %zu variant, not %zu"
                                        : "a part `%s` is about %zu variants, not %zu",
                            lab_kind_name(section->kind), wanted, section->variant_count);
    return status;
}

by_status lab_read_against(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;
    struct lab_section *section = lab_current_section(reading);
    size_t variant;
    by_status status = lab_read_one_variant(reading, &variant);

    for (size_t i = 0; i < experiment->rival_count && !status; i++)
        if (experiment->rivals[i].variant == (int)variant)
            section->rival = (int)i;
    if (!status && section->rival == LAB_NO_VARIANT)
        status = LAB_REFUSE(reading, reading->begin, "no games are played against %s: name it in a line `plays` above",
                            experiment->variants[variant].name);
    return status;
}

/* ---- Measures -------------------------------------------------------------------------------------------------- */

static by_status make_measure(struct lab_reading *reading, const char *word, struct lab_measure *out)
{
    by_status status = lab_check_name(reading, word, "measure");

    if (status)
        return status;
    *out = (struct lab_measure){.line = reading->line, .column = lab_column_of(reading, word)};
    out->name = by__arena_text(&reading->experiment->arena, word);
    return out->name ? BY_OK : by_error_no_memory(reading->error);
}

static by_status refuse_no_measure(struct lab_reading *reading)
{
    by_text names = {0};
    by_status status;

    lab_measure_print_names(&names);
    status = LAB_REFUSE(reading, reading->rest, "expected what to measure: %s or a counter", by_text_string(&names));
    by_text_free(&names);
    return status;
}

static by_status add_measures(struct lab_reading *reading, bool are_numbers, struct lab_measure **list, size_t *count)
{
    by_status status = BY_OK;
    char *word = lab_next_word(reading);

    if (!word)
        return refuse_no_measure(reading);
    for (; word && !status; word = lab_next_word(reading)) {
        if (are_numbers && !lab_measure_is_number(word))
            return LAB_REFUSE(reading, word, "means are shown here, and %.40s is no number", word);
        for (size_t i = 0; i < *count; i++)
            if (strcmp((*list)[i].name, word) == 0)
                return LAB_REFUSE(reading, word, "%.40s is given twice", word);
        if (LAB_GROW(reading, *list, *count))
            return BY_ERROR_MEMORY;
        status = make_measure(reading, word, &(*list)[*count]);
        *count += !status;
    }
    return status;
}

/* Outside of sections: the columns of each row in the list. */
by_status lab_read_measure(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_section *section = lab_current_section(reading);
    by_status status;

    if (!section)
        return add_measures(reading, false, &experiment->measures, &experiment->measure_count);
    status = add_measures(reading, true, &section->measures, &section->measure_count);
    if (!status && sizes[section->kind].measures && section->measure_count != sizes[section->kind].measures)
        status = LAB_REFUSE(reading, reading->begin, "a part `%s` has one measure", lab_kind_name(section->kind));
    return status;
}

/* ---- Numbers and words ----------------------------------------------------------------------------------------- */

/* A plain decimal number; strtod also takes hexadecimal ones, infinity and the like. */
bool lab_read_decimal(const char *text, double *out)
{
    char *end;

    if (!*text || text[strspn(text, "+-.0123456789eE")])
        return false;
    errno = 0;
    *out = strtod(text, &end);
    return end > text && !*end && !errno && isfinite(*out);
}

/* Decimal numbers, optionally in rising order. */
static by_status read_decimals(struct lab_reading *reading, double *list, size_t most, bool is_rising, size_t *count)
{
    for (char *word = lab_next_word(reading); word; word = lab_next_word(reading)) {
        if (*count >= most)
            return LAB_REFUSE(reading, word, "more than %zu numbers", most);
        if (!lab_read_decimal(word, &list[*count]) || list[*count] < 0)
            return LAB_REFUSE(reading, word, "'%.40s' is no number that fits here, expected decimal digits", word);
        if (is_rising && *count && list[*count] <= list[*count - 1])
            return LAB_REFUSE(reading, word, "the numbers have to rise");
        ++*count;
    }
    return BY_OK;
}

by_status lab_read_steps(struct lab_reading *reading)
{
    struct lab_section *section = lab_current_section(reading);

    return read_decimals(reading, section->steps, LAB_STEPS_MOST, true, &section->step_count);
}

by_status lab_read_counted(struct lab_reading *reading)
{
    struct lab_section *section = lab_current_section(reading);
    size_t count = 0;
    by_status status = read_decimals(reading, section->counts, LAB_COUNTS, false, &count);

    if (!status && count != LAB_COUNTS)
        status = LAB_REFUSE(reading, reading->begin, "expected three numbers: the first better, the second, level");
    section->has_counts = !status;
    return status;
}

/* ---- Figures of the paper -------------------------------------------------------------------------------------- */

/* LIMIT=FIGURE */
static by_status add_figure(struct lab_reading *reading, const struct lab_figure *model, char *word)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_figure figure = *model;
    const char *equals;

    if (!lab_read_number(word, &equals, LAB_NODES_MOST, &figure.limit) || *equals != '=')
        return LAB_REFUSE(reading, word, "'%.40s' is no figure, expected LIMIT=NUMBER such as 3=5198", word);
    if (!lab_read_decimal(equals + 1, &figure.value))
        return LAB_REFUSE(reading, equals + 1, "'%.40s' is no number, expected decimal digits such as 5198 or 1.5e6",
                          equals + 1);
    if (lab_go_on(experiment, reading->error))
        return BY_ERROR_LIMIT;
    if (lab_figure_find(experiment, figure.variant, figure.measure.name, figure.limit))
        return LAB_REFUSE(reading, word, "the figure for %" PRId64 " was already given", figure.limit);
    figure.line = reading->line;
    figure.column = lab_column_of(reading, word);
    if (LAB_GROW(reading, experiment->figures, experiment->figure_count))
        return BY_ERROR_MEMORY;
    experiment->figures[experiment->figure_count++] = figure;
    return BY_OK;
}

by_status lab_read_published(struct lab_reading *reading)
{
    struct lab_figure model = {0};
    char *variant = lab_next_word(reading);
    char *measure = lab_next_word(reading);
    char *word = lab_next_word(reading);
    by_status status;

    if (!word)
        return LAB_REFUSE(reading, reading->rest, "expected %-s", reading->keyword->help);
    status = lab_find_variant(reading, variant, &model.variant);
    if (!status && !lab_measure_is_number(measure))
        status = LAB_REFUSE(reading, measure, "figures are numbers, and %s is none", measure);
    if (!status)
        status = make_measure(reading, measure, &model.measure);
    for (; word && !status; word = lab_next_word(reading))
        status = add_figure(reading, &model, word);
    return status;
}

/* ---- At the end of the text ------------------------------------------------------------------------------------ */

#define REFUSE_SECTION(reading, section, ...)                                                                          \
    by_error_set_at((reading)->error, BY_ERROR_INPUT, (section)->line, 1, __VA_ARGS__)

/* A table without a measure shows the first of the rows' measures. */
static by_status give_measure(struct lab_reading *reading, struct lab_section *section)
{
    struct lab_experiment *experiment = reading->experiment;

    if (section->measure_count)
        return BY_OK;
    if (!experiment->measure_count)
        return REFUSE_SECTION(reading, section, "this table has no measure");
    if (!lab_measure_is_number(experiment->measures[0].name))
        return REFUSE_SECTION(reading, section, "a table shows means, and %s is no number: give this one a measure",
                              experiment->measures[0].name);
    section->measures = experiment->measures;
    section->measure_count = 1;
    return BY_OK;
}

/* True if some position is in a group, and in a set if one is named. */
static bool has_group(const struct lab_experiment *experiment, const char *set)
{
    for (size_t i = 0; i < experiment->position_count; i++) {
        const struct lab_position *position = &experiment->positions[i];

        if (position->group && (!set || (position->set && strcmp(position->set, set) == 0)))
            return true;
    }
    return false;
}

static by_status check_groups(struct lab_reading *reading, const struct lab_section *section)
{
    const struct lab_experiment *experiment = reading->experiment;

    if (!has_group(experiment, NULL))
        return REFUSE_SECTION(reading, section, "this part shows groups of positions, and no position is in a group");
    for (size_t i = 0; i < section->variant_count; i++)
        if (!has_group(experiment, section->sets[i]))
            return REFUSE_SECTION(reading, section, "no position of a group is in the set %.40s", section->sets[i]);
    for (size_t i = 0; i < experiment->position_count && section->beside; i++)
        if (!experiment->positions[i].width)
            return REFUSE_SECTION(reading, section,
                                  "only uniform trees have a minimal tree, and position %.40s is none",
                                  experiment->positions[i].id);
    return BY_OK;
}

static by_status check_families(struct lab_reading *reading, const struct lab_section *section)
{
    for (size_t i = 0; i < section->variant_count; i++) {
        const struct lab_variant *variant = &reading->experiment->variants[section->variants[i]];

        if (!variant->family)
            return REFUSE_SECTION(reading, section, "this part is about families, and variant %s is in none",
                                  variant->name);
    }
    return BY_OK;
}

/* Methods that prove have proof numbers and no iterations; the others have iterations and no proof numbers. */
static by_status check_curves(struct lab_reading *reading, const struct lab_section *section)
{
    const struct lab_variant *variant = &reading->experiment->variants[section->variants[0]];
    bool proves = by_method_proves(variant->method);

    if (proves == (section->shows == LAB_SHOWS_NUMBERS))
        return BY_OK;
    return REFUSE_SECTION(
        reading, section,
        proves ? "%s proves, so that there is no evaluation to show of variant %s: expected `shows numbers`"
               : "%s does not prove, so that there are no proof numbers to show of variant %s: expected "
                 "`shows evaluation`",
        by_method_name(variant->method), variant->name);
}

/* True if it has all required lines. */
static by_status check_lines(struct lab_reading *reading, const struct lab_section *section)
{
    if (!section->variant_count)
        return REFUSE_SECTION(reading, section, "this part has no line `variants`");
    for (const struct lab_keyword *it = lab_keywords; it->name; it++)
        if (it->needed & 1u << section->kind && !(section->given & UINT64_C(1) << (it - lab_keywords)))
            return REFUSE_SECTION(reading, section, "this part has no line `%s`", it->name);
    if (section->base != LAB_NO_VARIANT && !lab_section_has(section, (size_t)section->base))
        return REFUSE_SECTION(reading, section, "the base %s is no variant of this part",
                              reading->experiment->variants[section->base].name);
    return BY_OK;
}

static by_status check_section(struct lab_reading *reading, struct lab_section *section)
{
    by_status status = check_lines(reading, section);

    if (status)
        return status;
    if (section->kind == LAB_TABLE)
        return give_measure(reading, section);
    if (section->kind == LAB_GROUPED)
        return check_groups(reading, section);
    if (section->kind == LAB_CURVES)
        return check_curves(reading, section);
    if (section->kind == LAB_GROWTH && reading->experiment->limit != LAB_LIMIT_DEPTH)
        return REFUSE_SECTION(reading, section, "this part is about plies, and the limits are %s: expected `depths`",
                              lab_limit_name(reading->experiment->limit));
    return section->kind == LAB_OVER ? check_families(reading, section) : BY_OK;
}

by_status lab_check_sections(struct lab_reading *reading)
{
    by_status status = BY_OK;

    for (size_t i = 0; i < reading->experiment->section_count && !status; i++)
        status = check_section(reading, &reading->experiment->sections[i]);
    return status;
}
