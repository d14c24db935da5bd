/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/lab_find.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "boyi/text.h"
#include "cli/file.h"
#include "cli/say.h"

int64_t lab_cost(const struct lab_experiment *experiment)
{
    return experiment->is_quick ? experiment->quick_cost : experiment->cost;
}

/* ---- The folder ------------------------------------------------------------------------------------------------ */

static int say_no_memory(void)
{
    by_error error;

    (void)by_error_no_memory(&error);
    return say_error("lab", NULL, &error);
}

static int add_name(struct lab_selection *names, const char *name, size_t length)
{
    struct lab_found *list = realloc(names->list, (names->count + 1) * sizeof *list);
    char *copy = strndup(name, length);

    if (list)
        names->list = list;
    if (!list || !copy) {
        free(copy);
        return say_no_memory();
    }
    list[names->count++] = (struct lab_found){.name = copy};
    return 0;
}

static int by_name(const void *left, const void *right)
{
    const struct lab_found *a = left, *b = right;

    return strcmp(a->name, b->name);
}

/* The message names the folder, because it depends on where the program was started. */
static int say_no_folder(const char *why)
{
    char *here = getcwd(NULL, 0);

    say_problem("lab",
                "cannot read the folder %s%s" LAB_FOLDER ": %s; name files, or begin where there is a "
                "folder " LAB_FOLDER,
                here ? here : "", here ? "/" : "", why);
    free(here);
    return SAY_BAD_USE;
}

/* The names of the experiments in the folder, sorted. */
static int read_folder(struct lab_selection *out)
{
    DIR *folder = opendir(LAB_FOLDER);
    struct dirent *entry;
    int code = 0;

    if (!folder)
        return say_no_folder(strerror(errno));
    while (!code && (entry = readdir(folder)) != NULL) {
        size_t length = strlen(entry->d_name), ending = strlen(LAB_ENDING);

        if (length > ending && entry->d_name[0] != '.' && strcmp(entry->d_name + length - ending, LAB_ENDING) == 0)
            code = add_name(out, entry->d_name, length - ending);
    }
    closedir(folder);
    if (out->count)
        qsort(out->list, out->count, sizeof *out->list, by_name);
    return code;
}

const char *lab_typed_name(const struct arg_list *typed, const struct lab_found *found)
{
    const char *name = found->experiment->name;
    bool is_of_all = typed->count == 1 && strcmp(typed->items[0], "all") == 0;

    return is_of_all && access(name, F_OK) != 0 && strcmp(name, "all") != 0 ? name : found->name;
}

void lab_selection_free(struct lab_selection *selection)
{
    for (size_t i = 0; i < selection->count; i++) {
        lab_experiment_destroy(selection->list[i].experiment);
        free(selection->list[i].name);
    }
    free(selection->list);
    *selection = (struct lab_selection){0};
}

/* ---- Finding one ----------------------------------------------------------------------------------------------- */

static const char *nearest_name(const char *name, const struct lab_selection *names)
{
    const char **list = calloc(names->count + 1, sizeof *list);
    const char *nearest;

    for (size_t i = 0; list && i < names->count; i++)
        list[i] = names->list[i].name;
    nearest = list ? by_text_nearest(name, list) : NULL;
    free(list);
    return nearest;
}

/* Suggests an experiment of the folder and lists all of them. */
static void say_unknown(const char *name)
{
    struct lab_selection names = {0};
    by_text there_are = {0};
    struct stat about_folder;
    const char *nearest = NULL;

    if (stat(LAB_FOLDER, &about_folder) == 0 && read_folder(&names) == 0)
        nearest = nearest_name(name, &names);
    for (size_t i = 0; i < names.count; i++)
        by_text_printf(&there_are, "%s%s", i ? ", " : "there are: ", names.list[i].name);
    if (nearest)
        say_problem("lab", "there is no experiment '%.80s', did you mean '%s'?", name, nearest);
    else
        say_problem("lab", "there is no file '%.80s', and none '" LAB_FOLDER "/%.80s" LAB_ENDING "'", name, name);
    if (there_are.length)
        say_problem("lab", "%s", by_text_string(&there_are));
    by_text_free(&there_are);
    lab_selection_free(&names);
}

