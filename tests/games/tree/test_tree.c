/* SPDX-License-Identifier: MIT
 *
 * Explicit trees: reading, writing, playing and generating them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"
#include "support/reference.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Helpers --------------------------------------------------------------------------------------------------- */

static struct opened open_tree(const char *text)
{
    return open_position("tree", "", text);
}

static struct by_node node_of(by_position *position)
{
    struct by_node node;

    by_position_node(position, &node);
    return node;
}

static int width_of(by_position *position)
{
    struct by_moves moves = {0};

    by_position_moves(position, BY_MOVES_ALL, &moves);
    return moves.count;
}

static by_value estimate_of(by_position *position)
{
    return position->game->type->evaluation->evaluate(position->state);
}

static void push_child(by_position *position, int child)
{
    assert_int_equal(by_position_push(position, (by_move)child, NULL), BY_OK);
}

static void pop(by_position *position)
{
    assert_int_equal(by_position_pop(position, NULL), BY_OK);
}

/* A text of `count` times `piece`, in memory that the caller frees. */
static char *repeated(const char *before, const char *piece, int count, const char *after)
{
    by_text text = {0};

    by_text_add(&text, before);
    for (int i = 0; i < count; i++)
        by_text_add(&text, piece);
    by_text_add(&text, after);
    assert_false(text.failed);
    return text.data;
}

/* Plain minimax from MAX's view, as a textbook has it. */
static by_value value_for_max(by_position *position)
{
    struct by_node node = node_of(position);
    by_value best = node.side == 0 ? -BY_INFINITE : BY_INFINITE;

    if (node.is_over)
        return node.side == 0 ? node.value : -node.value;
    for (int i = 0; i < width_of(position); i++) {
        by_value value;

        push_child(position, i);
        value = value_for_max(position);
        pop(position);
        if (node.side == 0 ? value > best : value < best)
            best = value;
    }
    return best;
}

static by_value value_of_text(const char *text)
{
    struct opened opened = open_tree(text);
    by_value value = value_for_max(opened.position);

    close_position(&opened);
    return value;
}

/* ---- Reading and writing --------------------------------------------------------------------------------------- */

/* The initial position is the example of the OI Wiki, whose value is 3. */
static void test_initial(void **state)
{
    struct opened opened = open_tree(NULL);
    struct by_extent extent;

    (void)state;
    assert_position_text(opened.position, "H(D(B(A(3,17),C(2,12)),E(F(15),G(25,0))),I(J(K(2,5),L(3)),M(N(2,14))))");
    assert_int_equal(value_for_max(opened.position), 3);
    by_position_extent(opened.position, &extent);
    assert_int_equal(extent.max_moves, 2);
    assert_int_equal(extent.max_plies, 4);
    close_position(&opened);
}

