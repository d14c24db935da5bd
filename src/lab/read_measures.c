/* SPDX-License-Identifier: MIT
 *
 * What measures need beside rows: a reference to agree with, right moves to find, wins to see, uniform trees.
 */
#include <string.h>

#include "lab/reading.h"

static bool has_moves(const struct lab_position *position)
{
    return position->best_count > 0;
}

static bool has_win(const struct lab_position *position)
{
    return position->wins > 0;
}

static bool is_uniform(const struct lab_position *position)
{
    return position->width > 0;
}

/* What each of these measures asks of all positions. */
static const struct need {
    const char *measure;
    bool (*has)(const struct lab_position *position);
    const char *what; /* in words */
} needs[] = {
    {"finds", has_moves, "its right moves, such as by `positions FILE as id position best`"},
    {"misses", has_moves, "its right moves, such as by `positions FILE as id position best`"},
    {"sees", has_win, "the plies of its win, such as by `positions FILE as id position wins`"},
    {"errs", has_win, "the plies of its win, such as by `positions FILE as id position wins`"},
    {"minimal", is_uniform, "a uniform tree with width and depth, from a line `trees`"},
    {"over_minimal", is_uniform, "a uniform tree with width and depth, from a line `trees`"},
};

static by_status check_need(struct lab_reading *reading, const struct lab_measure *measure, const struct need *need)
{
    const struct lab_experiment *experiment = reading->experiment;

    if (experiment->rival_count)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                               "%s is about searches, and with `plays` rows are games", measure->name);
    for (size_t i = 0; i < experiment->position_count; i++)
        if (!need->has(&experiment->positions[i]))
            return by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                                   "%s needs of each position %s; %.40s lacks it", measure->name, need->what,
                                   experiment->positions[i].id);
    return BY_OK;
}

static by_status check_measure(struct lab_reading *reading, const struct lab_measure *measure)
{
    if (lab_measure_is_agreement(measure->name) && reading->experiment->reference == LAB_NO_VARIANT)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                               "agrees needs a reference: a line `reference VARIANT`");
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if (strcmp(measure->name, needs[i].measure) == 0)
            return check_need(reading, measure, &needs[i]);
    return BY_OK;
}

by_status lab_check_measures(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;
    by_status status = BY_OK;

    for (size_t i = 0; i < experiment->measure_count && !status; i++)
        status = check_measure(reading, &experiment->measures[i]);
    for (size_t i = 0; i < experiment->table_count && !status; i++)
        status = check_measure(reading, &experiment->tables[i].measure);
    for (size_t i = 0; i < experiment->part_count; i++)
        for (size_t j = 0; j < experiment->parts[i].measure_count && !status; j++)
            status = check_measure(reading, &experiment->parts[i].measures[j]);
    return status;
}
