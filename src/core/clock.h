/* SPDX-License-Identifier: MIT
 *
 * A clock that never goes back.
 */
#ifndef BOYI_CORE_CLOCK_H
#define BOYI_CORE_CLOCK_H

#include <stdint.h>

/* Microseconds since some moment. */
int64_t by__clock_us(void);

#endif
