/* SPDX-License-Identifier: MIT
 *
 * boyi solve in parts: the problems, the solvers, their answers, and the forms in which answers are printed.
 *
 *     cmd_solve.c       the command: arguments, the loop over all problems
 *     solve_files.c     from names of files and folders to problems
 *     solve_run.c       methods, and what they answer
 *     solve_report.c    tables and the summary; JSON; CSV
 *     solve_output.c    files beside: solutions as SGF, pictures, proofs
 *     solve_tree.c      a solution as a tree, with right and wrong first moves
 */
#ifndef CLI_SOLVE_JOB_H
#define CLI_SOLVE_JOB_H

#include <stdio.h>

#include "cli/setup.h"
#include "front/json.h"
#include "render/board.h"
#include "solve/line.h"
#include "solve/problem.h"

#define SOLVE_COMMAND "solve"

/* ---- Problems -------------------------------------------------------------------------------------------------- */

struct cli_solve_item {
    const char *file; /* lent from the list of files */
    struct solve_problem *problem;
};

struct cli_solve_items {
    struct cli_solve_item *list;
    int count;
    size_t room;
    char **files;
    int file_count;
};

/* Reads all problems of files and folders; of a folder its files *.txt and *.sgf, in any case of letters, sorted by
 * name. Reports unreadable files on stderr with an exit code, and keeps the other problems. */
int cli_solve_items_read(const by_game *go, const struct arg_list *names, struct cli_solve_items *out);
void cli_solve_items_free(struct cli_solve_items *items);

/* ---- Solvers --------------------------------------------------------------------------------------------------- */

/* A configured method. */
struct cli_solver {
    char name[24];
    const by_method *method;
    by_options *options;
    struct solve_settings settings;
    solver *solver;
};

enum { CLI_SOLVERS_MOST = 16 };

struct cli_solve_args {
    struct arg_list names;
    const char *methods; /* with commas between */
    struct arg_list settings, goal_settings;
    int64_t time_ms, nodes;
    const char *preset, *goal_preset;
    const char *sgf, *svg, *proof;
    bool wants_proof, candidates, json, csv, quiet, letters;
};

struct cli_solve_job {
    const struct cli_solve_args *args;
    struct setup base, asked; /* Go and the goal */
    const by_game *go;
    const by_game *goal; /* for candidates */
    struct solve_lines lines;
    struct cli_solve_items items;
    struct cli_solver solvers[CLI_SOLVERS_MOST];
    int solver_count;
    struct solve_settings explorer_settings;
    solver *explorer; /* like the first, with a tenth of its limits, for first moves other than the answer's */
    struct cli_solve_row *rows; /* of items and solvers: solver_count for each item */
    int done;                   /* items that are */
    bool is_interrupted;
    int name_width; /* of the column in the table, once its heading is printed */
    by_stop *stop;
    unsigned style; /* of drawings */
};

/* Configures the solvers; an exit code. */
int cli_solvers_open(struct cli_solve_job *job);
void cli_solvers_close(struct cli_solve_job *job);

/* ---- Answers --------------------------------------------------------------------------------------------------- */

/* The answer of one solver to one problem. */
struct cli_solve_row {
    struct solve_answer answer; /* its pointers are ours */
    by_move *line;              /* to the end of a ladder, which needs no search */
    char *doubt;
    struct solve_point *curve;
    char move[12]; /* of the answer, as text */
    by_text moves; /* of the line, as text */
    enum solve_verdict verdict;
};

/* The question of a problem. */
struct solve_question cli_solve_question_of(const struct solve_problem *problem);

/* Asks one solver; an exit code. */
int cli_solve_ask(struct cli_solve_job *job, const struct cli_solver *configured, const struct solve_problem *problem,
                  struct cli_solve_row *row);
void cli_solve_row_free(struct cli_solve_row *row);

static inline struct cli_solve_row *cli_solve_row_at(const struct cli_solve_job *job, int item, int number)
{
    return &job->rows[item * job->solver_count + number];
}

/* The position of a goal for a problem. */
by_status cli_solve_import(const by_game *goal, const struct solve_problem *problem, enum by_threats threats,
                           by_position **out, by_error *error);

/* ---- Printing -------------------------------------------------------------------------------------------------- */

/* "attack D4" */
void cli_solve_print_task(const struct solve_problem *problem, by_text *out);
/* "yes D4", "no", "ko 2 D4", "unknown" */
void cli_solve_print_answer(const struct cli_solve_row *row, by_text *out);
const char *cli_solve_trust(const struct cli_solve_row *row);
const char *cli_solve_verdict_word(enum solve_verdict verdict);

void cli_solve_print_heading(struct cli_solve_job *job);
/* The rows of an item. */
void cli_solve_print_item(const struct cli_solve_job *job, int item);
/* A single problem: the drawing and all results. */
int cli_solve_print_alone(const struct cli_solve_job *job);
void cli_solve_print_summary(const struct cli_solve_job *job);
void cli_solve_print_csv_heading(void);
void cli_solve_print_csv(const struct cli_solve_job *job, int item);
int cli_solve_print_json(const struct cli_solve_job *job);

/* ---- Files ----------------------------------------------------------------------------------------------------- */

/* The board of a problem with its block marked, and the line of an answer or the candidates. */
int cli_solve_board(const struct cli_solve_job *job, int item, struct board *board);

/* Makes the folders for the files of several problems before solving any; an exit code. */
int cli_solve_make_folders(const struct cli_solve_job *job);

/* Writes the proof of the first method's answer to an item, which then counts as proved. A ko has no proof, and not
 * every answer has one: that is a note, not an error. An exit code. */
int cli_solve_write_proof(const struct cli_solve_job *job, int item);

/* Writes the requested solution and picture of an item; an exit code. */
int cli_solve_write_files(const struct cli_solve_job *job, int item);

/* The solution as a record: the line, then other first moves, right and wrong ones marked. */
by_status cli_solve_tree(const struct cli_solve_job *job, int item, by_record **out, by_error *error);

#endif
