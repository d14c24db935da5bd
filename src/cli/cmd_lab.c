/* SPDX-License-Identifier: MIT
 *
 * boyi lab: its subcommands, of which check, report and export are here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/lab.h"
#include "cli/lab_find.h"
#include "cli/lab_output.h"
#include "cli/lab_pages.h"
#include "cli/say.h"
#include "lab/run.h"

/* ---- check ----------------------------------------------------------------------------------------------------- */

struct check_args {
    struct arg_list experiments;
    bool quick;
};

static const struct arg check_rows[] = {
    LAB_EXPERIMENTS(ARG_AT(struct check_args, experiments)),
    {.name = "--quick",
     .kind = ARG_FLAG,
     .help = "the quick form, with few positions and low limits",
     .offset = ARG_AT(struct check_args, quick)},
    {0},
};

static const struct arg_about check_about = {
    .name = "lab check",
    .help = "Checks experiments for mistakes, as `boyi lab run` does before its first search: reads them and tries "
            "each variant on each position. It reports the first mistake of each experiment with its place.",
    .examples = "  boyi lab check my-experiment.txt\n  boyi lab check all\n",
};

/* The ending of a plural. */
static const char *ending(size_t count, const char *of_many)
{
    return count == 1 ? "" : of_many;
}

static void print_checked(const struct lab_experiment *experiment)
{
    size_t searches = lab_count_tasks(experiment);

    printf("%s: %zu position%s, %zu variant%s, %zu search%s, %zu part%s\n", experiment->name,
           experiment->position_count, ending(experiment->position_count, "s"), experiment->variant_count,
           ending(experiment->variant_count, "s"), searches, ending(searches, "es"), experiment->section_count,
           ending(experiment->section_count, "s"));
}

