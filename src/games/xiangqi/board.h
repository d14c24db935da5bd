/* SPDX-License-Identifier: MIT
 *
 * The board of xiangqi, for all files of this folder.
 *
 * Squares are numbered by ranks from red's left corner: square = rank * 9 + file, files a to i, ranks 0 to 9. Each of
 * the 32 pieces has a number of its own that it keeps for the whole game, red's from 0, black's from 16:
 *
 *     0 king   1 2 advisors   3 4 elephants   5 6 horses   7 8 rooks   9 10 cannons   11 .. 15 pawns
 *
 * Beside the piece on every square and the square of every piece, the board keeps the occupation of every rank (9 bits)
 * and of every file (10 bits) by each side. The squares that a rook or a cannon can reach on its line are looked up by
 * that number (the bit-rows and bit-files of the older xiangqi programs); no bitboard of 90 squares is ever shifted.
 */
#ifndef BOYI_GAMES_XIANGQI_BOARD_H
#define BOYI_GAMES_XIANGQI_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/game.h"
#include "games/xiangqi/eval/sets.h"

enum { XQ_FILES = 9, XQ_RANKS = 10, XQ_SQUARES = 90, XQ_OFF = 255 /* not on the board */ };

enum { XQ_RED, XQ_BLACK };

enum xq_kind { XQ_KING, XQ_ADVISOR, XQ_ELEPHANT, XQ_HORSE, XQ_ROOK, XQ_CANNON, XQ_PAWN, XQ_KINDS };

/* Numbers of pieces: side * 16 and one of these */
enum {
    XQ_KING_AT = 0,
    XQ_ADVISORS_AT = 1,
    XQ_ELEPHANTS_AT = 3,
    XQ_HORSES_AT = 5,
    XQ_ROOKS_AT = 7,
    XQ_CANNONS_AT = 9,
    XQ_PAWNS_AT = 11,
    XQ_SIDE_PIECES = 16,
    XQ_PIECES = 32,
    XQ_NONE = 32, /* no piece: of neither side */
};

enum { XQ_MOVES_MOST = 128 }; /* legal moves in a position; more than 110 are not known to occur */

/* ---- Geometry, the same for every game; filled when a game is opened --------------------------------------------- */

/* The squares that a piece steps to, in ascending order, ended by XQ_OFF. */
struct xq_steps {
    uint8_t to[9];
};

/* A horse's step: over the leg, to the square. Ended by a leg of XQ_OFF. */
struct xq_jumps {
    uint8_t leg[9];
    uint8_t to[9];
};

/* Which evaluation: the first one, of material and placement alone, or the full one (eval/eval.h). */
enum xq_evaluation { XQ_PLACEMENT, XQ_FULL };

struct xq_tables {
    uint8_t file_of[XQ_SQUARES];
    uint8_t rank_of[XQ_SQUARES];
    uint8_t fen_order[XQ_OFF + 1]; /* the place of a square in a FEN; XQ_OFF comes last */

    /* For a place on a line and the occupation of the line: what a rook reaches, blockers included, and what a cannon
     * captures, if it is an enemy. */
    uint16_t rank_reach[XQ_FILES][1 << XQ_FILES];
    uint16_t rank_shots[XQ_FILES][1 << XQ_FILES];
    uint16_t file_reach[XQ_RANKS][1 << XQ_RANKS];
    uint16_t file_shots[XQ_RANKS][1 << XQ_RANKS];

    /* The places strictly between two of a line. */
    uint16_t between[XQ_RANKS][XQ_RANKS];

    /* How many places of a line are set: not every processor has an instruction for that. */
    uint8_t bit_count[1 << XQ_RANKS];

    struct xq_steps king_steps[XQ_SQUARES];
    struct xq_steps advisor_steps[XQ_SQUARES];
    struct xq_jumps elephant_steps[XQ_SQUARES]; /* the leg is the eye */
    struct xq_jumps horse_steps[XQ_SQUARES];
    struct xq_steps pawn_steps[2][XQ_SQUARES];

    /* The leg of a horse that attacks one square from another; XQ_OFF: it does not. */
    uint8_t horse_leg[XQ_SQUARES][XQ_SQUARES];

    uint64_t keys[XQ_PIECES][XQ_SQUARES]; /* the same for pieces of one kind and side */
    uint32_t index_keys[XQ_PIECES][XQ_SQUARES];
    uint64_t side_key;
    uint32_t side_index_key;
    int16_t scores[XQ_PIECES][XQ_SQUARES]; /* of the first evaluation, red's positive */
    int32_t sums[XQ_PIECES][XQ_SQUARES];   /* what moves add up: these scores, or pairs of the full evaluation */
    struct xq_set_tables sets;             /* for the full evaluation */

    /* Options */
    int rule_set;
    enum xq_evaluation evaluation;
    int move_limit; /* plies without a capture until a draw; 0: none */
};

extern const uint8_t by__xq_kind_of[XQ_PIECES + 1];
extern const uint8_t by__xq_part_of[XQ_PIECES]; /* of by_tactics.parts */

static inline int xq_side_of(int piece)
{
    return piece >> 4; /* 2 for XQ_NONE */
}

void by__xq_fill_geometry(struct xq_tables *tables);
/* After the geometry. */
void by__xq_fill_sets(struct xq_tables *tables);
/* For the evaluation that the tables are set to. */
void by__xq_fill_scores(struct xq_tables *tables);

/* ---- The position ------------------------------------------------------------------------------------------------ */

