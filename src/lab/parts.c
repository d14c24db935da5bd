/* SPDX-License-Identifier: MIT
 *
 * Parts of a report as grids of words and numbers.
 */
#include "lab/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/limits.h"
#include "lab/measure.h"
#include "lab/origin.h"
#include "render/prose.h"

const char *lab_case_name(const struct lab_cases *cases, size_t variant)
{
    return cases->experiment->variants[cases->part->variants[variant]].name;
}

const char *lab_measure_label(const char *measure)
{
    return strcmp(measure, "time") == 0 ? "ms" : measure;
}

void lab_add_mean(struct lab_sheet *sheet, double mean, bool is_partial)
{
    char digits[LAB_DIGITS_SIZE];

    if (isnan(mean) || !is_partial || (sheet->is_plain && !sheet->marks_partial)) {
        lab_grid_add_number(&sheet->grid, mean, sheet->is_plain);
        return;
    }
    if (sheet->is_plain) {
        lab_grid_printf(&sheet->grid, "%.12g*", mean);
        return;
    }
    lab_print_number(mean, digits);
    lab_grid_printf(&sheet->grid, "%s*", digits);
    sheet->has_partial = true;
}

/* ---- What is not searched yet ---------------------------------------------------------------------------------- */

bool lab_case_is_searched(const struct lab_cases *cases, size_t variant, size_t position)
{
    if (lab_cases_answer(cases, variant, position) == BY_ANSWER_NONE)
        return false;
    return !cases->part->measure_count || !isnan(lab_cases_value(cases, 0, variant, position));
}

size_t lab_count_searched(const struct lab_cases *cases, size_t variant)
{
    size_t count = 0;

    for (size_t i = 0; i < cases->experiment->position_count; i++)
        count += lab_case_is_searched(cases, variant, i);
    return count;
}

static bool is_all_done(const struct lab_cases *cases, size_t variant)
{
    for (size_t i = 0; i < cases->experiment->position_count; i++)
        if (lab_cases_answer(cases, variant, i) == BY_ANSWER_NONE)
            return false;
    return true;
}

/* How many positions of a variant are such: nothing is known where none is searched. */
static void add_count(struct lab_sheet *sheet, size_t variant, size_t count)
{
    size_t searched = lab_count_searched(&sheet->cases, variant);

    lab_add_mean(sheet, searched ? (double)count : NAN, searched < sheet->cases.experiment->position_count);
}

/* ---- Summaries ------------------------------------------------------------------------------------------------- */

bool lab_measure_is_counted(const char *measure)
{
    static const char *const names[] = {"solved", "failed", "right", "wrong"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(measure, names[i]) == 0)
            return true;
    return false;
}

static bool all_solved(const struct lab_cases *cases, size_t position)
{
    for (size_t i = 0; i < cases->part->variant_count; i++)
        if (!lab_is_solved(lab_cases_answer(cases, i, position)))
            return false;
    return true;
}

bool lab_case_is_over(const struct lab_cases *cases, size_t variant, size_t position)
{
    switch (cases->part->over) {
    case LAB_OVER_SOLVED:
        return lab_is_solved(lab_cases_answer(cases, variant, position));
    case LAB_OVER_COMMON:
        return all_solved(cases, position);
    case LAB_OVER_ALL:
        break;
    }
    return true;
}

/* The mean of a measure, or the sum of one that counts. */
static double sum_up(const struct lab_cases *cases, size_t measure, size_t variant)
{
    bool counts = lab_measure_is_counted(cases->part->measures[measure].name);
    double sum = 0;
    size_t known = 0;

    for (size_t i = 0; i < cases->experiment->position_count; i++) {
        double value = lab_cases_value(cases, measure, variant, i);

        if (isnan(value) || (!counts && !lab_case_is_over(cases, variant, i)))
            continue;
        sum += value;
        known++;
    }
    return !known ? NAN : counts ? sum : sum / (double)known;
}

