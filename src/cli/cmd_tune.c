/* SPDX-License-Identifier: MIT
 *
 * boyi tune: learns the weights of a game's evaluation from games.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "tune/fit.h"
#include "tune/pool.h"
#include "tune/read.h"

/* ---- Arguments --------------------------------------------------------------------------------------------------- */

struct tune_args {
    const char *game, *output, *csv;
    struct arg_list files, only;
    int64_t ply_least, score_most, a_game, reversible_most;
    int64_t epochs, batch, rate, patience, result, pull, least_seen, checked, k, seed, threads;
};

#define ARGS struct tune_args

static const struct arg file_rows[] = {
    ROW_WORD(game, "GAME", "the game, see `boyi games`"),
    ROW_WORDS(files, "FILE...", "files of `boyi selfplay`, or text files with lines POSITION;RESULT;SCORE"),
    ROW_TEXT(output, "--output", "FILE",
             "write the weights to this file, in the format of the game's source (standard output)"),
    ROW_TEXT(csv, "--csv", "FILE", "write a row per epoch: the errors of the training and validation positions"),
    {0},
};

static const struct arg choice_rows[] = {
    ROW_NUMBER(ply_least, "--min-ply", "N", 0, 100000, "skip positions before this ply (10)"),
    ROW_NUMBER(score_most, "--max-score", "N", 1, BY_WIN, "skip positions whose absolute score exceeds this (1200)"),
    ROW_NUMBER(reversible_most, "--max-reversible", "N", 0, 65535,
               "skip positions with more plies since the last irreversible move (60)"),
    ROW_NUMBER(a_game, "--per-game", "N", 1, 10000, "maximum number of positions per game, chosen randomly (12)"),
    {0},
};

static const struct arg fit_rows[] = {
    ROW_NUMBER(epochs, "--epochs", "N", 0, 100000, "number of passes over the positions (60)"),
    ROW_NUMBER(batch, "--batch", "N", 1, 100000000, "positions per step (16384)"),
    ROW_NUMBER(rate, "--rate", "N", 1, 1000000,
               "learning rate of the first step, in thousandths of the evaluation's unit (800)"),
    ROW_NUMBER(patience, "--patience", "N", 0, 100000, "stop after N epochs without improvement; 0: never (10)"),
    ROW_NUMBER(result, "--result", "N", 0, 100,
               "weight of the result in the label, in percent; the rest is the score's (60)"),
    ROW_NUMBER(pull, "--pull", "N", 0, 1000000000,
               "regularisation towards the initial weights, as strong as N positions (200)"),
    ROW_NUMBER(least_seen, "--least-seen", "N", 0, 1000000000,
               "leave weights that fewer positions use unchanged (300)"),
    ROW_NUMBER(checked, "--checked", "N", 0, 90, "percentage of the games used for validation (10)"),
    ROW_NUMBER(k, "--k", "N", 0, 10000, "scale of the sigmoid in thousandths, see docs/tune.md; 0: fit it (0)"),
    ROW_LIST(only, "--only", "NAME", "learn only weights whose names begin with NAME; may be repeated"),
    ROW_NUMBER(seed, "--seed", "N", 0, INT64_MAX, "seed of all random choices (1)"),
    ROW_NUMBER(threads, "--threads", "N", 1, TUNE_THREADS_MOST, "number of threads; does not change the weights (1)"),
    {0},
};

static const struct arg_about about = {
    .name = "tune",
    .help = "Learns the weights of an evaluation from positions with results, so that values predict results. Ctrl-C "
            "ends it and keeps the best weights so far.",
    .examples = "  boyi tune xiangqi games.bysp --threads 2 --csv curve.csv \\\n"
                "      --output src/games/xiangqi/eval/weights.inc\n",
};

/* ---- The game ---------------------------------------------------------------------------------------------------- */

struct job {
    const struct tune_args *args;
    const by_game_type *type;
    const struct by_tuning *tuning;
    by_game *game;
    struct tune_data data;
    by_value (*parts)[2];
    bool *fixed;
    FILE *csv;
};

static void free_job(struct job *job)
{
    by_game_close(job->game);
    tune_data_free(&job->data);
    free(job->parts);
    free(job->fixed);
    if (job->csv)
        (void)fclose(job->csv);
}