/* The state that a move destroys. One record per move. */
struct xq_undo {
    uint64_t key; /* of the position before the move */
    uint32_t index_key;
    int32_t score;
    by_move move;
    uint16_t since_capture;
    uint16_t reversible;
    uint8_t captured; /* a piece or XQ_NONE */
    int8_t in_check;  /* the side to move before the move; -1: not known */
};

/* How the king of the side to move stands, found once for a position. */
struct xq_guard {
    bool is_known;
    bool in_check;
    uint16_t bound; /* own pieces (a bit each) that keep an attack from the king by where they stand */
    /* Places of the king's rank and file between it and an enemy cannon with nothing in between: no other piece may
     * step there */
    uint16_t shut_on_rank, shut_on_file;
};

struct xq {
    const struct xq_tables *tables;
    uint64_t key;
    uint32_t index_key;
    int32_t score; /* red's material and placement less black's, of tables->sums */
    uint8_t side;
    uint16_t since_capture; /* plies */
    uint16_t reversible;    /* plies since the last capture or step forward of a pawn, as far as the history goes */
    uint32_t length;        /* moves in `undo` */
    uint32_t move_number;   /* of the first position, as its FEN says */
    uint8_t first_side;     /* whose turn it was there */
    struct xq_guard guard;
    uint64_t parts[BY_PARTS];  /* keys of them */
    uint8_t board[XQ_SQUARES]; /* a piece or XQ_NONE */
    uint8_t at[XQ_PIECES];     /* its square or XQ_OFF */
    uint16_t ranks[2][XQ_RANKS];
    uint16_t files[2][XQ_FILES];
    uint64_t material; /* how many pieces of a kind a side has, four bits each */
    struct xq_undo undo[];
};

/* One piece of a kind and side in `material`. */
static inline uint64_t xq_unit(int side, int kind)
{
    return (uint64_t)1 << (side * 32 + kind * 4);
}

static inline int xq_count(const struct xq *s, int side, int kind)
{
    return (int)(s->material >> (side * 32 + kind * 4) & 15);
}

/* A rank as a side sees the board. */
static inline int xq_own_rank(const struct xq *s, int side, int square)
{
    int rank = s->tables->rank_of[square];

    return side == XQ_RED ? rank : XQ_RANKS - 1 - rank;
}

/* Whether a square is beyond the river for a side. */
static inline bool xq_has_crossed(int side, int square)
{
    return (square >= XQ_SQUARES / 2) == (side == XQ_RED);
}

/* A move is from * 128 + to. */
static inline by_move xq_move(int from, int to)
{
    return (by_move)(from << 7 | to);
}

static inline int xq_from(by_move move)
{
    return (int)(move >> 7);
}

static inline int xq_to(by_move move)
{
    return (int)(move & 127);
}

/* board.c: an empty board, pieces put on it, moves made and taken back. */
void by__xq_clear(struct xq *s);
void by__xq_put(struct xq *s, int piece, int square);
void by__xq_push(void *state, by_move move);
void by__xq_pop(struct xq *s);
/* Passes; what was before can no longer be repeated. */
void by__xq_push_null(void *state);
void by__xq_pop_null(void *state);
/* Moves a piece on a copy of the position that is only looked at: board and lines, not key, side or record. Returns
 * what it captures, which unshift wants to have back. */
int by__xq_shift(struct xq *s, int from, int to);
void by__xq_unshift(struct xq *s, int from, int to, int captured);
/* The key computed from the stones of the board alone, for tests. */
uint64_t by__xq_key_from_scratch(const struct xq *s);

/* moves.c */

/* Squares that the piece on `from` attacks or steps to by the way it moves, whatever happens to its king; returns their
 * number. */
int by__xq_targets(const struct xq *s, int from, uint8_t *out);
/* Whether a piece goes from a square to another one by the way it moves, whatever happens to its king, and whichever
 * side holds that. */
bool by__xq_goes(const struct xq *s, int from, int to);
/* Whether the king of `side` is attacked after a move of that side; XQ_OFF twice: as things are. */
bool by__xq_king_is_attacked(const struct xq *s, int side, int from, int to);
/* Whether nothing stands between the kings on one file. */
bool by__xq_kings_face(const struct xq *s);
/* Whether a move that by__xq_targets lists leaves the own king safe. */
bool by__xq_is_safe(const struct xq *s, int from, int to);
bool by__xq_in_check(struct xq *s);
int by__xq_count_legal(struct xq *s);
void by__xq_list_legal(struct xq *s, enum by_moves_kind kind, struct by_moves *out);
bool by__xq_is_legal(struct xq *s, by_move move);
bool by__xq_has_legal_move(struct xq *s);
/* Whether a glance shows that there is a legal move; false: not known. */
bool by__xq_surely_moves(struct xq *s);

/* see.c: what pieces are worth, by kind. */
extern const by_value by__xq_prices[XQ_KINDS + 1];
/* Whether a legal move wins at least so much by exchanges on its square. */
bool by__xq_see_at_least(void *state, by_move move, by_value least);
/* Whether a piece of the other side could recapture after this capture, if its king allows. */
bool by__xq_is_protected(const struct xq *s, by_move capture);

/* check.c: whether a legal move gives check. */
bool by__xq_move_checks(void *state, by_move move);

/* Ranks for move ordering: captures by their gain, others by the better square. */
void by__xq_priors(void *state, const struct by_moves *moves, struct by_prior *out);
void by__xq_describe(const struct xq *s, int from, int to, struct by_move_info *out);

/* rules.c: whether the game is over by rule: material, move count, repetition. */
void by__xq_verdict(struct xq *s, int ply, struct by_node *out);

#endif
