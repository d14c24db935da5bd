/* SPDX-License-Identifier: MIT
 *
 * The terms of the evaluation and their sum. The same code plays and tells what it has seen: in play the trace is known
 * to be unwanted when it is compiled, and nothing of it is left.
 *
 *     survey     for each side: where its pieces go and what they hit, its mobility, what it brings to bear on the
 *                enemy's king
 *     compare    with both surveys at hand: pieces that hang, checks that no capture answers, the danger of
 *                the king; tables of what both sides have; and patterns (patterns.h)
 */
#include "games/xiangqi/eval/patterns.h"
#include "games/xiangqi/eval/sum.h"

/* ---- Phase ------------------------------------------------------------------------------------------------------- */

/* How much of the opening is left: rooks count 4, horses and cannons 2. */
INLINE int phase_of(const struct xq *s)
{
    int phase = 0;

    for (int side = XQ_RED; side <= XQ_BLACK; side++)
        phase += 4 * xq_count(s, side, XQ_ROOK) + 2 * (xq_count(s, side, XQ_HORSE) + xq_count(s, side, XQ_CANNON));
    return phase;
}

/* Division drops fractions towards zero, so that both colours are treated alike. */
INLINE by_value blend(int32_t sum, int phase, int scale)
{
    int opening = xq_opening_part(sum) * phase * XQ_SCALE_FULL;
    int ending = xq_ending_part(sum) * (XQ_PHASE_MOST - phase) * scale;

    return (opening + ending) / (XQ_PHASE_MOST * XQ_SCALE_FULL);
}

/* For the side that is ahead in the ending. */
INLINE int scale_of(const struct xq *s, int32_t sum)
{
    int ending = xq_ending_part(sum);

    return ending ? by__xq_scale(s, ending > 0 ? XQ_RED : XQ_BLACK) : XQ_SCALE_FULL;
}

/* ---- Material and placement -------------------------------------------------------------------------------------- */

/* The sums that the board updates with each move. */
static void add_pieces(const struct xq *s, struct sum *sum)
{
    for (int piece = 0; piece < XQ_PIECES; piece++) {
        int side = xq_side_of(piece), kind = by__xq_kind_of[piece], square = s->at[piece];

        if (square == XQ_OFF)
            continue;
        if (side == XQ_BLACK)
            square = XQ_SQUARES - 1 - square;
        add(sum, side, XQ_MATERIAL + kind, 1);
        add(sum, side, XQ_SQUARE + kind * XQ_HALF_SQUARES + xq_half_square(square), 1);
    }
}

/* ---- Sets of squares --------------------------------------------------------------------------------------------- */

INLINE struct xq_set set_of_lines(const struct xq *s, int square, unsigned on_rank, unsigned on_file)
{
    int file = s->tables->file_of[square], rank = s->tables->rank_of[square];
    const struct xq_set *places = &s->tables->sets.on_file[on_file];
    uint64_t across = (uint64_t)on_rank << (rank >= 5 ? rank - 5 : rank) * XQ_FILES;

    return (struct xq_set){
        {places->half[0] << file | (rank < 5 ? across : 0), places->half[1] << file | (rank < 5 ? 0 : across)}};
}

/* The occupied squares of the rank and the file of a square. */
INLINE void lines_of(const struct xq *s, int square, unsigned *on_rank, unsigned *on_file)
{
    int file = s->tables->file_of[square], rank = s->tables->rank_of[square];

    *on_rank = s->ranks[0][rank] | s->ranks[1][rank];
    *on_file = s->files[0][file] | s->files[1][file];
}

/* Up to the first piece on each line, and with it. */
INLINE struct xq_set reach_of(const struct xq *s, int square)
{
    const struct xq_tables *t = s->tables;
    unsigned on_rank, on_file;

    lines_of(s, square, &on_rank, &on_file);
    return set_of_lines(s, square, t->rank_reach[t->file_of[square]][on_rank],
                        t->file_reach[t->rank_of[square]][on_file]);
}

/* Beyond the first piece, up to the second and with it. */
INLINE struct xq_set over_of(const struct xq *s, int square)
{
    const struct xq_tables *t = s->tables;
    unsigned on_rank, on_file;

    lines_of(s, square, &on_rank, &on_file);
    return set_of_lines(s, square, t->sets.rank_over[t->file_of[square]][on_rank],
                        t->sets.file_over[t->rank_of[square]][on_file]);
}

