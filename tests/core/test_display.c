/* SPDX-License-Identifier: MIT
 *
 * The display of games: along random games it agrees with the texts, the lists of moves and the verdicts; marks; boards
 * that are set up.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "boyi/display.h"
#include "boyi/random.h"
#include "core/game.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

/* ---- Displays ---------------------------------------------------------------------------------------------------- */

struct seen {
    struct by_board board;
    struct by_square squares[BY_MAX_SQUARES];
    int count;
    int on_board[2][BY_MAX_PIECES];
    int taken[2][BY_MAX_PIECES];
};

static const struct by_display *display_of(const by_position *position)
{
    return by_game_type_of(by_position_game(position))->display;
}

static struct seen see(by_position *position)
{
    struct seen seen;

    memset(&seen, 0xAA, sizeof seen); /* whatever is left unfilled is seen */
    memset(seen.on_board, 0, sizeof seen.on_board);
    assert_int_equal(by_position_board(position, &seen.board, NULL), BY_OK);
    seen.count = seen.board.columns * seen.board.rows;
    assert_in_range(seen.count, 1, BY_MAX_SQUARES);
    assert_int_equal(by_position_squares(position, seen.squares, NULL), BY_OK);
    assert_int_equal(by_position_taken(position, seen.taken, NULL), BY_OK);
    for (int i = 0; i < seen.count; i++)
        if (seen.squares[i].piece)
            seen.on_board[seen.squares[i].side][seen.squares[i].piece - 1]++;
    return seen;
}

/* The squares with a mark, by their names, such as "e4 e5"; '@' and the number where squares have none. */
static void name_marked(const struct seen *seen, int mark, by_text *out)
{
    by_text_clear(out);
    for (int i = 0; i < seen->count; i++) {
        if (!(seen->squares[i].marks & mark))
            continue;
        by_text_add(out, out->length ? " " : "");
        if (seen->board.column_names)
            by_text_printf(out, "%c%d", seen->board.column_names[i % seen->board.columns],
                           seen->board.first_row + i / seen->board.columns);
        else
            by_text_printf(out, "@%d", i);
    }
}

static void assert_marked(by_position *position, int mark, const char *expected)
{
    struct seen seen = see(position);
    by_text text = {0};

    name_marked(&seen, mark, &text);
    assert_string_equal(by_text_string(&text), expected);
    by_text_free(&text);
}

/* ---- Against the text -------------------------------------------------------------------------------------------- */

/* The start of the board's rows in the text of a position. */
static const char *rows_in(const char *name, const char *text)
{
    int words = strcmp(name, "go") == 0 ? 1 : strcmp(name, "go-capture") == 0 ? 5 : 0;

    for (; words; words--)
        text = strchr(text, ' ') + 1;
    return text;
}

/* The letters of a row, dots for empty squares; a digit in a FEN stands for a run of them. */
static const char *read_row(const char *at, char *row)
{
    for (; *at && *at != '/' && *at != ' '; at++) {
        if (isdigit((unsigned char)*at))
            for (int i = *at - '0'; i > 0; i--)
                *row++ = '.';
        else
            *row++ = *at;
    }
    *row = 0;
    return at + (*at == '/');
}

static void assert_squares_are_the_text(by_position *position, const struct seen *seen)
{
    const struct by_piece *pieces = display_of(position)->pieces;
    by_text text = {0};
    const char *at;

    by_position_print(position, &text);
    at = rows_in(by_game_type_of(by_position_game(position))->name, by_text_string(&text));
    for (int row = seen->board.rows - 1; row >= 0; row--) {
        char written[BY_MAX_SQUARES + 1], told[BY_MAX_SQUARES + 1] = {0};

        at = read_row(at, written);
        for (int column = 0; column < seen->board.columns; column++) {
            const struct by_square *square = &seen->squares[row * seen->board.columns + column];

            told[column] = square->piece ? pieces[square->piece - 1].letters[square->side] : '.';
        }
        assert_string_equal(told, written);
    }
    by_text_free(&text);
}

/* ---- Along random games ------------------------------------------------------------------------------------------ */

