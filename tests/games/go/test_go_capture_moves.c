/* SPDX-License-Identifier: MIT
 *
 * Shapes, the crucial chain and candidates of go-capture: counted again by hand, and what is left out is shown to
 * change nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/capture.h"
#include "games/go/notation.h"
#include "support/check.h"
#include "support/go_truth.h"
#include "support/opened.h"

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

static int many(int usually)
{
    return getenv("BOYI_LONG") ? 50 * usually : usually;
}

/* ---- Counting by hand -------------------------------------------------------------------------------------------- */

/* Whether two points are beside each other. */
static bool are_beside(int size, int a, int b)
{
    return abs(a / size - b / size) + abs(a % size - b % size) == 1;
}

/* Marks the stones of a colour that are connected with marked ones. */
static void mark_connected(const uint8_t *board, int size, int colour, bool *marks)
{
    bool has_changed = true;

    while (has_changed) {
        has_changed = false;
        for (int a = 0; a < size * size; a++)
            for (int b = 0; b < size * size; b++)
                if (marks[a] && !marks[b] && board[b] == colour && are_beside(size, a, b))
                    marks[b] = has_changed = true;
    }
}

/* The empty points beside marked ones. */
static void mark_liberties(const uint8_t *board, int size, const bool *marks, bool *out)
{
    for (int a = 0; a < size * size; a++)
        for (int b = 0; b < size * size; b++)
            out[b] |= marks[a] && board[b] == GO_EMPTY && are_beside(size, a, b);
}

/* Liberties of the marked blocks, and those they have when all of these are filled with their own stones. */
static void count_by_hand(const struct go *s, const bool *blocks, bool *first, bool *second)
{
    int colour = GO_EMPTY;
    uint8_t board[GO_POINTS_MOST];
    bool marks[GO_POINTS_MOST] = {false};

    memcpy(board, s->board, sizeof board);
    memcpy(marks, blocks, s->points);
    for (int i = 0; i < s->points; i++)
        if (marks[i])
            colour = board[i];
    mark_connected(board, s->size, colour, marks);
    mark_liberties(board, s->size, marks, first);
    for (int i = 0; i < s->points; i++)
        if (first[i])
            board[i] = (uint8_t)colour;
    mark_connected(board, s->size, colour, marks);
    mark_liberties(board, s->size, marks, second);
}

static void assert_shape(const struct go *s, const struct go_shape *shape, const bool *blocks)
{
    bool first[GO_POINTS_MOST] = {false}, second[GO_POINTS_MOST] = {false};
    int counts[2] = {0};

    count_by_hand(s, blocks, first, second);
    for (int i = 0; i < s->points; i++) {
        assert_int_equal(go_points_has(&shape->first, i), first[i]);
        assert_int_equal(go_points_has(&shape->second, i), second[i]);
        counts[0] += first[i];
        counts[1] += second[i];
    }
    assert_int_equal(shape->first_count, counts[0]);
    assert_int_equal(shape->second_count, counts[1]);
    assert_int_equal(go_shape_value(shape), 4 * counts[0] + counts[1]);
}

/* A random board with a stone that is asked about, some moves after it was set up. */
static bool set_by_chance(struct go *s, int size, struct by_random *random)
{
    if (!go_truth_set_random(s, size, 25 + (int)by_random_below(random, 60), random))
        return false;
    s->side = (uint8_t)by_random_below(random, 2);
    s->ko = GO_NO_POINT;
    s->threats = (uint8_t)by_random_below(random, 3);
    s->target = (uint16_t)by_random_below(random, s->points);
    s->owner = s->board[s->target];
    return s->owner != GO_EMPTY;
}

