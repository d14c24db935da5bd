/* SPDX-License-Identifier: MIT
 *
 * by_game_check passes the built-in games, and catches games each of which breaks one promise of the contract.
 */
#include <stdlib.h>
#include <string.h>

#include "boyi/display.h"
#include "boyi/random.h"
#include "support/allocation.h"
#include "support/check.h"
#include "support/opened.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- A sound game ---------------------------------------------------------------------------------------------- */

/* A heap of 12; each turn takes 1, 2 or 3, and who takes the last one wins. Taking 3 is called tactical. */
enum { HEAP = 12, TAKE_MOST = 3 };

struct heap {
    int left;
    int pushed; /* how many moves were made; only broken games look at it */
    int popped; /* how many were taken back since */
    uint8_t side;
    uint8_t taken[]; /* the moves, likewise */
};

static by_status heap_init(const void *data, void *state, by_error *error)
{
    struct heap *heap = state;

    (void)data;
    (void)error;
    heap->left = HEAP;
    return BY_OK;
}

static by_status heap_parse(void *state, const char *text, by_error *error)
{
    struct heap *heap = state;
    char *end;
    long left = strtol(text, &end, 10);

    if (end == text || left < 0 || left > HEAP || (*end != 'a' && *end != 'b'))
        return by_error_set(error, BY_ERROR_INPUT, "expected a number and a side");
    heap->left = (int)left;
    heap->side = (uint8_t)(*end - 'a');
    return BY_OK;
}

static void heap_print(const void *state, by_text *out)
{
    const struct heap *heap = state;

    by_text_printf(out, "%d%c", heap->left, 'a' + heap->side);
}

static void heap_print_move(void *state, by_move move, int notation, by_text *out)
{
    (void)state;
    by_text_printf(out, notation ? "take%u" : "%u", (unsigned)move);
}

static void heap_extent(const void *state, struct by_extent *out)
{
    (void)state;
    *out = (struct by_extent){
        .max_moves = TAKE_MOST, .max_plies = HEAP, .from_to_slots = TAKE_MOST, .piece_to_slots = 2 * TAKE_MOST};
}

static void heap_node(void *state, int ply, struct by_node *out)
{
    const struct heap *heap = state;

    (void)ply;
    *out = (struct by_node){
        .key = by_random_word((uint64_t)heap->left * 2 + heap->side),
        .value = heap->left ? 0 : -BY_WIN,
        .side = heap->side,
        .is_over = heap->left == 0,
        .can_move = heap->left > 0,
    };
}

static struct by_move_info heap_info(const struct heap *heap, int take)
{
    return (struct by_move_info){
        .move = (by_move)take,
        .from_to = (uint16_t)(take - 1),
        .piece_to = (uint16_t)(heap->side * TAKE_MOST + take - 1),
    };
}

static void add(const struct heap *heap, int take, struct by_moves *out)
{
    if (out->list)
        out->list[out->count] = heap_info(heap, take);
    out->count++;
}

static void heap_moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct heap *heap = state;

    for (int take = 1; take <= TAKE_MOST && take <= heap->left; take++)
        if (kind == BY_MOVES_ALL || (take == TAKE_MOST) == (kind == BY_MOVES_TACTICAL))
            add(heap, take, out);
}

static void heap_push(void *state, by_move move)
{
    struct heap *heap = state;

    heap->taken[heap->pushed++] = (uint8_t)move;
    heap->popped = 0;
    heap->left -= (int)move;
    heap->side ^= 1;
}

static void heap_pop(void *state, by_move move)
{
    struct heap *heap = state;

    heap->pushed--;
    heap->popped++;
    heap->left += (int)move;
    heap->side ^= 1;
}

static bool heap_describe(void *state, by_move move, struct by_move_info *out)
{
    const struct heap *heap = state;

    if (move < 1 || move > TAKE_MOST || (int)move > heap->left)
        return false;
    *out = heap_info(heap, (int)move);
    return true;
}

static by_value heap_evaluate(void *state)
{
    return ((struct heap *)state)->left % (TAKE_MOST + 1) ? 10 : -10;
}

/* A row of cells, the heap from the left; the last ones are drawn away from it. */
static const struct by_piece heap_pieces[] = {{.name = "bean", .shapes = {"stone", "stone"}, .letters = {'b', 'b'}},
                                              {0}};