int lab_check_command(int argc, char **argv)
{
    struct check_args args = {0};
    const struct arg_group groups[] = {{"Arguments", check_rows, &args}, {0}};
    struct lab_selection selection = {0};
    int code = args_parse(&check_about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = lab_find_all(&args.experiments, (struct lab_manner){.is_quick = args.quick, .is_tried = true}, &selection);
    for (size_t i = 0; i < selection.count; i++)
        if (selection.list[i].experiment)
            print_checked(selection.list[i].experiment);
    lab_selection_free(&selection);
    return code;
}

/* ---- report ---------------------------------------------------------------------------------------------------- */

struct report_args {
    struct arg_list experiments;
    const char *from;
    struct lab_output out;
};

static const struct arg report_rows[] = {
    LAB_EXPERIMENTS(ARG_AT(struct report_args, experiments)),
    {.name = "--from",
     .kind = ARG_TEXT,
     .value = "FILE",
     .help = "print the report from this file, which `--format csv` or `--output DIR` wrote, instead of from rows",
     .offset = ARG_AT(struct report_args, from)},
    {0},
};

static const struct arg_about report_about = {
    .name = "lab report",
    .help = "Prints the tables and the other parts of reports from the stored rows. It does not search.",
    .examples = "  boyi lab report xiangqi-ordering --format markdown --output tables.md\n"
                "  boyi lab report go-capture --format html --output go-capture.html\n"
                "  boyi lab report go-capture --from docs/results/go-capture.csv --format html\n"
                "  boyi lab report xiangqi-ordering --rows --format csv\n"
                "  boyi lab report all --output reports\n",
};

/* The requested report and its form. */
struct report {
    struct report_args *args;
    const struct lab_row_args *row_args;
    struct lab_selection selection;
    lab_database *database;
    by_text command; /* as it was typed */
};

static void print_report_command(struct report *report)
{
    const struct report_args *args = report->args;

    by_text_add(&report->command, "boyi lab report");
    for (int i = 0; i < args->experiments.count; i++)
        lab_add_name(args->experiments.items[i], &report->command);
    lab_add_flag("--from", args->from, &report->command);
    lab_add_row_flags(report->row_args, &report->command);
    lab_output_add_flags(&args->out, &report->command);
}

static int report_one(const struct report *report, const struct lab_found *found)
{
    by_text run = {0};
    int code;

    by_text_add(&run, "boyi lab run");
    lab_add_name(lab_typed_name(&report->args->experiments, found), &run);
    lab_add_row_flags(report->row_args, &run);
    code = lab_output_report(
        &report->args->out, found->experiment, report->database,
        &(struct lab_commands){.run = by_text_string(&run), .report = by_text_string(&report->command)},
        found == report->selection.list);
    by_text_free(&run);
    return code;
}

static int report_all(struct report *report)
{
    const struct lab_output *output = &report->args->out;
    int code = lab_output_make_folders(output);

    if (!code)
        code = lab_open_database(report->row_args, true, &report->database);
    for (size_t i = 0; i < report->selection.count && !code; i++)
        code = report_one(report, &report->selection.list[i]);
    if (!code && output->has_pages)
        code = lab_pages_index(&report->selection, by_text_string(&report->command), output->output);
    lab_database_close(report->database);
    return code;
}

/* Prints the report of a file. */
static int report_file(const struct report *report, const struct lab_experiment *experiment)
{
    const struct report_args *args = report->args;
    const char *why;
    char *csv = file_read(args->from, &why);
    struct lab_report read = {0};
    by_text run = {0};
    by_error error;
    int code = SAY_BAD_USE;

    by_text_add(&run, "boyi lab run");
    lab_add_name(args->experiments.items[0], &run);
    by_text_add(&run, report->row_args->quick ? " --quick" : "");
    if (!csv)
        say_problem("lab", "cannot read %s: %s", args->from, why);
    else if (lab_report_read(experiment, csv, &read, &error))
        code = say_error("lab", args->from, &error);
    else
        code = lab_output_write(&args->out, &read, NULL,
                                &(struct lab_commands){by_text_string(&run), by_text_string(&report->command)}, true);
    lab_report_free(&read);
    free(csv);
    by_text_free(&run);
    return code;
}

static int check_from(const struct report_args *args, const struct lab_row_args *row_args)
{
    bool is_plain = !row_args->database && !row_args->other_versions && !args->out.rows && !args->out.figures;

    if (!args->from || (!args->out.is_of_several && is_plain))
        return 0;
    say_problem("lab", "--from is the report of one experiment, without rows: it does not go with --database, "
                       "--other-versions, --rows and --figures");
    return SAY_BAD_USE;
}

int lab_report_command(int argc, char **argv)
{
    struct report_args args = {0};
    struct lab_row_args row_args = {0};
    struct report report = {.args = &args, .row_args = &row_args};
    const struct arg_group groups[] = {{"Arguments", report_rows, &args},
                                       {"Rows", lab_row_flags, &row_args},
                                       {"Output", lab_output_flags, &args.out},
                                       {0}};
    struct lab_manner manner;
    int code = args_parse(&report_about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    manner = (struct lab_manner){.is_quick = row_args.quick, .is_tried = !args.from, .is_for_report = args.from};
    print_report_command(&report);
    code = lab_output_check(&args.out, &args.experiments, false);
    if (!code)
        code = check_from(&args, &row_args);
    if (!code)
        code = lab_find_all(&args.experiments, manner, &report.selection);
    if (!code)
        code = args.from ? report_file(&report, report.selection.list[0].experiment) : report_all(&report);
    by_text_free(&report.command);
    lab_selection_free(&report.selection);
    return code;
}

/* ---- export ---------------------------------------------------------------------------------------------------- */

struct export_args {
    const char *experiment;
    const char *output;
};

static const struct arg export_rows[] = {
    LAB_EXPERIMENT(ARG_AT(struct export_args, experiment)),
    {.name = "--output",
     .kind = ARG_TEXT,
     .value = "DIR",
     .help = "the folder for the files; existing files are replaced",
     .offset = ARG_AT(struct export_args, output)},
    {0},
};

static const struct arg_about export_about = {
    .name = "lab export",
    .help = "Writes all stored data of an experiment's rows for other programs: rows.csv with every column, "
            "counters.csv, points.csv with the curves, runs.csv with the text of the experiment in each run that has "
            "such rows, and the experiment itself as it is now.",
    .examples = "  boyi lab export go-capture --output go-capture-rows\n",
};

static bool has_rows(const by_text *csv)
{
    const char *end = strchr(by_text_string(csv), '\n'); /* of the headings */

    return end && end[1];
}

static int export_one(const struct lab_experiment *experiment, lab_database *database, enum lab_export what,
                      const char *folder)
{
    static const char *const names[] = {"rows", "counters", "points", "runs"};
    by_text text = {0};
    by_error error;
    int code = lab_database_export(database, experiment, what, &text, &error)
                   ? say_error("lab", NULL, &error)
                   : lab_write_into(folder, names[what], ".csv", &text);

    if (!code && what == LAB_EXPORT_ROWS && !has_rows(&text))
        say_problem("lab", "%s: the database has none of its rows: the files have headings alone", experiment->name);
    by_text_free(&text);
    return code;
}

static int export_text(const struct lab_experiment *experiment, const char *folder)
{
    by_text text = {0};
    int code;

    by_text_add(&text, experiment->text);
    code = lab_write_into(folder, experiment->name, LAB_ENDING, &text);
    by_text_free(&text);
    return code;
}

static int export_all(const struct lab_experiment *experiment, const struct lab_row_args *row_args, const char *folder)
{
    lab_database *database = NULL;
    int code = lab_open_database(row_args, true, &database);

    if (!code)
        code = lab_make_folder(folder);
    for (int what = LAB_EXPORT_ROWS; what <= LAB_EXPORT_RUNS && !code; what++)
        code = export_one(experiment, database, (enum lab_export)what, folder);
    if (!code)
        code = export_text(experiment, folder);
    lab_database_close(database);
    return code;
}

int lab_export_command(int argc, char **argv)
{
    struct export_args args = {0};
    struct lab_row_args row_args = {0};
    const struct arg_group groups[] = {{"Arguments", export_rows, &args}, {"Rows", lab_row_flags, &row_args}, {0}};
    struct lab_experiment *experiment = NULL;
    int code = args_parse(&export_about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (!args.output) {
        say_problem("lab", "--output DIR is missing: the folder for the files");
        return SAY_BAD_USE;
    }
    code = lab_find(args.experiment, (struct lab_manner){.is_quick = row_args.quick}, &experiment);
    if (!code)
        code = export_all(experiment, &row_args, args.output);
    lab_experiment_destroy(experiment);
    return code;
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

struct action {
    const char *name;
    const char *help;
    int (*run)(int argc, char **argv);
};

static const struct action actions[] = {
    {"list", "list the experiments and what they cost", lab_list_command},
    {"show", "show the parts of an experiment", lab_show_command},
    {"check", "check experiments for mistakes, without running them", lab_check_command},
    {"run", "run the missing searches of experiments, then print their tables", lab_run_command},
    {"status", "show how much is done, and list the runs", lab_status_command},
    {"report", "print the tables again, or write a page", lab_report_command},
    {"compare", "compare two runs: what changed, and is it significant", lab_compare_command},
    {"export", "write the rows for other programs", lab_export_command},
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

static int print_actions(void)
{
    const struct say_style *style = say_style(stdout);

    say_wrapped(
        "Runs experiments: positions, variants and limits in a text file, which docs/lab.md describes. Every finished "
        "search is stored; an interrupted run continues where it stopped.",
        0);
    printf("\nusage: boyi lab COMMAND [arguments]\n\n");
    for (int i = 0; i < ACTION_COUNT; i++)
        printf("  %s%-10s%s%s\n", style->bold, actions[i].name, style->off, actions[i].help);
    printf("\nSee `boyi lab COMMAND --help` for details. For a start:\n\n"
           "  boyi lab list\n"
           "  boyi lab run tictactoe-games\n"
           "  boyi lab run all --quick --output reports\n");
    return 0;
}

#define EXPECTED "expected list, show, check, run, status, report, compare or export"

static int unknown_action(const char *name)
{
    const char *names[ACTION_COUNT + 1] = {0};
    const char *nearest;

    for (int i = 0; i < ACTION_COUNT; i++)
        names[i] = actions[i].name;
    nearest = by_text_nearest(name, names);
    if (nearest)
        say_problem("lab", "unknown action '%.40s', did you mean '%s'?", name, nearest);
    else
        say_problem("lab", "unknown action '%.40s', " EXPECTED, name);
    return SAY_BAD_USE;
}

int boyi_lab(int argc, char **argv)
{
    if (argc < 2) {
        say_problem("lab", "an action is missing, " EXPECTED);
        return SAY_BAD_USE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return print_actions();
    for (int i = 0; i < ACTION_COUNT; i++)
        if (strcmp(argv[1], actions[i].name) == 0)
            return actions[i].run(argc - 1, argv + 1);
    return unknown_action(argv[1]);
}
