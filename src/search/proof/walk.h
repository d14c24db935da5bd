/* SPDX-License-Identifier: MIT
 *
 * What a proof-number search has at hand: one path from the root, on it for each node the list of its moves with what
 * is known behind each, and the table, or the tree, for all that is not on the path.
 *
 *     frames     ply 0   [ key, side, limits ... ] --> children   [ c c c c c | c c c | c c c c c c | ... ]
 *                ply 1   [ key, side, limits ... ] ----------------------------^       ^
 *                ply 2   [ ... ] ------------------------------------------------------|
 */
#ifndef BOYI_SEARCH_PROOF_WALK_H
#define BOYI_SEARCH_PROOF_WALK_H

#include "search/counters.h"
#include "search/proof/proof.h"
#include "search/proof/table.h"

/* A move of a node on the path, with the fact of the position behind it. The fact stays here as long as the node is on
 * the path, even if the table drops it. */
struct pr_child {
    uint64_t key;
    by_move move;
    struct pr_fact fact;
    uint32_t work;
    uint8_t side;
    bool has_returned;     /* it was on the board before, and the game has not judged that yet */
    bool is_repeated;      /* it was on this line before, below the root, and the game has not judged that either */
    bool is_earlier_tried; /* whether solutions from below other roots were tried */
    uint8_t similar_tries; /* how often the refutation of a sibling was tried on it */
    int16_t similar_to;    /* the last such sibling, counted from 1 */
};

/* A node on the path. */
struct pr_frame {
    uint64_t key; /* 0: not stored */
    uint64_t path_code;
    uint64_t salt; /* of the keys below */
    struct pr_child *children;
    int count;
    int current; /* the child that is being searched */
    by_move via; /* the move that led here */
    pr_number proof_limit, disproof_limit;
    struct pr_fact before; /* the fact on entry */
    uint32_t work_before;
    uint32_t other_path;
    uint64_t nodes_before;
    int16_t list_path_ply; /* the ply that a missing move depends on; PR_NO_PATH: the path forbids none */
    uint8_t side;
    bool is_or;
    bool is_partial;     /* the list lacks moves that could change the value */
    bool was_met_before; /* it was searched before */
};

#define PR_COUNTERS(COUNTER)                                                                                           \
    COUNTER(PR_EXPANSIONS, "expansions")                                                                               \
    COUNTER(PR_REEXPANSIONS, "re_expansions")                                                                          \
    COUNTER(PR_LIST_CACHE_HITS, "list_cache_hits")                                                                     \
    COUNTER(PR_TABLE_HITS, "table_hits")                                                                               \
    COUNTER(PR_PATH_HITS, "path_hits")                                                                                 \
    COUNTER(PR_SIMULATIONS, "simulations")                                                                             \
    COUNTER(PR_SIMULATIONS_DONE, "simulations_done")                                                                   \
    COUNTER(PR_SIMILAR, "similar")                                                                                     \
    COUNTER(PR_SIMILAR_DONE, "similar_done")                                                                           \
    COUNTER(PR_COLLECTIONS, "collections")                                                                             \
    COUNTER(PR_CUT_LISTS, "cut_lists")                                                                                 \
    COUNTER(PR_OWN_DRAWS, "own_draws")         /* repetitions that the game has left to the search */                  \
    COUNTER(PR_UNWALKED, "unwalked")           /* 1: the answer rests on verdicts on the path, too many to be tried */ \
    COUNTER(PR_OPEN_LINES, "open_lines")       /* lines that end where the plies of the run do */                      \
    COUNTER(PR_PATH_VERDICTS, "path_verdicts") /* verdicts on the path that are more than a draw by a cycle */

enum pr_counter { PR_COUNTERS(BY__COUNTER_ID) PR_COUNTER_COUNT };

enum { PR_FILTER = 256 };

/* Number of roots whose positions can share the table: enough for roots that are searched in turns, while old ones make
 * room. */
enum { PR_ROOTS = 8 };

enum {
    PR_BUSY = 1 << 16,
    PR_NOWHERE = INT32_MAX,
};

struct pr_lists;
struct pr_team;

/* One thread of a search. */
struct pr_walk {
    const struct pr_options *opt;
    const struct by_game_type *type;
    const struct by_rules *rules;
    uint64_t (*key_after)(void *state, by_move move); /* NULL: the game has none, or there is no table */
    struct pr_table *table;                           /* NULL: there is none */
    struct by__run *run;
    struct by__control *control;
    void *state;
    struct pr_question question;
    uint64_t salt;              /* of keys: in the table each root has positions of its own */
    uint64_t earlier[PR_ROOTS]; /* differences between keys of the same position below different roots */
    int earlier_count;
    bool walks;             /* no solution is assumed to hold on every path */
    bool is_strict;         /* doubt never helps the side that was found to win: it has to win by the rules */
    bool only_proof;        /* limits are set to proof numbers alone: pn* */
    int plies;              /* how far below the root lines may go */
    struct pr_fact failure; /* of that side */

