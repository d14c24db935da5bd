/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise */
#include "core/hash_table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LINEAR_PROBES = 8, WAYS_MOST = 16, CLUSTER = 4 };

/* ---- The word of a slot: move 24 | value 21 | depth 12 | bound 2 | settled 1 | doubtful 1 ------------------------ */

enum { VALUE_SHIFT = 24, DEPTH_SHIFT = 45, BOUND_SHIFT = 57, SETTLED_SHIFT = 59, DOUBTFUL_SHIFT = 60 };

#define VALUE_BIAS (1 << 20)

static uint64_t packed(const struct by__hash_entry *entry)
{
    int depth = entry->depth < 0 ? 0 : entry->depth > BY__HASH_DEPTH_MOST ? BY__HASH_DEPTH_MOST : entry->depth;

    return (uint64_t)entry->move | (uint64_t)(entry->value + VALUE_BIAS) << VALUE_SHIFT |
           (uint64_t)depth << DEPTH_SHIFT | (uint64_t)entry->bound << BOUND_SHIFT |
           (uint64_t)entry->is_settled << SETTLED_SHIFT | (uint64_t)entry->is_doubtful << DOUBTFUL_SHIFT;
}

static int depth_of(uint64_t word)
{
    return (int)(word >> DEPTH_SHIFT & 0xFFF);
}

static void unpack(uint64_t word, struct by__hash_entry *out)
{
    out->move = (by_move)(word & 0xFFFFFF);
    out->value = (by_value)(word >> VALUE_SHIFT & 0x1FFFFF) - VALUE_BIAS;
    out->depth = depth_of(word);
    out->bound = (enum by__bound)(word >> BOUND_SHIFT & 3);
    out->is_settled = word >> SETTLED_SHIFT & 1;
    out->is_doubtful = word >> DOUBTFUL_SHIFT & 1;
    out->evaluation = BY__HASH_NO_EVALUATION;
}

/* ---- Slots ------------------------------------------------------------------------------------------------------- */

static uint64_t word_of(const struct by__hash_slot *slot)
{
    return atomic_load_explicit(&slot->word, memory_order_relaxed);
}

static void write_slot(struct by__hash_slot *slot, uint64_t key, uint64_t word)
{
    atomic_store_explicit(&slot->mixed_key, key ^ word, memory_order_relaxed);
    atomic_store_explicit(&slot->word, word, memory_order_relaxed);
}

/* ---- The words of clustered --------------------------------------------------------------------------------------
 *
 *     word       move 24 | value 21 | depth 10 | bound 2 | settled 1 | doubtful 1 | free 1 | age 4
 *     mixed_key  evaluation 16 | the low 48 bits of the key, whose high 32 bits are the index
 *
 * Of a win or a loss the number of the search that found it stands in place of the evaluation: it is believed in that
 * search only if moves were made since (alphabeta/hash.c), and the age comes round too soon to tell.
 */

enum {
    CLUSTERED_BOUND_SHIFT = 55,
    CLUSTERED_SETTLED_SHIFT = 57,
    CLUSTERED_DOUBTFUL_SHIFT = 58,
    CLUSTERED_AGE_SHIFT = 60
};
enum { CLUSTERED_DEPTH_MOST = 1023, AGES = 16, FIRST_SEARCH = 2, SEARCHES = 1 << 16, EVALUATION_BITS = 16 };

static uint64_t clustered_word(const struct by__hash_entry *entry, unsigned age)
{
    int depth = entry->depth < 0 ? 0 : entry->depth > CLUSTERED_DEPTH_MOST ? CLUSTERED_DEPTH_MOST : entry->depth;

    return (uint64_t)entry->move | (uint64_t)(entry->value + VALUE_BIAS) << VALUE_SHIFT |
           (uint64_t)depth << DEPTH_SHIFT | (uint64_t)entry->bound << CLUSTERED_BOUND_SHIFT |
           (uint64_t)entry->is_settled << CLUSTERED_SETTLED_SHIFT |
           (uint64_t)entry->is_doubtful << CLUSTERED_DOUBTFUL_SHIFT | (uint64_t)age << CLUSTERED_AGE_SHIFT;
}