/* Trees with several spellings are printed in one, and the printed text is read as the same tree. */
static void test_texts(void **state)
{
    static const struct {
        const char *text, *printed;
    } cases[] = {
        {"7", "7"},
        {"-7", "-7"},
        {"+7", "7"},
        {"win", "win"},
        {"(1)", "(1)"},
        {"A(3,4)", "A(3,4)"},
        {"A(3 4)", "A(3,4)"},
        {" A( 3 , 4 )\n", "A(3,4)"},
        {"# a tree\nA( # its children\n3\n4) # end", "A(3,4)"},
        {"A(x=3,y=4)", "A(x=3,y=4)"},
        {"A(win loss draw true false)", "A(win,loss,0,1,0)"},
        {"A(x=win y=true)", "A(x=win,y=1)"},
        {"((1,2),(3,4))", "((1,2),(3,4))"},
        {"A:max(B:min(1))", "A(B(1))"},
        {"A:min(B:max(1))", "A:min(B(1))"},
        {"A(B:max(C:max(1)))", "A(B:max(C:max(1)))"},
        {":min(:min(1))", ":min(:min(1))"},
        {"A:or(B:and(1))", "A(B(1))"},
        {"or=max A:or(B:and(1))", "A(B(1))"},
        {"or=min A:or(B:and(1))", "A:min(B(1))"},
        {"or=min A(B:and(1))", "A(B:max(1))"},
        {"A~5(B~-3(1))", "A~5(B~-3(1))"},
        {"A~0(1)", "A(1)"},
        {"A:min~5(1)", "A:min~5(1)"},
        {"~5(1)", "~5(1)"},
        {"A(x:max=5)", "A(x:max=5)"},
        {"A(x:min=5)", "A(x=5)"},
        {"A(:max=5)", "A(:max=5)"},
        {"A(B(x=1,2),C(x,3))", "A(B(x=1,2),C(x,3))"},
        {"A(B(D,2),C(D(4),3))", "A(B(D(4),2),C(D,3))"},
        {"A(B(C,2),C(4,3))", "A(B(C:min(4,3),2),C)"},
        {"A_1(b2(1))", "A_1(b2(1))"},
        {"\xEF\xBB\xBF\xE6\xA0\xB9:MIN(\xE5\xB7\xA6(1))", "\xE6\xA0\xB9:min(\xE5\xB7\xA6(1))"},
        {"A:AND(B:OR(1))", "A:min(B(1))"},
        {"or=min A:or(true,false,win,loss,draw)", "A:min(-1,0,loss,win,0)"},
        {"Win(1)", "Win(1)"},
        {"A(998975,-998975)", "A(998975,-998975)"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct opened opened;

        opened = open_tree(cases[i].text);
        assert_position_text(opened.position, cases[i].printed);
        assert_int_equal(by_position_parse(opened.position, cases[i].printed, NULL), BY_OK);
        assert_position_text(opened.position, cases[i].printed);
        close_position(&opened);
    }
}

/* Bad input is refused with the place and the expectation, and the position stays unchanged. */
static void test_bad_texts(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *message;
    } cases[] = {
        {"", 1, 1, "the text ends, but a node"},
        {"# nothing\n", 2, 1, "the text ends"},
        {"A", 1, 2, "( or = after the name of the root"},
        {"A(", 1, 3, "the text ends"},
        {"A(3\n,(4,5)", 2, 7, "the node of line 1, column 1 is not closed"},
        {"A(3,B(4", 1, 8, "the node of line 1, column 5 is not closed"},
        {"A()", 1, 3, "expected a node"},
        {"A(3,)", 1, 5, "expected a node"},
        {"A(3,,4)", 1, 5, "expected a node"},
        {"A(,4)", 1, 3, "expected a node"},
        {"A(3))", 1, 5, "expected the end of the text"},
        {"A(3) 4", 1, 6, "expected the end of the text"},
        {"3 4", 1, 3, "expected the end of the text"},
        {"A(B(3)C(4))", 1, 7, "expected , or )"},
        {"A(3x)", 1, 4, "expected a separator"},
        {"A(x=)", 1, 5, "expected a value"},
        {"A(x= 5)", 1, 5, "expected a value"},
        {"A(x=y)", 1, 5, "expected a value"},
        {"A:mix(3)", 1, 3, "expected a side: max, min, or, and"},
        {"A:(3)", 1, 3, "expected a side"},
        {"A:min", 1, 6, "( or ="},
        {"A~(3)", 1, 3, "an integer as estimate"},
        {"A~3", 1, 4, "but ( is expected"},
        {"A~3=4", 1, 4, "expected ( after an estimate"},
        {"A(1000000)", 1, 3, "between -998975 and 998975"},
        {"A(-998976)", 1, 3, "between -998975 and 998975"},
        {"A(99999999999999999999999)", 1, 3, "between"},
        {"A(\xC3\xA9\xC3\xA9 ?)", 1, 6, "expected a node"},
        {"A(3)\n \xFF", 2, 2, "UTF-8"},
        {"\n\xEF\xBB\xBFn=4", 2, 1, "byte order mark"},
        {"A(3 # \xC3\xA9\xC3\xA9 )\n ?)", 2, 2, "expected a node"},
        {"A(B(3),\n  B(4))", 2, 3, "'B' was already written out in line 1, column 3"},
        {"A(B(C),3)", 1, 5, "'C' is nowhere written out"},
        {"A(Win)", 1, 3, "did you mean the value 'win'?"},
        {"A(B(A))", 1, 1, "'A' lies below itself"},
        {"A(B(C),C(D(B)))", 1, 3, "'B' lies below itself"},
        {"A(B,B(3))", 1, 5, "'B' stands twice under the same node"},
        {"win(3)", 1, 1, "'win' is a reserved word"},
        {"A(draw=3)", 1, 3, "'draw' is a reserved word"},
        {"A(or(3))", 1, 3, "'or' is a reserved word"},
        {"A(random)", 1, 3, "'random' is a reserved word"},
        {"or=mix A(3)", 1, 4, "max or min after or="},
        {"or=min", 1, 7, "the text ends"},
    };
    struct opened opened = open_tree("A(1)");

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        by_error error = {0};

        assert_true(by_position_parse(opened.position, cases[i].text, &error) != BY_OK);
        if (!strstr(error.message, cases[i].message))
            fail_msg("'%s' gives '%s', expected '%s'", cases[i].text, error.message, cases[i].message);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        assert_true(by_position_parse(opened.position, cases[i].text, NULL) != BY_OK);
        assert_position_text(opened.position, "A(1)");
    }
    close_position(&opened);
}

static void assert_refused(const char *text, const char *message)
{
    struct opened opened = open_tree(NULL);
    by_error error = {0};

    assert_int_equal(by_position_parse(opened.position, text, &error), BY_ERROR_LIMIT);
    assert_non_null(strstr(error.message, message));
    close_position(&opened);
}

/* A tree may be 1,000 plies deep, in its text or by references, but no deeper; a million parentheses do no harm. */
static void test_depth_limit(void **state)
{
    by_text chain = {0};
    struct opened opened;
    struct by_extent extent;
    char *text = repeated("", "(", 1000, "7");
    char *closed = repeated(text, ")", 1000, "");

    (void)state;
    opened = open_tree(closed);
    by_position_extent(opened.position, &extent);
    assert_int_equal(extent.max_plies, 1000);
    close_position(&opened);
    free(text);
    free(closed);
    text = repeated("", "(", 1001, "7");
    assert_refused(text, "deeper than 1000 plies");
    free(text);
    text = repeated("", "(", 1000000, "7");
    assert_refused(text, "deeper than 1000 plies");
    free(text);
    for (int i = 0; i <= 1000; i++)
        by_text_printf(&chain, "%sn%d(n%d)", i ? "," : "A(", i, i + 1);
    by_text_add(&chain, ",n1001=3)");
    assert_refused(by_text_string(&chain), "deeper than 1000 plies");
    by_text_free(&chain);
}

/* A node may have 65,535 children and no more. */
static void test_width_limit(void **state)
{
    char *text = repeated("(1", " 1", 65534, ")");
    struct opened opened = open_tree(text);

    (void)state;
    assert_int_equal(width_of(opened.position), 65535);
    close_position(&opened);
    free(text);
    text = repeated("(1", " 1", 65535, ")");
    assert_refused(text, "more than 65535 children");
    free(text);
}

