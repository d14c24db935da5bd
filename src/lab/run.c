/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "lab/run.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "lab/build.h"
#include "lab/games.h"

struct run {
    const struct lab_experiment *experiment;
    lab_database *database;
    const struct lab_run_settings *settings;
    struct lab_task *tasks;
    bool *is_done;
    size_t *batch_of;
    struct lab_batch *batches; /* rows of one variant with one limit, consecutive in the list of tasks */
    size_t task_count, batch_count;
    int64_t started_us;
    int64_t id;  /* of the run in the database */
    int workers; /* maximum number of parallel searches */
    int places;  /* maximum number of parallel threads */

    pthread_mutex_t lock; /* guards everything below, and the database */
    pthread_cond_t freed; /* places became free, or the run has ended */
    int taken;            /* free places */
    size_t next;
    size_t done, found;
    int64_t overhead_us;           /* time of this run's tasks beside their searches */
    int64_t left_us, estimated_us; /* the remaining time, and when we estimated it */
    int64_t estimating_us;         /* duration of the last estimate */
    bool has_ended;                /* stopped or failed */
    by_status status;
    by_error *error;
};

/* ---- Tasks ----------------------------------------------------------------------------------------------------- */

size_t lab_count_tasks(const struct lab_experiment *experiment)
{
    size_t count = 0;

    for (size_t i = 0; i < experiment->variant_count; i++)
        count += experiment->variants[i].limits.count * (size_t)experiment->variants[i].repetitions *
                 experiment->position_count;
    return count;
}

/* Adds the tasks of a variant with one limit: all positions once, then all again. */
static struct lab_task *add_tasks(const struct lab_experiment *experiment, size_t variant, int64_t limit,
                                  struct lab_task *task)
{
    for (int repetition = 0; repetition < experiment->variants[variant].repetitions; repetition++)
        for (size_t position = 0; position < experiment->position_count; position++)
            *task++ =
                (struct lab_task){.position = position, .variant = variant, .limit = limit, .repetition = repetition};
    return task;
}

by_status lab_list_tasks(const struct lab_experiment *experiment, struct lab_task **out, size_t *count, by_error *error)
{
    struct lab_task *task = calloc(lab_count_tasks(experiment), sizeof *task);
    by_status status = BY_OK;

    *out = task;
    *count = lab_count_tasks(experiment);
    if (!task)
        return by_error_no_memory(error);
    for (int64_t limit = 0; !status && (limit = lab_next_limit(experiment, NULL, 0, limit)) != INT64_MAX;) {
        status = lab_go_on(experiment, error);
        for (size_t variant = 0; variant < experiment->variant_count; variant++)
            if (lab_variant_has(&experiment->variants[variant], limit))
                task = add_tasks(experiment, variant, limit, task);
    }
    return status;
}

/* ---- How long it will take ------------------------------------------------------------------------------------- */

static int64_t estimate(const struct run *run)
{
    const struct lab_prospect prospect = {
        .batches = run->batches,
        .count = run->batch_count,
        .experiment = run->experiment,
        .is_by_depth = run->experiment->limit == LAB_LIMIT_DEPTH,
        .cost_us = run->settings->cost_us,
        .overhead_us = run->done > run->found ? (double)run->overhead_us / (double)(run->done - run->found) : 0,
    };

    return lab_time_left_us(&prospect);
}

/* Rows may arrive so fast that an estimate for each would slow them down, and with thousands of variants and limits an
 * estimate takes time. */
static void estimate_now_and_then(struct run *run, bool is_wanted)
{
    const int64_t pause_us = 100000, dear_us = 10000, share = 20;
    int64_t now_us = by__clock_us(), pause = is_wanted ? 0 : pause_us;

    if (run->estimating_us > dear_us && share * run->estimating_us > pause)
        pause = share * run->estimating_us;
    if (now_us - run->estimated_us < pause)
        return;
    run->left_us = estimate(run);
    run->estimated_us = by__clock_us();
    run->estimating_us = run->estimated_us - now_us;
}

/* ---- Workers --------------------------------------------------------------------------------------------------- */

static struct lab_batch *batch_of(struct run *run, const struct lab_task *task)
{
    return &run->batches[run->batch_of[task - run->tasks]];
}

static void end_run(struct run *run, by_status status, const by_error *reason)
{
    run->has_ended = true;
    pthread_cond_broadcast(&run->freed);
    if (!status || run->status)
        return;
    run->status = status;
    if (run->error)
        *run->error = *reason;
}

