/* SPDX-License-Identifier: MIT
 *
 * The lines that apply to the whole experiment: its game, its cost and so on.
 */
#include <string.h>

#include "lab/reading.h"

/* ---- The game -------------------------------------------------------------------------------------------------- */

/* A preset, if the next word is no setting. */
static by_status apply_game_preset(struct lab_reading *reading, by_options *options)
{
    char *settings = lab_rest_of_line(reading);
    size_t length = strcspn(settings, " \t");
    by_error reason;

    if (!length || memchr(settings, '=', length))
        return BY_OK;
    if (by_game_apply_preset(reading->experiment->type, lab_next_word(reading), options, &reason))
        return lab_refuse_because(reading, settings, &reason);
    return BY_OK;
}

static bool has_tree_bound(const struct lab_reading *reading, const by_options *options)
{
    return options && reading->reader && reading->reader->bounds.tree_nodes &&
           by_option_find(by_options_table(options), "nodes_most");
}

static void bound_trees(struct lab_reading *reading, by_options *options)
{
    if (has_tree_bound(reading, options))
        (void)by_options_set_number(options, "nodes_most", reading->reader->bounds.tree_nodes, NULL);
}

static bool trees_are_bounded(const struct lab_reading *reading, const by_options *options)
{
    return !has_tree_bound(reading, options) ||
           by_options_number(options, "nodes_most") <= reading->reader->bounds.tree_nodes;
}

/* Opens the game with the text after its name. */
static by_status open_game(struct lab_reading *reading, by_options *options, const char *place, struct lab_game *out)
{
    struct lab_experiment *experiment = reading->experiment;
    char *settings = lab_rest_of_line(reading);
    by_status status = BY_OK;
    by_error reason;

    if (*settings && !options)
        return LAB_REFUSE(reading, settings, "the game %s has no options", experiment->type->name);
    status = lab_check_settings(reading, settings);
    if (!status && options)
        status = apply_game_preset(reading, options);
    if (status)
        return status;
    bound_trees(reading, options);
    settings = lab_rest_of_line(reading);
    if (*settings && by_options_set_all(options, settings, &reason))
        return lab_refuse_because(reading, settings, &reason);
    if (!trees_are_bounded(reading, options))
        return LAB_REFUSE(reading, settings, "a tree has at most %d nodes here", reading->reader->bounds.tree_nodes);
    out->settings = lab_print_settings(reading, options, false);
    if (!out->settings)
        return by_error_no_memory(reading->error);
    if (by_game_open(experiment->type, options, &out->game, &reason))
        return lab_refuse_because(reading, place, &reason);
    return BY_OK;
}

static by_status open_with_options(struct lab_reading *reading, const char *place, struct lab_game *out)
{
    const struct by_option *table = reading->experiment->type->options;
    by_options *options = NULL;
    by_error reason;
    by_status status;

    if (table && by_options_create(table, &options, &reason))
        return lab_refuse_because(reading, place, &reason);
    status = open_game(reading, options, place, out);
    by_options_destroy(options);
    return status;
}

/* The text after the word `for`, cut off from the rest; NULL if there is no such word. */
static char *cut_off_for(struct lab_reading *reading)
{
    for (char *at = strstr(reading->rest, "for"); at; at = strstr(at + 1, "for")) {
        if (at == reading->begin || !strchr(" \t", at[-1]) || (at[3] && !strchr(" \t", at[3])))
            continue;
        *at = 0;
        for (char *end = at; end > reading->rest && strchr(" \t", end[-1]); end--)
            end[-1] = 0;
        return at + 3;
    }
    return NULL;
}

static by_status give_game(struct lab_reading *reading, struct lab_variant *variant, const void *what, const char *name)
{
    const struct lab_game *game = what;

    if (variant->game)
        return LAB_REFUSE(reading, name, "variant %s already has a game of its own", variant->name);
    variant->game = game->game;
    variant->game_settings = game->settings;
    return BY_OK;
}

/* The game with other options, for the named variants. */
static by_status read_other_game(struct lab_reading *reading, const char *name, char *variants)
{
    struct lab_experiment *experiment = reading->experiment;
    struct lab_game *game;
    by_status status;

    if (strcmp(name, experiment->type->name) != 0)
        return LAB_REFUSE(reading, name, "the game is %s, only its options may differ", experiment->type->name);
    status = LAB_GROW(reading, experiment->games, experiment->game_count);
    if (status)
        return status;
    game = &experiment->games[experiment->game_count];
    *game = (struct lab_game){0};
    status = open_with_options(reading, name, game);
    if (status)
        return status;
    experiment->game_count++;
    reading->rest = variants;
    return lab_give(reading, give_game, game);
}

by_status lab_read_game(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *name = lab_next_word(reading);
    char *variants = cut_off_for(reading);
    struct lab_game game = {0};
    by_error reason;
    by_status status;

    if (experiment->game && variants)
        return read_other_game(reading, name, variants);
    if (experiment->game)
        return LAB_REFUSE(reading, reading->begin, "`game` was already given");
    if (variants)
        return LAB_REFUSE(reading, variants, "the game of all variants has to stand above that of some");
    if (by_game_type_find(name, &experiment->type, &reason))
        return lab_refuse_because(reading, name, &reason);
    status = open_with_options(reading, name, &game);
    experiment->game = game.game;
    experiment->game_settings = game.settings;
    return status;
}

/* ---- Single lines ---------------------------------------------------------------------------------------------- */

/* Ends searches at the answer, and optionally sets the value beyond which a question is answered. */
by_status lab_read_decided(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *word = lab_next_word(reading);
    const char *end;

    if (word &&
        (!lab_read_number(word, &end, BY_SCORE_MOST, &experiment->beyond) || *end || *lab_rest_of_line(reading)))
        return LAB_REFUSE(reading, word, "expected a value from 1 to %d, or nothing", BY_SCORE_MOST);
    experiment->is_decided = true;
    return BY_OK;
}

by_status lab_read_quick(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *positions = lab_next_word(reading), *limit = lab_next_word(reading);
    const char *end, *other_end;

    if (!limit || !lab_read_number(positions, &end, 10000, &experiment->quick_positions) || *end ||
        !lab_read_number(limit, &other_end, LAB_NODES_MOST, &experiment->quick_limit) || *other_end ||
        *lab_rest_of_line(reading))
        return LAB_REFUSE(reading, positions, "expected %-s", reading->keyword->help);
    return BY_OK;
}

/* Seconds of search time, for the full form and, if known, the quick one. */
by_status lab_read_cost(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *whole = lab_next_word(reading), *quick = lab_next_word(reading);
    const char *end, *quick_end;

    if (!lab_read_number(whole, &end, LAB_SECONDS_MOST, &experiment->cost) || *end)
        return LAB_REFUSE(reading, whole, "expected %-s", reading->keyword->help);
    if (quick && (!lab_read_number(quick, &quick_end, LAB_SECONDS_MOST, &experiment->quick_cost) || *quick_end))
        return LAB_REFUSE(reading, quick, "expected the seconds of search time of a quick run, a number from 1 to %d",
                          LAB_SECONDS_MOST);
    if (*lab_rest_of_line(reading))
        return LAB_REFUSE(reading, reading->rest, "nothing is expected behind the seconds of a quick run");
    return BY_OK;
}
