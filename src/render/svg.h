/* SPDX-License-Identifier: MIT
 *
 * The parts that pictures (SVG) are made of: the frame, text, lines and shapes, a legend. Coordinates are in pixels,
 * from the upper left corner. Looks come from the style by the class of an element.
 */
#ifndef RENDER_SVG_H
#define RENDER_SVG_H

#include "boyi/text.h"

/* In pixels. */
enum {
    SVG_MARGIN = 28,   /* around everything */
    SVG_KEY_ROW = 30,  /* a row of a legend */
    SVG_CHARACTER = 7, /* of small text, rather too wide */
};

/* The colours of all pictures, as rules of CSS. Rules use no variables, which not every picture viewer knows. */
#define SVG_PAPER       "#fdfdfc"
#define SVG_INK         "#1f2933" /* of titles, names, values */
#define SVG_TEXT        "#3e4c59" /* of what stands beside them */
#define SVG_DARK_GREY   "#52606d"
#define SVG_GREY        "#7b8794"
#define SVG_FAINT       "#b4bcc6"
#define SVG_PALE_GREY   "#e4e7eb"
#define SVG_BLUE        "#2667a8" /* MAX, OR, the first side; pale to fill */
#define SVG_PALE_BLUE   "#dcebfa"
#define SVG_ORANGE      "#b86414" /* MIN, AND, the second side */
#define SVG_PALE_ORANGE "#fdecd8"
#define SVG_GREEN       "#2e7d32" /* proved, new */
#define SVG_PALE_GREEN  "#d8f0da"
#define SVG_RED         "#c2185b" /* the chosen one */
#define SVG_VIOLET      "#7b1fa2" /* backed-up values: true values, results */

/* A picture with `style`, rules of CSS after those for all pictures, on a background of a colour. */
void svg_begin(by_text *out, int width, int height, const char *style, const char *background);
void svg_end(by_text *out);

/* Text, escaped for XML. */
void svg_add_text(by_text *out, const char *class, int x, int y, const char *text);
/* The same for words, which it empties; a lack of memory passes over to `out`. */
void svg_add_words(by_text *out, const char *class, int x, int y, by_text *words);
/* The tooltip of the element around it. */
void svg_add_title(by_text *out, const char *text);
void svg_add_line(by_text *out, const char *class, int x1, int y1, int x2, int y2);
void svg_add_rectangle(by_text *out, const char *class, int x, int y, int width, int height, int radius);
void svg_add_circle(by_text *out, const char *class, int x, int y, int radius);

/* The characters of a text, however many bytes they have. */
int svg_length(const char *text);

/* Title and subtitles at the upper left, a line each. Returns their width. */
enum { SVG_HEAD_LINES = 4, SVG_LINE = 22, SVG_HEAD_TOP = 40 };
void svg_add_head(by_text *out, const char *const lines[], int count);
int svg_head_width(const char *const lines[], int count);

struct svg_key {
    const char *drawing;
    int width; /* of the drawing */
    const char *words;
};

/* Adds a legend from `top` on, in as many rows as fit the width; if `out` is NULL it only counts them. Returns the
 * number of rows. */
int svg_add_legend(by_text *out, const struct svg_key *keys, int count, int whole, int top);

#endif
