/* SPDX-License-Identifier: MIT
 *
 * Matches that are broken off: by a person, by a kill, in the middle of a line. The same command goes on, and what
 * comes out is what an undisturbed match would have given.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "support/match.h"
#include "support/program.h"

/* Two files in a folder of their own. */
struct files {
    char folder[32], journal[64], pgn[64];
};

static void make_files(struct files *files)
{
    strcpy(files->folder, "/tmp/boyi_journal_XXXXXX");
    assert_non_null(mkdtemp(files->folder));
    (void)snprintf(files->journal, sizeof files->journal, "%s/journal", files->folder);
    (void)snprintf(files->pgn, sizeof files->pgn, "%s/pgn", files->folder);
}

static void remove_files(struct files *files)
{
    unlink(files->journal);
    unlink(files->pgn);
    rmdir(files->folder);
}

static int count_of(const char *path, const char *what)
{
    char *text = match_read_file(path);
    int count = 0;

    for (const char *at = text; (at = strstr(at, what)) != NULL; at++)
        count++;
    free(text);
    return count;
}

/* ---- In this process --------------------------------------------------------------------------------------------- */

struct stopper {
    int after;
    int done;
};

static bool goes_on(void *context)
{
    struct stopper *stopper = context;

    return stopper->done < stopper->after;
}

static void note(void *context, const struct match_state *state, const struct match_entry *entry)
{
    struct stopper *stopper = context;

    (void)entry;
    stopper->done = state->done;
}

/* Runs a match of `games` games that is stopped after some. */
static void run_some(struct files *files, int games, int after, struct match_state *out)
{
    struct stopper stopper = {.after = after};
    struct staged staged;

    stage(&staged, "uci", "", "");
    staged.settings.games = games;
    staged.settings.journal = files->journal;
    staged.settings.pgn = files->pgn;
    staged.settings.table.adjudication.max_plies = 30;
    staged.settings.goes_on = goes_on;
    staged.settings.report = note;
    staged.settings.context = &stopper;
    stage_run(&staged);
    *out = staged.state;
    stage_close(&staged);
}

static void test_goes_on(void **state)
{
    struct files files;
    struct match_state result;

    (void)state;
    make_files(&files);
    run_some(&files, 6, 2, &result);
    assert_true(result.was_stopped);
    assert_in_range(result.done, 2, 5);
    run_some(&files, 6, 100, &result);
    assert_false(result.was_stopped);
    assert_in_range(result.resumed, 2, 5);
    assert_int_equal(result.done, 6);
    assert_int_equal(result.score.pairs[0] + result.score.pairs[1] + result.score.pairs[2] + result.score.pairs[3] +
                         result.score.pairs[4],
                     3);
    assert_int_equal(count_of(files.pgn, "[Round "), 6);
    /* A finished match reports its result again, and can be made longer. */
    run_some(&files, 6, 100, &result);
    assert_int_equal(result.resumed, 6);
    run_some(&files, 8, 100, &result);
    assert_int_equal(result.done, 8);
    assert_int_equal(count_of(files.pgn, "[Round "), 8);
    remove_files(&files);
}

/* Half a line at the end of the journal and half a game at the end of the record are what a kill leaves behind. */
static void test_torn_files(void **state)
{
    struct files files;
    struct match_state result;
    FILE *file;

    (void)state;
    make_files(&files);
    run_some(&files, 2, 100, &result);
    file = fopen(files.journal, "a");
    /* Longer than what is written in its place. */
    fprintf(file, "3 1-0 none 2 %0300d", 0);
    fclose(file);
    file = fopen(files.pgn, "a");
    fputs("[Game \"Chinese Chess\"]\n[Round \"3\"]\n[Event", file);
    fclose(file);
    run_some(&files, 4, 100, &result);
    assert_int_equal(result.resumed, 2);
    assert_int_equal(result.done, 4);
    assert_int_equal(count_of(files.pgn, "[Round "), 4);
    assert_int_equal(count_of(files.pgn, "[Round \"3\"]"), 1);
    assert_int_equal(count_of(files.journal, "\n3 "), 1);
    assert_int_equal(count_of(files.journal, "0000"), 0);
    remove_files(&files);
}

