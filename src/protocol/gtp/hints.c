/* SPDX-License-Identifier: MIT
 *
 * GTP: the capture solver helps the player, after Zhang and Chen (2007). It reads blocks in danger before the tree
 * search, the largest first, within a share of the time, and gives hints on moves:
 *
 *     the fate of a block is open     the move that saves the own one, or captures the other's, is proposed
 *     an own block is lost            moves that only make it longer are refuted
 */
#include <stdlib.h>

#include "protocol/gtp/session.h"

/* A block with more liberties is not in danger. A hint counts as a number of games, plus some for each stone.
 */
enum { LIBERTIES_IN_DANGER = 3, MAX_BLOCKS = 24, HINT_VISITS = 40, HINT_VISITS_A_STONE = 10, HINT_MAX_STONES = 10 };

struct danger {
    int stone; /* the first of the block's */
    int stones;
};

static int larger_first(const void *a, const void *b)
{
    const struct danger *x = a, *y = b;

    return x->stones != y->stones ? y->stones - x->stones : x->stone - y->stone;
}

static int find_dangers(const struct gtp_board *board, struct danger *out)
{
    bool alive[2][GTP_MAX_POINTS], enclosed[2][GTP_MAX_POINTS];
    int count = 0;

    for (int colour = GTP_BLACK; colour <= GTP_WHITE; colour++)
        gtp_unconditional_life(board, colour, alive[colour], enclosed[colour]);
    for (int i = 0; i < board->size * board->size; i++) {
        int colour = board->stones[i];
        struct gtp_block block;

        if (!gtp_is_first_stone(board, i) || alive[colour][i] || enclosed[colour ^ 1][i])
            continue;
        gtp_block_at(board, i, &block);
        if (block.liberty_count <= LIBERTIES_IN_DANGER)
            out[count++] = (struct danger){i, block.stone_count};
    }
    qsort(out, (size_t)count, sizeof *out, larger_first);
    return count < MAX_BLOCKS ? count : MAX_BLOCKS;
}

/* ---- Hints ------------------------------------------------------------------------------------------------------- */

static void add_hint(struct gtp_hints *hints, by_move move, int stones, float mean)
{
    int counted = stones < HINT_MAX_STONES ? stones : HINT_MAX_STONES;

    if (hints->count < GTP_MAX_HINTS)
        hints->list[hints->count++] =
            (struct by_hint){move, mean, (float)(HINT_VISITS + HINT_VISITS_A_STONE * counted)};
}

static bool works(const struct solve_answer *answer)
{
    return answer->code == SOLVE_YES || answer->code == SOLVE_KO_TAKEN;
}

/* Moves of the owner that only make a lost block longer. */
static void refute(struct gtp *gtp, const struct gtp_board *board, const struct danger *danger, struct gtp_hints *out)
{
    int colour = board->stones[danger->stone];
    struct gtp_block block;

    gtp_block_at(board, danger->stone, &block);
    for (int i = 0; i < block.liberty_count; i++)
        add_hint(out, gtp_move_at(gtp, colour, block.liberties[i]), danger->stones, 0);
}

/* False: the command has failed. */
static bool ask(struct gtp *gtp, int stone, bool is_attack, struct solve_answer *answer, struct gtp_hints *out)
{
    if (!gtp_ask(gtp, GTP_PLAYER, stone, is_attack, answer))
        return false;
    out->time_us += answer->time_us;
    return true;
}

static bool read_block(struct gtp *gtp, const struct gtp_board *board, int colour, const struct danger *danger,
                       struct gtp_hints *out)
{
    bool is_own = board->stones[danger->stone] == colour;
    struct solve_answer answer;
    by_move capture;

    if (!ask(gtp, danger->stone, true, &answer, out))
        return false;
    if (!works(&answer) || answer.move == BY_MOVE_NONE)
        return true;
    capture = answer.move;
    if (!ask(gtp, danger->stone, false, &answer, out))
        return false;
    if (works(&answer) && answer.move != BY_MOVE_NONE)
        add_hint(out, is_own ? answer.move : capture, danger->stones, 1);
    else if (is_own && answer.code == SOLVE_NO)
        refute(gtp, board, danger, out);
    return true;
}

bool gtp_read_blocks(struct gtp *gtp, const struct gtp_board *board, int colour, int64_t time_us, struct gtp_hints *out)
{
    struct danger dangers[GTP_MAX_POINTS];
    int count = find_dangers(board, dangers);

    out->count = 0;
    out->time_us = 0;
    for (int i = 0; i < count && (!time_us || out->time_us < time_us); i++)
        if (!read_block(gtp, board, colour, &dangers[i], out))
            return false;
    return true;
}
