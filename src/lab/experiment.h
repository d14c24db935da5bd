/* SPDX-License-Identifier: MIT
 *
 * An experiment: positions x variants x limits, what to measure, and the figures of a paper to stand beside ours.
 * It is a text of lines that begin with a word (docs/lab.md):
 *
 *     title      The order of moves in small games
 *     game       tictactoe
 *     position   start initial
 *     variant    plain alphabeta plain
 *     variant    hashed alphabeta plain hash=on
 *     depths     1-9
 *     published  plain nodes 9=18296
 *     table      What the hash table saves
 *     columns    plain hashed
 *     base       plain
 *     measure    nodes
 *
 * Reading checks everything that can be checked without searching; lab_experiment_try then tries each variant.
 */
#ifndef LAB_EXPERIMENT_H
#define LAB_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "boyi/game.h"
#include "boyi/option.h"
#include "boyi/search.h"
#include "boyi/text.h"

enum {
    LAB_NO_VARIANT = -1,
    LAB_EVERY_LINE = -1,
    LAB_FINGERPRINT_SIZE = 17,
    LAB_REPETITIONS_MOST = 1000,
};

/* The kinds of limits of a search. */
enum lab_limit {
    LAB_LIMIT_NONE,
    LAB_LIMIT_DEPTH,
    LAB_LIMIT_NODES,
    LAB_LIMIT_EVALUATIONS,
};

struct lab_position {
    const char *id;
    const char *text;      /* as the game prints it */
    by_position *position; /* NULL: only named */
    enum by_answer known;  /* the right answer to its question; BY_ANSWER_NONE: unknown */
    const char *group;     /* shown together with others of its group; NULL: none */
    const char *set;       /* of groups shown side by side; NULL: none */
    const by_move *best;   /* the right moves */
    size_t best_count;     /* 0: unknown */
    int wins;              /* the side to move wins in this number of plies; 0: unknown */
    int width, depth;      /* of a uniform tree; 0: it is none */
    size_t bytes;          /* approximate */
};

/* A variant's options with another seed, for a repetition. */
struct lab_seeding {
    by_options *options;
    const char *settings; /* all of them with their values */
};

/* Limits in rising order. */
struct lab_limits {
    int64_t *list;
    size_t count;
};

struct lab_variant {
    const char *name;
    const char *words; /* method, preset and options as written */
    const by_method *method;
    by_options *options;
    const char *settings; /* all options with their values */
    const by_game *game;  /* the experiment's, or the same with other options */
    const char *game_settings;
    struct lab_limits limits;
    bool has_own_limits;
    const char *family;                 /* of variants that differ in one option; NULL: none */
    double at;                          /* the value of that option, or its label */
    int repetitions;                    /* number of repetitions, 1 or more */
    const struct lab_seeding *seedings; /* for each repetition; NULL: the method has no seed */
    int line;
};

/* A measure: a part of the result or a counter of the method. */
struct lab_measure {
    const char *name;
    int line, column;
};

/* A figure of the paper. */
struct lab_figure {
    size_t variant;
    struct lab_measure measure;
    int64_t limit;
    double value;
    int line, column;
};

/* The part of a report that shows rows (docs/lab.md). All but tables, progress and growth show each variant at its
 * greatest limit. */
enum lab_kind {
    LAB_TABLE,      /* a measure at all limits of the variants, beside published figures and a base */
    LAB_SUMMARY,    /* measures of variants */
    LAB_DUEL,       /* on how many positions each of two variants is better */
    LAB_WITHIN,     /* how many positions are solved within steps of a measure */
    LAB_CURVES,     /* the course of searches, for positions with one answer */
    LAB_PICTURE,    /* the position on which one variant saves the most against another */
    LAB_PREDICTION, /* predictions from curves, and results */
    LAB_PROGRESS,   /* a measure at all limits of the variants */
    LAB_GROWTH,     /* the factor that one more ply costs */
    LAB_GROUPED,    /* a measure by groups of positions */
    LAB_OVER,       /* a measure over the option in which families differ */
    LAB_MATCH,      /* games against a rival */
    LAB_KINDS,
};

/* The positions that a mean is over. */
enum lab_over { LAB_OVER_SOLVED, LAB_OVER_COMMON, LAB_OVER_ALL };

/* The values that a curve shows. */
enum lab_shows { LAB_SHOWS_NOTHING, LAB_SHOWS_EVALUATION, LAB_SHOWS_NUMBERS };

enum { LAB_STEPS_MOST = 16, LAB_COUNTS = 3 };

