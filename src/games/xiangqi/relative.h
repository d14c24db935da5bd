/* SPDX-License-Identifier: MIT
 *
 * The common part of WXF and Chinese notation: both name a piece by its kind and file, and its direction.
 *
 * Files count from 1 to 9 from the right of the side that moves. A way is forward, back or across, and a number:
 * across, and for pieces that move diagonally, the file where it ends; straight on, the number of steps. Where several
 * pieces of a kind stand on a file, words such as "front" and "rear" tell them apart. Only pawns can be more than two.
 */
#ifndef BOYI_GAMES_XIANGQI_RELATIVE_H
#define BOYI_GAMES_XIANGQI_RELATIVE_H

#include "games/xiangqi/notation.h"

/* The words of such a notation, whatever they are written with. */
enum xq_word {
    XQ_WORD_NONE,
    XQ_WORD_NUMBER = 0,  /* and 1 to 9 */
    XQ_WORD_LETTER = 10, /* and 1 to 5: a to e as numbers of pawns */
    XQ_WORD_FRONT = 20,  /* of pieces on a file */
    XQ_WORD_MIDDLE = 21,
    XQ_WORD_REAR = 22,
    XQ_WORD_FORWARD = 30, /* ways */
    XQ_WORD_BACK = 31,
    XQ_WORD_ACROSS = 32,
    XQ_WORD_PIECE = 40, /* and a kind */
};

enum { XQ_WORDS_MOST = 5 };

struct xq_way {
    int direction; /* 1 forward, -1 back, 0 across */
    int number;
};

/* A move as written. Missing parts are 0. */
struct xq_phrase {
    int kind;
    int file;
    int place;       /* XQ_WORD_FRONT, XQ_WORD_MIDDLE or XQ_WORD_REAR */
    bool is_extreme; /* the place was said twice */
    int number;      /* of pawns that stand with others on a file */
    bool is_wxf;     /* its law of pawns holds */
    struct xq_way way;
};

/* A piece among those of its kind. */
struct xq_stack {
    int file;   /* as its side counts */
    int count;  /* of its kind on the file */
    int place;  /* among these from the front, from 1 */
    int stacks; /* files on which its kind stands twice or more */
    int number; /* among all that stand on these files, from the right and then from the front; 0: it stands alone */
};

struct xq_stack by__xq_stack_at(const struct xq *s, int square);
struct xq_way by__xq_way_of(const struct xq *s, by_move move);

/* Makes a phrase of words; false if there is no sense in them. */
bool by__xq_make_phrase(const uint8_t *words, int count, struct xq_phrase *out);

/* The legal move that is meant. `text` is how it was written, for messages. */
by_status by__xq_find_move(struct xq *s, const struct xq_phrase *phrase, const char *text, by_move *move,
                           by_error *error);

/* wxf.c, chinese.c: false if the text cannot be read. */
bool by__xq_read_wxf(const char *text, struct xq_phrase *out);
void by__xq_print_wxf(const struct xq *s, by_move move, by_text *out);
bool by__xq_read_chinese(const char *text, struct xq_phrase *out);
void by__xq_print_chinese(const struct xq *s, by_move move, bool is_traditional, by_text *out);

#endif
