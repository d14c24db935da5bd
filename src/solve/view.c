/* SPDX-License-Identifier: MIT
 *
 * The searches for one setting of the goal. Two extremes decide most questions: the block is captured though its owner
 * retakes every ko, or it escapes though the attacker does. They are searched in turns, in passes that become longer.
 * If neither decides, the answer is a ko.
 */
#include <stdlib.h>
#include <string.h>

#include "solve/solve_inside.h"

/* The nodes of the first pass, how much longer each further pass is, and how far one extreme may be ahead. */
enum { PASS_NODES = 4000, PASS_FACTOR = 4, PASS_LEAD = 16 };

/* How patient the attacker is at first: what is captured stays captured, but what escaped from an impatient attacker is
 * asked again. */
enum { IMPATIENT = 3 };

/* The longest pass with an impatient attacker. A block that is not decided by then is seldom captured, and it has to be
 * asked about again anyway. */
enum { IMPATIENT_NODES = 64000 };

/* Nodes for the question whether the block escapes from a patient attacker by the move that was found. */
enum { DOUBT_NODES = 8000 };

/* ---- One search ------------------------------------------------------------------------------------------------ */

bool solve_limits_left(const struct solve_inquiry *q, struct solve_view *view, struct by_limits *out)
{
    struct reach_budget budget = q->budget;

    budget.limits.nodes = view->nodes_most;
    return reach_budget_left(&budget, out, &view->stopped);
}

static void read_answer(const struct reach_answer *answer, struct solve_finding *out)
{
    const struct by_result *result = &answer->result;
    const struct by_line *line = result->line_count ? &result->lines[0] : NULL;

    out->fate = answer->answer == BY_ANSWER_YES  ? SOLVE_CAPTURED
                : answer->answer == BY_ANSWER_NO ? SOLVE_ESCAPED
                                                 : SOLVE_UNDECIDED;
    out->is_proved = result->is_proved;
    out->proof_number = result->proof_number;
    out->disproof_number = result->disproof_number;
    out->best = result->best;
    out->length = line ? line->length < SOLVE_MAX_LINE ? line->length : SOLVE_MAX_LINE : 0;
    if (line)
        memcpy(out->line, line->moves, (size_t)out->length * sizeof *out->line);
}

static void add_effort(struct solve_inquiry *q, struct solve_view *view, const struct by_result *result)
{
    reach_budget_spend(&q->budget, result->nodes, result->time_us);
    view->stopped = result->stopped;
    if (result->selective_depth > view->depth)
        view->depth = result->selective_depth;
}

/* Puts the question to the goal and searches it. */
static by_status run(struct solve_inquiry *q, const struct solve_view *view, const struct solve_attempt *attempt,
                     const struct by_limits *limits, struct reach_answer *out)
{
    solver *s = q->solver;
    const struct solve_setup *setup = &s->setups[view->setup];
    const struct by_goal_question asked = solve_goal_question(q->question, attempt->threats, attempt->patience);
    const struct by_observer observer = solve_curve_observer(&s->curve, setup->position);
    const struct reach_searcher searcher = {.search = setup->search, .proves = s->proves};
    struct reach_question question = {.position = setup->position, .threshold = BY_MIN_WIN};
    by_status status = by_position_set_question(setup->position, q->question->position, &asked, q->error);

    solve_curve_clear(&s->curve);
    question.prover = by_position_prover(setup->position);
    return status ? status : reach_ask(&searcher, &question, limits, &observer, out, q->error);
}

by_status solve_search(struct solve_inquiry *q, struct solve_view *view, const struct solve_attempt *attempt,
                       struct solve_finding *out)
{
    struct by_limits limits;
    struct reach_answer answer;
    by_status status;

