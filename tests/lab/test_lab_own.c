/* SPDX-License-Identifier: MIT
 *
 * The experiments that come with Boyi.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boyi/search.h"
#include "support/check.h"
#include "support/lab.h"
#include "support/lab_folder.h"
#include "support/sanitizer.h"

enum { NAMES_MOST = 64 };

/* ---- Those that come with Boyi --------------------------------------------------------------------------------- */

/* The number after a word that begins a line; -1: no such line or number. */
static int number_behind(const char *text, const char *word, int which)
{
    char start_of_line[32];
    const char *at;
    int numbers[2] = {-1, -1};

    (void)snprintf(start_of_line, sizeof start_of_line, "\n%s", word);
    at = strstr(text, start_of_line);
    if (at)
        (void)sscanf(at + strlen(start_of_line), "%d %d", &numbers[0], &numbers[1]);
    return numbers[which];
}

/* The experiments whose quick forms take at most a given number of seconds, and the time of all. */
struct own {
    char names[NAMES_MOST][256];
    int count, seconds;
};

static void take_own(struct own *own, char *name, int most)
{
    static char text[DESK_OUTPUT_MOST];
    char *ending = strstr(name, ".txt");
    char file[512];
    int cost;

    if (!ending || ending[4])
        return;
    (void)snprintf(file, sizeof file, "experiments/%s", name);
    desk_read(file, text);
    cost = number_behind(text, "cost", 1);
    own->seconds += cost > 0 ? cost : 0;
    if (cost > most || (cost < 0 && most == 1))
        return;
    assert_true(own->count < NAMES_MOST);
    (void)snprintf(own->names[own->count++], sizeof own->names[0], "%.*s", (int)(ending - name), name);
}

static void find_own(struct own *own, int most)
{
    DIR *opened = opendir("experiments");
    struct dirent *entry;

    assert_non_null(opened);
    while ((entry = readdir(opened)) != NULL)
        take_own(own, entry->d_name, most);
    (void)closedir(opened);
}

/* The quick forms of all take less than three minutes, by their own costs; they run and report. With a sanitizer only
 * those run that take at most a second. */
static void test_own_quick(void **state)
{
#ifdef IS_SANITIZED
    const int most = 1;
#else
    const int most = 1000;
#endif
    static struct own own;
    static char text[DESK_OUTPUT_MOST];
    char pages[PATH_MAX], path[2 * PATH_MAX];
    const char *words[NAMES_MOST + 8] = {"run", "--quick", "--quiet", "--database", ":memory:", "--output", pages};

    (void)state;
    NEED_DATABASE();
    desk_path("pages", pages);
    assert_int_equal(chdir(folder_home), 0);
    find_own(&own, most);
    assert_in_range(own.seconds, 0, 120);
    if (!own.count)
        skip();
    for (int i = 0; i < own.count; i++)
        words[7 + i] = own.names[i];
    assert_good(desk_run(words));
    for (int i = 0; i < own.count; i++) {
        (void)snprintf(path, sizeof path, "%s/%s.html", pages, own.names[i]);
        assert_int_equal(access(path, R_OK), 0);
        (void)snprintf(path, sizeof path, "%s/%s.md", pages, own.names[i]);
        desk_read(path, text);
        assert_says(text, "\nMade by `boyi lab run ");
    }
}

/* True if a limit allows leaving out a technique: without a clock none plays for time, and without iterations a search
 * by nodes has no end. */
static bool is_measurable(const char *option, bool is_by_depth)
{
    return strcmp(option, "time_by_stability") != 0 && (is_by_depth || strcmp(option, "deepening") != 0);
}

/* For every default of alpha-beta beyond the textbook's form, the experiments have a variant without it. */
static void test_own_techniques(void **state)
{
    static const char *const files[] = {"experiments/full-depth.txt", "experiments/full-nodes.txt",
                                        "experiments/full-tactics.txt"};
    static char text[DESK_OUTPUT_MOST];
    const by_method *method;
    by_options *plain;

    (void)state;
    assert_int_equal(chdir(folder_home), 0);
    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    assert_int_equal(by_options_create(by_method_options(method), &plain, NULL), BY_OK);
    assert_int_equal(by_method_apply_preset(method, "plain", plain, NULL), BY_OK);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        desk_read(files[i], text);
        for (const struct by_option *row = by_options_table(plain); row->name; row++) {
            char setting[64];

            (void)snprintf(setting, sizeof setting, " alphabeta %s=", row->name);
            if (by_options_number(plain, row->name) != row->initial && is_measurable(row->name, i == 0) &&
                !strstr(text, setting))
                fail_msg("%s: no variant without %s", files[i], row->name);
        }
    }
    by_options_destroy(plain);
}

/* All replacement schemes are compared, except the one that only the method of a paper on Go has. */
static void test_own_schemes(void **state)
{
    static char text[DESK_OUTPUT_MOST];
    const by_method *method;
    const struct by_option *row;

    (void)state;
    assert_int_equal(chdir(folder_home), 0);
    assert_int_equal(by_method_find("alphabeta", &method, NULL), BY_OK);
    row = by_option_find(by_method_options(method), "hash_scheme");
    assert_non_null(row);
    desk_read("experiments/replacement.txt", text);
    for (size_t i = 0; row->choices[i]; i++) {
        char setting[64];

        (void)snprintf(setting, sizeof setting, "hash_scheme=%s\n", row->choices[i]);
        assert_int_equal(strstr(text, setting) != NULL, strcmp(row->choices[i], "linear") != 0);
    }
}

/* The mates by distance are all those of the tactics, with position, distance and best moves. */
static void test_own_mates(void **state)
{
    static char mates[DESK_OUTPUT_MOST], tactics[DESK_OUTPUT_MOST];
    char expected[512], *rest = mates;
    int count = 0, all = 0;

    (void)state;
    assert_int_equal(chdir(folder_home), 0);
    desk_read("experiments/xiangqi-mates.tsv", mates);
    desk_read("tests/data/xiangqi_tactics.tsv", tactics);
    for (const char *at = tactics; (at = strstr(at, "\tmate\t")) != NULL; at++)
        all++;
    for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL;) {
        char id[8], position[128], group[8], wins[8], best[64];

        if (*line == '#')
            continue;
        assert_int_equal(
            sscanf(line, "%7[^\t]\t%127[^\t]\t%7[^\t]\t%7[^\t]\t%63[^\t]", id, position, group, wins, best), 5);
        assert_string_equal(group, wins);
        (void)snprintf(expected, sizeof expected, "\n%s\t%s\tmate\t%s\t%s\t", id, position, best, wins);
        assert_says(tactics, expected);
        count++;
    }
    assert_int_equal(count, all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_own_techniques),
        IN_FOLDER(test_own_schemes),
        IN_FOLDER(test_own_mates),
        IN_FOLDER(test_own_quick),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
