/* SPDX-License-Identifier: MIT
 *
 * Proof-number search (Allis, van der Meulen, van den Herik 1994): the tree is kept in memory, and the leaf that is
 * expanded next is the one whose solution would bring both a proof and a disproof of the root the nearest, the
 * most-proving one. From the root it is found by the best child at every node.
 *
 * Invariant: between two expansions the numbers of every node are those that follow from its children.
 *
 * A tree knows its paths, so that verdicts on repetition need no care.
 */
#include "search/proof/best_first.h"

#include <stdlib.h>

bool by__pr_tree_create(struct pr_tree *tree, size_t bytes)
{
    size_t room = bytes / PR_NODE_BYTES;

    tree->room = room < INT32_MAX ? (int32_t)room : INT32_MAX;
    tree->nodes = malloc((size_t)tree->room * sizeof *tree->nodes);
    tree->branches = malloc((size_t)tree->room * sizeof *tree->branches);
    return tree->nodes && tree->branches;
}

void by__pr_tree_destroy(struct pr_tree *tree)
{
    free(tree->nodes);
    free(tree->branches);
    *tree = (struct pr_tree){0};
}

/* The node as one on the path. */
static struct pr_frame frame_of(const struct pr_walk *w, const struct pr_tree *tree, int32_t place)
{
    const struct pr_branch *branch = &tree->branches[place];

    return (struct pr_frame){.children = &tree->nodes[branch->first_child],
                             .count = branch->child_count,
                             .list_path_ply = PR_NO_PATH,
                             .is_or = tree->nodes[place].side == w->question.prover,
                             .is_partial = branch->is_partial};
}

/* ---- Down ------------------------------------------------------------------------------------------------------ */

static void enter(struct pr_walk *w, const struct pr_tree *tree, int32_t place, int ply)
{
    const struct pr_child *node = &tree->nodes[place];

    w->frames[ply] = (struct pr_frame){.via = node->move, .before = node->fact, .side = node->side};
    if (ply)
        by__pr_enter_path(w, ply, node);
    else
        by__pr_enter_root(w, node->key);
    by__pr_report(w, ply, BY_EVENT_ENTER, &node->fact);
}

/* Goes on to the most-proving leaf below the node on the board. */
static int32_t descend(struct pr_walk *w, const struct pr_tree *tree, int32_t place, int *ply)
{
    while (tree->branches[place].first_child != PR_NOBODY) {
        place = tree->branches[place].first_child + tree->branches[place].best;
        w->rules->push(w->state, tree->nodes[place].move);
        enter(w, tree, place, ++*ply);
    }
    if (*ply > w->control->selective_depth)
        w->control->selective_depth = *ply;
    return place;
}

/* Gives the leaf its children. False: stopped, or no room. */
static bool expand(struct pr_walk *w, struct pr_tree *tree, int32_t place, int ply)
{
    struct pr_branch *branch = &tree->branches[place];
    struct by_moves moves;
    struct pr_frame f;

    branch->first_child = tree->count;
    f = frame_of(w, tree, place);
    by__pr_list_moves(w, &f, ply, &moves);
    if (moves.count > tree->room - tree->count) {
        w->control->is_stopped = true;
        w->control->reason = BY_STOPPED_MEMORY;
    }
    if (w->control->is_stopped || !by__pr_evaluate_children(w, &f, ply, &moves)) {
        branch->first_child = PR_NOBODY;
        return false;
    }
    w->count[PR_EXPANSIONS]++;
    branch->child_count = f.count;
    branch->is_partial = f.is_partial;
    for (int32_t i = tree->count; i < tree->count + f.count; i++)
        tree->branches[i] = (struct pr_branch){.parent = place, .first_child = PR_NOBODY};
    tree->count += f.count;
    return true;
}

/* ---- Up -------------------------------------------------------------------------------------------------------- */

static int32_t leave(struct pr_walk *w, const struct pr_tree *tree, int32_t place, int *ply)
{
    by__pr_report(w, *ply, BY_EVENT_LEAVE, &tree->nodes[place].fact);
    by__pr_leave_path(w, *ply);
    if (*ply > 0)
        w->rules->pop(w->state, tree->nodes[place].move);
    --*ply;
    return tree->branches[place].parent;
}

