/* SPDX-License-Identifier: MIT
 *
 * Games that only tests play.
 */
#ifndef BOYI_TESTS_SUPPORT_GAMES_H
#define BOYI_TESTS_SUPPORT_GAMES_H

#include "boyi/game.h"

/* Walks on a small random graph with cycles, the sides in turn. Some places end the game with a value; to come back to
 * a place where the same side was to move is a draw, which depends on the path. The position is "SEED" or "SEED PLACE":
 * the seed of the graph, and where the first side is to move. */
extern const by_game_type walk_game;

enum { WALK_PLACES = 8 };

/* Walks on a small random graph with cycles, without a rule for repetitions, where the sides do not alternate: each
 * place says whose turn it is. Places without ways end the game with a value, others may end it at once. The position
 * is "SEED PLACE". */
extern const by_game_type digraph_game;

/* The same graphs, but no side may visit a place twice; a side without a move ends the game. */
extern const by_game_type superko_game;

/* The same graphs, but who comes to a place where he or another has been before has lost: it matters who closes a
 * cycle, and so where it was entered. */
extern const by_game_type repeater_game;

/* The same graphs, but some moves give check or chase, and at the third occurrence of a place who always checked has
 * lost, or who always chased, or it is a draw. Only the second game judges chases. */
extern const by_game_type checker_game, chaser_game;

/* The same, but of some places it is a draw to come back to them, whoever does. */
extern const by_game_type mixed_game;

/* The same graphs, but a repetition is won by the first side if the cycle has an odd number of moves, else by the
 * second: the cycle alone decides, but two odd ones make an even one. */
extern const by_game_type odd_game;

/* The same graphs, but the side that the places of the cycle favour in sum wins a repetition: the cycle alone decides,
 * and joined cycles too. */
extern const by_game_type payoff_game;

/* Whether `prover` can reach `threshold` from here in the first of these games, found backwards from the ends; endless
 * play is worth 0. */
bool digraph_truth(const by_position *position, int prover, by_value threshold);

/* The same graphs with colours: "seed number". Some ends are estimates and some lists lack moves, depending on the
 * colour. No rule judges repetitions. */
extern const by_game_type doubtful_game;

/* Whether the prover reaches the threshold: as it looks (0), or whatever is in doubt being against him (-1), or for him
 * (1). */
bool doubtful_truth(const by_position *position, int prover, by_value threshold, int reading);

enum { DIGRAPH_PLACES = 12 };

/* Three moves in every position, for ever, and no keys, so that no table makes it short. */
extern const by_game_type endless_game;

#endif