static void assert_refused(struct files *files, struct staged *staged, const char *says)
{
    staged->settings.journal = files->journal;
    assert_int_not_equal(match_run(&staged->settings, &staged->state, &staged->error), BY_OK);
    if (!strstr(staged->error.message, says))
        fail_msg("'%s', expected '%s'", staged->error.message, says);
    stage_close(staged);
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A journal of another match, or a file that is none, is refused with the reason and left as it is. */
static void test_refusals(void **state)
{
    struct files files;
    struct match_state result;
    struct staged staged;
    char *before, *after;

    (void)state;
    make_files(&files);
    run_some(&files, 2, 100, &result);
    before = match_read_file(files.journal);
    stage(&staged, "uci", "play", "");
    assert_refused(&files, &staged, "engine1");
    stage(&staged, "uci", "", "");
    staged.settings.limit.amount = 2;
    assert_refused(&files, &staged, "2 plies deep");
    stage(&staged, "uci", "", "");
    staged.settings.rules = "others";
    assert_refused(&files, &staged, "rules: usual");
    stage(&staged, "uci", "", "");
    staged.settings.sprt = (struct match_sprt){true, MATCH_SPRT_LOGISTIC, 0, 5, 0.05, 0.05};
    staged.settings.table.adjudication.max_plies = 30;
    assert_refused(&files, &staged, "sprt");
    stage(&staged, "uci", "", "");
    staged.settings.table.adjudication.max_plies = 30;
    staged.settings.table.adjudication.draw_after = 7;
    assert_refused(&files, &staged, "draw 0 0 7");
    after = match_read_file(files.journal);
    assert_string_equal(before, after);
    free(before);
    free(after);

    write_text(files.journal, "my diary\n");
    stage(&staged, "uci", "", "");
    assert_refused(&files, &staged, "no journal");
    remove_files(&files);
}

/* A match that was interrupted before the end of its first game can be resumed. */
static void test_goes_on_from_nothing(void **state)
{
    struct files files;
    struct match_state result;

    (void)state;
    make_files(&files);
    run_some(&files, 2, 0, &result);
    assert_true(result.was_stopped);
    assert_int_equal(result.done, 0);
    run_some(&files, 2, 100, &result);
    assert_int_equal(result.done, 2);
    assert_int_equal(count_of(files.pgn, "[Round "), 2);
    remove_files(&files);
}

/* A journal that ends before its games begin is what a kill at the very start leaves behind. */
static void test_torn_heads(void **state)
{
    struct files files;
    struct match_state result;
    char *whole;
    size_t length;

    (void)state;
    make_files(&files);
    run_some(&files, 2, 0, &result);
    whole = match_read_file(files.journal);
    length = strlen(whole);
    assert_string_equal(whole + length - 7, "games:\n");
    for (size_t i = 0; i <= 8; i++) {
        char *torn = strdup(whole), *after;

        torn[(length - 1) * i / 8] = 0;
        write_text(files.journal, torn);
        unlink(files.pgn);
        run_some(&files, 2, 0, &result);
        after = match_read_file(files.journal);
        assert_string_equal(after, whole);
        free(after);
        free(torn);
    }
    free(whole);
    remove_files(&files);
}

static void assert_record_refused(struct files *files, const char *text, const char *says)
{
    struct staged staged;
    char *after;

    write_text(files->pgn, text);
    stage(&staged, "uci", "", "");
    staged.settings.table.adjudication.max_plies = 30;
    staged.settings.games = 4;
    staged.settings.pgn = files->pgn;
    assert_refused(files, &staged, says);
    after = match_read_file(files->pgn);
    assert_string_equal(after, text);
    free(after);
}

/* A record that is not that of the journal is refused and stays as it is. */
static void test_other_records(void **state)
{
    static const char filler[] = "My games, which I have collected for years.\n";
    struct files files;
    struct match_state result;
    char text[1 << 14] = "", *record, *round;

    (void)state;
    make_files(&files);
    run_some(&files, 2, 100, &result);
    record = match_read_file(files.pgn);
    while (strlen(text) < strlen(record))
        strcat(text, filler);
    assert_record_refused(&files, text, "is not the record of this match");
    (void)snprintf(text, sizeof text, "%s%s", record, filler);
    assert_record_refused(&files, text, "is not the record of this match");
    (void)snprintf(text, sizeof text, "%s%s", record, record);
    assert_record_refused(&files, text, "is not the record of this match");
    (void)snprintf(text, sizeof text, "%s", record);
    round = strstr(text, "[Round \"2\"]");
    assert_non_null(round);
    round[8] = '3';
    assert_record_refused(&files, text, "is not the record of this match");
    record[strlen(record) - 1] = 0;
    assert_record_refused(&files, record, "but the journal knows of");
    free(record);
    remove_files(&files);
}

/* A match that was played without a record has no game in any file. */
static void test_record_of_a_match_without(void **state)
{
    struct files files;
    struct match_state result;

    (void)state;
    make_files(&files);
    for (int after = 0; after < 2; after++) {
        struct stopper stopper = {.after = after};
        struct staged staged;

        stage(&staged, "uci", "", "");
        staged.settings.games = 4;
        staged.settings.journal = files.journal;
        staged.settings.table.adjudication.max_plies = 30;
        staged.settings.goes_on = goes_on;
        staged.settings.report = note;
        staged.settings.context = &stopper;
        stage_run(&staged);
        stage_close(&staged);
        assert_record_refused(&files, "[Game \"Chinese Chess\"]\n", "exists already");
        unlink(files.pgn);
    }
    run_some(&files, 4, 100, &result);
    assert_int_equal(result.done, 4);
    assert_in_range(count_of(files.pgn, "[Round "), 1, 3);
    /* The record lacks the games before its first. */
    run_some(&files, 6, 100, &result);
    assert_int_equal(result.done, 6);
    remove_files(&files);
}

static void assert_line_refused(const char *line, size_t length)
{
    struct files files;
    struct match_state result;
    struct staged staged;
    FILE *file;

    make_files(&files);
    run_some(&files, 2, 100, &result);
    file = fopen(files.journal, "a");
    fwrite(line, 1, length, file);
    fclose(file);
    stage(&staged, "uci", "", "");
    staged.settings.table.adjudication.max_plies = 30;
    staged.settings.games = 4;
    assert_refused(&files, &staged, "journal");
    remove_files(&files);
}

/* A line that is no game, or a duplicate game, is an error. */
static void test_damaged_journals(void **state)
{
    static const char with_zero[] = "3 1-0 none 5 10 x\0y\n";
    static const char *const lines[] = {"nonsense\n",
                                        "3 2-0 none 5 10 x\n",
                                        "3 1-0 sloth 5 10 x\n",
                                        "0 1-0 none 5 10 x\n",
                                        "1 1-0 none 5 10 x\n",
                                        "9 1-0 none 5 10 x\n",
                                        "3 1-0 none -5 10 x\n",
                                        "3 1-0 none 5 -10 x\n",
                                        "4294967299 1-0 none 5 10 x\n",
                                        "3 1-0 none 4294967296 10 x\n",
                                        "3 1-0 none 5 18446744073709551617 x\n",
                                        "3 1-0 none 5 10 ponder=4294967297/1,0/0 x\n"};

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_line_refused(lines[i], strlen(lines[i]));
    assert_line_refused(with_zero, sizeof with_zero - 1);
}

/* Records are never overwritten. */
static void test_record_exists(void **state)
{
    struct files files;
    struct staged staged;

    (void)state;
    make_files(&files);
    write_text(files.pgn, "precious\n");
    stage(&staged, "uci", "", "");
    staged.settings.pgn = files.pgn;
    assert_int_not_equal(match_run(&staged.settings, &staged.state, &staged.error), BY_OK);
    assert_non_null(strstr(staged.error.message, "exists"));
    stage_close(&staged);
    assert_int_equal(count_of(files.pgn, "precious"), 1);
    remove_files(&files);
}

static void note_decision(void *context, const struct match_state *state, const struct match_entry *entry)
{
    enum match_decision *decision = context;
    struct timespec moment = {.tv_nsec = 20000000};

    (void)entry;
    /* Time for the other games to end before this one is dealt with. */
    nanosleep(&moment, NULL);
    assert_int_equal(*decision, MATCH_UNDECIDED);
    *decision = state->decision;
}

/* The test ends a match when it is decided, and no game counts after that. All games would take hours. */
static void test_sprt_stops(void **state)
{
    enum match_decision decision = MATCH_UNDECIDED;
    struct staged staged;

    (void)state;
    stage(&staged, "uci", "illegal 1", "");
    staged.settings.games = 1000000;
    staged.settings.concurrency = 8;
    staged.settings.report = note_decision;
    staged.settings.context = &decision;
    staged.settings.sprt = (struct match_sprt){true, MATCH_SPRT_LOGISTIC, 0, 200, 0.05, 0.05};
    stage_run(&staged);
    assert_int_equal(staged.state.decision, MATCH_ACCEPT_H0);
    assert_true(staged.state.done < 100);
    assert_true(staged.state.llr <= match_sprt_lower(&staged.settings.sprt));
    assert_false(staged.state.was_stopped);
    stage_close(&staged);
}

/* ---- The program from outside ------------------------------------------------------------------------------------ */

static pid_t start_program(const struct files *files, int games, const char *deeds, const char *output)
{
    char first[4200], second[4200], count[16];
    char *arguments[] = {(char *)(uintptr_t)program_path(),
                         "match",
                         "--engine",
                         first,
                         "--engine",
                         second,
                         "--depth",
                         "1",
                         "--games",
                         count,
                         "--most-plies",
                         "20",
                         "--journal",
                         (char *)(uintptr_t)files->journal,
                         "--pgn",
                         (char *)(uintptr_t)files->pgn,
                         "--json",
                         "--concurrency",
                         "2",
                         NULL};
    int sink = open("/dev/null", O_RDWR | O_CLOEXEC);
    int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    pid_t pid;

    assert_true(sink >= 0 && file >= 0);
    (void)snprintf(first, sizeof first, "cmd='%s uci 1 %s' name=a", match_fake_engine(), deeds);
    (void)snprintf(second, sizeof second, "cmd='%s uci 2' name=b", match_fake_engine());
    (void)snprintf(count, sizeof count, "%d", games);
    pid = program_start(arguments, (const int[]){sink, file, sink});
    close(sink);
    close(file);
    return pid;
}

static int games_in(const struct files *files)
{
    char *text = match_read_file(files->journal);
    char *at = strstr(text, "games:\n");
    int lines = 0;

    for (; at; at = strchr(at + 1, '\n'))
        lines++;
    free(text);
    /* One is where the games begin, and one where the line before them ends. */
    return lines < 2 ? 0 : lines - 2;
}

/* Waits until the journal has this number of games. */
static void wait_for_games(const struct files *files, int games)
{
    struct timespec moment = {.tv_nsec = 5000000};

    for (int tries = 0; tries < 6000; tries++) {
        if (games_in(files) >= games)
            return;
        nanosleep(&moment, NULL);
    }
    fail_msg("no %d games in time", games);
}

/* Killed without warning, and then asked to end, the program loses only what was being played. */
static void test_kill_and_interrupt(void **state)
{
    enum { GAMES = 40 };
    static const int signals[] = {SIGKILL, SIGINT, SIGTERM, SIGHUP};
    /* Slow enough that the match is not over before it is killed. */
    static const char deeds[] = "late 1 5";
    struct files files;
    char output[64];
    char *text;

    (void)state;
    make_files(&files);
    (void)snprintf(output, sizeof output, "%s/output", files.folder);
    for (int i = 0; i < 4; i++) {
        int before = games_in(&files);
        pid_t pid = start_program(&files, GAMES, deeds, output);

        /* Once it has played, it is ready for signals. */
        wait_for_games(&files, before + 2);
        kill(pid, signals[i]);
        assert_int_equal(program_wait(pid), i ? 0 : PROGRAM_KILLED + SIGKILL);
        assert_int_equal(count_of(output, "\"was_stopped\": true"), i ? 1 : 0);
    }
    assert_int_equal(program_wait(start_program(&files, GAMES, deeds, output)), 0);
    assert_int_equal(count_of(output, "\"played\": 40"), 1);
    assert_int_equal(count_of(files.pgn, "[Round "), GAMES);
    for (int i = 1; i <= GAMES; i++) {
        char tag[32];

        (void)snprintf(tag, sizeof tag, "[Round \"%d\"]", i);
        assert_int_equal(count_of(files.pgn, tag), 1);
    }
    text = match_read_file(output);
    assert_non_null(strstr(text, "\"elo\""));
    free(text);
    unlink(output);
    remove_files(&files);
}

/* A second match with the journal of one that runs is refused and leaves it alone. */
static void test_one_journal_for_two(void **state)
{
    struct files files;
    char outputs[2][64];
    pid_t first;

    (void)state;
    make_files(&files);
    for (int i = 0; i < 2; i++)
        (void)snprintf(outputs[i], sizeof outputs[i], "%s/output%d", files.folder, i);
    first = start_program(&files, 1000, "late 1 2", outputs[0]);
    wait_for_games(&files, 1);
    assert_int_equal(program_wait(start_program(&files, 1000, "late 1 2", outputs[1])), 2);
    kill(first, SIGINT);
    assert_int_equal(program_wait(first), 0);
    assert_int_equal(count_of(outputs[0], "\"was_stopped\": true"), 1);
    assert_int_equal(count_of(files.pgn, "[Round \"1\"]"), 1);
    unlink(outputs[0]);
    unlink(outputs[1]);
    remove_files(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_goes_on),
        cmocka_unit_test(test_torn_files),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_goes_on_from_nothing),
        cmocka_unit_test(test_torn_heads),
        cmocka_unit_test(test_other_records),
        cmocka_unit_test(test_record_of_a_match_without),
        cmocka_unit_test(test_damaged_journals),
        cmocka_unit_test(test_record_exists),
        cmocka_unit_test(test_sprt_stops),
        cmocka_unit_test(test_kill_and_interrupt),
        cmocka_unit_test(test_one_journal_for_two),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
