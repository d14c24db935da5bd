/* SPDX-License-Identifier: MIT
 *
 * Depth-first proof-number search (Nagai 2002). A node is searched until it is solved or one of its numbers reaches its
 * limit; the limits are set so that until then the most-proving node lies below it:
 *
 *     own     the chooser would turn to his second-best move (a little later than that: Pawlewicz & Lew 2007)
 *     other   the number of the parent would reach its own limit
 *
 * Invariant, but for that delay: as long as both numbers of a node are below its limits, the most-proving node lies
 * below it. So on a tree the nodes that are expanded are those of best-first search.
 */
#include <string.h>

#include "search/proof/lists.h"
#include "search/proof/run.h"

/* A node without moves on this path (others may have had some), or without room for its moves. */
static struct pr_fact fact_without_moves(struct pr_walk *w, const struct pr_frame *f, int ply, bool has_moves)
{
    struct pr_fact fact;
    struct by_node node;

    if (has_moves)
        return by__pr_open_line(w);
    by__pr_ask_rules(w, ply, &node);
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

static void store(struct pr_walk *w, const struct pr_frame *f, int ply, const struct pr_summary *sum)
{
    struct pr_entry entry = {.fact = sum->fact,
                             .work = work_of(w, f),
                             .move = f->count ? f->children[by__pr_child_to_remember(f, sum)].move : BY_MOVE_NONE,
                             .other_path = f->other_path};

    by__pr_store(w, f, ply, &entry);
}

/* Copies what the child at `ply` learnt on other paths, if that is more than this frame knows. */
static bool renew(struct pr_walk *w, int ply, struct pr_child *child)
{
    struct pr_entry entry;

    if (!child->key || pr_is_solved(&child->fact) || !by__pr_table_find(w->table, child->key, &entry) ||
        (pr_is_solved(&entry.fact) ? w->walks : entry.work <= child->work))
        return false;
    child->fact = entry.fact;
    child->work = entry.work;
    by__pr_report_child(w, ply, child);
    return true;
}

enum { AHEAD = 6 }; /* prefetch distance: entries requested ahead of the one that is read */

static void renew_all(struct pr_walk *w, struct pr_frame *f, int ply)
{
    for (int i = 0; i < f->count + AHEAD; i++) {
        if (i < f->count && !pr_is_solved(&f->children[i].fact))
            by__pr_table_prefetch(w->table, f->children[i].key);
        if (i >= AHEAD)
            (void)renew(w, ply + 1, &f->children[i - AHEAD]);
    }
}

/* ---- Searching ------------------------------------------------------------------------------------------------- */

static pr_number less_cost(const struct pr_walk *w, pr_number limit)
{
    return limit >= PR_INFINITE ? PR_INFINITE : limit > w->opt->edge_cost ? limit - w->opt->edge_cost : 1;
}

/* The limit at which the second-best move becomes better: beyond its number, or equal to it if it is listed first. */
static pr_number own_limit(const struct pr_walk *w, const struct pr_summary *sum)
{
    uint64_t number = sum->second_min, delayed = number + number * w->opt->epsilon_percent / 100;

    if (sum->second < 0 || number >= PR_INFINITE)
        return PR_INFINITE;
    number += sum->best < sum->second;
    number = number > delayed ? number : delayed;
    return number < PR_INFINITE ? (pr_number)number : PR_INFINITE;
}

/* How far a number may grow before a damped sum reaches the limit. Above the maximum it counts whole, below in part. */
static pr_number damped_limit(const struct pr_walk *w, const struct pr_summary *sum, pr_number mine, pr_number limit)
{
    uint64_t percent = w->opt->rest_percent, rest = sum->total - mine, counted = rest * percent / 100, number;

    if (mine == sum->greatest || limit >= sum->greatest + counted)
        return limit - (pr_number)counted;
    number = ((uint64_t)(limit - sum->greatest) * 100 + percent - 1) / percent + sum->greatest - rest;
    return number < sum->greatest ? (pr_number)number : sum->greatest;
}

/* How far the other number of the best move may grow before that of its parent reaches the limit. */
static pr_number other_limit(const struct pr_walk *w, const struct pr_frame *f, const struct pr_summary *sum)
{
    pr_number limit = f->is_or ? f->disproof_limit : f->proof_limit;
    pr_number mine = pr_with_cost(w, pr_other(&f->children[sum->best].fact, f->is_or));

    if (limit >= PR_INFINITE)
        return PR_INFINITE;
    if (w->opt->sum == PR_SUM_WEAK)
        return limit - (pr_number)(sum->unsolved - 1) * PR_UNIT;
    if (w->opt->sum == PR_SUM_DAMPED)
        return damped_limit(w, sum, mine, limit);
    return limit - (pr_other(&sum->fact, f->is_or) - mine);
}

static struct pr_fact search_node(struct pr_walk *w, int ply, bool raises_limits);

/* Sets the child's frame up and searches it. */
static void search_best(struct pr_walk *w, int ply, const struct pr_summary *sum, bool raises_limits)
{
    struct pr_frame *f = &w->frames[ply], *next = f + 1;
    struct pr_child *child = &f->children[sum->best];
    pr_number limit = f->is_or ? f->proof_limit : f->disproof_limit, second = own_limit(w, sum);
    pr_number own = less_cost(w, limit < second ? limit : second);
    pr_number other = less_cost(w, other_limit(w, f, sum));

    if (w->only_proof && f->is_or)
        other = PR_INFINITE;
    else if (w->only_proof)
        own = PR_INFINITE;
    f->current = sum->best;
    *next = (struct pr_frame){.key = child->key,
                              .children = f->children + f->count,
                              .via = child->move,
                              .proof_limit = f->is_or ? own : other,
                              .disproof_limit = f->is_or ? other : own,
                              .before = child->fact,
                              .work_before = child->work,
                              .nodes_before = w->control->nodes,
                              .side = child->side,
                              .is_or = child->side == w->question.prover};
    if (w->team)
        by__pr_go_below(w, child->key);
    w->rules->push(w->state, child->move);
    by__pr_enter_path(w, ply + 1, child);
    child->fact = search_node(w, ply + 1, raises_limits);
    by__pr_leave_path(w, ply + 1);
    w->rules->pop(w->state, child->move);
    if (w->team)
        by__pr_come_back(w, child->key);
    child->work = work_of(w, next);
}

/* Reports the root's numbers as they would be if the search returned there now. */
static void report_numbers(struct pr_walk *w, int ply)
{
    uint64_t nodes = by__control_all_nodes(w->control);
    struct pr_summary sum;

    if (!(w->control->wants & BY_EVENT_NUMBERS) || nodes < w->next_power)
        return;
    while (nodes >= w->next_power)
        w->next_power *= 2;
    by__pr_summarise(w, &w->frames[ply], &sum);
    for (; ply > 0; ply--) {
        struct pr_frame *above = &w->frames[ply - 1];

        above->children[above->current].fact = sum.fact;
        by__pr_summarise(w, above, &sum);
    }
    by__pr_report(w, 0, BY_EVENT_NUMBERS, &sum.fact);
}

/* If all moves must be proved and nothing is known of disproofs, try the hardest first: it is most likely to fail. */
static int hardest_to_prove(const struct pr_frame *f)
{
    int hardest = -1;

    for (int i = 0; i < f->count; i++)
        if (!pr_is_solved(&f->children[i].fact) &&
            (hardest < 0 || f->children[i].fact.proof > f->children[hardest].fact.proof))
            hardest = i;
    return hardest;
}

enum {
    MAX_IDLE = 16,   /* visits to children that expand nothing, before limits are raised */
    RENEW_AFTER = 4, /* nodes for each child, before all of them are looked up again */
};

/* Numbers on a cycle may grow although the search expands nothing: a node is selected, exceeds its limits immediately,
 * and so do the nodes that compete with it. If this lasts for some visits, the limits rise by the smallest step on the
 * whole path, so that a node is expanded. Kishimoto (2010) raises them wherever a move leads nearer to the
 * root. Where most moves can be taken back that is nearly everywhere, and the search loses its aim. */
static void raise_limits(struct pr_frame *f, const struct pr_fact *fact)
{
    f->proof_limit = f->proof_limit > fact->proof ? f->proof_limit : fact->proof + 1;
    f->disproof_limit = f->disproof_limit > fact->disproof ? f->disproof_limit : fact->disproof + 1;
}

/* Whether the search has become large, and its node limit lets it grow further. */
static bool is_worth_helpers(const struct pr_walk *w)
{
    enum { MIN_TIMES = 10 };
    uint64_t after = w->opt->threads_after, limit = w->control->node_limit;

    return w->control->nodes >= after && (!limit || limit > MIN_TIMES * after);
}

/* With threads: starts the helpers when it is time. True if another thread has solved a node of this path. */
static bool is_overtaken(struct pr_walk *w, int ply, struct pr_summary *sum)
{
    if (!w->has_company && !w->team->has_started && is_worth_helpers(w))
        by__pr_start_helpers(w, ply);
    return w->has_company && by__pr_is_solved_elsewhere(w, ply, &sum->fact);
}

/* Searches the best child. Returns whether it expanded a node. */
static bool search_next(struct pr_walk *w, int ply, struct pr_summary *sum, bool raises_limits)
{
    struct pr_frame *f = &w->frames[ply];
    uint64_t expansions = w->count[PR_EXPANSIONS], nodes = w->control->nodes;

    if (w->only_proof && !f->is_or)
        sum->best = hardest_to_prove(f);
    search_best(w, ply, sum, raises_limits);
    /* After little work the other children have hardly changed. The next best one is looked up anyway. */
    if (w->control->nodes - nodes > RENEW_AFTER * (uint64_t)f->count)
        renew_all(w, f, ply);
    return w->count[PR_EXPANSIONS] != expansions;
}

/* Whether a solution from another path also solves the child here. */
static bool is_solved_by_others(struct pr_walk *w, struct pr_frame *f, int ply, int index)
{
    return (w->earlier_count && by__pr_try_earlier(w, f, ply, index)) ||
           (w->opt->similar && by__pr_try_similar(w, f, ply, index));
}

/* The loop at a node whose children are listed. False: another thread has solved the node, and the fact is that
 * solution. */
static bool search_children(struct pr_walk *w, int ply, bool raises_limits, struct pr_summary *sum)
{
    struct pr_frame *f = &w->frames[ply];
    int idle = 0;

    for (;;) {
        by__pr_summarise(w, f, sum);
        by__pr_report(w, ply, BY_EVENT_UPDATE, &sum->fact);
        if (pr_is_solved(&sum->fact) || w->control->is_stopped)
            return true;
        if (w->team && is_overtaken(w, ply, sum))
            return !pr_is_solved(&sum->fact);
        if (sum->best != f->current && renew(w, ply + 1, &f->children[sum->best]))
            continue;
        report_numbers(w, ply);
        if (raises_limits)
            raise_limits(f, &sum->fact);
        if (sum->fact.proof >= f->proof_limit || sum->fact.disproof >= f->disproof_limit)
            return true;
        if (is_solved_by_others(w, f, ply, sum->best))
            continue;
        if (w->has_company)
            by__pr_avoid_other_threads(w, f, sum);
        raises_limits |= w->opt->loops == PR_LOOPS_TCA && idle >= MAX_IDLE;
        idle = search_next(w, ply, sum, raises_limits) ? 0 : idle + 1;
        raises_limits = false;
    }
}

/* Records what the table knows of the node besides its numbers. */
static void recall(struct pr_walk *w, struct pr_frame *f)
{
    struct pr_entry entry;

    if (!f->key || !by__pr_table_find(w->table, f->key, &entry))
        return;
    f->was_met_before = true;
    f->other_path = entry.other_path;
}

/* Whether there are children to search: kept from an earlier visit, or listed and evaluated now. If not, `fact` says
 * why: the node is over, its moves do not fit, or the search is stopped. */
static bool has_children(struct pr_walk *w, int ply, struct pr_fact *fact)
{
    struct pr_frame *f = &w->frames[ply];
    size_t room = w->child_room - (size_t)(f->children - w->children);
    struct by_moves moves;

    f->current = -1;
    if (w->lists && f->was_met_before && ply > 0 && by__pr_lists_restore(w->lists, f, room)) {
        w->count[PR_LIST_CACHE_HITS]++;
        renew_all(w, f, ply);
        return true;
    }
    by__pr_list_moves(w, f, ply, &moves);
    if (!moves.count || (size_t)moves.count > room) {
        *fact = fact_without_moves(w, f, ply, moves.count > 0);
        return false;
    }
    w->count[f->was_met_before ? PR_REEXPANSIONS : PR_EXPANSIONS]++;
    return by__pr_evaluate_children(w, f, ply, &moves);
}

/* Searches the position on the board within the limits of its frame. Returns the resulting fact. */
static struct pr_fact search_node(struct pr_walk *w, int ply, bool raises_limits)
{
    struct pr_frame *f = &w->frames[ply];
    struct pr_summary sum = {.fact = f->before};
    bool is_own = true;

