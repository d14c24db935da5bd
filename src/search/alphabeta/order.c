/* SPDX-License-Identifier: MIT
 *
 * Move ordering: alpha-beta cuts most when the best move comes first. The order is
 *
 *     hash move   killers (before_captures)   captures   killers (after_captures)   counter move   the rest by history
 *
 * Captures that lose material belong to the rest with captures=exchange (Yue & Feng 2009), and come last with
 * captures=see; static exchange evaluation then looks only at captures whose turn it is. Equal moves keep the order of
 * generation, so that it is the same on every machine.
 */
#include <string.h>

#include "search/alphabeta/alphabeta.h"

enum {
    BAND = 1 << 27,    /* scores of a higher band come first, whatever the history says */
    COUNTER = 1 << 20, /* beyond any history with gravity */
    BAND_KILLER_AFTER = BAND,
    BAND_CAPTURE = 2 * BAND,
    BAND_KILLER_BEFORE = 3 * BAND,
    BAND_HASH = 4 * BAND,
};

/* ---- Killers --------------------------------------------------------------------------------------------------- */

/* The killer with the most cuts; the later of two that have as many stands first. */
static int slot_with_max_cuts(const struct ab_killers *killers)
{
    int best = 0;

    for (int i = 1; i < AB_KILLER_SLOTS; i++)
        if (killers->cuts[i] > killers->cuts[best])
            best = i;
    return best;
}

/* The rank of a move as a killer of its ply: 0: it is none; the higher, the earlier it is tried. */
static int killer_rank(const struct ab *s, int ply, by_move move)
{
    const struct ab_killers *killers = &s->killers[ply];

    if (s->opt.killer_kind == AB_KILLERS_COUNTED) {
        int best = slot_with_max_cuts(killers);

        return killers->cuts[best] && killers->moves[best] == move;
    }
    for (int i = 0; i < AB_RECENT_KILLERS; i++)
        if (killers->cuts[i] && killers->moves[i] == move)
            return AB_RECENT_KILLERS - i;
    return 0;
}

/* Moves slot `i` to the front, so that the latest stands first. */
static void bring_to_front(struct ab_killers *killers, int i, by_move move, uint32_t cuts)
{
    memmove(killers->moves + 1, killers->moves, (size_t)i * sizeof killers->moves[0]);
    memmove(killers->cuts + 1, killers->cuts, (size_t)i * sizeof killers->cuts[0]);
    killers->moves[0] = move;
    killers->cuts[0] = cuts;
}

/* Counts a cut. A move that is not in the table replaces the one with the fewest cuts. */
static void add_killer(struct ab_killers *killers, by_move move)
{
    int fewest = AB_KILLER_SLOTS - 1;

    for (int i = AB_KILLER_SLOTS - 1; i >= 0; i--) {
        if (killers->cuts[i] && killers->moves[i] == move) {
            bring_to_front(killers, i, move, killers->cuts[i] + 1);
            return;
        }
        if (killers->cuts[i] < killers->cuts[fewest])
            fewest = i;
    }
    bring_to_front(killers, fewest, move, 1);
}

/* A table of the two latest. */
static void add_recent_killer(struct ab_killers *killers, by_move move)
{
    if (killers->cuts[0] && killers->moves[0] == move)
        return;
    bring_to_front(killers, 1, move, 1);
}

static void learn_killer(struct ab *s, const struct ab_node *n, const struct by_move_info *best)
{
    bool is_capture = best->flags & BY_MOVE_CAPTURE;

    if (s->opt.killers == AB_KILLERS_OFF || (is_capture && s->opt.captures))
        return;
    if (killer_rank(s, n->ply, best->move))
        s->count[AB_KILLERS_CUTS]++;
    if (s->opt.killer_kind == AB_KILLERS_COUNTED)
        add_killer(&s->killers[n->ply], best->move);
    else
        add_recent_killer(&s->killers[n->ply], best->move);
}

/* ---- History --------------------------------------------------------------------------------------------------- */

static int32_t *history_of(const struct ab *s, const struct by_move_info *move)
{
    return &s->history[s->opt.history == AB_HISTORY_FROM_TO ? move->from_to : move->piece_to];
}