static void heap_board(const void *state, struct by_board *out)
{
    (void)state;
    *out = (struct by_board){.columns = HEAP, .rows = 1, .column_names = "abcdefghijkl"};
}

static void heap_squares(void *state, struct by_square *out)
{
    for (int i = 0; i < HEAP; i++)
        out[i] = (struct by_square){.piece = i < ((const struct heap *)state)->left};
}

static void heap_gesture(const void *state, by_move move, struct by_gesture *out)
{
    int left = ((const struct heap *)state)->left;

    *out = (struct by_gesture){.from = left - (int)move, .to = left - 1};
}

static void heap_add_taken(const void *state, int counts[2][BY_MAX_PIECES])
{
    counts[0][0] += HEAP - ((const struct heap *)state)->left;
}

static void heap_compose(const void *initial, const struct by_board *board, const struct by_square *squares, int side,
                         by_text *out)
{
    int left = 0;

    (void)initial;
    while (left < board->columns && squares[left].piece)
        left++;
    by_text_printf(out, "%d%c", left, 'a' + side);
}

static const char *const heap_notations[] = {"number", "words", NULL};

/* A game of its own for each test, so that any part can be replaced. */
struct sample {
    by_game_type type;
    struct by_rules rules;
    struct by_evaluation evaluation;
    struct by_tactics tactics;
    struct by_display display;
};

static void make_sound(struct sample *sample)
{
    *sample = (struct sample){
        .type = {BY_GAME_TYPE, .name = "heap", .title = "A heap", .help = "", .notations = heap_notations,
                 .rules = &sample->rules, .evaluation = &sample->evaluation, .tactics = &sample->tactics,
                 .display = &sample->display},
        .rules = {BY_SIZE(by_rules), .state_size = sizeof(struct heap), .undo_size = sizeof(uint8_t), .init = heap_init,
                  .parse = heap_parse, .print = heap_print, .print_move = heap_print_move, .extent = heap_extent,
                  .node = heap_node, .moves = heap_moves, .push = heap_push, .pop = heap_pop},
        .evaluation = {BY_SIZE(by_evaluation), .evaluate = heap_evaluate},
        .tactics = {BY_SIZE(by_tactics), .describe = heap_describe},
        .display = {BY_SIZE(by_display), .pieces = heap_pieces, .board = heap_board, .squares = heap_squares,
                    .gesture = heap_gesture, .taken = heap_add_taken, .compose = heap_compose},
    };
}

static by_status check(const by_game_type *type, int games, by_error *error)
{
    by_game *game;
    by_status status;

    *error = (by_error){0};
    assert_int_equal(by_game_open(type, NULL, &game, error), BY_OK);
    status = by_game_check(game, 1, games, error);
    by_game_close(game);
    return status;
}

/* ---- What can be broken ---------------------------------------------------------------------------------------- */

static void pop_wrong_heap(void *state, by_move move)
{
    heap_pop(state, move == 2 ? 1 : move);
}

static void pop_wrong_side(void *state, by_move move)
{
    heap_pop(state, move);
    ((struct heap *)state)->side ^= 1;
}

/* One move can be taken back, two in a row cannot. */
static void pop_one_only(void *state, by_move move)
{
    struct heap *heap = state;

    heap_pop(state, move);
    if (heap->popped == 2)
        heap->left--;
}

/* Copies all but the undo stack, on which this game rests. */
static void assign_half(void *state, const void *from, size_t length)
{
    (void)length;
    memcpy(state, from, sizeof(struct heap));
}

/* Copies the last move only: one can be taken back, and no further one. */
static void assign_last(void *state, const void *from, size_t length)
{
    memcpy(state, from, sizeof(struct heap));
    if (length)
        ((struct heap *)state)->taken[length - 1] = ((const struct heap *)from)->taken[length - 1];
}

static void assign_whole(void *state, const void *from, size_t length)
{
    memcpy(state, from, sizeof(struct heap) + length);
}

static void pop_by_stack(void *state, by_move move)
{
    struct heap *heap = state;

    (void)move;
    heap_pop(state, heap->taken[heap->pushed - 1]);
}

static void assign_nothing(void *state, const void *from, size_t length)
{
    (void)state;
    (void)from;
    (void)length;
}

