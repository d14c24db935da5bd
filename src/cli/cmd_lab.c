/* SPDX-License-Identifier: MIT
 *
 * boyi lab: experiments are run and their tables printed.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/lab_figures.h"
#include "cli/say.h"
#include "cli/words.h"
#include "lab/database.h"
#include "lab/experiment.h"
#include "lab/report.h"
#include "lab/run.h"

#define FOLDER "experiments"
#define ENDING ".txt"

/* After an interrupt, as a shell would have it. */
enum { INTERRUPTED = 130 };

struct lab_args {
    const char *action;
    const char *experiment;
    const char *database;
    const char *format;
    const char *output;
    const char *figures;
    int64_t jobs;
    bool rows, quick, quiet, other_versions;
};

#define AT(field) .offset = ARG_AT(struct lab_args, field)

static const struct arg rows[] = {
    {.name = "ACTION",
     .kind = ARG_TEXT,
     .is_required = true,
     .help = "run: search what is missing, then print the tables; report: print them; check: only look for mistakes",
     AT(action)},
    {.name = "EXPERIMENT",
     .kind = ARG_TEXT,
     .is_required = true,
     .help = "a file, or the name of one in the folder " FOLDER " without its " ENDING,
     AT(experiment)},
    {.name = "--database",
     .kind = ARG_TEXT,
     .value = "FILE",
     .help = "where the rows are kept (lab.sqlite in $XDG_DATA_HOME/boyi or ~/.local/share/boyi)",
     AT(database)},
    {.name = "--jobs",
     .kind = ARG_NUMBER,
     .value = "N",
     .least = 1,
     .most = LAB_JOBS_MOST,
     .help = "so many searches at once (1); the rows stay the same, but for their times",
     AT(jobs)},
    {.name = "--quick",
     .kind = ARG_FLAG,
     .help = "with few positions and low limits, as the experiment says",
     AT(quick)},
    {.name = "--other-versions",
     .kind = ARG_FLAG,
     .help = "take rows that other versions of Boyi made where there are none of this one",
     AT(other_versions)},
    {0},
};

static const struct arg output_rows[] = {
    {.name = "--format", .kind = ARG_TEXT, .value = "FORM", .help = "text, markdown, csv or html (text)", AT(format)},
    {.name = "--rows", .kind = ARG_FLAG, .help = "print the single rows instead of the tables", AT(rows)},
    {.name = "--output", .kind = ARG_TEXT, .value = "FILE", .help = "write them to a file", AT(output)},
    {.name = "--figures",
     .kind = ARG_TEXT,
     .value = "DIR",
     .help = "write curves, diagrams and pictures into a folder, as CSV and SVG",
     AT(figures)},
    {.name = "--quiet", .kind = ARG_FLAG, .help = "do not show how far the run is", AT(quiet)},
    {0},
};

static const struct arg_about about = {
    .name = "lab",
    .help = "Runs an experiment: positions, variants and limits in a text file (docs/lab.md). Each finished search is "
            "kept; a "
            "run that was ended goes on where it was.",
    .examples = "  boyi lab run xiangqi-ordering\n"
                "  boyi lab run my-experiment.txt --jobs 4 --database rows.sqlite\n"
                "  boyi lab report xiangqi-ordering --format markdown --output tables.md\n"
                "  boyi lab report xiangqi-ordering --rows --format csv\n"
                "  boyi lab run go-capture --quick --figures figures\n",
};

/* ---- Finding the experiment ------------------------------------------------------------------------------------ */

