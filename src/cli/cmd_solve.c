/* SPDX-License-Identifier: MIT
 *
 * boyi solve: problems of capture in Go.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "cli/solve_job.h"
#include "front/json_read.h"

#define ARGS struct cli_solve_args

static const struct arg problem_rows[] = {
    ROW_WORDS(names, "FILE",
              "problems as plain text or SGF; for a folder, all its files *.txt and *.sgf; `-` reads from standard "
              "input"),
    {0},
};

static const struct arg search_rows[] = {
    ROW_TEXT(methods, "--method", "A,B,...", "the search methods (df-pn+); several are compared side by side"),
    ROW_TEXT(preset, "--preset", "NAME",
             "use a preset of the method, see `boyi options METHOD` (capture); of several methods, those that have it "
             "use it"),
    ROW_LIST(settings, "--set", "NAME=VALUE",
             "set an option of the method, overriding the preset; of several methods, those that have it use it; may "
             "be repeated"),
    ROW_TEXT(goal_preset, "--goal-preset", "NAME", "use a preset of the goal, such as paper-capture"),
    ROW_LIST(goal_settings, "--goal-set", "NAME=VALUE",
             "set an option of the goal, overriding its preset, see `boyi options go-capture`; may be repeated"),
    ROW_NUMBER(time_ms, "--time", "MS", 1, INT32_MAX, "maximum time per problem in milliseconds (10000)"),
    ROW_NUMBER(nodes, "--nodes", "N", 1, INT64_MAX, "maximum number of nodes per problem"),
    ROW_FLAG(wants_proof, "--prove", "after the answer, search for a proof against every legal move, and verify it"),
    {0},
};

static const struct arg output_rows[] = {
    ROW_TEXT(sgf, "--sgf", "FILE|DIR",
             "write solutions as SGF, with right and wrong first moves marked; for several problems, into a folder"),
    ROW_TEXT(svg, "--svg", "FILE|DIR",
             "draw problems with the line of the answer, or with --candidates; for several problems, into a folder"),
    ROW_TEXT(proof, "--proof", "FILE|DIR",
             "write proofs for `boyi verify`: as SGF, or as JSON if the name ends in .json or a proof retakes a ko "
             "immediately; for several problems, into a folder"),
    ROW_FLAG(candidates, "--candidates",
             "in drawings: number the candidate moves in their order, instead of the line of the answer"),
    ROW_FLAG(json, "--json", "print everything as one JSON object"),
    ROW_FLAG(csv, "--csv", "print a line of comma-separated values for each answer"),
    ROW_FLAG(quiet, "--quiet", "print only the summary"),
    ROW_FLAG(letters, "--letters", "draw with ASCII letters; the default if the locale is not UTF-8"),
    {0},
};

static const struct arg_about about = {
    .name = SOLVE_COMMAND,
    .help =
        "Answers problems of capture in Go: can this block be captured, can it be saved, and by which move? Answers "
        "are 1 yes, 0 no, 2 and 3 by a ko, and each is proved or heuristic. If a file contains the right answers, "
        "ours are compared with them. Ctrl-C ends the command and prints the summary so far. The exit code is 1 if an "
        "answer is wrong or output cannot be written, 2 if a file has an error, 130 after Ctrl-C.",
    .examples = "  boyi solve problem.sgf --svg problem.svg --sgf solution.sgf\n"
                "  boyi solve tests/data/solve --time 1000\n"
                "  boyi solve tests/data/solve --method pn,df-pn+ --csv >answers.csv\n",
};

/* The exit code that a shell reports for a program that an interrupt ended. */
enum { INTERRUPTED = 130 };

/* ---- Setting up ------------------------------------------------------------------------------------------------ */

static int prepare(struct cli_solve_job *job)
{
    const struct setup_args go = {.game = "go"};
    const struct setup_args goal = {
        .game = "go-capture", .game_preset = job->args->goal_preset, .game_settings = job->args->goal_settings};
    by_error error;
    int code = setup_game(&job->base, SOLVE_COMMAND, &go);

    if (!code)
        code = setup_game(&job->asked, SOLVE_COMMAND, &goal);
    job->go = job->base.game;
    job->goal = job->asked.game;
    if (!code && by_stop_create(&job->stop, &error))
        code = say_error(SOLVE_COMMAND, NULL, &error);
    if (!code)
        code = cli_solvers_open(job);
    job->style = setup_style(job->args->letters);
    return code;
}

static void clean_up(struct cli_solve_job *job)
{
    for (int i = 0; job->rows && i < job->items.count * job->solver_count; i++)
        cli_solve_row_free(&job->rows[i]);
    free(job->rows);
    cli_solvers_close(job);
    cli_solve_items_free(&job->items);
    by_stop_destroy(job->stop);
    solve_lines_free(&job->lines);
    setup_free(&job->asked);
    setup_free(&job->base);
}

