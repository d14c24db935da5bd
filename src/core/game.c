/* SPDX-License-Identifier: MIT */
#include "core/game.h"

#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/display.h"
#include "core/preset.h"
#include "core/size.h"

/* ---- Games ----------------------------------------------------------------------------------------------------- */

const char *by_game_side_name(const by_game_type *type, int side)
{
    static const char *const usual[] = {"first", "second"};

    return (type->side_names ? type->side_names : usual)[side];
}

int by_game_notation(const by_game_type *type, const char *name)
{
    for (int i = 0; type->notations && type->notations[i]; i++)
        if (strcmp(type->notations[i], name) == 0)
            return i;
    return BY_NOTATION_ANY;
}

const struct by_option *by_game_options(const by_game_type *type)
{
    static const struct by_option none[] = {{0}};

    return BY__HAS_FIELD(by_game_type, type, options) && type->options ? type->options : none;
}

const struct by_preset *by_game_presets(const by_game_type *type)
{
    static const struct by_preset none[] = {{0}};

    return BY__HAS_FIELD(by_game_type, type, presets) && type->presets ? type->presets : none;
}

static by_status check_table(const by_game_type *type, const by_options *options, by_error *error)
{
    if (options && by_options_table(options) != by_game_options(type))
        return by_error_set(error, BY_ERROR_INPUT, "these are not options of the game %s", type->name);
    return BY_OK;
}

by_status by_game_apply_preset(const by_game_type *type, const char *name, by_options *options, by_error *error)
{
    by_status status = check_table(type, options, error);

    return status ? status : by__preset_apply(by_game_presets(type), type->name, name, options, error);
}

by_status by_game_open(const by_game_type *type, const by_options *options, by_game **out, by_error *error)
{
    by_options *defaults = NULL;
    by_game *game = calloc(1, sizeof *game);
    bool is_other = false;
    by_status status = game ? by__type_read(type, &game->copy, &is_other, error) : by_error_no_memory(error);

    if (!status)
        status = check_table(type, options, error);
    if (!status && !options)
        status = by_options_create(by_game_options(type), &defaults, error);
    if (!status && game->copy.rules.open)
        status = game->copy.rules.open(options ? options : defaults, &game->data, error);
    by_options_destroy(defaults);
    if (status) {
        free(game);
        return status;
    }
    game->given = type;
    game->type = is_other ? &game->copy.type : type;
    *out = game;
    return BY_OK;
}

const by_game_type *by_game_type_of(const by_game *game)
{
    return game->type;
}

void by_game_set_patience(by_game *game, const struct by_patience *patience)
{
    game->patience = patience;
}

void by_game_close(by_game *game)
{
    if (!game)
        return;
    if (game->type->rules->close)
        game->type->rules->close(game->data);
    free(game);
}

/* ---- A position's life ----------------------------------------------------------------------------------------- */

static size_t state_bytes(const struct by_rules *rules, size_t room)
{
    return rules->state_size + rules->undo_size * room;
}

/* A state in its initial position with room for `room` moves. */
static by_status state_create(const by_game *game, size_t room, void **out, by_error *error)
{
    void *state = calloc(1, state_bytes(game->type->rules, room));
    by_status status;

    if (!state)
        return by_error_no_memory(error);
    status = game->type->rules->init(game->data, state, error);
    if (status) {
        free(state);
        return status;
    }
    *out = state;
    return BY_OK;
}

static void state_destroy(const by_game *game, void *state)
{
    if (state && game->type->rules->done)
        game->type->rules->done(state);
    free(state);
}

static by_status create_with_room(const by_game *game, size_t room, by_position **out, by_error *error)
{
    by_position *position = calloc(1, sizeof *position);
    by_status status;

    if (!position)
        return by_error_no_memory(error);
    position->game = game;
    position->room = room;
    position->history = malloc(room * sizeof *position->history);
    status = position->history ? state_create(game, room, &position->state, error) : by_error_no_memory(error);
    if (status) {
        by_position_destroy(position);
        return status;
    }
    *out = position;
    return BY_OK;
}

