/* SPDX-License-Identifier: MIT
 *
 * All jobs are in one list, in the order in which they arrived. The queue serves waiting jobs from its front, those
 * that yield last. Lock order: the list, one job, a client.
 */
#define _POSIX_C_SOURCE 200809L
#include "server/jobs.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "front/json_message.h"

enum job_state { JOB_WAITING, JOB_RUNNING, JOB_DONE, JOB_FAILED, JOB_STOPPED };

struct server_job {
    server_job *next;
    server_jobs *jobs;
    uint64_t id;
    char owner[SERVER_CLIENT_ID];
    server_client *client; /* NULL when it is over: we need not remember an absent client */
    const struct server_work *work;
    void *self;
    struct server_share share;
    enum job_state state;
    atomic_bool is_asked_to_stop;
    bool has_yielded;
    bool is_unwanted; /* its client is gone, so we forget it when it ends */
    unsigned holder;  /* of the server's memory */
    size_t taken;     /* bytes it holds */
    size_t settled;   /* bytes it will hold after its end; 0: all */
    int sent_place;   /* its place in the last `waiting` event; -1: none was sent */
    int64_t touched_ms, started_ms;
    int64_t wanted_ms; /* time of its end, or of the last loan */
    size_t bytes;      /* that a large job keeps after its end */
    int borrowers;
    bool is_forgotten; /* the last borrower frees it */
    by_stop *stop;
    by_error error;
    pthread_mutex_t lock; /* guards what the work writes, and what follows */
    by_text *list;        /* JSON; an empty text: not there yet */
    int list_count;
    by_text result; /* JSON; empty: none yet */
    bool lacks_memory;
};

struct server_jobs {
    const struct server_limits *limits;
    const struct server_clock *clock;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    server_job *first;
    uint64_t last_id;
    int free_places;
    atomic_bool is_closing;
    server_memory *memory; /* that jobs use and keep */
    pthread_t *workers;
    int worker_count;
    struct server_jobs_listener listener;
};

static bool is_over(const server_job *job)
{
    return job->state >= JOB_DONE;
}

/* ---- The queue, in the order in which it is served ------------------------------------------------------------- */

static server_job *waiting_from(server_job *job, bool yields)
{
    while (job && (job->state != JOB_WAITING || job->share.yields != yields))
        job = job->next;
    return job;
}

static server_job *first_waiting(const server_jobs *jobs)
{
    server_job *job = waiting_from(jobs->first, false);

    return job ? job : waiting_from(jobs->first, true);
}

static server_job *next_waiting(const server_job *job)
{
    server_job *next = waiting_from(job->next, job->share.yields);

    return next || job->share.yields ? next : waiting_from(job->jobs->first, true);
}

/* ---- Writing --------------------------------------------------------------------------------------------------- */

static void write_results(const server_job *job, struct json *json)
{
    if (job->work->list) {
        json_member_array(json, job->work->list, JSON_ON_ONE_LINE);
        for (int i = 0; i < job->list_count; i++) {
            if (job->list[i].length)
                json_put_text(json, &job->list[i]);
            else
                json_put_string(json, NULL);
        }
        json_put_end(json);
    }
    if (job->result.length)
        json_member_json(json, job->work->result, &job->result);
}

static void write_job(server_job *job, struct json *json)
{
    static const char *const names[] = {"waiting", "running", "done", "failed", "stopped"};
    int place = 0; /* the number of jobs before it */

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_unsigned(json, "id", job->id);
    json_member_string(json, "kind", job->work->kind);
    json_member_string(json, "state", names[job->state]);
    for (const server_job *other = first_waiting(job->jobs); other && other != job; other = next_waiting(other))
        place++;
    if (job->state == JOB_WAITING)
        json_member_integer(json, "place", place);
    if (job->state == JOB_STOPPED && job->has_yielded)
        json_member_bool(json, "yielded", true);
    if (job->state == JOB_FAILED)
        json_member_message(json, "error", job->error.parts);
    server_job_lock(job);
    write_results(job, json);
    if (job->work->write)
        job->work->write(job->self, json);
    server_job_unlock(job);
    json_put_end(json);
}

