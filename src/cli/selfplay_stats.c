/* SPDX-License-Identifier: MIT
 *
 * boyi selfplay stats: statistics of games, as text, CSV or JSON.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "boyi/boyi.h"
#include "cli/args.h"
#include "cli/say.h"
#include "cli/selfplay.h"
#include "front/json.h"
#include "front/words.h"
#include "selfplay/stats.h"

struct stats_args {
    struct arg_list files;
    const char *format;
};

#define ARGS struct stats_args

static const struct arg rows[] = {
    ROW_WORDS(files, "FILE...", "files of self-play, all of the same game"),
    ROW_TEXT(format, "--format", "NAME", "text, csv or json (text)"),
    {0},
};

static const struct arg_about about = {
    .name = "selfplay stats",
    .help = "Prints statistics: games, results, lengths, scores, how often the sign of a score agrees with the result, "
            "and how many positions occur more than once.",
    .examples = "  boyi selfplay stats games.bysp\n",
};

/* A number with its name: a single figure or the row of a table. */
struct figure {
    const char *table; /* "": a single figure */
    char name[48];
    uint64_t count;
    uint64_t wins, draws, losses; /* of a class of scores */
};

enum { FIGURES_MOST = 128 };

struct figures {
    struct figure list[FIGURES_MOST];
    int count;
};

static struct figure *add(struct figures *figures, const char *table, uint64_t count)
{
    struct figure *figure = &figures->list[figures->count++];

    *figure = (struct figure){.table = table, .count = count};
    return figure;
}

static void add_named(struct figures *figures, const char *table, const char *name, uint64_t count)
{
    (void)snprintf(add(figures, table, count)->name, sizeof figures->list->name, "%s", name);
}

/* ---- Gathering --------------------------------------------------------------------------------------------------- */

static void gather_lengths(const struct selfplay_stats *stats, struct figures *figures)
{
    for (int i = 0; i < SELFPLAY_LENGTHS; i++) {
        int least = i * SELFPLAY_LENGTH_STEP;
        struct figure *figure;

        if (!stats->lengths[i])
            continue;
        figure = add(figures, "length", stats->lengths[i]);
        if (i == SELFPLAY_LENGTHS - 1)
            (void)snprintf(figure->name, sizeof figure->name, "%d..", least);
        else
            (void)snprintf(figure->name, sizeof figure->name, "%d..%d", least, least + SELFPLAY_LENGTH_STEP - 1);
    }
}

static void gather_scores(const struct selfplay_stats *stats, struct figures *figures)
{
    for (int i = 0; i < SELFPLAY_SCORES; i++) {
        const struct selfplay_score_class *class = &stats->scores[i];
        struct figure *figure = add(figures, "score", class->wins + class->draws + class->losses);

        figure->wins = class->wins;
        figure->draws = class->draws;
        figure->losses = class->losses;
        if (i == 0 || i == SELFPLAY_SCORES - 1)
            (void)snprintf(figure->name, sizeof figure->name, i ? "win proved" : "loss proved");
        else if (i == 1)
            (void)snprintf(figure->name, sizeof figure->name, "..%d", class->most);
        else if (i == SELFPLAY_SCORES - 2)
            (void)snprintf(figure->name, sizeof figure->name, "%d..", class->least);
        else
            (void)snprintf(figure->name, sizeof figure->name, "%d..%d", class->least, class->most);
    }
}

static void gather(const struct selfplay_stats *stats, const by_game_type *type, struct figures *figures)
{
    add_named(figures, "", "files", stats->files);
    add_named(figures, "", "bytes", stats->bytes);
    add_named(figures, "", "games", stats->games);
    add_named(figures, "", "plies", stats->plies);
    add_named(figures, "", "shortest", stats->shortest);
    add_named(figures, "", "longest", stats->longest);
    add_named(figures, "", "positions", stats->positions);
    add_named(figures, "", "distinct", stats->distinct.count);
    add_named(figures, "", "agreeing", stats->agreeing);
    add_named(figures, "", "opposed", stats->opposed);
    add_named(figures, "result", words_side(type, 0), stats->results[0]);
    add_named(figures, "result", "draw", stats->results[1]);
    add_named(figures, "result", words_side(type, 1), stats->results[2]);
    for (int i = 0; i < SELFPLAY_END_COUNT; i++)
        add_named(figures, "end", selfplay_end_name((enum selfplay_end)i), stats->ends[i]);
    gather_lengths(stats, figures);
    gather_scores(stats, figures);
}

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_summary(const struct selfplay_stats *stats)
{
    printf("%s games, %s positions with a score, %.2f bytes a position\n", words_count(stats->games).text,
           words_count(stats->positions).text, stats->positions ? (double)stats->bytes / (double)stats->positions : 0);
    printf("%" PRIu64 " to %" PRIu64 " plies, %.1f on average\n", stats->shortest, stats->longest,
           stats->games ? (double)stats->plies / (double)stats->games : 0);
    if (stats->distinct.count)
        printf("%s different positions: %.2f%% are repeated\n", words_count(stats->distinct.count).text,
               percent(stats->positions - stats->distinct.count, stats->positions));
    printf("the score is on the winner's side in %.2f%% of positions where both are\n",
           percent(stats->agreeing, stats->agreeing + stats->opposed));
}

