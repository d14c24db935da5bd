/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise */
#include "core/hash_table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINEAR_PROBES = 8, MAX_WAYS = 16, CLUSTER = 4 };

/* ---- The layout of a slot ----------------------------------------------------------------------------------------
 *
 *     word    move 24 | value 21 | depth 12 | bound 2 | settled 1 | age 4
 *     check   evaluation 16 | doubtful 1 | the low 47 bits of the key
 *
 * The index of the bucket stands for the other bits of the key. A win or a loss needs no evaluation; in its place
 * stands the number of the search that found it. If moves were made since, only that search believes it
 * (alphabeta/hash.c), and ages repeat too soon to distinguish searches.
 */

enum { VALUE_SHIFT = 24, DEPTH_SHIFT = 45, BOUND_SHIFT = 57, SETTLED_SHIFT = 59, AGE_SHIFT = 60 };
enum { DOUBTFUL_SHIFT = 16, KEY_SHIFT = 17 };
enum { AGES = 16, FIRST_SEARCH = 2, SEARCHES = 1 << 16 };

#define VALUE_BIAS (1 << 20)

struct halves {
    uint64_t word, check;
};

static bool is_decisive(const struct by__hash_entry *entry)
{
    return entry->bound != BY__BOUND_NONE && (by_value_is_win(entry->value) || by_value_is_loss(entry->value));
}

static uint16_t packed_evaluation(by_value evaluation)
{
    bool fits = evaluation > INT16_MIN && evaluation <= INT16_MAX;

    return (uint16_t)(int16_t)(fits ? evaluation : BY__HASH_NO_EVALUATION);
}

static struct halves pack(const struct by__hash_table *table, uint64_t key, const struct by__hash_entry *entry)
{
    int depth = entry->depth < 0 ? 0 : entry->depth > BY__HASH_MAX_DEPTH ? BY__HASH_MAX_DEPTH : entry->depth;
    uint16_t low = is_decisive(entry) ? (uint16_t)table->searches : packed_evaluation(entry->evaluation);

    return (struct halves){
        .word = (uint64_t)entry->move | (uint64_t)(entry->value + VALUE_BIAS) << VALUE_SHIFT |
                (uint64_t)depth << DEPTH_SHIFT | (uint64_t)entry->bound << BOUND_SHIFT |
                (uint64_t)entry->is_settled << SETTLED_SHIFT | (uint64_t)table->age << AGE_SHIFT,
        .check = low | (uint64_t)entry->is_doubtful << DOUBTFUL_SHIFT | key << KEY_SHIFT,
    };
}

static int depth_of(uint64_t word)
{
    return (int)(word >> DEPTH_SHIFT & BY__HASH_MAX_DEPTH);
}

static unsigned age_of(uint64_t word)
{
    return (unsigned)(word >> AGE_SHIFT);
}

static void unpack(const struct by__hash_table *table, struct halves in, struct by__hash_entry *out)
{
    uint16_t low = (uint16_t)in.check;

    out->move = (by_move)(in.word & 0xFFFFFF);
    out->value = (by_value)(in.word >> VALUE_SHIFT & 0x1FFFFF) - VALUE_BIAS;
    out->depth = depth_of(in.word);
    out->bound = (enum by__bound)(in.word >> BOUND_SHIFT & 3);
    out->is_settled = in.word >> SETTLED_SHIFT & 1;
    out->is_doubtful = in.check >> DOUBTFUL_SHIFT & 1;
    out->evaluation = (int16_t)low;
    out->is_earlier = age_of(in.word) != table->age;
    if (is_decisive(out)) {
        out->evaluation = BY__HASH_NO_EVALUATION;
        out->is_earlier = low != table->searches;
    }
    if (table->scheme != BY__HASH_CLUSTERED) { /* as published, the other schemes know of neither */
        out->evaluation = BY__HASH_NO_EVALUATION;
        out->is_earlier = table->searches > FIRST_SEARCH;
    }
}

/* ---- Slots ------------------------------------------------------------------------------------------------------- */

