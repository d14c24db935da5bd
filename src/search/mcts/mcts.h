/* SPDX-License-Identifier: MIT
 *
 * Monte Carlo tree search: a tree that grows by one node an iteration, in four phases.
 *
 *   select     from the root down by the urgency of moves, as long as all moves of a node were tried   select.c
 *   expand     a move that was not tried becomes a node                                                tree.c, walk.c
 *   simulate   a random playout from there to its end                                                  playout.c
 *   back up    the result goes into every node of the path                                             backup.c
 *
 * options.c has the table, memory.c what a run needs, reuse.c trees that outlive a run, pace.c when a run ends,
 * threads.c several threads in one tree, forest.c a tree for each of them, root.c the runs and their answers, urgency.h
 * why a move is selected, report.c reports of the phases to observers.
 *
 * Invariant: of a node that is not over and whose expansion waited for no more than its first visit, the visits are one
 * more than those of its moves together; the root's are those of its moves. With several threads that is the minimum: a
 * thread that finds a node that another is expanding plays out from there.
 *
 * Shared data is atomic and, except for the link to a block of moves, relaxed: each number is correct, but several of
 * them may be from different moments.
 */
#ifndef BOYI_SEARCH_MCTS_MCTS_H
#define BOYI_SEARCH_MCTS_MCTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "boyi/random.h"
#include "search/counters.h"
#include "search/crew.h"
#include "search/method.h"

extern const by_method by__mcts;

/* ---- Options (options.c) --------------------------------------------------------------------------------------- */

enum mc_selection { MC_UCB1, MC_PUCT };
enum mc_final { MC_ROBUST, MC_MAX, MC_SECURE };
enum mc_pruning { MC_PRUNING_OFF, MC_PRUNING_HALF, MC_PRUNING_LEAD };

enum mc_parallel { MC_PARALLEL_TREE, MC_PARALLEL_ROOT };
enum mc_playouts { MC_PLAYOUTS_MOVES, MC_PLAYOUTS_UNIFORM, MC_PLAYOUTS_INFORMED, MC_PLAYOUTS_NONE };

enum {
    MC_MAX_WIDENING = 256,
    MC_SIZES_ALONE = 1024,
    MC_MAX_HINT = 1 << 20,
    MC_MAX_THREADS = 64,
    MC_MAX_VIRTUAL_LOSS = 1000
};

/* Numbers of visits by their size: each by itself as long as they are small, then 128 sizes to every power of two. So
 * the terms of the exploration come from tables, with an error below half a percent. */
enum { MC_SIZES_TO_A_POWER = 128, MC_SIZES = MC_SIZES_ALONE + 22 * MC_SIZES_TO_A_POWER };

_Static_assert(MC_SIZES_ALONE == 1 << 10, "the sizes of greater numbers begin with the tenth power");

static inline uint32_t mc_size_of(uint32_t visits)
{
    uint32_t power;

    if (visits < MC_SIZES_ALONE)
        return visits;
    power = 31 - (uint32_t)__builtin_clz(visits);
    return MC_SIZES_ALONE + (power - 10) * MC_SIZES_TO_A_POWER + (visits >> (power - 7)) % MC_SIZES_TO_A_POWER;
}

static inline uint32_t mc_min_of_size(uint32_t size)
{
    uint32_t power = 10 + (size - MC_SIZES_ALONE) / MC_SIZES_TO_A_POWER;

    if (size < MC_SIZES_ALONE)
        return size;
    return (MC_SIZES_TO_A_POWER + (size - MC_SIZES_ALONE) % MC_SIZES_TO_A_POWER) << (power - 7);
}

struct mc_options {
    /* The rows */
    uint32_t seed;
    uint32_t iterations; /* of a run that nothing else limits; 0: none */
    enum mc_selection selection;
    int exploration_permille;
    enum mc_final final;
    int secure_permille;
    enum mc_pruning absolute_pruning;
    bool widening;
    int widening_c;
    int widening_d_permille;
    uint32_t expand_visits;
    bool solver;
    bool rave;
    int rave_equivalence;
    int progressive_bias_permille;
    int first_play_urgency_permille;
    int implicit_minimax_percent;
    enum mc_playouts playouts;
    int playout_plies; /* 0: to the end */
    int scale;
    bool priors;
    bool reuse;
    bool transpositions;
    int threads;
    enum mc_parallel parallel;
    uint32_t virtual_loss;
    int memory_kib;