/* First and second liberties of blocks and of crucial chains, and the node evaluation. */
static void liberties_are_counted(void **unused)
{
    struct opened opened = open_position("go-capture", "", NULL);
    struct go *s = opened.position->state;
    struct by_random random = {1};

    (void)unused;
    for (int i = 0; i < many(1500);) {
        uint16_t blocks[GO_CHAIN_MOST];
        bool marks[GO_POINTS_MOST] = {false};
        struct go_shape shape;
        int count;

        if (!set_by_chance(s, 2 + i % 7, &random))
            continue;
        i++;
        marks[s->target] = true;
        by__go_block_shape(s, s->target, &shape);
        assert_shape(s, &shape, marks);
        count = by__go_crucial_chain(s, s->target, blocks);
        assert_in_range(count, 1, GO_CHAIN_MOST);
        assert_int_equal(blocks[0], s->chain_of[s->target]);
        for (int b = 0; b < count; b++) {
            assert_int_equal(s->board[blocks[b]], s->owner);
            marks[blocks[b]] = true;
        }
        by__go_blocks_shape(s, blocks, count, &shape);
        assert_shape(s, &shape, marks);
        assert_int_equal(by__go_node_evaluation(s), go_shape_value(&shape));
        assert_int_equal(by_position_evaluate(opened.position),
                         s->side == s->owner ? go_shape_value(&shape) : -go_shape_value(&shape));
    }
    close_position(&opened);
}

/* The liberties of the target after a move on one of them, if that captures nothing. */
static void liberties_after_a_move_are_counted(void **unused)
{
    struct opened opened = open_position("go-capture", "", NULL);
    struct go *s = opened.position->state;
    struct by_random random = {2};
    int checked = 0;

    (void)unused;
    while (checked < many(2000)) {
        struct go_points set;

        if (!set_by_chance(s, 3 + checked % 5, &random))
            continue;
        for (int p = 0; p < s->points; p++) {
            int liberties;

            if (s->board[p] != GO_EMPTY || !(go_chain_at(s, s->target)->liberties[0] >> p & 1) ||
                by__go_captures(s, p, s->owner) || !by__go_is_legal(s, p, s->owner, NULL))
                continue;
            by__go_push(s, go_move(p, s->owner));
            liberties = go_chain_at(s, s->target)->liberty_count;
            by__go_pop(s);
            assert_false(by__go_reaches(s, p, liberties + 1, &set));
            assert_true(by__go_reaches(s, p, liberties, &set));
            assert_int_equal(go_points_count(s, &set), liberties + 1); /* with the one that is played on */
            checked++;
        }
    }
    close_position(&opened);
}

/* ---- The crucial chain ------------------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    int blocks;     /* of the chain */
    int evaluation; /* 0: not looked at */
} chains[] = {
    /* Two shared liberties; one of them taken; ways round it */
    {"black B2 none 0 5 ...../...../..X../.X.../..... w", 2, 0},
    {"black B2 none 0 5 ...../...../.OX../.X.../..... w", 1, 0},
    {"black B2 none 0 5 ...../..X../.O.X./.X.X./..X.. w", 4, 0},
    /* One shared liberty, on which a stone would stand in atari; would not; would take */
    {"black B1 none 0 5 ...../...../...../...../.X.X. w", 2, 0},
    {"black B1 none 0 5 ...../...../...../..O../.X.X. w", 1, 0},
    {"black B1 none 0 5 ...../...../...../.O.../OX.X. w", 1, 0},
    {"black A1 none 0 5 ...../...../...../...../X.X.. w", 2, 4 * 4 + 5},
    /* Over a block that cannot get out of atari; that can by running; by taking */
    {"black C4 none 0 5 ...../..XX./.XO.X/..XX./..... w", 4, 0},
    {"black C4 none 0 5 ...../..X../.XO../..XX./..... w", 1, 0},
    {"black C4 none 0 7 ......./......./......./..XXOO./.XO.XO./..XXOO./....... w", 1, 0},
    /* No friends at all, and the values that follow */
    {"black C3 none 0 5 ...../...../..X../...../..... w", 1, 4 * 4 + 8},
    {"black A1 none 0 5 ...../...../...../...../X.... w", 1, 4 * 2 + 3},
    {"black A1 none 0 5 ...../...../...../O..../X.... w", 1, 4 * 1 + 2},
    {"black A1 none 0 5 ...../...../...../O..../..... w", 0, 0},
};

