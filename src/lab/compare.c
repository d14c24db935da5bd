/* SPDX-License-Identifier: MIT
 *
 * A line is a measure of one variant at one limit, compared position by position. Repetitions are averaged first, since
 * they are not independent positions. We test many lines of a measure at the same time, so some differ randomly; Holm's
 * adjustment bounds the probability of even one such line.
 */
#include "lab/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/differences.h"
#include "lab/measure.h"
#include "lab/significance.h"

struct line {
    const char *measure;
    size_t variant;
    int64_t limit;
    double before, after; /* means over the positions that both have */
    struct lab_pairs pairs;
    double adjusted;     /* p, adjusted for all lines */
    bool is_same_search; /* at every position; for times only, which we judge only if it is false */
};

struct comparison {
    const struct lab_experiment *experiment;
    const struct lab_side *before, *after;
    bool judges_times;
    size_t times, same_times; /* lines of times, and of the same searches by the same program */
    by_text causes;           /* reasons other than the sources why times differ */
    by_text caveat;           /* about times, with their verdict or instead of it */
    by_text variants_before, variants_after;
    by_text left_out; /* measures of games that are not comparable */
    const char **measures;
    size_t measure_count;
    struct line *lines;
    size_t line_count;
    double *values;   /* of one line, by position: before, then after */
    by_status status; /* the first error; nothing is compared after it */
    by_error *error;
};

static bool is_time(const char *measure)
{
    return strcmp(measure, "time") == 0 || strcmp(measure, "speed") == 0;
}

/* ---- Times ----------------------------------------------------------------------------------------------------- */

void lab_times_differ_in(const struct lab_run_info *one, const struct lab_run_info *other, by_text *out)
{
    const struct {
        const char *name;
        bool differs;
    } causes[] = {
        {"processor", strcmp(one->processor, other->processor) != 0},
        {"compiler", strcmp(one->compiler, other->compiler) != 0},
        {"flags", strcmp(one->flags, other->flags) != 0},
        {"workers", one->workers != other->workers},
    };
    bool is_first = true;

    for (size_t i = 0; i < sizeof causes / sizeof causes[0]; i++)
        if (causes[i].differs) {
            by_text_printf(out, "%s%s", is_first ? "" : ", ", causes[i].name);
            is_first = false;
        }
}

static bool has_foreign_rows(const struct comparison *it)
{
    return it->before->run->foreign_rows || it->after->run->foreign_rows;
}

static bool is_same_program(const struct comparison *it)
{
    return strcmp(it->before->run->sources, it->after->run->sources) == 0;
}

/* We judge times only if nothing but the sources or the options can explain the difference. */
static void decide_on_times(struct comparison *it)
{
    lab_times_differ_in(it->before->run, it->after->run, &it->causes);
    if (it->causes.length) {
        by_text_printf(&it->caveat, "other %s", by_text_string(&it->causes));
    } else if (has_foreign_rows(it)) {
        by_text_add(&it->caveat, "foreign rows");
    } else {
        it->judges_times = true;
        if (it->after->run->workers > 1)
            by_text_printf(&it->caveat, "%d workers", it->after->run->workers);
    }
}

static bool is_judged(const struct comparison *it, const struct line *line)
{
    return !is_time(line->measure) || (it->judges_times && !line->is_same_search);
}

/* "" if there is none. */
static const char *caveat_of(const struct comparison *it, const struct line *line)
{
    if (!is_time(line->measure))
        return "";
    return it->judges_times && line->is_same_search ? "same program" : by_text_string(&it->caveat);
}

static void explain_judged_times(const struct comparison *it, by_text *out)
{
    by_text_printf(out,
                   "\np of times says whether the runs differ, and not why: whatever slows down one of them, such "
                   "as another program,\ndoes so at all positions. Only differences that come back in further "
                   "pairs of runs are those of the %s.\n",
                   is_same_program(it) ? "searches" : "programs");
    if (it->caveat.length)
        by_text_printf(out,
                       "These were taken with %d searches at once, which slow each other down; there is no star. Runs "
                       "with --jobs 1 say more.\n",
                       it->after->run->workers);
}