/* Brings the numbers up to date, upwards until a pair does not change: there the next descent begins. */
static int32_t update(struct pr_walk *w, struct pr_tree *tree, int32_t place, int *ply)
{
    for (;;) {
        struct pr_child *node = &tree->nodes[place];
        struct pr_branch *branch = &tree->branches[place];
        struct pr_frame f = frame_of(w, tree, place);
        struct pr_fact before = node->fact;
        struct pr_summary sum;

        by__pr_summarise(w, &f, &sum);
        node->fact = sum.fact;
        by__pr_report(w, *ply, BY_EVENT_UPDATE, &node->fact);
        branch->best = pr_is_solved(&sum.fact) ? by__pr_child_to_remember(&f, &sum) : sum.best;
        node->work = 0;
        for (int i = 0; i < f.count; i++)
            node->work += 1 + f.children[i].work;
        if (*ply == 0 || (before.proof == node->fact.proof && before.disproof == node->fact.disproof))
            return place;
        place = leave(w, tree, place, ply);
    }
}

static void report_numbers(struct pr_walk *w, const struct pr_tree *tree)
{
    if (!(w->control->wants & BY_EVENT_NUMBERS) || w->control->nodes < w->next_power)
        return;
    while (w->control->nodes >= w->next_power)
        w->next_power *= 2;
    by__pr_report(w, 0, BY_EVENT_NUMBERS, &tree->nodes[0].fact);
}

struct pr_fact by__pr_search_best_first(struct pr_walk *w, struct pr_tree *tree)
{
    const struct by__run *run = w->run;
    int32_t place = 0;
    int ply = 0;

    /* A root of which some moves are left out is another position: to come back to it is no repetition. */
    tree->nodes[0] = (struct pr_child){.key = run->control.limits->root_moves ? 0 : run->root.key,
                                       .move = BY_MOVE_NONE,
                                       .fact = {.proof = PR_UNIT, .disproof = PR_UNIT, .path_ply = PR_NO_PATH},
                                       .side = run->root.side};
    tree->branches[0] = (struct pr_branch){.parent = PR_NOBODY, .first_child = PR_NOBODY};
    tree->count = 1;
    enter(w, tree, 0, 0);
    while (!pr_is_solved(&tree->nodes[0].fact)) {
        place = descend(w, tree, place, &ply);
        if (!expand(w, tree, place, ply))
            break;
        place = update(w, tree, place, &ply);
        report_numbers(w, tree);
    }
    while (ply >= 0)
        place = leave(w, tree, place, &ply);
    return tree->nodes[0].fact;
}

/* The last node of the solution below `place`, which is the only one there or all of them. */
static int32_t last_step(const struct pr_walk *w, const struct pr_tree *tree, int32_t place, int32_t *first)
{
    const struct pr_branch *branch = &tree->branches[place];
    bool is_winner = pr_own(&tree->nodes[place].fact, tree->nodes[place].side == w->question.prover) == 0;

    *first = is_winner ? branch->first_child + branch->best : branch->first_child;
    return is_winner ? *first : branch->first_child + branch->child_count - 1;
}

bool by__pr_best_first_solution(const struct pr_walk *w, const struct pr_tree *tree, struct by__solution *out)
{
    int32_t place = 0, first, plies = 0;

    for (;;) {
        if (tree->branches[place].first_child != PR_NOBODY) {
            (void)last_step(w, tree, place, &first);
            place = first;
            plies++;
        } else {
            while (place && place == last_step(w, tree, tree->branches[place].parent, &first)) {
                place = tree->branches[place].parent;
                plies--;
            }
            if (!place)
                return true;
            place++;
        }
        if (!by__solution_add(out, plies, tree->nodes[place].move))
            return false;
    }
}

int by__pr_best_first_line(struct pr_walk *w, struct pr_tree *tree, by_move *line)
{
    int length = 0;

    for (int32_t place = 0; tree->branches[place].first_child != PR_NOBODY && length < w->plies;) {
        place = tree->branches[place].first_child + tree->branches[place].best;
        line[length++] = tree->nodes[place].move;
    }
    return length;
}
