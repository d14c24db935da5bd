/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/reading.h"

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

int lab_column_of(const struct lab_reading *reading, const char *place)
{
    return by_text_column(reading->begin, place);
}

void lab_refuse_because(struct lab_reading *reading, const char *place, const by_error *reason)
{
    if (!reading->status)
        reading->status = by_error_set_at(reading->error, reason->status, reading->line, lab_column_of(reading, place),
                                          "%-s", reason->parts);
}

void lab_refuse_unknown(struct lab_reading *reading, const char *word, const char *what, const char *const *words)
{
    const char *nearest = by_text_nearest(word, words);

    if (nearest)
        LAB_REFUSE(reading, word, "unknown %-s '%.60s', did you mean '%s'?", what, word, nearest);
    LAB_REFUSE(reading, word, "unknown %-s '%.60s'", what, word);
}

bool lab_has_memory(struct lab_reading *reading, const void *memory)
{
    if (!memory && !reading->status)
        reading->status = by_error_no_memory(reading->error);
    return memory;
}

bool lab_reads_on(struct lab_reading *reading)
{
    if (!reading->status)
        reading->status = lab_go_on(reading->experiment, reading->error);
    return !reading->status;
}

bool lab_grow(struct lab_reading *reading, void **list, size_t count, size_t item_size)
{
    void *larger = reading->status ? NULL : by__arena_grow(&reading->experiment->arena, *list, count, item_size);

    *list = larger ? larger : *list;
    return lab_has_memory(reading, larger);
}

/* ---- Words ----------------------------------------------------------------------------------------------------- */

const char *lab_bad_character(const char **at)
{
    for (; **at; *at += by_text_character(*at)) {
        unsigned char c = (unsigned char)**at;

        if (by_text_character(*at) == 0)
            return BY_WORDS("this is no UTF-8");
        if ((c < ' ' && c != '\t') || c == 127)
            return BY_WORDS("control characters other than tabs have no place here");
    }
    return NULL;
}

char *lab_rest_of_line(struct lab_reading *reading)
{
    reading->rest += strspn(reading->rest, " \t");
    return reading->rest;
}

char *lab_next_word(struct lab_reading *reading)
{
    char *word = lab_rest_of_line(reading);

    if (!*word)
        return NULL;
    reading->rest += strcspn(word, " \t");
    if (*reading->rest)
        *reading->rest++ = 0;
    return word;
}

char *lab_cut_off_after(char *text, const char *word, bool is_last)
{
    size_t length = strlen(word);
    char *found = NULL;

    for (char *at = text; (is_last || !found) && (at = strstr(at, word)) != NULL; at++)
        if ((at > text ? strchr(" \t", at[-1]) != NULL : !is_last) && strchr(" \t", at[length]))
            found = at;
    if (!found)
        return NULL;
    *found = 0;
    for (char *end = found; end > text && strchr(" \t", end[-1]); end--)
        end[-1] = 0;
    return found + length;
}

const char *lab_copy(struct lab_reading *reading, const char *text)
{
    const char *copy = reading->status ? NULL : by__arena_text(&reading->experiment->arena, text);

    return lab_has_memory(reading, copy) ? copy : NULL;
}

const char *lab_copy_made(struct lab_reading *reading, by_text *text)
{
    const char *copy =
        lab_has_memory(reading, text->failed ? NULL : text) ? lab_copy(reading, by_text_string(text)) : NULL;

    by_text_free(text);
    return copy;
}

const char *lab_copy_rest(struct lab_reading *reading, const char *what)
{
    char *text = lab_rest_of_line(reading);

    if (!*text)
        LAB_REFUSE(reading, text, "expected %-s", what);
    return lab_copy(reading, text);
}

bool lab_check_name(struct lab_reading *reading, const char *name, const char *what)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-_.+", *c))
            LAB_REFUSE(reading, c, "'%.60s' is no name of a %-s, expected letters, digits and - _ . +", name, what);
    if (strlen(name) > LAB_NAME_MOST)
        LAB_REFUSE(reading, name, "the name of a %-s has at most %d characters", what, LAB_NAME_MOST);
    return !reading->status;
}

bool lab_read_number(const char *text, const char **end, int64_t most, int64_t *out)
{
    const char *at = text;

    for (*out = 0; isdigit((unsigned char)*at); at++) {
        *out = *out * 10 + (*at - '0');
        if (*out > most)
            return false;
    }
    if (end)
        *end = at;
    return at > text && *out >= 1 && (end || !*at);
}

