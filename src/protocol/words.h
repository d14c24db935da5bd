/* SPDX-License-Identifier: MIT
 *
 * Lines taken apart. Functions that cut write into the line.
 */
#ifndef BOYI_PROTOCOL_WORDS_H
#define BOYI_PROTOCOL_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* The next word, cut off from `rest`; NULL if there is none. */
char *protocol_take_word(char **rest);

/* What stands behind the first `word` in `text`, which is cut off before it; NULL if it is not there. */
char *protocol_cut_at(char *text, const char *word);

/* The text without the blanks around it. */
char *protocol_trim(char *text);

/* The same but for the case of letters. */
bool protocol_same(const char *a, const char *b);

/* The same name of an option, however blanks, underscores and case are written: "Move Overhead", "moveoverhead". */
bool protocol_same_name(const char *a, const char *b);

/* A whole number; one that is too great for the type counts as the greatest. */
bool protocol_number(const char *word, int64_t *out);

#endif
