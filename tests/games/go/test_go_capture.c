/* SPDX-License-Identifier: MIT
 *
 * The goal go-capture: its text, questions about positions of go, verdicts, and what options change.
 */
#define _POSIX_C_SOURCE 200809L
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boyi/boyi.h"
#include "core/game.h"
#include "games/go/capture.h"
#include "support/check.h"
#include "support/opened.h"
#include "support/search.h"

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

/* ---- Text -------------------------------------------------------------------------------------------------------- */

static void text_is_read_and_written(void **unused)
{
    static const char *const texts[][2] = {
        {"black B2 none 0 3 .../.XO/... w - 7.5 0 0 0", NULL},
        {"white C2 owner 255 3 .../.XO/... w - 0.5 3 0 1", NULL},
        {"white C2 attacker 9 3 .../.XO/... b - -2 0 1 2", NULL},
        {"  white   c2\tattacker  09 3 .../.XO/... b", "white C2 attacker 9 3 .../.XO/... b - 0 0 0 0"},
        {"black B3 none 0 5 ...../.XO../X.XO./.XO../..... w B3 7.5 1 0 0", NULL}, /* nothing stands there */
        {"white A1 none 0 2", "white A1 none 0 2 ../.. b - 0 0 0 0"},
        {"white Z25 none 0 25", NULL},
    };

    (void)unused;
    for (int i = 0; i < COUNT(texts); i++) {
        struct opened opened = open_position("go-capture", "", texts[i][0]);
        by_text first = {0}, second = {0};
        struct opened again;

        by_position_print(opened.position, &first);
        if (texts[i][1])
            assert_string_equal(by_text_string(&first), texts[i][1]);
        else
            assert_int_equal(strncmp(by_text_string(&first), texts[i][0], strlen(texts[i][0])), 0);
        again = open_position("go-capture", "", by_text_string(&first));
        by_position_print(again.position, &second);
        assert_string_equal(by_text_string(&first), by_text_string(&second));
        by_text_free(&first);
        by_text_free(&second);
        close_position(&opened);
        close_position(&again);
    }
}

static void texts_that_cannot_be_read_say_where(void **unused)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } bad[] = {
        {"", 1, "expected the owner of the block: black or white"},
        {"red B2 none 0 3", 1, "expected the owner of the block"},
        {"blackish B2 none 0 3", 1, "expected the owner of the block"},
        {"black", 6, "expected the side with threats for every ko: none, attacker or owner"},
        {"black B2", 9, "expected the side with threats"},
        {"black B2 nobody 0 3", 10, "expected the side with threats"},
        {"black B2 none", 14, "expected the plies after which a liberty less is safe, 0 to 255"},
        {"black B2 none x 3", 15, "expected the plies"},
        {"black B2 none -1 3", 15, "expected the plies"},
        {"black B2 none 256 3", 15, "expected the plies"},
        {"black B2 none 99999999999 3", 15, "expected the plies"},
        {"black B2 none 9x 3", 15, "expected the plies"},
        {"black B2 none 0", 16, "expected a position, but the text is empty"},
        {"black B2 none 0 1", 17, "from 2 to 25"},
        {"black B2 none 0 3 .../.X/... w", 25, "row 2 has 2 points, expected 3"},
        {"black B2 none 0 3 .../.XO/... x", 31, "expected the side to move"},
        {"black B2 none 0 3 XO./O../... w", 19, "has no liberty"},
        {"black B4 none 0 3 .../.XO/... w", 7, "expected the point of the block, such as D4, on the board"},
        {"black D2 none 0 3 .../.XO/... w", 7, "expected the point of the block"},
        {"black I2 none 0 9", 7, "expected the point of the block"},
        {"black pass none 0 3 .../.XO/... w", 7, "expected the point of the block"},
        {"black B2x none 0 3 .../.XO/... w", 7, "expected the point of the block"},
    };
    struct opened opened = open_position("go-capture", "", "white C2 none 0 3 .../.XO/... w");

    (void)unused;
    for (int i = 0; i < COUNT(bad); i++) {
        by_error error = {0};

        if (by_position_parse(opened.position, bad[i].text, &error) != BY_ERROR_INPUT)
            fail_msg("'%s' was read", bad[i].text);
        if (error.line != 1 || error.column != bad[i].column || !strstr(error.message, bad[i].message))
            fail_msg("'%s': column %d: %s", bad[i].text, error.column, error.message);
        assert_position_text(opened.position, "white C2 none 0 3 .../.XO/... w - 0 0 0 0");
    }
    close_position(&opened);
}

/* ---- Questions about positions of go ----------------------------------------------------------------------------- */

