/* SPDX-License-Identifier: MIT
 *
 * Threads take the numbers of games one after the other. A finished game waits in its slot until all before it are
 * written; the thread that finishes the next game in order writes all games that are ready. No thread takes a number
 * for which there is no slot yet, so that one long game does not let finished ones pile up.
 */
#define _POSIX_C_SOURCE 200809L
#include "selfplay/run.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "selfplay/output.h"
#include "selfplay/player.h"

enum { SLOTS_A_JOB = 8 };

struct slot {
    struct selfplay_game game;
    bool is_ready;
};

struct run {
    const struct selfplay_plan *plan;
    const struct selfplay_order *order;
    struct selfplay_output *output;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t written;
    struct slot *slots; /* game i has slot i % slot_count */
    uint64_t slot_count;
    uint64_t next; /* the next number to play */
    bool is_ended; /* by the flag or an error */
    struct selfplay_progress progress;
    by_error error; /* the first one */
};

/* ---- Games in their order ---------------------------------------------------------------------------------------- */

static void end_with(struct run *run, const by_error *error)
{
    if (!run->error.status)
        run->error = *error;
    run->is_ended = true;
}

/* Takes the next number, when there is a slot for it; false if there is nothing left to do. */
static bool take_number(struct run *run, uint64_t *number)
{
    while (!run->is_ended && run->next < run->order->games &&
           run->next - selfplay_output_games(run->output) >= run->slot_count)
        pthread_cond_wait(&run->written, &run->lock);
    if (run->is_ended || run->next >= run->order->games)
        return false;
    *number = run->next++;
    return true;
}

static void write_slot(struct run *run, struct slot *slot)
{
    by_error error = {0};

    if (selfplay_output_add(run->output, &slot->game, &error)) {
        run->progress.is_write_error = error.status == BY_ERROR_INPUT;
        end_with(run, &error);
        return;
    }
    slot->is_ready = false;
    run->progress.games = selfplay_output_games(run->output);
    for (size_t i = slot->game.opening_plies; i < slot->game.ply_count; i++)
        run->progress.positions += slot->game.plies[i].score != SELFPLAY_NO_SCORE;
    if (run->order->report)
        run->order->report(run->order->context, &run->progress);
}

/* Puts a finished game into its slot and writes what can be written. */
static void deliver(struct run *run, struct selfplay_game *game)
{
    struct slot *slot = &run->slots[game->number % run->slot_count];
    struct selfplay_game before = slot->game;

    slot->game = *game;
    slot->is_ready = true;
    *game = before; /* its memory serves for another game */
    while (!run->error.status) {
        slot = &run->slots[selfplay_output_games(run->output) % run->slot_count];
        if (!slot->is_ready)
            break;
        write_slot(run, slot);
    }
}

static void *work(void *argument)
{
    struct run *run = argument;
    struct selfplay_player *player = NULL;
    struct selfplay_game game = {0};
    by_error error = {0};
    bool is_stopped = false;
    uint64_t number;
    by_status status = selfplay_player_create(run->plan, run->order->stop, &player, &error);

    pthread_mutex_lock(&run->lock);
    while (!status && !is_stopped && take_number(run, &number)) {
        pthread_mutex_unlock(&run->lock);
        status = selfplay_player_play(player, number, &game, &is_stopped, &error);
        pthread_mutex_lock(&run->lock);
        if (!status && !is_stopped)
            deliver(run, &game);
        pthread_cond_broadcast(&run->written);
    }
    if (status)
        end_with(run, &error);
    if (is_stopped)
        run->is_ended = run->progress.is_stopped = true;
    pthread_cond_broadcast(&run->written);
    pthread_mutex_unlock(&run->lock);
    selfplay_player_destroy(player);
    selfplay_game_free(&game);
    return NULL;
}

/* ---- Threads ----------------------------------------------------------------------------------------------------- */

/* The caller's thread works too; if the system has fewer threads, they do all the work. */
static void work_side_by_side(struct run *run, int jobs)
{
    pthread_t threads[SELFPLAY_JOBS_MOST];
    int started = 0;

    while (started < jobs - 1 && pthread_create(&threads[started], NULL, work, run) == 0)
        started++;
    work(run);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static by_status play_all(struct run *run, by_error *error)
{
    int jobs = run->order->jobs;

    run->slot_count = (uint64_t)jobs * SLOTS_A_JOB;
    run->slots = calloc((size_t)run->slot_count, sizeof *run->slots);
    if (!run->slots)
        return by_error_no_memory(error);
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->written, NULL);
    work_side_by_side(run, jobs);
    pthread_cond_destroy(&run->written);
    pthread_mutex_destroy(&run->lock);
    for (uint64_t i = 0; i < run->slot_count; i++)
        selfplay_game_free(&run->slots[i].game);
    free(run->slots);
    if (run->error.status && error)
        *error = run->error;
    return run->error.status;
}

/* ---- Going on ---------------------------------------------------------------------------------------------------- */

static by_status compare_last(const struct run *run, const struct selfplay_game *game, by_error *error)
{
    const struct selfplay_bytes *last = selfplay_output_last(run->output);
    struct selfplay_bytes again = {0};
    by_status status = selfplay_game_put(game, &again, error);

    if (!status && (again.length != last->length || memcmp(again.data, last->data, last->length) != 0))
        status = by_error_set(error, BY_ERROR_INPUT,
                              "%.120s: this program does not play game %" PRIu64 " as it stands in the file, so it "
                              "cannot go on with it",
                              run->order->path, game->number);
    selfplay_bytes_free(&again);
    return status;
}

/* Equal settings do not suffice: the program itself may have changed. */
static by_status play_last_again(struct run *run, by_error *error)
{
    struct selfplay_player *player = NULL;
    struct selfplay_game game = {0};
    uint64_t games = selfplay_output_games(run->output);
    by_status status;

    if (!games || games >= run->order->games)
        return BY_OK;
    status = selfplay_player_create(run->plan, run->order->stop, &player, error);
    if (!status)
        status = selfplay_player_play(player, games - 1, &game, &run->progress.is_stopped, error);
    if (!status && !run->progress.is_stopped)
        status = compare_last(run, &game, error);
    selfplay_player_destroy(player);
    selfplay_game_free(&game);
    return status;
}

static by_status run_on(struct run *run, by_error *error)
{
    by_status status;

    run->next = selfplay_output_games(run->output);
    run->progress.games_found = run->progress.games = run->next;
    run->progress.bytes_cut = selfplay_output_cut(run->output);
    if (run->order->report)
        run->order->report(run->order->context, &run->progress);
    status = play_last_again(run, error);
    if (!status && !run->progress.is_stopped && run->next < run->order->games)
        status = play_all(run, error);
    return status;
}

by_status selfplay_run(const struct selfplay_plan *plan, const struct selfplay_order *order,
                       struct selfplay_progress *progress, by_error *error)
{
    struct run run = {.plan = plan, .order = order};
    by_text settings = {0};
    by_status status = selfplay_plan_check(plan, order->games, error), closed;

    if (!status)
        status = selfplay_plan_print(plan, &settings, error);
    if (!status)
        status = selfplay_output_open(order->path, by_text_string(&settings), order->is_repaired, &run.output, error);
    by_text_free(&settings);
    if (!status)
        status = run_on(&run, error);
    closed = selfplay_output_close(run.output, status ? NULL : error);
    run.progress.is_write_error |= closed != BY_OK;
    *progress = run.progress;
    return status ? status : closed;
}
