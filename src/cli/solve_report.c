/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "cli/solve_job.h"
#include "front/words.h"
#include "trace/words.h"

/* ---- Words ----------------------------------------------------------------------------------------------------- */

void cli_solve_print_task(const struct solve_problem *problem, by_text *out)
{
    by_text_printf(out, "%s %s", problem->is_attack ? "attack" : "defend", problem->vertex);
}

void cli_solve_print_answer(const struct cli_solve_row *row, by_text *out)
{
    static const char *const words[] = {"unknown", "no", "yes", "ko 2", "ko 3"};

    by_text_add(out, words[row->answer.code + 1]);
    if (*row->move)
        by_text_printf(out, " %s", row->move);
    if (row->answer.code == SOLVE_UNKNOWN && row->answer.prediction != SOLVE_PREDICTS_NOTHING)
        by_text_printf(out, " (%s?)", solve_prediction_name(row->answer.prediction));
}

const char *cli_solve_trust(const struct cli_solve_row *row)
{
    return row->answer.code == SOLVE_UNKNOWN ? "" : row->answer.is_proved ? "proved" : "heuristic";
}

const char *cli_solve_verdict_word(enum solve_verdict verdict)
{
    static const char *const words[] = {"", "right", "wrong"};

    return words[verdict];
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

enum { NAME_WIDTH = 18, NAME_WIDTH_MOST = 42, TASK_WIDTH = 11, ANSWER_WIDTH = 20, CELL_WIDTH = 48 };

/* Width of the column of names, in characters: all fit, unless one is very long. */
static int name_width(const struct cli_solve_job *job)
{
    int width = NAME_WIDTH;

    for (int i = 0; i < job->items.count; i++) {
        int own = trace_width(job->items.list[i].problem->id) + 2;

        width = own > width ? own : width;
    }
    return width < NAME_WIDTH_MOST ? width : NAME_WIDTH_MOST;
}

/* A name in a column; a long one is cut. */
static void print_name(const char *name, int width)
{
    bool is_long = trace_width(name) + 2 > width;
    int written = 0;

    for (int length; *name && written < width - (is_long ? 5 : 2); name += length, written++) {
        length = by_text_character(name);
        length = length ? length : 1;
        printf("%.*s", length, name);
    }
    printf("%*s", -(width - written), is_long ? "..." : "");
}

void cli_solve_print_heading(struct cli_solve_job *job)
{
    const struct say_style *style = say_style(stdout);

    job->name_width = name_width(job);
    printf("%s%-*s%-*s", style->dim, job->name_width, "problem", TASK_WIDTH, "task");
    if (job->solver_count == 1)
        printf("%-*s%-10s%6s%12s%11s  %-6s %s", ANSWER_WIDTH, "answer", "trust", "depth", "nodes", "time", "", "line");
    for (int i = 0; job->solver_count > 1 && i < job->solver_count; i++)
        printf("%-*s", CELL_WIDTH, job->solvers[i].name);
    printf("%s\n", style->off);
}

static void print_full_row(const struct cli_solve_row *row)
{
    by_text answer = {0};

    cli_solve_print_answer(row, &answer);
    printf("%-*s%-10s%6d%12s%11s  %-6s %s", ANSWER_WIDTH, by_text_string(&answer), cli_solve_trust(row),
           row->answer.depth, words_count(row->answer.nodes).text, words_time(row->answer.time_us).text,
           cli_solve_verdict_word(row->verdict), by_text_string(&row->moves));
    by_text_free(&answer);
}

/* One of several: the answer, p for proved or h for heuristic, nodes, time, + for right or - for wrong. */
static void print_cell(const struct cli_solve_row *row)
{
    by_text answer = {0};
    const char *trust = cli_solve_trust(row);

    cli_solve_print_answer(row, &answer);
    printf("%-18.18s %c%11s%11s %c   ", by_text_string(&answer), *trust ? *trust : ' ',
           words_count(row->answer.nodes).text, words_time(row->answer.time_us).text, " +-"[row->verdict]);
    by_text_free(&answer);
}

void cli_solve_print_item(const struct cli_solve_job *job, int item)
{
    const struct solve_problem *problem = job->items.list[item].problem;
    by_text task = {0};

    cli_solve_print_task(problem, &task);
    print_name(problem->id, job->name_width);
    printf("%-*s", TASK_WIDTH, by_text_string(&task));
    by_text_free(&task);
    if (job->solver_count == 1)
        print_full_row(cli_solve_row_at(job, item, 0));
    for (int i = 0; job->solver_count > 1 && i < job->solver_count; i++)
        print_cell(cli_solve_row_at(job, item, i));
    printf("\n");
}

/* ---- One alone ------------------------------------------------------------------------------------------------- */

static void print_details(const struct cli_solver *configured, const struct cli_solve_row *row)
{
    const struct solve_answer *answer = &row->answer;

    printf("%-12s%s\n", "method", configured->name);
    printf("%-12s%s%s%s\n", "answer", solve_code_name(answer->code), *row->move ? ", " : "", row->move);
    if (answer->code == SOLVE_UNKNOWN)
        printf("%-12s%s (from the curves: a prediction, no answer)\n", "prediction",
               solve_prediction_name(answer->prediction));
    else
        printf("%-12s%s%s%s\n", "trust", cli_solve_trust(row), *row->doubt ? ": " : "", row->doubt);
    printf("%-12s%s\n", "line", by_text_string(&row->moves));
    printf("%-12s%d\n", "depth", answer->depth);
    printf("%-12s%s\n", "nodes", words_count(answer->nodes).text);
    printf("%-12s%s\n", "time", words_time(answer->time_us).text);
    if (row->verdict != SOLVE_NOT_JUDGED)
        printf("%-12s%s, by the file\n", "verdict", cli_solve_verdict_word(row->verdict));
}

int cli_solve_print_alone(const struct cli_solve_job *job)
{
    const struct solve_problem *problem = job->items.list[0].problem;
    struct board board;
    by_text text = {0};
    int code = cli_solve_board(job, 0, &board);

    if (code)
        return code;
    board_draw(&board, job->style, &text);
    by_text_printf(&text, "\n%s: ", problem->id);
    cli_solve_print_task(problem, &text);
    printf("%s\n\n", by_text_string(&text));
    by_text_free(&text);
    for (int i = 0; i < job->solver_count; i++) {
        printf("%s", i ? "\n" : "");
        print_details(&job->solvers[i], cli_solve_row_at(job, 0, i));
    }
    return 0;
}

/* ---- The summary ----------------------------------------------------------------------------------------------- */

struct totals {
    int solved, unknown, proved, right, wrong;
    int64_t median_us, ninety_us, time_us;
    uint64_t nodes;
};

static int by_size(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;

    return (first > second) - (first < second);
}

/* The minimum time within which a share of all problems was solved. */
static int64_t percentile(const int64_t *sorted, int count, int percent)
{
    int place = (count * percent + 99) / 100;

    return count ? sorted[place > 0 ? place - 1 : 0] : 0;
}

static struct totals sum_up(const struct cli_solve_job *job, int number)
{
    struct totals totals = {0};
    int64_t *times = calloc((size_t)job->done + 1, sizeof *times);

    for (int i = 0; i < job->done; i++) {
        const struct cli_solve_row *row = cli_solve_row_at(job, i, number);

        totals.unknown += row->answer.code == SOLVE_UNKNOWN;
        totals.proved += row->answer.code != SOLVE_UNKNOWN && row->answer.is_proved;
        totals.right += row->verdict == SOLVE_RIGHT;
        totals.wrong += row->verdict == SOLVE_WRONG;
        totals.time_us += row->answer.time_us;
        totals.nodes += row->answer.nodes;
        if (times)
            times[i] = row->answer.time_us;
    }
    totals.solved = job->done - totals.unknown;
    if (times) {
        qsort(times, (size_t)job->done, sizeof *times, by_size);
        totals.median_us = percentile(times, job->done, 50);
        totals.ninety_us = percentile(times, job->done, 90);
    }
    free(times);
    return totals;
}

static uint64_t nodes_a_second(const struct totals *totals)
{
    return totals->time_us > 0 ? (uint64_t)((double)totals->nodes * 1e6 / (double)totals->time_us) : 0;
}

void cli_solve_print_summary(const struct cli_solve_job *job)
{
    const struct say_style *style = say_style(stdout);

    printf("\n%d of %d problems\n\n%s%-*s%8s%8s%8s%8s%8s%12s%12s%12s%16s%s\n", job->done, job->items.count, style->dim,
           NAME_WIDTH, "method", "solved", "failed", "proved", "right", "wrong", "median", "90 %", "all",
           "nodes a second", style->off);
    for (int i = 0; i < job->solver_count; i++) {
        struct totals totals = sum_up(job, i);

        printf("%-*s%8d%8d%8d%8d%8d%12s%12s%12s%16s\n", NAME_WIDTH, job->solvers[i].name, totals.solved, totals.unknown,
               totals.proved, totals.right, totals.wrong, words_time(totals.median_us).text,
               words_time(totals.ninety_us).text, words_time(totals.time_us).text,
               words_count(nodes_a_second(&totals)).text);
    }
}

/* ---- CSV ------------------------------------------------------------------------------------------------------- */

static void put_field(const char *text, bool is_last)
{
    say_csv_field(stdout, text, false);
    putchar(is_last ? '\n' : ',');
}

void cli_solve_print_csv_heading(void)
{
    printf(
        "file,problem,task,block,method,code,answer,move,trust,prediction,depth,nodes,time_ms,stopped,verdict,line\n");
}

void cli_solve_print_csv(const struct cli_solve_job *job, int item)
{
    const struct solve_problem *problem = job->items.list[item].problem;

    for (int i = 0; i < job->solver_count; i++) {
        const struct cli_solve_row *row = cli_solve_row_at(job, item, i);
        const struct solve_answer *answer = &row->answer;

        put_field(job->items.list[item].file, false);
        put_field(problem->id, false);
        put_field(problem->is_attack ? "attack" : "defend", false);
        put_field(problem->vertex, false);
        put_field(job->solvers[i].name, false);
        if (answer->code != SOLVE_UNKNOWN)
            printf("%d", (int)answer->code);
        putchar(',');
        put_field(solve_code_name(answer->code), false);
        put_field(row->move, false);
        put_field(cli_solve_trust(row), false);
        put_field(answer->code == SOLVE_UNKNOWN ? solve_prediction_name(answer->prediction) : "", false);
        printf("%d,%" PRIu64 ",%" PRId64 ".%03d,", answer->depth, answer->nodes, answer->time_us / 1000,
               (int)(answer->time_us % 1000));
        put_field(by_stop_reason_name(answer->stopped), false);
        put_field(cli_solve_verdict_word(row->verdict), false);
        put_field(by_text_string(&row->moves), true);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

static void put_words(struct json *json, const char *key, const char *words)
{
    json_member_array(json, key, JSON_ON_ONE_LINE);
    while (*words) {
        size_t length = strcspn(words, " ");

        json_put_part(json, words, length);
        words += length;
        words += strspn(words, " ");
    }
    json_put_end(json);
}

static void put_number(struct json *json, const char *key, uint64_t number)
{
    json_put_key(json, key);
    if (number == UINT64_MAX)
        json_put_string(json, "infinite");
    else
        json_put_sixteenths(json, number);
}

/* A point has numbers or, with a depth, the evaluation of the best line. */
static void put_point(struct json *json, const struct solve_point *point)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_unsigned(json, "nodes", point->nodes);
    json_member_thousandths(json, "time_ms", point->time_us);
    if (point->depth) {
        json_member_integer(json, "depth", point->depth);
        json_member_integer(json, "evaluation", point->evaluation);
    } else {
        put_number(json, "proof", point->proof_number);
        put_number(json, "disproof", point->disproof_number);
    }
    json_put_end(json);
}

static void put_row(struct json *json, const struct cli_solver *configured, const struct cli_solve_row *row)
{
    const struct solve_answer *answer = &row->answer;

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "method", configured->name);
    json_put_key(json, "code");
    if (answer->code == SOLVE_UNKNOWN)
        json_put_string(json, NULL);
    else
        json_put_integer(json, (int)answer->code);
    json_member_string(json, "answer", solve_code_name(answer->code));
    json_member_string(json, "move", *row->move ? row->move : NULL);
    json_member_string(json, "trust", *cli_solve_trust(row) ? cli_solve_trust(row) : NULL);
    json_member_string(json, "doubt", *row->doubt ? row->doubt : NULL);
    json_member_string(json, "prediction",
                       answer->code == SOLVE_UNKNOWN ? solve_prediction_name(answer->prediction) : NULL);
    put_words(json, "line", by_text_string(&row->moves));
    json_member_integer(json, "depth", answer->depth);
    json_member_unsigned(json, "nodes", answer->nodes);
    json_member_thousandths(json, "time_ms", answer->time_us);
    json_member_string(json, "stopped", by_stop_reason_name(answer->stopped));
    json_member_string(json, "verdict", row->verdict == SOLVE_NOT_JUDGED ? NULL : cli_solve_verdict_word(row->verdict));
    json_member_array(json, "curve", JSON_ON_ONE_LINE);
    for (size_t i = 0; i < answer->curve_length; i++)
        put_point(json, &answer->curve[i]);
    json_put_end(json);
    json_put_end(json);
}

static void put_item(struct json *json, const struct cli_solve_job *job, int item)
{
    const struct solve_problem *problem = job->items.list[item].problem;
    by_text position = {0};

    by_position_print(problem->position, &position);
    json_put_object(json, JSON_ON_LINES);
    json_member_string(json, "problem", problem->id);
    json_member_string(json, "file", job->items.list[item].file);
    json_member_printed(json, "position", &position);
    json_member_string(json, "task", problem->is_attack ? "attack" : "defend");
    json_member_string(json, "block", problem->vertex);
    json_member_array(json, "results", JSON_ON_LINES);
    for (int i = 0; i < job->solver_count; i++)
        put_row(json, &job->solvers[i], cli_solve_row_at(job, item, i));
    json_put_end(json);
    json_put_end(json);
}

static void put_totals(struct json *json, const struct cli_solve_job *job, int number)
{
    struct totals totals = sum_up(job, number);
    const struct {
        const char *key;
        int number;
    } counts[] = {{"problems", job->done},   {"solved", totals.solved}, {"failed", totals.unknown},
                  {"proved", totals.proved}, {"right", totals.right},   {"wrong", totals.wrong}};

    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "method", job->solvers[number].name);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        json_member_integer(json, counts[i].key, counts[i].number);
    json_member_thousandths(json, "median_ms", totals.median_us);
    json_member_thousandths(json, "ninety_percent_ms", totals.ninety_us);
    json_member_thousandths(json, "time_ms", totals.time_us);
    json_member_unsigned(json, "nodes", totals.nodes);
    json_put_end(json);
}

int cli_solve_print_json(const struct cli_solve_job *job)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_LINES);
    json_member_array(&json, "problems", JSON_ON_LINES);
    for (int i = 0; i < job->done; i++)
        put_item(&json, job, i);
    json_put_end(&json);
    json_member_array(&json, "summary", JSON_ON_LINES);
    for (int i = 0; i < job->solver_count; i++)
        put_totals(&json, job, i);
    json_put_end(&json);
    json_put_end(&json);
    return say_json(&json, stdout);
}