/* Reports that a search begins, or that the run begins or ends. */
static void report_progress(struct run *run, const struct lab_task *current)
{
    struct lab_batch *batch = current ? batch_of(run, current) : NULL;
    struct lab_progress progress = {
        .done = run->done,
        .found = run->found,
        .total = run->task_count,
        .current = current,
        .begins_group = batch && !batch->has_begun,
        .elapsed_us = by__clock_us() - run->started_us,
    };

    if (batch)
        batch->has_begun = true;
    if (!run->settings->watch)
        return;
    estimate_now_and_then(run, !current || progress.begins_group);
    progress.left_us = run->left_us;
    run->settings->watch(run->settings->context, &progress);
}

static void count_done(struct run *run, const struct lab_task *task, int64_t time_us)
{
    struct lab_batch *batch = batch_of(run, task);

    run->is_done[task - run->tasks] = true;
    run->done++;
    batch->done++;
    batch->time_us += time_us;
}

static void report_row(const struct run *run, const struct lab_task *task)
{
    if (run->settings->row)
        run->settings->row(run->settings->context, task);
}

/* True if the row of a task exists by now: another run or another variant made it. */
static bool is_there(struct run *run, const struct lab_task *task)
{
    int64_t row = 0, time_us;
    by_error reason;
    by_status status = lab_database_find(run->database, run->experiment, task, &row, &time_us, &reason);

    if (!status && row)
        status = lab_database_link_all(run->database, run->id, run->experiment, task, 1, &reason);
    if (status)
        end_run(run, status, &reason);
    else if (row) {
        count_done(run, task, time_us);
        report_row(run, task);
    }
    return row;
}

static bool has_to_end(struct run *run)
{
    if (lab_is_over(run->experiment))
        end_run(run, BY_OK, NULL);
    return run->has_ended;
}

/* The next open task; NULL if there is none or the run has ended. It takes as many places as it has threads, and a
 * worker that finds too few waits. All workers wait for the same task, so that others do not overtake one with many
 * threads. */
static const struct lab_task *next_task(struct run *run)
{
    while (!has_to_end(run) && run->next < run->task_count) {
        const struct lab_task *task = &run->tasks[run->next];
        int threads = batch_of(run, task)->threads;

        if (run->is_done[run->next]) {
            run->next++;
        } else if (run->places - run->taken < threads) {
            pthread_cond_wait(&run->freed, &run->lock);
        } else {
            run->next++;
            if (is_there(run, task) || run->has_ended)
                continue;
            run->taken += threads;
            return task;
        }
    }
    return NULL;
}

/* A worker's result of a task. */
struct outcome {
    by_search *search; /* owns the memory of the result */
    struct by_result result;
    by_text best;
    enum by_answer answer;
    struct solve_curve curve;
    struct by_counter *counters; /* of games */
};

/* Stores the curve. Ends the search of a method that does not prove when an iteration has answered the position's
 * question; we ignore what the search did from there to its end. */
struct watcher {
    const struct lab_experiment *experiment;
    by_position *position;
    struct by_observer curve;
    by_stop *stop;
    enum by_answer answer;
    bool has_iterations;
    struct by_event decision; /* the iteration with the answer */
    enum by_kind kind;
    bool is_proved;
};

static void watch_search(void *context, const struct by_event *event)
{
    struct watcher *it = context;

    if (it->answer != BY_ANSWER_UNKNOWN)
        return;
    it->curve.notify(it->curve.context, event);
    if (event->kind != BY_EVENT_ITERATION || event->line_number != 1 || !it->experiment->is_decided)
        return;
    it->has_iterations = true;
    it->answer = lab_answer(it->experiment, it->position, event->value, event->line->kind);
    if (it->answer == BY_ANSWER_UNKNOWN)
        return;
    it->decision = *event;
    it->kind = event->line->kind;
    it->is_proved = event->line->is_proved;
    by_stop_set(it->stop);
}

/* The result at the time of the answer. */
static void use_decision(const struct watcher *it, struct by_result *result)
{
    const struct by_event *decision = &it->decision;

    result->best = decision->move;
    result->value = decision->value;
    result->kind = it->kind;
    result->is_proved = it->is_proved;
    result->stopped = BY_STOPPED_DONE;
    result->depth = decision->depth;
    result->selective_depth = decision->selective_depth;
    result->nodes = decision->nodes;
    result->time_us = decision->time_us;
}

/* An unfinished iteration decides nothing; a game that is over has none. */
static enum by_answer answer_of(const struct watcher *it, const struct by_result *result)
{
    if (result->answer != BY_ANSWER_NONE || it->has_iterations)
        return it->has_iterations ? it->answer : result->answer;
    return lab_answer(it->experiment, it->position, result->value, result->kind);
}

