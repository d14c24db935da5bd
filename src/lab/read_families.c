/* SPDX-License-Identifier: MIT
 *
 * Variants in bulk: families, which differ in one option, and repetitions, which differ in their seed.
 */
#include <stdio.h>
#include <string.h>

#include "lab/reading.h"

enum { VALUES_MOST = 64, NAME_MOST = 40 };

/* ---- Families -------------------------------------------------------------------------------------------------- */

/* A line `family NAME OPTION VALUE[=SHOWN] … : METHOD …`. The model has the options that its variants share. */
struct family {
    char *name, *option;
    char *values[VALUES_MOST];
    double shown[VALUES_MOST]; /* their labels in reports: the values, or other names */
    size_t value_count;
    struct lab_variant model;
};

static by_status check_family_name(struct lab_reading *reading, const char *name)
{
    const struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count; i++) {
        const struct lab_variant *other = &experiment->variants[i];

        if (strcmp(other->name, name) == 0)
            return LAB_REFUSE(reading, name, "there is a variant %s in line %d", name, other->line);
        if (other->family && strcmp(other->family, name) == 0)
            return LAB_REFUSE(reading, name, "there is another family %s in line %d", name, other->line);
    }
    return lab_check_name(reading, name, "family");
}

/* VALUE or VALUE=SHOWN; cuts the word before the `=`. */
static by_status add_value(struct lab_reading *reading, struct family *family, char *word)
{
    char *equals = strchr(word, '=');
    double *shown = &family->shown[family->value_count];

    if (family->value_count >= VALUES_MOST)
        return LAB_REFUSE(reading, word, "more than %d values", VALUES_MOST);
    if (equals)
        *equals = 0;
    if (!lab_read_decimal(word, shown))
        return LAB_REFUSE(reading, word, "'%.40s' is no number, expected values of %s and then ` : METHOD`", word,
                          family->option);
    if (equals && !lab_read_decimal(equals + 1, shown))
        return LAB_REFUSE(reading, equals + 1, "'%.40s' is no number, expected what %s is shown as", equals + 1, word);
    if (strlen(family->name) + 1 + strlen(word) > NAME_MOST)
        return LAB_REFUSE(reading, word, "the name of a variant has at most %d characters, and %s-%s has more",
                          NAME_MOST, family->name, word);
    for (size_t i = 0; i < family->value_count; i++)
        if (family->shown[i] == *shown && strcmp(family->values[i], word) != 0)
            return LAB_REFUSE(reading, equals ? equals + 1 : word, "%s is shown as that too", family->values[i]);
    family->values[family->value_count++] = word;
    return BY_OK;
}

static by_status read_values(struct lab_reading *reading, struct family *family)
{
    char *word = lab_next_word(reading);

    for (; word && strcmp(word, ":") != 0; word = lab_next_word(reading)) {
        by_status status = add_value(reading, family, word);

        if (status)
            return status;
    }
    if (!family->value_count)
        return LAB_REFUSE(reading, word ? word : reading->rest, "expected values of %s", family->option);
    return word ? BY_OK : LAB_REFUSE(reading, reading->rest, "expected ` : METHOD` behind the values");
}

/* The option of the family must not be set for all of it too. */
static by_status check_settings(struct lab_reading *reading, const char *option)
{
    size_t length = strlen(option);
    char *at = lab_rest_of_line(reading);

    for (; *at; at += strspn(at, " \t")) {
        if (strncmp(at, option, length) == 0 && at[length] == '=')
            return LAB_REFUSE(reading, at, "%s is what the variants of this family differ in", option);
        at += strcspn(at, " \t");
    }
    return BY_OK;
}

static by_status check_option(struct lab_reading *reading, const struct family *family)
{
    const struct by_option *row = by_option_find(by_options_table(family->model.options), family->option);
    by_error reason;

    if (!row && by_options_set(family->model.options, family->option, family->values[0], &reason))
        return lab_refuse_because(reading, family->option, &reason);
    if (row && row->kind != BY_OPTION_NUMBER)
        return LAB_REFUSE(reading, family->option, "a family differs in a number, and %s is none", family->option);
    return BY_OK;
}

/* Builds the part of the variant's line after its name. */
static const char *print_words(struct lab_reading *reading, const struct family *family, const char *value)
{
    by_text text = {0};
    const char *copy;

    by_text_printf(&text, "%s %s=%s", family->model.words, family->option, value);
    copy = text.failed ? NULL : by__arena_text(&reading->experiment->arena, by_text_string(&text));
    by_text_free(&text);
    return copy;
}

