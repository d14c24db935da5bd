/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search: a tree that grows by one node an iteration, in four phases.
 *
 *   select     from the root down by the urgency of moves, as long as all moves of a node were tried   select.c
 *   expand     a move that was not tried becomes a node                                                tree.c, walk.c
 *   simulate   a game by chance from there to its end                                                  playout.c
 *   back up    the result goes into every node of the path                                             backup.c
 *
 * options.c has the table, memory.c what a run needs, reuse.c trees that outlive a run, root.c the runs and their
 * answers.
 *
 * Invariant: of a node that is not over and whose expansion waited for no more than its first visit, the visits are one
 * more than those of its moves together; the root's are those of its moves.
 */
#ifndef BOYI_SEARCH_MCTS_MCTS_H
#define BOYI_SEARCH_MCTS_MCTS_H

#include "boyi/random.h"
#include "search/method.h"

extern const by_method by__mcts;

/* ---- Options (options.c) --------------------------------------------------------------------------------------- */

enum mc_selection { MC_UCB1, MC_PUCT };
enum mc_final { MC_ROBUST, MC_MAX, MC_SECURE };
enum mc_pruning { MC_PRUNING_OFF, MC_PRUNING_HALF, MC_PRUNING_LEAD };

enum mc_playouts { MC_PLAYOUTS_MOVES, MC_PLAYOUTS_UNIFORM, MC_PLAYOUTS_INFORMED };

enum { MC_WIDENING_MOST = 256, MC_ROOTS = 1024, MC_HINT_MOST = 1 << 20 };

struct mc_options {
    uint64_t seed;
    uint64_t iterations; /* of a run that nothing else limits; 0: none */
    enum mc_selection selection;
    double exploration;
    enum mc_final final;
    double secure;
    enum mc_pruning absolute_pruning;
    bool widening;
    uint64_t opens_at[MC_WIDENING_MOST]; /* with how many visits of its parent each child is open */
    double inverse_roots[MC_ROOTS];      /* 1 / sqrt(n), from n = 1 on */
    uint32_t expand_visits;
    bool solver;
    bool rave;
    double rave_equivalence;
    double progressive_bias;   /* 0: off */
    double first_play_urgency; /* 0: what was not tried comes first */
    double implicit_minimax;   /* 0: off */
    enum mc_playouts playouts;
    int playout_plies; /* 0: to the end */
    bool priors;
    bool reuse;
    double scale;
    size_t memory; /* bytes */
};

extern const struct by_option by__mc_options[];
extern const struct by_preset by__mc_presets[];

void by__mc_options_read(struct mc_options *out, const by_options *options);

/* ---- The tree (tree.c) ----------------------------------------------------------------------------------------- */

/* Results are counted in quarters of a win, so that an estimate has its place and sums are exact. */
enum { MC_LOSS = 0, MC_DRAW = 2, MC_WIN = 4 };

enum mc_flags {
    MC_OVER = 1,     /* the game is over there; the bounds are its result */
    MC_DOUBTFUL = 2, /* the bounds rest on a rule of thumb, or on a list that lacks moves */
    MC_POINTS = 4,   /* the bounds rest on points, of which only the sign is known, and not on a win */
    MC_LISTED = 8,   /* of the root's moves: it is among the lines already */
    MC_PATH = 16,    /* the bounds rest on a verdict on the path, which another root may see otherwise */
};

/* A move with what is known of it. */
struct mc_node {
    uint64_t sum; /* of the results, as who made the move sees them; the root's as who is to move does */
    uint32_t visits;
    uint32_t block;                 /* where its moves are; 0: it has none yet */
    uint32_t amaf_visits, amaf_sum; /* the same of iterations in which the move was made later on */
    float prior;                    /* 0 to 1, those of a block together 1 */
    float estimate;                 /* of implicit minimax: the chance of the first side, 0 to 1 */
    by_move move;
    uint16_t slot;    /* of the move, for RAVE */
    int16_t distance; /* of a solved node: plies to the end, as far as they are known */
    int8_t low, high; /* the result that the first side surely gets at least, at most: -1, 0, 1. Equal: solved */
    uint8_t flags;
};

/* What stands before the moves of a node.
 *
 *     cells   [ - | root | block, move, move, move | block, move, move | ... free ]
 */
struct mc_block {
    uint32_t parent_block; /* the block that the node is in which these are the moves of; 0: it is the root */
    uint32_t parent;       /* that node */
    uint32_t forward;      /* of a collection: where the block goes to; 0: it is dropped */
    uint32_t count;
    uint32_t tried; /* how many of the moves were visited */
    uint8_t side;   /* who is to move */
    bool is_partial;
    bool is_ordered; /* by priors */
};

union mc_cell {
    struct mc_node node;
    struct mc_block block;
};

enum { MC_ROOT = 1, MC_FIRST_BLOCK = 2 };

