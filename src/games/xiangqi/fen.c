/* SPDX-License-Identifier: MIT
 *
 * Positions as FEN: the board from black's back rank, the side to move, and optionally the counters of moves. What
 * cannot occur in a game is refused with its reason.
 */
#include <ctype.h>
#include <string.h>

#include "core/reader.h"
#include "games/xiangqi/notation.h"

/* A piece's letter; for horses and elephants both conventions are read, the first is written. */
static const char letters[] = "kabnrcpeh";
static const uint8_t kinds[] = {XQ_KING,   XQ_ADVISOR, XQ_ELEPHANT, XQ_HORSE, XQ_ROOK,
                                XQ_CANNON, XQ_PAWN,    XQ_ELEPHANT, XQ_HORSE};

/* Numbers of the pieces of a kind: the first, and how many there can be. */
static const struct {
    uint8_t first, count;
} slots[XQ_KINDS] = {{XQ_KING_AT, 1},  {XQ_ADVISORS_AT, 2}, {XQ_ELEPHANTS_AT, 2}, {XQ_HORSES_AT, 2},
                     {XQ_ROOKS_AT, 2}, {XQ_CANNONS_AT, 2},  {XQ_PAWNS_AT, 5}};

/* ---- Where pieces can stand -------------------------------------------------------------------------------------- */

/* `rank` as the piece's owner counts it. An elephant has seven points of its own half; a pawn has only gone straight on
 * from one of five points before it has crossed. */
