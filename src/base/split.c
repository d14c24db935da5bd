/* SPDX-License-Identifier: MIT */
#include "base/split.h"

#include <ctype.h>
#include <string.h>

static bool is_blank(char c)
{
    return c && isspace((unsigned char)c);
}

static char *skip_blanks(char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

static char *skip_word(char *text)
{
    while (*text && !is_blank(*text))
        text++;
    return text;
}

char *by__next_word(char **rest)
{
    char *word = skip_blanks(*rest), *end = skip_word(word);

    *rest = *end ? end + 1 : end;
    *end = 0;
    return *word ? word : NULL;
}

bool by__begins_with(const char *line, const char *const *words)
{
    size_t start = strspn(line, " \t\r"), length = strcspn(line + start, " \t\r");

    for (; *words; words++)
        if (strlen(*words) == length && strncmp(line + start, *words, length) == 0)
            return true;
    return false;
}

char *by__cut_at(char *text, const char *word)
{
    size_t length = strlen(word);
    char *end;

    for (char *at = skip_blanks(text); *at; at = skip_blanks(end)) {
        end = skip_word(at);
        if ((size_t)(end - at) == length && memcmp(at, word, length) == 0) {
            *at = 0;
            return end;
        }
    }
    return NULL;
}

char *by__trim(char *text)
{
    char *start = skip_blanks(text), *end = start + strlen(start);

    while (end > start && is_blank(end[-1]))
        end--;
    *end = 0;
    return start;
}
