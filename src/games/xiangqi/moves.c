/* SPDX-License-Identifier: MIT
 *
 * The moves of xiangqi: where pieces go, which moves are legal, how many there are.
 *
 * Legality is settled once for a position instead of once for a move. A move can only expose the own king if the king
 * moves, if the piece that moves is *bound* (it alone stands between the king and a rook or the other king, it is one
 * of two before a cannon, or it blocks the leg of a horse), or if it steps in front of a cannon that faces the king
 * with nothing in between, onto a *shut* square. If the king is not in check and none of this applies, whatever a piece
 * reaches is legal. The king, bound pieces and answers to a check are tried one by one.
 */
#include "games/xiangqi/cross.h"

/* ---- Attacks on a king ----------------------------------------------------------------------------------------- */

/* Rooks, cannons, and the other king on an open file. A piece on `to` has just been captured. */
static bool lines_attack(const struct xq *s, const struct xq_cross *cross, int enemy, int to)
{
    const uint8_t *at = s->at + enemy * XQ_SIDE_PIECES;
    int king = at[XQ_KING_AT];

    for (int i = XQ_ROOKS_AT; i < XQ_PAWNS_AT; i++) {
        int blockers_wanted = i >= XQ_CANNONS_AT;

        if (at[i] != XQ_OFF && at[i] != to && xq_count_between(s, cross, at[i]) == blockers_wanted)
            return true;
    }
    return king != to && s->tables->file_of[king] == cross->file &&
           !(cross->on_file & s->tables->between[cross->rank][s->tables->rank_of[king]]);
}

static bool horses_attack(const struct xq *s, int square, int enemy, int from, int to)
{
    for (int i = XQ_HORSES_AT; i < XQ_ROOKS_AT; i++) {
        int horse = s->at[enemy * XQ_SIDE_PIECES + i], leg;

        if (horse == XQ_OFF || horse == to)
            continue;
        leg = s->tables->horse_leg[horse][square];
        if (leg != XQ_OFF && leg != to && (leg == from || s->board[leg] == XQ_NONE))
            return true;
    }
    return false;
}

static bool is_pawn_of(const struct xq *s, int square, int side)
{
    int piece = s->board[square]; /* the palace is nowhere at the edge that pawns come from, nor at the sides */

    return xq_side_of(piece) == side && by__xq_kind_of[piece] == XQ_PAWN;
}

/* A king stands in its palace, where every pawn of the enemy has crossed the river and goes forward and sideways. */
static bool pawns_attack(const struct xq *s, int king, int enemy, int to)
{
    int behind = enemy == XQ_RED ? king - XQ_FILES : king + XQ_FILES;

    return (behind != to && is_pawn_of(s, behind, enemy)) || (king - 1 != to && is_pawn_of(s, king - 1, enemy)) ||
           (king + 1 != to && is_pawn_of(s, king + 1, enemy));
}

bool by__xq_king_is_attacked(const struct xq *s, int side, int from, int to)
{
    int king = s->at[side * XQ_SIDE_PIECES + XQ_KING_AT];
    struct xq_cross cross;

    if (from == king)
        king = to;
    cross = xq_cross_at(s, king);
    if (from != XQ_OFF)
        xq_move_on_cross(s, &cross, from, to);
    return lines_attack(s, &cross, side ^ 1, to) || horses_attack(s, king, side ^ 1, from, to) ||
           pawns_attack(s, king, side ^ 1, to);
}

bool by__xq_kings_face(const struct xq *s)
{
    int red = s->at[XQ_KING_AT], black = s->at[XQ_SIDE_PIECES + XQ_KING_AT], file = s->tables->file_of[red];

    return file == s->tables->file_of[black] &&
           !(xq_file_occupied(s, file) & s->tables->between[s->tables->rank_of[red]][s->tables->rank_of[black]]);
}

bool by__xq_is_safe(const struct xq *s, int from, int to)
{
    return !by__xq_king_is_attacked(s, s->side, from, to);
}

/* ---- The guard of the king --------------------------------------------------------------------------------------- */

static void bind(struct xq *s, int square)
{
    int piece = s->board[square];

    if (xq_side_of(piece) == s->side)
        s->guard.bound |= (uint16_t)(1 << (piece & 15));
}

