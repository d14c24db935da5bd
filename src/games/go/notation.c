/* SPDX-License-Identifier: MIT
 *
 * Positions and moves as text. A position is
 *
 *     3 .X./X.O/... b - 7.5 0 0 0
 *
 * size, rows from the top, side to move, ko, komi, prisoners of black and of white, passes; what is left out from the
 * end is as in the initial position.
 */
#include "games/go/notation.h"

#include <ctype.h>
#include <string.h>

#include "base/scan.h"

/* ---- Points ------------------------------------------------------------------------------------------------------ */

/* A letter and a number; returns what follows, or NULL. */
const char *by__go_read_vertex(const char *text, int size, int *point)
{
    int letter = toupper((unsigned char)*text), column = letter - 'A' - (letter > 'I'), row = 0;
    const char *c = text + 1;

    if (letter < 'A' || letter == 'I' || column >= size || *c < '1' || *c > '9')
        return NULL;
    while (isdigit((unsigned char)*c) && row <= size)
        row = row * 10 + *c++ - '0';
    *point = (row - 1) * size + column;
    return row <= size && !isalnum((unsigned char)*c) ? c : NULL;
}

/* Two letters, column and row from the top left; returns what follows, or NULL. */
const char *by__go_read_letters(const char *text, int size, int *point)
{
    int column = text[0] - 'a', row = text[0] ? text[1] - 'a' : -1;

    if (column < 0 || column >= size || row < 0 || row >= size)
        return NULL;
    *point = (size - 1 - row) * size + column;
    return text + 2;
}

void by__go_print_vertex(int size, int point, by_text *out)
{
    by_text_printf(out, "%c%d", go_column_letter(point % size), point / size + 1);
}

/* ---- Reading a position ------------------------------------------------------------------------------------------ */

static by_status read_row(struct by__reader *r, struct go *s, int row)
{
    for (int column = 0; column < s->size; column++, r->at++) {
        if (*r->at == 'X' || *r->at == 'O')
            by__go_put(s, row * s->size + column, *r->at == 'X' ? GO_BLACK : GO_WHITE);
        else if (by__reader_is_end(*r->at) || *r->at == '/')
            return by__reader_fail(r, "row %d has %d points, expected %d", row + 1, column, s->size);
        else if (*r->at != '.')
            return by__reader_fail(r, "row %d: expected X, O or .", row + 1);
    }
    if (row && *r->at != '/')
        return by__reader_fail(r, "expected '/' and row %d after row %d", row, row + 1);
    if (!row && !by__reader_is_end(*r->at))
        return by__reader_fail(r, "expected the end of the %d rows", s->size);
    r->at += row > 0;
    return BY_OK;
}

/* Stones without liberties would have been taken. */
static by_status check_liberties(const struct by__reader *r, const char *rows, const struct go *s)
{
    for (int i = 0; i < s->points; i++) {
        int row = s->size - 1 - i / s->size, column = i % s->size, point = row * s->size + column;
        const struct by__reader stone = {.text = r->text, .at = rows + i + i / s->size, .error = r->error};

        if (s->board[point] != GO_EMPTY && !go_chain_at(s, point)->liberty_count)
            return by__reader_fail(&stone, "the stone on %c%d has no liberty, so that it would have been taken",
                                   go_column_letter(column), row + 1);
    }
    return BY_OK;
}

static by_status read_board(struct by__reader *r, struct go *s)
{
    by_status status = BY_OK;
    const char *rows;

    if (!by__reader_find_field(r))
        return BY_OK;
    rows = r->at;
    for (int row = s->size - 1; row >= 0 && !status; row--)
        status = read_row(r, s, row);
    if (status)
        return status;
    by__go_link(s);
    return check_liberties(r, rows, s);
}

static by_status read_side(struct by__reader *r, struct go *s)
{
    if (!by__reader_find_field(r))
        return BY_OK;
    if (!strchr("bBwW", *r->at) || !by__reader_is_end(r->at[1]))
        return by__reader_fail(r, "expected the side to move: b or w");
    s->side = tolower((unsigned char)*r->at) == 'w' ? GO_WHITE : GO_BLACK;
    r->at++;
    return BY_OK;
}

/* Whether the last move can have been a capture of one stone there: it would be retaken by one. */
static bool can_be_ko(const struct go *s, int point)
{
    if (s->board[point] != GO_EMPTY)
        return false;
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
        if (s->board[*n] != (s->side ^ 1))
            return false;
    return by__go_captures(s, point, s->side) == 1;
}

