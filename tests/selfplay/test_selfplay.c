/* SPDX-License-Identifier: MIT
 *
 * Self-play: the format, going on after every kind of end, damage, the referee, statistics.
 */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "boyi/random.h"
#include "selfplay/check.h"
#include "selfplay/output.h"
#include "selfplay/player.h"
#include "selfplay/referee.h"
#include "selfplay/stats.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/selfplay.h"

/* ---- The format -------------------------------------------------------------------------------------------------- */

/* The checksum is the well-known one, in one piece or in two. */
static void test_checksum(void **state)
{
    (void)state;
    assert_int_equal(selfplay_checksum(0, "123456789", 9), 0xCBF43926);
    assert_int_equal(selfplay_checksum(selfplay_checksum(0, "1234", 4), "56789", 5), 0xCBF43926);
    assert_int_equal(selfplay_checksum(0, "", 0), 0);
}

/* Numbers come back as they were written, in as many bytes as the format says. */
static void test_numbers(void **state)
{
    static const struct {
        uint64_t number;
        size_t length;
    } cases[] = {{0, 1}, {127, 1}, {128, 2}, {16383, 2}, {16384, 3}, {UINT64_MAX, 10}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct selfplay_bytes bytes = {0};
        struct selfplay_cursor cursor;

        selfplay_bytes_add_number(&bytes, cases[i].number);
        assert_int_equal(bytes.length, cases[i].length);
        cursor = (struct selfplay_cursor){.at = bytes.data, .end = bytes.data + bytes.length};
        assert_true(selfplay_read_number(&cursor, UINT64_MAX) == cases[i].number);
        assert_false(cursor.failed);
        cursor = (struct selfplay_cursor){.at = bytes.data, .end = bytes.data + bytes.length - 1};
        selfplay_read_number(&cursor, UINT64_MAX);
        assert_true(cursor.failed);
        selfplay_bytes_free(&bytes);
    }
    for (int64_t n = -BY_WIN; n <= BY_WIN; n += 997)
        assert_true(selfplay_unfold(selfplay_fold(n)) == n);
    assert_int_equal(selfplay_fold(-1), 1);
    assert_int_equal(selfplay_fold(1), 2);
}

/* A number has one form only, and is not larger than asked for. */
static void test_numbers_that_are_none(void **state)
{
    static const struct {
        uint8_t bytes[11];
        size_t length;
        uint64_t most;
    } cases[] = {
        {{0x80, 0x00}, 2, 1000},
        {{0x80}, 1, 1000},
        {{5}, 1, 4},
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02}, 10, UINT64_MAX},
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 0x01}, 11, UINT64_MAX},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct selfplay_cursor cursor = {.at = cases[i].bytes, .end = cases[i].bytes + cases[i].length};

        selfplay_read_number(&cursor, cases[i].most);
        assert_true(cursor.failed);
    }
}

/* A game comes back as it was written, with the greatest values and without scores. */
static void test_game_round_trip(void **state)
{
    static const struct selfplay_ply plies[] = {{BY_MAX_MOVE, SELFPLAY_NO_SCORE}, {0, BY_WIN}, {16383, -BY_WIN}, {1, 0},
                                                {2, SELFPLAY_NO_SCORE},           {3, -1}};
    struct selfplay_game game = {0}, again = {0};
    struct selfplay_bytes bytes = {0};

    (void)state;
    game.number = UINT64_MAX;
    by_text_add(&game.start, "xo./.../...");
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(selfplay_game_add(&game, plies[i].move, plies[i].score, NULL), BY_OK);
    game.opening_plies = 1;
    game.value = -BY_WIN;
    game.end = SELFPLAY_END_LENGTH;
    assert_int_equal(selfplay_game_put(&game, &bytes, NULL), BY_OK);
    assert_int_equal(selfplay_game_get(&again, bytes.data, bytes.length, NULL), BY_OK);
    assert_true(again.number == UINT64_MAX);
    assert_string_equal(by_text_string(&again.start), "xo./.../...");
    assert_int_equal(again.ply_count, 6);
    assert_memory_equal(again.plies, plies, sizeof plies);
    assert_int_equal(again.opening_plies, 1);
    assert_int_equal(again.value, -BY_WIN);
    assert_int_equal(again.end, SELFPLAY_END_LENGTH);
    for (size_t length = 0; length < bytes.length; length++)
        assert_int_equal(selfplay_game_get(&again, bytes.data, length, NULL), BY_ERROR_INPUT);
    selfplay_bytes_add_number(&bytes, 0);
    assert_int_equal(selfplay_game_get(&again, bytes.data, bytes.length, NULL), BY_ERROR_INPUT);
    selfplay_bytes_free(&bytes);
    selfplay_game_free(&game);
    selfplay_game_free(&again);
}

