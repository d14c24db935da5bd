/* SPDX-License-Identifier: MIT
 *
 * The reader of ladders, on drawn ladders and on random boards, against a slow reader that lets the owner make every
 * move that there is, and against brute force.
 */
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/capture.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/opened.h"

/* ---- A slow reader ----------------------------------------------------------------------------------------------- */

/* The attacker gives atari by a move on a liberty, the owner does anything. Beyond these limits the answer is
 * unknown. */
enum { PLIES_MOST = 300, NODES_MOST = 20000 };

struct slow {
    struct go *s;
    int plies, nodes;
    bool is_known;
};

static bool slow_attack(struct slow *r);

static bool slow_move(struct slow *r, int point)
{
    if (!by__go_is_allowed(r->s, point, NULL))
        return false;
    if (!r->plies || !r->nodes) {
        r->is_known = false;
        return false;
    }
    r->plies--;
    r->nodes--;
    by__go_push(r->s, go_move(point, r->s->side));
    return true;
}

static void slow_back(struct slow *r)
{
    by__go_pop(r->s);
    r->plies++;
}

static bool slow_defend(struct slow *r)
{
    struct go *s = r->s;

    if (!go_target_stands(s))
        return s->ko != s->target || s->threats != GO_THREATS_OWNER;
    if (s->passes || go_chain_at(s, s->target)->liberty_count > 1)
        return false;
    for (int i = 0; i <= s->points && r->is_known; i++) {
        bool works;

        if ((i < s->points && s->board[i] != GO_EMPTY) || !slow_move(r, i < s->points ? i : GO_PASS))
            continue;
        works = slow_attack(r);
        slow_back(r);
        if (!works)
            return false;
    }
    return r->is_known;
}

static bool slow_attack(struct slow *r)
{
    struct go *s = r->s;

    if (!go_target_stands(s))
        return true;
    if (go_chain_at(s, s->target)->liberty_count > 2)
        return false;
    for (int point = 0; point < s->points && r->is_known; point++) {
        bool works;

        if (s->board[point] != GO_EMPTY || !(go_chain_at(s, s->target)->liberties[point / 64] >> point % 64 & 1) ||
            !slow_move(r, point))
            continue;
        works = slow_defend(r);
        slow_back(r);
        if (works)
            return true;
    }
    return false;
}

/* The answer of the slow reader; `is_known` is set if it came to an end. */
static bool reads_slowly(struct go *s, bool *is_known)
{
    struct slow r = {.s = s, .plies = PLIES_MOST, .nodes = NODES_MOST, .is_known = true};
    bool works = s->side == s->owner ? slow_defend(&r) : slow_attack(&r);

    *is_known = r.is_known;
    return works;
}

/* ---- Boards turned ----------------------------------------------------------------------------------------------- */

static int turned(int size, int point, int way)
{
    int row = point / size, column = point % size;

    row = way & 1 ? size - 1 - row : row;
    column = way & 2 ? size - 1 - column : column;
    return way & 4 ? column * size + row : row * size + column;
}

/* ---- Drawn ladders ----------------------------------------------------------------------------------------------- */

