/* SPDX-License-Identifier: MIT
 *
 * The page stands alone: it contains its style and its curves, and pictures of positions are images with their data in
 * the address, since their colour names would clash on one page. It is light or dark, as the reader's system.
 */
#include <string.h>

#include "lab/report.h"
#include "render/chart.h"
#include "render/prose.h"

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1d1f23;--soft:#5d636d;--rule:#d9dce1;--stripe:#f5f6f8;"
    "--link:#0b62a4;--warn:#a33b12}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#17191d;--ink:#e3e5e8;--soft:#a0a6b0;--rule:#363a42;"
    "--stripe:#1f2227;--link:#6cb4f5;--warn:#ff9670}}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}\n"
    "main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}\n"
    "h1{font-size:1.75rem;line-height:1.25;margin:0 0 1rem}\n"
    "h2{font-size:1.25rem;line-height:1.3;margin:0 0 .5rem}\n"
    "a{color:var(--link)}\n"
    "section{margin-top:2.5rem;padding-top:1.5rem;border-top:1px solid var(--rule)}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:0 0 1rem}\n"
    "dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\n"
    "nav ul{margin:.25rem 0 0;padding-left:1.2rem}\n"
    ".wide{overflow-x:auto;margin:.5rem 0 1rem}\n"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.25rem .7rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}\n"
    "th{font-weight:600;border-bottom-width:2px;white-space:normal;vertical-align:bottom}tbody "
    "tr:nth-child(even){background:var(--stripe)}\n"
    ".left{text-align:left}.published{color:var(--soft);font-style:italic}\n"
    ".lead{margin:.5rem 0}.note{color:var(--soft);font-size:.9rem}.warn{color:var(--warn)}\n"
    "code,pre{font:.875rem/1.45 ui-monospace,monospace}pre{overflow-x:auto;padding:.75rem 1rem;"
    "background:var(--stripe);border:1px solid var(--rule)}\n"
    "figure{margin:1rem 0}svg.chart{display:block;width:100%;height:auto;max-width:820px}img{max-width:100%}\n"
    "@media print{section{break-inside:avoid}}\n";

/* ---- Head ------------------------------------------------------------------------------------------------------ */

static void add_code(const char *name, const char *text, by_text *out)
{
    by_text_printf(out, "<dt>%s</dt><dd><code>", name);
    lab_print_escaped(text, out);
    by_text_add(out, "</code></dd>\n");
}

static void add_facts(const struct lab_report *report, const struct lab_commands *commands, by_text *out)
{
    const struct lab_experiment *experiment = report->experiment;
    by_text name = {0};

    by_text_add(out, "<dl>\n");
    by_text_printf(&name, "%s%s", experiment->name, experiment->is_quick ? ", quick form" : "");
    lab_print_fact("Experiment", by_text_string(&name), LAB_FORMAT_HTML, out);
    if (commands && commands->run)
        add_code("Command", commands->run, out);
    if (commands && commands->report)
        add_code("Page written by", commands->report, out);
    lab_print_facts(report, LAB_FORMAT_HTML, out);
    for (int i = LAB_ORIGIN_COMPILER; i <= LAB_FACT_RUN; i++)
        if (i != LAB_FACT_RUN || report->facts[i].length)
            lab_print_fact(lab_fact_names[i], by_text_string(&report->facts[i]), LAB_FORMAT_HTML, out);
    by_text_printf(out,
                   report->done < report->count
                       ? "<dt>Rows</dt><dd class=\"warn\">not finished: %zu of %zu are done</dd>\n"
                       : "<dt>Rows</dt><dd>%zu of %zu</dd>\n",
                   report->done, report->count);
    by_text_add(out, "</dl>\n");
    out->failed = out->failed || name.failed;
    by_text_free(&name);
}

static void add_link(const char *before, const char *to, const char *title, by_text *out)
{
    by_text_printf(out, "<li><a href=\"#%s%s\">", before, to);
    lab_print_escaped(title, out);
    by_text_add(out, "</a></li>\n");
}

/* A prefix for the names of sections, so that they differ from other anchors. */
static const char *place_of(const struct lab_section *section)
{
    return section->kind == LAB_TABLE ? "" : "part-";
}

/* Names of sections have only harmless letters. */
static void add_contents(const struct lab_experiment *experiment, by_text *out)
{
    by_text_add(out, "<nav><ul>\n");
    for (size_t i = 0; i < experiment->section_count; i++)
        add_link(place_of(&experiment->sections[i]), experiment->sections[i].name, experiment->sections[i].title, out);
    add_link("", "variants", "Variants", out);
    add_link("", "experiment", "The experiment", out);
    by_text_add(out, "</ul></nav>\n");
}

