/* SPDX-License-Identifier: MIT
 *
 * Walking through the solution of the root: the winner's stored moves against all moves of the loser, down to where the
 * game is over by the rules. A solution that rests on repetitions may be small as a graph and too large as a tree, or
 * hold only where it was found; so it counts as proved if the walk comes to its end. The tree that is walked through is
 * the proof that is written.
 *
 * Where the table has forgotten a move, or what it knows comes to nothing on this path, the search is asked again at
 * that place. It takes nothing on trust then: solutions are walked through wherever they are used, and play that goes
 * round and that no rule ends counts against the winner.
 */
#include "base/array.h"
#include "search/proof/walk.h"

enum {
    WALK_TIMES = 8, /* nodes for each node of the search */
    WALK_MIN = 1024,
};

struct tour {
    struct pr_walk *w;
    struct by__solution *out; /* NULL: it is not wanted */
    bool has_searched;
};

bool by__solution_add(struct by__solution *solution, int plies, by_move move)
{
    struct by__step *steps;

    solution->is_too_large |= solution->max && solution->count >= solution->max;
    if (solution->is_too_large)
        return false;
    steps = by__array_grown(solution->steps, solution->count + 1, &solution->room, sizeof *steps);
    solution->is_out_of_memory = !steps;
    if (!steps)
        return false;
    solution->steps = steps;
    solution->steps[solution->count++] = (struct by__step){move, plies};
    return true;
}

/* ---- One move -------------------------------------------------------------------------------------------------- */

static bool walk_position(struct tour *t, int ply, by_move via);

static bool walk_move(struct tour *t, int ply, by_move move)
{
    struct pr_walk *w = t->w;
    bool is_good;

    if (ply >= w->plies || !by__control_count(w->control) || (t->out && !by__solution_add(t->out, ply + 1, move)))
        return false;
    w->rules->push(w->state, move);
    is_good = walk_position(t, ply + 1, move);
    w->rules->pop(w->state, move);
    return is_good;
}

/* ---- The winner ------------------------------------------------------------------------------------------------ */

static bool is_winning(const struct pr_walk *w, const struct pr_entry *entry)
{
    return pr_is_success(w, &entry->fact) && !entry->fact.is_doubtful && !entry->fact.is_open;
}

static by_move stored_move(struct pr_walk *w, int ply)
{
    const struct pr_frame *f = &w->frames[ply];
    struct by_moves moves = {.list = w->list};
    struct pr_entry entry;

    if (!f->key || !((by__pr_table_find_path(w->table, f->key, f->path_code, &entry) && is_winning(w, &entry)) ||
                     (by__pr_table_find(w->table, f->key, &entry) && is_winning(w, &entry))))
        return BY_MOVE_NONE;
    w->rules->moves(w->state, BY_MOVES_ALL, &moves);
    return pr_is_listed(&moves, entry.move) ? entry.move : BY_MOVE_NONE;
}

/* A move that wins on this path, found without solutions from other paths. */
static by_move searched_move(struct tour *t, int ply, uint8_t side)
{
    struct pr_walk *w = t->w;
    struct pr_lists *lists = w->lists;
    struct pr_team *team = w->team;
    bool walks = w->walks;
    struct pr_fact fact;
    by_move move;

    t->has_searched = true;
    w->walks = w->is_strict = true;
    w->lists = NULL;
    w->team = NULL;
    fact = by__pr_search_again(w, ply, side, &move);
    w->walks = walks;
    w->is_strict = false;
    w->lists = lists;
    w->team = team;
    return pr_is_success(w, &fact) && !fact.is_doubtful && !fact.is_open ? move : BY_MOVE_NONE;
}

static bool walk_winner(struct tour *t, int ply, uint8_t side)
{
    size_t count = t->out ? t->out->count : 0;
    by_move move = stored_move(t->w, ply);

    if (move != BY_MOVE_NONE && walk_move(t, ply, move))
        return true;
    if (t->w->control->is_stopped || (t->out && (t->out->is_too_large || t->out->is_out_of_memory)))
        return false;
    if (t->out)
        t->out->count = count;
    move = searched_move(t, ply, side);
    return move != BY_MOVE_NONE && walk_move(t, ply, move);
}

