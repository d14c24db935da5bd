/* SPDX-License-Identifier: MIT */
#include "solve/curve.h"

#include <stdlib.h>

#include "base/array.h"

static struct solve_point *add_point(struct solve_curve *curve)
{
    struct solve_point *points = by__array_grown(curve->points, curve->length + 1, &curve->room, sizeof *points);

    curve->failed |= !points;
    if (!points)
        return NULL;
    curve->points = points;
    return &curve->points[curve->length++];
}

/* E at the end of a line. */
static int evaluation_after(const by_position *root, const struct by_line *line)
{
    by_position *walker = NULL;
    by_value value = 0;

    if (by_position_copy(root, &walker, NULL))
        return 0;
    for (int i = 0; i < line->length && !by_position_push(walker, line->moves[i], NULL);)
        i++;
    value = by_position_evaluate(walker);
    by_position_destroy(walker);
    return abs(value);
}

/* The node evaluation that an iteration found. That is its value, unless somebody wins: a captured block has none left,
 * and of one that lives for sure the value does not tell it. In games without a prover it is the value itself. */
static int evaluation_of(const struct solve_curve *curve, const struct by_event *event)
{
    int winner = by_value_is_win(event->value) ? event->side : event->side ^ 1,
        prover = by_position_prover(curve->root);

    if (prover < 0)
        return event->value;
    if (!by_value_is_win(event->value) && !by_value_is_loss(event->value))
        return abs(event->value);
    return winner == prover ? 0 : evaluation_after(curve->root, event->line);
}

static void notify(void *context, const struct by_event *event)
{
    struct solve_point *point = event->line_number > 1 ? NULL : add_point(context);

    if (!point)
        return;
    *point = (struct solve_point){.nodes = event->nodes, .time_us = event->time_us};
    if (event->kind == BY_EVENT_NUMBERS) {
        point->proof_number = event->proof_number;
        point->disproof_number = event->disproof_number;
        return;
    }
    point->depth = event->depth;
    point->evaluation = evaluation_of(context, event);
}

struct by_observer solve_curve_observer(struct solve_curve *curve, const by_position *root)
{
    curve->root = root;
    return (struct by_observer){BY_SIZE(by_observer), .wants = BY_EVENT_NUMBERS | BY_EVENT_ITERATION, .context = curve,
                                .notify = notify};
}

void solve_curve_add(struct solve_curve *curve, const struct solve_point *point)
{
    struct solve_point *place = add_point(curve);

    if (place)
        *place = *point;
}

void solve_curve_copy(struct solve_curve *curve, const struct solve_curve *from)
{
    curve->length = 0;
    for (size_t i = 0; i < from->length; i++)
        solve_curve_add(curve, &from->points[i]);
}

void solve_curve_clear(struct solve_curve *curve)
{
    curve->length = 0;
}

void solve_curve_free(struct solve_curve *curve)
{
    free(curve->points);
    *curve = (struct solve_curve){0};
}

static uint64_t number_at(const struct solve_curve *curve, size_t i, bool is_proof)
{
    return is_proof ? curve->points[i].proof_number : curve->points[i].disproof_number;
}

/* Below half of its peak, and falling over the last quarter. */
static bool is_falling(const struct solve_curve *curve, bool is_proof)
{
    size_t last = curve->length - 1;
    uint64_t peak = 0;

    for (size_t i = 0; i <= last; i++)
        peak = number_at(curve, i, is_proof) > peak ? number_at(curve, i, is_proof) : peak;
    return number_at(curve, last, is_proof) < peak / 2 &&
           number_at(curve, last, is_proof) < number_at(curve, last - (last + 3) / 4, is_proof);
}

/* An evaluation that falls lets expect a capture, one that rises an escape. */
static enum solve_prediction predict_by_evaluation(const struct solve_curve *curve)
{
    const struct solve_point *last = &curve->points[curve->length - 1], *first = last - (curve->length + 3) / 4;

    if (last->evaluation == first->evaluation)
        return SOLVE_PREDICTS_NOTHING;
    return last->evaluation < first->evaluation ? SOLVE_PREDICTS_CAPTURE : SOLVE_PREDICTS_ESCAPE;
}

enum solve_prediction solve_predict(const struct solve_curve *curve)
{
    bool proof_falls, disproof_falls;

    if (curve->length < 4)
        return SOLVE_PREDICTS_NOTHING;
    if (curve->points[curve->length - 1].depth)
        return predict_by_evaluation(curve);
    proof_falls = is_falling(curve, true);
    disproof_falls = is_falling(curve, false);
    if (proof_falls == disproof_falls)
        return SOLVE_PREDICTS_NOTHING;
    return proof_falls ? SOLVE_PREDICTS_CAPTURE : SOLVE_PREDICTS_ESCAPE;
}
