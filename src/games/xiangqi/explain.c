/* SPDX-License-Identifier: MIT
 *
 * The verdict in words: what ends the game or does not, and for a position that has come back, every move of the cycle
 * with its checks and attacks and what the law makes of them.
 */
#include "games/xiangqi/judge.h"

static const char *const kind_names[XQ_KINDS] = {"king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"};
static const char *const side_names[] = {"red", "black"};
static const char *const side_starts[] = {"Red", "Black"};

static const char *name_at(const struct xq *s, int square)
{
    return kind_names[by__xq_kind_of[s->board[square]]];
}

static void add_square(by_text *out, int square)
{
    by_text_printf(out, "%c%d", 'a' + square % XQ_FILES, square / XQ_FILES);
}

/* "rook on b0" */
static void add_piece(by_text *out, const struct xq *s, int square)
{
    by_text_printf(out, "%s on ", name_at(s, square));
    add_square(out, square);
}

/* ---- A move ------------------------------------------------------------------------------------------------------ */

/* A move of the cycle, looked at from before and after. */
struct deed {
    struct xq_view before, after;
    int side;
    unsigned threatened; /* the enemy's pieces that were threatened before it */
    int count;           /* things said of it */
    by_text *out;
};

static void separate(struct deed *deed)
{
    if (deed->count++)
        by_text_add(deed->out, "; ");
}

static void tell_checks(struct deed *deed)
{
    uint32_t checkers = deed->after.checkers[deed->side ^ 1];

    for (; checkers; checkers &= checkers - 1) {
        separate(deed);
        by_text_add(deed->out, "check by the ");
        add_piece(deed->out, deed->after.board, deed->after.board->at[__builtin_ctz(checkers)]);
    }
}

static bool attacked_before(const struct deed *deed, int attacker, int victim)
{
    const struct xq *s = deed->before.board;
    uint8_t targets[20];
    int count = by__xq_targets(s, s->at[attacker], targets);

    for (int i = 0; i < count; i++)
        if (targets[i] == s->at[victim])
            return true;
    return false;
}

static void add_reason(by_text *out, const struct xq *s, enum xq_attack attack, int protector)
{
    static const char *const reasons[] = {
        [XQ_ATTACK_BY_KING_OR_PAWN] = "kings and pawns may attack for ever",
        [XQ_ATTACK_ON_HOME_PAWN] = "a pawn that has not crossed the river is no victim",
        [XQ_ATTACK_PINNED] = "the capture would be illegal",
        [XQ_ATTACK_OFFER] = "either can take the other, an offer",
        [XQ_ATTACK_PROTECTED] = "protected by the ",
        [XQ_ATTACK_STRONGER] = "a stronger piece, protected or not",
        [XQ_ATTACK_HELPLESS] = "unprotected, and it cannot take back",
        [XQ_ATTACK_UNPROTECTED] = "unprotected",
    };

    by_text_add(out, reasons[attack]);
    if (attack == XQ_ATTACK_PROTECTED)
        add_piece(out, s, protector);
}

/* Old threats are told, since the reader will ask for them; other old attacks are not. */
static void tell_attack(struct deed *deed, int from, int to)
{
    const struct xq *s = deed->after.board;
    int attacker = s->board[from], victim = s->board[to], protector;
    enum xq_attack attack = by__xq_attack(&deed->after, from, to, &protector);
    bool is_old = xq_attack_chases(attack) && deed->threatened >> (victim & 15) & 1;

    if (!xq_attack_chases(attack) && attacked_before(deed, attacker, victim))
        return;
    separate(deed);
    by_text_add(deed->out, is_old ? "threatens the " : xq_attack_chases(attack) ? "chases the " : "attacks the ");
    add_piece(deed->out, s, to);
    by_text_printf(deed->out, " (%s ", name_at(s, from));
    add_square(deed->out, from);
    by_text_add(deed->out, ": ");
    if (is_old)
        by_text_add(deed->out, "not new");
    else
        add_reason(deed->out, s, attack, protector);
    by_text_add(deed->out, ")");
}