static int clustered_depth_of(uint64_t word)
{
    return (int)(word >> DEPTH_SHIFT & CLUSTERED_DEPTH_MOST);
}

static unsigned age_of(uint64_t word)
{
    return (unsigned)(word >> CLUSTERED_AGE_SHIFT);
}

static uint16_t packed_evaluation(by_value evaluation)
{
    bool fits = evaluation > INT16_MIN && evaluation <= INT16_MAX;

    return (uint16_t)(int16_t)(fits ? evaluation : BY__HASH_NO_EVALUATION);
}

/* What the key is mixed with. Where two words differ in the lowest 16 bits only, the key above the evaluation has to be
 * spoilt too. */
static uint64_t mixer(uint64_t word)
{
    return word ^ word << EVALUATION_BITS;
}

static bool is_decisive(const struct by__hash_entry *entry)
{
    return entry->bound != BY__BOUND_NONE && (by_value_is_win(entry->value) || by_value_is_loss(entry->value));
}

static void unpack_clustered(const struct by__hash_table *table, uint64_t word, uint64_t key,
                             struct by__hash_entry *out)
{
    out->move = (by_move)(word & 0xFFFFFF);
    out->value = (by_value)(word >> VALUE_SHIFT & 0x1FFFFF) - VALUE_BIAS;
    out->depth = clustered_depth_of(word);
    out->bound = (enum by__bound)(word >> CLUSTERED_BOUND_SHIFT & 3);
    out->is_settled = word >> CLUSTERED_SETTLED_SHIFT & 1;
    out->is_doubtful = word >> CLUSTERED_DOUBTFUL_SHIFT & 1;
    out->evaluation = (int16_t)(uint16_t)key;
    out->is_earlier = age_of(word) != table->age;
    if (is_decisive(out)) {
        out->evaluation = BY__HASH_NO_EVALUATION;
        out->is_earlier = (uint16_t)key != table->searches;
    }
}

int by__hash_depth_most(const struct by__hash_table *table)
{
    return table->scheme == BY__HASH_CLUSTERED ? CLUSTERED_DEPTH_MOST : BY__HASH_DEPTH_MOST;
}

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

/* ---- A life ---------------------------------------------------------------------------------------------------- */

static size_t ways_of(enum by__hash_scheme scheme, int ways)
{
    if (scheme == BY__HASH_TWO_TIER)
        return 2;
    if (scheme == BY__HASH_CLUSTERED)
        return CLUSTER;
    if (scheme == BY__HASH_M_WAY)
        return ways < 1 ? 1 : ways > WAYS_MOST ? WAYS_MOST : (size_t)ways;
    return 1;
}

size_t by__hash_bucket_bytes(enum by__hash_scheme scheme, int ways)
{
    return ways_of(scheme, ways) * sizeof(struct by__hash_slot);
}

#ifdef MADV_HUGEPAGE
#define LARGE_PAGE  ((uintptr_t)2 << 20)
#define LARGE_TABLE ((size_t)32 << 20)

/* A large table is read all over, and most reads begin with a search for the page: of large pages there are few. A
 * small one would rather not have them cleared as a whole. Should the system refuse, nothing is lost. */
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

/* So a bucket of four slots is one line, and a smaller one never lies in two. */
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

bool by__hash_resize(struct by__hash_table *table, size_t bytes, size_t most)
{
    size_t buckets;

    if (!table->slots || table->bytes > most)
        return false;
    buckets = buckets_in(table, bytes);
    if (buckets * bucket_bytes(table) > table->bytes)
        return false;
    table->buckets = buckets;
    return true;
}

