/* SPDX-License-Identifier: MIT
 *
 * The option table of alpha-beta. Everything that is said about a technique in help, protocols, tests and documents is
 * read from its row here.
 */
#include "search/alphabeta/alphabeta.h"

static const char *const forms[] = {"fail_soft", "fail_hard", "recorded", NULL};
static const char *const mtdf_steps[] = {"bound", "halves", NULL};
static const char *const hash_schemes[] = {"always", "depth", "two_tier", "m_way", "linear", "clustered", NULL};
static const char *const hash_keys[] = {"single", "paper", NULL};
static const char *const hash_depths[] = {"at_least", "equal", NULL};
static const char *const captures[] = {"unsorted", "first", "exchange", "see", NULL};
static const char *const pickers[] = {"list", "staged", NULL};
static const char *const killers[] = {"off", "before_captures", "after_captures", NULL};
static const char *const killer_kinds[] = {"recent", "counted", NULL};
static const char *const histories[] = {"off", "from_to", "piece_to", NULL};
static const char *const history_gains[] = {"square", "power", "gravity", NULL};
static const char *const iids[] = {"off", "plain", "enlarged", NULL};
static const char *const null_moves[] = {"off", "plain", "adaptive", "verified", "dynamic", NULL};
static const char *const widenings[] = {"whole", "steps", NULL};
static const char *const hash_paths[] = {"skip", "move", NULL};
static const char *const hash_fail_lows[] = {"keep", "best", NULL};
static const char *const recaptures[] = {"off", "three_quarters", "two_thirds", NULL};

#define OPTIONS struct ab_options