static int32_t history_gain(const struct ab *s, int depth)
{
    int plies = depth / AB_PLY;

    if (s->opt.history_gain == AB_GAIN_SQUARE)
        return plies * plies;
    return 1 << (plies < AB_HISTORY_POWER_MAX_DEPTH ? plies : AB_HISTORY_POWER_MAX_DEPTH);
}

static void learn_history(struct ab *s, const struct ab_node *n, const struct by_move_info *best)
{
    int32_t *success;

    if (s->opt.history == AB_HISTORY_OFF)
        return;
    success = history_of(s, best);
    *success += history_gain(s, n->depth);
    if (*success <= AB_HISTORY_MAX)
        return;
    for (int i = 0; i < s->history_slots; i++)
        s->history[i] /= 2;
}

/* A move that caused a cut or was the best is likely to be good in other nodes. */
void by__ab_learn(struct ab *s, const struct ab_node *n, const struct by_move_info *best, bool is_cut)
{
    if (is_cut)
        learn_killer(s, n, best);
    if (s->tables.main)
        by__ab_learn_by_gravity(s, n, best, is_cut);
    else
        learn_history(s, n, best);
}

bool by__ab_is_refutation(const struct ab *s, const struct ab_node *n, by_move move)
{
    return (s->opt.killers && killer_rank(s, n->ply, move)) || by__ab_is_counter(s, n, move);
}

void by__ab_order_clear(struct ab *s)
{
    memset(s->killers, 0, ((size_t)s->plies + 1) * sizeof *s->killers);
    memset(s->history, 0, (size_t)s->history_slots * sizeof *s->history);
    if (!s->opt.history_keep)
        by__ab_tables_clear(s);
}

/* ---- Captures -------------------------------------------------------------------------------------------------- */

int by__ab_exchange_value(const struct ab *s, const struct by_move_info *capture)
{
    const uint8_t *worths = s->tactics->worths;
    int won = worths[capture->victim];

    return s->tactics->is_protected(s->state, capture->move) ? won - worths[capture->attacker] : won;
}

/* The rank of a capture among the captures; below 0: it belongs to the quiet moves. */
static int capture_rank(const struct ab *s, const struct by_move_info *move)
{
    if (s->opt.captures == AB_BY_SEE && s->tactics->prices)
        return AB_CAPTURE_BASE + AB_CAPTURE_PRICE_WEIGHT * s->tactics->prices[move->victim] +
               by__ab_capture_history(s, move) / AB_CAPTURE_HISTORY_DEN;
    if (s->opt.captures != AB_BY_EXCHANGE || !s->tactics->worths || !s->tactics->is_protected)
        return 0;
    return by__ab_exchange_value(s, move);
}

/* ---- The order ------------------------------------------------------------------------------------------------- */

int32_t by__ab_score_of(const struct ab *s, const struct ab_node *n, const struct by_move_info *move)
{
    int rank, capture;

    if (move->move == n->hash_move)
        return BAND_HASH;
    rank = s->opt.killers ? killer_rank(s, n->ply, move->move) : 0;
    if (rank && s->opt.killers == AB_BEFORE_CAPTURES)
        return BAND_KILLER_BEFORE + rank;
    capture = s->opt.captures && (move->flags & BY_MOVE_CAPTURE) ? capture_rank(s, move) : -1;
    if (capture >= 0)
        return BAND_CAPTURE + capture;
    if (rank)
        return BAND_KILLER_AFTER + rank;
    if (s->tables.main)
        return by__ab_is_counter(s, n, move->move) ? COUNTER : by__ab_quiet_history(s, n, move);
    return s->opt.history ? *history_of(s, move) : 0;
}

bool by__ab_put_last_if_losing(const struct ab *s, struct by_move_info *move)
{
    if (s->opt.captures != AB_BY_SEE || !s->tactics->see_at_least || move->score < BAND_CAPTURE ||
        move->score >= BAND_KILLER_BEFORE || s->tactics->see_at_least(s->state, move->move, 0))
        return false;
    move->score += 2 * AB_LOSING - BAND_CAPTURE;
    return true;
}