struct lab_section {
    enum lab_kind kind;
    const char *name; /* of its files; of tables "table-1" and so on */
    const char *title;
    size_t *variants;
    const char **sets; /* of groups, by variant; NULL: positions of any set */
    size_t variant_count;
    struct lab_measure *measures;
    size_t measure_count;
    int64_t over;              /* of a summary: enum lab_over */
    int64_t level;             /* of a duel: values that differ by less percent are level */
    bool has_counts;           /* of a duel: the paper has counts */
    double counts[LAB_COUNTS]; /* the first better, the second, level */
    double steps[LAB_STEPS_MOST];
    size_t step_count;
    int64_t shows;  /* of curves: enum lab_shows */
    int64_t answer; /* of curves: enum by_answer */
    int64_t most;   /* curves in a drawing */
    int64_t at;     /* of predictions: percent of the nodes */
    int64_t beside; /* of groups: 1: show the minimal tree too */
    const char *by; /* label of groups, or of the values of families; NULL: none given */
    int base;       /* the variant that others are compared with, or LAB_NO_VARIANT */
    int rival;      /* of a match: an index of rivals */
    uint64_t given; /* bits of the lines it has had */
    int line;
};

/* The opponent in games, which replace single searches: another variant, or every line of an opponent. */
struct lab_rival {
    int variant;                    /* LAB_EVERY_LINE: none */
    const char *won, *drawn, *lost; /* the counters of the games */
    bool is_lowered;                /* a quick experiment lowered its limit */
};

/* The game with other options. */
struct lab_game {
    by_game *game;
    const char *settings;
};

/* A limit to waiting: long functions poll it, and end with BY_ERROR_LIMIT at the first true. */
struct lab_patience {
    bool (*is_over)(void *context);
    void *context;
    size_t report_bytes; /* of a report in one form, at most; 0: no limit */
};

struct lab_experiment {
    const struct lab_patience *patience; /* borrowed; NULL: endless */
    size_t position_bytes;               /* of all positions, approximate */
    const char *name;
    const char *title;
    const char *paper; /* NULL: none */
    char fingerprint[LAB_FINGERPRINT_SIZE];

    const by_game_type *type;
    by_game *game;
    const char *game_settings; /* all options of the game with their values */
    struct lab_game *games;    /* the same with other options, for single variants */
    size_t game_count;
    bool is_decided; /* a search ends as soon as it has answered the position's question */
    int64_t beyond;  /* the value beyond which a question counts as answered; 0: wins and losses only */

    struct lab_position *positions;
    size_t position_count;
    struct lab_variant *variants;
    size_t variant_count;
    bool is_nondeterministic; /* rows may differ between runs, so variants may use several threads */
    enum lab_limit limit;
    struct lab_limits limits; /* of variants without their own */
    struct lab_measure *measures;
    size_t measure_count;
    struct lab_figure *figures;
    size_t figure_count;
    struct lab_section *sections; /* in the order of the text */
    size_t section_count;
    int reference; /* the variant whose move is the standard, or LAB_NO_VARIANT */
    struct lab_rival *rivals;
    size_t rival_count;                   /* 0: rows are searches, not games */
    int plays_line;                       /* the line that says so */
    int64_t quick_positions, quick_limit; /* of a quick run; 0: none given */
    bool is_quick;                        /* it has been made quick */
    int64_t cost, quick_cost;             /* seconds of search time, as its author measured it; 0: unknown */
    bool is_alone;                        /* times matter: one search at a time */
    int64_t plies;                        /* a longer game counts as a draw; 0: no limit */
    const char *text;                     /* as it was read */

    struct by__arena arena;
};

/* Limits for a text of a stranger; 0: as for any experiment. */
struct lab_bounds {
    int positions, variants;
    int tree_nodes; /* of each tree */
};

/* Reads the files that an experiment names, relative to it. The caller owns the text; NULL with the reason in `why`,
 * which is NULL if there is no memory. */
struct lab_reader {
    void *context;
    char *(*read)(void *context, const char *name, const char **why);
    struct lab_bounds bounds;
    bool is_for_report; /* positions are only named, which is enough for a report that is read (lab/report.h) */
    const struct lab_patience *patience; /* for the reading and everything after it; NULL: endless */
};

/* Reads an experiment. An error carries the line and column in `text`, also for an error in a file that the text
 * names. */
by_status lab_experiment_read(const char *name, const char *text, const struct lab_reader *reader,
                              struct lab_experiment **out, by_error *error);

/* True if work on the experiment must end. */
bool lab_is_over(const struct lab_experiment *experiment);

