/* SPDX-License-Identifier: MIT
 *
 * Observers: what wants to watch a search while it runs (a tracer, a protocol, a curve, a test).
 *
 * A search tells its observer what it does, event by event; it never prints. An observer names the kinds of events it
 * wants; a search without observer pays next to nothing for the possibility. New methods add kinds of events and
 * leave the old ones alone.
 */
#ifndef BOYI_OBSERVER_H
#define BOYI_OBSERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "boyi/game.h"
#include "boyi/value.h"

#ifdef __cplusplus
extern "C" {
#endif

struct by_line;

enum by_event_kind {
    BY_EVENT_ITERATION = 1, /* an iteration was completed; `line` tells what it found */
    BY_EVENT_ENTER = 2,     /* a node is entered, the root too */
    BY_EVENT_LEAVE = 4,     /* it is left, with its value */
    BY_EVENT_CUT = 8,       /* its remaining moves need not be looked at */
    BY_EVENT_NUMBERS = 16,  /* the root's proof and disproof numbers, at powers of two of nodes and at the end */

    /* In methods that prove. Of these, each is told between the ENTER and the LEAVE of the node that it is about, of
     * CHILD that of its parent. Visits are told of as ever, but they say nothing of nodes that are never entered, and
     * nothing of the numbers of a node before it is left. */
    BY_EVENT_EXPAND = 32, /* the moves of the node are about to be looked at, for the first time or again */
    BY_EVENT_CHILD = 64,  /* what is behind a move, as far as it is known without entering it: told of each in turn when
                             its parent is expanded, and again when more becomes known of it while its parent is
                             searched, by the table or by what refutes a sibling */
    /* In methods that work with bounds CHILD is told of each move of the root at the end of every pass: its bounds, its
     * value as it is estimated, and its chance. */
    BY_EVENT_UPDATE = 128, /* the node's numbers from those of its children: after its expansion, and each time that the
                              search is back from a child, whether they have changed or not */

    /* In methods that sample, the phases of an iteration: SELECT of every move of the node from which the way goes on,
     * node by node down the path; GROW if the end of the path is new; SIMULATE; BACK_UP of every node of the path, from
     * its end to the root. Each has a `sample`. Of several threads only the first tells of its iterations. */
    BY_EVENT_SELECT = 256, /* a move that could be selected, or was: `ply` is that of the node that it leads to, `side`
                              who makes it */
    BY_EVENT_GROW = 512,   /* the tree grows by the node at the end of the path */
    BY_EVENT_SIMULATE = 1024, /* a result for the end of the path, by a playout or because it is known */
    BY_EVENT_BACK_UP = 2048,  /* the result has gone into a node; `sample` is what is known of it now */
};

/* Why a node was left when it was left. */
enum by_reason {
    BY_REASON_NONE,
    BY_REASON_OVER,     /* the game is over there */
    BY_REASON_HORIZON,  /* evaluated at the end of the search's depth */
    BY_REASON_SEARCHED, /* all moves were looked at */
    BY_REASON_CUT,      /* a move was too good */
    BY_REASON_HASH,     /* known from the hash table */
    BY_REASON_NULL,     /* even passing was too good */
    BY_REASON_WINDOW,   /* whatever its value, it is outside of the window */
    BY_REASON_STOPPED,
};

/* Which part of the search is at the node. */
enum by_phase {
    BY_PHASE_MAIN,
    BY_PHASE_SCOUT,    /* with a null window, to learn on which side of a bound the value is */
    BY_PHASE_RESEARCH, /* once more, because a scout or a narrow window failed; in methods that prove, because the plies
                          of the run have left open whether there is a proof: from here on a disproof is looked for, and
                          numbers that were told before count no more */
    BY_PHASE_INTERNAL, /* shallower, in search of a first move */
    BY_PHASE_NULL,     /* after a null move */
    BY_PHASE_QUIET,    /* beyond the depth, in search of quiet */
};

/* What a method that samples knows of a node and of the move that leads there. Means are from 0 to 1, as who makes the
 * move sees them; the root's, as who is to move there does. What makes up the urgency is told with SELECT alone. */
struct by_sample {
    uint64_t visits;
    double mean;        /* 0 without visits */
    double urgency;     /* the most urgent move is selected; INFINITY: it was not tried, and such come first */
    double exploration; /* the part of the urgency that few visits make up */
    double bias;        /* the part that the prior makes up (progressive bias) */
    double rave_mean, rave_weight; /* of all moves as first; the weight is how much of it is in the urgency, 0: none */
    double estimate;               /* of implicit minimax, as who makes the move sees it; negative: there is none */
    double prior;                  /* 0 to 1, those of all moves of a node together 1 */
    int low, high;                 /* what the first side surely gets at least, at most: -1, 0, 1; equal: solved */
    bool is_over;                  /* the game is over there */
    bool is_open;                  /* progressive widening lets it be selected */
    bool is_selected;
};

/* One event. Values and windows are those of the side to move at the node. Lent for the time of the call. */
struct by_event {
    enum by_event_kind kind;
    enum by_reason
        reason; /* of LEAVE. Of SIMULATE: NONE if the playout went to the end of the game, HORIZON if it was
                   evaluated; OVER or SEARCHED if there was none, since the game is over or the node solved */
    enum by_phase phase;
    uint8_t side;
    int ply;              /* distance from the root */
    int depth;            /* plies that are left to search */
    by_move move;         /* the move that led here; BY_MOVE_NONE at the root. Of CUT: the move that caused it */
    by_value alpha, beta; /* at ENTER as given, at LEAVE and CUT as they have become; in methods that work with bounds
                             those of the node's value */
    by_value value;       /* of LEAVE, CUT and ITERATION */
    int line_number;      /* of ITERATION: 1 for the best line, 2 for the next ... */
    uint64_t nodes;       /* so far */
    int64_t time_us;      /* of ITERATION and NUMBERS: since the start */
    int selective_depth;  /* of ITERATION: the longest line that was looked at */
    int hash_permille;    /* of ITERATION: how much of the hash table is in use; 0 without one */
    uint64_t proof_number, disproof_number; /* in methods that prove: those of the node (of EXPAND: before it), in
                                               sixteenths; UINT64_MAX: infinite */
    double chance; /* of CHILD in methods that work with bounds: that the root's side gets more by this move than the
                      best of the root's moves is estimated to be worth; negative if the method has no estimates */
    const struct by_line *line;
    const struct by_sample *sample; /* in methods that sample; else NULL */
    double result;                  /* of SIMULATE for the first side, of BACK_UP as the node's mean sees it; 0 to 1 */
    const by_move *playout;         /* of SIMULATE: its moves, as far as they are known: not if the game itself plays */
    int playout_moves, playout_plies; /* of SIMULATE: how many are known, how many there were */
};

struct by_observer {
    unsigned wants; /* the kinds, or'ed together */
    void *context;
    /* Called from the searching thread. It may set the run's by_stop and must not touch the search otherwise. */
    void (*notify)(void *context, const struct by_event *event);
};

#ifdef __cplusplus
}
#endif

#endif
