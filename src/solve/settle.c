/* SPDX-License-Identifier: MIT
 *
 * Proofs of what was found. A proof that the rules confirm settles a finding. If it is the contrary that is proved, the
 * opposite extreme is looked at as closely, and everything else is asked again.
 */
#include <string.h>

#include "solve/solve_inside.h"

/* ---- One proof ------------------------------------------------------------------------------------------------- */

/* The line of a proof: the loser's moves as they come, the winner's answers. */
static int read_line(const by_record *record, by_move *line)
{
    int length = 0;

    for (int node = by_record_child(record, by_record_proof(record)); node != BY_RECORD_NONE && length < SOLVE_MAX_LINE;
         node = by_record_child(record, node))
        line[length++] = by_record_move(record, node);
    return length;
}

/* Replaces a finding of the search by what the rules have confirmed. */
static void settle(const struct solve_proof *proof, struct solve_finding *finding)
{
    enum solve_fate proved = proof->question.is_reached ? SOLVE_CAPTURED : SOLVE_ESCAPED, expected = finding->fate;
    by_move line[SOLVE_MAX_LINE];
    int length = read_line(proof->record, line);

    finding->fate = proved;
    finding->is_proved = finding->is_settled = true;
    if (!length && proved == expected)
        return; /* it is over, or an argument is enough: any move will do */
    memcpy(finding->line, line, (size_t)length * sizeof *line);
    finding->length = length;
    finding->best = length ? line[0] : BY_MOVE_NONE;
}

/* Looks for a proof of what is expected with some threats, in one of `parts` equal parts of what the limits leave.
 * `finding` is settled by it, if there is one. */
static by_status prove(struct solve_inquiry *q, struct solve_view *view, enum by_threats threats, bool is_captured,
                       int parts, struct solve_finding *finding, struct solve_proof *proof)
{
    solver *s = q->solver;
    struct by_limits limits;
    by_status status;

    *finding = view->findings[threats];
    if (!solve_limits_left(q, view, &limits))
        return BY_OK;
    limits.time_ms = limits.time_ms > parts ? limits.time_ms / parts : limits.time_ms;
    limits.nodes = limits.nodes > (uint64_t)parts ? limits.nodes / (uint64_t)parts : limits.nodes;
    for (int i = 0; i < SOLVE_SETUP_COUNT; i++)
        solve_setup_release(&s->setups[i]);
    status = solve_prove(&s->prover, &s->settings, q->question, threats, is_captured, &limits, proof, q->error);
    reach_budget_spend(&q->budget, proof->nodes, proof->time_us);
    if (!status && proof->record)
        settle(proof, finding);
    else
        view->stopped = proof->stopped;
    return status;
}

/* ---- Yes and no ------------------------------------------------------------------------------------------------ */

/* The proof of a capture though the owner retakes kos, or of an escape though the attacker does. */
static by_status prove_extreme(struct solve_inquiry *q, struct solve_view *view, bool is_captured,
                               struct solve_finding *finding)
{
    return prove(q, view, is_captured ? SOLVE_OWNER : SOLVE_ATTACKER, is_captured, 1, finding, &q->solver->proof);
}

static by_status ask_after_refutation(struct solve_inquiry *q, struct solve_view *view, bool was_captured)
{
    struct solve_finding opposite;
    by_status status = prove_extreme(q, view, !was_captured, &opposite);

    if (!status && opposite.is_settled)
        view->findings[was_captured ? SOLVE_ATTACKER : SOLVE_OWNER] = opposite;
    if (!status)
        status = solve_setup_open(q->solver, view->setup, SOLVE_MAIN_SHARE, q->error);
    if (!status)
        status = solve_ask_stepwise(q, view);
    solve_view_end(view);
    return status;
}

static by_status settle_extreme(struct solve_inquiry *q, struct solve_view *view)
{
    bool is_captured = q->question->is_attack == (view->code == SOLVE_YES);
    enum by_threats threats = is_captured ? SOLVE_OWNER : SOLVE_ATTACKER;
    enum solve_fate expected = view->findings[threats].fate;
    struct solve_finding finding;
    by_status status = prove_extreme(q, view, is_captured, &finding);

    if (status || !finding.is_settled)
        return status;
    view->findings[threats] = finding;
    return finding.fate == expected ? BY_OK : ask_after_refutation(q, view, is_captured);
}

/* ---- Kos ------------------------------------------------------------------------------------------------------- */

/* The doubt of an answer by a ko of which one half alone is proved. */
static const char *doubt_beside(enum by_threats threats, bool is_captured)
{
    if (threats == SOLVE_NOBODY)
        return is_captured ? BY_WORDS("proved is only that it is captured if nobody retakes a ko at once")
                           : BY_WORDS("proved is only that it escapes if nobody retakes a ko at once");
    return is_captured ? BY_WORDS("proved is only that it is captured if the attacker retakes every ko")
                       : BY_WORDS("proved is only that it escapes if its owner retakes every ko");
}

/* A side that may retake every ko often need not do anything yet, and its proof begins with a pass: then the search's
 * move stays, as a ko that is won is better won by a move. */
static by_status restore_move(const struct solve_inquiry *q, const struct solve_view *view,
                              struct solve_finding *finding)
{
    const struct solve_finding *before = &view->findings[view->reached];
    by_move pass;
    by_status status = by_position_parse_move(q->solver->setups[view->setup].position, "pass", &pass, q->error);

    if (status || finding->best != pass)
        return status;
    finding->best = before->best;
    finding->length = before->length;
    memcpy(finding->line, before->line, (size_t)before->length * sizeof *finding->line);
    return BY_OK;
}

static void adopt_halves(struct solve_view *view, bool is_attack, const struct solve_finding *denied,
                         const struct solve_finding *reached)
{
    view->findings[view->denied] = *denied;
    view->findings[view->reached] = *reached;
    if (denied->is_settled && !solve_view_is_proved(view))
        view->doubt = doubt_beside(view->denied, !is_attack);
    else if (reached->is_settled && !solve_view_is_proved(view))
        view->doubt = doubt_beside(view->reached, is_attack);
}

/* An answer by a ko has two halves: with some threats the side that asks reaches it, with others it does not. The
 * second comes first, since it denies the better answer, and its proof is the one that is kept. A proof of the contrary
 * says that the search has erred, but not where else: then neither counts. */
static by_status settle_halves(struct solve_inquiry *q, struct solve_view *view)
{
    bool is_attack = q->question->is_attack;
    enum solve_fate denial = view->findings[view->denied].fate, success = view->findings[view->reached].fate;
    struct solve_proof other = {0};
    struct solve_finding denied, reached;
    by_status status = prove(q, view, view->denied, !is_attack, 2, &denied, &q->solver->proof);

    if (!status)
        status = prove(q, view, view->reached, is_attack, 1, &reached, &other);
    solve_proof_free(&other);
    if (status)
        return status;
    if (denied.fate != denial || reached.fate != success) {
        solve_proof_free(&q->solver->proof);
        return BY_OK;
    }
    status = restore_move(q, view, &reached);
    if (!status)
        adopt_halves(view, is_attack, &denied, &reached);
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

by_status solve_settle(struct solve_inquiry *q, struct solve_view *view)
{
    const struct solve_settings *settings = &q->solver->settings;
    bool is_wanted = settings->wants_record || (settings->wants_proof && !solve_view_is_proved(view));

    if (view->code == SOLVE_UNKNOWN || !is_wanted)
        return BY_OK;
    return solve_view_is_ko(view) ? settle_halves(q, view) : settle_extreme(q, view);
}