by_status by_position_create(const by_game *game, by_position **out, by_error *error)
{
    return create_with_room(game, BY__ROOM_AT_FIRST, out, error);
}

size_t by__position_bytes(const by_game *game, size_t room)
{
    return sizeof(by_position) + room * sizeof(by_move) + state_bytes(game->type->rules, room);
}

by_status by__position_reserve(by_position *position, size_t more, by_error *error)
{
    size_t bytes = state_bytes(position->game->type->rules, position->room);
    size_t room = position->room;
    size_t new_bytes;
    by_move *history;
    void *state;

    if (position->length + more <= room)
        return BY_OK;
    room = position->length + more;
    history = realloc(position->history, room * sizeof *history);
    if (!history)
        return by_error_no_memory(error);
    position->history = history;
    new_bytes = state_bytes(position->game->type->rules, room);
    state = realloc(position->state, new_bytes);
    if (!state)
        return by_error_no_memory(error);
    memset((char *)state + bytes, 0, new_bytes - bytes);
    position->state = state;
    position->room = room;
    return BY_OK;
}

/* Copies into a position that has room enough. */
static void assign(by_position *position, const by_position *from)
{
    const struct by_rules *rules = position->game->type->rules;

    memcpy(position->history, from->history, from->length * sizeof *from->history);
    if (rules->assign)
        rules->assign(position->state, from->state, from->length);
    else
        memcpy(position->state, from->state, state_bytes(rules, from->length));
    position->length = from->length;
    position->start = from->start;
}

by_status by_position_assign(by_position *position, const by_position *from, by_error *error)
{
    if (position == from)
        return BY_OK;
    if (position->game != from->game)
        return by_error_set(error, BY_ERROR_INPUT, "the positions are not of the same game");
    if (from->length > position->length) {
        by_status status = by__position_reserve(position, from->length - position->length, error);

        if (status)
            return status;
    }
    assign(position, from);
    return BY_OK;
}

by_status by_position_copy(const by_position *position, by_position **out, by_error *error)
{
    by_position *copy = NULL;
    by_status status = create_with_room(position->game, position->room, &copy, error);

    if (status)
        return status;
    assign(copy, position);
    *out = copy;
    return BY_OK;
}

const by_game *by_position_game(const by_position *position)
{
    return position->game;
}

void by_position_destroy(by_position *position)
{
    if (!position)
        return;
    state_destroy(position->game, position->state);
    free(position->history);
    free(position);
}

static uint64_t hash_of_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = by_random_word(hash ^ (unsigned char)*text);
    return hash;
}

uint64_t by__position_hash(const by_position *position, size_t length)
{
    uint64_t hash = by_random_word(position->start);

    for (size_t i = 0; i < length; i++)
        hash = by_random_word(hash ^ position->history[i]);
    return hash;
}

/* ---- Goals ----------------------------------------------------------------------------------------------------- */

static by_status check_goal(const by_position *position, const by_position *from, by_error *error)
{
    const by_game_type *type = position->game->type, *other = from->game->given;

    if (!type->goal)
        return by_error_set(error, BY_ERROR_UNKNOWN, "%s is not about positions of another game", type->name);
    if (type->goal->base != other)
        return by_error_set(error, BY_ERROR_INPUT, "%s is about positions of %s, not of %s", type->name,
                            type->goal->base->name, other->name);
    return BY_OK;
}

/* Two questions are the same if they are written in the same way. */
static by_status hash_question(by_position *made, const by_position *from, by_error *error)
{
    by_text text = {0};
    bool failed;

    by_position_print_question(made, &text);
    made->start = hash_of_text(by__position_hash(from, from->length), by_text_string(&text));
    failed = text.failed;
    by_text_free(&text);
    return failed ? by_error_no_memory(error) : BY_OK;
}

