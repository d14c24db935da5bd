/* SPDX-License-Identifier: MIT
 *
 * The options of alpha-beta as it uses them, by the names of their rows in options.c, and what it counts.
 */
#ifndef BOYI_SEARCH_ALPHABETA_OPTIONS_H
#define BOYI_SEARCH_ALPHABETA_OPTIONS_H

#include "boyi/option.h"
#include "search/counters.h"

extern const struct by_option by__ab_option_table[];
extern const struct by_preset by__ab_presets[];
extern const char *const by__ab_counter_names[];

enum { BY__THREADS_MOST = 256 };

enum { AB_FAIL_SOFT, AB_FAIL_HARD, AB_RECORDED };                                         /* form */
enum { AB_STEP_BOUND, AB_STEP_HALVES };                                                   /* mtdf_step */
enum { AB_KILLERS_OFF, AB_BEFORE_CAPTURES, AB_AFTER_CAPTURES };                           /* killers */
enum { AB_KILLERS_RECENT, AB_KILLERS_COUNTED };                                           /* killer_kind */
enum { AB_HISTORY_OFF, AB_HISTORY_FROM_TO, AB_HISTORY_PIECE_TO };                         /* history */
enum { AB_GAIN_SQUARE, AB_GAIN_POWER, AB_GAIN_GRAVITY };                                  /* history_gain */
enum { AB_IID_OFF, AB_IID_PLAIN, AB_IID_ENLARGED };                                       /* iid */
enum { AB_UNSORTED, AB_CAPTURES_FIRST, AB_BY_EXCHANGE, AB_BY_SEE };                       /* captures */
enum { AB_NULL_OFF, AB_NULL_PLAIN, AB_NULL_ADAPTIVE, AB_NULL_VERIFIED, AB_NULL_DYNAMIC }; /* null_move */
enum { AB_PATH_SKIP, AB_PATH_MOVE };                                                      /* hash_path */
enum { AB_FAIL_LOW_KEEP, AB_FAIL_LOW_BEST };                                              /* hash_fail_low */
enum { AB_WIDEN_WHOLE, AB_WIDEN_STEPS };                                                  /* aspiration_widening */
enum { AB_RECAPTURE_OFF, AB_RECAPTURE_THREE_QUARTERS, AB_RECAPTURE_TWO_THIRDS };          /* extend_recapture */

struct ab_options {
    int form;
    bool pvs;
    bool mtdf;
    int mtdf_step;
    int deepening;
    bool time_by_stability;
    int aspiration;
    int aspiration_widening;
    bool hash;
    int hash_scheme;
    int hash_ways;
    int hash_key;
    int hash_depth;
    bool hash_pv_cuts;
    bool hash_move;
    bool hash_prefetch;
    int hash_path;
    int hash_fail_low;
    int captures;
    int picker;
    int killers;
    int killer_kind;
    int history;
    int history_gain;
    bool history_keep;
    bool continuation;
    bool capture_history;
    bool counter_move;
    bool correction;
    int iid;
    int iid_min_depth;
    int iid_reduction;
    bool iid_hash;
    bool win_distance;
    bool bounds;
    bool repetition_cut;
    bool material_cut;
    bool quiescence;
    bool quiescence_hash;
    bool quiescence_see;
    int quiescence_delta;
    bool quiescence_checks;
    bool extend_check;
    bool extend_single;
    bool extend_mate;
    int extend_recapture;
    int null_move;
    int null_reduction;
    int null_pieces;
    int reverse_futility;
    int razoring;
    int probcut;
    int futility;
    int late_pruning;
    int see_pruning;
    int history_pruning;
    int late_reductions;
    int internal_reduction;
    int singular;
    bool multicut;
    int threads;
    int memory_kib;
};

