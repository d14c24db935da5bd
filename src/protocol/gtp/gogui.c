/* SPDX-License-Identifier: MIT
 *
 * GTP: commands for GoGui's board. A line of `gogui-analyze_commands` is type/label/command; %p is a point and %c a
 * colour that the user chooses. Of type gfx an answer is made of drawing commands, a line each.
 */
#include <inttypes.h>

#include "protocol/gtp/session.h"

static void run_analyze_commands(struct gtp *gtp, struct gtp_arguments *a)
{
    static const char commands[] = "gfx/Attack/boyi-gfx attack %p\n"
                                   "gfx/Defend/boyi-gfx defend %p\n"
                                   "gfx/Candidates of the attacker/boyi-candidates attack %p\n"
                                   "gfx/Candidates of the defender/boyi-candidates defend %p\n"
                                   "gfx/Liberties of all blocks/boyi-liberties\n"
                                   "gfx/Unconditional life/boyi-life\n"
                                   "plist/Liberties of a block/findlib %p\n"
                                   "plist/Legal moves/all_legal %c\n"
                                   "plist/Dead stones/final_status_list dead\n"
                                   "plist/Stones in seki/final_status_list seki\n"
                                   "string/Attack, in GNU Go's code/attack %p\n"
                                   "string/Defend, in GNU Go's code/defend %p\n"
                                   "string/Attack, as JSON/boyi-solve attack %p\n"
                                   "string/Defend, as JSON/boyi-solve defend %p\n"
                                   "string/Final score/final_score\n"
                                   "param/Settings/boyi-set\n";

    (void)a;
    by_text_add(&gtp->answer, commands);
}

/* ---- An answer --------------------------------------------------------------------------------------------------- */

static void add_square(struct gtp *gtp, int point)
{
    by_text_printf(&gtp->answer, "SQUARE %s\n", gtp_vertex(&gtp->start, point).text);
}

static void add_variation(struct gtp *gtp, const struct solve_answer *answer)
{
    if (!answer->length)
        return;
    by_text_add(&gtp->answer, "VAR");
    for (int i = 0; i < answer->length; i++) {
        struct gtp_move move = gtp_move_of(gtp, answer->line[i]);

        by_text_printf(&gtp->answer, " %c %s", "bw"[move.colour], move.vertex.text);
    }
    by_text_add_char(&gtp->answer, '\n');
}

static void add_status(struct gtp *gtp, int point, bool is_attack, const struct solve_answer *answer)
{
    by_text_printf(&gtp->answer, "STATUS %s %s: %s", is_attack ? "attack" : "defend",
                   gtp_vertex(&gtp->start, point).text, gtp->solve->code_name(answer->code));
    if (answer->code != SOLVE_UNKNOWN)
        by_text_add(&gtp->answer, answer->is_proved ? ", proved" : ", heuristic");
    else if (answer->prediction != SOLVE_PREDICTS_NOTHING)
        by_text_printf(&gtp->answer, ", prediction: %s", gtp->solve->prediction_name(answer->prediction));
    by_text_printf(&gtp->answer, ", %" PRIu64 " nodes, depth %d", answer->nodes, answer->depth);
}

static void run_gfx(struct gtp *gtp, struct gtp_arguments *a)
{
    struct solve_answer answer;

    if (!gtp_ask_for_line(gtp, a->point, a->is_attack, &answer))
        return;
    add_square(gtp, a->point);
    add_variation(gtp, &answer);
    add_status(gtp, a->point, a->is_attack, &answer);
}

/* ---- Candidates -------------------------------------------------------------------------------------------------- */

/* The moves that the goal lists for a question, in its order. */
static by_status list_candidates(struct gtp *gtp, const by_game *goal, const struct by_goal_question *question,
                                 struct by_moves *out, by_error *error)
{
    by_position *position = NULL;
    by_status status = by_position_create(goal, &position, error);

