/* SPDX-License-Identifier: MIT
 *
 * GTP, version 2 (Farnebäck: "Specification of the Go Text Protocol", draft 2, 2002). Every command has an id, and an
 * answer is one only if it begins with `=` or `?` and that id, and ends with an empty line. The engine keeps the game
 * itself: we send every move once.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "match/engine.h"
#include "protocol/gtp/board.h"

static const char *const colours[] = {"black", "white"};

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

/* The first line of an answer; false with the fault if it is none. */
static bool begin_reply(struct match_engine *engine, const char *line, struct match_answer *answer)
{
    char id[16];
    size_t length = (size_t)snprintf(id, sizeof id, "%d", engine->gtp.id);
    const char *rest = line + 1 + length;

    if ((*line != '=' && *line != '?') || strncmp(line + 1, id, length) != 0 || (*rest && *rest != ' ')) {
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "no answer of GTP, expected '=%s ...': %.100s", id, line);
        return false;
    }
    engine->gtp.has_begun = true;
    engine->gtp.has_failed = *line == '?';
    by_text_add(&engine->gtp.reply, rest + strspn(rest, " "));
    return true;
}

/* A line of an answer; true if it was the last, or a fault. */
static bool read_reply_line(struct match_engine *engine, const char *line, struct match_answer *answer)
{
    enum { MAX_REPLY = 1 << 20 };
    by_text *reply = &engine->gtp.reply;

    /* Skips empty lines between answers. */
    if (!engine->gtp.has_begun)
        return *line && !begin_reply(engine, line, answer);
    if (!*line) {
        while (reply->length && isspace((unsigned char)reply->data[reply->length - 1]))
            reply->data[--reply->length] = 0;
        return true;
    }
    by_text_printf(reply, "\n%s", line);
    if (reply->length <= MAX_REPLY)
        return false;
    match_engine_fault(answer, MATCH_FAULT_NONSENSE, "an answer without end: %.100s", line);
    return true;
}

static void send(struct match_engine *engine, const char *command)
{
    engine->gtp.id = engine->gtp.id % 1000000 + 1;
    engine->gtp.has_begun = engine->gtp.has_failed = false;
    by_text_clear(&engine->gtp.reply);
    match_engine_send(engine, "%d %s", engine->gtp.id, command);
}

/* Sends a command and waits for the answer, which may be a failure; false with the fault if there is none. */
static bool exchange(struct match_engine *engine, struct match_answer *answer, const char *format, ...) BY_PRINTF(3, 4);

static bool exchange(struct match_engine *engine, struct match_answer *answer, const char *format, ...)
{
    int64_t deadline = by__clock_us() + engine->patience_us;
    char command[480];
    const char *line;
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(command, sizeof command, format, arguments);
    va_end(arguments);
    send(engine, command);
    while ((line = match_engine_receive(engine, deadline, answer)) != NULL)
        if (read_reply_line(engine, line, answer))
            return !answer->fault;
    if (answer->fault == MATCH_FAULT_HANG)
        match_engine_fault(answer, MATCH_FAULT_HANG, "no answer to '%.60s' within %lld ms", command,
                           (long long)(engine->patience_us / 1000));
    return false;
}

/* The same for a command that has to succeed. */
static bool command(struct match_engine *engine, struct match_answer *answer, const char *format, ...) BY_PRINTF(3, 4);

static bool command(struct match_engine *engine, struct match_answer *answer, const char *format, ...)
{
    char text[128];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!exchange(engine, answer, "%s", text))
        return false;
    if (engine->gtp.has_failed)
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "it refuses what is right, '%.60s': %.100s", text,
                           by_text_string(&engine->gtp.reply));
    return !engine->gtp.has_failed;
}

/* ---- Greeting ---------------------------------------------------------------------------------------------------- */

/* A command that every engine has to know. */
static by_status ask_about(struct match_engine *engine, const char *name, by_error *error)
{
    struct match_answer answer = {0};

    if (!exchange(engine, &answer, "%s", name))
        return by_error_set(error, BY_ERROR_INPUT, "no answer to '%s' (%s)", name, answer.message);
    if (engine->gtp.has_failed)
        return by_error_set(error, BY_ERROR_INPUT, "'%s' fails, expected an engine that speaks GTP: %.100s", name,
                            by_text_string(&engine->gtp.reply));
    return BY_OK;
}

static by_status receive_title(struct match_engine *engine, by_error *error)
{
    by_status status = ask_about(engine, "name", error);

    if (!status)
        (void)snprintf(engine->title, sizeof engine->title, "%.50s ", by_text_string(&engine->gtp.reply));
    if (!status)
        status = ask_about(engine, "version", error);
    if (!status) {
        size_t length = strlen(engine->title);

        (void)snprintf(engine->title + length, sizeof engine->title - length, "%.24s",
                       by_text_string(&engine->gtp.reply));
    }
    return status;
}