/* Binds the own pieces among those on a line: bits of a file or of a rank. */
static void bind_line(struct xq *s, const struct xq_cross *cross, unsigned blockers, bool on_file)
{
    for (; blockers; blockers &= blockers - 1) {
        int place = __builtin_ctz(blockers);

        bind(s, on_file ? place * XQ_FILES + cross->file : cross->rank * XQ_FILES + place);
    }
}

/* The effect of a rook (`screens` 0) or a cannon (1) on this square on the king. With as many pieces in between as it
 * needs it gives check; with one more, these hold it back; a cannon with none forbids to step in between. */
static void judge_line(struct xq *s, const struct xq_cross *cross, int square, int screens)
{
    const struct xq_tables *t = s->tables;
    bool on_file = t->file_of[square] == cross->file;
    unsigned segment =
        on_file ? t->between[cross->rank][t->rank_of[square]] : t->between[cross->file][t->file_of[square]];
    unsigned blockers = segment & (on_file ? cross->on_file : cross->on_rank);
    int count = xq_bit_count(s, blockers);

    if (count == screens)
        s->guard.in_check = true;
    else if (count == screens + 1)
        bind_line(s, cross, blockers, on_file);
    else if (count < screens)
        *(on_file ? &s->guard.shut_on_file : &s->guard.shut_on_rank) |= (uint16_t)segment;
}

static void judge_horse(struct xq *s, int horse, int king)
{
    int leg = s->tables->horse_leg[horse][king];

    if (leg == XQ_OFF)
        return;
    if (s->board[leg] == XQ_NONE)
        s->guard.in_check = true;
    else
        bind(s, leg);
}

static void find_guard(struct xq *s)
{
    const struct xq_tables *t = s->tables;
    const uint8_t *enemy = s->at + (s->side ^ 1) * XQ_SIDE_PIECES;
    int king = s->at[s->side * XQ_SIDE_PIECES + XQ_KING_AT];
    struct xq_cross cross = xq_cross_at(s, king);

    s->guard = (struct xq_guard){.is_known = true};
    for (int i = XQ_ROOKS_AT; i < XQ_PAWNS_AT; i++)
        if (enemy[i] != XQ_OFF && (t->file_of[enemy[i]] == cross.file || t->rank_of[enemy[i]] == cross.rank))
            judge_line(s, &cross, enemy[i], i >= XQ_CANNONS_AT);
    if (t->file_of[enemy[XQ_KING_AT]] == cross.file)
        judge_line(s, &cross, enemy[XQ_KING_AT], 0);
    for (int i = XQ_HORSES_AT; i < XQ_ROOKS_AT; i++)
        if (enemy[i] != XQ_OFF)
            judge_horse(s, enemy[i], king);
    s->guard.in_check |= pawns_attack(s, king, s->side ^ 1, XQ_OFF);
}

bool by__xq_in_check(struct xq *s)
{
    if (!s->guard.is_known)
        find_guard(s);
    return s->guard.in_check;
}

static bool has_shut_squares(const struct xq *s)
{
    return s->guard.shut_on_rank | s->guard.shut_on_file;
}

static bool is_shut(const struct xq *s, int square)
{
    const struct xq_tables *t = s->tables;
    int king = s->at[s->side * XQ_SIDE_PIECES + XQ_KING_AT];

    if (t->file_of[square] == t->file_of[king])
        return s->guard.shut_on_file >> t->rank_of[square] & 1;
    return t->rank_of[square] == t->rank_of[king] && (s->guard.shut_on_rank >> t->file_of[square] & 1);
}

/* The own pieces (a bit each) of which every move has to be tried. */
static unsigned to_be_tried(struct xq *s)
{
    return by__xq_in_check(s) ? 0xFFFF : s->guard.bound | 1u << XQ_KING_AT;
}

/* ---- Answers to a check ------------------------------------------------------------------------------------------ */

/* The king may go away, and so may the screens of a cannon; every other piece has to capture the attacker or to hold it
 * back: between it and the king, or on the leg of a horse. Whether that is enough is found by trial. */
struct answers {
    uint64_t squares[2];
    unsigned leaving; /* pieces (a bit each) that may go anywhere */
};

