/* SPDX-License-Identifier: MIT
 *
 * Workers, a thread each, take the numbers of games that are still to be played, play them with two engines of their
 * own, and put the results into a slot. The thread that runs the match takes them out: only it counts, writes and
 * reports, so that nothing of that needs a lock.
 */
#define _POSIX_C_SOURCE 200809L
#include "match/match.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "match/pgn_file.h"
#include "protocol/gtp/board.h"

struct hall;

struct worker {
    struct hall *hall;
    pthread_t thread;
    struct match_engine engines[2]; /* of the players, not of the colours */
    int number;                     /* of the game */
    bool is_full;                   /* `result` waits to be taken */
    struct match_result result;
    by_status status;
    by_error error;
};

struct hall {
    const struct match_settings *settings;
    struct match_state *state;
    enum by_outcome *outcomes; /* of all games, by number - 1 */
    struct match_journal *journal;
    FILE *pgn, *log;
    struct match_pgn_known written; /* in the file of games */
    bool goes_on;                   /* there was a journal */
    int64_t begun_us;

    pthread_mutex_t lock; /* for what follows, and the workers' slots */
    pthread_cond_t changed;
    atomic_bool abort; /* workers drop everything */
    bool *is_taken;    /* by number - 1: done, or being played */
    int next;          /* below it all are taken */
    int working;       /* workers that are not through */
};

/* ---- Workers ----------------------------------------------------------------------------------------------------- */

/* The number of a game to play, from 1; 0: none is left. */
static int next_game(struct hall *hall)
{
    while (hall->next < hall->settings->games && hall->is_taken[hall->next])
        hall->next++;
    if (hall->next >= hall->settings->games || atomic_load(&hall->abort))
        return 0;
    hall->is_taken[hall->next] = true;
    return ++hall->next;
}

/* Two games in a row have the same opening, and in the first of them the first engine moves first. */
static int side_of(int engine, int number)
{
    return engine ^ ((number - 1) % 2);
}

