/* SPDX-License-Identifier: MIT
 *
 * The user's description of an engine: the program, the protocol, its settings and its limits.
 *
 *     boyi                                     this program, with its defaults
 *     boyi:NAME                                this program with a preset
 *     cmd=fairy-stockfish option.Hash=64       any program that speaks UCI
 *     cmd='./eleeye -x' proto=ucci name=Eye
 *     cmd='gnugo --mode gtp' option.level=5    one for Go: an option is a command
 *
 * Words are key=value; quote values with blanks in single or double quotes.
 */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/game.h"
#include "match/clock.h"

enum match_protocol {
    MATCH_UCI,
    MATCH_UCCI,
    MATCH_XBOARD,
    MATCH_GTP, /* Go alone */
};

enum { MATCH_RANKS_AUTO = -1, MATCH_MAX_SETTINGS = 256, MATCH_MAX_ARGUMENTS = 64 };

struct match_setting {
    char *name;
    char *value;
    bool is_checked; /* it is known to exist and to fit, whatever the engine announces */
};

struct match_player {
    char *text; /* as the user gave it */
    char *name;
    char *arguments[MATCH_MAX_ARGUMENTS + 1]; /* the program and what it is given, ended by NULL */
    char *directory;                          /* NULL: here */
    enum match_protocol protocol;
    bool is_own;              /* it is this program */
    int ranks;                /* of its coordinates: from 0, from 1, or MATCH_RANKS_AUTO */
    bool restarts;            /* a new process for every game */
    bool ponders;             /* it thinks on the opponent's time too */
    int slices;               /* of XBoard's clock, where `st` is too coarse for a time */
    int64_t margin_us;        /* negative: that of the match */
    struct match_limit limit; /* MATCH_LIMIT_NONE: that of the match */
    struct match_setting settings[MATCH_MAX_SETTINGS];
    int setting_count;
};

/* Reads a description. `own_program` is the path of this program, `usual` the protocol if none is named. If the player
 * is this program, it gets the options of the game that differ from their defaults, since these are its rules; they may
 * be NULL. */
by_status match_player_read(const char *text, const char *own_program, enum match_protocol usual,
                            const by_options *game_options, struct match_player **out, by_error *error);

/* Accepts NULL. */
void match_player_destroy(struct match_player *player);

#endif
