/* SPDX-License-Identifier: MIT
 *
 * Searches as the public interface shows them: what is the same for all methods before and after a run.
 */
#include <stdlib.h>

#include "base/clock.h"
#include "core/game.h"
#include "core/preset.h"
#include "core/size.h"
#include "search/method.h"

struct by_search {
    const by_game *game;
    const by_method *method;
    void *self;            /* the method's own */
    by_position *position; /* a copy of the searched one; NULL before the first run */
    bool is_cleared;       /* reserved since the last run: the copy exists, but counts as if it had to be allocated */
    size_t memory;         /* the limit */
    struct by__lines lines;
};

/* ---- Names ----------------------------------------------------------------------------------------------------- */

const char *by_kind_name(enum by_kind kind)
{
    static const char *const names[] = {"unknown", "exact", "at least", "at most", "win", "loss", "draw"};

    return (unsigned)kind < sizeof names / sizeof names[0] ? names[kind] : "unknown";
}

const char *by_stop_reason_name(enum by_stop_reason reason)
{
    static const char *const names[] = {"done", "depth", "nodes", "time", "asked", "memory", "decided", "evaluations"};

    return (unsigned)reason < sizeof names / sizeof names[0] ? names[reason] : "unknown";
}

const char *by_answer_name(enum by_answer answer)
{
    static const char *const names[] = {"none", "yes", "no", "unknown"};

    return (unsigned)answer < sizeof names / sizeof names[0] ? names[answer] : "unknown";
}

const char *by_method_name(const by_method *method)
{
    return method->name;
}

const char *by_method_help(const by_method *method)
{
    return method->help;
}

const struct by_option *by_method_options(const by_method *method)
{
    return method->options;
}

bool by_method_proves(const by_method *method)
{
    return method->proves;
}

bool by_method_samples(const by_method *method)
{
    return method->samples;
}

const struct by_preset *by_method_presets(const by_method *method)
{
    return method->presets;
}

static by_status check_table(const by_method *method, const by_options *options, by_error *error)
{
    if (options && by_options_table(options) != method->options)
        return by_error_set(error, BY_ERROR_INPUT, "these are not options of the method %s", method->name);
    return BY_OK;
}

by_status by_method_apply_preset(const by_method *method, const char *name, by_options *options, by_error *error)
{
    by_status status = check_table(method, options, error);

    return status ? status : by__preset_apply(method->presets, method->name, name, options, error);
}

/* ---- A life ---------------------------------------------------------------------------------------------------- */

by_status by_search_create(const by_game *game, const by_method *method, const by_options *options, by_search **out,
                           by_error *error)
{
    by_options *defaults = NULL;
    by_search *search;
    by_status status = check_table(method, options, error);

    if (status)
        return status;
    search = calloc(1, sizeof *search);
    if (!search)
        return by_error_no_memory(error);
    search->game = game;
    search->method = method;
    search->self = calloc(1, method->size);
    status = search->self ? BY_OK : by_error_no_memory(error);
    if (!status && !options)
        status = by_options_create(method->options, &defaults, error);
    if (status) {
        free(search->self);
        free(search);
        return status;
    }
    options = options ? options : defaults;
    search->memory = by__bytes_of_kib(by_options_number(options, "memory_kib"));
    method->init(search->self, method, game, options);
    by_options_destroy(defaults);
    *out = search;
    return BY_OK;
}

void by_search_clear(by_search *search)
{
    if (search->method->clear)
        search->method->clear(search->self);
    search->is_cleared = true;
}

void by_search_destroy(by_search *search)
{
    if (!search)
        return;
    if (search->method->release)
        search->method->release(search->self);
    free(search->self);
    by_position_destroy(search->position);
    by__lines_destroy(&search->lines);
    free(search);
}

by_status by__check_memory(size_t bytes, size_t memory, by_error *error)
{
    if (bytes <= memory + BY__MEMORY_SLACK)
        return BY_OK;
    return by_error_set(error, BY_ERROR_LIMIT, "this search needs %zu KiB of memory, memory_kib allows %zu",
                        (bytes - BY__MEMORY_SLACK) / 1024 + 1, memory / 1024);
}

/* ---- A run ----------------------------------------------------------------------------------------------------- */

static by_status check_limits(const struct by_limits *limits, by_error *error)
{
    const int64_t times[] = {limits->time_ms, limits->clock_ms[0], limits->clock_ms[1], limits->increment_ms[0],
                             limits->increment_ms[1]};

    if (limits->depth < 0 || limits->depth > BY_MAX_PLY)
        return by_error_set(error, BY_ERROR_INPUT, "a depth of %d does not fit, expected 0..%d", limits->depth,
                            BY_MAX_PLY);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        if (times[i] < 0)
            return by_error_set(error, BY_ERROR_INPUT, "a time below 0 does not fit");
        if (times[i] > INT64_MAX / 4000)
            return by_error_set(error, BY_ERROR_INPUT, "a time of more than 70,000 years does not fit");
    }
    if (limits->moves_to_go < 0)
        return by_error_set(error, BY_ERROR_INPUT, "%d moves to go do not fit", limits->moves_to_go);
    if (limits->lines < 0 || limits->lines > 1000)
        return by_error_set(error, BY_ERROR_INPUT, "%d lines do not fit, expected 0..1000", limits->lines);
    if ((limits->alpha || limits->beta) &&
        (limits->alpha >= limits->beta || limits->alpha < -BY_INFINITE || limits->beta > BY_INFINITE))
        return by_error_set(error, BY_ERROR_INPUT, "the window (%d, %d) is empty or too wide", limits->alpha,
                            limits->beta);
    return BY_OK;
}

