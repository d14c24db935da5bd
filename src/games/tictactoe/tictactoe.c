/* SPDX-License-Identifier: MIT
 *
 * Tic-tac-toe. The stones of a side are nine bits, which index tables of 512 entries.
 *
 *     cells   0 1 2
 *             3 4 5
 *             6 7 8
 */
#include "games/tictactoe/tictactoe.h"

#include <stdlib.h>

#include "boyi/random.h"
#include "core/option_rows.h"
#include "core/stones.h"

enum {
    TICTACTOE_CELLS = 9,
    TICTACTOE_LINES = 8,
    TICTACTOE_MASKS = 1 << TICTACTOE_CELLS,
    TICTACTOE_FULL = TICTACTOE_MASKS - 1,
};

static const uint16_t tictactoe_lines[TICTACTOE_LINES] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

/* Shared by all positions. */
struct tictactoe_tables {
    struct by__stones board;             /* first */
    int values;                          /* 0: a win counts its distance */
    by_value win;                        /* the value of a line: BY_WIN or 1 */
    bool has_line[TICTACTOE_MASKS];      /* whether these stones hold a line */
    uint8_t open_lines[TICTACTOE_MASKS]; /* lines in which none of these cells lies */
    uint64_t keys[2][TICTACTOE_MASKS];   /* of the stones of each side, which determine the side to move */
    uint32_t index_keys[2][TICTACTOE_MASKS];
};

struct tictactoe {
    const struct tictactoe_tables *tables;
    uint16_t stones[2];
    uint8_t side;
};

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

static void fill_keys(struct tictactoe_tables *tables)
{
    struct by_random random = {0x71C7AC70E};
    uint64_t cell_keys[2][TICTACTOE_CELLS], cell_index_keys[2][TICTACTOE_CELLS];

    for (int side = 0; side < 2; side++) {
        uint64_t empty = by_random_next(&random); /* 0 means no key */

        for (int cell = 0; cell < TICTACTOE_CELLS; cell++) {
            cell_keys[side][cell] = by_random_next(&random);
            cell_index_keys[side][cell] = by_random_next(&random);
        }
        for (int mask = 0; mask < TICTACTOE_MASKS; mask++) {
            tables->keys[side][mask] = empty;
            for (int cell = 0; cell < TICTACTOE_CELLS; cell++) {
                if (mask >> cell & 1) {
                    tables->keys[side][mask] ^= cell_keys[side][cell];
                    tables->index_keys[side][mask] ^= (uint32_t)cell_index_keys[side][cell];
                }
            }
        }
    }
}

static void read_stones(const void *state, uint64_t stones[2])
{
    const struct tictactoe *s = state;

    stones[0] = s->stones[0];
    stones[1] = s->stones[1];
}

static by_status open_game(const by_options *options, void **data, by_error *error)
{
    struct tictactoe_tables *tables = calloc(1, sizeof *tables);

    if (!tables)
        return by_error_no_memory(error);
    tables->board = (struct by__stones){.columns = 3,
                                        .rows = 3,
                                        .line = 3,
                                        .corner = 6,
                                        .right = 1,
                                        .up = -3,
                                        .has_numbers = true,
                                        .read = read_stones};
    by_options_read(options, tables);
    tables->win = tables->values ? 1 : BY_WIN;
    for (int mask = 0; mask < TICTACTOE_MASKS; mask++) {
        for (int i = 0; i < TICTACTOE_LINES; i++) {
            if ((mask & tictactoe_lines[i]) == tictactoe_lines[i])
                tables->has_line[mask] = true;
            if ((mask & tictactoe_lines[i]) == 0)
                tables->open_lines[mask]++;
        }
    }
    fill_keys(tables);
    *data = tables;
    return BY_OK;
}

static by_status init(const void *data, void *state, by_error *error)
{
    struct tictactoe *s = state;

    (void)error;
    s->tables = data;
    return BY_OK;
}

