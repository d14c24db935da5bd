/* SPDX-License-Identifier: MIT
 *
 * Commands and expectations for tests of UCI.
 */
#ifndef BOYI_TESTS_SUPPORT_UCI_H
#define BOYI_TESTS_SUPPORT_UCI_H

#include "support/talk.h"

/* Starts the program and waits for uciok. */
void uci_start(struct talk *talk);

/* The program ends well. */
void uci_quit(struct talk *talk);

/* The position that is set begins so. */
void uci_expect_position(struct talk *talk, const char *beginning);

/* Hears `bestmove`, checks its form with ranks from the first one on, and returns the move. */
const char *uci_expect_best(struct talk *talk, int first_rank);

/* The number that follows a word of the line, which has to be there. */
long uci_number_behind(const char *line, const char *word);

#endif
