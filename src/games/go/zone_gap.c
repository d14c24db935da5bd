/* SPDX-License-Identifier: MIT
 *
 * Gaps in proofs about a block (by_proofs.find_gap): adapts the verifier by zones to the library.
 */
#include <stdlib.h>

#include "games/go/zone.h"

/* Whether the loser is to move at `node`, some plies below `top`. */
static bool is_losers(const struct go *root, enum go_claim claim, const by_record *record, int top, int node)
{
    int winner = claim == GO_CAPTURES ? go_attacker(root) : root->owner;
    int plies = by_record_plies(record, node) - by_record_plies(record, top);

    return (root->side ^ (plies & 1)) != winner;
}

static void tell(const struct go *root, enum go_claim claim, const by_record *record, int top, const struct go_gap *gap,
                 struct by_gap *out)
{
    out->node = gap->node;
    out->is_wrong = gap->kind == GO_GAP_WRONG;
    for (int i = 0; gap->kind == GO_GAP_MISSING && i < gap->count; i++)
        out->moves[out->count++] = gap->moves[i];
    /* Where the tree ends too early, the loser's pass must be answered first. */
    if (gap->kind == GO_GAP_OPEN && is_losers(root, claim, record, top, gap->node))
        out->moves[out->count++] = go_move(GO_PASS, claim == GO_CAPTURES ? root->owner : go_attacker(root));
}

by_status by__go_find_gap(void *state, const struct by_record *record, int node, bool is_reached, struct by_gap *out,
                          by_error *error)
{
    const struct go *root = state;
    enum go_claim claim = is_reached ? GO_CAPTURES : GO_ESCAPES;
    struct go_gap gap = {.kind = GO_GAP_NONE};
    by_status status = by__go_zone_check(root, claim, record, node, &gap, NULL, error);

    if (!status && gap.kind != GO_GAP_NONE)
        tell(root, claim, record, node, &gap, out);
    return status;
}
