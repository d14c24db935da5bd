/* SPDX-License-Identifier: MIT
 *
 * Lines into words, which blanks separate. Functions that cut modify the line.
 */
#ifndef BOYI_BASE_SPLIT_H
#define BOYI_BASE_SPLIT_H

#include <stdbool.h>

/* The next word, cut off from `rest`; NULL if there is none. */
char *by__next_word(char **rest);

/* Whether the first word of a line is one of these; NULL ends them. */
bool by__begins_with(const char *line, const char *const *words);

/* The text after the first `word` in `text`, which ends before it then; NULL if there is none. */
char *by__cut_at(char *text, const char *word);

/* The text without the blanks around it. */
char *by__trim(char *text);

#endif
