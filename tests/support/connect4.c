/* SPDX-License-Identifier: MIT */
#include "support/connect4.h"

#include <stdlib.h>

#include "boyi/value.h"

static char cell_at(const struct plain_board *board, int row, int column)
{
    if (row < 0 || row >= board->height || column < 0 || column >= board->width)
        return 0;
    return board->cells[row][column];
}

/* The stones of one colour in a row through a cell. */
static int length_of_row(const struct plain_board *board, int row, int column, int up, int right)
{
    char stone = board->cells[row][column];
    int length = 1;

    for (int i = 1; cell_at(board, row + i * up, column + i * right) == stone; i++)
        length++;
    for (int i = 1; cell_at(board, row - i * up, column - i * right) == stone; i++)
        length++;
    return length;
}

bool plain_drop(struct plain_board *board, int column)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int row = 0;

    while (row < board->height && board->cells[row][column])
        row++;
    if (row == board->height)
        return false;
    board->cells[row][column] = board->count++ % 2 ? 'o' : 'x';
    board->is_won = false;
    for (int i = 0; i < 4; i++)
        board->is_won |= length_of_row(board, row, column, directions[i][0], directions[i][1]) >= board->connect;
    return true;
}

uint64_t plain_perft(const struct plain_board *board, int plies)
{
    uint64_t count = 0;

    if (!plies)
        return 1;
    if (board->is_won)
        return 0;
    for (int column = 0; column < board->width; column++) {
        struct plain_board after = *board;

        if (plain_drop(&after, column))
            count += plain_perft(&after, plies - 1);
    }
    return count;
}

uint64_t plain_code(const struct plain_board *board)
{
    uint64_t code = 0;

    for (int row = 0; row < board->height; row++)
        for (int column = 0; column < board->width; column++)
            code = 3 * code + (board->cells[row][column] == 'x' ? 1u : board->cells[row][column] ? 2u : 0u);
    return code;
}

enum { BOARDS = 1 << 22, BOARDS_SHIFT = 64 - 22 };

/* A board that was looked at. */
struct known {
    uint64_t code_and_one; /* 0: free */
    int value;
};

struct plain_memory {
    struct known boards[BOARDS];
};

struct plain_memory *plain_remember(void)
{
    return calloc(1, sizeof(struct plain_memory));
}

void plain_forget(struct plain_memory *memory)
{
    free(memory);
}

static struct known *slot_of(struct plain_memory *memory, uint64_t code)
{
    uint64_t place = code * 0x9E3779B97F4A7C15u >> BOARDS_SHIFT;

    while (memory->boards[place].code_and_one && memory->boards[place].code_and_one != code + 1)
        place = (place + 1) % BOARDS;
    return &memory->boards[place];
}

static int a_ply_further(int value)
{
    return by_value_is_win(value) ? value - 1 : by_value_is_loss(value) ? value + 1 : value;
}

int plain_value(const struct plain_board *board, struct plain_memory *memory)
{
    const struct known *known = slot_of(memory, plain_code(board));
    int best = -BY_INFINITE;

    if (board->is_won)
        return -BY_WIN;
    if (known->code_and_one)
        return known->value;
    for (int column = 0; column < board->width; column++) {
        struct plain_board after = *board;

        if (plain_drop(&after, column)) {
            int value = a_ply_further(-plain_value(&after, memory));

            best = value > best ? value : best;
        }
    }
    if (best == -BY_INFINITE)
        best = 0; /* full */
    *slot_of(memory, plain_code(board)) = (struct known){plain_code(board) + 1, best};
    return best;
}
