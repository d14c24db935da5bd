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

/* A move of a node on the path, with what is known of the position behind it. As long as the node stays on the path
 * this is kept here, whatever becomes of the table. */
struct pr_child {
    uint64_t key;
    by_move move;
    struct pr_fact fact;
    uint32_t work;
    uint8_t side;
    bool has_returned;     /* it stood on the board before, which the game has not judged yet */
    bool is_repeated;      /* it stood on this line before, below the root, which likewise has not been judged */
    bool is_earlier_tried; /* whether what solved it below other roots was tried */
    uint8_t similar_tries; /* how often the refutation of a sibling was tried on it */
    int16_t similar_to;    /* the last such sibling, counted from 1 */
};

/* A node on the path. */
struct pr_frame {
    uint64_t key; /* 0: nothing is to be stored of it */
    uint64_t path_code;
    uint64_t salt; /* of the keys below */
    struct pr_child *children;
    int count;
    int current; /* the child that is being searched */
    by_move via; /* the move that led here */
    pr_number proof_limit, disproof_limit;
    struct pr_fact before; /* what was known on entering it */
    uint32_t work_before;
    uint32_t twin;
    uint64_t nodes_before;
    int16_t list_path_ply; /* what a missing move depends on; PR_NO_PATH: none is missing because of the path */
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
    COUNTER(PR_TWIN_HITS, "twin_hits")                                                                                 \
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

/* So many roots may have their positions in the table side by side: all that are asked about in turns, but what was
 * asked long ago does not fill it. */
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
    uint64_t earlier[PR_ROOTS]; /* by what the keys of the same position differ that was met below other roots */
    int earlier_count;
    bool walks;             /* no solution is taken to hold on every path */
    bool is_strict;         /* nothing doubtful helps the side that was found to win: it has to win by the rules */
    bool only_proof;        /* limits are set to proof numbers alone: pn* */
    int plies;              /* how far below the root lines may go */
    struct pr_fact failure; /* of that side */

    struct pr_frame *frames;    /* for plies 0 to plies */
    struct pr_child *children;  /* of all frames, one behind the other */
    size_t child_room;          /* how many there may be */
    struct pr_child *top;       /* the first that no frame uses */
    struct pr_lists *lists;     /* of nodes that were left; NULL: none are kept */
    struct by_move_info *list;  /* the moves of one node */
    uint16_t filter[PR_FILTER]; /* how many keys on the path end so; a quick look whether a position may be there */
    uint64_t simulation_end;    /* the number of nodes at which a simulation is given up; 0: there is none */
    struct pr_team *team;       /* threads that may help, or that are helped; NULL: there is one thread */
    bool has_company;           /* others are searching at the same time */
    int back_to;                /* the ply of a node that another thread has solved; PR_NOWHERE: there is none */
    uint64_t next_look;         /* the number of nodes at which the path is looked at for such nodes */
    uint64_t next_power;        /* the number of nodes at which the root's numbers are told of again */
    uint64_t count[PR_COUNTER_COUNT];
};

/* By what a position is known to the search, from the key that the game gives it; 0: it has none. A solution that was
 * found below one root may lead through another, and where that is the root would go round in a circle. */
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

/* The same for a position at `ply`, below the root. Where the game waits for a further return before it judges, a
 * position is nearer to a verdict after one that has returned than without. So in the table what comes after it is
 * known by keys of its own, for each set of such positions. */
static inline uint64_t pr_key_at(const struct pr_walk *w, int ply, uint64_t key, bool has_returned)
{
    return key ? pr_key(w, key) ^ w->frames[ply - 1].salt ^ (has_returned ? PR_RETURNED : 0) : 0;
}

/* The least ply that a solution depends on if it leads through this child. A position that it goes through twice would
 * come for the third time on a path where it stands already, so it holds on this path only. */
static inline int16_t pr_path_ply(const struct pr_child *child)
{
    return child->is_repeated ? INT16_MIN : child->fact.path_ply;
}

/* ---- Telling (tell.c) ------------------------------------------------------------------------------------------ */

/* What the observer wants to know of the node at `ply`, and of a child at `ply` of the node above. */
void by__pr_notify(struct pr_walk *w, int ply, enum by_event_kind kind, const struct pr_fact *fact);
void by__pr_notify_of_child(struct pr_walk *w, int ply, const struct pr_child *child);

/* The same, if it wants to know. */
static inline void by__pr_tell(struct pr_walk *w, int ply, enum by_event_kind kind, const struct pr_fact *fact)
{
    if (w->control->wants & kind)
        by__pr_notify(w, ply, kind, fact);
}

static inline void by__pr_tell_child(struct pr_walk *w, int ply, const struct pr_child *child)
{
    if (w->control->wants & BY_EVENT_CHILD)
        by__pr_notify_of_child(w, ply, child);
}

/* ---- Looking (look.c) ------------------------------------------------------------------------------------------ */

/* The code of a path with one more move. */
uint64_t by__pr_path_code(uint64_t code, by_move move, int ply);

/* Makes the node at `ply`, below the root, whose position is on the board, part of the path, or the root with this key,
 * and takes it off again. */
void by__pr_enter_path(struct pr_walk *w, int ply, const struct pr_child *child);
void by__pr_enter_root(struct pr_walk *w, uint64_t key);
void by__pr_leave_path(struct pr_walk *w, int ply);

