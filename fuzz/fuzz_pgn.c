/* SPDX-License-Identifier: MIT
 *
 * Game records of xiangqi: the input is a file. Everything that can be read can be written, in a notation that depends
 * on the input's length, and the result reads and writes as itself.
 */
#include "boyi/record.h"
#include "input.h"

static void check_record(const by_game *game, const by_record *record, int notation)
{
    by_text once = {0}, twice = {0};
    by_record *again = NULL;
    size_t offset = 0;

    REQUIRE(by_record_write(game, record, notation, &once, NULL) == BY_OK);
    REQUIRE(by_record_read(game, by_text_string(&once), once.length, &offset, &again, NULL) == BY_OK);
    REQUIRE(again && offset == once.length);
    REQUIRE(by_record_write(game, again, notation, &twice, NULL) == BY_OK);
    REQUIRE(strcmp(by_text_string(&once), by_text_string(&twice)) == 0);
    by_record_destroy(again);
    by_text_free(&once);
    by_text_free(&twice);
}

/* Opened once: its tables would take most of the time. */
static const by_game *xiangqi(void)
{
    static by_game *game;
    const by_game_type *type;

    if (!game) {
        REQUIRE(by_game_type_find("xiangqi", &type, NULL) == BY_OK);
        REQUIRE(by_game_open(type, NULL, &game, NULL) == BY_OK);
    }
    return game;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const by_game *game = xiangqi();
    by_record *record = NULL;
    size_t offset = 0;

    do {
        size_t before = offset;
        by_error error = {0};
        by_status status = by_record_read(game, text, size, &offset, &record, &error);

        REQUIRE(offset <= size && (!record || offset > before));
        REQUIRE(status == BY_OK || (status == BY_ERROR_INPUT && error.line > 0 && error.message[0] && record));
        if (record)
            check_record(game, record, (int)(size % 6));
        by_record_destroy(record);
    } while (record);
    return 0;
}