static void tell_attacks(struct deed *deed)
{
    const struct xq *s = deed->after.board;

    for (int slot = 0; slot < XQ_SIDE_PIECES; slot++) {
        int from = s->at[deed->side * XQ_SIDE_PIECES + slot];
        uint8_t targets[20];
        int count = from == XQ_OFF ? 0 : by__xq_targets(s, from, targets);

        for (int i = 0; i < count; i++)
            if (s->board[targets[i]] != XQ_NONE && by__xq_kind_of[s->board[targets[i]]] != XQ_KING)
                tell_attack(deed, from, targets[i]);
    }
}

/* Makes the move on both boards; `before` follows one move behind. */
static void tell_move(struct deed *deed, by_move move, int number)
{
    int from = xq_from(move), to = xq_to(move);

    deed->count = 0;
    by_text_printf(deed->out, "  %3d  %-6s", number, side_names[deed->side]);
    add_square(deed->out, from);
    add_square(deed->out, to);
    by_text_add(deed->out, "  ");
    by__xq_view_checks(&deed->before);
    deed->threatened = by__xq_victims(&deed->before, deed->side, 0xFFFF);
    (void)by__xq_shift(deed->after.board, from, to);
    by__xq_view_checks(&deed->after);
    tell_checks(deed);
    tell_attacks(deed);
    by_text_add(deed->out, deed->count ? "\n" : "neither checks nor attacks\n");
    (void)by__xq_shift(deed->before.board, from, to);
}

/* Takes the cycle back on a copy and tells its moves in their order. */
static void tell_moves(const struct xq *s, int plies, by_text *out)
{
    struct xq before = *s, after;
    struct deed deed = {.before.board = &before, .after.board = &after, .out = out};
    uint32_t first = s->length - (uint32_t)plies;

    for (uint32_t i = s->length; i-- > first;)
        by__xq_unshift(&before, xq_from(s->undo[i].move), xq_to(s->undo[i].move), s->undo[i].captured);
    after = before;
    deed.side = s->side; /* a cycle has as many moves of both sides */
    for (int i = 0; i < plies; i++, deed.side ^= 1)
        tell_move(&deed, s->undo[first + (uint32_t)i].move, i + 1);
}

/* ---- A cycle ----------------------------------------------------------------------------------------------------- */

static void tell_victims(const struct xq *s, int side, unsigned victims, by_text *out)
{
    const char *lead = "chases on every move the ";

    for (; victims; victims &= victims - 1) {
        by_text_add(out, lead);
        add_piece(out, s, s->at[(side ^ 1) * XQ_SIDE_PIECES + __builtin_ctz(victims)]);
        lead = " and the ";
    }
    by_text_add(out, " (where it stands now): perpetual chase.\n");
}

static void tell_conduct(const struct xq *s, const struct xq_cycle *cycle, int side, by_text *out)
{
    int moves = cycle->plies / 2, checks = cycle->checks[side];

    by_text_printf(out, "%s ", side_starts[side]);
    if (checks == moves)
        by_text_add(out, "gives check on every move: perpetual check.\n");
    else if (cycle->victims[side])
        tell_victims(s, side, cycle->victims[side], out);
    else if (checks)
        by_text_printf(out, "gives check on %d of its %d moves.\n", checks, moves);
    else if (cycle->looks_at_chases)
        by_text_add(out, "checks nowhere, and chases no piece on every move.\n");
    else
        by_text_add(out, "checks nowhere.\n");
}

static const char *clause_of(const struct xq_rule_set *rules, const struct xq_cycle *cycle)
{
    enum xq_conduct red = cycle->conduct[XQ_RED], black = cycle->conduct[XQ_BLACK];
    enum xq_conduct graver = red > black ? red : black;

    if (graver == XQ_CHECKS)
        return red == black ? "Both sides check perpetually, which is a draw."
                            : "Perpetual check loses against everything but perpetual check.";
    if (graver == XQ_CHASES_LEG_ROOK && red != black)
        return "Perpetually chasing a rook that a horse holds in its place loses, even if that rook chases back.";
    if (graver != XQ_ALLOWED)
        return red == black ? "Both sides chase perpetually, which is a draw."
                            : "Perpetual chase loses if the other side neither checks nor chases perpetually.";
    if (!rules->judges_chases)
        return "Nobody checks perpetually, and these rules know no chases: a draw.";
    if (!cycle->looks_at_chases)
        return "Nobody checks perpetually; with a check among the moves, these rules call no chase: a draw.";
    return "Nobody checks or chases perpetually: a draw.";
}

