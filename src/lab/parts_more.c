/* SPDX-License-Identifier: MIT
 *
 * Parts of a report about many variants or positions at once: against a base, by groups, over families, in matches.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/measure.h"
#include "lab/parts.h"
#include "lab/significance.h"
#include "match/statistics.h"
#include "render/prose.h"

#define SIGNIFICANT 0.05

/* ---- Against a base -------------------------------------------------------------------------------------------- */

/* The place of the base among the part's variants. */
static size_t base_of(const struct lab_cases *cases)
{
    size_t i = 0;

    while (cases->part->variants[i] != (size_t)cases->part->base)
        i++;
    return i;
}

/* The values of a variant on the positions that count for it and for the base; elsewhere NAN. */
static void take_values(const struct lab_cases *cases, size_t measure, size_t variant, double *out)
{
    bool counts = lab_measure_is_counted(cases->part->measures[measure].name);
    size_t base = base_of(cases);

    for (size_t i = 0; i < cases->experiment->position_count; i++)
        out[i] = counts || (lab_case_is_over(cases, variant, i) && lab_case_is_over(cases, base, i))
                     ? lab_cases_value(cases, measure, variant, i)
                     : NAN;
}

static double change_of(const double *before, const double *after, size_t count)
{
    double sum = 0, base_sum = 0;

    for (size_t i = 0; i < count; i++) {
        if (isnan(before[i]) || isnan(after[i]))
            continue;
        sum += after[i];
        base_sum += before[i];
    }
    return base_sum != 0 ? (sum / base_sum - 1) * 100 : NAN;
}

/* Each variant against the base in one measure. `room` has space for the values of two variants and then for a p of
 * each. */
static by_status compare_measure(const struct lab_cases *cases, size_t measure, double *room, struct lab_against *out,
                                 by_error *error)
{
    size_t positions = cases->experiment->position_count, variants = cases->part->variant_count;
    double *before = room, *after = room + positions, *p = room + 2 * positions;

    for (size_t i = 0; i < variants; i++) {
        struct lab_pairs pairs = {.p = NAN};
        by_status status = BY_OK;

        if (lab_go_on(cases->experiment, error))
            return BY_ERROR_LIMIT;
        take_values(cases, measure, i, after);
        for (size_t j = 0; j < positions; j++)
            before[j] = isnan(after[j]) ? NAN : lab_cases_value(cases, measure, base_of(cases), j);
        if (i != base_of(cases))
            status = lab_compare_pairs(before, after, positions, &pairs, error);
        if (status)
            return status;
        out[i] = (struct lab_against){.change = i == base_of(cases) ? NAN : change_of(before, after, positions),
                                      .is_same = pairs.count && !pairs.changed};
        p[i] = pairs.p;
    }
    lab_adjust_holm(p, variants);
    for (size_t i = 0; i < variants; i++)
        out[i].p = p[i];
    return BY_OK;
}

by_status lab_compare_with_base(const struct lab_cases *cases, struct lab_against **out, by_error *error)
{
    size_t positions = cases->experiment->position_count, variants = cases->part->variant_count;
    double *room = calloc(2 * positions + variants, sizeof *room);
    by_status status = BY_OK;

    *out = calloc(cases->part->measure_count * variants, sizeof **out);
    if (!room || !*out)
        status = by_error_no_memory(error);
    for (size_t i = 0; i < cases->part->measure_count && !status; i++)
        status = compare_measure(cases, i, room, *out + i * variants, error);
    free(room);
    if (status) {
        free(*out);
        *out = NULL;
    }
    return status;
}

/* Times tell of the machine too. */
static bool has_p(const struct lab_sheet *sheet, size_t measure)
{
    const char *name = sheet->cases.part->measures[measure].name;

    return sheet->judges_times || (strcmp(name, "time") != 0 && strcmp(name, "speed") != 0);
}

