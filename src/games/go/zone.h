/* SPDX-License-Identifier: MIT
 *
 * Relevance zones: proofs about a block that hold against every legal move, though only a few moves are written down.
 * For simple ko without suicide. docs/go-proofs.md has the whole argument, with pictures.
 *
 * A proof is a tree below a position with a question (capture.h). The winner of the claim, the attacker if the block is
 * captured and the owner if it escapes, has one move at each of his nodes; the loser has the pass and those of his
 * moves that matter. A zone is a set of points, for each node N such that
 *
 *     in every position that agrees with N, the winner reaches his goal.                                            (*)
 *
 * A position P agrees with N if the same side is to move, the points of the zone have the same colours, and
 *   - what a ko forbids in P is outside the zone, or forbidden in N too, if the winner is to move;
 *   - a ko forbids in P what it forbids in N, if the zone says that it needs this.
 *
 * So a move outside the zone is as good as a pass, and is answered as the pass is: the position after it agrees with
 * the node after the pass. The contents of a node's zone follow from the moves that are made there (zone.c):
 *
 *   winner's move   allowed in P as it is in N; takes in P what it takes in N, as far as the next zone can tell
 *   loser's moves   those in the zone after his pass are all in the tree, or are forbidden in P as they are in N;
 *                   none of the others takes a winner's stone that the zone after the pass has
 *   captured        the point of the block; to be taken there, the block was in the zone before
 *   alive           the stones and eyes that show it (life.h)
 *   both passed, or repetition   as the zone of the earlier node with the same stones and side to move: the owner stays
 *                   where he was for ever. Only in proofs of escape
 *   a ko that the owner may retake at once   is retaken: that needs no moves in the tree. Likewise
 */
#ifndef BOYI_GAMES_GO_ZONE_H
#define BOYI_GAMES_GO_ZONE_H

#include "boyi/record.h"
#include "games/go/capture.h"

enum go_claim { GO_CAPTURES, GO_ESCAPES };

static inline int go_winner(const struct go *s, enum go_claim claim)
{
    return claim == GO_CAPTURES ? go_attacker(s) : s->owner;
}

struct go_zone {
    struct go_points points;
    bool needs_ko; /* that what is forbidden by a ko here is forbidden */
};

/* ---- A whole proof ----------------------------------------------------------------------------------------------- */

enum go_gap_kind {
    GO_GAP_NONE,    /* proved */
    GO_GAP_MISSING, /* moves of the loser that are not in the tree and may matter */
    GO_GAP_OPEN,    /* the tree ends here, and nothing is decided */
    GO_GAP_WRONG, /* the winner does not reach his goal: the block is gone, or the game is over, or a move is not one */
};

/* The part of a proof that a tree lacks. */
struct go_gap {
    enum go_gap_kind kind;
    int node;
    int count; /* of the moves that are missing at the node */
    by_move moves[GO_POINTS_MOST + 1];
};

/* Checks that the moves below `node` of `record` prove the claim about `root`, the position at that node with its
 * question, against every legal move. At the winner's nodes the first child counts. Reports the first gap, deepest
 * first; add its moves with their refutations and check again. `zone`, unless NULL, gets that of the root if there is
 * no gap. An error if the rules are others, if the block is not on the board or the game is over. */
by_status by__go_zone_check(const struct go *root, enum go_claim claim, const by_record *record, int node,
                            struct go_gap *gap, struct go_zone *zone, by_error *error);

/* The same as by_proofs.find_gap has it. */
by_status by__go_find_gap(void *state, const struct by_record *record, int node, bool is_reached, struct by_gap *out,
                          by_error *error);

/* ---- A proof as it grows ----------------------------------------------------------------------------------------- */

/* For searches that find zones while they prove. Positions are as they were after the call. */

/* Refuses rules that have no zones. */
by_status by__go_check_zones(const struct go *s, by_error *error);

/* A copy without its history, with room for so many plies; NULL: no memory. */
struct go *by__go_copy(const struct go *s, int plies);

/* Whether the claim holds here without further moves: the block is captured, or alive. */
bool by__go_zone_of_end(const struct go *s, enum go_claim claim, struct go_zone *out);

/* The zone of a position from which the winner makes an allowed move; `after` is that of the position after it. */
void by__go_zone_of_move(const struct go *s, enum go_claim claim, by_move move, const struct go_zone *after,
                         struct go_zone *out);

/* A move of the loser that is answered in the tree, with the zone of the position after it. */
struct go_reply {
    int point;
    const struct go_zone *after;
};

/* The zone of a position with the loser to move; `passed` is that of the position after his pass. False: `missing` gets
 * the points where he may move and that have to be among the replies too; `out` says nothing then.
 *
 * Where the owner may retake every ko at once, an escape needs no replies that take a stone in a ko: it is retaken, and
 * the position is there again. That holds if `self`, the zone that it then has, has all that `out` has; whoever asks
 * makes it larger until it does. NULL: such replies are needed as all others are. */
bool by__go_zone_of_replies(struct go *s, enum go_claim claim, const struct go_zone *self, const struct go_zone *passed,
                            const struct go_reply *replies, int count, struct go_zone *out, struct go_points *missing);

#endif
