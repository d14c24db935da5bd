/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/engine.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/scan.h"
#include "match/flags.h"

enum {
    SLICE_US = 50000,   /* how often a waiting thread checks for an abort */
    CPU_STEP_US = 2000, /* the least wait between two looks at the CPU time */
    IDLE_US = 100000,   /* an engine that used less than IDLE_CPU_US in this time has stopped searching */
    IDLE_CPU_US = 200,
    MAX_PONDER_LINES = 100, /* lines of the pondering engine between two reads of the searching one */
    QUIT_US = 1000000,      /* for a program to end by itself */
    SAY_US = 2000000,       /* for a program to read a line */
};

const char *match_fault_name(enum match_fault fault)
{
    static const char *const names[] = {"none", "crash", "hang", "time loss", "illegal move", "nonsense"};

    return names[fault];
}

void match_engine_fault(struct match_answer *answer, enum match_fault fault, const char *format, ...)
{
    va_list arguments;

    answer->fault = fault;
    va_start(arguments, format);
    (void)vsnprintf(answer->message, sizeof answer->message, format, arguments);
    va_end(arguments);
    match_clean(answer->message);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* One call per line, so that lines of several engines do not mix. */
static void write_log(const struct match_engine *engine, char direction, const char *line)
{
    int64_t now = by__clock_us();

    if (engine->log)
        fprintf(engine->log, "%lld.%06lld %d %s %c %s\n", (long long)(now / 1000000), (long long)(now % 1000000),
                engine->seat, engine->player->name, direction, line);
}

static void send_line(struct match_engine *engine, const char *line)
{
    write_log(engine, '<', line);
    (void)match_process_send(engine->process, line, by__clock_us() + SAY_US);
}

static enum match_received receive_line(struct match_engine *engine, int64_t deadline_us, const char **line,
                                        int64_t *received_us)
{
    enum match_received received = match_process_receive(engine->process, deadline_us, line, received_us);

    if (received == MATCH_RECEIVED_LINE)
        write_log(engine, '>', *line);
    return received;
}

void match_engine_send_text(struct match_engine *engine, const by_text *text)
{
    send_line(engine, by_text_string(text));
}

void match_engine_send(struct match_engine *engine, const char *format, ...)
{
    char line[512];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    send_line(engine, line);
}

static void died(struct match_engine *engine, struct match_answer *answer)
{
    by_text words = {0};

    match_process_post_mortem(engine->process, &words);
    match_engine_fault(answer, MATCH_FAULT_CRASH, "%s", by_text_string(&words));
    by_text_free(&words);
}

const char *match_engine_receive(struct match_engine *engine, int64_t deadline_us, struct match_answer *answer)
{
    for (;;) {
        int64_t now = by__clock_us(), slice = now + SLICE_US, received_us;
        const char *line;

        if (engine->abort && atomic_load(engine->abort)) {
            answer->is_aborted = true;
            return NULL;
        }
        /* Endless output must not postpone the deadline. */
        if (now > deadline_us) {
            match_engine_fault(answer, MATCH_FAULT_HANG, "no answer in time");
            return NULL;
        }
        switch (receive_line(engine, slice < deadline_us ? slice : deadline_us, &line, &received_us)) {
        case MATCH_RECEIVED_LINE:
            return line;
        case MATCH_RECEIVED_END:
            died(engine, answer);
            return NULL;
        case MATCH_RECEIVED_NOTHING:
            break;
        }
    }
}

bool match_engine_await(struct match_engine *engine, const char *expected, struct match_answer *answer)
{
    int64_t deadline = by__clock_us() + engine->patience_us;
    const char *line;

    while ((line = match_engine_receive(engine, deadline, answer)) != NULL)
        if (strcmp(line, expected) == 0)
            return true;
    if (answer->fault == MATCH_FAULT_HANG)
        match_engine_fault(answer, MATCH_FAULT_HANG, "no '%s' within %lld ms", expected,
                           (long long)(engine->patience_us / 1000));
    return false;
}

const char *match_engine_after(const char *line, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(line, word, length) != 0 || (line[length] && !isspace((unsigned char)line[length])))
        return NULL;
    line += length;
    return line + strspn(line, " \t");
}

