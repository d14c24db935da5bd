/* SPDX-License-Identifier: MIT
 *
 * Observers watch a search while it runs: tracers, protocols, curves, tests.
 *
 * A search never prints. It reports events to its observer, which chooses the kinds it wants. Without an observer this
 * costs almost nothing. New methods may add kinds of events, but never change existing ones.
 */
#ifndef BOYI_OBSERVER_H
#define BOYI_OBSERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/game.h"
#include "boyi/size.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_line;

enum by_event_kind {
    BY_EVENT_ITERATION = 1, /* an iteration is complete; `line` holds its result */
    BY_EVENT_ENTER = 2,     /* the search enters a node, including the root */
    BY_EVENT_LEAVE = 4,     /* it leaves the node, with its value */
    BY_EVENT_CUT = 8,       /* the remaining moves of the node need no search */
    BY_EVENT_NUMBERS = 16,  /* proof and disproof numbers of the root, each time the number of nodes has doubled, and at
                               the end */

    /* Proof searches. These events come between the ENTER and the LEAVE of their node; CHILD between those of its
     * parent. ENTER and LEAVE are reported as usual, but say nothing about nodes that are never entered, nor about the
     * numbers of a node before LEAVE. */
    BY_EVENT_EXPAND = 32, /* the search is about to list the node's moves, for the first time or again */
    BY_EVENT_CHILD = 64,  /* what is known about a move without entering it: once for each move when its parent is
                             expanded, and again when the table or the refutation of a sibling adds knowledge */
    /* Methods that work with bounds report CHILD for each root move at the end of every pass: its bounds, its estimated
     * value, and its chance. */
    BY_EVENT_UPDATE = 128, /* the node's numbers, computed from its children: after its expansion and each time the
                              search returns from a child, even if they are unchanged */

    /* Methods that sample. The phases of an iteration: SELECT for every move of each node down the path; GROW if the
     * end of the path is new; SIMULATE; BACK_UP for every node of the path, from its end to the root. Each has a
     * `sample`. If there are several threads, only the first reports its iterations. */
    BY_EVENT_SELECT = 256, /* a move that was or could have been selected: `ply` is that of the node it leads to, `side`
                              makes the move */
    BY_EVENT_GROW = 512,   /* the tree grows by the node at the end of the path */
    BY_EVENT_SIMULATE = 1024, /* a result for the end of the path, from a playout or because it is already known */
    BY_EVENT_BACK_UP = 2048,  /* a node has received the result; `sample` is its state now */
};

/* Why the search left a node. */
enum by_reason {
    BY_REASON_NONE,
    BY_REASON_OVER,     /* the game is over */
    BY_REASON_HORIZON,  /* evaluated at the end of the depth */
    BY_REASON_SEARCHED, /* all moves were searched */
    BY_REASON_CUT,      /* a move failed high */
    BY_REASON_HASH,     /* the hash table knows the value */
    BY_REASON_NULL,     /* the null move failed high */
    BY_REASON_WINDOW,   /* its value is certainly outside the window */
    BY_REASON_STOPPED,
};

/* The part of the search that a node belongs to. */
enum by_phase {
    BY_PHASE_MAIN,
    BY_PHASE_SCOUT,    /* null-window search: is the value above or below a bound? */
    BY_PHASE_RESEARCH, /* search again, because a scout or a narrow window failed. In proof searches: the ply limit left
                          open whether there is a proof, so the search now looks for a disproof, and numbers reported
                          before no longer count */
    BY_PHASE_INTERNAL, /* internal iterative deepening: a shallower search for a first move */
    BY_PHASE_NULL,     /* after a null move */
    BY_PHASE_QUIET,    /* quiescence search, beyond the depth */
};

/* What a method that samples knows about a node and the move that leads to it. Means are from 0 to 1, from the view of
 * the side that makes the move; at the root, of the side to move. Only SELECT fills the parts of the urgency. */
struct by_sample {
    uint64_t visits;
    double mean;                   /* 0 without visits */
    double urgency;                /* the most urgent move is selected; INFINITY: untried moves come first */
    double exploration;            /* the part of the urgency due to few visits */
    double bias;                   /* the part due to the prior (progressive bias) */
    double rave_mean, rave_weight; /* all moves as first; the weight is its share in the urgency, 0: none */
    double estimate;               /* of implicit minimax, from the view of the side that moves; negative: none */
    double prior;                  /* 0 to 1; the priors of all moves of a node add up to 1 */
    int low, high;                 /* bounds on the first side's result: -1, 0, 1; equal: solved */
    bool is_over;                  /* the game is over there */
    bool is_open;                  /* progressive widening allows it */
    bool is_selected;
};

/* One event. Values and windows are from the view of the side to move at the node. Valid only during the call. */
struct by_event {
    enum by_event_kind kind;
    enum by_reason
        reason; /* LEAVE. SIMULATE: NONE if the playout reached the end of the game, HORIZON if it ended in an
                   evaluation; OVER or SEARCHED without a playout, because the game is over or the node solved */
    enum by_phase phase;
    uint8_t side;
    int ply;              /* distance from the root */
    int depth;            /* plies left to search */
    by_move move;         /* the move that led here; BY_MOVE_NONE at the root. CUT: the move that caused it */
    by_value alpha, beta; /* ENTER: as given; LEAVE and CUT: as they are now; in methods that work with bounds: bounds
                             on the node's value */
    by_value value;       /* LEAVE, CUT and ITERATION */
    int line_number;      /* ITERATION: 1 for the best line, 2 for the next ... */
    uint64_t nodes;       /* so far */
    int64_t time_us;      /* ITERATION and NUMBERS: since the start */
    int selective_depth;  /* ITERATION: length of the longest line searched */
    int hash_permille;    /* ITERATION: how full the hash table is; 0 without one */
    uint64_t proof_number, disproof_number; /* proof searches: of the node (EXPAND: before expansion), in sixteenths;
                                               UINT64_MAX: infinite */
    double chance; /* CHILD in methods that work with bounds: the chance that this move is worth more to the root's side
                      than the estimate of the best root move; negative if the method has no estimates */
    const struct by_line *line;
    const struct by_sample *sample; /* methods that sample; else NULL */
    double result;          /* 0 to 1. SIMULATE: for the first side; BACK_UP: from the same view as the node's mean */
    const by_move *playout; /* SIMULATE: the moves that are known; none if the game itself plays them */
    int playout_moves, playout_plies; /* SIMULATE: how many are known, how many were made */
};

struct by_observer {
    size_t size;    /* BY_SIZE(by_observer) */
    unsigned wants; /* set of by_event_kind */
    void *context;
    /* Called on the searching thread. It may set the run's by_stop, but must not use the search in any other way. */
    void (*notify)(void *context, const struct by_event *event);
};

#ifdef __cplusplus
}
#endif

#endif
