/* SPDX-License-Identifier: MIT
 *
 * Connect four as text: positions, moves, explanations, the display.
 */
#include "core/words.h"
#include "games/connect4/board.h"

void by__c4_stones(const void *state, uint64_t stones[2])
{
    stones[0] = c4_stones_of(state, 0);
    stones[1] = c4_stones_of(state, 1);
}

static by_status check_nothing_floats(const struct c4_tables *t, uint64_t mask, by_error *error)
{
    for (int bit = 1; bit < C4_BITS; bit++)
        if (((mask & ~t->bottom) >> bit & 1) && !(mask >> (bit - 1) & 1))
            return by_error_set(error, BY_ERROR_INPUT, "nothing is below the stone on %c%d, expected no empty cell",
                                'a' + bit / t->board.right, bit % t->board.right + 1);
    return BY_OK;
}

by_status by__c4_parse(void *state, const char *text, by_error *error)
{
    struct c4_state *s = state;
    const struct by__stones *board = &s->tables->board;
    uint64_t stones[2] = {0, 0};
    by_status status = by__stones_parse(board, text, stones, error);

    if (!status)
        status = check_nothing_floats(s->tables, stones[0] | stones[1], error);
    if (!status)
        status = by__stones_check_turns(board, stones, error);
    if (status)
        return status;
    s->mask = stones[0] | stones[1];
    s->count = by__bit_count(s->mask);
    s->own = stones[c4_side(s)];
    s->is_lost = c4_is_lost(s);
    return BY_OK;
}

void by__c4_print_move(void *state, by_move move, int notation, by_text *out)
{
    (void)state;
    (void)notation;
    by_text_add_char(out, (char)('a' + move));
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* Names the cells, such as " d1 e2". */
static void add_cells(const struct c4_state *s, uint64_t cells, by_text *out)
{
    for (; cells; cells &= cells - 1) {
        int bit = __builtin_ctzll(cells);

        by_text_add_char(out, ' ');
        by__stones_print_cell(&s->tables->board, bit / s->tables->board.right, bit % s->tables->board.right, out);
    }
}

static void explain_threats(const struct c4_state *s, int side, by_text *out)
{
    uint64_t wins = c4_wins(s, c4_stones_of(s, side)), open = wins & c4_playable(s);
    by_text all = {0}, now = {0};

    if (!wins)
        return;
    add_cells(s, wins, &all);
    add_cells(s, open, &now);
    if (open)
        by__add_line(out, "%-s would win on%s; open now:%s.", by__stones_side_names[side], by_text_string(&all),
                     by_text_string(&now));
    else
        by__add_line(out, "%-s would win on%s.", by__stones_side_names[side], by_text_string(&all));
    by__free_part(&all, out);
    by__free_part(&now, out);
}

void by__c4_explain(void *state, by_text *out)
{
    const struct c4_state *s = state;
    int side = c4_side(s), connect = s->tables->board.line;
    by_text line = {0};

    add_cells(s, by__stones_lines(&s->tables->board, c4_other(s)), &line);
    if (s->is_lost) {
        by__add_line(out, "%-s has %d in a row on%s and has won.", by__stones_side_names[side ^ 1], connect,
                     by_text_string(&line));
    } else if (!c4_playable(s)) {
        by__add_line(out, "The board is full: a draw.");
    } else {
        by__add_line(out, "%-s is to move; nobody has %d in a row.", by__stones_side_names[side], connect);
        explain_threats(s, 0, out);
        explain_threats(s, 1, out);
    }
    by__free_part(&line, out);
}

/* ---- The display ----------------------------------------------------------------------------------------------- */

static const struct by_piece pieces[] = {
    {.name = "stone", .shapes = {"disc", "disc"}, .letters = {'x', 'o'}},
    {0},
};

static void gesture(const void *state, by_move move, struct by_gesture *out)
{
    const struct c4_state *s = state;
    int row = by__bit_count(s->mask & s->tables->columns[move]);

    *out = (struct by_gesture){.from = BY_NO_SQUARE, .to = row * s->tables->board.columns + (int)move, .piece = 1};
}

const struct by_display by__c4_display = {
    BY_SIZE(by_display),           .pieces = pieces,   .turn_follows = true,          .board = by__stones_board,
    .squares = by__stones_squares, .gesture = gesture, .compose = by__stones_compose,
};
