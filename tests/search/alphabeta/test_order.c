/* SPDX-License-Identifier: MIT
 *
 * Move ordering without a search: the order in which the picker gives the moves of a list.
 */
#include <string.h>

#include "search/alphabeta/alphabeta.h"
#include "support/check.h"

enum { MOVES = 6, PLIES = 4 };

/* Six moves, of which 2 and 4 are captures. The slots of the two history tables differ. */
static void list_six(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    (void)state;
    (void)kind;
    for (by_move move = 0; move < MOVES; move++)
        out->list[out->count++] = (struct by_move_info){
            .move = move,
            .from_to = (uint16_t)move,
            .piece_to = (uint16_t)(MOVES - 1 - move),
            .flags = move == 2 || move == 4 ? BY_MOVE_CAPTURE : 0,
        };
}

static bool describe_any(void *state, by_move move, struct by_move_info *out)
{
    struct by_move_info list[MOVES];
    struct by_moves moves = {.list = list};

    list_six(state, BY_MOVES_ALL, &moves);
    if (move >= MOVES)
        return false;
    *out = list[move];
    return true;
}

/* A search with only what ordering needs. */
struct bare {
    struct ab s;
    struct by_rules rules;
    struct ab_killers killers[PLIES + 1];
    int32_t history[MOVES];
};

static void set_up(struct bare *bare, struct ab_options options)
{
    *bare = (struct bare){0};
    bare->rules.moves = list_six;
    bare->s.rules = &bare->rules;
    bare->s.opt = options;
    bare->s.killers = bare->killers;
    bare->s.history = bare->history;
    bare->s.history_slots = MOVES;
    bare->s.plies = PLIES;
    assert_true(by__stack_create(&bare->s.stack, PLIES, MOVES));
}

static struct ab_node node_at(int depth)
{
    return (struct ab_node){.ply = 1, .depth = depth * AB_PLY, .hash_move = BY_MOVE_NONE};
}

/* The moves in the order of the search, as digits. */
static const char *order(struct bare *bare, by_move hash_move)
{
    static const char digits[] = "0123456789";
    static char text[16];
    struct ab_node node = node_at(1);
    const struct by_move_info *move;
    size_t length = 0;

    node.hash_move = hash_move;
    while ((move = by__ab_next_move(&bare->s, &node)) && length < sizeof text - 1)
        text[length++] = digits[move->move];
    text[length] = 0;
    return text;
}

/* A node of this depth ends with this best move. */
static void learn(struct bare *bare, by_move move, int depth, bool is_cut)
{
    struct ab_node node = node_at(depth);
    struct by_move_info info;

    describe_any(NULL, move, &info);
    by__ab_learn(&bare->s, &node, &info, is_cut);
}

static void tear_down(struct bare *bare)
{
    by__stack_destroy(&bare->s.stack);
}

/* With all options off the order is that of generation; the hash move, and with the option the captures, come first. */
static void test_hash_move_and_captures_come_first(void **state)
{
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){0});
    assert_string_equal(order(&bare, BY_MOVE_NONE), "012345");
    assert_string_equal(order(&bare, 3), "301245");
    tear_down(&bare);
    set_up(&bare, (struct ab_options){.captures = 1});
    assert_string_equal(order(&bare, BY_MOVE_NONE), "240135");
    assert_string_equal(order(&bare, 4), "420135");
    tear_down(&bare);
}

/* A legal hash move is given before the list is made, and only once; an illegal one is dropped. */
static void test_hash_move_before_the_list(void **state)
{
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){.captures = 1});
    bare.s.describe = describe_any;
    assert_string_equal(order(&bare, 5), "524013");
    assert_string_equal(order(&bare, 77), "240135");
    tear_down(&bare);
}

/* Killers come before or after the captures, the latest first; two different ones are kept. */
static void test_recent_killers(void **state)
{
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){.captures = 1, .killers = AB_BEFORE_CAPTURES});
    learn(&bare, 1, 1, true);
    learn(&bare, 3, 1, true);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "312405");
    learn(&bare, 3, 1, true); /* again: changes nothing */
    assert_string_equal(order(&bare, BY_MOVE_NONE), "312405");
    learn(&bare, 5, 1, true);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "532401");
    bare.s.opt.killers = AB_AFTER_CAPTURES;
    assert_string_equal(order(&bare, BY_MOVE_NONE), "245301");
    bare.s.opt.killers = AB_KILLERS_OFF;
    assert_string_equal(order(&bare, BY_MOVE_NONE), "240135");
    tear_down(&bare);
}