static uint64_t word_of(const struct by__hash_slot *slot)
{
    return atomic_load_explicit(&slot->word, memory_order_relaxed);
}

/* The mask of the check. The shift brings even a difference in the lowest bits of two words to the key. */
static uint64_t mixer(uint64_t word)
{
    return word ^ word << KEY_SHIFT;
}

static struct halves read_slot(const struct by__hash_slot *slot)
{
    uint64_t word = word_of(slot);

    return (struct halves){word, atomic_load_explicit(&slot->mixed_check, memory_order_relaxed) ^ mixer(word)};
}

static void write_slot(struct by__hash_slot *slot, struct halves in)
{
    atomic_store_explicit(&slot->mixed_check, in.check ^ mixer(in.word), memory_order_relaxed);
    atomic_store_explicit(&slot->word, in.word, memory_order_relaxed);
}

/* ---- Searches ---------------------------------------------------------------------------------------------------- */

void by__hash_forget_wins(struct by__hash_table *table)
{
    table->searches |= 1;
}

void by__hash_new_search(struct by__hash_table *table)
{
    table->age = (table->age + 1) % AGES;
    table->searches = (table->searches | 1) + 1;
    if (table->searches >= SEARCHES)
        table->searches = FIRST_SEARCH + 2;
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static size_t ways_of(enum by__hash_scheme scheme, int ways)
{
    if (scheme == BY__HASH_TWO_TIER)
        return 2;
    if (scheme == BY__HASH_CLUSTERED)
        return CLUSTER;
    if (scheme == BY__HASH_M_WAY)
        return ways < 1 ? 1 : ways > MAX_WAYS ? MAX_WAYS : (size_t)ways;
    return 1;
}

size_t by__hash_bucket_bytes(enum by__hash_scheme scheme, int ways)
{
    return ways_of(scheme, ways) * sizeof(struct by__hash_slot);
}

#ifdef MADV_HUGEPAGE
#define LARGE_PAGE  ((uintptr_t)2 << 20)
#define LARGE_TABLE ((size_t)32 << 20)

/* Reads of a large table miss the translation buffer; large pages make fewer entries there. For a small table the cost
 * of clearing whole large pages outweighs that. If the system refuses, nothing is lost. */
static void ask_for_large_pages(struct by__hash_slot *slots, size_t bytes)
{
    uintptr_t begin = ((uintptr_t)slots + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)slots + bytes) & ~(LARGE_PAGE - 1);

    if (slots && bytes >= LARGE_TABLE)
        (void)madvise((char *)slots + (begin - (uintptr_t)slots), end - begin, MADV_HUGEPAGE);
}
#else
static void ask_for_large_pages(struct by__hash_slot *slots, size_t bytes)
{
    (void)slots;
    (void)bytes;
}
#endif

enum { CACHE_LINE = 64 };

/* With the slots at the first cache line, a bucket of four slots is one line, and a smaller one never lies in two. */
static struct by__hash_slot *first_line_of(void *memory)
{
    uintptr_t address = (uintptr_t)memory;

    return (struct by__hash_slot *)((char *)memory + ((CACHE_LINE - address % CACHE_LINE) % CACHE_LINE));
}

static size_t bucket_bytes(const struct by__hash_table *table)
{
    return table->ways * sizeof *table->slots;
}

static size_t buckets_in(const struct by__hash_table *table, size_t bytes)
{
    size_t buckets = bytes / bucket_bytes(table);

    return buckets < 1 ? 1 : buckets > UINT32_MAX ? UINT32_MAX : buckets;
}

bool by__hash_create(struct by__hash_table *table, enum by__hash_scheme scheme, enum by__hash_key key_form, int ways,
                     size_t bytes)
{
    *table = (struct by__hash_table){.scheme = scheme, .ways = ways_of(scheme, ways), .ply_units = 1};
    table->key_form = scheme == BY__HASH_CLUSTERED ? BY__HASH_SINGLE : key_form;
    table->buckets = buckets_in(table, bytes);
    table->bytes = table->buckets * bucket_bytes(table);
    table->memory = calloc(1, table->bytes + CACHE_LINE);
    if (!table->memory)
        return false;
    table->slots = first_line_of(table->memory);
    ask_for_large_pages(table->slots, table->bytes);
    return true;
}

