/* SPDX-License-Identifier: MIT
 *
 * What is known of a position without searching it: it is over, it has been on the path, it is in the table, or it is
 * new and gets its first numbers.
 */
#include "boyi/random.h"
#include "search/proof/walk.h"

uint64_t by__pr_path_code(uint64_t code, by_move move, int ply)
{
    return code ^ by_random_word((uint64_t)ply << 32 | move);
}

static void add_to_path(struct pr_walk *w, int ply, uint64_t key, uint64_t path_code, uint64_t salt)
{
    w->frames[ply].key = key;
    w->frames[ply].path_code = path_code;
    w->frames[ply].salt = salt;
    w->filter[key % PR_FILTER]++;
}

void by__pr_enter_root(struct pr_walk *w, uint64_t key)
{
    add_to_path(w, 0, key, 0, 0);
}

void by__pr_enter_path(struct pr_walk *w, int ply, const struct pr_child *child)
{
    const struct pr_frame *above = &w->frames[ply - 1];
    uint64_t salt = above->salt;

    if (child->has_returned)
        salt ^= by_random_word(child->key ^ above->salt);
    add_to_path(w, ply, child->key, by__pr_path_code(above->path_code, child->move, ply), salt);
}

void by__pr_leave_path(struct pr_walk *w, int ply)
{
    w->filter[w->frames[ply].key % PR_FILTER]--;
}

/* ---- One position ---------------------------------------------------------------------------------------------- */

/* Whether a position has returned on the path and the rules wait. Their later verdict is about more than the last
 * cycle, so it holds on this path only. */
static bool follows_return(const struct pr_walk *w, int ply)
{
    return ply > 0 && w->frames[ply - 1].salt;
}

/* Over by the rules, or because no move is left. */
static struct pr_fact fact_at_end(struct pr_walk *w, int ply, const struct by_node *node)
{
    struct pr_fact fact = by__pr_fact_at_end(&w->question, node->value, node->side);
    uint16_t reach = follows_return(w, ply) && node->path_plies ? UINT16_MAX : by__proof_reach(node);

    fact.is_doubtful = node->is_estimate;
    fact.is_judged = node->path_plies > 0;
    w->count[PR_PATH_VERDICTS] += node->path_plies && (node->value || !node->cycle_decides);
    if (reach)
        fact.path_ply = pr_ply_before(ply, reach);
    return fact;
}

/* The position is already on the path: endless play is worth 0 on this path. A game that judges repetitions gives its
 * verdict now, or at a later return. */
static bool try_repetition(struct pr_walk *w, int ply, struct pr_child *child)
{
    if (!child->key || !w->filter[child->key % PR_FILTER] || w->run->extent.judges_repetition)
        return false;
    for (int at = ply - 1; at >= 0; at--)
        if (w->frames[at].key == child->key) {
            child->fact = w->is_strict ? w->failure : by__pr_fact_at_end(&w->question, 0, child->side);
            child->fact.path_ply = (int16_t)at;
            child->fact.is_doubtful = true;
            w->count[PR_OWN_DRAWS]++;
            return true;
        }
    return false;
}

/* A solution found on this path, or one that holds here as well. */
static bool try_solution(struct pr_walk *w, int ply, const struct pr_entry *entry, struct pr_child *child)
{
    uint64_t path_code = by__pr_path_code(w->frames[ply - 1].path_code, child->move, ply);
    struct pr_entry solution;

    if (!by__pr_table_find_path(w->table, child->key, path_code, &solution) ||
        (w->is_strict && solution.fact.is_doubtful && pr_is_success(w, &solution.fact)))
        return by__pr_simulate(w, ply, entry, child);
    w->count[PR_PATH_HITS]++;
    child->fact = solution.fact;
    return true;
}

/* The entry of the table. False: it has nothing usable. */
static bool try_table(struct pr_walk *w, int ply, struct pr_child *child)
{
    struct pr_entry entry;
    bool is_solved;

    if (!w->table || !child->key || !by__pr_table_find(w->table, child->key, &entry))
        return false;
    if (w->is_strict && entry.fact.is_doubtful && pr_is_success(w, &entry.fact))
        return false;
    w->count[PR_TABLE_HITS]++;
    child->fact = entry.fact;
    child->work = entry.work;
    is_solved = pr_is_solved(&entry.fact);
    if (is_solved && !w->walks)
        return true;
    return ((is_solved || entry.other_path) && try_solution(w, ply, &entry, child)) || (!is_solved && ply < w->plies);
}

/* A position without moves is over. */
static bool try_stuck(struct pr_walk *w, int ply, struct by_node *node, struct pr_child *child)
{
    struct by_moves moves = {0};

    if (node->can_move)
        return false;
    by__pr_list(w, &moves);
    if (moves.count)
        return false;
    node->is_estimate |= moves.is_partial;
    node->path_plies = moves.path_plies;
    child->fact = fact_at_end(w, ply, node);
    return true;
}

struct pr_fact by__pr_open_line(struct pr_walk *w)
{
    w->count[PR_OPEN_LINES]++;
    return by__pr_open_fact(&w->question);
}