static void print_without_side(const void *state, by_text *out)
{
    by_text_printf(out, "%da", ((const struct heap *)state)->left);
}

static void print_unreadable(const void *state, by_text *out)
{
    by_text_printf(out, "heap %d", ((const struct heap *)state)->left);
}

static by_status parse_less(void *state, const char *text, by_error *error)
{
    by_status status = heap_parse(state, text, error);

    ((struct heap *)state)->left -= ((struct heap *)state)->left == 7;
    return status;
}

static void print_move_alike(void *state, by_move move, int notation, by_text *out)
{
    heap_print_move(state, move == 3 ? 2 : move, notation, out);
}

static void print_move_alike_in_words(void *state, by_move move, int notation, by_text *out)
{
    heap_print_move(state, move == 3 && notation ? 2 : move, notation, out);
}

static void print_move_empty(void *state, by_move move, int notation, by_text *out)
{
    if (move != 1)
        heap_print_move(state, move, notation, out);
}

static by_status parse_no_move(void *state, const char *text, int notation, by_move *move, by_error *error)
{
    (void)state;
    (void)text;
    (void)notation;
    (void)move;
    return by_error_set(error, BY_ERROR_INPUT, "no");
}

/* Reads moves only if the notation is named. */
static by_status parse_told_move(void *state, const char *text, int notation, by_move *move, by_error *error)
{
    if (notation == BY_NOTATION_ANY)
        return parse_no_move(state, text, notation, move, error);
    *move = (by_move)(text[strcspn(text, "123")] - '0');
    return *text ? BY_OK : by_error_set(error, BY_ERROR_INPUT, "no");
}

static void extent_too_few_moves(const void *state, struct by_extent *out)
{
    heap_extent(state, out);
    out->max_moves = 2;
}

static void extent_with_reserved(const void *state, struct by_extent *out)
{
    heap_extent(state, out);
    out->reserved[4] = 1;
}

static void extent_too_few_plies(const void *state, struct by_extent *out)
{
    heap_extent(state, out);
    out->max_plies = 3;
}

static void extent_too_few_slots(const void *state, struct by_extent *out)
{
    heap_extent(state, out);
    out->from_to_slots = 2;
}

static void extent_too_few_piece_slots(const void *state, struct by_extent *out)
{
    heap_extent(state, out);
    out->piece_to_slots = 4;
}

/* Keys that are equal for different positions. */
static void node_with_key_of_side(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    out->key = by_random_word(out->side);
}

static void node_with_key_of_heap(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    out->key = by_random_word((uint64_t)((struct heap *)state)->left);
}

static void node_with_pushed_key(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    out->key += (uint64_t)((struct heap *)state)->pushed;
}

static void node_unfilled(void *state, int ply, struct by_node *out)
{
    struct by_node node;

    heap_node(state, ply, &node);
    out->key = node.key;
    out->value = node.value;
    out->side = node.side;
    out->is_over = node.is_over;
    out->is_estimate = node.is_estimate;
    out->can_move = node.can_move;
    out->in_check = node.in_check;
    out->is_dead = node.is_dead;
    out->stuck_value = node.stuck_value;
    out->index_key = out->path_plies = 0; /* reversible_plies is forgotten */
}

static void node_great_value(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    if (out->is_over)
        out->value = -BY_WIN + 1;
}

static void node_returned(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    out->has_returned = true;
}

static void node_third_side(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    out->side = 2;
}

static void node_with_reserved(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    out->reserved[0] = 1;
}

static void node_without_reserved(void *state, int ply, struct by_node *out)
{
    uint8_t before = out->reserved[5];

    heap_node(state, ply, out);
    out->reserved[5] = before;
}

static void node_over_but_can_move(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    out->can_move = out->is_over = ((struct heap *)state)->left < 3;
}

static void node_can_always_move(void *state, int ply, struct by_node *out)
{
    heap_node(state, ply, out);
    out->can_move = true;
    out->is_over = false;
}

static void moves_overlapping(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    heap_moves(state, kind == BY_MOVES_QUIET ? BY_MOVES_ALL : kind, out);
}

static void moves_without_tactical(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    if (kind != BY_MOVES_TACTICAL)
        heap_moves(state, kind, out);
}

