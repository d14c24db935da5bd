/* SPDX-License-Identifier: MIT
 *
 * Solutions that depend on the path above their node, and when they hold on another path (Kishimoto & Müller 2004).
 *
 * Such a solution is stored under the position and the code of its path. Met on another path, it is tried there: the
 * winner's stored moves are made against every move of the loser, until the game is over, a position repeats, or a
 * solution is met that holds on every path. If it does not come out the same, the position is searched as if nothing
 * were known.
 *
 * With walk_solutions there are none that are taken to hold on every path: each is tried in this way, down to where the
 * game is over by the rules.
 */
#include "search/proof/walk.h"

/* Another thread has solved the node meanwhile, at least as well. That entry stays: it depends on older solutions,
 * while a newer solution could depend on it in turn. */
static bool is_in_table(const struct pr_walk *w, const struct pr_frame *f, const struct pr_fact *fact)
{
    struct pr_entry entry;

    return by__pr_table_find(w->table, f->key, &entry) && pr_is_solved(&entry.fact) &&
           (!pr_is_solved(fact) || pr_solidity(&entry.fact) >= pr_solidity(fact));
}

void by__pr_store(struct pr_walk *w, const struct pr_frame *f, int ply, struct pr_entry *entry)
{
    if (!f->key || !w->table || (w->has_company && is_in_table(w, f, &entry->fact)))
        return;
    if (pr_is_solved(&entry->fact) && (entry->fact.is_open || entry->fact.path_ply < ply)) {
        by__pr_table_store_twin(w->table, f->key, f->path_code, entry);
        entry->fact = f->before;
        entry->twin = pr_short_code(f->path_code);
    } else if (pr_is_solved(&entry->fact) && w->walks) {
        by__pr_table_store_twin(w->table, f->key, f->path_code, entry); /* no second walk is needed here */
    }
    by__pr_table_store(w->table, f->key, entry);
}

/* ---- Simulation ------------------------------------------------------------------------------------------------ */

enum { MARGIN = 16 }; /* nodes that a simulation may take beyond the work of what it repeats */

/* The position behind the move must be solved in the same way; a twin on the way is simulated in turn. Adds its
 * conditions to `all`. */
static bool try_move(struct pr_walk *w, int ply, by_move move, struct pr_fact *all)
{
    struct pr_child child = {.move = move};
    const struct pr_fact *fact = &child.fact;
    int16_t path_ply;

    if (w->control->nodes >= w->simulation_end || !by__control_count(w->control))
        return false;
    w->rules->push(w->state, move);
    by__pr_look(w, ply + 1, &child);
    w->rules->pop(w->state, move);
    path_ply = pr_path_ply(&child);
    all->path_ply = path_ply < all->path_ply ? path_ply : all->path_ply;
    all->is_doubtful |= fact->is_doubtful;
    all->is_judged |= fact->is_judged;
    return fact->proof == all->proof && fact->disproof == all->disproof && !fact->is_open;
}

/* The winner's move, or all moves of the loser. */
static bool try_moves(struct pr_walk *w, int ply, bool is_winner, const struct by_moves *moves, by_move best,
                      struct pr_fact *all)
{
    if (is_winner)
        return pr_is_listed(moves, best) && try_move(w, ply, best, all);
    all->is_doubtful |= moves->is_partial;
    if (moves->path_plies)
        all->path_ply = pr_ply_before(ply, moves->path_plies);
    for (int i = 0; i < moves->count; i++)
        if (!try_move(w, ply, moves->list[i].move, all))
            return false;
    return moves->count > 0;
}

/* Stores the moves where no frame uses the room, and tries them. */
static bool replay(struct pr_walk *w, int ply, uint8_t side, by_move best, struct pr_fact *all)
{
    struct pr_child *top = w->top;
    struct by_moves moves;
    bool is_winner = (side == w->question.prover) == (all->proof == 0), is_good;

    if (!by__pr_list_aside(w, &moves))
        return false;
    is_good = try_moves(w, ply, is_winner, &moves, best, all);
    w->top = top;
    return is_good;
}

/* The solution also holds here, so it gets an entry of its own. */
static void keep(struct pr_walk *w, int ply, const struct pr_entry *base, const struct pr_entry *solution,
                 struct pr_child *child, const struct pr_fact *fact)
{
    struct pr_frame *f = &w->frames[ply];
    struct pr_entry entry = {.fact = *fact, .work = solution->work, .move = solution->move, .twin = base->twin};

    f->before = base->fact;
    by__pr_store(w, f, ply, &entry);
    child->fact = *fact;
    if (child->fact.path_ply >= ply)
        child->fact.path_ply = PR_NO_PATH;
    w->count[PR_SIMULATIONS_DONE]++;
}

/* The solution to try: that of the entry itself, or its last twin. */
static bool find_solution(const struct pr_walk *w, uint64_t key, const struct pr_entry *base, struct pr_entry *out)
{
    *out = *base;
    return pr_is_solved(&base->fact) ||
           (by__pr_table_find_other_twin(w->table, key, base->twin, out) && !out->fact.is_open);
}

bool by__pr_simulate(struct pr_walk *w, int ply, const struct pr_entry *base, struct pr_child *child)
{
    bool is_outermost = w->simulation_end == 0, is_good;
    struct pr_entry solution;
    struct pr_fact fact;

    if (ply >= w->plies || !find_solution(w, child->key, base, &solution))
        return false;
    w->count[PR_SIMULATIONS]++;
    if (is_outermost)
        w->simulation_end = w->control->nodes + solution.work + MARGIN;
    by__pr_enter_path(w, ply, child);
    fact = solution.fact;
    fact.path_ply = PR_NO_PATH;
    fact.is_doubtful = fact.is_judged = false;
    is_good = replay(w, ply, child->side, solution.move, &fact);
    by__pr_leave_path(w, ply);
    if (is_outermost)
        w->simulation_end = 0;
    if (is_good)
        keep(w, ply, base, &solution, child, &fact);
    return is_good;
}