/* A file of that name, else one in the folder. */
static bool find_path(const char *name, by_text *path)
{
    by_text_add(path, name);
    if (by__is_file(name) || strcmp(name, "-") == 0)
        return true;
    by_text_clear(path);
    by_text_printf(path, LAB_FOLDER "/%s" LAB_ENDING, name);
    return by__is_file(by_text_string(path));
}

/* The reason why no file was found; `path` is the last place searched. */
static void say_not_found(const char *name, const char *path)
{
    if (by__is_folder(path))
        say_problem("lab", "%s is a folder, expected a file", path);
    else if (by__is_folder(name))
        say_problem("lab", "%s is a folder, expected a file", name);
    else
        say_unknown(name);
}

/* The name of a file without folders and ending. */
static void print_name(const char *path, by_text *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strlen(name), ending = strlen(LAB_ENDING);

    if (length > ending && strcmp(name + length - ending, LAB_ENDING) == 0)
        length -= ending;
    by_text_printf(out, "%.*s", (int)length, name);
}

/* ---- Reading one ----------------------------------------------------------------------------------------------- */

/* The reason why positions cannot be read from a file, such as an endless device; NULL if they can, or if only reading
 * will show it. */
static const char *find_fault(const char *path)
{
    const off_t most = 64 << 20;
    struct stat about_it;

    if (stat(path, &about_it) != 0 || S_ISDIR(about_it.st_mode))
        return NULL;
    if (!S_ISREG(about_it.st_mode))
        return "it is no regular file";
    return about_it.st_size > most ? "it is larger than 64 MiB" : NULL;
}

/* Reads a file that an experiment names, relative to the folder of the experiment. */
static char *read_beside(void *context, const char *name, const char **why)
{
    const char *experiment = by_text_string(context);
    const char *slash = strrchr(experiment, '/');
    by_text path = {0};
    char *text;

    if (*name != '/' && slash)
        by_text_printf(&path, "%.*s", (int)(slash - experiment + 1), experiment);
    by_text_add(&path, name);
    *why = find_fault(by_text_string(&path));
    text = *why ? NULL : file_read(by_text_string(&path), why);
    by_text_free(&path);
    return text;
}

/* Reads an experiment from a file. The caller frees its text; without one the error says why it cannot be read. */
static by_status read_experiment(by_text *path, struct lab_manner manner, char **text, struct lab_experiment **out,
                                 by_error *error)
{
    struct lab_reader reader = {.context = path, .read = read_beside, .is_for_report = manner.is_for_report};
    by_text name = {0};
    const char *why;
    by_status status;

    *out = NULL;
    *text = file_read(by_text_string(path), &why);
    if (!*text)
        return by_error_set(error, BY_ERROR_INPUT, "cannot read it: %s", why);
    print_name(by_text_string(path), &name);
    status = lab_experiment_read(by_text_string(&name), *text, &reader, out, error);
    if (!status && manner.is_quick)
        status = lab_experiment_make_quick(*out, error);
    if (!status && manner.is_tried)
        status = lab_experiment_try(*out, error);
    by_text_free(&name);
    if (status) {
        lab_experiment_destroy(*out);
        *out = NULL;
    }
    return status;
}

int lab_find(const char *name, struct lab_manner manner, struct lab_experiment **out)
{
    by_text path = {0};
    by_error error;
    char *text = NULL;
    int code = 0;

    *out = NULL;
    if (!find_path(name, &path)) {
        say_not_found(name, by_text_string(&path));
        code = SAY_BAD_USE;
    } else if (read_experiment(&path, manner, &text, out, &error)) {
        code = say_error("lab", by_text_string(&path), &error);
        if (text)
            say_place(text, &error);
    }
    free(text);
    by_text_free(&path);
    return code;
}

