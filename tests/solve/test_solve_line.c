/* SPDX-License-Identifier: MIT
 *
 * Lines of answers, as GTP tells them: they can be played, and end where the block is off the board.
 */
#include "solve/line.h"

#include <string.h>

#include "support/allocation.h"
#include "support/gtp.h"
#include "support/opened.h"

static struct gtp_talk talk;

static int start(void **state)
{
    (void)state;
    gtp_talk_start_with(&talk, &gtp_real_solve, &(struct gtp_bounds){.nodes = 200000});
    return 0;
}

static int end(void **state)
{
    (void)state;
    gtp_talk_end(&talk);
    return 0;
}

/* The line of a question as arguments of gogui-play_sequence: `"line": ["B D5", "W E4"]` is " B D5 W E4". Returns its
 * length. */
static int ask_for_line(const char *question, by_text *out)
{
    const char *line = strstr(gtp_talk_result(&talk, question), "\"line\": [");
    int length = 0;

    assert_non_null(line);
    for (line = strchr(line, '['); *line != ']'; line++) {
        if (*line != '"')
            continue;
        by_text_printf(out, " %.*s", (int)strcspn(line + 1, "\""), line + 1);
        line += strcspn(line + 1, "\"") + 1;
        length++;
    }
    return length;
}

static int play_line(const char *question)
{
    by_text line = {0}, command = {0};
    int length = ask_for_line(question, &line);

    by_text_printf(&command, "gogui-play_sequence%s", by_text_string(&line));
    gtp_talk_do(&talk, by_text_string(&command));
    by_text_free(&line);
    by_text_free(&command);
    return length;
}

static void set_up_ladder(void)
{
    gtp_talk_do(&talk, "boardsize 9\nplay b C4\nplay b D3\nplay b E3\nplay w D4");
}

/* A ladder is read and not searched; the reported line is played out. */
static void test_ladder(void **state)
{
    by_text line = {0};
    int length;

    (void)state;
    set_up_ladder();
    length = ask_for_line("boyi-solve attack D4", &line);
    assert_true(length > 5);
    assert_int_equal(play_line("boyi-solve attack D4"), length);
    gtp_talk_expect(&talk, "color D4", "empty");
    by_text_free(&line);
}

static void test_drawn_ladder(void **state)
{
    const char *said, *variation;

    (void)state;
    set_up_ladder();
    said = gtp_talk_result(&talk, "boyi-gfx attack D4");
    variation = strstr(said, "VAR b D5 w E4 b F4");
    if (!variation)
        fail_msg("no ladder in '%s'", said);
}

/* A change of the goal counts for lines too: if no ladder is read, they are searched to their ends. */
static void test_other_goal(void **state)
{
    (void)state;
    set_up_ladder();
    assert_true(play_line("boyi-solve attack D4") > 5);
    gtp_talk_do(&talk, "clear_board\nboyi-set goal.reader nothing");
    set_up_ladder();
    assert_true(play_line("boyi-solve attack D4") > 5);
    gtp_talk_expect(&talk, "color D4", "empty");
}

/* A side with threats retakes immediately in the search; on a board no side does. */
static void test_ko(void **state)
{
    (void)state;
    gtp_talk_do(&talk, "boardsize 3\nplay b B2\nplay w C2\nplay w B1");
    assert_non_null(strstr(gtp_talk_result(&talk, "boyi-solve attack C2"), "\"code\": 3"));
    assert_true(play_line("boyi-solve attack C2") > 0);
}

/* If there is no line, none is invented. */
static void test_no_line(void **state)
{
    by_text line = {0};

    (void)state;
    gtp_talk_do(&talk, "boardsize 5\nplay w A1\nplay b B1\nplay b A2\nplay b B2");
    assert_int_equal(ask_for_line("boyi-solve defend B2", &line), 0);
    by_text_free(&line);
}

/* Each allocation of a line may fail: that is said, and the next line is whole. */
static void test_no_memory(void **state)
{
    struct solve_settings settings = {.nodes = 0};
    struct opened go = open_position("go", "",
                                     "9 ........./........./........./........./........./..XO...../...XX..../"
                                     "........./......... b");
    struct solve_question question = {go.position, 3 * 9 + 3, true};
    by_move first;
    size_t n = 0;
    by_status status;

    (void)state;
    assert_int_equal(by_position_parse_move(go.position, "D5", &first, NULL), BY_OK);
    do {
        struct solve_lines lines = {0};
        struct solve_answer answer = {.code = SOLVE_YES, .move = first, .line = &first, .length = 1};

        allocation_fail_at(++n);
        status = solve_finish_line(&lines, &settings, &question, &answer, NULL);
        allocation_fail_at(0);
        assert_true(status == BY_OK || status == BY_ERROR_MEMORY);
        assert_true(status || answer.length > 5);
        solve_lines_free(&lines);
    } while (status);
    assert_true(n > 5);
    close_position(&go);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_ladder, start, end),
        cmocka_unit_test_setup_teardown(test_drawn_ladder, start, end),
        cmocka_unit_test_setup_teardown(test_other_goal, start, end),
        cmocka_unit_test_setup_teardown(test_ko, start, end),
        cmocka_unit_test_setup_teardown(test_no_line, start, end),
        cmocka_unit_test(test_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
