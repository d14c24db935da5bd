/* SPDX-License-Identifier: MIT
 *
 * GTP: live analysis in the format of Leela Zero's `lz-analyze`, which boards such as Lizzie and Sabaki read:
 *
 *     info move E5 visits 1200 winrate 5312 lcb 5170 order 0 pv E5 C3 ... info move C3 visits ...
 *
 * A line every so often, until the next command comes in. The tree is the player's own: it stays for the next line, and
 * for the move.
 */
#include <inttypes.h>
#include <math.h>
#include <strings.h>

#include "base/scan.h"
#include "base/split.h"
#include "protocol/gtp/session.h"

/* The maximum number of moves to report; slices are short enough to notice the next command soon. */
enum { MAX_MOVES = 40, INTERVAL_CS = 100, SLICE_MS = 50 };

static int in_tenthousandths(double chance)
{
    return (int)(10000 * (chance < 0 ? 0 : chance > 1 ? 1 : chance) + 0.5);
}

/* A lower bound of the mean: 95 % of the time it is not less. */
static double lower_bound(const struct by_line *line)
{
    double n = (double)line->visits, mean = (double)line->mean;

    return n > 0 ? mean - 1.96 * sqrt((mean * (1 - mean) + 1 / (n + 1)) / n) : 0;
}

/* A pass is written in small letters here. */
static void add_move(struct gtp *gtp, by_move move, by_text *out)
{
    struct gtp_move at = gtp_move_of(gtp, move);

    by_text_add(out, at.point == GTP_PASS ? "pass" : at.vertex.text);
}

static void add_line(struct gtp *gtp, const struct by_line *line, size_t order, by_text *out)
{
    by_text_add(out, order ? " info move " : "info move ");
    add_move(gtp, line->moves[0], out);
    by_text_printf(out, " visits %" PRIu64 " winrate %d lcb %d order %zu pv", line->visits,
                   in_tenthousandths((double)line->mean), in_tenthousandths(lower_bound(line)), order);
    for (int i = 0; i < line->length; i++) {
        by_text_add_char(out, ' ');
        add_move(gtp, line->moves[i], out);
    }
}

/* ---- Thinking ---------------------------------------------------------------------------------------------------- */

/* Whether the next command has arrived or the client has gone. Waits for the rest of the slice, for example when the
 * game is solved and the search ends early. */
static bool is_interrupted(const struct gtp *gtp, const struct by_result *result, int64_t slice_ms)
{
    int64_t left_ms = slice_ms - result->time_us / 1000;

    if (!gtp->bounds.has_input || result->stopped == BY_STOPPED_ASKED)
        return true;
    return gtp->bounds.has_input(gtp->bounds.context, left_ms > 0 ? (int)left_ms : 0);
}

/* Searches for one line of output, in slices. */
static by_status think(struct gtp *gtp, const by_position *position, int64_t interval_ms, bool *goes_on,
                       by_error *error)
{
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = BY_OK;

    for (*goes_on = true; !status && *goes_on && interval_ms > 0; interval_ms -= SLICE_MS) {
        struct by_limits limits = {
            BY_SIZE(by_limits),         .time_ms = interval_ms < SLICE_MS ? interval_ms : SLICE_MS,
            .nodes = gtp->bounds.nodes, .stop = gtp->bounds.stop,
            .lines = MAX_MOVES,         .plays_on = true};

        status = by_search_run(gtp->search, position, &limits, NULL, &result, error);
        *goes_on = !status && !is_interrupted(gtp, &result, limits.time_ms);
    }
    for (size_t i = 0; i < result.line_count && !status; i++)
        add_line(gtp, &result.lines[i], i, &gtp->answer);
    by_text_add(&gtp->answer, status ? "" : "\n");
    return status;
}

static void analyse(struct gtp *gtp, const by_position *position, int64_t interval_ms)
{
    by_error error = {0};
    bool goes_on = true;

    if (gtp->bounds.has_input)
        gtp_send_part(gtp);
    while (goes_on && !gtp->has_failed) {
        if (think(gtp, position, interval_ms, &goes_on, &error))
            gtp_fail_error(gtp, &error);
        else if (gtp->bounds.has_input)
            gtp_send_part(gtp);
    }
}

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

/* "b 50", "50", "interval 50", in any order; the last one counts. */
static bool read_arguments(struct gtp *gtp, char *rest, int *colour, int64_t *interval_cs)
{
    const char *word;
    int parsed;

    while ((word = by__next_word(&rest)) != NULL) {
        if (gtp_parse_colour(word, &parsed)) {
            *colour = parsed;
            continue;
        }
        if (strcasecmp(word, "interval") == 0)
            word = by__next_word(&rest);
        if (!word || !by__scan_clamped(word, interval_cs) || *interval_cs < 1 || *interval_cs > INT32_MAX) {
            gtp_fail(gtp, "syntax error: expected a color or an interval in hundredths of a second");
            return false;
        }
    }
    return true;
}

static void run_analyze(struct gtp *gtp, struct gtp_arguments *a)
{
    int64_t interval_cs = INTERVAL_CS;
    by_position *position;
    by_error error = {0};
    by_status status;
    int colour = a->board.side;

    if (!read_arguments(gtp, a->rest, &colour, &interval_cs))
        return;
    status = gtp_make_player(gtp, &error);
    if (!status)
        status = gtp_position_for(gtp, &a->board, colour, &position, &error);
    if (status)
        gtp_fail_error(gtp, &error);
    else
        analyse(gtp, position, interval_cs * 10);
}

const struct gtp_command gtp_analyse_commands[] = {
    {"lz-analyze", run_analyze, GTP_BOARD},
    {0},
};
