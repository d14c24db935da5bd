/* SPDX-License-Identifier: MIT
 *
 * Problems to solve by hand, from the files in problems/.
 */
#ifndef SERVER_PROBLEMS_H
#define SERVER_PROBLEMS_H

/* Captures, as solve/problem.h reads them; the note is "level L plies P". */
const char *server_problems_go(void);

/* Mates: lines of id, plies and position, separated by tabs; # starts a comment. */
const char *server_problems_xiangqi(void);

#endif