/* ---- Reading what was played ------------------------------------------------------------------------------------- */

/* Reads and replays a file; `games` gets how many were good. */
static by_status check_path(const char *path, uint64_t *games, bool *is_cut, by_error *error)
{
    struct selfplay_reader *reader = NULL;
    struct selfplay_checked checked = {0};
    by_status status = selfplay_reader_open(path, &reader, error);

    if (!status)
        status = selfplay_check(reader, &checked, error);
    *games = checked.games;
    *is_cut = !status && selfplay_reader_is_cut(reader);
    selfplay_reader_destroy(reader);
    return status;
}

/* Each game of every built-in game that can be played so is replayed to the end that the file has, and compared with
 * what a player makes of the same number. */
static void test_replay(void **state)
{
    static const char *const games[] = {"xiangqi", "tictactoe", "pairs"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct selfplay_bench bench;
        struct selfplay_reader *reader;
        struct selfplay_player *player;
        struct selfplay_game game = {0};
        const struct selfplay_game *read;
        struct selfplay_position at;
        uint64_t count = 0;
        bool is_cut;

        selfplay_bench_open(&bench, games[i]);
        selfplay_bench_run(&bench, 12, 1);
        assert_int_equal(check_path(bench.path, &count, &is_cut, NULL), BY_OK);
        assert_int_equal(count, 12);
        assert_false(is_cut);
        assert_int_equal(selfplay_reader_open(bench.path, &reader, NULL), BY_OK);
        assert_int_equal(selfplay_player_create(&bench.plan, NULL, &player, NULL), BY_OK);
        for (count = 0; !selfplay_reader_next(reader, &read, NULL) && read; count++) {
            size_t plies = 0;

            assert_int_equal(selfplay_player_play(player, count, &game, &is_cut, NULL), BY_OK);
            assert_int_equal(game.ply_count, read->ply_count);
            assert_memory_equal(game.plies, read->plies, game.ply_count * sizeof *game.plies);
            assert_int_equal(read->opening_plies, 3);
            for (; !selfplay_reader_step(reader, &at, NULL) && at.position; plies++) {
                assert_int_equal(at.ply, plies);
                assert_int_equal(at.result, (at.side ? -1 : 1) * selfplay_game_result(read));
            }
            assert_int_equal(plies, read->ply_count);
        }
        assert_int_equal(count, 12);
        selfplay_player_destroy(player);
        selfplay_game_free(&game);
        selfplay_reader_destroy(reader);
        selfplay_bench_close(&bench);
    }
}

/* A game does not depend on those that were played before it, but on its number and the seed. */
static void test_games_by_number(void **state)
{
    struct selfplay_bench bench;
    struct selfplay_player *player, *fresh;
    struct selfplay_game game = {0}, other = {0};
    bool is_stopped;

    (void)state;
    selfplay_bench_open(&bench, "xiangqi");
    bench.plan.nodes = 1000;
    assert_int_equal(selfplay_player_create(&bench.plan, NULL, &player, NULL), BY_OK);
    for (uint64_t i = 0; i < 3; i++) {
        for (int times = 0; times < 2; times++) /* the second time, the first must have left nothing in tables */
            assert_int_equal(selfplay_player_play(player, i, &game, &is_stopped, NULL), BY_OK);
        assert_true(!i || memcmp(game.plies, other.plies, 3 * sizeof *game.plies) != 0);
        assert_int_equal(selfplay_player_create(&bench.plan, NULL, &fresh, NULL), BY_OK);
        assert_int_equal(selfplay_player_play(fresh, i, &other, &is_stopped, NULL), BY_OK);
        selfplay_player_destroy(fresh);
        assert_int_equal(game.ply_count, other.ply_count);
        assert_memory_equal(game.plies, other.plies, game.ply_count * sizeof *game.plies);
    }
    bench.plan.seed++;
    assert_int_equal(selfplay_player_play(player, 2, &game, &is_stopped, NULL), BY_OK);
    assert_memory_not_equal(game.plies, other.plies, 3 * sizeof *game.plies);
    selfplay_player_destroy(player);
    selfplay_game_free(&game);
    selfplay_game_free(&other);
    selfplay_bench_close(&bench);
}

