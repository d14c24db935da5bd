/* SPDX-License-Identifier: MIT */
#include "lab/experiment.h"
#include "lab/database.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lab_is_over(const struct lab_experiment *experiment)
{
    const struct lab_patience *patience = experiment->patience;

    return patience && patience->is_over(patience->context);
}

by_status lab_go_on(const struct lab_experiment *experiment, by_error *error)
{
    return lab_is_over(experiment) ? by_error_set(error, BY_ERROR_LIMIT, "stopped before it was done") : BY_OK;
}

by_status lab_go_on_writing(const struct lab_experiment *experiment, size_t bytes, by_error *error)
{
    size_t most = experiment->patience ? experiment->patience->report_bytes : 0;

    if (most && bytes > most)
        return by_error_set(error, BY_ERROR_LIMIT, "the report has more than %zu bytes, the maximum", most);
    return lab_go_on(experiment, error);
}

/* Destroys the options of all repetitions from `first` on. */
static void forget_seedings(const struct lab_variant *variant, int first)
{
    for (int i = first; variant->seedings && i < variant->repetitions; i++)
        by_options_destroy(variant->seedings[i].options);
}

void lab_experiment_destroy(struct lab_experiment *experiment)
{
    if (!experiment)
        return;
    for (size_t i = 0; i < experiment->position_count; i++)
        by_position_destroy(experiment->positions[i].position);
    for (size_t i = 0; i < experiment->variant_count; i++) {
        forget_seedings(&experiment->variants[i], 0);
        by_options_destroy(experiment->variants[i].options);
    }
    for (size_t i = 0; i < experiment->game_count; i++)
        by_game_close(experiment->games[i].game);
    by_game_close(experiment->game);
    by__arena_free(&experiment->arena);
    free(experiment);
}

bool lab_shows_all_limits(const struct lab_section *section)
{
    return section->kind == LAB_TABLE || section->kind == LAB_PROGRESS || section->kind == LAB_GROWTH;
}

bool lab_section_has(const struct lab_section *section, size_t variant)
{
    for (size_t i = 0; i < section->variant_count; i++)
        if (section->variants[i] == variant)
            return true;
    return false;
}

const char *lab_kind_name(enum lab_kind kind)
{
    static const char *const names[LAB_KINDS] = {"table",      "summary",  "duel",   "within",  "curves", "picture",
                                                 "prediction", "progress", "growth", "grouped", "over",   "match"};

    return names[kind];
}

const char *lab_limit_name(enum lab_limit limit)
{
    static const char *const names[] = {"none", "depth", "nodes", "evaluations"};

    return names[limit];
}

const struct lab_measure *lab_experiment_measure(const struct lab_experiment *experiment, size_t index)
{
    if (index < experiment->measure_count)
        return &experiment->measures[index];
    index -= experiment->measure_count;
    for (size_t i = 0; i < experiment->section_count; i++) {
        if (index < experiment->sections[i].measure_count)
            return &experiment->sections[i].measures[index];
        index -= experiment->sections[i].measure_count;
    }
    return NULL;
}

bool lab_measure_is_agreement(const char *name)
{
    return strcmp(name, "agrees") == 0;
}

bool lab_measure_is_of_rival(const struct lab_rival *rival, const char *name)
{
    return strcmp(name, rival->won) == 0 || strcmp(name, rival->drawn) == 0 || strcmp(name, rival->lost) == 0;
}

bool lab_measure_is_of_games(const struct lab_experiment *experiment, const char *name)
{
    for (size_t i = 0; i < experiment->rival_count; i++)
        if (lab_measure_is_of_rival(&experiment->rivals[i], name))
            return true;
    return false;
}

struct by_limits lab_search_limits(const struct lab_experiment *experiment, int64_t limit)
{
    struct by_limits limits = {BY_SIZE(by_limits)};

    if (experiment->limit == LAB_LIMIT_DEPTH)
        limits.depth = (int)limit;
    else if (experiment->limit == LAB_LIMIT_NODES)
        limits.nodes = (uint64_t)limit;
    else
        limits.evaluations = (uint64_t)limit;
    return limits;
}

int64_t lab_greatest_limit(const struct lab_variant *variant)
{
    return variant->limits.list[variant->limits.count - 1];
}

bool lab_is_same(const char *one, const char *other)
{
    return one == other || (one && other && strcmp(one, other) == 0);
}

