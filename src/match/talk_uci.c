/* SPDX-License-Identifier: MIT
 *
 * UCI (Meyer-Kahlen, Huber 2000 and 2006) as engines for xiangqi speak it, with ranks 0 to 9 as Pikafish, or 1 to 10 as
 * Fairy-Stockfish, which also needs the option UCI_Variant; and UCCI 3.0 (象棋百科全书网, 2007), its older sister:
 *
 *     UCI    setoption name NAME value VALUE     go wtime MS btime MS ...     bestmove M or bestmove (none)
 *     UCCI   setoption NAME VALUE                go time T opptime T ...      bestmove M or nobestmove
 */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "match/engine.h"

/* Where the two differ. */
struct match_language {
    const char *hello, *done;
    const char *before_name, *before_value; /* in a line with a setting */
    const char *ponder, *expert;            /* names of options */
    void (*record_option)(struct match_engine *engine, const char *words);
    void (*prepare)(struct match_engine *engine);  /* before the user's settings */
    void (*new_game)(struct match_engine *engine); /* it begins */
    void (*add_time)(const struct match_engine *engine, const struct match_question *question, by_text *out);
};

static void send_setting(struct match_engine *engine, const char *name, const char *value)
{
    const struct match_language *language = engine->dialect->language;

    match_engine_send(engine, "setoption %s%.200s%s%.200s", language->before_name, name,
                      *value ? language->before_value : "", value);
}

/* ---- UCI --------------------------------------------------------------------------------------------------------- */

/* "option name Skill Level type spin ...": the name goes up to the word type. */
static void record_uci_option(struct match_engine *engine, const char *words)
{
    const char *name = match_engine_after(words, "name");
    const char *type = name ? strstr(name, " type ") : NULL;

    if (type)
        match_engine_offer(engine, name, (size_t)(type - name), type + 1);
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
        send_setting(engine, "UCI_Variant", "xiangqi");
    if (engine->player->ranks == MATCH_RANKS_AUTO)
        engine->ranks = is_fairy || sets_variant(engine->player);
}

static void begin_uci_game(struct match_engine *engine)
{
    match_engine_send(engine, "ucinewgame");
}

/* In whole units, never 0, which some engines take for no limit. */
static long long in_units(int64_t time_us, int64_t unit_us)
{
    return time_us < unit_us ? 1 : (long long)(time_us / unit_us);
}

static void add_uci_time(const struct match_engine *engine, const struct match_question *question, by_text *out)
{
    const struct match_clock *clocks = question->clocks;

    if (engine->limit.kind == MATCH_LIMIT_TIME) {
        by_text_printf(out, " movetime %lld", in_units(engine->limit.amount, 1000));
        return;
    }
    by_text_printf(out, " wtime %lld btime %lld winc %lld binc %lld", in_units(clocks[0].left_us, 1000),
                   in_units(clocks[1].left_us, 1000), (long long)(question->increments_us[0] / 1000),
                   (long long)(question->increments_us[1] / 1000));
    if (clocks[question->side].moves_left)
        by_text_printf(out, " movestogo %d", clocks[question->side].moves_left);
}

static const struct match_language uci = {
    .hello = "uci",
    .done = "uciok",
    .before_name = "name ",
    .before_value = " value ",
    .ponder = "Ponder",
    .expert = "Expert",
    .record_option = record_uci_option,
    .prepare = choose_ranks,
    .new_game = begin_uci_game,
    .add_time = add_uci_time,
};

/* ---- UCCI -------------------------------------------------------------------------------------------------------- */

/* "option usemillisec type check default false" */
static void record_ucci_option(struct match_engine *engine, const char *words)
{
    size_t length = strcspn(words, " \t");

    match_engine_offer(engine, words, length, words + length + strspn(words + length, " \t"));
}

static void ask_for_milliseconds(struct match_engine *engine)
{
    engine->ucci.milliseconds = match_engine_offers(engine, "usemillisec");
    if (engine->ucci.milliseconds)
        send_setting(engine, "usemillisec", "true");
}

static void begin_ucci_game(struct match_engine *engine)
{
    if (match_engine_offers(engine, "newgame"))
        send_setting(engine, "newgame", "");
}