    /* Derived values */
    double exploration, secure;
    double progressive_bias;            /* 0: off */
    double first_play_urgency;          /* 0: what was not tried comes first */
    double implicit_minimax;            /* 0: off */
    bool is_plain;                      /* urgencies are UCB1 and nothing else */
    int trees;                          /* one, or one for each thread */
    uint64_t opens_at[MC_MAX_WIDENING]; /* with how many visits of its parent each child is open */
    double inverse_roots[MC_SIZES];     /* 1 / sqrt(n), by mc_size_of(n); of none it is 0 */
    double roots_of_logs[MC_SIZES];     /* sqrt(log(n)), by mc_size_of(n) */
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
    MC_PATH = 8,     /* the bounds rest on a verdict on the path, which another root may see otherwise */
};

/* The proved bounds of a node. Read and written as one word, so that the parts always belong together. */
struct mc_bounds {
    int8_t low, high; /* the result that the first side surely gets at least, at most: -1, 0, 1. Equal: solved */
    int16_t distance; /* if solved: plies to the end, as far as they are known */
    uint32_t flags;
};

_Static_assert(sizeof(struct mc_bounds) == sizeof(uint64_t), "bounds are one word");

/* Visits and results of iterations in which a move was made later on (all moves as first); one word too. */
struct mc_amaf {
    uint32_t visits, sum;
};

_Static_assert(sizeof(struct mc_amaf) == sizeof(uint64_t), "they are one word");

/* A move with what is known of it. */
struct mc_node {
    _Atomic uint64_t
        sum; /* of the results, from the view of the side that made the move; at the root, of the side to move */
    _Atomic uint64_t bounds; /* see mc_bounds_of */
    _Atomic uint64_t amaf;   /* see mc_amaf_of */
    _Atomic uint32_t visits; /* those of threads that have not come back yet count as virtual losses */
    _Atomic uint32_t block;  /* see mc_block_of */
    float prior;             /* 0 to 1, those of a block together 1 */
    _Atomic float estimate;  /* of implicit minimax: the chance of the first side, 0 to 1 */
    by_move move;
    uint16_t slot; /* of the move, for RAVE */
};

/* The header of a block of moves.
 *
 *     cells   [ - | root | block, move, move, move | block, move, move | ... free ]
 */
struct mc_block {
    uint32_t parent_block; /* the block that the node is in which these are the moves of; 0: it is the root */
    uint32_t parent;       /* that node; where several nodes share the moves, the first */
    uint32_t forward;      /* of a collection: where the block goes to; 0: it is dropped */
    uint32_t count;
    _Atomic uint32_t tried;  /* how many of the moves were visited */
    _Atomic uint32_t visits; /* of the moves together, if the tree has a table */
    _Atomic uint64_t bounds; /* what some node has learnt from the moves, if others can share them */
    uint64_t key;            /* of the position, if so; 0: not shared */
    uint8_t side;            /* to move */
    bool is_partial;
    bool is_ordered; /* by priors */
};

union mc_cell {
    struct mc_node node;
    struct mc_block block;
};

enum { MC_ROOT = 1, MC_FIRST_BLOCK = 2 };

/* In place of a block: a thread is about to give the node its moves. */
enum { MC_CLAIMED = 1 };

enum { MC_LINE_BYTES = 64 }; /* of the processor's cache */

struct mc_tree {
    union mc_cell *cells;
    uint32_t room;
    uint32_t expand_visits;    /* a node gets its moves when it was visited this often */
    atomic_bool is_full;       /* there was no room for a block */
    bool is_shared;            /* by several threads, now */
    _Atomic uint32_t *table;   /* blocks by the keys of their positions (share.c); NULL: none are shared */
    uint32_t slots;            /* of the table, a power of two */
    atomic_bool is_path_bound; /* results in it rest on paths that it does not keep apart: nothing is proved */
    char apart[MC_LINE_BYTES]; /* what all threads read stays clear of what they write */
    _Atomic uint32_t used;
    char apart_too[MC_LINE_BYTES];
};

/* An empty tree: a root without visits. */
void by__mc_tree_clear(struct mc_tree *tree, uint32_t expand_visits);

/* A block for `count` moves of `parent`, which is in the block `parent_block`. The node does not know of it yet. 0:
 * there is no room. */
uint32_t by__mc_tree_add(struct mc_tree *tree, uint32_t parent, uint32_t parent_block, int count);

/* Takes their moves from the nodes that were visited least, so that about half of the cells become free. What was taken
 * has to be visited more often than that before it is expanded again. */
void by__mc_tree_collect(struct mc_tree *tree);

/* Makes `node` the root, with what is below it; `turns`: the sides changed between its parent and it. */
void by__mc_tree_reroot(struct mc_tree *tree, uint32_t node, bool turns);

