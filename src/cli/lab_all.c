/* SPDX-License-Identifier: MIT
 *
 * boyi lab run: experiments one after another, the cheap ones first. All are read and tried before the first search;
 * each is reported as soon as it is complete.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/interrupt.h"
#include "cli/lab.h"
#include "cli/lab_find.h"
#include "cli/lab_output.h"
#include "cli/lab_pages.h"
#include "cli/say.h"
#include "lab/build.h"
#include "lab/run.h"

/* The exit code of a shell after an interrupt. */
enum { INTERRUPTED = 130 };

struct run_args {
    struct arg_list experiments;
    int64_t jobs;
    bool quiet;
    struct lab_output out;
};

static const struct arg run_rows[] = {
    LAB_EXPERIMENTS(ARG_AT(struct run_args, experiments)),
    {.name = "--jobs",
     .kind = ARG_NUMBER,
     .value = "N",
     .least = 1,
     .most = LAB_JOBS_MOST,
     .help = "number of searches at the same time (the number of processors); affects only the times of rows",
     .offset = ARG_AT(struct run_args, jobs)},
    {.name = "--quiet", .kind = ARG_FLAG, .help = "do not show progress", .offset = ARG_AT(struct run_args, quiet)},
    {0},
};

static const struct arg_about about = {
    .name = "lab run",
    .help = "Runs the missing searches of experiments, the cheapest experiment first, and prints their tables. Every "
            "finished search is stored; an interrupted run continues where it stopped.",
    .examples = "  boyi lab run xiangqi-ordering\n"
                "  boyi lab run all --quick --output reports\n"
                "  boyi lab run my-experiment.txt best-first --jobs 4 --database rows.sqlite\n"
                "  boyi lab run go-capture --quick --figures figures\n",
};

/* How much of an experiment was done when the run began, and how long that took. */
struct plan {
    size_t rows, missing;
    int64_t took_us;
};

struct session {
    struct run_args *args;
    const struct lab_row_args *row_args;
    struct lab_selection selection;
    struct plan *plans; /* by experiment */
    lab_database *database;
    by_stop *stop;

    /* The state of the display. */
    size_t at; /* the experiment that is run */
    bool is_terminal, has_begun;
    int64_t shown_us; /* when it was last shown */
    struct lab_progress last;
};

static const struct lab_experiment *current(const struct session *session)
{
    return session->selection.list[session->at].experiment;
}

/* ---- Progress -------------------------------------------------------------------------------------------------- */

static void add_time_left(int64_t left_us, by_text *out)
{
    if (left_us == LAB_TIME_UNKNOWN) {
        by_text_add(out, ", time left unknown");
        return;
    }
    by_text_add(out, ", about ");
    lab_add_duration(left_us, out);
    by_text_add(out, " left");
}

/* Estimated time of the missing searches of an experiment, from its cost. */
static double time_by_cost(const struct session *session, size_t index)
{
    const struct lab_experiment *experiment = session->selection.list[index].experiment;
    const struct plan *plan = &session->plans[index];
    int workers = session->args->jobs ? (int)session->args->jobs : lab_processor_count();
    double share = plan->rows ? (double)plan->missing / (double)plan->rows : 0;

    return (double)lab_cost(experiment) * 1e6 * share / (experiment->is_alone || workers < 1 ? 1 : workers);
}

/* Ratio of the time on this machine to the stated costs, from finished experiments and the current one. Costs are whole
 * seconds, so small ones say little: we add some seconds that took exactly their cost. */
static double measured_pace(const struct session *session, const struct lab_progress *now)
{
    const double taken_as_good_us = 10e6;
    bool is_known = now && now->done > now->found && now->left_us != LAB_TIME_UNKNOWN && lab_cost(current(session)) > 0;
    double took = is_known ? (double)(now->elapsed_us + now->left_us) : 0;
    double by_cost = is_known ? time_by_cost(session, session->at) : 0;

    for (size_t i = 0; i < session->at; i++)
        if (lab_cost(session->selection.list[i].experiment) > 0) {
            took += (double)session->plans[i].took_us;
            by_cost += time_by_cost(session, i);
        }
    return (took + taken_as_good_us) / (by_cost + taken_as_good_us);
}

/* For several experiments: the rows of all of them and the estimated total time. Unmeasured ones are not counted, and
 * the line says so. */
