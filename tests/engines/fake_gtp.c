/* SPDX-License-Identifier: MIT
 *
 * An engine for testing the match runner over GTP: it plays legal moves by a simple rule and passes from its sixth turn
 * of a game on, until it makes the requested mistake.
 *
 *     fake_gtp [SEED [DEED [TURN [NUMBER]]]]
 *
 * The move depends on the position and the seed alone. At the TURN-th move that it is asked for in its life, from 1,
 * and at all later ones, it does the DEED:
 *
 *     crash    kills itself                     hang     says nothing any more
 *     illegal  plays on A1 again and again      resign   gives up
 *     late     answers after NUMBER ms          fail     answers with a failure
 *     empty    answers without a move           chat     answers with several words
 *     stray    says something before it         old      answers with the id of the command before
 *     bare     answers without an id            split    answers in two parts, with empty lines before them
 *     endless  never ends its answer            reject   calls every move of the other illegal
 *     pass     passes                           play     nothing
 *
 * or at the end of a game: silent (does not tell what is dead), black, white (calls all stones of a colour dead), lie
 * (calls an empty point dead), last (ends when it is asked), late_peace (calls all white stones dead until it has been
 * asked to clean up, and plays on when it is), clash (the same, but then plays beside the board); or, before any game,
 * of the command number NUMBER of `start` below: unknown (fails), mute (says nothing), forget (does not list it); or
 * dated: speaks version 1.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "boyi/boyi.h"

enum { LINE_MOST = 4096, MOVES_MOST = 700, PASSES_FROM = 6 };

static const char *const start[] = {"protocol_version", "name",        "version", "list_commands",
                                    "boardsize",        "clear_board", "komi",    NULL};

struct fake {
    uint64_t seed;
    const char *deed;
    int turn, asked;
    int number;
    int turns;        /* of this game */
    bool has_cleaned; /* in this game */
    by_options *rules;
    by_game *game;
    by_position *position;
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static bool does(const struct fake *fake, const char *deed)
{
    return fake->asked >= fake->turn && is(fake->deed, deed);
}

/* ---- The game ---------------------------------------------------------------------------------------------------- */

static void restart(struct fake *fake)
{
    const by_game_type *type;

    by_position_destroy(fake->position);
    by_game_close(fake->game);
    if (by_game_type_find("go", &type, NULL) || by_game_open(type, fake->rules, &fake->game, NULL) ||
        by_position_create(fake->game, &fake->position, NULL))
        exit(9);
    fake->turns = 0;
    fake->has_cleaned = false;
}

/* A game that goes on after two passes goes on as if there had been none. */
static void forget_passes(struct fake *fake)
{
    by_text text = {0};

    by_position_print(fake->position, &text);
    if (text.data[text.length - 1] == '2') {
        text.data[text.length - 1] = '0';
        if (by_position_parse(fake->position, by_text_string(&text), NULL))
            exit(9);
    }
    by_text_free(&text);
}

static bool set_size(struct fake *fake, const char *size)
{
    if (by_options_set(fake->rules, "size", size, NULL))
        return false;
    restart(fake);
    return true;
}

/* Any colour at any time, as stones are laid before a game. */
static bool play(struct fake *fake, const char *words)
{
    by_move move;

    forget_passes(fake);
    return !by_position_parse_move(fake->position, words, &move, NULL) && !by_position_push(fake->position, move, NULL);
}

static by_move choose(struct fake *fake)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    struct by_node node;
    uint64_t mixed;

    by_position_node(fake->position, &node);
    by_position_moves(fake->position, BY_MOVES_ALL, &moves);
    mixed = (node.key ^ (fake->seed * 0x9E3779B97F4A7C15u)) * 0xBF58476D1CE4E5B9u;
    return list[++fake->turns >= PASSES_FROM || does(fake, "pass") ? moves.count - 1
                                                                   : (int)((mixed >> 32) % (uint64_t)moves.count)]
        .move;
}

