/* SPDX-License-Identifier: MIT
 *
 * Messages in parts, so that a program can translate them without parsing English: the identifier of a message and its
 * arguments. As in gettext, the identifier of a message is its format:
 *
 *     by_error_set(error, BY_ERROR_INPUT, "rank %d has %d points, expected 9", 3, 8);
 *
 *     message      rank 3 has 8 points, expected 9
 *     identifier   rank {1} has {2} points, expected 9
 *     arguments    3, 8
 *
 * %s and %c stand for input and for names, which are not translated. %-s stands for words of the program: a literal,
 * such as the name of a side, which is an identifier too, or the parts of another message:
 *
 *     by_error_set(error, inner.status, "variant %s: %-s", name, inner.parts);
 *
 * %-.0s is an argument of the same kind that the English text does not show, for languages that need it, such as the
 * side that a piece belongs to.
 *
 * The parts are themselves a text. The marks below stand around each message, and between its identifier and its
 * arguments; everything else is plain text. Input cannot contain a mark, because each of its control characters becomes
 * a question mark.
 */
#ifndef BOYI_MESSAGE_H
#define BOYI_MESSAGE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BY_MESSAGE_BEGIN '\1' /* the identifier follows */
#define BY_MESSAGE_NEXT  '\2' /* an argument follows */
#define BY_MESSAGE_END   '\3'

/* Writes the parts of a message into `out`, which has room for 64 bytes or more. If they do not fit, it cuts arguments,
 * replaces a message among them by its text, and returns false. At most 16 conversions. */
BY_API bool by_message_make(char *out, size_t room, const char *format, va_list arguments);

/* Writes the text of `parts`, which is never longer than they are. If it does not fit, it is cut after a whole UTF-8
 * character. */
BY_API void by_message_print(const char *parts, char *out, size_t room);

/* The end of the message or of the text between messages that begins at `parts`. */
BY_API const char *by_message_skip(const char *parts);

#ifdef __cplusplus
}
#endif

#endif
