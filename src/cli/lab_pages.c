/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for flock */
#include "cli/lab_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "boyi/version.h"
#include "cli/file.h"
#include "cli/lab.h"
#include "lab/build.h"
#include "lab/report.h"
#include "render/prose.h"

/* ---- One experiment -------------------------------------------------------------------------------------------- */

int lab_pages_write(const struct lab_rows *rows, const struct lab_commands *commands, const char *folder)
{
    static const struct {
        enum lab_format format;
        const char *ending;
    } forms[] = {{LAB_FORMAT_HTML, ".html"}, {LAB_FORMAT_MARKDOWN, ".md"}, {LAB_FORMAT_CSV, ".csv"}};
    int code = 0;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0] && !code; i++) {
        by_text text = {0};

        code = lab_print_report(rows, forms[i].format, commands, &text);
        if (!code)
            code = lab_put_into(folder, rows->experiment->name, forms[i].ending, &text);
        by_text_free(&text);
    }
    return code;
}

/* ---- The index ------------------------------------------------------------------------------------------------- */

static const char page_head[] =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Experiments of Boyi</title>\n"
    "<style>\n"
    ":root { color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --line: #ddd; --muted: #666; --link: #0b57a4 }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  :root { --ink: #e4e4e4; --paper: #16181b; --line: #3a3d42; --muted: #a0a4aa; --link: #7db7f0 }\n"
    "}\n"
    "body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2em auto;"
    " max-width: 70em; padding: 0 1em }\n"
    "table { border-collapse: collapse; width: 100% }\n"
    "th, td { text-align: left; vertical-align: top; padding: .35em .8em .35em 0;"
    " border-bottom: 1px solid var(--line) }\n"
    ".number { text-align: right; white-space: nowrap }\n"
    ".name { white-space: nowrap }\n"
    ".muted { color: var(--muted) }\n"
    "a { color: var(--link) }\n"
    "p { overflow-wrap: anywhere }\n"
    "@media (max-width: 50em) {\n"
    "  th { display: none }\n"
    "  tr { display: block; padding: .6em 0; border-bottom: 1px solid var(--line) }\n"
    "  td { display: block; border: 0; padding: 0 }\n"
    "  td.number { display: inline-block; padding-right: 1em }\n"
    "  td.name { white-space: normal; overflow-wrap: anywhere }\n"
    "  td.number:nth-child(4)::after { content: ' rows' }\n"
    "  td.number:nth-child(5)::after { content: ' of search time' }\n"
    "}\n"
    "</style>\n"
    "</head>\n"
    "<body>\n"
    "<h1>Experiments of Boyi</h1>\n";

static void add_cell(const char *attributes, const char *content, by_text *out)
{
    by_text_printf(out, "<td%s>", attributes);
    lab_print_escaped(content, out);
    by_text_add(out, "</td>");
}

/* Names of files may hold whatever a system allows; in an address few signs stand for themselves. */
static void add_address(const char *name, const char *ending, by_text *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";

    for (; *name; name++) {
        bool is_plain = false;

        for (const char *c = plain; *c && !is_plain; c++)
            is_plain = *c == *name;
        if (is_plain)
            by_text_add_char(out, *name);
        else
            by_text_printf(out, "%%%02X", (unsigned)(unsigned char)*name);
    }
    by_text_add(out, ending);
}

static void add_link(const char *name, const char *ending, const char *shown, by_text *out)
{
    by_text_add(out, "<a href=\"");
    add_address(name, ending, out);
    by_text_add(out, "\">");
    lab_print_escaped(shown, out);
    by_text_add(out, "</a>");
}

static void add_title(const struct lab_experiment *experiment, by_text *out)
{
    by_text_add(out, "<td>");
    lab_print_escaped(experiment->title, out);
    by_text_printf(out, "%s</td>", lab_form_of(experiment));
}

/* How the row of an experiment with a report begins, up to the name in its address. */
#define ROW_BEGIN "<tr><td class=\"name\"><a href=\""