    by__pr_report(w, ply, BY_EVENT_ENTER, &f->before);
    if (ply > w->control->selective_depth)
        w->control->selective_depth = ply;
    recall(w, f);
    if (has_children(w, ply, &sum.fact))
        is_own = search_children(w, ply, raises_limits, &sum);
    else
        f->count = 0; /* a stop may have left some unseen */
    if (is_own && (f->count || pr_is_solved(&sum.fact)))
        store(w, f, ply, &sum);
    if (w->lists && f->count && !pr_is_solved(&sum.fact))
        by__pr_lists_store(w->lists, f);
    if (sum.fact.path_ply >= ply)
        sum.fact.path_ply = PR_NO_PATH;
    by__pr_report(w, ply, BY_EVENT_LEAVE, &sum.fact);
    return sum.fact;
}

void by__pr_walk_begin(struct pr_walk *w)
{
    memset(w->filter, 0, sizeof w->filter);
    memset(w->count, 0, sizeof w->count);
    w->simulation_end = 0;
    w->next_power = 1;
    w->back_to = PR_NOWHERE;
    w->next_look = 0;
}

struct pr_fact by__pr_search_root(struct pr_walk *w, pr_number proof_limit, bool raises_limits)
{
    const struct by__run *run = w->run;
    struct pr_frame *root = &w->frames[0];
    bool is_restricted = run->control.limits->root_moves != NULL;
    struct pr_fact fact;

