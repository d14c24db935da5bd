/* SPDX-License-Identifier: MIT
 *
 * PGN for the games that describe theirs (boyi/pgn.h): the reader, the writer, and what both have to agree on.
 */
#ifndef BOYI_CORE_PGN_H
#define BOYI_CORE_PGN_H

#include "boyi/pgn.h"

/* The tags that begin every file, in this order; "?" if nothing is known. */
enum { BY__PGN_ROSTER_TAGS = 6 };

/* The name of a tag of the roster: "Event", "Site", "Date", "Round", then the two sides. */
const char *by__pgn_roster_tag(const struct by_pgn *pgn, int index);

/* How outcomes are written. */
extern const char *const by__pgn_results[];

/* How moves are numbered from the start of a game on. */
struct by__pgn_count {
    unsigned first; /* number of the first move */
    int side;       /* and who makes it */
};

struct by__pgn_count by__pgn_count_from(const struct by_pgn *pgn, by_position *start);

/* Number and side of the next move of a position that was reached from there. */
struct by__pgn_count by__pgn_count_at(struct by__pgn_count start, const by_position *position);

/* As by_records.read and by_records.write, for a game with by_records.pgn. */
by_status by__pgn_read(const by_game *game, const char *text, size_t length, size_t *offset, by_record *out,
                       by_error *error);
by_status by__pgn_write(const by_game *game, const by_record *record, int notation, by_text *out, by_error *error);

#endif
