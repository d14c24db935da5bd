/* SPDX-License-Identifier: MIT
 *
 * Looking for a mate in so many moves. The search as it is set looks first: it often sees a mate at once, and else it
 * gives the move that is answered. It passes over moves, though, and a mate may begin with one of those. So a thorough
 * search follows, which passes over nothing and extends nothing, with a window in which a mate that is short enough
 * lies above and everything else below: what it does not find does not exist.
 */
#include "protocol/session.h"

/* More than a search to the depth of a mate in five needs most of the time. */
enum { FIRST_LOOK_NODES = 1000000 };

struct hunt {
    struct protocol_session *session;
    const struct by_limits *limits;
    int moves;          /* of the winner, at most */
    uint64_t nodes;     /* that runs before this one have taken */
    int64_t time_us;    /* the same */
    int64_t time_ms;    /* that all runs may take; 0: no limit */
    bool is_unfinished; /* there may be a mate that nobody has looked at */
};

static bool is_mate(const struct hunt *hunt, const struct by_line *line)
{
    return line->kind != BY_KIND_AT_MOST && by_value_is_win(line->value) &&
           by_value_plies_to_end(line->value) < 2 * hunt->moves;
}

/* ---- The first look ---------------------------------------------------------------------------------------------- */

static void on_first_look(void *context, const struct by_event *event)
{
    protocol_take_event(context, event);
}

static by_status take_first_look(struct hunt *hunt, struct by_result *result, by_error *error)
{
    const struct by_observer observer = {BY_EVENT_ITERATION, hunt->session, on_first_look};
    struct by_limits limits = *hunt->limits;
    by_status status;

    if (!limits.nodes || limits.nodes > FIRST_LOOK_NODES)
        limits.nodes = FIRST_LOOK_NODES;
    status = protocol_run_search(hunt->session, &limits, &observer, result, error);
    if (status)
        return status;
    protocol_take_result(hunt->session, result);
    hunt->nodes = result->nodes;
    hunt->time_us = result->time_us;
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
    struct by_event told = *event;
    struct by_line mate;

    if (!is_mate(hunt, event->line))
        return;
    mate = mate_of(event->line);
    told.line = &mate;
    told.nodes += hunt->nodes;
    told.time_us += hunt->time_us;
    protocol_take_event(hunt->session, &told);
}

/* What the first look has left of the limits. False: nothing. */
static bool limits_left(const struct hunt *hunt, struct by_limits *out)
{
    *out = *hunt->limits;
    out->depth = 2 * hunt->moves - 1;
    out->alpha = BY_WIN - 2 * hunt->moves;
    out->beta = out->alpha + 1;
    out->lines = 1;
    out->clock_ms[0] = out->clock_ms[1] = 0;
    if (out->nodes && out->nodes <= hunt->nodes)
        return false;
    if (out->nodes)
        out->nodes -= hunt->nodes;
    out->time_ms = hunt->time_ms ? hunt->time_ms - hunt->time_us / 1000 : 0;
    return !hunt->time_ms || out->time_ms > 0;
}

static void take_mate(struct hunt *hunt, struct by_result *result)
{
    struct by_line mate = mate_of(&result->lines[0]);

    result->lines = &mate;
    result->line_count = 1;
    result->nodes += hunt->nodes;
    result->time_us += hunt->time_us;
    hunt->nodes = result->nodes;
    hunt->time_us = result->time_us;
    protocol_take_result(hunt->session, result);
}

static by_status run_within(struct hunt *hunt, const struct by_limits *limits, bool *is_found, by_error *error)
{
    const struct by_observer observer = {BY_EVENT_ITERATION, hunt, on_thorough};
    struct by_result result;
    by_status status = protocol_run_search(hunt->session, limits, &observer, &result, error);

    if (status)
        return status;
    hunt->is_unfinished = result.stopped != BY_STOPPED_DEPTH && result.stopped != BY_STOPPED_DONE;
    *is_found = result.line_count && is_mate(hunt, &result.lines[0]);
    if (*is_found)
        take_mate(hunt, &result);
    return BY_OK;
}

/* The line that leads to the mate: a window with room for its value keeps it, and the table knows the rest. Who is
 * stopped here has the mate all the same. */
static void find_line(struct hunt *hunt)
{
    const struct protocol_answer *answer = &hunt->session->answer;
    by_value value = answer->told.value;
    by_move mate = answer->best;
    struct by_limits limits;
    by_error error = {0};
    bool is_found;

    if (!limits_left(hunt, &limits))
        return;
    limits.depth = by_value_plies_to_end(value);
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
    struct hunt hunt = {.session = session, .limits = limits, .moves = session->go.mate_moves};
    struct by_result result;
    struct by_node node;
    by_status status;

    by_position_node(session->root, &node);
    hunt.time_ms = by_limits_time_ms(limits, node.side);
    status = take_first_look(&hunt, &result, error);
    if (status || result.best == BY_MOVE_NONE || (result.line_count && is_mate(&hunt, &result.lines[0])) ||
        search_thoroughly(&hunt))
        return status;
    if (hunt.is_unfinished)
        protocol_remark(session, "no mate in %d found so far: the search ended before all moves were tried",
                        hunt.moves);
    else
        protocol_remark(session, "no mate in %d", hunt.moves);
    return BY_OK;
}
