/* SPDX-License-Identifier: MIT
 *
 * Moves of xiangqi in writing. The examples are those of the sources that define the notations:
 *
 *     WXF       "Official Xiangqi Piece Names and Notation", World Xiangqi Federation (wxf.org, wxf_notation.html)
 *     China     象棋竞赛规则 (2020), 7.5
 *     xqbase    中国象棋电脑应用规范（二）：着法表示 (xqbase.com, cchess_move.htm)
 *     Wikipedia 象棋, section 中式记谱法, which describes DhtmlXQ too
 *     Fairy     Fairy-Stockfish, its tests of get_san with NOTATION_XIANGQI_WXF
 */
#include <string.h>

#include "boyi/random.h"
#include "support/check.h"
#include "support/opened.h"

enum notation { COORDINATES, ICCS, RANKS1, WXF, CHINESE, TRADITIONAL, NOTATIONS, ANY = BY_NOTATION_ANY };

enum { POSITIONS = 10000, PLIES = 120, MOVES_MOST = 128 };

/* ---- Random positions -------------------------------------------------------------------------------------------- */

/* A board that is being set up, by ranks from red's side; and what is drawn from. */
struct setup {
    char board[10][9];
    struct by_random random;
};

static int below(struct setup *setup, int bound)
{
    return (int)by_random_below(&setup->random, (uint32_t)bound);
}

/* Puts a piece on a point given as its side sees it, if nothing is there. */
static bool put(struct setup *setup, bool is_red, char letter, int file, int rank)
{
    char *point = &setup->board[is_red ? rank : 9 - rank][file];

    if (*point)
        return false;
    *point = (char)(is_red ? letter - 'a' + 'A' : letter);
    return true;
}

/* Five pawns beyond the river, grouped by `shape`: the number on a file, then on the next. */
static void put_pawns(struct setup *setup, bool is_red)
{
    static const char *const shapes[] = {"5", "41", "32", "221", "311", "2111", "4", "22", "3", "31", "11111", "211"};
    const char *shape = shapes[below(setup, sizeof shapes / sizeof shapes[0])];
    int file = below(setup, 9);

    for (; *shape; shape++, file = (file + 1 + below(setup, 2)) % 9)
        for (int i = 0; i < *shape - '0'; i++)
            for (int tries = 0; tries < 20 && !put(setup, is_red, 'p', file, 5 + below(setup, 5)); tries++)
                ;
}

static void put_guards(struct setup *setup, bool is_red)
{
    static const int advisors[5][2] = {{3, 0}, {5, 0}, {4, 1}, {3, 2}, {5, 2}};
    static const int elephants[7][2] = {{2, 0}, {6, 0}, {0, 2}, {4, 2}, {8, 2}, {2, 4}, {6, 4}};

    put(setup, is_red, 'k', 3 + below(setup, 3), below(setup, 3));
    for (int i = below(setup, 3); i > 0; i--) {
        int a = below(setup, 5), e = below(setup, 7);

        put(setup, is_red, 'a', advisors[a][0], advisors[a][1]);
        put(setup, is_red, 'b', elephants[e][0], elephants[e][1]);
    }
}

/* Two of each, often on one file. */
static void put_officers(struct setup *setup, bool is_red)
{
    for (const char *letter = "rnc"; *letter; letter++) {
        int file = below(setup, 9), other = below(setup, 2) ? file : below(setup, 9);

        if (below(setup, 3))
            put(setup, is_red, *letter, file, below(setup, 10));
        if (below(setup, 3))
            put(setup, is_red, *letter, other, below(setup, 10));
    }
}

static void write_fen(const struct setup *setup, bool is_red, by_text *fen)
{
    by_text_clear(fen);
    for (int rank = 9; rank >= 0; rank--) {
        for (int file = 0; file < 9; file++)
            by_text_add_char(fen, setup->board[rank][file] ? setup->board[rank][file] : '1');
        by_text_add_char(fen, rank ? '/' : ' ');
    }
    by_text_add_char(fen, is_red ? 'w' : 'b');
}

