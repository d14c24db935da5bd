/* SPDX-License-Identifier: MIT
 *
 * The options of Monte Carlo tree search. None is exact: samples are estimates, and the solver proves who wins, not by
 * how much.
 */
#include <math.h>

#include "search/mcts/mcts.h"

static const char *const selections[] = {"ucb1", "puct", NULL};
static const char *const finals[] = {"robust_child", "max_child", "secure_child", NULL};
static const char *const playouts[] = {"moves", "uniform", "informed", "none", NULL};
static const char *const parallels[] = {"tree", "root", NULL};
static const char *const prunings[] = {"off", "half", "lead", NULL};

#define OPTIONS struct mc_options

const struct by_option by__mc_options[] = {
    BY__NUMBER(SELECTIVE, seed, 0, 1 << 30, 1,
               "Seed of the random numbers. On one thread, the same seed gives the same search.", NULL),
    BY__NUMBER(SELECTIVE, iterations, 0, 1 << 30, 10000,
               "Iterations of a run without a limit of nodes or time; 0: until it is stopped.", NULL),
    BY__CHOICE(SELECTIVE, selection, selections, 0,
               "Selection formula: mean and visits only (ucb1), or with the priors of the game (puct).",
               "Auer et al. 2002; Kocsis & Szepesvári 2006; Rosin 2011"),
    BY__NUMBER_AT(SELECTIVE, "exploration", exploration_permille, 0, 100000, 1414,
                  "Exploration constant C of the selection, in thousandths.", "Kocsis & Szepesvári 2006"),
    BY__CHOICE(SELECTIVE, final, finals, 0,
               "Which move to play: the most visited (robust_child), the one with the highest mean (max_child), or "
               "with the highest lower bound (secure_child).",
               "Chaslot et al. 2008"),
    BY__NUMBER_AT(SELECTIVE, "secure", secure_permille, 0, 100000, 1000,
                  "With final=secure_child, the constant A of mean - A / sqrt(visits), in thousandths.",
                  "Chaslot et al. 2008"),
    BY__CHOICE(SELECTIVE, absolute_pruning, prunings, 0,
               "Stop when no other move can become the most visited: with more than half of all visits (half), or with "
               "a lead greater than the visits that remain (lead). Requires final=robust_child.",
               "Huang et al. 2010"),
    BY__SWITCH(SELECTIVE, widening, 0, "Progressive widening: open the moves of a node one by one as its visits grow.",
               "Coulom 2007; Chaslot et al. 2008"),
    BY__NUMBER(
        SELECTIVE, widening_c, 1, 1000000, 40,
        "With widening, the number of visits c that opens the second move; each further move takes c * d^i more.",
        "Coulom 2007"),
    BY__NUMBER_AT(SELECTIVE, "widening_d", widening_d_permille, 1001, 10000, 1400,
                  "With widening, the factor d, in thousandths.", "Coulom 2007"),
    BY__NUMBER(SELECTIVE, expand_visits, 1, 1000000, 1, "Number of visits after which a node is expanded.",
               "Coulom 2006"),
    BY__SWITCH(SELECTIVE, solver, 1,
               "MCTS-Solver: back up proved wins, losses and draws as bounds, and do not visit solved nodes.",
               "Winands, Björnsson & Saito 2008; Cazenave & Saffidine 2010"),
    BY__SWITCH(SELECTIVE, rave, 0, "Rapid action value estimation: a move also counts when its side makes it later.",
               "Gelly & Silver 2007"),
    BY__NUMBER(SELECTIVE, rave_equivalence, 1, 10000000, 3500,
               "With rave, the k of its weight a / (a + n + a n / k), where a counts later moves and n visits.",
               "Gelly & Silver 2007"),
    BY__NUMBER_AT(
        SELECTIVE, "progressive_bias", progressive_bias_permille, 0, 100000, 0,
        "What a prior of 1 adds to the urgency of an unvisited move, in thousandths; it fades with visits. 0: off.",
        "Chaslot et al. 2008"),
    BY__NUMBER_AT(SELECTIVE, "first_play_urgency", first_play_urgency_permille, 0, 100000, 0,
                  "Urgency of unvisited moves, in thousandths; 0: with ucb1 they come before all others.",
                  "Gelly & Wang 2006"),
    BY__NUMBER_AT(SELECTIVE, "implicit_minimax", implicit_minimax_percent, 0, 100, 0,
                  "Implicit minimax backups: weight of evaluations backed up by minimax in the urgency, in percent; "
                  "the mean has the rest.",
                  "Lanctot et al. 2014"),
    BY__CHOICE(
        SELECTIVE, playouts, playouts, MC_PLAYOUTS_UNIFORM,
        "How to play out: random moves from the game's move lists (moves), or by a function of the game if it has one "
        "(uniform); moves chosen with the game's knowledge (informed); or no playout but the game's evaluation (none).",
        "Gelly et al. 2006"),
    BY__NUMBER(SELECTIVE, playout_plies, 0, BY_MAX_PLY, 0,
               "Number of moves after which the evaluation ends a playout; 0: play to the end of the game.",
               "Lorentz 2008"),
    BY__NUMBER(SELECTIVE, scale, 1, 1000000, 300,
               "Evaluation that stands for a winning chance of 73 %: the scale of a logistic curve.", NULL),
    BY__SWITCH(SELECTIVE, priors, 0,
               "Use the game's prior knowledge of moves, if it has any, for their order and in the selection.",
               "Gelly & Silver 2007; Chaslot et al. 2008"),
    BY__SWITCH(SELECTIVE, reuse, 1, "Continue with the tree of the last run if the game has reached a position in it.",
               NULL),
    BY__SWITCH(SELECTIVE, transpositions, 0,
               "Share moves between paths that lead to the same position, where the path does not matter.",
               "Childs, Brodeur & Kocsis 2008"),
    BY__NUMBER(RESOURCE, threads, 1, MC_MAX_THREADS, 1, "Number of search threads.",
               "Chaslot, Winands & van den Herik 2008"),
    BY__CHOICE(SELECTIVE, parallel, parallels, 0,
               "With several threads: grow one tree without locks (tree), or one tree for each thread, and add up "
               "their statistics of the root moves (root).",
               "Cazenave & Jouandeau 2007; Chaslot, Winands & van den Herik 2008; Enzenberger & Müller 2009"),
    BY__NUMBER(SELECTIVE, virtual_loss, 1, MC_MAX_VIRTUAL_LOSS, 1,
               "With several threads in one tree: count a visit as this many losses until its result is known, so that "
               "other threads go elsewhere.",
               "Chaslot, Winands & van den Herik 2008"),
    BY__MEMORY_ROW,
    {0},
};

