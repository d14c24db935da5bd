/* SPDX-License-Identifier: MIT
 *
 * The verdict in words: what ends the game or does not, and for a position that has come back, every move of the cycle
 * with its checks and attacks and what the law makes of them.
 */
#include "core/words.h"
#include "games/xiangqi/judge.h"
#include "games/xiangqi/notation.h"

static const char *const side_starts[] = {BY_WORDS("Red"), BY_WORDS("Black")};

static const char *name_at(const struct xq *s, int square)
{
    return by__xq_kind_names[by__xq_kind_of[s->board[square]]];
}

/* The name of a square or of a move. */
struct name {
    char text[8];
};

static struct name square_name(int square)
{
    return (struct name){{(char)('a' + square % XQ_FILES), (char)('0' + square / XQ_FILES)}};
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
        by_text_add_message(deed->out, "; ");
}

static void explain_checks(struct deed *deed)
{
    uint32_t checkers = deed->after.checkers[deed->side ^ 1];

    for (; checkers; checkers &= checkers - 1) {
        const struct xq *s = deed->after.board;
        int square = s->at[__builtin_ctz(checkers)];

        separate(deed);
        by_text_add_message(deed->out, "check by the %-.0s%-s on %s", by__xq_side_names[deed->side], name_at(s, square),
                            square_name(square).text);
    }
}

static const char *const reasons[] = {
    [XQ_ATTACK_BY_KING_OR_PAWN] = BY_WORDS("kings and pawns may attack for ever"),
    [XQ_ATTACK_ON_HOME_PAWN] = BY_WORDS("a pawn that has not crossed the river is no victim"),
    [XQ_ATTACK_PINNED] = BY_WORDS("the capture would be illegal"),
    [XQ_ATTACK_OFFER] = BY_WORDS("either can take the other, an offer"),
    [XQ_ATTACK_STRONGER] = BY_WORDS("a stronger piece, protected or not"),
    [XQ_ATTACK_HELPLESS] = BY_WORDS("unprotected, and it cannot take back"),
    [XQ_ATTACK_UNPROTECTED] = BY_WORDS("unprotected"),
};

/* Reports old threats, because readers expect them, but no other old attacks. */
static void explain_attack(struct deed *deed, int from, int to)
{
    const struct xq *s = deed->after.board, *before = deed->before.board;
    int attacker = s->board[from], victim = s->board[to], protector;
    enum xq_attack attack = by__xq_attack(&deed->after, from, to, &protector);
    bool is_old = xq_attack_chases(attack) && deed->threatened >> (victim & 15) & 1;
    by_text reason = {.keeps_parts = true};

    if (!xq_attack_chases(attack) && by__xq_goes(before, before->at[attacker], before->at[victim]))
        return;
    separate(deed);
    if (is_old)
        by_text_add_message(&reason, "not new");
    else if (attack == XQ_ATTACK_PROTECTED)
        by_text_add_message(&reason, "protected by the %-.0s%-s on %s", by__xq_side_names[deed->side ^ 1],
                            name_at(s, protector), square_name(protector).text);
    else
        by_text_add_message(&reason, "%-s", reasons[attack]);
    by_text_add_message(deed->out,
                        is_old                     ? "threatens the %-.0s%-s on %s (%-.0s%-s %s: %-s)"
                        : xq_attack_chases(attack) ? "chases the %-.0s%-s on %s (%-.0s%-s %s: %-s)"
                                                   : "attacks the %-.0s%-s on %s (%-.0s%-s %s: %-s)",
                        by__xq_side_names[deed->side ^ 1], name_at(s, to), square_name(to).text,
                        by__xq_side_names[deed->side], name_at(s, from), square_name(from).text,
                        by_text_string(&reason));
    by__free_part(&reason, deed->out);
}

static void explain_attacks(struct deed *deed)
{
    const struct xq *s = deed->after.board;

    for (int slot = 0; slot < XQ_SIDE_PIECES; slot++) {
        int from = s->at[deed->side * XQ_SIDE_PIECES + slot];
        uint8_t targets[20];
        int count = from == XQ_OFF ? 0 : by__xq_targets(s, from, targets);

        for (int i = 0; i < count; i++)
            if (s->board[targets[i]] != XQ_NONE && by__xq_kind_of[s->board[targets[i]]] != XQ_KING)
                explain_attack(deed, from, targets[i]);
    }
}

