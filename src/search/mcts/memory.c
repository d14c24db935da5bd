/* SPDX-License-Identifier: MIT
 *
 * The memory of a Monte Carlo tree search: some arrays by ply and by slot, and a tree that gets what they leave of the
 * limit, or several that share it.
 */
#include <stdlib.h>

#include "search/mcts/mcts.h"

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

static void release_tree(struct mc_tree *tree)
{
    free(tree->cells);
    free(tree->table);
    tree->cells = NULL;
    tree->table = NULL;
    tree->room = tree->slots = 0;
}

void by__mc_release(struct mc_search *s)
{
    for (int i = 0; s->team && i < s->team->count; i++) {
        release_walk(&s->team->helpers[i].walk);
        release_tree(&s->team->helpers[i].tree);
    }
    by__mc_team_destroy(s->team);
    s->team = NULL;
    release_walk(&s->walk);
    release_tree(&s->tree);
    release_tree(&s->sums);
    free(s->line);
    free(s->is_listed);
    s->root.is_known = false;
    s->line = NULL;
    s->is_listed = NULL;
    s->plies = s->max_moves = s->slots = 0;
}

/* The required room. */
struct need {
    int plies, max_moves, slots;
};

static struct need need_of(const struct mc_search *s, const struct by__run *run)
{
    return (struct need){.plies = by__larger(run->plies, s->plies),
                         .max_moves = by__larger(by__larger(run->extent.max_moves, 1), s->max_moves),
                         .slots = by__larger(s->opt.rave ? run->extent.piece_to_slots : 0, s->slots)};
}

/* The cells of a root and its moves. */
static uint32_t cells_of_root(int max_moves)
{
    return MC_FIRST_BLOCK + 1 + (uint32_t)max_moves;
}

/* The maximum padding of the eight arrays of a walk, each of which has its own cache lines. */
enum { LINES_SPARED = 8 * MC_LINE_BYTES };

/* The memory besides the trees. */
static size_t bytes_of(const struct mc_options *opt, const struct by__run *run, const struct need *need)
{
    size_t by_ply = 2 * sizeof(uint32_t) + sizeof(uint8_t) + sizeof(by_move) + sizeof(uint16_t);
    size_t rows = (size_t)need->plies + 2, helpers = (size_t)opt->threads - 1;
    size_t walk = rows * by_ply + (size_t)need->max_moves * (sizeof(struct by_move_info) + sizeof(struct by_prior)) +
                  ((size_t)need->slots + 1) * sizeof(struct mc_stamp);

    return walk + rows * sizeof(by_move) + (size_t)need->max_moves * sizeof(bool) +
           (opt->trees > 1 ? cells_of_root(need->max_moves) * sizeof(union mc_cell) : 0) +
           (helpers ? by__crew_bytes((int)helpers) + sizeof(struct mc_team) +
                          helpers * (walk + LINES_SPARED + sizeof(struct mc_helper) + run->position_bytes)
                    : 0);
}

/* An array that shares no line of the cache with another thread's. */
static void *allocate_lines(size_t count, size_t size)
{
    size_t lines = (count * size + MC_LINE_BYTES - 1) / MC_LINE_BYTES;

    return aligned_alloc(MC_LINE_BYTES, lines * MC_LINE_BYTES);
}

static bool allocate_walk(struct mc_walk *w, struct mc_tree *tree, const struct need *need)
{
    size_t rows = (size_t)need->plies + 2;

    w->tree = tree;
    w->path = allocate_lines(rows, sizeof *w->path);
    w->blocks = allocate_lines(rows, sizeof *w->blocks);
    w->sides = allocate_lines(rows, sizeof *w->sides);
    w->made = allocate_lines(rows, sizeof *w->made);
    w->played = allocate_lines(rows, sizeof *w->played);
    w->priors = allocate_lines((size_t)need->max_moves, sizeof *w->priors);
    w->list.list = allocate_lines((size_t)need->max_moves, sizeof *w->list.list);
    w->stamps = allocate_lines((size_t)need->slots + 1, sizeof *w->stamps);
    if (w->stamps)
        memset(w->stamps, 0, ((size_t)need->slots + 1) * sizeof *w->stamps);
    return w->path && w->blocks && w->sides && w->made && w->played && w->priors && w->list.list && w->stamps;
}

/* The bytes of a tree of `cells` cells, with its table if it has one. */
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

/* With trees of `bytes` each, if there is a forest. */
static bool allocate_helpers(struct mc_search *s, const struct need *need, size_t bytes)
{
    bool has_room = s->opt.threads < 2 || by__mc_team_create(&s->team, s->opt.threads - 1);

    for (int i = 0; has_room && i < s->opt.threads - 1; i++) {
        struct mc_helper *helper = &s->team->helpers[i];

        has_room = allocate_walk(&helper->walk, mc_is_forest(s) ? &helper->tree : &s->tree, need) &&
                   (!mc_is_forest(s) || allocate_tree(&s->opt, &helper->tree, bytes));
    }
    return has_room;
}

static bool allocate_sums(struct mc_search *s, const struct need *need)
{
    if (!mc_is_forest(s))
        return true;
    s->sums.room = cells_of_root(need->max_moves);
    s->sums.cells = malloc(s->sums.room * sizeof *s->sums.cells);
    return s->sums.cells;
}

/* `bytes`: those of all trees together. */
static bool allocate(struct mc_search *s, const struct need *need, size_t bytes)
{
    size_t bytes_each = bytes / (size_t)s->opt.trees;

    s->plies = need->plies;
    s->max_moves = need->max_moves;
    s->slots = need->slots;
    s->line = malloc(((size_t)need->plies + 2) * sizeof *s->line);
    s->is_listed = malloc((size_t)need->max_moves * sizeof *s->is_listed);
    return allocate_tree(&s->opt, &s->tree, bytes_each) && s->line && s->is_listed &&
           allocate_walk(&s->walk, &s->tree, need) && allocate_helpers(s, need, bytes_each) && allocate_sums(s, need);
}

by_status by__mc_get_ready(void *self, const struct by__run *run, by_error *error)
{
    struct mc_search *s = self;
    struct need need = need_of(s, run);
    size_t min = (size_t)s->opt.trees * bytes_of_tree(&s->opt, cells_of_root(need.max_moves));
    by_status status =
        by__check_memory(run->bytes + bytes_of(&s->opt, run, &need) + min, by__bytes_of_kib(s->opt.memory_kib), error);

    return status ? status : by__mc_gather_helpers(s, error);
}

by_status by__mc_reserve(void *self, const struct by__run *run, by_error *error)
{
    struct mc_search *s = self;
    struct need need = need_of(s, run);
    size_t fixed = run->bytes + bytes_of(&s->opt, run, &need), limit = by__bytes_of_kib(s->opt.memory_kib);
    size_t trees = (size_t)s->opt.trees, min = trees * bytes_of_tree(&s->opt, cells_of_root(need.max_moves));
    size_t now = trees * bytes_of_tree(&s->opt, s->tree.room);
    by_status status = by__check_memory(fixed + min, limit, error);

    if (status)
        return status;
    if (now >= min && need.plies == s->plies && need.max_moves == s->max_moves && need.slots == s->slots &&
        fixed + now <= limit + BY__MEMORY_SLACK)
        return by__mc_gather_helpers(s, error);
    by__mc_release(s);
    if (!allocate(s, &need, limit > fixed + min ? limit - fixed : min)) {
        by__mc_release(s);
        return by_error_no_memory(error);
    }
    return by__mc_gather_helpers(s, error); /* last: threads take what memory is left, and may be fewer */
}
