/* SPDX-License-Identifier: MIT
 *
 * A node of alpha-beta. The functions that begin with try_ settle a node without looking at its moves.
 */
#include "search/alphabeta/alphabeta.h"

void by__ab_tell(struct ab *s, const struct ab_node *n, enum by_event_kind kind, by_value value)
{
    struct by_event event = {.kind = kind,
                             .reason = kind == BY_EVENT_LEAVE ? n->reason : BY_REASON_NONE,
                             .phase = n->phase,
                             .side = n->info.side,
                             .ply = n->ply,
                             .depth = n->depth / AB_PLY,
                             .move = kind == BY_EVENT_CUT ? n->best_move : n->via.move,
                             .alpha = n->alpha,
                             .beta = n->beta,
                             .value = value};

    by__control_notify(s->control, &event);
}

/* ---- The end of the game ----------------------------------------------------------------------------------------- */

by_value by__ab_value_at_end(struct ab *s, struct ab_node *n)
{
    int reach = by__verdict_reach(&n->info);

    n->reason = BY_REASON_OVER;
    n->is_doubtful |= n->info.is_estimate;
    s->met_foretold |= n->info.is_foretold;
    if (reach && n->ply - reach < n->path_ply)
        n->path_ply = n->ply - reach;
    return ab_clamp(s, n, by__value_at_ply(n->info.value, n->ply));
}

/* A win or a loss that is foretold too soon is as good as a score, until the root has won or lost by it. Then it does
 * not count. */
static bool is_doubted(struct ab *s, const struct by_node *info)
{
    if (!by__is_premature(info) || !ab_is_decisive(info->value))
        return false;
    s->rests_on_past |= !s->guards_wins;
    return s->guards_wins;
}

/* Who wants to do without the cuts searches on as if the rule did not exist. */
static bool is_unwanted(const struct ab *s, const struct by_node *info)
{
    return (info->path_plies && !s->opt.repetition_cut) || (info->is_dead && !s->opt.material_cut);
}

/* ---- Nodes and their moves --------------------------------------------------------------------------------------- */

/* Nobody wins sooner than with the next move, nor loses sooner than here: where a shorter win is known already, nothing
 * below is of use. */
static bool try_win_distance(struct ab *s, struct ab_node *n, by_value *value)
{
    by_value most = BY_WIN - (n->ply + 1), least = n->ply - BY_WIN;

    if (!s->opt.win_distance || (n->alpha < most && n->beta > least))
        return false;
    s->count[AB_WIN_DISTANCE_CUTS]++;
    n->reason = BY_REASON_WINDOW;
    *value = ab_clamp(s, n, n->alpha >= most ? most : least);
    return true;
}

/* What the game knows of the value without search ends the node, or leaves less of its window to be searched. */
static bool try_bounds(struct ab *s, struct ab_node *n, by_value *value)
{
    by_value least, most;

    if (!s->bounds)
        return false;
    s->bounds(s->state, &least, &most);
    least = by__value_at_ply(least, n->ply);
    most = by__value_at_ply(most, n->ply);
    if (least < n->beta && most > n->alpha && least < most) {
        n->alpha = n->alpha_given = least > n->alpha ? least : n->alpha;
        n->beta = most < n->beta ? most : n->beta;
        return false;
    }
    s->count[AB_BOUNDS_CUTS]++;
    n->reason = BY_REASON_WINDOW;
    *value = ab_clamp(s, n, most <= n->alpha ? most : least);
    return true;
}

static bool try_to_settle(struct ab *s, struct ab_node *n, by_value *value)
{
    if (n->info.is_over) {
        *value = by__ab_value_at_end(s, n);
        return true;
    }
    if (try_win_distance(s, n, value) || try_bounds(s, n, value))
        return true;
    if (by__ab_at_horizon(s, n)) {
        *value = by__ab_horizon_value(s, n);
        return true;
    }
    if (by__ab_try_hash(s, n, value))
        return true;
    if (s->selects && by__ab_try_prune(s, n, value))
        return true;
    return by__ab_try_null(s, n, value) || (s->selects && by__ab_try_probcut(s, n, value));
}

/* If a null move would have cut, the node is searched a ply shallower; when that finds no cut, the side to move is in
 * zugzwang, and the whole depth is needed (David-Tabibi & Netanyahu 2002). */
static by_value search_and_verify(struct ab *s, struct ab_node *n)
{
    by_value value = by__ab_search_inner(s, n);

    if (!n->is_verifying || value >= n->beta || s->control->is_stopped)
        return value;
    s->count[AB_NULL_ZUGZWANGS]++;
    n->is_verifying = false;
    n->verifies = true;
    n->depth += AB_PLY;
    n->alpha = n->alpha_given;
    s->stack.lengths[n->ply] = 0;
    return by__ab_search_inner(s, n);
}

