/* SPDX-License-Identifier: MIT
 *
 * Similar positions: what refutes one move often refutes the next, which changes nothing that matters (Kawano 1996,
 * "Using similar positions to search game trees").
 *
 * A move of a node is refuted, and its sibling is about to be searched. First the winner's moves are tried there as
 * they stand in the refutation, against every move of the loser, until the game is over or something solved is met.
 * Which stored position corresponds to which is found by keys: where keys are words xor'ed together, two positions that
 * differ by some stones have keys that differ by the same word, whatever else is played. In a game with other keys
 * nothing is found, and nothing is lost but the look.
 *
 * The same is done with what solved a position below an earlier root: a block of Go is asked about again with other
 * rights to retake a ko, which most lines never come to.
 */
#include "search/proof/walk.h"

enum {
    TRIES = 2,   /* siblings whose refutation is tried on a move */
    MARGIN = 16, /* nodes that it may take beyond twice the work of the refutation */
};

/* A solution that is tried where it was not found. */
struct similar {
    uint64_t difference; /* between the keys of corresponding positions */
    struct pr_fact fact; /* how it has to end, and what it rests on here */
};

static bool holds_here(struct pr_walk *w, int ply, struct pr_child *child, struct similar *similar);

static bool is_same_end(const struct pr_fact *fact, const struct pr_fact *wanted)
{
    return fact->proof == wanted->proof && fact->disproof == wanted->disproof && !fact->is_open;
}

static void rest_on(struct pr_fact *all, const struct pr_child *child)
{
    int16_t path_ply = pr_path_ply(child);

    all->path_ply = path_ply < all->path_ply ? path_ply : all->path_ply;
    all->is_doubtful |= child->fact.is_doubtful;
    all->is_judged |= child->fact.is_judged;
}

/* Makes the move. The position behind it must be solved already or follow in the same way. */
static bool try_move(struct pr_walk *w, int ply, by_move move, struct similar *similar)
{
    struct pr_child child = {.move = move};
    bool is_good;

    if (w->control->nodes >= w->simulation_end || !by__control_count(w->control))
        return false;
    w->rules->push(w->state, move);
    by__pr_look(w, ply + 1, &child);
    is_good =
        pr_is_solved(&child.fact) ? is_same_end(&child.fact, &similar->fact) : holds_here(w, ply + 1, &child, similar);
    w->rules->pop(w->state, move);
    if (is_good)
        rest_on(&similar->fact, &child);
    return is_good;
}

/* All moves of the loser. */
static bool try_all(struct pr_walk *w, int ply, const struct by_moves *moves, struct similar *similar)
{
    for (int i = 0; i < moves->count; i++)
        if (!try_move(w, ply, moves->list[i].move, similar))
            return false;
    similar->fact.is_doubtful |= moves->is_partial;
    if (moves->path_plies && pr_ply_before(ply, moves->path_plies) < similar->fact.path_ply)
        similar->fact.path_ply = pr_ply_before(ply, moves->path_plies);
    return moves->count > 0;
}

/* Stores the moves where no frame uses the room. */
static bool try_here(struct pr_walk *w, int ply, bool is_winner, by_move best, struct similar *similar)
{
    struct pr_child *top = w->top;
    struct by_moves moves;
    bool is_good;

    if (!by__pr_list_aside(w, &moves))
        return false;
    is_good =
        is_winner ? pr_is_listed(&moves, best) && try_move(w, ply, best, similar) : try_all(w, ply, &moves, similar);
    w->top = top;
    return is_good;
}

static void keep(struct pr_walk *w, int ply, const struct pr_child *child, by_move best, uint32_t work)
{
    struct pr_entry entry = {.fact = child->fact, .work = work, .move = best};

    by__pr_store(w, &w->frames[ply], ply, &entry);
}

/* Whether the same moves solve the unsolved position on the board, at `ply`, as solved the similar one. If so, stores
 * the solution in `child` and in the table. */
static bool holds_here(struct pr_walk *w, int ply, struct pr_child *child, struct similar *similar)
{
    bool is_winner = (child->side == w->question.prover) == (similar->fact.proof == 0), is_good;
    struct similar below = {similar->difference, similar->fact};
    uint64_t before = w->control->nodes;
    struct pr_entry entry;

    if (!child->key || ply >= w->plies || !by__pr_table_find(w->table, child->key ^ similar->difference, &entry) ||
        !is_same_end(&entry.fact, &similar->fact))
        return false;
    below.fact.path_ply = PR_NO_PATH;
    below.fact.is_doubtful = below.fact.is_judged = false;
    by__pr_enter_path(w, ply, child);
    w->frames[ply].before = child->fact;
    is_good = try_here(w, ply, is_winner, entry.move, &below);
    by__pr_leave_path(w, ply);
    if (is_good) {
        child->fact = below.fact;
        keep(w, ply, child, entry.move, (uint32_t)(w->control->nodes - before));
        if (child->fact.path_ply >= ply)
            child->fact.path_ply = PR_NO_PATH;
    }
    return is_good;
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
                   struct similar *similar)
{
    bool is_good;

    w->count[PR_SIMILAR]++;
    w->top = f->children + f->count;
    w->simulation_end = w->control->nodes + 2 * work + MARGIN;
    w->rules->push(w->state, child->move);
    is_good = holds_here(w, ply + 1, child, similar);
    w->rules->pop(w->state, child->move);
    w->simulation_end = 0;
    w->count[PR_SIMILAR_DONE] += is_good;
    if (is_good)
        by__pr_tell_child(w, ply + 1, child);
    return is_good;
}

bool by__pr_try_similar(struct pr_walk *w, struct pr_frame *f, int ply, int index)
{
    struct pr_child *child = &f->children[index];
    int number = w->table && child->key && child->similar_tries < TRIES ? find_sibling(f, child) : -1;
    const struct pr_child *sibling;
    struct similar similar;

    if (number < 0)
        return false;
    sibling = &f->children[number];
    child->similar_tries++;
    child->similar_to = (int16_t)(number + 1);
    similar = (struct similar){child->key ^ sibling->key, sibling->fact};
    return try_on(w, f, ply, child, sibling->work, &similar);
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
            struct similar similar = {w->earlier[i], entry.fact};

            is_good = try_on(w, f, ply, child, entry.work, &similar);
        }
    }
    return is_good;
}
