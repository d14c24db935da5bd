/* SPDX-License-Identifier: MIT
 *
 * The memory of an alpha-beta search. It grows when a run needs more than any before; the hash table gets what the rest
 * leaves of the limit, and is therefore made anew when the rest grows.
 */
#include <stdlib.h>

#include "search/alphabeta/alphabeta.h"

/* What a run needs besides the hash table. */
struct need {
    int plies;
    int max_moves;
    int history_slots;
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static struct need need_of(const struct ab *s, const struct by__run *run)
{
    int most = run->extent.max_plies;
    struct need need = {.plies = run->plies, .max_moves = larger(run->extent.max_moves, 1)};

    /* As many as any depth will need, so that the table survives from one depth limit to the next. */
    need.plies = larger(need.plies, most && most < BY__PLIES_DEFAULT ? most : BY__PLIES_DEFAULT);
    need.plies = larger(need.plies + 1, s->plies);
    need.max_moves = larger(need.max_moves, s->max_moves);
    if (s->opt.history == AB_HISTORY_FROM_TO)
        need.history_slots = run->extent.from_to_slots;
    if (s->opt.history == AB_HISTORY_PIECE_TO)
        need.history_slots = run->extent.piece_to_slots;
    need.history_slots = larger(larger(need.history_slots, s->history_slots), 1);
    return need;
}

/* Of one thread. */
static size_t bytes_of(const struct need *need)
{
    return by__stack_bytes(need->plies, need->max_moves) +
           ((size_t)need->plies + 1) * (sizeof(struct ab_node) + sizeof(struct ab_killers)) +
           (size_t)need->history_slots * sizeof(int32_t);
}

/* Of all threads, besides what the run itself has taken. */
static size_t bytes_of_all(const struct ab *s, const struct by__run *run, const struct need *need)
{
    size_t helpers = (size_t)s->opt.threads - 1;

    return bytes_of(need) + helpers * (bytes_of(need) + run->position_bytes + sizeof(struct ab_helper) +
                                       by__lines_bytes(1, need->plies));
}

static void release_own(struct ab *s)
{
    by__stack_destroy(&s->stack);
    free(s->nodes);
    free(s->killers);
    free(s->history);
    s->nodes = NULL;
    s->killers = NULL;
    s->history = NULL;
    s->plies = s->max_moves = s->history_slots = 0;
}

void by__ab_release(struct ab *s)
{
    for (int i = 0; s->helpers && i < s->opt.threads - 1; i++)
        release_own(&s->helpers[i].search);
    by__ab_free_helpers(s);
    release_own(s);
    by__hash_destroy(&s->hash);
}

static bool allocate_own(struct ab *s, const struct need *need)
{
    size_t rows = (size_t)need->plies + 1;

    s->nodes = calloc(rows, sizeof *s->nodes);
    s->killers = calloc(rows, sizeof *s->killers);
    s->history = calloc((size_t)need->history_slots, sizeof *s->history);
    if (!by__stack_create(&s->stack, need->plies, need->max_moves) || !s->nodes || !s->killers || !s->history)
        return false;
    s->plies = need->plies;
    s->max_moves = need->max_moves;
    s->history_slots = need->history_slots;
    return true;
}

static bool allocate(struct ab *s, const struct need *need, size_t hash_bytes)
{
    int helpers = s->opt.threads - 1;

    if (!allocate_own(s, need))
        return false;
    if (helpers && !(s->helpers = calloc((size_t)helpers, sizeof *s->helpers)))
        return false;
    for (int i = 0; i < helpers; i++)
        if (!allocate_own(&s->helpers[i].search, need))
            return false;
    return !s->opt.hash || by__hash_create(&s->hash, (enum by__hash_scheme)s->opt.hash_scheme,
                                           (enum by__hash_key)s->opt.hash_key, s->opt.hash_ways, hash_bytes);
}

by_status by__ab_reserve(void *self, const struct by__run *run, by_error *error)
{
    struct ab *s = self;
    struct need need = need_of(s, run);
    size_t limit = (size_t)s->opt.memory_kib * 1024, fixed = run->bytes + bytes_of_all(s, run, &need);
    bool has_room = s->plies == need.plies && s->max_moves == need.max_moves && s->history_slots == need.history_slots;
    size_t hash_bytes = has_room && s->opt.hash ? s->hash.buckets * s->hash.ways * sizeof *s->hash.slots : 0;
    by_status status = by__check_memory(fixed, limit, error);

    if (status || (has_room && fixed + hash_bytes <= limit + BY__MEMORY_SLACK))
        return status;
    by__ab_release(s);
    if (!allocate(s, &need, limit > fixed ? limit - fixed : 0)) {
        by__ab_release(s);
        return by_error_no_memory(error);
    }
    return BY_OK;
}
