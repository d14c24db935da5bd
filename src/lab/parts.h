/* SPDX-License-Identifier: MIT
 *
 * The parts of a report beside its tables, as text, as data and as pictures.
 */
#ifndef LAB_PARTS_H
#define LAB_PARTS_H

#include "boyi/text.h"
#include "lab/cases.h"
#include "lab/grid.h"

/* A part for people; `format` is text or Markdown. */
by_status lab_part_print(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                         enum lab_format format, by_text *out, by_error *error);

/* The same as CSV; of curves, all points of all positions with the part's answer. */
by_status lab_part_csv(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                       by_text *out, by_error *error);

/* A diagram, of parts that have one: curves, progress, and what is solved within how much. Of others `out` stays empty.
 */
by_status lab_part_svg(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                       by_text *out, by_error *error);

/* ---- For the files that make it up ----------------------------------------------------------------------------- */

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
