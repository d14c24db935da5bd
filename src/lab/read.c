/* SPDX-License-Identifier: MIT
 *
 * Reading an experiment line by line. Whatever a line names has to stand above it, so that one pass is enough and each
 * mistake is told where it was made.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lab/reading.h"

enum { SECONDS_MOST = 100000000 };

/* ---- Title, paper, game ---------------------------------------------------------------------------------------- */

static by_status read_title(struct lab_reading *reading)
{
    if (reading->experiment->title)
        return LAB_REFUSE(reading, reading->begin, "the title was already given");
    return lab_copy_rest(reading, "a title", &reading->experiment->title);
}

static by_status read_paper(struct lab_reading *reading)
{
    if (reading->experiment->paper)
        return LAB_REFUSE(reading, reading->begin, "the paper was already given");
    return lab_copy_rest(reading, "where the figures come from", &reading->experiment->paper);
}

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

/* Opens the game with what is written behind its name. */
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
    out->settings = lab_print_game_settings(reading, options);
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

/* What stands behind the word `for`, cut off from the rest; NULL if there is no such word. */
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

static by_status give_game(struct lab_reading *reading, const struct lab_game *game, const char *name)
{
    struct lab_range range;
    by_status status = lab_find_variants(reading, name, &range);

    for (size_t i = range.first; i < range.end && !status; i++) {
        struct lab_variant *variant = &reading->experiment->variants[i];

        if (variant->game)
            status = LAB_REFUSE(reading, name, "variant %s already has a game of its own", variant->name);
        variant->game = game->game;
        variant->game_settings = game->settings;
    }
    return status;
}

/* The game with other options, for the variants that are named. */
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
    if (!*lab_rest_of_line(reading))
        return LAB_REFUSE(reading, reading->rest, "expected names of variants behind `for`");
    for (char *word = lab_next_word(reading); word && !status; word = lab_next_word(reading))
        status = give_game(reading, game, word);
    return status;
}

static by_status read_game(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *name = lab_next_word(reading);
    char *variants = name ? cut_off_for(reading) : NULL;
    struct lab_game game = {0};
    by_error reason;
    by_status status;

    if (experiment->game && variants)
        return read_other_game(reading, name, variants);
    if (experiment->game)
        return LAB_REFUSE(reading, reading->begin, "the game was already given");
    if (!name)
        return LAB_REFUSE(reading, reading->rest, "expected the name of a game");
    if (variants)
        return LAB_REFUSE(reading, variants, "the game of all variants has to stand above that of some");
    if (by_game_type_find(name, &experiment->type, &reason))
        return lab_refuse_because(reading, name, &reason);
    status = open_with_options(reading, name, &game);
    experiment->game = game.game;
    experiment->game_settings = game.settings;
    return status;
}

/* `decided`, and if wanted the value beyond which that is so. */
static by_status read_decided(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *word = lab_next_word(reading);
    const char *end;

    if (experiment->is_decided)
        return LAB_REFUSE(reading, reading->begin, "`decided` was already given");
    if (word &&
        (!lab_read_number(word, &end, BY_SCORE_MOST, &experiment->beyond) || *end || *lab_rest_of_line(reading)))
        return LAB_REFUSE(reading, word, "expected a value from 1 to %d, or nothing", BY_SCORE_MOST);
    experiment->is_decided = true;
    return BY_OK;
}

static by_status read_quick(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *positions = lab_next_word(reading), *limit = lab_next_word(reading);
    const char *end, *other_end;

    if (experiment->quick_positions)
        return LAB_REFUSE(reading, reading->begin, "`quick` was already given");
    if (!limit || !lab_read_number(positions, &end, 10000, &experiment->quick_positions) || *end ||
        !lab_read_number(limit, &other_end, LAB_NODES_MOST, &experiment->quick_limit) || *other_end ||
        *lab_rest_of_line(reading))
        return LAB_REFUSE(reading, positions ? positions : reading->rest,
                          "expected how many positions a quick run has, and its greatest limit");
    return BY_OK;
}

/* Seconds of search time, of the whole and, if known, of the quick form. */
static by_status read_cost(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    char *whole = lab_next_word(reading), *quick = lab_next_word(reading);
    const char *end, *quick_end;

    if (experiment->cost)
        return LAB_REFUSE(reading, reading->begin, "`cost` was already given");
    if (!whole || !lab_read_number(whole, &end, SECONDS_MOST, &experiment->cost) || *end)
        return LAB_REFUSE(reading, whole ? whole : reading->rest,
                          "expected seconds of search time, a number from 1 to %d", SECONDS_MOST);
    if (quick && (!lab_read_number(quick, &quick_end, SECONDS_MOST, &experiment->quick_cost) || *quick_end))
        return LAB_REFUSE(reading, quick, "expected the seconds of search time of a quick run, a number from 1 to %d",
                          SECONDS_MOST);
    if (*lab_rest_of_line(reading))
        return LAB_REFUSE(reading, reading->rest, "nothing is expected behind the seconds of a quick run");
    return BY_OK;
}