void match_engine_first_word(const char *text, char *out, size_t size)
{
    (void)snprintf(out, size, "%.*s", (int)strcspn(text, " \t"), text);
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

void match_engine_offer(struct match_engine *engine, const char *name, size_t length, const char *values)
{
    enum { MAX_OFFERED = 1 << 16 };

    if (engine->offered.length + length + strlen(values) < MAX_OFFERED)
        by_text_printf(&engine->offered, "%.*s\t%s\n", (int)length, name, values);
}

/* The announced values of an option, up to the end of the line; NULL: there is no such option. */
static const char *find_offer(const struct match_engine *engine, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = by_text_string(&engine->offered); *at; at = strchr(at, '\n') + 1)
        if (strncasecmp(at, name, length) == 0 && at[length] == '\t')
            return at + length + 1;
    return NULL;
}

bool match_engine_offers(const struct match_engine *engine, const char *name)
{
    return find_offer(engine, name) != NULL;
}

bool match_engine_number_after(const char *words, const char *word, long long *out)
{
    size_t length = strlen(word);
    char *end;

    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length) {
        if ((at != words && at[-1] != ' ') || at[length] != ' ')
            continue;
        *out = strtoll(at + length, &end, 10);
        return end != at + length && (!*end || *end == ' ');
    }
    return false;
}

/* Whether the value is one of those behind the words `var`. */
static bool is_among(const char *values, const char *value)
{
    static const char word[] = " var ";
    const char *at = strstr(values, word);

    for (const char *next; at; at = next) {
        size_t length;

        at += strlen(word);
        /* The blank behind a value is the one before the next word. */
        next = strstr(at - 1, word);
        length = next ? (size_t)(next - at) : strlen(at);
        if (length == strlen(value) && strncasecmp(at, value, length) == 0)
            return true;
    }
    return false;
}

static bool is_within(const char *values, const char *value)
{
    long long min, max;
    int64_t number;

    if (!by__scan_integer(value, INT64_MIN, INT64_MAX, &number))
        return false;
    return !(match_engine_number_after(values, "min", &min) && number < min) &&
           !(match_engine_number_after(values, "max", &max) && number > max);
}

/* Texts and buttons accept any value. */
static bool fits(const char *values, const char *value)
{
    if (strncmp(values, "type spin", 9) == 0)
        return is_within(values, value);
    if (strncmp(values, "type combo", 10) == 0)
        return is_among(values, value);
    if (strncmp(values, "type check", 10) == 0)
        return strcasecmp(value, "true") == 0 || strcasecmp(value, "false") == 0;
    return true;
}

static by_status check_setting(const struct match_engine *engine, const struct match_setting *setting, by_error *error)
{
    const char *offer = find_offer(engine, setting->name);
    by_text values = {0};
    by_status status = BY_OK;

    if (!offer)
        return by_error_set(error, BY_ERROR_UNKNOWN, "%.40s has no option '%.60s'", engine->player->name,
                            setting->name);
    by_text_printf(&values, "%.*s", (int)strcspn(offer, "\n"), offer);
    if (!fits(by_text_string(&values), setting->value))
        status = by_error_set(error, BY_ERROR_INPUT, "option %.40s: '%.40s' does not fit, expected %.100s",
                              setting->name, setting->value, by_text_string(&values));
    by_text_free(&values);
    return status;
}

by_status match_engine_check_settings(struct match_engine *engine, by_error *error)
{
    const struct match_player *player = engine->player;
    by_status status = BY_OK;

    for (int i = 0; i < player->setting_count && !status; i++)
        if (!player->settings[i].is_checked)
            status = check_setting(engine, &player->settings[i], error);
    return status;
}

/* ---- A life ------------------------------------------------------------------------------------------------------ */

/* Kills it unless it has ended by then. */
static void end_at(struct match_engine *engine, int64_t deadline_us)
{
    match_process_end(engine->process, deadline_us);
    engine->process = NULL;
    engine->is_pondering = false;
    by_text_free(&engine->offered);
    by_text_free(&engine->gtp.reply);
}

