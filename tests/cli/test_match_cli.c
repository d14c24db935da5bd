/* SPDX-License-Identifier: MIT
 *
 * `boyi match` from outside: what it refuses and how, and what it prints.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/check.h"
#include "support/match.h"

static char output[1 << 16];

/* Runs the program through a shell; stdout and stderr together. ENGINES in the arguments stand for two engines. */
static int run(const char *arguments)
{
    const char *program = getenv("BOYI") ? getenv("BOYI") : "build/boyi";
    const char *engines = strstr(arguments, "ENGINES");
    char command[16384], both[8600] = "";
    FILE *pipe;
    int status;

    if (engines)
        (void)snprintf(both, sizeof both, "--engine \"cmd='%s uci 1' name=one\" --engine \"cmd='%s uci 2' name=two\"",
                       match_fake_engine(), match_fake_engine());
    (void)snprintf(command, sizeof command, "%s match %s %s 2>&1", program, both,
                   engines ? engines + strlen("ENGINES") : arguments);
    pipe = popen(command, "r");
    assert_non_null(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = 0;
    status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000;
}

#define GO "--game go --engine boyi --engine 'boyi name=b'"

/* An engine that announces some options to experts alone is asked for them. */
static void test_expert_options(void **state)
{
    char arguments[600];

    (void)state;
    (void)snprintf(
        arguments, sizeof arguments,
        "--engine \"cmd='%s uci' name=one option.pvs=false\" --engine "
        "\"cmd='%s ucci' proto=ucci name=two option.pvs=false\" --nodes 50 --games 2 --game-set move_limit=4",
        getenv("BOYI"), getenv("BOYI"));
    assert_int_equal(run(arguments), 0);
    (void)snprintf(arguments, sizeof arguments,
                   "--engine \"cmd='%s uci' name=one option.pvss=false\" --engine boyi --nodes 50", getenv("BOYI"));
    assert_int_not_equal(run(arguments), 0);
}

static void test_refusals(void **state)
{
    static const struct {
        const char *arguments, *says;
    } cases[] = {
        {"", "0 engines, expected two"},
        {"--engine boyi --depth 1", "1 engines, expected two"},
        {"--engine boyi --engine boyi --depth 1", "both engines are called 'boyi'"},
        {"ENGINES", "no limit"},
        {"ENGINES --depth 1 --nodes 5", "only one"},
        {"ENGINES --clock x", "no clock"},
        {"ENGINES --depth 1 --games 3", "even"},
        {"ENGINES --depth 1 --openings /nowhere", "/nowhere"},
        {"ENGINES --depth 1 --first 2", "only 1 openings"},
        {"ENGINES --depth 1 --resign score=x", "score=x"},
        {"ENGINES --depth 1 --resign both=1", "both=1: expected one of off, on"},
        {"ENGINES --depth 1 --draw foo=1", "unknown word 'foo'"},
        {"ENGINES --depth 1 --sprt elo1=-1", "elo0 < elo1"},
        {"ENGINES --depth 1 --notation chinesee", "did you mean 'chinese'"},
        {"ENGINES --depth 1 --game-set rules=foo", "rules"},
        {"--engine boyi --engine 'comand=x' --depth 1", "comand"},
        {"--engine boyi --engine 'cmd=/nowhere/x' --depth 1", "cannot start '/nowhere/x'"},
        {"--engine boyi --engine 'boyi name=b option.bogus=1' --depth 1", "b has no option 'bogus'"},
        {"--engine boyi --engine 'boyi name=b option.killers=blah' --depth 1", "killers: 'blah' does not fit"},
        {"--engine boyi --engine 'boyi name=b option.alphabeta.pvs=2' --depth 1", "pvs: '2' does not fit"},
        {"--engine boyi --engine 'boyi name=b option.minimax.pvs=on' --depth 1", "no option 'minimax.pvs'"},
        {"--engine boyi --engine 'boyi name=b option.Hash=0' --depth 1", "option Hash: 0 is not in 1.."},
        {"--engine boyi --engine 'boyi name=b proto=ucci option.bogus=1' --depth 1", "b has no option 'bogus'"},
        {"--engine boyi --engine 'boyi name=b proto=ucci option.usemillisec=2' --depth 1", "'2' does not fit"},
        {"ENGINES --depth 1 --pgn /tmp/boyi_no_file --journal /tmp/../tmp/boyi_no_file", "the same file"},
        {"ENGINES --depth 1 --journal boyi_no_file --csv ./boyi_no_file", "the same file"},
        {"ENGINES --depth 1 --games 2 --pgn /nowhere/x.pgn", "/nowhere/x.pgn"},
        {"ENGINES --depth 1 --games 2 --journal /nowhere/x", "/nowhere/x"},
        {"ENGINES --depth 1 --sgf x.sgf", "games of xiangqi are kept as PGN"},
        {"--engine boyi --engine 'boyi name=b proto=gtp' --depth 1", "GTP is for Go alone"},
        {"--game connect4 --engine boyi --engine 'boyi name=b'", "no protocol for connect4"},
        {"--game goo --engine boyi --engine 'boyi name=b'", "goo"},
        {GO " --pgn x.pgn", "games of Go are kept as SGF"},
        {GO " --nodes 5", "GTP knows no limit of nodes"},
        {GO " --cpu-time 5", "GTP cannot stop an engine"},
        {GO " --clock 60+1", "GTP knows no increment"},
        {GO " --resign score=5", "need scores, which GTP does not report"},
        {GO " --notation sgf", "SGF has a notation of its own"},
        {GO " --game-set komi=5", "komi_half"},
        {GO " --openings /nowhere", "/nowhere"},
        {"--game go --engine boyi --engine 'boyi name=b proto=uci'", "Go is played over GTP"},
        {"--game go --engine boyi --engine 'boyi name=b proto=xboard'", "not XBoard's protocol"},
        {"--game go --engine boyi --engine 'boyi name=b method=mcts'", "option.NAME=VALUE is what boyi-set sets"},
        {"--game go --engine boyi --engine 'boyi name=b option.bogus=1'", "'boyi-set bogus 1' fails"},
        {"--game go --engine boyi --engine 'boyi name=b nodes=5'", "GTP knows no limit of nodes"},
        {"--game go --engine boyi --engine 'cmd=cat name=b'", "no answer to 'protocol_version'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int code = run(cases[i].arguments);

        if (code != 2 || !strstr(output, cases[i].says))
            fail_msg("%s: exit code %d, '%s', expected '%s'", cases[i].arguments, code, output, cases[i].says);
    }
}

/* A wrong line of a file of openings is named with its place. */
static void test_openings_error(void **state)
{
    char path[] = "/tmp/boyi_openings_XXXXXX", arguments[128];
    int file = mkstemp(path);

    (void)state;
    assert_int_equal(write(file, "startpos\nstartpos moves a0a9\n", 29), 29);
    close(file);
    (void)snprintf(arguments, sizeof arguments, "ENGINES --depth 1 --openings %s", path);
    assert_int_equal(run(arguments), 2);
    assert_non_null(strstr(output, path));
    assert_non_null(strstr(output, "line 2, column 16"));
    unlink(path);
}

static void test_outputs(void **state)
{
    char path[] = "/tmp/boyi_match_XXXXXX", arguments[256];
    char *text;

    (void)state;
    close(mkstemp(path));
    (void)snprintf(arguments, sizeof arguments,
                   "ENGINES --depth 1 --games 4 --most-plies 10 --csv %s --sprt 'elo0=0 elo1=10' --concurrency 2",
                   path);
    assert_int_equal(run(arguments), 0);
    assert_non_null(strstr(output, "4/4 games, +0 =4 -0, Elo +0.0"));
    assert_non_null(strstr(output, "one against two: 4 of 4 games"));
    assert_non_null(strstr(output, "pairs with 0, 1/2, 1, 3/2, 2 points: 0 0 2 0 0"));
    assert_non_null(strstr(output, "SPRT (normalised Elo 0 against 10"));
    assert_non_null(strstr(output, "faults of one: none"));
    text = match_read_file(path);
    assert_non_null(strstr(text, "engine,games,wins,draws,losses,elo,"));
    assert_non_null(strstr(text, "\"one\",4,0,4,0,0.00,"));
    free(text);
    unlink(path);
    assert_int_equal(run("ENGINES --depth 1 --games 2 --most-plies 10 --json --quiet"), 0);
    assert_non_null(strstr(output, "\"draws\": 2"));
    assert_non_null(strstr(output, "\"pairs\": [0, 0, 1, 0, 0]"));
    assert_null(strstr(output, "games,"));
}

/* An output that cannot be written is reported before the match, or after it together with the results. */
static void test_outputs_that_fail(void **state)
{
    static const char *const full[] = {"--csv", "--log"};

    (void)state;
    assert_int_equal(run("ENGINES --depth 1 --games 2 --most-plies 10 --csv /nowhere/x"), 2);
    assert_non_null(strstr(output, "cannot write /nowhere/x"));
    assert_null(strstr(output, "2 of 2 games"));
    for (int i = 0; i < 2 && access("/dev/full", W_OK) == 0; i++) {
        char arguments[128];

        (void)snprintf(arguments, sizeof arguments, "ENGINES --depth 1 --games 2 --most-plies 10 %s /dev/full",
                       full[i]);
        assert_int_not_equal(run(arguments), 0);
        assert_non_null(strstr(output, "2 of 2 games"));
        assert_non_null(strstr(output, "cannot write"));
        assert_non_null(strstr(output, "/dev/full"));
    }
}

/* All options that this program accepts can be set, whether announced by that name or not. */
static void test_own_options(void **state)
{
    static const char *const engines[] = {
        "boyi name=b option.killers=off option.alphabeta.pvs=off option.hash=16 'option.move overhead=5'",
        "boyi name=b method=minimax option.form=two_player",
        "boyi:plain name=b proto=ucci option.Hash=16 option.resign=true option.alphabeta.killers=off",
    };

    (void)state;
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++) {
        char arguments[256];
        int code;

        (void)snprintf(arguments, sizeof arguments, "--engine boyi --engine \"%s\" --depth 1 --games 2 --most-plies 2",
                       engines[i]);
        code = run(arguments);
        if (code)
            fail_msg("%s: exit code %d, '%s'", engines[i], code, output);
    }
}

/* The record has what readers need: who, where from, why it ended, and the judge's words on a repetition. */
static void test_record(void **state)
{
    char folder[] = "/tmp/boyi_match_XXXXXX", path[64], arguments[256];
    char *text;

    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/pgn", folder);
    (void)snprintf(arguments, sizeof arguments,
                   "--engine 'boyi name=one' --engine 'boyi name=two' --depth 1 --games 2 --event Cup --pgn %s "
                   "--notation coordinates --game-set move_limit=10",
                   path);
    assert_int_equal(run(arguments), 0);
    text = match_read_file(path);
    assert_non_null(strstr(text, "[Event \"Cup\"]"));
    assert_non_null(strstr(text, "[Red \"one\"]\n[Black \"two\"]"));
    assert_non_null(strstr(text, "[Red \"two\"]\n[Black \"one\"]"));
    assert_non_null(strstr(text, "[Opening \"1\"]"));
    assert_non_null(strstr(text, "[TimeControl \"1 plies deep\"]"));
    assert_non_null(strstr(text, "[Termination \""));
    assert_non_null(strstr(text, "Draw by the move count."));
    assert_non_null(strstr(text, "/1 0."));
    free(text);
    unlink(path);
    rmdir(folder);
}

/* This program plays Go against itself by the rules of the match, which it receives; the games go into an SGF, and the
 * same command resumes. */
static void test_go(void **state)
{
    char folder[] = "/tmp/boyi_match_XXXXXX", sgf[64], journal[64], log[64], arguments[1024];
    char *text;

    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(sgf, sizeof sgf, "%s/sgf", folder);
    (void)snprintf(journal, sizeof journal, "%s/journal", folder);
    (void)snprintf(log, sizeof log, "%s/log", folder);
    for (int games = 2; games <= 4; games += 2) {
        (void)snprintf(arguments, sizeof arguments,
                       "--game go --game-set size=5 --game-set komi_half=9 --game-set ko=positional --time 60000 "
                       "--engine 'boyi name=one option.player_iterations=50' --engine 'boyi name=two option.seed=7 "
                       "option.player_iterations=50' "
                       "--games %d --most-plies 60 --sgf %s --journal %s --log %s",
                       games, sgf, journal, log);
        if (run(arguments))
            fail_msg("%s", output);
        assert_non_null(strstr(output, games == 2 ? "2 of 2 games" : "4 of 4 games"));
        assert_non_null(strstr(output, "; black won "));
        assert_non_null(strstr(output, "dead stones not agreed on: 0 games played on, 0 counted so"));
        assert_non_null(strstr(output, "faults of two: none"));
    }
    assert_non_null(strstr(output, "going on: 2/4 games"));
    text = match_read_file(sgf);
    assert_non_null(strstr(text, "SZ[5]"));
    assert_non_null(strstr(text, "PB[one]PW[two]RU[Chinese]KM[4.5]"));
    assert_non_null(strstr(text, "PB[two]PW[one]RU[Chinese]KM[4.5]"));
    assert_non_null(strstr(text, "RO[4]"));
    free(text);
    text = match_read_file(log);
    assert_non_null(strstr(text, "boyi-set ko positional"));
    assert_non_null(strstr(text, "boyi-set seed 7"));
    assert_non_null(strstr(text, "time_settings 0 60 1"));
    assert_null(strstr(text, "boyi-set size"));
    free(text);
    unlink(sgf);
    unlink(journal);
    unlink(log);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expert_options), cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_openings_error), cmocka_unit_test(test_outputs_that_fail),
        cmocka_unit_test(test_own_options),    cmocka_unit_test(test_outputs),
        cmocka_unit_test(test_record),         cmocka_unit_test(test_go),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