static void assert_check_mark(by_position *position, const struct seen *seen)
{
    const struct by_piece *pieces = display_of(position)->pieces;
    struct by_node node;
    int marks = 0;

    by_position_node(position, &node);
    for (int i = 0; i < seen->count; i++) {
        if (!(seen->squares[i].marks & BY_MARK_CHECK))
            continue;
        marks++;
        assert_int_equal(seen->squares[i].side, node.side);
        assert_string_equal(pieces[seen->squares[i].piece - 1].name, "king");
    }
    assert_int_equal(marks, node.in_check);
}

/* Rows are marked if and only if a side has won, and are the winner's. Xiangqi and Go know no rows. */
static void assert_line_mark(by_position *position, const struct seen *seen)
{
    bool has_rows = display_of(position)->turn_follows;
    struct by_node node;
    int marks = 0;

    by_position_node(position, &node);
    for (int i = 0; i < seen->count; i++) {
        if (!(seen->squares[i].marks & BY_MARK_LINE))
            continue;
        marks++;
        assert_int_equal(seen->squares[i].piece, 1);
        assert_int_equal(seen->squares[i].side, node.value > 0 ? node.side : node.side ^ 1);
    }
    assert_int_equal(marks > 0, has_rows && node.is_over && node.value != 0);
}

static void name_square(const struct by_board *board, int square, by_text *out)
{
    by_text_printf(out, "%c%d", board->column_names[square % board->columns],
                   board->first_row + square / board->columns);
}

/* The text of a move as it follows from its gesture. */
static void name_gesture(const by_position *position, const struct by_board *board, const struct by_gesture *gesture,
                         by_text *out)
{
    const char *name = by_game_type_of(by_position_game(position))->name;

    by_text_clear(out);
    if (gesture->to == BY_NO_SQUARE)
        by_text_add(out, "pass");
    else if (strcmp(name, "tictactoe") == 0)
        by_text_printf(out, "%d", (2 - gesture->to / 3) * 3 + gesture->to % 3);
    else if (board->kind == BY_BOARD_COLUMNS)
        by_text_add_char(out, board->column_names[gesture->to % board->columns]);
    else {
        if (gesture->from != BY_NO_SQUARE)
            name_square(board, gesture->from, out);
        name_square(board, gesture->to, out);
    }
}

static void assert_gesture_is_the_text(by_position *position, const struct by_board *board, by_move move)
{
    by_text written = {0}, told = {0};
    struct by_gesture gesture;

    assert_int_equal(by_position_gesture(position, move, &gesture, NULL), BY_OK);
    name_gesture(position, board, &gesture, &told);
    by_position_print_move(position, move, &written);
    assert_string_equal(by_text_string(&told), by_text_string(&written));
    by_text_free(&written);
    by_text_free(&told);
}

/* The effect of a move on the board: the piece moves or appears as in the gesture, and all other pieces that vanish
 * were captured. */
static void assert_move_shows(const struct seen *before, const struct seen *after, const struct by_gesture *gesture,
                              int side)
{
    int put[2][BY_MAX_PIECES] = {{0}}, own_taken = 0;

    if (gesture->from == BY_NO_SQUARE && gesture->to != BY_NO_SQUARE)
        put[side][gesture->piece - 1] = 1;
    for (int s = 0; s < 2; s++) {
        for (int i = 0; i < BY_MAX_PIECES; i++) {
            int taken = after->taken[s][i] - before->taken[s][i];

            assert_int_equal(before->on_board[s][i] + put[s][i] - after->on_board[s][i], taken);
            own_taken += s == side ? taken : 0;
        }
    }
    if (gesture->to == BY_NO_SQUARE) {
        assert_memory_equal(before->on_board, after->on_board, sizeof before->on_board);
    } else if (!own_taken) { /* no suicide */
        const struct by_square *to = &after->squares[gesture->to];

        assert_int_equal(to->side, side);
        assert_int_equal(to->piece, gesture->piece ? gesture->piece : before->squares[gesture->from].piece);
    }
    if (gesture->from != BY_NO_SQUARE)
        assert_int_equal(after->squares[gesture->from].piece, 0);
}

