/* SPDX-License-Identifier: MIT
 *
 * From names to experiments: a name is that of a file, or of one in the folder `experiments` without its ending.
 */
#ifndef CLI_LAB_FIND_H
#define CLI_LAB_FIND_H

#include "cli/args.h"
#include "lab/experiment.h"

#define LAB_FOLDER "experiments"
#define LAB_ENDING ".txt"

/* Arguments: one experiment, or several. */
#define LAB_EXPERIMENT_HELP "a file, or the name of one in the folder " LAB_FOLDER " (without " LAB_ENDING ")"
#define LAB_EXPERIMENT(at)                                                                                             \
    {                                                                                                                  \
        .name = "EXPERIMENT", .kind = ARG_TEXT, .is_required = true, .help = LAB_EXPERIMENT_HELP, .offset = (at)       \
    }
#define LAB_EXPERIMENTS(at)                                                                                            \
    {                                                                                                                  \
        .name = "EXPERIMENT...", .kind = ARG_LIST, .is_required = true,                                                \
        .help = "files, or names of files in the folder " LAB_FOLDER " (without " LAB_ENDING                           \
                "); `all`: every one of the folder",                                                                   \
        .offset = (at)                                                                                                 \
    }

/* Options for reading an experiment. */
struct lab_manner {
    bool is_quick;      /* only its quick form */
    bool is_tried;      /* each variant, too */
    bool is_for_report; /* only what a report that is read needs */
};

/* Finds and reads an experiment. Reports errors on stderr and returns an exit code. */
int lab_find(const char *name, struct lab_manner manner, struct lab_experiment **out);

/* An experiment of a list. */
struct lab_found {
    char *name;
    struct lab_experiment *experiment; /* NULL if it has mistakes */
    by_error error;                    /* the reason */
};

/* Zero-initialise it. */
struct lab_selection {
    struct lab_found *list;
    size_t count;
};

/* All experiments of the folder, the cheap ones first and those of unknown cost last. Records their mistakes without
 * printing them. */
int lab_find_folder(struct lab_manner manner, struct lab_selection *out);

/* The named experiments or, for the single name `all`, those of the folder, in the same order. Prints the mistakes of
 * each bad one; the exit code is 0 unless all are bad. */
int lab_find_all(const struct arg_list *names, struct lab_manner manner, struct lab_selection *out);

/* The argument that names a found experiment: its name, if `all` found it and no file has the same name. */
const char *lab_typed_name(const struct arg_list *typed, const struct lab_found *found);

void lab_selection_free(struct lab_selection *selection);

/* Seconds of search time, for the quick form if that is selected; 0: unknown. */
int64_t lab_cost(const struct lab_experiment *experiment);

#endif
