/* SPDX-License-Identifier: MIT
 *
 * Some in a row on a small board, several stones a turn, as in connect-six. A move is one stone, so that a side often
 * moves twice: the smallest game in which the sides do not alternate. The stones of a side are 64 bits.
 */
#include "games/pairs/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/option_rows.h"
#include "games/pairs/board.h"

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

/* The cells of a line from (row, column) on; 0 if it leaves the board. */
static uint64_t line_from(const struct pairs_tables *t, int row, int column, int down, int right)
{
    int last_row = row + down * (t->line - 1), last_column = column + right * (t->line - 1);
    uint64_t line = 0;

    if (last_row >= t->height || last_column < 0 || last_column >= t->width)
        return 0;
    for (int i = 0; i < t->line; i++)
        line |= (uint64_t)1 << ((row + down * i) * t->width + column + right * i);
    return line;
}

static void add_line(struct pairs_tables *t, uint64_t line)
{
    t->lines[t->line_count++] = line;
    for (uint64_t rest = line; rest; rest &= rest - 1) {
        int cell = __builtin_ctzll(rest);

        t->through[cell][t->through_count[cell]++] = line;
    }
}

static void fill_lines(struct pairs_tables *t)
{
    static const int directions[PAIRS_DIRECTIONS][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int used = t->line > 1 ? PAIRS_DIRECTIONS : 1; /* a single stone has no direction */

    for (int cell = 0; cell < t->cells; cell++) {
        for (int i = 0; i < used; i++) {
            uint64_t line = line_from(t, cell / t->width, cell % t->width, directions[i][0], directions[i][1]);

            if (line)
                add_line(t, line);
        }
    }
}

static void fill_keys(struct pairs_tables *t)
{
    struct by_random random = {0x9A125};

    t->base_key = by_random_next(&random);
    t->base_index_key = (uint32_t)by_random_next(&random);
    for (int side = 0; side < 2; side++) {
        for (int cell = 0; cell < PAIRS_CELLS_MOST; cell++) {
            t->keys[side][cell] = by_random_next(&random);
            t->index_keys[side][cell] = (uint32_t)by_random_next(&random);
        }
    }
}

static by_status open_game(const by_options *options, void **data, by_error *error)
{
    struct pairs_tables *t = calloc(1, sizeof *t);

    if (!t)
        return by_error_no_memory(error);
    by_options_read(options, t);
    t->win = t->values ? 1 : BY_WIN;
    t->cells = t->width * t->height;
    t->full = ~(uint64_t)0 >> (PAIRS_CELLS_MOST - t->cells);
    fill_lines(t);
    fill_keys(t);
    *data = t;
    return BY_OK;
}

static by_status init(const void *data, void *state, by_error *error)
{
    struct pairs *s = state;

    (void)error;
    s->tables = data;
    s->key = s->tables->base_key;
    s->index_key = s->tables->base_index_key;
    return BY_OK;
}

/* ---- Stones ---------------------------------------------------------------------------------------------------- */

/* The side to move when `count` stones are on the board. */
static uint8_t side_after(const struct pairs_tables *t, int count)
{
    if (count < t->first)
        return 0;
    return (count - t->first) / t->stones % 2 == 0;
}

static bool holds_line_through(const struct pairs_tables *t, uint64_t stones, int cell)
{
    for (int i = 0; i < t->through_count[cell]; i++)
        if ((stones & t->through[cell][i]) == t->through[cell][i])
            return true;
    return false;
}

/* Adds or removes a stone; does not change the side to move. */
static void toggle_stone(struct pairs *s, int side, int cell)
{
    s->stones[side] ^= (uint64_t)1 << cell;
    s->key ^= s->tables->keys[side][cell];
    s->index_key ^= s->tables->index_keys[side][cell];
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

/* Reads a row and advances `at`. */
static by_status parse_row(struct pairs *s, int row, const char *text, const char **at, by_error *error)
{
    const struct pairs_tables *t = s->tables;

    for (int column = 0; column < t->width; column++, ++*at) {
        const char *letter = **at ? strchr(pairs_letters, **at | 0x20) : NULL;

        if (letter) {
            toggle_stone(s, (int)(letter - pairs_letters), row * t->width + column);
            s->count++;
        } else if (**at != '.') {
            return by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(*at - text) + 1, "expected x, o or . for %c%d%-s",
                                   'a' + column, t->height - row, **at ? "" : BY_WORDS(", but the text ends"));
        }
    }
    return BY_OK;
}

static by_status parse_rows(struct pairs *s, const char *text, by_error *error)
{
    const char *at = text;

    for (int row = 0; row < s->tables->height; row++) {
        by_status status;

        if (row && *at++ != '/')
            return by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(at - text), "expected / after %d cells, and %d rows",
                                   s->tables->width, s->tables->height);
        status = parse_row(s, row, text, &at, error);
        if (status)
            return status;
    }
    if (at[strspn(at, " \t\r\n")])
        return by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(at - text) + 1,
                               "expected the end of the text after %d rows of %d cells", s->tables->height,
                               s->tables->width);
    return BY_OK;
}