/* A line that is one word alone. */
static by_status read_switch(struct lab_reading *reading, const char *word, bool *is_on)
{
    if (*lab_rest_of_line(reading))
        return LAB_REFUSE(reading, reading->rest, "nothing is expected behind `%s`", word);
    if (*is_on)
        return LAB_REFUSE(reading, reading->begin, "`%s` was already given", word);
    *is_on = true;
    return BY_OK;
}

static by_status read_nondeterministic(struct lab_reading *reading)
{
    return read_switch(reading, "nondeterministic", &reading->experiment->is_nondeterministic);
}

static by_status read_alone(struct lab_reading *reading)
{
    return read_switch(reading, "alone", &reading->experiment->is_alone);
}

/* ---- The whole ------------------------------------------------------------------------------------------------- */

struct keyword {
    const char *name;
    by_status (*read)(struct lab_reading *reading);
};

static const struct keyword keywords[] = {
    {"title", read_title},
    {"paper", read_paper},
    {"game", read_game},
    {"position", lab_read_position},
    {"positions", lab_read_positions},
    {"depths", lab_read_depths},
    {"nodes", lab_read_nodes},
    {"evaluations", lab_read_evaluations},
    {"variant", lab_read_variant},
    {"measure", lab_read_measure},
    {"published", lab_read_published},
    {"table", lab_read_table},
    {"columns", lab_read_columns},
    {"base", lab_read_base},
    {"nondeterministic", read_nondeterministic},
    {"reference", lab_read_reference},
    {"plays", lab_read_plays},
    {"problems", lab_read_problems},
    {"decided", read_decided},
    {"quick", read_quick},
    {"cost", read_cost},
    {"alone", read_alone},
    {"trees", lab_read_trees},
    {"family", lab_read_family},
    {"repetitions", lab_read_repetitions},
    {"plies", lab_read_plies},
};

enum { KEYWORD_COUNT = sizeof keywords / sizeof keywords[0], PART_WORDS_MOST = 32 };

static by_status check_characters(struct lab_reading *reading)
{
    const char *at = reading->begin, *fault = lab_bad_character(&at);

    return fault ? LAB_REFUSE(reading, at, "%s", fault) : BY_OK;
}

/* Suggests one of all words with which a line may begin. */
static by_status refuse_word(struct lab_reading *reading, const char *word)
{
    const char *names[KEYWORD_COUNT + PART_WORDS_MOST + 1] = {0};
    size_t count = 0;

    for (size_t i = 0; i < KEYWORD_COUNT; i++)
        names[count++] = keywords[i].name;
    for (const char *const *name = lab_part_words(); *name && count < KEYWORD_COUNT + PART_WORDS_MOST; name++)
        names[count++] = *name;
    return lab_refuse_unknown(reading, word, "word", names);
}

static by_status read_line(struct lab_reading *reading)
{
    by_status status = check_characters(reading);
    bool is_known;
    char *word;

    if (status)
        return status;
    for (size_t end = strlen(reading->begin); end && strchr(" \t", reading->begin[end - 1]); end--)
        reading->begin[end - 1] = 0;
    word = lab_next_word(reading);
    if (!word || *word == '#')
        return BY_OK;
    status = lab_read_part_line(reading, word, &is_known);
    if (is_known || status)
        return status;
    for (int i = 0; i < KEYWORD_COUNT; i++)
        if (strcmp(word, keywords[i].name) == 0)
            return keywords[i].read(reading);
    return refuse_word(reading, word);
}

static by_status read_lines(struct lab_reading *reading, char *text)
{
    by_status status = BY_OK;

    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    for (char *line = text; line && !status;) {
        char *end = strchr(line, '\n');

        if (end) {
            if (end > line && end[-1] == '\r')
                end[-1] = 0;
            *end++ = 0;
        }
        reading->line++;
        reading->begin = line;
        reading->rest = line;
        status = lab_go_on(reading->experiment, reading->error);
        if (!status)
            status = read_line(reading);
        line = end;
    }
    return status;
}