by_status by_position_set_question(by_position *position, const by_position *from,
                                   const struct by_goal_question *question, by_error *error)
{
    by_position *made = NULL, old;
    size_t length = from->length;
    size_t room = from->length > BY__ROOM_AT_FIRST ? from->length : BY__ROOM_AT_FIRST;
    struct by_goal_question own;
    by_status status = check_goal(position, from, error);

    if (!status)
        status = by__size_read(question, &own, sizeof own, "by_goal_question", error);
    if (!status)
        status = create_with_room(position->game, room, &made, error);
    if (!status)
        status = position->game->type->goal->import(made->state, from->state, &length, &own, error);
    if (!status)
        status = hash_question(made, from, error);
    if (!status) {
        memcpy(made->history, from->history, length * sizeof *from->history);
        made->length = length;
        old = *position;
        *position = *made;
        *made = old;
    }
    by_position_destroy(made);
    return status;
}

by_status by_position_import(by_position *position, const by_position *from, const char *text, by_error *error)
{
    struct by_goal_question question = {BY_SIZE(by_goal_question)};
    by_status status = check_goal(position, from, error);

    if (!status)
        status = position->game->type->goal->parse_question(from->state, text, &question, error);
    question.size = sizeof question; /* games need not set it */
    return status ? status : by_position_set_question(position, from, &question, error);
}

void by_position_print_question(const by_position *position, by_text *out)
{
    if (position->game->type->goal)
        position->game->type->goal->print_question(position->state, out);
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

by_status by_position_parse(by_position *position, const char *text, by_error *error)
{
    void *state = NULL;
    by_status status = state_create(position->game, position->room, &state, error);

    if (status)
        return status;
    status = position->game->type->rules->parse(state, text, error);
    if (status) {
        state_destroy(position->game, state);
        return status;
    }
    state_destroy(position->game, position->state);
    position->state = state;
    position->length = 0;
    position->start = hash_of_text(1, text);
    return BY_OK;
}

void by_position_print(const by_position *position, by_text *out)
{
    position->game->type->rules->print(position->state, out);
}

by_status by_position_print_start(const by_position *position, bool *is_initial, by_text *out, by_error *error)
{
    by_position *initial, *start = NULL;
    by_text usual = {0};
    size_t before = out->length;
    by_status status = by_position_create(position->game, &initial, error);

    if (status)
        return status;
    status = by_position_copy(position, &start, error);
    if (!status) {
        while (start->length)
            (void)by_position_pop(start, NULL);
        by_position_print(start, out);
        by_position_print(initial, &usual);
        if (out->failed || usual.failed)
            status = by_error_no_memory(error);
        *is_initial = !status && strcmp(by_text_string(out) + before, by_text_string(&usual)) == 0;
    }
    by_text_free(&usual);
    by_position_destroy(start);
    by_position_destroy(initial);
    return status;
}

void by_position_draw(const by_position *position, unsigned style, by_text *out)
{
    const by_game_type *type = position->game->type;

    if (type->rules->draw)
        type->rules->draw(position->state, style, out);
    else if (type->display)
        by__display_draw(position, style, out);
    else
        by_position_print(position, out);
}

by_status by_position_explain(by_position *position, by_text *out, by_error *error)
{
    const by_game_type *type = position->game->type;

    if (!type->words || !type->words->explain)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "%s explains nothing", type->name);
    type->words->explain(position->state, out);
    return BY_OK;
}

/* All legal moves, in memory that the caller frees. */
static by_status list_moves(by_position *position, struct by_moves *out, by_error *error)
{
    const struct by_rules *rules = position->game->type->rules;
    struct by_extent extent;

    rules->extent(position->state, &extent);
    *out = (struct by_moves){.list = calloc((size_t)extent.max_moves + 1, sizeof *out->list)};
    if (!out->list)
        return by_error_no_memory(error);
    rules->moves(position->state, BY_MOVES_ALL, out);
    return BY_OK;
}

static int notation_count(const by_game_type *type)
{
    int count = 0;

    while (type->notations && type->notations[count])
        count++;
    return count ? count : 1;
}

