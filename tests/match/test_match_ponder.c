/* SPDX-License-Identifier: MIT
 *
 * Matches with pondering engines: commands, clocks and counts.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/check.h"
#include "support/match.h"

/* Two games of six plies, with time enough. The first engine moves three times in each, and ponders after its moves but
 * for the last of the second game, with which that ends: five times. In the first game the last reply ends it, so that
 * four guesses can be right. */
enum { PLIES = 6, PONDERS = 5, HITS = 4 };

static void stage_pondering(struct staged *staged, const char *protocol, const char *deeds, const char *more)
{
    char words[128];

    (void)snprintf(words, sizeof words, "ponder=on %s", more);
    stage(staged, protocol, deeds, words);
    staged->settings.limit = (struct match_limit){.kind = MATCH_LIMIT_CLOCK, .base_us = 60000000};
    staged->settings.table.adjudication.max_plies = PLIES;
}

static int faults_of(const struct staged *staged, int engine)
{
    int faults = 0;

    for (int i = 1; i < MATCH_FAULT_KINDS; i++)
        faults += staged->state.faults[engine][i];
    return faults;
}

static int count_of(const char *text, const char *what)
{
    int count = 0;

    for (const char *at = text; (at = strstr(at, what)) != NULL; at++)
        count++;
    return count;
}

/* Runs the match and returns all that was said, in memory that the caller frees. */
static char *run_with_log(struct staged *staged)
{
    char path[] = "/tmp/boyi_ponder_XXXXXX";
    char *text;

    close(mkstemp(path));
    staged->settings.log = path;
    stage_run(staged);
    text = match_read_file(path);
    unlink(path);
    return text;
}

