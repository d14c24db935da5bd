/* SPDX-License-Identifier: MIT */
#include "search/lines.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- The best lines -------------------------------------------------------------------------------------------- */

size_t by__lines_bytes(int wanted, int plies)
{
    return ((size_t)wanted + 1) * (sizeof(struct by_line) + (size_t)plies * sizeof(by_move));
}

bool by__lines_create(struct by__lines *lines, int wanted, int plies)
{
    size_t rows = (size_t)wanted + 1;

    *lines = (struct by__lines){.wanted = wanted, .plies = plies};
    lines->lines = calloc(rows, sizeof *lines->lines);
    lines->moves = malloc(rows * (size_t)plies * sizeof *lines->moves);
    if (!lines->lines || !lines->moves) {
        by__lines_destroy(lines);
        return false;
    }
    for (size_t i = 0; i < rows; i++)
        lines->lines[i].moves = lines->moves + i * (size_t)plies;
    return true;
}

static void copy_line(const struct by__lines *lines, struct by_line *to, const struct by_line *from)
{
    by_move *moves = lines->moves + (to->moves - lines->moves);

    memcpy(moves, from->moves, (size_t)from->length * sizeof *moves);
    *to = *from;
    to->moves = moves;
}

/* Moves a line up past those with lower values. */
static void carry_up(struct by_line *all, int place)
{
    for (; place > 0 && all[place - 1].value < all[place].value; place--) {
        struct by_line better = all[place];

        all[place] = all[place - 1];
        all[place - 1] = better;
    }
}

void by__lines_sort(struct by__lines *lines)
{
    for (int i = 1; i < lines->count; i++)
        carry_up(lines->lines, i);
}

void by__lines_insert(struct by__lines *lines, const struct by_line *line)
{
    struct by_line *all = lines->lines;
    int place = lines->count;

    /* Writes the new line behind the last and moves it up to its place. */
    copy_line(lines, &all[place], line);
    carry_up(all, place);
    if (lines->count < lines->wanted)
        lines->count++;
}

void by__lines_set(struct by__lines *lines, int index, const struct by_line *line)
{
    struct by_line *all = lines->lines;
    int place = index;

    while (place < lines->count && all[place].moves[0] != line->moves[0])
        place++;
    if (place == lines->count && lines->count < lines->wanted)
        lines->count++;
    /* The line at `place` is dropped: the new line reuses its memory. */
    copy_line(lines, &all[place], line);
    for (; place > index; place--) {
        struct by_line moved = all[place];

        all[place] = all[place - 1];
        all[place - 1] = moved;
    }
}

void by__lines_destroy(struct by__lines *lines)
{
    free(lines->lines);
    free(lines->moves);
    *lines = (struct by__lines){0};
}

/* ---- The stack ------------------------------------------------------------------------------------------------- */

static size_t variation_count(int plies)
{
    return (size_t)plies * ((size_t)plies + 1) / 2;
}

size_t by__stack_bytes(int plies, int max_moves)
{
    size_t rows = (size_t)plies, row = (size_t)max_moves * sizeof(struct by_move_info);

    if (row && rows > (SIZE_MAX / 4) / row)
        return SIZE_MAX / 2;
    return rows * row + variation_count(plies) * sizeof(by_move) + (rows + 1) * sizeof(int);
}

bool by__stack_create(struct by__stack *stack, int plies, int max_moves)
{
    *stack = (struct by__stack){.plies = plies, .max_moves = max_moves};
    stack->moves = malloc((size_t)plies * (size_t)max_moves * sizeof *stack->moves);
    stack->variations = malloc(variation_count(plies) * sizeof *stack->variations);
    stack->lengths = calloc((size_t)plies + 1, sizeof *stack->lengths);
    if (!stack->moves || !stack->variations || !stack->lengths) {
        by__stack_destroy(stack);
        return false;
    }
    return true;
}

struct by_move_info *by__stack_moves(const struct by__stack *stack, int ply)
{
    return stack->moves + (size_t)ply * (size_t)stack->max_moves;
}

by_move *by__stack_variation(const struct by__stack *stack, int ply)
{
    /* Rows 0 to ply - 1 have plies, plies - 1, ... moves. */
    size_t before = (size_t)ply * (2 * (size_t)stack->plies - (size_t)ply + 1) / 2;

    return stack->variations + before;
}

void by__stack_extend(struct by__stack *stack, int ply, by_move move)
{
    by_move *variation = by__stack_variation(stack, ply);
    int length = stack->lengths[ply + 1];

    variation[0] = move;
    if (length)
        memcpy(variation + 1, by__stack_variation(stack, ply + 1), (size_t)length * sizeof *variation);
    stack->lengths[ply] = length + 1;
}

void by__stack_destroy(struct by__stack *stack)
{
    free(stack->moves);
    free(stack->variations);
    free(stack->lengths);
    *stack = (struct by__stack){0};
}
