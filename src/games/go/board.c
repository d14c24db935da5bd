/* SPDX-License-Identifier: MIT
 *
 * Stones, chains and liberties: making and undoing moves. See board.h for the data structure.
 */
#include "games/go/board.h"

#include <string.h>

#include "boyi/random.h"

/* ---- What all positions share ------------------------------------------------------------------------------------ */

static void fill_neighbours(uint16_t (*neighbours)[5], int size)
{
    for (int point = 0; point < size * size; point++) {
        int row = point / size, column = point % size, count = 0;

        if (row > 0)
            neighbours[point][count++] = (uint16_t)(point - size);
        if (column > 0)
            neighbours[point][count++] = (uint16_t)(point - 1);
        if (column < size - 1)
            neighbours[point][count++] = (uint16_t)(point + 1);
        if (row < size - 1)
            neighbours[point][count++] = (uint16_t)(point + size);
        neighbours[point][count] = GO_NO_POINT;
    }
}

void by__go_fill_tables(struct go_tables *tables)
{
    for (int size = GO_SIZE_LEAST; size <= GO_SIZE_MOST; size++)
        fill_neighbours(tables->neighbours[size], size);
    for (int colour = GO_BLACK; colour <= GO_WHITE; colour++)
        for (int point = 0; point < GO_POINTS_MOST; point++)
            tables->keys[colour][point] = by_random_word(400000u + (unsigned)(colour * GO_POINTS_MOST + point));
}

/* ---- Sets of points ---------------------------------------------------------------------------------------------- */

/* Adds a liberty that may be there already. */
static void add_liberty(struct go_chain *chain, int point)
{
    uint64_t bit = (uint64_t)1 << point % 64, *word = &chain->liberties[point / 64];

    chain->liberty_count = (uint16_t)(chain->liberty_count + !(*word & bit));
    *word |= bit;
}

/* Removes one that may be gone already. */
static void remove_liberty(struct go_chain *chain, int point)
{
    uint64_t bit = (uint64_t)1 << point % 64, *word = &chain->liberties[point / 64];

    chain->liberty_count = (uint16_t)(chain->liberty_count - !!(*word & bit));
    *word &= ~bit;
}

/* Adds the stones and liberties of another chain. */
static void add_chain(const struct go *s, struct go_chain *chain, const struct go_chain *other)
{
    int count = 0;

    for (int i = 0; i < go_word_count(s); i++) {
        chain->liberties[i] |= other->liberties[i];
        count += go_bit_count(chain->liberties[i]);
    }
    chain->liberty_count = (uint16_t)count;
    chain->stone_count = (uint16_t)(chain->stone_count + other->stone_count);
    chain->key ^= other->key;
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

/* A stone that stands alone, whatever is beside it. */
static void start_chain(struct go *s, int point, int colour)
{
    struct go_chain *chain = &s->chains[point];

    for (int i = 0; i < go_word_count(s); i++)
        chain->liberties[i] = 0;
    chain->liberty_count = 0;
    chain->stone_count = 1;
    chain->key = s->tables->keys[colour][point];
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
        if (s->board[*n] == GO_EMPTY)
            add_liberty(chain, *n);
    s->chain_of[point] = (uint16_t)point;
    s->next[point] = (uint16_t)point;
}

static void swap_next(struct go *s, int a, int b)
{
    uint16_t next = s->next[a];

    s->next[a] = s->next[b];
    s->next[b] = next;
}

static void name_ring(struct go *s, int first, int name)
{
    int point = first;

    do {
        s->chain_of[point] = (uint16_t)name;
        point = s->next[point];
    } while (point != first);
}

/* Makes `part` a part of `chain`; its own entry stays as it was. */
static void merge(struct go *s, int chain, int part)
{
    add_chain(s, &s->chains[chain], &s->chains[part]);
    name_ring(s, part, chain);
    swap_next(s, chain, part);
}

/* Takes the stones of a chain from the board, which gives liberties to the other side. */
static void remove_chain(struct go *s, int chain, int colour)
{
    int point = chain;

    do {
        s->board[point] = GO_EMPTY;
        for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
            if (s->board[*n] == (colour ^ 1))
                add_liberty(&s->chains[s->chain_of[*n]], point);
        point = s->next[point];
    } while (point != chain);
    s->stones_key ^= s->chains[chain].key;
}

static void restore_chain(struct go *s, int chain, int colour)
{
    int point = chain;

    do {
        s->board[point] = (uint8_t)colour;
        for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
            if (s->board[*n] == (colour ^ 1))
                remove_liberty(&s->chains[s->chain_of[*n]], point);
        point = s->next[point];
    } while (point != chain);
}

/* ---- Setting up -------------------------------------------------------------------------------------------------- */

void by__go_clear(struct go *s, int size)
{
    s->size = (uint8_t)size;
    s->points = (uint16_t)(size * size);
    s->ko = GO_NO_POINT;
    s->side = GO_BLACK;
    s->passes = 0;
    s->length = s->removals = 0;
    s->stones_key = 0;
    memset(s->prisoners, 0, sizeof s->prisoners);
    memset(s->board, GO_EMPTY, sizeof s->board);
}

void by__go_put(struct go *s, int point, int colour)
{
    s->board[point] = (uint8_t)colour;
    s->stones_key ^= s->tables->keys[colour][point];
}

void by__go_link(struct go *s)
{
    for (int point = 0; point < s->points; point++) {
        if (s->board[point] == GO_EMPTY)
            continue;
        start_chain(s, point, s->board[point]);
        for (const uint16_t *n = go_neighbours(s, point); *n < point; n++)
            if (s->board[*n] == s->board[point] && s->chain_of[*n] != point)
                merge(s, point, s->chain_of[*n]);
    }
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

/* A captured chain may be known by this point, or a stone of it have stood there, only if stones were taken before. */
static void record_overwritten(const struct go *s, struct go_undo *undo, int point)
{
    if (!s->removals)
        return;
    undo->chain = s->chains[point];
    undo->next = s->next[point];
    undo->chain_of = s->chain_of[point];
}

static void restore_overwritten(struct go *s, const struct go_undo *undo, int point)
{
    if (!s->removals)
        return;
    s->chains[point] = undo->chain;
    s->next[point] = undo->next;
    s->chain_of[point] = undo->chain_of;
}

/* Puts the stone down: the other side's chains lose the liberty, the own ones become one. Whether one has none left. */
static bool place(struct go *s, struct go_undo *undo, int point, int colour)
{
    bool is_taking = false;

    record_overwritten(s, undo, point);
    s->board[point] = (uint8_t)colour;
    s->stones_key ^= s->tables->keys[colour][point];
    start_chain(s, point, colour);
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++) {
        int chain = s->chain_of[*n];

        if (s->board[*n] == (colour ^ 1)) {
            remove_liberty(&s->chains[chain], point);
            is_taking |= !s->chains[chain].liberty_count;
        } else if (s->board[*n] == colour && chain != point) {
            merge(s, point, chain);
            undo->merged[undo->merged_count++] = (uint16_t)chain;
        }
    }
    remove_liberty(&s->chains[point], point); /* the others had it */
    return is_taking || !s->chains[point].liberty_count;
}

static void unplace(struct go *s, const struct go_undo *undo, int point, int colour)
{
    for (int i = undo->merged_count - 1; i >= 0; i--) {
        swap_next(s, point, undo->merged[i]);
        name_ring(s, undo->merged[i], undo->merged[i]);
    }
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
        if (s->board[*n] == (colour ^ 1))
            add_liberty(&s->chains[s->chain_of[*n]], point);
    s->board[point] = GO_EMPTY;
    restore_overwritten(s, undo, point);
}

/* Captures chains without liberties: of the other side or, if there are none, the own chain (suicide). */
static void capture(struct go *s, struct go_undo *undo, int point, int colour)
{
    bool is_suicide;

    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++) {
        int chain = s->chain_of[*n];

        if (s->board[*n] != (colour ^ 1) || s->chains[chain].liberty_count)
            continue;
        s->prisoners[colour] += s->chains[chain].stone_count;
        remove_chain(s, chain, colour ^ 1);
        undo->captured[undo->captured_count++] = (uint16_t)chain;
    }
    is_suicide = !s->chains[point].liberty_count;
    if (is_suicide) {
        s->prisoners[colour ^ 1] += s->chains[point].stone_count;
        remove_chain(s, point, colour);
    }
    undo->is_suicide = is_suicide;
    s->removals++;
}

