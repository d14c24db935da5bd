/* SPDX-License-Identifier: MIT
 *
 * Go: the input is a file of game records, and its first line a position. Everything that can be read can be written,
 * and the result reads and writes as itself.
 */
#include "boyi/record.h"
#include "input.h"

static void check_record(const by_game *game, const by_record *record)
{
    by_text once = {0}, twice = {0};
    by_record *again = NULL;
    size_t offset = 0;

    REQUIRE(by_record_write(game, record, -1, &once, NULL) == BY_OK);
    REQUIRE(by_record_read(game, by_text_string(&once), once.length, &offset, &again, NULL) == BY_OK);
    REQUIRE(again);
    REQUIRE(by_record_write(game, again, -1, &twice, NULL) == BY_OK);
    REQUIRE(strcmp(by_text_string(&once), by_text_string(&twice)) == 0);
    by_record_destroy(again);
    by_text_free(&once);
    by_text_free(&twice);
}

/* Opened once: its tables would take most of the time. */
static const by_game *go(void)
{
    static by_game *game;
    const by_game_type *type;

    if (!game) {
        REQUIRE(by_game_type_find("go", &type, NULL) == BY_OK);
        REQUIRE(by_game_open(type, NULL, &game, NULL) == BY_OK);
    }
    return game;
}

static void check_position(const by_game *game, char *text)
{
    by_position *position;
    by_text once = {0}, twice = {0};
    by_error error = {0};

    text[strcspn(text, "\n")] = 0;
    REQUIRE(by_position_create(game, &position, NULL) == BY_OK);
    if (by_position_parse(position, text, &error) == BY_OK) {
        by_position_print(position, &once);
        REQUIRE(by_position_parse(position, by_text_string(&once), NULL) == BY_OK);
        by_position_print(position, &twice);
        REQUIRE(strcmp(by_text_string(&once), by_text_string(&twice)) == 0);
    } else {
        REQUIRE(error.column > 0 && error.message[0]);
    }
    by_position_destroy(position);
    by_text_free(&once);
    by_text_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const by_game *game = go();
    char *first_line = text_of(data, size);
    by_record *record = NULL;
    size_t offset = 0;

    check_position(game, first_line);
    free(first_line);
    do {
        size_t before = offset;
        by_error error = {0};
        by_status status = by_record_read(game, (const char *)data, size, &offset, &record, &error);

        REQUIRE(offset <= size && (!record || offset > before));
        REQUIRE(status == BY_OK || (status == BY_ERROR_INPUT && error.line > 0 && error.message[0] && record));
        if (record)
            check_record(game, record);
        by_record_destroy(record);
    } while (record);
    return 0;
}
