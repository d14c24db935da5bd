/* SPDX-License-Identifier: MIT
 *
 * PGN: as programs write it, as it should not be written, damaged, and there and back again. The games are of xiangqi,
 * whose PGN has everything that a game can add; at the end connect four is given a PGN that has nothing to add.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/pgn.h"
#include "boyi/random.h"
#include "boyi/record.h"
#include "support/check.h"
#include "support/opened.h"

static by_game *game;

static int open_xiangqi(void **state)
{
    const by_game_type *type;

    (void)state;
    return by_game_type_find("xiangqi", &type, NULL) || by_game_open(type, NULL, &game, NULL);
}

static int close_xiangqi(void **state)
{
    (void)state;
    by_game_close(game);
    return 0;
}

/* ---- Helpers --------------------------------------------------------------------------------------------------- */

static const char *const notations[] = {"coordinates", "iccs", "ranks1", "wxf", "chinese", "traditional"};

enum { NOTATIONS = 6, WXF = 3, CHINESE = 4 };

/* A file of tests/data/pgn, which the caller frees. */
static char *data_file(const char *name)
{
    enum { MOST = 1 << 16 };
    char path[128];
    char *text = calloc(1, MOST + 1);
    FILE *file;

    (void)snprintf(path, sizeof path, "tests/data/pgn/%s.pgn", name);
    file = fopen(path, "rb");
    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, MOST, file) > 0);
    (void)fclose(file);
    return text;
}

/* Reads a text that has to be sound. */
static by_record *read_text(const char *text)
{
    by_record *record = NULL;
    by_error error = {0};
    size_t offset = 0;

    if (by_record_read(game, text, strlen(text), &offset, &record, &error))
        fail_msg("line %d, column %d: %s\n%s", error.line, error.column, error.message, text);
    assert_non_null(record);
    return record;
}

/* The text of a record; the caller frees it. */
static by_text write_record(const by_record *record, int notation)
{
    by_text text = {0};
    by_error error = {0};

    if (by_record_write(game, record, notation, &text, &error))
        fail_msg("%s", error.message);
    return text;
}

/* The moves of a text as they are written, without the tags. */
static void assert_moves(const char *text, const char *expected)
{
    by_record *record = read_text(text);
    by_text written = write_record(record, 0);
    const char *moves = strstr(by_text_string(&written), "\n\n");

    assert_non_null(moves);
    assert_string_equal(moves + 2, expected);
    by_text_free(&written);
    by_record_destroy(record);
}

static bool same_remarks(const by_record *a, int i, const by_record *b, int j)
{
    for (int kind = BY_REMARK_BEFORE; kind <= BY_REMARK_MARKS; kind++)
        if (strcmp(by_record_remark(a, i, (enum by_remark)kind), by_record_remark(b, j, (enum by_remark)kind)) != 0)
            return false;
    return true;
}

static bool same_tree(const by_record *a, int i, const by_record *b, int j)
{
    if (by_record_move(a, i) != by_record_move(b, j) || !same_remarks(a, i, b, j))
        return false;
    i = by_record_child(a, i);
    j = by_record_child(b, j);
    for (; i != BY_RECORD_NONE && j != BY_RECORD_NONE; i = by_record_next(a, i), j = by_record_next(b, j))
        if (!same_tree(a, i, b, j))
            return false;
    return i == j;
}

static void assert_same(const by_record *a, const by_record *b)
{
    const char *name, *other_name, *value, *other_value;

    assert_true(same_tree(a, BY_RECORD_ROOT, b, BY_RECORD_ROOT));
    assert_int_equal(by_record_outcome(a), by_record_outcome(b));
    assert_string_equal(by_record_start(a) ? by_record_start(a) : "", by_record_start(b) ? by_record_start(b) : "");
    for (int i = 0; by_record_tag_at(a, BY_RECORD_ROOT, i, &name, &value); i++) {
        assert_true(by_record_tag_at(b, BY_RECORD_ROOT, i, &other_name, &other_value));
        assert_string_equal(name, other_name);
        assert_string_equal(value, other_value);
    }
}

/* Writes in every notation, reads each again and expects the same record, and the same text from it. */
static void assert_round_trips(const by_record *record)
{
    for (int notation = 0; notation < NOTATIONS; notation++) {
        by_text once = write_record(record, notation), twice;
        by_record *again = read_text(by_text_string(&once));

        assert_same(record, again);
        twice = write_record(again, notation);
        assert_string_equal(by_text_string(&once), by_text_string(&twice));
        by_text_free(&once);
        by_text_free(&twice);
        by_record_destroy(again);
    }
}