static by_status add_member(struct lab_reading *reading, const struct family *family, size_t index)
{
    char *value = family->values[index];
    char name[NAME_MOST + 1];
    struct lab_variant *variant;
    by_error reason;
    by_status status;

    (void)snprintf(name, sizeof name, "%s-%s", family->name, value);
    status = lab_add_variant(reading, name, value, &variant);
    if (status)
        return status;
    variant->method = family->model.method;
    if (by_options_copy(family->model.options, &variant->options, &reason) ||
        by_options_set(variant->options, family->option, value, &reason))
        return lab_refuse_because(reading, value, &reason);
    variant->at = family->shown[index];
    variant->family = by__arena_text(&reading->experiment->arena, family->name);
    variant->words = print_words(reading, family, value);
    variant->settings = lab_print_settings(reading, variant->options, true);
    return variant->family && variant->words && variant->settings ? BY_OK : by_error_no_memory(reading->error);
}

by_status lab_read_family(struct lab_reading *reading)
{
    struct family family = {.name = lab_next_word(reading), .option = lab_next_word(reading)};
    by_status status;

    if (!family.option)
        return LAB_REFUSE(reading, reading->rest, "expected %-s", reading->keyword->help);
    status = check_family_name(reading, family.name);
    if (!status)
        status = read_values(reading, &family);
    if (!status)
        status = check_settings(reading, family.option);
    if (!status)
        status = lab_fill_variant(reading, &family.model);
    if (!status)
        status = check_option(reading, &family);
    for (size_t i = 0; i < family.value_count && !status; i++)
        status = add_member(reading, &family, i);
    by_options_destroy(family.model.options);
    return status;
}

/* ---- Repetitions ----------------------------------------------------------------------------------------------- */

static by_status give_repetitions(struct lab_reading *reading, struct lab_variant *variant, const void *what,
                                  const char *name)
{
    if (variant->repetitions)
        return LAB_REFUSE(reading, name, "variant %s already has repetitions of its own", variant->name);
    variant->repetitions = (int)*(const int64_t *)what;
    return BY_OK;
}

by_status lab_read_repetitions(struct lab_reading *reading)
{
    char *number = lab_next_word(reading), *word = lab_next_word(reading);
    const char *end;
    int64_t repetitions;

    if (!lab_read_number(number, &end, LAB_REPETITIONS_MOST, &repetitions) || *end)
        return LAB_REFUSE(reading, number, "expected %-s", reading->keyword->help);
    if (word && strcmp(word, "for") != 0)
        return LAB_REFUSE(reading, word, "expected nothing more, or `for` and names of variants");
    if (word)
        return lab_give(reading, give_repetitions, &repetitions);
    if (reading->repetitions)
        return LAB_REFUSE(reading, reading->begin,
                          "the repetitions were already given; those of single variants end in `for NAME`");
    reading->repetitions = (int)repetitions;
    return BY_OK;
}

/* The variant's options with the seeds after its own. */
static by_status make_seedings(struct lab_reading *reading, struct lab_variant *variant)
{
    size_t count = (size_t)variant->repetitions;
    struct lab_seeding *seedings = by__arena_take(&reading->experiment->arena, count * sizeof *seedings);
    int seed = by_options_number(variant->options, "seed");
    by_error reason;

    if (!seedings)
        return by_error_no_memory(reading->error);
    variant->seedings = seedings;
    for (size_t i = 0; i < count; i++) {
        int64_t wanted = (int64_t)seed + (int64_t)i;
        char text[32];

        if (lab_go_on(reading->experiment, reading->error))
            return BY_ERROR_LIMIT;
        (void)snprintf(text, sizeof text, "%lld", (long long)wanted);
        if (by_options_copy(variant->options, &seedings[i].options, &reason) ||
            by_options_set(seedings[i].options, "seed", text, &reason))
            return by_error_set_at(reading->error, reason.status, variant->line, 1, "variant %s, repetition %zu: %-s",
                                   variant->name, i + 1, reason.parts);
        seedings[i].settings = lab_print_settings(reading, seedings[i].options, true);
        if (!seedings[i].settings)
            return by_error_no_memory(reading->error);
    }
    return BY_OK;
}

by_status lab_give_repetitions(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    int usual = reading->repetitions ? reading->repetitions : 1;
    by_status status = BY_OK;

    for (size_t i = 0; i < experiment->variant_count && !status; i++) {
        struct lab_variant *variant = &experiment->variants[i];

        if (!variant->repetitions)
            variant->repetitions = usual;
        if (variant->repetitions > 1 && by_option_find(by_options_table(variant->options), "seed"))
            status = make_seedings(reading, variant);
    }
    return status;
}
