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

/* A move of a solution, `plies` plies below its root. */
struct by__step {
    by_move move;
    int plies;
};

/* The solution that a search has found as a tree, depth first: one move at each of the winner's nodes, all moves at
 * those of the loser, down to where the game is over by the rules. */
struct by__solution {
    struct by__step *steps; /* the caller's to free */
    size_t count, room;
    size_t max;            /* steps; 0: no limit */
    enum by_answer wanted; /* pn: cycles that no rule ends count against this answer; BY_ANSWER_NONE: they are draws */
    bool is_too_large;
    bool is_out_of_memory;
    bool is_whole; /* the tree is all there */
};

bool by__solution_add(struct by__solution *solution, int plies, by_move move);

/* As by_search_run. If only the rules decide the root, a method that can write its solution fills `solution`. */
by_status by__search_run(by_search *search, const by_position *position, const struct by_limits *limits,
                         const struct by_observer *observer, struct by__solution *solution, struct by_result *result,
                         by_error *error);

/* A run, as search.c hands it to the method: the game is not over at the root, which has at least one move. */
struct by__run {
    const by_game_type *type;
    void *state;                 /* a copy of the position, for the method to push and pop on */
    const by_position *position; /* that copy, for threads to have copies of their own */
    struct by_extent extent;
    struct by_node root;
    struct by_moves root_moves; /* those that are to be considered */
    int depth;                  /* the depth to search to, in plies */
    bool has_depth;             /* the user asked for it, or every game ends there; otherwise it is only a default */
    int plies;             /* how far below the root the search may go; more than depth if the method extends lines */
    size_t position_bytes; /* of the copy of the position */
    size_t bytes;          /* bytes of the memory limit that the run has used already */
    struct by__control control;
    struct by__lines lines;        /* out: the best moves, at least one unless the run was asked to stop immediately */
    struct by_result *result;      /* out: depth, evaluations and counters */
    struct by__solution *solution; /* out: if the method can; NULL: the caller does not want it */
    bool is_to_be_cleared;         /* out: later runs cannot use what the search stored */
    int hash_permille;             /* out: how full the hash table is, updated before lines are reported */
};

/* The number of plies back that values with this verdict depend on; 0: none. If it matters which side closes a cycle, a
 * solution with a cycle below its own node need not hold when another part of the cycle is on the path: then it depends
 * on the whole path. */
static inline uint16_t by__verdict_reach(const struct by_node *node)
{
    return node->path_plies && node->is_over && !node->cycle_decides ? UINT16_MAX : node->path_plies;
}

/* The same for proofs: on another path a cycle may become part of a longer one, and the verdict has to hold there
 * too. */
static inline uint16_t by__proof_reach(const struct by_node *node)
{
    return node->path_plies && node->is_over && !node->cycles_join ? UINT16_MAX : by__verdict_reach(node);
}

/* Whether a verdict is predicted although the rules will look at more than the last cycle. */
static inline bool by__is_premature(const struct by_node *node)
{
    return node->is_foretold && node->has_returned;
}

/* Whether a value is a win or a loss. */
static inline bool by__is_decisive(by_value value)
{
    return by_value_is_win(value) || by_value_is_loss(value);
}

/* Whether a verdict proves nothing. After a predicted draw, another round of the cycle may make the rules judge more
 * than the cycle. */
static inline bool by__is_doubtful_end(const struct by_node *node)
{
    return node->is_estimate || (node->is_foretold && !by__is_decisive(node->value));
}

/* For searches that continue as if there were no verdict. */
static inline void by__leave_verdict_aside(struct by_node *node)
{
    node->is_over = node->is_estimate = node->is_dead = false;
    node->path_plies = 0;
    node->value = node->stuck_value;
}

/* The rules' view of the position on the board, without verdicts that the rules may not confirm. */
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
    int variant;  /* which of several methods of one kind */
    size_t size;  /* of what a search by the method keeps from run to run: `self`, all zeros at first */
    /* Reads the options; allocates nothing. */
    void (*init)(void *self, const by_method *method, const by_game *game, const by_options *options);
    /* How far below the root a search to `depth` may go. NULL: no further. */
    int (*reach)(const void *self, int depth);
    /* Allocates memory for a run whose extent, plies and bytes are known, before all other allocations of the run.
     * NULL: the method calls by__check_memory itself. */
    by_status (*reserve)(void *self, const struct by__run *run, by_error *error);
    /* For methods that prepare something before a first run (by_search_reserve): a run from a position without a depth
     * limit. It must not change the result of any run. NULL: nothing. */
    by_status (*get_ready)(void *self, const struct by__run *run, by_error *error);
    by_status (*run)(void *self, struct by__run *run, by_error *error);
    /* For methods that prove: the answer at a root that needs no search. */
    void (*settle)(void *self, const struct by__run *run, struct by_result *result);
    void (*clear)(void *self);   /* NULL: nothing is kept between runs */
    void (*release)(void *self); /* frees what self owns, but not itself; NULL: nothing */
};

/* The kind of an exact value. It is a proof if the whole tree was searched. A win or a loss is one in any case,
 * since no estimate has such a value, unless it depends on a rule of thumb or on an incomplete list of moves
 * (`is_doubtful`). */
enum by_kind by__kind_of_value(const by_game_type *type, by_value value, bool is_proved, bool is_doubtful);

/* Reports line number `index`, which an iteration has completed. */
void by__run_report_line(struct by__run *run, int index);

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

/* Bytes that stacks may use beyond the limit, so that small limits are useful too. */
#define BY__MEMORY_SLACK ((size_t)512 * 1024)

/* The default depth in games of unbounded length; see by_limits.depth. */
#define BY__PLIES_DEFAULT 256

static inline int by__larger(int a, int b)
{
    return a > b ? a : b;
}

/* Room for this many plies is enough for every depth, so that a table survives a change of the depth limit. */
static inline int by__plies_to_reserve(const struct by__run *run)
{
    int max_plies = run->extent.max_plies;

    return by__larger(run->plies, max_plies && max_plies < BY__PLIES_DEFAULT ? max_plies : BY__PLIES_DEFAULT);
}

/* BY_OK if the search may use `bytes` besides its hash table, else the error. */
by_status by__check_memory(size_t bytes, size_t memory, by_error *error);

/* The value of a finished game from the view of the root: a win loses value with every ply. */
static inline by_value by__value_at_ply(by_value value, int ply)
{
    return by_value_is_win(value) ? value - ply : by_value_is_loss(value) ? value + ply : value;
}

#endif