INLINE struct xq_set jumps_of(const struct xq *s, const uint8_t legs[4], const struct xq_set sets[16])
{
    int free = 0;

    for (int i = 0; i < 4; i++)
        free |= (s->board[legs[i]] == XQ_NONE) << i;
    return sets[free];
}

INLINE struct xq_set pieces_of(const struct xq *s, int side)
{
    const uint16_t *ranks = s->ranks[side];
    struct xq_set set = {{0, 0}};

    for (int rank = 4; rank >= 0; rank--) {
        set.half[0] = set.half[0] << XQ_FILES | ranks[rank];
        set.half[1] = set.half[1] << XQ_FILES | ranks[rank + 5];
    }
    return set;
}

/* ---- The survey of a side ---------------------------------------------------------------------------------------- */

/* The parts of an attack on the palace, by the kind of the attacker: squares hit, taking part, safe checks. Not learnt:
 * these go into an index. */
static const int8_t hit_danger[XQ_KINDS] = {[XQ_HORSE] = 6, [XQ_ROOK] = 5, [XQ_CANNON] = 4, [XQ_PAWN] = 6};
static const int8_t part_danger[XQ_KINDS] = {[XQ_HORSE] = 9, [XQ_ROOK] = 10, [XQ_CANNON] = 8, [XQ_PAWN] = 7};
static const int8_t check_danger[XQ_KINDS] = {[XQ_HORSE] = 12, [XQ_ROOK] = 14, [XQ_CANNON] = 9};
enum { GUARD_COMFORT = 5, DANGER_STEP = 4 };

INLINE void join_attack(const struct xq *s, struct survey *survey, int side, int kind, struct xq_set hits)
{
    struct xq_set at_palace = xq_set_and(hits, s->tables->sets.palace[side ^ 1]);

    if (!xq_set_any(at_palace))
        return;
    survey->attack += hit_danger[kind] * xq_set_count(at_palace) + part_danger[kind];
    survey->attackers++;
}

/* Begins the survey: the pawns' hits have to be known for the mobility of the other side. */
INLINE void survey_pawns(const struct xq *s, struct survey *survey, int side)
{
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;

    survey->own = pieces_of(s, side);
    survey->pawn_hits = (struct xq_set){{0, 0}};
    survey->attack = survey->attackers = 0;
    for (int slot = XQ_PAWNS_AT; slot < XQ_SIDE_PIECES; slot++) {
        struct xq_set hits;

        if (own[slot] == XQ_OFF)
            continue;
        hits = s->tables->sets.pawn[side][own[slot]];
        join_attack(s, survey, side, XQ_PAWN, hits);
        xq_set_join(&survey->pawn_hits, hits);
    }
    survey->lesser_hits = survey->hits = survey->pawn_hits;
}

/* `barred` are the squares that do not count: own pieces, and what enemy pawns hit. */
INLINE void survey_rooks(const struct xq *s, struct sum *sum, struct survey *survey, int side, struct xq_set barred)
{
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;

    survey->rook_moves = (struct xq_set){{0, 0}};
    for (int slot = XQ_ROOKS_AT; slot < XQ_CANNONS_AT; slot++) {
        struct xq_set hits;

        if (own[slot] == XQ_OFF)
            continue;
        hits = reach_of(s, own[slot]);
        add(sum, side, XQ_ROOK_MOBILITY + xq_set_count(xq_set_less(hits, barred)), 1);
        join_attack(s, survey, side, XQ_ROOK, hits);
        xq_set_join(&survey->rook_moves, xq_set_less(hits, survey->own));
        xq_set_join(&survey->hits, hits);
    }
}

INLINE void survey_horses(const struct xq *s, struct sum *sum, struct survey *survey, int side, struct xq_set barred)
{
    const struct xq_set_tables *sets = &s->tables->sets;
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;

    survey->horse_moves = (struct xq_set){{0, 0}};
    for (int slot = XQ_HORSES_AT; slot < XQ_ROOKS_AT; slot++) {
        struct xq_set hits;

        if (own[slot] == XQ_OFF)
            continue;
        hits = jumps_of(s, sets->horse_legs[own[slot]], sets->horse[own[slot]]);
        add(sum, side, XQ_HORSE_MOBILITY + xq_set_count(xq_set_less(hits, barred)), 1);
        join_attack(s, survey, side, XQ_HORSE, hits);
        xq_set_join(&survey->horse_moves, xq_set_less(hits, survey->own));
        xq_set_join(&survey->lesser_hits, hits);
        xq_set_join(&survey->hits, hits);
    }
}