static by_status play(struct worker *worker, int number, struct match_result *result, by_error *error)
{
    const struct match_settings *settings = worker->hall->settings;
    size_t pair = (size_t)(number - 1) / 2;
    size_t opening = (settings->first_opening + pair) % match_openings_count(settings->table.openings);
    int red = side_of(0, number);
    struct match_engine *const engines[2] = {&worker->engines[red], &worker->engines[red ^ 1]};

    return match_game_play(&settings->table, opening, engines, number, result, error);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    struct hall *hall = worker->hall;

    pthread_mutex_lock(&hall->lock);
    for (int number; (number = next_game(hall)) != 0;) {
        struct match_result result;
        by_error error;
        by_status status;

        pthread_mutex_unlock(&hall->lock);
        status = play(worker, number, &result, &error);
        pthread_mutex_lock(&hall->lock);
        while (worker->is_full)
            pthread_cond_wait(&hall->changed, &hall->lock);
        worker->number = number;
        worker->result = result;
        worker->status = status;
        worker->error = error;
        worker->is_full = true;
        pthread_cond_broadcast(&hall->changed);
        if (status)
            break;
    }
    hall->working--;
    pthread_cond_broadcast(&hall->changed);
    pthread_mutex_unlock(&hall->lock);
    return NULL;
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

/* Half points of the first engine in a game. */
static int half_points(int number, enum by_outcome outcome)
{
    bool has_red = number % 2 == 1;

    if (outcome == BY_OUTCOME_DRAW)
        return 1;
    return (outcome == BY_OUTCOME_FIRST) == has_red ? 2 : 0;
}

static void count(struct hall *hall, const struct match_entry *entry)
{
    struct match_state *state = hall->state;
    struct match_score *score = &state->score;
    int other = (entry->number - 1) ^ 1, points = half_points(entry->number, entry->outcome);
    enum by_outcome before = other < state->games ? hall->outcomes[other] : BY_OUTCOME_UNKNOWN;

    hall->outcomes[entry->number - 1] = entry->outcome;
    state->done++;
    *(points == 2 ? &score->wins : points == 1 ? &score->draws : &score->losses) += 1;
    state->firsts += entry->outcome == BY_OUTCOME_FIRST;
    for (int engine = 0; engine < 2; engine++) {
        state->ponders[engine] += entry->ponders[engine];
        state->ponder_hits[engine] += entry->ponder_hits[engine];
    }
    state->played_on += strstr(entry->reason, MATCH_PLAYED_ON) != NULL;
    state->disputes += strstr(entry->reason, MATCH_NOT_AGREED) != NULL;
    if (entry->fault)
        state->faults[points == 2][entry->fault]++; /* of the loser */
    if (before != BY_OUTCOME_UNKNOWN)
        score->pairs[points + half_points(other + 1, before)]++;
    if (hall->settings->sprt.is_on)
        state->llr = match_sprt_llr(&hall->settings->sprt, score);
    state->decision = match_sprt_decide(&hall->settings->sprt, score);
}

static by_status write_pgn(struct hall *hall, const by_text *pgn, by_error *error)
{
    if (!hall->pgn)
        return BY_OK;
    if (fputs(by_text_string(pgn), hall->pgn) < 0 || fputc('\n', hall->pgn) < 0 || fflush(hall->pgn))
        return by_error_set(error, BY_ERROR_INPUT, "cannot write %.150s: %s", hall->settings->pgn, strerror(errno));
    hall->written.end += (int64_t)pgn->length + 1;
    return BY_OK;
}

/* A finished game: first the record, then the journal, whose line says how much of the record is whole. */
static by_status settle(struct hall *hall, struct worker *worker, by_error *error)
{
    const struct match_result *result = &worker->result;
    struct match_entry entry = {
        .number = worker->number, .outcome = result->outcome, .fault = result->fault, .plies = result->plies};
    by_status status;

    if (worker->status) {
        if (error)
            *error = worker->error;
        return worker->status;
    }
    if (result->outcome == BY_OUTCOME_UNKNOWN)
        return BY_OK;
    (void)snprintf(entry.reason, sizeof entry.reason, "%s", result->reason);
    for (int engine = 0; engine < 2; engine++) {
        int side = side_of(engine, worker->number);

        entry.ponders[engine] = result->ponders[side];
        entry.ponder_hits[engine] = result->ponder_hits[side];
    }
    status = write_pgn(hall, &result->pgn, error);
    entry.pgn_size = hall->written.end;
    if (!status && hall->journal)
        status = match_journal_add(hall->journal, &entry, error);
    if (status)
        return status;
    count(hall, &entry);
    hall->state->time_us = by__clock_us() - hall->begun_us;
    if (hall->settings->report)
        hall->settings->report(hall->settings->context, hall->state, &entry);
    return BY_OK;
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

/* Waits a little for something to happen. The lock is held. */
static void wait_a_little(struct hall *hall)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_cond_timedwait(&hall->changed, &hall->lock, &until);
}

/* Takes out what the workers have finished. The lock is held but while something is written. */
static by_status collect(struct hall *hall, struct worker *workers, bool *has_found, by_error *error)
{
    by_status status = BY_OK;

    *has_found = false;
    for (int i = 0; i < hall->settings->concurrency; i++) {
        if (!workers[i].is_full)
            continue;
        *has_found = true;
        pthread_mutex_unlock(&hall->lock);
        /* Games that end after the decision do not count. */
        if (!status && !hall->state->decision)
            status = settle(hall, &workers[i], error);
        by_text_free(&workers[i].result.pgn);
        pthread_mutex_lock(&hall->lock);
        workers[i].is_full = false;
        pthread_cond_broadcast(&hall->changed);
    }
    return status;
}

/* Ends the match. */
static void look_for_reasons_to_stop(struct hall *hall, by_status status)
{
    const struct match_settings *settings = hall->settings;

    if (status || hall->state->decision)
        atomic_store(&hall->abort, true);
    if (settings->goes_on && !atomic_load(&hall->abort) && !settings->goes_on(settings->context)) {
        hall->state->was_stopped = true;
        atomic_store(&hall->abort, true);
    }
}

static by_status preside(struct hall *hall, struct worker *workers, by_error *error)
{
    by_status status = BY_OK;
    bool has_found;

    pthread_mutex_lock(&hall->lock);
    for (;;) {
        by_status now = collect(hall, workers, &has_found, status ? NULL : error);

        status = status ? status : now;
        look_for_reasons_to_stop(hall, status);
        if (has_found)
            continue;
        if (!hall->working)
            break;
        wait_a_little(hall);
    }
    pthread_mutex_unlock(&hall->lock);
    return status;
}

static by_status run_workers(struct hall *hall, by_error *error)
{
    int concurrency = hall->settings->concurrency, started = 0;
    struct worker *workers = calloc((size_t)concurrency, sizeof *workers);
    by_status status = workers ? BY_OK : by_error_no_memory(error);

    for (; started < concurrency && !status; started++) {
        struct worker *worker = &workers[started];

        worker->hall = hall;
        for (int i = 0; i < 2; i++) {
            match_engine_init(&worker->engines[i], hall->settings->players[i], &hall->settings->limit,
                              hall->settings->margin_us, &hall->abort);
            worker->engines[i].patience_us = hall->settings->table.patience_us;
            worker->engines[i].log = hall->log;
            worker->engines[i].seat = started + 1;
        }
        pthread_mutex_lock(&hall->lock);
        hall->working++;
        if (pthread_create(&worker->thread, NULL, work, worker)) {
            hall->working--;
            status = by_error_set(error, BY_ERROR_LIMIT, "cannot start %d threads", concurrency);
        }
        pthread_mutex_unlock(&hall->lock);
        if (status)
            break;
    }
    if (status)
        atomic_store(&hall->abort, true);
    else
        status = preside(hall, workers, error);
    for (int i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        match_engine_end(&workers[i].engines[0]);
        match_engine_end(&workers[i].engines[1]);
        by_text_free(&workers[i].result.pgn);
    }
    free(workers);
    return status;
}

/* ---- Before and after -------------------------------------------------------------------------------------------- */

/* FNV-1a: two sets of openings are rarely taken for one. */
static uint64_t checksum(const struct match_openings *openings)
{
    uint64_t sum = 14695981039346656037u;

    for (size_t i = 0; i < match_openings_count(openings); i++)
        for (const char *at = match_openings_text(openings, i);; at++) {
            sum = (sum ^ (unsigned char)*at) * 1099511628211u;
            if (!*at)
                break;
        }
    return sum;
}

/* All that makes games what they are, but for their number: a match can be made longer. */
static void describe(const struct match_settings *settings, by_text *out)
{
    const struct match_adjudication *rules = &settings->table.adjudication;
    const struct match_sprt *sprt = &settings->sprt;

    for (int i = 0; i < 2; i++) {
        by_text_printf(out, "engine%d: ", i + 1);
        for (const char *at = settings->players[i]->text; *at; at++)
            by_text_add_char(out, *at == '\n' ? ' ' : *at);
        by_text_add_char(out, '\n');
    }
    by_text_printf(out, "limit: %s\nmargin: %lld ms\nrules: %s\nopenings: %zu of checksum %016llx from %zu\n",
                   match_limit_words(&settings->limit).text, (long long)(settings->margin_us / 1000), settings->rules,
                   match_openings_count(settings->table.openings),
                   (unsigned long long)checksum(settings->table.openings), settings->first_opening + 1);
    by_text_printf(out, "adjudication: resign %d %d %d draw %d %d %d plies %d\n", rules->resign_score,
                   rules->resign_moves, rules->resign_both, rules->draw_score, rules->draw_moves, rules->draw_after,
                   rules->max_plies);
    if (sprt->is_on)
        by_text_printf(out, "sprt: %s %g %g %g %g\n", sprt->model ? "normalized" : "logistic", sprt->elo0, sprt->elo1,
                       sprt->alpha, sprt->beta);
}

/* Games that were played without a record leave its size as it was. */
static void record_written(struct match_pgn_known *written, const struct match_entry *entry)
{
    if (entry->pgn_size != written->end)
        *written = (struct match_pgn_known){.number = entry->number,
                                            .plies = entry->plies,
                                            .begin = written->end,
                                            .end = entry->pgn_size,
                                            .pgn = written->pgn};
}

/* Counts the games of the journal. */
static by_status count_journal(struct hall *hall, const struct match_entry *entries, size_t entry_count,
                               by_error *error)
{
    const struct match_settings *settings = hall->settings;

    for (size_t i = 0; i < entry_count; i++) {
        int number = entries[i].number;

        if (number > settings->games)
            return by_error_set(error, BY_ERROR_INPUT, "%.100s has a game %d, but only %d are asked for",
                                settings->journal, number, settings->games);
        if (hall->is_taken[number - 1])
            return by_error_set(error, BY_ERROR_INPUT, "%.100s has game %d twice", settings->journal, number);
        hall->is_taken[number - 1] = true;
        record_written(&hall->written, &entries[i]);
        count(hall, &entries[i]);
    }
    hall->state->resumed = hall->state->done;
    return BY_OK;
}

static by_status open_journal(struct hall *hall, by_error *error)
{
    struct match_entry *entries = NULL;
    size_t entry_count;
    by_text description = {0};
    by_status status;

    if (!hall->settings->journal)
        return BY_OK;
    describe(hall->settings, &description);
    status = match_journal_open(hall->settings->journal, by_text_string(&description), &hall->journal, &hall->goes_on,
                                &entries, &entry_count, error);
    if (!status)
        status = count_journal(hall, entries, entry_count, error);
    free(entries);
    by_text_free(&description);
    return status;
}

/* The first opening that needs more than moves from the initial position; NULL: none. */
static const char *find_position(const struct match_openings *openings)
{
    for (size_t i = 0; i < match_openings_count(openings); i++)
        if (strncmp(match_openings_text(openings, i), "startpos", 8) != 0)
            return match_openings_text(openings, i);
    return NULL;
}

/* GTP is of Go and Go of GTP. */
static by_status check_protocol(const struct match_settings *settings, const struct match_player *player,
                                by_error *error)
{
    bool is_go = match_is_go(settings->table.game);

    if (is_go && player->protocol != MATCH_GTP)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "engine %.40s: Go is played over GTP, expected proto=gtp",
                            player->name);
    if (!is_go && player->protocol == MATCH_GTP)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "engine %.40s: GTP is for Go alone, and this match is of %s",
                            player->name, by_game_type_of(settings->table.game)->name);
    return BY_OK;
}

