/* SPDX-License-Identifier: MIT
 *
 * Tuning: known weights are found again, positions are chosen as asked, and the answer is always the same.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boyi/random.h"
#include "support/check.h"
#include "support/opened.h"
#include "support/selfplay.h"
#include "tune/fit.h"
#include "tune/read.h"

/* ---- Data with a known answer ------------------------------------------------------------------------------------ */

enum { WEIGHTS = 12, SAMPLES = 30000 };

static const by_value truth[WEIGHTS][2] = {
    {900, 1000}, {400, 450}, {80, 120}, {30, -20}, {-60, 10}, {0, 0},
    {15, 90},    {-5, -40},  {200, 60}, {70, 70},  {25, 5},   {14, 14},
};

static double chance(double value)
{
    return 1 / (1 + pow(10, -value / 400));
}

/* Random positions whose results follow from these weights; half of them have scores, too. */
static void make_data(struct tune_data *data)
{
    struct by_random random = {5};

    for (int i = 0; i < SAMPLES; i++) {
        struct by_feature list[WEIGHTS];
        struct by_features features = {.list = list};
        struct tune_sample sample = {.game = (uint32_t)i / 4, .weight = 1, .has_score = i % 2 == 0};
        double value = 0, opening = by_random_below(&random, 33) / 32.0;

        features.share[0] = (float)opening;
        features.share[1] = (float)(1 - opening);
        for (int w = 0; w < WEIGHTS; w++) {
            int count = (int)by_random_below(&random, 3) - 1;

            if (!count || (w < 2 && by_random_below(&random, 4)))
                continue;
            list[features.count++] = (struct by_feature){.weight = (uint16_t)w, .count = (int16_t)count};
            value += count * (opening * truth[w][0] + (1 - opening) * truth[w][1]);
        }
        sample.score = (float)value;
        sample.result = chance(value) * 1000 > by_random_below(&random, 1000);
        assert_int_equal(tune_data_add(data, &sample, &features, NULL), BY_OK);
    }
}

static struct tune_settings usual(void)
{
    return (struct tune_settings){
        .seed = 1, .threads = 1, .epochs = 60, .batch = 512, .rate = 8, .result = 0.5, .checked = 0.1, .k = 1};
}

/* Weights that begin elsewhere come to where they should be, up to the luck in the results, and the loss falls. */
static void test_finds_weights(void **state)
{
    struct tune_settings settings = usual();
    struct tune_data data = {0};
    struct tune_outcome outcome;
    by_value parts[WEIGHTS][2] = {{700, 700}, {300, 300}};

    (void)state;
    make_data(&data);
    assert_int_equal(tune_fit(&data, WEIGHTS, parts, &settings, &outcome, NULL), BY_OK);
    for (int i = 0; i < WEIGHTS; i++)
        for (int part = 0; part < 2; part++)
            if (abs(parts[i][part] - truth[i][part]) > 20 + abs(truth[i][part]) / 15)
                fail_msg("weight %d, part %d is %d, not %d", i, part, parts[i][part], truth[i][part]);
    assert_true(outcome.after[0] < 0.9 * outcome.before[0] && outcome.after[1] < 0.9 * outcome.before[1]);
    assert_true(fabs(outcome.k_after - 1) < 0.05);
    assert_int_equal(outcome.learnt + outcome.checked, SAMPLES);
    assert_in_range(outcome.checked, SAMPLES / 20, SAMPLES / 6);
    assert_int_equal(outcome.checked % 4, 0); /* whole games */
    assert_int_equal(outcome.moved, WEIGHTS);
    tune_data_free(&data);
}

/* The scale is fitted if none is given. */
static void test_finds_scale(void **state)
{
    struct tune_settings settings = usual();
    struct tune_data data = {0};
    struct tune_outcome outcome;
    by_value parts[WEIGHTS][2];

    (void)state;
    make_data(&data);
    settings.k = 0;
    settings.epochs = 0;
    for (int i = 0; i < WEIGHTS; i++)
        for (int part = 0; part < 2; part++)
            parts[i][part] = truth[i][part] * 2;
    assert_int_equal(tune_fit(&data, WEIGHTS, parts, &settings, &outcome, NULL), BY_OK);
    assert_true(fabs(outcome.k - 0.5) < 0.03);
    assert_int_equal(outcome.best_epoch, 0);
    for (int i = 0; i < WEIGHTS; i++)
        assert_int_equal(parts[i][0], truth[i][0] * 2);
    tune_data_free(&data);
}

