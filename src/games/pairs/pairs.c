/* SPDX-License-Identifier: MIT
 *
 * Some in a row on a small board, several stones a turn, as in connect-six. A move is one stone, so that a side often
 * moves twice: the smallest game in which the sides do not alternate. The stones of a side are 64 bits.
 *
 *     cells of a board of 4 x 3   0 1 2 3      written   a3 b3 c3 d3
 *                                 4 5 6 7                a2 b2 c2 d2
 *                                 8 9 . .                a1 b1 c1 d1
 */
#include "games/pairs/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/option_rows.h"
#include "core/stones.h"

enum {
    PAIRS_SIZE_MOST = 8,
    PAIRS_CELLS_MOST = PAIRS_SIZE_MOST * PAIRS_SIZE_MOST,
    PAIRS_LINES_MOST = BY__STONES_DIRECTIONS * PAIRS_CELLS_MOST
};

/* Shared by all positions. */
struct pairs_tables {
    struct by__stones board; /* first */
    int cells;
    int stones, first; /* stones a turn, and in the first one */
    int values;        /* 0: a win counts its distance */
    by_value win;      /* the value of a line: BY_WIN or 1 */
    uint64_t full;     /* the cells of the board */
    int line_count;
    uint64_t lines[PAIRS_LINES_MOST];
    int through_count[PAIRS_CELLS_MOST];
    uint64_t through[PAIRS_CELLS_MOST][BY__STONES_DIRECTIONS * PAIRS_SIZE_MOST]; /* the lines through a cell */
    uint64_t base_key, keys[2][PAIRS_CELLS_MOST]; /* of stones alone: their number determines the side to move */
    uint32_t base_index_key, index_keys[2][PAIRS_CELLS_MOST];
};

struct pairs {
    const struct pairs_tables *tables;
    uint64_t stones[2];
    uint64_t key;
    uint32_t index_key;
    uint8_t count; /* stones on the board */
    uint8_t side;  /* to move */
    bool has_line; /* the game is won, by the side of the last stone */
};

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

static void fill_lines(struct pairs_tables *t)
{
    int used = t->board.line > 1 ? BY__STONES_DIRECTIONS : 1; /* a single stone has no direction */

    for (int i = 0; i < t->cells * used; i++) {
        int square = i / used;
        uint64_t line = by__stones_line_from(&t->board, square % t->board.columns, square / t->board.columns, i % used);

        if (line)
            t->lines[t->line_count++] = line;
        for (uint64_t rest = line; rest; rest &= rest - 1) {
            int cell = __builtin_ctzll(rest);

            t->through[cell][t->through_count[cell]++] = line;
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

static void read_stones(const void *state, uint64_t stones[2])
{
    memcpy(stones, ((const struct pairs *)state)->stones, 2 * sizeof *stones);
}

static by_status open_game(const by_options *options, void **data, by_error *error)
{
    struct pairs_tables *t = calloc(1, sizeof *t);

    if (!t)
        return by_error_no_memory(error);
    by_options_read(options, t);
    t->board.corner = (t->board.rows - 1) * t->board.columns;
    t->board.right = 1;
    t->board.up = -t->board.columns;
    t->board.kind = BY_BOARD_CELLS;
    t->board.needs_slashes = true;
    t->board.read = read_stones;
    t->win = t->values ? 1 : BY_WIN;
    t->cells = t->board.columns * t->board.rows;
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

/* The game may not have been over before the last stone, which alone can have completed all lines. */
static by_status check_lines(struct pairs *s, by_error *error)
{
    const struct by__stones *board = &s->tables->board;
    uint8_t last = s->count ? side_after(s->tables, s->count - 1) : 0;
    uint64_t stones = s->stones[last], rest = stones;

    s->has_line = by__stones_lines(board, stones) != 0;
    while (s->has_line && rest && by__stones_lines(board, stones & ~(rest & -rest)))
        rest &= rest - 1;
    if (by__stones_lines(board, s->stones[last ^ 1]) || (s->has_line && !rest))
        return by_error_set(error, BY_ERROR_INPUT, "the game would have been over before the last stone, which was %c",
                            by__stones_letters[last]);
    return BY_OK;
}

static by_status parse(void *state, const char *text, by_error *error)
{
    struct pairs *s = state;
    uint64_t stones[2] = {0, 0};
    by_status status = by__stones_parse(&s->tables->board, text, stones, error);

    for (int side = 0; side < 2; side++)
        for (; stones[side]; stones[side] &= stones[side] - 1, s->count++)
            toggle_stone(s, side, __builtin_ctzll(stones[side]));
    if (!status)
        status = check_counts(s, error);
    if (!status)
        status = check_lines(s, error);
    s->side = side_after(s->tables, s->count);
    return status;
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
    BY__NUMBER_AT(RULE, "width", board.columns, 1, PAIRS_SIZE_MOST, 4, "Number of columns.", NULL),
    BY__NUMBER_AT(RULE, "height", board.rows, 1, PAIRS_SIZE_MOST, 3, "Number of rows.", NULL),
    BY__NUMBER_AT(RULE, "line", board.line, 1, PAIRS_SIZE_MOST, 3, "How many stones in a row win.", NULL),
    BY__NUMBER(RULE, stones, 1, PAIRS_CELLS_MOST, 2, "Number of stones placed in a turn.", NULL),
    BY__NUMBER(RULE, first, 1, PAIRS_CELLS_MOST, 1, "Number of stones placed in the first turn.", NULL),
    BY__CHOICE(RULE, values, value_choices, 0,
               "Value of a win: by its distance (distance), or always 1, as in textbooks (plain).", NULL),
    {0},
};

static const struct by_rules rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct pairs),
    .open = open_game,
    .close = free,
    .init = init,
    .parse = parse,
    .print = by__stones_print,
    .print_move = by__stones_print_move,
    .extent = extent,
    .node = node,
    .moves = moves,
    .push = push,
    .pop = pop,
};
static const struct by_evaluation evaluation = {BY_SIZE(by_evaluation), .evaluate = evaluate};
static const struct by_tactics tactics = {BY_SIZE(by_tactics), .describe = describe, .key_after = key_after};

const by_game_type by__pairs = {
    BY_GAME_TYPE,
    .name = "pairs",
    .title = "Some in a row, several stones a turn",
    .help =
        "x puts one stone, then each side two in turn; three in a row win. Options change all these numbers.\n"
        "Position: the rows from the top, such as xo../.o../....; the number of stones determines whose turn it is.\n"
        "Move: one stone on a cell, its column and its row from the bottom, such as a1. Moves are listed as the\n"
        "position is written: from the top left, row by row.",
    .options = options,
    .side_names = by__stones_side_names,
    .has_index_key = true,
    .rules = &rules,
    .evaluation = &evaluation,
    .tactics = &tactics,
    .display = &by__stones_display,
};