/* Refuses openings with a ko or passes: GTP can set up only stones. */
static by_status check_go_openings(const struct match_openings *openings, by_error *error)
{
    by_status status = BY_OK;

    for (size_t i = 0; i < match_openings_count(openings) && !status; i++) {
        struct gtp_board board;
        by_text start = {0};

        status = match_openings_start(openings, i, &start, error);
        if (!status && (!gtp_board_parse(by_text_string(&start), &board) || board.ko != GTP_NO_POINT || board.passes))
            status = by_error_set(error, BY_ERROR_UNSUPPORTED,
                                  "GTP cannot express a ko or a pass before the first move, in the opening %.80s",
                                  match_openings_text(openings, i));
        by_text_free(&start);
    }
    return status;
}

/* Whether an engine for Go can be prepared for the first opening: its size, its komi, its stones. */
static by_status try_opening(struct match_engine *engine, const struct match_openings *openings, by_error *error)
{
    struct match_question question = {.moves = {"", ""}};
    struct match_answer answer;
    by_text start = {0};
    by_status status = match_openings_start(openings, 0, &start, error);

    question.board = by_text_string(&start);
    if (!status && !match_engine_begin(engine, &question, &answer))
        status = by_error_set(error, BY_ERROR_UNSUPPORTED, "engine %.40s: %s", engine->player->name, answer.message);
    by_text_free(&start);
    return status;
}

