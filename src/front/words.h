/* SPDX-License-Identifier: MIT
 *
 * Values, lines, numbers and sides in words.
 */
#ifndef FRONT_WORDS_H
#define FRONT_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/game.h"
#include "boyi/search.h"
#include "boyi/text.h"
#include "boyi/verify.h"

/* "win in 5 plies", "draw, proved", "at least +12". */
void words_value(const by_game_type *type, const struct by_line *line, by_text *out);

/* The same for the root of a search. */
void words_result(const by_game_type *type, const struct by_result *result, by_text *out);

/* The same for a narrow column: "win in 5", "draw", ">= +12". */
void words_short_value(const struct by_line *line, by_text *out);

/* Writes the next move of a line and makes it in `walker`; false if it is not legal there or memory runs out, which
 * `out` records. Afterwards words_rewind undoes the moves. */
bool words_step(by_position *walker, by_move move, int notation, by_text *out);
void words_rewind(by_position *walker, int moves);

/* All moves of a line, separated by spaces. `walker` is the position they start from and is left as it was. */
void words_moves(by_position *walker, const struct by_line *line, int notation, by_text *out);

/* The claim of a question with its answer: "x wins", "x does not win", "max reaches at least 3", ... */
void words_claim(const by_game_type *type, const struct by_question *question, by_text *out);

/* A number in words, to print: words_count(nodes).text */
struct words {
    char text[32];
};

struct words words_count(uint64_t count); /* "1,234,567" */
struct words words_time(int64_t time_us); /* "12.3 ms", "4.56 s" */

/* The size of a proof: "22 nodes, 9 leaves, 5 plies". */
void words_proof_size(uint64_t nodes, uint64_t leaves, int plies, by_text *out);

/* The name of a side. */
const char *words_side(const by_game_type *type, int side);

/* The state of the game: "x to move", or "The game is over: x wins." */
void words_state(by_position *position, by_text *out);

/* The drawing of a position in a style of by_draw_style, ended by a newline. */
void words_drawing(const by_position *position, unsigned style, by_text *out);

#endif
