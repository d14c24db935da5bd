/* SPDX-License-Identifier: MIT
 *
 * The common part of the readers of an experiment's lines: the line, its words, and the reports of mistakes in it.
 */
#ifndef LAB_READING_H
#define LAB_READING_H

#include "lab/experiment.h"

#define LAB_NODES_MOST INT64_C(1000000000000000)
enum { LAB_SECONDS_MOST = 100000000 };

struct lab_reading;

/* A word with which a line begins. */
struct lab_keyword {
    const char *name;
    unsigned in;      /* kinds of sections that have such a line, as bits; 0: it is for the whole experiment */
    unsigned needed;  /* kinds that require it */
    bool is_repeated; /* it may occur several times */
    by_status (*read)(struct lab_reading *reading);
    const char *help;           /* the expected text after it; NULL: none, or `read` reports it */
    size_t offset;              /* of the field that a line with at most one word sets */
    int64_t most;               /* a number from 1 to this */
    const char *const *choices; /* or one of these words, counted from `first` on */
    int64_t first;
};

struct lab_reading {
    struct lab_experiment *experiment;
    const struct lab_reader *reader;
    by_error *error;
    uint64_t hash;
    int line;
    char *begin;                       /* of the line */
    char *rest;                        /* the unread part of it */
    const struct lab_keyword *keyword; /* of the line */
    uint64_t given;                    /* bits of the keywords that occurred */
    int limit_line;
    int plies_line;
    double tree_nodes; /* of all generated trees, at most */
    int repetitions;   /* of variants without their own; 0: none given */
    bool has_no_memory;
};

/* The section that the line belongs to; NULL: none yet. */
static inline struct lab_section *lab_current_section(const struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    return experiment->section_count ? &experiment->sections[experiment->section_count - 1] : NULL;
}

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

int lab_column_of(const struct lab_reading *reading, const char *place);

/* A mistake at a place of the line. */
#define LAB_REFUSE(reading, place, ...)                                                                                \
    by_error_set_at((reading)->error, BY_ERROR_INPUT, (reading)->line, lab_column_of((reading), (place)), __VA_ARGS__)

/* Passes on an error of another part of the library. */
by_status lab_refuse_because(struct lab_reading *reading, const char *place, const by_error *reason);

/* Suggests the most similar one of `words`. */
by_status lab_refuse_unknown(struct lab_reading *reading, const char *word, const char *what, const char *const *words);

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* The next word of the line, cut off from the rest; NULL at its end. */
char *lab_next_word(struct lab_reading *reading);

/* The rest of the line; "" if nothing is left. */
char *lab_rest_of_line(struct lab_reading *reading);

/* A line may have only characters that an editor shows: after a hidden byte we would read something else than the
 * author sees. Describes the first forbidden character and its place; NULL: all are allowed. */
const char *lab_bad_character(const char **at);

/* A copy of that, which must not be empty. */
by_status lab_copy_rest(struct lab_reading *reading, const char *what, const char **out);

/* Names appear in tables, in lists and before `=`. */
by_status lab_check_name(struct lab_reading *reading, const char *name, const char *what);

by_status lab_find_variant(struct lab_reading *reading, const char *name, size_t *out);

/* The name of a variant and nothing else. */
by_status lab_read_one_variant(struct lab_reading *reading, size_t *out);

/* A list of consecutive variants. */
struct lab_range {
    size_t first, end;
};

/* The same in a list, where the name of a family means all of its variants. */
by_status lab_find_variants(struct lab_reading *reading, const char *name, struct lab_range *out);

/* Sets a value for all variants that the rest of the line names: the text before ` for NAME ...`. */
by_status lab_give(struct lab_reading *reading,
                   by_status (*give)(struct lab_reading *reading, struct lab_variant *variant, const void *what,
                                     const char *name),
                   const void *what);

/* True if each option of some settings, up to the end of the line, occurs once. */
by_status lab_check_settings(struct lab_reading *reading, const char *settings);

