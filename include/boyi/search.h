/* SPDX-License-Identifier: MIT
 *
 * Searches: a method with its options for one game, run on positions within limits, gives results.
 *
 *     const by_method *method;
 *     by_search *search;
 *     struct by_limits limits = {.depth = 9};
 *     struct by_result result;
 *
 *     by_method_find("alphabeta", &method, NULL);
 *     by_search_create(game, method, NULL, &search, NULL);
 *     by_search_run(search, position, &limits, NULL, &result, NULL);
 *     by_search_destroy(search);
 *
 * On one thread a search is deterministic: one that was just created or cleared gives, for the same position, options
 * and limits of depth and nodes, the same nodes and the same answer in every build and on every machine.
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
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Methods --------------------------------------------------------------------------------------------------- */

typedef struct by_method by_method;

/* The methods in alphabetical order; NULL at `index` beyond the last. */
BY_API const by_method *by_method_at(size_t index);

/* The method called `name`. An unknown name is an error that suggests the nearest. */
BY_API by_status by_method_find(const char *name, const by_method **out, by_error *error);

BY_API const char *by_method_name(const by_method *method);
BY_API const char *by_method_help(const by_method *method);
BY_API const struct by_option *by_method_options(const by_method *method);

/* Whether the method answers a question (by_result.answer) in place of looking for the best move. */
BY_API bool by_method_proves(const by_method *method);

/* Whether the method samples: its lines have visits and means. */
BY_API bool by_method_samples(const by_method *method);

/* The method's presets, ended by one whose name is NULL. */
BY_API const struct by_preset *by_method_presets(const by_method *method);

/* Sets `options` to the method's defaults and then to the preset. An unknown name is an error and changes nothing. */
BY_API by_status by_method_apply_preset(const by_method *method, const char *name, by_options *options,
                                        by_error *error);

/* ---- Limits and results ---------------------------------------------------------------------------------------- */

/* A flag by which any thread stops a search. Who creates it decides for how many runs it holds. */
typedef struct by_stop by_stop;

BY_API by_status by_stop_create(by_stop **out, by_error *error);

/* One that also counts as set while `above` is, which is lent: for ending single runs of many. */
BY_API by_status by_stop_create_below(const by_stop *above, by_stop **out, by_error *error);

/* Ends every run that was given this flag, within 1,024 nodes of each of its threads; they return the best they know.
 * It stays set. May be called from any thread and from a signal handler. */
BY_API void by_stop_set(by_stop *stop);

/* Takes it back, for further runs. */
BY_API void by_stop_clear(by_stop *stop);

/* Accepts NULL. */
BY_API void by_stop_destroy(by_stop *stop);

/* What somebody knows of a move of the root beforehand, for methods that sample: a result, 0 to 1, which counts as so
 * many. */
struct by_hint {
    by_move move;
    float mean, visits;
};

/* When to stop, and what of the root is asked. A field of 0 does not limit. Every method keeps every limit; but however
 * short the time is, it does not end a run before the answer rests on a search of one ply. Limits of nodes and
 * evaluations are exact, and `stop` ends a run at once: the run may then end before it has looked at all moves, and
 * `best` may be any of them. */
struct by_limits {
    int depth;            /* plies. 0: to the end of the game, if it has a bound (by_extent.max_plies), else 256; never
                             beyond BY_MAX_PLY. alphabeta deepens up to there, minimax goes there at once; a method that
                             proves leaves longer lines open, and if these keep it from its answer that is unknown, and
                             stopped is BY_STOPPED_DEPTH: a greater depth may find it */
    uint64_t nodes;       /* never exceeded */
    uint64_t evaluations; /* playouts count. Never exceeded, but by one where mcts estimates a new node twice
                             (implicit_minimax). No limit to methods that estimate nothing */
    int64_t time_ms;      /* for this search */
    int64_t clock_ms[2];  /* what is left to each side; a share of it is used */
    int64_t increment_ms[2];
    int moves_to_go; /* until the clock is set anew */
    const by_stop *stop;
    const by_stop *ponder; /* while it is set neither time nor clock end the run, though they count from its beginning:
                              who thinks on the opponent's time clears it when that ends. NULL: it is clear */
    const by_stop *time_over; /* while it is set the time counts as over: for callers with a clock of their own. NULL:
                                 it is clear */

    int lines; /* how many best moves are wanted with their values; 0 and 1 are the same */

    bool plays_on; /* look for a move even if the history has ended the game (by_node.path_plies), as a program must
                      that is asked for one. Else the result of a finished game is its verdict, without a move */

    const by_move *root_moves; /* only these are considered; NULL: all */
    size_t root_move_count;

    const struct by_hint *hints; /* on moves of the root; others are not looked at. Methods that sample may heed them,
                                    mcts with rave=on; each run counts them anew */
    size_t hint_count;

    /* Only values strictly between these are wanted exactly, of others a bound. Both 0: no such window. */
    by_value alpha, beta;
};

/* How long a run with these limits may take when `side` is to move: its time, its share of the clock, or the lesser of
 * both; 0 if neither limits it. */
