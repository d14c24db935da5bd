/* SPDX-License-Identifier: MIT */
#include "selfplay/referee.h"

#include <stdlib.h>

void selfplay_referee_record(struct selfplay_referee *referee, int side, by_value score)
{
    const struct selfplay_adjudication *limits = referee->limits;
    bool is_known = score != SELFPLAY_NO_SCORE;
    bool is_decided = is_known && abs(score) >= limits->win_score;
    int winner = score > 0 ? side : 1 - side;

    referee->played++;
    if (!is_decided)
        referee->win_plies = 0;
    else if (referee->win_plies && winner == referee->winner)
        referee->win_plies++;
    else
        referee->win_plies = 1;
    referee->winner = winner;
    referee->draw_plies = is_known && abs(score) <= limits->draw_score ? referee->draw_plies + 1 : 0;
}

/* By the rules of the game. */
static bool rules_end(by_position *position, enum selfplay_end *end, by_value *value)
{
    struct by_node node, verdict;

    by_position_node(position, &node);
    by_position_verdict(position, &verdict);
    if (!verdict.is_over)
        return false;
    *end = !node.is_over ? SELFPLAY_END_NO_MOVE : verdict.path_plies > 0 ? SELFPLAY_END_HISTORY : SELFPLAY_END_RULE;
    *value = verdict.side == 0 ? verdict.value : -verdict.value;
    return true;
}

bool selfplay_referee_ends(const struct selfplay_referee *referee, by_position *position, enum selfplay_end *end,
                           by_value *value)
{
    const struct selfplay_adjudication *limits = referee->limits;

    if (rules_end(position, end, value))
        return true;
    *value = 0;
    if (limits->win_plies && referee->win_plies >= limits->win_plies) {
        *end = SELFPLAY_END_WIN;
        *value = referee->winner == 0 ? BY_WIN : -BY_WIN;
        return true;
    }
    if (limits->draw_plies && referee->draw_plies >= limits->draw_plies && referee->played >= limits->draw_from) {
        *end = SELFPLAY_END_DRAW;
        return true;
    }
    *end = SELFPLAY_END_LENGTH;
    return limits->max_plies && referee->played >= limits->max_plies;
}