static void friends_that_cannot_be_cut_off(void **unused)
{
    (void)unused;
    for (int i = 0; i < COUNT(chains); i++) {
        struct opened opened = open_position("go-capture", "", chains[i].text);
        const struct go *s = opened.position->state;
        uint16_t blocks[GO_CHAIN_MOST];
        int count = go_target_stands(s) ? by__go_crucial_chain(s, s->target, blocks) : 0;

        if (count != chains[i].blocks)
            fail_msg("%d blocks: %s", count, chains[i].text);
        if (chains[i].evaluation || !count)
            assert_int_equal(by__go_node_evaluation(s), chains[i].evaluation);
        close_position(&opened);
    }
}

/* A chain has room for this number of blocks and no more. */
static void chains_end(void **unused)
{
    struct opened opened = open_position("go-capture", "",
                                         "black A1 none 0 9 X.X.X.X.X/.X.X.X.X./X.X.X.X.X/.X.X.X.X./X.X.X.X.X/"
                                         ".X.X.X.X./X.X.X.X.X/.X.X.X.X./X.X.X.X.X w");
    uint16_t blocks[GO_CHAIN_MOST];

    (void)unused;
    assert_int_equal(by__go_crucial_chain(opened.position->state, 0, blocks), GO_CHAIN_MOST);
    close_position(&opened);
}

/* ---- Lists of moves ---------------------------------------------------------------------------------------------- */

struct list {
    struct by_move_info moves[GO_POINTS_MOST + 1];
    int count;
    bool has[GO_POINTS_MOST + 1]; /* by point, the pass too */
    bool is_partial;
};

static void list_moves(struct go *s, enum go_selection selection, struct list *list)
{
    struct by_moves moves = {.list = list->moves}, counted = {0};

    by__go_candidates(s, selection, &moves);
    by__go_candidates(s, selection, &counted);
    assert_int_equal(moves.count, counted.count);
    memset(list->has, 0, sizeof list->has);
    list->count = moves.count;
    list->is_partial = moves.is_partial;
    for (int i = 0; i < moves.count; i++) {
        int point = go_point(list->moves[i].move);

        assert_int_equal(go_colour(list->moves[i].move), s->side);
        assert_true(by__go_is_allowed(s, point, NULL));
        assert_false(list->has[point]);
        list->has[point] = true;
    }
}

static bool is_liberty(const struct go *s, int chain_point, int point)
{
    return go_chain_at(s, chain_point)->liberties[point / 64] >> point % 64 & 1;
}

/* ---- The wide choice --------------------------------------------------------------------------------------------- */

/* Whether the owner, to move, gets `wanted` liberties by a move. */
static bool gets_liberties(struct go *s, int wanted)
{
    for (int p = 0; p < s->points; p++) {
        bool gets;

        if (s->board[p] != GO_EMPTY || !by__go_is_allowed(s, p, NULL))
            continue;
        by__go_push(s, go_move(p, s->side));
        gets = go_target_stands(s) && go_chain_at(s, s->target)->liberty_count >= wanted;
        by__go_pop(s);
        if (gets)
            return true;
    }
    return false;
}

/* The attacker's moves that are left out because they prevent nothing: after each the owner is held to be safe at once.
 */
static void moves_that_prevent_nothing_are_left_out(void **unused)
{
    struct opened hasty = open_position("go-capture", "safe_liberties=5", NULL),
                  patient = open_position("go-capture", "safe_liberties=0", NULL);
    struct by_random random = {3};
    int dropped = 0;

    (void)unused;
    for (int i = 0; i < many(3000);) {
        struct go *s = hasty.position->state, *other = patient.position->state;
        struct by_random again = random;
        struct list few, all;

        if (!set_by_chance(s, 5 + i % 4, &random))
            continue;
        assert_true(set_by_chance(other, 5 + i % 4, &again));
        s->side = other->side = (uint8_t)(s->owner ^ 1);
        i++;
        if (go_chain_at(s, s->target)->liberty_count > 4)
            continue;
        list_moves(s, GO_SELECT_WIDE, &few);
        list_moves(other, GO_SELECT_WIDE, &all);
        assert_true(few.is_partial);
        for (int p = 0; p < s->points; p++) {
            if (is_liberty(s, s->target, p) && by__go_is_allowed(s, p, NULL))
                assert_true(few.has[p]);
            assert_true(!few.has[p] || all.has[p]);
            if (!all.has[p] || few.has[p])
                continue;
            by__go_push(s, go_move(p, s->side));
            assert_true(go_target_stands(s));
            assert_true(gets_liberties(s, 5));
            by__go_pop(s);
            dropped++;
        }
    }
    assert_true(dropped > many(3000));
    close_position(&hasty);
    close_position(&patient);
}