/* Sets up a random position in which pieces of a kind crowd on files; tries until one can occur. */
static void place_randomly(struct setup *setup, by_position *position)
{
    by_text fen = {0};

    do {
        memset(setup->board, 0, sizeof setup->board);
        for (int is_red = 0; is_red < 2; is_red++) {
            put_guards(setup, is_red);
            put_pawns(setup, is_red);
            put_officers(setup, is_red);
        }
        write_fen(setup, below(setup, 2), &fen);
    } while (by_position_parse(position, by_text_string(&fen), NULL));
    by_text_free(&fen);
}

/* Makes a random move; starts again when the game is over or long. */
static void play_randomly(struct setup *setup, by_position *position)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};
    size_t length;

    by_position_history(position, &length);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    if (!moves.count || length == PLIES)
        assert_int_equal(
            by_position_parse(position, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", NULL), BY_OK);
    else
        assert_int_equal(by_position_push(position, list[below(setup, moves.count)].move, NULL), BY_OK);
}

/* ---- Round trips ------------------------------------------------------------------------------------------------- */

/* The forms that the moves of pawns took, so that it is known what was tested. */
struct seen {
    int second;  /* 二: of four or more */
    int fifth;   /* 五: of five */
    int middle;  /* 中 */
    int by_file; /* 前三平四, 前７平６: with several on another file */
    int outside; /* ++ and -- */
    int total;
};

static void note(struct seen *seen, int notation, const char *text)
{
    if (notation == CHINESE) {
        seen->second += strncmp(text, "二", 3) == 0;
        seen->fifth += strncmp(text, "五", 3) == 0;
        seen->middle += strncmp(text, "中", 3) == 0;
        seen->by_file += strncmp(text, "前三", 6) == 0 || strncmp(text, "前７", 6) == 0;
    }
    seen->outside += notation == WXF && (strncmp(text, "++", 2) == 0 || strncmp(text, "--", 2) == 0);
    seen->total++;
}

static void check_round_trip(by_position *position, by_move move, by_text *text, struct seen *seen)
{
    for (int notation = 0; notation < NOTATIONS; notation++) {
        by_move read = BY_MOVE_NONE;
        by_error error = {0};

        by_text_clear(text);
        by_position_print_move_as(position, move, notation, text);
        assert_int_equal(by_position_parse_move_as(position, by_text_string(text), notation, &read, &error), BY_OK);
        assert_int_equal(read, move);
        assert_int_equal(by_position_parse_move(position, by_text_string(text), &read, &error), BY_OK);
        if (notation != RANKS1) /* which may be a move with ranks from 0 too */
            assert_int_equal(read, move);
        note(seen, notation, by_text_string(text));
    }
}

static void check_all_moves(by_position *position, by_text *text, struct seen *seen)
{
    struct by_move_info list[MOVES_MOST];
    struct by_moves moves = {.list = list};

    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++)
        check_round_trip(position, list[i].move, text, seen);
}

/* Every legal move of 10,000 random positions, of games and of crowded files, is read back in every notation as itself,
 * so that no two are written alike; and every way to name pawns occurred. */
static void test_round_trips(void **state)
{
    struct opened game = open_position("xiangqi", "", NULL), placed = open_position("xiangqi", "", NULL);
    struct setup setup = {.random = {7}};
    struct seen seen = {0};
    by_text text = {0};

    (void)state;
    for (int i = 0; i < POSITIONS / 2; i++) {
        play_randomly(&setup, game.position);
        check_all_moves(game.position, &text, &seen);
        place_randomly(&setup, placed.position);
        check_all_moves(placed.position, &text, &seen);
    }
    assert_true(seen.total > 6 * 20 * POSITIONS);
    assert_true(seen.second > 500 && seen.fifth > 100 && seen.middle > 500 && seen.by_file > 100);
    assert_true(seen.outside > 500);
    by_text_free(&text);
    close_position(&game);
    close_position(&placed);
}

/* ---- Examples ---------------------------------------------------------------------------------------------------- */

