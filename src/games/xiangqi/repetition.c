/* SPDX-License-Identifier: MIT
 *
 * The law of repetition: when a position has come back, whose doing it was.
 *
 * Where nothing has come back the price is the comparison of keys, every other position back to the last move that
 * cannot be taken back. Where something has, the moves of the cycle are taken back one by one on a copy of the board,
 * first for checks, and for chases only if checks have not decided. Each side then has a conduct over the whole cycle,
 * and the graver one loses.
 *
 * When: in the game, at the third occurrence, over both rounds of the cycle. Inside the tree the first return to a
 * position strictly after the root is enough: whoever could do better by leaving the cycle in its second round could
 * have left it at the same point of the first, where all moves were his to choose and are searched. The verdict on the
 * one round is exactly what the law would say if it were played twice. That takes care of pieces of a kind that change
 * places in the round: victims are followed by identity, and in the second round each of the two stands where the other
 * stood. A cycle that begins at the root or before it waits for the third occurrence, since not all of its moves were
 * chosen in this tree. Nor is the verdict on one round exact where the cycle leads through a position that stood on the
 * board before it began: in the second round that one comes for the third time first, and is judged with the moves
 * before the cycle. Nor is it where the move count may end the game in that round. Proofs do without it
 * (`has_returned`).
 */
#include "games/xiangqi/judge.h"

/* In the order of the option `rules`. */
static const struct xq_rule_set rule_sets[] = {
    {.name = "computer", .judges_chases = true, .check_excuses = true},
    {.name = "asian", .judges_chases = true, .protects_leg_rooks = true},
    {.name = "plain"},
};

/* A side cannot come back to where it was in fewer than two moves of its own. */
enum { CYCLE_LEAST = 4 };

const struct xq_rule_set *by__xq_rules_of(const struct xq *s)
{
    return &rule_sets[s->tables->rule_set];
}

int by__xq_plies_to_return(const struct xq *s, int after)
{
    for (int plies = after + CYCLE_LEAST; plies <= s->reversible; plies += 2)
        if (s->undo[s->length - (uint32_t)plies].key == s->key)
            return plies;
    return 0;
}

/* ---- Walking back ------------------------------------------------------------------------------------------------ */

/* A view of the position some plies ago. */
struct walk {
    const struct xq *s;
    int back; /* plies */
    struct xq_view view;
};

/* The side that made the move to the walk's position. */
static int mover(const struct walk *walk)
{
    return walk->view.board->side ^ 1;
}

static void step_back(struct walk *walk)
{
    const struct xq_undo *undo = &walk->s->undo[walk->s->length - (uint32_t)++walk->back];

    by__xq_unshift(walk->view.board, xq_from(undo->move), xq_to(undo->move), undo->captured);
    walk->view.board->side ^= 1;
}

/* Whether the move that led to the walk's position gave check. The record may know it. */
static bool gave_check(const struct walk *walk)
{
    if (walk->back) {
        int8_t known = walk->s->undo[walk->s->length - (uint32_t)walk->back].in_check;

        if (known >= 0)
            return known == 1;
    }
    return by__xq_gives_check(&walk->view, walk->view.board->side);
}

static void count_checks(const struct xq *s, struct xq_cycle *cycle)
{
    struct xq board = *s; /* without the record */
    struct walk walk = {.s = s, .view.board = &board};

    for (; walk.back < cycle->plies; step_back(&walk))
        cycle->checks[mover(&walk)] += gave_check(&walk);
}

/* Keeps the victims that a second round would chase as well: in it a piece plays the part of the one that stood at the
 * beginning where it stands now, and that has to be a victim too. */
static void keep_steady_victims(const struct xq *s, const struct xq *at_first, struct xq_cycle *cycle)
{
    for (int side = XQ_RED; side <= XQ_BLACK; side++) {
        unsigned victims = cycle->victims[side];

        for (int slot = 0; slot < XQ_SIDE_PIECES; slot++) {
            int square = s->at[(side ^ 1) * XQ_SIDE_PIECES + slot];

            if (square != XQ_OFF && !(victims >> (at_first->board[square] & 15) & 1))
                cycle->victims[side] &= ~(1u << slot);
        }
    }
}