static by_status parse(void *state, const char *text, by_error *error)
{
    struct tictactoe *s = state;
    uint64_t stones[2] = {0, 0};
    by_status status = by__stones_parse(&s->tables->board, text, stones, error);

    if (!status)
        status = by__stones_check_turns(&s->tables->board, stones, error);
    s->stones[0] = (uint16_t)stones[0];
    s->stones[1] = (uint16_t)stones[1];
    s->side = __builtin_popcountll(stones[0]) > __builtin_popcountll(stones[1]);
    return status;
}

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

static int cell_of(by_move move)
{
    return (int)move;
}

static void extent(const void *state, struct by_extent *out)
{
    (void)state;
    *out = (struct by_extent){.max_moves = TICTACTOE_CELLS,
                              .max_plies = TICTACTOE_CELLS,
                              .from_to_slots = TICTACTOE_CELLS,
                              .piece_to_slots = 2 * TICTACTOE_CELLS};
}

static bool is_lost(const struct tictactoe *s)
{
    return s->tables->has_line[s->stones[s->side ^ 1]];
}

static void node(void *state, int ply, struct by_node *out)
{
    const struct tictactoe *s = state;
    const struct tictactoe_tables *tables = s->tables;
    bool lost = is_lost(s);
    bool full = (s->stones[0] | s->stones[1]) == TICTACTOE_FULL;

    (void)ply;
    *out = (struct by_node){
        .key = tables->keys[0][s->stones[0]] ^ tables->keys[1][s->stones[1]],
        .index_key = tables->index_keys[0][s->stones[0]] ^ tables->index_keys[1][s->stones[1]],
        .value = lost ? -tables->win : 0,
        .side = s->side,
        .is_over = lost || full,
        .can_move = !lost && !full,
    };
}

static void describe_cell(const struct tictactoe *s, int cell, struct by_move_info *out)
{
    *out = (struct by_move_info){
        .move = (by_move)cell,
        .from_to = (uint16_t)cell,
        .piece_to = (uint16_t)(s->side * TICTACTOE_CELLS + cell),
    };
}

static void moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct tictactoe *s = state;
    unsigned empty = (unsigned)(TICTACTOE_FULL & ~(s->stones[0] | s->stones[1]));

    if (kind == BY_MOVES_TACTICAL || is_lost(s))
        return;
    if (!out->list) {
        out->count = __builtin_popcount(empty);
        return;
    }
    for (; empty; empty &= empty - 1)
        describe_cell(s, __builtin_ctz(empty), &out->list[out->count++]);
}

static void push(void *state, by_move move)
{
    struct tictactoe *s = state;

    s->stones[s->side] |= (uint16_t)(1 << cell_of(move));
    s->side ^= 1;
}

static void pop(void *state, by_move move)
{
    struct tictactoe *s = state;

    s->side ^= 1;
    s->stones[s->side] &= (uint16_t) ~(1 << cell_of(move));
}

/* ---- Knowledge ------------------------------------------------------------------------------------------------- */

/* Lines still open to the side to move less those open to the other: the classic textbook estimate (Nilsson 1971). */
static by_value evaluate(void *state)
{
    const struct tictactoe *s = state;

    return s->tables->open_lines[s->stones[s->side ^ 1]] - s->tables->open_lines[s->stones[s->side]];
}

static bool describe(void *state, by_move move, struct by_move_info *out)
{
    const struct tictactoe *s = state;

    if (move >= TICTACTOE_CELLS || is_lost(s) || (s->stones[0] | s->stones[1]) >> cell_of(move) & 1)
        return false;
    describe_cell(s, cell_of(move), out);
    return true;
}

static uint64_t key_after(void *state, by_move move)
{
    const struct tictactoe *s = state;
    uint16_t after[2] = {s->stones[0], s->stones[1]};

    after[s->side] |= (uint16_t)(1 << cell_of(move));
    return s->tables->keys[0][after[0]] ^ s->tables->keys[1][after[1]];
}

/* ---- Chance ---------------------------------------------------------------------------------------------------- */

