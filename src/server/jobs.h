/* SPDX-License-Identifier: MIT
 *
 * Jobs: what takes longer than a request may. They wait in one queue, and run on as many threads as there are workers;
 * a job that uses several threads takes as many places. A job ends by itself, when it is cancelled, when its time is
 * over, or when nobody listens any more. One that yields waits behind those that do not, and is ended where one of them
 * finds no place. Its client is told of it by the events `waiting`, `started`, whatever the work tells, and at last
 * `result` or `error`.
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/search.h"
#include "boyi/text.h"
#include "server/clients.h"
#include "server/limits.h"
#include "server/memory.h"
#include "server/request.h"

enum {
    SERVER_KEPT_MS = 5 * 60000,  /* a job that is over can be asked for so long */
    SERVER_GRACE_MS = 5000,      /* beyond its time a job is stopped */
    SERVER_WAIT_MOST_MS = 20000, /* in a request for its end */
    SERVER_TURN_MS = 30000,      /* after which a job that yields does so for another that yields */
    SERVER_JOB_BYTES = 524288,   /* of the server's memory, that a job takes at least while it waits and runs */
    SERVER_RESULT_BYTES = 65536, /* that the result of most jobs takes */
};

struct json;
typedef struct server_jobs server_jobs;
typedef struct server_job server_job;

/* What a job does. `self` is its own, and lives as long as the job can be asked for. */
struct server_work {
    const char *kind; /* "search" */
    by_status (*run)(void *self, server_job *job, by_error *error);
    /* Adds members to an object that is open: the last state, or the result. Called with the job's lock held. */
    void (*write)(void *self, struct json *json);
    void (*free)(void *self);
    /* It was stopped before it ran, and never will: frees what only a run needs, and returns how many bytes stay. NULL:
     * nothing is freed. */
    size_t (*abandon)(void *self, server_job *job);
};

/* What a job takes of the server. */
struct server_share {
    int threads;
    int64_t time_ms;   /* at most */
    bool yields;       /* to whoever waits: it is as good a little later */
    bool has_no_grace; /* nothing but its stop ends it, so it is stopped when its time is over */
    size_t bytes;      /* that it has while it waits and may have when it is over, beside SERVER_JOB_BYTES */
};

/* Somebody who is told of the end of every job. Called with locks held: it must not call the server. */
struct server_jobs_listener {
    void (*is_over)(void *context, uint64_t id);
    void *context;
};

/* The limits and the clock are lent and have to outlive the jobs. */
by_status server_jobs_create(const struct server_limits *limits, const struct server_clock *clock, server_jobs **out,
                             by_error *error);

/* From now on what jobs have and keep is taken from this account, which is lent likewise. To be called before there are
 * any. */
void server_jobs_use_memory(server_jobs *jobs, server_memory *memory);

/* A new job, whose number `id` gets. `self` belongs to it, after a fault too. Without workers it has been run when this
 * returns. */
by_status server_jobs_add(server_jobs *jobs, server_client *client, const struct server_work *work, void *self,
                          const struct server_share *share, uint64_t *id, struct server_fault *fault);

/* Writes a job of this client as an object; BY_ERROR_UNKNOWN: there is none. It counts as asked for. */
by_status server_jobs_write(server_jobs *jobs, server_client *client, uint64_t id, struct json *json);

/* Whether there is a job of this client that is not over yet. */
bool server_jobs_goes_on(server_jobs *jobs, const server_client *client, uint64_t id);

/* Whom to tell; {0}: nobody. */
void server_jobs_listen(server_jobs *jobs, const struct server_jobs_listener *listener);

/* Lends a job of this client and of this kind, in whatever state, with its `self`, which is not freed before it is
 * given back. It counts as asked for, and is kept longer for it. NULL: there is none. */
server_job *server_jobs_borrow(server_jobs *jobs, server_client *client, uint64_t id, const struct server_work *work);
void server_jobs_give_back(server_jobs *jobs, server_job *job);
void *server_job_self(const server_job *job);

/* Stops a job of this client, or forgets it if it is over; false: there is none. */
bool server_jobs_cancel(server_jobs *jobs, server_client *client, uint64_t id);

/* Stops all of a client that is gone, and forgets them as soon as they are over. */
void server_jobs_cancel_all(server_jobs *jobs, server_client *client);

/* How many run and wait. */
void server_jobs_count(server_jobs *jobs, int *running, int *waiting);

/* To be called each second or so: jobs that nobody listens to, that are late, that are old. */
void server_jobs_tick(server_jobs *jobs);

/* Stops all jobs and waits for their end. No job can be added any more. */
void server_jobs_stop(server_jobs *jobs);

/* Stops them too. Accepts NULL. */
void server_jobs_destroy(server_jobs *jobs);

/* ---- For those who work ---------------------------------------------------------------------------------------- */

/* The flag that ends the job, for by_limits. */
const by_stop *server_job_stop(const server_job *job);

/* An event for the job's client; see server_client_tell. */
void server_job_tell(server_job *job, const char *event, int slot, by_text *json);

/* Whether it was asked to stop, and whether that is because the server ends. */
bool server_job_has_to_stop(const server_job *job);
bool server_job_has_to_end(const server_job *job);

/* Says, while it runs, how many bytes of its share the job will really have when it is over. */
void server_job_settles(server_job *job, size_t bytes);

/* Says, while it runs, how many bytes the job will keep when it is over, where that is much: of such jobs fewer are
 * kept, see the limits. */
void server_job_keeps(server_job *job, size_t bytes);

/* Around changes of what `write` reads. */
void server_job_lock(server_job *job);
void server_job_unlock(server_job *job);

#endif
