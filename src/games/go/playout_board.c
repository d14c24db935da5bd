/* SPDX-License-Identifier: MIT
 *
 * The playout board: see playout_board.h.
 */
#include "games/go/playout_board.h"

#include <string.h>

enum { UNKNOWN = GO_FRAME + 1 }; /* in place of an owner */

/* ---- Liberties --------------------------------------------------------------------------------------------------- */

static void add_liberty(struct go_playout_chain *chain, uint32_t point)
{
    chain->count++;
    chain->sum += point;
    chain->squares += point * point;
}

static void remove_liberty(struct go_playout_chain *chain, uint32_t point)
{
    chain->count--;
    chain->sum -= point;
    chain->squares -= point * point;
}

/* ---- Empty points ------------------------------------------------------------------------------------------------ */

static void add_empty(struct go_playout_board *b, int point)
{
    b->colour[point] = GO_EMPTY;
    b->place[point] = (uint16_t)b->empty_count;
    b->empty[b->empty_count++] = (uint16_t)point;
}

static void remove_empty(struct go_playout_board *b, int point)
{
    int place = b->place[point], last = b->empty[--b->empty_count];

    b->empty[place] = (uint16_t)last;
    b->place[last] = (uint16_t)place;
}

/* ---- Setting up -------------------------------------------------------------------------------------------------- */

static void clear(struct go_playout_board *b, int size)
{
    const int stride = size + 2, steps[8] = {-stride, -1, 1, stride, -stride - 1, -stride + 1, stride - 1, stride + 1};

    b->size = size;
    b->stride = stride;
    b->empty_count = 0;
    memcpy(b->steps, steps, sizeof steps);
    memset(b->colour, GO_FRAME, (size_t)stride * (size_t)stride);
}

static void set_stone(struct go_playout_board *b, const struct go *s, int point)
{
    int p = go_playout_point(b, point), chain = go_playout_point(b, s->chain_of[point]);

    b->colour[p] = s->board[point];
    b->chain_of[p] = (uint16_t)chain;
    b->next[p] = (uint16_t)go_playout_point(b, s->next[point]);
    if (p == chain)
        b->chains[p] = (struct go_playout_chain){.stones = s->chains[s->chain_of[point]].stone_count};
}

/* A move of the past, if it was a stone. */
static int past_move(const struct go_playout_board *b, const struct go *s, uint32_t back)
{
    int point = s->length >= back ? go_point(s->undo[s->length - back].move) : GO_PASS;

    return point == GO_PASS ? 0 : go_playout_point(b, point);
}

void by__go_playout_set(struct go_playout_board *b, const struct go *s)
{
    clear(b, s->size);
    for (int point = 0; point < s->points; point++) {
        if (s->board[point] == GO_EMPTY)
            add_empty(b, go_playout_point(b, point));
        else
            set_stone(b, s, point);
    }
    for (int i = 0; i < b->empty_count; i++)
        for (int k = 0; k < 4; k++) {
            int n = b->empty[i] + b->steps[k];

            if (b->colour[n] < GO_EMPTY)
                add_liberty(&b->chains[b->chain_of[n]], b->empty[i]);
        }
    b->side = s->side;
    b->ko = s->ko == GO_NO_POINT ? 0 : go_playout_point(b, s->ko);
    b->passes = s->passes == 1;
    b->last[0] = past_move(b, s, 1);
    b->last[1] = past_move(b, s, 2);
}

/* ---- Questions --------------------------------------------------------------------------------------------------- */

bool by__go_playout_is_legal(const struct go_playout_board *b, int point)
{
    if (point == b->ko)
        return false;
    for (int k = 0; k < 4; k++)
        if (b->colour[point + b->steps[k]] == GO_EMPTY)
            return true;
    for (int k = 0; k < 4; k++) {
        int n = point + b->steps[k];

        /* A friend with another liberty, or a block that is taken */
        if (b->colour[n] < GO_EMPTY && (b->colour[n] == b->side) != go_playout_is_atari(&b->chains[b->chain_of[n]]))
            return true;
    }
    return false;
}

bool by__go_playout_is_eye(const struct go_playout_board *b, int point, int colour)
{
    int others = 0, edges = 0;

    for (int k = 0; k < 4; k++) {
        int c = b->colour[point + b->steps[k]];

        if (c != colour && c != GO_FRAME)
            return false;
    }
    for (int k = 4; k < 8; k++) {
        int c = b->colour[point + b->steps[k]];

        others += c == (colour ^ 1);
        edges += c == GO_FRAME;
    }
    return others < (edges ? 1 : 2);
}