/* The cells, as bits, that complete a line of these stones. */
static unsigned completing(const struct tictactoe_tables *tables, unsigned stones, unsigned empty)
{
    unsigned found = 0;

    for (; empty; empty &= empty - 1)
        if (tables->has_line[stones | (empty & -empty)])
            found |= empty & -empty;
    return found;
}

/* Wins if it can, else blocks, else plays any cell. */
static unsigned informed_cells(const struct tictactoe *s, unsigned empty)
{
    unsigned cells = completing(s->tables, s->stones[s->side], empty);

    if (!cells)
        cells = completing(s->tables, s->stones[s->side ^ 1], empty);
    return cells ? cells : empty;
}

static int random_cell(struct by_random *random, unsigned cells)
{
    for (uint32_t skip = by_random_below(random, (uint32_t)__builtin_popcount(cells)); skip; skip--)
        cells &= cells - 1;
    return __builtin_ctz(cells);
}

static by_value playout(const void *state, struct by_random *random, struct by_playout *out)
{
    struct tictactoe s = *(const struct tictactoe *)state;
    uint8_t side = s.side;
    unsigned empty = (unsigned)(TICTACTOE_FULL & ~(s.stones[0] | s.stones[1]));
    uint64_t stones[2];
    by_value value;

    out->count = out->plies = 0;
    while (empty && !is_lost(&s) && (!out->max_plies || out->plies < out->max_plies)) {
        int cell = random_cell(random, out->style == BY_PLAYOUT_INFORMED ? informed_cells(&s, empty) : empty);

        if (out->slots && out->count < out->room)
            out->slots[out->count++] = (uint16_t)(s.side * TICTACTOE_CELLS + cell);
        push(&s, (by_move)cell);
        empty &= ~(1U << cell);
        out->plies++;
    }
    read_stones(&s, stones);
    by__stones_own(stones, TICTACTOE_CELLS, out->owner);
    out->is_cut = empty && !is_lost(&s);
    value = out->is_cut ? evaluate(&s) : is_lost(&s) ? -s.tables->win : 0;
    return s.side == side ? value : -value;
}

/* Ranks a move by the lines it may become part of; cells that complete a line for either side come first. */
static void priors(void *state, const struct by_moves *list, struct by_prior *out)
{
    static const uint8_t lines_through[TICTACTOE_CELLS] = {3, 2, 3, 2, 4, 2, 3, 2, 3};
    const struct tictactoe *s = state;
    const struct tictactoe_tables *tables = s->tables;

    for (int i = 0; i < list->count; i++) {
        unsigned cell = 1U << cell_of(list->list[i].move);
        bool wins = tables->has_line[s->stones[s->side] | cell],
             saves = tables->has_line[s->stones[s->side ^ 1] | cell];

        out[i] = (struct by_prior){.weight = wins ? 100 : saves ? 30 : lines_through[cell_of(list->list[i].move)]};
        if (wins)
            out[i] = (struct by_prior){.weight = out[i].weight, .mean = 1, .visits = 10};
    }
}

static const char *const value_choices[] = {"distance", "plain", NULL};

#define OPTIONS struct tictactoe_tables

static const struct by_option options[] = {
    BY__CHOICE(RULE, values, value_choices, 0,
               "Value of a win: by its distance (distance), or always 1, as in textbooks (plain).", NULL),
    {0},
};

static const struct by_rules rules = {
    BY_SIZE(by_rules),
    .state_size = sizeof(struct tictactoe),
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
static const struct by_sampling sampling = {BY_SIZE(by_sampling), .playout = playout, .priors = priors};

const by_game_type by__tictactoe = {
    BY_GAME_TYPE,
    .name = "tictactoe",
    .title = "Tic-tac-toe",
    .help = "Three in a row wins; x begins.\n"
            "Position: nine cells by rows, such as x.o/.x./..o; the number of stones determines whose turn it is.\n"
            "Move: the cell, 0 to 8. Moves are listed in the order of the cells.",
    .options = options,
    .side_names = by__stones_side_names,
    .has_index_key = true,
    .rules = &rules,
    .evaluation = &evaluation,
    .tactics = &tactics,
    .sampling = &sampling,
    .display = &by__stones_display,
};
