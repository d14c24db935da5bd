/* SPDX-License-Identifier: MIT
 *
 * Proofs: what a search knows of a question, written out as a tree that by_record_verify can check.
 */
#ifndef BOYI_PROOF_H
#define BOYI_PROOF_H

#include "boyi/search.h"
#include "boyi/verify.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a proof. */
struct by_proof {
    by_record *record;           /* the caller's; NULL: there is no proof, for the reason below */
    struct by_question question; /* with the answer */
    enum by_answer answer;       /* of the search at the root */
    bool is_proved;              /* it rests on the rules alone: without that there is no proof */
    enum by_stop_reason stopped; /* which limit ended it; BY_STOPPED_DONE: none */
    int nodes, leaves;           /* of the tree */
    int depth;                   /* plies of its longest line */
    uint64_t search_nodes;       /* of all runs of the search, and of the game's own way */
    uint64_t game_nodes;         /* of them, of the game's own way; all of them if it found the proof */
    int64_t time_us;
};

/* Searches `position` and writes the proof of the answer: the moves that led to the position, then one move at each of
 * the winner's nodes and all at the loser's. The search runs again at every node of the winner, with what its tables
 * hold by then; the limits of nodes and time are for all of it. The proof becomes no larger than `tree_limit` nodes (0:
 * no limit).
 *
 * A game may look for proofs in a way of its own (by_proofs.prove). It is asked first, with a quarter of the limits,
 * about the answer that `question` has: the one that is expected. If nothing comes of it the search is run.
 *
 * A method that proves has to be one that asks the same question, of the same side, wherever it is run: not of the side
 * to move. Any other method will do if it searches to the end: its value answers the question.
 *
 * A good status with no record: the answer is unknown or rests on more than the rules, or a limit was met.
 * BY_ERROR_LIMIT: the tree would be larger. BY_ERROR_UNSUPPORTED: the search's answers contradict each other, or the
 * answer rests on a repetition that the game leaves to the search: verified is what the game judges. */
BY_API by_status by_search_proof(by_search *search, const by_position *position, const struct by_question *question,
                                 const struct by_limits *limits, int tree_limit, struct by_proof *out, by_error *error);

#ifdef __cplusplus
}
#endif

#endif
