/* SPDX-License-Identifier: MIT
 *
 * Checks a game against its contract: plays random games from the initial position and compares the game with the
 * contract at every position. Calls functions that fill memory twice, with different initial contents, to find unfilled
 * fields.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/random.h"
#include "core/check_display.h"
#include "core/game.h"

enum {
    PLIES_MOST = 500,        /* of a game without a known end */
    PLIES_KNOWN_MOST = 4096, /* of a game with one */
    GUESSES = 16,            /* numbers tried as moves in each position */
    MOVES_READ_MOST = 100,   /* moves written and read in each position */
    ROOM_TO_SPARE = 64,      /* in lists, for games that list more than they announce */
    KEYS_REMEMBERED = 1 << 14,
};

/* The observable state of a position. */
struct view {
    by_text text;
    struct by_node node;
    struct by_moves moves;
    struct by__drawn drawn;
};

/* A key, and a hash of the view of its position. */
struct met {
    uint64_t key;
    uint64_t seen;
};

struct checker {
    const by_game *game;
    by_position *position;
    by_position *other;
    struct by_random random;
    struct by_extent extent; /* of the initial position */
    int plies_left;          /* until the game has to be over, as it said itself */
    uint64_t *keys;          /* of the positions so far */
    struct met *met;         /* in all games, by key */
    struct view before, after;
    struct by_moves part[2]; /* moves of the two kinds */
    by_text scratch;
    bool no_memory; /* the view is incomplete then */
    by_error *error;
};

static const struct by_rules *rules_of(const struct checker *c)
{
    return c->game->type->rules;
}

/* ---- Complaints ------------------------------------------------------------------------------------------------ */

/* An error with the game, the violation and the position. */
static by_status complain(struct checker *c, const char *what)
{
    by_text text = {0};

    if (c->no_memory)
        return by_error_no_memory(c->error);
    by_position_print(c->position, &text);
    by_error_set(c->error, BY_ERROR_INPUT, "game %.20s: %.110s; position '%.70s'", c->game->type->name, what,
                 by_text_string(&text));
    by_text_free(&text);
    return BY_ERROR_INPUT;
}

static by_status complain_of_move(struct checker *c, const char *what, by_move move)
{
    by_text text = {0};
    by_status status;

    by_text_printf(&text, "%s (move number %lu)", what, (unsigned long)move);
    status = complain(c, by_text_string(&text));
    by_text_free(&text);
    return status;
}

/* ---- Views ----------------------------------------------------------------------------------------------------- */

static size_t list_room(const struct checker *c)
{
    return 2 * (size_t)c->extent.max_moves + ROOM_TO_SPARE;
}

static void list_moves(struct checker *c, by_position *position, enum by_moves_kind kind, int fill,
                       struct by_moves *out)
{
    memset(out->list, fill, list_room(c) * sizeof *out->list);
    by_position_moves(position, kind, out);
}

static void look(struct checker *c, by_position *position, int fill, struct view *out)
{
    by_text_clear(&out->text);
    by_position_print(position, &out->text);
    c->no_memory = c->no_memory || out->text.failed;
    memset(&out->node, fill, sizeof out->node);
    rules_of(c)->node(position->state, 0, &out->node);
    list_moves(c, position, BY_MOVES_ALL, fill, &out->moves);
    by__drawn_fill(position, fill, &out->drawn);
}

/* The part of a verdict that the board alone decides; the rest may depend on history. */
static const char *board_difference(const struct by_node *a, const struct by_node *b)
{
    if (a->key != b->key)
        return "the key";
    if (a->index_key != b->index_key)
        return "the index key";
    if (a->side != b->side)
        return "the side to move";
    if (a->in_check != b->in_check)
        return "in_check";
    return NULL;
}

static const char *verdict_difference(const struct by_node *a, const struct by_node *b)
{
    if (a->is_over != b->is_over)
        return "is_over";
    if (a->value != b->value)
        return "the value";
    if (a->is_estimate != b->is_estimate)
        return "is_estimate";
    if (a->is_dead != b->is_dead)
        return "is_dead";
    if (a->can_move != b->can_move)
        return "can_move";
    return NULL;
}

