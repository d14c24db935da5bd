/* SPDX-License-Identifier: MIT
 *
 * How threads race for iterations: at which depths they search, whose line they take over, which line they elect. The
 * threads of these tests are structures that take turns.
 */
#include "search/alphabeta/alphabeta.h"
#include "support/check.h"

enum { THREADS = 3, PLIES = 16 };

struct racers {
    struct ab *threads[THREADS]; /* the first answers, the others help it */
    struct ab first;
    struct ab_helper helpers[THREADS - 1];
    struct by__run run;
};

static void open_racers(struct racers *r)
{
    *r = (struct racers){.threads = {&r->first, &r->helpers[0].search, &r->helpers[1].search}};
    r->first.run = &r->run;
    r->first.opt.threads = THREADS;
    r->first.helpers = r->helpers;
    for (int i = 1; i < THREADS; i++)
        r->threads[i]->run = &r->helpers[i - 1].own.run;
    r->first.race = by__ab_race_create(THREADS, PLIES);
    assert_non_null(r->first.race);
    for (int i = 0; i < THREADS; i++) {
        r->threads[i]->number = i;
        r->threads[i]->race = r->first.race;
        r->threads[i]->control = &r->threads[i]->run->control;
        assert_true(by__lines_create(&r->threads[i]->run->lines, 1, PLIES));
    }
}

static void close_racers(struct racers *r)
{
    for (int i = 0; i < THREADS; i++)
        by__lines_destroy(&r->threads[i]->run->lines);
    by__ab_race_destroy(r->first.race);
}

/* The thread has found this. */
static void find(struct racers *r, int thread, by_move move, by_value value, int depth)
{
    const struct by_line line = {.value = value, .depth = depth, .length = 1, .moves = &move};

    by__lines_set(&r->threads[thread]->run->lines, 0, &line);
}

static const struct by_line *line_of(const struct racers *r, int thread)
{
    return &r->threads[thread]->run->lines.lines[0];
}

/* The threads divide evenly between the next depth and the one after it; none goes beyond the last. */
static void test_depths(void **state)
{
    struct racers r;

    (void)state;
    open_racers(&r);
    assert_int_equal(by__ab_race_next(r.threads[0], 1, 1, 5), 1);
    assert_int_equal(by__ab_race_next(r.threads[1], 1, 1, 5), 2);
    assert_int_equal(by__ab_race_next(r.threads[2], 1, 1, 5), 1);
    find(&r, 1, 7, 30, 2);
    assert_int_equal(by__ab_race_share(r.threads[1], 2), 2);
    assert_int_equal(by__ab_race_next(r.threads[1], 1, 1, 5), 3);
    assert_int_equal(by__ab_race_next(r.threads[0], 1, 1, 5), 4);
    find(&r, 0, 7, 30, 4);
    assert_int_equal(by__ab_race_share(r.threads[0], 4), 4);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(by__ab_race_next(r.threads[i], 1, 1, 5), 5);
    find(&r, 2, 7, 30, 5);
    assert_int_equal(by__ab_race_share(r.threads[2], 5), 5);
    assert_int_equal(by__ab_race_next(r.threads[0], 1, 1, 5), 5); /* to meet the line */
    close_racers(&r);
}

static void test_steps(void **state)
{
    struct racers r;

    (void)state;
    open_racers(&r);
    assert_int_equal(by__ab_race_next(r.threads[0], 2, 2, 6), 2);
    assert_int_equal(by__ab_race_next(r.threads[1], 2, 2, 6), 4);
    find(&r, 1, 7, 30, 4);
    by__ab_race_share(r.threads[1], 4);
    assert_int_equal(by__ab_race_next(r.threads[0], 2, 2, 6), 6);
    assert_int_equal(by__ab_race_next(r.threads[1], 2, 2, 6), 6);
    close_racers(&r);
}

