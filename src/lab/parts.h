/* SPDX-License-Identifier: MIT
 *
 * The parts of a report beside its tables, as text, as data and as pictures.
 */
#ifndef LAB_PARTS_H
#define LAB_PARTS_H

#include "boyi/text.h"
#include "lab/cases.h"
#include "render/grid.h"

/* A part for people; within a page without its heading. */
by_status lab_part_print(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                         enum lab_format format, by_text *out, by_error *error);

/* The same as CSV; of curves, all points of all positions with the part's answer. */
by_status lab_part_csv(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                       by_text *out, by_error *error);

/* The same as a grid for programs, in which a mean that is not of all positions has a star. */
by_status lab_part_grid(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                        struct lab_grid *grid, by_error *error);

/* A diagram, as a picture by itself or within a page, of parts that have one: curves, progress, what is solved within
 * how much, families, and groups that are numbers. Of others `out` stays empty. */
by_status lab_part_chart(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                         bool is_inline, by_text *out, by_error *error);

/* The same of a table, ours solid and what was published dashed; `out` stays empty if there is but one limit. */
by_status lab_table_chart(const struct lab_experiment *experiment, const struct lab_table *table,
                          lab_database *database, bool is_inline, by_text *out, by_error *error);

/* ---- For the files that make it up ----------------------------------------------------------------------------- */

/* A grid that is filled from cases. */
struct lab_sheet {
    struct lab_cases cases;
    struct lab_grid grid;
    bool is_plain;      /* numbers for programs */
    bool marks_partial; /* for programs too such a mean has a star */
    bool has_partial;   /* a mean is not of all positions */
    bool has_open;      /* a bound of Elo is infinite */
    bool judges_times;
};

const char *lab_case_name(const struct lab_cases *cases, size_t variant);

/* Adds a mean or a number of positions; for people one that is not of all positions has a star. */
void lab_add_mean(struct lab_sheet *sheet, double mean, bool is_partial);

/* What stands above numbers of a measure: of times the unit. */
const char *lab_measure_label(const char *measure);

/* Whether a summary shows how many there are, and no mean. */
bool lab_measure_is_counted(const char *measure);

/* Whether a search of the part is done, with all that is measured of it; how many of a variant are. */
bool lab_case_is_searched(const struct lab_cases *cases, size_t variant, size_t position);
size_t lab_count_searched(const struct lab_cases *cases, size_t variant);

/* Whether a position belongs to those that a summary is over. */
bool lab_case_is_over(const struct lab_cases *cases, size_t variant, size_t position);

/* How a variant of a summary compares with its base, in one measure. */
struct lab_against {
    double change; /* in percent; NAN: not known */
    double p;      /* adjusted for the number of variants; NAN: nothing differs */
    bool is_same;  /* on all positions that both have, of which there are some */
};

/* By measure and variant of the part; the caller frees it. */
by_status lab_compare_with_base(const struct lab_cases *cases, struct lab_against **out, by_error *error);
void lab_add_against_headings(struct lab_sheet *sheet, size_t measure);
void lab_add_against(struct lab_sheet *sheet, size_t measure, const struct lab_against *against);
void lab_say_against(const struct lab_sheet *sheet, enum lab_format format, by_text *out);

/* Groups: the position with which the next one begins, from `position` on; false: there is none. */
bool lab_next_group(const struct lab_experiment *experiment, size_t *position);
/* What makes positions a group: what the part says; else "depth" or "width", if that is so of all trees; else "group".
 */
const char *lab_group_name(const struct lab_cases *cases);
/* The mean over the positions of a group and of the variant's set, or over those that are known; NAN: none is. */
double lab_group_mean(const struct lab_cases *cases, size_t variant, const char *group, bool *is_partial);
double lab_group_minimal(const struct lab_cases *cases, const char *group);
/* Whether a column shows a position: of groups, one of its set. */
bool lab_column_has(const struct lab_cases *cases, size_t variant, size_t position);
/* "alphabeta@good", in a text that is the caller's. */
void lab_group_label(const struct lab_cases *cases, size_t variant, by_text *out);
void lab_add_grouped(struct lab_sheet *sheet);

/* Families: the first variant of the next one, from `variant` on; false: there is none. */
bool lab_next_family(const struct lab_cases *cases, size_t *variant);
/* The least value that is greater; INFINITY: none is. */
double lab_next_value(const struct lab_cases *cases, double after);
/* The mean of the family of `first` at a value of its option, or over the positions that are known; NAN: none is. */
double lab_family_mean(const struct lab_cases *cases, size_t first, double at, bool *is_partial);
/* What families differ in: what the part says, else the name of the option. */
void lab_family_option(const struct lab_cases *cases, by_text *out);
void lab_add_over(struct lab_sheet *sheet);

/* What one more ply costs (growth.c). */
by_status lab_add_growth(struct lab_sheet *sheet, lab_database *database, by_error *error);
void lab_say_growth(const struct lab_cases *cases, by_text *out);

by_status lab_add_match(struct lab_sheet *sheet, lab_database *database, by_error *error);
void lab_say_match(const struct lab_cases *cases, by_text *out);

/* The least limit of the part's variants that is greater than `after`; INT64_MAX: none is. */
int64_t lab_next_limit(const struct lab_experiment *experiment, const struct lab_part *part, int64_t after);

/* Which positions curves are drawn of: those with the part's answer that went on longest. */
enum { LAB_CURVES_MOST = 8 };
struct lab_chosen {
    size_t positions[LAB_CURVES_MOST];
    struct solve_curve curves[LAB_CURVES_MOST];
    size_t count;
};
by_status lab_choose_curves(const struct lab_cases *cases, lab_database *database, struct lab_chosen *out,
                            by_error *error);
void lab_chosen_free(struct lab_chosen *chosen);

#endif