const struct by_preset by__mc_presets[] = {
    {"plain", "solver=off reuse=off", "UCT as published: four phases; the most visited move is played."},
    {"full",
     "solver=on rave=on priors=on playouts=informed first_play_urgency=1000 exploration=500 absolute_pruning=lead",
     "MCTS-Solver, RAVE, the game's knowledge, first-play urgency, and a stop as soon as the choice is certain."},
    {"rave",
     "solver=on rave=on priors=on playouts=informed first_play_urgency=1000 exploration=0 absolute_pruning=lead",
     "The same without exploration other than that of RAVE; for games such as Go, where a move is often as good "
     "later."},
    {"evaluated", "playouts=none exploration=60 implicit_minimax=80 priors=on progressive_bias=500",
     "For games whose evaluation is better than random playouts: no playouts, evaluations backed up by minimax, "
     "priors."},
    {0},
};

/* t(0) = 0, t(i + 1) = t(i) + ceil(c * d^i). */
static void set_widening(struct mc_options *out, double c, double d)
{
    uint64_t visits = 0;

    for (int i = 0; i < MC_MAX_WIDENING; i++) {
        out->opens_at[i] = visits;
        if (visits <= UINT32_MAX)
            visits += (uint64_t)ceil(c - 1e-6); /* a product of thousandths may be a trifle too great */
        c = c * d < UINT32_MAX ? c * d : UINT32_MAX;
    }
}

void by__mc_options_read(struct mc_options *out, const by_options *options)
{
    by_options_read(options, out);
    out->exploration = out->exploration_permille / 1000.0;
    out->secure = out->secure_permille / 1000.0;
    out->progressive_bias = out->progressive_bias_permille / 1000.0;
    out->first_play_urgency = out->first_play_urgency_permille / 1000.0;
    out->implicit_minimax = out->implicit_minimax_percent / 100.0;
    out->trees = out->parallel == MC_PARALLEL_ROOT ? out->threads : 1;
    out->inverse_roots[0] = out->roots_of_logs[0] = 0;
    for (uint32_t size = 1; size < MC_SIZES; size++) {
        out->inverse_roots[size] = 1 / sqrt(mc_min_of_size(size));
        out->roots_of_logs[size] = sqrt(log(mc_min_of_size(size)));
    }
    out->is_plain =
        out->selection == MC_UCB1 && !out->rave && !(out->progressive_bias > 0) && !(out->implicit_minimax > 0);
    set_widening(out, out->widening_c, out->widening_d_permille / 1000.0);
}