static by_status import(by_position *position, const char *go_settings, const char *go_text, const char *const *moves,
                        const char *question, by_error *error)
{
    struct opened go = open_position("go", go_settings, go_text);
    by_status status;

    for (; moves && *moves; moves++)
        push_text(go.position, *moves);
    status = by_position_import(position, go.position, question, error);
    close_position(&go);
    return status;
}

static void assert_imported(const char *go_text, const char *const *moves, const char *question, const char *expected)
{
    struct opened opened = open_position("go-capture", "", NULL);
    by_error error = {0};
    size_t length;

    if (import(opened.position, "", go_text, moves, question, &error))
        fail_msg("%s", error.message);
    assert_position_text(opened.position, expected);
    by_position_history(opened.position, &length);
    assert_int_equal(length, 0);
    close_position(&opened);
}

/* The attacker or the owner is to move, whoever it is in the game; a ko forbids nothing to the other side. */
static void questions_are_imported(void **unused)
{
    static const char board[] = "5 ...../.XO../XO.O./.XO../..... b - 7.5 0 1 0";
    static const char *const takes[] = {"C3", NULL};

    (void)unused;
    assert_imported(board, NULL, "attack B3", "white B3 none 0 5 ...../.XO../XO.O./.XO../..... b - 7.5 0 1 0");
    assert_imported(board, NULL, "defend b3", "white B3 none 0 5 ...../.XO../XO.O./.XO../..... w - 7.5 0 1 0");
    assert_imported(board, NULL, "  attack  B4 owner 12",
                    "black B4 owner 12 5 ...../.XO../XO.O./.XO../..... w - 7.5 0 1 0");
    assert_imported(board, NULL, "defend B4 attacker",
                    "black B4 attacker 0 5 ...../.XO../XO.O./.XO../..... b - 7.5 0 1 0");
    /* White may not retake; Black, to move in the question, may */
    assert_imported(board, takes, "attack C3", "black C3 none 0 5 ...../.XO../X.XO./.XO../..... w B3 7.5 1 1 0");
    assert_imported(board, takes, "defend C3", "black C3 none 0 5 ...../.XO../X.XO./.XO../..... b - 7.5 1 1 0");
}

/* A question in numbers is the same as that in words, and is written in these words. */
static void questions_in_numbers_are_those_in_words(void **unused)
{
    static const struct {
        struct by_goal_question question;
        const char *words;
    } rows[] = {
        {{BY_SIZE(by_goal_question), .prover_first = true, .squares = {6}}, "attack B2 none"},
        {{BY_SIZE(by_goal_question), .squares = {18}, .threats = BY_THREATS_PROVER}, "defend D4 attacker"},
        {{BY_SIZE(by_goal_question), .prover_first = true, .squares = {18}, .threats = BY_THREATS_OPPONENT,
          .patience = 9},
         "attack D4 owner 9"},
    };
    struct opened go = open_position("go", "", "5 ...../...O./...../.X.../..... w");
    struct opened first = open_position("go-capture", "", NULL), second = open_position("go-capture", "", NULL);

    (void)unused;
    for (int i = 0; i < COUNT(rows); i++) {
        by_text words = {0}, text = {0};

        assert_int_equal(by_position_set_question(first.position, go.position, &rows[i].question, NULL), BY_OK);
        by_position_print_question(first.position, &words);
        assert_string_equal(by_text_string(&words), rows[i].words);
        assert_int_equal(by_position_import(second.position, go.position, rows[i].words, NULL), BY_OK);
        by_position_print(first.position, &text);
        assert_position_text(second.position, by_text_string(&text));
        by_text_free(&words);
        by_text_free(&text);
    }
    close_position(&first);
    close_position(&second);
    close_position(&go);
}

/* An empty point gives no question. */
static void questions_need_a_stone(void **unused)
{
    static const int points[] = {-1, 0, 25, INT_MAX};
    struct opened go = open_position("go", "", "5 ...../...O./...../.X.../..... w");
    struct opened opened = open_position("go-capture", "", NULL);

    (void)unused;
    for (int i = 0; i < COUNT(points); i++) {
        struct by_goal_question question = {BY_SIZE(by_goal_question), .squares = {points[i]}};
        by_error error = {0};

        assert_int_equal(by_position_set_question(opened.position, go.position, &question, &error), BY_ERROR_INPUT);
        assert_non_null(strstr(error.message, "a point with a stone"));
    }
    close_position(&opened);
    close_position(&go);
}

/* Passes before the question do not end the game of the question. */
static void passes_are_not_imported(void **unused)
{
    static const char board[] = "3 .../XO./... b - 0 0 0 0";
    static const char *const once[] = {"pass", NULL}, *const twice[] = {"pass", "pass", NULL};

    (void)unused;
    assert_imported(board, once, "defend B2", "white B2 none 0 3 .../XO./... w - 0 0 0 0");
    assert_imported(board, once, "attack A2", "black A2 none 0 3 .../XO./... w - 0 0 0 0");
    assert_imported(board, twice, "attack B2", "white B2 none 0 3 .../XO./... b - 0 0 0 0");
    assert_imported(board, twice, "defend B2", "white B2 none 0 3 .../XO./... w - 0 0 0 0");
}