static void add_done(const struct lab_experiment *experiment, const struct lab_state *state, by_text *out)
{
    by_text_add(out, ROW_BEGIN);
    add_address(experiment->name, ".html", out);
    by_text_add(out, "\">");
    lab_print_escaped(experiment->name, out);
    by_text_add(out, "</a>");
    by_text_add(out, "</td>");
    add_title(experiment, out);
    add_cell(" class=\"muted\"", experiment->paper ? experiment->paper : "", out);
    by_text_printf(out, "<td class=\"number\">%zu", state->done);
    if (state->done < state->rows)
        by_text_printf(out, " of %zu", state->rows);
    by_text_add(out, "</td><td class=\"number\">");
    lab_add_duration(state->time_us, out);
    by_text_add(out, "</td><td>");
    add_link(experiment->name, ".md", "Markdown", out);
    by_text_add_char(out, ' ');
    add_link(experiment->name, ".csv", "CSV", out);
    by_text_add(out, "</td></tr>\n");
}

static void add_not_done(const struct lab_experiment *experiment, by_text *out)
{
    by_text_add(out, "<tr class=\"muted\">");
    add_cell("", experiment->name, out);
    add_title(experiment, out);
    add_cell("", experiment->paper ? experiment->paper : "", out);
    by_text_add(out, "<td colspan=\"3\">not yet run</td></tr>\n");
}

/* ---- Reports that are there already ---------------------------------------------------------------------------- */

/* A row of the index that was there, which is one line. */
struct old_row {
    const char *line, *address; /* the address without its ending */
    size_t length, address_length;
};

/* Where the words stand in a line; NULL if they do not. Looks no further: an index may have many lines. */
static const char *find_in_line(const char *line, size_t length, const char *words)
{
    size_t wanted = strlen(words);

    for (size_t i = 0; i + wanted <= length; i++)
        if (strncmp(line + i, words, wanted) == 0)
            return line + i;
    return NULL;
}

/* The first row at `text` or below it that leads to a report; false if there is none. */
static bool find_row(const char *text, struct old_row *out)
{
    for (const char *line = text; line; line = strchr(line, '\n')) {
        const char *end;

        line += *line == '\n';
        if (strncmp(line, ROW_BEGIN, strlen(ROW_BEGIN)) != 0)
            continue;
        out->line = line;
        out->length = strcspn(line, "\n");
        out->address = line + strlen(ROW_BEGIN);
        end = find_in_line(line, out->length, ".html\">");
        if (!end)
            continue;
        out->address_length = (size_t)(end - out->address);
        return true;
    }
    return false;
}

static const char *behind(const struct old_row *row)
{
    return row->line + row->length;
}

/* The name that an address stands for. */
static void add_decoded(const struct old_row *row, by_text *out)
{
    for (size_t i = 0; i < row->address_length; i++) {
        char digits[3] = {0};

        if (row->address[i] == '%' && i + 2 < row->address_length) {
            memcpy(digits, row->address + i + 1, 2);
            by_text_add_char(out, (char)strtol(digits, NULL, 16));
            i += 2;
        } else {
            by_text_add_char(out, row->address[i]);
        }
    }
}

static bool has_report(const struct old_row *row, const char *folder)
{
    by_text path = {0};
    bool is_there;

    by_text_printf(&path, "%s/", folder);
    add_decoded(row, &path);
    by_text_add(&path, ".html");
    is_there = !path.failed && access(by_text_string(&path), F_OK) == 0;
    by_text_free(&path);
    return is_there;
}

static bool is_about(const struct old_row *row, const struct lab_experiment *experiment)
{
    by_text name = {0};
    bool is_same;

    add_decoded(row, &name);
    is_same = !name.failed && strcmp(by_text_string(&name), experiment->name) == 0;
    by_text_free(&name);
    return is_same;
}

static void add_old(const struct old_row *row, by_text *out)
{
    by_text_printf(out, "%.*s\n", (int)row->length, row->line);
}

/* ---- All rows -------------------------------------------------------------------------------------------------- */

/* What the index is made of. */
struct index {
    const struct lab_selection *selection;
    size_t done; /* of the selection, have their pages */
    lab_database *database;
    const char *folder;
    const char *old; /* the index that was there; empty: none */
};

/* Which of the selection a row is about; their number if none. */
static size_t place_of(const struct index *index, const struct old_row *row)
{
    size_t i = 0;

    while (i < index->selection->count && !is_about(row, index->selection->list[i].experiment))
        i++;
    return i;
}

