/* SPDX-License-Identifier: MIT
 *
 * UCCI 3.0, the protocol of Chinese programs (xqbase.com, 2004 to 2007). An engine is booting until it hears `ucci`,
 * then idle, and thinking from `go` until `bestmove` or `nobestmove`. Words of UCI are understood where programs are
 * known to send them: names of options, `go movetime`.
 *
 * The reader never waits for a search. In a batch, a line that must wait is queued, and so are those after it;
 * `isready` and `stop` are still answered immediately.
 */
#include <ctype.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/scan.h"
#include "base/split.h"
#include "protocol/batch.h"
#include "protocol/go_arguments.h"
#include "protocol/session.h"

/* The state of UCCI besides the session. While the batch is busy, all but the first group belongs to its thread. */
struct ucci {
    struct protocol_session *session;
    struct protocol_batch *batch;
    bool is_booted;
    bool is_quitting;     /* a `quit` waits */
    bool lacks_position;  /* a line was refused, and no `position` was taken since */
    uint64_t read_count;  /* of each `go` that was taken */
    atomic_uint refusals; /* of each `go` that waits for its `nobestmove`; shared with the batch */

    by_options *options; /* of its own table */
    bool has_quit;
    uint64_t run_count; /* of each `go` that was run */
    bool is_answered;   /* the last `go` was answered and no `stop` has come since */
    bool is_batch;      /* the last `go` was part of a batch: the next line waits for its end */
    by_move banned[PROTOCOL_MAX_MOVES];
    size_t banned_count;
};

/* Options that only UCCI has. `aliases` lists those with other names elsewhere. */
static const struct by_option own_rows[] = {
    {.name = "usemillisec", .kind = BY_OPTION_SWITCH},
    {.name = "batch", .kind = BY_OPTION_SWITCH},
    {.name = "debug", .kind = BY_OPTION_SWITCH},
    {.name = "resign", .kind = BY_OPTION_SWITCH},
    {0},
};

static const struct {
    const char *name;
    const char *meant;
} aliases[] = {
    {"hashsize", "Hash"},
    {"repetition", "rules"},
    /* The meaning of the values of `repetition`. */
    {"alwaysdraw", "plain"},
    {"checkban", "plain"},
    {"asianrule", "asian"},
    {"chineserule", "computer"},
};

static const char *meaning_of(const char *name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (protocol_same_name(aliases[i].name, name))
            return aliases[i].meant;
    return name;
}

/* ---- What the engine says ---------------------------------------------------------------------------------------- */

/* A win in n plies is 10000 - n, as ElephantEye counts; UCCI has no word for it. */
static int score_of(by_value value)
{
    enum { WIN = 10000, MAX_SCORE = 8000 };

    if (by_value_is_win(value))
        return WIN - by_value_plies_to_end(value);
    if (by_value_is_loss(value))
        return by_value_plies_to_end(value) - WIN;
    return value > MAX_SCORE ? MAX_SCORE : value < -MAX_SCORE ? -MAX_SCORE : value;
}

static void add_score(by_value value, enum by_kind kind, by_text *out)
{
    (void)kind;
    by_text_printf(out, " score %d", score_of(value));
}

/* Accepts a draw if we are not better; resigns a proved loss if the option says so. */
static void add_offers(const struct protocol_session *session, const struct protocol_answer *answer, by_text *out)
{
    if (session->go.offers_draw && answer->reported.value <= 0)
        by_text_add(out, " draw");
    else if (session->may_resign && answer->reported.kind == BY_KIND_LOSS)
        by_text_add(out, " resign");
}

static void report_best(struct protocol_session *session, const struct protocol_answer *answer)
{
    by_text text = {0};

    if (answer->best == BY_MOVE_NONE) {
        by_text_add(&text, "nobestmove");
    } else {
        protocol_add_answer(session, answer, &text);
        add_offers(session, answer, &text);
    }
    protocol_send_text(&session->output, &text);
}