static double published(const struct lab_cases *cases, size_t measure, size_t variant)
{
    struct lab_task task = lab_cases_task(cases, variant, 0);
    const struct lab_figure *figure =
        lab_figure_find(cases->experiment, task.variant, cases->part->measures[measure].name, task.limit);

    return figure ? figure->value : NAN;
}

static bool is_published(const struct lab_cases *cases, size_t measure)
{
    for (size_t i = 0; i < cases->part->variant_count; i++)
        if (!isnan(published(cases, measure, i)))
            return true;
    return false;
}

static void add_summary_headings(struct lab_sheet *sheet)
{
    const struct lab_cases *cases = &sheet->cases;

    lab_grid_add(&sheet->grid, "variant");
    for (size_t i = 0; i < cases->part->measure_count; i++) {
        lab_grid_add(&sheet->grid, lab_measure_label(cases->part->measures[i].name));
        if (is_published(cases, i))
            lab_grid_printf(&sheet->grid, "%s%spublished", sheet->is_plain ? cases->part->measures[i].name : "",
                            sheet->is_plain ? "_" : "");
        if (cases->part->base != LAB_NO_VARIANT)
            lab_add_against_headings(sheet, i);
    }
    sheet->grid.columns = sheet->grid.count;
}

static by_status add_summary(struct lab_sheet *sheet, lab_database *database, by_error *error)
{
    const struct lab_cases *cases = &sheet->cases;
    struct lab_against *against = NULL;
    by_status status = BY_OK;

    if (cases->part->base != LAB_NO_VARIANT)
        status = lab_can_judge_times(cases->experiment, database, &sheet->judges_times, error);
    if (!status && cases->part->base != LAB_NO_VARIANT)
        status = lab_compare_with_base(cases, &against, error);
    add_summary_headings(sheet);
    for (size_t variant = 0; variant < cases->part->variant_count && !status; variant++) {
        status = lab_go_on(cases->experiment, error);
        lab_grid_add(&sheet->grid, lab_case_name(cases, variant));
        for (size_t i = 0; i < cases->part->measure_count && !status; i++) {
            lab_add_mean(sheet, sum_up(cases, i, variant), !is_all_done(cases, variant));
            if (is_published(cases, i))
                lab_grid_add_number(&sheet->grid, published(cases, i, variant), sheet->is_plain);
            if (against)
                lab_add_against(sheet, i, &against[i * cases->part->variant_count + variant]);
        }
    }
    free(against);
    return status;
}

static void say_summary(const struct lab_cases *cases, by_text *out)
{
    size_t common = 0, positions = cases->experiment->position_count;

    for (size_t i = 0; i < positions; i++)
        common += all_solved(cases, i);
    by_text_printf(out, "Of %zu position%s; means over ", positions, positions == 1 ? "" : "s");
    if (cases->part->over == LAB_OVER_SOLVED)
        by_text_add(out, "those that the variant solved:");
    else if (cases->part->over == LAB_OVER_COMMON)
        by_text_printf(out, "the %zu that all of these variants solved:", common);
    else
        by_text_add(out, "all of them:");
}

/* ---- Duels ----------------------------------------------------------------------------------------------------- */

enum { FIRST, SECOND, LEVEL, NEITHER, DUEL_COUNT, NOT_SEARCHED = DUEL_COUNT };

static int duel(const struct lab_cases *cases, size_t position)
{
    bool first_solves = lab_is_solved(lab_cases_answer(cases, 0, position));
    bool second_solves = lab_is_solved(lab_cases_answer(cases, 1, position));
    double first = lab_cases_value(cases, 0, 0, position), second = lab_cases_value(cases, 0, 1, position);

    if (!lab_case_is_searched(cases, 0, position) || !lab_case_is_searched(cases, 1, position))
        return NOT_SEARCHED;
    if (!first_solves || !second_solves)
        return first_solves ? FIRST : second_solves ? SECOND : NEITHER;
    if (fabs(first - second) <= fmax(first, second) * (double)cases->part->level / 100)
        return LEVEL;
    return first < second ? FIRST : SECOND;
}

