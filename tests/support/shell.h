/* SPDX-License-Identifier: MIT
 *
 * Commands of the program as people type them, run through a shell. A test group has a folder for its files:
 *
 *     return cmocka_run_group_tests(tests, shell_make_folder, shell_remove_folder);
 */
#ifndef BOYI_TESTS_SUPPORT_SHELL_H
#define BOYI_TESTS_SUPPORT_SHELL_H

#include "support/check.h"

/* The output of the last command, errors too. */
extern char shell_out[1 << 20];

/* The name that @ stands for in arguments: the folder, unless a test sets another. */
extern char shell_place[80];

int shell_make_folder(void **state);
int shell_remove_folder(void **state);

/* Runs the program with these arguments. Returns the exit code. */
int shell_run(const char *arguments);

/* Fails unless the output holds `part`. */
void shell_says(const char *part);

/* The number of lines of the output. */
int shell_lines(void);

/* Files in the folder. */
void shell_fill_file(const char *name, const char *text);
void shell_read_file(const char *name); /* into shell_out */

#endif