    /* A root without some of its moves is another position, so a return to it is no repetition. The table does not
     * store it, but the run always expands the root first, so it is never new. */
    *root = (struct pr_frame){.key = is_restricted ? 0 : pr_key(w, run->root.key),
                              .children = w->children,
                              .via = BY_MOVE_NONE,
                              .proof_limit = proof_limit,
                              .disproof_limit = PR_INFINITE,
                              .before = {.proof = PR_UNIT, .disproof = PR_UNIT, .path_ply = PR_NO_PATH},
                              .nodes_before = w->control->nodes,
                              .side = run->root.side,
                              .is_or = run->root.side == w->question.prover,
                              .was_met_before = w->count[PR_EXPANSIONS] > 0};
    by__pr_enter_root(w, root->key);
    fact = search_node(w, 0, raises_limits);
    by__pr_leave_path(w, 0);
    return fact;
}

struct pr_fact by__pr_search_again(struct pr_walk *w, int ply, uint8_t side, by_move *best)
{
    struct pr_frame *f = &w->frames[ply], before = *f;
    struct pr_child *top = w->top;
    struct pr_summary sum;
    struct pr_fact fact;

    *f = (struct pr_frame){.key = before.key,
                           .path_code = before.path_code,
                           .salt = before.salt,
                           .children = top,
                           .proof_limit = PR_INFINITE,
                           .disproof_limit = PR_INFINITE,
                           .before = {.proof = PR_UNIT, .disproof = PR_UNIT, .path_ply = PR_NO_PATH},
                           .nodes_before = w->control->nodes,
                           .side = side,
                           .is_or = side == w->question.prover};
    fact = search_node(w, ply, false);
    by__pr_summarise(w, f, &sum);
    *best = sum.best >= 0 ? f->children[sum.best].move : BY_MOVE_NONE;
    w->top = top;
    return fact;
}