/* Finds the region of an empty point and assigns it to the only colour around it, or to neither. */
static void give_region(const struct go_playout_board *b, int point, uint8_t *owner)
{
    uint16_t region[GO_POINTS_MOST];
    int count = 1, seen = 0;

    region[0] = (uint16_t)point;
    owner[point] = GO_EMPTY;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++) {
            int n = region[i] + b->steps[k];

            if (b->colour[n] < GO_EMPTY) {
                seen |= 1 << b->colour[n];
            } else if (owner[n] == UNKNOWN && b->colour[n] == GO_EMPTY) {
                owner[n] = GO_EMPTY;
                region[count++] = (uint16_t)n;
            }
        }
    for (int i = 0; i < count; i++)
        owner[region[i]] = seen == 1 ? GO_BLACK : seen == 2 ? GO_WHITE : GO_EMPTY;
}

void by__go_playout_owners(const struct go_playout_board *b, uint8_t *owner)
{
    memcpy(owner, b->colour, (size_t)b->stride * (size_t)b->stride);
    for (int i = 0; i < b->empty_count; i++)
        owner[b->empty[i]] = UNKNOWN;
    for (int i = 0; i < b->empty_count; i++)
        if (owner[b->empty[i]] == UNKNOWN)
            give_region(b, b->empty[i], owner);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* Joins the smaller of two chains to the larger. */
static int join(struct go_playout_board *b, int one, int other)
{
    int large = b->chains[one].stones >= b->chains[other].stones ? one : other, small = one + other - large, p = small;
    struct go_playout_chain *to = &b->chains[large];
    const struct go_playout_chain *from = &b->chains[small];
    uint16_t next = b->next[large];

    to->count = (uint16_t)(to->count + from->count);
    to->stones = (uint16_t)(to->stones + from->stones);
    to->sum += from->sum;
    to->squares += from->squares;
    do {
        b->chain_of[p] = (uint16_t)large;
        p = b->next[p];
    } while (p != small);
    b->next[large] = b->next[small];
    b->next[small] = next;
    return large;
}

static void take_off(struct go_playout_board *b, int chain)
{
    int p = chain;

    do {
        add_empty(b, p);
        p = b->next[p];
    } while (p != chain);
    do {
        for (int k = 0; k < 4; k++) {
            int n = p + b->steps[k];

            if (b->colour[n] < GO_EMPTY)
                add_liberty(&b->chains[b->chain_of[n]], (uint32_t)p);
        }
        p = b->next[p];
    } while (p != chain);
}

/* Puts the stone down as a chain of its own; all around lose a liberty. */
static void place(struct go_playout_board *b, int point)
{
    struct go_playout_chain *chain = &b->chains[point];

    remove_empty(b, point);
    b->colour[point] = (uint8_t)b->side;
    b->chain_of[point] = b->next[point] = (uint16_t)point;
    *chain = (struct go_playout_chain){.stones = 1};
    for (int k = 0; k < 4; k++) {
        int n = point + b->steps[k];

        if (b->colour[n] == GO_EMPTY)
            add_liberty(chain, (uint32_t)n);
        else if (b->colour[n] != GO_FRAME)
            remove_liberty(&b->chains[b->chain_of[n]], (uint32_t)point);
    }
}

static void put(struct go_playout_board *b, int point)
{
    int other = b->side ^ 1, chain = point, taken = 0, where = 0;

    place(b, point);
    for (int k = 0; k < 4; k++) {
        int n = point + b->steps[k];

        if (b->colour[n] == b->side && b->chain_of[n] != chain) {
            chain = join(b, chain, b->chain_of[n]);
        } else if (b->colour[n] == other && !b->chains[b->chain_of[n]].count) {
            taken += b->chains[b->chain_of[n]].stones;
            where = n;
            take_off(b, b->chain_of[n]);
        }
    }
    b->ko = taken == 1 && b->chains[chain].stones == 1 && b->chains[chain].count == 1 ? where : 0;
}

void by__go_playout_play(struct go_playout_board *b, int point)
{
    if (point)
        put(b, point);
    else
        b->ko = 0;
    b->passes = point ? 0 : b->passes + 1;
    b->last[1] = b->last[0];
    b->last[0] = point;
    b->side ^= 1;
}