static inline void add_answer(struct answers *answers, int square)
{
    answers->squares[square >> 6] |= UINT64_C(1) << (square & 63);
}

static inline bool may_answer(const struct answers *answers, int slot, int to)
{
    return answers->leaving >> slot & 1 || (answers->squares[to >> 6] >> (to & 63) & 1);
}

static void answer_line(const struct xq *s, struct answers *answers, int attacker, int king)
{
    int step = s->tables->file_of[attacker] == s->tables->file_of[king] ? XQ_FILES : 1;

    if (attacker > king)
        step = -step;
    for (int square = attacker; square != king; square += step) {
        add_answer(answers, square);
        if (xq_side_of(s->board[square]) == s->side)
            answers->leaving |= 1u << (s->board[square] & 15);
    }
}

static struct answers find_answers(const struct xq *s)
{
    const uint8_t *enemy = s->at + (s->side ^ 1) * XQ_SIDE_PIECES;
    int king = s->at[s->side * XQ_SIDE_PIECES + XQ_KING_AT];
    struct xq_cross cross = xq_cross_at(s, king);
    struct answers answers = {.leaving = 1u << XQ_KING_AT};

    for (int i = XQ_ROOKS_AT; i < XQ_PAWNS_AT; i++)
        if (enemy[i] != XQ_OFF && xq_count_between(s, &cross, enemy[i]) == (i >= XQ_CANNONS_AT))
            answer_line(s, &answers, enemy[i], king);
    for (int i = XQ_HORSES_AT; i < XQ_ROOKS_AT; i++) {
        int leg = enemy[i] == XQ_OFF ? XQ_OFF : s->tables->horse_leg[enemy[i]][king];

        if (leg != XQ_OFF && s->board[leg] == XQ_NONE) {
            add_answer(&answers, enemy[i]);
            add_answer(&answers, leg);
        }
    }
    /* A pawn that attacks is near; that others are among the answers does no harm */
    for (int i = XQ_PAWNS_AT; i < XQ_SIDE_PIECES; i++)
        if (enemy[i] != XQ_OFF && xq_count_between(s, &cross, enemy[i]) == 0)
            add_answer(&answers, enemy[i]);
    return answers;
}

/* The moves whose legality must be tested by making them. */
struct trial {
    unsigned pieces;        /* of which every move has to be tried, a bit each */
    struct answers answers; /* of no meaning without a check */
};

static inline struct trial prepare_trial(struct xq *s)
{
    struct trial trial;

    trial.pieces = to_be_tried(s);
    if (s->guard.in_check)
        trial.answers = find_answers(s);
    return trial;
}

/* ---- Where a piece goes ------------------------------------------------------------------------------------------ */

/* Which squares are asked for, by who stands on them: bits of the two sides and of neither (xq_side_of). */
enum { EMPTY = 1 << 2 };

static inline unsigned all_but(int side)
{
    return EMPTY | 1u << (side ^ 1);
}

static inline bool is_wanted(const struct xq *s, int square, unsigned wanted)
{
    return wanted >> xq_side_of(s->board[square]) & 1;
}

/* The targets of a rook or a cannon on its rank and on its file, own pieces left out. */
struct lines {
    unsigned on_rank, on_file;
};

static inline struct lines slider_lines(const struct xq *s, int square, int side, bool is_cannon)
{
    const struct xq_tables *t = s->tables;
    int file = t->file_of[square], rank = t->rank_of[square];
    unsigned ranked = xq_rank_occupied(s, rank), filed = xq_file_occupied(s, file);

    if (!is_cannon)
        return (struct lines){t->rank_reach[file][ranked] & ~(unsigned)s->ranks[side][rank],
                              t->file_reach[rank][filed] & ~(unsigned)s->files[side][file]};
    return (struct lines){
        (t->rank_reach[file][ranked] & ~ranked) | (t->rank_shots[file][ranked] & s->ranks[side ^ 1][rank]),
        (t->file_reach[rank][filed] & ~filed) | (t->file_shots[rank][filed] & s->files[side ^ 1][file])};
}

/* Of the targets on a line, which are empty or held by the enemy. */
static inline unsigned keep_wanted(unsigned line, unsigned enemy, unsigned wanted)
{
    if (!(wanted & EMPTY))
        return line & enemy;
    return wanted == EMPTY ? line & ~enemy : line;
}

