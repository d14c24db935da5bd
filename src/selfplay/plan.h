/* SPDX-License-Identifier: MIT
 *
 * The settings of a run, and their text at the beginning of a file: lines of name=value. Game number i depends on these
 * settings and on i, and on nothing else.
 */
#ifndef SELFPLAY_PLAN_H
#define SELFPLAY_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/game.h"
#include "boyi/option.h"
#include "boyi/search.h"
#include "boyi/text.h"
#include "match/openings.h"

/* When to adjudicate a game. */
struct selfplay_adjudication {
    by_value win_score;  /* a side wins with at least this score ... */
    int win_plies;       /* ... for this number of plies in a row; 0: never */
    by_value draw_score; /* a draw: neither side is better by more than this ... */
    int draw_plies;      /* ... for this number of plies in a row; 0: never */
    int draw_from;       /* and not before this ply */
    int max_plies;       /* a game of this number of plies is drawn; 0: no limit */
};

/* All pointers are lent. */
struct selfplay_plan {
    const by_game *game;
    const by_options *game_options; /* NULL: the game has none */
    const by_method *method;
    const by_options *options; /* of the method */
    const struct match_openings *openings;
    const char *openings_name; /* a path, of which the file's name counts; NULL: the initial position */
    uint64_t nodes;            /* of each search */
    uint64_t seed;
    int random_plies; /* after the opening */
    struct selfplay_adjudication adjudication;
};

/* Checks that the plan can produce this number of games, and the same games every time. */
by_status selfplay_plan_check(const struct selfplay_plan *plan, uint64_t games, by_error *error);

/* The settings as a text. Fails if an option's value holds a line break. */
by_status selfplay_plan_print(const struct selfplay_plan *plan, by_text *out, by_error *error);

/* ---- Settings from a file --------------------------------------------------------------------------------------- */

/* The value of the first line with this name; false if there is none. */
bool selfplay_settings_find(const char *settings, const char *name, by_text *value);

/* An error that names the difference; BY_OK if there is none. */
by_status selfplay_settings_compare(const char *in_file, const char *wanted, by_error *error);

/* Opens the game that the settings name, with its options. */
by_status selfplay_settings_open_game(const char *settings, by_game **out, by_error *error);

/* The limits that ended games. */
by_status selfplay_settings_adjudication(const char *settings, struct selfplay_adjudication *out, by_error *error);

#endif
