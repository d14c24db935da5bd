/* SPDX-License-Identifier: MIT
 *
 * Simulation: a solution is tried where it was not found, before the position is searched. The winner's moves are made
 * as they stand in the solution, against every move of the loser, until the game is over, a position repeats, or
 * something solved is met. If it comes out the same, the position is solved too.
 *
 *     the same position on another path   Solutions that depend on the path above their node are stored under the
 *                                         position and the code of its path (Kishimoto & Müller 2004). With
 *                                         walk_solutions all are, and each is tried wherever it is used.
 *     a similar position                  What refutes one move often refutes the next, which changes nothing that
 *                                         matters (Kawano 1996, "Using similar positions to search game trees").
 *     a position below an earlier root    A block of Go is asked about again with other rights to retake a ko, which
 *                                         most lines never come to.
 *
 * Corresponding positions of the last two are found by keys: where keys are words xor'ed together, two positions that
 * differ by some stones have keys that differ by the same word, whatever else is played. In a game with other keys
 * nothing is found, and nothing is lost but the probe.
 */
#include "search/proof/walk.h"

enum {
    TRIES = 2,   /* siblings whose refutation is tried on a move */
    MARGIN = 16, /* nodes that a simulation may take beyond the work that it is allowed */
};

/* A solution that is tried where it was not found. */
struct simulation {
    bool is_similar;     /* corresponding positions are similar; else they are the same, on another path */
    uint64_t difference; /* between their keys */
    struct pr_fact fact; /* how it has to end, and what it rests on here */
};

/* ---- Storing --------------------------------------------------------------------------------------------------- */

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
        by__pr_table_store_path(w->table, f->key, f->path_code, entry);
        entry->fact = f->before;
        entry->other_path = pr_short_code(f->path_code);
    } else if (pr_is_solved(&entry->fact) && w->walks) {
        by__pr_table_store_path(w->table, f->key, f->path_code, entry); /* no second walk is needed here */
    }
    by__pr_table_store(w->table, f->key, entry);
}

/* ---- Simulating ------------------------------------------------------------------------------------------------ */

static bool simulate_similar(struct pr_walk *w, int ply, struct pr_child *child, const struct simulation *simulation);

static bool is_same_end(const struct pr_fact *fact, const struct pr_fact *wanted)
{
    return fact->proof == wanted->proof && fact->disproof == wanted->disproof && !fact->is_open;
}

/* Makes the move. The position behind it must be solved already, or follow in the same way. */
static bool try_move(struct pr_walk *w, int ply, by_move move, struct simulation *simulation)
{
    struct pr_child child = {.move = move};
    struct pr_fact *all = &simulation->fact;
    int16_t path_ply;
    bool is_good;

    if (w->control->nodes >= w->simulation_end || !by__control_count(w->control))
        return false;
    w->rules->push(w->state, move);
    by__pr_evaluate(w, ply + 1, &child);
    if (pr_is_solved(&child.fact) || !simulation->is_similar)
        is_good = is_same_end(&child.fact, all);
    else
        is_good = simulate_similar(w, ply + 1, &child, simulation);
    w->rules->pop(w->state, move);
    path_ply = pr_path_ply(&child);
    all->path_ply = path_ply < all->path_ply ? path_ply : all->path_ply;
    all->is_doubtful |= child.fact.is_doubtful;
    all->is_judged |= child.fact.is_judged;
    return is_good;
}

/* All moves of the loser. */
static bool try_all(struct pr_walk *w, int ply, const struct by_moves *moves, struct simulation *simulation)
{
    simulation->fact.is_doubtful |= moves->is_partial;
    if (moves->path_plies)
        simulation->fact.path_ply = pr_ply_before(ply, moves->path_plies);
    for (int i = 0; i < moves->count; i++)
        if (!try_move(w, ply, moves->list[i].move, simulation))
            return false;
    return moves->count > 0;
}

/* Tries a solution on the unsolved position on the board, at `ply`. If it holds, the position gets an entry of its own,
 * and `child` has the fact. */
static bool simulate(struct pr_walk *w, int ply, struct pr_child *child, const struct pr_entry *solution,
                     struct simulation simulation)
{
    bool is_winner = (child->side == w->question.prover) == (solution->fact.proof == 0), is_good;
    uint64_t nodes = w->control->nodes;
    struct pr_child *top = w->top;
    struct pr_entry entry = *solution;
    struct by_moves moves;