struct ladder {
    const char *text;
    bool works;
};
static const struct ladder ladders[] = {
    /* Across the board */
    {"white D4 none 0 9 ........./........./........./........./........./..XO...../...XX..../........./......... b",
     true},
    /* A stone of the owner on the path */
    {"white D4 none 0 9 ........./........./......O../........./........./..XO...../...XX..../........./......... b",
     false},
    /* Beside the path, on its upper side */
    {"white D4 none 0 9 ........./........./.....O.../........./........./..XO...../...XX..../........./......... b",
     false},
    /* Beside the path, on its lower side */
    {"white D4 none 0 9 ........./........./........./.......O./........./..XO...../...XX..../........./......... b",
     false},
    /* Two lines off the path */
    {"white D4 none 0 9 ........./........./...O...../........./........./..XO...../...XX..../........./......... b",
     true},
    /* A stone of the attacker on the path */
    {"white D4 none 0 9 ........./........./......X../........./........./..XO...../...XX..../........./......... b",
     true},
    /* Both have one on the path, the attacker's first */
    {"white D4 none 0 9 ........./.......O./........./.....X.../........./..XO...../...XX..../........./......... b",
     true},
    /* The owner's first */
    {"white D4 none 0 9 ........./.......X./........./.....O.../........./..XO...../...XX..../........./......... b",
     false},
    /* Breaker on one path, the other way is open */
    {"white D4 none 0 9 ........./........./......O../........./........./..XO...../...X...../........./......... b",
     false},
    /* No stones beside it: two ways out */
    {"white D4 none 0 9 ........./........./........./........./........./...O...../...X...../........./......... b",
     false},
    /* Two attackers, the diagonal one missing */
    {"white D4 none 0 9 ........./........./........./........./........./..XO...../...X...../........./......... b",
     false},
    /* Owner to move, already in atari */
    {"white D4 none 0 9 ........./........./........./........./...X...../..XO...../...XX..../........./......... w",
     true},
    /* Owner to move, in atari, breaker */
    {"white D4 none 0 9 ........./........./......O../........./...X...../..XO...../...XX..../........./......... w",
     false},
    /* Owner to move, two liberties */
    {"white D4 none 0 9 ........./........./........./........./........./..XO...../...XX..../........./......... w",
     false},
    /* Three liberties */
    {"white D4 none 0 9 ........./........./........./........./........./...O...../...X...../........./......... b",
     false},
    /* Attacker to move takes at once */
    {"white D4 none 0 9 ........./........./........./........./...X...../..XO...../...XX..../........./......... b",
     true},
    /* A stone that gives atari is itself in atari */
    {"white D4 none 0 9 ........./........./........./........./........./.OXO...../..OXX..../........./......... b",
     false},
    /* The owner takes it with his running move */
    {"white D4 none 0 9 ........./........./........./..OXO..../........./..XO...../...XX..../........./......... b",
     false},
    /* An attacker's stone on the path can be taken */
    {"white D4 none 0 9 ........./........./....OO.../.....XO../........./..XO...../...XX..../........./......... b",
     true},
    /* Along the edge */
    {"white C1 none 0 9 ........./........./........./........./........./........./........./..X....../.XO...... w",
     true},
    /* Along the edge, a stone waits */
    {"white C1 none 0 9 ........./........./........./........./........./........./........./..X....../.XO..O... w",
     false},
    /* Along the edge, towards the attacker */
    {"white C1 none 0 9 ........./........./........./........./........./........./........./..X....../.XO..X... w",
     true},
    /* First line, into the corner */
    {"white B1 none 0 9 ........./........./........./........./........./........./........./.X......./.OX...... b",
     true},
    /* Corner stone */
    {"white A1 none 0 9 ........./........./........./........./........./........./........./X......../O........ b",
     true},
    /* Corner stone, owner first */
    {"white A1 none 0 9 ........./........./........./........./........./........./........./X......../O........ w",
     true},
    /* Second line */
    {"white C2 none 0 9 ........./........./........./........./........./........./..XX...../.XO....../......... b",
     true},
    /* Second line, the edge gives no room */
    {"white C2 none 0 9 ........./........./........./........./........./........./..XX...../.XO....../.X....... b",
     true},
    /* Second line, a stone on the first */
    {"white C2 none 0 9 ........./........./........./........./........./........./..XX...../.XO....../.....O... b",
     true},
    /* Snapback */
    {"white C1 none 0 5 ...../...../..XO./XXOX./.OOXO b", true},
    /* Two stones run */
    {"white D4 none 0 9 ........./........./........./...X...../..XO...../..XO...../...XX..../........./......... b",
     true},
    /* Two stones run, breaker */
    {"white D4 none 0 9 ........./........./........./...X.O.../..XO...../..XO...../...XX..../........./......... b",
     true},
    /* Lone stone in a ko shape, owner retakes */
    {"white C3 owner 0 5 ...../..XO./.XO.O/..XO./..... b", false},
    /* The same, no side retakes */
    {"white C3 none 0 5 ...../..XO./.XO.O/..XO./..... b", true},
    /* The same, attacker retakes */
    {"white C3 attacker 0 5 ...../..XO./.XO.O/..XO./..... b", true},
    /* Ladder, owner retakes, no ko in it */
    {"white D4 owner 0 9 ........./........./........./........./........./..XO...../...XX..../........./......... b",
     true},
    /* Ladder, attacker retakes */
    {"white D4 attacker 0 9 ........./........./........./........./........./..XO...../...XX..../........./......... "
     "b",
     true},
    /* Ladder with breaker, attacker retakes */
    {"white D4 attacker 0 9 ........./........./......O../........./........./..XO...../...XX..../........./......... "
     "b",
     false},
    /* A ko forbids to take the stone that gives atari */
    {"white B3 none 0 5 ..O../XXOX./.OX.X/.XOX./..... w D3", true},
    /* It may be taken */
    {"white B3 none 0 5 ..O../XXOX./.OX.X/.XOX./..... w", false},
    /* The owner retakes all the same */
    {"white B3 owner 0 5 ..O../XXOX./.OX.X/.XOX./..... w D3", false},
    /* The attacker would retake */
    {"white B3 attacker 0 5 ..O../XXOX./.OX.X/.XOX./..... w", true},
    /* After a pass of the attacker the owner passes too */
    {"white D4 none 0 9 ........./........./........./........./...X...../..XO...../...XX..../........./......... w - "
     "0 0 0 1",
     false},
    /* A pass of the owner was no answer */
    {"white D4 none 0 9 ........./........./........./........./...X...../..XO...../...XX..../........./......... b - "
     "0 0 0 1",
     true},
    /* Stones that give atari are in atari, but taking them is no help */
    {"white C1 none 0 5 ...../...../..X../.XOXO/OXO.. b", true},
    /* Double atari of the attacker on the way */
    {"white D4 none 0 9 ........./........./...OO..../..OXXO.../........./..XO...../...XX..../........./......... b",
     true},
    /* Escape by connecting to friends */
    {"white D4 none 0 9 ........./........./........./...OO..../........./..XO...../...XX..../........./......... b",
     false},
    /* Friends that are weak themselves */
    {"white D4 none 0 9 ........./........./...X...../..XOX..../........./..XO...../...XX..../........./......... b",
     true},
    /* Black block, white attacks */
    {"black D4 none 0 9 ........./........./........./........./........./..OX...../...OO..../........./......... w",
     true},
    /* Black block, white attacks, breaker */
    {"black D4 none 0 9 ........./........./......X../........./........./..OX...../...OO..../........./......... w",
     false},
};

