/* SPDX-License-Identifier: MIT
 *
 * XBoard's protocol, version 2 (Mann, Muller: "Chess Engine Communication Protocol", 2009), as far as an engine for
 * xiangqi needs it. The engine keeps the game itself: we send every move once, always in `force`, and then `go`. We
 * send only commands that the engine has announced: HoiXiangqi exits on the first unknown line.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "match/engine.h"

/* ---- Features ---------------------------------------------------------------------------------------------------- */

static void record_feature(struct match_engine *engine, const char *name, const char *value)
{
    bool is_on = strcmp(value, "1") == 0;
    size_t length = strcspn(value, " ");

    if (strcmp(name, "ping") == 0)
        engine->xboard.has_ping = is_on;
    else if (strcmp(name, "usermove") == 0)
        engine->xboard.has_usermove = is_on;
    else if (strcmp(name, "setboard") == 0)
        engine->xboard.has_setboard = is_on;
    else if (strcmp(name, "time") == 0)
        engine->xboard.wants_time = is_on;
    else if (strcmp(name, "reuse") == 0)
        engine->xboard.keeps = is_on;
    else if (strcmp(name, "done") == 0)
        engine->xboard.is_done = is_on;
    else if (strcmp(name, "myname") == 0)
        (void)snprintf(engine->title, sizeof engine->title, "%s", value);
    else if (strcmp(name, "option") == 0 && strstr(value, " -"))
        length = (size_t)(strstr(value, " -") - value);
    if (strcmp(name, "option") == 0)
        match_engine_offer(engine, value, length, value + length);
}

/* name=value, the value perhaps in quotes. Cuts `words` up. */
static void record_features(struct match_engine *engine, char *words)
{
    while (*words) {
        char *name = words + strspn(words, " \t"), *value = strchr(name, '='), *end;

        if (!value)
            return;
        *value++ = 0;
        end = *value == '"' ? strchr(value + 1, '"') : value + strcspn(value, " \t");
        if (!end)
            return;
        words = end + (*end != 0);
        *end = 0;
        record_feature(engine, name, value + (*value == '"'));
    }
}

static by_status greet(struct match_engine *engine, by_error *error)
{
    enum { SILENCE_US = 2000000 }; /* an engine without features stays silent for this time */
    const struct match_player *player = engine->player;
    struct match_answer answer = {0};
    int64_t deadline = by__clock_us() + SILENCE_US;
    const char *line;
    by_status status;

    engine->xboard.wants_time = engine->xboard.keeps = true;
    match_engine_send(engine, "xboard");
    match_engine_send(engine, "protover 2");
    while (!engine->xboard.is_done && (line = match_engine_receive(engine, deadline, &answer)) != NULL) {
        char *words = match_engine_after(line, "feature") ? strdup(match_engine_after(line, "feature")) : NULL;

        if (words)
            record_features(engine, words);
        if (words && !engine->xboard.is_done)
            deadline = by__clock_us() + engine->patience_us;
        free(words);
    }
    if (answer.fault == MATCH_FAULT_CRASH)
        return by_error_set(error, BY_ERROR_INPUT, "it ended when greeted (%s)", answer.message);
    status = match_engine_check_settings(engine, error);
    for (int i = 0; i < player->setting_count && !status; i++)
        match_engine_send(engine, "option %.200s%s%.200s", player->settings[i].name,
                          *player->settings[i].value ? "=" : "", player->settings[i].value);
    if (!status && engine->limit.kind == MATCH_LIMIT_NODES)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "XBoard's protocol knows no limit of nodes, give it one of its own such as time=MS");
    if (!status && engine->limit.kind == MATCH_LIMIT_CPU)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "XBoard's protocol knows no search without limit, which CPU time needs");
    return status;
}

/* ---- A game ------------------------------------------------------------------------------------------------------ */

/* The engine's complaints about a move or a position. Unknown commands are harmless. */
static bool is_refusal(const char *line)
{
    static const char unknown[] = "Error (unknown command)";

    return strncmp(line, "Illegal move", 12) == 0 || strncmp(line, "tellusererror", 13) == 0 ||
           (strncmp(line, "Error", 5) == 0 && strncmp(line, unknown, strlen(unknown)) != 0);
}

/* Waits until everything sent so far has been read. */
static bool synchronise(struct match_engine *engine, struct match_answer *answer)
{
    int64_t deadline = by__clock_us() + engine->patience_us;
    char pong[32];
    const char *line;

    if (!engine->xboard.has_ping)
        return true;
    match_engine_send(engine, "ping %d", ++engine->xboard.pings);
    (void)snprintf(pong, sizeof pong, "pong %d", engine->xboard.pings);
    while ((line = match_engine_receive(engine, deadline, answer)) != NULL) {
        if (strcmp(line, pong) == 0)
            return true;
        if (is_refusal(line)) {
            match_engine_fault(answer, MATCH_FAULT_NONSENSE, "it refuses what is right: %.120s", line);
            return false;
        }
    }
    return false;
}

/* Without the two idle fields, and with the letters of XBoard: H and E for horses and elephants. */
static void send_board(struct match_engine *engine, const char *start)
{
    char board[128] = "", side[4] = "w";
    int plies = 0, number = 1;

    (void)sscanf(start, "%127s %3s - - %d %d", board, side, &plies, &number);
    for (char *at = board; *at; at++) {
        const char *found = strchr("NBnb", *at);

        *at = found ? "HEhe"[found - "NBnb"] : *at;
    }
    match_engine_send(engine, "setboard %s %s %d %d", board, side, plies, number);
}

