/* SPDX-License-Identifier: MIT
 *
 * The page stands alone: its style is inside, curves are drawn inside it, pictures of positions are images with their
 * data in the address (their names for colours would meet on one page). It asks for light or dark as the reader's
 * system does.
 */
#include "lab/html.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lab/origin.h"
#include "lab/parts.h"
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

static void add_fact(const char *name, const char *text, by_text *out)
{
    by_text_printf(out, "<dt>%s</dt><dd>", name);
    lab_print_escaped(text, out);
    by_text_add(out, "</dd>\n");
}

/* The same of a text that was made for it, which is empty then. */
static void add_made_fact(const char *name, by_text *text, by_text *out)
{
    add_fact(name, by_text_string(text), out);
    out->failed = out->failed || text->failed;
    by_text_clear(text);
}

static void add_code(const char *name, const char *text, by_text *out)
{
    by_text_printf(out, "<dt>%s</dt><dd><code>", name);
    lab_print_escaped(text, out);
    by_text_add(out, "</code></dd>\n");
}

static void add_run(const struct lab_run_info *run, by_text *out)
{
    by_text line = {0};

    by_text_printf(&line, "number %" PRId64 ", begun %s", run->id, run->started_at);
    add_made_fact("Latest run", &line, out);
    by_text_free(&line);
}

/* The newest run of this form of the experiment that made rows which are shown. */
static by_status add_newest_run(const struct lab_experiment *experiment, lab_database *database, by_text *out,
                                by_error *error)
{
    struct lab_run_info *runs = NULL;
    size_t count = 0;
    bool is_found = false;
    by_status status = lab_database_runs(database, experiment->name, &runs, &count, error);

    for (size_t i = 0; i < count && !status && !is_found; i++) {
        if (runs[i].is_quick != experiment->is_quick)
            continue;
        status = lab_has_rows_of(experiment, database, runs[i].sources, &is_found, error);
        if (!status && is_found)
            add_run(&runs[i], out);
    }
    lab_runs_free(runs, count);
    return status;
}

static by_status add_origin(const struct lab_experiment *experiment, lab_database *database, const char *name,
                            enum lab_origin what, by_text *out, by_error *error)
{
    by_text line = {0};
    by_status status = lab_print_origin(experiment, database, what, &line, error);

    add_made_fact(name, &line, out);
    by_text_free(&line);
    return status;
}

/* Who made the rows. */
static by_status add_makers(const struct lab_experiment *experiment, lab_database *database, by_text *out,
                            by_error *error)
{
    by_status status = add_origin(experiment, database, "Program", LAB_ORIGIN_PROGRAM, out, error);

    if (!status)
        status = add_origin(experiment, database, "Compiler", LAB_ORIGIN_COMPILER, out, error);
    if (!status)
        status = add_origin(experiment, database, "Processor", LAB_ORIGIN_PROCESSOR, out, error);
    if (!status)
        status = add_origin(experiment, database, "Searches at once", LAB_ORIGIN_WORKERS, out, error);
    return status ? status : add_newest_run(experiment, database, out, error);
}

static by_status add_rows_done(const struct lab_experiment *experiment, lab_database *database, by_text *out,
                               by_error *error)
{
    size_t done, total;
    by_status status = lab_count_done(experiment, database, &done, &total, error);

    if (status)
        return status;
    by_text_printf(out,
                   done < total ? "<dt>Rows</dt><dd class=\"warn\">not finished: %zu of %zu are done</dd>\n"
                                : "<dt>Rows</dt><dd>%zu of %zu</dd>\n",
                   done, total);
    return BY_OK;
}

static by_status add_facts(const struct lab_experiment *experiment, lab_database *database, const char *command,
                           const char *writer, by_text *out, by_error *error)
{
    by_text line = {0};
    by_status status;

    by_text_add(out, "<dl>\n");
    if (experiment->paper)
        add_fact("Published", experiment->paper, out);
    by_text_printf(&line, "%s%s%s", experiment->type->name, *experiment->game_settings ? " " : "",
                   experiment->game_settings);
    add_made_fact("Game", &line, out);
    by_text_printf(&line, "%s%s", experiment->name, experiment->is_quick ? ", quick form" : "");
    add_made_fact("Experiment", &line, out);
    if (command)
        add_code("Command", command, out);
    if (writer)
        add_code("Page written by", writer, out);
    by_text_free(&line);
    status = add_makers(experiment, database, out, error);
    if (!status)
        status = add_rows_done(experiment, database, out, error);
    by_text_add(out, "</dl>\n");
    return status;
}

static void add_link(const char *to, const char *title, by_text *out)
{
    by_text_printf(out, "<li><a href=\"#%s\">", to);
    lab_print_escaped(title, out);
    by_text_add(out, "</a></li>\n");
}

