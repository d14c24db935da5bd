/* SPDX-License-Identifier: MIT */
#include "core/place.h"

#include <string.h>

#include "boyi/text.h"

size_t by__mark_of_utf8(const char *text, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF";

    return length >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
}

struct by__place by__place_of(const char *text, size_t length, size_t at)
{
    size_t line_start = by__mark_of_utf8(text, length), end = at < length ? at : length;
    struct by__place place = {.line = 1};

    for (size_t i = 0; i < end; i++) {
        if (text[i] == '\n') {
            place.line++;
            line_start = i + 1;
        }
    }
    place.column = end < line_start ? 1 : by_text_column(text + line_start, text + end);
    return place;
}