static void add_duel(struct lab_sheet *sheet)
{
    static const char *const names[] = {"level", "solved by neither", "not searched by both yet"};
    const struct lab_cases *cases = &sheet->cases;
    size_t counts[DUEL_COUNT + 1] = {0}, positions = cases->experiment->position_count;
    int count = 0;

    for (size_t i = 0; i < positions; i++)
        counts[duel(cases, i)]++;
    lab_grid_add(&sheet->grid, "better");
    lab_grid_add(&sheet->grid, "positions");
    if (cases->part->has_counts)
        lab_grid_add(&sheet->grid, "published");
    sheet->grid.columns = sheet->grid.count;
    count = counts[NOT_SEARCHED] ? DUEL_COUNT + 1 : DUEL_COUNT;
    for (int i = 0; i < count; i++) {
        bool is_known = i == NOT_SEARCHED || counts[NOT_SEARCHED] < positions;

        lab_grid_add(&sheet->grid, i < LEVEL ? lab_case_name(cases, (size_t)i) : names[i - LEVEL]);
        lab_grid_add_number(&sheet->grid, is_known ? (double)counts[i] : NAN, sheet->is_plain);
        if (cases->part->has_counts)
            lab_grid_add_number(&sheet->grid, i < LAB_COUNTS ? cases->part->counts[i] : NAN, sheet->is_plain);
    }
}

static void say_duel(const struct lab_cases *cases, by_text *out)
{
    by_text_printf(out, "Better is less %s, level within %" PRId64 " %%, and to solve what the other does not:",
                   cases->part->measures[0].name, cases->part->level);
}

/* ---- Solved within --------------------------------------------------------------------------------------------- */

static size_t solved_within(const struct lab_cases *cases, size_t variant, double most)
{
    size_t count = 0;

    for (size_t i = 0; i < cases->experiment->position_count; i++)
        count += lab_is_solved(lab_cases_answer(cases, variant, i)) && lab_cases_value(cases, 0, variant, i) <= most;
    return count;
}

static void add_within(struct lab_sheet *sheet)
{
    const struct lab_cases *cases = &sheet->cases;
    const char *measure = cases->part->measures[0].name;

    lab_grid_printf(&sheet->grid, "%s up to", strcmp(measure, "time") == 0 ? "ms" : measure);
    for (size_t i = 0; i < cases->part->variant_count; i++)
        lab_grid_add(&sheet->grid, lab_case_name(cases, i));
    sheet->grid.columns = sheet->grid.count;
    for (size_t step = 0; step <= cases->part->step_count && !lab_is_over(cases->experiment); step++) {
        double most = step < cases->part->step_count ? cases->part->steps[step] : INFINITY;

        if (isinf(most))
            lab_grid_add(&sheet->grid, "the limit");
        else
            lab_grid_add_number(&sheet->grid, most, sheet->is_plain);
        for (size_t i = 0; i < cases->part->variant_count; i++)
            add_count(sheet, i, solved_within(cases, i, most));
    }
}

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

void lab_chosen_free(struct lab_chosen *chosen)
{
    for (size_t i = 0; i < chosen->count; i++)
        solve_curve_free(&chosen->curves[i]);
    chosen->count = 0;
}

/* Puts a curve to its place among the longest, and drops the shortest if there are too many. */
static void choose(struct lab_chosen *chosen, size_t most, size_t position, struct solve_curve *curve)
{
    size_t at = chosen->count;

    while (at && chosen->curves[at - 1].length < curve->length)
        at--;
    if (at == most) {
        solve_curve_free(curve);
        return;
    }
    if (chosen->count == most)
        solve_curve_free(&chosen->curves[--chosen->count]);
    for (size_t i = chosen->count++; i > at; i--) {
        chosen->curves[i] = chosen->curves[i - 1];
        chosen->positions[i] = chosen->positions[i - 1];
    }
    chosen->curves[at] = *curve;
    chosen->positions[at] = position;
}

