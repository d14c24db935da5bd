/* SPDX-License-Identifier: MIT */
#include "lab/sections.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sheet.h"
#include "render/prose.h"

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* "Mean nodes of 12 positions, 5 times each:" */
static void lead_means(const struct lab_sheet *sheet, by_text *out)
{
    const struct lab_section *section = sheet->section;
    const char *measure = section->measures[0].name;
    size_t positions = sheet->experiment->position_count;

    by_text_printf(out, "Mean %s%s of %zu position%s", measure,
                   section->kind == LAB_TABLE && strcmp(measure, "time") == 0 ? " (ms)" : "", positions,
                   plural(positions));
    if (lab_shows_all_limits(section)) /* otherwise this follows the limit */
        lab_print_repetitions(sheet->experiment, section->variants, section->variant_count, out);
    by_text_add_char(out, ':');
}

static void lead_within(const struct lab_sheet *sheet, by_text *out)
{
    size_t positions = sheet->experiment->position_count;

    by_text_printf(out, "How many of %zu position%s are solved:", positions, plural(positions));
}

static void lead_grouped(const struct lab_sheet *sheet, by_text *out)
{
    by_text_printf(out, "Mean %s of the positions of each %s:", sheet->section->measures[0].name,
                   lab_sheet_group_name(sheet));
}

static void lead_picture(const struct lab_sheet *sheet, by_text *out)
{
    const char *first = lab_sheet_variant(sheet, 0)->name, *second = lab_sheet_variant(sheet, 1)->name;
    const char *measure = sheet->section->measures[0].name;
    size_t position;

    if (lab_sheet_pick(sheet, &position))
        by_text_printf(out, "The position on which %s saves the most %s against %s, of those that both solve:", first,
                       measure, second);
    else
        by_text_printf(out, "There is no position that both solve and on which %s saves %s against %s.", first, measure,
                       second);
}

/* The functions of a kind of section. */
static const struct view {
    by_status (*fill)(struct lab_sheet *sheet, by_error *error);
    void (*lead)(const struct lab_sheet *sheet, by_text *out);
    void (*note)(const struct lab_sheet *sheet, enum lab_format format, by_text *out);
    bool is_drawn;
} views[LAB_KINDS] = {
    [LAB_TABLE] = {lab_fill_table, lead_means, NULL, true},
    [LAB_SUMMARY] = {lab_fill_summary, lab_lead_summary, lab_note_summary, false},
    [LAB_DUEL] = {lab_fill_duel, lab_lead_duel, NULL, false},
    [LAB_WITHIN] = {lab_fill_within, lead_within, NULL, true},
    [LAB_CURVES] = {lab_fill_curves, NULL, NULL, true},
    [LAB_PICTURE] = {lab_fill_picture, lead_picture, NULL, true},
    [LAB_PREDICTION] = {lab_fill_prediction, lab_lead_prediction, NULL, false},
    [LAB_PROGRESS] = {lab_fill_progress, lead_means, NULL, true},
    [LAB_GROWTH] = {lab_fill_growth, lab_lead_growth, NULL, false},
    [LAB_GROUPED] = {lab_fill_grouped, lead_grouped, NULL, true},
    [LAB_OVER] = {lab_fill_over, lead_means, NULL, true},
    [LAB_MATCH] = {lab_fill_match, lab_lead_match, lab_note_match, false},
};

/* ---- Sheets ---------------------------------------------------------------------------------------------------- */

static by_status load_values(struct lab_sheet *sheet, by_error *error)
{
    const struct lab_section *section = sheet->section;
    size_t positions = sheet->experiment->position_count;
    double *value;

    if (lab_shows_all_limits(section))
        return BY_OK;
    sheet->values = calloc(section->measure_count * section->variant_count * positions + 1, sizeof *sheet->values);
    if (!sheet->values)
        return by_error_no_memory(error);
    value = sheet->values;
    for (size_t measure = 0; measure < section->measure_count; measure++)
        for (size_t variant = 0; variant < section->variant_count; variant++)
            for (size_t i = 0; i < positions; i++) {
                struct lab_task task = lab_sheet_task(sheet, variant, i);

                *value++ = lab_measure_mean(sheet->rows, &task, section->measures[measure].name);
            }
    return lab_go_on(sheet->experiment, error);
}

