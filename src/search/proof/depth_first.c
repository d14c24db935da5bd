/* SPDX-License-Identifier: MIT
 *
 * Depth-first proof-number search (Nagai 2002). A node is searched until it is solved or one of its numbers reaches its
 * limit; the limits are set so that until then the most-proving node lies below it:
 *
 *     own     the chooser would turn to his second-best move (a little later than that: Pawlewicz & Lew 2007)
 *     other   the number of the parent would reach its own limit
 *
 * On a tree, without that delay, the nodes that are expanded are those of best-first search.
 */
#include "search/proof/depth_first.h"

/* ---- Numbers of a node ----------------------------------------------------------------------------------------- */

/* The numbers of a node from those of its children, and which child is next. */
struct summary {
    struct pr_fact fact;
    int best, second; /* -1: there is none */
    pr_number least, second_least;
    int unsolved; /* children that count in the sum */
    bool has_old; /* one of them may lead round in a circle */
};

/* An unsolved child is further away by what the move costs. */
static pr_number with_cost(const struct pr_walk *w, pr_number number)
{
    return number ? pr_sum(number, w->opt->edge_cost) : 0;
}

/* Takes the child into account as the chooser's best move, or second-best. */
static void rank(struct summary *sum, const struct pr_frame *f, int index, pr_number own)
{
    const struct pr_fact *fact = &f->children[index].fact;
    bool is_better = sum->best < 0 || own < sum->least ||
                     (own == 0 && sum->least == 0 && pr_solidity(fact) > pr_solidity(&f->children[sum->best].fact));

    if (is_better) {
        sum->second = sum->best;
        sum->second_least = sum->least;
        sum->best = index;
        sum->least = own;
    } else if (sum->second < 0 || own < sum->second_least) {
        sum->second = index;
        sum->second_least = own;
    }
}

/* What the solution rests on: where the chooser has a move, on that; else on all of them and on the list. */
static void found(struct summary *sum, const struct pr_frame *f)
{
    struct pr_fact *fact = &sum->fact;

    fact->path_ply = f->list_path_ply;
    fact->is_doubtful = f->is_partial;
    if (sum->least == 0) {
        const struct pr_fact *best = &f->children[sum->best].fact;

        fact->path_ply = best->path_ply;
        fact->is_doubtful = best->is_doubtful;
        fact->is_open = best->is_open;
        return;
    }
    for (int i = 0; i < f->count; i++) {
        const struct pr_fact *child = &f->children[i].fact;

        fact->path_ply = child->path_ply < fact->path_ply ? child->path_ply : fact->path_ply;
        fact->is_doubtful |= child->is_doubtful;
        fact->is_open |= child->is_open;
    }
}

static void summarise(const struct pr_walk *w, const struct pr_frame *f, struct summary *sum)
{
    pr_number total = 0, greatest = 0;

    *sum = (struct summary){.best = -1, .second = -1, .least = PR_INFINITE, .second_least = PR_INFINITE};
    sum->fact.path_ply = PR_NO_PATH;
    for (int i = 0; i < f->count; i++) {
        const struct pr_child *child = &f->children[i];
        pr_number other = with_cost(w, pr_other(&child->fact, f->is_or));

        rank(sum, f, i, with_cost(w, pr_own(&child->fact, f->is_or)));
        total = pr_sum(total, other);
        greatest = other > greatest ? other : greatest;
        if (!pr_is_solved(&child->fact)) {
            sum->unsolved++;
            sum->has_old |= child->is_old;
        }
    }
    /* The greatest and a unit for each further one: what moves have in common is not counted again and again. */
    if (w->opt->sum == PR_SUM_WEAK && sum->unsolved > 1 && greatest < PR_INFINITE)
        total = pr_sum(greatest, (pr_number)(sum->unsolved - 1) * PR_UNIT);
    total = sum->least == 0 ? PR_INFINITE : total;
    sum->fact.proof = f->is_or ? sum->least : total;
    sum->fact.disproof = f->is_or ? total : sum->least;
    if (pr_is_solved(&sum->fact))
        found(sum, f);
}

/* ---- Moves ----------------------------------------------------------------------------------------------------- */

