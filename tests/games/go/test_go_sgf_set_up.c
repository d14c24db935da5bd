/* SPDX-License-Identifier: MIT
 *
 * Game records of Go in which stones are set up anywhere: in lines, in variations, in variations of these. Whoever
 * writes the file here knows what stands on the board at every node.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "boyi/record.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"

enum { SIZE = 9, POINTS = SIZE * SIZE, STONES_MOST = 40, DEPTH_MOST = 400, TOLD = 2 + SIZE * (SIZE + 1) };

/* A file that is being written. */
struct file {
    by_text text;
    char boards[DEPTH_MOST][POINTS]; /* where each tree goes on */
    int depth;
    by_text told; /* what the nodes that set something up stand for, TOLD bytes each */
    int set_ups;
};

static void begin(struct file *file)
{
    *file = (struct file){0};
    memset(file->boards[0], '.', POINTS);
    by_text_printf(&file->text, "(;SZ[%d]", SIZE);
}

static char *board_of(struct file *file)
{
    return file->boards[file->depth];
}

static void open_tree(struct file *file)
{
    assert_true(file->depth + 1 < DEPTH_MOST);
    memcpy(file->boards[file->depth + 1], file->boards[file->depth], POINTS);
    file->depth++;
    by_text_add_char(&file->text, '(');
}

static void close_tree(struct file *file)
{
    file->depth--;
    by_text_add_char(&file->text, ')');
}

static void pass(struct file *file, int times)
{
    for (int i = 0; i < times; i++)
        by_text_add(&file->text, i % 2 ? ";W[]" : ";B[]");
}

static void add_point(struct file *file, const char *name, int point)
{
    by_text_printf(&file->text, ";%s[%c%c]", name, 'a' + point % SIZE, 'a' + (SIZE - 1 - point / SIZE));
}

static void play(struct file *file, int point)
{
    board_of(file)[point] = 'X';
    add_point(file, "B", point);
}

/* Puts a stone, or takes it away. */
static void set_up(struct file *file, int point, char stone)
{
    board_of(file)[point] = stone;
    add_point(file, stone == '.' ? "AE" : "AB", point);
    by_text_printf(&file->told, "%d ", SIZE);
    for (int row = SIZE - 1; row >= 0; row--)
        by_text_printf(&file->told, "%.*s%c", SIZE, board_of(file) + row * SIZE, row ? '/' : ' ');
    file->set_ups++;
}

/* Ends the file, reads it, and compares every node that sets something up. */
static void check(struct file *file)
{
    struct opened opened = open_position("go", "", NULL);
    by_record *record = NULL;
    by_error error = {0};
    size_t offset = 0;
    int found = 0;

    while (file->depth)
        close_tree(file);
    by_text_add_char(&file->text, ')');
    if (by_record_read(opened.game, by_text_string(&file->text), file->text.length, &offset, &record, &error))
        fail_msg("line %d, column %d: %s", error.line, error.column, error.message);
    /* Nodes are numbered as they come. */
    for (int node = 1; found < file->set_ups; node++) {
        const char *told = by_text_string(&file->told) + (size_t)found * TOLD;
        const char *text = by_record_position_text(record, node);

        if (text && strncmp(text, told, TOLD) != 0)
            fail_msg("node %d:\n%.*s\n%.*s", node, TOLD, text, TOLD, told);
        found += text != NULL;
    }
    by_record_destroy(record);
    close_position(&opened);
    by_text_free(&file->text);
    by_text_free(&file->told);
}

static int stones_on(const char *board)
{
    int count = 0;

    for (int point = 0; point < POINTS; point++)
        count += board[point] == 'X';
    return count;
}

/* One step at random; there are only black stones, so that none is ever taken. */
static void take_step(struct file *file, struct by_random *random)
{
    uint32_t chance = by_random_below(random, 100);
    int point = (int)by_random_below(random, POINTS);
    bool is_free = board_of(file)[point] == '.';

    if (chance < 5 && file->depth + 1 < DEPTH_MOST) {
        open_tree(file);
        pass(file, 1);
    } else if (chance < 10 && file->depth) {
        close_tree(file);
        open_tree(file);
        set_up(file, point, is_free ? 'X' : '.');
    } else if (chance < 14 && file->depth) {
        close_tree(file);
    } else if (chance < 24) {
        set_up(file, point, is_free && stones_on(board_of(file)) < STONES_MOST ? 'X' : '.');
    } else if (chance < 34 && is_free && stones_on(board_of(file)) < STONES_MOST) {
        play(file, point);
    } else {
        pass(file, (int)by_random_below(random, 20));
    }
}

