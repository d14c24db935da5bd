/* SPDX-License-Identifier: MIT
 *
 * What the pictures of traces have in common.
 */
#include "cli/trace_draw.h"

enum { SHOWN_MOST = 90 }; /* characters of the position and of the variation */

void trace_draw_escaped(const char *text, by_text *out)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            by_text_add(out, "&amp;");
            break;
        case '<':
            by_text_add(out, "&lt;");
            break;
        case '>':
            by_text_add(out, "&gt;");
            break;
        case '"':
            by_text_add(out, "&quot;");
            break;
        default: /* XML has no way to write a control character */
            by_text_add_char(out, (unsigned char)*text < ' ' || *text == 127 ? ' ' : *text);
        }
    }
}

void trace_draw_text(by_text *out, const char *class, int x, int y, const char *text)
{
    by_text_printf(out, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
    trace_draw_escaped(text, out);
    by_text_add(out, "</text>\n");
}

void trace_draw_title(by_text *out, const char *text)
{
    by_text_add(out, "<title>");
    trace_draw_escaped(text, out);
    by_text_add(out, "</title>");
}

/* Adds so much of a text as fits into a line of the head. */
static void add_shortened(const by_text *text, by_text *out)
{
    size_t length = 0;

    for (int i = 0; i < SHOWN_MOST && length < text->length; i++) {
        length++;
        while (length < text->length && ((unsigned char)text->data[length] & 0xC0) == 0x80)
            length++;
    }
    by_text_printf(out, "%.*s%s", (int)length, by_text_string(text), length < text->length ? "\xE2\x80\xA6" : "");
}

void trace_add_short_position(const struct trace_run *run, by_text *out)
{
    by_text text = {0};

    by_position_print(run->question.position, &text);
    add_shortened(&text, out);
    by_text_free(&text);
}

void trace_add_short_variation(const struct trace *trace, by_text *out)
{
    by_text text = {0};

    trace_add_variation(trace, &text);
    add_shortened(&text, out);
    by_text_free(&text);
}

int trace_draw_legend(const struct trace_key *keys, int count, int whole, int top, by_text *out)
{
    int x = TRACE_MARGIN, rows = 1;

    for (int i = 0; i < count; i++) {
        int width = keys[i].width + 8 + TRACE_CHARACTER * trace_width(keys[i].words) + 20;

        if (x > TRACE_MARGIN && x + width > whole - TRACE_MARGIN + 20) {
            x = TRACE_MARGIN;
            rows++;
        }
        if (out) {
            by_text_printf(out, "<g transform=\"translate(%d %d)\">%s", x, top + TRACE_KEY_ROW * (rows - 1),
                           keys[i].drawing);
            trace_draw_text(out, "key", keys[i].width + 8, 5, keys[i].words);
            by_text_add(out, "</g>\n");
        }
        x += width;
    }
    return rows;
}
