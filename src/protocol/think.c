/* SPDX-License-Identifier: MIT
 *
 * Searching: a thread that waits for each `go`, and after `ponderhit` another that watches the clock. The first lives
 * as long as the session and starts before the threads that help a search, so that they never take its place. The
 * second ends by itself and is joined before the next begins.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "protocol/session.h"

/* ---- What may be asked at any time ------------------------------------------------------------------------------- */

bool protocol_is_thinking(struct protocol_session *session)
{
    bool is_thinking;

    pthread_mutex_lock(&session->lock);
    is_thinking = session->is_thinking;
    pthread_mutex_unlock(&session->lock);
    return is_thinking;
}

bool protocol_is_stopped(struct protocol_session *session)
{
    bool is_stopped;

    pthread_mutex_lock(&session->lock);
    is_stopped = session->is_stopped;
    pthread_mutex_unlock(&session->lock);
    return is_stopped;
}

/* Called with the lock. */
static void stop_thinking(struct protocol_session *session)
{
    session->is_held = false;
    session->is_stopped = true;
    session->go.is_ponder = false;
    by_stop_set(session->stop);
    pthread_cond_broadcast(&session->changed);
}

bool protocol_stop(struct protocol_session *session)
{
    bool was_thinking;

    pthread_mutex_lock(&session->lock);
    was_thinking = session->is_thinking;
    if (was_thinking)
        stop_thinking(session);
    pthread_mutex_unlock(&session->lock);
    return was_thinking;
}

void protocol_stop_next(struct protocol_session *session, uint64_t last)
{
    pthread_mutex_lock(&session->lock);
    if (session->is_thinking)
        stop_thinking(session);
    else
        session->stops_until = last;
    pthread_mutex_unlock(&session->lock);
}

void protocol_wait(struct protocol_session *session)
{
    pthread_mutex_lock(&session->lock);
    while (session->is_at_work)
        pthread_cond_wait(&session->changed, &session->lock);
    pthread_mutex_unlock(&session->lock);
    if (session->has_timer)
        pthread_join(session->timer, NULL);
    session->has_timer = false;
}

static bool waits_for_stop(const struct protocol_session *session)
{
    return session->go.is_infinite && session->dialect->waits_when_infinite;
}

/* ---- Pondering --------------------------------------------------------------------------------------------------- */

