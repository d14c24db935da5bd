/* SPDX-License-Identifier: MIT
 *
 * Alpha-beta as a table of techniques (Knuth & Moore 1975). Each technique is a row of the option table, a function
 * that tests its option, and counters. A technique that is off leaves no trace: the searched nodes are the same as if
 * it did not exist.
 *
 *   options.c   the table of options, the presets, the names of the counters
 *   root.c      deepening, aspiration, MTD(f), several best lines
 *   search.c    a node: the list of all techniques, in the order in which a node meets them
 *   node.c      what the rules know of a node, and how the node below it is entered and left
 *   iid.c       internal iterative deepening
 *   horizon.c   the end of the depth: an estimate, or quiescence
 *   null.c      the null move: plain, adaptive, verified, dynamic
 *   prune.c     pruning: nodes far outside of their window, moves that are unlikely to raise alpha
 *   reduce.c    late move reductions
 *   extend.c    extensions
 *   singular.c  singular extensions and multi-cut
 *   picker.h    struct ab_picker gives the moves one by one: from a list, or in stages
 *   order.c     which move comes first: hash move, killers, captures, history
 *   margins.h   the numbers of all these that are no options
 *   correct.c   correction of the static evaluation by what earlier nodes found
 *   history.c   histories with gravity: how moves did in earlier nodes
 *   hash.c      what the hash table stores and when it cuts
 *   threads.c   helper threads
 *   race.c      which depth each thread searches, and whose line is the answer
 *   memory.c    allocation within the memory limit
 */
#ifndef BOYI_SEARCH_ALPHABETA_H
#define BOYI_SEARCH_ALPHABETA_H

#include <limits.h>
#include <pthread.h>

#include "core/hash_table.h"
#include "search/alphabeta/margins.h"
#include "search/alphabeta/options.h"
#include "search/alphabeta/picker.h"
#include "search/crew.h"
#include "search/method.h"

extern const by_method by__alphabeta;

enum { AB_KILLER_SLOTS = 8 };

/* A ply of the search: the node that is being searched there. */
struct ab_node {
    int ply;
    int depth;            /* left to search, in twelfths of a ply */
    by_value alpha, beta; /* the window; alpha rises */
    by_value alpha_given; /* alpha at entry */
    int extended;         /* how much of the depth of the moves that led here was added by extensions */
    struct by_node info;
    struct by_move_info via; /* the move that led here; BY_MOVE_NONE at the root and after a null move */
    by_move hash_move;       /* tried first; BY_MOVE_NONE: there is none */
    by_move best_move;
    enum by_phase phase;
    enum by_reason reason;

    /* What the value rests on, passed up with it */
    bool met_horizon; /* an estimate, which a deeper search might replace */
    bool is_doubtful; /* a rule of thumb or an incomplete list of moves; for a win, below its move only */
    int path_ply;     /* verdicts on the path: the minimum ply that they look back to; INT_MAX: none */

    /* Of the null move */
    bool verifies_null;      /* its cuts are verified (null_move=verified) */
    bool is_verifying_null;  /* it would have cut here; a search one ply shallower has to confirm that */
    bool is_mate_threatened; /* the side to move is mated if it passes */

    /* Of selective search */
    bool is_cut_node;     /* a cut is expected: the null window above expects this node to fail high */
    bool has_static_eval; /* the static evaluation is known */
    bool is_improving;    /* it is better than when the same side was last to move */
    by_value raw_eval;    /* the static evaluation as the game gives it */
    by_value static_eval; /* the same, corrected (correct.c) */
    by_value estimate;    /* the same, or the value of the hash table if that is closer */
    by_move excluded;     /* not searched: singular.c asks what the other moves are worth */
    int tried;            /* how many moves were searched or pruned */
    bool best_is_capture;
    by_value max_pruned_value; /* the maximum that a pruned move could be worth */
    int others_path_ply;       /* path_ply of the search without the hash move */
    int first_extension;       /* of the hash move, by singular.c; in twelfths of a ply, may be negative */

    bool is_after_return; /* a position has occurred twice on the path since the root, without a verdict */

    /* What the hash table had */
    bool has_entry;
    struct by__hash_entry entry; /* its value is as seen from the root */

    struct ab_picker picker;
    bool has_single_move; /* known with extend_single only */
};

