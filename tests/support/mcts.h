/* SPDX-License-Identifier: MIT
 *
 * A run of Monte Carlo tree search whose tree can be looked at.
 */
#ifndef BOYI_TESTS_SUPPORT_MCTS_H
#define BOYI_TESTS_SUPPORT_MCTS_H

#include "search/mcts/mcts.h"
#include "support/search.h"

struct rig {
    struct bench bench;
    struct mc_search *self;
    struct by__run run;
    struct by_limits limits;
    struct by_result result;
};

/* `text` NULL: the initial position. */
void rig_open(struct rig *rig, const char *game, const char *text, const char *preset, const char *settings);

/* Runs; the tree and the lines can be looked at until the end of the run. */
void rig_run(struct rig *rig, uint64_t nodes);
void rig_end_run(struct rig *rig);

void rig_close(struct rig *rig);

/* The invariants of a tree after `iterations` visits of its root; `is_whole`: nothing was collected, nodes were
 * expanded at once and by one thread. */
void check_tree(const struct mc_search *s, uint64_t iterations, bool is_whole);

/* The same of one of several trees. */
void check_one_tree(const struct mc_tree *tree, uint64_t iterations, bool is_whole);

/* With a move or none for each thread the limit of nodes holds all the same. All threads end with the time, when they
 * are asked to, and with the evaluations of the one that counts them. */
void check_few_nodes(const char *settings);
void check_other_limits(const char *settings);

/* Searches random trees within `nodes`: what is proved has the sign of the value, and ends all threads. Returns how
 * many were proved. */
int check_solver(const char *settings, int trees, uint64_t nodes);

#endif
