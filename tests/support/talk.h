/* SPDX-License-Identifier: MIT
 *
 * A conversation with the program over pipes. The environment variable BOYI names the program, else it is build/boyi.
 * Waits for a line are limited; a missing line fails the test.
 */
#ifndef BOYI_TESTS_SUPPORT_TALK_H
#define BOYI_TESTS_SUPPORT_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/check.h"

enum { TALK_PATIENCE_MS = 30000, TALK_BUFFER = 1 << 16 };

struct talk {
    pid_t pid;
    int to, from;             /* pipes; -1 once closed */
    char buffer[TALK_BUFFER]; /* what was read and not yet looked at */
    size_t length;
    char line[TALK_BUFFER]; /* the last line heard */
};

/* Starts the program with one argument, or with none if it is NULL. */
void talk_start(struct talk *talk, const char *argument);

/* Starts any program with these arguments, ended by NULL; the first is the program itself. */
void talk_start_program(struct talk *talk, const char *const *arguments);

/* Sends bytes as they are. False: the reader has gone. */
bool talk_send(struct talk *talk, const char *bytes, size_t length);

/* Sends a line. */
void talk_say(struct talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next line, or NULL if none comes in time or the program has closed its output. */
const char *talk_next(struct talk *talk, int patience_ms);

/* The next line that begins so; those before it are dropped. Fails the test if none comes. */
const char *talk_hear(struct talk *talk, const char *beginning);

/* Whether no line that begins so comes for so long. */
bool talk_is_silent(struct talk *talk, const char *beginning, int time_ms);

/* Says isready and drops everything until readyok; returns how many of the lines began so. */
int talk_count_until_ready(struct talk *talk, const char *beginning);

/* Closes our end, waits for the program and returns its exit code; 1000 and more: killed by a signal. */
int talk_end(struct talk *talk);

/* Runs the program with one argument, or none, and with its input closed, perhaps its output too. Returns its exit
 * code as talk_end does. */
int talk_run_deaf(const char *argument, bool is_mute);

/* Milliseconds of a clock that only goes forward. */
long long talk_clock_ms(void);

#endif
