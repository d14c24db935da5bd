/* SPDX-License-Identifier: MIT
 *
 * boyi analyse: the best move of a position, and the iterations that led to it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/prove.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "front/json.h"
#include "front/words.h"

struct analyse_args {
    int64_t lines;
    bool json;
    bool quiet;
};

#define ARGS struct analyse_args

static const struct arg rows[] = {
    ROW_NUMBER(lines, "--lines", "K", 1, 1000, "print the K best moves"),
    ROW_FLAG(json, "--json", "print the result as one JSON object"),
    ROW_FLAG(quiet, "--quiet", "print only the result: no board, no iterations"),
    {0},
};

static const struct arg_about about = {
    .name = "analyse",
    .help = "Searches a position and prints the best move and its value. Without a limit it searches 1,000,000 nodes. "
            "Ctrl-C ends the search and prints the best move so far.",
    .examples = "  boyi analyse xiangqi --depth 6 --notation chinese\n"
                "  boyi analyse tictactoe --position x.o/.x./..o\n"
                "  boyi analyse tictactoe --moves \"4 0\" --lines 3\n"
                "  boyi analyse tictactoe --method minimax --depth 5 --json\n"
                "  boyi analyse tictactoe --method df-pn --set threshold=0\n"
                "  boyi analyse tictactoe --position xo./.../... --proof win.json\n",
};

/* Enough for a clear answer in most small games, and the same on every machine. */
enum { DEFAULT_NODES = 1000000 };

/* ---- While it runs --------------------------------------------------------------------------------------------- */

static void print_drawing(const struct setup *setup)
{
    by_text text = {0};

    words_drawing(setup->position, setup->style, &text);
    by_text_add_char(&text, '\n');
    words_state(setup->position, &text);
    printf("%s\n\n", by_text_string(&text));
    by_text_free(&text);
}

/* The state of the observer. */
struct watch {
    struct setup *setup;
    bool has_heading;
};

static void print_heading(const struct setup *setup)
{
    const struct say_style *style = say_style(stdout);

    printf("%s%s%5s  %-12s%14s%12s  %s%s\n", style->dim, setup->limits.lines > 1 ? "line " : "", "depth", "value",
           "nodes", "time", "moves", style->off);
}

/* Prints each iteration as it ends. */
static void print_iteration(void *context, const struct by_event *event)
{
    struct watch *watch = context;
    struct setup *setup = watch->setup;
    by_text value = {0}, moves = {0};

    if (!watch->has_heading)
        print_heading(setup);
    watch->has_heading = true;
    words_short_value(event->line, &value);
    words_moves(setup->walker, event->line, setup->notation, &moves);
    if (setup->limits.lines > 1)
        printf("%4d ", event->line_number);
    printf("%5d  %-12s%14s%12s  %s\n", event->line->depth, by_text_string(&value), words_count(event->nodes).text,
           words_time(event->time_us).text, by_text_string(&moves));
    if (fflush(stdout) != 0)
        by_stop_set(setup->stop); /* the reader has gone */
    by_text_free(&value);
    by_text_free(&moves);
}

/* ---- For people ------------------------------------------------------------------------------------------------ */

/* The principal variation, or several lines with their values. */
static void print_lines(struct setup *setup, const struct by_result *result)
{
    by_text text = {0};

    for (size_t i = 0; i < result->line_count && result->lines[i].length; i++) {
        by_text_clear(&text);
        if (result->line_count > 1) {
            words_short_value(&result->lines[i], &text);
            by_text_printf(&text, "%*s", text.length < 12 ? (int)(12 - text.length) : 1, "");
        }
        if (result->lines[i].visits)
            by_text_printf(&text, "%" PRIu64 " visits, mean %.3f  ", result->lines[i].visits,
                           (double)result->lines[i].mean);
        words_moves(setup->walker, &result->lines[i], setup->notation, &text);
        printf("%-14s%s\n", i ? "" : "moves", by_text_string(&text));
    }
    by_text_free(&text);
}

static void print_counters(const struct by_result *result)
{
    const struct say_style *style = say_style(stdout);
    bool any = false;

    for (size_t i = 0; i < result->counter_count; i++) {
        if (!result->counters[i].value)
            continue;
        if (!any)
            printf("\n%scounters%s\n", style->dim, style->off);
        printf("  %-28s%14s\n", result->counters[i].name, words_count(result->counters[i].value).text);
        any = true;
    }
}

static const char *stop_words(enum by_stop_reason reason)
{
    static const char *const words[] = {"searched to the leaves", "limit of depth",      "limit of nodes",
                                        "limit of time",          "interrupted",         "limit of memory",
                                        "the move is decided",    "limit of evaluations"};

    return words[reason];
}

