/* SPDX-License-Identifier: MIT
 *
 * Short ways to set up a search in a test. All of them fail the test if something goes wrong.
 */
#ifndef BOYI_TESTS_SUPPORT_SEARCH_H
#define BOYI_TESTS_SUPPORT_SEARCH_H

#include "boyi/boyi.h"

/* A game, a position of it and a search for it. */
struct bench {
    by_game *game;
    by_position *position;
    by_search *search;
};

/* Opens `game` ("tictactoe values=plain": a name and settings) with the position `text` (NULL: the initial one). */
void bench_open(struct bench *bench, const char *game, const char *text);

/* Gives it a search: `method` with a preset (NULL: the defaults) and settings. Replaces the one before. */
void bench_method(struct bench *bench, const char *method, const char *preset, const char *settings);

/* The same with as little memory as small trees need, unless the settings say how much: for tests that make thousands
 * of searches, since sanitizers take long over large ones. */
void bench_small_method(struct bench *bench, const char *method, const char *preset, const char *settings);

/* Runs the search. */
struct by_result bench_run(struct bench *bench, const struct by_limits *limits);
struct by_result bench_observe(struct bench *bench, const struct by_limits *limits, const struct by_observer *observer);

/* The value of a counter of the result. */
uint64_t bench_counter(const struct by_result *result, const char *name);

void bench_close(struct bench *bench);

#endif
