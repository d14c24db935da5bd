/* SPDX-License-Identifier: MIT
 *
 * Game records: the tree, its tags and remarks, the way from positions to records and back.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/record.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"

static by_record *new_record(void)
{
    by_record *record;

    assert_int_equal(by_record_create(&record, NULL), BY_OK);
    return record;
}

static int add(by_record *record, int parent, by_move move)
{
    int node;

    assert_int_equal(by_record_add(record, parent, move, &node, NULL), BY_OK);
    return node;
}

/* An empty record is a root in the initial position. */
static void test_empty(void **state)
{
    by_record *record = new_record();
    const char *name, *value;

    (void)state;
    assert_int_equal(by_record_child(record, BY_RECORD_ROOT), BY_RECORD_NONE);
    assert_int_equal(by_record_parent(record, BY_RECORD_ROOT), BY_RECORD_NONE);
    assert_int_equal(by_record_next(record, BY_RECORD_ROOT), BY_RECORD_NONE);
    assert_int_equal(by_record_last(record), BY_RECORD_ROOT);
    assert_int_equal(by_record_move(record, BY_RECORD_ROOT), BY_MOVE_NONE);
    assert_int_equal(by_record_outcome(record), BY_OUTCOME_UNKNOWN);
    assert_null(by_record_start(record));
    assert_false(by_record_tag_at(record, BY_RECORD_ROOT, 0, &name, &value));
    assert_string_equal(by_record_remark(record, BY_RECORD_ROOT, BY_REMARK_AFTER), "");
    by_record_destroy(record);
    by_record_destroy(NULL);
}

/* The first child continues the line, further ones are variations in the order in which they were added. */
static void test_tree(void **state)
{
    by_record *record = new_record();
    int a = add(record, BY_RECORD_ROOT, 1), b = add(record, a, 2);
    int c = add(record, a, 3), d = add(record, c, 4), e = add(record, a, 5), none = add(record, b, BY_MOVE_NONE);

    (void)state;
    assert_int_equal(by_record_child(record, BY_RECORD_ROOT), a);
    assert_int_equal(by_record_child(record, a), b);
    assert_int_equal(by_record_next(record, b), c);
    assert_int_equal(by_record_next(record, c), e);
    assert_int_equal(by_record_next(record, e), BY_RECORD_NONE);
    assert_int_equal(by_record_parent(record, e), a);
    assert_int_equal(by_record_child(record, c), d);
    assert_int_equal(by_record_last(record), none);
    assert_int_equal(by_record_move(record, d), 4);
    assert_int_equal(by_record_plies(record, d), 3);
    assert_int_equal(by_record_plies(record, none), 2);
    by_record_destroy(record);
}

/* Tags keep their order, at each node apart; a name may come twice; setting replaces the first. */
static void test_tags(void **state)
{
    by_record *record = new_record();
    int node = add(record, BY_RECORD_ROOT, 1);
    const char *name, *value;

    (void)state;
    assert_int_equal(by_record_add_tag(record, BY_RECORD_ROOT, "Red", "A", NULL), BY_OK);
    assert_int_equal(by_record_add_tag(record, node, "AB", "aa", NULL), BY_OK);
    assert_int_equal(by_record_add_tag(record, BY_RECORD_ROOT, "Black", "", NULL), BY_OK);
    assert_int_equal(by_record_add_tag(record, node, "AB", "bb", NULL), BY_OK);
    assert_int_equal(by_record_set_tag(record, BY_RECORD_ROOT, "Red", "B", NULL), BY_OK);
    assert_int_equal(by_record_set_tag(record, BY_RECORD_ROOT, "Event", "C", NULL), BY_OK);
    assert_string_equal(by_record_tag(record, BY_RECORD_ROOT, "Red"), "B");
    assert_string_equal(by_record_tag(record, node, "AB"), "aa");
    assert_null(by_record_tag(record, node, "Red"));
    assert_true(by_record_tag_at(record, BY_RECORD_ROOT, 1, &name, &value));
    assert_string_equal(name, "Black");
    assert_string_equal(value, "");
    assert_true(by_record_tag_at(record, BY_RECORD_ROOT, 2, &name, &value));
    assert_string_equal(name, "Event");
    assert_false(by_record_tag_at(record, BY_RECORD_ROOT, 3, &name, &value));
    assert_true(by_record_tag_at(record, node, 1, &name, &value));
    assert_string_equal(value, "bb");
    assert_false(by_record_tag_at(record, node, 2, &name, &value));
    node = add(record, BY_RECORD_ROOT, 2);
    assert_false(by_record_tag_at(record, node, 0, &name, &value));
    assert_int_equal(by_record_add_tag(record, node, "TR", "aa", NULL), BY_OK);
    assert_int_equal(by_record_add_tag(record, node, "TR", "bb", NULL), BY_OK);
    assert_int_equal(by_record_add_tag(record, node, "TR", "cc", NULL), BY_OK);
    assert_true(by_record_tag_at(record, node, 2, &name, &value));
    assert_string_equal(value, "cc");
    assert_false(by_record_tag_at(record, node, 3, &name, &value));
    by_record_destroy(record);
}

