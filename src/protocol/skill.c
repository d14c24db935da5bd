/* SPDX-License-Identifier: MIT
 *
 * Weaker play, by `Skill Level` from 0 to 19: fewer plies and nodes, and now and then a move that is not the best. A
 * level forgives as many hundredths of a pawn as it is below 20, twelve times over; within that, every line gets luck
 * from a seeded generator, and the luckiest is played.
 */
#include "protocol/session.h"

enum { LEVEL_FULL = 20, LINES = 4, FORGIVEN_PER_LEVEL = 12, NODES_AT_0 = 400 };

static int level_of(const struct protocol_session *session)
{
    return protocol_option(&session->options, "Skill Level");
}

bool protocol_is_weak(const struct protocol_session *session)
{
    return level_of(session) < LEVEL_FULL && !session->go.mate_moves &&
           !protocol_option(&session->options, "UCI_AnalyseMode");
}

void protocol_weaken(const struct protocol_session *session, struct by_limits *limits)
{
    int level = level_of(session), depth = 1 + level / 2;
    uint64_t nodes = (uint64_t)NODES_AT_0 << (level / 2);

    if (!protocol_is_weak(session))
        return;
    limits->depth = limits->depth && limits->depth < depth ? limits->depth : depth;
    limits->nodes = limits->nodes && limits->nodes < nodes ? limits->nodes : nodes;
    limits->lines = limits->lines > LINES ? limits->lines : LINES;
}

size_t protocol_choose_line(struct protocol_session *session, const struct by_result *result)
{
    int forgiven = (LEVEL_FULL - level_of(session)) * FORGIVEN_PER_LEVEL;
    by_value best = -BY_INFINITE - BY_INFINITE;
    size_t chosen = 0;

    if (!protocol_is_weak(session))
        return 0;
    for (size_t i = 0; i < result->line_count; i++) {
        by_value value = result->lines[i].value;
        by_value luck = (by_value)by_random_below(&session->random, (uint32_t)forgiven + 1);

        if (value + forgiven < result->lines[0].value || value + luck <= best)
            continue;
        best = value + luck;
        chosen = i;
    }
    return chosen;
}
