/* SPDX-License-Identifier: MIT
 *
 * What the subcommands of `boyi lab` share: where rows are kept, how much of an experiment is there, the forms of
 * reports. What goes wrong is said on stderr; a function then returns the exit code, else 0.
 */
#ifndef CLI_LAB_H
#define CLI_LAB_H

#include <stdbool.h>

#include "cli/args.h"
#include "lab/database.h"
#include "lab/experiment.h"
#include "lab/report.h"

int lab_list_command(int argc, char **argv);
int lab_show_command(int argc, char **argv);
int lab_check_command(int argc, char **argv);
int lab_run_command(int argc, char **argv);
int lab_status_command(int argc, char **argv);
int lab_report_command(int argc, char **argv);
int lab_compare_command(int argc, char **argv);
int lab_export_command(int argc, char **argv);

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

struct lab_row_args {
    const char *database; /* NULL: the usual folder for a user's data */
    bool quick, other_versions;
};

extern const struct arg lab_row_flags[]; /* --database, --quick, --other-versions */

int lab_open_database(const struct lab_row_args *args, bool only_read, lab_database **out);

/* For reading; NULL if no file was named and there is none yet. */
int lab_open_if_there(const struct lab_row_args *args, lab_database **out);

/* The run with this number. NULL if there is none; the error lists those that exist. */
const struct lab_run_info *lab_find_run(const struct lab_runs *runs, int64_t number, const char *experiment);

/* ---- Commands that readers paste ------------------------------------------------------------------------------- */

/* Adds a blank and the name of an experiment, quoted where a shell needs that. The result is never one of our flags,
 * even if the name begins with a dash. */
void lab_add_name(const char *name, by_text *out);

/* A flag with its value; nothing if the value is NULL. */
void lab_add_flag(const char *flag, const char *value, by_text *out);

/* The selected rows, as typed. */
void lab_add_row_flags(const struct lab_row_args *args, by_text *out);

/* ---- Reports --------------------------------------------------------------------------------------------------- */

/* `name` may be NULL: text. */
int lab_find_format(const char *name, bool may_be_html, enum lab_format *out);

/* Loads all rows. The caller must free them even after an error. */
int lab_load_rows(const struct lab_experiment *experiment, lab_database *database, struct lab_rows *out);

/* Prints to a file, replacing it; NULL: to standard output. */
int lab_write_out(const char *file, const by_text *text);

/* The same with a file in a folder. */
int lab_write_into(const char *folder, const char *name, const char *ending, const by_text *text);

int lab_make_folder(const char *folder);

/* "3 s", "12 min", "4.5 h": no more digits than an estimate deserves. */
void lab_add_duration(int64_t time_us, by_text *out);

#endif
