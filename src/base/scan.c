/* SPDX-License-Identifier: MIT */
#include "base/scan.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool by__scan_integer(const char *text, int64_t min, int64_t max, int64_t *out)
{
    char *end;
    long long number;

    if (!is_digit(text[*text == '-' || *text == '+']))
        return false;
    errno = 0;
    number = strtoll(text, &end, 10);
    if (errno || *end || number < min || number > max)
        return false;
    *out = number;
    return true;
}

const char *by__scan_digits(const char *text, int64_t max, int64_t *out)
{
    int64_t number = 0;

    if (!is_digit(*text))
        return NULL;
    for (; is_digit(*text); text++) {
        if (number > (INT64_MAX - 9) / 10)
            return NULL;
        number = number * 10 + (*text - '0');
    }
    if (number > max)
        return NULL;
    *out = number;
    return text;
}

bool by__scan_clamped(const char *text, int64_t *out)
{
    const char *digits = text + (*text == '-' || *text == '+');

    if (!*digits || digits[strspn(digits, "0123456789")])
        return false;
    *out = strtoll(text, NULL, 10);
    return true;
}
