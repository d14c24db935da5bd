/* SPDX-License-Identifier: MIT
 *
 * Reading and writing SGF for games that give the properties their meaning. A node is a list of properties with values;
 * set-ups make a position, moves make nodes, C is a remark; all other properties become tags of the node, one for each
 * value, raw with their escapes.
 */
#ifndef BOYI_CORE_SGF_H
#define BOYI_CORE_SGF_H

#include "boyi/record.h"
#include "core/game.h"
#include "core/sgf_encoding.h"

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

enum by_outcome by__sgf_read_result(const char *value);

/* Whether a property is in a list that ends with NULL. */
bool by__sgf_is_among(const char *name, const char *const *names);

/* ---- Games ----------------------------------------------------------------------------------------------------- */

/* A record that is read. Invariant: the position is the one of `node`. */
struct by__sgf_reader {
    const struct by__sgf_game *sgf;
    const by_game *game;
    struct sgf_text in;
    by_record *record;
    by_position *position;
    int node;
    struct by__sgf_trees *trees; /* sgf_read.c */
    bool has_player;             /* the root names the side to move */
    int set_ups;
    by_error *error; /* the same as the text's */
};

/* A record that is written. */
struct by__sgf_writer {
    const struct by__sgf_game *sgf;
    const by_game *game;
    const by_record *record;
    by_position *position; /* of the node before the one that is written */
    by_text *out;
    by_error *error;
};

/* What a game has in SGF. Lists end with NULL. */
struct by__sgf_game {
    const char *const *moves;
    const char *const *set_ups; /* "PL" among them */
    const char *const *root;    /* properties of the root that the record represents itself */

    /* Begins the position of the root, without what is set up there. */
    by_status (*begin)(struct by__sgf_reader *r);
    /* Makes what the node sets up the position `into`. */
    by_status (*set_up)(struct by__sgf_reader *r, by_position *into);
    /* Makes a move and adds its node. */
    by_status (*move)(struct by__sgf_reader *r, const struct sgf_property *property);

    /* Writes the properties of the root that the record does not have as tags. */
    void (*write_root)(struct by__sgf_writer *w);
    /* Whether a tag of the root contradicts the position. */
    bool (*contradicts)(const struct by__sgf_writer *w, const char *name, const char *value);
    /* Turns the position into the one of a text and writes what that sets up. */
    by_status (*write_set_up)(struct by__sgf_writer *w, const char *text);
    void (*write_move)(struct by__sgf_writer *w, by_move move);
};

/* by_records.read and .write. */
by_status by__sgf_read(const struct by__sgf_game *sgf, const by_game *game, const char *text, size_t length,
                       size_t *offset, by_record *out, by_error *error);
by_status by__sgf_write(const struct by__sgf_game *sgf, const by_game *game, const by_record *record, by_text *out,
                        by_error *error);

/* Records the start of the game, unless it is the initial position. */
by_status by__sgf_record_start(struct by__sgf_reader *r);

/* Whether the root gets its own tag of this name. */
bool by__sgf_writes_tag(const struct by__sgf_writer *w, const char *name);

#endif
