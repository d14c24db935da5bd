/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/journal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/files.h"

static const char head[] = "boyi match journal 1\n";
static const char games[] = "games:\n";

struct match_journal {
    FILE *file;
    char *path;
};

const char *match_outcome_name(enum by_outcome outcome)
{
    static const char *const names[] = {"*", "1-0", "0-1", "1/2-1/2"};

    return names[outcome];
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static by_status no_journal(const char *path, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "%.150s is no journal of a match; name another file", path);
}

/* Compares the description line by line. */
static by_status compare(FILE *file, const char *path, const char *settings, by_error *error)
{
    char *line = NULL;
    size_t capacity = 0;
    by_status status = BY_OK;

    if (getline(&line, &capacity, file) < 0 || strcmp(line, head) != 0)
        status = no_journal(path, error);
    while (!status && *settings) {
        int length = (int)strcspn(settings, "\n");
        ssize_t got = getline(&line, &capacity, file);

        if (got < 0)
            status = no_journal(path, error);
        else if (got != length + 1 || strncmp(line, settings, (size_t)length) != 0)
            status =
                by_error_set(error, BY_ERROR_INPUT, "%.60s is the journal of another match: there '%.*s', here '%.*s'",
                             path, got > 60 ? 60 : (int)got - 1, line, length > 60 ? 60 : length, settings);
        settings += length + (settings[length] == '\n');
    }
    if (!status && (getline(&line, &capacity, file) < 0 || strcmp(line, games) != 0))
        status = no_journal(path, error);
    free(line);
    return status;
}

static bool read_outcome(const char *text, enum by_outcome *out)
{
    for (int i = BY_OUTCOME_FIRST; i <= BY_OUTCOME_DRAW; i++) {
        *out = (enum by_outcome)i;
        if (strcmp(text, match_outcome_name(*out)) == 0)
            return true;
    }
    return false;
}

/* Names of faults have blanks, which become hyphens here. */
static void fault_word(enum match_fault fault, char *out, size_t size)
{
    (void)snprintf(out, size, "%s", match_fault_name(fault));
    for (; *out; out++)
        *out = *out == ' ' ? '-' : *out;
}

static bool read_fault(const char *text, enum match_fault *out)
{
    for (int i = 0; i < MATCH_FAULT_KINDS; i++) {
        char name[24];

        *out = (enum match_fault)i;
        fault_word(*out, name, sizeof name);
        if (strcmp(text, name) == 0)
            return true;
    }
    return false;
}

/* "ponder=31/17,0/0 ", if it is there; `length` is that of it. Numbers have a width, so that none is too large. */
static bool read_pondering(const char *text, struct match_entry *entry, int *length)
{
    int *times = entry->ponders, *hits = entry->ponder_hits;

    *length = 0;
    if (strncmp(text, "ponder=", 7) != 0)
        return true;
    if (sscanf(text, "ponder=%9d/%9d,%9d/%9d %n", &times[0], &hits[0], &times[1], &hits[1], length) != 4 || !*length)
        return false;
    return hits[0] >= 0 && hits[0] <= times[0] && hits[1] >= 0 && hits[1] <= times[1];
}

static bool read_entry(const char *line, struct match_entry *entry)
{
    char result[8], fault[24];
    long long size;
    int reason = 0, pondering;

    *entry = (struct match_entry){0};
    if (sscanf(line, "%9d%*[ ]%7s%*[ ]%23s%*[ ]%9d%*[ ]%18lld%*[ \n]%n", &entry->number, result, fault, &entry->plies,
               &size, &reason) != 5 ||
        !reason || !read_pondering(line + reason, entry, &pondering))
        return false;
    reason += pondering;
    entry->pgn_size = size;
    (void)snprintf(entry->reason, sizeof entry->reason, "%.*s", (int)strcspn(line + reason, "\n"), line + reason);
    return entry->number >= 1 && entry->plies >= 0 && entry->pgn_size >= 0 && read_outcome(result, &entry->outcome) &&
           read_fault(fault, &entry->fault);
}

