/* SPDX-License-Identifier: MIT
 *
 * What the readers of an experiment's lines share: the line, its words, and how mistakes in it are reported.
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
    unsigned in;      /* kinds of sections that have such a line, as bits; 0: it stands for the whole experiment */
    unsigned needed;  /* kinds that cannot do without it */
    bool is_repeated; /* it may be given several times */
    by_status (*read)(struct lab_reading *reading);
    const char *help;           /* what is expected behind it; NULL: nothing, or `read` says so */
    size_t offset;              /* of what a line with one word or none sets, in the section or experiment */
    int64_t most;               /* a number from 1 to this */
    const char *const *choices; /* or one of these words, which are counted from `first` on */
    int64_t first;
};

struct lab_reading {
    struct lab_experiment *experiment;
    const struct lab_reader *reader;
    by_error *error;
    uint64_t hash;
    int line;
    char *begin;                       /* of the line */
    char *rest;                        /* what is not yet read of it */
    const struct lab_keyword *keyword; /* of the line */
    uint64_t given;                    /* keywords that were given, as bits */
    int limit_line;
    int plies_line;
    double tree_nodes; /* of all generated trees, at most */
    int repetitions;   /* of variants without their own; 0: none were given */
    bool has_no_memory;
};

/* The section that the line belongs to; NULL: there is none yet. */
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

/* Passes on what a part of the library said. */
by_status lab_refuse_because(struct lab_reading *reading, const char *place, const by_error *reason);

/* Suggests the one of `words` that was meant. */
by_status lab_refuse_unknown(struct lab_reading *reading, const char *word, const char *what, const char *const *words);

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* The next word of the line, cut off from the rest; NULL at its end. */
char *lab_next_word(struct lab_reading *reading);

/* All that is left of the line; the empty text if nothing is. */
char *lab_rest_of_line(struct lab_reading *reading);

/* Only what an editor shows may stand in a line: what follows a byte that it hides would be read differently from how
 * it looks. Tells what is wrong with the first character that may not, and where it is; NULL: all of them may. */
const char *lab_bad_character(const char **at);

/* A copy of that, which must not be empty. */
by_status lab_copy_rest(struct lab_reading *reading, const char *what, const char **out);

/* Names stand in tables, in lists and before `=`. */
by_status lab_check_name(struct lab_reading *reading, const char *name, const char *what);

by_status lab_find_variant(struct lab_reading *reading, const char *name, size_t *out);

/* The name of a variant and nothing else. */
by_status lab_read_one_variant(struct lab_reading *reading, size_t *out);

/* Variants that stand one behind the other. */
struct lab_range {
    size_t first, end;
};

/* The same in a list, where the name of a family means all of its variants. */
by_status lab_find_variants(struct lab_reading *reading, const char *name, struct lab_range *out);

/* Gives something of their own to all variants that the rest of the line names: what stands before ` for NAME ...`. */
by_status lab_give(struct lab_reading *reading,
                   by_status (*give)(struct lab_reading *reading, struct lab_variant *variant, const void *what,
                                     const char *name),
                   const void *what);

/* Whether each option of some settings, up to the end of the line, is given once. */
by_status lab_check_settings(struct lab_reading *reading, const char *settings);

/* A whole number from 1 to `most` in decimal digits; `end` is set behind them. */
bool lab_read_number(const char *text, const char **end, int64_t most, int64_t *out);

/* All options with their values, as they could be set; NULL if there is no memory. Of a game without its resources, how
 * large its positions may be: rows do not depend on them. */
const char *lab_print_settings(struct lab_reading *reading, const by_options *options, bool with_resources);

/* A bound of the reader's, where it has one and it is less than what experiments may have. */
static inline size_t lab_at_most(int bound, size_t most)
{
    return bound > 0 && (size_t)bound < most ? (size_t)bound : most;
}

/* Makes room for one more item; the list may move. After a failure it is as it was. */
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

/* Adds a position, which is the last one then. */
by_status lab_add_position(struct lab_reading *reading, const char *id, const char *text,
                           const struct lab_place *place);

/* Adds a variant that has only a name so far; `place` is where mistakes are reported. */
by_status lab_add_variant(struct lab_reading *reading, const char *name, const char *place, struct lab_variant **out);

/* Fills in method and options from the rest of the line. */
by_status lab_fill_variant(struct lab_reading *reading, struct lab_variant *variant);

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* The table of all of them, ended by one without a name. */
extern const struct lab_keyword lab_keywords[];

/* A line with one number, which its keyword says where to put. */
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

/* Whether games that are drawn after some plies are played. */
by_status lab_check_plies(struct lab_reading *reading);

/* Gives each variant its repetitions and their seeds. */
by_status lab_give_repetitions(struct lab_reading *reading);

/* Whether sections have all that they need. */
by_status lab_check_sections(struct lab_reading *reading);

/* Whether measures have what they compare with: a reference, right moves, uniform trees. */
by_status lab_check_measures(struct lab_reading *reading);

/* A decimal number and nothing else. */
bool lab_read_decimal(const char *text, double *out);

#endif