/* Ends the time of the search at the deadline, unless it is done before. */
static void *watch_clock(void *argument)
{
    struct protocol_session *session = argument;
    struct timespec deadline = {.tv_sec = (time_t)(session->deadline_ms / 1000),
                                .tv_nsec = (long)(session->deadline_ms % 1000) * 1000000};

    pthread_mutex_lock(&session->lock);
    while (session->is_thinking && by__clock_ms() < session->deadline_ms)
        pthread_cond_timedwait(&session->changed, &session->lock, &deadline);
    if (session->is_thinking)
        by_stop_set(session->time_over);
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

/* Without a timer the search stops now, rather than lose on time. */
static void start_timer(struct protocol_session *session)
{
    int64_t time_ms = session->go.limits.time_ms;

    if (time_ms <= 0)
        return;
    session->deadline_ms = by__clock_ms() + time_ms;
    session->has_timer = pthread_create(&session->timer, NULL, watch_clock, session) == 0;
    if (!session->has_timer)
        by_stop_set(session->time_over);
}

void protocol_ponderhit(struct protocol_session *session, bool offers_draw)
{
    pthread_mutex_lock(&session->lock);
    if (session->is_thinking && session->go.is_ponder) {
        session->go.is_ponder = false;
        session->go.offers_draw = offers_draw;
        session->is_held = waits_for_stop(session);
        by_stop_clear(session->ponder);
        start_timer(session);
        pthread_cond_broadcast(&session->changed);
    }
    pthread_mutex_unlock(&session->lock);
}

/* ---- The thinking thread ----------------------------------------------------------------------------------------- */

static const struct protocol_answer no_answer = {
    .best = BY_MOVE_NONE, .reply = BY_MOVE_NONE, .reported = {.move = BY_MOVE_NONE}};

void protocol_report_event(void *context, const struct by_event *event)
{
    struct protocol_session *session = context;

    if (event->line_number > protocol_option(&session->options, "MultiPV"))
        return; /* searched only for the choice of a weaker player */
    if (event->line_number == 1)
        session->answer.reported = (struct protocol_reported){.move = event->line->moves[0],
                                                              .value = event->line->value,
                                                              .kind = event->line->kind,
                                                              .depth = event->line->depth};
    session->hash_permille = event->hash_permille;
    protocol_report_line(session, event);
    if (session->go.is_infinite && !session->dialect->waits_when_infinite && by_value_is_win(event->value))
        by_stop_set(session->stop);
}

/* The limits of the run. While it ponders the clock stands still, and a time for the move begins at the hit. */
static struct by_limits limits_of(const struct protocol_session *session)
{
    struct by_limits limits = session->go.limits;

    limits.size = sizeof limits;
    if (session->was_ponder)
        limits.time_ms = 0;
    /* `go infinite` and pondering: without a limit, some methods would end by themselves. */
    if ((session->was_ponder || session->go.is_infinite) && !limits.nodes && !limits.depth)
        limits.nodes = INT64_MAX;
    limits.stop = session->stop;
    limits.ponder = session->ponder;
    limits.time_over = session->time_over;
    limits.lines = protocol_option(&session->options, "MultiPV");
    if (session->go.move_count) {
        limits.root_moves = session->go.moves;
        limits.root_move_count = session->go.move_count;
    }
    if (session->bounds.nodes && (!limits.nodes || limits.nodes > session->bounds.nodes))
        limits.nodes = session->bounds.nodes;
    protocol_weaken(session, &limits);
    return limits;
}

/* Whether a line is worth a last info line: a mate always; for the same move, a lower bound only above the last
 * reported value. */
static bool is_news(const struct by_line *line, const struct protocol_reported *reported)
{
    if (line->moves[0] != reported->move || (line->kind == BY_KIND_WIN && reported->kind != BY_KIND_WIN))
        return true;
    return line->kind == BY_KIND_AT_LEAST ? line->value > reported->value : line->depth > reported->depth;
}

/* Reports the move of an unfinished iteration before it is played, if it is news. */
static void report_last(struct protocol_session *session, const struct by_result *result)
{
    struct by_event event = {.kind = BY_EVENT_ITERATION,
                             .line_number = 1,
                             .nodes = result->nodes,
                             .time_us = result->time_us,
                             .selective_depth = result->selective_depth,
                             .hash_permille = session->hash_permille};

    if (!result->line_count || !is_news(&result->lines[0], &session->answer.reported))
        return;
    event.line = &result->lines[0];
    event.depth = event.line->depth;
    event.value = event.line->value;
    protocol_report_event(session, &event);
}

/* If the game is over by the rules, or the search had no memory, answer with any legal move: the client asked for
 * one. */
static by_move any_move(struct protocol_session *session)
{
    struct by_move_info list[PROTOCOL_MAX_MOVES];
    struct by_moves moves = {.list = list};
    struct by_extent extent;

    if (session->go.move_count)
        return session->go.moves[0];
    by_position_extent(session->root, &extent);
    if (extent.max_moves <= PROTOCOL_MAX_MOVES)
        by_position_moves(session->root, BY_MOVES_ALL, &moves);
    return moves.count ? list[0].move : BY_MOVE_NONE;
}

/* The answer without a search. */
static void report_root(struct protocol_session *session, by_value value, enum by_kind kind)
{
    by_text text = {0};

    session->answer.reported = (struct protocol_reported){.move = BY_MOVE_NONE, .value = value, .kind = kind};
    by_text_add(&text, "info depth 0");
    session->dialect->add_score(value, kind, &text);
    protocol_send_text(&session->output, &text);
}

void protocol_record_result(struct protocol_session *session, const struct by_result *result)
{
    struct protocol_answer *answer = &session->answer;

    report_last(session, result);
    answer->best = result->best;
    if (result->line_count) {
        const struct by_line *line = &result->lines[protocol_choose_line(session, result)];

        answer->best = line->moves[0];
        answer->reply = line->length > 1 ? line->moves[1] : BY_MOVE_NONE;
    } else if (result->kind == BY_KIND_UNKNOWN) {
        report_root(session, by_position_evaluate(session->root), BY_KIND_UNKNOWN);
    } else {
        report_root(session, result->value, result->kind);
    }
}

static by_status search_best(struct protocol_session *session, const struct by_limits *limits, by_error *error)
{
    const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ITERATION, session, protocol_report_event};
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = protocol_run_search(session, limits, &observer, &result, error);

    /* `stop` came before the first result. A search of one ply takes almost no time and beats an unsearched move. */
    if (!status && !result.line_count && result.kind == BY_KIND_UNKNOWN && result.stopped == BY_STOPPED_ASKED) {
        struct by_limits ply = *limits;

        ply.stop = ply.ponder = ply.time_over = NULL;
        ply.depth = 1;
        ply.time_ms = 1;
        status = protocol_run_search(session, &ply, &observer, &result, error);
    }
    if (!status)
        protocol_record_result(session, &result);
    return status;
}

