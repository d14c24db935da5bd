/* SPDX-License-Identifier: MIT
 *
 * Several threads search the same root with a common table. To spread them over the tree, a position looks harder while
 * other threads work below it (virtual proof numbers: Kaneko 2010). A thread below a node that another has solved
 * returns to that node.
 *
 * Helpers join when the search has become large. They share the rest of the node limit: each takes a few nodes at a
 * time, so that the limit is never exceeded and all work until it is spent.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "core/game.h"
#include "search/proof/run.h"

/* ---- The team's life ------------------------------------------------------------------------------------------- */

struct pr_team *by__pr_team_create(int count)
{
    struct pr_team *team = calloc(1, sizeof *team);

    if (!team)
        return NULL;
    team->helpers = calloc((size_t)count, sizeof *team->helpers);
    team->crew = by__crew_create(count);
    if (!team->helpers || !team->crew) {
        by__pr_team_destroy(team);
        return NULL;
    }
    team->count = count;
    for (int i = 0; i < count; i++) {
        team->helpers[i].team = team;
        team->helpers[i].number = i + 1;
    }
    return team;
}

void by__pr_team_destroy(struct pr_team *team)
{
    by__crew_destroy(team->crew);
    for (int i = 0; i < team->count; i++)
        by_position_destroy(team->helpers[i].own.position);
    by_stop_destroy(team->helpers_stop);
    by_stop_destroy(team->found);
    free(team->helpers);
    free(team);
}

by_status by__pr_prepare_helpers(struct pr_search *s, const struct by__run *run, by_error *error)
{
    struct pr_team *team = s->team;
    size_t room = run->position->length + (size_t)run->plies;
    by_status status = BY_OK;

    if (!team)
        return BY_OK;
    team->has_started = false;
    if (!team->helpers_stop)
        status = by_stop_create(&team->helpers_stop, error);
    if (!status && !team->found)
        status = by_stop_create(&team->found, error);
    for (int i = 0; i < team->count && !status; i++) {
        struct pr_helper *helper = &team->helpers[i];

        if (!helper->own.position)
            status = by_position_create(run->position->game, &helper->own.position, error);
        if (!status && helper->own.position->room < room)
            status = by__position_reserve(helper->own.position, room, error);
    }
    return status;
}

/* ---- A helper -------------------------------------------------------------------------------------------------- */

static void help(void *item)
{
    struct pr_helper *helper = item;
    struct pr_team *team = helper->team;
    int none = 0;

    if (!helper->own.is_running)
        return;
    helper->root = by__pr_search_root(&helper->walk, PR_INFINITE, false);
    if (pr_is_solved(&helper->root) && atomic_compare_exchange_strong(&team->winner, &none, helper->number))
        by_stop_set(team->found);
}

/* Gives helper number `i` the state of the search, except its memory, its copy of the root and its limits. */
static bool set_up(const struct pr_walk *w, int i)
{
    struct pr_team *team = w->team;
    struct pr_helper *helper = &team->helpers[i];
    struct pr_walk own = helper->walk;

    if (by__helper_prepare(&helper->own, w->run, team->helpers_stop, i ? &team->helpers[i - 1].own.tally : NULL, NULL))
        return false;
    helper->own.run.control.pool = w->control->pool;
    helper->walk = *w;
    helper->walk.frames = own.frames;
    helper->walk.children = own.children;
    helper->walk.list = own.list;
    helper->walk.has_company = true;
    helper->walk.run = &helper->own.run;
    helper->walk.control = &helper->own.run.control;
    helper->walk.state = helper->own.run.state;
    by__pr_walk_begin(&helper->walk);
    return true;
}

/* ---- The team -------------------------------------------------------------------------------------------------- */

/* Shares the remaining nodes between all threads, and later returns the rest to the first. */
static void share_nodes(struct pr_team *team, struct by__control *control)
{
    if (!control->node_limit)
        return;
    atomic_store(&team->pool, control->node_limit - control->nodes);
    control->pool = &team->pool;
    control->node_limit = control->next_check = control->nodes;
}

static void unshare_nodes(struct by__control *control)
{
    if (control->pool)
        control->node_limit += atomic_load(control->pool);
    control->pool = NULL;
}