/* Remarks are kept by kind, replaced and taken away; growing the tree does not move them. */
static void test_remarks(void **state)
{
    by_record *record = new_record();
    int node = add(record, BY_RECORD_ROOT, 1);

    (void)state;
    assert_int_equal(by_record_set_remark(record, node, BY_REMARK_BEFORE, "before", NULL), BY_OK);
    assert_int_equal(by_record_set_remark(record, node, BY_REMARK_AFTER, "after", NULL), BY_OK);
    assert_int_equal(by_record_set_remark(record, node, BY_REMARK_AFTER, "later", NULL), BY_OK);
    assert_int_equal(by_record_set_remark(record, node, BY_REMARK_MARKS, "!?", NULL), BY_OK);
    for (by_move i = 0; i < 1000; i++)
        add(record, node, i);
    assert_string_equal(by_record_remark(record, node, BY_REMARK_BEFORE), "before");
    assert_string_equal(by_record_remark(record, node, BY_REMARK_AFTER), "later");
    assert_int_equal(by_record_set_remark(record, node, BY_REMARK_AFTER, NULL, NULL), BY_OK);
    assert_string_equal(by_record_remark(record, node, BY_REMARK_AFTER), "");
    assert_string_equal(by_record_remark(record, node, BY_REMARK_MARKS), "!?");
    by_record_destroy(record);
}

/* A position becomes a record and the record the same position; the start is kept if it is not the usual one. */
static void test_positions(void **state)
{
    struct opened opened = open_position("tictactoe", "", NULL);
    by_position *again;
    by_record *record;

    (void)state;
    push_text(opened.position, "4");
    push_text(opened.position, "0");
    assert_int_equal(by_record_from_position(opened.position, &record, NULL), BY_OK);
    assert_null(by_record_start(record));
    assert_int_equal(by_record_plies(record, by_record_last(record)), 2);
    assert_int_equal(by_record_position(record, by_record_last(record), opened.game, &again, NULL), BY_OK);
    assert_position_text(again, "o../.x./...");
    by_position_destroy(again);
    assert_int_equal(by_record_position(record, by_record_child(record, 0), opened.game, &again, NULL), BY_OK);
    assert_position_text(again, ".../.x./...");
    by_position_destroy(again);
    by_record_destroy(record);

    assert_int_equal(by_position_parse(opened.position, "x.o/.x./..o", NULL), BY_OK);
    push_text(opened.position, "5");
    assert_int_equal(by_record_from_position(opened.position, &record, NULL), BY_OK);
    assert_string_equal(by_record_start(record), "x.o/.x./..o");
    assert_int_equal(by_record_position(record, by_record_last(record), opened.game, &again, NULL), BY_OK);
    assert_position_text(again, "x.o/.xx/..o");
    by_position_destroy(again);
    by_record_destroy(record);
    close_position(&opened);
}

/* A record may hold moves that are not legal; making them is an error. */
static void test_illegal_moves(void **state)
{
    struct opened opened = open_position("tictactoe", "", NULL);
    by_record *record = new_record();
    by_position *position = NULL;
    by_error error = {0};
    int node = add(record, add(record, BY_RECORD_ROOT, 4), 4);

    (void)state;
    assert_int_equal(by_record_position(record, node, opened.game, &position, &error), BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "not legal"));
    assert_null(position);
    by_record_destroy(record);
    close_position(&opened);
}

/* A node without a move may set up a position, from which what is below it goes on. */
static void test_set_positions(void **state)
{
    struct opened opened = open_position("tictactoe", "", NULL);
    by_record *record = new_record();
    int a = add(record, BY_RECORD_ROOT, 0), b = add(record, a, BY_MOVE_NONE), c = add(record, b, 5);
    int d = add(record, a, 1);
    by_position *position;

    (void)state;
    assert_null(by_record_position_text(record, b));
    assert_int_equal(by_record_set_position(record, b, "x.o/.x./..o", NULL), BY_OK);
    assert_string_equal(by_record_position_text(record, b), "x.o/.x./..o");
    assert_int_equal(by_record_set_position(record, c, "x.o/.x./..o", NULL), BY_ERROR_INPUT);
    assert_int_equal(by_record_position(record, b, opened.game, &position, NULL), BY_OK);
    assert_position_text(position, "x.o/.x./..o");
    by_position_destroy(position);
    assert_int_equal(by_record_position(record, c, opened.game, &position, NULL), BY_OK);
    assert_position_text(position, "x.o/.xx/..o");
    by_position_destroy(position);
    assert_int_equal(by_record_position(record, d, opened.game, &position, NULL), BY_OK);
    assert_position_text(position, "xo./.../...");
    by_position_destroy(position);
    assert_int_equal(by_record_set_position(record, b, NULL, NULL), BY_OK);
    assert_int_equal(by_record_position(record, c, opened.game, &position, NULL), BY_OK);
    assert_position_text(position, "x../..o/...");
    by_position_destroy(position);
    assert_int_equal(by_record_set_position(record, BY_RECORD_ROOT, "x../.../...", NULL), BY_OK);
    assert_string_equal(by_record_start(record), "x../.../...");
    by_record_destroy(record);
    close_position(&opened);
}

