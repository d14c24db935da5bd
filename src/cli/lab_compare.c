/* SPDX-License-Identifier: MIT
 *
 * boyi lab compare: which two runs, of one database or of two.
 */
#include "lab/compare.h"

#include <inttypes.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/lab.h"
#include "cli/lab_find.h"
#include "cli/say.h"

struct compare_args {
    const char *experiment;
    int64_t before, after; /* 0: not given */
    const char *database;
    const char *with;
    bool quick;
    const char *format;
    const char *output;
};

#define AT(field) .offset = ARG_AT(struct compare_args, field)

static const struct arg compare_rows[] = {
    LAB_EXPERIMENT(ARG_AT(struct compare_args, experiment)),
    {.name = "BEFORE",
     .kind = ARG_NUMBER,
     .least = 1,
     .most = INT64_MAX,
     .help = "the number of a run, see `boyi lab status EXPERIMENT` (the last complete run from other sources than "
             "AFTER)",
     AT(before)},
    {.name = "AFTER",
     .kind = ARG_NUMBER,
     .least = 1,
     .most = INT64_MAX,
     .help = "the number of the run to compare with it (the last complete run)",
     AT(after)},
    {.name = "--with",
     .kind = ARG_TEXT,
     .value = "FILE",
     .help = "take BEFORE from this database; without a number, its last complete run",
     AT(with)},
    {.name = "--database",
     .kind = ARG_TEXT,
     .value = "FILE",
     .help = "the database of the rows (lab.sqlite in $XDG_DATA_HOME/boyi or ~/.local/share/boyi)",
     AT(database)},
    {.name = "--quick", .kind = ARG_FLAG, .help = "if AFTER is not given, the last complete quick run", AT(quick)},
    {.name = "--format", .kind = ARG_TEXT, .value = "FORM", .help = "text, markdown or csv (text)", AT(format)},
    {.name = "--output", .kind = ARG_TEXT, .value = "FILE", .help = "write to this file (standard output)", AT(output)},
    {0},
};

static const struct arg_about about = {
    .name = "lab compare",
    .help = "Compares two runs of an experiment, position by position: which figures changed, by how much, and how "
            "significant the changes are (docs/lab.md). The runs may be of different versions.",
    .examples = "  boyi lab compare xiangqi-ordering\n"
                "  boyi lab compare xiangqi-ordering 3 7\n"
                "  boyi lab compare xiangqi-ordering --with yesterday.sqlite --format markdown\n",
};

/* A database with its runs of the experiment. */
struct source {
    lab_database *database;
    struct lab_runs runs;
};

static int open_source(struct source *source, const char *file, const char *experiment)
{
    const struct lab_row_args args = {.database = file};
    by_error error;
    int code = lab_open_database(&args, true, &source->database);

    if (!code && lab_database_runs(source->database, experiment, &source->runs, &error))
        code = say_error("lab", file, &error);
    return code;
}

static void close_source(struct source *source)
{
    lab_runs_free(&source->runs);
    lab_database_close(source->database);
}

/* ---- Choosing the runs ----------------------------------------------------------------------------------------- */

const struct lab_run_info *lab_find_run(const struct lab_runs *runs, int64_t number, const char *experiment)
{
    by_text there_are = {0};

    for (size_t i = 0; i < runs->count; i++)
        if (runs->list[i].id == number)
            return &runs->list[i];
    for (size_t i = runs->count; i-- > 0;)
        by_text_printf(&there_are, "%s%" PRId64, there_are.length ? ", " : ", expected one of ", runs->list[i].id);
    say_problem("lab", "%s has no run %" PRId64 "%s", experiment, number,
                there_are.length ? by_text_string(&there_are) : ", nor any other");
    by_text_free(&there_are);
    return NULL;
}

/* The last complete run, of the quick form if `is_quick`. */
static const struct lab_run_info *find_last(const struct source *source, bool is_quick)
{
    for (size_t i = 0; i < source->runs.count; i++)
        if (source->runs.list[i].is_complete && (source->runs.list[i].is_quick || !is_quick))
            return &source->runs.list[i];
    return NULL;
}