static void add_total(const struct session *session, const struct lab_progress *now, by_text *out)
{
    bool is_complete = now->left_us != LAB_TIME_UNKNOWN;
    double left = is_complete ? (double)now->left_us : 0, pace = measured_pace(session, now);
    size_t done = now->done, rows = 0;

    for (size_t i = 0; i < session->selection.count; i++) {
        const struct plan *plan = &session->plans[i];

        rows += plan->rows;
        if (i == session->at)
            continue;
        done += i < session->at ? plan->rows : plan->rows - plan->missing;
        if (i > session->at && plan->missing) {
            left += time_by_cost(session, i) * pace;
            is_complete = is_complete && lab_cost(session->selection.list[i].experiment) > 0;
        }
    }
    by_text_printf(out, "; all: %zu of %zu rows", done, rows);
    if (done == rows)
        return;
    if (is_complete || left >= 1e6) {
        by_text_add(out, is_complete ? ", about " : ", more than ");
        lab_add_duration((int64_t)left, out);
        by_text_add(out, " left");
    } else {
        by_text_add(out, ", time left unknown");
    }
}

static void show_progress(const struct session *session, const struct lab_progress *now)
{
    const struct lab_experiment *experiment = current(session);
    by_text line = {0};

    if (session->selection.count > 1)
        by_text_printf(&line, "%zu/%zu %s: ", session->at + 1, session->selection.count, experiment->name);
    by_text_printf(&line, "%zu of %zu rows", now->done, now->total);
    if (now->current) {
        by_text_printf(&line, ", %s at %s %" PRId64, experiment->variants[now->current->variant].name,
                       lab_limit_name(experiment->limit), now->current->limit);
    } else if (now->done > now->found) {
        by_text_add(&line, " after ");
        lab_add_duration(now->elapsed_us, &line);
    } else if (now->found) {
        by_text_add(&line, " were there already");
    }
    if (now->done < now->total && (now->done || now->left_us != LAB_TIME_UNKNOWN))
        add_time_left(now->left_us, &line);
    if (session->selection.count > 1)
        add_total(session, now, &line);
    fprintf(stderr, session->is_terminal ? "\r%s\033[K" : "%s\n", by_text_string(&line));
    (void)fflush(stderr);
    by_text_free(&line);
}

/* On a terminal: one line that changes a few times a second. Otherwise: a line for each variant and limit, limited in
 * number if there are several experiments. */
static bool is_time_to_show(const struct session *session, const struct lab_progress *now)
{
    const int64_t pause_us = 200000, long_pause_us = 10000000;
    int64_t passed_us = now->elapsed_us - session->shown_us;

    if (session->is_terminal)
        return now->begins_group || passed_us >= pause_us;
    return now->begins_group && (session->selection.count == 1 || passed_us >= long_pause_us);
}

static void watch(void *context, const struct lab_progress *now)
{
    struct session *session = context;
    bool is_time = is_time_to_show(session, now);
    bool is_start = !now->current && !session->has_begun;
    bool is_end = !now->current && now->done == now->total && now->done > now->found;

    session->has_begun = true;
    session->last = *now;
    if (session->args->quiet || (!is_start && !is_end && !is_time))
        return;
    show_progress(session, now);
    session->shown_us = now->elapsed_us;
}

/* ---- Words that were typed ------------------------------------------------------------------------------------- */

/* The command as typed, for a shell in the same folder. With several experiments it names the current one and omits the
 * folder for all files. */
static void print_command(const struct session *session, bool is_of_one, by_text *out)
{
    const struct run_args *args = session->args;
    struct lab_output typed = args->out;
    char jobs[32];

    if (is_of_one && session->selection.count > 1)
        typed.output = typed.figures = NULL;

    by_text_add(out, "boyi lab run");
    for (int i = 0; i < args->experiments.count && !is_of_one; i++)
        lab_add_name(args->experiments.items[i], out);
    if (is_of_one)
        lab_add_name(lab_typed_name(&args->experiments, &session->selection.list[session->at]), out);
    (void)snprintf(jobs, sizeof jobs, "%" PRId64, args->jobs);
    lab_add_flag("--jobs", args->jobs > 0 ? jobs : NULL, out);
    lab_add_row_flags(session->row_args, out);
    lab_output_add_flags(&typed, out);
}

