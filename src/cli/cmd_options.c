/* SPDX-License-Identifier: MIT
 *
 * boyi options: the table of options of a method or a game.
 */
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "front/json.h"
#include "front/option_json.h"

struct options_args {
    const char *name;
    bool json;
};

#define ARGS struct options_args

static const struct arg rows[] = {
    ROW_WORD(name, "NAME", "a method or a game"),
    ROW_FLAG(json, "--json", "print JSON"),
    {0},
};

static const struct arg_about about = {
    .name = "options",
    .help = "Lists the options and presets of a method, for --set and --preset, or of a game, for --game-set and "
            "--game-preset. The effect of an option is one of these. Exact: it never changes the value of a search to "
            "the leaves. Selective: it may change it. Resource: memory or threads. Question: it changes what is "
            "searched for. Rule: it changes the game.",
    .examples = "  boyi options alphabeta\n"
                "  boyi options tictactoe\n",
};

/* The method or game of that name. */
struct subject {
    const char *name;
    const char *help;
    const struct by_option *table;
    const struct by_preset *presets;
};

static bool find_subject(const char *name, struct subject *out)
{
    const by_method *method;
    const by_game_type *game;

    if (!by_method_find(name, &method, NULL)) {
        *out = (struct subject){name, by_method_help(method), by_method_options(method), by_method_presets(method)};
        return true;
    }
    if (!by_game_type_find(name, &game, NULL)) {
        *out = (struct subject){name, game->help, by_game_options(game), by_game_presets(game)};
        return true;
    }
    return false;
}

static int unknown(const char *name)
{
    enum { NAMES_MOST = 128 };
    const char *names[NAMES_MOST + 1] = {0};
    int count = 0;

    for (size_t i = 0; by_method_at(i) && count < NAMES_MOST; i++)
        names[count++] = by_method_name(by_method_at(i));
    for (size_t i = 0; by_game_type_at(i) && count < NAMES_MOST; i++)
        names[count++] = by_game_type_at(i)->name;
    (void)say_find_name("options", name, names, "see `boyi methods` and `boyi games`",
                        "no method or game is called '%s'", name);
    return SAY_BAD_USE;
}

static int print_json(const struct subject *subject)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_LINES);
    json_member_string(&json, "name", subject->name);
    json_member_string(&json, "help", subject->help);
    json_put_key(&json, "options");
    option_json_table(subject->table, &json);
    json_put_key(&json, "presets");
    option_json_presets(subject->presets, &json);
    json_put_end(&json);
    return say_json(&json, stdout);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

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

static void print_table(const struct by_option *table)
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

static void print_presets(const struct by_preset *presets)
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

/* ---- The command ----------------------------------------------------------------------------------------------- */

int boyi_options(int argc, char **argv)
{
    struct options_args args = {0};
    const struct arg_group groups[] = {{"Arguments", rows, &args}, {0}};
    const struct say_style *style = say_style(stdout);
    struct subject subject;
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (!find_subject(args.name, &subject))
        return unknown(args.name);
    if (args.json)
        return print_json(&subject);
    printf("%s%s%s: ", style->bold, subject.name, style->off);
    say_wrapped(subject.help ? subject.help : "", (int)strlen(subject.name) + 2);
    putchar('\n');
    print_table(subject.table);
    print_presets(subject.presets);
    return 0;
}
