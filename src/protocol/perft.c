/* SPDX-License-Identifier: MIT
 *
 * perft, counted in portions so that it can be stopped.
 */
#include <inttypes.h>

#include "protocol/session.h"

/* Plies that are counted without looking up: some milliseconds. */
enum { PORTION = 3 };

static bool list_moves(by_position *position, struct by_moves *moves)
{
    struct by_extent extent;

    by_position_extent(position, &extent);
    if (extent.max_moves > PROTOCOL_MAX_MOVES)
        return false;
    by_position_moves(position, BY_MOVES_ALL, moves);
    return true;
}

/* False: stopped. */
static bool count(struct protocol_session *session, int depth, uint64_t *total)
{
    struct by_move_info list[PROTOCOL_MAX_MOVES];
    struct by_moves moves = {.list = list};
    uint64_t some = 0;

    if (protocol_is_stopped(session))
        return false;
    if (depth <= PORTION) {
        if (by_position_perft(session->walker, depth, &some, NULL))
            return false;
        *total += some;
        return true;
    }
    if (!list_moves(session->walker, &moves))
        return false;
    for (int i = 0; i < moves.count; i++) {
        bool is_counted;

        if (by_position_push(session->walker, list[i].move, NULL))
            return false;
        is_counted = count(session, depth - 1, total);
        by_position_pop(session->walker, NULL);
        if (!is_counted)
            return false;
    }
    return true;
}

static bool count_below(struct protocol_session *session, by_move move, int depth, uint64_t *total)
{
    by_text text = {0};
    uint64_t some = 0;
    bool is_counted;

    by_position_print_move_as(session->walker, move, session->notation, &text);
    is_counted = by_position_push(session->walker, move, NULL) == BY_OK;
    if (is_counted) {
        is_counted = count(session, depth, &some);
        by_position_pop(session->walker, NULL);
    }
    if (is_counted)
        protocol_send(&session->output, "%s: %" PRIu64, by_text_string(&text), some);
    by_text_free(&text);
    *total += some;
    return is_counted;
}

void protocol_perft(struct protocol_session *session, int depth)
{
    struct by_move_info list[PROTOCOL_MAX_MOVES];
    struct by_moves moves = {.list = list};
    uint64_t total = depth == 0;

    if (depth > 0 && !list_moves(session->walker, &moves))
        return;
    for (int i = 0; i < moves.count; i++) {
        if (!count_below(session, list[i].move, depth - 1, &total)) {
            protocol_remark(session, "perft: stopped");
            return;
        }
    }
    protocol_send(&session->output, "\nNodes searched: %" PRIu64 "\n", total);
}
