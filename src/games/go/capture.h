/* SPDX-License-Identifier: MIT
 *
 * The goal `go-capture`: can a block be captured? Shared by its files.
 *
 *   capture.c      the goal as a game: its text, its verdicts, its table of options
 *   candidates.c   candidate moves
 *   shape.c        liberties and second liberties, the crucial chain, evaluation of points and nodes
 *   ladder.c       an exact reader of ladders
 *   life.h, zone.h, prove.h   what lives for sure, and proofs against every legal move
 *
 * The question is a part of the position: the block's owner, a point where it has a stone, the side with threats for
 * every ko (enum go_threats), and the attacker's patience: with time fewer liberties count as safe, or the attacker
 * would chase a running block over the whole board. The prover is always the attacker. "Captured" is a stone of the
 * owner gone from that point; only where it can be retaken at once, in a ko, is it not over yet.
 *
 * After Zhang and Chen 2007, "Search in the capturing problem of Go", cited as "the paper"; choices that the paper
 * leaves open are options or are explained in the code.
 */
#ifndef BOYI_GAMES_GO_CAPTURE_H
#define BOYI_GAMES_GO_CAPTURE_H

#include "games/go/board.h"
#include "games/go/points.h"

/* The side that may retake a ko immediately, as if it had played a threat. */
enum go_threats { GO_THREATS_NONE, GO_THREATS_ATTACKER, GO_THREATS_OWNER };

/* Heuristic ends of a game before the block is captured. */
enum go_reader { GO_READ_NOTHING, GO_READ_ATARI, GO_READ_LADDER };

enum go_selection { GO_SELECT_ALL, GO_SELECT_WIDE, GO_SELECT_PAPER };

/* Of the paper's selection: where candidates come from, with the least and the most of each. */
enum go_source { GO_OF_TARGET, GO_OF_CHAIN, GO_OF_LAST_MOVE, GO_OF_OPPONENTS, GO_OF_NEIGHBOURS, GO_SOURCE_COUNT };

/* First numbers: the square of E and of 25 / E as in the paper, or powers of 2 by the liberties that have to be taken
 * or are still wanted. */
enum go_numbers { GO_NUMBERS_LIBERTIES, GO_NUMBERS_PAPER };

/* Shared by all positions of an opened goal. */
struct go_capture_tables {
    struct go_tables go;             /* first: positions know it as this */
    enum go_selection selections[2]; /* of the attacker and of the owner */
    enum go_reader reader;
    enum go_numbers numbers;
    int retakes;        /* number of immediate retakes after which the ko counts as won */
    int safe_liberties; /* number of liberties that counts as safe; 0: none */
    int bound;          /* of the node evaluation, beyond which the block is held to have escaped; 0: none */
    int least[GO_SOURCE_COUNT], most[GO_SOURCE_COUNT];
    int most_candidates;
    int reach; /* of the wide selection: extra liberties that a relevant block may have */
    int ladder_nodes;
};

/* Undo records beyond those of the search: what a ladder may need, and a move that is tried before it. */
enum { GO_LADDER_PLIES = 400, GO_SPARE_PLIES = GO_LADDER_PLIES + 1 };

static inline const struct go_capture_tables *go_capture_tables(const struct go *s)
{
    return (const struct go_capture_tables *)s->tables;
}

static inline int go_attacker(const struct go *s)
{
    return s->owner ^ 1;
}

static inline bool go_has_threats(const struct go *s, int colour)
{
    return s->threats == (colour == s->owner ? GO_THREATS_OWNER : GO_THREATS_ATTACKER);
}

static inline bool go_target_stands(const struct go *s)
{
    return s->board[s->target] == s->owner;
}

/* The block is gone, and not only for as long as a ko lasts. */
static inline bool go_is_captured(const struct go *s)
{
    return !go_target_stands(s) && (s->ko != s->target || !go_has_threats(s, s->owner));
}

/* capture.c */

/* As by__go_is_legal for the side to move, but the side with threats may retake, also under superko: a threat and its
 * answer lie between the two captures. */
bool by__go_is_allowed(struct go *s, int point, int *plies_back);

/* ladder.c */

/* Whether the attacker surely captures by giving atari again and again, or at once. False: no, or not known. The
 * position is changed and restored. */
bool by__go_ladder(struct go *s);

/* The points where the owner takes one of the blocks around his own that are in atari. */
void by__go_find_rescues(const struct go *s, struct go_points *out);

/* Whether the owner, who retakes kos, could by one move elsewhere make a ko of the capture of a lone stone by a move on
 * `last`, its only liberty. */
bool by__go_can_become_ko(const struct go *s, int last);

/* shape.c */

/* The liberties of a set of blocks, and those they would have besides if stones of theirs stood there. */
struct go_shape {
    struct go_points first, second;
    int first_count, second_count;
};

/* Of the block at `point`. */
void by__go_block_shape(const struct go *s, int point, struct go_shape *out);
/* A block and the friends that cannot be cut off from it: their numbers, as chain_of has them, the block first. */
enum { GO_CHAIN_MOST = 8 };
int by__go_crucial_chain(const struct go *s, int point, uint16_t blocks[GO_CHAIN_MOST]);
void by__go_blocks_shape(const struct go *s, const uint16_t *blocks, int count, struct go_shape *out);
/* The paper's evaluation: 4 for a liberty, 1 for a second one. */
static inline int go_shape_value(const struct go_shape *shape)
{
    return 4 * shape->first_count + shape->second_count;
}
/* E: of the crucial chain; 0 if the block is gone. */
int by__go_node_evaluation(const struct go *s);

/* How many liberties a stone of the owner on a liberty of the target would add; some may be counted twice. */
int by__go_new_liberties(const struct go *s, int liberty);

/* Whether a move of the owner on `liberty`, which captures nothing, would give the target at least `wanted` liberties.
 * If so, `out` holds all points on which that depends. */
bool by__go_reaches(const struct go *s, int liberty, int wanted, struct go_points *out);

/* candidates.c */

void by__go_candidates(struct go *s, enum go_selection selection, struct by_moves *out);

#endif