static by_status store_outcome(const struct watcher *watcher, struct outcome *out, by_error *error)
{
    if (watcher->answer != BY_ANSWER_UNKNOWN)
        use_decision(watcher, &out->result);
    out->answer = answer_of(watcher, &out->result);
    if (out->result.best != BY_MOVE_NONE)
        by_position_print_move(watcher->position, out->result.best, &out->best);
    return out->best.failed || out->curve.failed ? by_error_no_memory(error) : BY_OK;
}

/* Searches without data from other searches. Copies the position, since other workers use it too. */
static by_status search(const struct run *run, const struct lab_task *task, struct outcome *out, by_error *error)
{
    const struct lab_variant *variant = &run->experiment->variants[task->variant];
    struct watcher watcher = {.experiment = run->experiment, .answer = BY_ANSWER_UNKNOWN};
    struct by_observer observer = {BY_SIZE(by_observer), .context = &watcher, .notify = watch_search};
    struct by_limits limits = lab_search_limits(run->experiment, task->limit);
    by_status status = by_search_create(variant->game, variant->method, lab_task_seeding(run->experiment, task).options,
                                        &out->search, error);

    if (!status)
        status = lab_position_open(run->experiment, variant, task->position, &watcher.position, error);
    if (!status)
        status = by_stop_create_below(run->settings->stop, &watcher.stop, error);
    if (!status) {
        limits.stop = watcher.stop;
        watcher.curve = solve_curve_observer(&out->curve, watcher.position);
        observer.wants = watcher.curve.wants;
        status = by_search_run(out->search, watcher.position, &limits, &observer, &out->result, error);
    }
    if (!status)
        status = store_outcome(&watcher, out, error);
    by_stop_destroy(watcher.stop);
    by_position_destroy(watcher.position);
    return status;
}

static void store_row(struct run *run, const struct lab_task *task, const struct outcome *outcome, int64_t begun_us)
{
    const struct lab_finding finding = {.result = &outcome->result,
                                        .best = by_text_string(&outcome->best),
                                        .answer = outcome->answer,
                                        .curve = &outcome->curve};
    by_error reason;
    by_status status = lab_database_add(run->database, run->experiment, task, &finding, &reason);

    if (status) {
        end_run(run, status, &reason);
        return;
    }
    count_done(run, task, outcome->result.time_us);
    run->overhead_us += by__clock_us() - begun_us - outcome->result.time_us;
    report_row(run, task);
}

static void do_task(struct run *run, const struct lab_task *task)
{
    struct outcome outcome = {.result = {BY_SIZE(by_result)}};
    by_error reason;
    int64_t begun_us = by__clock_us();
    by_status status = run->experiment->rival_count ? lab_games_play(run->experiment, task, run->settings->stop,
                                                                     &outcome.counters, &outcome.result, &reason)
                                                    : search(run, task, &outcome, &reason);

    pthread_mutex_lock(&run->lock);
    if (status)
        end_run(run, status, &reason);
    else if (outcome.result.stopped == BY_STOPPED_ASKED)
        end_run(run, BY_OK, NULL);
    else
        store_row(run, task, &outcome, begun_us);
    run->taken -= batch_of(run, task)->threads;
    pthread_cond_broadcast(&run->freed);
    pthread_mutex_unlock(&run->lock);
    by_search_destroy(outcome.search);
    by_text_free(&outcome.best);
    solve_curve_free(&outcome.curve);
    free(outcome.counters);
}

static void *work(void *context)
{
    struct run *run = context;
    const struct lab_task *task;

    do {
        pthread_mutex_lock(&run->lock);
        task = next_task(run);
        if (task)
            report_progress(run, task);
        pthread_mutex_unlock(&run->lock);
        if (task)
            do_task(run, task);
    } while (task);
    return NULL;
}

