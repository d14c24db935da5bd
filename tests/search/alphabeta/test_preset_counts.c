/* SPDX-License-Identifier: MIT
 *
 * The presets of alpha-beta do not change, except `full`, which is the strongest setting known: their results belong to
 * published methods and are quoted in documents. Each row of tests/data/preset_counts.tsv is a search and its result.
 * Counters are compared by name, and those of 0 are left out, so that a new technique, which is off there, changes no
 * row. BOYI_PRESET_COUNTS=print prints the table as it would be now.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/search.h"

enum { PRESET, GAME, POSITION, DEPTH, SETTINGS, OUTCOME, COLUMNS };

/* Cuts a line at its first tabs; the last column is the rest. */
static void split(char *line, char *columns[COLUMNS])
{
    line[strcspn(line, "\n")] = 0;
    for (int i = 0; i < COLUMNS; i++) {
        char *tab = strchr(line, '\t');

        columns[i] = line;
        if (i < COLUMNS - 1) {
            if (!tab)
                fail_msg("the row '%s' lacks a column", columns[0]);
            *tab = 0;
            line = tab + 1;
        }
    }
}

static const by_method *alphabeta(void)
{
    const by_method *method;

    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    return method;
}

static void print_result(const struct bench *bench, const struct by_result *result, by_text *out)
{
    const char *gap = "";

    by_text_printf(out, "%llu\t%llu\t%d\t%s\t", (unsigned long long)result->nodes,
                   (unsigned long long)result->evaluations, result->value, by_kind_name(result->kind));
    by_position_print_move(bench->position, result->best, out);
    by_text_add_char(out, '\t');
    for (size_t i = 0; i < result->counter_count; i++) {
        if (!result->counters[i].value)
            continue;
        by_text_printf(out, "%s%s=%llu", gap, result->counters[i].name, (unsigned long long)result->counters[i].value);
        gap = " ";
    }
}

/* Makes the search of a row. */
static void print_outcome(char *const columns[COLUMNS], by_text *out)
{
    struct by_limits limits = {BY_SIZE(by_limits), .depth = atoi(columns[DEPTH])};
    struct by_result result = {BY_SIZE(by_result)};
    struct bench bench;

    assert_in_range(limits.depth, 1, 64);
    bench_open(&bench, columns[GAME], strcmp(columns[POSITION], "initial") == 0 ? NULL : columns[POSITION]);
    bench_method(&bench, "alphabeta", columns[PRESET], columns[SETTINGS]);
    result = bench_run(&bench, &limits);
    print_result(&bench, &result, out);
    bench_close(&bench);
}

static void check_row(char *const columns[COLUMNS])
{
    by_text outcome = {0};

    print_outcome(columns, &outcome);
    if (getenv("BOYI_PRESET_COUNTS"))
        fprintf(stderr, "%s\t%s\t%s\t%s\t%s\t%s\n", columns[PRESET], columns[GAME], columns[POSITION], columns[DEPTH],
                columns[SETTINGS], by_text_string(&outcome));
    else if (strcmp(by_text_string(&outcome), columns[OUTCOME]) != 0)
        fail_msg("%s, %s %s to depth %s:\n  is       %s\n  expected %s", columns[PRESET], columns[GAME],
                 columns[POSITION], columns[DEPTH], by_text_string(&outcome), columns[OUTCOME]);
    by_text_free(&outcome);
}

/* Every preset does what its rows say. */
static void test_presets_keep_their_counts(void **state)
{
    FILE *file = fopen("tests/data/preset_counts.tsv", "r");
    char line[4096];
    char *columns[COLUMNS];
    int rows = 0;

    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        split(line, columns);
        check_row(columns);
        rows++;
    }
    assert_in_range(rows, 1, 1000);
    (void)fclose(file);
}

static bool has_rows(const char *preset)
{
    FILE *file = fopen("tests/data/preset_counts.tsv", "r");
    char line[4096];
    bool found = false;

    assert_non_null(file);
    while (!found && fgets(line, sizeof line, file))
        found = strncmp(line, preset, strlen(preset)) == 0 && line[strlen(preset)] == '\t';
    (void)fclose(file);
    return found;
}

/* Every preset has a row. */
static void test_every_preset_has_a_row(void **state)
{
    (void)state;
    for (const struct by_preset *preset = by_method_presets(alphabeta()); preset->name; preset++)
        if (strcmp(preset->name, "full") != 0 && !has_rows(preset->name))
            fail_msg("the preset %s has no row in tests/data/preset_counts.tsv", preset->name);
}

/* The page of the method; the caller frees it. */
static char *read_page(void)
{
    FILE *file = fopen("docs/methods/alphabeta.md", "r");
    size_t room = 1 << 18, length;
    char *page = malloc(room);

    assert_non_null(file);
    assert_non_null(page);
    length = fread(page, 1, room, file);
    assert_in_range(length, 1, room - 1);
    page[length] = 0;
    (void)fclose(file);
    return page;
}

static void expect_name(const char *page, const char *name)
{
    char quoted[80];

    (void)snprintf(quoted, sizeof quoted, "`%s`", name);
    if (!strstr(page, quoted))
        fail_msg("docs/methods/alphabeta.md says nothing of %s", name);
}

/* The page describes every option and every preset. */
static void test_page_describes_options_and_presets(void **state)
{
    char *page = read_page();

    (void)state;
    for (const struct by_option *row = by_method_options(alphabeta()); row->name; row++)
        expect_name(page, row->name);
    for (const struct by_preset *preset = by_method_presets(alphabeta()); preset->name; preset++)
        expect_name(page, preset->name);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_presets_keep_their_counts),
                                       cmocka_unit_test(test_every_preset_has_a_row),
                                       cmocka_unit_test(test_page_describes_options_and_presets)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