static void moves_in_another_order(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    heap_moves(state, kind, out);
    if (kind == BY_MOVES_QUIET && out->list && out->count == 2) {
        struct by_move_info first = out->list[0];

        out->list[0] = out->list[1];
        out->list[1] = first;
    }
}

static void moves_by_history(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    heap_moves(state, kind, out);
    out->path_plies = 1;
}

static void moves_counted_wrong(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    heap_moves(state, kind, out);
    if (!out->list && out->count > 1)
        out->count--;
}

static void moves_tactical_counted_wrong(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    heap_moves(state, kind, out);
    if (!out->list && kind == BY_MOVES_TACTICAL)
        out->count = 0;
}

static void moves_with_scores(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    heap_moves(state, kind, out);
    if (out->list && out->count)
        out->list[0].score = 1;
}

static void moves_unfilled(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    uint8_t victim = out->list ? out->list[0].victim : 0;

    heap_moves(state, kind, out);
    if (out->list && out->count)
        out->list[0].victim = victim;
}

static void moves_too_great(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    heap_moves(state, kind, out);
    if (out->list && out->count)
        out->list[0].move = BY_MOVE_NONE;
}

/* Forgets to look at the heap. */
static bool describe_too_much(void *state, by_move move, struct by_move_info *out)
{
    if (move < 1 || move > TAKE_MOST)
        return false;
    *out = heap_info(state, (int)move);
    return true;
}

static bool describe_too_little(void *state, by_move move, struct by_move_info *out)
{
    return move != 2 && heap_describe(state, move, out);
}

static bool describe_otherwise(void *state, by_move move, struct by_move_info *out)
{
    bool is_legal = heap_describe(state, move, out);

    if (is_legal)
        out->flags = BY_MOVE_CAPTURE;
    return is_legal;
}

/* Looks at the position and spoils it. */
static bool describe_and_move(void *state, by_move move, struct by_move_info *out)
{
    bool is_legal = heap_describe(state, move, out);

    if (move == UINT32_MAX)
        ((struct heap *)state)->side ^= 1;
    return is_legal;
}

static bool describe_none(void *state, by_move move, struct by_move_info *out)
{
    return move == BY_MOVE_NONE || heap_describe(state, move, out);
}

static by_value evaluate_too_high(void *state)
{
    (void)state;
    return BY_MAX_SCORE + 1;
}

static by_value evaluate_by_path(void *state)
{
    return ((struct heap *)state)->pushed;
}

static by_value evaluate_by_calls(void *state)
{
    return ((struct heap *)state)->taken[20]++;
}

static void push_null_other_heap(void *state)
{
    struct heap *heap = state;

    heap->left += 1000;
    heap->side ^= 1;
}

static void pop_null_side_only(void *state)
{
    struct heap *heap = state;

    heap->side ^= 1;
}

static void null_nothing(void *state)
{
    (void)state;
}

static const struct by_piece pieces_without_shape[] = {{.name = "bean"}, {0}};
static const struct by_piece pieces_too_many[BY_MAX_PIECES + 2] = {
#define BEAN                                                                                                           \
    {                                                                                                                  \
        .name = "bean", .shapes = { "stone", "stone" }                                                                 \
    }
#define BEANS BEAN, BEAN, BEAN, BEAN
    BEANS, BEANS, BEANS, BEANS, BEAN,
};

static void board_too_large(const void *state, struct by_board *out)
{
    heap_board(state, out);
    out->rows = BY_MAX_SQUARES;
}

static void board_of_no_kind(const void *state, struct by_board *out)
{
    heap_board(state, out);
    out->kind = (enum by_board_kind)(BY_BOARD_COLUMNS + 1);
}

static void board_without_names_enough(const void *state, struct by_board *out)
{
    heap_board(state, out);
    out->column_names = "abc";
}

static void board_unfilled(const void *state, struct by_board *out)
{
    (void)state;
    out->kind = BY_BOARD_CELLS;
    out->columns = HEAP;
    out->rows = 1;
    out->first_row = 0; /* column_names is forgotten */
}

static void squares_of_unknown_piece(void *state, struct by_square *out)
{
    heap_squares(state, out);
    out[0].piece = 2;
}

static void squares_of_third_side(void *state, struct by_square *out)
{
    heap_squares(state, out);
    out[0].side = 2;
}