static int open_job(struct job *job)
{
    by_options *options = NULL;
    by_error error = {0};
    by_status status = by_game_type_find(job->args->game, &job->type, &error);

    if (!status) {
        job->tuning = job->type->evaluation ? job->type->evaluation->tuning : NULL;
        if (!job->tuning) {
            say_problem(about.name, "%s has no evaluation that can be tuned", job->type->name);
            return SAY_BAD_USE;
        }
    }
    if (!status && job->type->options)
        status = by_options_create(job->type->options, &options, &error);
    if (!status && job->tuning->settings)
        status = by_options_set_all(options, job->tuning->settings, &error);
    if (!status)
        status = by_game_open(job->type, options, &job->game, &error);
    by_options_destroy(options);
    return status ? say_error(about.name, NULL, &error) : 0;
}

/* Whether the name begins with one of the prefixes. */
static bool is_chosen(const struct arg_list *only, const char *name)
{
    for (int i = 0; i < only->count; i++)
        if (strncmp(name, only->items[i], strlen(only->items[i])) == 0)
            return true;
    return !only->count;
}

static int choose_weights(struct job *job)
{
    size_t count = (size_t)job->tuning->count;
    by_text name = {0};
    int chosen = 0;

    job->parts = calloc(count, sizeof *job->parts);
    job->fixed = calloc(count, sizeof *job->fixed);
    for (int i = 0; job->parts && job->fixed && i < job->tuning->count; i++) {
        by_text_clear(&name);
        job->tuning->name(i, &name);
        job->tuning->value(i, job->parts[i]);
        job->fixed[i] = !is_chosen(&job->args->only, by_text_string(&name));
        chosen += !job->fixed[i];
    }
    by_text_free(&name);
    if (!job->parts || !job->fixed || name.failed)
        return say_out_of_memory(about.name);
    if (!chosen) {
        say_problem(about.name, "--only: no weight's name begins with '%s'", job->args->only.items[0]);
        return SAY_BAD_USE;
    }
    return 0;
}

/* ---- Data -------------------------------------------------------------------------------------------------------- */

static bool is_stopped(void *context)
{
    (void)context;
    return interrupt_happened();
}

/* The report must not mix with weights on standard output. */
static FILE *report_of(const struct job *job)
{
    return job->args->output ? stdout : stderr;
}

static void print_tally(const struct job *job, const struct tune_tally *tally)
{
    fprintf(report_of(job), "%" PRIu64 " positions of %" PRIu64 " games, %" PRIu64 " taken\n", tally->positions,
            tally->games, (uint64_t)job->data.sample_count);
    fprintf(report_of(job),
            "  left out: %" PRIu64 " early, %" PRIu64 " lopsided, %" PRIu64 " in check, %" PRIu64 " noisy, %" PRIu64
            " stale, %" PRIu64 " repeated, %" PRIu64 " more than enough of a game\n",
            tally->early, tally->lopsided, tally->in_check, tally->noisy, tally->stale, tally->repeated,
            tally->left_out);
}

static int read_data(struct job *job)
{
    const struct tune_args *args = job->args;
    struct tune_filter filter = {
        .ply_least = (int)args->ply_least,
        .score_most = (by_value)args->score_most,
        .a_game = (int)args->a_game,
        .reversible_most = (int)args->reversible_most,
        .seed = (uint64_t)args->seed,
        .is_stopped = is_stopped,
    };
    struct tune_tally tally = {0};
    by_error error = {0};

    for (int i = 0; i < args->files.count && !interrupt_happened(); i++)
        if (tune_read(&job->data, args->files.items[i], job->game, &filter, &tally, &error))
            return say_error(about.name, NULL, &error);
    print_tally(job, &tally);
    if (interrupt_happened()) {
        say_problem(about.name, "stopped while reading, nothing was learnt");
        return SAY_FAILED;
    }
    return 0;
}

/* ---- Learning ---------------------------------------------------------------------------------------------------- */

static bool print_epoch(void *context, int epoch, double learnt, double checked)
{
    const struct job *job = context;

    fprintf(stderr, "epoch %3d: %.7f learnt, %.7f checked\n", epoch, learnt, checked);
    if (job->csv) {
        fprintf(job->csv, "%d,%.9f,%.9f\n", epoch, learnt, checked);
        (void)fflush(job->csv); /* so that users can watch the curve */
    }
    return !interrupt_happened();
}

