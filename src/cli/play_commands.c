/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"
#include "cli/play.h"
#include "cli/say.h"
#include "front/levels.h"
#include "front/words.h"

static void do_move(struct play *play, const char *word)
{
    by_error error;
    by_move move;

    if (by_position_parse_move(play->setup.position, word, &move, &error))
        printf("%s. Type `moves` for the legal moves, `help` for help.\n", error.message);
    else if (play_is_over(play)) /* by a rule, such as repetition, that leaves moves */
        printf("The game is over. Type `undo` to take a move back, `new` to start a new game.\n");
    else
        play_move(play, move, NULL);
}

/* Takes moves back until a person is to move: the engine's answer, then the person's move. */
static bool take_back(struct play *play)
{
    by_status status;

    do
        status = by_position_pop(play->setup.position, NULL);
    while (!status && !play_is_humans_turn(play));
    return !status;
}

/* All N or none. */
static void take_back_several(struct play *play, long wanted)
{
    by_position *before;
    by_error error;
    long taken = 0;

    if (by_position_copy(play->setup.position, &before, &error)) {
        play_fail(play, &error);
        return;
    }
    while (taken < wanted && take_back(play))
        taken++;
    if (taken == wanted) {
        play_show(play);
    } else {
        by_position_assign(play->setup.position, before, NULL);
        if (taken)
            printf("Only %ld of your moves can be taken back.\n", taken);
        else
            printf("There is no move of yours to take back.\n");
    }
    by_position_destroy(before);
}

static void do_undo(struct play *play, const char *rest)
{
    int64_t count = 1;

    if (*rest && !by__scan_integer(rest, 1, INT32_MAX, &count))
        printf("'%.20s' is no number of moves, expected 1 or more.\n", rest);
    else
        take_back_several(play, (long)count);
}

static void do_hint(struct play *play, const char *rest)
{
    struct by_result result = {BY_SIZE(by_result)};
    by_text text = {0};

    (void)rest;
    if (play_is_over(play)) {
        printf("The game is over.\n");
        return;
    }
    if (!play_think(play, &result))
        return;
    by_position_print_move_as(play->setup.position, result.best, play->setup.notation, &text);
    by_text_add(&text, "  (");
    words_result(play->setup.type, &result, &text);
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
        by_position_print_move_as(position, moves.list[i].move, play->setup.notation, &text);
    }
    say_wrapped(moves.count ? by_text_string(&text) : "There are no legal moves.", 0);
    by_text_free(&text);
    free(moves.list);
}

static void do_show(struct play *play, const char *rest)
{
    (void)rest;
    play_show(play);
}

static void do_flip(struct play *play, const char *rest)
{
    (void)rest;
    play->setup.style ^= BY_DRAW_TURNED;
    play_show(play);
}

static void do_why(struct play *play, const char *rest)
{
    by_error error;

    (void)rest;
    if (!play_explain(play, &error))
        printf("%s.\n", error.message);
}

static void do_save(struct play *play, const char *rest)
{
    play_save(play, rest, false);
}

static void do_save_over(struct play *play, const char *rest)
{
    play_save(play, rest, true);
}

static void do_new(struct play *play, const char *rest)
{
    by_error error;

    (void)rest;
    if (by_position_assign(play->setup.position, play->start, &error))
        play_fail(play, &error);
    else
        play_show(play);
}

static void do_quit(struct play *play, const char *rest)
{
    (void)rest;
    play->is_done = true;
}

/* ---- Levels ---------------------------------------------------------------------------------------------------- */

void play_set_level(struct play *play, int level)
{
    play->level = level;
    levels_set(play->setup.method, level, &play->setup.limits);
}

static void print_level(const struct play *play)
{
    const struct by_limits *limits = &play->setup.limits;
    by_text text = {0};

    if (play->level)
        by_text_printf(&text, "Level %d: ", play->level);
    by_text_add(&text, play->level ? "the engine searches" : "The engine searches");
    if (limits->depth)
        by_text_printf(&text, " %d %s", limits->depth, limits->depth == 1 ? "ply" : "plies");
    if (limits->nodes)
        by_text_printf(&text, " %s nodes", words_count(limits->nodes).text);
    if (limits->time_ms)
        by_text_printf(&text, " %lld ms", (long long)limits->time_ms);
    printf("%s a move.\n", by_text_string(&text));
    by_text_free(&text);
}

static void do_level(struct play *play, const char *rest)
{
    int64_t level;

    if (*rest && !by__scan_integer(rest, 1, LEVELS, &level)) {
        printf("'%.20s' is no level, expected 1 to %d.\n", rest, LEVELS);
        return;
    }
    if (*rest)
        play_set_level(play, (int)level);
    print_level(play);
}

/* ---- The list -------------------------------------------------------------------------------------------------- */

static void do_help(struct play *play, const char *rest);

struct play_command {
    const char *name;
    const char *help; /* NULL: described by another row */
    void (*run)(struct play *play, const char *rest);
};

static const struct play_command play_commands[] = {
    {"undo", "take your last move back; `undo N` takes N of your moves back", do_undo},
    {"hint", "ask the engine what it would play", do_hint},
    {"why", "explain whether the game is over, and by which rule", do_why},
    {"moves", "list the legal moves", do_moves},
    {"show", "draw the position again", do_show},
    {"flip", "turn the board round", do_flip},
    {"level", "`level N`: " LEVELS_HELP, do_level},
    {"save", "`save FILE` writes the game; `save! FILE` overwrites an existing file", do_save},
    {"save!", NULL, do_save_over},
    {"load", "`load FILE` continues the first game of a file", play_load},
    {"new", "start a new game", do_new},
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
        if (play_commands[i].help)
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

void play_obey(struct play *play, char *line)
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