/* The killer moves of a ply: the two latest, or some with the number of their cuts. */
struct ab_killers {
    by_move moves[AB_KILLER_SLOTS];
    uint32_t cuts[AB_KILLER_SLOTS];
};

enum { AB_CORRECTIONS = 1 << 14 }; /* for each part of a position and each side */
enum { AB_VICTIMS = 16 };          /* kinds of pieces that the history of captures tells apart */

/* With captures=see, captures that lose material have scores below this. */
#define AB_LOSING (-(1 << 24))

/* A window, from the view of the side to move at the node above. */
struct ab_window {
    by_value alpha, beta;
    enum by_phase phase;
    bool is_cut_node;
};

struct ab_helper;

/* Histories with gravity; NULL: off, or too large for the memory limit. The game defines the slots. */
struct ab_tables {
    int16_t *main;         /* by side, from and to */
    int16_t *continuation; /* by an earlier move's piece and place, and those of the move */
    int16_t *captures;     /* by piece, place and kind of the victim */
    by_move *counters;     /* by the last move's piece and place: the move that refuted it */
    int16_t *corrections;  /* of the static evaluation, by part, side and the part's key */
    int from_to, piece_to; /* slots */
};

/* What the iterations so far have found. */
struct ab_pace {
    by_move best; /* of the last one; BY_MOVE_NONE: there was none */
    by_value value;
    int stable; /* the number of iterations for which it has been the same */
};

struct ab {
    struct ab_options opt;
    const by_game_type *type;

    /* What the game provides, NULL if it does not */
    const struct by_rules *rules;
    by_value (*evaluate)(void *state);
    void (*bounds)(void *state, by_value *min, by_value *max); /* NULL too if option bounds is off */
    bool (*describe)(void *state, by_move move, struct by_move_info *out);
    uint64_t (*key_after)(void *state, by_move move);
    const struct by_tactics *tactics; /* never NULL, but all its parts may be */

    /* Memory, kept from run to run */
    struct by__stack stack;
    struct ab_node *nodes;      /* for each ply */
    struct ab_killers *killers; /* for each ply */
    int32_t *history;
    int history_slots;
    struct ab_tables tables;
    bool has_past;      /* positions from before the root may come again, and the game may judge that */
    bool guards_wins;   /* wins and losses are ignored that a repetition could end (hash.c) or that are foretold too
                           soon (node.c) */
    bool rests_on_past; /* such a win or loss may have been used */
    bool met_foretold;  /* a foretold verdict was used, or a value of the table that may rest on one */
    bool is_staged;     /* moves come in stages (picker.c) */
    bool is_selective;  /* a technique of prune.c, reduce.c or singular.c is on, and the game has an evaluation */
    int null_from_ply;  /* no null moves before this ply, while one is verified */
    int plies;          /* what all this has room for */
    int max_moves;
    bool is_fresh;              /* no run has used the memory */
    struct by__hash_table hash; /* of a helper: the same slots as that of the search it helps */
    struct ab_helper *helpers;  /* opt.threads - 1 of them */

    /* The run */
    struct by__run *run;
    void *state;
    struct by__control *control;
    uint64_t evaluations;
    uint64_t count[AB_COUNTER_COUNT];
    struct by_counter counters[AB_COUNTER_COUNT];

    struct by__crew *crew; /* the threads of the helpers; NULL: none were needed yet */
    by_stop *helpers_stop; /* ends the helpers' runs */
    struct ab_race *race;  /* among the threads; NULL: there is one, or they do not race */
    int number;            /* of the thread; 0 is the one whose line is the answer */

    /* The root */
    int root_depth;   /* of the iteration, in twelfths of a ply */
    int line;         /* the number of the line that is being searched; those before are known */
    bool met_horizon; /* in the iteration, for any of its lines */
    struct ab_pace pace;
};

/* memory.c: makes room for a run, within the memory limit. */
by_status by__ab_reserve(void *self, const struct by__run *run, by_error *error);
/* Before the first run: allocates its memory, or that of a larger run, and touches it. */
by_status by__ab_get_ready(void *self, const struct by__run *run, by_error *error);
/* Forgets everything: the next run is like a first run. */
void by__ab_clear(void *self);
void by__ab_release(struct ab *s);