static void print_outcome(const struct job *job, const struct tune_outcome *outcome)
{
    FILE *report = report_of(job);

    fprintf(report, "K %.4f, afterwards %.4f\n", outcome->k, outcome->k_after);
    fprintf(report, "%d of %d weights learnt, epoch %d of %d is the best\n", outcome->moved, job->tuning->count,
            outcome->best_epoch, outcome->epochs);
    fprintf(report, "loss of %" PRIu64 " positions learnt from: %.7f, was %.7f\n", outcome->learnt, outcome->after[0],
            outcome->before[0]);
    fprintf(report, "loss of %" PRIu64 " positions checked:     %.7f, was %.7f\n", outcome->checked, outcome->after[1],
            outcome->before[1]);
}

static int learn(struct job *job)
{
    const struct tune_args *args = job->args;
    struct tune_settings settings = {
        .seed = (uint64_t)args->seed,
        .threads = (int)args->threads,
        .epochs = (int)args->epochs,
        .batch = (int)args->batch,
        .patience = (int)args->patience,
        .least_seen = (int)args->least_seen,
        .rate = (double)args->rate / 1000,
        .result = (double)args->result / 100,
        .pull = (double)args->pull,
        .checked = (double)args->checked / 100,
        .k = (double)args->k / 1000,
        .fixed = job->fixed,
        .report = print_epoch,
        .context = job,
    };
    struct tune_outcome outcome;
    by_error error = {0};

    if (job->csv)
        fprintf(job->csv, "epoch,learnt,checked\n");
    if (tune_fit(&job->data, job->tuning->count, job->parts, &settings, &outcome, &error))
        return say_error(about.name, NULL, &error);
    print_outcome(job, &outcome);
    return 0;
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static int fail_to_write(const char *path, const char *why)
{
    say_problem(about.name, "cannot write %s: %s", path, why);
    return SAY_FAILED;
}

/* Devices, pipes and links are written directly; a file must not replace them. */
static bool is_to_be_kept(const char *path)
{
    struct stat about_it;

    return lstat(path, &about_it) == 0 && !S_ISREG(about_it.st_mode);
}

/* Writes to a temporary file first, so that an interruption keeps the old weights. */
static int write_file(const char *path, const by_text *text)
{
    by_text beside = {0};
    int code;

    if (is_to_be_kept(path))
        return file_save(about.name, path, text);
    by_text_printf(&beside, "%s.new", path);
    code = file_save(about.name, by_text_string(&beside), text);
    if (!code && rename(by_text_string(&beside), path))
        code = fail_to_write(path, strerror(errno));
    by_text_free(&beside);
    return code;
}

static int write_weights(const struct job *job)
{
    by_text text = {0};
    int code = 0;

    job->tuning->print((const by_value(*)[2])job->parts, &text);
    if (text.failed)
        code = say_out_of_memory(about.name);
    else if (job->args->output)
        code = write_file(job->args->output, &text);
    else
        fputs(by_text_string(&text), stdout);
    by_text_free(&text);
    return code;
}

static int open_csv(struct job *job)
{
    if (!job->args->csv)
        return 0;
    job->csv = fopen(job->args->csv, "w");
    return job->csv ? 0 : fail_to_write(job->args->csv, strerror(errno));
}

static int close_csv(struct job *job)
{
    FILE *csv = job->csv;
    bool is_bad;

    if (!csv)
        return 0;
    job->csv = NULL;
    is_bad = ferror(csv);
    return fclose(csv) || is_bad ? fail_to_write(job->args->csv, strerror(errno)) : 0;
}

int boyi_tune(int argc, char **argv)
{
    struct tune_args args = {
        .ply_least = 10,
        .score_most = 1200,
        .a_game = 12,
        .reversible_most = 60,
        .epochs = 60,
        .batch = 16384,
        .rate = 800,
        .patience = 10,
        .result = 60,
        .pull = 200,
        .least_seen = 300,
        .checked = 10,
        .seed = 1,
        .threads = 1,
    };
    const struct arg_group groups[] = {
        {"Files", file_rows, &args},
        {"Which positions", choice_rows, &args},
        {"Learning", fit_rows, &args},
        {0},
    };
    struct job job = {.args = &args};
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = open_job(&job);
    if (!code)
        code = choose_weights(&job);
    if (!code)
        code = open_csv(&job);
    if (!code) {
        interrupt_begin(NULL);
        code = read_data(&job);
        if (!code)
            code = learn(&job);
        (void)interrupt_end();
    }
    if (!code)
        code = write_weights(&job);
    if (!code)
        code = close_csv(&job);
    free_job(&job);
    return code;
}
