/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/match_report.h"

#include <inttypes.h>
#include <math.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/say.h"
#include "front/json.h"

/* ---- Words ------------------------------------------------------------------------------------------------------- */

static void add_elo(double elo, by_text *out)
{
    if (isinf(elo))
        by_text_add(out, elo > 0 ? "+inf" : "-inf");
    else
        by_text_printf(out, "%+.1f", elo);
}

/* "+12.3 [-4.5, +29.4]", or the reason why there is no estimate. */
static void add_estimate(const struct match_estimate *estimate, by_text *out)
{
    if (!estimate->is_known) {
        by_text_add(out, "? (no pair is finished)");
        return;
    }
    add_elo(estimate->elo, out);
    by_text_add(out, " [");
    add_elo(estimate->elo_low, out);
    by_text_add(out, ", ");
    add_elo(estimate->elo_high, out);
    by_text_add_char(out, ']');
}

/* "1:02:03" or "4:05". */
static void add_time(int64_t time_us, by_text *out)
{
    long long seconds = (long long)(time_us / 1000000);

    if (seconds >= 3600)
        by_text_printf(out, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        by_text_printf(out, "%lld:%02lld", seconds / 60, seconds % 60);
}

static int faults_of(const struct match_state *state, int engine)
{
    int sum = 0;

    for (int i = 1; i < MATCH_FAULT_KINDS; i++)
        sum += state->faults[engine][i];
    return sum;
}

/* ---- Progress ---------------------------------------------------------------------------------------------------- */

void match_report_begin(struct match_report *report, const struct match_settings *settings, bool is_quiet)
{
    *report = (struct match_report){.settings = settings, .stream = stderr, .is_quiet = is_quiet};
    report->is_terminal = isatty(fileno(stderr));
}

static void add_left(const struct match_state *state, by_text *out)
{
    int played = state->done - state->resumed;

    if (!played || state->done == state->games)
        return;
    by_text_add(out, ", ");
    add_time(state->time_us / played * (state->games - state->done), out);
    by_text_add(out, " left");
}

static void add_progress(const struct match_report *report, const struct match_state *state, by_text *out)
{
    const struct match_score *score = &state->score;
    struct match_estimate estimate;

    match_estimate(score, &estimate);
    by_text_printf(out, "%d/%d games, +%d =%d -%d, Elo ", state->done, state->games, score->wins, score->draws,
                   score->losses);
    add_estimate(&estimate, out);
    if (report->settings->sprt.is_on)
        by_text_printf(out, ", LLR %.2f (%.2f, %.2f)", state->llr, match_sprt_lower(&report->settings->sprt),
                       match_sprt_upper(&report->settings->sprt));
    if (faults_of(state, 0) || faults_of(state, 1))
        by_text_printf(out, ", faults %d and %d", faults_of(state, 0), faults_of(state, 1));
    add_left(state, out);
}

/* Prints each fault on a line of its own. */
static void show_fault(struct match_report *report, const struct match_entry *entry)
{
    bool first_lost = (entry->outcome == BY_OUTCOME_SECOND) == (entry->number % 2 == 1);

    fprintf(report->stream, "%sgame %d, %s: %s\n", report->has_line ? "\r\033[K" : "", entry->number,
            report->settings->players[!first_lost]->name, entry->reason);
    report->has_line = false;
}

static void show_line(struct match_report *report, const char *line)
{
    if (report->is_terminal) /* a line that wraps cannot be overwritten */
        fprintf(report->stream, "\r%.*s\033[K", say_columns(report->stream, 80) - 1, line);
    else
        fprintf(report->stream, "%s\n", line);
    (void)fflush(report->stream);
    report->has_line = report->is_terminal;
}

void match_report_game(struct match_report *report, const struct match_state *state, const struct match_entry *entry)
{
    enum { PAUSE_US = 10000000 }; /* between lines that are not overwritten */
    bool is_last = state->done == state->games || state->decision;
    int64_t now = by__clock_us();
    by_text line = {0};

    if (report->is_quiet)
        return;
    if (entry && entry->fault)
        show_fault(report, entry);
    if (!report->is_terminal && !is_last && report->shown_us && now - report->shown_us < PAUSE_US)
        return;
    report->shown_us = now;
    if (!entry)
        by_text_add(&line, "going on: ");
    add_progress(report, state, &line);
    show_line(report, by_text_string(&line));
    by_text_free(&line);
}

void match_report_end(struct match_report *report)
{
    if (report->has_line)
        fputc('\n', report->stream);
    report->has_line = false;
}

/* ---- Summary ----------------------------------------------------------------------------------------------------- */

static const char *decision_words(enum match_decision decision)
{
    static const char *const words[] = {"undecided", "H0 accepted", "H1 accepted"};

    return words[decision];
}

static void print_faults(const struct match_settings *settings, const struct match_state *state)
{
    for (int engine = 0; engine < 2; engine++) {
        const char *between = "";

        printf("  faults of %s: ", settings->players[engine]->name);
        for (int i = 1; i < MATCH_FAULT_KINDS; i++)
            if (state->faults[engine][i]) {
                printf("%s%s %d", between, match_fault_name((enum match_fault)i), state->faults[engine][i]);
                between = ", ";
            }
        puts(*between ? "" : "none");
    }
}

static void print_pondering(const struct match_settings *settings, const struct match_state *state)
{
    for (int engine = 0; engine < 2; engine++) {
        int64_t times = state->ponders[engine], hits = state->ponder_hits[engine];

        if (!settings->players[engine]->ponders)
            continue;
        printf("  %s pondered %" PRId64 " times, %" PRId64 " on the move that was played (%.1f %%)\n",
               settings->players[engine]->name, times, hits, times ? 100.0 * (double)hits / (double)times : 0.0);
    }
}

static void print_sprt(const struct match_sprt *sprt, const struct match_state *state)
{
    printf("  SPRT (%s Elo %g against %g, alpha %g, beta %g): LLR %.2f (%.2f, %.2f), %s\n",
           sprt->model == MATCH_SPRT_LOGISTIC ? "logistic" : "normalised", sprt->elo0, sprt->elo1, sprt->alpha,
           sprt->beta, state->llr, match_sprt_lower(sprt), match_sprt_upper(sprt), decision_words(state->decision));
}

void match_report_summary(const struct match_settings *settings, const struct match_state *state)
{
    const struct match_score *score = &state->score;
    struct match_estimate estimate;
    const char *first = by_game_type_of(settings->table.game)->side_names[0];
    by_text elo = {0};

    match_estimate(score, &estimate);
    add_estimate(&estimate, &elo);
    printf("%s against %s: %d of %d games%s\n", settings->players[0]->name, settings->players[1]->name, state->done,
           state->games, state->was_stopped ? ", stopped" : "");
    printf("  +%d =%d -%d, %.1f points of %d; %s won %d, draws %.1f %%\n", score->wins, score->draws, score->losses,
           score->wins + score->draws / 2.0, state->done, first, state->firsts, 100 * estimate.draw_ratio);
    printf("  Elo %s with 95 %% certainty", by_text_string(&elo));
    if (estimate.is_known)
        printf(", normalised %+.1f, stronger with %.1f %%", estimate.normalized, 100 * estimate.superiority);
    printf("\n  pairs with 0, 1/2, 1, 3/2, 2 points: %d %d %d %d %d\n", score->pairs[0], score->pairs[1],
           score->pairs[2], score->pairs[3], score->pairs[4]);
    if (settings->sprt.is_on)
        print_sprt(&settings->sprt, state);
    if (match_is_go(settings->table.game))
        printf("  " MATCH_NOT_AGREED ": %d games played on, %d counted so\n", state->played_on, state->disputes);
    print_pondering(settings, state);
    print_faults(settings, state);
    by_text_free(&elo);
}

/* ---- For programs ------------------------------------------------------------------------------------------------ */

/* JSON has no infinity: write null. */
static void json_real(struct json *json, const char *key, double number)
{
    json_put_key(json, key);
    if (isfinite(number))
        json_put_thousandths(json, llround(number * 1000));
    else
        json_put_string(json, NULL);
}

static void json_engine(struct json *json, const struct match_settings *settings, const struct match_state *state,
                        int engine)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "name", settings->players[engine]->name);
    for (int i = 1; i < MATCH_FAULT_KINDS; i++) {
        char key[24];

        (void)snprintf(key, sizeof key, "%s", match_fault_name((enum match_fault)i));
        for (char *at = key; *at; at++)
            *at = *at == ' ' ? '_' : *at;
        json_member_integer(json, key, state->faults[engine][i]);
    }
    json_member_integer(json, "ponders", state->ponders[engine]);
    json_member_integer(json, "ponder_hits", state->ponder_hits[engine]);
    json_put_end(json);
}

