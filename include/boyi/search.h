/* SPDX-License-Identifier: MIT
 *
 * Searches: create a search from a method and a game, run it on a position within limits, and get a result.
 *
 *     const by_method *method;
 *     by_search *search;
 *     struct by_limits limits = {BY_SIZE(by_limits), .depth = 9};
 *     struct by_result result = {BY_SIZE(by_result)};
 *
 *     by_method_find("alphabeta", &method, NULL);
 *     by_search_create(game, method, NULL, &search, NULL);
 *     by_search_run(search, position, &limits, NULL, &result, NULL);
 *     by_search_destroy(search);
 *
 * On one thread a search is deterministic: if it was just created or cleared, the same position, options and limits of
 * depth and nodes give the same nodes and the same answer in every build and on every machine.
 */
#ifndef BOYI_SEARCH_H
#define BOYI_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/game.h"
#include "boyi/observer.h"
#include "boyi/option.h"
#include "boyi/size.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Methods --------------------------------------------------------------------------------------------------- */

typedef struct by_method by_method;

/* The methods in alphabetical order; NULL if `index` is beyond the last. */
BY_API const by_method *by_method_at(size_t index);

/* The method with this name. The error for an unknown name suggests the nearest. */
BY_API by_status by_method_find(const char *name, const by_method **out, by_error *error);

BY_API const char *by_method_name(const by_method *method);
BY_API const char *by_method_help(const by_method *method);
BY_API const struct by_option *by_method_options(const by_method *method);

/* Whether the method answers a question (by_result.answer) instead of searching for the best move. */
BY_API bool by_method_proves(const by_method *method);

/* Whether the method samples: its lines then have visits and means. */
BY_API bool by_method_samples(const by_method *method);

/* The method's presets; the last has no name. */
BY_API const struct by_preset *by_method_presets(const by_method *method);

/* Sets `options` to the method's defaults and then to the preset. An unknown name is an error and changes nothing. */
BY_API by_status by_method_apply_preset(const by_method *method, const char *name, by_options *options,
                                        by_error *error);

/* ---- Limits and results ---------------------------------------------------------------------------------------- */

/* A flag with which any thread can stop a search. */
typedef struct by_stop by_stop;

BY_API by_status by_stop_create(by_stop **out, by_error *error);

/* Creates a flag that also counts as set while `above` is set, to stop one run of many. `above` must outlive it. */
BY_API by_status by_stop_create_below(const by_stop *above, by_stop **out, by_error *error);

/* Stops every run that uses this flag, within 1,024 nodes of each thread; the runs return the best move they know. The
 * flag stays set. Call it from any thread or from a signal handler. */
BY_API void by_stop_set(by_stop *stop);

/* Clears the flag for further runs. */
BY_API void by_stop_clear(by_stop *stop);

/* Accepts NULL. */
BY_API void by_stop_destroy(by_stop *stop);

/* What the caller already knows about a root move, for methods that sample. */
struct by_hint {
    by_move move;
    float mean;   /* a result, 0 to 1 */
    float visits; /* how many visits it counts for */
};

/* When to stop, and which root moves and values you want. 0 means no limit. Every method keeps every limit, with one
 * exception: time does not end a run before its answer rests on a search of one ply, however short the time is. Limits
 * of nodes and evaluations and the flag `stop` know no exception: they may end a run before it has searched all moves,
 * and `best` may then be any move. */
struct by_limits {
    size_t size;    /* BY_SIZE(by_limits) */
    int depth;      /* plies. 0: to the end of the game if its length is bounded (by_extent.max_plies), else 256; at
                       most BY_MAX_PLY. alphabeta deepens up to this depth, minimax searches it directly. A proof search
                       leaves longer lines open; if it finds no answer without them, the answer is unknown and `stopped`
                       is BY_STOPPED_DEPTH: a greater depth may find it */
    uint64_t nodes; /* never exceeded */
    uint64_t evaluations; /* evaluations and playouts. Never exceeded, except by one if mcts estimates a new node twice
                             (implicit_minimax). Methods that estimate nothing ignore it */
    int64_t time_ms;      /* for this search */
    int64_t clock_ms[2];  /* time left to each side; the search uses a share of it */
    int64_t increment_ms[2];
    int moves_to_go; /* moves until the next time control */
    const by_stop *stop;
    const by_stop *ponder; /* while set, time and clock do not end the run, but they count from its start. To think on
                              the opponent's time, set it, and clear it when the opponent moves. NULL: never */
    const by_stop *time_over; /* while set, the time is up: for callers with a clock of their own. NULL: never */