/* root.c: the share of the usual time to use, in percent, after an iteration that found this move and value: less the
 * longer the move has been the best, more if the value falls. */
int by__ab_time_percent(struct ab *s, by_move best, by_value value);

/* Begins a run; iterative deepening. */
void by__ab_begin(struct ab *s, struct by__run *run);
void by__ab_deepen(struct ab *s);

/* race.c: what the threads share that race for the iterations of a root. The lock guards all but `finished`. */
struct ab_race {
    pthread_mutex_t lock;
    atomic_int finished;   /* the deepest iteration that a thread has finished; 0: none */
    struct by__lines best; /* its line */
    bool met_horizon;      /* whether that rests on an estimate */
    int threads;
    int depths[BY__THREADS_MOST]; /* the iteration that each thread searches */
};

/* NULL: no memory. */
struct ab_race *by__ab_race_create(int threads, int plies);
void by__ab_race_destroy(struct ab_race *race);
/* The depth that the thread searches next. If all are finished it is the last one, so that the thread gets its line. */
int by__ab_race_next(struct ab *s, int first, int step, int last);
/* Whether another thread has finished this depth. If that has stopped the search, this lets it continue. */
bool by__ab_race_is_lost(struct ab *s, int depth);
/* Shares what the thread has found at this depth, or takes over what another has found at this depth or a greater one.
 * Returns the depth of the shared line. */
int by__ab_race_share(struct ab *s, int depth);
/* After all threads have ended: the line that they elect becomes that of the first. */
void by__ab_race_elect(struct ab *s);

/* threads.c: a helper is a search of its own; it shares only the hash table and the root's moves. */
struct ab_helper {
    struct ab search;
    struct by__helper own;
    struct by_result result;
};

/* Starts the threads of the helpers, as many as the system allows, before the clock of a run starts. */
by_status by__ab_gather_helpers(struct ab *s, by_error *error);

/* Starts the helpers that have threads; stops them and adds up their counters. */
by_status by__ab_start_helpers(struct ab *s, by_error *error);
void by__ab_end_helpers(struct ab *s);
void by__ab_free_helpers(struct ab *s);

/* search.c: the value of a node; of the root or the same node again, whose moves have to be searched; and of a node's
 * moves alone, if nothing better than `best` is known without them. The window, depth and info are set. */
by_value by__ab_search_node(struct ab *s, struct ab_node *n);
by_value by__ab_search_again(struct ab *s, struct ab_node *n);
by_value by__ab_search_moves(struct ab *s, struct ab_node *n, by_value best);

/* node.c: the value where the game is over. */
by_value by__ab_value_at_end(struct ab *s, struct ab_node *n);
/* Enters the node below for the position that was just made; the window is from the view of this node's side to move.
 * Leaving it takes over what its value rests on, and returns the value from that view. */
void by__ab_enter_child(struct ab *s, struct ab_node *n, by_value alpha, by_value beta);
by_value by__ab_leave_child(struct ab_node *n, by_value value);
/* Makes a move; searches the position, as often as needed. The caller sets `extended` of the node below, and takes the
 * move back. */
void by__ab_make(struct ab *s, struct ab_node *n, const struct by_move_info *move);
by_value by__ab_search_made(struct ab *s, struct ab_node *n, struct ab_window window, int depth);
void by__ab_report(struct ab *s, const struct ab_node *n, enum by_event_kind kind, by_value value);

/* prune.c: the static evaluation, and for an inner node whether it improves; cuts by it or by a shallow search; whether
 * a move is pruned when `best` is the best value so far. */
void by__ab_evaluate(struct ab *s, struct ab_node *n);
void by__ab_evaluate_node(struct ab *s, struct ab_node *n);
bool by__ab_try_reverse_futility(struct ab *s, struct ab_node *n, by_value *value);
bool by__ab_try_razoring(struct ab *s, struct ab_node *n, by_value *value);
bool by__ab_try_probcut(struct ab *s, struct ab_node *n, by_value *value);
bool by__ab_is_pruned(struct ab *s, struct ab_node *n, const struct by_move_info *move, by_value best);

/* reduce.c: by how many plies a move is reduced that was made and is not the first; 0 or less: it is not reduced. */
int by__ab_reduction(const struct ab *s, const struct ab_node *n, const struct by_move_info *move);
/* Internal iterative reduction: takes a ply from a node without a hash move. */
void by__ab_reduce_without_hash_move(struct ab *s, struct ab_node *n);
int by__ab_late_reduction(const struct ab *s, int plies, int tried);

