/* SPDX-License-Identifier: MIT
 *
 * Connect four as text: positions, moves, drawings, explanations.
 */
#include <string.h>

#include "games/connect4/board.h"

static const char *const letters[] = {BY_WORDS("x"), BY_WORDS("o")};

/* ---- Positions ------------------------------------------------------------------------------------------------- */

/* Reads a row of cells; `*at` is where the text is left. */
static by_status parse_row(const struct c4_tables *t, const char *text, const char **at, int row, uint64_t stones[2],
                           by_error *error)
{
    for (int column = 0; column < t->width; column++, ++*at) {
        const char *letter = **at ? strchr(c4_letters, **at | 0x20) : NULL;

        if (letter && *letter)
            stones[letter - c4_letters] |= UINT64_C(1) << (column * (t->height + 1) + row);
        else if (**at != '.')
            return by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(*at - text) + 1,
                                   "expected x, o or . for cell %c%d%-s", 'a' + column, row + 1,
                                   **at ? "" : BY_WORDS(", but the text ends"));
    }
    return BY_OK;
}

static by_status parse_rows(const struct c4_tables *t, const char *text, uint64_t stones[2], by_error *error)
{
    const char *at = text;

    for (int row = t->height - 1; row >= 0; row--) {
        by_status status = parse_row(t, text, &at, row, stones, error);

        if (status)
            return status;
        if (row && *at == '/')
            at++;
    }
    if (at[strspn(at, " \t\r\n")])
        return by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(at - text) + 1,
                               "expected the end of the text after %d rows of %d cells", t->height, t->width);
    return BY_OK;
}

/* Nothing floats, both sides have moved in turn, and the game was not over before the last move. */
static by_status check_stones(const struct c4_tables *t, const uint64_t stones[2], by_error *error)
{
    uint64_t mask = stones[0] | stones[1];
    int counts[2] = {c4_bits_of(stones[0]), c4_bits_of(stones[1])};
    int side = counts[0] - counts[1];

    for (int bit = 1; bit < C4_BITS; bit++)
        if (((mask & ~t->bottom) >> bit & 1) && !(mask >> (bit - 1) & 1))
            return by_error_set(error, BY_ERROR_INPUT, "nothing is below the stone on %c%d, expected no empty cell",
                                'a' + bit / (t->height + 1), bit % (t->height + 1) + 1);
    if (side != 0 && side != 1)
        return by_error_set(error, BY_ERROR_INPUT,
                            "%d %-s and %d %-s cannot occur, expected as many %-s as %-s or one more", counts[0],
                            letters[0], counts[1], letters[1], letters[0], letters[1]);
    if (c4_lines(t, stones[side]))
        return by_error_set(error, BY_ERROR_INPUT, "%-s has %d in a row and could not have let the game go on",
                            letters[side], t->connect);
    return BY_OK;
}

by_status by__c4_parse(void *state, const char *text, by_error *error)
{
    struct c4_state *s = state;
    uint64_t stones[2] = {0, 0};
    by_status status = parse_rows(s->tables, text, stones, error);

    if (!status)
        status = check_stones(s->tables, stones, error);
    if (status)
        return status;
    s->mask = stones[0] | stones[1];
    s->count = c4_bits_of(s->mask);
    s->own = stones[c4_side(s)];
    s->is_lost = c4_is_lost(s);
    return BY_OK;
}

static char letter_at(const struct c4_state *s, int column, int row)
{
    int bit = c4_bit(s, column, row);

    if (!(s->mask >> bit & 1))
        return '.';
    return c4_letters[!(c4_stones_of(s, 0) >> bit & 1)];
}

void by__c4_print(const void *state, by_text *out)
{
    const struct c4_state *s = state;

    for (int row = s->tables->height - 1; row >= 0; row--) {
        for (int column = 0; column < s->tables->width; column++)
            by_text_add_char(out, letter_at(s, column, row));
        if (row)
            by_text_add_char(out, '/');
    }
}

void by__c4_draw(const void *state, unsigned style, by_text *out)
{
    const struct c4_state *s = state;

    (void)style;
    for (int row = s->tables->height - 1; row >= 0; row--) {
        by_text_printf(out, "%2d", row + 1);
        for (int column = 0; column < s->tables->width; column++)
            by_text_printf(out, " %c", letter_at(s, column, row));
        by_text_add_char(out, '\n');
    }
    by_text_add(out, "  ");
    for (int column = 0; column < s->tables->width; column++)
        by_text_printf(out, " %c", 'a' + column);
    by_text_add_char(out, '\n');
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
    int column_bits = s->tables->height + 1;

    for (; cells; cells &= cells - 1) {
        int bit = __builtin_ctzll(cells);

        by_text_printf(out, " %c%d", 'a' + bit / column_bits, bit % column_bits + 1);
    }
}

uint64_t by__c4_cells_of_lines(const struct c4_tables *t, uint64_t stones)
{
    const int strides[] = {1, t->height, t->height + 1, t->height + 2};
    uint64_t cells = 0;

    for (int i = 0; i < 4; i++) {
        uint64_t row = c4_rows(stones, strides[i], t->connect);

        for (int k = 0; k < t->connect; k++, row <<= strides[i])
            cells |= row;
    }
    return cells;
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
        by_text_add_message(out, "%-s would win on%s; open now:%s.", letters[side], by_text_string(&all),
                            by_text_string(&now));
    else
        by_text_add_message(out, "%-s would win on%s.", letters[side], by_text_string(&all));
    by_text_add_char(out, '\n');
    out->failed |= all.failed || now.failed;
    by_text_free(&all);
    by_text_free(&now);
}

static void explain_line(const struct c4_state *s, uint64_t line, int side, by_text *out)
{
    by_text cells = {0};

    add_cells(s, line, &cells);
    by_text_add_message(out, "%-s has %d in a row on%s and has won.", letters[side], s->tables->connect,
                        by_text_string(&cells));
    out->failed |= cells.failed;
    by_text_free(&cells);
}

void by__c4_explain(void *state, by_text *out)
{
    const struct c4_state *s = state;
    uint64_t line = by__c4_cells_of_lines(s->tables, c4_other(s));
    int side = c4_side(s);

    if (line)
        explain_line(s, line, side ^ 1, out);
    else if (!c4_playable(s))
        by_text_add_message(out, "The board is full: a draw.");
    else
        by_text_add_message(out, "%-s is to move; nobody has %d in a row.", letters[side], s->tables->connect);
    by_text_add_char(out, '\n');
    if (line || !c4_playable(s))
        return;
    explain_threats(s, 0, out);
    explain_threats(s, 1, out);
}
