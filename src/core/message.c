/* SPDX-License-Identifier: MIT */
#include "boyi/message.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/text.h"

enum { CONVERSIONS_MOST = 16, SPECIFICATION_MOST = 24 };

/* Where characters go, whole ones, as long as they fit. */
struct sink {
    char *at, *end;
    bool is_cut;
};

static void add_bytes(struct sink *sink, const char *bytes, size_t length)
{
    if (sink->is_cut || length > (size_t)(sink->end - sink->at)) {
        sink->is_cut = true;
        return;
    }
    memcpy(sink->at, bytes, length);
    sink->at += length;
}

/* Adds at most `most` bytes of any text; replaces characters that a terminal cannot show. */
static void add_clean(struct sink *sink, const char *text, size_t most)
{
    for (size_t length; most && *text; text += length, most -= length) {
        bool is_shown;

        length = (size_t)by_text_character(text);
        is_shown = length && (unsigned char)*text >= 0x20 && *text != 0x7F;
        if (length > most)
            return;
        length = is_shown ? length : 1;
        add_bytes(sink, is_shown ? text : "?", length);
    }
}

/* ---- Reading parts --------------------------------------------------------------------------------------------- */

static bool is_mark(char c)
{
    return c == BY_MESSAGE_BEGIN || c == BY_MESSAGE_NEXT || c == BY_MESSAGE_END;
}

const char *by_message_skip(const char *parts)
{
    int depth = 0;

    if (*parts != BY_MESSAGE_BEGIN) {
        while (*parts && !is_mark(*parts))
            parts++;
        return parts;
    }
    do {
        depth += (*parts == BY_MESSAGE_BEGIN) - (*parts == BY_MESSAGE_END);
        parts += *parts != 0;
    } while (*parts && depth);
    return parts;
}

/* Skips messages and texts up to the end of an argument. */
static const char *skip_argument(const char *at)
{
    while (*at && *at != BY_MESSAGE_NEXT && *at != BY_MESSAGE_END)
        at = by_message_skip(at);
    return at;
}

/* The number of "{7}"; 0 if no such thing is here. */
static int read_place(const char *at, size_t *length)
{
    int number = 0;
    const char *c = at + 1;

    if (*at != '{')
        return 0;
    for (; *c >= '0' && *c <= '9' && c - at <= 2; c++)
        number = number * 10 + (*c - '0');
    *length = (size_t)(c - at) + 1;
    return *c == '}' ? number : 0;
}

static void print_parts(struct sink *sink, const char *at);

/* Prints the identifier behind a mark with its arguments in their places. */
static void print_message(struct sink *sink, const char *identifier)
{
    const char *end = by_message_skip(identifier);
    size_t length;

    for (const char *c = identifier; c < end; c += length) {
        const char *argument = end;
        int number = read_place(c, &length);

        for (int i = 1; i < number && *argument == BY_MESSAGE_NEXT; i++)
            argument = skip_argument(argument + 1);
        if (number && *argument == BY_MESSAGE_NEXT) {
            print_parts(sink, argument + 1);
        } else {
            length = (size_t)by_text_character(c);
            length = length ? length : 1;
            add_bytes(sink, c, length);
        }
    }
}

/* Prints up to the end of the parts or of an argument. */
static void print_parts(struct sink *sink, const char *at)
{
    while (*at && *at != BY_MESSAGE_NEXT && *at != BY_MESSAGE_END) {
        if (*at == BY_MESSAGE_BEGIN) {
            print_message(sink, at + 1);
            at = by_message_skip(at);
        } else {
            int length = by_text_character(at);

            add_bytes(sink, at, length ? (size_t)length : 1);
            at += length ? length : 1;
        }
    }
}

void by_message_print(const char *parts, char *out, size_t room)
{
    struct sink sink = {.at = out, .end = out + room - 1};

    print_parts(&sink, parts);
    *sink.at = 0;
}

/* ---- Making parts ---------------------------------------------------------------------------------------------- */

/* In a struct it is passed by its address on every machine. */
struct arguments {
    va_list list;
};

/* The length of a conversion that begins at %, with its letter. */
static size_t conversion_length(const char *at)
{
    size_t length = 1 + strspn(at + 1, "-+ #0123456789.*hljzt");

    return at[length] ? length + 1 : length;
}

/* Whether an argument is not shown. */
static bool is_hidden(const char *conversion)
{
    return strncmp(conversion, "%-.0s", 5) == 0;
}

/* Adds the identifier; the result is how many arguments it takes. */
static int add_identifier(struct sink *sink, const char *format)
{
    int count = 0;

    while (*format) {
        size_t length = strcspn(format, "%");
        char place[16];

        add_clean(sink, format, length);
        format += length;
        if (!*format)
            break;
        length = conversion_length(format);
        count += format[length - 1] != '%';
        (void)snprintf(place, sizeof place, format[length - 1] == '%' ? "%%" : "{%d}", count);
        if (!is_hidden(format))
            add_bytes(sink, place, strlen(place));
        format += length;
    }
    return count;
}

