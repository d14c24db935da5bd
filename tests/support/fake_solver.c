/* SPDX-License-Identifier: MIT */
#include "support/fake_solver.h"

#include <stdlib.h>

#include "protocol/gtp_board.h"

struct solver {
    const struct solve_settings *settings;
    by_move line[1];
};

static struct {
    const struct solve_answer *answer;
    const char *move, *message;
    struct solve_settings settings;
    int count;
} fake;

void fake_solver_always(const struct solve_answer *answer, const char *move)
{
    fake.answer = answer;
    fake.move = move;
}

void fake_solver_fails(const char *message)
{
    fake.message = message;
}

const struct solve_settings *fake_solver_settings(void)
{
    return &fake.settings;
}

int fake_solver_count(void)
{
    return fake.count;
}

static by_status create(const struct solve_settings *settings, solver **out, by_error *error)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return by_error_no_memory(error);
    (*out)->settings = settings;
    fake.settings = *settings;
    fake.count++;
    return BY_OK;
}

static by_move move_called(const by_position *position, const char *text)
{
    by_position *copy = NULL;
    by_move move = BY_MOVE_NONE;

    if (text && !by_position_copy(position, &copy, NULL))
        (void)by_position_parse_move_as(copy, text, 0, &move, NULL);
    by_position_destroy(copy);
    return move;
}

/* What a stone of `colour` on `point` leads to: its block's liberties, 0 if it cannot be played. */
static int liberties_after(const by_position *position, int colour, const struct gtp_board *board, int point,
                           by_move *move)
{
    by_position *copy = NULL;
    struct gtp_board after;
    struct gtp_block block = {.liberty_count = 0};
    by_text text = {0};

    by_text_add(&text, colour == GTP_BLACK ? "B " : "W ");
    gtp_print_vertex(board, point, &text);
    *move = move_called(position, by_text_string(&text));
    if (!by_position_copy(position, &copy, NULL) && !by_position_push(copy, *move, NULL) &&
        !gtp_board_read(copy, &after, NULL))
        gtp_block_at(&after, point, &block);
    by_position_destroy(copy);
    by_text_free(&text);
    return block.liberty_count;
}

static void count_liberties(const struct solve_question *question, struct solve_answer *answer)
{
    struct gtp_board board;
    struct gtp_block block;
    int point, colour, after;

    if (gtp_board_read(question->position, &board, NULL) || !gtp_read_vertex(question->vertex, board.size, &point))
        return;
    gtp_block_at(&board, point, &block);
    colour = board.stones[point];
    if (block.liberty_count > 1) {
        answer->code = question->is_attack ? SOLVE_NO : SOLVE_YES;
        return;
    }
    after = liberties_after(question->position, question->is_attack ? colour ^ 1 : colour, &board, block.liberties[0],
                            &answer->move);
    answer->code = (question->is_attack ? after > 0 : after > 1) ? SOLVE_YES : SOLVE_NO;
    if (answer->code == SOLVE_NO)
        answer->move = BY_MOVE_NONE;
}

static by_status ask(solver *s, const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    if (fake.message)
        return by_error_set(error, BY_ERROR_LIMIT, "%s", fake.message);
    if (fake.answer) {
        *answer = *fake.answer;
        answer->move = move_called(question->position, fake.move);
        return BY_OK;
    }
    *answer = (struct solve_answer){.move = BY_MOVE_NONE, .is_proved = true, .nodes = 1, .depth = 1};
    count_liberties(question, answer);
    s->line[0] = answer->move;
    answer->line = s->line;
    answer->length = answer->move != BY_MOVE_NONE;
    return BY_OK;
}

static void destroy(solver *s)
{
    fake.count -= s != NULL;
    free(s);
}

static const char *code_name(enum solve_code code)
{
    static const char *const names[] = {"unknown", "no", "yes", "ko, taken first", "ko, by a threat"};

    return names[code + 1];
}

static const char *prediction_name(enum solve_prediction prediction)
{
    static const char *const names[] = {"nothing", "capture", "escape"};

    return names[prediction];
}

const struct gtp_solve fake_solve = {create, ask, destroy, code_name, prediction_name};
