/* SPDX-License-Identifier: MIT
 *
 * `boyi trace` from outside, and what its pictures have to be. The environment variable BOYI names the program, else it
 * is build/boyi.
 */
#ifndef BOYI_TESTS_SUPPORT_TRACE_H
#define BOYI_TESTS_SUPPORT_TRACE_H

#include <stdbool.h>

enum { TRACE_OUT_MOST = 1 << 22 };

/* The output of the last run: stdout, then stderr. */
extern char trace_out[TRACE_OUT_MOST];

/* Runs `boyi trace` with arguments as a shell reads them. Returns the exit code. */
int trace_run(const char *arguments);

/* Whether it printed this, and how often; if not at all, trace_says() shows what it did print. */
bool trace_says(const char *part);
int trace_count(const char *part);

#define assert_says(part) assert_true(trace_says(part))

/* Checks that every element is closed where it has to be, that attributes are quoted and text is escaped. */
void assert_well_formed(const char *text);

/* Checks that in the picture no two nodes overlap, and none is outside. Returns how many there are. */
int assert_no_overlap(const char *picture);

#endif
