/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "match/pgn_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_GAME_BYTES = 1 << 24 }; /* bytes of a game */

/* How every game begins. */
static const char *beginning_of(const struct match_pgn_known *known)
{
    return !known->pgn ? "(;GM[1]" : known->pgn->game ? "[Game \"" : "[Event \"";
}

static by_status failed(const char *path, const char *what, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "cannot %s %.150s: %s", what, path, strerror(errno));
}

/* A part of the file as a text, in memory that the caller frees. */
static by_status read_part(FILE *file, const char *path, int64_t begin, int64_t end, char **out, by_error *error)
{
    size_t length = (size_t)(end - begin);

    *out = malloc(length + 1);
    if (!*out)
        return by_error_no_memory(error);
    if (fseek(file, (long)begin, SEEK_SET) || fread(*out, 1, length, file) != length)
        return failed(path, "read", error);
    (*out)[length] = 0;
    return BY_OK;
}

/* Whether the game has this text, in which a number stands. */
static bool has_number(const char *game, const char *format, int number)
{
    char words[48];

    (void)snprintf(words, sizeof words, format, number);
    return strstr(game, words) != NULL;
}

static bool is_last_game(const char *game, const struct match_pgn_known *known)
{
    const char *beginning = beginning_of(known);

    if (strncmp(game, beginning, strlen(beginning)) != 0)
        return false;
    if (!known->pgn)
        return has_number(game, "RO[%d]", known->number) && has_number(game, ", %d plies: ", known->plies);
    return has_number(game, "\n[Round \"%d\"]\n", known->number) &&
           has_number(game, "\n[PlyCount \"%d\"]\n", known->plies);
}

/* Whether this is one game or a part of one, or nothing. */
static bool is_one_game_at_most(const char *rest, const char *beginning)
{
    size_t length = strlen(rest);

    if (strncmp(rest, beginning, length < strlen(beginning) ? length : strlen(beginning)) != 0)
        return false;
    for (const char *at = rest; (at = strchr(at, '\n')) != NULL; at++)
        if (strncmp(at + 1, beginning, strlen(beginning)) == 0)
            return false;
    return true;
}

static by_status check_last_game(FILE *file, const char *path, const struct match_pgn_known *known, int64_t size,
                                 by_error *error)
{
    char *game = NULL, *rest = NULL;
    bool is_possible = known->begin >= 0 && known->begin < known->end && known->end - known->begin <= MAX_GAME_BYTES &&
                       size - known->end <= MAX_GAME_BYTES;
    by_status status = BY_OK;

    if (is_possible)
        status = read_part(file, path, known->begin, known->end, &game, error);
    if (is_possible && !status)
        status = read_part(file, path, known->end, size, &rest, error);
    if (!status && (!is_possible || !is_last_game(game, known) || !is_one_game_at_most(rest, beginning_of(known))))
        status = by_error_set(error, BY_ERROR_INPUT,
                              "%.100s is not the record of this match: expected game %d up to byte %lld, and no more "
                              "than one behind it",
                              path, known->number, (long long)known->end);
    free(game);
    free(rest);
    return status;
}

static by_status check(FILE *file, const char *path, const struct match_pgn_known *known, by_error *error)
{
    long size;

    if (fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0)
        return failed(path, "read", error);
    if (!known->end && size)
        return by_error_set(error, BY_ERROR_INPUT,
                            "%.100s exists already, and the journal knows of no games in it; name another file", path);
    if (size < known->end)
        return by_error_set(error, BY_ERROR_INPUT, "%.100s has %ld bytes, but the journal knows of %lld", path, size,
                            (long long)known->end);
    return known->end ? check_last_game(file, path, known, size, error) : BY_OK;
}

by_status match_pgn_open(const char *path, bool goes_on, const struct match_pgn_known *known, FILE **out,
                         by_error *error)
{
    int flags = O_RDWR | O_CLOEXEC | (known->end ? 0 : O_CREAT) | (goes_on ? 0 : O_EXCL);
    int descriptor = open(path, flags, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r+");
    by_status status;

    *out = NULL;
    if (descriptor < 0 && errno == EEXIST)
        return by_error_set(error, BY_ERROR_INPUT, "%.150s exists already; name another file", path);
    if (descriptor < 0)
        return failed(path, "open", error);
    if (!file) {
        (void)close(descriptor);
        return by_error_no_memory(error);
    }
    status = goes_on ? check(file, path, known, error) : BY_OK;
    if (!status && goes_on && (ftruncate(descriptor, known->end) || fseek(file, 0, SEEK_END)))
        status = failed(path, "write", error);
    if (status)
        (void)fclose(file);
    else
        *out = file;
    return status;
}
