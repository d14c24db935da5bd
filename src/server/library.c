/* SPDX-License-Identifier: MIT */
#include "server/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/report.h"

#define EXPERIMENTS       "/experiments/"
#define EXPERIMENT_ENDING ".txt"

enum { PATH_ROOM = 160 };

static const char *find_text(const struct server_asset *library, const char *folder, const char *name,
                             const char *ending)
{
    char path[PATH_ROOM];
    const struct server_asset *asset;

    (void)snprintf(path, sizeof path, "%s%s%s", folder, name, ending);
    asset = server_assets_find(library, path);
    return asset ? (const char *)asset->data : NULL;
}

const char *server_library_text(const struct server_asset *library, const char *name)
{
    return find_text(library, EXPERIMENTS, name, EXPERIMENT_ENDING);
}

const char *server_library_report(const struct server_asset *library, const char *name)
{
    return server_library_text(library, name) ? find_text(library, "/docs/results/", name, ".csv") : NULL;
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

/* ---- Reports --------------------------------------------------------------------------------------------------- */

by_status server_library_print_report(const struct server_asset *library, const char *name, by_text *out,
                                      by_error *error)
{
    struct lab_reader reader = server_library_reader(library);
    struct lab_experiment *experiment = NULL;
    struct lab_report report = {0};
    by_text run = {0};
    by_status status;

    reader.is_for_report = true;
    by_text_printf(&run, "boyi lab run %s", name);
    status = lab_experiment_read(name, server_library_text(library, name), &reader, &experiment, error);
    if (!status)
        status = lab_report_read(experiment, server_library_report(library, name), &report, error);
    if (!status)
        status =
            lab_report_print(&report, LAB_FORMAT_HTML, &(struct lab_commands){.run = by_text_string(&run)}, out, error);
    lab_report_free(&report);
    lab_experiment_destroy(experiment);
    by_text_free(&run);
    return status;
}
