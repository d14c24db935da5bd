/* SPDX-License-Identifier: MIT */
#include "search/proof/lists.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"

enum {
    LEAST_ROOM = 256,    /* children; with fewer it is not worth it */
    CHILDREN_A_MARK = 16 /* so that the marks are not the first to run out */
};

bool by__pr_lists_create(struct pr_lists *lists, size_t bytes)
{
    size_t unit = CHILDREN_A_MARK * sizeof *lists->ring + sizeof *lists->marks;

    *lists = (struct pr_lists){.mark_count = bytes / unit};
    lists->room = lists->mark_count * CHILDREN_A_MARK;
    if (lists->room < LEAST_ROOM) {
        *lists = (struct pr_lists){0};
        return true;
    }
    lists->ring = malloc(lists->room * sizeof *lists->ring);
    lists->marks = calloc(lists->mark_count, sizeof *lists->marks);
    return lists->ring && lists->marks;
}

void by__pr_lists_destroy(struct pr_lists *lists)
{
    free(lists->ring);
    free(lists->marks);
    *lists = (struct pr_lists){0};
}

static uint64_t code_of(const struct pr_lists *lists, const struct pr_frame *f)
{
    return f->path_code ^ f->key ^ by_random_word(lists->run);
}

static struct pr_mark *mark_of(const struct pr_lists *lists, uint64_t code)
{
    return &lists->marks[((code >> 32) * lists->mark_count) >> 32];
}

void by__pr_lists_put(struct pr_lists *lists, const struct pr_frame *f)
{
    size_t count = (size_t)f->count, at = lists->room ? lists->head % lists->room : 0;
    uint64_t code = code_of(lists, f);

    if (count > lists->room / 4)
        return;
    if (at + count > lists->room) {
        lists->head += lists->room - at;
        at = 0;
    }
    memcpy(lists->ring + at, f->children, count * sizeof *lists->ring);
    *mark_of(lists, code) = (struct pr_mark){
        .code = code, .at = lists->head, .count = f->count, .path_ply = f->list_path_ply, .is_partial = f->is_partial};
    lists->head += count;
}

bool by__pr_lists_take(const struct pr_lists *lists, struct pr_frame *f, size_t room)
{
    uint64_t code = code_of(lists, f);
    const struct pr_mark *mark;

    if (!lists->ring)
        return false;
    mark = mark_of(lists, code);
    if (mark->code != code || !mark->count || lists->head - mark->at > lists->room || (size_t)mark->count > room)
        return false;
    memcpy(f->children, lists->ring + mark->at % lists->room, (size_t)mark->count * sizeof *f->children);
    f->count = mark->count;
    f->list_path_ply = mark->path_ply;
    f->is_partial = mark->is_partial;
    return true;
}
