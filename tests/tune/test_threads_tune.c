/* SPDX-License-Identifier: MIT
 *
 * Tuning on several threads: the weights do not know how many there were.
 */
#include <string.h>

#include "boyi/random.h"
#include "support/check.h"
#include "tune/fit.h"

enum { WEIGHTS = 40, SAMPLES = 5000 };

static void make_data(struct tune_data *data)
{
    struct by_random random = {9};

    for (int i = 0; i < SAMPLES; i++) {
        struct by_feature list[WEIGHTS];
        struct by_features features = {.list = list, .share = {0.25f, 0.75f}};
        struct tune_sample sample = {.game = (uint32_t)i / 3, .weight = 1};

        int balance = (int)by_random_below(&random, 7) - 3;

        for (int w = 0; w < WEIGHTS; w++) {
            if (by_random_below(&random, 3))
                continue;
            list[features.count++] = (struct by_feature){.weight = (uint16_t)w, .count = 1};
            balance += w % 2 ? 1 : -1;
        }
        sample.result = balance > 0 ? 1 : balance < 0 ? 0 : 0.5f;
        assert_int_equal(tune_data_add(data, &sample, &features, NULL), BY_OK);
    }
}

/* One, two, three and seven threads find the same weights and the same losses, to the last bit; another seed others. */
static void test_threads_find_the_same(void **state)
{
    static const int threads[] = {1, 2, 3, 7};
    by_value parts[5][WEIGHTS][2] = {0};
    struct tune_outcome outcomes[5];
    struct tune_data data = {0};

    (void)state;
    make_data(&data);
    for (int i = 0; i < 5; i++) {
        struct tune_settings settings = {
            .seed = 1, .threads = 2, .epochs = 8, .batch = 333, .rate = 5, .result = 1, .checked = 0.2};

        if (i < 4)
            settings.threads = threads[i];
        else
            settings.seed = 2;
        assert_int_equal(tune_fit(&data, WEIGHTS, parts[i], &settings, &outcomes[i], NULL), BY_OK);
    }
    for (int i = 1; i < 4; i++) {
        assert_memory_equal(parts[0], parts[i], sizeof parts[0]);
        assert_true(outcomes[0].after[0] == outcomes[i].after[0] && outcomes[0].k == outcomes[i].k);
    }
    assert_true(outcomes[0].best_epoch);
    assert_memory_not_equal(parts[0], parts[4], sizeof parts[0]);
    tune_data_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_threads_find_the_same)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
