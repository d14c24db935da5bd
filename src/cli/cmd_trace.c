/* SPDX-License-Identifier: MIT
 *
 * boyi trace: a search of a small tree, step by step, as text, as JSON or as a picture.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/scan.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "trace/trace.h"

struct trace_args {
    const char *position;
    const char *format;
    bool json, svg;
    struct trace_text text;
    bool intervals;
    const char *output;
    int64_t limit;
    int64_t step; /* -1: the last */
    const char *iteration;
};

#define ARGS struct trace_args

static const struct arg position_rows[] = {
    ROW(position, "POSITION", "the position, as for --position", .kind = ARG_TEXT),
    {0},
};

enum { LIMIT = 2000, LIMIT_MOST = 1000000, VISITS_MOST = 1000000, ITERATIONS = 100 };

static const struct arg output_rows[] = {
    ROW_TEXT(format, "--format", "FORMAT", "text (default), json or svg"),
    ROW_FLAG(json, "--json", "the same as --format json"),
    ROW_FLAG(svg, "--svg", "the same as --format svg"),
    ROW_FLAG(text.with_steps, "--steps",
             "also print what happens step by step; JSON always contains the steps, for mcts those of the iterations "
             "shown"),
    ROW_FLAG(text.with_leaves, "--leaves", "in text: also a row for each leaf"),
    ROW_FLAG(text.is_ascii, "--letters", "in text: only ASCII, such as inf"),
    ROW_FLAG(intervals, "--intervals",
             "bstar and bsp: only the root's moves, with their bounds, estimates and chances"),
    ROW_NUMBER(step, "--step", "N", 0, LIMIT_MOST, "proof searches: the tree after N steps"),
    ROW_TEXT(
        iteration, "--iteration", "N",
        "mcts: the four phases of iteration N, or of iterations A to B as A-B, and the tree after it (the last one)"),
    ROW_TEXT(output, "--output", "FILE", "write to this file (standard output)"),
    ROW_NUMBER(limit, "--limit", "N", 2, LIMIT_MOST,
               "maximum number of nodes of the tree (2000); a proof search stops there, and the trace shows how far "
               "it came"),
    {0},
};

static const struct arg_about about = {
    .name = "trace",
    .help = "Searches a small tree and prints, for every node, the window at entry and exit, the value returned, "
            "whether it failed low, is exact or failed high, which moves were cut by which bound, and the true value. "
            "Alpha-beta is traced in the form of the OI Wiki (--preset oi-wiki), unless you give another preset. For "
            "proof searches it prints the proof and disproof numbers and how each expansion of the most-proving leaf "
            "changes them; in JSON null is an infinite number. For mcts it prints the four phases of an iteration and "
            "the tree after it; without --nodes or --time the search makes 100 iterations. Values are from the view "
            "of MAX, the side that moves first; in JSON null is an infinite bound.",
    .examples = "  boyi trace tree\n"
                "  boyi trace tree 'A(B(3,12,8),C(2,4,6),D(14,5,2))' --steps\n"
                "  boyi trace tree --preset plain --svg --output tree.svg\n"
                "  boyi trace tree 'A(B(win,loss),C(D(win),E(loss,win)))' --method pn --steps\n"
                "  boyi trace tree 'A(B(win,loss),C(D(win),E(loss,win)))' --method df-pn --svg --step 2\n"
                "  boyi trace tictactoe --method mcts --iteration 30\n"
                "  boyi trace tictactoe --method mcts --iteration 30 --svg --output tree.svg\n"
                "  boyi trace xiangqi --method bsp --nodes 20000 --intervals --svg --output moves.svg\n"
                "  boyi trace tictactoe xox/o.x/... --method minimax\n",
};

/* ---- Output ---------------------------------------------------------------------------------------------------- */

static const char *const formats[] = {"text", "json", "svg", NULL};
enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SVG };

