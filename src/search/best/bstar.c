/* SPDX-License-Identifier: MIT
 *
 * B* (Berliner 1979): a move is proved the best when its pessimistic bound is not below the optimistic bound of any
 * other. There are two ways to get there: to raise the pessimistic bound of the move that looks best (ProveBest), or to
 * lower the optimistic bounds of the others (DisproveRest). Which one looks cheaper is decided before each expansion,
 * from how deep the optimistic bounds come from, each depth squared, for one strategy against the other.
 *
 * Invariant: a bound only ever becomes tighter, unless bounds contradict each other. Then one of them was not valid:
 * what was backed up is believed, the contradiction is counted, and nothing is called proved any more.
 */
#include "search/best/best.h"

enum criterion { CRITERION_2D, CRITERION_3D, CRITERION_AD, CRITERION_2R, CRITERION_3R, CRITERION_AR };

/* ---- Below the root -------------------------------------------------------------------------------------------- */

/* MAX goes where most could be reached, MIN where least could; a closed node has nothing left to be found. A node that
 * is open has an open child. */
static int32_t choose(struct best_walk *w, int32_t place, void *context)
{
    const struct best_node *node = &w->tree.nodes[place];
    int32_t best = BEST_NOBODY;

    (void)context;
    for (int32_t i = node->first_child; i < node->first_child + node->child_count; i++) {
        const struct best_node *child = &w->tree.nodes[i], *other = best == BEST_NOBODY ? NULL : &w->tree.nodes[best];

        if (!best_is_closed(child) &&
            (!other || (best_is_max(w, node) ? child->opt > other->opt : child->pess < other->pess)))
            best = i;
    }
    return best;
}

static void back_up(struct best_walk *w, int32_t place, void *context)
{
    struct best_node *node = &w->tree.nodes[place];
    struct best_node sum = by__best_summary(w, node);
    by_value pess = sum.pess > node->pess ? sum.pess : node->pess;
    by_value opt = sum.opt < node->opt ? sum.opt : node->opt;

    (void)context;
    if (pess > opt) {
        w->count[BEST_INVALID_BOUNDS]++;
        pess = sum.pess;
        opt = sum.opt;
    }
    if (opt == sum.opt)
        node->opt_ply = sum.opt_ply;
    node->pess = pess;
    node->real = sum.real;
    node->opt = opt;
    by__best_close(w, place);
}

/* ---- The root -------------------------------------------------------------------------------------------------- */

/* The child of the root with the greatest optimistic bound that is not `except`; BEST_NOBODY: there is no other. */
static int32_t most_optimistic(const struct best_walk *w, int32_t except)
{
    const struct best_node *root = &w->tree.nodes[0];
    int32_t best = BEST_NOBODY;

    for (int32_t i = root->first_child; i < root->first_child + root->child_count; i++)
        if (i != except && (best == BEST_NOBODY || w->tree.nodes[i].opt > w->tree.nodes[best].opt))
            best = i;
    return best;
}

/* The child of the root that is not below any other, whatever is found; BEST_NOBODY: that is not known yet. */
static int32_t proved_best(const struct best_walk *w)
{
    const struct best_node *root = &w->tree.nodes[0];
    int32_t first = most_optimistic(w, BEST_NOBODY), second = most_optimistic(w, first);

    for (int32_t i = root->first_child; i < root->first_child + root->child_count; i++) {
        int32_t rival = i == first ? second : first;

        if (rival == BEST_NOBODY || w->tree.nodes[i].pess >= w->tree.nodes[rival].opt)
            return i;
    }
    return BEST_NOBODY;
}

/* The estimated cost of changing a node's optimistic bound. */
static double cost_of(const struct best_walk *w, const struct best_node *node)
{
    double depth = node->opt_ply, square = depth * depth;

    return w->opt->criterion < CRITERION_2R ? square : square / ((double)node->opt - node->pess + 1);
}

/* Whether the node comes behind the other in order of optimism, equals in the order of the moves. */
static bool is_behind(const struct best_walk *w, int32_t place, int32_t other)
{
    by_value opt = w->tree.nodes[place].opt, bound = w->tree.nodes[other].opt;

    return opt < bound || (opt == bound && place > other);
}

