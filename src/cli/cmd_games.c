/* SPDX-License-Identifier: MIT
 *
 * boyi games: the list of games.
 */
#include <stdio.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "front/json.h"
#include "front/option_json.h"
#include "front/words.h"

static const struct arg_about about = {
    .name = "games",
    .help = "Lists the games and explains how to write their positions and moves.",
};

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

static void print_games(void)
{
    const struct say_style *style = say_style(stdout);

    for (size_t i = 0; by_game_type_at(i); i++) {
        const by_game_type *type = by_game_type_at(i);

        printf("%s%s%-12s%s%s\n    ", i ? "\n" : "", style->bold, type->name, style->off, type->title);
        say_wrapped(type->help ? type->help : "", 4);
        print_notations(type);
    }
}

static void json_game(const by_game_type *type, struct json *json)
{
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
}

static int print_json(void)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_LINES);
    json_member_array(&json, "games", JSON_ON_LINES);
    for (size_t i = 0; by_game_type_at(i); i++)
        json_game(by_game_type_at(i), &json);
    json_put_end(&json);
    json_put_end(&json);
    return say_json(&json, stdout);
}

int boyi_games(int argc, char **argv)
{
    bool json = false;
    const struct arg_group groups[] = {{"Output", args_json_rows, &json}, {0}};
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (json)
        return print_json();
    print_games();
    return 0;
}