/* The vertices of all stones of a colour, X or O. */
static void list_stones(struct fake *fake, char colour)
{
    int size = by_options_number(fake->rules, "size"), row = size, column = 0;
    by_text text = {0};

    by_position_print(fake->position, &text);
    for (const char *at = strchr(by_text_string(&text), ' ') + 1; *at != ' '; at++) {
        if (*at == colour)
            printf(" %c%d", 'A' + column + (column >= 8), row);
        column = *at == '/' ? 0 : column + 1;
        row -= *at == '/';
    }
    by_text_free(&text);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static void answer(const char *id, const char *words)
{
    printf("=%s %s\n\n", id, words);
}

static void refuse(const char *id, const char *words)
{
    printf("?%s %s\n\n", id, words);
}

static void hang(void)
{
    (void)fflush(stdout);
    for (;;)
        pause();
}

/* Output in place of a plain answer, or before it. */
static bool misbehave(struct fake *fake, const char *id, const char *vertex)
{
    if (does(fake, "crash")) {
        fputs("out of cheese\n", stderr);
        abort();
    }
    if (does(fake, "hang"))
        hang();
    if (does(fake, "endless")) {
        printf("=%s %s\n", id, vertex);
        hang();
    }
    if (does(fake, "late")) {
        struct timespec moment = {.tv_sec = fake->number / 1000, .tv_nsec = fake->number % 1000 * 1000000L};

        nanosleep(&moment, NULL);
    }
    if (does(fake, "stray"))
        puts("I think that this is good:");
    if (does(fake, "resign"))
        answer(id, "resign");
    else if (does(fake, "illegal"))
        answer(id, "A1");
    else if (does(fake, "fail"))
        refuse(id, "I do not want to");
    else if (does(fake, "empty"))
        answer(id, "");
    else if (does(fake, "chat"))
        answer(id, "B2 perhaps");
    else if (does(fake, "old"))
        printf("=%d %s\n\n", atoi(id) - 1, vertex);
    else if (does(fake, "bare"))
        answer("", vertex);
    else
        return false;
    return true;
}

static void genmove(struct fake *fake, const char *id)
{
    by_text text = {0};
    by_move move;

    fake->asked++;
    forget_passes(fake);
    move = choose(fake);
    by_position_print_move(fake->position, move, &text);
    if (does(fake, "split")) {
        struct timespec moment = {.tv_nsec = 20000000L};

        printf("\n\n=%s", id);
        (void)fflush(stdout);
        nanosleep(&moment, NULL);
        printf(" %s \r\n\n", by_text_string(&text));
    } else if (!misbehave(fake, id, by_text_string(&text))) {
        answer(id, by_text_string(&text));
    }
    (void)by_position_push(fake->position, move, NULL);
    by_text_free(&text);
}

/* Begins to play again. */
static void clean_up(struct fake *fake, const char *id)
{
    if (!fake->has_cleaned)
        fake->turns = PASSES_FROM - 2;
    fake->has_cleaned = true;
    if (is(fake->deed, "clash"))
        answer(id, "A9");
    else
        genmove(fake, id);
}

static void tell_dead(struct fake *fake, const char *id)
{
    if (is(fake->deed, "last"))
        exit(0);
    printf("=%s", id);
    if (is(fake->deed, "black"))
        list_stones(fake, 'X');
    if (is(fake->deed, "white") || ((is(fake->deed, "late_peace") || is(fake->deed, "clash")) && !fake->has_cleaned))
        list_stones(fake, 'O');
    if (is(fake->deed, "lie")) {
        list_stones(fake, '.');
        printf(" \xff\x01]");
    }
    printf("\n\n");
}

static void list_commands(const struct fake *fake, const char *id)
{
    static const char *const others[] = {"play", "genmove", "time_settings", "time_left", "level", "quit", NULL};

    printf("=%s ", id);
    for (int i = 0; start[i]; i++)
        if (!is(fake->deed, "forget") || i != fake->number)
            printf("%s\n", start[i]);
    for (int i = 0; others[i]; i++)
        printf("%s\n", others[i]);
    if (!is(fake->deed, "silent"))
        printf("final_status_list\n");
    if (is(fake->deed, "late_peace") || is(fake->deed, "clash"))
        printf("kgs-genmove_cleanup\n");
    putchar('\n');
}

/* ---- The conversation -------------------------------------------------------------------------------------------- */

/* Whether it makes the requested mistake at a command of the beginning. */
static bool is_spoilt(const struct fake *fake, const char *id, const char *name)
{
    bool is_it = fake->number < 7 && is(name, start[fake->number]);

    if (is_it && is(fake->deed, "mute"))
        hang();
    if (is_it && is(fake->deed, "unknown"))
        refuse(id, "unknown command");
    return is_it && is(fake->deed, "unknown");
}

static void obey(const char *id, bool is_good, const char *complaint)
{
    if (is_good)
        answer(id, "");
    else
        refuse(id, complaint);
}

static void hear(struct fake *fake, const char *id, const char *name, const char *rest)
{
    if (is_spoilt(fake, id, name))
        return;
    if (is(name, "protocol_version"))
        answer(id, is(fake->deed, "dated") ? "1" : "2");
    else if (is(name, "name"))
        answer(id, "Fake");
    else if (is(name, "version"))
        answer(id, "0");
    else if (is(name, "list_commands"))
        list_commands(fake, id);
    else if (is(name, "boardsize"))
        obey(id, set_size(fake, rest), "unacceptable size");
    else if (is(name, "play"))
        obey(id, !does(fake, "reject") && play(fake, rest), "illegal move");
    else if (is(name, "genmove"))
        genmove(fake, id);
    else if (is(name, "kgs-genmove_cleanup"))
        clean_up(fake, id);
    else if (is(name, "final_status_list"))
        tell_dead(fake, id);
    else if (is(name, "level"))
        obey(id, is(rest, "3"), "no such level");
    else
        answer(id, "");
    if (is(name, "clear_board"))
        restart(fake);
}

int main(int argc, char **argv)
{
    struct fake fake = {
        .seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1,
        .deed = argc > 2 ? argv[2] : "play",
        .turn = argc > 3 ? atoi(argv[3]) : 1,
        .number = argc > 4 ? atoi(argv[4]) : 0,
    };
    const by_game_type *type;
    char line[LINE_MOST];

    if (by_game_type_find("go", &type, NULL) || by_options_create(type->options, &fake.rules, NULL))
        return 9;
    restart(&fake);
    while (fgets(line, sizeof line, stdin)) {
        char *rest = line, *id, *name;

        line[strcspn(line, "\r\n")] = 0;
        id = strtok_r(line, " ", &rest);
        name = strtok_r(NULL, " ", &rest);
        if (!name)
            break; /* quit, without an id */
        hear(&fake, id, name, rest);
        (void)fflush(stdout);
    }
    by_position_destroy(fake.position);
    by_game_close(fake.game);
    by_options_destroy(fake.rules);
    return 0;
}
