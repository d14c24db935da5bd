/* SPDX-License-Identifier: MIT
 *
 * Connect four solved by alpha-beta with the preset `solver`: the positions of tests/data/connect4.txt, by how far off
 * the end is and by their length, and every value compared with the one that is written there.
 *
 *     build/bench/connect4 [SETTINGS]             those from 8 stones on
 *     build/bench/connect4 --early [SETTINGS]     those before, which take a minute or so each
 *     build/bench/connect4 --empty [SETTINGS]     the empty board alone, which takes minutes
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"

static const char path[] = "tests/data/connect4.txt";

enum { CELLS = 42, EARLY_MOST = 7, PHASES = 3, DISTANCES = 3 };

enum what { THE_SET, THE_EARLY, THE_EMPTY };

static const char *const phases[PHASES] = {"opening, up to 14 stones", "middle, 15 to 28 stones",
                                           "end, from 29 stones"};
static const char *const distances[DISTANCES] = {"under 14 plies", "14 to 27 plies", "from 28 plies"};

/* The cost of a kind of positions. */
struct sum {
    int positions;
    uint64_t nodes;
    int64_t time_us;
};

struct job {
    by_game *game;
    by_position *position;
    by_search *search;
    enum what what;
    struct sum sums[PHASES][DISTANCES];
    struct sum lengths[CELLS];
    int wrong;
};

static by_status open_job(struct job *job, const char *settings, by_error *error)
{
    const by_game_type *type;
    const by_method *method;
    by_options *options = NULL;
    by_status status = by_game_type_find("connect4", &type, error);

    status = status ? status : by_game_open(type, NULL, &job->game, error);
    status = status ? status : by_position_create(job->game, &job->position, error);
    status = status ? status : by_method_find("alphabeta", &method, error);
    status = status ? status : by_options_create(by_method_options(method), &options, error);
    status = status ? status : by_method_apply_preset(method, "solver", options, error);
    status = status ? status : by_options_set_all(options, settings, error);
    status = status ? status : by_search_create(job->game, method, options, &job->search, error);
    by_options_destroy(options);
    return status;
}

static void close_job(struct job *job)
{
    by_search_destroy(job->search);
    by_position_destroy(job->position);
    by_game_close(job->game);
}

static int count_stones(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += *text == 'x' || *text == 'o';
    return count;
}

static struct sum *sum_of(struct job *job, int stones, by_value value)
{
    int plies = value ? by_value_plies_to_end(value) : CELLS - stones;

    return &job->sums[stones <= 14 ? 0 : stones <= 28 ? 1 : 2][plies < 14 ? 0 : plies < 28 ? 1 : 2];
}

static void add(struct sum *sum, const struct by_result *result)
{
    sum->positions++;
    sum->nodes += result->nodes;
    sum->time_us += result->time_us;
}

/* Solves a position, with tables that know nothing. */
static by_status solve_position(struct job *job, const char *text, by_value value, by_error *error)
{
    int stones = count_stones(text);
    struct by_result result = {BY_SIZE(by_result)};
    by_status status;

    by_search_clear(job->search);
    status = by_position_parse(job->position, text, error);
    status = status ? status : by_search_run(job->search, job->position, NULL, NULL, &result, error);
    if (status)
        return status;
    if (result.value != value || !result.is_proved) {
        printf("%s: %d, expected %d\n", text, result.value, value);
        job->wrong++;
    }
    add(sum_of(job, stones, value), &result);
    add(&job->lengths[stones], &result);
    return BY_OK;
}

/* Solves the position of a line, if it is one of those that are wanted. */
static by_status solve_line(struct job *job, char *line, by_error *error)
{
    char *tab = strchr(line, '\t');

    if (line[0] == '#' || !tab)
        return BY_OK;
    *tab = 0;
    if ((count_stones(line) <= EARLY_MOST) != (job->what == THE_EARLY))
        return BY_OK;
    return solve_position(job, line, (by_value)strtol(tab + 1, NULL, 10), error);
}

static void print_sum(const char *phase, const char *distance, const struct sum *sum)
{
    if (!sum->positions)
        return;
    printf("%-26s %-16s %5d %14.1f %10.3f %8.2f\n", phase, distance, sum->positions,
           (double)sum->nodes / sum->positions, (double)sum->time_us / 1000 / sum->positions,
           (double)sum->nodes / (double)(sum->time_us ? sum->time_us : 1));
}

static void print_sums(const struct job *job)
{
    printf("%-26s %-16s %5s %14s %10s %8s\n", "connect four", "to the end", "", "nodes each", "ms each", "Mn/s");
    for (int phase = PHASES - 1; phase >= 0; phase--)
        for (int distance = 0; distance < DISTANCES; distance++)
            print_sum(phases[phase], distances[distance], &job->sums[phase][distance]);
    for (int stones = CELLS - 1; stones >= 0; stones--) {
        char text[32];

        (void)snprintf(text, sizeof text, "%d stone%s", stones, stones == 1 ? "" : "s");
        print_sum(text, "", &job->lengths[stones]);
    }
}

static by_status solve_set(struct job *job, by_error *error)
{
    FILE *file = fopen(path, "r");
    by_status status = BY_OK;
    char line[128];

    if (!file)
        return by_error_set(error, BY_ERROR_INPUT, "cannot read %s, expected to run in the repository's root", path);
    while (!status && fgets(line, sizeof line, file))
        status = solve_line(job, line, error);
    (void)fclose(file);
    print_sums(job);
    return status;
}

static by_status solve_empty(struct job *job, by_error *error)
{
    struct by_result result = {BY_SIZE(by_result)};
    by_status status = by_search_run(job->search, job->position, NULL, NULL, &result, error);

    if (!status)
        printf("the empty board: value %d, column %c, %llu nodes, %.1f s, %.2f Mn/s\n", result.value,
               'a' + (int)result.best, (unsigned long long)result.nodes, (double)result.time_us / 1e6,
               (double)result.nodes / (double)result.time_us);
    return status;
}

static enum what what_of(const char *word)
{
    return strcmp(word, "--empty") == 0 ? THE_EMPTY : strcmp(word, "--early") == 0 ? THE_EARLY : THE_SET;
}

int main(int argc, char **argv)
{
    struct job job = {.what = argc > 1 ? what_of(argv[1]) : THE_SET};
    int used = job.what == THE_SET ? 1 : 2;
    const char *settings = argc > used ? argv[used] : job.what == THE_SET ? "" : "memory_kib=1048576";
    by_error error = {0};
    by_status status = open_job(&job, settings, &error);

    if (!status)
        status = job.what == THE_EMPTY ? solve_empty(&job, &error) : solve_set(&job, &error);
    if (status)
        fprintf(stderr, "connect4: %s\n", error.message);
    close_job(&job);
    return status || job.wrong ? 1 : 0;
}