bool by__hash_resize(struct by__hash_table *table, size_t bytes, size_t max_bytes)
{
    size_t buckets;

    if (!table->slots || table->bytes > max_bytes)
        return false;
    buckets = buckets_in(table, bytes);
    if (buckets * bucket_bytes(table) > table->bytes)
        return false;
    table->buckets = buckets;
    return true;
}

static bool is_within_half_of_memory(size_t bytes)
{
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);

    return pages > 0 && page_bytes > 0 && bytes / 2 <= (size_t)pages / 4 * (size_t)page_bytes;
}

void by__hash_touch(struct by__hash_table *table)
{
    if (table->is_touched || !table->slots || !is_within_half_of_memory(table->bytes))
        return;
    memset((void *)table->slots, 0, table->bytes);
    table->is_touched = true;
}

void by__hash_clear(struct by__hash_table *table)
{
    table->age = table->searches = 0;
    if (table->is_touched)
        memset((void *)table->slots, 0, table->bytes);
    else
        by__hash_destroy(table);
}

void by__hash_destroy(struct by__hash_table *table)
{
    free(table->memory);
    table->memory = NULL;
    table->slots = NULL;
    table->bytes = 0;
    table->is_touched = false;
}

static bool is_used(const struct by__hash_table *table, uint64_t word)
{
    return word && (table->scheme != BY__HASH_CLUSTERED || age_of(word) == table->age);
}

int by__hash_permille(const struct by__hash_table *table)
{
    enum { SAMPLE = 1000 };
    size_t all = table->buckets * table->ways, sample = all < SAMPLE ? all : SAMPLE, used = 0;

    for (size_t i = 0; i < sample; i++)
        used += is_used(table, word_of(&table->slots[i]));
    return (int)(used * 1000 / sample);
}

/* ---- Finding --------------------------------------------------------------------------------------------------- */

static size_t bucket_of(const struct by__hash_table *table, uint64_t key, uint32_t index_key)
{
    if (table->key_form == BY__HASH_PAPER)
        return index_key % table->buckets;
    return (size_t)((key >> 32) * table->buckets >> 32);
}

/* The slots where a key may stand, in the order in which they are probed: those of its bucket, or with linear probing
 * the neighbours, which go on at the beginning of the table. */
struct span {
    struct by__hash_slot *first, *table;
    size_t count;
    size_t before_end; /* how many lie before the end of the table */
};

static struct span span_of(const struct by__hash_table *table, uint64_t key, uint32_t index_key)
{
    size_t bucket = bucket_of(table, key, index_key), count = table->ways, before_end = count;

    if (table->scheme == BY__HASH_LINEAR) {
        count = table->buckets < LINEAR_PROBES ? table->buckets : LINEAR_PROBES;
        before_end = table->buckets - bucket;
    }
    return (struct span){table->slots + bucket * table->ways, table->slots, count, before_end};
}

static struct by__hash_slot *slot_at(const struct span *span, size_t i)
{
    return i < span->before_end ? &span->first[i] : &span->table[i - span->before_end];
}

/* The slot of a key and what it held; another thread may replace it right after. NULL: there is none. */
static struct by__hash_slot *find(const struct span *span, uint64_t key, struct halves *out)
{
    for (size_t i = 0; i < span->count; i++) {
        struct by__hash_slot *slot = slot_at(span, i);

        *out = read_slot(slot);
        if (out->word && !((out->check ^ key << KEY_SHIFT) >> KEY_SHIFT))
            return slot;
    }
    return NULL;
}

bool by__hash_probe(const struct by__hash_table *table, uint64_t key, uint32_t index_key, struct by__hash_entry *out)
{
    struct span span = span_of(table, key, index_key);
    struct halves found;

    if (!find(&span, key, &found))
        return false;
    unpack(table, found, out);
    return true;
}

void by__hash_prefetch(const struct by__hash_table *table, uint64_t key)
{
    if (table->key_form == BY__HASH_SINGLE)
        __builtin_prefetch(&table->slots[bucket_of(table, key, 0) * table->ways]);
}

