/* SPDX-License-Identifier: MIT
 *
 * Reports of nodes to the observer of a proof-number search.
 */
#include "search/proof/walk.h"

static enum by_reason reason_for_leaving(const struct pr_walk *w, const struct pr_fact *fact)
{
    if (w->control->is_stopped)
        return BY_REASON_STOPPED;
    return pr_is_solved(fact) ? BY_REASON_SEARCHED : BY_REASON_WINDOW;
}

static void notify(struct pr_walk *w, const struct pr_fact *fact, struct by_event *event)
{
    event->phase = w->question.open_is_yes ? BY_PHASE_RESEARCH : BY_PHASE_MAIN;
    event->depth = w->plies - event->ply;
    event->proof_number = pr_reported(fact->proof);
    event->disproof_number = pr_reported(fact->disproof);
    by__control_notify(w->control, event);
}

void by__pr_notify(struct pr_walk *w, int ply, enum by_event_kind kind, const struct pr_fact *fact)
{
    const struct pr_frame *f = &w->frames[ply];
    struct by_event event = {.kind = kind, .side = f->side, .ply = ply, .move = f->via};

    if (kind == BY_EVENT_LEAVE)
        event.reason = reason_for_leaving(w, fact);
    notify(w, fact, &event);
}

void by__pr_notify_of_child(struct pr_walk *w, int ply, const struct pr_child *child)
{
    struct by_event event = {.kind = BY_EVENT_CHILD, .side = child->side, .ply = ply, .move = child->move};

    notify(w, &child->fact, &event);
}
