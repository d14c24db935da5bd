/* SPDX-License-Identifier: MIT
 *
 * Numbers in texts. Nothing is skipped before them and nothing overflows.
 */
#ifndef BOYI_BASE_SCAN_H
#define BOYI_BASE_SCAN_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the whole text is a decimal integer from `min` to `max`, with or without a sign. */
bool by__scan_integer(const char *text, int64_t min, int64_t max, int64_t *out);

/* Whether the whole text is a decimal integer; one that is too large becomes the nearest that fits. */
bool by__scan_clamped(const char *text, int64_t *out);

/* Reads the digits at the beginning of the text. Returns what follows them; NULL: there are none, or the number is
 * greater than `max`. */
const char *by__scan_digits(const char *text, int64_t max, int64_t *out);

#endif