    int lines; /* number of best moves to report with their values; 0 means 1 */

    bool plays_on; /* search for a move even if the history has ended the game (by_node.path_plies), as a protocol must.
                      Otherwise the result of a finished game is its verdict, without a move */

    const by_move *root_moves; /* search only these root moves; NULL: all */
    size_t root_move_count;

    const struct by_hint *hints; /* about root moves, for methods that sample (mcts with rave=on). Each run adds their
                                    visits again */
    size_t hint_count;

    /* A window: values strictly between these bounds are exact, other values are bounds. Both 0: no window. */
    by_value alpha, beta;
};

/* Sets limits from a text such as "depth 8 nodes 10000 time 1s". The names are those of the fields:
 *
 *     depth 8    nodes 10000    evaluations 500    lines 3    moves_to_go 40    alpha -5 beta 5    plays_on
 *     time 500ms    clock 5m    clock 5m/3m    increment 2s
 *
 * Times have the unit ms, s, m or h; those of clock and increment hold for both sides or for each. Limits that the text
 * does not name stay as they are, and 0 removes a limit. After an error, none is changed. */
BY_API by_status by_limits_parse(const char *text, struct by_limits *limits, by_error *error);

/* Writes the limits that are set, as by_limits_parse reads them; nothing if there are none. It leaves out the flags,
 * the root moves and the hints. */
BY_API void by_limits_print(const struct by_limits *limits, by_text *out);

/* How long a run with these limits may take if `side` is to move: the time limit or its share of the clock, whichever
 * is shorter; 0 if neither is set. */
BY_API int64_t by_limits_time_ms(const struct by_limits *limits, int side);

/* What a value means. */
enum by_kind {
    BY_KIND_UNKNOWN,  /* the run stopped before it knew anything */
    BY_KIND_EXACT,    /* the value of the search */
    BY_KIND_AT_LEAST, /* a lower bound */
    BY_KIND_AT_MOST,  /* an upper bound */
    BY_KIND_WIN,      /* proved, for the side to move; the value says in how many plies (docs/methods/alphabeta.md
                         explains what a hash table may contribute) */
    BY_KIND_LOSS,
    BY_KIND_DRAW,
};

enum by_stop_reason {
    BY_STOPPED_DONE,  /* the whole tree was searched, down to its leaves */
    BY_STOPPED_DEPTH, /* the depth limit */
    BY_STOPPED_NODES,
    BY_STOPPED_TIME,
    BY_STOPPED_ASKED, /* by_stop_set */
    BY_STOPPED_MEMORY,
    BY_STOPPED_DECIDED, /* further search could not change the move, though perhaps its value */
    BY_STOPPED_EVALUATIONS,
};

/* A proof search's answer to its question: does the prover reach the threshold? by_result.is_proved says whether the
 * rules alone decide it. Otherwise it rests on a rule of thumb, on partial lists of moves, or on solutions from other
 * paths although the path may forbid moves (docs/methods/proof.md). */
enum by_answer {
    BY_ANSWER_NONE, /* the method answers no question */
    BY_ANSWER_YES,
    BY_ANSWER_NO, /* the prover does not reach it, which need not be a loss */
    BY_ANSWER_UNKNOWN,
};

