/* SPDX-License-Identifier: MIT
 *
 * The bounds of a position before it is expanded. If the game has valid bounds, these. Else they are guessed by shallow
 * alpha-beta searches (Berliner & McConnell 1996): the estimate from the position as it is; what the side to move could
 * reach at best, if it might move a second time after its best move; at worst, if its opponent might move before it
 * does. Where no side can pass, a bound lies a margin away from the estimate. Guesses prove nothing.
 */
#include "search/best/best.h"

enum {
    QUIET_PLIES = 6, /* of captures beyond the depth */
    MAX_DEEPER = 8,  /* plies that are added in the course of a run */
};

int by__best_deepest(const struct best_options *options)
{
    return options->probe_depth + (options->deeper_probes ? MAX_DEEPER : 0);
}

int by__best_probe_rows(const struct best_options *options)
{
    return by__best_deepest(options) + QUIET_PLIES + 1;
}

/* A best move, a pass, and the probe. */
int by__best_reach(const void *self, int depth)
{
    return depth + 2 + by__best_probe_rows(&((const struct best_search *)self)->opt);
}

by_value by__best_estimate(struct best_walk *w)
{
    w->probe_met_horizon = true;
    w->run->result->evaluations++;
    by__control_count_evaluation(w->control);
    return w->evaluation ? w->evaluation->evaluate(w->state) : 0;
}

/* ---- Alpha-beta ------------------------------------------------------------------------------------------------ */

/* A node of a probe. */
struct probe {
    struct by_node facts;
    int ply;   /* from the root of the run */
    int row;   /* from where the probe began */
    int depth; /* plies that are left; below 1 captures alone */
    by_value alpha, beta;
    by_move best; /* out: BY_MOVE_NONE if no move was searched */
};

static by_value search(struct best_walk *w, struct probe *p, by_move via);

static int worth_of(const struct best_walk *w, const struct by_move_info *move)
{
    const uint8_t *worths = w->tactics ? w->tactics->worths : NULL;

    if (!(move->flags & BY_MOVE_CAPTURE))
        return 0;
    return worths ? 256 + 16 * worths[move->victim] - worths[move->attacker] : 1;
}

/* Captures of the most valuable by the least valuable first, the others as they are listed. */
static void order(const struct best_walk *w, struct by_moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        struct by_move_info move = moves->list[i];
        int place = i;

        move.score = worth_of(w, &move);
        for (; place > 0 && moves->list[place - 1].score < move.score; place--)
            moves->list[place] = moves->list[place - 1];
        moves->list[place] = move;
    }
}

/* The value of a move, of which `best` is known to be reached anyway. */
static by_value search_move(struct best_walk *w, const struct probe *p, by_move move, by_value best)
{
    by_value alpha = best > p->alpha ? best : p->alpha, value;
    struct probe below = {.ply = p->ply + 1, .row = p->row + 1, .depth = p->depth - 1};
    bool is_same_side;

    w->rules->push(w->state, move);
    by__ask_rules(w->rules, w->state, below.ply, &below.facts);
    is_same_side = below.facts.side == p->facts.side;
    below.alpha = is_same_side ? alpha : -p->beta;
    below.beta = is_same_side ? p->beta : -alpha;
    value = search(w, &below, move);
    w->rules->pop(w->state, move);
    return is_same_side ? value : -value;
}

static by_value search_moves(struct best_walk *w, struct probe *p, struct by_moves *moves, by_value best)
{
    order(w, moves);
    for (int i = 0; i < moves->count && best < p->beta; i++) {
        by_value value;

        if (!by__control_count(w->control))
            break;
        w->count[BEST_PROBE_NODES]++;
        value = search_move(w, p, moves->list[i].move, best);
        if (w->control->is_stopped)
            break;
        if (value > best)
            p->best = moves->list[i].move;
        best = value > best ? value : best;
    }
    return best;
}

/* Leaves out captures by which more is lost than won. */
static void drop_losing_captures(struct best_walk *w, struct by_moves *moves)
{
    const struct by_tactics *tactics = w->tactics;
    int kept = 0;

    if (!tactics || !tactics->worths || !tactics->is_protected)
        return;
    for (int i = 0; i < moves->count; i++) {
        const struct by_move_info *move = &moves->list[i];
        bool is_capture = move->flags & BY_MOVE_CAPTURE;

        if (!is_capture || tactics->worths[move->victim] >= tactics->worths[move->attacker] ||
            !tactics->is_protected(w->state, move->move))
            moves->list[kept++] = *move;
    }
    moves->count = kept;
}

/* Beyond the depth the side to move may be content with what it has. */
static by_value search_quiet(struct best_walk *w, struct probe *p, struct by_moves *moves)
{
    by_value value = by__best_estimate(w);

    if (p->row + 1 >= w->probe_depth + QUIET_PLIES + 1 || p->ply >= w->run->plies)
        return value;
    w->rules->moves(w->state, BY_MOVES_TACTICAL, moves);
    drop_losing_captures(w, moves);
    return search_moves(w, p, moves, value);
}