/* A name is one word of small letters, the table of positions has a name of its own, and options of UCI are UCI's. */
static void announce(const char *name, const struct by_option *row, by_text *out)
{
    if (strncmp(name, "UCI_", 4) == 0)
        return;
    by_text_add(out, "option ");
    for (const char *c = strcmp(name, "Hash") == 0 ? "hashsize" : name; *c; c++)
        if (*c != ' ')
            by_text_add_char(out, (char)tolower((unsigned char)*c));
    by_text_printf(out, " type %s", protocol_option_type(row));
    protocol_add_range(row, out);
    protocol_add_default(row, out);
    by_text_add_char(out, '\n');
}

/* ---- A life ------------------------------------------------------------------------------------------------------ */

static protocol_batch_run run_waiting;

static by_status open_state(struct protocol_session *session, by_error *error)
{
    struct ucci *ucci = session->own = calloc(1, sizeof *ucci);
    by_status status;

    if (!ucci)
        return by_error_no_memory(error);
    ucci->session = session;
    status = by_options_create(own_rows, &ucci->options, error);
    return status ? status : protocol_batch_create(&ucci->batch, run_waiting, ucci, error);
}

static void close_state(struct protocol_session *session)
{
    struct ucci *ucci = session->own;

    if (!ucci)
        return;
    if (ucci->batch) {
        protocol_batch_give_up(ucci->batch);
        protocol_stop(session);
    }
    protocol_batch_destroy(ucci->batch);
    by_options_destroy(ucci->options);
    free(ucci);
}