BY_API int64_t by_limits_time_ms(const struct by_limits *limits, int side);

/* What is known of a value. */
enum by_kind {
    BY_KIND_UNKNOWN,  /* stopped before anything was known */
    BY_KIND_EXACT,    /* the value of the search */
    BY_KIND_AT_LEAST, /* a lower bound */
    BY_KIND_AT_MOST,  /* an upper bound */
    BY_KIND_WIN,      /* proved, for the side to move; the value tells in how many plies (docs/methods/alphabeta.md says
                         what a hash table may contribute) */
    BY_KIND_LOSS,
    BY_KIND_DRAW,
};

enum by_stop_reason {
    BY_STOPPED_DONE,  /* nothing is left to find out: the tree was searched to its leaves */
    BY_STOPPED_DEPTH, /* the limit of depth */
    BY_STOPPED_NODES,
    BY_STOPPED_TIME,
    BY_STOPPED_ASKED, /* by_stop_set */
    BY_STOPPED_MEMORY,
    BY_STOPPED_DECIDED, /* what was left to search could not have changed the move, though perhaps its value */
    BY_STOPPED_EVALUATIONS,
};

/* What a method that proves says to its question: does the prover reach the threshold? Whether that rests on the rules
 * alone is by_result.is_proved; else it rests on a rule of thumb, on lists that lack moves, or on solutions of other
 * paths where the path may forbid moves (docs/methods/proof.md). */
enum by_answer {
    BY_ANSWER_NONE, /* the method answers no question */
    BY_ANSWER_YES,
    BY_ANSWER_NO, /* it is not reached, which need not be a loss */
    BY_ANSWER_UNKNOWN,
};

/* A move with what follows it. */
struct by_line {
    by_value value;
    enum by_kind kind;
    bool is_proved; /* the whole tree below was searched: the value is the game's, no estimate. Of a goal: that it is
                       reached, or is not, however soon */
    int depth;      /* plies, as far as this line was completed */
    int length;
    float mean;           /* of methods that sample: of the move's results, from 0 for a loss to 1 for a win */
    const by_move *moves; /* the first is the line's move */
    uint64_t visits;      /* of methods that sample: how often the move was tried; else 0 */
};

/* A counter of a method; the name begins with that of its technique. */
struct by_counter {
    const char *name;
    uint64_t value;
};

/* What a search found. The pointers are lent until the search runs again or is destroyed. */
struct by_result {
    by_move best; /* BY_MOVE_NONE only if there is no move: a repetition at the root does not end the search */
    by_value value;
    enum by_kind kind;
    bool is_proved;
    enum by_stop_reason stopped;
    int depth;            /* of the last completed iteration */
    int selective_depth;  /* the longest line that was looked at */
    uint64_t nodes;       /* positions reached by making a move: the root is none */
    uint64_t evaluations; /* positions whose value was estimated, by the game or by a playout */
    int64_t time_us;
    const struct by_line *lines; /* the best first; the first repeats best, value and kind. None if it was stopped
                                    before anything was known, though there is a best move. Those that a stopped
                                    iteration did not come to stand behind, as the one before left them */
    size_t line_count;
    enum by_answer answer;
    uint64_t proof_number,
        disproof_number;               /* of the root, in sixteenths, if there is an answer; UINT64_MAX: infinite */
    const struct by_counter *counters; /* those of the method */
    size_t counter_count;
    int missing_threads; /* of those that were asked for: the system did not give them, and others did their work */
};

/* Names for people and programs: "exact", "at least", "win", ...; "done", "depth", "nodes", ...; "yes", "no", ... */
BY_API const char *by_kind_name(enum by_kind kind);
BY_API const char *by_answer_name(enum by_answer answer);
BY_API const char *by_stop_reason_name(enum by_stop_reason reason);

/* ---- Searches -------------------------------------------------------------------------------------------------- */

typedef struct by_search by_search;

/* Creates a search for positions of `game`. `options` are values of the method's table, or NULL for the defaults; they
 * are not kept. The game is lent and has to outlive the search. */
BY_API by_status by_search_create(const by_game *game, const by_method *method, const by_options *options,
                                  by_search **out, by_error *error);

/* Searches `position`, which is not changed. `limits` may be NULL for none, `observer` for none.
 * Only one run at a time of the same search; different searches may run at once. */
BY_API by_status by_search_run(by_search *search, const by_position *position, const struct by_limits *limits,
                               const struct by_observer *observer, struct by_result *result, by_error *error);

/* Takes the memory of a first run beforehand and starts its threads, so that a run that is short of time need not: from
 * this position or from any other. What runs find is the same without it, and a search that has run keeps what it has.
 * An error is not the last word: a run to some depth may need less. */
BY_API by_status by_search_reserve(by_search *search, const by_position *position, by_error *error);

/* Forgets what earlier runs left in tables, as if the search had just been created. */
BY_API void by_search_clear(by_search *search);

/* Accepts NULL. */
BY_API void by_search_destroy(by_search *search);

#ifdef __cplusplus
}
#endif

#endif