struct mc_tree {
    union mc_cell *cells;
    uint32_t room, used;
    uint32_t expand_visits; /* a node gets its moves when it was visited so often */
    bool is_full;           /* there was no room for a block */
};

/* An empty tree: a root without visits. */
void by__mc_tree_clear(struct mc_tree *tree, uint32_t expand_visits);

/* A block for `count` moves of `parent`, which is in the block `parent_block`. 0: there is no room. */
uint32_t by__mc_tree_add(struct mc_tree *tree, uint32_t parent, uint32_t parent_block, int count);

/* Takes their moves from the nodes that were visited least, so that about half of the cells become free. What was taken
 * has to be visited more often than that before it is expanded again. */
void by__mc_tree_collect(struct mc_tree *tree);

/* Makes `node` the root, with what is below it; `turns`: the sides changed between its parent and it. */
void by__mc_tree_reroot(struct mc_tree *tree, uint32_t node, bool turns);

static inline bool mc_is_solved(const struct mc_node *node)
{
    return node->low == node->high;
}

/* ---- A run ----------------------------------------------------------------------------------------------------- */

enum mc_counter { MC_COUNT_EXPANSIONS, MC_COUNT_PLAYOUT_PLIES, MC_COUNT_SOLVED, MC_COUNT_COLLECTIONS, MC_COUNTERS };

/* When a move was made last in an iteration, by its slot. */
struct mc_stamp {
    uint64_t iteration;
    int ply;
};

struct mc_walk {
    const struct mc_options *opt;
    const by_game_type *type;
    const struct by_rules *rules;
    void *state;
    struct by__run *run;
    struct by__control *control;
    struct mc_tree *tree;
    struct by_random random;
    int plies;      /* no line goes further */
    bool has_depth; /* they were asked for, or no game is longer: they bound the playouts of the game too */
    uint64_t iteration;
    uint64_t evaluations;
    uint64_t count[MC_COUNTERS];

    uint32_t *path;   /* the nodes of the iteration, by ply */
    uint32_t *blocks; /* the blocks that they are in */
    uint8_t *sides;   /* who is to move there */
    by_move *made;    /* the moves of the playout */
    uint16_t *played; /* the same by their slots, if the game itself plays */
    struct by_prior *priors;
    struct by_moves list; /* those of the position on the board */
    struct by_node node;  /* what the game says of it */
    struct mc_stamp *stamps;
    int slots;
};

/* One iteration (walk.c). */
void by__mc_iterate(struct mc_walk *w);

/* Expands the root by the moves of the run. False: there is no room. */
bool by__mc_expand_root(struct mc_walk *w);

/* Learns of the position on the board; true if the game is over there, be it for want of moves. */
bool by__mc_look(struct mc_walk *w, int ply);

/* The child of a node with moves that is to be visited, where its visits are counted (select.c). */
uint32_t by__mc_select(struct mc_walk *w, uint32_t parent);

/* How many of `count` moves are open to a node with so many visits. */
int by__mc_open(const struct mc_options *opt, uint32_t visits, int count);

/* Plays on from the position on the board, which is not over, and comes back: the result for the first side, in
 * quarters (playout.c). */
int by__mc_playout(struct mc_walk *w, int ply);

/* An estimate of the position on the board: the chance of the first side. */
double by__mc_estimate(struct mc_walk *w);

/* The result of a finished game for the first side, in quarters. */
int by__mc_result(by_value value, uint8_t side);

/* Notes that a move was made. */
static inline void mc_note(struct mc_walk *w, uint16_t slot, int ply)
{
    if (w->opt->rave && slot < w->slots)
        w->stamps[slot] = (struct mc_stamp){w->iteration, ply};
}

/* Brings a result into the path that ends at `ply` (backup.c). */
void by__mc_back_up(struct mc_walk *w, int ply, int quarters);

/* ---- The method ------------------------------------------------------------------------------------------------ */

/* Which position the tree is about. */
struct mc_root {
    bool is_known;
    size_t length;        /* of the moves that led there, */
    uint64_t moves, text; /* their hash and that of the position's text */
};

struct mc_search {
    struct mc_options opt;
    struct mc_root root;
    struct mc_tree tree;
    struct mc_walk walk; /* its arrays */
    by_move *line;
    int plies, max_moves, slots; /* what there is room for */
    struct by_counter counters[MC_COUNTERS];
};

/* Goes on with the tree of the run before, if the root of this one is in it (reuse.c). */
by_status by__mc_reuse(struct mc_search *s, const struct by__run *run, bool *is_reused, by_error *error);

/* Counts the hints of the run as results of the root's moves (hints.c). */
void by__mc_take_hints(struct mc_tree *tree, const struct by_limits *limits);

/* Makes room for a run (memory.c). */
by_status by__mc_reserve(void *self, const struct by__run *run, by_error *error);
void by__mc_release(struct mc_search *s);

#endif
