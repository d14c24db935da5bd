/* SPDX-License-Identifier: MIT */
#include "render/svg.h"

#include <stddef.h>
#include <string.h>

#include "render/prose.h"

/* ---- The frame ------------------------------------------------------------------------------------------------- */

/* The rules that all pictures share; a picture may change them in its own, which come after these. */
static const char style_of_all[] =
    "text{font-family:'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif;fill:" SVG_INK "}\n"
    ".title{font-size:20px;font-weight:bold}\n"
    ".subtitle{font-size:14px;fill:" SVG_DARK_GREY "}\n"
    ".key{font-size:13px;fill:" SVG_TEXT "}\n";

void svg_begin(by_text *out, int width, int height, const char *style, const char *background)
{
    by_text_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                   "role=\"img\">\n<style>\n",
                   width, height, width, height);
    by_text_add(out, style_of_all);
    by_text_add(out, style);
    by_text_printf(out, "</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", background);
}

void svg_end(by_text *out)
{
    by_text_add(out, "</svg>\n");
}

/* ---- Elements -------------------------------------------------------------------------------------------------- */

void svg_add_text(by_text *out, const char *class, int x, int y, const char *text)
{
    by_text_printf(out, "<text class=\"%s\" x=\"%d\" y=\"%d\">", class, x, y);
    lab_print_escaped(text, out);
    by_text_add(out, "</text>\n");
}

void svg_add_words(by_text *out, const char *class, int x, int y, by_text *words)
{
    svg_add_text(out, class, x, y, by_text_string(words));
    out->failed |= words->failed;
    by_text_clear(words);
}

void svg_add_title(by_text *out, const char *text)
{
    by_text_add(out, "<title>");
    lab_print_escaped(text, out);
    by_text_add(out, "</title>");
}

void svg_add_line(by_text *out, const char *class, int x1, int y1, int x2, int y2)
{
    by_text_printf(out, "<line class=\"%s\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", class, x1, y1, x2, y2);
}

void svg_add_rectangle(by_text *out, const char *class, int x, int y, int width, int height, int radius)
{
    by_text_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n", class, x, y,
                   width, height, radius);
}

void svg_add_circle(by_text *out, const char *class, int x, int y, int radius)
{
    by_text_printf(out, "<circle class=\"%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", class, x, y, radius);
}

/* ---- Head and legend ------------------------------------------------------------------------------------------- */

int svg_length(const char *text)
{
    return by_text_column(text, text + strlen(text)) - 1;
}

void svg_add_head(by_text *out, const char *const lines[], int count)
{
    for (int i = 0; i < count; i++)
        svg_add_text(out, i ? "subtitle" : "title", SVG_MARGIN, SVG_HEAD_TOP + SVG_LINE * i, lines[i]);
}

int svg_head_width(const char *const lines[], int count)
{
    int longest = 0;

    for (int i = 0; i < count; i++) {
        int length = (i ? 8 : 11) * svg_length(lines[i]);

        longest = length > longest ? length : longest;
    }
    return 2 * SVG_MARGIN + longest;
}

int svg_add_legend(by_text *out, const struct svg_key *keys, int count, int whole, int top)
{
    int x = SVG_MARGIN, rows = 1;

    for (int i = 0; i < count; i++) {
        int width = keys[i].width + 8 + SVG_CHARACTER * svg_length(keys[i].words) + 20;

        if (x > SVG_MARGIN && x + width > whole - SVG_MARGIN + 20) {
            x = SVG_MARGIN;
            rows++;
        }
        if (out) {
            by_text_printf(out, "<g transform=\"translate(%d %d)\">%s", x, top + SVG_KEY_ROW * (rows - 1),
                           keys[i].drawing);
            svg_add_text(out, "key", keys[i].width + 8, 5, keys[i].words);
            by_text_add(out, "</g>\n");
        }
        x += width;
    }
    return rows;
}
