/* SPDX-License-Identifier: MIT
 *
 * The memory of an alpha-beta search. It grows when a run needs more than all runs before. The hash table gets what the
 * rest leaves of the limit, so it is allocated again when the rest grows. As long as no run has used the memory, its
 * size is chosen for the run that comes, as if nothing had been allocated.
 */
#include <stdlib.h>

#include "search/alphabeta/alphabeta.h"

#define CORRECTION_BYTES (2 * BY_PARTS * AB_CORRECTIONS * sizeof(int16_t))

/* What a run needs besides the hash table. */
struct need {
    int plies;
    int max_moves;
    int history_slots;
    int from_to, piece_to; /* of the histories with gravity; 0: none */
    bool has_continuation, has_corrections;
};

/* Large tables are left out if those of all threads would take more than this part of the memory. */
static bool is_within(const struct ab *s, size_t bytes, size_t part)
{
    return (size_t)s->opt.threads * bytes <= (size_t)s->opt.memory_kib * 1024 / part;
}

static struct need need_of(const struct ab *s, const struct by__run *run)
{
    struct need need = {.plies = by__plies_to_reserve(run), .max_moves = by__larger(run->extent.max_moves, 1)};
    struct need before = {.plies = s->plies,
                          .max_moves = s->max_moves,
                          .history_slots = s->history_slots,
                          .from_to = s->tables.from_to,
                          .piece_to = s->tables.piece_to};

    if (s->is_fresh)
        before = (struct need){0}; /* no run has used what was allocated */

    need.plies = by__larger(need.plies + 1, before.plies);
    need.max_moves = by__larger(need.max_moves, before.max_moves);
    if (s->opt.history == AB_HISTORY_FROM_TO)
        need.history_slots = run->extent.from_to_slots;
    if (s->opt.history == AB_HISTORY_PIECE_TO)
        need.history_slots = run->extent.piece_to_slots;
    if (s->opt.history && s->opt.history_gain == AB_GAIN_GRAVITY) {
        need.from_to = by__larger(by__larger(run->extent.from_to_slots, before.from_to), 1);
        need.piece_to = by__larger(by__larger(run->extent.piece_to_slots, before.piece_to), 1);
        need.has_continuation =
            s->opt.continuation && is_within(s, (size_t)need.piece_to * (size_t)need.piece_to * sizeof(int16_t), 4);
    }
    need.has_corrections =
        s->opt.correction && s->is_selective && s->tactics->parts && is_within(s, CORRECTION_BYTES, 8);
    need.history_slots = by__larger(by__larger(need.history_slots, before.history_slots), 1);
    return need;
}

static size_t tables_bytes(const struct ab *s, const struct need *need)
{
    size_t captures = s->opt.capture_history ? AB_VICTIMS * sizeof(int16_t) : 0;
    size_t counters = s->opt.counter_move ? sizeof(by_move) : 0;
    size_t continuation = need->has_continuation ? (size_t)need->piece_to * sizeof(int16_t) : 0;

    size_t corrections = need->has_corrections ? CORRECTION_BYTES : 0;

    return corrections + 2 * (size_t)need->from_to * sizeof(int16_t) +
           (size_t)need->piece_to * (captures + counters + continuation);
}

/* The bytes of one thread. */
static size_t bytes_of(const struct ab *s, const struct need *need)
{
    size_t rows = (size_t)need->plies + 1;

    return by__stack_bytes(need->plies, need->max_moves) + rows * (sizeof(struct ab_node) + sizeof(struct ab_killers)) +
           (size_t)need->history_slots * sizeof(int32_t) + tables_bytes(s, need);
}

/* The bytes of all threads, without those of the run itself. */
static size_t bytes_of_all(const struct ab *s, const struct by__run *run, const struct need *need)
{
    size_t helpers = (size_t)s->opt.threads - 1;

    size_t race = helpers ? sizeof(struct ab_race) + by__lines_bytes(1, need->plies) : 0;
    size_t crew = helpers ? by__crew_bytes((int)helpers) : 0;

    return bytes_of(s, need) + race + crew +
           helpers *
               (bytes_of(s, need) + run->position_bytes + sizeof(struct ab_helper) + by__lines_bytes(1, need->plies));
}

static void release_own(struct ab *s)
{
    by__stack_destroy(&s->stack);
    free(s->nodes);
    free(s->killers);
    free(s->history);
    free(s->tables.main);
    free(s->tables.continuation);
    free(s->tables.captures);
    free(s->tables.counters);
    free(s->tables.corrections);
    s->tables = (struct ab_tables){0};
    s->nodes = NULL;
    s->killers = NULL;
    s->history = NULL;
    s->plies = s->max_moves = s->history_slots = 0;
}

/* All but the hash table. */
static void release_threads(struct ab *s)
{
    for (int i = 0; s->helpers && i < s->opt.threads - 1; i++)
        release_own(&s->helpers[i].search);
    by__ab_free_helpers(s);
    release_own(s);
}

