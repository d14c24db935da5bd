/* SPDX-License-Identifier: MIT
 *
 * The common part of the kinds of sections: the values of their variants, and the grid that they fill.
 */
#ifndef LAB_SHEET_H
#define LAB_SHEET_H

#include "lab/limits.h"
#include "lab/measure.h"
#include "lab/sections.h"

struct lab_sheet {
    const struct lab_rows *rows;
    const struct lab_experiment *experiment;
    const struct lab_section *section;
    double *values; /* at the greatest limits, by measure, variant and position; NULL if the section shows all limits */
    struct lab_grid grid;
};

/* Kinds of sections. Those that can fail return a status. */
by_status lab_fill_table(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_summary(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_duel(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_within(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_curves(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_picture(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_prediction(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_progress(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_growth(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_grouped(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_over(struct lab_sheet *sheet, by_error *error);
by_status lab_fill_match(struct lab_sheet *sheet, by_error *error);

/* The sentence above the grid, after the limits. */
void lab_lead_summary(const struct lab_sheet *sheet, by_text *out);
void lab_lead_duel(const struct lab_sheet *sheet, by_text *out);
void lab_lead_prediction(const struct lab_sheet *sheet, by_text *out);
void lab_lead_growth(const struct lab_sheet *sheet, by_text *out);
void lab_lead_match(const struct lab_sheet *sheet, by_text *out);

/* Below the grid. */
void lab_note_summary(const struct lab_sheet *sheet, enum lab_format format, by_text *out);
void lab_note_match(const struct lab_sheet *sheet, enum lab_format format, by_text *out);

/* The comparison of a table's columns with its base, below its figures. */
by_status lab_print_comparisons(const struct lab_sheet *sheet, enum lab_format format, by_text *out, by_error *error);

/* The diagram or picture of a kind that has one. */
by_status lab_sheet_draw(const struct lab_sheet *sheet, bool is_inline, by_text *out, by_error *error);

/* A table with a line for each limit and variant. */
by_status lab_fill_table_lines(struct lab_sheet *sheet, by_error *error);

/* ---- Values ---------------------------------------------------------------------------------------------------- */

const struct lab_variant *lab_sheet_variant(const struct lab_sheet *sheet, size_t variant);

/* The search of a variant on a position, at its greatest limit. */
struct lab_task lab_sheet_task(const struct lab_sheet *sheet, size_t variant, size_t position);

double lab_sheet_value(const struct lab_sheet *sheet, size_t measure, size_t variant, size_t position);

/* BY_ANSWER_NONE: not searched yet. */
enum by_answer lab_sheet_answer(const struct lab_sheet *sheet, size_t variant, size_t position);
bool lab_sheet_is_solved(const struct lab_sheet *sheet, size_t variant, size_t position);

/* True if a search is done, with all its measures; the number of done searches of a variant. */
bool lab_sheet_is_searched(const struct lab_sheet *sheet, size_t variant, size_t position);
size_t lab_sheet_searched(const struct lab_sheet *sheet, size_t variant);

/* The mean of a measure over positions: all known ones, or those of a group and of the variant's set (NULL: all); NAN:
 * unknown. */
double lab_sheet_mean(const struct lab_sheet *sheet, size_t variant, const char *group, bool *is_partial);

/* The figure of the paper; NAN: none. */
double lab_sheet_published(const struct lab_sheet *sheet, size_t variant, size_t measure, int64_t limit);

/* The least limit of the section's variants above `after`; INT64_MAX: none. */
int64_t lab_sheet_next_limit(const struct lab_sheet *sheet, int64_t after);

/* The heading above numbers of a measure; times have their unit. */
const char *lab_measure_label(const char *measure);

/* ---- Groups and families --------------------------------------------------------------------------------------- */

/* True if a column shows a position; for groups, one of its set. */
bool lab_sheet_has(const struct lab_sheet *sheet, size_t variant, size_t position);

/* The label of groups: the section's; else "depth" or "width" if that holds for all trees; else "group". */
const char *lab_sheet_group_name(const struct lab_sheet *sheet);

/* ---- Curves ---------------------------------------------------------------------------------------------------- */

/* Selects the positions whose curves are drawn: the longest ones with the section's answer. */
enum { LAB_CURVES_MOST = 8 };
struct lab_chosen {
    size_t positions[LAB_CURVES_MOST];
    struct solve_curve curves[LAB_CURVES_MOST];
    size_t count;
};
by_status lab_choose_curves(const struct lab_sheet *sheet, struct lab_chosen *out, by_error *error);
void lab_chosen_free(struct lab_chosen *chosen);
by_status lab_sheet_curve(const struct lab_sheet *sheet, size_t variant, size_t position, struct solve_curve *out,
                          by_error *error);

/* The position on which the first variant saves the most against the second, among those that both have solved. False:
 * it saves on none. */
bool lab_sheet_pick(const struct lab_sheet *sheet, size_t *position);

#endif
