/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "protocol/batch.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    struct line *next;
    size_t size; /* of all of it in memory */
    char text[];
};

struct protocol_batch {
    protocol_batch_run *run;
    void *context;
    pthread_t runner;
    bool has_runner; /* a thread to join; used only by the thread that adds lines */

    pthread_mutex_t lock; /* for what follows */
    struct line *first, *last;
    size_t size;  /* of the lines that wait */
    bool is_busy; /* from the first line until the last was run */
    bool is_full; /* a line was refused since */
    bool is_given_up;
};

by_status protocol_batch_create(struct protocol_batch **out, protocol_batch_run *run, void *context, by_error *error)
{
    struct protocol_batch *batch = calloc(1, sizeof *batch);

    if (!batch)
        return by_error_no_memory(error);
    batch->run = run;
    batch->context = context;
    pthread_mutex_init(&batch->lock, NULL);
    *out = batch;
    return BY_OK;
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

/* The first line; NULL: there is none, and from now on the batch is not busy. */
static struct line *next_line(struct protocol_batch *batch)
{
    struct line *line;

    pthread_mutex_lock(&batch->lock);
    line = batch->first;
    if (line) {
        batch->first = line->next;
        batch->size -= line->size;
    } else {
        batch->is_busy = batch->is_full = false;
    }
    pthread_mutex_unlock(&batch->lock);
    return line;
}

static void *run_lines(void *argument)
{
    struct protocol_batch *batch = argument;
    struct line *line;

    while ((line = next_line(batch)) != NULL) {
        batch->run(batch->context, line->text);
        free(line);
    }
    return NULL;
}

/* ---- Putting ----------------------------------------------------------------------------------------------------- */

static struct line *make_line(const char *word, const char *rest)
{
    size_t length = strlen(word) + 1 + strlen(rest);
    struct line *line = malloc(sizeof *line + length + 1);

    if (line) {
        line->next = NULL;
        line->size = sizeof *line + length + 1;
        (void)snprintf(line->text, length + 1, "%s %s", word, rest);
    }
    return line;
}

/* Called with the lock; the thread waits for it and then finds the line. */
static by_status start_runner(struct protocol_batch *batch, by_error *error)
{
    if (batch->has_runner)
        pthread_join(batch->runner, NULL);
    batch->has_runner = pthread_create(&batch->runner, NULL, run_lines, batch) == 0;
    if (!batch->has_runner)
        return by_error_set(error, BY_ERROR_LIMIT, "a batch needs a thread, and the system has none left");
    batch->is_busy = true;
    return BY_OK;
}

static by_status append(struct protocol_batch *batch, struct line *line, by_error *error)
{
    by_status status = batch->is_busy ? BY_OK : start_runner(batch, error);

    if (status)
        return status;
    if (batch->first)
        batch->last->next = line;
    else
        batch->first = line;
    batch->last = line;
    batch->size += line->size;
    return BY_OK;
}

static bool has_room(const struct protocol_batch *batch, size_t size)
{
    const size_t max = (size_t)PROTOCOL_BATCH_MAX_MIB << 20;

    return !batch->is_full && size <= max && batch->size <= max - size;
}

static by_status add(struct protocol_batch *batch, struct line *line, bool needs_room, by_error *error)
{
    by_status status;

    if (!line)
        return by_error_no_memory(error);
    pthread_mutex_lock(&batch->lock);
    if (needs_room && !has_room(batch, line->size)) {
        batch->is_full = batch->is_busy;
        status = by_error_set(error, BY_ERROR_LIMIT,
                              "%d MiB of lines wait, which is the most; none is taken until they are done",
                              PROTOCOL_BATCH_MAX_MIB);
    } else {
        status = append(batch, line, error);
    }
    pthread_mutex_unlock(&batch->lock);
    if (status)
        free(line);
    return status;
}

by_status protocol_batch_add(struct protocol_batch *batch, const char *word, const char *rest, by_error *error)
{
    return add(batch, make_line(word, rest), true, error);
}

by_status protocol_batch_add_anyway(struct protocol_batch *batch, const char *word, by_error *error)
{
    return add(batch, make_line(word, ""), false, error);
}

bool protocol_batch_is_busy(struct protocol_batch *batch)
{
    bool is_busy;

    pthread_mutex_lock(&batch->lock);
    is_busy = batch->is_busy;
    pthread_mutex_unlock(&batch->lock);
    return is_busy;
}

/* ---- Ending ------------------------------------------------------------------------------------------------------ */

void protocol_batch_give_up(struct protocol_batch *batch)
{
    struct line *line;

    pthread_mutex_lock(&batch->lock);
    while ((line = batch->first) != NULL) {
        batch->first = line->next;
        free(line);
    }
    batch->size = 0;
    batch->is_given_up = true;
    pthread_mutex_unlock(&batch->lock);
}

bool protocol_batch_is_given_up(struct protocol_batch *batch)
{
    bool is_given_up;

    pthread_mutex_lock(&batch->lock);
    is_given_up = batch->is_given_up;
    pthread_mutex_unlock(&batch->lock);
    return is_given_up;
}

void protocol_batch_finish(struct protocol_batch *batch)
{
    if (batch->has_runner)
        pthread_join(batch->runner, NULL);
    batch->has_runner = false;
}

void protocol_batch_destroy(struct protocol_batch *batch)
{
    if (!batch)
        return;
    protocol_batch_give_up(batch);
    protocol_batch_finish(batch);
    pthread_mutex_destroy(&batch->lock);
    free(batch);
}