/* The next line of the log from or to the first engine, without its prefix. */
static const char *next_line(const char **log, char direction)
{
    static char line[1024];
    char mark[16];
    const char *at;

    (void)snprintf(mark, sizeof mark, " first %c ", direction);
    at = strstr(*log, mark);
    if (!at)
        return "";
    at += strlen(mark);
    (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    *log = at;
    return line;
}

/* The first line in a direction that begins so; the log goes on behind it. */
static const char *find_line(const char **log, char direction, const char *begin)
{
    const char *line;

    do
        line = next_line(log, direction);
    while (*line && strncmp(line, begin, strlen(begin)) != 0);
    if (!*line)
        fail_msg("no line '%s'", begin);
    return line;
}

/* ---- Guesses ----------------------------------------------------------------------------------------------------- */

/* A right guess: position with both moves, `go ponder` with the clocks, `ponderhit` when it was played, and no stop but
 * at the end of the first game. */
static void test_hit(void **state)
{
    static const struct {
        const char *protocol, *option, *go;
    } cases[] = {
        {"uci", "setoption name Ponder value true", "go ponder wtime "},
        {"ucci", "setoption ponder true", "go ponder time "},
    };

    (void)state;
    for (int i = 0; i < 2; i++) {
        char begin[600], before[600], move[8], reply[8];
        struct staged staged;
        const char *at;
        char *log;

        stage_pondering(&staged, cases[i].protocol, "guess 1", "");
        at = log = run_with_log(&staged);
        (void)find_line(&at, '<', cases[i].option);
        (void)find_line(&at, '<', "position startpos");
        assert_int_equal(sscanf(find_line(&at, '>', "bestmove"), "bestmove %7s ponder %7s", move, reply), 2);
        (void)snprintf(begin, sizeof begin, "position startpos moves %s %s", move, reply);
        (void)snprintf(before, sizeof before, "%s", next_line(&at, '<'));
        assert_string_equal(before, begin);
        assert_memory_equal(next_line(&at, '<'), cases[i].go, strlen(cases[i].go));
        assert_string_equal(next_line(&at, '<'), "ponderhit");
        (void)find_line(&at, '>', "bestmove");
        assert_int_equal(count_of(log, " first < ponderhit\n"), HITS);
        assert_int_equal(count_of(log, " first < stop\n"), PONDERS - HITS);
        assert_int_equal(count_of(log, " second < go ponder"), 0);
        assert_int_equal(staged.state.ponders[0], PONDERS);
        assert_int_equal(staged.state.ponder_hits[0], HITS);
        assert_int_equal(staged.state.ponders[1] + staged.state.ponder_hits[1], 0);
        assert_int_equal(faults_of(&staged, 0) + faults_of(&staged, 1), 0);
        assert_int_equal(staged.state.score.draws, 2);
        free(log);
        stage_close(&staged);
    }
}

/* A wrong guess: `stop`, an answer that does not count, and the question as usual. */
static void test_miss(void **state)
{
    static const char *const protocols[] = {"uci", "ucci"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct staged staged;
        const char *at;
        char *log;

        stage_pondering(&staged, protocols[i], "miss 1", "");
        at = log = run_with_log(&staged);
        (void)find_line(&at, '<', "go ponder");
        assert_string_equal(next_line(&at, '<'), "stop");
        assert_string_equal(find_line(&at, '>', "bestmove"), "bestmove a0a9");
        (void)find_line(&at, '<', "position startpos moves ");
        assert_memory_equal(next_line(&at, '<'), i ? "go time " : "go wtime ", 8);
        assert_int_equal(count_of(log, "ponderhit"), 0);
        assert_int_equal(count_of(log, " first < stop\n"), PONDERS);
        assert_int_equal(staged.state.ponders[0], PONDERS);
        assert_int_equal(staged.state.ponder_hits[0], 0);
        assert_int_equal(faults_of(&staged, 0) + faults_of(&staged, 1), 0);
        assert_int_equal(staged.state.score.draws, 2);
        free(log);
        stage_close(&staged);
    }
}

/* An engine does not ponder without a guess, with an illegal guess, or if pondering is off. */
static void test_no_guess(void **state)
{
    static const char *const deeds[] = {"dream 1", "play", "guess 1"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct staged staged;
        char *log;

        stage_pondering(&staged, "uci", deeds[i], i == 2 ? "ponder=off" : "");
        log = run_with_log(&staged);
        assert_int_equal(count_of(log, "go ponder"), 0);
        assert_int_equal(count_of(log, "setoption name Ponder"), i == 2 ? 0 : 2);
        assert_int_equal(staged.state.ponders[0], 0);
        assert_int_equal(faults_of(&staged, 0), 0);
        assert_int_equal(staged.state.score.draws, 2);
        free(log);
        stage_close(&staged);
    }
}

/* A reply that ends the game leaves nothing to ponder on: here every move of black is his last one. */
static void test_guess_that_ends_the_game(void **state)
{
    static const char fen[] = "3k5/9/9/9/p8/9/P8/9/9/4K4 w - - 118 100\n";
    char path[] = "/tmp/boyi_ponder_XXXXXX";
    struct staged staged;
    int file = mkstemp(path);

    (void)state;
    assert_int_equal(write(file, fen, sizeof fen - 1), sizeof fen - 1);
    close(file);
    stage_pondering(&staged, "uci", "guess 1", "");
    match_openings_destroy(staged.openings);
    assert_int_equal(match_openings_read(staged.opened.game, path, &staged.openings, NULL), BY_OK);
    staged.settings.table.openings = staged.openings;
    stage_run(&staged);
    assert_int_equal(staged.state.ponders[0], 0);
    assert_int_equal(faults_of(&staged, 0), 0);
    unlink(path);
    stage_close(&staged);
}

/* The moves of an engine do not depend on its guesses, and its output while it pondered counts: the same game with
 * right guesses, wrong ones and none, and with a score behind moves that came after a hit. */
static void test_games_are_the_same(void **state)
{
    static const char *const deeds[] = {"play 1 42", "guess 1 42", "miss 1 42", "dream 1 42"};
    char games[4][1 << 14];

    (void)state;
    for (int i = 0; i < 4; i++) {
        char folder[] = "/tmp/boyi_ponder_XXXXXX", path[64];
        struct staged staged;
        char *text, *to = games[i];

        assert_non_null(mkdtemp(folder));
        (void)snprintf(path, sizeof path, "%s/pgn", folder);
        stage_pondering(&staged, "uci", deeds[i], "");
        staged.settings.pgn = path;
        staged.settings.table.adjudication.max_plies = 60;
        stage_run(&staged);
        text = match_read_file(path);
        assert_int_equal(strstr(text, "+0.42/3 ") != NULL, i == 1);
        for (const char *at = text; *at && to - games[i] < (1 << 14) - 1; at++)
            if (*at == '{')
                at = strchr(at, '}');
            else
                *to++ = *at == '\n' ? ' ' : *at;
        *to = 0;
        assert_int_equal(staged.state.ponders[0] > 50, i == 1 || i == 2);
        free(text);
        unlink(path);
        rmdir(folder);
        stage_close(&staged);
    }
    for (int i = 1; i < 4; i++) {
        const char *moves = strstr(games[i], "PlyCount"), *plain = strstr(games[0], "PlyCount");

        assert_non_null(moves);
        assert_non_null(plain);
        assert_true(strncmp(moves, plain, 300) == 0);
    }
}

/* ---- Trouble ----------------------------------------------------------------------------------------------------- */

/* A fault while it ponders loses an engine the game on its next turn, whether it guessed right or not, and the next
 * game is played. */
static void test_faults(void **state)
{
    static const struct {
        const char *protocol, *deeds;
        enum match_fault fault;
        const char *says;
    } cases[] = {
        {"uci", "faint 1", MATCH_FAULT_CRASH, "out of cheese"},
        {"ucci", "faint 1", MATCH_FAULT_CRASH, "signal 6"},
        {"uci", "freeze 1", MATCH_FAULT_HANG, "no move"},
        {"uci", "hasty 1", MATCH_FAULT_NONSENSE, "an answer while it ponders"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct staged staged;

        stage_pondering(&staged, cases[i].protocol, cases[i].deeds, "");
        if (cases[i].fault == MATCH_FAULT_HANG) {
            staged.settings.table.patience_us = 2000000;
            staged.settings.players[0]->limit = (struct match_limit){.kind = MATCH_LIMIT_TIME, .amount = 2000000};
            staged.settings.games = 1;
        }
        /* So that the answer arrives before the other engine moves. */
        if (cases[i].fault == MATCH_FAULT_NONSENSE) {
            match_player_destroy(staged.settings.players[1]);
            staged.settings.players[1] = stage_player("second", "uci", 2, "late 1 1500", "");
        }
        stage_run(&staged);
        if (staged.state.faults[0][cases[i].fault] != staged.settings.games ||
            faults_of(&staged, 0) + faults_of(&staged, 1) != staged.settings.games ||
            staged.state.score.losses != staged.settings.games || !strstr(staged.last_reason, cases[i].says))
            fail_msg("%s %s: %d of its kind, %d losses, '%s'", cases[i].protocol, cases[i].deeds,
                     staged.state.faults[0][cases[i].fault], staged.state.score.losses, staged.last_reason);
        stage_close(&staged);
    }
}

/* One that does not stop is waited for no longer than patience says. */
static void test_does_not_stop(void **state)
{
    struct staged staged;

    (void)state;
    stage_pondering(&staged, "uci", "linger 1 60000", "");
    staged.settings.table.patience_us = 2000000;
    staged.settings.games = 1;
    stage_run(&staged);
    assert_int_equal(staged.state.faults[0][MATCH_FAULT_HANG], 1);
    assert_non_null(strstr(staged.last_reason, "`stop` ended its pondering"));
    stage_close(&staged);
}

/* The clock runs from the opponent's move on: an engine that is slow to stop pays for it. */
static void test_slow_stop(void **state)
{
    struct staged staged;

    (void)state;
    for (int is_forgiven = 0; is_forgiven < 2; is_forgiven++) {
        stage_pondering(&staged, "uci", "linger 1 150", is_forgiven ? "time=100 margin=60000" : "time=100 margin=0");
        stage_run(&staged);
        assert_int_equal(staged.state.faults[0][MATCH_FAULT_TIME], is_forgiven ? 0 : 2);
        stage_close(&staged);
    }
}

/* At the end of a game a pondering engine is stopped before the next begins, and later trouble is no fault: an engine
 * that crashed is started again. */
static void test_end_of_game(void **state)
{
    static const char *const deeds[] = {"guess 2", "miss 2", "faint 2", "freeze 2"};

    (void)state;
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        struct staged staged;

        stage_pondering(&staged, "uci", deeds[i], "");
        if (strncmp(deeds[i], "freeze", 6) == 0)
            staged.settings.table.patience_us = 2000000;
        /* The deed of the second turn is done after the third ply of the first game; in the second one, the second turn
         * of a new process is the end. */
        staged.settings.table.adjudication.max_plies = 4;
        stage_run(&staged);
        if (faults_of(&staged, 0) || staged.state.score.draws != 2 || staged.state.ponders[0] < 1)
            fail_msg("%s: %d faults, '%s'", deeds[i], faults_of(&staged, 0), staged.last_reason);
        stage_close(&staged);
    }
}

/* ---- What cannot be ---------------------------------------------------------------------------------------------- */

static void test_refusals(void **state)
{
    static const struct match_limit limits[] = {{.kind = MATCH_LIMIT_NODES, .amount = 5},
                                                {.kind = MATCH_LIMIT_DEPTH, .amount = 1},
                                                {.kind = MATCH_LIMIT_CPU, .amount = 1000}};
    static const char *const texts[] = {"cmd=a ponder=on proto=xboard", "cmd=a proto=gtp ponder=on",
                                        "boyi ponder=on proto=gtp", "cmd=a ponder=yes"};
    static const char *const says[] = {"XBoard", "GTP", "GTP", "expected one of off, on"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct staged staged;

        stage_pondering(&staged, "uci", "guess 1", "");
        staged.settings.limit = limits[i];
        assert_int_equal(match_run(&staged.settings, &staged.state, &staged.error), BY_ERROR_UNSUPPORTED);
        assert_non_null(strstr(staged.error.message, "engine first: ponder=on needs a limit of time"));
        /* A limit of its own is what counts. */
        staged.settings.players[0]->limit = (struct match_limit){.kind = MATCH_LIMIT_TIME, .amount = 60000000};
        staged.settings.players[1]->limit = (struct match_limit){.kind = MATCH_LIMIT_DEPTH, .amount = 1};
        stage_run(&staged);
        assert_int_equal(staged.state.ponder_hits[0], HITS);
        stage_close(&staged);
    }
    for (int i = 0; i < 4; i++) {
        struct match_player *player;
        by_error error = {0};

        assert_int_not_equal(match_player_read(texts[i], "own", MATCH_UCI, NULL, &player, &error), BY_OK);
        assert_null(player);
        if (!strstr(error.message, says[i]))
            fail_msg("%s: '%s'", texts[i], error.message);
    }
}

/* ---- What is counted --------------------------------------------------------------------------------------------- */

/* A match that goes on knows how often was pondered before. */
static void test_journal(void **state)
{
    char path[] = "/tmp/boyi_ponder_XXXXXX";
    char *text;

    (void)state;
    close(mkstemp(path));
    for (int games = 2; games <= 4; games += 2) {
        struct staged staged;

        stage_pondering(&staged, "uci", "guess 1", "");
        staged.settings.journal = path;
        staged.settings.games = games;
        stage_run(&staged);
        assert_int_equal(staged.state.resumed, games - 2);
        assert_int_equal(staged.state.ponders[0], PONDERS * games / 2);
        assert_int_equal(staged.state.ponder_hits[0], HITS * games / 2);
        assert_int_equal(staged.state.ponders[1], 0);
        stage_close(&staged);
    }
    text = match_read_file(path);
    assert_non_null(strstr(text, "\n1 1/2-1/2 none 6 0 ponder=3/2,0/0 "));
    assert_non_null(strstr(text, "\n4 1/2-1/2 none 6 0 ponder=2/2,0/0 "));
    free(text);
    unlink(path);
}

/* More hits than guesses, or half of the numbers, is no line of a journal. */
static void test_journal_nonsense(void **state)
{
    static const char *const words[] = {"ponder=3/4,0/0 x", "ponder=3/2 x", "ponder=-1/-1,0/0 x", "ponder=3/2,0/1 x"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        char path[] = "/tmp/boyi_ponder_XXXXXX";
        struct match_journal *journal;
        struct match_entry *entries;
        by_error error = {0};
        size_t count;
        bool goes_on;
        FILE *file;

        close(mkstemp(path));
        file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "boyi match journal 1\ngames:\n1 1-0 none 6 0 %s\n", words[i]);
        fclose(file);
        assert_int_not_equal(match_journal_open(path, "", &journal, &goes_on, &entries, &count, &error), BY_OK);
        assert_non_null(strstr(error.message, "no line of a game"));
        unlink(path);
    }
}

