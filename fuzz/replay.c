/* SPDX-License-Identifier: MIT
 *
 * Gives a fuzz target the inputs of files and folders, without a fuzzer: what was once found stays found.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int inputs;

/* The input gets memory of exactly its size, so that a sanitizer sees a step beyond its end. */
static void replay_file(const char *path, FILE *file)
{
    long size;
    uint8_t *data;

    if (fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) ||
        !(data = malloc(size ? (size_t)size : 1)) || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(1);
    }
    printf("%s\n", path);
    fflush(stdout); /* the last line names the input that broke something */
    LLVMFuzzerTestOneInput(data, (size_t)size);
    inputs++;
    free(data);
}

static void replay(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    FILE *file;

    if (!folder) {
        file = fopen(path, "rb");
        if (!file) {
            perror(path);
            exit(1);
        }
        replay_file(path, file);
        fclose(file);
        return;
    }
    while ((entry = readdir(folder))) {
        char inside[4096];

        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name) < (int)sizeof inside)
            replay(inside);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    printf("%d inputs\n", inputs);
    return inputs ? 0 : 1;
}