/* Checks that need a running engine. */
static by_status check_engine(struct match_engine *engine, const struct match_openings *openings, by_error *error)
{
    const char *position = find_position(openings);

    if (engine->limit.kind == MATCH_LIMIT_CPU && match_process_cpu_us(engine->process) < 0)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "this system does not report the CPU time of other processes; use another limit");
    if (engine->player->protocol == MATCH_XBOARD && !engine->xboard.has_setboard && position)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "engine %.40s has no setboard and cannot play the opening %.80s; use startpos and moves",
                            engine->player->name, position);
    return engine->player->protocol == MATCH_GTP ? try_opening(engine, openings, error) : BY_OK;
}

/* Pondering needs limits of time for both engines. */
static by_status check_pondering(const struct match_engine *engine, by_error *error)
{
    if (!engine->player->ponders || engine->limit.kind == MATCH_LIMIT_TIME || engine->limit.kind == MATCH_LIMIT_CLOCK)
        return BY_OK;
    return by_error_set(error, BY_ERROR_UNSUPPORTED,
                        "engine %.40s: ponder=on needs a limit of time (--time or --clock), not %s",
                        engine->player->name, match_limit_words(&engine->limit).text);
}

static by_status try_engines(struct hall *hall, by_error *error)
{
    const struct match_settings *settings = hall->settings;
    by_status status = BY_OK;

    for (int i = 0; i < 2 && !status; i++)
        status = check_protocol(settings, settings->players[i], error);
    if (!status && match_is_go(settings->table.game))
        status = check_go_openings(settings->table.openings, error);
    for (int i = 0; i < 2 && !status; i++) {
        struct match_engine engine;

        match_engine_init(&engine, settings->players[i], &settings->limit, settings->margin_us, NULL);
        engine.patience_us = settings->table.patience_us;
        engine.log = hall->log;
        status = check_pondering(&engine, error);
        if (!status)
            status = match_engine_start(&engine, error);
        if (!status)
            status = check_engine(&engine, settings->table.openings, error);
        match_engine_end(&engine);
    }
    return status;
}

