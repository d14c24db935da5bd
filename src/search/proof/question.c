/* SPDX-License-Identifier: MIT
 *
 * The options of the proof-number searches, their question and its answer.
 */
#include "search/proof/proof.h"

/* ---- Options --------------------------------------------------------------------------------------------------- */

enum { PROVER_GAME, PROVER_MOVER, PROVER_FIRST };
enum { MAX_THREADS = 64 };

static const char *const provers[] = {"game", "mover", "first", "second", NULL};
static const char *const initials[] = {"unit", "game", NULL};
static const char *const sums[] = {"plain", "weak", "damped", NULL};
static const char *const loops[] = {"none", "tca", NULL};
static const char *const walkings[] = {"off", "on", "auto", NULL};
static const char *const collections[] = {"none", "small_tree", NULL};

#define OPTIONS struct pr_options

#define QUESTION_ROWS                                                                                                  \
    BY__CHOICE(QUESTION, prover, provers, 0,                                                                           \
               "Whose success to prove: of the side that the game names, else the side to move (game); of the side "   \
               "to move (mover); or of one side (first, second).",                                                     \
               NULL),                                                                                                  \
        BY__NUMBER(QUESTION, threshold, -BY_WIN, BY_WIN, BY_MIN_WIN,                                                   \
                   "Minimum value that the prover has to reach at the end of the game; the default is a win.", NULL)

#define NUMBER_ROWS(initial_numbers, paper_of_initial)                                                                 \
    BY__CHOICE(                                                                                                        \
        EXACT, initial, initials, (initial_numbers),                                                                   \
        "Proof and disproof numbers of a new position: one unit each (unit), or an estimate of the game (game).",      \
        (paper_of_initial)),                                                                                           \
        BY__CHOICE(EXACT, sum, sums, 0,                                                                                \
                   "How to add numbers: the sum (plain); the maximum and one unit for each further move (weak); or "   \
                   "the maximum and rest_percent of the others (damped).",                                             \
                   "Ueda et al. 2008"),                                                                                \
        BY__NUMBER(EXACT, rest_percent, 0, 100, 25,                                                                    \
                   "With sum=damped, how much of the numbers other than the maximum counts. Moves may share "          \
                   "subtrees, which are counted several times; a smaller percentage counts them less.",                \
                   NULL)

#define DEPTH_FIRST_ROWS                                                                                               \
    BY__NUMBER(EXACT, edge_cost, 0, 1000 * PR_UNIT, 0,                                                                 \
               "Cost that a move adds to the numbers of the unsolved position after it, in sixteenths of a unit.",     \
               "Nagai & Imai 1999"),                                                                                   \
        BY__NUMBER(EXACT, epsilon_percent, 0, 1000, 5,                                                                 \
                   "1+epsilon trick: turn to the second-best move when the current one is worse by more than this; "   \
                   "0: immediately.",                                                                                  \
                   "Pawlewicz & Lew 2007")

#define SIMILAR_ROWS                                                                                                   \
    BY__SWITCH(EXACT, similar, 1,                                                                                      \
               "Simulation: try the refutation of one move against the next one before searching it.", "Kawano 1996"), \
        BY__SWITCH(EXACT, earlier, 1,                                                                                  \
                   "Simulation: try a solution found below an earlier root before searching the position again.",      \
                   "Kawano 1996")

#define THREADS_ROWS                                                                                                   \
    BY__NUMBER(RESOURCE, threads, 1, MAX_THREADS, 1,                                                                   \
               "Number of threads that search with one table; only one searches where solutions are walked through.",  \
               "Kaneko 2010"),                                                                                         \
        BY__NUMBER(RESOURCE, threads_after, 0, 1000000000, 200,                                                        \
                   "Number of nodes after which the other threads start; small searches end before they help.", NULL)

#define LOOP_ROWS                                                                                                      \
    BY__CHOICE(EXACT, loops, loops, PR_LOOPS_TCA,                                                                      \
               "How to keep searches of graphs with cycles from stalling: do nothing (none), or relax thresholds "     \
               "(tca, threshold controlling algorithm).",                                                              \
               "Kishimoto 2010"),                                                                                      \
        BY__CHOICE(                                                                                                    \
            EXACT, walk_solutions, walkings, PR_WALKING_AUTO,                                                          \
            "Replay a solution under the rules wherever it is used, for rules such as superko that forbid a move on "  \
            "one path and allow it on another. auto: if the game asks for it; off: nothing is proved there.",          \
            "Kishimoto & Mueller 2004"),                                                                               \
        BY__SWITCH(RESOURCE, list_cache, 1,                                                                            \
                   "Keep the move list of a node for when the search returns to it by the same path.", NULL),          \
        BY__CHOICE(                                                                                                    \
            RESOURCE, gc, collections, PR_GC_SMALL_TREE,                                                               \
            "When the table is full: replace single entries (none), or drop the smallest subtrees (small_tree).",      \
            "Nagai & Imai 2001")

const struct by_option by__pr_pn_options[] = {
    QUESTION_ROWS,
    NUMBER_ROWS(PR_INITIAL_UNIT, NULL),
    BY__MEMORY_ROW,
    {0},
};

const struct by_option by__pr_pn_plus_options[] = {
    QUESTION_ROWS,
    NUMBER_ROWS(PR_INITIAL_GAME, "Zhang & Chen 2007"),
    BY__MEMORY_ROW,
    {0},
};