static void print_bar(uint64_t count, uint64_t most)
{
    enum { WIDTH = 40 };
    int length = most ? (int)((double)WIDTH * (double)count / (double)most + 0.5) : 0;

    printf(" %.*s\n", length, "########################################");
}

static void print_table(const struct figures *figures, const char *table)
{
    const struct say_style *style = say_style(stdout);
    uint64_t sum = 0, most = 0;
    bool is_score = strcmp(table, "score") == 0;

    for (int i = 0; i < figures->count; i++)
        if (strcmp(figures->list[i].table, table) == 0) {
            sum += figures->list[i].count;
            most = figures->list[i].count > most ? figures->list[i].count : most;
        }
    printf("\n%s%s%s%s\n", style->bold, table, style->off, is_score ? ", and how the games ended for its side" : "");
    for (int i = 0; i < figures->count; i++) {
        const struct figure *figure = &figures->list[i];

        if (strcmp(figure->table, table) != 0)
            continue;
        printf("  %-18s%12" PRIu64 " %6.2f%%", figure->name, figure->count, percent(figure->count, sum));
        if (is_score)
            printf("  +%5.1f =%5.1f -%5.1f", percent(figure->wins, figure->count),
                   percent(figure->draws, figure->count), percent(figure->losses, figure->count));
        print_bar(figure->count, most);
    }
}

static void print_text(const struct selfplay_stats *stats, const struct figures *figures)
{
    static const char *const tables[] = {"result", "end", "length", "score"};

    print_summary(stats);
    for (int i = 0; i < 4; i++)
        print_table(figures, tables[i]);
}

static void print_csv(const struct figures *figures)
{
    printf("table,name,count,wins,draws,losses\n");
    for (int i = 0; i < figures->count; i++) {
        const struct figure *figure = &figures->list[i];

        printf("%s,%s,%" PRIu64, figure->table, figure->name, figure->count);
        if (strcmp(figure->table, "score") == 0)
            printf(",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", figure->wins, figure->draws, figure->losses);
        else
            printf(",,,\n");
    }
}

static void json_score(struct json *json, const struct figure *figure)
{
    json_put_object(json, JSON_ON_ONE_LINE);
    json_member_unsigned(json, "wins", figure->wins);
    json_member_unsigned(json, "draws", figure->draws);
    json_member_unsigned(json, "losses", figure->losses);
    json_put_end(json);
}

static int print_json(const struct figures *figures)
{
    struct json json = {0};
    const char *table = "";

    json_put_object(&json, JSON_ON_LINES);
    for (int i = 0; i < figures->count; i++) {
        const struct figure *figure = &figures->list[i];

        if (strcmp(figure->table, table) != 0) {
            if (*table)
                json_put_end(&json);
            table = figure->table;
            json_member_object(&json, table, JSON_ON_LINES);
        }
        json_put_key(&json, figure->name);
        if (strcmp(table, "score") == 0)
            json_score(&json, figure);
        else
            json_put_unsigned(&json, figure->count);
    }
    json_put_end(&json);
    json_put_end(&json);
    return say_json(&json, stdout);
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static int add_file(struct selfplay_stats *stats, const char *name, const by_game_type **type)
{
    struct selfplay_reader *reader = NULL;
    const by_game_type *its;
    by_error error = {0};
    int code = 0;

    if (selfplay_reader_open(name, &reader, &error))
        return say_error(about.name, NULL, &error);
    its = by_game_type_of(selfplay_reader_game(reader));
    if (*type && *type != its) {
        say_problem(about.name, "%s holds games of %s, expected %s as in the file before", name, its->name,
                    (*type)->name);
        code = SAY_BAD_USE;
    } else if (selfplay_stats_add(stats, reader, &error)) {
        code = say_error(about.name, NULL, &error);
    } else if (selfplay_reader_is_cut(reader)) {
        say_problem(about.name, "%s: a game at the end is cut off and not counted", name);
    }
    *type = its;
    selfplay_reader_destroy(reader);
    return code;
}

static int print(const struct selfplay_stats *stats, const by_game_type *type, int format)
{
    struct figures figures = {0};

    gather(stats, type, &figures);
    if (format == SELFPLAY_JSON)
        return print_json(&figures);
    if (format == SELFPLAY_CSV)
        print_csv(&figures);
    else
        print_text(stats, &figures);
    return 0;
}

int selfplay_stats_command(int argc, char **argv)
{
    struct stats_args args = {.format = "text"};
    const struct arg_group groups[] = {{"Arguments", rows, &args}, {0}};
    struct selfplay_stats stats = {0};
    const by_game_type *type = NULL;
    int format, code = args_parse(&about, groups, argc, argv);

    if (code != ARGS_GO)
        return code;
    format = selfplay_find_format(about.name, args.format);
    code = format < 0 ? SAY_BAD_USE : 0;
    for (int i = 0; i < args.files.count && !code; i++)
        code = add_file(&stats, args.files.items[i], &type);
    if (!code)
        code = print(&stats, type, format);
    selfplay_stats_free(&stats);
    return code;
}
