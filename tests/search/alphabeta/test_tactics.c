/* SPDX-License-Identifier: MIT
 *
 * A tactical suite of our own: mates and wins of material, each confirmed by a second engine
 * (tests/data/xiangqi_tactics.tsv). The test counts how many are solved within a number of nodes, so that the result is
 * the same on every machine. A change of the search that solves fewer needs a reason; one that solves more raises the
 * numbers here.
 */
#define _DEFAULT_SOURCE /* strsep */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/search.h"

enum { ROOM = 200 };

struct problem {
    char id[16], position[160], moves[64];
    bool is_mate;
    int plies; /* of a mate */
};

static int read_problems(struct problem *problems)
{
    FILE *file = fopen("tests/data/xiangqi_tactics.tsv", "r");
    char line[1024];
    int count = 0;

    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        struct problem *p = &problems[count];
        char *columns[6] = {0}, *rest = line;

        if (line[0] == '#')
            continue;
        for (int i = 0; i < 6; i++)
            columns[i] = strsep(&rest, "\t");
        assert_non_null(columns[5]);
        assert_in_range(++count, 1, ROOM);
        (void)snprintf(p->id, sizeof p->id, "%s", columns[0]);
        (void)snprintf(p->position, sizeof p->position, "%s", columns[1]);
        (void)snprintf(p->moves, sizeof p->moves, "%s", columns[3]);
        p->is_mate = strcmp(columns[2], "mate") == 0;
        p->plies = atoi(columns[4]);
    }
    (void)fclose(file);
    return count;
}

/* The move is one of those listed; of a mate the length is known too, and no shorter one may be claimed. */
static bool is_solved(struct bench *bench, const struct problem *problem, const struct by_result *result)
{
    by_text text = {0};
    bool is_listed;

    by_position_print_move(bench->position, result->best, &text);
    is_listed = strstr(problem->moves, by_text_string(&text)) != NULL;
    by_text_free(&text);
    if (!problem->is_mate)
        return is_listed;
    if (by_value_is_win(result->value) && by_value_plies_to_end(result->value) < problem->plies)
        fail_msg("%s: a mate in %d plies, there is none below %d", problem->id, by_value_plies_to_end(result->value),
                 problem->plies);
    return is_listed && result->value == BY_WIN - problem->plies;
}

static int count_solved(const struct problem *problems, int count, const char *preset, const char *game, uint64_t nodes)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
    struct bench bench;
    int solved = 0;

    bench_open(&bench, game, NULL);
    for (int i = 0; i < count; i++) {
        struct by_result result = {BY_SIZE(by_result)};
        bool good;

        assert_int_equal(by_position_parse(bench.position, problems[i].position, NULL), BY_OK);
        bench_method(&bench, "alphabeta", preset, "memory_kib=8192");
        result = bench_run(&bench, &limits);
        good = is_solved(&bench, &problems[i], &result);
        solved += good;
        if (!good && getenv("BOYI_TACTICS"))
            print_message("%s: %s is not solved in %llu nodes\n", preset, problems[i].id, (unsigned long long)nodes);
    }
    bench_close(&bench);
    return solved;
}

static void test_suite(void **state)
{
    static const struct {
        const char *preset, *game;
        uint64_t nodes;
        int solved; /* pruning misses a mate here and finds one there with every change */
    } rows[] = {{"paper-survey", "xiangqi evaluation=placement", 100000, 86},
                {"classic", "xiangqi evaluation=placement", 100000, 89},
                {"exact", "xiangqi evaluation=placement", 100000, 73},
                {"full", "xiangqi", 100000, 87}};
    bool is_slow = getenv("SANITIZE") && *getenv("SANITIZE");
    struct problem problems[ROOM];
    int count = read_problems(problems);

    (void)state;
    assert_in_range(count, 60, ROOM);
    for (size_t i = 0; i < (is_slow ? 1 : sizeof rows / sizeof rows[0]); i++) {
        int solved = count_solved(problems, count, rows[i].preset, rows[i].game, rows[i].nodes);

        if (getenv("BOYI_TACTICS"))
            print_message("%s solves %d of %d\n", rows[i].preset, solved, count);
        if (solved != rows[i].solved)
            fail_msg("%s solves %d of %d in %llu nodes each, expected %d, as docs/methods/alphabeta.md says "
                     "(BOYI_TACTICS=1 names them)",
                     rows[i].preset, solved, count, (unsigned long long)rows[i].nodes, rows[i].solved);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_suite)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
