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

#include "base/heap.h"
#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/play.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "front/levels.h"
#include "front/words.h"

struct play_args {
    const char *side;
    int64_t level;
};

#define ARGS struct play_args

static const struct arg rows[] = {
    ROW_TEXT(side, "--side", "SIDE",
             "the side you play: first, second, both, none, or the game's name of a side (first)"),
    ROW_NUMBER(level, "--level", "N", 1, LEVELS, "strength of the engine: " LEVELS_HELP),
    {0},
};

static const struct arg_about about = {
    .name = "play",
    .help = "Plays a game against the engine. Without --level or a limit the engine thinks one second per move. Its "
            "default method is mcts in Go and alphabeta in other games. Type moves in any notation of the game, or "
            "`help` for the list of commands.",
    .examples = "  boyi play xiangqi\n"
                "  boyi play xiangqi --side black --level 3 --notation chinese\n"
                "  boyi play tictactoe --side none\n",
};

enum { DEFAULT_TIME_MS = 1000 };

static void ask(struct play *play)
{
    char *line = NULL;
    size_t size = 0;

    if (play->is_terminal)
        printf(play_is_over(play) ? "new, undo or quit> " : "> ");
    (void)fflush(stdout);
    if (getline(&line, &size, stdin) < 0) {
        play->is_done = true;
        if (play->is_terminal)
            putchar('\n');
    } else {
        play_obey(play, line);
    }
    free(line);
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

static int choose_side(struct play *play, const char *name)
{
    const by_game_type *type = play->setup.type;
    const char *const names[] = {"first", "second", "both", "none", words_side(type, 0), words_side(type, 1), NULL};
    static const bool humans[][2] = {{1, 0}, {0, 1}, {1, 1}, {0, 0}, {1, 0}, {0, 1}};
    char hint[64];
    int found;

    (void)snprintf(hint, sizeof hint, "expected '%s' or another, see --help", names[4]);
    found = say_find_name("play", name, names, hint, "--side: there is no side '%s'", name);
    if (found >= 0)
        memcpy(play->is_human, humans[found], sizeof play->is_human);
    return found < 0 ? SAY_BAD_USE : 0;
}

static struct setup_args usual_player(const struct play *play, const struct setup_args *common)
{
    struct setup_args chosen = *common;
    struct levels_player usual;

    if (chosen.method)
        return chosen;
    usual = levels_usual_player(play->setup.position);
    chosen.method = usual.method;
    chosen.preset = chosen.preset ? chosen.preset : usual.preset;
    return chosen;
}

static int prepare(struct play *play, const struct play_args *args, const struct setup_args *common)
{
    by_error error;
    struct setup_args chosen;
    int code = setup_position(&play->setup, "play", common);

    if (!code)
        code = choose_side(play, args->side ? args->side : "first");
    if (!code) {
        chosen = usual_player(play, common);
        code = setup_search(&play->setup, &chosen);
    }
    if (!code && by_method_proves(play->setup.method)) {
        say_problem("play", "%s answers questions and plays no games", by_method_name(play->setup.method));
        return SAY_BAD_USE;
    }
    if (!code && by_position_copy(play->setup.position, &play->start, &error))
        code = say_error("play", NULL, &error);
    if (!code && args->level)
        play_set_level(play, (int)args->level);
    if (play->is_human[1] && !play->is_human[0])
        play->setup.style |= BY_DRAW_TURNED;
    play->is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    return code;
}

static int run_game(struct play *play)
{
    bool has_human = play->is_human[0] || play->is_human[1];

    by__heap_return_large();
    if (play->is_terminal && has_human)
        printf("%s. Type a move, or `help` for the list of commands.\n", play->setup.type->title);
    play_show(play);
    while (!play->is_done && !ferror(stdout)) {
        if (play_is_over(play) ? has_human : play_is_humans_turn(play))
            ask(play);
        else if (play_is_over(play))
            play->is_done = true;
        else
            play_engine_moves(play);
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
        {"Moves and board", setup_show_rows, &common},
        {0},
    };
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (args.level && setup_is_limited(&common)) {
        say_problem("play", "--level and a limit exclude each other");
        return SAY_BAD_USE;
    }
    if (!setup_is_limited(&common))
        common.time_ms = DEFAULT_TIME_MS;
    code = prepare(&play, &args, &common);
    if (!code)
        code = run_game(&play);
    by_position_destroy(play.start);
    by_record_destroy(play.loaded);
    setup_free(&play.setup);
    return code;
}
