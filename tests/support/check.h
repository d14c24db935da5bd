/* SPDX-License-Identifier: MIT
 *
 * cmocka with all the headers that it wants to come before it.
 */
#ifndef BOYI_TESTS_SUPPORT_CHECK_H
#define BOYI_TESTS_SUPPORT_CHECK_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
