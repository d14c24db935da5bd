/* SPDX-License-Identifier: MIT */
#include "lab/cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/measure.h"

static size_t case_of(const struct lab_cases *cases, size_t variant, size_t position)
{
    return variant * cases->experiment->position_count + position;
}

enum by_answer lab_cases_answer(const struct lab_cases *cases, size_t variant, size_t position)
{
    return cases->answers[case_of(cases, variant, position)];
}

static size_t value_place(const struct lab_cases *cases, size_t measure, size_t variant, size_t position)
{
    return measure * cases->part->variant_count * cases->experiment->position_count + case_of(cases, variant, position);
}

double lab_cases_value(const struct lab_cases *cases, size_t measure, size_t variant, size_t position)
{
    return cases->values[value_place(cases, measure, variant, position)];
}

struct lab_task lab_cases_task(const struct lab_cases *cases, size_t variant, size_t position)
{
    size_t index = cases->part->variants[variant];
    const struct lab_limits *limits = &cases->experiment->variants[index].limits;

    return (struct lab_task){.position = position, .variant = index, .limit = limits->list[limits->count - 1]};
}

/* "" has no row. */
static enum by_answer answer_named(const char *name)
{
    static const enum by_answer answers[] = {BY_ANSWER_YES, BY_ANSWER_NO, BY_ANSWER_UNKNOWN};

    for (int i = 0; i < 3; i++)
        if (strcmp(by_answer_name(answers[i]), name) == 0)
            return answers[i];
    return *name ? BY_ANSWER_UNKNOWN : BY_ANSWER_NONE;
}

static by_status load_case(struct lab_cases *cases, lab_database *database, size_t variant, size_t position,
                           by_error *error)
{
    struct lab_task task = lab_cases_task(cases, variant, position);
    by_text text = {0};
    by_status status = lab_database_measure(database, cases->experiment, &task, "answer", &text, error);

    cases->answers[case_of(cases, variant, position)] = answer_named(by_text_string(&text));
    if (!status && text.failed)
        status = by_error_no_memory(error);
    by_text_free(&text);
    for (size_t i = 0; i < cases->part->measure_count && !status; i++)
        status = lab_measure_mean(database, cases->experiment, &task, cases->part->measures[i].name,
                                  &cases->values[value_place(cases, i, variant, position)], error);
    return status;
}

/* Of a position, whoever searches it. */
static by_status load_minimal(struct lab_cases *cases, lab_database *database, by_error *error)
{
    by_status status = BY_OK;

    cases->minimal = calloc(cases->experiment->position_count, sizeof *cases->minimal);
    if (!cases->minimal)
        return by_error_no_memory(error);
    for (size_t i = 0; i < cases->experiment->position_count && !status; i++) {
        struct lab_task task = lab_cases_task(cases, 0, i);

        status = lab_measure_mean(database, cases->experiment, &task, "minimal", &cases->minimal[i], error);
    }
    return status;
}

by_status lab_cases_load(struct lab_cases *cases, lab_database *database, by_error *error)
{
    size_t count = cases->part->variant_count * cases->experiment->position_count;
    by_status status = BY_OK;

    cases->answers = calloc(count, sizeof *cases->answers);
    cases->values = calloc(count * (cases->part->measure_count + 1), sizeof *cases->values);
    if (!cases->answers || !cases->values)
        status = by_error_no_memory(error);
    for (size_t i = 0; i < cases->part->variant_count; i++)
        for (size_t j = 0; j < cases->experiment->position_count && !status; j++)
            status = load_case(cases, database, i, j, error);
    if (!status && cases->part->is_beside_minimal)
        status = load_minimal(cases, database, error);
    if (status)
        lab_cases_free(cases);
    return status;
}

void lab_cases_free(struct lab_cases *cases)
{
    free(cases->answers);
    free(cases->values);
    free(cases->minimal);
    cases->answers = NULL;
    cases->values = NULL;
    cases->minimal = NULL;
}

bool lab_cases_pick(const struct lab_cases *cases, size_t *position)
{
    double best = 0;

    for (size_t i = 0; i < cases->experiment->position_count; i++) {
        double saving = lab_cases_value(cases, 0, 1, i) - lab_cases_value(cases, 0, 0, i);

        if (!lab_is_solved(lab_cases_answer(cases, 0, i)) || !lab_is_solved(lab_cases_answer(cases, 1, i)) ||
            saving <= best)
            continue;
        best = saving;
        *position = i;
    }
    return best > 0;
}
