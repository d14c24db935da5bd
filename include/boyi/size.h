/* SPDX-License-Identifier: MIT
 *
 * The sizes of structs, so that programs, bindings and games that were compiled against an older header work with a
 * newer library, and find out why if they do not.
 *
 * A struct that you create begins with its size:
 *
 *     struct by_limits limits = {BY_SIZE(by_limits), .depth = 9};
 *     struct by_result result = {BY_SIZE(by_result)};
 *
 * Later versions add fields at the end. If your struct is older than the library, the library reads a missing field as
 * 0 and does not write it. If your struct is newer, the fields that the library does not know must be 0. A size that no
 * version can have is an error.
 *
 *     begin with their size     by_limits, by_observer, by_result, by_proof, by_verification, by_goal_question,
 *                               by_game_type and its groups (by_rules, by_evaluation, by_tuning, by_tactics, by_proofs,
 *                               by_goal, by_sampling, by_words, by_records with by_pgn, by_display)
 *     belong to a layout        what a game and a search exchange for every node or move, where a size would cost time:
 *                               by_node, by_moves, by_move_info, by_extent and all other structs that the functions of
 *                               a game get. by_game_type.layout says which layout a game was compiled against. A
 *                               layout never changes, except that reserved bytes may become fields; a game must leave
 *                               them 0, and then continues to work
 *     may grow at the end       by_event, because only the library creates it and only lends it
 *     never change              elements of arrays (by_option, by_preset, by_line, by_counter, by_hint, by_piece, ...)
 *                               and small values (by_error, by_text, by_random, by_question, by_patience, by_chances)
 */
#ifndef BOYI_SIZE_H
#define BOYI_SIZE_H

#include <stddef.h>

/* The first member of an initialiser. In C++ it has no name, and you set the other members afterwards. */
#ifdef __cplusplus
#define BY_SIZE(type) sizeof(struct type)
#else
#define BY_SIZE(type) .size = sizeof(struct type)
#endif

#endif
