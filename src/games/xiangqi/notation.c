/* SPDX-License-Identifier: MIT
 *
 * Moves in writing: coordinates, and the choice between the notations. The formats of the others are in wxf.c and
 * chinese.c.
 */
#include "games/xiangqi/notation.h"

#include <string.h>

#include "games/xiangqi/relative.h"

const char *const by__xq_kind_names[XQ_KINDS] = {
    BY_WORDS("king"), BY_WORDS("advisor"), BY_WORDS("elephant"), BY_WORDS("horse"),
    BY_WORDS("rook"), BY_WORDS("cannon"),  BY_WORDS("pawn"),
};
const char *const by__xq_side_names[2] = {BY_WORDS("red"), BY_WORDS("black")};

/* ---- Texts in messages ------------------------------------------------------------------------------------------- */

enum { QUOTE_MOST = 40 };

/* The length of the character that begins here; 0: it is none that can be shown. */
static size_t character_length(const char *text)
{
    unsigned char c = (unsigned char)*text;

    return c < 0x20 || c == 0x7F ? 0 : (size_t)by_text_character(text);
}

/* Input quoted in a message: not too long, no half characters, no control characters. */
static void quote(const char *text, char out[QUOTE_MOST + 4])
{
    size_t used = 0;

    while (*text && used < QUOTE_MOST - 4) {
        size_t length = character_length(text);

        if (length)
            memcpy(out + used, text, length);
        else
            out[used] = '?';
        used += length ? length : 1;
        text += length ? length : 1;
    }
    strcpy(out + used, *text ? "..." : "");
}

/* ---- Coordinates ------------------------------------------------------------------------------------------------- */

/* Reads a square whose ranks count from `base`, 0 or 1; the text moves on behind it. */
static bool read_square(const char **text, int base, int *square)
{
    const char *c = *text;
    int file = (*c | 0x20) - 'a', rank;

    if (file < 0 || file >= XQ_FILES || c[1] < '0' || c[1] > '9')
        return false;
    rank = c[1] - '0';
    c += 2;
    if (base && rank == 1 && *c == '0') {
        rank = 10;
        c++;
    }
    if (rank < base)
        return false;
    *square = (rank - base) * XQ_FILES + file;
    *text = c;
    return true;
}

/* Two squares, with or without a hyphen between them. */
static bool read_coordinates(const char *text, int base, int *from, int *to)
{
    if (!read_square(&text, base, from))
        return false;
    text += *text == '-';
    return read_square(&text, base, to) && !*text;
}

bool by__xq_is_coordinates(const char *text, int base)
{
    int from, to;

    return read_coordinates(text, base, &from, &to);
}

/* Says why the move between two squares, written as `text`, is not legal. */
static by_status refuse_squares(const struct xq *s, int from, int to, int base, const char *text, by_error *error)
{
    const char *side = by__xq_side_names[s->side];
    int piece = s->board[from], file = 'a' + s->tables->file_of[from], rank = s->tables->rank_of[from] + base;

    if (piece == XQ_NONE)
        return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: %c%d is empty", text, file, rank);
    if (xq_side_of(piece) != s->side)
        return by_error_set(error, BY_ERROR_INPUT,
                            "'%s' is no legal move: the %-s on %c%d is %-s's, and %-s is to move", text,
                            by__xq_kind_names[by__xq_kind_of[piece]], file, rank, by__xq_side_names[s->side ^ 1], side);
    if (by__xq_goes(s, from, to) && xq_side_of(s->board[to]) != s->side)
        return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: %-s's king could be taken", text, side);
    return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: the %-s on %c%d cannot move like that", text,
                        by__xq_kind_names[by__xq_kind_of[piece]], file, rank);
}

static bool find_squares(struct xq *s, const char *text, int base, by_move *move)
{
    int from, to;

    if (!read_coordinates(text, base, &from, &to) || !by__xq_is_legal(s, xq_move(from, to)))
        return false;
    *move = xq_move(from, to);
    return true;
}

/* ---- The choice of a notation ------------------------------------------------------------------------------------ */

/* The notation in which a text reads, or the given one: XQ_ANY if it reads in none. Their forms have nothing in common
 * but the two ways to count ranks, of which the one with a legal move is chosen. */
static enum xq_notation notation_of(struct xq *s, const char *text)
{
    struct xq_phrase phrase;
    const char *c = text;
    by_move move;
    bool from_0 = by__xq_is_coordinates(text, 0), from_1 = by__xq_is_coordinates(text, 1);

    while (*c && (unsigned char)*c < 0x80)
        c++;
    if (*c)
        return XQ_CHINESE;
    if (from_1 && (!from_0 || (!find_squares(s, text, 0, &move) && find_squares(s, text, 1, &move))))
        return XQ_RANKS1;
    if (from_0)
        return XQ_COORDINATES;
    return by__xq_read_wxf(text, &phrase) ? XQ_WXF : XQ_ANY;
}

static by_status refuse_text(enum xq_notation notation, const char *text, by_error *error)
{
    static const char *const examples[] = {
        BY_WORDS("h2e2"),
        BY_WORDS("H2-E2"),
        BY_WORDS("h3e3 (ranks from 1 to 10)"),
        BY_WORDS("C2.5, H2+3 or R+.3"),
        BY_WORDS("炮二平五 or 前马退六"),
        BY_WORDS("炮二平五 or 前馬退六"),
    };

    return by_error_set(error, BY_ERROR_INPUT, "'%s' is no move, expected one like %-s", text,
                        notation == XQ_ANY ? BY_WORDS("h2e2, C2.5 or 炮二平五") : examples[notation]);
}

by_status by__xq_parse_move(void *state, const char *text, int notation, by_move *move, by_error *error)
{
    struct xq *s = state;
    enum xq_notation read = notation == XQ_ANY ? notation_of(s, text) : (enum xq_notation)notation;
    int base = read == XQ_RANKS1, from, to;
    char shown[QUOTE_MOST + 4];
    struct xq_phrase phrase;

    quote(text, shown);
    if (read == XQ_WXF ? by__xq_read_wxf(text, &phrase) : read > XQ_WXF && by__xq_read_chinese(text, &phrase))
        return by__xq_find_move(s, &phrase, shown, move, error);
    if (read == XQ_ANY || read >= XQ_WXF || !read_coordinates(text, base, &from, &to))
        return refuse_text(read, shown, error);
    return find_squares(s, text, base, move) ? BY_OK : refuse_squares(s, from, to, base, shown, error);
}

void by__xq_print_move(void *state, by_move move, int notation, by_text *out)
{
    const struct xq *s = state;
    int from = xq_from(move), to = xq_to(move), base = notation == XQ_RANKS1;
    char a = notation == XQ_ICCS ? 'A' : 'a';

    if (notation == XQ_WXF)
        by__xq_print_wxf(s, move, out);
    else if (notation == XQ_CHINESE || notation == XQ_TRADITIONAL)
        by__xq_print_chinese(s, move, notation == XQ_TRADITIONAL, out);
    else
        by_text_printf(out, "%c%d%s%c%d", a + from % XQ_FILES, from / XQ_FILES + base, notation == XQ_ICCS ? "-" : "",
                       a + to % XQ_FILES, to / XQ_FILES + base);
}
