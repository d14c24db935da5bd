/* SPDX-License-Identifier: MIT
 *
 * Boards are pairs of bit sets. A question is answered by rounds of a depth-first walk in which every position is held
 * to be safe until it is found to be lost:
 *
 *     attacker to move   lost for the owner if one move captures or leads to a lost position
 *     owner to move      lost if all moves do; one that is held to be safe is enough, the others are not looked at
 *
 * Each round meets each position once. A round that finds no new loss has looked at a closed set: in it the owner
 * always has a move that stays, and the attacker has none that leaves. All of it is safe then. Lost positions stay
 * lost.
 */
#include "support/go_truth.h"

#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "games/go/capture.h"
#include "games/go/notation.h"
#include "support/check.h"
#include "support/opened.h"

typedef uint32_t mask;

enum { POINTS_MOST = GO_TRUTH_SIZE_MOST * GO_TRUTH_SIZE_MOST, NOWHERE = 31, PASS = 30 };
enum { OWNER, ATTACKER };

struct place {
    mask stones[2]; /* of the owner and the attacker */
    int side;
    int ko;     /* or NOWHERE */
    int target; /* where the block has a stone */
};

/* The state of a position: in `marks`, the value and above it the round that has met it. */
enum { HELD_SAFE, LOST, SAFE, VALUE_BITS = 2, VALUE_MASK = 3 };

struct frame {
    uint64_t key;
    size_t slot;
    uint8_t next; /* the move to look at */
    bool was_peeked;
};

struct go_truth {
    int size, points;
    enum go_truth_retaker retaker;
    mask board, not_left, not_right;
    mask beside[POINTS_MOST];
    uint64_t *keys; /* 0: free */
    uint32_t *marks;
    size_t slots, count, states_most;
    uint32_t round;
    size_t *met; /* slots that the round has met */
    size_t met_count, met_room;
    struct frame *stack;
    size_t depth, stack_room;
    bool has_changed, has_failed;
};

/* ---- Boards ------------------------------------------------------------------------------------------------------ */

static mask bit(int point)
{
    return (mask)1 << point;
}

/* The set and all points beside it. */
static mask spread(const go_truth *t, mask set)
{
    return (set | (set & t->not_right) << 1 | (set & t->not_left) >> 1 | set << t->size | set >> t->size) & t->board;
}

static mask chain_of(const go_truth *t, mask seed, mask stones)
{
    mask chain = seed, wider = spread(t, seed) & stones;

    while (wider != chain) {
        chain = wider;
        wider = spread(t, chain) & stones;
    }
    return chain;
}

static bool is_single(mask set)
{
    return set && !(set & (set - 1));
}

static int first_of(mask set)
{
    return __builtin_ctz(set);
}

/* Makes a move of place->side, which is to be an empty point; false: it is not allowed. */
static bool play(const go_truth *t, struct place *place, int point)
{
    int side = place->side;
    mask own = place->stones[side] | bit(point), other = place->stones[side ^ 1], taken = 0, chain;

    for (mask rest = t->beside[point] & other; rest; rest &= rest - 1) {
        mask victim = chain_of(t, rest & -rest, other);

        if (!(spread(t, victim) & t->board & ~own & ~other))
            taken |= victim;
    }
    other &= ~taken;
    chain = chain_of(t, bit(point), own);
    if (!(spread(t, chain) & ~own & ~other))
        return false;
    place->stones[side] = own;
    place->stones[side ^ 1] = other;
    place->side = side ^ 1;
    place->ko =
        is_single(taken) && is_single(chain) && is_single(spread(t, chain) & ~own & ~other) ? first_of(taken) : NOWHERE;
    return true;
}

static bool may_retake(const go_truth *t, int side)
{
    return t->retaker == (side == OWNER ? GO_TRUTH_OWNER : GO_TRUTH_ATTACKER);
}

/* The position after a move, a point or PASS; false: it is not allowed. */
static bool move_from(const go_truth *t, const struct place *from, int point, struct place *to)
{
    *to = *from;
    if (point == PASS) {
        to->side ^= 1;
        to->ko = NOWHERE;
        return true;
    }
    if ((from->stones[OWNER] | from->stones[ATTACKER]) & bit(point))
        return false;
    if (point == from->ko && !may_retake(t, from->side))
        return false;
    return play(t, to, point);
}

static bool stands(const struct place *place)
{
    return place->stones[OWNER] & bit(place->target);
}

