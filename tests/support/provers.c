/* SPDX-License-Identifier: MIT */
#include "support/provers.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/check.h"

int sample_count(int usual)
{
    const char *sanitizers = getenv("SANITIZE");

    return sanitizers && *sanitizers ? usual / 10 : getenv("BOYI_LONG") ? usual * 10 : usual;
}

static const char *const settings_of_all[] = {
    "",
    "sum=weak",
    "initial=game",
    "memory_kib=1",
    "memory_kib=1 sum=weak",
    "sum=damped",
    "memory_kib=1 sum=damped rest_percent=60",
};
static const char *const settings_of_depth_first[] = {"epsilon_percent=0",
                                                      "epsilon_percent=100 sum=weak",
                                                      "edge_cost=5",
                                                      "edge_cost=7 sum=damped rest_percent=0",
                                                      "edge_cost=16 sum=weak epsilon_percent=0",
                                                      "gc=none memory_kib=1",
                                                      "gc=none memory_kib=8",
                                                      "memory_kib=1 epsilon_percent=0",
                                                      "memory_kib=1 edge_cost=3"};

enum {
    SETTINGS_OF_ALL = sizeof settings_of_all / sizeof settings_of_all[0],
    SETTINGS_OF_DEPTH_FIRST = sizeof settings_of_depth_first / sizeof settings_of_depth_first[0],
};

int prover_settings(void)
{
    return SETTINGS_OF_ALL + SETTINGS_OF_DEPTH_FIRST;
}

void for_each_prover(trial try, int count)
{
    const by_method *method;

    for (size_t m = 0; (method = by_method_at(m)); m++) {
        bool is_depth_first = by_option_find(by_method_options(method), "epsilon_percent") != NULL;
        int settings = SETTINGS_OF_ALL + (is_depth_first ? SETTINGS_OF_DEPTH_FIRST : 0);

        if (!by_method_proves(method))
            continue;
        for (int i = 0; i < count; i++) {
            int which = i % settings;

            try(by_method_name(method),
                which < SETTINGS_OF_ALL ? settings_of_all[which] : settings_of_depth_first[which - SETTINGS_OF_ALL],
                (uint64_t)i);
        }
    }
}

void ask(struct bench *bench, const char *method, const char *settings, int prover, by_value threshold)
{
    char all[160];

    (void)snprintf(all, sizeof all, "prover=%s threshold=%d %s", prover ? "second" : "first", threshold, settings);
    bench_small_method(bench, method, NULL, all);
}

void check_numbers(const struct by_result *result)
{
    bool is_yes = result->answer == BY_ANSWER_YES, is_no = result->answer == BY_ANSWER_NO;

    assert_int_equal(result->proof_number == 0, is_yes);
    assert_int_equal(result->disproof_number == UINT64_MAX, is_yes);
    assert_int_equal(result->disproof_number == 0, is_no);
    assert_int_equal(result->proof_number == UINT64_MAX, is_no);
    assert_int_not_equal(result->answer, BY_ANSWER_NONE);
}