    simulation.fact = solution->fact;
    simulation.fact.path_ply = PR_NO_PATH;
    simulation.fact.is_doubtful = simulation.fact.is_judged = false;
    by__pr_enter_path(w, ply, child);
    is_good = by__pr_list_aside(w, &moves) &&
              (is_winner ? pr_is_listed(&moves, solution->move) && try_move(w, ply, solution->move, &simulation)
                         : try_all(w, ply, &moves, &simulation));
    w->top = top;
    by__pr_leave_path(w, ply);
    if (!is_good)
        return false;
    if (simulation.is_similar) {
        entry.work = (uint32_t)(w->control->nodes - nodes);
        entry.other_path = 0;
    }
    w->frames[ply].before = child->fact;
    child->fact = entry.fact = simulation.fact;
    by__pr_store(w, &w->frames[ply], ply, &entry);
    if (child->fact.path_ply >= ply)
        child->fact.path_ply = PR_NO_PATH;
    return true;
}

/* ---- Another path ---------------------------------------------------------------------------------------------- */

bool by__pr_simulate(struct pr_walk *w, int ply, const struct pr_entry *base, struct pr_child *child)
{
    bool is_outermost = w->simulation_end == 0, is_good;
    struct pr_entry solution = *base; /* or its last one that depends on the path */

    if (ply >= w->plies ||
        (!pr_is_solved(&base->fact) &&
         (!by__pr_table_find_other_path(w->table, child->key, base->other_path, &solution) || solution.fact.is_open)))
        return false;
    solution.other_path = base->other_path;
    w->count[PR_SIMULATIONS]++;
    if (is_outermost)
        w->simulation_end = w->control->nodes + solution.work + MARGIN;
    is_good = simulate(w, ply, child, &solution, (struct simulation){0});
    if (is_outermost)
        w->simulation_end = 0;
    w->count[PR_SIMULATIONS_DONE] += is_good;
    return is_good;
}

/* ---- Similar positions ----------------------------------------------------------------------------------------- */

static bool simulate_similar(struct pr_walk *w, int ply, struct pr_child *child, const struct simulation *simulation)
{
    struct pr_entry entry;

    return child->key && ply < w->plies && by__pr_table_find(w->table, child->key ^ simulation->difference, &entry) &&
           is_same_end(&entry.fact, &simulation->fact) && simulate(w, ply, child, &entry, *simulation);
}

/* A refuted sibling whose refutation holds on every path and was not tried before; -1: none. */
static int find_sibling(const struct pr_frame *f, const struct pr_child *child)
{
    for (int i = f->count - 1; i >= 0; i--) {
        const struct pr_child *other = &f->children[i];

        if (pr_own(&other->fact, f->is_or) >= PR_INFINITE && other->work && other->side == child->side &&
            other->fact.path_ply == PR_NO_PATH && !other->fact.is_open && child->similar_to != i + 1)
            return i;
    }
    return -1;
}

/* Tries a solution on the child. `work` is the work that it took where it was found. */
static bool try_on(struct pr_walk *w, struct pr_frame *f, int ply, struct pr_child *child, uint64_t work,
                   const struct simulation *simulation)
{
    bool is_good;

    w->count[PR_SIMILAR]++;
    w->top = f->children + f->count;
    w->simulation_end = w->control->nodes + 2 * work + MARGIN;
    w->rules->push(w->state, child->move);
    is_good = simulate_similar(w, ply + 1, child, simulation);
    w->rules->pop(w->state, child->move);
    w->simulation_end = 0;
    w->count[PR_SIMILAR_DONE] += is_good;
    if (is_good)
        by__pr_report_child(w, ply + 1, child);
    return is_good;
}

bool by__pr_try_similar(struct pr_walk *w, struct pr_frame *f, int ply, int index)
{
    struct pr_child *child = &f->children[index];
    int number = w->table && child->key && child->similar_tries < TRIES ? find_sibling(f, child) : -1;
    const struct pr_child *sibling;
    struct simulation simulation;

    if (number < 0)
        return false;
    sibling = &f->children[number];
    child->similar_tries++;
    child->similar_to = (int16_t)(number + 1);
    simulation = (struct simulation){true, child->key ^ sibling->key, sibling->fact};
    return try_on(w, f, ply, child, sibling->work, &simulation);
}

bool by__pr_try_earlier(struct pr_walk *w, struct pr_frame *f, int ply, int index)
{
    struct pr_child *child = &f->children[index];
    bool is_good = false;

    if (!child->key || child->is_earlier_tried)
        return false;
    child->is_earlier_tried = true;
    for (int i = 0; i < w->earlier_count && !is_good; i++) {
        struct pr_entry entry;

        if (by__pr_table_find(w->table, child->key ^ w->earlier[i], &entry) && pr_is_solved(&entry.fact)) {
            struct simulation simulation = {true, w->earlier[i], entry.fact};

            is_good = try_on(w, f, ply, child, entry.work, &simulation);
        }
    }
    return is_good;
}