/* Suggests an experiment in the folder. */
static void say_unknown(const char *name)
{
    DIR *folder = opendir(FOLDER);
    struct dirent *entry;
    char nearest[256] = "";

    while (folder && (entry = readdir(folder)) != NULL) {
        char *ending = strstr(entry->d_name, ENDING);
        const char *better;

        if (!ending || ending[strlen(ENDING)] || strlen(entry->d_name) >= sizeof nearest)
            continue;
        *ending = 0;
        better = by_text_nearest(name, (const char *const[]){*nearest ? nearest : entry->d_name, entry->d_name, NULL});
        if (better == entry->d_name)
            memcpy(nearest, entry->d_name, strlen(entry->d_name) + 1);
    }
    if (folder)
        closedir(folder);
    if (*nearest)
        say_problem("lab", "there is no experiment '%.80s', did you mean '%.80s'?", name, nearest);
    else
        say_problem("lab", "there is no file '%.80s', and none '" FOLDER "/%.80s" ENDING "'", name, name);
}

static bool is_file(const char *path)
{
    struct stat about_it;

    return stat(path, &about_it) == 0 && !S_ISDIR(about_it.st_mode);
}

/* A file of that name, else one in the folder. False: there is none, which was said. */
static bool find_experiment(const char *name, by_text *path)
{
    by_text_add(path, name);
    if (is_file(name) || strcmp(name, "-") == 0)
        return true;
    by_text_clear(path);
    by_text_printf(path, FOLDER "/%s" ENDING, name);
    if (is_file(by_text_string(path)))
        return true;
    say_unknown(name);
    return false;
}

/* The name of a file without folders and ending. */
static void print_name(const char *path, by_text *out)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    size_t length = strlen(name), ending = strlen(ENDING);

    if (length > ending && strcmp(name + length - ending, ENDING) == 0)
        length -= ending;
    by_text_printf(out, "%.*s", (int)length, name);
}

/* Reads a file that an experiment names, from the folder of the experiment. */
static char *read_beside(void *context, const char *name, const char **why)
{
    const char *experiment = by_text_string(context);
    const char *slash = strrchr(experiment, '/');
    by_text path = {0};
    char *text;

    if (*name != '/' && slash)
        by_text_printf(&path, "%.*s", (int)(slash - experiment + 1), experiment);
    by_text_add(&path, name);
    text = file_read(by_text_string(&path), why);
    by_text_free(&path);
    return text;
}

static int read_experiment(by_text *where, bool is_quick, struct lab_experiment **out)
{
    struct lab_reader reader = {.context = where, .read = read_beside};
    const char *path = by_text_string(where);
    const char *why;
    char *text = file_read(path, &why);
    by_text name = {0};
    by_error error;
    int code = 0;

    if (!text) {
        say_problem("lab", "cannot read %s: %s", path, why);
        return SAY_BAD_USE;
    }
    print_name(path, &name);
    if (lab_experiment_read(by_text_string(&name), text, &reader, out, &error) ||
        (is_quick && lab_experiment_make_quick(*out, &error)) || lab_experiment_try(*out, &error)) {
        code = say_error("lab", path, &error);
        say_place(text, &error);
    }
    by_text_free(&name);
    free(text);
    return code;
}

/* ---- The database ---------------------------------------------------------------------------------------------- */

/* Makes the folders of a path. */
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

/* Where data of a user's programs belong (XDG Base Directory Specification). */
static int default_path(by_text *path)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");

    if (data && *data == '/')
        by_text_printf(path, "%s/boyi/lab.sqlite", data);
    else if (home && *home)
        by_text_printf(path, "%s/.local/share/boyi/lab.sqlite", home);
    if (!path->length) {
        say_problem("lab", "neither XDG_DATA_HOME nor HOME is set: say with --database where to keep the rows");
        return SAY_BAD_USE;
    }
    if (!path->failed && !make_folders(path->data)) {
        say_problem("lab", "cannot make the folder %s: %s", path->data, strerror(errno));
        return SAY_FAILED;
    }
    return 0;
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

static int open_database(const struct lab_args *args, bool only_read, lab_database **out)
{
    static const struct lab_waiting waiting = {.tell = say_waiting};
    by_text path = {0};
    by_error error;
    int code = 0;

    if (args->database)
        by_text_add(&path, args->database);
    else
        code = default_path(&path);
    if (!code && lab_database_open(by_text_string(&path), only_read, &waiting, out, &error))
        code = say_error("lab", by_text_string(&path), &error);
    if (!code && args->other_versions)
        lab_database_accept_other_versions(*out);
    by_text_free(&path);
    return code;
}