/* ---- As programs write it -------------------------------------------------------------------------------------- */

/* The same game in six notations reads as the same record, and each file is written again byte by byte. */
static void test_notations(void **state)
{
    char *text = data_file("chinese");
    by_record *first = read_text(text);

    (void)state;
    for (int notation = 0; notation < NOTATIONS; notation++) {
        char *other = data_file(notations[notation]);
        by_record *record = read_text(other);
        by_text written = write_record(record, notation);

        assert_same(first, record);
        assert_string_equal(by_text_string(&written), other);
        by_text_free(&written);
        by_record_destroy(record);
        free(other);
    }
    assert_int_equal(by_record_plies(first, by_record_last(first)), 20);
    assert_string_equal(by_record_tag(first, BY_RECORD_ROOT, "Opening"), "中炮对屏风马");
    assert_string_equal(by_record_remark(first, BY_RECORD_ROOT, BY_REMARK_AFTER), "五七炮对屏风马");
    assert_int_equal(by_record_outcome(first), BY_OUTCOME_FIRST);
    by_record_destroy(first);
    free(text);
}

/* A byte order mark, CRLF, notations mixed, numbers that stick to moves or are missing, Chinese blanks and dots, quotes
 * inside of a value: none of it matters. */
static void test_mixed(void **state)
{
    char *text = data_file("mixed");
    by_record *record = read_text(text);

    (void)state;
    assert_moves(text, "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. c3c4!? (4. g3g4 c6c5 {双方对抢先手}\n"
                       "5. b0a2 (5. b2b6 c7d5) 5... a6a5) (4. b0a2) 4... g6g5 {稳健} 5. h0h6 $10 h7i7\n1-0\n");
    assert_string_equal(by_record_tag(record, BY_RECORD_ROOT, "Event"), "The \"open\" cup");
    assert_string_equal(by_record_tag(record, BY_RECORD_ROOT, "Red"), "红方");
    assert_int_equal(by_record_outcome(record), BY_OUTCOME_FIRST);
    assert_round_trips(record);
    by_record_destroy(record);
    free(text);
}

/* One rank 10 decides how all coordinates of a game count ranks, also before it and in variations. One in a comment, in
 * a line for other programs, in a tag or in another game decides nothing. */
static void test_ranks1(void **state)
{
    (void)state;
    assert_moves("1. a1a2 i10i9 2. a2b2 i9i10 3. b2c2 *", "1. a0a1 i9i8 2. a1b1 i8i9 3. b1c1 *\n");
    assert_moves("1. b3c3 a7a6 2.A1-A2 (2. b1a3 {1-0} b10-c8) *", "1. b2c2 a6a5 2. a0a1 (2. b0a2 {1-0} 2... b9c7) *\n");
    assert_moves("1. b3c3 炮8平5 2. C2.5 H2+3 3.b1a3 3...i10i9", "1. b2c2 h7e7 2. h2e2 b9c7 3. b0a2 i9i8 *\n");
    assert_moves("[Format \"Ranks1\"]\nb3c3 炮8平5", "1. b2c2 h7e7 *\n");
    assert_moves("b2c2 {i10i9} ; i10i9\n%i10i9\na6a5", "1. b2c2 {i10i9\n i10i9} 1... a6a5 *\n");
    assert_moves("[Note \"i10i9\"]\nb2c2 *", "1. b2c2 *\n");
    assert_moves("b2c2 * a1a2 i10i9", "1. b2c2 *\n");
    assert_moves("b2c2\n[Round \"2\"]\na1a2 i10i9", "1. b2c2 *\n");
}

/* A game that begins with black's move, from a position of its own with its own count. */
static void test_endgame(void **state)
{
    char *text = data_file("endgame");
    by_record *record = read_text(text);
    by_text written = write_record(record, WXF);
    by_position *position;

    (void)state;
    assert_string_equal(by_record_start(record), "3k5/9/4P4/9/9/9/9/9/9/4K4 b - - 7 61");
    assert_string_equal(by_text_string(&written), text);
    assert_int_equal(by_record_position(record, by_record_last(record), game, &position, NULL), BY_OK);
    assert_position_text(position, "5k3/9/4P4/9/9/9/9/9/9/3K5 w - - 10 63");
    assert_round_trips(record);
    assert_moves("[FEN \"3k5/9/4P4/9/9/9/9/9/9/4K4 b - - 7 61\"]\nd9e9", "61... d9e9 *\n");
    by_position_destroy(position);
    by_text_free(&written);
    by_record_destroy(record);
    free(text);
}

