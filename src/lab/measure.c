/* SPDX-License-Identifier: MIT */
#include "lab/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/significance.h"

const char *const lab_derived_from[] = {"expansions", "re_expansions", "list_cache_hits", "quiescence_nodes", NULL};

/* ---- Measures of one row --------------------------------------------------------------------------------------- */

/* A measure of a row. */
struct question {
    const struct lab_rows *rows;
    const struct lab_task *task;
    const struct lab_row *row;
};

static const struct lab_position *position_of(const struct question *it)
{
    return &it->rows->experiment->positions[it->task->position];
}

/* One of the numbers of every row. */
static double number_of(const struct question *it, enum lab_number number)
{
    return it->row->numbers[number];
}

static double time_ms(const struct question *it)
{
    return number_of(it, LAB_TIME_US) / 1000;
}

static bool is_solved(const struct question *it)
{
    return it->row->answer == BY_ANSWER_YES || it->row->answer == BY_ANSWER_NO;
}

static double solved(const struct question *it)
{
    return is_solved(it);
}

static double failed(const struct question *it)
{
    return !is_solved(it);
}

static double right(const struct question *it)
{
    return is_solved(it) && it->row->answer == position_of(it)->known;
}

static double wrong(const struct question *it)
{
    enum by_answer known = position_of(it)->known;

    return is_solved(it) && (known == BY_ANSWER_YES || known == BY_ANSWER_NO) && it->row->answer != known;
}

/* True if the search chose the move of the reference at its greatest limit. */
static double agrees(const struct question *it)
{
    const struct lab_experiment *experiment = it->rows->experiment;
    size_t variant = (size_t)experiment->reference;
    const struct lab_row *reference;

    reference = lab_row_of(it->rows, &(struct lab_task){.position = it->task->position,
                                                        .variant = variant,
                                                        .limit = lab_greatest_limit(&experiment->variants[variant])});
    if (!reference->id || !*reference->best || !*it->row->best)
        return NAN;
    return strcmp(it->row->best, reference->best) == 0;
}

static double finds(const struct question *it)
{
    return *it->row->best ? it->row->is_right_move : NAN;
}

static double misses(const struct question *it)
{
    return 1 - finds(it);
}

/* True if the value is a win in no more plies than needed. */
static double sees(const struct question *it)
{
    return number_of(it, LAB_VALUE) >= BY_WIN - position_of(it)->wins;
}

static double errs(const struct question *it)
{
    return 1 - sees(it);
}

/* Nodes below the root that every search of the kind must enter (Knuth, Moore 1975): on ply k of a tree of width w they
 * are w^ceil(k/2) + w^floor(k/2) - 1. A search that ends before the leaves has fewer plies. */
static double minimal(const struct question *it)
{
    const struct lab_position *tree = position_of(it);
    bool is_cut = it->rows->experiment->limit == LAB_LIMIT_DEPTH && it->task->limit < tree->depth;
    int plies = is_cut ? (int)it->task->limit : tree->depth;
    double even = 1, odd = tree->width, sum = 0; /* powers of the width */

    for (int ply = 1; ply <= plies; ply++) {
        sum += even + odd - 1;
        if (ply % 2)
            even *= tree->width;
        else
            odd *= tree->width;
    }
    return sum;
}

static double over_minimal(const struct question *it)
{
    return number_of(it, LAB_NODES) / minimal(it);
}

/* Nodes per second. A search takes at least a microsecond. */
static double speed(const struct question *it)
{
    return number_of(it, LAB_NODES) * 1000 / fmax(time_ms(it), 0.001);
}

/* Positions that the search expanded. For a method that proves these are fewer than the generated ones, its nodes; a
 * revisited position counts again. Other methods search each position they enter. */
static double visited(const struct question *it)
{
    if (!by_method_proves(it->rows->experiment->variants[it->task->variant].method))
        return number_of(it, LAB_NODES);
    return lab_row_counter(it->rows, it->row, "expansions") + lab_row_counter(it->rows, it->row, "re_expansions") +
           lab_row_counter(it->rows, it->row, "list_cache_hits");
}

/* Nodes within the depth, without those of quiescence. NULL if the method does not count these. */
static double main_nodes(const struct question *it)
{
    double beyond = lab_row_counter(it->rows, it->row, "quiescence_nodes");

    return number_of(it, LAB_NODES) - (isnan(beyond) ? 0 : beyond);
}

static bool has_moves(const struct lab_position *position)
{
    return position->best_count > 0;
}

static bool has_win(const struct lab_position *position)
{
    return position->wins > 0;
}

static bool has_answer(const struct lab_position *position)
{
    return position->known != BY_ANSWER_NONE;
}

static bool is_uniform(const struct lab_position *position)
{
    return position->width > 0;
}

#define MOVES  .need = {has_moves, BY_WORDS("its right moves, such as by `positions FILE as id position best`"), false}
#define WIN    .need = {has_win, BY_WORDS("the plies of its win, such as by `positions FILE as id position wins`"), false}
#define ANSWER .need = {has_answer, BY_WORDS("a known answer, from a file of `problems`"), true}
#define TREE   .need = {is_uniform, BY_WORDS("a uniform tree with width and depth, from a line `trees`"), false}

