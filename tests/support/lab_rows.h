/* SPDX-License-Identifier: MIT
 *
 * An experiment whose rows are made up, so that all that its report counts, chooses and draws is known.
 */
#ifndef BOYI_TESTS_SUPPORT_LAB_ROWS_H
#define BOYI_TESTS_SUPPORT_LAB_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lab/database.h"
#include "lab/experiment.h"
#include "render/grid.h"

struct made {
    struct lab_experiment *experiment;
    lab_database *database;
};

extern struct made made;

/* Invented results of a search. */
struct made_row {
    size_t position, variant;
    int64_t limit;
    const char *answer;
    uint64_t nodes;
    int64_t time_us;
};

enum { MADE_ROWS = 12 };

/* For experiments that name a file: positions of two sets, in groups that are numbers. */
extern const struct lab_reader made_reader;

/* Opens an experiment without rows. */
void made_open_text(const char *text);
void made_add(const struct made_row *row, const struct solve_curve *curve);

/* Opens one with five positions, the variants a and b, and these lines, with the first `count` of MADE_ROWS rows;
 * curves as in `curves`, one for each row, or NULL. */
void made_open(const char *lines, const struct solve_curve *curves, size_t count);
void made_close(void);

/* The output of a section as text and as a drawing; rows are loaded each time. */
void made_print(size_t section, enum lab_format format, by_text *out);
void made_draw(size_t section, bool is_inline, by_text *out);

/* The output of a part, as text or as CSV; and the effect of the first of such lines. */
void assert_printed(size_t part, bool is_csv, const char *expected);
void assert_part(const char *lines, const char *expected);
void assert_csv(const char *lines, const char *expected);

void assert_holds(const char *text, const char *piece, bool is_there);

/* The same of what a part draws; and how many points it has. Without points there is no picture. */
void assert_drawing(size_t part, const char *piece, bool is_there);
void assert_drawn(size_t part, size_t points, const char *piece);

#endif
