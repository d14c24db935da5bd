/* SPDX-License-Identifier: MIT
 *
 * Files of openings: the first line names a game, the rest is the file. Every opening that is accepted can be played
 * on, and its text is read as the same opening.
 */
#define _GNU_SOURCE
#include "match/openings.h"

#include "boyi/record.h"
#include "file.h"

/* Another name means xiangqi. */
static by_game *open_game(const char *name)
{
    const by_game_type *type;
    by_game *game;

    if (by_game_type_find(name, &type, NULL))
        REQUIRE(by_game_type_find("xiangqi", &type, NULL) == BY_OK);
    REQUIRE(by_game_open(type, NULL, &game, NULL) == BY_OK);
    return game;
}

/* A game of Go that goes on after two passes is read from a record only. */
static void read_again(const by_game *game, const char *text, const by_position *position)
{
    struct match_openings *again;
    size_t length, length_again;
    by_position *other;

    if (strstr(text, "pass"))
        return;
    REQUIRE(by_position_create(game, &other, NULL) == BY_OK);
    REQUIRE(match_openings_read(game, file_of(text, strlen(text)), &again, NULL) == BY_OK);
    REQUIRE(match_openings_count(again) == 1 && match_openings_set(again, 0, other, NULL) == BY_OK);
    (void)by_position_history(position, &length);
    (void)by_position_history(other, &length_again);
    REQUIRE(length == length_again);
    by_position_destroy(other);
    match_openings_destroy(again);
}

static void check_opening(const by_game *game, const struct match_openings *openings, size_t index)
{
    const char *text = match_openings_text(openings, index);
    by_position *position;
    struct by_node node;
    by_text start = {0};

    REQUIRE(text && *text && by_position_create(game, &position, NULL) == BY_OK);
    REQUIRE(match_openings_set(openings, index, position, NULL) == BY_OK);
    by_position_verdict(position, &node);
    REQUIRE(!node.is_over);
    read_again(game, text, position);
    REQUIRE(match_openings_start(openings, index, &start, NULL) == BY_OK);
    REQUIRE(by_position_parse(position, by_text_string(&start), NULL) == BY_OK);
    by_text_free(&start);
    by_position_destroy(position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { CHECKED_MOST = 8 };
    char *text = text_of(data, size);
    size_t length = strcspn(text, "\n"), begin = length < size ? length + 1 : size;
    const char *path = file_of(data + begin, size - begin);
    struct match_openings *openings;
    by_error error = {0};
    by_game *game;

    text[length] = 0;
    game = open_game(text);
    if (match_openings_read(game, path, &openings, &error) == BY_OK) {
        REQUIRE(match_openings_count(openings) > 0);
        for (size_t i = 0; i < match_openings_count(openings) && i < CHECKED_MOST; i++)
            check_opening(game, openings, i);
    } else {
        REQUIRE(!openings && error.status < 0 && error.message[0]);
    }
    match_openings_destroy(openings);
    by_game_close(game);
    free(text);
    return 0;
}