static inline int list_slider(const struct xq *s, int from, int side, bool is_cannon, unsigned wanted, uint8_t *out)
{
    struct lines lines = slider_lines(s, from, side, is_cannon);
    int count = 0, file = s->tables->file_of[from], rank = s->tables->rank_of[from];

    lines.on_rank = keep_wanted(lines.on_rank, s->ranks[side ^ 1][rank], wanted);
    lines.on_file = keep_wanted(lines.on_file, s->files[side ^ 1][file], wanted);
    for (; lines.on_rank; lines.on_rank &= lines.on_rank - 1)
        out[count++] = (uint8_t)(rank * XQ_FILES + __builtin_ctz(lines.on_rank));
    for (; lines.on_file; lines.on_file &= lines.on_file - 1)
        out[count++] = (uint8_t)(__builtin_ctz(lines.on_file) * XQ_FILES + file);
    return count;
}

static inline int list_steps(const struct xq *s, const struct xq_steps *steps, unsigned wanted, uint8_t *out)
{
    int count = 0;

    for (const uint8_t *to = steps->to; *to != XQ_OFF; to++)
        if (is_wanted(s, *to, wanted))
            out[count++] = *to;
    return count;
}

static inline int list_jumps(const struct xq *s, const struct xq_jumps *jumps, unsigned wanted, uint8_t *out)
{
    int count = 0;

    for (int i = 0; jumps->leg[i] != XQ_OFF; i++)
        if (is_wanted(s, jumps->to[i], wanted) && s->board[jumps->leg[i]] == XQ_NONE)
            out[count++] = jumps->to[i];
    return count;
}

/* As by__xq_targets, but only the squares asked for. */
static inline int list_targets(const struct xq *s, int from, unsigned wanted, uint8_t *out)
{
    const struct xq_tables *t = s->tables;
    int piece = s->board[from], side = xq_side_of(piece);

    switch (by__xq_kind_of[piece]) {
    case XQ_KING:
        return list_steps(s, &t->king_steps[from], wanted, out);
    case XQ_ADVISOR:
        return list_steps(s, &t->advisor_steps[from], wanted, out);
    case XQ_ELEPHANT:
        return list_jumps(s, &t->elephant_steps[from], wanted, out);
    case XQ_HORSE:
        return list_jumps(s, &t->horse_steps[from], wanted, out);
    case XQ_ROOK:
        return list_slider(s, from, side, false, wanted, out);
    case XQ_CANNON:
        return list_slider(s, from, side, true, wanted, out);
    case XQ_PAWN:
        return list_steps(s, &t->pawn_steps[side][from], wanted, out);
    }
    return 0;
}

int by__xq_targets(const struct xq *s, int from, uint8_t *out)
{
    return list_targets(s, from, all_but(xq_side_of(s->board[from])), out);
}

/* ---- Legal moves ------------------------------------------------------------------------------------------------- */

static int keep_safe(const struct xq *s, int from, const struct trial *trial, uint8_t *targets, int count)
{
    int slot = s->board[from] & 15, kept = 0;

    for (int i = 0; i < count; i++)
        if ((!s->guard.in_check || may_answer(&trial->answers, slot, targets[i])) &&
            by__xq_is_safe(s, from, targets[i]))
            targets[kept++] = targets[i];
    return kept;
}

static int keep_open(const struct xq *s, uint8_t *targets, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (!is_shut(s, targets[i]))
            targets[kept++] = targets[i];
    return kept;
}

/* The targets of a piece that are asked for and leave the king safe. Shut squares are empty. */
static inline int legal_targets(const struct xq *s, int from, const struct trial *trial, unsigned wanted, uint8_t *out)
{
    int count = list_targets(s, from, wanted, out);

    if (trial->pieces >> (s->board[from] & 15) & 1)
        return keep_safe(s, from, trial, out, count);
    return has_shut_squares(s) && (wanted & EMPTY) ? keep_open(s, out, count) : count;
}