/* The command that continues the run. */
static void say_how_to_go_on(const struct session *session)
{
    by_text command = {0};

    print_command(session, false, &command);
    by_text_add(&command, session->args->quiet ? " --quiet" : "");
    fprintf(stderr, "boyi lab: ended; %zu of %zu rows%s%s are kept. To go on: %s\n", session->last.done,
            session->last.total, session->selection.count > 1 ? " of " : "",
            session->selection.count > 1 ? current(session)->name : "", by_text_string(&command));
    by_text_free(&command);
}

/* ---- Reports --------------------------------------------------------------------------------------------------- */

static int report(const struct session *session)
{
    const struct lab_output *output = &session->args->out;
    by_text one = {0}, all = {0};
    int code;

    print_command(session, true, &one);
    print_command(session, false, &all);
    code = lab_output_report(output, current(session), session->database,
                             &(struct lab_commands){.run = by_text_string(&one)}, session->at == 0);
    if (!code && output->has_pages)
        code = lab_pages_index(&session->selection, by_text_string(&all), output->output);
    by_text_free(&one);
    by_text_free(&all);
    return code;
}

/* ---- Running --------------------------------------------------------------------------------------------------- */

/* Runs the current experiment to its end. */
static int run_one(struct session *session)
{
    double pace = measured_pace(session, NULL);
    const struct lab_run_settings settings = {
        .jobs = (int)session->args->jobs,
        .cost_us = (int64_t)((double)lab_cost(current(session)) * 1e6 * pace),
        .stop = session->stop,
        .watch = watch,
        .context = session,
    };
    by_error error;
    by_status status;
    bool is_complete;

    session->has_begun = false;
    session->shown_us = 0;
    status = lab_run(current(session), session->database, &settings, &is_complete, &error);
    if (!session->args->quiet && session->is_terminal)
        fputc('\n', stderr);
    session->plans[session->at].took_us = session->last.elapsed_us;
    if (!status && is_complete)
        return 0;
    if (status)
        (void)say_error("lab", current(session)->name, &error);
    if (session->has_begun && status != BY_ERROR_UNSUPPORTED) /* an error that the next experiment would repeat */
        say_how_to_go_on(session);
    return status ? SAY_FAILED : INTERRUPTED;
}

static int make_plans(struct session *session)
{
    size_t count = session->selection.count;
    by_error error;
    by_status status = BY_OK;

    session->plans = calloc(count, sizeof *session->plans);
    if (!session->plans)
        status = by_error_no_memory(&error);
    for (size_t i = 0; i < count && count > 1 && !status; i++) {
        struct lab_state state;

        status =
            lab_find_state(session->selection.list[i].experiment, session->database, LAB_TIME_UNKNOWN, &state, &error);
        session->plans[i] = (struct plan){.rows = state.rows, .missing = state.rows - state.done};
    }
    return status ? say_error("lab", NULL, &error) : 0;
}

static int run_all(struct session *session)
{
    by_error error;
    int code = make_plans(session);

    if (!code && by_stop_create(&session->stop, &error))
        code = say_error("lab", NULL, &error);
    if (code)
        return code;
    for (session->at = 0; session->at < session->selection.count && !code; session->at++) {
        interrupt_begin(session->stop);
        code = run_one(session);
        interrupt_end();
        if (!code)
            code = report(session);
    }
    by_stop_destroy(session->stop);
    return code;
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

static int prepare(struct session *session)
{
    const struct lab_manner manner = {.is_quick = session->row_args->quick, .is_tried = true};
    struct lab_output *output = &session->args->out;
    int code = lab_output_check(output, &session->args->experiments, true);

    if (!code)
        code = lab_find_all(&session->args->experiments, manner, &session->selection);
    if (!code)
        code = lab_output_make_folders(output);
    return code ? code : lab_open_database(session->row_args, false, &session->database);
}

int lab_run_command(int argc, char **argv)
{
    struct run_args args = {.jobs = LAB_JOBS_AUTO};
    struct lab_row_args row_args = {0};
    struct session session = {.args = &args, .row_args = &row_args, .is_terminal = isatty(STDERR_FILENO)};
    const struct arg_group groups[] = {{"Arguments", run_rows, &args},
                                       {"Rows", lab_row_flags, &row_args},
                                       {"Output", lab_output_flags, &args.out},
                                       {0}};
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = prepare(&session);
    if (!code)
        code = run_all(&session);
    free(session.plans);
    lab_database_close(session.database);
    lab_selection_free(&session.selection);
    return code;
}