/* Explains which conclusions about times are valid. */
static void explain_times(const struct comparison *it, by_text *out)
{
    if (it->causes.length)
        by_text_printf(out, "\nTimes are not judged, since the runs differ in: %s.\n", by_text_string(&it->causes));
    else if (has_foreign_rows(it))
        by_text_printf(out,
                       "\nTimes are not judged, since rows were found that another program, processor or number of "
                       "workers had made: %zu before, %zu after.\n",
                       it->before->run->foreign_rows, it->after->run->foreign_rows);
    else if (it->same_times)
        by_text_printf(out,
                       "\nTimes are not judged%s, since both runs are of the same program: their differences show how "
                       "much times vary by themselves.\n",
                       it->same_times < it->times ? " where the searches are the same" : "");
    if (it->judges_times && it->same_times < it->times)
        explain_judged_times(it, out);
}

/* ---- What there is to compare ---------------------------------------------------------------------------------- */

static void add_measure(struct comparison *it, const char *name)
{
    for (size_t i = 0; i < it->measure_count; i++)
        if (strcmp(it->measures[i], name) == 0)
            return;
    it->measures[it->measure_count++] = name;
}

/* In a quick run rivals play with lower limits than in a full one, so their games are not the same searches, even with
 * the same variant and limit. */
static bool is_of_unlike_games(const struct comparison *it, const char *measure)
{
    const struct lab_experiment *experiment = it->experiment;
    bool has_lowered = false;

    if (it->before->run->is_quick == it->after->run->is_quick)
        return false;
    for (size_t i = 0; i < experiment->rival_count; i++) {
        if (lab_measure_is_of_rival(&experiment->rivals[i], measure))
            return experiment->rivals[i].is_lowered;
        has_lowered = has_lowered || experiment->rivals[i].is_lowered;
    }
    return has_lowered;
}

static void leave_out_unlike_games(struct comparison *it)
{
    size_t kept = 0;

    for (size_t i = 0; i < it->measure_count; i++) {
        if (is_of_unlike_games(it, it->measures[i]))
            by_text_printf(&it->left_out, "%s%s", it->left_out.length ? ", " : "", it->measures[i]);
        else
            it->measures[kept++] = it->measures[i];
    }
    it->measure_count = kept;
}

static void collect_measures(struct comparison *it)
{
    const struct lab_measure *measure;
    size_t most = 0, searches = 0;

    while (lab_experiment_measure(it->experiment, most))
        most++;
    for (size_t i = 0; i < it->experiment->variant_count; i++)
        searches += it->experiment->variants[i].limits.count;
    it->measures = calloc(most + 1, sizeof *it->measures);
    it->lines = calloc(searches * most + 1, sizeof *it->lines);
    it->values = calloc(2 * it->experiment->position_count + 1, sizeof *it->values);
    if (!it->measures || !it->lines || !it->values) {
        it->status = by_error_no_memory(it->error);
        return;
    }
    for (size_t i = 0; (measure = lab_experiment_measure(it->experiment, i)) != NULL; i++)
        add_measure(it, measure->name);
    leave_out_unlike_games(it);
}

/* ---- One line -------------------------------------------------------------------------------------------------- */

/* A value that is not a number is unchanged (0) or changed (1). */
static void load_words(const struct comparison *it, const struct lab_task *task, const char *measure, double *before,
                       double *after)
{
    by_text one = {0}, other = {0};

    lab_measure_print(it->before->rows, task, measure, &one);
    lab_measure_print(it->after->rows, task, measure, &other);
    *before = one.length ? 0 : NAN;
    *after = other.length ? strcmp(by_text_string(&one), by_text_string(&other)) != 0 : NAN;
    by_text_free(&one);
    by_text_free(&other);
}