/* Random moves never end a game, however many are asked for: there is always something left to play. */
static void test_random_moves_do_not_end_games(void **state)
{
    struct selfplay_bench bench;
    struct selfplay_player *player;
    struct selfplay_game game = {0};
    bool is_stopped;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    bench.plan.random_plies = 1000;
    assert_int_equal(selfplay_player_create(&bench.plan, NULL, &player, NULL), BY_OK);
    for (uint64_t i = 0; i < 100; i++) {
        assert_int_equal(selfplay_player_play(player, i, &game, &is_stopped, NULL), BY_OK);
        assert_in_range(game.opening_plies, 4, 8);
        assert_int_equal(game.ply_count, game.opening_plies + 1);
    }
    selfplay_player_destroy(player);
    selfplay_game_free(&game);
    selfplay_bench_close(&bench);
}

/* ---- Going on ---------------------------------------------------------------------------------------------------- */

/* A file that ends after any byte of its games, or somewhere in its settings, becomes the same again; so does one with
 * zeros for its games. */
static void test_cut_anywhere(void **state)
{
    struct selfplay_bench bench;
    uint8_t *bytes, *zeros;
    size_t length, head;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    selfplay_bench_run(&bench, 0, 1);
    free(file_bytes(bench.path, &head));
    selfplay_bench_run(&bench, 6, 1);
    bytes = file_bytes(bench.path, &length);
    zeros = malloc(length);
    assert_non_null(zeros);
    for (size_t cut = 0; cut <= length; cut += cut + 7 < head ? 7 : 1) {
        uint64_t games;
        bool is_cut;

        file_set_bytes(bench.path, bytes, cut);
        if (cut >= head)
            assert_int_equal(check_path(bench.path, &games, &is_cut, NULL), BY_OK);
        else
            assert_int_equal(check_path(bench.path, &games, &is_cut, NULL), BY_ERROR_INPUT);
        selfplay_bench_run(&bench, 6, 1);
        assert_file_bytes(bench.path, bytes, length);
    }
    memcpy(zeros, bytes, length);
    memset(zeros + head, 0, length - head);
    file_set_bytes(bench.path, zeros, length);
    selfplay_bench_run(&bench, 6, 1);
    assert_file_bytes(bench.path, bytes, length);
    free(zeros);
    free(bytes);
    selfplay_bench_close(&bench);
}

/* Plays in a process of its own, which is killed after some time; true if it was done before. */
static bool play_and_kill(struct selfplay_bench *bench, uint64_t games, int jobs, long microseconds)
{
    struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000};
    pid_t child = fork();
    int status;

    assert_true(child >= 0);
    if (!child) {
        struct selfplay_order order = {.path = bench->path, .games = games, .jobs = jobs};
        struct selfplay_progress progress;

        _exit(selfplay_run(&bench->plan, &order, &progress, NULL) ? 1 : 0);
    }
    nanosleep(&time, NULL);
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFEXITED(status);
}

/* Killed twenty times at random moments and gone on with, the file is as if that had never happened. */
static void test_killed_anywhere(void **state)
{
    enum { GAMES = 60, KILLS = 20 };
    struct by_random random = {1};
    struct selfplay_bench bench;
    uint8_t *bytes;
    size_t length;

    (void)state;
    selfplay_bench_open(&bench, "xiangqi");
    selfplay_bench_run(&bench, GAMES, 1);
    bytes = file_bytes(bench.path, &length);
    assert_int_equal(unlink(bench.path), 0);
    for (int i = 0; i < KILLS; i++)
        if (play_and_kill(&bench, GAMES, 1 + i % 2, by_random_below(&random, 30000)))
            (void)unlink(bench.path);
    selfplay_bench_run(&bench, GAMES, 2);
    assert_file_bytes(bench.path, bytes, length);
    free(bytes);
    selfplay_bench_close(&bench);
}

