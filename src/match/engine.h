/* SPDX-License-Identifier: MIT
 *
 * A running engine: the process of a player, and the communication with it. An error of an engine is a fault; it loses
 * that engine the game and does not stop the match.
 */
#ifndef MATCH_ENGINE_H
#define MATCH_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "boyi/error.h"
#include "boyi/text.h"
#include "match/clock.h"
#include "match/player.h"
#include "match/process.h"

enum match_fault {
    MATCH_FAULT_NONE,
    MATCH_FAULT_CRASH,    /* it ended, or did not start */
    MATCH_FAULT_HANG,     /* no answer */
    MATCH_FAULT_TIME,     /* too late an answer */
    MATCH_FAULT_ILLEGAL,  /* a move that is not legal */
    MATCH_FAULT_NONSENSE, /* something that is no answer, or a result that is not so */
    MATCH_FAULT_KINDS,
};

/* "crash", "hang", "time loss", "illegal move", "nonsense". */
const char *match_fault_name(enum match_fault fault);

/* A position as engines receive it. */
struct match_question {
    const char *start;    /* where the game began as FEN; NULL: the initial position */
    const char *board;    /* the same, but never NULL: what it begins with may depend on the rules */
    const char *moves[2]; /* since then, each with a blank behind it, by the rank that coordinates begin with */
    int move_count;
    int side;                     /* whose turn it is */
    bool is_cleanup;              /* a game of Go that continues because the engines disagree about dead stones */
    struct match_clock clocks[2]; /* of both sides */
    int64_t increments_us[2];
    int64_t patience_us;           /* how long to wait for an engine after its time is over */
    bool is_expected;              /* the last move is the one that the engine has pondered on */
    struct match_engine *ponderer; /* the engine that ponders meanwhile; NULL: none */
};

/* A mate in n moves is the score MATCH_MATE - n, to be mated n - MATCH_MATE. */
enum { MATCH_MATE = 30000, MATCH_MIN_MATE = 29000 };

struct match_answer {
    enum match_fault fault;
    bool is_aborted; /* by the runner; the other fields mean nothing */
    bool resigns;
    char move[24];     /* as received */
    char reply[24];    /* the expected reply, as received; "": none */
    char message[200]; /* what is wrong, after a fault */
    bool has_score;
    int score; /* hundredths of a pawn, from the engine's view */
    int depth;
    uint64_t nodes;
    int64_t time_us; /* until the answer, of the clock that counts */
};

/* An engine's judgement of a finished game of Go. Both are "" if it has none. */
struct match_final {
    bool has_dead;     /* the engine has listed the dead stones */
    by_text dead;      /* their vertices, separated by blanks and ends of lines; owned */
    char score[24];    /* "W+3.5" */
    char trouble[200]; /* what went wrong when it was asked; "": nothing */
};

enum { MATCH_PATIENCE_US = 60000000 }; /* the default wait for an answer */

struct match_engine;

/* A protocol. Functions return false after a fault, which is then in the answer. */
struct match_dialect {
    const struct match_language *language; /* of UCI and UCCI, which share the functions */
    /* Introduces the runner and sets the options. */
    by_status (*greet)(struct match_engine *engine, by_error *error);
    bool (*begin)(struct match_engine *engine, const struct match_question *question, struct match_answer *answer);
    bool (*ask)(struct match_engine *engine, const struct match_question *question, struct match_answer *answer);
    /* Lets it ponder, until it hears `ponderhit` or is stopped. NULL: it cannot. */
    void (*ponder)(struct match_engine *engine, const struct match_question *question);
    /* One line of a thinking engine; true once it is the answer, or a fault. */
    bool (*listen)(struct match_engine *engine, const char *line, struct match_answer *answer);
    const char *stop; /* the command that ends a search; NULL: the protocol has none */
    /* How the game stands at its end. NULL: engines are not asked. */
    void (*judge)(struct match_engine *engine, const struct match_question *question, struct match_final *final,
                  struct match_answer *answer);
    void (*finish)(struct match_engine *engine, const char *result);
};

extern const struct match_dialect match_dialect_uci;
extern const struct match_dialect match_dialect_ucci;
extern const struct match_dialect match_dialect_xboard;
extern const struct match_dialect match_dialect_gtp;

