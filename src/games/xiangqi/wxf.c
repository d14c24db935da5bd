/* SPDX-License-Identifier: MIT
 *
 * WXF, the notation of the World Xiangqi Federation ("Official xiangqi piece names and notation", AXF 1980/82, revised
 * 1995, WXF 1997). Four characters, the same for both sides:
 *
 *     C2.5        cannon, its file, across ('.'), to file 5      H2+3   forward, to file 3      C2-1   back, one step
 *     R+.3  R--1  the front and the rear of two on a file
 *     P+ P3 P-    the front, the middle and the rear of three pawns on file 3
 *     ++ P+ P3 P- --     of five pawns; of four there is no middle one
 *     3+ 33 3-  7+ 7-    of three on file 3 and two on file 7
 *
 * That is what is written. Read is more, in either case: '=' for '.'; N for H, B for E, G for K, S for P; the place
 * before the piece (+R.3); a place with a file (P+3.4); the middle pawn as P. or P=; pawns by number from the front
 * (1P+1), by letters (Pa+1), or by number and file (13+1, as Fairy-Stockfish writes). Two on a file by the file alone
 * are understood if only one of them can make the move.
 */
#include <ctype.h>
#include <string.h>

#include "games/xiangqi/relative.h"

static const char letters[] = "KAEHRCP"; /* by kind */

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* The word of a character; in the name of a piece ways are places, and after the piece a letter is the number of a
 * pawn.
 */
static uint8_t word_of(char c, bool is_name, bool has_piece)
{
    static const uint8_t ways[] = {XQ_WORD_FORWARD, XQ_WORD_BACK, XQ_WORD_ACROSS, XQ_WORD_ACROSS},
                         places[] = {XQ_WORD_FRONT, XQ_WORD_REAR, XQ_WORD_MIDDLE, XQ_WORD_MIDDLE};
    static const char signs[] = "+-.=", read[] = "KAEHRCPGABNRCS"; /* twice the kinds */
    int upper = toupper((unsigned char)c);
    const char *sign = strchr(signs, c), *piece = strchr(read, upper);

    if (sign)
        return is_name ? places[sign - signs] : ways[sign - signs];
    if (c >= '1' && c <= '9')
        return (uint8_t)(c - '0');
    if (has_piece && upper >= 'A' && upper <= 'E')
        return (uint8_t)(XQ_WORD_LETTER + upper - 'A' + 1);
    return (uint8_t)(is_name && piece ? XQ_WORD_PIECE + (piece - read) % XQ_KINDS : XQ_WORD_NONE);
}

bool by__xq_read_wxf(const char *text, struct xq_phrase *out)
{
    uint8_t words[XQ_WORDS_MOST];
    size_t length = strlen(text);
    bool has_piece = false;

    if (length < 4 || length > XQ_WORDS_MOST)
        return false;
    for (size_t i = 0; i < length; i++) {
        bool is_name = i < length - 2;

        words[i] = word_of(text[i], is_name, is_name && has_piece);
        has_piece |= words[i] >= XQ_WORD_PIECE;
    }
    if (!by__xq_make_phrase(words, (int)length, out))
        return false;
    out->is_wxf = true;
    return true;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* The name of a piece in two characters. */
static void name_piece(int kind, const struct xq_stack *stack, char name[2])
{
    bool is_middle = stack->count % 2 == 1 && stack->place == (stack->count + 1) / 2;
    char side = stack->place * 2 <= stack->count ? '+' : '-';
    bool is_outermost = stack->place == 1 || stack->place == stack->count;

    name[0] = letters[kind];
    name[1] = (char)('0' + stack->file);
    /* Of two advisors or elephants on a file one can only go forward and one only back. */
    if (kind == XQ_ADVISOR || kind == XQ_ELEPHANT || stack->count == 1)
        return;
    if (stack->stacks >= 2)
        name[0] = (char)('0' + stack->file);
    if (!is_middle)
        name[1] = side;
    if (stack->count >= 4 && is_outermost)
        name[0] = side;
}

void by__xq_print_wxf(const struct xq *s, by_move move, by_text *out)
{
    struct xq_stack stack = by__xq_stack_at(s, xq_from(move));
    struct xq_way way = by__xq_way_of(s, move);
    char name[2];

    name_piece(by__xq_kind_of[s->board[xq_from(move)]], &stack, name);
    by_text_printf(out, "%c%c%c%d", name[0], name[1],
                   way.direction > 0   ? '+'
                   : way.direction < 0 ? '-'
                                       : '.',
                   way.number);
}