/* Superko looks at the moves that were made in the game. */
static void history_is_kept_for_superko(void **unused)
{
    static const char board[] = "5 ...../.XO../XO.O./.XO../..... b - 7.5 0 0 0";
    static const char *const moves[] = {"C3", "A1", "E5", NULL};
    static const char *const rules[] = {"ko=simple", "ko=positional", "ko=situational"};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct opened opened = open_position("go-capture", rules[i], NULL);
        struct go *s;
        size_t length;

        assert_int_equal(import(opened.position, "", board, moves, "attack C3", NULL), BY_OK);
        s = opened.position->state;
        by_position_history(opened.position, &length);
        assert_int_equal(length, i ? 3 : 0);
        assert_int_equal(s->length, i ? 3 : 0);
        /* To make a board of the game again: first take the two stones off by hand, as no move can */
        if (i) {
            assert_int_equal(by_position_pop(opened.position, NULL), BY_OK);
            assert_int_equal(by_position_pop(opened.position, NULL), BY_OK);
            assert_false(by__go_is_allowed(s, 2 * 5 + 1, NULL));
            s->ko = GO_NO_POINT;
            assert_false(by__go_is_allowed(s, 2 * 5 + 1, NULL)); /* by the history alone */
        }
        close_position(&opened);
    }
}

static void questions_that_cannot_be_read_say_where(void **unused)
{
    static const struct {
        const char *text;
        int column;
        const char *message;
    } bad[] = {
        {"", 1, "expected attack or defend"},
        {"take B3", 1, "expected attack or defend"},
        {"attack", 7, "expected a point with a stone, such as D4"},
        {"attack B1", 8, "expected a point with a stone"},
        {"attack F1", 8, "expected a point with a stone"},
        {"attack pass", 8, "expected a point with a stone"},
        {"attack B3 both", 11, "expected the side with threats"},
        {"attack B3 none x", 16, "expected the plies"},
        {"attack B3 none 300", 16, "expected the plies"},
        {"attack B3 none 3 4", 18, "expected the end of the question"},
    };
    struct opened opened = open_position("go-capture", "", "white C2 none 0 3 .../.XO/... w");

    (void)unused;
    for (int i = 0; i < COUNT(bad); i++) {
        by_error error = {0};

        assert_int_equal(import(opened.position, "", "5 ...../.XO../XO.O./.XO../..... b", NULL, bad[i].text, &error),
                         BY_ERROR_INPUT);
        if (error.column != bad[i].column || !strstr(error.message, bad[i].message))
            fail_msg("'%s': column %d: %s", bad[i].text, error.column, error.message);
        assert_position_text(opened.position, "white C2 none 0 3 .../.XO/... w - 0 0 0 0");
    }
    close_position(&opened);
}

/* ---- Verdicts ---------------------------------------------------------------------------------------------------- */

enum verdict { OPEN, CAPTURED, ESCAPED, HELD_CAPTURED, HELD_ESCAPED };

static enum verdict verdict_of(const struct go *s, const struct by_node *node)
{
    by_value value = s->side == s->owner ? node->value : -node->value; /* as the owner sees it */

    if (!node->is_over) {
        assert_true(node->can_move);
        return OPEN;
    }
    assert_true(value == BY_WIN || value == -BY_WIN);
    if (node->is_estimate)
        return value == BY_WIN ? HELD_ESCAPED : HELD_CAPTURED;
    return value == BY_WIN ? ESCAPED : CAPTURED;
}

/* At a ply of a search, after some moves. */
static void assert_verdict(const char *settings, const char *text, const char *moves, int ply, enum verdict expected)
{
    struct opened opened = open_position("go-capture", settings, text);
    struct by_node node;
    enum verdict found;
    char list[100], *at = list;

    (void)snprintf(list, sizeof list, "%s", moves);
    for (char *move = strtok_r(list, " ", &at); move; move = strtok_r(NULL, " ", &at))
        push_text(opened.position, move);
    opened.game->type->rules->node(opened.position->state, ply, &node);
    found = verdict_of(opened.position->state, &node);
    if (found != expected)
        fail_msg("%d in place of %d: %s, %s, %s", found, expected, settings, text, moves);
    close_position(&opened);
}

#define PLAIN "attacker_moves=all owner_moves=all reader=nothing safe_liberties=0"
#define KO    "5 ...../.XO../XO.O./.XO../..... b" /* Black takes B3 by C3 */

