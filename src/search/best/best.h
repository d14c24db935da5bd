/* SPDX-License-Identifier: MIT
 *
 * B* and probability-based B*: best-first searches that look for the best move and not for its value. The tree is kept
 * in memory; each node has an interval that its value is taken to lie in.
 *
 *   tree.c    the nodes, in blocks of siblings; blocks are given back and used again
 *   probe.c   what is known of a position before it is expanded: bounds of the game, or shallow searches
 *   walk.c    what both methods do with the tree: memory, expansion, lines
 *   bstar.c   B* (Berliner 1979)
 *   bsp.c     probability-based B* (Palay 1983; Berliner & McConnell 1996)
 *
 * All values in the tree are from the view of the side to move at the root, called MAX, whatever the ply: the sides
 * need not alternate. Wins count their distance from the root.
 */
#ifndef BOYI_SEARCH_BEST_H
#define BOYI_SEARCH_BEST_H

#include "search/counters.h"
#include "search/method.h"

extern const by_method by__best_bstar, by__best_bsp;

/* ---- The tree -------------------------------------------------------------------------------------------------- */

enum { BEST_NOBODY = -1 };

struct best_node {
    by_value pess, real, opt; /* pess <= real <= opt; `real` only where the method asks for estimates */
    double chance;            /* in bsp: that the forcer reaches his target */
    by_move move;             /* the move that led here */
    int32_t first_child;      /* BEST_NOBODY: not expanded, or closed and given back. Of a spare block: the next one */
    int32_t child_count;
    int16_t opt_ply; /* where `opt` was backed up from */
    uint8_t side;
    uint8_t cluster; /* its siblings with this number have the same target; counted from 0 as they are listed */
};

struct best_tree {
    struct best_node *nodes; /* the root is the first */
    int32_t room, count;
    int32_t *spare; /* by size: the first of the blocks that were given back */
    int32_t widest;
};

/* As many as there are targets of moves. */
enum { BEST_MAX_CLUSTERS = 256 };

/* The bytes of a tree besides its nodes, if no node has more than `widest` children. */
size_t by__best_tree_bytes(int widest);

bool by__best_tree_create(struct best_tree *tree, size_t node_bytes, int widest);
void by__best_tree_clear(struct best_tree *tree);
void by__best_tree_destroy(struct best_tree *tree);

/* A block of `count` siblings; BEST_NOBODY: there is no room. */
int32_t by__best_tree_allocate(struct best_tree *tree, int32_t count);
void by__best_tree_free(struct best_tree *tree, int32_t first, int32_t count);

/* Gives back all that lies below the node. */
void by__best_tree_prune(struct best_tree *tree, int32_t place);

static inline bool best_is_closed(const struct best_node *node)
{
    return node->pess >= node->opt;
}

/* ---- A run ----------------------------------------------------------------------------------------------------- */

enum best_source { BEST_FROM_GAME, BEST_FROM_PROBES };

/* How chances are made. */
enum best_rule {
    BEST_RULE_INDEPENDENT, /* what a side has is certain to it; its moves are independent chances */
    BEST_RULE_MAX,         /* the same, and only the move that the side to move likes best counts */
    BEST_RULE_PRODUCT,     /* a node has a distribution between both of its bounds; moves are independent */
};

/* By the names of the rows of both methods. */
struct best_options {
    enum best_source bounds;
    int probe_depth; /* plies, of the first pass */
    bool deeper_probes;
    by_value margin;
    int memory_kib;
    int criterion; /* of bstar */

    /* Of bsp */
    enum best_rule rule;
    bool clusters;
    bool strict;
    int epsilon;         /* ignore probabilities below this number of thousandths */
    uint32_t expansions; /* 0: no limit */
    uint32_t phase_percent;
};

#define BEST_COUNTERS(COUNTER)                                                                                         \
    COUNTER(BEST_EXPANSIONS, "expansions")                                                                             \
    COUNTER(BEST_PROBES, "probes")                                                                                     \
    COUNTER(BEST_PROBE_NODES, "probe_nodes")                                                                           \
    COUNTER(BEST_MARGINS, "margins")                                                                                   \
    COUNTER(BEST_INVALID_BOUNDS, "invalid_bounds")                                                                     \
    COUNTER(BEST_CLOSED, "closed")                                                                                     \
    COUNTER(BEST_SELECTIONS, "selections")                                                                             \
    COUNTER(BEST_VERIFICATIONS, "verifications")                                                                       \
    COUNTER(BEST_WIDENED, "widened")

enum best_counter { BEST_COUNTERS(BY__COUNTER_ID) BEST_COUNTER_COUNT };