/* Taken, and not to be retaken in a ko with the next move. */
static bool is_captured(const go_truth *t, const struct place *place)
{
    return !stands(place) && !(place->side == OWNER && place->ko == place->target && may_retake(t, OWNER));
}

/* ---- The table of positions -------------------------------------------------------------------------------------- */

static uint64_t key_of(const struct place *place)
{
    return (uint64_t)place->stones[OWNER] | (uint64_t)place->stones[ATTACKER] << 25 | (uint64_t)place->ko << 50 |
           (uint64_t)place->target << 55 | (uint64_t)place->side << 60 | (uint64_t)1 << 61;
}

static struct place place_of(uint64_t key)
{
    return (struct place){
        .stones = {(mask)(key & 0x1FFFFFF), (mask)(key >> 25 & 0x1FFFFFF)},
        .ko = (int)(key >> 50 & 31),
        .target = (int)(key >> 55 & 31),
        .side = (int)(key >> 60 & 1),
    };
}

static size_t find_slot(const go_truth *t, uint64_t key)
{
    size_t slot = by_random_word(key) & (t->slots - 1);

    while (t->keys[slot] && t->keys[slot] != key)
        slot = (slot + 1) & (t->slots - 1);
    return slot;
}

/* Twice as many slots. Only between rounds: slots move. */
static void grow_table(go_truth *t)
{
    uint64_t *keys = t->keys;
    uint32_t *marks = t->marks;
    size_t slots = t->slots;

    t->slots = slots * 2;
    t->keys = calloc(t->slots, sizeof *t->keys);
    t->marks = calloc(t->slots, sizeof *t->marks);
    assert_true(t->keys && t->marks);
    for (size_t i = 0; i < slots; i++) {
        size_t slot;

        if (!keys[i])
            continue;
        slot = find_slot(t, keys[i]);
        t->keys[slot] = keys[i];
        t->marks[slot] = marks[i];
    }
    free(keys);
    free(marks);
}

static int value_at(const go_truth *t, size_t slot)
{
    return (int)(t->marks[slot] & VALUE_MASK);
}

static void set_value(go_truth *t, size_t slot, int value)
{
    t->marks[slot] = t->round << VALUE_BITS | (uint32_t)value;
}

/* ---- A round ----------------------------------------------------------------------------------------------------- */

enum outlook { IS_LOST, IS_SAFE, IS_OPEN };

/* The value of a position without a search. */
static enum outlook look_at(const go_truth *t, const struct place *place, uint64_t *key)
{
    size_t slot;

    if (is_captured(t, place))
        return IS_LOST;
    *key = key_of(place);
    slot = find_slot(t, *key);
    if (!t->keys[slot])
        return IS_OPEN;
    if (value_at(t, slot) == LOST)
        return IS_LOST;
    if (value_at(t, slot) == SAFE || t->marks[slot] >> VALUE_BITS == t->round)
        return IS_SAFE;
    return IS_OPEN;
}

static void *room_for(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? *room * 2 : 1024;
    array = realloc(array, *room * size);
    assert_non_null(array);
    return array;
}

static void enter(go_truth *t, uint64_t key)
{
    size_t slot = find_slot(t, key);

    if (!t->keys[slot]) {
        if (t->count >= t->states_most || t->count >= t->slots / 4 * 3) {
            t->has_failed = true;
            return;
        }
        t->keys[slot] = key;
        t->count++;
    }
    set_value(t, slot, HELD_SAFE);
    t->met = room_for(t->met, t->met_count, &t->met_room, sizeof *t->met);
    t->met[t->met_count++] = slot;
    t->stack = room_for(t->stack, t->depth, &t->stack_room, sizeof *t->stack);
    t->stack[t->depth++] = (struct frame){.key = key, .slot = slot};
}

/* A stone that was taken in a ko: retaking it is all that saves it. */
static bool has_to_retake(const struct place *place)
{
    return place->side == OWNER && !stands(place);
}

/* The moves in turn: the points, then the owner's pass; -1 behind the last. */
static int move_at(const go_truth *t, const struct place *place, int index)
{
    if (has_to_retake(place))
        return index ? -1 : place->target;
    if (index < t->points)
        return index;
    return index == t->points && place->side == OWNER ? PASS : -1;
}