/* A thousand names are found again among each other. */
static void test_many_names(void **state)
{
    by_text text = {0};
    struct opened opened;

    (void)state;
    by_text_add(&text, "A(B(");
    for (int i = 0; i < 1000; i++)
        by_text_printf(&text, "%sx%d", i ? "," : "", i);
    by_text_add(&text, "),C(");
    for (int i = 999; i >= 0; i--)
        by_text_printf(&text, "%sx%d=%d", i < 999 ? "," : "", i, i);
    by_text_add(&text, "))");
    opened = open_tree(by_text_string(&text));
    push_child(opened.position, 0);
    for (int i = 0; i < 1000; i++) {
        push_child(opened.position, i);
        assert_int_equal(node_of(opened.position).value, i);
        pop(opened.position);
    }
    close_position(&opened);
    by_text_free(&text);
}

/* ---- Playing --------------------------------------------------------------------------------------------------- */

/* Values and estimates are written for MAX and reported from the view of the side to move. */
static void test_views(void **state)
{
    struct opened opened = open_tree("A~4(B~5(7,win,loss),C:max~6(8,:min=9),win)");
    by_position *position = opened.position;

    (void)state;
    assert_int_equal(node_of(position).side, 0);
    assert_int_equal(estimate_of(position), 4);
    push_text(position, "B");
    assert_int_equal(node_of(position).side, 1);
    assert_false(node_of(position).is_over);
    assert_true(node_of(position).can_move);
    assert_int_equal(estimate_of(position), -5);
    push_text(position, "1");
    assert_true(node_of(position).is_over);
    assert_false(node_of(position).can_move);
    assert_int_equal(node_of(position).side, 0);
    assert_int_equal(node_of(position).value, 7);
    pop(position);
    push_text(position, "3");
    assert_int_equal(node_of(position).value, -BY_WIN);
    assert_int_equal(estimate_of(position), -BY_MAX_SCORE);
    pop(position);
    pop(position);
    push_text(position, "C");
    assert_int_equal(node_of(position).side, 0);
    assert_int_equal(estimate_of(position), 6);
    push_text(position, "2");
    assert_int_equal(node_of(position).side, 1);
    assert_int_equal(node_of(position).value, -9);
    pop(position);
    pop(position);
    push_text(position, "3");
    assert_int_equal(node_of(position).value, -BY_WIN);
    close_position(&opened);
}

/* OR and AND mean the same tree for either player: only the words change. */
static void test_or_and(void **state)
{
    (void)state;
    assert_int_equal(value_of_text("A:or(B:and(1,2),C:or(0,5))"), 5);
    assert_int_equal(value_of_text("or=min A:and(B:or(1,2),C:and(0,5))"), 5);
    assert_int_equal(value_of_text("or=min A:or(B:and(1,2),C:or(0,5))"), 0);
    assert_int_equal(value_of_text("A:and(false,true)"), 0);
    assert_int_equal(value_of_text("A:or(false,true)"), 1);
}

