/* SPDX-License-Identifier: MIT
 *
 * Which iterations of a Monte Carlo tree search are told.
 */
#include "cli/trace_mcts.h"

#include <limits.h>

#include "base/scan.h"
#include "cli/say.h"

/* Reads a number from 1 on; what follows it, or NULL if there is none. */
static const char *read_number(const char *text, int *out)
{
    int64_t number = 0;
    const char *end = by__scan_digits(text, INT_MAX, &number);

    *out = (int)number;
    return number ? end : NULL;
}

int trace_mcts_choose(struct trace_mcts *mcts, const char *range, bool all)
{
    const char *rest = range ? read_number(range, &mcts->first) : "";
    bool is_range = rest && *rest == '-';

    mcts->last = mcts->first;
    if (is_range)
        rest = read_number(rest + 1, &mcts->last);
    if (!rest || *rest || mcts->last < mcts->first) {
        say_problem("trace",
                    "--iteration is '%s', expected the number of an iteration, from 1 on, or a range such as 5-9",
                    range);
        return SAY_BAD_USE;
    }
    if (all && is_range) {
        say_problem("trace", "--steps tells of all iterations, --iteration %s of some: only one of them can be given",
                    range);
        return SAY_BAD_USE;
    }
    if (all)
        mcts->first = 1;
    return 0;
}

int trace_mcts_check(const struct trace_mcts *mcts)
{
    const char *command = "trace";

    if (mcts->tree.run.is_full)
        say_problem(
            command,
            "the tree has more than %d nodes in iteration %d: ask for an earlier --iteration, for fewer --nodes "
            "or for a greater --limit",
            mcts->tree.run.question.nodes_most, mcts->made);
    else if (mcts->is_too_long)
        say_problem(command,
                    "the iterations from %d on are too much to tell: more than %d moves by number %d; ask for fewer by "
                    "--iteration",
                    mcts->first ? mcts->first : mcts->made, TRACE_MCTS_MOVES_MOST, mcts->made);
    else if (!mcts->made && mcts->counted)
        say_problem(command,
                    "the first thread, which is told of, made none of the %llu iterations: ask for more --nodes "
                    "or for one thread",
                    (unsigned long long)mcts->counted);
    else if (!mcts->made)
        say_problem(command, "there was no iteration: the game is over in this position, or no limit allows for one");
    else if (mcts->last > mcts->made)
        say_problem(command,
                    "there are %d iterations, and --iteration asks for number %d; --nodes says how many there "
                    "are at most, and a solved root ends them",
                    mcts->made, mcts->last);
    else
        return 0;
    return SAY_BAD_USE;
}
