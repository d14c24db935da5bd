/* SPDX-License-Identifier: MIT
 *
 * Probability-based B* (Palay 1983; Berliner & McConnell 1996). Bounds hide where a value is likely to lie between
 * them. So each node also has an estimate, and a chance that the side which presses now, the forcer, reaches a target:
 *
 *   select   MAX is the forcer. The target is more than the estimate of the best move; of the other moves the one that
 *            is likeliest to reach it is expanded.
 *   verify   MIN is the forcer, below the best move. The target is less than what the next best move promises.
 *
 * The forcer goes where his chance is the greatest, his opponent where the estimate is the best for him. The search
 * ends when the best move is proved to be the best, when no chance is worth looking at, or when its effort is spent.
 *
 * Invariant: all chances in the tree are those of the current forcer and target; aim() finds them again if one of the
 * two changes.
 *
 * The likelihood of a leaf's values falls linearly from the estimate to the bound. That shape is our own choice, as the
 * limits are.
 */
#include "search/best/best.h"

/* A run. */
struct pursuit {
    struct best_walk *w;
    bool for_max; /* who the forcer is */
    by_value target;
};

/* ---- Chances --------------------------------------------------------------------------------------------------- */

/* The optimism of a leaf from the forcer's view: more is better. */
struct promise {
    double min, real, max, target;
};

static struct promise promise_of(const struct best_node *node, by_value target, bool for_max)
{
    if (for_max)
        return (struct promise){node->pess, node->real, node->opt, target};
    return (struct promise){-(double)node->opt, -(double)node->real, -(double)node->pess, -(double)target};
}

/* The forcer has what is estimated, and may get more. */
static double chance_beyond_estimate(const struct promise *p)
{
    double share;

    if (p->real >= p->target)
        return 1;
    if (p->max < p->target)
        return 0;
    share = (p->max - p->target + 1) / (p->max - p->real + 1);
    return share * share;
}

/* Any whole number from the least to the most may come, the estimate most likely: a discrete triangle, whose sides have
 * `above` and `below` steps. Distributions of moves that are independent of each other make that of a node point by
 * point: where MAX moves, the chances that a value is not exceeded multiply, where MIN does, those that it is reached.
 * So the point at the target is all that has to be known of any of them. */
static double chance_by_distribution(const struct promise *p)
{
    double above = p->max - p->real + 1, below = p->real - p->min + 1, steps;

    if (p->target <= p->min)
        return 1;
    if (p->target > p->max)
        return 0;
    if (p->target > p->real) {
        steps = p->max - p->target + 1;
        return steps * (steps + 1) / (above * (above + below));
    }
    steps = p->target - p->min;
    return 1 - steps * (steps + 1) / (below * (above + below));
}

double by__best_leaf_chance(const struct best_node *node, by_value target, bool for_max, enum best_rule rule)
{
    struct promise promise = promise_of(node, target, for_max);

    return rule == BEST_RULE_PRODUCT ? chance_by_distribution(&promise) : chance_beyond_estimate(&promise);
}

/* Combines probabilities: the forcer fails if all his moves fail, and succeeds if he does against all answers. */
static double with_move(double product, double chance, bool is_forcer)
{
    return product * (is_forcer ? 1 - chance : chance);
}

static double chance_of_clusters(const struct best_node *children, int32_t count, bool is_forcer)
{
    double best[BEST_MAX_CLUSTERS], product = 1;
    int clusters = 0;

    for (int32_t i = 0; i < count; i++) {
        double chance = children[i].chance, *other = &best[children[i].cluster];

        if (children[i].cluster == clusters)
            best[clusters++] = chance;
        else if (is_forcer ? chance > *other : chance < *other)
            *other = chance;
    }
    for (int i = 0; i < clusters; i++)
        product = with_move(product, best[i], is_forcer);
    return is_forcer ? 1 - product : product;
}

double by__best_chance_of(const struct best_node *children, int32_t count, bool is_forcer, enum best_rule rule,
                          bool has_clusters)
{
    double extreme = is_forcer ? 0 : 1, product = 1;

    if (has_clusters && rule != BEST_RULE_MAX)
        return chance_of_clusters(children, count, is_forcer);
    for (int32_t i = 0; i < count; i++) {
        double chance = children[i].chance;

        product = with_move(product, chance, is_forcer);
        if (is_forcer ? chance > extreme : chance < extreme)
            extreme = chance;
    }
    if (rule == BEST_RULE_MAX)
        return extreme;
    return is_forcer ? 1 - product : product;
}

static double chance_of_children(const struct pursuit *p, const struct best_node *node)
{
    bool is_forcer = best_is_max(p->w, node) == p->for_max;

    return by__best_chance_of(&p->w->tree.nodes[node->first_child], node->child_count, is_forcer, p->w->opt->rule,
                              p->w->opt->clusters && p->w->has_targets);
}

static double chance_of_leaf(const struct pursuit *p, const struct best_node *node)
{
    return by__best_leaf_chance(node, p->target, p->for_max, p->w->opt->rule);
}

