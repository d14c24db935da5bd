/* SPDX-License-Identifier: MIT */
#include "support/fake_solver.h"

#include <stdlib.h>

#include "protocol/gtp/board.h"

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

static by_status find_move(const by_position *position, const char *text, by_move *move, by_error *error)
{
    by_position *copy = NULL;
    by_status status = by_position_copy(position, &copy, error);

    if (!status && by_position_parse_move_as(copy, text, 0, move, NULL))
        *move = BY_MOVE_NONE;
    by_position_destroy(copy);
    return status;
}

/* The result of a stone of `colour` on `point`: its block's liberties, 0 if it cannot be played. */
static by_status try_stone(const by_position *position, int colour, int point, by_move *move, int *liberties,
                           by_error *error)
{
    by_position *copy = NULL;
    struct gtp_board board;
    struct gtp_block block = {.liberty_count = 0};
    by_text text = {0};
    by_status status = by_position_copy(position, &copy, error);

    if (!status)
        status = gtp_board_read(copy, &board, error);
    if (!status) {
        by_text_add(&text, colour == GTP_BLACK ? "B " : "W ");
        by_text_add(&text, gtp_vertex(&board, point).text);
        status = text.failed ? by_error_no_memory(error) : find_move(position, text.data, move, error);
    }
    if (!status && *move != BY_MOVE_NONE)
        status = by_position_push(copy, *move, error);
    if (!status && *move != BY_MOVE_NONE)
        status = gtp_board_read(copy, &board, error);
    if (!status && board.stones[point] == colour)
        gtp_block_at(&board, point, &block);
    *liberties = block.liberty_count;
    by_position_destroy(copy);
    by_text_free(&text);
    return status;
}

static by_status count_liberties(const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    struct gtp_board board;
    struct gtp_block block;
    int point, colour, after;
    by_status status = gtp_board_read(question->position, &board, error);

    if (status)
        return status;
    point = gtp_square(&board, question->point); /* which is its own inverse */
    gtp_block_at(&board, point, &block);
    colour = question->is_attack ? board.stones[point] ^ 1 : board.stones[point];
    if (block.liberty_count > 1) {
        answer->code = question->is_attack ? SOLVE_NO : SOLVE_YES;
        return BY_OK;
    }
    status = try_stone(question->position, colour, block.liberties[0], &answer->move, &after, error);
    answer->code = (question->is_attack ? after > 0 : after > 1) ? SOLVE_YES : SOLVE_NO;
    if (answer->code == SOLVE_NO)
        answer->move = BY_MOVE_NONE;
    return status;
}

static by_status ask(solver *s, const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    by_status status;

    if (fake.message)
        return by_error_set(error, BY_ERROR_LIMIT, "%s", fake.message);
    if (fake.answer) {
        *answer = *fake.answer;
        answer->move = BY_MOVE_NONE;
        return fake.move ? find_move(question->position, fake.move, &answer->move, error) : BY_OK;
    }
    *answer = (struct solve_answer){.move = BY_MOVE_NONE, .is_proved = true, .nodes = 1, .depth = 1};
    status = count_liberties(question, answer, error);
    s->line[0] = answer->move;
    answer->line = s->line;
    answer->length = answer->move != BY_MOVE_NONE;
    return status;
}

/* The line is what the test says. */
static by_status leave_line(struct solve_lines *lines, const struct solve_settings *settings,
                            const struct solve_question *question, struct solve_answer *answer, by_error *error)
{
    (void)lines;
    (void)settings;
    (void)question;
    (void)answer;
    (void)error;
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

const struct gtp_solve fake_solve = {create, ask, leave_line, destroy, code_name, prediction_name};