const struct by_option by__pr_pn_star_options[] = {
    QUESTION_ROWS, NUMBER_ROWS(PR_INITIAL_UNIT, NULL), LOOP_ROWS, BY__MEMORY_ROW, {0},
};

const struct by_option by__pr_df_pn_options[] = {
    QUESTION_ROWS,    NUMBER_ROWS(PR_INITIAL_UNIT, NULL),
    DEPTH_FIRST_ROWS, SIMILAR_ROWS,
    LOOP_ROWS,        THREADS_ROWS,
    BY__MEMORY_ROW,   {0},
};

const struct by_option by__pr_df_pn_plus_options[] = {
    QUESTION_ROWS,    NUMBER_ROWS(PR_INITIAL_GAME, "Nagai & Imai 1999"),
    DEPTH_FIRST_ROWS, SIMILAR_ROWS,
    LOOP_ROWS,        THREADS_ROWS,
    BY__MEMORY_ROW,   {0},
};

#define COMMON_PRESETS                                                                                                 \
    {"plain", "", "All options at their defaults."},                                                                   \
    {                                                                                                                  \
        "capture", "sum=damped memory_kib=65536", "For captures in Go: sums that count shared subtrees less."          \
    }

const struct by_preset by__pr_presets[] = {COMMON_PRESETS, {0}};

const struct by_preset by__pr_depth_first_presets[] = {
    COMMON_PRESETS,
    {"paper-capture", "similar=off earlier=off epsilon_percent=0 loops=none",
     "The setting of Zhang and Chen for captures in Go: the published form, without later techniques."},
    {0},
};

void by__pr_options_read(struct pr_options *out, const by_options *options)
{
    *out = (struct pr_options){.threads = 1};
    by_options_read(options, out);
}

/* ---- The question ---------------------------------------------------------------------------------------------- */

static int prover_of(const struct pr_options *options, const struct by__run *run)
{
    const struct by_proofs *proofs = run->type->proofs;

    if (options->prover >= PROVER_FIRST)
        return options->prover - PROVER_FIRST;
    if (options->prover == PROVER_GAME && proofs && proofs->prover)
        return proofs->prover(run->state);
    return run->root.side;
}

struct pr_question by__pr_question(const struct pr_options *options, const struct by__run *run)
{
    return (struct pr_question){.prover = prover_of(options, run), .threshold = options->threshold};
}

struct pr_fact by__pr_fact_at_end(const struct pr_question *question, by_value value, uint8_t side)
{
    bool is_reached = (side == question->prover ? value : -value) >= question->threshold;

    return (struct pr_fact){
        .proof = is_reached ? 0 : PR_INFINITE, .disproof = is_reached ? PR_INFINITE : 0, .path_ply = PR_NO_PATH};
}

struct pr_fact by__pr_open_fact(const struct pr_question *question)
{
    return (struct pr_fact){.proof = question->open_is_yes ? 0 : PR_INFINITE,
                            .disproof = question->open_is_yes ? PR_INFINITE : 0,
                            .path_ply = PR_NO_PATH,
                            .is_open = true};
}

/* ---- The answer ------------------------------------------------------------------------------------------------ */

/* The value that the answer implies for the side to move: a bound, or a win or loss if the bound is one. */
static void set_value(const struct by__run *run, const struct pr_question *question, bool is_yes, struct by_line *line)
{
    bool is_mover = question->prover == run->root.side;
    by_value bound = is_yes ? question->threshold : question->threshold - 1;

    line->value = is_mover ? bound : -bound;
    line->kind = is_yes == is_mover ? BY_KIND_AT_LEAST : BY_KIND_AT_MOST;
    if (line->is_proved && line->kind == BY_KIND_AT_LEAST && by_value_is_win(line->value))
        line->kind = BY_KIND_WIN;
    if (line->is_proved && line->kind == BY_KIND_AT_MOST && by_value_is_loss(line->value))
        line->kind = BY_KIND_LOSS;
}

static void set_answer(const struct pr_fact *root, struct by_result *result)
{
    bool is_solved = pr_is_solved(root) && !root->is_open;

    result->answer = !is_solved ? BY_ANSWER_UNKNOWN : root->proof == 0 ? BY_ANSWER_YES : BY_ANSWER_NO;
    /* A node that is solved only within the plies of the run is near to neither answer. */
    result->proof_number = root->is_open ? PR_INFINITE - 1 : pr_reported(root->proof);
    result->disproof_number = root->is_open ? PR_INFINITE - 1 : pr_reported(root->disproof);
}

void by__pr_answer(struct by__run *run, const struct pr_question *question, const struct pr_fact *root,
                   const by_move *line, int length)
{
    struct by_line best = {.depth = length, .length = length, .moves = line};

    set_answer(root, run->result);
    if (run->result->answer != BY_ANSWER_UNKNOWN) {
        best.is_proved = !root->is_doubtful;
        set_value(run, question, root->proof == 0, &best);
    }
    if (length)
        by__lines_set(&run->lines, 0, &best);
}

void by__pr_settle(const struct pr_question *question, const struct by__run *run, struct by_result *result)
{
    struct pr_fact fact = by__pr_fact_at_end(question, run->root.value, run->root.side);

    set_answer(&fact, result);
}
