/* SPDX-License-Identifier: MIT
 *
 * The playout board of Go, compared with the board of the rules, and random playouts on it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/game.h"
#include "games/go/capture.h"
#include "games/go/pattern.h"
#include "games/go/playout.h"
#include "support/check.h"
#include "support/opened.h"

static int many(int usual)
{
    const char *sanitizers = getenv("SANITIZE");

    return sanitizers && *sanitizers ? usual / 10 : usual;
}

/* ---- The playout board ------------------------------------------------------------------------------------------ */

static void check_point(const struct go_playout_board *b, const struct go *s, int point)
{
    int p = go_playout_point(b, point);

    assert_int_equal(go_playout_to_point(b, p), point);
    assert_int_equal(b->colour[p], s->board[point]);
    if (s->board[point] != GO_EMPTY) {
        const struct go_chain *chain = go_chain_at(s, point);
        const struct go_playout_chain *fast = &b->chains[b->chain_of[p]];

        assert_int_equal(fast->stones, chain->stone_count);
        assert_int_equal(go_playout_is_atari(fast), chain->liberty_count == 1);
        if (chain->liberty_count == 1)
            assert_int_equal(fast->sum / fast->count, go_playout_point(b, go_first_point(s, chain->liberties)));
        return;
    }
    assert_int_equal(b->empty[b->place[p]], p);
    assert_int_equal(by__go_playout_is_legal(b, p), by__go_is_legal(s, point, s->side, NULL));
}

/* Random games, move by move: stones, ataris and legality are those of the rules; and setting up a new board from the
 * position makes no difference. */
static void the_playout_board_agrees_with_the_board(void **state)
{
    struct opened opened = open_position("go", "", NULL);
    struct by_random random = {1};
    struct go_playout_board b, again;

    (void)state;
    for (int game = 0; game < many(120); game++) {
        struct go *s;
        char size[8];

        (void)snprintf(size, sizeof size, "%d", 2 + game % 12);
        assert_int_equal(by_position_parse(opened.position, size, NULL), BY_OK);
        s = opened.position->state;
        by__go_playout_set(&b, s);
        for (int ply = 0; ply < 150 && s->passes < 2; ply++) {
            struct by_move_info list[GO_POINTS_MOST + 1];
            struct by_moves moves = {.list = list};
            by_move move;

            by_position_moves(opened.position, BY_MOVES_ALL, &moves);
            move = list[by_random_below(&random, (uint32_t)moves.count)].move;
            assert_int_equal(by_position_push(opened.position, move, NULL), BY_OK);
            s = opened.position->state; /* it may have grown */
            by__go_playout_play(&b, go_point(move) == GO_PASS ? 0 : go_playout_point(&b, go_point(move)));
            by__go_playout_set(&again, s);
            assert_int_equal(b.side, s->side);
            assert_int_equal(b.ko, again.ko);
            assert_int_equal(b.last[0], again.last[0]);
            assert_int_equal(b.last[1], again.last[1]);
            assert_int_equal(b.empty_count, again.empty_count);
            for (int point = 0; point < s->points; point++) {
                check_point(&b, s, point);
                check_point(&again, s, point);
            }
        }
    }
    close_position(&opened);
}

