/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/flags.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "boyi/text.h"

by_status match_flags_next(const char **text, char **out, by_error *error)
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

by_status match_flags_each(const char *text, match_flags_use *use, void *context, by_error *error)
{
    by_status status = BY_OK;

    while (!status) {
        char *word, *equals;

        status = match_flags_next(&text, &word, error);
        if (status || !word)
            break;
        equals = strchr(word, '=');
        if (equals)
            *equals++ = 0;
        status = use(context, word, equals, error);
        free(word);
    }
    return status;
}

/* ---- Values ------------------------------------------------------------------------------------------------------ */

by_status match_flags_number(const char *key, const char *value, int64_t min, int64_t max, int64_t *out,
                             by_error *error)
{
    if (by__scan_integer(value, min, max, out))
        return BY_OK;
    return by_error_set(error, BY_ERROR_INPUT, "%s=%.60s: expected a number from %lld to %lld", key, value,
                        (long long)min, (long long)max);
}

static by_status read_real(const struct match_key *key, const char *value, by_error *error)
{
    char *end;
    double number = strtod(value, &end);

    if (end == value || *end || strchr(" \t", *value) || !isfinite(number) || number < key->min || number > key->max)
        return by_error_set(error, BY_ERROR_INPUT, "%s=%.60s: expected a number from %g to %g", key->name, value,
                            key->min, key->max);
    *key->real = number;
    return BY_OK;
}

static void list(const char *const *words, by_text *out)
{
    for (int i = 0; words[i]; i++)
        by_text_printf(out, "%s%s", i ? ", " : "", words[i]);
}

static by_status read_choice(const char *key, const char *value, const char *const *choices, int *out, by_error *error)
{
    by_text words = {0};

    for (*out = 0; choices[*out]; ++*out)
        if (strcmp(value, choices[*out]) == 0)
            return BY_OK;
    list(choices, &words);
    by_error_set(error, BY_ERROR_INPUT, "%s=%.60s: expected one of %s", key, value, by_text_string(&words));
    by_text_free(&words);
    return BY_ERROR_INPUT;
}

by_status match_flags_text(char **place, const char *value, by_error *error)
{
    free(*place);
    *place = strdup(value);
    return *place ? BY_OK : by_error_no_memory(error);
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

static by_status set_value(const struct match_key *key, const char *value, by_error *error)
{
    static const char *const switches[] = {"off", "on", NULL};
    int64_t number = 0;
    int choice = 0;
    by_status status;

    if (key->text)
        return match_flags_text(key->text, value, error);
    if (key->real)
        return read_real(key, value, error);
    if (key->choices)
        return read_choice(key->name, value, key->choices, key->number, error);
    if (key->is_on) {
        status = read_choice(key->name, value, switches, &choice, error);
        *key->is_on = choice == 1;
        return status;
    }
    status = match_flags_number(key->name, value, (int64_t)key->min, (int64_t)key->max, &number, error);
    if (!status)
        *key->number = (int)number;
    return status;
}

static by_status refuse_key(const char *flag, const struct match_key *keys, const char *key, by_error *error)
{
    enum { MAX_KEYS = 32 };
    const char *names[MAX_KEYS] = {0}, *nearest;
    by_text words = {0};

    for (int i = 0; i < MAX_KEYS - 1 && keys[i].name; i++)
        names[i] = keys[i].name;
    nearest = by_text_nearest(key, names);
    if (nearest)
        return by_error_set(error, BY_ERROR_UNKNOWN, "%s: unknown word '%.60s', did you mean '%s'?", flag, key,
                            nearest);
    list(names, &words);
    by_error_set(error, BY_ERROR_UNKNOWN, "%s: unknown word '%.40s', expected one of %s", flag, key,
                 by_text_string(&words));
    by_text_free(&words);
    return BY_ERROR_UNKNOWN;
}

by_status match_flags_set(const char *flag, const struct match_key *keys, const char *key, const char *value,
                          by_error *error)
{
    for (const struct match_key *row = keys; row->name; row++)
        if (strcmp(row->name, key) == 0)
            return set_value(row, value, error);
    return refuse_key(flag, keys, key, error);
}

struct reading {
    const char *flag;
    const struct match_key *keys;
};

static by_status set_pair(void *context, const char *key, const char *value, by_error *error)
{
    const struct reading *reading = context;

    if (!value)
        return by_error_set(error, BY_ERROR_INPUT, "%s: '%.60s' is no key=value", reading->flag, key);
    return match_flags_set(reading->flag, reading->keys, key, value, error);
}

by_status match_flags_read(const char *flag, const char *text, const struct match_key *keys, by_error *error)
{
    return match_flags_each(text, set_pair, &(struct reading){flag, keys}, error);
}

/* ---- What may stand in a record ---------------------------------------------------------------------------------- */

/* How many bytes the character of UTF-8 at `at` has; 0: there is none, or one that controls a terminal. */
static size_t length_of_character(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    bool is_control = bytes[0] < 0x20 || bytes[0] == 0x7F || (bytes[0] == 0xC2 && bytes[1] < 0xA0);

    return is_control ? 0 : (size_t)by_text_character(at);
}

void match_clean(char *text)
{
    while (*text) {
        size_t length = length_of_character(text);

        if (!length)
            *text = '?';
        text += length ? length : 1;
    }
}

bool match_is_clean(const char *text)
{
    size_t length = 1;

    for (; *text && length; text += length)
        length = length_of_character(text);
    return length > 0;
}