int lab_variant_threads(const struct lab_variant *variant)
{
    bool has_threads = by_option_find(by_options_table(variant->options), "threads") != NULL;

    return has_threads ? by_options_number(variant->options, "threads") : 1;
}

int64_t lab_next_limit(const struct lab_experiment *experiment, const size_t *variants, size_t count, int64_t after)
{
    int64_t next = INT64_MAX;

    for (size_t i = 0; i < (variants ? count : experiment->variant_count); i++) {
        const struct lab_limits *limits = &experiment->variants[variants ? variants[i] : i].limits;

        for (size_t j = 0; j < limits->count; j++)
            if (limits->list[j] > after && limits->list[j] < next)
                next = limits->list[j];
    }
    return next;
}

bool lab_variant_has(const struct lab_variant *variant, int64_t limit)
{
    for (size_t i = 0; i < variant->limits.count; i++)
        if (variant->limits.list[i] == limit)
            return true;
    return false;
}

const struct lab_figure *lab_figure_find(const struct lab_experiment *experiment, size_t variant, const char *measure,
                                         int64_t limit)
{
    if (lab_is_over(experiment))
        return NULL;
    for (size_t i = 0; i < experiment->figure_count; i++) {
        const struct lab_figure *figure = &experiment->figures[i];

        if (figure->variant == variant && figure->limit == limit && strcmp(figure->measure.name, measure) == 0)
            return figure;
    }
    return NULL;
}

/* Hashes the end of a text too, so that moving a letter from one text to the next changes the hash. */
uint64_t lab_hash(uint64_t hash, const char *text)
{
    const uint64_t prime = UINT64_C(0x100000001b3);

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * prime;
    return hash * prime;
}

void lab_hash_print(uint64_t hash, char out[LAB_FINGERPRINT_SIZE])
{
    (void)snprintf(out, LAB_FINGERPRINT_SIZE, "%016" PRIx64, hash);
}

/* ---- Quick runs ------------------------------------------------------------------------------------------------ */

/* The number of positions of the same set and group as one of them, from the first up to `end`. */
static size_t count_alike(const struct lab_experiment *experiment, size_t index, size_t end)
{
    const struct lab_position *it = &experiment->positions[index];
    size_t count = 0;

    for (size_t i = 0; i < end; i++)
        count += lab_is_same(experiment->positions[i].group, it->group) &&
                 lab_is_same(experiment->positions[i].set, it->set);
    return count;
}

/* True if the n-th of `all` is among `wanted` that are spread evenly. */
static bool is_chosen(size_t n, size_t all, size_t wanted)
{
    return all <= wanted || (n * wanted + all - 1) / all * all / wanted == n;
}

/* Keeps `quick_positions` of each set and group, spread evenly. */
static by_status thin_out(struct lab_experiment *experiment, by_error *error)
{
    size_t all = experiment->position_count, kept = 0;
    bool *stays = calloc(all, sizeof *stays);

    if (!stays)
        return by_error_no_memory(error);
    for (size_t i = 0; i < all; i++)
        stays[i] = is_chosen(count_alike(experiment, i, i), count_alike(experiment, i, all),
                             (size_t)experiment->quick_positions);
    for (size_t i = 0; i < all; i++) {
        struct lab_position *position = &experiment->positions[i];

        if (stays[i]) {
            experiment->positions[kept++] = *position;
            continue;
        }
        experiment->position_bytes -= position->bytes;
        by_position_destroy(position->position);
    }
    experiment->position_count = kept;
    free(stays);
    return BY_OK;
}

/* Leaves out limits above the quick one; if all are, it replaces them. */
static void lower_limits(struct lab_limits *limits, int64_t most)
{
    while (limits->count && limits->list[limits->count - 1] > most)
        limits->count--;
    if (!limits->count) {
        limits->list[0] = most;
        limits->count = 1;
    }
}

/* Call it before limits are lowered, since variants share them. */
static void note_lowered_rivals(struct lab_experiment *experiment)
{
    for (size_t i = 0; i < experiment->rival_count; i++) {
        struct lab_rival *rival = &experiment->rivals[i];

        rival->is_lowered = rival->variant != LAB_EVERY_LINE &&
                            lab_greatest_limit(&experiment->variants[rival->variant]) > experiment->quick_limit;
    }
}

