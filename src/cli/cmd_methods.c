/* SPDX-License-Identifier: MIT
 *
 * boyi methods: the list of search methods.
 */
#include <stdio.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "front/json.h"
#include "front/option_json.h"

static const struct arg_about about = {
    .name = "methods",
    .help = "Lists the search methods. `boyi options METHOD` lists the options of one of them.",
};

static void print_methods(void)
{
    const struct say_style *style = say_style(stdout);

    for (size_t i = 0; by_method_at(i); i++) {
        const by_method *method = by_method_at(i);

        printf("%s%-12s%s", style->bold, by_method_name(method), style->off);
        say_wrapped(by_method_help(method), 12);
    }
}

static void json_method(const by_method *method, struct json *json)
{
    json_put_object(json, JSON_ON_LINES);
    json_member_string(json, "name", by_method_name(method));
    json_member_string(json, "help", by_method_help(method));
    json_put_key(json, "options");
    option_json_table(by_method_options(method), json);
    json_put_key(json, "presets");
    option_json_presets(by_method_presets(method), json);
    json_put_end(json);
}

static int print_json(void)
{
    struct json json = {0};

    json_put_object(&json, JSON_ON_LINES);
    json_member_array(&json, "methods", JSON_ON_LINES);
    for (size_t i = 0; by_method_at(i); i++)
        json_method(by_method_at(i), &json);
    json_put_end(&json);
    json_put_end(&json);
    return say_json(&json, stdout);
}

int boyi_methods(int argc, char **argv)
{
    bool json = false;
    const struct arg_group groups[] = {{"Output", args_json_rows, &json}, {0}};
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (json)
        return print_json();
    print_methods();
    return 0;
}