static int choose_format(const struct trace_args *args, enum format *out)
{
    const char *word = args->format ? args->format : args->json ? "json" : args->svg ? "svg" : "text";
    int found;

    if ((args->format != NULL) + args->json + args->svg > 1) {
        say_problem(about.name, "only one of --format, --json and --svg can be given");
        return SAY_BAD_USE;
    }
    found = say_find_name(about.name, word, formats, "expected text, json or svg", "unknown format '%s'", word);
    *out = found < 0 ? FORMAT_TEXT : (enum format)found;
    return found < 0 ? SAY_BAD_USE : 0;
}

static int write_out(const char *name, const by_text *text)
{
    if (name)
        return file_save(about.name, name, text);
    fwrite(by_text_string(text), 1, text->length, stdout);
    return 0;
}

/* ---- The question ---------------------------------------------------------------------------------------------- */

static bool is_mcts(const by_method *method)
{
    return strcmp(by_method_name(method), "mcts") == 0;
}

/* Reads a number, at least 1; returns the text behind it, or NULL if there is no number. */
static const char *read_number(const char *text, int *out)
{
    int64_t number = 0;
    const char *end = by__scan_digits(text, INT_MAX, &number);

    *out = (int)number;
    return number ? end : NULL;
}

/* The iterations to show: "7", "5-9"; without a range the last; with --steps from the first on. */
static int choose_iterations(const struct trace_args *args, struct trace_question *question)
{
    const char *range = args->iteration, *rest = range ? read_number(range, &question->first_iteration) : "";
    bool is_range = rest && *rest == '-';

    question->last_iteration = question->first_iteration;
    if (is_range)
        rest = read_number(rest + 1, &question->last_iteration);
    if (!rest || *rest || question->last_iteration < question->first_iteration) {
        say_problem(about.name,
                    "--iteration is '%s', expected the number of an iteration, from 1 on, or a range such as 5-9",
                    range);
        return SAY_BAD_USE;
    }
    if (args->text.with_steps && is_range) {
        say_problem(about.name, "--steps prints all iterations, --iteration %s some: only one of them can be given",
                    range);
        return SAY_BAD_USE;
    }
    if (args->text.with_steps)
        question->first_iteration = 0;
    else if (!range)
        question->first_iteration = TRACE_LAST_ALONE;
    return 0;
}

/* Limits the nodes: even a small tree is searched very often if null windows close in on its value. For mcts we record
 * only as much as a reader can follow, unless you ask for more. */
static void set_limits(struct trace_question *question, const struct trace_args *args)
{
    struct by_limits *limits = &question->limits;
    bool has_limit = limits->nodes || limits->time_ms;

    if (by_method_proves(question->method) && !limits->nodes) {
        limits->nodes = (uint64_t)args->limit - 1; /* searches do not count the root */
    } else if (is_mcts(question->method)) {
        const struct by_option *row = by_option_find(by_options_table(question->options), "iterations");

        question->nodes_most = (int)args->limit;
        if (!has_limit && by_options_number(question->options, "iterations") == row->initial)
            limits->nodes = ITERATIONS;
    } else if (!args->intervals && !by_method_proves(question->method)) {
        question->wants_tree = question->wants_truth = true;
        question->nodes_most = (int)args->limit;
        if (!limits->nodes)
            limits->nodes = VISITS_MOST;
    }
}

/* ---- The answer ------------------------------------------------------------------------------------------------ */

static by_status write_json(trace_any *trace, int step, by_text *out, by_error *error)
{
    struct json json = {0};
    by_status status = trace_print_document(trace, step, &json, error);

    *out = json.text;
    return status;
}

static int show_trace(trace_any *trace, const struct trace_args *args, enum format format)
{
    int step = args->step < 0 ? trace_steps(trace) : (int)args->step, code;
    by_text text = {0};
    by_error error;
    by_status status;

    if (step > trace_steps(trace)) {
        say_problem(about.name, "there are %d steps, and --step asks for number %d", trace_steps(trace), step);
        return SAY_BAD_USE;
    }
    status = format == FORMAT_JSON  ? write_json(trace, step, &text, &error)
             : format == FORMAT_SVG ? trace_print_svg(trace, step, &text, &error)
                                    : trace_print_text(trace, step, &args->text, &text, &error);
    code = status ? say_error(about.name, NULL, &error) : write_out(args->output, &text);
    by_text_free(&text);
    return code;
}