/* ---- One job --------------------------------------------------------------------------------------------------- */

const by_stop *server_job_stop(const server_job *job)
{
    return job->stop;
}

void *server_job_self(const server_job *job)
{
    return job->self;
}

bool server_job_has_to_stop(const server_job *job)
{
    return job->is_asked_to_stop;
}

bool server_job_has_to_end(const server_job *job)
{
    return job->jobs->is_closing;
}

void server_job_settles(server_job *job, size_t bytes)
{
    job->settled = bytes;
}

void server_job_keeps(server_job *job, size_t bytes)
{
    job->bytes = bytes;
}

void server_job_lock(server_job *job)
{
    pthread_mutex_lock(&job->lock);
}

void server_job_unlock(server_job *job)
{
    pthread_mutex_unlock(&job->lock);
}

void server_job_send(server_job *job, const char *event, int slot, by_text *json)
{
    server_client_send(job->client, job->id, event, slot, json);
}

static bool grow_list(server_job *job, int count)
{
    by_text *grown = count > job->list_count ? realloc(job->list, (size_t)count * sizeof *grown) : job->list;

    if (!grown && count)
        return false;
    job->list = grown;
    for (; job->list_count < count; job->list_count++)
        job->list[job->list_count] = (by_text){0};
    return true;
}

bool server_job_store(server_job *job, int number, const by_text *json)
{
    const char *text = by_text_string(json);
    bool is_stored;

    server_job_lock(job);
    is_stored = !json->failed && grow_list(job, number + 1);
    if (is_stored) {
        by_text *place = number == SERVER_RESULT ? &job->result : &job->list[number];

        by_text_clear(place);
        by_text_printf(place, "%.*s", (int)strcspn(text, "\n"), text);
        is_stored = !place->failed;
        if (!is_stored)
            by_text_free(place);
    }
    job->lacks_memory |= !is_stored;
    server_job_unlock(job);
    return is_stored;
}

static void destroy_job(server_job *job)
{
    job->work->free(job->self);
    for (int i = 0; i < job->list_count; i++)
        by_text_free(&job->list[i]);
    free(job->list);
    by_text_free(&job->result);
    server_memory_release(job->jobs->memory, job->holder, job->taken);
    server_client_release(job->client);
    by_stop_destroy(job->stop);
    pthread_mutex_destroy(&job->lock);
    free(job);
}

/* Owns `self` also if it fails. */
static server_job *create_job(server_jobs *jobs, server_client *client, const struct server_work *work, void *self,
                              const struct server_share *share)
{
    server_job *job = calloc(1, sizeof *job);

    if (!job || by_stop_create(&job->stop, NULL) || pthread_mutex_init(&job->lock, NULL)) {
        if (job)
            by_stop_destroy(job->stop);
        free(job);
        work->free(self);
        return NULL;
    }
    job->jobs = jobs;
    job->client = server_client_hold(client);
    job->holder = server_client_holder(client);
    memcpy(job->owner, server_client_id(client), sizeof job->owner);
    job->work = work;
    job->self = self;
    job->sent_place = -1;
    job->share = *share;
    if (grow_list(job, share->items))
        return job;
    destroy_job(job);
    return NULL;
}

/* ---- The list: call with its lock held ------------------------------------------------------------------------- */

static void forget(server_jobs *jobs, server_job *job)
{
    server_job **link = &jobs->first;

    while (*link != job)
        link = &(*link)->next;
    *link = job->next;
    job->is_forgotten = true;
    if (!job->borrowers)
        destroy_job(job);
}

/* Finished jobs: their number, the bytes they keep, and the least recently used one. */
struct kept {
    int count;
    size_t bytes;
    server_job *oldest;
};

/* Of a client, or of all if `owner` is NULL; only large ones if `is_large`. */
static struct kept kept_of(const server_jobs *jobs, const char *owner, bool is_large)
{
    struct kept kept = {0};

