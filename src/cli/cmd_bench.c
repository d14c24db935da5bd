/* SPDX-License-Identifier: MIT
 *
 * boyi bench: fixed positions, one thread, one node count per game. The counts show whether a change of the code
 * changed the tree, the times whether it became faster.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "cli/setup.h"
#include "front/json.h"
#include "front/words.h"

struct bench_args {
    const char *game;
    bool json;
};

#define ARGS struct bench_args

static const struct arg rows[] = {
    ROW(game, "GAME", "search the positions of this game only", .kind = ARG_TEXT),
    ROW_FLAG(json, "--json", "print JSON"),
    {0},
};

static const struct arg_about about = {
    .name = "bench",
    .help = "Searches fixed positions of each game with alphabeta and its default options. The node counts are the "
            "same on every machine. The last line is their sum.",
};

/* The positions to search; those of a game are adjacent. */
struct bench_position {
    const char *game;
    const char *position; /* NULL: the initial one */
    int depth;
    const char *settings[4]; /* of the game, ended by NULL */
};

static const struct bench_position positions[] = {
    {"pairs", NULL, 12, {NULL}},
    {"pairs", NULL, 8, {"width=5", "height=4", "line=4"}},
    {"pairs", NULL, 5, {"width=6", "height=6", "line=6"}},
    {"tictactoe", NULL, 9, {NULL}},
    {"tictactoe", "x../.o./...", 7, {NULL}},
    {"tictactoe", "x.o/.x./..o", 5, {NULL}},
    {"tictactoe", NULL, 9, {"values=plain"}},
    {"tree", "random width=10 depth=6 seed=1", 6, {NULL}},
    {"tree", "random width=4 depth=10 vary=on estimates=on seed=2", 10, {NULL}},
    {"tree", "random width=6 depth=7 order=good values=-1000..1000 seed=3", 7, {NULL}},
    {"tree", "random width=5 depth=8 graph=on estimates=on seed=4", 8, {NULL}},
    {"tree", "random width=3 depth=12 same=30 leaf=10 wins=20 estimates=on seed=5", 12, {NULL}},
    {"xiangqi", NULL, 14, {NULL}},
    {"xiangqi", "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w", 14, {NULL}},
    {"xiangqi", "2bak4/4a4/4b1n2/p3p3p/2p2r3/6R2/P1P1P3P/4B1N2/4A4/2BAK4 b", 16, {NULL}},
    {"xiangqi", "3k5/9/9/4P4/9/2B1P4/9/4B4/4A4/3AK4 w", 10, {NULL}},
};

enum { POSITION_COUNT = sizeof positions / sizeof positions[0] };

struct sum {
    const char *game;
    int positions;
    uint64_t nodes;
    int64_t time_us;
};

/* ---- Measuring ------------------------------------------------------------------------------------------------- */

static int search_one(const struct bench_position *what, struct sum *sum)
{
    struct setup_args args = {.game = what->game, .position = what->position, .depth = what->depth};
    struct setup setup = {0};
    struct by_result result = {BY_SIZE(by_result)};
    by_error error;
    int code;

    while (what->settings[args.game_settings.count]) {
        args.game_settings.items[args.game_settings.count] = what->settings[args.game_settings.count];
        args.game_settings.count++;
    }
    code = setup_position(&setup, "bench", &args);
    if (!code)
        code = setup_search(&setup, &args);
    if (!code && by_search_run(setup.search, setup.position, &setup.limits, NULL, &result, &error))
        code = say_error("bench", NULL, &error);
    if (!code) {
        sum->positions++;
        sum->nodes += result.nodes;
        sum->time_us += result.time_us;
    }
    setup_free(&setup);
    return code;
}

/* Adds up the positions of one game, from `first` on; sets `next` to the first position of the next game. */
static int search_game(int first, int *next, struct sum *sum)
{
    int code = 0;

    *sum = (struct sum){.game = positions[first].game};
    for (*next = first; *next < POSITION_COUNT && strcmp(positions[*next].game, sum->game) == 0 && !code; ++*next)
        code = search_one(&positions[*next], sum);
    return code;
}

/* ---- Printing -------------------------------------------------------------------------------------------------- */

static uint64_t speed(const struct sum *sum)
{
    return sum->time_us > 0 ? (uint64_t)((double)sum->nodes * 1e6 / (double)sum->time_us) : 0;
}

static void print_sum(const struct sum *sum)
{
    printf("%-12s%10d%14s%12s%14s\n", sum->game, sum->positions, words_count(sum->nodes).text,
           words_time(sum->time_us).text, words_count(speed(sum)).text);
    (void)fflush(stdout);
}

static void json_sum(struct json *json, const struct sum *sum)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_string(json, "game", sum->game);
    json_member_integer(json, "positions", sum->positions);
    json_member_unsigned(json, "nodes", sum->nodes);
    json_member_thousandths(json, "time_ms", sum->time_us);
    json_member_unsigned(json, "nodes_per_second", speed(sum));
    json_put_end(json);
}

static void begin_output(const struct bench_args *args, struct json *json)
{
    const struct say_style *style = say_style(stdout);

    if (!args->json) {
        printf("%s%-12s%10s%14s%12s%14s%s\n", style->dim, "game", "positions", "nodes", "time", "nodes/s", style->off);
        return;
    }
    json_put_object(json, JSON_ON_LINES);
    json_member_array(json, "games", JSON_ON_LINES);
}

static int end_output(const struct bench_args *args, struct json *json, uint64_t nodes)
{
    if (!args->json) {
        printf("bench: %" PRIu64 "\n", nodes);
        return 0;
    }
    json_put_end(json);
    json_member_unsigned(json, "nodes", nodes);
    json_put_end(json);
    return say_json(json, stdout);
}

/* ---- The command ----------------------------------------------------------------------------------------------- */

static int bench(const struct bench_args *args)
{
    struct json json = {0};
    uint64_t nodes = 0;
    int code = 0;

    begin_output(args, &json);
    for (int i = 0, next; i < POSITION_COUNT && !code; i = next) {
        struct sum sum;

        next = i + 1;
        if (args->game && strcmp(args->game, positions[i].game) != 0)
            continue;
        code = search_game(i, &next, &sum);
        nodes += sum.nodes;
        if (!code && args->json)
            json_sum(&json, &sum);
        else if (!code)
            print_sum(&sum);
    }
    if (code)
        by_text_free(&json.text);
    return code ? code : end_output(args, &json, nodes);
}

static bool has_positions(const char *game)
{
    for (int i = 0; i < POSITION_COUNT; i++)
        if (strcmp(positions[i].game, game) == 0)
            return true;
    return false;
}

int boyi_bench(int argc, char **argv)
{
    struct bench_args args = {0};
    const struct arg_group groups[] = {{"Arguments", rows, &args}, {0}};
    const by_game_type *type;
    by_error error;
    int code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    if (args.game && by_game_type_find(args.game, &type, &error))
        return say_error("bench", NULL, &error);
    if (args.game && !has_positions(args.game)) {
        say_problem("bench", "there are no positions for %s", args.game);
        return SAY_BAD_USE;
    }
    return bench(&args);
}