static bool reads(struct opened *opened, bool *is_known, bool *slowly)
{
    struct go *s = opened->position->state;
    uint64_t key = s->stones_key;
    bool works = by__go_ladder(s);

    assert_int_equal(s->length, 0);
    assert_true(s->stones_key == key);
    *slowly = reads_slowly(s, is_known);
    return works;
}

/* Ladders that work, and that do not because of a stone on the path, of stones that can be taken, of the edge, of a ko.
 * If the owner retakes kos, the reader may say no though it works. */
static void reads_drawn_ladders(void **unused)
{
    (void)unused;
    for (int i = 0; i < (int)(sizeof ladders / sizeof ladders[0]); i++) {
        struct opened opened = open_position("go-capture", "", ladders[i].text);
        const struct go *s = opened.position->state;
        bool is_known, slowly, works = reads(&opened, &is_known, &slowly);

        if (works != ladders[i].works)
            fail_msg("%s: %s", works ? "works" : "does not work", ladders[i].text);
        assert_true(is_known);
        if (s->threats == GO_THREATS_OWNER)
            assert_true(!works || slowly);
        else
            assert_int_equal(works, slowly);
        close_position(&opened);
    }
}

/* A ladder is read the same however the board is turned, and if the colours are exchanged. */
static void reads_turned_ladders(void **unused)
{
    (void)unused;
    for (int i = 0; i < (int)(sizeof ladders / sizeof ladders[0]); i++) {
        struct opened from = open_position("go-capture", "", ladders[i].text),
                      opened = open_position("go-capture", "ladder_nodes=2000", NULL);
        const struct go *f = from.position->state;
        struct go *s = opened.position->state;

        for (int way = 1; way < 16; way++) {
            by__go_clear(s, f->size);
            for (int p = 0; p < s->points; p++)
                if (f->board[p] != GO_EMPTY)
                    by__go_put(s, turned(s->size, p, way & 7), f->board[p] ^ way >> 3);
            by__go_link(s);
            s->side = (uint8_t)(f->side ^ way >> 3);
            s->passes = f->passes;
            s->ko = (uint16_t)(f->ko == GO_NO_POINT ? GO_NO_POINT : turned(s->size, f->ko, way & 7));
            s->target = (uint16_t)turned(s->size, f->target, way & 7);
            s->owner = (uint8_t)(f->owner ^ way >> 3);
            s->threats = f->threats;
            if (by__go_ladder(s) != ladders[i].works)
                fail_msg("turned by %d: %s", way, ladders[i].text);
        }
        close_position(&from);
        close_position(&opened);
    }
}

/* ---- Random boards ----------------------------------------------------------------------------------------------- */

struct counts {
    int asked, working, unknown;
};

