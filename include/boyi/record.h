/* SPDX-License-Identifier: MIT
 *
 * Game records: what a file keeps of a game. A record is a tree of moves with remarks, below a root that stands for the
 * position before the first move:
 *
 *     root --- C2.5 --- h8+7 --- H2+3      the first children: the main line, the game as it was played
 *         \        \
 *          \        `-- c8.5               a variation: an alternative to h8+7
 *           `-- C8.5 --- ...
 *
 * Nodes are known by numbers that stay valid as long as the record; the root is BY_RECORD_ROOT. Records hold moves and
 * not words, so that what was read in one notation can be written in another. A game reads and writes them in the
 * format that its players use (by_game_type.records).
 */
#ifndef BOYI_RECORD_H
#define BOYI_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"
#include "boyi/game.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct by_record by_record;

enum { BY_RECORD_ROOT = 0, BY_RECORD_NONE = -1 };

enum by_outcome {
    BY_OUTCOME_UNKNOWN, /* not told, or not over */
    BY_OUTCOME_FIRST,   /* side 0 won */
    BY_OUTCOME_SECOND,  /* side 1 won */
    BY_OUTCOME_DRAW,
};

enum by_remark {
    BY_REMARK_BEFORE, /* a comment that stands before the move */
    BY_REMARK_AFTER,  /* one behind it; of the root: before the game */
    BY_REMARK_MARKS,  /* signs such as "!?" or "$14", separated by spaces */
};

/* What a game provides to read and write records. */
struct by_records {
    const char *format; /* for people: "PGN" */
    int notation;       /* place in by_game_type.notations of the one that is usual in such files */

    /* Reads the record that begins at `offset`, where something other than blanks stands, into `out`, which is empty,
     * and sets `offset` behind it. See by_record_read for what holds after an error. */
    by_status (*read)(const by_game *game, const char *text, size_t length, size_t *offset, by_record *out,
                      by_error *error);
    /* Adds the record to `out`; what it has added is taken back after an error. */
    by_status (*write)(const by_game *game, const by_record *record, int notation, by_text *out, by_error *error);
};

/* ---- Making one ------------------------------------------------------------------------------------------------ */

/* An empty record: a root, the initial position, no outcome. */
BY_API by_status by_record_create(by_record **out, by_error *error);

/* The game that led to `position`: where it began, and its moves as the main line. */
BY_API by_status by_record_from_position(const by_position *position, by_record **out, by_error *error);

/* Sets the position of the root, as by_position_parse reads it; NULL: the initial one. */
BY_API by_status by_record_set_start(by_record *record, const char *text, by_error *error);
BY_API void by_record_set_outcome(by_record *record, enum by_outcome outcome);

/* Adds a name with a value to a node, behind those it has; a name may occur several times. What is told of the game as
 * a whole (who played, when, where) stands at the root. */
BY_API by_status by_record_add_tag(by_record *record, int node, const char *name, const char *value, by_error *error);

/* The same, but replaces the first value of that name, if there is one. */
BY_API by_status by_record_set_tag(by_record *record, int node, const char *name, const char *value, by_error *error);

/* Adds a move below `parent`, behind those that stand there: the first continues the line, further ones are variations.
 * BY_MOVE_NONE is a node without a move. `node` gets the number of the new node and may be NULL. Whether the move is
 * legal is not looked at before it is written or made on a position. */
BY_API by_status by_record_add(by_record *record, int parent, by_move move, int *node, by_error *error);

/* Gives a node without a move a position of its own, as by_position_parse reads it, where a file sets up stones in the
 * middle of a game; NULL: none. Of the root it is the start. An error if the node has a move. */
BY_API by_status by_record_set_position(by_record *record, int node, const char *text, by_error *error);

/* Sets a remark on a node; "" or NULL: none. */
BY_API by_status by_record_set_remark(by_record *record, int node, enum by_remark kind, const char *text,
                                      by_error *error);

/* ---- Walking through it ---------------------------------------------------------------------------------------- */

/* Texts are lent until they are set anew. */

/* The position of the root, NULL: the initial one. */
BY_API const char *by_record_start(const by_record *record);
BY_API enum by_outcome by_record_outcome(const by_record *record);

/* The first value of a name at a node; NULL: none. */
BY_API const char *by_record_tag(const by_record *record, int node, const char *name);

/* The tag at this place among those of a node; false behind the last. */
BY_API bool by_record_tag_at(const by_record *record, int node, int index, const char **name, const char **value);

/* Neighbours in the tree, BY_RECORD_NONE where there is none. From the root, `child` again and again is the main line;
 * from a child, `next` again and again are the variations. */
BY_API int by_record_parent(const by_record *record, int node);
BY_API int by_record_child(const by_record *record, int node);
BY_API int by_record_next(const by_record *record, int node);

/* The last node of the main line: the root if there are no moves. */
BY_API int by_record_last(const by_record *record);

/* Moves from the root to a node. */
BY_API int by_record_plies(const by_record *record, int node);

BY_API by_move by_record_move(const by_record *record, int node);

/* "" if there is none. */
BY_API const char *by_record_remark(const by_record *record, int node, enum by_remark kind);

/* The position that was set for a node; NULL: it follows from its move. Of the root it is the start. */
BY_API const char *by_record_position_text(const by_record *record, int node);

/* A position of `game` in which the moves up to `node` are made, from the start or from the nearest node above that has
 * a position of its own. An error if one is not legal. */
BY_API by_status by_record_position(const by_record *record, int node, const by_game *game, by_position **out,
                                    by_error *error);

/* Accepts NULL. */
BY_API void by_record_destroy(by_record *record);

/* ---- Reading and writing --------------------------------------------------------------------------------------- */

/* Reads a record of `game` out of `text`, which need not end in 0 and may hold several: `offset` says where to begin, 0
 * for the first, and is then set to where the next begins. With no record left, `out` is NULL and the status good.
 *
 * After BY_ERROR_INPUT the text is damaged: the error says where in it (line and column) and what was expected there,
 * `out` is a record all the same, with what was read before the damage, and `offset` is where the next record seems to
 * begin. After any other error `out` is NULL and `offset` as it was. */
BY_API by_status by_record_read(const by_game *game, const char *text, size_t length, size_t *offset, by_record **out,
                                by_error *error);

/* Writes a record in the notation with this place in by_game_type.notations; -1: the one that is usual in files. What
 * was written reads as the same record. If a move is not legal, nothing is added to `out`. */
BY_API by_status by_record_write(const by_game *game, const by_record *record, int notation, by_text *out,
                                 by_error *error);

#ifdef __cplusplus
}
#endif

#endif
