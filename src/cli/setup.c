/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/setup.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/file.h"
#include "cli/say.h"
#include "front/option_json.h"

#define ARGS struct setup_args

const struct arg setup_game_rows[] = {
    ROW_WORD(game, "GAME", "the game, see `boyi games`"),
    ROW_TEXT(game_preset, "--game-preset", "NAME", "use a preset of the game, see `boyi options GAME`"),
    ROW_LIST(game_settings, "--game-set", "NAME=VALUE",
             "set an option of the game, overriding its preset; may be repeated"),
    {0},
};

const struct arg setup_position_rows[] = {
    ROW_TEXT(position, "--position", "TEXT", "start from this position (`-` reads it from standard input)"),
    ROW_TEXT(file, "--file", "FILE", "read the position from a file"),
    ROW_TEXT(moves, "--moves", "MOVES", "make these moves first, separated by spaces"),
    {0},
};

/* A year suffices, and cannot overflow in microseconds. */
#define TIME_MS_MOST INT64_C(31536000000)

const struct arg setup_search_rows[] = {
    ROW_TEXT(method, "--method", "METHOD", "the search method, see `boyi methods` (alphabeta; in `boyi play go` mcts)"),
    ROW_TEXT(preset, "--preset", "NAME", "use a preset of the method, see `boyi options METHOD`"),
    ROW_LIST(settings, "--set", "NAME=VALUE", "set an option of the method, overriding the preset; may be repeated"),
    ROW_NUMBER(depth, "--depth", "N", 1, BY_MAX_PLY,
               "maximum depth in plies (the length of the game, or 256 if that is unbounded)"),
    ROW_NUMBER(nodes, "--nodes", "N", 1, INT64_MAX, "maximum number of nodes"),
    ROW_NUMBER(time_ms, "--time", "MS", 1, TIME_MS_MOST, "maximum time in milliseconds"),
    {0},
};

const struct arg setup_show_rows[] = {
    ROW_TEXT(notation, "--notation", "NAME", "notation of the printed moves, see `boyi games`"),
    ROW_FLAG(letters, "--letters", "draw with ASCII letters; the default if the locale is not UTF-8"),
    {0},
};

/* ---- Options --------------------------------------------------------------------------------------------------- */

static int set_one(const char *command, by_options *options, const char *setting)
{
    const char *equals = strchr(setting, '=');
    by_error error;
    by_status status;
    char name[64];

    if (!equals || equals == setting) {
        say_problem(command, "'%s' is no setting, expected name=value", setting);
        return SAY_BAD_USE;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)(equals - setting < 63 ? equals - setting : 63), setting);
    status = by_options_set(options, name, equals + 1, &error);
    return status ? say_error(command, NULL, &error) : 0;
}

int setup_options(const char *command, by_options *options, const struct arg_list *settings)
{
    int code = 0;

    for (int i = 0; i < settings->count && !code; i++)
        code = set_one(command, options, settings->items[i]);
    return code;
}

/* ---- Game ------------------------------------------------------------------------------------------------------ */

/* Reads the environment, because the C library knows only installed locales. */
static bool locale_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *value = NULL;

    for (int i = 0; i < 3 && (!value || !*value); i++)
        value = getenv(names[i]);
    for (; value && *value; value++)
        if (tolower((unsigned char)value[0]) == 'u' && tolower((unsigned char)value[1]) == 't' &&
            tolower((unsigned char)value[2]) == 'f' && value[3 + (value[3] == '-')] == '8')
            return true;
    return false;
}

unsigned setup_style(bool letters)
{
    return (letters || !locale_is_utf8() ? BY_DRAW_LETTERS : 0) | (*say_style(stdout)->bold ? BY_DRAW_COLOUR : 0);
}

static int setup_show(struct setup *setup, const struct setup_args *args)
{
    const char *const none[] = {NULL};
    const char *const *names = setup->type->notations ? setup->type->notations : none;

    setup->style = setup_style(args->letters);
    if (!args->notation)
        return 0;
    setup->notation = say_find_name(setup->command, args->notation, names, "see `boyi games`",
                                    "--notation: %s has no notation '%s'", setup->type->name, args->notation);
    return setup->notation < 0 ? SAY_BAD_USE : 0;
}

static int set_game_options(struct setup *setup, const struct setup_args *args)
{
    by_error error;

    if (!setup->game_options && (args->game_settings.count || args->game_preset)) {
        say_problem(setup->command, "the game %s has no options", setup->type->name);
        return SAY_BAD_USE;
    }
    if (args->game_preset && by_game_apply_preset(setup->type, args->game_preset, setup->game_options, &error))
        return say_error(setup->command, NULL, &error);
    return setup_options(setup->command, setup->game_options, &args->game_settings);
}