/* How many of these pieces are more than pawns, the king left out: one that is hit is in check. */
INLINE int count_targets(const struct xq *s, struct xq_set pieces)
{
    int count = 0;

    while (xq_set_any(pieces)) {
        int kind = by__xq_kind_of[s->board[xq_set_take(&pieces)]];

        count += kind != XQ_PAWN && kind != XQ_KING;
    }
    return count;
}

INLINE void survey_cannons(const struct xq *s, struct sum *sum, struct survey *survey, int side, struct xq_set barred,
                           struct xq_set enemy)
{
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;

    survey->cannon_moves = (struct xq_set){{0, 0}};
    for (int slot = XQ_CANNONS_AT; slot < XQ_PAWNS_AT; slot++) {
        struct xq_set hits, moves;
        int shots;

        if (own[slot] == XQ_OFF)
            continue;
        hits = over_of(s, own[slot]);
        moves = xq_set_less(xq_set_less(reach_of(s, own[slot]), survey->own), enemy);
        shots = count_targets(s, xq_set_and(hits, enemy));
        add(sum, side, XQ_CANNON_MOBILITY + xq_set_count(xq_set_less(moves, barred)), 1);
        if (shots)
            add(sum, side, XQ_CANNON_SHOT, shots);
        join_attack(s, survey, side, XQ_CANNON, hits);
        xq_set_join(&survey->cannon_moves, moves);
        xq_set_join(&survey->lesser_hits, hits);
        xq_set_join(&survey->hits, hits);
    }
}

INLINE void survey_guards(const struct xq *s, struct sum *sum, struct survey *survey, int side)
{
    const struct xq_set_tables *sets = &s->tables->sets;
    const uint8_t *own = s->at + side * XQ_SIDE_PIECES;
    int counts[2] = {0, 0};

    survey->guard_hits = (struct xq_set){{0, 0}};
    for (int slot = XQ_ADVISORS_AT; slot < XQ_HORSES_AT; slot++) {
        bool is_elephant = slot >= XQ_ELEPHANTS_AT;
        struct xq_set hits;

        if (own[slot] == XQ_OFF)
            continue;
        hits = is_elephant ? jumps_of(s, sets->elephant_eyes[own[slot]], sets->elephant[own[slot]])
                           : sets->advisor[own[slot]];
        counts[is_elephant] += xq_set_count(xq_set_less(hits, survey->own));
        xq_set_join(&survey->guard_hits, hits);
    }
    for (int i = 0; i < 2; i++)
        if (counts[i])
            add(sum, side, XQ_GUARD_MOBILITY + i, counts[i]);
    xq_set_join(&survey->hits, survey->guard_hits);
    xq_set_join(&survey->hits, sets->king[own[XQ_KING_AT]]);
}

INLINE void survey_side(const struct xq *s, struct sum *sum, struct survey surveys[2], int side)
{
    struct survey *survey = &surveys[side], *enemy = &surveys[side ^ 1];
    struct xq_set barred = xq_set_or(survey->own, enemy->pawn_hits);

    survey_rooks(s, sum, survey, side, barred);
    survey_horses(s, sum, survey, side, barred);
    survey_cannons(s, sum, survey, side, barred, enemy->own);
    survey_guards(s, sum, survey, side);
}

/* ---- What both sides have ---------------------------------------------------------------------------------------- */

/* Advisors and elephants against what attacks them; and which pieces go together. */
INLINE void add_balance(const struct xq *s, struct sum *sum, int side)
{
    int other = side ^ 1;
    int guards = xq_count(s, side, XQ_ADVISOR) * 3 + xq_count(s, side, XQ_ELEPHANT);
    int against = (xq_count(s, other, XQ_ROOK) * 3 + xq_count(s, other, XQ_HORSE)) * 3 + xq_count(s, other, XQ_CANNON);
    int force = (xq_count(s, side, XQ_ROOK) * 3 + xq_count(s, side, XQ_HORSE)) * 3 + xq_count(s, side, XQ_CANNON);

    add(sum, side, XQ_GUARDS + guards * 27 + against, 1);
    add(sum, side, XQ_FORCE + force * 6 + xq_count(s, side, XQ_PAWN), 1);
}

/* ---- Threats ----------------------------------------------------------------------------------------------------- */

