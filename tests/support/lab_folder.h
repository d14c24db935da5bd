/* SPDX-License-Identifier: MIT
 *
 * A folder of experiments: that of support/lab.h, in which the program works, and where its data are kept too.
 */
#ifndef BOYI_TESTS_SUPPORT_LAB_FOLDER_H
#define BOYI_TESTS_SUPPORT_LAB_FOLDER_H

#include <limits.h>

/* The previous working directory. */
extern char folder_home[PATH_MAX];

enum { FOLDER_EXPERIMENTS = 4 };

/* Paths and texts: three experiments, one without a cost, whose names and costs have different orders. */
extern const char *const folder_experiments[FOLDER_EXPERIMENTS][2];

/* For cmocka, before and after a test. */
int folder_make(void **state);
int folder_remove(void **state);

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, folder_make, folder_remove)

#endif