static bool is_on(const struct ucci *ucci, const char *name)
{
    return by_options_number(ucci->options, name) != 0;
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

static void run_ucci(struct ucci *ucci, char *rest)
{
    by_text text = {0};

    (void)rest;
    ucci->is_booted = true;
    by_text_printf(&text, "id name Boyi %s\nid copyright MIT licence\nid author the Boyi authors\nid user everybody\n",
                   by_version());
    protocol_announce_table(own_rows, announce, &text);
    protocol_options_announce(&ucci->session->options, announce, &text);
    by_text_add(&text, "option clearhash type button\noption newgame type button\nucciok\n");
    protocol_send_text(&ucci->session->output, &text);
}

/* `drawmoves` counts moves of both sides without a capture, `move_limit` plies. */
static void set_draw_moves(struct ucci *ucci, const char *value)
{
    char plies[32];
    int64_t number;

    if (!by__scan_clamped(value, &number) || number < 0)
        return;
    (void)snprintf(plies, sizeof plies, "%d", number > 5000 ? 10000 : (int)number * 2);
    protocol_set_option(ucci->session, "move_limit", plies);
}

/* False: there is no option of this name. */
static bool set_option(struct ucci *ucci, const char *name, const char *value)
{
    by_error error = {0};

    if (protocol_same_name(name, "newgame")) {
        protocol_forget(ucci->session);
        protocol_get_ready(ucci->session);
        return true;
    }
    if (protocol_same_name(name, "drawmoves")) {
        set_draw_moves(ucci, value);
        return true;
    }
    for (const struct by_option *row = own_rows; row->name; row++) {
        if (!protocol_same_name(row->name, name))
            continue;
        if (protocol_set_row(ucci->options, row, value, &error))
            protocol_remark(ucci->session, "%s", error.message);
        ucci->session->may_resign = is_on(ucci, "resign");
        return true;
    }
    return protocol_set_option(ucci->session, meaning_of(name), meaning_of(value));
}

/* `setoption NAME VALUE`; where programs send names of UCI, these may have several words. */
static bool set_by_words(struct ucci *ucci, const char *text)
{
    char name[128] = "", copy[256], *rest = copy, *word;

    (void)snprintf(copy, sizeof copy, "%s", text);
    while ((word = by__next_word(&rest)) != NULL && strlen(name) + strlen(word) + 2 < sizeof name) {
        char value[256];

        (void)snprintf(name + strlen(name), sizeof name - strlen(name), "%s%s", *name ? " " : "", word);
        (void)snprintf(value, sizeof value, "%s", rest);
        if (set_option(ucci, name, by__trim(value)))
            return true;
    }
    return false;
}

/* An option that does not exist is no error in UCCI: some programs send a list of their own. */
static void run_setoption(struct ucci *ucci, char *rest)
{
    char *name = by__trim(rest);
    bool is_known;

    if (strncmp(name, "name ", 5) == 0) {
        char *value = by__cut_at(name + 5, "value");

        is_known = set_option(ucci, by__trim(name + 5), value ? by__trim(value) : "");
    } else {
        is_known = set_by_words(ucci, name);
    }
    if (!is_known && is_on(ucci, "debug"))
        protocol_remark(ucci->session, "unknown option '%.60s'", name);
}

/* ---- Position and search ----------------------------------------------------------------------------------------- */

static void run_position(struct ucci *ucci, char *rest)
{
    ucci->banned_count = 0;
    protocol_set_position(ucci->session, rest);
    protocol_get_ready(ucci->session);
}

static void run_banmoves(struct ucci *ucci, char *rest)
{
    struct protocol_session *session = ucci->session;
    char *word;

    ucci->banned_count = 0;
    while ((word = by__next_word(&rest)) != NULL) {
        by_error error = {0};
        by_move move;

        if (by_position_parse_move_as(session->position, word, session->notation, &move, &error))
            protocol_remark(session, "banmoves: %s", error.message);
        else if (ucci->banned_count < PROTOCOL_MAX_MOVES)
            ucci->banned[ucci->banned_count++] = move;
    }
}

static bool is_banned(const struct ucci *ucci, by_move move)
{
    for (size_t i = 0; i < ucci->banned_count; i++)
        if (ucci->banned[i] == move)
            return true;
    return false;
}

/* Leaves the moves that are not banned. False: there are moves, but all are banned. */
static bool leave_out_banned(const struct ucci *ucci, struct protocol_go *go)
{
    struct by_move_info list[PROTOCOL_MAX_MOVES];
    struct by_moves moves = {.list = list};

    if (!ucci->banned_count)
        return true;
    by_position_moves(ucci->session->position, BY_MOVES_ALL, &moves);
    go->move_count = 0;
    for (int i = 0; i < moves.count; i++)
        if (!is_banned(ucci, list[i].move))
            go->moves[go->move_count++] = list[i].move;
    return go->move_count || !moves.count;
}

static bool has_end(const struct protocol_go *go)
{
    const struct by_limits *limits = &go->limits;

    if (go->perft_depth >= 0)
        return true;
    if (go->is_infinite || go->is_ponder)
        return false;
    return limits->depth || limits->nodes || limits->time_ms || limits->clock_ms[0] || limits->clock_ms[1];
}

static void run_go(struct ucci *ucci, char *rest)
{
    struct protocol_session *session = ucci->session;
    struct protocol_go go;

    protocol_read_go(session, rest, is_on(ucci, "usemillisec") ? 1 : 1000, &go);
    go.number = ++ucci->run_count;
    ucci->is_answered = true;
    if (!leave_out_banned(ucci, &go)) {
        protocol_send(&session->output, "nobestmove");
        return;
    }
    /* A search without an end is not part of a batch. */
    ucci->is_batch = is_on(ucci, "batch") && has_end(&go);
    protocol_think(session, &go);
}

/* We answer `stop` even if idle, so that no client waits for ever, but we do not answer a search twice that ended while
 * `stop` was on its way. A busy batch is not idle: between two of its searches, `stop` means the next one, if its `go`
 * came before. */
static void run_stop(struct ucci *ucci, char *rest)
{
    (void)rest;
    if (protocol_batch_is_busy(ucci->batch)) {
        protocol_stop_next(ucci->session, ucci->read_count);
        return;
    }
    if (!protocol_stop(ucci->session) && !ucci->is_answered)
        protocol_send(&ucci->session->output, "nobestmove");
    ucci->is_answered = false;
}

static void run_ponderhit(struct ucci *ucci, char *rest)
{
    char *word = by__next_word(&rest);

    protocol_ponderhit(ucci->session, word && strcasecmp(word, "draw") == 0);
}

static void run_isready(struct ucci *ucci, char *rest)
{
    (void)rest;
    if (!protocol_batch_is_busy(ucci->batch))
        protocol_get_ready_if_idle(ucci->session);
    protocol_send(&ucci->session->output, "readyok");
}

/* ---- probe ------------------------------------------------------------------------------------------------------- */

/* Both bounds where the value is known, one where it is one, none where it is only guessed. */
static void add_bounds(const struct protocol_reported *reported, by_text *out)
{
    int score = score_of(reported->value);

    if (reported->kind != BY_KIND_UNKNOWN && reported->kind != BY_KIND_AT_MOST)
        by_text_printf(out, " lowerbound %d depth %d", score, reported->depth);
    if (reported->kind != BY_KIND_UNKNOWN && reported->kind != BY_KIND_AT_LEAST)
        by_text_printf(out, " upperbound %d depth %d", score, reported->depth);
}

/* Reports the results of the last search for its position, which is the session's again. */
static void report_known(struct protocol_session *session, uint64_t key)
{
    const struct protocol_answer *answer = &session->answer;
    by_text text = {0};

    by_text_add(&text, "pophash");
    if (answer->best != BY_MOVE_NONE && key && answer->key == key) {
        by_text_add(&text, " bestmove ");
        by_position_print_move_as(session->position, answer->best, session->notation, &text);
        add_bounds(&answer->reported, &text);
    }
    protocol_send_text(&session->output, &text);
}

/* Replaces the session's position for a moment; does nothing during a search, which uses it. */
static void run_probe(struct ucci *ucci, char *rest)
{
    struct protocol_session *session = ucci->session;
    by_position *before = NULL;
    struct by_node node;
    bool is_known;

    if (protocol_is_thinking(session) || by_position_copy(session->position, &before, NULL)) {
        protocol_send(&session->output, "pophash");
        return;
    }
    protocol_wait(session);
    is_known = protocol_set_position(session, rest);
    by_position_node(session->position, &node);
    report_known(session, is_known ? node.key : 0);
    by_position_destroy(session->position);
    session->position = before;
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

static void run_quit(struct ucci *ucci, char *rest)
{
    (void)rest;
    protocol_send(&ucci->session->output, "bye");
    ucci->has_quit = true;
    if (ucci->session->reader)
        protocol_reader_end(ucci->session->reader);
}

enum turn {
    AT_ONCE, /* whatever runs or waits */
    IN_TURN, /* behind the lines that wait, but not behind a search */
    ALONE,   /* behind a search as well: one that is part of a batch is waited for, any other is stopped */
};

static const struct command {
    const char *word;
    void (*run)(struct ucci *ucci, char *rest);
    enum turn turn;
} commands[] = {
    {"ucci", run_ucci, AT_ONCE},       {"isready", run_isready, AT_ONCE},     {"setoption", run_setoption, ALONE},
    {"position", run_position, ALONE}, {"banmoves", run_banmoves, ALONE},     {"go", run_go, ALONE},
    {"stop", run_stop, AT_ONCE},       {"ponderhit", run_ponderhit, IN_TURN}, {"probe", run_probe, IN_TURN},
    {"quit", run_quit, ALONE},
};

static const struct command *command_called(const char *word)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcasecmp(commands[i].word, word) == 0)
            return &commands[i];
    return NULL;
}