#define START      NULL
#define TANDEM_R   "2r1k4/9/9/9/2R6/9/2R6/9/9/3K5 w" /* two rooks on red's file 7 */
#define TANDEM_C   "4k4/9/6c2/9/9/6c2/9/9/9/3K5 b"   /* two cannons on black's file 7 */
#define TWO_HORSES "4k4/9/9/5N3/9/5N3/9/9/9/3K5 w"   /* on red's file 4 */
#define ADVISORS   "4k4/9/9/9/9/2B6/9/5A3/9/2BK1A3 w"
#define TWO        "4k4/9/6P2/6P2/9/9/9/9/9/3K5 w" /* pawns on red's file 3 */
#define THREE      "4k4/6P2/6P2/6P2/9/9/9/9/9/3K5 w"
#define FOUR       "4k1P2/6P2/6P2/6P2/9/9/9/9/9/3K5 w"
#define FIVE       "4k1P2/6P2/6P2/6P2/6P2/9/9/9/9/3K5 w"
#define THREE_TWO  "4k4/2P3P2/2P3P2/6P2/9/9/9/9/9/3K5 w" /* on red's files 3 and 7 */
#define XQBASE     "4k4/3P1P3/9/3P1P3/9/9/9/9/9/3K5 w"   /* on red's files 4 and 6 */
#define BLACK_FIVE "3k5/9/9/9/9/2p6/2p6/2p6/2p6/2p1K4 b" /* on black's file 3 */
#define BLACK_TWOS "3k5/9/9/9/9/9/9/3p1p3/3p1p3/4K4 b"   /* on black's files 4 and 6 */
#define NINE       "4k4/9/P3P4/P3P4/9/9/9/9/9/3K5 w"     /* on red's files 9 and 5 */
#define ONE_BLOCKS "4k4/9/9/9/9/9/2CN5/9/2C6/3K5 w"      /* the front cannon cannot go across to the right */