/* The same as an error. */
by_status lab_go_on(const struct lab_experiment *experiment, by_error *error);

/* The same between the sections of a report that has this number of bytes so far; fails if it is too long. */
by_status lab_go_on_writing(const struct lab_experiment *experiment, size_t bytes, by_error *error);

/* Reduces positions and limits to those of a quick run, as the experiment says. */
by_status lab_experiment_make_quick(struct lab_experiment *experiment, by_error *error);

/* Creates a position as a variant (NULL: as the experiment's game) has it. The caller owns it. */
by_status lab_position_open(const struct lab_experiment *experiment, const struct lab_variant *variant, size_t position,
                            by_position **out, by_error *error);

struct lab_task;

/* The options for a task: those of its variant, or of the repetition's seed. */
struct lab_seeding lab_task_seeding(const struct lab_experiment *experiment, const struct lab_task *task);

/* Turns a value into an answer to a position's question: does the prover reach the goal? If the game names no prover,
 * it is the side to move. */
enum by_answer lab_answer(const struct lab_experiment *experiment, by_position *position, by_value value,
                          enum by_kind kind);

/* True if games from a position always end, by the rules or by the experiment's limit of plies. */
by_status lab_check_games(const struct lab_experiment *experiment, by_position *position, const char *id,
                          by_error *error);

/* Creates the search of each variant and lets it make one move in each position. Checks its memory for the greatest
 * limit, and that it counts what the experiment measures. */
by_status lab_experiment_try(const struct lab_experiment *experiment, by_error *error);

/* Accepts NULL. */
void lab_experiment_destroy(struct lab_experiment *experiment);

/* True if a section shows all limits of its variants, not only the greatest. */
bool lab_shows_all_limits(const struct lab_section *section);

/* True if a variant belongs to a section. */
bool lab_section_has(const struct lab_section *section, size_t variant);

/* "table", "summary" and so on, as experiments write it. */
const char *lab_kind_name(enum lab_kind kind);

/* "depth", "nodes", "evaluations". */
const char *lab_limit_name(enum lab_limit limit);

/* Iterates over all measures that an experiment names: of rows, then of sections. NULL at the end. */
const struct lab_measure *lab_experiment_measure(const struct lab_experiment *experiment, size_t index);

/* True if every row has the measure; else it is a counter. */
bool lab_measure_is_common(const char *name);

/* The requirements of a measure on positions: on all, or on at least one if it only counts those. */
struct lab_need {
    bool (*has)(const struct lab_position *position);
    const char *what; /* in words */
    bool is_of_one;
};

/* NULL: it requires nothing. */
const struct lab_need *lab_measure_need(const char *name);

/* A similar common measure; NULL if none is near. All of them, separated by commas. */
const char *lab_measure_nearest(const char *name);
void lab_measure_print_names(by_text *out);

/* True for a measure of games against a rival. */
bool lab_measure_is_of_rival(const struct lab_rival *rival, const char *name);

/* True for a measure of the games that the experiment plays. */
bool lab_measure_is_of_games(const struct lab_experiment *experiment, const char *name);

/* True for a measure that compares with the reference. */
bool lab_measure_is_agreement(const char *name);

/* The limits of a search. */
struct by_limits lab_search_limits(const struct lab_experiment *experiment, int64_t limit);

/* The greatest limit of a variant. */
int64_t lab_greatest_limit(const struct lab_variant *variant);

/* True if two names of sets, groups or families are equal; NULL is none. */
bool lab_is_same(const char *one, const char *other);

/* The number of threads of a variant's search. */
int lab_variant_threads(const struct lab_variant *variant);

/* The least limit above `after` of some variants (NULL: of all); INT64_MAX: none. */
int64_t lab_next_limit(const struct lab_experiment *experiment, const size_t *variants, size_t count, int64_t after);

/* True if a measure is a number, which has a mean. */
bool lab_measure_is_number(const char *name);

/* True if a variant has this limit. */
bool lab_variant_has(const struct lab_variant *variant, int64_t limit);

/* The figure of the paper; NULL if it gives none, or if work must end. */
const struct lab_figure *lab_figure_find(const struct lab_experiment *experiment, size_t variant, const char *measure,
                                         int64_t limit);

/* A hash of texts (FNV-1a), to detect changes: start with LAB_HASH_START. */
#define LAB_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t lab_hash(uint64_t hash, const char *text);
void lab_hash_print(uint64_t hash, char out[LAB_FINGERPRINT_SIZE]);

#endif