/* A tag that names the initial position says nothing; letters of other conventions are read. */
static void test_start(void **state)
{
    by_record *record =
        read_text("[FEN \"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1\"]\nh2e2 *");

    (void)state;
    assert_null(by_record_start(record));
    assert_int_equal(by_record_plies(record, by_record_last(record)), 1);
    by_record_destroy(record);
}

/* Values keep what is quoted in them; what means "not known" is not kept. */
static void test_tags(void **state)
{
    by_record *record = read_text("[Event \"a \\\"b\\\" \\\\ c\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[red \"R\"]\n"
                                  "[Annotator \"?\"]\n\n*");
    by_text text = write_record(record, 0);

    (void)state;
    assert_string_equal(by_record_tag(record, BY_RECORD_ROOT, "Event"), "a \"b\" \\ c");
    assert_null(by_record_tag(record, BY_RECORD_ROOT, "Site"));
    assert_null(by_record_tag(record, BY_RECORD_ROOT, "Date"));
    assert_string_equal(by_text_string(&text),
                        "[Game \"Chinese Chess\"]\n[Event \"a \\\"b\\\" \\\\ c\"]\n[Site \"?\"]\n[Date \"?\"]\n"
                        "[Round \"?\"]\n[Red \"R\"]\n[Black \"?\"]\n[Result \"*\"]\n[Annotator \"?\"]\n"
                        "[Format \"Coordinates\"]\n\n*\n");
    assert_round_trips(record);
    by_text_free(&text);
    by_record_destroy(record);
}

/* The result at the end counts more than the tag, unless it says nothing. */
static void test_results(void **state)
{
    static const struct {
        const char *text;
        enum by_outcome outcome;
    } cases[] = {
        {"[Result \"1-0\"]\n*", BY_OUTCOME_FIRST},
        {"[Result \"1-0\"]\n0-1", BY_OUTCOME_SECOND},
        {"[Result \"1/2-1/2\"]\n", BY_OUTCOME_DRAW},
        {"[Result \"unclear\"]\n", BY_OUTCOME_UNKNOWN},
        {"1. h2e2 1/2-1/2", BY_OUTCOME_DRAW},
        {"1. 炮二平五 黑勝", BY_OUTCOME_SECOND},
        {"1. h2e2 1-0 {black resigns}", BY_OUTCOME_FIRST},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        by_record *record = read_text(cases[i].text);

        assert_int_equal(by_record_outcome(record), cases[i].outcome);
        by_record_destroy(record);
    }
    assert_moves("1. h2e2 1-0 {black resigns}", "1. h2e2 {black resigns} 1-0\n");
}

/* A comment belongs to the move before it, or to the next if a number or a parenthesis stands between. */
static void test_comments(void **state)
{
    (void)state;
    assert_moves("{a} {b}\n;c\n1. {d} h2e2 {e} ; f\n1... {g} h9g7 (1... {h} b9c7 {i}) {j} 2. h0g2 3. {k} *",
                 "{a\nb\nc} 1. {d} h2e2 {e\n f} 1... {g} h9g7 (1... {h} b9c7 {i}) 2. {j} h0g2 {k} *\n");
    assert_moves("h2e2 {  blanks  \n inside stay \n}", "1. h2e2 {blanks  \n inside stay} *\n");
    assert_moves("h2e2 {} {  } ;\n h9g7", "1. h2e2 h9g7 *\n");
    assert_moves("h2e2 ; a } brace\n; and [more]\nh9g7", "1. h2e2 ;a } brace\n; and [more]\n1... h9g7 *\n");
    assert_moves("h2e2 {(not a variation) [nor a tag] $5 1-0} h9g7",
                 "1. h2e2 {(not a variation) [nor a tag] $5 1-0} 1... h9g7 *\n");
    assert_moves("h2e2 (b2e2 ; } last\n)", "1. h2e2 (1. b2e2 ;} last\n) *\n");
}