static by_status receive_commands(struct match_engine *engine, by_error *error)
{
    static const char *const needed[] = {"boardsize", "clear_board", "komi", "play", "genmove", NULL};
    by_status status = ask_about(engine, "list_commands", error);
    const char *at = by_text_string(&engine->gtp.reply);

    while (!status && *at) {
        size_t length = strcspn(at, " \n");

        match_engine_offer(engine, at, length, "");
        at += length + strspn(at + length, " \n");
    }
    for (int i = 0; needed[i] && !status; i++)
        if (!match_engine_offers(engine, needed[i]))
            status = by_error_set(error, BY_ERROR_INPUT,
                                  "it does not list the command '%s', without which no game can "
                                  "be played",
                                  needed[i]);
    return status;
}

/* An option is a command with its arguments; of this program, what `boyi-set` sets. */
static by_status set_option(struct match_engine *engine, const struct match_setting *setting, by_error *error)
{
    const char *before = engine->player->is_own ? "boyi-set " : "";
    struct match_answer answer = {0};

    if (!engine->player->is_own && !match_engine_offers(engine, setting->name))
        return by_error_set(error, BY_ERROR_UNKNOWN,
                            "it has no command '%.60s'; over GTP option.NAME=VALUE is the command NAME VALUE",
                            setting->name);
    if (!exchange(engine, &answer, "%s%.200s %.200s", before, setting->name, setting->value))
        return by_error_set(error, BY_ERROR_INPUT, "no answer to '%s%.60s %.60s' (%s)", before, setting->name,
                            setting->value, answer.message);
    if (engine->gtp.has_failed)
        return by_error_set(error, BY_ERROR_INPUT, "'%s%.60s %.60s' fails: %.100s", before, setting->name,
                            setting->value, by_text_string(&engine->gtp.reply));
    return BY_OK;
}

/* Questions that this protocol cannot express. */
static by_status check_limit(const struct match_limit *limit, by_error *error)
{
    enum { SECOND = 1000000 };

    if (limit->kind == MATCH_LIMIT_NODES || limit->kind == MATCH_LIMIT_DEPTH)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "GTP knows no limit of nodes or depth; give a time, or set it by an option of the engine");
    if (limit->kind == MATCH_LIMIT_CPU)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "GTP cannot stop an engine, which a limit of CPU time needs; give a time");
    if (limit->kind == MATCH_LIMIT_CLOCK && (limit->increment_us || limit->base_us % SECOND))
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "GTP knows no increment and counts clocks in whole seconds, expected such as 300, or "
                            "25/300 for 25 moves");
    return BY_OK;
}

static by_status greet(struct match_engine *engine, by_error *error)
{
    const struct match_player *player = engine->player;
    by_status status = check_limit(&engine->limit, error);

    if (!status)
        status = ask_about(engine, "protocol_version", error);
    if (!status && strcmp(by_text_string(&engine->gtp.reply), "2") != 0)
        status = by_error_set(error, BY_ERROR_UNSUPPORTED, "it speaks version '%.40s' of GTP, expected 2",
                              by_text_string(&engine->gtp.reply));
    if (!status)
        status = receive_title(engine, error);
    if (!status)
        status = receive_commands(engine, error);
    for (int i = 0; i < player->setting_count && !status; i++)
        status = set_option(engine, &player->settings[i], error);
    return status;
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

/* A time for each move is a byo-yomi of one stone, or of as many as make it whole seconds. */
static void find_byo_yomi(int64_t time_us, long long *seconds, int *stones)
{
    int64_t unit = 1000000, rest = time_us;

    while (rest) { /* the greatest common divisor */
        int64_t next = unit % rest;

        unit = rest;
        rest = next;
    }
    *stones = (int)(1000000 / unit);
    *seconds = (long long)(time_us / unit);
}

static bool send_limit(struct match_engine *engine, struct match_answer *answer)
{
    const struct match_limit *limit = &engine->limit;
    long long seconds = limit->base_us / 1000000, main = 0;
    int stones = limit->moves;

    if (limit->kind == MATCH_LIMIT_NONE || !match_engine_offers(engine, "time_settings"))
        return true;
    if (limit->kind == MATCH_LIMIT_TIME) {
        find_byo_yomi(limit->amount, &seconds, &stones);
    } else if (!stones) {
        main = seconds;
        seconds = 0;
    }
    return command(engine, answer, "time_settings %lld %lld %d", main, seconds, stones);
}

static bool send_time_left(struct match_engine *engine, const struct match_question *question,
                           struct match_answer *answer)
{
    const struct match_limit *limit = &engine->limit;
    const struct match_clock *clock = &question->clocks[question->side];
    long long seconds = clock->left_us / 1000000;
    int stones = clock->moves_left;

    if (limit->kind == MATCH_LIMIT_NONE || !match_engine_offers(engine, "time_left"))
        return true;
    if (limit->kind == MATCH_LIMIT_TIME)
        find_byo_yomi(limit->amount, &seconds, &stones);
    return command(engine, answer, "time_left %s %lld %d", colours[question->side], seconds, stones);
}

/* ---- A game ------------------------------------------------------------------------------------------------------ */

/* The stones of a position can be laid one after the other: none is taken on the way, since the liberties that a block
 * has at the end are empty all the time. */
static bool lay_stones(struct match_engine *engine, const struct gtp_board *board, struct match_answer *answer)
{
    for (int i = 0; i < board->size * board->size; i++)
        if (board->stones[i] != GTP_EMPTY &&
            !command(engine, answer, "play %s %s", colours[board->stones[i]], gtp_vertex(board, i).text))
            return false;
    return true;
}

static bool begin(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    struct gtp_board board;

    engine->gtp.sent_moves = 0;
    if (!gtp_board_parse(question->board, &board)) {
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "GTP cannot express '%.100s'", question->board);
        return false;
    }
    return command(engine, answer, "boardsize %d", board.size) && command(engine, answer, "clear_board") &&
           command(engine, answer, "komi %s", gtp_komi(&board).text) && send_limit(engine, answer) &&
           lay_stones(engine, &board, answer);
}