/* The last complete run of the same form as `after`; in the same database, an earlier one of other sources. */
static const struct lab_run_info *find_before(const struct source *source, const struct lab_run_info *after,
                                              bool is_same_database)
{
    for (size_t i = 0; i < source->runs.count; i++) {
        const struct lab_run_info *run = &source->runs.list[i];

        if (run->is_complete && run->is_quick == after->is_quick &&
            (!is_same_database || (run->id < after->id && strcmp(run->sources, after->sources) != 0)))
            return run;
    }
    return NULL;
}

static void say_none(const char *which, const struct compare_args *args, const char *database, const char *experiment,
                     bool is_quick)
{
    by_text typed = {0};

    lab_add_name(args->experiment, &typed);
    lab_add_flag("--database", database, &typed);
    say_problem("lab", "%s has no complete %srun %s; name two runs by their numbers, `boyi lab status%s` lists them",
                experiment, is_quick ? "quick " : "", which, by_text_string(&typed));
    by_text_free(&typed);
}

/* AFTER first, since BEFORE depends on it. */
static int choose(const struct compare_args *args, const char *experiment, const struct source *old,
                  const struct source *new, const struct lab_run_info **before, const struct lab_run_info **after)
{
    *after = args->after ? lab_find_run(&new->runs, args->after, experiment) : find_last(new, args->quick);
    if (!*after) {
        if (!args->after)
            say_none("yet", args, args->database, experiment, args->quick);
        return SAY_BAD_USE;
    }
    *before = args->before ? lab_find_run(&old->runs, args->before, experiment) : find_before(old, *after, !args->with);
    if (!*before && !args->before)
        say_none(args->with ? "in the other database" : "of other sources before that", args,
                 args->with ? args->with : args->database, experiment, (*after)->is_quick);
    return *before ? 0 : SAY_BAD_USE;
}

/* ---- Comparing ------------------------------------------------------------------------------------------------- */

/* Loads the rows of a run. */
static int load(const struct lab_experiment *experiment, lab_database *database, const struct lab_run_info *run,
                struct lab_rows *out)
{
    lab_database_use_run(database, run->id);
    return lab_load_rows(experiment, database, out);
}

static int print(const struct compare_args *args, const struct lab_experiment *experiment,
                 const struct lab_side *before, const struct lab_side *after, enum lab_format format)
{
    by_text text = {0};
    by_error error;
    int code = lab_compare_runs(experiment, before, after, format, &text, &error) ? say_error("lab", NULL, &error)
                                                                                  : lab_write_out(args->output, &text);

    by_text_free(&text);
    return code;
}

/* If one of the runs is quick, the other can share only its searches. */
static int compare(const struct compare_args *args, struct lab_experiment *experiment, enum lab_format format)
{
    struct source old = {0}, new = {0};
    struct lab_rows old_rows = {0}, new_rows = {0};
    const struct lab_run_info *before = NULL, *after = NULL;
    by_error error;
    int code = open_source(&new, args->database, experiment->name);

    if (!code)
        code = open_source(&old, args->with ? args->with : args->database, experiment->name);
    if (!code)
        code = choose(args, experiment->name, &old, &new, &before, &after);
    if (!code && (before->is_quick || after->is_quick) && lab_experiment_make_quick(experiment, &error))
        code = say_error("lab", experiment->name, &error);
    if (!code)
        code = load(experiment, old.database, before, &old_rows);
    if (!code)
        code = load(experiment, new.database, after, &new_rows);
    if (!code)
        code = print(args, experiment, &(struct lab_side){&old_rows, before}, &(struct lab_side){&new_rows, after},
                     format);
    lab_rows_free(&old_rows);
    lab_rows_free(&new_rows);
    close_source(&old);
    close_source(&new);
    return code;
}

int lab_compare_command(int argc, char **argv)
{
    struct compare_args args = {0};
    const struct arg_group groups[] = {{"Arguments", compare_rows, &args}, {0}};
    struct lab_experiment *experiment = NULL;
    enum lab_format format;
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = lab_find_format(args.format, false, &format);
    if (!code)
        code = lab_find(args.experiment, (struct lab_manner){0}, &experiment);
    if (!code)
        code = compare(&args, experiment, format);
    lab_experiment_destroy(experiment);
    return code;
}
