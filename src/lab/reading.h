/* SPDX-License-Identifier: MIT
 *
 * Reading an experiment: one table of keywords (read.c) says for each word that may begin a line where it may stand,
 * which words follow it, and which function reads them. Most lines set fields: with numbers of given ranges, a text, a
 * flag, a variant, or one of several words.
 *
 * A reading keeps its first mistake. Functions that read do nothing after it, so you call them one after another and
 * look at the status once.
 */
#ifndef LAB_READING_H
#define LAB_READING_H

#include "lab/experiment.h"

#define LAB_NODES_MOST INT64_C(1000000000000000)
enum { LAB_SECONDS_MOST = 100000000, LAB_NAME_MOST = 40 /* longer names fit neither a table nor a message */ };

struct lab_reading;

/* A number from 1 to `most` in a line, and the field that it sets. */
struct lab_number {
    size_t offset;
    int64_t most;
    const char *help; /* "a number" */
};

/* A word with which a line begins. */
struct lab_keyword {
    const char *name;
    unsigned in;      /* kinds of sections that have such a line, as bits; 0: it is for the whole experiment */
    unsigned needed;  /* kinds that require it */
    bool is_repeated; /* it may occur several times */
    void (*read)(struct lab_reading *reading);
    const char *help;             /* the expected text after it; NULL: `read` reports it */
    size_t offset;                /* of the field that a line without numbers sets */
    struct lab_number numbers[2]; /* or several numbers, of which */
    size_t optional;              /* this many may be missing */
    const char *const *choices;   /* or one of these words, counted from `first` on */
    int64_t first;
};

struct lab_reading {
    struct lab_experiment *experiment;
    const struct lab_reader *reader; /* NULL: it names no files */
    by_status status;                /* of the first mistake */
    by_error *error;
    uint64_t hash;
    int line;
    char *begin;                       /* of the line */
    char *rest;                        /* the unread part of it */
    const struct lab_keyword *keyword; /* of the line */
    uint64_t given;                    /* bits of the keywords that occurred */
    int limit_line, plies_line;
    double tree_nodes; /* of all generated trees, at most */
    int repetitions;   /* of variants without their own; 0: none given */
};

/* The section that the line belongs to; NULL: none yet. */
static inline struct lab_section *lab_current_section(const struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    return experiment->section_count ? &experiment->sections[experiment->section_count - 1] : NULL;
}

/* True if positions are only named (lab/experiment.h). */
static inline bool lab_is_for_report(const struct lab_reading *reading)
{
    return reading->reader && reading->reader->is_for_report;
}

/* ---- Mistakes -------------------------------------------------------------------------------------------------- */

int lab_column_of(const struct lab_reading *reading, const char *place);

/* A mistake at a place of the line, or of the text; only the first one counts. */
#define LAB_REFUSE(reading, place, ...)                                                                                \
    LAB_REFUSE_AT(reading, (reading)->line, lab_column_of((reading), (place)), __VA_ARGS__)
#define LAB_REFUSE_AT(reading, at_line, at_column, ...)                                                                \
    ((void)((reading)->status = (reading)->status ? (reading)->status                                                  \
                                                  : by_error_set_at((reading)->error, BY_ERROR_INPUT, (at_line),       \
                                                                    (at_column), __VA_ARGS__)))

/* Passes on an error of another part of the library. */
void lab_refuse_because(struct lab_reading *reading, const char *place, const by_error *reason);

/* Suggests the most similar one of `words`. */
void lab_refuse_unknown(struct lab_reading *reading, const char *word, const char *what, const char *const *words);

/* False if there is no memory for it. */
bool lab_has_memory(struct lab_reading *reading, const void *memory);

/* True if there was no mistake and work may go on. */
bool lab_reads_on(struct lab_reading *reading);

/* ---- Words ----------------------------------------------------------------------------------------------------- */

/* The next word of the line, cut off from the rest; NULL at its end. */
char *lab_next_word(struct lab_reading *reading);

/* The rest of the line; "" if nothing is left. */
char *lab_rest_of_line(struct lab_reading *reading);

/* The text after a word such as `for`, cut off from what is before it; NULL if there is no such word. The last such
 * word, behind another one, or the first. */