/* The most optimistic of the alternatives behind `after`; BEST_NOBODY: none is left. Those that are below the best
 * move's pessimistic bound are disproved already. */
static int32_t next_alternative(const struct best_walk *w, int32_t best, int32_t after)
{
    const struct best_node *root = &w->tree.nodes[0];
    int32_t next = BEST_NOBODY;

    for (int32_t i = root->first_child; i < root->first_child + root->child_count; i++)
        if (i != best && w->tree.nodes[i].opt > w->tree.nodes[best].pess &&
            (after == BEST_NOBODY || is_behind(w, i, after)) && (next == BEST_NOBODY || is_behind(w, next, i)))
            next = i;
    return next;
}

/* The sum of costs over as many alternatives as the criterion looks at. */
static double cost_of_rest(const struct best_walk *w, int32_t best)
{
    static const int counts[] = {[CRITERION_2D] = 2, [CRITERION_3D] = 3, [CRITERION_AD] = INT32_MAX,
                                 [CRITERION_2R] = 2, [CRITERION_3R] = 3, [CRITERION_AR] = INT32_MAX};
    int32_t next = next_alternative(w, best, BEST_NOBODY);
    double cost = 0;

    for (int taken = 0; taken < counts[w->opt->criterion] && next != BEST_NOBODY; taken++) {
        cost += cost_of(w, &w->tree.nodes[next]);
        next = next_alternative(w, best, next);
    }
    return cost;
}

/* The child of the root to work on next. */
static int32_t choose_at_root(const struct best_walk *w)
{
    int32_t best = most_optimistic(w, BEST_NOBODY), rival = most_optimistic(w, best);
    bool disproves = cost_of_rest(w, best) < cost_of(w, &w->tree.nodes[best]);
    int32_t chosen = disproves ? rival : best;

    if (best_is_closed(&w->tree.nodes[chosen]))
        chosen = disproves ? best : rival;
    return chosen;
}

/* The move to make though nothing is proved: the best estimate, or what is certain; of equals the most hopeful. */
static int32_t likely_best(const struct best_walk *w)
{
    const struct best_node *root = &w->tree.nodes[0];
    int32_t best = root->first_child;

    for (int32_t i = best + 1; i < root->first_child + root->child_count; i++) {
        const struct best_node *child = &w->tree.nodes[i], *other = &w->tree.nodes[best];
        by_value mine = w->is_probing ? child->real : child->pess, his = w->is_probing ? other->real : other->pess;

        if (mine > his || (mine == his && child->opt > other->opt))
            best = i;
    }
    return best;
}

struct best_choice by__best_search_bstar(struct best_walk *w)
{
    const struct best_strategy strategy = {.choose = choose, .back_up = back_up};
    int32_t best;

    do
        best = proved_best(w);
    while (best == BEST_NOBODY && by__best_advance(w, choose_at_root(w), &strategy));
    return (struct best_choice){.place = best == BEST_NOBODY ? likely_best(w) : best, .is_done = best != BEST_NOBODY};
}

/* ---- The method ------------------------------------------------------------------------------------------------ */

static const char *const criteria[] = {"2D", "3D", "AD", "2R", "3R", "AR", NULL};

#define OPTIONS struct best_options

static const struct by_option options_table[] = {
    BY__CHOICE(SELECTIVE, criterion, criteria, 0,
               "When to try to disprove the other moves (DISPROVEREST): when the squared depths of the bounds of 2, 3 "
               "or all alternatives sum to less than that of the best move. R divides each by the range of its node.",
               "Berliner 1979"),
    BEST_OPTION_ROWS,
    BY__MEMORY_ROW,
    {0},
};

static const struct by_preset presets[] = {
    {"plain", "", "Bounds of the game, if it has any; criterion 2D."},
    {0},
};

const by_method by__best_bstar = {
    .name = "bstar",
    .help = "B*: best-first search by bounds, until one move is proved to be the best.",
    .options = options_table,
    .presets = presets,
    .variant = BEST_BSTAR,
    .size = sizeof(struct best_search),
    .init = by__best_init,
    .reach = by__best_reach,
    .run = by__best_run,
};
