/* SPDX-License-Identifier: MIT
 *
 * What is said of a search while it runs.
 */
#include <inttypes.h>
#include <math.h>

#include "protocol/session.h"

void protocol_add_moves(struct protocol_session *session, const struct by_line *line, by_text *out)
{
    by_position *walker = session->walker;
    int made = 0;

    for (; made < line->length; made++) {
        by_text move = {0};

        /* Written first, since a move is written in the position where it is made. */
        protocol_write_move(walker, line->moves[made], session->ranks, &move);
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

/* Of a thousand games from here, how many are won, drawn and lost: two logistic curves, each at one half where a side
 * is 1.2 pawns ahead, with 0.8 pawns for a factor of e in the odds. */
static void add_wdl(by_value value, by_text *out)
{
    const double half = 120, scale = 80;
    int won = (int)(1000 / (1 + exp((half - value) / scale)) + 0.5);
    int lost = (int)(1000 / (1 + exp((half + value) / scale)) + 0.5);

    by_text_printf(out, " wdl %d %d %d", won, 1000 - won - lost, lost);
}

static uint64_t speed_of(const struct by_event *event)
{
    return event->time_us > 0 ? (uint64_t)((double)event->nodes * 1e6 / (double)event->time_us) : event->nodes;
}

void protocol_say_line(struct protocol_session *session, const struct by_event *event)
{
    const struct by_line *line = event->line;
    by_text text = {0};

    by_text_printf(&text, "info depth %d seldepth %d multipv %d", line->depth,
                   event->selective_depth > line->depth ? event->selective_depth : line->depth, event->line_number);
    session->manner->add_score(line->value, line->kind, &text);
    if (protocol_setting(&session->settings, "UCI_ShowWDL"))
        add_wdl(line->value, &text);
    by_text_printf(&text, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits 0 time %" PRId64 " pv", event->nodes,
                   speed_of(event), event->hash_permille, event->time_us / 1000);
    protocol_add_moves(session, line, &text);
    protocol_say_text(&session->output, &text);
    by_text_free(&text);
}
