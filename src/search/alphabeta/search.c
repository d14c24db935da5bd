/* SPDX-License-Identifier: MIT
 *
 * Alpha-beta (Knuth & Moore 1975): the value of a node, as far as it matters for a window (alpha, beta). A node is
 * worth the maximum of its moves, each seen from the side to move. Once a move is worth beta or more, the other side
 * will avoid the node, and its remaining moves need no search.
 *
 * Invariant: a value between alpha and beta is that of the search to this depth. A value of alpha or less is an upper
 * bound of it (the node fails low), one of beta or more a lower bound (it fails high).
 *
 * search_node lists all techniques in the order in which a node meets them; by__ab_search_moves goes on with those of
 * each move. Every technique has a file or a function of its own, which does nothing if its option is off.
 */
#include "search/alphabeta/alphabeta.h"

/* ---- A move ---------------------------------------------------------------------------------------------------- */

/* What a value rests on, to be restored where another search replaces one. */
struct grounds {
    bool met_horizon, is_doubtful;
    int path_ply;
};

static void restore_grounds(struct ab_node *n, const struct grounds *grounds)
{
    n->met_horizon = grounds->met_horizon;
    n->is_doubtful = grounds->is_doubtful;
    n->path_ply = grounds->path_ply;
}

/* The depth of the node below, where a move was made. */
static int depth_of_child(struct ab *s, struct ab_node *n)
{
    int extension = by__ab_extension(s, n, n + 1);

    n[1].extended = n->extended + extension;
    return n->depth - AB_PLY + extension;
}

/* 19. Late move reductions: a late move is unlikely to be better than the best so far. It is searched less deeply
 * first, and to the whole depth only if it then looks better.
 * 20. Principal variation search (Marsland & Campbell 1982): if the first move is the best, a null window suffices to
 * show that no later one is better. One that is better is searched again with the whole window. */
static by_value search_later_move(struct ab *s, struct ab_node *n, int depth, int reduction)
{
    bool is_open = n->beta - n->alpha > 1;
    bool forgets = s->is_selective && n->depth >= AB_PLY && s->opt.hash_path != AB_PATH_SKIP;
    struct grounds before = {n->met_horizon, n->is_doubtful, n->path_ply};
    struct ab_window null = {n->alpha, n->alpha + 1, is_open ? ab_phase_of(n, BY_PHASE_SCOUT) : n->phase, true};
    struct ab_window whole = {n->alpha, n->beta, ab_phase_of(n, BY_PHASE_RESEARCH), false};
    int reduced = depth - reduction * AB_PLY > AB_PLY ? depth - reduction * AB_PLY : AB_PLY;
    by_value value;

    s->count[AB_PVS_SCOUTS] += is_open;
    if (reduced < depth) {
        s->count[AB_LATE_REDUCTIONS]++;
        value = by__ab_search_made(s, n, null, reduced);
        if (value <= n->alpha || !by__control_count(s->control))
            return value;
        s->count[AB_LATE_RESEARCHES]++;
        if (forgets)
            restore_grounds(n, &before);
    }
    null.is_cut_node = !n->is_cut_node;
    value = by__ab_search_made(s, n, null, depth);
    if (value <= n->alpha || value >= n->beta || !by__control_count(s->control))
        return value;
    s->count[AB_PVS_RESEARCHES]++;
    if (forgets)
        restore_grounds(n, &before);
    return by__ab_search_made(s, n, whole, depth_of_child(s, n)); /* its extension counts again */
}

/* Makes a move and searches the node it leads to.
 * 18. Extensions: forced moves must not push what matters beyond the horizon. */
static by_value search_move(struct ab *s, struct ab_node *n, const struct by_move_info *move, bool is_first)
{
    int depth, reduction = 0;
    by_value value;

    by__ab_make(s, n, move);
    depth = depth_of_child(s, n);
    if (s->is_selective && !is_first && n->depth >= AB_PLY)
        reduction = by__ab_reduction(s, n, move);
    if (!is_first && (s->opt.pvs || reduction > 0))
        value = search_later_move(s, n, depth, reduction);
    else
        value = by__ab_search_made(
            s, n, (struct ab_window){n->alpha, n->beta, n->phase, !ab_is_pv(n) && !n->is_cut_node}, depth);
    s->rules->pop(s->state, move->move);
    return value;
}

/* ---- The moves of a node --------------------------------------------------------------------------------------- */

static by_value stop(struct ab_node *n)
{
    n->reason = BY_REASON_STOPPED;
    return 0;
}

/* Whether the game marks the move: the other side wins with its answer. */
static bool is_known_to_lose(const struct ab *s, const struct by_move_info *move)
{
    return s->bounds && (move->flags & BY_MOVE_LOSES);
}

static by_value value_of_losing_move(struct ab *s, struct ab_node *n)
{
    s->count[AB_BOUNDS_LOSING_MOVES]++;
    s->stack.lengths[n->ply + 1] = 0;
    n[1].met_horizon = false;
    n[1].path_ply = INT_MAX;
    return n->ply + 2 - BY_WIN;
}