static void squares_empty_of_a_side(void *state, struct by_square *out)
{
    heap_squares(state, out);
    out[HEAP - 1].side = 1;
}

static void squares_with_unknown_mark(void *state, struct by_square *out)
{
    heap_squares(state, out);
    out[0].marks = 16;
}

static void squares_unfilled(void *state, struct by_square *out)
{
    for (int i = 0; i < HEAP; i++) {
        out[i].piece = i < ((const struct heap *)state)->left;
        out[i].side = 0; /* marks are forgotten */
    }
}

static void squares_by_popped(void *state, struct by_square *out)
{
    heap_squares(state, out);
    out[1].piece = !((const struct heap *)state)->popped;
}

static void squares_by_pushed(void *state, struct by_square *out)
{
    heap_squares(state, out);
    out[1].piece = ((const struct heap *)state)->pushed < 2;
}

static void gesture_off_board(const void *state, by_move move, struct by_gesture *out)
{
    heap_gesture(state, move, out);
    out->to = HEAP;
}

static void gesture_of_unknown_piece(const void *state, by_move move, struct by_gesture *out)
{
    heap_gesture(state, move, out);
    out->piece = 2;
}

static void gesture_from_nothing(const void *state, by_move move, struct by_gesture *out)
{
    heap_gesture(state, move, out);
    out->from = ((const struct heap *)state)->left < HEAP ? HEAP - 1 : out->from;
}

static void gesture_to_nowhere(const void *state, by_move move, struct by_gesture *out)
{
    heap_gesture(state, move, out);
    out->to = BY_NO_SQUARE;
}

static void gesture_puts_nothing(const void *state, by_move move, struct by_gesture *out)
{
    heap_gesture(state, move, out);
    out->from = BY_NO_SQUARE;
}

static void gesture_alike(const void *state, by_move move, struct by_gesture *out)
{
    heap_gesture(state, move == 3 ? 2 : move, out);
}

static void gesture_unfilled(const void *state, by_move move, struct by_gesture *out)
{
    struct by_gesture gesture;

    heap_gesture(state, move, &gesture);
    out->from = gesture.from;
    out->to = gesture.to;
}

static void take_less_than_nothing(const void *state, int counts[2][BY_MAX_PIECES])
{
    (void)state;
    counts[1][2] = -1;
}

static void take_by_popped(const void *state, int counts[2][BY_MAX_PIECES])
{
    counts[0][0] = ((const struct heap *)state)->popped;
}

static void compose_unreadable(const void *initial, const struct by_board *board, const struct by_square *squares,
                               int side, by_text *out)
{
    (void)initial;
    (void)board;
    (void)squares;
    by_text_printf(out, "side %d", side);
}

static void compose_less(const void *initial, const struct by_board *board, const struct by_square *squares, int side,
                         by_text *out)
{
    struct by_board shorter = *board;

    shorter.columns--;
    heap_compose(initial, &shorter, squares, side, out);
}

static void compose_other_side(const void *initial, const struct by_board *board, const struct by_square *squares,
                               int side, by_text *out)
{
    heap_compose(initial, board, squares, !side, out);
}

/* The functions that a fault replaces, and the expected message. */
struct fault {
    const char *message;
    struct by_rules rules;
    struct by_evaluation evaluation;
    struct by_tactics tactics;
    struct by_display display;
};