by_status lab_choose_curves(const struct lab_cases *cases, lab_database *database, struct lab_chosen *out,
                            by_error *error)
{
    for (size_t i = 0; i < cases->experiment->position_count; i++) {
        struct lab_task task = lab_cases_task(cases, 0, i);
        struct solve_curve curve = {0};
        by_status status;

        if (lab_cases_answer(cases, 0, i) != cases->part->answer)
            continue;
        status = lab_database_curve(database, cases->experiment, &task, &curve, error);
        if (status) {
            solve_curve_free(&curve);
            return status;
        }
        choose(out, (size_t)cases->part->most, i, &curve);
    }
    return BY_OK;
}

static void add_number_of_proof(struct lab_sheet *sheet, uint64_t sixteenths)
{
    if (sixteenths == UINT64_MAX)
        lab_grid_add(&sheet->grid, sheet->is_plain ? "inf" : "infinite");
    else
        lab_grid_add_number(&sheet->grid, (double)sixteenths / 16, sheet->is_plain);
}

static void add_points(struct lab_sheet *sheet, size_t position, const struct solve_curve *curve)
{
    bool has_numbers = sheet->cases.part->shows == LAB_SHOWS_NUMBERS;

    for (size_t i = 0; i < curve->length; i++) {
        const struct solve_point *point = &curve->points[i];

        lab_grid_add(&sheet->grid, sheet->cases.experiment->positions[position].id);
        lab_grid_printf(&sheet->grid, "%" PRIu64, point->nodes);
        if (has_numbers) {
            add_number_of_proof(sheet, point->proof_number);
            add_number_of_proof(sheet, point->disproof_number);
        } else {
            lab_grid_printf(&sheet->grid, "%d", point->depth);
            lab_grid_printf(&sheet->grid, "%d", point->evaluation);
        }
    }
}

enum { CELL_BYTES = 4 }; /* of a cell in a report, at least, on average */

static by_status add_curves(struct lab_sheet *sheet, lab_database *database, by_error *error)
{
    const struct lab_cases *cases = &sheet->cases;
    bool has_numbers = cases->part->shows == LAB_SHOWS_NUMBERS;
    by_status status = BY_OK;

    lab_grid_add(&sheet->grid, "position");
    lab_grid_add(&sheet->grid, "nodes");
    lab_grid_add(&sheet->grid, has_numbers ? "proof_number" : "depth");
    lab_grid_add(&sheet->grid, has_numbers ? "disproof_number" : "evaluation");
    sheet->grid.columns = sheet->grid.count;
    for (size_t i = 0; i < cases->experiment->position_count && !status; i++) {
        struct lab_task task = lab_cases_task(cases, 0, i);
        struct solve_curve curve = {0};

        if (lab_cases_answer(cases, 0, i) != cases->part->answer)
            continue;
        status = lab_database_curve(database, cases->experiment, &task, &curve, error);
        add_points(sheet, i, &curve);
        solve_curve_free(&curve);
        if (!status)
            status = lab_go_on_writing(cases->experiment, sheet->grid.count * CELL_BYTES, error);
    }
    return status;
}

/* For people: which curves there are. The points are in the files. */
static by_status say_curves(const struct lab_cases *cases, lab_database *database, by_text *out, by_error *error)
{
    struct lab_chosen chosen = {.count = 0};
    size_t all = 0, positions = cases->experiment->position_count, searched = lab_count_searched(cases, 0);
    by_status status = lab_choose_curves(cases, database, &chosen, error);

    for (size_t i = 0; i < positions; i++)
        all += lab_cases_answer(cases, 0, i) == cases->part->answer;
    lab_say_limits(cases->experiment, cases->part, out);
    if (!searched)
        by_text_printf(out, "%s has searched none of %zu position%s yet", lab_case_name(cases, 0), positions,
                       positions == 1 ? "" : "s");
    else
        by_text_printf(out, "%s answers %s on %zu of %zu position%s", lab_case_name(cases, 0),
                       by_answer_name(cases->part->answer), all, searched, searched == 1 ? "" : "s");
    if (searched && searched < positions)
        by_text_printf(out, " searched, of %zu", positions);
    for (size_t i = 0; i < chosen.count; i++)
        by_text_printf(out, "%s%s", i ? ", " : "; drawn: ", cases->experiment->positions[chosen.positions[i]].id);
    lab_chosen_free(&chosen);
    return status;
}

