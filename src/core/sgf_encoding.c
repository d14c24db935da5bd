/* SPDX-License-Identifier: MIT */
#include "core/sgf_encoding.h"

#include <ctype.h>
#include <iconv.h>
#include <string.h>

enum family { FAMILY_BYTES, FAMILY_TWO_BYTES, FAMILY_GB18030, FAMILY_SHIFT_JIS, FAMILY_EUC_JP };

struct sgf_encoding {
    const char *name;  /* as iconv knows it */
    const char *alias; /* another one */
    enum family family;
};

static const struct sgf_encoding encodings[] = {
    {"UTF-8", "utf8", FAMILY_BYTES},          {"ISO-8859-1", "latin1", FAMILY_BYTES},
    {"US-ASCII", "ascii", FAMILY_BYTES},      {"GB18030", "GB-18030", FAMILY_GB18030},
    {"GBK", "GB2312", FAMILY_TWO_BYTES},      {"BIG5", "Big-5", FAMILY_TWO_BYTES},
    {"CP932", "SHIFT_JIS", FAMILY_SHIFT_JIS}, {"CP932", "SHIFT-JIS", FAMILY_SHIFT_JIS},
    {"CP932", "SJIS", FAMILY_SHIFT_JIS},      {"EUC-JP", "EUCJP", FAMILY_EUC_JP},
    {"EUC-KR", "EUCKR", FAMILY_TWO_BYTES},    {"EUC-CN", "EUCCN", FAMILY_TWO_BYTES},
    {"EUC-TW", "EUCTW", FAMILY_TWO_BYTES},    {"CP1250", "windows-1250", FAMILY_BYTES},
    {"CP1251", "windows-1251", FAMILY_BYTES}, {"CP1252", "windows-1252", FAMILY_BYTES},
    {"ISO-8859-2", "latin2", FAMILY_BYTES},   {"ISO-8859-5", "cyrillic", FAMILY_BYTES},
    {"ISO-8859-15", "latin9", FAMILY_BYTES},  {"KOI8-R", "KOI8R", FAMILY_BYTES},
    {"KOI8-U", "KOI8U", FAMILY_BYTES},
};

enum { ENCODING_COUNT = sizeof encodings / sizeof encodings[0] };

/* ---- Names and characters -------------------------------------------------------------------------------------- */

bool by__sgf_is_same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

const struct sgf_encoding *by__sgf_find_encoding(const char *name)
{
    for (int i = 0; i < ENCODING_COUNT; i++)
        if (by__sgf_is_same_word(name, encodings[i].name) || by__sgf_is_same_word(name, encodings[i].alias))
            return &encodings[i];
    return NULL;
}

const char *by__sgf_encoding_name(const struct sgf_encoding *encoding)
{
    return encoding ? encoding->name : "";
}

size_t by__sgf_character_length(const struct sgf_encoding *encoding, const char *text, size_t length)
{
    enum family family = encoding ? encoding->family : FAMILY_BYTES;
    unsigned char first = (unsigned char)text[0];
    unsigned char second = length > 1 ? (unsigned char)text[1] : 0;
    size_t size = 1;

    if (family == FAMILY_BYTES || first < 0x81 || first == 0xFF)
        return 1;
    if (family == FAMILY_SHIFT_JIS)
        size = first < 0xA0 || (first >= 0xE0 && first <= 0xFC) ? 2 : 1;
    else if (family == FAMILY_EUC_JP && first == 0x8F)
        size = 3;
    else if (family == FAMILY_GB18030 && isdigit(second))
        size = 4;
    else
        size = 2;
    return size <= length ? size : 1;
}

/* ---- Converting ------------------------------------------------------------------------------------------------ */

static bool is_utf8(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length;) {
        char head[5] = {0};
        int size;

        memcpy(head, bytes + i, length - i < 4 ? length - i : 4);
        size = by_text_character(head);
        if (!size)
            return false;
        i += (size_t)size;
    }
    return true;
}

bool by__sgf_is_ascii(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] >= 0x80)
            return false;
    return true;
}

static void add_bytes(by_text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        by_text_add_char(out, bytes[i]);
}

static void add_latin1(by_text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];

        if (c >= 0x80)
            by_text_add_char(out, (char)(0xC0 | c >> 6));
        by_text_add_char(out, (char)(c < 0x80 ? c : 0x80 | (c & 0x3F)));
    }
}

/* Converts through the C library; false if the bytes are not of that encoding, or if it is not installed. */
static bool add_converted(by_text *out, const char *encoding, const char *bytes, size_t length)
{
    iconv_t converter = iconv_open("UTF-8", encoding);
    char *from = (char *)bytes;              /* iconv does not write there */
    bool is_good = converter != (iconv_t)-1; /* NOLINT: so POSIX has it */

    while (is_good && length) {
        char piece[256], *to = piece;
        size_t room = sizeof piece, before = length;
        size_t done = iconv(converter, &from, &length, &to, &room);

        add_bytes(out, piece, (size_t)(to - piece));
        is_good = done != (size_t)-1 || (length < before);
    }
    if (converter != (iconv_t)-1) /* NOLINT */
        (void)iconv_close(converter);
    return is_good;
}

bool by__sgf_add_as_utf8(const struct sgf_encoding *encoding, const char *bytes, size_t length, by_text *out)
{
    const char *name = by__sgf_encoding_name(encoding);

    if (by__sgf_is_ascii(bytes, length) || by__sgf_is_same_word(name, "UTF-8") || (!*name && is_utf8(bytes, length))) {
        bool is_good = is_utf8(bytes, length);

        add_bytes(out, bytes, is_good ? length : 0);
        return is_good;
    }
    if (!*name || by__sgf_is_same_word(name, "ISO-8859-1")) {
        add_latin1(out, bytes, length);
        return true;
    }
    return add_converted(out, name, bytes, length) && is_utf8(by_text_string(out), out->length) &&
           !memchr(by_text_string(out), 0, out->length);
}