static const struct fault faults[] = {
    {"differs after a move was made and taken back", .rules = {.pop = pop_wrong_heap}},
    {"the key differs after a move was made and taken back", .rules = {.pop = pop_wrong_side}},
    {"the key differs after several moves were taken back; position", .rules = {.pop = pop_one_only}},
    {"in a copy", .rules = {.pop = pop_by_stack, .assign = assign_half}},
    {"after several moves were taken back in a copy", .rules = {.pop = pop_by_stack, .assign = assign_last}},
    {"differs in a copy", .rules = {.assign = assign_nothing}},
    {"differs after the text was read back", .rules = {.print = print_without_side}},
    {"the text of the position cannot be read: expected a number", .rules = {.print = print_unreadable}},
    {"the text differs after the text was read back; position '7", .rules = {.parse = parse_less}},
    {"a move is read as another one (move number 3)", .rules = {.print_move = print_move_alike}},
    {"a move is read as another one (move number 3)", .rules = {.print_move = print_move_alike_in_words}},
    {"an empty text is read as a move", .rules = {.print_move = print_move_empty}},
    {"a legal move cannot be read as it is written", .rules = {.parse_move = parse_no_move}},
    {"a legal move cannot be read as it is written", .rules = {.parse_move = parse_told_move}},
    {"more moves than by_extent.max_moves", .rules = {.extent = extent_too_few_moves}},
    {"longer than by_extent.max_plies", .rules = {.extent = extent_too_few_plies}},
    {"from_to is not below from_to_slots (move number 3)", .rules = {.extent = extent_too_few_slots}},
    {"piece_to is not below piece_to_slots", .rules = {.extent = extent_too_few_piece_slots}},
    {"the key differs after the text was read back", .rules = {.node = node_with_pushed_key}},
    {"key is that of another position", .rules = {.node = node_with_key_of_side}},
    {"key is that of another position", .rules = {.node = node_with_key_of_heap}},
    {"reversible_plies differs when asked twice", .rules = {.node = node_unfilled}},
    {"the value of the node is out of range", .rules = {.node = node_great_value}},
    {"has_returned, which by_extent.judges_repetition does not announce", .rules = {.node = node_returned}},
    {"the side to move is neither 0 nor 1", .rules = {.node = node_third_side}},
    {"by_node.reserved is not 0", .rules = {.node = node_with_reserved}},
    {"by_node.reserved differs when asked twice", .rules = {.node = node_without_reserved}},
    {"by_extent.reserved is not 0", .rules = {.extent = extent_with_reserved}},
    {"a node is over on the board, but can_move", .rules = {.node = node_over_but_can_move}},
    {"can_move, but there is no legal move; position '0", .rules = {.node = node_can_always_move}},
    {"tactical and quiet moves are more than all moves", .rules = {.moves = moves_overlapping}},
    {"neither tactical nor quiet", .rules = {.moves = moves_without_tactical}},
    {"out of order there", .rules = {.moves = moves_in_another_order}},
    {"a list has path_plies, which by_extent.path_forbids_moves does not", .rules = {.moves = moves_by_history}},
    {"counting the moves gives another number", .rules = {.moves = moves_counted_wrong}},
    {"counting the tactical moves gives another number", .rules = {.moves = moves_tactical_counted_wrong}},
    {"the score of a listed move is not 0", .rules = {.moves = moves_with_scores}},
    {"a listed move differs when asked twice", .rules = {.moves = moves_unfilled}},
    {"a move is greater than BY_MAX_MOVE", .rules = {.moves = moves_too_great}},
    {"describe calls a move legal that is not listed", .tactics = {.describe = describe_too_much}},
    {"describe refuses a legal move (move number 2)", .tactics = {.describe = describe_too_little}},
    {"describe fills a move otherwise than it is listed", .tactics = {.describe = describe_otherwise}},
    {"describe calls a move legal that is not listed", .tactics = {.describe = describe_none}},
    {"differs after it was only looked at", .tactics = {.describe = describe_and_move}},
    {"after a null move the same side is to move", .tactics = {.push_null = null_nothing, .pop_null = null_nothing}},
    {"differs after a null move was taken back",
     .tactics = {.push_null = push_null_other_heap, .pop_null = pop_null_side_only}},
    {"a null move leaves the key as it was", .rules = {.node = node_with_key_of_heap},
     .tactics = {.push_null = pop_null_side_only, .pop_null = pop_null_side_only}},
    {"the estimate is out of range", .evaluation = {.evaluate = evaluate_too_high}},
    {"the estimate differs after the text was read back", .evaluation = {.evaluate = evaluate_by_path}},
    {"the estimate differs when asked twice", .evaluation = {.evaluate = evaluate_by_calls}},
    {"a kind of piece has no shape", .display = {.pieces = pieces_without_shape}},
    {"more than BY_MAX_PIECES", .display = {.pieces = pieces_too_many}},
    {"more than BY_MAX_SQUARES", .display = {.board = board_too_large}},
    {"a board is of no kind", .display = {.board = board_of_no_kind}},
    {"a board has more columns than names", .display = {.board = board_without_names_enough}},
    {"the board differs when asked twice", .display = {.board = board_unfilled}},
    {"a piece on the board is not in the list", .display = {.squares = squares_of_unknown_piece}},
    {"a piece on the board is of no side", .display = {.squares = squares_of_third_side}},
    {"an empty square is of one", .display = {.squares = squares_empty_of_a_side}},
    {"a mark on the board is none", .display = {.squares = squares_with_unknown_mark}},
    {"a mark on the board differs when asked twice", .display = {.squares = squares_unfilled}},
    {"what stands on the board differs after a move was made and", .display = {.squares = squares_by_popped}},
    {"what stands on the board differs after the text was read", .display = {.squares = squares_by_pushed}},
    {"the gesture of a move leaves the board", .display = {.gesture = gesture_off_board}},
    {"the piece of a gesture is not in the list", .display = {.gesture = gesture_of_unknown_piece}},
    {"the piece of a gesture is not in the list", .display = {.gesture = gesture_unfilled}},
    {"a gesture begins on an empty square", .display = {.gesture = gesture_from_nothing}},
    {"a gesture moves a piece to nowhere", .display = {.gesture = gesture_to_nowhere}},
    {"a gesture puts no piece", .display = {.gesture = gesture_puts_nothing}},
    {"two moves have the same gesture and the same piece", .display = {.gesture = gesture_alike}},
    {"less than no piece was taken", .display = {.taken = take_less_than_nothing}},
    {"what was taken differs after a move was made and", .display = {.taken = take_by_popped}},
    {"the composed text of a position cannot be read", .display = {.compose = compose_unreadable}},
    {"the composed text of a position is that of another board", .display = {.compose = compose_less}},
    {"the side to move differs in the composed text", .display = {.compose = compose_other_side}},
};