static const char *history_difference(const struct by_node *a, const struct by_node *b)
{
    if (a->path_plies != b->path_plies)
        return "path_plies";
    if (a->reversible_plies != b->reversible_plies)
        return "reversible_plies";
    if (a->is_foretold != b->is_foretold || a->has_returned != b->has_returned)
        return "what it says of a repetition";
    return memcmp(a->reserved, b->reserved, sizeof a->reserved) != 0 ? "by_node.reserved" : NULL;
}

static bool same_info(const struct by_move_info *a, const struct by_move_info *b)
{
    return a->move == b->move && a->from_to == b->from_to && a->piece_to == b->piece_to && a->flags == b->flags &&
           a->attacker == b->attacker && a->victim == b->victim && a->to == b->to && a->score == b->score;
}

static const char *moves_difference(const struct by_moves *a, const struct by_moves *b)
{
    if (a->count != b->count)
        return "the number of moves";
    for (int i = 0; i < a->count; i++)
        if (!same_info(&a->list[i], &b->list[i]))
            return "a listed move";
    return a->path_plies != b->path_plies || a->is_partial != b->is_partial ? "what the list of moves says" : NULL;
}

/* The difference between two views of the same position; NULL: none. */
static const char *difference(const struct view *a, const struct view *b)
{
    const char *found = board_difference(&a->node, &b->node);

    if (!found)
        found = verdict_difference(&a->node, &b->node);
    if (!found)
        found = history_difference(&a->node, &b->node);
    if (!found)
        found = moves_difference(&a->moves, &b->moves);
    if (!found && strcmp(by_text_string(&a->text), by_text_string(&b->text)) != 0)
        found = "the text";
    if (!found)
        found = by__drawn_difference(&a->drawn, &b->drawn);
    return found;
}

static by_status complain_of_difference(struct checker *c, const char *found, const char *when)
{
    by_text text = {0};
    by_status status;

    by_text_printf(&text, "%s differs %s", found, when);
    status = complain(c, by_text_string(&text));
    by_text_free(&text);
    return status;
}

/* Compares the view `before` with a position that should be the same. */
static by_status check_same(struct checker *c, by_position *position, const char *when)
{
    const char *found;

    look(c, position, 0xAA, &c->after);
    found = difference(&c->before, &c->after);
    return found ? complain_of_difference(c, found, when) : BY_OK;
}

/* ---- One position ---------------------------------------------------------------------------------------------- */

static bool value_is_valid(by_value value)
{
    return value == BY_WIN || value == -BY_WIN || (value >= -BY_MAX_SCORE && value <= BY_MAX_SCORE);
}

/* What all reserved bytes must be. */
static const uint8_t no_bytes[8];

static by_status check_node(struct checker *c)
{
    const struct by_node *node = &c->before.node;

    if (node->side > 1)
        return complain(c, "the side to move is neither 0 nor 1");
    if (!value_is_valid(node->value))
        return complain(c, "the value of the node is out of range");
    if (node->is_over && node->can_move && !node->path_plies)
        return complain(c, "a node is over on the board, but can_move");
    if (node->can_move && !c->before.moves.count)
        return complain(c, "can_move, but there is no legal move");
    if (node->has_returned && !c->extent.judges_repetition)
        return complain(c, "has_returned, which by_extent.judges_repetition does not announce");
    if (memcmp(node->reserved, no_bytes, sizeof node->reserved) != 0)
        return complain(c, "by_node.reserved is not 0");
    return BY_OK;
}

/* Counts first: lists have room only for the announced number. */
static by_status check_count(struct checker *c)
{
    struct by_moves counted = {0};
    struct by_extent here;

    by_position_moves(c->position, BY_MOVES_ALL, &counted);
    by_position_extent(c->position, &here);
    if (counted.count > c->extent.max_moves || counted.count > here.max_moves)
        return complain(c, "there are more moves than by_extent.max_moves");
    look(c, c->position, 0, &c->before);
    if (c->before.moves.path_plies && !(c->extent.path_forbids_moves && here.path_forbids_moves))
        return complain(c, "a list has path_plies, which by_extent.path_forbids_moves does not announce");
    if (counted.count != c->before.moves.count)
        return complain(c, "counting the moves gives another number than listing them");
    return BY_OK;
}

static bool slot_is_valid(int slot, int slots)
{
    return slot == 0 || slot < slots;
}

