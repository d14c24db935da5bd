/* SPDX-License-Identifier: MIT
 *
 * Alpha-beta with its defaults on xiangqi: nodes a second on one thread, nodes to a depth, and how many times sooner
 * several threads come to a depth. The positions are the forty of experiments/xiangqi-middlegames.tsv and the four of
 * `boyi bench`; every search begins with empty tables.
 *
 *     xiangqi_search [speed|nodes|threads|all] [THREADS] [DEPTH] [REPEATS] [SETTINGS]
 *     xiangqi_search search NODES [SETTINGS]      one search of NODES nodes, for bench/xiangqi_instructions.sh
 *
 * It runs in the repository's root. Two threads, depth 12 for nodes and DEPTH, 14 if nothing is said, for threads, five
 * repeats. For the threads, searches on one thread and on several take turns, and each position has a ratio:
 *
 *   time    of the median real times: what a user sees, if the machine has as many processors to spare
 *   cpu     of the median processor times, times the number of threads: as if every thread had a processor to itself
 *   nodes   several threads' nodes over those of one: what of the work is not needed
 *
 * Positions that one thread is done with within 10 ms do not count for the ratios. Several threads never search the
 * same tree twice, so that the shortest of their times would be luck: hence medians.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boyi/boyi.h"

enum { POSITIONS_MOST = 64, REPEATS_MOST = 99, SPEED_NODES = 200000, NODES_DEPTH = 12 };

/* A shorter search on one thread ends before other threads have begun, so its ratio means nothing. */
static const double shortest_s = 0.01;

static const char *const bench_positions[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w",
    "2bak4/4a4/4b1n2/p3p3p/2p2r3/6R2/P1P1P3P/4B1N2/4A4/2BAK4 b",
    "3k5/9/9/4P4/9/2B1P4/9/4B4/4A4/3AK4 w",
};

/* The command line. */
struct wishes {
    const char *part, *settings;
    int threads, depth, repeats;
};

struct setting {
    by_game *game;
    by_position *positions[POSITIONS_MOST];
    char names[POSITIONS_MOST][16];
    int count;
};

/* The cost of a search. */
struct cost {
    double nodes, real, processor;
};

/* ---- Positions and searches ------------------------------------------------------------------------------------ */

static by_status add_position(struct setting *setting, const char *name, const char *text, by_error *error)
{
    by_position **position = &setting->positions[setting->count];
    by_status status;

    if (setting->count == POSITIONS_MOST)
        return by_error_set(error, BY_ERROR_LIMIT, "there are more than %d positions", POSITIONS_MOST);
    (void)snprintf(setting->names[setting->count], sizeof setting->names[0], "%s", name);
    status = by_position_create(setting->game, position, error);
    setting->count += !status;
    return status ? status : by_position_parse(*position, text, error);
}

/* The lines of the file: a name, a tab, the position, perhaps a tab and more. */
static by_status read_positions(struct setting *setting, const char *path, by_error *error)
{
    FILE *file = fopen(path, "r");
    by_status status = BY_OK;
    char line[512];

    if (!file)
        return by_error_set(error, BY_ERROR_INPUT, "%s cannot be read; this runs in the repository's root", path);
    while (!status && fgets(line, sizeof line, file)) {
        char *name = strtok(line, "\t"), *text = strtok(NULL, "\t\n");

        if (line[0] != '#' && text)
            status = add_position(setting, name, text, error);
    }
    fclose(file);
    return status;
}

static by_status set_up(struct setting *setting, by_error *error)
{
    const by_game_type *type;
    by_status status = by_game_type_find("xiangqi", &type, error);

    status = status ? status : by_game_open(type, NULL, &setting->game, error);
    status = status ? status : read_positions(setting, "experiments/xiangqi-middlegames.tsv", error);
    for (size_t i = 0; i < sizeof bench_positions / sizeof bench_positions[0] && !status; i++) {
        char name[16];

        (void)snprintf(name, sizeof name, "bench%zu", i + 1);
        status = add_position(setting, name, bench_positions[i], error);
    }
    return status;
}