/* The owner in atari: after every move that is not listed the block is taken at once, and for good. */
static void replies_to_an_atari_are_forced(void **unused)
{
    struct opened opened = open_position("go-capture", "", NULL);
    struct go *s = opened.position->state;
    struct by_random random = {4};
    int forced = 0, left_out = 0;

    (void)unused;
    for (int i = 0; i < many(20000); i++) {
        struct list list;
        int last;

        if (!set_by_chance(s, 3 + i % 4, &random) || go_chain_at(s, s->target)->liberty_count != 1)
            continue;
        s->side = s->owner;
        last = go_first_point(s, go_chain_at(s, s->target)->liberties);
        if (by__go_can_become_ko(s, last))
            continue;
        list_moves(s, GO_SELECT_WIDE, &list);
        assert_true(list.has[GO_PASS]);
        forced++;
        for (int p = 0; p < s->points; p++) {
            if (s->board[p] != GO_EMPTY || list.has[p] || !by__go_is_allowed(s, p, NULL))
                continue;
            by__go_push(s, go_move(p, s->side));
            assert_true(by__go_is_allowed(s, last, NULL));
            by__go_push(s, go_move(last, s->side));
            assert_false(go_target_stands(s));
            assert_false(s->ko == s->target && s->threats == GO_THREATS_OWNER);
            by__go_pop(s);
            by__go_pop(s);
            left_out++;
        }
    }
    assert_true(forced > many(20000) / 50);
    assert_true(left_out > forced);
    close_position(&opened);
}

/* Behind B1 the stone on A3 is in atari, but by C1 White makes a ko of its capture: if he retakes kos that is a reply.
 */
static void making_a_ko_is_a_reply(void **unused)
{
    static const char *const threats[] = {"none", "owner"};

    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct opened opened;
        struct list list;
        char text[80];

        (void)snprintf(text, sizeof text, "white A3 %s 0 5 ...../X..../OXX../.O.X./O..X. b", threats[i]);
        opened = open_position("go-capture", "", text);
        push_text(opened.position, "B1");
        list_moves(opened.position->state, GO_SELECT_WIDE, &list);
        assert_int_equal(list.has[2], i == 1); /* C1 */
        close_position(&opened);
    }
}

/* All moves are all moves, with the pass. */
static void all_moves_are_listed(void **unused)
{
    struct opened opened = open_position("go-capture", "", NULL);
    struct go *s = opened.position->state;
    struct by_random random = {5};

    (void)unused;
    for (int i = 0; i < many(300);) {
        struct list list;

        if (!set_by_chance(s, 2 + i % 5, &random))
            continue;
        i++;
        list_moves(s, GO_SELECT_ALL, &list);
        assert_false(list.is_partial);
        assert_true(list.has[GO_PASS]);
        for (int p = 0; p < s->points; p++)
            assert_int_equal(list.has[p], s->board[p] == GO_EMPTY && by__go_is_allowed(s, p, NULL));
    }
    close_position(&opened);
}

/* ---- The paper's choice ------------------------------------------------------------------------------------------ */

static void open_source(const char *source, int least, int most, struct opened *out)
{
    static const char *const names[] = {"target", "chain", "last", "opponents", "neighbours"};
    char settings[400];
    int length = 0;

    for (int i = 0; i < COUNT(names); i++) {
        bool is_wanted = strcmp(names[i], source) == 0;

        length += snprintf(settings + length, sizeof settings - (size_t)length, "%s_least=%d %s_most=%d ", names[i],
                           is_wanted ? least : 0, names[i], is_wanted ? most : 0);
    }
    *out = open_position("go-capture", settings, NULL);
}

