/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C while a search runs ends the search; once more, or at any other time, it ends the program.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

#include "boyi/search.h"

/* Until interrupt_end, SIGINT sets `stop`; NULL if the caller polls interrupt_happened. */
void interrupt_begin(by_stop *stop);

/* After interrupt_begin: treats SIGTERM and SIGHUP like SIGINT, for commands with child processes to end. */
void interrupt_begin_ends(void);

/* Whether an interrupt happened since interrupt_begin. */
bool interrupt_happened(void);

/* Restores the handlers; returns whether an interrupt happened. */
bool interrupt_end(void);

#endif