static void tear_down(struct setting *setting)
{
    for (int i = 0; i < setting->count; i++)
        by_position_destroy(setting->positions[i]);
    by_game_close(setting->game);
}

static by_status open_search(const struct setting *setting, const char *settings, int threads, by_search **out,
                             by_error *error)
{
    const by_method *method;
    by_options *options = NULL;
    by_status status = by_method_find("alphabeta", &method, error);

    status = status ? status : by_options_create(by_method_options(method), &options, error);
    status = status ? status : by_options_set_all(options, settings, error);
    status = status ? status : by_options_set_number(options, "threads", threads, error);
    status = status ? status : by_search_create(setting->game, method, options, out, error);
    by_options_destroy(options);
    return status;
}

/* Searches with empty tables. */
static by_status run_once(by_search *search, const by_position *position, const struct by_limits *limits,
                          struct cost *cost, by_error *error)
{
    struct by_result result = {BY_SIZE(by_result)};
    clock_t begin;
    by_status status;

    by_search_clear(search);
    begin = clock();
    status = by_search_run(search, position, limits, NULL, &result, error);
    *cost = (struct cost){.nodes = (double)result.nodes,
                          .real = (double)result.time_us / 1e6 + 1e-9,
                          .processor = (double)(clock() - begin) / CLOCKS_PER_SEC + 1e-9};
    return status;
}

/* ---- Figures --------------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Orders the figures. */
static double median(double *figures, int count)
{
    qsort(figures, (size_t)count, sizeof *figures, by_size);
    return (figures[(count - 1) / 2] + figures[count / 2]) / 2;
}

static double geometric_mean(const double *figures, int count)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += log(figures[i]);
    return count ? exp(sum / count) : 0;
}

/* The medians of each figure of some searches. */
static struct cost median_cost(const struct cost *costs, int count)
{
    double nodes[REPEATS_MOST], real[REPEATS_MOST], processor[REPEATS_MOST];

    for (int i = 0; i < count; i++) {
        nodes[i] = costs[i].nodes;
        real[i] = costs[i].real;
        processor[i] = costs[i].processor;
    }
    return (struct cost){median(nodes, count), median(real, count), median(processor, count)};
}

/* ---- What is measured ------------------------------------------------------------------------------------------ */

/* Nodes a second of processor time: in each round all positions once, and the best round counts. */
static by_status measure_speed(const struct setting *setting, const struct wishes *wishes, by_error *error)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = SPEED_NODES};
    by_search *search = NULL;
    by_status status = open_search(setting, wishes->settings, 1, &search, error);
    double speeds[REPEATS_MOST];

    for (int round = 0; round < wishes->repeats && !status; round++) {
        double nodes = 0, seconds = 0;

        for (int i = 0; i < setting->count && !status; i++) {
            struct cost cost;

            status = run_once(search, setting->positions[i], &limits, &cost, error);
            nodes += cost.nodes;
            seconds += cost.processor;
        }
        speeds[round] = nodes / seconds;
    }
    by_search_destroy(search);
    if (!status) {
        double middle = median(speeds, wishes->repeats);

        printf("speed: %d positions, %d nodes each, one thread, %d rounds\n", setting->count, SPEED_NODES,
               wishes->repeats);
        printf("  nodes a second of processor time  best %.0f  median %.0f\n", speeds[wishes->repeats - 1], middle);
    }
    return status;
}