static char output[1 << 16];

static int run(const char *arguments)
{
    char command[8192];
    FILE *pipe;
    int status;

    (void)snprintf(command, sizeof command, "%s match %s 2>&1", getenv("BOYI") ? getenv("BOYI") : "build/boyi",
                   arguments);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = 0;
    status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
}

/* The summary in words, as JSON and as CSV; only who was asked to ponder is spoken of in words. */
static void test_outputs(void **state)
{
    char path[] = "/tmp/boyi_ponder_XXXXXX", arguments[4096], both[2048];
    char *text;

    (void)state;
    close(mkstemp(path));
    (void)snprintf(both, sizeof both,
                   "--engine \"cmd='%.900s uci 1 guess' name=one ponder=on\" --engine \"cmd='%.900s uci 2' name=two\" "
                   "--clock 60 --games 2 --most-plies 6",
                   match_fake_engine(), match_fake_engine());
    (void)snprintf(arguments, sizeof arguments, "%s --csv %s", both, path);
    if (run(arguments))
        fail_msg("%s", output);
    assert_non_null(strstr(output, "\n  one pondered 5 times, 4 on the move that was played (80.0 %)\n"));
    assert_null(strstr(output, "two pondered"));
    text = match_read_file(path);
    assert_non_null(strstr(text, ",nonsense,ponders,ponder_hits\n"));
    assert_non_null(strstr(text, ",0,5,4\n\"two\""));
    assert_non_null(strstr(text, ",0,0,0\n"));
    free(text);
    unlink(path);
    (void)snprintf(arguments, sizeof arguments, "%s --json --quiet", both);
    assert_int_equal(run(arguments), 0);
    assert_non_null(strstr(output, "\"ponders\": 5, \"ponder_hits\": 4}"));
    assert_non_null(strstr(output, "\"ponders\": 0, \"ponder_hits\": 0}"));
}

