/* SPDX-License-Identifier: MIT
 *
 * Game records of Go: what is read, what is written, and what is said of files that are damaged.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/record.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static by_record *read_one(const by_game *game, const char *text)
{
    by_record *record = NULL;
    by_error error = {0};
    size_t offset = 0;

    if (by_record_read(game, text, strlen(text), &offset, &record, &error))
        fail_msg("%s: line %d, column %d: %s", text, error.line, error.column, error.message);
    assert_non_null(record);
    return record;
}

static void assert_written(const by_game *game, const by_record *record, const char *expected)
{
    by_text text = {0};
    by_error error = {0};

    if (by_record_write(game, record, -1, &text, &error))
        fail_msg("%s", error.message);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

/* Records are written as expected, and the result is read and written as itself. */
static void test_round_trips(void **state)
{
    static const char *const cases[][2] = {
        {"(;)", "(;GM[1]FF[4]CA[UTF-8]SZ[19]\n)\n"},
        {"(;GM[1]FF[4]SZ[9];B[aa];W[ii];B[];W[tt])", "(;GM[1]FF[4]CA[UTF-8]SZ[9]\n;B[aa]\n;W[ii]\n;B[]\n;W[]\n)\n"},
        /* variations */
        {"(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff]))(;W[gg]))",
         "(;GM[1]FF[4]CA[UTF-8]SZ[9]\n;B[aa]\n(;W[bb]\n;B[cc]\n)\n(;W[dd]\n(;B[ee]\n)\n(;B[ff]\n)\n)\n(;W[gg]\n)\n)\n"},
        /* stones at the root, lists, a handicap, the first player */
        {"(;SZ[5]AB[aa:bb][ee]AW[cc])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]AB[ee][ab][bb][aa][ba]AW[cc]PL[B]\n)\n"},
        {"(;SZ[5]HA[2]AB[bb][dd];W[cc])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]AB[dd][bb]PL[W]HA[2]\n;W[cc]\n)\n"},
        {"(;SZ[5];W[cc];B[bb])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]PL[W]\n;W[cc]\n;B[bb]\n)\n"},
        {"(;SZ[5]PL[B];W[cc])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]PL[B]\n;W[cc]\n)\n"},
        /* and in the middle of a game, with a variation behind it */
        {"(;SZ[5];B[aa];AB[bb]AW[cc]AE[aa]PL[B];B[dd](;W[ee])(;W[ea]))",
         "(;GM[1]FF[4]CA[UTF-8]SZ[5]\n;B[aa]\n;AB[bb]AW[cc]AE[aa]PL[B]\n;B[dd]\n(;W[ee]\n)\n(;W[ea]\n)\n)\n"},
        {"(;SZ[5];AB[bb]CA[x])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]\n;AB[bb]CA[x]\n)\n"}, /* no handicap */
        {"(;SZ[5];B[aa](;PL[B];B[bb])(;W[bb]))",
         "(;GM[1]FF[4]CA[UTF-8]SZ[5]\n;B[aa]\n(;PL[B]\n;B[bb]\n)\n(;W[bb]\n)\n)\n"},
        /* a move at the root, two in a node, black twice, on after two passes */
        {"(;SZ[5]B[aa])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]\n;B[aa]\n)\n"},
        {"(;SZ[5];B[aa]W[bb])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]\n;B[aa]\n;W[bb]\n)\n"},
        {"(;SZ[5];B[aa];B[bb];W[];B[];W[cc])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]\n;B[aa]\n;B[bb]\n;W[]\n;B[]\n;W[cc]\n)\n"},
        /* properties that mean nothing here keep their values and escapes */
        {"(;SZ[5]PB[A\\]\\\\]XX[1][2];B[aa]TR[aa][bb]N[n]ZZ[])",
         "(;GM[1]FF[4]CA[UTF-8]SZ[5]PB[A\\]\\\\]XX[1][2]\n;B[aa]TR[aa][bb]N[n]ZZ[]\n)\n"},
        {"(;SZ[5]C[a\\]b\\\\c\\:d\r\ne\\\nf])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]C[a\\]b\\\\c:d\nef]\n)\n"},
        {"(;SZ[5]KM[6.50]RE[W+Resign])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[6.50]RE[W+Resign]\n)\n"},
        {"(;SZ[5]RE[W+1]KM[1]RE[B+1]KM[2])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]RE[W+1]KM[1]\n)\n"},
        {"(;SZ[5]KM[6888.5])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[6888.5]\n)\n"},
        {"(;SZ[5]KM[3.75])", "(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[3.75]\n)\n"},
        /* older versions, and words before the game */
        {"From: me (a friend)\n\n( ;GM[1]FF[3]SZ[5]\n;Black[aa]\n\n;White[bb] )",
         "(;GM[1]FF[4]CA[UTF-8]SZ[5]\n;B[aa]\n;W[bb]\n)\n"},
    };
    struct opened opened = open_position("go", "", NULL);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        by_record *record = read_one(opened.game, cases[i][0]);

        assert_written(opened.game, record, cases[i][1]);
        by_record_destroy(record);
        record = read_one(opened.game, cases[i][1]);
        assert_written(opened.game, record, cases[i][1]);
        by_record_destroy(record);
    }
    close_position(&opened);
}

