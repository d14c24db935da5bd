/* SPDX-License-Identifier: MIT
 *
 * Files.
 */
#ifndef BOYI_BASE_FILES_H
#define BOYI_BASE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

bool by__is_folder(const char *path);

/* Opens a plain file to read and write, creates it if it does not exist, and locks it for this program. NULL: `why`
 * has the whole message. */
FILE *by__open_locked(const char *path, char *why, size_t size);

/* Whether there is something with this name that is no folder. */
bool by__is_file(const char *path);

#endif