    for (server_job *job = jobs->first; job; job = job->next) {
        if (!is_over(job) || (owner && strcmp(job->owner, owner) != 0) || (is_large && !job->bytes))
            continue;
        kept.count++;
        kept.bytes += job->bytes;
        if (!kept.oldest || job->wanted_ms < kept.oldest->wanted_ms)
            kept.oldest = job;
    }
    return kept;
}

/* Bounds the number of finished jobs. */
static void forget_oldest(server_jobs *jobs, const char *owner, int most)
{
    struct kept kept = kept_of(jobs, owner, false);

    if (kept.count > most)
        forget(jobs, kept.oldest);
}

/* Bounds the number of large jobs of a client, and the bytes of all large jobs. */
static void forget_large(server_jobs *jobs, const char *owner)
{
    const size_t bytes_most = (size_t)jobs->limits->large_kib * 1024;
    struct kept kept = kept_of(jobs, owner, true);

    if (kept.count > jobs->limits->large_kept)
        forget(jobs, kept.oldest);
    for (kept = kept_of(jobs, NULL, true); kept.bytes > bytes_most; kept = kept_of(jobs, NULL, true))
        forget(jobs, kept.oldest);
}

/* Sends the last event of a job. A closing server sends none: the client would take it for the result, but it must ask
 * the next server again. */
static void finish(server_job *job, enum job_state state)
{
    struct json json = {0};
    server_client *client = job->client;

    job->state = state;
    job->wanted_ms = server_clock_read(job->jobs->clock);
    if (!job->jobs->is_closing) {
        write_job(job, &json);
        server_client_send(client, job->id, state == JOB_FAILED ? "error" : "result", -1, &json.text);
    }
    job->client = NULL;
    server_client_release(client);
    if (job->jobs->listener.is_over)
        job->jobs->listener.is_over(job->jobs->listener.context, job->id);
}

/* Adjusts the account to the bytes that the job keeps. */
static void settle(server_job *job)
{
    if (!job->settled)
        return;
    if (job->settled < job->taken)
        server_memory_release(job->jobs->memory, job->holder, job->taken - job->settled);
    else
        server_memory_reserve_anyway(job->jobs->memory, job->holder, job->settled - job->taken);
    job->taken = job->settled;
}

/* A job that will never run frees early what only a run needs. */
static void abandon(server_job *job)
{
    job->settled = job->work->abandon ? job->work->abandon(job->self, job) : job->share.bytes + SERVER_RESULT_BYTES;
    settle(job);
    finish(job, JOB_STOPPED);
}

static void stop_job(server_job *job)
{
    job->is_asked_to_stop = true;
    by_stop_set(job->stop);
    if (job->state == JOB_WAITING)
        abandon(job);
}

static server_job *find_job(server_jobs *jobs, const server_client *client, uint64_t id)
{
    for (server_job *job = jobs->first; job; job = job->next)
        if (job->id == id && strcmp(job->owner, server_client_id(client)) == 0)
            return job;
    return NULL;
}

/* The job at the front of the queue, if there is room for it. Later jobs must not overtake it, else a job that wants
 * many places would wait forever. */
static server_job *next_to_run(const server_jobs *jobs)
{
    server_job *job = first_waiting(jobs);

    return job && job->share.threads <= jobs->free_places ? job : NULL;
}

/* The longest running job that should end for `to`, or NULL; and the number of places of all such jobs. */
static server_job *oldest_to_give_way(const server_jobs *jobs, const server_job *to, int *places)
{
    int64_t now = server_clock_read(jobs->clock);
    server_job *oldest = NULL;

    *places = 0;
    for (server_job *job = jobs->first; job; job = job->next) {
        bool has_had_its_turn = !to->share.yields || now - job->started_ms >= SERVER_TURN_MS;

        if (job->state != JOB_RUNNING || !job->share.yields || job->is_asked_to_stop || !has_had_its_turn)
            continue;
        *places += job->share.threads;
        if (!oldest || job->started_ms < oldest->started_ms)
            oldest = job;
    }
    return oldest;
}

