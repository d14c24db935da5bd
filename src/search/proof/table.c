/* SPDX-License-Identifier: MIT */
#include "search/proof/table.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"

enum {
    LINE = 64, /* bytes of a cache line */
    MIN_WINDOWS = 16,
    FIRST_WINDOWS = 1024, /* windows in use at first, approximately */
    GROW_PERCENT = 40,    /* load at which their number doubles */
    LOAD_PERCENT = 80,    /* load at which the smallest trees are dropped */
    DROP_PERCENT = 30,
    WINDOWS_A_PAGE = 4096 / (PR_WINDOW * (int)sizeof(struct pr_slot)),
    MAX_TOUCHED = 1 << 16, /* windows at once */
};

enum flags { FLAG_PROVED = 1, FLAG_DISPROVED = 2, FLAG_DOUBTFUL = 4, FLAG_OPEN = 8, FLAG_PATH = 16, FLAG_JUDGED = 32 };

/* ---- A life ---------------------------------------------------------------------------------------------------- */

static size_t windows_in(size_t bytes)
{
    size_t windows = bytes > LINE ? (bytes - LINE) / (PR_WINDOW * sizeof(struct pr_slot)) : 0;

    return windows < MIN_WINDOWS ? MIN_WINDOWS : windows < UINT32_MAX ? windows : UINT32_MAX;
}

size_t by__pr_table_bytes(size_t bytes)
{
    return windows_in(bytes) * PR_WINDOW * sizeof(struct pr_slot) + LINE;
}

bool by__pr_table_create(struct pr_table *table, size_t bytes, bool collects)
{
    size_t windows = windows_in(bytes);
    int doublings = 0;

    while (windows >> doublings >= 2 * FIRST_WINDOWS)
        doublings++;
    windows >>= doublings;
    *table = (struct pr_table){.windows = windows,
                               .first_windows = windows,
                               .max_windows = windows << doublings,
                               .touched = windows,
                               .collects = collects,
                               .first_stamp = 1};
    table->memory = calloc(1, by__pr_table_bytes(bytes));
    if (!table->memory)
        return false;
    table->slots = (struct pr_slot *)(((uintptr_t)table->memory + LINE - 1) / LINE * LINE);
    return true;
}

void by__pr_table_destroy(struct pr_table *table)
{
    free(table->memory);
    *table = (struct pr_table){0};
}