void match_engine_init(struct match_engine *engine, const struct match_player *player, const struct match_limit *limit,
                       int64_t margin_us, const atomic_bool *abort)
{
    static const struct match_dialect *const dialects[] = {&match_dialect_uci, &match_dialect_ucci,
                                                           &match_dialect_xboard, &match_dialect_gtp};

    *engine = (struct match_engine){.player = player, .dialect = dialects[player->protocol], .abort = abort};
    engine->limit = player->limit.kind ? player->limit : *limit;
    engine->margin_us = player->margin_us >= 0 ? player->margin_us : margin_us;
    engine->ranks = player->ranks == 1;
    engine->patience_us = MATCH_PATIENCE_US;
}

by_status match_engine_start(struct match_engine *engine, by_error *error)
{
    const struct match_player *player = engine->player;
    by_status status;
    by_error inside;

    if (engine->process)
        return BY_OK;
    by_text_clear(&engine->offered);
    engine->was_stopped = false;
    (void)snprintf(engine->title, sizeof engine->title, "%s", player->name);
    status = match_process_start(player->arguments, player->directory, &engine->process, &inside);
    if (!status)
        status = engine->dialect->greet(engine, &inside);
    if (!status)
        return BY_OK;
    match_engine_end(engine);
    return by_error_set(error, status, "engine %.40s: %s", player->name, inside.message);
}

bool match_engine_begin(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    by_error error;

    *answer = (struct match_answer){0};
    if (engine->player->restarts)
        match_engine_end(engine);
    if (match_engine_start(engine, &error)) {
        answer->is_aborted = engine->abort && atomic_load(engine->abort);
        match_engine_fault(answer, MATCH_FAULT_CRASH, "%s", error.message);
        return false;
    }
    if (engine->dialect->begin(engine, question, answer))
        return true;
    match_engine_end(engine);
    return false;
}

/* How long the engine may think by the clock on the wall, and negative if that is not what counts. */
static int64_t time_allowed(const struct match_engine *engine, const struct match_question *question)
{
    if (engine->limit.kind == MATCH_LIMIT_TIME)
        return engine->limit.amount;
    return engine->limit.kind == MATCH_LIMIT_CLOCK ? question->clocks[question->side].left_us : -1;
}

/* Drops output that no command asked for, up to a time limit. */
static bool drain(struct match_engine *engine, struct match_answer *answer)
{
    int64_t now = by__clock_us(), deadline = now + SAY_US, received_us;
    const char *line;

    while (receive_line(engine, now, &line, &received_us) == MATCH_RECEIVED_LINE)
        if (by__clock_us() > deadline) {
            match_engine_fault(answer, MATCH_FAULT_NONSENSE, "it talks without being asked: %.100s", line);
            return false;
        }
    return true;
}

/* ---- Pondering --------------------------------------------------------------------------------------------------- */

/* Reads the output of a pondering engine, so that its pipe does not fill. Notices its end only on its own turn: finding
 * the reason takes time, and the opponent's clock is running now. */
static void receive_pondering(struct match_engine *engine)
{
    struct match_answer *answer = &engine->pondered;
    int64_t now = by__clock_us(), received_us;
    const char *line;

    for (int i = 0; i < MAX_PONDER_LINES && !answer->fault; i++) {
        if (receive_line(engine, now, &line, &received_us) != MATCH_RECEIVED_LINE)
            return;
        if (engine->dialect->listen(engine, line, answer))
            match_engine_fault(answer, MATCH_FAULT_NONSENSE, "an answer while it ponders: %.60s", line);
    }
}

/* Waits for the answer to a stop and drops it: it is about another position. */
static bool drop_answer(struct match_engine *engine, struct match_answer *answer)
{
    int64_t deadline = by__clock_us() + engine->patience_us;
    struct match_answer dropped = {0};
    const char *line;

    *answer = dropped;
    while ((line = match_engine_receive(engine, deadline, answer)) != NULL)
        if (engine->dialect->listen(engine, line, &dropped))
            return true;
    if (answer->fault == MATCH_FAULT_HANG)
        match_engine_fault(answer, MATCH_FAULT_HANG, "no bestmove within %lld ms after `stop` ended its pondering",
                           (long long)(engine->patience_us / 1000));
    return false;
}

/* Ends pondering by `ponderhit`, after which the engine continues, or by `stop`. False with the fault, which may be an
 * earlier one.
 */
