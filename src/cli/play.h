/* SPDX-License-Identifier: MIT
 *
 * The parts of `boyi play`: the board and the moves (play_board.c), the commands (play_commands.c), files
 * (play_file.c).
 */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include <stdbool.h>

#include "boyi/boyi.h"
#include "cli/setup.h"

struct play {
    struct setup setup;
    by_position *start; /* where `new` begins */
    by_record *loaded;  /* the record whose tags are saved again; NULL: none */
    bool is_human[2];
    bool is_terminal; /* a person types: prompts make sense */
    bool is_done;
    int level; /* 0: the limits were given one by one */
    int code;  /* to exit with */
};

/* play_board.c */

/* Draws the position and prints the side to move or the result. */
void play_show(struct play *play);
/* Prints the rule that decides the game; false if the game has no explanation. */
bool play_explain(struct play *play, by_error *error);
bool play_is_over(struct play *play);
bool play_is_humans_turn(struct play *play);
/* Ends the game with an error. */
void play_fail(struct play *play, const by_error *error);
/* Lets the engine search; false if there is no move. */
bool play_think(struct play *play, struct by_result *result);
/* Makes a move and prints it; `result` is the engine's search, NULL for a person's move. */
void play_move(struct play *play, by_move move, const struct by_result *result);
void play_engine_moves(struct play *play);

/* play_commands.c: runs a line of input; modifies it. */
void play_obey(struct play *play, char *line);
void play_set_level(struct play *play, int level);

/* play_file.c: `name` is a file, "" if none was given. */
void play_save(struct play *play, const char *name, bool replaces);
void play_load(struct play *play, const char *name);

#endif