/* Comments in every encoding are the same text. */
static void test_encodings(void **state)
{
    static const char *const cases[][2] = {
        {"(;CA[UTF-8]C[围棋])", "围棋"},
        {"(;C[围棋])", "围棋"},
        {"(;C[caf\xE9])", "café"},
        {"(;CA[ISO-8859-1]C[caf\xE9])", "café"},
        {"(;CA[latin1]C[caf\xE9])", "café"},
        {"(;CA[GB18030]C[\xCE\xA7\xC6\xE5])", "围棋"},
        {"(;CA[gbk]C[\xCE\xA7\xC6\xE5])", "围棋"},
        {"(;CA[Big5]C[\xB3\x5C\xA5\x5C])", "許功"},     /* second bytes like a backslash */
        {"(;CA[Shift_JIS]C[\x83\x5C\x81\x5D])", "ソ‐"}, /* like a backslash, like a bracket */
        {"(;CA[EUC-JP]C[\xB0\xCF\xB8\xEB])", "囲碁"},
        {"(;CA[EUC-KR]C[\xB9\xD9\xB5\xCF])", "바둑"},
        {"(;CA[windows-1252]C[caf\xE9 \x93x\x94])", "café “x”"},
        {"(;CA[cp1251]C[\xC3\xEE])", "Го"},
        {"(;CA[KOI8-R]C[\xE7\xCF])", "Го"},
        {"(;CA[ISO-8859-15]C[\xA4])", "€"},
        {"(;CA[klingon]C[plain])", "plain"},
    };
    struct opened opened = open_position("go", "", NULL);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        by_record *record = read_one(opened.game, cases[i][0]);

        assert_string_equal(by_record_remark(record, BY_RECORD_ROOT, BY_REMARK_AFTER), cases[i][1]);
        by_record_destroy(record);
    }
    close_position(&opened);
}

/* A komi is written if a reader with other options would take another. */
static void test_komi_of_options(void **state)
{
    struct opened opened = open_position("go", "size=3 komi_half=-20", NULL);
    by_record *record = read_one(opened.game, "(;SZ[3];B[bb])");

    (void)state;
    assert_written(opened.game, record, "(;GM[1]FF[4]CA[UTF-8]SZ[3]KM[-10]\n;B[bb]\n)\n");
    by_record_destroy(record);
    close_position(&opened);
}

/* The contents of a record besides its text. */
static void test_meaning(void **state)
{
    struct opened opened = open_position("go", "", NULL);
    by_record *record = read_one(opened.game, "(;SZ[5]KM[0.5]RE[B+3.5]AB[bb]AW[cc]C[root]N[x];W[dd]C[one];B[ee])");
    by_position *position;
    int node = by_record_child(record, BY_RECORD_ROOT);

    (void)state;
    assert_int_equal(by_record_outcome(record), BY_OUTCOME_FIRST);
    assert_string_equal(by_record_start(record), "5 ...../.X.../..O../...../..... w - 0.5 0 0 0");
    assert_string_equal(by_record_tag(record, BY_RECORD_ROOT, "N"), "x");
    assert_string_equal(by_record_remark(record, node, BY_REMARK_AFTER), "one");
    assert_int_equal(by_record_plies(record, by_record_last(record)), 2);
    assert_int_equal(by_record_position(record, by_record_last(record), opened.game, &position, NULL), BY_OK);
    assert_position_text(position, "5 ...../.X.../..O../...O./....X w - 0.5 0 0 0");
    by_position_destroy(position);
    by_record_destroy(record);
    record = read_one(opened.game, "(;KM[6888.5])");
    assert_null(by_record_start(record)); /* no komi that a position can have */
    by_record_destroy(record);
    record = read_one(opened.game, "(;SZ[5]KM[0.5]RE[B+3.5]C[root]N[x];W[dd]C[one];B[ee])");
    /* the new value is written, not the one that was read */
    by_record_set_outcome(record, BY_OUTCOME_DRAW);
    assert_int_equal(by_record_set_start(record, "5 ...../...../...../...../..... w - 6", NULL), BY_OK);
    assert_written(opened.game, record,
                   "(;GM[1]FF[4]CA[UTF-8]SZ[5]PL[W]KM[6]RE[0]N[x]C[root]\n;W[dd]C[one]\n;B[ee]\n)\n");
    by_record_destroy(record);
    close_position(&opened);
}

