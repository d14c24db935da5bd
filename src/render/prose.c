/* SPDX-License-Identifier: MIT */
#include "render/prose.h"

#include <ctype.h>
#include <string.h>

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

void lab_print_percent(const char *text, by_text *out)
{
    for (; *text; text++)
        by_text_printf(out, isalnum((unsigned char)*text) || strchr("-_.", *text) ? "%c" : "%%%02X",
                       (unsigned char)*text);
}

static bool is_within_word(const char *text, const char *at)
{
    return at > text && isalnum((unsigned char)at[-1]) && isalnum((unsigned char)at[1]);
}

/* Underscores within words mean nothing. */
void lab_print_markdown(const char *text, by_text *out)
{
    for (const char *at = text; *at; at++) {
        if (strchr("\\`*<>&[]|~", *at) || (*at == '_' && !is_within_word(text, at)))
            by_text_add_char(out, '\\');
        by_text_add_char(out, *at);
    }
}

void lab_print_prose(const char *text, enum lab_format format, by_text *out)
{
    if (format == LAB_FORMAT_HTML)
        lab_print_escaped(text, out);
    else if (format == LAB_FORMAT_MARKDOWN)
        lab_print_markdown(text, out);
    else
        by_text_add(out, text);
}

void lab_print_heading(const char *title, enum lab_format format, by_text *out)
{
    if (format == LAB_FORMAT_HTML)
        return;
    by_text_add(out, format == LAB_FORMAT_MARKDOWN ? "\n## " : "\n");
    lab_print_prose(title, format, out);
    by_text_add(out, "\n\n");
}

static void print_paragraph(const char *class, const char *sentence, by_text *out)
{
    by_text_printf(out, "<p class=\"%s\">", class);
    lab_print_escaped(sentence, out);
    by_text_add(out, "</p>\n");
}

void lab_print_sentence(const char *sentence, enum lab_format format, by_text *out)
{
    if (format == LAB_FORMAT_HTML) {
        print_paragraph("lead", sentence, out);
        return;
    }
    lab_print_prose(sentence, format, out);
    by_text_add_char(out, '\n');
}

void lab_print_lead(const char *sentence, enum lab_format format, by_text *out)
{
    lab_print_sentence(sentence, format, out);
    by_text_add(out, format == LAB_FORMAT_HTML ? "" : "\n");
}

void lab_print_note(const char *sentence, enum lab_format format, by_text *out)
{
    if (format == LAB_FORMAT_HTML) {
        print_paragraph("note", sentence, out);
        return;
    }
    by_text_add_char(out, '\n');
    lab_print_prose(sentence, format, out);
    by_text_add_char(out, '\n');
}