/* ---- Predictions ----------------------------------------------------------------------------------------------- */

/* What the curve of a search let expect when so many percent of its nodes were searched. */
static by_status predict(const struct lab_cases *cases, lab_database *database, size_t variant, size_t position,
                         enum by_answer *out, by_error *error)
{
    struct lab_task task = lab_cases_task(cases, variant, position);
    struct solve_curve curve = {0};
    by_status status = lab_database_curve(database, cases->experiment, &task, &curve, error);
    enum solve_prediction prediction;
    uint64_t most;

    if (!status && curve.length) {
        most = curve.points[curve.length - 1].nodes * (uint64_t)cases->part->at / 100;
        while (curve.length && curve.points[curve.length - 1].nodes > most)
            curve.length--;
    }
    prediction = solve_predict(&curve);
    *out = prediction == SOLVE_PREDICTS_CAPTURE  ? BY_ANSWER_YES
           : prediction == SOLVE_PREDICTS_ESCAPE ? BY_ANSWER_NO
                                                 : BY_ANSWER_UNKNOWN;
    solve_curve_free(&curve);
    return status;
}

/* What came: an answer, or none though one is known. */
enum came { CAME_YES, CAME_NO, CAME_UNKNOWN_YES, CAME_UNKNOWN_NO, CAME_UNKNOWN, CAME_COUNT };
enum { EXPECTED_COUNT = 3 };

static enum came came_of(const struct lab_cases *cases, size_t variant, size_t position)
{
    enum by_answer answer = lab_cases_answer(cases, variant, position);
    enum by_answer known = cases->experiment->positions[position].known;

    if (lab_is_solved(answer))
        return answer == BY_ANSWER_YES ? CAME_YES : CAME_NO;
    return known == BY_ANSWER_YES ? CAME_UNKNOWN_YES : known == BY_ANSWER_NO ? CAME_UNKNOWN_NO : CAME_UNKNOWN;
}

static size_t place_of(enum by_answer expected)
{
    return expected == BY_ANSWER_YES ? 0 : expected == BY_ANSWER_NO ? 1 : 2;
}

static void add_matrix(struct lab_sheet *sheet, size_t variant, size_t counts[CAME_COUNT][EXPECTED_COUNT])
{
    static const char *const names[] = {"yes", "no", "unknown, in truth yes", "unknown, in truth no", "unknown"};

    for (int came = 0; came < CAME_COUNT; came++) {
        if (came >= CAME_UNKNOWN_YES && !(counts[came][0] + counts[came][1] + counts[came][2]))
            continue;
        lab_grid_add(&sheet->grid, lab_case_name(&sheet->cases, variant));
        lab_grid_add(&sheet->grid, names[came]);
        for (size_t expected = 0; expected < EXPECTED_COUNT; expected++)
            add_count(sheet, variant, counts[came][expected]);
    }
}

static by_status add_predictions(struct lab_sheet *sheet, lab_database *database, by_error *error)
{
    static const char *const headings[] = {"variant", "answer", "predicted yes", "predicted no", "nothing"};
    const struct lab_cases *cases = &sheet->cases;
    by_status status = BY_OK;

    sheet->grid.columns = sizeof headings / sizeof headings[0];
    sheet->grid.left = 2;
    for (size_t i = 0; i < sheet->grid.columns; i++)
        lab_grid_add(&sheet->grid, headings[i]);
    for (size_t variant = 0; variant < cases->part->variant_count && !status; variant++) {
        size_t counts[CAME_COUNT][EXPECTED_COUNT] = {{0}};

        for (size_t i = 0; i < cases->experiment->position_count && !status; i++) {
            enum by_answer expected;

            if (lab_cases_answer(cases, variant, i) == BY_ANSWER_NONE)
                continue;
            status = predict(cases, database, variant, i, &expected, error);
            counts[came_of(cases, variant, i)][place_of(expected)]++;
        }
        add_matrix(sheet, variant, counts);
    }
    return status;
}