/* A program that asks for a move after the end gets one, but should know. */
static void remark_verdict(struct protocol_session *session)
{
    by_text words = {0};

    if (by_position_explain(session->root, &words, NULL) == BY_OK)
        protocol_remark(session, "the game is over: %.*s", (int)strcspn(by_text_string(&words), "\n"),
                        by_text_string(&words));
    by_text_free(&words);
}

static void search(struct protocol_session *session)
{
    struct by_limits limits = limits_of(session);
    struct by_node node;
    by_error error = {0};
    by_status status;

    by_position_verdict(session->root, &node);
    if (node.is_over)
        remark_verdict(session);
    session->answer.key = node.key;
    status =
        session->go.mate_moves ? protocol_search_mate(session, &limits, &error) : search_best(session, &limits, &error);
    if (status) {
        protocol_remark(session, "%s", error.message);
        report_root(session, by_position_evaluate(session->root), BY_KIND_UNKNOWN);
    }
    if (session->answer.best == BY_MOVE_NONE)
        session->answer.best = any_move(session);
}

/* Under the lock, so that a client that has read the answer finds us idle. */
static void end_thinking(struct protocol_session *session, bool answers)
{
    pthread_mutex_lock(&session->lock);
    while (answers && session->is_held)
        pthread_cond_wait(&session->changed, &session->lock);
    if (answers)
        session->dialect->report_best(session, &session->answer);
    session->is_thinking = false;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
}

static void think(struct protocol_session *session)
{
    bool answers = session->go.perft_depth < 0 && !session->go.bench_depth;

    session->answer = answers ? no_answer : session->answer;
    if (session->go.perft_depth >= 0)
        protocol_perft(session, session->go.perft_depth);
    else if (session->go.bench_depth)
        protocol_bench(session, session->go.bench_depth);
    else if (session->go.evaluates_only)
        report_root(session, by_position_evaluate(session->root), BY_KIND_UNKNOWN);
    else
        search(session);
    end_thinking(session, answers);
}

static void *think_when_called(void *argument)
{
    struct protocol_session *session = argument;

    pthread_mutex_lock(&session->lock);
    for (;;) {
        while (!session->is_at_work && !session->is_dismissed)
            pthread_cond_wait(&session->changed, &session->lock);
        if (!session->is_at_work)
            break;
        pthread_mutex_unlock(&session->lock);
        think(session);
        pthread_mutex_lock(&session->lock);
        session->is_at_work = false;
        pthread_cond_broadcast(&session->changed);
    }
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

bool protocol_start_thinker(struct protocol_session *session)
{
    if (!session->has_thinker)
        session->has_thinker = pthread_create(&session->thinker, NULL, think_when_called, session) == 0;
    return session->has_thinker;
}

void protocol_end_thinker(struct protocol_session *session)
{
    if (!session->has_thinker)
        return;
    pthread_mutex_lock(&session->lock);
    session->is_dismissed = true;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
    pthread_join(session->thinker, NULL);
    session->has_thinker = false;
}

/* ---- Going ------------------------------------------------------------------------------------------------------- */

static by_status copy_to(by_position **to, const by_position *from, by_error *error)
{
    return *to ? by_position_assign(*to, from, error) : by_position_copy(from, to, error);
}

/* From now on it can be stopped, or it is already. */
static void begin_thinking(struct protocol_session *session)
{
    pthread_mutex_lock(&session->lock);
    by_stop_clear(session->stop);
    by_stop_clear(session->time_over);
    if (session->go.is_ponder)
        by_stop_set(session->ponder);
    else
        by_stop_clear(session->ponder);
    session->is_stopped = false;
    session->is_held = session->go.is_ponder || waits_for_stop(session);
    session->is_thinking = true;
    if (session->go.number && session->go.number <= session->stops_until) {
        session->stops_until = 0;
        stop_thinking(session);
    }
    pthread_mutex_unlock(&session->lock);
}

void protocol_think(struct protocol_session *session, const struct protocol_go *go)
{
    by_error error = {0};
    by_status status;

    session->go = *go;
    session->was_ponder = go->is_ponder;
    status = copy_to(&session->root, session->position, &error);
    if (!status)
        status = copy_to(&session->walker, session->position, &error);
    if (!status)
        status = protocol_renew_search(session, &error);
    if (!status) {
        begin_thinking(session);
        if (protocol_start_thinker(session)) {
            pthread_mutex_lock(&session->lock);
            session->is_at_work = true;
            pthread_cond_broadcast(&session->changed);
            pthread_mutex_unlock(&session->lock);
            return;
        }
        end_thinking(session, false);
    }
    protocol_remark(session, "cannot search: %s", status ? error.message : "no thread");
    session->answer = no_answer;
    session->dialect->report_best(session, &session->answer);
}