/* What a search counts, by the names of the techniques. */
#define AB_COUNTERS(COUNTER)                                                                                           \
    COUNTER(AB_CUTS, "cuts")                                                                                           \
    COUNTER(AB_CUTS_FIRST, "cuts_by_first_move")                                                                       \
    COUNTER(AB_PVS_SCOUTS, "pvs_scouts")                                                                               \
    COUNTER(AB_PVS_RESEARCHES, "pvs_researches")                                                                       \
    COUNTER(AB_MTDF_PASSES, "mtdf_passes")                                                                             \
    COUNTER(AB_ASPIRATION_HITS, "aspiration_hits")                                                                     \
    COUNTER(AB_ASPIRATION_FAILED_HIGH, "aspiration_failed_high")                                                       \
    COUNTER(AB_ASPIRATION_FAILED_LOW, "aspiration_failed_low")                                                         \
    COUNTER(AB_HASH_PROBES, "hash_probes")                                                                             \
    COUNTER(AB_HASH_HITS, "hash_hits")                                                                                 \
    COUNTER(AB_HASH_CUTS, "hash_cuts")                                                                                 \
    COUNTER(AB_HASH_STORES, "hash_stores")                                                                             \
    COUNTER(AB_HASH_MOVE_TRIES, "hash_move_tries")                                                                     \
    COUNTER(AB_HASH_MOVE_CUTS, "hash_move_cuts")                                                                       \
    COUNTER(AB_KILLERS_CUTS, "killers_cuts")                                                                           \
    COUNTER(AB_IID_SEARCHES, "iid_searches")                                                                           \
    COUNTER(AB_IID_ENLARGED_SEARCHES, "iid_enlarged_searches")                                                         \
    COUNTER(AB_WIN_DISTANCE_CUTS, "win_distance_cuts")                                                                 \
    COUNTER(AB_BOUNDS_CUTS, "bounds_cuts")                                                                             \
    COUNTER(AB_BOUNDS_LOSING_MOVES, "bounds_losing_moves")                                                             \
    COUNTER(AB_BOUNDS_TWINS, "bounds_twins")                                                                           \
    COUNTER(AB_QUIESCENCE_NODES, "quiescence_nodes")                                                                   \
    COUNTER(AB_EXTEND_CHECKS, "extend_check_moves")                                                                    \
    COUNTER(AB_EXTEND_SINGLES, "extend_single_moves")                                                                  \
    COUNTER(AB_EXTEND_MATES, "extend_mate_moves")                                                                      \
    COUNTER(AB_EXTEND_RECAPTURES, "extend_recapture_moves")                                                            \
    COUNTER(AB_NULL_TRIES, "null_move_tries")                                                                          \
    COUNTER(AB_NULL_CUTS, "null_move_cuts")                                                                            \
    COUNTER(AB_NULL_REDUCTIONS, "null_move_reductions")                                                                \
    COUNTER(AB_NULL_ZUGZWANGS, "null_move_zugzwangs")                                                                  \
    COUNTER(AB_QUIESCENCE_SEE_MOVES, "quiescence_see_moves")                                                           \
    COUNTER(AB_QUIESCENCE_DELTA_MOVES, "quiescence_delta_moves")                                                       \
    COUNTER(AB_REVERSE_FUTILITY_CUTS, "reverse_futility_cuts")                                                         \
    COUNTER(AB_RAZORING_CUTS, "razoring_cuts")                                                                         \
    COUNTER(AB_PROBCUT_TRIES, "probcut_tries")                                                                         \
    COUNTER(AB_PROBCUT_CUTS, "probcut_cuts")                                                                           \
    COUNTER(AB_FUTILITY_MOVES, "futility_moves")                                                                       \
    COUNTER(AB_LATE_PRUNING_MOVES, "late_pruning_moves")                                                               \
    COUNTER(AB_SEE_PRUNING_MOVES, "see_pruning_moves")                                                                 \
    COUNTER(AB_HISTORY_PRUNING_MOVES, "history_pruning_moves")                                                         \
    COUNTER(AB_LATE_REDUCTIONS, "late_reductions_moves")                                                               \
    COUNTER(AB_LATE_RESEARCHES, "late_reductions_researches")                                                          \
    COUNTER(AB_INTERNAL_REDUCTIONS, "internal_reduction_nodes")                                                        \
    COUNTER(AB_SINGULAR_TRIES, "singular_tries")                                                                       \
    COUNTER(AB_SINGULAR_EXTENSIONS, "singular_extensions")                                                             \
    COUNTER(AB_MULTICUT_CUTS, "multicut_cuts")

enum ab_counter { AB_COUNTERS(BY__COUNTER_ID) AB_COUNTER_COUNT };

#endif