static by_status check_counts(const struct pairs *s, by_error *error)
{
    int expected[2] = {0, 0};
    int found[2] = {__builtin_popcountll(s->stones[0]), __builtin_popcountll(s->stones[1])};

    for (int count = 0; count < s->count; count++)
        expected[side_after(s->tables, count)]++;
    if (found[0] == expected[0])
        return BY_OK;
    return by_error_set(error, BY_ERROR_INPUT, "%d x and %d o cannot occur, expected %d x and %d o among %d stones",
                        found[0], found[1], expected[0], expected[1], s->count);
}

static bool holds_line(const struct pairs_tables *t, uint64_t stones)
{
    for (int i = 0; i < t->line_count; i++)
        if ((stones & t->lines[i]) == t->lines[i])
            return true;
    return false;
}

/* Whether one last stone can have completed all lines. */
static bool one_stone_made_lines(const struct pairs_tables *t, uint64_t stones)
{
    for (uint64_t rest = stones; rest; rest &= rest - 1)
        if (!holds_line(t, stones & ~(rest & -rest)))
            return true;
    return false;
}

static by_status check_lines(struct pairs *s, by_error *error)
{
    const struct pairs_tables *t = s->tables;
    uint8_t last = s->count ? side_after(t, s->count - 1) : 0;

    s->has_line = holds_line(t, s->stones[last]);
    if (holds_line(t, s->stones[last ^ 1]) || (s->has_line && !one_stone_made_lines(t, s->stones[last])))
        return by_error_set(error, BY_ERROR_INPUT, "the game would have been over before the last stone, which was %c",
                            pairs_letters[last]);
    return BY_OK;
}

static by_status parse(void *state, const char *text, by_error *error)
{
    struct pairs *s = state;
    by_status status = parse_rows(s, text, error);

    if (!status)
        status = check_counts(s, error);
    if (!status)
        status = check_lines(s, error);
    s->side = side_after(s->tables, s->count);
    return status;
}

static char letter_at(const struct pairs *s, int cell)
{
    return s->stones[0] >> cell & 1 ? 'x' : s->stones[1] >> cell & 1 ? 'o' : '.';
}

static void print(const void *state, by_text *out)
{
    const struct pairs *s = state;

    for (int cell = 0; cell < s->tables->cells; cell++) {
        if (cell && cell % s->tables->width == 0)
            by_text_add_char(out, '/');
        by_text_add_char(out, letter_at(s, cell));
    }
}

static void draw(const void *state, unsigned style, by_text *out)
{
    const struct pairs *s = state;
    const struct pairs_tables *t = s->tables;

    (void)style;
    for (int row = 0; row < t->height; row++) {
        by_text_printf(out, "%d ", t->height - row);
        for (int column = 0; column < t->width; column++)
            by_text_printf(out, " %c", letter_at(s, row * t->width + column));
        by_text_add_char(out, '\n');
    }
    by_text_add(out, "  ");
    for (int column = 0; column < t->width; column++)
        by_text_printf(out, " %c", 'a' + column);
    by_text_add_char(out, '\n');
}

static void print_move(void *state, by_move move, int notation, by_text *out)
{
    const struct pairs *s = state;
    int cell = (int)move;

    (void)notation;
    by_text_printf(out, "%c%d", 'a' + cell % s->tables->width, s->tables->height - cell / s->tables->width);
}

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

static uint64_t empty_cells(const struct pairs *s)
{
    return s->tables->full & ~(s->stones[0] | s->stones[1]);
}

static void extent(const void *state, struct by_extent *out)
{
    const struct pairs *s = state;
    int cells = s->tables->cells;

    *out = (struct by_extent){
        .max_moves = cells,
        .max_plies = cells,
        .from_to_slots = cells,
        .piece_to_slots = 2 * cells,
    };
}

/* The winner may be to move: a line ends the game in the middle of a turn. */
static void node(void *state, int ply, struct by_node *out)
{
    const struct pairs *s = state;
    const struct pairs_tables *t = s->tables;
    bool is_full = s->count == t->cells;
    by_value value = 0;

    (void)ply;
    if (s->has_line)
        value = side_after(t, s->count - 1) == s->side ? t->win : -t->win;
    *out = (struct by_node){
        .key = s->key,
        .index_key = s->index_key,
        .value = value,
        .side = s->side,
        .is_over = s->has_line || is_full,
        .can_move = !s->has_line && !is_full,
    };
}