/* Consumes a numeric argument. */
static void pass_number(const char *specification, struct arguments *arguments)
{
    size_t length = strlen(specification);
    char kind = specification[length - 1], size = specification[length - 2];
    bool is_long = size == 'l' && specification[length - 3] != 'l';

    for (const char *star = specification; (star = strchr(star, '*')); star++)
        (void)va_arg(arguments->list, int);
    if (strchr("aAeEfFgG", kind))
        (void)va_arg(arguments->list, double);
    else if (kind == 'p')
        (void)va_arg(arguments->list, void *);
    else if (is_long)
        (void)va_arg(arguments->list, long);
    else if (size == 'l')
        (void)va_arg(arguments->list, long long);
    else if (size == 'z')
        (void)va_arg(arguments->list, size_t);
    else if (size == 'j')
        (void)va_arg(arguments->list, intmax_t);
    else if (size == 't')
        (void)va_arg(arguments->list, ptrdiff_t);
    else
        (void)va_arg(arguments->list, int);
}

static void add_number(struct sink *sink, const char *specification, struct arguments *arguments)
{
    char digits[400]; /* of the largest double */
    va_list copy;

    va_copy(copy, arguments->list);
    (void)vsnprintf(digits, sizeof digits, specification, copy);
    va_end(copy);
    pass_number(specification, arguments);
    add_clean(sink, digits, sizeof digits);
}

/* Adds a word or the parts of a message; where they do not fit, their text, as much as does. */
static void add_words(struct sink *sink, const char *words)
{
    static const char begin = BY_MESSAGE_BEGIN, end = BY_MESSAGE_END;
    struct sink whole = *sink;

    if (strchr(words, BY_MESSAGE_BEGIN)) {
        add_bytes(&whole, words, strlen(words));
    } else if (*words) {
        add_bytes(&whole, &begin, 1);
        add_clean(&whole, words, SIZE_MAX);
        add_bytes(&whole, &end, 1);
    }
    if (!whole.is_cut) {
        *sink = whole;
        return;
    }
    print_parts(sink, words);
    sink->is_cut = true;
}

static void add_string(struct sink *sink, const char *specification, struct arguments *arguments)
{
    const char *point = strchr(specification, '.');
    size_t most = SIZE_MAX;

    if (point && point[1] == '*') {
        int given = va_arg(arguments->list, int);

        most = given < 0 ? SIZE_MAX : (size_t)given;
    } else if (point) {
        most = strtoul(point + 1, NULL, 10);
    }
    if (strcmp(specification, "%-s") == 0 || is_hidden(specification))
        add_words(sink, va_arg(arguments->list, const char *));
    else
        add_clean(sink, va_arg(arguments->list, const char *), most);
}

/* The next conversion that takes an argument. */
static const char *next_conversion(const char *format)
{
    format = strchr(format, '%');
    while (format[conversion_length(format) - 1] == '%')
        format = strchr(format + conversion_length(format), '%');
    return format;
}

/* Adds the argument of the next conversion; the result is where the format goes on behind it. */
static const char *add_argument(struct sink *sink, const char *format, struct arguments *arguments)
{
    const char *conversion = next_conversion(format);
    char specification[SPECIFICATION_MOST];
    size_t length = conversion_length(conversion);

    if (length < sizeof specification) {
        memcpy(specification, conversion, length);
        specification[length] = 0;
        if (specification[length - 1] == 's')
            add_string(sink, specification, arguments);
        else
            add_number(sink, specification, arguments);
    }
    return conversion + length;
}

bool by_message_make(char *out, size_t room, const char *format, va_list list)
{
    const bool is_alone = strcmp(format, "%-s") == 0; /* another message, and nothing is added to it */
    const char begin = BY_MESSAGE_BEGIN, next = BY_MESSAGE_NEXT, end = BY_MESSAGE_END;
    struct sink sink = {.at = out, .end = out + room - CONVERSIONS_MOST - 2};
    struct arguments arguments;
    bool is_cut = false;
    int count = 1;

    va_copy(arguments.list, list);
    if (!is_alone) {
        add_bytes(&sink, &begin, 1);
        count = add_identifier(&sink, format);
        is_cut = sink.is_cut;
    }
    for (int i = 0; i < count && i < CONVERSIONS_MOST; i++) {
        sink.end += !is_alone; /* for the mark, or for the one at the end */
        sink.is_cut = false;
        if (!is_alone)
            add_bytes(&sink, &next, 1);
        format = add_argument(&sink, format, &arguments);
        is_cut |= sink.is_cut;
    }
    va_end(arguments.list);
    sink.end = out + room - 1;
    sink.is_cut = false;
    if (!is_alone)
        add_bytes(&sink, &end, 1);
    *sink.at = 0;
    return !is_cut;
}