static const struct measure {
    const char *name;
    double (*compute)(const struct question *it); /* NULL: it is a number of the row, or a word */
    enum lab_number number;
    bool is_word;
    int decimals; /* for rounding */
    struct lab_need need;
} measures[] = {
    {"nodes", .number = LAB_NODES},
    {"evaluations", .number = LAB_EVALUATIONS},
    {"time", .compute = time_ms, .decimals = 3},
    {"value", .number = LAB_VALUE},
    {"depth", .number = LAB_DEPTH},
    {"selective_depth", .number = LAB_SELECTIVE_DEPTH},
    {"best", .is_word = true},
    {"solved", .compute = solved},
    {"failed", .compute = failed},
    {"answer", .is_word = true},
    {"right", .compute = right, ANSWER},
    {"wrong", .compute = wrong, ANSWER},
    {"agrees", .compute = agrees},
    {"finds", .compute = finds, MOVES},
    {"misses", .compute = misses, MOVES},
    {"sees", .compute = sees, WIN},
    {"errs", .compute = errs, WIN},
    {"speed", .compute = speed},
    {"minimal", .compute = minimal, TREE},
    {"over_minimal", .compute = over_minimal, .decimals = 6, TREE},
    {"visited", .compute = visited},
    {"main_nodes", .compute = main_nodes},
};

enum { MEASURE_COUNT = sizeof measures / sizeof measures[0] };

static const struct measure *find_measure(const char *name)
{
    for (size_t i = 0; i < MEASURE_COUNT; i++)
        if (strcmp(measures[i].name, name) == 0)
            return &measures[i];
    return NULL;
}

bool lab_measure_is_common(const char *name)
{
    return find_measure(name);
}

bool lab_measure_is_number(const char *name)
{
    const struct measure *measure = find_measure(name);

    return !measure || !measure->is_word;
}

const struct lab_need *lab_measure_need(const char *name)
{
    const struct measure *measure = find_measure(name);

    return measure && measure->need.has ? &measure->need : NULL;
}

const char *lab_measure_nearest(const char *name)
{
    const char *names[MEASURE_COUNT + 1] = {0};

    for (size_t i = 0; i < MEASURE_COUNT; i++)
        names[i] = measures[i].name;
    return by_text_nearest(name, names);
}

void lab_measure_print_names(by_text *out)
{
    for (size_t i = 0; i < MEASURE_COUNT; i++)
        by_text_printf(out, "%s%s", i ? ", " : "", measures[i].name);
}

static double rounded(double number, int decimals)
{
    char digits[400]; /* for the largest double */

    (void)snprintf(digits, sizeof digits, "%.*f", decimals, number);
    return strtod(digits, NULL);
}

double lab_measure(const struct lab_rows *rows, const struct lab_task *task, const char *name)
{
    const struct question question = {rows, task, lab_row_of(rows, task)};
    const struct measure *measure = find_measure(name);
    double number;

    if (!question.row->id || !lab_measure_is_number(name))
        return NAN;
    if (!measure)
        return lab_row_counter(rows, question.row, name);
    number = measure->compute ? measure->compute(&question) : number_of(&question, measure->number);
    return isnan(number) ? NAN : rounded(number, measure->decimals);
}

void lab_measure_print(const struct lab_rows *rows, const struct lab_task *task, const char *name, by_text *out)
{
    const struct lab_row *row = lab_row_of(rows, task);
    const struct measure *measure = find_measure(name);
    double number = lab_measure(rows, task, name);

    if (!row->id)
        return;
    if (strcmp(name, "best") == 0)
        by_text_add(out, row->best);
    else if (strcmp(name, "answer") == 0)
        by_text_add(out, by_answer_name(row->answer));
    else if (!isnan(number))
        by_text_printf(out, "%.*f", measure ? measure->decimals : 0, number);
}

/* ---- Over repetitions and positions ---------------------------------------------------------------------------- */

/* The median for times, since other work on the machine only makes a search longer. */
static double middle_of(double *values, size_t count, const char *measure)
{
    double sum = 0;

    if (strcmp(measure, "time") == 0 || strcmp(measure, "speed") == 0)
        return lab_median(values, count);
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

double lab_measure_mean(const struct lab_rows *rows, const struct lab_task *task, const char *measure)
{
    double values[LAB_REPETITIONS_MOST];
    size_t count = (size_t)rows->experiment->variants[task->variant].repetitions;
    struct lab_task each = *task;

    for (size_t i = 0; i < count; i++) {
        each.repetition = (int)i;
        values[i] = lab_measure(rows, &each, measure);
        if (isnan(values[i]))
            return NAN;
    }
    return middle_of(values, count, measure);
}

double lab_mean(const struct lab_rows *rows, size_t variant, int64_t limit, const char *measure, size_t *known)
{
    double sum = 0;

    *known = 0;
    for (size_t i = 0; i < rows->experiment->position_count; i++) {
        double value =
            lab_measure_mean(rows, &(struct lab_task){.position = i, .variant = variant, .limit = limit}, measure);

        if (isnan(value))
            continue;
        sum += value;
        ++*known;
    }
    return *known ? sum / (double)*known : NAN;
}