/* The number of places the job still lacks after all jobs asked to stop have ended. */
static int missing_places(const server_jobs *jobs, const server_job *job)
{
    int missing = job->share.threads - jobs->free_places;

    for (const server_job *other = jobs->first; other; other = other->next)
        if (other->state == JOB_RUNNING && other->is_asked_to_stop)
            missing -= other->share.threads;
    return missing;
}

/* Ends jobs that yield if that makes room for the one at the front of the queue. */
static void make_way(server_jobs *jobs)
{
    const server_job *to = first_waiting(jobs);
    int missing = to ? missing_places(jobs, to) : 0, places;

    while (missing > 0) {
        server_job *job = oldest_to_give_way(jobs, to, &places);

        if (places < missing)
            return;
        job->has_yielded = true;
        stop_job(job);
        missing -= job->share.threads;
    }
}

/* Sends events to jobs whose place has changed. A job that a worker takes now need not hear that it waits. */
static void send_places(server_jobs *jobs)
{
    int free_places = jobs->free_places, place = 0;

    for (server_job *job = first_waiting(jobs); job; job = next_waiting(job)) {
        struct json json = {0};

        if (!place && job->share.threads <= free_places) {
            free_places -= job->share.threads;
            continue;
        }
        if (job->sent_place != place) {
            json_put_object(&json, JSON_ON_ONE_LINE);
            json_member_integer(&json, "place", place);
            json_put_end(&json);
            server_job_send(job, "waiting", 0, &json.text);
        }
        job->sent_place = place++;
    }
}

/* Call it after every change to the waiting or running jobs. */
static void attend_queue(server_jobs *jobs)
{
    make_way(jobs);
    send_places(jobs);
    if (next_to_run(jobs))
        pthread_cond_broadcast(&jobs->changed);
}

/* Runs a job. Releases the lock meanwhile. */
static void run_job(server_jobs *jobs, server_job *job)
{
    char owner[SERVER_CLIENT_ID];
    by_text empty = {0};
    by_status status;

    memcpy(owner, job->owner, sizeof owner);
    job->state = JOB_RUNNING;
    job->started_ms = server_clock_read(jobs->clock);
    jobs->free_places -= job->share.threads;
    attend_queue(jobs);
    pthread_mutex_unlock(&jobs->lock);
    by_text_add(&empty, "{}");
    server_job_send(job, "started", -1, &empty);
    status = job->work->run(job->self, job, &job->error);
    if (!status && job->lacks_memory)
        status = by_error_no_memory(&job->error);
    pthread_mutex_lock(&jobs->lock);
    jobs->free_places += job->share.threads;
    settle(job);
    finish(job, status ? JOB_FAILED : job->is_asked_to_stop ? JOB_STOPPED : JOB_DONE);
    if (job->is_unwanted)
        forget(jobs, job);
    forget_large(jobs, owner);
    attend_queue(jobs);
}

