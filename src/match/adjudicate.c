/* SPDX-License-Identifier: MIT */
#include "match/adjudicate.h"

#include <stdlib.h>
#include <string.h>

#include "match/words.h"

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* A number, or a switch if its range is 0 to 1. */
struct key {
    const char *name;
    int least, most;
    int *place;
};

static by_status read_switch(const char *key, const char *value, int *out, by_error *error)
{
    *out = strcmp(value, "on") == 0;
    if (!*out && strcmp(value, "off") != 0)
        return by_error_set(error, BY_ERROR_INPUT, "%s=%.60s: expected on or off", key, value);
    return BY_OK;
}

static by_status read_pair(const char *what, const struct key *keys, const char *key, const char *value,
                           by_error *error)
{
    const char *names[8] = {0};
    int64_t number;

    for (int i = 0; keys[i].name; i++) {
        by_status status;

        names[i] = keys[i].name;
        if (strcmp(key, keys[i].name) != 0)
            continue;
        if (keys[i].most == 1)
            return read_switch(key, value, keys[i].place, error);
        status = match_words_number(key, value, keys[i].least, keys[i].most, &number, error);
        if (!status)
            *keys[i].place = (int)number;
        return status;
    }
    return match_words_unknown(what, key, names, error);
}

/* The flag that is being read, and its keys. */
struct reading {
    const char *what;
    const struct key *keys;
};

static by_status take_word(void *context, const char *key, const char *value, by_error *error)
{
    const struct reading *reading = context;

    return value ? read_pair(reading->what, reading->keys, key, value, error)
                 : match_words_no_value(reading->what, key, error);
}

static by_status read_pairs(const char *what, const char *text, const struct key *keys, by_error *error)
{
    struct reading reading = {what, keys};

    return match_words_each(text, take_word, &reading, error);
}

by_status match_adjudication_read_resign(const char *text, struct match_adjudication *out, by_error *error)
{
    int both = 0;
    const struct key keys[] = {
        {"score", 1, MATCH_MATE, &out->resign_score},
        {"moves", 1, 1000, &out->resign_moves},
        {"both", 0, 1, &both},
        {0},
    };
    by_status status;

    out->resign_score = 1000;
    out->resign_moves = 4;
    status = read_pairs("--resign", text, keys, error);
    out->resign_both = both;
    return status;
}

by_status match_adjudication_read_draw(const char *text, struct match_adjudication *out, by_error *error)
{
    const struct key keys[] = {
        {"score", 0, MATCH_MATE, &out->draw_score},
        {"moves", 1, 1000, &out->draw_moves},
        {"after", 0, 10000, &out->draw_after},
        {0},
    };

    out->draw_score = 10;
    out->draw_moves = 10;
    out->draw_after = 60;
    return read_pairs("--draw", text, keys, error);
}

/* ---- Judging ----------------------------------------------------------------------------------------------------- */

static void count(int *counter, bool goes_on)
{
    *counter = goes_on ? *counter + 1 : 0;
}

void match_referee_note(struct match_referee *referee, const struct match_adjudication *rules, int side,
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
    if (rules->most_plies && plies >= rules->most_plies) {
        *reason = "adjudicated as a draw by its length";
        return true;
    }
    return false;
}
