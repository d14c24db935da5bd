/* SPDX-License-Identifier: MIT
 *
 * The journal of a match, which lets it resume: a text file that only grows.
 *
 *     boyi match journal 1
 *     engine1: boyi:paper-survey
 *     ...                                    the settings of the match, one per line
 *     games:
 *     2 0-1 none 87 5131 Checkmate. Black wins.
 *
 * Behind `games:` stands a line for each finished game, in the order in which they ended: its number from 1, the
 * result, the fault that lost it, its plies, the size of the PGN file with this game in it, and the reason. If an
 * engine has pondered, `ponder=31/17,0/0` stands before the reason: how often each engine did, and how often on the
 * move that was played. The first engine has red in odd games. A line without its end is one that was being written
 * when the runner was killed; it is dropped. One program at a time writes a journal.
 */
#ifndef MATCH_JOURNAL_H
#define MATCH_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/record.h"
#include "match/engine.h"

struct match_entry {
    int number;
    enum by_outcome outcome;
    enum match_fault fault;
    int plies;
    int64_t pgn_size;
    int ponders[2], ponder_hits[2]; /* by engine */
    char reason[240];
};

struct match_journal;

/* Opens the journal of the match that `settings` describes, in lines, or begins one; `goes_on` says which. One that
 * ends within its description is begun again. `entries` are those that it holds, in memory that the caller frees. A
 * journal of another match is refused, and the error says where they differ. */
by_status match_journal_open(const char *path, const char *settings, struct match_journal **out, bool *goes_on,
                             struct match_entry **entries, size_t *count, by_error *error);

by_status match_journal_add(struct match_journal *journal, const struct match_entry *entry, by_error *error);

/* Accepts NULL. */
void match_journal_close(struct match_journal *journal);

/* "1-0" and the like. */
const char *match_outcome_name(enum by_outcome outcome);

#endif
