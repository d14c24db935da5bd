/* SPDX-License-Identifier: MIT */
#include "lab/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/cases.h"
#include "render/board.h"
#include "render/grid.h"

/* The question's vertex is the second word of a goal's position; a position of the game itself asks nothing. */
static void find_vertex(const struct lab_position *it, char vertex[16])
{
    bool is_question = by_game_type_of(by_position_game(it->position))->goal;
    const char *at = is_question ? strchr(it->text, ' ') : NULL;

    (void)snprintf(vertex, 16, "%.*s", at ? (int)strcspn(at + 1, " ") : 0, at ? at + 1 : "");
}

/* "corner: attack D4": its name, whose block, and where that is. */
static void print_title(const struct lab_position *it, const char *vertex, by_text *out)
{
    struct by_node node;

    by_text_add(out, it->id);
    if (!*vertex)
        return;
    by_position_node(it->position, &node);
    by_text_printf(out, ": %s %s", node.side == by_position_prover(it->position) ? "attack" : "defend", vertex);
}

/* What each variant needed there: "alphabeta 12 nodes, pn 4,000". */
static void print_needs(const struct lab_cases *cases, size_t position, by_text *out)
{
    const char *measure = cases->part->measures[0].name;
    char digits[LAB_DIGITS_SIZE];

    for (size_t i = 0; i < cases->part->variant_count; i++) {
        lab_print_number(lab_cases_value(cases, 0, i, position), digits);
        by_text_printf(out, "%s%s: %s %s", i ? ", " : "", cases->experiment->variants[cases->part->variants[i]].name,
                       digits, strcmp(measure, "time") == 0 ? "ms" : measure);
    }
}

static by_status draw_board(const struct lab_cases *cases, size_t index, by_text *out, by_error *error)
{
    const struct lab_position *it = &cases->experiment->positions[index];
    struct board *board = malloc(sizeof *board);
    by_text title = {0}, subtitle = {0};
    char vertex[16];
    by_status status = board ? board_read(board, it->position, error) : by_error_no_memory(error);

    if (!status) {
        find_vertex(it, vertex);
        board_mark_target(board, board_point(board, vertex));
        print_title(it, vertex, &title);
        print_needs(cases, index, &subtitle);
        board->title = by_text_string(&title);
        board->subtitle = by_text_string(&subtitle);
        board_svg(board, out);
    }
    by_text_free(&title);
    by_text_free(&subtitle);
    free(board);
    return status;
}

/* The position that the part is a picture of; nothing if both variants have solved none, or where it is of a game that
 * is not drawn. */
static by_status draw_picture(void *context, const struct lab_experiment *experiment, const struct lab_part *part,
                              lab_database *database, by_text *out, by_error *error)
{
    struct lab_cases cases = {.experiment = experiment, .part = part};
    by_status status;
    size_t index;

    (void)context;
    if (part->kind != LAB_PART_PICTURE)
        return BY_OK;
    status = lab_cases_load(&cases, database, error);
    if (!status && lab_cases_pick(&cases, &index) && board_can_show(experiment->positions[index].position))
        status = draw_board(&cases, index, out, error);
    lab_cases_free(&cases);
    return status;
}

const struct lab_drawer lab_picture_drawer = {.draw = draw_picture};