/* First and second liberties of a block, and liberties of blocks beside it that have at most three. */
static void mark_relevant(const struct go *s, int point, bool *out)
{
    bool marks[GO_POINTS_MOST] = {false};

    marks[point] = true;
    count_by_hand(s, marks, out, out);
    mark_connected(s->board, s->size, s->board[point], marks);
    for (int a = 0; a < s->points; a++)
        for (int b = 0; b < s->points; b++)
            if (marks[a] && s->board[b] == (s->board[point] ^ 1) && are_beside(s->size, a, b) &&
                go_chain_at(s, b)->liberty_count <= 3)
                for (int p = 0; p < s->points; p++)
                    out[p] |= s->board[p] == GO_EMPTY && is_liberty(s, b, p);
}

/* Whether moves are candidates whatever blocks they come from: those that capture, or save from an atari. */
static bool is_urgent(struct go *s)
{
    return s->side == s->owner ? go_chain_at(s, s->target)->liberty_count == 1
                               : go_chain_at(s, s->target)->liberty_count < 3 && by__go_ladder(s);
}

/* Each kind of blocks alone: candidates are among its points, and not too many. */
static void candidates_come_from_their_blocks(void **unused)
{
    static const char *const sources[] = {"target", "chain", "opponents"};

    (void)unused;
    for (int source = 0; source < COUNT(sources); source++) {
        struct opened opened;
        struct by_random random = {6};
        int listed = 0;

        open_source(sources[source], 2, 4, &opened);
        for (int i = 0; i < many(400);) {
            struct go *s = opened.position->state;
            bool points[GO_POINTS_MOST] = {false};
            uint16_t blocks[GO_CHAIN_MOST];
            struct list list;
            int count;

            if (!set_by_chance(s, 4 + i % 4, &random) || is_urgent(s))
                continue;
            i++;
            count = by__go_crucial_chain(s, s->target, blocks);
            if (source == 0)
                mark_relevant(s, s->target, points);
            for (int b = 1; b < count && source == 1; b++)
                mark_relevant(s, blocks[b], points);
            for (int t = 0; t < s->points && source == 2; t++)
                for (int o = 0; o < s->points; o++)
                    if (s->board[t] == s->owner && s->chain_of[t] == s->chain_of[s->target] &&
                        s->board[o] == (s->owner ^ 1) && are_beside(s->size, t, o))
                        mark_relevant(s, o, points);
            list_moves(s, GO_SELECT_PAPER, &list);
            assert_true(list.is_partial);
            assert_true(list.count <= 4);
            for (int p = 0; p < s->points; p++)
                assert_true(!list.has[p] || points[p]);
            assert_true(!list.has[GO_PASS] || list.count == 1);
            listed += list.count - list.has[GO_PASS];
        }
        assert_true(listed > many(100));
        close_position(&opened);
    }
}

/* The value of the block of a stone after the move. */
static int value_after(struct go *s, by_move move)
{
    struct go_shape shape = {.first_count = 0};

    by__go_push(s, move);
    if (go_point(move) != GO_PASS && s->board[go_point(move)] != GO_EMPTY)
        by__go_block_shape(s, go_point(move), &shape);
    by__go_pop(s);
    return go_shape_value(&shape);
}

/* A kind of blocks gives as many as it may have, if it has them, the best first, and be they worth much less than the
 * best: those that come first when it may have all. */
