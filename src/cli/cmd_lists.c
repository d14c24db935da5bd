/* SPDX-License-Identifier: MIT
 *
 * boyi games, boyi methods: what there is.
 */
#include <stdio.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "front/json.h"
#include "front/option_json.h"
#include "front/words.h"

/* A list. Its functions print item number `index`; false behind the last. */
struct list {
    struct arg_about about;
    bool (*print)(size_t index);
    bool (*put)(size_t index, struct json *json);
};

static int print_list(const struct list *list, int argc, char **argv)
{
    bool wants_json = false;
    const struct arg_group groups[] = {{"Output", args_json_rows, &wants_json}, {0}};
    struct json json = {0};
    size_t index = 0;
    int code = args_parse(&list->about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (!wants_json) {
        while (list->print(index))
            index++;
        return 0;
    }
    json_put_object(&json, JSON_ON_LINES);
    json_member_array(&json, list->about.name, JSON_ON_LINES);
    while (list->put(index, &json))
        index++;
    json_put_end(&json);
    json_put_end(&json);
    return say_json(&json, stdout);
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static void print_notations(const by_game_type *type)
{
    by_text text = {0};

    for (int i = 0; type->notations && type->notations[i]; i++)
        by_text_printf(&text, "%s %s", i ? "," : "Notations:", type->notations[i]);
    if (type->records)
        by_text_printf(&text, "%sGames are kept as %s.", text.length ? ". " : "", type->records->format);
    if (text.length) {
        printf("    ");
        say_wrapped(by_text_string(&text), 4);
    }
    by_text_free(&text);
}

static bool print_game(size_t index)
{
    const struct say_style *style = say_style(stdout);
    const by_game_type *type = by_game_type_at(index);

    if (!type)
        return false;
    printf("%s%s%-12s%s%s\n    ", index ? "\n" : "", style->bold, type->name, style->off, type->title);
    say_wrapped(type->help ? type->help : "", 4);
    print_notations(type);
    return true;
}

static bool put_game(size_t index, struct json *json)
{
    const by_game_type *type = by_game_type_at(index);

    if (!type)
        return false;
    json_put_object(json, JSON_ON_LINES);
    json_member_string(json, "name", type->name);
    json_member_string(json, "title", type->title);
    json_member_string(json, "help", type->help);
    json_member_words(json, "sides", (const char *const[]){words_side(type, 0), words_side(type, 1), NULL});
    json_member_words(json, "notations", type->notations);
    json_member_string(json, "records", type->records ? type->records->format : NULL);
    json_member_bool(json, "counts_points", type->counts_points);
    json_put_key(json, "options");
    option_json_table(by_game_options(type), json);
    json_put_end(json);
    return true;
}

int boyi_games(int argc, char **argv)
{
    static const struct list games = {
        {.name = "games", .help = "Lists the games and explains how to write their positions and moves."},
        print_game,
        put_game,
    };

    return print_list(&games, argc, argv);
}

/* ---- Methods ----------------------------------------------------------------------------------------------------- */

static bool print_method(size_t index)
{
    const struct say_style *style = say_style(stdout);
    const by_method *method = by_method_at(index);

    if (!method)
        return false;
    printf("%s%-12s%s", style->bold, by_method_name(method), style->off);
    say_wrapped(by_method_help(method), 12);
    return true;
}

static bool put_method(size_t index, struct json *json)
{
    const by_method *method = by_method_at(index);

    if (!method)
        return false;
    json_put_object(json, JSON_ON_LINES);
    json_member_string(json, "name", by_method_name(method));
    json_member_string(json, "help", by_method_help(method));
    json_put_key(json, "options");
    option_json_table(by_method_options(method), json);
    json_put_key(json, "presets");
    option_json_presets(by_method_presets(method), json);
    json_put_end(json);
    return true;
}

int boyi_methods(int argc, char **argv)
{
    static const struct list methods = {
        {.name = "methods",
         .help = "Lists the search methods. `boyi options METHOD` lists the options of one of them."},
        print_method,
        put_method,
    };

    return print_list(&methods, argc, argv);
}
