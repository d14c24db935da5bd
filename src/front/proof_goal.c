/* SPDX-License-Identifier: MIT */
#include "front/proof_file.h"

#include "front/option_json.h"

/* Copies what is below a node of one record below a node of another. */
static by_status graft(const by_record *from, int top, by_record *to, int below, by_error *error)
{
    int node = top, place = below;
    by_status status = BY_OK;

    while (!status) {
        if (by_record_child(from, node) != BY_RECORD_NONE) {
            node = by_record_child(from, node);
        } else {
            for (; node != top && by_record_next(from, node) == BY_RECORD_NONE; node = by_record_parent(from, node))
                place = by_record_parent(to, place);
            if (node == top)
                break;
            node = by_record_next(from, node);
            place = by_record_parent(to, place);
        }
        status = by_record_add(to, place, by_record_move(from, node), &place, error);
        if (!status && by_record_tag(from, node, BY_PROOF_OTHERS))
            status = by_record_set_tag(to, place, BY_PROOF_OTHERS, "", error);
    }
    return status;
}

by_status proof_copy(const by_record *proof, const by_position *root, by_record **out, by_error *error)
{
    const char *question = by_record_tag(proof, by_record_proof(proof), BY_PROOF_QUESTION);
    by_status status = by_record_from_position(root, out, error);
    int top;

    if (status)
        return status;
    top = by_record_last(*out);
    status = by_record_set_tag(*out, top, BY_PROOF_QUESTION, question, error);
    if (!status)
        status = graft(proof, by_record_proof(proof), *out, top, error);
    if (status) {
        by_record_destroy(*out);
        *out = NULL;
    }
    return status;
}

by_status proof_add_settings(const by_game_type *type, const by_options *options, by_text *out, by_error *error)
{
    by_options *usual = NULL, *strict = NULL;
    by_status status = by_options_create(type->options, &usual, error);

    if (!status)
        status = by_options_set_all(usual, proof_strict_settings(type), error);
    if (!status)
        status = by_options_copy(options, &strict, error);
    if (!status)
        status = by_options_set_all(strict, proof_strict_settings(type), error);
    if (!status && !option_add_differences(strict, usual, out))
        status = by_error_no_memory(error);
    by_options_destroy(usual);
    by_options_destroy(strict);
    return status;
}

by_status proof_write_goal(const by_record *proof, const by_position *base, const char *goal, const char *settings,
                           by_text *out, by_error *error)
{
    by_record *record = NULL;
    by_status status = proof_copy(proof, base, &record, error);

    if (!status)
        status = by_record_set_tag(record, by_record_proof(record), PROOF_GOAL, goal, error);
    if (!status && *settings)
        status = by_record_set_tag(record, by_record_proof(record), PROOF_SETTINGS, settings, error);
    if (!status)
        status = by_record_write(by_position_game(base), record, -1, out, error);
    by_record_destroy(record);
    return status;
}