/* ---- Transpositions (share.c) ---------------------------------------------------------------------------------- */

/* The number of slots of the table for a tree with this number of cells. */
uint32_t by__mc_table_slots(uint32_t cells);

/* Forgets all blocks, or learns of those that the tree has now. */
void by__mc_table_clear(struct mc_tree *tree);
void by__mc_table_fill(struct mc_tree *tree);

/* The block of a position; 0: there is none. */
uint32_t by__mc_table_find(const struct mc_tree *tree, uint64_t key);
void by__mc_table_store(struct mc_tree *tree, uint64_t key, uint32_t block);

/* ---- Reading and counting -------------------------------------------------------------------------------------- */

/* Where the moves of a node are; 0: it has none yet. */
static inline uint32_t mc_block_of(const struct mc_node *node)
{
    uint32_t at = atomic_load_explicit(&node->block, memory_order_acquire);

    return at > MC_CLAIMED ? at : 0;
}

static inline uint32_t mc_visits_of(const struct mc_node *node)
{
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

static inline uint64_t mc_sum_of(const struct mc_node *node)
{
    return atomic_load_explicit(&node->sum, memory_order_relaxed);
}

static inline float mc_estimate_of(const struct mc_node *node)
{
    return atomic_load_explicit(&node->estimate, memory_order_relaxed);
}

static inline struct mc_bounds mc_bounds_in(const _Atomic uint64_t *place)
{
    uint64_t word = atomic_load_explicit(place, memory_order_relaxed);
    struct mc_bounds bounds;

    memcpy(&bounds, &word, sizeof bounds);
    return bounds;
}

static inline struct mc_bounds mc_bounds_of(const struct mc_node *node)
{
    return mc_bounds_in(&node->bounds);
}

static inline uint64_t mc_word_of_bounds(struct mc_bounds bounds)
{
    uint64_t word;

    memcpy(&word, &bounds, sizeof word);
    return word;
}

static inline struct mc_amaf mc_amaf_of(const struct mc_node *node)
{
    uint64_t word = atomic_load_explicit(&node->amaf, memory_order_relaxed);

    return (struct mc_amaf){.visits = (uint32_t)(word >> 32), .sum = (uint32_t)word};
}

static inline uint64_t mc_word_of_amaf(struct mc_amaf amaf)
{
    return (uint64_t)amaf.visits << 32 | amaf.sum;
}

static inline bool mc_is_solved(const struct mc_node *node)
{
    struct mc_bounds bounds = mc_bounds_of(node);

    return bounds.low == bounds.high;
}

/* Adds to a number and returns what it was. On one thread a locked operation would be a waste. */
static inline uint32_t mc_add(const struct mc_tree *tree, _Atomic uint32_t *number, uint32_t more)
{
    uint32_t old = atomic_load_explicit(number, memory_order_relaxed);

    if (tree->is_shared)
        return atomic_fetch_add_explicit(number, more, memory_order_relaxed);
    atomic_store_explicit(number, old + more, memory_order_relaxed);
    return old;
}

static inline void mc_add_sum(const struct mc_tree *tree, struct mc_node *node, uint64_t more)
{
    if (tree->is_shared)
        atomic_fetch_add_explicit(&node->sum, more, memory_order_relaxed);
    else
        atomic_store_explicit(&node->sum, mc_sum_of(node) + more, memory_order_relaxed);
}

/* ---- A run ----------------------------------------------------------------------------------------------------- */

#define MC_COUNTERS(COUNTER)                                                                                           \
    COUNTER(MC_COUNT_EXPANSIONS, "expansions")                                                                         \
    COUNTER(MC_COUNT_TRANSPOSITIONS, "transpositions")                                                                 \
    COUNTER(MC_COUNT_PLAYOUT_PLIES, "playout_plies")                                                                   \
    COUNTER(MC_COUNT_SOLVED, "solver_nodes")                                                                           \
    COUNTER(MC_COUNT_COLLECTIONS, "collections")

enum mc_counter { MC_COUNTERS(BY__COUNTER_ID) MC_COUNTER_COUNT };

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
    struct mc_team *team; /* NULL: this thread is alone */
    struct by_random random;
    uint32_t virtual_loss; /* visits that are counted on the way down; 0: they are counted on the way back */
    uint32_t before;       /* how many visits the end of the path had before this one */
    int plies;             /* no line goes further */
    bool has_depth;        /* they were asked for, or no game is longer: they bound the playouts of the game too */
    uint64_t iteration;
    uint64_t evaluations;
    uint64_t count[MC_COUNTER_COUNT];

    uint32_t *path;   /* the nodes of the iteration, by ply */
    uint32_t *blocks; /* the blocks that they are in */
    uint8_t *sides;   /* to move there */
    by_move *made;    /* the moves of the playout */
    uint16_t *played; /* the same by their slots, if the game itself plays */
    struct by_prior *priors;
    struct by_moves list; /* those of the position on the board */
    struct by_node node;  /* the game's view of it */
    struct mc_stamp *stamps;
    int slots;

    bool had_playout;  /* in this iteration; then, for observers, */
    bool is_estimated; /* whether it ended with an evaluation, */
    int playout_plies; /* its length, */
    int playout_moves; /* and how much of it is in `made` */
};

