/* SPDX-License-Identifier: MIT
 *
 * An engine for testing the match runner: it plays legal moves by a simple rule, until it makes the requested mistake.
 *
 *     fake_engine PROTOCOL [SEED [DEED [TURN [NUMBER]]]]
 *
 * PROTOCOL is uci, ucci or xboard. The move depends on the position and the seed alone. At the TURN-th move that it is
 * asked for in its life, from 1, and at all later ones, it does the DEED:
 *
 *     crash    kills itself                     close    closes its output and stays
 *     hang     says nothing any more            deaf     says nothing, reads nothing, ends by force only
 *     illegal  plays a0a9                       empty    answers without a move
 *     refuse   says that there is no move       flood    writes lines without end
 *     torrent  writes without end of line       late     answers after NUMBER milliseconds
 *     score    says that its score is NUMBER    resign   gives up (UCCI, XBoard)
 *     claim    calls the game drawn (XBoard)    reject   calls the last move illegal (XBoard)
 *     burn     computes until told to stop      wait     sleeps until told to stop
 *     play     nothing
 *
 * or it names, behind its moves over UCI and UCCI, the reply that it expects, and ponders:
 *
 *     guess    what an engine of seed 2 plays   miss     a legal move that such an engine does not play
 *     dream    a0a9                             linger   as miss, and answers a stop after NUMBER milliseconds
 *     faint    as guess, and kills itself       freeze   as guess, and says nothing any more
 *     hasty    as guess, and answers before ponderhit or stop
 *
 * or, before any game: mute (never says uciok), die (complains and ends), simple (offers no setboard).
 */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "boyi/boyi.h"

enum { LINE_MOST = 1 << 16, MOVES_MOST = 256 };

struct fake {
    const char *protocol;
    uint64_t seed;
    const char *deed;
    int turn, asked;
    int number;
    bool is_pondering;
    by_game *game;
    by_position *position;
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void wait_ms(int time_ms)
{
    struct timespec moment = {.tv_sec = time_ms / 1000, .tv_nsec = time_ms % 1000 * 1000000L};

    nanosleep(&moment, NULL);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* A move that depends on the position and the seed; `other` is how many places behind that one. */
static by_move choose(struct fake *fake, uint64_t seed, uint64_t other)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    struct by_node node;
    uint64_t mixed;

    by_position_node(fake->position, &node);
    by_position_moves(fake->position, BY_MOVES_ALL, &moves);
    if (!moves.count)
        return BY_MOVE_NONE;
    mixed = (node.key ^ (seed * 0x9E3779B97F4A7C15u)) * 0xBF58476D1CE4E5B9u;
    return list[((mixed >> 32) + other) % (uint64_t)moves.count].move;
}

static void make_words(struct fake *fake, const char *words)
{
    char copy[LINE_MOST], *rest = copy;
    by_move move;

    (void)snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (by_position_parse_move(fake->position, word, &move, NULL) || by_position_push(fake->position, move, NULL))
            exit(9);
}

static void restart(struct fake *fake)
{
    by_position_destroy(fake->position);
    if (by_position_create(fake->game, &fake->position, NULL))
        exit(9);
}

static void set_position(struct fake *fake, const char *words)
{
    char copy[LINE_MOST];
    char *moves;

    (void)snprintf(copy, sizeof copy, "%s", words);
    moves = strstr(copy, " moves ");
    if (moves)
        *moves = 0;
    restart(fake);
    if (strncmp(copy, "fen ", 4) == 0 && by_position_parse(fake->position, copy + 4, NULL))
        exit(9);
    if (moves)
        make_words(fake, moves + 7);
}

static bool ponders(const struct fake *fake)
{
    static const char *const deeds[] = {"guess", "miss", "dream", "linger", "faint", "freeze", "hasty", NULL};

    for (int i = 0; deeds[i]; i++)
        if (is(fake->deed, deeds[i]))
            return fake->asked >= fake->turn;
    return false;
}

/* ---- Deeds ------------------------------------------------------------------------------------------------------- */

static void answer(struct fake *fake, const char *move)
{
    bool is_xboard = is(fake->protocol, "xboard");

    printf("%s %s\n", is_xboard ? "move" : "bestmove", move);
}

/* " ponder a0a1" */
static void add_reply(struct fake *fake, by_move move, by_text *text)
{
    bool misses = is(fake->deed, "miss") || is(fake->deed, "linger");
    by_move reply;

    if (is(fake->deed, "dream"))
        by_text_add(text, " ponder a0a9");
    if (!ponders(fake) || is(fake->deed, "dream") || by_position_push(fake->position, move, NULL))
        return;
    reply = choose(fake, 2, misses);
    if (reply != BY_MOVE_NONE) {
        by_text_add(text, " ponder ");
        by_position_print_move_as(fake->position, reply, 0, text);
    }
    (void)by_position_pop(fake->position, NULL);
}

static void answer_well(struct fake *fake)
{
    by_text text = {0};
    by_move move = choose(fake, fake->seed, 0);

    by_position_print_move_as(fake->position, move, 0, &text);
    add_reply(fake, move, &text);
    answer(fake, by_text_string(&text));
    if (is(fake->protocol, "xboard"))
        (void)by_position_push(fake->position, move, NULL);
    by_text_free(&text);
}

static void say_score(const struct fake *fake)
{
    if (is(fake->protocol, "uci"))
        printf("info depth 3 score cp %d nodes 77 pv a0a1\n", fake->number);
    else if (is(fake->protocol, "ucci"))
        printf("info depth 3 score %d pv a0a1\n", fake->number);
    else
        printf("3 %d 1 77 a0a1\n", fake->number);
}

/* Uses the processor until there is something to read. */
static void burn(void)
{
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};
    volatile unsigned long work = 0;