static by_status check_infos(struct checker *c)
{
    for (int i = 0; i < c->before.moves.count; i++) {
        const struct by_move_info *info = &c->before.moves.list[i];

        if (info->move > BY_MAX_MOVE)
            return complain_of_move(c, "a move is greater than BY_MAX_MOVE", info->move);
        if (!slot_is_valid(info->from_to, c->extent.from_to_slots))
            return complain_of_move(c, "from_to is not below from_to_slots", info->move);
        if (!slot_is_valid(info->piece_to, c->extent.piece_to_slots))
            return complain_of_move(c, "piece_to is not below piece_to_slots", info->move);
        if (info->score)
            return complain_of_move(c, "the score of a listed move is not 0", info->move);
    }
    return BY_OK;
}

/* The two kinds, merged in the order of all moves, have to give all moves. */
static by_status check_kinds(struct checker *c)
{
    struct by_moves *tactical = &c->part[0], *quiet = &c->part[1], counted = {0};
    int i = 0, j = 0;

    list_moves(c, c->position, BY_MOVES_TACTICAL, 0, tactical);
    list_moves(c, c->position, BY_MOVES_QUIET, 0, quiet);
    for (int k = 0; k < c->before.moves.count; k++) {
        const struct by_move_info *info = &c->before.moves.list[k];

        if (i < tactical->count && same_info(info, &tactical->list[i]))
            i++;
        else if (j < quiet->count && same_info(info, &quiet->list[j]))
            j++;
        else
            return complain_of_move(c, "a move is neither tactical nor quiet, or out of order there", info->move);
    }
    if (i != tactical->count || j != quiet->count)
        return complain(c, "tactical and quiet moves are more than all moves");
    by_position_moves(c->position, BY_MOVES_TACTICAL, &counted);
    if (counted.count != tactical->count)
        return complain(c, "counting the tactical moves gives another number than listing them");
    return BY_OK;
}

static const struct by_move_info *find_info(const struct by_moves *moves, by_move move)
{
    for (int i = 0; i < moves->count; i++)
        if (moves->list[i].move == move)
            return &moves->list[i];
    return NULL;
}

static by_status check_description(struct checker *c, by_move move)
{
    const struct by_move_info *listed = find_info(&c->before.moves, move);
    struct by_move_info info;
    bool is_legal;

    memset(&info, 0xAA, sizeof info);
    is_legal = c->game->type->tactics->describe(c->position->state, move, &info);
    if (is_legal && !listed)
        return complain_of_move(c, "describe calls a move legal that is not listed", move);
    if (!is_legal && listed)
        return complain_of_move(c, "describe refuses a legal move", move);
    if (listed && !same_info(listed, &info))
        return complain_of_move(c, "describe fills a move otherwise than it is listed", move);
    return BY_OK;
}

/* A random number, often close to that of a move. */
static by_move guess_move(struct checker *c)
{
    uint32_t any = (uint32_t)(by_random_next(&c->random) >> 32);

    return any >> by_random_below(&c->random, 32);
}

static by_status check_describe(struct checker *c)
{
    by_status status = BY_OK;

    if (!c->game->type->tactics || !c->game->type->tactics->describe)
        return BY_OK;
    for (int i = 0; i < c->before.moves.count && !status; i++)
        status = check_description(c, c->before.moves.list[i].move);
    for (int i = 0; i < GUESSES && !status; i++)
        status = check_description(c, guess_move(c));
    if (!status)
        status = check_description(c, BY_MOVE_NONE);
    return status ? status : check_description(c, UINT32_MAX);
}

/* A pass gives the turn to the other side on the same board, and can be taken back. */
static by_status check_null(struct checker *c)
{
    const struct by_tactics *tactics = c->game->type->tactics;
    struct by_node passed;
    by_status status;

    if (!tactics || !tactics->push_null || c->before.node.is_over || c->before.node.in_check)
        return BY_OK;
    status = by__position_reserve(c->position, 1, c->error);
    if (status)
        return status;
    tactics->push_null(c->position->state);
    rules_of(c)->node(c->position->state, 0, &passed);
    tactics->pop_null(c->position->state);
    if (passed.side == c->before.node.side)
        return complain(c, "after a null move the same side is to move");
    if (passed.key && passed.key == c->before.node.key)
        return complain(c, "a null move leaves the key as it was");
    if (passed.path_plies)
        return complain(c, "a verdict looks back over a null move");
    return check_same(c, c->position, "after a null move was taken back");
}

