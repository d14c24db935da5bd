/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "cli/setup.h"
#include "cli/solve_job.h"
#include "front/words.h"

/* ---- Methods --------------------------------------------------------------------------------------------------- */

static bool has_option(const by_method *method, const char *setting)
{
    char name[64];

    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(setting, "="), setting);
    return by_option_find(by_method_options(method), name) != NULL;
}

static bool has_preset(const by_method *method, const char *name)
{
    const struct by_preset *row = by_method_presets(method);

    while (row && row->name && strcmp(row->name, name) != 0)
        row++;
    return row && row->name;
}

/* The options of a method as its preset has them; a method that has not this one gets its usual options. */
static by_status make_options(const struct cli_solve_job *job, struct cli_solver *configured, by_error *error)
{
    const char *preset = job->args->preset;
    by_status status;

    if (!preset || (job->solver_count > 1 && !has_preset(configured->method, preset)))
        return solve_options_create(configured->method, &configured->options, error);
    status = by_options_create(by_method_options(configured->method), &configured->options, error);
    return status ? status : by_method_apply_preset(configured->method, preset, configured->options, error);
}

/* Each of several methods gets the settings that it knows. A setting that no method knows is an error. */
static int set_options(struct cli_solve_job *job, struct cli_solver *configured)
{
    const struct arg_list *settings = &job->args->settings;
    struct arg_list known = {.count = 0};

    for (int i = 0; i < settings->count; i++)
        if (job->solver_count == 1 || has_option(configured->method, settings->items[i]))
            known.items[known.count++] = settings->items[i];
    return setup_options(SOLVE_COMMAND, configured->options, &known);
}

static int check_settings(const struct cli_solve_job *job)
{
    const struct arg_list *settings = &job->args->settings;

    for (int i = 0; i < settings->count; i++) {
        bool is_known = false;

        for (int j = 0; j < job->solver_count && !is_known; j++)
            is_known = has_option(job->solvers[j].method, settings->items[i]);
        if (!is_known && job->solver_count > 1) {
            say_problem(SOLVE_COMMAND, "none of the methods has the option '%s'", settings->items[i]);
            return SAY_BAD_USE;
        }
    }
    return 0;
}

static int check_preset(const struct cli_solve_job *job)
{
    const char *preset = job->args->preset;

    if (!preset || job->solver_count == 1)
        return 0;
    for (int i = 0; i < job->solver_count; i++)
        if (has_preset(job->solvers[i].method, preset))
            return 0;
    say_problem(SOLVE_COMMAND, "none of the methods has the preset '%s'", preset);
    return SAY_BAD_USE;
}

static int find_solvers(struct cli_solve_job *job)
{
    const char *at = job->args->methods;
    int code;

    while (*at) {
        struct cli_solver *configured = &job->solvers[job->solver_count];
        size_t length = strcspn(at, ",");
        by_error error;

        if (job->solver_count == CLI_SOLVERS_MOST) {
            say_problem(SOLVE_COMMAND, "--method: more than %d methods", CLI_SOLVERS_MOST);
            return SAY_BAD_USE;
        }
        (void)snprintf(configured->name, sizeof configured->name, "%.*s", (int)length, at);
        if (by_method_find(configured->name, &configured->method, &error))
            return say_error(SOLVE_COMMAND, "--method", &error);
        job->solver_count++;
        at += length + (at[length] == ',');
    }
    if (!job->solver_count) {
        say_problem(SOLVE_COMMAND, "--method: expected the name of a method, see `boyi methods`");
        return SAY_BAD_USE;
    }
    code = check_preset(job);
    return code ? code : check_settings(job);
}

static int open_solver(struct cli_solve_job *job, struct cli_solver *configured)
{
    by_error error;
    int code;

    if (make_options(job, configured, &error))
        return say_error(SOLVE_COMMAND, NULL, &error);
    code = set_options(job, configured);
    if (code)
        return code;
    configured->settings = (struct solve_settings){
        .method = configured->method,
        .options = configured->options,
        .goal = job->asked.game_options,
        .time_ms = job->args->time_ms,
        .nodes = (uint64_t)job->args->nodes,
        .stop = job->stop,
        .wants_proof = job->args->wants_proof,
        .wants_record = job->args->proof && configured == &job->solvers[0],
    };
    if (solver_create(&configured->settings, &configured->solver, &error))
        return say_error(SOLVE_COMMAND, configured->name, &error);
    return 0;
}

/* There may be many first moves. */
static int make_explorer(struct cli_solve_job *job)
{
    struct solve_settings *settings = &job->explorer_settings;
    by_error error;

    *settings = job->solvers[0].settings;
    settings->time_ms = (settings->time_ms + 9) / 10;
    settings->nodes = (settings->nodes + 9) / 10;
    settings->wants_proof = settings->wants_record = false;
    return solver_create(settings, &job->explorer, &error) ? say_error(SOLVE_COMMAND, NULL, &error) : 0;
}

