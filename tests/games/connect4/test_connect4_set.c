/* SPDX-License-Identifier: MIT
 *
 * The positions of tests/data/connect4.txt by all methods that prove: alpha-beta's preset `solver`, plain minimax,
 * proof numbers, and Monte Carlo tree search with its solver.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support/check.h"
#include "support/reference.h"
#include "support/search.h"

static const char set_path[] = "tests/data/connect4.txt";

static bool is_long(void)
{
    return getenv("BOYI_LONG");
}

/* A position of the set with its value. */
struct problem {
    char text[64];
    by_value value;
    int stones;
};

/* The next one, false at the end. */
static bool read_problem(FILE *file, struct problem *out)
{
    char line[128];

    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%63s %d", out->text, &out->value), 2);
        out->stones = 0;
        for (const char *c = out->text; *c; c++)
            out->stones += *c == 'x' || *c == 'o';
        return true;
    }
    return false;
}

static int sign_of(by_value value)
{
    return (value > 0) - (value < 0);
}

static void set_up(struct bench *bench, const char *text)
{
    assert_int_equal(by_position_parse(bench->position, text, NULL), BY_OK);
}

/* No game is longer than there are cells left, and who moves last wins. */
static void test_plausible(void **state)
{
    FILE *file = fopen(set_path, "r");
    struct problem problem;
    int early = 0;

    (void)state;
    assert_non_null(file);
    while (read_problem(file, &problem)) {
        int plies = by_value_plies_to_end(problem.value);

        early += problem.stones < 8;
        if (!problem.value)
            continue;
        assert_true(by_value_is_win(problem.value) || by_value_is_loss(problem.value));
        assert_int_equal(plies % 2, by_value_is_win(problem.value));
        assert_in_range(plies, 2, 42 - problem.stones);
    }
    assert_true(early > 20);
    (void)fclose(file);
}

/* Every position of some length on is solved to the value that is written there, the late ones by plain minimax too. */
static void test_set(void **state)
{
    FILE *file = fopen(set_path, "r");
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct problem problem;
    struct bench bench;
    int solved = 0, searched = 0;

    (void)state;
    assert_non_null(file);
    bench_open(&bench, "connect4", NULL);
    bench_method(&bench, "alphabeta", "solver", "memory_kib=4096");
    while (read_problem(file, &problem)) {
        if (problem.stones < (is_long() ? 12 : 22))
            continue;
        set_up(&bench, problem.text);
        assert_int_equal(bench_run(&bench, &limits).value, problem.value);
        solved++;
        if (problem.stones >= 32) {
            assert_int_equal(reference_value(bench.position, -1, 0), problem.value);
            searched++;
        }
    }
    assert_true(solved > 300 && searched > 100);
    bench_close(&bench);
    (void)fclose(file);
}

/* ---- Methods agree --------------------------------------------------------------------------------------------- */

/* A bench for each method, all on the same position. */
struct company {
    struct bench alphabeta, win, draw, mcts;
};

static void open_company(struct company *c)
{
    bench_open(&c->alphabeta, "connect4", NULL);
    bench_open(&c->win, "connect4", NULL);
    bench_open(&c->draw, "connect4", NULL);
    bench_open(&c->mcts, "connect4", NULL);
    bench_method(&c->alphabeta, "alphabeta", "solver", is_long() ? "memory_kib=131072" : "memory_kib=16384");
    bench_method(&c->win, "df-pn", NULL, "memory_kib=16384");
    bench_method(&c->draw, "df-pn", NULL, "memory_kib=16384 threshold=0");
    bench_method(&c->mcts, "mcts", NULL,
                 is_long() ? "solver=on exploration=300 memory_kib=2097152"
                           : "solver=on exploration=300 memory_kib=262144");
}

static void close_company(struct company *c)
{
    bench_close(&c->alphabeta);
    bench_close(&c->win);
    bench_close(&c->draw);
    bench_close(&c->mcts);
}

/* The move leads to a position whose value, by alpha-beta, has the sign that was proved. */
static void assert_move_keeps(struct company *c, const char *text, by_move move, int sign)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct by_node node;

    set_up(&c->alphabeta, text);
    assert_int_equal(by_position_push(c->alphabeta.position, move, NULL), BY_OK);
    by_position_node(c->alphabeta.position, &node);
    assert_int_equal(-sign_of(node.is_over ? node.value : bench_run(&c->alphabeta, &limits).value), sign);
}

