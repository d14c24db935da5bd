/* SPDX-License-Identifier: MIT
 *
 * One game between two engines, judged by our own rules.
 */
#ifndef MATCH_GAME_H
#define MATCH_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/game.h"
#include "boyi/record.h"
#include "match/adjudicate.h"
#include "match/engine.h"
#include "match/openings.h"

/* The settings of all games of a match. */
struct match_table {
    const by_game *game;
    const struct match_openings *openings;
    struct match_adjudication adjudication;
    int64_t patience_us; /* for an engine that does not answer */
    const char *event;   /* for the record */
    int notation;        /* of the record; -1: the usual one */
    const char *ruleset; /* for a record of Go, as SGF names it; NULL: unknown */
    bool plays_on;       /* a game of Go continues once if the engines disagree about dead stones */
};

/* Parts of the reason of a game of Go in which the engines did not agree on the dead stones: when they had passed
 * first, and when it was counted. */
#define MATCH_PLAYED_ON  "played on from ply"
#define MATCH_NOT_AGREED "dead stones not agreed on"

/* The PGN in which games are recorded; NULL: they have another format, or none. */
const struct by_pgn *match_pgn_of(const by_game *game);

/* Whether the game is Go, which has a protocol, a format and an end of its own. */
bool match_is_go(const by_game *game);

struct match_result {
    enum by_outcome outcome; /* unknown: the game was broken off by the runner */
    enum match_fault fault;  /* why it was lost, if by a fault */
    bool is_by_rules;        /* the rules ended it; the record has the explanation */
    char reason[240];
    int plies;
    int ponders[2], ponder_hits[2]; /* by side: how often it pondered, and how often on the move that was played */
    by_text pgn;                    /* the record in the format of the game; owned */
};

/* Plays a game from an opening; engines[0] moves first. `number` counts games from 1, for the record. Faults of engines
 * are results; an error means that the runner itself cannot go on. */
by_status match_game_play(const struct match_table *table, size_t opening, struct match_engine *const engines[2],
                          int number, struct match_result *result, by_error *error);

#endif