static void load_values(const struct comparison *it, const struct line *line, double *before, double *after)
{
    for (size_t i = 0; i < it->experiment->position_count; i++) {
        const struct lab_task task = {.position = i, .variant = line->variant, .limit = line->limit};

        if (!lab_measure_is_number(line->measure)) {
            load_words(it, &task, line->measure, &before[i], &after[i]);
            continue;
        }
        before[i] = lab_measure_mean(it->before->rows, &task, line->measure);
        after[i] = lab_measure_mean(it->after->rows, &task, line->measure);
    }
}

static void compute_means(const double *before, const double *after, size_t count, struct line *line)
{
    for (size_t i = 0; i < count; i++) {
        if (isnan(before[i]) || isnan(after[i]))
            continue;
        line->before += before[i];
        line->after += after[i];
    }
    line->before /= (double)line->pairs.count;
    line->after /= (double)line->pairs.count;
}

/* True if both runs made the same searches, at all positions that both have. */
static bool is_same_search(const struct comparison *it, const struct line *line)
{
    for (size_t i = 0; i < it->experiment->position_count; i++) {
        const struct lab_task task = {.position = i, .variant = line->variant, .limit = line->limit};
        const struct lab_row *one = lab_row_of(it->before->rows, &task), *other = lab_row_of(it->after->rows, &task);

        if (one->id && other->id && one->key != other->key)
            return false;
    }
    return true;
}

/* Collects what the judgement of a line of times needs. */
static void examine_times(struct comparison *it, struct line *line)
{
    if (!is_time(line->measure))
        return;
    line->is_same_search = is_same_program(it) && is_same_search(it, line);
    it->times++;
    it->same_times += line->is_same_search;
}

/* Adds a line, unless no position has both values. Lines of words have no means and no p; times that we do not judge
 * have no p. */
static void add_line(struct comparison *it, struct line line)
{
    size_t count = it->experiment->position_count;
    double *before = it->values, *after = it->values + count;

    load_values(it, &line, before, after);
    it->status = lab_compare_pairs(before, after, count, &line.pairs, it->error);
    if (it->status || !line.pairs.count)
        return;
    compute_means(before, after, count, &line);
    if (!lab_measure_is_number(line.measure))
        line.before = line.after = line.pairs.ratio = line.pairs.p = NAN;
    examine_times(it, &line);
    if (!is_judged(it, &line))
        line.pairs.p = NAN;
    it->lines[it->line_count++] = line;
}

static void add_lines(struct comparison *it)
{
    for (size_t measure = 0; measure < it->measure_count; measure++)
        for (size_t variant = 0; variant < it->experiment->variant_count; variant++) {
            const struct lab_limits *limits = &it->experiment->variants[variant].limits;

            for (size_t i = 0; i < limits->count && !it->status; i++)
                add_line(it,
                         (struct line){.measure = it->measures[measure], .variant = variant, .limit = limits->list[i]});
        }
    if (!it->status && !it->line_count)
        it->status = by_error_set(
            it->error, BY_ERROR_INPUT,
            it->left_out.length
                ? "nothing can be compared: in a quick run rivals play with lower limits than in a whole one"
                : "the two runs have no position of any variant and limit in common");
}

