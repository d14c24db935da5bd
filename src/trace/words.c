/* SPDX-License-Identifier: MIT */
#include "trace/words.h"

#include <string.h>

/* ---- Signs ----------------------------------------------------------------------------------------------------- */

void trace_spell(by_text *text)
{
    static const struct {
        const char *sign, *spelled;
    } signs[] = {
        {TRACE_ENDLESS, "inf"}, {TRACE_MINUS, "-"},      {TRACE_DASH, "-"},
        {TRACE_ARROW, "->"},    {TRACE_ELLIPSIS, "..."}, {TRACE_ALPHA, "alpha"},
        {TRACE_BETA, "beta"},   {"\xE2\x89\xA5", ">="},  {"\xE2\x89\xA4", "<="},
    };
    enum { COUNT = sizeof signs / sizeof signs[0] };
    by_text spelled = {0};

    for (const char *at = by_text_string(text); *at;) {
        int s = 0;

        while (s < COUNT && strncmp(at, signs[s].sign, strlen(signs[s].sign)) != 0)
            s++;
        if (s == COUNT)
            by_text_add_char(&spelled, *at++);
        else
            at += strlen(signs[s].sign);
        by_text_add(&spelled, s == COUNT ? "" : signs[s].spelled);
    }
    spelled.failed |= text->failed;
    by_text_free(text);
    *text = spelled;
}

int trace_width(const char *text)
{
    return by_text_column(text, text + strlen(text)) - 1;
}

/* ---- Fields ---------------------------------------------------------------------------------------------------- */

enum { LINE_WIDTH = 100, FIELD_WIDTH = 14 };

void trace_print_field(const char *name, const char *words, by_text *out)
{
    int at = FIELD_WIDTH;

    by_text_printf(out, "%-*s", FIELD_WIDTH, name);
    while (*words) {
        size_t length = strcspn(words, " ");
        int width = by_text_column(words, words + length) - 1;

        if (at > FIELD_WIDTH && at + 1 + width > LINE_WIDTH) {
            by_text_printf(out, "\n%*s", FIELD_WIDTH, "");
            at = FIELD_WIDTH;
        }
        by_text_printf(out, "%s%.*s", at > FIELD_WIDTH ? " " : "", (int)length, words);
        at += width + (at > FIELD_WIDTH);
        words += length + strspn(words + length, " ");
    }
    by_text_add_char(out, '\n');
}

void trace_print_words(const char *name, by_text *words, by_text *out)
{
    trace_print_field(name, by_text_string(words), out);
    out->failed |= words->failed;
    by_text_clear(words);
}

void trace_print_question(const struct trace_run *run, by_text *out)
{
    const by_options *options = run->question.options;
    by_text words = {0};

    trace_print_field("game", run->type->name, out);
    by_position_print(run->question.position, &words);
    trace_print_words("position", &words, out);
    by_text_add(&words, by_method_name(run->question.method));
    for (const struct by_option *row = by_options_table(options); row->name; row++) {
        if (by_options_number(options, row->name) == row->initial)
            continue;
        by_text_printf(&words, " %s=", row->name);
        by_options_print(options, row, &words);
    }
    trace_print_words("method", &words, out);
    by_text_free(&words);
}
