/* SPDX-License-Identifier: MIT
 *
 * The tree of a search by proof numbers as it stood after any of its steps.
 */
#include "trace/kind.h"

#include <stdlib.h>
#include <string.h>

#include "front/words.h"

/* ---- The most-proving node ------------------------------------------------------------------------------------- */

/* The child with which the chooser comes nearest to his aim; TRACE_NONE: unknown. */
static int best_child(const struct trace_proof *proof, int node)
{
    uint64_t min = UINT64_MAX;
    int best = TRACE_NONE;

    for (int i = proof->tree.nodes[node].first_child; i != TRACE_NONE; i = proof->tree.nodes[i].next_sibling) {
        const struct trace_numbers *numbers = &proof->marks[i].now;
        uint64_t own = trace_proof_is_or(proof, node) ? numbers->proof : numbers->disproof;

        if (proof->marks[i].is_known && own < min) {
            min = own;
            best = i;
        }
    }
    return best;
}

/* The most-proving node according to the marks, which best-first search expands next: from the root to the child with
 * the minimum proof number at OR nodes, the minimum disproof number at AND nodes, the first of equals, down to an
 * unexpanded node. TRACE_NONE: the root is solved. */
static int most_proving(const struct trace_proof *proof)
{
    int node = 0;

    if (!proof->marks[0].is_known || trace_numbers_are_solved(&proof->marks[0].now))
        return TRACE_NONE;
    for (int child = 0; child != TRACE_NONE; child = proof->marks[node].expanded ? best_child(proof, node) : TRACE_NONE)
        node = child;
    return node;
}

/* ---- Steps ----------------------------------------------------------------------------------------------------- */

static void apply_change(struct trace_proof *proof, int number)
{
    const struct trace_change *change = &proof->changes[number];
    struct trace_mark *mark = &proof->marks[change->node];

    mark->now = change->after;
    mark->last = number;
    mark->is_known = true;
    if (change->is_first)
        mark->was_solved_at_once = trace_numbers_are_solved(&change->after);
}

static void begin_step(struct trace_proof *proof, int step)
{
    struct trace_mark *mark = &proof->marks[proof->steps[step - 1].node];

    if (!mark->expanded && !proof->steps[step - 1].is_cut_short)
        mark->expanded = step;
}

/* The path to the next node; if the root is solved, the path of the step that solved it. */
static void mark_path(struct trace_proof *proof)
{
    int node = most_proving(proof);

    if (node == TRACE_NONE)
        node = proof->tree.shown ? proof->steps[proof->tree.shown - 1].node : 0;
    for (; node != TRACE_NONE; node = proof->tree.nodes[node].parent)
        proof->marks[node].is_on_path = true;
}

void trace_proof_show(trace_any *any)
{
    struct trace_proof *proof = &any->proof;
    size_t size = proof->mark_room * sizeof *proof->marks;
    int begun = 0;

    memset(proof->marks, 0, size);
    for (int i = 0; i < proof->change_count && proof->changes[i].step <= proof->tree.shown; i++) {
        while (begun < proof->changes[i].step)
            begin_step(proof, ++begun);
        if (proof->changes[i].node == TRACE_NONE)
            memset(proof->marks, 0, size);
        else
            apply_change(proof, i);
    }
    while (begun < proof->tree.shown)
        begin_step(proof, ++begun);
    mark_path(proof);
}

void trace_proof_free(trace_any *any)
{
    struct trace_proof *proof = &any->proof;

    free(proof->changes);
    free(proof->steps);
    free(proof->points);
    free(proof->marks);
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

bool trace_proof_is_or(const struct trace_proof *proof, int node)
{
    return proof->tree.nodes[node].side == proof->question.prover;
}

bool trace_numbers_are_solved(const struct trace_numbers *numbers)
{
    return numbers->proof == 0 || numbers->disproof == 0;
}

int trace_proof_changes_of(const struct trace_proof *proof, int node, int max, int *changes)
{
    int count = 0;

    if (!proof->marks[node].is_known)
        return 0;
    for (int at = proof->marks[node].last; at != TRACE_NONE && count < max; at = proof->changes[at].previous)
        changes[count++] = at;
    for (int i = 0; i < count / 2; i++) {
        int other = changes[count - 1 - i];

        changes[count - 1 - i] = changes[i];
        changes[i] = other;
    }
    return count;
}

int trace_proof_expansions(const struct trace_proof *proof)
{
    return proof->tree.step_count - (proof->tree.step_count && proof->steps[proof->tree.step_count - 1].is_cut_short);
}

int trace_proof_end_of_step(const struct trace_proof *proof, int step)
{
    return step < proof->tree.step_count ? proof->steps[step].first_change : proof->change_count;
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

enum { UNIT = 16 }; /* in events */

void trace_add_number(uint64_t number, by_text *out)
{
    unsigned fraction = (unsigned)(number % UNIT) * (10000 / UNIT);
    int digits = 4;

    if (number == UINT64_MAX) {
        by_text_add(out, TRACE_ENDLESS);
        return;
    }
    by_text_printf(out, "%llu", (unsigned long long)(number / UNIT));
    if (!fraction)
        return;
    for (; fraction % 10 == 0; fraction /= 10)
        digits--;
    by_text_printf(out, ".%0*u", digits, fraction);
}

void trace_add_numbers(const struct trace_numbers *numbers, by_text *out)
{
    trace_add_number(numbers->proof, out);
    by_text_add_char(out, ',');
    trace_add_number(numbers->disproof, out);
}

const char *trace_proof_state(const struct trace_proof *proof, int node)
{
    const struct trace_mark *mark = &proof->marks[node];

    if (!mark->is_known)
        return "";
    if (trace_numbers_are_solved(&mark->now))
        return mark->now.proof == 0 ? "proved" : "disproved";
    return node == most_proving(proof) ? "most-proving" : "";
}

void trace_proof_add_question(const struct trace_proof *proof, by_text *out)
{
    const by_game_type *type = proof->tree.run.type;

    by_text_printf(out, "does %s ", words_side(type, proof->question.prover));
    if (by_value_is_win(proof->question.threshold))
        by_text_add(out, "win?");
    else
        by_text_printf(out, "reach %d?", proof->question.threshold);
}

void trace_proof_add_history(const struct trace_proof *proof, int node, by_text *out)
{
    int changes[TRACE_MAX_HISTORY], count = trace_proof_changes_of(proof, node, TRACE_MAX_HISTORY, changes);

    for (int i = 0; i < count; i++) {
        const struct trace_change *change = &proof->changes[changes[i]];

        if (change->is_first)
            continue;
        if (i == 0)
            by_text_add(out, TRACE_ELLIPSIS TRACE_BECOMES);
        trace_add_numbers(&change->before, out);
        by_text_add(out, i + 1 < count ? TRACE_BECOMES : "");
    }
}
