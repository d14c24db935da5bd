/* SPDX-License-Identifier: MIT
 *
 * A match of two engines: pairs of games with colours swapped, several at once, until enough are played or a sequential
 * test is decided.
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "match/game.h"
#include "match/journal.h"
#include "match/player.h"
#include "match/statistics.h"

/* The state of a match. */
struct match_state {
    int games, done; /* all that are to be played, and those that are */
    int resumed;     /* of these, how many the journal had */
    struct match_score score;
    int faults[2][MATCH_FAULT_KINDS]; /* by engine */
    int64_t ponders[2];               /* by engine: how often it pondered, */
    int64_t ponder_hits[2];           /* and how often on the move that was played */
    int firsts;                       /* games that the side that moves first has won */
    int played_on;                    /* games of Go in which the dead stones were not agreed on at first, */
    int disputes;                     /* and those in which they never were */
    double llr;
    enum match_decision decision;
    bool was_stopped;
    int64_t time_us; /* since this run began */
};

struct match_settings {
    struct match_player *players[2];
    struct match_limit limit;
    int64_t margin_us;
    struct match_table table;
    const char *rules; /* the options of the game in words, for the journal */
    int games;
    int concurrency;
    size_t first_opening; /* from 0 */
    struct match_sprt sprt;
    const char *journal; /* a file, NULL: none */
    const char *pgn;     /* a file for the games, PGN or SGF as the game has it, NULL: none */
    const char *log;     /* a file for all communication, NULL: none */

    /* Called from the thread that runs the match: several times a second, to ask whether to go on, and after each game
     * (`entry` is NULL for the games of a journal, reported in one call). */
    bool (*goes_on)(void *context);
    void (*report)(void *context, const struct match_state *state, const struct match_entry *entry);
    void *context;
};

/* Plays the match. Starts each engine once first, to find unusable engines early. Being stopped is no error. After an
 * error `state` holds the games played before it. */
by_status match_run(const struct match_settings *settings, struct match_state *state, by_error *error);

#endif
