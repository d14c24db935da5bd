/* SPDX-License-Identifier: MIT */
#include "lab/origin.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/version.h"
#include "lab/build.h"
#include "lab/run.h"

/* The same origin, and how many rows have it. */
struct origin {
    by_text name;
    size_t rows;
};

/* Zero-initialise it. */
struct tally {
    struct origin *list;
    size_t count;
};

static void free_tally(struct tally *tally)
{
    for (size_t i = 0; i < tally->count; i++)
        by_text_free(&tally->list[i].name);
    free(tally->list);
}

/* The place of a name, which is added if it is new; NULL: there is no memory. */
static struct origin *place_of(struct tally *tally, const char *name)
{
    struct origin *list;

    for (size_t i = 0; i < tally->count; i++)
        if (strcmp(by_text_string(&tally->list[i].name), name) == 0)
            return &tally->list[i];
    list = realloc(tally->list, (tally->count + 1) * sizeof *list);
    if (!list)
        return NULL;
    tally->list = list;
    list[tally->count] = (struct origin){0};
    by_text_add(&list[tally->count].name, name);
    return &list[tally->count++];
}

static by_status count_row(const struct lab_experiment *experiment, lab_database *database, const struct lab_task *task,
                           enum lab_origin what, struct tally *tally, by_error *error)
{
    by_text name = {0};
    by_status status = lab_database_origin(database, experiment, task, what, &name, error);
    struct origin *place = !status && !name.failed && name.length ? place_of(tally, by_text_string(&name)) : NULL;

    if (place)
        place->rows++;
    if (!status && (name.failed || (name.length && (!place || place->name.failed))))
        status = by_error_no_memory(error);
    by_text_free(&name);
    return status;
}

static by_status count_rows(const struct lab_experiment *experiment, lab_database *database, enum lab_origin what,
                            struct tally *tally, by_error *error)
{
    struct lab_task *tasks;
    size_t count;
    by_status status = lab_list_tasks(experiment, &tasks, &count, error);

    for (size_t i = 0; !status && i < count; i++)
        status = count_row(experiment, database, &tasks[i], what, tally, error);
    free(tasks);
    return status;
}

static void print_own(enum lab_origin what, by_text *out)
{
    switch (what) {
    case LAB_ORIGIN_PROGRAM:
        by_text_printf(out, "boyi %s, sources %s", by_version(), lab_build_sources());
        break;
    case LAB_ORIGIN_SOURCES:
        by_text_add(out, lab_build_sources());
        break;
    case LAB_ORIGIN_COMPILER:
        by_text_printf(out, "%s, flags %s", lab_build_compiler(), lab_build_flags());
        break;
    case LAB_ORIGIN_PROCESSOR:
        lab_processor(out);
        break;
    case LAB_ORIGIN_WORKERS: /* nothing is known of a run that is still to come */
        by_text_add(out, "-");
        break;
    }
}

by_status lab_print_origin(const struct lab_experiment *experiment, lab_database *database, enum lab_origin what,
                           by_text *out, by_error *error)
{
    struct tally tally = {0};
    by_status status = count_rows(experiment, database, what, &tally, error);

    if (!status && !tally.count)
        print_own(what, out);
    for (size_t i = 0; !status && i < tally.count; i++) {
        const struct origin *origin = &tally.list[i];

        by_text_printf(out, "%s%s", i ? "; " : "", by_text_string(&origin->name));
        if (tally.count > 1)
            by_text_printf(out, " (%zu row%s)", origin->rows, origin->rows == 1 ? "" : "s");
    }
    free_tally(&tally);
    return status;
}

by_status lab_has_rows_of(const struct lab_experiment *experiment, lab_database *database, const char *sources,
                          bool *has_some, by_error *error)
{
    struct tally tally = {0};
    by_status status = count_rows(experiment, database, LAB_ORIGIN_SOURCES, &tally, error);

    *has_some = false;
    for (size_t i = 0; i < tally.count; i++)
        *has_some = *has_some || strcmp(by_text_string(&tally.list[i].name), sources) == 0;
    free_tally(&tally);
    return status;
}

/* Whether all rows have the same origin; a NULL name: whichever it is. */
static by_status is_only_origin(const struct lab_experiment *experiment, lab_database *database, enum lab_origin what,
                                const char *name, bool *is_only, by_error *error)
{
    struct tally tally = {0};
    by_status status = count_rows(experiment, database, what, &tally, error);

    *is_only = tally.count == 1 && (!name || strcmp(by_text_string(&tally.list[0].name), name) == 0);
    free_tally(&tally);
    return status;
}

by_status lab_can_judge_times(const struct lab_experiment *experiment, lab_database *database, bool *can,
                              by_error *error)
{
    static const struct {
        enum lab_origin what;
        const char *name;
    } wanted[] = {{LAB_ORIGIN_WORKERS, "1"},
                  {LAB_ORIGIN_PROGRAM, NULL},
                  {LAB_ORIGIN_COMPILER, NULL},
                  {LAB_ORIGIN_PROCESSOR, NULL}};
    by_status status = BY_OK;

    *can = experiment->is_alone;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0] && *can && !status; i++)
        status = is_only_origin(experiment, database, wanted[i].what, wanted[i].name, can, error);
    return status;
}