static const struct example {
    const char *fen;
    const char *move; /* in coordinates */
    int notation;
    bool is_written; /* or only read */
    const char *text;
} examples[] = {
    /* The forms of the task of every player: the first move of most games */
    {START, "h2e2", COORDINATES, true, "h2e2"},
    {START, "h2e2", COORDINATES, false, "H2-E2"},
    {START, "h2e2", COORDINATES, false, "h2-e2"},
    {START, "h2e2", COORDINATES, false, "H2E2"},
    {START, "h2e2", ICCS, true, "H2-E2"},
    {START, "h2e2", ICCS, false, "h2e2"},
    {START, "h2e2", RANKS1, true, "h3e3"},
    {START, "h2e2", RANKS1, false, "H3-E3"},
    {START, "h2e2", WXF, true, "C2.5"},
    {START, "h2e2", WXF, false, "C2=5"},
    {START, "h2e2", WXF, false, "c2.5"},
    {START, "h2e2", CHINESE, true, "炮二平五"},
    {START, "h2e2", TRADITIONAL, true, "炮二平五"},
    {START, "h2e2", CHINESE, false, "砲二平五"},
    {START, "h2e2", CHINESE, false, "包２平5"},
    {START, "h2e2", ANY, false, "炮2平五"},
    /* Fairy */
    {START, "h0g2", WXF, true, "H2+3"},
    {START, "c0e2", WXF, true, "E7+5"},
    {START, "h2h9", WXF, true, "C2+7"},
    {START, "h0g2", WXF, false, "N2+3"},
    {START, "c0e2", WXF, false, "b7+5"},
    {START, "e0e1", WXF, true, "K5+1"},
    {START, "e0e1", WXF, false, "G5+1"},
    {START, "e3e4", WXF, false, "S5+1"},
    {START, "e0e1", CHINESE, true, "帅五进一"},
    {START, "e0e1", TRADITIONAL, true, "帥五進一"},
    {START, "e0e1", CHINESE, false, "將五進1"},
    {START, "d0e1", CHINESE, true, "仕六进五"},
    {START, "d0e1", CHINESE, false, "士六上五"},
    {START, "h0g2", CHINESE, false, "傌二進三"},
    {START, "h0g2", CHINESE, false, "㐷二进三"},
    {START, "i0i1", CHINESE, false, "俥一进一"},
    /* Tandems: WXF (車前平三, 炮後退一), China */
    {TANDEM_R, "c5g5", WXF, true, "R+.3"},
    {TANDEM_R, "c5g5", WXF, false, "+R=3"},
    {TANDEM_R, "c5g5", CHINESE, true, "前车平三"},
    {TANDEM_R, "c5g5", TRADITIONAL, true, "前車平三"},
    {TANDEM_R, "c5g5", CHINESE, false, "車前平三"},
    {TANDEM_R, "c3d3", CHINESE, true, "后车平六"},
    {TANDEM_R, "c3d3", TRADITIONAL, true, "後車平六"},
    {TANDEM_R, "c5c9", ANY, false, "R7+4"}, /* the rear one cannot */
    {TANDEM_C, "g7g8", TRADITIONAL, false, "炮後退一"},
    {TANDEM_C, "g7g8", WXF, true, "C--1"},
    {TANDEM_C, "g7g6", WXF, true, "C-+1"},
    {TANDEM_C, "g4g5", WXF, true, "C+-1"},
    {TANDEM_C, "g4g5", CHINESE, true, "前炮退１"},
    {TANDEM_C, "g4g5", TRADITIONAL, true, "前砲退１"},
    {TWO_HORSES, "f6d5", CHINESE, true, "前马退六"},
    {TWO_HORSES, "f6d5", TRADITIONAL, true, "前馬退六"},
    {TWO_HORSES, "f6d5", ANY, false, "前傌退六"},
    {TWO_HORSES, "f4h3", WXF, true, "H--2"},
    {ONE_BLOCKS, "c1g1", ANY, false, "C7=3"},
    /* Advisors and elephants: xqbase, Wikipedia */
    {ADVISORS, "f2e1", CHINESE, true, "仕四退五"},
    {ADVISORS, "f0e1", CHINESE, true, "仕四进五"},
    {ADVISORS, "f0e1", CHINESE, false, "后仕进五"},
    {ADVISORS, "f2e1", WXF, true, "A4-5"},
    {ADVISORS, "c4a2", CHINESE, false, "前相退九"},
    /* Pawns: two */
    {TWO, "g7h7", WXF, true, "P+.2"},
    {TWO, "g7g8", WXF, true, "P++1"},
    {TWO, "g7g8", WXF, false, "+P+1"},
    {TWO, "g6f6", WXF, true, "P-.4"},
    {TWO, "g7g8", CHINESE, true, "前兵进一"},
    {TWO, "g6f6", CHINESE, true, "后兵平四"},
    {TWO, "g7g8", CHINESE, false, "兵三进一"}, /* the other one is blocked */
    /* three: WXF (I), China, xqbase */
    {THREE, "g8f8", WXF, true, "P+.4"},
    {THREE, "g7f7", WXF, true, "P3.4"},
    {THREE, "g6f6", WXF, true, "P-.4"},
    {THREE, "g7f7", WXF, false, "P=.4"},
    {THREE, "g7f7", WXF, false, "23.4"},
    {THREE, "g6f6", WXF, false, "33.4"}, /* Fairy: the third on file 3 */
    {THREE, "g8f8", CHINESE, true, "前兵平四"},
    {THREE, "g7f7", CHINESE, true, "中兵平四"},
    {THREE, "g6f6", CHINESE, true, "后兵平四"},
    {THREE, "g7f7", CHINESE, false, "二兵平四"},
    /* five and four: WXF (II), (III), Wikipedia; in brackets by xqbase */
    {FIVE, "g9f9", WXF, true, "++.4"},
    {FIVE, "g8f8", WXF, true, "P+.4"},
    {FIVE, "g7f7", WXF, true, "P3.4"},
    {FIVE, "g6f6", WXF, true, "P-.4"},
    {FIVE, "g5f5", WXF, true, "--.4"},
    {FIVE, "g6f6", WXF, false, "Pd.4"},
    {FIVE, "g5f5", WXF, false, "53.4"},
    {FIVE, "g9f9", CHINESE, true, "前兵平四"},
    {FIVE, "g8f8", CHINESE, true, "二兵平四"},
    {FIVE, "g7f7", CHINESE, true, "三兵平四"},
    {FIVE, "g6f6", CHINESE, true, "四兵平四"},
    {FIVE, "g5f5", CHINESE, true, "五兵平四"},
    {FIVE, "g9f9", CHINESE, false, "一兵平四"},
    {FIVE, "g5f5", CHINESE, false, "后兵平四"},
    {FIVE, "g7f7", CHINESE, false, "中兵平四"},
    {FOUR, "g9f9", WXF, true, "++.4"},
    {FOUR, "g8f8", WXF, true, "P+.4"},
    {FOUR, "g7f7", WXF, true, "P-.4"},
    {FOUR, "g6f6", WXF, true, "--.4"},
    {FOUR, "g6f6", CHINESE, true, "四兵平四"},
    {FOUR, "g6f6", TRADITIONAL, false, "後兵平四"},
    {BLACK_FIVE, "c0d0", CHINESE, true, "前卒平４"},
    {BLACK_FIVE, "c1d1", CHINESE, true, "二卒平４"},
    {BLACK_FIVE, "c4d4", CHINESE, true, "五卒平４"},
    {BLACK_FIVE, "c4d4", CHINESE, false, "5卒平4"},
    {BLACK_FIVE, "c1d1", WXF, true, "P+.4"},
    /* three and two: WXF (IV), Wikipedia; numbered on by xqbase */
    {THREE_TWO, "g8f8", WXF, true, "3+.4"},
    {THREE_TWO, "g7f7", WXF, true, "33.4"},
    {THREE_TWO, "g6f6", WXF, true, "3-.4"},
    {THREE_TWO, "c8d8", WXF, true, "7+.6"},
    {THREE_TWO, "c7d7", WXF, true, "7-.6"},
    {THREE_TWO, "c7d7", WXF, false, "27=6"},
    {THREE_TWO, "c7d7", WXF, false, "P-7.6"},
    {THREE_TWO, "g7f7", CHINESE, true, "中三平四"},
    {THREE_TWO, "g7f7", CHINESE, false, "二三平四"},
    {THREE_TWO, "c7d7", CHINESE, true, "后七平六"},
    {THREE_TWO, "c7d7", TRADITIONAL, true, "後七平六"},
    {THREE_TWO, "c7d7", CHINESE, false, "五兵平六"},
    {THREE_TWO, "c7d7", CHINESE, false, "后兵平六"}, /* the other rear pawn cannot get there */
    {NINE, "a7b7", CHINESE, true, "前九平八"},
    {NINE, "a7b7", CHINESE, false, "前兵九平八"},
    {NINE, "a7b7", CHINESE, false, "前九兵平八"},
    /* two and two: the table of xqbase */
    {XQBASE, "f8e8", CHINESE, false, "一兵平五"},
    {XQBASE, "f6e6", CHINESE, false, "二兵平五"},
    {XQBASE, "d8e8", CHINESE, false, "三兵平五"},
    {XQBASE, "d6e6", CHINESE, false, "四兵平五"},
    {XQBASE, "f8e8", CHINESE, true, "前四平五"},
    {XQBASE, "f8e8", CHINESE, false, "前兵四平五"},
    {XQBASE, "d6e6", WXF, false, "Pd.5"},
    {BLACK_TWOS, "d1e1", CHINESE, false, "一卒平５"},
    {BLACK_TWOS, "f2g2", CHINESE, false, "四卒平7"},
    {BLACK_TWOS, "f2g2", CHINESE, true, "后６平７"},
    {BLACK_TWOS, "f2g2", WXF, true, "6-.7"},
};

