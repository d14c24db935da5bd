/* SPDX-License-Identifier: MIT */
#include "render/prose.h"

#include <ctype.h>
#include <string.h>

void lab_print_escaped(const char *text, by_text *out)
{
    static const char special[] = "&<>\"", *const escapes[] = {"&amp;", "&lt;", "&gt;", "&quot;"};

    for (; *text; text++) {
        const char *found = strchr(special, *text);

        if (found)
            by_text_add(out, escapes[found - special]);
        else /* XML has no way to write a control character */
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

/* Adds a sentence as a paragraph of a page, or between other texts. */
static void print_sentence(const char *sentence, enum lab_format format, const char *class, const char *before,
                           const char *after, by_text *out)
{
    bool is_page = format == LAB_FORMAT_HTML;

    if (is_page)
        by_text_printf(out, "<p class=\"%s\">", class);
    by_text_add(out, is_page ? "" : before);
    lab_print_prose(sentence, format, out);
    by_text_add(out, is_page ? "</p>\n" : after);
}

void lab_print_sentence(const char *sentence, enum lab_format format, by_text *out)
{
    print_sentence(sentence, format, "lead", "", "\n", out);
}

void lab_print_lead(const char *sentence, enum lab_format format, by_text *out)
{
    print_sentence(sentence, format, "lead", "", "\n\n", out);
}

void lab_print_note(const char *sentence, enum lab_format format, by_text *out)
{
    print_sentence(sentence, format, "note", "\n", "\n", out);
}