by_status lab_experiment_make_quick(struct lab_experiment *experiment, by_error *error)
{
    by_status status;
    size_t kept = 0;

    if (!experiment->quick_positions)
        return by_error_set(error, BY_ERROR_UNSUPPORTED,
                            "the experiment does not define a quick run, expected a line like `quick 10 5000`: the "
                            "number of positions and the greatest limit");
    status = thin_out(experiment, error);
    if (status)
        return status;
    note_lowered_rivals(experiment);
    for (size_t i = 0; i < experiment->variant_count; i++) {
        struct lab_variant *variant = &experiment->variants[i];

        lower_limits(&variant->limits, experiment->quick_limit);
        forget_seedings(variant, 1);
        variant->repetitions = 1;
    }
    for (size_t i = 0; i < experiment->figure_count; i++) {
        struct lab_figure *figure = &experiment->figures[i];

        if (lab_variant_has(&experiment->variants[figure->variant], figure->limit))
            experiment->figures[kept++] = *figure;
    }
    experiment->figure_count = kept;
    experiment->is_quick = true;
    return BY_OK;
}

/* ---- Questions ------------------------------------------------------------------------------------------------- */

by_status lab_position_open(const struct lab_experiment *experiment, const struct lab_variant *variant, size_t position,
                            by_position **out, by_error *error)
{
    const struct lab_position *it = &experiment->positions[position];
    const by_game *game = variant ? variant->game : experiment->game;
    by_status status;

    if (it->position && game == experiment->game)
        return by_position_copy(it->position, out, error);
    status = by_position_create(game, out, error);
    if (!status && strcmp(it->text, "initial") != 0)
        status = by_position_parse(*out, it->text, error);
    return status;
}

struct lab_seeding lab_task_seeding(const struct lab_experiment *experiment, const struct lab_task *task)
{
    const struct lab_variant *variant = &experiment->variants[task->variant];

    return variant->seedings ? variant->seedings[task->repetition]
                             : (struct lab_seeding){variant->options, variant->settings};
}

enum by_answer lab_answer(const struct lab_experiment *experiment, by_position *position, by_value value,
                          enum by_kind kind)
{
    bool is_least = kind != BY_KIND_UNKNOWN && kind != BY_KIND_AT_MOST;
    bool is_most = kind != BY_KIND_UNKNOWN && kind != BY_KIND_AT_LEAST;
    int64_t beyond = experiment->beyond ? experiment->beyond : BY_INFINITE;
    int prover = by_position_prover(position);
    struct by_node root;
    bool is_prover;

    by_position_node(position, &root);
    is_prover = prover < 0 || prover == root.side;
    if (is_least && (by_value_is_win(value) || value > beyond))
        return is_prover ? BY_ANSWER_YES : BY_ANSWER_NO;
    if (is_most && (by_value_is_loss(value) || value < -beyond))
        return is_prover ? BY_ANSWER_NO : BY_ANSWER_YES;
    return BY_ANSWER_UNKNOWN;
}

/* ---- Trying it ------------------------------------------------------------------------------------------------- */

static bool counts(const struct by_result *result, const char *name)
{
    for (size_t i = 0; i < result->counter_count; i++)
        if (strcmp(result->counters[i].name, name) == 0)
            return true;
    return false;
}

/* Suggests a similar common measure or counter. */
static by_status refuse_measure(const struct lab_measure *measure, const struct lab_variant *variant,
                                const struct by_result *result, by_error *error)
{
    const char *nearest = lab_measure_nearest(measure->name);

    for (size_t i = 0; i < result->counter_count; i++) {
        const char *counter = result->counters[i].name;

        nearest = by_text_nearest(measure->name, (const char *const[]){nearest ? nearest : counter, counter, NULL});
    }
    if (nearest)
        return by_error_set_at(error, BY_ERROR_UNKNOWN, measure->line, measure->column,
                               "variant %s has no measure '%.40s', did you mean '%s'?", variant->name, measure->name,
                               nearest);
    return by_error_set_at(error, BY_ERROR_UNKNOWN, measure->line, measure->column,
                           "variant %s has no measure '%.40s' (`boyi analyse --json` lists them)", variant->name,
                           measure->name);
}

/* True if the measure exists: in every row, of games, or counted by the method. */
static bool is_measured(const struct lab_experiment *experiment, const struct by_result *result, const char *name)
{
    return lab_measure_is_common(name) || lab_measure_is_of_games(experiment, name) || counts(result, name);
}

