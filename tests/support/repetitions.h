/* SPDX-License-Identifier: MIT
 *
 * Positions of xiangqi that are full of forced lines, with repetitions behind them and more to come: a random ending, a
 * problem or a line of a file, some moves on. Each side likes to go back where it came from, and to give check.
 */
#ifndef BOYI_TESTS_SUPPORT_REPETITIONS_H
#define BOYI_TESTS_SUPPORT_REPETITIONS_H

#include "boyi/game.h"
#include "boyi/random.h"

struct repetitions {
    struct by_random random;
    char (*texts)[128]; /* positions to begin with */
    uint32_t text_count;
    uint32_t percent; /* how often one of them is taken */
};

/* `path`: a file of positions; NULL: the problems of tests/data. */
void repetitions_open(struct repetitions *r, uint64_t seed, const char *path);
void repetitions_close(struct repetitions *r);

/* Makes `position`, of xiangqi, the next one without moves before it, which is not over. */
void repetitions_begin(struct repetitions *r, by_position *position);

/* The same with moves before it. */
void repetitions_next(struct repetitions *r, by_position *position);

/* Whether a position has come twice among the last ones. */
bool repetitions_has(const by_position *position);

/* The legal move that takes this one, such as "h2e2", back; BY_MOVE_NONE: there is none. */
by_move repetitions_way_back(by_position *position, const char *move);

/* Writes the position and its moves as `boyi analyse` takes them. */
void repetitions_print(const by_position *position, by_text *out);

#endif
