/* SPDX-License-Identifier: MIT
 *
 * Texts in files.
 */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <stdbool.h>

#include "boyi/text.h"

/* All of a file, `-` is standard input, in memory that the caller frees; NULL with the reason in `why` if it cannot be
 * read or is no text. */
char *file_read(const char *name, const char **why);

/* The same for a command; after an error, which it reports, NULL. */
char *file_load(const char *command, const char *name);

/* The name for a message: `-` is "standard input". */
const char *file_shown_name(const char *name);

/* Writes a file; false with the reason in `why`. Unless it `replaces`, an existing file stays as it is and the reason
 * is NULL. */
bool file_write(const char *name, const char *text, bool replaces, const char **why);

/* Writes or replaces a file. Reports an error, and returns the exit code. */
int file_save(const char *command, const char *name, const by_text *text);

/* After a file was not written: reports an older one of that name, which somebody could take for the new one. */
void file_say_if_older(const char *command, const char *name);

/* Whether a name ends in an extension such as ".sgf". */
bool file_ends_in(const char *name, const char *extension);

#endif
