/* SPDX-License-Identifier: MIT
 *
 * boyi play: a game in the terminal. Each side is played by a person, who types moves and commands, or by the engine.
 * Without a terminal it reads the same lines from a script.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "cli/words.h"

struct play_args {
    const char *side;
};

static const struct arg rows[] = {
    {.name = "--side",
     .kind = ARG_TEXT,
     .value = "SIDE",
     .help = "who you are: first, second, both, none, or a side as the game calls it (first)",
     .offset = ARG_AT(struct play_args, side)},
    {0},
};

static const struct arg_about about = {
    .name = "play",
    .help = "Plays a game against the engine, which thinks one second a move unless a limit is given. "
            "Type moves, or `help` for what else there is.",
    .examples = "  boyi play tictactoe\n"
                "  boyi play tictactoe --side o --depth 2\n"
                "  boyi play tictactoe --side none\n",
};

enum { DEFAULT_TIME_MS = 1000 };

struct play {
    struct setup setup;
    by_position *start; /* where `new` begins */
    bool is_human[2];
    bool is_terminal; /* a person types: prompts make sense */
    bool is_done;
    int code; /* to exit with */
};

/* ---- Telling --------------------------------------------------------------------------------------------------- */

static void print_state(struct play *play)
{
    by_text text = {0};

    words_drawing(play->setup.position, &text);
    by_text_add_char(&text, '\n');
    words_state(play->setup.position, &text);
    printf("\n%s\n", by_text_string(&text));
    by_text_free(&text);
}

static void print_move_made(struct play *play, const char *move, int side, const struct by_result *result)
{
    const struct say_style *style = say_style(stdout);
    by_text value = {0}, nodes = {0};

    printf("%s plays %s%s%s", words_side(play->setup.type, side), style->bold, move, style->off);
    if (result) {
        words_value(play->setup.type,
                    &(struct by_line){.value = result->value, .kind = result->kind, .is_proved = result->is_proved},
                    &value);
        words_count(result->nodes, &nodes);
        printf("  %s(%s; depth %d, %s nodes)%s", style->dim, by_text_string(&value), result->depth,
               by_text_string(&nodes), style->off);
    }
    putchar('\n');
    by_text_free(&value);
    by_text_free(&nodes);
}

static bool is_humans_turn(struct play *play)
{
    struct by_node node;

    by_position_node(play->setup.position, &node);
    return play->is_human[node.side];
}

static bool is_over(struct play *play)
{
    struct by_node node;

    by_position_verdict(play->setup.position, &node);
    return node.is_over;
}

/* ---- Moving ---------------------------------------------------------------------------------------------------- */

static void fail(struct play *play, const by_error *error)
{
    play->code = say_error("play", NULL, error);
    play->is_done = true;
}

/* Lets the engine think; false if there is no move to be had. */
static bool think(struct play *play, struct by_result *result)
{
    struct setup *setup = &play->setup;
    by_error error;
    by_status status;

    (void)fflush(stdout);
    by_stop_clear(setup->stop);
    interrupt_begin(setup->stop);
    status = by_search_run(setup->search, setup->position, &setup->limits, NULL, result, &error);
    /* With nobody at the board, an interrupt can only mean the whole game. */
    if (interrupt_end() && !play->is_human[0] && !play->is_human[1])
        play->is_done = true;
    if (!status && result->best == BY_MOVE_NONE)
        status = by_error_set(&error, BY_ERROR_UNSUPPORTED, "the engine found no move");
    if (status)
        fail(play, &error);
    return !status;
}

static void make_move(struct play *play, by_move move, const struct by_result *result)
{
    by_position *position = play->setup.position;
    struct by_node node;
    by_text text = {0};
    by_error error;

    by_position_node(position, &node);
    by_position_print_move(position, move, &text);
    if (by_position_push(position, move, &error)) {
        fail(play, &error);
    } else {
        print_move_made(play, by_text_string(&text), node.side, result);
        /* A person's move is drawn together with the answer. */
        if (!play->is_human[node.side] || is_over(play) || is_humans_turn(play))
            print_state(play);
    }
    by_text_free(&text);
}

static void engine_moves(struct play *play)
{
    struct by_result result;

    if (think(play, &result))
        make_move(play, result.best, &result);
}

/* ---- Commands -------------------------------------------------------------------------------------------------- */

static void do_move(struct play *play, const char *word)
{
    by_error error;
    by_move move;

    if (by_position_parse_move(play->setup.position, word, &move, &error))
        printf("%s. Type `moves` for the legal moves, `help` for help.\n", error.message);
    else
        make_move(play, move, NULL);
}

/* Takes moves back until the person can choose anew: past the engine's answer to their last move. */
static void do_undo(struct play *play, const char *rest)
{
    by_position *position = play->setup.position;
    by_position *before;
    by_error error;
    by_status status;

    (void)rest;
    if (by_position_copy(position, &before, &error)) {
        fail(play, &error);
        return;
    }
    do
        status = by_position_pop(position, &error);
    while (!status && !is_humans_turn(play));
    if (status) {
        by_position_assign(position, before, NULL);
        printf("There is no move of yours to take back.\n");
    } else {
        print_state(play);
    }
    by_position_destroy(before);
}

static void do_hint(struct play *play, const char *rest)
{
    struct by_result result;
    by_text text = {0};

    (void)rest;
    if (is_over(play)) {
        printf("The game is over.\n");
        return;
    }
    if (!think(play, &result))
        return;
    by_position_print_move(play->setup.position, result.best, &text);
    by_text_add(&text, "  (");
    words_value(play->setup.type,
                &(struct by_line){.value = result.value, .kind = result.kind, .is_proved = result.is_proved}, &text);
    printf("The engine would play %s)\n", by_text_string(&text));
    by_text_free(&text);
}