    *out = (struct solve_finding){.best = BY_MOVE_NONE};
    if (!solve_limits_left(q, view, &limits)) {
        out->is_cut = true;
        return BY_OK;
    }
    limits.root_moves = attempt->moves;
    limits.root_move_count = attempt->move_count;
    if (!limits.nodes || limits.nodes > attempt->nodes)
        limits.nodes = attempt->nodes;
    status = run(q, view, attempt, &limits, &answer);
    if (status)
        return status;
    read_answer(&answer, out);
    add_effort(q, view, &answer.result);
    if (out->fate != SOLVE_UNDECIDED)
        return BY_OK;
    solve_curve_copy(&q->solver->open_curve, &q->solver->curve);
    out->is_cut = answer.result.stopped != BY_STOPPED_NODES || limits.nodes != attempt->nodes;
    return BY_OK;
}

/* Searches until it is decided or the limits are met, in passes: a table that threads share is made no larger than a
 * pass asks for. */
static by_status search_on(struct solve_inquiry *q, struct solve_view *view, struct solve_attempt attempt,
                           struct solve_finding *out)
{
    by_status status;

    attempt.nodes = PASS_NODES;
    do {
        status = solve_search(q, view, &attempt, out);
        attempt.nodes *= PASS_FACTOR;
    } while (!status && out->fate == SOLVE_UNDECIDED && !out->is_cut);
    return status;
}

/* Keeps what was decided; the older finding stays where nothing was. */
static void record_finding(struct solve_view *view, enum by_threats threats, const struct solve_finding *found)
{
    struct solve_finding *known = &view->findings[threats];
    bool is_settled = known->is_settled;

    if (found->fate == SOLVE_UNDECIDED)
        return;
    *known = *found;
    known->is_settled = is_settled;
}

static void conclude(struct solve_view *view, enum solve_code code, enum by_threats reached, enum by_threats denied)
{
    view->code = code;
    view->reached = reached;
    view->denied = denied;
}

/* ---- Better first moves ---------------------------------------------------------------------------------------- */

/* Asks once more, with some first moves only. If one of them does it too, it is the better one. */
static by_status prefer(struct solve_inquiry *q, struct solve_view *view, enum by_threats threats, const by_move *moves,
                        size_t count)
{
    const struct solve_attempt attempt = {
        .threats = threats, .patience = view->patience, .moves = moves, .move_count = count};
    struct solve_finding found;
    by_status status;

    if (!count)
        return BY_OK;
    status = search_on(q, view, attempt, &found);
    if (!status && found.fate == view->findings[threats].fate)
        record_finding(view, threats, &found);
    return status;
}

/* Asks once more, without this first move. */
static by_status prefer_others(struct solve_inquiry *q, struct solve_view *view, enum by_threats threats, by_move move)
{
    by_position *position = q->solver->setups[view->setup].position;
    struct by_moves moves = {0};
    struct by_extent extent;
    by_move *others;
    size_t count = 0;
    by_status status;

    by_position_extent(position, &extent);
    moves.list = malloc((size_t)extent.max_moves * sizeof *moves.list);
    others = malloc((size_t)extent.max_moves * sizeof *others);
    if (moves.list && others) {
        by_position_moves(position, BY_MOVES_ALL, &moves);
        for (int i = 0; i < moves.count; i++)
            if (moves.list[i].move != move)
                others[count++] = moves.list[i].move;
        status = prefer(q, view, threats, others, count);
    } else {
        status = by_error_no_memory(q->error);
    }
    free(moves.list);
    free(others);
    return status;
}

/* A ko that is won although nothing is done yet is better won by a move. */
static by_status prefer_moves_to_pass(struct solve_inquiry *q, struct solve_view *view, enum by_threats threats)
{
    by_move pass;
    by_status status = by_position_parse_move(q->solver->setups[view->setup].position, "pass", &pass, q->error);

    return status || view->findings[threats].best != pass ? status : prefer_others(q, view, threats, pass);
}

/* A move by which the block escapes only as long as the attacker is impatient is worse than another that does it too.
 */