/* Whether the game marks the move as worth the same as one before it, and that one is in the list. */
static bool is_symmetric(const struct ab *s, const struct ab_node *n, const struct by_move_info *move)
{
    return s->bounds && (move->flags & BY_MOVE_SYMMETRIC) && move->move != n->hash_move && by__ab_is_whole(s, n);
}

/* A cut rests on the move that caused it and on no other. */
static void rest_on_one_move(const struct ab *s, struct ab_node *n)
{
    if (s->opt.hash_path == AB_PATH_SKIP)
        return;
    n->path_ply = n[1].path_ply;
    n->met_horizon = n[1].met_horizon;
}

static void cut(struct ab *s, struct ab_node *n, by_value value, bool by_first)
{
    n->reason = BY_REASON_CUT;
    rest_on_one_move(s, n);
    s->count[AB_CUTS]++;
    s->count[AB_CUTS_FIRST] += by_first;
    s->count[AB_HASH_MOVE_CUTS] += n->best_move == n->hash_move;
    if (s->control->wants & BY_EVENT_CUT)
        by__ab_report(s, n, BY_EVENT_CUT, value);
}

/* What the node returns, by the form: the best value seen, that value held to the window, or the alpha it has come to.
 */
static by_value value_in_form(const struct ab *s, const struct ab_node *n, by_value best)
{
    return s->opt.form == AB_RECORDED ? n->alpha : ab_clamp(s, n, best);
}

by_value by__ab_search_moves(struct ab *s, struct ab_node *n, by_value best)
{
    struct by_move_info *move;
    struct by_move_info best_info = {0};
    bool is_first = true, is_best_doubtful = false;

    n->best_move = BY_MOVE_NONE;
    n->reason = BY_REASON_SEARCHED;
    n->tried = 0;
    n->max_pruned_value = -BY_INFINITE;

    /* 14. The next move: those that often cut come first. */
    for (; (move = by__ab_next_move(s, n)); n->tried++) {
        struct by_move_info info = *move;
        by_value value = 0;

        /* 15. Symmetric moves: one of them is enough. */
        if (is_symmetric(s, n, &info)) {
            s->count[AB_BOUNDS_TWINS]++;
            continue;
        }

        /* 16. Pruning: moves that are unlikely to raise alpha are not searched (late move, futility, history and static
         * exchange pruning; in quiescence delta pruning). */
        if (s->is_selective && by__ab_is_pruned(s, n, &info, best))
            continue;

        /* 17. Losing moves: those that the game marks so need no search. */
        if (is_known_to_lose(s, &info))
            value = value_of_losing_move(s, n);
        /* 18. to 20. Extensions, late move reductions, principal variation search (search_move). */
        else if (by__control_count(s->control))
            value = search_move(s, n, &info, is_first);

        if (s->control->is_stopped)
            return stop(n);
        move->score = AB_SEARCHED;
        s->count[AB_HASH_MOVE_TRIES] += info.move == n->hash_move;
        if (value > best) {
            best = value;
            best_info = info;
            n->best_is_capture = info.flags & BY_MOVE_CAPTURE;
            n->best_move = info.move;
            is_best_doubtful = by_value_is_win(value) && n[1].is_doubtful;
        }
        if (value > n->alpha) {
            n->alpha = value;
            by__stack_extend(&s->stack, n->ply, info.move);
        }

        /* 21. Beta cut-off: the other side has a better choice earlier, and avoids this node. */
        if (n->alpha >= n->beta) {
            cut(s, n, value, is_first);
            break;
        }
        is_first = false;
    }
    if (best == -BY_INFINITE)
        return n->excluded == BY_MOVE_NONE ? by__ab_value_at_end(s, n) : n->alpha;
    if (!n->tried && n->reason == BY_REASON_SEARCHED)
        n->reason = BY_REASON_HORIZON; /* nothing to capture */
    if (by_value_is_win(best))
        n->is_doubtful = is_best_doubtful; /* a win rests on its move alone */

    /* 22. Killers and histories: a move that was best here is likely to be good in other nodes. */
    if (n->best_move != BY_MOVE_NONE && n->alpha > n->alpha_given && n->depth >= AB_PLY && n->excluded == BY_MOVE_NONE)
        by__ab_learn(s, n, &best_info, n->reason == BY_REASON_CUT);
    return value_in_form(s, n, best > n->max_pruned_value ? best : n->max_pruned_value);
}

/* ---- A node ---------------------------------------------------------------------------------------------------- */

static bool try_win_distance(struct ab *s, struct ab_node *n, by_value *value)
{
    by_value max = BY_WIN - (n->ply + 1), min = n->ply - BY_WIN;

    if (!s->opt.win_distance || (n->alpha < max && n->beta > min))
        return false;
    s->count[AB_WIN_DISTANCE_CUTS]++;
    n->reason = BY_REASON_WINDOW;
    *value = ab_clamp(s, n, n->alpha >= max ? max : min);
    return true;
}

