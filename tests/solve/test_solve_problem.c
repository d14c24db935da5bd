/* SPDX-License-Identifier: MIT
 *
 * Problems of capture in files, as plain text and as SGF.
 */
#include <stdlib.h>
#include <string.h>

#include "solve/problem.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"

static struct opened go;

static struct solve_problem *read_one(const char *text, size_t *offset)
{
    struct solve_problem *problem;
    by_error error = {0};

    if (solve_problem_read(go.game, text, offset, &problem, &error))
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    return problem;
}

static const char two_problems[] = "# a comment\n"
                                   "problem one\n"
                                   "source  here and there \n"
                                   "size 5\n"
                                   "black A1 b2\n"
                                   "white A2 # the block\n"
                                   "tomove black\n"
                                   "task attack a2\n"
                                   "result 1 2\n"
                                   "moves A3 C3\n"
                                   "also pass\n"
                                   "note none\n"
                                   "end\n"
                                   "\n"
                                   "problem two\r\n"
                                   "size 3\r\n"
                                   "white A1 B2 C3\r\n"
                                   "black A3 C2\r\n"
                                   "play B A2\r\n"
                                   "play W B3\r\n"
                                   "task defend C2\r\n"
                                   "end";

static void test_text(void **state)
{
    size_t offset = 0;
    struct solve_problem *problem = read_one(two_problems, &offset);

    (void)state;
    assert_string_equal(problem->id, "one");
    assert_string_equal(problem->source, "here and there");
    assert_string_equal(problem->note, "none");
    assert_position_text(problem->position, "5 ...../...../...../OX.../X.... b - 7.5 0 0 0");
    assert_string_equal(problem->vertex, "A2");
    assert_true(problem->is_attack);
    assert_int_equal(problem->codes, 1u << 1 | 1u << 2);
    assert_string_equal(problem->moves, "A3 C3 pass");
    assert_int_equal(problem->line, 2);
    solve_problem_destroy(problem);
    problem = read_one(two_problems, &offset);
    assert_string_equal(problem->id, "two");
    assert_string_equal(problem->source, "");
    assert_string_equal(problem->moves, "");
    assert_position_text(problem->position, "3 .OO/.OX/O.. b - 7.5 0 2 0");
    assert_false(problem->is_attack);
    assert_int_equal(problem->codes, 0);
    assert_int_equal(problem->line, 15);
    solve_problem_destroy(problem);
    assert_null(read_one(two_problems, &offset));
    assert_int_equal(offset, strlen(two_problems));
    solve_problem_destroy(NULL);
}

/* Some editors put a mark of UTF-8 before the text; it is no part of it. */
static void test_mark_of_utf8(void **state)
{
    static const char good[] = "\xEF\xBB\xBFproblem x\nsize 5\nblack A1\ntask attack A1\nend\n";
    size_t offset = 0;
    struct solve_problem *problem = read_one(good, &offset);
    by_error error = {0};

    (void)state;
    assert_string_equal(problem->id, "x");
    assert_int_equal(problem->line, 1);
    solve_problem_destroy(problem);
    assert_null(read_one(good, &offset));
    offset = 0;
    assert_int_equal(solve_problem_read(go.game, "\xEF\xBB\xBFproblen x\n", &offset, &problem, &error), BY_ERROR_INPUT);
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, 1);
    offset = 0;
    assert_int_equal(solve_problem_read(go.game, "\xEF\xBB\xBF(;GM[1]AB[aa]TASK[eat A19])", &offset, &problem, &error),
                     BY_ERROR_INPUT);
    assert_int_equal(error.column, 19);
    offset = 0;
    assert_int_equal(solve_problem_read(go.game, "\xEF\xBB\xBF (;GM[1])", &offset, &problem, &error), BY_ERROR_INPUT);
    assert_int_equal(error.column, 2);
}