static void test_at_random(void **state)
{
    enum { FILES = 20, STEPS = 300 };
    struct by_random random = {7};
    struct file *file = malloc(sizeof *file);

    (void)state;
    assert_non_null(file);
    for (int i = 0; i < FILES; i++) {
        begin(file);
        for (int step = 0; step < STEPS; step++)
            take_step(file, &random);
        check(file);
    }
    free(file);
}

/* Deeper than positions are kept, with lines that are too long to be made again each time. */
static void test_deep(void **state)
{
    enum { LEVELS = 150, LINE = 140 };
    struct file *file = malloc(sizeof *file);

    (void)state;
    assert_non_null(file);
    begin(file);
    for (int level = 0; level < LEVELS; level++) {
        open_tree(file);
        set_up(file, level % 40, level / 40 % 2 ? '.' : 'X');
        pass(file, LINE);
    }
    while (file->depth) {
        open_tree(file);
        set_up(file, 50, 'X');
        close_tree(file);
        open_tree(file);
        play(file, 60);
        set_up(file, 70, 'X');
        close_tree(file);
        close_tree(file);
    }
    check(file);
    free(file);
}

/* Many variations at the end of a long line: to make the line again for each would take minutes. */
static void test_long(void **state)
{
    enum { LINE = 40000, VARIATIONS = 9000 };
    struct file *file = malloc(sizeof *file);

    (void)state;
    assert_non_null(file);
    begin(file);
    play(file, 5);
    pass(file, LINE);
    for (int i = 0; i < VARIATIONS; i++) {
        open_tree(file);
        set_up(file, i % POINTS, 'X');
        close_tree(file);
    }
    check(file);
    free(file);
}

/* More than anybody needs is refused, and what was read before is kept. */
static void test_too_many(void **state)
{
    enum { MOST = 10000 };
    struct opened opened = open_position("go", "", NULL);
    struct by_error error = {0};
    by_text text = {0};
    by_record *record = NULL;
    size_t offset = 0;

    (void)state;
    by_text_add(&text, "(;SZ[5]");
    for (int i = 0; i <= MOST; i++)
        by_text_add(&text, ";AB[aa]");
    by_text_add_char(&text, ')');
    assert_int_equal(by_record_read(opened.game, by_text_string(&text), text.length, &offset, &record, &error),
                     BY_ERROR_INPUT);
    assert_non_null(strstr(error.message, "more than 10000 nodes"));
    assert_non_null(by_record_position_text(record, MOST));
    by_record_destroy(record);
    by_text_free(&text);
    close_position(&opened);
}

/* Every allocation may fail while positions are set aside. */
static void test_no_memory(void **state)
{
    struct opened opened = open_position("go", "", NULL);
    by_status status = BY_ERROR_MEMORY;
    struct file *file = malloc(sizeof *file);

    (void)state;
    assert_non_null(file);
    begin(file);
    pass(file, 130);
    for (int i = 0; i < 2; i++) {
        open_tree(file);
        set_up(file, 1, 'X');
        open_tree(file);
        set_up(file, 2, 'X');
        close_tree(file);
        close_tree(file);
    }
    by_text_add_char(&file->text, ')');
    for (size_t n = 1; status; n++) {
        size_t before = allocation_current(), offset = 0;
        by_record *record = NULL;

        allocation_fail_at(n);
        status = by_record_read(opened.game, by_text_string(&file->text), file->text.length, &offset, &record, NULL);
        allocation_fail_at(0);
        assert_true(status == BY_OK || status == BY_ERROR_MEMORY);
        by_record_destroy(record);
        assert_int_equal(allocation_current(), before);
        assert_true(n < 2000);
    }
    by_text_free(&file->text);
    by_text_free(&file->told);
    free(file);
    close_position(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_at_random), cmocka_unit_test(test_deep),      cmocka_unit_test(test_long),
        cmocka_unit_test(test_too_many),  cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
