/* SPDX-License-Identifier: MIT
 *
 * Reads a file of self-play, game by game and position by position:
 *
 *     struct selfplay_reader *reader = NULL;
 *     const struct selfplay_game *game;
 *     struct selfplay_position at;
 *     by_status status;
 *
 *     status = selfplay_reader_open("games.bysp", &reader, &error);
 *     while (!status && !(status = selfplay_reader_next(reader, &game, &error)) && game)
 *         while (!(status = selfplay_reader_step(reader, &at, &error)) && at.position)
 *             learn(at.position, at.score, at.result);
 *     selfplay_reader_destroy(reader);
 */
#ifndef SELFPLAY_READER_H
#define SELFPLAY_READER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "selfplay/game.h"

struct selfplay_reader;

/* A position of a game and the move that was made in it. */
struct selfplay_position {
    by_position *position; /* lent until the next step, and not to be changed; NULL: the game has no further one */
    size_t ply;            /* moves since the game's start, those of the opening too */
    by_move move;
    by_value score; /* from the view of the side to move; SELFPLAY_NO_SCORE in the opening */
    int side;       /* to move */
    int result;     /* of the game for the side to move: 1, 0, -1 */
};

/* Opens a file, reads its settings and opens the game that they name. */
by_status selfplay_reader_open(const char *path, struct selfplay_reader **out, by_error *error);

/* The same for a stream, which is lent; `name` is for messages. */
by_status selfplay_reader_open_stream(FILE *stream, const char *name, struct selfplay_reader **out, by_error *error);

/* Lines of name=value. */
const char *selfplay_reader_settings(const struct selfplay_reader *reader);
const by_game *selfplay_reader_game(const struct selfplay_reader *reader);

/* Reads the next game, borrowed until the next call; NULL: there is none. An error names the place of the damage;
 * reading cannot continue then. */
by_status selfplay_reader_next(struct selfplay_reader *reader, const struct selfplay_game **game, by_error *error);

/* Goes to the next position of the game, from its start to the one before its last move. BY_ERROR_INPUT if a move is
 * not legal: the error names the game and the ply. The next game can be read all the same. */
by_status selfplay_reader_step(struct selfplay_reader *reader, struct selfplay_position *out, by_error *error);

/* After the last step: the position in which the game ended. */
by_position *selfplay_reader_last(struct selfplay_reader *reader);

/* Where the last game that was read begins in the file, and where the next does. */
uint64_t selfplay_reader_offset(const struct selfplay_reader *reader);
uint64_t selfplay_reader_next_offset(const struct selfplay_reader *reader);

/* Whether behind the last game stands one that is cut off. */
bool selfplay_reader_is_cut(const struct selfplay_reader *reader);

/* Accepts NULL. */
void selfplay_reader_destroy(struct selfplay_reader *reader);

#endif