#define REPLACE(member) (sample->member = fault->member ? fault->member : sample->member)

static void break_game(struct sample *sample, const struct fault *fault)
{
    REPLACE(rules.assign);
    REPLACE(rules.parse);
    REPLACE(rules.print);
    REPLACE(rules.parse_move);
    REPLACE(rules.print_move);
    REPLACE(rules.extent);
    REPLACE(rules.node);
    REPLACE(rules.moves);
    REPLACE(rules.push);
    REPLACE(rules.pop);
    REPLACE(evaluation.evaluate);
    REPLACE(tactics.describe);
    REPLACE(tactics.push_null);
    REPLACE(tactics.pop_null);
    REPLACE(display.pieces);
    REPLACE(display.board);
    REPLACE(display.squares);
    REPLACE(display.gesture);
    REPLACE(display.taken);
    REPLACE(display.compose);
}

/* ---- Tests ----------------------------------------------------------------------------------------------------- */

/* Every built-in game keeps the contract. */
static void test_built_in_games(void **state)
{
    const by_game_type *type;

    (void)state;
    for (size_t i = 0; (type = by_game_type_at(i)); i++) {
        by_error error;

        check(type, 20, &error);
        assert_string_equal(error.message, "");
    }
}

/* The game that is broken below is sound before, with and without what a game may leave out. */
static void test_sound_game(void **state)
{
    static const struct fault by_stack = {.rules = {.pop = pop_by_stack, .assign = assign_whole}};
    struct sample sample;
    by_error error;

    (void)state;
    make_sound(&sample);
    check(&sample.type, 50, &error);
    assert_string_equal(error.message, "");
    break_game(&sample, &by_stack);
    check(&sample.type, 50, &error);
    assert_string_equal(error.message, "");
    sample.display.taken = NULL;
    sample.display.compose = NULL;
    check(&sample.type, 50, &error);
    assert_string_equal(error.message, "");
    sample.type.evaluation = NULL;
    sample.type.tactics = NULL;
    sample.type.notations = NULL;
    sample.type.display = NULL;
    check(&sample.type, 50, &error);
    assert_string_equal(error.message, "");
}

/* Each broken promise is noticed, and the message names the game and what is broken. */
static void test_broken_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(faults); i++) {
        struct sample sample;
        by_error error;

        make_sound(&sample);
        break_game(&sample, &faults[i]);
        check(&sample.type, 50, &error);
        if (!strstr(error.message, faults[i].message))
            fail_msg("'%s', expected '%s'", error.message, faults[i].message);
        assert_int_equal(error.status, BY_ERROR_INPUT);
        assert_non_null(strstr(error.message, "game heap: "));
        assert_non_null(strstr(error.message, "; position '"));
    }
}