static uint64_t get(const _Atomic uint64_t *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static void set(_Atomic uint64_t *number, uint64_t value)
{
    atomic_store_explicit(number, value, memory_order_relaxed);
}

void by__pr_table_begin(struct pr_table *table, bool is_new_question)
{
    if (table->stamp == UINT16_MAX) {
        memset((void *)table->slots, 0, table->max_windows * PR_WINDOW * sizeof *table->slots);
        table->stamp = 0;
        is_new_question = true;
    }
    table->stamp++;
    set(&table->used, get(&table->used) - get(&table->path_entries));
    set(&table->path_entries, 0);
    if (is_new_question) {
        table->first_stamp = table->stamp;
        table->windows = table->first_windows;
        table->nodes = 0;
        set(&table->used, 0);
    }
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* An entry but for its key.
 *
 *     a   proof and disproof number, of a path entry the code of its path
 *     b   work, flags, move
 *     c   other path, stamp, of a path entry the ply that it depends on, of others the root
 */
struct words {
    uint64_t a, b, c;
};

static unsigned flags_of(const struct words *words)
{
    return (unsigned)(words->b >> 24) & 0xFF;
}

static uint32_t work_of(const struct words *words)
{
    return (uint32_t)(words->b >> 32);
}

static bool counts(const struct pr_table *table, const struct words *words)
{
    uint16_t stamp = (uint16_t)(words->c >> 16);

    return flags_of(words) & FLAG_PATH ? stamp == table->stamp : stamp >= table->first_stamp;
}

static struct words pack(const struct pr_table *table, const struct pr_entry *entry)
{
    const struct pr_fact *fact = &entry->fact;
    unsigned flags = (fact->proof == 0 ? FLAG_PROVED : 0u) | (fact->disproof == 0 ? FLAG_DISPROVED : 0u) |
                     (fact->is_doubtful ? FLAG_DOUBTFUL : 0u) | (fact->is_open ? FLAG_OPEN : 0u) |
                     (fact->is_judged ? FLAG_JUDGED : 0u);

    return (struct words){.a = (uint64_t)fact->proof << 32 | fact->disproof,
                          .b = (uint64_t)entry->work << 32 | (uint64_t)flags << 24 | (entry->move & BY_MOVE_NONE),
                          .c = (uint64_t)entry->other_path << 32 | (uint64_t)table->stamp << 16 | table->root};
}

static void unpack(const struct words *words, struct pr_entry *out)
{
    unsigned flags = flags_of(words);

    *out = (struct pr_entry){
        .fact = {.proof = (pr_number)(words->a >> 32),
                 .disproof = (pr_number)words->a,
                 .path_ply = PR_NO_PATH,
                 .is_doubtful = (flags & FLAG_DOUBTFUL) != 0,
                 .is_open = (flags & FLAG_OPEN) != 0,
                 .is_judged = (flags & FLAG_JUDGED) != 0},
        .work = work_of(words),
        .move = (by_move)(words->b & BY_MOVE_NONE),
        .other_path = (uint32_t)(words->c >> 32),
    };
    if (flags & FLAG_PATH) {
        out->fact.proof = flags & FLAG_PROVED ? 0 : PR_INFINITE;
        out->fact.disproof = flags & FLAG_PROVED ? PR_INFINITE : 0;
        out->fact.path_ply = (int16_t)(uint16_t)words->c;
    }
}

/* ---- Slots ----------------------------------------------------------------------------------------------------- */

static uint64_t read_slot(const struct pr_slot *slot, struct words *words)
{
    words->a = get(&slot->words[1]);
    words->b = get(&slot->words[2]);
    words->c = get(&slot->words[3]);
    return get(&slot->words[0]) ^ words->a ^ words->b ^ words->c;
}

static void write_slot(struct pr_slot *slot, uint64_t key, const struct words *words)
{
    set(&slot->words[0], key ^ words->a ^ words->b ^ words->c);
    set(&slot->words[1], words->a);
    set(&slot->words[2], words->b);
    set(&slot->words[3], words->c);
}

static struct pr_slot *window_of(const struct pr_table *table, uint64_t key)
{
    return &table->slots[(((key >> 32) * table->windows) >> 32) * PR_WINDOW];
}

void by__pr_table_prefetch(const struct pr_table *table, uint64_t key)
{
    const struct pr_slot *window = window_of(table, key);

    __builtin_prefetch(window);
    __builtin_prefetch(window + 2);
}

static bool find(const struct pr_table *table, uint64_t key, unsigned kind, struct words *words)
{
    const struct pr_slot *window = window_of(table, key);

    for (int i = 0; i < PR_WINDOW; i++)
        if (read_slot(&window[i], words) == key && (flags_of(words) & FLAG_PATH) == kind && counts(table, words))
            return true;
    return false;
}

bool by__pr_table_find(const struct pr_table *table, uint64_t key, struct pr_entry *out)
{
    struct words words;

    if (!find(table, key, 0, &words))
        return false;
    unpack(&words, out);
    return true;
}

static uint64_t path_key(uint64_t key, uint32_t path)
{
    return key ^ by_random_word(path);
}

bool by__pr_table_find_path(const struct pr_table *table, uint64_t key, uint64_t path_code, struct pr_entry *out)
{
    struct words words;

    if (!find(table, path_key(key, pr_short_code(path_code)), FLAG_PATH, &words) || words.a != path_code)
        return false;
    unpack(&words, out);
    return true;
}

bool by__pr_table_find_other_path(const struct pr_table *table, uint64_t key, uint32_t path, struct pr_entry *out)
{
    struct words words;

    if (!find(table, path_key(key, path), FLAG_PATH, &words))
        return false;
    unpack(&words, out);
    return true;
}

/* ---- Growing --------------------------------------------------------------------------------------------------- */

/* The place in the key's window whose entry does not count; there is one. */
static struct pr_slot *free_place(const struct pr_table *table, uint64_t key)
{
    struct pr_slot *place = window_of(table, key);
    struct words words;

    for (;; place++) {
        (void)read_slot(place, &words);
        if (!counts(table, &words))
            return place;
    }
}

/* Moves the entries of a window to the windows that replace it. */
static void spread(struct pr_table *table, size_t index)
{
    static const struct words nothing;
    struct pr_slot *window = &table->slots[index * PR_WINDOW];
    struct words words[PR_WINDOW];
    uint64_t keys[PR_WINDOW];

    for (int i = 0; i < PR_WINDOW; i++) {
        keys[i] = read_slot(&window[i], &words[i]);
        if (counts(table, &words[i]))
            write_slot(&window[i], 0, &nothing);
    }
    for (int i = 0; i < PR_WINDOW; i++)
        if (counts(table, &words[i]))
            write_slot(free_place(table, keys[i]), keys[i], &words[i]);
}

/* Writing to memory before reading it costs one page fault instead of two, and the second would stop all threads. So we
 * touch each page of windows when they first come into use. For a very large table we leave the rest to the threads
 * that need it. */
static void touch_new_windows(struct pr_table *table)
{
    size_t end = table->windows < table->touched + MAX_TOUCHED ? table->windows : table->touched + MAX_TOUCHED;

    for (size_t i = table->touched; i < end; i += WINDOWS_A_PAGE)
        set(&table->slots[i * PR_WINDOW].words[0], 0);
    table->touched = table->windows > table->touched ? table->windows : table->touched;
}

/* Moves the entries of window i to the windows from `factor` times i on. Goes backwards, so that no entry lands where
 * others still are. Entries in unused windows do not count. */
static void multiply_windows(struct pr_table *table, size_t factor)
{
    size_t before = table->windows;

    table->windows *= factor;
    touch_new_windows(table);
    for (size_t i = before; i-- > 0;)
        spread(table, i);
}

void by__pr_table_share(struct pr_table *table, uint64_t entries)
{
    uint64_t wanted = get(&table->used) + entries;
    size_t factor = 1;

    while (table->windows * factor < table->max_windows &&
           table->windows * factor * PR_WINDOW * GROW_PERCENT / 100 < wanted)
        factor *= 2;
    if (factor > 1)
        multiply_windows(table, factor);
    table->is_shared = true;
}

void by__pr_table_unshare(struct pr_table *table)
{
    table->is_shared = false;
}

/* ---- SmallTreeGC ----------------------------------------------------------------------------------------------- */

/* Classes of work: four for each power of two, so that we can drop close to the wanted share. */
enum { CLASSES = 33 * 4 };

static int class_of(uint32_t work)
{
    int power = 0;

    while (work >> power > 7)
        power++;
    return power ? 4 * power + (int)(work >> power & 3) + 4 : (int)work;
}

static void count_classes(const struct pr_table *table, uint64_t counted[CLASSES])
{
    memset(counted, 0, CLASSES * sizeof *counted);
    for (size_t i = 0; i < table->windows * PR_WINDOW; i++) {
        struct words words;

        (void)read_slot(&table->slots[i], &words);
        if (counts(table, &words))
            counted[class_of(work_of(&words))]++;
    }
}

/* Entries to drop: all of the classes before `last`, and `of_last` of that class. */
struct share {
    int last;
    uint64_t of_last;
};

static struct share share_to_drop(const struct pr_table *table, const uint64_t counted[CLASSES])
{
    struct share share = {.of_last = get(&table->used) * DROP_PERCENT / 100};

    while (share.last < CLASSES - 1 && counted[share.last] <= share.of_last)
        share.of_last -= counted[share.last++];
    return share;
}

static bool takes(struct share *share, int class)
{
    if (class == share->last && share->of_last) {
        share->of_last--;
        return true;
    }
    return class < share->last;
}

static void drop_small_trees(struct pr_table *table)
{
    const struct words nothing = {0};
    uint64_t counted[CLASSES], used = 0, path_entries = 0;
    struct share share;

    count_classes(table, counted);
    share = share_to_drop(table, counted);
    for (size_t i = 0; i < table->windows * PR_WINDOW; i++) {
        struct words words;

        (void)read_slot(&table->slots[i], &words);
        if (!counts(table, &words))
            continue;
        if (takes(&share, class_of(work_of(&words)))) {
            write_slot(&table->slots[i], 0, &nothing);
            continue;
        }
        used++;
        path_entries += (flags_of(&words) & FLAG_PATH) != 0;
    }
    set(&table->used, used);
    set(&table->path_entries, path_entries);
    set(&table->collections, get(&table->collections) + 1);
}

/* One thread does it, the others go on. */
static void collect_if_full(struct pr_table *table)
{
    if (!table->collects || get(&table->used) * 100 < table->windows * PR_WINDOW * LOAD_PERCENT)
        return;
    if (atomic_exchange_explicit(&table->is_collecting, true, memory_order_acquire))
        return;
    drop_small_trees(table);
    atomic_store_explicit(&table->is_collecting, false, memory_order_release);
}

/* ---- Storing --------------------------------------------------------------------------------------------------- */

/* The loss when an entry is replaced: its work, and above all its relation to the root of this run, which path entries
 * always have. */
static uint64_t worth_of(const struct pr_table *table, const struct words *words)
{
    bool is_of_root = flags_of(words) & FLAG_PATH || (uint16_t)words->c == table->root;

    return (uint64_t)is_of_root << 32 | work_of(words);
}

/* The place for a key: its own, else a free one, else the least valuable. */
static struct pr_slot *place_for(struct pr_table *table, uint64_t key, unsigned kind, bool *is_free)
{
    struct pr_slot *window = window_of(table, key), *best = NULL;
    uint64_t min = UINT64_MAX;

    *is_free = false;
    for (int i = 0; i < PR_WINDOW; i++) {
        struct words words;
        uint64_t found = read_slot(&window[i], &words);

        if (!counts(table, &words)) {
            if (!*is_free)
                best = &window[i];
            *is_free = true;
        } else if (found == key && (flags_of(&words) & FLAG_PATH) == kind) {
            *is_free = false;
            return &window[i];
        } else if (!*is_free && worth_of(table, &words) < min) {
            min = worth_of(table, &words);
            best = &window[i];
        }
    }
    return best;
}

static void store(struct pr_table *table, uint64_t key, unsigned kind, const struct words *words)
{
    bool is_free;
    struct pr_slot *place = place_for(table, key, kind, &is_free);

    write_slot(place, key, words);
    if (!is_free)
        return;
    set(&table->used, get(&table->used) + 1);
    if (kind == FLAG_PATH)
        set(&table->path_entries, get(&table->path_entries) + 1);
    if (table->is_shared || table->windows == table->max_windows)
        collect_if_full(table);
    else if (get(&table->used) * 100 > table->windows * PR_WINDOW * GROW_PERCENT)
        multiply_windows(table, 2);
}

void by__pr_table_store(struct pr_table *table, uint64_t key, const struct pr_entry *entry)
{
    struct words words = pack(table, entry);

    store(table, key, 0, &words);
}

void by__pr_table_store_path(struct pr_table *table, uint64_t key, uint64_t path_code, const struct pr_entry *entry)
{
    struct words words = pack(table, entry);

    words.a = path_code;
    words.b |= (uint64_t)FLAG_PATH << 24;
    words.c = (uint64_t)table->stamp << 16 | (uint16_t)entry->fact.path_ply;
    store(table, path_key(key, pr_short_code(path_code)), FLAG_PATH, &words);
}

int by__pr_table_permille(const struct pr_table *table)
{
    return (int)(get(&table->used) * 1000 / (table->windows * PR_WINDOW));
}
