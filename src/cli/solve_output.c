/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/files.h"
#include "cli/file.h"
#include "cli/say.h"
#include "cli/solve_job.h"
#include "front/proof_file.h"

/* ---- Names ----------------------------------------------------------------------------------------------------- */

/* Adds the name of a problem in a form that is valid for files. A leading dot would hide the file, so we replace it. */
static void add_safe_name(const struct solve_problem *problem, by_text *out)
{
    for (const char *c = problem->id; *c; c++) {
        const char *marks = c > problem->id ? "-_." : "-_";

        by_text_add_char(out, isalnum((unsigned char)*c) || strchr(marks, *c) ? *c : '_');
    }
}

/* Whether another one of the first `count` problems than that of `item` uses this file name. */
static bool is_taken(const struct cli_solve_job *job, int count, int item, const by_text *name)
{
    by_text other = {0};
    bool is_same = false;

    for (int i = 0; i < count && !is_same; i++) {
        by_text_clear(&other);
        add_safe_name(job->items.list[i].problem, &other);
        is_same = i != item && strcmp(by_text_string(&other), by_text_string(name)) == 0;
    }
    by_text_free(&other);
    return is_same;
}

/* The name of the problem, with its number if an earlier one has the same name. */
static void add_own_name(const struct cli_solve_job *job, int item, by_text *out)
{
    const struct solve_problem *problem = job->items.list[item].problem;
    by_text name = {0};

    add_safe_name(problem, &name);
    if (is_taken(job, item, item, &name)) {
        by_text_printf(&name, "-%d", item + 1);
        while (!name.failed && is_taken(job, job->items.count, item, &name))
            by_text_add_char(&name, '_');
    }
    out->failed |= name.failed;
    by_text_add(out, by_text_string(&name));
    by_text_free(&name);
}

/* One file for one problem; a folder for several, or if the path is a folder. Files in it have the names of the
 * problems. */
static void find_name(const struct cli_solve_job *job, int item, const char *given, const char *extension, by_text *out)
{
    if (job->items.count == 1 && !by__is_folder(given)) {
        by_text_add(out, given);
        return;
    }
    by_text_printf(out, "%s/", given);
    add_own_name(job, item, out);
    by_text_add(out, extension);
}

int cli_solve_make_folders(const struct cli_solve_job *job)
{
    const char *const names[] = {job->args->sgf, job->args->svg, job->args->proof};

    if (job->items.count == 1)
        return 0;
    for (int i = 0; i < 3; i++)
        if (names[i] && !by__is_folder(names[i]) && mkdir(names[i], 0777) != 0) {
            say_problem(SOLVE_COMMAND, "cannot make the folder %s: %s", names[i], strerror(errno));
            return SAY_FAILED;
        }
    return 0;
}

static int write_item(const struct cli_solve_job *job, int item, const char *given, const char *extension,
                      const by_text *text)
{
    by_text name = {0};
    int code;

    find_name(job, item, given, extension, &name);
    code = name.failed ? say_out_of_memory(SOLVE_COMMAND) : file_save(SOLVE_COMMAND, by_text_string(&name), text);
    by_text_free(&name);
    return code;
}

/* ---- Pictures -------------------------------------------------------------------------------------------------- */

int cli_solve_board(const struct cli_solve_job *job, int item, struct board *board)
{
    const struct solve_problem *problem = job->items.list[item].problem;
    const struct cli_solve_row *row = cli_solve_row_at(job, item, 0);
    by_position *goal = NULL;
    by_error error;
    by_status status = board_read(board, problem->position, &error);

    if (!status)
        board_mark_target(board, board_point(board, problem->vertex));
    if (!status)
        status = cli_solve_import(job->goal, problem, BY_THREATS_NONE, &goal, &error);
    if (!status && job->args->candidates)
        status = board_add_candidates(board, goal, &error);
    else if (!status)
        (void)board_add_line(board, goal, row->line, row->answer.length, NULL); /* as far as it goes without threats */
    by_position_destroy(goal);
    return status ? say_error(SOLVE_COMMAND, problem->id, &error) : 0;
}