/* Damage: where, what was expected, and how many moves were kept. */
static void test_damage(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *message;
        int plies;
    } cases[] = {
        {"hello", 1, 1, "expected a game, which begins with (;", 0},
        {"(;SZ[5];B[aa]", 1, 14, "the game has no end, expected )", 1},
        {"(;SZ[5];B[aa];W[bb", 1, 16, "the value of W has no end, expected ]", 1},
        {"(;SZ[5]\n;B[aa]\n;W)", 3, 3, "expected [ and the value of W", 1},
        {"(;SZ[5];B[aa];%[x])", 1, 15, "expected a property such as B[dd]", 1},
        {"(;SZ[5];B[aa];W[ff])", 1, 17, "W[ff]: expected a point on the board", 1},
        {"(;SZ[5];B[aa];W[aa])", 1, 17, "W[aa] is not legal: there is a stone", 1},
        {"(;SZ[5];B[aa]())", 1, 15, "expected ; and the first node", 1},
        {"(;SZ[5];B[aa];AB[a])", 1, 18, "AB[a]: expected a point on the board such as cc", 1},
        {"(;SZ[5];B[aa];AB[bb:aa])", 1, 18, "a rectangle such as cc:ee", 1},
        {"(;SZ[5];B[aa];PL[x])", 1, 18, "PL[x]: expected B or W", 1},
        {"(;SZ[5];B[aa];AW[ab][ba])", 1, 22, "the stone on A5 has no liberty", 1},
        {"(;SZ[5]AB[aa][bb][aa]AW[bb])", 1, 25, "AW[bb]: this node has set up something else on this point", 0},
        {"(;SZ[5];B[aa];AW[bb:cc]AE[aa][cb])", 1, 31, "AE[cb]: this node has set up something else on this point", 1},
        {"(;SZ[5];B[aa];AW[bb]AB[aa:cc])", 1, 24, "AB[aa:cc]: this node has set up something else on one such point",
         1},
        {"(;SZ[5]AB[aa:ee];B[aa])", 1, 11, "has no liberty", 0},
        {"(;SZ[1])", 1, 6, "expected a square board of 2 to 25 lines", 0},
        {"(;SZ[9:7])", 1, 6, "expected a square board", 0},
        {"(;GM[2])", 1, 6, "GM[2] is another game", 0},
        {"(;CA[klingon]C[\xE9])", 1, 16, "the encoding that CA names is not known", 0},
        {"(;CA[UTF-8]SZ[5];B[aa]C[\xE9])", 1, 25, "not in the encoding UTF-8", 1},
        {"(;CA[EUC-KR]SZ[5];B[aa]C[\xB9\x20])", 1, 26, "not in the encoding EUC-KR", 1},
        {"(;CA[EUC-KR]SZ[5];B[aa]C[\xB9])", 1, 25, "has no end", 0},
    };
    struct opened opened = open_position("go", "", NULL);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        by_record *record = NULL;
        by_error error = {0};
        size_t offset = 0;

        assert_int_equal(by_record_read(opened.game, cases[i].text, strlen(cases[i].text), &offset, &record, &error),
                         BY_ERROR_INPUT);
        if (error.line != cases[i].line || error.column != cases[i].column || !strstr(error.message, cases[i].message))
            fail_msg("%s: line %d, column %d: %s", cases[i].text, error.line, error.column, error.message);
        assert_non_null(record);
        assert_int_equal(by_record_plies(record, by_record_last(record)), cases[i].plies);
        by_record_destroy(record);
    }
    close_position(&opened);
}

/* Several games in a file, one of them damaged. */
static void test_several(void **state)
{
    static const char text[] =
        "(;SZ[5];B[aa]) (;SZ[5];B[aa];W[bb])\n(;SZ[5];B[aa];W[aa])\n(;SZ[5];B[aa];W[cc];B[bb])\n";
    static const int plies[] = {1, 2, 1, 3};
    struct opened opened = open_position("go", "", NULL);
    size_t offset = 0;
    by_record *record;

    (void)state;
    for (size_t i = 0; i < COUNT(plies); i++) {
        assert_int_equal(by_record_read(opened.game, text, strlen(text), &offset, &record, NULL),
                         i == 2 ? BY_ERROR_INPUT : BY_OK);
        assert_non_null(record);
        assert_int_equal(by_record_plies(record, by_record_last(record)), plies[i]);
        by_record_destroy(record);
    }
    assert_int_equal(by_record_read(opened.game, text, strlen(text), &offset, &record, NULL), BY_OK);
    assert_null(record);
    close_position(&opened);
}

/* Every allocation may fail; nothing is lost, and nothing else is said. */
static void test_no_memory(void **state)
{
    static const char text[] = "(;SZ[5]PB[x]AB[cc];B[aa]C[\xE9](;AW[bb]AE[aa];W[ee])(;W[dd]TR[aa][bb]))";
    struct opened opened = open_position("go", "", NULL);
    by_status status = BY_ERROR_MEMORY;

    (void)state;
    for (size_t n = 1; status; n++) {
        size_t before = allocation_current(), offset = 0;
        by_record *record = NULL;
        by_text out = {0};

        allocation_fail_at(n);
        status = by_record_read(opened.game, text, strlen(text), &offset, &record, NULL);
        if (!status)
            status = by_record_write(opened.game, record, -1, &out, NULL);
        allocation_fail_at(0);
        assert_true(status == BY_OK || status == BY_ERROR_MEMORY);
        by_record_destroy(record);
        by_text_free(&out);
        assert_int_equal(allocation_current(), before);
        assert_true(n < 1000);
    }
    close_position(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_encodings), cmocka_unit_test(test_komi_of_options),
        cmocka_unit_test(test_meaning),     cmocka_unit_test(test_damage),    cmocka_unit_test(test_several),
        cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
