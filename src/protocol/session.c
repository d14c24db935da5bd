/* SPDX-License-Identifier: MIT
 *
 * A session's life, its position and its options.
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/split.h"

/* ---- A life ------------------------------------------------------------------------------------------------------ */

/* Timed waits use the monotonic clock. */
static void init_locks(struct protocol_session *session)
{
    pthread_condattr_t attributes;

    pthread_mutex_init(&session->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&session->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

static by_status open_game(struct protocol_session *session, by_error *error)
{
    const by_game_type *type;
    by_status status = by_game_type_find(session->dialect->game, &type, error);

    if (!status)
        status = protocol_options_create(&session->options, type, error);
    if (!status)
        status = by_game_open(type, session->options.game, &session->game, error);
    if (!status)
        status = by_position_create(session->game, &session->position, error);
    if (!status)
        status = by_stop_create(&session->stop, error);
    if (!status)
        status = by_stop_create(&session->ponder, error);
    if (!status)
        status = by_stop_create(&session->time_over, error);
    return status;
}

by_status protocol_session_create(struct protocol_session **out, const struct protocol_dialect *dialect,
                                  const struct protocol_bounds *bounds, protocol_write *write, void *context,
                                  by_error *error)
{
    struct protocol_session *session = calloc(1, sizeof *session);
    by_status status;

    if (!session)
        return by_error_no_memory(error);
    session->dialect = dialect;
    if (bounds)
        session->bounds = *bounds;
    session->answer.best = BY_MOVE_NONE;
    init_locks(session);
    protocol_output_init(&session->output, write, context);
    status = open_game(session, error);
    if (!status && dialect->open)
        status = dialect->open(session, error);
    if (status) {
        protocol_session_destroy(session);
        return status;
    }
    session->random.state = (uint64_t)protocol_option(&session->options, "Skill Seed");
    (void)protocol_start_thinker(session); /* `go` tries again */
    *out = session;
    return BY_OK;
}

/* Frees the objects that belong to the game. */
static void close_game(struct protocol_session *session)
{
    by_search_destroy(session->search);
    by_position_destroy(session->position);
    by_position_destroy(session->root);
    by_position_destroy(session->walker);
    by_game_close(session->game);
    session->search = NULL;
    session->position = session->root = session->walker = NULL;
    session->game = NULL;
}

void protocol_session_destroy(void *conversation)
{
    struct protocol_session *session = conversation;

    if (!session)
        return;
    if (session->dialect->close)
        session->dialect->close(session);
    protocol_stop(session);
    protocol_wait(session);
    protocol_end_thinker(session);
    close_game(session);
    protocol_options_destroy(&session->options);
    by_stop_destroy(session->stop);
    by_stop_destroy(session->ponder);
    by_stop_destroy(session->time_over);
    by_text_free(&session->shortage);
    protocol_output_done(&session->output);
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->lock);
    free(session);
}

by_status protocol_session_begin(const struct protocol *self, const struct protocol_link *link, void **conversation,
                                 by_error *error)
{
    struct protocol_session *session;
    by_status status = protocol_session_create(&session, self->dialect, NULL, link->write, link->context, error);

    if (status)
        return status;
    session->reader = link->reader;
    *conversation = session;
    return BY_OK;
}

bool protocol_session_run_line(void *session, char *line)
{
    return ((struct protocol_session *)session)->dialect->run_line(session, line);
}

bool protocol_session_end_of_input(void *session)
{
    return ((struct protocol_session *)session)->dialect->end_of_input(session);
}

void protocol_remark(struct protocol_session *session, const char *format, ...)
{
    char message[512];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    for (char *c = message; *c; c++) /* quoted input may hold control characters */
        *c = (unsigned char)*c < ' ' || *c == 127 ? '?' : *c;
    protocol_send(&session->output, "%s %s", session->dialect->remark, message);
}

/* ---- The position ------------------------------------------------------------------------------------------------ */

/* False: not all of them could be made. */
static bool make_moves(struct protocol_session *session, by_position *position, char *moves)
{
    int number = 0;
    char *word;

    while ((word = by__next_word(&moves)) != NULL) {
        by_error error = {0};
        by_move move;
        by_status status = by_position_parse_move_as(position, word, session->notation, &move, &error);

        number++;
        if (!status)
            status = by_position_push(position, move, &error);
        if (status) {
            protocol_remark(session, "move %d: %s; the position is the one before it", number, error.message);
            return false;
        }
    }
    return true;
}

static bool read_start(struct protocol_session *session, by_position *position, const char *start)
{
    by_error error = {0};

    if (!*start || !by_position_parse(position, start, &error))
        return true;
    if (error.column)
        protocol_remark(session, "position, column %d: %s; the old one stands", error.column, error.message);
    else
        protocol_remark(session, "position: %s; the old one stands", error.message);
    return false;
}

/* The text of the start behind "fen", "" for "startpos"; NULL if there is neither, or something else as well. */
static char *start_of(char *text)
{
    char *word = by__next_word(&text), *rest = by__trim(text);

    if (word && strcasecmp(word, "startpos") == 0 && !*rest)
        return rest;
    return word && strcasecmp(word, "fen") == 0 && *rest ? rest : NULL;
}

bool protocol_set_position(struct protocol_session *session, char *text)
{
    char *moves = by__cut_at(text, "moves"), *start = start_of(text);
    by_position *position = NULL;
    by_error error = {0};
    bool is_whole = true;

    if (!start) {
        protocol_remark(session, "position: expected startpos or fen with a position, then moves; the old one stands");
        return false;
    }
    if (by_position_create(session->game, &position, &error)) {
        protocol_remark(session, "position: %s", error.message);
        return false;
    }
    if (!read_start(session, position, start)) {
        by_position_destroy(position);
        return false;
    }
    if (moves)
        is_whole = make_moves(session, position, moves);
    by_position_destroy(session->position);
    session->position = position;
    return is_whole;
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

/* Replays the position with its history in a reopened game. */
static by_status carry_over(const struct protocol_session *session, const by_game *game, by_position **out,
                            by_error *error)
{
    by_text start = {0};
    bool is_initial;
    size_t length;
    const by_move *moves = by_position_history(session->position, &length);
    by_status status = by_position_print_start(session->position, &is_initial, &start, error);

    if (!status)
        status = by_position_create(game, out, error);
    if (!status && !is_initial)
        status = by_position_parse(*out, by_text_string(&start), error);
    for (size_t i = 0; i < length && !status; i++)
        status = by_position_push(*out, moves[i], error);
    by_text_free(&start);
    return status;
}

static void reopen_game(struct protocol_session *session)
{
    const by_game_type *type = by_game_type_of(session->game);
    by_game *game = NULL;
    by_position *position = NULL;
    by_error error = {0};
    by_status status = by_game_open(type, session->options.game, &game, &error);

    if (!status)
        status = carry_over(session, game, &position, &error);
    if (status) {
        protocol_remark(session, "%s", error.message);
        by_position_destroy(position);
        by_game_close(game);
        return;
    }
    close_game(session);
    session->game = game;
    session->position = position;
}

/* An option of the protocols' own that has an effect at once. */
static void apply_own(struct protocol_session *session, const char *name)
{
    by_text text = {0};

    if (protocol_same_name(name, "UCI_Variant") && session->dialect->variant_notation)
        session->notation = by_game_notation(by_game_type_of(session->game), session->dialect->variant_notation);
    if (protocol_same_name(name, "Skill Seed"))
        session->random.state = (uint64_t)protocol_option(&session->options, "Skill Seed");
    if (protocol_same_name(name, "Expert") && protocol_option(&session->options, "Expert"))
        protocol_options_announce_methods(&session->options, session->dialect->announce, &text);
    protocol_send_text(&session->output, &text);
}

bool protocol_set_option(struct protocol_session *session, const char *name, const char *value)
{
    enum protocol_change change;
    by_error error = {0};
    by_status status;

    if (protocol_same_name(name, "Clear Hash")) {
        protocol_forget(session);
        return true;
    }
    status = protocol_options_set(&session->options, name, value, &change, &error);
    if (status == BY_ERROR_UNKNOWN)
        return false;
    if (error.message[0])
        protocol_remark(session, "%s", error.message);
    if (status)
        return true;
    protocol_forget_shortage(session);
    if (change == PROTOCOL_CHANGED_OWN)
        apply_own(session, name);
    else if (change == PROTOCOL_CHANGED_GAME)
        reopen_game(session);
    else
        session->is_stale = true;
    return true;
}

void protocol_forget(struct protocol_session *session)
{
    if (session->search && !session->is_stale)
        by_search_clear(session->search);
}

/* The method and its options for the next search, a copy. */
static by_status copy_options(const struct protocol_session *session, const by_method **method, by_options **out,
                              by_error *error)
{
    const by_options *options;

    if (session->is_thorough)
        return protocol_options_thorough(&session->options, method, out, error);
    *method = protocol_options_method(&session->options, &options);
    return by_options_copy(options, out, error);
}

by_status protocol_make_search(struct protocol_session *session, by_search **out, by_error *error)
{
    by_options *copy = NULL;
    const by_method *method;
    int max = session->spare_kib ? session->spare_kib : session->bounds.memory_kib;
    by_status status = copy_options(session, &method, &copy, error);

    if (!status && session->spare_threads && by_option_find(by_method_options(method), "threads"))
        status = by_options_set_number(copy, "threads", session->spare_threads, error);
    if (!status && max && (session->spare_kib || by_options_number(copy, "memory_kib") > max))
        status = by_options_set_number(copy, "memory_kib", max, error);
    if (!status)
        status = by_search_create(session->game, method, copy, out, error);
    by_options_destroy(copy);
    return status;
}

by_status protocol_renew_search(struct protocol_session *session, by_error *error)
{
    if (session->is_stale) {
        by_search_destroy(session->search);
        session->search = NULL;
        session->is_stale = false;
    }
    return session->search ? BY_OK : protocol_make_search(session, &session->search, error);
}

void protocol_get_ready(struct protocol_session *session)
{
    if (!protocol_renew_search(session, NULL))
        protocol_reserve(session);
}

void protocol_get_ready_if_idle(struct protocol_session *session)
{
    if (protocol_is_thinking(session))
        return;
    protocol_wait(session);
    protocol_get_ready(session);
}