void lab_add_against_headings(struct lab_sheet *sheet, size_t measure)
{
    const char *name = sheet->cases.part->measures[measure].name;

    if (sheet->is_plain) {
        lab_grid_printf(&sheet->grid, "%s_change_percent", name);
        lab_grid_printf(&sheet->grid, "%s_p", name);
    } else {
        lab_grid_printf(&sheet->grid, "%s %%", lab_measure_label(name));
        if (has_p(sheet, measure))
            lab_grid_add(&sheet->grid, "p");
    }
}

static void add_p(struct lab_sheet *sheet, const struct lab_against *against)
{
    if (sheet->is_plain || (isnan(against->p) && !against->is_same))
        lab_grid_add_number(&sheet->grid, against->p, sheet->is_plain);
    else if (against->is_same)
        lab_grid_add(&sheet->grid, "unchanged");
    else if (against->p < 0.001)
        lab_grid_add(&sheet->grid, "<0.001*");
    else
        lab_grid_printf(&sheet->grid, "%.3f%s", against->p, against->p < SIGNIFICANT ? "*" : "");
}

void lab_add_against(struct lab_sheet *sheet, size_t measure, const struct lab_against *against)
{
    if (sheet->is_plain || isnan(against->change))
        lab_grid_add_number(&sheet->grid, against->change, sheet->is_plain);
    else
        lab_grid_printf(&sheet->grid, "%+.1f", against->change);
    if (has_p(sheet, measure))
        add_p(sheet, against);
    else if (sheet->is_plain)
        lab_grid_add(&sheet->grid, "");
}

static void say_no_p_of_times(const struct lab_sheet *sheet, enum lab_format format, by_text *out)
{
    for (size_t i = 0; i < sheet->cases.part->measure_count; i++) {
        if (has_p(sheet, i))
            continue;
        lab_print_note("Times have no p: they tell of the machine too, unless the experiment says alone and one "
                       "program made all rows on one processor, one search at a time",
                       format, out);
        return;
    }
}

void lab_say_against(const struct lab_sheet *sheet, enum lab_format format, by_text *out)
{
    const struct lab_cases *cases = &sheet->cases;
    by_text sentence = {0};

    by_text_printf(&sentence,
                   "Against %s: change in %%, and how likely such a difference is by chance, position by position and "
                   "adjusted for the number of variants (* below %.2f)",
                   cases->experiment->variants[cases->part->base].name, SIGNIFICANT);
    lab_print_note(by_text_string(&sentence), format, out);
    say_no_p_of_times(sheet, format, out);
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
}

/* ---- By groups ------------------------------------------------------------------------------------------------- */