static void say_predictions(const struct lab_cases *cases, by_text *out)
{
    by_text_printf(out, "The answer, and what the curve let expect at %" PRId64 " %% of the nodes:", cases->part->at);
}

/* ---- Pictures -------------------------------------------------------------------------------------------------- */

static void add_picture(struct lab_sheet *sheet)
{
    const struct lab_cases *cases = &sheet->cases;
    size_t position;

    lab_grid_add(&sheet->grid, "position");
    for (size_t i = 0; i < cases->part->variant_count; i++)
        lab_grid_printf(&sheet->grid, "%s: %s", lab_case_name(cases, i), cases->part->measures[0].name);
    sheet->grid.columns = sheet->grid.count;
    if (!lab_cases_pick(cases, &position))
        return;
    lab_grid_add(&sheet->grid, cases->experiment->positions[position].id);
    for (size_t i = 0; i < cases->part->variant_count; i++)
        lab_grid_add_number(&sheet->grid, lab_cases_value(cases, 0, i, position), sheet->is_plain);
}

static void say_picture(const struct lab_cases *cases, by_text *out)
{
    size_t position;

    if (!lab_cases_pick(cases, &position)) {
        by_text_printf(out, "There is no position that both solve and on which %s saves %s against %s.",
                       lab_case_name(cases, 0), cases->part->measures[0].name, lab_case_name(cases, 1));
        return;
    }
    by_text_printf(out, "The position on which %s saves the most %s against %s, of those that both solve:",
                   lab_case_name(cases, 0), cases->part->measures[0].name, lab_case_name(cases, 1));
}

/* ---- Progress -------------------------------------------------------------------------------------------------- */

int64_t lab_next_limit(const struct lab_experiment *experiment, const struct lab_part *part, int64_t after)
{
    int64_t next = INT64_MAX;

    for (size_t i = 0; i < part->variant_count; i++) {
        const struct lab_limits *limits = &experiment->variants[part->variants[i]].limits;

        for (size_t j = 0; j < limits->count; j++)
            if (limits->list[j] > after && limits->list[j] < next)
                next = limits->list[j];
    }
    return next;
}

static by_status add_progress(struct lab_sheet *sheet, lab_database *database, by_error *error)
{
    const struct lab_cases *cases = &sheet->cases;
    by_status status = BY_OK;

    lab_grid_add(&sheet->grid, lab_limit_name(cases->experiment->limit));
    for (size_t i = 0; i < cases->part->variant_count; i++)
        lab_grid_add(&sheet->grid, lab_case_name(cases, i));
    sheet->grid.columns = sheet->grid.count;
    sheet->grid.left = 0;
    for (int64_t limit = 0; !status;) {
        limit = lab_next_limit(cases->experiment, cases->part, limit);
        if (limit == INT64_MAX)
            break;
        lab_grid_add_number(&sheet->grid, (double)limit, sheet->is_plain);
        for (size_t i = 0; i < cases->part->variant_count && !status; i++) {
            const struct lab_variant *variant = &cases->experiment->variants[cases->part->variants[i]];
            double mean = NAN;
            size_t known = 0;

            if (lab_variant_has(variant, limit))
                status = lab_mean(database, cases->experiment, cases->part->variants[i], limit,
                                  cases->part->measures[0].name, &mean, &known, error);
            lab_add_mean(sheet, mean, known < cases->experiment->position_count);
        }
    }
    return status;
}

/* ---- A part ---------------------------------------------------------------------------------------------------- */