/* ---- Lines that only the batch knows ----------------------------------------------------------------------------- */

static void run_end(struct ucci *ucci, char *rest)
{
    (void)rest;
    if (ucci->session->reader)
        protocol_reader_end(ucci->session->reader);
}

/* Each `go` that was refused is answered, in its turn. */
static void run_refused(struct ucci *ucci, char *rest)
{
    (void)rest;
    for (unsigned left = atomic_exchange(&ucci->refusals, 0); left > 0; left--)
        protocol_send(&ucci->session->output, "nobestmove");
}

static const struct command end_of_lines = {"(end)", run_end, ALONE}, refused = {"(refused)", run_refused, ALONE};

/* ---- Turns ------------------------------------------------------------------------------------------------------- */

static void settle_search(struct ucci *ucci)
{
    if (!ucci->is_batch || protocol_batch_is_given_up(ucci->batch))
        protocol_stop(ucci->session);
    protocol_wait(ucci->session);
    ucci->is_batch = false;
}

static void settle(struct protocol_session *session)
{
    struct ucci *ucci = session->own;

    protocol_batch_finish(ucci->batch);
    settle_search(ucci);
}

static void run_command(struct ucci *ucci, const struct command *command, char *rest)
{
    if (command->turn == ALONE)
        settle_search(ucci);
    command->run(ucci, rest);
}