static void blocks_are_captured(void **unused)
{
    (void)unused;
    assert_verdict(PLAIN, "white A1 none 0 3 .../X../O.. b", "", 0, OPEN);
    assert_verdict(PLAIN, "white A1 none 0 3 .../X../O.. b", "B1", 1, CAPTURED);
    assert_verdict(PLAIN, "white A1 none 0 3 .../X../O.. b", "A3", 1, OPEN);
    assert_verdict(PLAIN, "white A1 none 0 3 .../XX./O.. b", "pass", 1, OPEN);
    assert_verdict(PLAIN, "white A1 none 0 3 .../X../... b", "", 0, CAPTURED); /* it does not stand there */
    assert_verdict(PLAIN, "black A1 none 0 3 .../X../O.. b", "", 0, CAPTURED); /* another's does */
}

/* A lone stone taken in a ko is captured, unless its owner may retake it at once: then only if he does not. */
static void lone_stones_may_be_retaken(void **unused)
{
    (void)unused;
    assert_verdict(PLAIN, "white B3 none 0 " KO, "C3", 1, CAPTURED);
    assert_verdict(PLAIN, "white B3 attacker 0 " KO, "C3", 1, CAPTURED);
    assert_verdict(PLAIN, "white B3 owner 0 " KO, "C3", 1, OPEN);
    assert_verdict(PLAIN, "white B3 owner 0 " KO, "C3 A1", 2, CAPTURED);
    assert_verdict(PLAIN, "white B3 owner 0 " KO, "C3 pass", 2, CAPTURED);
    assert_verdict(PLAIN " retakes=1", "white B3 owner 0 " KO, "C3 B3", 2, OPEN);
    /* Threats do not matter if it is no ko */
    assert_verdict(PLAIN, "white A1 owner 0 3 .../X../O.. b", "B1", 1, CAPTURED);
}

/* The side with threats may retake, also under superko: a threat and its answer lie between. */
static void retakes_can_be_written(void **unused)
{
    static const char *const rules[] = {"ko=simple", "ko=positional", "ko=situational"};

    (void)unused;
    for (int i = 0; i < COUNT(rules); i++) {
        struct opened with = open_position("go-capture", rules[i], "white B3 attacker 0 3 XO./.XO/X.. w");
        struct opened without = open_position("go-capture", rules[i], "white B3 none 0 3 XO./.XO/X.. w");
        by_move move;

        assert_int_equal(by_position_parse_move(with.position, "A2", &move, NULL), BY_OK);
        assert_int_equal(by_position_push(with.position, move, NULL), BY_OK);
        assert_int_equal(by_position_push(without.position, move, NULL), BY_OK);
        assert_int_equal(by_position_parse_move(with.position, "A3", &move, NULL), BY_OK);
        assert_int_not_equal(by_position_parse_move(without.position, "A3", &move, NULL), BY_OK);
        close_position(&with);
        close_position(&without);
    }
}

/* A text that is read as a move can be played: not out of turn, and not when the question is decided. */
static void only_moves_that_can_be_played_are_read(void **unused)
{
    static const char *const played[] = {"A2", "pass", "B1", "pass", "B3"}; /* takes the block */
    struct opened opened =
        open_position("go-capture", "safe_liberties=0 reader=nothing", "black B2 none 0 3 .../.X./... w");
    by_position *position = opened.position;
    by_error error;
    by_move move;

    (void)unused;
    assert_int_equal(by_position_parse_move(position, "B A1", &move, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "it is white's turn"));
    for (int i = 0; i < COUNT(played); i++) {
        assert_int_equal(by_position_parse_move(position, played[i], &move, &error), BY_OK);
        assert_int_equal(by_position_push(position, move, &error), BY_OK);
    }
    assert_int_equal(by_position_parse_move(position, "pass", &move, &error), BY_OK);
    assert_int_equal(by_position_push(position, move, &error), BY_OK);
    assert_int_equal(by_position_parse_move(position, "C2", &move, &error), BY_OK);
    assert_int_equal(by_position_push(position, move, &error), BY_OK);
    assert_int_equal(by_position_parse_move(position, "A1", &move, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "the question is decided"));
    close_position(&opened);
}

