/* SPDX-License-Identifier: MIT
 *
 * boyi lab list, show, status: which experiments there are, what is in one, and how far they are.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/lab.h"
#include "cli/lab_find.h"
#include "cli/say.h"
#include "lab/run.h"

static int print_grid(struct lab_grid *grid)
{
    by_text text = {0};
    int code;

    lab_grid_print_once(grid, LAB_FORMAT_TEXT, &text);
    code = lab_write_out(NULL, &text);
    by_text_free(&text);
    return code;
}

static void add_duration(struct lab_grid *grid, int64_t time_us)
{
    by_text text = {0};

    lab_add_duration(time_us, &text);
    lab_grid_add(grid, by_text_string(&text));
    by_text_free(&text);
}

/* Seconds as an experiment states them. */
static void add_cost(struct lab_grid *grid, int64_t seconds)
{
    if (seconds)
        add_duration(grid, seconds * 1000000);
    else
        lab_grid_add(grid, "-");
}

/* Prints the mistakes of experiments that the table omits. */
static void print_mistakes(const struct lab_selection *selection)
{
    for (size_t i = 0; i < selection->count; i++) {
        const struct lab_found *found = &selection->list[i];

        if (found->experiment)
            continue;
        printf("\n%s is left out: ", found->name);
        if (found->error.line)
            printf("line %d, column %d: ", found->error.line, found->error.column);
        printf("%s\n", found->error.message);
    }
}

/* Adds the cells of an experiment. Reports errors and returns an exit code. */
typedef int add_row(struct lab_grid *grid, const struct lab_experiment *experiment, lab_database *database);

/* A row for each experiment that is a good one. */
static int print_table(const struct lab_selection *selection, lab_database *database, const char *const *headings,
                       size_t left, add_row *add)
{
    struct lab_grid grid = {0};
    int code = 0;

    lab_grid_add_headings(&grid, headings, left);
    for (size_t i = 0; i < selection->count && !code; i++)
        if (selection->list[i].experiment)
            code = add(&grid, selection->list[i].experiment, database);
    if (!code)
        code = print_grid(&grid);
    if (!code)
        print_mistakes(selection);
    lab_grid_free(&grid);
    return code;
}

/* ---- list ------------------------------------------------------------------------------------------------------ */

static const struct arg_about list_about = {
    .name = "lab list",
    .help = "Lists the experiments of the folder " LAB_FOLDER
            " in the order in which `boyi lab run all` runs them: the number of searches, how many are done, and the "
            "search time of the whole experiment and of its quick form, as its author measured them.",
    .examples = "  boyi lab list\n  boyi lab list --quick --database rows.sqlite\n",
};

static int add_experiment(struct lab_grid *grid, const struct lab_experiment *experiment, lab_database *database)
{
    struct lab_state state;
    by_error error;

    if (lab_find_state(experiment, database, LAB_TIME_UNKNOWN, &state, &error))
        return say_error("lab", NULL, &error);
    lab_grid_add(grid, experiment->name);
    lab_grid_add(grid, experiment->title);
    add_cost(grid, experiment->cost);
    add_cost(grid, experiment->quick_cost);
    lab_grid_printf(grid, "%zu", state.rows);
    if (database)
        lab_grid_printf(grid, "%zu", state.done);
    return 0;
}

static int list(const struct lab_selection *selection, lab_database *database)
{
    const char *const headings[] = {"experiment", "title", "cost", "quick", "searches", database ? "done" : NULL, NULL};

    return print_table(selection, database, headings, 2, add_experiment);
}

