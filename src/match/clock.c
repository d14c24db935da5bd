/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/clock.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/scan.h"

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* Seconds with a point as microseconds; a month at most, so that nothing overflows. */
static bool read_seconds(const char **text, int64_t *out)
{
    enum { MAX_SECONDS = 2678400 };
    int64_t whole = 0, parts = 0, unit = 100000;
    const char *at = *text;

    if (!isdigit((unsigned char)*at))
        return false;
    for (; isdigit((unsigned char)*at) && whole <= MAX_SECONDS; at++)
        whole = whole * 10 + (*at - '0');
    if (*at == '.')
        for (at++; isdigit((unsigned char)*at); at++, unit /= 10)
            parts += (*at - '0') * unit;
    *text = at;
    *out = whole * 1000000 + parts;
    return whole <= MAX_SECONDS;
}

by_status match_limit_read_clock(const char *text, struct match_limit *out, by_error *error)
{
    struct match_limit limit = {.kind = MATCH_LIMIT_CLOCK};
    const char *at = text, *slash = strchr(text, '/');
    bool is_good = true;

    if (slash) {
        int64_t moves = 0;

        is_good = by__scan_digits(text, 10000, &moves) == slash && moves >= 1;
        limit.moves = (int)moves;
        at = slash + 1;
    }
    is_good = is_good && read_seconds(&at, &limit.base_us);
    if (is_good && *at == '+') {
        at++;
        is_good = read_seconds(&at, &limit.increment_us);
    }
    if (!is_good || *at || limit.base_us + limit.increment_us == 0)
        return by_error_set(error, BY_ERROR_INPUT,
                            "'%.60s' is no clock, expected seconds such as 60+0.6, or 40/300+2 for 40 moves", text);
    *out = limit;
    return BY_OK;
}

/* A number of microseconds in a larger unit, with as many decimal places as it takes. */
static struct match_words in_unit(int64_t time_us, int64_t unit_us, int places)
{
    struct match_words out;
    int length = snprintf(out.text, sizeof out.text, "%lld.%0*lld", (long long)(time_us / unit_us), places,
                          (long long)(time_us % unit_us));

    while (out.text[length - 1] == '0')
        length--;
    out.text[length - (out.text[length - 1] == '.')] = 0;
    return out;
}

struct match_words match_limit_words(const struct match_limit *limit)
{
    static const char *const units[] = {[MATCH_LIMIT_NODES] = "nodes a move",
                                        [MATCH_LIMIT_DEPTH] = "plies deep",
                                        [MATCH_LIMIT_TIME] = "ms a move",
                                        [MATCH_LIMIT_CPU] = "ms of CPU time a move"};
    struct match_words out = {"no limit"};
    struct match_words amount = in_unit(limit->amount, limit->kind >= MATCH_LIMIT_TIME ? 1000 : 1, 3);
    char moves[16] = "";

    if (limit->moves)
        (void)snprintf(moves, sizeof moves, "%d/", limit->moves);
    if (limit->kind == MATCH_LIMIT_CLOCK)
        (void)snprintf(out.text, sizeof out.text, "%s%.24s+%.24s s", moves, in_unit(limit->base_us, 1000000, 6).text,
                       in_unit(limit->increment_us, 1000000, 6).text);
    else if (limit->kind != MATCH_LIMIT_NONE)
        (void)snprintf(out.text, sizeof out.text, "%.24s %s", amount.text, units[limit->kind]);
    return out;
}

/* ---- Clocks ------------------------------------------------------------------------------------------------------ */

void match_clock_start(struct match_clock *clock, const struct match_limit *limit)
{
    clock->left_us = limit->base_us + limit->increment_us;
    clock->moves_left = limit->moves;
}

bool match_clock_press(struct match_clock *clock, const struct match_limit *limit, int64_t used_us, int64_t margin_us)
{
    bool is_in_time = used_us <= clock->left_us + margin_us;

    /* The next move does not pay for time within the margin. */
    clock->left_us = used_us < clock->left_us ? clock->left_us - used_us : 0;
    clock->left_us += limit->increment_us;
    if (limit->moves && --clock->moves_left == 0) {
        clock->left_us += limit->base_us;
        clock->moves_left = limit->moves;
    }
    return is_in_time;
}
