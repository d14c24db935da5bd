/* SPDX-License-Identifier: MIT
 *
 * Questions about files.
 */
#ifndef BOYI_BASE_FILES_H
#define BOYI_BASE_FILES_H

#include <stdbool.h>

bool by__is_folder(const char *path);

/* Whether there is something with this name that is no folder. */
bool by__is_file(const char *path);

#endif