/* The chance of the node, and of all below it. */
static void find_chances(const struct pursuit *p, int32_t place)
{
    struct best_node *node = &p->w->tree.nodes[place];

    if (node->first_child == BEST_NOBODY) {
        node->chance = chance_of_leaf(p, node);
        return;
    }
    for (int32_t i = 0; i < node->child_count; i++)
        find_chances(p, node->first_child + i);
    node->chance = chance_of_children(p, node);
}

/* Another target, or another forcer: no chance is what it was. */
static void aim(struct pursuit *p, bool for_max, by_value target)
{
    if (p->for_max == for_max && p->target == target)
        return;
    p->for_max = for_max;
    p->target = target;
    find_chances(p, 0);
}

/* ---- Below the root -------------------------------------------------------------------------------------------- */

static int32_t choose(struct best_walk *w, int32_t place, void *context)
{
    const struct pursuit *p = context;
    const struct best_node *node = &w->tree.nodes[place];
    bool is_max = best_is_max(w, node), is_forcer = is_max == p->for_max;
    int32_t best = BEST_NOBODY;

    for (int32_t i = node->first_child; i < node->first_child + node->child_count; i++) {
        const struct best_node *child = &w->tree.nodes[i], *other = best == BEST_NOBODY ? NULL : &w->tree.nodes[best];

        if (best_is_closed(child))
            continue;
        if (!other || (is_forcer ? child->chance > other->chance
                       : is_max  ? child->real > other->real
                                 : child->real < other->real))
            best = i;
    }
    return best;
}

static void back_up(struct best_walk *w, int32_t place, void *context)
{
    const struct pursuit *p = context;
    struct best_node *node = &w->tree.nodes[place];
    struct best_node sum = by__best_summary(w, node);

    w->count[BEST_INVALID_BOUNDS] += sum.pess > node->opt || sum.opt < node->pess;
    w->count[BEST_WIDENED] += sum.real > node->opt || sum.real < node->pess;
    node->pess = sum.pess;
    node->real = sum.real;
    node->opt = sum.opt;
    for (int32_t i = node->first_child; i < node->first_child + node->child_count; i++)
        if (w->tree.nodes[i].first_child == BEST_NOBODY)
            w->tree.nodes[i].chance = chance_of_leaf(p, &w->tree.nodes[i]);
    node->chance = chance_of_children(p, node);
    by__best_close(w, place);
}

/* ---- The root -------------------------------------------------------------------------------------------------- */

/* The child with the best estimate that is not `except`, of equals the one that has less to lose. */
static int32_t best_estimate(const struct best_walk *w, int32_t except)
{
    const struct best_node *root = &w->tree.nodes[0];
    int32_t best = BEST_NOBODY;

    for (int32_t i = root->first_child; i < root->first_child + root->child_count; i++) {
        const struct best_node *child = &w->tree.nodes[i], *other = best == BEST_NOBODY ? NULL : &w->tree.nodes[best];

        if (i != except &&
            (!other || child->real > other->real || (child->real == other->real && child->pess > other->pess)))
            best = i;
    }
    return best;
}

/* The greatest optimistic bound of the other children; -BY_INFINITE: there are none. */
static by_value hope_of_others(const struct best_walk *w, int32_t best)
{
    const struct best_node *root = &w->tree.nodes[0];
    by_value max = -BY_INFINITE;

    for (int32_t i = root->first_child; i < root->first_child + root->child_count; i++)
        if (i != best && w->tree.nodes[i].opt > max)
            max = w->tree.nodes[i].opt;
    return max;
}

static bool is_proved(const struct best_walk *w)
{
    int32_t best = best_estimate(w, BEST_NOBODY);

    return w->tree.nodes[best].pess >= hope_of_others(w, best);
}

/* The other child that is likeliest to reach the target; BEST_NOBODY: none that is worth looking at. */
static int32_t likeliest(const struct pursuit *p, int32_t best)
{
    const struct best_walk *w = p->w;
    const struct best_node *root = &w->tree.nodes[0];
    int32_t found = BEST_NOBODY;

    for (int32_t i = root->first_child; i < root->first_child + root->child_count; i++) {
        const struct best_node *child = &w->tree.nodes[i];

        if (i != best && child->opt >= p->target && child->chance >= p->w->opt->epsilon / 1000.0 &&
            !best_is_closed(child) && (found == BEST_NOBODY || child->chance > w->tree.nodes[found].chance))
            found = i;
    }
    return found;
}

/* ---- Phases ---------------------------------------------------------------------------------------------------- */

enum { MIN_PHASE = 8 }; /* expansions, where the effort has no limit of its own */

/* How many expansions a phase may take: a share of what is left of the effort, or, if that is not limited, of what was
 * done so far, so that neither phase waits long for the other. */
static uint64_t phase_limit(const struct pursuit *p)
{
    uint64_t done = p->w->count[BEST_EXPANSIONS], limit = p->w->opt->expansions;
    uint64_t share = (limit ? limit - done : done) * p->w->opt->phase_percent / 100, min = limit ? 1 : MIN_PHASE;

    return share > min ? share : min;
}