static by_status check_evaluation(struct checker *c)
{
    by_value value;

    if (!c->game->type->evaluation || c->before.node.is_over)
        return BY_OK;
    value = c->game->type->evaluation->evaluate(c->position->state);
    if (value < -BY_MAX_SCORE || value > BY_MAX_SCORE)
        return complain(c, "the estimate is out of range");
    if (value != c->game->type->evaluation->evaluate(c->position->state))
        return complain(c, "the estimate differs when asked twice");
    return BY_OK;
}

/* The side to move, the end of the game on the board, and the moves. */
static uint64_t hash_of_view(const struct view *view)
{
    uint64_t hash = by_random_word(view->node.side * 2u + view->node.is_over);

    if (view->node.is_over)
        hash = by_random_word(hash ^ (uint64_t)view->node.value);
    for (int i = 0; i < view->moves.count; i++)
        hash = by_random_word(hash ^ view->moves.list[i].move);
    return hash;
}

/* Two positions with the same key would be confused by a search. */
static by_status check_key(struct checker *c)
{
    const struct view *view = &c->before;
    struct met *met = &c->met[view->node.key % KEYS_REMEMBERED];
    const struct by_evaluation *evaluation = c->game->type->evaluation;
    uint64_t seen = hash_of_view(view);

    if (!view->node.key || view->node.path_plies || view->moves.path_plies)
        return BY_OK;
    if (evaluation && !view->node.is_over)
        seen = by_random_word(seen ^ (uint64_t)evaluation->evaluate(c->position->state));
    if (met->key == view->node.key && met->seen != seen)
        return complain(c, "by_node.key is that of another position, with another side, value or list of moves");
    *met = (struct met){view->node.key, seen};
    return BY_OK;
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

/* Also finds two moves with the same text: one of them is read as the other. If notations conflict, the first one
 * counts when none is given. */
static by_status check_move_text(struct checker *c, by_move move, int notation)
{
    by_move read;
    by_status status;

    by_text_clear(&c->scratch);
    rules_of(c)->print_move(c->position->state, move, notation, &c->scratch);
    status = by_position_parse_move_as(c->position, by_text_string(&c->scratch), notation, &read, NULL);
    if (!status && !notation && read == move)
        status = by_position_parse_move(c->position, by_text_string(&c->scratch), &read, NULL);
    c->no_memory = c->no_memory || c->scratch.failed || status == BY_ERROR_MEMORY;
    if (status)
        return complain_of_move(c, "a legal move cannot be read as it is written", move);
    return read == move ? BY_OK : complain_of_move(c, "a move is read as another one", move);
}

static by_status check_move_texts(struct checker *c)
{
    const char *const *notations = c->game->type->notations;
    int stride = c->before.moves.count / MOVES_READ_MOST + 1;
    by_move read;

    for (int i = 0; i < c->before.moves.count; i += stride) {
        int notation = 0;

        do {
            by_status status = check_move_text(c, c->before.moves.list[i].move, notation++);

            if (status)
                return status;
        } while (notations && notations[0] && notations[notation]);
    }
    if (!by_position_parse_move(c->position, "", &read, NULL))
        return complain(c, "an empty text is read as a move");
    return BY_OK;
}

/* A parsed position has no history, so compare only what does not depend on it. */
static const char *reading_difference(struct checker *c)
{
    const struct view *a = &c->before, *b = &c->after;
    const struct by_evaluation *evaluation = c->game->type->evaluation;
    const char *found = NULL;

    if (strcmp(by_text_string(&a->text), by_text_string(&b->text)) != 0)
        return "the text";
    found = board_difference(&a->node, &b->node);
    if (!found && !a->node.path_plies && !b->node.path_plies)
        found = verdict_difference(&a->node, &b->node);
    if (!found && !a->moves.path_plies && !b->moves.path_plies)
        found = moves_difference(&a->moves, &b->moves);
    if (!found && evaluation && !a->node.is_over &&
        evaluation->evaluate(c->position->state) != evaluation->evaluate(c->other->state))
        found = "the estimate";
    return found ? found : by__drawn_difference_of_pieces(&a->drawn, &b->drawn);
}

static by_status check_text(struct checker *c)
{
    by_error reading = {0};
    by_status status = by_position_parse(c->other, by_text_string(&c->before.text), &reading);
    const char *found;

    c->no_memory = c->no_memory || status == BY_ERROR_MEMORY;
    if (status) {
        by_text_clear(&c->scratch);
        by_text_printf(&c->scratch, "the text of the position cannot be read: %.80s", reading.message);
        return complain(c, by_text_string(&c->scratch));
    }
    look(c, c->other, 0xAA, &c->after);
    found = reading_difference(c);
    return found ? complain_of_difference(c, found, "after the text was read back") : BY_OK;
}

/* ---- Boards ---------------------------------------------------------------------------------------------------- */

static by_status check_drawn(struct checker *c)
{
    const char *found = by__check_drawn(c->position, &c->before.drawn);

    return found ? complain(c, found) : BY_OK;
}

static by_status check_gestures(struct checker *c)
{
    by_move culprit = BY_MOVE_NONE;
    by_status status;
    const char *found = by__check_gestures(c->position, &c->before.drawn, &c->before.moves, &culprit, &status);

    c->no_memory = c->no_memory || status == BY_ERROR_MEMORY;
    return found ? complain_of_move(c, found, culprit) : BY_OK;
}

static by_status check_composed(struct checker *c)
{
    by_status status;
    const char *found =
        by__check_composed(c->position, &c->before.drawn, c->before.node.side, c->other, &c->scratch, &status);

    c->no_memory = c->no_memory || status == BY_ERROR_MEMORY;
    return found ? complain(c, found) : BY_OK;
}

/* ---- Moving ---------------------------------------------------------------------------------------------------- */

/* Makes `other` a copy, starting from an initial position, so that no earlier state helps. */
static by_status copy_position(struct checker *c)
{
    by_status status;

    by_position_destroy(c->other);
    c->other = NULL;
    status = by_position_create(c->game, &c->other, c->error);
    return status ? status : by_position_assign(c->other, c->position, c->error);
}

/* A copy is equal, and playing with it leaves the original alone. */
static by_status check_copy(struct checker *c, by_move move)
{
    by_status status = copy_position(c);

    if (!status)
        status = check_same(c, c->other, "in a copy");
    if (!status)
        status = by_position_push(c->other, move, c->error);
    if (!status)
        status = check_same(c, c->position, "after a move in a copy");
    if (!status)
        status = by_position_pop(c->other, c->error);
    return status ? status : check_same(c, c->other, "after a move was taken back in a copy");
}

static by_status check_push(struct checker *c, by_move move)
{
    by_status status = by_position_push(c->position, move, c->error);

    if (!status)
        status = by_position_pop(c->position, c->error);
    return status ? status : check_same(c, c->position, "after a move was made and taken back");
}

/* The second call gets memory with other contents: unfilled fields differ. */
static by_status check_twice(struct checker *c)
{
    return check_same(c, c->position, "when asked twice");
}

static by_status check_position(struct checker *c)
{
    static by_status (*const checks[])(struct checker *) = {
        check_count, check_twice,      check_node,       check_infos, check_kinds, check_key,      check_describe,
        check_null,  check_evaluation, check_move_texts, check_text,  check_drawn, check_gestures, check_composed,
    };
    by_status status = BY_OK;

    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !status; i++)
        status = checks[i](c);
    return status ? status : check_same(c, c->position, "after it was only looked at");
}