/* ---- Progress -------------------------------------------------------------------------------------------------- */

struct progress {
    const struct lab_experiment *experiment;
    bool is_quiet, is_terminal, has_begun;
    int64_t shown_us; /* when it was last shown */
    struct lab_progress last;
};

/* "3 s", "12 min", "4.5 h": as exact as an estimate can be. */
static void add_duration(int64_t time_us, by_text *out)
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

static void add_time_left(int64_t left_us, by_text *out)
{
    if (left_us == LAB_TIME_UNKNOWN) {
        by_text_add(out, ", time left unknown");
        return;
    }
    by_text_add(out, ", about ");
    add_duration(left_us, out);
    by_text_add(out, " left");
}

static void show_progress(const struct progress *progress, const struct lab_progress *now)
{
    by_text line = {0};

    by_text_printf(&line, "%zu of %zu rows", now->done, now->total);
    if (now->current) {
        by_text_printf(&line, ", %s at %s %" PRId64, progress->experiment->variants[now->current->variant].name,
                       lab_limit_name(progress->experiment->limit), now->current->limit);
    } else if (now->done > now->found) {
        by_text_add(&line, " after ");
        add_duration(now->elapsed_us, &line);
    } else if (now->found) {
        by_text_add(&line, " were there already");
    }
    if (now->done < now->total && now->done)
        add_time_left(now->left_us, &line);
    fprintf(stderr, progress->is_terminal ? "\r%s\033[K" : "%s\n", by_text_string(&line));
    (void)fflush(stderr);
    by_text_free(&line);
}

/* On a terminal one line that changes a few times a second, else a line for each variant and limit. */
static void watch(void *context, const struct lab_progress *now)
{
    const int64_t pause_us = 200000;
    struct progress *progress = context;
    bool is_time = now->begins_group || (progress->is_terminal && now->elapsed_us - progress->shown_us >= pause_us);
    bool is_start = !now->current && !progress->has_begun;
    bool is_end = !now->current && now->done == now->total && now->done > now->found;

    progress->has_begun = true;
    progress->last = *now;
    if (progress->is_quiet || (!is_start && !is_end && !is_time))
        return;
    show_progress(progress, now);
    progress->shown_us = now->elapsed_us;
}

/* ---- The actions ----------------------------------------------------------------------------------------------- */

static int find_format(const char *name, enum lab_format *out)
{
    static const char *const names[] = {"text", "markdown", "csv", "html", NULL};
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
        say_problem("lab", "--format: unknown form '%.40s', expected text, markdown, csv or html", name);
    return SAY_BAD_USE;
}

static int put_out(const char *file, const char *text)
{
    const char *why;

    if (!file) {
        fputs(text, stdout);
        return 0;
    }
    if (file_write(file, text, true, &why))
        return 0;
    say_problem("lab", "cannot write %s: %s", file, why);
    return SAY_FAILED;
}

/* A page says by which command it can be made again. */
static by_status print_page(const struct lab_experiment *experiment, lab_database *database,
                            const struct lab_args *args, by_text *out, by_error *error)
{
    by_text command = {0};
    by_status status;

    by_text_printf(&command, "boyi lab run %s%s --format html", args->experiment, args->quick ? " --quick" : "");
    status = lab_report_html(experiment, database, by_text_string(&command), &lab_figures_drawer, out, error);
    by_text_free(&command);
    return status;
}

static int report(const struct lab_experiment *experiment, lab_database *database, const struct lab_args *args,
                  enum lab_format format)
{
    by_text text = {0};
    by_error error;
    by_status status = args->rows                  ? lab_report_rows(experiment, database, format, &text, &error)
                       : format == LAB_FORMAT_HTML ? print_page(experiment, database, args, &text, &error)
                                                   : lab_report_tables(experiment, database, format, &text, &error);
    int code = status ? say_error("lab", NULL, &error) : put_out(args->output, by_text_string(&text));