/* One that is not run yet may have a report of an earlier time. */
static int add_selected(const struct index *index, size_t place, by_text *out)
{
    const struct lab_experiment *experiment = index->selection->list[place].experiment;
    struct lab_state state;
    struct old_row row;
    int code;

    if (place < index->done) {
        code = lab_find_state(experiment, index->database, &state);
        if (!code)
            add_done(experiment, &state, out);
        return code;
    }
    for (const char *at = index->old; find_row(at, &row); at = behind(&row))
        if (is_about(&row, experiment) && has_report(&row, index->folder)) {
            add_old(&row, out);
            return 0;
        }
    add_not_done(experiment, out);
    return 0;
}

/* Whether the folder has reports of others than the selection. */
static bool has_others(const struct index *index)
{
    struct old_row row;

    for (const char *at = index->old; find_row(at, &row); at = behind(&row))
        if (place_of(index, &row) == index->selection->count && has_report(&row, index->folder))
            return true;
    return false;
}

/* Reports of others stay in the index, and those of the selection at their places among them. */
static int add_among_others(const struct index *index, bool *is_added, by_text *out)
{
    struct old_row row;
    int code = 0;

    for (const char *at = index->old; find_row(at, &row) && !code; at = behind(&row)) {
        size_t place = place_of(index, &row);

        if (place == index->selection->count) {
            if (has_report(&row, index->folder))
                add_old(&row, out);
        } else if (!is_added[place]) {
            code = add_selected(index, place, out);
            is_added[place] = true;
        }
    }
    return code;
}

static int add_experiments(const struct index *index, by_text *out)
{
    bool *is_added = calloc(index->selection->count + 1, sizeof *is_added);
    int code = 0;

    out->failed = out->failed || !is_added;
    if (!is_added)
        return 0;
    by_text_add(out,
                "<table>\n<tr><th>Experiment</th><th>What it shows</th><th>Paper</th><th class=\"number\">Rows</th>"
                "<th class=\"number\">Search time</th><th></th></tr>\n");
    if (has_others(index))
        code = add_among_others(index, is_added, out);
    for (size_t i = 0; i < index->selection->count && !code; i++)
        if (!is_added[i])
            code = add_selected(index, i, out);
    by_text_add(out, "</table>\n");
    free(is_added);
    return code;
}

/* Not on which machine: the rows may be of others. */
static void add_page_origin(const char *command, bool has_others, by_text *out)
{
    by_text_add(out, "<p>Written by <code>");
    lab_print_escaped(command, out);
    by_text_printf(out, "</code> with boyi %s, sources %s, ", by_version(), lab_build_sources());
    lab_print_escaped(lab_build_compiler(), out);
    by_text_add(out, ", flags ");
    lab_print_escaped(lab_build_flags(), out);
    by_text_printf(out, ".%s Each report tells which programs made its rows, and on which processors.</p>\n",
                   has_others ? " What other commands wrote is listed as it was." : "");
}

/* The index that is in the folder, which the caller frees; NULL if there is none. */
static char *read_index(const char *folder)
{
    by_text path = {0};
    const char *why;
    char *text;

    by_text_printf(&path, "%s/index.html", folder);
    text = path.failed ? NULL : file_read(by_text_string(&path), &why);
    by_text_free(&path);
    return text;
}

/* Whoever writes the index of a folder keeps the lines that others have written since, so only one does at a time. -1:
 * this folder knows no locks. */
static int lock_folder(const char *folder)
{
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    while (descriptor >= 0 && flock(descriptor, LOCK_EX) && errno == EINTR)
        continue;
    return descriptor;
}

static void unlock_folder(int descriptor)
{
    if (descriptor >= 0)
        (void)close(descriptor);
}

int lab_pages_index(const struct lab_selection *selection, size_t done, lab_database *database, const char *command,
                    const char *folder)
{
    int lock = lock_folder(folder);
    char *old = read_index(folder);
    const struct index index = {
        .selection = selection, .done = done, .database = database, .folder = folder, .old = old ? old : ""};
    by_text page = {0};
    int code;

    by_text_add(&page, page_head);
    add_page_origin(command, has_others(&index), &page);
    code = add_experiments(&index, &page);
    by_text_add(&page, "</body>\n</html>\n");
    if (!code)
        code = lab_put_into(folder, "index", ".html", &page);
    unlock_folder(lock);
    by_text_free(&page);
    free(old);
    return code;
}
