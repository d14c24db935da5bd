/* SPDX-License-Identifier: MIT
 *
 * boyi eval: the static evaluation of a position, term by term; boyi why: whether a game is over after some moves, and
 * by which rule.
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

/* What a command tells about a position: as text, or as members of a JSON object. An exit code. */
struct report {
    struct arg_about about;
    int (*print)(struct setup *setup, by_text *out);
    int (*put)(struct setup *setup, struct json *json);
};

static int print_json(const struct report *report, struct setup *setup)
{
    struct json json = {0};
    by_text position = {0};
    int code;

    by_position_print(setup->position, &position);
    json_put_object(&json, JSON_ON_LINES);
    json_member_string(&json, "game", setup->type->name);
    json_member_string(&json, "position", position.length ? by_text_string(&position) : NULL);
    by_text_free(&position);
    code = report->put(setup, &json);
    json_put_end(&json);
    if (!code)
        return say_json(&json, stdout);
    by_text_free(&json.text);
    return code;
}

static int print_text(const struct report *report, struct setup *setup)
{
    by_text text = {0};
    int code = report->print(setup, &text);

    if (!code && text.failed)
        code = say_out_of_memory(setup->command);
    if (!code)
        (void)fputs(by_text_string(&text), stdout);
    by_text_free(&text);
    return code;
}

static int run(const struct report *report, int argc, char **argv)
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
    int code = args_parse(&report->about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = setup_position(&setup, report->about.name, &common);
    if (!code)
        code = json ? print_json(report, &setup) : print_text(report, &setup);
    setup_free(&setup);
    return code;
}

/* ---- eval -------------------------------------------------------------------------------------------------------- */

static int print_evaluation(struct setup *setup, by_text *out)
{
    protocol_print_evaluation(setup->position, out);
    return 0;
}

static void put_parts(struct json *json, const char *key, const by_value parts[2])
{
    json_member_object(json, key, JSON_ON_ONE_LINE);
    json_member_integer(json, "opening", parts[0]);
    json_member_integer(json, "ending", parts[1]);
    json_put_end(json);
}

static void put_terms(struct setup *setup, struct json *json)
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
            put_parts(json, words_side(setup->type, side), terms.list[i].parts[side]);
        json_put_end(json);
    }
    json_put_end(json);
}

static int put_evaluation(struct setup *setup, struct json *json)
{
    struct by_node node;

    by_position_node(setup->position, &node);
    json_member_string(json, "side_to_move", words_side(setup->type, node.side));
    json_member_integer(json, "value", by_position_evaluate(setup->position));
    put_terms(setup, json);
    return 0;
}

int boyi_eval(int argc, char **argv)
{
    static const struct report eval = {
        {
            .name = "eval",
            .help = "Evaluates a position without a search and prints the terms of the value: for both sides, in the "
                    "opening and in the ending.",
            .examples = "  boyi eval xiangqi --game-set evaluation=full --moves 'h2e2 h9g7'\n",
        },
        print_evaluation,
        put_evaluation,
    };

    return run(&eval, argc, argv);
}

/* ---- why --------------------------------------------------------------------------------------------------------- */

/* The game's own explanation, if it has one. */
static int explain(struct setup *setup, by_text *out)
{
    by_error error;

    if (!setup->type->words)
        return 0;
    return by_position_explain(setup->position, out, &error) ? say_error(setup->command, NULL, &error) : 0;
}

static int print_reason(struct setup *setup, by_text *out)
{
    words_state(setup->position, out);
    by_text_add_char(out, '\n');
    return explain(setup, out);
}

static void put_verdict(struct setup *setup, struct json *json)
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

static int put_reason(struct setup *setup, struct json *json)
{
    by_text text = {0};
    int code = explain(setup, &text);

    put_verdict(setup, json);
    json_member_string(json, "explanation", text.length ? by_text_string(&text) : NULL);
    by_text_free(&text);
    return code;
}

int boyi_why(int argc, char **argv)
{
    static const struct report why = {
        {
            .name = "why",
            .help = "Explains whether a game is over, which side has won, and by which rule. In xiangqi it lists every "
                    "move of a repetition with its checks and chases.",
            .examples = "  boyi why xiangqi --position '3k5/9/1c7/9/9/9/9/9/9/2R1K4 w' \\\n"
                        "      --moves 'c0b0 b7c7 b0c0 c7b7 c0b0 b7c7 b0c0 c7b7'\n"
                        "  boyi why xiangqi --game-set rules=asian --moves 'h2e2 h9g7'\n"
                        "  boyi why tictactoe --position xxx/oo./...\n",
        },
        print_reason,
        put_reason,
    };

    return run(&why, argc, argv);
}
