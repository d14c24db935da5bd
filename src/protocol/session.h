/* SPDX-License-Identifier: MIT
 *
 * An engine session: the common part of UCI and UCCI. One thread runs commands and calls the functions here, another
 * searches and writes its results to the session's output. The reading thread runs commands or, after they waited in a
 * batch, the batch's thread does, never both; only stopping is possible at any time.
 *
 *     running thread   position, settings, search (while nothing runs)
 *     thinking thread  root, walker, search, answer (while it runs)
 *     both, locked     is_thinking, is_held, is_stopped, stops_until
 *
 *     go ------------------> thinking ---> done ---> [held until stop or ponderhit] ---> bestmove
 *           stop, the timer after ponderhit --^
 */
#ifndef BOYI_PROTOCOL_SESSION_H
#define BOYI_PROTOCOL_SESSION_H

#include <pthread.h>

#include "boyi/boyi.h"
#include "protocol/options.h"
#include "protocol/output.h"
#include "protocol/protocol.h"

struct protocol_session;

enum { PROTOCOL_MAX_MOVES = 256 };

/* The arguments of `go`. */
struct protocol_go {
    struct by_limits limits; /* without `stop`, `lines` and `root_moves` */
    by_move moves[PROTOCOL_MAX_MOVES];
    size_t move_count; /* 0: all moves are searched */
    bool is_infinite;  /* the answer waits for `stop` */
    bool is_ponder;    /* it waits for `ponderhit`, and so do the clocks */
    bool offers_draw;
    bool evaluates_only;
    int mate_moves;  /* search for a mate within this number of moves; 0: for the best move */
    uint64_t number; /* counts from 1, for protocol_stop_next; 0: that is not for this one */
    int perft_depth; /* negative: no perft */
    int bench_depth; /* 0: no bench */
};

/* The value in the last info line. */
struct protocol_reported {
    by_move move; /* the best one; BY_MOVE_NONE: no info line yet */
    by_value value;
    enum by_kind kind;
    int depth;
};

/* The result. Later output and decisions use the value of the last info line. */
struct protocol_answer {
    by_move best;  /* BY_MOVE_NONE: there is none */
    by_move reply; /* the expected reply, or BY_MOVE_NONE */
    struct protocol_reported reported;
    uint64_t key; /* of the position */
};

/* All that one protocol has of its own: nothing else in this folder asks which one a session speaks. */
struct protocol_dialect {
    const char *game; /* that sessions play, by its name */

    /* Lines in: state of the dialect's own, session->own, and what happens to a line. */
    by_status (*open)(struct protocol_session *session, by_error *error); /* NULL: there is no such state */
    void (*close)(struct protocol_session *session);                      /* NULL; also after `open` failed */
    bool (*run_line)(struct protocol_session *session, char *line);       /* false: the session is over */
    bool (*end_of_input)(struct protocol_session *session);               /* as in struct protocol; NULL */
    void (*settle)(struct protocol_session *session); /* answers all that was asked, stops what would not end */

    /* Lines out. */
    const char *remark;                                                            /* begins a line for people */
    void (*announce)(const char *name, const struct by_option *row, by_text *out); /* the line of an option, if any */
    void (*add_score)(by_value value, enum by_kind kind, by_text *out);            /* " score ..." */
    /* The line that ends a search. Called from the thinking thread, which holds the session's lock. */
    void (*report_best)(struct protocol_session *session, const struct protocol_answer *answer);

    bool waits_when_infinite;     /* with its answer, until `stop`; else a win that was found ends the search */
    const char *variant_notation; /* of moves once `UCI_Variant` is set; NULL: the same as before */
};

extern const struct protocol_dialect protocol_uci_dialect, protocol_ucci_dialect;

/* Maximum resources of a session, for tests; 0: no limit. */
struct protocol_bounds {
    uint64_t nodes;
    int memory_kib;
};

struct protocol_session {
    const struct protocol_dialect *dialect;
    void *own;                      /* the dialect's */
    struct protocol_reader *reader; /* of the lines; NULL: they come from elsewhere */
    struct protocol_bounds bounds;
    struct protocol_output output;
    struct protocol_options options;
    int notation; /* of moves, an index into by_game_type.notations */

    by_game *game;
    by_position *position;
    by_search *search;
    bool is_stale;              /* the search has to be created again */
    bool is_thorough;           /* it leaves out nothing, so as to miss no mate */
    int spare_kib;              /* memory of the search if the memory that was set is not available; 0: as set */
    int spare_threads;          /* the same for its threads */
    by_text shortage;           /* the reason; "": the search has the resources that were set */
    bool has_reported_shortage; /* we have reported it, */
    bool has_reported_missing;  /* and of threads that the system did not give */
    struct by_random random;

    struct protocol_go go; /* is_ponder and offers_draw are locked during a search */
    bool was_ponder;       /* `go` began as pondering */
    bool may_resign;
    by_position *root;             /* what is being searched */
    by_position *walker;           /* the same, for writing lines of moves */
    int hash_permille;             /* as in the last info line */
    struct protocol_answer answer; /* of the last search, as far as it is known */