/* This thread is one of the workers; if the system gives us fewer than wanted, they do the work. */
static void work_together(struct run *run)
{
    pthread_t threads[LAB_JOBS_MOST];
    int started = 0;

    while (started < run->workers - 1 && started < LAB_JOBS_MOST &&
           pthread_create(&threads[started], NULL, work, run) == 0)
        started++;
    work(run);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

/* ---- A run ----------------------------------------------------------------------------------------------------- */

/* The number of places of a variant's task. Of two players only one thinks at a time. */
static int places_of(const struct run *run, size_t variant)
{
    const struct lab_experiment *experiment = run->experiment;
    int threads = lab_variant_threads(&experiment->variants[variant]);

    for (size_t i = 0; i < experiment->rival_count; i++)
        if (experiment->rivals[i].variant != LAB_EVERY_LINE &&
            lab_variant_threads(&experiment->variants[experiment->rivals[i].variant]) > threads)
            threads = lab_variant_threads(&experiment->variants[experiment->rivals[i].variant]);
    return threads < run->places ? threads : run->places;
}

/* The number of searches with this number of threads that fit at the same time. */
static int at_once(const struct run *run, int threads)
{
    int room = run->places / threads;

    return room < run->workers ? room : run->workers;
}

static void make_batches(struct run *run)
{
    for (size_t i = 0; i < run->task_count; i++) {
        const struct lab_task *task = &run->tasks[i], *before = i ? task - 1 : NULL;
        int threads = places_of(run, task->variant);

        if (!before || before->variant != task->variant || before->limit != task->limit)
            run->batches[run->batch_count++] = (struct lab_batch){
                .variant = task->variant, .limit = task->limit, .threads = threads, .at_once = at_once(run, threads)};
        run->batch_of[i] = run->batch_count - 1;
        run->batches[run->batch_count - 1].count++;
    }
}

/* Runs the requested number of searches in parallel, with no more threads than processors unless the user wants more
 * searches. If times matter, nothing runs beside a search. */
static void share_out(struct run *run)
{
    int processors = lab_processor_count(), jobs = run->settings->jobs;

    run->workers = jobs == LAB_JOBS_AUTO ? processors : jobs;
    if (run->workers > LAB_JOBS_MOST)
        run->workers = LAB_JOBS_MOST;
    if (run->experiment->is_alone)
        run->workers = 1;
    run->places = run->workers > processors ? run->workers : processors;
}

static by_status find_done(struct run *run, by_error *error)
{
    for (size_t i = 0; i < run->task_count && run->database; i++) {
        int64_t row, time_us;
        by_status status = lab_database_find(run->database, run->experiment, &run->tasks[i], &row, &time_us, error);

        if (status)
            return status;
        if (row)
            count_done(run, &run->tasks[i], time_us);
    }
    run->found = run->done;
    return BY_OK;
}

/* Records the run and links the existing rows to it. */
static by_status record_run(struct run *run, by_error *error)
{
    by_status status = lab_database_begin_run(run->database, run->experiment, run->workers, &run->id, error);

    return status ? status
                  : lab_database_link_all(run->database, run->id, run->experiment, run->tasks, run->task_count, error);
}

/* Lists all searches and marks those that are done. */
static by_status list_searches(struct run *run, by_error *error)
{
    by_status status = lab_list_tasks(run->experiment, &run->tasks, &run->task_count, error);

    if (status)
        return status;
    run->is_done = calloc(run->task_count, sizeof *run->is_done);
    run->batch_of = calloc(run->task_count, sizeof *run->batch_of);
    run->batches = calloc(run->task_count, sizeof *run->batches);
    if (!run->is_done || !run->batch_of || !run->batches)
        return by_error_no_memory(error);
    make_batches(run);
    return find_done(run, error);
}

static void free_searches(struct run *run)
{
    free(run->tasks);
    free(run->is_done);
    free(run->batch_of);
    free(run->batches);
}

static by_status prepare(struct run *run, by_error *error)
{
    by_status status;

    share_out(run);
    status = list_searches(run, error);
    return status ? status : record_run(run, error);
}

by_status lab_find_state(const struct lab_experiment *experiment, lab_database *database, int64_t cost_us,
                         struct lab_state *out, by_error *error)
{
    const struct lab_run_settings settings = {.cost_us = cost_us};
    struct run run = {.experiment = experiment, .database = database, .settings = &settings, .workers = 1, .places = 1};
    by_status status = list_searches(&run, error);

    *out = (struct lab_state){
        .rows = run.task_count, .done = run.done, .left_us = status || cost_us < 0 ? LAB_TIME_UNKNOWN : estimate(&run)};
    for (size_t i = 0; i < run.batch_count; i++)
        out->time_us += run.batches[i].time_us;
    free_searches(&run);
    return status;
}

by_status lab_run(const struct lab_experiment *experiment, lab_database *database,
                  const struct lab_run_settings *settings, bool *is_complete, by_error *error)
{
    struct run run = {.experiment = experiment,
                      .database = database,
                      .settings = settings,
                      .started_us = by__clock_us(),
                      .error = error};
    by_status status = prepare(&run, error);

    *is_complete = false;
    if (!status) {
        pthread_mutex_init(&run.lock, NULL);
        pthread_cond_init(&run.freed, NULL);
        report_progress(&run, NULL);
        work_together(&run);
        report_progress(&run, NULL);
        pthread_cond_destroy(&run.freed);
        pthread_mutex_destroy(&run.lock);
        status = run.status;
        *is_complete = run.done == run.task_count;
    }
    if (!status && *is_complete)
        status = lab_database_end_run(database, run.id, error);
    if (status == BY_ERROR_LIMIT && lab_is_over(experiment)) {
        status = BY_OK;
        *is_complete = false;
    }
    free_searches(&run);
    return status;
}
