/* SPDX-License-Identifier: MIT
 *
 * The nodes of an SGF file as lists of properties with their values.
 */
#ifndef BOYI_GAMES_GO_SGF_VALUES_H
#define BOYI_GAMES_GO_SGF_VALUES_H

#include "boyi/record.h"
#include "games/go/sgf_encoding.h"

enum { SGF_WORD_MOST = 32 };

/* A value of a property, as bytes of the file. */
struct sgf_property {
    char name[SGF_WORD_MOST];
    size_t at, length;
};

/* A text under way. */
struct sgf_text {
    const char *bytes;
    size_t length;
    size_t at;
    const struct sgf_encoding *encoding; /* NULL: not declared */
    bool has_strange_encoding;           /* declared, but unknown */
    bool in_root;                        /* the first node of a game is being read */
    struct sgf_property *properties;     /* of the node that was read last */
    int property_count;
    size_t property_room;
    by_error *error; /* NULL: errors are not reported */
};

void by__sgf_free(struct sgf_text *text);

/* Reports an error at byte `at`; returns BY_ERROR_INPUT. */
by_status by__sgf_fail(const struct sgf_text *text, size_t at, const char *format, ...) BY_PRINTF(3, 4);

void by__sgf_skip_blanks(struct sgf_text *text);

/* The byte under way; 0 at the end. */
char by__sgf_byte(const struct sgf_text *text);

/* Reads the properties of a node up to what follows it. */
by_status by__sgf_read_properties(struct sgf_text *text);

/* The first property of this name; NULL: the node has none. */
const struct sgf_property *by__sgf_find(const struct sgf_text *text, const char *name);

/* The value in a buffer, "" if it does not fit. */
void by__sgf_copy_value(const struct sgf_text *text, const struct sgf_property *property, char value[SGF_WORD_MOST]);

/* Adds the value in UTF-8, raw with its escapes. */
by_status by__sgf_add_value(const struct sgf_text *text, const struct sgf_property *property, by_text *out);

/* The komi as SGF writes it, if it is a number of half points that a position can have. */
bool by__sgf_read_komi(const char *value, int *half);
enum by_outcome by__sgf_read_result(const char *value);

#endif