/* Makes a random move, and compares whatever can be; false at the end of the game. */
static bool play_one(by_position *position, struct by_random *random)
{
    struct by_move_info list[1024];
    struct by_moves moves = {.list = list};
    struct seen before = see(position), after;
    struct by_gesture gesture;
    struct by_node node;
    by_move move;

    by_position_node(position, &node);
    assert_squares_are_the_text(position, &before);
    assert_check_mark(position, &before);
    assert_line_mark(position, &before);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    if (node.is_over || !moves.count)
        return false;
    for (int i = 0; i < moves.count; i++)
        assert_gesture_is_the_text(position, &before.board, list[i].move);
    move = list[by_random_below(random, (uint32_t)moves.count)].move;
    assert_int_equal(by_position_gesture(position, move, &gesture, NULL), BY_OK);
    assert_int_equal(by_position_push(position, move, NULL), BY_OK);
    after = see(position);
    assert_move_shows(&before, &after, &gesture, node.side);
    return true;
}

/* The events in all games of a setting. */
struct tally {
    int checks, lines, taken, forbidden;
};

static void count_events(by_position *position, struct tally *tally)
{
    struct seen seen = see(position);

    for (int i = 0; i < seen.count; i++) {
        tally->checks += (seen.squares[i].marks & BY_MARK_CHECK) != 0;
        tally->lines += (seen.squares[i].marks & BY_MARK_LINE) != 0;
        tally->forbidden += (seen.squares[i].marks & BY_MARK_FORBIDDEN) != 0;
    }
    for (int i = 0; i < BY_MAX_PIECES; i++)
        tally->taken += seen.taken[0][i] + seen.taken[1][i];
}

static struct tally play_games(const char *game, const char *settings, int games)
{
    struct tally tally = {0};

    for (int i = 0; i < games; i++) {
        struct opened opened = open_position(game, settings, NULL);
        struct by_random random = {by_random_word((uint64_t)i)};

        for (int plies = 0; plies < 300 && play_one(opened.position, &random); plies++)
            count_events(opened.position, &tally);
        close_position(&opened);
    }
    return tally;
}

/* Text, moves, verdicts and captures agree with the display, and each of them occurs. */
static void test_random_games(void **unused)
{
    static const struct {
        const char *game, *settings;
        int games;
        bool checks, lines, takes, forbids;
    } cases[] = {
        {"tictactoe", "", 50, .lines = true},
        {"connect4", "", 30, .lines = true},
        {"connect4", "width=4 height=15 connect=3", 20, .lines = true},
        {"connect4", "width=16 height=3 connect=2", 5, .lines = true},
        {"pairs", "", 30, .lines = true},
        {"pairs", "width=8 height=5 line=4 stones=3", 20, .lines = true},
        {"go", "size=5", 10, .takes = true, .forbids = true},
        {"go", "size=5 suicide=on ko=positional", 10, .takes = true, .forbids = true},
        {"go", "size=4 suicide=on ko=situational", 10, .takes = true, .forbids = true},
        {"go", "size=25", 1, .takes = false},
        {"go-capture", "attacker_moves=all owner_moves=all safe_liberties=0", 5, .takes = true},
        {"xiangqi", "", 10, .checks = true, .takes = true},
    };

    (void)unused;
    for (int i = 0; i < COUNT(cases); i++) {
        struct tally tally = play_games(cases[i].game, cases[i].settings, cases[i].games);

        assert_int_equal(tally.checks > 0, cases[i].checks);
        assert_int_equal(tally.lines > 0, cases[i].lines);
        if (cases[i].takes)
            assert_true(tally.taken > 0);
        if (cases[i].forbids)
            assert_true(tally.forbidden > 0);
    }
}

/* Which squares are a legal move that puts a stone there. */
static void find_moves(by_position *position, bool is_move[BY_MAX_SQUARES])
{
    struct by_move_info list[1024];
    struct by_moves moves = {.list = list};

    memset(is_move, 0, BY_MAX_SQUARES * sizeof *is_move);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct by_gesture gesture;

        assert_int_equal(by_position_gesture(position, list[i].move, &gesture, NULL), BY_OK);
        if (gesture.to != BY_NO_SQUARE)
            is_move[gesture.to] = true;
    }
}

/* Makes `other` the same board without a past. */
static void compose_again(by_position *position, by_position *other)
{
    struct seen seen = see(position);
    struct by_node node;
    by_text text = {0};

    by_position_node(position, &node);
    assert_int_equal(by_game_compose(by_position_game(position), &seen.board, seen.squares, node.side, &text, NULL),
                     BY_OK);
    assert_int_equal(by_position_parse(other, by_text_string(&text), NULL), BY_OK);
    by_text_free(&text);
}

