/* SPDX-License-Identifier: MIT
 *
 * GTP: can this block be captured, can it be saved? `attack` and `defend` answer as GNU Go does, `boyi-solve` reports
 * all details as JSON (RFC 8259), on one line.
 */
#include <stdio.h>

#include "front/json.h"
#include "protocol/gtp/session.h"

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
    by_text_printf(&gtp->answer, " %s", gtp_move_of(gtp, answer.move).vertex.text);
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

/* Proof numbers come in sixteenths. */
static void put_proof_number(struct json *json, const char *key, uint64_t number)
{
    json_put_key(json, key);
    if (number == UINT64_MAX)
        json_put_string(json, "infinite");
    else
        json_put_sixteenths(json, number);
}

static void put_numbers(struct json *json, const struct solve_point *point)
{
    put_proof_number(json, "proof", point->proof_number);
    put_proof_number(json, "disproof", point->disproof_number);
}

static void put_ms(struct json *json, int64_t time_us)
{
    json_put_key(json, "time_ms");
    json_put_thousandths(json, time_us);
}

/* A point either has numbers or, with a depth, the evaluation of the best line. */
static void put_curve(struct json *json, const struct solve_answer *answer)
{
    json_put_key(json, "curve");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (size_t i = 0; i < answer->curve_length; i++) {
        const struct solve_point *point = &answer->curve[i];

        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_unsigned(json, "nodes", point->nodes);
        put_ms(json, point->time_us);
        if (point->depth) {
            json_member_integer(json, "depth", point->depth);
            json_member_integer(json, "evaluation", point->evaluation);
        } else {
            put_numbers(json, point);
        }
        json_put_end(json);
    }
    json_put_end(json);
}

/* The last numbers of the root. */
static void put_last_numbers(struct json *json, const struct solve_answer *answer)
{
    size_t last = answer->curve_length;

    while (last && answer->curve[last - 1].depth)
        last--;
    json_put_key(json, "numbers");
    if (!last) {
        json_put_string(json, NULL);
        return;
    }
    json_put_object(json, JSON_ON_ONE_LINE);
    put_numbers(json, &answer->curve[last - 1]);
    json_put_end(json);
}

/* The question and the answer. */
static void put_answer(struct gtp *gtp, struct json *json, const struct gtp_arguments *a,
                       const struct solve_answer *answer)
{
    json_member_string(json, "task", a->is_attack ? "attack" : "defend");
    json_member_string(json, "target", gtp_vertex(&gtp->start, a->point).text);
    json_put_key(json, "code");
    if (answer->code == SOLVE_UNKNOWN)
        json_put_string(json, NULL);
    else
        json_put_integer(json, answer->code);
    json_member_string(json, "answer", gtp->solve->code_name(answer->code));
    json_member_string(json, "move", answer->move == BY_MOVE_NONE ? NULL : gtp_move_of(gtp, answer->move).vertex.text);
    json_put_key(json, "line");
    json_put_array(json, JSON_ON_ONE_LINE);
    for (int i = 0; i < answer->length; i++) {
        struct gtp_move move = gtp_move_of(gtp, answer->line[i]);
        char name[32];

        (void)snprintf(name, sizeof name, "%c %s", "BW"[move.colour], move.vertex.text);
        json_put_string(json, name);
    }
    json_put_end(json);
}

/* The trust in it and the effort. */
static void put_work(struct gtp *gtp, struct json *json, const struct solve_answer *answer)
{
    bool is_unknown = answer->code == SOLVE_UNKNOWN;

    json_member_string(json, "trust", is_unknown ? NULL : answer->is_proved ? "proved" : "heuristic");
    json_member_string(json, "doubt", answer->is_proved ? NULL : answer->doubt);
    json_member_string(json, "prediction", is_unknown ? gtp->solve->prediction_name(answer->prediction) : NULL);
    json_member_string(json, "stopped", by_stop_reason_name(answer->stopped));
    json_member_unsigned(json, "nodes", answer->nodes);
    put_ms(json, answer->time_us);
    json_member_integer(json, "depth", answer->depth);
    put_last_numbers(json, answer);
    put_curve(json, answer);
}

static void run_solve(struct gtp *gtp, struct gtp_arguments *a)
{
    struct solve_answer answer;
    struct json json = {0};

    if (!gtp_ask_for_line(gtp, a->point, a->is_attack, &answer))
        return;
    json_put_object(&json, JSON_ON_ONE_LINE);
    put_answer(gtp, &json, a, &answer);
    put_work(gtp, &json, &answer);
    json_put_end(&json);
    by_text_add(&gtp->answer, by_text_string(&json.text));
    gtp->answer.failed |= json.text.failed;
    by_text_free(&json.text);
}

const struct gtp_command gtp_solve_commands[] = {
    {"attack", run_attack, GTP_ON_STONE},
    {"defend", run_defend, GTP_ON_STONE},
    {"boyi-solve", run_solve, GTP_TASK | GTP_ON_STONE},
    {0},
};
