/* SPDX-License-Identifier: MIT
 *
 * Which moves are allowed: suicide, ko and superko.
 *
 * Superko compares the hash of the stones after a move with that of every earlier board; situational superko also
 * compares the side to move. Passing is always allowed.
 */
#include "boyi/random.h"
#include "games/go/board.h"

/* The effect of a move on the stones. */
struct outlook {
    uint64_t stones_key; /* after the move */
    int captured;        /* stones of the other side */
    bool is_suicide;
};

/* Whether a stone there has a liberty: beside it, by a friend, or because it takes something. */
static bool has_room(const struct go *s, int point, int colour)
{
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
        if (s->board[*n] == GO_EMPTY || (go_chain_at(s, *n)->liberty_count > 1) == (s->board[*n] == colour))
            return true;
    return false;
}

/* Whether an earlier neighbour of `point` belongs to the same chain as the one at `n`. */
static bool is_met(const struct go *s, const uint16_t *first, const uint16_t *n)
{
    for (; first < n; first++)
        if (s->board[*first] == s->board[*n] && s->chain_of[*first] == s->chain_of[*n])
            return true;
    return false;
}

/* The hash of the own chains around a point. */
static uint64_t key_of_friends(const struct go *s, int point, int colour)
{
    const uint16_t *first = go_neighbours(s, point);
    uint64_t key = 0;

    for (const uint16_t *n = first; *n != GO_NO_POINT; n++)
        if (s->board[*n] == colour && !is_met(s, first, n))
            key ^= go_chain_at(s, *n)->key;
    return key;
}

static void look_ahead(const struct go *s, int point, int colour, struct outlook *out)
{
    const uint16_t *first = go_neighbours(s, point);
    bool lives = false;

    *out = (struct outlook){.stones_key = s->stones_key ^ s->tables->keys[colour][point]};
    for (const uint16_t *n = first; *n != GO_NO_POINT; n++) {
        const struct go_chain *chain = go_chain_at(s, *n);

        if (s->board[*n] == GO_EMPTY) {
            lives = true;
        } else if (s->board[*n] == colour) {
            lives |= chain->liberty_count > 1;
        } else if (chain->liberty_count == 1 && !is_met(s, first, n)) {
            out->captured += chain->stone_count;
            out->stones_key ^= chain->key;
        }
    }
    out->is_suicide = !lives && !out->captured;
    if (out->is_suicide)
        out->stones_key = s->stones_key ^ key_of_friends(s, point, colour);
}

/* How many plies ago the stones were those of `key`, with `side` to move if that counts; -1: never. */
static int plies_since(const struct go *s, uint64_t key, int side)
{
    bool counts_side = s->tables->ko_rule == GO_KO_SITUATIONAL;

    if (key == s->stones_key && (!counts_side || s->side == side))
        return 0;
    for (uint32_t i = s->length; i-- > 0;)
        if (s->undo[i].stones_key == key && (!counts_side || s->undo[i].side == side))
            return (int)(s->length - i);
    return -1;
}

bool by__go_is_legal(const struct go *s, int point, int colour, int *plies_back)
{
    struct outlook outlook;
    int plies;

    if (plies_back)
        *plies_back = 0;
    if (point == GO_PASS)
        return true;
    if (s->board[point] != GO_EMPTY || (point == s->ko && colour == s->side))
        return false;
    if (s->tables->ko_rule == GO_KO_SIMPLE && has_room(s, point, colour))
        return true;
    look_ahead(s, point, colour, &outlook);
    if (outlook.is_suicide && !s->tables->has_suicide)
        return false;
    /* Until the first capture no board can repeat */
    if (s->tables->ko_rule == GO_KO_SIMPLE || !(s->removals || outlook.captured || outlook.is_suicide))
        return true;
    plies = plies_since(s, outlook.stones_key, colour ^ 1);
    if (plies_back && plies > 0)
        *plies_back = plies;
    return plies < 0;
}

int by__go_captures(const struct go *s, int point, int colour)
{
    struct outlook outlook;

    if (point == GO_PASS)
        return 0;
    look_ahead(s, point, colour, &outlook);
    return outlook.captured;
}

bool by__go_takes(const struct go *s, int point, int colour)
{
    if (point == GO_PASS)
        return false;
    for (const uint16_t *n = go_neighbours(s, point); *n != GO_NO_POINT; n++)
        if (s->board[*n] == (colour ^ 1) && go_chain_at(s, *n)->liberty_count == 1)
            return true;
    return false;
}

/* `to` has only the low bits of a point, so that a stone far away may pass for a recapture. */
void by__go_describe(const struct go *s, int point, int colour, struct by_move_info *out)
{
    int slot = point == GO_PASS ? s->points : point;

    *out = (struct by_move_info){
        .move = go_move(point, colour),
        .from_to = (uint16_t)slot,
        .piece_to = (uint16_t)(colour * (s->points + 1) + slot),
        .flags = by__go_takes(s, point, colour) ? BY_MOVE_CAPTURE : 0,
        .to = (uint8_t)slot,
    };
}

static void add_if_legal(const struct go *s, int point, enum by_moves_kind kind, struct by_moves *out)
{
    struct by_move_info info;
    int plies_back;

    if (!by__go_is_legal(s, point, s->side, &plies_back)) {
        if (plies_back > out->path_plies)
            out->path_plies = (uint16_t)(plies_back < UINT16_MAX ? plies_back : UINT16_MAX);
        return;
    }
    by__go_describe(s, point, s->side, &info);
    if (kind != BY_MOVES_ALL && (kind == BY_MOVES_TACTICAL) != (info.flags != 0))
        return;
    if (out->list)
        out->list[out->count] = info;
    out->count++;
}

void by__go_list_legal(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct go *s = state;

    if (s->passes == 2)
        return;
    for (int point = 0; point < s->points; point++)
        if (s->board[point] == GO_EMPTY)
            add_if_legal(s, point, kind, out);
    add_if_legal(s, GO_PASS, kind, out);
}

/* Words of by_random_word for what a position is besides its stones. */
enum { KEY_SIDE = 402000, KEY_PASSES = 402001, KEY_KO = 403000, KEY_SIZE = 404000, KEY_PRISONERS = 500000 };

/* Prisoners are a part of the position only where they count. */
uint64_t by__go_key(const struct go *s)
{
    uint64_t key = s->stones_key ^ by_random_word(KEY_SIZE + s->size) ^ by_random_word(KEY_PASSES + s->passes);
    int64_t lead = (int64_t)s->prisoners[GO_BLACK] - s->prisoners[GO_WHITE];

    if (s->side == GO_WHITE)
        key ^= by_random_word(KEY_SIDE);
    if (s->ko != GO_NO_POINT)
        key ^= by_random_word(KEY_KO + s->ko);
    lead = s->tables->scoring == GO_TERRITORY ? 2 * lead - s->komi_half : -s->komi_half;
    return key ^ by_random_word((uint64_t)(KEY_PRISONERS + lead));
}
