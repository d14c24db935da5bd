/* SPDX-License-Identifier: MIT */
#include "core/game_type.h"

#include <stddef.h>
#include <string.h>

#include "core/size.h"

/* ---- Sizes ----------------------------------------------------------------------------------------------------- */

/* The pointer to a group, in a by_game_type, and its place in a copy. */
static const struct group {
    const char *name;
    size_t pointer_at, copy_at, size;
} groups[] = {
#define GROUP(name)                                                                                                    \
    {                                                                                                                  \
        "by_" #name, offsetof(by_game_type, name), offsetof(struct by__type_copy, name), sizeof(struct by_##name)      \
    }
    GROUP(rules), GROUP(evaluation), GROUP(tactics), GROUP(proofs),  GROUP(sampling),
    GROUP(goal),  GROUP(words),      GROUP(records), GROUP(display),
#undef GROUP
};

/* Reads the group that `pointer` points to into `copy`, and lets it point there. */
static by_status read_group(const void **pointer, void *copy, size_t size, const char *name, bool *is_other,
                            by_error *error)
{
    const void *given = *pointer;
    by_status status;

    if (!given)
        return BY_OK;
    status = by__size_read(given, copy, size, name, error);
    if (!status)
        *is_other = *is_other || memcmp(given, copy, sizeof size) != 0;
    *pointer = copy;
    return status;
}

static by_status read_groups(struct by__type_copy *out, bool *is_other, by_error *error)
{
    by_status status = BY_OK;
    const void *pointer;

    for (size_t i = 0; i < sizeof groups / sizeof groups[0] && !status; i++) {
        char *at = (char *)&out->type + groups[i].pointer_at;

        memcpy(&pointer, at, sizeof pointer);
        status = read_group(&pointer, (char *)out + groups[i].copy_at, groups[i].size, groups[i].name, is_other, error);
        memcpy(at, &pointer, sizeof pointer);
    }
    pointer = out->evaluation.tuning;
    if (!status)
        status = read_group(&pointer, &out->tuning, sizeof out->tuning, "by_tuning", is_other, error);
    out->evaluation.tuning = pointer;
    pointer = out->records.pgn;
    if (!status)
        status = read_group(&pointer, &out->pgn, sizeof out->pgn, "by_pgn", is_other, error);
    out->records.pgn = pointer;
    return status;
}

/* The error for a size or a layout that was forgotten mentions the macro that sets both. */
static by_status read_type(const by_game_type *type, by_game_type *out, by_error *error)
{
    by_status status = by__size_check(type, sizeof *type, "by_game_type", NULL);

    if (status || !type->layout)
        return by_error_set(error, BY_ERROR_INPUT,
                            "the game lacks its size or its layout; begin by_game_type with "
                            "BY_GAME_TYPE");
    if (type->layout != BY_GAME_LAYOUT)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "the game has the layout %d, expected %d; compile it with the headers of this library",
                            type->layout, BY_GAME_LAYOUT);
    return by__size_read(type, out, sizeof *out, "by_game_type", error);
}

/* ---- Functions ------------------------------------------------------------------------------------------------- */

/* Refuses types that lack required functions. */
static by_status check_type(const by_game_type *type, by_error *error)
{
    const struct by_rules *rules = type->rules;
    const struct by_display *display = type->display;
    const char *missing = !type->name                                       ? "name"
                          : !rules                                          ? "rules"
                          : !rules->state_size                              ? "rules.state_size"
                          : !rules->init                                    ? "rules.init"
                          : !rules->parse                                   ? "rules.parse"
                          : !rules->print                                   ? "rules.print"
                          : !rules->print_move                              ? "rules.print_move"
                          : !rules->extent                                  ? "rules.extent"
                          : !rules->node                                    ? "rules.node"
                          : !rules->moves                                   ? "rules.moves"
                          : !rules->push                                    ? "rules.push"
                          : !rules->pop                                     ? "rules.pop"
                          : type->evaluation && !type->evaluation->evaluate ? "evaluation.evaluate"
                          : rules->open && !rules->close                    ? "rules.close"
                          : display && !display->pieces                     ? "display.pieces"
                          : display && !display->board                      ? "display.board"
                          : display && !display->squares                    ? "display.squares"
                          : display && !display->gesture                    ? "display.gesture"
                                                                            : NULL;

    if (!missing)
        return BY_OK;
    return by_error_set(error, BY_ERROR_INPUT, "the game %s lacks %s", type->name ? type->name : "without a name",
                        missing);
}

by_status by__type_read(const by_game_type *type, struct by__type_copy *out, bool *is_other, by_error *error)
{
    by_status status = read_type(type, &out->type, error);

    *is_other = type->size != sizeof *type;
    if (!status)
        status = read_groups(out, is_other, error);
    return status ? status : check_type(&out->type, error);
}
