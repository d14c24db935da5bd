/* SPDX-License-Identifier: MIT
 *
 * Common output of all subcommands: problems, emphasis, wrapped text.
 */
#ifndef CLI_SAY_H
#define CLI_SAY_H

#include <stdbool.h>
#include <stdio.h>

#include "boyi/error.h"
#include "front/json.h"

/* Exit codes other than 0. */
enum {
    SAY_FAILED = 1,  /* no memory, output that cannot be written */
    SAY_BAD_USE = 2, /* arguments or input are wrong */
};

/* Escape sequences; all are empty if the stream is no terminal or NO_COLOR is set. */
struct say_style {
    const char *bold;
    const char *dim;
    const char *good;
    const char *off;
};

const struct say_style *say_style(FILE *stream);

/* Prints "boyi COMMAND: message" to stderr. */
void say_problem(const char *command, const char *format, ...) BY_PRINTF(2, 3);

/* The same for an error of the library, with its place; `what` names the text that was read ("position"), NULL: none.
 * Returns the exit code. */
int say_error(const char *command, const char *what, const by_error *error);

/* Reports that there is no memory. Returns the exit code. */
int say_out_of_memory(const char *command);

/* The place of a word among `names`, which NULL ends. If it is none of them, reports that with the nearest name, else
 * with `hint`, which may be NULL, and returns -1. */
int say_find_name(const char *command, const char *word, const char *const *names, const char *hint, const char *format,
                  ...) BY_PRINTF(5, 6);

/* Shows on stderr the line of `text` that an error is about, with a mark below its column. */
void say_place(const char *text, const by_error *error);

/* Prints words to stdout, wrapped into lines that begin in `column`, where the cursor already is, and a newline. */
void say_wrapped(const char *text, int column);

/* Prints a field of CSV, in quotation marks if it needs them or `is_quoted`. */
void say_csv_field(FILE *stream, const char *text, bool is_quoted);

/* The columns of a terminal; `usual` if the stream is none. */
int say_columns(FILE *stream, int usual);

/* Writes JSON to a stream and frees it. Returns an exit code: not 0 if memory has run out. */
int say_json(struct json *json, FILE *stream);

/* Writes out what is left of stdout. Returns `code`, or SAY_FAILED if output was lost. */
int say_finish(int code);

#endif
