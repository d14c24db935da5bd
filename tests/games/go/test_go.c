/* SPDX-License-Identifier: MIT
 *
 * The rules of Go: legal moves against a generator that keeps nothing but boards, ko and superko, suicide, counting,
 * positions and moves as text.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "support/check.h"
#include "support/opened.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Another generator ------------------------------------------------------------------------------------------- */

enum { SIZE_MOST = 4, CELLS = SIZE_MOST * SIZE_MOST, BOARDS_MOST = 400 };
enum { SIMPLE, POSITIONAL, SITUATIONAL };

/* A board with its side to move, as in the history. */
struct board {
    char cells[CELLS + 1]; /* from A1 */
    int side;
};

struct plain {
    int size, ko_rule;
    bool has_suicide;
    struct board boards[BOARDS_MOST]; /* all so far, the last is the one now */
    int count;
    int ko; /* -1: none */
    int passes;
};

static const char colours[] = "XO";

static int beside(int size, int cell, int direction)
{
    int row = cell / size + (direction == 0) - (direction == 1);
    int column = cell % size + (direction == 2) - (direction == 3);

    return row < 0 || row >= size || column < 0 || column >= size ? -1 : row * size + column;
}

/* Gathers the chain of `cell` in `chain`; returns how many liberties it has. */
static int gather(const char *cells, int size, int cell, bool *chain)
{
    bool is_liberty[CELLS] = {0};
    bool grows = true;
    int liberties = 0;

    memset(chain, 0, CELLS * sizeof *chain);
    chain[cell] = true;
    while (grows) {
        grows = false;
        for (int i = 0; i < size * size * 4; i++) {
            int next = beside(size, i / 4, i % 4);

            if (!chain[i / 4] || next < 0)
                continue;
            is_liberty[next] = is_liberty[next] || cells[next] == '.';
            if (cells[next] == cells[cell] && !chain[next])
                grows = chain[next] = true;
        }
    }
    for (int i = 0; i < size * size; i++)
        liberties += is_liberty[i];
    return liberties;
}

/* Takes the chain of `cell` if it has no liberty; returns how many stones it had. */
static int take(char *cells, int size, int cell)
{
    bool chain[CELLS];
    int stones = 0;

    if (gather(cells, size, cell, chain))
        return 0;
    for (int i = 0; i < size * size; i++) {
        if (chain[i]) {
            cells[i] = '.';
            stones++;
        }
    }
    return stones;
}

static bool was_there(const struct plain *p, const struct board *board)
{
    for (int i = 0; i < p->count; i++)
        if (strcmp(p->boards[i].cells, board->cells) == 0 &&
            (p->ko_rule == POSITIONAL || p->boards[i].side == board->side))
            return true;
    return false;
}

/* The single stone that took one and has one liberty left makes a ko where that is. */
static int ko_of(const struct board *after, int size, int cell, int taken, int taken_at)
{
    bool chain[CELLS];
    int stones = 0;

    if (taken != 1 || gather(after->cells, size, cell, chain) != 1)
        return -1;
    for (int i = 0; i < size * size; i++)
        stones += chain[i];
    return stones == 1 ? taken_at : -1;
}

/* Plays on `cell` (size * size: passes) if it is legal. */
static bool plain_push(struct plain *p, int cell)
{
    struct board now = p->boards[p->count - 1];
    int side = now.side, taken = 0, taken_at = -1, cells = p->size * p->size;

    now.side ^= 1;
    if (cell == cells) {
        p->passes++;
        p->ko = -1;
        p->boards[p->count++] = now;
        return true;
    }
    if (now.cells[cell] != '.' || cell == p->ko)
        return false;
    now.cells[cell] = colours[side];
    for (int direction = 0; direction < 4; direction++) {
        int next = beside(p->size, cell, direction), stones = 0;

        if (next >= 0 && now.cells[next] == colours[side ^ 1])
            stones = take(now.cells, p->size, next);
        taken += stones;
        taken_at = stones ? next : taken_at;
    }
    if (take(now.cells, p->size, cell) && !p->has_suicide)
        return false;
    if (p->ko_rule != SIMPLE && was_there(p, &now))
        return false;
    p->passes = 0;
    p->ko = now.cells[cell] == '.' ? -1 : ko_of(&now, p->size, cell, taken, taken_at);
    assert_true(p->count < BOARDS_MOST);
    p->boards[p->count++] = now;
    return true;
}