/* After moves the text is that of the tree below, with the side where it does not follow, and each shared node once. */
static void test_text_after_moves(void **state)
{
    static const struct {
        const char *text, *moves[3], *printed;
    } cases[] = {
        {"A(B(1,2),3)", {"B"}, "B:min(1,2)"},
        {"A(B(1,2),3)", {"B", "2"}, "2"},
        {"A(B(1,2),3)", {"2"}, ":min=3"},
        {"A(x=3)", {"x"}, "x:min=3"},
        {"A(B:max~2(C:max(1),D(C)))", {"B"}, "B~2(C:max(1),D(C))"},
        {"A(B:max~2(C:max(1),D(C)))", {"B", "D"}, "D:min(C(1))"},
        {"A(B(D(1,E(4)),2),C(E,5))", {"C"}, "C:min(E:min(4),5)"},
        {"A(B(x=1),C:max(x))", {"C"}, "C(x:max=1)"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_tree(cases[i].text);

        for (int j = 0; j < 3 && cases[i].moves[j]; j++)
            push_text(opened.position, cases[i].moves[j]);
        assert_position_text(opened.position, cases[i].printed);
        assert_int_equal(by_position_parse(opened.position, cases[i].printed, NULL), BY_OK);
        assert_position_text(opened.position, cases[i].printed);
        close_position(&opened);
    }
}

/* Moves are written by name or by number from 1, and nothing else is read as a move. */
static void test_moves(void **state)
{
    static const char *const bad[] = {"", "0", "4", "-1", "01", "1 ", "b", "A", "1x", "99999999999999999999"};
    struct opened opened = open_tree("A(3,B(4),x=5)");
    struct by_move_info list[3];
    struct by_moves moves = {.list = list};
    by_text text = {0};
    by_move move = 0;

    (void)state;
    by_position_moves(opened.position, BY_MOVES_ALL, &moves);
    assert_int_equal(moves.count, 3);
    for (by_move i = 0; i < 3; i++) {
        static const char *const names[] = {"1", "B", "x"};
        static const char *const numbers[] = {"1", "2", "3"};

        assert_int_equal(list[i].move, i);
        by_text_clear(&text);
        by_position_print_move(opened.position, i, &text);
        assert_string_equal(by_text_string(&text), names[i]);
        assert_int_equal(by_position_parse_move(opened.position, names[i], &move, NULL), BY_OK);
        assert_int_equal(move, i);
        assert_int_equal(by_position_parse_move(opened.position, numbers[i], &move, NULL), BY_OK);
        assert_int_equal(move, i);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_equal(by_position_parse_move(opened.position, bad[i], &move, NULL), BY_ERROR_INPUT);
    push_text(opened.position, "x");
    assert_int_equal(by_position_parse_move(opened.position, "1", &move, NULL), BY_ERROR_INPUT);
    by_text_free(&text);
    close_position(&opened);
}

/* The slots of the 256th child and of all further ones are the same, and depend on the side. */
static void test_slots(void **state)
{
    char *text = repeated("A((1", " 1", 299, "))");
    struct opened opened = open_tree(text);
    struct by_move_info *list = calloc(300, sizeof *list);
    struct by_moves moves = {.list = list};

    (void)state;
    push_child(opened.position, 0);
    by_position_moves(opened.position, BY_MOVES_ALL, &moves);
    for (int i = 0; i < 300; i++) {
        int slot = i < 255 ? i : 255;

        assert_int_equal(list[i].from_to, slot);
        assert_int_equal(list[i].piece_to, 256 + slot);
    }
    free(list);
    free(text);
    close_position(&opened);
}

/* ---- Keys ------------------------------------------------------------------------------------------------------ */

static struct by_node node_after(const char *text, const char *first, const char *second)
{
    struct opened opened = open_tree(text);
    struct by_node node;

    push_text(opened.position, first);
    if (second)
        push_text(opened.position, second);
    node = node_of(opened.position);
    close_position(&opened);
    return node;
}

/* A node has one key, however it is reached; nodes that only look alike have different ones. */
static void test_keys(void **state)
{
    static const char graph[] = "A(B(D(1,2),3),C(D,4))";
    static const char twins[] = "A((1,2),(1,2))";

    (void)state;
    assert_true(node_after(graph, "B", "D").key == node_after(graph, "C", "D").key);
    assert_true(node_after(graph, "B", "D").index_key == node_after(graph, "C", "D").index_key);
    assert_true(node_after(graph, "B", NULL).key != node_after(graph, "C", NULL).key);
    assert_true(node_after(twins, "1", NULL).key != node_after(twins, "2", NULL).key);
    assert_true(node_after(twins, "1", NULL).index_key != node_after(twins, "2", NULL).index_key);
}

/* Keys are the same whenever the same is read, also as part of another tree; a tree that differs anywhere has others.
 */
static void test_keys_tell_trees_apart(void **state)
{
    static const char *const others[] = {"A(B(1,3))",   "A(B(2,1))",     "A(B(1,2,2))", "A(C(1,2))",
                                         "A(B~1(1,2))", "A(B:max(1,2))", "A(B(1,(2)))"};
    uint64_t key = node_after("A(B(1,2))", "B", NULL).key;
    struct opened opened = open_tree("B:min(1,2)");

    (void)state;
    assert_true(node_of(opened.position).key == key);
    close_position(&opened);
    assert_true(node_after("A(7,B(1,2))", "2", NULL).key == key);
    for (size_t i = 0; i < COUNT(others); i++)
        assert_true(node_after(others[i], "1", NULL).key != key);
}

/* The results of a walk through a tree. */
struct keys {
    uint64_t list[20000];
    size_t count;
};

/* Collects the keys of inner nodes, and compares key_after with what comes. */
static void collect_keys(by_position *position, struct keys *keys)
{
    int width = width_of(position);

    if (!width)
        return;
    assert_true(keys->count < COUNT(keys->list));
    keys->list[keys->count++] = node_of(position).key;
    for (int i = 0; i < width; i++) {
        uint64_t key = position->game->type->tactics->key_after(position->state, (by_move)i);

        push_child(position, i);
        assert_true(node_of(position).key == key);
        assert_true(key != 0);
        collect_keys(position, keys);
        pop(position);
    }
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Nodes met on the way, and how many different keys they have. */
static void count_keys(const char *text, size_t *nodes, size_t *different)
{
    static struct keys keys;
    struct opened opened = open_tree(text);

    keys.count = 0;
    collect_keys(opened.position, &keys);
    close_position(&opened);
    qsort(keys.list, keys.count, sizeof keys.list[0], compare_keys);
    *nodes = keys.count;
    *different = 1;
    for (size_t i = 1; i < keys.count; i++)
        *different += keys.list[i] != keys.list[i - 1];
}

/* In a tree full of equal subtrees no two inner nodes share a key; in a graph some do. */
static void test_no_false_transpositions(void **state)
{
    size_t nodes, different;

    (void)state;
    count_keys("random width=3 depth=7 values=0..0", &nodes, &different);
    assert_int_equal(nodes, 1093);
    assert_int_equal(different, 1093);
    count_keys("random width=3 depth=7 graph=on", &nodes, &different);
    assert_in_range(nodes, 500, 1093); /* a way may skip a ply */
    assert_true(different < nodes * 6 / 10);
}

/* ---- Copies ---------------------------------------------------------------------------------------------------- */

/* Assigning shares the tree: no memory is asked for, and each position outlives the others. */
static void test_assign(void **state)
{
    struct opened opened = open_tree("A(B(C(1,2),3),4)");
    by_position *copy, *third;

    (void)state;
    assert_int_equal(by_position_create(opened.game, &copy, NULL), BY_OK);
    push_text(opened.position, "B");
    push_text(opened.position, "C");
    allocation_reset();
    assert_int_equal(by_position_assign(copy, opened.position, NULL), BY_OK);
    assert_int_equal(by_position_assign(copy, opened.position, NULL), BY_OK);
    assert_int_equal(allocation_count(), 0);
    assert_int_equal(by_position_copy(copy, &third, NULL), BY_OK);
    by_position_destroy(opened.position);
    pop(copy);
    assert_position_text(copy, "B:min(C(1,2),3)");
    by_position_destroy(copy);
    assert_position_text(third, "C(1,2)");
    pop(third);
    pop(third);
    assert_position_text(third, "A(B(C(1,2),3),4)");
    by_position_destroy(third);
    by_game_close(opened.game);
}

/* ---- Drawings -------------------------------------------------------------------------------------------------- */

/* A small tree is drawn whole. */
static void test_draw(void **state)
{
    struct opened opened = open_tree("A~2(B(1,win),x=3)");
    by_text text = {0};

    (void)state;
    by_position_draw(opened.position, 0, &text);
    assert_string_equal(by_text_string(&text), "  A max ~2\n    B min\n      1\n      win\n    x 3\n");
    by_text_free(&text);
    close_position(&opened);
}

/* A drawing of a large tree has about 200 lines and marks the omitted rest. */
static void test_draw_large(void **state)
{
    static const char *const cases[] = {"random width=10 depth=5", "random width=1 depth=1000",
                                        "random width=60000 depth=1"};

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_tree(cases[i]);
        by_text text = {0};
        int lines = 0;

        by_position_draw(opened.position, 0, &text);
        assert_non_null(strstr(by_text_string(&text), "…"));
        for (const char *c = by_text_string(&text); *c; c++)
            lines += *c == '\n';
        assert_in_range(lines, 200, 410);
        by_text_free(&text);
        close_position(&opened);
    }
}

/* ---- Generated trees ------------------------------------------------------------------------------------------- */

/* The results of a walk through a generated tree. */
struct survey {
    long inner, leaves, wins;
    int least_width, most_width, least_depth, most_depth;
    by_value least, most;
    long same; /* inner children whose side is their parent's */
    long inner_children;
    long estimates; /* inner nodes with an estimate other than 0 */
};

static void survey_leaf(const struct by_node *node, int depth, struct survey *s)
{
    by_value value = node->side == 0 ? node->value : -node->value;

    s->leaves++;
    if (depth < s->least_depth)
        s->least_depth = depth;
    if (depth > s->most_depth)
        s->most_depth = depth;
    if (value == BY_WIN || value == -BY_WIN) {
        s->wins++;
        return;
    }
    if (value < s->least)
        s->least = value;
    if (value > s->most)
        s->most = value;
}

static void survey_node(by_position *position, int depth, struct survey *s)
{
    struct by_node node = node_of(position);
    int width = width_of(position);

    if (!width) {
        survey_leaf(&node, depth, s);
        return;
    }
    s->inner++;
    s->estimates += estimate_of(position) != 0;
    if (width < s->least_width)
        s->least_width = width;
    if (width > s->most_width)
        s->most_width = width;
    for (int i = 0; i < width; i++) {
        push_child(position, i);
        if (width_of(position)) {
            s->inner_children++;
            s->same += node_of(position).side == node.side;
        }
        survey_node(position, depth + 1, s);
        pop(position);
    }
}

static struct survey survey_text(const char *text)
{
    struct survey survey = {.least_width = 99999, .least_depth = 99999, .least = BY_WIN, .most = -BY_WIN};
    struct opened opened = open_tree(text);

    survey_node(opened.position, 0, &survey);
    close_position(&opened);
    return survey;
}

/* A uniform tree has the width, the depth and the values that were asked for, and its sides alternate. */
static void test_uniform(void **state)
{
    struct survey s = survey_text("random width=4 depth=5 values=-3..9 seed=5");

    (void)state;
    assert_int_equal(s.inner, 1 + 4 + 16 + 64 + 256);
    assert_int_equal(s.leaves, 1024);
    assert_int_equal(s.least_width, 4);
    assert_int_equal(s.most_width, 4);
    assert_int_equal(s.least_depth, 5);
    assert_int_equal(s.least, -3);
    assert_int_equal(s.most, 9);
    assert_int_equal(s.same, 0);
    assert_int_equal(s.wins, 0);
    assert_int_equal(s.estimates, 0);
}

/* vary, leaf, same, wins and estimates each do what they say. */
static void test_irregular(void **state)
{
    struct survey s = survey_text("random width=5 depth=6 vary=on");

    (void)state;
    assert_int_equal(s.least_width, 1);
    assert_int_equal(s.most_width, 5);
    assert_int_equal(s.least_depth, 6);
    s = survey_text("random width=4 depth=6 leaf=20");
    assert_in_range(s.least_depth, 1, 4);
    assert_int_equal(s.most_depth, 6);
    assert_int_equal(s.least_width, 4);
    s = survey_text("random width=4 depth=5 same=25");
    assert_in_range(s.same * 100 / s.inner_children, 18, 32);
    s = survey_text("random width=4 depth=5 same=100");
    assert_int_equal(s.same, s.inner_children);
    s = survey_text("random width=4 depth=5 wins=30");
    assert_in_range(s.wins * 100 / s.leaves, 24, 36);
    s = survey_text("random width=4 depth=5 estimates=on");
    assert_in_range(s.estimates, s.inner * 8 / 10, s.inner);
}

/* A tree of one leaf has no array of children: no setting may look into it. */
static void test_single_leaf(void **state)
{
    static const char *const cases[] = {"",
                                        "estimates=on",
                                        "order=best",
                                        "order=good",
                                        "order=worst",
                                        "graph=on",
                                        "distinct=on",
                                        "vary=on",
                                        "wins=100",
                                        "leaf=100",
                                        "same=100",
                                        "width=65535",
                                        "graph=on estimates=on order=best distinct=on"};

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[80];
        struct survey s;

        (void)snprintf(text, sizeof text, "random depth=0 %s", cases[i]);
        s = survey_text(text);
        assert_int_equal(s.leaves, 1);
        assert_int_equal(s.inner, 0);
    }
}

/* Nodes of a graph are reached in several ways, some after unequal numbers of plies, and its text says so. */
static void test_graph(void **state)
{
    static const char settings[] = "random width=3 depth=6 graph=on seed=3";
    struct opened opened = open_tree(settings);
    struct survey s = survey_text(settings);
    size_t nodes, different, nodes_read, different_read;
    by_text text = {0};

    (void)state;
    assert_int_equal(s.least_width, 3);
    assert_int_equal(s.most_width, 3);
    assert_int_equal(s.most_depth, 6);
    assert_in_range(s.least_depth, 2, 5);
    by_position_print(opened.position, &text);
    count_keys(settings, &nodes, &different);
    count_keys(by_text_string(&text), &nodes_read, &different_read);
    assert_int_equal(nodes, nodes_read);
    assert_int_equal(different, different_read);
    by_text_free(&text);
    close_position(&opened);
}

/* No node of a graph gets a child twice, however often nodes are shared. */
static void test_graph_seeds(void **state)
{
    struct opened opened = open_tree(NULL);
    by_text text = {0};

    (void)state;
    for (int seed = 0; seed < 2000; seed++) {
        by_error error = {0};

        by_text_clear(&text);
        by_text_printf(&text, "random width=%d depth=%d graph=on vary=on seed=%d", 2 + seed % 4, 3 + seed % 3, seed);
        if (by_position_parse(opened.position, by_text_string(&text), &error))
            fail_msg("%s: %s", by_text_string(&text), error.message);
    }
    by_text_free(&text);
    close_position(&opened);
}

/* The same settings give the same tree on every machine. */
static void test_seed(void **state)
{
    struct opened opened = open_tree("random width=2 depth=3 seed=7");

    (void)state;
    assert_position_text(opened.position, "(((-17,5),(20,14)),((8,-10),(-17,-6)))");
    close_position(&opened);
}

/* With distinct=on the leaves have all values around 0, each one once, in whatever order. */
static void test_distinct(void **state)
{
    static const char *const texts[] = {
        "random width=3 depth=4 distinct=on",
        "random width=3 depth=4 distinct=on order=best",
        "random width=3 depth=4 distinct=on order=good",
        "random width=3 depth=4 distinct=on order=worst",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct opened opened = open_tree(texts[i]);
        bool seen[81] = {0};

        for (int leaf = 0; leaf < 81; leaf++) {
            int way = leaf, place;

            for (int ply = 0; ply < 4; ply++, way /= 3)
                push_child(opened.position, way % 3);
            place = node_of(opened.position).value + 40;
            assert_in_range(place, 0, 80);
            assert_false(seen[place]);
            seen[place] = true;
            for (int ply = 0; ply < 4; ply++)
                pop(opened.position);
        }
        close_position(&opened);
    }
}

/* Leaves that alpha-beta visits (Knuth, Moore 1975): the window is from MAX's view. */
static by_value alpha_beta(by_position *position, by_value alpha, by_value beta, long *leaves)
{
    struct by_node node = node_of(position);

    if (node.is_over) {
        ++*leaves;
        return node.side == 0 ? node.value : -node.value;
    }
    for (int i = 0; i < width_of(position) && alpha < beta; i++) {
        by_value value;

        push_child(position, i);
        value = alpha_beta(position, alpha, beta, leaves);
        pop(position);
        if (node.side == 0 && value > alpha)
            alpha = value;
        if (node.side == 1 && value < beta)
            beta = value;
    }
    return node.side == 0 ? alpha : beta;
}

static long leaves_visited(const char *text)
{
    struct opened opened = open_tree(text);
    long leaves = 0;
    by_value value = alpha_beta(opened.position, -BY_INFINITE, BY_INFINITE, &leaves);

    assert_int_equal(value, value_for_max(opened.position));
    close_position(&opened);
    return leaves;
}

/* In best order alpha-beta visits w^ceil(d/2) + w^floor(d/2) - 1 leaves; the less good the order, the more. */
static void test_order(void **state)
{
    long best, good, random, worst;

    (void)state;
    assert_int_equal(leaves_visited("random width=3 depth=5 distinct=on order=best"), 27 + 9 - 1);
    assert_int_equal(leaves_visited("random width=2 depth=8 distinct=on order=best seed=9"), 16 + 16 - 1);
    assert_int_equal(leaves_visited("random width=5 depth=4 distinct=on order=best seed=4"), 25 + 25 - 1);
    best = leaves_visited("random width=4 depth=6 distinct=on order=best");
    good = leaves_visited("random width=4 depth=6 distinct=on order=good");
    random = leaves_visited("random width=4 depth=6 distinct=on");
    worst = leaves_visited("random width=4 depth=6 distinct=on order=worst");
    assert_int_equal(best, 64 + 64 - 1);
    assert_true(best < good && good < random && random < worst);
}

/* All orders are of one tree: its value does not change. */
static void test_order_keeps_value(void **state)
{
    static const char *const orders[] = {"best", "good", "worst"};

    (void)state;
    for (int seed = 0; seed < 5; seed++) {
        by_text text = {0};
        by_value value;

        by_text_printf(&text, "random width=4 vary=on depth=5 same=30 graph=on wins=20 seed=%d", seed);
        value = value_of_text(by_text_string(&text));
        for (size_t i = 0; i < COUNT(orders); i++) {
            by_text_clear(&text);
            by_text_printf(&text, "random width=4 vary=on depth=5 same=30 graph=on wins=20 seed=%d order=%s", seed,
                           orders[i]);
            assert_int_equal(value_of_text(by_text_string(&text)), value);
        }
        by_text_free(&text);
    }
}

static void assert_same_below(by_position *a, by_position *b)
{
    struct by_node a_node = node_of(a), b_node = node_of(b);
    int width = width_of(a);

    assert_int_equal(width, width_of(b));
    assert_int_equal(a_node.side, b_node.side);
    assert_int_equal(a_node.value, b_node.value);
    assert_int_equal(estimate_of(a), estimate_of(b));
    for (int i = 0; i < width; i++) {
        push_child(a, i);
        push_child(b, i);
        assert_same_below(a, b);
        pop(a);
        pop(b);
    }
}

/* Every generated tree can be written down and read back as the same. */
static void test_generated_text(void **state)
{
    static const char settings[] = "random width=3 vary=on depth=5 leaf=10 same=25 graph=on estimates=on wins=10";

    (void)state;
    for (int seed = 0; seed < 20; seed++) {
        by_text text = {0}, printed = {0};
        struct opened a, b;

        by_text_printf(&text, "%s seed=%d", settings, seed);
        a = open_tree(by_text_string(&text));
        by_position_print(a.position, &printed);
        b = open_tree(by_text_string(&printed));
        assert_position_text(b.position, by_text_string(&printed));
        assert_same_below(a.position, b.position);
        close_position(&a);
        close_position(&b);
        by_text_free(&text);
        by_text_free(&printed);
    }
}

/* Settings may stand on several lines with comments; wrong ones are refused, and the nearest right one is named. */
static void test_settings(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"random witdh=3", "did you mean 'width'?"},
        {"random width", "expected name=value"},
        {"random width=0", "expected 1..65535"},
        {"random width=65536", "expected 1..65535"},
        {"random depth=1001", "expected 0..1000"},
        {"random values=3", "LEAST..MOST"},
        {"random values=4..3", "LEAST..MOST"},
        {"random values=1..1000000", "LEAST..MOST"},
        {"random values=1..2x", "LEAST..MOST"},
        {"random order=fine", "random|best|good|worst"},
        {"random same=101", "expected 0..100"},
        {"random width=10 depth=10", "more than 10000000 nodes"},
        {"random width=65535 depth=1000 graph=on vary=on", "more than 10000000 nodes"},
        {"random(3)", "expected name=value"},
    };
    struct opened opened = open_tree("# generated\nrandom width=2 # narrow\n depth=1 values=4..4");

    (void)state;
    assert_position_text(opened.position, "(4,4)");
    for (size_t i = 0; i < COUNT(cases); i++) {
        by_error error = {0};

        assert_true(by_position_parse(opened.position, cases[i].text, &error) != BY_OK);
        assert_non_null(strstr(error.message, cases[i].message));
    }
    assert_position_text(opened.position, "(4,4)");
    close_position(&opened);
}

