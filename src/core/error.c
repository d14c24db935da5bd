/* SPDX-License-Identifier: MIT */
#include "boyi/error.h"

#include "boyi/message.h"

by_status by_error_set_list(by_error *error, by_status status, int line, int column, const char *format,
                            va_list arguments)
{
    by_error made;

    if (!error)
        return status;
    /* The arguments may refer to the error's old message. */
    made.status = status;
    made.line = line;
    made.column = column;
    (void)by_message_make(made.parts, sizeof made.parts, format, arguments);
    by_message_print(made.parts, made.message, sizeof made.message);
    *error = made;
    return status;
}

by_status by_error_set(by_error *error, by_status status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    by_error_set_list(error, status, 0, 0, format, arguments);
    va_end(arguments);
    return status;
}

by_status by_error_set_at(by_error *error, by_status status, int line, int column, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    by_error_set_list(error, status, line, column, format, arguments);
    va_end(arguments);
    return status;
}

by_status by_error_no_memory(by_error *error)
{
    return by_error_set(error, BY_ERROR_MEMORY, "out of memory");
}