/* Signs are kept as they are, the ones that stick to a move and the numbered ones. */
static void test_marks(void **state)
{
    (void)state;
    assert_moves("h2e2!? $14 $1 h9g7 ! {c} ??", "1. h2e2!? $14 $1 h9g7! ?? {c} *\n");
}

/* Variations hang where they belong, to any depth, and several beside each other. */
static void test_variations(void **state)
{
    by_record *record =
        read_text("1. h2e2 h9g7 (1... b9c7 2. h0g2 (2. b0c2 g6g5 (2... c6c5)) i9i8) (1... h7e7) 2. h0g2");
    int node = by_record_child(record, BY_RECORD_ROOT), variation;

    (void)state;
    assert_int_equal(by_record_next(record, node), BY_RECORD_NONE);
    node = by_record_child(record, node);
    variation = by_record_next(record, node);
    assert_int_equal(by_record_plies(record, by_record_last(record)), 3);
    assert_int_not_equal(by_record_next(record, variation), BY_RECORD_NONE);
    variation = by_record_child(record, variation);
    assert_int_not_equal(by_record_child(record, variation), BY_RECORD_NONE);
    variation = by_record_child(record, by_record_next(record, variation));
    assert_int_equal(by_record_plies(record, variation), 4);
    assert_int_not_equal(by_record_next(record, variation), BY_RECORD_NONE);
    assert_round_trips(record);
    by_record_destroy(record);
    assert_moves("h2e2 (b2e2 (c3c4 (g3g4) h9g7) h9g7) h9g7",
                 "1. h2e2 (1. b2e2 h9g7) (1. c3c4 h9g7) (1. g3g4) 1... h9g7 *\n");
}

/* Lines end before the eightieth column, counted as a terminal shows them, and never within a move and its number. */
static void test_wrapping(void **state)
{
    by_record *record;
    by_text text = {0}, written;
    int column = 0;

    (void)state;
    for (int i = 0; i < 40; i++)
        by_text_add(&text, "h2e2 h7e7 e2h2 e7h7 (e7d7) ");
    record = read_text(by_text_string(&text));
    written = write_record(record, CHINESE);
    for (const char *c = by_text_string(&written); *c; c++) {
        if (((unsigned char)*c & 0xC0) != 0x80)
            column += (unsigned char)*c >= 0xE1 ? 2 : 1;
        if (*c == '\n') {
            assert_true(c[-1] != '.' && c[-1] != '(' && c[-1] != ' ');
            column = 0;
        }
        assert_true(column <= 80);
    }
    assert_round_trips(record);
    by_record_destroy(record);
    by_text_free(&text);
    by_text_free(&written);
}

/* ---- Several games --------------------------------------------------------------------------------------------- */

/* One game after the other; damage to one does not hide those behind it. */
static void test_several(void **state)
{
    static const struct {
        const char *event;
        int plies, line;
        enum by_outcome outcome;
    } expected[] = {
        {"first", 2, 0, BY_OUTCOME_FIRST},
        {"second, without its result", 1, 0, BY_OUTCOME_UNKNOWN},
        {"third, damaged", 3, 10, BY_OUTCOME_UNKNOWN},
        {"fourth", 0, 13, BY_OUTCOME_UNKNOWN},
        {"fifth", 0, 0, BY_OUTCOME_UNKNOWN},
        {NULL, 1, 0, BY_OUTCOME_SECOND},
    };
    char *text = data_file("several");
    size_t length = strlen(text), offset = 0;
    by_record *record;

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        by_error error = {0};
        by_status status = by_record_read(game, text, length, &offset, &record, &error);
        const char *event;

        assert_non_null(record);
        assert_int_equal(status, expected[i].line ? BY_ERROR_INPUT : BY_OK);
        assert_int_equal(error.line, expected[i].line);
        event = by_record_tag(record, BY_RECORD_ROOT, "Event");
        assert_string_equal(event ? event : "", expected[i].event ? expected[i].event : "");
        assert_int_equal(by_record_plies(record, by_record_last(record)), expected[i].plies);
        assert_int_equal(by_record_outcome(record), expected[i].outcome);
        by_record_destroy(record);
    }
    assert_int_equal(by_record_read(game, text, length, &offset, &record, NULL), BY_OK);
    assert_null(record);
    assert_int_equal(offset, length);
    free(text);
}

