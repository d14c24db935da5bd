/* SPDX-License-Identifier: MIT
 *
 * What the rows say for a part of an experiment: each of its variants at its greatest limit, on each position.
 */
#ifndef LAB_CASES_H
#define LAB_CASES_H

#include "lab/database.h"
#include "lab/experiment.h"

struct lab_cases {
    const struct lab_experiment *experiment;
    const struct lab_part *part;
    enum by_answer *answers; /* by variant of the part and position; BY_ANSWER_NONE: there is no row */
    double *values;          /* by measure of the part, variant and position; NAN where there is no row */
    double *minimal;         /* nodes of the minimal tree, by position; NULL: the part does not ask for it */
};

/* Frees what it has loaded even if it fails. */
by_status lab_cases_load(struct lab_cases *cases, lab_database *database, by_error *error);
void lab_cases_free(struct lab_cases *cases);

enum by_answer lab_cases_answer(const struct lab_cases *cases, size_t variant, size_t position);
double lab_cases_value(const struct lab_cases *cases, size_t measure, size_t variant, size_t position);

/* The search of a variant of the part on a position. */
struct lab_task lab_cases_task(const struct lab_cases *cases, size_t variant, size_t position);

static inline bool lab_is_solved(enum by_answer answer)
{
    return answer == BY_ANSWER_YES || answer == BY_ANSWER_NO;
}

/* The position on which the first variant needs the most less than the second, of those that both have solved: the part
 * is a picture. False: there is none on which it is better. */
bool lab_cases_pick(const struct lab_cases *cases, size_t *position);

#endif
