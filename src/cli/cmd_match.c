/* SPDX-License-Identifier: MIT
 *
 * boyi match: a match between two engines.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/match_report.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "protocol/options.h"

struct match_args {
    struct arg_list engines;
    const char *game;
    int64_t games, concurrency, first;
    const char *openings;
    int64_t nodes, depth, time_ms, cpu_ms, margin_ms, patience_s;
    const char *clock;
    const char *resign, *draw;
    int64_t max_plies;
    const char *sprt;
    const char *pgn, *sgf, *journal, *csv, *log, *event, *notation;
    bool json, quiet;
};

#define MS_MOST INT64_C(2678400000)

#define ARGS struct match_args

static const struct arg engine_rows[] = {
    ROW_LIST(engines, "--engine", "WORDS",
             "an engine: `boyi`, `boyi:PRESET` or cmd=PROGRAM, then settings such as name=, proto=uci|ucci|xboard|gtp, "
             "option.NAME=VALUE, time=MS and ponder=on, see docs/match.md; give it twice, once for each engine"),
    {0},
};

static const struct arg game_rows[] = {
    ROW_TEXT(game, "--game", "GAME", "xiangqi or go (xiangqi)"),
    ROW_NUMBER(games, "--games", "N", 1, 1000000, "number of games, played in pairs with colours swapped (100)"),
    ROW_TEXT(openings, "--openings", "FILE",
             "openings, one per line: a position or `startpos`, then optionally `moves` and the moves; or a PGN or SGF "
             "file"),
    ROW_NUMBER(first, "--first", "N", 1, 1000000000, "number of the opening to begin with (1)"),
    ROW_NUMBER(concurrency, "--concurrency", "N", 1, 256, "games to play at the same time (1)"),
    {0},
};

static const struct arg limit_rows[] = {
    ROW_NUMBER(nodes, "--nodes", "N", 1, INT64_MAX, "nodes per move"),
    ROW_NUMBER(depth, "--depth", "N", 1, BY_MAX_PLY, "depth per move, in plies"),
    ROW_NUMBER(time_ms, "--time", "MS", 1, MS_MOST, "milliseconds per move"),
    ROW_TEXT(clock, "--clock", "CLOCK",
             "seconds per game plus seconds per move, such as 60+0.6; or per 40 moves: 40/300+2"),
    ROW_NUMBER(cpu_ms, "--cpu-time", "MS", 1, MS_MOST, "milliseconds of CPU time per move, for busy machines"),
    ROW_NUMBER(margin_ms, "--margin", "MS", 0, 3600000,
               "milliseconds that an engine may exceed its time on each move (50)"),
    ROW_NUMBER(patience_s, "--patience", "S", 1, 86400,
               "seconds to wait for an overdue answer, or for any answer if no time limit is set (60)"),
    {0},
};

static const struct arg end_rows[] = {
    ROW_TEXT(resign, "--resign", "WORDS",
             "score a game as lost for an engine whose score is this bad for this number of moves: 'score=1000 "
             "moves=4'; both=on: only if its opponent agrees"),
    ROW_TEXT(draw, "--draw", "WORDS",
             "score a game as drawn if both scores stay this close to 0 for this number of moves, after this move: "
             "'score=10 moves=10 after=60'"),
    ROW_NUMBER(max_plies, "--most-plies", "N", 1, 100000, "score a game as drawn after this number of plies"),
    ROW_TEXT(
        sprt, "--sprt", "WORDS",
        "stop when this sequential test is decided: 'elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic'"),
    {0},
};

static const struct arg output_rows[] = {
    ROW_TEXT(pgn, "--pgn", "FILE", "write games of xiangqi to this file"),
    ROW_TEXT(sgf, "--sgf", "FILE", "write games of Go to this file"),
    ROW_TEXT(journal, "--journal", "FILE", "store the results; repeat the command to resume an interrupted match"),
    ROW_TEXT(notation, "--notation", "NAME", "notation of the moves in the PGN, see `boyi games` (chinese)"),
    ROW_TEXT(event, "--event", "NAME", "name of the event in the PGN or SGF file"),
    ROW_TEXT(csv, "--csv", "FILE", "write the summary as CSV"),
    ROW_TEXT(log, "--log", "FILE", "append all communication with the engines to this file"),
    ROW_FLAG(json, "--json", "print the summary as JSON"),
    ROW_FLAG(quiet, "--quiet", "show no progress"),
    {0},
};

static const struct arg_about about = {
    .name = "match",
    .help = "Plays a match between two engines: Boyi with different settings, or other programs. Xiangqi engines speak "
            "UCI, UCCI or XBoard's protocol, Go engines GTP. Boyi's own rules decide every game. Ctrl-C ends the "
            "match; with --journal you can resume it.",
    .examples = "  boyi match --engine boyi --engine 'boyi name=no_killers option.killers=off' --nodes 20000\n"
                "  boyi match --engine boyi --engine 'cmd=fairy-stockfish option.Hash=16' --time 100 --games 100 \\\n"
                "      --openings openings.txt --game-set move_limit=100 --pgn games.pgn --journal match.txt\n"
                "  boyi match --engine boyi --engine 'cmd=hoixiangqi proto=xboard margin=1000' --time 100\n"
                "  boyi match --game go --game-set size=9 --engine boyi --engine \"cmd='gnugo --mode gtp'\" \\\n"
                "      --time 5000 --games 20 --sgf games.sgf\n",
};

/* All that has to be freed. */
struct arena {
    by_options *game_options;
    by_game *game;
    struct match_openings *openings;
    by_text rules;
    struct match_settings settings;
};