/* Times are seconds unless the engine has the option `usemillisec`. */
static void add_ucci_time(const struct match_engine *engine, const struct match_question *question, by_text *out)
{
    const struct match_clock *mine = &question->clocks[question->side], *other = &question->clocks[question->side ^ 1];
    const int64_t *increments = question->increments_us, unit = engine->ucci.milliseconds ? 1000 : 1000000;

    if (engine->limit.kind == MATCH_LIMIT_TIME)
        by_text_printf(out, " time %lld movestogo 1", in_units(engine->limit.amount, unit));
    else if (mine->moves_left)
        by_text_printf(out, " time %lld movestogo %d opptime %lld", in_units(mine->left_us, unit), mine->moves_left,
                       in_units(other->left_us, unit));
    else
        by_text_printf(out, " time %lld increment %lld opptime %lld oppincrement %lld", in_units(mine->left_us, unit),
                       (long long)(increments[question->side] / unit), in_units(other->left_us, unit),
                       (long long)(increments[question->side ^ 1] / unit));
}

static const struct match_language ucci = {
    .hello = "ucci",
    .done = "ucciok",
    .before_name = "",
    .before_value = " ",
    .ponder = "ponder",
    .expert = "expert",
    .record_option = record_ucci_option,
    .prepare = ask_for_milliseconds,
    .new_game = begin_ucci_game,
    .add_time = add_ucci_time,
};

/* ---- Greeting ---------------------------------------------------------------------------------------------------- */

static void record_line(struct match_engine *engine, const char *line)
{
    const char *words;

    if ((words = match_engine_after(line, "id")) != NULL && (words = match_engine_after(words, "name")) != NULL)
        (void)snprintf(engine->title, sizeof engine->title, "%s", words);
    else if ((words = match_engine_after(line, "option")) != NULL)
        engine->dialect->language->record_option(engine, words);
}

/* Notes every line until the engine says `done`. */
static by_status receive_until(struct match_engine *engine, const char *done, by_error *error)
{
    int64_t deadline = by__clock_us() + engine->patience_us;
    struct match_answer answer = {0};
    const char *line;

    while ((line = match_engine_receive(engine, deadline, &answer)) != NULL && strcmp(line, done) != 0)
        record_line(engine, line);
    if (!line)
        return by_error_set(error, BY_ERROR_INPUT, "no '%s' (%s)", done, answer.message);
    return BY_OK;
}

static by_status expect_ready(struct match_engine *engine, by_error *error)
{
    match_engine_send(engine, "isready");
    return receive_until(engine, "readyok", error);
}

static bool lacks_options(const struct match_engine *engine)
{
    const struct match_player *player = engine->player;

    for (int i = 0; i < player->setting_count; i++)
        if (!player->settings[i].is_checked && !match_engine_offers(engine, player->settings[i].name))
            return true;
    return false;
}

static by_status greet(struct match_engine *engine, by_error *error)
{
    const struct match_language *language = engine->dialect->language;
    const struct match_player *player = engine->player;
    by_status status;

    match_engine_send(engine, "%s", language->hello);
    status = receive_until(engine, language->done, error);
    /* Some options are announced to experts alone */
    if (!status && lacks_options(engine) && match_engine_offers(engine, language->expert)) {
        send_setting(engine, language->expert, "true");
        status = expect_ready(engine, error);
    }
    if (!status)
        status = match_engine_check_settings(engine, error);
    if (status)
        return status;
    language->prepare(engine);
    if (player->ponders && match_engine_offers(engine, language->ponder))
        send_setting(engine, language->ponder, "true");
    for (int i = 0; i < player->setting_count; i++)
        send_setting(engine, player->settings[i].name, player->settings[i].value);
    return expect_ready(engine, error);
}

/* ---- A game ------------------------------------------------------------------------------------------------------ */

static bool synchronise(struct match_engine *engine, struct match_answer *answer)
{
    match_engine_send(engine, "isready");
    return match_engine_await(engine, "readyok", answer);
}

static bool begin(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    (void)question;
    engine->dialect->language->new_game(engine);
    return synchronise(engine, answer);
}

/* "position fen ... moves ..." */
static void send_position(struct match_engine *engine, const struct match_question *question)
{
    by_text line = {0};

    by_text_printf(&line, "position %s%s", question->start ? "fen " : "startpos",
                   question->start ? question->start : "");
    if (question->move_count)
        by_text_printf(&line, " moves %s", question->moves[engine->ranks]);
    /* Every move has a blank behind it, and some programs read that as an empty word. */
    while (line.length && line.data[line.length - 1] == ' ')
        line.data[--line.length] = 0;
    match_engine_send_text(engine, &line);
    by_text_free(&line);
}