const struct by_option by__ab_option_table[] = {
    BY__CHOICE(EXACT, form, forms, AB_FAIL_SOFT,
               "What a node returns: the best value it saw, that value held to the window, or its recorded alpha.",
               "Knuth & Moore 1975; Fishburn 1983; OI Wiki"),
    BY__SWITCH(EXACT, pvs, 1, "Search all moves but the first with a null window, and again if that fails (NegaScout).",
               "Marsland & Campbell 1982; Reinefeld 1983"),
    BY__SWITCH(EXACT, mtdf, 0, "Find the value of each iteration by null windows alone; aspiration is then not used.",
               "Plaat, Schaeffer, Pijls, de Bruin 1996"),
    BY__CHOICE(
        EXACT, mtdf_step, mtdf_steps, AB_STEP_BOUND,
        "The next null window of mtdf: at the bound that was found, or halfway between the bounds, beginning with "
        "the sign; with hash_pv_cuts the variation is then a single move.",
        NULL),
    BY__NUMBER(EXACT, deepening, 0, 2, 1,
               "Iterative deepening by so many plies; 0: at once to the full depth, if there is one.",
               "Slate & Atkin 1977"),
    BY__SWITCH(EXACT, time_by_stability, 1,
               "With a clock: less time where the best move stays the same, more where it changes or its value falls.",
               "Hyatt 1984; Althofer, Donninger, Lorenz, Rottmann 1994"),
    BY__NUMBER(EXACT, aspiration, 0, BY_SCORE_MOST, 14,
               "Half the width of the window around the value of the iteration before; 0: none.", "Marsland 1986"),
    BY__CHOICE(
        EXACT, aspiration_widening, widenings, AB_WIDEN_STEPS,
        "After a value outside of the window: at once everything on that side, or step by step, and what is too good "
        "less deeply.",
        NULL),
    BY__SWITCH(EXACT, hash, 1, "Keep a transposition table.", "Zobrist 1970; Yue & Feng 2009"),
    BY__CHOICE(
        EXACT, hash_scheme, hash_schemes, BY__HASH_CLUSTERED,
        "Which entry a new one replaces; clustered: the shallowest of a cache line, those of earlier searches first.",
        "Breuker, Uiterwijk, van den Herik 1994; Zhang & Chen 2007 (linear)"),
    BY__NUMBER(EXACT, hash_ways, 2, 16, 4, "Entries of a bucket under hash_scheme=m_way.", "Yue & Feng 2009"),
    BY__CHOICE(EXACT, hash_key, hash_keys, BY__HASH_SINGLE,
               "Index from the 64-bit key, or from an independent 32-bit hash beside it; clustered takes the former.",
               "Yue & Feng 2009"),
    BY__CHOICE(EXACT, hash_depth, hash_depths, 0,
               "An entry counts if it is at least as deep, or only if it is just as deep.", "Yue & Feng 2009"),
    BY__SWITCH(EXACT, hash_pv_cuts, 0,
               "Let an exact entry end a node inside the window too, which shortens variations.", NULL),
    BY__SWITCH(EXACT, hash_move, 1, "Try the table's move first.", "Slate & Atkin 1977"),
    BY__SWITCH(EXACT, hash_prefetch, 1, "Fetch the entry of a position before its move is made.", NULL),
    BY__CHOICE(EXACT, hash_path, hash_paths, AB_PATH_MOVE,
               "Of a position whose value rests on the path nothing is kept, or the move; then also a value counts as "
               "resting on the path only if that part of the search has gone into it.",
               NULL),
    BY__CHOICE(EXACT, hash_fail_low, hash_fail_lows, AB_FAIL_LOW_KEEP,
               "Which move to store when all moves failed low: the one that was tried first, or the best of them.",
               "Yue & Feng 2009 (best)"),
    BY__CHOICE(
        EXACT, captures, captures, AB_BY_SEE,
        "Captures as generated, before the other moves, or so by what they win; exchange: those that lose are no "
        "captures; see: those that lose by static exchange evaluation come last.",
        "Yue & Feng 2009 (exchange)"),
    BY__CHOICE(EXACT, picker, pickers, 1,
               "All moves are listed at once, or in stages, as they are needed (after the two latest killers and with "
               "captures=see, out of check).",
               NULL),
    BY__CHOICE(EXACT, killers, killers, AB_AFTER_CAPTURES,
               "Try moves that made cuts at this ply, before or after the captures.", "Akl & Newborn 1977"),
    BY__CHOICE(EXACT, killer_kind, killer_kinds, AB_KILLERS_RECENT,
               "The two latest killers of a ply, or the one with the most cuts.", "Yue & Feng 2009"),
    BY__CHOICE(EXACT, history, histories, AB_HISTORY_FROM_TO,
               "Order by success so far, by from and to or by piece and to.", "Schaeffer 1983, 1989"),
    BY__CHOICE(EXACT, history_gain, history_gains, AB_GAIN_GRAVITY,
               "A success at depth d counts d*d, or 2 to the d; gravity: failures count too, and the latest count most "
               "(square in games without prices).",
               "Schaeffer 1989; Yue & Feng 2009"),
    BY__SWITCH(EXACT, history_keep, 0, "Keep the histories with gravity from one search to the next.", NULL),
    BY__SWITCH(EXACT, continuation, 1,
               "Order by success after the moves one, two and four plies before too (with gravity).", NULL),
    BY__SWITCH(EXACT, capture_history, 1, "Order captures by success too (with gravity and captures=see).", NULL),
    BY__SWITCH(EXACT, counter_move, 1, "Try the move that refuted the last one before (with gravity).",
               "Uiterwijk 1992"),
    BY__SWITCH(SELECTIVE, correction, 1,
               "Correct the static evaluation by what the search has found in positions that have a part in common.",
               NULL),
    BY__CHOICE(EXACT, iid, iids, AB_IID_OFF,
               "Internal iterative deepening where no hash move is known; enlarged: again below alpha if it fails low.",
               "Scott 1969; Anantharaman 1991; Yue & Feng 2009"),
    BY__NUMBER(EXACT, iid_min_depth, 2, 64, 3, "The least depth in plies for iid.", "Yue & Feng 2009"),
    BY__NUMBER(EXACT, iid_reduction, 1, 8, 2, "How many plies shallower iid searches.", "Yue & Feng 2009"),
    BY__SWITCH(EXACT, iid_hash, 0, "Probe the hash table before the shallow search of iid.", "Yue & Feng 2009"),
    BY__SWITCH(EXACT, win_distance, 1, "End a line that cannot lead to a win as short as one that is known.", NULL),
    BY__SWITCH(
        EXACT, bounds, 0,
        "Use what the game knows of a position without search: bounds of its value, moves that lose at once, moves "
        "that are worth the same.",
        NULL),
    BY__SWITCH(QUESTION, repetition_cut, 1, "End a line where its history decides: repetition, the move count.",
               "Yue & Feng 2009"),
    BY__SWITCH(QUESTION, material_cut, 1, "End a line where neither side has the pieces to win.", "Yue & Feng 2009"),
    BY__SWITCH(SELECTIVE, quiescence, 1, "Beyond the depth, search captures, and all answers to a check.",
               "Shannon 1950; Yue & Feng 2009"),
    BY__SWITCH(SELECTIVE, quiescence_hash, 1, "Use the hash table beyond the depth too.", NULL),
    BY__SWITCH(SELECTIVE, quiescence_see, 1, "Beyond the depth, leave out moves that lose material.", NULL),
    BY__NUMBER(SELECTIVE, quiescence_delta, 0, BY_SCORE_MOST, 110,
               "Beyond the depth, leave out captures that with so much more would not reach the window; 0: none.",
               NULL),
    BY__SWITCH(SELECTIVE, quiescence_checks, 1,
               "At the first ply beyond the depth, search quiet moves that give check, too (picker=staged).", NULL),
    BY__SWITCH(SELECTIVE, extend_check, 1, "Search one ply deeper after a check.", "Yue & Feng 2009"),
    BY__SWITCH(SELECTIVE, extend_single, 0, "Search one ply deeper where there is only one legal move.",
               "Anantharaman, Campbell, Hsu 1990; Yue & Feng 2009"),
    BY__SWITCH(SELECTIVE, extend_mate, 0,
               "Search one ply deeper where who passes is mated; it needs null_move to see that.", "Yue & Feng 2009"),
    BY__CHOICE(SELECTIVE, extend_recapture, recaptures, AB_RECAPTURE_OFF,
               "Search a recapture deeper by a fraction of a ply; fractions add up along a line.", "Yue & Feng 2009"),
    BY__CHOICE(SELECTIVE, null_move, null_moves, AB_NULL_DYNAMIC,
               "Cut where even passing is too good; adaptive: reduced by depth and material; verified: confirmed by a "
               "search one ply shallower.",
               "Beal 1989; Donninger 1993; Heinz 1999; David-Tabibi & Netanyahu 2002"),
    BY__NUMBER(SELECTIVE, null_reduction, 0, 8, 0,
               "How many plies shallower plain and verified search after a null move; 0: 2 and 3, as published.",
               "Donninger 1993; David-Tabibi & Netanyahu 2002"),
    BY__NUMBER(SELECTIVE, null_pieces, 0, 16, 1, "The least number of strong pieces with which a side may pass.",
               "Donninger 1993"),
    BY__NUMBER(SELECTIVE, reverse_futility, 0, BY_SCORE_MOST, 85,
               "Cut where the evaluation is so much above the window for each ply of depth; 0: never.", NULL),
    BY__NUMBER(
        SELECTIVE, razoring, 0, BY_SCORE_MOST, 110,
        "Leave to quiescence what is far below the window: twice this and as much for each ply of depth, squared; "
        "0: nothing.",
        "Birmingham & Kent 1977"),
    BY__NUMBER(SELECTIVE, probcut, 0, BY_SCORE_MOST, 150,
               "Cut where a capture beats the window by so much in a shallower search; 0: never.", "Buro 1995"),
    BY__NUMBER(SELECTIVE, futility, 0, BY_SCORE_MOST, 85,
               "Pass over quiet moves where the evaluation is below the window by so much for each ply; 0: none.",
               "Heinz 1998"),
    BY__NUMBER(SELECTIVE, late_pruning, 0, 1000, 20,
               "Pass over quiet moves after so many and the square of the depth; 0: none.", NULL),
    BY__NUMBER(SELECTIVE, see_pruning, 0, BY_SCORE_MOST, 100,
               "Pass over moves that lose material: captures so much for each ply, quiet moves less; 0: none.", NULL),
    BY__NUMBER(SELECTIVE, history_pruning, 0, BY_SCORE_MOST, 3500,
               "Pass over quiet moves whose history is below minus so much for each ply; 0: none.", NULL),
    BY__NUMBER(
        SELECTIVE, late_reductions, 0, 400, 55,
        "Search late moves less deeply at first, by so many hundredths of the product of the logarithms of depth "
        "and place; 0: never.",
        "Romstad 2006; Levy, Broughton, Taylor 1989"),
    BY__NUMBER(SELECTIVE, internal_reduction, 0, 64, 4,
               "Search a ply less deeply where no hash move is known, from this depth on; 0: never.", NULL),
    BY__NUMBER(SELECTIVE, singular, 0, 64, 7,
               "From this depth on search the hash move deeper if no other comes near it; 0: never.",
               "Anantharaman, Campbell, Hsu 1990"),
    BY__SWITCH(SELECTIVE, multicut, 1, "With singular: cut where even the other moves are too good.",
               "Bjornsson & Marsland 1999"),
    BY__NUMBER(RESOURCE, threads, 1, BY__THREADS_MOST, 1,
               "How many threads search at once, each by itself, with one hash table (lazy SMP).", NULL),
    BY__MEMORY_ROW,
    {0},
};