/* Reports that the trace is too large, and suggests a way out. */
static int say_too_large(const struct setup *setup, const char *what)
{
    say_problem(about.name, "%s: ask for %s", what,
                is_mcts(setup->method) ? "an earlier --iteration, for fewer --nodes or for a greater --limit"
                                       : "a smaller --depth or for a greater --limit");
    return SAY_BAD_USE;
}

/* Refuses a part of an mcts trace, because readers would take it for the whole. */
static int check_whole(const struct setup *setup, const trace_any *trace)
{
    const char *cut = trace_cut_short(trace);
    char what[80];

    if (trace_form_of(trace) != TRACE_MCTS || !cut)
        return 0;
    (void)snprintf(what, sizeof what, "the iterations have too many %s to be shown", cut);
    return say_too_large(setup, what);
}

static int trace_as_asked(const struct setup *setup, const struct trace_args *args, enum format format)
{
    struct trace_question question = {.game = setup->game,
                                      .position = setup->position,
                                      .method = setup->method,
                                      .options = setup->options,
                                      .limits = setup->limits};
    int code = is_mcts(setup->method) ? choose_iterations(args, &question) : 0;
    trace_any *trace;
    by_error error;

    if (code)
        return code;
    set_limits(&question, args);
    if (trace_make(&question, &trace, &error))
        return error.status == BY_ERROR_LIMIT ? say_too_large(setup, error.message)
                                              : say_error(about.name, NULL, &error);
    code = check_whole(setup, trace);
    if (!code)
        code = show_trace(trace, args, format);
    trace_destroy(trace);
    return code;
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

/* Beginners start with the form of the worked example. */
static int complete_args(const struct trace_args *args, struct setup_args *common)
{
    if (args->position && (common->position || common->file)) {
        say_problem(about.name, "the position is given twice");
        return SAY_BAD_USE;
    }
    if (args->position)
        common->position = args->position;
    if (!common->preset && (!common->method || strcmp(common->method, "alphabeta") == 0))
        common->preset = "oi-wiki";
    return 0;
}

/* With several threads the trace would show one of them, not always the same. */
static bool has_one_thread(const struct setup *setup)
{
    return !by_option_find(by_method_options(setup->method), "threads") ||
           by_options_number(setup->options, "threads") == 1;
}

static bool has_intervals(const by_method *method)
{
    return strcmp(by_method_name(method), "bstar") == 0 || strcmp(by_method_name(method), "bsp") == 0;
}

/* Rejects arguments that do not fit the method. */
static int check_use(const struct setup *setup, const struct trace_args *args)
{
    const char *problem = NULL;

    if (!has_one_thread(setup))
        problem = "threads: a search is recorded on one, expected threads=1";
    else if (args->step >= 0 && !by_method_proves(setup->method))
        problem = "--step is for methods that prove: pn, pn+, pn*, df-pn, df-pn+";
    else if (args->iteration && !is_mcts(setup->method))
        problem = "--iteration is for the method mcts";
    else if (args->intervals && !has_intervals(setup->method))
        problem = "--intervals is for methods that work with bounds: bstar, bsp";
    if (problem)
        say_problem(about.name, "%s", problem);
    return problem ? SAY_BAD_USE : 0;
}

int boyi_trace(int argc, char **argv)
{
    struct trace_args args = {.limit = LIMIT, .step = -1};
    struct setup_args common = {0};
    struct setup setup = {0};
    const struct arg_group groups[] = {
        {"Game", setup_game_rows, &common},
        {"Position", position_rows, &args},
        {"More on the position", setup_position_rows, &common},
        {"Search", setup_search_rows, &common},
        {"Output", output_rows, &args},
        {0},
    };
    enum format format = FORMAT_TEXT;
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = choose_format(&args, &format);
    if (!code)
        code = complete_args(&args, &common);
    if (!code)
        code = setup_position(&setup, about.name, &common);
    if (!code)
        code = setup_method(&setup, &common);
    if (!code)
        code = check_use(&setup, &args);
    if (!code)
        code = trace_as_asked(&setup, &args, format);
    setup_free(&setup);
    return code;
}