/* An empty text has no record. */
static void test_nothing(void **state)
{
    static const char *const texts[] = {"", " \r\n\t ", "\xEF\xBB\xBF", "\xEF\xBB\xBF\r\n"};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        by_record *record;
        size_t offset = 0;

        assert_int_equal(by_record_read(game, texts[i], strlen(texts[i]), &offset, &record, NULL), BY_OK);
        assert_null(record);
        assert_int_equal(offset, strlen(texts[i]));
    }
}

/* ---- Damage ---------------------------------------------------------------------------------------------------- */

/* Damaged texts: where the error is, what it says, and how many moves stand before it. */
static const struct {
    const char *text;
    int line, column;
    const char *message;
    int plies;
} damages[] = {
    {"1. h2e2 h9g7\n2. h0g2 i9i4 3. i0h0", 2, 9, "move 2, black: 'i9i4' is no legal move", 3},
    {"1. 炮二平五 马8进7 2. 馬三進二 車9平8", 1, 17, "move 2, red: '馬三進二'", 2},
    {"1.h2e2 h9g7 2.nonsense", 1, 15, "move 2, red: 'nonsense'", 2},
    {"[FEN \"4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 30\"]\n30... e9d9", 2, 7, "move 30, black: 'e9d9'", 0},
    {"1. b3c3 i10i9 2. a0a1", 1, 18, "'a0a1' is no move, expected one like h3e3 (ranks from 1 to 10)", 2},
    {"1. a2a1 i10i9", 1, 4, "'a2a1' is no legal move: a2 is empty", 0},
    {"[Red \"红方\"] [FEN \"4k4/9/9/9/9/9/9/9/9/3X5 w\"]", 1, 39, "FEN: rank 0, file d: 'X' is no piece", 0},
    {"1. h2e2 {no end", 1, 9, "this comment has no end, expected }", 1},
    {"1. h2e2 h9g7 (1... b9c7 2. h0g2", 1, 14, "this variation has no end, expected )", 2},
    {"1. h2e2 (1. b2e2 *)", 1, 9, "this variation has no end, expected )", 1},
    {"1. h2e2 (1. b2e2\n[Event \"x\"]", 1, 9, "this variation has no end, expected )", 1},
    {"1. h2e2 ) h9g7", 1, 9, "here is a ) without its (", 1},
    {"(1. h2e2)", 1, 1, "there is no move to which this variation is an alternative", 0},
    {"1. h2e2 ((1. b2e2))", 1, 10, "there is no move to which this variation is an alternative", 1},
    {"1. h2e2 ()", 1, 10, "expected a move before the end of the variation", 1},
    {"1. h2e2 ({only a comment})", 1, 26, "expected a move before the end of the variation", 1},
    {"1. h2e2 }", 1, 9, "but here is '}'", 1},
    {"1. h2e2 ]", 1, 9, "but here is ']'", 1},
    {"1. h2e2 $ h9g7", 1, 9, "expected a number behind $", 1},
    {"$5 h2e2", 1, 1, "expected a move before the sign", 0},
    {"1. h2e2 (! b2e2)", 1, 10, "expected a move before the sign", 1},
    {"[]\nh2e2", 1, 2, "expected the name of a tag", 0},
    {"[Red]\nh2e2", 1, 5, "expected the value of the tag in quotes", 0},
    {"[Red A]\nh2e2", 1, 6, "expected the value of the tag in quotes", 0},
    {"[Red \"A]\nh2e2", 1, 7, "this value has no end", 0},
    {"[Red \"A\"\nh2e2", 1, 7, "this value has no end", 0},
    {"[", 1, 2, "expected the name of a tag", 0},
    {"[Event \"x\"]\n[FEN \"4k4/9/9/9/9/9/9/9/9/3X5 w\"]", 2, 28, "FEN: rank 0, file d: 'X' is no piece", 0},
    {"[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 w\"]", 1, 7, "FEN: the kings face each other", 0},
    {"1. h2e2 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, 9, "this word has 70 bytes",
     1},
    /* 炮二平五 in GBK, in a move, in a comment and in a tag; and UTF-16 */
    {"1. h2e2 \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5", 1, 9, "the encoding is not UTF-8 (byte 0xC5)", 1},
    {"1. h2e2 {\xC5\xDA}", 1, 10, "if it is GBK, convert it first", 1},
    {"1. h2e2 ;\xC5\xDA", 1, 10, "the encoding is not UTF-8", 1},
    {"[Red \"\xBA\xEC\"]\n1. h2e2", 1, 7, "the encoding is not UTF-8 (byte 0xBA)", 0},
    {"[\xBA\xEC \"\"]", 1, 2, "the encoding is not UTF-8", 0},
    {"\xFF\xFE[", 1, 1, "the encoding is not UTF-8 (byte 0xFF)", 0},
    {"1. h2e2 \xE7\x82", 1, 9, "the encoding is not UTF-8", 1},
    {"1. h2e2 {\xED\xA0\x80}", 1, 10, "the encoding is not UTF-8", 1},
    {"1. h2e2 {\xC0\x80}", 1, 10, "the encoding is not UTF-8", 1},
};

