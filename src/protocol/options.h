/* SPDX-License-Identifier: MIT
 *
 * The options of `setoption`: the protocols' own, those of the game, and those of every method. All come from tables,
 * and we announce these tables.
 */
#ifndef BOYI_PROTOCOL_OPTIONS_H
#define BOYI_PROTOCOL_OPTIONS_H

#include "boyi/game.h"
#include "boyi/search.h"

enum { PROTOCOL_OWN_ROWS = 13, PROTOCOL_MAX_PRESETS = 64, PROTOCOL_MAX_METHODS = 32 };

struct protocol_options {
    struct by_option rows[PROTOCOL_OWN_ROWS + 1]; /* of `own`: the list of methods is known at run time only */
    const char *method_names[PROTOCOL_MAX_METHODS + 1];
    const char *preset_names[PROTOCOL_MAX_PRESETS + 1];
    const by_method *methods[PROTOCOL_MAX_METHODS];
    int method_count;
    by_options *own;
    by_options *game;
    by_options *of_method[PROTOCOL_MAX_METHODS]; /* values of a method wait here while another is in use */
};

/* The same name of an option, however blanks, underscores and case are written: "Move Overhead", "moveoverhead". */
bool protocol_same_name(const char *a, const char *b);

/* The effect of a new value. */
enum protocol_change {
    PROTOCOL_CHANGED_OWN,
    PROTOCOL_CHANGED_SEARCH, /* a new search */
    PROTOCOL_CHANGED_GAME,   /* the game must be reopened */
};

by_status protocol_options_create(struct protocol_options *options, const by_game_type *type, by_error *error);

/* Sets the option of this name; of several that are called so, the first that can take the value. A number out of range
 * is set to the nearest that fits, and the error's message says so though the status is good. */
by_status protocol_options_set(struct protocol_options *options, const char *name, const char *value,
                               enum protocol_change *change, by_error *error);

/* The value of one of the protocols' own options. */
int protocol_option(const struct protocol_options *options, const char *name);

const by_method *protocol_options_method(const struct protocol_options *options, const by_options **values);

/* Alpha-beta with its current options, except that selective pruning, reductions and extensions are off: it finds every
 * mate within the depth. The caller frees the options. */
by_status protocol_options_thorough(const struct protocol_options *options, const by_method **method,
                                    by_options **values, by_error *error);

/* Writes the line that announces an option; `name` is that of the row, perhaps with a method's name before it. */
typedef void protocol_announce(const char *name, const struct by_option *row, by_text *out);

/* Parts of such a line: " default 5", " min 0 max 9" or " var red var black"; the word for the kind. */
void protocol_add_default(const struct by_option *row, by_text *out);
void protocol_add_range(const struct by_option *row, by_text *out);
const char *protocol_option_type(const struct by_option *row);

/* A line for each row of a table. */
void protocol_announce_table(const struct by_option *table, protocol_announce *announce, by_text *out);

/* A line for every option of the protocols and of the game: few enough for the dialog of a GUI. */
void protocol_options_announce(const struct protocol_options *options, protocol_announce *announce, by_text *out);

/* A line for every option of the methods, for experts. If its name is taken, the method's name stands before it:
 * `minimax.form` means something else than alpha-beta's, and some programs do not distinguish `Hash` from `hash`. */
void protocol_options_announce_methods(const struct protocol_options *options, protocol_announce *announce,
                                       by_text *out);

void protocol_options_destroy(struct protocol_options *options);

/* Sets a value as protocols write it: any case, true and false. Used for tables of a protocol's own. */
by_status protocol_set_row(by_options *values, const struct by_option *row, const char *value, by_error *error);

#endif