/* ---- The loser ------------------------------------------------------------------------------------------------- */

static bool walk_moves(struct tour *t, int ply, const struct by_moves *moves)
{
    bool is_good = !moves->is_partial;

    for (int i = 0; is_good && i < moves->count; i++)
        is_good = walk_move(t, ply, moves->list[i].move);
    return is_good;
}

static bool walk_loser(struct tour *t, int ply)
{
    struct pr_child *top = t->w->top;
    struct by_moves moves;
    bool is_good = by__pr_list_aside(t->w, &moves) && walk_moves(t, ply, &moves);

    t->w->top = top;
    return is_good;
}

/* ---- A position ------------------------------------------------------------------------------------------------ */

static bool is_winner(const struct pr_walk *w, uint8_t side)
{
    return (side == w->question.prover) == (w->failure.disproof == 0);
}

/* No rule ends this cycle. */
static bool goes_round(const struct pr_walk *w, int ply, uint64_t key)
{
    if (!key || w->run->extent.judges_repetition)
        return false;
    for (int at = 0; at < ply; at++)
        if (w->frames[at].key == key)
            return true;
    return false;
}

static bool is_stuck(struct pr_walk *w, struct by_node *node)
{
    struct by_moves moves = {0};

    if (node->can_move)
        return false;
    by__pr_list(w, &moves);
    node->is_estimate |= moves.is_partial;
    return moves.count == 0;
}

static bool walk_position(struct tour *t, int ply, by_move via)
{
    struct pr_walk *w = t->w;
    struct pr_child child = {.move = via};
    struct by_node node;
    bool is_good;

    by__pr_ask_rules(w, ply, &node);
    if (node.is_over || is_stuck(w, &node)) {
        struct pr_fact end = by__pr_fact_at_end(&w->question, node.value, node.side);

        return !node.is_estimate && pr_is_success(w, &end);
    }
    child.key = pr_key_at(w, ply, node.key, node.has_returned);
    child.has_returned = node.has_returned;
    if (goes_round(w, ply, child.key))
        return false;
    by__pr_enter_path(w, ply, &child);
    is_good = is_winner(w, node.side) ? walk_winner(t, ply, node.side) : walk_loser(t, ply);
    by__pr_leave_path(w, ply);
    return is_good;
}

static bool walk_root(struct tour *t, by_move move)
{
    const struct by__run *run = t->w->run;
    bool is_restricted = run->control.limits->root_moves != NULL, is_good;

    by__pr_enter_root(t->w, is_restricted ? 0 : pr_key(t->w, run->root.key));
    is_good = is_winner(t->w, run->root.side) ? walk_move(t, 0, move) : walk_moves(t, 0, &run->root_moves);
    by__pr_leave_path(t->w, 0);
    return is_good;
}

bool by__pr_walk_solution(struct pr_walk *w, const struct pr_fact *root, by_move move, uint64_t searched,
                          struct by__solution *out, bool *has_searched)
{
    struct by__control *control = w->control;
    struct tour t = {.w = w, .out = out};
    uint64_t limit = control->node_limit, end = control->nodes + WALK_TIMES * searched + WALK_MIN;
    unsigned wants = control->wants;
    bool is_good, is_bounded = !limit || end < limit;

    w->failure = (struct pr_fact){.proof = root->disproof, .disproof = root->proof, .path_ply = PR_NO_PATH};
    if (is_bounded)
        control->node_limit = end;
    control->next_check = 0;
    control->wants = 0; /* observers follow the search only */
    is_good = walk_root(&t, move);
    control->wants = wants;
    if (is_bounded && control->reason == BY_STOPPED_NODES)
        control->is_stopped = false; /* the walk is given up, but the run has nodes left */
    control->node_limit = limit;
    control->next_check = 0;
    *has_searched = t.has_searched;
    return is_good;
}
