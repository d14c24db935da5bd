/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "cli/lab.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/file.h"
#include "cli/say.h"
#include "lab/run.h"

/* ---- Folders --------------------------------------------------------------------------------------------------- */

static bool make_one(const char *path)
{
    int why;

    if (mkdir(path, 0777) == 0)
        return true;
    why = errno;
    if (by__is_folder(path))
        return true;
    errno = why;
    return false;
}

/* Makes the folders of a path. After a failure the path ends with the folder that could not be made. */
static bool make_folders(char *path)
{
    for (char *slash = *path ? strchr(path + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (!make_one(path))
            return false;
        *slash = '/';
    }
    return true;
}

int lab_make_folder(const char *folder)
{
    char *path = strdup(folder);
    by_error error;
    int code = 0;

    if (!path) {
        (void)by_error_no_memory(&error);
        code = say_error("lab", NULL, &error);
    } else if (!make_folders(path) || !make_one(path)) {
        say_problem("lab", "cannot make the folder %s: %s", path, strerror(errno));
        code = SAY_FAILED;
    }
    free(path);
    return code;
}

/* ---- The database ---------------------------------------------------------------------------------------------- */

#define AT(field) .offset = ARG_AT(struct lab_row_args, field)

const struct arg lab_row_flags[] = {
    {.name = "--database",
     .kind = ARG_TEXT,
     .value = "FILE",
     .help = "the database of the rows (lab.sqlite in $XDG_DATA_HOME/boyi or ~/.local/share/boyi)",
     AT(database)},
    {.name = "--quick",
     .kind = ARG_FLAG,
     .help = "use the quick form: few positions and low limits, as the experiment says",
     AT(quick)},
    {.name = "--other-versions",
     .kind = ARG_FLAG,
     .help = "where this version of Boyi has no rows, use those of other versions",
     AT(other_versions)},
    {0},
};

/* The folder for data of a user's programs (XDG Base Directory Specification). */
static int default_path(by_text *path)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");

    if (data && *data == '/')
        by_text_printf(path, "%s/boyi/lab.sqlite", data);
    else if (home && *home)
        by_text_printf(path, "%s/.local/share/boyi/lab.sqlite", home);
    if (path->length)
        return 0;
    say_problem("lab", "neither XDG_DATA_HOME nor HOME is set: say with --database where to keep the rows");
    return SAY_BAD_USE;
}

static int find_path(const struct lab_row_args *args, bool makes_folders, by_text *path)
{
    int code = 0;

    if (args->database && !*args->database) { /* SQLite takes that for a temporary database and deletes it */
        say_problem("lab", "the name of the database is empty: expected a file");
        return SAY_BAD_USE;
    }
    if (args->database)
        by_text_add(path, args->database);
    else
        code = default_path(path);
    if (!code && !args->database && makes_folders && !path->failed && !make_folders(path->data)) {
        say_problem("lab", "cannot make the folder %s: %s", path->data, strerror(errno));
        code = SAY_FAILED;
    }
    return code;
}

static void say_waiting(void *context, long process)
{
    char who[48] = "another process";

    (void)context;
    if (process)
        (void)snprintf(who, sizeof who, "process %ld", process);
    if (isatty(STDERR_FILENO)) /* where progress may stand in this line */
        fputs("\r\033[K", stderr);
    say_problem("lab", "waiting for %s, which keeps the database locked", who);
}

static int open_at(const char *path, const struct lab_row_args *args, bool only_read, lab_database **out)
{
    static const struct lab_waiting waiting = {.report = say_waiting};
    by_error error;

    if (lab_database_open(path, only_read, &waiting, out, &error))
        return say_error("lab", path, &error);
    if (args->other_versions)
        lab_database_accept_other_versions(*out);
    return 0;
}

int lab_open_database(const struct lab_row_args *args, bool only_read, lab_database **out)
{
    by_text path = {0};
    int code = find_path(args, !only_read, &path);

    *out = NULL;
    if (!code)
        code = open_at(by_text_string(&path), args, only_read, out);
    by_text_free(&path);
    return code;
}

int lab_open_if_there(const struct lab_row_args *args, lab_database **out)
{
    by_text path = {0};
    int code = find_path(args, false, &path);

    *out = NULL;
    if (!code && (args->database || access(by_text_string(&path), F_OK) == 0))
        code = open_at(by_text_string(&path), args, true, out);
    by_text_free(&path);
    return code;
}