/* This program ponders, started as itself or as any other, over both protocols. */
static void test_own_program(void **state)
{
    static const char *const engines[] = {"boyi name=one ponder=on", "cmd='PROGRAM uci' name=one ponder=on",
                                          "boyi name=one proto=ucci ponder=on"};
    const char *program = getenv("BOYI") ? getenv("BOYI") : "build/boyi";

    (void)state;
    for (int i = 0; i < 3; i++) {
        char first[1024], arguments[4096];
        const char *place = strstr(engines[i], "PROGRAM");

        (void)snprintf(first, sizeof first, "%.*s%.800s%s", place ? (int)(place - engines[i]) : 0, engines[i],
                       place ? program : "", place ? place + strlen("PROGRAM") : engines[i]);
        (void)snprintf(arguments, sizeof arguments,
                       "--engine \"%s\" --engine \"cmd='%.800s uci' name=two\" --time 200 --margin 60000 --games 2 "
                       "--most-plies 4",
                       first, program);
        if (run(arguments))
            fail_msg("%s: %s", first, output);
        if (!strstr(output, "\n  one pondered ") || strstr(output, "pondered 0 times") ||
            !strstr(output, "faults of one: none") || !strstr(output, "faults of two: none"))
            fail_msg("%s: %s", first, output);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hit),
        cmocka_unit_test(test_miss),
        cmocka_unit_test(test_no_guess),
        cmocka_unit_test(test_guess_that_ends_the_game),
        cmocka_unit_test(test_games_are_the_same),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_does_not_stop),
        cmocka_unit_test(test_slow_stop),
        cmocka_unit_test(test_end_of_game),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_journal),
        cmocka_unit_test(test_journal_nonsense),
        cmocka_unit_test(test_outputs),
        cmocka_unit_test(test_own_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
