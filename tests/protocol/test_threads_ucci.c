/* SPDX-License-Identifier: MIT
 *
 * UCCI's batch over pipes: lines that wait for a search, and commands meanwhile. Three threads take part, so run this
 * with the thread sanitizer, too.
 */
#define _POSIX_C_SOURCE 200809L
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/talk.h"

/* Longer than anybody here waits. */
#define GO_LONG "go movetime 300000"
#define LOST    "3k5/R8/9/1R7/9/9/9/9/9/5K3 b"

static struct talk talk;

/* Positions with one mate in one move each. */
static const struct {
    const char *fen;
    const char *mate;
} problems[] = {
    {"3k5/R8/1R7/9/9/9/9/9/p8/5K3 w", "b7b9"}, {"3k5/R8/2R6/9/9/9/9/9/p8/5K3 w", "c7c9"},
    {"3k5/R8/6R2/9/9/9/9/9/p8/5K3 w", "g7g9"}, {"3k5/R8/7R1/9/9/9/9/9/p8/5K3 w", "h7h9"},
    {"5k3/8P/9/9/9/9/9/7r1/r8/3K5 b", "h2h0"},
};

enum { PROBLEMS = sizeof problems / sizeof problems[0] };

static void start(void)
{
    talk_start(&talk, "ucci");
    talk_say(&talk, "ucci");
    talk_hear(&talk, "ucciok");
    talk_say(&talk, "setoption batch true");
}

/* A search that has begun, and a line that waits for it. */
static void start_long(void)
{
    start();
    talk_say(&talk, "position startpos");
    talk_say(&talk, GO_LONG);
    talk_hear(&talk, "info depth 1 ");
    talk_say(&talk, "position startpos");
}

static void pose(int number)
{
    talk_say(&talk, "position fen %s", problems[number % PROBLEMS].fen);
    talk_say(&talk, "go depth 2");
}

static const char *next_answer(void)
{
    const char *line;

    while ((line = talk_next(&talk, TALK_PATIENCE_MS)) != NULL)
        if (strncmp(line, "bestmove ", 9) == 0 || strncmp(line, "nobestmove", 10) == 0)
            return line;
    fail_msg("no answer; the last line was '%s'", talk.line);
    return NULL;
}

static void expect_best(void)
{
    assert_int_equal(strncmp(next_answer(), "bestmove ", 9), 0);
}

/* A probe does not wait for the search that runs, so either answer may come first. */
static void expect_probe_and_best(void)
{
    bool is_probed = false, has_moved = false;

    while (!is_probed || !has_moved) {
        const char *line = talk_next(&talk, TALK_PATIENCE_MS);

        assert_non_null(line);
        is_probed |= strncmp(line, "pophash", 7) == 0;
        has_moved |= strncmp(line, "bestmove ", 9) == 0;
    }
}

static void expect_solved(int number)
{
    char answer[32];

    (void)snprintf(answer, sizeof answer, "bestmove %s", problems[number % PROBLEMS].mate);
    assert_string_equal(next_answer(), answer);
}

static void expect_ready(void)
{
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
}

/* The program says `bye` and ends though its input is still open. */
static void expect_bye(void)
{
    struct pollfd output = {.fd = talk.from, .events = POLLIN};
    char byte;

    talk_hear(&talk, "bye");
    assert_int_equal(talk.length, 0);
    assert_int_equal(poll(&output, 1, TALK_PATIENCE_MS), 1);
    assert_int_equal(read(talk.from, &byte, 1), 0);
    assert_int_equal(talk_end(&talk), 0);
}

static void quit(void)
{
    talk_say(&talk, "quit");
    expect_bye();
}

/* `isready` is answered even if lines wait. */
static void test_ready(void **state)
{
    static const char *const lines[] = {
        "position startpos moves h2e2",
        "setoption multipv 2",
        "banmoves h9g7",
        "go depth 2",
        "probe startpos",
        "ponderhit",
    };

    (void)state;
    start_long();
    expect_ready();
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        talk_say(&talk, "%s", lines[i]);
        expect_ready();
    }
    talk_say(&talk, "ucci");
    talk_hear(&talk, "ucciok");
    talk_say(&talk, "stop");
    expect_best();
    expect_probe_and_best();
    quit();
}