/* Whether one of the moves decides by what is known already. */
static bool is_decided(const go_truth *t, const struct place *place)
{
    enum outlook wanted = place->side == ATTACKER ? IS_LOST : IS_SAFE;
    struct place after;
    uint64_t key;
    int move;

    for (int i = 0; (move = move_at(t, place, i)) >= 0; i++)
        if (move_from(t, place, move, &after) && look_at(t, &after, &key) == wanted)
            return true;
    return false;
}

static void leave(go_truth *t, struct frame *frame, bool is_lost)
{
    if (is_lost) {
        set_value(t, frame->slot, LOST);
        t->has_changed = true;
    }
    t->depth--;
}

/* Goes on with the position on top of the stack: to a move that is not known, or back. */
static void step(go_truth *t)
{
    struct frame *frame = &t->stack[t->depth - 1];
    struct place place = place_of(frame->key), after;
    bool is_attack = place.side == ATTACKER;
    int move;

    if (!frame->was_peeked) {
        frame->was_peeked = true;
        if (is_decided(t, &place)) {
            leave(t, frame, is_attack);
            return;
        }
    }
    while ((move = move_at(t, &place, frame->next)) >= 0) {
        enum outlook outlook = IS_OPEN;
        uint64_t key;

        if (move_from(t, &place, move, &after))
            outlook = look_at(t, &after, &key);
        else
            outlook = is_attack ? IS_SAFE : IS_LOST; /* no move: nothing is gained by it */
        if (outlook == (is_attack ? IS_LOST : IS_SAFE)) {
            leave(t, frame, is_attack);
            return;
        }
        if (outlook == IS_OPEN) {
            enter(t, key);
            return;
        }
        frame->next++;
    }
    leave(t, frame, !is_attack);
}

static void run_round(go_truth *t, uint64_t root)
{
    t->round++;
    t->met_count = t->depth = 0;
    t->has_changed = t->has_failed = false;
    enter(t, root);
    while (t->depth && !t->has_failed)
        step(t);
    t->depth = 0;
}

static enum go_truth_answer solve(go_truth *t, uint64_t root)
{
    do {
        while (t->count >= t->slots / 2 && t->count < t->states_most)
            grow_table(t);
        run_round(t, root);
        if (value_at(t, find_slot(t, root)) == LOST)
            return GO_TRUTH_CAPTURED;
        if (t->has_failed && t->count >= t->states_most)
            return GO_TRUTH_UNKNOWN;
    } while (t->has_changed || t->has_failed);
    for (size_t i = 0; i < t->met_count; i++)
        if (value_at(t, t->met[i]) == HELD_SAFE)
            set_value(t, t->met[i], SAFE);
    return GO_TRUTH_SAFE;
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

/* One of the eight ways to turn and mirror the board. */
static int turned(int size, int point, int way)
{
    int row = point / size, column = point % size, swap = row;

    if (way & 1)
        row = size - 1 - row;
    if (way & 2)
        column = size - 1 - column;
    if (way & 4) {
        swap = row;
        row = column;
        column = swap;
    }
    return row * size + column;
}

static mask turned_set(int size, mask set, int way)
{
    mask out = 0;

    for (; set; set &= set - 1)
        out |= bit(turned(size, first_of(set), way));
    return out;
}

/* The same question with the block at the least point that it can have, so that questions share what is found. */
static void turn(const go_truth *t, struct place *place)
{
    mask block = chain_of(t, bit(place->target), place->stones[OWNER]);
    int best = NOWHERE, best_way = 0;

    for (int way = 0; way < 8; way++) {
        int least = first_of(turned_set(t->size, block, way));

        if (least < best) {
            best = least;
            best_way = way;
        }
    }
    place->stones[OWNER] = turned_set(t->size, place->stones[OWNER], best_way);
    place->stones[ATTACKER] = turned_set(t->size, place->stones[ATTACKER], best_way);
    if (place->ko != NOWHERE)
        place->ko = turned(t->size, place->ko, best_way);
    place->target = best;
}

enum go_truth_answer go_truth_ask(go_truth *t, const struct go *s, int target)
{
    int owner = s->board[target];
    struct place place = {
        .side = s->side == owner ? OWNER : ATTACKER, .ko = s->ko == GO_NO_POINT ? NOWHERE : s->ko, .target = target};