static uint64_t plain_perft(const struct plain *p, int depth)
{
    uint64_t count = 0;
    struct plain *next = malloc(sizeof *next);

    assert_non_null(next);
    for (int cell = 0; cell <= p->size * p->size && p->passes < 2; cell++) {
        *next = *p;
        if (plain_push(next, cell))
            count += depth > 1 ? plain_perft(next, depth - 1) : 1;
    }
    free(next);
    return count;
}

static struct plain plain_start(int size, int ko_rule, bool has_suicide)
{
    struct plain p = {.size = size, .ko_rule = ko_rule, .has_suicide = has_suicide, .count = 1, .ko = -1};

    memset(p.boards[0].cells, '.', (size_t)(size * size));
    return p;
}

static const char *const ko_words[] = {"simple", "positional", "situational"};

static struct opened open_go(int size, int ko_rule, bool has_suicide)
{
    by_text settings = {0};
    struct opened opened;

    by_text_printf(&settings, "size=%d ko=%s suicide=%s", size, ko_words[ko_rule], has_suicide ? "on" : "off");
    opened = open_position("go", by_text_string(&settings), NULL);
    by_text_free(&settings);
    return opened;
}

/* ---- Legal moves ------------------------------------------------------------------------------------------------- */

static void test_perft(void **state)
{
    static const int depths[] = {0, 0, 7, 4};

    (void)state;
    for (int i = 0; i < 12; i++) {
        int size = 2 + i / 6, ko_rule = i % 3, has_suicide = i / 3 % 2;
        struct opened opened = open_go(size, ko_rule, has_suicide);
        struct plain p = plain_start(size, ko_rule, has_suicide);

        for (int depth = 1; depth <= depths[size]; depth++) {
            uint64_t count = 0;

            assert_int_equal(by_position_perft(opened.position, depth, &count, NULL), BY_OK);
            assert_int_equal(count, plain_perft(&p, depth));
        }
        close_position(&opened);
    }
}

/* Every legal move is listed in order and nothing else; returns the number of points among them. */
static int assert_moves(by_position *position, const struct plain *p, struct by_move_info *list)
{
    struct by_moves moves = {.list = list};
    struct plain *next = malloc(sizeof *next);
    int at = 0;

    assert_non_null(next);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int cell = 0; cell <= p->size * p->size; cell++) {
        *next = *p;
        if (!plain_push(next, cell))
            continue;
        assert_true(at < moves.count);
        assert_int_equal(list[at++].move >> 1, cell < p->size * p->size ? cell : 625);
    }
    assert_int_equal(at, moves.count);
    free(next);
    return at - 1;
}

static void play_random_game(int size, int ko_rule, bool has_suicide, uint64_t seed)
{
    struct opened opened = open_go(size, ko_rule, has_suicide);
    struct plain p = plain_start(size, ko_rule, has_suicide);
    struct by_random random = {seed};
    struct by_move_info list[CELLS + 1];
    int points = 1;

    while (points && p.count < 120) {
        by_move move;

        points = assert_moves(opened.position, &p, list);
        move = list[points ? by_random_below(&random, (uint32_t)points) : 0].move;
        assert_int_equal(by_position_push(opened.position, move, NULL), BY_OK);
        assert_true(plain_push(&p, points ? (int)(move >> 1) : size * size));
    }
    close_position(&opened);
}

/* Long games, so that superko has much to forbid. */
static void test_random_games(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 72; i++)
        play_random_game(2 + (int)(i % 3), (int)(i / 3 % 3), i / 9 % 2, i);
}

static bool is_legal(by_position *position, const char *text)
{
    by_move move;

    return by_position_parse_move(position, text, &move, NULL) == BY_OK;
}

