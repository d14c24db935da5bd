/* SPDX-License-Identifier: MIT
 *
 * Words and lines that the texts of all traces share.
 */
#ifndef TRACE_WORDS_H
#define TRACE_WORDS_H

#include "trace/question.h"

/* Signs, in UTF-8. */
#define TRACE_MINUS    "\xE2\x88\x92"
#define TRACE_ENDLESS  "\xE2\x88\x9E"
#define TRACE_DASH     "\xE2\x80\x93"
#define TRACE_ELLIPSIS "\xE2\x80\xA6"
#define TRACE_ALPHA    "\xCE\xB1"
#define TRACE_BETA     "\xCE\xB2"
#define TRACE_ARROW    "\xE2\x86\x92"
#define TRACE_BECOMES  " " TRACE_ARROW " "
#define TRACE_DOT      " \xC2\xB7 "

/* Writes ASCII for all special characters of traces: "inf", "->", "alpha" ... */
void trace_spell(by_text *text);

/* The width of a text on a terminal: characters, not bytes. */
int trace_width(const char *text);

/* A name and words, broken into lines. */
void trace_print_field(const char *name, const char *words, by_text *out);

/* The same for words, which it empties; a lack of memory passes over to `out`. */
void trace_print_words(const char *name, by_text *words, by_text *out);

/* Game, position, method and the options that were changed. */
void trace_print_question(const struct trace_run *run, by_text *out);

#endif