/* Every damage is reported with its place, and the moves before it are kept. */
static void test_damage(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        by_record *record = NULL;
        by_error error = {0};
        size_t offset = 0;

        assert_int_equal(by_record_read(game, damages[i].text, strlen(damages[i].text), &offset, &record, &error),
                         BY_ERROR_INPUT);
        assert_non_null(record);
        if (error.line != damages[i].line || error.column != damages[i].column ||
            !strstr(error.message, damages[i].message))
            fail_msg("%s\nline %d, column %d: %s", damages[i].text, error.line, error.column, error.message);
        assert_int_equal(by_record_plies(record, by_record_last(record)), damages[i].plies);
        assert_round_trips(record);
        by_record_destroy(record);
    }
}

/* A byte of 0 ends no text: it is damage. */
static void test_zero_byte(void **state)
{
    static const char text[] = "1. h2e2 \0 h9g7";
    by_record *record;
    by_error error = {0};
    size_t offset = 0;

    (void)state;
    assert_int_equal(by_record_read(game, text, sizeof text - 1, &offset, &record, &error), BY_ERROR_INPUT);
    assert_int_equal(error.column, 9);
    assert_non_null(strstr(error.message, "a byte of 0"));
    assert_int_equal(by_record_plies(record, by_record_last(record)), 1);
    by_record_destroy(record);
}

/* A file cut off anywhere gives a record of what stands before the cut, and never more moves than the whole. */
static void test_every_cut(void **state)
{
    char *text = data_file("chinese");
    size_t length = strlen(text);
    int most = 0;

    (void)state;
    for (size_t cut = 0; cut <= length; cut++) {
        char *part = malloc(cut ? cut : 1); /* of its own size, so that a step beyond it shows */
        by_record *record;
        size_t offset = 0;
        int plies;

        assert_non_null(part);
        memcpy(part, text, cut);
        (void)by_record_read(game, part, cut, &offset, &record, NULL);
        plies = record ? by_record_plies(record, by_record_last(record)) : 0;
        assert_true(plies >= most && plies <= 20 && offset <= cut);
        most = plies;
        by_record_destroy(record);
        free(part);
    }
    assert_int_equal(most, 20);
    free(text);
}

/* A record with a move that is not legal is not written at all. */
static void test_write_illegal(void **state)
{
    by_record *record;
    by_text text = {0};
    by_error error = {0};

    (void)state;
    assert_int_equal(by_record_create(&record, NULL), BY_OK);
    assert_int_equal(by_record_add(record, BY_RECORD_ROOT, 12345678, NULL, NULL), BY_OK);
    by_text_add(&text, "before");
    assert_int_equal(by_record_write(game, record, 0, &text, &error), BY_ERROR_INPUT);
    assert_string_equal(by_text_string(&text), "before");
    assert_non_null(strstr(error.message, "not legal"));
    by_text_free(&text);
    by_record_destroy(record);
}

/* ---- Round trips ----------------------------------------------------------------------------------------------- */

static const char *const remarks[] = {"",      "",  "",    "one line",          "two\nlines",          "评注：好棋！",
                                      "a } b", "}", "; {", "[Tag] (1. h2e2) *", "lines\n\n} with\n {", "% percent"};
static const char *const signs[] = {"", "", "", "!", "??", "$14", "!? $5 $6", "$5 !"};

