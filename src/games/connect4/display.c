/* SPDX-License-Identifier: MIT
 *
 * The display of connect four.
 */
#include "core/display.h"
#include "games/connect4/board.h"

static const struct by_piece pieces[] = {
    {.name = "stone", .shapes = {"disc", "disc"}, .letters = {'x', 'o'}},
    {0},
};

static void board(const void *state, struct by_board *out)
{
    const struct c4_state *s = state;

    *out = (struct by_board){
        .kind = BY_BOARD_COLUMNS,
        .columns = s->tables->width,
        .rows = s->tables->height,
        .column_names = "abcdefghijklmnop",
        .first_row = 1,
    };
}

static void squares(void *state, struct by_square *out)
{
    const struct c4_state *s = state;
    const struct c4_tables *t = s->tables;
    uint64_t second = c4_stones_of(s, 1);
    uint64_t lines = by__c4_cells_of_lines(t, c4_stones_of(s, 0)) | by__c4_cells_of_lines(t, second);

    for (int row = 0; row < t->height; row++) {
        for (int column = 0; column < t->width; column++) {
            int bit = c4_bit(s, column, row);

            out[row * t->width + column] = (struct by_square){
                .piece = s->mask >> bit & 1,
                .side = second >> bit & 1,
                .marks = lines >> bit & 1 ? BY_MARK_LINE : 0,
            };
        }
    }
}

static void gesture(const void *state, by_move move, struct by_gesture *out)
{
    const struct c4_state *s = state;
    int row = c4_bits_of(s->mask & s->tables->columns[move]);

    *out = (struct by_gesture){.from = BY_NO_SQUARE, .to = row * s->tables->width + (int)move, .piece = 1};
}

static void compose(const void *initial, const struct by_board *shape, const struct by_square *set, int side,
                    by_text *out)
{
    (void)initial;
    (void)side;
    by__display_add_rows(shape, set, c4_letters, out);
}

const struct by_display by__c4_display = {
    .pieces = pieces,
    .turn_follows = true,
    .board = board,
    .squares = squares,
    .gesture = gesture,
    .compose = compose,
};