/* Every mistake has its place, and the problem behind it is still found. */
static void test_mistakes(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *part;
    } cases[] = {
        {"hello\n", 1, 1, "expected 'problem ID'"},
        {"problem\nend\n", 1, 8, "expected the name"},
        {"problem x\nsize 5\n", 3, 1, "expected 'end' before the text ends"},
        {"problem x\nend\n", 1, 1, "expected a size before its end"},
        {"problem x\nsize 5\nend\n", 1, 1, "expected a task before its end"},
        {"problem x\nsize 26\n", 2, 6, "from 2 to 25"},
        {"problem x\nsize 1\n", 2, 6, "from 2 to 25"},
        {"problem x\nsize 5x\n", 2, 6, "from 2 to 25"},
        {"problem x\nsize x5\n", 2, 6, "from 2 to 25"},
        {"problem x\nsize\n", 2, 5, "from 2 to 25"},
        {"problem x\nsize 5\nsize 5\n", 3, 1, "twice"},
        {"problem x\nblack A1\n", 2, 1, "expected 'size N' before"},
        {"problem x\nsize 5\nblack A1 A6\n", 3, 10, "expected a point of the board"},
        {"problem x\nsize 5\nblack A1 F1\n", 3, 10, "expected a point of the board"},
        {"problem x\nsize 9\nblack I1\n", 3, 7, "expected a point of the board"},
        {"problem x\nsize 9\nblack A\n", 3, 7, "expected a point of the board"},
        {"problem x\nsize 9\nblack A1 B2\nwhite B2\n", 4, 7, "there is a stone already"},
        {"problem x\nsize 9\nplay X A1\n", 3, 6, "B or W"},
        {"problem x\nsize 9\nplay B\n", 3, 7, "or pass"},
        {"problem x\nsize 9\ntomove red\n", 3, 8, "black or white"},
        {"problem x\nsize 9\ntask eat A1\n", 3, 6, "attack or defend"},
        {"problem x\nsize 9\ntask attack\n", 3, 12, "expected a point"},
        {"problem x\nsize 9\ntask attack A1\ntask attack A1\n", 4, 1, "twice"},
        {"problem x\nsize 9\nresult 4\n", 3, 8, "from 0 to 3"},
        {"problem x\nsize 9\nresult\n", 3, 7, "from 0 to 3"},
        {"problem x\nsize 9\nmoves A1 ?\n", 3, 10, "pass or *"},
        {"problem x\nsize 9\ncolour A1\n", 3, 1, "unknown key"},
        {"problem x\nsize 9\ntask attack A1\nend\n", 3, 13, "there is no stone on A1"},
        {"problem x\nsize 9\nblack A1\ntomove black\ntask attack A1\nend\n", 4, 8, "black is to move, but the task is"},
        {"problem x\nsize 2\nblack A1 A2 B1 B2\ntask attack A1\nend\n", 1, 1, "no liberty"},
        {"problem x\nsize 9\nblack A1\nplay W A1\ntask attack A1\nend\n", 4, 8, "is no legal move"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct solve_problem *problem;
        by_error error = {0};
        by_text text = {0};
        size_t offset = 0;

        by_text_printf(&text, "%s", cases[i].text);
        if (solve_problem_read(go.game, by_text_string(&text), &offset, &problem, &error) != BY_ERROR_INPUT)
            fail_msg("%s was read", cases[i].text);
        if (error.line != cases[i].line || error.column != cases[i].column || !strstr(error.message, cases[i].part))
            fail_msg("%s: line %d, column %d: %s", cases[i].text, error.line, error.column, error.message);
        assert_null(problem);
        by_text_printf(&text, "\n%s", two_problems);
        offset = 0;
        if (!strstr(cases[i].part, "text ends")) {
            assert_int_not_equal(solve_problem_read(go.game, by_text_string(&text), &offset, &problem, NULL), BY_OK);
            problem = read_one(by_text_string(&text), &offset);
            assert_string_equal(problem->id, "one");
            solve_problem_destroy(problem);
        }
        by_text_free(&text);
    }
}

/* A problem without its end does not take the next one with it. */
static void test_missing_end(void **state)
{
    struct solve_problem *problem;
    by_error error = {0};
    by_text text = {0};
    size_t offset = 0;

    (void)state;
    by_text_printf(&text, "problem x\nsize 5\n\n%s", two_problems);
    assert_int_equal(solve_problem_read(go.game, by_text_string(&text), &offset, &problem, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "expected 'end' before the next problem"));
    problem = read_one(by_text_string(&text), &offset);
    assert_string_equal(problem->id, "one");
    solve_problem_destroy(problem);
    by_text_free(&text);
}

