/* SPDX-License-Identifier: MIT */
#include "cli/lab_pages.h"

#include "boyi/version.h"
#include "cli/lab.h"
#include "lab/build.h"
#include "lab/prose.h"
#include "lab/report.h"

/* ---- One experiment -------------------------------------------------------------------------------------------- */

static int write_form(const struct lab_experiment *experiment, lab_database *database, enum lab_form form,
                      const char *ending, const struct lab_commands *commands, const char *folder)
{
    by_text text = {0};
    int code = lab_print_report(experiment, database, form, commands, &text);

    if (!code)
        code = lab_put_into(folder, experiment->name, ending, &text);
    by_text_free(&text);
    return code;
}

int lab_pages_write(const struct lab_experiment *experiment, lab_database *database,
                    const struct lab_commands *commands, const char *folder)
{
    int code = write_form(experiment, database, LAB_FORM_HTML, ".html", commands, folder);

    if (!code)
        code = write_form(experiment, database, LAB_FORM_MARKDOWN, ".md", commands, folder);
    return code ? code : write_form(experiment, database, LAB_FORM_CSV, ".csv", commands, folder);
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

static void add_done(const struct lab_experiment *experiment, const struct lab_state *state, by_text *out)
{
    by_text_add(out, "<tr><td class=\"name\">");
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

static int add_experiments(const struct lab_selection *selection, size_t done, lab_database *database, by_text *out)
{
    int code = 0;

    by_text_add(out,
                "<table>\n<tr><th>Experiment</th><th>What it shows</th><th>Paper</th><th class=\"number\">Rows</th>"
                "<th class=\"number\">Search time</th><th></th></tr>\n");
    for (size_t i = 0; i < selection->count && !code; i++) {
        const struct lab_experiment *experiment = selection->list[i].experiment;
        struct lab_state state;

        if (i >= done) {
            add_not_done(experiment, out);
            continue;
        }
        code = lab_find_state(experiment, database, &state);
        if (!code)
            add_done(experiment, &state, out);
    }
    by_text_add(out, "</table>\n");
    return code;
}

static void add_page_origin(const char *command, by_text *out)
{
    by_text processor = {0};

    lab_processor(&processor);
    by_text_add(out, "<p>Written by <code>");
    lab_print_escaped(command, out);
    by_text_printf(out, "</code> with boyi %s, sources %s, ", by_version(), lab_build_sources());
    lab_print_escaped(lab_build_compiler(), out);
    by_text_add(out, ", flags ");
    lab_print_escaped(lab_build_flags(), out);
    by_text_add(out, ", on ");
    lab_print_escaped(by_text_string(&processor), out);
    by_text_add(out, ". Each report tells which programs made its rows.</p>\n");
    by_text_free(&processor);
}

int lab_pages_index(const struct lab_selection *selection, size_t done, lab_database *database, const char *command,
                    const char *folder)
{
    by_text page = {0};
    int code;

    by_text_add(&page, page_head);
    add_page_origin(command, &page);
    code = add_experiments(selection, done, database, &page);
    by_text_add(&page, "</body>\n</html>\n");
    if (!code)
        code = lab_put_into(folder, "index", ".html", &page);
    by_text_free(&page);
    return code;
}
