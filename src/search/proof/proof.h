/* SPDX-License-Identifier: MIT
 *
 * Proof-number searches: does the prover reach the threshold? What they share is here: the question, the numbers, and
 * what is known of a node.
 *
 *   question.c      the options, the question and its answer
 *   evaluate.c      what is known of a position without searching it
 *   numbers.c       the numbers of a node from those of its children
 *   best_first.c    pn: the whole tree in memory (Allis, van der Meulen, van den Herik 1994)
 *   depth_first.c   df-pn: one path and a table (Nagai 2002); pn* is the same with one limit (Seo et al. 2001)
 *   table.c         the table
 *   lists.c         lists of moves of nodes that were left
 *   simulation.c    solutions that are tried on another path, after another move, below another root
 *   solution.c      the root's solution, walked through by the rules
 *   report.c        reports to observers
 *   root.c          runs: memory, the answer; the methods
 *
 * A node is an OR node where the prover is to move, else an AND node, whatever its ply: the sides need not alternate.
 * At each, the chooser wants one of the two numbers to become 0, his `own`: the proof number at an OR node, the
 * disproof number at an AND node. It is the minimum of his moves' numbers; the `other` is their sum.
 */
#ifndef BOYI_SEARCH_PROOF_H
#define BOYI_SEARCH_PROOF_H

#include "search/method.h"

extern const by_method by__pr_pn, by__pr_pn_plus, by__pr_pn_star, by__pr_df_pn, by__pr_df_pn_plus;

/* ---- Numbers --------------------------------------------------------------------------------------------------- */

/* Proof and disproof numbers, in sixteenths, so that first numbers need not be whole. 0 and PR_INFINITE are for what is
 * solved: a sum stops below infinity. */
typedef uint32_t pr_number;

#define PR_INFINITE ((pr_number)1 << 30)

enum { PR_UNIT = 16 };

static inline pr_number pr_sum(pr_number a, pr_number b)
{
    if (a >= PR_INFINITE || b >= PR_INFINITE)
        return PR_INFINITE;
    return a + b < PR_INFINITE ? a + b : PR_INFINITE - 1;
}

/* ---- Facts ----------------------------------------------------------------------------------------------------- */

/* The numbers of a node, and for a solved one the conditions of its solution. */
struct pr_fact {
    pr_number proof, disproof; /* one is 0 and the other infinite: solved */
    int16_t path_ply;     /* the minimum ply that the solution depends on by verdicts on the path; it may be below 0,
                             before the root */
    bool is_doubtful : 1; /* a rule of thumb, or a list that lacks moves */
    bool is_judged : 1;   /* a verdict of the rules on the moves of the path, such as a repetition */
    bool is_open : 1;     /* a line that the plies of the run left open */
};

enum { PR_SOLID = 7 };

#define PR_NO_PATH INT16_MAX

static inline bool pr_is_solved(const struct pr_fact *fact)
{
    return fact->proof == 0 || fact->disproof == 0;
}

static inline pr_number pr_own(const struct pr_fact *fact, bool is_or)
{
    return is_or ? fact->proof : fact->disproof;
}

static inline pr_number pr_other(const struct pr_fact *fact, bool is_or)
{
    return is_or ? fact->disproof : fact->proof;
}

static inline uint64_t pr_reported(pr_number number)
{
    return number >= PR_INFINITE ? UINT64_MAX : number;
}

/* Rates a solution, up to PR_SOLID: no open lines, no doubt, no dependence on the path. */
static inline int pr_solidity(const struct pr_fact *fact)
{
    return 4 * !fact->is_open + 2 * !fact->is_doubtful + (fact->path_ply == PR_NO_PATH);
}

/* ---- The question ---------------------------------------------------------------------------------------------- */

enum pr_initial { PR_INITIAL_UNIT, PR_INITIAL_GAME };
enum pr_sum_form { PR_SUM_PLAIN, PR_SUM_WEAK, PR_SUM_DAMPED };
enum pr_loops { PR_LOOPS_NONE, PR_LOOPS_TCA };
enum pr_walking { PR_WALKING_OFF, PR_WALKING_ON, PR_WALKING_AUTO };
enum pr_gc { PR_GC_NONE, PR_GC_SMALL_TREE };

/* Fields have the names of the rows; a missing row reads as 0. */
struct pr_options {
    int prover; /* place in the list of choices */
    by_value threshold;
    enum pr_initial initial;
    enum pr_sum_form sum;
    pr_number rest_percent;
    pr_number edge_cost;
    pr_number epsilon_percent;
    bool similar, earlier;
    enum pr_loops loops;
    enum pr_walking walk_solutions;
    bool list_cache;
    enum pr_gc gc;
    int threads;            /* 1 without the row */
    uint32_t threads_after; /* nodes */
    int memory_kib;
};

/* The question of a run. */
struct pr_question {
    int prover;         /* a side */
    by_value threshold; /* of a finished game, as the prover sees it */
    bool open_is_yes;   /* the side that benefits from lines that the plies of the run leave open: the prover or his
                           opponent */
};

extern const struct by_option by__pr_pn_options[], by__pr_pn_plus_options[], by__pr_pn_star_options[];
extern const struct by_option by__pr_df_pn_options[], by__pr_df_pn_plus_options[];
extern const struct by_preset by__pr_presets[];
extern const struct by_preset by__pr_depth_first_presets[]; /* of df-pn and df-pn+ */

/* Reads the values of any of the tables; a missing row reads as 0. */
void by__pr_options_read(struct pr_options *out, const by_options *options);

struct pr_question by__pr_question(const struct pr_options *options, const struct by__run *run);

/* A finished game, `value` from the view of `side`. */
struct pr_fact by__pr_fact_at_end(const struct pr_question *question, by_value value, uint8_t side);

/* An open line: it counts against the side that must prove something with it. */
struct pr_fact by__pr_open_fact(const struct pr_question *question);

/* The ply that a verdict depends on if it looks `plies` plies back. */
static inline int16_t pr_ply_before(int ply, uint16_t plies_back)
{
    int at = ply - (int)plies_back;

    return (int16_t)(at < INT16_MIN ? INT16_MIN : at);
}

/* Fills the run's answer from the fact of the root; `line` says what kind of line the solution is. */
void by__pr_answer(struct by__run *run, const struct pr_question *question, const struct pr_fact *root,
                   const by_move *line, int length);

/* Fills the answer of a root that needs no search. */
void by__pr_settle(const struct pr_question *question, const struct by__run *run, struct by_result *result);

#endif