static by_status open_sheet(struct lab_sheet *sheet, const struct lab_rows *rows, const struct lab_section *section,
                            by_error *error)
{
    *sheet = (struct lab_sheet){.rows = rows, .experiment = rows->experiment, .section = section};
    return load_values(sheet, error);
}

static by_status fill(struct lab_sheet *sheet, by_error *error)
{
    by_status status = views[sheet->section->kind].fill(sheet, error);

    if (!status)
        status = lab_go_on(sheet->experiment, error);
    return status || !sheet->grid.failed ? status : by_error_no_memory(error);
}

static void close_sheet(struct lab_sheet *sheet)
{
    lab_grid_free(&sheet->grid);
    free(sheet->values);
}

/* ---- For people ------------------------------------------------------------------------------------------------ */

/* True if the section needs a variant on a position, and no earlier column had it. */
static bool is_of_section(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    if (!lab_sheet_has(sheet, variant, position))
        return false;
    for (size_t i = 0; i < variant; i++)
        if (sheet->section->variants[i] == sheet->section->variants[variant] && lab_sheet_has(sheet, i, position))
            return false;
    return true;
}

/* The number of missing searches of a variant on a position, at the limits that the section shows. */
static size_t count_missing(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    const struct lab_variant *it = lab_sheet_variant(sheet, variant);
    struct lab_task task = lab_sheet_task(sheet, variant, position);
    size_t missing = 0;

    for (size_t i = lab_shows_all_limits(sheet->section) ? 0 : it->limits.count - 1; i < it->limits.count; i++) {
        task.limit = it->limits.list[i];
        for (task.repetition = 0; task.repetition < it->repetitions; task.repetition++)
            missing += !lab_row_of(sheet->rows, &task)->id;
    }
    return missing;
}

/* Readers would take missing searches for unsolved positions. Above tables the report names what is missing. */
static void note_missing(const struct lab_sheet *sheet, enum lab_format format, by_text *out)
{
    char sentence[64];
    size_t missing = 0;

    for (size_t i = 0; i < sheet->section->variant_count && sheet->section->kind != LAB_TABLE; i++)
        for (size_t j = 0; j < sheet->experiment->position_count; j++)
            if (is_of_section(sheet, i, j))
                missing += count_missing(sheet, i, j);
    if (!missing)
        return;
    (void)snprintf(sentence, sizeof sentence,
                   missing == 1 ? "%zu search is not done yet" : "%zu searches are not done yet", missing);
    lab_print_note(sentence, format, out);
}

/* Lists the curves. The points are in the files. */
static by_status print_curves(const struct lab_sheet *sheet, enum lab_format format, by_text *out, by_error *error)
{
    struct lab_chosen chosen = {.count = 0};
    size_t all = 0, positions = sheet->experiment->position_count, searched = lab_sheet_searched(sheet, 0);
    const char *name = lab_sheet_variant(sheet, 0)->name;
    by_text sentence = {0};
    by_status status = lab_choose_curves(sheet, &chosen, error);

    for (size_t i = 0; i < positions; i++)
        all += (int64_t)lab_sheet_answer(sheet, 0, i) == sheet->section->answer;
    lab_print_section_limits(sheet->experiment, sheet->section, &sentence);
    if (!searched)
        by_text_printf(&sentence, "%s has searched none of %zu position%s yet", name, positions, plural(positions));
    else
        by_text_printf(&sentence, "%s answers %s on %zu of %zu position%s", name,
                       by_answer_name((enum by_answer)sheet->section->answer), all, searched, plural(searched));
    if (searched && searched < positions)
        by_text_printf(&sentence, " searched, of %zu", positions);
    for (size_t i = 0; i < chosen.count; i++)
        by_text_printf(&sentence, "%s%s", i ? ", " : "; drawn: ", sheet->experiment->positions[chosen.positions[i]].id);
    lab_chosen_free(&chosen);
    lab_print_sentence(by_text_string(&sentence), format, out);
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
    return status;
}

