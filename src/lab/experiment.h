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

/* What ends a search. */
enum lab_limit {
    LAB_LIMIT_NONE,
    LAB_LIMIT_DEPTH,
    LAB_LIMIT_NODES,
    LAB_LIMIT_EVALUATIONS,
};

struct lab_position {
    const char *id;
    const char *text; /* as the game prints it */
    by_position *position;
    enum by_answer known; /* the right answer to its question; BY_ANSWER_NONE: not known */
    const char *group;    /* positions of one group are shown together; NULL: it is in none */
    const char *set;      /* of groups that are shown side by side; NULL: it is in none */
    const by_move *best;  /* the right moves */
    size_t best_count;    /* 0: not known */
    int wins;             /* plies in which the side to move wins; 0: not known */
    int width, depth;     /* of a uniform tree; 0: it is none */
    size_t bytes;         /* about so many */
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
    const char *words; /* method, preset and options as they were written */
    const by_method *method;
    by_options *options;
    const char *settings; /* all options with their values */
    const by_game *game;  /* the experiment's, or the same with other options */
    const char *game_settings;
    struct lab_limits limits;
    bool has_own_limits;
    const char *family;                 /* of variants that differ in one option; NULL: it is in none */
    double at;                          /* the value of that option, or what it is shown as */
    int repetitions;                    /* how often each search is made, 1 or more */
    const struct lab_seeding *seedings; /* for each repetition; NULL: the method has no seed */
    int line;
};

/* What is measured: a part of the result or a counter of the method. */
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

/* What a report shows of the rows (docs/lab.md). All but tables, progress and growth are about each variant at its
 * greatest limit. */
enum lab_kind {
    LAB_TABLE,      /* a measure at all limits of the variants, beside what was published and against a base */
    LAB_SUMMARY,    /* measures of variants */
    LAB_DUEL,       /* which of two variants is better on how many positions */
    LAB_WITHIN,     /* how many are solved within so much of a measure */
    LAB_CURVES,     /* how a search went, for positions with one answer */
    LAB_PICTURE,    /* the position on which one variant saves the most against another */
    LAB_PREDICTION, /* what curves let expect, and what came */
    LAB_PROGRESS,   /* a measure at all limits of the variants */
    LAB_GROWTH,     /* what one more ply costs */
    LAB_GROUPED,    /* a measure by groups of positions */
    LAB_OVER,       /* a measure over the option in which families differ */
    LAB_MATCH,      /* games against a rival */
    LAB_KINDS,
};

/* Which positions a mean is over. */
enum lab_over { LAB_OVER_SOLVED, LAB_OVER_COMMON, LAB_OVER_ALL };

/* What is drawn of a curve. */
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
    bool has_counts;           /* of a duel: what the paper counted */
    double counts[LAB_COUNTS]; /* the first better, the second, level */
    double steps[LAB_STEPS_MOST];
    size_t step_count;
    int64_t shows;  /* of curves: enum lab_shows */
    int64_t answer; /* of curves: enum by_answer */
    int64_t most;   /* curves in a drawing */
    int64_t at;     /* of predictions: percent of the nodes */
    int64_t beside; /* of groups: 1: with the minimal tree beside */
    const char *by; /* what groups are, or the values of families; NULL: it is not said */
    int base;       /* the variant that others are compared with, or LAB_NO_VARIANT */
    int rival;      /* of a match: an index of rivals */
    uint64_t given; /* which lines it has had */
    int line;
};

/* Whom each variant plays with, in place of single searches: another variant, or every line of an opponent. */
struct lab_rival {
    int variant;                    /* LAB_EVERY_LINE: none */
    const char *won, *drawn, *lost; /* the counters of the games */
    bool is_lowered;                /* the experiment was made quick, and this one plays with a lower limit since */
};

/* The game with other options. */
struct lab_game {
    by_game *game;
    const char *settings;
};

/* How long somebody waits for what takes long: asked again and again, and the first true ends it with BY_ERROR_LIMIT.
 */
struct lab_patience {
    bool (*is_over)(void *context);
    void *context;
    size_t report_bytes; /* of a report in one form, at most; 0: any number */
};

struct lab_experiment {
    const struct lab_patience *patience; /* lent; NULL: endless */
    size_t position_bytes;               /* of all positions, about */
    const char *name;
    const char *title;
    const char *paper; /* NULL: none */
    char fingerprint[LAB_FINGERPRINT_SIZE];

    const by_game_type *type;
    by_game *game;
    const char *game_settings; /* all options of the game with their values */
    struct lab_game *games;    /* the same with other options, for single variants */
    size_t game_count;
    bool is_decided; /* a search ends as soon as the position's question is answered */
    int64_t beyond;  /* by what value that is held to be answered; 0: by wins and losses alone */

    struct lab_position *positions;
    size_t position_count;
    struct lab_variant *variants;
    size_t variant_count;
    bool is_nondeterministic; /* rows need not be the same each time, so that variants may have several threads */
    enum lab_limit limit;
    struct lab_limits limits; /* of variants without their own */
    struct lab_measure *measures;
    size_t measure_count;
    struct lab_figure *figures;
    size_t figure_count;
    struct lab_section *sections; /* in the order of the text */
    size_t section_count;
    int reference; /* the variant whose move others agree with or not, or LAB_NO_VARIANT */
    struct lab_rival *rivals;
    size_t rival_count;                   /* 0: rows are searches, no games */
    int plays_line;                       /* which says so */
    int64_t quick_positions, quick_limit; /* of a quick run; 0: the experiment names none */
    bool is_quick;                        /* it has been made quick */
    int64_t cost, quick_cost;             /* seconds of search time, as its author measured them; 0: not known */
    bool is_alone;                        /* times are the point: one search at a time */
    int64_t plies;                        /* games that are not over after so many are drawn; 0: no game is so long */
    const char *text;                     /* as it was read */