static void describe_cell(const struct pairs *s, int cell, struct by_move_info *out)
{
    *out = (struct by_move_info){
        .move = (by_move)cell,
        .from_to = (uint16_t)cell,
        .piece_to = (uint16_t)(s->side * s->tables->cells + cell),
    };
}

static void moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct pairs *s = state;
    uint64_t empty = empty_cells(s);

    if (kind == BY_MOVES_TACTICAL || s->has_line)
        return;
    if (!out->list) {
        out->count = __builtin_popcountll(empty);
        return;
    }
    for (; empty; empty &= empty - 1)
        describe_cell(s, __builtin_ctzll(empty), &out->list[out->count++]);
}

static void push(void *state, by_move move)
{
    struct pairs *s = state;
    int cell = (int)move;

    toggle_stone(s, s->side, cell);
    s->has_line = holds_line_through(s->tables, s->stones[s->side], cell);
    s->count++;
    s->side = side_after(s->tables, s->count);
}

static void pop(void *state, by_move move)
{
    struct pairs *s = state;

    s->count--;
    s->side = side_after(s->tables, s->count);
    s->has_line = false; /* the game went on until this stone, so there was no line */
    toggle_stone(s, s->side, (int)move);
}

/* ---- Knowledge ------------------------------------------------------------------------------------------------- */

/* Lines still open to the side to move less those open to the other. */
static by_value evaluate(void *state)
{
    const struct pairs *s = state;
    by_value value = 0;

    for (int i = 0; i < s->tables->line_count; i++)
        value +=
            ((s->stones[s->side ^ 1] & s->tables->lines[i]) == 0) - ((s->stones[s->side] & s->tables->lines[i]) == 0);
    return value;
}

static bool describe(void *state, by_move move, struct by_move_info *out)
{
    const struct pairs *s = state;

    if (s->has_line || move >= (by_move)s->tables->cells || !(empty_cells(s) >> move & 1))
        return false;
    describe_cell(s, (int)move, out);
    return true;
}

static uint64_t key_after(void *state, by_move move)
{
    const struct pairs *s = state;

    return s->key ^ s->tables->keys[s->side][move];
}

static const char *const value_choices[] = {"distance", "plain", NULL};

#define OPTIONS struct pairs_tables

static const struct by_option options[] = {
    BY__NUMBER(RULE, width, 1, PAIRS_SIZE_MOST, 4, "Number of columns.", NULL),
    BY__NUMBER(RULE, height, 1, PAIRS_SIZE_MOST, 3, "Number of rows.", NULL),
    BY__NUMBER(RULE, line, 1, PAIRS_SIZE_MOST, 3, "How many stones in a row win.", NULL),
    BY__NUMBER(RULE, stones, 1, PAIRS_CELLS_MOST, 2, "Number of stones placed in a turn.", NULL),
    BY__NUMBER(RULE, first, 1, PAIRS_CELLS_MOST, 1, "Number of stones placed in the first turn.", NULL),
    BY__CHOICE(RULE, values, value_choices, 0,
               "Value of a win: by its distance (distance), or always 1, as in textbooks (plain).", NULL),
    {0},
};

static const char *const side_names[] = {BY_WORDS("x"), BY_WORDS("o")};

static const struct by_rules rules = {
    .state_size = sizeof(struct pairs),
    .open = open_game,
    .close = free,
    .init = init,
    .parse = parse,
    .print = print,
    .print_move = print_move,
    .draw = draw,
    .extent = extent,
    .node = node,
    .moves = moves,
    .push = push,
    .pop = pop,
};
static const struct by_evaluation evaluation = {.evaluate = evaluate};
static const struct by_tactics tactics = {.describe = describe, .key_after = key_after};

const by_game_type by__pairs = {
    .name = "pairs",
    .title = "Some in a row, several stones a turn",
    .help = "x puts one stone, then each side two in turn; three in a row win. Options change all these numbers.\n"
            "Position: the rows from the top, such as xo../.o../....; whose turn it is follows from the count.\n"
            "Move: one stone on a cell, its column and its row from the bottom, such as a1. Moves are listed as the\n"
            "position is written: from the top left, row by row.",
    .options = options,
    .side_names = side_names,
    .has_index_key = true,
    .rules = &rules,
    .evaluation = &evaluation,
    .tactics = &tactics,
    .display = &by__pairs_display,
};
