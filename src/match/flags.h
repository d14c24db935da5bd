/* SPDX-License-Identifier: MIT
 *
 * Values of flags that hold several settings, such as `--sprt "elo0=0 elo1=5"`: words like those of a shell, separated
 * by blanks, with single or double quotes around words with blanks. Most are key=value, and a table says what a key
 * sets.
 */
#ifndef MATCH_FLAGS_H
#define MATCH_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"

/* Copies the next word of `text` without its quotes to `out`, in memory that the caller frees, and moves `text` behind
 * it; NULL at the end. */
by_status match_flags_next(const char **text, char **out, by_error *error);

/* Passes the words of `text` in order, cut at their first `=`, until one is refused. `value` is NULL for a word without
 * `=`. */
typedef by_status match_flags_use(void *context, const char *key, const char *value, by_error *error);
by_status match_flags_each(const char *text, match_flags_use *use, void *context, by_error *error);

/* A key and the place that its value goes to; only one of the places is set. */
struct match_key {
    const char *name;
    double min, max;            /* of numbers */
    const char *const *choices; /* the words for 0, 1 ...; NULL ends them; NULL: a number */
    int *number;
    double *real;
    bool *is_on; /* "on" or "off" */
    char **text; /* freed before it is set */
};

/* Sets what the key says; the last row of the table has no name. The error of an unknown key suggests the nearest. */
by_status match_flags_set(const char *flag, const struct match_key *keys, const char *key, const char *value,
                          by_error *error);

/* Does so with every word of a text. */
by_status match_flags_read(const char *flag, const char *text, const struct match_key *keys, by_error *error);

/* Reads a whole number; the error names `key` and the range. */
by_status match_flags_number(const char *key, const char *value, int64_t min, int64_t max, int64_t *out,
                             by_error *error);

/* Sets a text; `place` is NULL or what was set before. */
by_status match_flags_text(char **place, const char *value, by_error *error);

/* Replaces each control character, and each byte that is no UTF-8, by a question mark. Records must be valid text, but
 * engines send any bytes and truncation can split characters. */
void match_clean(char *text);

/* Whether there is nothing to clean. */
bool match_is_clean(const char *text);

#endif