int setup_game(struct setup *setup, const char *command, const struct setup_args *args)
{
    by_error error;
    int code;

    setup->command = command;
    if (by_game_type_find(args->game, &setup->type, &error) ||
        (setup->type->options && by_options_create(setup->type->options, &setup->game_options, &error)))
        return say_error(command, NULL, &error);
    code = set_game_options(setup, args);
    if (code)
        return code;
    if (by_game_open(setup->type, setup->game_options, &setup->game, &error))
        return say_error(command, NULL, &error);
    if (!option_add_differences(setup->game_options, NULL, &setup->game_settings))
        return say_out_of_memory(command);
    return setup_show(setup, args);
}

/* ---- Position -------------------------------------------------------------------------------------------------- */

static int parse_position(struct setup *setup, const char *text)
{
    by_error error;
    int code;

    if (!by_position_parse(setup->position, text, &error))
        return 0;
    code = say_error(setup->command, "position", &error);
    say_place(text, &error);
    return code;
}

static int start_position(struct setup *setup, const struct setup_args *args)
{
    const char *file = args->file;
    char *text;
    int code;

    if (args->position && args->file) {
        say_problem(setup->command, "--position and --file exclude each other");
        return SAY_BAD_USE;
    }
    if (args->position && strcmp(args->position, "-") == 0)
        file = "-";
    else if (args->position)
        return parse_position(setup, args->position);
    if (!file)
        return 0;
    text = file_load(setup->command, file);
    if (!text)
        return SAY_BAD_USE;
    code = parse_position(setup, text);
    free(text);
    return code;
}

static int make_move(struct setup *setup, const char *word, int number)
{
    char what[32];
    by_error error;
    by_move move;
    by_status status = by_position_parse_move(setup->position, word, &move, &error);

    if (!status)
        status = by_position_push(setup->position, move, &error);
    if (!status)
        return 0;
    (void)snprintf(what, sizeof what, "move %d", number);
    return say_error(setup->command, what, &error);
}

static int make_moves(struct setup *setup, const char *moves)
{
    char *copy = strdup(moves);
    char *rest = copy;
    int number = 0, code = 0;

    if (!copy)
        return say_out_of_memory(setup->command);
    for (char *word = strtok_r(copy, " \t\r\n", &rest); word && !code; word = strtok_r(NULL, " \t\r\n", &rest))
        code = make_move(setup, word, ++number);
    free(copy);
    return code;
}

int setup_position(struct setup *setup, const char *command, const struct setup_args *args)
{
    by_error error;
    int code = setup_game(setup, command, args);

    if (code)
        return code;
    if (by_position_create(setup->game, &setup->position, &error))
        return say_error(command, NULL, &error);
    code = start_position(setup, args);
    if (!code && args->moves)
        code = make_moves(setup, args->moves);
    return code;
}

/* ---- Search ---------------------------------------------------------------------------------------------------- */

static int make_options(struct setup *setup, const struct setup_args *args)
{
    by_error error;

    if (by_method_find(args->method ? args->method : "alphabeta", &setup->method, &error))
        return say_error(setup->command, NULL, &error);
    if (by_options_create(by_method_options(setup->method), &setup->options, &error))
        return say_error(setup->command, NULL, &error);
    if (args->preset && by_method_apply_preset(setup->method, args->preset, setup->options, &error))
        return say_error(setup->command, NULL, &error);
    return setup_options(setup->command, setup->options, &args->settings);
}

bool setup_is_limited(const struct setup_args *args)
{
    return args->depth || args->nodes || args->time_ms;
}

int setup_method(struct setup *setup, const struct setup_args *args)
{
    setup->limits = (struct by_limits){BY_SIZE(by_limits), .depth = (int)args->depth, .nodes = (uint64_t)args->nodes,
                                       .time_ms = args->time_ms};
    return make_options(setup, args);
}

int setup_search(struct setup *setup, const struct setup_args *args)
{
    by_error error;
    int code = setup_method(setup, args);

    if (code)
        return code;
    if (by_search_create(setup->game, setup->method, setup->options, &setup->search, &error) ||
        by_position_copy(setup->position, &setup->walker, &error) || by_stop_create(&setup->stop, &error))
        return say_error(setup->command, NULL, &error);
    setup->limits.stop = setup->stop;
    return 0;
}

void setup_free(struct setup *setup)
{
    by_search_destroy(setup->search);
    by_stop_destroy(setup->stop);
    by_options_destroy(setup->options);
    by_position_destroy(setup->walker);
    by_position_destroy(setup->position);
    by_game_close(setup->game);
    by_options_destroy(setup->game_options);
    by_text_free(&setup->game_settings);
    *setup = (struct setup){0};
}