/* Nodes that all threads may reach within the limits, at the pace of the first thread so far or at a good pace.
 * UINT32_MAX: unknown. */
static uint64_t nodes_to_come(const struct pr_walk *w)
{
    enum { NODES_A_MS = 2000 }; /* of a thread */
    const struct by__control *control = w->control;
    int64_t now = by__clock_us(), spent = now - control->start_us, left = control->deadline_us - now;
    uint64_t max = UINT32_MAX, pace, by_time;

    if (control->node_limit)
        max = control->node_limit - control->nodes;
    if (control->deadline_us == INT64_MAX || left > INT32_MAX || by__control_ponders(control))
        return max;
    if (left <= 0)
        return 0;
    pace = control->nodes * 1000 / (uint64_t)(spent > 0 ? spent : 1);
    pace = pace > NODES_A_MS ? pace : NODES_A_MS;
    by_time = (uint64_t)left * pace / 1000 * (uint64_t)(w->team->count + 1);
    return by_time < max ? by_time : max;
}

/* Entries that the table needs room for, from the cost of a node so far (earlier runs included), at most one for each.
 * Without a limit it takes the whole table: it cannot grow while threads share it. */
static uint64_t entries_to_come(const struct pr_walk *w)
{
    uint64_t used = atomic_load_explicit(&w->table->used, memory_order_relaxed), nodes = nodes_to_come(w);
    uint64_t spent = w->table->nodes + w->control->nodes;

    if (nodes >= UINT32_MAX)
        return UINT32_MAX;
    return (used < spent ? nodes * (used + 1) / spent : nodes) + 1000;
}

/* Returns to the root to make the copies that the helpers need, then replays the path. */
static void copy_root(struct pr_walk *w, int ply, int count)
{
    struct pr_team *team = w->team;

    for (int i = ply; i > 0; i--)
        w->rules->pop(w->state, w->frames[i].via);
    for (int i = 0; i < count; i++)
        team->helpers[i].own.is_running = set_up(w, i);
    for (int i = 1; i <= ply; i++)
        w->rules->push(w->state, w->frames[i].via);
}

void by__pr_start_helpers(struct pr_walk *w, int ply)
{
    struct pr_team *team = w->team;
    struct by__control *control = w->control;
    int count;

    team->has_started = true;
    by__crew_start(team->crew);
    count = by__crew_count(team->crew); /* if the system has too few threads, the search uses those that it got */
    if (!count)
        return;
    by__pr_table_share(w->table, entries_to_come(w));
    by_stop_clear(team->helpers_stop);
    by_stop_clear(team->found);
    atomic_store(&team->winner, 0);
    share_nodes(team, control);
    copy_root(w, ply, count);
    by__crew_call(team->crew, count, help, team->helpers, sizeof *team->helpers);
    control->second_stop = team->found;
    control->others = &team->helpers[count - 1].own.tally;
    w->has_company = true;
}

struct pr_walk *by__pr_end_helpers(struct pr_search *s, struct pr_fact *root)
{
    struct pr_team *team = s->team;
    struct pr_walk *w = &s->walk;
    int winner;

    if (!team || !w->has_company)
        return w;
    by_stop_set(team->helpers_stop);
    by__crew_wait(team->crew);
    for (int i = 0; i < team->count; i++) {
        if (!team->helpers[i].own.is_running)
            continue;
        by__helper_end(&team->helpers[i].own, w->control);
        for (int j = 0; j < PR_COUNTER_COUNT; j++)
            w->count[j] += team->helpers[i].walk.count[j];
    }
    by__pr_table_unshare(w->table);
    unshare_nodes(w->control);
    w->control->others = NULL;
    w->control->second_stop = NULL;
    w->has_company = false;
    team->has_started = false;
    winner = atomic_load(&team->winner);
    if (!winner)
        return w;
    w->control->is_stopped = false; /* a helper has the answer; this thread may have one too */
    if (pr_is_solved(root))
        return w;
    *root = team->helpers[winner - 1].root;
    return &team->helpers[winner - 1].walk;
}

/* ---- Virtual numbers ------------------------------------------------------------------------------------------- */