/* The same on every machine. */
static by_status measure_nodes(const struct setting *setting, const struct wishes *wishes, by_error *error)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = NODES_DEPTH};
    double nodes[POSITIONS_MOST], sum = 0, seconds = 0, mean;
    by_search *search = NULL;
    by_status status = open_search(setting, wishes->settings, 1, &search, error);

    for (int i = 0; i < setting->count && !status; i++) {
        struct cost cost;

        status = run_once(search, setting->positions[i], &limits, &cost, error);
        nodes[i] = cost.nodes;
        sum += cost.nodes;
        seconds += cost.processor;
    }
    by_search_destroy(search);
    if (status)
        return status;
    mean = geometric_mean(nodes, setting->count);
    printf("nodes: %d positions to depth %d, one thread\n", setting->count, NODES_DEPTH);
    printf("  sum %.0f  geometric mean %.0f  median %.0f  processor time %.1f s\n", sum, mean,
           median(nodes, setting->count), seconds);
    return BY_OK;
}

/* The medians of a position on one thread and on several. */
static by_status take_turns(by_search *const searches[2], const by_position *position, const struct wishes *wishes,
                            struct cost out[2], by_error *error)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = wishes->depth};
    struct cost costs[2][REPEATS_MOST];
    by_status status = BY_OK;

    for (int i = 0; i < 2 * wishes->repeats && !status; i++)
        status = run_once(searches[i % 2], position, &limits, &costs[i % 2][i / 2], error);
    for (int i = 0; i < 2 && !status; i++)
        out[i] = median_cost(costs[i], wishes->repeats);
    return status;
}

/* The ratios of the positions that count. */
struct ratios {
    double time[POSITIONS_MOST], cpu[POSITIONS_MOST], nodes[POSITIONS_MOST];
    double seconds[2]; /* on one thread and on several, all positions together */
    int count;
};

static void print_ratios(const char *name, double *ratios, int count)
{
    double mean = geometric_mean(ratios, count), middle = median(ratios, count);

    printf("  %-8s geometric mean %.2f  median %.2f  least %.2f  most %.2f\n", name, mean, middle, ratios[0],
           ratios[count - 1]);
}

static void print_all_ratios(struct ratios *ratios, const struct wishes *wishes)
{
    printf("  of the %d positions that count:\n", ratios->count);
    if (!ratios->count)
        return;
    print_ratios("time", ratios->time, ratios->count);
    print_ratios("cpu", ratios->cpu, ratios->count);
    print_ratios("nodes", ratios->nodes, ratios->count);
    printf("  together %.2f s on one thread, %.2f s on %d: ratio %.2f\n", ratios->seconds[0], ratios->seconds[1],
           wishes->threads, ratios->seconds[0] / ratios->seconds[1]);
}

/* Prints the position's row, and keeps its ratios if they count. */
static void take_up(struct ratios *ratios, const char *name, const struct cost costs[2], int threads)
{
    double time = costs[0].real / costs[1].real, cpu = threads * costs[0].processor / costs[1].processor,
           nodes = costs[1].nodes / costs[0].nodes;

    printf("  %-8s%12.0f%12.0f%10.3f%10.3f%8.2f%8.2f%8.2f\n", name, costs[0].nodes, costs[1].nodes, costs[0].real,
           costs[1].real, time, cpu, nodes);
    fflush(stdout);
    if (costs[0].processor < shortest_s)
        return;
    ratios->time[ratios->count] = time;
    ratios->cpu[ratios->count] = cpu;
    ratios->nodes[ratios->count++] = nodes;
    for (int i = 0; i < 2; i++)
        ratios->seconds[i] += costs[i].real;
}

static by_status measure_threads(const struct setting *setting, const struct wishes *wishes, by_error *error)
{
    struct ratios ratios = {.count = 0};
    by_search *searches[2] = {NULL};
    by_status status = open_search(setting, wishes->settings, 1, &searches[0], error);

    status = status ? status : open_search(setting, wishes->settings, wishes->threads, &searches[1], error);
    printf("threads: %d positions to depth %d on 1 and on %d threads, %d repeats\n", setting->count, wishes->depth,
           wishes->threads, wishes->repeats);
    printf("  %-8s%12s%12s%10s%10s%8s%8s%8s\n", "position", "nodes 1", "nodes N", "s 1", "s N", "time", "cpu", "nodes");
    for (int i = 0; i < setting->count && !status; i++) {
        struct cost costs[2];

        status = take_turns(searches, setting->positions[i], wishes, costs, error);
        if (!status)
            take_up(&ratios, setting->names[i], costs, wishes->threads);
    }
    if (!status)
        print_all_ratios(&ratios, wishes);
    for (int i = 0; i < 2; i++)
        by_search_destroy(searches[i]);
    return status;
}