static by_status doubt_escape(struct solve_inquiry *q, struct solve_view *view, enum by_threats threats)
{
    const struct solve_finding *known = &view->findings[threats];
    const by_move best = known->best;
    const struct solve_attempt attempt = {.threats = threats, .nodes = DOUBT_NODES, .moves = &best, .move_count = 1};
    struct solve_finding found;
    by_status status;

    if (known->fate != SOLVE_ESCAPED || known->is_settled || best == BY_MOVE_NONE)
        return BY_OK;
    status = solve_search(q, view, &attempt, &found);
    return status || found.fate != SOLVE_CAPTURED ? status : prefer_others(q, view, threats, best);
}

/* ---- Kos ------------------------------------------------------------------------------------------------------- */

/* The side that asks reaches its goal by a ko: its move is the best that there is. */
static by_status choose_ko_move(struct solve_inquiry *q, struct solve_view *view)
{
    by_status status = prefer_moves_to_pass(q, view, view->reached);

    return status || q->question->is_attack ? status : doubt_escape(q, view, view->reached);
}

/* Which side takes the ko first? The side that asks reaches its goal if it has threats, and not if the other has. */
static by_status answer_ko(struct solve_inquiry *q, struct solve_view *view)
{
    bool is_attack = q->question->is_attack;
    enum by_threats asker = is_attack ? SOLVE_ATTACKER : SOLVE_OWNER, other = is_attack ? SOLVE_OWNER : SOLVE_ATTACKER;
    const struct solve_attempt attempt = {.threats = SOLVE_NOBODY, .patience = view->patience};
    struct solve_finding found;
    by_status status = search_on(q, view, attempt, &found);

    view->is_cut = found.is_cut;
    if (status || found.fate == SOLVE_UNDECIDED)
        return status;
    record_finding(view, SOLVE_NOBODY, &found);
    if ((found.fate == SOLVE_CAPTURED) == is_attack)
        conclude(view, SOLVE_KO_TAKEN, SOLVE_NOBODY, other);
    else
        conclude(view, SOLVE_KO_THREAT, asker, SOLVE_NOBODY);
    return choose_ko_move(q, view);
}

/* ---- The two extremes ------------------------------------------------------------------------------------------ */

struct extreme {
    enum by_threats threats;
    enum solve_fate wanted; /* what would decide the question */
    enum solve_fate fate;
    uint64_t nodes;    /* of the next pass */
    uint64_t distance; /* how far it seems to be from deciding: a number of its last pass */
};

static enum solve_fate known_fate(const struct solve_view *view, enum by_threats threats)
{
    const struct solve_finding *finding = &view->findings[threats];

    return finding->is_settled || finding->fate == SOLVE_CAPTURED ? finding->fate : SOLVE_UNDECIDED;
}

/* The extreme that seems nearer, but neither gets far ahead of the other. */
static struct extreme *next_extreme(struct extreme *owner, struct extreme *attacker)
{
    if (owner->fate != SOLVE_UNDECIDED)
        return attacker;
    if (attacker->fate != SOLVE_UNDECIDED || owner->nodes == PASS_NODES)
        return owner;
    if (attacker->nodes == PASS_NODES || attacker->nodes * PASS_LEAD < owner->nodes)
        return attacker;
    if (owner->nodes * PASS_LEAD < attacker->nodes)
        return owner;
    return owner->distance <= attacker->distance ? owner : attacker;
}

static void record_pass(struct solve_view *view, struct extreme *extreme, const struct solve_finding *found)
{
    record_finding(view, extreme->threats, found);
    view->is_cut = found->is_cut;
    extreme->fate = found->fate;
    extreme->distance = extreme->wanted == SOLVE_CAPTURED ? found->proof_number : found->disproof_number;
}

static by_status search_pass(struct solve_inquiry *q, struct solve_view *view, struct extreme *extreme)
{
    const struct solve_attempt attempt = {
        .threats = extreme->threats, .patience = view->patience, .nodes = extreme->nodes};
    struct solve_finding found;
    by_status status = solve_search(q, view, &attempt, &found);

    if (!status)
        record_pass(view, extreme, &found);
    extreme->nodes *= PASS_FACTOR;
    return status;
}