static by_value value_of(struct best_walk *w, struct probe *p)
{
    struct by_moves moves = {.list = &w->probes[(size_t)p->row * (size_t)w->run->extent.max_moves]};
    bool is_leaf = p->depth < 1 || p->ply >= w->run->plies;

    if (p->facts.is_over)
        return by__value_at_ply(p->facts.value, p->ply);
    if (is_leaf && p->facts.can_move)
        return search_quiet(w, p, &moves);
    w->rules->moves(w->state, BY_MOVES_ALL, &moves);
    if (!moves.count)
        return by__value_at_ply(p->facts.value, p->ply);
    if (!is_leaf)
        return search_moves(w, p, &moves, -BY_INFINITE);
    moves.count = 0;
    return search_quiet(w, p, &moves);
}

/* Fail-soft, from the view of the side to move. */
static by_value search(struct best_walk *w, struct probe *p, by_move via)
{
    struct by_event event = {.kind = BY_EVENT_ENTER,
                             .phase = BY_PHASE_INTERNAL,
                             .side = p->facts.side,
                             .ply = p->ply,
                             .move = via,
                             .alpha = p->alpha,
                             .beta = p->beta};

    p->best = BY_MOVE_NONE;
    if (p->ply > w->control->selective_depth)
        w->control->selective_depth = p->ply;
    by__best_report(w, &event);
    event.kind = BY_EVENT_LEAVE;
    event.reason = BY_REASON_SEARCHED;
    event.value = value_of(w, p);
    by__best_report(w, &event);
    return event.value;
}

/* ---- Estimate and extra moves ---------------------------------------------------------------------------------- */

/* The value of the position on the board for its side to move. */
static by_value probe(struct best_walk *w, int ply, by_move *best)
{
    struct probe p = {
        .ply = ply, .depth = w->probe_depth, .alpha = -BY_INFINITE, .beta = BY_INFINITE, .best = BY_MOVE_NONE};
    by_value value;

    w->count[BEST_PROBES]++;
    w->probe_met_horizon = false;
    by__ask_rules(w->rules, w->state, ply, &p.facts);
    value = value_of(w, &p);
    *best = p.best;
    return value;
}

static bool can_pass(const struct best_walk *w, int ply, const struct by_node *facts)
{
    return w->tactics && w->tactics->push_null && !facts->is_over && !facts->in_check && ply < w->run->plies;
}

/* The value of the position for its side to move after a null move. */
static by_value probe_pass(struct best_walk *w, int ply, uint8_t side)
{
    struct by_node facts;
    by_value value;
    by_move best;

    if (!by__control_count(w->control))
        return 0;
    w->tactics->push_null(w->state);
    w->rules->node(w->state, ply + 1, &facts);
    value = probe(w, ply + 1, &best);
    w->tactics->pop_null(w->state);
    return facts.side == side ? value : -value;
}

static by_value with_margin(struct best_walk *w, by_value value, by_value margin)
{
    by_value sum = value + margin;

    w->count[BEST_MARGINS]++;
    return sum > BY_WIN ? BY_WIN : sum < -BY_WIN ? -BY_WIN : sum;
}

/* The value after the best move of the side to move and another one. */
static by_value probe_twice(struct best_walk *w, int ply, by_value real, by_move best, uint8_t side)
{
    struct by_node facts;
    by_value value;

    if (best == BY_MOVE_NONE || !w->tactics || !w->tactics->push_null || ply >= w->run->plies)
        return with_margin(w, real, w->opt->margin);
    if (!by__control_count(w->control))
        return 0;
    w->rules->push(w->state, best);
    w->rules->node(w->state, ply + 1, &facts);
    if (facts.side != side && can_pass(w, ply + 1, &facts))
        value = -probe_pass(w, ply + 1, facts.side);
    else
        value = with_margin(w, real, w->opt->margin);
    w->rules->pop(w->state, best);
    return value;
}

static void judge_by_probes(struct best_walk *w, int ply, const struct by_node *facts, struct best_node *node)
{
    by_move best;
    by_value low, high;

    node->real = node->pess = node->opt = probe(w, ply, &best);
    /* The end was seen, or a win or a loss that holds against every answer: nothing is left to guess */
    if (!w->probe_met_horizon || by__is_decisive(node->real))
        return;
    if (w->control->is_stopped)
        return;
    low = can_pass(w, ply, facts) ? probe_pass(w, ply, facts->side) : with_margin(w, node->real, -w->opt->margin);
    if (w->control->is_stopped)
        return;
    high = probe_twice(w, ply, node->real, best, facts->side);
    node->pess = low < node->real ? low : node->real;
    node->opt = high > node->real ? high : node->real;
}

static by_value between(by_value value, by_value min, by_value max)
{
    return value < min ? min : value > max ? max : value;
}

static void judge_by_game(struct best_walk *w, int ply, struct best_node *node)
{
    by_move best;

    w->evaluation->bounds(w->state, &node->pess, &node->opt);
    node->pess = by__value_at_ply(node->pess, ply);
    node->opt = by__value_at_ply(node->opt, ply);
    node->real = node->pess;
    if (w->has_estimates && node->pess < node->opt)
        node->real = between(probe(w, ply, &best), node->pess, node->opt);
}

void by__best_judge(struct best_walk *w, int ply, const struct by_node *facts, struct best_node *node)
{
    if (w->is_probing)
        judge_by_probes(w, ply, facts, node);
    else
        judge_by_game(w, ply, node);
}