/* ---- Setting up -------------------------------------------------------------------------------------------------- */

static int problem(const by_error *error)
{
    return say_error("match", NULL, error);
}

static int bad_use(const char *message)
{
    say_problem("match", "%s", message);
    return SAY_BAD_USE;
}

/* We speak no protocol for other games. */
static int find_game(const char *name, const by_game_type **out)
{
    by_error error;

    if (by_game_type_find(name, out, &error))
        return problem(&error);
    if (strcmp(name, "xiangqi") == 0 || strcmp(name, "go") == 0)
        return 0;
    say_problem("match", "--game: no protocol for %s, expected xiangqi (UCI, UCCI, XBoard) or go (GTP)", name);
    return SAY_BAD_USE;
}

static int open_game(struct arena *arena, const char *name, const struct setup_args *common)
{
    const by_game_type *type;
    by_error error;
    int code = find_game(name, &type);

    if (code)
        return code;
    if (by_options_create(type->options, &arena->game_options, &error))
        return problem(&error);
    if (common->game_preset && by_game_apply_preset(type, common->game_preset, arena->game_options, &error))
        return problem(&error);
    for (int i = 0; i < common->game_settings.count; i++)
        if (by_options_set_all(arena->game_options, common->game_settings.items[i], &error))
            return problem(&error);
    if (by_game_open(type, arena->game_options, &arena->game, &error))
        return problem(&error);
    for (const struct by_option *row = type->options; row->name; row++) {
        by_text_printf(&arena->rules, "%s%s=", arena->rules.length ? " " : "", row->name);
        by_options_print(arena->game_options, row, &arena->rules);
    }
    return 0;
}

/* The path of this program, to start it as an engine. */
static void find_own_program(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);

    if (length > 0)
        path[length] = 0;
    else
        (void)snprintf(path, size, "boyi");
}

/* The results identify engines by their names. */
static int check_names(struct match_player *const *players)
{
    if (strcmp(players[0]->name, players[1]->name) != 0)
        return 0;
    say_problem("match", "both engines are called '%s', give one of them another name=", players[0]->name);
    return SAY_BAD_USE;
}

/* Checks settings of this program against its tables, since it accepts more than it announces, such as a method's name
 * before an option. Options that only some of its protocols have are checked when it announces them. */
static int check_own_settings(struct match_player *player, struct protocol_options *known)
{
    for (int i = 0; i < player->setting_count; i++) {
        struct match_setting *setting = &player->settings[i];
        enum protocol_change change;
        by_error error;
        by_status status = protocol_options_set(known, setting->name, setting->value, &change, &error);

        setting->is_checked = !status;
        if (status == BY_ERROR_UNKNOWN || (!status && !*error.message))
            continue;
        /* A number out of range was set to the nearest; the message says so after a comma. */
        if (!status)
            error.message[strcspn(error.message, ",")] = 0;
        say_problem("match", "engine %s: %s", player->name, error.message);
        return SAY_BAD_USE;
    }
    return 0;
}