/* A move is read in the notation that is asked for and in no other, unless any will do. */
static void test_notations(void **state)
{
    static const struct {
        const char *text;
        int notation;
        by_status status;
    } cases[] = {
        {"2", 0, BY_OK},
        {"2", BY_NOTATION_ANY, BY_OK},
        {"2", 1, BY_ERROR_INPUT},
        {"take2", 1, BY_OK},
        {"take2", BY_NOTATION_ANY, BY_OK},
        {"take2", 0, BY_ERROR_INPUT},
        {"take2", 2, BY_ERROR_INPUT},
        {"2", -2, BY_ERROR_INPUT},
        {"4", BY_NOTATION_ANY, BY_ERROR_INPUT},
    };
    struct sample sample;
    by_position *position;
    by_game *game;

    (void)state;
    make_sound(&sample);
    assert_int_equal(by_game_open(&sample.type, NULL, &game, NULL), BY_OK);
    assert_int_equal(by_position_create(game, &position, NULL), BY_OK);
    for (size_t i = 0; i < COUNT(cases); i++) {
        by_move move = 0;

        assert_int_equal(by_position_parse_move_as(position, cases[i].text, cases[i].notation, &move, NULL),
                         cases[i].status);
        assert_int_equal(move, cases[i].status ? 0 : 2);
    }
    by_position_destroy(position);
    by_game_close(game);
}

static bool accepts_one_more(void *state, by_move move)
{
    return move == TAKE_MOST + 1 && (int)move <= ((struct heap *)state)->left;
}

/* A move that is not listed can be made only if the game accepts it, with a describe of its own or without. */
static void test_accepted_moves(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct sample sample;
        by_position *position;
        by_game *game;

        make_sound(&sample);
        if (i % 2)
            sample.type.tactics = NULL;
        if (i / 2)
            sample.rules.accepts = accepts_one_more;
        assert_int_equal(by_game_open(&sample.type, NULL, &game, NULL), BY_OK);
        assert_int_equal(by_position_create(game, &position, NULL), BY_OK);
        assert_int_equal(by_position_push(position, TAKE_MOST, NULL), BY_OK);
        assert_int_equal(by_position_push(position, TAKE_MOST + 2, NULL), BY_ERROR_INPUT);
        assert_int_equal(by_position_push(position, TAKE_MOST + 1, NULL), i / 2 ? BY_OK : BY_ERROR_INPUT);
        by_position_destroy(position);
        by_game_close(game);
    }
}

/* The same seed plays the same game, and other seeds other ones: not all of them meet the heap that is misread. */
static void test_seed(void **state)
{
    struct sample sample;
    by_game *game;
    int caught = 0;

    (void)state;
    make_sound(&sample);
    sample.rules.parse = parse_less;
    assert_int_equal(by_game_open(&sample.type, NULL, &game, NULL), BY_OK);
    for (uint64_t seed = 0; seed < 50; seed++) {
        by_status status = by_game_check(game, seed, 1, NULL);

        assert_int_equal(by_game_check(game, seed, 1, NULL), status);
        caught += status != BY_OK;
    }
    assert_in_range(caught, 10, 40);
    by_game_close(game);
}

/* Without memory the game is not blamed. */
static void test_memory(void **state)
{
    struct sample sample;
    by_game *game;
    by_status status = BY_ERROR_MEMORY;
    by_error error;

    (void)state;
    make_sound(&sample);
    assert_int_equal(by_game_open(&sample.type, NULL, &game, NULL), BY_OK);
    for (size_t n = 1; status; n++) {
        size_t before = allocation_current();

        allocation_fail_at(n);
        status = by_game_check(game, 1, 1, &error);
        allocation_fail_at(0);
        if (status && status != BY_ERROR_MEMORY)
            fail_msg("%s", error.message);
        assert_int_equal(allocation_current(), before);
        assert_true(n < 10000);
    }
    by_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in_games), cmocka_unit_test(test_sound_game), cmocka_unit_test(test_broken_games),
        cmocka_unit_test(test_seed),           cmocka_unit_test(test_memory),     cmocka_unit_test(test_notations),
        cmocka_unit_test(test_accepted_moves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