/* strtod also takes hexadecimal numbers, infinity and the like. */
bool lab_read_decimal(const char *text, double *out)
{
    char *end;

    if (!*text || text[strspn(text, "+-.0123456789eE")])
        return false;
    errno = 0;
    *out = strtod(text, &end);
    return end > text && !*end && !errno && isfinite(*out);
}

/* ---- Variants -------------------------------------------------------------------------------------------------- */

static void refuse_variant(struct lab_reading *reading, const char *name)
{
    const struct lab_experiment *experiment = reading->experiment;
    const char **names = calloc(2 * experiment->variant_count + 1, sizeof *names);
    size_t count = 0;

    if (!lab_has_memory(reading, names))
        return;
    for (size_t i = 0; i < experiment->variant_count; i++) {
        names[count++] = experiment->variants[i].name;
        if (experiment->variants[i].family)
            names[count++] = experiment->variants[i].family;
    }
    lab_refuse_unknown(reading, name, "variant", names);
    free(names);
}

struct lab_range lab_find_variants(struct lab_reading *reading, const char *name)
{
    const struct lab_variant *variants = reading->experiment->variants;
    size_t count = reading->experiment->variant_count;

    for (size_t i = 0; i < count; i++) {
        struct lab_range range = {i, i + 1};

        if (strcmp(variants[i].name, name) == 0)
            return range;
        if (!lab_is_same(variants[i].family, name))
            continue;
        while (range.end < count && lab_is_same(variants[range.end].family, name))
            range.end++;
        return range;
    }
    refuse_variant(reading, name);
    return (struct lab_range){0, 0};
}

size_t lab_find_variant(struct lab_reading *reading, const char *name)
{
    struct lab_range range = lab_find_variants(reading, name);
    const struct lab_variant *variant = &reading->experiment->variants[range.first];

    if (range.end && strcmp(variant->name, name) != 0)
        LAB_REFUSE(reading, name, "%s is a family of variants, expected one of them, such as %s", name, variant->name);
    return range.first;
}

size_t lab_read_one_variant(struct lab_reading *reading)
{
    char *name = lab_next_word(reading);

    if (*lab_rest_of_line(reading))
        LAB_REFUSE(reading, reading->rest, "nothing is expected behind %.40s", name);
    return lab_find_variant(reading, name);
}

void lab_give(struct lab_reading *reading,
              void (*give)(struct lab_reading *reading, struct lab_variant *variant, const void *what,
                           const char *name),
              const void *what)
{
    char *name = lab_next_word(reading);

    if (!name)
        LAB_REFUSE(reading, reading->rest, "expected names of variants behind `for`");
    for (; name && !reading->status; name = lab_next_word(reading)) {
        struct lab_range range = lab_find_variants(reading, name);

        for (size_t i = range.first; i < range.end && !reading->status; i++)
            give(reading, &reading->experiment->variants[i], what, name);
    }
}

/* ---- Settings -------------------------------------------------------------------------------------------------- */

static const char *end_of_word(const char *word)
{
    return word + strcspn(word, " \t");
}

/* The next setting after blanks and other words; the end of the text if there is none. */
static const char *next_setting(const char *text, size_t *name_length)
{
    for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
        const char *equals = memchr(text, '=', (size_t)(end_of_word(text) - text));

        if (equals) {
            *name_length = (size_t)(equals - text);
            return text;
        }
        text = end_of_word(text);
    }
    return text;
}

bool lab_check_settings(struct lab_reading *reading, const char *settings)
{
    size_t length, other_length;

    for (const char *one = settings; *(one = next_setting(one, &length)); one = end_of_word(one))
        for (const char *other = settings; (other = next_setting(other, &other_length)) < one;
             other = end_of_word(other))
            if (length == other_length && strncmp(one, other, length) == 0)
                LAB_REFUSE(reading, one, "%.*s is given twice", (int)length, one);
    return !reading->status;
}

const char *lab_print_settings(struct lab_reading *reading, const by_options *options, bool with_resources)
{
    by_text text = {0};

    for (const struct by_option *row = options ? by_options_table(options) : NULL; row && row->name; row++) {
        if (row->effect == BY_EFFECT_RESOURCE && !with_resources)
            continue;
        by_text_printf(&text, "%s%s=", text.length ? " " : "", row->name);
        by_options_print(options, row, &text);
    }
    return lab_copy_made(reading, &text);
}