static int check_forbidden(by_position *position, by_position *other)
{
    bool is_move[BY_MAX_SQUARES], was_move[BY_MAX_SQUARES];
    struct seen seen = see(position);
    struct by_node node;
    int marked = 0;

    by_position_node(position, &node);
    if (node.is_over)
        return 0;
    compose_again(position, other);
    find_moves(position, is_move);
    find_moves(other, was_move);
    for (int i = 0; i < seen.count; i++) {
        bool is_marked = seen.squares[i].marks & BY_MARK_FORBIDDEN;

        assert_int_equal(is_marked, was_move[i] && !is_move[i]);
        marked += is_marked;
    }
    return marked;
}

static int count_forbidden(const char *rules, uint64_t seed)
{
    struct opened opened = open_position("go", rules, NULL);
    struct by_random random = {by_random_word(seed)};
    by_position *other;
    int marked = 0;

    assert_int_equal(by_position_create(opened.game, &other, NULL), BY_OK);
    for (int plies = 0; plies < 200 && play_one(opened.position, &random); plies++)
        marked += check_forbidden(opened.position, other);
    by_position_destroy(other);
    close_position(&opened);
    return marked;
}

/* In Go a point is marked if and only if it is no move, but would be one had nothing been played before. */
static void test_forbidden_points(void **unused)
{
    static const char *const rules[] = {"size=4 ko=simple", "size=4 suicide=on ko=simple", "size=4 ko=positional",
                                        "size=3 suicide=on ko=positional", "size=4 ko=situational"};

    (void)unused;
    for (int i = 0; i < COUNT(rules); i++) {
        int marked = 0;

        for (uint64_t game = 0; game < 40; game++)
            marked += count_forbidden(rules[i], game);
        if (!marked)
            fail_msg("no point is ever forbidden with %s", rules[i]);
    }
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static void test_boards(void **unused)
{
    static const struct {
        const char *game, *settings, *text;
        struct by_board board;
    } cases[] = {
        {"tictactoe", "", NULL, {BY_BOARD_CELLS, 3, 3, NULL, 0}},
        {"pairs", "", NULL, {BY_BOARD_CELLS, 4, 3, "abcd", 1}},
        {"connect4", "width=8 height=7", NULL, {BY_BOARD_COLUMNS, 8, 7, "abcdefgh", 1}},
        {"go", "", NULL, {BY_BOARD_POINTS, 19, 19, "ABCDEFGHJKLMNOPQRST", 1}},
        {"go", "", "9", {BY_BOARD_POINTS, 9, 9, "ABCDEFGHJ", 1}}, /* a text has a size of its own */
        {"go", "size=25", NULL, {BY_BOARD_POINTS, 25, 25, "ABCDEFGHJKLMNOPQRSTUVWXYZ", 1}},
        {"go-capture", "", NULL, {BY_BOARD_POINTS, 9, 9, "ABCDEFGHJ", 1}},
        {"xiangqi", "", NULL, {BY_BOARD_POINTS, 9, 10, "abcdefghi", 0}},
    };

    (void)unused;
    for (int i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_position(cases[i].game, cases[i].settings, cases[i].text);
        const struct by_board *expected = &cases[i].board;
        struct by_board board;

        assert_int_equal(by_position_board(opened.position, &board, NULL), BY_OK);
        assert_int_equal(board.kind, expected->kind);
        assert_int_equal(board.columns, expected->columns);
        assert_int_equal(board.rows, expected->rows);
        assert_int_equal(board.first_row, expected->first_row);
        assert_int_equal(board.column_names != NULL, expected->column_names != NULL);
        if (expected->column_names)
            assert_memory_equal(board.column_names, expected->column_names, (size_t)board.columns);
        close_position(&opened);
    }
}

/* Xiangqi has the pieces of both sides as they are called, written and drawn. */
static void test_pieces(void **unused)
{
    struct opened opened = open_position("xiangqi", "", NULL);
    const struct by_display *display = display_of(opened.position);
    struct seen seen = see(opened.position);
    by_text drawn = {0};

    (void)unused;
    by_position_draw(opened.position, 0, &drawn);
    for (int i = 0; i < seen.count; i++)
        if (seen.squares[i].piece)
            assert_non_null(strstr(by_text_string(&drawn),
                                   display->pieces[seen.squares[i].piece - 1].glyphs[seen.squares[i].side]));
    assert_string_equal(display->pieces[seen.squares[0].piece - 1].name, "rook");
    assert_string_equal(display->pieces[seen.squares[0].piece - 1].glyphs[0], "俥");
    assert_string_equal(display->pieces[seen.squares[4].piece - 1].name, "king");
    assert_string_equal(display->pieces[seen.squares[19].piece - 1].name, "cannon");
    assert_true(display->win_scale > 0);
    by_text_free(&drawn);
    close_position(&opened);
}

/* ---- Marks ------------------------------------------------------------------------------------------------------- */

#define KO "5 ...../.XO../X.XO./.XO../....."

static void test_ko(void **unused)
{
    struct opened opened = open_position("go", "", KO " w");
    int taken[2][BY_MAX_PIECES];

    (void)unused;
    assert_marked(opened.position, BY_MARK_FORBIDDEN, "");
    push_text(opened.position, "B3"); /* takes C3 */
    assert_marked(opened.position, BY_MARK_FORBIDDEN, "C3");
    assert_int_equal(by_position_taken(opened.position, taken, NULL), BY_OK);
    assert_int_equal(taken[0][0], 1); /* one of black's */
    assert_int_equal(taken[1][0], 0);
    push_text(opened.position, "E1");
    assert_marked(opened.position, BY_MARK_FORBIDDEN, "");
    close_position(&opened);
}

/* A point where a stone would take its own life is none that the history forbids. */
static void test_suicide_is_not_marked(void **unused)
{
    struct opened opened = open_position("go", "", "3 .X./X.X/.X. w");

    (void)unused;
    assert_marked(opened.position, BY_MARK_FORBIDDEN, "");
    close_position(&opened);
}

/* The whole block is marked or, once it is gone, its point; no ko is forbidden to the side with threats. */
static void test_target(void **unused)
{
    struct opened opened = open_position("go-capture", "", NULL);

    (void)unused;
    assert_marked(opened.position, BY_MARK_TARGET, "D2 C3 D3");
    close_position(&opened);
    opened = open_position("go-capture", "", "black C3 none 0 " KO " w");
    assert_marked(opened.position, BY_MARK_TARGET, "C3");
    push_text(opened.position, "B3");
    assert_marked(opened.position, BY_MARK_TARGET, "C3");
    assert_marked(opened.position, BY_MARK_FORBIDDEN, "C3");
    close_position(&opened);
    opened = open_position("go-capture", "", "black C3 owner 0 " KO " w");
    push_text(opened.position, "B3");
    assert_marked(opened.position, BY_MARK_FORBIDDEN, "");
    push_text(opened.position, "C3");
    close_position(&opened);
    opened = open_position(
        "go", "", "9 ........./........./........./........./........./..OO...../.OXX...../..OX...../......... w");
    assert_marked(opened.position, BY_MARK_TARGET, ""); /* in Go there is no question */
    close_position(&opened);
}

/* The winning row, and both where one stone completes two; nothing before. */
static void test_lines(void **unused)
{
    static const struct {
        const char *game, *settings, *text, *move, *line;
    } cases[] = {
        {"tictactoe", "", "xx./oo./...", "2", "@6 @7 @8"},
        {"tictactoe", "", "xo./xo./...", "6", "@0 @3 @6"},
        {"tictactoe", "", "x.o/xo./..x", "6", "@0 @4 @8"},
        {"tictactoe", "", "xox/xxo/o.o", "7", ""},
        {"connect4", "", "......./......./......./......./ooo..../xxx....", "d", "a1 b1 c1 d1"},
        {"connect4", "", "......./......./......./xo...../xo...../xo.....", "a", "a1 a2 a3 a4"},
        {"connect4", "", "......./......./...o.../..xx.../.xox.../xooo.x.", "d", ""},
        {"connect4", "", "......./......./......./..xo.../.xoo.../xoxxo..", "d", "a1 b2 c3 d4"},
        {"connect4", "width=5 height=5 connect=3", "...../...../...../oo.oo/xx.xx", "c", "a1 b1 c1 d1 e1"},
        {"pairs", "stones=1", "oo../..../xx..", "c1", "a1 b1 c1"},
        {"pairs", "width=5 height=5 stones=1", "oo.../oo.../..x../..x../xx...", "c1", "a1 b1 c1 c2 c3"},
        {"pairs", "width=5 height=5 stones=1", "xo.../.x.o./...../o.x../xo...", "c3", "c3 b4 a5"},
    };

    (void)unused;
    for (int i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_position(cases[i].game, cases[i].settings, cases[i].text);

        assert_marked(opened.position, BY_MARK_LINE, "");
        push_text(opened.position, cases[i].move);
        assert_marked(opened.position, BY_MARK_LINE, cases[i].line);
        close_position(&opened);
    }
}

/* ---- Boards that are set up -------------------------------------------------------------------------------------- */

/* Reads letters by rows from the top, as people see them, into squares. */
static struct seen set_up(const by_game *game, const char *rows)
{
    const struct by_piece *pieces = by_game_type_of(game)->display->pieces;
    struct seen seen = {.count = 0};
    const char *at = rows;
    char row[BY_MAX_SQUARES + 1];

    for (const char *c = rows; *c; c++)
        seen.board.rows += *c == '/';
    seen.board.rows++;
    for (int r = seen.board.rows - 1; r >= 0; r--) {
        at = read_row(at, row);
        seen.board.columns = (int)strlen(row);
        for (int column = 0; column < seen.board.columns; column++)
            for (int i = 0; pieces[i].name; i++)
                for (int side = 0; side < 2; side++)
                    if (pieces[i].letters[side] == row[column])
                        seen.squares[r * seen.board.columns + column] =
                            (struct by_square){.piece = (uint8_t)(i + 1), .side = (uint8_t)side};
    }
    return seen;
}

/* The composed position is the one that was set up; all other state is that of the initial position. */
static void test_composed_texts(void **unused)
{
    static const struct {
        const char *game, *settings, *rows;
        int side;
        const char *text;
    } cases[] = {
        {"tictactoe", "", "x.o/.../..x", 1, "x.o/.../..x"},
        {"connect4", "", "......./......./......./......./...o.../...x...", 0,
         "......./......./......./......./...o.../...x..."},
        {"pairs", "width=2", "x./oo/..", 0, "x./oo/.."},
        {"go", "komi_half=13", "X../.O./...", 1, "3 X../.O./... w - 6.5 0 0 0"},
        {"go", "size=3", ".X./X../...", 0, "3 .X./X../... b - 7.5 0 0 0"},
        {"xiangqi", "", "4k4/9/9/9/9/9/9/4R4/9/3K5", 0, "4k4/9/9/9/9/9/9/4R4/9/3K5 w - - 0 1"},
        {"xiangqi", "", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", 1,
         "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1"},
    };

    (void)unused;
    for (int i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_position(cases[i].game, cases[i].settings, NULL);
        struct seen seen = set_up(opened.game, cases[i].rows);
        by_text text = {0};

        by_text_add(&text, "before ");
        for (int j = 0; j < BY_MAX_SQUARES; j++)
            seen.squares[j].marks = 0xFF; /* say nothing here */
        assert_int_equal(by_game_compose(opened.game, &seen.board, seen.squares, cases[i].side, &text, NULL), BY_OK);
        assert_memory_equal(by_text_string(&text), "before ", 7);
        assert_string_equal(by_text_string(&text) + 7, cases[i].text);
        by_text_free(&text);
        close_position(&opened);
    }
}

/* Composing judges nothing; reading refuses what cannot be, and says why. */
static void test_impossible_boards(void **unused)
{
    static const struct {
        const char *game, *settings, *rows;
        int side;
        const char *message;
    } cases[] = {
        {"tictactoe", "", "xxx/.../...", 0, "3 x and 0 o cannot occur"},
        {"tictactoe", "", "xxx/ooo/...", 0, "has 3 in a row"},
        {"connect4", "", "......./......./......./......./...x.../.......", 1, "nothing is below the stone on d2"},
        {"connect4", "", "......./......./......./......./......./xx.....", 1, "2 x and 0 o cannot occur"},
        {"pairs", "", "..../..../xxx.", 0, "cannot occur"},
        {"go", "", ".X./XOX/.X.", 0, "B2 has no liberty"},
        {"go", "", "...../...../.....", 0, "expected '/' and row 2 after row 3"},
        {"go", "", "../../..", 0, "row 3 has 2 points, expected 3"},
        {"xiangqi", "", "9/9/9/9/9/9/9/9/9/9", 0, "red has no king"},
        {"xiangqi", "", "4k4/9/9/9/9/9/9/9/9/4K4", 0, "the kings face each other"},
        {"xiangqi", "", "4k4/9/9/9/9/9/9/4R4/9/3K5", 1, NULL},
        {"xiangqi", "", "4k4/9/9/9/4R4/9/9/9/9/3K5", 0, "black's king on e9 is in check"},
        {"xiangqi", "", "3k5/9/9/9/9/9/9/9/9/P3K4", 0, "a red pawn cannot stand there"},
        {"xiangqi", "", "3k5/9/9/9/9/9/9/9/3R1R3/1R2K4", 0, "one red rook too many"},
    };

    (void)unused;
    for (int i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_position(cases[i].game, cases[i].settings, NULL);
        struct seen seen = set_up(opened.game, cases[i].rows);
        by_text text = {0};
        by_error error = {0};
        by_status status;

        assert_int_equal(by_game_compose(opened.game, &seen.board, seen.squares, cases[i].side, &text, &error), BY_OK);
        status = by_position_parse(opened.position, by_text_string(&text), &error);
        assert_int_equal(status, cases[i].message ? BY_ERROR_INPUT : BY_OK);
        if (cases[i].message && !strstr(error.message, cases[i].message))
            fail_msg("'%s', expected '%s'", error.message, cases[i].message);
        by_text_free(&text);
        close_position(&opened);
    }
}

/* Boards that are none of the game are refused before anything is written. */
static void test_no_boards_of_the_game(void **unused)
{
    static const struct {
        const char *game;
        int columns, rows, piece, side, to_move;
        const char *message;
    } cases[] = {
        {"tictactoe", 9, 1, 0, 0, 0, "9 columns and 1 rows, expected 3 and 3"},
        {"connect4", 14, 3, 0, 0, 0, "14 columns and 3 rows, expected 7 and 6"},
        {"xiangqi", 10, 9, 0, 0, 0, "10 columns and 9 rows, expected 9 and 10, as xiangqi was opened with"},
        {"go", 0, 9, 0, 0, 0, "0 columns and 9 rows, expected 1024 squares at most"},
        {"go", 9, -1, 0, 0, 0, "expected 1024 squares at most"},
        {"go", 33, 32, 0, 0, 0, "expected 1024 squares at most"},
        {"go", INT32_MAX, INT32_MAX, 0, 0, 0, "expected 1024 squares at most"},
        {"go", 9, 9, 2, 0, 0, "square 7 has the piece number 2, expected 0 to 1"},
        {"xiangqi", 9, 10, 8, 0, 0, "square 7 has the piece number 8, expected 0 to 7"},
        {"xiangqi", 9, 10, 7, 2, 0, "square 7 has a piece of side 2, expected 0 or 1"},
        {"pairs", 4, 3, 1, 1, 2, "the side to move is 2, expected 0 or 1"},
        {"pairs", 4, 3, 1, 1, -1, "the side to move is -1, expected 0 or 1"},
    };

    (void)unused;
    for (int i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_position(cases[i].game, "", NULL);
        struct by_board board = {.columns = cases[i].columns, .rows = cases[i].rows};
        struct by_square squares[BY_MAX_SQUARES] = {
            [7] = {.piece = (uint8_t)cases[i].piece, .side = (uint8_t)cases[i].side}};
        by_text text = {0};
        by_error error = {0};

        assert_int_equal(by_game_compose(opened.game, &board, squares, cases[i].to_move, &text, &error),
                         BY_ERROR_INPUT);
        if (!strstr(error.message, cases[i].message))
            fail_msg("'%s', expected '%s'", error.message, cases[i].message);
        assert_int_equal(text.length, 0);
        assert_int_equal(by_game_compose(opened.game, &board, squares, cases[i].to_move, &text, NULL), BY_ERROR_INPUT);
        close_position(&opened);
    }
}

/* When any allocation fails, composing says so and loses no memory. */
static void test_memory(void **unused)
{
    struct opened opened = open_position("xiangqi", "", NULL);
    struct seen seen = see(opened.position);
    by_status status = BY_ERROR_MEMORY;
    int failures = 0;

    (void)unused;
    for (size_t n = 1; status; n++) {
        size_t before = allocation_current();
        by_text text = {0};

        allocation_fail_at(n);
        status = by_game_compose(opened.game, &seen.board, seen.squares, 0, &text, NULL);
        allocation_fail_at(0);
        assert_true(status == BY_OK || status == BY_ERROR_MEMORY);
        failures += status != BY_OK;
        by_text_free(&text);
        assert_int_equal(allocation_current(), before);
    }
    assert_true(failures >= 4); /* position, history, state, text */
    close_position(&opened);
}

/* ---- Games without boards ---------------------------------------------------------------------------------------- */

static void assert_unsupported(const by_game_type *type)
{
    int taken[2][BY_MAX_PIECES];
    struct by_square squares[BY_MAX_SQUARES];
    struct by_gesture gesture;
    struct by_board board = {.columns = 3, .rows = 3};
    by_position *position;
    by_text text = {0};
    by_error error = {0};
    by_game *game;

    assert_int_equal(by_game_open(type, NULL, &game, NULL), BY_OK);
    assert_int_equal(by_position_create(game, &position, NULL), BY_OK);
    assert_int_equal(by_position_board(position, &board, &error), BY_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "has no description of its board"));
    assert_int_equal(by_position_squares(position, squares, NULL), BY_ERROR_UNSUPPORTED);
    assert_int_equal(by_position_gesture(position, 0, &gesture, NULL), BY_ERROR_UNSUPPORTED);
    assert_int_equal(by_position_taken(position, taken, NULL), BY_ERROR_UNSUPPORTED);
    assert_int_equal(by_game_compose(game, &board, squares, 0, &text, NULL), BY_ERROR_UNSUPPORTED);
    by_position_destroy(position);
    by_game_close(game);
}

