/* SPDX-License-Identifier: MIT
 *
 * Can a side win, whichever side is to move, and if wanted within some plies? Depth-first proof-number search looks for
 * it with all moves; its answer is written out as a tree and verified by the rules alone.
 */
#ifndef BOYI_SOLVE_WIN_H
#define BOYI_SOLVE_WIN_H

#include "solve/reach.h"

enum { WIN_LINE = 256 };

struct win_settings {
    int memory_kib;
    struct by_limits limits; /* of all searches: nodes, time_ms, stop */
    int tree_most;           /* nodes of a proof; 0: no limit */
};

struct win_answer {
    enum by_answer answer;       /* it wins: yes, no, or unknown */
    bool is_proved;              /* else heuristic: `doubt` says why */
    const char *doubt;           /* a text that lasts; NULL: none */
    by_record *record;           /* the proof, the caller's; NULL: there is none */
    struct by_question question; /* of the proof */
    by_move line[WIN_LINE];
    int length;
    int depth; /* the longest line that was looked at */
    uint64_t nodes;
    int64_t time_us;
    enum by_stop_reason stopped;
};

/* The question's threshold is BY_MIN_WIN. With plies, `no` may mean that there is no win within them; the doubt says
 * so. The line is the longest of the proof; without one it is what the side to move does best, as a quick search sees
 * it. */
by_status win_ask(const struct reach_question *question, const struct win_settings *settings, struct win_answer *out,
                  by_error *error);

#endif