static bool try_bounds(struct ab *s, struct ab_node *n, by_value *value)
{
    by_value lower, upper;

    if (!s->bounds)
        return false;
    s->bounds(s->state, &lower, &upper);
    lower = by__value_at_ply(lower, n->ply);
    upper = by__value_at_ply(upper, n->ply);
    if (lower < n->beta && upper > n->alpha && lower < upper) {
        n->alpha = n->alpha_given = lower > n->alpha ? lower : n->alpha;
        n->beta = upper < n->beta ? upper : n->beta;
        return false;
    }
    s->count[AB_BOUNDS_CUTS]++;
    n->reason = BY_REASON_WINDOW;
    *value = ab_clamp(s, n, upper <= n->alpha ? upper : lower);
    return true;
}

/* All techniques, in order. The root, and a node that is searched once more to another depth or with another window
 * (`is_again`), begin with step 11: nothing before may cut them. */
static by_value search_node(struct ab *s, struct ab_node *n, bool is_again)
{
    by_value value;

    if (!is_again) {
        /* 1. The end of the game: its rules give the value. */
        if (n->info.is_over)
            return by__ab_value_at_end(s, n);

        /* 2. Win distance: no win is shorter than one with the next move. If a shorter one is known already, nothing
         * below this node can matter. */
        if (try_win_distance(s, n, &value))
            return value;

        /* 3. Bounds: what the game knows of the value without search may lie outside of the window, or narrow it. */
        if (try_bounds(s, n, &value))
            return value;

        /* 4. Horizon: no depth is left. Quiescence searches on until no capture changes the value. */
        if (by__ab_at_horizon(s, n))
            return by__ab_horizon_value(s, n);

        /* 5. Hash table: a search of the same position to at least this depth gives the value. A shallower one gives
         * the move to try first. */
        if (by__ab_try_hash(s, n, &value))
            return value;

        if (s->is_selective) {
            /* 6. Static evaluation: steps 7 to 10, 16 and 19 rest on it. */
            by__ab_evaluate_node(s, n);

            /* 7. Reverse futility: near the horizon an evaluation far above beta will hardly fall below it. */
            if (by__ab_try_reverse_futility(s, n, &value))
                return value;

            /* 8. Razoring: near the horizon and far below alpha, only captures can help, and quiescence finds them. */
            if (by__ab_try_razoring(s, n, &value))
                return value;
        }

        /* 9. Null move: if even passing is good enough for a cut, the best move is too. */
        if (by__ab_try_null(s, n, &value))
            return value;

        /* 10. ProbCut: a capture that beats a raised beta in a shallower search will beat beta in a deep one. */
        if (s->is_selective && by__ab_try_probcut(s, n, &value))
            return value;
    }

    /* 11. Internal iterative deepening: without a hash move, a shallower search finds the move to try first. */
    if (s->opt.iid)
        by__ab_deepen_internally(s, n);
    if (s->control->is_stopped)
        return stop(n);

    if (s->is_selective) {
        /* 12. Internal iterative reduction: instead, the node is searched less deeply, and has a hash move the next
         * time. */
        by__ab_reduce_without_hash_move(s, n);

        /* 13. Singular extension: if no other move comes near the hash move, it is searched deeper in step 18.
         * Multi-cut: if another one beats beta too, the node is cut. */
        if (by__ab_try_singular(s, n, &value))
            return value;
    }

    /* 14. to 22. The moves, best first (by__ab_search_moves): symmetric moves, pruning, losing moves, extensions, late
     * move reductions, principal variation search, beta cut-off, killers and histories. */
    by__ab_begin_moves(s, n, BY_MOVES_ALL);
    if (s->opt.extend_single)
        n->has_single_move = by__ab_count_moves(s, n) == 1;
    value = by__ab_search_moves(s, n, -BY_INFINITE);

    /* 23. The hash table stores the value, and the correction of the static evaluation learns from it. */
    if (!s->control->is_stopped && n->best_move != BY_MOVE_NONE) {
        by__ab_store_hash(s, n, value);
        if (!n->best_is_capture)
            by__ab_learn_correction(s, n, value);
    }

    /* 24. Zugzwang: the search that was to verify the cut of the null move has not found it. The node gets back the ply
     * that it had lost to the verification. */
    if (n->is_verifying_null && !is_again && by__ab_is_refuted_null(s, n, value))
        return search_node(s, n, true);
    return value;
}

by_value by__ab_search_again(struct ab *s, struct ab_node *n)
{
    return search_node(s, n, true);
}

by_value by__ab_search_node(struct ab *s, struct ab_node *n)
{
    by_value value;

    s->stack.lengths[n->ply] = 0;
    if (n->ply > s->control->selective_depth)
        s->control->selective_depth = n->ply;
    if (s->control->wants & BY_EVENT_ENTER)
        by__ab_report(s, n, BY_EVENT_ENTER, 0);
    value = search_node(s, n, n->ply == 0);
    if (s->control->wants & BY_EVENT_LEAVE)
        by__ab_report(s, n, BY_EVENT_LEAVE, value);
    return value;
}
