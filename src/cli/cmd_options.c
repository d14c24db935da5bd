/* SPDX-License-Identifier: MIT
 *
 * boyi options: the table of options of a method or a game.
 */
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/option_table.h"
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
    option_table_print(subject.table);
    option_table_print_presets(subject.presets);
    return 0;
}
