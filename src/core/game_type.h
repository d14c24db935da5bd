/* SPDX-License-Identifier: MIT
 *
 * Descriptions of games, which may have been compiled against an older header (boyi/size.h).
 */
#ifndef BOYI_CORE_GAME_TYPE_H
#define BOYI_CORE_GAME_TYPE_H

#include <stdbool.h>

#include "boyi/display.h"
#include "boyi/game.h"
#include "boyi/pgn.h"
#include "boyi/record.h"

/* A description with its groups, as this library knows them. */
struct by__type_copy {
    by_game_type type;
    struct by_rules rules;
    struct by_evaluation evaluation;
    struct by_tuning tuning;
    struct by_tactics tactics;
    struct by_proofs proofs;
    struct by_sampling sampling;
    struct by_goal goal;
    struct by_words words;
    struct by_records records;
    struct by_pgn pgn;
    struct by_display display;
};

/* Fills `out`, and refuses descriptions with a wrong size or without a required function. `is_other`: a struct of
 * `type` has another size than here, so the library must use the copy. */
by_status by__type_read(const by_game_type *type, struct by__type_copy *out, bool *is_other, by_error *error);

#endif
