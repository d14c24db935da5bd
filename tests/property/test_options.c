/* SPDX-License-Identifier: MIT
 *
 * Every row of every method and game: its field is inside the struct of options and its own, and holds what was set.
 */
#include "boyi/boyi.h"

#include <string.h>

#include "search/alphabeta/options.h"
#include "search/best/best.h"
#include "search/mcts/mcts.h"
#include "search/minimax.h"
#include "search/proof/proof.h"
#include "support/check.h"

enum { ROOM = 1 << 19, POISON = 0xA5 };

/* The structs that the rows of the methods are read into. A new method needs a line here. */
static const struct {
    const char *method;
    size_t size;
} structs[] = {
    {"alphabeta", sizeof(struct ab_options)},    {"bsp", sizeof(struct best_options)},
    {"bstar", sizeof(struct best_options)},      {"df-pn", sizeof(struct pr_options)},
    {"df-pn+", sizeof(struct pr_options)},       {"mcts", sizeof(struct mc_options)},
    {"minimax", sizeof(struct minimax_options)}, {"pn", sizeof(struct pr_options)},
    {"pn*", sizeof(struct pr_options)},          {"pn+", sizeof(struct pr_options)},
};

static size_t size_of_struct(const char *method)
{
    for (size_t i = 0; i < sizeof structs / sizeof structs[0]; i++)
        if (strcmp(structs[i].method, method) == 0)
            return structs[i].size;
    fail_msg("the struct of %s is not known to this test", method);
    return 0;
}

static size_t size_of_field(const struct by_option *row)
{
    return row->kind == BY_OPTION_SWITCH ? sizeof(bool)
           : row->kind == BY_OPTION_TEXT ? sizeof(const char *)
                                         : sizeof(int);
}

static void read_poisoned(const by_options *options, unsigned char memory[ROOM])
{
    memset(memory, POISON, ROOM);
    by_options_read(options, memory);
}

/* The value in the field of a row. */
static int number_in(const unsigned char *memory, const struct by_option *row)
{
    bool is_on;
    int number;

    memcpy(&is_on, memory + row->offset, sizeof is_on);
    memcpy(&number, memory + row->offset, sizeof number);
    return row->kind == BY_OPTION_SWITCH ? is_on : number;
}

/* Sets a row to a value: its field holds the value, and every other byte is as before. */
static void check_value(by_options *options, const struct by_option *row, int value)
{
    static unsigned char before[ROOM], after[ROOM];
    size_t end = row->offset + size_of_field(row);
    int kept = by_options_number(options, row->name);

    read_poisoned(options, before);
    assert_int_equal(by_options_set_number(options, row->name, value, NULL), BY_OK);
    assert_int_equal(by_options_number(options, row->name), value);
    read_poisoned(options, after);
    assert_int_equal(number_in(after, row), value);
    assert_memory_equal(before, after, row->offset);
    assert_memory_equal(before + end, after + end, ROOM - end);
    assert_int_equal(by_options_set_number(options, row->name, kept, NULL), BY_OK);
}

static void check_text(by_options *options, const struct by_option *row)
{
    static unsigned char memory[ROOM];
    const char *text;

    assert_int_equal(by_options_set(options, row->name, "some text", NULL), BY_OK);
    read_poisoned(options, memory);
    memcpy(&text, memory + row->offset, sizeof text);
    assert_string_equal(text, "some text");
}

static void check_values(by_options *options, const struct by_option *row)
{
    switch (row->kind) {
    case BY_OPTION_SWITCH:
        check_value(options, row, 0);
        check_value(options, row, 1);
        break;
    case BY_OPTION_NUMBER:
        check_value(options, row, row->min);
        check_value(options, row, row->initial);
        check_value(options, row, row->max);
        break;
    case BY_OPTION_CHOICE:
        for (int i = 0; row->choices[i]; i++)
            check_value(options, row, i);
        break;
    case BY_OPTION_TEXT:
        check_text(options, row);
        break;
    }
}

static void check_table(const struct by_option *table, size_t size)
{
    by_options *options;

    assert_int_equal(by_options_create(table, &options, NULL), BY_OK);
    for (const struct by_option *row = table; row->name; row++) {
        assert_true(row->offset + size_of_field(row) <= size);
        for (const struct by_option *other = table; other < row; other++)
            assert_true(other->offset + size_of_field(other) <= row->offset ||
                        row->offset + size_of_field(row) <= other->offset);
        check_values(options, row);
    }
    by_options_destroy(options);
}

static void each_row_of_a_method_has_its_own_field(void **state)
{
    (void)state;
    for (size_t i = 0; by_method_at(i); i++)
        check_table(by_method_options(by_method_at(i)), size_of_struct(by_method_name(by_method_at(i))));
}

/* The struct of a game's options is private to the game: the types of the fields show that they lie inside it. */
static void each_row_of_a_game_has_its_own_field(void **state)
{
    (void)state;
    for (size_t i = 0; by_game_type_at(i); i++)
        check_table(by_game_options(by_game_type_at(i)), ROOM);
}

/* A switch, a number below zero, a choice as an enum and a text go into fields of these types. */
static void each_kind_of_row_fills_its_type(void **state)
{
    static const char *const words[] = {"one", "two", NULL};
    struct fields {
        const char *text;
        int number;
        enum { ONE, TWO } word;
        bool is_on;
    } out = {0};
    static const struct by_option table[] = {
        {.name = "on", .kind = BY_OPTION_SWITCH, .initial = 1, .offset = offsetof(struct fields, is_on)},
        {.name = "number", .kind = BY_OPTION_NUMBER, .min = -9, .offset = offsetof(struct fields, number)},
        {.name = "word", .kind = BY_OPTION_CHOICE, .choices = words, .offset = offsetof(struct fields, word)},
        {.name = "text", .kind = BY_OPTION_TEXT, .initial_text = "none", .offset = offsetof(struct fields, text)},
        {0},
    };
    by_options *options;

    (void)state;
    assert_int_equal(by_options_create(table, &options, NULL), BY_OK);
    assert_int_equal(by_options_set_all(options, "number=-7 word=two", NULL), BY_OK);
    by_options_read(options, &out);
    assert_true(out.is_on);
    assert_int_equal(out.number, -7);
    assert_int_equal(out.word, TWO);
    assert_string_equal(out.text, "none");
    by_options_destroy(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_of_a_method_has_its_own_field),
        cmocka_unit_test(each_row_of_a_game_has_its_own_field),
        cmocka_unit_test(each_kind_of_row_fills_its_type),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
