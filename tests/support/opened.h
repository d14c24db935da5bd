/* SPDX-License-Identifier: MIT
 *
 * A game and a position of it, for tests: whatever goes wrong in opening them fails the test.
 */
#ifndef BOYI_TESTS_SUPPORT_OPENED_H
#define BOYI_TESTS_SUPPORT_OPENED_H

#include "boyi/game.h"

struct opened {
    by_game *game;
    by_position *position;
};

/* Opens a built-in game with settings like "width=3 height=3"; `text` is the position, NULL the initial one. */
struct opened open_position(const char *game, const char *settings, const char *text);

void close_position(struct opened *opened);

/* Makes the move that is written so. */
void push_text(by_position *position, const char *move);

/* Fails unless the position's text is the expected one. */
void assert_position_text(const by_position *position, const char *expected);

#endif