static by_status fill(struct lab_sheet *sheet, lab_database *database, by_error *error)
{
    by_status status = BY_OK;

    sheet->grid.left = 1;
    switch (sheet->cases.part->kind) {
    case LAB_PART_SUMMARY:
        status = add_summary(sheet, database, error);
        break;
    case LAB_PART_DUEL:
        add_duel(sheet);
        break;
    case LAB_PART_WITHIN:
        add_within(sheet);
        break;
    case LAB_PART_CURVES:
        status = add_curves(sheet, database, error);
        break;
    case LAB_PART_PICTURE:
        add_picture(sheet);
        break;
    case LAB_PART_PREDICTION:
        status = add_predictions(sheet, database, error);
        break;
    case LAB_PART_PROGRESS:
        status = add_progress(sheet, database, error);
        break;
    case LAB_PART_GROWTH:
        status = lab_add_growth(sheet, database, error);
        break;
    case LAB_PART_GROUPED:
        lab_add_grouped(sheet);
        break;
    case LAB_PART_OVER:
        lab_add_over(sheet);
        break;
    case LAB_PART_MATCH:
        status = lab_add_match(sheet, database, error);
        break;
    }
    if (!status)
        status = lab_go_on(sheet->cases.experiment, error);
    return status || !sheet->grid.failed ? status : by_error_no_memory(error);
}

/* What stands above the grid. */
static void say_before(const struct lab_cases *cases, by_text *out)
{
    size_t positions = cases->experiment->position_count;

    lab_say_limits(cases->experiment, cases->part, out);
    switch (cases->part->kind) {
    case LAB_PART_SUMMARY:
        say_summary(cases, out);
        break;
    case LAB_PART_DUEL:
        say_duel(cases, out);
        break;
    case LAB_PART_WITHIN:
        by_text_printf(out, "How many of %zu position%s are solved:", positions, positions == 1 ? "" : "s");
        break;
    case LAB_PART_PREDICTION:
        say_predictions(cases, out);
        break;
    case LAB_PART_PROGRESS:
    case LAB_PART_OVER:
        by_text_printf(out, "Mean %s of %zu position%s", cases->part->measures[0].name, positions,
                       positions == 1 ? "" : "s");
        if (cases->part->kind == LAB_PART_PROGRESS) /* which tells no limit above */
            lab_say_repetitions(cases->experiment, cases->part->variants, cases->part->variant_count, out);
        by_text_add_char(out, ':');
        break;
    case LAB_PART_GROWTH:
        lab_say_growth(cases, out);
        break;
    case LAB_PART_GROUPED:
        by_text_printf(out, "Mean %s of the positions of each %s:", cases->part->measures[0].name,
                       lab_group_name(cases));
        break;
    case LAB_PART_MATCH:
        lab_say_match(cases, out);
        break;
    case LAB_PART_PICTURE:
        say_picture(cases, out);
        break;
    case LAB_PART_CURVES:
        break;
    }
}

/* Whether a variant is searched on a position for the part, and for no earlier column. */
static bool is_of_part(const struct lab_cases *cases, size_t variant, size_t position)
{
    if (!lab_column_has(cases, variant, position))
        return false;
    for (size_t i = 0; i < variant; i++)
        if (cases->part->variants[i] == cases->part->variants[variant] && lab_column_has(cases, i, position))
            return false;
    return true;
}

/* Adds how many searches of a variant on a position are not done, of the limits that the part shows. */
static by_status count_missing(const struct lab_cases *cases, lab_database *database, size_t variant, size_t position,
                               size_t *missing, by_error *error)
{
    struct lab_task task = lab_cases_task(cases, variant, position);
    const struct lab_variant *who = &cases->experiment->variants[task.variant];
    bool shows_all = lab_part_shows_all_limits(cases->part);
    by_status status = BY_OK;

    for (size_t i = shows_all ? 0 : who->limits.count - 1; i < who->limits.count; i++) {
        task.limit = who->limits.list[i];
        for (task.repetition = 0; task.repetition < who->repetitions && !status; task.repetition++) {
            bool is_found = true;
            int64_t time_us;

            status = lab_database_find(database, cases->experiment, &task, &is_found, &time_us, error);
            *missing += !is_found;
        }
    }
    return status;
}

