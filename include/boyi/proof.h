/* SPDX-License-Identifier: MIT
 *
 * Proofs: a search's answer to a question, written as a tree that by_record_verify can check.
 */
#ifndef BOYI_PROOF_H
#define BOYI_PROOF_H

#include "boyi/search.h"
#include "boyi/size.h"
#include "boyi/verify.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The outcome. */
struct by_proof {
    size_t size;                 /* BY_SIZE(by_proof) */
    by_record *record;           /* yours to destroy; NULL: there is no proof, see by_search_proof */
    struct by_question question; /* with the answer */
    enum by_answer answer;       /* of the search at the root */
    bool is_proved;              /* the rules alone decide it; otherwise there is no proof */
    enum by_stop_reason stopped; /* the limit that ended the search; BY_STOPPED_DONE: none */
    int nodes, leaves;           /* of the tree */
    int depth;                   /* length of its longest line, in plies */
    uint64_t search_nodes;       /* of all runs of the search and of the game's own proof search */
    uint64_t game_nodes;         /* those of the game's own proof search; equal to search_nodes if it found the proof */
    int64_t time_us;
};

/* Searches `position` and writes the proof of the answer: the moves that led to the position, then one move at each of
 * the winner's nodes and every move at the loser's. A proof search gives the tree of its solution; if that cannot be
 * written, it looks for short proofs. Any other method runs again at every node of the winner and reuses its tables.
 * The limits of nodes and time cover all runs. The proof has at most `tree_limit` nodes (0: no limit).
 *
 * A game may have its own proof search (by_proofs.prove). It runs first, with a quarter of the limits, for the answer
 * given in `question`. If it fails, the search runs.
 *
 * A proof search must ask the same question about the same side wherever it runs, not about the side to move. Any other
 * method works if it searches to the end: its value answers the question.
 *
 * BY_OK without a record: the answer is unknown or rests on more than the rules, or a limit ended the search.
 * BY_ERROR_LIMIT: the tree would be too large, or it has too many verdicts on repetitions to try them all.
 * BY_ERROR_UNSUPPORTED: the search, run below the root, contradicts its answer or does not prove it, or the answer
 * rests on a repetition that the game does not judge, so that it cannot be verified. */
BY_API by_status by_search_proof(by_search *search, const by_position *position, const struct by_question *question,
                                 const struct by_limits *limits, int tree_limit, struct by_proof *out, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