/* The moves that it does not know yet. One out of turn has its colour before it. */
static bool send_moves(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    const char *at = question->moves[0];
    struct gtp_board board;
    int colour = gtp_board_parse(question->board, &board) ? board.side : GTP_BLACK;

    for (int i = 0; i < question->move_count; i++, colour ^= 1) {
        int length;

        if (at[1] == ' ') {
            colour = *at == 'W';
            at += 2;
        }
        length = (int)strcspn(at, " ");
        if (i >= engine->gtp.sent_moves && !command(engine, answer, "play %s %.*s", colours[colour], length, at))
            return false;
        at += length + 1;
    }
    engine->gtp.sent_moves = question->move_count;
    return true;
}

static bool ask(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    static const char cleanup[] = "kgs-genmove_cleanup"; /* KGS: no pass before all dead stones are taken */
    bool is_cleanup = question->is_cleanup && match_engine_offers(engine, cleanup);
    char genmove[40];

    if (!send_moves(engine, question, answer) || !send_time_left(engine, question, answer))
        return false;
    (void)snprintf(genmove, sizeof genmove, "%s %s", is_cleanup ? cleanup : "genmove", colours[question->side]);
    send(engine, genmove);
    return true;
}

static bool receive_answer(struct match_engine *engine, const char *line, struct match_answer *answer)
{
    const char *reply;

    if (!read_reply_line(engine, line, answer))
        return false;
    reply = by_text_string(&engine->gtp.reply);
    if (answer->fault)
        return true;
    if (engine->gtp.has_failed)
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "genmove fails: %.100s", reply);
    else if (strcasecmp(reply, "resign") == 0)
        answer->resigns = true;
    else if (!*reply || strpbrk(reply, " \t\n") || strlen(reply) >= sizeof answer->move)
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "genmove gives no move: '%.60s'", reply);
    else
        (void)snprintf(answer->move, sizeof answer->move, "%s", reply);
    engine->gtp.sent_moves++;
    return true;
}

/* ---- The end ----------------------------------------------------------------------------------------------------- */

/* The engines' output goes into comments. */
static void clean(char *text)
{
    for (; text && *text; text++)
        if (*text != '\n' && ((unsigned char)*text < ' ' || (unsigned char)*text > '~'))
            *text = '?';
}

static void judge(struct match_engine *engine, const struct match_question *question, struct match_final *final,
                  struct match_answer *answer)
{
    if (!send_moves(engine, question, answer))
        return;
    if (match_engine_offers(engine, "final_status_list")) {
        if (!exchange(engine, answer, "final_status_list dead"))
            return;
        final->has_dead = !engine->gtp.has_failed;
        clean(engine->gtp.reply.data);
        by_text_add(&final->dead, by_text_string(&engine->gtp.reply));
    }
    if (match_engine_offers(engine, "final_score") && exchange(engine, answer, "final_score") &&
        !engine->gtp.has_failed) {
        clean(engine->gtp.reply.data);
        match_engine_first_word(by_text_string(&engine->gtp.reply), final->score, sizeof final->score);
        final->score[strcspn(final->score, "\n")] = 0;
    }
}

const struct match_dialect match_dialect_gtp = {
    .greet = greet, .begin = begin, .ask = ask, .listen = receive_answer, .judge = judge};
