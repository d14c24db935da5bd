/* SPDX-License-Identifier: MIT
 *
 * UCI (Meyer-Kahlen, Huber 2000 and 2006) as engines for xiangqi speak it: ranks 0 to 9 as Pikafish, or 1 to 10 as
 * Fairy-Stockfish, which also needs the option UCI_Variant.
 */
#include <stdio.h>
#include <string.h>

#include "match/engine.h"

/* "option name Skill Level type spin ...": the name goes up to the word type. */
static void note_option(struct match_engine *engine, const char *words)
{
    const char *name = match_engine_after(words, "name");
    const char *type = name ? strstr(name, " type ") : NULL;

    if (type)
        match_engine_offer(engine, name, (size_t)(type - name), type + 1);
}

static void note(struct match_engine *engine, const char *line)
{
    const char *words;

    if ((words = match_engine_after(line, "id")) != NULL && (words = match_engine_after(words, "name")) != NULL)
        (void)snprintf(engine->title, sizeof engine->title, "%s", words);
    else if ((words = match_engine_after(line, "option")) != NULL)
        note_option(engine, words);
}

static bool sets_variant(const struct match_player *player)
{
    for (int i = 0; i < player->setting_count; i++)
        if (strcmp(player->settings[i].name, "UCI_Variant") == 0)
            return true;
    return false;
}

/* Engines with UCI_Variant count ranks from 1. */
static void choose_ranks(struct match_engine *engine)
{
    bool is_fairy = strstr(engine->title, "Fairy-Stockfish") != NULL;

    if (is_fairy && !sets_variant(engine->player))
        match_engine_say(engine, "setoption name UCI_Variant value xiangqi");
    if (engine->player->ranks == MATCH_RANKS_AUTO)
        engine->ranks = is_fairy || sets_variant(engine->player);
}

static const struct match_greeting greeting = {"uci", "uciok", "setoption name Expert value true", note};

static by_status greet(struct match_engine *engine, by_error *error)
{
    const struct match_player *player = engine->player;
    by_status status = match_engine_greet(engine, &greeting, error);

    if (status)
        return status;
    choose_ranks(engine);
    if (player->ponders && match_engine_offers(engine, "Ponder"))
        match_engine_say(engine, "setoption name Ponder value true");
    for (int i = 0; i < player->setting_count; i++)
        match_engine_say(engine, "setoption name %.200s%s%.200s", player->settings[i].name,
                         *player->settings[i].value ? " value " : "", player->settings[i].value);
    return match_engine_expect_ready(engine, error);
}

static bool begin(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    (void)question;
    match_engine_say(engine, "ucinewgame");
    return match_engine_synchronise(engine, answer);
}

/* Milliseconds as engines want them: never 0, which some take for no limit. */
static long long whole_ms(int64_t time_us)
{
    return time_us < 1000 ? 1 : (long long)(time_us / 1000);
}

static void say_clock(struct match_engine *engine, const struct match_question *question, const char *go)
{
    const struct match_clock *clocks = question->clocks;
    char rest[40] = "";

    if (clocks[question->side].moves_left)
        (void)snprintf(rest, sizeof rest, " movestogo %d", clocks[question->side].moves_left);
    match_engine_say(engine, "%s wtime %lld btime %lld winc %lld binc %lld%s", go, whole_ms(clocks[0].left_us),
                     whole_ms(clocks[1].left_us), (long long)(question->increments_us[0] / 1000),
                     (long long)(question->increments_us[1] / 1000), rest);
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
        match_engine_say(engine, "%s movetime %lld", go, whole_ms(limit->amount));
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
    words = match_engine_after(line, "bestmove");
    if (!words)
        return false;
    match_engine_read_best(words, answer);
    if (!*answer->move || strcmp(answer->move, "(none)") == 0 || strcmp(answer->move, "0000") == 0)
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "no move where there is one: %.60s", line);
    return true;
}

static void stop(struct match_engine *engine)
{
    match_engine_say(engine, "stop");
}

const struct match_dialect match_dialect_uci = {
    .greet = greet, .begin = begin, .ask = ask, .ponder = ponder, .listen = hear_answer, .stop = stop};