/* The chases of every move: what is threatened after it and was not before it. */
static void find_chases(const struct xq *s, bool is_foretold, struct xq_cycle *cycle, unsigned leg_rooks[2])
{
    struct xq board = *s;
    struct walk walk = {.s = s, .view.board = &board};

    cycle->looks_at_chases = true;
    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        cycle->victims[side] = leg_rooks[side] = 0xFFFF;
    while (walk.back < cycle->plies) {
        int side = mover(&walk);
        unsigned *victims = &cycle->victims[side];

        if (*victims) {
            by__xq_view_checks(&walk.view);
            *victims = by__xq_victims(&walk.view, side, *victims);
            leg_rooks[side] &= by__xq_rooks_on_leg(&walk.view, side);
        }
        step_back(&walk);
        if (*victims) {
            by__xq_view_checks(&walk.view);
            *victims &= ~by__xq_victims(&walk.view, side, *victims);
        }
    }
    if (is_foretold)
        keep_steady_victims(s, &board, cycle);
}

/* ---- The verdict ------------------------------------------------------------------------------------------------- */

static void judge_chases(const struct xq *s, const struct xq_rule_set *rules, bool is_foretold, struct xq_cycle *cycle)
{
    unsigned leg_rooks[2];

    find_chases(s, is_foretold, cycle, leg_rooks);
    for (int side = XQ_RED; side <= XQ_BLACK; side++) {
        if (cycle->victims[side])
            cycle->conduct[side] = XQ_CHASES;
        if (rules->protects_leg_rooks && cycle->victims[side] & leg_rooks[side])
            cycle->conduct[side] = XQ_CHASES_LEG_ROOK;
    }
}

struct xq_cycle by__xq_judge_cycle(const struct xq *s, int plies, bool is_foretold)
{
    const struct xq_rule_set *rules = by__xq_rules_of(s);
    struct xq_cycle cycle = {.plies = plies, .loser = XQ_NOBODY};
    bool has_check;

    count_checks(s, &cycle);
    has_check = cycle.checks[XQ_RED] || cycle.checks[XQ_BLACK];
    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        if (cycle.checks[side] == plies / 2)
            cycle.conduct[side] = XQ_CHECKS;
    if (cycle.conduct[XQ_RED] != XQ_CHECKS && cycle.conduct[XQ_BLACK] != XQ_CHECKS && rules->judges_chases &&
        !(rules->check_excuses && has_check))
        judge_chases(s, rules, is_foretold, &cycle);
    if (cycle.conduct[XQ_RED] != cycle.conduct[XQ_BLACK])
        cycle.loser = cycle.conduct[XQ_RED] > cycle.conduct[XQ_BLACK] ? XQ_RED : XQ_BLACK;
    return cycle;
}

static void settle(const struct xq *s, const struct xq_cycle *cycle, bool is_foretold, struct by_node *out)
{
    out->is_over = true;
    out->is_foretold = is_foretold;
    out->path_plies = (uint16_t)cycle->plies;
    out->cycle_decides = true;
    /* Two cycles in which different pieces are chased make one in which none is */
    out->cycles_join = !cycle->looks_at_chases || !(cycle->victims[XQ_RED] || cycle->victims[XQ_BLACK]);
    out->is_estimate = is_foretold && !out->cycles_join; /* the next round may chase another piece */
    out->value = 0;
    if (cycle->loser != XQ_NOBODY)
        out->value = cycle->loser == s->side ? -BY_WIN : BY_WIN;
}

/* Whether a position inside the cycle of the last `plies` moves stood on the board before it began too. */
static bool meets_the_past(const struct xq *s, int plies)
{
    for (int back = 1; back < plies; back++) {
        uint64_t key = s->undo[s->length - (uint32_t)back].key;

        for (int before = back + 2; before <= s->reversible; before += 2)
            if (before > plies && s->undo[s->length - (uint32_t)before].key == key)
                return true;
    }
    return false;
}

bool by__xq_repetition(const struct xq *s, int ply, struct by_node *out)
{
    int once = by__xq_plies_to_return(s, 0), twice;
    struct xq_cycle cycle;

    if (!once)
        return false;
    twice = by__xq_plies_to_return(s, once);
    out->has_returned = !twice && (once >= ply || by__xq_count_is_near(s) || meets_the_past(s, once));
    if (!twice && once >= ply)
        return false;
    cycle = by__xq_judge_cycle(s, twice ? twice : once, !twice);
    settle(s, &cycle, !twice, out);
    return true;
}