/* ---- Sections -------------------------------------------------------------------------------------------------- */

static void begin_section(const char *kind, const char *name, const char *title, by_text *out)
{
    by_text_printf(out, "<section id=\"%s%s\">\n<h2>", kind, name);
    lab_print_escaped(title, out);
    by_text_add(out, "</h2>\n");
}

/* A diagram has the style of the page. A picture is an image, since its colours may have the names of another's. */
static by_status add_figure(const struct lab_sheet *sheet, by_text *out, by_error *error)
{
    by_text svg = {0};
    by_status status = lab_sheet_draw(sheet, true, &svg, error);

    if (svg.length && sheet->section->kind == LAB_PICTURE) {
        by_text_add(out, "<figure><img alt=\"");
        lab_print_escaped(sheet->section->title, out);
        by_text_add(out, "\" src=\"data:image/svg+xml,");
        lab_print_percent(by_text_string(&svg), out);
        by_text_add(out, "\"></figure>\n");
    } else if (svg.length) {
        by_text_printf(out, "<figure>\n%s</figure>\n", by_text_string(&svg));
    }
    out->failed = out->failed || svg.failed;
    by_text_free(&svg);
    return status;
}

static by_status add_section(const struct lab_sheet *sheet, by_text *out, by_error *error)
{
    by_status status;

    begin_section(place_of(sheet->section), sheet->section->name, sheet->section->title, out);
    lab_sheet_print(sheet, LAB_FORMAT_HTML, out);
    status = add_figure(sheet, out, error);
    by_text_add(out, "</section>\n");
    return status ? status : lab_go_on_writing(sheet->experiment, out->length, error);
}

/* The text, line by line as written. */
static void add_text(const struct lab_report *report, by_text *out)
{
    const struct lab_experiment *experiment = report->experiment;
    by_text line = {0};

    begin_section("experiment", "", "The experiment", out);
    if (strcmp(by_text_string(&report->facts[LAB_FACT_TEXT]), experiment->fingerprint) != 0)
        by_text_add(out, "<p class=\"note\">This is the text as it is now. The rows are of another.</p>\n");
    by_text_add(out, "<pre>");
    for (const char *at = experiment->text; *at;) {
        size_t length = strcspn(at, "\n");

        by_text_printf(&line, "%.*s", (int)length, at);
        lab_print_escaped(by_text_string(&line), out);
        by_text_add_char(out, '\n');
        out->failed = out->failed || line.failed;
        by_text_clear(&line);
        at += length + (at[length] == '\n');
    }
    by_text_add(out, "</pre>\n</section>\n");
    by_text_free(&line);
}

/* ---- The page -------------------------------------------------------------------------------------------------- */

/* Readers must not take it for the full form. */
static void add_quick(const struct lab_experiment *experiment, by_text *out)
{
    by_text what = {0};

    lab_print_quick_form(experiment, &what);
    by_text_add(out, "<p class=\"warn\"><strong>Quick form:</strong> ");
    lab_print_escaped(by_text_string(&what), out);
    by_text_add(out, ".</p>\n");
    out->failed = out->failed || what.failed;
    by_text_free(&what);
}

void lab_page_begin(const char *title, const char *behind, const char *more_style, by_text *out)
{
    by_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    lab_print_escaped(title, out);
    by_text_printf(out, "%s</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<main>\n<h1>", behind, style, more_style);
    lab_print_escaped(title, out);
    by_text_printf(out, "%s</h1>\n", behind);
}

void lab_page_end(by_text *out)
{
    by_text_add(out, "</main>\n</body>\n</html>\n");
}

by_status lab_report_html(const struct lab_report *report, const struct lab_commands *commands, by_text *out,
                          by_error *error)
{
    const struct lab_experiment *experiment = report->experiment;
    by_text charts = {0};
    by_status status = BY_OK;

    lab_chart_style(&charts);
    lab_page_begin(experiment->title, lab_form_of(experiment), by_text_string(&charts), out);
    out->failed = out->failed || charts.failed;
    by_text_free(&charts);
    if (experiment->is_quick)
        add_quick(experiment, out);
    add_facts(report, commands, out);
    add_contents(experiment, out);
    for (size_t i = 0; i < experiment->section_count && !status; i++)
        status = add_section(&report->sheets[i], out, error);
    begin_section("variants", "", "Variants", out);
    lab_print_variants(experiment, LAB_FORMAT_HTML, out);
    by_text_add(out, "</section>\n");
    add_text(report, out);
    lab_page_end(out);
    return status;
}