/* The rows whose defaults are those of a playing program of today, as they were in the papers' time; presets name what
 * they want beyond that. New rows are named here, too, or the papers' tables change. */
#define CLASSIC                                                                                                        \
    "time_by_stability=off aspiration=0 aspiration_widening=whole hash_scheme=m_way hash_path=skip "                   \
    "hash_fail_low=keep iid_hash=off captures=exchange picker=list "                                                   \
    "history_gain=square continuation=off capture_history=off counter_move=off correction=off quiescence_hash=off "    \
    "quiescence_see=off quiescence_delta=0 quiescence_checks=off null_move=verified" NEW_SELECTIVE_OFF " "
#define NEW_SELECTIVE_OFF                                                                                              \
    " reverse_futility=0 razoring=0 probcut=0 futility=0 late_pruning=0 see_pruning=0 history_pruning=0 "              \
    "late_reductions=0 internal_reduction=0 singular=0 multicut=off"
#define ALL_OFF                                                                                                        \
    CLASSIC "pvs=off deepening=0 hash=off hash_move=off captures=unsorted killers=off history=off "                    \
            "win_distance=off" SELECTIVE_OFF
#define SELECTIVE_OFF                                                                                                  \
    " quiescence=off extend_check=off extend_single=off extend_mate=off extend_recapture=off null_move=off"

