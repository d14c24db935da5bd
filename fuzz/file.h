/* SPDX-License-Identifier: MIT
 *
 * The input as a file, for readers that take a path: in memory, and the same one for every input.
 */
#ifndef BOYI_FUZZ_FILE_H
#define BOYI_FUZZ_FILE_H

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "input.h"

/* The file; a file that includes this defines _GNU_SOURCE. */
static inline int memory_file(void)
{
    static int file = -1;

    if (file < 0)
        file = memfd_create("input", MFD_CLOEXEC);
    REQUIRE(file >= 0);
    return file;
}

/* Gives the file these bytes and returns its path. */
static inline const char *file_of(const void *data, size_t size)
{
    static char path[32];
    int file = memory_file();

    REQUIRE(ftruncate(file, 0) == 0);
    REQUIRE(!size || pwrite(file, data, size, 0) == (ssize_t)size);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return path;
}

/* Its contents, as a text that the caller frees. */
static inline char *file_text(size_t *size)
{
    off_t end = lseek(memory_file(), 0, SEEK_END);
    char *text;

    REQUIRE(end >= 0);
    *size = (size_t)end;
    text = malloc(*size + 1);
    REQUIRE(text && pread(memory_file(), text, *size, 0) == (ssize_t)*size);
    text[*size] = 0;
    return text;
}

#endif