    pthread_t thinker, timer;
    bool has_thinker, has_timer; /* threads to join */
    int64_t deadline_ms;         /* of the timer, for a time that began with `ponderhit` */
    by_stop *stop;
    by_stop *ponder;    /* set while the clock stands still */
    by_stop *time_over; /* set by the timer */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_thinking;  /* from `go` until it is answered */
    bool is_at_work;   /* the thinker, until it waits for the next `go` */
    bool is_dismissed; /* the thinker is to end */
    bool is_held;      /* the answer has to wait */
    bool is_stopped;
    uint64_t stops_until; /* the next search begins stopped if its number is not greater */
};

/* Opens the dialect's game at its initial position. */
by_status protocol_session_create(struct protocol_session **out, const struct protocol_dialect *dialect,
                                  const struct protocol_bounds *bounds, protocol_write *write, void *context,
                                  by_error *error);

/* A session as a conversation (struct protocol); protocol_session_destroy ends it. */
by_status protocol_session_begin(const struct protocol *self, const struct protocol_link *link, void **conversation,
                                 by_error *error);
bool protocol_session_run_line(void *session, char *line);
bool protocol_session_end_of_input(void *session);

/* Says something to people. */
void protocol_remark(struct protocol_session *session, const char *format, ...) BY_PRINTF(2, 3);

/* ---- While nothing runs ------------------------------------------------------------------------------------------ */

/* Sets the position from what follows the word `position`: "startpos" or "fen" and a position, then perhaps "moves"
 * and moves. A position that cannot be read leaves the old one; at an illegal move it stops, and what came before
 * stands. Either is remarked upon. */
bool protocol_set_position(struct protocol_session *session, char *text);

/* Sets an option and applies it; reports problems as remarks. False: there is none of this name. */
bool protocol_set_option(struct protocol_session *session, const char *name, const char *value);

/* Forgets what was learned from earlier searches. */
void protocol_forget(struct protocol_session *session);

/* Allocates memory for the next search before its clock runs. `go` reports failures. */
void protocol_get_ready(struct protocol_session *session);

/* The same at any time, from a thread that may run commands; does nothing during a search. */
void protocol_get_ready_if_idle(struct protocol_session *session);

/* Starts a search. */
void protocol_think(struct protocol_session *session, const struct protocol_go *go);

/* ---- At any time ------------------------------------------------------------------------------------------------- */

/* Stops the search: its answer comes soon. False: no search was running. */
bool protocol_stop(struct protocol_session *session);

/* The same if the search may not have begun: stops the running search or, if there is none, the next one as soon as it
 * begins, unless its number is greater than `last`. */
void protocol_stop_next(struct protocol_session *session, uint64_t last);

/* The opponent has played the move we pondered on: the clock runs from now. With a clock, the time spent pondering
 * counts, so the search ends when it would have ended without pondering, or now if that is over. A fixed time per move
 * begins now, since it cannot be saved. */
void protocol_ponderhit(struct protocol_session *session, bool offers_draw);

/* Waits until the last `go` is answered; does not stop it. */
void protocol_wait(struct protocol_session *session);

/* Starts the search thread, if it is not running yet. False: the system has no thread. */
bool protocol_start_thinker(struct protocol_session *session);
void protocol_end_thinker(struct protocol_session *session);

bool protocol_is_thinking(struct protocol_session *session);
bool protocol_is_stopped(struct protocol_session *session);

/* Stops, waits and frees. Accepts NULL. */
void protocol_session_destroy(void *session);

/* ---- For the thinking thread ------------------------------------------------------------------------------------- */

/* info.c: the line of an iteration, whose result is `line`. */
void protocol_report_line(struct protocol_session *session, const struct by_event *event);

/* The moves of a line as far as they are legal, each with a blank before it. */
void protocol_add_moves(struct protocol_session *session, const struct by_line *line, by_text *out);

/* "bestmove M" and, if a reply is expected, " ponder P"; there is a best move. */
void protocol_add_answer(struct protocol_session *session, const struct protocol_answer *answer, by_text *out);

/* shortage.c: gets the session's search ready; runs it, if need be with fewer threads or another amount of memory;
 * forgets earlier shortages after a new setting. */
void protocol_reserve(struct protocol_session *session);
by_status protocol_run_search(void *session, const struct by_limits *limits, const struct by_observer *observer,
                              struct by_result *result, by_error *error);

void protocol_forget_shortage(struct protocol_session *session);

/* think.c: reports and records an iteration that has ended; an observer. */
void protocol_report_event(void *session, const struct by_event *event);

/* A run has ended: it makes the answer. */
void protocol_record_result(struct protocol_session *session, const struct by_result *result);

/* mate.c: looks for a mate as `go` asks for it; on success there is an answer. */
by_status protocol_search_mate(struct protocol_session *session, const struct by_limits *limits, by_error *error);

/* skill.c: the limits of a weaker player, and its choice among the lines. */
bool protocol_is_weak(const struct protocol_session *session);
void protocol_weaken(const struct protocol_session *session, struct by_limits *limits);
size_t protocol_choose_line(struct protocol_session *session, const struct by_result *result);

/* perft.c, bench.c */
void protocol_perft(struct protocol_session *session, int depth);
void protocol_bench(struct protocol_session *session, int depth);

/* session.c: a search with the options in force; the session's own, created again if they have changed. */
by_status protocol_make_search(struct protocol_session *session, by_search **out, by_error *error);
by_status protocol_renew_search(struct protocol_session *session, by_error *error);

#endif