static void tells_eyes(void **state)
{
    static const struct {
        const char *text;
        int point;
        bool is_eye;
    } cases[] = {
        {"5 ...../..X../.X.X./..X../..... b", 12, true},  {"5 ...../.OX../.X.X./..X../..... b", 12, true},
        {"5 ...../.OX../.X.X./..XO./..... b", 12, false}, {"5 ...../..X../.X.O./..X../..... b", 12, false},
        {"5 ...../...../...../X..../.X... b", 0, true},   {"5 ...../...../...../XO.../.X... b", 0, false},
        {"5 ...../...../X..../.X.../X.... b", 5, true},   {"5 ...../...../XO.../.X.../X.... b", 5, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct opened opened = open_position("go", "", cases[i].text);
        struct go_playout_board b;

        by__go_playout_set(&b, opened.position->state);
        assert_int_equal(by__go_playout_is_eye(&b, go_playout_point(&b, cases[i].point), GO_BLACK), cases[i].is_eye);
        assert_false(by__go_playout_is_eye(&b, go_playout_point(&b, cases[i].point), GO_WHITE));
        close_position(&opened);
    }
}

/* ---- Random playouts --------------------------------------------------------------------------------------------- */

static by_move move_of(const struct go *s, int slot)
{
    int point = slot % (s->points + 1);

    return go_move(point == s->points ? GO_PASS : point, slot / (s->points + 1));
}

/* The reported moves of a playout are legal by the rules, its value is that of the final board, and the owners of the
 * points add up to it. The position stays as it was, and the same seed makes the same game. */
static void playouts_are_games(void **state)
{
    struct opened opened = open_position("go", "", NULL);

    (void)state;
    for (int i = 0; i < many(400); i++) {
        uint16_t slots[2000], same[2000];
        int8_t owner[GO_POINTS_MOST];
        struct by_random random = {(uint64_t)i * 1000}, again = random;
        struct by_playout playout = {
            .style = (enum by_playout_style)(i % 2), .slots = slots, .room = 2000, .owner = owner};
        struct by_playout second = {.style = playout.style, .slots = same, .room = 2000};
        struct go *s;
        by_value value;
        char text[16];
        int score = 0;

        (void)snprintf(text, sizeof text, "%d", 2 + i % 12);
        assert_int_equal(by_position_parse(opened.position, text, NULL), BY_OK);
        s = opened.position->state;
        for (int k = 0; k < i % 7; k++) {
            if (by__go_is_legal(s, k * 5 % s->points, s->side, NULL))
                assert_int_equal(by_position_push(opened.position, go_move(k * 5 % s->points, s->side), NULL), BY_OK);
            s = opened.position->state;
        }
        value = by__go_playout(s, &random, &playout);
        assert_int_equal(by__go_playout(s, &again, &second), value);
        assert_int_equal(second.plies, playout.plies);
        assert_memory_equal(same, slots, (size_t)playout.count * sizeof *slots);
        assert_int_equal(playout.count, playout.plies);
        value = s->side == GO_BLACK ? value : -value;
        for (int k = 0; k < playout.count; k++)
            assert_int_equal(by_position_push(opened.position, move_of(opened.position->state, slots[k]), NULL), BY_OK);
        s = opened.position->state; /* it may have grown */
        for (int point = 0; point < s->points; point++)
            score += 2 * owner[point];
        score -= s->komi_half;
        assert_int_equal(value, score > 0 ? BY_WIN : score < 0 ? -BY_WIN : 0);
        if (s->passes == 2)
            assert_int_equal(by__go_score(s), score);
    }
    close_position(&opened);
}

/* A limit of plies is kept, and room for fewer slots than there are moves. */
static void playouts_keep_limits(void **state)
{
    struct opened opened = open_position("go", "", "9");
    uint16_t slots[4] = {0, 0, 0, 7};
    struct by_random random = {3};
    struct by_playout playout = {.max_plies = 10, .slots = slots, .room = 3};
    by_value value;

    (void)state;
    value = by__go_playout(opened.position->state, &random, &playout);
    assert_int_equal(playout.plies, 10);
    assert_int_equal(playout.count, 3);
    assert_int_equal(slots[3], 7);
    assert_true(playout.is_cut);
    assert_true(value < BY_MAX_SCORE && value > -BY_MAX_SCORE); /* an evaluation */
    close_position(&opened);
}

/* An informed playout nearly always captures the stone that has just been put into atari, and saves its own. A uniform
 * one seldom does it. */
static void informed_players_answer(void **state)
{
    static const struct {
        const char *text, *last, *answer;
    } cases[] = {
        {"9 ........./........./........./....X..../...X.X.../........./........./........./......... w", "E5", "E4"},
        {"9 ........./........./........./........./...XO..../....X..../........./........./......... b", "E6", "F5"},
    };
    int hits[2] = {0};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int style = 0; style < 2; style++) {
            struct opened opened = open_position("go", "", cases[i].text);
            struct go *s = opened.position->state;
            struct by_random random = {5};
            by_move last, answer;

            assert_int_equal(by_position_parse_move(opened.position, cases[i].last, &last, NULL), BY_OK);
            assert_int_equal(by_position_push(opened.position, last, NULL), BY_OK);
            for (int k = 0; k < 200; k++) {
                uint16_t slot;
                struct by_playout playout = {
                    .style = (enum by_playout_style)style, .max_plies = 1, .slots = &slot, .room = 1};

                (void)by__go_playout(s, &random, &playout);
                assert_int_equal(by_position_parse_move(opened.position, cases[i].answer, &answer, NULL), BY_OK);
                hits[style] += move_of(s, slot) == answer;
            }
            close_position(&opened);
        }
    assert_true(hits[BY_PLAYOUT_INFORMED] > 150);
    assert_true(hits[BY_PLAYOUT_UNIFORM] < 30);
}

/* ---- Patterns ---------------------------------------------------------------------------------------------------- */

/* The order of the points around: below, left, right, above, and the corners likewise. */
static unsigned code_of(const int colours[8])
{
    unsigned code = 0;

    for (int k = 0; k < 8; k++)
        code |= (unsigned)colours[k] << 2 * k;
    return code;
}

/* The set of patterns is the same turned, mirrored and with the colours exchanged; an empty neighbourhood is none. */
static void patterns_are_symmetric(void **state)
{
    static const int turned[8] = {1, 3, 0, 2, 6, 4, 7, 5}, mirrored[8] = {0, 2, 1, 3, 5, 4, 7, 6};
    uint8_t *table = calloc(8192, 1);
    int count = 0;

    (void)state;
    assert_non_null(table);
    by__go_fill_patterns(table);
    for (unsigned code = 0; code < 65536; code++) {
        int colours[8], other[3][8];
        bool is_set = table[code / 8] >> code % 8 & 1;

        for (int k = 0; k < 8; k++)
            colours[k] = (int)(code >> 2 * k & 3);
        for (int k = 0; k < 8; k++) {
            other[0][k] = colours[turned[k]];
            other[1][k] = colours[mirrored[k]];
            other[2][k] = colours[k] < GO_EMPTY ? colours[k] ^ 1 : colours[k];
        }
        for (int i = 0; i < 3; i++) {
            unsigned image = code_of(other[i]);

            assert_int_equal(table[image / 8] >> image % 8 & 1, is_set);
        }
        count += is_set;
    }
    assert_in_range(count, 3000, 30000);
    assert_false(table[code_of((const int[8]){2, 2, 2, 2, 2, 2, 2, 2}) / 8] >> 2 & 1);
    free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_playout_board_agrees_with_the_board),
        cmocka_unit_test(tells_eyes),
        cmocka_unit_test(playouts_are_games),
        cmocka_unit_test(playouts_keep_limits),
        cmocka_unit_test(informed_players_answer),
        cmocka_unit_test(patterns_are_symmetric),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