static void push_all(by_position *position, const char *moves)
{
    char word[16];
    int length;

    for (; *moves; moves += length + (moves[length] == ' ')) {
        length = (int)strcspn(moves, " ");
        assert_true(length < 16);
        memcpy(word, moves, (size_t)length);
        word[length] = 0;
        push_text(position, word);
    }
}

static const char one_ko[] = "5 ...../.XO../XO.O./.XO../..... b";
static const char two_for_one[] = "4 ..../..../OOX./.X.X b";
static const char three_kos[] =
    "9 .XO...XO./XO.O.XO.O/.XO...XO./........./........./........./.OX....../OX.X...../.OX...... b";

/* Moves, and whether one more is legal by each ko rule; how far back the list then looks under positional superko. */
static void test_ko(void **state)
{
    static const struct {
        const char *position, *moves, *asked;
        bool is_legal[3];
        int path_plies;
    } cases[] = {
        {one_ko, "C3", "B3", {false, false, false}, 0}, /* the ko point alone forbids it */
        {one_ko, "C3 E5 E1", "B3", {true, true, true}, 0},
        {one_ko, "C3", "W[bc]", {false, false, false}, 0},
        {one_ko, "C3", "B B3", {true, true, true}, 0}, /* black may fill it, were it black's turn */
        {one_ko, "C3 pass", "W B3", {true, false, false}, 0},
        /* sending two, returning one */
        {two_for_one, "A1 C1", "B1", {true, false, true}, 2},
        {two_for_one, "A1 C1 pass", "B B1", {true, false, true}, 0},
        {two_for_one, "A1 C1 pass pass", "B B1", {false, false, false}, 0},
        {three_kos, "C8 C2 H8 B8 B2", "G8", {true, false, false}, 5},
        {three_kos, "C8 C2 H8 B8 B2 E5 E4", "G8", {true, true, true}, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (int ko_rule = SIMPLE; ko_rule <= SITUATIONAL; ko_rule++) {
            struct opened opened = open_go(5, ko_rule, false);
            struct by_moves moves = {0};

            assert_int_equal(by_position_parse(opened.position, cases[i].position, NULL), BY_OK);
            push_all(opened.position, cases[i].moves);
            if (is_legal(opened.position, cases[i].asked) != cases[i].is_legal[ko_rule])
                fail_msg("%s after %s, %s ko", cases[i].asked, cases[i].moves, ko_words[ko_rule]);
            by_position_moves(opened.position, BY_MOVES_ALL, &moves);
            if (ko_rule != SITUATIONAL)
                assert_int_equal(moves.path_plies, ko_rule == POSITIONAL ? cases[i].path_plies : 0);
            close_position(&opened);
        }
    }
}

/* The situation comes back only with the second stone, after a pass in between. */
static void test_situational(void **state)
{
    struct opened opened = open_go(4, SITUATIONAL, false);
    struct by_moves moves = {0};

    (void)state;
    assert_int_equal(by_position_parse(opened.position, two_for_one, NULL), BY_OK);
    push_all(opened.position, "A1 C1 B1 pass");
    assert_false(is_legal(opened.position, "A1"));
    assert_true(is_legal(opened.position, "W A1"));
    by_position_moves(opened.position, BY_MOVES_ALL, &moves);
    assert_int_equal(moves.path_plies, 3);
    close_position(&opened);
}

static void test_suicide(void **state)
{
    static const struct {
        const char *position, *move;
        bool is_legal[2];  /* without and with suicide */
        const char *after; /* with it */
    } cases[] = {
        {"3 .../OO./.O. b", "A1", {false, true}, "3 .../OO./.O. w - 7.5 0 1 0"},
        {"3 O../XO./.O. b", "A1", {false, true}, "3 O../.O./.O. w - 7.5 0 2 0"},
        {"3 .X./XX./.O. w", "A1", {true, true}, "3 .X./XX./OO. b - 7.5 0 0 0"},
        {"3 O../XO./.X. w", "A1", {true, true}, "3 O../.O./OX. b A2 7.5 0 1 0"},
        {"3 XX./OX./.XO w", "A1", {false, true}, "3 XX./.X./.XO b - 7.5 2 0 0"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        for (int has_suicide = 0; has_suicide < 2; has_suicide++) {
            struct opened opened = open_go(3, SIMPLE, has_suicide);

            assert_int_equal(by_position_parse(opened.position, cases[i].position, NULL), BY_OK);
            if (is_legal(opened.position, cases[i].move) != cases[i].is_legal[has_suicide])
                fail_msg("%s: %s", cases[i].position, cases[i].move);
            if (has_suicide) {
                push_text(opened.position, cases[i].move);
                assert_position_text(opened.position, cases[i].after);
            }
            close_position(&opened);
        }
    }
}

/* Stones out of turn and after two passes can be made, but are not listed; nothing else that is not legal. */
static void test_out_of_turn(void **state)
{
    struct opened opened = open_go(5, SIMPLE, false);
    struct by_moves moves = {0};
    struct by_node node;

    (void)state;
    push_all(opened.position, "B[aa] B[bb] W[cc]");
    push_text(opened.position, "W E1");
    assert_position_text(opened.position, "5 X..../.X.../..O../...../....O b - 7.5 0 0 0");
    for (by_move move = 0; move < 1400; move++) {
        by_move point = move >> 1;
        bool is_free = point < 25 && point != 20 && point != 16 && point != 12 && point != 4;

        assert_int_equal(by_position_push(opened.position, move, NULL) == BY_OK, is_free || point == 625);
        if (is_free || point == 625)
            assert_int_equal(by_position_pop(opened.position, NULL), BY_OK);
    }
    assert_int_not_equal(by_position_push(opened.position, BY_MOVE_NONE, NULL), BY_OK);
    assert_int_not_equal(by_position_push(opened.position, UINT32_MAX, NULL), BY_OK);
    by_position_moves(opened.position, BY_MOVES_ALL, &moves);
    assert_int_equal(moves.count, 22);
    push_all(opened.position, "pass pass");
    by_position_node(opened.position, &node);
    assert_true(node.is_over);
    by_position_moves(opened.position, BY_MOVES_ALL, &moves);
    assert_int_equal(moves.count, 0);
    assert_false(is_legal(opened.position, "C1"));
    assert_false(is_legal(opened.position, "W C1"));
    assert_int_equal(by_position_push(opened.position, 2 * 2, NULL), BY_OK);
    assert_position_text(opened.position, "5 X..../.X.../..O../...../..X.O w - 7.5 0 0 0");
    close_position(&opened);
}

/* ---- Counting ---------------------------------------------------------------------------------------------------- */

/* Positions after two passes, and the result by both ways to count. */
static void test_score(void **state)
{
    static const struct {
        const char *position, *area, *territory;
    } cases[] = {
        {"3 .../.../... b - 0 0 0 2", "equal", "equal"},
        {"3 .../.../... w - 0.5 0 0 2", "W+0.5", "W+0.5"},
        {"3 .../.../... b - -3.5 2 0 2", "B+3.5", "B+5.5"},
        {"3 .X./.X./.X. b - 0 0 0 2", "B+9", "B+6"},
        {"5 .XO../.XO../.XO../.XO../.XO.. w - 7.5 0 0 2", "W+12.5", "W+12.5"},
        {"5 .XO../.XO../XXO../.X.O./.XO.. w - 0 0 0 2", "W+4", "W+5"},
        {"5 .X.O./.X.O./.X.O./.X.O./.X.O. b - 0 3 1 2", "equal", "B+2"},
        {"5 .X.O./.X.O./.X.O./.X.O./.X.O. b - 1 1 1 2", "W+1", "W+1"},
    };

    (void)state;
    for (size_t i = 0; i < 2 * COUNT(cases); i++) {
        const char *expected = i % 2 ? cases[i / 2].territory : cases[i / 2].area;
        struct opened opened = open_position("go", i % 2 ? "scoring=territory" : "", cases[i / 2].position);
        int sign = *expected == 'e' ? 0 : *expected == 'B' ? 1 : -1;
        by_text words = {0}, line = {0};
        struct by_node node;

        by_position_node(opened.position, &node);
        assert_true(node.is_over);
        assert_int_equal(node.value, (node.side ? -sign : sign) * BY_WIN);
        assert_int_equal(by_position_explain(opened.position, &words, NULL), BY_OK);
        by_text_printf(&line, "\nResult: %s.\n", expected);
        if (!strstr(by_text_string(&words), by_text_string(&line)))
            fail_msg("%s: %s", cases[i / 2].position, by_text_string(&words));
        by_text_free(&words);
        by_text_free(&line);
        close_position(&opened);
    }
}

static void test_words(void **state)
{
    struct opened opened = open_position("go", "", "5 .X.O./.X.O./.X.O./.X.O./.X.OO b - -2.5 1 3");
    by_text words = {0};

    (void)state;
    assert_int_equal(by_position_explain(opened.position, &words, NULL), BY_OK);
    assert_string_equal(by_text_string(&words), "Not over: the game ends with two passes.\n"
                                                "Black: 5 stones and 5 surrounded points.\n"
                                                "White: 6 stones and 4 surrounded points.\n"
                                                "Komi for White: -2.5.\n"
                                                "If it ended now, with all stones alive: B+2.5.\n");
    by_text_free(&words);
    close_position(&opened);
}

/* If prisoners count, positions with different numbers of them must not share a key. */
static void test_keys(void **state)
{
    static const char *const texts[] = {
        "3 .../.../... b - 7.5 0 0 0", "3 .../.../... w - 7.5 0 0 0", "3 .../.../... b - 7.5 0 0 1",
        "3 .../.../... b - 7.5 0 0 2", "3 .../.../... b - 5.5 0 0 0", "2 ../.. b - 7.5 0 0 0",
        "3 X../.../... b - 7.5 0 0 0", "3 O../.../... b - 7.5 0 0 0", "3 .../.../... b - 7.5 1 0 0",
        "3 .XO/XO./.XO w - 7.5 0 0 0",
    };
    uint64_t keys[COUNT(texts)];

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct opened opened = open_position("go", "scoring=territory", texts[i]);
        struct by_node node;

        by_position_node(opened.position, &node);
        keys[i] = node.key;
        for (size_t j = 0; j < i; j++)
            assert_true(keys[i] != keys[j]);
        close_position(&opened);
    }
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

static void test_texts(void **state)
{
    static const char *const same[][2] = {
        {"2", "2 ../.. b - 7.5 0 0 0"},
        {" 3  .X./X.O/...  w ", "3 .X./X.O/... w - 7.5 0 0 0"},
        {"3 .X./X.O/... B - 6", "3 .X./X.O/... b - 6 0 0 0"},
        {"3 .X./X.O/... b - -0.5 3 4 1", "3 .X./X.O/... b - -0.5 3 4 1"},
        {"3 .X./X.O/... b - 6.0 3 4", "3 .X./X.O/... b - 6 3 4 0"},
        {"5 ...../.XO../X.XO./.XO../..... w b3", "5 ...../.XO../X.XO./.XO../..... w B3 7.5 0 0 0"},
    };
    struct opened opened = open_go(9, SIMPLE, false);

    (void)state;
    for (size_t i = 0; i < COUNT(same); i++) {
        assert_int_equal(by_position_parse(opened.position, same[i][0], NULL), BY_OK);
        assert_position_text(opened.position, same[i][1]);
    }
    close_position(&opened);
}

static void test_bad_texts(void **state)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } cases[] = {
        {"", 1, "the text is empty"},
        {"1", 1, "the size of the board, a number from 2 to 25"},
        {"26", 1, "the size of the board"},
        {"x", 1, "the size of the board"},
        {"99999999999999999999", 1, "the size of the board"},
        {"3 ../.../...", 5, "row 3 has 2 points, expected 3"},
        {"3 ..../.../...", 6, "expected '/' and row 2 after row 3"},
        {"3 .../...", 10, "expected '/' and row 1"},
        {"3 .../.../..", 13, "row 1 has 2 points"},
        {"3 .../.../.../...", 14, "expected the end of the 3 rows"},
        {"3 .../.x./...", 8, "row 2: expected X, O or ."},
        {"3 .../é../...", 7, "row 2: expected X, O or ."},
        {"3 XO./O../...", 3, "the stone on A3 has no liberty"},
        {"3 .../.../... r", 15, "the side to move: b or w"},
        {"3 .../.../... b B4", 17, "expected the point that a ko forbids"},
        {"3 .../.../... b I2", 17, "expected the point that a ko forbids"},
        {"3 .../.../... b B2", 17, "there can be no ko on B2"},
        {"5 ...../.XO../X.XO./.XO../..... b B3", 35, "there can be no ko on B3"},
        {"5 ...../.XX../X.X../.X.../..... w B3", 35, "there can be no ko on B3"},
        {"3 .../.../... b - x", 19, "expected the komi"},
        {"3 .../.../... b - 7.25", 19, "expected the komi"},
        {"3 .../.../... b - 500.5", 19, "expected the komi"},
        {"3 .../.../... b - 7.5 -1", 23, "the stones that black has taken"},
        {"3 .../.../... b - 7.5 0 0 3", 27, "the passes in a row, a number from 0 to 2"},
        {"5 ...../.XO../X.XO./.XO../..... w B3 7.5 0 0 1", 46, "after a pass there is no ko"},
        {"3 .../.../... b - 7.5 0 0 0 0", 29, "expected the end"},
    };
    struct opened opened = open_go(9, SIMPLE, false);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        by_error error = {0};

        assert_int_equal(by_position_parse(opened.position, cases[i].text, &error), BY_ERROR_INPUT);
        if (!strstr(error.message, cases[i].message) || error.column != cases[i].column)
            fail_msg("%s: column %d: %s", cases[i].text, error.column, error.message);
    }
    close_position(&opened);
}