static by_status print_filled(struct lab_sheet *sheet, enum lab_format format, by_text *out, by_error *error)
{
    const struct view *view = &views[sheet->section->kind];
    by_text sentence = {0};
    by_status status = fill(sheet, error);

    lab_print_section_limits(sheet->experiment, sheet->section, &sentence);
    view->lead(sheet, &sentence);
    lab_print_lead(by_text_string(&sentence), format, out);
    out->failed = out->failed || sentence.failed;
    by_text_free(&sentence);
    if (!status && lab_grid_rows(&sheet->grid) > 1)
        lab_grid_print(&sheet->grid, format, out);
    if (!status && sheet->section->kind == LAB_TABLE)
        status = lab_print_comparisons(sheet, format, out, error);
    if (lab_grid_has_partial(&sheet->grid))
        lab_print_note("* not of all positions", format, out);
    if (view->note)
        view->note(sheet, format, out);
    return status;
}

by_status lab_section_print(const struct lab_rows *rows, const struct lab_section *section, enum lab_format format,
                            by_text *out, by_error *error)
{
    struct lab_sheet sheet;
    by_status status = open_sheet(&sheet, rows, section, error);

    if (!status) {
        lab_print_heading(section->title, format, out);
        status = section->kind == LAB_CURVES ? print_curves(&sheet, format, out, error)
                                             : print_filled(&sheet, format, out, error);
    }
    if (!status)
        note_missing(&sheet, format, out);
    close_sheet(&sheet);
    return status;
}

/* ---- For programs ---------------------------------------------------------------------------------------------- */

by_status lab_section_grid(const struct lab_rows *rows, const struct lab_section *section, struct lab_grid *grid,
                           by_error *error)
{
    struct lab_sheet sheet;
    by_status status = open_sheet(&sheet, rows, section, error);

    if (!status)
        status = fill(&sheet, error);
    *grid = sheet.grid;
    free(sheet.values);
    return status;
}

by_status lab_section_csv(const struct lab_rows *rows, const struct lab_section *section, by_text *out, by_error *error)
{
    struct lab_sheet sheet;
    by_status status = open_sheet(&sheet, rows, section, error);

    if (!status)
        status = section->kind == LAB_TABLE ? lab_fill_table_lines(&sheet, error) : fill(&sheet, error);
    if (!status)
        lab_grid_print(&sheet.grid, LAB_FORMAT_CSV, out);
    if (!status && (sheet.grid.failed || out->failed))
        status = by_error_no_memory(error);
    close_sheet(&sheet);
    return status;
}

by_status lab_section_chart(const struct lab_rows *rows, const struct lab_section *section, bool is_inline,
                            by_text *out, by_error *error)
{
    struct lab_sheet sheet;
    by_status status;

    if (!views[section->kind].is_drawn)
        return BY_OK;
    status = open_sheet(&sheet, rows, section, error);
    if (!status && section->kind != LAB_CURVES) /* drawn from their points */
        status = fill(&sheet, error);
    if (!status)
        status = lab_sheet_draw(&sheet, is_inline, out, error);
    close_sheet(&sheet);
    return status;
}

const char *lab_section_measure(const struct lab_section *section)
{
    return section->measure_count == 1 ? section->measures[0].name : NULL;
}

/* ---- Duels ----------------------------------------------------------------------------------------------------- */

enum { FIRST, SECOND, LEVEL, NEITHER, DUEL_COUNT, NOT_SEARCHED = DUEL_COUNT };

