/* SPDX-License-Identifier: MIT
 *
 * boyi trace: a search of a small tree, step by step, as text, as JSON or as a picture.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "cli/trace.h"
#include "cli/trace_mcts.h"
#include "cli/trace_moves.h"
#include "cli/trace_proof.h"

struct trace_args {
    const char *position;
    const char *format;
    bool json, svg;
    bool steps, leaves, letters, intervals;
    const char *output;
    int64_t limit;
    int64_t step; /* -1: the last */
    const char *iteration;
};

#define AT(field) .offset = ARG_AT(struct trace_args, field)

static const struct arg position_rows[] = {
    {.name = "POSITION", .kind = ARG_TEXT, .help = "the position, as for --position", AT(position)},
    {0},
};

enum { LIMIT = 2000, LIMIT_MOST = 1000000, VISITS_MOST = 1000000, ITERATIONS = 100 };

static const struct arg output_rows[] = {
    {.name = "--format",
     .kind = ARG_TEXT,
     .value = "FORMAT",
     .help = "text (unless said otherwise), json or svg",
     AT(format)},
    {.name = "--json", .kind = ARG_FLAG, .help = "the same as --format json", AT(json)},
    {.name = "--svg", .kind = ARG_FLAG, .help = "the same as --format svg", AT(svg)},
    {.name = "--steps",
     .kind = ARG_FLAG,
     .help = "tell also what happens step by step: in text, and of mcts in JSON",
     AT(steps)},
    {.name = "--leaves", .kind = ARG_FLAG, .help = "in text: give leaves their rows too", AT(leaves)},
    {.name = "--letters", .kind = ARG_FLAG, .help = "in text: ASCII alone, such as inf", AT(letters)},
    {.name = "--intervals",
     .kind = ARG_FLAG,
     .help = "of bstar and bsp: the root's moves alone with their bounds, estimates and chances, as text or picture",
     AT(intervals)},
    {.name = "--step",
     .kind = ARG_NUMBER,
     .value = "N",
     .most = LIMIT_MOST,
     .help = "of a method that proves: the tree as it is after N steps",
     AT(step)},
    {.name = "--iteration",
     .kind = ARG_TEXT,
     .value = "N",
     .help = "of mcts: the four phases of iteration N, or of the iterations A to B as A-B, and the tree after it; else "
             "of the last",
     AT(iteration)},
    {.name = "--output", .kind = ARG_TEXT, .value = "FILE", .help = "write to a file", AT(output)},
    {.name = "--limit",
     .kind = ARG_NUMBER,
     .value = "N",
     .least = 2,
     .most = LIMIT_MOST,
     .help = "the most nodes that the tree may have (2000); a method that proves is shown as far as it comes with "
             "them",
     AT(limit)},
    {0},
};

static const struct arg_about about = {
    .name = "trace",
    .help =
        "Searches a small tree and tells all about it: the window of every node at entry and exit, what it "
        "returned and which of the three cases that was, what was cut and by which bound, the true value. "
        "Alpha-beta is traced in the form of the OI Wiki (--preset oi-wiki), unless another preset is given. "
        "Of methods that prove it tells the proof and disproof numbers and how they change, from expansion to "
        "expansion of the most-proving leaf; in JSON null is an infinite number. "
        "Of mcts it tells the four phases of an iteration, and the tree after it: 100 iterations, unless --nodes or "
        "--time says otherwise. "
        "Values are those of MAX, the side that moves first; in JSON null is an infinite bound.",
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
enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_SVG, FORMAT_COUNT };

static int choose_format(const struct trace_args *args, enum format *out)
{
    const char *word = args->format ? args->format : args->json ? "json" : args->svg ? "svg" : "text";
    const char *nearest;

    if ((args->format != NULL) + args->json + args->svg > 1) {
        say_problem(about.name, "only one of --format, --json and --svg can be given");
        return SAY_BAD_USE;
    }
    for (int i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(word, formats[i]) == 0) {
            *out = (enum format)i;
            return 0;
        }
    }
    nearest = by_text_nearest(word, formats);
    say_problem(about.name, "unknown format '%s', %s%s%s", word, nearest ? "did you mean '" : "expected text, json",
                nearest ? nearest : " or svg", nearest ? "'?" : "");
    return SAY_BAD_USE;
}

static int write_file(const char *name, const by_text *text)
{
    FILE *file = fopen(name, "w");
    bool failed;

    if (file) {
        failed = fwrite(by_text_string(text), 1, text->length, file) != text->length;
        failed |= fclose(file) != 0;
        if (!failed)
            return 0;
    }
    say_problem(about.name, "cannot write %s: %s", name, strerror(errno));
    return SAY_FAILED;
}