static void uncapture(struct go *s, const struct go_undo *undo, int point, int colour)
{
    s->removals -= undo->captured_count || undo->is_suicide;
    if (undo->is_suicide) {
        s->prisoners[colour ^ 1] -= s->chains[point].stone_count;
        restore_chain(s, point, colour);
    }
    for (int i = undo->captured_count - 1; i >= 0; i--) {
        s->prisoners[colour] -= s->chains[undo->captured[i]].stone_count;
        restore_chain(s, undo->captured[i], colour ^ 1);
    }
}

/* One stone took one stone and could be retaken by it: where that would be. */
static int ko_after(const struct go *s, const struct go_undo *undo, int point)
{
    const struct go_chain *chain = &s->chains[point];

    if (undo->captured_count == 1 && s->chains[undo->captured[0]].stone_count == 1 && chain->stone_count == 1 &&
        chain->liberty_count == 1)
        return undo->captured[0];
    return GO_NO_POINT;
}

void by__go_push(void *state, by_move move)
{
    struct go *s = state;
    struct go_undo *undo = &s->undo[s->length++];
    int point = go_point(move), colour = go_colour(move);

    undo->stones_key = s->stones_key;
    undo->move = move;
    undo->ko = s->ko;
    undo->merged_count = undo->captured_count = 0;
    undo->side = s->side;
    undo->passes = s->passes;
    undo->is_suicide = false;
    s->side = (uint8_t)(colour ^ 1);
    s->ko = GO_NO_POINT;
    if (point == GO_PASS) {
        s->passes = (uint8_t)(s->passes ? 2 : 1);
        return;
    }
    s->passes = 0;
    if (place(s, undo, point, colour)) {
        capture(s, undo, point, colour);
        s->ko = (uint16_t)ko_after(s, undo, point);
    }
}

void by__go_pop(struct go *s)
{
    const struct go_undo *undo = &s->undo[--s->length];
    int point = go_point(undo->move), colour = go_colour(undo->move);

    if (point != GO_PASS) {
        uncapture(s, undo, point, colour);
        unplace(s, undo, point, colour);
    }
    s->stones_key = undo->stones_key;
    s->ko = undo->ko;
    s->side = undo->side;
    s->passes = undo->passes;
}
