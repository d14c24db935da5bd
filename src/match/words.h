/* SPDX-License-Identifier: MIT
 *
 * Words like those of a shell: separated by blanks, with single or double quotes around words with blanks.
 */
#ifndef MATCH_WORDS_H
#define MATCH_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"

/* Copies the next word of `text` without its quotes to `out`, in memory that the caller frees, and moves `text` behind
 * it; NULL at the end. */
by_status match_words_next(const char **text, char **out, by_error *error);

/* Splits key=value: cuts the word at its first `=` and returns the value. NULL if there is none. */
char *match_words_value(char *word);

/* Passes the words of `text` in order, until one is refused. `value` is NULL for a word without `=`. */
typedef by_status match_words_take(void *context, const char *key, const char *value, by_error *error);
by_status match_words_each(const char *text, match_words_take *take, void *context, by_error *error);

/* The error of such a word. */
by_status match_words_no_value(const char *what, const char *word, by_error *error);

/* Reads a whole number; the error names `key` and the range. */
by_status match_words_number(const char *key, const char *value, int64_t least, int64_t most, int64_t *out,
                             by_error *error);

/* Reads a number with a point. */
by_status match_words_real(const char *key, const char *value, double least, double most, double *out, by_error *error);

/* "unknown key ..., did you mean ...?"; `keys` ends with NULL. */
by_status match_words_unknown(const char *what, const char *key, const char *const *keys, by_error *error);

/* Replaces each control character, and each byte that is no UTF-8, by a question mark. Records must be valid text, but
 * engines send any bytes and truncation can split characters. */
void match_words_clean(char *text);

/* Whether there is nothing to clean. */
bool match_words_are_clean(const char *text);

#endif
