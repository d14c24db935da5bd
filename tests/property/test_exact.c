/* SPDX-License-Identifier: MIT
 *
 * The property that holds the searches together: whatever exact options are set, alone or in random company, a search
 * to the leaves gives plain minimax's value. The rows are read from the option tables, so that a new method or option
 * is tested the day its row is written.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "core/game.h"
#include "support/check.h"
#include "support/reference.h"

/* How many random trees each test takes. */
static int tree_count(void)
{
    const char *sanitizers = getenv("SANITIZE");

    if (sanitizers && *sanitizers)
        return 1500; /* where everything takes ten times as long */
    return getenv("BOYI_LONG") ? 50000 : 10500;
}

/* One random tree with its truth. */
struct sample {
    by_position *position;
    by_text text;
    by_value truth;
    struct by_random random;
};

static by_game *open_tree_game(void)
{
    const by_game_type *type;
    by_game *game;

    assert_int_equal(by_game_type_find("tree", &type, NULL), BY_OK);
    assert_int_equal(by_game_open(type, NULL, &game, NULL), BY_OK);
    return game;
}

/* Small trees and graphs of all sorts: alternating or not, deep or wide, few or many distinct values, with wins. */
static void draw_sample(struct sample *sample, uint64_t seed)
{
    struct by_random *random = &sample->random;
    unsigned depth = 1 + by_random_below(random, 7);
    unsigned width = depth > 5 ? 2 : depth > 3 ? 2 + by_random_below(random, 2) : 1 + by_random_below(random, 5);
    unsigned range = by_random_below(random, 2) ? 3 : 40;
    unsigned leaf = 10 * by_random_below(random, 3);
    unsigned wins = by_random_below(random, 3) ? 0 : 25;
    unsigned same = by_random_below(random, 2) ? 0 : 30;
    const char *vary = by_random_below(random, 2) ? "on" : "off";
    const char *graph = by_random_below(random, 2) ? "on" : "off";
    const char *estimates = by_random_below(random, 2) ? "on" : "off";
    by_error error = {0};

    by_text_clear(&sample->text);
    by_text_printf(&sample->text, "random width=%u depth=%u vary=%s leaf=%u values=-%u..%u wins=%u same=%u", width,
                   depth, vary, leaf, range, range, wins, same);
    by_text_printf(&sample->text, " graph=%s estimates=%s seed=%u", graph, estimates, (unsigned)seed);
    if (by_position_parse(sample->position, by_text_string(&sample->text), &error))
        fail_msg("%s: %s", by_text_string(&sample->text), error.message);
    sample->truth = reference_value(sample->position, -1, 0);
}

/* Methods that look for a move and not for its value; test_best.c holds them to it. */
static bool looks_for_move(const by_method *method)
{
    return strcmp(by_method_name(method), "bstar") == 0 || strcmp(by_method_name(method), "bsp") == 0;
}

/* ---- Random options -------------------------------------------------------------------------------------------- */

static int choice_count(const struct by_option *row)
{
    int count = 0;

    while (row->choices[count])
        count++;
    return count;
}

static int random_value(const struct by_option *row, struct by_random *random)
{
    int64_t span;

    if (strcmp(row->name, "threads") == 0) /* to start them takes longer than to search a small tree */
        return by_random_below(random, 40) ? 1 : 2 + (int)by_random_below(random, 2);
    switch (row->kind) {
    case BY_OPTION_SWITCH:
        return (int)by_random_below(random, 2);
    case BY_OPTION_CHOICE:
        return (int)by_random_below(random, (uint32_t)choice_count(row));
    case BY_OPTION_NUMBER:
    case BY_OPTION_TEXT:
        break;
    }
    /* Small numbers near the least or near 0 are where something happens. */
    span = (int64_t)row->max - row->min + 1;
    if (row->min < -50)
        return (int)by_random_below(random, 101) - 50;
    return row->min + (int)by_random_below(random, span < 50 ? (uint32_t)span : 50);
}