/* Reports a database that cannot be read. Prints the list in any case, unless the user named that database. */
int lab_list_command(int argc, char **argv)
{
    struct lab_row_args args = {0};
    const struct arg_group groups[] = {{"Rows", lab_row_flags, &args}, {0}};
    struct lab_selection selection = {0};
    lab_database *database = NULL;
    int code = args_parse(&list_about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = lab_open_if_there(&args, &database);
    if (!args.database)
        code = 0;
    if (!code)
        code = lab_find_folder((struct lab_manner){.is_quick = args.quick}, &selection);
    if (!code)
        code = list(&selection, database);
    lab_selection_free(&selection);
    lab_database_close(database);
    return code;
}

/* ---- show ------------------------------------------------------------------------------------------------------ */

struct show_args {
    const char *experiment;
    bool quick;
};

static const struct arg show_rows[] = {
    LAB_EXPERIMENT(ARG_AT(struct show_args, experiment)),
    {.name = "--quick",
     .kind = ARG_FLAG,
     .help = "the quick form, with few positions and low limits",
     .offset = ARG_AT(struct show_args, quick)},
    {0},
};

static const struct arg_about show_about = {
    .name = "lab show",
    .help = "Prints the parts of an experiment: game, positions, variants, limits, measures, parts of the report, "
            "cost and quick form. It does not search.",
    .examples = "  boyi lab show xiangqi-ordering\n",
};

/* How many positions each set and group has, if there are any. */
static void show_groups(const struct lab_experiment *experiment)
{
    for (size_t i = 0; i < experiment->position_count; i++) {
        const struct lab_position *position = &experiment->positions[i];
        size_t before = 0, count = 0;

        for (size_t j = 0; j < experiment->position_count; j++)
            *(j < i ? &before : &count) += lab_is_same(experiment->positions[j].set, position->set) &&
                                           lab_is_same(experiment->positions[j].group, position->group);
        if (!before && (position->group || position->set))
            printf("  %s%s%s: %zu\n", position->set ? position->set : "", position->set && position->group ? " " : "",
                   position->group ? position->group : "", count);
    }
}

static void show_measures(const struct lab_experiment *experiment)
{
    printf("\nmeasures  ");
    for (size_t i = 0; i < experiment->measure_count; i++)
        printf("%s%s", i ? " " : "", experiment->measures[i].name);
    printf("%s\n", experiment->measure_count ? "" : "those of the tables");
}

static void show_titles(const struct lab_experiment *experiment)
{
    for (size_t i = 0; i < experiment->section_count; i++)
        printf("part      %s: %s\n", experiment->sections[i].name, experiment->sections[i].title);
}

static void show_duration(const char *label, int64_t seconds)
{
    by_text text = {0};

    lab_add_duration(seconds * 1000000, &text);
    printf("%-10s%s of search time\n", label, by_text_string(&text));
    by_text_free(&text);
}

static void show_run(const struct lab_experiment *experiment)
{
    if (experiment->reference != LAB_NO_VARIANT)
        printf("reference %s\n", experiment->variants[experiment->reference].name);
    for (size_t i = 0; i < experiment->rival_count; i++)
        printf("plays     %s\n", experiment->rivals[i].variant == LAB_EVERY_LINE
                                     ? "every line"
                                     : experiment->variants[experiment->rivals[i].variant].name);
    if (experiment->is_alone)
        printf("alone     one search at a time, since times are the point\n");
    if (experiment->is_nondeterministic)
        printf("rows      are not the same each time\n");
    if (experiment->cost)
        show_duration("cost", experiment->cost);
    if (experiment->quick_cost)
        show_duration("quickly", experiment->quick_cost);
    if (experiment->quick_positions && !experiment->is_quick)
        printf("quick     %" PRId64 " position%s, %s up to %" PRId64 "\n", experiment->quick_positions,
               experiment->quick_positions == 1 ? "" : "s", lab_limit_name(experiment->limit), experiment->quick_limit);
}

static int show(const struct lab_experiment *experiment)
{
    by_text variants = {0};
    int code;

    printf("%s: %s\n\n", experiment->name, experiment->title);
    if (experiment->paper)
        printf("paper     %s\n", experiment->paper);
    printf("game      %s%s%s\n", experiment->type->name, *experiment->game_settings ? " " : "",
           experiment->game_settings);
    printf("searches  %zu\n", lab_count_tasks(experiment));
    printf("positions %zu\n", experiment->position_count);
    show_groups(experiment);
    putchar('\n');
    lab_print_variants(experiment, LAB_FORMAT_TEXT, &variants);
    code = lab_write_out(NULL, &variants);
    by_text_free(&variants);
    show_measures(experiment);
    show_titles(experiment);
    show_run(experiment);
    return code;
}

int lab_show_command(int argc, char **argv)
{
    struct show_args args = {0};
    const struct arg_group groups[] = {{"Arguments", show_rows, &args}, {0}};
    struct lab_experiment *experiment = NULL;
    int code = args_parse(&show_about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = lab_find(args.experiment, (struct lab_manner){.is_quick = args.quick}, &experiment);
    if (!code)
        code = show(experiment);
    lab_experiment_destroy(experiment);
    return code;
}

/* ---- status ---------------------------------------------------------------------------------------------------- */

struct status_args {
    const char *experiment;
    int64_t text; /* the run whose text is printed; 0: none */
};

static const struct arg status_rows[] = {
    {.name = "EXPERIMENT",
     .kind = ARG_TEXT,
     .help = LAB_EXPERIMENT_HELP "; without it, the status of all experiments of the folder, without their runs",
     .offset = ARG_AT(struct status_args, experiment)},
    {.name = "--text",
     .kind = ARG_NUMBER,
     .value = "RUN",
     .least = 1,
     .most = INT64_MAX,
     .help = "print only the text of the experiment in that run",
     .offset = ARG_AT(struct status_args, text)},
    {0},
};

static const struct arg_about status_about = {
    .name = "lab status",
    .help = "Prints the number of rows of an experiment, the search time that they took, about how much is left, and "
            "the runs, with the numbers that `boyi lab compare` takes. It marks runs with another text of the "
            "experiment and runs whose rows were deleted.",
    .examples = "  boyi lab status\n  boyi lab status go-capture --quick\n",
};

/* The remaining time is estimated from the searches so far and from the cost that the author measured. */
static int add_status(struct lab_grid *grid, const struct lab_experiment *experiment, lab_database *database)
{
    struct lab_state state;
    by_error error;

    if (lab_find_state(experiment, database, lab_cost(experiment) * 1000000, &state, &error))
        return say_error("lab", NULL, &error);
    lab_grid_add(grid, experiment->name);
    lab_grid_printf(grid, "%zu", state.rows);
    lab_grid_printf(grid, "%zu", state.done);
    add_duration(grid, state.time_us);
    if (state.done < state.rows && state.left_us != LAB_TIME_UNKNOWN)
        add_duration(grid, state.left_us);
    else
        lab_grid_add(grid, state.done < state.rows ? "unknown" : "-");
    return 0;
}

static int print_status(const struct lab_selection *selection, lab_database *database)
{
    static const char *const headings[] = {"experiment", "searches", "done", "search time", "left", NULL};

    return print_table(selection, database, headings, 1, add_status);
}

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

/* How many rows a complete run of the experiment has in this form. */
struct run_sizes {
    size_t whole, quick;
};

/* Says whether a run used another text and how many of its rows were deleted. For another text the number is
 * unknown. */
static void add_completeness(struct lab_grid *grid, const struct lab_run_info *run,
                             const struct lab_experiment *experiment, const struct run_sizes *sizes)
{
    size_t rows = run->is_quick ? sizes->quick : sizes->whole;

    if (strcmp(run->fingerprint, experiment->fingerprint) != 0)
        lab_grid_add(grid, run->is_complete ? "other text" : "no, other text");
    else if (run->is_complete && run->rows < rows)
        lab_grid_printf(grid, "%zu row%s missing", rows - run->rows, rows - run->rows > 1 ? "s" : "");
    else
        lab_grid_add(grid, run->is_complete ? "yes" : "no");
}

static int print_runs(const struct lab_runs *runs, const struct lab_experiment *experiment,
                      const struct run_sizes *sizes)
{
    static const char *const headings[] = {"run",      "started", "rows",    "form",      "complete", "workers",
                                           "last row", "at",      "sources", "processor", NULL};
    struct lab_grid grid = {0};

    lab_grid_add_headings(&grid, headings, sizeof headings / sizeof headings[0]);
    for (size_t i = 0; i < runs->count; i++) {
        const struct lab_run_info *run = &runs->list[i];

        lab_grid_add_integer(&grid, run->id);
        lab_grid_add(&grid, run->started_at);
        lab_grid_add_integer(&grid, (int64_t)run->rows);
        lab_grid_add(&grid, run->is_quick ? "quick" : "whole");
        add_completeness(&grid, run, experiment, sizes);
        lab_grid_add_integer(&grid, run->workers);
        lab_grid_add(&grid, run->rows ? run->last_row : "-");
        lab_grid_add(&grid, run->rows ? run->last_at : "-");
        lab_grid_add(&grid, run->sources);
        lab_grid_add(&grid, run->processor);
    }
    return print_grid(&grid);
}

static int make_quick(struct lab_experiment *experiment)
{
    by_error error;

    return lab_experiment_make_quick(experiment, &error) ? say_error("lab", experiment->name, &error) : 0;
}

/* The runs of an experiment. Counts its two forms one after the other, so it ends up quick if it has a quick form. */
static int list_runs(struct lab_experiment *experiment, lab_database *database, struct run_sizes sizes)
{
    struct lab_runs runs = {0};
    by_error error;
    int code = 0;

    if (lab_database_runs(database, experiment->name, &runs, &error))
        return say_error("lab", NULL, &error);
    if (experiment->quick_positions && !experiment->is_quick)
        code = make_quick(experiment);
    sizes.quick = experiment->is_quick ? lab_count_tasks(experiment) : 0;
    if (!code)
        printf("\n%s", runs.count ? "Runs, the newest first:\n\n" : "There was no run yet.\n");
    if (!code && runs.count)
        code = print_runs(&runs, experiment, &sizes);
    lab_runs_free(&runs);
    return code;
}

/* The text of an experiment in a run. */
static int print_text_of(const struct lab_run_info *run)
{
    by_text text = {0};
    int code;

    if (!*run->text) {
        say_problem("lab", "run %" PRId64 " is of a database that did not keep what the experiment said", run->id);
        return SAY_BAD_USE;
    }
    by_text_add(&text, run->text);
    code = lab_write_out(NULL, &text);
    by_text_free(&text);
    return code;
}

static int print_text(const struct lab_experiment *experiment, lab_database *database, int64_t number)
{
    struct lab_runs runs = {0};
    const struct lab_run_info *run;
    by_error error;
    int code;

    if (database && lab_database_runs(database, experiment->name, &runs, &error))
        return say_error("lab", NULL, &error);
    run = lab_find_run(&runs, number, experiment->name);
    code = run ? print_text_of(run) : SAY_BAD_USE;
    lab_runs_free(&runs);
    return code;
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

/* A named experiment was read completely. */
static int status_of_one(const struct lab_selection *selection, bool is_quick, lab_database *database)
{
    struct lab_experiment *experiment = selection->list[0].experiment;
    struct run_sizes sizes = {.whole = lab_count_tasks(experiment)};
    int code = is_quick ? make_quick(experiment) : 0;

    if (!code)
        code = print_status(selection, database);
    if (!code && database)
        code = list_runs(experiment, database, sizes);
    return code;
}

int lab_status_command(int argc, char **argv)
{
    struct lab_row_args args = {0};
    struct status_args own = {0};
    const struct arg_group groups[] = {{"Arguments", status_rows, &own}, {"Rows", lab_row_flags, &args}, {0}};
    struct lab_selection selection = {0};
    lab_database *database = NULL;
    int code = args_parse(&status_about, groups, argc, argv);
    bool is_of_all = !own.experiment || strcmp(own.experiment, "all") == 0;

    if (code != ARGS_GO)
        return code;
    if (is_of_all && own.text) {
        say_problem("lab", "--text RUN is about an experiment: expected its name");
        return SAY_BAD_USE;
    }
    if (is_of_all)
        code = lab_find_folder((struct lab_manner){.is_quick = args.quick}, &selection);
    else
        code =
            lab_find_all(&(struct arg_list){.items = {own.experiment}, .count = 1}, (struct lab_manner){0}, &selection);
    if (!code)
        code = lab_open_if_there(&args, &database);
    if (!code && own.text)
        code = print_text(selection.list[0].experiment, database, own.text);
    else if (!code)
        code = is_of_all ? print_status(&selection, database) : status_of_one(&selection, args.quick, database);
    lab_selection_free(&selection);
    lab_database_close(database);
    return code;
}