static bool end_pondering(struct match_engine *engine, bool is_hit, struct match_answer *answer)
{
    receive_pondering(engine);
    engine->is_pondering = false;
    *answer = engine->pondered;
    if (answer->fault)
        return false;
    match_engine_send(engine, is_hit ? "ponderhit" : "stop");
    return is_hit || drop_answer(engine, answer);
}

void match_engine_ponder(struct match_engine *engine, const struct match_question *question)
{
    engine->pondered = (struct match_answer){0};
    engine->is_pondering = true;
    if (drain(engine, &engine->pondered))
        engine->dialect->ponder(engine, question);
}

/* ---- Thinking ---------------------------------------------------------------------------------------------------- */

struct wait {
    int64_t begun_us, late_us, deadline_us; /* late_us: when it has lost on time, INT64_MAX if never */
    int64_t ran_us, cpu_us;                 /* when it was last seen to run, and the CPU time used by then */
    bool has_stopped;
};

static void send_stop(struct match_engine *engine, struct wait *wait)
{
    wait->has_stopped = true;
    if (engine->dialect->stop)
        match_engine_send(engine, "%s", engine->dialect->stop);
    engine->was_stopped = true;
}

/* Waits a moment for a line of an engine whose CPU time counts. Sends stop once that is used up, or when the engine has
 * ceased to run: one that has searched to the end must not answer an endless search before it is stopped. On a busy
 * machine that may be too early, which costs a little of the search. Patience begins with the stop. */
static int64_t watch_cpu(struct match_engine *engine, const struct match_question *question, struct wait *wait,
                         int64_t now)
{
    int64_t used = match_process_cpu_us(engine->process) - engine->cpu_before_us, step;

    if (wait->has_stopped)
        return now + CPU_STEP_US;
    if (used >= wait->cpu_us + IDLE_CPU_US) {
        wait->cpu_us = used;
        wait->ran_us = now;
    }
    if (used >= engine->limit.amount || now >= wait->ran_us + IDLE_US) {
        send_stop(engine, wait);
        wait->deadline_us = now + question->patience_us;
        return now + CPU_STEP_US;
    }
    step = (engine->limit.amount - used) / 2;
    return now + (step < CPU_STEP_US ? CPU_STEP_US : step < SLICE_US ? step : SLICE_US);
}

/* When to stop reading now; sends `stop` to an engine that is late or has used up its CPU time. */
static int64_t next_look(struct match_engine *engine, const struct match_question *question, struct wait *wait,
                         int64_t now)
{
    if (engine->limit.kind == MATCH_LIMIT_CPU)
        return watch_cpu(engine, question, wait, now);
    if (now > wait->late_us && !wait->has_stopped)
        send_stop(engine, wait);
    return !wait->has_stopped && wait->late_us < now + SLICE_US ? wait->late_us + 1 : now + SLICE_US;
}

/* Listens until the answer, a fault, or the deadline. `received_us` is when the answer came. */
static void await_answer(struct match_engine *engine, const struct match_question *question, struct wait *wait,
                         struct match_answer *answer, int64_t *received_us)
{
    for (;;) {
        int64_t now = by__clock_us(), look;
        const char *line;

        if (engine->abort && atomic_load(engine->abort)) {
            answer->is_aborted = true;
            return;
        }
        if (question->ponderer)
            receive_pondering(question->ponderer);
        if (now > wait->deadline_us) {
            match_engine_fault(answer, MATCH_FAULT_HANG, "no move after %lld ms",
                               (long long)((now - wait->begun_us) / 1000));
            return;
        }
        look = next_look(engine, question, wait, now);
        switch (receive_line(engine, look < wait->deadline_us ? look : wait->deadline_us, &line, received_us)) {
        case MATCH_RECEIVED_LINE:
            if (engine->dialect->listen(engine, line, answer))
                return;
            break;
        case MATCH_RECEIVED_END:
            died(engine, answer);
            return;
        case MATCH_RECEIVED_NOTHING:
            break;
        }
    }
}

static void judge_time(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    int64_t allowed = engine->limit.kind == MATCH_LIMIT_CPU ? engine->limit.amount : time_allowed(engine, question);

    if (allowed >= 0 && answer->time_us > allowed + engine->margin_us)
        match_engine_fault(answer, MATCH_FAULT_TIME, "%lld ms used, %lld ms allowed",
                           (long long)(answer->time_us / 1000), (long long)(allowed / 1000));
}