static bool may_set(const struct by_option *row, bool with_questions)
{
    return row->kind != BY_OPTION_TEXT && (row->effect == BY_EFFECT_EXACT || row->effect == BY_EFFECT_RESOURCE ||
                                           (with_questions && row->effect == BY_EFFECT_QUESTION));
}

/* One option set; the others are all off, as in the first preset, or all as by default, so that an option that needs
 * another has it half of the time. */
static by_options *one_option(const by_method *method, const struct by_option *row, struct by_random *random)
{
    by_options *options;

    assert_int_equal(by_options_create(by_method_options(method), &options, NULL), BY_OK);
    if (by_random_below(random, 2))
        assert_int_equal(by_method_apply_preset(method, by_method_presets(method)->name, options, NULL), BY_OK);
    by_options_set_number(options, "memory_kib", 64, NULL); /* large tables take long to make */
    assert_int_equal(by_options_set_number(options, row->name, random_value(row, random), NULL), BY_OK);
    return options;
}

static by_options *random_options(const by_method *method, struct by_random *random, bool with_questions)
{
    const struct by_option *table = by_method_options(method);
    by_options *options;

    assert_int_equal(by_options_create(table, &options, NULL), BY_OK);
    for (const struct by_option *row = table; row->name; row++)
        if (may_set(row, with_questions) && by_random_below(random, 4))
            assert_int_equal(by_options_set_number(options, row->name, random_value(row, random), NULL), BY_OK);
    return options;
}

static void describe_options(const by_options *options, by_text *out)
{
    for (const struct by_option *row = by_options_table(options); row->name; row++) {
        by_text_printf(out, " %s=", row->name);
        by_options_print(options, row, out);
    }
}

/* Whether any option asks another question than the default. */
static bool asks_question(const by_options *options)
{
    for (const struct by_option *row = by_options_table(options); row->name; row++)
        if (row->effect == BY_EFFECT_QUESTION && row->kind == BY_OPTION_CHOICE &&
            by_options_number(options, row->name) != row->initial)
            return true;
    return false;
}

/* ---- Checks ---------------------------------------------------------------------------------------------------- */

static const char *fault_of_value(const struct by_result *result, by_value truth)
{
    switch (result->kind) {
    case BY_KIND_EXACT:
    case BY_KIND_WIN:
    case BY_KIND_LOSS:
    case BY_KIND_DRAW:
        return result->value == truth ? NULL : "the value is not minimax's";
    case BY_KIND_AT_LEAST:
        return result->value <= truth ? NULL : "the lower bound is too high";
    case BY_KIND_AT_MOST:
        return result->value >= truth ? NULL : "the upper bound is too low";
    case BY_KIND_UNKNOWN:
        break;
    }
    return "nothing is known after a search to the leaves";
}

static bool is_bound(const struct by_result *result)
{
    return result->kind == BY_KIND_AT_LEAST || result->kind == BY_KIND_AT_MOST;
}

/* A value inside the window has to be exact; outside, a bound has to be on the right side and beyond the window. */
static const char *fault_of_class(const struct by_result *result, by_value truth, const struct by_limits *limits)
{
    bool has_window = limits->alpha || limits->beta;

    if (!is_bound(result))
        return NULL;
    if (!has_window || (limits->alpha < truth && truth < limits->beta))
        return "a bound where an exact value is wanted";
    if (truth >= limits->beta && (result->kind != BY_KIND_AT_LEAST || result->value < limits->beta))
        return "the truth is above the window, the result does not say so";
    if (truth <= limits->alpha && (result->kind != BY_KIND_AT_MOST || result->value > limits->alpha))
        return "the truth is below the window, the result does not say so";
    return NULL;
}

/* Follows the variation to a leaf and looks whether its value is that of the result. */
static const char *fault_of_variation(by_position *position, const struct by_result *result)
{
    const struct by_line *line = &result->lines[0];
    const char *fault = NULL;
    struct by_node root, node;
    by_value value;
    int made = 0;

    by_position_node(position, &root);
    for (; made < line->length; made++)
        if (by_position_push(position, line->moves[made], NULL))
            break;
    by_position_verdict(position, &node);
    value = node.value == BY_WIN ? BY_WIN - made : node.value == -BY_WIN ? made - BY_WIN : node.value;
    value = node.side == root.side ? value : -value;
    if (made < line->length)
        fault = "the variation has an illegal move";
    else if (!node.is_over)
        fault = "the variation does not lead to a leaf";
    else if (value != result->value)
        fault = "the variation leads to a leaf of another value";
    while (made--)
        by_position_pop(position, NULL);
    return fault;
}

