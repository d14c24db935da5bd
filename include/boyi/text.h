/* SPDX-License-Identifier: MIT
 *
 * Text that grows, for everything that games print. Initialise it with zeros, add to it, free it:
 *
 *     by_text text = {0};
 *     by_text_printf(&text, "%d", 42);
 *     puts(by_text_string(&text));
 *     by_text_free(&text);
 *
 * If memory runs out, `failed` is set, and further additions do nothing.
 */
#ifndef BOYI_TEXT_H
#define BOYI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct by_text {
    char *data; /* ends in 0 whenever it is not NULL */
    size_t length;
    size_t capacity;
    bool failed;
    bool keeps_parts; /* messages are added in parts (boyi/message.h), not as plain text */
} by_text;

BY_API void by_text_add(by_text *text, const char *string);
BY_API void by_text_add_char(by_text *text, char c);
BY_API void by_text_printf(by_text *text, const char *format, ...) BY_PRINTF(2, 3);

/* Adds a message (boyi/message.h), or the parts of messages: in parts if `keeps_parts`, else as plain text. */
BY_API void by_text_add_message(by_text *text, const char *format, ...) BY_PRINTF(2, 3);
BY_API void by_text_add_parts(by_text *text, const char *parts);

/* The text so far, "" if it is empty. Valid until the text is changed or freed. */
BY_API const char *by_text_string(const by_text *text);

/* Makes the text empty; keeps its memory and `keeps_parts`. */
BY_API void by_text_clear(by_text *text);

/* Frees the memory and leaves an empty text, which you can use again; keeps `keeps_parts`. */
BY_API void by_text_free(by_text *text);

/* The length in bytes of the UTF-8 character at the start of `string`: 1 to 4; 0 at the end or if it is malformed. */
BY_API int by_text_character(const char *string);

/* The column of `place` in a line that begins at `begin`, from 1, counted in characters of UTF-8. */
BY_API int by_text_column(const char *begin, const char *place);

/* The word of the list `words` (NULL ends it) that is spelled most like `word`; NULL if none is similar enough. */
BY_API const char *by_text_nearest(const char *word, const char *const *words);

#ifdef __cplusplus
}
#endif

#endif
