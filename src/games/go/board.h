/* SPDX-License-Identifier: MIT
 *
 * The board of Go, for all files of this folder.
 *
 * Points are numbered by rows from the bottom left: point = row * size + column. A chain is known by one of its points,
 * that of the stone that was played last; its stones are a ring through `next`, and its liberties are kept as a true
 * set, a bit for each point:
 *
 *     . O . .        chain_of: every X here has the same number
 *     O X X .        next:     X -> X -> X -> the first again
 *     . X O .        chains[number].liberties: the points . beside an X
 *
 * To join two rings, or to part them again, the `next` of one stone of each are swapped. A chain that is captured, or
 * that becomes a part of a larger one, stays as it is, ring and set, and is only no longer referred to. A stone played
 * there saves the entry that it overwrites. So every move saves a record of fixed size, undoing it restores everything
 * in reverse order, and neither allocates.
 *
 * Invariant: for every stone, chain_of names a stone of its chain, whose entry in `chains` has the true liberties,
 * their number, the number of stones and the hash of the stones.
 */
#ifndef BOYI_GAMES_GO_BOARD_H
#define BOYI_GAMES_GO_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "boyi/game.h"

enum {
    GO_SIZE_LEAST = 2,
    GO_SIZE_MOST = 25,
    GO_POINTS_MOST = GO_SIZE_MOST * GO_SIZE_MOST,
    GO_WORDS = (GO_POINTS_MOST + 63) / 64, /* of a set of points */
    GO_PASS = GO_POINTS_MOST,              /* in place of a point */
    GO_NO_POINT,
};

enum { GO_KOMI_HALF = 15 }; /* the default */
enum { GO_BLACK, GO_WHITE, GO_EMPTY };

enum go_ko_rule { GO_KO_SIMPLE, GO_KO_POSITIONAL, GO_KO_SITUATIONAL };
enum go_scoring { GO_AREA, GO_TERRITORY };

/* ---- What all positions share ------------------------------------------------------------------------------------ */

struct go_tables {
    uint16_t neighbours[GO_SIZE_MOST + 1][GO_POINTS_MOST][5]; /* by size and point, ended by GO_NO_POINT */
    uint64_t keys[2][GO_POINTS_MOST];
    uint8_t
        patterns[8192]; /* around a point: see pattern.h; of no use to the goal go-capture, which leaves them empty */

    /* Options */
    int size, komi_half; /* of the initial position */
    enum go_ko_rule ko_rule;
    enum go_scoring scoring;
    bool has_suicide;
};

/* ---- The position ------------------------------------------------------------------------------------------------ */

struct go_chain {
    uint64_t liberties[GO_WORDS];
    uint64_t key; /* of its stones */
    uint16_t liberty_count;
    uint16_t stone_count;
};

/* The state that a move destroys. One record per move. */
struct go_undo {
    struct go_chain chain; /* what stood in the entry of the new chain */
    uint64_t stones_key;   /* before the move */
    by_move move;
    uint16_t next, chain_of; /* of the point, likewise */
    uint16_t ko;
    uint16_t merged[4];   /* the own chains that became one, in this order */
    uint16_t captured[4]; /* the other side's chains that were taken */
    uint8_t merged_count, captured_count;
    uint8_t side, passes;
    bool is_suicide;
};

struct go {
    const struct go_tables *tables;
    uint64_t stones_key;  /* of the stones alone */
    uint32_t length;      /* moves in `undo` */
    uint32_t removals;    /* how many of them took stones from the board: before the first no board repeats */
    int32_t prisoners[2]; /* stones that each side has taken */
    int16_t komi_half;    /* half points that white is given */
    uint16_t points;
    uint16_t ko; /* where the side to move may not retake at once, or GO_NO_POINT */
    uint8_t size;
    uint8_t side;
    uint8_t passes; /* in a row, up to two */

    /* The question, in the goal go-capture: see capture.h */
    uint8_t owner;    /* of the block, a colour */
    uint8_t threats;  /* enum go_threats */
    uint16_t target;  /* where the block has a stone */
    uint8_t retakes;  /* kos that were retaken at once since */
    uint8_t patience; /* plies after which one liberty fewer counts as safe; 0: never */