    assert_int_equal(s->size, t->size);
    assert_int_not_equal(owner, GO_EMPTY);
    if (s->passes == 2 || (s->passes == 1 && place.side == OWNER))
        return GO_TRUTH_SAFE;
    for (int i = 0; i < t->points; i++)
        if (s->board[i] != GO_EMPTY)
            place.stones[s->board[i] == owner ? OWNER : ATTACKER] |= bit(i);
    turn(t, &place);
    switch (value_at(t, find_slot(t, key_of(&place)))) {
    case LOST:
        return GO_TRUTH_CAPTURED;
    case SAFE:
        return GO_TRUTH_SAFE;
    default:
        return solve(t, key_of(&place));
    }
}

enum go_truth_answer go_truth_ask_text(go_truth *t, const char *position, const char *vertex)
{
    struct opened opened = open_position("go", "", position);
    const struct go *s = opened.position->state;
    enum go_truth_answer answer = GO_TRUTH_UNKNOWN;
    by_text text = {0};
    int point = 0;

    for (; point < s->points; point++) {
        by_text_clear(&text);
        by__go_print_vertex(s->size, point, &text);
        if (strcmp(by_text_string(&text), vertex) == 0)
            break;
    }
    assert_true(point < s->points);
    answer = go_truth_ask(t, s, point);
    by_text_free(&text);
    close_position(&opened);
    return answer;
}

size_t go_truth_states(const go_truth *t)
{
    return t->count;
}

static void fill_geometry(go_truth *t)
{
    t->board = bit(t->points) - 1;
    for (int i = 0; i < t->points; i++) {
        t->not_left |= i % t->size ? bit(i) : 0;
        t->not_right |= i % t->size != t->size - 1 ? bit(i) : 0;
    }
    for (int i = 0; i < t->points; i++)
        t->beside[i] = spread(t, bit(i)) & ~bit(i);
}

go_truth *go_truth_create(int size, enum go_truth_retaker retaker, size_t states_most)
{
    go_truth *t = calloc(1, sizeof *t);

    assert_non_null(t);
    assert_in_range(size, GO_SIZE_LEAST, GO_TRUTH_SIZE_MOST);
    t->size = size;
    t->points = size * size;
    t->retaker = retaker;
    t->states_most = states_most;
    t->slots = 1 << 16;
    t->keys = calloc(t->slots, sizeof *t->keys);
    t->marks = calloc(t->slots, sizeof *t->marks);
    assert_true(t->keys && t->marks);
    fill_geometry(t);
    return t;
}

void go_truth_destroy(go_truth *t)
{
    free(t->keys);
    free(t->marks);
    free(t->met);
    free(t->stack);
    free(t);
}

/* ---- Positions to ask about -------------------------------------------------------------------------------------- */

struct go *go_truth_make_board(int size, size_t moves)
{
    struct go_capture_tables *tables = calloc(1, sizeof *tables);
    struct go *s = calloc(1, sizeof *s + moves * sizeof s->undo[0]);

    assert_true(tables && s);
    by__go_fill_tables(&tables->go);
    s->tables = &tables->go;
    by__go_clear(s, size);
    return s;
}

void go_truth_free_board(struct go *s)
{
    free((void *)(uintptr_t)s->tables);
    free(s);
}

static bool link_stones(struct go *s)
{
    by__go_link(s);
    for (int i = 0; i < s->points; i++)
        if (s->board[i] != GO_EMPTY && !go_chain_at(s, i)->liberty_count)
            return false;
    return true;
}

bool go_truth_set_stones(struct go *s, int size, uint64_t number)
{
    by__go_clear(s, size);
    for (int i = 0; i < s->points; i++, number /= 3)
        if (number % 3 != GO_EMPTY)
            by__go_put(s, i, (int)(number % 3));
    return link_stones(s);
}

bool go_truth_set_random(struct go *s, int size, int empty_percent, struct by_random *random)
{
    by__go_clear(s, size);
    for (int i = 0; i < s->points; i++)
        if ((int)by_random_below(random, 100) >= empty_percent)
            by__go_put(s, i, (int)by_random_below(random, 2));
    return link_stones(s);
}

/* A lone stone of the other side that has only this liberty may just have taken a stone there. */
static bool may_be_ko(const struct go *s, int point)
{
    bool has_taker = false;

    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++) {
        if (s->board[*n] != (s->side ^ 1))
            return false;
        has_taker |= go_chain_at(s, *n)->stone_count == 1 && go_chain_at(s, *n)->liberty_count == 1;
    }
    return has_taker;
}

int go_truth_kos(const struct go *s, int kos[POINTS_MOST])
{
    int count = 0;

    for (int i = 0; i < s->points; i++)
        if (s->board[i] == GO_EMPTY && may_be_ko(s, i))
            kos[count++] = i;
    return count;
}
