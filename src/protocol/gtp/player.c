/* SPDX-License-Identifier: MIT
 *
 * GTP: moves of our own, by Monte Carlo tree search with the hints of the capture solver (hints.c).
 *
 * When the other side has passed and the game is won without the dead stones, and as it stands as well or beyond doubt,
 * we pass; when it is lost beyond hope, we resign. On one thread the same commands with the same settings give the same
 * moves, if it is iterations that limit them.
 */
#include <stdlib.h>

#include "protocol/gtp/session.h"

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

static int side_of(by_position *position)
{
    struct by_node node;

    by_position_node(position, &node);
    return node.side;
}

/* Makes it this side's turn, with the history that superko looks at: passes at the end are taken back as far as need
 * be, else the other side passes. */
static by_status turn(struct gtp *gtp, int passes, int colour, by_error *error)
{
    by_position *position = gtp->turned;
    by_status status = BY_OK;

    for (; !status && passes > 0 && (passes == 2 || side_of(position) != colour); passes--)
        status = by_position_pop(position, error);
    if (!status && side_of(position) != colour)
        status = by_position_push(position, gtp_move_at(gtp, colour ^ 1, GTP_PASS), error);
    return status;
}

by_status gtp_position_for(struct gtp *gtp, const struct gtp_board *board, int colour, by_position **out,
                           by_error *error)
{
    by_status status;

    *out = gtp->position;
    if (board->side == colour && board->passes < 2)
        return BY_OK;
    by_position_destroy(gtp->turned);
    gtp->turned = NULL;
    status = by_position_copy(gtp->position, &gtp->turned, error);
    if (!status)
        status = turn(gtp, board->passes, colour, error);
    *out = gtp->turned;
    return status;
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* About how many moves a side makes in a game, and how many it has at least still to make. */
static int moves_to_come(const struct gtp *gtp, const struct gtp_board *board)
{
    size_t length;
    int expected = board->size * board->size * 2 / 5, min = board->size;

    (void)by_position_history(gtp->position, &length);
    return expected - (int)length / 2 > min ? expected - (int)length / 2 : min;
}

static struct by_limits limits_of(const struct gtp *gtp, const struct gtp_board *board, int colour)
{
    struct by_limits limits = {BY_SIZE(by_limits),
                               .time_ms = gtp_clock_share(&gtp->clock, colour, moves_to_come(gtp, board)),
                               .nodes = (uint64_t)gtp_setting(gtp, "player_iterations"), .stop = gtp->bounds.stop};

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

/* Whether a pass, the second in a row, ends the game with a win on the board as it stands. */
static bool stands_won(struct gtp *gtp, int colour)
{
    struct by_node node;
    bool wins;

    if (!gtp_play(gtp, colour, GTP_PASS))
        return false;
    by_position_node(gtp->position, &node);
    wins = node.is_over && (node.side == colour ? node.value > 0 : node.value < 0);
    gtp_undo(gtp);
    return wins;
}

/* After a pass of the other side: whether the game is won without the dead stones, and either as it stands as well or
 * beyond doubt. */
static bool wins_by_pass(struct gtp *gtp, const struct gtp_board *board, int colour)
{
    struct gtp_outcome outcome;

    if (board->passes != 1 || board->side != colour || !gtp_judge(gtp, colour, &outcome) || outcome.lead <= 0)
        return false;
    return stands_won(gtp, colour) || (outcome.is_settled && outcome.lead > outcome.open);
}

static bool is_hopeless(const struct gtp *gtp, const struct by_result *result)
{
    enum { MIN_VISITS = 500 }; /* fewer visits decide nothing */
    const struct by_line *best = result->lines;

    return result->line_count && best->visits + result->nodes >= MIN_VISITS &&
           (double)best->mean * 100 < gtp_setting(gtp, "resign");
}

enum { READING_PERCENT = 10 }; /* of the time */

/* Lets the solver read first. False: the command has failed. */
static bool read_hints(struct gtp *gtp, const struct gtp_board *board, int colour, struct gtp_hints *hints,
                       struct by_limits *limits)
{
    int64_t time_us = limits->time_ms * 1000 * READING_PERCENT / 100;

    if (!gtp_setting(gtp, "read_blocks"))
        return true;
    if (!gtp_read_blocks(gtp, board, colour, time_us, hints))
        return false;
    limits->hints = hints->list;
    limits->hint_count = (size_t)hints->count;
    return true;
}

/* The moves that are to be considered, if not all of them are. */
struct considered {
    by_move moves[GTP_MAX_POINTS + 1];
    size_t count;
    bool is_all;
};

/* The keys of all positions of the game so far. `copy` is left at the first of them. */
static uint64_t *list_keys(by_position *copy, size_t *count)
{
    struct by_node node;
    uint64_t *keys;

    (void)by_position_history(copy, count);
    keys = malloc((*count + 1) * sizeof *keys);
    for (size_t i = 0; keys && i <= *count; i++) {
        by_position_node(copy, &node);
        keys[i] = node.key;
        (void)by_position_pop(copy, NULL);
    }
    ++*count;
    return keys;
}

/* Whether the move repeats an earlier position. Some rules allow that, but games should end. */
static bool is_repetition(by_position *position, by_move move, const uint64_t *keys, size_t count)
{
    struct by_node node;

    if (by_position_push(position, move, NULL))
        return true;
    by_position_node(position, &node);
    (void)by_position_pop(position, NULL);
    for (size_t i = 0; i < count; i++)
        if (keys[i] == node.key)
            return true;
    return false;
}

/* All moves except repetitions and, unless `may_pass`, the pass; only the pass if no other move is left. */
static by_status consider(by_position *position, by_move pass, bool may_pass, struct considered *out, by_error *error)
{
    struct by_move_info infos[GTP_MAX_POINTS + 1];
    struct by_moves moves = {.list = infos};
    by_position *copy = NULL;
    uint64_t *keys;
    size_t key_count;
    by_status status = by_position_copy(position, &copy, error);

    if (status)
        return status;
    keys = list_keys(copy, &key_count);
    by_position_destroy(copy);
    if (!keys)
        return by_error_no_memory(error);
    by_position_moves(position, BY_MOVES_ALL, &moves);
    out->count = 0;
    for (int i = 0; i < moves.count; i++)
        if (infos[i].move == pass ? may_pass : !is_repetition(position, infos[i].move, keys, key_count))
            out->moves[out->count++] = infos[i].move;
    if (!out->count)
        out->moves[out->count++] = pass;
    out->is_all = out->count == (size_t)moves.count;
    free(keys);
    return BY_OK;
}

static by_status search(struct gtp *gtp, const struct gtp_board *board, bool may_pass, struct choice *choice,
                        by_error *error)
{
    struct by_limits limits = limits_of(gtp, board, choice->colour);
    struct considered considered;
    by_position *position;
    struct by_result result = {BY_SIZE(by_result)};
    struct gtp_hints hints;
    by_status status = gtp_make_player(gtp, error);

    if (!status)
        status = gtp_position_for(gtp, board, choice->colour, &position, error);
    if (!status)
        status = consider(position, gtp_move_at(gtp, choice->colour, GTP_PASS), may_pass, &considered, error);
    if (!status && !read_hints(gtp, board, choice->colour, &hints, &limits))
        return BY_OK; /* the command has failed */
    if (status)
        return status;
    limits.root_moves = considered.is_all ? NULL : considered.moves;
    limits.root_move_count = considered.is_all ? 0 : considered.count;
    limits.time_ms = gtp_time_left(gtp, limits.time_ms);
    limits.plays_on = true;
    status = by_search_run(gtp->search, position, &limits, NULL, &result, error);
    if (status)
        return status;
    choice->resigns = is_hopeless(gtp, &result);
    choice->point = gtp_move_of(gtp, result.best).point;
    return BY_OK;
}

/* False: the command has failed. */
static bool choose(struct gtp *gtp, const struct gtp_arguments *a, bool cleans_up, struct choice *choice)
{
    by_error error = {0};
    bool may_pass;

    *choice = (struct choice){.colour = a->colour, .point = GTP_PASS};
    if (!cleans_up && wins_by_pass(gtp, &a->board, choice->colour))
        return true;
    may_pass = !cleans_up || !gtp_has_dead(gtp, choice->colour ^ 1);
    if (gtp->has_failed)
        return false;
    if (search(gtp, &a->board, may_pass, choice, &error))
        gtp_fail_error(gtp, &error);
    choice->resigns &= !cleans_up;
    return !gtp->has_failed;
}

/* ---- Commands ---------------------------------------------------------------------------------------------------- */

/* For tests of players: ignores earlier searches and clocks. */
static void run_reg_genmove(struct gtp *gtp, struct gtp_arguments *a)
{
    struct choice choice;

    gtp_forget_player(gtp);
    if (choose(gtp, a, false, &choice))
        by_text_add(&gtp->answer, gtp_vertex(&gtp->start, choice.point).text);
}

static void make_move(struct gtp *gtp, const struct gtp_arguments *a, bool cleans_up)
{
    struct choice choice;

    if (!choose(gtp, a, cleans_up, &choice))
        return;
    gtp_clock_spend(&gtp->clock, choice.colour, gtp_elapsed_ms(gtp));
    gtp_clock_move(&gtp->clock, choice.colour);
    if (choice.resigns)
        by_text_add(&gtp->answer, "resign");
    else if (gtp_play(gtp, choice.colour, choice.point))
        by_text_add(&gtp->answer, gtp_vertex(&gtp->start, choice.point).text);
    else if (!gtp->has_failed)
        gtp_fail(gtp, "the player's move is not legal here");
}

static void run_genmove(struct gtp *gtp, struct gtp_arguments *a)
{
    make_move(gtp, a, false);
}

/* As the server KGS asks for it when the players do not agree on dead stones: they are taken first. */
static void run_genmove_cleanup(struct gtp *gtp, struct gtp_arguments *a)
{
    make_move(gtp, a, true);
}

const struct gtp_command gtp_player_commands[] = {
    {"genmove", run_genmove, GTP_ON_SIDE},
    {"reg_genmove", run_reg_genmove, GTP_ON_SIDE},
    {"kgs-genmove_cleanup", run_genmove_cleanup, GTP_ON_SIDE},
    {0},
};
