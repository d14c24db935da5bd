/* SPDX-License-Identifier: MIT
 *
 * Random playouts: by the game's own function, if it has one, else from its lists of moves. A playout that reaches its
 * limit is evaluated.
 */
#include <math.h>

#include "search/mcts/mcts.h"

int by__mc_result(by_value value, uint8_t side)
{
    by_value first = side == 0 ? value : -value;

    return first > 0 ? MC_WIN : first < 0 ? MC_LOSS : MC_DRAW;
}

/* A logistic curve makes a chance of the first side's of an evaluation. */
static double chance_of(const struct mc_walk *w, by_value value, uint8_t side)
{
    double chance = 1 / (1 + exp(-(double)value / w->opt->scale));

    return side == 0 ? chance : 1 - chance;
}

void by__mc_count_evaluation(struct mc_walk *w)
{
    w->evaluations++;
    by__control_count_evaluation(w->control);
}

double by__mc_estimate(struct mc_walk *w)
{
    by__mc_count_evaluation(w);
    return chance_of(w, w->type->evaluation ? w->type->evaluation->evaluate(w->state) : 0, w->node.side);
}

/* A chance in quarters: the one below or the one above at random, so that their mean is the chance. */
static int drawn(struct mc_walk *w, double chance)
{
    double exact = chance * MC_WIN;
    int quarters = (int)exact;
    double rest = exact - quarters;

    if (rest > 0 && (double)by_random_below(&w->random, 1 << 30) < rest * (1 << 30))
        quarters++;
    return quarters;
}

/* Records the playout for observers. */
static void record_playout(struct mc_walk *w, int plies, int moves, bool is_estimated)
{
    w->had_playout = true;
    w->is_estimated = is_estimated;
    w->playout_plies = plies;
    w->playout_moves = moves;
}

/* Through the lists of the game. */
static int play_moves(struct mc_walk *w, int ply, int max_plies)
{
    int made = 0, quarters;
    bool is_over = false;

    while (!is_over && made < max_plies) {
        const struct by_move_info *move = &w->list.list[by_random_below(&w->random, (uint32_t)w->list.count)];

        mc_record_move(w, move->piece_to, ply + made);
        w->made[made] = move->move;
        w->rules->push(w->state, move->move);
        made++;
        is_over = by__mc_list_moves(w, ply + made);
    }
    if (is_over)
        by__mc_count_evaluation(w);
    quarters = is_over ? by__mc_result(w->node.value, w->node.side) : drawn(w, by__mc_estimate(w));
    w->count[MC_COUNT_PLAYOUT_PLIES] += (uint64_t)made;
    record_playout(w, made, made, !is_over);
    while (made--)
        w->rules->pop(w->state, w->made[made]);
    return quarters;
}

/* By the game itself, which needs no room for it: only moves beyond those that there is room for are not noted. */
static int let_play(struct mc_walk *w, int ply, int max_plies)
{
    struct by_playout playout = {.style = w->opt->playouts == MC_PLAYOUTS_INFORMED ? BY_PLAYOUT_INFORMED
                                                                                   : BY_PLAYOUT_UNIFORM,
                                 .max_plies = w->has_depth || w->opt->playout_plies ? max_plies : 0,
                                 .slots = w->opt->rave ? w->played : NULL,
                                 .room = max_plies};
    by_value value = w->type->sampling->playout(w->state, &w->random, &playout);

    for (int i = 0; i < playout.count; i++)
        mc_record_move(w, w->played[i], ply + i);
    w->count[MC_COUNT_PLAYOUT_PLIES] += (uint64_t)playout.plies;
    record_playout(w, playout.plies, 0, playout.is_cut);
    by__mc_count_evaluation(w);
    if (!playout.is_cut)
        return by__mc_result(value, w->node.side);
    return drawn(w, chance_of(w, value, w->node.side));
}

int by__mc_playout(struct mc_walk *w, int ply)
{
    const struct by_sampling *sampling = w->type->sampling;
    int max_plies = w->plies - ply;

    if (w->opt->playout_plies && w->opt->playout_plies < max_plies)
        max_plies = w->opt->playout_plies;
    if (w->opt->playouts == MC_PLAYOUTS_NONE)
        max_plies = 0;
    if (max_plies > 0 && w->opt->playouts != MC_PLAYOUTS_MOVES && sampling && sampling->playout)
        return let_play(w, ply, max_plies);
    return play_moves(w, ply, max_plies);
}
