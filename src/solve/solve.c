/* SPDX-License-Identifier: MIT */
#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>

#include "solve/solve_inside.h"

/* Nodes for the question whether a ko matters, and for a move that saves a captured block. */
enum { CONFIRM_NODES = 20000, WIDER_NODES = 500 };

/* ---- Options --------------------------------------------------------------------------------------------------- */

by_status solve_options_create(const by_method *method, by_options **out, by_error *error)
{
    static const char preset[] = "capture";
    by_status status = by_options_create(by_method_options(method), out, error);

    if (status)
        return status;
    for (const struct by_preset *row = by_method_presets(method); !status && row && row->name; row++)
        if (strcmp(row->name, preset) == 0)
            status = by_method_apply_preset(method, preset, *out, error);
    if (!status && by_option_find(by_method_options(method), "deepening"))
        status = by_options_set_number(*out, "deepening", 2, error); /* as Zhang and Chen do */
    if (status) {
        by_options_destroy(*out);
        *out = NULL;
    }
    return status;
}

/* ---- A life ---------------------------------------------------------------------------------------------------- */

/* Names what the goal's options leave out or hold to be decided. */
static by_status find_doubt(const by_options *given, const char **out, by_error *error)
{
    enum { CANDIDATES = 1, LIBERTIES = 2, EVALUATION = 4 };
    static const char *const doubts[] = {
        BY_WORDS("how often a ko is retaken is limited"),
        BY_WORDS("candidates only"),
        BY_WORDS("a number of liberties held to be safe"),
        BY_WORDS("candidates only, and a number of liberties held to be safe"),
        BY_WORDS("a node evaluation held to be safe"),
        BY_WORDS("candidates only, and a node evaluation held to be safe"),
        BY_WORDS("a number of liberties and a node evaluation held to be safe"),
        BY_WORDS("candidates only, and a number of liberties and a node evaluation held to be safe"),
    };
    by_options *options;
    by_status status = solve_copy_goal_options(given, &options, error);

    if (status)
        return status;
    *out =
        doubts[(by_options_number(options, "attacker_moves") || by_options_number(options, "owner_moves") ? CANDIDATES
                                                                                                          : 0) |
               (by_options_number(options, "safe_liberties") ? LIBERTIES : 0) |
               (by_options_number(options, "bound") ? EVALUATION : 0)];
    by_options_destroy(options);
    return BY_OK;
}

by_status solver_create(const struct solve_settings *settings, solver **out, by_error *error)
{
    solver *s = calloc(1, sizeof *s);
    by_status status;

    if (!s)
        return by_error_no_memory(error);
    s->settings = *settings;
    status = s->settings.method ? BY_OK : by_method_find("df-pn+", &s->settings.method, error);
    if (!status)
        status = solve_setup_open(s, SOLVE_AS_SET, SOLVE_MAIN_SHARE, error);
    if (!status)
        status = find_doubt(s->settings.goal, &s->doubt, error);
    if (status) {
        solver_destroy(s);
        return status;
    }
    s->proves = by_method_proves(s->settings.method);
    *out = s;
    return BY_OK;
}

void solver_destroy(solver *s)
{
    if (!s)
        return;
    for (int i = 0; i < SOLVE_SETUP_COUNT; i++)
        solve_setup_close(&s->setups[i]);
    solve_curve_free(&s->curve);
    solve_curve_free(&s->open_curve);
    solve_proof_free(&s->proof);
    solve_prover_free(&s->prover);
    free(s);
}

/* ---- Doubts ---------------------------------------------------------------------------------------------------- */

/* Whether the limits of the whole question are met, not only those of one search. They may leave it open, but never
 * change the answer: what could not be asked to its end any more is unknown. */
static bool is_over(const struct solve_inquiry *q, struct solve_view *view)
{
    struct by_limits limits;

    return !solve_limits_left(q, view, &limits) || view->stopped == BY_STOPPED_ASKED;
}

/* That a ko is retaken at once is held to decide it. Where the answer is a ko, the two extremes are asked again with
 * more retakes: it may be that the ko does not matter. */
static by_status confirm_ko(struct solve_inquiry *q, struct solve_view *view)
{
    uint64_t limit = view->nodes_most, enough = q->budget.nodes + CONFIRM_NODES;
    struct solve_view again = {.setup = SOLVE_RETAKING, .code = SOLVE_UNKNOWN, .depth = view->depth};
    by_status status = solve_setup_open(q->solver, SOLVE_RETAKING, SOLVE_SIDE_SHARE, q->error);

    if (status)
        return status;
    again.nodes_most = !limit || limit > enough ? enough : limit;
    status = solve_ask_patient(q, &again);
    again.nodes_most = limit;
    if (again.is_cut && is_over(q, &again))
        again.code = SOLVE_UNKNOWN;
    else if (again.is_cut || solve_view_is_ko(&again))
        return status;
    *view = again;
    return status;
}

/* Asks everything where there are more candidates, with the memory that it took to ask as set. */
static by_status ask_wider(struct solve_inquiry *q, struct solve_view *view)
{
    by_status status;

    solve_setup_release(&q->solver->setups[SOLVE_AS_SET]);
    status = solve_setup_open(q->solver, SOLVE_WIDER, SOLVE_MAIN_SHARE, q->error);
    return status ? status : solve_ask_stepwise(q, view);
}

