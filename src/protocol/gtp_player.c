/* SPDX-License-Identifier: MIT
 *
 * GTP: moves of our own, by Monte Carlo tree search with the hints of the capture solver (gtp_reading.c).
 *
 * When the other side has passed and the game is won as it stands, or would be without the dead stones if no fate is
 * open, we pass as well; when it is lost beyond hope, we
 * resign. On one thread the same commands with the same settings give the same moves, if it is iterations that limit
 * them.
 */
#include <string.h>

#include "protocol/gtp_session.h"

/* ---- The search -------------------------------------------------------------------------------------------------- */

void gtp_forget_player(struct gtp *gtp)
{
    by_search_destroy(gtp->search);
    by_position_destroy(gtp->turned);
    gtp->search = NULL;
    gtp->turned = NULL;
}

by_status gtp_make_player(struct gtp *gtp, by_error *error)
{
    const by_method *method;
    by_status status = BY_OK;

    if (!gtp->search)
        status = by_method_find("mcts", &method, error);
    if (!gtp->search && !status)
        status = by_search_create(gtp->game, method, gtp->settings.of_player, &gtp->search, error);
    return status;
}

/* The position with this side to move and the game not over: as it is, or without its history. */
by_status gtp_position_for(struct gtp *gtp, const struct gtp_board *board, int colour, by_position **out,
                           by_error *error)
{
    struct gtp_board turned = *board;
    by_text text = {0};
    by_status status = BY_OK;

    *out = gtp->position;
    if (board->side == colour && board->passes < 2)
        return BY_OK;
    turned.ko = board->side == colour ? board->ko : GTP_NO_POINT;
    turned.side = colour;
    turned.passes = 0;
    if (!gtp->turned)
        status = by_position_create(gtp->game, &gtp->turned, error);
    gtp_board_print(&turned, &text);
    if (!status)
        status = text.failed ? by_error_no_memory(error) : by_position_parse(gtp->turned, text.data, error);
    by_text_free(&text);
    *out = gtp->turned;
    return status;
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* About how many moves a side makes in a game, and how many it has at least still to make. */
static int moves_to_come(const struct gtp *gtp, const struct gtp_board *board)
{
    size_t length;
    int expected = board->size * board->size * 2 / 5, least = board->size;

    (void)by_position_history(gtp->position, &length);
    return expected - (int)length / 2 > least ? expected - (int)length / 2 : least;
}

struct by_limits gtp_player_limits(const struct gtp *gtp, const struct gtp_board *board, int colour)
{
    struct by_limits limits = {.time_ms = gtp_clock_share(&gtp->clock, colour, moves_to_come(gtp, board)),
                               .nodes = (uint64_t)gtp_setting(gtp, "player_iterations"),
                               .stop = gtp->bounds.stop};

    if (!limits.time_ms && !limits.nodes)
        limits.time_ms = gtp_setting(gtp, "player_ms");
    if (gtp->bounds.nodes && (!limits.nodes || limits.nodes > gtp->bounds.nodes))
        limits.nodes = gtp->bounds.nodes;
    return limits;
}

/* ---- A choice ---------------------------------------------------------------------------------------------------- */

struct choice {
    int colour, point;
    bool resigns;
};

/* Whether passing ends the game with a win on the board as it stands. */
static bool wins_by_pass(struct gtp *gtp, const struct gtp_board *board, int colour)
{
    struct by_node node;
    bool wins;

    if (board->passes != 1 || board->side != colour || !gtp_play(gtp, colour, GTP_PASS))
        return false;
    by_position_node(gtp->position, &node);
    wins = node.is_over && (node.side == colour ? node.value > 0 : node.value < 0);
    gtp_take_back(gtp);
    return wins;
}

static bool is_hopeless(const struct gtp *gtp, const struct by_result *result)
{
    enum { VISITS_LEAST = 500 }; /* before that nothing is sure */
    const struct by_line *best = result->lines;

    return result->line_count && best->visits + result->nodes >= VISITS_LEAST &&
           (double)best->mean * 100 < gtp_setting(gtp, "resign");
}

enum { READING_PERCENT = 10 }; /* of the time */

/* Lets the solver read first; it takes of the time of the search. False: the command has failed. */
static bool take_hints(struct gtp *gtp, const struct gtp_board *board, int colour, struct gtp_hints *hints,
                       struct by_limits *limits)
{
    int64_t time_us = limits->time_ms * 1000 * READING_PERCENT / 100;

    hints->time_us = 0;
    if (!gtp_setting(gtp, "read_blocks"))
        return true;
    if (!gtp_read_blocks(gtp, board, colour, time_us, hints))
        return false;
    limits->hints = hints->list;
    limits->hint_count = (size_t)hints->count;
    if (limits->time_ms)
        limits->time_ms -= hints->time_us / 1000 < limits->time_ms ? hints->time_us / 1000 : limits->time_ms - 1;
    gtp_clock_take(&gtp->clock, colour, hints->time_us / 1000);
    return true;
}

/* Moves that are not to be considered. */
struct excluded {
    by_move moves[4];
    int count;
};

static bool is_excluded(const struct excluded *excluded, by_move move)
{
    for (int i = 0; i < excluded->count; i++)
        if (excluded->moves[i] == move)
            return true;
    return false;
}

/* The moves of the position but the excluded ones; false: there are no others. */
static bool list_others(by_position *position, const struct excluded *excluded, by_move *out, size_t *count)
{
    struct by_move_info infos[GTP_POINTS_MOST + 1];
    struct by_moves moves = {.list = infos};

    by_position_moves(position, BY_MOVES_ALL, &moves);
    *count = 0;
    for (int i = 0; i < moves.count; i++)
        if (!is_excluded(excluded, infos[i].move))
            out[(*count)++] = infos[i].move;
    return *count > 0;
}

/* Whether the game was once as it would be after this move. Rules may allow it, but a game should come to an end. */
static by_status find_repetition(const by_position *position, by_move move, bool *is_repeated, by_error *error)
{
    by_position *copy = NULL;
    struct by_node after, before;
    by_status status = by_position_copy(position, &copy, error);

    *is_repeated = false;
    if (!status)
        status = by_position_push(copy, move, error);
    if (!status)
        by_position_node(copy, &after);
    while (!status && !*is_repeated && !by_position_pop(copy, NULL)) {
        by_position_node(copy, &before);
        *is_repeated = before.key == after.key;
    }
    by_position_destroy(copy);
    return status;
}

/* Runs the search without the excluded moves, as long as there are others. */
static by_status run_without(struct gtp *gtp, by_position *position, const struct excluded *excluded,
                             struct by_limits *limits, struct by_result *result, by_error *error)
{
    by_move others[GTP_POINTS_MOST + 1];
    size_t count;

    if (excluded->count && list_others(position, excluded, others, &count)) {
        limits->root_moves = others;
        limits->root_move_count = count;
    }
    return by_search_run(gtp->search, position, limits, NULL, result, error);
}

/* Searches, and if the move repeats the game, once more without it; in the end one has to pass. */
static by_status find_move(struct gtp *gtp, by_position *position, struct excluded *excluded, struct by_limits *limits,
                           struct choice *choice, by_error *error)
{
    enum { TRIES = 3 };
    bool is_repeated = true;
    by_status status = BY_OK;

    for (int i = 0; i < TRIES && is_repeated && !status; i++) {
        struct by_result result;

        status = run_without(gtp, position, excluded, limits, &result, error);
        if (status)
            return status;
        gtp_clock_take(&gtp->clock, choice->colour, result.time_us / 1000);
        choice->resigns = is_hopeless(gtp, &result);
        gtp_move_of(gtp, result.best, &choice->colour, &choice->point);
        if (choice->point == GTP_PASS)
            return BY_OK;
        status = find_repetition(position, result.best, &is_repeated, error);
        excluded->moves[excluded->count++] = result.best;
    }
    if (is_repeated)
        choice->point = GTP_PASS;
    return status;
}

static by_status search(struct gtp *gtp, const struct gtp_board *board, bool may_pass, struct choice *choice,
                        by_error *error)
{
    struct by_limits limits = gtp_player_limits(gtp, board, choice->colour);
    struct excluded excluded = {.count = 0};
    by_position *position;
    struct gtp_hints hints;
    by_status status = gtp_make_player(gtp, error);

    if (!may_pass)
        excluded.moves[excluded.count++] = gtp_move_at(gtp, choice->colour, GTP_PASS);
    if (!status)
        status = gtp_position_for(gtp, board, choice->colour, &position, error);
    if (!status && !take_hints(gtp, board, choice->colour, &hints, &limits))
        return BY_OK; /* and the failure is told */
    return status ? status : find_move(gtp, position, &excluded, &limits, choice, error);
}

/* False: the command has failed. */
static bool choose(struct gtp *gtp, char *rest, bool cleans_up, struct choice *choice)
{
    struct gtp_board board;
    by_error error = {0};
    bool is_done;

    *choice = (struct choice){.point = GTP_PASS};
    if (!gtp_take_colour(gtp, &rest, &choice->colour) || !gtp_take_end(gtp, rest) || !gtp_look(gtp, &board))
        return false;
    is_done = cleans_up
                  ? !gtp_has_dead(gtp, choice->colour ^ 1)
                  : wins_by_pass(gtp, &board, choice->colour) || (board.passes == 1 && gtp_is_won(gtp, choice->colour));
    if (is_done || gtp->has_failed)
        return !gtp->has_failed;
    if (search(gtp, &board, !cleans_up, choice, &error))
        gtp_fail_error(gtp, &error);
    return !gtp->has_failed;
}

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

/* For tests of players: neither does what was thought before matter, nor does it take time from a clock. */
static void run_reg_genmove(struct gtp *gtp, char *rest)
{
    struct gtp_clock clock = gtp->clock;
    struct choice choice;

    gtp_forget_player(gtp);
    if (choose(gtp, rest, false, &choice))
        gtp_print_vertex(&gtp->start, choice.point, &gtp->answer);
    gtp->clock = clock;
}

static void make_move(struct gtp *gtp, char *rest, bool cleans_up)
{
    struct choice choice;

    if (!choose(gtp, rest, cleans_up, &choice))
        return;
    gtp_clock_move(&gtp->clock, choice.colour);
    if (choice.resigns)
        by_text_add(&gtp->answer, "resign");
    else if (gtp_play(gtp, choice.colour, choice.point))
        gtp_print_vertex(&gtp->start, choice.point, &gtp->answer);
}

static void run_genmove(struct gtp *gtp, char *rest)
{
    make_move(gtp, rest, false);
}

/* As the server KGS asks for it when the players do not agree on dead stones: they are taken first. */
static void run_genmove_cleanup(struct gtp *gtp, char *rest)
{
    make_move(gtp, rest, true);
}

const struct gtp_command gtp_player_commands[] = {
    {"genmove", run_genmove},
    {"reg_genmove", run_reg_genmove},
    {"kgs-genmove_cleanup", run_genmove_cleanup},
    {0},
};
