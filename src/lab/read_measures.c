/* SPDX-License-Identifier: MIT
 *
 * Requirements of measures beyond rows: a reference to agree with, right moves to find, wins to see, uniform trees.
 */
#include <string.h>

#include "lab/reading.h"

static by_status check_need(struct lab_reading *reading, const struct lab_measure *measure, const struct lab_need *need)
{
    const struct lab_experiment *experiment = reading->experiment;

    if (experiment->rival_count)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                               "%s is about searches, and with `plays` rows are games", measure->name);
    for (size_t i = 0; i < experiment->position_count; i++) {
        bool has = need->has(&experiment->positions[i]);

        if (has && need->is_of_one)
            return BY_OK;
        if (!has && !need->is_of_one)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                                   "%s needs of each position %-s; %.40s lacks it", measure->name, need->what,
                                   experiment->positions[i].id);
    }
    return need->is_of_one ? by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                                             "%s needs of some position %-s; none has it", measure->name, need->what)
                           : BY_OK;
}

static by_status check_measure(struct lab_reading *reading, const struct lab_measure *measure)
{
    const struct lab_need *need = lab_measure_need(measure->name);

    if (lab_measure_is_agreement(measure->name) && reading->experiment->reference == LAB_NO_VARIANT)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                               "agrees needs a reference: a line `reference VARIANT`");
    return need ? check_need(reading, measure, need) : BY_OK;
}

/* ---- Figures of the paper -------------------------------------------------------------------------------------- */

/* The report shows a figure beside its measure; without that measure nobody would see it. */
static by_status check_figure(struct lab_reading *reading, const struct lab_measure *measure)
{
    const char *nearest = NULL;
    const struct lab_measure *other;

    for (size_t i = 0; (other = lab_experiment_measure(reading->experiment, i)) != NULL; i++) {
        if (strcmp(other->name, measure->name) == 0)
            return BY_OK;
        nearest =
            by_text_nearest(measure->name, (const char *const[]){nearest ? nearest : other->name, other->name, NULL});
    }
    if (nearest)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                               "%s is not measured here, did you mean '%s'?", measure->name, nearest);
    return by_error_set_at(reading->error, BY_ERROR_INPUT, measure->line, measure->column,
                           "%s is not measured here: no line `measure` names it", measure->name);
}

/* ---- All of them ----------------------------------------------------------------------------------------------- */

by_status lab_check_measures(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;
    const struct lab_measure *measure;
    by_status status = BY_OK;

    for (size_t i = 0; (measure = lab_experiment_measure(experiment, i)) != NULL && !status; i++)
        status = check_measure(reading, measure);
    for (size_t i = 0; i < experiment->figure_count && !status; i++) {
        status = lab_go_on(experiment, reading->error);
        if (!status)
            status = check_figure(reading, &experiment->figures[i].measure);
    }
    return status;
}
