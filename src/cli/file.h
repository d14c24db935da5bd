/* SPDX-License-Identifier: MIT
 *
 * Texts in files.
 */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include <stdbool.h>

/* All of a file, `-` is standard input, in memory that the caller frees; NULL with the reason in `why` if it cannot be
 * read or is no text. */
char *file_read(const char *name, const char **why);

/* Writes a file; false with the reason in `why`. Unless it `replaces`, an existing file stays as it is and the reason
 * is NULL. */
bool file_write(const char *name, const char *text, bool replaces, const char **why);

/* After a file was not written: reports an older one of that name, which somebody could take for the new one. */
void file_say_if_older(const char *command, const char *name);

/* Whether a name ends in an extension such as ".sgf". */
bool file_ends_in(const char *name, const char *extension);

#endif
