/* SPDX-License-Identifier: MIT */
#include "server/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPERIMENTS       "/experiments/"
#define EXPERIMENT_ENDING ".txt"

enum { PATH_ROOM = 160 };

const char *server_library_text(const struct server_asset *library, const char *name)
{
    char path[PATH_ROOM];
    const struct server_asset *asset;

    (void)snprintf(path, sizeof path, EXPERIMENTS "%s" EXPERIMENT_ENDING, name);
    asset = server_assets_find(library, path);
    return asset ? (const char *)asset->data : NULL;
}

const struct server_asset *server_library_report(const struct server_asset *library, const char *name)
{
    char path[PATH_ROOM];

    (void)snprintf(path, sizeof path, "/docs/results/%s.html", name);
    return server_assets_find(library, path);
}

const struct server_asset *server_library_next(const struct server_asset *at, char name[SERVER_EXPERIMENT_NAME])
{
    const size_t begin = strlen(EXPERIMENTS), end = strlen(EXPERIMENT_ENDING);

    for (; at && at->path; at++) {
        size_t length = strlen(at->path);

        if (length <= begin + end || length - begin - end >= SERVER_EXPERIMENT_NAME ||
            strncmp(at->path, EXPERIMENTS, begin) != 0 || strcmp(at->path + length - end, EXPERIMENT_ENDING) != 0)
            continue;
        (void)snprintf(name, SERVER_EXPERIMENT_NAME, "%.*s", (int)(length - begin - end), at->path + begin);
        return at;
    }
    return NULL;
}

/* ---- Files of experiments -------------------------------------------------------------------------------------- */

/* Experiments are in a folder, and names are relative to it. */
static const struct server_asset *find_beside(const struct server_asset *library, const char *name)
{
    static const char up[] = "../";
    char path[PATH_ROOM];
    bool is_above = strncmp(name, up, strlen(up)) == 0;
    int length = snprintf(path, sizeof path, "%s%s", is_above ? "/" : EXPERIMENTS, is_above ? name + strlen(up) : name);

    return length > 0 && (size_t)length < sizeof path ? server_assets_find(library, path) : NULL;
}

static char *read_beside(void *context, const char *name, const char **why)
{
    const struct server_asset *asset = find_beside(context, name);
    char *text = asset ? malloc(asset->size + 1) : NULL;

    *why = asset ? NULL : BY_WORDS("only files of the experiments that were built in can be named here");
    if (text)
        memcpy(text, asset->data, asset->size + 1);
    return text;
}

struct lab_reader server_library_reader(const struct server_asset *library)
{
    /* The reader only passes it on, but its parameter lacks const. */
    return (struct lab_reader){.context = (void *)library, .read = read_beside};
}