by_value by__ab_search_node(struct ab *s, struct ab_node *n)
{
    by_value value;

    s->stack.lengths[n->ply] = 0;
    if (n->ply > s->control->selective_depth)
        s->control->selective_depth = n->ply;
    if (s->control->wants & BY_EVENT_ENTER)
        by__ab_tell(s, n, BY_EVENT_ENTER, 0);
    if (!try_to_settle(s, n, &value))
        value = search_and_verify(s, n);
    if (s->control->wants & BY_EVENT_LEAVE)
        by__ab_tell(s, n, BY_EVENT_LEAVE, value);
    return value;
}

/* What can be told of the position that was just made, before anything is searched there. */
static void meet_child(struct ab *s, struct ab_node *n)
{
    struct ab_node *child = n + 1;

    s->rules->node(s->state, n->ply + 1, &child->info);
    if (child->info.is_over && (is_unwanted(s, &child->info) || is_doubted(s, &child->info)))
        by__leave_verdict_aside(&child->info);
    child->ply = n->ply + 1;
    child->is_after_return = n->is_after_return || child->info.has_returned;
}

static void open_child(struct ab_node *n, by_value alpha, by_value beta)
{
    struct ab_node *child = n + 1;
    bool same_side = child->info.side == n->info.side;

    child->alpha = child->alpha_given = same_side ? alpha : -beta;
    child->beta = same_side ? beta : -alpha;
    child->hash_move = BY_MOVE_NONE;
    child->excluded = BY_MOVE_NONE;
    child->has_entry = false;
    child->has_still = false;
    child->met_horizon = false;
    child->is_doubtful = false;
    child->path_ply = INT_MAX;
    child->verifies = n->verifies;
    child->is_verifying = false;
    child->fears_mate = false;
}

void by__ab_enter_child(struct ab *s, struct ab_node *n, by_value alpha, by_value beta)
{
    meet_child(s, n);
    open_child(n, alpha, beta);
}

by_value by__ab_leave_child(struct ab_node *n, by_value value)
{
    const struct ab_node *child = n + 1;

    n->met_horizon |= child->met_horizon;
    n->is_doubtful |= child->is_doubtful;
    n->path_ply = child->path_ply < n->path_ply ? child->path_ply : n->path_ply;
    return child->info.side == n->info.side ? value : -value;
}

void by__ab_make(struct ab *s, struct ab_node *n, const struct by_move_info *move)
{
    if (s->key_after)
        by__hash_prefetch(&s->hash, s->key_after(s->state, move->move));
    s->rules->push(s->state, move->move);
    meet_child(s, n);
    n[1].via = *move;
}

by_value by__ab_search_made(struct ab *s, struct ab_node *n, struct ab_window window, int depth)
{
    struct ab_node *child = n + 1;

    open_child(n, window.alpha, window.beta);
    child->phase = window.phase;
    child->depth = depth;
    child->is_cut_node = window.is_cut_node;
    return by__ab_leave_child(n, by__ab_search_node(s, child));
}

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

/* Principal variation search (Marsland & Campbell 1982): if the first move is the best, a null window suffices to show
 * it of a later one, which was made. A late one is unlikely to be better, and is searched to less depth first. A move
 * that turns out to be better is searched again, to the whole depth and then with the whole window. */
