/* SPDX-License-Identifier: MIT */
#include "lab/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is reckoned from rows -------------------------------------------------------------------------------- */

/* Rows of which a measure is asked. */
struct question {
    lab_database *database;
    const struct lab_experiment *experiment;
    const struct lab_task *task;
    by_error *error;
};

static by_status read_text(const struct question *it, const struct lab_task *task, const char *measure, by_text *out)
{
    by_status status = lab_database_measure(it->database, it->experiment, task, measure, out, it->error);

    return !status && out->failed ? by_error_no_memory(it->error) : status;
}

/* A number of the row; NAN if there is no row. */
static by_status read_number(const struct question *it, const char *measure, double *out)
{
    by_text text = {0};
    by_status status = read_text(it, it->task, measure, &text);

    *out = text.length ? strtod(by_text_string(&text), NULL) : NAN;
    by_text_free(&text);
    return status;
}

/* 1 if the search chose the move of the reference, at its greatest limit, else 0. */
static by_status agree(const struct question *it, double *out)
{
    size_t variant = (size_t)it->experiment->reference;
    const struct lab_task reference = {.position = it->task->position,
                                       .variant = variant,
                                       .limit = lab_greatest_limit(&it->experiment->variants[variant])};
    by_text own = {0}, other = {0};
    by_status status = read_text(it, it->task, "best", &own);

    if (!status)
        status = read_text(it, &reference, "best", &other);
    if (!status && own.length && other.length)
        *out = strcmp(by_text_string(&own), by_text_string(&other)) == 0;
    by_text_free(&own);
    by_text_free(&other);
    return status;
}

static by_status is_right(const struct question *it, const char *move, double *out)
{
    const struct lab_position *position = &it->experiment->positions[it->task->position];
    by_text right = {0};
    by_status status = BY_OK;

    *out = 0;
    for (size_t i = 0; i < position->best_count && !status; i++) {
        by_text_clear(&right);
        by_position_print_move(position->position, position->best[i], &right);
        if (right.failed)
            status = by_error_no_memory(it->error);
        else if (strcmp(by_text_string(&right), move) == 0)
            *out = 1;
    }
    by_text_free(&right);
    return status;
}

/* 1 if the search chose one of the right moves, else 0. */
static by_status find(const struct question *it, double *out)
{
    by_text best = {0};
    by_status status = read_text(it, it->task, "best", &best);

    if (!status && best.length)
        status = is_right(it, by_text_string(&best), out);
    by_text_free(&best);
    return status;
}

static by_status miss(const struct question *it, double *out)
{
    by_status status = find(it, out);

    *out = 1 - *out;
    return status;
}

/* 1 if the value is a win in no more plies than are needed, else 0. */
static by_status see(const struct question *it, double *out)
{
    int wins = it->experiment->positions[it->task->position].wins;
    by_status status = read_number(it, "value", out);

    if (!isnan(*out))
        *out = *out >= BY_WIN - wins;
    return status;
}

static by_status err(const struct question *it, double *out)
{
    by_status status = see(it, out);

    *out = 1 - *out;
    return status;
}

/* Nodes below the root that every search of the kind has to enter (Knuth, Moore 1975): on ply k of a tree of width w
 * they are w^ceil(k/2) + w^floor(k/2) - 1. A search that is not to reach the leaves has so many plies less. */
static double minimal_nodes(const struct lab_experiment *experiment, const struct lab_task *task)
{
    const struct lab_position *tree = &experiment->positions[task->position];
    bool is_cut = experiment->limit == LAB_LIMIT_DEPTH && task->limit < tree->depth;
    int depth = is_cut ? (int)task->limit : tree->depth;
    double even = 1, odd = tree->width, nodes = 0; /* powers of the width */

    for (int ply = 1; ply <= depth; ply++) {
        nodes += even + odd - 1;
        if (ply % 2)
            even *= tree->width;
        else
            odd *= tree->width;
    }
    return nodes;
}

/* Where there is no row yet there is no measure either, though this one could be known. */
static by_status minimal(const struct question *it, double *out)
{
    by_status status = read_number(it, "nodes", out);

    if (!isnan(*out))
        *out = minimal_nodes(it->experiment, it->task);
    return status;
}

static by_status over_minimal(const struct question *it, double *out)
{
    by_status status = read_number(it, "nodes", out);

    *out /= minimal_nodes(it->experiment, it->task);
    return status;
}

