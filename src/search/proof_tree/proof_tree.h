/* SPDX-License-Identifier: MIT
 *
 * Writing out a proof as a tree (by_search_proof). There are several ways to one:
 *
 *   root.c       the question, the answer at the root, and which way is taken
 *   solution.c   A proof search walks through the solution that it has found, and that tree is the proof, if the rules
 *                bear it out. If its solution is too large or does not hold, it searches again to few plies: a short
 *                proof may do without the repetitions that a long one rests on.
 *   moves.c      Of other methods the tree is built depth first, and at each node of the winner the search is run
 *                again: what it knows by then is in its tables, so that a proof costs little more than the search.
 *   gaps.c       In a game with an argument of its own about moves that change nothing (by_proofs.find_gap), the tree
 *                gets only those moves of the loser that the argument asks for. If the game also has a proof search of
 *                its own (by_proofs.prove), that comes first, with a part of the limits.
 *
 * Only the public interface of searches is used in moves.c and gaps.c, so that the tree is right by the rules however
 * the search came to its answers.
 */
#ifndef BOYI_SEARCH_PROOF_TREE_H
#define BOYI_SEARCH_PROOF_TREE_H

#include "boyi/proof.h"
#include "search/method.h"

/* A position on the path that is not over. */
struct pt_frame {
    by_move *moves; /* one of the winner, all of the loser */
    int count;
    int at;   /* the one that was made */
    int node; /* of the record */
    uint64_t key;
};

struct pt_builder {
    by_search *search;
    by_position *position;
    struct by_limits limits;
    struct by__control control; /* of all runs together */
    struct by_proof *out;
    by_record *record;
    size_t start; /* moves that led to the root */
    int tree_limit;
    bool is_argued;               /* the game says what the tree lacks */
    bool is_unwalked;             /* the solution rests on too many verdicts on the path */
    struct by__solution solution; /* of the root, by the search itself */
    struct by_move_info *listed;  /* room for the moves of any position */
    by_move *chosen;              /* likewise, for the ones that may be searched */
    struct pt_frame *frames;
    int depth;   /* of `frames` */
    size_t room; /* in them */
    by_error *error;
};

/* ---- Asking the search (root.c) -------------------------------------------------------------------------------- */

/* The rest of the limits after the runs so far; false if nothing is left. */
bool by__pt_limits_left(struct pt_builder *b, struct by_limits *left);

/* Runs the search here. */
by_status by__pt_run(struct pt_builder *b, const struct by_limits *limits, struct by__solution *solution,
                     struct by_result *result);

/* Runs it within the limits that are left, on some moves or all (NULL). If the limits are spent the answer is unknown.
 */
by_status by__pt_ask(struct pt_builder *b, const by_move *moves, int count, struct by_result *result);

/* Whether a limit kept the search from its answer. The depth limit does not count: for some methods it is a setting. */
bool by__pt_is_cut_short(const struct by_result *result);

/* Whether the result is the answer that the proof is about. */
bool by__pt_is_answer(const struct pt_builder *b, const struct by_result *result, int side);

/* The search's answer at the root; a finished game needs no search. */
by_status by__pt_ask_root(struct pt_builder *b, struct by_result *result);

/* The error that the rules contradict the answer at the position on the board. */
by_status by__pt_contradicts(struct pt_builder *b);

/* The error that the search, run at that position, gives another answer or proves none. */
by_status by__pt_lacks_answer(struct pt_builder *b, const struct by_result *result, int side);

/* ---- The tree (root.c) ----------------------------------------------------------------------------------------- */

/* The tree with nothing but its root, the position's history and the question. */
by_status by__pt_plant(struct pt_builder *b, int *root);

/* Counts the nodes and leaves of the finished tree, and its depth. */
void by__pt_count(struct pt_builder *b, int root);

/* ---- Ways to a proof ------------------------------------------------------------------------------------------- */

/* solution.c: runs the search at the root for its solution; makes that the proof, and searches again if it does not
 * hold. */
by_status by__pt_ask_for_solution(struct pt_builder *b, const struct by_limits *limits, struct by_result *result);
by_status by__pt_prove_by_solution(struct pt_builder *b, struct by_result *root);

/* moves.c: the winner's move at the position on the board, where `side` is to move; builds the tree with one such move
 * at each of the winner's nodes. */
by_status by__pt_find_move(struct pt_builder *b, int side, by_move *move);
by_status by__pt_build(struct pt_builder *b);

/* gaps.c: checks whether the game's argument applies to this question under the current rules; the game's own proof
 * search; builds the tree with the moves that the argument asks for. */
by_status by__pt_find_argument(struct pt_builder *b);
by_status by__pt_prove_by_game(struct pt_builder *b);
by_status by__pt_build_by_gaps(struct pt_builder *b);

#endif