/* An integer from 1 to `most` in decimal digits; sets `end` after them. */
bool lab_read_number(const char *text, const char **end, int64_t most, int64_t *out);

/* All options with their values, as text that sets them; NULL if there is no memory. Leaves out the game's resources,
 * such as the size of positions: rows do not depend on them. */
const char *lab_print_settings(struct lab_reading *reading, const by_options *options, bool with_resources);

/* The reader's bound, if it has one below the maximum for experiments. */
static inline size_t lab_at_most(int bound, size_t most)
{
    return bound > 0 && (size_t)bound < most ? (size_t)bound : most;
}

/* Makes room for one more item, which may move the list. After a failure it is unchanged. */
#define LAB_GROW(reading, list, count)                                                                                 \
    ((list) = lab_grow((reading), (list), (count), sizeof *(list)),                                                    \
     (reading)->has_no_memory ? by_error_no_memory((reading)->error) : BY_OK)
void *lab_grow(struct lab_reading *reading, void *list, size_t count, size_t item_size);

/* ---- Positions and variants ------------------------------------------------------------------------------------ */

/* Where a position was written: in the experiment, or in a file that it names. */
struct lab_place {
    const char *file; /* NULL: the experiment itself */
    int line;
    char *word; /* in the experiment's line */
    bool may_be_over;
};

/* Positions need a game above them. */
by_status lab_need_game(struct lab_reading *reading);

/* Adds a position at the end. */
by_status lab_add_position(struct lab_reading *reading, const char *id, const char *text,
                           const struct lab_place *place);

/* Adds a variant that has only a name so far; mistakes are reported at `place`. */
by_status lab_add_variant(struct lab_reading *reading, const char *name, const char *place, struct lab_variant **out);

/* Fills in method and options from the rest of the line. */
by_status lab_fill_variant(struct lab_reading *reading, struct lab_variant *variant);

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* The table of all keywords; an entry without a name ends it. */
extern const struct lab_keyword lab_keywords[];

/* A line with one number, for the field that its keyword names. */
by_status lab_read_number_line(struct lab_reading *reading);

by_status lab_read_game(struct lab_reading *reading);
by_status lab_read_decided(struct lab_reading *reading);
by_status lab_read_quick(struct lab_reading *reading);
by_status lab_read_cost(struct lab_reading *reading);
by_status lab_read_position(struct lab_reading *reading);
by_status lab_read_positions(struct lab_reading *reading);
by_status lab_read_problems(struct lab_reading *reading);
by_status lab_read_trees(struct lab_reading *reading);
by_status lab_read_variant(struct lab_reading *reading);
by_status lab_read_family(struct lab_reading *reading);
by_status lab_read_limits(struct lab_reading *reading);
by_status lab_read_repetitions(struct lab_reading *reading);
by_status lab_read_plays(struct lab_reading *reading);
by_status lab_read_plies(struct lab_reading *reading);
by_status lab_read_published(struct lab_reading *reading);

/* Begins a section; then its lines. */
by_status lab_read_section(struct lab_reading *reading, enum lab_kind kind);
by_status lab_read_variants(struct lab_reading *reading);
by_status lab_read_measure(struct lab_reading *reading);
by_status lab_read_steps(struct lab_reading *reading);
by_status lab_read_counted(struct lab_reading *reading);
by_status lab_read_against(struct lab_reading *reading);

/* ---- At the end of the text ------------------------------------------------------------------------------------ */

/* True if the experiment plays games with a limit of plies. */
by_status lab_check_plies(struct lab_reading *reading);

/* Gives each variant its repetitions and their seeds. */
by_status lab_give_repetitions(struct lab_reading *reading);

/* Checks that sections have all they need. */
by_status lab_check_sections(struct lab_reading *reading);

/* Checks that measures have what they compare with: a reference, right moves, uniform trees. */
by_status lab_check_measures(struct lab_reading *reading);

/* A plain decimal number. */
bool lab_read_decimal(const char *text, double *out);

#endif