const struct by_preset by__ab_presets[] = {
    {"plain", ALL_OFF, "Textbook alpha-beta: fail-soft, moves as generated, nothing else."},
    {"oi-wiki", ALL_OFF " form=recorded", "The form of the OI Wiki, which returns its recorded alpha or beta."},
    {"paper-ordering",
     ALL_OFF " hash=on hash_move=on captures=exchange killers=after_captures killer_kind=counted history=from_to "
             "history_gain=square hash_pv_cuts=on hash_fail_low=best iid_hash=on",
     "What Yue and Feng measured move ordering with: alpha-beta at once to the full depth with hash table, hash move, "
     "captures by exchange, a killer, history; no selective search."},
    {"paper-capture", ALL_OFF " deepening=2 hash=on hash_move=on hash_scheme=linear",
     "What Zhang and Chen searched captures of Go with: deepened by two plies, with a hash table with linear probing."},
    {"paper-survey",
     CLASSIC
     "pvs=off deepening=1 aspiration=100 hash=on hash_scheme=two_tier hash_key=paper hash_pv_cuts=on hash_move=on "
     "captures=exchange killers=after_captures killer_kind=counted history=from_to history_gain=square iid=enlarged "
     "win_distance=off repetition_cut=on material_cut=on quiescence=on extend_check=on extend_single=on extend_mate=on "
     "extend_recapture=three_quarters null_move=verified",
     "The whole framework of the survey by Yue and Feng, with one choice for each technique."},
    {"classic", CLASSIC,
     "The techniques of the papers' time at their best: PVS, hash table, captures by exchange, killers, history, "
     "quiescence, check extension, verified null moves."},
    {"exact", CLASSIC SELECTIVE_OFF, "Everything that leaves the value alone, at its best; no selective search."},
    {"solver",
     CLASSIC "deepening=0 pvs=off mtdf=on mtdf_step=halves hash_pv_cuts=on captures=unsorted killers=off history=off "
             "win_distance=off bounds=on" SELECTIVE_OFF,
     "For games that are searched to their end and list their moves in a good order, such as connect four: null "
     "windows "
     "alone, at once to the full depth, with the game's own bounds; the value is exact."},
    {"full", "", "The strongest setting known: the defaults."},
    {0},
};

const char *const by__ab_counter_names[] = {AB_COUNTERS(BY__COUNTER_NAME)};
