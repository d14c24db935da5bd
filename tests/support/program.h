/* SPDX-License-Identifier: MIT
 *
 * The program from outside: started with arguments and input, judged by what it prints and how it exits. The
 * environment variable BOYI names it, else it is build/boyi.
 */
#ifndef BOYI_TESTS_SUPPORT_PROGRAM_H
#define BOYI_TESTS_SUPPORT_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>

#include "support/check.h"

enum { PROGRAM_OUTPUT_MOST = 1 << 18, PROGRAM_KILLED = 1000 };

const char *program_path(void);

/* Starts the program with these arguments, the first of which is itself, and these streams; -1 closes one.
 * Signals that end it have their usual effect, even if the tests were started with them ignored. */
pid_t program_start(char *const *arguments, const int streams[3]);

/* Its exit code; PROGRAM_KILLED and more: killed by a signal. */
int program_wait(pid_t pid);

/* ---- To its end ------------------------------------------------------------------------------------------------- */

/* The output of the last run. */
extern char program_out[PROGRAM_OUTPUT_MOST], program_err[PROGRAM_OUTPUT_MOST];

/* Runs the program with this input and the arguments, ended by NULL. Returns the exit code. */
int program_run(const char *input, ...);

#define RUN(...)              program_run("", __VA_ARGS__, NULL)
#define RUN_WITH(input, ...)  program_run(input, __VA_ARGS__, NULL)
#define assert_says(text, it) assert_true(program_says(text, it))

bool program_says(const char *text, const char *part);

/* The last line of a text, which has to end it. */
const char *program_last_line(const char *text);

/* Runs that have to fail as bad use, with a message that holds `part` and nothing on stdout. */
#define assert_bad_use(part, ...)                                                                                      \
    do {                                                                                                               \
        assert_int_equal(RUN(__VA_ARGS__), 2);                                                                         \
        assert_says(program_err, part);                                                                                \
        assert_string_equal(program_out, "");                                                                          \
    } while (0)

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* A name for a file that does not exist, lent until the next call. */
const char *program_new_file(void);

void program_fill_file(const char *name, const char *text);

/* The contents of a file, borrowed until the next call. */
const char *program_file_text(const char *name);

#endif
