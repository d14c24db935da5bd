/* SPDX-License-Identifier: MIT */
#include "lab/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 1 if the search chose the move of the reference, at its greatest limit, else 0. */
static by_status compare_moves(lab_database *database, const struct lab_experiment *experiment,
                               const struct lab_task *task, by_text *out, by_error *error)
{
    size_t variant = (size_t)experiment->reference;
    const struct lab_task reference = {
        .position = task->position, .variant = variant, .limit = lab_greatest_limit(&experiment->variants[variant])};
    by_text own = {0}, other = {0};
    by_status status = lab_database_measure(database, experiment, task, "best", &own, error);

    if (!status)
        status = lab_database_measure(database, experiment, &reference, "best", &other, error);
    if (!status && own.length && other.length)
        by_text_add(out, strcmp(by_text_string(&own), by_text_string(&other)) == 0 ? "1" : "0");
    by_text_free(&own);
    by_text_free(&other);
    return status;
}

by_status lab_measure(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                      const char *measure, by_text *out, by_error *error)
{
    if (lab_measure_is_agreement(measure))
        return compare_moves(database, experiment, task, out, error);
    return lab_database_measure(database, experiment, task, measure, out, error);
}

by_status lab_mean(lab_database *database, const struct lab_experiment *experiment, size_t variant, int64_t limit,
                   const char *measure, double *out, size_t *known, by_error *error)
{
    by_status status = BY_OK;
    double sum = 0;

    *known = 0;
    for (size_t i = 0; i < experiment->position_count && !status; i++) {
        const struct lab_task task = {.position = i, .variant = variant, .limit = limit};
        by_text text = {0};

        status = lab_measure(database, experiment, &task, measure, &text, error);
        if (text.length) {
            sum += strtod(by_text_string(&text), NULL);
            ++*known;
        }
        by_text_free(&text);
    }
    *out = *known ? sum / (double)*known : NAN;
    return status;
}
