/* SPDX-License-Identifier: MIT */
#include "lab/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/board.h"
#include "lab/cases.h"
#include "lab/grid.h"

/* "attack D4", from the text of the position: whose block, and where it is. */
static void print_task(by_position *position, const char *vertex, by_text *out)
{
    struct by_node node;

    by_position_node(position, &node);
    by_text_printf(out, "%s %s", node.side == by_position_prover(position) ? "attack" : "defend", vertex);
}

/* The question's vertex is the second word of a goal's position. */
static void find_vertex(const char *text, char vertex[16])
{
    const char *at = strchr(text, ' ');

    (void)snprintf(vertex, 16, "%.*s", at ? (int)strcspn(at + 1, " ") : 0, at ? at + 1 : "");
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
        find_vertex(it->text, vertex);
        board_mark_target(board, board_point(board, vertex));
        by_text_printf(&title, "%s: ", it->id);
        print_task(it->position, vertex, &title);
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

/* The position that the part is a picture of; nothing if both variants have solved none. */
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
    if (!status && lab_cases_pick(&cases, &index))
        status = draw_board(&cases, index, out, error);
    lab_cases_free(&cases);
    return status;
}

const struct lab_drawer lab_picture_drawer = {.draw = draw_picture};
