/* SPDX-License-Identifier: MIT
 *
 * Moves in stages. Most nodes that are cut are cut by one of their first moves; what would come later need not be
 * listed for them, let alone be put in order:
 *
 *     hash move   captures that do not lose   killers and counter move   quiet moves   captures that lose
 *
 * The captures stand at the beginning of the node's list and the quiet moves behind them, as they come.
 */
#include "search/alphabeta/alphabeta.h"

enum stage { HASH_MOVE, LIST_CAPTURES, GOOD_CAPTURES, FIND_REFUTATIONS, REFUTATIONS, LIST_QUIET, QUIET, LOSING, END };

/* Whether a move has come before the list in which it is found. */
static bool was_tried(const struct ab_node *n, by_move move)
{
    if (n->hash_move_tried && move == n->hash_move)
        return true;
    for (int i = 0; i < n->refutation_count; i++)
        if (n->refutations[i].move == move)
            return true;
    return false;
}

/* Lists moves of a kind behind those that are there. */
static void list_kind(struct ab *s, struct ab_node *n, enum by_moves_kind kind)
{
    int from = n->is_listed ? n->moves.count : 0, kept = from;
    struct by_move_info *all = by__stack_moves(&s->stack, n->ply);
    struct by_moves moves = {.list = all + from};
    bool is_for_checks = kind == BY_MOVES_QUIET && n->kind == BY_MOVES_TACTICAL;

    s->rules->moves(s->state, kind, &moves);
    by__ab_take_up_list(n, &moves);
    for (int i = from; i < from + moves.count; i++) {
        if (was_tried(n, all[i].move) || (is_for_checks && !s->tactics->gives_check(s->state, all[i].move)))
            continue;
        all[kept] = all[i];
        all[kept].score = by__ab_score_of(s, n, &all[kept]);
        kept++;
    }
    n->moves = (struct by_moves){.list = all, .count = kept};
    n->is_listed = true;
    n->next = from;
}

/* The next capture that does not lose material. What is put off has a score below all others. */
static struct by_move_info *next_good_capture(struct ab *s, struct ab_node *n)
{
    struct by_move_info *list = n->moves.list;

    while (n->next < n->moves.count) {
        by__ab_select_best(list, n->next, n->moves.count);
        if (list[n->next].score < 0)
            return NULL;
        if (!by__ab_is_put_off(s, &list[n->next]))
            return &list[n->next++];
    }
    return NULL;
}

static void add_refutation(struct ab *s, struct ab_node *n, by_move move)
{
    struct by_move_info *next = &n->refutations[n->refutation_count];

    if (move == BY_MOVE_NONE || was_tried(n, move) || !s->describe(s->state, move, next) ||
        (next->flags & BY_MOVE_CAPTURE))
        return;
    n->refutation_count++;
}

static void find_refutations(struct ab *s, struct ab_node *n)
{
    const struct ab_killers *killers = &s->killers[n->ply];

    for (int i = 0; s->opt.killers && i < AB_RECENT_KILLERS; i++)
        if (killers->cuts[i])
            add_refutation(s, n, killers->moves[i]);
    if (s->tables.counters && n->via.move != BY_MOVE_NONE)
        add_refutation(s, n, s->tables.counters[n->via.piece_to]);
    n->refutation_next = 0;
}

static struct by_move_info *next_of_list(struct ab_node *n, int end)
{
    if (n->next >= end)
        return NULL;
    by__ab_select_best(n->moves.list, n->next, end);
    return &n->moves.list[n->next++];
}

/* In quiescence only quiet moves that give check, and only at its first ply. */
static bool wants_quiet(const struct ab *s, const struct ab_node *n)
{
    if (n->kind == BY_MOVES_ALL)
        return !n->skips_quiet;
    return s->opt.quiescence_checks && n->phase == BY_PHASE_QUIET && n->depth >= 0 && s->tactics->gives_check;
}

/* The move of the stage that the node is in, NULL: there is none left in it. */
static struct by_move_info *pick_of_stage(struct ab *s, struct ab_node *n)
{
    switch ((enum stage)n->stage) {
    case HASH_MOVE:
        n->refutation_count = n->refutation_next = 0;
        n->skips_quiet = false;
        return by__ab_try_hash_move(s, n) ? &n->hash_info : NULL;
    case LIST_CAPTURES:
        list_kind(s, n, BY_MOVES_TACTICAL);
        return NULL;
    case GOOD_CAPTURES:
        return next_good_capture(s, n);
    case FIND_REFUTATIONS:
        n->losing_at = n->next;
        n->quiet_at = n->moves.count;
        if (n->kind == BY_MOVES_ALL)
            find_refutations(s, n);
        return NULL;
    case REFUTATIONS:
        return n->refutation_next < n->refutation_count ? &n->refutations[n->refutation_next++] : NULL;
    case LIST_QUIET:
        if (wants_quiet(s, n))
            list_kind(s, n, BY_MOVES_QUIET);
        return NULL;
    case QUIET:
        return wants_quiet(s, n) ? next_of_list(n, n->moves.count) : NULL;
    case LOSING:
        return next_of_list(n, n->quiet_at);
    case END:
        break;
    }
    return NULL;
}

struct by_move_info *by__ab_pick(struct ab *s, struct ab_node *n)
{
    struct by_move_info *move = NULL;

    for (; !(move = pick_of_stage(s, n)) && n->stage < END; n->stage++)
        if (n->stage == QUIET)
            n->next = n->losing_at;
    return move;
}