static int duel(const struct lab_sheet *sheet, size_t position)
{
    bool first_solves = lab_sheet_is_solved(sheet, 0, position);
    bool second_solves = lab_sheet_is_solved(sheet, 1, position);
    double first = lab_sheet_value(sheet, 0, 0, position), second = lab_sheet_value(sheet, 0, 1, position);

    if (!lab_sheet_is_searched(sheet, 0, position) || !lab_sheet_is_searched(sheet, 1, position))
        return NOT_SEARCHED;
    if (!first_solves || !second_solves)
        return first_solves ? FIRST : second_solves ? SECOND : NEITHER;
    if (fabs(first - second) <= fmax(first, second) * (double)sheet->section->level / 100)
        return LEVEL;
    return first < second ? FIRST : SECOND;
}

by_status lab_fill_duel(struct lab_sheet *sheet, by_error *error)
{
    static const char *const names[] = {"level", "solved by neither", "not searched by both yet"};
    const struct lab_section *section = sheet->section;
    size_t counts[DUEL_COUNT + 1] = {0}, positions = sheet->experiment->position_count;

    (void)error;
    for (size_t i = 0; i < positions; i++)
        counts[duel(sheet, i)]++;
    lab_grid_add(&sheet->grid, "better");
    lab_grid_add(&sheet->grid, "positions");
    if (section->has_counts)
        lab_grid_add(&sheet->grid, "published");
    lab_grid_end_headings(&sheet->grid, 1);
    for (int i = 0; i < (counts[NOT_SEARCHED] ? DUEL_COUNT + 1 : DUEL_COUNT); i++) {
        bool is_known = i == NOT_SEARCHED || counts[NOT_SEARCHED] < positions;

        lab_grid_add(&sheet->grid, i < LEVEL ? lab_sheet_variant(sheet, (size_t)i)->name : names[i - LEVEL]);
        lab_grid_add_number(&sheet->grid, is_known ? (double)counts[i] : NAN, false);
        if (section->has_counts)
            lab_grid_add_number(&sheet->grid, i < LAB_COUNTS ? section->counts[i] : NAN, false);
    }
    return BY_OK;
}

void lab_lead_duel(const struct lab_sheet *sheet, by_text *out)
{
    by_text_printf(out, "Better is less %s, level within %" PRId64 " %%, and to solve what the other does not:",
                   sheet->section->measures[0].name, sheet->section->level);
}

/* ---- Solved within --------------------------------------------------------------------------------------------- */

/* The number of such positions of a variant: unknown if none is searched. */
static void add_count(struct lab_sheet *sheet, size_t variant, size_t count)
{
    size_t searched = lab_sheet_searched(sheet, variant);

    lab_grid_add_number(&sheet->grid, searched ? (double)count : NAN, searched < sheet->experiment->position_count);
}

static size_t solved_within(const struct lab_sheet *sheet, size_t variant, double most)
{
    size_t count = 0;

    for (size_t i = 0; i < sheet->experiment->position_count; i++)
        count += lab_sheet_is_solved(sheet, variant, i) && lab_sheet_value(sheet, 0, variant, i) <= most;
    return count;
}

static void add_names(struct lab_sheet *sheet)
{
    for (size_t i = 0; i < sheet->section->variant_count; i++)
        lab_grid_add(&sheet->grid, lab_sheet_variant(sheet, i)->name);
}

by_status lab_fill_within(struct lab_sheet *sheet, by_error *error)
{
    const struct lab_section *section = sheet->section;

    (void)error;
    lab_grid_printf(&sheet->grid, "%s up to", lab_measure_label(section->measures[0].name));
    add_names(sheet);
    lab_grid_end_headings(&sheet->grid, 1);
    for (size_t step = 0; step <= section->step_count && !lab_is_over(sheet->experiment); step++) {
        bool is_last = step == section->step_count;

        if (is_last)
            lab_grid_add(&sheet->grid, "the limit");
        else
            lab_grid_add_number(&sheet->grid, section->steps[step], false);
        for (size_t i = 0; i < section->variant_count; i++)
            add_count(sheet, i, solved_within(sheet, i, is_last ? INFINITY : section->steps[step]));
    }
    return BY_OK;
}

/* ---- Progress and pictures ------------------------------------------------------------------------------------- */

