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
#define LAB_EXPERIMENT_HELP "a file, or the name of one in the folder " LAB_FOLDER " without its " LAB_ENDING
#define LAB_EXPERIMENT(at)                                                                                             \
    {                                                                                                                  \
        .name = "EXPERIMENT", .kind = ARG_TEXT, .is_required = true, .help = LAB_EXPERIMENT_HELP, .offset = (at)       \
    }
#define LAB_EXPERIMENTS(at)                                                                                            \
    {                                                                                                                  \
        .name = "EXPERIMENT...", .kind = ARG_LIST, .is_required = true,                                                \
        .help = "files, or names of those in the folder " LAB_FOLDER " without their " LAB_ENDING                      \
                "; or all: every one of the folder",                                                                   \
        .offset = (at)                                                                                                 \
    }

/* How an experiment is read. */
struct lab_manner {
    bool is_quick; /* only its quick form */
    bool is_tried; /* each variant, too */
};

/* Finds and reads an experiment; what goes wrong is said on stderr. An exit code. */
int lab_find(const char *name, struct lab_manner manner, struct lab_experiment **out);

/* An experiment of a list. */
struct lab_found {
    char *name;
    struct lab_experiment *experiment; /* NULL: it is not a good one */
    by_error error;                    /* why */
};

/* Zero-initialise it. */
struct lab_selection {
    struct lab_found *list;
    size_t count;
};

/* All experiments of the folder, the cheap ones first and those of unknown cost last. Mistakes in them are noted and
 * not said. */
int lab_find_folder(struct lab_manner manner, struct lab_selection *out);

/* Those that are named, or, for the single name `all`, those of the folder, in the same order. What is wrong is said of
 * each that is no good one; only if none is, the exit code is 0. */
int lab_find_all(const struct arg_list *names, struct lab_manner manner, struct lab_selection *out);

/* What to type for one of those that were found: its name, if it was found by `all` and no file of that name is in the
 * way. */
const char *lab_typed_name(const struct arg_list *typed, const struct lab_found *found);

void lab_selection_free(struct lab_selection *selection);

/* Seconds of search time, of its quick form if it is that; 0: not known. */
int64_t lab_cost(const struct lab_experiment *experiment);

#endif