static by_move read_as(by_position *position, const char *text, int notation)
{
    by_move move = BY_MOVE_NONE;
    by_error error = {0};

    by_position_parse_move_as(position, text, notation, &move, &error);
    if (move == BY_MOVE_NONE)
        print_message("%s: %s\n", text, error.message);
    return move;
}

/* The examples of the notations' sources are written and read correctly, with their notation named and without which it
 * is. */
static void test_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const struct example *example = &examples[i];
        struct opened opened = open_position("xiangqi", "", example->fen);
        by_move move = read_as(opened.position, example->move, COORDINATES);
        by_text text = {0};

        assert_int_not_equal(move, BY_MOVE_NONE);
        assert_int_equal(read_as(opened.position, example->text, example->notation), move);
        assert_int_equal(read_as(opened.position, example->text, ANY), move);
        if (example->is_written) {
            by_position_print_move_as(opened.position, move, example->notation, &text);
            assert_string_equal(by_text_string(&text), example->text);
        }
        by_text_free(&text);
        close_position(&opened);
    }
}

/* Ranks may count from 0 or from 1. A named notation decides; without one, a legal move with ranks from 0 comes
 * first. */
static void test_ranks(void **state)
{
    static const struct {
        const char *text;
        int notation;
        const char *meant; /* NULL: refused */
    } cases[] = {
        {"a1b1", COORDINATES, "a1b1"}, {"a1b1", RANKS1, "a0b0"},     {"a1b1", ANY, "a1b1"},
        {"a2b2", ANY, "a1b1"},         {"a2b2", COORDINATES, NULL},  {"a2a10", ANY, "a1a9"},
        {"a2a10", RANKS1, "a1a9"},     {"a2a10", COORDINATES, NULL}, {"A2-A10", ANY, "a1a9"},
        {"a0b0", COORDINATES, "a0b0"}, {"a0b0", RANKS1, NULL},       {"a1a10", COORDINATES, NULL},
    };
    struct opened opened = open_position("xiangqi", "", "4k4/9/9/9/9/9/9/9/C8/R2K5 w");

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        by_move move = BY_MOVE_NONE, meant = BY_MOVE_NONE;

        by_position_parse_move_as(opened.position, cases[i].text, cases[i].notation, &move, NULL);
        if (cases[i].meant)
            meant = read_as(opened.position, cases[i].meant, COORDINATES);
        assert_int_equal(move, meant);
    }
    close_position(&opened);
}