/* The option limits the nodes of a tree, written or generated; the error names the number. */
static void test_nodes_most(void **state)
{
    static const struct {
        const char *settings, *text, *message;
    } cases[] = {
        {"nodes_most=5", "(1,(2,3))", NULL},
        {"nodes_most=4", "(1,(2,3))", "the tree has more than 4 nodes"},
        {"nodes_most=1", "7", NULL},
        {"nodes_most=1", "(7)", "the tree has more than 1 nodes"},
        {"nodes_most=121", "random width=3 depth=4", NULL},
        {"nodes_most=120", "random width=3 depth=4", "a tree of width 3 and depth 4 has more than 120 nodes"},
        {"nodes_most=6", "random width=9 depth=1 vary=on seed=1", NULL}, /* 6 are expected */
        {"nodes_most=6", "random width=9 depth=1 vary=on seed=2", "the tree has more than 6 nodes"},
        {"nodes_most=2", "A(a=1,a,a,a,a,a,a,a)", "stands twice"},
        {"nodes_most=2", "A(a=1,a,a,a,a,a,a,a,a)", "the tree has more than 8 edges"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct opened opened = open_position("tree", cases[i].settings, NULL); /* whatever the number */
        by_error error = {0};
        by_status status = by_position_parse(opened.position, cases[i].text, &error);

        if (!cases[i].message && status)
            fail_msg("%s: %s", cases[i].text, error.message);
        if (cases[i].message && (!status || !strstr(error.message, cases[i].message)))
            fail_msg("%s: '%s', expected '%s'", cases[i].text, error.message, cases[i].message);
        close_position(&opened);
    }
}

/* ---- Everything ------------------------------------------------------------------------------------------------ */

/* When any allocation fails, reading says so, leaves the position as it was and loses no memory. */
static void test_memory(void **state)
{
    static const char *const texts[] = {
        "A(B(C,x=1,D(2)),C(D,3))",
        "random width=3 depth=3 graph=on distinct=on estimates=on order=best",
    };
    struct opened opened = open_tree("A(1)");

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        by_status status = BY_ERROR_MEMORY;

        for (size_t n = 1; status; n++) {
            size_t before = allocation_current();

            allocation_fail_at(n);
            status = by_position_parse(opened.position, texts[i], NULL);
            allocation_fail_at(0);
            if (!status)
                break;
            assert_int_equal(status, BY_ERROR_MEMORY);
            assert_int_equal(allocation_current(), before);
            assert_true(n < 1000);
        }
        assert_int_equal(by_position_parse(opened.position, "A(1)", NULL), BY_OK);
    }
    close_position(&opened);
}

