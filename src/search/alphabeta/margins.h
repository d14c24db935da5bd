/* SPDX-License-Identifier: MIT
 *
 * The numbers of pruning, reductions, extensions, histories and aspiration that are no options. Margins are in the
 * scale of the game's evaluation and its prices (by_tactics.prices), as are those among the options. Depths are in
 * plies, unless the name says otherwise.
 */
#ifndef BOYI_SEARCH_ALPHABETA_MARGINS_H
#define BOYI_SEARCH_ALPHABETA_MARGINS_H

/* Depths are counted in twelfths of a ply, so that thirds and quarters are exact. */
enum { AB_PLY = 12 };

/* ---- Pruning of nodes ------------------------------------------------------------------------------------------ */

/* The evaluation improves if it is better than this many plies earlier; if the side was in check there, than this many
 * plies before that, up to the maximum. */
enum { AB_IMPROVING_PLIES = 2, AB_IMPROVING_MAX_PLIES = 4 };

enum {
    AB_REVERSE_FUTILITY_MAX_DEPTH = 8,
    AB_REVERSE_FUTILITY_IMPROVING_NUM = 2, /* an improving evaluation takes this share of the option off the margin */
    AB_REVERSE_FUTILITY_IMPROVING_DEN = 3,
    AB_RAZORING_MAX_DEPTH = 3,
    AB_RAZORING_BASE = 2, /* added to depth squared; the option is the unit */
    AB_PROBCUT_MIN_DEPTH = 5,
    AB_PROBCUT_REDUCTION = 4,
    AB_PROBCUT_IMPROVING_DEN = 4, /* an improving evaluation takes this fraction off the margin */
};

/* ---- Null move ------------------------------------------------------------------------------------------------- */

enum {
    AB_NULL_REDUCTION_PLAIN = 2,    /* Donninger 1993 */
    AB_NULL_REDUCTION_VERIFIED = 3, /* David-Tabibi & Netanyahu 2002 */

    /* Heinz 1999: one ply more beyond a depth, which is greater if a side has few strong pieces */
    AB_NULL_ADAPTIVE_REDUCTION = 2,
    AB_NULL_ADAPTIVE_DEPTH = 6,
    AB_NULL_ADAPTIVE_DEPTH_FEW = 8,
    AB_NULL_ADAPTIVE_MIN_PIECES = 3,

    /* The dynamic form reduces by the plain reduction, by a part of the depth and by the surplus above beta */
    AB_NULL_DEPTH_DEN = 4,
    AB_NULL_SURPLUS_OF_A_PLY = 110,
    AB_NULL_SURPLUS_MAX_PLIES = 3,
    /* It needs a static evaluation of beta and this much more: less at depth and if it improves */
    AB_NULL_MARGIN = 150,
    AB_NULL_MARGIN_PER_PLY = 17,
    AB_NULL_MARGIN_IMPROVING = 15,
    /* From this depth on the node itself has to agree, without null moves in this share of the plies below */
    AB_NULL_VERIFIED_MIN_DEPTH = 12,
    AB_NULL_FORBIDDEN_NUM = 3,
    AB_NULL_FORBIDDEN_DEN = 4,
};

/* ---- Pruning of moves ------------------------------------------------------------------------------------------ */

enum {
    AB_LATE_PRUNING_MAX_DEPTH = 8,
    AB_LATE_PRUNING_WORSENING_DEN = 2, /* of the moves, if the evaluation does not improve */
    AB_FUTILITY_MAX_DEPTH = 7,         /* after the reduction that the move would have */
    AB_FUTILITY_BASE = 100,
    AB_HISTORY_PRUNING_MAX_DEPTH = 4, /* after the reduction */
    AB_SEE_PRUNING_MAX_DEPTH = 8,
    AB_SEE_PRUNING_QUIET = 16, /* what a quiet move may lose, for each ply of the reduced depth, squared */
};

/* ---- Reductions and extensions --------------------------------------------------------------------------------- */

