/* SPDX-License-Identifier: MIT */
#include "boyi/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/message.h"

/* Makes room for `more` characters and the final 0. */
static bool reserve(by_text *text, size_t more)
{
    size_t capacity = text->capacity ? text->capacity : 64;
    char *data;

    if (text->failed)
        return false;
    if (more >= SIZE_MAX / 4 - text->length) {
        text->failed = true;
        return false;
    }
    if (text->length + more < text->capacity)
        return true;
    while (capacity <= text->length + more)
        capacity *= 2;
    data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void by_text_add(by_text *text, const char *string)
{
    size_t length = strlen(string);

    if (!reserve(text, length))
        return;
    memcpy(text->data + text->length, string, length + 1);
    text->length += length;
}

void by_text_add_char(by_text *text, char c)
{
    char string[2] = {c, 0};

    by_text_add(text, string);
}

void by_text_printf(by_text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0 || !reserve(text, (size_t)length))
        return;
    va_start(arguments, format);
    (void)vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void by_text_add_parts(by_text *text, const char *parts)
{
    size_t length = strlen(parts);

    if (text->keeps_parts) {
        by_text_add(text, parts);
        return;
    }
    if (!reserve(text, length))
        return;
    by_message_print(parts, text->data + text->length, length + 1);
    text->length += strlen(text->data + text->length);
}

void by_text_add_message(by_text *text, const char *format, ...)
{
    by_text parts = {0};
    bool is_whole = false;

    for (size_t room = 256; !is_whole && reserve(&parts, room); room *= 2) {
        va_list arguments;

        va_start(arguments, format);
        is_whole = by_message_make(parts.data, room, format, arguments);
        va_end(arguments);
    }
    if (parts.failed)
        text->failed = true;
    else
        by_text_add_parts(text, parts.data);
    by_text_free(&parts);
}

const char *by_text_string(const by_text *text)
{
    return text->data ? text->data : "";
}

void by_text_clear(by_text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->data)
        text->data[0] = 0;
}

void by_text_free(by_text *text)
{
    free(text->data);
    *text = (by_text){.keeps_parts = text->keeps_parts};
}

/* Not cut off, not overlong, no surrogate, at most U+10FFFF (Unicode, table 3-7). */
int by_text_character(const char *string)
{
    const unsigned char *s = (const unsigned char *)string;
    int length = s[0] < 0x80 ? s[0] != 0 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : s[0] < 0xF0 ? 3 : s[0] < 0xF5 ? 4 : 0;

    for (int i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    if ((s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF0 && s[1] < 0x90) ||
        (s[0] == 0xF4 && s[1] > 0x8F))
        return 0;
    return length;
}

int by_text_column(const char *begin, const char *place)
{
    int column = 1;

    for (const char *c = begin; c < place; c++)
        column += ((unsigned char)*c & 0xC0) != 0x80; /* all but the first byte of a character take no column */
    return column;
}

/* ---- Spelling -------------------------------------------------------------------------------------------------- */

enum { WORD_MOST = 40 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* How many letters have to be put in, left out, changed or swapped with their neighbour (Damerau 1964). */
static int spelling_distance(const char *a, const char *b)
{
    int rows[3][WORD_MOST + 1];
    int *before = rows[0], *last = rows[1], *row = rows[2];
    int a_length = (int)strlen(a), b_length = (int)strlen(b);

    if (a_length > WORD_MOST || b_length > WORD_MOST)
        return WORD_MOST;
    for (int j = 0; j <= b_length; j++)
        last[j] = j;
    for (int i = 1; i <= a_length; i++) {
        int *spare = before;

        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            row[j] = last[j - 1] + (same_letter(a[i - 1], b[j - 1]) ? 0 : 1);
            row[j] = smaller(row[j], smaller(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        before = last;
        last = row;
        row = spare;
    }
    return last[b_length];
}

const char *by_text_nearest(const char *word, const char *const *words)
{
    const char *nearest = NULL;
    int least = smaller(4, (int)(strlen(word) / 2) + 1);

    for (; *words; words++) {
        int distance = spelling_distance(word, *words);

        if (strlen(word) >= 3 && strncmp(word, *words, strlen(word)) == 0)
            distance = 0; /* the beginning of a word means that word */
        if (distance < least) {
            least = distance;
            nearest = *words;
        }
    }
    return nearest;
}