/* A proof or disproof number, which comes in sixteenths. */
static void print_proof_number(const char *name, uint64_t sixteenths)
{
    if (sixteenths == UINT64_MAX)
        printf("%s infinite", name);
    else
        printf("%s %.*f", name, sixteenths % 16 ? 2 : 0, (double)sixteenths / 16);
}

/* The answer of a method that proves, and whether it is proved. */
static void print_answer(const struct by_result *result)
{
    if (result->answer == BY_ANSWER_NONE)
        return;
    printf("%-14s%s%s\n", "answer", by_answer_name(result->answer),
           result->answer == BY_ANSWER_UNKNOWN ? ""
           : result->is_proved                 ? ", proved"
                                               : ", not by the rules alone");
    printf("%-14s", "numbers");
    print_proof_number("proof", result->proof_number);
    print_proof_number(", disproof", result->disproof_number);
    printf("\n");
}

/* Warns if bounds that the game declared exact contradict each other. */
static void print_doubt(const struct by_result *result)
{
    for (size_t i = 0; i < result->counter_count; i++)
        if (strcmp(result->counters[i].name, "invalid_bounds") == 0 && result->counters[i].value)
            printf("%-14sbounds contradict each other: nothing that rests on them is proved\n", "doubt");
}

static void print_result(struct setup *setup, const struct by_result *result)
{
    const struct say_style *style = say_style(stdout);
    by_text best = {0}, value = {0};

    if (result->best != BY_MOVE_NONE)
        by_position_print_move_as(setup->walker, result->best, setup->notation, &best);
    words_result(setup->type, result, &value);
    print_answer(result);
    printf("%-14s%s%s%s\n", "best", style->good, best.length ? by_text_string(&best) : "none, the game is over",
           style->off);
    printf("%-14s%s\n", "value", by_text_string(&value));
    printf("%-14s%s%s\n", "kind", by_kind_name(result->kind), result->is_proved ? ", proved" : "");
    print_doubt(result);
    print_lines(setup, result);
    printf("%-14s%d, longest line %d\n", "depth", result->depth, result->selective_depth);
    printf("%-14s%s\n", "nodes", words_count(result->nodes).text);
    printf("%-14s%s\n", "evaluations", words_count(result->evaluations).text);
    printf("%-14s%s\n", "time", words_time(result->time_us).text);
    printf("%-14s%s\n", "stopped by", stop_words(result->stopped));
    print_counters(result);
    by_text_free(&best);
    by_text_free(&value);
}

/* ---- For programs ---------------------------------------------------------------------------------------------- */

static void json_moves(struct json *json, struct setup *setup, const struct by_line *line)
{
    by_text text = {0};
    int made = 0;

    json_put_array(json, JSON_ON_ONE_LINE);
    for (; line && made < line->length && words_step(setup->walker, line->moves[made], setup->notation, &text);
         made++) {
        json_put_string(json, by_text_string(&text));
        by_text_clear(&text);
    }
    words_rewind(setup->walker, made);
    json_put_end(json);
    by_text_free(&text);
}

static void json_move(struct json *json, struct setup *setup, by_move move)
{
    by_text text = {0};

    if (move != BY_MOVE_NONE)
        by_position_print_move_as(setup->walker, move, setup->notation, &text);
    json_put_string(json, move == BY_MOVE_NONE ? NULL : by_text_string(&text));
    by_text_free(&text);
}

/* The members that a result and each of its lines share. */
static void json_value(struct json *json, struct setup *setup, by_move best, const struct by_line *line)
{
    by_text words = {0};

    words_value(setup->type, line, &words);
    json_put_key(json, "best");
    json_move(json, setup, best);
    json_member_integer(json, "value", line->value);
    json_member_printed(json, "value_text", &words);
    json_member_string(json, "kind", by_kind_name(line->kind));
    json_member_bool(json, "proved", line->is_proved);
}

static void json_lines(struct json *json, struct setup *setup, const struct by_result *result)
{
    json_member_array(json, "lines", JSON_ON_LINES);
    for (size_t i = 0; i < result->line_count; i++) {
        const struct by_line *line = &result->lines[i];

        json_put_object(json, JSON_ON_ONE_LINE);
        json_value(json, setup, line->length ? line->moves[0] : BY_MOVE_NONE, line);
        json_member_integer(json, "depth", line->depth);
        if (line->visits) {
            json_member_integer(json, "visits", (int64_t)line->visits);
            json_member_thousandths(json, "mean", (int64_t)((double)line->mean * 1000 + 0.5));
        }
        json_put_key(json, "pv");
        json_moves(json, setup, line);
        json_put_end(json);
    }
    json_put_end(json);
}