static void kinds_take_as_many_as_they_may(void **unused)
{
    static const char *const sources[] = {"target", "chain", "opponents"};

    (void)unused;
    for (int source = 0; source < COUNT(sources); source++) {
        struct opened opened, unlimited;
        struct by_random random = {9};
        int limited = 0, poor = 0;

        open_source(sources[source], 0, 4, &opened);
        open_source(sources[source], 0, 64, &unlimited);
        for (int i = 0; i < many(400);) {
            struct go *s = opened.position->state;
            const struct go_tables *tables = s->tables;
            struct list few, all;

            if (!set_by_chance(s, 4 + i % 4, &random) || is_urgent(s))
                continue;
            i++;
            list_moves(s, GO_SELECT_PAPER, &few);
            s->tables = ((struct go *)unlimited.position->state)->tables;
            list_moves(s, GO_SELECT_PAPER, &all);
            s->tables = tables;
            assert_int_equal(few.count, all.count < 4 ? all.count : 4);
            for (int k = 0; k < few.count; k++) {
                assert_int_equal(few.moves[k].move, all.moves[k].move);
                assert_true(!k || value_after(s, few.moves[k].move) <= value_after(s, few.moves[k - 1].move));
                poor += 2 * value_after(s, few.moves[k].move) < value_after(s, few.moves[0].move);
            }
            limited += all.count > 4;
        }
        assert_true(limited > many(20));
        assert_true(poor > many(20));
        close_position(&opened);
        close_position(&unlimited);
    }
}

/* When there are too many of all kinds together, the best one of each kind stays. */
static void kinds_keep_their_least(void **unused)
{
    static const char *const sources[] = {"target", "chain", "opponents"};
    struct opened opened = open_position("go-capture", "candidates_most=3 target_least=1 last_least=0", NULL);

    (void)unused;
    for (int source = 0; source < COUNT(sources); source++) {
        struct opened alone;
        struct by_random random = {10};
        int kept = 0;

        open_source(sources[source], 0, 1, &alone);
        for (int i = 0; i < many(300);) {
            struct go *s = opened.position->state;
            const struct go_tables *tables = s->tables;
            struct list list, one;

            if (!set_by_chance(s, 5 + i % 4, &random) || is_urgent(s))
                continue;
            i++;
            list_moves(s, GO_SELECT_PAPER, &list);
            s->tables = ((struct go *)alone.position->state)->tables;
            list_moves(s, GO_SELECT_PAPER, &one);
            s->tables = tables;
            assert_int_equal(one.count, 1);
            assert_true(one.has[GO_PASS] || list.has[go_point(one.moves[0].move)]);
            kept += !one.has[GO_PASS];
        }
        assert_true(kept > many(20));
        close_position(&alone);
    }
    close_position(&opened);
}

/* If a block can be captured immediately or by a ladder, the candidates are the moves that do so, even if no kind of
 * block gives any. */
static void captures_are_candidates(void **unused)
{
    struct by_random random = {11};
    struct opened opened;
    int captures = 0;

    (void)unused;
    open_source("none", 0, 0, &opened);
    for (int i = 0; i < many(2000);) {
        struct go *s = opened.position->state;
        struct list list;

        if (!set_by_chance(s, 4 + i % 4, &random) || s->side == s->owner)
            continue;
        i++;
        list_moves(s, GO_SELECT_PAPER, &list);
        assert_true(!is_urgent(s) || !list.has[GO_PASS]);
        for (int k = 0; k < list.count && !list.has[GO_PASS]; k++) {
            by__go_push(s, list.moves[k].move);
            assert_true(by__go_ladder(s));
            by__go_pop(s);
            captures++;
        }
    }
    assert_true(captures > many(200));
    close_position(&opened);
}

/* In atari, all moves are candidates after which the block is not in atari, and no ladder works. */
static void rescues_are_candidates(void **unused)
{
    struct by_random random = {12};
    struct opened opened;
    int rescues = 0;

    (void)unused;
    open_source("none", 0, 0, &opened);
    for (int i = 0; i < many(1000);) {
        struct go *s = opened.position->state;
        struct list list;

        if (!set_by_chance(s, 4 + i % 4, &random) || s->side != s->owner || !is_urgent(s))
            continue;
        i++;
        list_moves(s, GO_SELECT_PAPER, &list);
        for (int p = 0; p < s->points; p++) {
            bool is_rescue;

            if (s->board[p] != GO_EMPTY || !by__go_is_allowed(s, p, NULL))
                continue;
            by__go_push(s, go_move(p, s->side));
            is_rescue = go_chain_at(s, s->target)->liberty_count > 1 && !by__go_ladder(s);
            by__go_pop(s);
            assert_true(list.has[p] || !is_rescue);
            rescues += is_rescue;
        }
    }
    assert_true(rescues > many(200));
    close_position(&opened);
}

