/* SPDX-License-Identifier: MIT
 *
 * Chinese notation: 炮二平五, 马８进７. Red counts in Chinese numerals, black in full-width digits.
 *
 * Two of a kind on a file are 前 and 后, three pawns 前, 中 and 后, and the file is not said (Rules of Xiangqi
 * Competition, China 2020, 7.5). Those rules leave more pawns open. This writes what books do and the boards of DhtmlXQ
 * (described in the Chinese Wikipedia, 象棋): four or five on a file are 前, 二, 三, 四, 五, Chinese for black too;
 * where two files have two pawns or more, the file stands in place of the name (前九平八). Advisors and elephants need
 * no such words: of two on a file the one that can go back is in front.
 *
 * Read is more: simplified and traditional characters and the other names of pieces, 上 and 下 for 进 and 退, numbers
 * in all three kinds of digits, the place with the file and the name (前兵九平八, 前九兵平八) or after the name
 * (車前平三), 后 for the last of four or five, 一 to 五 for four or five, and the numbers of the Specification for
 * Chinese chess on computers (xqbase.com 2006, part 2): where two files have two pawns or more, 一兵 to 五兵 on both,
 * from the right and then from the front. Two on a file by the file alone are understood if only one of them can make
 * the move.
 */
#include <string.h>

#include "games/xiangqi/relative.h"

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Characters in a row that mean the same word, or one word after another. */
struct characters {
    const char *text; /* each of `width` bytes */
    uint8_t width;
    uint8_t word;
    bool counts_on; /* the next character is the next word */
};

static const struct characters known[] = {
    {"一二三四五六七八九", 3, 1, true},
    {"１２３４５６７８９", 3, 1, true},
    {"123456789", 1, 1, true},
    {"前", 3, XQ_WORD_FRONT, false},
    {"中", 3, XQ_WORD_MIDDLE, false},
    {"后後", 3, XQ_WORD_REAR, false},
    {"进進上", 3, XQ_WORD_FORWARD, false},
    {"退下", 3, XQ_WORD_BACK, false},
    {"平", 3, XQ_WORD_ACROSS, false},
    {"帅帥将將", 3, XQ_WORD_PIECE + XQ_KING, false},
    {"仕士", 3, XQ_WORD_PIECE + XQ_ADVISOR, false},
    {"相象", 3, XQ_WORD_PIECE + XQ_ELEPHANT, false},
    {"马馬傌㐷", 3, XQ_WORD_PIECE + XQ_HORSE, false},
    {"车車俥伡", 3, XQ_WORD_PIECE + XQ_ROOK, false},
    {"炮砲包", 3, XQ_WORD_PIECE + XQ_CANNON, false},
    {"兵卒", 3, XQ_WORD_PIECE + XQ_PAWN, false},
};

/* The word at the beginning of a text, which moves on behind it. */
static uint8_t next_word(const char **text)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct characters *row = &known[i];
        int place = 0;

        for (const char *c = row->text; *c; c += row->width, place++) {
            if (strncmp(*text, c, row->width) == 0) {
                *text += row->width;
                return (uint8_t)(row->word + (row->counts_on ? place : 0));
            }
        }
    }
    return XQ_WORD_NONE;
}

bool by__xq_read_chinese(const char *text, struct xq_phrase *out)
{
    uint8_t words[XQ_WORDS_MOST];
    int count = 0;

    for (; *text; count++) {
        if (count == XQ_WORDS_MOST)
            return false;
        words[count] = next_word(&text);
        if (words[count] == XQ_WORD_NONE)
            return false;
    }
    return by__xq_make_phrase(words, count, out);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static const char *const numerals[2][10] = {
    {"", "一", "二", "三", "四", "五", "六", "七", "八", "九"},
    {"", "１", "２", "３", "４", "５", "６", "７", "８", "９"},
};

/* By script, side and kind */
static const char *const pieces[2][2][XQ_KINDS] = {
    {{"帅", "仕", "相", "马", "车", "炮", "兵"}, {"将", "士", "象", "马", "车", "炮", "卒"}},
    {{"帥", "仕", "相", "馬", "車", "炮", "兵"}, {"將", "士", "象", "馬", "車", "砲", "卒"}},
};

/* The word for a piece that stands with others of its kind on a file. */
static const char *place_text(const struct xq_stack *stack, bool is_traditional)
{
    if (stack->place == 1)
        return "前";
    if (stack->count >= 4)
        return numerals[XQ_RED][stack->place];
    if (stack->place < stack->count)
        return "中";
    return is_traditional ? "後" : "后";
}

void by__xq_print_chinese(const struct xq *s, by_move move, bool is_traditional, by_text *out)
{
    int piece = s->board[xq_from(move)], side = xq_side_of(piece), kind = by__xq_kind_of[piece];
    struct xq_stack stack = by__xq_stack_at(s, xq_from(move));
    struct xq_way way = by__xq_way_of(s, move);
    bool is_alone = stack.count == 1 || kind == XQ_ADVISOR || kind == XQ_ELEPHANT;
    bool has_rivals = !is_alone && stack.stacks >= 2; /* on another file, with the same words */
    const char *forward = is_traditional ? "進" : "进";

    by_text_add(out, is_alone ? "" : place_text(&stack, is_traditional));
    by_text_add(out, has_rivals ? "" : pieces[is_traditional][side][kind]);
    by_text_add(out, is_alone || has_rivals ? numerals[side][stack.file] : "");
    by_text_add(out, way.direction > 0 ? forward : way.direction < 0 ? "退" : "平");
    by_text_add(out, numerals[side][way.number]);
}