static _Atomic uint8_t *busy(const struct pr_walk *w, uint64_t key)
{
    return &w->team->busy[(key >> 16) % PR_BUSY];
}

static int others_below(const struct pr_walk *w, uint64_t key)
{
    return atomic_load_explicit(busy(w, key), memory_order_relaxed);
}

void by__pr_go_below(struct pr_walk *w, uint64_t key)
{
    atomic_fetch_add_explicit(busy(w, key), 1, memory_order_relaxed);
}

void by__pr_come_back(struct pr_walk *w, uint64_t key)
{
    atomic_fetch_sub_explicit(busy(w, key), 1, memory_order_relaxed);
}

/* How much harder a position looks for each thread below it. If the chooser seems to fail, all his moves need a search
 * anyway, so another thread may start any of them. If he seems to have a solving move, searches of the others are
 * probably wasted. */
static uint64_t virtual_more(const struct pr_frame *f, const struct pr_summary *sum, pr_number own)
{
    bool seems_to_fail = pr_own(&sum->fact, f->is_or) > pr_other(&sum->fact, f->is_or);

    return PR_UNIT + (seems_to_fail ? (uint64_t)own * 10 : own / 10);
}

static pr_number virtual_own(const struct pr_walk *w, const struct pr_frame *f, const struct pr_summary *sum, int index)
{
    const struct pr_child *child = &f->children[index];
    pr_number own = pr_with_cost(w, pr_own(&child->fact, f->is_or));
    uint64_t looks = own + (uint64_t)others_below(w, child->key) * virtual_more(f, sum, own);

    if (pr_is_solved(&child->fact))
        return own;
    return looks < PR_INFINITE ? (pr_number)looks : PR_INFINITE - 1;
}

void by__pr_avoid_other_threads(const struct pr_walk *w, const struct pr_frame *f, struct pr_summary *sum)
{
    pr_number limit = f->is_or ? f->proof_limit : f->disproof_limit, min = PR_INFINITE, second = PR_INFINITE;
    int best = -1;

    if (!others_below(w, f->children[sum->best].key))
        return; /* other children can only look harder than they are */
    for (int i = 0; i < f->count; i++) {
        pr_number own = pr_with_cost(w, pr_own(&f->children[i].fact, f->is_or)), looks = virtual_own(w, f, sum, i);

        if (own < limit && looks < min) {
            second = min;
            min = looks;
            best = i;
        } else if (looks < second) {
            second = looks;
        }
    }
    if (best < 0 || best == sum->best)
        return;
    sum->best = best;
    sum->second_min = second;
    sum->second = best + 1; /* equal numbers do not end its search */
}

/* ---- What others have solved ----------------------------------------------------------------------------------- */

enum { LOOK_EVERY = 64 }; /* nodes */

static bool find_solution(const struct pr_walk *w, const struct pr_frame *f, struct pr_fact *fact)
{
    struct pr_entry entry;

    if (!f->key || !by__pr_table_find(w->table, f->key, &entry))
        return false;
    if (!pr_is_solved(&entry.fact) &&
        (!entry.other_path || !by__pr_table_find_path(w->table, f->key, f->path_code, &entry)))
        return false;
    *fact = entry.fact;
    return true;
}

/* The topmost solved node of the path. */
static int solved_ply(const struct pr_walk *w, int ply)
{
    struct pr_fact fact;

    for (int i = 1; i <= ply; i++) /* the thread that solves the root stops the others */
        if (find_solution(w, &w->frames[i], &fact))
            return i;
    return PR_NOWHERE;
}

bool by__pr_is_solved_elsewhere(struct pr_walk *w, int ply, struct pr_fact *fact)
{
    struct pr_fact solution;

    if (w->back_to == PR_NOWHERE && w->control->nodes >= w->next_look) {
        w->next_look = w->control->nodes + LOOK_EVERY;
        w->back_to = solved_ply(w, ply);
    }
    if (ply > w->back_to)
        return true;
    if (ply < w->back_to)
        return false;
    w->back_to = PR_NOWHERE;
    if (!find_solution(w, &w->frames[ply], &solution))
        return false; /* replaced since */
    *fact = solution;
    return true;
}