static inline struct by_move_info described(const struct xq *s, int from, int to)
{
    int piece = s->board[from], captured = s->board[to], kind = by__xq_kind_of[piece];

    return (struct by_move_info){
        .move = xq_move(from, to),
        .from_to = (uint16_t)(from * XQ_SQUARES + to),
        .piece_to = (uint16_t)((xq_side_of(piece) * XQ_KINDS + kind) * XQ_SQUARES + to),
        .flags = captured != XQ_NONE ? BY_MOVE_CAPTURE : 0,
        .attacker = (uint8_t)kind,
        .victim = by__xq_kind_of[captured],
        .to = (uint8_t)to,
    };
}

void by__xq_describe(const struct xq *s, int from, int to, struct by_move_info *out)
{
    *out = described(s, from, to);
}

static unsigned wanted_by_kind(int side, enum by_moves_kind kind)
{
    if (kind == BY_MOVES_ALL)
        return all_but(side);
    return kind == BY_MOVES_QUIET ? EMPTY : all_but(side) & ~(unsigned)EMPTY;
}

/* The squares of the own pieces: by kind, and within a kind as a FEN names them, from the top left. Which of two rooks
 * stands first must not depend on how the position came about. */
static void own_squares(const struct xq *s, uint8_t squares[XQ_SIDE_PIECES])
{
    const uint8_t *own = s->at + s->side * XQ_SIDE_PIECES, *order = s->tables->fen_order;

    squares[XQ_KING_AT] = own[XQ_KING_AT];
    for (int slot = XQ_ADVISORS_AT; slot < XQ_PAWNS_AT; slot += 2) {
        bool is_swapped = order[own[slot + 1]] < order[own[slot]];

        squares[slot] = own[slot + is_swapped];
        squares[slot + 1] = own[slot + !is_swapped];
    }
    for (int slot = XQ_PAWNS_AT; slot < XQ_SIDE_PIECES; slot++) {
        int place = slot;

        for (; place > XQ_PAWNS_AT && order[own[slot]] < order[squares[place - 1]]; place--)
            squares[place] = squares[place - 1];
        squares[place] = own[slot];
    }
}

void by__xq_list_legal(struct xq *s, enum by_moves_kind kind, struct by_moves *out)
{
    struct by_move_info *next = out->list ? out->list + out->count : NULL;
    unsigned wanted = wanted_by_kind(s->side, kind);
    struct trial trial = prepare_trial(s);
    uint8_t squares[XQ_SIDE_PIECES];

    own_squares(s, squares);
    for (int i = 0; i < XQ_SIDE_PIECES; i++) {
        uint8_t targets[20];
        int from = squares[i], count;

        if (from == XQ_OFF)
            continue;
        count = legal_targets(s, from, &trial, wanted, targets);
        out->count += count;
        if (!next)
            continue;
        for (int j = 0; j < count; j++)
            *next++ = described(s, from, targets[j]);
    }
}

/* ---- Single moves ------------------------------------------------------------------------------------------------ */

static bool steps_to(const struct xq_steps *steps, int to)
{
    for (const uint8_t *step = steps->to; *step != XQ_OFF; step++)
        if (*step == to)
            return true;
    return false;
}

static bool elephant_goes(const struct xq *s, int from, int to)
{
    const struct xq_jumps *jumps = &s->tables->elephant_steps[from];

    for (int i = 0; jumps->leg[i] != XQ_OFF; i++)
        if (jumps->to[i] == to)
            return s->board[jumps->leg[i]] == XQ_NONE;
    return false;
}

bool by__xq_goes(const struct xq *s, int from, int to)
{
    const struct xq_tables *t = s->tables;
    struct xq_cross cross = xq_cross_at(s, to);
    int piece = s->board[from], leg = t->horse_leg[from][to];

    switch (by__xq_kind_of[piece]) {
    case XQ_KING:
        return steps_to(&t->king_steps[from], to);
    case XQ_ADVISOR:
        return steps_to(&t->advisor_steps[from], to);
    case XQ_ELEPHANT:
        return elephant_goes(s, from, to);
    case XQ_HORSE:
        return leg != XQ_OFF && s->board[leg] == XQ_NONE;
    case XQ_ROOK:
        return xq_count_between(s, &cross, from) == 0;
    case XQ_CANNON:
        return xq_count_between(s, &cross, from) == (s->board[to] != XQ_NONE);
    default:
        return steps_to(&t->pawn_steps[xq_side_of(piece)][from], to);
    }
}

