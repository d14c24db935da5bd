/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lab/reading.h"

enum { NAME_MOST = 40 }; /* longer names fit neither a table nor a message */

int lab_column_of(const struct lab_reading *reading, const char *place)
{
    return by_text_column(reading->begin, place);
}

by_status lab_refuse_because(struct lab_reading *reading, const char *place, const by_error *reason)
{
    return by_error_set_at(reading->error, reason->status, reading->line, lab_column_of(reading, place), "%-s",
                           reason->parts);
}

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

static void skip_blanks(struct lab_reading *reading)
{
    reading->rest += strspn(reading->rest, " \t");
}

char *lab_next_word(struct lab_reading *reading)
{
    char *word;

    skip_blanks(reading);
    word = reading->rest;
    if (!*word)
        return NULL;
    reading->rest += strcspn(word, " \t");
    if (*reading->rest)
        *reading->rest++ = 0;
    return word;
}

char *lab_rest_of_line(struct lab_reading *reading)
{
    skip_blanks(reading);
    return reading->rest;
}

by_status lab_copy_rest(struct lab_reading *reading, const char *what, const char **out)
{
    char *text = lab_rest_of_line(reading);

    if (!*text)
        return LAB_REFUSE(reading, text, "expected %-s", what);
    *out = by__arena_text(&reading->experiment->arena, text);
    return *out ? BY_OK : by_error_no_memory(reading->error);
}

void *lab_grow(struct lab_reading *reading, void *list, size_t count, size_t item_size)
{
    void *larger = by__arena_grow(&reading->experiment->arena, list, count, item_size);

    reading->has_no_memory = !larger;
    return larger ? larger : list;
}

by_status lab_check_name(struct lab_reading *reading, const char *name, const char *what)
{
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-_.+", *c))
            return LAB_REFUSE(reading, c, "'%.60s' is no name of a %-s, expected letters, digits and - _ . +", name,
                              what);
    if (strlen(name) > NAME_MOST)
        return LAB_REFUSE(reading, name, "the name of a %-s has at most %d characters", what, NAME_MOST);
    return BY_OK;
}

by_status lab_refuse_unknown(struct lab_reading *reading, const char *word, const char *what, const char *const *words)
{
    const char *nearest = by_text_nearest(word, words);

    if (nearest)
        return LAB_REFUSE(reading, word, "unknown %-s '%.60s', did you mean '%s'?", what, word, nearest);
    return LAB_REFUSE(reading, word, "unknown %-s '%.60s'", what, word);
}

static by_status refuse_variant(struct lab_reading *reading, const char *name)
{
    const struct lab_experiment *experiment = reading->experiment;
    const char **names = calloc(2 * experiment->variant_count + 1, sizeof *names);
    size_t count = 0;
    by_status status;

    if (!names)
        return by_error_no_memory(reading->error);
    for (size_t i = 0; i < experiment->variant_count; i++) {
        names[count++] = experiment->variants[i].name;
        if (experiment->variants[i].family)
            names[count++] = experiment->variants[i].family;
    }
    status = lab_refuse_unknown(reading, name, "variant", names);
    free(names);
    return status;
}

static bool is_of_family(const struct lab_variant *variant, const char *name)
{
    return variant->family && strcmp(variant->family, name) == 0;
}

by_status lab_find_variants(struct lab_reading *reading, const char *name, struct lab_range *out)
{
    const struct lab_experiment *experiment = reading->experiment;
    const struct lab_variant *variants = experiment->variants;

    for (size_t i = 0; i < experiment->variant_count; i++) {
        *out = (struct lab_range){i, i + 1};
        if (strcmp(variants[i].name, name) == 0)
            return BY_OK;
        if (!is_of_family(&variants[i], name))
            continue;
        while (out->end < experiment->variant_count && is_of_family(&variants[out->end], name))
            out->end++;
        return BY_OK;
    }
    *out = (struct lab_range){0, 0};
    return refuse_variant(reading, name);
}

by_status lab_find_variant(struct lab_reading *reading, const char *name, size_t *out)
{
    struct lab_range range;
    by_status status = lab_find_variants(reading, name, &range);

    *out = range.first;
    if (!status && strcmp(reading->experiment->variants[range.first].name, name) != 0)
        status = LAB_REFUSE(reading, name, "%s is a family of variants, expected one of them, such as %s", name,
                            reading->experiment->variants[range.first].name);
    return status;
}

by_status lab_read_one_variant(struct lab_reading *reading, size_t *out)
{
    char *name = lab_next_word(reading);

    if (*lab_rest_of_line(reading))
        return LAB_REFUSE(reading, reading->rest, "nothing is expected behind %.40s", name);
    return lab_find_variant(reading, name, out);
}

by_status lab_give(struct lab_reading *reading,
                   by_status (*give)(struct lab_reading *reading, struct lab_variant *variant, const void *what,
                                     const char *name),
                   const void *what)
{
    char *name = lab_next_word(reading);
    by_status status = BY_OK;

    if (!name)
        return LAB_REFUSE(reading, reading->rest, "expected names of variants behind `for`");
    for (; name && !status; name = lab_next_word(reading)) {
        struct lab_range range;

        status = lab_find_variants(reading, name, &range);
        for (size_t i = range.first; i < range.end && !status; i++)
            status = give(reading, &reading->experiment->variants[i], what, name);
    }
    return status;
}

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

by_status lab_check_settings(struct lab_reading *reading, const char *settings)
{
    size_t length, other_length;

    for (const char *one = settings; *(one = next_setting(one, &length)); one = end_of_word(one))
        for (const char *other = settings; (other = next_setting(other, &other_length)) < one;
             other = end_of_word(other))
            if (length == other_length && strncmp(one, other, length) == 0)
                return LAB_REFUSE(reading, one, "%.*s is given twice", (int)length, one);
    return BY_OK;
}

bool lab_read_number(const char *text, const char **end, int64_t most, int64_t *out)
{
    *out = 0;
    *end = text;
    for (; isdigit((unsigned char)**end); ++*end) {
        *out = *out * 10 + (**end - '0');
        if (*out > most)
            return false;
    }
    return *end > text && *out >= 1;
}

const char *lab_print_settings(struct lab_reading *reading, const by_options *options, bool with_resources)
{
    by_text text = {0};
    const char *copy;

    for (const struct by_option *row = options ? by_options_table(options) : NULL; row && row->name; row++) {
        if (row->effect == BY_EFFECT_RESOURCE && !with_resources)
            continue;
        by_text_printf(&text, "%s%s=", text.length ? " " : "", row->name);
        by_options_print(options, row, &text);
    }
    copy = text.failed ? NULL : by__arena_text(&reading->experiment->arena, by_text_string(&text));
    by_text_free(&text);
    return copy;
}