/* Makes the move on both boards; `before` follows one move behind. */
static void explain_move(struct deed *deed, by_move move, int number)
{
    int from = xq_from(move), to = xq_to(move);

    deed->count = 0;
    by_text_printf(deed->out, "%*s", number < 10 ? 4 : number < 100 ? 3 : 2, "");
    by_text_add_message(deed->out, "%d  %-s%s%s%s  ", number, by__xq_side_names[deed->side],
                        deed->side == XQ_RED ? "   " : " ", square_name(from).text, square_name(to).text);
    by__xq_view_checks(&deed->before);
    deed->threatened = by__xq_victims(&deed->before, deed->side, 0xFFFF);
    (void)by__xq_shift(deed->after.board, from, to);
    by__xq_view_checks(&deed->after);
    explain_checks(deed);
    explain_attacks(deed);
    if (!deed->count)
        by_text_add_message(deed->out, "neither checks nor attacks");
    by_text_add_char(deed->out, '\n');
    (void)by__xq_shift(deed->before.board, from, to);
}

/* Undoes the cycle on a copy and explains its moves in order. */
static void explain_moves(const struct xq *s, int plies, by_text *out)
{
    struct xq before = *s, after;
    struct deed deed = {.before.board = &before, .after.board = &after, .out = out};
    uint32_t first = s->length - (uint32_t)plies;

    for (uint32_t i = s->length; i-- > first;)
        by__xq_unshift(&before, xq_from(s->undo[i].move), xq_to(s->undo[i].move), s->undo[i].captured);
    after = before;
    deed.side = s->side; /* a cycle has as many moves of both sides */
    for (int i = 0; i < plies; i++, deed.side ^= 1)
        explain_move(&deed, s->undo[first + (uint32_t)i].move, i + 1);
}

/* ---- A cycle ----------------------------------------------------------------------------------------------------- */

static void explain_victims(const struct xq *s, int side, unsigned victims, by_text *out)
{
    by_text list = {.keeps_parts = true};

    for (; victims; victims &= victims - 1) {
        int square = s->at[(side ^ 1) * XQ_SIDE_PIECES + __builtin_ctz(victims)];

        if (list.length)
            by_text_add_message(&list, " and the ");
        by_text_add_message(&list, "%-.0s%-s on %s", by__xq_side_names[side ^ 1], name_at(s, square),
                            square_name(square).text);
    }
    by_text_add_message(out, "%-s chases on every move the %-s (where it stands now): perpetual chase.",
                        side_starts[side], by_text_string(&list));
    by__free_part(&list, out);
}

static void explain_conduct(const struct xq *s, const struct xq_cycle *cycle, int side, by_text *out)
{
    int moves = cycle->plies / 2, checks = cycle->checks[side];

    if (checks == moves)
        by__add_line(out, "%-s gives check on every move: perpetual check.", side_starts[side]);
    else if (cycle->victims[side])
        explain_victims(s, side, cycle->victims[side], out);
    else if (checks)
        by__add_line(out, "%-s gives check on %d of its %d moves.", side_starts[side], checks, moves);
    else if (cycle->looks_at_chases)
        by__add_line(out, "%-s checks nowhere, and chases no piece on every move.", side_starts[side]);
    else
        by__add_line(out, "%-s checks nowhere.", side_starts[side]);
}

static const char *clause_of(const struct xq_rule_set *rules, const struct xq_cycle *cycle)
{
    enum xq_conduct red = cycle->conduct[XQ_RED], black = cycle->conduct[XQ_BLACK];
    enum xq_conduct graver = red > black ? red : black;

    if (graver == XQ_CHECKS)
        return red == black ? BY_WORDS("Both sides check perpetually, which is a draw.")
                            : BY_WORDS("Perpetual check loses against everything but perpetual check.");
    if (graver == XQ_CHASES_LEG_ROOK && red != black)
        return BY_WORDS(
            "Perpetually chasing a rook that a horse holds in its place loses, even if that rook chases back.");
    if (graver != XQ_ALLOWED)
        return red == black
                   ? BY_WORDS("Both sides chase perpetually, which is a draw.")
                   : BY_WORDS("Perpetual chase loses if the other side neither checks nor chases perpetually.");
    if (!rules->judges_chases)
        return BY_WORDS("Nobody checks perpetually, and these rules know no chases: a draw.");
    if (!cycle->looks_at_chases)
        return BY_WORDS("Nobody checks perpetually; with a check among the moves, these rules call no chase: a draw.");
    return BY_WORDS("Nobody checks or chases perpetually: a draw.");
}