    do {
        for (int i = 0; i < 100000; i++)
            work++;
    } while (poll(&ready, 1, 0) == 0);
}

/* Sleeps until there is something to read. */
static void sleep_until_told(void)
{
    struct pollfd ready = {.fd = STDIN_FILENO, .events = POLLIN};

    while (poll(&ready, 1, -1) < 0)
        ;
}

/* Never comes back. */
static void misbehave_for_ever(const struct fake *fake)
{
    bool is_flood = is(fake->deed, "flood"), is_torrent = is(fake->deed, "torrent");

    if (is(fake->deed, "close"))
        (void)close(STDOUT_FILENO);
    if (is(fake->deed, "deaf"))
        (void)signal(SIGTERM, SIG_IGN);
    while (is_flood || is_torrent)
        if (fputs(is_flood ? "info depth 1 currmove a0a1\n" : "xxxxxxxxxxxxxxxx", stdout) < 0)
            exit(0);
    for (;;)
        pause();
}

/* Whether the deed takes the place of an answer. */
static bool misbehave(struct fake *fake)
{
    static const char *const endless[] = {"hang", "deaf", "close", "flood", "torrent", NULL};

    for (int i = 0; endless[i]; i++)
        if (is(fake->deed, endless[i]))
            misbehave_for_ever(fake);
    if (is(fake->deed, "crash")) {
        fputs("out of cheese\n", stderr);
        abort();
    }
    if (is(fake->deed, "illegal"))
        answer(fake, "a0a9");
    else if (is(fake->deed, "empty"))
        answer(fake, "");
    else if (is(fake->deed, "refuse"))
        puts(is(fake->protocol, "ucci") ? "nobestmove" : "bestmove (none)");
    else if (is(fake->deed, "resign"))
        puts(is(fake->protocol, "ucci") ? "bestmove a0a1 resign" : "resign");
    else if (is(fake->deed, "claim"))
        puts("1/2-1/2 {I am tired}");
    else if (is(fake->deed, "reject"))
        puts("Illegal move: a0a1");
    else
        return false;
    return true;
}

static void go(struct fake *fake)
{
    bool does_it = ++fake->asked >= fake->turn;

    if (does_it && misbehave(fake))
        return;
    if (does_it && is(fake->deed, "late"))
        wait_ms(fake->number);
    if (does_it && is(fake->deed, "burn"))
        burn();
    if (does_it && is(fake->deed, "wait"))
        sleep_until_told();
    if (does_it && is(fake->deed, "score"))
        say_score(fake);
    answer_well(fake);
}