/* Lists the moves of the node at `ply`. */
static void list_moves(struct pr_walk *w, struct pr_frame *f, int ply, struct by_moves *moves)
{
    *moves = (struct by_moves){.list = w->list};
    if (ply == 0)
        *moves = w->run->root_moves;
    else
        w->rules->moves(w->state, BY_MOVES_ALL, moves);
    f->is_partial = moves->is_partial;
    f->list_path_ply = moves->path_plies ? pr_ply_before(ply, moves->path_plies) : PR_NO_PATH;
}

/* A child that settles its parent, so that its siblings are not wanted. */
static bool settles(const struct pr_frame *f, const struct pr_child *child)
{
    return pr_own(&child->fact, f->is_or) == 0 && pr_solidity(&child->fact) == PR_SOLID;
}

/* Fills the frame's children. False: stopped before all were seen. */
static bool look_at_children(struct pr_walk *w, struct pr_frame *f, int ply, const struct by_moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        struct pr_child *child = &f->children[f->count];

        if (!by__control_count(w->control))
            return false;
        child->move = moves->list[i].move;
        w->rules->push(w->state, child->move);
        by__pr_look(w, ply + 1, child);
        w->rules->pop(w->state, child->move);
        f->count++;
        if (settles(f, child)) {
            f->children[0] = *child;
            f->count = 1;
            break;
        }
    }
    return true;
}

/* A node that has no moves on this path, though it had some on others, or no room for them. */
static struct pr_fact fact_without_moves(const struct pr_walk *w, const struct pr_frame *f, int ply, bool has_moves)
{
    struct pr_fact fact;
    struct by_node node;