static by_status read_ko(struct by__reader *r, struct go *s)
{
    const char *end = r->at;
    int point;

    if (!by__reader_find_field(r))
        return BY_OK;
    if (*r->at == '-' && by__reader_is_end(r->at[1])) {
        r->at++;
        return BY_OK;
    }
    end = by__go_read_vertex(r->at, s->size, &point);
    if (!end || !by__reader_is_end(*end))
        return by__reader_fail(r, "expected the point that a ko forbids, such as B2, or -");
    if (!can_be_ko(s, point))
        return by__reader_fail(r, "there can be no ko on %c%d: the side to move would not take one stone there",
                               go_column_letter(point % s->size), point / s->size + 1);
    s->ko = (uint16_t)point;
    r->at = end;
    return BY_OK;
}

enum { KOMI_HALF_MOST = 1000 };

const char *by__go_read_half(const char *text, int *half)
{
    bool is_negative = *text == '-';
    int64_t number = 0;
    const char *end = by__scan_digits(text + is_negative, KOMI_HALF_MOST / 2, &number);

    number *= 2;
    if (end && *end == '.' && (end[1] == '0' || end[1] == '5')) {
        number += end[1] == '5';
        end += 2;
    }
    if (!end || number > KOMI_HALF_MOST)
        return NULL;
    *half = (int)(is_negative ? -number : number);
    return end;
}

static by_status read_komi(struct by__reader *r, struct go *s)
{
    const char *end;
    int half;

    if (!by__reader_find_field(r))
        return BY_OK;
    end = by__go_read_half(r->at, &half);
    if (!end || !by__reader_is_end(*end))
        return by__reader_fail(r, "expected the komi, from -500 to 500 in steps of 0.5");
    s->komi_half = (int16_t)half;
    r->at = end;
    return BY_OK;
}

enum { PRISONERS_MOST = 1000000000 };

static by_status read_counters(struct by__reader *r, struct go *s)
{
    int black = 0, white = 0, passes = 0;
    by_status status = by__reader_number(r, "the stones that black has taken", 0, PRISONERS_MOST, &black);

    if (!status)
        status = by__reader_number(r, "the stones that white has taken", 0, PRISONERS_MOST, &white);
    if (!status)
        status = by__reader_number(r, "the passes in a row", 0, 2, &passes);
    if (status)
        return status;
    if (passes && s->ko != GO_NO_POINT) {
        r->at--;
        return by__reader_fail(r, "after a pass there is no ko, expected 0 passes or - for the ko");
    }
    if (by__reader_find_field(r))
        return by__reader_fail(r, "expected the end of the position");
    s->prisoners[GO_BLACK] = black;
    s->prisoners[GO_WHITE] = white;
    s->passes = (uint8_t)passes;
    return BY_OK;
}

by_status by__go_read_position(struct by__reader *r, struct go *s)
{
    static by_status (*const fields[])(struct by__reader *, struct go *) = {read_board, read_side, read_ko, read_komi,
                                                                            read_counters};
    int size = 0;
    by_status status;

    if (!by__reader_find_field(r))
        return by__reader_fail(r, "expected a position, but the text is empty");
    status = by__reader_number(r, "the size of the board", GO_SIZE_LEAST, GO_SIZE_MOST, &size);
    if (status)
        return status;
    by__go_clear(s, size);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && !status; i++)
        status = fields[i](r, s);
    return status;
}

by_status by__go_parse(void *state, const char *text, by_error *error)
{
    struct by__reader r = {.text = text, .at = text, .error = error};

    return by__go_read_position(&r, state);
}

/* ---- Writing a position ------------------------------------------------------------------------------------------ */

void by__go_print_half(int half, by_text *out)
{
    int size = half < 0 ? -half : half;

    by_text_printf(out, "%s%d%s", half < 0 ? "-" : "", size / 2, size % 2 ? ".5" : "");
}

void by__go_print_rows(int size, const uint8_t *board, by_text *out)
{
    for (int row = size - 1; row >= 0; row--) {
        for (int column = 0; column < size; column++)
            by_text_add_char(out, "XO."[board[row * size + column]]);
        by_text_add(out, row ? "/" : "");
    }
}

