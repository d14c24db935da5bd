/* SPDX-License-Identifier: MIT
 *
 * Questions about a game, and the verification of proofs. A question is: does this side, the prover, reach at least
 * this value, whatever the other side does? A proof of the answer is a record, a tree of moves:
 *
 *     at the winner's nodes   a move; if there are several, each is verified
 *     at the loser's nodes    every legal move; a child without a move and with the tag BY_PROOF_OTHERS, of any value,
 *                             stands for all moves that are not listed: the tree below it answers each of them
 *     at the leaves           the game is over by its rules
 *
 * If the game has its own argument why some moves change nothing (by_proofs.find_gap), the tree needs only what this
 * argument requires. The winner is the prover if the answer is yes, else the other side. The verifier knows the rules
 * of the game and no search. The tree begins at the node with the tag BY_PROOF_QUESTION, whose value by_question_print
 * writes; the moves before it lead to the position of the question.
 */
#ifndef BOYI_VERIFY_H
#define BOYI_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/game.h"
#include "boyi/record.h"
#include "boyi/size.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Names of tags. Every record format keeps them. */
#define BY_PROOF_QUESTION "QUESTION"
#define BY_PROOF_OTHERS   "OTHERS"

/* A question, with the answer to prove. Distances do not count: a win in any number of plies is BY_WIN. */
struct by_question {
    int prover;         /* 0 or 1 */
    by_value threshold; /* of the finished game, from the prover's view; BY_MIN_WIN: the prover wins */
    bool is_reached;    /* the answer */
};

/* Whether a finished game with this value, from the view of `side`, agrees with the answer. */
BY_API bool by_question_holds(const struct by_question *question, int side, by_value value);

/* The side that must find a move at its nodes. */
BY_API int by_question_winner(const struct by_question *question);

/* "prover=first threshold=998976 answer=yes" */
BY_API void by_question_print(const struct by_question *question, by_text *out);
BY_API by_status by_question_parse(const char *text, struct by_question *out, by_error *error);

/* The node where the proof begins: the first of the main line with a question; BY_RECORD_NONE: there is none. */
BY_API int by_record_proof(const by_record *record);

/* What a verification found. A position counts each time it is visited. */
struct by_verification {
    size_t size;         /* BY_SIZE(by_verification) */
    uint64_t nodes;      /* positions, including the first */
    uint64_t leaves;     /* positions where the game is over */
    uint64_t by_history; /* leaves where the history ended the game: a repetition or a count of moves. 0 if is_argued */
    int depth;           /* length of the longest line, in plies */
    int failed_at;       /* the record's node where the proof fails; BY_RECORD_NONE: it holds */
    bool is_argued;      /* the tree leaves out moves of the loser, because the game has an argument for them
                            (by_proofs.find_gap). `nodes` then counts the nodes of the tree */
};

/* Verifies that the record proves the answer. BY_ERROR_INPUT: it does not, and the error names the moves that lead to
 * the failure; `out` is filled too. BY_ERROR_LIMIT: the proof needs more than `node_limit` nodes (0: no limit), so
 * nothing is known. */
BY_API by_status by_record_verify(const by_record *record, const by_game *game, const struct by_question *question,
                                  uint64_t node_limit, struct by_verification *out, by_error *error);

/* The same for a proof that begins at `node` in the caller's position. Use it if the record cannot hold the position,
 * because the proof is about a goal and the record belongs to its base game. */
BY_API by_status by_record_verify_from(const by_record *record, int node, const by_position *position,
                                       const struct by_question *question, uint64_t node_limit,
                                       struct by_verification *out, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