/* Reads a game with the given numbers of passes before and after the question; returns how many allocations that
 * took. */
static size_t read_long_game(int before, int after)
{
    by_text text = {0};
    size_t offset = 0, count;
    struct solve_problem *problem;

    by_text_add(&text, "(;GM[1]SZ[5]AB[ae][bd]AW[ad]PL[B]");
    for (int i = 0; i < before + after; i++)
        by_text_add(&text, i == before ? ";B[]TR[ad]" : i % 2 ? ";W[]" : ";B[]");
    by_text_add(&text, ")");
    allocation_reset();
    problem = read_one(by_text_string(&text), &offset);
    count = allocation_count();
    assert_string_equal(problem->vertex, "A2");
    solve_problem_destroy(problem);
    by_text_free(&text);
    return count;
}

/* The position of a node follows from the one above it: a long way to the question is not gone again and again. */
static void test_long_game(void **state)
{
    enum { PLIES = 4000 };

    (void)state;
    assert_true(read_long_game(PLIES, 2) < read_long_game(0, PLIES + 2) + PLIES / 10);
}

/* Stones that are set up on the way to the question. */
static void test_stones_on_the_way(void **state)
{
    static const char text[] = "(;GM[1]SZ[5];B[ae];W[ad];AB[bd]AE[ae]PL[W];W[cc];C[nothing];B[bc]TR[ad])";
    size_t offset = 0;
    struct solve_problem *problem = read_one(text, &offset);

    (void)state;
    assert_position_text(problem->position, "5 ...../...../.XO../OX.../..... w - 7.5 0 0 0");
    assert_false(problem->is_attack);
    solve_problem_destroy(problem);
}

static void test_sgf(void **state)
{
    static const char text[] =
        "(;GM[1]SZ[5]GN[a]SO[b]AB[ae][bd]AW[ad]PL[B]TR[cc][ad]RESULT[1][2](;B[ac]TE[1])(;B[cc]BM[1])(;B[ea]TE[2])"
        "(;B[db]))\n"
        "(;GM[1]SZ[5]AB[ae][bd]AW[ad]PL[W]CR[ad])\n"
        "(;GM[1]SZ[5]AB[ae];W[ad];B[bd]TASK[attack a2];W[cc])\n"
        "(;GM[1]SZ[5];B[ae];W[ad];B[bd]MA[bd];W[cc])\n";
    size_t offset = 0;
    struct solve_problem *problem = read_one(text, &offset);

    (void)state;
    assert_string_equal(problem->id, "a");
    assert_string_equal(problem->source, "b");
    assert_string_equal(problem->vertex, "A2");
    assert_true(problem->is_attack);
    assert_int_equal(problem->codes, 1u << 1 | 1u << 2);
    assert_string_equal(problem->moves, "A3 E5");
    solve_problem_destroy(problem);
    problem = read_one(text, &offset);
    assert_string_equal(problem->id, "");
    assert_false(problem->is_attack); /* the owner is to move */
    assert_int_equal(problem->line, 2);
    solve_problem_destroy(problem);
    problem = read_one(text, &offset);
    assert_string_equal(problem->vertex, "A2");
    assert_true(problem->is_attack);
    assert_position_text(problem->position, "5 ...../...../...../OX.../X.... w - 7.5 0 0 0");
    solve_problem_destroy(problem);
    problem = read_one(text, &offset);
    assert_string_equal(problem->vertex, "B2");
    assert_true(problem->is_attack);
    solve_problem_destroy(problem);
    assert_null(read_one(text, &offset));
}