static pr_number within_range(uint32_t number)
{
    return number < 1 ? 1 : number < PR_INFINITE ? number : PR_INFINITE - 1;
}

static struct pr_fact first_numbers(const struct pr_walk *w)
{
    const struct by_proofs *proofs = w->type->proofs;
    uint32_t proof = PR_UNIT, disproof = PR_UNIT;

    if (w->opt->initial == PR_INITIAL_GAME && proofs && proofs->first_numbers)
        proofs->first_numbers(w->state, w->question.prover, &proof, &disproof);
    return (struct pr_fact){.proof = within_range(proof), .disproof = within_range(disproof), .path_ply = PR_NO_PATH};
}

/* The rules will most likely confirm the verdict that they predict, but a proof must wait until they do. */
static struct pr_fact foretold_numbers(const struct pr_walk *w, by_value verdict, uint8_t side)
{
    enum { HARDER = 32 };
    struct pr_fact end = by__pr_fact_at_end(&w->question, verdict, side);

    return (struct pr_fact){.proof = end.proof ? HARDER * PR_UNIT : PR_UNIT,
                            .disproof = end.disproof ? HARDER * PR_UNIT : PR_UNIT,
                            .path_ply = PR_NO_PATH};
}

by_value by__pr_ask_rules(struct pr_walk *w, int ply, struct by_node *node)
{
    by_value verdict;

    w->rules->node(w->state, ply, node);
    verdict = node->value;
    if (node->is_foretold) {
        by__leave_verdict_aside(node);
        node->has_returned = true;
    }
    node->has_returned &= w->run->extent.judges_repetition;
    return verdict;
}

void by__pr_evaluate(struct pr_walk *w, int ply, struct pr_child *child)
{
    struct by_node node;
    by_value verdict = by__pr_ask_rules(w, ply, &node);

    child->key = pr_key_at(w, ply, node.key, node.has_returned);
    child->has_returned = node.has_returned;
    child->is_repeated = node.has_returned && (node.is_foretold || !w->run->extent.foretells_repetition);
    child->side = node.side;
    child->work = 0;
    if (node.is_over)
        child->fact = fact_at_end(w, ply, &node);
    else if (try_repetition(w, ply, child) || try_table(w, ply, child) || try_stuck(w, ply, &node, child))
        return;
    else if (ply >= w->plies)
        child->fact = by__pr_open_line(w);
    else
        child->fact = node.is_foretold ? foretold_numbers(w, verdict, node.side) : first_numbers(w);
}

/* ---- The moves of a node --------------------------------------------------------------------------------------- */

void by__pr_list_moves(struct pr_walk *w, struct pr_frame *f, int ply, struct by_moves *moves)
{
    *moves = (struct by_moves){.list = w->list};
    if (ply == 0) {
        *moves = w->run->root_moves;
        w->count[PR_CUT_LISTS] += moves->path_plies > 0;
    } else {
        by__pr_list(w, moves);
    }
    f->is_partial = moves->is_partial;
    f->list_path_ply = moves->path_plies ? pr_ply_before(ply, moves->path_plies) : PR_NO_PATH;
}

bool by__pr_list_aside(struct pr_walk *w, struct by_moves *moves)
{
    size_t room = w->child_room - (size_t)(w->top - w->children), size = sizeof *w->top;

    *moves = (struct by_moves){.list = (struct by_move_info *)(void *)w->top};
    if (room * size < (size_t)w->run->extent.max_moves * sizeof *moves->list)
        return false;
    by__pr_list(w, moves);
    w->top += ((size_t)moves->count * sizeof *moves->list + size - 1) / size;
    return true;
}

/* A child that settles its parent, so that its siblings need no evaluation. If lists lack moves we accept doubt: it
 * would nearly always remain. */
static bool settles(const struct pr_frame *f, const struct pr_child *child)
{
    return pr_own(&child->fact, f->is_or) == 0 && !child->fact.is_open && child->fact.path_ply == PR_NO_PATH &&
           (f->is_partial || !child->fact.is_doubtful);
}

bool by__pr_evaluate_children(struct pr_walk *w, struct pr_frame *f, int ply, const struct by_moves *moves)
{
    w->top = f->children + moves->count;
    by__pr_report(w, ply, BY_EVENT_EXPAND, &w->frames[ply].before);
    for (int i = 0; i < moves->count; i++) {
        struct pr_child *child = &f->children[f->count];

        if (w->key_after && i + 1 < moves->count)
            by__pr_table_prefetch(w->table,
                                  pr_key_at(w, ply + 1, w->key_after(w->state, moves->list[i + 1].move), false));
        if (!by__control_count(w->control))
            return false;
        child->move = moves->list[i].move;
        child->similar_tries = 0;
        child->is_earlier_tried = false;
        child->similar_to = 0;
        w->rules->push(w->state, child->move);
        by__pr_evaluate(w, ply + 1, child);
        w->rules->pop(w->state, child->move);
        f->count++;
        by__pr_report_child(w, ply + 1, child);
        if (settles(f, child)) {
            f->children[0] = *child;
            f->count = 1;
            break;
        }
    }
    return true;
}