/* A capture may have been found because the move that saves the block is no candidate. So it is looked for a little
 * among more of them, and if there is one, everything is asked again with these: the capture is refuted. */
static by_status doubt_capture(struct solve_inquiry *q, struct solve_view *view)
{
    struct solve_view wider = *view;
    const by_move *best = &view->findings[SOLVE_OWNER].best;
    struct solve_attempt attempt = {.threats = SOLVE_OWNER, .patience = view->patience, .nodes = WIDER_NODES};
    struct solve_finding found;
    by_status status = solve_setup_open(q->solver, SOLVE_WIDER, SOLVE_SIDE_SHARE, q->error);

    if (status)
        return status;
    wider.setup = SOLVE_WIDER;
    if (q->question->is_attack) {
        attempt.moves = best;
        attempt.move_count = 1;
    }
    status = solve_search(q, &wider, &attempt, &found);
    if (!status && found.fate == SOLVE_ESCAPED)
        status = ask_wider(q, &wider);
    else if (!status && found.is_cut && is_over(q, &wider))
        wider.code = SOLVE_UNKNOWN;
    else
        return status;
    *view = wider;
    return status;
}

/* ---- The question ---------------------------------------------------------------------------------------------- */

/* Forgets earlier questions: no answer depends on what was asked before. */
static void forget(solver *s)
{
    for (int i = 0; i < SOLVE_SETUP_COUNT; i++) {
        if (i != SOLVE_AS_SET && s->setups[i].share == SOLVE_MAIN_SHARE)
            solve_setup_release(&s->setups[i]);
        if (s->setups[i].search)
            by_search_clear(s->setups[i].search);
    }
    s->view = (struct solve_view){.setup = SOLVE_AS_SET, .nodes_most = s->settings.nodes, .code = SOLVE_UNKNOWN};
    solve_proof_free(&s->proof);
    solve_curve_clear(&s->curve);
    solve_curve_clear(&s->open_curve);
}

/* Searches and doubts what they found. */
static by_status find_answer(struct solve_inquiry *q, struct solve_view *view)
{
    by_status status = solve_setup_open(q->solver, SOLVE_AS_SET, SOLVE_MAIN_SHARE, q->error);

    if (!status)
        status = solve_ask_stepwise(q, view);
    if (!status && view->findings[SOLVE_OWNER].fate == SOLVE_CAPTURED && !solve_view_is_proved(view))
        status = doubt_capture(q, view);
    if (!status && solve_view_is_ko(view) && !solve_view_is_proved(view) && !view->is_cut &&
        view->setup == SOLVE_AS_SET)
        status = confirm_ko(q, view);
    solve_view_end(view);
    return status;
}

/* An unknown answer has the curve of the search that was left open, not that of one which was decided beside it. */
static void fill_curve(const solver *s, struct solve_answer *answer)
{
    const struct solve_curve *curve = answer->code == SOLVE_UNKNOWN ? &s->open_curve : &s->curve;

    answer->curve = curve->points;
    answer->curve_length = curve->length;
    if (answer->code == SOLVE_UNKNOWN)
        answer->prediction = solve_predict(curve);
}

static void fill_answer(const struct solve_inquiry *q, const struct solve_view *view, struct solve_answer *answer)
{
    const struct solve_finding *finding = &view->findings[view->reached];

    *answer = (struct solve_answer){
        .code = view->code,
        .move = BY_MOVE_NONE,
        .depth = view->depth,
        .nodes = q->budget.nodes,
        .time_us = q->budget.time_us,
        .stopped = view->stopped,
    };
    fill_curve(q->solver, answer);
    if (view->code == SOLVE_UNKNOWN) {
        answer->doubt = BY_WORDS("not decided within the limits");
        return;
    }
    answer->is_proved = solve_view_is_proved(view);
    if (!answer->is_proved)
        answer->doubt = view->doubt ? view->doubt : q->solver->doubt;
    if (view->code != SOLVE_NO)
        answer->move = finding->best;
    answer->line = finding->line;
    answer->length = finding->length;
}

by_status solver_ask(solver *s, const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    const struct by_limits limits = {BY_SIZE(by_limits), .time_ms = s->settings.time_ms, .nodes = s->settings.nodes,
                                     .stop = s->settings.stop};
    struct solve_inquiry q = {.solver = s, .question = question, .budget = {.limits = limits}, .error = error};
    by_status status;

    forget(s);
    status = find_answer(&q, &s->view);
    if (!status)
        status = solve_settle(&q, &s->view);
    if (!status)
        fill_answer(&q, &s->view, answer);
    return status;
}

const struct solve_proof *solver_proof(const solver *s)
{
    return &s->proof;
}

/* ---- Names ----------------------------------------------------------------------------------------------------- */

const char *solve_code_name(enum solve_code code)
{
    static const char *const names[] = {"no", "yes", "by a ko, taken first", "by a ko, with the first threat"};

    return code >= SOLVE_NO && code <= SOLVE_KO_THREAT ? names[code] : "unknown";
}

const char *solve_prediction_name(enum solve_prediction prediction)
{
    static const char *const names[] = {"nothing", "capture", "escape"};

    return (unsigned)prediction < sizeof names / sizeof names[0] ? names[prediction] : "nothing";
}