/* Random games keep the contract of games. */
static void test_contract(void **state)
{
    struct opened opened = open_tree(NULL);
    by_error error = {0};

    (void)state;
    by_game_check(opened.game, 1, 20, &error);
    assert_string_equal(error.message, "");
    close_position(&opened);
}

/* ---- Bounds ---------------------------------------------------------------------------------------------------- */

/* Statistics of the bounds of a tree. */
struct seen_bounds {
    int inner, wrong, narrow;
};

/* Looks at the bounds of the position and of all below it. */
static void look_at_bounds(by_position *position, struct seen_bounds *seen)
{
    const struct by_evaluation *evaluation = position->game->type->evaluation;
    by_value truth = reference_value(position, -1, 0), least, most, again[2];
    struct by_moves moves = {0};

    evaluation->bounds(position->state, &least, &most);
    evaluation->bounds(position->state, &again[0], &again[1]);
    assert_true(least <= most && again[0] == least && again[1] == most);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    if (!moves.count) {
        assert_true(least == truth && most == truth);
        return;
    }
    seen->inner++;
    seen->wrong += truth < least || truth > most;
    seen->narrow += most - least <= 2 * 10;
    for (int i = 0; i < moves.count; i++) {
        assert_int_equal(by_position_push(position, (by_move)i, NULL), BY_OK);
        look_at_bounds(position, seen);
        assert_int_equal(by_position_pop(position, NULL), BY_OK);
    }
}

