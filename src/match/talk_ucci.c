/* SPDX-License-Identifier: MIT
 *
 * UCCI 3.0 (象棋百科全书网, 2007): UCI's older sister in xiangqi. Times are seconds unless the engine has the option
 * `usemillisec`.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "match/engine.h"

/* "option usemillisec type check default false" */
static void note_option(struct match_engine *engine, const char *words)
{
    size_t length = strcspn(words, " \t");

    match_engine_offer(engine, words, length, words + length + strspn(words + length, " \t"));
}

static void note(struct match_engine *engine, const char *line)
{
    const char *words;

    if ((words = match_engine_after(line, "id")) != NULL && (words = match_engine_after(words, "name")) != NULL)
        (void)snprintf(engine->title, sizeof engine->title, "%s", words);
    else if ((words = match_engine_after(line, "option")) != NULL)
        note_option(engine, words);
}

static const struct match_greeting greeting = {"ucci", "ucciok", "setoption expert true", note};

static by_status greet(struct match_engine *engine, by_error *error)
{
    const struct match_player *player = engine->player;
    by_status status = match_engine_greet(engine, &greeting, error);

    if (status)
        return status;
    engine->ucci.milliseconds = match_engine_offers(engine, "usemillisec");
    if (engine->ucci.milliseconds)
        match_engine_say(engine, "setoption usemillisec true");
    if (player->ponders && match_engine_offers(engine, "ponder"))
        match_engine_say(engine, "setoption ponder true");
    for (int i = 0; i < player->setting_count; i++)
        match_engine_say(engine, "setoption %.200s %.200s", player->settings[i].name, player->settings[i].value);
    return match_engine_expect_ready(engine, error);
}

static bool begin(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    (void)question;
    if (match_engine_offers(engine, "newgame"))
        match_engine_say(engine, "setoption newgame");
    return match_engine_synchronise(engine, answer);
}

/* In the engine's unit, never 0. */
static long long in_units(const struct match_engine *engine, int64_t time_us)
{
    int64_t unit = engine->ucci.milliseconds ? 1000 : 1000000;

    return time_us < unit ? 1 : (long long)(time_us / unit);
}

static void say_clock(struct match_engine *engine, const struct match_question *question, const char *go)
{
    const struct match_clock *mine = &question->clocks[question->side], *other = &question->clocks[question->side ^ 1];
    int64_t unit = engine->ucci.milliseconds ? 1000 : 1000000;

    if (mine->moves_left)
        match_engine_say(engine, "%s time %lld movestogo %d opptime %lld", go, in_units(engine, mine->left_us),
                         mine->moves_left, in_units(engine, other->left_us));
    else
        match_engine_say(engine, "%s time %lld increment %lld opptime %lld oppincrement %lld", go,
                         in_units(engine, mine->left_us), (long long)(question->increments_us[question->side] / unit),
                         in_units(engine, other->left_us),
                         (long long)(question->increments_us[question->side ^ 1] / unit));
}

/* `go` is that word, or `go ponder`. */
static void say_go(struct match_engine *engine, const struct match_question *question, const char *go)
{
    const struct match_limit *limit = &engine->limit;

    match_engine_say_position(engine, question);
    switch (limit->kind) {
    case MATCH_LIMIT_NODES:
        match_engine_say(engine, "%s nodes %lld", go, (long long)limit->amount);
        break;
    case MATCH_LIMIT_DEPTH:
        match_engine_say(engine, "%s depth %lld", go, (long long)limit->amount);
        break;
    case MATCH_LIMIT_TIME:
        match_engine_say(engine, "%s time %lld movestogo 1", go, in_units(engine, limit->amount));
        break;
    case MATCH_LIMIT_CLOCK:
        say_clock(engine, question, go);
        break;
    default:
        match_engine_say(engine, "%s infinite", go);
    }
}

static bool ask(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    if (engine->was_stopped && !match_engine_synchronise(engine, answer))
        return false;
    engine->was_stopped = false;
    say_go(engine, question, "go");
    return true;
}

static void ponder(struct match_engine *engine, const struct match_question *question)
{
    say_go(engine, question, "go ponder");
}

static bool hear_answer(struct match_engine *engine, const char *line, struct match_answer *answer)
{
    const char *words;

    (void)engine;
    if ((words = match_engine_after(line, "info")) != NULL)
        match_engine_read_info(words, answer);
    if (match_engine_after(line, "nobestmove")) {
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "no move where there is one: %.60s", line);
        return true;
    }
    words = match_engine_after(line, "bestmove");
    if (!words)
        return false;
    match_engine_read_best(words, answer);
    answer->resigns = strstr(words, " resign") != NULL;
    if (!*answer->move)
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "a bestmove without a move");
    return true;
}

static void stop(struct match_engine *engine)
{
    match_engine_say(engine, "stop");
}

const struct match_dialect match_dialect_ucci = {
    .greet = greet, .begin = begin, .ask = ask, .ponder = ponder, .listen = hear_answer, .stop = stop};