static bool is_spent(const struct pursuit *p)
{
    return p->w->opt->expansions && p->w->count[BEST_EXPANSIONS] >= p->w->opt->expansions;
}

static bool advance(struct pursuit *p, int32_t place, enum best_counter phase)
{
    const struct best_strategy strategy = {.choose = choose, .back_up = back_up, .context = p};

    if (!by__best_advance(p->w, place, &strategy))
        return false;
    p->w->count[phase]++;
    return true;
}

/* False: stopped. */
static bool select_best(struct pursuit *p)
{
    for (uint64_t left = phase_limit(p); left > 0 && !is_spent(p); left--) {
        int32_t best = best_estimate(p->w, BEST_NOBODY), rival;

        aim(p, true, p->w->tree.nodes[best].real + 1);
        rival = likeliest(p, best);
        if (rival == BEST_NOBODY)
            break;
        if (!advance(p, rival, BEST_SELECTIONS))
            return false;
    }
    return true;
}

/* The value to which MIN must lower the best move: below the next best move's value or, for certainty, its bound. */
static by_value target_of_verification(const struct pursuit *p, int32_t best)
{
    int32_t second = best_estimate(p->w, best);

    if (p->w->opt->strict || second == BEST_NOBODY)
        return hope_of_others(p->w, best) - 1;
    return p->w->tree.nodes[second].real - 1;
}

/* Ends early if another move becomes the best. False: stopped. */
static bool verify_best(struct pursuit *p)
{
    int32_t best = best_estimate(p->w, BEST_NOBODY);
    const struct best_node *node = &p->w->tree.nodes[best];

    for (uint64_t left = phase_limit(p); left > 0 && !is_spent(p) && best_estimate(p->w, BEST_NOBODY) == best; left--) {
        aim(p, false, target_of_verification(p, best));
        if (best_is_closed(node) || node->pess > p->target || node->chance < p->w->opt->epsilon / 1000.0)
            break;
        if (!advance(p, best, BEST_VERIFICATIONS))
            return false;
    }
    return true;
}

struct best_choice by__best_search_bsp(struct best_walk *w)
{
    struct pursuit p = {.w = w, .for_max = true, .target = BY_INFINITE};
    uint64_t before;
    int32_t best;

    find_chances(&p, 0);
    do
        before = w->count[BEST_EXPANSIONS];
    while (!is_proved(w) && !is_spent(&p) && select_best(&p) && verify_best(&p) && w->count[BEST_EXPANSIONS] != before);
    best = best_estimate(w, BEST_NOBODY);
    aim(&p, true, w->tree.nodes[best].real + 1); /* for observers that show the other moves */
    return (struct best_choice){best, is_proved(w), is_spent(&p)};
}

/* ---- The method ------------------------------------------------------------------------------------------------ */

static const char *const rules[] = {"independent", "maximum", "product", NULL};

#define OPTIONS struct best_options

static const struct by_option options_table[] = {
    BY__CHOICE(SELECTIVE, rule, rules, 0,
               "How the probabilities of moves combine into that of a node: as independent events (independent); the "
               "maximum for the forcer and the minimum for the opponent (maximum); or as the product of distributions "
               "between the bounds (product).",
               "Palay 1983"),
    BY__SWITCH(SELECTIVE, clusters, 0,
               "Moves to the same square depend on each other: count only the one that their side likes best, if the "
               "game reports target squares.",
               NULL),
    BY__SWITCH(SELECTIVE, strict, 0,
               "Verify against the best possible values of the other moves, not only against their estimates.", NULL),
    BY__NUMBER(SELECTIVE, epsilon, 0, 1000, 20, "Ignore probabilities below this, in thousandths; 0: ignore none.",
               NULL),
    BY__NUMBER(SELECTIVE, expansions, 0, INT32_MAX, 0,
               "Effort: maximum number of nodes to expand; 0: only the limits of the run.",
               "Berliner & McConnell 1996"),
    BY__NUMBER(SELECTIVE, phase_percent, 1, 100, 25,
               "Share of the remaining effort that one phase may use; without a limit of effort, a share of the work "
               "done so far.",
               NULL),
    BEST_OPTION_ROWS,
    BY__MEMORY_ROW,
    {0},
};

static const struct by_preset presets[] = {
    {"plain", "", "Independent probabilities; only the limits of the run limit the effort."},
    {"paper-hitech", "expansions=225 probe_depth=2 deeper_probes=off", "225 expansions, the average of Hitech."},
    {"exact", "strict=on epsilon=0", "Ends only when the best move is proved to be the best, if bounds are valid."},
    {0},
};

const by_method by__best_bsp = {
    .name = "bsp",
    .help = "Probability-based B*: best-first search by estimates and by probabilities between bounds.",
    .options = options_table,
    .presets = presets,
    .variant = BEST_BSP,
    .size = sizeof(struct best_search),
    .init = by__best_init,
    .reach = by__best_reach,
    .run = by__best_run,
};