static bool cuts_variations(const by_options *options)
{
    return by_option_find(by_options_table(options), "hash_pv_cuts") && by_options_number(options, "hash_pv_cuts");
}

static const char *fault_of(struct sample *sample, const by_options *options, const struct by_limits *limits,
                            const struct by_result *result)
{
    const char *fault = fault_of_value(result, sample->truth);

    if (!fault && !asks_question(options))
        fault = fault_of_class(result, sample->truth, limits);
    if (!fault && (result->stopped != BY_STOPPED_DONE || !result->is_proved))
        fault = "a search to the leaves is not called a proof";
    if (!fault && !is_bound(result) && !cuts_variations(options))
        fault = fault_of_variation(sample->position, result);
    return fault;
}

/* The work of several threads varies; their results do not. */
static bool is_deterministic(const by_options *options)
{
    return !by_option_find(by_options_table(options), "threads") || by_options_number(options, "threads") == 1;
}

/* Searches twice, with a cleared search the second time, and complains about whatever is wrong. */
static void check_search(struct sample *sample, const by_method *method, const by_options *options,
                         const struct by_limits *limits)
{
    by_search *search;
    struct by_result result = {BY_SIZE(by_result)};
    by_error error = {0};
    const char *fault;
    uint64_t nodes;

    if (by_search_create(sample->position->game, method, options, &search, &error))
        fail_msg("%s", error.message);
    if (by_search_run(search, sample->position, limits, NULL, &result, &error))
        fail_msg("%s", error.message);
    fault = fault_of(sample, options, limits, &result);
    nodes = result.nodes;
    by_search_clear(search);
    if (!fault && by_search_run(search, sample->position, limits, NULL, &result, &error))
        fault = error.message;
    if (!fault && result.nodes != nodes && is_deterministic(options))
        fault = "a repeated run has another number of nodes";
    if (fault) {
        by_text text = {0};

        describe_options(options, &text);
        fail_msg("%s: %s\n  tree: %s\n  truth %d, value %d (%s), window (%d, %d), nodes %llu\n  options:%s",
                 by_method_name(method), fault, by_text_string(&sample->text), sample->truth, result.value,
                 by_kind_name(result.kind), limits->alpha, limits->beta, (unsigned long long)nodes,
                 by_text_string(&text));
    }
    by_search_destroy(search);
}

static struct by_limits random_window(struct by_random *random, by_value truth)
{
    by_value centre = by_random_below(random, 2) ? truth : (by_value)by_random_below(random, 120) - 60;
    by_value alpha = centre - (by_value)by_random_below(random, by_random_below(random, 2) ? 6 : 40);
    by_value beta = alpha + 1 + (by_value)by_random_below(random, by_random_below(random, 2) ? 6 : 40);

    if (alpha < -BY_INFINITE)
        return (struct by_limits){BY_SIZE(by_limits), .alpha = -BY_INFINITE, .beta = -BY_WIN + 2};
    return (struct by_limits){BY_SIZE(by_limits), .alpha = alpha, .beta = beta < BY_INFINITE ? beta : BY_INFINITE};
}

/* ---- The tests ------------------------------------------------------------------------------------------------- */

typedef void (*trial)(struct sample *sample, const by_method *method);

/* A method without any exact option promises no value: it samples. */
static bool is_exact(const by_method *method)
{
    for (const struct by_option *row = by_method_options(method); row->name; row++)
        if (row->effect == BY_EFFECT_EXACT)
            return true;
    return false;
}