/* A line that has waited. */
static void run_waiting(void *context, char *line)
{
    const char *word = by__next_word(&line);
    const struct command *command = command_called(word);

    if (!command)
        command = strcmp(word, refused.word) == 0 ? &refused : &end_of_lines;
    run_command(context, command, line);
}

static bool has_to_wait(struct ucci *ucci, const struct command *command)
{
    if (protocol_batch_is_busy(ucci->batch))
        return command->turn != AT_ONCE;
    return command->turn == ALONE && ucci->is_batch && protocol_is_thinking(ucci->session);
}

/* Refuses commands that need a position until the next one: the refused line may have been a position. */
static void refuse(struct ucci *ucci, const struct command *command, const char *rest, const char *reason)
{
    protocol_remark(ucci->session, "refused '%s %.80s': %s", command->word, rest, reason);
    ucci->lacks_position = true;
    if (command->run != run_go || atomic_fetch_add(&ucci->refusals, 1) > 0)
        return;
    if (!has_to_wait(ucci, &refused))
        run_command(ucci, &refused, NULL);
    else if (protocol_batch_add_anyway(ucci->batch, refused.word, NULL))
        run_refused(ucci, NULL);
}

static void record_accepted(struct ucci *ucci, const struct command *command)
{
    ucci->read_count += command->run == run_go;
    if (command->run == run_position)
        ucci->lacks_position = false;
}

static void let_wait(struct ucci *ucci, const struct command *command, const char *rest)
{
    by_error error = {0};

    if (protocol_batch_add(ucci->batch, command->word, rest, &error))
        refuse(ucci, command, rest, error.message);
    else
        record_accepted(ucci, command);
}

/* The first `quit` lets the batch finish, since files of commands end with `quit`; the second does not. */
static bool quit(struct ucci *ucci, const struct command *command)
{
    if (ucci->is_quitting) {
        protocol_batch_give_up(ucci->batch);
        protocol_stop(ucci->session);
    } else if (has_to_wait(ucci, command) && !protocol_batch_add_anyway(ucci->batch, command->word, NULL)) {
        ucci->is_quitting = true;
        return true;
    }
    settle(ucci->session);
    if (!ucci->has_quit)
        run_quit(ucci, NULL);
    return false;
}

static bool end_of_input(struct protocol_session *session)
{
    struct ucci *ucci = session->own;

    if (ucci->is_quitting)
        return true;
    if (has_to_wait(ucci, &end_of_lines) && !protocol_batch_add_anyway(ucci->batch, end_of_lines.word, NULL))
        return true;
    settle(ucci->session);
    return false;
}

static bool run_line(struct protocol_session *session, char *line)
{
    struct ucci *ucci = session->own;
    char *word = by__next_word(&line);
    const struct command *command = word ? command_called(word) : NULL;

    if (!command)
        return true;
    if (command->run == run_quit)
        return quit(ucci, command);
    if (!ucci->is_booted && command->run != run_ucci)
        return true;
    if (ucci->is_quitting && command->turn != AT_ONCE)
        return true; /* behind `quit` nothing begins */
    if (ucci->lacks_position && (command->run == run_go || command->run == run_banmoves)) {
        refuse(ucci, command, line, "lines before it were refused; expected a position first");
    } else if (has_to_wait(ucci, command)) {
        let_wait(ucci, command, line);
    } else {
        record_accepted(ucci, command);
        run_command(ucci, command, line);
    }
    return true;
}

/* ---- The protocol ------------------------------------------------------------------------------------------------ */

const struct protocol_dialect protocol_ucci_dialect = {
    .game = "xiangqi",
    .open = open_state,
    .close = close_state,
    .run_line = run_line,
    .end_of_input = end_of_input,
    .settle = settle,
    .remark = "info message",
    .announce = announce,
    .add_score = add_score,
    .report_best = report_best,
};

static bool is_heard(const char *line)
{
    return by__begins_with(line, (const char *const[]){"ucci", NULL});
}

const struct protocol protocol_ucci = {
    .dialect = &protocol_ucci_dialect,
    .is_heard = is_heard,
    .begin = protocol_session_begin,
    .run_line = protocol_session_run_line,
    .end_of_input = protocol_session_end_of_input,
    .end = protocol_session_destroy,
};
