/* SPDX-License-Identifier: MIT
 *
 * Info lines of a running search.
 */
#include <inttypes.h>

#include "boyi/display.h"
#include "protocol/session.h"

void protocol_add_moves(struct protocol_session *session, const struct by_line *line, by_text *out)
{
    by_position *walker = session->walker;
    int made = 0;

    for (; made < line->length; made++) {
        by_text move = {0};

        /* Written first, since a move is written in the position where it is made. */
        by_position_print_move_as(walker, line->moves[made], session->notation, &move);
        if (by_position_push(walker, line->moves[made], NULL)) {
            by_text_free(&move);
            break;
        }
        by_text_printf(out, " %s", by_text_string(&move));
        by_text_free(&move);
    }
    while (made-- > 0)
        by_position_pop(walker, NULL);
}

void protocol_add_answer(struct protocol_session *session, const struct protocol_answer *answer, by_text *out)
{
    struct by_line best = {.length = 1, .moves = &answer->best}, reply = {.length = 1, .moves = &answer->reply};

    by_text_add(out, "bestmove");
    protocol_add_moves(session, &best, out);
    if (answer->reply == BY_MOVE_NONE || by_position_push(session->walker, answer->best, NULL))
        return;
    by_text_add(out, " ponder");
    protocol_add_moves(session, &reply, out);
    by_position_pop(session->walker, NULL);
}

static void add_wdl(const by_position *position, by_value value, by_text *out)
{
    struct by_chances chances;

    if (by_type_chances(by_game_type_of(by_position_game(position)), value, &chances))
        by_text_printf(out, " wdl %d %d %d", chances.won, chances.drawn, chances.lost);
}

static uint64_t speed_of(const struct by_event *event)
{
    return event->time_us > 0 ? (uint64_t)((double)event->nodes * 1e6 / (double)event->time_us) : event->nodes;
}

void protocol_report_line(struct protocol_session *session, const struct by_event *event)
{
    const struct by_line *line = event->line;
    by_text text = {0};

    by_text_printf(&text, "info depth %d seldepth %d multipv %d", line->depth,
                   event->selective_depth > line->depth ? event->selective_depth : line->depth, event->line_number);
    session->dialect->add_score(line->value, line->kind, &text);
    if (protocol_option(&session->options, "UCI_ShowWDL"))
        add_wdl(session->walker, line->value, &text);
    by_text_printf(&text, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits 0 time %" PRId64 " pv", event->nodes,
                   speed_of(event), event->hash_permille, event->time_us / 1000);
    protocol_add_moves(session, line, &text);
    protocol_send_text(&session->output, &text);
}