static struct seen_bounds bounds_of_trees(const char *settings)
{
    struct opened tree = open_position("tree", settings, NULL);
    struct seen_bounds seen = {0};

    look_at_bounds(tree.position, &seen);
    for (int seed = 1; seed <= 20; seed++) {
        char text[80];

        (void)snprintf(text, sizeof text, "random width=3 depth=4 leaf=20 wins=20 same=20 graph=on seed=%d", seed);
        assert_int_equal(by_position_parse(tree.position, text, NULL), BY_OK);
        look_at_bounds(tree.position, &seen);
    }
    close_position(&tree);
    return seen;
}

/* Bounds hold the true value and are as narrow as asked for, unless they are to be wrong; without them they say
 * nothing; those of leaves are exact. */
static void test_bounds(void **state)
{
    struct seen_bounds none = bounds_of_trees("bounds=0"), good = bounds_of_trees("bounds=10");
    struct seen_bounds some = bounds_of_trees("bounds=10 wrong_bounds=30"), all = bounds_of_trees("wrong_bounds=100");

    (void)state;
    assert_int_equal(none.wrong + none.narrow, 0);
    assert_int_equal(good.wrong, 0);
    assert_int_equal(good.narrow, good.inner);
    assert_in_range(some.wrong, some.inner / 10, some.inner / 2);
    assert_in_range(all.wrong, all.inner * 9 / 10, all.inner); /* beyond a win there is nothing */
}

