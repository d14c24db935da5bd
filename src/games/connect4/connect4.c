/* SPDX-License-Identifier: MIT
 *
 * Connect four on boards of any size that fits into 64 bits: the rules, move ordering, bounds and evaluation.
 */
#include "games/connect4/connect4.h"

#include <stdlib.h>

#include "core/option_rows.h"
#include "games/connect4/board.h"

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

static by_status open_game(const by_options *options, void **data, by_error *error)
{
    struct c4_tables *t = calloc(1, sizeof *t);
    int width, height;

    if (!t)
        return by_error_no_memory(error);
    by_options_read(options, t);
    t->board.kind = BY_BOARD_COLUMNS;
    t->board.right = t->board.rows + 1;
    t->board.up = 1;
    t->board.read = by__c4_stones;
    width = t->board.columns;
    height = t->board.rows;
    if ((height + 1) * width > C4_BITS) {
        free(t);
        return by_error_set(error, BY_ERROR_INPUT,
                            "a board of %d x %d is too large, expected (height + 1) * width of at most %d", width,
                            height, C4_BITS);
    }
    for (int column = 0; column < width; column++) {
        int aside = column % 2 ? (column + 1) / 2 : -(column / 2);

        t->order[column] = (width - 1) / 2 + aside * (width % 2 ? -1 : 1);
        t->columns[column] = ((UINT64_C(1) << height) - 1) << (column * (height + 1));
        t->cells |= t->columns[column];
        t->bottom |= UINT64_C(1) << (column * (height + 1));
    }
    while (1 << t->column_bits < width)
        t->column_bits++;
    *data = t;
    return BY_OK;
}

static by_status init(const void *data, void *state, by_error *error)
{
    struct c4_state *s = state;

    (void)error;
    s->tables = data;
    return BY_OK;
}

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

static void extent(const void *state, struct by_extent *out)
{
    const struct c4_state *s = state;

    *out = (struct by_extent){.max_moves = s->tables->board.columns,
                              .max_plies = c4_empty_cells(s),
                              .from_to_slots = C4_BITS,
                              .piece_to_slots = 2 * C4_BITS};
}

static void node(void *state, int ply, struct by_node *out)
{
    const struct c4_state *s = state;
    bool lost = s->is_lost, full = s->mask == s->tables->cells;

    (void)ply;
    *out = (struct by_node){
        .key = c4_key(s->tables, s->own, s->mask),
        .value = lost ? -BY_WIN : 0,
        .side = (uint8_t)c4_side(s),
        .is_over = lost || full,
        .can_move = !lost && !full,
    };
}

/* Whether the board is its own mirror image. */
static bool is_symmetric(const struct c4_state *s)
{
    int bits = s->tables->board.rows + 1;
    uint64_t column = (UINT64_C(1) << bits) - 1;

    for (int left = 0, right = s->tables->board.columns - 1; left < right; left++, right--)
        if (((s->mask >> left * bits ^ s->mask >> right * bits) & column) ||
            ((s->own >> left * bits ^ s->own >> right * bits) & column))
            return false;
    return true;
}

static const struct c4_threats *look(struct c4_state *s)
{
    if (s->seen_own != s->own || s->seen_mask != s->mask || !s->mask) {
        s->seen = c4_threats_of(s, c4_playable(s));
        s->seen_own = s->own;
        s->seen_mask = s->mask;
    }
    return &s->seen;
}

/* The fields that all moves share. */
struct prospects {
    const struct c4_threats *threats;
    bool is_symmetric;
};

static void describe_cell(const struct c4_state *s, const struct prospects *p, int column, uint64_t cell,
                          struct by_move_info *out)
{
    int bit = __builtin_ctzll(cell);
    bool is_twin = p->is_symmetric && 2 * column >= s->tables->board.columns;

    *out = (struct by_move_info){
        .move = (by_move)column,
        .from_to = (uint16_t)bit,
        .piece_to = (uint16_t)c4_slot(s, cell),
        .flags = (uint8_t)((cell & p->threats->safe ? 0 : BY_MOVE_LOSES) | (is_twin ? BY_MOVE_SYMMETRIC : 0)),
        .to = (uint8_t)bit,
    };
}

/* The rank of a move in the list: higher ranks come first. */
static int rank_of(const struct c4_state *s, const struct c4_threats *threats, uint64_t cell)
{
    if (cell & threats->wins)
        return C4_BITS + 1;
    if (!(cell & threats->safe))
        return 0;
    if (threats->safe == cell)
        return 1; /* a single move needs no rank */
    return 1 + by__bit_count(c4_wins(s, s->own | cell) & ~cell);
}

