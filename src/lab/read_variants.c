/* SPDX-License-Identifier: MIT
 *
 * The searches of an experiment: variants and their limits.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lab/reading.h"

enum {
    LIMITS_MOST = 1000, /* of one variant */
    VARIANTS_MOST = 1000,
};

/* ---- Limits ---------------------------------------------------------------------------------------------------- */

static by_status add_limit(struct lab_reading *reading, struct lab_limits *limits, int64_t limit, const char *word)
{
    size_t at = limits->count;

    if (at >= LIMITS_MOST)
        return LAB_REFUSE(reading, word, "more than %d limits", LIMITS_MOST);
    for (size_t i = 0; i < at; i++)
        if (limits->list[i] == limit)
            return LAB_REFUSE(reading, word, "%" PRId64 " is given twice", limit);
    if (LAB_GROW(reading, limits->list, at))
        return BY_ERROR_MEMORY;
    for (; at > 0 && limits->list[at - 1] > limit; at--)
        limits->list[at] = limits->list[at - 1];
    limits->list[at] = limit;
    limits->count++;
    return BY_OK;
}

/* Adds a number or a range like 1-9. */
static by_status add_limits(struct lab_reading *reading, struct lab_limits *limits, const char *word, int64_t most)
{
    const char *end;
    int64_t first, last;
    by_status status = BY_OK;
    bool is_good = lab_read_number(word, &end, most, &first);

    last = first;
    if (is_good && *end == '-')
        is_good = lab_read_number(end + 1, &end, most, &last);
    if (!is_good || *end)
        return LAB_REFUSE(reading, word,
                          "'%.40s' does not fit, expected numbers from 1 to %" PRId64 " or ranges like 1-9", word,
                          most);
    if (last < first)
        return LAB_REFUSE(reading, word, "the range %.40s runs backwards", word);
    for (int64_t limit = first; limit <= last && !status; limit++)
        status = add_limit(reading, limits, limit, word);
    return status;
}

static by_status give_limits(struct lab_reading *reading, struct lab_variant *variant, const void *what,
                             const char *name)
{
    (void)name;
    if (variant->has_own_limits)
        return LAB_REFUSE(reading, reading->begin, "variant %s already has limits of its own", variant->name);
    variant->has_own_limits = true;
    variant->limits = *(const struct lab_limits *)what;
    return BY_OK;
}

static by_status set_limit_kind(struct lab_reading *reading, enum lab_limit kind)
{
    struct lab_experiment *experiment = reading->experiment;

    if (experiment->limit != LAB_LIMIT_NONE && experiment->limit != kind)
        return LAB_REFUSE(reading, reading->begin,
                          "an experiment is limited by depth, by nodes or by evaluations, and line %d says %s",
                          reading->limit_line, lab_limit_name(experiment->limit));
    experiment->limit = kind;
    reading->limit_line = reading->line;
    return BY_OK;
}

by_status lab_read_limits(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_limits limits = {0};
    by_status status = set_limit_kind(reading, (enum lab_limit)reading->keyword->first);
    char *word;

    while (!status && (word = lab_next_word(reading)) != NULL && strcmp(word, "for") != 0)
        status = add_limits(reading, &limits, word, reading->keyword->most);
    if (status)
        return status;
    if (!limits.count)
        return LAB_REFUSE(reading, word ? word : reading->rest, "expected %-s", reading->keyword->help);
    if (word)
        return lab_give(reading, give_limits, &limits);
    if (experiment->limits.count)
        return LAB_REFUSE(reading, reading->begin,
                          "the limits were already given; those of single variants end in `for "
                          "NAME`");
    experiment->limits = limits;
    return BY_OK;
}

/* ---- Variants -------------------------------------------------------------------------------------------------- */

static by_status set_options(struct lab_reading *reading, struct lab_variant *variant)
{
    by_error reason;

    for (char *word = lab_next_word(reading), *first = word; word; word = lab_next_word(reading)) {
        bool is_setting = strchr(word, '=') != NULL;
        by_status status = BY_OK;

        if (is_setting)
            status = by_options_set_all(variant->options, word, &reason);
        else if (word == first)
            status = by_method_apply_preset(variant->method, word, variant->options, &reason);
        else
            return LAB_REFUSE(reading, word, "'%.60s' is no setting, expected name=value", word);
        if (status)
            return lab_refuse_because(reading, word, &reason);
    }
    variant->settings = lab_print_settings(reading, variant->options, true);
    return variant->settings ? BY_OK : by_error_no_memory(reading->error);
}