/* ---- The loop -------------------------------------------------------------------------------------------------- */

/* If only files or a table come out at the end, a line on the terminal shows the progress. */
static void show_progress(const struct cli_solve_job *job, int item)
{
    if (!isatty(STDERR_FILENO) || job->items.count == 1 || !(job->args->json || job->args->quiet))
        return;
    fprintf(stderr, "\r%d of %d  %-40.40s", item + 1, job->items.count, job->items.list[item].problem->id);
    if (item + 1 == job->items.count)
        fprintf(stderr, "\r%60s\r", "");
}

static bool has_rows(const struct cli_solve_job *job)
{
    return !job->args->json && !job->args->csv && !job->args->quiet && job->items.count > 1;
}

/* Whether the interrupt came before all solvers answered. Later it only ends the search for a proof. */
static bool is_cut_short(const struct cli_solve_job *job, int item, int number)
{
    return number + 1 < job->solver_count || cli_solve_row_at(job, item, number)->answer.code == SOLVE_UNKNOWN;
}

static int solve_one(struct cli_solve_job *job, int item)
{
    int code = 0;

    for (int i = 0; i < job->solver_count && !code; i++) {
        code = cli_solve_ask(job, &job->solvers[i], job->items.list[item].problem, cli_solve_row_at(job, item, i));
        if (interrupt_happened() && is_cut_short(job, item, i))
            return code;
    }
    if (!code && job->args->proof && !interrupt_happened())
        code = cli_solve_write_proof(job, item);
    if (code)
        return code;
    job->done++;
    if (job->args->csv)
        cli_solve_print_csv(job, item);
    else if (has_rows(job))
        cli_solve_print_item(job, item);
    if (fflush(stdout) != 0)
        by_stop_set(job->stop); /* the reader is gone */
    return interrupt_happened() ? code : cli_solve_write_files(job, item);
}

/* Solves problems until an interrupt; an exit code. A failed problem does not stop the others. */
static int solve_all(struct cli_solve_job *job)
{
    int code = 0;

    if (job->args->csv)
        cli_solve_print_csv_heading();
    else if (has_rows(job))
        cli_solve_print_heading(job);
    interrupt_begin(job->stop);
    for (int i = 0; i < job->items.count && !code && !interrupt_happened() && !ferror(stdout); i++) {
        show_progress(job, i);
        code = solve_one(job, i);
    }
    job->is_interrupted = interrupt_end();
    if (job->is_interrupted)
        say_problem(SOLVE_COMMAND, "interrupted after %d of %d problems", job->done, job->items.count);
    return code;
}

static bool has_wrong(const struct cli_solve_job *job)
{
    for (int i = 0; i < job->done * job->solver_count; i++)
        if (job->rows[i].verdict == SOLVE_WRONG)
            return true;
    return false;
}

static int report(const struct cli_solve_job *job)
{
    if (job->args->json)
        return cli_solve_print_json(job);
    if (job->args->csv)
        return 0;
    if (job->items.count == 1 && job->done && !job->args->quiet)
        return cli_solve_print_alone(job);
    cli_solve_print_summary(job);
    return 0;
}

static int run(struct cli_solve_job *job)
{
    int bad = cli_solve_items_read(job->go, &job->args->names, &job->items), code;

    if (!job->items.count)
        return bad ? bad : SAY_BAD_USE;
    job->rows = calloc((size_t)job->items.count * (size_t)job->solver_count, sizeof *job->rows);
    if (!job->rows)
        return say_out_of_memory(SOLVE_COMMAND);
    code = cli_solve_make_folders(job);
    if (!code)
        code = solve_all(job);
    if (!code)
        code = report(job);
    if (code)
        return code;
    return job->is_interrupted ? INTERRUPTED : bad ? bad : has_wrong(job) ? SAY_FAILED : 0;
}

static int check_args(const struct cli_solve_args *args)
{
    by_error error;

    if (args->json && args->csv)
        say_problem(SOLVE_COMMAND, "only one of --json and --csv can be given");
    else if (args->sgf && args->proof && strcmp(args->sgf, args->proof) == 0)
        say_problem(SOLVE_COMMAND, "--sgf and --proof would both write %s, expected different names", args->sgf);
    else if (args->proof && file_ends_in(args->proof, ".json") && json_read_check(&error))
        (void)say_error(SOLVE_COMMAND, "--proof", &error);
    else
        return 0;
    return SAY_BAD_USE;
}

int boyi_solve(int argc, char **argv)
{
    struct cli_solve_args args = {.time_ms = 10000, .methods = "df-pn+"};
    struct cli_solve_job job = {.args = &args};
    const struct arg_group groups[] = {
        {"Problems", problem_rows, &args}, {"Search", search_rows, &args}, {"Output", output_rows, &args}, {0}};
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = check_args(&args);
    if (!code)
        code = prepare(&job);
    if (!code)
        code = run(&job);
    clean_up(&job);
    return code;
}