/* Attacked pieces without protection, and rooks attacked by lesser pieces. The side to move can save one. */
INLINE void add_hanging(const struct xq *s, struct sum *sum, const struct survey surveys[2], int side)
{
    const struct survey *own = &surveys[side], *enemy = &surveys[side ^ 1];
    struct xq_set hanging = xq_set_less(xq_set_and(own->own, enemy->hits), own->hits);
    int is_waiting = s->side != side, count = 0;

    while (xq_set_any(hanging)) {
        int kind = by__xq_kind_of[s->board[xq_set_take(&hanging)]];

        if (kind == XQ_KING)
            continue;
        add(sum, side, XQ_HANGING + is_waiting * XQ_KINDS + kind, 1);
        count++;
    }
    if (count > 1)
        add(sum, side, XQ_HANGING_MORE + is_waiting, count - 1);
    for (int slot = XQ_ROOKS_AT; slot < XQ_CANNONS_AT; slot++) {
        int square = s->at[side * XQ_SIDE_PIECES + slot];

        if (square != XQ_OFF && xq_set_has(enemy->lesser_hits, square) && xq_set_has(own->hits, square))
            add(sum, side, XQ_ROOK_HIT + is_waiting, 1);
    }
}

/* The number of safe squares from which a horse would give check and that it can reach. */
INLINE int count_horse_checks(const struct xq *s, int king, struct xq_set moves)
{
    struct xq_set squares = xq_set_and(moves, s->tables->sets.horse_before[king]);
    int count = 0;

    while (xq_set_any(squares))
        count += s->board[s->tables->horse_leg[xq_set_take(&squares)][king]] == XQ_NONE;
    return count;
}

/* The danger of the king of `side`: one attacker alone is none. */
INLINE void add_danger(const struct xq *s, struct sum *sum, const struct survey surveys[2], int side)
{
    const struct survey *own = &surveys[side], *enemy = &surveys[side ^ 1];
    int king = s->at[side * XQ_SIDE_PIECES + XQ_KING_AT], danger = enemy->attack, index;
    struct xq_set reach, over;

    if (enemy->attackers < 2)
        return;
    reach = reach_of(s, king);
    over = over_of(s, king);
    danger += check_danger[XQ_ROOK] * xq_set_count(xq_set_less(xq_set_and(reach, enemy->rook_moves), own->hits));
    danger += check_danger[XQ_CANNON] * xq_set_count(xq_set_less(xq_set_and(over, enemy->cannon_moves), own->hits));
    danger += check_danger[XQ_HORSE] * count_horse_checks(s, king, xq_set_less(enemy->horse_moves, own->hits));
    danger -= GUARD_COMFORT * xq_count(s, side, XQ_ADVISOR);
    index = danger / DANGER_STEP;
    if (index > 0)
        add(sum, side, XQ_DANGER + (index < XQ_DANGERS ? index : XQ_DANGERS - 1), 1);
}

/* ---- The sum ----------------------------------------------------------------------------------------------------- */

/* All terms but those of the pieces on their squares. */
INLINE void add_terms(const struct xq *s, struct sum *sum)
{
    struct survey surveys[2];

    add(sum, s->side, XQ_TEMPO, 1);
    survey_pawns(s, &surveys[XQ_RED], XQ_RED);
    survey_pawns(s, &surveys[XQ_BLACK], XQ_BLACK);
    survey_side(s, sum, surveys, XQ_RED);
    survey_side(s, sum, surveys, XQ_BLACK);
    for (int side = XQ_RED; side <= XQ_BLACK; side++) {
        add_balance(s, sum, side);
        add_hanging(s, sum, surveys, side);
        add_danger(s, sum, surveys, side);
        add_patterns(s, sum, surveys, side);
    }
}

by_value by__xq_evaluate(const struct xq *s)
{
    struct sum sum = {.value = s->score};
    by_value value;

    add_terms(s, &sum);
    value = blend(sum.value, phase_of(s), scale_of(s, sum.value));
    return s->side == XQ_RED ? value : -value;
}

void by__xq_trace(const struct xq *s, struct xq_trace *out)
{
    struct sum sum = {.trace = out};
    int phase = phase_of(s), scale;

    *out = (struct xq_trace){.value = 0};
    add_pieces(s, &sum);
    add_terms(s, &sum);
    scale = scale_of(s, sum.value);
    out->share[0] = (float)phase / XQ_PHASE_MOST;
    out->share[1] = (float)((XQ_PHASE_MOST - phase) * scale) / (float)(XQ_PHASE_MOST * XQ_SCALE_FULL);
    out->value = blend(sum.value, phase, scale);
}
