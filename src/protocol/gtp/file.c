/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "protocol/gtp/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FILE_BYTES = 64 << 20 };

static by_status not_so(const char *path, by_error *error)
{
    return by_error_set(error, BY_ERROR_INPUT, "'%.100s': %s", path, strerror(errno));
}

/* The bytes become the text's own; it ends where the file does, whatever its size was said to be. */
static by_status read_all(FILE *file, size_t size, const char *path, by_text *out, by_error *error)
{
    char *data = malloc(size + 1);
    size_t length;

    if (!data)
        return by_error_no_memory(error);
    length = fread(data, 1, size, file);
    if (ferror(file)) {
        free(data);
        return not_so(path, error);
    }
    data[length] = 0;
    *out = (by_text){.data = data, .length = length, .capacity = size + 1};
    return BY_OK;
}

by_status gtp_read_file(const char *path, by_text *out, by_error *error)
{
    struct stat about;
    FILE *file;
    by_status status;

    if (stat(path, &about))
        return not_so(path, error);
    if (!S_ISREG(about.st_mode))
        return by_error_set(error, BY_ERROR_INPUT, "'%.100s' is no plain file", path);
    if (about.st_size > MAX_FILE_BYTES)
        return by_error_set(error, BY_ERROR_LIMIT, "'%.100s' is larger than %d MiB", path, MAX_FILE_BYTES >> 20);
    file = fopen(path, "rb");
    if (!file)
        return not_so(path, error);
    status = read_all(file, (size_t)about.st_size, path, out, error);
    (void)fclose(file);
    return status;
}

by_status gtp_write_file(const char *path, const by_text *text, by_error *error)
{
    FILE *file = fopen(path, "wb");
    bool is_written;

    if (!file)
        return not_so(path, error);
    is_written = fwrite(text->data, 1, text->length, file) == text->length;
    if (fclose(file) || !is_written)
        return not_so(path, error);
    return BY_OK;
}
