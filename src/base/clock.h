/* SPDX-License-Identifier: MIT
 *
 * A monotonic clock.
 */
#ifndef BOYI_BASE_CLOCK_H
#define BOYI_BASE_CLOCK_H

#include <stdint.h>

/* Time since some fixed moment. */
int64_t by__clock_us(void);
int64_t by__clock_ms(void);

#endif
