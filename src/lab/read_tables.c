/* SPDX-License-Identifier: MIT
 *
 * What an experiment shows: measures, published figures, tables.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/reading.h"

/* ---- Measures and figures -------------------------------------------------------------------------------------- */

static struct lab_table *current_table(const struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    return experiment->table_count ? &experiment->tables[experiment->table_count - 1] : NULL;
}

by_status lab_make_measure(struct lab_reading *reading, const char *word, struct lab_measure *out)
{
    by_status status = lab_check_name(reading, word, "measure");

    if (status)
        return status;
    *out = (struct lab_measure){.line = reading->line, .column = lab_column_of(reading, word)};
    out->name = by__arena_text(&reading->experiment->arena, word);
    return out->name ? BY_OK : by_error_no_memory(reading->error);
}

static by_status measure_table(struct lab_reading *reading, struct lab_table *table, char *word)
{
    char *further = lab_next_word(reading);

    if (further)
        return LAB_REFUSE(reading, further, "a table shows one measure");
    if (table->measure.name)
        return LAB_REFUSE(reading, reading->begin, "the measure of this table was already given");
    if (!lab_measure_is_number(word))
        return LAB_REFUSE(reading, word, "a table shows means, and %s is no number", word);
    return lab_make_measure(reading, word, &table->measure);
}

/* Above the first table: what is listed of each row. */
by_status lab_read_measure(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *word = lab_next_word(reading);
    by_status status = BY_OK;

    if (!word)
        return LAB_REFUSE(reading, reading->rest,
                          "expected what to measure: nodes, evaluations, time, value, best, depth, "
                          "selective_depth, speed, solved, failed, answer, right, wrong, agrees, finds, misses, sees, "
                          "errs, minimal, over_minimal, visited, main_nodes or a counter");
    if (current_table(reading))
        return measure_table(reading, current_table(reading), word);
    for (; word && !status; word = lab_next_word(reading)) {
        for (size_t i = 0; i < experiment->measure_count; i++)
            if (strcmp(experiment->measures[i].name, word) == 0)
                return LAB_REFUSE(reading, word, "%.40s is given twice", word);
        if (LAB_GROW(reading, experiment->measures, experiment->measure_count))
            return BY_ERROR_MEMORY;
        status = lab_make_measure(reading, word, &experiment->measures[experiment->measure_count]);
        experiment->measure_count += !status;
    }
    return status;
}

/* A decimal number and nothing else: strtod takes hexadecimal ones, infinity and the like as well. */
bool lab_read_decimal(const char *text, double *out)
{
    char *end;

    if (!*text || text[strspn(text, "+-.0123456789eE")])
        return false;
    errno = 0;
    *out = strtod(text, &end);
    return end > text && !*end && !errno && isfinite(*out);
}

/* LIMIT=FIGURE */
static by_status add_figure(struct lab_reading *reading, const struct lab_figure *model, char *word)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_figure figure = *model;
    const char *equals;

    if (!lab_read_number(word, &equals, LAB_NODES_MOST, &figure.limit) || *equals != '=')
        return LAB_REFUSE(reading, word, "'%.40s' is no figure, expected LIMIT=NUMBER such as 3=5198", word);
    if (!lab_read_decimal(equals + 1, &figure.value))
        return LAB_REFUSE(reading, equals + 1, "'%.40s' is no number, expected decimal digits such as 5198 or 1.5e6",
                          equals + 1);
    if (lab_go_on(experiment, reading->error))
        return BY_ERROR_LIMIT;
    if (lab_figure_find(experiment, figure.variant, figure.measure.name, figure.limit))
        return LAB_REFUSE(reading, word, "the figure for %" PRId64 " was already given", figure.limit);
    figure.line = reading->line;
    figure.column = lab_column_of(reading, word);
    if (LAB_GROW(reading, experiment->figures, experiment->figure_count))
        return BY_ERROR_MEMORY;
    experiment->figures[experiment->figure_count++] = figure;
    return BY_OK;
}

by_status lab_read_published(struct lab_reading *reading)
{
    struct lab_figure model = {0};
    char *variant = lab_next_word(reading);
    char *measure = lab_next_word(reading);
    char *word = lab_next_word(reading);
    by_status status;

    if (!word)
        return LAB_REFUSE(reading, reading->rest, "expected a variant, a measure and figures such as 3=5198");
    status = lab_find_variant(reading, variant, &model.variant);
    if (!status && !lab_measure_is_number(measure))
        status = LAB_REFUSE(reading, measure, "figures are numbers, and %s is none", measure);
    if (!status)
        status = lab_make_measure(reading, measure, &model.measure);
    if (status)
        return status;
    for (; word && !status; word = lab_next_word(reading))
        status = add_figure(reading, &model, word);
    return status;
}

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

by_status lab_read_table(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_table *table;
    by_status status;

    if (LAB_GROW(reading, experiment->tables, experiment->table_count))
        return BY_ERROR_MEMORY;
    table = &experiment->tables[experiment->table_count];
    *table = (struct lab_table){.base = LAB_NO_COLUMN, .line = reading->line};
    reading->in_part = false;
    status = lab_copy_rest(reading, "the title of the table", &table->title);
    experiment->table_count += !status;
    return status;
}

static by_status need_table(struct lab_reading *reading)
{
    return current_table(reading) ? BY_OK
                                  : LAB_REFUSE(reading, reading->begin, "this belongs below the line of a table");
}

static by_status add_column(struct lab_reading *reading, struct lab_table *table, size_t variant, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i] == variant)
            return LAB_REFUSE(reading, name, "%s is given twice", reading->experiment->variants[variant].name);
    if (LAB_GROW(reading, table->columns, table->column_count))
        return BY_ERROR_MEMORY;
    table->columns[table->column_count++] = variant;
    return BY_OK;
}

by_status lab_read_columns(struct lab_reading *reading)
{
    struct lab_table *table = current_table(reading);
    by_status status = need_table(reading);
    char *name = lab_next_word(reading);

    if (status)
        return status;
    if (table->column_count)
        return LAB_REFUSE(reading, reading->begin, "the columns of this table were already given");
    if (!name)
        return LAB_REFUSE(reading, reading->rest, "expected names of variants");
    for (; name && !status; name = lab_next_word(reading)) {
        struct lab_range range;

        status = lab_find_variants(reading, name, &range);
        for (size_t i = range.first; i < range.end && !status; i++)
            status = add_column(reading, table, i, name);
    }
    return status;
}

by_status lab_read_base(struct lab_reading *reading)
{
    struct lab_table *table = current_table(reading);
    by_status status = need_table(reading);
    char *name = lab_next_word(reading);
    size_t variant;

    if (status)
        return status;
    if (!name)
        return LAB_REFUSE(reading, reading->rest, "expected the name of a column");
    if (*lab_rest_of_line(reading))
        return LAB_REFUSE(reading, reading->rest, "a table has one base");
    if (table->base != LAB_NO_COLUMN)
        return LAB_REFUSE(reading, reading->begin, "the base of this table was already given");
    status = lab_find_variant(reading, name, &variant);
    for (size_t i = 0; i < table->column_count && !status; i++)
        if (table->columns[i] == variant)
            table->base = (int)i;
    if (!status && table->base == LAB_NO_COLUMN)
        status = LAB_REFUSE(reading, name, "%s is no column of this table; the columns stand above the base", name);
    return status;
}
