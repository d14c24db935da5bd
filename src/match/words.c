/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "boyi/text.h"

by_status match_words_next(const char **text, char **out, by_error *error)
{
    static const char blanks[] = " \t\r\n";
    const char *at = *text + strspn(*text, blanks);
    char quote = 0, *word = NULL;
    size_t length = 0;

    *out = NULL;
    if (*at) {
        word = malloc(strlen(at) + 1);
        if (!word)
            return by_error_no_memory(error);
    }
    for (; *at && (quote || !strchr(blanks, *at)); at++) {
        if (*at == quote)
            quote = 0;
        else if (!quote && (*at == '\'' || *at == '"'))
            quote = *at;
        else
            word[length++] = *at;
    }
    if (quote) {
        free(word);
        return by_error_set(error, BY_ERROR_INPUT, "a quote %c is not closed in '%.100s'", quote, *text);
    }
    if (word)
        word[length] = 0;
    *text = at;
    *out = word;
    return BY_OK;
}

char *match_words_value(char *word)
{
    char *equals = strchr(word, '=');

    if (!equals)
        return NULL;
    *equals = 0;
    return equals + 1;
}

by_status match_words_each(const char *text, match_words_take *take, void *context, by_error *error)
{
    by_status status = BY_OK;

    while (!status) {
        char *word, *value;

        status = match_words_next(&text, &word, error);
        if (status || !word)
            break;
        value = match_words_value(word);
        status = take(context, word, value, error);
        free(word);
    }
    return status;
}

by_status match_words_no_value(const char *what, const char *word, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "%s: '%.60s' is no key=value", what, word);
}

by_status match_words_number(const char *key, const char *value, int64_t least, int64_t most, int64_t *out,
                             by_error *error)
{
    if (by__scan_integer(value, least, most, out))
        return BY_OK;
    return by_error_set(error, BY_ERROR_INPUT, "%s=%.60s: expected a number from %lld to %lld", key, value,
                        (long long)least, (long long)most);
}

by_status match_words_real(const char *key, const char *value, double least, double most, double *out, by_error *error)
{
    char *end;
    double number = strtod(value, &end);

    if (end == value || *end || strchr(" \t", *value) || !isfinite(number) || number < least || number > most)
        return by_error_set(error, BY_ERROR_INPUT, "%s=%.60s: expected a number from %g to %g", key, value, least,
                            most);
    *out = number;
    return BY_OK;
}

by_status match_words_unknown(const char *what, const char *key, const char *const *keys, by_error *error)
{
    const char *nearest = by_text_nearest(key, keys);
    by_text list = {0};

    if (nearest)
        return by_error_set(error, BY_ERROR_UNKNOWN, "%s: unknown word '%.60s', did you mean '%s'?", what, key,
                            nearest);
    for (int i = 0; keys[i]; i++)
        by_text_printf(&list, "%s%s", i ? ", " : "", keys[i]);
    by_error_set(error, BY_ERROR_UNKNOWN, "%s: unknown word '%.40s', expected one of %s", what, key,
                 by_text_string(&list));
    by_text_free(&list);
    return BY_ERROR_UNKNOWN;
}

/* ---- What may stand in a record ---------------------------------------------------------------------------------- */

/* How many bytes the character of UTF-8 at `at` has; 0: there is none, or one that controls a terminal. */
static size_t length_of_character(const char *at)
{
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0x20}, {0xE0, 0xC0, 0xA0}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    const unsigned char *bytes = (const unsigned char *)at;

    for (size_t length = 1; length <= 4; length++) {
        uint32_t code = bytes[0] & (uint32_t)(unsigned char)~forms[length - 1].mask;

        if ((bytes[0] & forms[length - 1].mask) != forms[length - 1].lead)
            continue;
        for (size_t i = 1; i < length; i++) {
            if ((bytes[i] & 0xC0) != 0x80)
                return 0;
            code = code << 6 | (bytes[i] & 0x3F);
        }
        return code < forms[length - 1].least || code == 127 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)
                   ? 0
                   : length;
    }
    return 0;
}

void match_words_clean(char *text)
{
    while (*text) {
        size_t length = length_of_character(text);

        if (!length)
            *text = '?';
        text += length ? length : 1;
    }
}

bool match_words_are_clean(const char *text)
{
    size_t length = 1;

    for (; *text && length; text += length)
        length = length_of_character(text);
    return length > 0;
}
