/* SPDX-License-Identifier: MIT
 *
 * Proofs in files. For every game there is JSON:
 *
 *     {
 *       "format": "boyi proof 1",
 *       "game": "tictactoe",
 *       "options": {"values": "distance"},
 *       "position": "xo./.../...",
 *       "moves": [],
 *       "question": {"prover": "first", "threshold": 998976, "answer": "yes"},
 *       "proof": [
 *         ["4", ["8", ["6", ["2", ["3"]], [null, ["2"]]]], [null, ["8"]]]
 *       ]
 *     }
 *
 * `position` is the start of the game (default: its initial position), `moves` led from there to the question. A node
 * of the proof is an array: its move, then its children. A move is a text in the first notation of the game; null
 * stands for all legal moves that are not listed (boyi/verify.h). Below such a node a move may make no sense as text,
 * since the one before it is not in the file: from there on moves are the numbers that they have in the game.
 *
 * For Go there is SGF too, with private properties at the node where the proof begins: QUESTION as by_question_print
 * writes it, GOAL with the name of a goal and what it is asked ("go-capture attack D4 none"), SETTINGS with options of
 * the game or the goal ("ko=positional"), OTHERS at nodes that stand for all other moves.
 */
#ifndef FRONT_PROOF_FILE_H
#define FRONT_PROOF_FILE_H

#include "boyi/boyi.h"

#define PROOF_GOAL     "GOAL"
#define PROOF_SETTINGS "SETTINGS"

struct proof_file {
    by_game *base; /* of SGF with a goal: the game that the record is of; else NULL */
    by_game *game;
    by_record *record;
    int node;              /* where the proof begins */
    by_position *position; /* there */
    struct by_question question;
    by_text settings; /* of the game, as far as they are not the defaults: "rules=asian move_limit=60" */
    by_text goal;     /* the question of the goal, "attack D4 owner"; "" without a goal */
};

/* Adds the proof to `out`. `settings` are those that the game was opened with, as for by_options_set_all. */
by_status proof_write_json(const by_record *record, const by_game *game, const char *settings, by_text *out,
                           by_error *error);

/* A copy of a proof that begins at `root`: the moves that led there, then the tree. */
by_status proof_copy(const by_record *proof, const by_position *root, by_record **out, by_error *error);

/* Adds the proof of a goal as a record of the game below it, which has to be kept as SGF. `base` is the position of
 * that game, `goal` the goal's name with what it is asked, `settings` those of its rules. A side that retakes kos at
 * once makes moves that no record of the game has: then nothing is added, and an error says so. */
by_status proof_write_goal(const by_record *proof, const by_position *base, const char *goal, const char *settings,
                           by_text *out, by_error *error);

/* Adds the settings of a game opened with `options` that a proof depends on: "ko=positional". Its rules of thumb are
 * none of them. */
by_status proof_add_settings(const by_game_type *type, const by_options *options, by_text *out, by_error *error);

/* Reads a proof, in either format. A file's rules of thumb (candidates in place of moves, ends before the end) do not
 * count: the game is opened without. After an error there is nothing to free. */
by_status proof_read(const char *text, struct proof_file *out, by_error *error);

void proof_file_free(struct proof_file *file);

/* Reads a proof and verifies it by the rules alone. */
by_status proof_check(const char *text, by_error *error);

/* Settings under which a game has no rules of thumb; "" if it has none anyway. */
const char *proof_strict_settings(const by_game_type *type);

#endif
