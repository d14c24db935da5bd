/* SPDX-License-Identifier: MIT
 *
 * Openings from a file: what is read, and what is said of lines that cannot be.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "match/openings.h"
#include "support/check.h"
#include "support/opened.h"

/* Reads a file with this content. */
static by_status read_text(const by_game *game, const char *text, size_t length, struct match_openings **out,
                           by_error *error)
{
    char path[] = "/tmp/boyi_openings_XXXXXX";
    int file = mkstemp(path);
    by_status status;

    assert_true(file >= 0);
    assert_int_equal(write(file, text, length), length);
    close(file);
    status = match_openings_read(game, path, out, error);
    unlink(path);
    return status;
}

static size_t plies_of(const by_position *position)
{
    size_t length;

    by_position_history(position, &length);
    return length;
}

/* FENs and startpos, with and without moves; comments and empty lines are no openings. */
static void test_reads(void **state)
{
    static const char text[] = "# a comment\n"
                               "\n"
                               "startpos\n"
                               "  startpos moves h2e2 h9g7  # two plies\r\n"
                               "4k4/9/9/9/9/9/9/9/9/3K4R w - - 7 30\n"
                               "4k4/9/9/9/9/9/9/9/9/3K4R b moves e9f9";
    struct opened opened = open_position("xiangqi", "", NULL);
    struct match_openings *openings;

    (void)state;
    assert_int_equal(read_text(opened.game, text, sizeof text - 1, &openings, NULL), BY_OK);
    assert_int_equal(match_openings_count(openings), 4);
    assert_string_equal(match_openings_text(openings, 1), "startpos moves h2e2 h9g7");

    assert_int_equal(match_openings_set(openings, 1, opened.position, NULL), BY_OK);
    assert_int_equal(plies_of(opened.position), 2);
    assert_position_text(opened.position, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2");
    assert_int_equal(match_openings_set(openings, 2, opened.position, NULL), BY_OK);
    assert_int_equal(plies_of(opened.position), 0);
    assert_position_text(opened.position, "4k4/9/9/9/9/9/9/9/9/3K4R w - - 7 30");
    assert_int_equal(match_openings_set(openings, 3, opened.position, NULL), BY_OK);
    assert_position_text(opened.position, "5k3/9/9/9/9/9/9/9/9/3K4R w - - 1 2");
    match_openings_destroy(openings);
    close_position(&opened);
}

/* Errors have their line, their column and the reason. */
static void test_refuses(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *says;
    } cases[] = {
        {"", 0, 0, "holds no opening"},
        {"# nothing\n\n", 0, 0, "holds no opening"},
        {"startpos\nxyz\n", 2, 1, ""},
        {"startpos\n\n  startpos moves h2e2 h2e2\n", 3, 23, ""},
        {"startpos moves h2e2 zz\n", 1, 21, ""},
        {"startpos moves 炮二平五 马８进７ zz\n", 1, 26, ""},
        {"startpos h2e2\n", 1, 1, ""},
        {"moves h2e2\n", 1, 1, ""},
        {"startposmoves h2e2\n", 1, 1, ""},
        {"3k5/3R5/3R5/9/9/9/9/9/9/4K4 b\n", 1, 1, "over"},
        {"4k4/9/9/9/9/9/9/9/9/3K5 w - - 120 90\n", 1, 1, "over"},
    };
    struct opened opened = open_position("xiangqi", "", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct match_openings *openings;
        by_error error = {0};

        assert_int_not_equal(read_text(opened.game, cases[i].text, strlen(cases[i].text), &openings, &error), BY_OK);
        assert_null(openings);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        assert_non_null(strstr(error.message, cases[i].says));
        assert_true(*error.message);
    }
    close_position(&opened);
}

static void test_no_such_file_and_no_text(void **state)
{
    static const char zero[] = "startpos\nstartpos \0 moves\n";
    struct opened opened = open_position("xiangqi", "", NULL);
    struct match_openings *openings;
    by_error error;

    (void)state;
    assert_int_equal(match_openings_read(opened.game, "/nowhere/at/all", &openings, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "/nowhere/at/all"));
    assert_int_equal(read_text(opened.game, zero, sizeof zero - 1, &openings, &error), BY_ERROR_INPUT);
    assert_int_equal(error.line, 2);
    close_position(&opened);
}