struct best_walk {
    const struct best_options *opt;
    bool has_estimates; /* the method works with `real` also where the bounds are the game's: bsp */
    const struct by_rules *rules;
    const struct by_evaluation *evaluation;
    const struct by_tactics *tactics;
    struct by__run *run;
    struct by__control *control;
    void *state;
    struct best_tree tree;
    struct by_move_info *list;   /* of the node that is expanded */
    struct by_move_info *probes; /* rows of max_moves, one for each ply of a probe */
    int32_t *path;               /* the node of each ply */
    int plies;                   /* how deep the tree may be */
    int probe_depth;             /* plies, of this pass */
    bool has_targets;            /* moves of this game have squares that they end on */
    bool is_probing;             /* bounds come from probes: nothing is proved by them */
    bool is_spent;               /* the method's own effort has ended it */
    bool met_horizon;            /* a node was not expanded since the plies ended there */
    bool is_doubtful;            /* a rule of thumb, or a list that lacks moves */
    bool probe_met_horizon;      /* the probe has used an estimate */
    uint64_t count[BEST_COUNTER_COUNT];
};

/* The functions of a method. */
struct best_strategy {
    int32_t (*choose)(struct best_walk *w, int32_t place, void *context); /* the child to go on to */
    void (*back_up)(struct best_walk *w, int32_t place, void *context);   /* a node whose children have changed */
    void *context;
};

/* Which child of the root is chosen. */
struct best_choice {
    int32_t place;
    bool is_done;  /* it is known to be the best, as far as bounds can be trusted */
    bool is_spent; /* the method's own effort has come to its end */
};

struct best_search {
    struct best_options opt;
    enum best_variant { BEST_BSTAR, BEST_BSP } variant;
    struct by_counter counters[BEST_COUNTER_COUNT];
};

/* The greatest number of plies that a run to `depth` and its probes may go down. */
int by__best_reach(const void *self, int depth);

void by__best_init(void *self, const by_method *method, const by_game *game, const by_options *options);

/* From the root, which has its children, until there is nothing left to do or the run is stopped. */
struct best_choice by__best_search_bstar(struct best_walk *w);
struct best_choice by__best_search_bsp(struct best_walk *w);

by_status by__best_run(void *self, struct by__run *run, by_error *error);

/* Goes down by the child `place` of the root to a leaf, expands it and backs up. False: stopped, the tree is as before.
 */
bool by__best_advance(struct best_walk *w, int32_t place, const struct best_strategy *strategy);

/* Whether it is MAX's turn. */
static inline bool best_is_max(const struct best_walk *w, const struct best_node *node)
{
    return node->side == w->run->root.side;
}

/* A node's bounds and estimate by its children: the maximum for MAX, the minimum for MIN. */
struct best_node by__best_summary(const struct best_walk *w, const struct best_node *node);

/* A closed node keeps nothing below it, unless it is the root. */
void by__best_close(struct best_walk *w, int32_t place);

/* Bounds of the position on the board, which is not over, from the view of its side to move: fills pess, real and opt.
 * Stopped: they mean nothing. */
void by__best_judge(struct best_walk *w, int ply, const struct by_node *facts, struct best_node *node);

/* The estimate of the position on the board, from the view of its side to move. */
by_value by__best_estimate(struct best_walk *w);

/* The depth of the deepest probes, and the lists that one needs at once. */
int by__best_deepest(const struct best_options *options);
int by__best_probe_rows(const struct best_options *options);

/* Tells the observer, if it wants it, of a node. */
void by__best_report(struct best_walk *w, struct by_event *event);

/* The chance that a leaf is worth at least `target`, or at most, if MIN is the forcer. */
double by__best_leaf_chance(const struct best_node *node, by_value target, bool for_max, enum best_rule rule);

/* The chance of a node by those of its children: the forcer needs one of his moves to succeed, his opponent one that
 * does not. Of a cluster only the move counts that the side to move likes best. */
double by__best_chance_of(const struct best_node *children, int32_t count, bool is_forcer, enum best_rule rule,
                          bool has_clusters);

/* The rows of the option tables that both methods have. */
#define BEST_OPTION_ROWS                                                                                               \
    BY__CHOICE(SELECTIVE, bounds, by__best_sources, 0,                                                                 \
               "Source of the bounds: the game, if it has valid ones (game), or always probes (probes).", NULL),       \
        BY__NUMBER(SELECTIVE, probe_depth, 0, 16, 0,                                                                   \
                   "Depth of the alpha-beta searches that give estimates, in plies; 0: captures only.",                \
                   "Berliner & McConnell 1996"),                                                                       \
        BY__SWITCH(SELECTIVE, deeper_probes, 1,                                                                        \
                   "When nothing is left to search, start again with probes one ply deeper, until a limit of nodes, "  \
                   "evaluations or time is reached.",                                                                  \
                   NULL),                                                                                              \
        BY__NUMBER(SELECTIVE, margin, 0, 100000, 50,                                                                   \
                   "Distance of a bound from the estimate in positions where no side can pass.", NULL)

extern const char *const by__best_sources[];

#endif
