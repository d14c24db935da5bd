/* SPDX-License-Identifier: MIT */
#include "match/adjudicate.h"

#include <stdlib.h>

#include "match/flags.h"

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

by_status match_adjudication_read_resign(const char *text, struct match_adjudication *out, by_error *error)
{
    const struct match_key keys[] = {
        {"score", 1, MATCH_MATE, .number = &out->resign_score},
        {"moves", 1, 1000, .number = &out->resign_moves},
        {"both", .is_on = &out->resign_both},
        {0},
    };

    out->resign_score = 1000;
    out->resign_moves = 4;
    out->resign_both = false;
    return match_flags_read("--resign", text, keys, error);
}

by_status match_adjudication_read_draw(const char *text, struct match_adjudication *out, by_error *error)
{
    const struct match_key keys[] = {
        {"score", 0, MATCH_MATE, .number = &out->draw_score},
        {"moves", 1, 1000, .number = &out->draw_moves},
        {"after", 0, 10000, .number = &out->draw_after},
        {0},
    };

    out->draw_score = 10;
    out->draw_moves = 10;
    out->draw_after = 60;
    return match_flags_read("--draw", text, keys, error);
}

/* ---- Judging ----------------------------------------------------------------------------------------------------- */

static void count(int *counter, bool goes_on)
{
    *counter = goes_on ? *counter + 1 : 0;
}

void match_referee_record(struct match_referee *referee, const struct match_adjudication *rules, int side,
                          const struct match_answer *answer)
{
    count(&referee->bad[side], answer->has_score && answer->score <= -rules->resign_score);
    count(&referee->good[side], answer->has_score && answer->score >= rules->resign_score);
    count(&referee->level[side], answer->has_score && abs(answer->score) <= rules->draw_score);
}

static bool is_lost_for(const struct match_referee *referee, const struct match_adjudication *rules, int side)
{
    return rules->resign_moves && referee->bad[side] >= rules->resign_moves &&
           (!rules->resign_both || referee->good[side ^ 1] >= rules->resign_moves);
}

bool match_referee_ends(const struct match_referee *referee, const struct match_adjudication *rules, int plies,
                        enum by_outcome *outcome, const char **reason)
{
    for (int side = 0; side < 2; side++)
        if (is_lost_for(referee, rules, side)) {
            *outcome = side ? BY_OUTCOME_FIRST : BY_OUTCOME_SECOND;
            *reason = "adjudicated as lost by the scores";
            return true;
        }
    *outcome = BY_OUTCOME_DRAW;
    if (rules->draw_moves && plies >= 2 * rules->draw_after && referee->level[0] >= rules->draw_moves &&
        referee->level[1] >= rules->draw_moves) {
        *reason = "adjudicated as a draw by the scores";
        return true;
    }
    if (rules->max_plies && plies >= rules->max_plies) {
        *reason = "adjudicated as a draw by its length";
        return true;
    }
    return false;
}
