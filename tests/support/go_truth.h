/* SPDX-License-Identifier: MIT
 *
 * The truth about captures in Go on small boards, by brute force: nothing of the library's board, rules or searches is
 * used to find it.
 *
 * The attacker wins if the block's stones leave the board, in however many moves; he does not win a game that goes
 * round for ever. So the positions that he wins are a least fixed point. All legal moves of both sides are looked at,
 * under simple ko, without suicide.
 *
 * Passes are no part of a position here. If the attacker passes the owner passes too, which ends the game with the
 * block on the board: the attacker never passes. After an attacker's pass the owner passes and has saved the block.
 */
#ifndef BOYI_TESTS_SUPPORT_GO_TRUTH_H
#define BOYI_TESTS_SUPPORT_GO_TRUTH_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/random.h"
#include "games/go/board.h"

enum { GO_TRUTH_SIZE_MOST = 5 };

/* The side that may retake a ko immediately. If it is the owner, a lone stone that is taken in a ko is captured only if
 * he does not retake it with his next move; the stone that retakes is the block then. */
enum go_truth_retaker { GO_TRUTH_NOBODY, GO_TRUTH_OWNER, GO_TRUTH_ATTACKER };

enum go_truth_answer { GO_TRUTH_SAFE, GO_TRUTH_CAPTURED, GO_TRUTH_UNKNOWN };

typedef struct go_truth go_truth;

/* Answers for boards of one size. Later questions reuse results. A question that needs more than `states_most`
 * positions in all is not answered; the memory is about 50 bytes for each that is met. */
go_truth *go_truth_create(int size, enum go_truth_retaker retaker, size_t states_most);

/* Whether the block with a stone at `target` is captured by best play, with s->side to move. */
enum go_truth_answer go_truth_ask(go_truth *truth, const struct go *s, int target);

/* The same of a position and a point as they are written: "3 .X./X.O/... b", "B3". */
enum go_truth_answer go_truth_ask_text(go_truth *truth, const char *position, const char *vertex);

/* Positions that are known by now. */
size_t go_truth_states(const go_truth *truth);

void go_truth_destroy(go_truth *truth);

/* ---- Positions to ask about -------------------------------------------------------------------------------------- */

/* A board of this size without moves, and room for `moves` of them; freed with go_truth_free_board. */
struct go *go_truth_make_board(int size, size_t moves);
void go_truth_free_board(struct go *s);

/* Sets up the stones by a number below 3 ^ (size * size), Black to move. False: a chain would have no liberty. */
bool go_truth_set_stones(struct go *s, int size, uint64_t number);

/* The same randomly, with this percentage of empty points. False likewise. */
bool go_truth_set_random(struct go *s, int size, int empty_percent, struct by_random *random);

/* The points that a ko may forbid to the side to move; returns how many. */
int go_truth_kos(const struct go *s, int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST]);

#endif