static void json_estimate(struct json *json, const struct match_state *state)
{
    struct match_estimate estimate;

    match_estimate(&state->score, &estimate);
    json_member_array(json, "pairs", JSON_ON_ONE_LINE);
    for (int i = 0; i < MATCH_PAIR_KINDS; i++)
        json_put_integer(json, state->score.pairs[i]);
    json_put_end(json);
    json_real(json, "draw_ratio", estimate.draw_ratio);
    json_real(json, "elo", estimate.is_known ? estimate.elo : INFINITY);
    json_real(json, "elo_low", estimate.is_known ? estimate.elo_low : INFINITY);
    json_real(json, "elo_high", estimate.is_known ? estimate.elo_high : INFINITY);
    json_real(json, "normalized_elo", estimate.is_known ? estimate.normalized : INFINITY);
    json_real(json, "likelihood_of_superiority", estimate.is_known ? estimate.superiority : INFINITY);
}

static void json_sprt(struct json *json, const struct match_sprt *sprt, const struct match_state *state)
{
    json_member_object(json, "sprt", JSON_ON_ONE_LINE);
    json_member_string(json, "model", sprt->model == MATCH_SPRT_LOGISTIC ? "logistic" : "normalized");
    json_real(json, "elo0", sprt->elo0);
    json_real(json, "elo1", sprt->elo1);
    json_real(json, "llr", state->llr);
    json_real(json, "lower", match_sprt_lower(sprt));
    json_real(json, "upper", match_sprt_upper(sprt));
    json_member_string(json, "decision", decision_words(state->decision));
    json_put_end(json);
}