static void test_moves(void **state)
{
    static const struct {
        const char *text;
        int notation;
        by_move move; /* BY_MOVE_NONE: refused */
    } cases[] = {
        {"A1", BY_NOTATION_ANY, 0},
        {"b1", 0, 2},
        {"J1", 0, 16},
        {"i1", 0, BY_MOVE_NONE},
        {"T19", 0, 360 * 2},
        {"U19", 0, BY_MOVE_NONE},
        {"A20", 0, BY_MOVE_NONE},
        {"A0", 0, BY_MOVE_NONE},
        {"A01", 0, BY_MOVE_NONE},
        {"A1x", 0, BY_MOVE_NONE},
        {"A99999999999999999999", 0, BY_MOVE_NONE},
        {"aa", 0, BY_MOVE_NONE},
        {"aa", 1, 342 * 2},
        {"aa", BY_NOTATION_ANY, 342 * 2},
        {"as", 1, 0},
        {"A1", 1, BY_MOVE_NONE},
        {"at", 1, BY_MOVE_NONE},
        {"a", 1, BY_MOVE_NONE},
        {"", BY_NOTATION_ANY, BY_MOVE_NONE},
        {"PASS", 0, 1250},
        {"pass", 1, 1250},
        {"tt", 1, 1250},
        {"B[]", 1, 1250},
        {"W[as]", 1, 1},
        {"W[as", 1, BY_MOVE_NONE},
        {"white  a1", 0, 1},
        {"W pass", 0, 1251},
        {"w", 0, BY_MOVE_NONE},
        {"D4", 0, BY_MOVE_NONE}, /* there is a stone */
    };
    struct opened opened = open_go(19, SIMPLE, false);

    (void)state;
    push_all(opened.position, "D4 Q16");
    for (size_t i = 0; i < COUNT(cases); i++) {
        by_move move = BY_MOVE_NONE;
        by_error error = {0};
        by_status status =
            cases[i].notation == BY_NOTATION_ANY
                ? by_position_parse_move(opened.position, cases[i].text, &move, &error)
                : by_position_parse_move_as(opened.position, cases[i].text, cases[i].notation, &move, &error);

        if (move != cases[i].move || (status && !error.message[0]))
            fail_msg("'%s' is read as %lu", cases[i].text, (unsigned long)move);
    }
    close_position(&opened);
}