static void do_moves(struct play *play, const char *rest)
{
    by_position *position = play->setup.position;
    struct by_extent extent;
    struct by_moves moves = {0};
    by_text text = {0};

    (void)rest;
    by_position_extent(position, &extent);
    moves.list = calloc((size_t)extent.max_moves + 1, sizeof *moves.list);
    if (!moves.list)
        return;
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        by_text_add(&text, i ? " " : "");
        by_position_print_move(position, moves.list[i].move, &text);
    }
    say_wrapped(moves.count ? by_text_string(&text) : "There are no legal moves.", 0);
    by_text_free(&text);
    free(moves.list);
}

static void do_show(struct play *play, const char *rest)
{
    (void)rest;
    print_state(play);
}

static void do_new(struct play *play, const char *rest)
{
    by_error error;

    (void)rest;
    if (by_position_assign(play->setup.position, play->start, &error))
        fail(play, &error);
    else
        print_state(play);
}

static void do_quit(struct play *play, const char *rest)
{
    (void)rest;
    play->is_done = true;
}

static void do_help(struct play *play, const char *rest);

struct play_command {
    const char *name;
    const char *help;
    void (*run)(struct play *play, const char *rest);
};

static const struct play_command play_commands[] = {
    {"undo", "take your last move back", do_undo},
    {"hint", "ask the engine what it would play", do_hint},
    {"moves", "list the legal moves", do_moves},
    {"show", "draw the position again", do_show},
    {"new", "begin anew", do_new},
    {"move", "`move M` plays M, even if it is spelled like a command", do_move},
    {"help", "print this", do_help},
    {"quit", "leave", do_quit},
};

enum { PLAY_COMMAND_COUNT = sizeof play_commands / sizeof play_commands[0] };

static void do_help(struct play *play, const char *rest)
{
    (void)rest;
    printf("Type a move, or one of these:\n");
    for (int i = 0; i < PLAY_COMMAND_COUNT; i++)
        printf("  %-8s%s\n", play_commands[i].name, play_commands[i].help);
    putchar('\n');
    say_wrapped(play->setup.type->help, 0);
}

/* Cuts the blanks off both ends, in place. */
static char *trim(char *line)
{
    size_t length;

    line += strspn(line, " \t\r\n");
    for (length = strlen(line); length && strchr(" \t\r\n", line[length - 1]);)
        line[--length] = 0;
    return line;
}

static void obey(struct play *play, char *line)
{
    char *word = trim(line);
    size_t length = strcspn(word, " \t");

    if (!*word)
        return;
    for (int i = 0; i < PLAY_COMMAND_COUNT; i++) {
        if (strlen(play_commands[i].name) == length && strncmp(word, play_commands[i].name, length) == 0) {
            play_commands[i].run(play, word + length + strspn(word + length, " \t"));
            return;
        }
    }
    do_move(play, word);
}

static void ask(struct play *play)
{
    char *line = NULL;
    size_t size = 0;

    if (play->is_terminal)
        printf(is_over(play) ? "new, undo or quit> " : "> ");
    (void)fflush(stdout);
    if (getline(&line, &size, stdin) < 0) {
        play->is_done = true;
        if (play->is_terminal)
            putchar('\n');
    } else {
        obey(play, line);
    }
    free(line);
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

static int choose_side(struct play *play, const char *name)
{
    const by_game_type *type = play->setup.type;
    const char *const names[] = {"first", "second", "both", "none", words_side(type, 0), words_side(type, 1), NULL};
    static const bool humans[][2] = {{1, 0}, {0, 1}, {1, 1}, {0, 0}, {1, 0}, {0, 1}};
    const char *nearest;

    for (int i = 0; names[i]; i++) {
        if (strcmp(name, names[i]) == 0) {
            memcpy(play->is_human, humans[i], sizeof play->is_human);
            return 0;
        }
    }
    nearest = by_text_nearest(name, names);
    say_problem("play", "--side: there is no side '%s', %s '%s'%s", name, nearest ? "did you mean" : "expected",
                nearest ? nearest : names[4], nearest ? "?" : " or another, see --help");
    return SAY_BAD_USE;
}

static int prepare(struct play *play, const struct play_args *args, const struct setup_args *common)
{
    by_error error;
    int code = setup_position(&play->setup, "play", common);

    if (!code)
        code = choose_side(play, args->side ? args->side : "first");
    if (!code)
        code = setup_search(&play->setup, common);
    if (!code && by_position_copy(play->setup.position, &play->start, &error))
        code = say_error("play", NULL, &error);
    play->is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    return code;
}

static int run_game(struct play *play)
{
    bool has_human = play->is_human[0] || play->is_human[1];

    if (play->is_terminal && has_human)
        printf("%s. Type a move, or `help` for what else there is.\n", play->setup.type->title);
    print_state(play);
    while (!play->is_done && !ferror(stdout)) {
        if (is_over(play) ? has_human : is_humans_turn(play))
            ask(play);
        else if (is_over(play))
            play->is_done = true;
        else
            engine_moves(play);
    }
    return play->code;
}

int boyi_play(int argc, char **argv)
{
    struct play_args args = {0};
    struct setup_args common = {0};
    struct play play = {0};
    const struct arg_group groups[] = {
        {"Game", setup_game_rows, &common},
        {"Players", rows, &args},
        {"Position", setup_position_rows, &common},
        {"Search", setup_search_rows, &common},
        {0},
    };
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (!setup_is_limited(&common))
        common.time_ms = DEFAULT_TIME_MS;
    code = prepare(&play, &args, &common);
    if (!code)
        code = run_game(&play);
    by_position_destroy(play.start);
    setup_free(&play.setup);
    return code;
}
