/* SPDX-License-Identifier: MIT
 *
 * Proofs about a block (by_proofs.prove): adapts the search by zones to the library.
 */
#include "games/go/prove.h"

/* Enough for most proofs that can be found; the library's own search tries the others. */
enum { NODES_MOST = 1000000, PLIES_MOST = 160, ENTRIES = 1 << 17, KEPT_MOST = 1 << 17, TREE_MOST = 1 << 20 };

static int lesser(int limit, int most)
{
    return limit > 0 && limit < most ? limit : most;
}

by_status by__go_find_proof(void *state, bool is_reached, struct by_record *record, int node,
                            struct by_attempt *attempt, by_error *error)
{
    struct go_effort effort = {
        .nodes = attempt->nodes_most && attempt->nodes_most < NODES_MOST ? attempt->nodes_most : NODES_MOST,
        .plies = lesser(attempt->plies_most, PLIES_MOST),
        .entries = ENTRIES,
        .kept = KEPT_MOST,
        .tree = lesser(attempt->tree_most, TREE_MOST) - 1,
        .is_stopped = attempt->is_stopped,
        .context = attempt->context,
    };
    struct go_proof proof;
    by_status status = by__go_prove(state, is_reached ? GO_CAPTURES : GO_ESCAPES, &effort, record, node, &proof, error);

    attempt->is_proved = !status && proof.is_proved;
    attempt->nodes = proof.nodes;
    return status;
}
