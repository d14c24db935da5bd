/* SPDX-License-Identifier: MIT
 *
 * Positions of xiangqi as FEN: what is read, what is written, what is refused and where.
 */
#include <string.h>

#include "support/check.h"
#include "support/opened.h"

#define BOARD "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
#define KINGS "4k4/9/9/9/9/9/9/9/9/3K5"

/* Fields may be left out from the end, written by either convention, and stand apart as far as they like; what is
 * written is always the same. */
static void test_accepted(void **state)
{
    static const struct {
        const char *text, *written;
    } cases[] = {
        {BOARD " w - - 0 1", BOARD " w - - 0 1"},
        {BOARD, BOARD " w - - 0 1"},
        {BOARD " w", BOARD " w - - 0 1"},
        {BOARD " r", BOARD " w - - 0 1"},
        {BOARD " b", BOARD " b - - 0 1"},
        {BOARD " B - - 3 17", BOARD " b - - 3 17"},
        {BOARD " w -", BOARD " w - - 0 1"},
        {BOARD " w - -", BOARD " w - - 0 1"},
        {BOARD " w - - 12", BOARD " w - - 12 1"},
        {BOARD " w 12 7", BOARD " w - - 12 7"},
        {BOARD " w 0 0", BOARD " w - - 0 1"},
        {"  " BOARD "\t b  -   - \t 5   9 \r\n", BOARD " b - - 5 9"},
        {"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w", BOARD " w - - 0 1"},
        {"rhbakaenr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNEAKABHR w", BOARD " w - - 0 1"},
        {"rnbakabnr/18/1c23c1/p1p1p1p1p/9/111111111/P1P1P1P1P/1C5C1/81/RNBAKABNR w", BOARD " w - - 0 1"},
        {KINGS " w - - 30000 1000000", KINGS " w - - 30000 1000000"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct opened opened = open_position("xiangqi", "", cases[i].text);

        assert_position_text(opened.position, cases[i].written);
        close_position(&opened);
    }
}

/* The side, the plies without a capture and the number of the move go on from where the text left them. */
static void test_counters(void **state)
{
    struct opened opened = open_position("xiangqi", "", BOARD " b - - 8 20");

    (void)state;
    push_text(opened.position, "h9g7");
    assert_position_text(opened.position, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 9 21");
    push_text(opened.position, "h2e2");
    push_text(opened.position, "a9a8");
    push_text(opened.position, "e2e6");
    assert_position_text(opened.position, "1nbakab1r/r8/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 22");
    assert_int_equal(by_position_pop(opened.position, NULL), BY_OK);
    assert_position_text(opened.position, "1nbakab1r/r8/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 11 22");
    close_position(&opened);
}

struct refusal {
    const char *text;
    int column;
    const char *message;
};

/* Each text is refused with its column and message, and the position stays as it was. */
static void check_refusals(const struct refusal *cases, size_t count)
{
    struct opened opened = open_position("xiangqi", "", KINGS " b - - 4 2");

    for (size_t i = 0; i < count; i++) {
        by_error error = {0};

        assert_int_equal(by_position_parse(opened.position, cases[i].text, &error), BY_ERROR_INPUT);
        if (error.column != cases[i].column || !strstr(error.message, cases[i].message))
            fail_msg("%s: \"%s\" at %d, expected \"%s\" at %d", cases[i].text, error.message, error.column,
                     cases[i].message, cases[i].column);
        assert_int_equal(error.line, error.column ? 1 : 0);
        assert_position_text(opened.position, KINGS " b - - 4 2");
    }
    close_position(&opened);
}

#define CHECK_REFUSALS(cases) check_refusals(cases, sizeof(cases) / sizeof((cases)[0]))

/* A board has ten ranks of nine points, and letters that are pieces. */
static void test_bad_boards(void **state)
{
    static const struct refusal cases[] = {
        {"", 1, "expected a position, but the text is empty"},
        {" \n", 3, "expected a position, but the text is empty"},
        {"4k4", 4, "expected '/' and rank 8 after rank 9"},
        {"4k4/9/9/9/9/9/9/9/9", 20, "expected '/' and rank 0 after rank 1"},
        {"4k4/9/9/9/9/9/9/9/9/3K5/9", 24, "there are only ten ranks"},
        {"4k3/9/9/9/9/9/9/9/9/3K5", 4, "rank 9 has 8 points, expected 9"},
        {"4k4//9/9/9/9/9/9/9/3K5", 5, "rank 8 has 0 points, expected 9"},
        {"4k4/9/9/9/9/9/9/9/9/3K4", 24, "rank 0 has 8 points, expected 9"},
        {"4k4/9/9/54/55/9/9/9/9/3K5", 13, "rank 5 has more than 9 points"},
        {"4k4/9/9r/9/9/9/9/9/9/3K5", 8, "rank 7 has more than 9 points"},
        {"4k4/9/9/9/9/9/9/9/9/3K5w", 24, "rank 0 has more than 9 points"},
        {"4k4/9/2x6/9/9/9/9/9/9/3K5", 8, "rank 7, file c: 'x' is no piece"},
        {"4k4/09/9/9/9/9/9/9/9/3K5", 5, "rank 8, file a: '0' is no piece"},
        {"4k4/9/9/9/9/9/9/9/9/3K1-3", 24, "rank 0, file f: '-' is no piece"},
        {"4k4/9/9/9/4\xE8\xBD\xA6/9/9/9/9/3K5", 12, "rank 5, file e: '?' is no piece"},
        {"startpos", 1, "rank 9, file a: 's' is no piece, expected one of kabnrcp (or h, e) or a number"},
    };

    (void)state;
    CHECK_REFUSALS(cases);
}

/* Behind the board stand the side, two fields of chess, two numbers, and nothing else. */
static void test_bad_fields(void **state)
{
    static const struct refusal cases[] = {
        {KINGS " x", 25, "expected the side to move: w (or r) or b"},
        {KINGS " white", 25, "expected the side to move"},
        {KINGS " - - 0 1", 25, "expected the side to move"},
        {KINGS " w KQkq - 0 1", 27, "expected the plies since the last capture, a number from 0 to 30000"},
        {KINGS " w -- 0 1", 27, "expected the plies since the last capture"},
        {KINGS " w - - - 1", 31, "expected the plies since the last capture"},
        {KINGS " w - - -3 1", 31, "expected the plies since the last capture"},
        {KINGS " w - - 3x 1", 31, "expected the plies since the last capture"},
        {KINGS " w - - 30001 1", 31, "expected the plies since the last capture"},
        {KINGS " w - - 99999999999999999999 1", 31, "expected the plies since the last capture"},
        {KINGS " w - - 0 -1", 33, "expected the number of the move, a number from 0 to 1000000"},
        {KINGS " w - - 0 1000001", 33, "expected the number of the move"},
        {KINGS " w - - 0 1 moves h2e2", 35, "expected the end of the position"},
        {KINGS " w - - 0 1.", 33, "expected the number of the move"},
    };

    (void)state;
    CHECK_REFUSALS(cases);
}

/* Pieces stand where they can have come to, and are not more than they were. */
static void test_impossible_pieces(void **state)
{
    static const struct refusal cases[] = {
        {"2k6/9/9/9/9/9/9/9/9/3K5", 2, "rank 9, file c: a black king cannot stand there"},
        {"9/9/9/4k4/9/9/9/9/9/3K5", 8, "rank 6, file e: a black king cannot stand there"},
        {"4k4/9/9/9/9/9/3K5/9/9/9", 16, "rank 3, file d: a red king cannot stand there"},
        {"3ka4/9/9/9/9/9/9/9/9/3K5", 3, "rank 9, file e: a black advisor cannot stand there"},
        {"4k4/9/9/9/9/9/9/9/3A5/3K5", 20, "rank 1, file d: a red advisor cannot stand there"},
        {"4k4/9/9/9/9/9/9/2A6/9/3K5", 18, "rank 2, file c: a red advisor cannot stand there"},
        {"4k4/1e7/9/9/9/9/9/9/9/3K5", 6, "rank 8, file b: a black elephant cannot stand there"},
        {"4k4/9/9/9/9/2b6/9/9/9/3K5", 14, "rank 4, file c: a black elephant cannot stand there"},
        {"4k4/9/9/9/2B6/9/9/9/9/3K5", 12, "rank 5, file c: a red elephant cannot stand there"},
        {"4k4/9/9/9/9/9/9/P8/9/3K5", 17, "rank 2, file a: a red pawn cannot stand there"},
        {"4k4/9/9/9/9/9/1P7/9/9/3K5", 16, "rank 3, file b: a red pawn cannot stand there"},
        {"4k4/9/p8/9/9/9/9/9/9/3K5", 7, "rank 7, file a: a black pawn cannot stand there"},
        {"4k4/9/9/9/3p5/9/9/9/9/3K5", 12, "rank 5, file d: a black pawn cannot stand there"},
        {"4k4/9/9/9/9/P8/P8/9/9/3K5", 16, "rank 3, file a: a second red pawn on this side of the river"},
        {"4k4/9/9/2p6/2p6/9/9/9/9/3K5", 14, "rank 5, file c: a second black pawn on this side of the river"},
        {"4k4/5k3/9/9/9/9/9/9/9/3K5", 6, "rank 8, file f: one black king too many, there can be 1"},
        {"4k4/9/9/9/9/3RRR3/9/9/9/3K5", 16, "rank 4, file f: one red rook too many, there can be 2"},
        {"4k4/9/9/9/9/3nhn3/9/9/9/3K5", 16, "rank 4, file f: one black horse too many, there can be 2"},
        {"4k4/9/9/9/9/3CCC3/9/9/9/3K5", 16, "rank 4, file f: one red cannon too many, there can be 2"},
        {"3aka3/4a4/9/9/9/9/9/9/9/3K5", 8, "rank 8, file e: one black advisor too many, there can be 2"},
        {"4k4/9/9/9/9/2E3B2/9/4B4/9/3K5", 22, "rank 2, file e: one red elephant too many, there can be 2"},
        {"4k4/9/9/PPPPPP3/9/9/9/9/9/3K5", 14, "rank 6, file f: one red pawn too many, there can be 5"},
    };

    (void)state;
    CHECK_REFUSALS(cases);
}

/* Whether a board with this piece alone is not refused for where it stands (but because kings are missing). */
static bool can_stand(by_position *position, char letter, int file, int rank)
{
    char board[] =
        "111111111/111111111/111111111/111111111/111111111/111111111/111111111/111111111/111111111/111111111";
    by_error error = {0};

    board[(9 - rank) * 10 + file] = letter;
    assert_int_equal(by_position_parse(position, board, &error), BY_ERROR_INPUT);
    assert_true(strstr(error.message, "cannot stand there") || strstr(error.message, "has no king"));
    return !strstr(error.message, "cannot stand there");
}

/* Kings have 9 points, advisors 5, elephants 7, pawns 55, the others all; and black's are red's turned round. */
static void test_points(void **state)
{
    static const struct {
        char red, black;
        int points;
    } cases[] = {{'K', 'k', 9},  {'A', 'a', 5},  {'B', 'b', 7},  {'E', 'e', 7}, {'N', 'n', 90},
                 {'H', 'h', 90}, {'R', 'r', 90}, {'C', 'c', 90}, {'P', 'p', 55}};
    struct opened opened = open_position("xiangqi", "", NULL);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int points = 0;

        for (int square = 0; square < 90; square++) {
            bool can = can_stand(opened.position, cases[i].red, square % 9, square / 9);

            points += can;
            assert_int_equal(can, can_stand(opened.position, cases[i].black, 8 - square % 9, 9 - square / 9));
        }
        assert_int_equal(points, cases[i].points);
    }
    close_position(&opened);
}

/* Each side has a king, they do not face each other, and no side has just left its own in check. */
static void test_impossible_kings(void **state)
{
    static const struct refusal cases[] = {
        {"9/9/9/9/9/9/9/9/9/3K5", 0, "black has no king"},
        {"4k4/9/9/9/9/9/9/9/9/9", 0, "red has no king"},
        {"4k4/9/9/9/9/9/9/9/9/4K4", 0, "the kings face each other on file e"},
        {"4k4/9/9/9/9/9/9/9/4R4/3K5 w", 0, "red is to move, but black's king on e9 is in check"},
        {"4k4/9/9/9/4n4/9/4C4/9/9/3K5 w", 0, "red is to move, but black's king on e9 is in check"},
        {"4k4/9/3N5/9/9/9/9/9/9/3K5 w", 0, "red is to move, but black's king on e9 is in check"},
        {"4k4/9/9/9/9/9/9/9/9/2pK5 b", 0, "black is to move, but red's king on d0 is in check"},
    };
    static const char *const good[] = {
        "4k4/9/9/9/9/9/9/9/4R4/3K5 b", "4k4/4a4/9/9/9/9/9/9/9/4K4 w",   "4k4/9/9/9/9/9/9/9/9/2pK5 w",
        "4k4/9/9/9/9/9/4C4/9/9/3K5 w", "4k4/3r5/3N5/9/9/9/9/9/9/3K5 w",
    };

    (void)state;
    CHECK_REFUSALS(cases);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct opened opened = open_position("xiangqi", "", good[i]);

        close_position(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),         cmocka_unit_test(test_counters),
        cmocka_unit_test(test_bad_boards),       cmocka_unit_test(test_bad_fields),
        cmocka_unit_test(test_points),           cmocka_unit_test(test_impossible_pieces),
        cmocka_unit_test(test_impossible_kings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
