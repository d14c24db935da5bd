/* SPDX-License-Identifier: MIT
 *
 * boyi selfplay: games of the engine against itself, as data. Subcommands: run, stats, dump, check.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "cli/selfplay.h"
#include "cli/setup.h"
#include "front/words.h"
#include "match/openings.h"
#include "selfplay/check.h"
#include "selfplay/run.h"

/* ---- run: arguments ---------------------------------------------------------------------------------------------- */

struct run_args {
    struct setup_args common;
    const char *openings, *output;
    int64_t games, seed, random_plies, jobs;
    int64_t win_score, win_plies, draw_score, draw_plies, draw_from, max_plies;
    bool repair;
};

#define ARGS struct run_args

static const struct arg run_rows[] = {
    ROW(common.game, "GAME", "the game, see `boyi games` (xiangqi)", .kind = ARG_TEXT),
    ROW_TEXT(common.game_preset, "--game-preset", "NAME", "use a preset of the game, see `boyi options GAME`"),
    ROW_LIST(common.game_settings, "--game-set", "NAME=VALUE", "set an option of the game; may be repeated"),
    ROW_TEXT(output, "--output", "FILE", "the file to write; if it already holds games, new ones are appended"),
    ROW_NUMBER(games, "--games", "N", 1, INT64_MAX, "number of games that the file holds in the end"),
    ROW_NUMBER(jobs, "--jobs", "N", 1, SELFPLAY_JOBS_MOST,
               "games to play at the same time; does not change the file (1)"),
    ROW_FLAG(repair, "--repair", "truncate a damaged file before the damage and continue from there"),
    {0},
};

static const struct arg start_rows[] = {
    ROW_TEXT(openings, "--openings", "FILE", "use the openings of this file in turn (the initial position)"),
    ROW_NUMBER(random_plies, "--random-plies", "N", 0, 1000, "number of random moves after the opening (0)"),
    ROW_NUMBER(seed, "--seed", "N", 0, INT64_MAX, "seed of the random moves (1)"),
    {0},
};

static const struct arg search_rows[] = {
    ROW_NUMBER(common.nodes, "--nodes", "N", 1, INT64_MAX, "nodes per move"),
    ROW_TEXT(common.method, "--method", "METHOD", "the search method, see `boyi methods` (alphabeta)"),
    ROW_TEXT(common.preset, "--preset", "NAME", "use a preset of the method, see `boyi options METHOD`"),
    ROW_LIST(common.settings, "--set", "NAME=VALUE", "set an option of the method; may be repeated"),
    {0},
};

static const struct arg end_rows[] = {
    ROW_NUMBER(win_score, "--win-score", "N", 1, BY_WIN,
               "a side wins if its score is at least N (100 is a pawn) ... (1000)"),
    ROW_NUMBER(win_plies, "--win-plies", "N", 0, 10000, "... for N plies in a row; 0: never (0)"),
    ROW_NUMBER(draw_score, "--draw-score", "N", 0, BY_WIN, "a game is drawn if no side's score exceeds N ... (10)"),
    ROW_NUMBER(draw_plies, "--draw-plies", "N", 0, 10000, "... for N plies in a row; 0: never (0)"),
    ROW_NUMBER(draw_from, "--draw-from", "N", 0, 100000, "... but not before ply N (80)"),
    ROW_NUMBER(max_plies, "--max-plies", "N", 0, 100000, "a game is drawn after N plies; 0: no limit (400)"),
    {0},
};

static const struct arg_about run_about = {
    .name = "selfplay run",
    .help = "Plays games at a fixed number of nodes per move and appends them to a file. If it was stopped or killed, "
            "repeat the command to continue: the file will be the same, byte by byte, as without the interruption.",
    .examples = "  boyi selfplay run --openings openings.txt --random-plies 4 --nodes 5000 --games 10000 \\\n"
                "      --win-score 1500 --win-plies 6 --jobs 2 --output games.bysp\n",
};

/* ---- run: progress ----------------------------------------------------------------------------------------------- */

struct watch {
    const struct run_args *args;
    bool is_terminal, has_line;
    int64_t start_ms, printed_ms;
};

