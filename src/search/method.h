/* SPDX-License-Identifier: MIT
 *
 * The functions of a method, and the common part of every run. search.c sets a run up, the method searches.
 */
#ifndef BOYI_SEARCH_METHOD_H
#define BOYI_SEARCH_METHOD_H

#include "boyi/search.h"
#include "core/option_rows.h"
#include "search/control.h"
#include "search/lines.h"

/* A move of a solution, made after so many plies less one. */
struct by__step {
    by_move move;
    int plies;
};

/* The solution that a search has found as a tree, depth first: one move at each of the winner's nodes, all moves at
 * those of the loser, down to where the game is over by the rules. */
struct by__solution {
    struct by__step *steps; /* the caller's to free */
    size_t count, room;
    size_t most; /* steps; 0: no limit */
    bool is_too_large;
    bool is_out_of_memory;
    bool is_whole; /* the tree is all there */
};

bool by__solution_add(struct by__solution *solution, int plies, by_move move);

/* As by_search_run. A method that can say how it has solved the root fills `solution`, if the rules alone decide it. */
by_status by__search_run(by_search *search, const by_position *position, const struct by_limits *limits,
                         const struct by_observer *observer, struct by__solution *solution, struct by_result *result,
                         by_error *error);

/* A run, as search.c hands it to the method: the root is not over and has at least one move. */
struct by__run {
    const by_game_type *type;
    void *state;                 /* a copy of the position, for the method to push and pop on */
    const by_position *position; /* that copy, for threads to have copies of their own */
    struct by_extent extent;
    struct by_node root;
    struct by_moves root_moves; /* those that are to be considered */
    int depth;                  /* the depth to search to, in plies */
    bool has_depth;             /* it was asked for, or is where every game is over; else it is only a number */
    int plies;                  /* how far below the root the search may go: further, where the method extends lines */
    size_t position_bytes;      /* of the copy of the position, as far as they count */
    size_t uncounted_bytes;     /* the others of that copy */
    size_t bytes;               /* what the run has taken of the memory limit already */
    struct by__control control;
    struct by__lines lines;        /* out: the best moves, at least one if the run was not asked to stop at once */
    struct by_result *result;      /* out: depth, evaluations and counters */
    struct by__solution *solution; /* out: if the method can; NULL: the caller does not want it */
    bool is_to_be_cleared;         /* out: what the search keeps is of no use to the next run */
    int hash_permille;             /* out: how full the hash table is, updated before lines are reported */
};

/* The number of plies back on which values that use this verdict depend; 0: on none. If it matters which side closes a
 * cycle, a solution with a cycle below its own node need not hold when another part of the cycle is on the path: then
 * it depends on the whole path. */
static inline uint16_t by__verdict_reach(const struct by_node *node)
{
    return node->path_plies && node->is_over && !node->cycle_decides ? UINT16_MAX : node->path_plies;
}

/* The same for proofs: a cycle may become a part of a longer one on another path, and the verdict has to stand that. */
static inline uint16_t by__proof_reach(const struct by_node *node)
{
    return node->path_plies && node->is_over && !node->cycles_join ? UINT16_MAX : by__verdict_reach(node);
}

/* Whether a verdict is predicted although the rules will look at more than the last cycle. */
static inline bool by__is_premature(const struct by_node *node)
{
    return node->is_foretold && node->has_returned;
}

/* Whether nothing is proved by a verdict: by a draw that is foretold, gone round the cycle again, the rules may judge
 * more than the cycle. */
static inline bool by__is_doubtful_end(const struct by_node *node)
{
    bool is_decisive = by_value_is_win(node->value) || by_value_is_loss(node->value);

    return node->is_estimate || (node->is_foretold && !is_decisive);
}

/* For searches that continue as if there were no verdict. */
static inline void by__leave_verdict_aside(struct by_node *node)
{
    node->is_over = node->is_estimate = node->is_dead = false;
    node->path_plies = 0;
    node->value = node->stuck_value;
}

/* The rules' view of the position on the board, without verdicts that they may not give in the end. */
static inline void by__ask_rules(const struct by_rules *rules, void *state, int ply, struct by_node *out)
{
    rules->node(state, ply, out);
    if (by__is_premature(out))
        by__leave_verdict_aside(out);
}

struct by_method {
    const char *name;
    const char *help;
    const struct by_option *options;
    const struct by_preset *presets;
    bool proves;  /* answers a question */
    bool samples; /* its lines have visits and means */
    by_status (*create)(const by_game *game, const by_options *options, void **self, by_error *error);
    /* How far below the root a search to `depth` may go. NULL: no further. */
    int (*reach)(const void *self, int depth);
    /* Makes room for a run whose extent, plies and bytes are known, before anything else is allocated for it. NULL: the
     * method asks by__check_memory itself. */
    by_status (*reserve)(void *self, const struct by__run *run, by_error *error);
    /* Of a method that has something to get ready before a first run, for which by_search_reserve is: a run from a
     * position without a limit of depth. It must not change the result of any run. NULL: nothing. */
    by_status (*get_ready)(void *self, const struct by__run *run, by_error *error);
    by_status (*run)(void *self, struct by__run *run, by_error *error);
    /* Of a method that proves: the answer at a root where there is nothing to search. */
    void (*settle)(void *self, const struct by__run *run, struct by_result *result);
    void (*clear)(void *self); /* NULL: nothing is kept between runs */
    void (*destroy)(void *self);
};

/* The kind of an exact value. It is a proof if the whole tree was searched; and a win or a loss is one anyway, since no
 * estimate looks like it, unless it rests on a rule of thumb or on a list that lacks moves (`is_doubtful`). */
enum by_kind by__kind_of_value(const by_game_type *type, by_value value, bool is_proved, bool is_doubtful);

/* Tells the observer of line number `index`, which an iteration has completed. */
void by__run_tell_line(struct by__run *run, int index);

/* Every method has this row: its memory. Its struct of options has the field memory_kib. */
#define BY__MEMORY_ROW                                                                                                 \
    BY__NUMBER(RESOURCE, memory_kib, 1, 1 << 30, 16384,                                                                \
               "Memory limit of a search, in KiB. The hash table gets what the rest leaves. Stacks may take 512 KiB "  \
               "more, so that small limits work.",                                                                     \
               NULL)

static inline size_t by__bytes_of_kib(int kib)
{
    return (size_t)kib * 1024;
}

/* Stacks may take so much beyond the limit, so that small limits are of use too. */
#define BY__MEMORY_SLACK ((size_t)512 * 1024)

/* The error of a search that needs `bytes` in all besides its hash table; BY_OK if it may have them. */
by_status by__check_memory(size_t bytes, size_t memory, by_error *error);

/* The default depth in games of unbounded length; see by_limits.depth. */
#define BY__PLIES_DEFAULT 256

/* The value of a finished game as seen from the root: a win is worth less for every ply it takes. */
static inline by_value by__value_at_ply(by_value value, int ply)
{
    return by_value_is_win(value) ? value - ply : by_value_is_loss(value) ? value + ply : value;
}

#endif
