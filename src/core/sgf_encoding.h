/* SPDX-License-Identifier: MIT
 *
 * The encodings that texts in SGF files may have.
 *
 * Texts are converted to UTF-8 value by value. In some encodings of East Asia the second byte of a character can look
 * like a bracket or a backslash, so that already the brackets have to be found by characters. Without CA a value is
 * UTF-8 if it can be, otherwise ISO-8859-1.
 */
#ifndef BOYI_CORE_SGF_ENCODING_H
#define BOYI_CORE_SGF_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/text.h"

struct sgf_encoding; /* constant; NULL: not declared */

/* Whether two words are the same, but for upper and lower case. */
bool by__sgf_is_same_word(const char *a, const char *b);

/* By its name as CA has it; NULL: it is not known. */
const struct sgf_encoding *by__sgf_find_encoding(const char *name);

/* "" if none was declared. */
const char *by__sgf_encoding_name(const struct sgf_encoding *encoding);

/* Bytes of the character that begins `text`, of which there is at least one, if it is sound; else 1. */
size_t by__sgf_character_length(const struct sgf_encoding *encoding, const char *text, size_t length);

bool by__sgf_is_ascii(const char *bytes, size_t length);

/* Adds bytes as UTF-8. False: they are not in that encoding, or it is not installed; what was added then means nothing.
 */
bool by__sgf_add_as_utf8(const struct sgf_encoding *encoding, const char *bytes, size_t length, by_text *out);

#endif