static void expect_bounds(by_position *position, by_value least, by_value most)
{
    by_value low, high;

    position->game->type->evaluation->bounds(position->state, &low, &high);
    assert_int_equal(low, least);
    assert_int_equal(high, most);
}

/* Bounds can be written down, for max; they count more than those of the options, and are written again. */
static void test_written_bounds(void **state)
{
    static const char text[] = "A~3[-4..12](B[2..9](3,17),C:max~1[0..0](2,12))";
    static const char *const bad[] = {"A[3..1](1)", "A[1..](1)", "A[1.2](1)",    "A[1..2(1)",        "A[1..2]=3",
                                      "A[x..2](1)", "(A[1..2])", "win[1..2](1)", "A[1..99999999](1)"};
    struct opened tree = open_position("tree", "bounds=1", text);

    (void)state;
    assert_position_text(tree.position, text);
    expect_bounds(tree.position, -4, 12);
    push_text(tree.position, "B");
    expect_bounds(tree.position, -9, -2);
    assert_int_equal(by_position_pop(tree.position, NULL), BY_OK);
    push_text(tree.position, "C");
    expect_bounds(tree.position, 0, 0);
    assert_int_equal(by_position_pop(tree.position, NULL), BY_OK);
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_int_not_equal(by_position_parse(tree.position, bad[i], NULL), BY_OK);
    close_position(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_written_bounds),
        cmocka_unit_test(test_initial),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_depth_limit),
        cmocka_unit_test(test_width_limit),
        cmocka_unit_test(test_many_names),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_or_and),
        cmocka_unit_test(test_text_after_moves),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_slots),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_keys_tell_trees_apart),
        cmocka_unit_test(test_no_false_transpositions),
        cmocka_unit_test(test_assign),
        cmocka_unit_test(test_draw),
        cmocka_unit_test(test_draw_large),
        cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_irregular),
        cmocka_unit_test(test_single_leaf),
        cmocka_unit_test(test_graph),
        cmocka_unit_test(test_graph_seeds),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_distinct),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_keeps_value),
        cmocka_unit_test(test_generated_text),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_nodes_most),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_contract),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