/* iid.c: finds the move to try first where the hash table has none. */
void by__ab_deepen_internally(struct ab *s, struct ab_node *n);

/* singular.c: finds out whether the hash move is extended, or the node is cut since several moves are good. */
bool by__ab_try_singular(struct ab *s, struct ab_node *n, by_value *value);

/* history.c */
void by__ab_tables_clear(struct ab *s);
/* The history of a quiet move, from -6 * AB_GRAVITY to 6 * AB_GRAVITY; of a capture, within AB_GRAVITY. */
int by__ab_quiet_history(const struct ab *s, const struct ab_node *n, const struct by_move_info *move);
int by__ab_capture_history(const struct ab *s, const struct by_move_info *move);
bool by__ab_is_counter(const struct ab *s, const struct ab_node *n, by_move move);
void by__ab_learn_by_gravity(struct ab *s, const struct ab_node *n, const struct by_move_info *best, bool is_cut);

/* correct.c: what to add to the static evaluation; learns from the value of a finished node. */
by_value by__ab_correction(const struct ab *s, const struct ab_node *n);
void by__ab_learn_correction(struct ab *s, const struct ab_node *n, by_value value);

/* horizon.c: whether a node is at the end of its depth; its value there. */
bool by__ab_at_horizon(const struct ab *s, const struct ab_node *n);
by_value by__ab_horizon_value(struct ab *s, struct ab_node *n);

/* null.c: tries to settle a node by passing. */
bool by__ab_try_null(struct ab *s, struct ab_node *n, by_value *value);
/* Whether a search one ply shallower has not confirmed the null move. If so, the node gets back its depth. */
bool by__ab_is_refuted_null(struct ab *s, struct ab_node *n, by_value value);
/* The published adaptive reduction, in plies, at this depth, when the weaker side has this number of strong pieces. */
int by__ab_adaptive_reduction(int plies, int strong_pieces);

/* extend.c: how much deeper the child is searched, in twelfths of a ply. */
int by__ab_extension(struct ab *s, const struct ab_node *n, const struct ab_node *child);

/* order.c: the value of a capture by Yue and Feng: what is won, less the capturing piece if that is lost. */
int by__ab_exchange_value(const struct ab *s, const struct by_move_info *capture);
/* Learns from a finished node. */
void by__ab_learn(struct ab *s, const struct ab_node *n, const struct by_move_info *best, bool is_cut);
/* The score of a move; the moves are tried by descending scores. */
int32_t by__ab_score_of(const struct ab *s, const struct ab_node *n, const struct by_move_info *move);
/* If a capture whose turn it is loses material, gives it a score below all others. */
bool by__ab_put_last_if_losing(const struct ab *s, struct by_move_info *move);
/* Whether a move is a killer of the ply or the counter of the last move. */
bool by__ab_is_refutation(const struct ab *s, const struct ab_node *n, by_move move);
void by__ab_order_clear(struct ab *s);

/* hash.c */
bool by__ab_try_hash(struct ab *s, struct ab_node *n, by_value *value);
/* Whether all moves are searched: not so at the root if the caller chose moves, nor for its second best line. */
bool by__ab_is_whole(const struct ab *s, const struct ab_node *n);
void by__ab_store_hash(struct ab *s, const struct ab_node *n, by_value value);

/* The phase of a search below a node; below an internal search, a null move or quiescence it stays the same. */
static inline enum by_phase ab_phase_of(const struct ab_node *n, enum by_phase phase)
{
    bool is_special = n->phase != BY_PHASE_MAIN && n->phase != BY_PHASE_SCOUT && n->phase != BY_PHASE_RESEARCH;

    return is_special ? n->phase : phase;
}

static inline bool ab_is_pv(const struct ab_node *n)
{
    return n->beta - n->alpha_given > 1;
}

/* The value that a node returns: with fail_hard it is held to the window. */
static inline by_value ab_clamp(const struct ab *s, const struct ab_node *n, by_value value)
{
    if (s->opt.form != AB_FAIL_HARD)
        return value;
    return value < n->alpha_given ? n->alpha_given : value > n->beta ? n->beta : value;
}

#endif
