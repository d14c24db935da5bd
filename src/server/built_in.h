/* SPDX-License-Identifier: MIT
 *
 * Texts that are built into the program.
 */
#ifndef SERVER_BUILT_IN_H
#define SERVER_BUILT_IN_H

/* Captures to solve by hand, as solve/problem.h reads them; the note is "level L plies P". */
extern const char server_problems_go[];

/* Mates: lines of id, plies and position, separated by tabs; # starts a comment. */
extern const char server_problems_xiangqi[];

/* Searches worth a look inside: JSON, an array of bodies of POST /api/traces with a name and a title. */
extern const char server_examples[];

#endif
