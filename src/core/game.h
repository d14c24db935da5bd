/* SPDX-License-Identifier: MIT
 *
 * The inside of games and positions, for searches: they call a game's functions on its state directly.
 */
#ifndef BOYI_CORE_GAME_H
#define BOYI_CORE_GAME_H

#include <stddef.h>

#include "boyi/game.h"
#include "core/game_type.h"

struct by_game {
    const by_game_type *type;  /* the caller's, or `copy` if that has another size */
    const by_game_type *given; /* the caller's */
    struct by__type_copy copy;
    void *data;                         /* created by the type's `open` */
    const struct by_patience *patience; /* NULL: endless */
};

struct by_position {
    const by_game *game;
    void *state;      /* the game's own part */
    by_move *history; /* the moves made since it was created or parsed */
    size_t length;    /* how many */
    size_t room;      /* how many fit into `history` and into the state's undo stack */
    uint64_t start;   /* a hash of the start of the history: the text that was parsed or imported; 0: created */
};

/* A hash of its start and of the first `length` moves of its history: positions of a game with the same hash are the
 * same, including their history. */
uint64_t by__position_hash(const by_position *position, size_t length);

/* The moves that a new position has room for. */
enum { BY__ROOM_AT_FIRST = 64 };

/* Whether a move can be made. */
bool by__position_allows(by_position *position, by_move move);

/* Makes room for `more` further moves, so that pushing them needs no memory. */
by_status by__position_reserve(by_position *position, size_t more, by_error *error);

/* The bytes of a position with room for `room` moves. */
size_t by__position_bytes(const by_game *game, size_t room);

/* Calls the game's own argument about proofs, if it has one (by_proofs.find_gap). */
bool by__position_has_gaps(const by_position *position);
by_status by__position_find_gap(by_position *position, const struct by_record *record, int node, bool is_reached,
                                struct by_gap *gap, by_error *error);

/* Calls the game's own search for proofs, if it has one (by_proofs.prove). */
bool by__position_has_prover(const by_position *position);
by_status by__position_prove(by_position *position, bool is_reached, struct by_record *record, int node,
                             struct by_attempt *attempt, by_error *error);

#endif
