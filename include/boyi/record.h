/* SPDX-License-Identifier: MIT
 *
 * Game records, as files hold them. A record is a tree of moves with comments. Its root is the position before the
 * first move:
 *
 *     root --- C2.5 --- h8+7 --- H2+3      the first children: the main line, the game as it was played
 *         \        \
 *          \        `-- c8.5               a variation: an alternative to h8+7
 *           `-- C8.5 --- ...
 *
 * Nodes have numbers that stay valid as long as the record; the root is BY_RECORD_ROOT. Records hold moves, not their
 * text, so you can read one notation and write another. A game reads and writes records in the format that its players
 * use (by_game_type.records).
 */
#ifndef BOYI_RECORD_H
#define BOYI_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"
#include "boyi/game.h"
#include "boyi/size.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct by_record by_record;

enum { BY_RECORD_ROOT = 0, BY_RECORD_NONE = -1 };

enum by_outcome {
    BY_OUTCOME_UNKNOWN, /* not recorded, or not over */
    BY_OUTCOME_FIRST,   /* side 0 won */
    BY_OUTCOME_SECOND,  /* side 1 won */
    BY_OUTCOME_DRAW,
};

enum by_remark {
    BY_REMARK_BEFORE, /* a comment before the move */
    BY_REMARK_AFTER,  /* a comment after the move; at the root: before the game */
    BY_REMARK_MARKS,  /* signs such as "!?" or "$14", separated by spaces */
};

struct by_pgn; /* in boyi/pgn.h */

/* What a game provides to read and write records. */
struct by_records {
    size_t size;              /* BY_SIZE(by_records) */
    const char *format;       /* for people: "PGN" */
    int notation;             /* the usual notation of such files, an index into by_game_type.notations */
    const struct by_pgn *pgn; /* the game's PGN (boyi/pgn.h), which the library reads and writes; NULL: the game has
                                 another format and both functions */

    /* Reads the record that begins at `offset`, where the text is not blank, into the empty `out`, and moves `offset`
     * to its end. After an error, `out` and `offset` are as by_record_read describes. */
    by_status (*read)(const by_game *game, const char *text, size_t length, size_t *offset, by_record *out,
                      by_error *error);
    /* Adds the record to `out`. After an error the library removes what was added. */
    by_status (*write)(const by_game *game, const by_record *record, int notation, by_text *out, by_error *error);
};

/* ---- Making a record ------------------------------------------------------------------------------------------- */

/* An empty record: a root, the initial position, no outcome. */
BY_API by_status by_record_create(by_record **out, by_error *error);

/* The game that led to `position`: its start, and its moves as the main line. */
BY_API by_status by_record_from_position(const by_position *position, by_record **out, by_error *error);

/* Sets the position of the root, as by_position_parse reads it; NULL: the initial one. */
BY_API by_status by_record_set_start(by_record *record, const char *text, by_error *error);
BY_API void by_record_set_outcome(by_record *record, enum by_outcome outcome);

/* Appends a tag, a name with a value, to a node; a name may occur several times. Facts about the whole game (players,
 * date, place) belong to the root. */
BY_API by_status by_record_add_tag(by_record *record, int node, const char *name, const char *value, by_error *error);

/* The same, but replaces the first tag of that name if there is one. */
BY_API by_status by_record_set_tag(by_record *record, int node, const char *name, const char *value, by_error *error);

/* Appends a move below `parent`: the first continues the line, the others are variations. BY_MOVE_NONE makes a node
 * without a move. `node` gets the number of the new node and may be NULL. The move is checked only when the record is
 * written or the move is made on a position. */
BY_API by_status by_record_add(by_record *record, int parent, by_move move, int *node, by_error *error);

/* Gives a node without a move its own position, as by_position_parse reads it, for files that set up stones during a
 * game; NULL: none. At the root it is the start. An error if the node has a move. */
BY_API by_status by_record_set_position(by_record *record, int node, const char *text, by_error *error);

/* Sets a remark on a node; "" or NULL: none. */
BY_API by_status by_record_set_remark(by_record *record, int node, enum by_remark kind, const char *text,
                                      by_error *error);

/* ---- Walking through a record ---------------------------------------------------------------------------------- */

/* Texts stay valid until they are set again. */

/* The position of the root, NULL: the initial one. */
BY_API const char *by_record_start(const by_record *record);
BY_API enum by_outcome by_record_outcome(const by_record *record);

/* The value of the first tag of this name at a node; NULL: none. */
BY_API const char *by_record_tag(const by_record *record, int node, const char *name);

/* The tag with this index at a node; false beyond the last. */
BY_API bool by_record_tag_at(const by_record *record, int node, int index, const char **name, const char **value);

/* Neighbours in the tree, or BY_RECORD_NONE. Follow `child` from the root for the main line; follow `next` from a child
 * for the variations. */
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

/* The node's own position; NULL: its position follows from its move. At the root it is the start. */
BY_API const char *by_record_position_text(const by_record *record, int node);

/* The position of `game` after the moves up to `node`, from the start or the nearest node above with its own position.
 * An error if a move is illegal. */
BY_API by_status by_record_position(const by_record *record, int node, const by_game *game, by_position **out,
                                    by_error *error);

/* Accepts NULL. */
BY_API void by_record_destroy(by_record *record);

/* ---- Reading and writing --------------------------------------------------------------------------------------- */

/* Reads a record of `game` from `text`, which need not end in 0 and may hold several records. `offset` says where to
 * start, 0 for the first, and is set to the start of the next. If no record is left, `out` is NULL and the status
 * BY_OK.
 *
 * BY_ERROR_INPUT: the text is damaged. The error says where (line and column) and what was expected there. `out` is
 * still a record, with everything before the damage, and `offset` is where the next record seems to start. After any
 * other error `out` is NULL and `offset` is unchanged. */
BY_API by_status by_record_read(const by_game *game, const char *text, size_t length, size_t *offset, by_record **out,
                                by_error *error);

/* Writes a record in a notation, an index into by_game_type.notations; BY_NOTATION_ANY: the usual one of such files.
 * Reading the result gives the same record. If a move is illegal, nothing is added to `out`. */
BY_API by_status by_record_write(const by_game *game, const by_record *record, int notation, by_text *out,
                                 by_error *error);

#ifdef __cplusplus
}
#endif

#endif
