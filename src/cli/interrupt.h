/* SPDX-License-Identifier: MIT
 *
 * Ctrl-C while a search runs ends the search; once more, or at any other time, it ends the program.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

#include "boyi/search.h"

/* From here to interrupt_end, SIGINT sets `stop`, which may be NULL for somebody who asks himself. */
void interrupt_begin(by_stop *stop);

/* Behind interrupt_begin: SIGTERM and SIGHUP count too, for somebody who has more to end than himself. */
void interrupt_begin_ends(void);

/* Whether there was one since then. */
bool interrupt_happened(void);

/* Returns whether there was one. */
bool interrupt_end(void);

#endif
