/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "support/selfplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"

static void assert_good(by_status status, const by_error *error)
{
    if (status)
        fail_msg("%s", error->message);
}

/* In memory if possible: these tests write thousands of files, and sync each to disk. */
static void make_path(char *path)
{
    int file;

    strcpy(path, access("/dev/shm", W_OK) == 0 ? "/dev/shm/boyi_selfplay_XXXXXX" : "/tmp/boyi_selfplay_XXXXXX");
    file = mkstemp(path);
    assert_true(file >= 0);
    (void)close(file);
    (void)unlink(path);
}

void selfplay_bench_open(struct selfplay_bench *bench, const char *game)
{
    const by_game_type *type = NULL;
    by_error error = {0};

    *bench = (struct selfplay_bench){0};
    assert_good(by_game_type_find(game, &type, &error), &error);
    if (type->options)
        assert_good(by_options_create(type->options, &bench->game_options, &error), &error);
    assert_good(by_game_open(type, bench->game_options, &bench->game, &error), &error);
    assert_good(by_method_find("alphabeta", &bench->plan.method, &error), &error);
    assert_good(by_options_create(by_method_options(bench->plan.method), &bench->options, &error), &error);
    assert_good(by_options_set(bench->options, "memory_kib", "1024", &error), &error);
    assert_good(match_openings_initial(bench->game, &bench->openings, &error), &error);
    bench->plan.game = bench->game;
    bench->plan.game_options = bench->game_options;
    bench->plan.options = bench->options;
    bench->plan.openings = bench->openings;
    bench->plan.nodes = 60;
    bench->plan.seed = 7;
    bench->plan.random_plies = 3;
    bench->plan.adjudication = (struct selfplay_adjudication){
        .win_score = 1000, .win_plies = 4, .draw_score = 5, .draw_plies = 20, .draw_from = 40, .max_plies = 120};
    make_path(bench->path);
}

void selfplay_bench_close(struct selfplay_bench *bench)
{
    match_openings_destroy(bench->openings);
    by_game_close(bench->game);
    by_options_destroy(bench->game_options);
    by_options_destroy(bench->options);
    (void)unlink(bench->path);
}

by_status selfplay_bench_try(struct selfplay_bench *bench, uint64_t games, struct selfplay_progress *progress,
                             by_error *error)
{
    struct selfplay_order order = {.path = bench->path, .games = games, .jobs = 1};

    return selfplay_run(&bench->plan, &order, progress, error);
}

void selfplay_bench_run(struct selfplay_bench *bench, uint64_t games, int jobs)
{
    struct selfplay_order order = {.path = bench->path, .games = games, .jobs = jobs};
    struct selfplay_progress progress;
    by_error error = {0};

    assert_good(selfplay_run(&bench->plan, &order, &progress, &error), &error);
    assert_int_equal(progress.games, games);
    assert_false(progress.is_stopped);
}

uint8_t *file_bytes(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes;
    long size;

    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    bytes = malloc((size_t)size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
    (void)fclose(file);
    *length = (size_t)size;
    return bytes;
}

void file_set_bytes(const char *path, const uint8_t *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

void assert_file_bytes(const char *path, const uint8_t *bytes, size_t length)
{
    size_t have;
    uint8_t *in_file = file_bytes(path, &have);

    assert_int_equal(have, length);
    assert_memory_equal(in_file, bytes, length);
    free(in_file);
}
