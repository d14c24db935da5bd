/* SPDX-License-Identifier: MIT
 *
 * A queue of lines and the thread that runs them in order, so that the reader need not wait. One thread adds lines;
 * while the batch is busy, the state that the lines work on belongs to the batch.
 *
 *     put --> line --> line --> line --> run
 *
 * The thread begins with the first line and ends by itself behind the last; it is joined before the next begins.
 */
#ifndef BOYI_PROTOCOL_BATCH_H
#define BOYI_PROTOCOL_BATCH_H

#include <stdbool.h>

#include "boyi/error.h"

struct protocol_batch;

/* How many MiB of lines may wait: half a million positions. */
enum { PROTOCOL_BATCH_MAX_MIB = 64 };

/* Runs a line, which it may modify. Called from the batch's thread. */
typedef void protocol_batch_run(void *context, char *line);

by_status protocol_batch_create(struct protocol_batch **out, protocol_batch_run *run, void *context, by_error *error);

/* Appends the line "WORD REST". A full batch accepts no line until all waiting lines have run. */
by_status protocol_batch_add(struct protocol_batch *batch, const char *word, const char *rest, by_error *error);

/* The same for a line that is accepted even if the batch is full. */
by_status protocol_batch_add_anyway(struct protocol_batch *batch, const char *word, by_error *error);

/* Whether a line waits or is being run. */
bool protocol_batch_is_busy(struct protocol_batch *batch);

/* Drops the lines that wait, for good. The one that is being run goes on, and can find out. */
void protocol_batch_give_up(struct protocol_batch *batch);
bool protocol_batch_is_given_up(struct protocol_batch *batch);

/* Waits until every line was run. */
void protocol_batch_finish(struct protocol_batch *batch);

/* Gives up, waits and frees. Accepts NULL. */
void protocol_batch_destroy(struct protocol_batch *batch);

#endif