by_status lab_fill_progress(struct lab_sheet *sheet, by_error *error)
{
    const struct lab_section *section = sheet->section;

    (void)error;
    lab_grid_add(&sheet->grid, lab_limit_name(sheet->experiment->limit));
    add_names(sheet);
    lab_grid_end_headings(&sheet->grid, 0);
    for (int64_t limit = 0; (limit = lab_sheet_next_limit(sheet, limit)) != INT64_MAX;) {
        if (lab_is_over(sheet->experiment))
            break;
        lab_grid_add_number(&sheet->grid, (double)limit, false);
        for (size_t i = 0; i < section->variant_count; i++) {
            bool has_limit = lab_variant_has(lab_sheet_variant(sheet, i), limit);
            size_t known = 0;
            double mean =
                has_limit ? lab_mean(sheet->rows, section->variants[i], limit, section->measures[0].name, &known) : NAN;

            lab_grid_add_number(&sheet->grid, mean, known < sheet->experiment->position_count);
        }
    }
    return BY_OK;
}

by_status lab_fill_picture(struct lab_sheet *sheet, by_error *error)
{
    const struct lab_section *section = sheet->section;
    size_t position;

    (void)error;
    lab_grid_add(&sheet->grid, "position");
    for (size_t i = 0; i < section->variant_count; i++)
        lab_grid_printf(&sheet->grid, "%s: %s", lab_sheet_variant(sheet, i)->name, section->measures[0].name);
    lab_grid_end_headings(&sheet->grid, 1);
    if (!lab_sheet_pick(sheet, &position))
        return BY_OK;
    lab_grid_add(&sheet->grid, sheet->experiment->positions[position].id);
    for (size_t i = 0; i < section->variant_count; i++)
        lab_grid_add_number(&sheet->grid, lab_sheet_value(sheet, 0, i, position), false);
    return BY_OK;
}

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

by_status lab_sheet_curve(const struct lab_sheet *sheet, size_t variant, size_t position, struct solve_curve *out,
                          by_error *error)
{
    struct lab_task task = lab_sheet_task(sheet, variant, position);
    by_status status = lab_go_on(sheet->experiment, error);

    return status ? status : lab_database_curve(sheet->rows->database, lab_row_of(sheet->rows, &task)->id, out, error);
}

void lab_chosen_free(struct lab_chosen *chosen)
{
    for (size_t i = 0; i < chosen->count; i++)
        solve_curve_free(&chosen->curves[i]);
    chosen->count = 0;
}

/* Inserts a curve among the longest, and drops the shortest if there are too many. */
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

static bool has_answer(const struct lab_sheet *sheet, size_t position)
{
    return (int64_t)lab_sheet_answer(sheet, 0, position) == sheet->section->answer;
}

by_status lab_choose_curves(const struct lab_sheet *sheet, struct lab_chosen *out, by_error *error)
{
    for (size_t i = 0; i < sheet->experiment->position_count; i++) {
        struct solve_curve curve = {0};
        by_status status = has_answer(sheet, i) ? lab_sheet_curve(sheet, 0, i, &curve, error) : BY_OK;

        if (status) {
            solve_curve_free(&curve);
            return status;
        }
        if (has_answer(sheet, i))
            choose(out, (size_t)sheet->section->most, i, &curve);
    }
    return BY_OK;
}

static void add_proof_number(struct lab_grid *grid, uint64_t sixteenths)
{
    if (sixteenths == UINT64_MAX)
        lab_grid_add_both(grid, "infinite", "inf");
    else
        lab_grid_add_number(grid, (double)sixteenths / 16, false);
}

static void add_points(struct lab_sheet *sheet, size_t position, const struct solve_curve *curve)
{
    for (size_t i = 0; i < curve->length; i++) {
        const struct solve_point *point = &curve->points[i];

        lab_grid_add(&sheet->grid, sheet->experiment->positions[position].id);
        lab_grid_add_integer(&sheet->grid, (int64_t)point->nodes);
        if (sheet->section->shows == LAB_SHOWS_NUMBERS) {
            add_proof_number(&sheet->grid, point->proof_number);
            add_proof_number(&sheet->grid, point->disproof_number);
        } else {
            lab_grid_add_integer(&sheet->grid, point->depth);
            lab_grid_add_integer(&sheet->grid, point->evaluation);
        }
    }
}