/* Infinite is null. */
static void json_proof_number(struct json *json, const char *key, uint64_t sixteenths)
{
    json_put_key(json, key);
    if (sixteenths == UINT64_MAX)
        json_put_string(json, NULL);
    else
        json_put_thousandths(json, (int64_t)(sixteenths * 1000 / 16));
}

static void json_answer(struct json *json, const struct by_result *result)
{
    if (result->answer == BY_ANSWER_NONE)
        return;
    json_member_string(json, "answer", by_answer_name(result->answer));
    json_proof_number(json, "proof_number", result->proof_number);
    json_proof_number(json, "disproof_number", result->disproof_number);
}

static void json_numbers(struct json *json, const struct by_result *result)
{
    json_member_string(json, "stopped", by_stop_reason_name(result->stopped));
    json_member_unsigned(json, "nodes", result->nodes);
    json_member_unsigned(json, "evaluations", result->evaluations);
    json_member_integer(json, "depth", result->depth);
    json_member_integer(json, "selective_depth", result->selective_depth);
    json_member_thousandths(json, "time_ms", result->time_us);
    json_member_object(json, "counters", JSON_ON_LINES);
    for (size_t i = 0; i < result->counter_count; i++)
        json_member_unsigned(json, result->counters[i].name, result->counters[i].value);
    json_put_end(json);
}

/* The question, so that readers can understand the answer on its own. */
static void json_question(struct json *json, const struct setup *setup)
{
    by_text text = {0};

    by_position_print(setup->position, &text);
    json_member_string(json, "game", setup->type->name);
    json_member_printed(json, "position", &text);
    json_member_string(json, "method", by_method_name(setup->method));
    json_member_object(json, "options", JSON_ON_LINES);
    for (const struct by_option *row = by_options_table(setup->options); row->name; row++) {
        by_options_print(setup->options, row, &text);
        json_member_printed(json, row->name, &text);
    }
    json_put_end(json);
}

static int print_json(struct setup *setup, const struct by_result *result)
{
    struct json json = {0};
    struct by_line root = {.value = result->value, .kind = result->kind, .is_proved = result->is_proved};

    json_put_object(&json, JSON_ON_LINES);
    json_answer(&json, result);
    json_value(&json, setup, result->best, &root);
    json_put_key(&json, "pv");
    json_moves(&json, setup, result->line_count ? &result->lines[0] : NULL);
    json_lines(&json, setup, result);
    json_numbers(&json, result);
    json_question(&json, setup);
    json_put_end(&json);
    return say_json(&json, stdout);
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

static int analyse(struct setup *setup, const struct analyse_args *args, const struct prove_args *proof)
{
    struct watch watch = {.setup = setup};
    const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ITERATION, &watch, print_iteration};
    bool is_shown = !args->json && !args->quiet;
    struct by_result result = {BY_SIZE(by_result)};
    by_error error;
    by_status status;
    int code = 0;

    setup->limits.lines = (int)args->lines;
    if (is_shown)
        print_drawing(setup);
    interrupt_begin(setup->stop);
    status =
        by_search_run(setup->search, setup->position, &setup->limits, is_shown ? &observer : NULL, &result, &error);
    interrupt_end();
    if (status)
        return say_error(setup->command, NULL, &error);
    if (args->json) {
        code = print_json(setup, &result);
    } else {
        printf("%s", watch.has_heading ? "\n" : "");
        print_result(setup, &result);
    }
    return code || !proof->file ? code : prove(proof, setup, &result, args->json ? stderr : stdout);
}

int boyi_analyse(int argc, char **argv)
{
    struct analyse_args args = {0};
    struct prove_args proof = {0};
    struct setup_args common = {0};
    struct setup setup = {0};
    const struct arg_group groups[] = {
        {"Game", setup_game_rows, &common},
        {"Position", setup_position_rows, &common},
        {"Search", setup_search_rows, &common},
        {"Output", rows, &args},
        {"Proof", prove_rows, &proof},
        {"Moves and board", setup_show_rows, &common},
        {0},
    };
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (!setup_is_limited(&common))
        common.nodes = DEFAULT_NODES;
    code = setup_position(&setup, "analyse", &common);
    if (!code)
        code = setup_search(&setup, &common);
    if (!code)
        code = prove_prepare(&proof, &setup);
    if (!code)
        code = analyse(&setup, &args, &proof);
    setup_free(&setup);
    return code;
}
