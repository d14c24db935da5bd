/* SPDX-License-Identifier: MIT
 *
 * The memory of a Monte Carlo tree search: some arrays by ply and by slot, and a tree that gets what they leave of the
 * limit.
 */
#include <stdlib.h>

#include "search/mcts/mcts.h"

static int larger(int a, int b)
{
    return a > b ? a : b;
}

void by__mc_release(struct mc_search *s)
{
    struct mc_walk *w = &s->walk;

    free(s->tree.cells);
    free(s->line);
    free(w->path);
    free(w->blocks);
    free(w->sides);
    free(w->made);
    free(w->played);
    free(w->priors);
    free(w->list.list);
    free(w->stamps);
    s->tree = (struct mc_tree){0};
    s->root.is_known = false;
    s->line = NULL;
    *w = (struct mc_walk){0};
    s->plies = s->max_moves = s->slots = 0;
}

/* What is needed besides the tree. */
static size_t bytes_of(int plies, int max_moves, int slots)
{
    size_t by_ply = 2 * sizeof(uint32_t) + sizeof(uint8_t) + 2 * sizeof(by_move) + sizeof(uint16_t);

    return ((size_t)plies + 2) * by_ply + (size_t)max_moves * (sizeof(struct by_move_info) + sizeof(struct by_prior)) +
           ((size_t)slots + 1) * sizeof(struct mc_stamp);
}

static bool allocate(struct mc_search *s, int plies, int max_moves, int slots, size_t bytes)
{
    struct mc_walk *w = &s->walk;
    size_t rows = (size_t)plies + 2, cells = bytes / sizeof *s->tree.cells;

    s->plies = plies;
    s->max_moves = max_moves;
    s->slots = slots;
    s->tree.room = cells < UINT32_MAX ? (uint32_t)cells : UINT32_MAX;
    s->tree.cells = malloc(s->tree.room * sizeof *s->tree.cells);
    s->line = malloc(rows * sizeof *s->line);
    w->path = malloc(rows * sizeof *w->path);
    w->blocks = malloc(rows * sizeof *w->blocks);
    w->sides = malloc(rows * sizeof *w->sides);
    w->made = malloc(rows * sizeof *w->made);
    w->played = malloc(rows * sizeof *w->played);
    w->priors = malloc((size_t)max_moves * sizeof *w->priors);
    w->list.list = malloc((size_t)max_moves * sizeof *w->list.list);
    w->stamps = calloc((size_t)slots + 1, sizeof *w->stamps);
    return s->tree.cells && s->line && w->path && w->blocks && w->sides && w->made && w->played && w->priors &&
           w->list.list && w->stamps;
}

by_status by__mc_reserve(void *self, const struct by__run *run, by_error *error)
{
    struct mc_search *s = self;
    int plies = larger(run->plies, s->plies), max_moves = larger(larger(run->extent.max_moves, 1), s->max_moves),
        slots = larger(s->opt.rave ? run->extent.piece_to_slots : 0, s->slots);
    size_t fixed = run->bytes + bytes_of(plies, max_moves, slots), limit = s->opt.memory;
    size_t least = ((size_t)max_moves + 1 + MC_FIRST_BLOCK) * sizeof *s->tree.cells;
    size_t now = (size_t)s->tree.room * sizeof *s->tree.cells;
    by_status status = by__check_memory(fixed + least, limit, error);

    if (status || (now >= least && plies == s->plies && max_moves == s->max_moves && slots == s->slots &&
                   fixed + now <= limit + BY__MEMORY_SLACK))
        return status;
    by__mc_release(s);
    if (!allocate(s, plies, max_moves, slots, limit > fixed + least ? limit - fixed : least)) {
        by__mc_release(s);
        return by_error_no_memory(error);
    }
    return BY_OK;
}
