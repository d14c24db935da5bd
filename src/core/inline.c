/* SPDX-License-Identifier: MIT
 *
 * The inline functions of the public headers as functions of the library, for bindings, which cannot call inline ones,
 * and for compilers that do not inline.
 */
#include "boyi/display.h"
#include "boyi/game.h"
#include "boyi/random.h"
#include "boyi/value.h"

extern inline bool by_board_has_star(int size, int row, int column);
extern inline void by_moves_add(struct by_moves *moves, by_move move);
extern inline uint64_t by_random_word(uint64_t n);
extern inline uint64_t by_random_next(struct by_random *random);
extern inline uint32_t by_random_below(struct by_random *random, uint32_t bound);
extern inline bool by_value_is_win(by_value value);
extern inline bool by_value_is_loss(by_value value);
extern inline int by_value_plies_to_end(by_value value);
