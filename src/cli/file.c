/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"

/* Reads all of a stream; NULL after an error. A C string cannot hold a byte of 0, so a control character replaces it:
 * parsers reject that with its place. */
static char *read_all(FILE *stream)
{
    enum { STEP = 1 << 16, MOST = 1 << 28 };
    char *text = NULL;
    size_t length = 0;

    for (;;) {
        char *more = length < MOST ? realloc(text, length + STEP + 1) : NULL;
        size_t got;

        errno = more ? 0 : ENOMEM;
        if (!more)
            break;
        text = more;
        got = fread(text + length, 1, STEP, stream);
        for (char *zero; (zero = memchr(text + length, 0, got)) != NULL;)
            *zero = '\1';
        length += got;
        text[length] = 0;
        if (ferror(stream))
            break;
        if (got < STEP)
            return text;
    }
    free(text);
    return NULL;
}

char *file_read(const char *name, const char **why)
{
    bool is_stdin = strcmp(name, "-") == 0;
    FILE *stream = is_stdin ? stdin : fopen(name, "r");
    char *text = stream ? read_all(stream) : NULL;

    *why = text ? NULL : strerror(errno ? errno : EIO);
    if (stream && !is_stdin)
        (void)fclose(stream);
    return text;
}

const char *file_shown_name(const char *name)
{
    return strcmp(name, "-") == 0 ? "standard input" : name;
}

char *file_load(const char *command, const char *name)
{
    const char *why;
    char *text = file_read(name, &why);

    if (!text)
        say_problem(command, "cannot read %s: %s", file_shown_name(name), why);
    return text;
}

bool file_write(const char *name, const char *text, bool replaces, const char **why)
{
    FILE *stream;
    bool is_written;

    errno = 0;
    stream = fopen(name, replaces ? "w" : "wx");
    if (!stream) {
        *why = errno == EEXIST && !replaces ? NULL : strerror(errno);
        return false;
    }
    is_written = fputs(text, stream) >= 0;
    is_written = fclose(stream) == 0 && is_written;
    *why = is_written ? NULL : strerror(errno);
    return is_written;
}

int file_save(const char *command, const char *name, const by_text *text)
{
    const char *why;

    if (text->failed)
        return say_out_of_memory(command);
    if (file_write(name, by_text_string(text), true, &why))
        return 0;
    say_problem(command, "cannot write %s: %s", name, why);
    return SAY_FAILED;
}

void file_say_if_older(const char *command, const char *name)
{
    if (access(name, F_OK) == 0)
        say_problem(command, "%s is not written: the file of that name is an older one", name);
}

bool file_ends_in(const char *name, const char *extension)
{
    size_t length = strlen(name), more = strlen(extension);

    return length >= more && strcmp(name + length - more, extension) == 0;
}