enum { CELL_BYTES = 4 }; /* of a cell in a report, at least, on average */

by_status lab_fill_curves(struct lab_sheet *sheet, by_error *error)
{
    bool has_numbers = sheet->section->shows == LAB_SHOWS_NUMBERS;
    by_status status = BY_OK;

    lab_grid_add(&sheet->grid, "position");
    lab_grid_add(&sheet->grid, "nodes");
    lab_grid_add(&sheet->grid, has_numbers ? "proof_number" : "depth");
    lab_grid_add(&sheet->grid, has_numbers ? "disproof_number" : "evaluation");
    lab_grid_end_headings(&sheet->grid, 1);
    for (size_t i = 0; i < sheet->experiment->position_count && !status; i++) {
        struct solve_curve curve = {0};

        if (!has_answer(sheet, i))
            continue;
        status = lab_sheet_curve(sheet, 0, i, &curve, error);
        add_points(sheet, i, &curve);
        solve_curve_free(&curve);
        if (!status)
            status = lab_go_on_writing(sheet->experiment, sheet->grid.count * CELL_BYTES, error);
    }
    return status;
}

/* ---- Predictions ----------------------------------------------------------------------------------------------- */

/* The prediction of a search's curve after this percentage of its nodes. */
static by_status predict(const struct lab_sheet *sheet, size_t variant, size_t position, enum by_answer *out,
                         by_error *error)
{
    struct solve_curve curve = {0};
    by_status status = lab_sheet_curve(sheet, variant, position, &curve, error);
    enum solve_prediction prediction;
    uint64_t most;

    if (!status && curve.length) {
        most = curve.points[curve.length - 1].nodes * (uint64_t)sheet->section->at / 100;
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

/* The result: an answer, or none though one is known. */
enum came { CAME_YES, CAME_NO, CAME_UNKNOWN_YES, CAME_UNKNOWN_NO, CAME_UNKNOWN, CAME_COUNT };
enum { EXPECTED_COUNT = 3 };

static enum came came_of(const struct lab_sheet *sheet, size_t variant, size_t position)
{
    enum by_answer known = sheet->experiment->positions[position].known;

    if (lab_sheet_is_solved(sheet, variant, position))
        return lab_sheet_answer(sheet, variant, position) == BY_ANSWER_YES ? CAME_YES : CAME_NO;
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
        lab_grid_add(&sheet->grid, lab_sheet_variant(sheet, variant)->name);
        lab_grid_add(&sheet->grid, names[came]);
        for (size_t expected = 0; expected < EXPECTED_COUNT; expected++)
            add_count(sheet, variant, counts[came][expected]);
    }
}

by_status lab_fill_prediction(struct lab_sheet *sheet, by_error *error)
{
    static const char *const headings[] = {"variant", "answer", "predicted yes", "predicted no", "nothing", NULL};
    by_status status = BY_OK;

    lab_grid_add_headings(&sheet->grid, headings, 2);
    for (size_t variant = 0; variant < sheet->section->variant_count && !status; variant++) {
        size_t counts[CAME_COUNT][EXPECTED_COUNT] = {{0}};

        for (size_t i = 0; i < sheet->experiment->position_count && !status; i++) {
            enum by_answer expected;

            if (lab_sheet_answer(sheet, variant, i) == BY_ANSWER_NONE)
                continue;
            status = predict(sheet, variant, i, &expected, error);
            counts[came_of(sheet, variant, i)][place_of(expected)]++;
        }
        add_matrix(sheet, variant, counts);
    }
    return status;
}

void lab_lead_prediction(const struct lab_sheet *sheet, by_text *out)
{
    by_text_printf(out,
                   "The answer, and what the curve let expect at %" PRId64 " %% of the nodes:", sheet->section->at);
}