/* A game without a format says so, in reading and in writing. */
static void test_no_format(void **state)
{
    struct opened opened = open_position("tictactoe", "", NULL);
    by_record *record = new_record(), *read = record;
    by_text text = {0};
    by_error error = {0};
    size_t offset = 0;

    (void)state;
    assert_int_equal(by_record_read(opened.game, "x", 1, &offset, &read, &error), BY_ERROR_UNSUPPORTED);
    assert_null(read);
    assert_int_equal(by_record_write(opened.game, record, 0, &text, &error), BY_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "tictactoe has no format for game records");
    assert_int_equal(text.length, 0);
    by_record_destroy(record);
    close_position(&opened);
}

/* ---- Memory ---------------------------------------------------------------------------------------------------- */

static const char game_text[] = "[Red \"A\"]\n[Site \"B\"]\n[FEN \"4k4/9/9/9/9/9/9/4C4/4A4/5K3 b\"]\n"
                                "{c} 1... e9d9! {d} (1... e9e8 2. {e} f0e0) 2. e2e3 $5 *";

/* All that a record can do, until something fails. */
static by_status live(const struct opened *opened, by_error *error)
{
    by_record *record = NULL, *copy = NULL;
    by_position *position = NULL;
    by_text text = {0};
    size_t offset = 0;
    by_status status = by_record_read(opened->game, game_text, strlen(game_text), &offset, &record, error);

    if (!status)
        status = by_record_write(opened->game, record, 0, &text, error);
    if (!status)
        status = by_record_position(record, by_record_last(record), opened->game, &position, error);
    if (!status)
        status = by_record_from_position(position, &copy, error);
    if (!status)
        status = by_record_set_tag(copy, BY_RECORD_ROOT, "a", "b", error);
    if (!status)
        status = by_record_set_tag(copy, BY_RECORD_ROOT, "a", "c", error);
    by_text_free(&text);
    by_position_destroy(position);
    by_record_destroy(copy);
    by_record_destroy(record);
    return status;
}

/* The failure of any allocation is reported and nothing leaks. */
static void test_no_memory(void **state)
{
    struct opened opened = open_position("xiangqi", "", NULL);
    bool has_failed = true;

    (void)state;
    for (size_t n = 1; has_failed; n++) {
        size_t before = allocation_current();
        by_error error = {0};
        by_status status;

        allocation_reset();
        allocation_fail_at(n);
        status = live(&opened, &error);
        has_failed = allocation_count() >= n;
        allocation_reset();
        if (status != (has_failed ? BY_ERROR_MEMORY : BY_OK) || error.status != status)
            fail_msg("allocation %zu: status %d, '%s'", n, status, error.message);
        assert_int_equal(allocation_current(), before);
    }
    close_position(&opened);
}

static bool has_been_asked_enough(void *context)
{
    int *left = context;

    return --*left < 0;
}

/* Reads a record that has more nodes, or more tags, than anybody waits for. */
static by_status read_patiently(const struct opened *opened, const char *head, const char *part, int questions)
{
    const struct by_patience patience = {has_been_asked_enough, &questions};
    by_record *record = NULL;
    by_text text = {0};
    by_error error = {0};
    size_t offset = 0;
    by_status status;

    by_text_add(&text, head);
    for (int i = 0; i < 1000; i++)
        by_text_add(&text, part);
    by_text_add_char(&text, ')');
    by_game_set_patience(opened->game, &patience);
    status = by_record_read(opened->game, by_text_string(&text), text.length, &offset, &record, &error);
    by_game_set_patience(opened->game, NULL);
    if (status) {
        assert_null(record);
        assert_int_equal(offset, 0);
    }
    by_record_destroy(record);
    by_text_free(&text);
    return status;
}

/* Patience ends one record, and is asked often enough for that, but not more often than there are nodes and tags. */
static void test_patience(void **state)
{
    struct opened opened = open_position("go", "", NULL);

    (void)state;
    assert_int_equal(read_patiently(&opened, "(;SZ[9]", ";AB[aa]", 5), BY_ERROR_LIMIT);
    assert_int_equal(read_patiently(&opened, "(;SZ[9]", "C[]", 5), BY_OK); /* a remark is no tag */
    assert_int_equal(read_patiently(&opened, "(;SZ[9]", "KO[]", 5), BY_ERROR_LIMIT);
    assert_int_equal(read_patiently(&opened, "(;SZ[9]", ";AB[aa]", 1000), BY_OK);
    close_position(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),     cmocka_unit_test(test_tree),      cmocka_unit_test(test_tags),
        cmocka_unit_test(test_remarks),   cmocka_unit_test(test_positions), cmocka_unit_test(test_illegal_moves),
        cmocka_unit_test(test_no_format), cmocka_unit_test(test_no_memory), cmocka_unit_test(test_set_positions),
        cmocka_unit_test(test_patience),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