/* `stop` ends the search that runs and no other; the batch goes on in its order. */
static void test_stop(void **state)
{
    (void)state;
    start_long();
    for (int i = 0; i < PROBLEMS; i++)
        pose(i);
    talk_say(&talk, "position startpos");
    talk_say(&talk, GO_LONG);
    pose(1);
    expect_ready();
    talk_say(&talk, "stop");
    expect_best();
    for (int i = 0; i < PROBLEMS; i++)
        expect_solved(i);
    talk_hear(&talk, "info depth 4 ");
    expect_ready();
    talk_say(&talk, "stop");
    expect_best();
    expect_solved(1);
    quit();
}

/* Some of a batch's lines take a while; what they say is the last thing heard before that. */
static void pass_time(void)
{
    enum { ROUNDS = 5000 };
    static const char beginning[] = "position startpos moves", round[] = " h2e2 h7e7 e2h2 e7h7";
    static char line[sizeof beginning + ROUNDS * (sizeof round - 1)];
    size_t length = sizeof beginning - 1;

    memcpy(line, beginning, length);
    for (int i = 0; i < ROUNDS; i++, length += sizeof round - 1)
        memcpy(line + length, round, sizeof round - 1);
    line[length++] = '\n';
    assert_true(talk_send(&talk, line, length));
}

/* Between two searches `stop` is for the next one, and for no other. */
static void test_stop_between(void **state)
{
    static const char *const searches[] = {GO_LONG, "go depth 60", "go draw nodes 1000000000"};

    (void)state;
    start_long();
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        pass_time();
        talk_say(&talk, "%s", searches[i]);
    }
    pass_time();
    talk_say(&talk, "go perft 12");
    pose(0);
    talk_say(&talk, "stop");
    expect_best();
    for (size_t i = 0; i < sizeof searches / sizeof searches[0]; i++) {
        expect_ready();
        talk_say(&talk, "stop");
        expect_best();
    }
    talk_say(&talk, "stop");
    talk_hear(&talk, "info message perft: stopped");
    expect_solved(0);
    quit();
}

/* The same for one that is sent later. */
static void test_stop_is_not_for_later(void **state)
{
    (void)state;
    start_long();
    pass_time();
    talk_say(&talk, "stop");
    expect_best();
    talk_say(&talk, "stop");
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go depth 5");
    talk_hear(&talk, "info depth 5 ");
    expect_best();
    quit();
}

/* Once it is idle again, `stop` is answered as ever. */
static void test_idle_again(void **state)
{
    int stops = 0;

    (void)state;
    start_long();
    pose(0);
    talk_say(&talk, "stop");
    expect_best();
    expect_solved(0);
    do {
        assert_in_range(stops++, 0, 10000);
        talk_say(&talk, "stop");
    } while (talk_count_until_ready(&talk, "nobestmove") == 0);
    pose(1);
    expect_solved(1);
    quit();
}

/* However often one stops, each search is answered once, and nothing else is. */
static void test_stops_between(void **state)
{
    enum { ROUNDS = 200 };

    (void)state;
    start_long();
    for (int i = 0; i < ROUNDS; i++)
        pose(i);
    for (int i = 0; i < ROUNDS; i++) {
        talk_say(&talk, "stop");
        expect_best(); /* of the search that ran, or of one that was done before */
    }
    talk_say(&talk, "stop");
    expect_best();
    assert_int_equal(talk_count_until_ready(&talk, "bestmove"), 0);
    talk_say(&talk, "position fen 3k5/9/9/9/9/9/9/9/9/4K4 b");
    talk_say(&talk, "go depth 1");
    expect_best();
    quit();
}

/* `quit` waits for what was sent before it. Behind it nothing begins, but one can ask and stop. */
static void test_quit(void **state)
{
    (void)state;
    start_long();
    pose(0);
    talk_say(&talk, "quit");
    pose(1);
    expect_ready();
    talk_say(&talk, "stop");
    expect_best();
    expect_solved(0);
    expect_bye();
}

/* The same where nothing but the search is before it. */
static void test_quit_behind_a_search(void **state)
{
    (void)state;
    start();
    talk_say(&talk, GO_LONG);
    talk_say(&talk, "quit");
    expect_ready();
    talk_say(&talk, "stop");
    expect_best();
    expect_bye();
}