static bool can_stand(int kind, int file, int rank)
{
    switch (kind) {
    case XQ_KING:
    case XQ_ADVISOR:
        return file >= 3 && file <= 5 && rank <= 2 && (kind == XQ_KING || (file + rank) % 2 == 1);
    case XQ_ELEPHANT:
        return rank <= 4 && ((rank % 4 == 0 && file % 4 == 2) || (rank == 2 && file % 4 == 0));
    case XQ_PAWN:
        return rank >= 5 || (rank >= 3 && file % 2 == 0);
    default:
        return true;
    }
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static int free_slot(const struct xq *s, int side, int kind)
{
    for (int i = 0; i < slots[kind].count; i++) {
        int piece = side * XQ_SIDE_PIECES + slots[kind].first + i;

        if (s->at[piece] == XQ_OFF)
            return piece;
    }
    return XQ_NONE;
}

/* Pawns do not change files before the river, so that a file holds one of them at most. */
static bool is_behind_another(const struct xq *s, int side, int kind, int square)
{
    for (int slot = XQ_PAWNS_AT; kind == XQ_PAWN && slot < XQ_SIDE_PIECES; slot++) {
        int other = s->at[side * XQ_SIDE_PIECES + slot];

        if (other != XQ_OFF && other % XQ_FILES == square % XQ_FILES && !xq_has_crossed(side, other) &&
            !xq_has_crossed(side, square))
            return true;
    }
    return false;
}

static by_status read_piece(struct by__reader *r, struct xq *s, int file, int rank)
{
    const char *letter = strchr(letters, tolower((unsigned char)*r->at));
    int side = isupper((unsigned char)*r->at) ? XQ_RED : XQ_BLACK, kind, piece;

    if (!letter || !*letter)
        return by__reader_fail(r, "rank %d, file %c: '%c' is no piece, expected one of kabnrcp (or h, e) or a number",
                               rank, 'a' + file, isprint((unsigned char)*r->at) ? *r->at : '?');
    kind = kinds[letter - letters];
    if (!can_stand(kind, file, side == XQ_RED ? rank : XQ_RANKS - 1 - rank))
        return by__reader_fail(r, "rank %d, file %c: a %-s %-s cannot stand there", rank, 'a' + file,
                               by__xq_side_names[side], by__xq_kind_names[kind]);
    piece = free_slot(s, side, kind);
    if (piece == XQ_NONE)
        return by__reader_fail(r, "rank %d, file %c: one %-s %-s too many, there can be %d", rank, 'a' + file,
                               by__xq_side_names[side], by__xq_kind_names[kind], slots[kind].count);
    if (is_behind_another(s, side, kind, rank * XQ_FILES + file))
        return by__reader_fail(r,
                               "rank %d, file %c: a second %-s pawn on this side of the river cannot be on this file",
                               rank, 'a' + file, by__xq_side_names[side]);
    by__xq_put(s, piece, rank * XQ_FILES + file);
    return BY_OK;
}

static by_status read_rank(struct by__reader *r, struct xq *s, int rank)
{
    int file = 0;

    for (; !by__reader_is_end(*r->at) && *r->at != '/'; r->at++) {
        if (file < XQ_FILES && *r->at >= '1' && *r->at <= '9') {
            file += *r->at - '0';
        } else if (file < XQ_FILES) {
            by_status status = read_piece(r, s, file++, rank);

            if (status)
                return status;
        } else {
            file++;
        }
        if (file > XQ_FILES)
            return by__reader_fail(r, "rank %d has more than 9 points", rank);
    }
    if (file < XQ_FILES)
        return by__reader_fail(r, "rank %d has %d points, expected 9", rank, file);
    return BY_OK;
}

static by_status read_board(struct by__reader *r, struct xq *s)
{
    for (int rank = XQ_RANKS - 1; rank >= 0; rank--) {
        by_status status = read_rank(r, s, rank);

        if (status)
            return status;
        if (rank && *r->at != '/')
            return by__reader_fail(r, "expected '/' and rank %d after rank %d", rank - 1, rank);
        if (!rank && *r->at == '/')
            return by__reader_fail(r, "there are only ten ranks");
        r->at += rank > 0;
    }
    return BY_OK;
}

/* The side to move: w or r for red, b for black; red if it is left out. */
static by_status read_side(struct by__reader *r, struct xq *s)
{
    if (!by__reader_find_field(r))
        return BY_OK;
    if (!strchr("wWrRbB", *r->at) || !by__reader_is_end(r->at[1]))
        return by__reader_fail(r, "expected the side to move: w (or r) or b");
    if (tolower((unsigned char)*r->at) == 'b') {
        s->side = s->first_side = XQ_BLACK;
        s->key ^= s->tables->side_key;
        s->index_key ^= s->tables->side_index_key;
    }
    r->at++;
    return BY_OK;
}

/* Two fields that chess has and xiangqi has not (castling, a pawn's double step), the plies since the last capture, and
 * the number of the move. All may be left out from the end, and the idle ones altogether. */
static by_status read_counters(struct by__reader *r, struct xq *s)
{
    int plies = 0, number = 1;
    by_status status;

    for (int i = 0; i < 2; i++)
        if (by__reader_find_field(r) && *r->at == '-' && by__reader_is_end(r->at[1]))
            r->at++;
    status = by__reader_number(r, "the plies since the last capture", 0, 30000, &plies);
    if (!status)
        status = by__reader_number(r, "the number of the move", 0, 1000000, &number);
    if (!status && by__reader_find_field(r))
        status = by__reader_fail(r, "expected the end of the position");
    s->since_capture = (uint16_t)plies;
    s->move_number = (uint32_t)(number ? number : 1);
    return status;
}

static by_status check_kings(const struct xq *s, by_error *error)
{
    int king = s->at[(s->side ^ 1) * XQ_SIDE_PIECES + XQ_KING_AT];

    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        if (s->at[side * XQ_SIDE_PIECES] == XQ_OFF)
            return by_error_set(error, BY_ERROR_INPUT, "%-s has no king", by__xq_side_names[side]);
    if (by__xq_kings_face(s))
        return by_error_set(error, BY_ERROR_INPUT, "the kings face each other on file %c",
                            'a' + s->tables->file_of[s->at[0]]);
    if (by__xq_king_is_attacked(s, s->side ^ 1, XQ_OFF, XQ_OFF))
        return by_error_set(error, BY_ERROR_INPUT, "%-s is to move, but %-s's king on %c%d is in check",
                            by__xq_side_names[s->side], by__xq_side_names[s->side ^ 1], 'a' + s->tables->file_of[king],
                            s->tables->rank_of[king]);
    return BY_OK;
}

by_status by__xq_parse_fen(void *state, const char *text, by_error *error)
{
    struct xq *s = state;
    struct by__reader r = {.text = text, .at = text, .error = error};
    by_status status;

    by__xq_clear(s);
    s->move_number = 1;
    if (!by__reader_find_field(&r))
        return by__reader_fail(&r, "expected a position, but the text is empty");
    status = read_board(&r, s);
    if (!status)
        status = read_side(&r, s);
    if (!status)
        status = read_counters(&r, s);
    return status ? status : check_kings(s, error);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

void by__xq_print_board(const char board[XQ_SQUARES], by_text *out)
{
    for (int rank = XQ_RANKS - 1; rank >= 0; rank--) {
        int empty = 0;

        for (int file = 0; file < XQ_FILES; file++) {
            char letter = board[rank * XQ_FILES + file];

            empty += !letter;
            if (empty && (letter || file == XQ_FILES - 1)) {
                by_text_printf(out, "%d", empty);
                empty = 0;
            }
            if (letter)
                by_text_add_char(out, letter);
        }
        by_text_add(out, rank ? "/" : "");
    }
}

void by__xq_print_fen(const void *state, by_text *out)
{
    const struct xq *s = state;
    uint32_t plies = s->length + (s->first_side == XQ_BLACK);
    char board[XQ_SQUARES];

    for (int square = 0; square < XQ_SQUARES; square++)
        board[square] = s->board[square] == XQ_NONE
                            ? 0
                            : by__xq_pieces[by__xq_kind_of[s->board[square]]].letters[xq_side_of(s->board[square])];
    by__xq_print_board(board, out);
    by_text_printf(out, " %c - - %d %u", s->side == XQ_RED ? 'w' : 'b', s->since_capture, s->move_number + plies / 2);
}