/* Asks first about a block that escaped from an impatient attacker: the other extreme may not be needed. */
static by_status search_escape(struct solve_inquiry *q, struct solve_view *view, struct extreme *attacker)
{
    const struct solve_attempt attempt = {.threats = SOLVE_ATTACKER, .patience = view->patience};
    struct solve_finding found;
    by_status status;

    if (view->findings[SOLVE_ATTACKER].fate != SOLVE_ESCAPED || view->findings[SOLVE_ATTACKER].is_settled)
        return BY_OK;
    status = search_on(q, view, attempt, &found);
    if (!status)
        record_pass(view, attacker, &found);
    return status;
}

/* Searches the extremes in turns until one decides, both are known, or longer passes are not worth the attacker's
 * patience. */
static by_status search_extremes(struct solve_inquiry *q, struct solve_view *view)
{
    struct extreme owner = {SOLVE_OWNER, SOLVE_CAPTURED, known_fate(view, SOLVE_OWNER), PASS_NODES, 0};
    struct extreme attacker = {SOLVE_ATTACKER, SOLVE_ESCAPED, known_fate(view, SOLVE_ATTACKER), PASS_NODES, 0};
    uint64_t longest = view->patience < SOLVE_PATIENT ? IMPATIENT_NODES : UINT64_MAX;
    by_status status = search_escape(q, view, &attacker);

    while (!status && !view->is_cut && owner.fate != SOLVE_CAPTURED && attacker.fate != SOLVE_ESCAPED &&
           (owner.fate == SOLVE_UNDECIDED || attacker.fate == SOLVE_UNDECIDED)) {
        struct extreme *next = next_extreme(&owner, &attacker);

        if (next->nodes > longest)
            return BY_OK;
        status = search_pass(q, view, next);
    }
    return status;
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

/* One step of patience. */
static by_status ask_step(struct solve_inquiry *q, struct solve_view *view, int patience)
{
    const struct solve_finding *owner = &view->findings[SOLVE_OWNER], *attacker = &view->findings[SOLVE_ATTACKER];
    bool is_attack = q->question->is_attack;
    by_status status;

    view->patience = patience;
    status = search_extremes(q, view);
    if (status)
        return status;
    if (owner->fate == SOLVE_CAPTURED)
        conclude(view, is_attack ? SOLVE_YES : SOLVE_NO, SOLVE_OWNER, SOLVE_OWNER);
    else if (view->is_cut)
        return BY_OK;
    else if (attacker->fate == SOLVE_ESCAPED)
        conclude(view, is_attack ? SOLVE_NO : SOLVE_YES, SOLVE_ATTACKER, SOLVE_ATTACKER);
    else if (owner->fate == SOLVE_ESCAPED && attacker->fate == SOLVE_CAPTURED)
        status = answer_ko(q, view);
    return status;
}

by_status solve_ask_patient(struct solve_inquiry *q, struct solve_view *view)
{
    return ask_step(q, view, SOLVE_PATIENT);
}

/* When the limits are met before the last step, an impatient attacker's failure is no answer. */
by_status solve_ask_stepwise(struct solve_inquiry *q, struct solve_view *view)
{
    by_status status;

    view->code = SOLVE_UNKNOWN;
    for (int i = 0; i < SOLVE_THREATS_COUNT; i++)
        if (!view->findings[i].is_settled)
            view->findings[i] = (struct solve_finding){.best = BY_MOVE_NONE};
    status = ask_step(q, view, IMPATIENT);
    if (!status && !view->is_cut && view->findings[SOLVE_OWNER].fate != SOLVE_CAPTURED)
        status = ask_step(q, view, SOLVE_PATIENT);
    if (view->is_cut && view->findings[SOLVE_OWNER].fate != SOLVE_CAPTURED)
        view->code = SOLVE_UNKNOWN;
    return status;
}