static by_value search_later_move(struct ab *s, struct ab_node *n, int depth, int reduction)
{
    bool is_open = n->beta - n->alpha > 1;
    bool forgets = s->selects && n->depth >= AB_PLY && s->opt.hash_path != AB_PATH_SKIP;
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

/* Makes a move and searches the node it leads to. */
static by_value search_move(struct ab *s, struct ab_node *n, const struct by_move_info *move, bool is_first)
{
    int depth, reduction = 0;
    by_value value;

    by__ab_make(s, n, move);
    depth = depth_of_child(s, n);
    if (s->selects && !is_first && n->depth >= AB_PLY)
        reduction = by__ab_reduction(s, n, move);
    if (!is_first && (s->opt.pvs || reduction > 0))
        value = search_later_move(s, n, depth, reduction);
    else
        value = by__ab_search_made(
            s, n, (struct ab_window){n->alpha, n->beta, n->phase, !ab_is_pv(n) && !n->is_cut_node}, depth);
    s->rules->pop(s->state, move->move);
    return value;
}

/* Whether the value of a move is known without making it: the other side wins with its answer. */
static bool loses(const struct ab *s, const struct by_move_info *move)
{
    return s->bounds && (move->flags & BY_MOVE_LOSES);
}

static by_value value_of_loser(struct ab *s, struct ab_node *n)
{
    s->count[AB_BOUNDS_LOSING_MOVES]++;
    s->stack.lengths[n->ply + 1] = 0;
    n[1].met_horizon = false;
    n[1].path_ply = INT_MAX;
    return n->ply + 2 - BY_WIN;
}

/* A move that is worth as much as one before it is passed over, unless that one may be missing from the list. */
static bool is_repeated(const struct ab *s, const struct ab_node *n, const struct by_move_info *move)
{
    return s->bounds && (move->flags & BY_MOVE_TWIN) && move->move != n->hash_move && by__ab_is_whole(s, n);
}

/* A value that is too good rests on the move that has it and on no other. */
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
        by__ab_tell(s, n, BY_EVENT_CUT, value);
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
    n->passed_value = -BY_INFINITE;
    for (; (move = by__ab_next_move(s, n)); n->tried++) {
        struct by_move_info info = *move;

        if (is_repeated(s, n, &info)) {
            s->count[AB_BOUNDS_TWINS]++;
            continue;
        }
        if (s->selects && by__ab_is_passed_over(s, n, &info, best))
            continue;
        by_value value = loses(s, &info)                 ? value_of_loser(s, n)
                         : by__control_count(s->control) ? search_move(s, n, &info, is_first)
                                                         : 0;

        if (s->control->is_stopped) {
            n->reason = BY_REASON_STOPPED;
            return 0;
        }
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
        n->is_doubtful = is_best_doubtful; /* who wins by one move needs no other */
    if (n->best_move != BY_MOVE_NONE && n->alpha > n->alpha_given && n->depth >= AB_PLY && n->excluded == BY_MOVE_NONE)
        by__ab_learn(s, n, &best_info, n->reason == BY_REASON_CUT);
    return value_in_form(s, n, best > n->passed_value ? best : n->passed_value);
}

/* ---- Internal iterative deepening ------------------------------------------------------------------------------ */

/* Searches the node itself more shallowly; what it leaves is its best move, and an entry in the hash table. */
static by_value search_shallower(struct ab *s, struct ab_node *n, by_value alpha, by_move *best)
{
    struct ab_node saved = *n;
    by_value value;

    n->depth -= s->opt.iid_reduction * AB_PLY;
    n->alpha = n->alpha_given = alpha;
    n->phase = BY_PHASE_INTERNAL;
    if (s->opt.iid_hash && by__ab_try_hash(s, n, &value)) {
        *best = n->entry.move;
    } else {
        value = by__ab_search_inner(s, n);
        *best = n->best_move;
    }
    *n = saved;
    s->stack.lengths[n->ply] = 0;
    return value;
}

/* Without a hash move, a shallow search finds the move to try first (Scott 1969). If that fails low, its best move is
 * not to be trusted; the enlarged form then searches once more with a window that lets nothing fail low (Yue & Feng
 * 2009). */
static void find_first_move(struct ab *s, struct ab_node *n)
{
    by_move best;

    if (!s->opt.iid || n->hash_move != BY_MOVE_NONE || n->depth < s->opt.iid_min_depth * AB_PLY ||
        n->depth <= s->opt.iid_reduction * AB_PLY)
        return;
    s->count[AB_IID_SEARCHES]++;
    if (search_shallower(s, n, n->alpha, &best) <= n->alpha && s->opt.iid == AB_IID_ENLARGED &&
        !s->control->is_stopped) {
        s->count[AB_IID_ENLARGED_SEARCHES]++;
        search_shallower(s, n, -BY_INFINITE, &best);
    }
    n->hash_move = best;
}

/* ---- The node -------------------------------------------------------------------------------------------------- */

by_value by__ab_search_inner(struct ab *s, struct ab_node *n)
{
    by_value value;

    find_first_move(s, n);
    if (s->control->is_stopped) {
        n->reason = BY_REASON_STOPPED;
        return 0;
    }
    if (s->selects) {
        by__ab_reduce_unknown(s, n);
        if (by__ab_try_singular(s, n, &value))
            return value;
    }
    by__ab_begin_moves(s, n, BY_MOVES_ALL);
    if (s->opt.extend_single)
        n->has_single_move = by__ab_count_moves(s, n) == 1;
    value = by__ab_search_moves(s, n, -BY_INFINITE);
    if (!s->control->is_stopped && n->best_move != BY_MOVE_NONE) {
        by__ab_store_hash(s, n, value);
        if (s->selects && !n->best_is_capture)
            by__ab_learn_correction(s, n, value);
    }
    return value;
}
