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

static int show(const struct trace *trace, const struct trace_args *args, enum format format)
{
    by_text text = {0};
    int code = 0;

    if (format == FORMAT_JSON)
        code = trace_write_json(trace, &text);
    else if (format == FORMAT_SVG)
        trace_write_svg(trace, &text);
    else
        trace_write_text(trace, args->leaves, args->steps, &text);
    if (args->letters && format == FORMAT_TEXT)
        trace_spell(&text);
    if (!code)
        code = write_out(args->output, &text);
    by_text_free(&text);
    return code;
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

/* A tree that is small enough can still be searched very often, if null windows close in on its value. */
static int trace_search(struct setup *setup, const struct trace_args *args, enum format format)
{
    struct trace trace = {.setup = setup, .letters = args->letters};
    int code;

    if (!setup->limits.nodes)
        setup->limits.nodes = VISITS_MOST;
    code = trace_grow(&trace, (int)args->limit);
    if (!code)
        code = trace_record(&trace);
    if (!code)
        code = trace_name(&trace);
    if (!code)
        code = show(&trace, args, format);
    trace_free(&trace);
    return code;
}

static int show_proof(struct trace_proof *proof, const struct trace_args *args, enum format format)
{
    by_text text = {0};
    int code = 0;

    if (args->step > proof->step_count) {
        say_problem(about.name, "there are %d steps, and --step asks for number %d", proof->step_count,
                    (int)args->step);
        return SAY_BAD_USE;
    }
    if (args->step >= 0)
        trace_proof_show(proof, (int)args->step);
    if (format == FORMAT_JSON)
        code = trace_proof_write_json(proof, &text);
    else if (format == FORMAT_SVG)
        trace_proof_write_svg(proof, &text);
    else
        trace_proof_write_text(proof, args->steps, &text);
    if (args->letters && format == FORMAT_TEXT)
        trace_spell(&text);
    if (!code)
        code = write_out(args->output, &text);
    by_text_free(&text);
    return code;
}

static int trace_prover(struct setup *setup, const struct trace_args *args, enum format format)
{
    struct trace_proof proof = {.tree.letters = args->letters};
    int code;

    if (!setup->limits.nodes)
        setup->limits.nodes = (uint64_t)args->limit - 1; /* the root is none that a search counts */
    code = trace_proof_record(&proof, setup);
    if (!code)
        code = show_proof(&proof, args, format);
    trace_proof_free(&proof);
    return code;
}

static bool is_mcts(const struct setup *setup)
{
    return strcmp(by_method_name(setup->method), "mcts") == 0;
}

static int show_mcts(const struct trace_mcts *mcts, const struct trace_args *args, enum format format)
{
    by_text text = {0};
    int code = 0;

    if (format == FORMAT_JSON)
        code = trace_mcts_write_json(mcts, &text);
    else if (format == FORMAT_SVG)
        trace_mcts_write_svg(mcts, &text);
    else
        trace_mcts_write_text(mcts, &text);
    if (args->letters && format == FORMAT_TEXT)
        trace_spell(&text);
    if (!code)
        code = write_out(args->output, &text);
    by_text_free(&text);
    return code;
}

static int trace_sampler(struct setup *setup, const struct trace_args *args, enum format format)
{
    struct trace_mcts mcts = {.tree.letters = args->letters, .limit = (int)args->limit};
    int usual = by_option_find(by_options_table(setup->options), "iterations")->initial;
    int code = trace_mcts_choose(&mcts, args->iteration, args->steps);

    /* More than fits into a head, unless it is asked for. */
    if (!setup->limits.nodes && !setup->limits.time_ms && by_options_number(setup->options, "iterations") == usual)
        setup->limits.nodes = ITERATIONS;
    if (!code)
        code = trace_mcts_record(&mcts, setup);
    if (!code)
        code = show_mcts(&mcts, args, format);
    trace_mcts_free(&mcts);
    return code;
}

static int show_moves(struct setup *setup, const struct trace_args *args, enum format format)
{
    struct trace_moves moves = {.setup = setup};
    by_text text = {0};
    int code;

    if (format == FORMAT_JSON) {
        say_problem(about.name, "--intervals is shown as text or svg, not as json");
        return SAY_BAD_USE;
    }
    code = trace_moves_record(&moves);
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
        code = setup_search(&setup, &common);
    if (!code && args.step >= 0 && !by_method_proves(setup.method)) {
        say_problem(about.name, "--step is for methods that prove: pn, pn+, pn*, df-pn, df-pn+");
        code = SAY_BAD_USE;
    }
    if (!code && args.iteration && !is_mcts(&setup)) {
        say_problem(about.name, "--iteration is for the method mcts");
        code = SAY_BAD_USE;
    }
    if (!code)
        code = args.intervals                   ? show_moves(&setup, &args, format)
               : by_method_proves(setup.method) ? trace_prover(&setup, &args, format)
               : is_mcts(&setup)                ? trace_sampler(&setup, &args, format)
                                                : trace_search(&setup, &args, format);
    setup_free(&setup);
    return code;
}