static void print_found(const struct watch *watch, const struct selfplay_progress *progress)
{
    if (progress->bytes_cut)
        fprintf(stderr, "%s: %" PRIu64 " bytes behind the last whole game are taken away\n", watch->args->output,
                progress->bytes_cut);
    if (progress->games)
        fprintf(stderr, "%s holds %" PRIu64 " games, going on\n", watch->args->output, progress->games);
}

static void print_progress(void *context, const struct selfplay_progress *progress)
{
    enum { TERMINAL_MS = 500, LOG_MS = 30000 };
    struct watch *watch = context;
    int64_t now = by__clock_ms();
    uint64_t played = progress->games - progress->games_found;
    double seconds = (double)(now - watch->start_ms) / 1000, rate;

    if (!watch->start_ms) {
        watch->start_ms = watch->printed_ms = now;
        print_found(watch, progress);
        return;
    }
    if (now - watch->printed_ms < (watch->is_terminal ? TERMINAL_MS : LOG_MS) || !played || seconds <= 0)
        return;
    watch->printed_ms = now;
    rate = (double)played / seconds;
    fprintf(stderr, "%s%" PRIu64 " of %" PRId64 " games, %.2f games/s, %.0f positions/s, %.0f s left%s",
            watch->is_terminal ? "\r\033[K" : "", progress->games, watch->args->games, rate,
            (double)progress->positions / seconds, (double)(watch->args->games - (int64_t)progress->games) / rate,
            watch->is_terminal ? "" : "\n");
    watch->has_line = watch->is_terminal;
}

/* ---- run --------------------------------------------------------------------------------------------------------- */

static int open_openings(struct setup *setup, const char *name, struct match_openings **out)
{
    by_error error;
    by_status status =
        name ? match_openings_read(setup->game, name, out, &error) : match_openings_initial(setup->game, out, &error);

    return status ? say_error(setup->command, name, &error) : 0;
}

/* The plan borrows the setup and the openings. */
static int make_plan(struct setup *setup, const struct run_args *args, const struct match_openings *openings,
                     struct selfplay_plan *plan)
{
    by_error error;

    if (by_method_proves(setup->method)) {
        say_problem(setup->command, "%s answers questions and plays no games", by_method_name(setup->method));
        return SAY_BAD_USE;
    }
    if (by_stop_create(&setup->stop, &error))
        return say_error(setup->command, NULL, &error);
    plan->game = setup->game;
    plan->game_options = setup->game_options;
    plan->method = setup->method;
    plan->options = setup->options;
    plan->openings = openings;
    plan->openings_name = args->openings;
    plan->nodes = setup->limits.nodes;
    plan->seed = (uint64_t)args->seed;
    plan->random_plies = (int)args->random_plies;
    plan->adjudication = (struct selfplay_adjudication){
        .win_score = (by_value)args->win_score,
        .win_plies = (int)args->win_plies,
        .draw_score = (by_value)args->draw_score,
        .draw_plies = (int)args->draw_plies,
        .draw_from = (int)args->draw_from,
        .max_plies = (int)args->max_plies,
    };
    return 0;
}

static int run_plan(const struct selfplay_plan *plan, const struct run_args *args, by_stop *stop)
{
    struct watch watch = {.args = args, .is_terminal = isatty(STDERR_FILENO)};
    struct selfplay_order order = {
        .path = args->output,
        .games = (uint64_t)args->games,
        .jobs = (int)args->jobs,
        .is_repaired = args->repair,
        .stop = stop,
        .report = print_progress,
        .context = &watch,
    };
    struct selfplay_progress progress = {0};
    by_error error = {0};
    by_status status;

    interrupt_begin(stop);
    status = selfplay_run(plan, &order, &progress, &error);
    (void)interrupt_end();
    if (watch.has_line)
        fputc('\n', stderr);
    if (status) {
        int code = say_error(run_about.name, NULL, &error);

        return progress.is_write_error ? SAY_FAILED : code;
    }
    printf("%s: %" PRIu64 " games, %" PRIu64 " of them new with %" PRIu64 " positions%s\n", args->output,
           progress.games, progress.games - progress.games_found, progress.positions,
           progress.is_stopped ? "; stopped, the same command goes on" : "");
    return 0;
}