/* The second `quit` ends immediately. */
static void test_quit_twice(void **state)
{
    (void)state;
    start_long();
    for (int i = 0; i < 10; i++)
        talk_say(&talk, GO_LONG);
    talk_say(&talk, "quit");
    expect_ready();
    talk_say(&talk, "quit");
    expect_best();
    expect_bye();
    /* Also while searches begin and end. */
    start();
    for (int i = 0; i < 300; i++)
        talk_say(&talk, "go depth 1");
    talk_say(&talk, GO_LONG);
    talk_say(&talk, "quit");
    talk_say(&talk, "quit");
    expect_bye();
}

/* At the end of the input all that was sent is done. */
static void test_end_of_input(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go depth 5");
    pose(2);
    pose(3);
    close(talk.to);
    talk.to = -1;
    expect_best();
    expect_solved(2);
    expect_solved(3);
    assert_int_equal(talk_end(&talk), 0);
}

/* When both pipes are closed no answer is needed. */
static void test_all_gone(void **state)
{
    (void)state;
    start_long();
    talk_say(&talk, GO_LONG);
    expect_ready();
    close(talk.from);
    talk.from = -1;
    assert_int_equal(talk_end(&talk), 0);
    /* The same behind `quit`, and where nothing waits but the end of the input. */
    start_long();
    talk_say(&talk, "quit");
    expect_ready();
    close(talk.from);
    talk.from = -1;
    assert_int_equal(talk_end(&talk), 0);
    start();
    talk_say(&talk, GO_LONG);
    talk_hear(&talk, "info depth 1 ");
    close(talk.from);
    talk.from = -1;
    assert_int_equal(talk_end(&talk), 0);
    /* Also where there is nothing to say for a long time, so that no writing fails. */
    start();
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go perft 20");
    expect_ready();
    close(talk.from);
    talk.from = -1;
    assert_int_equal(talk_end(&talk), 0);
}

/* The session ends when its output fails, though its input is still open. */
static void test_not_heard(void **state)
{
    static const char ready[] = "isready\n";
    long long deadline;

    (void)state;
    start_long();
    close(talk.from);
    talk.from = -1;
    deadline = talk_clock_ms() + TALK_PATIENCE_MS;
    while (talk_send(&talk, ready, sizeof ready - 1))
        assert_in_range(talk_clock_ms(), 0, deadline);
    assert_int_equal(talk_end(&talk), 0);
}

/* Lines that arrive together, as from a file, are answered in order. */
static void test_hundred_at_once(void **state)
{
    enum { HUNDRED = 100 };
    char text[HUNDRED * 128];
    size_t length = 0;

    (void)state;
    start();
    for (int i = 0; i < HUNDRED; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "position fen %s\nsetoption hash %d\n%s\n",
                                   problems[i % PROBLEMS].fen, i % 5 + 1, i % 3 ? "go depth 3" : "go nodes 3000");
    length += (size_t)snprintf(text + length, sizeof text - length, "quit\n");
    assert_true(length < sizeof text && talk_send(&talk, text, length));
    for (int i = 0; i < HUNDRED; i++)
        expect_solved(i);
    expect_bye();
}

/* Lines that refer to earlier ones wait with them. */
static void test_order(void **state)
{
    const char *line;

    (void)state;
    start_long();
    pose(0);
    talk_say(&talk, "position startpos");
    talk_say(&talk, "probe fen %s", problems[0].fen);
    talk_say(&talk, "probe startpos");
    talk_say(&talk, "position fen " LOST);
    talk_say(&talk, "go ponder depth 2");
    talk_say(&talk, "ponderhit draw");
    talk_say(&talk, "stop");
    expect_best();
    expect_solved(0);
    line = talk_hear(&talk, "pophash");
    assert_int_equal(strncmp(line, "pophash bestmove b7b9 ", 22), 0);
    assert_string_equal(talk_hear(&talk, "pophash"), "pophash");
    assert_non_null(strstr(talk_hear(&talk, "bestmove "), " draw"));
    quit();
}

