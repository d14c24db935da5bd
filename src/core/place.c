/* SPDX-License-Identifier: MIT */
#include "core/place.h"

#include "boyi/text.h"

struct by__place by__place_of(const char *text, size_t length, size_t at)
{
    size_t line_start = 0, end = at < length ? at : length;
    struct by__place place = {.line = 1};

    for (size_t i = 0; i < end; i++) {
        if (text[i] == '\n') {
            place.line++;
            line_start = i + 1;
        }
    }
    place.column = by_text_column(text + line_start, text + end);
    return place;
}