int match_report_json(const struct match_settings *settings, const struct match_state *state)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_LINES);
    json_member_array(&json, "engines", JSON_ON_LINES);
    json_engine(&json, settings, state, 0);
    json_engine(&json, settings, state, 1);
    json_put_end(&json);
    json_member_integer(&json, "games", state->games);
    json_member_integer(&json, "played", state->done);
    json_member_bool(&json, "was_stopped", state->was_stopped);
    json_member_integer(&json, "wins", state->score.wins);
    json_member_integer(&json, "draws", state->score.draws);
    json_member_integer(&json, "losses", state->score.losses);
    json_member_integer(&json, match_is_go(settings->table.game) ? "black_wins" : "red_wins", state->firsts);
    if (match_is_go(settings->table.game)) {
        json_member_integer(&json, "played_on", state->played_on);
        json_member_integer(&json, "not_agreed", state->disputes);
    }
    json_estimate(&json, state);
    if (settings->sprt.is_on)
        json_sprt(&json, &settings->sprt, state);
    json_put_end(&json);
    return say_json(&json, stdout);
}

static void csv_engine(FILE *file, const struct match_settings *settings, const struct match_state *state, int engine)
{
    const struct match_score *score = &state->score;
    struct match_estimate estimate;
    int sign = engine ? -1 : 1;

    match_estimate(score, &estimate);
    say_csv_field(file, settings->players[engine]->name, true);
    fprintf(file, ",%d,%d,%d,%d", state->done, engine ? score->losses : score->wins, score->draws,
            engine ? score->wins : score->losses);
    fprintf(file, ",%.2f,%.2f,%.2f", sign * estimate.elo, sign * (engine ? estimate.elo_high : estimate.elo_low),
            sign * (engine ? estimate.elo_low : estimate.elo_high));
    for (int i = 1; i < MATCH_FAULT_KINDS; i++)
        fprintf(file, ",%d", state->faults[engine][i]);
    fprintf(file, ",%" PRId64 ",%" PRId64 "\n", state->ponders[engine], state->ponder_hits[engine]);
}

void match_report_csv(const struct match_settings *settings, const struct match_state *state, FILE *file)
{
    fputs("engine,games,wins,draws,losses,elo,elo_low,elo_high", file);
    for (int i = 1; i < MATCH_FAULT_KINDS; i++)
        fprintf(file, ",%s", match_fault_name((enum match_fault)i));
    fputs(",ponders,ponder_hits\n", file);
    csv_engine(file, settings, state, 0);
    csv_engine(file, settings, state, 1);
}