static int check_settings(struct arena *arena)
{
    int code = 0;

    for (int i = 0; i < 2 && !code; i++) {
        struct protocol_options known;
        by_error error;

        /* Over GTP the engine answers each setting. */
        if (!arena->settings.players[i]->is_own || arena->settings.players[i]->protocol == MATCH_GTP)
            continue;
        if (protocol_options_create(&known, by_game_type_of(arena->game), &error))
            return problem(&error);
        code = check_own_settings(arena->settings.players[i], &known);
        protocol_options_destroy(&known);
    }
    return code;
}

static int read_engines(struct arena *arena, const struct match_args *args)
{
    enum match_protocol usual = match_is_go(arena->game) ? MATCH_GTP : MATCH_UCI;
    char own[4096];
    by_error error;

    if (args->engines.count != 2) {
        say_problem("match", "%d engines, expected two: --engine ... --engine ...", args->engines.count);
        return SAY_BAD_USE;
    }
    find_own_program(own, sizeof own);
    for (int i = 0; i < 2; i++)
        if (match_player_read(args->engines.items[i], own, usual, arena->game_options, &arena->settings.players[i],
                              &error))
            return problem(&error);
    return check_names(arena->settings.players) ? SAY_BAD_USE : check_settings(arena);
}

static int read_limit(struct arena *arena, const struct match_args *args)
{
    struct match_limit *limit = &arena->settings.limit;
    int given = !!args->nodes + !!args->depth + !!args->time_ms + !!args->clock + !!args->cpu_ms;
    bool each_has_own = arena->settings.players[0]->limit.kind && arena->settings.players[1]->limit.kind;
    by_error error;

    if (given > 1)
        return bad_use("of --nodes, --depth, --time, --clock and --cpu-time only one can be given");
    /* Many Go programs get their limits on the command line. */
    if (given == 0 && !each_has_own && !match_is_go(arena->game))
        return bad_use("no limit: expected one of --nodes, --depth, --time, --clock, --cpu-time");
    if (args->nodes)
        *limit = (struct match_limit){.kind = MATCH_LIMIT_NODES, .amount = args->nodes};
    if (args->depth)
        *limit = (struct match_limit){.kind = MATCH_LIMIT_DEPTH, .amount = args->depth};
    if (args->time_ms)
        *limit = (struct match_limit){.kind = MATCH_LIMIT_TIME, .amount = args->time_ms * 1000};
    if (args->cpu_ms)
        *limit = (struct match_limit){.kind = MATCH_LIMIT_CPU, .amount = args->cpu_ms * 1000};
    if (args->clock && match_limit_read_clock(args->clock, limit, &error))
        return problem(&error);
    return 0;
}

/* With a limit of nodes or depth, a deterministic engine repeats its game from the same opening. */
static void warn_of_repetition(const struct match_args *args, size_t openings)
{
    if ((args->nodes || args->depth) && (uint64_t)args->games > 2 * (uint64_t)openings)
        say_problem("match",
                    "note: of %" PRId64 " games only %zu differ if the engines are deterministic: add openings with "
                    "--openings",
                    args->games, 2 * openings);
}

static int read_openings(struct arena *arena, const struct match_args *args)
{
    by_error error;
    by_status status = args->openings ? match_openings_read(arena->game, args->openings, &arena->openings, &error)
                                      : match_openings_initial(arena->game, &arena->openings, &error);

    if (status)
        return say_error("match", error.line ? args->openings : NULL, &error);
    if ((uint64_t)args->first > match_openings_count(arena->openings)) {
        say_problem("match", "--first: there are only %zu openings", match_openings_count(arena->openings));
        return SAY_BAD_USE;
    }
    warn_of_repetition(args, match_openings_count(arena->openings));
    return 0;
}

