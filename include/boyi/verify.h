/* SPDX-License-Identifier: MIT
 *
 * Questions to a game, and the verification of proofs. A question is: does this side, the prover, reach at least this
 * value, whatever the other does? A proof of the answer is a record, a tree of moves:
 *
 *     at the winner's nodes   a move; of several each is verified
 *     at the loser's nodes    every legal move; a child without a move and with the tag BY_PROOF_OTHERS, of any value,
 *                             stands for all that are not listed: what is below it answers each of them
 *     at the leaves           the game is over by its rules
 *
 * or, in a game that has an argument of its own for moves that change nothing, what this argument asks for. The winner
 * is the prover if the answer is yes, else the other side. The verifier knows the rules of the game and nothing of any
 * search. The tree begins at the node with the tag BY_PROOF_QUESTION, whose value by_question_print writes; moves
 * before it led there.
 */
#ifndef BOYI_VERIFY_H
#define BOYI_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/game.h"
#include "boyi/record.h"
#include "boyi/text.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Names of tags, which the formats of records keep. */
#define BY_PROOF_QUESTION "QUESTION"
#define BY_PROOF_OTHERS   "OTHERS"

/* A question, with the answer that is to be proved. Distances do not count: a win in any number of plies is BY_WIN. */
struct by_question {
    int prover;         /* 0 or 1 */
    by_value threshold; /* of the finished game, as the prover sees it; BY_WIN_LEAST: he wins */
    bool is_reached;    /* the answer */
};

/* Whether a finished game, with this value from the view of `side`, has the answer. */
BY_API bool by_question_holds(const struct by_question *question, int side, by_value value);

/* The side that has to find moves. */
BY_API int by_question_winner(const struct by_question *question);

/* "prover=first threshold=998976 answer=yes" */
BY_API void by_question_print(const struct by_question *question, by_text *out);
BY_API by_status by_question_parse(const char *text, struct by_question *out, by_error *error);

/* Where a record's proof begins: the first node of its main line with a question; BY_RECORD_NONE: there is none. */
BY_API int by_record_proof(const by_record *record);

/* What a verification found. Positions are counted as often as they were walked through. */
struct by_verification {
    uint64_t nodes;      /* positions, the first too */
    uint64_t leaves;     /* of them, where the game is over */
    uint64_t by_history; /* leaves where the history ended it: a repetition, a count of moves. 0 if it is argued */
    int depth;           /* plies of the longest line */
    int failed_at;       /* the record's node where the proof fails; BY_RECORD_NONE: it holds */
    bool is_argued;      /* not every move of the loser is in the tree: the game has an argument for the others
                            (by_proofs.find_gap). Then the nodes are those of the tree */
};

/* Verifies that the record proves the answer. BY_ERROR_INPUT: it does not, and the error names the moves that lead
 * where it fails; `out` is filled then too. BY_ERROR_LIMIT: it would take more than `node_limit` nodes (0: no limit),
 * so that nothing is known. */
BY_API by_status by_record_verify(const by_record *record, const by_game *game, const struct by_question *question,
                                  uint64_t node_limit, struct by_verification *out, by_error *error);

/* The same for a proof that begins at `node`, in a position of the caller's: one that the record cannot tell, since the
 * proof is about a goal and the record of the game below it. */
BY_API by_status by_record_verify_from(const by_record *record, int node, const by_position *position,
                                       const struct by_question *question, uint64_t node_limit,
                                       struct by_verification *out, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
