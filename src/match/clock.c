/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/clock.h"

#include <ctype.h>
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

static void print_seconds(int64_t time_us, by_text *out)
{
    int64_t parts = time_us % 1000000;
    int digits = 6;

    by_text_printf(out, "%lld", (long long)(time_us / 1000000));
    if (!parts)
        return;
    for (; parts % 10 == 0; digits--)
        parts /= 10;
    by_text_printf(out, ".%0*lld", digits, (long long)parts);
}

static void print_ms(int64_t time_us, const char *what, by_text *out)
{
    if (time_us % 1000)
        by_text_printf(out, "%lld.%03lld %s", (long long)(time_us / 1000), (long long)(time_us % 1000), what);
    else
        by_text_printf(out, "%lld %s", (long long)(time_us / 1000), what);
}

void match_limit_print(const struct match_limit *limit, by_text *out)
{
    switch (limit->kind) {
    case MATCH_LIMIT_NONE:
        by_text_add(out, "no limit");
        break;
    case MATCH_LIMIT_NODES:
        by_text_printf(out, "%lld nodes a move", (long long)limit->amount);
        break;
    case MATCH_LIMIT_DEPTH:
        by_text_printf(out, "%lld plies deep", (long long)limit->amount);
        break;
    case MATCH_LIMIT_TIME:
        print_ms(limit->amount, "ms a move", out);
        break;
    case MATCH_LIMIT_CPU:
        print_ms(limit->amount, "ms of CPU time a move", out);
        break;
    case MATCH_LIMIT_CLOCK:
        if (limit->moves)
            by_text_printf(out, "%d/", limit->moves);
        print_seconds(limit->base_us, out);
        by_text_add_char(out, '+');
        print_seconds(limit->increment_us, out);
        by_text_add(out, " s");
        break;
    }
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