/* What is not searched yet would be taken for what was not solved. */
static by_status say_missing(const struct lab_cases *cases, lab_database *database, enum lab_format format,
                             by_text *out, by_error *error)
{
    char sentence[64];
    size_t missing = 0;
    by_status status = BY_OK;

    for (size_t i = 0; i < cases->part->variant_count; i++)
        for (size_t j = 0; j < cases->experiment->position_count && !status; j++)
            if (is_of_part(cases, i, j))
                status = count_missing(cases, database, i, j, &missing, error);
    if (status || !missing)
        return status;
    (void)snprintf(sentence, sizeof sentence,
                   missing == 1 ? "%zu search is not done yet" : "%zu searches are not done yet", missing);
    lab_print_note(sentence, format, out);
    return BY_OK;
}

static by_status print_curves(const struct lab_cases *cases, lab_database *database, enum lab_format format,
                              by_text *out, by_error *error)
{
    by_text sentence = {0};
    by_status status = say_curves(cases, database, &sentence, error);

    if (format == LAB_FORMAT_HTML) {
        lab_print_lead(by_text_string(&sentence), format, out);
    } else {
        lab_print_prose(by_text_string(&sentence), format, out);
        by_text_add_char(out, '\n');
    }
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
    return status;
}

static by_status print_grid(struct lab_sheet *sheet, lab_database *database, enum lab_format format, by_text *out,
                            by_error *error)
{
    by_text sentence = {0};
    by_status status = fill(sheet, database, error);

    say_before(&sheet->cases, &sentence);
    if (sentence.length)
        lab_print_lead(by_text_string(&sentence), format, out);
    if (!status && sheet->grid.count > sheet->grid.columns)
        lab_grid_print(&sheet->grid, format, out);
    if (sheet->has_partial)
        lab_print_note("* not of all positions", format, out);
    if (sheet->has_open)
        lab_print_note("-inf, +inf: the games leave the bound open, as they do if all pairs have the same score",
                       format, out);
    if (sheet->cases.part->kind == LAB_PART_SUMMARY && sheet->cases.part->base != LAB_NO_VARIANT)
        lab_say_against(sheet, format, out);
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
    return status;
}

by_status lab_part_print(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                         enum lab_format format, by_text *out, by_error *error)
{
    struct lab_sheet sheet = {.cases = {.experiment = experiment, .part = part}};
    by_status status = lab_cases_load(&sheet.cases, database, error);

    if (status)
        return status;
    lab_print_heading(part->title, format, out);
    status = part->kind == LAB_PART_CURVES ? print_curves(&sheet.cases, database, format, out, error)
                                           : print_grid(&sheet, database, format, out, error);
    if (!status)
        status = say_missing(&sheet.cases, database, format, out, error);
    lab_grid_free(&sheet.grid);
    lab_cases_free(&sheet.cases);
    return status;
}

static by_status fill_plain(const struct lab_experiment *experiment, const struct lab_part *part,
                            lab_database *database, bool marks_partial, struct lab_grid *grid, by_error *error)
{
    struct lab_sheet sheet = {
        .cases = {.experiment = experiment, .part = part}, .is_plain = true, .marks_partial = marks_partial};
    by_status status = lab_cases_load(&sheet.cases, database, error);

    if (status)
        return status;
    status = fill(&sheet, database, error);
    *grid = sheet.grid;
    lab_cases_free(&sheet.cases);
    return status;
}

by_status lab_part_grid(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                        struct lab_grid *grid, by_error *error)
{
    return fill_plain(experiment, part, database, true, grid, error);
}

by_status lab_part_csv(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                       by_text *out, by_error *error)
{
    struct lab_grid grid = {0};
    by_status status = fill_plain(experiment, part, database, false, &grid, error);

    if (!status)
        lab_grid_print(&grid, LAB_FORMAT_CSV, out);
    lab_grid_free(&grid);
    return status ? status : out->failed ? by_error_no_memory(error) : BY_OK;
}