/* The end of the game that the position announces, which may only come nearer. */
static by_status check_length(struct checker *c)
{
    struct by_extent here;

    by_position_extent(c->position, &here);
    if (here.max_plies && (here.max_plies < c->plies_left || c->plies_left < 0))
        c->plies_left = here.max_plies;
    if (c->plies_left == 0)
        return complain(c, "the game goes on for longer than by_extent.max_plies");
    if (c->plies_left > 0)
        c->plies_left--;
    return BY_OK;
}

/* ---- Games ----------------------------------------------------------------------------------------------------- */

static int plies_most(const struct checker *c)
{
    if (!c->extent.max_plies)
        return PLIES_MOST;
    return c->extent.max_plies < PLIES_KNOWN_MOST ? c->extent.max_plies + 1 : PLIES_KNOWN_MOST;
}

/* Plays one random move; `is_over` when there is none. */
static by_status play_move(struct checker *c, bool *is_over)
{
    by_status status = check_position(c);
    by_move move;

    *is_over = status || c->before.node.is_over || !c->before.moves.count;
    if (*is_over)
        return status;
    status = check_length(c);
    if (status)
        return status;
    move = c->before.moves.list[by_random_below(&c->random, (uint32_t)c->before.moves.count)].move;
    status = check_push(c, move);
    if (!status)
        status = check_copy(c, move);
    return status ? status : by_position_push(c->position, move, c->error);
}

