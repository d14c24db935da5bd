/* SPDX-License-Identifier: MIT */
#include "lab/differences.h"

#include <string.h>

static size_t length_of(const char *line)
{
    return strcspn(line, "\n");
}

/* The line after this one; NULL if it was the last. */
static const char *next_line(const char *line)
{
    line += length_of(line);
    return *line && line[1] ? line + 1 : NULL;
}

bool lab_has_line(const char *text, const char *line)
{
    size_t length = length_of(line);

    for (const char *at = *text ? text : NULL; at; at = next_line(at))
        if (length_of(at) == length && memcmp(at, line, length) == 0)
            return true;
    return false;
}

static void add_lines_only_in(const char *text, const char *other, char mark, int most, by_text *out)
{
    int more = 0;

    for (const char *line = *text ? text : NULL; line; line = next_line(line)) {
        if (lab_has_line(other, line))
            continue;
        if (most-- > 0)
            by_text_printf(out, "    %c %.*s\n", mark, (int)length_of(line), line);
        else
            more++;
    }
    if (more)
        by_text_printf(out, "    %c and %d more\n", mark, more);
}

void lab_add_differences(const char *before, const char *after, int most, by_text *out)
{
    add_lines_only_in(before, after, '-', most, out);
    add_lines_only_in(after, before, '+', most, out);
}