bool by__xq_is_legal(struct xq *s, by_move move)
{
    int from = xq_from(move), to = xq_to(move);

    if (from >= XQ_SQUARES || to >= XQ_SQUARES || xq_side_of(s->board[from]) != s->side)
        return false;
    if (xq_side_of(s->board[to]) == s->side || !by__xq_goes(s, from, to))
        return false;
    return to_be_tried(s) >> (s->board[from] & 15) & 1 ? by__xq_is_safe(s, from, to) : !is_shut(s, to);
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

static int count_steps(const struct xq *s, const struct xq_steps *steps, int side)
{
    int count = 0;

    for (const uint8_t *to = steps->to; *to != XQ_OFF; to++)
        count += xq_side_of(s->board[*to]) != side;
    return count;
}

static int count_jumps(const struct xq *s, const struct xq_jumps *jumps, int side)
{
    int count = 0;

    for (int i = 0; jumps->leg[i] != XQ_OFF; i++)
        count += s->board[jumps->leg[i]] == XQ_NONE && xq_side_of(s->board[jumps->to[i]]) != side;
    return count;
}

static inline int count_slider(const struct xq *s, int from, int side, bool is_cannon)
{
    struct lines lines = slider_lines(s, from, side, is_cannon);

    return xq_bit_count(s, lines.on_rank) + xq_bit_count(s, lines.on_file);
}

/* The moves of a piece that nothing binds. */
static inline int count_free(const struct xq *s, int slot, int from)
{
    const struct xq_tables *t = s->tables;
    int side = s->side;

    if (slot >= XQ_PAWNS_AT)
        return count_steps(s, &t->pawn_steps[side][from], side);
    if (slot >= XQ_ROOKS_AT)
        return count_slider(s, from, side, slot >= XQ_CANNONS_AT);
    if (slot >= XQ_HORSES_AT)
        return count_jumps(s, &t->horse_steps[from], side);
    if (slot >= XQ_ELEPHANTS_AT)
        return count_jumps(s, &t->elephant_steps[from], side);
    return count_steps(s, &t->advisor_steps[from], side);
}

int by__xq_count_legal(struct xq *s)
{
    const uint8_t *own = s->at + s->side * XQ_SIDE_PIECES;
    struct trial trial = prepare_trial(s);
    unsigned listed = has_shut_squares(s) ? 0xFFFF : trial.pieces;
    uint8_t targets[20];
    int count = 0;

    for (int slot = 0; slot < XQ_SIDE_PIECES; slot++) {
        if (own[slot] == XQ_OFF)
            continue;
        count += listed >> slot & 1 ? legal_targets(s, own[slot], &trial, all_but(s->side), targets)
                                    : count_free(s, slot, own[slot]);
    }
    return count;
}

static bool slider_moves_freely(const struct xq *s, unsigned tried)
{
    const uint8_t *own = s->at + s->side * XQ_SIDE_PIECES;

    for (int slot = XQ_ROOKS_AT; slot < XQ_PAWNS_AT; slot++)
        if (own[slot] != XQ_OFF && !(tried >> slot & 1) && count_slider(s, own[slot], s->side, slot >= XQ_CANNONS_AT))
            return true;
    return false;
}

static bool has_move_from(const struct xq *s, int first_slot, const struct trial *trial)
{
    const uint8_t *own = s->at + s->side * XQ_SIDE_PIECES;
    uint8_t targets[20];

    for (int slot = first_slot; slot < XQ_SIDE_PIECES; slot++)
        if (own[slot] != XQ_OFF && legal_targets(s, own[slot], trial, all_but(s->side), targets))
            return true;
    return false;
}

/* Most positions have a rook or a cannon that is free to go somewhere, or else a horse or a pawn. */
bool by__xq_surely_moves(struct xq *s)
{
    struct trial trial = {.pieces = to_be_tried(s)};

    if (s->guard.in_check)
        return false;
    return (!has_shut_squares(s) && slider_moves_freely(s, trial.pieces)) || has_move_from(s, XQ_HORSES_AT, &trial);
}

bool by__xq_has_legal_move(struct xq *s)
{
    struct trial trial = prepare_trial(s);

    return has_move_from(s, XQ_KING_AT, &trial);
}
