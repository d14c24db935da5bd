/* SPDX-License-Identifier: MIT
 *
 * Options: named switches and numbers with one name everywhere (C, command line, protocols, experiments, documents).
 *
 * Every game and every method has one table of rows, which help, protocols and tests read. A by_options holds the
 * values for one game or one search.
 */
#ifndef BOYI_OPTION_H
#define BOYI_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "boyi/error.h"
#include "boyi/text.h"

#ifdef __cplusplus
extern "C" {
#endif

enum by_option_kind {
    BY_OPTION_SWITCH, /* on or off: 1 or 0 */
    BY_OPTION_NUMBER, /* min .. max */
    BY_OPTION_CHOICE, /* one word of a list; the value is its index */
    BY_OPTION_TEXT,   /* any text, such as the name of a file */
};

/* What an option does to the answer. */
enum by_option_effect {
    BY_EFFECT_EXACT,     /* never changes the value of a search to the leaves */
    BY_EFFECT_SELECTIVE, /* may change that value */
    BY_EFFECT_RESOURCE,  /* memory or threads; does not change that value */
    BY_EFFECT_QUESTION,  /* asks another question, which may have another kind of answer */
    BY_EFFECT_RULE,      /* an option of a game */
};

/* A row of a table of options. A table ends with a row whose name is NULL. */
struct by_option {
    const char *name;
    enum by_option_kind kind;
    enum by_option_effect effect;
    int initial;                /* the default; of a text, see initial_text */
    int min, max;               /* the range of a number */
    const char *const *choices; /* the words of a choice, ended by NULL */
    const char *initial_text;   /* the default of a text; NULL is "" */
    const char *help;           /* one sentence */
    const char *paper;          /* the paper it comes from; NULL: none */
    size_t offset;              /* of its field in the struct that by_options_read fills */
};

typedef struct by_options by_options;

/* A named list of settings, such as those of a paper. A list of presets ends with one whose name is NULL. */
struct by_preset {
    const char *name;
    const char *settings; /* as for by_options_set_all */
    const char *help;
};

/* Creates values for `table`, all at their defaults. The table is borrowed and must outlive them. */
BY_API by_status by_options_create(const struct by_option *table, by_options **out, by_error *error);

/* Creates a copy, which the caller owns. */
BY_API by_status by_options_copy(const by_options *options, by_options **out, by_error *error);

/* Sets one option from a text: `on` or `off`, a number, one of the words, or any text. If the name is unknown or the
 * value does not fit, the error says what would fit. */
BY_API by_status by_options_set(by_options *options, const char *name, const char *value, by_error *error);

/* Sets several options from a text such as "hash=on hash_scheme=two_tier". After an error, none is changed. */
BY_API by_status by_options_set_all(by_options *options, const char *settings, by_error *error);

/* Sets a switch, number or choice. An unknown name or a value out of range is an error. */
BY_API by_status by_options_set_number(by_options *options, const char *name, int value, by_error *error);

/* The value of a switch, number or choice. The option must exist. */
BY_API int by_options_number(const by_options *options, const char *name);

/* The value of a text, borrowed until the option is set again. The option must exist. */
BY_API const char *by_options_text(const by_options *options, const char *name);

/* Writes every value into the struct `out`, at the offset of its row: a switch as a bool, a number or choice as an int,
 * a text as a const char *, borrowed as from by_options_text. Every row of the table needs an offset of its own. */
BY_API void by_options_read(const by_options *options, void *out);

/* Prints the value of `row` as by_options_set reads it. */
BY_API void by_options_print(const by_options *options, const struct by_option *row, by_text *out);

BY_API const struct by_option *by_options_table(const by_options *options);

BY_API void by_options_destroy(by_options *options);

/* The row called `name`, or NULL. */
BY_API const struct by_option *by_option_find(const struct by_option *table, const char *name);

/* Prints which values fit: "on|off", "1..64", "always|depth". */
BY_API void by_option_print_range(const struct by_option *row, by_text *out);

#ifdef __cplusplus
}
#endif

#endif
