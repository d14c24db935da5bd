/* SPDX-License-Identifier: MIT
 *
 * GTP: can this block be captured, can it be saved? `attack` and `defend` answer as GNU Go does, `boyi-solve` reports
 * all details as JSON (RFC 8259), on one line.
 */
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "protocol/gtp/session.h"
#include "protocol/split.h"

const struct gtp_solve gtp_real_solve = {solver_create,  solver_ask,      solve_finish_line,
                                         solver_destroy, solve_code_name, solve_prediction_name};

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

void gtp_forget_solvers(struct gtp *gtp)
{
    for (int i = 0; i < GTP_ASKERS; i++) {
        if (gtp->solvers[i])
            gtp->solve->destroy(gtp->solvers[i]);
        gtp->solvers[i] = NULL;
    }
    solve_lines_free(&gtp->lines);
}

/* A solver is made when it is needed, and again when a setting was changed. */
static by_status make_solver(struct gtp *gtp, enum gtp_asker asker, by_error *error)
{
    struct solve_settings *settings = &gtp->solve_settings[asker];

    if (gtp->solvers[asker])
        return BY_OK;
    gtp_fill_solve_settings(gtp, asker == GTP_PLAYER, settings);
    settings->stop = gtp->bounds.stop;
    if (gtp->bounds.nodes && (!settings->nodes || settings->nodes > gtp->bounds.nodes))
        settings->nodes = gtp->bounds.nodes;
    return gtp->solve->create(settings, &gtp->solvers[asker], error);
}

static bool ask(struct gtp *gtp, enum gtp_asker asker, int point, bool is_attack, bool wants_line,
                struct solve_answer *answer)
{
    const struct solve_question question = {gtp->position, gtp_square(&gtp->start, point), is_attack};
    by_error error = {0};
    by_status status = make_solver(gtp, asker, &error);

    if (!status)
        status = gtp->solve->ask(gtp->solvers[asker], &question, answer, &error);
    if (!status && wants_line)
        status = gtp->solve->finish_line(&gtp->lines, &gtp->solve_settings[asker], &question, answer, &error);
    if (status)
        gtp_fail_error(gtp, &error);
    return !status;
}

bool gtp_ask(struct gtp *gtp, enum gtp_asker asker, int point, bool is_attack, struct solve_answer *answer)
{
    return ask(gtp, asker, point, is_attack, false, answer);
}

bool gtp_ask_for_line(struct gtp *gtp, int point, bool is_attack, struct solve_answer *answer)
{
    return ask(gtp, GTP_QUESTION, point, is_attack, true, answer);
}

/* ---- As GNU Go answers ------------------------------------------------------------------------------------------- */

/* "D4", "PASS" where none is needed. */
static void add_vertex(struct gtp *gtp, by_move move)
{
    int colour, point = GTP_PASS;

    if (move != BY_MOVE_NONE)
        gtp_move_of(gtp, move, &colour, &point);
    gtp_print_vertex(&gtp->start, point, &gtp->answer);
}

static void add_unknown(struct gtp *gtp, const struct solve_answer *answer)
{
    if (answer->prediction == SOLVE_PREDICTS_NOTHING)
        by_text_add(&gtp->answer, "unknown (no prediction)");
    else
        by_text_printf(&gtp->answer, "unknown (prediction: %s)", gtp->solve->prediction_name(answer->prediction));
}

static void answer_as_gnugo(struct gtp *gtp, int point, bool is_attack)
{
    struct solve_answer answer;

    if (!gtp_ask(gtp, GTP_QUESTION, point, is_attack, &answer))
        return;
    if (answer.code == SOLVE_UNKNOWN) {
        add_unknown(gtp, &answer);
        return;
    }
    by_text_printf(&gtp->answer, "%d", answer.code);
    if (answer.code == SOLVE_NO)
        return;
    by_text_add_char(&gtp->answer, ' ');
    add_vertex(gtp, answer.move);
}

static void run_attack(struct gtp *gtp, struct gtp_arguments *a)
{
    answer_as_gnugo(gtp, a->point, true);
}

static void run_defend(struct gtp *gtp, struct gtp_arguments *a)
{
    answer_as_gnugo(gtp, a->point, false);
}

/* ---- As JSON ----------------------------------------------------------------------------------------------------- */

static void add_key(by_text *out, const char *key)
{
    by_text_printf(out, "%s\"%s\": ", out->length && out->data[out->length - 1] != '{' ? ", " : "", key);
}

/* NULL becomes null; bytes that JSON does not allow in strings become question marks. */
static void add_string(by_text *out, const char *text)
{
    if (!text) {
        by_text_add(out, "null");
        return;
    }
    by_text_add_char(out, '"');
    while (*text) {
        int length = by_text_character(text);

        if (*text == '"' || *text == '\\')
            by_text_printf(out, "\\%c", *text);
        else if (length && (unsigned char)*text >= ' ')
            by_text_printf(out, "%.*s", length, text);
        else
            by_text_add_char(out, '?');
        text += length ? length : 1;
    }
    by_text_add_char(out, '"');
}

