/* SPDX-License-Identifier: MIT */
#include "search/proof/lists.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"

enum {
    MIN_ROOM = 256,           /* children; with fewer it is not worth it */
    SHELF_ROOM = 4096,        /* children; with fewer there are fewer shelves */
    CHILDREN_A_MARK = 16,     /* so that the ring fills up before the marks do */
    LARGEST_LIST_DIVISOR = 4, /* a longer list would evict too much of the ring */
};

static const size_t bytes_a_mark = CHILDREN_A_MARK * sizeof(struct pr_child) + sizeof(struct pr_mark);

/* ---- A life ---------------------------------------------------------------------------------------------------- */

static bool create_shelf(struct pr_shelf *shelf, size_t marks)
{
    *shelf = (struct pr_shelf){.mark_count = marks, .room = marks * CHILDREN_A_MARK};
    shelf->ring = malloc(shelf->room * sizeof *shelf->ring);
    shelf->marks = calloc(shelf->mark_count, sizeof *shelf->marks);
    (void)pthread_mutex_init(&shelf->lock, NULL); /* cannot fail */
    return shelf->ring && shelf->marks;
}

/* The number of shelves that share the marks. */
static int shelves_for(size_t marks, bool is_shared)
{
    size_t max = marks * CHILDREN_A_MARK / SHELF_ROOM;

    if (marks * CHILDREN_A_MARK < MIN_ROOM)
        return 0;
    return !is_shared || max < 1 ? 1 : max < PR_SHELVES ? (int)max : PR_SHELVES;
}

bool by__pr_lists_create(struct pr_lists *lists, size_t bytes, bool is_shared)
{
    size_t marks = bytes / bytes_a_mark;
    bool has_memory = true;

    *lists = (struct pr_lists){.count = shelves_for(marks, is_shared), .is_shared = is_shared};
    for (int i = 0; i < lists->count; i++)
        has_memory &= create_shelf(&lists->shelves[i], marks / (size_t)lists->count);
    return has_memory;
}

void by__pr_lists_destroy(struct pr_lists *lists)
{
    for (int i = 0; i < lists->count; i++) {
        free(lists->shelves[i].ring);
        free(lists->shelves[i].marks);
        pthread_mutex_destroy(&lists->shelves[i].lock);
    }
    lists->count = 0;
}

size_t by__pr_lists_bytes(const struct pr_lists *lists)
{
    return lists->count ? (size_t)lists->count * lists->shelves[0].mark_count * bytes_a_mark : 0;
}

/* ---- A shelf --------------------------------------------------------------------------------------------------- */

/* The key of a list. Its place does not depend on the run, so results do not depend on earlier runs. */
struct label {
    uint64_t place, code;
};

static struct pr_mark *mark_of(const struct pr_shelf *shelf, const struct label *label)
{
    return &shelf->marks[((label->place >> 32) * shelf->mark_count) >> 32];
}

static void put(struct pr_shelf *shelf, const struct pr_frame *f, const struct label *label)
{
    size_t count = (size_t)f->count, at = shelf->head % shelf->room;

    if (count > shelf->room / LARGEST_LIST_DIVISOR)
        return;
    if (at + count > shelf->room) {
        shelf->head += shelf->room - at;
        at = 0;
    }
    memcpy(shelf->ring + at, f->children, count * sizeof *shelf->ring);
    *mark_of(shelf, label) = (struct pr_mark){.code = label->code,
                                              .at = shelf->head,
                                              .count = f->count,
                                              .path_ply = f->list_path_ply,
                                              .is_partial = f->is_partial};
    shelf->head += count;
}

static bool take(const struct pr_shelf *shelf, struct pr_frame *f, size_t room, const struct label *label)
{
    const struct pr_mark *mark = mark_of(shelf, label);

    if (mark->code != label->code || !mark->count || shelf->head - mark->at > shelf->room || (size_t)mark->count > room)
        return false;
    memcpy(f->children, shelf->ring + mark->at % shelf->room, (size_t)mark->count * sizeof *f->children);
    f->count = mark->count;
    f->list_path_ply = mark->path_ply;
    f->is_partial = mark->is_partial;
    return true;
}

/* ---- All of them ----------------------------------------------------------------------------------------------- */

static struct label label_of(const struct pr_lists *lists, const struct pr_frame *f)
{
    uint64_t place = by_random_word(1) ^ f->path_code ^ f->key;

    return (struct label){.place = place, .code = place ^ by_random_word(lists->run)};
}

/* The shelf of a list, locked until it is released. */
static struct pr_shelf *lock_shelf(struct pr_lists *lists, const struct label *label)
{
    struct pr_shelf *shelf = &lists->shelves[label->place % (uint64_t)lists->count];

    if (lists->is_shared)
        pthread_mutex_lock(&shelf->lock);
    return shelf;
}

static void unlock_shelf(const struct pr_lists *lists, struct pr_shelf *shelf)
{
    if (lists->is_shared)
        pthread_mutex_unlock(&shelf->lock);
}

void by__pr_lists_begin(struct pr_lists *lists)
{
    lists->run++;
    for (int i = 0; i < lists->count; i++)
        lists->shelves[i].head = 0;
}

void by__pr_lists_store(struct pr_lists *lists, const struct pr_frame *f)
{
    struct label label = label_of(lists, f);
    struct pr_shelf *shelf = lock_shelf(lists, &label);

    put(shelf, f, &label);
    unlock_shelf(lists, shelf);
}

bool by__pr_lists_restore(struct pr_lists *lists, struct pr_frame *f, size_t room)
{
    struct label label = label_of(lists, f);
    struct pr_shelf *shelf = lock_shelf(lists, &label);
    bool is_there = take(shelf, f, room, &label);

    unlock_shelf(lists, shelf);
    return is_there;
}