    if (has_moves)
        return by__pr_open_fact(&w->question);
    w->rules->node(w->state, ply, &node);
    fact = by__pr_fact_at_end(&w->question, node.value, node.side);
    fact.is_doubtful = f->is_partial;
    fact.path_ply = f->list_path_ply;
    return fact;
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

static uint32_t work_of(const struct pr_walk *w, const struct pr_frame *f)
{
    uint64_t work = f->work_before + (w->control->nodes - f->nodes_before);

    return work < UINT32_MAX ? (uint32_t)work : UINT32_MAX;
}

/* The move to remember: the best, or of a node that all moves lose the one that was the hardest to refute. */
static by_move move_to_store(const struct pr_frame *f, const struct summary *sum)
{
    int hardest = 0;

    if (sum->least < PR_INFINITE)
        return f->children[sum->best].move;
    for (int i = 1; i < f->count; i++)
        if (f->children[i].work > f->children[hardest].work)
            hardest = i;
    return f->children[hardest].move;
}

static void store(struct pr_walk *w, const struct pr_frame *f, int ply, const struct summary *sum)
{
    struct pr_entry entry = {.fact = sum->fact,
                             .work = work_of(w, f),
                             .move = f->count ? move_to_store(f, sum) : BY_MOVE_NONE,
                             .least_ply = f->least_ply,
                             .twin = f->twin};

    if (!f->key)
        return;
    if (pr_is_solved(&sum->fact) && (sum->fact.is_open || sum->fact.path_ply < ply)) {
        by__pr_table_store_twin(w->table, f->key, f->path_code, &entry);
        entry.fact = f->before;
        entry.twin = pr_short_code(f->path_code);
    }
    by__pr_table_store(w->table, f->key, &entry);
}

/* What was learnt of the other moves' positions on the way, if that is more than is known here. */
static void refresh(struct pr_walk *w, struct pr_frame *f)
{
    for (int i = 0; i < f->count; i++) {
        struct pr_child *child = &f->children[i];
        struct pr_entry entry;

        if (i == f->current || !child->key || pr_is_solved(&child->fact) ||
            !by__pr_table_find(w->table, child->key, &entry))
            continue;
        if (pr_is_solved(&entry.fact) || entry.work >= child->work) {
            child->fact = entry.fact;
            child->work = entry.work;
            child->is_old = entry.least_ply <= f->least_ply;
        }
    }
}

/* ---- Searching ------------------------------------------------------------------------------------------------- */

static pr_number lesser(pr_number a, pr_number b)
{
    return a < b ? a : b;
}

static pr_number less_cost(const struct pr_walk *w, pr_number limit)
{
    return limit >= PR_INFINITE ? PR_INFINITE : limit > w->opt->edge_cost ? limit - w->opt->edge_cost : 1;
}

/* Where the second-best move becomes the better one: beyond its number, or at it if it comes first in the list. */
static pr_number own_limit(const struct pr_walk *w, const struct summary *sum)
{
    uint64_t number = sum->second_least, delayed = number + number * w->opt->epsilon_percent / 100;

    if (sum->second < 0 || number >= PR_INFINITE)
        return PR_INFINITE;
    number += sum->best < sum->second;
    number = number > delayed ? number : delayed;
    return number < PR_INFINITE ? (pr_number)number : PR_INFINITE;
}

/* How far the other number of the best move may grow before that of its parent reaches the limit. */
static pr_number other_limit(const struct pr_walk *w, const struct pr_frame *f, const struct summary *sum)
{
    pr_number limit = f->is_or ? f->disproof_limit : f->proof_limit;
    pr_number mine = with_cost(w, pr_other(&f->children[sum->best].fact, f->is_or));

    if (limit >= PR_INFINITE)
        return PR_INFINITE;
    if (w->opt->sum == PR_SUM_WEAK)
        return limit - (pr_number)(sum->unsolved - 1) * PR_UNIT;
    return limit - (pr_other(&sum->fact, f->is_or) - mine);
}

static struct pr_fact search_node(struct pr_walk *w, int ply, bool gives_way);

/* Sets the child's frame up and searches it. */
static void search_best(struct pr_walk *w, int ply, const struct summary *sum, bool gives_way)
{
    struct pr_frame *f = &w->frames[ply], *next = f + 1;
    struct pr_child *child = &f->children[sum->best];
    pr_number own = less_cost(w, lesser(f->is_or ? f->proof_limit : f->disproof_limit, own_limit(w, sum)));
    pr_number other = less_cost(w, other_limit(w, f, sum));

    f->current = sum->best;
    *next = (struct pr_frame){.key = child->key,
                              .path_code = by__pr_path_code(f->path_code, child->move, ply + 1),
                              .children = f->children + f->count,
                              .via = child->move,
                              .proof_limit = f->is_or ? own : other,
                              .disproof_limit = f->is_or ? other : own,
                              .before = child->fact,
                              .work_before = child->work,
                              .nodes_before = w->control->nodes,
                              .side = child->side,
                              .is_or = child->side == w->question.prover};
    w->rules->push(w->state, child->move);
    w->filter[next->key % PR_FILTER]++;
    child->fact = search_node(w, ply + 1, gives_way);
    w->filter[next->key % PR_FILTER]--;
    w->rules->pop(w->state, child->move);
    child->work = work_of(w, next);
}

static void tell(struct pr_walk *w, int ply, enum by_event_kind kind, const struct pr_fact *fact)
{
    const struct pr_frame *f = &w->frames[ply];
    struct by_event event = {.kind = kind,
                             .reason = kind != BY_EVENT_LEAVE   ? BY_REASON_NONE
                                       : w->control->is_stopped ? BY_REASON_STOPPED
                                       : pr_is_solved(fact)     ? BY_REASON_SEARCHED
                                                                : BY_REASON_WINDOW,
                             .side = f->side,
                             .ply = ply,
                             .depth = w->plies - ply,
                             .move = f->via,
                             .proof_number = pr_told(fact->proof),
                             .disproof_number = pr_told(fact->disproof)};

    if (w->control->wants & kind)
        by__control_notify(w->control, &event);
}

/* Tells of the root's numbers as they would be if the search went back there now. */
static void tell_numbers(struct pr_walk *w, int ply)
{
    uint64_t nodes = by__control_all_nodes(w->control);
    struct summary sum;

    if (!(w->control->wants & BY_EVENT_NUMBERS) || nodes < w->next_power)
        return;
    while (nodes >= w->next_power)
        w->next_power *= 2;
    summarise(w, &w->frames[ply], &sum);
    for (; ply > 0; ply--) {
        struct pr_frame *above = &w->frames[ply - 1];

        above->children[above->current].fact = sum.fact;
        summarise(w, above, &sum);
    }
    tell(w, 0, BY_EVENT_NUMBERS, &sum.fact);
}

/* The loop at a node whose children are listed. */
static void search_children(struct pr_walk *w, int ply, bool gives_way, struct summary *sum)
{
    struct pr_frame *f = &w->frames[ply];

    for (;;) {
        summarise(w, f, sum);
        if (pr_is_solved(&sum->fact) || w->control->is_stopped)
            return;
        tell_numbers(w, ply);
        /* A number that has come round in a circle would keep the node from being searched: it gives way by the least
         * step (Kishimoto 2010). */
        gives_way |= w->opt->loops == PR_LOOPS_TCA && sum->has_old;
        if (gives_way) {
            f->proof_limit = f->proof_limit > sum->fact.proof ? f->proof_limit : sum->fact.proof + 1;
            f->disproof_limit = f->disproof_limit > sum->fact.disproof ? f->disproof_limit : sum->fact.disproof + 1;
        }
        if (sum->fact.proof >= f->proof_limit || sum->fact.disproof >= f->disproof_limit)
            return;
        search_best(w, ply, sum, gives_way);
        gives_way = false;
        refresh(w, f);
    }
}

/* Remembers what the table knows of the node besides its numbers. */
static void recall(struct pr_walk *w, struct pr_frame *f, int ply)
{
    struct pr_entry entry;

    f->least_ply = (uint16_t)ply;
    if (!f->key || !by__pr_table_find(w->table, f->key, &entry))
        return;
    f->was_met_before = true;
    f->twin = entry.twin;
    f->least_ply = entry.least_ply < f->least_ply ? entry.least_ply : f->least_ply;
}

/* Searches the position on the board, whose frame is set up, to its limits. Returns what is known of it then. */
static struct pr_fact search_node(struct pr_walk *w, int ply, bool gives_way)
{
    struct pr_frame *f = &w->frames[ply];
    struct summary sum = {.fact = f->before};
    struct by_moves moves;