/* Fixed and rare weights stay, and strong regularisation keeps all. */
static void test_holds_weights(void **state)
{
    bool fixed[WEIGHTS] = {[2] = true};
    struct tune_settings settings = usual();
    struct tune_data data = {0};
    struct tune_outcome outcome;
    by_value parts[WEIGHTS][2] = {{700, 700}, {300, 300}, {33, 44}};

    (void)state;
    make_data(&data);
    settings.fixed = fixed;
    settings.epochs = 3;
    settings.least_seen = SAMPLES / 3; /* the first two weights are seen in a sixth of the positions */
    assert_int_equal(tune_fit(&data, WEIGHTS, parts, &settings, &outcome, NULL), BY_OK);
    assert_int_equal(parts[0][0], 700);
    assert_int_equal(parts[1][1], 300);
    assert_int_equal(parts[2][0], 33);
    assert_int_equal(parts[2][1], 44);
    assert_int_not_equal(parts[8][0], 0);
    assert_int_equal(outcome.moved, WEIGHTS - 3);
    settings.least_seen = 0;
    settings.pull = 1e9;
    settings.rate = 0.1;
    memset(parts, 0, sizeof parts);
    assert_int_equal(tune_fit(&data, WEIGHTS, parts, &settings, &outcome, NULL), BY_OK);
    for (int i = 0; i < WEIGHTS; i++)
        assert_in_range(parts[i][0] + 2, 0, 4);
    tune_data_free(&data);
}

static bool stop_after_two(void *context, int epoch, double learnt, double checked)
{
    (void)context;
    assert_true(learnt > 0 && checked > 0);
    return epoch < 2;
}