/* The notations have the names and the order that programs look for. */
static void test_names(void **state)
{
    static const char *const names[] = {"coordinates", "iccs", "ranks1", "wxf", "chinese", "traditional"};
    const by_game_type *type = NULL;
    struct opened opened = open_position("xiangqi", "", NULL);
    by_move move;

    (void)state;
    assert_int_equal(by_game_type_find("xiangqi", &type, NULL), BY_OK);
    for (int i = 0; i < NOTATIONS; i++)
        assert_string_equal(type->notations[i], names[i]);
    assert_null(type->notations[NOTATIONS]);
    assert_int_equal(by_position_parse_move_as(opened.position, "h2e2", NOTATIONS, &move, NULL), BY_ERROR_INPUT);
    assert_int_equal(by_position_parse_move_as(opened.position, "h2e2", -2, &move, NULL), BY_ERROR_INPUT);
    close_position(&opened);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

#define PINNED "4k4/9/4r4/9/9/9/9/4R4/9/4K4 w"

/* Texts that are no moves, or illegal here, are refused with the reason; so are moves of another notation. */
static void test_refusals(void **state)
{
    static const struct {
        const char *fen;
        int notation;
        const char *text;
        const char *message;
    } cases[] = {
        {START, ANY, "", "'' is no move, expected one like h2e2, C2.5 or 炮二平五"},
        {START, ANY, "h2", "is no move"},
        {START, ANY, "h2e", "is no move"},
        {START, ANY, "h2e2q", "is no move"},
        {START, ANY, "h2 e2", "is no move"},
        {START, ANY, "h2--e2", "is no move"},
        {START, ANY, "j2e2", "is no move"},
        {START, ANY, "h11e3", "is no move"},
        {START, ANY, "C25", "is no move"},
        {START, ANY, "C2.0", "is no move"},
        {START, ANY, "C0.5", "is no move"},
        {START, ANY, "C2*5", "is no move"},
        {START, ANY, "Q2.5", "is no move"},
        {START, ANY, "CC2.5", "is no move"},
        {START, ANY, "C22.5", "is no move"},
        {START, ANY, "C+-.5", "is no move"},
        {START, ANY, "2C.5", "is no move"},
        {START, ANY, "Ca.5", "is no move"},
        {START, ANY, "0000", "is no move"},
        {START, ANY, "\x01\n\033[2J", "'???[2J' is no move"},
        {START, ANY, "a very long text that is no move by any means at all",
         "'a very long text that is no move by ...'"},
        {START, ANY, "炮", "is no move, expected one like 炮二平五"},
        {START, ANY, "炮二平", "is no move"},
        {START, ANY, "炮二平五五五", "is no move"},
        {START, ANY, "炮二五平", "is no move"},
        {START, ANY, "炮平五", "is no move"},
        {START, ANY, "二炮平五", "is no move"},
        {START, ANY, "炮二平零", "is no move"},
        {START, ANY, "炮二飞五", "is no move"},
        {START, ANY, "前平五", "is no move"},
        {START, ANY, "前二", "is no move"},
        {START, ANY, "\xE7\x82", "?' is no move"},
        {START, ANY, "\xE7\x82\xAE\xFF", "'炮?' is no move"},
        {START, WXF, "h2e2", "'h2e2' is no move, expected one like C2.5, H2+3 or R+.3"},
        {START, CHINESE, "C2.5", "'C2.5' is no move, expected one like 炮二平五 or 前马退六"},
        {START, COORDINATES, "炮二平五", "expected one like h2e2"},
        {START, ICCS, "C2.5", "expected one like H2-E2"},
        {START, RANKS1, "h0g2", "expected one like h3e3 (ranks from 1 to 10)"},
        {START, ANY, "h4e4", "'h4e4' is no legal move: h4 is empty"},
        {START, RANKS1, "h2e2", "h2 is empty"},
        {START, ANY, "h10g8", "the horse on h10 is black's, and red is to move"},
        {START, ANY, "h0h1", "the horse on h0 cannot move like that"},
        {START, ANY, "H3+2", "red has no horse on file 3"},
        {START, ANY, "马三进二", "red has no horse on file 3"},
        {START, ANY, "马二进五", "the horse on h0 cannot move like that"},
        {START, ANY, "前马进三", "red has no two horses on one file"},
        {START, ANY, "P+.3", "red has no two pawns on one file"},
        {START, ANY, "三兵进一", "red does not have that many pawns on one file"},
        {TWO, ANY, "中兵进一", "red does not have that many pawns on one file"},
        {TWO, ANY, "R1+1", "red has no rook"},
        {TWO, ANY, "兵三平四", "several pieces could make this move, from g7 and from g6"},
        {TWO, ANY, "P3=4", "several pieces could make this move"},
        {XQBASE, ANY, "前兵平五", "several pieces could make this move"},
        {XQBASE, ANY, "兵四退一", "no such pawn of red can move like that"},
        {FIVE, ANY, "P++1", "the pawn on g8 cannot move like that"}, /* and not the foremost one, which is ++ */
        {THREE_TWO, ANY, "33+1", "the pawn on g7 cannot move like that"},
        {THREE_TWO, ANY, "77.6", "red does not have that many pawns on that file"}, /* two have no middle */
        {PINNED, ANY, "e2d2", "'e2d2' is no legal move: red's king could be taken"},
        {PINNED, ANY, "R5.6", "'R5.6' is no legal move: red's king could be taken"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct opened opened = open_position("xiangqi", "", cases[i].fen);
        by_move move = BY_MOVE_NONE;
        by_error error = {0};

        assert_int_equal(by_position_parse_move_as(opened.position, cases[i].text, cases[i].notation, &move, &error),
                         BY_ERROR_INPUT);
        if (!strstr(error.message, cases[i].message))
            fail_msg("\"%s\" does not say: %s", error.message, cases[i].message);
        assert_int_equal(move, BY_MOVE_NONE);
        close_position(&opened);
    }
}

/* ---- Drawings ---------------------------------------------------------------------------------------------------- */

static void assert_drawn(const char *fen, const char *move, unsigned style, const char *expected)
{
    struct opened opened = open_position("xiangqi", "", fen);
    by_text text = {0};

    if (move)
        push_text(opened.position, move);
    by_position_draw(opened.position, style, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
    close_position(&opened);
}

/* The board stands in columns, in Chinese and in letters, with both squares of the last move in brackets. */
static void test_drawings(void **state)
{
    (void)state;
    assert_drawn(NULL, "b0c2", 0,
                 " 9  車──馬──象──士──將──士──象──馬──車\n"
                 "    │   │   │   │ ╲ │ ╱ │   │   │   │\n"
                 " 8  ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                 "    │   │   │   │ ╱ │ ╲ │   │   │   │\n"
                 " 7  ├───砲──┼───┼───┼───┼───┼───砲──┤\n"
                 "    │   │   │   │   │   │   │   │   │\n"
                 " 6  卒──┼───卒──┼───卒──┼───卒──┼───卒\n"
                 "    │   │   │   │   │   │   │   │   │\n"
                 " 5  ├───┴───┴───┴───┴───┴───┴───┴───┤\n"
                 "    │     楚   河       漢   界     │\n"
                 " 4  ├───┬───┬───┬───┬───┬───┬───┬───┤\n"
                 "    │   │   │   │   │   │   │   │   │\n"
                 " 3  兵──┼───兵──┼───兵──┼───兵──┼───兵\n"
                 "    │   │   │   │   │   │   │   │   │\n"
                 " 2  ├───炮─[傌]─┼───┼───┼───┼───炮──┤\n"
                 "    │   │   │   │ ╲ │ ╱ │   │   │   │\n"
                 " 1  ├───┼───┼───┼───┼───┼───┼───┼───┤\n"
                 "    │   │   │   │ ╱ │ ╲ │   │   │   │\n"
                 " 0  俥─[  ]─相──仕──帥──仕──相──傌──俥\n"
                 "    a   b   c   d   e   f   g   h   i\n");
    assert_drawn("4k3r/8R/9/9/9/9/9/9/9/3K5 w", "i8i9", BY_DRAW_LETTERS | BY_DRAW_TURNED,
                 " 0  +---+---+---+---+---K---+---+---+\n"
                 "    |   |   |   | \\ | / |   |   |   |\n"
                 " 1  +---+---+---+---+---+---+---+---+\n"
                 "    |   |   |   | / | \\ |   |   |   |\n"
                 " 2  +---+---+---+---+---+---+---+---+\n"
                 "    |   |   |   |   |   |   |   |   |\n"
                 " 3  +---+---+---+---+---+---+---+---+\n"
                 "    |   |   |   |   |   |   |   |   |\n"
                 " 4  +---+---+---+---+---+---+---+---+\n"
                 "    |           r i v e r           |\n"
                 " 5  +---+---+---+---+---+---+---+---+\n"
                 "    |   |   |   |   |   |   |   |   |\n"
                 " 6  +---+---+---+---+---+---+---+---+\n"
                 "    |   |   |   |   |   |   |   |   |\n"
                 " 7  +---+---+---+---+---+---+---+---+\n"
                 "    |   |   |   | \\ | / |   |   |   |\n"
                 " 8 [ ]--+---+---+---+---+---+---+---+\n"
                 "    |   |   |   | / | \\ |   |   |   |\n"
                 " 9 [R]--+---+---+---k---+---+---+---+\n"
                 "    i   h   g   f   e   d   c   b   a\n");
}

/* How often a text occurs in another. */
static int count_of(const char *text, const char *part)
{
    int count = 0;

    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Colour is put around every piece and taken off behind it, and changes nothing else. */
static void test_colours(void **state)
{
    struct opened opened = open_position("xiangqi", "", "4k4/9/9/9/9/9/9/9/C8/R2K5 w");
    by_text text = {0};

    (void)state;
    by_position_draw(opened.position, BY_DRAW_COLOUR, &text);
    assert_int_equal(count_of(by_text_string(&text), "\033[1;38;5;160m"), 3);
    assert_int_equal(count_of(by_text_string(&text), "\033[1;38;5;28m將\033[0m"), 1);
    assert_int_equal(count_of(by_text_string(&text), "\033"), 8);
    by_text_clear(&text);
    by_position_draw(opened.position, BY_DRAW_LETTERS, &text);
    for (const char *c = by_text_string(&text); *c; c++)
        assert_true(*c == '\n' || (*c >= ' ' && *c <= '~'));
    by_text_free(&text);
    close_position(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips), cmocka_unit_test(test_examples), cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_names),       cmocka_unit_test(test_refusals), cmocka_unit_test(test_drawings),
        cmocka_unit_test(test_colours),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
