/* SPDX-License-Identifier: MIT
 *
 * Mates in a number of moves. The search as it is set looks first: it often sees a mate early, and otherwise it gives
 * the move that is answered. It prunes moves, though, and a mate may begin with one of those. So a thorough search
 * follows, which prunes and extends nothing, with a window in which a mate that is short enough lies above and
 * everything else below (solve/reach.h): a mate that it does not find does not exist.
 */
#include "protocol/session.h"
#include "solve/reach.h"

/* More than a search to the depth of a mate in five needs most of the time. */
enum { FIRST_LOOK_NODES = 1000000 };

struct hunt {
    struct protocol_session *session;
    struct reach_question question; /* a win of the side to move within the plies of the mate */
    struct reach_budget budget;     /* of all runs; its limits are those of the game */
    bool is_unfinished;             /* a limit ended the search, so there may be a mate */
};

static bool is_mate(const struct hunt *hunt, const struct by_result *result)
{
    return result->line_count && reach_is_shown(&hunt->question, &result->lines[0]);
}

/* ---- The first look ---------------------------------------------------------------------------------------------- */

static by_status look_first(struct hunt *hunt, struct by_result *result, by_error *error)
{
    const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ITERATION, hunt->session,
                                         protocol_report_event};
    struct by_limits limits = hunt->budget.limits;
    by_status status;

    if (!limits.nodes || limits.nodes > FIRST_LOOK_NODES)
        limits.nodes = FIRST_LOOK_NODES;
    status = protocol_run_search(hunt->session, &limits, &observer, result, error);
    if (status)
        return status;
    protocol_record_result(hunt->session, result);
    reach_budget_spend(&hunt->budget, result->nodes, result->time_us);
    hunt->is_unfinished = result->stopped == BY_STOPPED_ASKED || result->stopped == BY_STOPPED_TIME;
    return BY_OK;
}

/* ---- The thorough search ----------------------------------------------------------------------------------------- */

/* A search that asks only whether there is a mate knows bounds. As the depths before have found nothing, this one is a
 * value. */
static struct by_line mate_of(const struct by_line *line)
{
    struct by_line mate = *line;

    mate.kind = BY_KIND_WIN;
    return mate;
}

static void on_thorough(void *context, const struct by_event *event)
{
    const struct hunt *hunt = context;
    struct by_event reported = *event;
    struct by_line mate;

    if (!reach_is_shown(&hunt->question, event->line))
        return;
    mate = mate_of(event->line);
    reported.line = &mate;
    reported.nodes += hunt->budget.nodes;
    reported.time_us += hunt->budget.time_us;
    protocol_report_event(hunt->session, &reported);
}

/* The limits minus the effort of earlier runs. False: nothing is left. */
static bool limits_left(const struct hunt *hunt, struct by_limits *out)
{
    struct reach_budget budget = hunt->budget;
    struct by_node node;
    enum by_stop_reason reason;

    by_position_node(hunt->question.position, &node);
    budget.limits.time_ms = by_limits_time_ms(&budget.limits, node.side);
    budget.limits.clock_ms[0] = budget.limits.clock_ms[1] = 0;
    budget.limits.lines = 1;
    return reach_budget_left(&budget, out, &reason);
}

static void record_mate(struct hunt *hunt, struct by_result *result)
{
    struct by_line mate = mate_of(&result->lines[0]);

    reach_budget_spend(&hunt->budget, result->nodes, result->time_us);
    result->lines = &mate;
    result->line_count = 1;
    result->nodes = hunt->budget.nodes;
    result->time_us = hunt->budget.time_us;
    protocol_record_result(hunt->session, result);
}

static by_status run_within(struct hunt *hunt, const struct by_limits *limits, bool *is_found, by_error *error)
{
    const struct reach_searcher searcher = {.run = protocol_run_search, .context = hunt->session};
    const struct by_observer observer = {BY_SIZE(by_observer), BY_EVENT_ITERATION, hunt, on_thorough};
    struct reach_answer answer;
    by_status status = reach_ask(&searcher, &hunt->question, limits, &observer, &answer, error);

    if (status)
        return status;
    hunt->is_unfinished = answer.answer == BY_ANSWER_UNKNOWN;
    *is_found = is_mate(hunt, &answer.result);
    if (*is_found)
        record_mate(hunt, &answer.result);
    return BY_OK;
}

/* The line that leads to the mate: a window with room for its value keeps it, and the table knows the rest. If this
 * search is stopped the mate stands all the same. */
static void find_line(struct hunt *hunt)
{
    const struct protocol_answer *answer = &hunt->session->answer;
    by_value value = answer->reported.value;
    by_move mate = answer->best;
    struct by_limits limits;
    by_error error = {0};
    bool is_found;

    if (!limits_left(hunt, &limits))
        return;
    hunt->question.plies = by_value_plies_to_end(value);
    limits.alpha = value - 1;
    limits.beta = value + 1;
    limits.root_moves = &mate;
    limits.root_move_count = 1;
    (void)run_within(hunt, &limits, &is_found, &error);
}

static by_status run_thoroughly(struct hunt *hunt, const struct by_limits *limits, bool *is_found, by_error *error)
{
    by_status status = protocol_renew_search(hunt->session, error);

    if (!status)
        status = run_within(hunt, limits, is_found, error);
    if (!status && *is_found)
        find_line(hunt);
    return status;
}

/* It takes the place of the session's search, and so no more memory than that. False: no mate was found. */
static bool search_thoroughly(struct hunt *hunt)
{
    struct protocol_session *session = hunt->session;
    struct by_limits limits;
    bool is_found = false;
    by_error error = {0};

    hunt->is_unfinished |= !limits_left(hunt, &limits);
    if (hunt->is_unfinished)
        return false;
    session->is_stale = session->is_thorough = true;
    if (run_thoroughly(hunt, &limits, &is_found, &error)) {
        protocol_remark(session, "mate: %s", error.message);
        hunt->is_unfinished = true;
    }
    session->is_stale = true;
    session->is_thorough = false;
    return is_found;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

by_status protocol_search_mate(struct protocol_session *session, const struct by_limits *limits, by_error *error)
{
    int moves = session->go.mate_moves;
    struct hunt hunt = {
        .session = session,
        .question = {.position = session->root, .threshold = BY_MIN_WIN, .plies = 2 * moves - 1},
        .budget = {.limits = *limits},
    };
    struct by_result result = {BY_SIZE(by_result)};
    struct by_node node;
    by_status status;

    by_position_node(session->root, &node);
    hunt.question.prover = node.side;
    status = look_first(&hunt, &result, error);
    if (status || result.best == BY_MOVE_NONE || is_mate(&hunt, &result) || search_thoroughly(&hunt))
        return status;
    if (hunt.is_unfinished)
        protocol_remark(session, "no mate in %d found so far: the search ended before all moves were tried", moves);
    else
        protocol_remark(session, "no mate in %d", moves);
    return BY_OK;
}
