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

static void release_walk(struct mc_walk *w)
{
    free(w->path);
    free(w->blocks);
    free(w->sides);
    free(w->made);
    free(w->played);
    free(w->priors);
    free(w->list.list);
    free(w->stamps);
    *w = (struct mc_walk){0};
}

void by__mc_release(struct mc_search *s)
{
    for (int i = 0; s->team && i < s->team->count; i++)
        release_walk(&s->team->helpers[i].walk);
    by__mc_team_destroy(s->team);
    s->team = NULL;
    release_walk(&s->walk);
    free(s->tree.cells);
    free(s->tree.table);
    free(s->line);
    free(s->is_listed);
    s->tree.cells = NULL;
    s->tree.table = NULL;
    s->tree.room = s->tree.slots = 0;
    s->root.is_known = false;
    s->line = NULL;
    s->is_listed = NULL;
    s->plies = s->max_moves = s->slots = 0;
}

/* What there has to be room for. */
struct need {
    int plies, max_moves, slots;
};

/* What is needed besides the tree. */
static size_t bytes_of(const struct mc_options *opt, const struct by__run *run, const struct need *need)
{
    size_t by_ply = 2 * sizeof(uint32_t) + sizeof(uint8_t) + sizeof(by_move) + sizeof(uint16_t);
    size_t rows = (size_t)need->plies + 2, helpers = (size_t)opt->threads - 1;
    size_t walk = rows * by_ply + (size_t)need->max_moves * (sizeof(struct by_move_info) + sizeof(struct by_prior)) +
                  ((size_t)need->slots + 1) * sizeof(struct mc_stamp);

    return walk + rows * sizeof(by_move) + (size_t)need->max_moves * sizeof(bool) +
           (helpers ? sizeof(struct mc_team) + helpers * (walk + sizeof(struct mc_helper) + run->position_bytes) : 0);
}

static bool allocate_walk(struct mc_walk *w, struct mc_tree *tree, const struct need *need)
{
    size_t rows = (size_t)need->plies + 2;

    w->tree = tree;
    w->path = malloc(rows * sizeof *w->path);
    w->blocks = malloc(rows * sizeof *w->blocks);
    w->sides = malloc(rows * sizeof *w->sides);
    w->made = malloc(rows * sizeof *w->made);
    w->played = malloc(rows * sizeof *w->played);
    w->priors = malloc((size_t)need->max_moves * sizeof *w->priors);
    w->list.list = malloc((size_t)need->max_moves * sizeof *w->list.list);
    w->stamps = calloc((size_t)need->slots + 1, sizeof *w->stamps);
    return w->path && w->blocks && w->sides && w->made && w->played && w->priors && w->list.list && w->stamps;
}

static bool allocate_helpers(struct mc_search *s, const struct need *need)
{
    bool has_room = s->opt.threads < 2 || by__mc_team_create(&s->team, s->opt.threads - 1);

    for (int i = 0; has_room && i < s->opt.threads - 1; i++)
        has_room = allocate_walk(&s->team->helpers[i].walk, &s->tree, need);
    return has_room;
}

/* The bytes of a tree of so many cells, with its table if it has one. */
static size_t bytes_of_tree(const struct mc_options *opt, uint32_t cells)
{
    return (size_t)cells * sizeof(union mc_cell) +
           (opt->transpositions ? by__mc_table_slots(cells) * sizeof(_Atomic uint32_t) : 0);
}

static bool allocate_tree(const struct mc_options *opt, struct mc_tree *tree, size_t bytes)
{
    size_t cells = bytes / sizeof *tree->cells;

    tree->room = cells < UINT32_MAX ? (uint32_t)cells : UINT32_MAX;
    while (bytes_of_tree(opt, tree->room) > bytes)
        tree->room--;
    tree->cells = malloc(tree->room * sizeof *tree->cells);
    if (!opt->transpositions)
        return tree->cells;
    tree->slots = by__mc_table_slots(tree->room);
    tree->table = malloc(tree->slots * sizeof *tree->table);
    return tree->cells && tree->table;
}

static bool allocate(struct mc_search *s, const struct need *need, size_t bytes)
{
    s->plies = need->plies;
    s->max_moves = need->max_moves;
    s->slots = need->slots;
    s->line = malloc(((size_t)need->plies + 2) * sizeof *s->line);
    s->is_listed = malloc((size_t)need->max_moves * sizeof *s->is_listed);
    return allocate_tree(&s->opt, &s->tree, bytes) && s->line && s->is_listed &&
           allocate_walk(&s->walk, &s->tree, need) && allocate_helpers(s, need);
}

by_status by__mc_reserve(void *self, const struct by__run *run, by_error *error)
{
    struct mc_search *s = self;
    struct need need = {.plies = larger(run->plies, s->plies),
                        .max_moves = larger(larger(run->extent.max_moves, 1), s->max_moves),
                        .slots = larger(s->opt.rave ? run->extent.piece_to_slots : 0, s->slots)};
    size_t fixed = run->bytes + bytes_of(&s->opt, run, &need), limit = s->opt.memory;
    size_t least = bytes_of_tree(&s->opt, (uint32_t)need.max_moves + 1 + MC_FIRST_BLOCK);
    size_t now = bytes_of_tree(&s->opt, s->tree.room);
    by_status status = by__check_memory(fixed + least, limit, error);

    if (status || (now >= least && need.plies == s->plies && need.max_moves == s->max_moves && need.slots == s->slots &&
                   fixed + now <= limit + BY__MEMORY_SLACK))
        return status;
    by__mc_release(s);
    if (!allocate(s, &need, limit > fixed + least ? limit - fixed : least)) {
        by__mc_release(s);
        return by_error_no_memory(error);
    }
    return BY_OK;
}