static void add_remarks(by_record *record, int node, struct by_random *random)
{
    enum { REMARKS = sizeof remarks / sizeof remarks[0], SIGNS = sizeof signs / sizeof signs[0] };

    by_record_set_remark(record, node, BY_REMARK_BEFORE, remarks[by_random_below(random, REMARKS)], NULL);
    by_record_set_remark(record, node, BY_REMARK_AFTER, remarks[by_random_below(random, REMARKS)], NULL);
    by_record_set_remark(record, node, BY_REMARK_MARKS, signs[by_random_below(random, SIGNS)], NULL);
}

/* Adds a random line below a node, and now and then a variation to one of its moves. */
static void add_line(by_record *record, int node, by_position *position, struct by_random *random, int plies)
{
    struct by_move_info list[128];
    struct by_moves moves = {.list = list};
    int branches = by_random_below(random, 6) == 0 ? 2 : 1;

    by_position_moves(position, BY_MOVES_ALL, &moves);
    if (!plies || !moves.count)
        return;
    for (int i = 0; i < branches; i++) {
        by_move move = list[by_random_below(random, (uint32_t)moves.count)].move;
        int child;

        assert_int_equal(by_record_add(record, node, move, &child, NULL), BY_OK);
        add_remarks(record, child, random);
        assert_int_equal(by_position_push(position, move, NULL), BY_OK);
        add_line(record, child, position, random, i ? plies / 2 : plies - 1);
        by_position_pop(position, NULL);
    }
}

/* Random trees with remarks of every kind come back unchanged in every notation. */
static void test_random_round_trips(void **state)
{
    struct by_random random = {20240501};
    by_position *position;

    (void)state;
    assert_int_equal(by_position_create(game, &position, NULL), BY_OK);
    for (int i = 0; i < 40; i++) {
        by_record *record;

        assert_int_equal(by_record_create(&record, NULL), BY_OK);
        by_record_set_remark(record, BY_RECORD_ROOT, BY_REMARK_AFTER, remarks[by_random_below(&random, 12)], NULL);
        by_record_set_outcome(record, (enum by_outcome)by_random_below(&random, 4));
        add_line(record, BY_RECORD_ROOT, position, &random, 30);
        assert_round_trips(record);
        by_record_destroy(record);
    }
    by_position_destroy(position);
}

/* ---- Size ------------------------------------------------------------------------------------------------------ */

/* A game of 20,000 plies in which each variation holds the next one: deeper than any recursion should go. */
static void test_deep(void **state)
{
    enum { PLIES = 20000 };
    static const char *const moves[] = {"h2e2", "h7e7", "e2h2", "e7h7"};
    static const char *const others[] = {"c3c4", "c6c5", "e2d2", "e7d7"};
    by_text text = {0}, written, again;
    by_record *record;

    (void)state;
    for (int i = 0; i < PLIES; i++)
        by_text_printf(&text, "%s (%s ", others[i % 4], moves[i % 4]);
    for (int i = 0; i < PLIES; i++)
        by_text_add_char(&text, ')');
    record = read_text(by_text_string(&text));
    written = write_record(record, 0);
    by_record_destroy(record);
    record = read_text(by_text_string(&written));
    again = write_record(record, 0);
    assert_string_equal(by_text_string(&written), by_text_string(&again));
    by_record_destroy(record);
    by_text_free(&text);
    by_text_free(&written);
    by_text_free(&again);
}

