/* SPDX-License-Identifier: MIT */
#include "lab/header.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A piece of a line without the blanks around it. */
struct piece {
    const char *begin;
    size_t length;
};

static const char blanks[] = " \t\r";

static struct piece trim(const char *begin, size_t length)
{
    for (; length && strchr(blanks, *begin); length--)
        begin++;
    while (length && strchr(blanks, begin[length - 1]))
        length--;
    return (struct piece){begin, length};
}

/* Cuts the first word off. */
static struct piece cut_word(struct piece *line)
{
    struct piece word = *line;

    word.length = strcspn(line->begin, " \t\r\n") < line->length ? strcspn(line->begin, " \t\r\n") : line->length;
    *line = trim(line->begin + word.length, line->length - word.length);
    return word;
}

static bool is_word(struct piece word, const char *name)
{
    return strlen(name) == word.length && strncmp(word.begin, name, word.length) == 0;
}

static void add(struct piece piece, by_text *out)
{
    by_text_printf(out, "%.*s", (int)piece.length, piece.begin);
}

static void scan_line(struct piece line, struct lab_header *out)
{
    struct piece rest = line, word = cut_word(&rest);
    char words[64];

    if (!rest.length)
        return;
    if (is_word(word, "title") && !out->title.length)
        add(rest, &out->title);
    else if (is_word(word, "paper") && !out->paper.length)
        add(rest, &out->paper);
    else if (is_word(word, "game") && !out->game.length)
        add(cut_word(&rest), &out->game);
    else if (is_word(word, "quick"))
        out->has_quick = true;
    (void)snprintf(words, sizeof words, "%.*s", (int)rest.length, rest.begin);
    if (is_word(word, "cost"))
        (void)sscanf(words, "%9" SCNd64 " %9" SCNd64, &out->cost, &out->quick_cost);
    if (!is_word(word, "positions") && !is_word(word, "problems"))
        return;
    add(line, &out->positions);
    by_text_add_char(&out->positions, '\n');
}

bool lab_header_scan(const char *text, struct lab_header *out)
{
    bool has_begun = false;

    *out = (struct lab_header){0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        struct piece line = trim(text, length);
        bool is_comment = line.length && *line.begin == '#';

        text += length + (text[length] == '\n');
        if (is_comment)
            line = trim(line.begin + 1, line.length - 1);
        if (!line.length)
            continue;
        if (!is_comment)
            scan_line(line, out);
        else if (!has_begun && out->about.length)
            by_text_add_char(&out->about, ' ');
        if (is_comment && !has_begun)
            add(line, &out->about);
        has_begun = has_begun || !is_comment;
    }
    return !out->title.failed && !out->paper.failed && !out->about.failed && !out->game.failed &&
           !out->positions.failed;
}

void lab_header_free(struct lab_header *header)
{
    by_text_free(&header->title);
    by_text_free(&header->paper);
    by_text_free(&header->about);
    by_text_free(&header->game);
    by_text_free(&header->positions);
}