static void tell_cycle(const struct xq *s, const struct xq_cycle *cycle, by_text *out)
{
    by_text_printf(out, "The last %d moves, under the rules \"%s\":\n\n", cycle->plies, by__xq_rules_of(s)->name);
    tell_moves(s, cycle->plies, out);
    by_text_add_char(out, '\n');
    tell_conduct(s, cycle, XQ_RED, out);
    tell_conduct(s, cycle, XQ_BLACK, out);
    by_text_printf(out, "%s\n", clause_of(by__xq_rules_of(s), cycle));
}

/* "red loses by perpetual check", as a sentence of its own or inside one. */
static void add_result(const struct xq_cycle *cycle, bool begins_sentence, by_text *out)
{
    if (cycle->loser == XQ_NOBODY)
        by_text_add(out, begins_sentence ? "Draw by repetition" : "draw by repetition");
    else
        by_text_printf(out, "%s loses by perpetual %s", (begins_sentence ? side_starts : side_names)[cycle->loser],
                       cycle->conduct[cycle->loser] == XQ_CHECKS ? "check" : "chase");
}

/* ---- The verdict ------------------------------------------------------------------------------------------------- */

static void tell_third(const struct xq *s, int once, int twice, by_text *out)
{
    struct xq_cycle cycle = by__xq_judge_cycle(s, twice, false);

    add_result(&cycle, true, out);
    by_text_printf(out, ".\nThe position occurs for the third time; it stood there %d and %d plies ago.\n", once,
                   twice);
    tell_cycle(s, &cycle, out);
}

static void tell_second(const struct xq *s, int once, by_text *out)
{
    struct xq_cycle cycle = by__xq_judge_cycle(s, once, true);

    by_text_printf(out, "The position occurred once before, %d plies ago; judged is the third time.\n", once);
    by_text_add(out, "If the same moves are made once more: ");
    add_result(&cycle, false, out);
    by_text_add(out, ".\n");
    tell_cycle(s, &cycle, out);
}

static void tell_going_on(struct xq *s, int once, by_text *out)
{
    by_text_printf(out, "The game goes on. %s is to move%s.\n", side_starts[s->side],
                   by__xq_in_check(s) ? " and in check" : "");
    if (once)
        tell_second(s, once, out);
    else
        by_text_add(out, "No repetition: the position has not occurred before.\n");
}

static void tell_no_move(struct xq *s, by_text *out)
{
    by_text_printf(out, "%s. %s wins.\n", by__xq_in_check(s) ? "Checkmate" : "Stalemate", side_starts[!s->side]);
    if (!by__xq_in_check(s))
        by_text_add(out, "A side without a legal move loses.\n");
}

static void tell_count(const struct xq *s, by_text *out)
{
    int limit = s->tables->move_limit;

    by_text_printf(out, "Plies without a capture: %d", s->since_capture);
    if (limit)
        by_text_printf(out, "; the game is drawn at %d.\n", limit);
    else
        by_text_add(out, "; no limit is set.\n");
}

/* In the order of by__xq_verdict. */
void by__xq_explain(struct xq *s, by_text *out)
{
    int once = by__xq_plies_to_return(s, 0), twice = once ? by__xq_plies_to_return(s, once) : 0;

    if (by__xq_nobody_can_attack(s))
        by_text_add(out, "Draw: neither side can attack.\nNo rook, horse, cannon or pawn is left.\n");
    else if (twice)
        tell_third(s, once, twice, out);
    else if (!by__xq_has_legal_move(s))
        tell_no_move(s, out);
    else if (s->tables->move_limit && s->since_capture >= s->tables->move_limit)
        by_text_add(out, "Draw by the move count.\n");
    else
        tell_going_on(s, once, out);
    tell_count(s, out);
}
