/* SPDX-License-Identifier: MIT
 *
 * A quiescence search by alpha-beta over the tactical moves of the game, which keeps its principal line.
 */
#include "tune/quiet.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_MOST = 12, NODES_MOST = 2000 };

struct ply {
    struct by_move_info *moves;
    by_move line[PLIES_MOST];
    int length;
};

struct tune_quiet {
    struct ply plies[PLIES_MOST + 1];
    struct by_move_info *memory;
    int nodes;
};

by_status tune_quiet_create(const by_position *position, struct tune_quiet **out, by_error *error)
{
    struct tune_quiet *quiet = calloc(1, sizeof *quiet);
    struct by_extent extent;

    by_position_extent(position, &extent);
    if (quiet)
        quiet->memory = calloc((size_t)(PLIES_MOST + 1) * (size_t)(extent.max_moves + 1), sizeof *quiet->memory);
    if (!quiet || !quiet->memory) {
        tune_quiet_destroy(quiet);
        return by_error_no_memory(error);
    }
    for (int i = 0; i <= PLIES_MOST; i++)
        quiet->plies[i].moves = quiet->memory + (size_t)i * (size_t)(extent.max_moves + 1);
    *out = quiet;
    return BY_OK;
}

void tune_quiet_destroy(struct tune_quiet *quiet)
{
    if (!quiet)
        return;
    free(quiet->memory);
    free(quiet);
}

/* The greatest piece first, taken by the least. */
static void sort_moves(const by_position *position, struct by_moves *moves)
{
    const struct by_tactics *tactics = by_game_type_of(by_position_game(position))->tactics;
    const uint8_t *worths = tactics ? tactics->worths : NULL;

    for (int i = 0; worths && i < moves->count; i++) {
        struct by_move_info info = moves->list[i];
        int place = i;

        info.score = info.flags & BY_MOVE_CAPTURE ? worths[info.victim] * 16 - worths[info.attacker] : 0;
        for (; place > 0 && moves->list[place - 1].score < info.score; place--)
            moves->list[place] = moves->list[place - 1];
        moves->list[place] = info;
    }
}

static void store_line(struct tune_quiet *quiet, int ply, by_move move)
{
    struct ply *here = &quiet->plies[ply], *below = &quiet->plies[ply + 1];

    here->line[0] = move;
    memcpy(here->line + 1, below->line, (size_t)below->length * sizeof here->line[0]);
    here->length = below->length + 1;
}

static by_status search(struct tune_quiet *quiet, by_position *position, int ply, by_value alpha, by_value beta,
                        by_value *value, by_error *error)
{
    struct by_moves moves = {.list = quiet->plies[ply].moves};
    struct by_node node;
    by_status status = BY_OK;

    quiet->nodes++;
    quiet->plies[ply].length = 0;
    by_position_node(position, &node);
    *value = node.is_over ? node.value : by_position_evaluate(position);
    if (node.is_over || *value >= beta || ply >= PLIES_MOST - 1 || quiet->nodes > NODES_MOST)
        return BY_OK;
    by_position_moves(position, BY_MOVES_TACTICAL, &moves);
    sort_moves(position, &moves);
    for (int i = 0; i < moves.count && *value < beta && !status; i++) {
        by_value below = 0, least = *value > alpha ? *value : alpha;

        status = by_position_push(position, moves.list[i].move, error);
        if (status)
            return status;
        status = search(quiet, position, ply + 1, -beta, -least, &below, error);
        (void)by_position_pop(position, NULL);
        if (!status && -below > least) {
            *value = -below;
            store_line(quiet, ply, moves.list[i].move);
        }
    }
    return status;
}

by_status tune_quiet_settle(struct tune_quiet *quiet, by_position *position, bool *found, by_error *error)
{
    by_value value = 0;
    by_status status;

    quiet->nodes = 0;
    status = search(quiet, position, 0, -BY_INFINITE, BY_INFINITE, &value, error);
    *found = !status && quiet->nodes <= NODES_MOST && value > -BY_MIN_WIN && value < BY_MIN_WIN;
    for (int i = 0; *found && !status && i < quiet->plies[0].length; i++)
        status = by_position_push(position, quiet->plies[0].line[i], error);
    return status;
}