    if (!status)
        status = by_position_set_question(position, gtp->position, question, error);
    if (!status)
        by_position_moves(position, BY_MOVES_ALL, out);
    by_position_destroy(position);
    return status;
}

/* Also where the solver would need none, since it sees the outcome at once. */
static by_status open_and_list(struct gtp *gtp, const struct by_goal_question *question, struct by_moves *out,
                               by_error *error)
{
    const by_game_type *type;
    by_game *goal = NULL;
    by_options *options = NULL;
    by_status status = by_game_type_find("go-capture", &type, error);

    if (!status)
        status = by_options_copy(gtp->settings.goal, &options, error);
    if (!status)
        status = by_options_set_all(options, "reader=nothing safe_liberties=0 bound=0", error);
    if (!status)
        status = by_game_open(type, options, &goal, error);
    if (!status)
        status = list_candidates(gtp, goal, question, out, error);
    by_game_close(goal);
    by_options_destroy(options);
    return status;
}

static void add_labels(struct gtp *gtp, const struct by_moves *moves)
{
    int number = 0;

    by_text_add(&gtp->answer, "LABEL");
    for (int i = 0; i < moves->count; i++) {
        struct gtp_move move = gtp_move_of(gtp, moves->list[i].move);

        if (move.point != GTP_PASS)
            by_text_printf(&gtp->answer, " %s %d", move.vertex.text, ++number);
    }
    by_text_printf(&gtp->answer, "\nSTATUS %d candidates", number);
}

static void run_candidates(struct gtp *gtp, struct gtp_arguments *a)
{
    struct by_move_info list[GTP_MAX_POINTS + 1];
    struct by_moves moves = {.list = list};
    struct by_goal_question question = {BY_SIZE(by_goal_question), .prover_first = a->is_attack,
                                        .squares = {gtp_square(&a->board, a->point)}};
    by_error error = {0};

    if (open_and_list(gtp, &question, &moves, &error)) {
        gtp_fail_error(gtp, &error);
    } else {
        add_square(gtp, a->point);
        add_labels(gtp, &moves);
    }
}

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

/* Each stone is labelled with the liberties of its block. */
static void run_liberties(struct gtp *gtp, struct gtp_arguments *a)
{
    const struct gtp_board *board = &a->board;

    by_text_add(&gtp->answer, "LABEL");
    for (int i = 0; i < board->size * board->size; i++) {
        struct gtp_block block;

        if (board->stones[i] == GTP_EMPTY)
            continue;
        gtp_block_at(board, i, &block);
        by_text_printf(&gtp->answer, " %s %d", gtp_vertex(board, i).text, block.liberty_count);
    }
}

/* Shows living blocks and the regions they surround as territory. */
static void run_life(struct gtp *gtp, struct gtp_arguments *a)
{
    static const char *const words[] = {"BLACK", "WHITE"};
    const struct gtp_board *board = &a->board;

    for (int colour = GTP_BLACK; colour <= GTP_WHITE; colour++) {
        bool alive[GTP_MAX_POINTS], enclosed[GTP_MAX_POINTS];

        gtp_unconditional_life(board, colour, alive, enclosed);
        by_text_add(&gtp->answer, words[colour]);
        for (int i = 0; i < board->size * board->size; i++)
            if (alive[i] || enclosed[i])
                by_text_printf(&gtp->answer, " %s", gtp_vertex(board, i).text);
        by_text_add_char(&gtp->answer, '\n');
    }
}

const struct gtp_command gtp_gogui_commands[] = {
    {"gogui-analyze_commands", run_analyze_commands, GTP_END},
    {"boyi-gfx", run_gfx, GTP_TASK | GTP_ON_STONE},
    {"boyi-candidates", run_candidates, GTP_TASK | GTP_ON_STONE},
    {"boyi-liberties", run_liberties, GTP_END | GTP_BOARD},
    {"boyi-life", run_life, GTP_END | GTP_BOARD},
    {0},
};
