/* SPDX-License-Identifier: MIT
 *
 * The display of Go and of go-capture. Points have the numbers of the squares.
 */
#include "core/display.h"
#include "games/go/capture.h"
#include "games/go/notation.h"

static const struct by_piece pieces[] = {
    {.name = "stone", .shapes = {"stone", "stone"}, .letters = {'X', 'O'}},
    {0},
};

static const char *const decorations[] = {"stars", NULL};

static void board(const void *state, struct by_board *out)
{
    const struct go *s = state;

    *out = (struct by_board){
        .kind = BY_BOARD_POINTS,
        .columns = s->size,
        .rows = s->size,
        .column_names = "ABCDEFGHJKLMNOPQRSTUVWXYZ",
        .first_row = 1,
    };
}

/* Marks points that are forbidden by a ko or an earlier board; suicide is seen without a mark. */
static void squares(void *state, struct by_square *out)
{
    const struct go *s = state;

    for (int point = 0; point < s->points; point++) {
        bool is_taken = s->board[point] != GO_EMPTY;
        int plies_back;

        out[point] = (struct by_square){.piece = is_taken, .side = is_taken ? s->board[point] : 0};
        if (!is_taken && s->passes < 2 && !by__go_is_legal(s, point, s->side, &plies_back) &&
            (point == s->ko || plies_back))
            out[point].marks = BY_MARK_FORBIDDEN;
    }
}

/* Marks the stones of the block, or the point at which it stood. The side with threats may retake a ko. */
static void squares_of_question(void *state, struct by_square *out)
{
    struct go *s = state;
    uint16_t ko = s->ko;

    if (go_has_threats(s, s->side))
        s->ko = GO_NO_POINT;
    squares(s, out);
    s->ko = ko;
    out[s->target].marks |= BY_MARK_TARGET;
    if (go_target_stands(s))
        for (GO_EACH_STONE(s, stone, s->target))
            out[stone].marks |= BY_MARK_TARGET;
}

static void gesture(const void *state, by_move move, struct by_gesture *out)
{
    bool is_pass = go_point(move) == GO_PASS;

    (void)state;
    *out = (struct by_gesture){.from = BY_NO_SQUARE, .to = is_pass ? BY_NO_SQUARE : go_point(move), .piece = !is_pass};
}

static void taken(const void *state, int counts[2][BY_MAX_PIECES])
{
    const struct go *s = state;

    counts[GO_BLACK][0] = s->prisoners[GO_WHITE];
    counts[GO_WHITE][0] = s->prisoners[GO_BLACK];
}

static void compose(const void *initial, const struct by_board *shape, const struct by_square *set, int side,
                    by_text *out)
{
    const struct go *s = initial;

    by_text_printf(out, "%d ", shape->rows);
    by__display_add_rows(shape, set, pieces[0].letters, out);
    by_text_printf(out, " %c - ", side == GO_BLACK ? 'b' : 'w');
    by__go_print_half(s->komi_half, out);
    by_text_add(out, " 0 0 0");
}

const struct by_display by__go_display = {
    BY_SIZE(by_display), .pieces = pieces, .decorations = decorations,
    .has_sizes = true,   .board = board,   .squares = squares,
    .gesture = gesture,  .taken = taken,   .compose = compose,
};

/* Boards are set up in Go, and the question is put to them. */
const struct by_display by__go_capture_display = {
    BY_SIZE(by_display), .pieces = pieces, .decorations = decorations,
    .has_sizes = true,   .board = board,   .squares = squares_of_question,
    .gesture = gesture,  .taken = taken,
};
