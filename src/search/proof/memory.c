/* SPDX-License-Identifier: MIT
 *
 * The memory of a proof-number search. It grows when a run needs more than any before; the table or the tree gets what
 * the rest leaves of the limit, and is therefore created again when the rest grows. A first run, or one that comes
 * first after the search was cleared, has the sizes that a new search would have.
 */
#include <stdlib.h>

#include "core/game.h"
#include "search/proof/run.h"

/* Memory that one thread needs for a run. */
struct need {
    int plies;
    int max_moves;
    size_t children; /* room for the lists of a path */
};

/* The lists of a path of full length, or as many as fit into a quarter of the memory. Longer lines count as open. */
static struct need need_of(const struct pr_search *s, const struct by__run *run)
{
    struct need need = {.plies = by__plies_to_reserve(run), .max_moves = by__larger(run->extent.max_moves, 1)};
    size_t few, quarter = (by__bytes_of_kib(s->opt.memory_kib) + BY__MEMORY_SLACK) / 4 / sizeof(struct pr_child) /
                          (size_t)s->threads;

    if (s->root_count) { /* otherwise nothing has to survive, and the sizes are those of a new search */
        need.plies = by__larger(need.plies, s->plies);
        need.max_moves = by__larger(need.max_moves, s->max_moves);
    }
    few = 4 * (size_t)need.max_moves;
    need.children = s->form == PR_BEST_FIRST ? 1 : (size_t)need.plies * (size_t)need.max_moves;
    if (need.children > quarter)
        need.children = quarter > few ? quarter : few;
    return need;
}

/* Memory that all threads use besides the table and the lists. */
static size_t bytes_of(const struct pr_search *s, const struct by__run *run, const struct need *need)
{
    size_t rows = (size_t)need->plies + 2, threads = (size_t)s->threads;
    size_t each = rows * sizeof(struct pr_frame) + need->children * sizeof(struct pr_child) +
                  (size_t)need->max_moves * sizeof(struct by_move_info);

    return threads * each + rows * sizeof(by_move) +
           (threads > 1 ? sizeof(struct pr_team) + by__crew_bytes(s->threads - 1) +
                              (threads - 1) * (sizeof(struct pr_helper) + run->position_bytes)
                        : 0);
}

static void release_walk(struct pr_walk *w)
{
    free(w->frames);
    free(w->children);
    free(w->list);
    w->frames = NULL;
    w->children = NULL;
    w->list = NULL;
}

static void release_team(struct pr_search *s)
{
    struct pr_team *team = s->team;

    if (!team)
        return;
    for (int i = 0; i < team->count; i++)
        release_walk(&team->helpers[i].walk);
    by__pr_team_destroy(team);
    s->team = NULL;
}

void by__pr_release(struct pr_search *s)
{
    release_team(s);
    release_walk(&s->walk);
    free(s->line);
    s->line = NULL;
    s->plies = s->max_moves = 0;
    by__pr_table_destroy(&s->table);
    by__pr_tree_destroy(&s->tree);
    by__pr_lists_destroy(&s->lists);
    s->root_count = 0;
}

/* The minimum size of the table or the tree, and its size now. */
static size_t min_bytes(const struct pr_search *s, const struct need *need)
{
    return s->form == PR_BEST_FIRST ? ((size_t)need->max_moves + 1) * PR_NODE_BYTES : by__pr_table_bytes(0);
}

static size_t bytes_now(const struct pr_search *s)
{
    return (size_t)s->tree.room * PR_NODE_BYTES + s->table.max_windows * PR_WINDOW * sizeof *s->table.slots +
           by__pr_lists_bytes(&s->lists);
}

/* The share of the memory for lists of moves. */
enum { LISTS_SHARE = 4 };

static bool allocate_walk(struct pr_walk *w, const struct need *need)
{
    w->frames = malloc(((size_t)need->plies + 2) * sizeof *w->frames);
    w->children = malloc(need->children * sizeof *w->children);
    w->list = malloc((size_t)need->max_moves * sizeof *w->list);
    w->child_room = need->children;
    return w->frames && w->children && w->list;
}

static bool allocate_team(struct pr_search *s, const struct need *need)
{
    if (s->threads == 1)
        return true;
    s->team = by__pr_team_create(s->threads - 1);
    for (int i = 0; s->team && i < s->team->count; i++)
        if (!allocate_walk(&s->team->helpers[i].walk, need))
            return false;
    return s->team != NULL;
}

static bool allocate(struct pr_search *s, const struct need *need, size_t bytes)
{
    size_t list_bytes = s->opt.list_cache ? bytes / LISTS_SHARE : 0;

    s->line = malloc(((size_t)need->plies + 2) * sizeof *s->line);
    s->plies = need->plies;
    s->max_moves = need->max_moves;
    if (!s->line || !allocate_walk(&s->walk, need) || !allocate_team(s, need) ||
        !by__pr_lists_create(&s->lists, list_bytes, s->threads > 1))
        return false;
    if (s->form == PR_BEST_FIRST)
        return by__pr_tree_create(&s->tree, bytes);
    return by__pr_table_create(&s->table, bytes - list_bytes, s->opt.gc == PR_GC_SMALL_TREE);
}

/* Whether to walk through solutions. Another thread finds its solutions on another path, so with threads we always
 * do. */
static void settle_walking(struct pr_search *s, const struct by__run *run)
{
    enum pr_walking asked = s->opt.walk_solutions;
    bool walks = asked == PR_WALKING_AUTO ? run->extent.path_forbids_moves : asked == PR_WALKING_ON;

    if (walks != s->walks)
        by__pr_release(s);
    s->walks = walks;
    s->threads = walks ? 1 : s->opt.threads;
}

by_status by__pr_reserve(void *self, const struct by__run *run, by_error *error)
{
    struct pr_search *s = self;
    size_t fixed, min, bytes, limit = by__bytes_of_kib(s->opt.memory_kib);
    struct need need;
    bool has_room;
    by_status status;

    settle_walking(s, run);
    need = need_of(s, run);
    fixed = run->bytes + bytes_of(s, run, &need);
    min = min_bytes(s, &need);
    bytes = limit > fixed + min ? limit - fixed : min;
    has_room = bytes_now(s) && s->plies == need.plies && s->max_moves == need.max_moves;
    status = by__check_memory(fixed + min, limit, error);
    if (status || (has_room && (s->root_count ? fixed + bytes_now(s) <= limit + BY__MEMORY_SLACK : s->bytes == bytes)))
        return status;
    by__pr_release(s);
    s->bytes = bytes;
    if (!allocate(s, &need, bytes)) {
        by__pr_release(s);
        return by_error_no_memory(error);
    }
    return BY_OK;
}