static void check_alphabeta(struct company *c, const struct problem *problem)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct by_result result = {BY_SIZE(by_result)};

    set_up(&c->alphabeta, problem->text);
    result = bench_run(&c->alphabeta, &limits);
    assert_true(result.is_proved);
    assert_int_equal(result.value, problem->value);
    assert_move_keeps(c, problem->text, result.best, sign_of(problem->value));
}

/* Whether the side to move reaches the threshold that `bench` asks about; if so, its move does it. */
static void check_proof(struct company *c, struct bench *bench, const struct problem *problem, bool expected)
{
    struct by_limits limits = {BY_SIZE(by_limits)};
    struct by_result result = {BY_SIZE(by_result)};

    set_up(bench, problem->text);
    result = bench_run(bench, &limits);
    assert_true(result.is_proved);
    assert_int_equal(result.answer, expected ? BY_ANSWER_YES : BY_ANSWER_NO);
    if (expected)
        assert_move_keeps(c, problem->text, result.best, sign_of(problem->value));
}

/* Without a transposition table some positions need more iterations than a test can wait for: false if nothing was
 * proved. */
static bool check_mcts(struct company *c, const struct problem *problem)
{
    struct by_limits limits = {BY_SIZE(by_limits), .nodes = is_long() ? 10000000 : 400000};
    struct by_result result = {BY_SIZE(by_result)};

    set_up(&c->mcts, problem->text);
    result = bench_run(&c->mcts, &limits);
    assert_int_equal(result.is_proved, result.stopped == BY_STOPPED_DONE);
    if (!result.is_proved)
        return false;
    assert_int_equal(sign_of(result.value), sign_of(problem->value));
    assert_move_keeps(c, problem->text, result.best, sign_of(problem->value));
    return true;
}

/* The three methods say the same of positions with 16 stones and more, and move accordingly. The long test takes all of
 * them. */
static void test_methods_agree(void **state)
{
    FILE *file = fopen(set_path, "r");
    struct problem problem;
    struct company c;
    int count = 0, checked = 0, open = 0;

    (void)state;
    assert_non_null(file);
    open_company(&c);
    while (read_problem(file, &problem)) {
        if (problem.stones < 16 || (count++ % 7 && !is_long()))
            continue;
        check_alphabeta(&c, &problem);
        check_proof(&c, &c.win, &problem, problem.value > 0);
        check_proof(&c, &c.draw, &problem, problem.value >= 0);
        open += !check_mcts(&c, &problem);
        checked++;
    }
    assert_true(checked > 70 && open <= checked / 12);
    close_company(&c);
    (void)fclose(file);
}

/* However soon a search is stopped: what it says is proved is true. A draw by one move proves nothing as long as
 * another may win. */
static void test_stopped_early(void **state)
{
    FILE *file = fopen(set_path, "r");
    struct problem problem;
    struct bench bench;
    int proved = 0, bounded = 0;

    (void)state;
    assert_non_null(file);
    bench_open(&bench, "connect4", NULL);
    bench_method(&bench, "mcts", NULL, "solver=on exploration=100 reuse=off memory_kib=16384");
    while (read_problem(file, &problem)) {
        set_up(&bench, problem.text);
        for (uint64_t nodes = 4; nodes <= 16384 && problem.stones >= 26; nodes *= 4) {
            struct by_limits limits = {BY_SIZE(by_limits), .nodes = nodes};
            struct by_result result = bench_run(&bench, &limits);

            proved += result.is_proved;
            bounded += result.kind == BY_KIND_AT_LEAST;
            if (result.is_proved)
                assert_int_equal(sign_of(result.value), sign_of(problem.value));
            if (result.kind == BY_KIND_AT_LEAST)
                assert_true(!result.is_proved && problem.value >= result.value);
        }
    }
    assert_true(proved > 1000 && bounded > 0);
    bench_close(&bench);
    (void)fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plausible),
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_methods_agree),
        cmocka_unit_test(test_stopped_early),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
