/* SPDX-License-Identifier: MIT
 *
 * The numbers of a node: its own is the minimum of its children's, the other their sum.
 */
#include "search/proof/walk.h"

/* Considers the child as the chooser's best or second-best move. */
static void rank(struct pr_summary *sum, const struct pr_frame *f, int index, pr_number own)
{
    const struct pr_fact *fact = &f->children[index].fact;
    bool is_better = sum->best < 0 || own < sum->min ||
                     (own == 0 && sum->min == 0 && pr_solidity(fact) > pr_solidity(&f->children[sum->best].fact));

    if (is_better) {
        sum->second = sum->best;
        sum->second_min = sum->min;
        sum->best = index;
        sum->min = own;
    } else if (sum->second < 0 || own < sum->second_min) {
        sum->second = index;
        sum->second_min = own;
    }
}

/* The plies and doubts that the solution depends on: those of the chooser's move, else those of all moves and of the
 * list. */
static void found(struct pr_summary *sum, const struct pr_frame *f)
{
    struct pr_fact *fact = &sum->fact;

    fact->path_ply = f->list_path_ply;
    fact->is_doubtful = f->is_partial;
    if (sum->min == 0) {
        const struct pr_fact *best = &f->children[sum->best].fact;

        fact->path_ply = pr_path_ply(&f->children[sum->best]);
        fact->is_doubtful = best->is_doubtful;
        fact->is_judged = best->is_judged;
        fact->is_open = best->is_open;
        return;
    }
    for (int i = 0; i < f->count; i++) {
        const struct pr_fact *child = &f->children[i].fact;
        int16_t path_ply = pr_path_ply(&f->children[i]);

        fact->path_ply = path_ply < fact->path_ply ? path_ply : fact->path_ply;
        fact->is_doubtful |= child->is_doubtful;
        fact->is_judged |= child->is_judged;
        fact->is_open |= child->is_open;
    }
}

/* Combines the numbers of the children. A plain sum counts leaves that several moves share once for each of them. */
static pr_number add_up(const struct pr_options *opt, const struct pr_summary *sum)
{
    uint64_t rest = sum->total - sum->greatest;

    if (sum->unsolved < 2 || sum->greatest >= PR_INFINITE)
        return sum->total;
    switch (opt->sum) {
    case PR_SUM_WEAK:
        return pr_sum(sum->greatest, (pr_number)(sum->unsolved - 1) * PR_UNIT);
    case PR_SUM_DAMPED:
        return pr_sum(sum->greatest, (pr_number)(rest * opt->rest_percent / 100));
    case PR_SUM_PLAIN:
        break;
    }
    return sum->total;
}

void by__pr_summarise(const struct pr_walk *w, const struct pr_frame *f, struct pr_summary *sum)
{
    pr_number all;

    *sum = (struct pr_summary){.best = -1, .second = -1, .min = PR_INFINITE, .second_min = PR_INFINITE};
    sum->fact.path_ply = PR_NO_PATH;
    for (int i = 0; i < f->count; i++) {
        const struct pr_child *child = &f->children[i];
        pr_number other = pr_with_cost(w, pr_other(&child->fact, f->is_or));

        rank(sum, f, i, pr_with_cost(w, pr_own(&child->fact, f->is_or)));
        sum->total = pr_sum(sum->total, other);
        sum->greatest = other > sum->greatest ? other : sum->greatest;
        sum->unsolved += !pr_is_solved(&child->fact);
    }
    all = sum->min == 0 ? PR_INFINITE : add_up(w->opt, sum);
    sum->fact.proof = f->is_or ? sum->min : all;
    sum->fact.disproof = f->is_or ? all : sum->min;
    if (pr_is_solved(&sum->fact))
        found(sum, f);
}

int by__pr_child_to_remember(const struct pr_frame *f, const struct pr_summary *sum)
{
    int hardest = 0;

    if (sum->min < PR_INFINITE)
        return sum->best;
    for (int i = 1; i < f->count; i++)
        if (f->children[i].work > f->children[hardest].work)
            hardest = i;
    return hardest;
}