/* A stopped run returns its weights so far. No data is an error. */
static void test_stops(void **state)
{
    struct tune_settings settings = usual();
    struct tune_data data = {0};
    struct tune_outcome outcome;
    by_value parts[WEIGHTS][2] = {{700, 700}};
    by_error error;

    (void)state;
    assert_int_equal(tune_fit(&data, WEIGHTS, parts, &settings, &outcome, &error), BY_ERROR_INPUT);
    make_data(&data);
    settings.report = stop_after_two;
    assert_int_equal(tune_fit(&data, WEIGHTS, parts, &settings, &outcome, NULL), BY_OK);
    assert_int_equal(outcome.epochs, 2);
    assert_int_not_equal(parts[0][0], 700);
    tune_data_free(&data);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static const struct tune_filter all = {.score_most = BY_WIN, .a_game = 1000, .reversible_most = 1000, .seed = 1};

static by_status read_text(const char *text, struct tune_data *data, struct tune_tally *tally, by_error *error)
{
    struct opened opened = open_position("xiangqi", "evaluation=full", NULL);
    char path[] = "/tmp/boyi_tune_XXXXXX";
    int file = mkstemp(path);
    by_status status;

    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    (void)close(file);
    status = tune_read(data, path, opened.game, &all, tally, error);
    (void)unlink(path);
    close_position(&opened);
    return status;
}

/* Lines are taken, comments skipped, repeated positions and checks left out. */
static void test_reads_lines(void **state)
{
    struct tune_data data = {0};
    struct tune_tally tally = {0};
    by_error error;

    (void)state;
    assert_int_equal(read_text("# a comment\n"
                               "\n"
                               "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1;1\r\n"
                               "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 5 9;0.5\n"
                               "3k5/9/9/9/9/9/9/9/4A4/R3K4 b;0.5;-35\n"
                               "3k5/9/9/3R5/9/9/9/9/9/4K4 b;1;200",
                               &data, &tally, &error),
                     BY_OK);
    assert_int_equal(tally.positions, 4);
    assert_int_equal(tally.repeated, 1);
    assert_int_equal(tally.in_check, 1);
    assert_int_equal(data.sample_count, 2);
    assert_false(data.samples[0].has_score);
    assert_true(data.samples[0].result == 1);
    assert_true(data.samples[1].has_score && data.samples[1].score == -35 && data.samples[1].result == 0.5f);
    tune_data_free(&data);
}

/* Other lines are refused with their number. */
static void test_refuses_lines(void **state)
{
    static const char *const lines[] = {
        "3k5/9/9/9/9/9/9/9/9/R3K4 w\n",
        "3k5/9/9/9/9/9/9/9/9/R3K4 w;2\n",
        "3k5/9/9/9/9/9/9/9/9/R3K4 w;1;\n",
        "3k5/9/9/9/9/9/9/9/9/R3K4 w;1;nan\n",
        "3k5/9/9/9/9/9/9/9/9/R3K4 w;1;1;0x10\n",
        "nothing;1\n",
        ";\n",
        "3k5/9/9/9/9/9/9/9/9/R3K4 w;0.25;3\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct tune_data data = {0};
        struct tune_tally tally = {0};
        by_error error = {0};
        char text[256];

        (void)snprintf(text, sizeof text, "# one\n%s", lines[i]);
        if (read_text(text, &data, &tally, &error) != BY_ERROR_INPUT)
            fail_msg("'%s' is read", lines[i]);
        assert_non_null(strstr(error.message, "line 2"));
        tune_data_free(&data);
    }
}

/* The evaluation is learnt where captures have ended: here after the capture of an unprotected rook. */
static void test_settles_captures(void **state)
{
    struct tune_data data = {0};
    struct tune_tally tally = {0};

    (void)state;
    assert_int_equal(read_text("3k5/9/9/9/r7R/9/9/9/9/4K4 w;1\n"
                               "3k5/9/9/9/R8/9/9/9/9/4K4 b;1\n",
                               &data, &tally, NULL),
                     BY_OK);
    assert_int_equal(data.sample_count, 2);
    assert_int_equal(data.samples[0].count, data.samples[1].count);
    assert_memory_equal(data.features + data.samples[0].first, data.features + data.samples[1].first,
                        data.samples[0].count * sizeof *data.features);
    tune_data_free(&data);
}

static void read_games(const char *path, const struct tune_filter *filter, struct tune_data *data,
                       struct tune_tally *tally)
{
    struct opened opened = open_position("xiangqi", "evaluation=full", NULL);

    assert_int_equal(tune_read(data, path, opened.game, filter, tally, NULL), BY_OK);
    close_position(&opened);
}

/* Every position of a file of self-play is counted once, and each limit leaves out what it should. */
static void test_reads_selfplay(void **state)
{
    struct tune_filter filter = all;
    struct tune_tally tally = {0}, narrow = {0};
    struct tune_data data = {0}, less = {0};
    struct selfplay_bench bench;
    uint32_t of_game = 0;

    (void)state;
    selfplay_bench_open(&bench, "xiangqi");
    selfplay_bench_run(&bench, 20, 1);
    read_games(bench.path, &filter, &data, &tally);
    assert_int_equal(tally.games, 20);
    assert_int_equal(tally.positions, data.sample_count + tally.early + tally.in_check + tally.noisy + tally.repeated);
    assert_true(data.sample_count > 200 && tally.in_check && tally.noisy);
    filter = (struct tune_filter){.ply_least = 10, .score_most = 300, .a_game = 5, .reversible_most = 60, .seed = 3};
    read_games(bench.path, &filter, &less, &narrow);
    assert_int_equal(narrow.positions, tally.positions);
    assert_int_equal(narrow.positions - less.sample_count, narrow.early + narrow.in_check + narrow.noisy +
                                                               narrow.repeated + narrow.lopsided + narrow.stale +
                                                               narrow.left_out);
    assert_true(less.sample_count && narrow.lopsided && narrow.left_out && narrow.early > tally.early);
    for (uint64_t i = 0; i < less.sample_count; i++) {
        of_game = i && less.samples[i].game == less.samples[i - 1].game ? of_game + 1 : 1;
        assert_true(of_game <= 5);
        assert_true(fabsf(less.samples[i].score) <= 300);
    }
    tune_data_free(&data);
    tune_data_free(&less);
    selfplay_bench_close(&bench);
}

/* A file of another game is refused, and so is a game without such an evaluation. */
static void test_refuses_games(void **state)
{
    struct opened opened = open_position("xiangqi", "evaluation=full", NULL),
                  other = open_position("tictactoe", "", NULL);
    struct tune_tally tally = {0};
    struct tune_data data = {0};
    struct selfplay_bench bench;
    by_error error;

    (void)state;
    selfplay_bench_open(&bench, "tictactoe");
    selfplay_bench_run(&bench, 3, 1);
    assert_int_equal(tune_read(&data, bench.path, opened.game, &all, &tally, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "tictactoe"));
    assert_int_equal(tune_read(&data, bench.path, other.game, &all, &tally, &error), BY_ERROR_UNSUPPORTED);
    assert_int_equal(tune_read(&data, "/nonexistent/file", opened.game, &all, &tally, &error), BY_ERROR_INPUT);
    tune_data_free(&data);
    selfplay_bench_close(&bench);
    close_position(&opened);
    close_position(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_weights),    cmocka_unit_test(test_finds_scale),
        cmocka_unit_test(test_holds_weights),    cmocka_unit_test(test_stops),
        cmocka_unit_test(test_reads_lines),      cmocka_unit_test(test_refuses_lines),
        cmocka_unit_test(test_settles_captures), cmocka_unit_test(test_reads_selfplay),
        cmocka_unit_test(test_refuses_games),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