/* Consecutive lines of one measure answer one question, so we adjust them together. */
static void adjust(struct comparison *it)
{
    double *p = calloc(it->line_count + 1, sizeof *p);

    if (!p)
        it->status = by_error_no_memory(it->error);
    for (size_t i = 0; i < it->line_count && p; i++)
        p[i] = it->lines[i].pairs.p;
    for (size_t first = 0, end; first < it->line_count && p; first = end) {
        for (end = first; end < it->line_count && it->lines[end].measure == it->lines[first].measure;)
            end++;
        lab_adjust_holm(p + first, end - first);
    }
    for (size_t i = 0; i < it->line_count && p; i++)
        it->lines[i].adjusted = p[i];
    free(p);
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* Equal means have changed by exactly 0; the division may round. */
static double change_of(const struct line *line)
{
    if (line->before > 0)
        return line->after == line->before ? 0 : 100 * (line->after / line->before - 1);
    return NAN;
}

/* A number with its text for people; unknown is a dash. */
static void add_shown(struct lab_grid *grid, const char *shown, double number)
{
    char plain[32] = "";

    if (!isnan(number))
        (void)snprintf(plain, sizeof plain, "%.12g", number);
    lab_grid_add_both(grid, isnan(number) ? "-" : shown, plain);
}

/* The probability, with a star or the caveat. */
static void add_chance(const struct comparison *it, const struct line *line, struct lab_grid *grid)
{
    const char *caveat = caveat_of(it, line);
    const char *between = *caveat ? ", " : line->adjusted < 0.05 ? " *" : "";
    char shown[160];

    if (line->adjusted < 0.0001)
        (void)snprintf(shown, sizeof shown, "< 0.0001%s%s", between, caveat);
    else
        (void)snprintf(shown, sizeof shown, "%.4f%s%s", line->adjusted, between, caveat);
    if (is_judged(it, line))
        add_shown(grid, shown, line->adjusted);
    else
        lab_grid_add_both(grid, caveat, "");
}

/* "18", or "18 of 20" if some positions are missing. */
static void add_positions(const struct comparison *it, const struct line *line, struct lab_grid *grid)
{
    size_t count = line->pairs.count, all = it->experiment->position_count;
    char shown[48];

    (void)snprintf(shown, sizeof shown, count < all ? "%zu of %zu" : "%zu", count, all);
    add_shown(grid, shown, (double)count);
}

/* The number of positions with more and with less; words have neither. */
static void add_count(const struct line *line, size_t count, struct lab_grid *grid)
{
    if (lab_measure_is_number(line->measure))
        lab_grid_add_number(grid, (double)count, false);
    else
        add_shown(grid, "-", (double)count);
}

static void add_change(double change, struct lab_grid *grid)
{
    char shown[400];

    (void)snprintf(shown, sizeof shown, "%+.1f", fabs(change) < 0.05 ? 0 : change);
    add_shown(grid, shown, change);
}

static void add_line_cells(const struct comparison *it, const struct line *line, struct lab_grid *grid)
{
    lab_grid_add(grid, line->measure);
    lab_grid_add(grid, it->experiment->variants[line->variant].name);
    lab_grid_add(grid, lab_limit_name(it->experiment->limit));
    lab_grid_add_integer(grid, line->limit);
    add_positions(it, line, grid);
    lab_grid_add_integer(grid, (int64_t)line->pairs.changed);
    add_count(line, line->pairs.more, grid);
    add_count(line, line->pairs.less, grid);
    lab_grid_add_number(grid, line->before, false);
    lab_grid_add_number(grid, line->after, false);
    add_change(change_of(line), grid);
    lab_grid_add_as(grid, "%.3f", line->pairs.ratio, false);
    lab_grid_add(grid, isnan(line->pairs.p) ? "" : line->pairs.is_by_ranks ? "ranks" : "signs");
    lab_grid_add_number(grid, line->pairs.p, false);
    add_chance(it, line, grid);
    lab_grid_add(grid, caveat_of(it, line));
}

/* Programs get all lines, people those that changed. */
static void fill_lines(const struct comparison *it, bool only_changed, struct lab_grid *grid)
{
    const char *const headings[][2] = {{"measure", "measure"},
                                       {"variant", "variant"},
                                       {NULL, "limit_kind"},
                                       {lab_limit_name(it->experiment->limit), "limit"},
                                       {"positions", "positions"},
                                       {"changed", "changed"},
                                       {"more", "more"},
                                       {"less", "less"},
                                       {"before", "before"},
                                       {"after", "after"},
                                       {"change %", "change_percent"},
                                       {"ratio", "ratio_median"},
                                       {NULL, "test"},
                                       {NULL, "p"},
                                       {"p", "p_adjusted"},
                                       {NULL, "caveat"},
                                       {0}};

    lab_grid_add_both_headings(grid, headings, 2);
    for (size_t i = 0; i < it->line_count; i++)
        if (!only_changed || it->lines[i].pairs.changed)
            add_line_cells(it, &it->lines[i], grid);
}

/* ---- For people ------------------------------------------------------------------------------------------------ */

/* True if the text of the experiment has not changed since. */
static const char *text_of(const struct comparison *it, const struct lab_run_info *run)
{
    return strcmp(run->fingerprint, it->experiment->fingerprint) == 0 ? "as now" : "another";
}

static void fill_runs(const struct comparison *it, struct lab_grid *grid)
{
    const struct lab_run_info *before = it->before->run, *after = it->after->run;
    const char *const texts[][3] = {
        {"started", before->started_at, after->started_at}, {"sources", before->sources, after->sources},
        {"compiler", before->compiler, after->compiler},    {"flags", before->flags, after->flags},
        {"processor", before->processor, after->processor},
    };

    grid->columns = grid->left = 3;
    lab_grid_add(grid, "run");
    lab_grid_printf(grid, "%" PRId64 " (before)", before->id);
    lab_grid_printf(grid, "%" PRId64 " (after)", after->id);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (size_t column = 0; column < 3; column++)
            lab_grid_add(grid, *texts[i][column] ? texts[i][column] : "-");
    lab_grid_add(grid, "text");
    lab_grid_add(grid, text_of(it, before));
    lab_grid_add(grid, text_of(it, after));
    lab_grid_add(grid, "workers");
    lab_grid_printf(grid, "%d", before->workers);
    lab_grid_printf(grid, "%d", after->workers);
    lab_grid_add(grid, "rows");
    lab_grid_printf(grid, "%zu%s", before->rows, before->is_complete ? "" : ", not complete");
    lab_grid_printf(grid, "%zu%s", after->rows, after->is_complete ? "" : ", not complete");
}

/* Adds the variants of `names` that `others` also has, or lacks. Returns true if there are any. */
static bool add_variants(const char *names, const char *others, bool is_in, const char *what, by_text *out)
{
    bool has_any = false;

    for (const char *name = names; *name; name += strcspn(name, "\n") + 1)
        if (lab_has_line(others, name) == is_in) {
            by_text_printf(out, "%s%.*s", has_any ? ", " : what, (int)strcspn(name, "\n"), name);
            has_any = true;
        }
    return has_any;
}

/* We compare variants by name, which leaves out renamed and deleted ones. */
static void explain_variants(const struct comparison *it, by_text *out)
{
    const char *before = by_text_string(&it->variants_before), *after = by_text_string(&it->variants_after);
    by_text now = {0}, both = {0};
    bool has_before, has_after;

    for (size_t i = 0; i < it->experiment->variant_count; i++)
        by_text_printf(&now, "%s\n", it->experiment->variants[i].name);
    for (const char *name = before; *name; name += strcspn(name, "\n") + 1)
        if (lab_has_line(after, name))
            by_text_printf(&both, "%.*s\n", (int)strcspn(name, "\n"), name);
    has_before = add_variants(before, after, false, "\nVariants only before: ", out);
    has_after = add_variants(after, before, false, has_before ? "; only after: " : "\nVariants only after: ", out);
    by_text_add(out, has_before || has_after ? ".\n" : "");
    if (add_variants(by_text_string(&both), by_text_string(&now), false,
                     "\nVariants of both that the experiment does not have now: ", out))
        by_text_add(out, ".\n");
    out->failed = out->failed || now.failed || both.failed;
    by_text_free(&now);
    by_text_free(&both);
}

/* Lines that the experiment had before and not after. */
static void explain_texts(const struct comparison *it, by_text *out)
{
    enum { LINES_MOST = 10 };
    const struct lab_run_info *before = it->before->run, *after = it->after->run;

    if (strcmp(before->fingerprint, after->fingerprint) == 0)
        return;
    if (!*before->text || !*after->text) {
        by_text_printf(out, "\nIn what the texts differ is not known: that of %s was not kept.\n",
                       *after->text    ? "the run before"
                       : *before->text ? "the run after"
                                       : "either run");
    } else if (strcmp(before->text, after->text) == 0) {
        by_text_add(out, "\nThe texts are the same, but a file that they name is not.\n");
    } else {
        by_text_add(out, "\nIn what the texts differ, before (-) and after (+):\n\n");
        lab_add_differences(before->text, after->text, LINES_MOST, out);
    }
}

static void print_lines(const struct comparison *it, enum lab_format format, by_text *out)
{
    struct lab_grid grid = {0};

    fill_lines(it, format != LAB_FORMAT_CSV, &grid);
    lab_grid_print_once(&grid, format, out);
}

static void print_for_people(const struct comparison *it, enum lab_format format, by_text *out)
{
    struct lab_grid runs = {0};
    size_t changed = 0;

    for (size_t i = 0; i < it->line_count; i++)
        changed += it->lines[i].pairs.changed > 0;
    by_text_printf(out, "%s%s: two runs\n\n", format == LAB_FORMAT_MARKDOWN ? "# " : "", it->experiment->title);
    fill_runs(it, &runs);
    lab_grid_print_once(&runs, format, out);
    explain_texts(it, out);
    explain_variants(it, out);
    if (it->left_out.length)
        by_text_printf(out,
                       "\nNot compared, since in a quick run rivals play with lower limits than in a whole one: %s.\n",
                       by_text_string(&it->left_out));
    by_text_printf(out,
                   "\nOf %zu figures, each of a measure, a variant and a limit, %zu are unchanged at every "
                   "position%s\n",
                   it->line_count, it->line_count - changed, changed ? "; the others:\n" : ".");
    if (changed) {
        print_lines(it, format, out);
        by_text_add(out, "\nBefore and after: means over the positions. More, less: positions. Ratio: the median, "
                         "position by position.\np: how likely such differences are if nothing has changed, by "
                         "Wilcoxon's signed ranks of the ratios' logarithms, or,\nwhere there are zeros, by signs; "
                         "for all lines of a measure at once (Holm). A star: below 0.05.\n");
    }
    if (it->times)
        explain_times(it, out);
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

by_status lab_compare_runs(const struct lab_experiment *experiment, const struct lab_side *before,
                           const struct lab_side *after, enum lab_format format, by_text *out, by_error *error)
{
    struct comparison it = {.experiment = experiment, .before = before, .after = after, .error = error};

    decide_on_times(&it);
    collect_measures(&it);
    if (!it.status)
        it.status = lab_database_variants(before->rows->database, before->run->id, &it.variants_before, error);
    if (!it.status)
        it.status = lab_database_variants(after->rows->database, after->run->id, &it.variants_after, error);
    if (!it.status)
        add_lines(&it);
    if (!it.status)
        adjust(&it);
    if (!it.status && format == LAB_FORMAT_CSV)
        print_lines(&it, format, out);
    else if (!it.status)
        print_for_people(&it, format, out);
    if (!it.status && (out->failed || it.causes.failed || it.caveat.failed || it.left_out.failed))
        it.status = by_error_no_memory(error);
    free(it.measures);
    free(it.lines);
    free(it.values);
    by_text_free(&it.causes);
    by_text_free(&it.caveat);
    by_text_free(&it.variants_before);
    by_text_free(&it.variants_after);
    by_text_free(&it.left_out);
    return it.status;
}