static by_status prepare(struct hall *hall, by_error *error)
{
    size_t games = (size_t)hall->settings->games;

    hall->outcomes = calloc(games, sizeof *hall->outcomes);
    hall->is_taken = calloc(games, sizeof *hall->is_taken);
    if (!hall->outcomes || !hall->is_taken)
        return by_error_no_memory(error);
    if (!hall->settings->log)
        return BY_OK;
    hall->log = fopen(hall->settings->log, "a");
    if (!hall->log)
        return by_error_set(error, BY_ERROR_INPUT, "cannot open %.150s: %s", hall->settings->log, strerror(errno));
    /* The log must survive a crash of the runner. */
    (void)setvbuf(hall->log, NULL, _IOLBF, 0);
    return BY_OK;
}

/* Reports a failed write unless there is a worse error. */
static by_status close_log(struct hall *hall, by_status status, by_error *error)
{
    bool is_good;

    if (!hall->log)
        return status;
    is_good = !ferror(hall->log);
    is_good = fclose(hall->log) == 0 && is_good;
    if (is_good || status)
        return status;
    return by_error_set(error, BY_ERROR_INPUT, "cannot write all of the log %.150s", hall->settings->log);
}

by_status match_run(const struct match_settings *settings, struct match_state *state, by_error *error)
{
    struct hall hall = {.settings = settings, .state = state, .begun_us = by__clock_us()};
    by_status status;

    *state = (struct match_state){.games = settings->games};
    hall.written.pgn = match_pgn_of(settings->table.game);
    pthread_mutex_init(&hall.lock, NULL);
    pthread_cond_init(&hall.changed, NULL);
    status = prepare(&hall, error);
    if (!status)
        status = try_engines(&hall, error);
    if (!status)
        status = open_journal(&hall, error);
    if (!status && settings->pgn)
        status = match_pgn_open(settings->pgn, hall.goes_on, &hall.written, &hall.pgn, error);
    if (!status && state->resumed && settings->report)
        settings->report(settings->context, state, NULL);
    if (!status && !state->decision && state->done < state->games)
        status = run_workers(&hall, error);
    state->time_us = by__clock_us() - hall.begun_us;
    match_journal_close(hall.journal);
    if (hall.pgn)
        (void)fclose(hall.pgn);
    status = close_log(&hall, status, error);
    free(hall.outcomes);
    free(hall.is_taken);
    pthread_cond_destroy(&hall.changed);
    pthread_mutex_destroy(&hall.lock);
    return status;
}
