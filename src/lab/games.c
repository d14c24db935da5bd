/* SPDX-License-Identifier: MIT */
#include "lab/games.h"

#include <stdlib.h>

enum { SEARCHES_MOST = 100000 };

/* A player: a variant with its limit. */
struct player {
    by_search *search;
    struct by_limits limits;
};

struct play {
    const struct lab_experiment *experiment;
    const struct lab_task *task;
    by_position *position;
    struct player own, other; /* no search of `other`: every line */
    int own_side;
    int max_moves;
    int64_t plies; /* games played */
    uint64_t won, drawn, lost;
    uint64_t searches;
    struct by_result *sum;
};

/* ---- One side -------------------------------------------------------------------------------------------------- */

static by_status open_player(const struct lab_experiment *experiment, const struct lab_task *task, const by_stop *stop,
                             struct player *out, by_error *error)
{
    const struct lab_variant *variant = &experiment->variants[task->variant];

    out->limits = lab_search_limits(experiment, task->limit);
    out->limits.stop = stop;
    return by_search_create(variant->game, variant->method, lab_task_seeding(experiment, task).options, &out->search,
                            error);
}

static by_status find_move(struct play *p, struct player *player, by_move *out, by_error *error)
{
    struct by_result result = {BY_SIZE(by_result)};
    by_status status;

    if (p->searches++ >= SEARCHES_MOST)
        return by_error_set(
            error, BY_ERROR_UNSUPPORTED,
            "variant %.40s, position %.40s: playing against every line (plays lines) takes more than %d "
            "searches",
            p->experiment->variants[p->task->variant].name, p->experiment->positions[p->task->position].id,
            SEARCHES_MOST);
    by_search_clear(player->search);
    status = by_search_run(player->search, p->position, &player->limits, NULL, &result, error);
    if (status)
        return status;
    p->sum->nodes += result.nodes;
    p->sum->evaluations += result.evaluations;
    p->sum->time_us += result.time_us;
    if (result.stopped == BY_STOPPED_ASKED)
        p->sum->stopped = BY_STOPPED_ASKED;
    *out = result.best;
    return BY_OK;
}

/* ---- The game -------------------------------------------------------------------------------------------------- */

static void count_end(struct play *p, const struct by_node *node)
{
    by_value value = node->side == p->own_side ? node->value : -node->value;

    p->won += value > 0;
    p->drawn += value == 0;
    p->lost += value < 0;
}

static by_status play_on(struct play *p, by_error *error);

static by_status play_move(struct play *p, by_move move, by_error *error)
{
    by_status status = by_position_push(p->position, move, error);

    if (status)
        return status;
    p->plies++;
    status = play_on(p, error);
    p->plies--;
    return status ? status : by_position_pop(p->position, error);
}

static by_status play_all(struct play *p, const struct by_moves *moves, by_error *error)
{
    by_status status = BY_OK;

    for (int i = 0; i < moves->count && !status; i++)
        status = play_move(p, moves->list[i].move, error);
    return status;
}

static bool is_long(const struct play *p)
{
    return p->experiment->plies && p->plies >= p->experiment->plies;
}

/* Plays from here to the end, on all lines of the opponent. */
static by_status play_on(struct play *p, by_error *error)
{
    struct by_moves moves = {.list = calloc((size_t)p->max_moves, sizeof *moves.list)};
    by_status status = BY_OK;
    struct by_node node;
    by_move move = BY_MOVE_NONE;

    if (!moves.list)
        return by_error_no_memory(error);
    by_position_node(p->position, &node);
    if (!node.is_over)
        by_position_moves(p->position, BY_MOVES_ALL, &moves);
    if (lab_is_over(p->experiment))
        p->sum->stopped = BY_STOPPED_ASKED;
    if (p->sum->stopped == BY_STOPPED_ASKED) {
        /* we will not keep its results */
    } else if (node.is_over || !moves.count) {
        count_end(p, &node);
    } else if (is_long(p)) {
        p->drawn++;
    } else if (node.side != p->own_side && !p->other.search) {
        status = play_all(p, &moves, error);
    } else {
        status = find_move(p, node.side == p->own_side ? &p->own : &p->other, &move, error);
        if (!status)
            status = play_move(p, move, error);
    }
    free(moves.list);
    return status;
}

/* Plays with both colours. */
static by_status play_rival(struct play *p, const struct lab_rival *rival, const by_stop *stop, by_error *error)
{
    by_status status = BY_OK;

    if (rival->variant != LAB_EVERY_LINE) {
        const struct lab_task other = {.variant = (size_t)rival->variant,
                                       .limit = lab_greatest_limit(&p->experiment->variants[rival->variant])};

        status = open_player(p->experiment, &other, stop, &p->other, error);
    }
    p->won = p->drawn = p->lost = 0;
    for (p->own_side = 0; p->own_side < 2 && !status; p->own_side++)
        status = play_on(p, error);
    by_search_destroy(p->other.search);
    p->other.search = NULL;
    return status;
}

/* ---- All games ------------------------------------------------------------------------------------------------- */

static by_status play_rivals(struct play *p, const by_stop *stop, struct by_counter *counter, by_error *error)
{
    const char *id = p->experiment->positions[p->task->position].id;
    by_status status = lab_check_games(p->experiment, p->position, id, error);
    struct by_extent extent;

    by_position_extent(p->position, &extent);
    p->max_moves = extent.max_moves;
    for (size_t i = 0; i < p->experiment->rival_count && !status; i++) {
        const struct lab_rival *rival = &p->experiment->rivals[i];

        status = play_rival(p, rival, stop, error);
        *counter++ = (struct by_counter){rival->won, p->won};
        *counter++ = (struct by_counter){rival->drawn, p->drawn};
        *counter++ = (struct by_counter){rival->lost, p->lost};
    }
    return status;
}

by_status lab_games_play(const struct lab_experiment *experiment, const struct lab_task *task, const by_stop *stop,
                         struct by_counter **counters, struct by_result *result, by_error *error)
{
    const struct lab_variant *variant = &experiment->variants[task->variant];
    struct play p = {.experiment = experiment, .task = task, .sum = result};
    by_status status;

    *result = (struct by_result){BY_SIZE(by_result), .best = BY_MOVE_NONE, .stopped = BY_STOPPED_DONE};
    *counters = calloc(3 * experiment->rival_count, sizeof **counters);
    if (!*counters)
        return by_error_no_memory(error);
    result->counters = *counters;
    result->counter_count = 3 * experiment->rival_count;
    status = open_player(experiment, task, stop, &p.own, error);
    if (!status)
        status = lab_position_open(experiment, variant, task->position, &p.position, error);
    if (!status)
        status = play_rivals(&p, stop, *counters, error);
    by_search_destroy(p.own.search);
    by_position_destroy(p.position);
    return status;
}