static void explain_cycle(const struct xq *s, const struct xq_cycle *cycle, by_text *out)
{
    by_text_add_message(out, "The last %d moves, under the rules \"%s\":", cycle->plies, by__xq_rules_of(s)->name);
    by_text_add(out, "\n\n");
    explain_moves(s, cycle->plies, out);
    by_text_add_char(out, '\n');
    explain_conduct(s, cycle, XQ_RED, out);
    explain_conduct(s, cycle, XQ_BLACK, out);
    by__add_line(out, "%-s", clause_of(by__xq_rules_of(s), cycle));
}

/* "Red loses by perpetual check.", as a sentence of its own or inside one. */
static void add_result(const struct xq_cycle *cycle, bool begins_sentence, by_text *out)
{
    if (cycle->loser == XQ_NOBODY)
        by_text_add_message(out, begins_sentence ? "Draw by repetition." : "draw by repetition.");
    else
        by_text_add_message(out,
                            cycle->conduct[cycle->loser] == XQ_CHECKS ? "%-s loses by perpetual check."
                                                                      : "%-s loses by perpetual chase.",
                            (begins_sentence ? side_starts : by__xq_side_names)[cycle->loser]);
}

/* ---- The verdict ------------------------------------------------------------------------------------------------- */

static void explain_third(const struct xq *s, int once, int twice, by_text *out)
{
    struct xq_cycle cycle = by__xq_judge_cycle(s, twice, false);

    add_result(&cycle, true, out);
    by_text_add_char(out, '\n');
    by__add_line(out, "The position occurs for the third time; it stood there %d and %d plies ago.", once, twice);
    explain_cycle(s, &cycle, out);
}

static void explain_second(const struct xq *s, int once, by_text *out)
{
    struct xq_cycle cycle = by__xq_judge_cycle(s, once, true);
    by_text result = {.keeps_parts = true};

    add_result(&cycle, false, &result);
    by__add_line(out, "The position occurred once before, %d plies ago; the rules judge the third occurrence.", once);
    by__add_line(out, "If the same moves are made once more: %-s", by_text_string(&result));
    by__free_part(&result, out);
    explain_cycle(s, &cycle, out);
}

static void explain_going_on(struct xq *s, int once, by_text *out)
{
    by__add_line(out,
                 by__xq_in_check(s) ? "The game goes on. %-s is to move and in check."
                                    : "The game goes on. %-s is to move.",
                 side_starts[s->side]);
    if (once)
        explain_second(s, once, out);
    else
        by__add_line(out, "No repetition: the position has not occurred before.");
}

static void explain_no_move(struct xq *s, by_text *out)
{
    bool in_check = by__xq_in_check(s);

    by__add_line(out, in_check ? "Checkmate. %-s wins." : "Stalemate. %-s wins.", side_starts[!s->side]);
    if (!in_check)
        by__add_line(out, "A side without a legal move loses.");
}

static void explain_count(const struct xq *s, by_text *out)
{
    int limit = s->tables->move_limit;

    if (limit)
        by__add_line(out, "Plies without a capture: %d; the game is drawn at %d.", s->since_capture, limit);
    else
        by__add_line(out, "Plies without a capture: %d; no limit is set.", s->since_capture);
}

/* In the order of by__xq_verdict. */
void by__xq_explain(void *state, by_text *out)
{
    struct xq *s = state;
    int once = by__xq_plies_to_return(s, 0), twice = once ? by__xq_plies_to_return(s, once) : 0;

    if (by__xq_nobody_can_attack(s)) {
        by__add_line(out, "Draw: neither side can attack.");
        by__add_line(out, "No rook, horse, cannon or pawn is left.");
    } else if (twice) {
        explain_third(s, once, twice, out);
    } else if (!by__xq_has_legal_move(s)) {
        explain_no_move(s, out);
    } else if (s->tables->move_limit && s->since_capture >= s->tables->move_limit) {
        by__add_line(out, "Draw by the move count.");
    } else {
        explain_going_on(s, once, out);
    }
    explain_count(s, out);
}