/* One iteration (walk.c). */
void by__mc_iterate(struct mc_walk *w);

/* Expands the root by the moves of the run. False: there is no room. */
bool by__mc_expand_root(struct mc_walk *w);

/* Learns of the position on the board; true if the game is over there, be it for want of moves. */
bool by__mc_list_moves(struct mc_walk *w, int ply);

/* The child that is to be visited of a node whose moves are in `block` (select.c). */
uint32_t by__mc_select(struct mc_walk *w, const struct mc_node *parent, uint32_t block);

/* The number of the `count` moves that are open at a node with this number of visits. */
int by__mc_open(const struct mc_options *opt, uint32_t visits, int count);

/* Plays on from the position on the board, which is not over, and comes back: the result for the first side, in
 * quarters (playout.c). */
int by__mc_playout(struct mc_walk *w, int ply);

/* Every iteration counts one at least: a playout, an estimate, or what is known of a node already. */
void by__mc_count_evaluation(struct mc_walk *w);

/* An estimate of the position on the board: the chance of the first side. */
double by__mc_estimate(struct mc_walk *w);

/* The result of a finished game for the first side, in quarters. */
int by__mc_result(by_value value, uint8_t side);

/* Notes that a move was made. */
static inline void mc_record_move(struct mc_walk *w, uint16_t slot, int ply)
{
    if (w->opt->rave && slot < w->slots)
        w->stamps[slot] = (struct mc_stamp){w->iteration, ply};
}

/* Brings a result into the path that ends at `ply` (backup.c). */
void by__mc_back_up(struct mc_walk *w, int ply, int quarters);

/* The bounds of a node from those of its moves; whether they have become tighter. */
bool by__mc_tighten(const struct mc_tree *tree, struct mc_node *node);

/* Takes over what other nodes have learnt from the moves in `block`, which this one shares with them. */
void by__mc_take_over_bounds(struct mc_walk *w, struct mc_node *node, uint32_t block);

/* ---- Reports of the phases to observers (report.c) ------------------------------------------------------------- */

/* Which move was selected at `ply`. */
void by__mc_report_selection(struct mc_walk *w, int ply, uint32_t block, uint32_t selected);

/* How the path ends, before its result is backed up. */
void by__mc_report_end(struct mc_walk *w, int ply, int quarters);

/* The effect of the result on the path. */
void by__mc_report_back_up(struct mc_walk *w, int ply, int quarters);

/* ---- When a run ends (pace.c) ---------------------------------------------------------------------------------- */

/* The pace of a run: it reads the clock about every tenth of a millisecond. */
struct mc_pace {
    int64_t then_us;
    uint64_t next;      /* iteration at which to adapt the pace */
    uint64_t inherited; /* visits of the root by runs before */
    uint64_t planned;   /* visits in all; 0: not known */
};

/* The limits of a run, in which the time is all its own: there is no iteration for which it would be worth to wait. */
struct mc_pace by__mc_set_limits(const struct mc_options *opt, const struct mc_tree *tree, struct by__run *run);

/* Counts an iteration that is about to be made; false if the run has to end instead. */
bool by__mc_may_iterate(struct mc_walk *w);

/* Looks at the clock from time to time; whether it has done so now. */
bool by__mc_keep_pace(struct by__control *control, struct mc_pace *pace);

/* Plans the visits of a run that the time ends: there will be as many a second as until now. */
void by__mc_plan(const struct by__control *control, const struct mc_tree *tree, struct mc_pace *pace);

/* Whether the root is solved, or more visits could not be counted. */
bool by__mc_is_done(const struct mc_options *opt, const struct mc_tree *tree);

/* Absolute pruning (Huang et al. 2010): whether the most visited move stays so whatever is still to come. */
bool by__mc_is_decided(const struct mc_walk *w, const struct mc_tree *tree, const struct mc_pace *pace);