/* The last move: points of its block, and of blocks beside it; without one there are none. */
static void candidates_come_from_the_last_move(void **unused)
{
    static const char *const sources[] = {"last", "neighbours"};

    (void)unused;
    for (int source = 0; source < COUNT(sources); source++) {
        struct opened opened;
        struct list list;

        open_source(sources[source], 1, 4, &opened);
        assert_int_equal(by_position_parse(opened.position,
                                           "white C3 none 0 9 ........./........./......X../........./........./"
                                           "........./..O....../........./......... b",
                                           NULL),
                         BY_OK);
        list_moves(opened.position->state, GO_SELECT_PAPER, &list);
        assert_int_equal(list.count, 1);
        assert_true(list.has[GO_PASS]);
        push_text(opened.position, "G6");
        list_moves(opened.position->state, GO_SELECT_PAPER, &list);
        assert_in_range(list.count, 1, 4);
        for (int i = 0; i < list.count; i++) {
            int point = go_point(list.moves[i].move);

            /* within two steps of G6 and G7 */
            assert_true(abs(point / 9 - 5) + abs(point % 9 - 6) <= 3);
        }
        close_position(&opened);
    }
}

/* All kinds together give no more candidates than wanted; the owner makes no move after which a ladder works. */
static void candidates_of_all_kinds_keep_their_limits(void **unused)
{
    struct opened opened = open_position("go-capture", "candidates_most=5", NULL);
    struct by_random random = {7};
    int most = 0;

    (void)unused;
    for (int i = 0; i < many(500);) {
        struct go *s = opened.position->state;
        struct list list;

        if (!set_by_chance(s, 5 + i % 4, &random))
            continue;
        i++;
        list_moves(s, GO_SELECT_PAPER, &list);
        assert_in_range(list.count, 1, 5);
        most = list.count > most ? list.count : most;
        for (int k = 0; k < list.count && s->side == s->owner && !list.has[GO_PASS]; k++) {
            by__go_push(s, list.moves[k].move);
            assert_false(by__go_ladder(s));
            by__go_pop(s);
        }
    }
    assert_int_equal(most, 5);
    close_position(&opened);
}

/* The paper's limits can leave out a liberty of the block itself: points that are worth more stand before it. */
static void candidates_may_lack_liberties(void **unused)
{
    struct opened opened = open_position("go-capture", "", NULL);
    struct by_random random = {8};
    int lacking = 0;

    (void)unused;
    for (int i = 0; i < many(500);) {
        struct go *s = opened.position->state;
        struct list list;

        if (!set_by_chance(s, 7, &random) || s->side == s->owner)
            continue;
        i++;
        list_moves(s, GO_SELECT_PAPER, &list);
        for (int p = 0; p < s->points; p++)
            lacking += is_liberty(s, s->target, p) && by__go_is_allowed(s, p, NULL) && !list.has[p];
    }
    assert_true(lacking > 0);
    close_position(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liberties_are_counted),
        cmocka_unit_test(liberties_after_a_move_are_counted),
        cmocka_unit_test(friends_that_cannot_be_cut_off),
        cmocka_unit_test(chains_end),
        cmocka_unit_test(moves_that_prevent_nothing_are_left_out),
        cmocka_unit_test(replies_to_an_atari_are_forced),
        cmocka_unit_test(making_a_ko_is_a_reply),
        cmocka_unit_test(all_moves_are_listed),
        cmocka_unit_test(candidates_come_from_their_blocks),
        cmocka_unit_test(kinds_take_as_many_as_they_may),
        cmocka_unit_test(kinds_keep_their_least),
        cmocka_unit_test(captures_are_candidates),
        cmocka_unit_test(rescues_are_candidates),
        cmocka_unit_test(candidates_come_from_the_last_move),
        cmocka_unit_test(candidates_of_all_kinds_keep_their_limits),
        cmocka_unit_test(candidates_may_lack_liberties),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