/* What the rules say of the position on the board, at `ply`, as far as a proof may rest on it: not on a verdict that is
 * foretold. Returns the value of the verdict all the same. */
by_value by__pr_ask_rules(struct pr_walk *w, int ply, struct by_node *node);

/* A line that the search follows no further. */
struct pr_fact by__pr_open_line(struct pr_walk *w);

/* What is known of the position on the board, at `ply`, without searching it. */
void by__pr_look(struct pr_walk *w, int ply, struct pr_child *child);

/* Lists the moves of the position on the board. */
static inline void by__pr_list(struct pr_walk *w, struct by_moves *moves)
{
    w->rules->moves(w->state, BY_MOVES_ALL, moves);
    w->count[PR_CUT_LISTS] += moves->path_plies > 0;
}

/* Lists them where no frame uses the room, from w->top on, which the caller sets back. False: there is too little. */
bool by__pr_list_aside(struct pr_walk *w, struct by_moves *moves);

static inline bool pr_is_listed(const struct by_moves *moves, by_move move)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].move == move)
            return true;
    return false;
}

/* Lists the moves of the node at `ply`, and says in the frame what is missing. */
void by__pr_list_moves(struct pr_walk *w, struct pr_frame *f, int ply, struct by_moves *moves);

/* Looks at what is behind the moves and fills the frame's children, for which there is room. False: stopped before all
 * were seen. */
bool by__pr_look_at_children(struct pr_walk *w, struct pr_frame *f, int ply, const struct by_moves *moves);

/* ---- Numbers (numbers.c) --------------------------------------------------------------------------------------- */

/* The numbers of a node from those of its children, and which child is next. */
struct pr_summary {
    struct pr_fact fact;
    int best, second; /* -1: there is none */
    pr_number least, second_least;
    int unsolved;              /* children that count in the sum */
    pr_number total, greatest; /* of the numbers that are added: their plain sum */
};

void by__pr_summarise(const struct pr_walk *w, const struct pr_frame *f, struct pr_summary *sum);

/* An unsolved child is further away by what the move costs. */
static inline pr_number pr_with_cost(const struct pr_walk *w, pr_number number)
{
    return number ? pr_sum(number, w->opt->edge_cost) : 0;
}

/* The child to remember: the best, or where all moves lose the one that took the most work. */
int by__pr_child_to_remember(const struct pr_frame *f, const struct pr_summary *sum);

/* ---- Solutions that depend on the path (twins.c) --------------------------------------------------------------- */

/* Stores what is known of the node at `ply`: its entry but for the twin, and the numbers that it had before. What
 * another thread has solved meanwhile stays. */
void by__pr_store(struct pr_walk *w, const struct pr_frame *f, int ply, struct pr_entry *entry);

/* The position on the board, at `ply`, is solved on another path: tries that solution here. True: it holds, and `child`
 * says so. */
bool by__pr_simulate(struct pr_walk *w, int ply, const struct pr_entry *base, struct pr_child *child);

/* ---- Similar positions (similar.c) ----------------------------------------------------------------------------- */

/* Tries on a child that is not solved what solved the same position below another root, and what refutes one of its
 * siblings. True: it holds, and the child is solved. */
bool by__pr_try_earlier(struct pr_walk *w, struct pr_frame *f, int ply, int index);
bool by__pr_try_similar(struct pr_walk *w, struct pr_frame *f, int ply, int index);

/* ---- Threads (threads.c) --------------------------------------------------------------------------------------- */

/* Starts the helpers, while the first thread is at `ply`. */
void by__pr_start_helpers(struct pr_walk *w, int ply);

/* Says that one goes below it, and that one has come back. */
void by__pr_go_below(struct pr_walk *w, uint64_t key);
void by__pr_come_back(struct pr_walk *w, uint64_t key);

/* Chooses the child as if those were harder below which others are at work, among those that may be searched within the
 * limits. */
void by__pr_keep_out_of_the_way(const struct pr_walk *w, const struct pr_frame *f, struct pr_summary *sum);

/* Whether another thread has solved the node at `ply`, or one above it: then there is nothing left to do here. Of the
 * node itself `fact` says the solution. */
bool by__pr_is_solved_elsewhere(struct pr_walk *w, int ply, struct pr_fact *fact);

/* ---- The solution of the root (solution.c) --------------------------------------------------------------------- */

/* Walks through the solution of the root by the rules, beginning with the winner's `move` if he is to move: down to the
 * end of the game, in at most WALK_TIMES nodes for each of the `searched` ones. `out` gets it; NULL: nobody wants it.
 * True: it holds. `has_searched` says whether the table has entries now that are of no use to other runs. */
bool by__pr_walk_solution(struct pr_walk *w, const struct pr_fact *root, by_move move, uint64_t searched,
                          struct by__solution *out, bool *has_searched);

/* ---- Searching ------------------------------------------------------------------------------------------------- */

/* What every search of a root begins with. */
void by__pr_walk_begin(struct pr_walk *w);

/* Searches the root until it is solved or its proof number reaches the limit; if that `gives_way`, until something was
 * expanded at least (depth_first.c). */
struct pr_fact by__pr_search_root(struct pr_walk *w, pr_number proof_limit, bool gives_way);

/* Searches the position on the board, which is on the path at `ply`, until it is solved; lists go to w->top. Returns
 * what is known of it, and the best move. */
struct pr_fact by__pr_search_again(struct pr_walk *w, int ply, uint8_t side, by_move *best);

#endif