static void ponder(struct fake *fake)
{
    fake->is_pondering = true;
    say_score(fake);
    (void)fflush(stdout);
    if (is(fake->deed, "faint")) {
        fputs("out of cheese\n", stderr);
        abort();
    }
    if (is(fake->deed, "freeze"))
        misbehave_for_ever(fake);
    if (is(fake->deed, "hasty"))
        answer_well(fake);
}

/* The answer counts after a hit alone, so it is nonsense after a stop. */
static void end_pondering(struct fake *fake, bool is_hit)
{
    if (!fake->is_pondering)
        exit(9);
    fake->is_pondering = false;
    fake->asked += is_hit;
    if (is(fake->deed, "linger"))
        wait_ms(fake->number);
    if (is_hit)
        answer_well(fake);
    else
        answer(fake, "a0a9");
}

/* ---- Conversations ----------------------------------------------------------------------------------------------- */

/* False: the end. */
static bool hear_uci(struct fake *fake, const char *line)
{
    bool is_uci = is(fake->protocol, "uci");

    if (is(line, "quit"))
        return false;
    /* The runner must first say how the ponder search ended. */
    if (fake->is_pondering && (strncmp(line, "position", 8) == 0 || strncmp(line, "go", 2) == 0))
        exit(9);
    if (is(line, fake->protocol) && !is(fake->deed, "mute"))
        printf("id name Fake\n%s\n%s\n",
               is_uci ? "option name Skill Level type spin default 1 min 0 max 9\n"
                        "option name Style type combo default calm var calm var quite wild var wild\n"
                        "option name Fast type check default false\n"
                        "option name Ponder type check default false\n"
                        "option name File type string default <empty>\n"
                        "option name Clear type button"
                      : "option usemillisec type check default false\noption ponder type check default false",
               is_uci ? "uciok" : "ucciok");
    else if (is(line, "isready"))
        puts("readyok");
    else if (strncmp(line, "position ", 9) == 0)
        set_position(fake, line + 9);
    else if (strncmp(line, "go ponder ", 10) == 0)
        ponder(fake);
    else if (strncmp(line, "go", 2) == 0)
        go(fake);
    else if (is(line, "ponderhit"))
        end_pondering(fake, true);
    else if (is(line, "stop") && fake->is_pondering)
        end_pondering(fake, false);
    return true;
}

static void set_board(struct fake *fake, const char *text)
{
    restart(fake);
    if (by_position_parse(fake->position, text, NULL))
        printf("tellusererror Illegal position\n");
}

static bool hear_xboard(struct fake *fake, const char *line)
{
    by_move move;

    if (is(line, "quit"))
        return false;
    if (is(line, "protover 2") && !is(fake->deed, "mute"))
        printf("feature myname=\"Fake\" setboard=%d ping=1 done=1\n", !is(fake->deed, "simple"));
    else if (is(line, "new"))
        restart(fake);
    else if (strncmp(line, "ping ", 5) == 0)
        printf("pong %s\n", line + 5);
    else if (strncmp(line, "setboard ", 9) == 0)
        set_board(fake, line + 9);
    else if (is(line, "go"))
        go(fake);
    else if (strncmp(line, "result", 6) == 0)
        printf("Error (unknown command): %s\n", line);
    else if (strlen(line) == 4 && !by_position_parse_move(fake->position, line, &move, NULL))
        (void)by_position_push(fake->position, move, NULL);
    return true;
}

static void converse(struct fake *fake)
{
    static char line[LINE_MOST];
    bool goes_on = true;

    while (goes_on && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        goes_on = is(fake->protocol, "xboard") ? hear_xboard(fake, line) : hear_uci(fake, line);
        (void)fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    struct fake fake = {
        .protocol = argc > 1 ? argv[1] : "uci",
        .seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1,
        .deed = argc > 3 ? argv[3] : "play",
        .turn = argc > 4 ? atoi(argv[4]) : 1,
        .number = argc > 5 ? atoi(argv[5]) : 0,
    };
    const by_game_type *type;

    if (is(fake.deed, "die")) {
        fputs("no licence found\n", stderr);
        return 7;
    }
    if (by_game_type_find("xiangqi", &type, NULL) || by_game_open(type, NULL, &fake.game, NULL))
        return 9;
    restart(&fake);
    converse(&fake);
    by_position_destroy(fake.position);
    by_game_close(fake.game);
    return 0;
}