/* Fills `sorted` with a number for each move, its rank and how near it is to the centre, the greatest first. */
static int sort_moves(const struct c4_state *s, const struct c4_threats *threats, int *sorted)
{
    const struct c4_tables *t = s->tables;
    uint64_t playable = c4_playable(s);
    int count = 0;

    for (int i = 0; i < t->board.columns; i++) {
        uint64_t cell = playable & t->columns[t->order[i]];
        int number, place = count;

        if (!cell)
            continue;
        number = rank_of(s, threats, cell) * C4_WIDTH_MOST + C4_WIDTH_MOST - 1 - i;
        for (; place > 0 && sorted[place - 1] < number; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = number;
        count++;
    }
    return count;
}

/* Lists the moves by rank; of equals those nearer to the centre come first. */
static void list_sorted(struct c4_state *s, struct by_moves *out)
{
    struct prospects prospects = {look(s), is_symmetric(s)};
    uint64_t playable = c4_playable(s);
    int sorted[C4_WIDTH_MOST];

    out->count = sort_moves(s, prospects.threats, sorted);
    for (int i = 0; i < out->count; i++) {
        int column = s->tables->order[C4_WIDTH_MOST - 1 - sorted[i] % C4_WIDTH_MOST];

        describe_cell(s, &prospects, column, playable & s->tables->columns[column], &out->list[i]);
    }
}

static void moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    struct c4_state *s = state;

    if (kind == BY_MOVES_TACTICAL || s->is_lost)
        return;
    if (out->list)
        list_sorted(s, out);
    else
        out->count = by__bit_count(c4_playable(s));
}

static uint64_t cell_of(const struct c4_state *s, by_move move)
{
    return c4_playable(s) & s->tables->columns[move];
}

static void push(void *state, by_move move)
{
    struct c4_state *s = state;
    uint64_t cell = cell_of(s, move);

    c4_put(s, cell);
    s->is_lost = c4_is_lost(s);
}

static void pop(void *state, by_move move)
{
    struct c4_state *s = state;
    uint64_t stones = s->mask & s->tables->columns[move];
    uint64_t cell = (stones + (s->tables->columns[move] & s->tables->bottom)) >> 1;

    s->mask ^= cell;
    s->count--;
    s->own = c4_other(s);
    s->is_lost = false; /* otherwise the move would have been illegal */
}

/* ---- Knowledge ------------------------------------------------------------------------------------------------- */

static by_value evaluate(void *state)
{
    return c4_estimate(state);
}

/* A side that has no immediate win needs at least two more moves of its own, enough empty cells, and a line without a
 * stone of the other side. */
static void bounds(void *state, by_value *least, by_value *most)
{
    struct c4_state *s = state;
    const struct c4_threats *threats = look(s);
    int cells = c4_empty_cells(s);

    if (s->is_lost) {
        *least = *most = -BY_WIN;
    } else if (threats->wins) {
        *least = *most = BY_WIN - 1;
    } else if (cells && !threats->safe) {
        *least = *most = 2 - BY_WIN;
    } else {
        *most = cells >= 3 && c4_lines(s->tables, s->tables->cells & ~c4_other(s)) ? BY_WIN - 3 : 0;
        *least = cells >= 4 && c4_lines(s->tables, s->tables->cells & ~s->own) ? 4 - BY_WIN : 0;
    }
}

static bool describe(void *state, by_move move, struct by_move_info *out)
{
    struct c4_state *s = state;

    if (move >= (by_move)s->tables->board.columns || !cell_of(s, move) || s->is_lost)
        return false;
    describe_cell(s, &(struct prospects){look(s), is_symmetric(s)}, (int)move, cell_of(s, move), out);
    return true;
}

static uint64_t key_after(void *state, by_move move)
{
    const struct c4_state *s = state;

    return c4_key(s->tables, c4_other(s), s->mask | cell_of(s, move));
}

#define OPTIONS struct c4_tables

static const struct by_option options[] = {
    BY__NUMBER_AT(RULE, "width", board.columns, 1, C4_WIDTH_MOST, 7,
                  "Number of columns; (height + 1) * width may not exceed 64.", NULL),
    BY__NUMBER_AT(RULE, "height", board.rows, 1, C4_HEIGHT_MOST, 6,
                  "Number of rows; (height + 1) * width may not exceed 64.", NULL),
    BY__NUMBER_AT(RULE, "connect", board.line, 2, C4_CONNECT_MOST, 4, "How many stones in a row win.", NULL),
    {0},
};

static const struct by_rules rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct c4_state),
    .open = open_game,
    .close = free,
    .init = init,
    .parse = by__c4_parse,
    .print = by__stones_print,
    .print_move = by__c4_print_move,
    .extent = extent,
    .node = node,
    .moves = moves,
    .push = push,
    .pop = pop,
};
static const struct by_evaluation evaluation = {BY_SIZE(by_evaluation), .evaluate = evaluate, .bounds = bounds};
static const struct by_tactics tactics = {BY_SIZE(by_tactics), .describe = describe, .key_after = key_after};
static const struct by_sampling sampling = {BY_SIZE(by_sampling), .playout = by__c4_playout};
static const struct by_words words = {BY_SIZE(by_words), .explain = by__c4_explain};

const by_game_type by__connect4 = {
    BY_GAME_TYPE,
    .name = "connect4",
    .title = "Connect four",
    .help = "Stones fall down the columns; four in a row, a column or a diagonal win; x begins.\n"
            "Position: the rows from the top, such as ......./......./......./......./...o.../...x...; the number of\n"
            "stones determines whose turn it is.\n"
            "Move: the column, a to g. Moves that win are listed first, then the others: those that make more cells\n"
            "where the side would win come earlier, those that let the other side win with its next move come last.\n"
            "Of equal moves the one nearer to the centre comes first, then the one on the left.",
    .options = options,
    .side_names = by__stones_side_names,
    .rules = &rules,
    .evaluation = &evaluation,
    .tactics = &tactics,
    .sampling = &sampling,
    .words = &words,
    .display = &by__c4_display,
};