/* `go` is that word, or `go ponder`. */
static void send_go(struct match_engine *engine, const struct match_question *question, const char *go)
{
    const struct match_limit *limit = &engine->limit;
    by_text line = {0};

    send_position(engine, question);
    by_text_add(&line, go);
    if (limit->kind == MATCH_LIMIT_NODES || limit->kind == MATCH_LIMIT_DEPTH)
        by_text_printf(&line, " %s %lld", limit->kind == MATCH_LIMIT_NODES ? "nodes" : "depth",
                       (long long)limit->amount);
    else if (limit->kind == MATCH_LIMIT_TIME || limit->kind == MATCH_LIMIT_CLOCK)
        engine->dialect->language->add_time(engine, question, &line);
    else
        by_text_add(&line, " infinite");
    match_engine_send_text(engine, &line);
    by_text_free(&line);
}

static bool ask(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    if (engine->was_stopped && !synchronise(engine, answer))
        return false;
    engine->was_stopped = false;
    send_go(engine, question, "go");
    return true;
}

static void ponder(struct match_engine *engine, const struct match_question *question)
{
    send_go(engine, question, "go ponder");
}

/* ---- Thinking aloud ---------------------------------------------------------------------------------------------- */

static int clamp_score(long long score, int max)
{
    return score > max ? max : score < -max ? -max : (int)score;
}

static void read_score(const char *words, struct match_answer *answer)
{
    long long number;

    if (match_engine_number_after(words, "score mate", &number)) {
        int moves = clamp_score(number, MATCH_MATE - MATCH_MIN_MATE);

        answer->score = number > 0 ? MATCH_MATE - moves : -MATCH_MATE - moves;
    } else if (match_engine_number_after(words, "score cp", &number) ||
               match_engine_number_after(words, "score", &number)) {
        answer->score = clamp_score(number, MATCH_MIN_MATE - 1);
    } else {
        return;
    }
    answer->has_score = true;
}

/* Depth, score and nodes of an info line. */
static void read_info(const char *words, struct match_answer *answer)
{
    long long number;

    if (match_engine_after(words, "string") || (match_engine_number_after(words, "multipv", &number) && number != 1))
        return;
    if (match_engine_number_after(words, "depth", &number) && number >= 0 && number < 100000)
        answer->depth = (int)number;
    if (match_engine_number_after(words, "nodes", &number) && number >= 0)
        answer->nodes = (uint64_t)number;
    read_score(words, answer);
}

/* The move, and perhaps `ponder` and the reply. */
static void read_best(const char *words, struct match_answer *answer)
{
    const char *rest = words + strcspn(words, " \t");

    match_engine_first_word(words, answer->move, sizeof answer->move);
    rest = match_engine_after(rest + strspn(rest, " \t"), "ponder");
    match_engine_first_word(rest ? rest : "", answer->reply, sizeof answer->reply);
    answer->resigns = strstr(words, " resign") != NULL;
}

static bool receive_answer(struct match_engine *engine, const char *line, struct match_answer *answer)
{
    const char *words;

    (void)engine;
    if ((words = match_engine_after(line, "info")) != NULL)
        read_info(words, answer);
    if ((words = match_engine_after(line, "bestmove")) != NULL)
        read_best(words, answer);
    else if (!match_engine_after(line, "nobestmove"))
        return false;
    if (!*answer->move || strcmp(answer->move, "(none)") == 0 || strcmp(answer->move, "0000") == 0)
        match_engine_fault(answer, MATCH_FAULT_NONSENSE, "no move where there is one: %.60s", line);
    return true;
}

const struct match_dialect match_dialect_uci = {.language = &uci,
                                                .greet = greet,
                                                .begin = begin,
                                                .ask = ask,
                                                .ponder = ponder,
                                                .listen = receive_answer,
                                                .stop = "stop"};
const struct match_dialect match_dialect_ucci = {.language = &ucci,
                                                 .greet = greet,
                                                 .begin = begin,
                                                 .ask = ask,
                                                 .ponder = ponder,
                                                 .listen = receive_answer,
                                                 .stop = "stop"};