static by_status check_tables(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->table_count; i++) {
        struct lab_table *table = &experiment->tables[i];

        if (!table->column_count)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, table->line, 1, "this table has no columns");
        if (!table->measure.name && experiment->measure_count)
            table->measure = experiment->measures[0];
        if (!table->measure.name)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, table->line, 1, "this table has no measure");
        if (!lab_measure_is_number(table->measure.name))
            return by_error_set_at(reading->error, BY_ERROR_INPUT, table->line, 1,
                                   "a table shows means, and %s is no number: give this one a measure",
                                   table->measure.name);
    }
    return BY_OK;
}

static by_status check_limits(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count; i++) {
        struct lab_variant *variant = &experiment->variants[i];

        if (!variant->has_own_limits)
            variant->limits = experiment->limits;
        if (!variant->game) {
            variant->game = experiment->game;
            variant->game_settings = experiment->game_settings;
        }
        if (!variant->limits.count)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, variant->line, 1,
                                   "variant %s has no limits: none of `depths`, `nodes` and `evaluations` is given",
                                   variant->name);
    }
    for (size_t i = 0; i < experiment->figure_count; i++) {
        const struct lab_figure *figure = &experiment->figures[i];
        const struct lab_variant *variant = &experiment->variants[figure->variant];

        if (!lab_variant_has(variant, figure->limit))
            return by_error_set_at(reading->error, BY_ERROR_INPUT, figure->line, figure->column,
                                   "variant %s is not searched with %s %" PRId64, variant->name,
                                   lab_limit_name(experiment->limit), figure->limit);
    }
    return BY_OK;
}

/* Threads that share a hash table meet there in another order each time. A row that nobody can make again is kept only
 * where the experiment says that this is meant. */
static by_status check_threads(struct lab_reading *reading)
{
    const struct lab_experiment *experiment = reading->experiment;

    for (size_t i = 0; i < experiment->variant_count && !experiment->is_nondeterministic; i++) {
        const struct lab_variant *variant = &experiment->variants[i];
        bool has_threads = by_option_find(by_options_table(variant->options), "threads") != NULL;
        int threads = has_threads ? by_options_number(variant->options, "threads") : 1;

        if (threads > 1)
            return by_error_set_at(reading->error, BY_ERROR_INPUT, variant->line, 1,
                                   "variant %s searches with %d threads, so its rows are not the same each time, but "
                                   "for the value of a search to the leaves: use threads=1, or write the line "
                                   "`nondeterministic`",
                                   variant->name, threads);
    }
    return BY_OK;
}

/* What can be known only at the end. */
static by_status check_whole(struct lab_reading *reading)
{
    struct lab_experiment *experiment = reading->experiment;
    const char *missing = !experiment->title                                    ? "title"
                          : !experiment->game                                   ? "game"
                          : !experiment->position_count                         ? "positions"
                          : !experiment->variant_count                          ? "variants"
                          : !experiment->table_count && !experiment->part_count ? "table"
                                                                                : NULL;
    by_status status;

    if (missing)
        return by_error_set_at(reading->error, BY_ERROR_INPUT, reading->line, 1, "the experiment ends without %s%s",
                               missing[strlen(missing) - 1] == 's' ? "" : "a ", missing);
    status = check_limits(reading);
    if (!status)
        status = check_threads(reading);
    if (!status)
        status = check_tables(reading);
    if (!status)
        status = lab_check_parts(reading);
    if (!status)
        status = lab_check_plies(reading);
    if (!status)
        status = lab_give_repetitions(reading);
    return status ? status : lab_check_measures(reading);
}

static by_status read_all(struct lab_reading *reading, const char *name, const char *text)
{
    struct lab_experiment *experiment = reading->experiment;
    char *copy = by__arena_text(&experiment->arena, text);
    by_status status;

    experiment->name = by__arena_text(&experiment->arena, name);
    experiment->text = by__arena_text(&experiment->arena, text);
    if (!copy || !experiment->name || !experiment->text)
        return by_error_no_memory(reading->error);
    status = read_lines(reading, copy);
    if (!status)
        status = check_whole(reading);
    lab_hash_print(reading->hash, experiment->fingerprint);
    return status;
}

by_status lab_experiment_read(const char *name, const char *text, const struct lab_reader *reader,
                              struct lab_experiment **out, by_error *error)
{
    struct lab_reading reading = {.reader = reader, .error = error, .hash = lab_hash(LAB_HASH_START, text)};
    by_status status;

    *out = NULL;
    reading.experiment = calloc(1, sizeof *reading.experiment);
    if (!reading.experiment)
        return by_error_no_memory(error);
    reading.experiment->reference = LAB_NO_VARIANT;
    reading.experiment->patience = reader ? reader->patience : NULL;
    status = read_all(&reading, name, text);
    if (status)
        lab_experiment_destroy(reading.experiment);
    else
        *out = reading.experiment;
    return status;
}