enum {
    AB_REDUCTION_ONE = 1024, /* a ply, and the unit of logarithms, before reductions are rounded */
    AB_REDUCTION_BASE = 410, /* 0.4 plies */
    AB_REDUCTION_MIN_DEPTH = 2,
    AB_REDUCTION_FULL_MOVES = 1, /* the first moves are not reduced: on the principal variation and at the root, one
                                    more each */
    AB_REDUCTION_HISTORY_OF_A_PLY = 16384,

    AB_SINGULAR_MARGIN_NUM = 3, /* for each ply: the others have to stay below the table's value by this share of 1 */
    AB_SINGULAR_MARGIN_DEN = 2,
    AB_SINGULAR_DOUBLE_MARGIN = 18,  /* so far below the move is extended twice */
    AB_SINGULAR_ENTRY_SHALLOWER = 3, /* the table's entry may be so much shallower than the node */
    AB_SINGULAR_DEPTH_DEN = 2,       /* the search without the hash move goes to this part of the depth */

    AB_EXTENSION_MAX_PER_LINE = 2,                /* times the depth of the iteration */
    AB_EXTENSION_THREE_QUARTERS = AB_PLY * 3 / 4, /* twelfths of a ply */
    AB_EXTENSION_TWO_THIRDS = AB_PLY * 2 / 3,
};

/* ---- Move ordering and histories ------------------------------------------------------------------------------- */

enum {
    /* Classic history: the whole table is halved when a number exceeds the maximum */
    AB_HISTORY_MAX = 1 << 26,
    AB_HISTORY_POWER_MAX_DEPTH = 20, /* a success counts 2 to the depth, up to this depth */

    /* Histories with gravity stay within this bound; a success counts quadratically in depth, up to a maximum */
    AB_GRAVITY = 16384,
    AB_BONUS_PER_PLY_SQUARED = 16,
    AB_BONUS_PER_PLY = 110,
    AB_BONUS_BASE = -60,
    AB_BONUS_MAX = 1700,
    AB_MAIN_HISTORY_WEIGHT = 2, /* in the sum; those of the continuations are in history.c */

    /* The order of captures by static exchange evaluation: price of the victim and history */
    AB_CAPTURE_BASE = 2048, /* no history makes the rank of a capture negative */
    AB_CAPTURE_PRICE_WEIGHT = 6,
    AB_CAPTURE_HISTORY_DEN = 16,
};

/* ---- Correction of the static evaluation ----------------------------------------------------------------------- */

enum {
    AB_CORRECTION_MAX = 1024,
    AB_CORRECTION_LESSON_MAX = AB_CORRECTION_MAX / 4, /* a single node moves an entry by no more */
    AB_CORRECTION_LESSON_DEN = 8,                     /* a lesson is the error times depth, divided by this */
    AB_CORRECTION_SUM_DEN = 48,                       /* of the weighted sum of the entries */
};

/* ---- Aspiration and time --------------------------------------------------------------------------------------- */

enum {
    AB_ASPIRATION_MIN_DEPTH = 4,     /* with steps */
    AB_ASPIRATION_VALUE_DEN = 200,   /* a decided game varies more: the window grows by this part of the value */
    AB_ASPIRATION_GROWTH_DEN = 3,    /* each step widens the window by this part of its width */
    AB_ASPIRATION_GROWTH_BASE = 4,   /* and by this much */
    AB_ASPIRATION_MAX_SHALLOWER = 3, /* plies by which fails high make the iteration shallower at most */

    /* The share of the usual time after an iteration, in percent, by the fall of the value. The time doubles with a
     * fall of TIME_FALL_OF_ALL, within the bounds */
    AB_TIME_FALL_OF_ALL = 120,
    AB_TIME_FALL_MAX = 72,
    AB_TIME_RISE_MAX = 36,
    AB_TIME_PERCENT_FALL = 160,
    AB_TIME_PERCENT_RISE = 70,

    AB_VOTE_OF_ANY_VALUE = 14, /* threads vote for moves by value above the minimum and this, times depth */
};

#endif
