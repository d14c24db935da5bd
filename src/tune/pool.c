/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "tune/pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct tune_pool {
    pthread_t threads[TUNE_THREADS_MOST];
    int started;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t begun, done;
    void (*piece)(void *context, int number);
    void *context;
    int next, count; /* pieces taken, pieces in all */
    int busy;        /* threads with a piece */
    bool is_ended;
};

/* Does pieces as long as there are any; the lock is held before and after. */
static void do_pieces(struct tune_pool *pool)
{
    pool->busy++;
    while (pool->next < pool->count) {
        int number = pool->next++;

        pthread_mutex_unlock(&pool->lock);
        pool->piece(pool->context, number);
        pthread_mutex_lock(&pool->lock);
    }
    if (--pool->busy == 0)
        pthread_cond_signal(&pool->done);
}

static void *work(void *argument)
{
    struct tune_pool *pool = argument;

    pthread_mutex_lock(&pool->lock);
    while (!pool->is_ended) {
        if (pool->next < pool->count)
            do_pieces(pool);
        else
            pthread_cond_wait(&pool->begun, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

by_status tune_pool_create(int threads, struct tune_pool **out, by_error *error)
{
    struct tune_pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return by_error_no_memory(error);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begun, NULL);
    pthread_cond_init(&pool->done, NULL);
    while (pool->started < threads - 1 && pool->started < TUNE_THREADS_MOST &&
           pthread_create(&pool->threads[pool->started], NULL, work, pool) == 0)
        pool->started++;
    *out = pool;
    return BY_OK;
}

void tune_pool_run(struct tune_pool *pool, int count, void (*piece)(void *context, int number), void *context)
{
    pthread_mutex_lock(&pool->lock);
    pool->piece = piece;
    pool->context = context;
    pool->next = 0;
    pool->count = count;
    pthread_cond_broadcast(&pool->begun);
    do_pieces(pool);
    while (pool->busy)
        pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

void tune_pool_destroy(struct tune_pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->is_ended = true;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->started; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->begun);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