/* Keeps the listed moves that the limits ask for. */
static by_status choose_root_moves(struct by__run *run, const struct by_limits *limits, by_error *error)
{
    struct by_moves *moves = &run->root_moves;
    int kept = 0;

    if (!limits->root_moves)
        return BY_OK;
    for (int i = 0; i < moves->count; i++)
        for (size_t j = 0; j < limits->root_move_count; j++) {
            if (moves->list[i].move == limits->root_moves[j]) {
                moves->list[kept++] = moves->list[i];
                break;
            }
        }
    if (moves->count && !kept)
        return by_error_set(error, BY_ERROR_INPUT, "none of the moves to be searched is legal");
    moves->count = kept;
    return BY_OK;
}

static int clamp_plies(int plies, const struct by_extent *extent)
{
    if (extent->max_plies && plies > extent->max_plies)
        plies = extent->max_plies;
    return plies < 1 ? 1 : plies > BY_MAX_PLY ? BY_MAX_PLY : plies;
}

/* The depth to search, and how far lines may go. */
static void set_depth(const by_search *search, const struct by_limits *limits, struct by__run *run)
{
    const struct by_extent *extent = &run->extent;
    int depth = limits->depth ? limits->depth : extent->max_plies ? extent->max_plies : BY__PLIES_DEFAULT;

    run->depth = clamp_plies(depth, extent);
    run->has_depth = limits->depth || extent->max_plies;
    run->plies = run->depth;
    if (search->method->reach)
        run->plies = clamp_plies(search->method->reach(search->self, run->depth), extent);
}

/* The number of moves that the copy of the position needs room for. */
static size_t room_for(const by_search *search, const by_position *position, const struct by__run *run)
{
    size_t room = position->length + (size_t)run->plies;
    size_t min = search->position && !search->is_cleared ? search->position->room : BY__ROOM_AT_FIRST;

    return room > min ? room : min;
}

/* Allocates the common parts of a run: the copy of the position, the root's moves, the lines. */
static void count_bytes(const by_search *search, const by_position *position, int lines, struct by__run *run)
{
    size_t room = room_for(search, position, run);

    run->position_bytes = by__position_bytes(search->game, room);
    run->bytes = run->position_bytes + ((size_t)run->extent.max_moves + 1) * sizeof(struct by_move_info) +
                 by__lines_bytes(lines, run->plies);
}

/* The size of the run, and whether the limit allows it. */
static by_status measure(const by_search *search, const by_position *position, const struct by_limits *limits,
                         struct by__run *run, by_error *error)
{
    if (position->game != search->game)
        return by_error_set(error, BY_ERROR_INPUT, "the position is not of the search's game");
    run->type = search->game->type;
    run->type->rules->extent(position->state, &run->extent);
    set_depth(search, limits, run);
    count_bytes(search, position, limits->lines > 1 ? limits->lines : 1, run);
    return by__check_memory(run->bytes, search->memory, error);
}

by_status by_search_reserve(by_search *search, const by_position *position, by_error *error)
{
    static const struct by_limits no_depth = {BY_SIZE(by_limits)}; /* as in runs that are short of time */
    struct by__run run = {0};
    by_status status = measure(search, position, &no_depth, &run, error);

    if (!status && search->method->get_ready)
        status = search->method->get_ready(search->self, &run, error);
    return status;
}

/* Allocates memory for the run before a clock starts. */
static by_status make_room(by_search *search, const struct by_limits *limits, const struct by__run *run,
                           by_error *error)
{
    const struct by_method *method = search->method;
    bool has_clock = limits->time_ms || limits->clock_ms[0] || limits->clock_ms[1] || limits->time_over;
    by_status status = BY_OK;

    if (has_clock && method->get_ready)
        status = method->get_ready(search->self, run, error);
    if (!status && method->reserve)
        status = method->reserve(search->self, run, error);
    return status;
}

/* Copies the position and lists the moves at the root. */
static by_status prepare(by_search *search, const by_position *position, const struct by_limits *limits,
                         struct by__run *run, by_error *error)
{
    const by_game_type *type = search->game->type;
    by_status status = measure(search, position, limits, run, error);