/* Compares a text with the print of a move, in one notation or in every one. */
static bool move_is_written(by_position *position, by_move move, const char *text, int notation, by_text *scratch)
{
    const by_game_type *type = position->game->type;
    int first = notation == BY_NOTATION_ANY ? 0 : notation;
    int end = notation == BY_NOTATION_ANY ? notation_count(type) : notation + 1;

    for (int i = first; i < end; i++) {
        by_text_clear(scratch);
        type->rules->print_move(position->state, move, i, scratch);
        if (scratch->failed)
            return false;
        if (strcmp(by_text_string(scratch), text) == 0)
            return true;
    }
    return false;
}

static by_status find_printed_move(by_position *position, const char *text, int notation, by_move *move,
                                   by_error *error)
{
    struct by_moves moves;
    by_text scratch = {0};
    by_status status = list_moves(position, &moves, error);

    if (status)
        return status;
    status = BY_ERROR_INPUT;
    for (int i = 0; i < moves.count && status && !scratch.failed; i++) {
        if (move_is_written(position, moves.list[i].move, text, notation, &scratch)) {
            *move = moves.list[i].move;
            status = BY_OK;
        }
    }
    if (status && scratch.failed)
        status = by_error_no_memory(error);
    else if (status && !moves.count)
        by_error_set(error, status, "'%.60s' is no move: there are no legal moves here", text);
    else if (status)
        by_error_set(error, status, "'%.60s' is no legal move here, expected one like '%.60s'", text,
                     by_text_string(&scratch));
    by_text_free(&scratch);
    free(moves.list);
    return status;
}

by_status by_position_parse_move(by_position *position, const char *text, by_move *move, by_error *error)
{
    return by_position_parse_move_as(position, text, BY_NOTATION_ANY, move, error);
}

by_status by_position_parse_move_as(by_position *position, const char *text, int notation, by_move *move,
                                    by_error *error)
{
    const by_game_type *type = position->game->type;
    const struct by_rules *rules = type->rules;

    if (notation < BY_NOTATION_ANY || notation >= notation_count(type))
        return by_error_set(error, BY_ERROR_INPUT, "%s has no notation number %d", type->name, notation);
    if (rules->parse_move)
        return rules->parse_move(position->state, text, notation, move, error);
    return find_printed_move(position, text, notation, move, error);
}

void by_position_print_move(by_position *position, by_move move, by_text *out)
{
    by_position_print_move_as(position, move, 0, out);
}

void by_position_print_move_as(by_position *position, by_move move, int notation, by_text *out)
{
    position->game->type->rules->print_move(position->state, move, notation, out);
}

/* ---- Rules ----------------------------------------------------------------------------------------------------- */

void by_position_node(by_position *position, struct by_node *out)
{
    *out = (struct by_node){0};
    position->game->type->rules->node(position->state, 0, out);
}

void by_position_verdict(by_position *position, struct by_node *out)
{
    struct by_moves count = {0};

    by_position_node(position, out);
    if (out->is_over || out->can_move)
        return;
    by_position_moves(position, BY_MOVES_ALL, &count);
    if (!count.count) {
        out->is_over = true;
        out->path_plies = count.path_plies;
    }
}

int by_position_prover(const by_position *position)
{
    const struct by_proofs *proofs = position->game->type->proofs;

    return proofs && proofs->prover ? proofs->prover(position->state) : -1;
}

bool by__position_has_gaps(const by_position *position)
{
    const struct by_proofs *proofs = position->game->type->proofs;

    return proofs && proofs->find_gap;
}

by_status by__position_find_gap(by_position *position, const struct by_record *record, int node, bool is_reached,
                                struct by_gap *gap, by_error *error)
{
    gap->node = -1;
    gap->count = 0;
    gap->is_wrong = false;
    return position->game->type->proofs->find_gap(position->state, record, node, is_reached, gap, error);
}

bool by__position_has_prover(const by_position *position)
{
    return by__position_has_gaps(position) && position->game->type->proofs->prove;
}

by_status by__position_prove(by_position *position, bool is_reached, struct by_record *record, int node,
                             struct by_attempt *attempt, by_error *error)
{
    attempt->is_proved = false;
    attempt->nodes = 0;
    return position->game->type->proofs->prove(position->state, is_reached, record, node, attempt, error);
}

