/* SPDX-License-Identifier: MIT
 *
 * GTP without memory: each allocation of each command fails in turn. Every line gets its answer, and a command that
 * fails has changed nothing.
 */
#include <stdio.h>
#include <string.h>

#include "support/allocation.h"
#include "support/check.h"
#include "support/fake_solver.h"

enum { SAID_MOST = 1 << 16 };

static char said[SAID_MOST];
static size_t said_length;

static void hear(void *context, const char *lines, size_t length)
{
    (void)context;
    assert_true(said_length + length < SAID_MOST);
    memcpy(said + said_length, lines, length);
    said_length += length;
    said[said_length] = 0;
}

static const char *ask(struct gtp *gtp, const char *line)
{
    char copy[512];

    (void)snprintf(copy, sizeof copy, "%s", line);
    said_length = 0;
    said[0] = 0;
    (void)gtp_line(gtp, copy);
    return said;
}

static void test_creation(void **state)
{
    by_status status = BY_ERROR_MEMORY;

    (void)state;
    for (size_t n = 1; status; n++) {
        struct gtp *gtp = NULL;
        by_error error = {0};
        size_t before = allocation_current();

        allocation_fail_at(n);
        status = gtp_create(&gtp, &fake_solve, NULL, hear, NULL, &error);
        allocation_fail_at(0);
        if (status)
            assert_int_equal(status, BY_ERROR_MEMORY);
        gtp_destroy(gtp);
        assert_int_equal(allocation_current(), before);
    }
}

static const char *const commands[] = {"list_commands",
                                       "known_command play",
                                       "boardsize 7",
                                       "clear_board",
                                       "komi 3",
                                       "get_komi",
                                       "play b C3",
                                       "undo",
                                       "gogui-play_sequence b E5 w E4 b pass",
                                       "showboard",
                                       "printsgf",
                                       "findlib A1",
                                       "all_legal w",
                                       "is_legal w C4",
                                       "last_move",
                                       "move_history",
                                       "final_score",
                                       "final_status_list seki",
                                       "attack A1",
                                       "defend A1",
                                       "boyi-solve attack A1",
                                       "boyi-gfx attack A1",
                                       "boyi-candidates attack A1",
                                       "boyi-liberties",
                                       "boyi-life",
                                       "reg_genmove b",
                                       "genmove w",
                                       "boyi-set",
                                       "boyi-set time_ms 20",
                                       "boyi-set ko positional",
                                       NULL};

static struct gtp *begin(void)
{
    struct gtp *gtp = NULL;

    assert_int_equal(gtp_create(&gtp, &fake_solve, NULL, hear, NULL, NULL), BY_OK);
    assert_int_equal(ask(gtp, "boardsize 5")[0], '=');
    assert_int_equal(ask(gtp, "gogui-play_sequence w A1 b B1")[0], '=');
    return gtp;
}

/* The answer is right or reports that memory is missing. Once no allocation is left to fail, the command has run
 * completely. */
static void fail_each(const char *command)
{
    static char expected[SAID_MOST];
    bool was_failed = true;
    struct gtp *other = begin();

    strcpy(expected, ask(other, command));
    gtp_destroy(other);

    for (size_t n = 1; was_failed; n++) {
        size_t before = allocation_current();
        struct gtp *gtp = begin();
        bool is_refused;

        allocation_reset();
        allocation_fail_at(n);
        (void)ask(gtp, command);
        was_failed = allocation_count() >= n;
        allocation_fail_at(0);
        assert_true(said_length > 2 && strcmp(said + said_length - 2, "\n\n") == 0);
        assert_true(said[0] == '=' || said[0] == '?');
        is_refused = said[0] == '?';
        if (is_refused ? !strstr(said, "memory") : strcmp(said, expected) != 0) {
            print_message("'%s' is answered by %s", command, said);
            fail();
        }
        if (is_refused)
            assert_string_equal(ask(gtp, "move_history"), "= black B1\nwhite A1\n\n");
        assert_int_equal(ask(gtp, "showboard")[0], '=');
        gtp_destroy(gtp);
        assert_int_equal(allocation_current(), before);
    }
}

static void test_commands(void **state)
{
    (void)state;
    for (int i = 0; commands[i]; i++)
        fail_each(commands[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_creation),
        cmocka_unit_test(test_commands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