    by__lines_destroy(&search->lines);
    if (!status && search->position && search->position->room > 2 * room_for(search, position, run)) {
        by_position_destroy(search->position); /* an earlier run needed far more */
        search->position = NULL;
    }
    if (!status)
        status = make_room(search, limits, run, error);
    if (!status)
        search->is_cleared = false;
    if (!status && !search->position)
        status = by_position_create(search->game, &search->position, error);
    if (!status)
        status = by_position_assign(search->position, position, error);
    if (!status)
        status = by__position_reserve(search->position, (size_t)run->plies, error);
    if (status)
        return status;
    run->position = search->position;
    run->state = search->position->state;
    type->rules->node(run->state, 0, &run->root);
    run->root_moves.list = calloc((size_t)run->extent.max_moves + 1, sizeof *run->root_moves.list);
    if (!run->root_moves.list)
        return by_error_no_memory(error);
    if (!run->root.is_over || (limits->plays_on && run->root.path_plies))
        type->rules->moves(run->state, BY_MOVES_ALL, &run->root_moves);
    return choose_root_moves(run, limits, error);
}

static enum by_kind proved_kind(const by_game_type *type, by_value value)
{
    if (by_value_is_win(value))
        return BY_KIND_WIN;
    if (by_value_is_loss(value))
        return BY_KIND_LOSS;
    return value == 0 && !type->counts_points ? BY_KIND_DRAW : BY_KIND_EXACT;
}

enum by_kind by__kind_of_value(const by_game_type *type, by_value value, bool is_proved, bool is_doubtful)
{
    return is_proved || (by__is_decisive(value) && !is_doubtful) ? proved_kind(type, value) : BY_KIND_EXACT;
}

/* The result if the root needs no search. */
static void settle_root(const by_search *search, const struct by__run *run, struct by_result *result)
{
    result->value = run->root.value;
    result->is_proved = !run->root.is_estimate && !run->root_moves.is_partial;
    result->kind = by__kind_of_value(run->type, result->value, result->is_proved, true);
    if (search->method->settle)
        search->method->settle(search->self, run, result);
}

static void fill_result(struct by__run *run, struct by_result *result)
{
    const struct by_line *best = &run->lines.lines[0];

    result->best = run->root_moves.list[0].move;
    if (run->lines.count) {
        result->best = best->moves[0];
        result->value = best->value;
        result->kind = best->kind;
        result->is_proved = best->is_proved;
    }
    result->stopped = run->control.reason;
    result->selective_depth = run->control.selective_depth;
    result->nodes = run->control.nodes + run->control.ended_nodes;
    result->lines = run->lines.lines;
    result->line_count = (size_t)run->lines.count;
}

void by__run_report_line(struct by__run *run, int index)
{
    const struct by_line *line = &run->lines.lines[index];
    struct by_event event = {.kind = BY_EVENT_ITERATION,
                             .side = run->root.side,
                             .depth = line->depth,
                             .move = line->moves[0],
                             .value = line->value,
                             .line_number = index + 1,
                             .line = line};

    if (!(run->control.wants & BY_EVENT_ITERATION))
        return;
    event.selective_depth = run->control.selective_depth;
    event.hash_permille = run->hash_permille;
    by__control_notify(&run->control, &event);
}

static by_status run_method(by_search *search, struct by__run *run, struct by_result *result, by_error *error)
{
    int wanted = run->control.limits->lines > 1 ? run->control.limits->lines : 1;
    by_status status;

    if (wanted > run->root_moves.count)
        wanted = run->root_moves.count;
    if (!by__lines_create(&search->lines, wanted, run->plies))
        return by_error_no_memory(error);
    run->lines = search->lines;
    run->result = result;
    status = search->method->run(search->self, run, error);
    search->lines = run->lines;
    if (!status)
        fill_result(run, result);
    return status;
}

by_status by_search_run(by_search *search, const by_position *position, const struct by_limits *limits,
                        const struct by_observer *observer, struct by_result *result, by_error *error)
{
    struct by_limits own_limits = {BY_SIZE(by_limits)};
    struct by_observer own_observer = {BY_SIZE(by_observer)};
    struct by_result own_result;
    by_status status = by__size_check(result, sizeof *result, "by_result", error);

    if (!status && limits)
        status = by__size_read(limits, &own_limits, sizeof own_limits, "by_limits", error);
    if (!status && observer)
        status = by__size_read(observer, &own_observer, sizeof own_observer, "by_observer", error);
    if (!status)
        status =
            by__search_run(search, position, &own_limits, observer ? &own_observer : NULL, NULL, &own_result, error);
    if (!status)
        by__size_write(&own_result, sizeof own_result, result);
    return status;
}

by_status by__search_run(by_search *search, const by_position *position, const struct by_limits *limits,
                         const struct by_observer *observer, struct by__solution *solution, struct by_result *result,
                         by_error *error)
{
    struct by__run run = {.solution = solution};
    by_status status;

    status = check_limits(limits, error);
    if (!status)
        status = prepare(search, position, limits, &run, error);
    if (!status) {
        *result = (struct by_result){BY_SIZE(by_result), .best = BY_MOVE_NONE};
        by__control_start(&run.control, limits, observer, run.root.side);
        run.control.owed = (uint64_t)run.root_moves.count;
        if (run.root_moves.count)
            status = run_method(search, &run, result, error);
        else
            settle_root(search, &run, result);
        result->time_us = by__clock_us() - run.control.start_us;
    }
    free(run.root_moves.list);
    if (run.is_to_be_cleared)
        by_search_clear(search);
    return status;
}