/* A side that retakes once too often has won the ko, which is a heuristic rule. */
static void retakes_are_counted(void **unused)
{
    (void)unused;
    assert_verdict(PLAIN, "white B3 owner 0 " KO, "C3 B3", 2, HELD_ESCAPED);
    assert_verdict(PLAIN " retakes=1", "white B3 owner 0 " KO, "C3 B3 A1 A5 C3", 5, OPEN);
    assert_verdict(PLAIN " retakes=1", "white B3 owner 0 " KO, "C3 B3 A1 A5 C3 B3", 6, HELD_ESCAPED);
    assert_verdict(PLAIN " retakes=2", "white B3 owner 0 " KO, "C3 B3 A1 A5 C3 B3", 6, OPEN);
    /* The attacker's stone C3 is the block now; White takes it by B3, Black retakes */
    assert_verdict(PLAIN, "white C4 attacker 0 5 ...../.XO../X.XO./.XO../..... w", "B3 C3", 2, HELD_CAPTURED);
    assert_verdict(PLAIN " retakes=1", "white C4 attacker 0 5 ...../.XO../X.XO./.XO../..... w", "B3 C3", 2, OPEN);
    /* A ko that is taken later is not retaken at once */
    assert_verdict(PLAIN, "white C4 attacker 0 5 ...../.XO../X.XO./.XO../..... w", "B3 A1 A5 C3", 4, OPEN);
}

static void only_who_has_threats_retakes(void **unused)
{
    static const char *const threats[] = {"none", "attacker", "owner"};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        char text[80];
        struct opened opened;

        (void)snprintf(text, sizeof text, "white C4 %s 0 5 ...../.XO../X.XO./.XO../..... w B3", threats[i]);
        opened = open_position("go-capture", PLAIN, text);
        assert_int_equal(by__go_is_allowed(opened.position->state, 2 * 5 + 1, NULL), i == 2);
        close_position(&opened);
        (void)snprintf(text, sizeof text, "black B4 %s 0 5 ...../.XO../X.XO./.XO../..... w B3", threats[i]);
        opened = open_position("go-capture", PLAIN, text);
        assert_int_equal(by__go_is_allowed(opened.position->state, 2 * 5 + 1, NULL), i == 1);
        close_position(&opened);
    }
}

static void two_passes_end_the_game(void **unused)
{
    (void)unused;
    assert_verdict(PLAIN, "white A1 none 0 3 .../XX./O.. b", "pass pass", 2, ESCAPED);
    assert_verdict(PLAIN, "white A1 none 0 3 .../XX./O.. b - 0 0 0 2", "", 0, ESCAPED);
    assert_verdict(PLAIN, "white A1 none 0 3 .../XX./O.. b - 0 0 0 1", "", 0, OPEN);
    /* A taken stone stays taken */
    assert_verdict(PLAIN, "white A1 none 0 3 .../XX./... b - 0 0 0 2", "", 0, CAPTURED);
}

/* As many liberties as are held to be safe, on a board of its own; a pass is not searched on. */
static void liberties_are_held_to_be_safe(void **unused)
{
    static const char four[] = "white C3 none 0 5 ...../...../..O../...../..... b",
                      three[] = "white C3 none 0 5 ...../...../.XO../...../..... b",
                      one[] = "white A1 none 0 5 ...../...../...../X..../O.... w";

    (void)unused;
    assert_verdict("safe_liberties=4 reader=nothing", four, "", 0, HELD_ESCAPED);
    assert_verdict("safe_liberties=5 reader=nothing", four, "", 0, OPEN);
    assert_verdict("safe_liberties=4 reader=nothing", three, "", 0, OPEN);
    assert_verdict("safe_liberties=0 reader=nothing", four, "", 0, OPEN);
    assert_verdict("safe_liberties=1 reader=nothing", one, "", 0, OPEN); /* an atari is never safe */
    /* With a reader, also what the owner reaches by one move; but not where a move is asked for */
    assert_verdict("safe_liberties=5 reader=nothing", four, "A1", 1, OPEN);
    assert_verdict("safe_liberties=5 reader=atari", four, "A1", 1, HELD_ESCAPED);
    assert_verdict("safe_liberties=5 reader=atari", "white C3 none 0 5 ...../...../..O../...../X.... w", "", 0, OPEN);
    assert_verdict("safe_liberties=7 reader=atari", four, "A1", 1, OPEN);
}

/* After as many plies as the patience, one liberty less is safe; after five times as many, two. */
static void patience_ends(void **unused)
{
    static const char *const settings = "safe_liberties=5 reader=nothing";
    static const char four[] = "white C3 none 9 5 ...../...../..O../...../..... b",
                      three[] = "white C3 none 9 5 ...../...../.XO../...../..... b";

    (void)unused;
    assert_verdict(settings, four, "", 8, OPEN);
    assert_verdict(settings, four, "", 9, HELD_ESCAPED);
    assert_verdict(settings, three, "", 80, OPEN);
    assert_verdict(settings, three, "", 81, HELD_ESCAPED);
    assert_verdict(settings, "white C3 none 0 5 ...../...../..O../...../..... b", "", 1000, OPEN);
    assert_verdict("safe_liberties=0 reader=nothing", four, "", 1000, OPEN);
}