    uint8_t board[GO_POINTS_MOST];
    uint16_t chain_of[GO_POINTS_MOST]; /* of stones; elsewhere saved state for undo */
    uint16_t next[GO_POINTS_MOST];     /* likewise */
    struct go_chain chains[GO_POINTS_MOST];
    struct go_undo undo[];
};

/* A move is point * 2 + colour, with GO_PASS as a point of its own. */
static inline by_move go_move(int point, int colour)
{
    return (by_move)(point * 2 + colour);
}

static inline int go_point(by_move move)
{
    return (int)(move >> 1);
}

static inline int go_colour(by_move move)
{
    return (int)(move & 1);
}

/* Whether `move`, any number, is a pass or a stone on the board. */
static inline bool go_is_on_board(const struct go *s, by_move move)
{
    return move < go_move(GO_NO_POINT, 0) && (go_point(move) < s->points || go_point(move) == GO_PASS);
}

static inline const uint16_t *go_neighbours(const struct go *s, int point)
{
    return s->tables->neighbours[s->size][point];
}

static inline const struct go_chain *go_chain_at(const struct go *s, int point)
{
    return &s->chains[s->chain_of[point]];
}

static inline int go_word_count(const struct go *s)
{
    return (s->points + 63) / 64;
}

static inline int go_bit_count(uint64_t word)
{
    return word ? by__bit_count(word) : 0; /* most words of a set are empty */
}

/* board.c */

void by__go_fill_tables(struct go_tables *tables);
/* An empty board, black to move. */
void by__go_clear(struct go *s, int size);
/* Puts a stone on an empty point before the first move; chains are right only after by__go_link. */
void by__go_put(struct go *s, int point, int colour);
void by__go_link(struct go *s);
/* Goes through the stones of a chain from one of them, as does `for`. */
#define GO_EACH_STONE(s, stone, from)                                                                                  \
    int stone = (from), stone##_left = 1;                                                                              \
    stone##_left || stone != (from);                                                                                   \
    stone = (s)->next[stone], stone##_left = 0

/* Makes a move of either side, if its point is empty: rules.c checks legality. */
void by__go_push(void *state, by_move move);
void by__go_pop(struct go *s);

/* go.c: what go-capture shares. Rows of options whose fields are those of a struct go_tables. */
extern const char *const by__go_notations[], *const by__go_ko_rules[], *const by__go_side_names[];
#define GO_RULE_ROWS(tables)                                                                                           \
    BY__CHOICE_AT(RULE, "ko", tables ko_rule, by__go_ko_rules, 0,                                                      \
                  "What may not be repeated: an immediate recapture in a ko (simple), any board (positional), or any " \
                  "board with the same side to move (situational).",                                                   \
                  NULL),                                                                                               \
        BY__SWITCH_AT(RULE, "suicide", tables has_suicide, 0, "Allow suicide.", NULL)

/* go.c: by_rules.assign and .extent. Most boards are smaller than the largest, and so is what has to be copied. */
void by__go_assign(void *state, const void *from, size_t length);
void by__go_extent(const void *state, struct by_extent *out);

/* rules.c */

/* Whether the rules allow the move now; `plies_back`, unless NULL, is set to the distance of the earlier position that
 * forbids it, 0 if the history does not matter. */
bool by__go_is_legal(const struct go *s, int point, int colour, int *plies_back);
/* Stones that a legal move would take. */
int by__go_captures(const struct go *s, int point, int colour);
/* Whether it would take any. */
bool by__go_takes(const struct go *s, int point, int colour);
void by__go_list_legal(void *state, enum by_moves_kind kind, struct by_moves *out);
void by__go_describe(const struct go *s, int point, int colour, struct by_move_info *out);
uint64_t by__go_key(const struct go *s);

/* score.c */

/* Half points of black less those of white, komi included, by the game's way to count. */
int by__go_score(const struct go *s);
void by__go_explain(void *state, by_text *out);

#endif