static void on_random_trees(trial try, bool proves, int count, uint64_t first_seed)
{
    by_game *game = open_tree_game();
    struct sample sample = {0};
    const by_method *method;

    assert_int_equal(by_position_create(game, &sample.position, NULL), BY_OK);
    for (int i = 0; i < count; i++) {
        sample.random.state = (first_seed + (uint64_t)i) * 1000;
        draw_sample(&sample, first_seed + (uint64_t)i);
        for (size_t m = 0; (method = by_method_at(m)); m++)
            if (by_method_proves(method) == proves && is_exact(method) && !looks_for_move(method))
                try(&sample, method);
    }
    by_position_destroy(sample.position);
    by_text_free(&sample.text);
    by_game_close(game);
}

static void try_alone(struct sample *sample, const by_method *method)
{
    struct by_limits limits = {BY_SIZE(by_limits)};

    for (const struct by_option *row = by_method_options(method); row->name; row++) {
        if (may_set(row, false)) {
            by_options *options = one_option(method, row, &sample->random);

            check_search(sample, method, options, &limits);
            by_options_destroy(options);
        }
    }
}

/* Every exact option alone leaves minimax's value. */
static void test_each_option_alone(void **state)
{
    (void)state;
    on_random_trees(try_alone, false, tree_count(), 1);
}

static void try_in_company(struct sample *sample, const by_method *method)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    by_options *options = random_options(method, &sample->random, true);

    check_search(sample, method, options, &limits);
    by_options_destroy(options);
}

/* Random sets of exact options leave minimax's value; questions get right answers. */
static void test_random_sets(void **state)
{
    (void)state;
    on_random_trees(try_in_company, false, tree_count(), 100001);
}

static void try_window(struct sample *sample, const by_method *method)
{
    struct by_limits limits = random_window(&sample->random, sample->truth);
    by_options *options = random_options(method, &sample->random, false);

    check_search(sample, method, options, &limits);
    by_options_destroy(options);
}

/* With random windows a value inside is exact, and outside the bound is on the right side. */
static void test_random_windows(void **state)
{
    (void)state;
    on_random_trees(try_window, false, tree_count(), 200001);
}

/* One search, several windows: what an earlier run left in the table is right in a later one. */
static void try_windows_in_turn(struct sample *sample, const by_method *method)
{
    by_options *options = random_options(method, &sample->random, false);
    by_search *search;

    assert_int_equal(by_search_create(sample->position->game, method, options, &search, NULL), BY_OK);
    for (int i = 0; i < 4; i++) {
        struct by_limits limits = random_window(&sample->random, sample->truth);
        struct by_result result = {BY_SIZE(by_result)};
        const char *fault;

        if (i == 3)
            limits = (struct by_limits){BY_SIZE(by_limits)};
        assert_int_equal(by_search_run(search, sample->position, &limits, NULL, &result, NULL), BY_OK);
        fault = fault_of(sample, options, &limits, &result);
        if (fault) {
            by_text text = {0};

            describe_options(options, &text);
            fail_msg("%s, window %d (%d, %d): %s\n  tree: %s\n  truth %d, value %d (%s)\n  options:%s",
                     by_method_name(method), i + 1, limits.alpha, limits.beta, fault, by_text_string(&sample->text),
                     sample->truth, result.value, by_kind_name(result.kind), by_text_string(&text));
        }
    }
    by_search_destroy(search);
    by_options_destroy(options);
}

static void test_windows_in_turn(void **state)
{
    (void)state;
    on_random_trees(try_windows_in_turn, false, tree_count(), 400001);
}

static int descending(const void *a, const void *b)
{
    by_value x = *(const by_value *)a, y = *(const by_value *)b;

    return (x < y) - (x > y);
}

/* The values of the root's moves, best first. */
static int values_of_moves(by_position *position, by_value *values)
{
    struct by_move_info list[64];
    struct by_moves moves = {.list = list};
    struct by_node root, child;

    by_position_node(position, &root);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        assert_int_equal(by_position_push(position, list[i].move, NULL), BY_OK);
        by_position_node(position, &child);
        values[i] = reference_value(position, -1, 1);
        values[i] = child.side == root.side ? values[i] : -values[i];
        by_position_pop(position, NULL);
    }
    qsort(values, (size_t)moves.count, sizeof *values, descending);
    return moves.count;
}