/* The nodes of one search of the first position; nothing else is printed. */
static by_status search_once(const struct setting *setting, uint64_t nodes, const char *settings, by_error *error)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
    struct by_result result = {BY_SIZE(by_result)};
    by_search *search = NULL;
    by_status status = open_search(setting, settings, 1, &search, error);

    status = status ? status : by_search_run(search, setting->positions[0], &limits, NULL, &result, error);
    if (!status)
        printf("%" PRIu64 "\n", result.nodes);
    by_search_destroy(search);
    return status;
}

/* ---- What is wanted -------------------------------------------------------------------------------------------- */

/* The argument as a number from 1 to `most`; -1 if it is none; `otherwise` if it is not there. */
static int number_of(int argc, char **argv, int place, int otherwise, int most)
{
    char *end;
    long value;

    if (argc <= place)
        return otherwise;
    value = strtol(argv[place], &end, 10);
    return end != argv[place] && !*end && value >= 1 && value <= most ? (int)value : -1;
}

static bool read_wishes(int argc, char **argv, struct wishes *out)
{
    static const char *const parts[] = {"speed", "nodes", "threads", "all", "search"};
    bool is_search = argc > 1 && strcmp(argv[1], "search") == 0, is_known = false;

    *out = (struct wishes){.part = argc > 1 ? argv[1] : "all",
                           .threads = is_search ? 1 : number_of(argc, argv, 2, 2, 256),
                           .depth = is_search ? 1 : number_of(argc, argv, 3, 14, 100),
                           .repeats = is_search ? 1 : number_of(argc, argv, 4, 5, REPEATS_MOST),
                           .settings = argc > (is_search ? 3 : 5) ? argv[is_search ? 3 : 5] : ""};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        is_known = is_known || strcmp(out->part, parts[i]) == 0;
    return is_known && out->threads > 0 && out->depth > 0 && out->repeats > 0 &&
           (!is_search || number_of(argc, argv, 2, -1, 1000000000) > 0);
}

static by_status measure(const struct setting *setting, const struct wishes *wishes, by_error *error)
{
    static const struct {
        const char *part;
        by_status (*measure)(const struct setting *setting, const struct wishes *wishes, by_error *error);
    } parts[] = {{"speed", measure_speed}, {"nodes", measure_nodes}, {"threads", measure_threads}};
    by_status status = BY_OK;

    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !status; i++)
        if (strcmp(wishes->part, "all") == 0 || strcmp(wishes->part, parts[i].part) == 0)
            status = parts[i].measure(setting, wishes, error);
    return status;
}

int main(int argc, char **argv)
{
    struct setting setting = {0};
    struct wishes wishes;
    by_error error = {0};
    by_status status;

    if (!read_wishes(argc, argv, &wishes)) {
        fprintf(stderr, "xiangqi_search [speed|nodes|threads|all] [THREADS] [DEPTH] [REPEATS] [SETTINGS]\n"
                        "xiangqi_search search NODES [SETTINGS]\n");
        return 2;
    }
    status = set_up(&setting, &error);
    if (!status && strcmp(wishes.part, "search") == 0)
        status = search_once(&setting, strtoull(argv[2], NULL, 10), wishes.settings, &error);
    else if (!status)
        status = measure(&setting, &wishes, &error);
    if (status)
        fprintf(stderr, "%s\n", error.message);
    tear_down(&setting);
    return status ? 1 : 0;
}
