/* SPDX-License-Identifier: MIT
 *
 * Game records as PGN (Portable Game Notation, Edwards 1994), for every game in which two sides move in turn:
 *
 *     [Event "..."]                            tags: the roster, which every file has, then others
 *     [Red "..."]
 *     [Result "1-0"]
 *     [FEN "..."]                              the start, if it is not the initial position
 *
 *     1. C2.5 h8+7 {a comment} 2. H2+3! (2. H8+7 r9.8) 2... r9.8 $14 ; a comment up to the end of the line
 *     1-0
 *
 * The library reads and writes the file. A game describes only what is special to it in a by_pgn and puts that into
 * by_records.pgn; positions and moves are those of by_rules: `print` and `parse`, `print_move` and `parse_move`. So a
 * game that can already print and parse needs only two names:
 *
 *     static const struct by_pgn pgn = {BY_SIZE(by_pgn), .sides = {"White", "Black"}};
 *     static const struct by_records records = {BY_SIZE(by_records), .format = "PGN", .pgn = &pgn};
 *
 * A comment belongs to the move before it. If a move number or a parenthesis stands between them, it belongs to the
 * move after it.
 */
#ifndef BOYI_PGN_H
#define BOYI_PGN_H

#include "boyi/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A word for an outcome, besides 1-0, 0-1, 1/2-1/2 and *. */
struct by_pgn_result {
    const char *word;
    enum by_outcome outcome;
};

struct by_pgn {
    size_t size;                         /* BY_SIZE(by_pgn) */
    const char *sides[2];                /* the tags that name the players: "White" and "Black" */
    const char *game;                    /* value of the tag Game, the first of the file; NULL: there is no such tag */
    const char *const *formats;          /* value of the tag Format for each of by_game_type.notations, then NULL;
                                            NULL: there is no such tag */
    const struct by_pgn_result *results; /* a NULL word ends them; NULL: none */
    bool has_setup;                      /* [SetUp "1"] stands before a FEN */

    /* The number of the next move of a position that is the start of a game. NULL: 1. */
    unsigned (*first_number)(const void *state);

    /* For a notation that looks like another one but means other moves, such as coordinates with ranks from 1 beside
     * those with ranks from 0. Returns this notation if `move` has its form, else BY_NOTATION_ANY; sets `is_certain` if
     * no other notation has this form. One certain move, or the tag Format, decides how all moves of this form are read
     * in that game. NULL: each move is read in any notation. */
    int (*find_lookalike)(const char *move, bool *is_certain);
};

#ifdef __cplusplus
}
#endif

#endif