    struct pr_frame *frames;    /* for plies 0 to plies */
    struct pr_child *children;  /* of all frames, one behind the other */
    size_t child_room;          /* how many there may be */
    struct pr_child *top;       /* the first that no frame uses */
    struct pr_lists *lists;     /* of nodes that were left; NULL: none are kept */
    struct by_move_info *list;  /* the moves of one node */
    uint16_t filter[PR_FILTER]; /* number of keys on the path with these last bits: a quick test */
    uint64_t simulation_end;    /* the number of nodes at which a simulation is given up; 0: there is none */
    struct pr_team *team;       /* threads that may help, or that are helped; NULL: there is one thread */
    bool has_company;           /* others are searching at the same time */
    int back_to;                /* the ply of a node that another thread has solved; PR_NOWHERE: there is none */
    uint64_t next_look;         /* the number of nodes at which the path is looked at for such nodes */
    uint64_t next_power;        /* the number of nodes at which the root's numbers are reported next */
    uint64_t count[PR_COUNTER_COUNT];
};

/* The search's key of a position, from the game's key; 0: it has none. A solution below one root may lead through
 * another root, and below that one it would be a cycle. */
static inline uint64_t pr_key(const struct pr_walk *w, uint64_t key)
{
    return key ? key ^ w->salt : 0;
}

/* Whether the fact is a solution for the side that was found to win. */
static inline bool pr_is_success(const struct pr_walk *w, const struct pr_fact *fact)
{
    return fact->proof == w->failure.disproof && fact->disproof == w->failure.proof;
}

#define PR_RETURNED 0x9E3779B97F4A7C15u

/* The same for a position at `ply`, below the root. If the game waits for a further return before it judges, a position
 * is nearer to a verdict after another one has returned. So the positions after it have keys of their own, for each set
 * of returned positions. */
static inline uint64_t pr_key_at(const struct pr_walk *w, int ply, uint64_t key, bool has_returned)
{
    return key ? pr_key(w, key) ^ w->frames[ply - 1].salt ^ (has_returned ? PR_RETURNED : 0) : 0;
}

/* The minimum ply that a solution depends on if it leads through this child. If it visits a position twice, that would
 * be the third visit on a path where the position already is, so the solution holds on this path only. */
static inline int16_t pr_path_ply(const struct pr_child *child)
{
    return child->is_repeated ? INT16_MIN : child->fact.path_ply;
}

/* ---- Reports to the observer (report.c) ------------------------------------------------------------------------ */

/* Reports the node at `ply`, or a child at `ply` of the node above. */
void by__pr_notify(struct pr_walk *w, int ply, enum by_event_kind kind, const struct pr_fact *fact);
void by__pr_notify_of_child(struct pr_walk *w, int ply, const struct pr_child *child);

/* The same, if the observer wants it. */
static inline void by__pr_report(struct pr_walk *w, int ply, enum by_event_kind kind, const struct pr_fact *fact)
{
    if (w->control->wants & kind)
        by__pr_notify(w, ply, kind, fact);
}

static inline void by__pr_report_child(struct pr_walk *w, int ply, const struct pr_child *child)
{
    if (w->control->wants & BY_EVENT_CHILD)
        by__pr_notify_of_child(w, ply, child);
}

/* ---- Evaluating (evaluate.c) ----------------------------------------------------------------------------------- */

/* The code of a path with one more move. */
uint64_t by__pr_path_code(uint64_t code, by_move move, int ply);

/* Puts the node at `ply`, whose position is on the board, onto the path (below the root, or the root itself with this
 * key), and takes it off again. */
void by__pr_enter_path(struct pr_walk *w, int ply, const struct pr_child *child);
void by__pr_enter_root(struct pr_walk *w, uint64_t key);
void by__pr_leave_path(struct pr_walk *w, int ply);

/* The verdict of the rules on the position on the board, at `ply`, as far as a proof may use it: a predicted verdict
 * does not count. Returns the value of the verdict in any case. */
by_value by__pr_ask_rules(struct pr_walk *w, int ply, struct by_node *node);

/* A line that the search stops following. */
struct pr_fact by__pr_open_line(struct pr_walk *w);

/* Evaluates the position on the board, at `ply`, without searching it. */
void by__pr_evaluate(struct pr_walk *w, int ply, struct pr_child *child);

/* Lists the moves of the position on the board. */
static inline void by__pr_list(struct pr_walk *w, struct by_moves *moves)
{
    w->rules->moves(w->state, BY_MOVES_ALL, moves);
    w->count[PR_CUT_LISTS] += moves->path_plies > 0;
}