/* Without the group, or without a part of it, nothing is made up. */
static void test_unsupported(void **unused)
{
    const by_game_type *type;
    struct opened opened;
    struct seen seen;
    by_text text = {0};
    by_error error = {0};

    (void)unused;
    for (size_t i = 0; (type = by_game_type_at(i)); i++) {
        by_game_type blind = *type;

        assert_int_equal(!type->display, strcmp(type->name, "tree") == 0);
        blind.display = NULL;
        assert_unsupported(&blind);
    }
    opened = open_position("go-capture", "", NULL);
    seen = see(opened.position);
    assert_int_equal(by_game_compose(opened.game, &seen.board, seen.squares, 0, &text, &error), BY_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "boards of go-capture cannot be set up");
    close_position(&opened);
}

/* A group without what is required is refused when the game is opened. */
static void test_lacking_parts(void **unused)
{
    const by_game_type *type = NULL;
    by_game *game;

    (void)unused;
    assert_int_equal(by_game_type_find("tictactoe", &type, NULL), BY_OK);
    for (int i = 0; i < 4; i++) {
        static const char *const parts[] = {"pieces", "board", "squares", "gesture"};
        struct by_display display = *type->display;
        by_game_type lacking = *type;
        by_error error = {0};

        lacking.display = &display;
        if (i == 0)
            display.pieces = NULL;
        if (i == 1)
            display.board = NULL;
        if (i == 2)
            display.squares = NULL;
        if (i == 3)
            display.gesture = NULL;
        assert_int_equal(by_game_open(&lacking, NULL, &game, &error), BY_ERROR_INPUT);
        assert_non_null(strstr(error.message, "lacks display."));
        assert_non_null(strstr(error.message, parts[i]));
    }
}

/* A stone out of turn, which Go accepts, has the gesture of any other. */
static void test_accepted_move(void **unused)
{
    struct opened opened = open_position("go", "size=9", NULL);
    struct by_gesture gesture;
    by_move move;

    (void)unused;
    assert_int_equal(by_position_parse_move(opened.position, "W C2", &move, NULL), BY_OK);
    assert_int_equal(by_position_gesture(opened.position, move, &gesture, NULL), BY_OK);
    assert_int_equal(gesture.from, BY_NO_SQUARE);
    assert_int_equal(gesture.to, 11);
    assert_int_equal(gesture.piece, 1);
    close_position(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_forbidden_points),
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_ko),
        cmocka_unit_test(test_suicide_is_not_marked),
        cmocka_unit_test(test_target),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_composed_texts),
        cmocka_unit_test(test_impossible_boards),
        cmocka_unit_test(test_no_boards_of_the_game),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_lacking_parts),
        cmocka_unit_test(test_accepted_move),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
