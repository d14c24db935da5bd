/* SPDX-License-Identifier: MIT
 *
 * Where `boyi lab run` and `boyi lab report` put the report of an experiment: printed, into a file, or as pages and
 * figures into folders. What goes wrong is said on stderr; functions return an exit code.
 */
#ifndef CLI_LAB_OUTPUT_H
#define CLI_LAB_OUTPUT_H

#include "cli/args.h"
#include "cli/lab.h"

struct lab_output {
    const char *format_name; /* as it was typed; NULL: text */
    const char *output;      /* a file, or a folder for pages; NULL: standard output */
    const char *figures;     /* a folder */
    bool rows;               /* the single rows instead of the tables */

    bool is_of_several; /* experiments */
    bool has_pages;     /* `output` is a folder */
    enum lab_format format;
};

extern const struct arg lab_output_flags[]; /* --output, --figures, --format, --rows */

/* The flags as they were typed. */
void lab_output_add_flags(const struct lab_output *output, by_text *out);

/* Finds the form and rejects flags that do not fit together, for experiments of these names. */
int lab_output_check(struct lab_output *output, const struct arg_list *names, bool makes_pages);

/* Makes the folders that are asked for. */
int lab_output_make_folders(const struct lab_output *output);

/* Writes a report; `rows` are those that are printed instead, if that was asked for. */
int lab_output_write(const struct lab_output *output, const struct lab_report *report, const struct lab_rows *rows,
                     const struct lab_commands *commands, bool is_first);

/* Writes the report of one experiment from a database. */
int lab_output_report(const struct lab_output *output, const struct lab_experiment *experiment, lab_database *database,
                      const struct lab_commands *commands, bool is_first);

#endif
