/* SPDX-License-Identifier: MIT
 *
 * Announcing options. The dialect writes the line:
 *
 *     UCI    option name Move Overhead type spin default 30 min 0 max 5000
 *     UCCI   option moveoverhead type spin min 0 max 5000 default 30
 */
#include "protocol/options.h"

const char *protocol_option_type(const struct by_option *row)
{
    static const char *const types[] = {
        [BY_OPTION_SWITCH] = "check",
        [BY_OPTION_NUMBER] = "spin",
        [BY_OPTION_CHOICE] = "combo",
        [BY_OPTION_TEXT] = "string",
    };

    return types[row->kind];
}

void protocol_add_default(const struct by_option *row, by_text *out)
{
    by_text_add(out, " default ");
    switch (row->kind) {
    case BY_OPTION_SWITCH:
        by_text_add(out, row->initial ? "true" : "false");
        break;
    case BY_OPTION_NUMBER:
        by_text_printf(out, "%d", row->initial);
        break;
    case BY_OPTION_CHOICE:
        by_text_add(out, row->choices[row->initial]);
        break;
    case BY_OPTION_TEXT:
        by_text_add(out, row->initial_text && *row->initial_text ? row->initial_text : "<empty>");
        break;
    }
}

void protocol_add_range(const struct by_option *row, by_text *out)
{
    if (row->kind == BY_OPTION_NUMBER)
        by_text_printf(out, " min %d max %d", row->min, row->max);
    if (row->kind == BY_OPTION_CHOICE)
        for (const char *const *word = row->choices; *word; word++)
            by_text_printf(out, " var %s", *word);
}

void protocol_announce_table(const struct by_option *table, protocol_announce *announce, by_text *out)
{
    for (const struct by_option *row = table; row->name; row++)
        announce(row->name, row, out);
}

static bool is_own(const struct protocol_options *options, const char *name)
{
    for (const struct by_option *row = options->rows; row->name; row++)
        if (protocol_same_name(row->name, name))
            return true;
    return false;
}

/* Whether an earlier method has announced an option of this name. */
static const struct by_option *announced(const struct protocol_options *options, int method, const char *name)
{
    const struct by_option *row = NULL;

    for (int i = 0; i < method && !row; i++)
        row = by_option_find(by_method_options(options->methods[i]), name);
    return row;
}

static bool has_same_values(const struct by_option *a, const struct by_option *b)
{
    return a->kind == b->kind && a->min == b->min && a->max == b->max && a->choices == b->choices;
}

static void announce_method(const struct protocol_options *options, int method, protocol_announce *announce,
                            by_text *out)
{
    const char *name = options->method_names[method];
    by_text full_name = {0};

    for (const struct by_option *row = by_method_options(options->methods[method]); row->name; row++) {
        const struct by_option *before = announced(options, method, row->name);
        struct by_option shown = *row;

        /* The values in force: the game may ask for another preset than the method's defaults */
        if (row->kind != BY_OPTION_TEXT)
            shown.initial = by_options_number(options->of_method[method], row->name);
        if (before && has_same_values(before, row))
            continue;
        by_text_clear(&full_name);
        if (before || is_own(options, row->name))
            by_text_printf(&full_name, "%s.", name);
        by_text_add(&full_name, row->name);
        announce(by_text_string(&full_name), &shown, out);
    }
    by_text_free(&full_name);
}

void protocol_options_announce(const struct protocol_options *options, protocol_announce *announce, by_text *out)
{
    protocol_announce_table(options->rows, announce, out);
    protocol_announce_table(by_options_table(options->game), announce, out);
}

void protocol_options_announce_methods(const struct protocol_options *options, protocol_announce *announce,
                                       by_text *out)
{
    for (int i = 0; i < options->method_count; i++)
        announce_method(options, i, announce, out);
}