/* ---- Threads (threads.c) --------------------------------------------------------------------------------------- */

/* A thread that helps. */
struct mc_helper {
    char apart[MC_LINE_BYTES]; /* from what others write, the helper before among them */
    struct mc_walk walk;
    struct mc_tree tree; /* of its own, if each thread has one */
    struct by__helper own;
};

/* Shared by the threads of a run, besides the tree. */
struct mc_team {
    char apart[MC_LINE_BYTES]; /* all threads read what follows at every iteration */
    struct mc_helper *helpers;
    int count;
    by_stop *stop; /* ends the helpers' runs */
    bool has_nodes;
    _Atomic uint64_t nodes; /* if so: the rest of the limit */
    pthread_mutex_t lock;   /* of what follows */
    pthread_cond_t met;
    int running, waiting;
    uint64_t meetings;
};

/* An empty team. False: there is none. */
bool by__mc_team_create(struct mc_team **out, int helpers);
/* Accepts NULL. The arrays of the helpers' walks are not its own. */
void by__mc_team_destroy(struct mc_team *team);

/* ---- The method ------------------------------------------------------------------------------------------------ */

/* Which position the tree is about. */
struct mc_root {
    bool is_known;
    size_t length; /* of the moves that led there */
    uint64_t hash; /* of them and of what the game began with */
};

struct mc_search {
    struct mc_options opt;
    struct mc_root root;
    struct mc_tree tree;
    struct mc_walk walk;   /* its arrays */
    struct mc_team *team;  /* NULL: one thread */
    struct by__crew *crew; /* the threads of the helpers; NULL: none were needed yet */
    struct mc_tree sums;   /* of a forest: the root and its moves, with what all trees know of them; else empty */
    by_move *line;
    bool *is_listed;             /* of the root's moves, by their place: it is among the lines already */
    int plies, max_moves, slots; /* what there is room for */
    struct by_counter counters[MC_COUNTER_COUNT];
};

/* Sets a walk up for a run, thread by thread; the first is number 0. Its arrays stay. */
void by__mc_begin(const struct mc_search *s, struct mc_walk *w, struct by__run *run, int number);

/* ---- A tree for each thread (forest.c) ------------------------------------------------------------------------- */

static inline bool mc_is_forest(const struct mc_search *s)
{
    return s->opt.trees > 1;
}

/* The trees by number, from 0 on; the first is that of the thread that others help. */
static inline struct mc_tree *mc_tree_at(struct mc_search *s, int number)
{
    return number ? &s->team->helpers[number - 1].tree : &s->tree;
}

/* The tree whose root holds the results of the run. */
static inline const struct mc_tree *mc_top_of(const struct mc_search *s)
{
    return mc_is_forest(s) ? &s->sums : &s->tree;
}

/* Adds up what the trees of a forest know of the root and its moves, while their threads go on; else does nothing. */
void by__mc_add_up(struct mc_search *s);

/* The tree that knows most of a move of the root, and there this move. While threads run, it is the first. */
const struct mc_tree *by__mc_follow(const struct mc_search *s, const struct mc_node *sum, const struct mc_node **move);

/* Whether any of the trees, or all together, leave nothing to do. */
bool by__mc_is_any_done(struct mc_search *s);

/* ---- Runs ------------------------------------------------------------------------------------------------------ */

/* Starts the threads of the helpers, as many as the system gives, before the clock of a run starts. */
by_status by__mc_gather_helpers(struct mc_search *s, by_error *error);

/* Lets helpers search the tree, if there are to be any; ends them and adds up what they have counted. */
by_status by__mc_start_helpers(struct mc_search *s, struct by__run *run, by_error *error);
void by__mc_end_helpers(struct mc_search *s, struct by__run *run);

/* Makes room in a tree that is full, as soon as no thread is in it. */
void by__mc_make_room(struct mc_walk *w);

/* Which trees of the run before go on, since the root of this one is in them (reuse.c): bit by number. */
uint64_t by__mc_reuse(struct mc_search *s, const struct by__run *run);

/* Counts the hints of the run as results of the root's moves (hints.c). */
void by__mc_add_hints(struct mc_tree *tree, const struct by_limits *limits);

/* Makes room for a run (memory.c). */
by_status by__mc_reserve(void *self, const struct by__run *run, by_error *error);
/* Starts the threads, which is all that takes long; the memory stays untouched until it is used. */
by_status by__mc_get_ready(void *self, const struct by__run *run, by_error *error);
void by__mc_release(struct mc_search *s);

#endif
