/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for flock */
#include "cli/lab_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/array.h"
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
            code = lab_write_into(folder, rows->experiment->name, forms[i].ending, &text);
        by_text_free(&text);
    }
    return code;
}

/* ---- The index ------------------------------------------------------------------------------------------------- */

/* Added to the style of all pages. */
static const char index_style[] =
    "table{width:100%}th,td{text-align:left;vertical-align:top;white-space:normal}p{overflow-wrap:anywhere}\n"
    ".number{text-align:right;white-space:nowrap}.name{white-space:nowrap}.muted{color:var(--soft)}\n"
    "@media (max-width:50em){th{display:none}tr{display:block;padding:.6em 0}td{display:block;border:0;padding:0}\n"
    "td.number{display:inline-block;padding-right:1em}td.name{white-space:normal;overflow-wrap:anywhere}\n"
    "td.number:nth-child(4)::after{content:' rows'}td.number:nth-child(5)::after{content:' of search time'}}\n";

static void add_cell(const char *attributes, const char *content, by_text *out)
{
    by_text_printf(out, "<td%s>", attributes);
    lab_print_escaped(content, out);
    by_text_add(out, "</td>");
}

static void add_link(const char *name, const char *ending, const char *shown, by_text *out)
{
    by_text_add(out, "<a href=\"");
    lab_print_percent(name, out);
    by_text_printf(out, "%s\">", ending);
    lab_print_escaped(shown, out);
    by_text_add(out, "</a>");
}

static void add_title(const struct lab_experiment *experiment, by_text *out)
{
    by_text_add(out, "<td>");
    lab_print_escaped(experiment->title, out);
    by_text_printf(out, "%s</td>", lab_form_of(experiment));
}

/* The start of an index row with a report: up to its link, and up to the name in its address. */
#define CELL_BEGIN "<tr><td class=\"name\">"
#define ROW_BEGIN  CELL_BEGIN "<a href=\""

