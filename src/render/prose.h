/* SPDX-License-Identifier: MIT
 *
 * The words of a report around its grids, in the forms that people read.
 */
#ifndef RENDER_PROSE_H
#define RENDER_PROSE_H

#include "boyi/text.h"
#include "render/grid.h"

/* Text within a page or a picture: special characters are escaped, control characters become blanks. */
void lab_print_escaped(const char *text, by_text *out);

/* Text within an address, percent-encoded. */
void lab_print_percent(const char *text, by_text *out);

/* Text within Markdown: special characters are escaped. */
void lab_print_markdown(const char *text, by_text *out);

/* The same for any form; plain text needs no escapes. */
void lab_print_prose(const char *text, enum lab_format format, by_text *out);

/* A heading above a table or another part. A page prints its own headings with anchors: there this adds nothing. */
void lab_print_heading(const char *title, enum lab_format format, by_text *out);

/* A sentence by itself, above a grid, and below one. */
void lab_print_sentence(const char *sentence, enum lab_format format, by_text *out);
void lab_print_lead(const char *sentence, enum lab_format format, by_text *out);
void lab_print_note(const char *sentence, enum lab_format format, by_text *out);

#endif
