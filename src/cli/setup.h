/* SPDX-License-Identifier: MIT
 *
 * From arguments to a game, a position and a search. A subcommand puts the groups it needs behind its own:
 *
 *     struct setup_args common = {0};
 *     struct setup setup = {0};
 *     const struct arg_group groups[] = {
 *         {"Game", setup_game_rows, &common},
 *         {"Search", setup_search_rows, &common},
 *         {0},
 *     };
 *     ...
 *     code = setup_position(&setup, "trace", &common);
 *     if (!code)
 *         code = setup_search(&setup, &common);
 *     if (!code)
 *         ... setup.position, setup.search, setup.limits ...
 *     setup_free(&setup);
 *
 * Functions print errors to stderr and return the exit code, else 0.
 */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

#include "boyi/game.h"
#include "boyi/search.h"
#include "cli/args.h"

struct setup_args {
    const char *game;
    const char *game_preset;
    struct arg_list game_settings;
    const char *position; /* "-": read from stdin */
    const char *file;
    const char *moves;
    const char *method; /* NULL: alphabeta */
    const char *preset;
    struct arg_list settings;
    int64_t depth, nodes, time_ms; /* 0: no limit */
    const char *notation;
    bool letters;
};

extern const struct arg setup_game_rows[];     /* GAME, --game-preset, --game-set */
extern const struct arg setup_position_rows[]; /* --position, --file, --moves */
extern const struct arg setup_search_rows[];   /* --method, --preset, --set, --depth, --nodes, --time */
extern const struct arg setup_show_rows[];     /* --notation, --letters */

struct setup {
    const char *command;
    const by_game_type *type;
    by_options *game_options; /* NULL: the game has none */
    by_game *game;
    by_text game_settings; /* options that are not at their defaults, in the form of --game-set */
    int notation;          /* for moves that are shown */
    unsigned style;        /* of drawings, by_draw_style */
    by_position *position;
    by_position *walker; /* a copy, for writing lines of moves */
    const by_method *method;
    by_options *options;
    by_search *search;
    by_stop *stop;
    struct by_limits limits; /* with `stop` */
};

/* The by_draw_style of standard output; `letters` asks for ASCII. */
unsigned setup_style(bool letters);

/* Sets options from a list of NAME=VALUE. */
int setup_options(const char *command, by_options *options, const struct arg_list *settings);

/* Opens the game. */
int setup_game(struct setup *setup, const char *command, const struct setup_args *args);

/* Opens the game and makes its position. */
int setup_position(struct setup *setup, const char *command, const struct setup_args *args);

/* Finds the method and makes its options and the limits. */
int setup_method(struct setup *setup, const struct setup_args *args);

/* The same, and makes the search and the walker; needs a position. */
int setup_search(struct setup *setup, const struct setup_args *args);

/* Whether any limit was given. */
bool setup_is_limited(const struct setup_args *args);

/* Accepts a setup that is only partly done. */
void setup_free(struct setup *setup);

#endif