int cli_solvers_open(struct cli_solve_job *job)
{
    int code = find_solvers(job);

    for (int i = 0; i < job->solver_count && !code; i++)
        code = open_solver(job, &job->solvers[i]);
    return code || !job->args->sgf ? code : make_explorer(job);
}

void cli_solvers_close(struct cli_solve_job *job)
{
    solver_destroy(job->explorer);
    for (int i = 0; i < job->solver_count; i++) {
        solver_destroy(job->solvers[i].solver);
        by_options_destroy(job->solvers[i].options);
    }
    job->solver_count = 0;
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

struct solve_question cli_solve_question_of(const struct solve_problem *problem)
{
    return (struct solve_question){
        .position = problem->position, .point = problem->point, .is_attack = problem->is_attack};
}

/* A move, without its colour if that side was expected to move. */
static const char *without_colour(const by_text *text)
{
    const char *vertex = strrchr(by_text_string(text), ' ');

    return vertex ? vertex + 1 : by_text_string(text);
}

/* Adds a move and makes it. */
static bool add_move(by_position *walker, by_move move, by_text *out)
{
    by_text text = {0};
    bool is_made = words_step(walker, move, 0, &text);

    if (is_made)
        by_text_printf(out, "%s%s", out->length ? " " : "", without_colour(&text));
    by_text_free(&text);
    return is_made;
}

/* Names the answer's move even if it takes a ko that needs a threat first. */
static void write_first_move(by_position *position, struct cli_solve_row *row)
{
    by_text text = {0};

    if (row->answer.move == BY_MOVE_NONE)
        return;
    by_position_print_move(position, row->answer.move, &text);
    (void)snprintf(row->move, sizeof row->move, "%s", without_colour(&text));
    by_text_free(&text);
}

static by_status write_moves(const struct solve_problem *problem, struct cli_solve_row *row, by_error *error)
{
    by_position *walker;
    int made = 0;
    by_status status = by_position_copy(problem->position, &walker, error);

    if (status)
        return status;
    while (made < row->answer.length && add_move(walker, row->line[made], &row->moves))
        made++;
    words_rewind(walker, made);
    write_first_move(walker, row);
    by_position_destroy(walker);
    return row->moves.failed ? by_error_no_memory(error) : BY_OK;
}

/* Copies data that belongs to the solver. */
static by_status copy_answer(struct cli_solve_row *row, by_error *error)
{
    const char *doubt = row->answer.doubt ? row->answer.doubt : "";
    size_t length = (size_t)row->answer.length, size = strlen(doubt) + 1, points = row->answer.curve_length;

    row->line = malloc((length + 1) * sizeof *row->line);
    row->doubt = malloc(size);
    row->curve = malloc((points + 1) * sizeof *row->curve);
    if (!row->line || !row->doubt || !row->curve)
        return by_error_no_memory(error);
    if (length)
        memcpy(row->line, row->answer.line, length * sizeof *row->line);
    memcpy(row->doubt, doubt, size);
    row->answer.line = row->line;
    row->answer.doubt = row->doubt;
    if (points)
        memcpy(row->curve, row->answer.curve, points * sizeof *row->curve);
    row->answer.curve = row->curve;
    return BY_OK;
}

/* ---- One question ---------------------------------------------------------------------------------------------- */

int cli_solve_ask(struct cli_solve_job *job, const struct cli_solver *configured, const struct solve_problem *problem,
                  struct cli_solve_row *row)
{
    struct solve_question question = cli_solve_question_of(problem);
    by_error error;
    by_status status;

    *row = (struct cli_solve_row){.verdict = SOLVE_NOT_JUDGED};
    status = solver_ask(configured->solver, &question, &row->answer, &error);
    if (!status)
        status = solve_finish_line(&job->lines, &configured->settings, &question, &row->answer, &error);
    if (!job->args->json)
        row->answer.curve_length = 0; /* only JSON has it, and curves of many problems are large */
    if (!status)
        status = copy_answer(row, &error);
    if (!status)
        status = write_moves(problem, row, &error);
    if (status)
        return say_error(SOLVE_COMMAND, problem->id, &error);
    row->verdict = solve_judge(problem, row->answer.code, row->move);
    return 0;
}

void cli_solve_row_free(struct cli_solve_row *row)
{
    free(row->line);
    free(row->doubt);
    free(row->curve);
    by_text_free(&row->moves);
    *row = (struct cli_solve_row){0};
}

by_status cli_solve_import(const by_game *goal, const struct solve_problem *problem, enum by_threats threats,
                           by_position **out, by_error *error)
{
    const struct solve_question question = cli_solve_question_of(problem);
    const struct by_goal_question asked = solve_goal_question(&question, threats, 0);
    by_status status = by_position_create(goal, out, error);

    if (status)
        return status;
    status = by_position_set_question(*out, problem->position, &asked, error);
    if (status) {
        by_position_destroy(*out);
        *out = NULL;
    }
    return status;
}