void by__ab_release(struct ab *s)
{
    release_threads(s);
    by__hash_destroy(&s->hash);
}

void by__ab_clear(void *self)
{
    struct ab *s = self;

    release_threads(s);
    by__hash_clear(&s->hash);
    s->is_fresh = true;
}

static bool allocate_tables(struct ab_tables *t, const struct ab_options *opt, const struct need *need)
{
    size_t piece_to = (size_t)need->piece_to;

    t->from_to = need->from_to;
    t->piece_to = need->piece_to;
    if (need->has_corrections && !(t->corrections = calloc(1, CORRECTION_BYTES)))
        return false;
    if (!need->from_to)
        return true;
    t->main = calloc(2 * (size_t)need->from_to, sizeof *t->main);
    t->continuation = need->has_continuation ? calloc(piece_to * piece_to, sizeof *t->continuation) : NULL;
    t->captures = opt->capture_history ? calloc(piece_to * AB_VICTIMS, sizeof *t->captures) : NULL;
    t->counters = opt->counter_move ? calloc(piece_to, sizeof *t->counters) : NULL;
    return t->main && (t->continuation || !need->has_continuation) && (t->captures || !opt->capture_history) &&
           (t->counters || !opt->counter_move);
}

static bool allocate_own(struct ab *s, const struct ab_options *opt, const struct need *need)
{
    size_t rows = (size_t)need->plies + 1;

    s->nodes = calloc(rows, sizeof *s->nodes);
    s->killers = calloc(rows, sizeof *s->killers);
    s->history = calloc((size_t)need->history_slots, sizeof *s->history);
    if (!by__stack_create(&s->stack, need->plies, need->max_moves) || !s->nodes || !s->killers || !s->history ||
        !allocate_tables(&s->tables, opt, need))
        return false;
    by__ab_tables_clear(s);
    s->plies = need->plies;
    s->max_moves = need->max_moves;
    s->history_slots = need->history_slots;
    return true;
}

static bool allocate_threads(struct ab *s, const struct need *need)
{
    int helpers = s->opt.threads - 1;

    if (!allocate_own(s, &s->opt, need))
        return false;
    if (helpers && !(s->helpers = calloc((size_t)helpers, sizeof *s->helpers)))
        return false;
    for (int i = 0; i < helpers; i++)
        if (!allocate_own(&s->helpers[i].search, &s->opt, need))
            return false;
    return true;
}

/* Rounds the size of a hash table down to a multiple of 64 KiB, or of a smaller step for a small table. The number of
 * nodes depends on this size, and so it seldom changes when a struct grows by some bytes. */
static size_t rounded(size_t bytes)
{
    size_t step = (size_t)64 << 10;

    while (step > 1 && step > bytes / 16)
        step /= 2;
    return bytes - bytes % step;
}

/* Gives the hash table `bytes`. An empty table of at most `max_bytes` keeps its memory if that is enough. */
static bool make_hash(struct ab *s, size_t bytes, size_t max_bytes)
{
    if (!s->opt.hash || by__hash_resize(&s->hash, bytes, max_bytes))
        return true;
    by__hash_destroy(&s->hash);
    if (!by__hash_create(&s->hash, (enum by__hash_scheme)s->opt.hash_scheme, (enum by__hash_key)s->opt.hash_key,
                         s->opt.hash_ways, bytes))
        return false;
    s->hash.ply_units = AB_PLY;
    return true;
}

by_status by__ab_reserve(void *self, const struct by__run *run, by_error *error)
{
    struct ab *s = self;
    struct need need = need_of(s, run);
    size_t limit = (size_t)s->opt.memory_kib * 1024, all = run->bytes + bytes_of_all(s, run, &need), max_bytes;
    bool has_room = s->plies == need.plies && s->max_moves == need.max_moves &&
                    s->history_slots == need.history_slots && s->tables.from_to == need.from_to &&
                    s->tables.piece_to == need.piece_to;
    by_status status = by__check_memory(all, limit, error);

    if (status)
        return status;
    max_bytes = limit + BY__MEMORY_SLACK - all;
    if (!s->is_fresh) {
        if (has_room && s->hash.bytes <= max_bytes)
            return by__ab_gather_helpers(s, error);
        by__ab_release(s);
        has_room = false;
    }
    if (!has_room)
        release_threads(s);
    if ((!has_room && !allocate_threads(s, &need)) ||
        !make_hash(s, limit > all ? rounded(limit - all) : 0, max_bytes)) {
        by__ab_release(s);
        return by_error_no_memory(error);
    }
    s->is_fresh = true;
    return by__ab_gather_helpers(s, error);
}

by_status by__ab_get_ready(void *self, const struct by__run *run, by_error *error)
{
    struct ab *s = self;
    by_status status;

    if (s->plies && !s->is_fresh)
        return BY_OK; /* a run has used the memory */
    status = by__ab_reserve(s, run, error);
    if (!status)
        by__hash_touch(&s->hash);
    return status;
}
