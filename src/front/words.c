/* SPDX-License-Identifier: MIT */
#include "front/words.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- Values ---------------------------------------------------------------------------------------------------- */

static void add_score(by_value value, by_text *out)
{
    by_text_printf(out, value ? "%+d" : "%d", value);
}

static void add_end(by_value value, by_text *out)
{
    int plies = by_value_plies_to_end(value);

    if (plies == 0)
        by_text_add(out, value > 0 ? "won, the game is over" : "lost, the game is over");
    else if (plies == BY_MAX_PLY) /* methods that prove do not ask how soon */
        by_text_add(out, value > 0 ? "win" : "loss");
    else
        by_text_printf(out, "%s in %d %s", value > 0 ? "win" : "loss", plies, plies == 1 ? "ply" : "plies");
}

static bool is_end(by_value value)
{
    return by_value_is_win(value) || by_value_is_loss(value);
}

void words_value(const by_game_type *type, const struct by_line *line, by_text *out)
{
    if (line->kind == BY_KIND_UNKNOWN) {
        by_text_add(out, "unknown");
        return;
    }
    if (line->kind == BY_KIND_AT_LEAST || line->kind == BY_KIND_AT_MOST)
        by_text_printf(out, "%s ", by_kind_name(line->kind));
    if (is_end(line->value))
        add_end(line->value, out);
    else if (line->kind == BY_KIND_DRAW || (line->is_proved && !line->value && !type->counts_points))
        by_text_add(out, "draw");
    else
        add_score(line->value, out);
    if (line->is_proved && !is_end(line->value))
        by_text_add(out, ", proved");
}

void words_result(const by_game_type *type, const struct by_result *result, by_text *out)
{
    const struct by_line line = {.value = result->value, .kind = result->kind, .is_proved = result->is_proved};

    words_value(type, &line, out);
}

void words_short_value(const struct by_line *line, by_text *out)
{
    if (line->kind == BY_KIND_UNKNOWN) {
        by_text_add(out, "?");
        return;
    }
    if (line->kind == BY_KIND_AT_LEAST || line->kind == BY_KIND_AT_MOST)
        by_text_add(out, line->kind == BY_KIND_AT_LEAST ? ">= " : "<= ");
    if (is_end(line->value) && by_value_plies_to_end(line->value) == BY_MAX_PLY)
        by_text_add(out, line->value > 0 ? "win" : "loss");
    else if (is_end(line->value))
        by_text_printf(out, "%s in %d", line->value > 0 ? "win" : "loss", by_value_plies_to_end(line->value));
    else if (line->kind == BY_KIND_DRAW)
        by_text_add(out, "draw");
    else
        add_score(line->value, out);
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

bool words_step(by_position *walker, by_move move, int notation, by_text *out)
{
    /* Only a legal move can be written, and it is written in the position before it. */
    by_status status = by_position_push(walker, move, NULL);

    if (!status) {
        by_position_pop(walker, NULL);
        by_position_print_move_as(walker, move, notation, out);
        status = by_position_push(walker, move, NULL);
    }
    out->failed |= status == BY_ERROR_MEMORY;
    return !status;
}

void words_rewind(by_position *walker, int moves)
{
    while (moves-- > 0)
        by_position_pop(walker, NULL);
}

void words_moves(by_position *walker, const struct by_line *line, int notation, by_text *out)
{
    int made = 0;

    for (; made < line->length; made++) {
        if (made)
            by_text_add_char(out, ' ');
        if (!words_step(walker, line->moves[made], notation, out))
            break;
    }
    words_rewind(walker, made);
}

/* ---- Numbers --------------------------------------------------------------------------------------------------- */

struct words words_count(uint64_t count)
{
    struct words words = {0};
    char digits[24], *to = words.text;
    int length = snprintf(digits, sizeof digits, "%" PRIu64, count);

    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    return words;
}

struct words words_time(int64_t time_us)
{
    struct words words;

    if (time_us < 1000000)
        (void)snprintf(words.text, sizeof words.text, "%" PRId64 ".%d ms", time_us / 1000, (int)(time_us % 1000 / 100));
    else
        (void)snprintf(words.text, sizeof words.text, "%" PRId64 ".%02d s", time_us / 1000000,
                       (int)(time_us % 1000000 / 10000));
    return words;
}

void words_proof_size(uint64_t nodes, uint64_t leaves, int plies, by_text *out)
{
    by_text_printf(out, "%s %s, %s %s, %d %s", words_count(nodes).text, nodes == 1 ? "node" : "nodes",
                   words_count(leaves).text, leaves == 1 ? "leaf" : "leaves", plies, plies == 1 ? "ply" : "plies");
}

/* ---- Sides ----------------------------------------------------------------------------------------------------- */

const char *words_side(const by_game_type *type, int side)
{
    static const char *const names[] = {BY_WORDS("first"), BY_WORDS("second")};

    return type->side_names ? type->side_names[side] : names[side];
}

void words_state(by_position *position, by_text *out)
{
    const by_game_type *type = by_game_type_of(by_position_game(position));
    struct by_node node;

    by_position_verdict(position, &node);
    if (!node.is_over)
        by_text_add_message(out, "%-s to move", words_side(type, node.side));
    else if (!is_end(node.value) && type->counts_points)
        by_text_add_message(out, node.value ? "The game is over: %+d for %-s." : "The game is over: %d for %-s.",
                            node.value, words_side(type, node.side));
    else if (!node.value)
        by_text_add_message(out, "The game is over: a draw.");
    else
        by_text_add_message(out, "The game is over: %-s wins.",
                            words_side(type, node.value > 0 ? node.side : node.side ^ 1));
}

void words_claim(const by_game_type *type, const struct by_question *question, by_text *out)
{
    bool is_reached = question->is_reached;

    by_text_add(out, words_side(type, question->prover));
    if (by_value_is_win(question->threshold))
        by_text_add(out, is_reached ? " wins" : " does not win");
    else if (question->threshold > -BY_MIN_WIN && question->threshold <= 0 && !type->counts_points)
        by_text_add(out, is_reached ? " does not lose" : " loses");
    else
        by_text_printf(out, is_reached ? " reaches at least %d" : " does not reach %d", question->threshold);
}

void words_drawing(const by_position *position, unsigned style, by_text *out)
{
    by_position_draw(position, style, out);
    if (!out->length || out->data[out->length - 1] != '\n')
        by_text_add_char(out, '\n');
}