char *lab_cut_off_after(char *text, const char *word, bool is_last);

/* A line may have only characters that an editor shows: after a hidden byte we would read something else than the
 * author sees. Describes the first forbidden character and its place; NULL: all are allowed. */
const char *lab_bad_character(const char **at);

/* Copies of texts that live as long as the experiment; NULL after a mistake. */
const char *lab_copy(struct lab_reading *reading, const char *text);
const char *lab_copy_made(struct lab_reading *reading, by_text *text); /* frees it */
const char *lab_copy_rest(struct lab_reading *reading, const char *what);

/* Names appear in tables, in lists and before `=`. */
bool lab_check_name(struct lab_reading *reading, const char *name, const char *what);

/* A list of consecutive variants. */
struct lab_range {
    size_t first, end;
};

/* The variants of a name; that of a family means all of its variants. The next word as the name of one, at the end of
 * the line. 0 after a mistake. */
struct lab_range lab_find_variants(struct lab_reading *reading, const char *name);
size_t lab_find_variant(struct lab_reading *reading, const char *name);
size_t lab_read_one_variant(struct lab_reading *reading);

/* Sets a value for all variants that the rest of the line names: the text before ` for NAME ...`. */
void lab_give(struct lab_reading *reading,
              void (*give)(struct lab_reading *reading, struct lab_variant *variant, const void *what,
                           const char *name),
              const void *what);

/* True if each option of some settings, up to the end of the line, occurs once. */
bool lab_check_settings(struct lab_reading *reading, const char *settings);

/* A word as an integer from 1 to `most` in decimal digits; sets `end` after them (NULL: it is the whole word). A plain
 * decimal number. */
bool lab_read_number(const char *text, const char **end, int64_t most, int64_t *out);
bool lab_read_decimal(const char *text, double *out);

/* All options with their values, as text that sets them. Leaves out the game's resources, such as the size of
 * positions: rows do not depend on them. */
const char *lab_print_settings(struct lab_reading *reading, const by_options *options, bool with_resources);

/* The reader's bound, if it has one below the maximum for experiments. */
static inline size_t lab_at_most(int bound, size_t most)
{
    return bound > 0 && (size_t)bound < most ? (size_t)bound : most;
}

/* Makes room for one more item, which may move the list; false after a mistake. */
#define LAB_GROW(reading, list, count) lab_grow((reading), (void **)&(list), (count), sizeof *(list))
bool lab_grow(struct lab_reading *reading, void **list, size_t count, size_t item_size);

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

/* The table of all keywords; an entry without a name ends it. */
extern const struct lab_keyword lab_keywords[];

/* A line with numbers, for the fields that its keyword names. */
void lab_read_numbers(struct lab_reading *reading);

void lab_read_game(struct lab_reading *reading);
void lab_read_position(struct lab_reading *reading);
void lab_read_positions(struct lab_reading *reading);
void lab_read_problems(struct lab_reading *reading);
void lab_read_trees(struct lab_reading *reading);
void lab_read_variant(struct lab_reading *reading);
void lab_read_family(struct lab_reading *reading);
void lab_read_limits(struct lab_reading *reading);
void lab_read_repetitions(struct lab_reading *reading);
void lab_read_plays(struct lab_reading *reading);
void lab_read_published(struct lab_reading *reading);

/* Begins a section; then its lines. */
void lab_read_section(struct lab_reading *reading, enum lab_kind kind);
void lab_read_variants(struct lab_reading *reading);
void lab_read_measure(struct lab_reading *reading);
void lab_read_steps(struct lab_reading *reading);
void lab_read_counted(struct lab_reading *reading);
void lab_read_against(struct lab_reading *reading);

/* ---- At the end of the text ------------------------------------------------------------------------------------ */

/* Gives each variant its limits, its game, its repetitions and their seeds. */
void lab_complete_variants(struct lab_reading *reading);

/* Checks that sections have all they need. */
void lab_check_sections(struct lab_reading *reading);

/* Checks that measures have what they compare with: a reference, right moves, uniform trees. */
void lab_check_measures(struct lab_reading *reading);

#endif
