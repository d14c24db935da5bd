/* SPDX-License-Identifier: MIT
 *
 * boyi why: whether a game is over after some moves, and by which rule.
 */
#include <stdio.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "front/json.h"
#include "front/words.h"

static const struct arg_about about = {
    .name = "why",
    .help = "Explains whether a game is over, which side has won, and by which rule. In xiangqi it lists every move of "
            "a repetition with its checks and chases.",
    .examples = "  boyi why xiangqi --position '3k5/9/1c7/9/9/9/9/9/9/2R1K4 w' \\\n"
                "      --moves 'c0b0 b7c7 b0c0 c7b7 c0b0 b7c7 b0c0 c7b7'\n"
                "  boyi why xiangqi --game-set rules=asian --moves 'h2e2 h9g7'\n"
                "  boyi why tictactoe --position xxx/oo./...\n",
};

/* The game's own explanation, if it has one. Returns an exit code. */
static int explain(struct setup *setup, by_text *out)
{
    by_error error;

    if (!setup->type->words)
        return 0;
    return by_position_explain(setup->position, out, &error) ? say_error(setup->command, NULL, &error) : 0;
}

static int print_words(struct setup *setup)
{
    by_text text = {0};
    int code;

    words_state(setup->position, &text);
    by_text_add_char(&text, '\n');
    code = explain(setup, &text);
    if (!code)
        (void)fputs(by_text_string(&text), stdout);
    by_text_free(&text);
    return code;
}

static void json_text(struct json *json, const char *key, const by_text *text)
{
    json_member_string(json, key, text->length ? by_text_string(text) : NULL);
}

static void json_verdict(struct setup *setup, struct json *json)
{
    struct by_node node;
    bool has_winner;

    by_position_verdict(setup->position, &node);
    has_winner = node.is_over && node.value &&
                 !(setup->type->counts_points && !by_value_is_win(node.value) && !by_value_is_loss(node.value));
    json_member_string(json, "side_to_move", words_side(setup->type, node.side));
    json_member_bool(json, "is_over", node.is_over);
    if (node.is_over)
        json_member_integer(json, "value", node.value);
    json_member_string(json, "winner",
                       has_winner ? words_side(setup->type, node.value > 0 ? node.side : node.side ^ 1) : NULL);
    json_member_integer(json, "path_plies", node.path_plies);
}

static int print_json(struct setup *setup)
{
    struct json json = {0};
    by_text position = {0}, explanation = {0};
    int code = explain(setup, &explanation);

    by_position_print(setup->position, &position);
    if (!code) {
        json_put_object(&json, JSON_ON_LINES);
        json_member_string(&json, "game", setup->type->name);
        json_text(&json, "position", &position);
        json_verdict(setup, &json);
        json_text(&json, "explanation", &explanation);
        json_put_end(&json);
        code = say_json(&json, stdout);
    }
    by_text_free(&position);
    by_text_free(&explanation);
    return code;
}

int boyi_why(int argc, char **argv)
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
    code = setup_position(&setup, "why", &common);
    if (!code)
        code = json ? print_json(&setup) : print_words(&setup);
    setup_free(&setup);
    return code;
}