/* An overtaken thread stops, takes the line over and continues; a deeper one is not affected. */
static void test_overtaken(void **state)
{
    struct racers r;
    struct by_limits none = {BY_SIZE(by_limits)};

    (void)state;
    open_racers(&r);
    for (int i = 0; i < 2; i++) {
        by__control_start(r.threads[i]->control, &none, NULL, 0);
        by__ab_race_next(r.threads[i], 1, 1, 9);
    }
    assert_false(by__control_check(r.threads[0]->control));
    assert_false(by__ab_race_is_lost(r.threads[0], 1));
    find(&r, 0, 3, 10, 1);
    r.threads[0]->met_horizon = true;
    assert_int_equal(by__ab_race_share(r.threads[0], 1), 1);
    assert_false(by__control_check(r.threads[1]->control)); /* it is at depth 2 */

    by__ab_race_next(r.threads[0], 1, 1, 9); /* 3 */
    find(&r, 1, 4, 20, 3);
    assert_int_equal(by__ab_race_share(r.threads[1], 3), 3);
    assert_true(by__control_check(r.threads[0]->control));
    assert_true(r.threads[0]->control->is_stopped);
    assert_true(by__ab_race_is_lost(r.threads[0], 3));
    assert_false(r.threads[0]->control->is_stopped);
    assert_int_equal(by__ab_race_share(r.threads[0], 3), 3);
    assert_int_equal(line_of(&r, 0)->moves[0], 4);
    assert_int_equal(line_of(&r, 0)->value, 20);
    assert_false(r.threads[0]->met_horizon);
    close_racers(&r);
}

/* A stop for another reason stays a stop. */
static void test_stopped(void **state)
{
    struct racers r;

    (void)state;
    open_racers(&r);
    by__ab_race_next(r.threads[0], 1, 1, 9);
    find(&r, 1, 4, 20, 2);
    by__ab_race_share(r.threads[1], 2);
    r.threads[0]->control->is_stopped = true;
    assert_true(by__ab_race_is_lost(r.threads[0], 1));
    assert_true(r.threads[0]->control->is_stopped);
    close_racers(&r);
}

/* Bounds of deeper unfinished iterations count; those of iterations that another thread has finished do not. */
static void test_election(void **state)
{
    struct racers r;

    (void)state;
    open_racers(&r);
    find(&r, 0, 1, 10, 5);
    by__ab_race_share(r.threads[0], 5);
    find(&r, 1, 2, 40, 5); /* unfinished, and overtaken without having met the line */
    by__ab_race_elect(&r.first);
    assert_int_equal(line_of(&r, 0)->moves[0], 1);
    find(&r, 1, 2, 40, 7); /* found better beyond it */
    by__ab_race_elect(&r.first);
    assert_int_equal(line_of(&r, 0)->moves[0], 2);
    assert_int_equal(line_of(&r, 0)->depth, 7);
    close_racers(&r);

    open_racers(&r); /* two that agree have it over one that sees a little more */
    find(&r, 2, 9, 10, 5);
    by__ab_race_share(r.threads[2], 5);
    find(&r, 0, 1, 12, 6);
    find(&r, 1, 2, 15, 6);
    find(&r, 2, 1, 12, 6);
    by__ab_race_elect(&r.first);
    assert_int_equal(line_of(&r, 0)->moves[0], 1);
    close_racers(&r);
}

/* Before any iteration is finished, every thread with a line has a vote. */
static void test_election_without_finished(void **state)
{
    struct racers r;

    (void)state;
    open_racers(&r);
    by__ab_race_elect(&r.first);
    assert_int_equal(r.run.lines.count, 0);
    find(&r, 2, 6, -50, 1);
    by__ab_race_elect(&r.first);
    assert_int_equal(r.run.lines.count, 1);
    assert_int_equal(line_of(&r, 0)->moves[0], 6);
    close_racers(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depths),    cmocka_unit_test(test_steps),
        cmocka_unit_test(test_overtaken), cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_election),  cmocka_unit_test(test_election_without_finished),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