static void try_lines(struct sample *sample, const by_method *method)
{
    struct by_limits limits = {BY_SIZE(by_limits), .lines = 1 + (int)by_random_below(&sample->random, 6)};
    by_options *options = random_options(method, &sample->random, false);
    by_value values[64];
    int count = values_of_moves(sample->position, values);
    struct by_result result = {BY_SIZE(by_result)};
    by_search *search;

    assert_int_equal(by_search_create(sample->position->game, method, options, &search, NULL), BY_OK);
    assert_int_equal(by_search_run(search, sample->position, &limits, NULL, &result, NULL), BY_OK);
    assert_int_equal(result.line_count, count < limits.lines ? count : limits.lines);
    for (size_t i = 0; i < result.line_count; i++) {
        if (result.lines[i].value != values[i]) {
            by_text text = {0};

            describe_options(options, &text);
            fail_msg("%s: line %zu is worth %d, not %d: %s;%s", by_method_name(method), i + 1, values[i],
                     result.lines[i].value, by_text_string(&sample->text), by_text_string(&text));
        }
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(result.lines[i].moves[0], result.lines[j].moves[0]);
    }
    by_search_destroy(search);
    by_options_destroy(options);
}

/* Several best lines have the values of the best moves, and no move twice. */
static void test_several_lines(void **state)
{
    (void)state;
    on_random_trees(try_lines, false, tree_count() / 3, 300001);
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

static by_value without_distance(by_value value)
{
    return by_value_is_win(value) ? BY_WIN : by_value_is_loss(value) ? -BY_WIN : value;
}

/* Random options and a random question, once with a new search and once more with what it has kept. */
static void try_question(struct sample *sample, const by_method *method)
{
    int prover = (int)by_random_below(&sample->random, 2);
    by_value truth = without_distance(sample->truth);
    by_value threshold =
        by_random_below(&sample->random, 4) ? truth + (by_value)by_random_below(&sample->random, 5) - 2 : BY_MIN_WIN;
    by_options *options = random_options(method, &sample->random, false);
    enum by_answer expected;
    struct by_node root;
    by_search *search;

    by_position_node(sample->position, &root);
    truth = root.side == prover ? truth : -truth;
    threshold = threshold > BY_WIN ? BY_WIN : threshold < -BY_WIN ? -BY_WIN : threshold;
    expected = truth >= threshold ? BY_ANSWER_YES : BY_ANSWER_NO;
    by_options_set(options, "prover", prover ? "second" : "first", NULL);
    assert_int_equal(by_options_set_number(options, "threshold", threshold, NULL), BY_OK);
    assert_int_equal(by_search_create(sample->position->game, method, options, &search, NULL), BY_OK);
    for (int i = 0; i < 2; i++) {
        struct by_result result = {BY_SIZE(by_result)};

        assert_int_equal(by_search_run(search, sample->position, NULL, NULL, &result, NULL), BY_OK);
        if (result.answer == BY_ANSWER_UNKNOWN && result.stopped == BY_STOPPED_MEMORY)
            continue;
        if (result.answer != expected || !result.is_proved || result.stopped != BY_STOPPED_DONE) {
            by_text text = {0};

            describe_options(options, &text);
            fail_msg("%s, run %d: %s, expected %s: %s;%s", by_method_name(method), i + 1, by_answer_name(result.answer),
                     by_answer_name(expected), by_text_string(&sample->text), by_text_string(&text));
        }
    }
    by_search_destroy(search);
    by_options_destroy(options);
}

/* Methods that prove give the truth, whatever their options, their prover and their threshold. */
static void test_questions(void **state)
{
    (void)state;
    on_random_trees(try_question, true, tree_count(), 500001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_option_alone), cmocka_unit_test(test_random_sets),
        cmocka_unit_test(test_random_windows),    cmocka_unit_test(test_windows_in_turn),
        cmocka_unit_test(test_several_lines),     cmocka_unit_test(test_questions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
