/* SPDX-License-Identifier: MIT
 *
 * Best-first proof-number search: the whole tree in memory.
 */
#ifndef BOYI_SEARCH_PROOF_BEST_FIRST_H
#define BOYI_SEARCH_PROOF_BEST_FIRST_H

#include "search/proof/walk.h"

/* Links of a node in the tree. The children of a node are adjacent. */
struct pr_branch {
    int32_t parent;
    int32_t first_child; /* PR_NOBODY: not expanded */
    int32_t child_count;
    int32_t best; /* the child that is next */
    bool is_partial;
};

enum { PR_NOBODY = -1 };

struct pr_tree {
    struct pr_child *nodes; /* `room` of them; the root is the first */
    struct pr_branch *branches;
    int32_t room, count;
};

/* The bytes of a node. */
enum { PR_NODE_BYTES = sizeof(struct pr_child) + sizeof(struct pr_branch) };

bool by__pr_tree_create(struct pr_tree *tree, size_t bytes);
void by__pr_tree_destroy(struct pr_tree *tree);

/* Searches until the root is solved, or until there is no room or no time. */
struct pr_fact by__pr_search_best_first(struct pr_walk *w, struct pr_tree *tree);

/* The solution, as far as the tree has it, or the most-proving line. Returns its length. */
int by__pr_best_first_line(struct pr_walk *w, struct pr_tree *tree, by_move *line);

/* The solution of a root that is solved. False: `out` has no room for it. */
bool by__pr_best_first_solution(const struct pr_walk *w, const struct pr_tree *tree, struct by__solution *out);

#endif
