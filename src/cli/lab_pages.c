/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* for flock, scandir */
#include "cli/lab_pages.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "boyi/version.h"
#include "cli/file.h"
#include "cli/lab.h"
#include "cli/say.h"
#include "lab/build.h"
#include "lab/report.h"
#include "render/prose.h"

/* ---- One experiment -------------------------------------------------------------------------------------------- */

int lab_pages_write(const struct lab_report *report, const struct lab_commands *commands, const char *folder)
{
    static const struct {
        enum lab_format format;
        const char *ending;
    } forms[] = {{LAB_FORMAT_HTML, ".html"}, {LAB_FORMAT_MARKDOWN, ".md"}, {LAB_FORMAT_CSV, ".csv"}};
    int code = 0;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0] && !code; i++) {
        by_text text = {0};
        by_error error;

        code = lab_report_print(report, forms[i].format, commands, &text, &error)
                   ? say_error("lab", NULL, &error)
                   : lab_write_into(folder, report->experiment->name, forms[i].ending, &text);
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

static void add_report(const char *name, const struct lab_report *report, by_text *out)
{
    by_text_add(out, "<tr><td class=\"name\">");
    add_link(name, ".html", name, out);
    by_text_add(out, "</td>");
    add_cell("", by_text_string(&report->facts[LAB_FACT_TITLE]), out);
    add_cell(" class=\"muted\"", by_text_string(&report->facts[LAB_FACT_PAPER]), out);
    by_text_printf(out, "<td class=\"number\">%zu", report->done);
    if (report->done < report->count)
        by_text_printf(out, " of %zu", report->count);
    by_text_add(out, "</td><td class=\"number\">");
    lab_add_duration(strtoll(by_text_string(&report->facts[LAB_FACT_TIME]), NULL, 10), out);
    by_text_add(out, "</td><td>");
    add_link(name, ".md", "Markdown", out);
    by_text_add_char(out, ' ');
    add_link(name, ".csv", "CSV", out);
    by_text_add(out, "</td></tr>\n");
}

static void add_missing(const struct lab_experiment *experiment, by_text *out)
{
    by_text_add(out, "<tr class=\"muted\">");
    add_cell("", experiment->name, out);
    by_text_add(out, "<td>");
    lab_print_escaped(experiment->title, out);
    by_text_printf(out, "%s</td>", lab_form_of(experiment));
    add_cell("", experiment->paper ? experiment->paper : "", out);
    by_text_add(out, "<td colspan=\"3\">not yet run</td></tr>\n");
}

/* The report of a name, if its page and its CSV are in the folder. */
static bool read_report(const char *folder, const char *name, struct lab_report *out)
{
    by_text page = {0}, csv = {0};
    const char *why;
    char *text;
    bool is_there;

    by_text_printf(&page, "%s/%s.html", folder, name);
    by_text_printf(&csv, "%s/%s.csv", folder, name);
    *out = (struct lab_report){0};
    text = access(by_text_string(&page), F_OK) == 0 ? file_read(by_text_string(&csv), &why) : NULL;
    is_there = text && !lab_report_read_facts(text, out, NULL);
    if (!is_there)
        lab_report_free(out);
    free(text);
    by_text_free(&page);
    by_text_free(&csv);
    return is_there;
}

static bool is_selected(const struct lab_selection *selection, const char *name)
{
    for (size_t i = 0; i < selection->count; i++)
        if (strcmp(selection->list[i].experiment->name, name) == 0)
            return true;
    return false;
}

static void add_selected(const struct lab_selection *selection, const char *folder, by_text *out)
{
    for (size_t i = 0; i < selection->count; i++) {
        const struct lab_experiment *experiment = selection->list[i].experiment;
        struct lab_report report;

        if (read_report(folder, experiment->name, &report))
            add_report(experiment->name, &report, out);
        else
            add_missing(experiment, out);
        lab_report_free(&report);
    }
}

/* Adds the reports of other experiments by name. */
static void add_others(const struct lab_selection *selection, const char *folder, by_text *out)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);

    out->failed = out->failed || (count < 0 && errno == ENOMEM);
    for (int i = 0; i < count; i++) {
        char *name = entries[i]->d_name, *ending = strrchr(name, '.');
        struct lab_report report;

        if (ending && strcmp(ending, ".csv") == 0) {
            *ending = 0;
            if (!is_selected(selection, name) && read_report(folder, name, &report)) {
                add_report(name, &report, out);
                lab_report_free(&report);
            }
        }
        free(entries[i]);
    }
    free(entries);
}

/* Omits the machine, because the rows may come from others. */
static void add_page_origin(const char *command, by_text *out)
{
    by_text_add(out, "<p>Written by <code>");
    lab_print_escaped(command, out);
    by_text_printf(out, "</code> with boyi %s, sources %s, ", by_version(), lab_build_sources());
    lab_print_escaped(lab_build_compiler(), out);
    by_text_add(out, ", flags ");
    lab_print_escaped(lab_build_flags(), out);
    by_text_add(out, ". Each report names the programs and processors that made its rows.</p>\n");
}

/* Two processes may write reports into a folder. The one that writes its index last has to see those of both. -1: this
 * folder has no locks. */
static int lock_folder(const char *folder)
{
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    while (descriptor >= 0 && flock(descriptor, LOCK_EX) && errno == EINTR)
        continue;
    return descriptor;
}

int lab_pages_index(const struct lab_selection *selection, const char *command, const char *folder)
{
    int lock = lock_folder(folder), code;
    by_text page = {0};

    lab_page_begin("Experiments of Boyi", "", index_style, &page);
    add_page_origin(command, &page);
    by_text_add(&page,
                "<table>\n<tr><th>Experiment</th><th>What it shows</th><th>Paper</th><th class=\"number\">Rows</th>"
                "<th class=\"number\">Search time</th><th></th></tr>\n");
    add_selected(selection, folder, &page);
    add_others(selection, folder, &page);
    by_text_add(&page, "</table>\n");
    lab_page_end(&page);
    code = lab_write_into(folder, "index", ".html", &page);
    if (lock >= 0)
        (void)close(lock);
    by_text_free(&page);
    return code;
}
