/* SPDX-License-Identifier: MIT */
#include "lab/prose.h"

static const char *escape_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

void lab_print_escaped(const char *text, by_text *out)
{
    for (; *text; text++) {
        const char *escape = escape_of(*text);

        if (escape)
            by_text_add(out, escape);
        else
            by_text_add_char(out, (unsigned char)*text < ' ' || *text == 127 ? ' ' : *text);
    }
}

void lab_print_heading(const char *title, enum lab_format format, by_text *out)
{
    if (format != LAB_FORMAT_HTML)
        by_text_printf(out, "\n%s%s\n\n", format == LAB_FORMAT_MARKDOWN ? "## " : "", title);
}

static void print_paragraph(const char *class, const char *sentence, by_text *out)
{
    by_text_printf(out, "<p class=\"%s\">", class);
    lab_print_escaped(sentence, out);
    by_text_add(out, "</p>\n");
}

void lab_print_lead(const char *sentence, enum lab_format format, by_text *out)
{
    if (format == LAB_FORMAT_HTML)
        print_paragraph("lead", sentence, out);
    else
        by_text_printf(out, "%s\n\n", sentence);
}

void lab_print_note(const char *sentence, enum lab_format format, by_text *out)
{
    if (format == LAB_FORMAT_HTML)
        print_paragraph("note", sentence, out);
    else /* a star begins a list */
        by_text_printf(out, "\n%s%s\n", format == LAB_FORMAT_MARKDOWN && *sentence == '*' ? "\\" : "", sentence);
}
