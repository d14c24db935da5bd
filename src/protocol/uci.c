/* SPDX-License-Identifier: MIT
 *
 * UCI, the protocol of Stefan Meyer-Kahlen and Rudolf Huber (2000), in the three dialects that xiangqi knows:
 *
 *     Pikafish         position fen ... moves h2e2       ranks from 0 to 9
 *     Fairy-Stockfish  the same after `setoption name UCI_Variant value xiangqi`, ranks from 1 to 10
 *     Cyclone          fen ... moves h2e2                without the word position, ranks from 0 to 9
 */
#include <inttypes.h>
#include <stddef.h>
#include <strings.h>

#include "base/scan.h"
#include "base/split.h"
#include "protocol/evaluation.h"
#include "protocol/go_arguments.h"
#include "protocol/session.h"

/* ---- What the engine says ---------------------------------------------------------------------------------------- */

/* Wins are counted in moves of the winner. */
static void add_score(by_value value, enum by_kind kind, by_text *out)
{
    if (by_value_is_win(value))
        by_text_printf(out, " score mate %d", (by_value_plies_to_end(value) + 1) / 2);
    else if (by_value_is_loss(value))
        by_text_printf(out, " score mate %d", -((by_value_plies_to_end(value) + 1) / 2));
    else
        by_text_printf(out, " score cp %d", value);
    if (kind == BY_KIND_AT_LEAST || kind == BY_KIND_AT_MOST)
        by_text_add(out, kind == BY_KIND_AT_LEAST ? " lowerbound" : " upperbound");
}

static void report_best(struct protocol_session *session, const struct protocol_answer *answer)
{
    by_text text = {0};

    if (answer->best == BY_MOVE_NONE)
        by_text_add(&text, "bestmove (none)");
    else
        protocol_add_answer(session, answer, &text);
    protocol_send_text(&session->output, &text);
}

static void announce(const char *name, const struct by_option *row, by_text *out)
{
    by_text_printf(out, "option name %s type %s", name, protocol_option_type(row));
    protocol_add_default(row, out);
    protocol_add_range(row, out);
    by_text_add_char(out, '\n');
}

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

static void run_uci(struct protocol_session *session, char *rest)
{
    by_text text = {0};

    (void)rest;
    by_text_printf(&text, "id name Boyi %s\nid author the Boyi authors\n", by_version());
    protocol_options_announce(&session->options, announce, &text);
    by_text_add(&text, "option name Clear Hash type button\nuciok\n");
    protocol_send_text(&session->output, &text);
}

static void run_isready(struct protocol_session *session, char *rest)
{
    (void)rest;
    protocol_get_ready_if_idle(session);
    protocol_send(&session->output, "readyok");
}

/* setoption name NAME [value VALUE]; both may hold blanks. */
static void run_setoption(struct protocol_session *session, char *rest)
{
    char *name = by__cut_at(rest, "name");
    char *value = name ? by__cut_at(name, "value") : NULL;

    if (!name) {
        protocol_remark(session, "setoption: expected name");
        return;
    }
    name = by__trim(name);
    if (!protocol_set_option(session, name, value ? by__trim(value) : ""))
        protocol_remark(session, "unknown option '%.60s'", name);
}

static void run_newgame(struct protocol_session *session, char *rest)
{
    (void)rest;
    protocol_forget(session);
    protocol_get_ready(session);
}

static void run_position(struct protocol_session *session, char *rest)
{
    protocol_set_position(session, rest);
    protocol_get_ready(session);
}

static void run_cyclone(struct protocol_session *session, const char *word, char *rest)
{
    by_text text = {0};

    session->notation = 0;
    by_text_printf(&text, "%s %s", word, rest);
    if (!text.failed)
        run_position(session, text.data);
    by_text_free(&text);
}

static void run_fen(struct protocol_session *session, char *rest)
{
    run_cyclone(session, "fen", rest);
}

static void run_startpos(struct protocol_session *session, char *rest)
{
    run_cyclone(session, "startpos", rest);
}

static void run_go(struct protocol_session *session, char *rest)
{
    struct protocol_go go;

    protocol_read_go(session, rest, 1, &go);
    go.evaluates_only = false;
    protocol_think(session, &go);
}

static void run_stop(struct protocol_session *session, char *rest)
{
    (void)rest;
    protocol_stop(session);
}

static void run_ponderhit(struct protocol_session *session, char *rest)
{
    (void)rest;
    protocol_ponderhit(session, false);
}

/* ---- Commands for people ----------------------------------------------------------------------------------------- */

static void run_d(struct protocol_session *session, char *rest)
{
    by_text text = {0};
    struct by_node node;

    (void)rest;
    by_position_node(session->position, &node);
    by_position_draw(session->position, 0, &text);
    if (text.length && text.data[text.length - 1] != '\n')
        by_text_add_char(&text, '\n');
    by_text_add(&text, "Fen: ");
    by_position_print(session->position, &text);
    by_text_printf(&text, "\nKey: %016" PRIX64 "\n", node.key);
    protocol_send_text(&session->output, &text);
}