/* Reads all whole lines; `end` is where they end. */
static by_status read_entries(FILE *file, const char *path, struct match_entry **entries, size_t *count, long *end,
                              by_error *error)
{
    char *line = NULL;
    size_t capacity = 0, room = 0;
    by_status status = BY_OK;

    for (*end = ftell(file); !status; *end = ftell(file)) {
        struct match_entry *more = by__array_grown(*entries, *count + 1, &room, sizeof *more);
        ssize_t length = getline(&line, &capacity, file);

        if (!more) {
            status = by_error_no_memory(error);
            break;
        }
        *entries = more;
        if (length <= 0 || line[length - 1] != '\n')
            break;
        if (strlen(line) < (size_t)length || !read_entry(line, &(*entries)[*count]))
            status = by_error_set(error, BY_ERROR_INPUT, "%.80s: '%.*s' is no line of a game", path,
                                  length > 60 ? 60 : (int)length - 1, line);
        else
            ++*count;
    }
    free(line);
    return status;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static by_status cannot_write(const char *path, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "cannot write %.150s: %s", path, strerror(errno));
}

/* Whether the file ends, and nothing in it is other than in the texts before that. */
static bool ends_within(FILE *file, const char *const *texts)
{
    int c = fgetc(file);

    for (; *texts; texts++)
        for (const char *at = *texts; *at; at++, c = fgetc(file))
            if (c != (unsigned char)*at)
                return c == EOF && !ferror(file);
    return false;
}

static by_status begin(struct match_journal *journal, const char *settings, by_error *error)
{
    FILE *file = journal->file;

    rewind(file);
    if (ftruncate(fileno(file), 0) || fputs(head, file) < 0 || fputs(settings, file) < 0 || fputs(games, file) < 0 ||
        fflush(file))
        return cannot_write(journal->path, error);
    return BY_OK;
}

/* The last line may be incomplete. */
static by_status go_on(struct match_journal *journal, const char *settings, struct match_entry **entries, size_t *count,
                       by_error *error)
{
    FILE *file = journal->file;
    long end;
    by_status status;

    rewind(file);
    status = compare(file, journal->path, settings, error);
    if (!status)
        status = read_entries(file, journal->path, entries, count, &end, error);
    if (!status && (ftruncate(fileno(file), end) || fseek(file, end, SEEK_SET)))
        status = cannot_write(journal->path, error);
    return status;
}

by_status match_journal_open(const char *path, const char *settings, struct match_journal **out, bool *goes_on,
                             struct match_entry **entries, size_t *count, by_error *error)
{
    const char *const description[] = {head, settings, games, NULL};
    struct match_journal *journal = calloc(1, sizeof *journal);
    char why[256];
    by_status status;

    *out = NULL;
    *entries = NULL;
    *count = 0;
    if (journal)
        journal->path = strdup(path);
    if (!journal || !journal->path) {
        free(journal);
        return by_error_no_memory(error);
    }
    journal->file = by__open_locked(path, why, sizeof why);
    status = journal->file ? BY_OK : by_error_set(error, BY_ERROR_INPUT, "%s", why);
    *goes_on = !status && !ends_within(journal->file, description);
    if (!status)
        status = *goes_on ? go_on(journal, settings, entries, count, error) : begin(journal, settings, error);
    if (status) {
        match_journal_close(journal);
        free(*entries);
        *entries = NULL;
        *count = 0;
    } else {
        *out = journal;
    }
    return status;
}

by_status match_journal_add(struct match_journal *journal, const struct match_entry *entry, by_error *error)
{
    char fault[24], pondering[64] = "";

    fault_word(entry->fault, fault, sizeof fault);
    if (entry->ponders[0] || entry->ponders[1])
        (void)snprintf(pondering, sizeof pondering, "ponder=%d/%d,%d/%d ", entry->ponders[0], entry->ponder_hits[0],
                       entry->ponders[1], entry->ponder_hits[1]);
    if (fprintf(journal->file, "%d %s %s %d %lld %s%s\n", entry->number, match_outcome_name(entry->outcome), fault,
                entry->plies, (long long)entry->pgn_size, pondering, *entry->reason ? entry->reason : "-") < 0 ||
        fflush(journal->file))
        return cannot_write(journal->path, error);
    return BY_OK;
}

void match_journal_close(struct match_journal *journal)
{
    if (!journal)
        return;
    if (journal->file)
        (void)fclose(journal->file);
    free(journal->path);
    free(journal);
}
