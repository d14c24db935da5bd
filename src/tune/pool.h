/* SPDX-License-Identifier: MIT
 *
 * Threads that do the pieces of a task side by side. Which thread does which piece is left to chance; whoever keeps
 * what each piece gives apart, and adds it up in the order of the pieces, gets the same with any number of threads.
 */
#ifndef TUNE_POOL_H
#define TUNE_POOL_H

#include "boyi/error.h"

enum { TUNE_THREADS_MOST = 256 };

struct tune_pool;

/* `threads` with the caller's; if fewer can be had, these do. */
by_status tune_pool_create(int threads, struct tune_pool **out, by_error *error);

/* Does the pieces 0 .. count - 1 and returns when all are done. */
void tune_pool_run(struct tune_pool *pool, int count, void (*piece)(void *context, int number), void *context);

/* Accepts NULL. */
void tune_pool_destroy(struct tune_pool *pool);

#endif
