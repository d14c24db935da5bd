/* SPDX-License-Identifier: MIT
 *
 * A search by proof numbers as text: its steps, the tree that it has looked at, and the root's numbers.
 */
#include <string.h>

#include "trace/kind.h"

static const char *kind_of(const struct trace_proof *proof, int node)
{
    return trace_proof_is_or(proof, node) ? "OR" : "AND";
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

enum { STEP_WIDTH = 10, NEW_WIDTH = 100 };

static void add_solved(const struct trace_numbers *numbers, by_text *out)
{
    if (trace_numbers_are_solved(numbers))
        by_text_add(out, numbers->proof == 0 ? " proved" : " disproved");
}

static void print_head_of_step(const struct trace_proof *proof, int step, by_text *out)
{
    const struct trace_expansion *s = &proof->steps[step - 1];
    const struct trace_node *node = &proof->tree.nodes[s->node];

    by_text_printf(out, "step %-*d", STEP_WIDTH - 5, step);
    by_text_printf(out, "%s (%s) is expanded%s%s", node->label, kind_of(proof, s->node), s->is_again ? " again" : "",
                   s->is_cut_short ? ", but stopped" : "");
    if (s->node) {
        by_text_add(out, "; path ");
        trace_add_path(&proof->tree, s->node, out);
    }
    by_text_printf(out, "; nodes %llu\n", (unsigned long long)s->searched);
}

/* The numbers of a node's children when they are evaluated, wrapped. */
static int print_new(const struct trace_proof *proof, int from, int end, by_text *out)
{
    by_text words = {0};
    int at = from, width = STEP_WIDTH;

    by_text_printf(out, "%*s", STEP_WIDTH, "");
    for (; at < end && proof->changes[at].node != TRACE_NONE && proof->changes[at].is_first; at++) {
        const struct trace_change *change = &proof->changes[at];
        int more;

        by_text_clear(&words);
        by_text_printf(&words, "%s (%s) ", proof->tree.nodes[change->node].label, kind_of(proof, change->node));
        trace_add_numbers(&change->after, &words);
        add_solved(&change->after, &words);
        more = trace_width(by_text_string(&words)) + 2;
        if (at > from && width + more > NEW_WIDTH) {
            by_text_printf(out, ";\n%*s", STEP_WIDTH, "");
            width = STEP_WIDTH;
        } else {
            by_text_add(out, at > from ? "; " : "");
        }
        by_text_add(out, by_text_string(&words));
        out->failed |= words.failed;
        width += more;
    }
    by_text_add_char(out, '\n');
    by_text_free(&words);
    return at;
}

static void print_change(const struct trace_proof *proof, const struct trace_change *change, by_text *out)
{
    by_text_printf(out, "%*s", STEP_WIDTH, "");
    if (change->node == TRACE_NONE) {
        by_text_add(out, "no proof within the plies: the search starts again, for a disproof\n");
        return;
    }
    by_text_printf(out, "%s ", proof->tree.nodes[change->node].label);
    trace_add_numbers(&change->before, out);
    by_text_add(out, TRACE_BECOMES);
    trace_add_numbers(&change->after, out);
    add_solved(&change->after, out);
    by_text_add_char(out, '\n');
}

/* If you check by hand you want to know that a node's numbers stayed the same. */
static void print_unchanged(const struct trace_proof *proof, int step, by_text *out)
{
    const struct trace_expansion *s = &proof->steps[step - 1];

    for (int i = s->first_change; i < trace_proof_end_of_step(proof, step); i++)
        if (proof->changes[i].node == s->node || proof->changes[i].node == TRACE_NONE)
            return;
    by_text_printf(out, "%*s%s stays ", STEP_WIDTH, "", proof->tree.nodes[s->node].label);
    trace_add_numbers(&s->before, out);
    by_text_add_char(out, '\n');
}

static void print_step(const struct trace_proof *proof, int step, by_text *out)
{
    int end = trace_proof_end_of_step(proof, step);

    print_head_of_step(proof, step, out);
    for (int i = proof->steps[step - 1].first_change; i < end;) {
        if (proof->changes[i].node != TRACE_NONE && proof->changes[i].is_first)
            i = print_new(proof, i, end, out);
        else
            print_change(proof, &proof->changes[i++], out);
    }
    print_unchanged(proof, step, out);
}

/* ---- The tree -------------------------------------------------------------------------------------------------- */

static void print_path_mark(const trace_any *any, int node, by_text *out)
{
    by_text_add(out, any->proof.marks[node].is_on_path ? "*" : "");
}

static void print_kind(const trace_any *any, int node, by_text *out)
{
    by_text_add(out, kind_of(&any->proof, node));
}

static void print_numbers(const trace_any *any, int node, by_text *out)
{
    trace_add_numbers(&any->proof.marks[node].now, out);
}

static void print_proof(const trace_any *any, int node, by_text *out)
{
    trace_add_number(any->proof.marks[node].now.proof, out);
}

static void print_disproof(const trace_any *any, int node, by_text *out)
{
    trace_add_number(any->proof.marks[node].now.disproof, out);
}

static void print_state(const trace_any *any, int node, by_text *out)
{
    by_text_add(out, trace_proof_state(&any->proof, node));
}

static void print_expanded(const trace_any *any, int node, by_text *out)
{
    if (any->proof.marks[node].expanded)
        by_text_printf(out, "%d", any->proof.marks[node].expanded);
}

static void print_history(const trace_any *any, int node, by_text *out)
{
    trace_proof_add_history(&any->proof, node, out);
}

const struct trace_column trace_proof_columns[] = {
    {.title = "", .print = print_path_mark, .only = TRACE_AS_TEXT},
    {.title = "node", .print = trace_print_label, .only = TRACE_AS_JSON},
    {.title = "node", .print = trace_print_indented, .only = TRACE_AS_TEXT},
    {.title = "kind", .print = print_kind},
    {.title = "proof,disproof", .print = print_numbers, .only = TRACE_AS_JSON},
    {.title = "proof", .print = print_proof, .only = TRACE_AS_TEXT},
    {.title = "disproof", .print = print_disproof, .only = TRACE_AS_TEXT},
    {.title = "expanded", .print = print_expanded, .only = TRACE_AS_TEXT},
    {.title = "state", .print = print_state},
    {.title = "expanded in step", .print = print_expanded, .only = TRACE_AS_JSON},
    {.title = "before", .print = print_history, .only = TRACE_AS_TEXT},
    {0},
};

/* ---- The root's numbers ---------------------------------------------------------------------------------------- */

enum { MAX_POINTS = 24 };

/* Keeps the points at which the number of nodes has doubled, and the last, because a long search has many. */
static bool is_shown(const struct trace_proof *proof, int point, uint64_t last)
{
    return proof->point_count <= MAX_POINTS || point == proof->point_count - 1 ||
           proof->points[point].searched >= 2 * last;
}

static void print_points(const struct trace_proof *proof, by_text *out)
{
    uint64_t last = 0;

    by_text_add(out, "root's numbers by nodes\n");
    for (int i = 0; i < proof->point_count; i++) {
        const struct trace_point *point = &proof->points[i];

        if (!is_shown(proof, i, last))
            continue;
        last = point->searched;
        by_text_printf(out, "%12llu  ", (unsigned long long)point->searched);
        trace_add_numbers(&point->numbers, out);
        by_text_add_char(out, '\n');
    }
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

static void print_answer(const struct trace_proof *proof, by_text *out)
{
    by_text words = {0};

    by_text_add(&words, by_answer_name(proof->answer));
    if (proof->answer != BY_ANSWER_UNKNOWN)
        by_text_add(&words, proof->is_proved ? ", proved" : ", not by the rules alone");
    else if (proof->tree.stopped == BY_STOPPED_DEPTH)
        by_text_add(&words, ": solved only as far as the plies reach");
    trace_print_words("answer", &words, out);
    trace_add_variation(&proof->tree, &words);
    trace_print_words("variation", &words, out);
    by_text_printf(&words, "%llu, expansions %d", (unsigned long long)proof->tree.searched,
                   trace_proof_expansions(proof));
    trace_print_words("nodes", &words, out);
    if (proof->tree.stopped > BY_STOPPED_DEPTH)
        trace_print_field("stopped by", by_stop_reason_name(proof->tree.stopped), out);
    by_text_free(&words);
}

/* Explains how numbers are added, unless it is a plain sum. */
static void print_note_of_sums(const by_options *options, by_text *out)
{
    const struct by_option *row = options ? by_option_find(by_options_table(options), "sum") : NULL;
    const char *sum = row ? row->choices[by_options_number(options, "sum")] : "plain";
    by_text words = {0};

    if (strcmp(sum, "weak") == 0)
        by_text_add(&words, "sum=weak: the greatest of the numbers, and one for each further child that is not solved");
    else if (strcmp(sum, "damped") == 0)
        by_text_printf(&words, "sum=damped: the greatest of the numbers, and %d %% of the others",
                       by_options_number(options, "rest_percent"));
    if (words.length)
        trace_print_words("added", &words, out);
    by_text_free(&words);
}

static void print_notes(const struct trace_proof *proof, by_text *out)
{
    trace_print_field("proof", "leaves that have to be proved, at least, for the node to be", out);
    trace_print_field("disproof", "leaves that have to be disproved, at least", out);
    trace_print_field("OR", "the prover moves: the least of the children's proof numbers, all disproof numbers added",
                      out);
    trace_print_field("AND", "the opponent moves: all proof numbers added, the least of the disproof numbers", out);
    print_note_of_sums(proof->tree.run.question.options, out);
    trace_print_field(
        "*", "on the way to the most-proving leaf; in a solved tree, to the one whose expansion solved it", out);
}

void trace_proof_print_text(trace_any *any, const struct trace_text *asked, by_text *out)
{
    const struct trace_proof *proof = &any->proof;
    const bool with_steps = asked->with_steps && proof->tree.shown;
    by_text words = {0};

    trace_print_question(&proof->tree.run, out);
    trace_proof_add_question(proof, &words);
    trace_print_words("question", &words, out);
    by_text_free(&words);
    by_text_add_char(out, '\n');
    for (int i = 1; with_steps && i <= proof->tree.shown; i++)
        print_step(proof, i, out);
    by_text_add(out, with_steps ? "\n" : "");
    if (proof->tree.shown < proof->tree.step_count)
        by_text_printf(out, "after step %d of %d\n\n", proof->tree.shown, proof->tree.step_count);
    trace_print_part(any, 0, asked, out);
    by_text_add_char(out, '\n');
    print_points(proof, out);
    by_text_add_char(out, '\n');
    print_answer(proof, out);
    by_text_add_char(out, '\n');
    print_notes(proof, out);
}
