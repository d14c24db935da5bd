/* SPDX-License-Identifier: MIT
 *
 * The options of Monte Carlo tree search. None is exact: what is sampled is an estimate, and what the solver proves is
 * who wins, not by how much.
 */
#include <math.h>

#include "search/mcts/mcts.h"

static const char *const selections[] = {"ucb1", "puct", NULL};
static const char *const finals[] = {"robust_child", "max_child", "secure_child", NULL};
static const char *const playouts[] = {"moves", "uniform", "informed", "none", NULL};
static const char *const parallels[] = {"tree", "root", NULL};
static const char *const prunings[] = {"off", "half", "lead", NULL};

const struct by_option by__mc_options[] = {
    {.name = "seed",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 1,
     .least = 0,
     .most = 1 << 30,
     .help = "The seed of the random numbers: on one thread the same seed gives the same search."},
    {.name = "iterations",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 10000,
     .least = 0,
     .most = 1 << 30,
     .help = "The iterations of a run without a limit of nodes or time; 0: until it is stopped."},
    {.name = "selection",
     .kind = BY_OPTION_CHOICE,
     .effect = BY_EFFECT_SELECTIVE,
     .choices = selections,
     .help = "The urgency of a move: by its mean and its visits alone, or by the game's priors too.",
     .paper = "Auer et al. 2002; Kocsis & Szepesvári 2006; Rosin 2011"},
    {.name = "exploration",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 1414,
     .least = 0,
     .most = 100000,
     .help = "The constant C of the selection, in thousandths.",
     .paper = "Kocsis & Szepesvári 2006"},
    {.name = "final",
     .kind = BY_OPTION_CHOICE,
     .effect = BY_EFFECT_SELECTIVE,
     .choices = finals,
     .help = "The move that is played: the most visited, that of the best mean, or that of the best lower bound.",
     .paper = "Chaslot et al. 2008"},
    {.name = "secure",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 1000,
     .least = 0,
     .most = 100000,
     .help = "Of final=secure_child the constant A of mean - A / sqrt(visits), in thousandths.",
     .paper = "Chaslot et al. 2008"},
    {.name = "absolute_pruning",
     .kind = BY_OPTION_CHOICE,
     .effect = BY_EFFECT_SELECTIVE,
     .choices = prunings,
     .help = "Ends when no other move can be the most visited any more: by more than half of all visits, or by a lead "
             "greater than what remains. Only with final=robust_child.",
     .paper = "Huang et al. 2010"},
    {.name = "widening",
     .kind = BY_OPTION_SWITCH,
     .effect = BY_EFFECT_SELECTIVE,
     .help = "Progressive widening: the moves of a node open one after another as its visits grow.",
     .paper = "Coulom 2007; Chaslot et al. 2008"},
    {.name = "widening_c",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 40,
     .least = 1,
     .most = 1000000,
     .help = "Of widening the visits c after which the second move opens; between further ones c * d^i.",
     .paper = "Coulom 2007"},
    {.name = "widening_d",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 1400,
     .least = 1001,
     .most = 10000,
     .help = "Of widening the factor d, in thousandths.",
     .paper = "Coulom 2007"},
    {.name = "expand_visits",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 1,
     .least = 1,
     .most = 1000000,
     .help = "After how many visits a node gets its moves.",
     .paper = "Coulom 2006"},
    {.name = "solver",
     .kind = BY_OPTION_SWITCH,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 1,
     .help = "MCTS-Solver: proved wins, losses and draws go up the tree as bounds, and what is solved is not visited.",
     .paper = "Winands, Björnsson & Saito 2008; Cazenave & Saffidine 2010"},
    {.name = "rave",
     .kind = BY_OPTION_SWITCH,
     .effect = BY_EFFECT_SELECTIVE,
     .help = "Rapid action value estimation: a move also counts where its side makes it later.",
     .paper = "Gelly & Silver 2007"},
    {.name = "rave_equivalence",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 3500,
     .least = 1,
     .most = 10000000,
     .help = "Of rave the k of its share a / (a + n + a n / k), with a later moves and n visits.",
     .paper = "Gelly & Silver 2007"},
    {.name = "progressive_bias",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .least = 0,
     .most = 100000,
     .help = "What a prior of 1 adds to the urgency of a move without visits, in thousandths; it fades with visits. 0: "
             "off.",
     .paper = "Chaslot et al. 2008"},
    {.name = "first_play_urgency",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .least = 0,
     .most = 100000,
     .help = "The urgency of a move without visits, in thousandths; 0: with ucb1 it comes before all others.",
     .paper = "Gelly & Wang 2006"},
    {.name = "implicit_minimax",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .least = 0,
     .most = 100,
     .help = "The share of evaluations, backed up by minimax beside the means, in the urgency, in percent.",
     .paper = "Lanctot et al. 2014"},
    {.name = "playouts",
     .kind = BY_OPTION_CHOICE,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = MC_PLAYOUTS_UNIFORM,
     .choices = playouts,
     .help = "Through the game's lists of moves; the same by a function of the game, if it has one; with its "
             "knowledge; or none, and the game's evaluation in their place.",
     .paper = "Gelly et al. 2006"},
    {.name = "playout_plies",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .least = 0,
     .most = BY_MAX_PLY,
     .help = "After so many moves a playout ends with the game's evaluation; 0: it goes to the end of the game.",
     .paper = "Lorentz 2008"},
    {.name = "scale",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 300,
     .least = 1,
     .most = 1000000,
     .help = "The evaluation of which the chance to win is 73 %: the scale of a logistic curve."},
    {.name = "priors",
     .kind = BY_OPTION_SWITCH,
     .effect = BY_EFFECT_SELECTIVE,
     .help = "What the game thinks of moves beforehand orders them and weighs in the selection, if it thinks anything.",
     .paper = "Gelly & Silver 2007; Chaslot et al. 2008"},
    {.name = "reuse",
     .kind = BY_OPTION_SWITCH,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 1,
     .help = "Goes on with the tree of the run before, if the position has come out of that one."},
    {.name = "transpositions",
     .kind = BY_OPTION_SWITCH,
     .effect = BY_EFFECT_SELECTIVE,
     .help = "Positions that are reached in several ways share their moves, where the way does not matter.",
     .paper = "Childs, Brodeur & Kocsis 2008"},
    {.name = "threads",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_RESOURCE,
     .initial = 1,
     .least = 1,
     .most = MC_THREADS_MOST,
     .help = "How many threads search.",
     .paper = "Chaslot, Winands & van den Herik 2008"},
    {.name = "parallel",
     .kind = BY_OPTION_CHOICE,
     .effect = BY_EFFECT_SELECTIVE,
     .choices = parallels,
     .help = "With several threads: all grow one tree, without locks, or each grows a tree of its own, and what these "
             "know of the root's moves is added up.",
     .paper = "Cazenave & Jouandeau 2007; Chaslot, Winands & van den Herik 2008; Enzenberger & Müller 2009"},
    {.name = "virtual_loss",
     .kind = BY_OPTION_NUMBER,
     .effect = BY_EFFECT_SELECTIVE,
     .initial = 1,
     .least = 1,
     .most = MC_VIRTUAL_LOSS_MOST,
     .help = "With several threads in one tree: how many lost visits a visit counts as until its result is known, so "
             "that others go "
             "elsewhere.",
     .paper = "Chaslot, Winands & van den Herik 2008"},
    BY__MEMORY_ROW,
    {0},
};