    tell(w, ply, BY_EVENT_ENTER, &f->before);
    if (ply > w->control->selective_depth)
        w->control->selective_depth = ply;
    recall(w, f, ply);
    list_moves(w, f, ply, &moves);
    if (!moves.count || (size_t)(f->children - w->children) + (size_t)moves.count > w->child_room) {
        sum.fact = fact_without_moves(w, f, ply, moves.count > 0);
        store(w, f, ply, &sum);
    } else {
        w->count[f->was_met_before ? PR_REEXPANSIONS : PR_EXPANSIONS]++;
        if (look_at_children(w, f, ply, &moves)) {
            search_children(w, ply, gives_way && f->was_met_before, &sum);
            store(w, f, ply, &sum);
        }
    }
    if (sum.fact.path_ply >= ply)
        sum.fact.path_ply = PR_NO_PATH;
    tell(w, ply, BY_EVENT_LEAVE, &sum.fact);
    return sum.fact;
}

struct pr_fact by__pr_search_root(struct pr_walk *w, pr_number proof_limit, pr_number disproof_limit)
{
    const struct by__run *run = w->run;
    struct pr_frame *root = &w->frames[0];
    bool is_restricted = run->control.limits->root_moves != NULL;
    struct pr_fact fact;

    /* A root of which some moves are left out is another position: to come back to it is no repetition. */
    *root = (struct pr_frame){.key = is_restricted ? 0 : run->root.key,
                              .children = w->children,
                              .via = BY_MOVE_NONE,
                              .proof_limit = proof_limit,
                              .disproof_limit = disproof_limit,
                              .before = {.proof = PR_UNIT, .disproof = PR_UNIT, .path_ply = PR_NO_PATH},
                              .nodes_before = w->control->nodes,
                              .side = run->root.side,
                              .is_or = run->root.side == w->question.prover};
    w->filter[root->key % PR_FILTER]++;
    fact = search_node(w, 0, false);
    w->filter[root->key % PR_FILTER]--;
    return fact;
}