/* A search without an end is no part of the batch even there: the next line stops it. */
static void test_endless_search_inside(void **state)
{
    (void)state;
    start_long();
    talk_say(&talk, "go infinite");
    pose(4);
    talk_say(&talk, "go ponder");
    talk_say(&talk, "stop");
    expect_best();
    expect_best();
    expect_solved(4);
    talk_hear(&talk, "info depth 1 "); /* now it ponders */
    expect_ready();
    talk_say(&talk, "stop");
    expect_solved(4);
    quit();
}

/* To count is part of a batch too, and can be stopped. */
static void test_perft_inside(void **state)
{
    (void)state;
    start();
    talk_say(&talk, "go perft 4");
    pose(0);
    talk_hear(&talk, "Nodes searched: 3290240");
    expect_solved(0);
    talk_say(&talk, "position startpos");
    talk_say(&talk, "go perft 12");
    pose(1);
    expect_ready();
    talk_say(&talk, "stop");
    talk_hear(&talk, "info message perft: stopped");
    expect_solved(1);
    quit();
}

/* A line of some length whose only move is none, so that whoever runs it remarks upon it. */
static char *long_line(size_t length)
{
    static const char beginning[] = "position startpos moves ";
    char *line = malloc(length);

    assert_non_null(line);
    memset(line, 'x', length);
    memcpy(line, beginning, sizeof beginning - 1);
    line[length - 1] = '\n';
    return line;
}

/* More than a batch can hold is refused line by line, and what was taken is run. */
static void test_full(void **state)
{
    enum { LINES = 70, LENGTH = 1000000 };
    char *line = long_line(LENGTH);
    int refused, run = 0;

    (void)state;
    start_long();
    for (int i = 0; i < LINES; i++)
        assert_true(talk_send(&talk, line, LENGTH));
    free(line);
    refused = talk_count_until_ready(&talk, "info message refused 'position startpos moves xxx");
    assert_in_range(refused, 1, 10);
    /* One that would fit: its position may be what was refused. */
    talk_say(&talk, "go depth 1");
    talk_hear(&talk, "info message refused 'go depth 1': ");
    talk_say(&talk, "position startpos");
    talk_hear(&talk, "info message refused 'position startpos': 64 MiB of lines wait");
    talk_say(&talk, "go depth 2");
    talk_say(&talk, "quit");
    talk_say(&talk, "stop");
    expect_best();
    while (strcmp(talk_next(&talk, TALK_PATIENCE_MS), "nobestmove") != 0)
        run += strncmp(talk.line, "info message move 1: ", 21) == 0;
    assert_int_equal(run + refused, LINES);
    assert_string_equal(talk_next(&talk, TALK_PATIENCE_MS), "nobestmove");
    expect_bye();
}

/* After refused lines nothing is searched or banned until the next position, even if all work is done. */
static void test_position_after_full(void **state)
{
    enum { LINES = 70, LENGTH = 1000000 };
    char *line = long_line(LENGTH);

    (void)state;
    start_long();
    for (int i = 0; i < LINES; i++)
        assert_true(talk_send(&talk, line, LENGTH));
    free(line);
    talk_say(&talk, "go depth 1");
    talk_say(&talk, "stop");
    expect_best();
    assert_string_equal(next_answer(), "nobestmove");
    talk_say(&talk, "banmoves b7b9");
    talk_hear(&talk, "info message refused 'banmoves b7b9': lines before it were refused; expected a position first");
    talk_say(&talk, "go depth 1");
    talk_hear(&talk, "info message refused 'go depth 1': lines before it were refused; expected a position first");
    assert_string_equal(next_answer(), "nobestmove");
    do /* until nothing waits any more */
        talk_say(&talk, "position fen %s", problems[0].fen);
    while (talk_count_until_ready(&talk, "info message refused") > 0);
    talk_say(&talk, "go depth 2");
    expect_solved(0);
    quit();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ready),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_stop_between),
        cmocka_unit_test(test_stop_is_not_for_later),
        cmocka_unit_test(test_idle_again),
        cmocka_unit_test(test_stops_between),
        cmocka_unit_test(test_quit),
        cmocka_unit_test(test_quit_behind_a_search),
        cmocka_unit_test(test_quit_twice),
        cmocka_unit_test(test_end_of_input),
        cmocka_unit_test(test_all_gone),
        cmocka_unit_test(test_not_heard),
        cmocka_unit_test(test_hundred_at_once),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_endless_search_inside),
        cmocka_unit_test(test_perft_inside),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_position_after_full),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
