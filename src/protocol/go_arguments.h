/* SPDX-License-Identifier: MIT
 *
 * The arguments of `go`. The words of UCI and those of UCCI do not contradict each other, and some programs mix them,
 * so that both protocols read both.
 */
#ifndef BOYI_PROTOCOL_GO_ARGUMENTS_H
#define BOYI_PROTOCOL_GO_ARGUMENTS_H

#include "protocol/session.h"

/* Reads it for the session's position. UCCI's `time`, `increment` and those of the opponent count units of `unit_ms`;
 * the words of UCI are always milliseconds. Unknown words are skipped. */
void protocol_read_go(struct protocol_session *session, char *text, int unit_ms, struct protocol_go *out);

#endif