/* ---- Replacing ------------------------------------------------------------------------------------------------- */

/* Clustered counts an entry as 8 plies shallower for each search since it was made. A bound does not replace an entry
 * of the same position that is deeper by more than 3 plies. */
enum { PLIES_PER_AGE = 8, MAX_PLIES_SHALLOWER = 3 };

static int worth_of(const struct by__hash_table *table, uint64_t word)
{
    int searches_since = (int)((table->age - age_of(word)) % AGES);

    if (table->scheme != BY__HASH_CLUSTERED)
        return depth_of(word);
    return depth_of(word) - PLIES_PER_AGE * table->ply_units * searches_since;
}

/* The first free slot, otherwise the first of those with the least worth. */
static struct by__hash_slot *free_or_least(const struct by__hash_table *table, const struct span *span)
{
    struct by__hash_slot *least = NULL;
    int min_worth = INT_MAX;

    for (size_t i = 0; i < span->count; i++) {
        struct by__hash_slot *slot = slot_at(span, i);
        uint64_t word = word_of(slot);

        if (!word)
            return slot;
        if (worth_of(table, word) < min_worth) {
            least = slot;
            min_worth = worth_of(table, word);
        }
    }
    return least;
}

/* The policies: which slot a new entry of this depth takes. NULL: it is not stored. */
static struct by__hash_slot *slot_to_replace(const struct by__hash_table *table, const struct span *span, int depth)
{
    struct by__hash_slot *first = span->first;
    uint64_t word = word_of(first);
    bool is_deep_enough = !word || depth >= depth_of(word);

    switch (table->scheme) {
    case BY__HASH_ALWAYS:
        return first;
    case BY__HASH_DEPTH:
        return is_deep_enough ? first : NULL;
    case BY__HASH_TWO_TIER:
        if (!is_deep_enough)
            return &first[1];
        if (word)
            write_slot(&first[1], read_slot(first));
        return first;
    case BY__HASH_M_WAY:
    case BY__HASH_LINEAR:
    case BY__HASH_CLUSTERED:
        break;
    }
    return free_or_least(table, span);
}

/* The policy of clustered for an older entry of the same position: adds to the new one what only the old one knows.
 * False: the old entry stays as it is. */
static bool merge(const struct by__hash_table *table, struct by__hash_entry *entry, struct halves old_halves)
{
    struct by__hash_entry old;

    unpack(table, old_halves, &old);
    if (age_of(old_halves.word) == table->age && old.bound != BY__BOUND_NONE && entry->bound != BY__BOUND_NONE &&
        entry->bound != BY__BOUND_EXACT && entry->depth < old.depth - MAX_PLIES_SHALLOWER * table->ply_units)
        return false;
    if (entry->move == BY_MOVE_NONE)
        entry->move = old.move;
    if (entry->evaluation == BY__HASH_NO_EVALUATION)
        entry->evaluation = old.evaluation;
    if (entry->bound == BY__BOUND_NONE) {
        old.move = entry->move;
        old.evaluation = entry->evaluation;
        old.is_settled &= !old.is_earlier;
        if (is_decisive(&old) && old.is_earlier)
            old.bound = BY__BOUND_NONE; /* the entry gets the number of this search, which did not find the value */
        *entry = old;
    }
    return true;
}

void by__hash_store(struct by__hash_table *table, uint64_t key, uint32_t index_key, const struct by__hash_entry *entry)
{
    struct by__hash_entry stored = *entry;
    struct span span = span_of(table, key, index_key);
    struct halves halves;
    struct by__hash_slot *slot;

    if (entry->bound == BY__BOUND_NONE && table->scheme != BY__HASH_CLUSTERED)
        return;
    slot = find(&span, key, &halves);
    if (slot && table->scheme == BY__HASH_CLUSTERED && !merge(table, &stored, halves))
        return;
    halves = pack(table, key, &stored);
    if (!slot)
        slot = slot_to_replace(table, &span, depth_of(halves.word));
    if (slot)
        write_slot(slot, halves);
}
