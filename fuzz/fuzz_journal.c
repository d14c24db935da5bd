/* SPDX-License-Identifier: MIT
 *
 * Journals of matches. A journal that is refused stays as it was; of one that goes on, every game can be written and
 * read again. Its description would keep a fuzzer out of the games, so that the bytes are taken in two ways: as a file,
 * and as what stands behind the description.
 */
#define _GNU_SOURCE
#include "match/journal.h"

#include "file.h"

static const char settings[] = "engine1: a\nengine2: b\n";
static const char description[] = "boyi match journal 1\nengine1: a\nengine2: b\ngames:\n";

struct games {
    struct match_entry *entries;
    size_t count;
};

static struct match_journal *open_journal(const char *path, struct games *games, bool *goes_on, by_error *error)
{
    struct match_journal *journal = NULL;

    *error = (by_error){0};
    if (match_journal_open(path, settings, &journal, goes_on, &games->entries, &games->count, error) == BY_OK)
        REQUIRE(journal && (*goes_on || !games->count));
    else
        REQUIRE(!journal && !games->entries && !games->count && error->status < 0 && error->message[0]);
    return journal;
}

static void check_same(const struct match_entry *a, const struct match_entry *b)
{
    REQUIRE(a->number == b->number && a->outcome == b->outcome && a->fault == b->fault && a->plies == b->plies);
    REQUIRE(a->pgn_size == b->pgn_size && memcmp(a->ponders, b->ponders, sizeof a->ponders) == 0);
    REQUIRE(memcmp(a->ponder_hits, b->ponder_hits, sizeof a->ponder_hits) == 0);
    REQUIRE(strcmp(a->reason, b->reason) == 0 || (!*a->reason && strcmp(b->reason, "-") == 0));
}

/* Writes all games a second time, and reads both copies. */
static void check_games(const char *path, struct match_journal *journal, const struct games *games)
{
    struct games twice;
    by_error error;
    bool goes_on;

    for (size_t i = 0; i < games->count; i++) {
        const struct match_entry *entry = &games->entries[i];

        REQUIRE(entry->number >= 1 && entry->outcome >= BY_OUTCOME_FIRST && entry->outcome <= BY_OUTCOME_DRAW);
        REQUIRE(entry->fault >= 0 && entry->fault < MATCH_FAULT_KINDS && entry->plies >= 0 && entry->pgn_size >= 0);
        REQUIRE(match_journal_add(journal, entry, NULL) == BY_OK);
    }
    match_journal_close(journal);
    journal = open_journal(path, &twice, &goes_on, &error);
    REQUIRE(journal && goes_on && twice.count == 2 * games->count);
    for (size_t i = 0; i < twice.count; i++)
        check_same(&games->entries[i % games->count], &twice.entries[i]);
    match_journal_close(journal);
    free(twice.entries);
}

static void check_file(const char *data, size_t size)
{
    const char *path = file_of(data, size);
    struct games games;
    by_error error;
    bool goes_on;
    struct match_journal *journal = open_journal(path, &games, &goes_on, &error);

    if (journal) {
        check_games(path, journal, &games);
    } else {
        size_t left;
        char *text = file_text(&left);

        REQUIRE(left == size && (!size || memcmp(text, data, size) == 0));
        free(text);
    }
    free(games.entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t length = strlen(description);
    char *whole = malloc(length + size);

    REQUIRE(whole);
    memcpy(whole, description, length);
    if (size)
        memcpy(whole + length, data, size);
    check_file(whole, length + size);
    check_file(whole + length, size);
    free(whole);
    return 0;
}
