/* SPDX-License-Identifier: MIT
 *
 * Several threads search the same root with a common table. So that they do not do the same, a position below which
 * others are at work looks harder than it is (virtual proof numbers: Kaneko 2010); and who works below a node that
 * another has solved goes back there.
 *
 * Helpers are started when the search turns out not to be a small one. A limit of nodes is divided then, so that it is
 * never exceeded.
 */
#include "core/game.h"
#include "search/proof/run.h"

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

        if (!helper->position)
            status = by_position_create(run->position->game, &helper->position, error);
        if (!status && helper->position->room < room)
            status = by__position_reserve(helper->position, room, error);
    }
    return status;
}

/* ---- A helper -------------------------------------------------------------------------------------------------- */

static void *help(void *argument)
{
    struct pr_helper *helper = argument;
    struct pr_team *team = helper->walk.team;
    int nobody = 0;

    helper->root = by__pr_search_root(&helper->walk, PR_INFINITE, false);
    if (pr_is_solved(&helper->root) && atomic_compare_exchange_strong(&team->winner, &nobody, helper->number))
        by_stop_set(team->found);
    return NULL;
}

/* Gives a helper the search as it is, but for its own memory, its copy of the root and its limits. */
static bool set_up(const struct pr_walk *w, struct pr_helper *helper, uint64_t nodes)
{
    struct pr_walk own = helper->walk;
    const struct by_limits *limits = w->run->control.limits;

    if (by_position_assign(helper->position, w->run->position, NULL))
        return false;
    helper->limits = (struct by_limits){
        .stop = w->team->helpers_stop, .ponder = limits->ponder, .nodes = nodes, .root_moves = limits->root_moves};
    helper->run = *w->run;
    helper->run.state = helper->position->state;
    by__control_start(&helper->run.control, &helper->limits, NULL, w->run->root.side);
    helper->run.control.tally = &helper->tally;
    helper->run.control.second_stop = limits->stop;
    helper->run.control.deadline_us = w->run->control.deadline_us;
    atomic_store_explicit(&helper->tally.nodes, 0, memory_order_relaxed);
    helper->walk = *w;
    helper->walk.frames = own.frames;
    helper->walk.children = own.children;
    helper->walk.list = own.list;
    helper->walk.lists = helper->lists.ring ? &helper->lists : NULL;
    helper->walk.run = &helper->run;
    helper->walk.control = &helper->run.control;
    helper->walk.state = helper->run.state;
    helper->lists.run++;
    by__pr_walk_begin(&helper->walk);
    return true;
}

/* ---- The team -------------------------------------------------------------------------------------------------- */

/* What each thread may still spend; 0: as much as it likes. */
static uint64_t divide_nodes(struct by__control *control, int threads)
{
    uint64_t each;

    if (!control->node_limit)
        return 0;
    each = (control->node_limit - control->nodes) / (uint64_t)threads;
    control->node_limit = control->nodes + each;
    control->next_check = control->next_check < control->node_limit ? control->next_check : control->node_limit;
    return each;
}

/* How many entries the table should have room for: by what a node has cost so far. Without a limit it gets all there
 * is: while threads share it, it cannot grow. */
static uint64_t entries_to_come(const struct pr_walk *w)
{
    const struct by__control *control = w->control;
    uint64_t used = atomic_load_explicit(&w->table->used, memory_order_relaxed);

    if (!control->node_limit || !control->nodes)
        return UINT32_MAX;
    return (control->node_limit - control->nodes) * (used + 1) / control->nodes + 1000;
}

/* Goes back to the root for the copies that the helpers need of it, and down again. */
static void copy_root(struct pr_walk *w, int ply, uint64_t nodes)
{
    struct pr_team *team = w->team;

    for (int i = ply; i > 0; i--)
        w->rules->pop(w->state, w->frames[i].via);
    for (int i = 0; i < team->count; i++) {
        team->helpers[i].number = i + 1;
        team->helpers[i].is_running = set_up(w, &team->helpers[i], nodes);
        team->helpers[i].tally.next = i ? &team->helpers[i - 1].tally : NULL;
    }
    for (int i = 1; i <= ply; i++)
        w->rules->push(w->state, w->frames[i].via);
}

void by__pr_start_helpers(struct pr_walk *w, int ply)
{
    struct pr_team *team = w->team;
    struct by__control *control = w->control;

    team->has_started = true;
    /* Less than one for each is none for some: they do not run. */
    if (control->node_limit && control->node_limit - control->nodes < (uint64_t)team->count + 1)
        return;
    by__pr_table_grow(w->table, entries_to_come(w));
    by_stop_clear(team->helpers_stop);
    by_stop_clear(team->found);
    atomic_store(&team->winner, 0);
    copy_root(w, ply, divide_nodes(control, team->count + 1));
    /* Who cannot have so many threads searches with those that there are. */
    for (int i = 0; i < team->count; i++) {
        struct pr_helper *helper = &team->helpers[i];

        helper->is_running = helper->is_running && pthread_create(&helper->thread, NULL, help, helper) == 0;
    }
    control->second_stop = team->found;
    control->others = &team->helpers[team->count - 1].tally;
    w->has_company = true;
}

static void add_up(struct pr_walk *w, const struct pr_helper *helper)
{
    w->control->ended_nodes += helper->run.control.nodes;
    for (int i = 0; i < PR_COUNTER_COUNT; i++)
        w->count[i] += helper->walk.count[i];
    if (helper->run.control.selective_depth > w->control->selective_depth)
        w->control->selective_depth = helper->run.control.selective_depth;
}

struct pr_walk *by__pr_end_helpers(struct pr_search *s, struct pr_fact *root)
{
    struct pr_team *team = s->team;
    struct pr_walk *w = &s->walk;
    int winner;

    if (!team || !w->has_company)
        return w;
    by_stop_set(team->helpers_stop);
    for (int i = 0; i < team->count; i++)
        if (team->helpers[i].is_running) {
            pthread_join(team->helpers[i].thread, NULL);
            team->helpers[i].is_running = false;
            add_up(w, &team->helpers[i]);
        }
    w->control->others = NULL;
    w->control->second_stop = NULL;
    w->has_company = false;
    team->has_started = false;
    winner = atomic_load(&team->winner);
    if (!winner)
        return w;
    w->control->is_stopped = false; /* it was told that the answer is there, perhaps with its own in hand */
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

int by__pr_others_below(const struct pr_walk *w, uint64_t key)
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

/* ---- What others have solved ----------------------------------------------------------------------------------- */

enum { LOOK_EVERY = 64 }; /* nodes */

static bool find_solution(const struct pr_walk *w, const struct pr_frame *f, struct pr_fact *fact)
{
    struct pr_entry entry;

    if (!f->key || !by__pr_table_find(w->table, f->key, &entry))
        return false;
    if (!pr_is_solved(&entry.fact) && (!entry.twin || !by__pr_table_find_twin(w->table, f->key, f->path_code, &entry)))
        return false;
    *fact = entry.fact;
    return true;
}

/* The topmost node of the path that is solved. */
static int solved_ply(const struct pr_walk *w, int ply)
{
    struct pr_fact fact;

    for (int i = 1; i <= ply; i++) /* who solves the root stops the others */
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
        return false; /* it has been forgotten since */
    *fact = solution;
    return true;
}