/* Lists them where no frame uses the room, from w->top on; the caller resets it. False: not enough room. */
bool by__pr_list_aside(struct pr_walk *w, struct by_moves *moves);

static inline bool pr_is_listed(const struct by_moves *moves, by_move move)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].move == move)
            return true;
    return false;
}

/* Lists the moves of the node at `ply`, and records missing ones in the frame. */
void by__pr_list_moves(struct pr_walk *w, struct pr_frame *f, int ply, struct by_moves *moves);

/* Evaluates the positions behind the moves and fills the frame's children, which have room. False: stopped before the
 * last. */
bool by__pr_evaluate_children(struct pr_walk *w, struct pr_frame *f, int ply, const struct by_moves *moves);

/* ---- Numbers (numbers.c) --------------------------------------------------------------------------------------- */

/* The numbers of a node from those of its children, and which child is next. */
struct pr_summary {
    struct pr_fact fact;
    int best, second; /* -1: there is none */
    pr_number min, second_min;
    int unsolved;              /* children that count in the sum */
    pr_number total, greatest; /* of the numbers that are added: their plain sum */
};

void by__pr_summarise(const struct pr_walk *w, const struct pr_frame *f, struct pr_summary *sum);

/* The cost of a move makes an unsolved child more distant. */
static inline pr_number pr_with_cost(const struct pr_walk *w, pr_number number)
{
    return number ? pr_sum(number, w->opt->edge_cost) : 0;
}

/* The child to store: the best, or if all moves lose the one that took the most work. */
int by__pr_child_to_remember(const struct pr_frame *f, const struct pr_summary *sum);

/* ---- Simulation (simulation.c) --------------------------------------------------------------------------------- */

/* Stores the fact of the node at `ply`: the entry, but for its `other_path`, and the numbers before. A solution
 * that another thread has stored meanwhile stays. */
void by__pr_store(struct pr_walk *w, const struct pr_frame *f, int ply, struct pr_entry *entry);

/* The position on the board, at `ply`, is solved on another path: tries that solution here. True: it holds, and `child`
 * has it. */
bool by__pr_simulate(struct pr_walk *w, int ply, const struct pr_entry *base, struct pr_child *child);

/* Tries solutions on an unsolved child: those of the same position below another root, and refutations of its siblings.
 * True: one holds, and the child is solved. */
bool by__pr_try_earlier(struct pr_walk *w, struct pr_frame *f, int ply, int index);
bool by__pr_try_similar(struct pr_walk *w, struct pr_frame *f, int ply, int index);

/* ---- Threads (threads.c) --------------------------------------------------------------------------------------- */

/* Starts the helpers, with the first thread at `ply`. */
void by__pr_start_helpers(struct pr_walk *w, int ply);

/* Count the threads below a position: one enters, one returns. */
void by__pr_go_below(struct pr_walk *w, uint64_t key);
void by__pr_come_back(struct pr_walk *w, uint64_t key);

/* Chooses the child as if those with other threads below were harder, among those within the limits. */
void by__pr_avoid_other_threads(const struct pr_walk *w, const struct pr_frame *f, struct pr_summary *sum);

/* Whether another thread has solved the node at `ply` or one above it, so that work here is useless. For the node
 * itself `fact` gets the solution. */
bool by__pr_is_solved_elsewhere(struct pr_walk *w, int ply, struct pr_fact *fact);

/* ---- The solution of the root (solution.c) --------------------------------------------------------------------- */

/* Walks through the root's solution by the rules, from the winner's `move` if he is to move, to the end of the game, in
 * at most WALK_TIMES nodes for each of the `searched` ones. `out` gets the tree; NULL: it is not wanted. True: the
 * solution holds. `has_searched` says whether the table now has entries that later runs cannot use. */
bool by__pr_walk_solution(struct pr_walk *w, const struct pr_fact *root, by_move move, uint64_t searched,
                          struct by__solution *out, bool *has_searched);

/* ---- Searching ------------------------------------------------------------------------------------------------- */

/* Common first step of all searches of a root. */
void by__pr_walk_begin(struct pr_walk *w);

/* Searches the root until it is solved or its proof number reaches the limit. With `raises_limits`, expands at least
 * one node first (depth_first.c). */
struct pr_fact by__pr_search_root(struct pr_walk *w, pr_number proof_limit, bool raises_limits);

/* Searches the position on the board, which is on the path at `ply`, until it is solved; lists go to w->top. Returns
 * its fact and the best move. */
struct pr_fact by__pr_search_again(struct pr_walk *w, int ply, uint8_t side, by_move *best);

#endif