void by__go_print(const void *state, by_text *out)
{
    const struct go *s = state;

    by_text_printf(out, "%d ", s->size);
    by__go_print_rows(s->size, s->board, out);
    by_text_printf(out, " %c ", s->side == GO_BLACK ? 'b' : 'w');
    if (s->ko == GO_NO_POINT)
        by_text_add_char(out, '-');
    else
        by__go_print_vertex(s->size, s->ko, out);
    by_text_add_char(out, ' ');
    by__go_print_half(s->komi_half, out);
    by_text_printf(out, " %d %d %d", s->prisoners[GO_BLACK], s->prisoners[GO_WHITE], s->passes);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* Whether `text` begins with a word, in letters of either case; returns what follows, or NULL. */
static const char *read_word(const char *text, const char *word)
{
    while (*word && tolower((unsigned char)*text) == *word) {
        text++;
        word++;
    }
    return *word || isalnum((unsigned char)*text) ? NULL : text;
}

/* A colour and a blank before a vertex, as in GTP; without one it is the side to move. */
static const char *read_colour(const char *text, int *colour)
{
    static const char *const words[] = {"b", "w", "black", "white"};

    for (int i = 0; i < 4; i++) {
        const char *rest = read_word(text, words[i]);

        if (rest && isspace((unsigned char)*rest)) {
            *colour = i % 2;
            while (isspace((unsigned char)*rest))
                rest++;
            return rest;
        }
    }
    return text;
}

/* D4, pass, b D4 */
static bool read_gtp(const struct go *s, const char *text, int *point, int *colour)
{
    const char *place = read_colour(text, colour), *end = read_word(place, "pass");

    if (end)
        *point = GO_PASS;
    else
        end = by__go_read_vertex(place, s->size, point);
    return end && !*end;
}

/* dd, pass (tt if the board has no such point), B[dd], B[] */
static bool read_sgf(const struct go *s, const char *text, int *point, int *colour)
{
    bool has_colour = (*text == 'B' || *text == 'W') && text[1] == '[';
    const char *place = has_colour ? text + 2 : text, *end = read_word(place, "pass");

    if (has_colour)
        *colour = *text == 'W';
    *point = GO_PASS;
    if (!end && s->size <= 19)
        end = read_word(place, "tt");
    if (!end && has_colour && *place == ']')
        end = place;
    if (!end)
        end = by__go_read_letters(place, s->size, point);
    return end && strcmp(end, has_colour ? "]" : "") == 0;
}

const char *by__go_refusal(const struct go *s, int point, int colour)
{
    int plies_back;

    if (s->board[point] != GO_EMPTY)
        return BY_WORDS("there is a stone");
    if (point == s->ko && colour == s->side)
        return BY_WORDS("that would retake a ko at once");
    if (!by__go_is_legal(s, point, colour, &plies_back) && plies_back)
        return BY_WORDS("the position would be repeated");
    return BY_WORDS("it would be suicide");
}

by_status by__go_read_move(const struct go *s, const char *text, int notation, int *point, int *colour, by_error *error)
{
    bool is_read;

    *point = GO_NO_POINT;
    *colour = s->side;
    is_read = notation != GO_SGF && read_gtp(s, text, point, colour);
    if (!is_read && notation != GO_VERTEX) {
        *colour = s->side;
        is_read = read_sgf(s, text, point, colour);
    }
    if (!is_read)
        return by_error_set(error, BY_ERROR_INPUT, "'%.40s' is no move, expected one like %-s", text,
                            notation == GO_SGF ? BY_WORDS("dd, W[dd] or pass") : BY_WORDS("D4, W D4 or pass"));
    if (s->passes == 2)
        return by_error_set(error, BY_ERROR_INPUT, "'%.40s' is no legal move: both sides have passed", text);
    return BY_OK;
}

by_status by__go_refuse_move(const struct go *s, const char *text, int point, int colour, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "'%.40s' is no legal move: %-s", text, by__go_refusal(s, point, colour));
}

by_status by__go_parse_move(void *state, const char *text, int notation, by_move *move, by_error *error)
{
    const struct go *s = state;
    int point, colour;
    by_status status = by__go_read_move(s, text, notation, &point, &colour, error);

    if (status)
        return status;
    if (!by__go_is_legal(s, point, colour, NULL))
        return by__go_refuse_move(s, text, point, colour, error);
    *move = go_move(point, colour);
    return BY_OK;
}

/* The colour is written only if it is not that of the side to move. */
void by__go_print_move(void *state, by_move move, int notation, by_text *out)
{
    const struct go *s = state;
    int point = go_point(move);
    bool has_colour = go_colour(move) != s->side;

    if (has_colour)
        by_text_printf(out, notation == GO_SGF ? "%c[" : "%c ", go_colour(move) == GO_WHITE ? 'W' : 'B');
    if (point == GO_PASS)
        by_text_add(out, "pass");
    else if (notation == GO_SGF)
        by_text_printf(out, "%c%c", 'a' + point % s->size, 'a' + s->size - 1 - point / s->size);
    else
        by__go_print_vertex(s->size, point, out);
    by_text_add(out, has_colour && notation == GO_SGF ? "]" : "");
}