static bool is_modest(size_t bytes)
{
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);

    return pages > 0 && page_bytes > 0 && bytes / 2 <= (size_t)pages / 4 * (size_t)page_bytes;
}

void by__hash_touch(struct by__hash_table *table)
{
    if (table->is_touched || !table->slots || !is_modest(table->bytes))
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

/* The slots where a key may stand, in the order in which they are looked at. */
struct span {
    struct by__hash_slot *slots;
    size_t first; /* of linear: where to begin */
    size_t count; /* how many to look at */
    size_t wrap;  /* of linear: where to go on from the beginning */
};

static struct span span_of(const struct by__hash_table *table, uint64_t key, uint32_t index_key)
{
    size_t bucket = bucket_of(table, key, index_key);

    if (table->scheme == BY__HASH_LINEAR) {
        size_t count = table->buckets < LINEAR_PROBES ? table->buckets : LINEAR_PROBES;

        return (struct span){table->slots, bucket, count, table->buckets};
    }
    return (struct span){table->slots + bucket * table->ways, 0, table->ways, table->ways};
}

static struct by__hash_slot *slot_at(const struct span *span, size_t i)
{
    size_t place = span->first + i;

    return &span->slots[place < span->wrap ? place : place - span->wrap];
}

/* The slot of a key and its word, which another thread may replace right after. */
static struct by__hash_slot *find(const struct span *span, uint64_t key, uint64_t *word)
{
    for (size_t i = 0; i < span->count; i++) {
        struct by__hash_slot *slot = slot_at(span, i);

        *word = word_of(slot);
        if (*word && (atomic_load_explicit(&slot->mixed_key, memory_order_relaxed) ^ *word) == key)
            return slot;
    }
    return NULL;
}

/* The same in a cluster; also the key's word, with the evaluation. */
static struct by__hash_slot *find_clustered(const struct by__hash_table *table, uint64_t key, uint64_t *word,
                                            uint64_t *key_word)
{
    struct by__hash_slot *slots = &table->slots[bucket_of(table, key, 0) * CLUSTER];

    for (int i = 0; i < CLUSTER; i++) {
        *word = word_of(&slots[i]);
        *key_word = atomic_load_explicit(&slots[i].mixed_key, memory_order_relaxed) ^ mixer(*word);
        if (*word && !((*key_word ^ key << EVALUATION_BITS) >> EVALUATION_BITS))
            return &slots[i];
    }
    return NULL;
}

bool by__hash_probe(const struct by__hash_table *table, uint64_t key, uint32_t index_key, struct by__hash_entry *out)
{
    struct span span;
    uint64_t word, key_word;

    if (table->scheme == BY__HASH_CLUSTERED) {
        if (!find_clustered(table, key, &word, &key_word))
            return false;
        unpack_clustered(table, word, key_word, out);
        return true;
    }
    span = span_of(table, key, index_key);
    if (!find(&span, key, &word))
        return false;
    unpack(word, out);
    out->is_earlier = table->searches > FIRST_SEARCH;
    return true;
}

void by__hash_prefetch(const struct by__hash_table *table, uint64_t key)
{
    if (table->key_form == BY__HASH_SINGLE)
        __builtin_prefetch(&table->slots[bucket_of(table, key, 0) * table->ways]);
}

/* ---- Replacing ------------------------------------------------------------------------------------------------- */

/* The first free slot, else the first of the shallowest. */
static struct by__hash_slot *shallowest(const struct span *span)
{
    struct by__hash_slot *least = slot_at(span, 0);
    int least_depth = depth_of(word_of(least));

    for (size_t i = 0; i < span->count; i++) {
        struct by__hash_slot *slot = slot_at(span, i);
        uint64_t word = word_of(slot);

        if (!word)
            return slot;
        if (depth_of(word) < least_depth) {
            least = slot;
            least_depth = depth_of(word);
        }
    }
    return least;
}

/* The slot that a new entry of this depth goes to, NULL if it is not to be stored. */
static struct by__hash_slot *slot_to_replace(const struct by__hash_table *table, const struct span *span, int depth)
{
    struct by__hash_slot *first = slot_at(span, 0);
    uint64_t word = word_of(first);

    switch (table->scheme) {
    case BY__HASH_ALWAYS:
        return first;
    case BY__HASH_DEPTH:
        return !word || depth >= depth_of(word) ? first : NULL;
    case BY__HASH_TWO_TIER:
        if (word && depth < depth_of(word))
            return &first[1];
        if (word)
            write_slot(&first[1], atomic_load_explicit(&first->mixed_key, memory_order_relaxed) ^ word, word);
        return first;
    case BY__HASH_M_WAY:
    case BY__HASH_LINEAR:
    case BY__HASH_CLUSTERED:
        break;
    }
    return shallowest(span);
}

/* An entry of an earlier search counts as so much shallower for each search since. */
enum { PLIES_BY_AGE = 8, PLIES_SHALLOWER_MOST = 3 };

/* The first free slot of a cluster, else the first of the least worth. */
static struct by__hash_slot *least_worth(const struct by__hash_table *table, struct by__hash_slot *slots)
{
    struct by__hash_slot *least = slots;
    int least_worth = INT_MAX;

    for (int i = 0; i < CLUSTER; i++) {
        uint64_t word = word_of(&slots[i]);
        int searches_since = (int)((table->age - age_of(word)) % AGES);
        int worth = clustered_depth_of(word) - PLIES_BY_AGE * table->ply_units * searches_since;

        if (!word)
            return &slots[i];
        if (worth < least_worth) {
            least = &slots[i];
            least_worth = worth;
        }
    }
    return least;
}

/* Adds to a new entry what the old one of the same position knows. False: the old one is to stay as it is. */
static bool merge(const struct by__hash_table *table, struct by__hash_entry *entry, uint64_t old_word, uint64_t old_key)
{
    struct by__hash_entry old;

    unpack_clustered(table, old_word, old_key, &old);
    if (age_of(old_word) == table->age && old.bound != BY__BOUND_NONE && entry->bound != BY__BOUND_NONE &&
        entry->bound != BY__BOUND_EXACT && entry->depth < old.depth - PLIES_SHALLOWER_MOST * table->ply_units)
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
            old.bound = BY__BOUND_NONE; /* this search must not pass for the one that found it */
        *entry = old;
    }
    return true;
}