static void test_sgf_mistakes(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *part;
    } cases[] = {
        {"\n(;GM[1];B[aa])", 2, 1, "asks nothing"},
        {"(;GM[1]AB[aa]TR[bb])", 1, 1, "asks nothing"},
        {"(;GM[1]AB[aa]TR[zz])", 1, 1, "asks nothing"},
        {"(;GM[1]AB[aa]\nTASK[eat A19])", 2, 6, "is no task"},
        {"(;GM[1]AB[aa]C[TASK[attack B1\\]]\n;B[]TASK\n [attack B1])", 3, 3, "no stone on B1"},
        {"(;GM[1]AB[aa]C[\u56F4\u68CB]TASK[attack Z99])", 1, 24, "no stone on Z99"},
        {"(;GM[1]AB[aa]TR[aa]RESULT[1] [5])", 1, 31, "is no result"},
        {"(;GM[1]AB[aa]TR[aa]RETAKE[B2] [Z9])", 1, 32, "is no point"},
        {"(;GM[1]AB[aa]TASK[attack A19][defend A19])", 1, 31, "a second task"},
        {"(;GM[1]AB[aa]TR[aa]", 1, 20, ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct solve_problem *problem;
        by_error error = {0};
        size_t offset = 0;

        if (solve_problem_read(go.game, cases[i].text, &offset, &problem, &error) != BY_ERROR_INPUT)
            fail_msg("%s was read", cases[i].text);
        if (error.line != cases[i].line || error.column != cases[i].column || !strstr(error.message, cases[i].part))
            fail_msg("%s: line %d, column %d: %s", cases[i].text, error.line, error.column, error.message);
        assert_null(problem);
        assert_true(offset > 0);
    }
}

static void test_judge(void **state)
{
    char moves[] = "D4 q16", any[] = "*", none[] = "";
    struct solve_problem problem = {.codes = 1u << SOLVE_YES | 1u << SOLVE_KO_TAKEN, .moves = moves};

    (void)state;
    assert_int_equal(solve_judge(&problem, SOLVE_YES, "D4"), SOLVE_RIGHT);
    assert_int_equal(solve_judge(&problem, SOLVE_KO_TAKEN, "Q16"), SOLVE_RIGHT);
    assert_int_equal(solve_judge(&problem, SOLVE_YES, "D"), SOLVE_WRONG);
    assert_int_equal(solve_judge(&problem, SOLVE_YES, "D40"), SOLVE_WRONG);
    assert_int_equal(solve_judge(&problem, SOLVE_YES, ""), SOLVE_WRONG);
    assert_int_equal(solve_judge(&problem, SOLVE_KO_THREAT, "D4"), SOLVE_WRONG);
    assert_int_equal(solve_judge(&problem, SOLVE_NO, ""), SOLVE_WRONG);
    assert_int_equal(solve_judge(&problem, SOLVE_UNKNOWN, "D4"), SOLVE_NOT_JUDGED);
    problem.moves = any;
    assert_int_equal(solve_judge(&problem, SOLVE_YES, ""), SOLVE_RIGHT);
    assert_int_equal(solve_judge(&problem, SOLVE_YES, "A1"), SOLVE_RIGHT);
    problem.moves = none;
    assert_int_equal(solve_judge(&problem, SOLVE_YES, "A1"), SOLVE_RIGHT);
    problem.moves = moves;
    problem.codes = 1u << SOLVE_NO;
    assert_int_equal(solve_judge(&problem, SOLVE_NO, ""), SOLVE_RIGHT);
    problem.codes = 0;
    assert_int_equal(solve_judge(&problem, SOLVE_NO, ""), SOLVE_NOT_JUDGED);
}

static void test_no_memory(void **state)
{
    bool has_failed = true;

    (void)state;
    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current(), offset = 0;
        struct solve_problem *problem;
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = solve_problem_read(go.game, two_problems, &offset, &problem, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (has_failed == (status == BY_OK))
            fail_msg("allocation %zu: status %d, '%s'", n, status, error.message);
        solve_problem_destroy(problem);
        assert_int_equal(allocation_current(), before);
    }
}

static int open_go(void **state)
{
    (void)state;
    go = open_position("go", "", NULL);
    return 0;
}

static int close_go(void **state)
{
    (void)state;
    close_position(&go);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_missing_end),
        cmocka_unit_test(test_mark_of_utf8),
        cmocka_unit_test(test_sgf),
        cmocka_unit_test(test_long_game),
        cmocka_unit_test(test_stones_on_the_way),
        cmocka_unit_test(test_sgf_mistakes),
        cmocka_unit_test(test_judge),
        cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, open_go, close_go);
}
