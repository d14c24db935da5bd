/* SPDX-License-Identifier: MIT
 *
 * The line and column of a byte in a text, for errors.
 */
#ifndef BOYI_CORE_PLACE_H
#define BOYI_CORE_PLACE_H

#include <stddef.h>

/* Both from 1; columns count characters. */
struct by__place {
    int line, column;
};

/* How many bytes U+FEFF takes at the beginning of a text, with which some editors mark UTF-8; 0: it is not there. */
size_t by__mark_of_utf8(const char *text, size_t length);

/* The place of byte `at`, or of the end if that is beyond it. Takes as long as the text before it. */
struct by__place by__place_of(const char *text, size_t length, size_t at);

#endif