static void run_eval(struct protocol_session *session, char *rest)
{
    by_text text = {0};

    (void)rest;
    protocol_print_evaluation(session->position, &text);
    protocol_send_text(&session->output, &text);
}

static void run_why(struct protocol_session *session, char *rest)
{
    by_text text = {0};
    by_error error = {0};

    (void)rest;
    if (by_position_explain(session->position, &text, &error)) {
        protocol_remark(session, "why: %s", error.message);
        by_text_clear(&text);
    }
    protocol_send_text(&session->output, &text);
}

/* The first number in `rest`, or one that stands for it. */
static int number_in(char *rest, int otherwise, int max)
{
    char *word = by__next_word(&rest);
    int64_t number;

    if (!word || !by__scan_clamped(word, &number) || number < 0)
        return otherwise;
    return number > max ? max : (int)number;
}

static void run_perft(struct protocol_session *session, char *rest)
{
    struct protocol_go go = {.perft_depth = number_in(rest, 1, session->bounds.nodes ? 2 : BY_MAX_PLY)};

    protocol_think(session, &go);
}

static void run_bench(struct protocol_session *session, char *rest)
{
    struct protocol_go go = {.perft_depth = -1, .bench_depth = number_in(rest, 5, 64)};

    go.bench_depth += go.bench_depth == 0;
    protocol_think(session, &go);
}

static void run_help(struct protocol_session *session, char *rest);

/* Known, so that its arguments are not taken for a command; does nothing. */
static void run_nothing(struct protocol_session *session, char *rest)
{
    (void)session;
    (void)rest;
}

static const struct command {
    const char *word;
    void (*run)(struct protocol_session *session, char *rest);
    bool waits; /* a search that runs is stopped and answered first */
    const char *help;
} commands[] = {
    {"uci", run_uci, false, "says who this is and lists the options"},
    {"isready", run_isready, false, "answers readyok, even while searching"},
    {"setoption", run_setoption, true, "name NAME value VALUE"},
    {"ucinewgame", run_newgame, true, "forgets earlier searches"},
    {"position", run_position, true, "startpos | fen FEN, then perhaps: moves MOVE..."},
    {"fen", run_fen, true, "FEN [moves MOVE...], as Cyclone writes it"},
    {"startpos", run_startpos, true, "[moves MOVE...], as Cyclone writes it"},
    {"go", run_go, true,
     "[depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [mate N] [infinite] "
     "[ponder] [searchmoves MOVE...], or perft N"},
    {"stop", run_stop, false, "ends the search, with its answer"},
    {"ponderhit", run_ponderhit, false, "the move that was pondered on was played"},
    {"debug", run_nothing, false, "is ignored"},
    {"register", run_nothing, false, "is ignored"},
    {"d", run_d, false, "draws the position"},
    {"eval", run_eval, false, "evaluates it without a search and prints the terms of the value"},
    {"why", run_why, false, "says how the rules judge it, and for what reason"},
    {"perft", run_perft, true, "N: counts sequences of N moves"},
    {"bench", run_bench, true, "[DEPTH]: searches some fixed positions"},
    {"help", run_help, false, "this list"},
    {"quit", NULL, false, "ends the program"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void run_help(struct protocol_session *session, char *rest)
{
    by_text text = {0};

    (void)rest;
    for (int i = 0; i < COMMANDS; i++)
        by_text_printf(&text, "%-11s %s\n", commands[i].word, commands[i].help);
    protocol_send_text(&session->output, &text);
}

static const struct command *command_called(const char *word)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcasecmp(commands[i].word, word) == 0)
            return &commands[i];
    return NULL;
}

static void settle(struct protocol_session *session)
{
    protocol_stop(session);
    protocol_wait(session);
}

/* Words that are not known are skipped, as the protocol asks, until one is. */
static bool run_line(struct protocol_session *session, char *line)
{
    const struct command *command = NULL;
    char *word;

    while (!command && (word = by__next_word(&line)) != NULL)
        command = command_called(word);
    if (!command)
        return true;
    if (!command->run)
        return false;
    if (command->waits)
        settle(session);
    command->run(session, line);
    return true;
}

/* ---- The protocol ------------------------------------------------------------------------------------------------ */

const struct protocol_dialect protocol_uci_dialect = {
    .game = "xiangqi",
    .run_line = run_line,
    .settle = settle,
    .remark = "info string",
    .announce = announce,
    .add_score = add_score,
    .report_best = report_best,
    .waits_when_infinite = true,
    .variant_notation = "ranks1",
};

static bool is_heard(const char *line)
{
    static const char *const words[] = {"uci", "isready",    "position", "setoption", "go", "startpos",
                                        "fen", "ucinewgame", "quit",     "stop",      NULL};

    return by__begins_with(line, words);
}

const struct protocol protocol_uci = {
    .dialect = &protocol_uci_dialect,
    .is_heard = is_heard,
    .begin = protocol_session_begin,
    .run_line = protocol_session_run_line,
    .end = protocol_session_destroy,
};