/* Places are named by parts, whose names have only harmless letters, and by numbers of tables. */
static void add_contents(const struct lab_experiment *experiment, by_text *out)
{
    struct lab_section at = {0};

    by_text_add(out, "<nav><ul>\n");
    while (lab_next_section(experiment, &at)) {
        char place[80];

        (void)snprintf(place, sizeof place, "%s%s", at.table ? "" : "part-", at.name);
        add_link(place, at.table ? at.table->title : at.part->title, out);
    }
    add_link("variants", "Variants", out);
    if (experiment->text)
        add_link("experiment", "The experiment", out);
    by_text_add(out, "</ul></nav>\n");
}

/* ---- Sections -------------------------------------------------------------------------------------------------- */

static void begin_section(const char *kind, const char *name, const char *title, by_text *out)
{
    by_text_printf(out, "<section id=\"%s%s\">\n<h2>", kind, name);
    lab_print_escaped(title, out);
    by_text_add(out, "</h2>\n");
}

static void add_figure(const by_text *svg, by_text *out)
{
    if (svg->length)
        by_text_printf(out, "<figure>\n%s</figure>\n", by_text_string(svg));
}

static void add_image(const by_text *svg, const char *title, by_text *out)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*()";

    if (!svg->length)
        return;
    by_text_add(out, "<figure><img alt=\"");
    lab_print_escaped(title, out);
    by_text_add(out, "\" src=\"data:image/svg+xml,");
    for (const char *c = by_text_string(svg); *c; c++) {
        if (strchr(plain, *c))
            by_text_add_char(out, *c);
        else
            by_text_printf(out, "%%%02X", (unsigned char)*c);
    }
    by_text_add(out, "\"></figure>\n");
}

static by_status add_table(const struct lab_experiment *experiment, const struct lab_section *section,
                           lab_database *database, by_text *out, by_error *error)
{
    const struct lab_table *table = section->table;
    by_text svg = {0};
    by_status status;

    begin_section("", section->name, table->title, out);
    status = lab_table_print(experiment, table, database, LAB_FORMAT_HTML, out, error);
    if (!status)
        status = lab_table_chart(experiment, table, database, true, &svg, error);
    add_figure(&svg, out);
    by_text_add(out, "</section>\n");
    by_text_free(&svg);
    return status;
}

static by_status add_part(const struct lab_experiment *experiment, const struct lab_part *part, lab_database *database,
                          const struct lab_drawer *drawer, by_text *out, by_error *error)
{
    by_text svg = {0}, picture = {0};
    by_status status;

    begin_section("part-", part->name, part->title, out);
    status = lab_part_print(experiment, part, database, LAB_FORMAT_HTML, out, error);
    if (!status)
        status = lab_part_chart(experiment, part, database, true, &svg, error);
    if (!status && drawer)
        status = drawer->draw(drawer->context, experiment, part, database, &picture, error);
    add_figure(&svg, out);
    add_image(&picture, part->title, out);
    out->failed = out->failed || svg.failed || picture.failed;
    by_text_add(out, "</section>\n");
    by_text_free(&svg);
    by_text_free(&picture);
    return status;
}

/* The text, line by line as it is written. */
static void add_text(const struct lab_experiment *experiment, by_text *out)
{
    by_text line = {0};

    if (!experiment->text)
        return;
    begin_section("experiment", "", "The experiment", out);
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

/* Nobody shall take it for the whole. */
static void add_quick(const struct lab_experiment *experiment, by_text *out)
{
    by_text what = {0};

    lab_say_quick(experiment, &what);
    by_text_add(out, "<p class=\"warn\"><strong>Quick form:</strong> ");
    lab_print_escaped(by_text_string(&what), out);
    by_text_add(out, ".</p>\n");
    out->failed = out->failed || what.failed;
    by_text_free(&what);
}

static void begin_page(const struct lab_experiment *experiment, by_text *out)
{
    by_text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    lab_print_escaped(experiment->title, out);
    by_text_printf(out, "%s</title>\n<style>\n%s", lab_form_of(experiment), style);
    lab_chart_style(out);
    by_text_add(out, "</style>\n</head>\n<body>\n<main>\n<h1>");
    lab_print_escaped(experiment->title, out);
    by_text_printf(out, "%s</h1>\n", lab_form_of(experiment));
    if (experiment->is_quick)
        add_quick(experiment, out);
}

by_status lab_report_html(const struct lab_experiment *experiment, lab_database *database, const char *command,
                          const char *writer, const struct lab_drawer *drawer, by_text *out, by_error *error)
{
    struct lab_section at = {0};
    by_status status;

    begin_page(experiment, out);
    status = add_facts(experiment, database, command, writer, out, error);
    add_contents(experiment, out);
    while (!status && lab_next_section(experiment, &at)) {
        status = at.table ? add_table(experiment, &at, database, out, error)
                          : add_part(experiment, at.part, database, drawer, out, error);
        if (!status)
            status = lab_go_on_writing(experiment, out->length, error);
    }
    begin_section("variants", "", "Variants", out);
    lab_print_variants(experiment, LAB_FORMAT_HTML, out);
    by_text_add(out, "</section>\n");
    add_text(experiment, out);
    by_text_add(out, "</main>\n</body>\n</html>\n");
    return status ? status : out->failed ? by_error_no_memory(error) : BY_OK;
}
