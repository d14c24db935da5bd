/* SPDX-License-Identifier: MIT
 *
 * Problems to be solved by hand, from the files in problems/.
 */
#ifndef SERVER_PROBLEMS_H
#define SERVER_PROBLEMS_H

/* Captures, as solve/problem.h reads them; the note has "level L plies P". */
const char *server_problems_go(void);

/* Mates: lines of id, plies and position, separated by tabs; # begins a remark. */
const char *server_problems_xiangqi(void);

#endif