/* Asks again after a wrong ponder move. The clock already runs, so the engine pays for a slow stop, and gets a clock
 * without that time. */
static bool ask_again(struct match_engine *engine, const struct match_question *question, struct match_answer *answer,
                      int64_t *begun_us)
{
    struct match_question later = *question;

    *begun_us = by__clock_us();
    if (!end_pondering(engine, false, answer))
        return false;
    later.clocks[later.side].left_us -= by__clock_us() - *begun_us;
    return engine->dialect->ask(engine, &later, answer);
}

/* Makes it think. `begun_us` is when its clock began to run. */
static bool set_thinking(struct match_engine *engine, const struct match_question *question,
                         struct match_answer *answer, int64_t *begun_us)
{
    bool is_good;

    if (engine->is_pondering && !question->is_expected)
        return ask_again(engine, question, answer, begun_us);
    if (engine->is_pondering)
        is_good = end_pondering(engine, true, answer);
    else
        is_good = drain(engine, answer) && engine->dialect->ask(engine, question, answer);
    *begun_us = by__clock_us();
    return is_good;
}

void match_engine_think(struct match_engine *engine, const struct match_question *question, struct match_answer *answer)
{
    int64_t allowed = time_allowed(engine, question), received_us = 0;
    struct wait wait = {.late_us = INT64_MAX};

    *answer = (struct match_answer){0};
    engine->cpu_before_us = match_process_cpu_us(engine->process);
    if (set_thinking(engine, question, answer, &wait.begun_us)) {
        wait.ran_us = wait.begun_us;
        wait.deadline_us = engine->limit.kind == MATCH_LIMIT_CPU ? INT64_MAX : wait.begun_us + question->patience_us;
        if (allowed >= 0) {
            wait.late_us = wait.begun_us + allowed + engine->margin_us;
            wait.deadline_us = wait.late_us + question->patience_us;
        }
        await_answer(engine, question, &wait, answer, &received_us);
        answer->time_us = received_us - wait.begun_us;
    }
    if (engine->limit.kind == MATCH_LIMIT_CPU && !answer->fault)
        answer->time_us = match_process_cpu_us(engine->process) - engine->cpu_before_us;
    if (!answer->fault && !answer->is_aborted)
        judge_time(engine, question, answer);
    /* After these faults the engine's state is unknown. */
    if (answer->fault == MATCH_FAULT_HANG || answer->fault == MATCH_FAULT_CRASH)
        end_at(engine, 0);
    else if (answer->is_aborted || (answer->fault && answer->fault != MATCH_FAULT_TIME))
        match_engine_end(engine);
}

bool match_engine_judge(struct match_engine *engine, const struct match_question *question, struct match_final *final)
{
    struct match_answer answer = {0};

    *final = (struct match_final){0};
    if (!engine->process || !engine->dialect->judge)
        return true;
    if (drain(engine, &answer))
        engine->dialect->judge(engine, question, final, &answer);
    if (answer.fault) {
        final->has_dead = false;
        (void)snprintf(final->trouble, sizeof final->trouble, "%s: %.150s", match_fault_name(answer.fault),
                       answer.message);
        match_clean(final->trouble); /* it may end inside a character */
    }
    if (answer.fault == MATCH_FAULT_HANG || answer.fault == MATCH_FAULT_CRASH)
        end_at(engine, 0);
    else if (answer.fault || answer.is_aborted)
        match_engine_end(engine);
    return !answer.is_aborted;
}

void match_engine_finish(struct match_engine *engine, const char *result)
{
    struct match_answer answer;

    if (engine->is_pondering && !end_pondering(engine, false, &answer))
        end_at(engine, 0);
    if (engine->process && engine->dialect->finish)
        engine->dialect->finish(engine, result);
}

void match_engine_end(struct match_engine *engine)
{
    bool hurries = engine->abort && atomic_load(engine->abort);

    if (engine->process)
        match_engine_send(engine, "quit");
    end_at(engine, by__clock_us() + (hurries ? QUIT_US / 10 : QUIT_US));
}