static bool is_same(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

bool lab_next_group(const struct lab_experiment *experiment, size_t *position)
{
    for (; *position < experiment->position_count; ++*position) {
        const char *group = experiment->positions[*position].group;
        size_t first = 0;

        while (first < *position && !is_same(experiment->positions[first].group, group))
            first++;
        if (group && first == *position)
            return true;
    }
    return false;
}

bool lab_column_has(const struct lab_cases *cases, size_t variant, size_t position)
{
    const struct lab_position *it = &cases->experiment->positions[position];
    const char *set = cases->part->sets ? cases->part->sets[variant] : NULL;

    if (cases->part->kind == LAB_PART_GROUPED && !it->group)
        return false;
    return !set || is_same(set, it->set);
}

/* Whether the group of each tree tells its depth, or its width. */
static bool are_groups_of(const struct lab_experiment *experiment, bool is_depth)
{
    for (size_t i = 0; i < experiment->position_count; i++) {
        const struct lab_position *position = &experiment->positions[i];
        char number[16];

        (void)snprintf(number, sizeof number, "%d", is_depth ? position->depth : position->width);
        if (!position->width || (position->group && !is_same(position->group, number)))
            return false;
    }
    return true;
}

const char *lab_group_name(const struct lab_cases *cases)
{
    const struct lab_experiment *experiment = cases->experiment;

    if (cases->part->groups)
        return cases->part->groups;
    return are_groups_of(experiment, true) ? "depth" : are_groups_of(experiment, false) ? "width" : "group";
}

double lab_group_mean(const struct lab_cases *cases, size_t variant, const char *group, bool *is_partial)
{
    double sum = 0;
    size_t known = 0;

    *is_partial = false;
    for (size_t i = 0; i < cases->experiment->position_count; i++) {
        double value = lab_cases_value(cases, 0, variant, i);

        if (!is_same(cases->experiment->positions[i].group, group) || !lab_column_has(cases, variant, i))
            continue;
        if (isnan(value)) {
            *is_partial = true;
            continue;
        }
        sum += value;
        known++;
    }
    return known ? sum / (double)known : NAN;
}

double lab_group_minimal(const struct lab_cases *cases, const char *group)
{
    double sum = 0;
    size_t known = 0;

    for (size_t i = 0; i < cases->experiment->position_count; i++) {
        if (isnan(cases->minimal[i]) || !is_same(cases->experiment->positions[i].group, group))
            continue;
        sum += cases->minimal[i];
        known++;
    }
    return known ? sum / (double)known : NAN;
}

void lab_group_label(const struct lab_cases *cases, size_t variant, by_text *out)
{
    const char *set = cases->part->sets ? cases->part->sets[variant] : NULL;

    by_text_printf(out, "%s%s%s", lab_case_name(cases, variant), set ? "@" : "", set ? set : "");
}

/* Whether nothing is known of a group though all of it is searched: there is nothing to wait for. */
static bool is_empty_group(const struct lab_cases *cases, const char *group)
{
    if (cases->minimal)
        return false;
    for (size_t variant = 0; variant < cases->part->variant_count; variant++)
        for (size_t i = 0; i < cases->experiment->position_count; i++) {
            if (!is_same(cases->experiment->positions[i].group, group) || !lab_column_has(cases, variant, i))
                continue;
            if (lab_cases_answer(cases, variant, i) == BY_ANSWER_NONE || !isnan(lab_cases_value(cases, 0, variant, i)))
                return false;
        }
    return true;
}

void lab_add_grouped(struct lab_sheet *sheet)
{
    const struct lab_cases *cases = &sheet->cases;

    lab_grid_add(&sheet->grid, sheet->is_plain ? "group" : lab_group_name(cases));
    for (size_t i = 0; i < cases->part->variant_count; i++) {
        by_text label = {0};

        lab_group_label(cases, i, &label);
        lab_grid_add(&sheet->grid, by_text_string(&label));
        sheet->grid.failed |= label.failed;
        by_text_free(&label);
    }
    if (cases->minimal)
        lab_grid_add(&sheet->grid, "minimal");
    sheet->grid.columns = sheet->grid.count;
    for (size_t position = 0; lab_next_group(cases->experiment, &position); position++) {
        const char *group = cases->experiment->positions[position].group;

        if (lab_is_over(cases->experiment))
            break;
        if (is_empty_group(cases, group))
            continue;
        lab_grid_add(&sheet->grid, group);
        for (size_t i = 0; i < cases->part->variant_count; i++) {
            bool is_partial;
            double mean = lab_group_mean(cases, i, group, &is_partial);

            lab_add_mean(sheet, mean, is_partial);
        }
        if (cases->minimal)
            lab_grid_add_number(&sheet->grid, lab_group_minimal(cases, group), sheet->is_plain);
    }
}

/* ---- Over families --------------------------------------------------------------------------------------------- */

static const struct lab_variant *variant_of(const struct lab_cases *cases, size_t index)
{
    return &cases->experiment->variants[cases->part->variants[index]];
}

bool lab_next_family(const struct lab_cases *cases, size_t *variant)
{
    for (; *variant < cases->part->variant_count; ++*variant) {
        size_t first = 0;

        while (!is_same(variant_of(cases, first)->family, variant_of(cases, *variant)->family))
            first++;
        if (first == *variant)
            return true;
    }
    return false;
}

double lab_next_value(const struct lab_cases *cases, double after)
{
    double next = INFINITY;

    for (size_t i = 0; i < cases->part->variant_count; i++)
        if (variant_of(cases, i)->at > after)
            next = fmin(next, variant_of(cases, i)->at);
    return next;
}

static double mean_of(const struct lab_cases *cases, size_t variant, bool *is_partial)
{
    double sum = 0;
    size_t known = 0;

    for (size_t i = 0; i < cases->experiment->position_count; i++) {
        double value = lab_cases_value(cases, 0, variant, i);

        if (isnan(value))
            continue;
        sum += value;
        known++;
    }
    *is_partial = known < cases->experiment->position_count;
    return known ? sum / (double)known : NAN;
}

double lab_family_mean(const struct lab_cases *cases, size_t first, double at, bool *is_partial)
{
    *is_partial = false;
    for (size_t i = first; i < cases->part->variant_count; i++)
        if (variant_of(cases, i)->at == at && is_same(variant_of(cases, i)->family, variant_of(cases, first)->family))
            return mean_of(cases, i, is_partial);
    return NAN;
}

/* It is the one that is set to the value for which the variant stands; values may be shown as others. */
void lab_family_option(const struct lab_cases *cases, by_text *out)
{
    const struct lab_variant *variant = variant_of(cases, 0);

    if (cases->part->groups) {
        by_text_add(out, cases->part->groups);
        return;
    }
    for (const char *equals = strchr(variant->words, '='); equals; equals = strchr(equals + 1, '=')) {
        const char *begin = equals;

        while (begin > variant->words && begin[-1] != ' ')
            begin--;
        if (strtod(equals + 1, NULL) != variant->at)
            continue;
        by_text_clear(out);
        by_text_printf(out, "%.*s", (int)(equals - begin), begin);
    }
    if (!out->length)
        by_text_add(out, "value");
}

void lab_add_over(struct lab_sheet *sheet)
{
    const struct lab_cases *cases = &sheet->cases;
    by_text option = {0};

    lab_family_option(cases, &option);
    lab_grid_add(&sheet->grid, by_text_string(&option));
    sheet->grid.failed |= option.failed;
    by_text_free(&option);
    for (size_t i = 0; lab_next_family(cases, &i); i++)
        lab_grid_add(&sheet->grid, variant_of(cases, i)->family);
    sheet->grid.columns = sheet->grid.count;
    sheet->grid.left = 0;
    for (double at = lab_next_value(cases, -INFINITY); !isinf(at) && !lab_is_over(cases->experiment);
         at = lab_next_value(cases, at)) {
        lab_grid_add_number(&sheet->grid, at, sheet->is_plain);
        for (size_t i = 0; lab_next_family(cases, &i); i++) {
            bool is_partial;
            double mean = lab_family_mean(cases, i, at, &is_partial);

            lab_add_mean(sheet, mean, is_partial);
        }
    }
}

/* ---- Matches --------------------------------------------------------------------------------------------------- */

/* The games of a variant: of each position the mean of its repetitions, since they are the same games again or, with
 * other seeds, games from the same beginning, and further positions are what makes the result better known. */
struct games {
    double won, drawn, lost;
    double *scores; /* of the positions, a mean of a game each */
    size_t count;
};

/* A row is a game with each colour. */
static by_status add_position(const struct lab_cases *cases, lab_database *database, const struct lab_task *task,
                              struct games *games, by_error *error)
{
    const struct lab_rival *rival = &cases->experiment->rivals[cases->part->rival];
    double won, drawn = NAN, lost = NAN;
    by_status status = lab_measure_mean(database, cases->experiment, task, rival->won, &won, error);

    if (!status)
        status = lab_measure_mean(database, cases->experiment, task, rival->drawn, &drawn, error);
    if (!status)
        status = lab_measure_mean(database, cases->experiment, task, rival->lost, &lost, error);
    if (status || isnan(won) || isnan(drawn) || isnan(lost))
        return status;
    games->won += won;
    games->drawn += drawn;
    games->lost += lost;
    games->scores[games->count++] = (2 * won + drawn) / (2 * (won + drawn + lost));
    return BY_OK;
}

static void add_elo(struct lab_sheet *sheet, bool is_known, double elo)
{
    if (!is_known || sheet->is_plain)
        lab_grid_add_number(&sheet->grid, is_known ? elo : NAN, sheet->is_plain);
    else if (isinf(elo))
        lab_grid_add(&sheet->grid, elo > 0 ? "+inf" : "-inf");
    else
        lab_grid_printf(&sheet->grid, "%+.1f", elo);
}

static void add_estimate(struct lab_sheet *sheet, const struct games *games)
{
    bool is_partial = games->count < sheet->cases.experiment->position_count;
    struct match_estimate estimate;

    match_estimate_means(games->scores, games->count, &estimate);
    lab_add_mean(sheet, games->count ? games->won : NAN, is_partial);
    lab_add_mean(sheet, games->count ? games->drawn : NAN, is_partial);
    lab_add_mean(sheet, games->count ? games->lost : NAN, is_partial);
    lab_add_mean(sheet, estimate.is_known ? estimate.score * 100 : NAN, is_partial);
    add_elo(sheet, estimate.is_known, estimate.elo);
    add_elo(sheet, estimate.is_known, estimate.elo_low);
    add_elo(sheet, estimate.is_known, estimate.elo_high);
    if (estimate.is_known && (isinf(estimate.elo_low) || isinf(estimate.elo_high)))
        sheet->has_open = true;
}

static by_status add_match_of(struct lab_sheet *sheet, lab_database *database, size_t variant, by_error *error)
{
    const struct lab_cases *cases = &sheet->cases;
    struct games games = {.scores = calloc(cases->experiment->position_count, sizeof *games.scores)};
    by_status status = games.scores ? BY_OK : by_error_no_memory(error);

    for (size_t i = 0; i < cases->experiment->position_count && !status; i++) {
        struct lab_task task = lab_cases_task(cases, variant, i);

        status = add_position(cases, database, &task, &games, error);
    }
    if (!status) {
        lab_grid_add(&sheet->grid, lab_case_name(cases, variant));
        add_estimate(sheet, &games);
    }
    free(games.scores);
    return status;
}

by_status lab_add_match(struct lab_sheet *sheet, lab_database *database, by_error *error)
{
    static const char *const headings[] = {"variant", "won", "drawn", "lost", "score %", "Elo", "from", "to"};
    static const char *const plain[] = {"variant",       "won", "drawn",   "lost",
                                        "score_percent", "elo", "elo_low", "elo_high"};
    by_status status = BY_OK;

    sheet->grid.columns = sizeof headings / sizeof headings[0];
    for (size_t i = 0; i < sheet->grid.columns; i++)
        lab_grid_add(&sheet->grid, sheet->is_plain ? plain[i] : headings[i]);
    for (size_t i = 0; i < sheet->cases.part->variant_count && !status; i++)
        status = add_match_of(sheet, database, i, error);
    return status;
}

static bool has_repetitions(const struct lab_cases *cases)
{
    for (size_t i = 0; i < cases->part->variant_count; i++)
        if (variant_of(cases, i)->repetitions > 1)
            return true;
    return false;
}

void lab_say_match(const struct lab_cases *cases, by_text *out)
{
    int rival = cases->experiment->rivals[cases->part->rival].variant;
    size_t positions = cases->experiment->position_count;

    by_text_printf(out,
                   "Against %s, with both colours from %zu position%s: games, score, and Elo with the bounds of 95 %% "
                   "certainty%s, by pairs of games%s:",
                   cases->experiment->variants[rival].name, positions, positions == 1 ? "" : "s",
                   cases->part->variant_count > 1 ? " (of each variant by itself, not adjusted for their number)" : "",
                   has_repetitions(cases) ? ", of a position the mean of its repetitions" : "");
}