static void *work(void *argument)
{
    server_jobs *jobs = argument;
    server_job *job;

    pthread_mutex_lock(&jobs->lock);
    while (!jobs->is_closing) {
        job = next_to_run(jobs);
        if (job)
            run_job(jobs, job);
        else
            pthread_cond_wait(&jobs->changed, &jobs->lock);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

static by_status check_room(server_jobs *jobs, const server_client *client, struct server_fault *fault)
{
    int own = 0, waiting = 0, waiting_of_address = 0;
    unsigned holder = server_client_holder(client);

    if (jobs->is_closing)
        return server_refuse(fault, 503, NULL, "the server is shutting down");
    for (const server_job *job = jobs->first; job; job = job->next) {
        waiting += job->state == JOB_WAITING;
        waiting_of_address += job->state == JOB_WAITING && job->holder == holder;
        own += !is_over(job) && strcmp(job->owner, server_client_id(client)) == 0;
    }
    if (own >= jobs->limits->jobs_each)
        return server_refuse(fault, 429, NULL, "this client already has its maximum of %d waiting and running jobs",
                             own);
    if (!server_may_have_one(holder, waiting_of_address, waiting, jobs->limits->jobs_waiting))
        return server_refuse(fault, 503, NULL, "the queue is full: %d jobs are waiting, %d of them from your address",
                             waiting, waiting_of_address);
    return BY_OK;
}

static by_status reserve_memory(server_job *job, struct server_fault *fault)
{
    size_t bytes = job->share.bytes + SERVER_JOB_BYTES;
    size_t most = server_memory_max_of(job->jobs->memory, job->holder);

    if (bytes > most)
        return server_refuse(fault, 422, NULL,
                             "the job may take %zu KiB, and one address has at most %zu KiB on this server",
                             bytes / 1024, most / 1024);
    if (!server_memory_reserve(job->jobs->memory, job->holder, bytes))
        return server_refuse(fault, 503, NULL,
                             "the memory of this server is used up, or what one address may have of it: the job may "
                             "take %zu KiB; try again later, or delete jobs that are over",
                             bytes / 1024);
    job->taken = bytes;
    return BY_OK;
}

static void append(server_jobs *jobs, server_job *job)
{
    server_job **link = &jobs->first;

    forget_oldest(jobs, job->owner, jobs->limits->jobs_kept);
    forget_oldest(jobs, NULL, jobs->limits->jobs_kept_by_all);
    while (*link)
        link = &(*link)->next;
    *link = job;
    job->id = ++jobs->last_id;
    job->touched_ms = server_clock_read(jobs->clock);
}

/* ---- Public functions ------------------------------------------------------------------------------------------ */

by_status server_jobs_create(const struct server_limits *limits, const struct server_clock *clock,
                             server_memory *memory, server_jobs **out, by_error *error)
{
    server_jobs *jobs = calloc(1, sizeof *jobs);
    int *count = jobs ? &jobs->worker_count : NULL;
    by_status status = BY_OK;

    *out = NULL;
    if (!jobs || pthread_mutex_init(&jobs->lock, NULL) || pthread_cond_init(&jobs->changed, NULL)) {
        free(jobs);
        return by_error_no_memory(error);
    }
    jobs->limits = limits;
    jobs->clock = clock;
    jobs->memory = memory;
    jobs->free_places = limits->workers ? limits->workers : 1;
    jobs->workers = calloc((size_t)limits->workers + 1, sizeof *jobs->workers);
    if (!jobs->workers)
        status = by_error_no_memory(error);
    for (; !status && *count < limits->workers; *count += !status)
        if (pthread_create(&jobs->workers[*count], NULL, work, jobs))
            status = by_error_set(error, BY_ERROR_LIMIT, "the system allows no more than %d threads", *count);
    if (status)
        server_jobs_destroy(jobs);
    else
        *out = jobs;
    return status;
}

by_status server_jobs_add(server_jobs *jobs, server_client *client, const struct server_work *work, void *self,
                          const struct server_share *share, uint64_t *id, struct server_fault *fault)
{
    server_job *job = create_job(jobs, client, work, self, share);
    int places = jobs->limits->workers ? jobs->limits->workers : 1;
    by_status status;

    if (!job)
        return server_refuse(fault, 503, NULL, "out of memory");
    job->share.threads = share->threads < 1 ? 1 : share->threads > places ? places : share->threads;
    pthread_mutex_lock(&jobs->lock);
    status = check_room(jobs, client, fault);
    if (!status)
        status = reserve_memory(job, fault);
    if (status) {
        destroy_job(job);
    } else {
        append(jobs, job);
        *id = job->id;
        if (jobs->limits->workers)
            attend_queue(jobs);
        else
            run_job(jobs, job);
    }
    pthread_mutex_unlock(&jobs->lock);
    return status;
}

by_status server_jobs_write(server_jobs *jobs, server_client *client, uint64_t id, struct json *json)
{
    server_job *job;

    pthread_mutex_lock(&jobs->lock);
    job = find_job(jobs, client, id);
    if (job) {
        job->touched_ms = server_clock_read(jobs->clock);
        write_job(job, json);
    }
    pthread_mutex_unlock(&jobs->lock);
    return job ? BY_OK : BY_ERROR_UNKNOWN;
}

bool server_jobs_goes_on(server_jobs *jobs, const server_client *client, uint64_t id)
{
    const server_job *job;
    bool goes_on;

    pthread_mutex_lock(&jobs->lock);
    job = find_job(jobs, client, id);
    goes_on = job && !is_over(job);
    pthread_mutex_unlock(&jobs->lock);
    return goes_on;
}

void server_jobs_listen(server_jobs *jobs, const struct server_jobs_listener *listener)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->listener = *listener;
    pthread_mutex_unlock(&jobs->lock);
}

server_job *server_jobs_borrow(server_jobs *jobs, server_client *client, uint64_t id, const struct server_work *work)
{
    server_job *job;

    pthread_mutex_lock(&jobs->lock);
    job = find_job(jobs, client, id);
    if (job && job->work != work)
        job = NULL;
    if (job) {
        job->touched_ms = job->wanted_ms = server_clock_read(jobs->clock);
        job->borrowers++;
    }
    pthread_mutex_unlock(&jobs->lock);
    return job;
}

void server_jobs_give_back(server_jobs *jobs, server_job *job)
{
    pthread_mutex_lock(&jobs->lock);
    if (--job->borrowers == 0 && job->is_forgotten)
        destroy_job(job);
    pthread_mutex_unlock(&jobs->lock);
}

bool server_jobs_cancel(server_jobs *jobs, server_client *client, uint64_t id)
{
    server_job *job;

    pthread_mutex_lock(&jobs->lock);
    job = find_job(jobs, client, id);
    if (job && is_over(job))
        forget(jobs, job);
    else if (job)
        stop_job(job);
    attend_queue(jobs);
    pthread_mutex_unlock(&jobs->lock);
    return job;
}

void server_jobs_cancel_all(server_jobs *jobs, server_client *client)
{
    server_job *next;

    pthread_mutex_lock(&jobs->lock);
    for (server_job *job = jobs->first; job; job = next) {
        next = job->next;
        if (strcmp(job->owner, server_client_id(client)) != 0)
            continue;
        job->is_unwanted = true;
        if (!is_over(job))
            stop_job(job);
        if (is_over(job))
            forget(jobs, job);
    }
    attend_queue(jobs);
    pthread_mutex_unlock(&jobs->lock);
}

void server_jobs_count(server_jobs *jobs, int *running, int *waiting)
{
    *running = *waiting = 0;
    pthread_mutex_lock(&jobs->lock);
    for (const server_job *job = jobs->first; job; job = job->next) {
        *running += job->state == JOB_RUNNING;
        *waiting += job->state == JOB_WAITING;
    }
    pthread_mutex_unlock(&jobs->lock);
}

static bool has_to_end(const server_job *job, int64_t now)
{
    const int64_t grace_ms = job->share.has_no_grace ? 0 : SERVER_GRACE_MS;

    if (job->state == JOB_RUNNING && now - job->started_ms > job->share.time_ms + grace_ms)
        return true;
    return !server_client_listens(job->client, job->touched_ms);
}

void server_jobs_tick(server_jobs *jobs)
{
    int64_t now = server_clock_read(jobs->clock);
    server_job *next;

    pthread_mutex_lock(&jobs->lock);
    for (server_job *job = jobs->first; job; job = next) {
        next = job->next;
        if (!is_over(job)) {
            if (!job->is_asked_to_stop && has_to_end(job, now))
                stop_job(job);
        } else if (now - job->wanted_ms >= SERVER_KEPT_MS) {
            forget(jobs, job);
        }
    }
    attend_queue(jobs);
    pthread_mutex_unlock(&jobs->lock);
}

void server_jobs_stop(server_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    jobs->is_closing = true;
    for (server_job *job = jobs->first, *next; job; job = next) {
        next = job->next;
        if (!is_over(job))
            stop_job(job);
    }
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->lock);
    for (; jobs->worker_count > 0; jobs->worker_count--)
        pthread_join(jobs->workers[jobs->worker_count - 1], NULL);
}

void server_jobs_destroy(server_jobs *jobs)
{
    if (!jobs)
        return;
    server_jobs_stop(jobs);
    while (jobs->first)
        forget(jobs, jobs->first);
    pthread_cond_destroy(&jobs->changed);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs->workers);
    free(jobs);
}
