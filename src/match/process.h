/* SPDX-License-Identifier: MIT
 *
 * A child process that exchanges lines with us over pipes. Every call returns by its deadline, even if the program
 * writes nothing, reads nothing or does not end. Callers must ignore SIGPIPE.
 */
#ifndef MATCH_PROCESS_H
#define MATCH_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/error.h"
#include "boyi/text.h"

struct match_process;

/* Starts the program arguments[0], which is looked for as a shell would; `arguments` ends with NULL. `directory` is
 * where it runs, NULL: here. */
by_status match_process_start(char *const *arguments, const char *directory, struct match_process **out,
                              by_error *error);

/* Sends a line. False: the program is gone, or has not read it by the deadline. */
bool match_process_send(struct match_process *process, const char *line, int64_t deadline_us);

enum match_received {
    MATCH_RECEIVED_LINE,
    MATCH_RECEIVED_NOTHING, /* up to the deadline */
    MATCH_RECEIVED_END,     /* and nothing will come any more */
};

/* The next line, lent until the next call, and when it was read. A line longer than 64 KiB is cut. */
enum match_received match_process_receive(struct match_process *process, int64_t deadline_us, const char **line,
                                          int64_t *received_us);

/* The CPU time of the program, all threads together; negative if unknown. */
int64_t match_process_cpu_us(const struct match_process *process);

/* How it ended ("exit code 3", "killed by signal 11") and its last output, for people. Kills it if it still runs; then
 * adds only the output. */
void match_process_post_mortem(struct match_process *process, by_text *out);

/* Waits until the deadline for its end, then kills it with its children. Accepts NULL. */
void match_process_end(struct match_process *process, int64_t deadline_us);

#endif