/* Any block of one or two liberties on a random board, whoever retakes. */
static bool ask_by_chance(struct go *s, int size, struct by_random *random)
{
    int kos[GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST], count;

    if (!go_truth_set_random(s, size, 20 + (int)by_random_below(random, 45), random))
        return false;
    s->target = (uint16_t)by_random_below(random, s->points);
    if (s->board[s->target] == GO_EMPTY || go_chain_at(s, s->target)->liberty_count > 2)
        return false;
    s->owner = s->board[s->target];
    s->side = (uint8_t)by_random_below(random, 2);
    s->threats = (uint8_t)by_random_below(random, 3);
    s->ko = GO_NO_POINT;
    count = go_truth_kos(s, kos);
    if (count && by_random_below(random, 2))
        s->ko = (uint16_t)kos[by_random_below(random, (uint32_t)count)];
    return true;
}

static void check_question(struct opened *opened, go_truth *const *truths, struct counts *counts)
{
    const struct go *s = opened->position->state;
    bool is_known, slowly, works = reads(opened, &is_known, &slowly);
    by_text text = {0};

    by_position_print(opened->position, &text);
    counts->asked++;
    counts->working += works;
    counts->unknown += !is_known;
    if (is_known && (works ? !slowly : slowly && s->threats != GO_THREATS_OWNER))
        fail_msg("%s: %s", works ? "works, but not slowly" : "works only slowly", by_text_string(&text));
    if (works && go_truth_ask(truths[s->threats], s, s->target) != GO_TRUTH_CAPTURED)
        fail_msg("works, but is not true: %s", by_text_string(&text));
    by_text_free(&text);
}

static void check_boards(int size, int boards)
{
    go_truth *truths[3] = {
        [GO_THREATS_NONE] = go_truth_create(size, GO_TRUTH_NOBODY, SIZE_MAX),
        [GO_THREATS_ATTACKER] = go_truth_create(size, GO_TRUTH_ATTACKER, SIZE_MAX),
        [GO_THREATS_OWNER] = go_truth_create(size, GO_TRUTH_OWNER, SIZE_MAX),
    };
    struct opened opened = open_position("go-capture", "ladder_nodes=1000000", NULL);
    struct by_random random = {(uint64_t)size};
    struct counts counts = {0};

    while (counts.asked < boards)
        if (ask_by_chance(opened.position->state, size, &random))
            check_question(&opened, truths, &counts);
    assert_true(counts.working > boards / 10);
    assert_true(counts.unknown < boards / 100);
    close_position(&opened);
    for (int i = 0; i < 3; i++)
        go_truth_destroy(truths[i]);
}

static void says_what_is_true_of_small_boards(void **unused)
{
    int many = getenv("BOYI_LONG") ? 20 : 1;

    (void)unused;
    check_boards(2, 300);
    check_boards(3, 2000 * many);
    check_boards(4, 3000 * many);
}

/* Larger boards, on which nothing but the slow reader knows better. */
static void agrees_with_the_slow_reader(void **unused)
{
    struct opened opened = open_position("go-capture", "ladder_nodes=1000000", NULL);
    struct by_random random = {9};
    int boards = getenv("BOYI_LONG") ? 100000 : 2000, working = 0;

    (void)unused;
    for (int i = 0; i < boards;) {
        bool is_known, slowly, works;

        if (!ask_by_chance(opened.position->state, 5 + i % 4, &random))
            continue;
        i++;
        works = reads(&opened, &is_known, &slowly);
        working += works;
        if (!is_known || works == slowly)
            continue;
        assert_int_equal(((struct go *)opened.position->state)->threats, GO_THREATS_OWNER);
        assert_true(slowly);
    }
    assert_true(working > boards / 10);
    close_position(&opened);
}

/* A limit of nodes makes it say no, not yes. */
static void keeps_its_limit(void **unused)
{
    struct opened few = open_position("go-capture", "ladder_nodes=5", ladders[0].text),
                  enough = open_position("go-capture", "ladder_nodes=200", ladders[0].text);

    (void)unused;
    assert_false(by__go_ladder(few.position->state));
    assert_true(by__go_ladder(enough.position->state));
    close_position(&few);
    close_position(&enough);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_drawn_ladders),
        cmocka_unit_test(reads_turned_ladders),
        cmocka_unit_test(says_what_is_true_of_small_boards),
        cmocka_unit_test(agrees_with_the_slow_reader),
        cmocka_unit_test(keeps_its_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
