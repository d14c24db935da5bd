/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/say.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const struct say_style *say_style(FILE *stream)
{
    static const struct say_style plain = {"", "", "", ""};
    static const struct say_style coloured = {"\033[1m", "\033[2m", "\033[32m", "\033[0m"};
    const char *terminal = getenv("TERM");
    bool can = isatty(fileno(stream)) && terminal && strcmp(terminal, "dumb") != 0;

    return can && !getenv("NO_COLOR") ? &coloured : &plain;
}

/* ---- Problems -------------------------------------------------------------------------------------------------- */

/* Messages quote input, which may hold control characters. */
static void put_safely(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        fputc((unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i], stderr);
}

void say_problem(const char *command, const char *format, ...)
{
    char message[1024];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    (void)fflush(stdout);
    fprintf(stderr, "boyi%s%s: ", *command ? " " : "", command);
    put_safely(message, strlen(message));
    fputc('\n', stderr);
}

int say_error(const char *command, const char *what, const by_error *error)
{
    const char *between = what ? what : "";

    if (error->line)
        say_problem(command, "%s%sline %d, column %d: %s", between, what ? ", " : "", error->line, error->column,
                    error->message);
    else
        say_problem(command, "%s%s%s", between, what ? ": " : "", error->message);
    return error->status == BY_ERROR_MEMORY ? SAY_FAILED : SAY_BAD_USE;
}

int say_out_of_memory(const char *command)
{
    say_problem(command, "out of memory");
    return SAY_FAILED;
}

int say_find_name(const char *command, const char *word, const char *const *names, const char *hint, const char *format,
                  ...)
{
    const char *nearest;
    char message[512];
    va_list arguments;

    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], word) == 0)
            return i;
    va_start(arguments, format);
    (void)vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    nearest = by_text_nearest(word, names);
    if (nearest)
        say_problem(command, "%s, did you mean '%s'?", message, nearest);
    else
        say_problem(command, "%s%s%s", message, hint ? ", " : "", hint ? hint : "");
    return -1;
}

static bool continues_character(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

static const char *line_of(const char *text, int line)
{
    for (; line > 1; line--) {
        const char *end = strchr(text, '\n');

        if (!end)
            return NULL;
        text = end + 1;
    }
    return text;
}

/* The offset of the character in this column; the length of the line if there is none. */
static size_t offset_of(const char *line, size_t end, int column)
{
    size_t at = 0;

    while (--column > 0 && at < end)
        do
            at++;
        while (at < end && continues_character(line[at]));
    return column > 0 ? end + 1 : at;
}

void say_place(const char *text, const by_error *error)
{
    enum { BEFORE = 60, WIDTH = 90 }; /* of a long line: characters before the error, and in all */
    const char *line = error->line && error->column ? line_of(text, error->line) : NULL;
    size_t mark, start, end;

    if (!line)
        return;
    end = strcspn(line, "\r\n");
    mark = offset_of(line, end, error->column);
    if (mark > end)
        return;
    start = mark > BEFORE ? mark - BEFORE : 0;
    while (start && continues_character(line[start]))
        start--;
    if (end > start + WIDTH)
        for (end = start + WIDTH; end > mark && continues_character(line[end]);)
            end--;
    fputs("    ", stderr);
    put_safely(line + start, end - start);
    fputs("\n    ", stderr);
    for (size_t i = start; i < mark; i++)
        if (!continues_character(line[i]))
            fputc(' ', stderr);
    fputs("^\n", stderr);
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

int say_columns(FILE *stream, int usual)
{
#ifdef TIOCGWINSZ
    struct winsize size;

    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        return size.ws_col;
#endif
    (void)stream;
    return usual;
}

void say_wrapped(const char *text, int column)
{
    enum { LEAST = 40, MOST = 120 }; /* beyond that, lines are hard to read */
    int columns = say_columns(stdout, MOST);
    int width = columns < LEAST ? LEAST : columns > MOST ? MOST : columns;
    int at = column;

    while (*text) {
        int length = (int)strcspn(text, " \n");
        bool line_ends;

        if (at > column && at + 1 + length > width) {
            printf("\n%*s", column, "");
            at = column;
        }
        at += printf("%s%.*s", at > column ? " " : "", length, text);
        text += length;
        line_ends = *text == '\n';
        text += *text != 0;
        if (line_ends && *text) {
            printf("\n%*s", column, "");
            at = column;
        }
    }
    putchar('\n');
}

void say_csv_field(FILE *stream, const char *text, bool is_quoted)
{
    if (!is_quoted && !text[strcspn(text, ",\"\r\n")]) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

int say_json(struct json *json, FILE *stream)
{
    bool failed = json->text.failed;

    assert(failed || !json->depth);
    if (!failed)
        fputs(by_text_string(&json->text), stream);
    else
        fputs("boyi: out of memory\n", stderr);
    by_text_free(&json->text);
    return failed ? SAY_FAILED : 0;
}

int say_finish(int code)
{
    bool failed;

    errno = 0;
    failed = fflush(stdout) != 0 || ferror(stdout);
    if (!failed)
        return code;
    /* A reader such as `head` closes the pipe on purpose: no message. */
    if (errno != EPIPE)
        fprintf(stderr, "boyi: cannot write the output%s%s\n", errno ? ": " : "", errno ? strerror(errno) : "");
    return code ? code : SAY_FAILED;
}