/* Only a move that cut becomes a killer, a capture only if captures are not sorted; each ply has its own killers. */
static void test_only_quiet_cuts_become_killers(void **state)
{
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){.captures = 1, .killers = AB_AFTER_CAPTURES});
    learn(&bare, 5, 1, false);
    learn(&bare, 4, 1, true);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "240135");
    tear_down(&bare);
    set_up(&bare, (struct ab_options){.killers = AB_AFTER_CAPTURES});
    learn(&bare, 4, 1, true);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "401235");
    memmove(&bare.killers[2], &bare.killers[1], sizeof bare.killers[1]);
    memset(&bare.killers[1], 0, sizeof bare.killers[1]);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "012345");
    tear_down(&bare);
}

/* The counted killer is the one with the most cuts; of equals the later. */
static void test_counted_killers(void **state)
{
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){.killers = AB_AFTER_CAPTURES, .killer_kind = AB_KILLERS_COUNTED});
    learn(&bare, 1, 1, true);
    learn(&bare, 3, 1, true);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "301245");
    learn(&bare, 1, 1, true);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "102345");
    learn(&bare, 5, 1, true);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "102345");
    tear_down(&bare);
}

/* History counts d*d or 2^d, for cuts and for best moves, by from and to or by piece and to. */
static void test_history(void **state)
{
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){.history = AB_HISTORY_FROM_TO});
    learn(&bare, 5, 3, false);
    learn(&bare, 1, 2, true);
    assert_int_equal(bare.history[5], 9);
    assert_int_equal(bare.history[1], 4);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "510234");
    tear_down(&bare);
    set_up(&bare, (struct ab_options){.history = AB_HISTORY_PIECE_TO, .history_gain = AB_GAIN_POWER});
    learn(&bare, 5, 3, true);
    learn(&bare, 1, 6, true);
    assert_int_equal(bare.history[0], 8);
    assert_int_equal(bare.history[4], 64);
    assert_string_equal(order(&bare, BY_MOVE_NONE), "150234");
    learn(&bare, 5, 300, true); /* saturates instead of overflowing */
    assert_int_equal(bare.history[0], 8 + (1 << 20));
    tear_down(&bare);
}

/* Above a limit all numbers are halved: the order stays, and none overflows. */
static void test_history_is_halved(void **state)
{
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){.history = AB_HISTORY_FROM_TO, .history_gain = AB_GAIN_POWER});
    learn(&bare, 3, 19, true);
    for (int i = 0; i < 10000; i++) {
        learn(&bare, 5, 20, true);
        assert_in_range(bare.history[5], 1, 1 << 26);
    }
    assert_in_range(bare.history[3], 0, (1 << 19) - 1);
    assert_int_equal(order(&bare, BY_MOVE_NONE)[0], '5');
    tear_down(&bare);
}

/* If a list is incomplete or depends on the path, so does the value of the node. */
static void list_partial(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    list_six(state, kind, out);
    out->is_partial = true;
    out->path_plies = 3;
}

static void test_partial_lists_mark_the_node(void **state)
{
    struct ab_node node = node_at(1);
    struct bare bare;

    (void)state;
    set_up(&bare, (struct ab_options){0});
    bare.rules.moves = list_partial;
    node.path_ply = INT_MAX;
    assert_non_null(by__ab_next_move(&bare.s, &node));
    assert_true(node.is_doubtful);
    assert_false(node.met_horizon); /* a deeper search would list no more */
    assert_int_equal(node.path_ply, 1 - 3);
    tear_down(&bare);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash_move_and_captures_come_first),
        cmocka_unit_test(test_hash_move_before_the_list),
        cmocka_unit_test(test_recent_killers),
        cmocka_unit_test(test_only_quiet_cuts_become_killers),
        cmocka_unit_test(test_counted_killers),
        cmocka_unit_test(test_history),
        cmocka_unit_test(test_history_is_halved),
        cmocka_unit_test(test_partial_lists_mark_the_node),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