static void send_level(struct match_engine *engine)
{
    const struct match_limit *limit = &engine->limit;
    int64_t base = limit->kind == MATCH_LIMIT_CLOCK ? limit->base_us : limit->amount * engine->player->slices;

    match_engine_send(engine, "level %d %lld:%02lld %lld.%03lld", limit->moves, (long long)(base / 60000000),
                      (long long)(base / 1000000 % 60), (long long)(limit->increment_us / 1000000),
                      (long long)(limit->increment_us / 1000 % 1000));
}

/* Times are whole seconds in this protocol. For a shorter time we send a clock of that time multiplied by the number of
 * slices before every move, since engines use about such a fraction of their clock. */
static void send_limit(struct match_engine *engine)
{
    const struct match_limit *limit = &engine->limit;

    if (limit->kind == MATCH_LIMIT_DEPTH)
        match_engine_send(engine, "sd %lld", (long long)limit->amount);
    else if (limit->kind == MATCH_LIMIT_TIME && limit->amount % 1000000 == 0)
        match_engine_send(engine, "st %lld", (long long)(limit->amount / 1000000));
    else
        send_level(engine);
}

static bool begin(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    match_engine_send(engine, "new");
    match_engine_send(engine, "variant xiangqi");
    match_engine_send(engine, "force");
    match_engine_send(engine, "easy");
    match_engine_send(engine, "post");
    send_limit(engine);
    engine->xboard.sent_moves = 0;
    if (question->start)
        send_board(engine, question->start);
    return synchronise(engine, answer);
}

/* The moves that it does not know yet. */
static void send_moves(struct match_engine *engine, const struct match_question *question)
{
    const char *at = question->moves[engine->ranks];

    for (int i = 0; i < question->move_count; i++) {
        int length = (int)strcspn(at, " ");

        if (i >= engine->xboard.sent_moves)
            match_engine_send(engine, "%s%.*s", engine->xboard.has_usermove ? "usermove " : "", length, at);
        at += length + 1;
    }
    engine->xboard.sent_moves = question->move_count;
}

static void send_times(struct match_engine *engine, const struct match_question *question)
{
    const struct match_limit *limit = &engine->limit;
    int64_t mine = question->clocks[question->side].left_us, other = question->clocks[question->side ^ 1].left_us;

    if (limit->kind == MATCH_LIMIT_TIME)
        mine = other = limit->amount * engine->player->slices;
    if (!engine->xboard.wants_time || limit->kind == MATCH_LIMIT_DEPTH ||
        (limit->kind == MATCH_LIMIT_TIME && limit->amount % 1000000 == 0))
        return;
    match_engine_send(engine, "time %lld", (long long)(mine / 10000));
    match_engine_send(engine, "otim %lld", (long long)(other / 10000));
}

static bool ask(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    engine->xboard.side = question->side;
    match_engine_send(engine, "force");
    send_moves(engine, question);
    if (!synchronise(engine, answer))
        return false;
    send_times(engine, question);
    match_engine_send(engine, "go");
    return true;
}

/* "5 -3 16 52682 ...": depth, score, hundredths of a second, nodes. */
static void read_thinking(const char *line, struct match_answer *answer)
{
    int depth, score, time;
    unsigned long long nodes;

    if (sscanf(line, "%d %d %d %llu", &depth, &score, &time, &nodes) != 4)
        return;
    answer->depth = depth;
    answer->nodes = nodes;
    answer->score = score >= MATCH_MIN_MATE ? MATCH_MATE : score <= -MATCH_MIN_MATE ? -MATCH_MATE : score;
    answer->has_score = true;
}

/* "0-1 {reason}": the engine thinks that the game is over. That it has lost itself is taken for a resignation. */
static bool read_claim(struct match_engine *engine, const char *line, struct match_answer *answer)
{
    static const char *const lost[] = {"0-1", "1-0"};
    int side = engine->xboard.side;

    if (match_engine_after(line, lost[side]))
        answer->resigns = true;
    else if (match_engine_after(line, lost[side ^ 1]) || match_engine_after(line, "1/2-1/2"))
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "it calls a game over that is not: %.100s", line);
    else
        return false;
    return true;
}

static bool receive_answer(struct match_engine *engine, const char *line, struct match_answer *answer)
{
    const char *words = match_engine_after(line, "move");

    if (words) {
        match_engine_first_word(words, answer->move, sizeof answer->move);
        engine->xboard.sent_moves++;
        return true;
    }
    if (match_engine_after(line, "resign")) {
        answer->resigns = true;
        return true;
    }
    if (read_claim(engine, line, answer))
        return true;
    if (is_refusal(line)) {
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "it refuses what is right: %.120s", line);
        return true;
    }
    if (isdigit((unsigned char)*line))
        read_thinking(line, answer);
    return false;
}

static void finish(struct match_engine *engine, const char *result)
{
    match_engine_send(engine, "force");
    match_engine_send(engine, "result %s {}", result);
    if (!engine->xboard.keeps)
        match_engine_end(engine);
}

const struct match_dialect match_dialect_xboard = {
    .greet = greet, .begin = begin, .ask = ask, .listen = receive_answer, .stop = "?", .finish = finish};
