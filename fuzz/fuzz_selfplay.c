/* SPDX-License-Identifier: MIT
 *
 * Files of self-play: whatever the bytes are, they are read or refused with a message. The checksums would keep a
 * fuzzer out of the games, so that the bytes are taken in three ways: as a file, as the frames of a file of
 * tic-tac-toe, and as one game of xiangqi in a frame that fits.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>

#include "input.h"
#include "selfplay/check.h"
#include "selfplay/stats.h"

static const char limits[] = "win_score=500\nwin_plies=4\ndraw_score=5\ndraw_plies=8\ndraw_from=10\nmax_plies=50\n";

/* A game that can be read is written as the same bytes. */
static void check_game(const uint8_t *data, size_t size)
{
    struct selfplay_game game = {0};
    struct selfplay_bytes again = {0};
    by_error error = {0};

    if (selfplay_game_get(&game, data, size, &error) == BY_OK) {
        REQUIRE(selfplay_game_put(&game, &again, NULL) == BY_OK);
        REQUIRE(again.length == size && memcmp(again.data, data, size) == 0);
    } else {
        REQUIRE(error.status == BY_ERROR_INPUT && error.message[0]);
    }
    selfplay_bytes_free(&again);
    selfplay_game_free(&game);
}

static struct selfplay_reader *open_bytes(struct selfplay_bytes *bytes, FILE **stream)
{
    struct selfplay_reader *reader = NULL;
    by_error error = {0};

    *stream = fmemopen(bytes->data, bytes->length, "rb");
    REQUIRE(*stream);
    if (selfplay_reader_open_stream(*stream, "input", &reader, &error))
        REQUIRE(!reader && error.status < 0 && error.message[0]);
    return reader;
}

static void read_bytes(struct selfplay_bytes *bytes)
{
    struct selfplay_checked checked;
    struct selfplay_stats stats = {0};
    FILE *stream;
    by_error error = {0};
    struct selfplay_reader *reader = open_bytes(bytes, &stream);

    if (reader && selfplay_check(reader, &checked, &error))
        REQUIRE(error.status < 0 && error.message[0]);
    selfplay_reader_destroy(reader);
    (void)fclose(stream);
    reader = open_bytes(bytes, &stream);
    if (reader)
        (void)selfplay_stats_add(&stats, reader, &error);
    selfplay_stats_free(&stats);
    selfplay_reader_destroy(reader);
    (void)fclose(stream);
}

static void put_head(struct selfplay_bytes *bytes, const char *game)
{
    char settings[256];

    (void)snprintf(settings, sizeof settings, "game=%s\n%s", game, limits);
    selfplay_put_beginning(bytes);
    REQUIRE(!selfplay_put_frame(bytes, SELFPLAY_FRAME_SETTINGS, settings, strlen(settings), NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct selfplay_bytes file = {0}, frames = {0}, game = {0};

    if (!size)
        return 0;
    selfplay_bytes_add(&file, data, size);
    put_head(&frames, "tictactoe");
    selfplay_bytes_add(&frames, data, size);
    put_head(&game, "xiangqi");
    REQUIRE(!selfplay_put_frame(&game, SELFPLAY_FRAME_GAME, data, size, NULL));
    REQUIRE(!file.failed && !frames.failed && !game.failed);
    check_game(data, size);
    read_bytes(&file);
    read_bytes(&frames);
    read_bytes(&game);
    selfplay_bytes_free(&file);
    selfplay_bytes_free(&frames);
    selfplay_bytes_free(&game);
    return 0;
}
