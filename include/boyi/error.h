/* SPDX-License-Identifier: MIT
 *
 * Statuses and error messages.
 *
 * A function that can fail returns a by_status: 0 is success, a negative value an error. A message for people goes into
 * the caller's by_error, which is always the last parameter and may be NULL. After an error, the objects that you
 * passed are as they were before the call.
 */
#ifndef BOYI_ERROR_H
#define BOYI_ERROR_H

#include <stdarg.h>

#if defined(__GNUC__)
#define BY_API                __attribute__((visibility("default")))
#define BY_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#else
#define BY_API
#define BY_PRINTF(fmt, first)
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum by_status {
    BY_OK = 0,
    BY_ERROR_INPUT = -1,       /* a text or number from outside is wrong */
    BY_ERROR_UNKNOWN = -2,     /* a name that is not known */
    BY_ERROR_LIMIT = -3,       /* larger than what can be handled, or than the memory limit allows */
    BY_ERROR_MEMORY = -4,      /* the system has no memory left */
    BY_ERROR_UNSUPPORTED = -5, /* this game or method does not offer it */
} by_status;

/* What went wrong, for people. `line` and `column` count from 1, columns in characters; 0: the error has no place in a
 * text. */
typedef struct by_error {
    by_status status;
    int line;
    int column;
    char message[232];
    char parts[524]; /* the message in parts (boyi/message.h), for translation */
} by_error;

/* Fills `error` (unless NULL) with a formatted message and returns `status`, so that a function can end with it. A
 * message longer than the field is cut. `%-s` stands for words of the program, see boyi/message.h. */
BY_API by_status by_error_set(by_error *error, by_status status, const char *format, ...) BY_PRINTF(3, 4);

/* The same with a place in the text that was read. */
BY_API by_status by_error_set_at(by_error *error, by_status status, int line, int column, const char *format, ...)
    BY_PRINTF(5, 6);

/* The same for functions that take a format themselves. A line and a column of 0 mean that there is no place. */
BY_API by_status by_error_set_list(by_error *error, by_status status, int line, int column, const char *format,
                                   va_list arguments);

/* A literal for %-s, so that translators find it. */
#define BY_WORDS(literal) literal

/* Fills `error` after a failed allocation and returns BY_ERROR_MEMORY. */
BY_API by_status by_error_no_memory(by_error *error);

#ifdef __cplusplus
}
#endif

#endif
