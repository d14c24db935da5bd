/* SPDX-License-Identifier: MIT
 *
 * Jobs: work that takes longer than a request may. They wait in one queue and run on a fixed number of workers; a job
 * that uses several threads takes as many places. A job ends by itself, when a client cancels it, when its time is
 * over, or when nobody listens any more. A job that yields waits behind those that do not, and ends early if one of
 * them finds no place. Its client receives the events `waiting`, `started`, those of the work, and at last `result` or
 * `error`.
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
    SERVER_KEPT_MS = 5 * 60000,  /* how long a finished job stays available */
    SERVER_GRACE_MS = 5000,      /* a job is stopped after this grace beyond its time */
    SERVER_MAX_WAIT_MS = 20000,  /* in a request that waits for its end */
    SERVER_TURN_MS = 30000,      /* a job that yields runs this long before another such job may end it */
    SERVER_JOB_BYTES = 524288,   /* of the server's memory: the minimum for a job that waits or runs */
    SERVER_RESULT_BYTES = 65536, /* for the result of most jobs */
    SERVER_RESULT = -1,          /* of server_job_store */
};

struct json;
typedef struct server_jobs server_jobs;
typedef struct server_job server_job;

/* The share of the server that a job takes. */
struct server_share {
    int threads;
    int64_t time_ms;   /* at most */
    bool yields;       /* for other jobs: a little later is as good */
    bool has_no_grace; /* only its stop ends it, so we stop it when its time is over */
    size_t bytes;      /* while it waits and after its end, beside SERVER_JOB_BYTES */
    int items;         /* that its list has from the beginning */
};

struct server_call;

/* A kind of job. `self` is its data, of `size` bytes that are 0 at first; it lives as long as the job is available. */
struct server_work {
    const char *kind; /* "search" */
    size_t size;
    /* What it stores while it runs, as members of the job: an array and a result; NULL: it has none. */
    const char *list, *result;
    /* Fills `self` from a request, and changes the share if it is not the usual one. */
    by_status (*prepare)(void *self, struct server_call *call, struct server_share *share);
    by_status (*run)(void *self, server_job *job, by_error *error);
    /* Adds more members to an open object. Runs with the job's lock held. NULL: it has none. */
    void (*write)(void *self, struct json *json);
    /* Also after a fault of `prepare`. */
    void (*free)(void *self);
    /* The job was stopped before its run: frees what only a run needs and returns the number of bytes that stay. NULL:
     * frees nothing. */
    size_t (*abandon)(void *self, server_job *job);
};

/* Called at the end of every job, with locks held: it must not call the server. */
struct server_jobs_listener {
    void (*is_over)(void *context, uint64_t id);
    void *context;
};

/* The limits, the clock and the account of the memory that jobs take (NULL: none) are borrowed and must outlive the
 * jobs. */
by_status server_jobs_create(const struct server_limits *limits, const struct server_clock *clock,
                             server_memory *memory, server_jobs **out, by_error *error);

/* Adds a job and stores its number in `id`. It owns `self`, also after a fault. Without workers the job has run when
 * this returns. */
by_status server_jobs_add(server_jobs *jobs, server_client *client, const struct server_work *work, void *self,
                          const struct server_share *share, uint64_t *id, struct server_fault *fault);

/* Writes a job of this client as an object; BY_ERROR_UNKNOWN: no such job. Counts as a request for it. */
by_status server_jobs_write(server_jobs *jobs, server_client *client, uint64_t id, struct json *json);

/* True if this client has such a job and it is not over yet. */
bool server_jobs_goes_on(server_jobs *jobs, const server_client *client, uint64_t id);

/* Sets the listener; {0}: none. */
void server_jobs_listen(server_jobs *jobs, const struct server_jobs_listener *listener);

/* Lends a job of this client and kind, in any state, with its `self`, which lives until you return it. Counts as a
 * request, so the job stays longer. NULL: no such job. */
server_job *server_jobs_borrow(server_jobs *jobs, server_client *client, uint64_t id, const struct server_work *work);
void server_jobs_give_back(server_jobs *jobs, server_job *job);
void *server_job_self(const server_job *job);

/* Stops a job of this client, or forgets it if it is over; false: no such job. */
bool server_jobs_cancel(server_jobs *jobs, server_client *client, uint64_t id);

/* Stops all jobs of a client that is gone, and forgets them when they end. */
void server_jobs_cancel_all(server_jobs *jobs, server_client *client);

/* The number of jobs that run and that wait. */
void server_jobs_count(server_jobs *jobs, int *running, int *waiting);

/* Call it about once a second. Removes jobs without a listener, late jobs and old ones. */
void server_jobs_tick(server_jobs *jobs);

/* Stops all jobs and waits for their end. Nobody can add jobs after this. */
void server_jobs_stop(server_jobs *jobs);

/* Stops them too. Accepts NULL. */
void server_jobs_destroy(server_jobs *jobs);

/* ---- For the work of a job ------------------------------------------------------------------------------------- */

/* The flag that ends the job, for by_limits. */
const by_stop *server_job_stop(const server_job *job);

/* An event for the job's client; see server_client_send. */
void server_job_send(server_job *job, const char *event, int slot, by_text *json);

/* True if the job must stop; the second: true if the server is closing. */
bool server_job_has_to_stop(const server_job *job);
bool server_job_has_to_end(const server_job *job);

/* Stores a line of JSON, up to its newline, as item `number` of the job's list or, SERVER_RESULT, as its result. False:
 * out of memory; the job will fail, and keep the rest. */
bool server_job_store(server_job *job, int number, const by_text *json);

/* Reports, during the run, how many bytes of its share the job will keep after its end. */
void server_job_settles(server_job *job, size_t bytes);

/* Reports, during the run, how many bytes a large job will keep after its end. The limits allow fewer large jobs. */
void server_job_keeps(server_job *job, size_t bytes);

/* Call them around changes of the data that `write` reads. */
void server_job_lock(server_job *job);
void server_job_unlock(server_job *job);

#endif
