/* SPDX-License-Identifier: MIT
 *
 * Announcing options:
 *
 *     UCI    option name Move Overhead type spin default 30 min 0 max 5000
 *     UCCI   option moveoverhead type spin min 0 max 5000 default 30
 */
#include <ctype.h>
#include <string.h>

#include "protocol/settings.h"
#include "protocol/words.h"

static const char *type_of(const struct by_option *row)
{
    static const char *const types[] = {
        [BY_OPTION_SWITCH] = "check",
        [BY_OPTION_NUMBER] = "spin",
        [BY_OPTION_CHOICE] = "combo",
        [BY_OPTION_TEXT] = "string",
    };

    return types[row->kind];
}

/* In UCCI a name is one word of small letters, and the table of positions has a name of its own. */
static void add_name(const char *name, enum protocol_name protocol, by_text *out)
{
    if (protocol == PROTOCOL_UCI) {
        by_text_add(out, name);
        return;
    }
    if (strcmp(name, "Hash") == 0)
        name = "hashsize";
    for (; *name; name++)
        if (*name != ' ')
            by_text_add_char(out, (char)tolower((unsigned char)*name));
}

static void add_default(const struct by_option *row, by_text *out)
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

static void add_range(const struct by_option *row, by_text *out)
{
    if (row->kind == BY_OPTION_NUMBER)
        by_text_printf(out, " min %d max %d", row->least, row->most);
    if (row->kind == BY_OPTION_CHOICE)
        for (const char *const *word = row->choices; *word; word++)
            by_text_printf(out, " var %s", *word);
}

static void announce(const struct by_option *row, const char *method, enum protocol_name protocol, by_text *out)
{
    by_text_add(out, protocol == PROTOCOL_UCI ? "option name " : "option ");
    if (method)
        by_text_printf(out, "%s.", method);
    add_name(row->name, protocol, out);
    by_text_printf(out, " type %s", type_of(row));
    if (protocol == PROTOCOL_UCI)
        add_default(row, out);
    add_range(row, out);
    if (protocol == PROTOCOL_UCCI)
        add_default(row, out);
    by_text_add_char(out, '\n');
}

void protocol_announce_table(const struct by_option *table, enum protocol_name protocol, by_text *out)
{
    for (const struct by_option *row = table; row->name; row++)
        if (protocol == PROTOCOL_UCI || strncmp(row->name, "UCI_", 4) != 0)
            announce(row, NULL, protocol, out);
}

static bool is_own(const struct protocol_settings *settings, const char *name)
{
    for (const struct by_option *row = settings->rows; row->name; row++)
        if (protocol_same_name(row->name, name))
            return true;
    return false;
}

/* Whether an earlier method has announced an option of this name. */
static const struct by_option *announced(const struct protocol_settings *settings, int method, const char *name)
{
    const struct by_option *row = NULL;

    for (int i = 0; i < method && !row; i++)
        row = by_option_find(by_method_options(settings->methods[i]), name);
    return row;
}

static bool takes_the_same(const struct by_option *a, const struct by_option *b)
{
    return a->kind == b->kind && a->least == b->least && a->most == b->most && a->choices == b->choices;
}

static void announce_method(const struct protocol_settings *settings, int method, enum protocol_name protocol,
                            by_text *out)
{
    const char *name = settings->method_names[method];

    for (const struct by_option *row = by_method_options(settings->methods[method]); row->name; row++) {
        const struct by_option *before = announced(settings, method, row->name);
        struct by_option shown = *row;

        /* The values in force: the game may ask for another preset than the method's defaults */
        if (row->kind != BY_OPTION_TEXT)
            shown.initial = by_options_number(settings->of_method[method], row->name);
        if (!before || !takes_the_same(before, row))
            announce(&shown, before || is_own(settings, row->name) ? name : NULL, protocol, out);
    }
}

void protocol_settings_announce(const struct protocol_settings *settings, enum protocol_name protocol, by_text *out)
{
    protocol_announce_table(settings->rows, protocol, out);
    protocol_announce_table(by_options_table(settings->game), protocol, out);
}

void protocol_settings_announce_methods(const struct protocol_settings *settings, enum protocol_name protocol,
                                        by_text *out)
{
    for (int i = 0; i < settings->method_count; i++)
        announce_method(settings, i, protocol, out);
}