/* Nodes a second. A search takes a microsecond at least. */
static by_status speed(const struct question *it, double *out)
{
    double time_ms = NAN;
    by_status status = read_number(it, "nodes", out);

    if (!status)
        status = read_number(it, "time", &time_ms);
    *out = *out * 1000 / (time_ms > 0.001 ? time_ms : 0.001);
    return status;
}

/* Positions from which the search went on. Of a method that proves these are fewer than those it generated, which are
 * its nodes; a position that was left and come back to counts again. Other methods search each position they enter. */
static by_status visited(const struct question *it, double *out)
{
    static const char *const visits[] = {"expansions", "re_expansions", "list_cache_hits"};
    by_status status = BY_OK;

    if (!by_method_proves(it->experiment->variants[it->task->variant].method))
        return read_number(it, "nodes", out);
    *out = 0;
    for (size_t i = 0; i < sizeof visits / sizeof visits[0] && !status; i++) {
        double count;

        status = read_number(it, visits[i], &count);
        *out += count;
    }
    return status;
}

/* Nodes within the depth, without those of quiescence. A method that does not count these has none. */
static by_status main_nodes(const struct question *it, double *out)
{
    double beyond = NAN;
    by_status status = read_number(it, "nodes", out);

    if (!status)
        status = read_number(it, "quiescence_nodes", &beyond);
    *out -= isnan(beyond) ? 0 : beyond;
    return status;
}

static const struct derived {
    const char *name;
    by_status (*reckon)(const struct question *it, double *out);
    int decimals;
} deriveds[] = {
    {"agrees", agree, 0},
    {"finds", find, 0},
    {"misses", miss, 0},
    {"sees", see, 0},
    {"errs", err, 0},
    {"minimal", minimal, 0},
    {"over_minimal", over_minimal, 6},
    {"speed", speed, 0},
    {"visited", visited, 0},
    {"main_nodes", main_nodes, 0},
};

by_status lab_measure(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                      const char *measure, by_text *out, by_error *error)
{
    const struct question question = {database, experiment, task, error};

    for (size_t i = 0; i < sizeof deriveds / sizeof deriveds[0]; i++) {
        double value = NAN;
        by_status status;

        if (strcmp(measure, deriveds[i].name) != 0)
            continue;
        status = deriveds[i].reckon(&question, &value);
        if (!status && !isnan(value))
            by_text_printf(out, "%.*f", deriveds[i].decimals, value);
        return status;
    }
    return lab_database_measure(database, experiment, task, measure, out, error);
}

/* ---- Over repetitions and positions ---------------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;

    return (first > second) - (first < second);
}

/* Of times the median, since whatever else the machine does makes a search longer and never shorter. */
static double middle_of(double *values, size_t count, const char *measure)
{
    double sum = 0;

    if (strcmp(measure, "time") == 0 || strcmp(measure, "speed") == 0) {
        qsort(values, count, sizeof *values, compare_numbers);
        return (values[(count - 1) / 2] + values[count / 2]) / 2;
    }
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

by_status lab_measure_mean(lab_database *database, const struct lab_experiment *experiment, const struct lab_task *task,
                           const char *measure, double *out, by_error *error)
{
    int repetitions = experiment->variants[task->variant].repetitions;
    size_t count = repetitions > 1 ? (size_t)repetitions : 1, known = 0;
    double *values = calloc(count, sizeof *values);
    by_status status = values ? BY_OK : by_error_no_memory(error);
    struct lab_task each = *task;

    for (size_t i = 0; i < count && known == i && !status; i++) {
        by_text text = {0};

        each.repetition = (int)i;
        status = lab_measure(database, experiment, &each, measure, &text, error);
        if (!status && text.failed)
            status = by_error_no_memory(error);
        if (!status && text.length)
            values[known++] = strtod(by_text_string(&text), NULL);
        by_text_free(&text);
    }
    *out = !status && known == count ? middle_of(values, count, measure) : NAN;
    free(values);
    return status;
}

by_status lab_mean(lab_database *database, const struct lab_experiment *experiment, size_t variant, int64_t limit,
                   const char *measure, double *out, size_t *known, by_error *error)
{
    by_status status = BY_OK;
    double sum = 0;

    *known = 0;
    for (size_t i = 0; i < experiment->position_count && !status; i++) {
        const struct lab_task task = {.position = i, .variant = variant, .limit = limit};
        double value;

        status = lab_measure_mean(database, experiment, &task, measure, &value, error);
        if (!status && !isnan(value)) {
            sum += value;
            ++*known;
        }
    }
    *out = *known ? sum / (double)*known : NAN;
    return status;
}
