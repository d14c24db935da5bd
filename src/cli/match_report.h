/* SPDX-License-Identifier: MIT
 *
 * The output of a match: a line of progress, a table at the end, JSON and CSV for programs.
 */
#ifndef CLI_MATCH_REPORT_H
#define CLI_MATCH_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "match/match.h"

struct match_report {
    const struct match_settings *settings;
    FILE *stream; /* where progress goes */
    bool is_quiet;
    bool is_terminal; /* the line is overwritten */
    bool has_line;    /* the last line has no newline yet */
    int64_t shown_us; /* time of the last output */
};

void match_report_begin(struct match_report *report, const struct match_settings *settings, bool is_quiet);

/* Reports a game; `entry` is NULL for the games of the journal. */
void match_report_game(struct match_report *report, const struct match_state *state, const struct match_entry *entry);

/* Terminates the line of progress. */
void match_report_end(struct match_report *report);

/* The final table on stdout. */
void match_report_summary(const struct match_settings *settings, const struct match_state *state);

/* Returns the exit code. */
int match_report_json(const struct match_settings *settings, const struct match_state *state);

/* A line of headings and one for each engine. */
void match_report_csv(const struct match_settings *settings, const struct match_state *state, FILE *file);

#endif