static uint64_t key_of(by_position *position)
{
    struct by_node node;

    by_position_node(position, &node);
    return node.key;
}

/* Takes all moves back, in a copy as well. */
static by_status unwind(struct checker *c, int plies)
{
    by_status status = copy_position(c);

    while (plies-- > 0 && !status) {
        status = by_position_pop(c->position, c->error);
        if (!status)
            status = by_position_pop(c->other, c->error);
        if (!status && key_of(c->position) != c->keys[plies])
            return complain(c, "the key differs after several moves were taken back");
        if (!status && key_of(c->other) != c->keys[plies])
            return complain(c, "the key differs after several moves were taken back in a copy");
    }
    if (status)
        return status;
    look(c, c->position, 0, &c->before);
    return check_same(c, c->other, "in a copy, after a game was taken back");
}

static by_status play_game(struct checker *c)
{
    int most = plies_most(c), plies = 0;
    bool is_over = false;
    by_status status = BY_OK;

    c->plies_left = -1;
    while (!status && !is_over && plies < most) {
        c->keys[plies] = key_of(c->position);
        status = play_move(c, &is_over);
        if (!status && !is_over)
            plies++;
    }
    return status ? status : unwind(c, plies);
}

/* After games were taken back the position is the initial one again. */
static by_status check_beginning(struct checker *c)
{
    by_position *initial;
    by_status status = by_position_create(c->game, &initial, c->error);

    if (status)
        return status;
    look(c, initial, 0, &c->before);
    status = check_same(c, c->position, "from the initial one after games were taken back");
    by_position_destroy(initial);
    return status;
}

/* ---- A life ---------------------------------------------------------------------------------------------------- */

static by_status start(struct checker *c)
{
    by_status status = by_position_create(c->game, &c->position, c->error);
    struct by_moves *lists[] = {&c->before.moves, &c->after.moves, &c->part[0], &c->part[1]};

    if (!status)
        status = by_position_create(c->game, &c->other, c->error);
    if (status)
        return status;
    memset(&c->extent, 0xAA, sizeof c->extent);
    by_position_extent(c->position, &c->extent);
    if (memcmp(c->extent.reserved, no_bytes, sizeof c->extent.reserved) != 0)
        return complain(c, "by_extent.reserved is not 0");
    if (c->extent.max_moves < 0 || c->extent.max_plies < 0)
        return complain(c, "by_extent has a negative bound");
    c->keys = calloc((size_t)plies_most(c), sizeof *c->keys);
    c->met = calloc(KEYS_REMEMBERED, sizeof *c->met);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        lists[i]->list = calloc(list_room(c), sizeof *lists[i]->list);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (!c->keys || !c->met || !lists[i]->list)
            return by_error_no_memory(c->error);
    return BY_OK;
}

static void end(struct checker *c)
{
    by_position_destroy(c->position);
    by_position_destroy(c->other);
    by_text_free(&c->before.text);
    by_text_free(&c->after.text);
    by_text_free(&c->scratch);
    free(c->before.moves.list);
    free(c->after.moves.list);
    free(c->part[0].list);
    free(c->part[1].list);
    free(c->keys);
    free(c->met);
}

by_status by_game_check(const by_game *game, uint64_t seed, int games, by_error *error)
{
    struct checker c = {.game = game, .random = {by_random_word(seed)}, .error = error};
    by_status status = start(&c);

    for (int i = 0; i < games && !status; i++)
        status = play_game(&c);
    if (!status)
        status = check_beginning(&c);
    if (!status && c.no_memory)
        status = by_error_no_memory(error);
    end(&c);
    return status;
}
