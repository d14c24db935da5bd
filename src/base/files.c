/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool by__is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool by__is_file(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

FILE *by__open_locked(const char *path, char *why, size_t size)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "r+b");
    struct stat about;

    if (!file)
        (void)snprintf(why, size, "cannot open %.120s: %s", path, strerror(errno));
    else if (fstat(descriptor, &about) || !S_ISREG(about.st_mode))
        (void)snprintf(why, size, "%.120s is no ordinary file", path);
    else if (fcntl(descriptor, F_SETLK, &whole) == 0)
        return file;
    else if (errno == EACCES || errno == EAGAIN)
        (void)snprintf(why, size, "%.120s is being written by another program", path);
    else
        (void)snprintf(why, size, "cannot lock %.120s: %s", path, strerror(errno));
    if (file)
        (void)fclose(file);
    else if (descriptor >= 0)
        (void)close(descriptor);
    return NULL;
}