struct match_engine {
    const struct match_player *player;
    const struct match_dialect *dialect;
    struct match_process *process; /* NULL: not running */
    const atomic_bool *abort;      /* set: stop waiting; may be NULL */
    FILE *log;                     /* all communication; NULL: no log */
    int seat;                      /* which of several at once, for the log */
    struct match_limit limit;
    int64_t margin_us;
    int64_t patience_us; /* for everything but thinking */
    char title[80];      /* what it calls itself */
    int ranks;           /* 0 or 1: how it counts ranks */
    by_text offered;     /* its options, a line each: the name, a tab, what is announced of its values */
    bool was_stopped;    /* the stop may have crossed the answer */
    int64_t cpu_before_us;
    bool is_pondering;
    struct match_answer pondered; /* what was heard meanwhile */
    struct {
        bool milliseconds;
    } ucci;
    struct {
        bool has_ping, has_usermove, has_setboard, wants_time, keeps, is_done;
        int pings;
        int sent_moves; /* moves that it knows of */
        int side;       /* that it plays */
    } xboard;
    struct {
        int id;         /* of the last command */
        bool has_begun; /* the first line of its answer has been heard */
        bool has_failed;
        by_text reply;  /* the answer without its sign, id and last empty line */
        int sent_moves; /* moves that it knows of */
    } gtp;
};

/* Makes an engine that is not running yet. The player is lent. `limit` and `margin_us` are for players that have none
 * of their own. */
void match_engine_init(struct match_engine *engine, const struct match_player *player, const struct match_limit *limit,
                       int64_t margin_us, const atomic_bool *abort);

/* Starts it, unless it runs. */
by_status match_engine_start(struct match_engine *engine, by_error *error);

/* Prepares it for a new game, starting it if it does not run; false with the fault in `answer`. */
bool match_engine_begin(struct match_engine *engine, const struct match_question *question,
                        struct match_answer *answer);

/* Lets it ponder on the position after the move that it expects. Reports faults on its next turn. */
void match_engine_ponder(struct match_engine *engine, const struct match_question *question);

/* Lets it search, or continue if it ponders on the move that was played. Ends it after a fault that leaves its state
 * unknown. */
void match_engine_think(struct match_engine *engine, const struct match_question *question,
                        struct match_answer *answer);

/* Asks for its judgement of a finished game; false if the runner aborts. Trouble is no fault: the game is over. The
 * caller frees final->dead. */
bool match_engine_judge(struct match_engine *engine, const struct match_question *question, struct match_final *final);

/* Sends the result: "1-0", "0-1", "1/2-1/2" or "*". Stops pondering first; trouble with that is no fault. */
void match_engine_finish(struct match_engine *engine, const char *result);

/* Ends the process. */
void match_engine_end(struct match_engine *engine);

/* ---- For dialects ------------------------------------------------------------------------------------------------ */

void match_engine_fault(struct match_answer *answer, enum match_fault fault, const char *format, ...) BY_PRINTF(3, 4);

/* Sends a line; failure is noticed when the answer is missing. */
void match_engine_send(struct match_engine *engine, const char *format, ...) BY_PRINTF(2, 3);

/* Sends one that may be long. */
void match_engine_send_text(struct match_engine *engine, const by_text *text);

/* The next line before the deadline; NULL with the fault if there is none. */
const char *match_engine_receive(struct match_engine *engine, int64_t deadline_us, struct match_answer *answer);

/* Waits for a line that is exactly this. */
bool match_engine_await(struct match_engine *engine, const char *expected, struct match_answer *answer);

/* Whether a line begins with a word; what follows it, without blanks. */
const char *match_engine_after(const char *line, const char *word);

/* Records an option with its announced values: "type spin default 1 min 0 max 9". */
void match_engine_offer(struct match_engine *engine, const char *name, size_t length, const char *values);
bool match_engine_offers(const struct match_engine *engine, const char *name);

/* An error if the player sets an option that the engine has not announced, or to a value that does not fit. */
by_status match_engine_check_settings(struct match_engine *engine, by_error *error);

/* The first word of a text into `out`, cut to its size. */
void match_engine_first_word(const char *text, char *out, size_t size);

/* The number that follows a word; false if there is none. */
bool match_engine_number_after(const char *words, const char *word, long long *out);

#endif
