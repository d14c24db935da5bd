/* SPDX-License-Identifier: MIT */
#include "cli/option_table.h"

#include <stdio.h>
#include <string.h>

#include "cli/say.h"

static const char *effect_name(enum by_option_effect effect)
{
    static const char *const names[] = {"exact", "selective", "resource", "question", "rule"};

    return names[effect];
}

static const char *kind_name(enum by_option_kind kind)
{
    static const char *const names[] = {"switch", "number", "choice", "text"};

    return names[kind];
}

static void add_default(const struct by_option *row, by_text *out)
{
    switch (row->kind) {
    case BY_OPTION_SWITCH:
        by_text_add(out, row->initial ? "on" : "off");
        break;
    case BY_OPTION_NUMBER:
        by_text_printf(out, "%d", row->initial);
        break;
    case BY_OPTION_CHOICE:
        by_text_add(out, row->choices[row->initial]);
        break;
    case BY_OPTION_TEXT:
        by_text_add(out, row->initial_text ? row->initial_text : "");
        break;
    }
}

/* ---- For people ------------------------------------------------------------------------------------------------ */

struct widths {
    int name, initial;
};

static int greater(int a, int b)
{
    return a > b ? a : b;
}

static struct widths measure(const struct by_option *table)
{
    struct widths widths = {4, 7};
    by_text text = {0};

    for (const struct by_option *row = table; row->name; row++) {
        by_text_clear(&text);
        add_default(row, &text);
        widths.name = greater(widths.name, (int)strlen(row->name));
        widths.initial = greater(widths.initial, (int)text.length);
    }
    by_text_free(&text);
    return widths;
}

static void print_row(const struct by_option *row, struct widths widths)
{
    const struct say_style *style = say_style(stdout);
    by_text initial = {0}, range = {0}, help = {0};

    add_default(row, &initial);
    by_option_print_range(row, &range);
    printf("  %s%-*s%s  %-*s  %-9s  %s\n", style->bold, widths.name, row->name, style->off, widths.initial,
           by_text_string(&initial), effect_name(row->effect), by_text_string(&range));
    by_text_add(&help, row->help ? row->help : "");
    if (row->paper)
        by_text_printf(&help, " [%s]", row->paper);
    printf("      ");
    say_wrapped(by_text_string(&help), 6);
    by_text_free(&initial);
    by_text_free(&range);
    by_text_free(&help);
}

void option_table_print(const struct by_option *table)
{
    const struct say_style *style = say_style(stdout);
    struct widths widths;

    if (!table || !table->name) {
        printf("There are no options.\n");
        return;
    }
    widths = measure(table);
    printf("%s  %-*s  %-*s  %-9s  %s%s\n", style->dim, widths.name, "name", widths.initial, "default", "effect",
           "values", style->off);
    for (const struct by_option *row = table; row->name; row++)
        print_row(row, widths);
}

void option_table_print_presets(const struct by_preset *presets)
{
    const struct say_style *style = say_style(stdout);

    if (!presets || !presets->name)
        return;
    printf("\n%s  presets%s\n", style->dim, style->off);
    for (; presets->name; presets++) {
        printf("  %s%-16s%s  ", style->bold, presets->name, style->off);
        say_wrapped(presets->help ? presets->help : "", 20);
        if (presets->settings && *presets->settings) {
            printf("      ");
            say_wrapped(presets->settings, 6);
        }
    }
}

/* ---- For programs ---------------------------------------------------------------------------------------------- */

static void json_range(const struct by_option *row, struct json *json)
{
    if (row->kind == BY_OPTION_NUMBER) {
        json_put_key(json, "least");
        json_put_integer(json, row->least);
        json_put_key(json, "most");
        json_put_integer(json, row->most);
    } else if (row->kind == BY_OPTION_CHOICE) {
        json_put_key(json, "choices");
        json_put_array(json, JSON_ON_ONE_LINE);
        for (const char *const *word = row->choices; *word; word++)
            json_put_string(json, *word);
        json_put_end(json);
    }
}

static void json_row(const struct by_option *row, struct json *json)
{
    by_text initial = {0};

    add_default(row, &initial);
    json_put_object(json, JSON_ON_ONE_LINE);
    json_put_key(json, "name");
    json_put_string(json, row->name);
    json_put_key(json, "kind");
    json_put_string(json, kind_name(row->kind));
    json_put_key(json, "effect");
    json_put_string(json, effect_name(row->effect));
    json_put_key(json, "default");
    json_put_string(json, by_text_string(&initial));
    json_range(row, json);
    json_put_key(json, "help");
    json_put_string(json, row->help);
    json_put_key(json, "paper");
    json_put_string(json, row->paper);
    json_put_end(json);
    by_text_free(&initial);
}

void option_table_json(const struct by_option *table, struct json *json)
{
    json_put_array(json, JSON_ON_LINES);
    for (; table && table->name; table++)
        json_row(table, json);
    json_put_end(json);
}

void option_table_json_presets(const struct by_preset *presets, struct json *json)
{
    json_put_array(json, JSON_ON_LINES);
    for (; presets && presets->name; presets++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_put_key(json, "name");
        json_put_string(json, presets->name);
        json_put_key(json, "settings");
        json_put_string(json, presets->settings);
        json_put_key(json, "help");
        json_put_string(json, presets->help);
        json_put_end(json);
    }
    json_put_end(json);
}