/* ---- Commands that readers paste ------------------------------------------------------------------------------- */

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,+@%";

    return *word && strspn(word, plain) == strlen(word);
}

/* Single quotes protect everything but these. */
static void add_quoted(const char *word, by_text *out)
{
    if (is_plain(word)) {
        by_text_add(out, word);
        return;
    }
    by_text_add_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            by_text_add(out, "'\\''");
        else
            by_text_add_char(out, *word);
    }
    by_text_add_char(out, '\'');
}

void lab_add_name(const char *name, by_text *out)
{
    by_text_add(out, name[0] == '-' && name[1] ? " ./" : " ");
    add_quoted(name, out);
}

void lab_add_flag(const char *flag, const char *value, by_text *out)
{
    if (!value)
        return;
    by_text_printf(out, " %s%c", flag, *value == '-' ? '=' : ' ');
    add_quoted(value, out);
}

void lab_add_row_flags(const struct lab_row_args *args, by_text *out)
{
    by_text_add(out, args->quick ? " --quick" : "");
    by_text_add(out, args->other_versions ? " --other-versions" : "");
    lab_add_flag("--database", args->database, out);
}

/* ---- Reports --------------------------------------------------------------------------------------------------- */

int lab_find_format(const char *name, bool may_be_html, enum lab_format *out)
{
    const char *const names[] = {"text", "markdown", "csv", may_be_html ? "html" : NULL, NULL};
    const char *nearest;

    *out = LAB_FORMAT_TEXT;
    for (int i = 0; name && names[i]; i++)
        if (strcmp(name, names[i]) == 0)
            *out = (enum lab_format)i;
    if (!name || strcmp(name, names[*out]) == 0)
        return 0;
    nearest = by_text_nearest(name, names);
    if (nearest)
        say_problem("lab", "--format: unknown form '%.40s', did you mean '%s'?", name, nearest);
    else
        say_problem("lab", "--format: unknown form '%.40s', expected text, markdown%s", name,
                    may_be_html ? ", csv or html" : " or csv");
    return SAY_BAD_USE;
}

int lab_load_rows(const struct lab_experiment *experiment, lab_database *database, struct lab_rows *out)
{
    by_error error;

    return lab_rows_load(out, experiment, database, &error) ? say_error("lab", NULL, &error) : 0;
}

/* The message names a missing folder. */
static void say_cannot_write(const char *file, const char *why)
{
    const char *slash = strrchr(file, '/');
    by_text folder = {0};

    by_text_printf(&folder, "%.*s", slash ? (int)(slash - file) : 0, file);
    if (folder.length && !by__is_folder(by_text_string(&folder)))
        say_problem("lab", "cannot write %s: there is no folder %s", file, by_text_string(&folder));
    else
        say_problem("lab", "cannot write %s: %s", file, why);
    by_text_free(&folder);
}

int lab_write_out(const char *file, const by_text *text)
{
    const char *why;
    by_error error;

    if (text->failed) {
        (void)by_error_no_memory(&error);
        return say_error("lab", NULL, &error);
    }
    if (!file) {
        fputs(by_text_string(text), stdout);
        return 0;
    }
    if (file_write(file, by_text_string(text), true, &why))
        return 0;
    say_cannot_write(file, why);
    return SAY_FAILED;
}

int lab_write_into(const char *folder, const char *name, const char *ending, const by_text *text)
{
    by_text path = {0};
    int code;

    by_text_printf(&path, "%s/%s%s", folder, name, ending);
    code = lab_write_out(by_text_string(&path), text);
    by_text_free(&path);
    return code;
}

void lab_add_duration(int64_t time_us, by_text *out)
{
    const double second = 1e6, minute = 60 * second, hour = 60 * minute, day = 24 * hour;
    double time = (double)time_us;

    if (time < 2 * minute)
        by_text_printf(out, "%.0f s", time / second);
    else if (time < 2 * hour)
        by_text_printf(out, "%.0f min", time / minute);
    else if (time < 2 * day)
        by_text_printf(out, "%.1f h", time / hour);
    else
        by_text_printf(out, "%.1f days", time / day);
}