static void store_clustered(struct by__hash_table *table, uint64_t key, const struct by__hash_entry *entry)
{
    struct by__hash_entry merged = *entry;
    uint64_t old, old_key, word, low;
    struct by__hash_slot *slot = find_clustered(table, key, &old, &old_key);

    if (slot && !merge(table, &merged, old, old_key))
        return;
    if (!slot)
        slot = least_worth(table, &table->slots[bucket_of(table, key, 0) * CLUSTER]);
    word = clustered_word(&merged, table->age);
    low = is_decisive(&merged) ? (uint16_t)table->searches : packed_evaluation(merged.evaluation);
    key = key << EVALUATION_BITS | low;
    atomic_store_explicit(&slot->mixed_key, key ^ mixer(word), memory_order_relaxed);
    atomic_store_explicit(&slot->word, word, memory_order_relaxed);
}

void by__hash_store(struct by__hash_table *table, uint64_t key, uint32_t index_key, const struct by__hash_entry *entry)
{
    struct span span;
    uint64_t word = packed(entry), old;
    struct by__hash_slot *slot;

    if (table->scheme == BY__HASH_CLUSTERED) {
        store_clustered(table, key, entry);
        return;
    }
    if (entry->bound == BY__BOUND_NONE)
        return;
    span = span_of(table, key, index_key);
    slot = find(&span, key, &old);
    if (!slot)
        slot = slot_to_replace(table, &span, depth_of(word));
    if (slot)
        write_slot(slot, key, word);
}
