/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/files.h"
#include "cli/file.h"
#include "cli/say.h"
#include "cli/solve_job.h"

/* ---- Names ----------------------------------------------------------------------------------------------------- */

/* Takes the name over. */
static int add_file(struct cli_solve_items *items, char *name)
{
    char **files = name ? realloc(items->files, ((size_t)items->file_count + 1) * sizeof *files) : NULL;

    if (!files) {
        free(name);
        return say_out_of_memory(SOLVE_COMMAND);
    }
    items->files = files;
    files[items->file_count++] = name;
    return 0;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Adds a file of a folder if it holds problems; `count` counts those. */
static int add_entry(struct cli_solve_items *items, const char *name, int *count)
{
    const char *end = strrchr(name, '.');

    if (by__is_folder(name)) {
        say_problem(SOLVE_COMMAND, "the folder %s is left out, name it to have it read", name);
        return 0;
    }
    if (!end || (strcasecmp(end, ".txt") != 0 && strcasecmp(end, ".sgf") != 0))
        return 0;
    ++*count;
    return add_file(items, strdup(name));
}

static int add_folder(struct cli_solve_items *items, const char *folder)
{
    struct dirent **entries;
    int entry_count = scandir(folder, &entries, is_visible, alphasort), count = 0, code = 0;

    if (entry_count < 0) {
        say_problem(SOLVE_COMMAND, "cannot read the folder %s: %s", folder, strerror(errno));
        return SAY_BAD_USE;
    }
    for (int i = 0; i < entry_count; i++) {
        by_text name = {0};

        by_text_printf(&name, "%s/%s", folder, entries[i]->d_name);
        if (!code)
            code = name.failed ? say_out_of_memory(SOLVE_COMMAND) : add_entry(items, by_text_string(&name), &count);
        by_text_free(&name);
        free(entries[i]);
    }
    free(entries);
    if (!code && !count) {
        say_problem(SOLVE_COMMAND, "there is no file *.txt or *.sgf in %s", folder);
        code = SAY_BAD_USE;
    }
    return code;
}

/* ---- Problems -------------------------------------------------------------------------------------------------- */

/* A problem without a name gets that of its file, with a number if the file has several. */
static int name_problem(struct solve_problem *problem, const char *file, int number)
{
    const char *base = strrchr(file, '/');
    by_text name = {0};

    if (*problem->id)
        return 0;
    by_text_printf(&name, "%s", base ? base + 1 : file);
    if (number > 1)
        by_text_printf(&name, ":%d", number);
    free(problem->id);
    problem->id = strdup(by_text_string(&name));
    by_text_free(&name);
    return problem->id ? 0 : say_out_of_memory(SOLVE_COMMAND);
}

static int add_problem(struct cli_solve_items *items, const char *file, struct solve_problem *problem)
{
    struct cli_solve_item *list = by__array_grown(items->list, (size_t)items->count + 1, &items->room, sizeof *list);

    if (!list) {
        solve_problem_destroy(problem);
        return say_out_of_memory(SOLVE_COMMAND);
    }
    items->list = list;
    items->list[items->count++] = (struct cli_solve_item){file, problem};
    return 0;
}

static int read_problems(const by_game *go, const char *file, const char *text, struct cli_solve_items *items)
{
    size_t offset = 0;
    int number = 0, worst = 0, code;
    by_status status;
    struct solve_problem *problem;

    do {
        by_error error = {0};

        status = solve_problem_read(go, text, &offset, &problem, &error);
        code = 0;
        if (status) {
            code = say_error(SOLVE_COMMAND, file, &error);
            say_place(text, &error);
        } else if (problem) {
            code = name_problem(problem, file, ++number);
            if (code)
                solve_problem_destroy(problem);
            else
                code = add_problem(items, file, problem);
        }
        worst = code > worst ? code : worst;
    } while (problem || status == BY_ERROR_INPUT);
    if (!number && !worst) {
        say_problem(SOLVE_COMMAND, "%s: there is no problem", file);
        worst = SAY_BAD_USE;
    }
    return worst;
}

static int read_file(const by_game *go, const char *file, struct cli_solve_items *items)
{
    char *text = file_load(SOLVE_COMMAND, file);
    int code;

    if (!text)
        return SAY_BAD_USE;
    code = read_problems(go, file, text, items);
    free(text);
    return code;
}

int cli_solve_items_read(const by_game *go, const struct arg_list *names, struct cli_solve_items *out)
{
    int worst = 0, code;

    *out = (struct cli_solve_items){0};
    for (int i = 0; i < names->count; i++) {
        bool is_folder = strcmp(names->items[i], "-") != 0 && by__is_folder(names->items[i]);

        code = is_folder ? add_folder(out, names->items[i]) : add_file(out, strdup(names->items[i]));
        worst = code > worst ? code : worst;
    }
    for (int i = 0; i < out->file_count; i++) {
        code = read_file(go, out->files[i], out);
        worst = code > worst ? code : worst;
    }
    return worst;
}

void cli_solve_items_free(struct cli_solve_items *items)
{
    for (int i = 0; i < items->count; i++)
        solve_problem_destroy(items->list[i].problem);
    for (int i = 0; i < items->file_count; i++)
        free(items->files[i]);
    free(items->list);
    free(items->files);
    *items = (struct cli_solve_items){0};
}
