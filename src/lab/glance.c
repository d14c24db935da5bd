/* SPDX-License-Identifier: MIT */
#include "lab/glance.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A line without the blanks around it. */
struct line {
    const char *begin;
    size_t length;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct line trim(const char *begin, size_t length)
{
    for (; length && is_blank(*begin); length--)
        begin++;
    while (length && is_blank(begin[length - 1]))
        length--;
    return (struct line){begin, length};
}

/* What stands behind the first word, if it is this one; else a line whose `begin` is NULL. */
static struct line behind(struct line line, const char *word)
{
    size_t length = strlen(word);

    if (line.length <= length || strncmp(line.begin, word, length) != 0 || !is_blank(line.begin[length]))
        return (struct line){0};
    return trim(line.begin + length, line.length - length);
}

static void add(struct line line, by_text *out)
{
    by_text_printf(out, "%.*s", (int)line.length, line.begin);
}

/* Only the first such line counts, as it does for who reads the whole. */
static void take(struct line line, const char *word, by_text *out)
{
    struct line rest = behind(line, word);

    if (rest.begin && !out->length)
        add(rest, out);
}

static void take_game(struct line line, by_text *out)
{
    struct line rest = behind(line, "game");

    if (!rest.begin || out->length)
        return;
    rest.length = strcspn(rest.begin, " \t\r\n") < rest.length ? strcspn(rest.begin, " \t\r\n") : rest.length;
    add(rest, out);
}

static void take_positions(struct line line, by_text *out)
{
    if (!behind(line, "positions").begin && !behind(line, "problems").begin)
        return;
    add(line, out);
    by_text_add_char(out, '\n');
}

static void take_cost(struct line line, struct lab_glance *out)
{
    struct line rest = behind(line, "cost");
    char words[64];

    if (!rest.begin)
        return;
    (void)snprintf(words, sizeof words, "%.*s", (int)rest.length, rest.begin);
    (void)sscanf(words, "%9" SCNd64 " %9" SCNd64, &out->cost, &out->quick_cost);
}

/* Remarks above the first line that says something. */
static void take_remark(struct line line, by_text *out)
{
    struct line rest = trim(line.begin + 1, line.length - 1);

    if (rest.length && out->length)
        by_text_add_char(out, ' ');
    add(rest, out);
}

void lab_glance(const char *text, struct lab_glance *out)
{
    bool has_begun = false;

    *out = (struct lab_glance){0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        struct line line = trim(text, length);

        text += length + (text[length] == '\n');
        if (!line.length)
            continue;
        if (*line.begin == '#') {
            if (!has_begun)
                take_remark(line, &out->about);
            continue;
        }
        has_begun = true;
        take(line, "title", &out->title);
        take(line, "paper", &out->paper);
        take_game(line, &out->game);
        take_positions(line, &out->positions);
        take_cost(line, out);
        out->has_quick = out->has_quick || behind(line, "quick").begin;
    }
}

void lab_glance_free(struct lab_glance *glance)
{
    by_text_free(&glance->title);
    by_text_free(&glance->paper);
    by_text_free(&glance->about);
    by_text_free(&glance->game);
    by_text_free(&glance->positions);
}

bool lab_glance_failed(const struct lab_glance *glance)
{
    return glance->title.failed || glance->paper.failed || glance->about.failed || glance->game.failed ||
           glance->positions.failed;
}