    struct by__arena arena;
};

/* How much a text of somebody else's may ask for; 0: as much as an experiment may at all. */
struct lab_bounds {
    int positions, variants;
    int tree_nodes; /* of each tree */
};

/* Reads the files that an experiment names, relative to it. The text is allocated and the caller's; NULL with the
 * reason in `why`, which is NULL if there is no memory. */
struct lab_reader {
    void *context;
    char *(*read)(void *context, const char *name, const char **why);
    struct lab_bounds bounds;
    const struct lab_patience *patience; /* of the reading and all that follows; NULL: endless */
};

/* Reads an experiment. An error carries the line and column in `text`, also one in a file that the text names. */
by_status lab_experiment_read(const char *name, const char *text, const struct lab_reader *reader,
                              struct lab_experiment **out, by_error *error);

/* Whether what is done with the experiment has to end. */
bool lab_is_over(const struct lab_experiment *experiment);

/* The same as an error. */
by_status lab_go_on(const struct lab_experiment *experiment, by_error *error);

/* The same between the sections of a report, of which so many bytes are there and which may have become too long. */
by_status lab_go_on_writing(const struct lab_experiment *experiment, size_t bytes, by_error *error);

/* Leaves so few positions and so low limits that a run is quick, as the experiment says. */
by_status lab_experiment_make_quick(struct lab_experiment *experiment, by_error *error);

/* A position as a variant searches it, the caller's. */
by_status lab_position_open(const struct lab_experiment *experiment, const struct lab_variant *variant, size_t position,
                            by_position **out, by_error *error);

struct lab_task;

/* The options with which a task is searched: those of its variant, or of the repetition's seed. */
struct lab_seeding lab_task_seeding(const struct lab_experiment *experiment, const struct lab_task *task);

/* What a value and what is known of it answer to the question of a position: does the prover, or if the game names
 * none the side to move, reach his goal? */
enum by_answer lab_answer(const struct lab_experiment *experiment, by_position *position, by_value value,
                          enum by_kind kind);

/* Whether games from a position surely end, by the rules or after the plies that the experiment gives them. */
by_status lab_check_games(const struct lab_experiment *experiment, by_position *position, const char *id,
                          by_error *error);

/* Creates the search of each variant, lets it make one move in each position, and sees whether it has the memory for
 * its greatest limit and counts what is to be measured. */
by_status lab_experiment_try(const struct lab_experiment *experiment, by_error *error);

/* Accepts NULL. */
void lab_experiment_destroy(struct lab_experiment *experiment);

/* Whether a section shows all limits of its variants, and not the greatest alone. */
bool lab_shows_all_limits(const struct lab_section *section);

/* Whether a variant is among those of a section. */
bool lab_section_has(const struct lab_section *section, size_t variant);

/* "table", "summary" and so on, as experiments write it. */
const char *lab_kind_name(enum lab_kind kind);

/* "depth", "nodes", "evaluations". */
const char *lab_limit_name(enum lab_limit limit);

/* The measures of an experiment, wherever they are named: of rows, then of sections. NULL behind the last. */
const struct lab_measure *lab_experiment_measure(const struct lab_experiment *experiment, size_t index);

/* Whether a measure is one of every row; else it is a counter. */
bool lab_measure_is_common(const char *name);

/* What a measure needs of positions: of all, or of one at least, where it counts those that have it. */
struct lab_need {
    bool (*has)(const struct lab_position *position);
    const char *what; /* in words */
    bool is_of_one;
};

/* NULL: it needs nothing. */
const struct lab_need *lab_measure_need(const char *name);

/* The common measure that was meant; NULL if none is near. All of them, with commas between. */
const char *lab_measure_nearest(const char *name);
void lab_measure_print_names(by_text *out);

/* Whether a measure is one of the games with a rival. */
bool lab_measure_is_of_rival(const struct lab_rival *rival, const char *name);

/* Whether a measure is one of the games that the experiment has played. */
bool lab_measure_is_of_games(const struct lab_experiment *experiment, const char *name);

/* Whether a measure compares with the reference. */
bool lab_measure_is_agreement(const char *name);

/* The limits of a search. */
struct by_limits lab_search_limits(const struct lab_experiment *experiment, int64_t limit);

/* The greatest limit of a variant. */
int64_t lab_greatest_limit(const struct lab_variant *variant);

/* Whether two names of sets, groups or families are the same; NULL is none. */
bool lab_is_same(const char *one, const char *other);

/* How many threads a variant searches with. */
int lab_variant_threads(const struct lab_variant *variant);

/* The least limit of some variants (NULL: of all) that is greater than `after`; INT64_MAX: none is. */
int64_t lab_next_limit(const struct lab_experiment *experiment, const size_t *variants, size_t count, int64_t after);

/* Whether a measure is a number, of which there is a mean. */
bool lab_measure_is_number(const char *name);

/* Whether a variant is searched with this limit. */
bool lab_variant_has(const struct lab_variant *variant, int64_t limit);

/* The figure of the paper; NULL if it gives none, or if all has to end. */
const struct lab_figure *lab_figure_find(const struct lab_experiment *experiment, size_t variant, const char *measure,
                                         int64_t limit);

/* A hash of texts (FNV-1a), to see whether they have changed: begin with LAB_HASH_START. */
#define LAB_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t lab_hash(uint64_t hash, const char *text);
void lab_hash_print(uint64_t hash, char out[LAB_FINGERPRINT_SIZE]);

#endif
