/* SPDX-License-Identifier: MIT
 *
 * Splitting lines. Functions that cut modify the line.
 */
#ifndef BOYI_PROTOCOL_SPLIT_H
#define BOYI_PROTOCOL_SPLIT_H

#include <stdbool.h>
#include <stdint.h>

/* The next word, cut off from `rest`; NULL if there is none. */
char *protocol_take_word(char **rest);

/* Whether the first word of a line is one of these; NULL ends them. */
bool protocol_begins_with(const char *line, const char *const *words);

/* The text after the first `word` in `text`, which ends before it then; NULL if there is none. */
char *protocol_cut_at(char *text, const char *word);

/* The text without the blanks around it. */
char *protocol_trim(char *text);

/* The same name of an option, however blanks, underscores and case are written: "Move Overhead", "moveoverhead". */
bool protocol_same_name(const char *a, const char *b);

/* A whole number; larger ones are clamped to the maximum. */
bool protocol_number(const char *word, int64_t *out);

#endif