by_status lab_fill_variant(struct lab_reading *reading, struct lab_variant *variant)
{
    char *words = lab_rest_of_line(reading);
    char *method;
    by_error reason;

    if (!*words)
        return LAB_REFUSE(reading, words, "expected a method, and then a preset and settings if wanted");
    if (lab_check_settings(reading, words))
        return BY_ERROR_INPUT;
    variant->words = by__arena_text(&reading->experiment->arena, words);
    if (!variant->words)
        return by_error_no_memory(reading->error);
    method = lab_next_word(reading);
    if (by_method_find(method, &variant->method, &reason))
        return lab_refuse_because(reading, method, &reason);
    if (by_options_create(by_method_options(variant->method), &variant->options, &reason))
        return lab_refuse_because(reading, method, &reason);
    return set_options(reading, variant);
}

by_status lab_add_variant(struct lab_reading *reading, const char *name, const char *place, struct lab_variant **out)
{
    struct lab_experiment *experiment = reading->experiment;
    size_t most = lab_at_most(reading->reader ? reading->reader->bounds.variants : 0, VARIANTS_MOST);

    for (size_t i = 0; i < experiment->variant_count; i++) {
        const struct lab_variant *other = &experiment->variants[i];

        if (strcmp(other->name, name) == 0)
            return LAB_REFUSE(reading, place, "there is another variant %s in line %d", name, other->line);
        if (other->family && strcmp(other->family, name) == 0)
            return LAB_REFUSE(reading, place, "there is a family %s in line %d", name, other->line);
    }
    if (experiment->variant_count >= most)
        return LAB_REFUSE(reading, place, "more than %zu variants", most);
    if (LAB_GROW(reading, experiment->variants, experiment->variant_count))
        return BY_ERROR_MEMORY;
    *out = &experiment->variants[experiment->variant_count];
    **out = (struct lab_variant){.name = by__arena_text(&experiment->arena, name), .line = reading->line};
    if (!(*out)->name)
        return by_error_no_memory(reading->error);
    experiment->variant_count++;
    return BY_OK;
}

by_status lab_read_variant(struct lab_reading *reading)
{
    char *name = lab_next_word(reading);
    struct lab_variant *variant;
    by_status status;

    status = lab_check_name(reading, name, "variant");
    if (!status)
        status = lab_add_variant(reading, name, name, &variant);
    return status ? status : lab_fill_variant(reading, variant);
}

/* ---- Rivals ---------------------------------------------------------------------------------------------------- */

static const char *counter_name(struct lab_reading *reading, const char *rival, const char *what)
{
    char name[64];

    (void)snprintf(name, sizeof name, "%.40s_%s", rival, what);
    return by__arena_text(&reading->experiment->arena, name);
}

static by_status add_rival(struct lab_reading *reading, int variant, const char *name, const char *place)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_rival rival = {.variant = variant};

    for (size_t i = 0; i < experiment->rival_count; i++)
        if (experiment->rivals[i].variant == variant)
            return LAB_REFUSE(reading, place, "%s is given twice", name);
    if (LAB_GROW(reading, experiment->rivals, experiment->rival_count))
        return BY_ERROR_MEMORY;
    rival.won = counter_name(reading, name, "won");
    rival.drawn = counter_name(reading, name, "drawn");
    rival.lost = counter_name(reading, name, "lost");
    if (!rival.won || !rival.drawn || !rival.lost)
        return by_error_no_memory(reading->error);
    experiment->rivals[experiment->rival_count++] = rival;
    return BY_OK;
}

/* `lines` means every line of an opponent. */
static by_status add_rivals(struct lab_reading *reading, const char *name)
{
    struct lab_range range;
    by_status status;

    if (strcmp(name, "lines") == 0)
        return add_rival(reading, LAB_EVERY_LINE, name, name);
    status = lab_find_variants(reading, name, &range);
    for (size_t i = range.first; i < range.end && !status; i++)
        status = add_rival(reading, (int)i, reading->experiment->variants[i].name, name);
    return status;
}

by_status lab_read_plays(struct lab_reading *reading)
{
    by_status status = BY_OK;

    reading->experiment->plays_line = reading->line;
    for (char *name = lab_next_word(reading); name && !status; name = lab_next_word(reading))
        status = add_rivals(reading, name);
    return status;
}

by_status lab_read_plies(struct lab_reading *reading)
{
    reading->plies_line = reading->line;
    return lab_read_number_line(reading);
}

by_status lab_check_plies(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    if (!experiment->plies)
        return BY_OK;
    if (!experiment->rival_count)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, reading->plies_line, 1,
                               "`plies` is about games, and there is no line `plays`");
    for (size_t i = 0; i < experiment->rival_count; i++)
        if (experiment->rivals[i].variant == LAB_EVERY_LINE)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, reading->plies_line, 1,
                                   "every line is played to its end: `plies` does not go with `plays lines`");
    return BY_OK;
}