static int write_out(const char *name, const by_text *text)
{
    if (text->failed) {
        say_problem(about.name, "out of memory");
        return SAY_FAILED;
    }
    if (name)
        return write_file(name, text);
    fwrite(by_text_string(text), 1, text->length, stdout);
    return 0;
}

/* What JSON said of a tree that it cannot hold. */
static int say_too_deep(const by_error *error)
{
    say_problem(about.name, "%s; give a smaller --depth", error->message);
    return SAY_BAD_USE;
}

static int show(const struct trace *trace, const struct trace_args *args, enum format format)
{
    by_text text = {0};
    by_error error;
    int code = 0;

    if (format == FORMAT_JSON && trace_write_json(trace, &text, &error))
        code = say_too_deep(&error);
    else if (format == FORMAT_SVG)
        trace_write_svg(trace, &text);
    else if (format == FORMAT_TEXT)
        trace_write_text(trace, args->leaves, args->steps, &text);
    if (args->letters && format == FORMAT_TEXT)
        trace_spell(&text);
    if (!code)
        code = write_out(args->output, &text);
    by_text_free(&text);
    return code;
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

static int say_bigger(int limit)
{
    say_problem(about.name,
                "the tree has more than %d nodes; a smaller --depth makes it smaller, --limit N allows more", limit);
    return SAY_BAD_USE;
}

/* A tree that is small enough can still be searched very often, if null windows close in on its value. */
static int trace_search(struct trace_question *question, const struct trace_args *args, enum format format)
{
    struct trace trace = {.letters = args->letters};
    by_status status;
    by_error error;
    int code;

    if (!question->limits.nodes)
        question->limits.nodes = VISITS_MOST;
    question->nodes_most = (int)args->limit;
    question->wants_truth = true;
    status = trace_open(&trace, question, &error);
    if (!status)
        status = trace_grow(&trace, &error);
    if (!status)
        status = trace_record(&trace, &error);
    if (!status)
        status = trace_name(&trace, &error);
    if (status)
        code = trace.is_too_big ? say_bigger((int)args->limit) : say_error(about.name, NULL, &error);
    else
        code = show(&trace, args, format);
    trace_free(&trace);
    return code;
}

static int show_proof(struct trace_proof *proof, const struct trace_args *args, enum format format)
{
    by_text text = {0};
    by_error error;
    int code = 0;

    if (args->step > proof->step_count) {
        say_problem(about.name, "there are %d steps, and --step asks for number %d", proof->step_count,
                    (int)args->step);
        return SAY_BAD_USE;
    }
    if (args->step >= 0)
        trace_proof_show(proof, (int)args->step);
    if (format == FORMAT_JSON && trace_proof_write_json(proof, &text, &error))
        code = say_too_deep(&error);
    else if (format == FORMAT_SVG)
        trace_proof_write_svg(proof, &text);
    else if (format == FORMAT_TEXT)
        trace_proof_write_text(proof, args->steps, &text);
    if (args->letters && format == FORMAT_TEXT)
        trace_spell(&text);
    if (!code)
        code = write_out(args->output, &text);
    by_text_free(&text);
    return code;
}

static int trace_prover(struct trace_question *question, const struct trace_args *args, enum format format)
{
    struct trace_proof proof = {.tree.letters = args->letters};
    by_status status;
    by_error error;
    int code;

    if (!question->limits.nodes)
        question->limits.nodes = (uint64_t)args->limit - 1; /* the root is none that a search counts */
    status = trace_open(&proof.tree, question, &error);
    if (!status)
        status = trace_proof_record(&proof, &error);
    if (!status)
        status = trace_name(&proof.tree, &error);
    code = status ? say_error(about.name, NULL, &error) : show_proof(&proof, args, format);
    trace_proof_free(&proof);
    return code;
}

static bool is_mcts(const by_method *method)
{
    return strcmp(by_method_name(method), "mcts") == 0;
}

static int show_mcts(const struct trace_mcts *mcts, const struct trace_args *args, enum format format)
{
    by_text text = {0};
    by_error error;
    int code = 0;

    if (format == FORMAT_JSON && trace_mcts_write_json(mcts, &text, &error))
        code = say_too_deep(&error);
    else if (format == FORMAT_SVG)
        trace_mcts_write_svg(mcts, &text);
    else if (format == FORMAT_TEXT)
        trace_mcts_write_text(mcts, &text);
    if (args->letters && format == FORMAT_TEXT)
        trace_spell(&text);
    if (!code)
        code = write_out(args->output, &text);
    by_text_free(&text);
    return code;
}

/* Names what is there, and shows it. */
static int name_and_show_mcts(struct trace_mcts *mcts, const struct trace_args *args, enum format format)
{
    by_error error;

    if (trace_mcts_name_all(mcts, &error))
        return say_error(about.name, NULL, &error);
    return show_mcts(mcts, args, format);
}

static int trace_sampler(struct trace_question *question, const struct trace_args *args, enum format format)
{
    struct trace_mcts mcts = {.tree.letters = args->letters};
    struct by_limits *limits = &question->limits;
    int usual = by_option_find(by_options_table(question->options), "iterations")->initial;
    int code = trace_mcts_choose(&mcts, args->iteration, args->steps);
    by_error error;

    /* More than fits into a head, unless it is asked for. */
    if (!limits->nodes && !limits->time_ms && by_options_number(question->options, "iterations") == usual)
        limits->nodes = ITERATIONS;
    question->nodes_most = (int)args->limit;
    if (!code && (trace_open(&mcts.tree, question, &error) || trace_mcts_record(&mcts, &error)))
        code = say_error(about.name, NULL, &error);
    if (!code)
        code = trace_mcts_check(&mcts);
    if (!code)
        code = name_and_show_mcts(&mcts, args, format);
    trace_mcts_free(&mcts);
    return code;
}

/* Whether --intervals can be answered. Returns an exit code. */
static int check_moves(const struct trace_moves *moves)
{
    if (moves->count)
        return 0;
    say_problem(about.name,
                "%s told of no moves: --intervals is for methods that work with bounds (bstar, bsp), "
                "and needs time to look at each move once",
                by_method_name(moves->run.question.method));
    return SAY_FAILED;
}

static int show_moves(const struct trace_question *question, const struct trace_args *args, enum format format)
{
    struct trace_moves moves = {0};
    by_text text = {0};
    by_error error;
    int code = 0;

    if (format == FORMAT_JSON || by_method_proves(question->method)) {
        say_problem(about.name, format == FORMAT_JSON ? "--intervals is shown as text or svg, not as json"
                                                      : "--intervals is for methods that work with bounds: bstar, bsp");
        return SAY_BAD_USE;
    }
    if (trace_run_open(&moves.run, question, &error) || trace_moves_record(&moves, &error))
        code = say_error(about.name, NULL, &error);
    if (!code)
        code = check_moves(&moves);
    if (!code && format == FORMAT_SVG)
        trace_moves_write_svg(&moves, &text);
    else if (!code)
        trace_moves_write_text(&moves, &text);
    if (args->letters && format == FORMAT_TEXT)
        trace_spell(&text);
    if (!code)
        code = write_out(args->output, &text);
    by_text_free(&text);
    trace_moves_free(&moves);
    return code;
}

/* The form of the worked example is the one to begin with. */
static int complete(const struct trace_args *args, struct setup_args *common)
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

static int trace_as_asked(const struct setup *setup, const struct trace_args *args, enum format format)
{
    struct trace_question question = {.game = setup->game,
                                      .position = setup->position,
                                      .method = setup->method,
                                      .options = setup->options,
                                      .limits = setup->limits};

    return args->intervals                   ? show_moves(&question, args, format)
           : by_method_proves(setup->method) ? trace_prover(&question, args, format)
           : is_mcts(setup->method)          ? trace_sampler(&question, args, format)
                                             : trace_search(&question, args, format);
}

/* Of several threads one would be shown, and not always the same. */
static bool has_one_thread(const struct setup *setup)
{
    return !by_option_find(by_method_options(setup->method), "threads") ||
           by_options_number(setup->options, "threads") == 1;
}

/* What does not go together with the method. */
static int check_use(const struct setup *setup, const struct trace_args *args)
{
    const char *problem = NULL;

    if (!has_one_thread(setup))
        problem = "threads: a search is recorded on one, expected threads=1";
    else if (args->step >= 0 && !by_method_proves(setup->method))
        problem = "--step is for methods that prove: pn, pn+, pn*, df-pn, df-pn+";
    else if (args->iteration && !is_mcts(setup->method))
        problem = "--iteration is for the method mcts";
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
    enum format format;
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = choose_format(&args, &format);
    if (!code)
        code = complete(&args, &common);
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
