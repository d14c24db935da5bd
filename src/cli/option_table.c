/* SPDX-License-Identifier: MIT */
#include "cli/option_table.h"

#include <stdio.h>
#include <string.h>

#include "cli/say.h"
#include "front/option_json.h"

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
        option_add_default(row, &text);
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

    option_add_default(row, &initial);
    by_option_print_range(row, &range);
    printf("  %s%-*s%s  %-*s  %-9s  %s\n", style->bold, widths.name, row->name, style->off, widths.initial,
           by_text_string(&initial), option_effect_name(row->effect), by_text_string(&range));
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