by_value by_position_evaluate(by_position *position)
{
    const struct by_evaluation *evaluation = position->game->type->evaluation;

    return evaluation ? evaluation->evaluate(position->state) : 0;
}

by_status by_position_terms(by_position *position, struct by_terms *out, by_error *error)
{
    const by_game_type *type = position->game->type;

    if (!type->evaluation || !type->evaluation->terms)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "%s does not list the terms of its evaluation", type->name);
    *out = (struct by_terms){.count = 0};
    type->evaluation->terms(position->state, out);
    return BY_OK;
}

by_status by_position_features(by_position *position, struct by_features *out, by_error *error)
{
    const by_game_type *type = position->game->type;

    if (!type->evaluation || !type->evaluation->tuning)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "%s has no evaluation that can be tuned", type->name);
    out->count = 0;
    type->evaluation->tuning->features(position->state, out);
    return BY_OK;
}

by_status by_position_playout(by_position *position, struct by_random *random, struct by_playout *playout,
                              by_value *value, by_error *error)
{
    const by_game_type *type = position->game->type;
    struct by_node node;

    if (!type->sampling || !type->sampling->playout)
        return by_error_set(error, BY_ERROR_UNSUPPORTED, "%s has no random playouts of its own", type->name);
    by_position_verdict(position, &node);
    if (node.is_over)
        return by_error_set(error, BY_ERROR_INPUT, "the game is over, so no random playout can start here");
    *value = type->sampling->playout(position->state, random, playout);
    return BY_OK;
}

void by_position_extent(const by_position *position, struct by_extent *out)
{
    position->game->type->rules->extent(position->state, out);
}

void by_position_moves(by_position *position, enum by_moves_kind kind, struct by_moves *out)
{
    *out = (struct by_moves){.list = out->list};
    position->game->type->rules->moves(position->state, kind, out);
}

/* Looks for a move in the list of all. */
static by_status find_listed(by_position *position, by_move move, bool *is_listed, by_error *error)
{
    struct by_moves moves;
    by_status status = list_moves(position, &moves, error);

    if (status)
        return status;
    *is_listed = false;
    for (int i = 0; i < moves.count; i++)
        if (moves.list[i].move == move)
            *is_listed = true;
    free(moves.list);
    return BY_OK;
}

/* Asks the game if it has a function for that, which is faster than a list. */
static by_status check_legal(by_position *position, by_move move, by_error *error)
{
    const by_game_type *type = position->game->type;
    struct by_move_info info;
    bool is_legal = false;
    by_status status = BY_OK;

    if (type->tactics && type->tactics->describe)
        is_legal = type->tactics->describe(position->state, move, &info);
    else
        status = find_listed(position, move, &is_legal, error);
    if (!status && !is_legal && type->rules->accepts)
        is_legal = type->rules->accepts(position->state, move);
    if (status || is_legal)
        return status;
    return by_error_set(error, BY_ERROR_INPUT, "move number %lu is not legal here", (unsigned long)move);
}

bool by__position_allows(by_position *position, by_move move)
{
    return check_legal(position, move, NULL) == BY_OK;
}

by_status by_position_push(by_position *position, by_move move, by_error *error)
{
    by_status status = check_legal(position, move, error);

    if (!status && position->length == position->room)
        status = by__position_reserve(position, position->room, error); /* doubled: there may be many more */
    if (status)
        return status;
    position->game->type->rules->push(position->state, move);
    position->history[position->length++] = move;
    return BY_OK;
}

by_status by_position_pop(by_position *position, by_error *error)
{
    if (!position->length)
        return by_error_set(error, BY_ERROR_INPUT, "there is no move to take back");
    position->length--;
    position->game->type->rules->pop(position->state, position->history[position->length]);
    return BY_OK;
}

const by_move *by_position_history(const by_position *position, size_t *length)
{
    *length = position->length;
    return position->history;
}