/* A disk that is full leaves whole games, and there is a way on. */
static void test_disk_full(void **state)
{
    struct selfplay_bench bench;
    uint8_t *bytes;
    size_t length, left, room;
    uint64_t games;
    bool is_cut;
    int status;
    pid_t child;

    (void)state;
    selfplay_bench_open(&bench, "xiangqi");
    selfplay_bench_run(&bench, 10, 1);
    bytes = file_bytes(bench.path, &length);
    room = length - length / 4; /* for the settings and some games */
    assert_int_equal(unlink(bench.path), 0);
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct rlimit limit = {.rlim_cur = room, .rlim_max = room};
        struct selfplay_progress progress = {0};
        by_error error = {0};

        (void)signal(SIGXFSZ, SIG_IGN);
        (void)setrlimit(RLIMIT_FSIZE, &limit);
        status = selfplay_bench_try(&bench, 10, &progress, &error);
        _exit(status && progress.is_write_error && strstr(error.message, bench.path) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(check_path(bench.path, &games, &is_cut, NULL), BY_OK);
    assert_false(is_cut);
    assert_in_range(games, 1, 9);
    free(file_bytes(bench.path, &left));
    assert_true(left <= room);
    selfplay_bench_run(&bench, 10, 1);
    assert_file_bytes(bench.path, bytes, length);
    free(bytes);
    selfplay_bench_close(&bench);
}

/* More games can be asked for later; fewer than there are change nothing. */
static void test_more_games(void **state)
{
    struct selfplay_bench bench;
    struct selfplay_progress progress;
    uint8_t *bytes;
    size_t length;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    selfplay_bench_run(&bench, 9, 1);
    bytes = file_bytes(bench.path, &length);
    assert_int_equal(unlink(bench.path), 0);
    selfplay_bench_run(&bench, 4, 1);
    selfplay_bench_run(&bench, 9, 1);
    assert_file_bytes(bench.path, bytes, length);
    assert_int_equal(selfplay_bench_try(&bench, 2, &progress, NULL), BY_OK);
    assert_int_equal(progress.games, 9);
    assert_file_bytes(bench.path, bytes, length);
    free(bytes);
    selfplay_bench_close(&bench);
}

/* Half a game is taken away even if no game is to be added. */
static void test_tail_goes(void **state)
{
    struct selfplay_bench bench;
    struct selfplay_progress progress;
    uint8_t *bytes;
    size_t length, whole;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    selfplay_bench_run(&bench, 3, 1);
    free(file_bytes(bench.path, &whole));
    selfplay_bench_run(&bench, 4, 1);
    bytes = file_bytes(bench.path, &length);
    file_set_bytes(bench.path, bytes, length - 3);
    assert_int_equal(selfplay_bench_try(&bench, 3, &progress, NULL), BY_OK);
    assert_int_equal(progress.bytes_cut, length - 3 - whole);
    assert_file_bytes(bench.path, bytes, whole);
    free(bytes);
    selfplay_bench_close(&bench);
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

static void assert_refused(struct selfplay_bench *bench, uint64_t games, const char *part)
{
    struct selfplay_progress progress;
    by_error error = {0};

    assert_int_equal(selfplay_bench_try(bench, games, &progress, &error), BY_ERROR_INPUT);
    if (!strstr(error.message, part))
        fail_msg("'%s' is not in '%s'", part, error.message);
}

/* Other settings than those in the file are refused with what differs, and the file stays as it is. */
static void test_other_settings(void **state)
{
    struct selfplay_bench bench;
    uint8_t *bytes;
    size_t length;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    selfplay_bench_run(&bench, 3, 1);
    bytes = file_bytes(bench.path, &length);
    bench.plan.nodes = 61;
    assert_refused(&bench, 5, "the file has nodes=60, asked for is nodes=61");
    bench.plan.seed = 8;
    assert_refused(&bench, 5, "(and 1 more differ)");
    bench.plan.nodes = 60;
    bench.plan.seed = 7;
    assert_int_equal(by_options_set(bench.options, "pvs", "off", NULL), BY_OK);
    assert_refused(&bench, 5, "method.pvs=on, asked for is method.pvs=off");
    assert_file_bytes(bench.path, bytes, length);
    free(bytes);
    selfplay_bench_close(&bench);
}

/* Settings of which one text has lines that the other has not. */
static void test_compare_settings(void **state)
{
    by_error error = {0};

    (void)state;
    assert_int_equal(selfplay_settings_compare("a=1\nb=2\n", "a=1\nb=2\n", NULL), BY_OK);
    assert_int_equal(selfplay_settings_compare("a=1\n", "a=1\nb=2\n", &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "the file has nothing, asked for is b=2"));
    assert_int_equal(selfplay_settings_compare("a=1\nb=2\n", "a=1\n", &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "the file has b=2, asked for is nothing"));
    assert_int_equal(selfplay_settings_compare("b=2\na=1\n", "a=1\nb=2\n", &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "another order"));
}

/* Plans that would play the same game twice, or not always the same, are refused. */
static void test_plans(void **state)
{
    struct selfplay_bench bench;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    bench.plan.random_plies = 0;
    assert_refused(&bench, 2, "2 games from 1 opening would play the same again");
    assert_int_equal(access(bench.path, F_OK), -1);
    selfplay_bench_run(&bench, 1, 1);
    bench.plan.nodes = 0;
    assert_refused(&bench, 1, "0 nodes");
    bench.plan.nodes = 1;
    bench.plan.adjudication.win_score = 0;
    assert_refused(&bench, 1, "a win by a score of 0");
    selfplay_bench_close(&bench);
}

/* A file of another kind is left alone, a short one too. */
static void test_foreign_files(void **state)
{
    static const char *const texts[] = {"a letter to my aunt, which is long enough for all that is looked for", "x"};
    struct selfplay_bench bench;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    for (int i = 0; i < 2; i++) {
        file_set_bytes(bench.path, (const uint8_t *)texts[i], strlen(texts[i]));
        assert_refused(&bench, 3, "is no file of self-play");
        assert_file_bytes(bench.path, (const uint8_t *)texts[i], strlen(texts[i]));
    }
    selfplay_bench_close(&bench);
}

/* Changes the last game of a file and makes its checksum fit. */
static void forge_last_score(const char *path)
{
    struct selfplay_source source = {.stream = fopen(path, "rb"), .name = path};
    struct selfplay_bytes payload = {0}, all = {0}, forged = {0};
    struct selfplay_game game = {0};
    enum selfplay_found found;

    assert_non_null(source.stream);
    selfplay_put_beginning(&all);
    assert_int_equal(selfplay_get_beginning(&source, NULL), BY_OK);
    assert_int_equal(selfplay_get_frame(&source, SELFPLAY_FRAME_SETTINGS, &payload, &found, NULL), BY_OK);
    selfplay_put_frame(&all, SELFPLAY_FRAME_SETTINGS, payload.data, payload.length, NULL);
    assert_int_equal(selfplay_get_frame(&source, SELFPLAY_FRAME_GAME, &payload, &found, NULL), BY_OK);
    assert_int_equal(selfplay_game_get(&game, payload.data, payload.length, NULL), BY_OK);
    game.plies[game.ply_count - 1].score ^= 1;
    assert_int_equal(selfplay_game_put(&game, &forged, NULL), BY_OK);
    selfplay_put_frame(&all, SELFPLAY_FRAME_GAME, forged.data, forged.length, NULL);
    (void)fclose(source.stream);
    file_set_bytes(path, all.data, all.length);
    selfplay_bytes_free(&payload);
    selfplay_bytes_free(&all);
    selfplay_bytes_free(&forged);
    selfplay_game_free(&game);
}

/* A file that another program has played, as its last game shows, is not gone on with. */
static void test_other_program(void **state)
{
    struct selfplay_bench bench;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    selfplay_bench_run(&bench, 1, 1);
    forge_last_score(bench.path);
    assert_refused(&bench, 3, "does not play game 0 as it stands in the file");
    selfplay_bench_close(&bench);
}

/* Two programs do not write to the same file. */
static void test_locked(void **state)
{
    struct selfplay_bench bench;
    struct selfplay_output *output;
    by_text settings = {0};
    int status;
    pid_t child;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    assert_int_equal(selfplay_plan_print(&bench.plan, &settings, NULL), BY_OK);
    assert_int_equal(selfplay_output_open(bench.path, by_text_string(&settings), false, &output, NULL), BY_OK);
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct selfplay_progress progress;
        by_error error = {0};

        status = selfplay_bench_try(&bench, 1, &progress, &error);
        _exit(status && strstr(error.message, "another program") ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(selfplay_output_close(output, NULL), BY_OK);
    by_text_free(&settings);
    selfplay_bench_close(&bench);
}

/* ---- Damage ------------------------------------------------------------------------------------------------------ */

/* No byte can be changed without being noticed, in reading and in going on; repaired, the file becomes what it was
 * (tried with one change of each byte). */
static void test_every_byte_damaged(void **state)
{
    static const uint8_t flips[] = {0x01, 0x80, 0xFF};
    struct selfplay_bench bench;
    struct selfplay_order order = {.games = 4, .jobs = 1, .is_repaired = true};
    struct selfplay_progress progress;
    uint8_t *bytes;
    size_t length, head;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    selfplay_bench_run(&bench, 0, 1);
    free(file_bytes(bench.path, &head));
    selfplay_bench_run(&bench, 4, 1);
    bytes = file_bytes(bench.path, &length);
    order.path = bench.path;
    for (size_t i = 0; i < length * 3; i++) {
        by_error error = {0};
        uint64_t games;
        bool is_cut;

        bytes[i / 3] ^= flips[i % 3];
        file_set_bytes(bench.path, bytes, length);
        assert_int_equal(check_path(bench.path, &games, &is_cut, &error), BY_ERROR_INPUT);
        assert_true(error.message[0]);
        assert_int_equal(selfplay_bench_try(&bench, 4, &progress, NULL), BY_ERROR_INPUT);
        assert_file_bytes(bench.path, bytes, length);
        bytes[i / 3] ^= flips[i % 3];
        if (i / 3 < head)
            continue;
        assert_non_null(strstr(error.message, "is damaged at byte"));
        if (i % 3 != i / 3 % 3)
            continue;
        assert_int_equal(selfplay_run(&bench.plan, &order, &progress, NULL), BY_OK);
        assert_file_bytes(bench.path, bytes, length);
    }
    free(bytes);
    selfplay_bench_close(&bench);
}

/* A game that is missing between others is noticed, though every frame is whole. */
static void test_missing_game(void **state)
{
    struct selfplay_bench bench;
    size_t ends[4] = {0};
    uint8_t *bytes;
    by_error error = {0};
    uint64_t games;
    bool is_cut;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    for (uint64_t i = 0; i < 4; i++) {
        selfplay_bench_run(&bench, i, 1);
        free(file_bytes(bench.path, &ends[i]));
    }
    bytes = file_bytes(bench.path, &ends[3]);
    memmove(bytes + ends[1], bytes + ends[2], ends[3] - ends[2]);
    file_set_bytes(bench.path, bytes, ends[1] + ends[3] - ends[2]);
    assert_int_equal(check_path(bench.path, &games, &is_cut, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "this is game 2"));
    assert_refused(&bench, 3, "another game than number 1");
    free(bytes);
    selfplay_bench_close(&bench);
}

/* Games are judged by the rules: the check names game and ply of what they do not allow. */
static void test_check_finds_wrong_games(void **state)
{
    static const struct {
        const char *plies; /* cells of tic-tac-toe */
        by_value value;
        enum selfplay_end end;
        const char *message; /* NULL: all is well */
    } cases[] = {
        {"03142", BY_WIN, SELFPLAY_END_RULE, NULL},
        {"031485", -BY_WIN, SELFPLAY_END_RULE, NULL},
        {"0124357", 0, SELFPLAY_END_LENGTH, NULL},
        {"01243576", 0, SELFPLAY_END_LENGTH, ", ply 7: the game was over here and goes on"},
        {"03142", -BY_WIN, SELFPLAY_END_RULE, "the game did not end with the value"},
        {"0314", 0, SELFPLAY_END_RULE, ", ply 4: the game is not over here"},
        {"03142", 0, SELFPLAY_END_RULE, "the game did not end with the value"},
        {"03142", BY_WIN, SELFPLAY_END_LENGTH, "the game did not end for the reason"},
        {"031425", BY_WIN, SELFPLAY_END_RULE, "ply 5"},
        {"00", 0, SELFPLAY_END_LENGTH, "ply 1"},
    };
    static const char settings[] =
        "game=tictactoe\nwin_score=0\nwin_plies=0\ndraw_score=0\ndraw_plies=0\ndraw_from=0\nmax_plies=7\n";
    char path[] = "/tmp/boyi_selfplay_XXXXXX";
    int file = mkstemp(path);

    (void)state;
    assert_true(file >= 0);
    (void)close(file);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct selfplay_game game = {.value = cases[i].value, .end = cases[i].end};
        struct selfplay_bytes all = {0}, payload = {0};
        by_error error = {0};
        uint64_t games;
        bool is_cut;

        for (const char *at = cases[i].plies; *at; at++)
            assert_int_equal(selfplay_game_add(&game, (by_move)(*at - '0'), 0, NULL), BY_OK);
        selfplay_put_beginning(&all);
        selfplay_put_frame(&all, SELFPLAY_FRAME_SETTINGS, settings, strlen(settings), NULL);
        assert_int_equal(selfplay_game_put(&game, &payload, NULL), BY_OK);
        selfplay_put_frame(&all, SELFPLAY_FRAME_GAME, payload.data, payload.length, NULL);
        file_set_bytes(path, all.data, all.length);
        assert_int_equal(check_path(path, &games, &is_cut, &error), cases[i].message ? BY_ERROR_INPUT : BY_OK);
        if (cases[i].message && !strstr(error.message, cases[i].message))
            fail_msg("'%s' is not in '%s'", cases[i].message, error.message);
        assert_int_equal(games, cases[i].message ? 0 : 1);
        selfplay_bytes_free(&all);
        selfplay_bytes_free(&payload);
        selfplay_game_free(&game);
    }
    (void)unlink(path);
}

/* ---- The referee ------------------------------------------------------------------------------------------------- */

/* Feeds scores, from the view of the side that moves, first side first; says how the game then ends, -1: it does not.
 */
static int judge(const struct selfplay_adjudication *limits, const by_value *scores, int count, by_value *value)
{
    struct selfplay_referee referee = {.limits = limits};
    struct selfplay_bench bench;
    by_position *position;
    enum selfplay_end end = SELFPLAY_END_RULE;
    bool is_over;

    selfplay_bench_open(&bench, "tictactoe");
    assert_int_equal(by_position_create(bench.game, &position, NULL), BY_OK);
    for (int i = 0; i < count; i++)
        selfplay_referee_record(&referee, i % 2, scores[i]);
    is_over = selfplay_referee_ends(&referee, position, &end, value);
    by_position_destroy(position);
    selfplay_bench_close(&bench);
    return is_over ? (int)end : -1;
}

/* Both sides have to agree about who wins, in plies without a gap; draws wait for their time; the length is last. */
static void test_referee(void **state)
{
    const struct selfplay_adjudication limits = {
        .win_score = 500, .win_plies = 3, .draw_score = 10, .draw_plies = 3, .draw_from = 5, .max_plies = 8};
    const by_value first_wins[] = {500, -500, 700}, second_wins[] = {0, 900, -500, 600}, both[] = {600, 600, 600};
    const by_value gap[] = {500, -500, SELFPLAY_NO_SCORE, -500, 500}, weak[] = {500, -499, 500};
    const by_value even[] = {0, 10, -10, 0, 0}, early[] = {0, 0, 0, 0}, uneven[] = {11, 0, 11, 0, 0};
    const by_value longest[] = {99, 99, 99, 99, 99, 99, 99, 99};
    by_value value;

    (void)state;
    assert_int_equal(judge(&limits, first_wins, 3, &value), SELFPLAY_END_WIN);
    assert_int_equal(value, BY_WIN);
    assert_int_equal(judge(&limits, first_wins, 2, &value), -1);
    assert_int_equal(judge(&limits, second_wins, 4, &value), SELFPLAY_END_WIN);
    assert_int_equal(value, -BY_WIN);
    assert_int_equal(judge(&limits, both, 3, &value), -1);
    assert_int_equal(judge(&limits, gap, 5, &value), -1);
    assert_int_equal(judge(&limits, weak, 3, &value), -1);
    assert_int_equal(judge(&limits, even, 5, &value), SELFPLAY_END_DRAW);
    assert_int_equal(value, 0);
    assert_int_equal(judge(&limits, early, 4, &value), -1);
    assert_int_equal(judge(&limits, uneven, 5, &value), -1);
    assert_int_equal(judge(&limits, longest, 7, &value), -1);
    assert_int_equal(judge(&limits, longest, 8, &value), SELFPLAY_END_LENGTH);
    assert_int_equal(value, 0);
}

/* ---- Statistics -------------------------------------------------------------------------------------------------- */

/* The statistics are what plain counting over the positions gives; two files are the sum of both. */
static void test_stats(void **state)
{
    struct selfplay_bench bench;
    struct selfplay_stats stats = {0};
    struct selfplay_reader *reader;
    const struct selfplay_game *game;
    struct selfplay_position at;
    uint64_t keys[2048], distinct = 0, positions = 0, plies = 0, agreeing = 0, opposed = 0, in_classes = 0;
    uint64_t results[3] = {0};

    (void)state;
    selfplay_bench_open(&bench, "xiangqi");
    selfplay_bench_run(&bench, 20, 1);
    assert_int_equal(selfplay_reader_open(bench.path, &reader, NULL), BY_OK);
    while (!selfplay_reader_next(reader, &game, NULL) && game) {
        results[game->value > 0 ? 0 : game->value == 0 ? 1 : 2]++;
        plies += game->ply_count;
        while (!selfplay_reader_step(reader, &at, NULL) && at.position) {
            struct by_node node;
            uint64_t i = 0;

            if (at.score == SELFPLAY_NO_SCORE)
                continue;
            positions++;
            agreeing += (int64_t)at.score * at.result > 0;
            opposed += (int64_t)at.score * at.result < 0;
            by_position_node(at.position, &node);
            while (i < distinct && keys[i] != node.key)
                i++;
            assert_true(i < 2048);
            if (i == distinct)
                keys[distinct++] = node.key;
        }
    }
    selfplay_reader_destroy(reader);
    assert_int_not_equal(opposed, 0);
    for (uint64_t times = 1; times <= 2; times++) {
        assert_int_equal(selfplay_reader_open(bench.path, &reader, NULL), BY_OK);
        assert_int_equal(selfplay_stats_add(&stats, reader, NULL), BY_OK);
        selfplay_reader_destroy(reader);
        assert_int_equal(stats.games, 20 * times);
        assert_int_equal(stats.plies, plies * times);
        assert_int_equal(stats.positions, positions * times);
        assert_int_equal(stats.agreeing, agreeing * times);
        assert_int_equal(stats.opposed, opposed * times);
        assert_int_equal(stats.distinct.count, distinct);
        for (int i = 0; i < 3; i++)
            assert_int_equal(stats.results[i], results[i] * times);
    }
    for (int i = 0; i < SELFPLAY_SCORES; i++)
        in_classes += stats.scores[i].wins + stats.scores[i].draws + stats.scores[i].losses;
    assert_int_equal(in_classes, positions * 2);
    selfplay_stats_free(&stats);
    selfplay_bench_close(&bench);
}

/* ---- Without memory ---------------------------------------------------------------------------------------------- */

static by_status play_some(struct selfplay_bench *bench, by_error *error)
{
    struct selfplay_progress progress;
    by_status status = selfplay_bench_try(bench, 2, &progress, error);

    return status ? status : selfplay_bench_try(bench, 3, &progress, error);
}

static by_status read_some(struct selfplay_bench *bench, by_error *error)
{
    struct selfplay_reader *reader = NULL;
    struct selfplay_checked checked;
    struct selfplay_stats stats = {0};
    by_status status = selfplay_reader_open(bench->path, &reader, error);

    if (!status)
        status = selfplay_check(reader, &checked, error);
    selfplay_reader_destroy(reader);
    reader = NULL;
    if (!status)
        status = selfplay_reader_open(bench->path, &reader, error);
    if (!status)
        status = selfplay_stats_add(&stats, reader, error);
    selfplay_stats_free(&stats);
    selfplay_reader_destroy(reader);
    return status;
}

/* Each allocation fails in turn: that is said, nothing leaks, and the file can be gone on with. */
static void fail_each(by_status (*call)(struct selfplay_bench *bench, by_error *error), struct selfplay_bench *bench,
                      bool is_new_file)
{
    for (size_t n = 1;; n++) {
        size_t before = allocation_current();
        by_error error = {0};
        by_status status;
        bool has_failed;

        if (is_new_file)
            (void)unlink(bench->path);
        allocation_reset();
        allocation_fail_at(n);
        status = call(bench, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (!has_failed) {
            assert_int_equal(status, BY_OK);
            return;
        }
        if (status != BY_ERROR_MEMORY || error.status != BY_ERROR_MEMORY)
            fail_msg("allocation %zu: status %d, '%s'", n, status, error.message);
        if (allocation_current() != before)
            fail_msg("allocation %zu: %zu bytes before, %zu after", n, before, allocation_current());
        if (is_new_file)
            assert_int_equal(call(bench, &error), BY_OK);
    }
}

static void test_allocation_failures(void **state)
{
    struct selfplay_bench bench;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    fail_each(play_some, &bench, true);
    fail_each(read_some, &bench, false);
    selfplay_bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checksum),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_numbers_that_are_none),
        cmocka_unit_test(test_game_round_trip),
        cmocka_unit_test(test_replay),
        cmocka_unit_test(test_games_by_number),
        cmocka_unit_test(test_random_moves_do_not_end_games),
        cmocka_unit_test(test_cut_anywhere),
        cmocka_unit_test(test_killed_anywhere),
        cmocka_unit_test(test_disk_full),
        cmocka_unit_test(test_more_games),
        cmocka_unit_test(test_tail_goes),
        cmocka_unit_test(test_other_settings),
        cmocka_unit_test(test_compare_settings),
        cmocka_unit_test(test_plans),
        cmocka_unit_test(test_foreign_files),
        cmocka_unit_test(test_other_program),
        cmocka_unit_test(test_locked),
        cmocka_unit_test(test_every_byte_damaged),
        cmocka_unit_test(test_missing_game),
        cmocka_unit_test(test_check_finds_wrong_games),
        cmocka_unit_test(test_referee),
        cmocka_unit_test(test_stats),
        cmocka_unit_test(test_allocation_failures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