/* Checks that a variant counts what the experiment measures. */
static by_status check_counters(const struct lab_experiment *experiment, size_t variant, const struct by_result *result,
                                by_error *error)
{
    const struct lab_variant *it = &experiment->variants[variant];

    for (size_t i = 0; i < experiment->measure_count; i++)
        if (!is_measured(experiment, result, experiment->measures[i].name))
            return refuse_measure(&experiment->measures[i], it, result, error);
    for (size_t i = 0; i < experiment->section_count; i++) {
        const struct lab_section *section = &experiment->sections[i];

        for (size_t j = 0; j < section->measure_count && lab_section_has(section, variant); j++)
            if (!is_measured(experiment, result, section->measures[j].name))
                return refuse_measure(&section->measures[j], it, result, error);
    }
    for (size_t i = 0; i < experiment->figure_count; i++) {
        const struct lab_figure *figure = &experiment->figures[i];

        if (figure->variant == variant && !is_measured(experiment, result, figure->measure.name))
            return refuse_measure(&figure->measure, it, result, error);
    }
    return BY_OK;
}

/* Searches one node of a position with the greatest limit of a variant, which needs the most memory. Creates the search
 * if there is none. */
static by_status try_position(const struct lab_experiment *experiment, const struct lab_variant *variant, size_t index,
                              by_search **search, struct by_result *result, by_error *error)
{
    struct by_limits one_node = {BY_SIZE(by_limits), .nodes = 1};
    by_position *position = NULL;
    by_status status = BY_OK;

    if (!*search)
        status = by_search_create(variant->game, variant->method, variant->options, search, error);
    if (experiment->limit == LAB_LIMIT_DEPTH)
        one_node.depth = (int)lab_greatest_limit(variant);
    if (!status)
        status = lab_position_open(experiment, variant, index, &position, error);
    if (!status)
        status = by_search_run(*search, position, &one_node, NULL, result, error);
    by_position_destroy(position);
    return status;
}

/* One search tries all positions, since reserving memory for each takes longer than all the rest. But a search that has
 * seen other positions has room for those too and may lack it for this one, so a new search decides. */
static by_status try_variant(const struct lab_experiment *experiment, size_t index, by_error *error)
{
    const struct lab_variant *variant = &experiment->variants[index];
    by_search *search = NULL;
    by_status status = BY_OK;

    for (size_t i = 0; i < experiment->position_count && !status; i++) {
        struct by_result result = {BY_SIZE(by_result)};
        by_error reason;

        status = lab_go_on(experiment, error);
        if (status)
            break;
        status = try_position(experiment, variant, i, &search, &result, &reason);
        if (status && i > 0) {
            by_search_destroy(search);
            search = NULL;
            status = try_position(experiment, variant, i, &search, &result, &reason);
        }
        if (status)
            status = by_error_set_at(error, status, variant->line, 1, "variant %s: position %.40s, %s %" PRId64 ": %-s",
                                     variant->name, experiment->positions[i].id, lab_limit_name(experiment->limit),
                                     lab_greatest_limit(variant), reason.parts);
        else if (i == 0)
            status = check_counters(experiment, index, &result, error);
    }
    by_search_destroy(search);
    return status;
}

by_status lab_check_games(const struct lab_experiment *experiment, by_position *position, const char *id,
                          by_error *error)
{
    enum { PLIES_MOST = 1000 };
    struct by_extent extent;

    by_position_extent(position, &extent);
    if (experiment->plies || (extent.max_plies && extent.max_plies <= PLIES_MOST))
        return BY_OK;
    return by_error_set_at(error, BY_ERROR_UNSUPPORTED, experiment->plays_line, 1,
                           "position %.40s: only games that surely end within %d moves are played (`plays`), or those "
                           "that a line `plies` bounds",
                           id, PLIES_MOST);
}

by_status lab_experiment_try(const struct lab_experiment *experiment, by_error *error)
{
    by_status status = BY_OK;

    for (size_t i = 0; i < experiment->position_count && experiment->rival_count && !status; i++)
        status = lab_check_games(experiment, experiment->positions[i].position, experiment->positions[i].id, error);
    for (size_t i = 0; i < experiment->variant_count && !status; i++)
        status = try_variant(experiment, i, error);
    return status;
}
