/* SPDX-License-Identifier: MIT
 *
 * The node counts of every technique on fixed positions. They say that a technique does something, that it does the
 * same in every build, and that one that is off leaves no trace. A change of the search that is meant to change them
 * changes the table tests/data/signature.tsv too (BOYI_SIGNATURE=print prints it) and says so in its commit.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/search.h"

static const struct {
    const char *game, *position;
    int depth;
    const char *small; /* a memory limit that leaves only a small hash table */
} positions[] = {
    {"tictactoe", NULL, 9, "memory_kib=16"},
    {"tree", "random width=6 depth=6 estimates=on graph=on seed=3", 5, "memory_kib=16"},
    {"tree", "random width=4 depth=8 vary=on same=25 wins=10 estimates=on seed=8", 8, "memory_kib=16"},
    {"xiangqi evaluation=placement", "r2akab1r/1c7/2n1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C1N2/2C6/R1BAKAB1R w", 4,
     "memory_kib=820"},
};

enum { POSITIONS = sizeof positions / sizeof positions[0] };

static const char *const settings[] = {
    "",
    "form=fail_hard",
    "form=recorded",
    "pvs=on",
    "mtdf=on",
    "mtdf=on form=fail_hard hash=on",
    "mtdf=on mtdf_step=halves",
    "mtdf=on mtdf_step=halves form=fail_hard hash=on",
    "deepening=1",
    "deepening=2",
    "deepening=1 aspiration=3",
    "deepening=1 aspiration=100",
    "hash=on",
    "hash=on hash_depth=equal",
    "hash=on hash_pv_cuts=on",
    "hash=on hash_key=paper small",
    "hash=on hash_scheme=always small",
    "hash=on hash_scheme=depth small",
    "hash=on hash_scheme=two_tier small",
    "hash=on hash_scheme=linear small",
    "hash=on hash_scheme=clustered small",
    "hash=on hash_ways=2 small",
    "hash=on hash_move=on deepening=1",
    "captures=first",
    "captures=first killers=before_captures",
    "captures=first killers=after_captures",
    "killers=after_captures killer_kind=counted",
    "history=from_to",
    "history=piece_to",
    "history=from_to history_gain=power",
    "iid=plain",
    "iid=enlarged",
    "hash=on hash_move=on iid=enlarged iid_min_depth=4",
    "hash=on hash_move=on iid=plain iid_reduction=1",
    "hash=on hash_move=on hash_fail_low=best deepening=1",
    "hash=on hash_move=on hash_fail_low=best iid=enlarged",
    "hash=on hash_move=on hash_fail_low=best iid=enlarged iid_hash=on",
    "win_distance=on",
    "bounds=on",
    "captures=exchange",
    "repetition_cut=off",
    "material_cut=off",
    "quiescence=on",
    "quiescence=on captures=exchange",
    "extend_check=on",
    "extend_single=on",
    "extend_recapture=three_quarters",
    "extend_recapture=two_thirds",
    "null_move=plain",
    "null_move=plain null_reduction=1",
    "null_move=plain null_pieces=16",
    "null_move=adaptive",
    "null_move=verified",
    "null_move=verified extend_mate=on extend_check=on quiescence=on hash=on hash_move=on",
    "pvs=on deepening=1 hash=on hash_move=on captures=first killers=after_captures history=from_to",
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

static uint64_t nodes_of(int position, const char *setting)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = positions[position].depth};
    const char *small = strstr(setting, "small");
    struct bench bench;
    char text[160];
    uint64_t nodes;

    (void)snprintf(text, sizeof text, "%.*s%s", (int)(small ? small - setting : 99), setting,
                   small ? positions[position].small : "");
    setting = text;
    bench_open(&bench, positions[position].game, positions[position].position);
    bench_method(&bench, "alphabeta", "plain", setting);
    nodes = bench_run(&bench, &limits).nodes;
    bench_close(&bench);
    return nodes;
}

static void print_row(FILE *out, int row)
{
    for (int i = 0; i < POSITIONS; i++)
        fprintf(out, "%llu\t", (unsigned long long)nodes_of(i, settings[row]));
    fprintf(out, "%s\n", *settings[row] ? settings[row] : "plain");
}

/* Every search has the node count of its row. */
static void test_node_counts_are_those_of_the_table(void **state)
{
    FILE *file = fopen("tests/data/signature.tsv", "r");
    char line[256];
    int row = 0;

    (void)state;
    if (getenv("BOYI_SIGNATURE")) {
        for (int i = 0; i < SETTINGS; i++)
            print_row(stderr, i);
        skip();
    }
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *rest = line;

        if (line[0] == '#')
            continue;
        assert_in_range(row, 0, SETTINGS - 1);
        for (int i = 0; i < POSITIONS; i++) {
            uint64_t expected = strtoull(rest, &rest, 10), nodes = nodes_of(i, settings[row]);

            if (nodes != expected)
                fail_msg("%s: %llu nodes with '%s', expected %llu", positions[i].game, (unsigned long long)nodes,
                         settings[row], (unsigned long long)expected);
        }
        rest[strcspn(rest, "\n")] = 0;
        assert_string_equal(rest + 1, *settings[row] ? settings[row] : "plain");
        row++;
    }
    assert_int_equal(row, SETTINGS);
    (void)fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_node_counts_are_those_of_the_table)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