static int check_needed(const struct run_args *args)
{
    const char *missing = !args->output         ? "--output FILE"
                          : !args->games        ? "--games N"
                          : !args->common.nodes ? "--nodes N"
                                                : NULL;

    if (!missing)
        return 0;
    say_problem(run_about.name, "%s is missing", missing);
    return SAY_BAD_USE;
}

static int selfplay_run_command(int argc, char **argv)
{
    struct run_args args = {.common.game = "xiangqi",
                            .jobs = 1,
                            .seed = 1,
                            .win_score = 1000,
                            .draw_score = 10,
                            .draw_from = 80,
                            .max_plies = 400};
    struct selfplay_plan plan = {0};
    struct match_openings *openings = NULL;
    struct setup setup = {0};
    const struct arg_group groups[] = {
        {"Games", run_rows, &args},
        {"Where they begin", start_rows, &args},
        {"Search", search_rows, &args},
        {"Where they end, besides by the rules", end_rows, &args},
        {0},
    };
    int code = args_parse(&run_about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = check_needed(&args);
    if (!code)
        code = setup_game(&setup, run_about.name, &args.common);
    if (!code)
        code = setup_method(&setup, &args.common);
    if (!code)
        code = open_openings(&setup, args.openings, &openings);
    if (!code)
        code = make_plan(&setup, &args, openings, &plan);
    if (!code)
        code = run_plan(&plan, &args, setup.stop);
    match_openings_destroy(openings);
    setup_free(&setup);
    return code;
}

/* ---- check ------------------------------------------------------------------------------------------------------- */

struct check_args {
    struct arg_list files;
};

#undef ARGS
#define ARGS struct check_args

static const struct arg check_rows[] = {
    ROW_WORDS(files, "FILE...", "files of self-play"),
    {0},
};

static const struct arg_about check_about = {
    .name = "selfplay check",
    .help = "Reads files and replays their games. Checks that checksums match, that moves are legal and that every "
            "game ended as recorded. Reports errors with their place and a non-zero exit code.",
};

static int check_file(const char *name)
{
    struct selfplay_reader *reader = NULL;
    struct selfplay_checked checked = {0};
    by_error error = {0};
    by_status status = selfplay_reader_open(name, &reader, &error);
    int code = 0;

    if (!status)
        status = selfplay_check(reader, &checked, &error);
    printf("%s: %" PRIu64 " good games, %" PRIu64 " positions, %" PRIu64 " bytes\n", name, checked.games,
           checked.positions, checked.bytes);
    if (status) {
        code = say_error(check_about.name, NULL, &error);
    } else if (selfplay_reader_is_cut(reader)) {
        say_problem(check_about.name,
                    "%s is cut off at byte %" PRIu64 ", in game %" PRIu64 "; `boyi selfplay run` goes on "
                    "from there",
                    name, checked.bytes, checked.games);
        code = SAY_BAD_USE;
    }
    selfplay_reader_destroy(reader);
    return code;
}

static int selfplay_check_command(int argc, char **argv)
{
    struct check_args args = {0};
    const struct arg_group groups[] = {{"Arguments", check_rows, &args}, {0}};
    int code = args_parse(&check_about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = 0;
    for (int i = 0; i < args.files.count; i++) {
        int one = check_file(args.files.items[i]);

        code = code ? code : one;
    }
    return code;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static const struct command commands[] = {
    {"run", "play games and add them to a file", selfplay_run_command},
    {"stats", "results, lengths, scores and repeated positions of files", selfplay_stats_command},
    {"dump", "print games or positions of a file", selfplay_dump_command},
    {"check", "look for damage in files", selfplay_check_command},
    {0},
};

static int print_help(void)
{
    say_wrapped("Lets the engine play itself and stores the games as data for tuning: positions with scores, moves and "
                "results. docs/selfplay.md describes the file.",
                0);
    printf("\nusage: boyi selfplay COMMAND [arguments]\n\n");
    commands_print(commands);
    printf("\nSee `boyi selfplay COMMAND --help` for details.\n");
    return 0;
}

int boyi_selfplay(int argc, char **argv)
{
    return commands_run("selfplay", commands, print_help, argc, argv);
}
