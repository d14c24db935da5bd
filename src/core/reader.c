/* SPDX-License-Identifier: MIT */
#include "core/reader.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/scan.h"
#include "boyi/text.h"

bool by__reader_is_end(char c)
{
    return !c || isspace((unsigned char)c);
}

bool by__reader_find_field(struct by__reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
    return *r->at;
}

by_status by__reader_fail(const struct by__reader *r, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    by_error_set_list(r->error, BY_ERROR_INPUT, 1, by_text_column(r->text, r->at), format, arguments);
    va_end(arguments);
    return BY_ERROR_INPUT;
}

by_status by__reader_expect(const struct by__reader *r, const char *what)
{
    return by__reader_fail(r, "expected %-s", what);
}

by_status by__reader_number(struct by__reader *r, const char *what, int least, int most, int *number)
{
    const char *end;
    int64_t found;

    if (!by__reader_find_field(r))
        return BY_OK;
    end = by__scan_digits(r->at, most, &found);
    if (!end || found < least || !by__reader_is_end(*end))
        return by__reader_fail(r, "expected %-s, a number from %d to %d", what, least, most);
    r->at = end;
    *number = (int)found;
    return BY_OK;
}

int by__reader_word(struct by__reader *r, const char *const *words, int count)
{
    by__reader_find_field(r);
    for (int i = 0; i < count; i++) {
        size_t length = strlen(words[i]);

        if (strncmp(r->at, words[i], length) == 0 && by__reader_is_end(r->at[length])) {
            r->at += length;
            return i;
        }
    }
    return -1;
}