/* ---- Several --------------------------------------------------------------------------------------------------- */

static const char *name_of(const struct lab_found *found)
{
    return found->experiment ? found->experiment->name : found->name;
}

/* Cheap ones first, then those of unknown cost, then those with mistakes; among equals by name. */
static int by_cost(const void *left, const void *right)
{
    const struct lab_found *a = left, *b = right;
    int64_t one = a->experiment ? lab_cost(a->experiment) : -1, other = b->experiment ? lab_cost(b->experiment) : -1;

    if (one == other)
        return strcmp(name_of(a), name_of(b));
    if (one <= 0 || other <= 0)
        return one < other ? 1 : -1;
    return one < other ? -1 : 1;
}

static void sort(struct lab_selection *selection)
{
    if (selection->count)
        qsort(selection->list, selection->count, sizeof *selection->list, by_cost);
}

static void read_quietly(struct lab_found *found, struct lab_manner manner)
{
    by_text path = {0};
    char *text;

    by_text_printf(&path, LAB_FOLDER "/%s" LAB_ENDING, found->name);
    (void)read_experiment(&path, manner, &text, &found->experiment, &found->error);
    free(text);
    by_text_free(&path);
}

int lab_find_folder(struct lab_manner manner, struct lab_selection *out)
{
    int code = read_folder(out);

    for (size_t i = 0; i < out->count && !code; i++)
        read_quietly(&out->list[i], manner);
    sort(out);
    return code;
}

/* Report files have the names of their experiments. */
static int check_names(const struct lab_selection *selection)
{
    for (size_t i = 0; i < selection->count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(selection->list[i].experiment->name, selection->list[j].experiment->name) == 0) {
                say_problem("lab", "there are two experiments '%s', expected each name once",
                            selection->list[i].experiment->name);
                return SAY_BAD_USE;
            }
    return 0;
}

/* The files of the folder. They win over other files of the same name. */
static int take_folder(struct lab_selection *out)
{
    struct lab_selection names = {0};
    int code = read_folder(&names);

    for (size_t i = 0; i < names.count && !code; i++) {
        by_text path = {0};

        by_text_printf(&path, LAB_FOLDER "/%s" LAB_ENDING, names.list[i].name);
        code = add_name(out, by_text_string(&path), path.length);
        by_text_free(&path);
    }
    lab_selection_free(&names);
    if (!code && !out->count) {
        say_problem("lab", "there is no experiment in the folder " LAB_FOLDER);
        code = SAY_BAD_USE;
    }
    return code;
}

static int take_names(const struct arg_list *names, struct lab_selection *out)
{
    int code = 0;

    if (names->count == 1 && strcmp(names->items[0], "all") == 0)
        return take_folder(out);
    for (int i = 0; i < names->count && !code; i++) {
        if (strcmp(names->items[i], "all") == 0) {
            say_problem("lab", "`all` is every experiment of the folder " LAB_FOLDER ": expected it alone, or names");
            return SAY_BAD_USE;
        }
        code = add_name(out, names->items[i], strlen(names->items[i]));
    }
    return code;
}

/* Reads all of them, so that the mistakes of all files are reported together. */
static int read_each(struct lab_selection *selection, struct lab_manner manner)
{
    size_t refused = 0;
    int code = 0;

    for (size_t i = 0; i < selection->count; i++) {
        int one = lab_find(selection->list[i].name, manner, &selection->list[i].experiment);

        refused += one != 0;
        if (one)
            code = one;
    }
    if (refused && selection->count > 1)
        say_problem("lab", "%zu of %zu experiments %s refused", refused, selection->count, refused > 1 ? "are" : "is");
    return code;
}

int lab_find_all(const struct arg_list *names, struct lab_manner manner, struct lab_selection *out)
{
    int code = take_names(names, out);

    if (!code)
        code = read_each(out, manner);
    if (!code)
        code = check_names(out);
    sort(out);
    return code;
}
