/* SPDX-License-Identifier: MIT
 *
 * A pool of threads that share the pieces of a task. Any thread may take any piece; store the result of each piece
 * separately and add them in order to get the same sum with any number of threads.
 */
#ifndef TUNE_POOL_H
#define TUNE_POOL_H

#include "boyi/error.h"

enum { TUNE_THREADS_MOST = 256 };

struct tune_pool;

/* `threads` includes the caller's; fewer if the system has no more. */
by_status tune_pool_create(int threads, struct tune_pool **out, by_error *error);

/* Does the pieces 0 .. count - 1 and returns when all are done. */
void tune_pool_run(struct tune_pool *pool, int count, void (*piece)(void *context, int number), void *context);

/* Accepts NULL. */
void tune_pool_destroy(struct tune_pool *pool);

#endif
