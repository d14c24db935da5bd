/* SPDX-License-Identifier: MIT
 *
 * Matches of Go over GTP: engines that behave and engines that do not, how games are counted, kept and gone on with.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boyi/record.h"
#include "match/go_count.h"
#include "support/check.h"
#include "support/match.h"

/* ---- Files ------------------------------------------------------------------------------------------------------- */

struct files {
    char folder[32];
    char sgf[64], journal[64], log[64], openings[64];
};

static void make_files(struct files *files)
{
    (void)snprintf(files->folder, sizeof files->folder, "/tmp/boyi_match_XXXXXX");
    assert_non_null(mkdtemp(files->folder));
    (void)snprintf(files->sgf, sizeof files->sgf, "%s/sgf", files->folder);
    (void)snprintf(files->journal, sizeof files->journal, "%s/journal", files->folder);
    (void)snprintf(files->log, sizeof files->log, "%s/log", files->folder);
    (void)snprintf(files->openings, sizeof files->openings, "%s/openings", files->folder);
}

static void remove_files(struct files *files)
{
    unlink(files->sgf);
    unlink(files->journal);
    unlink(files->log);
    unlink(files->openings);
    assert_int_equal(rmdir(files->folder), 0);
}

static void write_file(const char *path, const char *text, const char *mode)
{
    FILE *file = fopen(path, mode);

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int count_of(const char *path, const char *words)
{
    char *text = match_read_file(path);
    int count = 0;

    for (char *at = text; (at = strstr(at, words)) != NULL; at += strlen(words))
        count++;
    free(text);
    return count;
}

static void assert_holds(const char *path, const char *words)
{
    if (!count_of(path, words)) {
        char *text = match_read_file(path);

        fail_msg("no '%s' in: %s", words, text);
    }
}

static void read_openings(struct staged *staged, struct files *files, const char *text)
{
    by_error error = {0};

    write_file(files->openings, text, "w");
    match_openings_destroy(staged->openings);
    staged->openings = NULL;
    if (match_openings_read(staged->opened.game, files->openings, &staged->openings, &error))
        fail_msg("%s", error.message);
    staged->settings.table.openings = staged->openings;
}

static void assert_no_faults(const struct match_state *state)
{
    for (int fault = 1; fault < MATCH_FAULT_KINDS; fault++)
        assert_int_equal(state->faults[0][fault] + state->faults[1][fault], 0);
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

/* The main line of a record of the file reads, its last position is over, and its result is that of the board. */
static int check_records(const struct staged *staged, const char *path)
{
    char *text = match_read_file(path);
    by_record *record = NULL;
    size_t offset = 0;
    int count = 0;

    for (;; count++) {
        by_position *position = NULL;
        by_error error = {0};
        struct by_node node;

        if (by_record_read(staged->opened.game, text, strlen(text), &offset, &record, &error) ||
            (record && by_record_position(record, by_record_last(record), staged->opened.game, &position, &error)))
            fail_msg("%s", error.message);
        if (!record)
            break;
        by_position_node(position, &node);
        assert_true(node.is_over);
        assert_int_equal(by_record_outcome(record),
                         (node.value > 0) == (node.side == 0) ? BY_OUTCOME_FIRST : BY_OUTCOME_SECOND);
        by_position_destroy(position);
        by_record_destroy(record);
    }
    free(text);
    return count;
}

static void test_games_and_records(void **state)
{
    struct staged staged;
    struct files files;

    (void)state;
    make_files(&files);
    stage_go(&staged, "", "", "");
    staged.settings.pgn = files.sgf;
    staged.settings.games = 4;
    staged.settings.concurrency = 2;
    stage_run(&staged);
    assert_int_equal(staged.state.done, 4);
    assert_int_equal(staged.state.disputes, 0);
    assert_no_faults(&staged.state);
    assert_int_equal(check_records(&staged, files.sgf), 4);
    assert_int_equal(count_of(files.sgf, "PB[first]PW[second]RU[Chinese]KM[7.5]RE["), 2);
    assert_int_equal(count_of(files.sgf, "PB[second]PW[first]RU[Chinese]KM[7.5]RE["), 2);
    assert_int_equal(count_of(files.sgf, "SZ[5]"), 4);
    assert_int_equal(count_of(files.sgf, "EV[test]RO["), 4);
    assert_int_equal(count_of(files.sgf, "OT[no limit]GC[opening 1, 12 plies: "), 4);
    assert_int_equal(count_of(files.sgf, "Dead by first: none."), 4);
    assert_int_equal(count_of(files.sgf, "Result: "), 4);
    assert_int_equal(count_of(files.sgf, "]C[0.0"), 4 * 12);
    stage_close(&staged);
    remove_files(&files);
}

/* Without komi a game without stones is a draw. */
static void test_draw(void **state)
{
    struct staged staged;
    struct files files;

    (void)state;
    make_files(&files);
    stage_go(&staged, "pass", "pass", "");
    read_openings(&staged, &files, "2 ../.. b - 0\n");
    staged.settings.pgn = files.sgf;
    stage_run(&staged);
    assert_string_equal(staged.last_reason, "0");
    assert_int_equal(staged.state.score.draws, 2);
    assert_int_equal(count_of(files.sgf, "RE[0]"), 2);
    stage_close(&staged);
    remove_files(&files);
}

/* Engines receive stones before the first move, a komi and a size of the opening's own, moves, and the side to move. */
static void test_openings(void **state)
{
    struct staged staged;
    struct files files;

    (void)state;
    make_files(&files);
    stage_go(&staged, "", "", "");
    read_openings(&staged, &files,
                  "startpos moves C3 B[ee] pass D2\n"
                  "4 XX../..../..../...O w - 3.5 2 1 0  # stones\n");
    staged.settings.games = 4;
    staged.settings.log = files.log;
    staged.settings.pgn = files.sgf;
    stage_run(&staged);
    assert_no_faults(&staged.state);
    assert_int_equal(staged.state.done, 4);
    assert_holds(files.log, "boardsize 5");
    assert_holds(files.log, "komi 7.5");
    assert_holds(files.log, "play black E1");
    assert_holds(files.log, "play black D2");
    assert_holds(files.log, "play white pass");
    assert_holds(files.log, "boardsize 4");
    assert_holds(files.log, "komi 3.5");
    assert_holds(files.log, "play black B4");
    assert_holds(files.log, "play white D1");
    assert_holds(files.sgf, "SZ[4]AB[");
    assert_holds(files.sgf, "KM[3.5]");
    assert_int_equal(check_records(&staged, files.sgf), 4);
    stage_close(&staged);
    remove_files(&files);
}

/* Games of an SGF are openings; openings that GTP cannot express are refused before the first game; finished games are
 * no openings. */
static void test_openings_of_records(void **state)
{
    static const char game[] = "(;GM[1]FF[4]SZ[5];B[cc];W[bb])\n(;GM[1]FF[4]SZ[5]AB[aa][bb]PL[W]KM[0.5];W[cc])\n";
    struct match_openings *openings;
    struct staged staged;
    struct files files;
    by_error error;

    (void)state;
    make_files(&files);
    stage_go(&staged, "", "", "");
    read_openings(&staged, &files, game);
    assert_int_equal(match_openings_count(staged.openings), 2);
    assert_string_equal(match_openings_text(staged.openings, 0), "startpos moves C3 B4");
    assert_string_equal(match_openings_text(staged.openings, 1),
                        "5 X..../.X.../...../...../..... w - 0.5 0 0 0 moves C3");
    staged.settings.games = 4;
    stage_run(&staged);
    assert_no_faults(&staged.state);
    read_openings(&staged, &files, "5 .XO../X.XO./.XO../...../..... w B4 7.5 0 0 0\n");
    assert_int_equal(match_run(&staged.settings, &staged.state, &staged.error), BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(staged.error.message, "GTP cannot express a ko or a pass"));
    write_file(files.openings, "(;GM[1]FF[4]SZ[5];B[cc])(;GM[1]FF[4]SZ[5];B[];W[])", "w");
    assert_int_equal(match_openings_read(staged.opened.game, files.openings, &openings, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "game 2: it is over at its end"));
    write_file(files.openings, "(;GM[1]FF[4]SZ[5];B[cc];W[cc])", "w");
    assert_int_equal(match_openings_read(staged.opened.game, files.openings, &openings, &error), BY_ERROR_INPUT);
    write_file(files.openings, "(;GM[1]FF[4]SZ[5]\n;B[", "w");
    assert_int_equal(match_openings_read(staged.opened.game, files.openings, &openings, &error), BY_ERROR_INPUT);
    assert_int_equal(error.line, 2);
    stage_close(&staged);
    remove_files(&files);
}

/* ---- Engines that do not behave ---------------------------------------------------------------------------------- */

/* Each deed costs the game, and says so. */
static void test_faults(void **state)
{
    static const struct {
        const char *deeds;
        enum match_fault fault;
        const char *says, *result;
    } cases[] = {
        {"crash 3", MATCH_FAULT_CRASH, "out of cheese", "+F"},
        {"illegal 1", MATCH_FAULT_ILLEGAL, "A1", "+F"},
        {"fail 2", MATCH_FAULT_NONSENSE, "genmove fails: I do not want to", "+F"},
        {"empty 2", MATCH_FAULT_NONSENSE, "genmove gives no move: ''", "+F"},
        {"chat 2", MATCH_FAULT_NONSENSE, "genmove gives no move: 'B2 perhaps'", "+F"},
        {"stray 2", MATCH_FAULT_NONSENSE, "no answer of GTP, expected '=", "+F"},
        {"old 2", MATCH_FAULT_NONSENSE, "no answer of GTP, expected '=", "+F"},
        {"bare 2", MATCH_FAULT_NONSENSE, "no answer of GTP, expected '=", "+F"},
        {"reject 1", MATCH_FAULT_NONSENSE, "it refuses what is right, 'play ", "+F"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct staged staged;
        struct files files;

        make_files(&files);
        stage_go(&staged, cases[i].deeds, "", "");
        staged.settings.pgn = files.sgf;
        stage_run(&staged);
        if (staged.state.faults[0][cases[i].fault] != 2 || !strstr(staged.last_reason, cases[i].says))
            fail_msg("%s: %d faults, '%s'", cases[i].deeds, staged.state.faults[0][cases[i].fault], staged.last_reason);
        assert_int_equal(staged.state.score.losses, 2);
        assert_holds(files.sgf, cases[i].result);
        stage_close(&staged);
        remove_files(&files);
    }
}

/* The wait for an engine that is silent, or that never ends its answer, is limited. */
static void test_hangs(void **state)
{
    static const char *const deeds[] = {"hang 2", "endless 2"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct staged staged;

        stage_go(&staged, deeds[i], "", "");
        staged.settings.table.patience_us = 300000;
        stage_run(&staged);
        assert_int_equal(staged.state.faults[0][MATCH_FAULT_HANG], 2);
        assert_int_equal(staged.state.score.losses, 2);
        stage_close(&staged);
    }
}

static void test_late_answers(void **state)
{
    struct staged staged;
    struct files files;

    (void)state;
    make_files(&files);
    stage_go(&staged, "late 1 600", "", "time=100");
    staged.settings.pgn = files.sgf;
    stage_run(&staged);
    assert_int_equal(staged.state.faults[0][MATCH_FAULT_TIME], 2);
    assert_holds(files.sgf, "RE[W+T]");
    assert_holds(files.sgf, "RE[B+T]");
    stage_close(&staged);
    remove_files(&files);
}

static void test_resignation(void **state)
{
    struct staged staged;
    struct files files;

    (void)state;
    make_files(&files);
    stage_go(&staged, "resign 2", "", "");
    staged.settings.pgn = files.sgf;
    stage_run(&staged);
    assert_no_faults(&staged.state);
    assert_int_equal(staged.state.score.losses, 2);
    assert_string_equal(staged.last_reason, "resignation");
    assert_holds(files.sgf, "RE[W+R]");
    assert_holds(files.sgf, "RE[B+R]");
    stage_close(&staged);
    remove_files(&files);
}

/* Parts, carriage returns and empty lines between answers are as good as any. */
static void test_answers_in_parts(void **state)
{
    struct staged staged;

    (void)state;
    stage_go(&staged, "split", "", "");
    stage_run(&staged);
    assert_int_equal(staged.state.done, 2);
    assert_no_faults(&staged.state);
    stage_close(&staged);
}

/* An engine that cannot be used is found out before the first game, and the message names the command. */
static void test_greetings(void **state)
{
    static const char *const names[] = {"protocol_version", "name",        "version", "list_commands",
                                        "boardsize",        "clear_board", "komi"};
    static const char *const deeds[] = {"unknown", "mute", "forget"};

    (void)state;
    for (int deed = 0; deed < 3; deed++)
        /* Each silent engine costs a wait, so test only two. */
        for (int i = deed == 2 ? 4 : 0; i < 7; i += deed == 1 ? 4 : 1) {
            struct staged staged;
            char text[64];

            (void)snprintf(text, sizeof text, "%s 1 %d", deeds[deed], i);
            stage_go(&staged, text, "", "");
            staged.settings.table.patience_us = 200000;
            if (!match_run(&staged.settings, &staged.state, &staged.error) || !strstr(staged.error.message, names[i]) ||
                !strstr(staged.error.message, "engine first"))
                fail_msg("%s %s: '%s'", deeds[deed], names[i], staged.error.message);
            stage_close(&staged);
        }
}

static void assert_refused(const char *deeds, const char *more, const struct match_limit *limit, const char *says)
{
    struct staged staged;

    stage_go(&staged, deeds, "", more);
    if (limit)
        staged.settings.limit = *limit;
    if (!match_run(&staged.settings, &staged.state, &staged.error) || !strstr(staged.error.message, says))
        fail_msg("%s %s: '%s', expected '%s'", deeds, more, staged.error.message, says);
    stage_close(&staged);
}

static void test_refusals(void **state)
{
    static const struct match_limit nodes = {.kind = MATCH_LIMIT_NODES, .amount = 5};
    static const struct match_limit depth = {.kind = MATCH_LIMIT_DEPTH, .amount = 5};
    static const struct match_limit cpu = {.kind = MATCH_LIMIT_CPU, .amount = 5};
    static const struct match_limit increment = {
        .kind = MATCH_LIMIT_CLOCK, .base_us = 60000000, .increment_us = 1000000};
    static const struct match_limit fraction = {.kind = MATCH_LIMIT_CLOCK, .base_us = 1500000};

    (void)state;
    assert_refused("", "", &nodes, "GTP knows no limit of nodes");
    assert_refused("", "", &depth, "GTP knows no limit of nodes");
    assert_refused("", "", &cpu, "GTP cannot stop an engine");
    assert_refused("", "", &increment, "GTP knows no increment");
    assert_refused("", "", &fraction, "whole seconds");
    assert_refused("dated", "", NULL, "it speaks version '1' of GTP, expected 2");
    assert_refused("", "option.level=4", NULL, "'level 4' fails: no such level");
    assert_refused("", "option.bogus=4", NULL, "it has no command 'bogus'");
    assert_refused("", "proto=uci", NULL, "Go is played over GTP");
}

/* GTP is for Go alone. */
static void test_other_games(void **state)
{
    struct staged staged;

    (void)state;
    stage(&staged, "uci", "", "proto=gtp");
    assert_int_equal(match_run(&staged.settings, &staged.state, &staged.error), BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(staged.error.message, "GTP is for Go alone, and this match is of xiangqi"));
    stage_close(&staged);
}

/* ---- Commands to engines ----------------------------------------------------------------------------------------- */

static void test_times_are_told(void **state)
{
    static const struct {
        struct match_limit limit;
        const char *settings, *left;
    } cases[] = {
        {{.kind = MATCH_LIMIT_TIME, .amount = 3000000}, "time_settings 0 3 1", "time_left white 3 1"},
        {{.kind = MATCH_LIMIT_TIME, .amount = 250000}, "time_settings 0 1 4", "time_left black 1 4"},
        {{.kind = MATCH_LIMIT_TIME, .amount = 1500000}, "time_settings 0 3 2", "time_left black 3 2"},
        {{.kind = MATCH_LIMIT_CLOCK, .base_us = 90000000}, "time_settings 90 0 0", "time_left black 90 0"},
        {{.kind = MATCH_LIMIT_CLOCK, .base_us = 90000000, .moves = 25},
         "time_settings 0 90 25",
         "time_left white 90 25"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct staged staged;
        struct files files;

        make_files(&files);
        stage_go(&staged, "", "", "option.level=3");
        staged.settings.limit = cases[i].limit;
        staged.settings.margin_us = 30000000;
        staged.settings.log = files.log;
        stage_run(&staged);
        assert_no_faults(&staged.state);
        assert_holds(files.log, cases[i].settings);
        assert_holds(files.log, cases[i].left);
        assert_holds(files.log, "level 3");
        stage_close(&staged);
        remove_files(&files);
    }
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

/* Two walls, with a stray stone behind each, A3 and D2:
 *
 *     . X O .
 *     O X O .
 *     . X O X
 *     . X O .
 */
static const char board[] = "4 .XO./OXO./.XOX/.XO. b - 0.5 0 0 2";

static void assert_count(const char *settings, const struct match_final finals[2], const char *score, bool is_disputed,
                         const char *says)
{
    static const char *const names[2] = {"one", "two"};
    struct opened opened = open_position("go", settings, board);
    struct match_go_count count;
    by_error error = {0};

    if (match_go_count(opened.position, finals, names, &count, &error))
        fail_msg("%s", error.message);
    if (strcmp(count.score, score) != 0 || count.is_disputed != is_disputed ||
        !strstr(by_text_string(&count.words), says))
        fail_msg("%s, %d, '%s': expected %s, %d, '%s'", count.score, count.is_disputed, by_text_string(&count.words),
                 score, is_disputed, says);
    assert_int_equal(count.outcome, *score == 'B' ? BY_OUTCOME_FIRST : BY_OUTCOME_SECOND);
    by_text_free(&count.words);
    close_position(&opened);
}

static struct match_final final_of(const char *dead, const char *score)
{
    struct match_final final = {.has_dead = dead != NULL};

    if (dead)
        by_text_add(&final.dead, dead);
    (void)snprintf(final.score, sizeof final.score, "%s", score);
    return final;
}

static void test_count(void **state)
{
    static const struct {
        const char *dead[2], *scores[2];
        const char *settings, *score;
        bool is_disputed;
        const char *says;
    } cases[] = {
        /* Each side has 8 points once the strays are gone; else its 5 stones. */
        {{"A3 D2", "d2\na3"}, {"W+0.5", "W+0.50"}, "", "W+0.5", false, "Dead by one: A3 D2."},
        {{"", ""}, {"", ""}, "", "W+0.5", false, "Dead by two: none."},
        /* Only the stone behind black's wall is dead by both. */
        {{"A3 D2", "A3"}, {"", ""}, "", "B+4.5", true, "They do not agree"},
        {{"A3", "D2"}, {"", ""}, "", "W+0.5", true, "They do not agree"},
        {{"A3", NULL}, {"", ""}, "", "W+0.5", true, "Dead by two: no answer."},
        {{"A3", "A3 A1"}, {"", ""}, "", "W+0.5", true, "which are no stones"},
        {{"A3", "A3 Z9"}, {"", ""}, "", "W+0.5", true, "which are no stones"},
        {{"A3", "A3 I3"}, {"", ""}, "", "W+0.5", true, "which are no stones"},
        /* One stone stands for its block. */
        {{"B1", "B1 B2 B3 B4"}, {"", ""}, "", "W+11.5", false, "Dead by one: B4 B3 B2 B1."},
        {{"A3", "A3"}, {"B+4.5", "W+7.5"}, "", "B+4.5", false, "\ntwo counts otherwise: W+7.5."},
        /* Prisoners count by territory. */
        {{"A3", "A3"}, {"", ""}, "scoring=territory", "B+4.5", false, "Black: 1 prisoners and 4 surrounded points."},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct match_final finals[2];

        for (int k = 0; k < 2; k++)
            finals[k] = final_of(cases[i].dead[k], cases[i].scores[k]);
        assert_count(cases[i].settings, finals, cases[i].score, cases[i].is_disputed, cases[i].says);
        by_text_free(&finals[0].dead);
        by_text_free(&finals[1].dead);
    }
}

/* Both call black dead: white has won all games, by everything. If only one does, or one has no list or crashes on the
 * question, that is counted and reported, and the match continues. */
static void test_dead_stones(void **state)
{
    static const struct {
        const char *deeds, *other;
        int disputes;
        const char *says;
    } cases[] = {
        {"black", "black", 0, "RE[W+32.5]"},   {"black", "white", 2, MATCH_NOT_AGREED}, {"silent", "", 2, "no answer."},
        {"lie", "", 2, "which are no stones"}, {"last", "", 2, "no answer, crash: "},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct staged staged;
        struct files files;

        make_files(&files);
        stage_go(&staged, cases[i].deeds, cases[i].other, "");
        staged.settings.pgn = files.sgf;
        stage_run(&staged);
        assert_int_equal(staged.state.done, 2);
        assert_no_faults(&staged.state);
        assert_int_equal(staged.state.disputes, cases[i].disputes);
        assert_holds(files.sgf, cases[i].says);
        assert_int_equal(count_of(files.sgf, "\xff"), 0);
        assert_true(!cases[i].disputes || check_records(&staged, files.sgf) == 2);
        stage_close(&staged);
        remove_files(&files);
    }
}

/* If the engines disagree on the dead stones, the game goes on until both have passed again, with the command for that
 * if they have one. Then it is counted, agreed or not. It does not go on with an engine that has ended. */
static void test_playing_on(void **state)
{
    static const struct {
        const char *deeds;
        int plies, disputes, illegal;
        const char *says;
    } cases[] = {
        {"white", 14, 2, 0, "played on from ply 12, " MATCH_NOT_AGREED},
        {"late_peace", 15, 0, 0, "played on from ply 12"},
        {"clash", 12, 0, 2, "illegal move of "},
        {"last", 12, 2, 0, MATCH_NOT_AGREED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct staged staged;
        struct files files;
        char plies[32];

        make_files(&files);
        stage_go(&staged, cases[i].deeds, "", "");
        staged.settings.table.plays_on = true;
        staged.settings.pgn = files.sgf;
        staged.settings.log = files.log;
        stage_run(&staged);
        assert_int_equal(staged.state.done, 2);
        assert_int_equal(staged.state.played_on, i < 2 ? 2 : 0);
        assert_int_equal(staged.state.disputes, cases[i].disputes);
        assert_int_equal(staged.state.faults[0][MATCH_FAULT_ILLEGAL], cases[i].illegal);
        assert_non_null(strstr(staged.last_reason, cases[i].says));
        (void)snprintf(plies, sizeof plies, ", %d plies: ", cases[i].plies);
        assert_holds(files.sgf, plies);
        assert_int_equal(count_of(files.log, " kgs-genmove_cleanup ") > 0, i == 1 || i == 2);
        if (!cases[i].illegal)
            assert_int_equal(check_records(&staged, files.sgf), 2);
        stage_close(&staged);
        remove_files(&files);
    }
}

/* ---- Going on ---------------------------------------------------------------------------------------------------- */

static by_status run_games(struct files *files, int games, struct staged *staged)
{
    by_status status;

    stage_go(staged, "black", "white", "");
    staged->settings.games = games;
    staged->settings.journal = files->journal;
    staged->settings.pgn = files->sgf;
    status = match_run(&staged->settings, &staged->state, &staged->error);
    stage_close(staged);
    return status;
}

/* Half a game that a kill leaves behind is cut off; what was counted stays counted. */
static void test_goes_on(void **state)
{
    struct staged staged;
    struct files files;

    (void)state;
    make_files(&files);
    assert_int_equal(run_games(&files, 2, &staged), BY_OK);
    write_file(files.sgf, "(;GM[1]FF[4]CA[UTF-8]SZ[5]RO[3]\n;B[c", "a");
    write_file(files.journal, "3 1-0 no", "a");
    assert_int_equal(run_games(&files, 4, &staged), BY_OK);
    assert_int_equal(staged.state.resumed, 2);
    assert_int_equal(staged.state.done, 4);
    assert_int_equal(staged.state.disputes, 4);
    for (int i = 1; i <= 4; i++) {
        char round[16];

        (void)snprintf(round, sizeof round, "RO[%d]", i);
        assert_int_equal(count_of(files.sgf, round), 1);
    }
    assert_int_equal(count_of(files.sgf, "(;GM[1]"), 4);
    remove_files(&files);
}

/* A file that is not this match's stays as it is. */
static void test_other_files(void **state)
{
    struct staged staged;
    struct files files;
    struct stat before, after;
    char *text, *round;

    (void)state;
    make_files(&files);
    assert_int_equal(run_games(&files, 2, &staged), BY_OK);
    text = match_read_file(files.sgf);
    round = strstr(text, "RO[2]");
    assert_non_null(round);
    round[3] = '7';
    write_file(files.sgf, text, "w");
    assert_int_equal(stat(files.sgf, &before), 0);
    assert_int_equal(run_games(&files, 4, &staged), BY_ERROR_INPUT);
    assert_non_null(strstr(staged.error.message, "is not the record of this match"));
    round[3] = '2';
    write_file(files.sgf, text, "w");
    write_file(files.sgf, "(;GM[1]FF[4]\n;B[cc])\n(;GM[1]FF[4]\n;B[cc])\n", "a");
    assert_int_equal(run_games(&files, 4, &staged), BY_ERROR_INPUT);
    assert_int_equal(stat(files.sgf, &after), 0);
    assert_true(after.st_size > before.st_size);
    free(text);
    remove_files(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_and_records),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_openings_of_records),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_hangs),
        cmocka_unit_test(test_late_answers),
        cmocka_unit_test(test_resignation),
        cmocka_unit_test(test_answers_in_parts),
        cmocka_unit_test(test_greetings),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_other_games),
        cmocka_unit_test(test_times_are_told),
        cmocka_unit_test(test_count),
        cmocka_unit_test(test_dead_stones),
        cmocka_unit_test(test_playing_on),
        cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_other_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
