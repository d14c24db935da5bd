/* SPDX-License-Identifier: MIT
 *
 * A search for proofs by zones: depth-first, with a growing budget for each line. The winner's moves are candidates; of
 * the loser's moves the pass comes first, and then only those that the zone after it needs (zone.h). So a proof holds
 * against every legal move, though the search expands only two or three of them at a node.
 *
 * A proof is never wrong; if the search finds none, nothing follows. Proofs of escape end in unconditional life, or
 * where the owner can wait for ever: he passes when the attacker does, and retakes kos if he may.
 */
#ifndef BOYI_GAMES_GO_PROVE_H
#define BOYI_GAMES_GO_PROVE_H

#include "games/go/zone.h"

enum { GO_PROOF_PLIES_MOST = 400 };

/* Limits of the search. */
struct go_effort {
    uint64_t nodes;
    int plies;                         /* of the longest line, GO_PROOF_PLIES_MOST at most */
    int entries;                       /* of the table of positions, a power of 2; 16 bytes each */
    int kept;                          /* positions that are proved and kept, about 120 bytes each */
    int tree;                          /* moves of the record */
    bool (*is_stopped)(void *context); /* asked now and then; NULL: never */
    void *context;
};

struct go_proof {
    bool is_proved;
    uint64_t nodes; /* that were looked at */
};

/* Looks for a proof of the claim about `root`, a position of go-capture. If there is one, its moves are added below
 * `node` of `record`, as the verifier by__go_zone_check accepts them; a record that is not wanted is NULL. An error if
 * the rules have no zones, if the block does not stand, if there is no memory, or if the record would be too large. */
by_status by__go_prove(const struct go *root, enum go_claim claim, const struct go_effort *effort, by_record *record,
                       int node, struct go_proof *out, by_error *error);

/* The same as by_proofs.prove has it. */
by_status by__go_find_proof(void *state, bool is_reached, struct by_record *record, int node,
                            struct by_attempt *attempt, by_error *error);

#endif
