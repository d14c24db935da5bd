/* SPDX-License-Identifier: MIT
 *
 * Reading texts that are made of fields between blanks, such as positions. Errors have the place where the reader is.
 */
#ifndef BOYI_CORE_READER_H
#define BOYI_CORE_READER_H

#include <stdbool.h>

#include "boyi/error.h"

struct by__reader {
    const char *text;
    const char *at; /* how far it is read */
    by_error *error;
};

/* Whether a field ends before this character. */
bool by__reader_is_end(char c);

/* Goes to the next field; false if there is none. */
bool by__reader_find_field(struct by__reader *r);

/* Returns BY_ERROR_INPUT. */
by_status by__reader_fail(const struct by__reader *r, const char *format, ...) BY_PRINTF(2, 3);
by_status by__reader_expect(const struct by__reader *r, const char *what);

/* Reads a field that is a number; leaves it as it is if there is no further field. */
by_status by__reader_number(struct by__reader *r, const char *what, int least, int most, int *number);

/* Reads a field that is one of these words, as its place among them; -1: it is none of them. */
int by__reader_word(struct by__reader *r, const char *const *words, int count);

#endif