/* A root move with its continuation. */
struct by_line {
    by_value value;
    enum by_kind kind;
    bool is_proved; /* the whole tree below was searched: the value is the true value of the game, not an estimate. In a
                       goal: whether it is reached is certain, but not how soon */
    int depth;      /* in plies, to which this line was completed */
    int length;
    float mean;           /* methods that sample: mean result of the move, 0 for a loss to 1 for a win */
    const by_move *moves; /* begins with the root move */
    uint64_t visits;      /* methods that sample: how often the move was tried; else 0 */
};

/* A counter of a method; its name begins with the technique. */
struct by_counter {
    const char *name;
    uint64_t value;
};

/* What a search found. The pointers stay valid until the search runs again or is destroyed. */
struct by_result {
    size_t size;  /* BY_SIZE(by_result) */
    by_move best; /* BY_MOVE_NONE: there is no move, or the history has ended the game (by_limits.plays_on) */
    by_value value;
    enum by_kind kind;
    bool is_proved;
    enum by_stop_reason stopped;
    int depth;            /* last completed iteration, in plies */
    int selective_depth;  /* length of the longest line searched */
    uint64_t nodes;       /* positions reached by making a move; the root does not count */
    uint64_t evaluations; /* positions estimated by the game or by a playout */
    int64_t time_us;
    const struct by_line *lines; /* best first; the first repeats best, value and kind. Empty if the run stopped before
                                    it knew anything, even though there is a best move. Lines that a stopped iteration
                                    did not reach come last, as the previous iteration left them */
    size_t line_count;
    enum by_answer answer;
    uint64_t proof_number,
        disproof_number;               /* of the root, in sixteenths, if there is an answer; UINT64_MAX: infinite */
    const struct by_counter *counters; /* of the method */
    size_t counter_count;
    int missing_threads; /* threads that you asked for and the system did not give; the others did their work */
};

/* Names for people and programs: "exact", "at least", "win", ...; "done", "depth", "nodes", ...; "yes", "no", ... */
BY_API const char *by_kind_name(enum by_kind kind);
BY_API const char *by_answer_name(enum by_answer answer);
BY_API const char *by_stop_reason_name(enum by_stop_reason reason);

/* ---- Searches -------------------------------------------------------------------------------------------------- */

typedef struct by_search by_search;

/* Creates a search for positions of `game`. `options` are values of the method's table, or NULL for the defaults; the
 * search does not keep them. The game must outlive the search. */
BY_API by_status by_search_create(const by_game *game, const by_method *method, const by_options *options,
                                  by_search **out, by_error *error);

/* Searches `position` without changing it. `limits` and `observer` may be NULL. Run a search on one thread at a time;
 * different searches may run at the same time. */
BY_API by_status by_search_run(by_search *search, const by_position *position, const struct by_limits *limits,
                               const struct by_observer *observer, struct by_result *result, by_error *error);

/* Allocates the memory and starts the threads that the first run needs, from this position or any other, so that a run
 * with little time need not do so. It does not change what runs find. A search that has already run keeps its memory
 * and threads. If this fails, a run to a limited depth may still succeed, because it needs less memory. */
BY_API by_status by_search_reserve(by_search *search, const by_position *position, by_error *error);

/* Clears all tables, as if the search had just been created. */
BY_API void by_search_clear(by_search *search);

/* Accepts NULL. */
BY_API void by_search_destroy(by_search *search);

/* ---- All in one call ------------------------------------------------------------------------------------------- */

/* The default method for a position: alphabeta, or mcts in an endless game with playouts but without an evaluation,
 * such as Go. `preset` gets the preset to use with it; NULL: the method's defaults. */
BY_API const by_method *by_position_usual_method(const by_position *position, const char **preset);

/* Adds the best move to `move`, in the game's first notation; adds nothing if the game is over. `game` is a name with
 * settings, such as "xiangqi" or "go size=9". `position` is a text; NULL: the initial position. `limits` is a text for
 * by_limits_parse; NULL: "time 1s". The method is by_position_usual_method. */
BY_API by_status by_best_move(const char *game, const char *position, const char *limits, by_text *move,
                              by_error *error);

/* The same for a position with its history. */
BY_API by_status by_position_best_move(const by_position *position, const char *limits, by_text *move, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