static void test_drawing(void **state)
{
    static const struct {
        unsigned style;
        const char *moves, *drawing;
    } cases[] = {
        {0, "B5 C4",
         " 5 ┌─●─┬─┬─┐\n 4 ├─┼[○]┼─┤\n 3 ├─┼─╋─┼─┤\n 2 ├─┼─┼─┼─┤\n 1 └─┴─┴─┴─┘\n"
         "   A B C D E\n"},
        {BY_DRAW_LETTERS, "B5 E4",
         " 5 . X . . .\n 4 . . . .[O]\n 3 . . + . .\n 2 . . . . .\n 1 . . . . .\n"
         "   A B C D E\n"},
        {BY_DRAW_LETTERS | BY_DRAW_TURNED, "B5 pass",
         " 1 . . . . .\n 2 . . . . .\n 3 . . + . .\n 4 . . . . .\n 5 . . . X .\n   E D C B A\n"},
        {BY_DRAW_LETTERS | BY_DRAW_COLOUR, "A3 B3",
         " 5 . . . . .\n 4 . . . . .\n 3 \033[1;38;5;26mX\033[0m[\033[1;38;5;172mO\033[0m]+ . .\n 2 . . . . .\n"
         " 1 . . . . .\n   A B C D E\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_go(5, SIMPLE, false);
        by_text drawing = {0};

        push_all(opened.position, cases[i].moves);
        by_position_draw(opened.position, cases[i].style, &drawing);
        assert_string_equal(by_text_string(&drawing), cases[i].drawing);
        by_text_free(&drawing);
        close_position(&opened);
    }
}

/* Boards have the star points of custom. */
static void test_stars(void **state)
{
    static const int stars[] = {[2] = 0, [4] = 0, [5] = 1, [7] = 5, [8] = 4, [9] = 5, [13] = 5, [18] = 4, [19] = 9};

    (void)state;
    for (int size = 2; size < (int)COUNT(stars); size++) {
        struct opened opened = open_go(size, SIMPLE, false);
        by_text drawing = {0};
        int count = 0;

        by_position_draw(opened.position, BY_DRAW_LETTERS, &drawing);
        for (const char *c = by_text_string(&drawing); *c; c++)
            count += *c == '+';
        if (stars[size] || size < 5)
            assert_int_equal(count, stars[size]);
        by_text_free(&drawing);
        close_position(&opened);
    }
}

/* The contract holds by all rules and on the smallest and the largest board. */
static void test_contract(void **state)
{
    static const char *const settings[] = {
        "size=2 ko=positional suicide=on",
        "size=3 ko=situational",
        "size=4 ko=simple suicide=on",
        "size=5 scoring=territory",
        "size=4 ko=positional",
        "size=3 ko=situational suicide=on",
        "size=25",
        "size=9 ko=positional komi_half=-7",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(settings); i++) {
        struct opened opened = open_position("go", settings[i], NULL);
        by_error error = {0};

        if (by_game_check(opened.game, i, i < 6 ? 10 : 1, &error))
            fail_msg("%s: %s", settings[i], error.message);
        close_position(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft),       cmocka_unit_test(test_random_games), cmocka_unit_test(test_ko),
        cmocka_unit_test(test_situational), cmocka_unit_test(test_suicide),      cmocka_unit_test(test_out_of_turn),
        cmocka_unit_test(test_score),       cmocka_unit_test(test_keys),         cmocka_unit_test(test_texts),
        cmocka_unit_test(test_bad_texts),   cmocka_unit_test(test_moves),        cmocka_unit_test(test_contract),
        cmocka_unit_test(test_drawing),     cmocka_unit_test(test_stars),        cmocka_unit_test(test_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