    by_text_free(&text);
    return code;
}

/* What to type to go on, with the words that were typed. */
static void say_how_to_go_on(const struct lab_args *args, const struct lab_progress *last)
{
    fprintf(stderr, "boyi lab: ended; %zu of %zu rows are kept. To go on: boyi lab run %s%s%s%s\n", last->done,
            last->total, args->experiment, args->quick ? " --quick" : "", args->database ? " --database " : "",
            args->database ? args->database : "");
}

static int run(const struct lab_experiment *experiment, lab_database *database, const struct lab_args *args)
{
    struct progress progress = {
        .experiment = experiment, .is_quiet = args->quiet, .is_terminal = isatty(STDERR_FILENO)};
    struct lab_run_settings settings = {.jobs = (int)args->jobs, .watch = watch, .context = &progress};
    by_stop *stop;
    by_error error;
    by_status status;
    bool is_complete;

    if (by_stop_create(&stop, &error))
        return say_error("lab", NULL, &error);
    settings.stop = stop;
    interrupt_begin(stop);
    status = lab_run(experiment, database, &settings, &is_complete, &error);
    interrupt_end();
    by_stop_destroy(stop);
    if (!args->quiet && progress.is_terminal)
        fputc('\n', stderr);
    if (!status && is_complete)
        return 0;
    if (status)
        (void)say_error("lab", NULL, &error);
    if (progress.has_begun)
        say_how_to_go_on(args, &progress.last);
    return status ? SAY_FAILED : INTERRUPTED;
}

static int check(const struct lab_experiment *experiment)
{
    size_t searches = 0;

    for (size_t i = 0; i < experiment->variant_count; i++)
        searches += experiment->variants[i].limits.count * experiment->position_count;
    printf("%s: %zu positions, %zu variants, %zu searches, %zu tables and other parts\n", experiment->name,
           experiment->position_count, experiment->variant_count, searches,
           experiment->table_count + experiment->part_count);
    return 0;
}

enum action { ACTION_RUN, ACTION_REPORT, ACTION_CHECK };

static int find_action(const char *name, enum action *out)
{
    static const char *const names[] = {"run", "report", "check", NULL};
    const char *nearest = by_text_nearest(name, names);

    for (int i = 0; names[i]; i++) {
        *out = (enum action)i;
        if (strcmp(name, names[i]) == 0)
            return 0;
    }
    if (nearest)
        say_problem("lab", "unknown action '%.40s', did you mean '%s'?", name, nearest);
    else
        say_problem("lab", "unknown action '%.40s', expected run, report or check", name);
    return SAY_BAD_USE;
}

static int act(const struct lab_experiment *experiment, const struct lab_args *args, enum action action,
               enum lab_format format)
{
    lab_database *database = NULL;
    int code;

    if (action == ACTION_CHECK)
        return check(experiment);
    code = args->figures ? lab_figures_prepare(args->figures) : 0;
    if (!code)
        code = open_database(args, action == ACTION_REPORT, &database);
    if (!code && action == ACTION_RUN)
        code = run(experiment, database, args);
    if (!code)
        code = report(experiment, database, args, format);
    if (!code && args->figures)
        code = lab_figures_write(experiment, database, args->figures);
    lab_database_close(database);
    return code;
}

int boyi_lab(int argc, char **argv)
{
    struct lab_args args = {.jobs = 1};
    const struct arg_group groups[] = {{"Arguments", rows, &args}, {"Output", output_rows, &args}, {0}};
    struct lab_experiment *experiment = NULL;
    enum lab_format format;
    enum action action;
    by_text path = {0};
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = find_action(args.action, &action);
    if (!code)
        code = find_format(args.format, &format);
    if (!code && !find_experiment(args.experiment, &path))
        code = SAY_BAD_USE;
    if (!code)
        code = read_experiment(&path, args.quick, &experiment);
    if (!code)
        code = act(experiment, &args, action, format);
    lab_experiment_destroy(experiment);
    by_text_free(&path);
    return code;
}