static void add_done(const struct lab_experiment *experiment, const struct lab_state *state, by_text *out)
{
    by_text_add(out, CELL_BEGIN);
    add_link(experiment->name, ".html", experiment->name, out);
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

/* A row of the old index. */
struct old_row {
    const char *line;
    size_t place;    /* index of its experiment in the selection; the selection's size: none */
    bool has_report; /* the page that it leads to is still there */
};

/* The input of the index. */
struct index {
    const struct lab_selection *selection;
    size_t done; /* of the selection, have their pages */
    lab_database *database;
    const char *folder;
    char *old; /* the old index, cut into lines; NULL: none */
    struct old_row *rows;
    size_t row_count, room;
};

/* The name that an address encodes. */
static void print_decoded(const char *address, size_t length, by_text *out)
{
    for (size_t i = 0; i < length; i++) {
        char digits[3] = {0};

        if (address[i] == '%' && i + 2 < length) {
            memcpy(digits, address + i + 1, 2);
            by_text_add_char(out, (char)strtol(digits, NULL, 16));
            i += 2;
        } else {
            by_text_add_char(out, address[i]);
        }
    }
}

static size_t place_of(const struct index *index, const char *name)
{
    size_t i = 0;

    while (i < index->selection->count && strcmp(index->selection->list[i].experiment->name, name) != 0)
        i++;
    return i;
}

/* Adds a line if it is a row that links to a report; false: out of memory. */
static bool add_old_row(struct index *index, const char *line)
{
    const char *address = line + strlen(ROW_BEGIN);
    bool is_row = strncmp(line, ROW_BEGIN, strlen(ROW_BEGIN)) == 0;
    const char *end = is_row ? strstr(address, ".html\">") : NULL;
    by_text name = {0}, path = {0};
    struct old_row *rows;
    bool is_good;

    if (!end)
        return true;
    rows = by__array_grown(index->rows, index->row_count + 1, &index->room, sizeof *rows);
    index->rows = rows ? rows : index->rows;
    print_decoded(address, (size_t)(end - address), &name);
    by_text_printf(&path, "%s/%s.html", index->folder, by_text_string(&name));
    is_good = rows && !name.failed && !path.failed;
    if (is_good)
        rows[index->row_count++] = (struct old_row){.line = line,
                                                    .place = place_of(index, by_text_string(&name)),
                                                    .has_report = access(by_text_string(&path), F_OK) == 0};
    by_text_free(&name);
    by_text_free(&path);
    return is_good;
}

/* Reads the old index of the folder, if there is one. */
static bool read_old_rows(struct index *index)
{
    by_text path = {0};
    const char *why;
    bool is_good;

    by_text_printf(&path, "%s/index.html", index->folder);
    is_good = !path.failed;
    index->old = is_good ? file_read(by_text_string(&path), &why) : NULL;
    by_text_free(&path);
    for (char *line = index->old, *end; line && is_good; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = 0;
        is_good = add_old_row(index, line);
    }
    return is_good;
}

/* ---- All rows -------------------------------------------------------------------------------------------------- */

static bool is_of_others(const struct index *index, const struct old_row *row)
{
    return row->place == index->selection->count && row->has_report;
}

/* An experiment that has not run yet may have an older report. */
static int add_selected(const struct index *index, size_t place, by_text *out)
{
    const struct lab_experiment *experiment = index->selection->list[place].experiment;
    struct lab_state state;
    int code;

    if (place < index->done) {
        code = lab_find_state(experiment, index->database, &state);
        if (!code)
            add_done(experiment, &state, out);
        return code;
    }
    for (size_t i = 0; i < index->row_count; i++)
        if (index->rows[i].place == place && index->rows[i].has_report) {
            by_text_printf(out, "%s\n", index->rows[i].line);
            return 0;
        }
    add_not_done(experiment, out);
    return 0;
}

/* Keeps the reports of others in the index and puts those of the selection in their places among them. */
static int add_experiments(const struct index *index, bool has_others, by_text *out)
{
    bool *is_added = calloc(index->selection->count + 1, sizeof *is_added);
    int code = 0;

    out->failed = out->failed || !is_added;
    if (!is_added)
        return 0;
    by_text_add(out,
                "<table>\n<tr><th>Experiment</th><th>What it shows</th><th>Paper</th><th class=\"number\">Rows</th>"
                "<th class=\"number\">Search time</th><th></th></tr>\n");
    for (size_t i = 0; i < index->row_count && has_others && !code; i++) {
        const struct old_row *row = &index->rows[i];

        if (is_of_others(index, row))
            by_text_printf(out, "%s\n", row->line);
        else if (row->place < index->selection->count && !is_added[row->place])
            code = add_selected(index, row->place, out);
        is_added[row->place] = true;
    }
    for (size_t i = 0; i < index->selection->count && !code; i++)
        if (!is_added[i])
            code = add_selected(index, i, out);
    by_text_add(out, "</table>\n");
    free(is_added);
    return code;
}

/* Omits the machine, because the rows may come from others. */
static void add_page_origin(const char *command, bool has_others, by_text *out)
{
    by_text_add(out, "<p>Written by <code>");
    lab_print_escaped(command, out);
    by_text_printf(out, "</code> with boyi %s, sources %s, ", by_version(), lab_build_sources());
    lab_print_escaped(lab_build_compiler(), out);
    by_text_add(out, ", flags ");
    lab_print_escaped(lab_build_flags(), out);
    by_text_printf(out, ".%s Each report names the programs and processors that made its rows.</p>\n",
                   has_others ? " What other commands wrote is listed as it was." : "");
}

/* A process that writes the index keeps the lines that others have written since then, so it needs a lock. -1: this
 * folder has no locks. */
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
    int lock = lock_folder(folder), code = 0;
    struct index index = {.selection = selection, .done = done, .database = database, .folder = folder};
    by_text page = {.failed = !read_old_rows(&index)};
    bool has_others = false;

    for (size_t i = 0; i < index.row_count; i++)
        has_others = has_others || is_of_others(&index, &index.rows[i]);
    lab_page_begin("Experiments of Boyi", "", index_style, &page);
    add_page_origin(command, has_others, &page);
    code = add_experiments(&index, has_others, &page);
    lab_page_end(&page);
    if (!code)
        code = lab_write_into(folder, "index", ".html", &page);
    unlock_folder(lock);
    by_text_free(&page);
    free(index.rows);
    free(index.old);
    return code;
}
