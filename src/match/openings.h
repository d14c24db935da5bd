/* SPDX-License-Identifier: MIT
 *
 * Openings from a file: where the games of a match, or of self-play, begin. One opening a line, a FEN or `startpos`,
 * either followed by moves if it likes; `#` begins a comment, empty lines are skipped:
 *
 *     startpos moves h2e2 h9g7
 *     4k4/9/9/9/9/9/9/9/9/3K4R w          # a rook against nothing
 *     startpos                            # the initial position
 *
 * Or a file of records, PGN or SGF, whose games are openings with all their moves.
 */
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include <stddef.h>

#include "boyi/game.h"

struct match_openings;

/* Reads a file. Every opening is checked: its position can be read, its moves are legal, and the game is not over. The
 * error names the line and the reason. The game has to outlive the openings. */
by_status match_openings_read(const by_game *game, const char *path, struct match_openings **out, by_error *error);

/* The only opening is the initial position. */
by_status match_openings_initial(const by_game *game, struct match_openings **out, by_error *error);

size_t match_openings_count(const struct match_openings *openings);

/* The text of an opening without its comment; for a record, its start and its moves. Borrowed from the openings. */
const char *match_openings_text(const struct match_openings *openings, size_t index);

/* Makes `position`, which is of the same game, the opening; its moves are history. Several threads may do so at once.
 */
by_status match_openings_set(const struct match_openings *openings, size_t index, by_position *position,
                             by_error *error);

/* The position before the moves of an opening, as text. */
by_status match_openings_start(const struct match_openings *openings, size_t index, by_text *out, by_error *error);

/* Accepts NULL. */
void match_openings_destroy(struct match_openings *openings);

#endif