const struct by_preset by__mc_presets[] = {
    {"plain", "solver=off reuse=off", "UCT as it was published: four phases, the most visited move."},
    {"full",
     "solver=on rave=on priors=on playouts=informed first_play_urgency=1000 exploration=500 absolute_pruning=lead",
     "The solver, RAVE, the game's knowledge, first-play urgency, and an end as soon as the choice is made."},
    {"rave",
     "solver=on rave=on priors=on playouts=informed first_play_urgency=1000 exploration=0 absolute_pruning=lead",
     "The same with no exploration but that of RAVE, as in Go, where a move is often as good later on."},
    {"evaluated", "playouts=none exploration=60 implicit_minimax=80 priors=on progressive_bias=500",
     "For games whose evaluation says more than random moves: no playouts, evaluations backed up by minimax, priors."},
    {0},
};

/* t(0) = 0, t(i + 1) = t(i) + ceil(c * d^i). */
static void set_widening(struct mc_options *out, double c, double d)
{
    uint64_t visits = 0;

    for (int i = 0; i < MC_WIDENING_MOST; i++) {
        out->opens_at[i] = visits;
        if (visits <= UINT32_MAX)
            visits += (uint64_t)ceil(c - 1e-6); /* a product of thousandths may be a trifle too great */
        c = c * d < UINT32_MAX ? c * d : UINT32_MAX;
    }
}

static double thousandths(const by_options *options, const char *name)
{
    return by_options_number(options, name) / 1000.0;
}

void by__mc_options_read(struct mc_options *out, const by_options *options)
{
    *out = (struct mc_options){.seed = (uint64_t)by_options_number(options, "seed"),
                               .iterations = (uint64_t)by_options_number(options, "iterations"),
                               .selection = (enum mc_selection)by_options_number(options, "selection"),
                               .exploration = thousandths(options, "exploration"),
                               .final = (enum mc_final)by_options_number(options, "final"),
                               .secure = thousandths(options, "secure"),
                               .absolute_pruning = (enum mc_pruning)by_options_number(options, "absolute_pruning"),
                               .widening = by_options_number(options, "widening"),
                               .expand_visits = (uint32_t)by_options_number(options, "expand_visits"),
                               .solver = by_options_number(options, "solver"),
                               .rave = by_options_number(options, "rave"),
                               .rave_equivalence = by_options_number(options, "rave_equivalence"),
                               .progressive_bias = thousandths(options, "progressive_bias"),
                               .first_play_urgency = thousandths(options, "first_play_urgency"),
                               .implicit_minimax = by_options_number(options, "implicit_minimax") / 100.0,
                               .playouts = (enum mc_playouts)by_options_number(options, "playouts"),
                               .priors = by_options_number(options, "priors"),
                               .reuse = by_options_number(options, "reuse"),
                               .transpositions = by_options_number(options, "transpositions"),
                               .threads = by_options_number(options, "threads"),
                               .parallel = (enum mc_parallel)by_options_number(options, "parallel"),
                               .virtual_loss = (uint32_t)by_options_number(options, "virtual_loss"),
                               .playout_plies = by_options_number(options, "playout_plies"),
                               .scale = by_options_number(options, "scale"),
                               .memory = (size_t)by_options_number(options, "memory_kib") * 1024};
    out->trees = out->parallel == MC_PARALLEL_ROOT ? out->threads : 1;
    for (uint32_t size = 1; size < MC_SIZES; size++) {
        out->inverse_roots[size] = 1 / sqrt(mc_least_of_size(size));
        out->roots_of_logs[size] = sqrt(log(mc_least_of_size(size)));
    }
    out->is_plain =
        out->selection == MC_UCB1 && !out->rave && !(out->progressive_bias > 0) && !(out->implicit_minimax > 0);
    set_widening(out, by_options_number(options, "widening_c"), thousandths(options, "widening_d"));
}