static int write_svg(const struct cli_solve_job *job, int item)
{
    const struct solve_problem *problem = job->items.list[item].problem;
    const struct cli_solve_row *row = cli_solve_row_at(job, item, 0);
    struct board board;
    by_text title = {0}, answer = {0}, text = {0};
    int code = cli_solve_board(job, item, &board);

    if (code)
        return code;
    by_text_printf(&title, "%s: ", problem->id);
    cli_solve_print_task(problem, &title);
    cli_solve_print_answer(row, &answer);
    if (*cli_solve_trust(row))
        by_text_printf(&answer, ", %s", cli_solve_trust(row));
    board.title = by_text_string(&title);
    board.subtitle = job->args->candidates ? NULL : by_text_string(&answer);
    board_svg(&board, &text);
    code = write_item(job, item, job->args->svg, ".svg", &text);
    by_text_free(&title);
    by_text_free(&answer);
    by_text_free(&text);
    return code;
}

/* ---- Solutions ------------------------------------------------------------------------------------------------- */

static int write_sgf(const struct cli_solve_job *job, int item)
{
    by_record *record = NULL;
    by_text text = {0};
    by_error error;
    by_status status = cli_solve_tree(job, item, &record, &error);
    int code;

    if (!status)
        status = by_record_write(job->go, record, -1, &text, &error);
    code = status ? say_error(SOLVE_COMMAND, job->items.list[item].problem->id, &error)
                  : write_item(job, item, job->args->sgf, ".sgf", &text);
    by_record_destroy(record);
    by_text_free(&text);
    return code;
}

/* ---- Proofs ---------------------------------------------------------------------------------------------------- */

/* As SGF or as JSON: a side that retakes kos immediately makes moves that SGF readers reject. */
static by_status write_proof(const struct solve_problem *problem, const struct solve_proof *proof, const char *goal,
                             const char *settings, bool *is_sgf, by_text *text, by_error *error)
{
    by_text all = {0};
    by_status status;

    *is_sgf = *is_sgf && !proof_write_goal(proof->record, problem->position, goal, settings, text, error);
    if (*is_sgf)
        return BY_OK;
    by_text_printf(&all, "%s %s", proof_strict_settings(by_game_type_of(proof->game)), settings);
    status = proof_write_json(proof->record, proof->game, by_text_string(&all), text, error);
    by_text_free(&all);
    return status;
}

/* The text of the proof, read and verified again, as its readers will do. */
static by_status print_proof(const struct cli_solve_job *job, const struct solve_problem *problem,
                             const struct solve_proof *proof, bool *is_sgf, by_text *text, by_error *error)
{
    const by_game_type *type = by_game_type_of(proof->game);
    by_position *asked = NULL;
    by_text goal = {0}, settings = {0};
    by_status status = cli_solve_import(proof->game, problem, proof->threats, &asked, error);

    if (status)
        return status;
    by_text_printf(&goal, "%s ", type->name);
    by_position_print_question(asked, &goal);
    status = proof_add_settings(type, job->asked.game_options, &settings, error);
    if (!status)
        status = write_proof(problem, proof, by_text_string(&goal), by_text_string(&settings), is_sgf, text, error);
    by_position_destroy(asked);
    by_text_free(&goal);
    by_text_free(&settings);
    return status ? status : proof_check(by_text_string(text), error);
}

static void no_proof(const struct cli_solve_job *job, int item, bool is_sgf, const char *reason)
{
    by_text name = {0};

    say_problem(SOLVE_COMMAND, "%s: no proof: %s", job->items.list[item].problem->id, reason);
    find_name(job, item, job->args->proof, is_sgf ? ".sgf" : ".json", &name);
    file_say_if_older(SOLVE_COMMAND, by_text_string(&name));
    by_text_free(&name);
}

int cli_solve_write_proof(const struct cli_solve_job *job, int item)
{
    const struct solve_problem *problem = job->items.list[item].problem;
    const struct cli_solve_row *row = cli_solve_row_at(job, item, 0);
    bool is_sgf = !file_ends_in(job->args->proof, ".json");
    const struct solve_proof *proof = solver_proof(job->solvers[0].solver);
    const char *reason = proof->reason.message;
    by_text text = {0};
    by_error error = {0};
    int code = 0;

    if (row->answer.code == SOLVE_UNKNOWN)
        no_proof(job, item, is_sgf, "the answer is 'unknown'");
    else if (!proof->record)
        no_proof(job, item, is_sgf, *reason ? reason : "the limits were met");
    else if (print_proof(job, problem, proof, &is_sgf, &text, &error))
        no_proof(job, item, is_sgf, error.message);
    else
        code = write_item(job, item, job->args->proof, is_sgf ? ".sgf" : ".json", &text);
    by_text_free(&text);
    return code;
}

int cli_solve_write_files(const struct cli_solve_job *job, int item)
{
    int code = job->args->svg ? write_svg(job, item) : 0;

    return !code && job->args->sgf ? write_sgf(job, item) : code;
}
