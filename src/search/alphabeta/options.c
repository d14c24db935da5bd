/* SPDX-License-Identifier: MIT
 *
 * The option table of alpha-beta. Help, protocols, tests and documents read the row of a technique here.
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
               "What a node returns: the best value found (fail_soft), that value clamped to the window (fail_hard), "
               "or the recorded alpha (recorded).",
               "Knuth & Moore 1975; Fishburn 1983; OI Wiki"),
    BY__SWITCH(EXACT, pvs, 1,
               "Principal variation search: search later moves with a null window, and search again those that fail "
               "high (NegaScout).",
               "Marsland & Campbell 1982; Reinefeld 1983"),
    BY__SWITCH(EXACT, mtdf, 0, "Find the value of each iteration with null windows only (disables aspiration).",
               "Plaat, Schaeffer, Pijls, de Bruin 1996"),
    BY__CHOICE(
        EXACT, mtdf_step, mtdf_steps, AB_STEP_BOUND,
        "The next null window of mtdf: at the bound just found (bound), or halfway between both bounds, starting with "
        "the sign of the value (halves). With halves and hash_pv_cuts, the variation is a single move.",
        NULL),
    BY__NUMBER(
        EXACT, deepening, 0, 2, 1,
        "Iterative deepening: plies added by each iteration; 0: search to the full depth immediately, if one is given.",
        "Slate & Atkin 1977"),
    BY__SWITCH(
        EXACT, time_by_stability, 1,
        "With a clock, use less time while the best move stays the same, and more when it changes or its value falls.",
        "Hyatt 1984; Althofer, Donninger, Lorenz, Rottmann 1994"),
    BY__NUMBER(EXACT, aspiration, 0, BY_MAX_SCORE, 14,
               "Half the width of the aspiration window around the value of the last iteration; 0: no window.",
               "Marsland 1986"),
    BY__CHOICE(EXACT, aspiration_widening, widenings, AB_WIDEN_STEPS,
               "After a fail low or fail high, open that side of the window completely (whole), or widen it step by "
               "step (steps). steps also searches less deeply after a fail high.",
               NULL),
    BY__SWITCH(EXACT, hash, 1, "Use a transposition table.", "Zobrist 1970; Yue & Feng 2009"),
    BY__CHOICE(EXACT, hash_scheme, hash_schemes, BY__HASH_CLUSTERED,
               "Replacement scheme: which entry a new one overwrites. clustered overwrites the shallowest entry of a "
               "cache line, and entries of earlier searches first.",
               "Breuker, Uiterwijk, van den Herik 1994; Zhang & Chen 2007 (linear)"),
    BY__NUMBER(EXACT, hash_ways, 2, 16, 4, "Entries in a bucket with hash_scheme=m_way.", "Yue & Feng 2009"),
    BY__CHOICE(EXACT, hash_key, hash_keys, BY__HASH_SINGLE,
               "Take the table index from the 64-bit key (single), or from an independent 32-bit hash (paper). "
               "clustered always takes it from the key.",
               "Yue & Feng 2009"),
    BY__CHOICE(EXACT, hash_depth, hash_depths, 0,
               "Use an entry if it is at least as deep as needed (at_least), or only if it is exactly as deep (equal).",
               "Yue & Feng 2009"),
    BY__SWITCH(EXACT, hash_pv_cuts, 0,
               "Let exact entries end a node inside an open window, too. This shortens the principal variation.", NULL),
    BY__SWITCH(EXACT, hash_move, 1, "Try the hash move first.", "Slate & Atkin 1977"),
    BY__SWITCH(EXACT, hash_prefetch, 1, "Prefetch the hash entry of a position before making its move.", NULL),
    BY__CHOICE(EXACT, hash_path, hash_paths, AB_PATH_MOVE,
               "If a value depends on the path, store nothing (skip), or only the move (move). With move, a value "
               "counts as dependent on the path only if the part of the search that depends on it decided the value.",
               NULL),
    BY__CHOICE(EXACT, hash_fail_low, hash_fail_lows, AB_FAIL_LOW_KEEP,
               "The move to store when all moves fail low: the first one tried (keep), or the best one (best).",
               "Yue & Feng 2009 (best)"),
    BY__CHOICE(
        EXACT, captures, captures, AB_BY_SEE,
        "Order of captures: as generated (unsorted), before the other moves (first), or also by their gain. exchange "
        "treats losing captures as quiet moves; see puts captures last that lose by static exchange evaluation.",
        "Yue & Feng 2009 (exchange)"),
    BY__CHOICE(EXACT, picker, pickers, 1,
               "Generate all moves together (list), or in stages when needed (staged). staged requires captures=see "
               "and the two latest killers, not before the captures; in check, all moves are listed.",
               NULL),
    BY__CHOICE(EXACT, killers, killers, AB_AFTER_CAPTURES,
               "Killer heuristic: try moves that caused cutoffs at the same ply, before or after the captures.",
               "Akl & Newborn 1977"),
    BY__CHOICE(EXACT, killer_kind, killer_kinds, AB_KILLERS_RECENT,
               "Killers of a ply: the two latest (recent), or the one with the most cutoffs (counted).",
               "Yue & Feng 2009"),
    BY__CHOICE(EXACT, history, histories, AB_HISTORY_FROM_TO,
               "History heuristic: order moves by past success, indexed by origin and target (from_to), or by piece "
               "and target (piece_to).",
               "Schaeffer 1983, 1989"),
    BY__CHOICE(EXACT, history_gain, history_gains, AB_GAIN_GRAVITY,
               "What a cutoff at depth d adds: d*d (square), or 2 to the power of d (power). gravity counts failures, "
               "too, and gives recent results more weight (games without piece values use square).",
               "Schaeffer 1989; Yue & Feng 2009"),
    BY__SWITCH(EXACT, history_keep, 0, "Keep the histories of history_gain=gravity for the next search.", NULL),
    BY__SWITCH(EXACT, continuation, 1,
               "Continuation history: order by success after the moves one, two and four plies earlier, too (requires "
               "history_gain=gravity).",
               NULL),
    BY__SWITCH(EXACT, capture_history, 1,
               "Order captures by past success, too (requires history_gain=gravity and captures=see).", NULL),
    BY__SWITCH(EXACT, counter_move, 1,
               "Countermove heuristic: try the move that refuted the last move before (requires history_gain=gravity).",
               "Uiterwijk 1992"),
    BY__SWITCH(SELECTIVE, correction, 1,
               "Correction history: correct the static evaluation by what the search found in positions that share "
               "features with this one.",
               NULL),
    BY__CHOICE(EXACT, iid, iids, AB_IID_OFF,
               "Internal iterative deepening at nodes without a hash move. After a fail low, enlarged searches again "
               "below alpha.",
               "Scott 1969; Anantharaman 1991; Yue & Feng 2009"),
    BY__NUMBER(EXACT, iid_min_depth, 2, 64, 3, "Minimum depth for iid, in plies.", "Yue & Feng 2009"),
    BY__NUMBER(EXACT, iid_reduction, 1, 8, 2, "How many plies shallower iid searches.", "Yue & Feng 2009"),
    BY__SWITCH(EXACT, iid_hash, 0, "Probe the hash table before the shallow search of iid.", "Yue & Feng 2009"),
    BY__SWITCH(EXACT, win_distance, 1,
               "Mate distance pruning: end a line that cannot lead to a faster win than the one already found.", NULL),
    BY__SWITCH(EXACT, bounds, 0,
               "Use what the game knows without search: bounds of the value, moves that lose immediately, moves of "
               "equal value.",
               NULL),
    BY__SWITCH(QUESTION, repetition_cut, 1,
               "End a line when its history decides the game: repetition or the move limit.", "Yue & Feng 2009"),
    BY__SWITCH(QUESTION, material_cut, 1, "End a line when neither side has enough material to win.",
               "Yue & Feng 2009"),
    BY__SWITCH(SELECTIVE, quiescence, 1,
               "Quiescence search: at the end of the depth, continue with captures, and with all replies to a check.",
               "Shannon 1950; Yue & Feng 2009"),
    BY__SWITCH(SELECTIVE, quiescence_hash, 1, "Use the hash table in quiescence search.", NULL),
    BY__SWITCH(SELECTIVE, quiescence_see, 1, "In quiescence search, skip moves that lose material.", NULL),
    BY__NUMBER(
        SELECTIVE, quiescence_delta, 0, BY_MAX_SCORE, 110,
        "Delta pruning: in quiescence search, skip captures that stay below the window even with this margin; 0: off.",
        NULL),
    BY__SWITCH(SELECTIVE, quiescence_checks, 1,
               "Search quiet checks in the first ply of quiescence search, too (requires picker=staged).", NULL),
    BY__SWITCH(SELECTIVE, extend_check, 1, "Extend by one ply after a check.", "Yue & Feng 2009"),
    BY__SWITCH(SELECTIVE, extend_single, 0, "Extend by one ply when there is only one legal move.",
               "Anantharaman, Campbell, Hsu 1990; Yue & Feng 2009"),
    BY__SWITCH(SELECTIVE, extend_mate, 0,
               "Mate threat extension: extend by one ply when a pass would allow mate (requires null_move).",
               "Yue & Feng 2009"),
    BY__CHOICE(SELECTIVE, extend_recapture, recaptures, AB_RECAPTURE_OFF,
               "Extend recaptures by a fraction of a ply; fractions add up along a line.", "Yue & Feng 2009"),
    BY__CHOICE(SELECTIVE, null_move, null_moves, AB_NULL_DYNAMIC,
               "Null-move pruning: cut if even passing fails high. adaptive reduces by depth and material; verified "
               "confirms the cut with a search one ply shallower; dynamic reduces by depth and static evaluation.",
               "Beal 1989; Donninger 1993; Heinz 1999; David-Tabibi & Netanyahu 2002"),
    BY__NUMBER(SELECTIVE, null_reduction, 0, 8, 0,
               "Depth reduction of plain and verified null moves, in plies; 0: 2 and 3, as published.",
               "Donninger 1993; David-Tabibi & Netanyahu 2002"),
    BY__NUMBER(SELECTIVE, null_pieces, 0, 16, 1, "Minimum number of strong pieces that a side needs to pass.",
               "Donninger 1993"),
    BY__NUMBER(SELECTIVE, reverse_futility, 0, BY_MAX_SCORE, 85,
               "Reverse futility pruning: cut if the static evaluation is above the window by this margin for each ply "
               "of depth; 0: off.",
               NULL),
    BY__NUMBER(SELECTIVE, razoring, 0, BY_MAX_SCORE, 110,
               "Razoring: go to quiescence search if the static evaluation is below the window by this margin times (2 "
               "+ depth * depth); 0: off.",
               "Birmingham & Kent 1977"),
    BY__NUMBER(SELECTIVE, probcut, 0, BY_MAX_SCORE, 150,
               "ProbCut: cut if a capture beats the window by this margin in a shallower search; 0: off.", "Buro 1995"),
    BY__NUMBER(SELECTIVE, futility, 0, BY_MAX_SCORE, 85,
               "Futility pruning: skip quiet moves if the static evaluation is below the window by this margin for "
               "each ply of depth; 0: off.",
               "Heinz 1998"),
    BY__NUMBER(SELECTIVE, late_pruning, 0, 1000, 20,
               "Late move pruning: skip quiet moves after this number plus the square of the depth; 0: off.", NULL),
    BY__NUMBER(SELECTIVE, see_pruning, 0, BY_MAX_SCORE, 100,
               "Skip captures that lose more than this for each ply of depth, and quiet moves that lose less; 0: off.",
               NULL),
    BY__NUMBER(SELECTIVE, history_pruning, 0, BY_MAX_SCORE, 3500,
               "Skip quiet moves whose history is below minus this for each ply of depth; 0: off.", NULL),
    BY__NUMBER(SELECTIVE, late_reductions, 0, 400, 55,
               "Late move reductions: search late moves less deeply first, by this many hundredths of log(depth) * "
               "log(move number); 0: off.",
               "Romstad 2006; Levy, Broughton, Taylor 1989"),
    BY__NUMBER(SELECTIVE, internal_reduction, 0, 64, 4,
               "Internal iterative reduction: from this depth on, search nodes without a hash move one ply less "
               "deeply; 0: off.",
               NULL),
    BY__NUMBER(
        SELECTIVE, singular, 0, 64, 7,
        "Singular extension: from this depth on, extend the hash move if no other move comes close to it; 0: off.",
        "Anantharaman, Campbell, Hsu 1990"),
    BY__SWITCH(SELECTIVE, multicut, 1, "Multi-cut pruning: with singular, cut if the other moves fail high, too.",
               "Bjornsson & Marsland 1999"),
    BY__NUMBER(RESOURCE, threads, 1, BY__THREADS_MOST, 1,
               "Number of search threads, which share one hash table (Lazy SMP).", NULL),
    BY__MEMORY_ROW,
    {0},
};

/* Sets the rows whose defaults are those of today's programs to what they were in the papers' time. A new row goes
 * here, too, or the papers' tables change. */
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
     "The setting in which Yue and Feng measure move ordering: full depth without deepening, hash table, hash move, "
     "captures by exchange, one killer, history; no selective search."},
    {"paper-capture", ALL_OFF " deepening=2 hash=on hash_move=on hash_scheme=linear",
     "The setting of Zhang and Chen for captures in Go: deepening by two plies, hash table with linear probing."},
    {"paper-survey",
     CLASSIC
     "pvs=off deepening=1 aspiration=100 hash=on hash_scheme=two_tier hash_key=paper hash_pv_cuts=on hash_move=on "
     "captures=exchange killers=after_captures killer_kind=counted history=from_to history_gain=square iid=enlarged "
     "win_distance=off repetition_cut=on material_cut=on quiescence=on extend_check=on extend_single=on extend_mate=on "
     "extend_recapture=three_quarters null_move=verified",
     "The whole framework of the survey by Yue and Feng, with one choice for each technique."},
    {"classic", CLASSIC,
     "The best setting of the techniques of the papers' time: PVS, hash table, captures by exchange, killers, history, "
     "quiescence search, check extension, verified null moves."},
    {"exact", CLASSIC SELECTIVE_OFF,
     "The best setting of all techniques that do not change the value; no selective search."},
    {"solver",
     CLASSIC "deepening=0 pvs=off mtdf=on mtdf_step=halves hash_pv_cuts=on captures=unsorted killers=off history=off "
             "win_distance=off bounds=on" SELECTIVE_OFF,
     "For games that you search to the end and that list their moves in a good order, such as Connect Four: null "
     "windows only, full depth without deepening, the game's own bounds. The value is exact."},
    {"full", "", "The strongest known setting: the defaults."},
    {0},
};

const char *const by__ab_counter_names[] = {AB_COUNTERS(BY__COUNTER_NAME)};
