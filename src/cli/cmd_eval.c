/* SPDX-License-Identifier: MIT
 *
 * boyi eval: the static evaluation of a position, term by term.
 */
#include <stdio.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "front/json.h"
#include "front/words.h"
#include "protocol/evaluation.h"

static const struct arg_about about = {
    .name = "eval",
    .help = "Evaluates a position without a search and prints the terms of the value: for both sides, in the opening "
            "and in the ending.",
    .examples = "  boyi eval xiangqi --game-set evaluation=full --moves 'h2e2 h9g7'\n",
};

static int print_words(struct setup *setup)
{
    by_text text = {0};
    int code = 0;

    protocol_print_evaluation(setup->position, &text);
    if (text.failed)
        code = say_out_of_memory(setup->command);
    (void)fputs(by_text_string(&text), stdout);
    by_text_free(&text);
    return code;
}

static void json_parts(struct json *json, const char *key, const by_value parts[2])
{
    json_member_object(json, key, JSON_ON_ONE_LINE);
    json_member_integer(json, "opening", parts[0]);
    json_member_integer(json, "ending", parts[1]);
    json_put_end(json);
}

static void json_terms(struct setup *setup, struct json *json)
{
    struct by_terms terms;

    if (by_position_terms(setup->position, &terms, NULL))
        return;
    json_member_array(json, "share_thousandths", JSON_ON_ONE_LINE);
    for (int phase = 0; phase < 2; phase++)
        json_put_integer(json, (int64_t)((double)terms.share[phase] * 1000 + 0.5));
    json_put_end(json);
    json_member_array(json, "terms", JSON_ON_LINES);
    for (int i = 0; i < terms.count; i++) {
        json_put_object(json, JSON_ON_ONE_LINE);
        json_member_string(json, "name", terms.list[i].name);
        for (int side = 0; side < 2; side++)
            json_parts(json, words_side(setup->type, side), terms.list[i].parts[side]);
        json_put_end(json);
    }
    json_put_end(json);
}

static int print_json(struct setup *setup)
{
    struct json json = {0};
    by_text position = {0};
    struct by_node node;

    by_position_print(setup->position, &position);
    by_position_node(setup->position, &node);
    json_put_object(&json, JSON_ON_LINES);
    json_member_string(&json, "game", setup->type->name);
    json_member_printed(&json, "position", &position);
    json_member_string(&json, "side_to_move", words_side(setup->type, node.side));
    json_member_integer(&json, "value", by_position_evaluate(setup->position));
    json_terms(setup, &json);
    json_put_end(&json);
    return say_json(&json, stdout);
}

int boyi_eval(int argc, char **argv)
{
    bool json = false;
    struct setup_args common = {0};
    struct setup setup = {0};
    const struct arg_group groups[] = {
        {"Game", setup_game_rows, &common},
        {"Position", setup_position_rows, &common},
        {"Output", args_json_rows, &json},
        {0},
    };
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = setup_position(&setup, about.name, &common);
    if (!code)
        code = json ? print_json(&setup) : print_words(&setup);
    setup_free(&setup);
    return code;
}