/* E = 4 * 4 + 8 in the middle of an open board. The question asks for the move. */
static void the_bound_is_held_to_be_an_escape(void **unused)
{
    static const char four[] = "white C3 none 0 5 ...../...../..O../...../..... b";

    (void)unused;
    assert_verdict("safe_liberties=0 reader=nothing bound=23", four, "", 1, HELD_ESCAPED);
    assert_verdict("safe_liberties=0 reader=nothing bound=24", four, "", 1, OPEN);
    assert_verdict("safe_liberties=0 reader=nothing bound=0", four, "", 1, OPEN);
    assert_verdict("safe_liberties=0 reader=nothing bound=23", four, "", 0, OPEN);
}

static void living_blocks_have_escaped(void **unused)
{
    (void)unused;
    assert_verdict(PLAIN, "black B5 none 0 5 .X.XO/XXXXO/OOOOO/...../..... w", "", 0, ESCAPED);
    assert_verdict(PLAIN, "black B5 none 0 5 .X.XO/XXXOO/OOO../...../..... w", "", 0, OPEN);
}

/* Atari on the attacker's turn, and ladders, count as captured below the root. */
static void readers_end_the_game_early(void **unused)
{
    static const char atari[] = "white A1 none 0 5 ...../...../...../X..../O.... b";

    (void)unused;
    assert_verdict("reader=nothing safe_liberties=0", atari, "", 1, OPEN);
    assert_verdict("reader=atari safe_liberties=0", atari, "", 1, CAPTURED);
    assert_verdict("reader=atari safe_liberties=0", atari, "", 0, OPEN); /* whoever asks wants to know the move */
    assert_verdict("reader=atari safe_liberties=0", "white C2 none 0 5 ...../...../..XX./.XO../.X... b", "", 1, OPEN);
    assert_verdict("reader=ladder safe_liberties=0", "white C2 none 0 5 ...../...../..XX./.XO../.X... b", "", 1,
                   CAPTURED);
    assert_verdict("reader=ladder safe_liberties=0", "white C2 none 0 5 ...../...../..XX./.XO../.X... b", "", 0, OPEN);
    /* In atari, but the ko forbids it; or it would be retaken */
    assert_verdict("reader=atari safe_liberties=0", "white B3 none 0 5 ...../.XO../XO.O./.XO../..... b C3", "", 1,
                   OPEN);
    assert_verdict("reader=atari safe_liberties=0", "white B3 none 0 5 ...../.XO../XO.O./.XO../..... b", "", 1,
                   CAPTURED);
    assert_verdict("reader=atari safe_liberties=0", "white B3 owner 0 5 ...../.XO../XO.O./.XO../..... b", "", 1, OPEN);
    assert_verdict("reader=atari safe_liberties=0", "white B3 attacker 0 5 ...../.XO../XO.O./.XO../..... b C3", "", 1,
                   CAPTURED);
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

static uint64_t key_of(const char *text, const char *moves, int ply)
{
    struct opened opened = open_position("go-capture", PLAIN " retakes=5", text);
    struct by_node node;
    char list[100], *at = list;

    (void)snprintf(list, sizeof list, "%s", moves);
    for (char *move = strtok_r(list, " ", &at); move; move = strtok_r(NULL, " ", &at))
        push_text(opened.position, move);
    opened.game->type->rules->node(opened.position->state, ply, &node);
    close_position(&opened);
    return node.key;
}

/* All that an answer depends on is a part of the key. */
static void keys_tell_questions_apart(void **unused)
{
    static const char *const texts[] = {
        "white B3 none 0 5 ...../.XO../XO.O./.XO../..... b",     "black B3 none 0 5 ...../.XO../XO.O./.XO../..... b",
        "white C4 none 0 5 ...../.XO../XO.O./.XO../..... b",     "white B3 owner 0 5 ...../.XO../XO.O./.XO../..... b",
        "white B3 attacker 0 5 ...../.XO../XO.O./.XO../..... b", "white B3 none 9 5 ...../.XO../XO.O./.XO../..... b",
        "white B3 none 0 5 ...../.XO../XO.O./.XO../..... w",     "white B3 none 0 5 ...../.XO../XO.O./.XO../..... b C3",
        "white B3 none 0 5 ...../.XO../XO.O./.XO../X.... b",
    };

    (void)unused;
    for (int i = 0; i < COUNT(texts); i++)
        for (int j = 0; j < i; j++)
            assert_true(key_of(texts[i], "", 0) != key_of(texts[j], "", 0));
    /* As long as the patience is the same, the ply is none */
    assert_true(key_of(texts[0], "", 0) == key_of(texts[0], "", 100));
    assert_true(key_of(texts[5], "", 0) == key_of(texts[5], "", 8));
    assert_true(key_of(texts[5], "", 0) != key_of(texts[5], "", 9));
    assert_true(key_of(texts[5], "", 80) != key_of(texts[5], "", 81));
    /* Kos that were retaken at once, and not */
    assert_true(key_of(texts[3], "C3 B3 A1", 0) != key_of("white B3 owner 0 5 ...../.XO../XO.O./.XO../X.... w", "", 0));
    /* A pass of the owner decides nothing, one of the attacker does */
    assert_true(key_of(texts[6], "pass", 0) == key_of(texts[0], "", 0));
    assert_true(key_of(texts[0], "pass", 0) != key_of(texts[6], "", 0));
    assert_true(key_of(texts[0], "pass pass", 0) != key_of(texts[0], "", 0));
}

/* ---- Options ----------------------------------------------------------------------------------------------------- */

/* The contract of games, with all settings, but for what the paper's choice takes from the last move, which the text of
 * a position does not show. */
static void keeps_the_contract(void **unused)
{
    static const char *const selections[] = {"all", "wide", "paper"}, *const readers[] = {"nothing", "atari", "ladder"},
                             *const kos[] = {"simple", "positional", "situational"};
    static const char *const more[] = {"safe_liberties=0 suicide=off", "safe_liberties=5 suicide=on retakes=3",
                                       "safe_liberties=0 bound=25 numbers=paper candidates_most=3 ladder_nodes=20",
                                       "safe_liberties=3 target_least=0 target_most=0 opponents_most=64 chain_most=64"};

    (void)unused;
    for (int i = 0; i < 3 * 3 * 3 * 4; i++) {
        char settings[240];
        struct opened opened;
        by_error error = {0};

        (void)snprintf(settings, sizeof settings,
                       "attacker_moves=%s owner_moves=%s reader=%s ko=%s last_most=0 neighbours_most=0 %s",
                       selections[i % 3], selections[(i + i / 9) % 3], readers[i / 3 % 3], kos[i / 9 % 3],
                       more[i / 27]);
        opened = open_position("go-capture", settings, NULL);
        if (by_game_check(opened.game, (uint64_t)i, 1, &error))
            fail_msg("%s: %s", settings, error.message);
        close_position(&opened);
    }
}

/* The preset is the published setting. */
static void has_the_papers_setting(void **unused)
{
    const by_game_type *type;
    by_options *options;

    (void)unused;
    assert_int_equal(by_game_type_find("go-capture", &type, NULL), BY_OK);
    assert_int_equal(by_options_create(type->options, &options, NULL), BY_OK);
    assert_int_equal(by_options_set(options, "retakes", "7", NULL), BY_OK);
    assert_int_equal(by_game_apply_preset(type, "paper-capture", options, NULL), BY_OK);
    assert_int_equal(by_options_number(options, "attacker_moves"), GO_SELECT_PAPER);
    assert_int_equal(by_options_number(options, "owner_moves"), GO_SELECT_PAPER);
    assert_int_equal(by_options_number(options, "reader"), GO_READ_LADDER);
    assert_int_equal(by_options_number(options, "numbers"), GO_NUMBERS_PAPER);
    assert_int_equal(by_options_number(options, "bound"), 25);
    assert_int_equal(by_options_number(options, "safe_liberties"), 0);
    assert_int_equal(by_options_number(options, "retakes"), 0);
    by_options_destroy(options);
}

/* The paper's first numbers: E * E and (25 / E) squared, in sixteenths. */
static void first_numbers_are_the_papers(void **unused)
{
    static const struct {
        const char *text;
        uint32_t proof, disproof;
    } numbers[] = {
        {"white C3 none 0 5 ...../...../..O../...../..... b", 16 * 24 * 24, 17}, /* 10000 / 576 */
        {"white A1 none 0 5 ...../...../...../X..../O.... b", 16 * 6 * 6, 277},  /* 4 + 2 */
    };

    (void)unused;
    for (int i = 0; i < COUNT(numbers); i++) {
        struct opened opened = open_position("go-capture", "numbers=paper", numbers[i].text);
        uint32_t proof = 0, disproof = 0;

        opened.game->type->proofs->first_numbers(opened.position->state, 0, &proof, &disproof);
        assert_int_equal(proof, numbers[i].proof);
        assert_int_equal(disproof, numbers[i].disproof);
        close_position(&opened);
    }
}

/* A candidate of the paper is tried before a ladder is read, in a position that has no room for a further move: the
 * four kos here go round for as long as the reader goes on. */
static void has_room_for_a_ladder(void **unused)
{
    enum { GUARD = 4096 };
    struct opened opened = open_position("go-capture", "attacker_moves=paper owner_moves=paper ladder_nodes=1000000",
                                         "black B2 none 0 3 .OX/OX./.OX b A3");
    const struct by_rules *rules = opened.game->type->rules;
    size_t size = rules->state_size + 3 * rules->undo_size;
    unsigned char *bytes = malloc(size + GUARD);
    struct go *s = (struct go *)(void *)bytes;
    struct by_moves moves = {0};

    (void)unused;
    assert_non_null(bytes);
    memset(bytes, 0, size);
    memset(bytes + size, 0x55, GUARD);
    memcpy(bytes, opened.position->state, rules->state_size);
    s->length = 3;
    rules->moves(s, BY_MOVES_ALL, &moves);
    assert_true(moves.count > 0);
    for (int i = 0; i < GUARD; i++)
        assert_int_equal(bytes[size + (size_t)i], 0x55);
    free(bytes);
    close_position(&opened);
}

/* Fails the test unless the preset of the method sets what these settings on top of `plain` do. */
static void expect_preset(const char *name, const char *preset, const char *settings)
{
    const by_method *method;
    by_options *by_word, *by_settings;

    assert_int_equal(by_method_find(name, &method, NULL), BY_OK);
    assert_int_equal(by_options_create(by_method_options(method), &by_word, NULL), BY_OK);
    assert_int_equal(by_options_create(by_method_options(method), &by_settings, NULL), BY_OK);
    assert_int_equal(by_method_apply_preset(method, preset, by_word, NULL), BY_OK);
    assert_int_equal(by_method_apply_preset(method, "plain", by_settings, NULL), BY_OK);
    assert_int_equal(by_options_set_all(by_settings, settings, NULL), BY_OK);
    for (const struct by_option *row = by_method_options(method); row->name; row++)
        if (by_options_number(by_word, row->name) != by_options_number(by_settings, row->name))
            fail_msg("%s %s: %s", name, preset, row->name);
    by_options_destroy(by_word);
    by_options_destroy(by_settings);
}

static void searches_of_the_paper_are_one_word(void **unused)
{
    (void)unused;
    expect_preset("alphabeta", "paper-capture", "deepening=2 hash=on hash_move=on hash_scheme=linear");
    expect_preset("df-pn", "paper-capture", "similar=off earlier=off epsilon_percent=0 loops=none");
    expect_preset("df-pn+", "paper-capture", "similar=off earlier=off epsilon_percent=0 loops=none");
}

/* Its lists are those of its own question, so no proof of the opposite one can be written. */
static void only_its_own_question_is_proved(void **unused)
{
    static const char *const provers[] = {"prover=first", "prover=second", "prover=first threshold=0"};
    struct bench bench = {0};

    (void)unused;
    bench_open(&bench, "go-capture reader=ladder", "white C3 none 0 3 XOO/X../X.X b");
    for (int i = 0; i < COUNT(provers); i++) {
        struct by_result result = {BY_SIZE(by_result)};

        bench_method(&bench, "df-pn", NULL, provers[i]);
        result = bench_run(&bench, &(struct by_limits){BY_SIZE(by_limits), .nodes = 1000});
        assert_int_equal(result.answer, i == 1 ? BY_ANSWER_NO : BY_ANSWER_YES);
        assert_int_equal(result.is_proved, i == 0);
    }
    bench_close(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_read_and_written),
        cmocka_unit_test(texts_that_cannot_be_read_say_where),
        cmocka_unit_test(questions_are_imported),
        cmocka_unit_test(questions_in_numbers_are_those_in_words),
        cmocka_unit_test(questions_need_a_stone),
        cmocka_unit_test(passes_are_not_imported),
        cmocka_unit_test(history_is_kept_for_superko),
        cmocka_unit_test(questions_that_cannot_be_read_say_where),
        cmocka_unit_test(blocks_are_captured),
        cmocka_unit_test(lone_stones_may_be_retaken),
        cmocka_unit_test(retakes_can_be_written),
        cmocka_unit_test(only_moves_that_can_be_played_are_read),
        cmocka_unit_test(retakes_are_counted),
        cmocka_unit_test(only_who_has_threats_retakes),
        cmocka_unit_test(two_passes_end_the_game),
        cmocka_unit_test(liberties_are_held_to_be_safe),
        cmocka_unit_test(patience_ends),
        cmocka_unit_test(the_bound_is_held_to_be_an_escape),
        cmocka_unit_test(living_blocks_have_escaped),
        cmocka_unit_test(readers_end_the_game_early),
        cmocka_unit_test(keys_tell_questions_apart),
        cmocka_unit_test(keeps_the_contract),
        cmocka_unit_test(has_the_papers_setting),
        cmocka_unit_test(first_numbers_are_the_papers),
        cmocka_unit_test(searches_of_the_paper_are_one_word),
        cmocka_unit_test(has_room_for_a_ladder),
        cmocka_unit_test(only_its_own_question_is_proved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