/* Large texts of one kind of thing: comments, variations beside each other, signs, parentheses, games. */
static void test_large(void **state)
{
    static const struct {
        const char *begin, *part;
        by_status status;
    } cases[] = {
        {"h2e2 ", "{comment} ", BY_OK},    {"h2e2 ", "; comment }\n", BY_OK}, {"h2e2 ", "(b2e2 h9g7) ", BY_OK},
        {"h2e2 ", "1. {x} ", BY_OK},       {"", "h2e2 1-0\n", BY_OK},         {"", "[Event \"x\"]\n", BY_OK},
        {"h2e2 ", "! ", BY_ERROR_INPUT},   {"h2e2 ", "(", BY_ERROR_INPUT},    {"h2e2 ", ")", BY_ERROR_INPUT},
        {"", "[Event \"", BY_ERROR_INPUT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        by_text text = {0};
        by_record *record;
        by_status status = BY_OK;
        size_t offset = 0;

        by_text_add(&text, cases[i].begin);
        for (int n = 0; n < 20000; n++)
            by_text_add(&text, cases[i].part);
        do {
            status = by_record_read(game, by_text_string(&text), text.length, &offset, &record, NULL);
            assert_int_equal(status, record ? cases[i].status : BY_OK);
            by_record_destroy(record);
        } while (record);
        by_text_free(&text);
    }
}

/* ---- Other games ----------------------------------------------------------------------------------------------- */

static const struct by_pgn plain = {BY_SIZE(by_pgn), .sides = {"White", "Black"}};
static const struct by_pgn with_setup = {BY_SIZE(by_pgn), .sides = {"White", "Black"}, .has_setup = true};

/* Opens connect four with this PGN. */
static by_game *connect4_with(const struct by_pgn *pgn, by_game_type *type, struct by_records *records)
{
    const by_game_type *connect4;
    by_game *opened;

    assert_int_equal(by_game_type_find("connect4", &connect4, NULL), BY_OK);
    *records = (struct by_records){BY_SIZE(by_records), .format = "PGN", .pgn = pgn};
    *type = *connect4;
    type->records = records;
    assert_int_equal(by_game_open(type, NULL, &opened, NULL), BY_OK);
    return opened;
}

/* Reads a text as a game of connect four and expects how it is written; NULL: the message of its damage. */
static void assert_connect4(const struct by_pgn *pgn, const char *text, const char *written, const char *message)
{
    by_game_type type;
    struct by_records records;
    by_game *connect4 = connect4_with(pgn, &type, &records);
    by_record *record = NULL;
    by_text out = {0};
    by_error error = {0};
    size_t offset = 0;

    assert_int_equal(by_record_read(connect4, text, strlen(text), &offset, &record, &error),
                     message ? BY_ERROR_INPUT : BY_OK);
    assert_string_equal(error.message, message ? message : "");
    assert_int_equal(by_record_write(connect4, record, -1, &out, NULL), BY_OK);
    if (written)
        assert_string_equal(by_text_string(&out), written);
    by_text_free(&out);
    by_record_destroy(record);
    by_game_close(connect4);
}

#define ROSTER "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"B\"]\n"
#define START  "......./......./......./......./...o.../..xx..."

/* A game that names only its sides has PGN: moves count from 1 and from who moves at the start, there is no tag for
 * the notation, and tags that other games use for theirs are tags like all others. */
static void test_plain(void **state)
{
    (void)state;
    assert_connect4(&plain, "[black \"B\"] 1. d d 2. c (2. e?) 1/2-1/2",
                    ROSTER "[Result \"1/2-1/2\"]\n\n1. d d 2. c (2. e?) 1/2-1/2\n", NULL);
    assert_connect4(&plain, "[Black \"B\"][Game \"g\"][Format \"f\"][FEN \"" START "\"] e f",
                    ROSTER "[Result \"*\"]\n[Game \"g\"]\n[Format \"f\"]\n[FEN \"" START "\"]\n\n1... e 2. f *\n",
                    NULL);
    assert_connect4(&plain, "1. d 红胜", NULL, "move 1, o: '红胜' is no legal move here, expected one like 'g'");
    assert_connect4(&plain, "[Black]", NULL, "expected the value of the tag in quotes, as in [White \"...\"]");
}

/* [SetUp "1"] is written before a FEN if the game has it, and is read by all. */
static void test_setup(void **state)
{
    static const char text[] = ROSTER "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"" START "\"]\n\n1... e 2. f *\n";

    (void)state;
    assert_connect4(&with_setup, text, text, NULL);
    assert_connect4(&plain, text, ROSTER "[Result \"*\"]\n[FEN \"" START "\"]\n\n1... e 2. f *\n", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notations),     cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_ranks1),        cmocka_unit_test(test_endgame),
        cmocka_unit_test(test_start),         cmocka_unit_test(test_tags),
        cmocka_unit_test(test_results),       cmocka_unit_test(test_comments),
        cmocka_unit_test(test_marks),         cmocka_unit_test(test_variations),
        cmocka_unit_test(test_wrapping),      cmocka_unit_test(test_several),
        cmocka_unit_test(test_nothing),       cmocka_unit_test(test_damage),
        cmocka_unit_test(test_zero_byte),     cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_write_illegal), cmocka_unit_test(test_random_round_trips),
        cmocka_unit_test(test_deep),          cmocka_unit_test(test_large),
        cmocka_unit_test(test_plain),         cmocka_unit_test(test_setup),
    };

    return cmocka_run_group_tests(tests, open_xiangqi, close_xiangqi);
}