static void test_initial(void **state)
{
    struct opened opened = open_position("xiangqi", "", NULL);
    struct match_openings *openings;

    (void)state;
    assert_int_equal(match_openings_initial(opened.game, &openings, NULL), BY_OK);
    assert_int_equal(match_openings_count(openings), 1);
    assert_string_equal(match_openings_text(openings, 0), "startpos");
    match_openings_destroy(openings);
    match_openings_destroy(NULL);
    close_position(&opened);
}

/* Games of a PGN are openings with all their moves; a damaged one is named with its place. */
static void test_records(void **state)
{
    static const char text[] = "[Game \"Chinese Chess\"]\n[Result \"*\"]\n\n1. h2e2 h9g7 *\n\n"
                               "[Game \"Chinese Chess\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/3K4R w - - 7 30\"]\n\n1. i0i1 *\n";
    static const char damaged[] = "[Game \"Chinese Chess\"]\n\n1. h2e2 h9h9 *\n";
    struct opened opened = open_position("xiangqi", "", NULL);
    struct match_openings *openings;
    by_text start = {0};
    by_error error = {0};

    (void)state;
    assert_int_equal(read_text(opened.game, text, sizeof text - 1, &openings, NULL), BY_OK);
    assert_int_equal(match_openings_count(openings), 2);
    assert_string_equal(match_openings_text(openings, 0), "startpos moves h2e2 h9g7");
    assert_string_equal(match_openings_text(openings, 1), "4k4/9/9/9/9/9/9/9/9/3K4R w - - 7 30 moves i0i1");
    assert_int_equal(match_openings_set(openings, 0, opened.position, NULL), BY_OK);
    assert_int_equal(plies_of(opened.position), 2);
    assert_int_equal(match_openings_start(openings, 1, &start, NULL), BY_OK);
    assert_string_equal(by_text_string(&start), "4k4/9/9/9/9/9/9/9/9/3K4R w - - 7 30");
    by_text_free(&start);
    match_openings_destroy(openings);
    assert_int_equal(read_text(opened.game, damaged, sizeof damaged - 1, &openings, &error), BY_ERROR_INPUT);
    assert_int_equal(error.line, 3);
    assert_null(openings);
    close_position(&opened);
}

/* A stone out of turn is written with its colour, as one move of two words; the text of such a record can be read. */
static void test_moves_out_of_turn(void **state)
{
    static const char record[] = "(;GM[1]SZ[5];B[bb];B[cc];W[dd])";
    struct opened opened = open_position("go", "size=5", NULL);
    struct match_openings *openings, *again;
    const char *text;
    by_error error;

    (void)state;
    assert_int_equal(read_text(opened.game, record, sizeof record - 1, &openings, NULL), BY_OK);
    text = match_openings_text(openings, 0);
    assert_non_null(strstr(text, " moves B4 B C3 D2"));
    assert_int_equal(read_text(opened.game, text, strlen(text), &again, NULL), BY_OK);
    assert_int_equal(match_openings_set(again, 0, opened.position, NULL), BY_OK);
    assert_int_equal(plies_of(opened.position), 3);
    match_openings_destroy(again);
    assert_int_equal(read_text(opened.game, "startpos moves W", 16, &again, &error), BY_ERROR_INPUT);
    assert_int_equal(error.column, 16);
    assert_int_equal(read_text(opened.game, "startpos moves D4 W E9 A1", 25, &again, &error), BY_ERROR_INPUT);
    assert_int_equal(error.column, 19);
    match_openings_destroy(openings);
    close_position(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),   cmocka_unit_test(test_records),
        cmocka_unit_test(test_refuses), cmocka_unit_test(test_no_such_file_and_no_text),
        cmocka_unit_test(test_initial), cmocka_unit_test(test_moves_out_of_turn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
