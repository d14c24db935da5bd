/* SPDX-License-Identifier: MIT
 *
 * Tic-tac-toe. The stones of a side are nine bits, which index tables of 512 entries.
 */
#include "games/tictactoe/tictactoe.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/option_rows.h"
#include "games/tictactoe/board.h"

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

static by_status open_game(const by_options *options, void **data, by_error *error)
{
    struct tictactoe_tables *tables = calloc(1, sizeof *tables);

    if (!tables)
        return by_error_no_memory(error);
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

/* ---- Text ------------------------------------------------------------------------------------------------------ */

/* Reads the nine cells into `stones`; `at` is where the text was left. */
static by_status parse_cells(const char *text, uint16_t stones[2], const char **at, by_error *error)
{
    const char *c = text;
    int cell = 0;

    for (; cell < TICTACTOE_CELLS; c++) {
        int column = (int)(c - text) + 1;
        const char *letter = *c ? strchr(tictactoe_letters, *c | 0x20) : NULL;

        if (*c == '/' && cell && cell % 3 == 0 && c[-1] != '/')
            continue;
        if (letter && *letter)
            stones[letter - tictactoe_letters] |= (uint16_t)(1 << cell);
        else if (*c != '.')
            return by_error_set_at(error, BY_ERROR_INPUT, 1, column, "expected x, o or . for cell %d%-s", cell,
                                   *c ? "" : BY_WORDS(", but the text ends"));
        cell++;
    }
    *at = c;
    return BY_OK;
}

static int count_stones(uint16_t stones)
{
    return __builtin_popcount(stones);
}

static by_status parse(void *state, const char *text, by_error *error)
{
    struct tictactoe *s = state;
    const char *end = text;
    by_status status = parse_cells(text, s->stones, &end, error);
    int more;

    if (status)
        return status;
    if (end[strspn(end, " \t\r\n")])
        return by_error_set_at(error, BY_ERROR_INPUT, 1, (int)(end - text) + 1,
                               "expected the end of the text after nine cells");
    more = count_stones(s->stones[0]) - count_stones(s->stones[1]);
    if (more != 0 && more != 1)
        return by_error_set(error, BY_ERROR_INPUT, "%d x and %d o cannot occur, expected as many x as o or one more",
                            count_stones(s->stones[0]), count_stones(s->stones[1]));
    s->side = (uint8_t)more;
    if (s->tables->has_line[s->stones[s->side]])
        return by_error_set(error, BY_ERROR_INPUT, "%c has three in a row and could not have let the game go on",
                            tictactoe_letters[s->side]);
    return BY_OK;
}

static void print_cells(const struct tictactoe *s, by_text *out, const char *between_rows, bool with_numbers)
{
    for (int cell = 0; cell < TICTACTOE_CELLS; cell++) {
        char empty = with_numbers ? (char)('0' + cell) : '.';

        if (cell && cell % 3 == 0)
            by_text_add(out, between_rows);
        by_text_add_char(out, s->stones[0] >> cell & 1 ? 'x' : s->stones[1] >> cell & 1 ? 'o' : empty);
        if (with_numbers && cell % 3 < 2)
            by_text_add_char(out, ' ');
    }
}

static void print(const void *state, by_text *out)
{
    print_cells(state, out, "/", false);
}

static void draw(const void *state, unsigned style, by_text *out)
{
    (void)style;
    by_text_add(out, "  ");
    print_cells(state, out, "\n  ", true);
    by_text_add_char(out, '\n');
}

static int cell_of(by_move move)
{
    return (int)move;
}

static void print_move(void *state, by_move move, int notation, by_text *out)
{
    (void)state;
    (void)notation;
    by_text_printf(out, "%d", cell_of(move));
}

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

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

static void tell_owner(const struct tictactoe *s, int8_t *owner)
{
    for (int cell = 0; owner && cell < TICTACTOE_CELLS; cell++)
        owner[cell] = (int8_t)((s->stones[0] >> cell & 1) - (s->stones[1] >> cell & 1));
}

static by_value playout(const void *state, struct by_random *random, struct by_playout *out)
{
    struct tictactoe s = *(const struct tictactoe *)state;
    uint8_t side = s.side;
    unsigned empty = (unsigned)(TICTACTOE_FULL & ~(s.stones[0] | s.stones[1]));
    by_value value;

    out->count = out->plies = 0;
    while (empty && !is_lost(&s) && (!out->plies_most || out->plies < out->plies_most)) {
        int cell = random_cell(random, out->style == BY_PLAYOUT_INFORMED ? informed_cells(&s, empty) : empty);

        if (out->slots && out->count < out->room)
            out->slots[out->count++] = (uint16_t)(s.side * TICTACTOE_CELLS + cell);
        push(&s, (by_move)cell);
        empty &= ~(1U << cell);
        out->plies++;
    }
    tell_owner(&s, out->owner);
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

static const char *const side_names[] = {BY_WORDS("x"), BY_WORDS("o")};

static const struct by_rules rules = {
    .state_size = sizeof(struct tictactoe),
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
static const struct by_sampling sampling = {.playout = playout, .priors = priors};

const by_game_type by__tictactoe = {
    .name = "tictactoe",
    .title = "Tic-tac-toe",
    .help = "Three in a row wins; x begins.\n"
            "Position: nine cells by rows, such as x.o/.x./..o; whose turn it is follows from the count.\n"
            "Move: the cell, 0 to 8. Moves are listed in the order of the cells.",
    .options = options,
    .side_names = side_names,
    .has_index_key = true,
    .rules = &rules,
    .evaluation = &evaluation,
    .tactics = &tactics,
    .sampling = &sampling,
    .display = &by__tictactoe_display,
};