static int read_endings(struct arena *arena, const struct match_args *args)
{
    struct match_adjudication *adjudication = &arena->settings.table.adjudication;
    by_error error;

    if (match_is_go(arena->game) && (args->resign || args->draw))
        return bad_use("--resign and --draw need scores, which GTP does not report");
    if ((args->resign && match_adjudication_read_resign(args->resign, adjudication, &error)) ||
        (args->draw && match_adjudication_read_draw(args->draw, adjudication, &error)) ||
        (args->sprt && match_sprt_read(args->sprt, &arena->settings.sprt, &error)))
        return problem(&error);
    adjudication->max_plies = (int)args->max_plies;
    return 0;
}

/* The index of the record's notation; -1: the usual one. */
static int read_notation(struct arena *arena, const char *name)
{
    const char *const *names = by_game_type_of(arena->game)->notations;

    arena->settings.table.notation = -1;
    if (!name)
        return 0;
    if (match_is_go(arena->game))
        return bad_use("--notation: SGF has a notation of its own");
    arena->settings.table.notation =
        say_find_name("match", name, names, "see `boyi games`", "--notation: xiangqi has no notation '%s'", name);
    return arena->settings.table.notation < 0 ? SAY_BAD_USE : 0;
}

/* Whether two paths lead to one file, also if it does not exist yet. */
static bool is_same_file(const char *a, const char *b)
{
    const char *slash_a = strrchr(a, '/'), *slash_b = strrchr(b, '/');
    char folders[2][4096];
    struct stat of_a, of_b;

    if (stat(a, &of_a) == 0 && stat(b, &of_b) == 0)
        return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    if (strcmp(slash_a ? slash_a + 1 : a, slash_b ? slash_b + 1 : b) != 0)
        return false;
    (void)snprintf(folders[0], sizeof folders[0], "%.*s", slash_a ? (int)(slash_a - a) + 1 : 1, slash_a ? a : ".");
    (void)snprintf(folders[1], sizeof folders[1], "%.*s", slash_b ? (int)(slash_b - b) + 1 : 1, slash_b ? b : ".");
    return stat(folders[0], &of_a) == 0 && stat(folders[1], &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

/* Refuses to write two outputs to one file, or to overwrite an input. */
static int check_files(const struct match_args *args)
{
    const struct {
        const char *flag, *path;
    } files[] = {{"--openings", args->openings}, {"--pgn", args->pgn}, {"--sgf", args->sgf},
                 {"--journal", args->journal},   {"--csv", args->csv}, {"--log", args->log}};

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        for (size_t j = 0; j < i; j++)
            if (files[i].path && files[j].path && is_same_file(files[i].path, files[j].path)) {
                say_problem("match", "%s and %s are the same file: %s", files[j].flag, files[i].flag, files[i].path);
                return SAY_BAD_USE;
            }
    return 0;
}

/* Go uses SGF, xiangqi PGN. */
static int check_format(const struct arena *arena, const struct match_args *args)
{
    bool is_go = match_is_go(arena->game);

    if (is_go && args->pgn)
        return bad_use("--pgn: games of Go are kept as SGF, expected --sgf");
    if (!is_go && args->sgf)
        return bad_use("--sgf: games of xiangqi are kept as PGN, expected --pgn");
    return 0;
}

/* SGF names rules by their scoring. */
static const char *ruleset_of(const struct arena *arena)
{
    if (!match_is_go(arena->game))
        return NULL;
    return by_options_number(arena->game_options, "scoring") ? "Japanese" : "Chinese";
}

static int set_up(struct arena *arena, const struct match_args *args, const struct setup_args *common)
{
    struct match_settings *settings = &arena->settings;
    int code = open_game(arena, args->game, common);

    if (code)
        return code;
    code = check_format(arena, args);
    if (!code)
        code = read_engines(arena, args);
    if (!code)
        code = read_limit(arena, args);
    if (!code)
        code = read_openings(arena, args);
    if (!code)
        code = read_endings(arena, args);
    if (!code)
        code = read_notation(arena, args->notation);
    if (!code)
        code = check_files(args);
    if (!code && args->games % 2)
        code = bad_use("--games: expected an even number, games come in pairs");
    settings->margin_us = args->margin_ms * 1000;
    settings->rules = by_text_string(&arena->rules);
    settings->games = (int)args->games;
    settings->concurrency = (int)args->concurrency;
    settings->first_opening = (size_t)(args->first - 1);
    settings->journal = args->journal;
    settings->pgn = args->pgn ? args->pgn : args->sgf;
    settings->log = args->log;
    settings->table.game = arena->game;
    settings->table.openings = arena->openings;
    settings->table.ruleset = ruleset_of(arena);
    /* With area scoring, capturing dead stones costs nothing. */
    settings->table.plays_on = match_is_go(arena->game) && by_options_number(arena->game_options, "scoring") == 0;
    settings->table.patience_us = args->patience_s * 1000000;
    settings->table.event = args->event ? args->event : "boyi match";
    return code;
}

static void free_arena(struct arena *arena)
{
    match_player_destroy(arena->settings.players[0]);
    match_player_destroy(arena->settings.players[1]);
    match_openings_destroy(arena->openings);
    by_game_close(arena->game);
    by_options_destroy(arena->game_options);
    by_text_free(&arena->rules);
}

/* ---- Running ----------------------------------------------------------------------------------------------------- */

static bool goes_on(void *context)
{
    (void)context;
    return !interrupt_happened();
}

static void report(void *context, const struct match_state *state, const struct match_entry *entry)
{
    match_report_game(context, state, entry);
}

/* Opens the file for the summary before the match, so that errors show early. Keeps its content until there is a
 * summary. */
static int open_csv(const char *path, FILE **out)
{
    int file = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : -1;

    *out = file < 0 ? NULL : fdopen(file, "w");
    if (!path || *out)
        return 0;
    say_problem("match", "cannot write %s: %s", path, strerror(errno));
    if (file >= 0)
        (void)close(file);
    return SAY_BAD_USE;
}

static int write_csv(const struct arena *arena, const struct match_state *state, const char *path, FILE *file)
{
    struct stat status;
    bool is_good = fstat(fileno(file), &status) == 0 && (!S_ISREG(status.st_mode) || ftruncate(fileno(file), 0) == 0);

    if (is_good)
        match_report_csv(&arena->settings, state, file);
    if (is_good && !fflush(file) && !ferror(file))
        return 0;
    say_problem("match", "cannot write %s: %s", path, strerror(errno));
    return SAY_FAILED;
}

/* Prints the results, even after an error. */
static int print_results(const struct arena *arena, const struct match_args *args, const struct match_state *state,
                         FILE *csv)
{
    int code = 0, csv_code;

    if (args->json)
        code = match_report_json(&arena->settings, state);
    else
        match_report_summary(&arena->settings, state);
    csv_code = csv ? write_csv(arena, state, args->csv, csv) : 0;
    return code ? code : csv_code;
}

static int play(struct arena *arena, const struct match_args *args)
{
    struct match_settings *settings = &arena->settings;
    struct match_report progress;
    struct match_state state;
    by_error error;
    by_status status;
    FILE *csv;
    int code = open_csv(args->csv, &csv);

    if (code)
        return code;
    match_report_begin(&progress, settings, args->quiet);
    settings->goes_on = goes_on;
    settings->report = report;
    settings->context = &progress;
    interrupt_begin(NULL);
    interrupt_begin_ends();
    status = match_run(settings, &state, &error);
    (void)interrupt_end();
    match_report_end(&progress);
    if (!status || state.done > state.resumed)
        code = print_results(arena, args, &state, csv);
    if (csv)
        (void)fclose(csv);
    return status ? problem(&error) : code;
}

int boyi_match(int argc, char **argv)
{
    struct match_args args = {
        .game = "xiangqi", .games = 100, .concurrency = 1, .first = 1, .margin_ms = 50, .patience_s = 60};
    struct setup_args common = {0};
    struct arena arena = {0};
    const struct arg_group groups[] = {
        {"Engines", engine_rows, &args},
        {"Games", game_rows, &args},
        {"Rules", setup_game_rows + 1, &common},
        {"Limits", limit_rows, &args},
        {"Endings", end_rows, &args},
        {"Output", output_rows, &args},
        {0},
    };
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    code = set_up(&arena, &args, &common);
    if (!code)
        code = play(&arena, &args);
    free_arena(&arena);
    return code;
}
