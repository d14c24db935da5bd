/* SPDX-License-Identifier: MIT */
#include "trace/picture.h"

enum { MAX_SHOWN = 90 }; /* characters of the position and of the variation */

/* Adds as much of a text as fits into a line of the head. */
static void add_shortened(const by_text *text, by_text *out)
{
    size_t length = 0;

    for (int i = 0; i < MAX_SHOWN && length < text->length; i++) {
        length++;
        while (length < text->length && ((unsigned char)text->data[length] & 0xC0) == 0x80)
            length++;
    }
    out->failed |= text->failed;
    by_text_printf(out, "%.*s%s", (int)length, by_text_string(text), length < text->length ? TRACE_ELLIPSIS : "");
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

void trace_head_of_picture(const struct trace_run *run, struct svg_tree *svg)
{
    by_text text = {0};

    by_text_printf(&text, "%s" TRACE_DOT "%s", run->type->title, by_method_name(run->question.method));
    svg->head[0] = svg_tree_store(svg, &text);
    trace_add_short_position(run, &text);
    svg->head[1] = svg_tree_store(svg, &text);
    by_text_free(&text);
}