static void add_ms(by_text *out, const char *key, int64_t time_us)
{
    add_key(out, key);
    by_text_printf(out, "%" PRId64 ".%03d", time_us / 1000, (int)(time_us % 1000));
}

/* Proof numbers come in sixteenths. */
static void add_proof_number(by_text *out, const char *key, uint64_t number)
{
    add_key(out, key);
    if (number == UINT64_MAX)
        by_text_add(out, "\"infinite\"");
    else
        by_text_printf(out, "%" PRIu64 ".%04d", number / 16, (int)(number % 16 * 625));
}

static void add_numbers(by_text *out, const struct solve_point *point)
{
    add_proof_number(out, "proof", point->proof_number);
    add_proof_number(out, "disproof", point->disproof_number);
}

/* A point either has numbers or, with a depth, the evaluation of the best line. */
static void add_curve(by_text *out, const struct solve_answer *answer)
{
    by_text_add_char(out, '[');
    for (size_t i = 0; i < answer->curve_length; i++) {
        const struct solve_point *point = &answer->curve[i];

        by_text_printf(out, "%s{\"nodes\": %" PRIu64, i ? ", " : "", point->nodes);
        add_ms(out, "time_ms", point->time_us);
        if (point->depth)
            by_text_printf(out, ", \"depth\": %d, \"evaluation\": %d", point->depth, point->evaluation);
        else
            add_numbers(out, point);
        by_text_add_char(out, '}');
    }
    by_text_add_char(out, ']');
}

/* The last numbers of the root. */
static void add_last_numbers(by_text *out, const struct solve_answer *answer)
{
    for (size_t i = answer->curve_length; i-- > 0;) {
        if (answer->curve[i].depth)
            continue;
        by_text_add_char(out, '{');
        add_numbers(out, &answer->curve[i]);
        by_text_add_char(out, '}');
        return;
    }
    by_text_add(out, "null");
}

/* ["B D4", "W PASS"] */
static void add_line(struct gtp *gtp, const struct solve_answer *answer)
{
    by_text_add_char(&gtp->answer, '[');
    for (int i = 0; i < answer->length; i++) {
        int colour, point;

        gtp_move_of(gtp, answer->line[i], &colour, &point);
        by_text_printf(&gtp->answer, "%s\"%c ", i ? ", " : "", colour == GTP_BLACK ? 'B' : 'W');
        gtp_print_vertex(&gtp->start, point, &gtp->answer);
        by_text_add_char(&gtp->answer, '"');
    }
    by_text_add_char(&gtp->answer, ']');
}

/* The question and the answer. */
static void add_answer(struct gtp *gtp, int point, bool is_attack, const struct solve_answer *answer)
{
    by_text *out = &gtp->answer;

    add_key(out, "task");
    add_string(out, is_attack ? "attack" : "defend");
    add_key(out, "target");
    by_text_add_char(out, '"');
    gtp_print_vertex(&gtp->start, point, out);
    by_text_add_char(out, '"');
    add_key(out, "code");
    if (answer->code == SOLVE_UNKNOWN)
        by_text_add(out, "null");
    else
        by_text_printf(out, "%d", answer->code);
    add_key(out, "answer");
    add_string(out, gtp->solve->code_name(answer->code));
    add_key(out, "move");
    if (answer->move == BY_MOVE_NONE) {
        by_text_add(out, "null");
    } else {
        by_text_add_char(out, '"');
        add_vertex(gtp, answer->move);
        by_text_add_char(out, '"');
    }
    add_key(out, "line");
    add_line(gtp, answer);
}

/* The trust in it and the effort. */
static void add_work(struct gtp *gtp, const struct solve_answer *answer)
{
    bool is_unknown = answer->code == SOLVE_UNKNOWN;
    by_text *out = &gtp->answer;

    add_key(out, "trust");
    add_string(out, is_unknown ? NULL : answer->is_proved ? "proved" : "heuristic");
    add_key(out, "doubt");
    add_string(out, answer->is_proved ? NULL : answer->doubt);
    add_key(out, "prediction");
    add_string(out, is_unknown ? gtp->solve->prediction_name(answer->prediction) : NULL);
    add_key(out, "stopped");
    add_string(out, by_stop_reason_name(answer->stopped));
    by_text_printf(out, ", \"nodes\": %" PRIu64, answer->nodes);
    add_ms(out, "time_ms", answer->time_us);
    by_text_printf(out, ", \"depth\": %d", answer->depth);
    add_key(out, "numbers");
    add_last_numbers(out, answer);
    add_key(out, "curve");
    add_curve(out, answer);
}

static void run_solve(struct gtp *gtp, struct gtp_arguments *a)
{
    struct solve_answer answer;

    if (!gtp_ask_for_line(gtp, a->point, a->is_attack, &answer))
        return;
    by_text_add_char(&gtp->answer, '{');
    add_answer(gtp, a->point, a->is_attack, &answer);
    add_work(gtp, &answer);
    by_text_add_char(&gtp->answer, '}');
}

const struct gtp_command gtp_solve_commands[] = {
    {"attack", run_attack, GTP_ON_STONE},
    {"defend", run_defend, GTP_ON_STONE},
    {"boyi-solve", run_solve, GTP_TASK | GTP_ON_STONE},
    {0},
};
