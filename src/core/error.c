/* SPDX-License-Identifier: MIT */
#include "boyi/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "boyi/text.h"

/* What came from outside may hold anything: a terminal gets only characters that can be shown. */
static void make_printable(char *message)
{
    for (int length; *message; message += length) {
        length = by_text_character(message);
        if (length == 0 || (unsigned char)*message < 0x20 || *message == 0x7F) {
            *message = '?';
            length = 1;
        }
    }
}

static by_status fill(by_error *error, by_status status, int line, int column, const char *format, va_list arguments)
{
    if (error) {
        error->status = status;
        error->line = line;
        error->column = column;
        (void)vsnprintf(error->message, sizeof error->message, format, arguments);
        make_printable(error->message);
    }
    return status;
}

by_status by_error_set(by_error *error, by_status status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(error, status, 0, 0, format, arguments);
    va_end(arguments);
    return status;
}

by_status by_error_set_at(by_error *error, by_status status, int line, int column, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fill(error, status, line, column, format, arguments);
    va_end(arguments);
    return status;
}

by_status by_error_no_memory(by_error *error)
{
    return by_error_set(error, BY_ERROR_MEMORY, "out of memory");
}
